/* Complex Schur form by the single-shift QR iteration, and its eigenvectors.
 *
 * LAPACK's zlahqr, the routine behind zgeev for matrices up to 75 x 75, and ztrevc3. The
 * subdiagonal is kept real throughout. */
#include "runtime/linalg_internal.h"

#include <string.h>

enum { SWEEPS_PER_VALUE = 30, EXCEPTIONAL = 10 };

typedef struct Schur {
    int64_t n;
    NprtLaComplex *h, *z; /* z NULL: eigenvalues only */
    int64_t row_from, col_to;
    double tiny;
} Schur;

static double size1(NprtLaComplex x)
{
    return nprt_la_abs1(x);
}

static double length(NprtLaComplex x)
{
    return hypot(creal(x), cimag(x));
}

static void scale_row(const Schur *s, int64_t row, int64_t from, int64_t to, NprtLaComplex factor)
{
    for (int64_t j = from; j < to; j++)
        s->h[row + j * s->n] = nprt_la_mul(factor, s->h[row + j * s->n]);
}

static void scale_column(const Schur *s, int64_t column, int64_t from, int64_t to,
                         NprtLaComplex factor)
{
    if (to > from)
        nprt_la_scale_z(to - from, factor, s->h + from + column * s->n);
}

static void scale_vector(const Schur *s, int64_t column, NprtLaComplex factor)
{
    if (s->z)
        nprt_la_scale_z(s->n, factor, s->z + column * s->n);
}

/* Makes the subdiagonal of rows lo .. hi - 1 real and positive. */
static void make_subdiagonal_real(const Schur *s, int64_t lo, int64_t hi)
{
    int64_t row_from = s->z ? 0 : lo, col_to = s->z ? s->n : hi;
    for (int64_t i = lo + 1; i < hi; i++) {
        NprtLaComplex *below = s->h + i + (i - 1) * s->n;
        if (cimag(*below) == 0)
            continue;
        NprtLaComplex phase = *below / size1(*below);
        phase = conj(phase) / length(phase);
        *below = length(*below);
        scale_row(s, i, i, col_to, phase);
        scale_column(s, i, row_from, i + 2 < col_to ? i + 2 : col_to, conj(phase));
        scale_vector(s, i, conj(phase));
    }
}

/* As in the real case: the first row of the active block that ends before `end`. */
static int64_t find_block(const Schur *s, int64_t lo, int64_t hi, int64_t end)
{
    const int64_t n = s->n;
    int64_t k = end - 1;
    for (; k > lo; k--) {
        const NprtLaComplex *at = s->h + k + k * n;
        double below = size1(at[-n]), above = size1(at[-1]), own = size1(at[0]);
        if (below <= s->tiny)
            break;
        double size = size1(at[-n - 1]) + own;
        if (size == 0) {
            if (k - 2 >= lo)
                size += fabs(creal(at[-2 * n - 1]));
            if (k + 1 < hi)
                size += fabs(creal(at[1]));
        }
        if (fabs(creal(at[-n])) > LA_ULP * size)
            continue;
        double gap = size1(at[-n - 1] - at[0]);
        double ab = fmax(below, above), ba = fmin(below, above);
        double aa = fmax(own, gap), bb = fmin(own, gap), sum = aa + ab;
        if (ba * (ab / sum) <= fmax(s->tiny, LA_ULP * (bb * (aa / sum))))
            break;
    }
    return k;
}

/* Wilkinson's shift, or a made-up one after many sweeps without success. */
static NprtLaComplex choose_shift(const Schur *s, int64_t first, int64_t last, int64_t sweeps)
{
    const int64_t n = s->n;
    const NprtLaComplex *top = s->h + first + first * n, *end = s->h + last + last * n;
    if (sweeps % (2 * EXCEPTIONAL) == 0)
        return 0.75 * fabs(creal(end[-n])) + end[0];
    if (sweeps % EXCEPTIONAL == 0)
        return 0.75 * fabs(creal(top[1])) + top[0];
    NprtLaComplex shift = end[0], u = nprt_la_mul(csqrt(end[-1]), csqrt(end[-n]));
    double size = size1(u);
    if (size == 0)
        return shift;
    NprtLaComplex x = 0.5 * (end[-n - 1] - shift);
    double size_x = size1(x);
    size = fmax(size, size_x);
    NprtLaComplex xs = x / size, us = u / size;
    NprtLaComplex y = size * csqrt(nprt_la_mul(xs, xs) + nprt_la_mul(us, us));
    if (size_x > 0) {
        NprtLaComplex along = x / size_x;
        if (creal(along) * creal(y) + cimag(along) * cimag(y) < 0)
            y = -y;
    }
    return shift - nprt_la_mul(u, nprt_la_div(u, x + y));
}

/* Where the sweep can start, and the first column of H - shift there. */
static int64_t find_start(const Schur *s, int64_t first, int64_t last, NprtLaComplex shift,
                          NprtLaComplex *v)
{
    const int64_t n = s->n;
    for (int64_t m = last - 1;; m--) {
        const NprtLaComplex *at = s->h + m + m * n;
        NprtLaComplex own = at[0] - shift;
        double below = creal(at[1]), size = size1(own) + fabs(below);
        own /= size;
        below /= size;
        v[0] = own;
        v[1] = below;
        if (m == first)
            return m;
        if (fabs(creal(at[-n])) * fabs(below) <=
            LA_ULP * (size1(own) * (size1(at[0]) + size1(at[n + 1]))))
            return m;
    }
}

/* zlarfg for two elements. */
static NprtLaComplex reflector_of(NprtLaComplex *v)
{
    double norm = nprt_la_norm2_z(1, v + 1), re = creal(v[0]), im = cimag(v[0]);
    if (norm == 0 && im == 0)
        return 0;
    double most = fmax(fmax(fabs(re), fabs(im)), norm);
    double beta = -copysign(most * sqrt(re / most * (re / most) + im / most * (im / most) +
                                        norm / most * (norm / most)),
                            re);
    NprtLaComplex tau = nprt_la_complex((beta - re) / beta, -im / beta);
    v[1] = nprt_la_mul(nprt_la_div(1, v[0] - beta), v[1]);
    v[0] = beta;
    return tau;
}

/* (x, y) -= (t1 x + t2 y) (1, v2) along two lines. */
static void reflect_lines(int64_t count, NprtLaComplex *x, int64_t along, int64_t across,
                          NprtLaComplex t1, double t2, NprtLaComplex v2)
{
    for (int64_t i = 0; i < count; i++, x += along) {
        NprtLaComplex sum = nprt_la_mul(t1, x[0]) + t2 * x[across];
        x[0] -= sum;
        x[across] -= nprt_la_mul(sum, v2);
    }
}

/* After a sweep that started inside the block: keeps the subdiagonal real. */
static void restore_phase(const Schur *s, int64_t m, int64_t last, NprtLaComplex tau)
{
    const int64_t n = s->n;
    NprtLaComplex phase = 1 - tau;
    phase /= length(phase);
    s->h[m + 1 + m * n] = nprt_la_mul(s->h[m + 1 + m * n], conj(phase));
    if (m + 2 <= last)
        s->h[m + 2 + (m + 1) * n] = nprt_la_mul(s->h[m + 2 + (m + 1) * n], phase);
    for (int64_t j = m; j <= last; j++) {
        if (j == m + 1)
            continue;
        scale_row(s, j, j + 1, s->col_to, phase);
        scale_column(s, j, s->row_from, j, conj(phase));
        scale_vector(s, j, conj(phase));
    }
}

static void sweep(const Schur *s, int64_t first, int64_t m, int64_t last, NprtLaComplex *v)
{
    const int64_t n = s->n;
    for (int64_t k = m; k < last; k++) {
        NprtLaComplex *at = s->h + k + k * n, *left = at - n;
        if (k > m)
            memcpy(v, left, 2 * sizeof *v);
        NprtLaComplex tau = reflector_of(v), v2 = v[1];
        if (k > m) {
            left[0] = v[0];
            left[1] = 0;
        }
        double t2 = creal(nprt_la_mul(tau, v2)); /* real, as v[1] was before */
        int64_t bottom = k + 2 < last ? k + 2 : last;
        reflect_lines(s->col_to - k, at, n, 1, conj(tau), t2, v2);
        reflect_lines(bottom + 1 - s->row_from, s->h + s->row_from + k * n, 1, n, tau, t2,
                      conj(v2));
        if (s->z)
            reflect_lines(n, s->z + k * n, 1, n, tau, t2, conj(v2));
        if (k == m && m > first)
            restore_phase(s, m, last, tau);
    }
    NprtLaComplex *below = s->h + last + (last - 1) * n, phase = *below;
    if (cimag(phase) == 0)
        return;
    double size = length(phase);
    *below = size;
    phase /= size;
    scale_row(s, last, last + 1, s->col_to, conj(phase));
    scale_column(s, last, s->row_from, last, phase);
    scale_vector(s, last, phase);
}

int nprt_la_schur_z(int64_t n, int64_t lo, int64_t hi, NprtLaComplex *h, NprtLaComplex *w,
                    NprtLaComplex *z)
{
    int64_t rows = hi - lo, most = SWEEPS_PER_VALUE * (rows > 10 ? rows : 10);
    Schur s = {.n = n, .h = h, .z = z, .row_from = 0, .col_to = n};
    s.tiny = LA_SAFE_MIN * ((double)rows / LA_ULP);
    for (int64_t i = 0; i < n; i++) {
        if (i < lo || i >= hi || rows == 1)
            w[i] = h[i + i * n];
    }
    for (int64_t j = 0; j + 2 < n; j++)
        memset(h + j + 2 + j * n, 0, (size_t)(n - j - 2) * sizeof *h);
    if (rows <= 1)
        return NPRT_LA_OK;
    make_subdiagonal_real(&s, lo, hi);
    for (int64_t last = hi - 1; last >= lo;) {
        int64_t first = lo, made = 0;
        for (int64_t sweeps = 0;; sweeps++) {
            NprtLaComplex v[2];
            if (sweeps > most)
                return NPRT_LA_NO_CONVERGENCE;
            first = find_block(&s, lo, hi, last + 1);
            if (first > lo)
                h[first + (first - 1) * n] = 0;
            if (first >= last)
                break;
            made++;
            if (!z) {
                s.row_from = first;
                s.col_to = last + 1;
            }
            NprtLaComplex shift = choose_shift(&s, first, last, made);
            int64_t start = find_start(&s, first, last, shift, v);
            sweep(&s, first, start, last, v);
        }
        w[last] = h[last + last * n];
        last = first - 1;
    }
    return NPRT_LA_OK;
}

/* ---- eigenvectors -------------------------------------------------------------------------------
 */

/* One vector x of (T - t[k][k]) x = 0 with x[k] = 1, by back substitution; scaled down where it
 * would overflow. */
static void solve_vector(int64_t n, const NprtLaComplex *t, int64_t k, double tiny,
                         NprtLaComplex *x)
{
    const double most = 0x1p1000;
    NprtLaComplex value = t[k + k * n];
    double least = fmax(LA_ULP * size1(value), tiny);
    for (int64_t i = 0; i < n; i++)
        x[i] = i < k ? -t[i + k * n] : i == k;
    for (int64_t j = k - 1; j >= 0; j--) {
        NprtLaComplex pivot = t[j + j * n] - value;
        if (size1(pivot) < least)
            pivot = least;
        double size = size1(x[j]);
        if (size1(pivot) < 1 && size > most * size1(pivot))
            nprt_la_scale_z(k + 1, 1 / size, x);
        x[j] = nprt_la_mul(nprt_la_inverse(pivot), x[j]);
        if (size1(x[j]) > most)
            nprt_la_scale_z(k + 1, 1 / size1(x[j]), x);
        nprt_la_axpy_z(j, -x[j], t + j * n, x);
    }
}

void nprt_la_schur_vectors_z(int64_t n, const NprtLaComplex *t, double *room, NprtLaComplex *x)
{
    (void)room;
    double tiny = LA_SAFE_MIN * ((double)n / LA_ULP);
    for (int64_t k = 0; k < n; k++)
        solve_vector(n, t, k, tiny, x + k * n);
}

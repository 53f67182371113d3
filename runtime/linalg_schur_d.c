/* Real Schur form by the double-shift QR iteration, and its eigenvectors.
 *
 * This is LAPACK's dlahqr, the routine behind dgeev for matrices up to 75 x 75, with the
 * conservative test of Ahues and Tisseur (LAPACK Working Note 122) for a negligible subdiagonal
 * element, and dtrevc3. The order of the eigenvalues and the signs of the vectors follow from the
 * steps, so these are kept. */
#include "runtime/linalg_internal.h"

#include <string.h>

enum {
    SWEEPS_PER_VALUE = 30,
    EXCEPTIONAL = 10 /* sweeps without success after which the shift is made up */
};

/* The state of the iteration. Rows `row_from` and columns before `col_to` are kept up to date. */
typedef struct Schur {
    int64_t n;
    double *h, *z; /* z NULL: eigenvalues only */
    int64_t row_from, col_to;
    double tiny; /* subdiagonal elements up to this are zero */
} Schur;

/* ---- 2 x 2 blocks ------------------------------------------------------------------------------
 */

/* A 2 x 2 block and the rotation that brought it to standard form. */
typedef struct Block2 {
    double a, b, c, d;
    double cs, sn;
} Block2;

/* Makes the diagonal elements equal, or the block triangular if the eigenvalues turn out real. */
static void equalise(Block2 *x, double difference)
{
    const double least = ldexp(1, -485), most = 1 / least; /* safe for squares of squares */
    double sigma = x->b + x->c;
    for (int count = 0; count < 20; count++) {
        double scale = fmax(fabs(difference), fabs(sigma));
        double factor = scale >= most ? least : scale <= least ? most : 1;
        if (factor == 1)
            break;
        sigma *= factor;
        difference *= factor;
    }
    double p = 0.5 * difference, tau = nprt_la_lapy2(sigma, difference);
    double cs = sqrt(0.5 * (1 + fabs(sigma) / tau)), sn = -(p / (tau * cs)) * copysign(1, sigma);
    double aa = x->a * cs + x->b * sn, bb = -x->a * sn + x->b * cs;
    double cc = x->c * cs + x->d * sn, dd = -x->c * sn + x->d * cs;
    double a = aa * cs + cc * sn, b = bb * cs + dd * sn;
    double c = -aa * sn + cc * cs, d = -bb * sn + dd * cs, mean = 0.5 * (a + d);
    *x = (Block2){mean, b, c, mean, cs, sn};
    if (c != 0 && b != 0 && signbit(b) == signbit(c)) {
        double root_b = sqrt(fabs(b)), root_c = sqrt(fabs(c));
        double shift = copysign(root_b * root_c, c), inverse = 1 / sqrt(fabs(b + c));
        double cs1 = root_b * inverse, sn1 = root_c * inverse;
        *x = (Block2){mean + shift,       b - c, 0, mean - shift, cs * cs1 - sn * sn1,
                      cs * sn1 + sn * cs1};
    } else if (c != 0 && b == 0) {
        x->b = -c;
        x->c = 0;
        x->cs = -sn;
        x->sn = cs;
    }
}

/* Standard form: upper triangular, or equal diagonal and off-diagonal elements of opposite signs.
 * dlanv2. */
static void standardise(Block2 *x)
{
    double a = x->a, b = x->b, c = x->c, d = x->d;
    x->cs = 1;
    x->sn = 0;
    if (c == 0)
        return;
    if (b == 0) {
        *x = (Block2){d, -c, 0, a, 0, 1};
        return;
    }
    if (a - d == 0 && signbit(b) != signbit(c))
        return;
    double difference = a - d, p = 0.5 * difference;
    double most = fmax(fabs(b), fabs(c));
    double least = fmin(fabs(b), fabs(c)) * copysign(1, b) * copysign(1, c);
    double scale = fmax(fabs(p), most), discriminant = p / scale * p + most / scale * least;
    if (discriminant >= 4 * LA_ULP) { /* real, and not nearly equal */
        double z = p + copysign(sqrt(scale) * sqrt(discriminant), p), tau = nprt_la_lapy2(c, z);
        *x = (Block2){d + z, b - c, 0, d - most / z * least, z / tau, c / tau};
        return;
    }
    equalise(x, difference);
}

/* ---- the iteration ------------------------------------------------------------------------------
 */

/* The first row of the active block that ends before `end`: below it lies a negligible element. */
static int64_t find_block(const Schur *s, int64_t lo, int64_t hi, int64_t end)
{
    const int64_t n = s->n;
    int64_t k = end - 1;
    for (; k > lo; k--) {
        const double *at = s->h + k + k * n; /* h[k][k] */
        double below = fabs(at[-n]), above = fabs(at[-1]), own = fabs(at[0]),
               previous = fabs(at[-n - 1]);
        if (below <= s->tiny)
            break;
        double size = previous + own;
        if (size == 0) {
            if (k - 2 >= lo)
                size += fabs(at[-2 * n - 1]);
            if (k + 1 < hi)
                size += fabs(at[1]);
        }
        if (below > LA_ULP * size)
            continue;
        double gap = fabs(at[-n - 1] - at[0]);
        double ab = fmax(below, above), ba = fmin(below, above);
        double aa = fmax(own, gap), bb = fmin(own, gap), sum = aa + ab;
        if (ba * (ab / sum) <= fmax(s->tiny, LA_ULP * (bb * (aa / sum))))
            break;
    }
    return k;
}

/* Two shifts: complex conjugates, or twice the same real one. */
typedef struct Shifts {
    double re[2], im[2];
} Shifts;

/* The eigenvalues of (h11 h12; h21 h22), of real ones the closer to h22. */
static Shifts shifts_of(double h11, double h12, double h21, double h22)
{
    Shifts out = {{0, 0}, {0, 0}};
    double s = fabs(h11) + fabs(h12) + fabs(h21) + fabs(h22);
    if (s == 0)
        return out;
    h11 /= s;
    h21 /= s;
    h12 /= s;
    h22 /= s;
    double mean = (h11 + h22) / 2, det = (h11 - mean) * (h22 - mean) - h12 * h21;
    double root = sqrt(fabs(det));
    if (det >= 0) {
        out.re[0] = out.re[1] = mean * s;
        out.im[0] = root * s;
        out.im[1] = -out.im[0];
    } else {
        double plus = mean + root, minus = mean - root;
        out.re[0] = out.re[1] = (fabs(plus - h22) <= fabs(minus - h22) ? plus : minus) * s;
    }
    return out;
}

/* Shifts for the block first .. last; after many sweeps without success made-up ones. */
static Shifts choose_shifts(const Schur *s, int64_t first, int64_t last, int64_t sweeps)
{
    const int64_t n = s->n;
    const double *top = s->h + first + first * n, *end = s->h + last + last * n;
    if (sweeps % (2 * EXCEPTIONAL) == 0) {
        double size = fabs(end[-n]) + fabs(end[-2 * n - 1]), d = 0.75 * size + end[0];
        return shifts_of(d, -0.4375 * size, size, d);
    }
    if (sweeps % EXCEPTIONAL == 0) {
        double size = fabs(top[1]) + fabs(top[n + 2]), d = 0.75 * size + top[0];
        return shifts_of(d, -0.4375 * size, size, d);
    }
    return shifts_of(end[-n - 1], end[-1], end[-n], end[0]);
}

/* Where the sweep can start: past two consecutive small subdiagonal elements. v becomes the first
 * column of (H - shift)(H - shift), scaled. */
static int64_t find_start(const Schur *s, int64_t first, int64_t last, const Shifts *shift,
                          double *v)
{
    const int64_t n = s->n;
    int64_t m = last - 2;
    for (;; m--) {
        const double *at = s->h + m + m * n; /* h[m][m] */
        double below = at[1], next = at[n + 1];
        double size = fabs(at[0] - shift->re[1]) + fabs(shift->im[1]) + fabs(below);
        below /= size;
        v[0] = below * at[n] + (at[0] - shift->re[0]) * ((at[0] - shift->re[1]) / size) -
               shift->im[0] * (shift->im[1] / size);
        v[1] = below * (at[0] + next - shift->re[0] - shift->re[1]);
        v[2] = below * at[n + 2];
        size = fabs(v[0]) + fabs(v[1]) + fabs(v[2]);
        for (int i = 0; i < 3; i++)
            v[i] /= size;
        if (m == first)
            break;
        double around = fabs(at[-n - 1]) + fabs(at[0]) + fabs(next);
        if (fabs(at[-n]) * (fabs(v[1]) + fabs(v[2])) <= LA_ULP * fabs(v[0]) * around)
            break;
    }
    return m;
}

/* x = x (1 - tau v v^T) on 2 or 3 lines of x, `across` apart; v[0] = 1. */
static void reflect_lines(int64_t count, double *x, int64_t along, int64_t across, int64_t size,
                          const double *v, double tau)
{
    double t2 = tau * v[1], t3 = size == 3 ? tau * v[2] : 0;
    for (int64_t i = 0; i < count; i++, x += along) {
        if (size == 3) {
            double sum = x[0] + v[1] * x[across] + v[2] * x[2 * across];
            x[0] -= sum * tau;
            x[across] -= sum * t2;
            x[2 * across] -= sum * t3;
        } else {
            double sum = x[0] + v[1] * x[across];
            x[0] -= sum * tau;
            x[across] -= sum * t2;
        }
    }
}

/* dlarfg for 2 or 3 elements; v[0] becomes the value. */
static double reflector_of(int64_t size, double *v)
{
    double norm = nprt_la_norm2_d(size - 1, v + 1);
    if (norm == 0)
        return 0;
    double beta = -copysign(nprt_la_lapy2(v[0], norm), v[0]), tau = (beta - v[0]) / beta;
    nprt_la_scale_d(size - 1, 1 / (v[0] - beta), v + 1);
    v[0] = beta;
    return tau;
}

/* One double-shift sweep from row m to `last` of the block that starts at `first`. */
static void sweep(const Schur *s, int64_t first, int64_t m, int64_t last, double *v)
{
    const int64_t n = s->n;
    for (int64_t k = m; k < last; k++) {
        int64_t size = last - k + 1 < 3 ? last - k + 1 : 3;
        double *at = s->h + k + k * n, *left = at - n;
        if (k > m)
            memcpy(v, left, (size_t)size * sizeof *v);
        double tau = reflector_of(size, v);
        if (k > m) {
            left[0] = v[0];
            left[1] = 0;
            if (k < last - 1)
                left[2] = 0;
        } else if (m > first) {
            left[0] *= 1 - tau; /* not a change of sign: v[1], v[2] may have underflowed */
        }
        v[0] = 1;
        int64_t bottom = k + 3 < last ? k + 3 : last;
        reflect_lines(s->col_to - k, at, n, 1, size, v, tau);
        reflect_lines(bottom + 1 - s->row_from, s->h + s->row_from + k * n, 1, n, size, v, tau);
        if (s->z)
            reflect_lines(n, s->z + k * n, 1, n, size, v, tau);
    }
}

/* Splits off the 2 x 2 block in rows i - 1 and i. */
static void finish_pair(const Schur *s, int64_t i, NprtLaComplex *w)
{
    const int64_t n = s->n;
    double *at = s->h + i - 1 + (i - 1) * n, im = 0;
    Block2 x = {.a = at[0], .b = at[n], .c = at[1], .d = at[n + 1]};
    standardise(&x);
    at[0] = x.a;
    at[n] = x.b;
    at[1] = x.c;
    at[n + 1] = x.d;
    if (x.c != 0)
        im = sqrt(fabs(x.b)) * sqrt(fabs(x.c));
    w[i - 1] = nprt_la_complex(x.a, im);
    w[i] = nprt_la_complex(x.d, im != 0 ? -im : 0);
    if (!s->z)
        return;
    for (int64_t j = i + 1; j < n; j++)
        nprt_la_rot_fused_d(1, s->h + i - 1 + j * n, s->h + i + j * n, x.cs, x.sn);
    nprt_la_rot_fused_d(i - 1, s->h + (i - 1) * n, s->h + i * n, x.cs, x.sn);
    nprt_la_rot_fused_d(n, s->z + (i - 1) * n, s->z + i * n, x.cs, x.sn);
}

int nprt_la_schur_d(int64_t n, int64_t lo, int64_t hi, double *h, NprtLaComplex *w, double *z)
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
    for (int64_t last = hi - 1; last >= lo;) {
        int64_t first = lo, made = 0;
        for (int64_t sweeps = 0;; sweeps++) {
            double v[3];
            if (sweeps > most)
                return NPRT_LA_NO_CONVERGENCE;
            first = find_block(&s, lo, hi, last + 1);
            if (first > lo)
                h[first + (first - 1) * n] = 0;
            if (first >= last - 1)
                break;
            made++;
            if (!z) {
                s.row_from = first;
                s.col_to = last + 1;
            }
            Shifts shift = choose_shifts(&s, first, last, made);
            int64_t start = find_start(&s, first, last, &shift, v);
            sweep(&s, first, start, last, v);
        }
        if (first == last)
            w[last] = h[last + last * n];
        else
            finish_pair(&s, last, w);
        last = first - 1;
    }
    return NPRT_LA_OK;
}

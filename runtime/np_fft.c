/* np_fft.c - discrete Fourier transforms along one axis of an array.
 *
 * A length is split into the factors 8, 4, 2, 3, 5, 7 and larger primes; each is one pass over the
 * data from one buffer to the other (Stockham's ordering), with the butterflies and the order of
 * factors of pocketfft (M. Reinecke, the library behind numpy.fft), so that results mostly agree to
 * the last bit. Lengths with a large prime factor become a convolution of a power of two's length
 * (Bluestein). */
#include "runtime/np_fft.h"

#include "runtime/convert.h"
#include "runtime/errors.h"
#include "runtime/memory.h"
#include "runtime/view.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef NprtC128 Complex;

enum { MAX_FACTORS = 64, GENERIC_LIMIT = 60 /* larger primes: Bluestein */ };

typedef struct Plan {
    int64_t n;
    int64_t factors[MAX_FACTORS];
    int n_factors;
    Complex *roots;     /* exp(2 pi i k / n) */
    Complex *turns;     /* per factor: the roots its pass multiplies with, in order of use */
    Complex *buffer;    /* n elements */
    struct Plan *inner; /* of Bluestein's convolution, or NULL */
    Complex *chirp, *chirp_transform, *work;
} Plan;

/* ---- roots of unity ---- */

/* exp(2 pi i x / n) of the octant x / n lies in, so that the argument of cos and sin is small. */
static Complex exact_root(int64_t x, int64_t n, double unit)
{
    bool negative = false, mirrored = false, swapped = false;
    x *= 8;
    if (x >= 4 * n) { /* lower half plane */
        x = 8 * n - x;
        negative = true;
    }
    if (x >= 2 * n) { /* second quadrant: turn back by 90 degrees */
        x -= 2 * n;
        mirrored = true;
    }
    double c, s;
    if (x >= n) {
        x = 2 * n - x;
        swapped = true;
    }
    c = cos((double)x * unit);
    s = sin((double)x * unit);
    if (swapped) {
        double t = c;
        c = s;
        s = t;
    }
    if (mirrored) {
        double t = c;
        c = -s;
        s = t;
    }
    return (Complex){c, negative ? -s : s};
}

/* All roots as products of two short tables. */
static bool make_roots(Plan *p)
{
    int64_t n = p->n, half = (n + 2) / 2, shift = 1;
    double unit = (double)(0.25L * 3.141592653589793238462643383279502884L / (long double)n);
    while ((1LL << shift) * (1LL << shift) < half)
        shift++;
    int64_t size = 1LL << shift, rows = (half + size - 1) / size;
    Complex *fine = malloc((size_t)size * sizeof *fine),
            *coarse = malloc((size_t)rows * sizeof *coarse);
    p->roots = malloc((size_t)n * sizeof *p->roots);
    bool ok = fine && coarse && p->roots;
    for (int64_t i = 0; ok && i < size; i++)
        fine[i] = i ? exact_root(i, n, unit) : (Complex){1, 0};
    for (int64_t i = 0; ok && i < rows; i++)
        coarse[i] = i ? exact_root(i * size, n, unit) : (Complex){1, 0};
    for (int64_t k = 0; ok && k < n; k++) {
        int64_t at = 2 * k <= n ? k : n - k;
        Complex a = fine[at & (size - 1)], b = coarse[at >> shift];
        double im = a.re * b.im + a.im * b.re;
        p->roots[k] = (Complex){a.re * b.re - a.im * b.im, 2 * k <= n ? im : -im};
    }
    free(fine);
    free(coarse);
    return ok;
}

/* ---- butterflies ---- */

static inline Complex sum(Complex a, Complex b)
{
    return (Complex){a.re + b.re, a.im + b.im};
}

static inline Complex difference(Complex a, Complex b)
{
    return (Complex){a.re - b.re, a.im - b.im};
}

/* a * w, forward a * conj(w) */
static inline Complex turned(Complex a, Complex w, bool forward)
{
    if (forward)
        return (Complex){a.re * w.re + a.im * w.im, a.im * w.re - a.re * w.im};
    return (Complex){a.re * w.re - a.im * w.im, a.re * w.im + a.im * w.re};
}

/* a * i, forward a * -i */
static inline Complex quarter(Complex a, bool forward)
{
    return forward ? (Complex){a.im, -a.re} : (Complex){-a.im, a.re};
}

static const double SQRT_HALF = 0.707106781186547524400844362104849;

/* By 45 and 135 degrees, forward clockwise. */
static inline Complex eighth(Complex a, bool forward)
{
    if (forward)
        return (Complex){SQRT_HALF * (a.re + a.im), SQRT_HALF * (a.im - a.re)};
    return (Complex){SQRT_HALF * (a.re - a.im), SQRT_HALF * (a.im + a.re)};
}

static inline Complex three_eighths(Complex a, bool forward)
{
    if (forward)
        return (Complex){SQRT_HALF * (a.im - a.re), SQRT_HALF * (-a.re - a.im)};
    return (Complex){SQRT_HALF * (-a.re - a.im), SQRT_HALF * (a.re - a.im)};
}

static void butterfly2(Complex *x)
{
    Complex a = x[0], b = x[1];
    x[0] = sum(a, b);
    x[1] = difference(a, b);
}

static void butterfly4(Complex *x, bool forward)
{
    Complex even = sum(x[0], x[2]), odd = difference(x[0], x[2]);
    Complex t = sum(x[1], x[3]), u = quarter(difference(x[1], x[3]), forward);
    x[0] = sum(even, t);
    x[2] = difference(even, t);
    x[1] = sum(odd, u);
    x[3] = difference(odd, u);
}

static void butterfly8(Complex *x, bool forward)
{
    Complex a1 = sum(x[1], x[5]), a5 = difference(x[1], x[5]);
    Complex a3 = sum(x[3], x[7]), a7 = difference(x[3], x[7]), t = a1;
    a1 = sum(a1, a3);
    a3 = quarter(difference(t, a3), forward);
    a7 = quarter(a7, forward);
    t = a5;
    a5 = eighth(sum(a5, a7), forward);
    a7 = three_eighths(difference(t, a7), forward);
    Complex a0 = sum(x[0], x[4]), a4 = difference(x[0], x[4]);
    Complex a2 = sum(x[2], x[6]), a6 = quarter(difference(x[2], x[6]), forward);
    Complex p = sum(a0, a2), q = difference(a0, a2), r = sum(a4, a6), s = difference(a4, a6);
    x[0] = sum(p, a1);
    x[4] = difference(p, a1);
    x[2] = sum(q, a3);
    x[6] = difference(q, a3);
    x[1] = sum(r, a5);
    x[5] = difference(r, a5);
    x[3] = sum(s, a7);
    x[7] = difference(s, a7);
}

/* Odd lengths: pairs x[j], x[p - j] share the products with cos and sin. The tables hold one
 * period. */
static void butterfly_odd(Complex *x, int p, const double *cosines, const double *sines)
{
    Complex plus[GENERIC_LIMIT / 2 + 1], minus[GENERIC_LIMIT / 2 + 1], first = x[0], total = x[0];
    int half = (p - 1) / 2;
    for (int j = 1; j <= half; j++) {
        plus[j] = sum(x[j], x[p - j]);
        minus[j] = difference(x[j], x[p - j]);
        total = sum(total, plus[j]);
    }
    x[0] = total;
    for (int k = 1; k <= half; k++) {
        double re = first.re, im = first.im, right = 0, up = 0;
        for (int j = 1; j <= half; j++) {
            int at = j * k % p;
            double c = cosines[at], s = sines[at];
            re += c * plus[j].re;
            im += c * plus[j].im;
            if (j == 1) {
                up = s * minus[j].re;
                right = s * minus[j].im;
            } else {
                up += s * minus[j].re;
                right += s * minus[j].im;
            }
        }
        x[k] = (Complex){re - right, im + up};
        x[p - k] = (Complex){re + right, im - up};
    }
}

/* cos and sin of 2 pi k / p (forward: of the negative angle), correctly rounded. */
static void odd_tables(int p, bool forward, double *cosines, double *sines)
{
    const long double turn = 6.283185307179586476925286766559005768L;
    cosines[0] = 1;
    sines[0] = 0;
    for (int k = 1; 2 * k < p; k++) {
        long double angle = turn * (long double)k / (long double)p;
        double s = (double)sinl(angle);
        cosines[k] = cosines[p - k] = p == 3 ? -0.5 : (double)cosl(angle);
        sines[k] = forward ? -s : s;
        sines[p - k] = -sines[k];
    }
}

/* ---- passes ---- */

typedef struct Pass {
    const Complex *turns;
    int64_t factor, before, inner; /* n = before * factor * inner */
    bool forward;
} Pass;

static inline void butterfly(Complex *x, int p, bool forward, const double *cosines,
                             const double *sines)
{
    switch (p) {
    case 2:
        butterfly2(x);
        break;
    case 4:
        butterfly4(x, forward);
        break;
    case 8:
        butterfly8(x, forward);
        break;
    default:
        butterfly_odd(x, p, cosines, sines);
    }
}

/* `to` [i, k, j] of `from` [i, j, k], with i < inner, j < p, k < before. Written once for a factor
 * known at the call. */
static inline void pass_of(const Pass *pass, const Complex *from, Complex *to, int p)
{
    int64_t before = pass->before, inner = pass->inner;
    double cosines[GENERIC_LIMIT + 1], sines[GENERIC_LIMIT + 1];
    Complex x[GENERIC_LIMIT + 1];
    if (p & 1)
        odd_tables(p, pass->forward, cosines, sines);
    for (int64_t k = 0; k < before; k++)
        for (int64_t i = 0; i < inner; i++) {
            for (int j = 0; j < p; j++)
                x[j] = from[i + inner * (j + p * k)];
            butterfly(x, p, pass->forward, cosines, sines);
            to[i + inner * k] = x[0];
            for (int j = 1; j < p; j++) {
                Complex v =
                    i ? turned(x[j], pass->turns[i * (p - 1) + j - 1], pass->forward) : x[j];
                to[i + inner * (k + before * j)] = v;
            }
        }
}

static void run_pass(const Pass *pass, const Complex *from, Complex *to)
{
    switch (pass->factor) {
    case 2:
        pass_of(pass, from, to, 2);
        break;
    case 3:
        pass_of(pass, from, to, 3);
        break;
    case 4:
        pass_of(pass, from, to, 4);
        break;
    case 5:
        pass_of(pass, from, to, 5);
        break;
    case 8:
        pass_of(pass, from, to, 8);
        break;
    default:
        pass_of(pass, from, to, (int)pass->factor);
    }
}

static void transform(Plan *p, Complex *x, bool forward);

/* Convolution with a chirp: exp(i pi k^2 / n) turns the sum over j * k into one over (k - j)^2. */
static void bluestein(Plan *p, Complex *x, bool forward)
{
    int64_t n = p->n, m = p->inner->n;
    Complex *a = p->work;
    for (int64_t k = 0; k < n; k++)
        a[k] = turned(x[k], p->chirp[k], forward);
    memset(a + n, 0, (size_t)(m - n) * sizeof *a);
    transform(p->inner, a, true);
    for (int64_t k = 0; k < m; k++)
        a[k] = turned(a[k], p->chirp_transform[k], !forward);
    transform(p->inner, a, false);
    for (int64_t k = 0; k < n; k++) {
        Complex v = turned(a[k], p->chirp[k], forward);
        x[k] = (Complex){v.re / (double)m, v.im / (double)m};
    }
}

static void transform(Plan *p, Complex *x, bool forward)
{
    if (p->inner) {
        bluestein(p, x, forward);
        return;
    }
    Complex *from = x, *to = p->buffer;
    const Complex *turns = p->turns;
    int64_t before = 1;
    for (int f = 0; f < p->n_factors; f++) {
        Pass pass = {turns, p->factors[f], before, p->n / (before * p->factors[f]), forward};
        turns += (pass.factor - 1) * pass.inner;
        run_pass(&pass, from, to);
        Complex *t = from;
        from = to;
        to = t;
        before *= p->factors[f];
    }
    if (from != x)
        memcpy(x, from, (size_t)p->n * sizeof *x);
}

/* ---- plans ---- */

/* The factors 8, 4, 2 (moved to the front), then odd ones in order. Returns the largest. */
static int64_t factorise(Plan *p)
{
    int64_t n = p->n, most = 1;
    p->n_factors = 0;
    while (n % 8 == 0) {
        p->factors[p->n_factors++] = 8;
        n /= 8;
    }
    while (n % 4 == 0) {
        p->factors[p->n_factors++] = 4;
        n /= 4;
    }
    if (n % 2 == 0) {
        n /= 2;
        int64_t first = p->n_factors ? p->factors[0] : 2;
        p->factors[p->n_factors++] = first;
        p->factors[0] = 2;
    }
    for (int64_t d = 3; d * d <= n; d += 2)
        while (n % d == 0) {
            p->factors[p->n_factors++] = d;
            most = d;
            n /= d;
        }
    if (n > 1) {
        p->factors[p->n_factors++] = n;
        most = n > most ? n : most;
    }
    return most;
}

static void free_plan(Plan *p)
{
    if (p->inner)
        free_plan(p->inner);
    free(p->inner);
    free(p->roots);
    free(p->turns);
    free(p->buffer);
    free(p->chirp);
    free(p->chirp_transform);
    free(p->work);
}

static bool make_plan(Plan *p, int64_t n);

static bool make_turns(Plan *p)
{
    int64_t total = 0, before = 1;
    for (int f = 0; f < p->n_factors; f++) {
        before *= p->factors[f];
        total += (p->factors[f] - 1) * (p->n / before);
    }
    p->turns = malloc((size_t)(total ? total : 1) * sizeof *p->turns);
    if (!p->turns)
        return false;
    Complex *at = p->turns;
    before = 1;
    for (int f = 0; f < p->n_factors; f++) {
        int64_t inner = p->n / (before * p->factors[f]);
        for (int64_t i = 0; i < inner; i++)
            for (int64_t j = 1; j < p->factors[f]; j++)
                *at++ = p->roots[j * before * i];
        before *= p->factors[f];
    }
    free(p->roots);
    p->roots = NULL;
    return true;
}

static bool make_bluestein(Plan *p)
{
    int64_t n = p->n, m = 1;
    while (m < 2 * n - 1)
        m *= 2;
    p->inner = calloc(1, sizeof *p->inner);
    p->chirp = malloc((size_t)n * sizeof *p->chirp);
    p->chirp_transform = calloc((size_t)m, sizeof *p->chirp_transform);
    p->work = malloc((size_t)m * sizeof *p->work);
    if (!p->inner || !p->chirp || !p->chirp_transform || !p->work || !make_plan(p->inner, m))
        return false;
    double unit = (double)(0.25L * 3.141592653589793238462643383279502884L / (long double)(2 * n));
    int64_t square = 0;
    for (int64_t k = 0; k < n; k++) {
        Complex v = exact_root(square, 2 * n, unit);
        p->chirp[k] = v;
        p->chirp_transform[k] = v;
        if (k)
            p->chirp_transform[m - k] = v;
        square = (square + 2 * k + 1) % (2 * n); /* k^2 modulo 2 n */
    }
    transform(p->inner, p->chirp_transform, true);
    return true;
}

static bool make_plan(Plan *p, int64_t n)
{
    memset(p, 0, sizeof *p);
    p->n = n;
    if (factorise(p) > GENERIC_LIMIT)
        return make_bluestein(p);
    p->buffer = malloc((size_t)n * sizeof *p->buffer);
    return p->buffer && make_roots(p) && make_turns(p);
}

/* ---- lines of an array ---- */

typedef struct Lines {
    NprtView src, dst;
    int32_t axis;
    int64_t n, n_in, n_out;
    NprtFft kind;
    double factor;
} Lines;

static void load_line(const Lines *l, const char *at, Complex *x)
{
    int64_t stride = l->src.strides[l->axis];
    for (int64_t k = 0; k < l->n_in; k++)
        nprt_cast(NPRT_C128, &x[k], l->src.dtype, at + k * stride);
    for (int64_t k = l->n_in; k < l->n; k++)
        x[k] = (Complex){0, 0};
    if (l->kind != NPRT_FFT_REAL_BACK)
        return;
    /* the other half of a Hermitian sequence; imaginary parts that must be zero are ignored */
    x[0].im = 0;
    if (l->n % 2 == 0)
        x[l->n / 2].im = 0;
    for (int64_t k = 1; k < l->n - k; k++)
        x[l->n - k] = (Complex){x[k].re, -x[k].im};
}

static void store_line(const Lines *l, char *at, const Complex *x)
{
    int64_t stride = l->dst.strides[l->axis];
    bool scaled = l->factor != 1;
    for (int64_t k = 0; k < l->n_out; k++) {
        bool is_real = l->kind == NPRT_FFT_REAL && (k == 0 || 2 * k == l->n);
        Complex v = scaled ? (Complex){x[k].re * l->factor, x[k].im * l->factor} : x[k];
        if (is_real)
            v.im = 0;
        if (l->kind == NPRT_FFT_REAL_BACK)
            nprt_cast(l->dst.dtype, at + k * stride, NPRT_F64, &v.re);
        else
            nprt_cast(l->dst.dtype, at + k * stride, NPRT_C128, &v);
    }
}

static void run_lines(Lines *l, Plan *p, Complex *x)
{
    int64_t count = 1;
    for (int32_t d = 0; d < l->dst.ndim; d++)
        if (d != l->axis)
            count *= l->dst.shape[d];
    bool forward = l->kind == NPRT_FFT_FORWARD || l->kind == NPRT_FFT_REAL;
    for (int64_t line = 0; line < count; line++) {
        const char *from = l->src.data;
        char *to = l->dst.data;
        int64_t k = line;
        for (int32_t d = l->dst.ndim; d-- > 0;) {
            if (d == l->axis)
                continue;
            from += k % l->dst.shape[d] * l->src.strides[d];
            to += k % l->dst.shape[d] * l->dst.strides[d];
            k /= l->dst.shape[d];
        }
        load_line(l, from, x);
        transform(p, x, forward);
        store_line(l, to, x);
    }
}

int32_t nprt_fft(const NprtDesc *desc, const void *value, int64_t axis, int64_t n, int64_t kind,
                 double factor, const NprtDesc *out_desc, void *out)
{
    Lines l = {.axis = (int32_t)axis, .n = n, .kind = (NprtFft)kind, .factor = factor};
    Plan plan;
    int64_t shape[NPRT_MAX_DIMS];
    if (n < 1)
        return nprt_raise(NPRT_EXC_VALUE_ERROR,
                          "Invalid number of FFT data points (%lld) specified.", (long long)n);
    nprt_view_of(&l.src, desc, value);
    int64_t wanted = kind == NPRT_FFT_REAL_BACK ? n / 2 + 1 : n, have = l.src.shape[axis];
    l.n_in = have < wanted ? have : wanted;
    l.n_out = kind == NPRT_FFT_REAL ? n / 2 + 1 : n;
    memcpy(shape, l.src.shape, sizeof shape);
    shape[axis] = l.n_out;
    if (nprt_view_new(out_desc, out, l.src.ndim, shape, false, &l.dst))
        return 1;
    Complex *x = malloc((size_t)n * sizeof *x);
    bool ok = make_plan(&plan, n) && x;
    if (ok)
        run_lines(&l, &plan, x);
    free_plan(&plan);
    free(x);
    if (ok)
        return 0;
    nprt_release(l.dst.owner);
    return nprt_raise(NPRT_EXC_MEMORY_ERROR, "Unable to allocate a Fourier transform");
}

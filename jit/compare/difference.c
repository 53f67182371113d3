/* difference.c - see difference.h. Arrays may be large, and most of their elements are equal:
 * blocks of equal bytes are passed over. */
#include "jit/compare/difference.h"

#include "runtime/half.h"
#include "runtime/print_scalar.h"

#include <math.h>
#include <string.h>

/* ---- tolerances ----------------------------------------------------------------------------- */

static NjTolerance choose(NjTolerance defaults, NjTolerance given)
{
    if (given.rtol >= 0)
        defaults.rtol = given.rtol;
    if (given.atol >= 0)
        defaults.atol = given.atol;
    return defaults;
}

NjTolerance nj_tolerance_of(NprtDtype dtype, NjTolerance given)
{
    switch (dtype) {
    case NPRT_F16:
        return choose((NjTolerance){1e-3, 1e-5}, given);
    case NPRT_F32:
    case NPRT_C64:
        return choose((NjTolerance){1e-5, 1e-7}, given);
    case NPRT_F64:
    case NPRT_C128:
        return choose((NjTolerance){1e-9, 1e-12}, given);
    default:
        return (NjTolerance){0, 0};
    }
}

NjTolerance nj_tolerance_of_text(NjTolerance given)
{
    return choose((NjTolerance){1e-5, 1e-8}, given);
}

/* ---- ULPs ----------------------------------------------------------------------------------- */

/* Bits of a float as an integer that grows with it; both zeros are 0. `sign` is the sign bit. */
static int64_t ordered(uint64_t bits, uint64_t sign)
{
    return bits & sign ? -(int64_t)(bits ^ sign) : (int64_t)bits;
}

static uint64_t distance(int64_t a, int64_t b)
{
    return a > b ? (uint64_t)a - (uint64_t)b : (uint64_t)b - (uint64_t)a;
}

static uint64_t ulp_of_nan(bool a, bool b)
{
    return a && b ? 0 : UINT64_MAX;
}

uint64_t nj_ulp_f64(double a, double b)
{
    uint64_t x, y;
    if (isnan(a) || isnan(b))
        return ulp_of_nan(isnan(a), isnan(b));
    memcpy(&x, &a, sizeof x);
    memcpy(&y, &b, sizeof y);
    return distance(ordered(x, UINT64_C(1) << 63), ordered(y, UINT64_C(1) << 63));
}

uint64_t nj_ulp_f32(float a, float b)
{
    uint32_t x, y;
    if (isnan(a) || isnan(b))
        return ulp_of_nan(isnan(a), isnan(b));
    memcpy(&x, &a, sizeof x);
    memcpy(&y, &b, sizeof y);
    return distance(ordered(x, UINT64_C(1) << 31), ordered(y, UINT64_C(1) << 31));
}

uint64_t nj_ulp_f16(uint16_t a, uint16_t b)
{
    enum { SIGN = 1 << 15, INFINITE = 0x7c00 };
    bool a_nan = (a & ~SIGN) > INFINITE, b_nan = (b & ~SIGN) > INFINITE;
    if (a_nan || b_nan)
        return ulp_of_nan(a_nan, b_nan);
    return distance(ordered(a, SIGN), ordered(b, SIGN));
}

/* ---- pairs ---------------------------------------------------------------------------------- */

/* Notes a pair that is not equal, element `at`. */
static void note(NjDifference *d, int64_t at, double abs, double rel, bool is_beyond)
{
    d->n_unequal++;
    if (is_beyond ? d->n_beyond == 0 : d->first < 0)
        d->first = at;
    d->n_beyond += is_beyond;
    d->max_abs = fmax(d->max_abs, abs);
    d->max_rel = fmax(d->max_rel, rel);
}

/* Floats, or a part of complex numbers; true when they are equal. */
static bool add_float(NjDifference *d, NjTolerance t, double a, double b, int64_t at)
{
    if (a == b || (isnan(a) && isnan(b)))
        return true;
    double abs = fabs(a - b), scale = fmax(fabs(a), fabs(b));
    bool is_finite = isfinite(a) && isfinite(b);
    if (is_finite)
        note(d, at, abs, isinf(abs) ? 2 : abs / scale, !(abs <= t.atol + t.rtol * fabs(a)));
    else
        note(d, at, INFINITY, INFINITY, true);
    return false;
}

static void add_ulp(NjDifference *d, uint64_t ulp)
{
    if (ulp > d->max_ulp)
        d->max_ulp = ulp;
}

static void add_int(NjDifference *d, NprtDtype dtype, const char *a, const char *b, int64_t at)
{
    int64_t x = nprt_scalar_int(dtype, a), y = nprt_scalar_int(dtype, b);
    if (x == y)
        return;
    bool is_less = dtype == NPRT_U64 ? (uint64_t)x < (uint64_t)y : x < y;
    double abs = (double)(is_less ? (uint64_t)y - (uint64_t)x : (uint64_t)x - (uint64_t)y);
    double scale = dtype == NPRT_U64 ? fmax((double)(uint64_t)x, (double)(uint64_t)y)
                                     : fmax(fabs((double)x), fabs((double)y));
    note(d, at, abs, abs / scale, true);
}

static void add_complex(NjDifference *d, NprtDtype dtype, NjTolerance t, const char *a,
                        const char *b, int64_t at)
{
    NprtC128 x = nprt_scalar_complex(dtype, a), y = nprt_scalar_complex(dtype, b);
    NjDifference parts = NJ_NO_DIFFERENCE;
    bool is_single = dtype == NPRT_C64;
    bool re = add_float(&parts, t, x.re, y.re, at), im = add_float(&parts, t, x.im, y.im, at);
    if (re && im)
        return;
    note(d, at, parts.max_abs, parts.max_rel, parts.n_beyond > 0);
    add_ulp(d, is_single ? nj_ulp_f32((float)x.re, (float)y.re) : nj_ulp_f64(x.re, y.re));
    add_ulp(d, is_single ? nj_ulp_f32((float)x.im, (float)y.im) : nj_ulp_f64(x.im, y.im));
}

static void add_pair(NjDifference *d, NprtDtype dtype, NjTolerance t, const char *a, const char *b,
                     int64_t at)
{
    switch (dtype) {
    case NPRT_F64: {
        double x, y;
        memcpy(&x, a, sizeof x);
        memcpy(&y, b, sizeof y);
        if (!add_float(d, t, x, y, at))
            add_ulp(d, nj_ulp_f64(x, y));
        return;
    }
    case NPRT_F32: {
        float x, y;
        memcpy(&x, a, sizeof x);
        memcpy(&y, b, sizeof y);
        if (!add_float(d, t, x, y, at))
            add_ulp(d, nj_ulp_f32(x, y));
        return;
    }
    case NPRT_F16: {
        uint16_t x, y;
        memcpy(&x, a, sizeof x);
        memcpy(&y, b, sizeof y);
        if (!add_float(d, t, nprt_half_to_float(x), nprt_half_to_float(y), at))
            add_ulp(d, nj_ulp_f16(x, y));
        return;
    }
    case NPRT_C64:
    case NPRT_C128:
        add_complex(d, dtype, t, a, b, at);
        return;
    default:
        add_int(d, dtype, a, b, at);
        return;
    }
}

void nj_difference_add(NjDifference *d, NprtDtype dtype, NjTolerance tolerance, const void *a,
                       const void *b, int64_t n)
{
    enum { BLOCK = 4096 };
    int64_t size = nprt_dtype_size(dtype);
    char kind = nprt_dtype_kind(dtype);
    d->has_ulp |= kind == 'f' || kind == 'c';
    for (int64_t start = 0; start < n; start += BLOCK) {
        int64_t end = n - start < BLOCK ? n : start + BLOCK;
        const char *x = (const char *)a + start * size, *y = (const char *)b + start * size;
        if (memcmp(x, y, (size_t)((end - start) * size)) == 0)
            continue;
        for (int64_t i = start; i < end; i++, x += size, y += size)
            add_pair(d, dtype, tolerance, x, y, d->n + i);
    }
    d->n += n;
}

void nj_difference_add_number(NjDifference *d, NjTolerance tolerance, double a, double b,
                              bool is_int)
{
    add_float(d, is_int ? (NjTolerance){0, 0} : tolerance, a, b, d->n);
    d->n++;
}

void nj_difference_join(NjDifference *all, const NjDifference *d)
{
    bool is_first = d->n_beyond ? all->n_beyond == 0 : all->first < 0;
    if (d->first >= 0 && is_first)
        all->first = all->n + d->first;
    all->n += d->n;
    all->n_unequal += d->n_unequal;
    all->n_beyond += d->n_beyond;
    all->max_abs = fmax(all->max_abs, d->max_abs);
    all->max_rel = fmax(all->max_rel, d->max_rel);
    add_ulp(all, d->max_ulp);
    all->has_ulp |= d->has_ulp;
}

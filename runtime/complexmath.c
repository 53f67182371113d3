/* Complex functions. Most are the C library's, as in NumPy; the rest follow the formulas of NumPy's
 * umath/funcs.inc.src and npymath/npy_math_complex.c.src (npy_cpow), whose results differ in the
 * last bits from more careful ones. */
#include "runtime/complexmath.h"

#include <complex.h>
#include <math.h>
#include <string.h>

#define LOG_2   0x1.62e42fefa39efp-1 /* ln 2 */
#define LOG2_E  0x1.71547652b82fep+0 /* 1 / ln 2 */
#define LOG10_E 0x1.bcb7b1526e50ep-2 /* 1 / ln 10 */

/* C gives both types the same layout. */
static double complex to_c(const NprtC128 *a)
{
    double complex z;
    memcpy(&z, a, sizeof z);
    return z;
}

static NprtC128 from_c(double complex z)
{
    NprtC128 a;
    memcpy(&a, &z, sizeof a);
    return a;
}

#define LIBRARY_FUNCTION(name)                                                                     \
    void nprt_c_##name(const NprtC128 *a, NprtC128 *out)                                           \
    {                                                                                              \
        *out = from_c(c##name(to_c(a)));                                                           \
    }

LIBRARY_FUNCTION(exp)
LIBRARY_FUNCTION(log)
LIBRARY_FUNCTION(sqrt)
LIBRARY_FUNCTION(sin)
LIBRARY_FUNCTION(cos)
LIBRARY_FUNCTION(tan)
LIBRARY_FUNCTION(asin)
LIBRARY_FUNCTION(acos)
LIBRARY_FUNCTION(atan)
LIBRARY_FUNCTION(sinh)
LIBRARY_FUNCTION(cosh)
LIBRARY_FUNCTION(tanh)
LIBRARY_FUNCTION(asinh)
LIBRARY_FUNCTION(acosh)
LIBRARY_FUNCTION(atanh)

void nprt_c_exp2(const NprtC128 *a, NprtC128 *out)
{
    NprtC128 scaled = {a->re * LOG_2, a->im * LOG_2};
    nprt_c_exp(&scaled, out);
}

void nprt_c_expm1(const NprtC128 *a, NprtC128 *out)
{
    double half = sin(a->im / 2);
    *out = (NprtC128){expm1(a->re) * cos(a->im) - 2 * half * half, exp(a->re) * sin(a->im)};
}

static void log_scaled(const NprtC128 *a, double factor, NprtC128 *out)
{
    nprt_c_log(a, out);
    out->re *= factor;
    out->im *= factor;
}

void nprt_c_log2(const NprtC128 *a, NprtC128 *out)
{
    log_scaled(a, LOG2_E, out);
}

void nprt_c_log10(const NprtC128 *a, NprtC128 *out)
{
    log_scaled(a, LOG10_E, out);
}

void nprt_c_log1p(const NprtC128 *a, NprtC128 *out)
{
    double size = hypot(a->re + 1, a->im);
    *out = (NprtC128){log(size), atan2(a->im, a->re + 1)};
}

/* ---- powers ---- */

static NprtC128 multiply(NprtC128 a, NprtC128 b)
{
    return (NprtC128){a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

/* 1 / a, by Smith's method. */
static NprtC128 invert(NprtC128 a)
{
    if (fabs(a.re) >= fabs(a.im)) {
        if (a.re == 0.0 && a.im == 0.0) {
            return (NprtC128){1.0 / fabs(a.re), 0.0 / fabs(a.re)};
        }
        double ratio = a.im / a.re, scale = 1.0 / (a.re + a.im * ratio);
        return (NprtC128){(1.0 + 0.0 * ratio) * scale, (0.0 - 1.0 * ratio) * scale};
    }
    double ratio = a.re / a.im, scale = 1.0 / (a.im + a.re * ratio);
    return (NprtC128){(1.0 * ratio + 0.0) * scale, (0.0 * ratio - 1.0) * scale};
}

static NprtC128 integer_power(NprtC128 a, int n)
{
    if (n == 1) {
        return a;
    }
    if (n == 2) {
        return multiply(a, a);
    }
    if (n == 3) {
        return multiply(a, multiply(a, a));
    }
    int left = n < 0 ? -n : n;
    NprtC128 result = {1.0, 0.0}, power = a;
    for (int mask = 1;;) {
        if (left & mask) {
            result = multiply(result, power);
        }
        mask <<= 1;
        if (left < mask) {
            break;
        }
        power = multiply(power, power);
    }
    return n < 0 ? invert(result) : result;
}

void nprt_c_pow(const NprtC128 *a, const NprtC128 *b, NprtC128 *out)
{
    if (b->re == 0.0 && b->im == 0.0) {
        *out = (NprtC128){1.0, 0.0};
    } else if (a->re == 0.0 && a->im == 0.0) {
        *out = b->re > 0 ? (NprtC128){0.0, 0.0} : (NprtC128){NAN, NAN};
    } else if (b->im == 0.0 && b->re > -100 && b->re < 100 && b->re == trunc(b->re)) {
        *out = integer_power(*a, (int)b->re);
    } else {
        *out = from_c(cpow(to_c(a), to_c(b)));
    }
}

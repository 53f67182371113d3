/* Elementary functions of complex numbers by the formulas of CPython's cmathmodule.c, which avoid
 * cancellation and overflow: W. Kahan, "Branch Cuts for Complex Elementary Functions" (1987).
 * Arguments that are not finite go to the C library, whose Annex G has the same values. */
#include "runtime/stdlib_cmath.h"

#include "runtime/errors.h"

#include <complex.h>
#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

static const double large = DBL_MAX / 4.0;
#define SQRT_LARGE 6.703903964971298e+153  /* sqrt(large) */
#define LOG_LARGE  708.3964185322641       /* log(large) */
#define SQRT_SMALL 1.4916681462400413e-154 /* sqrt(DBL_MIN) */
/* The subnormal range is left by an even power of two. */
#define SCALE_UP   (2 * (DBL_MANT_DIG / 2) + 1)
#define SCALE_DOWN (-(SCALE_UP + 1) / 2)

static NprtC128 make(double re, double im)
{
    return (NprtC128){re, im};
}

static NprtC128 square_root(NprtC128 z)
{
    double re = fabs(z.re), im = fabs(z.im), s;
    if (z.re == 0.0 && z.im == 0.0) {
        return make(0.0, z.im);
    }
    if (re < DBL_MIN && im < DBL_MIN && (re > 0.0 || im > 0.0)) {
        re = ldexp(re, SCALE_UP);
        s = ldexp(sqrt(re + hypot(re, ldexp(im, SCALE_UP))), SCALE_DOWN);
    } else {
        re /= 8.0;
        s = 2.0 * sqrt(re + hypot(re, im / 8.0));
    }
    double d = im / (2.0 * s);
    return z.re >= 0.0 ? make(s, copysign(d, z.im)) : make(d, copysign(s, z.im));
}

static NprtC128 exponential(NprtC128 z)
{
    if (z.re > LOG_LARGE) {
        double size = exp(z.re - 1.0);
        return make(size * cos(z.im) * M_E, size * sin(z.im) * M_E);
    }
    double size = exp(z.re);
    return make(size * cos(z.im), size * sin(z.im));
}

static NprtC128 logarithm(NprtC128 z)
{
    double re = fabs(z.re), im = fabs(z.im), size;
    if (re > large || im > large) {
        size = log(hypot(re / 2.0, im / 2.0)) + M_LN2;
    } else if (re < DBL_MIN && im < DBL_MIN) {
        size = log(hypot(ldexp(re, DBL_MANT_DIG), ldexp(im, DBL_MANT_DIG))) - DBL_MANT_DIG * M_LN2;
    } else {
        double h = hypot(re, im);
        if (0.71 <= h && h <= 1.73) {
            double most = re > im ? re : im, least = re > im ? im : re;
            size = log1p((most - 1.0) * (most + 1.0) + least * least) / 2.0;
        } else {
            size = log(h);
        }
    }
    return make(size, atan2(z.im, z.re));
}

static NprtC128 hyperbolic_sine(NprtC128 z)
{
    if (fabs(z.re) > LOG_LARGE) {
        double x = z.re - copysign(1.0, z.re);
        return make(cos(z.im) * sinh(x) * M_E, sin(z.im) * cosh(x) * M_E);
    }
    return make(cos(z.im) * sinh(z.re), sin(z.im) * cosh(z.re));
}

static NprtC128 hyperbolic_cosine(NprtC128 z)
{
    if (fabs(z.re) > LOG_LARGE) {
        double x = z.re - copysign(1.0, z.re);
        return make(cos(z.im) * cosh(x) * M_E, sin(z.im) * sinh(x) * M_E);
    }
    return make(cos(z.im) * cosh(z.re), sin(z.im) * sinh(z.re));
}

static NprtC128 hyperbolic_tangent(NprtC128 z)
{
    if (fabs(z.re) > LOG_LARGE) {
        return make(copysign(1.0, z.re), 4.0 * sin(z.im) * cos(z.im) * exp(-2.0 * fabs(z.re)));
    }
    double tx = tanh(z.re), ty = tan(z.im), cx = 1.0 / cosh(z.re);
    double both = tx * ty, denominator = 1.0 + both * both;
    return make(tx * (1.0 + ty * ty) / denominator, ((ty / denominator) * cx) * cx);
}

static NprtC128 area_sine(NprtC128 z)
{
    if (fabs(z.re) > large || fabs(z.im) > large) {
        double size = log(hypot(z.re / 2.0, z.im / 2.0)) + M_LN2 * 2.0;
        double re = signbit(z.im) ? copysign(size, z.re) : -copysign(size, -z.re);
        return make(re, atan2(z.im, fabs(z.re)));
    }
    NprtC128 s1 = square_root(make(1.0 + z.im, -z.re)), s2 = square_root(make(1.0 - z.im, z.re));
    return make(asinh(s1.re * s2.im - s2.re * s1.im), atan2(z.im, s1.re * s2.re - s1.im * s2.im));
}

static NprtC128 arc_cosine(NprtC128 z)
{
    if (fabs(z.re) > large || fabs(z.im) > large) {
        double size = log(hypot(z.re / 2.0, z.im / 2.0)) + M_LN2 * 2.0;
        double im = z.re < 0.0 ? -copysign(size, z.im) : copysign(size, -z.im);
        return make(atan2(fabs(z.im), z.re), im);
    }
    NprtC128 s1 = square_root(make(1.0 - z.re, -z.im)), s2 = square_root(make(1.0 + z.re, z.im));
    return make(2.0 * atan2(s1.re, s2.re), asinh(s2.re * s1.im - s2.im * s1.re));
}

static NprtC128 area_cosine(NprtC128 z)
{
    if (fabs(z.re) > large || fabs(z.im) > large) {
        return make(log(hypot(z.re / 2.0, z.im / 2.0)) + M_LN2 * 2.0, atan2(z.im, z.re));
    }
    NprtC128 s1 = square_root(make(z.re - 1.0, z.im)), s2 = square_root(make(z.re + 1.0, z.im));
    return make(asinh(s1.re * s2.re + s1.im * s2.im), 2.0 * atan2(s1.im, s2.re));
}

static NprtC128 area_tangent(NprtC128 z)
{
    if (z.re < 0.0 || (z.re == 0.0 && signbit(z.re))) { /* odd */
        NprtC128 r = area_tangent(make(-z.re, -z.im));
        return make(-r.re, -r.im);
    }
    double im = fabs(z.im);
    if (z.re > SQRT_LARGE || im > SQRT_LARGE) {
        double h = hypot(z.re / 2.0, z.im / 2.0);
        return make(z.re / 4.0 / h / h, -copysign(M_PI_2, -z.im));
    }
    if (z.re == 1.0 && im < SQRT_SMALL) {
        if (im == 0.0) {
            return make((double)INFINITY, z.im);
        }
        return make(-log(sqrt(im) / sqrt(hypot(im, 2.0))), copysign(atan2(2.0, -im) / 2, z.im));
    }
    return make(log1p(4.0 * z.re / ((1 - z.re) * (1 - z.re) + im * im)) / 4.0,
                -atan2(-2.0 * z.im, (1 - z.re) * (1 + z.re) - im * im) / 2.0);
}

/* f(i z) / i */
static NprtC128 rotated(NprtC128 (*f)(NprtC128), NprtC128 z)
{
    NprtC128 r = f(make(-z.im, z.re));
    return make(r.im, -r.re);
}

static NprtC128 evaluate(NprtCmath which, NprtC128 z)
{
    NprtC128 r;
    switch (which) {
    case NPRT_CMATH_SQRT:
        return square_root(z);
    case NPRT_CMATH_EXP:
        return exponential(z);
    case NPRT_CMATH_LOG:
        return logarithm(z);
    case NPRT_CMATH_LOG10:
        r = logarithm(z);
        return make(r.re / M_LN10, r.im / M_LN10);
    case NPRT_CMATH_SIN:
        return rotated(hyperbolic_sine, z);
    case NPRT_CMATH_COS:
        return hyperbolic_cosine(make(-z.im, z.re));
    case NPRT_CMATH_TAN:
        return rotated(hyperbolic_tangent, z);
    case NPRT_CMATH_ASIN:
        return rotated(area_sine, z);
    case NPRT_CMATH_ACOS:
        return arc_cosine(z);
    case NPRT_CMATH_ATAN:
        return rotated(area_tangent, z);
    case NPRT_CMATH_SINH:
        return hyperbolic_sine(z);
    case NPRT_CMATH_COSH:
        return hyperbolic_cosine(z);
    case NPRT_CMATH_TANH:
        return hyperbolic_tangent(z);
    case NPRT_CMATH_ASINH:
        return area_sine(z);
    case NPRT_CMATH_ACOSH:
        return area_cosine(z);
    case NPRT_CMATH_ATANH:
        return area_tangent(z);
    }
    return z;
}

/* Infinities and NaNs. */
static NprtC128 evaluate_special(NprtCmath which, NprtC128 z)
{
    union { /* C's CMPLX, which not every compiler has */
        NprtC128 parts;
        double complex value;
    } u = {z};
    double complex x = u.value, r = x;
    switch (which) {
    case NPRT_CMATH_SQRT:
        r = csqrt(x);
        break;
    case NPRT_CMATH_EXP:
        r = cexp(x);
        break;
    case NPRT_CMATH_LOG:
        r = clog(x);
        break;
    case NPRT_CMATH_LOG10:
        r = clog(x);
        return make(creal(r) / M_LN10, cimag(r) / M_LN10);
    case NPRT_CMATH_SIN:
        r = csin(x);
        break;
    case NPRT_CMATH_COS:
        r = ccos(x);
        break;
    case NPRT_CMATH_TAN:
        r = ctan(x);
        break;
    case NPRT_CMATH_ASIN:
        r = casin(x);
        break;
    case NPRT_CMATH_ACOS:
        r = cacos(x);
        break;
    case NPRT_CMATH_ATAN:
        r = catan(x);
        break;
    case NPRT_CMATH_SINH:
        r = csinh(x);
        break;
    case NPRT_CMATH_COSH:
        r = ccosh(x);
        break;
    case NPRT_CMATH_TANH:
        r = ctanh(x);
        break;
    case NPRT_CMATH_ASINH:
        r = casinh(x);
        break;
    case NPRT_CMATH_ACOSH:
        r = cacosh(x);
        break;
    case NPRT_CMATH_ATANH:
        r = catanh(x);
        break;
    }
    return make(creal(r), cimag(r));
}

static bool is_finite(NprtC128 z)
{
    return isfinite(z.re) && isfinite(z.im);
}

static bool has_pole(NprtCmath which, NprtC128 z)
{
    switch (which) {
    case NPRT_CMATH_LOG:
    case NPRT_CMATH_LOG10:
        return z.re == 0.0 && z.im == 0.0;
    case NPRT_CMATH_ATAN:
        return z.re == 0.0 && fabs(z.im) == 1.0;
    case NPRT_CMATH_ATANH:
        return z.im == 0.0 && fabs(z.re) == 1.0;
    default:
        return false;
    }
}

int32_t nprt_cmath(int64_t which, const NprtDesc *desc, const void *at, const NprtDesc *out_desc,
                   void *out)
{
    (void)desc;
    (void)out_desc;
    NprtC128 z, r;
    NprtCmath f = (NprtCmath)which;
    memcpy(&z, at, sizeof z);
    if (has_pole(f, z)) {
        return nprt_raise(NPRT_EXC_VALUE_ERROR, "math domain error");
    }
    if (is_finite(z)) {
        r = evaluate(f, z);
        if (!is_finite(r)) {
            return nprt_raise(NPRT_EXC_OVERFLOW_ERROR, "math range error");
        }
    } else {
        bool angle = f == NPRT_CMATH_SIN || f == NPRT_CMATH_COS || f == NPRT_CMATH_TAN;
        bool area = f == NPRT_CMATH_SINH || f == NPRT_CMATH_COSH || f == NPRT_CMATH_TANH ||
                    f == NPRT_CMATH_EXP;
        if ((angle && isinf(z.re) && isfinite(z.im)) ||
            (area && isinf(z.im) && (isfinite(z.re) || (f == NPRT_CMATH_EXP && z.re > 0)))) {
            return nprt_raise(NPRT_EXC_VALUE_ERROR, "math domain error");
        }
        r = evaluate_special(f, z);
    }
    memcpy(out, &r, sizeof r);
    return 0;
}

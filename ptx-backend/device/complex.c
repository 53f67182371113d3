/* complex.c - runtime/complexmath.h for devices.
 *
 * The host takes most of these from the C library. Here they follow the textbook identities, with
 * the magnitude scaled where squares could overflow; the last bits may differ from the host's. */
#include "runtime/complexmath.h"

double nj_exp_f64(double x);
double nj_log_f64(double x);
double nj_log1p_f64(double x);
double nj_expm1_f64(double x);
double nj_sin_f64(double x);
double nj_cos_f64(double x);
double nj_sinh_f64(double x);
double nj_cosh_f64(double x);
double nj_asinh_f64(double x);
double nj_atan2_f64(double y, double x);
double nj_hypot_f64(double x, double y);

#define INF   __builtin_inf()
#define LN_2  0x1.62e42fefa39efp-1
#define LN_10 0x1.26bb1bbb55516p1

typedef NprtC128 C;

static C times_i(C z)
{
    return (C){-z.im, z.re};
}

static C over_i(C z)
{
    return (C){z.im, -z.re};
}

static C multiply(C a, C b)
{
    return (C){a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

static C divide(C a, C b)
{
    double abs_re = __builtin_fabs(b.re), abs_im = __builtin_fabs(b.im);
    if (abs_re >= abs_im) {
        double r = b.im / b.re, d = b.re + b.im * r;
        return (C){(a.re + a.im * r) / d, (a.im - a.re * r) / d};
    }
    double r = b.re / b.im, d = b.re * r + b.im;
    return (C){(a.re * r + a.im) / d, (a.im * r - a.re) / d};
}

static C exp_c(C z)
{
    if (z.im == 0)
        return (C){nj_exp_f64(z.re), z.im};
    double c = nj_cos_f64(z.im), s = nj_sin_f64(z.im);
    if (z.re > 709) { /* e^re overflows alone, the product may not */
        double e = nj_exp_f64(z.re - 700), big = nj_exp_f64(700);
        return (C){e * c * big, e * s * big};
    }
    double e = nj_exp_f64(z.re);
    return (C){e * c, e * s};
}

static C log_c(C z)
{
    double a = __builtin_fabs(z.re), b = __builtin_fabs(z.im), angle = nj_atan2_f64(z.im, z.re);
    double big = a > b ? a : b, small = a > b ? b : a;
    if (big > 0.5 && big < 2) /* near 1: log1p of |z|^2 - 1 */
        return (C){0.5 * nj_log1p_f64((big - 1) * (big + 1) + small * small), angle};
    return (C){nj_log_f64(nj_hypot_f64(z.re, z.im)), angle};
}

static C sqrt_c(C z)
{
    if (z.re == 0 && z.im == 0)
        return (C){0, z.im};
    if (__builtin_isinf(z.im))
        return (C){INF, z.im};
    if (z.re == -INF)
        return (C){z.im != z.im ? z.im : 0, __builtin_copysign(INF, z.im)};
    double m = __builtin_fabs(z.re), up = 1, down = 1;
    if (m > 0x1p1021 || __builtin_fabs(z.im) > 0x1p1021) {
        up = 0.25;
        down = 2;
    } else if (m < 0x1p-1020 && __builtin_fabs(z.im) < 0x1p-1020) {
        up = 0x1p54;
        down = 0x1p-27;
    }
    z.re *= up;
    z.im *= up;
    double t = __builtin_sqrt(0.5 * (__builtin_fabs(z.re) + nj_hypot_f64(z.re, z.im)));
    if (z.re >= 0)
        return (C){t * down, z.im / (2 * t) * down};
    return (C){__builtin_fabs(z.im) / (2 * t) * down, __builtin_copysign(t, z.im) * down};
}

static C sinh_c(C z)
{
    return (C){nj_sinh_f64(z.re) * nj_cos_f64(z.im), nj_cosh_f64(z.re) * nj_sin_f64(z.im)};
}

static C cosh_c(C z)
{
    return (C){nj_cosh_f64(z.re) * nj_cos_f64(z.im), nj_sinh_f64(z.re) * nj_sin_f64(z.im)};
}

/* tanh(x + iy) = (sinh x cosh x + i sin y cos y) / (sinh^2 x + cos^2 y) */
static C tanh_c(C z)
{
    if (__builtin_fabs(z.re) > 22)
        return (C){__builtin_copysign(1, z.re),
                   4 * nj_sin_f64(z.im) * nj_cos_f64(z.im) * nj_exp_f64(-2 * __builtin_fabs(z.re))};
    double sh = nj_sinh_f64(z.re), ch = nj_cosh_f64(z.re);
    double s = nj_sin_f64(z.im), c = nj_cos_f64(z.im), d = sh * sh + c * c;
    return (C){sh * ch / d, s * c / d};
}

/* W. Kahan, "Branch cuts for complex elementary functions" (1987). */
static C asinh_c(C z)
{
    C a = sqrt_c((C){1 + z.im, -z.re}), b = sqrt_c((C){1 - z.im, z.re});
    double re = nj_asinh_f64(a.re * b.im - a.im * b.re);
    double im = nj_atan2_f64(z.im, a.re * b.re - a.im * b.im);
    return (C){re, im};
}

static C acosh_c(C z)
{
    C a = sqrt_c((C){z.re - 1, z.im}), b = sqrt_c((C){z.re + 1, z.im});
    double re = nj_asinh_f64(a.re * b.re + a.im * b.im);
    double im = 2 * nj_atan2_f64(a.im, b.re);
    return (C){re, im};
}

static C acos_c(C z)
{
    C a = sqrt_c((C){1 - z.re, -z.im}), b = sqrt_c((C){1 + z.re, z.im});
    double re = 2 * nj_atan2_f64(a.re, b.re);
    double im = nj_asinh_f64(b.re * a.im - b.im * a.re);
    return (C){re, im};
}

static C atanh_c(C z)
{
    double x = z.re, y = z.im, below = 1 - x, square = y * y;
    double re = 0.25 * nj_log1p_f64(4 * x / (below * below + square));
    double im = 0.5 * nj_atan2_f64(2 * y, below * (1 + x) - square);
    return (C){re, im};
}

#define FUNCTION(name, value)                                                                      \
    void nprt_c_##name(const NprtC128 *a, NprtC128 *out)                                           \
    {                                                                                              \
        C z = *a;                                                                                  \
        *out = value;                                                                              \
    }

static C scale(C z, double factor)
{
    return (C){z.re * factor, z.im * factor};
}

FUNCTION(exp, exp_c(z))
FUNCTION(log, log_c(z))
FUNCTION(sqrt, sqrt_c(z))
FUNCTION(sinh, sinh_c(z))
FUNCTION(cosh, cosh_c(z))
FUNCTION(tanh, tanh_c(z))
FUNCTION(asinh, asinh_c(z))
FUNCTION(acosh, acosh_c(z))
FUNCTION(atanh, atanh_c(z))
FUNCTION(acos, acos_c(z))
FUNCTION(sin, over_i(sinh_c(times_i(z))))
FUNCTION(cos, cosh_c(times_i(z)))
FUNCTION(tan, over_i(tanh_c(times_i(z))))
FUNCTION(asin, over_i(asinh_c(times_i(z))))
FUNCTION(atan, over_i(atanh_c(times_i(z))))
FUNCTION(exp2, exp_c(scale(z, LN_2)))
FUNCTION(log2, scale(log_c(z), 1 / LN_2))
FUNCTION(log10, scale(log_c(z), 1 / LN_10))

void nprt_c_expm1(const NprtC128 *a, NprtC128 *out)
{
    double half = nj_sin_f64(a->im / 2), e = nj_exp_f64(a->re);
    *out = (C){nj_expm1_f64(a->re) * nj_cos_f64(a->im) - 2 * half * half, e * nj_sin_f64(a->im)};
}

void nprt_c_log1p(const NprtC128 *a, NprtC128 *out)
{
    double length = nj_hypot_f64(a->re + 1, a->im);
    *out = (C){nj_log_f64(length), nj_atan2_f64(a->im, a->re + 1)};
}

/* Small whole exponents by squaring, as npy_cpow does. */
void nprt_c_pow(const NprtC128 *a, const NprtC128 *b, NprtC128 *out)
{
    C z = *a, w = *b;
    if (w.re == 0 && w.im == 0) {
        *out = (C){1, 0};
        return;
    }
    if (z.re == 0 && z.im == 0) {
        *out = w.re > 0 ? (C){0, 0} : (C){__builtin_nan(""), __builtin_nan("")};
        return;
    }
    if (w.im == 0 && w.re == __builtin_floor(w.re) && __builtin_fabs(w.re) < 100) {
        C power = {1, 0};
        for (int n = (int)__builtin_fabs(w.re); n; n >>= 1) {
            if (n & 1)
                power = multiply(power, z);
            z = multiply(z, z);
        }
        *out = w.re < 0 ? divide((C){1, 0}, power) : power;
        return;
    }
    *out = exp_c(multiply(w, log_c(z)));
}

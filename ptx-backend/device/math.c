/* math.c - rows of funcs/math.def that compiler/mathlib lacks, for devices: nj_<name>_f64 and _f32.
 * What needs more than a few lines is computed in double for both. */
#include <stdint.h>

#define INF __builtin_inf()

double nj_exp_f64(double x);
double nj_log_f64(double x);
double nj_log1p_f64(double x);
double nj_exp2_f64(double x);
double nj_log2_f64(double x);
double nj_pow_f64(double x, double y);
double nj_sin_f64(double x);

typedef union Bits64 {
    double value;
    uint64_t bits;
} Bits64;

typedef union Bits32 {
    float value;
    uint32_t bits;
} Bits32;

/* ---- neighbours ----------------------------------------------------------------------------- */

double nj_nextafter_f64(double x, double y)
{
    if (x != x || y != y)
        return x + y;
    if (x == y)
        return y;
    Bits64 u = {x};
    if (x == 0) {
        u.bits = 1;
        return __builtin_copysign(u.value, y);
    }
    u.bits += (x < y) == (x > 0) ? 1 : -1;
    return u.value;
}

float nj_nextafter_f32(float x, float y)
{
    if (x != x || y != y)
        return x + y;
    if (x == y)
        return y;
    Bits32 u = {x};
    if (x == 0) {
        u.bits = 1;
        return __builtin_copysignf(u.value, y);
    }
    u.bits += (x < y) == (x > 0) ? 1 : -1;
    return u.value;
}

/* numpy.spacing: the distance to the next number away from zero. */
double nj_spacing_f64(double x)
{
    if (x == INF || x == -INF)
        return __builtin_nan("");
    return nj_nextafter_f64(x, x < 0 ? -INF : INF) - x;
}

float nj_spacing_f32(float x)
{
    if (x == (float)INF || x == -(float)INF)
        return __builtin_nanf("");
    return nj_nextafter_f32(x, x < 0 ? -(float)INF : (float)INF) - x;
}

/* ---- scaling, remainder --------------------------------------------------------------------- */

/* 2^n for -1022 <= n <= 1023. */
static double power_of_two(int n)
{
    Bits64 u = {.bits = (uint64_t)(1023 + n) << 52};
    return u.value;
}

/* In up to three steps; those down keep 53 bits above the subnormals, so that only the last rounds. */
double nj_ldexp_f64(double x, double exponent)
{
    enum { UP = 1000, DOWN = -900 };
    if (exponent != exponent)
        return exponent;
    int n = exponent > 3000 ? 3000 : exponent < -3000 ? -3000 : (int)exponent;
    for (int i = 0; i < 2 && n > 1023; i++, n -= UP)
        x *= power_of_two(UP);
    for (int i = 0; i < 2 && n < -1022; i++, n -= DOWN)
        x *= power_of_two(DOWN);
    return x * power_of_two(n > 1023 ? 1023 : n < -1022 ? -1022 : n);
}

float nj_ldexp_f32(float x, float exponent)
{
    return (float)nj_ldexp_f64(x, exponent);
}

/* IEEE remainder: fmod to below 2 |y|, then at most one |y| more. */
double nj_fmod_f64(double x, double y);

double nj_remainder_f64(double x, double y)
{
    double a = __builtin_fabs(x), b = __builtin_fabs(y);
    if (x != x || y != y || a == INF || b == 0)
        return __builtin_nan("");
    if (b == INF)
        return x;
    if (b < 0x1p1022)
        a = nj_fmod_f64(a, b + b);
    if (b < 0x1p-1021) {
        if (a + a > b) {
            a -= b;
            if (a + a >= b)
                a -= b;
        }
    } else {
        double half = b * 0.5;
        if (a > half) {
            a -= b;
            if (a >= half)
                a -= b;
        }
    }
    return __builtin_signbit(x) ? -a : a;
}

float nj_remainder_f32(float x, float y)
{
    return (float)nj_remainder_f64(x, y);
}

/* ---- sums of logarithms --------------------------------------------------------------------- */

double nj_logaddexp_f64(double x, double y)
{
    if (x == y)
        return x + 0x1.62e42fefa39efp-1;
    double d = x - y;
    if (d > 0)
        return x + nj_log1p_f64(nj_exp_f64(-d));
    return d <= 0 ? y + nj_log1p_f64(nj_exp_f64(d)) : d;
}

float nj_logaddexp_f32(float x, float y)
{
    return (float)nj_logaddexp_f64(x, y);
}

double nj_logaddexp2_f64(double x, double y)
{
    const double log2e = 0x1.71547652b82fep0;
    if (x == y)
        return x + 1;
    double d = x - y;
    if (d > 0)
        return x + log2e * nj_log1p_f64(nj_exp2_f64(-d));
    return d <= 0 ? y + log2e * nj_log1p_f64(nj_exp2_f64(d)) : d;
}

float nj_logaddexp2_f32(float x, float y)
{
    return (float)nj_logaddexp2_f64(x, y);
}

/* ---- gamma ---------------------------------------------------------------------------------- */

/* Lanczos's approximation with g = 607/128 and the coefficients of P. Godfrey (2001), good to about
 * 1e-15 relative. */
static double lanczos_sum(double x)
{
    static const double c[] = {0.99999999999999709182,     57.156235665862923517,
                               -59.597960355475491248,     14.136097974741747174,
                               -0.49191381609762019978,    .33994649984811888699e-4,
                               .46523628927048575665e-4,   -.98374475304879564677e-4,
                               .15808870322491248884e-3,   -.21026444172410488319e-3,
                               .21743961811521264320e-3,   -.16431810653676389022e-3,
                               .84418223983852743293e-4,   -.26190838401581408670e-4,
                               .36899182659531622704e-5};
    double sum = c[0];
    for (int i = 14; i > 0; i--)
        sum += c[i] / (x + i);
    return sum;
}

static double sin_pi(double x)
{
    double y = x - 2 * __builtin_floor(x * 0.5);
    return nj_sin_f64(0x1.921fb54442d18p1 * y);
}

double nj_lgamma_f64(double x)
{
    const double half_log_2pi = 0.91893853320467274178;
    if (x != x || x == INF || x == -INF)
        return x * x;
    if (x <= 0 && x == __builtin_floor(x))
        return INF;
    if (x == 1 || x == 2)
        return 0;
    if (x < 0.5) {
        double s = __builtin_fabs(sin_pi(x));
        return nj_log_f64(0x1.921fb54442d18p1 / s) - nj_lgamma_f64(1 - x);
    }
    double z = x - 1, t = z + 607.0 / 128 + 0.5;
    return half_log_2pi + (z + 0.5) * nj_log_f64(t) - t + nj_log_f64(lanczos_sum(z));
}

double nj_gamma_f64(double x)
{
    if (x != x || x == INF)
        return x;
    if (x == 0)
        return 1 / x;
    if (x < 0 && x == __builtin_floor(x))
        return __builtin_nan("");
    if (x == __builtin_floor(x) && x <= 23) { /* exact */
        double product = 1;
        for (double k = 2; k < x; k += 1)
            product *= k;
        return product;
    }
    if (x < 0.5)
        return 0x1.921fb54442d18p1 / (sin_pi(x) * nj_gamma_f64(1 - x));
    if (x > 171.7)
        return INF;
    double z = x - 1, t = z + 607.0 / 128 + 0.5;
    double power = nj_pow_f64(t, (z + 0.5) * 0.5); /* in two steps, as one overflows */
    return 2.50662827463100050242 * power * nj_exp_f64(-t) * power * lanczos_sum(z);
}

float nj_lgamma_f32(float x)
{
    return (float)nj_lgamma_f64(x);
}

float nj_gamma_f32(float x)
{
    return (float)nj_gamma_f64(x);
}

/* ---- Bessel --------------------------------------------------------------------------------- */

/* I0 by its power series, all terms positive: sum of (x^2/4)^k / k!^2. */
double nj_i0_f64(double x)
{
    double q = x * x * 0.25, term = 1, sum = 1;
    for (int k = 1; k < 500 && term > sum * 0x1p-54; k++) {
        term *= q / ((double)k * k);
        sum += term;
    }
    return sum;
}

float nj_i0_f32(float x)
{
    return (float)nj_i0_f64(x);
}

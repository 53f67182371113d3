/* math.c - rows of funcs/math.def that compiler/mathlib lacks, for devices: nj_<name>_f64 and _f32.
 * What needs more than a few lines is computed in double for both. */
#include "runtime/bessel.h"

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

/* In up to three steps; those down keep 53 bits above the subnormals, so that only the last rounds.
 */
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

#define PI 0x1.921fb54442d18p1

double nj_cos_f64(double x);

/* sin(pi x) for x >= 0, with the argument reduced exactly. */
static double sin_pi(double x)
{
    double y = x - 2 * __builtin_floor(x * 0.5); /* in [0, 2) */
    double sign = y >= 1 ? -1 : 1;
    if (y >= 1)
        y -= 1;
    if (y > 0.5)
        y = 1 - y;
    return sign * (y > 0.25 ? nj_cos_f64(PI * (0.5 - y)) : nj_sin_f64(PI * y));
}

/* log(gamma(c + e)) / e for c = 1 and 2, and (log(gamma(1.5 + e)) - log(gamma(1.5))) / e, from
 * their power series by fpminimax to 2^-56: |e| <= 0.3; -0.3 <= e <= 0.5; |e| <= 0.2. */
static const double near_1[] = {
    -0x1.2788cfc6fb619p-1, 0x1.a51a6625307d3p-1, -0x1.9a4d55beab293p-2, 0x1.151322ac7da0bp-2,
    -0x1.a8b9c17aadc26p-3, 0x1.5b40cb0fcbf98p-3, -0x1.2703a1d9a1babp-3, 0x1.010b36cdc626ep-3,
    -0x1.c806720630ac5p-4, 0x1.9a01d47d166c8p-4, -0x1.748bf4f027f0ep-4, 0x1.556d0875644dfp-4,
    -0x1.3b23c7857f3e2p-4, 0x1.2464304e03245p-4, -0x1.10a9f0eb7ba97p-4, 0x1.02d89240a8d07p-4,
    -0x1.eb1ced7034a2p-5,  0x1.961cc6d7b1be9p-5, -0x1.6e1c657ec358cp-5, 0x1.3de74314e9f56p-4,
    -0x1.41fb3039bb197p-4};
static const double near_2[] = {
    0x1.b0ee6072093cep-2,   0x1.4a34cc4a60fa6p-2,  -0x1.13e001a55758dp-4,  0x1.51322ac7d8602p-6,
    -0x1.e404fc21bef94p-8,  0x1.7add6eadf067bp-9,  -0x1.38ac5c0af9f39p-10, 0x1.0b36af17533acp-11,
    -0x1.d3fd6349bd28bp-13, 0x1.a1282bbc1a2cbp-14, -0x1.78da97dbb3748p-15, 0x1.57eef45e2b512p-16,
    -0x1.3ce73b8647786p-17, 0x1.291edd66a773cp-18, -0x1.183f082760da5p-19, 0x1.c28e0fb07f46fp-21,
    -0x1.608452131a63fp-23, -0x1.85de729e5b283p-26};
static const double near_1_5[] = {
    0x1.2aed059bd608ap-5,   0x1.de9e64df22ef3p-2,  -0x1.1ae55b180719cp-3,  0x1.e0f840dad59a5p-5,
    -0x1.da59d5380a86ep-6,  0x1.f9ca39dcffd2fp-7,  -0x1.1a8ba4012f101p-7,  0x1.456f18a834e95p-8,
    -0x1.7edc9521aa0b9p-9,  0x1.c97563d890189p-10, -0x1.1439e6bf5842cp-10, 0x1.50fba72154bap-11,
    -0x1.b5e1d56ebeb85p-12, 0x1.10cf11d836adcp-12};

/* first + e times the polynomial */
static double polynomial(const double *c, int n, double e, double first)
{
    double sum = c[n - 1];
    for (int i = n - 2; i > 0; i--)
        sum = __builtin_fma(sum, e, c[i]);
    return __builtin_fma(e * e, sum, __builtin_fma(e, c[0], first));
}

/* log(gamma(1 + e)) for 0 <= e <= 1.5. Nowhere do two large terms cancel. */
static double lgamma_of_1_plus(double e)
{
    const double at_1_5 = -0x1.eeb95b094c191p-4;
    if (e < 0.3)
        return polynomial(near_1, 21, e, 0);
    if (e < 0.7)
        return polynomial(near_1_5, 14, e - 0.5, at_1_5);
    return polynomial(near_2, 18, e - 1, 0);
}

/* For 0 < x < 8: to [1, 2.5] by lgamma(x + 1) = lgamma(x) + log(x). */
static double lgamma_small(double x)
{
    if (x < 0.7)
        return lgamma_of_1_plus(x) - nj_log_f64(x);
    if (x < 1)
        return polynomial(near_1, 21, x - 1, 0);
    double product = 1;
    while (x > 2.5) {
        x -= 1;
        product *= x;
    }
    double rest = lgamma_of_1_plus(x - 1);
    return product > 1 ? nj_log_f64(product) + rest : rest;
}

/* Stirling's series, for x >= 8. */
static double lgamma_large(double x)
{
    static const double c[] = {1.0 / 12,   -1.0 / 360,      1.0 / 1260, -1.0 / 1680,
                               1.0 / 1188, -691.0 / 360360, 1.0 / 156,  -3617.0 / 122400};
    const double half_log_2pi_minus_half = 0.41893853320467274178;
    double z = 1 / x, y = z * z, sum = c[7];
    for (int i = 6; i >= 0; i--)
        sum = sum * y + c[i];
    return (x - 0.5) * (nj_log_f64(x) - 1) + (half_log_2pi_minus_half + sum * z);
}

static double lgamma_positive(double x)
{
    return x < 8 ? lgamma_small(x) : lgamma_large(x);
}

double nj_lgamma_f64(double x)
{
    if (x != x || x == INF || x == -INF)
        return x * x;
    if (x > 0)
        return lgamma_positive(x);
    if (x == __builtin_floor(x))
        return INF;
    double s = __builtin_fabs(x * sin_pi(-x)); /* gamma(x) gamma(-x) = -pi / (x sin(pi x)) */
    return s > 0x1p-900 ? nj_log_f64(PI / s) - lgamma_positive(-x) : -nj_log_f64(-x);
}

/* Lanczos's sum for g = 6.0247 as a quotient, times exp(-g); coefficients: Boost's lanczos13m53. */
static double lanczos_sum(double x)
{
    static const double p[] = {
        23531376880.410759688572, 42919803642.649098768958, 35711959237.355668049440,
        17921034426.037209699920, 6039542586.3520280050643, 1439720407.3117216736632,
        248874557.86205415651147, 31426415.585400194380614, 2876370.6289353724412254,
        186056.26539522349504030, 8071.6720023658162106380, 210.82427775157934587251,
        2.5066282746310002701649};
    static const double q[] = {0,        39916800, 120543840, 150917976, 105258076,
                               45995730, 13339535, 2637558,   357423,    32670,
                               1925,     66,       1};
    double a = 0, b = 0;
    for (int i = 0; i <= 12; i++) {
        a = x < 5 ? a * x + p[12 - i] : a / x + p[i];
        b = x < 5 ? b * x + q[12 - i] : b / x + q[i];
    }
    return a / b;
}

/* x >= 0.5 or the absolute value of a negative number. The rounding error of x + g - 0.5 is made
 * good. */
static void stirling_factors(double x, double *out_power, double *out_correction)
{
    const double g = 6.024680040776729583740234375, g_half = g - 0.5;
    double y = x + g_half;
    double error = x > g_half ? (y - x) - g_half : (y - g_half) - x;
    *out_correction = error * g / y;
    *out_power = y;
}

double nj_gamma_f64(double x)
{
    if (x != x || x == INF)
        return x;
    if (x == 0)
        return 1 / x;
    if (x == __builtin_floor(x)) {
        double product = 1;
        if (x < 0)
            return __builtin_nan("");
        for (double k = 2; k < x && x <= 23; k += 1) /* exact */
            product *= k;
        if (x <= 23)
            return product;
    }
    double a = __builtin_fabs(x), y, correction;
    if (a < 0x1p-60)
        return 1 / x;
    if (x > 171.7)
        return INF;
    if (x < -184)
        return sin_pi(a) > 0 ? -0.0 : 0.0;
    stirling_factors(a, &y, &correction);
    double result, half = nj_pow_f64(y, (a - 0.5) * 0.5); /* in two steps, as one overflows */
    if (x < 0) {
        result = -PI / sin_pi(a) / a * nj_exp_f64(y) / lanczos_sum(a);
        result -= correction * result;
        return result / half / half;
    }
    result = lanczos_sum(a) * nj_exp_f64(-y);
    result += correction * result;
    return result * half * half;
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

double nj_i0_f64(double x)
{
    x = __builtin_fabs(x);
    return nprt_bessel_i0(x, nj_exp_f64(x));
}

float nj_i0_f32(float x)
{
    return (float)nj_i0_f64(x);
}

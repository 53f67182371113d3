/* Accuracy and special values of ptx-backend/device/math.c: no worse than what the CUDA
 * documentation says of libdevice (CUDA Math API, "Double precision"): gamma 10 ULP, lgamma 4
 * (outside of -11.0001 .. -2.2637, where it has its zeros), i0 6. The reference is the C library's
 * long double. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdint.h>

/* The functions under names of their own, over the build of compiler/mathlib that devices get. */
#define nj_exp_f64   fma_exp_f64
#define nj_log_f64   fma_log_f64
#define nj_log1p_f64 fma_log1p_f64
#define nj_exp2_f64  fma_exp2_f64
#define nj_log2_f64  fma_log2_f64
#define nj_pow_f64   fma_pow_f64
#define nj_sin_f64   fma_sin_f64
#define nj_cos_f64   fma_cos_f64
#define nj_fmod_f64  fma_fmod_f64

#define UNARY(name)                                                                                \
    double nj_##name##_f64(double);                                                                \
    float nj_##name##_f32(float);
#define BINARY(name)                                                                               \
    double nj_##name##_f64(double, double);                                                        \
    float nj_##name##_f32(float, float);
UNARY(spacing)
UNARY(lgamma)
UNARY(gamma)
UNARY(i0)
BINARY(nextafter)
BINARY(ldexp)
BINARY(remainder)
BINARY(logaddexp)
BINARY(logaddexp2)
#include "ptx-backend/device/math.c"

enum { POINTS = 20000 };

static uint64_t state = 1;

/* In [low, high); a linear congruential generator. */
static double draw(double low, double high)
{
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return low + (high - low) * ((double)(state >> 11) * 0x1p-53);
}

static double ulps(double got, long double want)
{
    int exponent;
    if (isnan(got) || isnan(want) || isinf(want))
        return (isnan(got) && isnan(want)) || got == want ? 0 : INFINITY;
    frexpl(want, &exponent);
    return (double)(fabsl(got - want) / ldexpl(1, exponent - 53 < -1074 ? -1074 : exponent - 53));
}

static long double log_gamma(long double x)
{
    int sign;
    return lgammal_r(x, &sign);
}

/* By its power series; all terms are positive. */
static long double bessel(long double x)
{
    long double q = x * x / 4, term = 1, sum = 1;
    for (int k = 1; term > sum * 0x1p-70L; k++) {
        term *= q / ((long double)k * k);
        sum += term;
    }
    return sum;
}

static long double add_exponentials(long double x, long double y)
{
    return fmaxl(x, y) + log1pl(expl(-fabsl(x - y)));
}

static void check(const char *name, double (*f)(double), long double (*reference)(long double),
                  double low, double high, double limit)
{
    double worst = 0, at = 0;
    for (int i = 0; i < POINTS; i++) {
        double x = draw(low, high), error = ulps(f(x), reference(x));
        if (!(error <= worst)) {
            worst = error;
            at = x;
        }
    }
    cr_expect(worst <= limit, "%s(%.17g): %.2f ULP, the limit is %.2f", name, at, worst, limit);
}

Test(device_math, lgamma)
{
    static const double ranges[][2] = {
        {1e-300, 1e-290}, {1e-6, 0.5}, {0.5, 1},   {0.999, 1.001}, {1, 1.9},       {1.9, 2.1},
        {2.1, 8},         {8, 200},    {200, 1e5}, {1e5, 1e305},   {-2.26, -1e-9}, {-100, -11.001}};
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
        check("lgamma", nj_lgamma_f64, log_gamma, ranges[i][0], ranges[i][1], 4);
    cr_expect(nj_lgamma_f64(1) == 0 && nj_lgamma_f64(2) == 0);
    cr_expect(isinf(nj_lgamma_f64(0)) && isinf(nj_lgamma_f64(-3)) &&
              isinf(nj_lgamma_f64(-INFINITY)));
    cr_expect(nj_lgamma_f64(INFINITY) == (double)INFINITY && isnan(nj_lgamma_f64(NAN)));
    cr_expect(ulps(nj_lgamma_f64(-1e-200), log_gamma(-1e-200L)) <= 4);
}

Test(device_math, gamma)
{
    static const double ranges[][2] = {{1e-300, 1e-290}, {1e-9, 1}, {1, 3},    {3, 30},
                                       {30, 171.6},      {-3, 0},   {-30, -3}, {-170, -30}};
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
        check("gamma", nj_gamma_f64, tgammal, ranges[i][0], ranges[i][1], 10);
    for (int n = 1; n <= 23; n++)
        cr_expect(nj_gamma_f64(n) == (double)tgammal(n), "gamma(%d)", n);
    cr_expect(isinf(nj_gamma_f64(172)) && isinf(nj_gamma_f64(INFINITY)) && isnan(nj_gamma_f64(-2)));
    cr_expect(nj_gamma_f64(-0.0) == (double)-INFINITY && nj_gamma_f64(-190.5) == 0);
    cr_expect(isnan(nj_gamma_f64(-INFINITY)) && isnan(nj_gamma_f64(NAN)));
}

Test(device_math, i0)
{
    check("i0", nj_i0_f64, bessel, -8, 8, 6);
    check("i0", nj_i0_f64, bessel, 8, 700, 6);
}

Test(device_math, sums_of_exponentials)
{
    for (int i = 0; i < POINTS; i++) {
        double x = draw(1, 40), y = draw(1, 40);
        cr_assert(ulps(nj_logaddexp_f64(x, y), add_exponentials(x, y)) <= 2, "%.17g %.17g", x, y);
    }
    cr_expect(nj_logaddexp_f64(-INFINITY, 3) == 3 && nj_logaddexp2_f64(4, 4) == 5);
    cr_expect(nj_logaddexp_f64(INFINITY, INFINITY) == (double)INFINITY);
}

Test(device_math, scaling_and_remainders_are_exact)
{
    for (int i = 0; i < POINTS; i++) {
        double x = draw(-1e3, 1e3), y = draw(-20, 20);
        int n = (int)draw(-1100, 1100);
        cr_assert(nj_ldexp_f64(x, n) == ldexp(x, n), "ldexp(%.17g, %d)", x, n);
        cr_assert(nj_remainder_f64(x, y) == remainder(x, y), "remainder(%.17g, %.17g)", x, y);
        cr_assert(nj_nextafter_f64(x, y) == nextafter(x, y), "nextafter(%.17g, %.17g)", x, y);
        cr_assert(nj_nextafter_f32((float)x, (float)y) == nextafterf((float)x, (float)y));
        cr_assert(nj_spacing_f64(x) == nextafter(x, copysign(INFINITY, x)) - x, "spacing(%.17g)",
                  x);
    }
}

/* Accuracy and special values of compiler/mathlib, for both builds of it (with and without FMA).
 *
 * The reference is the C library's long double: 11 more bits than double, so its own error does not
 * show. Every row of mathlib.def is checked at edge values (class and sign must match, too), at
 * random bit patterns, and at random points of the row's domain against the row's ULP bar. Run with
 * `--verbose` to see the largest error found and where. NJ_MATH_TEST_POINTS sets the number of
 * points.
 */
#include <criterion/criterion.h>
#include <criterion/logging.h>
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* One set of prototypes and one table for each build; the build system compiles compiler/mathlib
 * with the same prefixes. */
#define NJ_MATH_PREFIX fma_
#include "compiler/mathlib/nj_math.h"
#undef NJ_COMPILER_MATHLIB_NJ_MATH_H
#undef NJ_MATH_PREFIX
#define NJ_MATH_PREFIX plain_
#include "compiler/mathlib/nj_math.h"

typedef double (*Fn1F64)(double);
typedef double (*Fn2F64)(double, double);
typedef float (*Fn1F32)(float);
typedef float (*Fn2F32)(float, float);
typedef long double (*Ref1)(long double);
typedef long double (*Ref2)(long double, long double);

/* Where random points are drawn: x in [lo, hi] and y in [ylo, yhi], for each precision. */
typedef struct Domain {
    double lo, hi, ylo, yhi;
} Domain;

typedef struct Row {
    const char *name, *build;
    int nargs;
    double ulp64, ulp32;
    Domain domain64, domain32;
    Fn1F64 f1;
    Fn2F64 f2;
    Fn1F32 g1;
    Fn2F32 g2;
    Ref1 ref1;
    Ref2 ref2;
} Row;

#define DOMAIN_EXP      {-745.2, 709.8, 0, 0}, {-103.9, 88.8, 0, 0}
#define DOMAIN_EXP2     {-1075, 1024, 0, 0}, {-150, 128, 0, 0}
#define DOMAIN_EXPM1    {-5, 5, 0, 0}, {-5, 5, 0, 0}
#define DOMAIN_POSITIVE {0, 20, 0, 0}, {0, 20, 0, 0}
#define DOMAIN_LOG1P    {-1, 3, 0, 0}, {-1, 3, 0, 0}
#define DOMAIN_ANGLE    {-200, 200, 0, 0}, {-200, 200, 0, 0}
#define DOMAIN_UNIT     {-1, 1, 0, 0}, {-1, 1, 0, 0}
#define DOMAIN_SMALL    {-12, 12, 0, 0}, {-6, 6, 0, 0}
#define DOMAIN_ERFC     {-6, 27.3, 0, 0}, {-4, 10.1, 0, 0}
#define DOMAIN_ACOSH    {1, 20, 0, 0}, {1, 20, 0, 0}
#define DOMAIN_PLANE    {-10, 10, -10, 10}, {-10, 10, -10, 10}
#define DOMAIN_POW      {0, 10, -300, 300}, {0, 10, -37, 37}
#define DOMAIN_FMOD     {-1e6, 1e6, -3, 3}, {-1e6, 1e6, -3, 3}

#define FUNCTIONS_1(prefix, name)                                                                  \
    .f1 = prefix##name##_f64, .g1 = prefix##name##_f32, .ref1 = name##l
#define FUNCTIONS_2(prefix, name)                                                                  \
    .f2 = prefix##name##_f64, .g2 = prefix##name##_f32, .ref2 = name##l
#define ROW(prefix, fn, n, bar64, bar32, dom)                                                      \
    {#fn, #prefix, n, bar64, bar32, DOMAIN_##dom, FUNCTIONS_##n(prefix, fn)},

static const Row rows[] = {
/* clang-format off */
#define NJ_MATHFN(name, nargs, ulp64, ulp32, domain) ROW(fma_, name, nargs, ulp64, ulp32, domain)
#include "compiler/mathlib/mathlib.def"
#undef NJ_MATHFN
#define NJ_MATHFN(name, nargs, ulp64, ulp32, domain) ROW(plain_, name, nargs, ulp64, ulp32, domain)
#include "compiler/mathlib/mathlib.def"
#undef NJ_MATHFN
    /* clang-format on */
};
enum { ROW_COUNT = sizeof rows / sizeof rows[0] };

/* clang-format off */
static const double edges64[] = {
    0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 2.0, -2.0, 3.0, -3.0, 1.5, -1.5, 2.5, -2.5, 10.0, -10.0,
    INFINITY, -INFINITY, NAN, DBL_MAX, -DBL_MAX, DBL_MIN, -DBL_MIN, 0x1p-1074, -0x1p-1074,
    0x1.fffffffffffffp-1023, 0x1.123p-1060, 0x1p-600, -0x1p-600, 0x1p600, -0x1p600,
    0x1.fffffffffffffp-1, 0x1.0000000000001p0, -0x1.fffffffffffffp-1, -0x1.0000000000001p0,
    0x1p52, 0x1.0000000000001p52, -0x1.0000000000001p52, 0x1p53, 0x1.8p53, 0x1p63, 0x1p1023,
    709.782712893384, 709.782712893385, -708.396418532264, -708.4, -745.1332191019411,
    -745.1332191019412, 710.4758600739439, 710.4758600739440, 1024.0, 1023.5, -1022.5, -1074.5,
    -1075.0, -1076.0, 0x1.921fb54442d18p0, 0x1.921fb54442d18p1, 0x1.921fb54442d18p2,
    0x1.921fb54442d18p-1, 0x1.6ac5b262ca1ffp849, 0x1.4bbd2ef4f6eecp30, 1e5, 1e10, 1e22, 1e300,
    1e-5, 1e-10, 1e-20, -1e-20, 1e-300, -1e-300, 22.0, -22.0, 40.0, 27.0, 5.8, 0.7071067811865476,
};

static const float edges32[] = {
    0.0f, -0.0f, 1.0f, -1.0f, 0.5f, -0.5f, 2.0f, -2.0f, 3.0f, -3.0f, 1.5f, -1.5f, 2.5f, 10.0f,
    INFINITY, -INFINITY, NAN, FLT_MAX, -FLT_MAX, FLT_MIN, -FLT_MIN, 0x1p-149f, -0x1p-149f,
    0x1.fffffcp-127f, 0x1.12p-140f, 0x1p-80f, -0x1p-80f, 0x1p80f, -0x1p80f, 0x1.fffffep-1f,
    0x1.000002p0f, -0x1.fffffep-1f, -0x1.000002p0f, 0x1p23f, 0x1.000002p23f, -0x1.000002p23f,
    0x1p24f, 0x1.8p24f, 0x1p31f, 0x1p127f, 88.72283f, 88.72284f, -87.33655f, -103.97207f,
    -103.97208f, 89.41598f, 89.41599f, 128.0f, 127.5f, -126.5f, -149.5f, -150.0f, -151.0f,
    0x1.921fb6p0f, 0x1.921fb6p1f, 0x1.921fb6p2f, 0x1.921fb6p-1f, 0x1.f67ebcp99f, 1e5f, 1e10f, 1e22f,
    1e30f, 1e-5f, 1e-10f, 1e-20f, -1e-20f, 22.0f, -22.0f, 9.2f, 4.0f, 10.05f, 0.70710677f,
};
/* clang-format on */

enum {
    EDGES64 = sizeof edges64 / sizeof edges64[0],
    EDGES32 = sizeof edges32 / sizeof edges32[0],
    MESSAGES = 5 /* reported for each function and test */
};

/* The widest error seen, in ulps, and its argument. */
typedef struct Worst {
    double ulps, x, y;
    int failures;
} Worst;

static uint64_t random_bits(uint64_t *state)
{
    /* splitmix64 (Steele, Lea, Flood 2014) */
    uint64_t z = (*state += UINT64_C(0x9e3779b97f4a7c15));
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

static double random_between(uint64_t *state, double lo, double hi)
{
    return lo + (hi - lo) * ((double)(random_bits(state) >> 11) * 0x1p-53);
}

/* |got - want| in units of the last place of a type with `digits` bits and least exponent `emin`.
 * INFINITY where the class (nan, infinite, zero's sign) is wrong. */
static double error_in_ulps(double got, long double want, int digits, int emin, long double max)
{
    if (isnan(want) || isnan(got))
        return isnan(want) && isnan(got) ? 0.0 : INFINITY;
    int exponent = emin;
    if (want != 0 && !isinf(want))
        exponent = ilogbl(want) > emin ? ilogbl(want) : emin;
    long double ulp = ldexpl(1.0L, exponent - digits + 1);
    /* Beyond the largest value plus half an ulp the rounded result is infinite. */
    if (fabsl(want) >= max + ldexpl(1.0L, ilogbl(max) - digits)) {
        if (isinf(got) && !signbit(got) == !signbit(want))
            return 0.0;
        if (isinf(want) || isinf(got))
            return INFINITY;
    } else if (isinf(got)) {
        got = copysign((double)max, got);
        return (double)(fabsl((long double)got - want) / ulp) + 1.0;
    }
    if (!signbit(got) != !signbit(want))
        return INFINITY;
    return (double)(fabsl((long double)got - want) / ulp);
}

static void check64(const Row *row, double x, double y, double bar, Worst *worst)
{
    double got = row->nargs == 1 ? row->f1(x) : row->f2(x, y);
    long double want = row->nargs == 1 ? row->ref1(x) : row->ref2(x, y);
    double ulps = error_in_ulps(got, want, DBL_MANT_DIG, DBL_MIN_EXP - 1, DBL_MAX);
    if (ulps > worst->ulps)
        *worst = (Worst){ulps, x, y, worst->failures};
    if (ulps > bar && worst->failures++ < MESSAGES)
        cr_expect(ulps <= bar, "%s%s_f64(%a, %a) = %a, not %La: %g ulp", row->build, row->name, x,
                  y, got, want, ulps);
}

static void check32(const Row *row, float x, float y, double bar, Worst *worst)
{
    float got = row->nargs == 1 ? row->g1(x) : row->g2(x, y);
    long double want = row->nargs == 1 ? row->ref1(x) : row->ref2(x, y);
    double ulps = error_in_ulps(got, want, FLT_MANT_DIG, FLT_MIN_EXP - 1, FLT_MAX);
    if (ulps > worst->ulps)
        *worst = (Worst){ulps, x, y, worst->failures};
    if (ulps > bar && worst->failures++ < MESSAGES)
        cr_expect(ulps <= bar, "%s%s_f32(%a, %a) = %a, not %La: %g ulp", row->build, row->name,
                  (double)x, (double)y, (double)got, want, ulps);
}

static long test_points(void)
{
    const char *text = getenv("NJ_MATH_TEST_POINTS");
    return text ? strtol(text, NULL, 10) : 20000;
}

static double random_pattern64(uint64_t *state)
{
    uint64_t u = random_bits(state);
    double x;
    memcpy(&x, &u, sizeof x);
    return x;
}

static float random_pattern32(uint64_t *state)
{
    uint32_t u = (uint32_t)random_bits(state);
    float x;
    memcpy(&x, &u, sizeof x);
    return x;
}

/* Only rows of one build: NJ_MATH_TEST_ONLY names a function to look at alone. */
static int is_selected(const Row *row)
{
    const char *only = getenv("NJ_MATH_TEST_ONLY");
    return !only || strcmp(only, row->name) == 0;
}

Test(mathlib, edge_values)
{
    for (int r = 0; r < ROW_COUNT; r++) {
        const Row *row = &rows[r];
        Worst worst = {0};
        if (!is_selected(row))
            continue;
        for (int i = 0; i < EDGES64; i++)
            for (int j = 0; j < (row->nargs == 1 ? 1 : EDGES64); j++)
                check64(row, edges64[i], edges64[j], row->ulp64, &worst);
        for (int i = 0; i < EDGES32; i++)
            for (int j = 0; j < (row->nargs == 1 ? 1 : EDGES32); j++)
                check32(row, edges32[i], edges32[j], row->ulp32, &worst);
    }
}

Test(mathlib, random_points_f64)
{
    uint64_t state = 1;
    for (int r = 0; r < ROW_COUNT; r++) {
        const Row *row = &rows[r];
        const Domain *d = &row->domain64;
        Worst worst = {0}, wide = {0};
        if (!is_selected(row))
            continue;
        for (long i = 0; i < test_points(); i++) {
            double x = random_between(&state, d->lo, d->hi);
            double y = random_between(&state, d->ylo, d->yhi);
            check64(row, x, y, row->ulp64, &worst);
            check64(row, random_pattern64(&state), random_pattern64(&state), row->ulp64, &wide);
            /* a moderate magnitude, relative precision near zero */
            x = ldexp(random_between(&state, -1, 1), (int)(random_bits(&state) % 80) - 60);
            y = ldexp(random_between(&state, -1, 1), (int)(random_bits(&state) % 80) - 60);
            check64(row, x, y, row->ulp64, &wide);
        }
        cr_log_info("%6s%-6s f64 %.3f ulp at (%a, %a); wide %.3f at (%a, %a)", row->build,
                    row->name, worst.ulps, worst.x, worst.y, wide.ulps, wide.x, wide.y);
    }
}

Test(mathlib, random_points_f32)
{
    uint64_t state = 2;
    for (int r = 0; r < ROW_COUNT; r++) {
        const Row *row = &rows[r];
        const Domain *d = &row->domain32;
        Worst worst = {0}, wide = {0};
        if (!is_selected(row))
            continue;
        for (long i = 0; i < test_points(); i++) {
            float x = (float)random_between(&state, d->lo, d->hi);
            float y = (float)random_between(&state, d->ylo, d->yhi);
            check32(row, x, y, row->ulp32, &worst);
            check32(row, random_pattern32(&state), random_pattern32(&state), row->ulp32, &wide);
            x = (float)ldexp(random_between(&state, -1, 1), (int)(random_bits(&state) % 50) - 30);
            y = (float)ldexp(random_between(&state, -1, 1), (int)(random_bits(&state) % 50) - 30);
            check32(row, x, y, row->ulp32, &wide);
        }
        cr_log_info("%6s%-6s f32 %.3f ulp at (%a, %a); wide %.3f at (%a, %a)", row->build,
                    row->name, worst.ulps, worst.x, worst.y, wide.ulps, wide.x, wide.y);
    }
}

/* An exactly representable result must come out exactly: users see 10.0 ** 2 and log10(1000). */
Test(mathlib, exact_results_are_exact)
{
    for (int n = 1; n <= 15; n++) {
        double power = 1.0;
        for (int i = 0; i < n; i++)
            power *= 10.0;
        cr_expect_eq(fma_pow_f64(10.0, n), power, "10^%d", n);
        cr_expect_eq(plain_pow_f64(10.0, n), power, "10^%d", n);
        cr_expect_eq(fma_log10_f64(power), n, "log10 10^%d", n);
        cr_expect_eq(plain_log10_f64(power), n, "log10 10^%d", n);
    }
    for (int n = -1074; n <= 1023; n++) {
        double power = ldexp(1.0, n);
        cr_expect_eq(fma_exp2_f64(n), power, "2^%d", n);
        cr_expect_eq(plain_exp2_f64(n), power, "2^%d", n);
        cr_expect_eq(fma_pow_f64(2.0, n), power, "2^%d", n);
        cr_expect_eq(plain_pow_f64(2.0, n), power, "2^%d", n);
        cr_expect_eq(fma_log2_f64(power), n, "log2 2^%d", n);
        cr_expect_eq(plain_log2_f64(power), n, "log2 2^%d", n);
    }
    for (int n = 1; n <= 2000; n++) {
        double x = n;
        cr_expect_eq(fma_pow_f64(-x, 3.0), -x * x * x, "(-%d)^3", n);
        cr_expect_eq(plain_pow_f64(x, 4.0), x * x * x * x, "%d^4", n);
        cr_expect_eq(fma_pow_f64(x * x, 0.5), x, "%d", n);
        cr_expect_eq(fma_cbrt_f64(x * x * x), x, "%d", n);
        cr_expect_eq(plain_cbrt_f64(x * x * x), x, "%d", n);
        cr_expect_eq(fma_hypot_f64(3 * x, 4 * x), 5 * x, "%d", n);
        cr_expect_eq(plain_hypot_f64(5 * x, 12 * x), 13 * x, "%d", n);
        cr_expect_eq(fma_pow_f32((float)n, 2.0f), (float)n * (float)n, "%d", n);
    }
}

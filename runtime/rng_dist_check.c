/* rng_dist_check.c - NumPy's checks of distribution parameters (numpy/random/_common.pyx).
 *
 * The rules hang on details: "not negative" looks at the sign bit, so -0.0 fails and NaN passes;
 * "positive" lets NaN pass; probabilities must not be NaN. */
#include "runtime/rng_dist.h"
#include "runtime/rng_internal.h"
#include <math.h>

/* The largest rate of which no Poisson draw leaves an int64. */
#define POISSON_MAX (0x1p63 - sqrt(0x1p63) * 10.0)

static NprtRngError first(NprtRngError a, NprtRngError b)
{
    return a ? a : b;
}

static NprtRngError not_negative(double x, NprtRngError error)
{
    return !isnan(x) && signbit(x) ? error : NPRT_RNG_OK;
}

static NprtRngError positive(double x, NprtRngError error)
{
    return x <= 0.0 ? error : NPRT_RNG_OK;
}

static NprtRngError count(int64_t x, NprtRngError error)
{
    return x < 0 ? error : NPRT_RNG_OK;
}

static NprtRngError from_0_to_1(double p)
{
    return p >= 0.0 && p <= 1.0 ? NPRT_RNG_OK : NPRT_RNG_P_NOT_0_1;
}

static NprtRngError above_0_to_1(double p)
{
    return p > 0.0 && p <= 1.0 ? NPRT_RNG_OK : NPRT_RNG_P_NOT_GT_0_1;
}

static NprtRngError below_1(double p)
{
    return p >= 0.0 && p < 1.0 ? NPRT_RNG_OK : NPRT_RNG_P_NOT_LT_0_1;
}

static NprtRngError above_1(double a)
{
    return a > 1.0 ? NPRT_RNG_OK : NPRT_RNG_A_LE_1;
}

static NprtRngError poisson_rate(double lam)
{
    if (isnan(lam))
        return NPRT_RNG_LAM_NAN;
    if (lam < 0.0)
        return NPRT_RNG_LAM_LT_0;
    return lam <= POISSON_MAX ? NPRT_RNG_OK : NPRT_RNG_LAM_TOO_LARGE;
}

static NprtRngError finite_range(double low, double high)
{
    return isfinite(high - low) ? NPRT_RNG_OK : NPRT_RNG_LEGACY_RANGE_INFINITE;
}

static NprtRngError uniform_range(double low, double high)
{
    if (!isfinite(high - low))
        return NPRT_RNG_RANGE_INFINITE;
    return not_negative(high - low, NPRT_RNG_RANGE_LT_0);
}

static NprtRngError triangle(double left, double mode, double right)
{
    if (left > mode)
        return NPRT_RNG_LEFT_GT_MODE;
    if (mode > right)
        return NPRT_RNG_MODE_GT_RIGHT;
    return left == right ? NPRT_RNG_LEFT_EQ_RIGHT : NPRT_RNG_OK;
}

static NprtRngError negative_binomial(double n, double p)
{
    if (isnan(n))
        return NPRT_RNG_N_NAN;
    NprtRngError error = first(positive(n, NPRT_RNG_N_LE_0), above_0_to_1(p));
    if (error)
        return error;
    double max_lam = (1.0 - p) / p * (n + 10.0 * sqrt(n));
    return max_lam > POISSON_MAX ? NPRT_RNG_NEGBIN_TOO_LARGE : NPRT_RNG_OK;
}

static NprtRngError sample_fits(int64_t good, int64_t bad, int64_t sample)
{
    int64_t total = (int64_t)((uint64_t)good + (uint64_t)bad);
    return total < sample ? NPRT_RNG_HYPER_SAMPLE : NPRT_RNG_OK;
}

static NprtRngError hypergeometric(int64_t good, int64_t bad, int64_t sample)
{
    if (good >= 1000000000 || bad >= 1000000000)
        return NPRT_RNG_HYPER_TOO_LARGE;
    NprtRngError error = first(sample_fits(good, bad, sample), count(good, NPRT_RNG_NGOOD_LT_0));
    error = first(error, count(bad, NPRT_RNG_NBAD_LT_0));
    return first(error, count(sample, NPRT_RNG_NSAMPLE_LT_0));
}

static NprtRngError legacy_hypergeometric(int64_t good, int64_t bad, int64_t sample)
{
    NprtRngError error = first(sample_fits(good, bad, sample), count(good, NPRT_RNG_NGOOD_LT_0));
    error = first(error, count(bad, NPRT_RNG_NBAD_LT_0));
    return first(error, sample >= 1 ? NPRT_RNG_OK : NPRT_RNG_NSAMPLE_LT_1);
}

#define NPRT_RNG_DIST0(name, R, check)
#define NPRT_RNG_BULK0(name, R, check)
#define NPRT_RNG_BULK2 NPRT_RNG_DIST2
#define NPRT_RNG_DIST1(name, R, T1, a1, check)                                                     \
    NprtRngError nprt_rng_check_##name(T1 a1)                                                      \
    {                                                                                              \
        return check;                                                                              \
    }
#define NPRT_RNG_DIST2(name, R, T1, a1, T2, a2, check)                                             \
    NprtRngError nprt_rng_check_##name(T1 a1, T2 a2)                                               \
    {                                                                                              \
        (void)a1;                                                                                  \
        return check;                                                                              \
    }
#define NPRT_RNG_DIST3(name, R, T1, a1, T2, a2, T3, a3, check)                                     \
    NprtRngError nprt_rng_check_##name(T1 a1, T2 a2, T3 a3)                                        \
    {                                                                                              \
        return check;                                                                              \
    }
#include "runtime/rng_dist_gen.def"
#undef NPRT_RNG_DIST1
#undef NPRT_RNG_DIST2
#undef NPRT_RNG_DIST3
#define NPRT_RNG_DIST1(name, R, T1, a1, check)                                                     \
    NprtRngError nprt_rng_legacy_check_##name(T1 a1)                                               \
    {                                                                                              \
        return check;                                                                              \
    }
#define NPRT_RNG_DIST2(name, R, T1, a1, T2, a2, check)                                             \
    NprtRngError nprt_rng_legacy_check_##name(T1 a1, T2 a2)                                        \
    {                                                                                              \
        (void)a1;                                                                                  \
        return check;                                                                              \
    }
#define NPRT_RNG_DIST3(name, R, T1, a1, T2, a2, T3, a3, check)                                     \
    NprtRngError nprt_rng_legacy_check_##name(T1 a1, T2 a2, T3 a3)                                 \
    {                                                                                              \
        return check;                                                                              \
    }
#include "runtime/rng_dist_legacy.def"

/* ---- vectors of parameters ----------------------------------------------------- */

double nprt_rng_kahan_sum(const double *values, int64_t n)
{
    double sum = n > 0 ? values[0] : 0.0;
    double error = 0.0;
    for (int64_t i = 1; i < n; i++) {
        double y = values[i] - error;
        double t = sum + y;
        error = t - sum - y;
        sum = t;
    }
    return sum;
}

static NprtRngError check_pvals(const double *pvals, int64_t d)
{
    for (int64_t i = 0; i < d; i++)
        if (from_0_to_1(pvals[i]))
            return NPRT_RNG_PVALS_NOT_0_1;
    return nprt_rng_kahan_sum(pvals, d - 1) > 1.0 + 1e-12 ? NPRT_RNG_PVALS_SUM : NPRT_RNG_OK;
}

NprtRngError nprt_rng_check_multinomial(int64_t n, const double *pvals, int64_t d)
{
    if (d == 0)
        return NPRT_RNG_PVALS_EMPTY;
    return first(check_pvals(pvals, d), count(n, NPRT_RNG_N_LT_0));
}

NprtRngError nprt_rng_legacy_check_multinomial(int64_t n, const double *pvals, int64_t d)
{
    return first(check_pvals(pvals, d), count(n, NPRT_RNG_N_LT_0));
}

NprtRngError nprt_rng_check_dirichlet(const double *alpha, int64_t k)
{
    for (int64_t i = 0; i < k; i++)
        if (alpha[i] < 0.0)
            return NPRT_RNG_ALPHA_LT_0;
    return NPRT_RNG_OK;
}

NprtRngError nprt_rng_legacy_check_dirichlet(const double *alpha, int64_t k)
{
    for (int64_t i = 0; i < k; i++)
        if (alpha[i] <= 0.0)
            return NPRT_RNG_ALPHA_LE_0;
    return NPRT_RNG_OK;
}

NprtRngError nprt_rng_check_mv_hypergeometric(const int64_t *colors, int64_t k, int64_t nsample,
                                              bool by_count)
{
    if (nsample < 0)
        return NPRT_RNG_MVHG_NSAMPLE_LT_0;
    int64_t total = 0;
    bool too_large = false;
    for (int64_t i = 0; i < k; i++) {
        if (colors[i] < 0)
            return NPRT_RNG_MVHG_COLORS;
        too_large = too_large || colors[i] > INT64_MAX - total;
        total += too_large ? 0 : colors[i];
    }
    if (too_large)
        return NPRT_RNG_MVHG_SUM;
    if (!by_count && total >= 1000000000)
        return NPRT_RNG_MVHG_MARGINALS_SUM;
    if (by_count && total > INT64_MAX / (int64_t)sizeof(size_t))
        return NPRT_RNG_MVHG_COUNT_SUM;
    return nsample > total ? NPRT_RNG_MVHG_NSAMPLE : NPRT_RNG_OK;
}

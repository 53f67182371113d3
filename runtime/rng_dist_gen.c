/* rng_dist_gen.c - continuous distributions of numpy.random.Generator, and the fills of the family.
 *
 * Each draw uses the same algorithm, the same order of operations and the same libm calls as
 * NumPy's numpy/random/src/distributions/distributions.c; only then are the streams bit for bit the
 * same. Where a distribution is the same in the legacy family, rng_dist_legacy.c calls it here. */
#include "runtime/rng_dist.h"
#include "runtime/rng_ziggurat.h"
#include <math.h>

/* ---- uniform, normal, exponential ---------------------------------------------- */

double nprt_rng_random(NprtRng *rng)
{
    return next_f64(rng);
}

float nprt_rng_random_f32(NprtRng *rng)
{
    return next_f32(rng);
}

double nprt_rng_uniform(NprtRng *rng, double low, double high)
{
    return low + (high - low) * next_f64(rng);
}

double nprt_rng_standard_normal(NprtRng *rng)
{
    return zig_normal(rng);
}

float nprt_rng_standard_normal_f32(NprtRng *rng)
{
    return zig_normal_f32(rng);
}

double nprt_rng_normal(NprtRng *rng, double loc, double scale)
{
    return loc + scale * zig_normal(rng);
}

double nprt_rng_lognormal(NprtRng *rng, double mean, double sigma)
{
    return exp(mean + sigma * zig_normal(rng));
}

double nprt_rng_standard_exponential(NprtRng *rng)
{
    return zig_exponential(rng);
}

float nprt_rng_standard_exponential_f32(NprtRng *rng)
{
    return zig_exponential_f32(rng);
}

double nprt_rng_standard_exponential_inv(NprtRng *rng)
{
    return -log1p(-next_f64(rng));
}

/* NumPy takes the logarithm in double precision. */
float nprt_rng_standard_exponential_inv_f32(NprtRng *rng)
{
    return (float)-log1p(-(double)next_f32(rng));
}

double nprt_rng_exponential(NprtRng *rng, double scale)
{
    return scale * zig_exponential(rng);
}

double nprt_rng_standard_cauchy(NprtRng *rng)
{
    double numerator = zig_normal(rng);
    return numerator / zig_normal(rng);
}

/* ---- the gamma family ---------------------------------------------------------- */

/* shape < 1: rejection from an exponential tail joined to a power (Ahrens and Dieter 1974). */
static double gamma_below_1(NprtRng *rng, double shape)
{
    for (;;) {
        double u = next_f64(rng);
        double v = zig_exponential(rng);
        if (u <= 1.0 - shape) {
            double x = pow(u, 1.0 / shape);
            if (x <= v)
                return x;
        } else {
            double y = -log((1.0 - u) / shape);
            double x = pow(1.0 - shape + shape * y, 1.0 / shape);
            if (x <= v + y)
                return x;
        }
    }
}

/* shape > 1: a cubed normal, squeezed (Marsaglia and Tsang 2000, "A simple method for generating
 * gamma variables"). */
double nprt_rng_standard_gamma(NprtRng *rng, double shape)
{
    if (shape == 1.0)
        return zig_exponential(rng);
    if (shape == 0.0)
        return 0.0;
    if (shape < 1.0)
        return gamma_below_1(rng, shape);
    double b = shape - 1.0 / 3.0;
    double c = 1.0 / sqrt(9.0 * b);
    for (;;) {
        double x, v;
        do {
            x = zig_normal(rng);
            v = 1.0 + c * x;
        } while (v <= 0.0);
        v = v * v * v;
        double u = next_f64(rng);
        if (u < 1.0 - 0.0331 * (x * x) * (x * x))
            return b * v;
        if (log(u) < 0.5 * x * x + b * (1.0 - v + log(v)))
            return b * v;
    }
}

static float gamma_below_1_f32(NprtRng *rng, float shape)
{
    for (;;) {
        float u = next_f32(rng);
        float v = zig_exponential_f32(rng);
        if (u <= 1.0f - shape) {
            float x = powf(u, 1.0f / shape);
            if (x <= v)
                return x;
        } else {
            float y = -logf((1.0f - u) / shape);
            float x = powf(1.0f - shape + shape * y, 1.0f / shape);
            if (x <= v + y)
                return x;
        }
    }
}

float nprt_rng_standard_gamma_f32(NprtRng *rng, float shape)
{
    if (shape == 1.0f)
        return zig_exponential_f32(rng);
    if (shape == 0.0f)
        return 0.0f;
    if (shape < 1.0f)
        return gamma_below_1_f32(rng, shape);
    float b = shape - 1.0f / 3.0f;
    float c = 1.0f / sqrtf(9.0f * b);
    for (;;) {
        float x, v;
        do {
            x = zig_normal_f32(rng);
            v = 1.0f + c * x;
        } while (v <= 0.0f);
        v = v * v * v;
        float u = next_f32(rng);
        if (u < 1.0f - 0.0331f * (x * x) * (x * x))
            return b * v;
        if (logf(u) < 0.5f * x * x + b * (1.0f - v + logf(v)))
            return b * v;
    }
}

double nprt_rng_gamma(NprtRng *rng, double shape, double scale)
{
    return scale * nprt_rng_standard_gamma(rng, shape);
}

double nprt_rng_chisquare(NprtRng *rng, double df)
{
    return 2.0 * nprt_rng_standard_gamma(rng, df / 2.0);
}

double nprt_rng_noncentral_chisquare(NprtRng *rng, double df, double nonc)
{
    if (isnan(nonc))
        return NAN;
    if (nonc == 0.0)
        return nprt_rng_chisquare(rng, df);
    if (df > 1.0) {
        double central = nprt_rng_chisquare(rng, df - 1.0);
        double shifted = zig_normal(rng) + sqrt(nonc);
        return central + shifted * shifted;
    }
    int64_t extra = nprt_rng_poisson(rng, nonc / 2.0);
    return nprt_rng_chisquare(rng, df + (double)(2 * extra));
}

double nprt_rng_f(NprtRng *rng, double dfnum, double dfden)
{
    double numerator = nprt_rng_chisquare(rng, dfnum) * dfden;
    double denominator = nprt_rng_chisquare(rng, dfden) * dfnum;
    return numerator / denominator;
}

double nprt_rng_noncentral_f(NprtRng *rng, double dfnum, double dfden, double nonc)
{
    double numerator = nprt_rng_noncentral_chisquare(rng, dfnum, nonc) * dfden;
    return numerator / (nprt_rng_chisquare(rng, dfden) * dfnum);
}

double nprt_rng_standard_t(NprtRng *rng, double df)
{
    double numerator = zig_normal(rng);
    double denominator = nprt_rng_standard_gamma(rng, df / 2.0);
    return sqrt(df / 2.0) * numerator / sqrt(denominator);
}

/* Johnk 1964: x / (x + y) given x + y <= 1. Where a power underflows to 0 the quotient comes from
 * logarithms instead. Below 3e-103 all draws are 0 or 1 in double precision. */
static double beta_below_1(NprtRng *rng, double a, double b)
{
    if (a < 3e-103 && b < 3e-103)
        return (a + b) * next_f64(rng) < a ? 1.0 : 0.0;
    for (;;) {
        double u = next_f64(rng);
        double v = next_f64(rng);
        double x = pow(u, 1.0 / a);
        double y = pow(v, 1.0 / b);
        if (!(x + y <= 1.0 && u + v > 0.0))
            continue;
        if (x > 0.0 && y > 0.0)
            return x / (x + y);
        double delta = log(u) / a - log(v) / b;
        if (delta > 0.0)
            return exp(-log1p(exp(-delta)));
        return exp(delta - log1p(exp(delta)));
    }
}

double nprt_rng_beta(NprtRng *rng, double a, double b)
{
    if (a <= 1.0 && b <= 1.0)
        return beta_below_1(rng, a, b);
    double x = nprt_rng_standard_gamma(rng, a);
    double y = nprt_rng_standard_gamma(rng, b);
    return x / (x + y);
}

/* ---- by transformation --------------------------------------------------------- */

double nprt_rng_pareto(NprtRng *rng, double a)
{
    return expm1(zig_exponential(rng) / a);
}

double nprt_rng_weibull(NprtRng *rng, double a)
{
    return a == 0.0 ? 0.0 : pow(zig_exponential(rng), 1.0 / a);
}

double nprt_rng_power(NprtRng *rng, double a)
{
    return pow(-expm1(-zig_exponential(rng)), 1.0 / a);
}

double nprt_rng_rayleigh(NprtRng *rng, double scale)
{
    return scale * sqrt(2.0 * zig_exponential(rng));
}

double nprt_rng_laplace(NprtRng *rng, double loc, double scale)
{
    double u;
    do
        u = next_f64(rng);
    while (u == 0.0);
    if (u >= 0.5)
        return loc - scale * log(2.0 - u - u);
    return loc + scale * log(u + u);
}

double nprt_rng_gumbel(NprtRng *rng, double loc, double scale)
{
    double u;
    do
        u = 1.0 - next_f64(rng);
    while (u == 1.0);
    return loc - scale * log(-log(u));
}

double nprt_rng_logistic(NprtRng *rng, double loc, double scale)
{
    double u;
    do
        u = next_f64(rng);
    while (u == 0.0);
    return loc + scale * log(u / (1.0 - u));
}

double nprt_rng_triangular(NprtRng *rng, double left, double mode, double right)
{
    double base = right - left;
    double to_mode = mode - left;
    double u = next_f64(rng);
    if (u <= to_mode / base)
        return left + sqrt(u * (to_mode * base));
    return right - sqrt((1.0 - u) * ((right - mode) * base));
}

/* Michael, Schucany and Haas 1976; the smaller root in a form that does not cancel. */
double nprt_rng_wald(NprtRng *rng, double mean, double scale)
{
    double y = zig_normal(rng);
    y = mean * y * y;
    double d = 1.0 + sqrt(1.0 + 4.0 * scale / y);
    double x = mean * (1.0 - 2.0 / d);
    double u = next_f64(rng);
    return u <= mean / (mean + x) ? x : mean * mean / x;
}

/* Best and Fisher 1979: a wrapped Cauchy envelope, whose parameter s has a series near kappa = 0.
 * For large kappa the density is a narrow normal one. */
double nprt_rng_vonmises(NprtRng *rng, double mu, double kappa)
{
    if (kappa > 1e6) {
        double x = mu + sqrt(1.0 / kappa) * zig_normal(rng);
        if (x < -NPRT_RNG_PI)
            x += 2.0 * NPRT_RNG_PI;
        if (x > NPRT_RNG_PI)
            x -= 2.0 * NPRT_RNG_PI;
        return x;
    }
    return nprt_rng_legacy_vonmises(rng, mu, kappa);
}

/* ---- bulk: rows whose fill is more than a loop of draws ------------------------ */

void nprt_rng_fill_random(NprtRng *rng, double *out, int64_t size)
{
    nprt_rng_fill_f64(rng, out, size);
}

void nprt_rng_fill_uniform(NprtRng *rng, double *out, int64_t size, double low, double high)
{
    nprt_rng_fill_f64(rng, out, size);
    for (int64_t i = 0; i < size; i++)
        out[i] = low + (high - low) * out[i];
}

/* ---- fills --------------------------------------------------------------------- */

#define NPRT_RNG_BULK0(name, R, check)
#define NPRT_RNG_BULK2(name, R, T1, a1, T2, a2, check)
#define NPRT_RNG_DIST0(name, R, check)                                                             \
    void nprt_rng_fill_##name(NprtRng *rng, R *out, int64_t size)                                  \
    {                                                                                              \
        for (int64_t i = 0; i < size; i++)                                                         \
            out[i] = nprt_rng_##name(rng);                                                         \
    }
#define NPRT_RNG_DIST1(name, R, T1, a1, check)                                                     \
    void nprt_rng_fill_##name(NprtRng *rng, R *out, int64_t size, T1 a1)                           \
    {                                                                                              \
        for (int64_t i = 0; i < size; i++)                                                         \
            out[i] = nprt_rng_##name(rng, a1);                                                     \
    }
#define NPRT_RNG_DIST2(name, R, T1, a1, T2, a2, check)                                             \
    void nprt_rng_fill_##name(NprtRng *rng, R *out, int64_t size, T1 a1, T2 a2)                    \
    {                                                                                              \
        for (int64_t i = 0; i < size; i++)                                                         \
            out[i] = nprt_rng_##name(rng, a1, a2);                                                 \
    }
#define NPRT_RNG_DIST3(name, R, T1, a1, T2, a2, T3, a3, check)                                     \
    void nprt_rng_fill_##name(NprtRng *rng, R *out, int64_t size, T1 a1, T2 a2, T3 a3)             \
    {                                                                                              \
        for (int64_t i = 0; i < size; i++)                                                         \
            out[i] = nprt_rng_##name(rng, a1, a2, a3);                                             \
    }
#include "runtime/rng_dist_gen.def"

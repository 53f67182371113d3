/* rng_dist_legacy.c - distributions of numpy.random.RandomState, and the fills of the family.
 *
 * RandomState's streams are frozen: these are the algorithms of NumPy 1.16, without the later
 * corrections (numpy/random/src/legacy/legacy-distributions.c). Normals come in pairs by the polar
 * method, exponentials by inversion. What never changed calls the Generator's function. */
#include "runtime/rng_dist.h"
#include "runtime/rng_internal.h"
#include <math.h>

/* ---- uniform, normal, exponential ---------------------------------------------- */

double nprt_rng_legacy_random(NprtRng *rng)
{
    return next_f64(rng);
}

double nprt_rng_legacy_uniform(NprtRng *rng, double low, double high)
{
    return low + (high - low) * next_f64(rng);
}

/* Marsaglia's polar method; the second of the pair waits in rng->gauss. */
static double gauss(NprtRng *rng)
{
    if (rng->has_gauss) {
        double kept = rng->gauss;
        rng->has_gauss = 0;
        rng->gauss = 0.0;
        return kept;
    }
    double x, y, r2;
    do {
        x = 2.0 * next_f64(rng) - 1.0;
        y = 2.0 * next_f64(rng) - 1.0;
        r2 = x * x + y * y;
    } while (r2 >= 1.0 || r2 == 0.0);
    double f = sqrt(-2.0 * log(r2) / r2);
    rng->gauss = f * x;
    rng->has_gauss = 1;
    return f * y;
}

static double exponential(NprtRng *rng)
{
    return -log(1.0 - next_f64(rng));
}

double nprt_rng_legacy_standard_normal(NprtRng *rng)
{
    return gauss(rng);
}

double nprt_rng_legacy_normal(NprtRng *rng, double loc, double scale)
{
    return loc + scale * gauss(rng);
}

double nprt_rng_legacy_lognormal(NprtRng *rng, double mean, double sigma)
{
    return exp(mean + sigma * gauss(rng));
}

/* The order of the two draws is C's to choose in NumPy's source; compilers make it this one. */
double nprt_rng_legacy_standard_cauchy(NprtRng *rng)
{
    double numerator = gauss(rng);
    return numerator / gauss(rng);
}

double nprt_rng_legacy_standard_exponential(NprtRng *rng)
{
    return exponential(rng);
}

double nprt_rng_legacy_exponential(NprtRng *rng, double scale)
{
    return scale * exponential(rng);
}

/* ---- the gamma family ---------------------------------------------------------- */

static double gamma_below_1(NprtRng *rng, double shape)
{
    for (;;) {
        double u = next_f64(rng);
        double v = exponential(rng);
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

double nprt_rng_legacy_standard_gamma(NprtRng *rng, double shape)
{
    if (shape == 1.0)
        return exponential(rng);
    if (shape == 0.0)
        return 0.0;
    if (shape < 1.0)
        return gamma_below_1(rng, shape);
    double b = shape - 1.0 / 3.0;
    double c = 1.0 / sqrt(9.0 * b);
    for (;;) {
        double x, v;
        do {
            x = gauss(rng);
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

double nprt_rng_legacy_gamma(NprtRng *rng, double shape, double scale)
{
    return scale * nprt_rng_legacy_standard_gamma(rng, shape);
}

double nprt_rng_legacy_chisquare(NprtRng *rng, double df)
{
    return 2.0 * nprt_rng_legacy_standard_gamma(rng, df / 2.0);
}

/* A NaN still draws, so that the stream stays as it was. */
double nprt_rng_legacy_noncentral_chisquare(NprtRng *rng, double df, double nonc)
{
    if (nonc == 0.0)
        return nprt_rng_legacy_chisquare(rng, df);
    if (df > 1.0) {
        double central = nprt_rng_legacy_chisquare(rng, df - 1.0);
        double shifted = gauss(rng) + sqrt(nonc);
        return central + shifted * shifted;
    }
    int64_t extra = nprt_rng_poisson(rng, nonc / 2.0);
    double x = nprt_rng_legacy_chisquare(rng, df + (double)(2 * extra));
    return isnan(nonc) ? NAN : x;
}

double nprt_rng_legacy_f(NprtRng *rng, double dfnum, double dfden)
{
    double numerator = nprt_rng_legacy_chisquare(rng, dfnum) * dfden;
    return numerator / (nprt_rng_legacy_chisquare(rng, dfden) * dfnum);
}

double nprt_rng_legacy_noncentral_f(NprtRng *rng, double dfnum, double dfden, double nonc)
{
    double numerator = nprt_rng_legacy_noncentral_chisquare(rng, dfnum, nonc) * dfden;
    return numerator / (nprt_rng_legacy_chisquare(rng, dfden) * dfnum);
}

double nprt_rng_legacy_standard_t(NprtRng *rng, double df)
{
    double numerator = gauss(rng);
    double denominator = nprt_rng_legacy_standard_gamma(rng, df / 2.0);
    return sqrt(df / 2.0) * numerator / sqrt(denominator);
}

static double beta_below_1(NprtRng *rng, double a, double b)
{
    for (;;) {
        double u = next_f64(rng);
        double v = next_f64(rng);
        double x = pow(u, 1.0 / a);
        double y = pow(v, 1.0 / b);
        if (!(x + y <= 1.0))
            continue;
        if (x + y > 0.0)
            return x / (x + y);
        double log_x = log(u) / a;
        double log_y = log(v) / b;
        double larger = log_x > log_y ? log_x : log_y;
        log_x -= larger;
        log_y -= larger;
        return exp(log_x - log(exp(log_x) + exp(log_y)));
    }
}

double nprt_rng_legacy_beta(NprtRng *rng, double a, double b)
{
    if (a <= 1.0 && b <= 1.0)
        return beta_below_1(rng, a, b);
    double x = nprt_rng_legacy_standard_gamma(rng, a);
    double y = nprt_rng_legacy_standard_gamma(rng, b);
    return x / (x + y);
}

/* ---- by transformation --------------------------------------------------------- */

double nprt_rng_legacy_pareto(NprtRng *rng, double a)
{
    return exp(exponential(rng) / a) - 1.0;
}

double nprt_rng_legacy_weibull(NprtRng *rng, double a)
{
    return a == 0.0 ? 0.0 : pow(exponential(rng), 1.0 / a);
}

double nprt_rng_legacy_power(NprtRng *rng, double a)
{
    return pow(1.0 - exp(-exponential(rng)), 1.0 / a);
}

double nprt_rng_legacy_rayleigh(NprtRng *rng, double scale)
{
    return scale * sqrt(-2.0 * log1p(-next_f64(rng)));
}

double nprt_rng_legacy_laplace(NprtRng *rng, double loc, double scale)
{
    return nprt_rng_laplace(rng, loc, scale);
}

double nprt_rng_legacy_gumbel(NprtRng *rng, double loc, double scale)
{
    return nprt_rng_gumbel(rng, loc, scale);
}

double nprt_rng_legacy_logistic(NprtRng *rng, double loc, double scale)
{
    return nprt_rng_logistic(rng, loc, scale);
}

double nprt_rng_legacy_triangular(NprtRng *rng, double left, double mode, double right)
{
    return nprt_rng_triangular(rng, left, mode, right);
}

double nprt_rng_legacy_wald(NprtRng *rng, double mean, double scale)
{
    double half = mean / (2.0 * scale);
    double y = gauss(rng);
    y = mean * y * y;
    double x = mean + half * (y - sqrt(4.0 * scale * y + y * y));
    double u = next_f64(rng);
    return u <= mean / (mean + x) ? x : mean * mean / x;
}

/* Best and Fisher 1979: rejection from a wrapped Cauchy density with parameter s. */
double nprt_rng_legacy_vonmises(NprtRng *rng, double mu, double kappa)
{
    const double pi = NPRT_RNG_PI;
    if (isnan(kappa))
        return NAN;
    if (kappa < 1e-8)
        return pi * (2.0 * next_f64(rng) - 1.0);
    double s;
    if (kappa < 1e-5) {
        s = 1.0 / kappa + kappa;
    } else {
        double r = 1.0 + sqrt(1.0 + 4.0 * kappa * kappa);
        double rho = (r - sqrt(2.0 * r)) / (2.0 * kappa);
        s = (1.0 + rho * rho) / (2.0 * rho);
    }
    double w = 1.0;
    /* kappa**2 overflows: NumPy never returns; the limit is mu itself. */
    while (!isnan(s)) {
        double z = cos(pi * next_f64(rng));
        w = (1.0 + s * z) / (s + z);
        double y = kappa * (s - w);
        double v = next_f64(rng);
        if (y * (2.0 - y) - v >= 0.0 || log(y / v) + 1.0 - y >= 0.0)
            break;
    }
    double angle = acos(w);
    if (next_f64(rng) < 0.5)
        angle = -angle;
    angle += mu;
    double wrapped = fmod(fabs(angle) + pi, 2.0 * pi) - pi;
    return angle < 0.0 ? -wrapped : wrapped;
}

/* ---- discrete ------------------------------------------------------------------ */

int64_t nprt_rng_legacy_tomaxint(NprtRng *rng)
{
    return (int64_t)(next_u64(rng) >> 1);
}

int64_t nprt_rng_legacy_poisson(NprtRng *rng, double lam)
{
    return nprt_rng_poisson(rng, lam);
}

int64_t nprt_rng_legacy_negative_binomial(NprtRng *rng, double n, double p)
{
    return nprt_rng_poisson(rng, nprt_rng_legacy_gamma(rng, n, (1.0 - p) / p));
}

int64_t nprt_rng_legacy_geometric(NprtRng *rng, double p)
{
    if (p >= 1.0 / 3.0)
        return nprt_rng_geometric_search(rng, p);
    return to_i64(ceil(log1p(-next_f64(rng)) / log(1.0 - p)));
}

/* Devroye 1986; draws that do not fit an int64 are rejected. Where 2**(a - 1) overflows NumPy never
 * returns; the answer is 1 but for a chance below 1e-308. */
int64_t nprt_rng_legacy_zipf(NprtRng *rng, double a)
{
    if (a >= 1025.0)
        return 1;
    double am1 = a - 1.0;
    double b = nprt_rng_pow2(am1);
    for (;;) {
        double u = 1.0 - next_f64(rng);
        double v = next_f64(rng);
        double x = floor(pow(u, -1.0 / am1));
        if (x > 0x1p63 || x < 1.0)
            continue;
        double t = pow(1.0 + 1.0 / x, am1);
        if (v * x * (t - 1.0) / (b - 1.0) <= t / b)
            return to_i64(x);
    }
}

/* Kemp 1981, algorithm LK. */
int64_t nprt_rng_legacy_logseries(NprtRng *rng, double p)
{
    double r = log(1.0 - p);
    for (;;) {
        double v = next_f64(rng);
        if (v >= p)
            return 1;
        double q = 1.0 - exp(r * next_f64(rng));
        if (v > q * q)
            return v >= q ? 1 : 2;
        int64_t x = to_i64(floor(1.0 + log(v) / log(q)));
        if (x >= 1 && v != 0.0)
            return x;
    }
}

/* ---- bulk: rows whose fill is more than a loop of draws ------------------------ */

void nprt_rng_legacy_fill_random(NprtRng *rng, double *out, int64_t size)
{
    nprt_rng_fill_f64(rng, out, size);
}

void nprt_rng_legacy_fill_uniform(NprtRng *rng, double *out, int64_t size, double low, double high)
{
    nprt_rng_fill_f64(rng, out, size);
    for (int64_t i = 0; i < size; i++)
        out[i] = low + (high - low) * out[i];
}

/* ---- fills --------------------------------------------------------------------- */

#define NPRT_RNG_BULK0(name, R, check)
#define NPRT_RNG_BULK2(name, R, T1, a1, T2, a2, check)
#define NPRT_RNG_DIST0(name, R, check)                                                             \
    void nprt_rng_legacy_fill_##name(NprtRng *rng, R *out, int64_t size)                           \
    {                                                                                              \
        for (int64_t i = 0; i < size; i++)                                                         \
            out[i] = nprt_rng_legacy_##name(rng);                                                  \
    }
#define NPRT_RNG_DIST1(name, R, T1, a1, check)                                                     \
    void nprt_rng_legacy_fill_##name(NprtRng *rng, R *out, int64_t size, T1 a1)                    \
    {                                                                                              \
        for (int64_t i = 0; i < size; i++)                                                         \
            out[i] = nprt_rng_legacy_##name(rng, a1);                                              \
    }
#define NPRT_RNG_DIST2(name, R, T1, a1, T2, a2, check)                                             \
    void nprt_rng_legacy_fill_##name(NprtRng *rng, R *out, int64_t size, T1 a1, T2 a2)             \
    {                                                                                              \
        for (int64_t i = 0; i < size; i++)                                                         \
            out[i] = nprt_rng_legacy_##name(rng, a1, a2);                                          \
    }
#define NPRT_RNG_DIST3(name, R, T1, a1, T2, a2, T3, a3, check)                                     \
    void nprt_rng_legacy_fill_##name(NprtRng *rng, R *out, int64_t size, T1 a1, T2 a2, T3 a3)      \
    {                                                                                              \
        for (int64_t i = 0; i < size; i++)                                                         \
            out[i] = nprt_rng_legacy_##name(rng, a1, a2, a3);                                      \
    }
#include "runtime/rng_dist_legacy.def"

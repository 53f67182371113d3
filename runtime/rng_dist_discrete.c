/* rng_dist_discrete.c - Poisson, geometric, Zipf, logarithmic series and hypergeometric draws.
 *
 * Generator's versions, and the legacy hypergeometric next to its successor. Same algorithms, order
 * of operations and libm calls as NumPy (distributions.c, random_hypergeometric.c). Binomial draws
 * are in rng_dist_binomial.c. */
#include "runtime/rng_dist.h"
#include "runtime/rng_ziggurat.h"
#include <math.h>

double nprt_rng_pow2(double x)
{
    volatile double two = 2.0;
    return pow(two, x);
}

/* Stirling's series for arguments of 7 and more, reached by the recurrence (Zhang and Jin,
 * "Computation of Special Functions", 1996, section 3.1). */
double nprt_rng_loggam(double x)
{
    static const double series[] = {8.333333333333333e-02, -2.777777777777778e-03,
                                    7.936507936507937e-04, -5.952380952380952e-04,
                                    8.417508417508418e-04, -1.917526917526918e-03,
                                    6.410256410256410e-03, -2.955065359477124e-02,
                                    1.796443723688307e-01, -1.39243221690590e+00};
    const double log_2pi = 1.8378770664093453;
    if (x == 1.0 || x == 2.0)
        return 0.0;
    int64_t shift = x < 7.0 ? to_i64(7.0 - x) : 0;
    double y = x + (double)shift;
    double inv2 = (1.0 / y) * (1.0 / y);
    double sum = series[9];
    for (int k = 8; k >= 0; k--) {
        sum *= inv2;
        sum += series[k];
    }
    double result = sum / y + 0.5 * log_2pi + (y - 0.5) * log(y) - y;
    for (int64_t k = 0; k < shift; k++) {
        result -= log(y - 1.0);
        y -= 1.0;
    }
    return result;
}

static double log_factorial(int64_t k)
{
    static const double table[] = {
#define NPRT_LOGFACT(value) value,
#include "runtime/rng_logfact.def"
#undef NPRT_LOGFACT
    };
    const double half_log_2pi = 0.9189385332046728;
    if (k < (int64_t)(sizeof table / sizeof *table))
        return table[k];
    double x = (double)k;
    return (x + 0.5) * log(x) - x + (half_log_2pi + (1.0 / x) * (1 / 12.0 - 1 / (360.0 * x * x)));
}

/* ---- Poisson ------------------------------------------------------------------- */

/* Counts the uniforms whose product stays above exp(-lam). */
static int64_t poisson_by_product(NprtRng *rng, double lam)
{
    double limit = exp(-lam);
    double product = next_f64(rng);
    int64_t x = 0;
    while (product > limit) {
        product *= next_f64(rng);
        x++;
    }
    return x;
}

/* PTRS: W. Hoermann, "The transformed rejection method for generating Poisson random variables",
 * Insurance: Mathematics and Economics 12, 1993. */
static int64_t poisson_ptrs(NprtRng *rng, double lam)
{
    double log_lam = log(lam);
    double b = 0.931 + 2.53 * sqrt(lam);
    double a = -0.059 + 0.02483 * b;
    double inv_alpha = 1.1239 + 1.1328 / (b - 3.4);
    double v_r = 0.9277 - 3.6224 / (b - 2.0);
    for (;;) {
        double u = next_f64(rng) - 0.5;
        double v = next_f64(rng);
        double us = 0.5 - fabs(u);
        int64_t k = to_i64(floor((2.0 * a / us + b) * u + lam + 0.43));
        if (us >= 0.07 && v <= v_r)
            return k;
        if (k < 0 || (us < 0.013 && v > us))
            continue;
        if (log(v) + log(inv_alpha) - log(a / (us * us) + b) <=
            -lam + (double)k * log_lam - nprt_rng_loggam((double)k + 1.0))
            return k;
    }
}

int64_t nprt_rng_poisson(NprtRng *rng, double lam)
{
    if (lam >= 10.0)
        return poisson_ptrs(rng, lam);
    return lam == 0.0 ? 0 : poisson_by_product(rng, lam);
}

int64_t nprt_rng_negative_binomial(NprtRng *rng, double n, double p)
{
    return nprt_rng_poisson(rng, nprt_rng_gamma(rng, n, (1.0 - p) / p));
}

/* ---- geometric, Zipf, logarithmic series --------------------------------------- */

int64_t nprt_rng_geometric_search(NprtRng *rng, double p)
{
    double term = p, sum = p;
    double u = next_f64(rng);
    int64_t x = 1;
    while (u > sum) {
        term *= 1.0 - p;
        sum += term;
        x++;
    }
    return x;
}

int64_t nprt_rng_geometric(NprtRng *rng, double p)
{
    if (p >= 1.0 / 3.0)
        return nprt_rng_geometric_search(rng, p);
    double x = ceil(-zig_exponential(rng) / log1p(-p));
    return x >= 0x1p63 ? INT64_MAX : to_i64(x);
}

/* Devroye 1986; the uniform starts above what would give a draw too large for an int64. */
int64_t nprt_rng_zipf(NprtRng *rng, double a)
{
    if (a >= 1025.0)
        return 1;
    double am1 = a - 1.0;
    double b = nprt_rng_pow2(am1);
    double u_min = pow(0x1p63, -am1);
    for (;;) {
        double mix = next_f64(rng);
        double u = mix * u_min + (1.0 - mix);
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
int64_t nprt_rng_logseries(NprtRng *rng, double p)
{
    double r = log1p(-p);
    for (;;) {
        double v = next_f64(rng);
        if (v >= p)
            return 1;
        double q = -expm1(r * next_f64(rng));
        if (v > q * q)
            return v >= q ? 1 : 2;
        int64_t x = to_i64(floor(1.0 + log(v) / log(q)));
        if (x >= 1 && v != 0.0)
            return x;
    }
}

/* ---- hypergeometric ------------------------------------------------------------ */

/* 2 * sqrt(2 / e) and 3 - 2 * sqrt(3 / e) of the ratio of uniforms. */
#define HRUA_D1 1.7155277699214135
#define HRUA_D2 0.8989161620588988

/* Draws one item after the other; at most half of the items, the rest by complement. */
static int64_t hyper_by_items(NprtRng *rng, int64_t good, int64_t bad, int64_t sample)
{
    int64_t total = good + bad;
    bool complement = sample > total / 2;
    int64_t todo = complement ? total - sample : sample;
    int64_t left = total;
    int64_t good_left = good;
    for (; todo > 0 && good_left > 0 && left > good_left; todo--) {
        left--;
        if ((int64_t)next_interval(rng, (uint64_t)left) < good_left)
            good_left--;
    }
    if (left == good_left)
        good_left -= todo;
    return complement ? good_left : good - good_left;
}

/* HRUA: E. Stadlober, "The ratio of uniforms approach for generating discrete random variates",
 * J. Comput. Appl. Math. 31, 1990. The rarer kind is counted, in the smaller half of the sample. */
static int64_t hyper_hrua(NprtRng *rng, int64_t good, int64_t bad, int64_t sample)
{
    int64_t total = good + bad;
    int64_t count = min_i64(sample, total - sample);
    int64_t rare = min_i64(good, bad);
    int64_t common = max_i64(good, bad);
    double p = (double)rare / (double)total;
    double q = (double)common / (double)total;
    double a = (double)count * p + 0.5;
    double var = (double)(total - count) * (double)count * p * q / (double)(total - 1);
    double c = sqrt(var + 0.5);
    double h = HRUA_D1 * c + HRUA_D2;
    int64_t mode = to_i64(floor((double)(count + 1) * (double)(rare + 1) / (double)(total + 2)));
    double g = log_factorial(mode) + log_factorial(rare - mode) + log_factorial(count - mode) +
               log_factorial(common - count + mode);
    double bound = min_f64((double)(min_i64(count, rare) + 1), floor(a + 16.0 * c));
    int64_t k;
    for (;;) {
        double u = next_f64(rng);
        double v = next_f64(rng);
        double x = a + h * (v - 0.5) / u;
        if (x < 0.0 || x >= bound)
            continue;
        k = to_i64(floor(x));
        double t = g - (log_factorial(k) + log_factorial(rare - k) + log_factorial(count - k) +
                        log_factorial(common - count + k));
        if (u * (4.0 - u) - 3.0 <= t)
            break;
        if (u * (u - t) >= 1.0)
            continue;
        if (2.0 * log(u) <= t)
            break;
    }
    if (good > bad)
        k = count - k;
    return count < sample ? good - k : k;
}

int64_t nprt_rng_hypergeometric(NprtRng *rng, int64_t ngood, int64_t nbad, int64_t nsample)
{
    if (nsample >= 10 && nsample <= ngood + nbad - 10)
        return hyper_hrua(rng, ngood, nbad, nsample);
    return hyper_by_items(rng, ngood, nbad, nsample);
}

static int64_t legacy_hyper_by_items(NprtRng *rng, int64_t good, int64_t bad, int64_t sample)
{
    int64_t rest = bad + good - sample;
    double rare = (double)min_i64(bad, good);
    double left = rare;
    for (int64_t k = sample; left > 0.0 && k > 0; k--) {
        double u = next_f64(rng);
        left -= (double)to_i64(floor(u + left / (double)(rest + k)));
    }
    int64_t z = to_i64(rare - left);
    return good > bad ? sample - z : z;
}

/* As above with log-gamma for the factorials, and d5 = 1 - p for q. */
static int64_t legacy_hyper_hrua(NprtRng *rng, int64_t good, int64_t bad, int64_t sample)
{
    int64_t rare = min_i64(good, bad);
    int64_t common = max_i64(good, bad);
    int64_t total = good + bad;
    int64_t count = min_i64(sample, total - sample);
    double p = (double)rare / (double)total;
    double q = 1.0 - p;
    double a = (double)count * p + 0.5;
    double var = (double)(total - count) * (double)sample * p * q / (double)(total - 1);
    double c = sqrt(var + 0.5);
    double h = HRUA_D1 * c + HRUA_D2;
    int64_t mode = to_i64(floor((double)(count + 1) * (double)(rare + 1) / (double)(total + 2)));
    double g = nprt_rng_loggam((double)(mode + 1)) + nprt_rng_loggam((double)(rare - mode + 1)) +
               nprt_rng_loggam((double)(count - mode + 1)) +
               nprt_rng_loggam((double)(common - count + mode + 1));
    double bound = min_f64((double)min_i64(count, rare) + 1.0, floor(a + 16.0 * c));
    int64_t k;
    for (;;) {
        double u = next_f64(rng);
        double v = next_f64(rng);
        double x = a + h * (v - 0.5) / u;
        if (x < 0.0 || x >= bound)
            continue;
        k = to_i64(floor(x));
        double t = g - (nprt_rng_loggam((double)(k + 1)) + nprt_rng_loggam((double)(rare - k + 1)) +
                        nprt_rng_loggam((double)(count - k + 1)) +
                        nprt_rng_loggam((double)(common - count + k + 1)));
        if (u * (4.0 - u) - 3.0 <= t)
            break;
        if (u * (u - t) >= 1.0)
            continue;
        if (2.0 * log(u) <= t)
            break;
    }
    if (good > bad)
        k = count - k;
    return count < sample ? good - k : k;
}

int64_t nprt_rng_legacy_hypergeometric(NprtRng *rng, int64_t ngood, int64_t nbad, int64_t nsample)
{
    if (nsample > 10)
        return legacy_hyper_hrua(rng, ngood, nbad, nsample);
    return nsample > 0 ? legacy_hyper_by_items(rng, ngood, nbad, nsample) : 0;
}

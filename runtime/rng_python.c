/* rng_python.c - draws of the random module: see rng_python.h, and rng_python_seed.c for seeds.
 *
 * Algorithms and order of operations are those of CPython 3.13's Lib/random.py. */
#include "runtime/rng_python.h"
#include "runtime/rng_internal.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define TWO_PI         (2.0 * NPRT_RNG_PI)
#define NV_MAGIC       0x1.b72cd3f331398p+0 /* 4 * exp(-1/2) / sqrt(2) */
#define LOG_4          0x1.62e42fefa39efp+0
#define ONE_PLUS_LOG45 0x1.40859baee748fp+1 /* 1 + log(4.5) */
#define E              0x1.5bf0a8b145769p+1

/* ---- integers ------------------------------------------------------------------ */

uint64_t nprt_rng_python_getrandbits(NprtRng *rng, int32_t k)
{
    if (k == 0)
        return 0;
    if (k <= 32)
        return mt_next(rng) >> (32 - k);
    uint64_t low = mt_next(rng);
    return (uint64_t)(mt_next(rng) >> (64 - k)) << 32 | low;
}

/* getrandbits(8 * n): the last word gives its upper bytes. */
void nprt_rng_python_randbytes(NprtRng *rng, void *out, int64_t n)
{
    char *at = out;
    for (; n > 0; n -= 4, at += 4) {
        uint32_t word = mt_next(rng);
        if (n < 4)
            word >>= 32 - 8 * n;
        memcpy(at, &word, (size_t)min_i64(n, 4));
    }
}

static uint64_t randbelow(NprtRng *rng, uint64_t n)
{
    int32_t bits = 0;
    for (uint64_t rest = n; rest; rest >>= 1)
        bits++;
    uint64_t value;
    do
        value = nprt_rng_python_getrandbits(rng, bits);
    while (value >= n);
    return value;
}

int64_t nprt_rng_python_randbelow(NprtRng *rng, uint64_t n)
{
    return (int64_t)randbelow(rng, n);
}

/* How many values range(start, stop, step) has. The width of two int64 needs 65 bits. */
static uint64_t range_len(int64_t start, int64_t stop, int64_t step)
{
    if (step > 0 ? start >= stop : start <= stop)
        return 0;
    uint64_t width = step > 0 ? (uint64_t)stop - (uint64_t)start : (uint64_t)start - (uint64_t)stop;
    uint64_t stride = step > 0 ? (uint64_t)step : -(uint64_t)step;
    return (width - 1) / stride + 1;
}

int64_t nprt_rng_python_randrange(NprtRng *rng, int64_t start, int64_t stop, int64_t step)
{
    uint64_t index = randbelow(rng, range_len(start, stop, step));
    return (int64_t)((uint64_t)start + (uint64_t)step * index);
}

NprtRngError nprt_rng_python_check_randrange(int64_t start, int64_t stop, int64_t step)
{
    if (step == 0)
        return NPRT_RNG_PY_ZERO_STEP;
    if (range_len(start, stop, step) > 0)
        return NPRT_RNG_OK;
    return step == 1 ? NPRT_RNG_PY_EMPTY_RANGE : NPRT_RNG_PY_EMPTY_RANGE_STEP;
}

/* ---- sequences ----------------------------------------------------------------- */

void nprt_rng_python_shuffle_swaps(NprtRng *rng, int64_t *out_partner, int64_t n)
{
    if (n > 0)
        out_partner[0] = 0;
    for (int64_t i = n - 1; i > 0; i--)
        out_partner[i] = (int64_t)randbelow(rng, (uint64_t)i + 1);
}

void nprt_rng_python_shuffle(NprtRng *rng, void *data, int64_t n, int64_t itemsize)
{
    char *items = data;
    for (int64_t i = n - 1; i > 0; i--) {
        int64_t j = (int64_t)randbelow(rng, (uint64_t)i + 1);
        for (int64_t at = 0; i != j && at < itemsize; at++) {
            char kept = items[i * itemsize + at];
            items[i * itemsize + at] = items[j * itemsize + at];
            items[j * itemsize + at] = kept;
        }
    }
}

/* Picks from a pool, the last item of which fills each gap. */
static NprtRngError sample_pool(NprtRng *rng, int64_t *out, int64_t k, int64_t n)
{
    int64_t *pool = malloc((size_t)max_i64(n, 1) * sizeof *pool);
    if (!pool)
        return NPRT_RNG_NO_MEMORY;
    for (int64_t i = 0; i < n; i++)
        pool[i] = i;
    for (int64_t i = 0; i < k; i++) {
        int64_t j = (int64_t)randbelow(rng, (uint64_t)(n - i));
        out[i] = pool[j];
        pool[j] = pool[n - i - 1];
    }
    free(pool);
    return NPRT_RNG_OK;
}

/* Draws again what was drawn before; `slots` is a hash set of positions, -1 where free. */
static NprtRngError sample_set(NprtRng *rng, int64_t *out, int64_t k, int64_t n)
{
    uint64_t mask = mask_of((uint64_t)k * 2 + 1);
    int64_t *slots = malloc((size_t)(mask + 1) * sizeof *slots);
    if (!slots)
        return NPRT_RNG_NO_MEMORY;
    for (uint64_t i = 0; i <= mask; i++)
        slots[i] = -1;
    for (int64_t i = 0; i < k;) {
        int64_t j = (int64_t)randbelow(rng, (uint64_t)n);
        uint64_t at = (uint64_t)j & mask;
        while (slots[at] != -1 && slots[at] != j)
            at = (at + 1) & mask;
        if (slots[at] == j)
            continue;
        slots[at] = j;
        out[i++] = j;
    }
    free(slots);
    return NPRT_RNG_OK;
}

/* Which of the two is CPython's estimate of the memory a set takes. */
NprtRngError nprt_rng_python_sample(NprtRng *rng, int64_t *out, int64_t k, int64_t n)
{
    if (k < 0 || k > n)
        return NPRT_RNG_PY_SAMPLE;
    double set_size = 21.0;
    if (k > 5)
        set_size += pow(4.0, ceil(log((double)k * 3.0) / LOG_4));
    return (double)n <= set_size ? sample_pool(rng, out, k, n) : sample_set(rng, out, k, n);
}

void nprt_rng_python_choices(NprtRng *rng, int64_t *out, int64_t k, int64_t n)
{
    for (int64_t i = 0; i < k; i++)
        out[i] = to_i64(floor(next_f64(rng) * (double)n));
}

NprtRngError nprt_rng_python_choices_weighted(NprtRng *rng, int64_t *out, int64_t k,
                                              const double *cum_weights, int64_t n)
{
    double total = n > 0 ? cum_weights[n - 1] : 0.0;
    if (total <= 0.0)
        return NPRT_RNG_PY_WEIGHTS_ZERO;
    if (!isfinite(total))
        return NPRT_RNG_PY_WEIGHTS_INFINITE;
    for (int64_t i = 0; i < k; i++) {
        double x = next_f64(rng) * total;
        int64_t low = 0, high = n - 1;
        while (low < high) {
            int64_t mid = (low + high) / 2;
            if (x < cum_weights[mid])
                high = mid;
            else
                low = mid + 1;
        }
        out[i] = low;
    }
    return NPRT_RNG_OK;
}

/* ---- real numbers -------------------------------------------------------------- */

double nprt_rng_python_random(NprtRng *rng)
{
    return next_f64(rng);
}

double nprt_rng_python_uniform(NprtRng *rng, double a, double b)
{
    return a + (b - a) * next_f64(rng);
}

static double triangular(double u, double low, double high, double c)
{
    if (u > c)
        return high + (low - high) * sqrt((1.0 - u) * (1.0 - c));
    return low + (high - low) * sqrt(u * c);
}

double nprt_rng_python_triangular(NprtRng *rng, double low, double high, double mode)
{
    double u = next_f64(rng);
    return high == low ? low : triangular(u, low, high, (mode - low) / (high - low));
}

double nprt_rng_python_triangular_symmetric(NprtRng *rng, double low, double high)
{
    return triangular(next_f64(rng), low, high, 0.5);
}

/* Kinderman and Monahan 1977: a ratio of uniforms. */
double nprt_rng_python_normalvariate(NprtRng *rng, double mu, double sigma)
{
    for (;;) {
        double u = next_f64(rng);
        double v = 1.0 - next_f64(rng);
        double z = NV_MAGIC * (u - 0.5) / v;
        if (z * z / 4.0 <= -log(v))
            return mu + z * sigma;
    }
}

/* Box and Muller, the sine kept for the next call. */
double nprt_rng_python_gauss(NprtRng *rng, double mu, double sigma)
{
    if (rng->has_gauss) {
        rng->has_gauss = 0;
        return mu + rng->gauss * sigma;
    }
    double angle = next_f64(rng) * TWO_PI;
    double radius = sqrt(-2.0 * log(1.0 - next_f64(rng)));
    rng->gauss = sin(angle) * radius;
    rng->has_gauss = 1;
    return mu + cos(angle) * radius * sigma;
}

double nprt_rng_python_lognormvariate(NprtRng *rng, double mu, double sigma)
{
    return exp(nprt_rng_python_normalvariate(rng, mu, sigma));
}

double nprt_rng_python_expovariate(NprtRng *rng, double lambd)
{
    return -log(1.0 - next_f64(rng)) / lambd;
}

/* Python's x % TWO_PI. */
static double mod_two_pi(double x)
{
    double rest = fmod(x, TWO_PI);
    if (rest == 0.0)
        return 0.0;
    return rest < 0.0 ? rest + TWO_PI : rest;
}

/* Fisher, "Statistical Analysis of Circular Data", 1993. */
double nprt_rng_python_vonmisesvariate(NprtRng *rng, double mu, double kappa)
{
    if (kappa <= 1e-6)
        return TWO_PI * next_f64(rng);
    double s = 0.5 / kappa;
    double r = s + sqrt(1.0 + s * s);
    double z;
    for (;;) {
        z = cos(NPRT_RNG_PI * next_f64(rng));
        double d = z / (r + z);
        double u = next_f64(rng);
        if (u < 1.0 - d * d || u <= (1.0 - d) * exp(d))
            break;
    }
    double q = 1.0 / r;
    double f = (q + z) / (1.0 + q * z);
    double u = next_f64(rng);
    return mod_two_pi(u > 0.5 ? mu + acos(f) : mu - acos(f));
}

/* Cheng 1977, for alpha > 1. */
static double gamma_above_1(NprtRng *rng, double alpha)
{
    double inv = sqrt(2.0 * alpha - 1.0);
    double b = alpha - LOG_4;
    double c = alpha + inv;
    for (;;) {
        double u = next_f64(rng);
        if (!(1e-7 < u && u < 0.9999999))
            continue;
        double w = 1.0 - next_f64(rng);
        double v = log(u / (1.0 - u)) / inv;
        double x = alpha * exp(v);
        double z = u * u * w;
        double r = b + c * v - x;
        if (r + ONE_PLUS_LOG45 - 4.5 * z >= 0.0 || r >= log(z))
            return x;
    }
}

/* Ahrens and Dieter's GS (Kennedy and Gentle, "Statistical Computing"), for alpha < 1. */
static double gamma_below_1(NprtRng *rng, double alpha)
{
    for (;;) {
        double u = next_f64(rng);
        double b = (E + alpha) / E;
        double p = b * u;
        double x = p <= 1.0 ? pow(p, 1.0 / alpha) : -log((b - p) / alpha);
        double v = next_f64(rng);
        if (p > 1.0 ? v <= pow(x, alpha - 1.0) : v <= exp(-x))
            return x;
    }
}

double nprt_rng_python_gammavariate(NprtRng *rng, double alpha, double beta)
{
    if (alpha > 1.0)
        return gamma_above_1(rng, alpha) * beta;
    if (alpha == 1.0)
        return -log(1.0 - next_f64(rng)) * beta;
    return gamma_below_1(rng, alpha) * beta;
}

double nprt_rng_python_betavariate(NprtRng *rng, double alpha, double beta)
{
    double y = nprt_rng_python_gammavariate(rng, alpha, 1.0);
    return y == 0.0 ? 0.0 : y / (y + nprt_rng_python_gammavariate(rng, beta, 1.0));
}

double nprt_rng_python_paretovariate(NprtRng *rng, double alpha)
{
    return pow(1.0 - next_f64(rng), -1.0 / alpha);
}

double nprt_rng_python_weibullvariate(NprtRng *rng, double alpha, double beta)
{
    return alpha * pow(-log(1.0 - next_f64(rng)), 1.0 / beta);
}

NprtRngError nprt_rng_python_check_divisor(double divisor)
{
    return divisor == 0.0 ? NPRT_RNG_PY_DIVISION : NPRT_RNG_OK;
}

NprtRngError nprt_rng_python_check_gammavariate(double alpha, double beta)
{
    return alpha <= 0.0 || beta <= 0.0 ? NPRT_RNG_PY_GAMMA : NPRT_RNG_OK;
}

/* ---- binomial ------------------------------------------------------------------ */

/* math.lgamma for x >= 1, which is not libm's: Lanczos's sum with N = 13 (Boost's coefficients). */
static double python_lgamma(double x)
{
    static const double num[13] = {23531376880.410759, 42919803642.649099, 35711959237.355668,
                                   17921034426.037210, 6039542586.3520280, 1439720407.3117217,
                                   248874557.86205416, 31426415.585400194, 2876370.6289353724,
                                   186056.26539522350, 8071.6720023658162, 210.82427775157935,
                                   2.5066282746310002};
    static const double den[13] = {0.0,        39916800.0, 120543840.0, 150917976.0, 105258076.0,
                                   45995730.0, 13339535.0, 2637558.0,   357423.0,    32670.0,
                                   1925.0,     66.0,       1.0};
    const double g = 6.024680040776729583740234375;
    if (x == 1.0 || x == 2.0)
        return 0.0;
    double n = 0.0, d = 0.0;
    for (int i = 0; i < 13; i++) {
        int at = x < 5.0 ? 12 - i : i;
        n = (x < 5.0 ? n * x : n / x) + num[at];
        d = (x < 5.0 ? d * x : d / x) + den[at];
    }
    double r = log(n / d) - g;
    return r + (x - 0.5) * (log(x + g - 0.5) - 1.0);
}

/* Devroye's geometric steps, for n * p < 10. */
static int64_t binomial_by_steps(NprtRng *rng, int64_t n, double p)
{
    double c = log2(1.0 - p);
    int64_t x = 0, y = 0;
    if (c == 0.0)
        return 0;
    for (;; x++) {
        double step = floor(log2(next_f64(rng)) / c);
        if (!(step < (double)n))
            return x;
        y += to_i64(step) + 1;
        if (y > n)
            return x;
    }
}

/* BTRS: Hoermann 1993, transformed rejection with squeeze. */
static int64_t binomial_btrs(NprtRng *rng, int64_t n, double p)
{
    double nf = (double)n;
    double spq = sqrt(nf * p * (1.0 - p));
    double b = 1.15 + 2.53 * spq;
    double a = -0.0873 + 0.0248 * b + 0.01 * p;
    double c = nf * p + 0.5;
    double v_r = 0.92 - 4.2 / b;
    double alpha = (2.83 + 5.1 / b) * spq;
    double lpq = log(p / (1.0 - p));
    double mode = floor((double)(n + 1) * p);
    double h = python_lgamma(mode + 1.0) + python_lgamma(nf - mode + 1.0);
    for (;;) {
        double u = next_f64(rng) - 0.5;
        double us = 0.5 - fabs(u);
        double k = floor((2.0 * a / us + b) * u + c);
        if (!(k >= 0.0 && k <= nf))
            continue;
        double v = next_f64(rng);
        if (us >= 0.07 && v <= v_r)
            return to_i64(k);
        v *= alpha / (a / (us * us) + b);
        if (log(v) <= h - python_lgamma(k + 1.0) - python_lgamma(nf - k + 1.0) + (k - mode) * lpq)
            return to_i64(k);
    }
}

int64_t nprt_rng_python_binomialvariate(NprtRng *rng, int64_t n, double p)
{
    if (p == 0.0)
        return 0;
    if (p == 1.0)
        return n;
    if (n == 1)
        return next_f64(rng) < p;
    if (p > 0.5)
        return n - nprt_rng_python_binomialvariate(rng, n, 1.0 - p);
    return (double)n * p < 10.0 ? binomial_by_steps(rng, n, p) : binomial_btrs(rng, n, p);
}

NprtRngError nprt_rng_python_check_binomialvariate(int64_t n, double p)
{
    if (n < 0)
        return NPRT_RNG_PY_BINOMIAL_N;
    return p >= 0.0 && p <= 1.0 ? NPRT_RNG_OK : NPRT_RNG_PY_BINOMIAL_P;
}

/* rng_dist_binomial.c - binomial and multinomial draws of both families.
 *
 * Small n * p goes by inversion, the rest by BTPE (V. Kachitvichyanukul, B. W. Schmeiser, "Binomial
 * random variate generation", CACM 31, 1988). The legacy family keeps two slips of old NumPy: a
 * misprinted Stirling coefficient with two wrong signs, and exp(n * log(q)) for exp(n * log1p(-p)).
 * What depends on (n, p) alone stays in rng->binomial from one draw to the next. */
#include "runtime/rng_dist.h"
#include "runtime/rng_internal.h"
#include <math.h>
#include <string.h>

enum { MEMO_EMPTY, MEMO_INVERSION, MEMO_BTPE, MEMO_LEGACY_INVERSION };

static bool memo_holds(const NprtRngBinomial *memo, int method, int64_t n, double p)
{
    return memo->method == method && memo->n == n && memo->p == p;
}

/* ---- inversion: adds up probabilities ------------------------------------------ */

static int64_t by_inversion(NprtRng *rng, int64_t n, double p, bool legacy)
{
    NprtRngBinomial *memo = &rng->binomial;
    int method = legacy ? MEMO_LEGACY_INVERSION : MEMO_INVERSION;
    if (!memo_holds(memo, method, n, p)) {
        double q = 1.0 - p;
        double np = (double)n * p;
        memo->method = method;
        memo->n = n;
        memo->p = p;
        memo->q = q;
        memo->r = exp((double)n * (legacy ? log(q) : log1p(-p)));
        memo->m = to_i64(min_f64((double)n, np + 10.0 * sqrt(np * q + 1.0)));
    }
    double q = memo->q;
    double first = memo->r;
    int64_t bound = memo->m;
    double px = first;
    double u = next_f64(rng);
    int64_t x = 0;
    while (u > px) {
        if (++x > bound) {
            x = 0;
            px = first;
            u = next_f64(rng);
        } else {
            u -= px;
            px = (double)(n - x + 1) * p * px / ((double)x * q);
        }
    }
    return x;
}

/* ---- BTPE: a triangle, two parallelograms, two exponential tails --------------- */

static void btpe_setup(NprtRngBinomial *memo, int64_t n, double p)
{
    double r = min_f64(p, 1.0 - p);
    double q = 1.0 - r;
    double fm = (double)n * r + r;
    memo->method = MEMO_BTPE;
    memo->n = n;
    memo->p = p;
    memo->r = r;
    memo->q = q;
    memo->fm = fm;
    memo->m = to_i64(floor(fm));
    memo->p1 = floor(2.195 * sqrt((double)n * r * q) - 4.6 * q) + 0.5;
    memo->xm = (double)memo->m + 0.5;
    memo->xl = memo->xm - memo->p1;
    memo->xr = memo->xm + memo->p1;
    memo->c = 0.134 + 20.5 / (15.3 + (double)memo->m);
    double a = (fm - memo->xl) / (fm - memo->xl * r);
    memo->laml = a * (1.0 + a / 2.0);
    a = (memo->xr - fm) / (memo->xr * q);
    memo->lamr = a * (1.0 + a / 2.0);
    memo->p2 = memo->p1 * (1.0 + 2.0 * memo->c);
    memo->p3 = memo->p2 + memo->c / memo->laml;
    memo->p4 = memo->p3 + memo->c / memo->lamr;
}

/* The error term of Stirling's series at x, x2 = x * x. */
static double stirling(double first, double x, double x2)
{
    return (first - (462.0 - (132.0 - (99.0 - 140.0 / x2) / x2) / x2) / x2) / x / 166320.0;
}

/* Accepts y, at height v, by the density itself: step 5.3 of the paper. */
static bool btpe_accept_exact(const NprtRngBinomial *b, int64_t y, double log_v, bool legacy)
{
    double x1 = (double)y + 1.0;
    double f1 = (double)b->m + 1.0;
    double z = (double)b->n + 1.0 - (double)b->m;
    double w = (double)b->n - (double)y + 1.0;
    double bound = b->xm * log(f1 / x1) + ((double)(b->n - b->m) + 0.5) * log(z / w) +
                   (double)(y - b->m) * log(w * b->r / (x1 * b->q));
    double first = legacy ? 13680.0 : 13860.0;
    double sx = stirling(first, x1, x1 * x1);
    double sw = stirling(first, w, w * w);
    bound += stirling(first, f1, f1 * f1);
    bound += stirling(first, z, z * z);
    bound = legacy ? bound + sx + sw : bound - sx - sw;
    return !(log_v > bound);
}

/* Accepts y at height v: step 5. Near the mode the ratio of probabilities is multiplied out. */
static bool btpe_accept(const NprtRngBinomial *b, int64_t y, double v, bool legacy)
{
    double nrq = (double)b->n * b->r * b->q;
    int64_t k = y < b->m ? b->m - y : y - b->m;
    if (k <= 20 || !((double)k < nrq / 2.0 - 1.0)) {
        double s = b->r / b->q;
        double a = s * (double)(b->n + 1);
        double ratio = 1.0;
        for (int64_t i = b->m + 1; i <= y; i++)
            ratio *= a / (double)i - s;
        for (int64_t i = y + 1; i <= b->m; i++)
            ratio /= a / (double)i - s;
        return !(v > ratio);
    }
    double x = (double)k;
    double rho = (x / nrq) * ((x * (x / 3.0 + 0.625) + 0.16666666666666666) / nrq + 0.5);
    double t = (double)(int64_t)(-(uint64_t)k * (uint64_t)k) / (2.0 * nrq);
    double log_v = log(v);
    if (log_v < t - rho)
        return true;
    if (log_v > t + rho)
        return false;
    return btpe_accept_exact(b, y, log_v, legacy);
}

static int64_t by_btpe(NprtRng *rng, int64_t n, double p, bool legacy)
{
    NprtRngBinomial *b = &rng->binomial;
    if (!memo_holds(b, MEMO_BTPE, n, p))
        btpe_setup(b, n, p);
    int64_t y;
    for (;;) {
        double u = next_f64(rng) * b->p4;
        double v = next_f64(rng);
        if (!(u > b->p1)) {
            y = to_i64(floor(b->xm - b->p1 * v + u));
            break;
        }
        if (!(u > b->p2)) {
            double x = b->xl + (u - b->p1) / b->c;
            v = v * b->c + 1.0 - fabs((double)b->m - x + 0.5) / b->p1;
            if (v > 1.0)
                continue;
            y = to_i64(floor(x));
        } else if (!(u > b->p3)) {
            y = to_i64(floor(b->xl + log(v) / b->laml));
            if (y < 0 || v == 0.0)
                continue;
            v = v * (u - b->p2) * b->laml;
        } else {
            y = to_i64(floor(b->xr - log(v) / b->lamr));
            if (y > n || v == 0.0)
                continue;
            v = v * (u - b->p3) * b->lamr;
        }
        if (btpe_accept(b, y, v, legacy))
            break;
    }
    return p > 0.5 ? n - y : y;
}

/* ---- both families ------------------------------------------------------------- */

static int64_t binomial(NprtRng *rng, int64_t n, double p, bool legacy)
{
    bool mirrored = !(p <= 0.5);
    double small = mirrored ? 1.0 - p : p;
    int64_t x = small * (double)n <= 30.0 ? by_inversion(rng, n, small, legacy)
                                          : by_btpe(rng, n, small, legacy);
    return mirrored ? n - x : x;
}

int64_t nprt_rng_binomial(NprtRng *rng, int64_t n, double p)
{
    return n == 0 || p == 0.0 ? 0 : binomial(rng, n, p, false);
}

int64_t nprt_rng_legacy_binomial(NprtRng *rng, int64_t n, double p)
{
    return binomial(rng, n, p, true);
}

/* Splits n by conditional binomials, the last cell takes the rest. */
static void multinomial(NprtRng *rng, int64_t *out, int64_t n, const double *pvals, int64_t d,
                        bool legacy)
{
    double remaining = 1.0;
    memset(out, 0, (size_t)d * sizeof *out);
    for (int64_t j = 0; j < d - 1; j++) {
        double p = pvals[j] / remaining;
        out[j] = legacy ? nprt_rng_legacy_binomial(rng, n, p) : nprt_rng_binomial(rng, n, p);
        n -= out[j];
        if (n <= 0)
            return;
        remaining -= pvals[j];
    }
    if (n > 0 && d > 0)
        out[d - 1] = n;
}

void nprt_rng_fill_multinomial(NprtRng *rng, int64_t *out, int64_t rows, int64_t n,
                               const double *pvals, int64_t d)
{
    for (int64_t i = 0; i < rows; i++)
        multinomial(rng, out + i * d, n, pvals, d, false);
}

void nprt_rng_legacy_fill_multinomial(NprtRng *rng, int64_t *out, int64_t rows, int64_t n,
                                      const double *pvals, int64_t d)
{
    for (int64_t i = 0; i < rows; i++)
        multinomial(rng, out + i * d, n, pvals, d, true);
}

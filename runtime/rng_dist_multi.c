/* rng_dist_multi.c - Dirichlet and multivariate hypergeometric draws. Multinomial ones are next to
 * the binomial they are made of. */
#include "runtime/rng_dist.h"
#include "runtime/rng_internal.h"
#include <stdlib.h>
#include <string.h>

/* ---- Dirichlet ----------------------------------------------------------------- */

/* Gammas over their sum; they may all be 0 when every alpha is small. */
static void dirichlet_by_gamma(NprtRng *rng, double *out, const double *alpha, int64_t k,
                               bool legacy)
{
    double sum = 0.0;
    for (int64_t j = 0; j < k; j++) {
        out[j] = legacy ? nprt_rng_legacy_standard_gamma(rng, alpha[j])
                        : nprt_rng_standard_gamma(rng, alpha[j]);
        sum += out[j];
    }
    double scale = 1.0 / sum;
    for (int64_t j = 0; j < k; j++)
        out[j] *= scale;
}

/* Breaks a stick by betas. The sums of alpha from the right wait in the slots not yet written. */
static void dirichlet_by_beta(NprtRng *rng, double *out, const double *alpha, int64_t k)
{
    double sum = 0.0;
    for (int64_t j = k - 1; j >= 0; j--) {
        sum += alpha[j];
        out[j] = sum;
    }
    double stick = 1.0;
    int64_t j = 0;
    for (; sum > 0.0 && j < k - 1; j++) {
        double rest = out[j + 1];
        double part = nprt_rng_beta(rng, alpha[j], rest);
        out[j] = stick * part;
        stick *= 1.0 - part;
        if (rest == 0.0) {
            j++;
            break;
        }
    }
    for (; j < k; j++)
        out[j] = 0.0;
    if (sum > 0.0)
        out[k - 1] = stick;
}

void nprt_rng_fill_dirichlet(NprtRng *rng, double *out, int64_t rows, const double *alpha,
                             int64_t k)
{
    bool small = k > 0;
    for (int64_t j = 0; j < k; j++)
        small = small && alpha[j] < 0.1;
    for (int64_t i = 0; i < rows; i++) {
        if (small)
            dirichlet_by_beta(rng, out + i * k, alpha, k);
        else
            dirichlet_by_gamma(rng, out + i * k, alpha, k, false);
    }
}

void nprt_rng_legacy_fill_dirichlet(NprtRng *rng, double *out, int64_t rows, const double *alpha,
                                    int64_t k)
{
    for (int64_t i = 0; i < rows; i++)
        dirichlet_by_gamma(rng, out + i * k, alpha, k, true);
}

/* ---- multivariate hypergeometric ----------------------------------------------- */

/* One color against all that follow, then the next. */
static void mvhg_by_marginals(NprtRng *rng, int64_t *out, const int64_t *colors, int64_t k,
                              int64_t total, int64_t nsample)
{
    for (int64_t j = 0; nsample > 0 && j < k - 1; j++) {
        total -= colors[j];
        out[j] = nprt_rng_hypergeometric(rng, colors[j], total, nsample);
        nsample -= out[j];
    }
    if (nsample > 0)
        out[k - 1] = nsample;
}

/* Shuffles the head of an array with one item per object, then counts. The array stays shuffled for
 * the next row. */
static void mvhg_by_count(NprtRng *rng, int64_t *out, int64_t *items, int64_t total,
                          int64_t nsample)
{
    for (int64_t j = 0; j < nsample; j++) {
        int64_t pick = j + (int64_t)next_interval(rng, (uint64_t)(total - j - 1));
        int64_t color = items[pick];
        items[pick] = items[j];
        items[j] = color;
    }
    for (int64_t j = 0; j < nsample; j++)
        out[items[j]]++;
}

static int64_t *mvhg_items(const int64_t *colors, int64_t k, int64_t total)
{
    int64_t *items = malloc((size_t)total * sizeof *items);
    int64_t at = 0;
    for (int64_t i = 0; items && i < k; i++)
        for (int64_t j = 0; j < colors[i]; j++)
            items[at++] = i;
    return items;
}

NprtRngError nprt_rng_fill_mv_hypergeometric(NprtRng *rng, int64_t *out, int64_t rows,
                                             const int64_t *colors, int64_t k, int64_t nsample,
                                             bool by_count)
{
    int64_t total = 0;
    for (int64_t j = 0; j < k; j++)
        total += colors[j];
    memset(out, 0, (size_t)(rows * k) * sizeof *out);
    if (total == 0 || nsample == 0 || rows == 0)
        return NPRT_RNG_OK;
    int64_t *items = by_count ? mvhg_items(colors, k, total) : NULL;
    if (by_count && !items)
        return NPRT_RNG_NO_MEMORY;
    /* The larger half is drawn by its complement. */
    bool complement = nsample > total / 2;
    int64_t todo = complement ? total - nsample : nsample;
    for (int64_t *row = out; row < out + rows * k; row += k) {
        if (by_count)
            mvhg_by_count(rng, row, items, total, todo);
        else
            mvhg_by_marginals(rng, row, colors, k, total, todo);
        for (int64_t j = 0; complement && j < k; j++)
            row[j] = colors[j] - row[j];
    }
    free(items);
    return NPRT_RNG_OK;
}

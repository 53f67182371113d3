/* rng_choice.c - choice of both families: positions in a population, with or without replacement
 * and probabilities. The caller turns positions into elements. */
#include "runtime/rng_dist.h"
#include "runtime/rng_internal.h"
#include <math.h>
#include <stdlib.h>

/* The argument checks come in NumPy's order, with one text a family. */
#define PICK(name) (legacy ? NPRT_RNG_LEGACY_##name : NPRT_RNG_##name)

static NprtRngError check_population(int64_t size, int64_t population, int32_t flags, bool legacy)
{
    if (population > 0 || size == 0)
        return NPRT_RNG_OK;
    return flags & NPRT_RNG_FROM_ARRAY ? PICK(CHOICE_EMPTY) : PICK(CHOICE_INT);
}

static NprtRngError check_size(int64_t size, int64_t population, int32_t flags, bool legacy)
{
    if (flags & NPRT_RNG_REPLACE)
        return NPRT_RNG_OK;
    if (size > population)
        return PICK(CHOICE_TOO_MANY);
    return size < 0 ? PICK(CHOICE_SIZE) : NPRT_RNG_OK;
}

/* The sum is compensated; its tolerance is the root of the precision p came in. */
static NprtRngError check_p(const double *p, int64_t n, int32_t flags, bool legacy)
{
    double sum = nprt_rng_kahan_sum(p, n);
    bool negative = false;
    for (int64_t i = 0; i < n; i++)
        negative = negative || p[i] < 0.0;
    double tolerance = 0x1p-26;
    if (flags & NPRT_RNG_P_FLOAT32)
        tolerance = sqrt(0x1p-23);
    if (flags & NPRT_RNG_P_FLOAT16)
        tolerance = 0x1p-5;
    if (isnan(sum))
        return PICK(CHOICE_P_NAN);
    if (negative)
        return PICK(CHOICE_P_NEGATIVE);
    return fabs(sum - 1.0) > tolerance ? PICK(CHOICE_P_SUM) : NPRT_RNG_OK;
}

/* ---- with probabilities -------------------------------------------------------- */

static void make_cdf(double *cdf, const double *p, int64_t n)
{
    double sum = 0.0;
    for (int64_t i = 0; i < n; i++) {
        sum += p[i];
        cdf[i] = sum;
    }
    for (int64_t i = 0; i < n; i++)
        cdf[i] /= sum;
}

/* searchsorted(cdf, x, side='right') */
static int64_t upper_bound(const double *cdf, int64_t n, double x)
{
    int64_t low = 0, high = n;
    while (low < high) {
        int64_t mid = low + (high - low) / 2;
        if (x < cdf[mid])
            high = mid;
        else
            low = mid + 1;
    }
    return low;
}

static NprtRngError replace_p(NprtRng *rng, int64_t *out, int64_t size, const double *p, int64_t n)
{
    double *cdf = malloc((size_t)n * sizeof *cdf);
    if (!cdf && n > 0)
        return NPRT_RNG_NO_MEMORY;
    make_cdf(cdf, p, n);
    for (int64_t i = 0; i < size; i++)
        out[i] = upper_bound(cdf, n, next_f64(rng));
    free(cdf);
    return NPRT_RNG_OK;
}

/* Draws as many as are missing, keeps the first of each value, and starts over with the
 * probabilities of those set to 0. */
static NprtRngError distinct_p(NprtRng *rng, int64_t *out, int64_t size, const double *p, int64_t n)
{
    int64_t positive = 0;
    for (int64_t i = 0; i < n; i++)
        positive += p[i] > 0.0;
    if (positive < size)
        return NPRT_RNG_CHOICE_P_ZEROS;
    double *left = malloc((size_t)n * 2 * sizeof *left + (size_t)n);
    if (!left && n > 0)
        return NPRT_RNG_NO_MEMORY;
    double *cdf = left + n;
    char *taken = (char *)(cdf + n);
    for (int64_t i = 0; i < n; i++) {
        left[i] = p[i];
        taken[i] = 0;
    }
    for (int64_t found = 0; found < size;) {
        int64_t missing = size - found;
        make_cdf(cdf, left, n);
        for (int64_t i = 0; i < missing; i++) {
            int64_t value = upper_bound(cdf, n, next_f64(rng));
            if (taken[value])
                continue;
            taken[value] = 1;
            left[value] = 0.0;
            out[found++] = value;
        }
    }
    free(left);
    return NPRT_RNG_OK;
}

static NprtRngError choice_p(NprtRng *rng, int64_t *out, int64_t size, const double *p, int64_t n,
                             int32_t flags)
{
    if (flags & NPRT_RNG_REPLACE)
        return replace_p(rng, out, size, p, n);
    return distinct_p(rng, out, size, p, n);
}

static NprtRngError check_all(int64_t size, int64_t population, const double *p, int64_t p_len,
                              int32_t flags, bool legacy)
{
    NprtRngError error = check_population(size, population, flags, legacy);
    if (!error && p_len != population)
        error = PICK(CHOICE_P_SIZE);
    if (!error)
        error = check_p(p, p_len, flags, legacy);
    return error ? error : check_size(size, population, flags, legacy);
}

NprtRngError nprt_rng_choice_p(NprtRng *rng, int64_t *out, int64_t size, int64_t population,
                               const double *p, int64_t p_len, int32_t flags)
{
    NprtRngError error = check_all(size, population, p, p_len, flags, false);
    return error ? error : choice_p(rng, out, size, p, p_len, flags);
}

NprtRngError nprt_rng_legacy_choice_p(NprtRng *rng, int64_t *out, int64_t size, int64_t population,
                                      const double *p, int64_t p_len, int32_t flags)
{
    NprtRngError error = check_all(size, population, p, p_len, flags, true);
    return error ? error : choice_p(rng, out, size, p, p_len, flags);
}

/* ---- without probabilities ----------------------------------------------------- */

/* Shuffles items n - 1 down to `first`. Unlike shuffle itself this draws by Lemire's method. */
static void shuffle_tail(NprtRng *rng, int64_t *items, int64_t n, int64_t first)
{
    for (int64_t i = n - 1; i >= first; i--) {
        int64_t j = (int64_t)nprt_rng_lemire(rng, (uint64_t)i);
        int64_t kept = items[j];
        items[j] = items[i];
        items[i] = kept;
    }
}

static NprtRngError distinct_by_tail(NprtRng *rng, int64_t *out, int64_t size, int64_t population)
{
    int64_t *items = malloc((size_t)population * sizeof *items);
    if (!items)
        return NPRT_RNG_NO_MEMORY;
    for (int64_t i = 0; i < population; i++)
        items[i] = i;
    shuffle_tail(rng, items, population, max_i64(population - size, 1));
    for (int64_t i = 0; i < size; i++)
        out[i] = items[population - size + i];
    free(items);
    return NPRT_RNG_OK;
}

/* Adds `value` to an open-addressing set of numbers; false when it was there. -1 marks a free slot.
 */
static bool set_add(int64_t *slots, uint64_t mask, int64_t value)
{
    uint64_t at = (uint64_t)value & mask;
    while (slots[at] != -1 && slots[at] != value)
        at = (at + 1) & mask;
    bool is_new = slots[at] == -1;
    slots[at] = value;
    return is_new;
}

/* R. W. Floyd's sampling (CACM 30, 1987): for each j, one of 0..j, or j itself where that is taken.
 */
static NprtRngError distinct_by_set(NprtRng *rng, int64_t *out, int64_t size, int64_t population,
                                    bool shuffled)
{
    uint64_t mask = mask_of((uint64_t)(1.2 * (double)size));
    int64_t *slots = malloc((size_t)(mask + 1) * sizeof *slots);
    if (!slots)
        return NPRT_RNG_NO_MEMORY;
    for (uint64_t i = 0; i <= mask; i++)
        slots[i] = -1;
    for (int64_t i = 0; i < size; i++) {
        int64_t j = population - size + i;
        int64_t value = (int64_t)nprt_rng_lemire(rng, (uint64_t)j);
        if (!set_add(slots, mask, value)) {
            value = j;
            set_add(slots, mask, value);
        }
        out[i] = value;
    }
    free(slots);
    if (shuffled)
        shuffle_tail(rng, out, size, 1);
    return NPRT_RNG_OK;
}

NprtRngError nprt_rng_choice(NprtRng *rng, int64_t *out, int64_t size, int64_t population,
                             int32_t flags)
{
    NprtRngError error = check_population(size, population, flags, false);
    if (!error)
        error = check_size(size, population, flags, false);
    if (error || size == 0)
        return error;
    if (flags & NPRT_RNG_REPLACE) {
        nprt_rng_fill_integers_int64(rng, out, size, 0, population - 1);
        return NPRT_RNG_OK;
    }
    bool shuffled = !(flags & NPRT_RNG_NO_SHUFFLE);
    if (population > 10000 && size > population / (shuffled ? 50 : 20))
        return distinct_by_tail(rng, out, size, population);
    return distinct_by_set(rng, out, size, population, shuffled);
}

/* Without replacement: the head of a permutation of everything. */
NprtRngError nprt_rng_legacy_choice(NprtRng *rng, int64_t *out, int64_t size, int64_t population,
                                    int32_t flags)
{
    NprtRngError error = check_population(size, population, flags, true);
    if (!error)
        error = check_size(size, population, flags, true);
    if (error)
        return error;
    if (flags & NPRT_RNG_REPLACE) {
        if (size > 0)
            nprt_rng_legacy_fill_randint_int64(rng, out, size, 0, population - 1);
        return NPRT_RNG_OK;
    }
    int64_t *items = malloc((size_t)max_i64(population, 1) * sizeof *items);
    if (!items)
        return NPRT_RNG_NO_MEMORY;
    nprt_rng_permutation(rng, items, population);
    for (int64_t i = 0; i < size; i++)
        out[i] = items[i];
    free(items);
    return NPRT_RNG_OK;
}

/* rng_dist.h - what numpy.random draws from a bit generator.
 *
 * Two families, bit for bit NumPy's: nprt_rng_* is numpy.random.Generator, nprt_rng_legacy_* is
 * RandomState and the functions of numpy.random itself. Either works on any NprtRng.
 *
 * No draw checks its arguments: the caller does, once, through the nprt_rng_check_* function, and
 * raises what it returns. Draws never fail. Functions that need scratch memory, or whose checks are
 * part of the work, return NprtRngError. */
#ifndef NPRT_RNG_DIST_H
#define NPRT_RNG_DIST_H

#include "runtime/rng_bits.h"

/* Per row of rng_dist_gen.def: one draw; `size` draws into `out`; the check of the parameters. */
#define NPRT_RNG_DIST0(name, R, check)                                                             \
    R nprt_rng_##name(NprtRng *rng);                                                               \
    void nprt_rng_fill_##name(NprtRng *rng, R *out, int64_t size);
#define NPRT_RNG_DIST1(name, R, T1, a1, check)                                                     \
    R nprt_rng_##name(NprtRng *rng, T1 a1);                                                        \
    void nprt_rng_fill_##name(NprtRng *rng, R *out, int64_t size, T1 a1);                          \
    NprtRngError nprt_rng_check_##name(T1 a1);
#define NPRT_RNG_DIST2(name, R, T1, a1, T2, a2, check)                                             \
    R nprt_rng_##name(NprtRng *rng, T1 a1, T2 a2);                                                 \
    void nprt_rng_fill_##name(NprtRng *rng, R *out, int64_t size, T1 a1, T2 a2);                   \
    NprtRngError nprt_rng_check_##name(T1 a1, T2 a2);
#define NPRT_RNG_DIST3(name, R, T1, a1, T2, a2, T3, a3, check)                                     \
    R nprt_rng_##name(NprtRng *rng, T1 a1, T2 a2, T3 a3);                                          \
    void nprt_rng_fill_##name(NprtRng *rng, R *out, int64_t size, T1 a1, T2 a2, T3 a3);            \
    NprtRngError nprt_rng_check_##name(T1 a1, T2 a2, T3 a3);
#define NPRT_RNG_BULK0 NPRT_RNG_DIST0
#define NPRT_RNG_BULK2 NPRT_RNG_DIST2
#include "runtime/rng_dist_gen.def"
#undef NPRT_RNG_BULK0
#undef NPRT_RNG_BULK2
#undef NPRT_RNG_DIST0
#undef NPRT_RNG_DIST1
#undef NPRT_RNG_DIST2
#undef NPRT_RNG_DIST3

/* The same for rng_dist_legacy.def. */
#define NPRT_RNG_DIST0(name, R, check)                                                             \
    R nprt_rng_legacy_##name(NprtRng *rng);                                                        \
    void nprt_rng_legacy_fill_##name(NprtRng *rng, R *out, int64_t size);
#define NPRT_RNG_DIST1(name, R, T1, a1, check)                                                     \
    R nprt_rng_legacy_##name(NprtRng *rng, T1 a1);                                                 \
    void nprt_rng_legacy_fill_##name(NprtRng *rng, R *out, int64_t size, T1 a1);                   \
    NprtRngError nprt_rng_legacy_check_##name(T1 a1);
#define NPRT_RNG_DIST2(name, R, T1, a1, T2, a2, check)                                             \
    R nprt_rng_legacy_##name(NprtRng *rng, T1 a1, T2 a2);                                          \
    void nprt_rng_legacy_fill_##name(NprtRng *rng, R *out, int64_t size, T1 a1, T2 a2);            \
    NprtRngError nprt_rng_legacy_check_##name(T1 a1, T2 a2);
#define NPRT_RNG_DIST3(name, R, T1, a1, T2, a2, T3, a3, check)                                     \
    R nprt_rng_legacy_##name(NprtRng *rng, T1 a1, T2 a2, T3 a3);                                   \
    void nprt_rng_legacy_fill_##name(NprtRng *rng, R *out, int64_t size, T1 a1, T2 a2, T3 a3);     \
    NprtRngError nprt_rng_legacy_check_##name(T1 a1, T2 a2, T3 a3);
#define NPRT_RNG_BULK0 NPRT_RNG_DIST0
#define NPRT_RNG_BULK2 NPRT_RNG_DIST2
#include "runtime/rng_dist_legacy.def"
#undef NPRT_RNG_BULK0
#undef NPRT_RNG_BULK2
#undef NPRT_RNG_DIST0
#undef NPRT_RNG_DIST1
#undef NPRT_RNG_DIST2
#undef NPRT_RNG_DIST3

/* ---- integers ------------------------------------------------------------------ */

/* Unused bits of a 32-bit draw, shared by small integers. It lives as long as one NumPy call: a
 * fill has its own; a loop over array bounds starts with one set to zero and keeps it. */
typedef struct NprtRngIntBuffer {
    uint32_t bits;
    int32_t left;
} NprtRngIntBuffer;

/* Generator.integers and randint of each dtype, both ends inclusive: for an open interval the
 * caller passes high - 1. `_next` is one element of a call with array bounds.
 *   nprt_rng_integers_int8(rng, low, last)  nprt_rng_fill_integers_int8(rng, out, n, low, last)
 *   nprt_rng_integers_next_int8(rng, buffer, low, last)      and so on, bool to uint64
 *   nprt_rng_legacy_randint_int8(...), nprt_rng_legacy_fill_randint_int8, ..._randint_next_int8 */
#define NPRT_RNG_INT(name, E, T, U, bits, min, max)                                                \
    T nprt_rng_integers_##name(NprtRng *rng, T low, T last);                                       \
    void nprt_rng_fill_integers_##name(NprtRng *rng, T *out, int64_t n, T low, T last);            \
    T nprt_rng_integers_next_##name(NprtRng *rng, NprtRngIntBuffer *buffer, T low, T last);        \
    T nprt_rng_legacy_randint_##name(NprtRng *rng, T low, T last);                                 \
    void nprt_rng_legacy_fill_randint_##name(NprtRng *rng, T *out, int64_t n, T low, T last);      \
    T nprt_rng_legacy_randint_next_##name(NprtRng *rng, NprtRngIntBuffer *buffer, T low, T last);
#include "runtime/rng_ints.def"
#undef NPRT_RNG_INT

/* Checks the bounds of integers or randint for `dtype` (bool or an integer dtype). `high` is
 * inclusive when `endpoint`. The _u64 form is for bounds beyond int64; 2**64 itself as an open end
 * is passed as UINT64_MAX with `endpoint`. When the single argument form integers(n) was used, low
 * = 0. */
NprtRngError nprt_rng_check_integers(NprtDtype dtype, int64_t low, int64_t high, bool endpoint);
NprtRngError nprt_rng_check_integers_u64(NprtDtype dtype, uint64_t low, uint64_t high,
                                         bool endpoint);

/* Generator.bytes, RandomState.bytes; both draw a last partial word whole, and one word for n = 0.
 */
void nprt_rng_bytes(NprtRng *rng, void *out, int64_t n);

/* ---- order --------------------------------------------------------------------- */
/* The two families share these: both draw positions with random_interval. */

/* shuffle of n items of `itemsize` bytes, `stride` bytes apart. */
void nprt_rng_shuffle(NprtRng *rng, void *data, int64_t n, int64_t stride, int64_t itemsize);
/* The swaps alone: item i changes places with out_partner[i], for i from n - 1 down to 1. */
void nprt_rng_shuffle_swaps(NprtRng *rng, int64_t *out_partner, int64_t n);
/* permutation(n): 0..n-1 shuffled. permutation(array) gathers through it along the axis, unless the
 * array has one dimension: then NumPy shuffles a copy, which is the same. */
void nprt_rng_permutation(NprtRng *rng, int64_t *out, int64_t n);
/* shuffle(array, axis): exchanges whole slices. */
void nprt_rng_shuffle_axis(NprtRng *rng, void *data, const int64_t *shape, const int64_t *strides,
                           int32_t ndim, int32_t axis, int64_t itemsize);
/* Generator.permuted(array, axis=axis), in place: each line along the axis on its own. */
void nprt_rng_permuted_axis(NprtRng *rng, void *data, const int64_t *shape, const int64_t *strides,
                            int32_t ndim, int32_t axis, int64_t itemsize);

/* ---- choice -------------------------------------------------------------------- */

typedef enum NprtRngChoice {
    NPRT_RNG_REPLACE = 1,    /* replace=True, the default */
    NPRT_RNG_NO_SHUFFLE = 2, /* shuffle=False (Generator) */
    NPRT_RNG_FROM_ARRAY = 4, /* `a` is an array, not an int: for the texts of errors */
    NPRT_RNG_P_FLOAT32 = 8,  /* p was float32 or float16: a wider tolerance for its sum */
    NPRT_RNG_P_FLOAT16 = 16
} NprtRngChoice;

/* choice(population, size, replace, p): `size` positions into out. flags: NprtRngChoice. */
NprtRngError nprt_rng_choice(NprtRng *rng, int64_t *out, int64_t size, int64_t population,
                             int32_t flags);
NprtRngError nprt_rng_choice_p(NprtRng *rng, int64_t *out, int64_t size, int64_t population,
                               const double *p, int64_t p_len, int32_t flags);
NprtRngError nprt_rng_legacy_choice(NprtRng *rng, int64_t *out, int64_t size, int64_t population,
                                    int32_t flags);
NprtRngError nprt_rng_legacy_choice_p(NprtRng *rng, int64_t *out, int64_t size, int64_t population,
                                      const double *p, int64_t p_len, int32_t flags);

/* ---- several values at a time -------------------------------------------------- */

/* multinomial(n, pvals): `rows` rows of d counts. */
NprtRngError nprt_rng_check_multinomial(int64_t n, const double *pvals, int64_t d);
void nprt_rng_fill_multinomial(NprtRng *rng, int64_t *out, int64_t rows, int64_t n,
                               const double *pvals, int64_t d);
NprtRngError nprt_rng_legacy_check_multinomial(int64_t n, const double *pvals, int64_t d);
void nprt_rng_legacy_fill_multinomial(NprtRng *rng, int64_t *out, int64_t rows, int64_t n,
                                      const double *pvals, int64_t d);

/* dirichlet(alpha): `rows` rows of k values. */
NprtRngError nprt_rng_check_dirichlet(const double *alpha, int64_t k);
void nprt_rng_fill_dirichlet(NprtRng *rng, double *out, int64_t rows, const double *alpha,
                             int64_t k);
NprtRngError nprt_rng_legacy_check_dirichlet(const double *alpha, int64_t k);
void nprt_rng_legacy_fill_dirichlet(NprtRng *rng, double *out, int64_t rows, const double *alpha,
                                    int64_t k);

/* multivariate_hypergeometric(colors, nsample, method='marginals' or 'count'): `rows` rows of k
 * counts. Only 'count' needs memory. */
NprtRngError nprt_rng_check_mv_hypergeometric(const int64_t *colors, int64_t k, int64_t nsample,
                                              bool by_count);
NprtRngError nprt_rng_fill_mv_hypergeometric(NprtRng *rng, int64_t *out, int64_t rows,
                                             const int64_t *colors, int64_t k, int64_t nsample,
                                             bool by_count);

#endif

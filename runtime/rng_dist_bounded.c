/* rng_dist_bounded.c - random integers of every dtype between two bounds.
 *
 * Generator.integers uses Lemire's multiplication (D. Lemire, "Fast random integer generation in an
 * interval", 2019), randint the older rejection of masked bits. Types of 1, 8 and 16 bits cut their
 * bits from one 32-bit draw after the other; 64-bit types use 32-bit draws where the range allows.
 */
#include "runtime/rng_dist.h"
#include "runtime/rng_internal.h"
#include <string.h>

__extension__ typedef __int128 Wide;

/* The next `bits` (1, 8, 16 or 32) of the buffer. */
static inline uint32_t take_bits(NprtRng *rng, NprtRngIntBuffer *buffer, int bits)
{
    if (buffer->left == 0) {
        buffer->bits = next_u32(rng);
        buffer->left = 32 / bits - 1;
    } else {
        buffer->bits >>= bits;
        buffer->left--;
    }
    return buffer->bits & UINT32_MAX >> (32 - bits);
}

static inline uint32_t bounded_32(NprtRng *rng, NprtRngIntBuffer *buffer, uint32_t range, int bits,
                                  bool masked)
{
    uint32_t full = UINT32_MAX >> (32 - bits);
    if (range == 0)
        return 0;
    if (range == full)
        return take_bits(rng, buffer, bits);
    if (masked) {
        uint32_t mask = (uint32_t)mask_of(range);
        uint32_t value;
        do
            value = take_bits(rng, buffer, bits) & mask;
        while (value > range);
        return value;
    }
    uint32_t count = range + 1;
    uint64_t product = (uint64_t)take_bits(rng, buffer, bits) * count;
    if ((product & full) < count) {
        uint32_t threshold = (full - range) % count;
        while ((product & full) < threshold)
            product = (uint64_t)take_bits(rng, buffer, bits) * count;
    }
    return (uint32_t)(product >> bits);
}

static inline uint64_t bounded_64(NprtRng *rng, uint64_t range, bool masked)
{
    if (range <= UINT32_MAX) {
        NprtRngIntBuffer whole = {0, 0};
        return bounded_32(rng, &whole, (uint32_t)range, 32, masked);
    }
    if (range == UINT64_MAX)
        return next_u64(rng);
    if (masked) {
        uint64_t mask = mask_of(range);
        uint64_t value;
        do
            value = next_u64(rng) & mask;
        while (value > range);
        return value;
    }
    uint64_t count = range + 1;
    NprtU128 product = (NprtU128)next_u64(rng) * count;
    if ((uint64_t)product < count) {
        uint64_t threshold = (UINT64_MAX - range) % count;
        while ((uint64_t)product < threshold)
            product = (NprtU128)next_u64(rng) * count;
    }
    return (uint64_t)(product >> 64);
}

/* Uniform on [0, range]; `bits` is a constant in every caller. */
static inline uint64_t bounded(NprtRng *rng, NprtRngIntBuffer *buffer, uint64_t range, int bits,
                               bool masked)
{
    return bits == 64 ? bounded_64(rng, range, masked)
                      : bounded_32(rng, buffer, (uint32_t)range, bits, masked);
}

uint64_t nprt_rng_lemire(NprtRng *rng, uint64_t max)
{
    return bounded_64(rng, max, false);
}

/* ---- many at a time ---------------------------------------------------------------- */

#define CHUNK 256

/* Draws n words and keeps, in order, the values on [0, range] they give; returns how many. Drawing
 * no more words than values are missing leaves the stream where single draws would. */
static int64_t bounded_words(NprtRng *rng, uint32_t words[CHUNK], int64_t n, uint32_t range,
                             bool masked)
{
    int64_t kept = 0;
    nprt_rng_fill_u32(rng, words, n);
    if (masked || range == UINT32_MAX) {
        uint32_t mask = (uint32_t)mask_of(range);
        for (int64_t i = 0; i < n; i++) {
            words[kept] = words[i] & mask;
            kept += words[kept] <= range;
        }
        return kept;
    }
    uint32_t count = range + 1;
    uint32_t threshold = (UINT32_MAX - range) % count;
    for (int64_t i = 0; i < n; i++) {
        uint64_t product = (uint64_t)words[i] * count;
        words[kept] = (uint32_t)(product >> 32);
        kept += (uint32_t)product >= threshold;
    }
    return kept;
}

/* Whether bounded_words applies: 32-bit draws, and at least one of them a value. */
static bool by_words(uint64_t range, int bits)
{
    return bits >= 32 && range > 0 && range <= UINT32_MAX;
}

/* ---- the functions of each type ----------------------------------------------------- */

#define NEXT(T, U, bits, masked)                                                                   \
    (T)(U)((U)low + (U)bounded(rng, buffer, (U)((U)last - (U)low), bits, masked))
#define FILL(T, U, bits, masked)                                                                   \
    do {                                                                                           \
        NprtRngIntBuffer own = {0, 0};                                                             \
        NprtRngIntBuffer *buffer = &own;                                                           \
        uint32_t words[CHUNK];                                                                     \
        U range = (U)((U)last - (U)low);                                                           \
        int64_t done = 0;                                                                          \
        while (done < n && by_words(range, bits)) {                                                \
            int64_t kept =                                                                         \
                bounded_words(rng, words, min_i64(n - done, CHUNK), (uint32_t)range, masked);      \
            for (int64_t i = 0; i < kept; i++)                                                     \
                out[done + i] = (T)(U)((U)low + (U)words[i]);                                      \
            done += kept;                                                                          \
        }                                                                                          \
        for (; done < n; done++)                                                                   \
            out[done] = NEXT(T, U, bits, masked);                                                  \
    } while (0)

#define NPRT_RNG_INT(name, E, T, U, bits, min, max)                                                \
    T nprt_rng_integers_next_##name(NprtRng *rng, NprtRngIntBuffer *buffer, T low, T last)         \
    {                                                                                              \
        return NEXT(T, U, bits, false);                                                            \
    }                                                                                              \
    T nprt_rng_integers_##name(NprtRng *rng, T low, T last)                                        \
    {                                                                                              \
        NprtRngIntBuffer own = {0, 0};                                                             \
        return nprt_rng_integers_next_##name(rng, &own, low, last);                                \
    }                                                                                              \
    void nprt_rng_fill_integers_##name(NprtRng *rng, T *out, int64_t n, T low, T last)             \
    {                                                                                              \
        FILL(T, U, bits, false);                                                                   \
    }                                                                                              \
    T nprt_rng_legacy_randint_next_##name(NprtRng *rng, NprtRngIntBuffer *buffer, T low, T last)   \
    {                                                                                              \
        return NEXT(T, U, bits, true);                                                             \
    }                                                                                              \
    T nprt_rng_legacy_randint_##name(NprtRng *rng, T low, T last)                                  \
    {                                                                                              \
        NprtRngIntBuffer own = {0, 0};                                                             \
        return nprt_rng_legacy_randint_next_##name(rng, &own, low, last);                          \
    }                                                                                              \
    void nprt_rng_legacy_fill_randint_##name(NprtRng *rng, T *out, int64_t n, T low, T last)       \
    {                                                                                              \
        FILL(T, U, bits, true);                                                                    \
    }
#include "runtime/rng_ints.def"
#undef NPRT_RNG_INT

void nprt_rng_bytes(NprtRng *rng, void *out, int64_t n)
{
    char *at = out;
    do {
        uint32_t word = next_u32(rng);
        int64_t part = min_i64(n, (int64_t)sizeof word);
        if (part > 0)
            memcpy(at, &word, (size_t)part);
        at += part;
        n -= part;
    } while (n > 0);
}

/* ---- checks -------------------------------------------------------------------- */

static NprtRngError check_order(Wide low, Wide last, bool endpoint)
{
    if (low <= last)
        return NPRT_RNG_OK;
    if (low == 0)
        return endpoint ? NPRT_RNG_HIGH_LT_0 : NPRT_RNG_HIGH_LE_0;
    return endpoint ? NPRT_RNG_LOW_GT_HIGH : NPRT_RNG_LOW_GE_HIGH;
}

/* The bounds of the dtype come first, then their order; `last` may lie outside of every type. */
static NprtRngError check(NprtDtype dtype, Wide low, Wide last, bool endpoint)
{
    switch (dtype) {
#define NPRT_RNG_INT(name, E, T, U, bits, min, max)                                                \
    case NPRT_##E:                                                                                 \
        if (low < (Wide)(min))                                                                     \
            return NPRT_RNG_LOW_BOUND_##name;                                                      \
        return last > (Wide)(max) ? NPRT_RNG_HIGH_BOUND_##name : check_order(low, last, endpoint);
#include "runtime/rng_ints.def"
#undef NPRT_RNG_INT
    case NPRT_F16:
    case NPRT_F32:
    case NPRT_F64:
    case NPRT_C64:
    case NPRT_C128:
    case NPRT_DTYPE_COUNT:
        break;
    }
    return check_order(low, last, endpoint);
}

NprtRngError nprt_rng_check_integers(NprtDtype dtype, int64_t low, int64_t high, bool endpoint)
{
    return check(dtype, low, (Wide)high - !endpoint, endpoint);
}

NprtRngError nprt_rng_check_integers_u64(NprtDtype dtype, uint64_t low, uint64_t high,
                                         bool endpoint)
{
    return check(dtype, (Wide)low, (Wide)high - !endpoint, endpoint);
}

/* rng_bits.h - bit generators of numpy.random, and how they are seeded.
 *
 * Streams are bit for bit NumPy's: MT19937 with the seeding of RandomState or by a SeedSequence,
 * PCG64 (default_rng), PCG64DXSM, Philox4x64-10 and SFC64. What is drawn from the bits (uniform,
 * normal, integers...) is declared in rng_dist.h.
 *
 * An NprtRng is plain memory: no pointers, no heap, copied by assignment, freed by forgetting it.
 * Nothing here locks: two threads must not draw from one NprtRng at a time. */
#ifndef NPRT_RNG_BITS_H
#define NPRT_RNG_BITS_H

#include "runtime/nprt.h"
#include <stdbool.h>
#include <stdint.h>

/* Zero is success. The rest are what rng_errors.def lists. */
typedef enum NprtRngError {
    NPRT_RNG_OK,
#define NPRT_RNG_ERROR(name, exception, text) NPRT_RNG_##name,
#include "runtime/rng_errors.def"
#undef NPRT_RNG_ERROR
    NPRT_RNG_ERROR_COUNT
} NprtRngError;

/* The exception to raise and its text (static). Not for NPRT_RNG_OK. */
NprtExcKind nprt_rng_error_kind(NprtRngError error);
const char *nprt_rng_error_text(NprtRngError error);
/* The same error as worded when the parameter was an array. */
NprtRngError nprt_rng_error_array_form(NprtRngError error);

typedef enum NprtRngKind {
    NPRT_RNG_MT19937,
    NPRT_RNG_PCG64,
    NPRT_RNG_PCG64DXSM,
    NPRT_RNG_PHILOX,
    NPRT_RNG_SFC64
} NprtRngKind;

/* numpy.random.SeedSequence. The entropy itself is not kept: later words only ever mix into the
 * pool, so that pool and hash constant are all a child (`spawn`) needs. */
typedef struct NprtRngSeedSeq {
    uint32_t pool[4];
    uint32_t hash_const;
    uint32_t spawned; /* children so far */
} NprtRngSeedSeq;

/* Values derived from (n, p) of the last binomial draw. A memo only: draws do not depend on it. */
typedef struct NprtRngBinomial {
    int32_t method; /* 0: empty; else which algorithm filled it */
    int32_t pad;
    int64_t n, m;
    double p;
    double r, q, fm, p1, xm, xl, xr, c, laml, lamr, p2, p3, p4;
} NprtRngBinomial;

#define NPRT_RNG_MT_WORDS 624

typedef struct NprtRng {
    int32_t kind;       /* NprtRngKind */
    int32_t has_uint32; /* `uinteger` is the unused half of a 64-bit draw (not MT19937) */
    uint32_t uinteger;
    int32_t has_gauss; /* `gauss` is the second value of a polar or Box-Muller pair */
    double gauss;
    NprtRngSeedSeq seed; /* for spawn; zero after a legacy seed */
    union {
        struct {
            uint32_t key[NPRT_RNG_MT_WORDS];
            int32_t pos; /* next word of key; NPRT_RNG_MT_WORDS: refill first */
        } mt;
        struct {
            uint64_t state_hi, state_lo, inc_hi, inc_lo;
        } pcg;
        struct {
            uint64_t counter[4], key[2], buffer[4];
            int32_t pos; /* next value of buffer; 4: compute the next block */
        } philox;
        uint64_t sfc[4];
    } as;
    NprtRngBinomial binomial;
} NprtRng;

/* ---- SeedSequence -------------------------------------------------------------- */

/* SeedSequence(entropy) from 32-bit words, the lowest of each integer first. Zero is one word 0. */
void nprt_rng_seedseq_init_words(NprtRngSeedSeq *seq, const uint32_t *words, int64_t n);
/* SeedSequence(a list of ints): one word for a value below 2**32, else two. */
NprtRngError nprt_rng_seedseq_init_ints(NprtRngSeedSeq *seq, const int64_t *values, int64_t n);
/* SeedSequence(int). */
NprtRngError nprt_rng_seedseq_init_int(NprtRngSeedSeq *seq, int64_t value);
/* SeedSequence(): 128 bits from the operating system. */
NprtRngError nprt_rng_seedseq_init_os(NprtRngSeedSeq *seq);
/* seq.generate_state(n, uint32 or uint64). `seq` does not change. */
void nprt_rng_seedseq_generate_u32(const NprtRngSeedSeq *seq, uint32_t *out, int64_t n);
void nprt_rng_seedseq_generate_u64(const NprtRngSeedSeq *seq, uint64_t *out, int64_t n);
/* The next child of seq.spawn(). */
void nprt_rng_seedseq_spawn(NprtRngSeedSeq *seq, NprtRngSeedSeq *out_child);

/* ---- seeding ------------------------------------------------------------------- */

/* The bit generator class called with a SeedSequence; default_rng is kind NPRT_RNG_PCG64. All
 * initialisers set every byte that later calls read. */
void nprt_rng_init(NprtRng *rng, NprtRngKind kind, const NprtRngSeedSeq *seq);
/* The same with an int, a list of ints, words of an int of any size, or nothing as the seed. */
NprtRngError nprt_rng_init_int(NprtRng *rng, NprtRngKind kind, int64_t seed);
NprtRngError nprt_rng_init_ints(NprtRng *rng, NprtRngKind kind, const int64_t *seeds, int64_t n);
void nprt_rng_init_words(NprtRng *rng, NprtRngKind kind, const uint32_t *words, int64_t n);
NprtRngError nprt_rng_init_os(NprtRng *rng, NprtRngKind kind);
/* Philox(key=..., counter=...), low words first. */
void nprt_rng_init_philox(NprtRng *rng, const uint64_t key[2], const uint64_t counter[4]);
/* rng.spawn(): a generator of the same kind with the next child seed. */
void nprt_rng_spawn(NprtRng *rng, NprtRng *out_child);

/* np.random.seed(int), RandomState(int); np.random.seed(array); np.random.seed(). The kind becomes
 * MT19937. */
NprtRngError nprt_rng_legacy_seed(NprtRng *rng, int64_t seed);
NprtRngError nprt_rng_legacy_seed_array(NprtRng *rng, const int64_t *seeds, int64_t n);
NprtRngError nprt_rng_legacy_seed_os(NprtRng *rng);
/* MT19937's init_by_array, under all array seeds and CPython's random.seed. n >= 1. */
void nprt_rng_mt_init_by_array(NprtRng *rng, const uint32_t *words, int64_t n);

/* ---- bits ---------------------------------------------------------------------- */

uint64_t nprt_rng_next_uint64(NprtRng *rng);
/* MT19937: one word. Others: the low, then the high half of a 64-bit draw. */
uint32_t nprt_rng_next_uint32(NprtRng *rng);
double nprt_rng_next_double(NprtRng *rng); /* in [0, 1), 53 bits */
/* bit_generator.random_raw(): 32-bit words from MT19937, 64-bit words from the others. */
uint64_t nprt_rng_next_raw(NprtRng *rng);
void nprt_rng_fill_raw(NprtRng *rng, uint64_t *out, int64_t n);

/* bit_generator.advance(delta), delta a 256-bit number modulo the period, low word first: PCG64,
 * PCG64DXSM and Philox. False for the others, which cannot. */
bool nprt_rng_advance(NprtRng *rng, const uint64_t delta[4]);
/* bit_generator.jumped(jumps), in place. False for MT19937 and SFC64. */
bool nprt_rng_jump(NprtRng *rng, int64_t jumps);

#endif

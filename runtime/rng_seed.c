/* rng_seed.c - SeedSequence, and the seeding of each bit generator.
 *
 * SeedSequence hashes entropy words into a pool of four (M. E. O'Neill, "Developing a seed_seq
 * alternative", 2015; numpy.random.bit_generator.SeedSequence). The first four words fill the pool,
 * which is then mixed crosswise; each further word is mixed into all four. So feeding a word at a
 * time needs no copy of the entropy, and a spawned child is its parent plus one word. */
#include "runtime/rng_internal.h"
#include <string.h>
#include <sys/random.h>

#define POOL_WORDS 4

#define INIT_A     0x43b0d7e5u
#define MULT_A     0x931e8875u
#define INIT_B     0x8b51f9ddu
#define MULT_B     0x58f38dedu
#define MIX_L      0xca01f9ddu
#define MIX_R      0x4973f715u

/* ---- SeedSequence -------------------------------------------------------------- */

static uint32_t hash_word(NprtRngSeedSeq *seq, uint32_t word)
{
    word ^= seq->hash_const;
    seq->hash_const *= MULT_A;
    word *= seq->hash_const;
    return word ^ word >> 16;
}

static void mix_into(NprtRngSeedSeq *seq, int dst, uint32_t hashed)
{
    uint32_t x = MIX_L * seq->pool[dst] - MIX_R * hashed;
    seq->pool[dst] = x ^ x >> 16;
}

/* Entropy fed word by word. */
typedef struct Feeder {
    NprtRngSeedSeq *seq;
    int64_t count;
} Feeder;

static Feeder feeder_start(NprtRngSeedSeq *seq)
{
    *seq = (NprtRngSeedSeq){.hash_const = INIT_A};
    return (Feeder){seq, 0};
}

static void feed(Feeder *feeder, uint32_t word)
{
    NprtRngSeedSeq *seq = feeder->seq;
    int64_t at = feeder->count++;
    if (at >= POOL_WORDS) {
        for (int dst = 0; dst < POOL_WORDS; dst++)
            mix_into(seq, dst, hash_word(seq, word));
        return;
    }
    seq->pool[at] = hash_word(seq, word);
    if (at < POOL_WORDS - 1)
        return;
    for (int src = 0; src < POOL_WORDS; src++)
        for (int dst = 0; dst < POOL_WORDS; dst++)
            if (src != dst)
                mix_into(seq, dst, hash_word(seq, seq->pool[src]));
}

static void feed_int(Feeder *feeder, uint64_t value)
{
    feed(feeder, (uint32_t)value);
    if (value >> 32)
        feed(feeder, (uint32_t)(value >> 32));
}

static void feeder_finish(Feeder *feeder)
{
    while (feeder->count < POOL_WORDS)
        feed(feeder, 0);
}

void nprt_rng_seedseq_init_words(NprtRngSeedSeq *seq, const uint32_t *words, int64_t n)
{
    Feeder feeder = feeder_start(seq);
    for (int64_t i = 0; i < n; i++)
        feed(&feeder, words[i]);
    feeder_finish(&feeder);
}

NprtRngError nprt_rng_seedseq_init_ints(NprtRngSeedSeq *seq, const int64_t *values, int64_t n)
{
    Feeder feeder = feeder_start(seq);
    for (int64_t i = 0; i < n; i++) {
        if (values[i] < 0)
            return NPRT_RNG_SEED_NEGATIVE;
        feed_int(&feeder, (uint64_t)values[i]);
    }
    feeder_finish(&feeder);
    return NPRT_RNG_OK;
}

NprtRngError nprt_rng_seedseq_init_int(NprtRngSeedSeq *seq, int64_t value)
{
    return nprt_rng_seedseq_init_ints(seq, &value, 1);
}

NprtRngError nprt_rng_seedseq_init_os(NprtRngSeedSeq *seq)
{
    uint32_t words[POOL_WORDS];
    if (getentropy(words, sizeof words))
        return NPRT_RNG_NO_ENTROPY;
    nprt_rng_seedseq_init_words(seq, words, POOL_WORDS);
    return NPRT_RNG_OK;
}

void nprt_rng_seedseq_generate_u32(const NprtRngSeedSeq *seq, uint32_t *out, int64_t n)
{
    uint32_t hash_const = INIT_B;
    for (int64_t i = 0; i < n; i++) {
        uint32_t word = seq->pool[i % POOL_WORDS] ^ hash_const;
        hash_const *= MULT_B;
        word *= hash_const;
        out[i] = word ^ word >> 16;
    }
}

void nprt_rng_seedseq_generate_u64(const NprtRngSeedSeq *seq, uint64_t *out, int64_t n)
{
    uint32_t hash_const = INIT_B;
    for (int64_t i = 0; i < 2 * n; i++) {
        uint32_t word = seq->pool[i % POOL_WORDS] ^ hash_const;
        hash_const *= MULT_B;
        word *= hash_const;
        word ^= word >> 16;
        if (i % 2 == 0)
            out[i / 2] = word;
        else
            out[i / 2] |= (uint64_t)word << 32;
    }
}

void nprt_rng_seedseq_spawn(NprtRngSeedSeq *seq, NprtRngSeedSeq *out_child)
{
    NprtRngSeedSeq child = *seq;
    Feeder feeder = {&child, POOL_WORDS};
    feed(&feeder, seq->spawned++);
    child.spawned = 0;
    *out_child = child;
}

/* ---- bit generators ------------------------------------------------------------ */

static void seed_mt(NprtRng *rng, const NprtRngSeedSeq *seq)
{
    nprt_rng_seedseq_generate_u32(seq, rng->as.mt.key, NPRT_RNG_MT_WORDS);
    rng->as.mt.key[0] = 0x80000000u;
    /* NumPy leaves the position at the last word, so that the first draw is that word. */
    rng->as.mt.pos = NPRT_RNG_MT_WORDS - 1;
}

/* Both PCGs start with steps of the full multiplier, as in NumPy. */
static void seed_pcg(NprtRng *rng, const NprtRngSeedSeq *seq)
{
    uint64_t words[4];
    nprt_rng_seedseq_generate_u64(seq, words, 4);
    NprtU128 start = (NprtU128)words[0] << 64 | words[1];
    NprtU128 inc = ((NprtU128)words[2] << 64 | words[3]) << 1 | 1;
    rng->as.pcg.inc_hi = (uint64_t)(inc >> 64);
    rng->as.pcg.inc_lo = (uint64_t)inc;
    pcg_set_state(rng, inc + start);
    pcg_step(rng, NPRT_PCG_MULTIPLIER);
}

static void seed_philox(NprtRng *rng, const NprtRngSeedSeq *seq)
{
    nprt_rng_seedseq_generate_u64(seq, rng->as.philox.key, 2);
    rng->as.philox.pos = 4;
}

static void seed_sfc(NprtRng *rng, const NprtRngSeedSeq *seq)
{
    nprt_rng_seedseq_generate_u64(seq, rng->as.sfc, 3);
    rng->as.sfc[3] = 1;
    for (int i = 0; i < 12; i++)
        sfc64_next(rng);
}

void nprt_rng_init(NprtRng *rng, NprtRngKind kind, const NprtRngSeedSeq *seq)
{
    NprtRngSeedSeq copy = *seq;
    memset(rng, 0, sizeof *rng);
    rng->kind = (int32_t)kind;
    rng->seed = copy;
    switch (kind) {
    case NPRT_RNG_MT19937:
        seed_mt(rng, &copy);
        break;
    case NPRT_RNG_PCG64:
    case NPRT_RNG_PCG64DXSM:
        seed_pcg(rng, &copy);
        break;
    case NPRT_RNG_PHILOX:
        seed_philox(rng, &copy);
        break;
    case NPRT_RNG_SFC64:
        seed_sfc(rng, &copy);
        break;
    }
}

NprtRngError nprt_rng_init_int(NprtRng *rng, NprtRngKind kind, int64_t seed)
{
    return nprt_rng_init_ints(rng, kind, &seed, 1);
}

NprtRngError nprt_rng_init_ints(NprtRng *rng, NprtRngKind kind, const int64_t *seeds, int64_t n)
{
    NprtRngSeedSeq seq;
    NprtRngError error = nprt_rng_seedseq_init_ints(&seq, seeds, n);
    if (!error)
        nprt_rng_init(rng, kind, &seq);
    return error;
}

void nprt_rng_init_words(NprtRng *rng, NprtRngKind kind, const uint32_t *words, int64_t n)
{
    NprtRngSeedSeq seq;
    nprt_rng_seedseq_init_words(&seq, words, n);
    nprt_rng_init(rng, kind, &seq);
}

NprtRngError nprt_rng_init_os(NprtRng *rng, NprtRngKind kind)
{
    NprtRngSeedSeq seq;
    NprtRngError error = nprt_rng_seedseq_init_os(&seq);
    if (!error)
        nprt_rng_init(rng, kind, &seq);
    return error;
}

void nprt_rng_init_philox(NprtRng *rng, const uint64_t key[2], const uint64_t counter[4])
{
    memset(rng, 0, sizeof *rng);
    rng->kind = NPRT_RNG_PHILOX;
    memcpy(rng->as.philox.key, key, sizeof rng->as.philox.key);
    memcpy(rng->as.philox.counter, counter, sizeof rng->as.philox.counter);
    rng->as.philox.pos = 4;
}

void nprt_rng_spawn(NprtRng *rng, NprtRng *out_child)
{
    NprtRngSeedSeq child;
    nprt_rng_seedseq_spawn(&rng->seed, &child);
    nprt_rng_init(out_child, (NprtRngKind)rng->kind, &child);
}

/* ---- legacy seeding ------------------------------------------------------------ */

/* Knuth's generator fills the key: init_genrand of the 2002 reference code. */
static void mt_init_word(NprtRng *rng, uint32_t word)
{
    memset(rng, 0, sizeof *rng);
    rng->kind = NPRT_RNG_MT19937;
    uint32_t *key = rng->as.mt.key;
    key[0] = word;
    for (uint32_t i = 1; i < NPRT_RNG_MT_WORDS; i++)
        key[i] = 1812433253u * (key[i - 1] ^ key[i - 1] >> 30) + i;
    rng->as.mt.pos = NPRT_RNG_MT_WORDS;
}

static uint32_t mt_advance_index(uint32_t *key, uint32_t i)
{
    if (++i < NPRT_RNG_MT_WORDS)
        return i;
    key[0] = key[NPRT_RNG_MT_WORDS - 1];
    return 1;
}

/* init_by_array of the reference code. The words are the low halves of items `stride` bytes apart.
 */
static void mt_init_strided(NprtRng *rng, const void *words, int64_t stride, int64_t n)
{
    mt_init_word(rng, 19650218u);
    uint32_t *key = rng->as.mt.key;
    uint32_t i = 1;
    int64_t j = 0;
    for (int64_t k = n > NPRT_RNG_MT_WORDS ? n : NPRT_RNG_MT_WORDS; k > 0; k--) {
        uint32_t word;
        memcpy(&word, (const char *)words + j * stride, sizeof word);
        key[i] = (key[i] ^ (key[i - 1] ^ key[i - 1] >> 30) * 1664525u) + word + (uint32_t)j;
        i = mt_advance_index(key, i);
        j = j + 1 < n ? j + 1 : 0;
    }
    for (int k = NPRT_RNG_MT_WORDS - 1; k > 0; k--) {
        key[i] = (key[i] ^ (key[i - 1] ^ key[i - 1] >> 30) * 1566083941u) - i;
        i = mt_advance_index(key, i);
    }
    key[0] = 0x80000000u;
}

void nprt_rng_mt_init_by_array(NprtRng *rng, const uint32_t *words, int64_t n)
{
    mt_init_strided(rng, words, sizeof *words, n);
}

NprtRngError nprt_rng_legacy_seed(NprtRng *rng, int64_t seed)
{
    if (seed < 0 || seed > UINT32_MAX)
        return NPRT_RNG_LEGACY_SEED_RANGE;
    mt_init_word(rng, (uint32_t)seed);
    return NPRT_RNG_OK;
}

NprtRngError nprt_rng_legacy_seed_array(NprtRng *rng, const int64_t *seeds, int64_t n)
{
    if (n == 0)
        return NPRT_RNG_LEGACY_SEED_EMPTY;
    for (int64_t i = 0; i < n; i++)
        if (seeds[i] < 0 || seeds[i] > UINT32_MAX)
            return NPRT_RNG_LEGACY_SEED_RANGE;
    mt_init_strided(rng, seeds, sizeof *seeds, n);
    return NPRT_RNG_OK;
}

NprtRngError nprt_rng_legacy_seed_os(NprtRng *rng)
{
    return nprt_rng_init_os(rng, NPRT_RNG_MT19937);
}

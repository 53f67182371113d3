/* test_rng.c - random streams against NumPy, CPython and Numba.
 *
 * The rows of rng_*.def beside this file (tests/support/gen_rng_expected.py) are calls and what
 * they must give, bit for bit. Distributions go through libm: a libm that rounds otherwise than the
 * one NumPy used when the rows were written shows up here. */
#include "runtime/rng_dist.h"
#include "runtime/rng_python.h"
#include "runtime/rng_xoroshiro.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MAX_DRAWS 100000
#define HASH_K    UINT64_C(0x9e3779b97f4a7c15)

typedef enum Family { gen, mt19937, pcg64dxsm, philox, sfc64, legacy, python, xoroshiro } Family;

static const double pvals[8] = {1 / 64.0, 2 / 64.0,  3 / 64.0,  4 / 64.0,
                                8 / 64.0, 14 / 64.0, 16 / 64.0, 16 / 64.0};
static const int64_t colors[4] = {10, 20, 30, 40};

static void seed_rng(NprtRng *rng, NprtXoroshiro states[3], Family family, int which)
{
    static const int64_t seeds[3] = {1, 12345, (INT64_C(1) << 40) + 7};
    static const int64_t legacy_seeds[3] = {1, 12345, UINT32_MAX};
    static const int64_t python_seeds[3] = {1, 12345, -(INT64_C(1) << 40)};
    static const NprtRngKind kinds[] = {NPRT_RNG_PCG64, NPRT_RNG_MT19937, NPRT_RNG_PCG64DXSM,
                                        NPRT_RNG_PHILOX, NPRT_RNG_SFC64};
    if (family == legacy)
        cr_assert(!nprt_rng_legacy_seed(rng, legacy_seeds[which]));
    else if (family == python)
        nprt_rng_python_seed_int(rng, python_seeds[which]);
    else if (family == xoroshiro)
        nprt_rng_xoroshiro_init(states, 3, (uint64_t)seeds[which], 1);
    else
        cr_assert(!nprt_rng_init_int(rng, kinds[family], seeds[which]));
}

/* The bits of a value, integers with their sign. */
static uint64_t bits_double(double x)
{
    uint64_t word;
    memcpy(&word, &x, sizeof word);
    return word;
}

static uint64_t bits_float(float x)
{
    uint32_t word;
    memcpy(&word, &x, sizeof word);
    return word;
}

#define BITS(x) _Generic((x), double: bits_double, float: bits_float, default: bits_integer)(x)

static uint64_t bits_integer(int64_t x)
{
    return (uint64_t)x;
}

typedef struct Expected {
    uint64_t sums[3], first[3];
} Expected;

static void compare(const char *call, int which, const uint64_t *words, int64_t n,
                    const Expected *expected)
{
    uint64_t sum = 0;
    for (int64_t i = 0; i < n; i++)
        sum = sum * HASH_K + words[i];
    for (int i = 0; which == 0 && i < 3 && i < n; i++)
        cr_expect(words[i] == expected->first[i], "%s: value %d is 0x%llx, not 0x%llx", call, i,
                  (unsigned long long)words[i], (unsigned long long)expected->first[i]);
    cr_expect(sum == expected->sums[which], "%s: stream of seed %d differs", call, which);
}

/* ---- calls the rows make ------------------------------------------------------- */

static void arange(int64_t *out, int64_t n)
{
    for (int64_t i = 0; i < n; i++)
        out[i] = i;
}

static void shuffle_rows(NprtRng *rng, int64_t *out)
{
    static const int64_t shape[2] = {20, 30}, strides[2] = {240, 8};
    arange(out, 600);
    nprt_rng_shuffle_axis(rng, out, shape, strides, 2, 0, 8);
}

static void permute_lines(NprtRng *rng, int64_t *out)
{
    static const int64_t shape[2] = {20, 30}, strides[2] = {240, 8};
    arange(out, 600);
    nprt_rng_permuted_axis(rng, out, shape, strides, 2, 1, 8);
}

static void python_shuffle(NprtRng *rng, int64_t *out, int64_t n)
{
    arange(out, n);
    nprt_rng_python_shuffle(rng, out, n, 8);
}

/* ---- the rows ------------------------------------------------------------------ */

#define EACH(draw)                                                                                 \
    for (int64_t i = 0; i < n; i++)                                                                \
    out[i] = draw

#define RNG_STREAM(family, T, count, call, s0, s1, s2, v0, v1, v2)                                 \
    for (int which = 0; which < 3; which++) {                                                      \
        static const Expected expected = {{s0, s1, s2}, {v0, v1, v2}};                             \
        const int64_t n = count;                                                                   \
        T *out = memory;                                                                           \
        seed_rng(&rng, states, family, which);                                                     \
        call;                                                                                      \
        for (int64_t i = 0; i < n; i++)                                                            \
            words[i] = BITS(out[i]);                                                               \
        compare(#call, which, words, n, &expected);                                                \
    }

/* One test per file, with the variables that rows mention. */
#define STREAM_TEST(name)                                                                          \
    static void streams_##name(void *memory, uint64_t *words);                                     \
    Test(rng, name)                                                                                \
    {                                                                                              \
        void *memory = malloc(MAX_DRAWS * sizeof(uint64_t));                                       \
        uint64_t *words = malloc(MAX_DRAWS * sizeof *words);                                       \
        cr_assert(memory && words);                                                                \
        streams_##name(memory, words);                                                             \
        free(memory);                                                                              \
        free(words);                                                                               \
    }                                                                                              \
    static void streams_##name(void *memory, uint64_t *words)
#define ROW_VARIABLES                                                                              \
    NprtXoroshiro states[3];                                                                       \
    NprtRng rng;                                                                                   \
    (void)states;                                                                                  \
    (void)rng

STREAM_TEST(bits)
{
    ROW_VARIABLES;
#include "tests/unit/runtime/rng_bits.def"
}

STREAM_TEST(generator)
{
    ROW_VARIABLES;
#include "tests/unit/runtime/rng_gen.def"
}

STREAM_TEST(random_state)
{
    ROW_VARIABLES;
#include "tests/unit/runtime/rng_legacy.def"
}

STREAM_TEST(integers)
{
    ROW_VARIABLES;
#include "tests/unit/runtime/rng_ints.def"
}

STREAM_TEST(shuffles_and_choices)
{
    ROW_VARIABLES;
#include "tests/unit/runtime/rng_order.def"
}

STREAM_TEST(python_random)
{
    ROW_VARIABLES;
#include "tests/unit/runtime/rng_python.def"
}

STREAM_TEST(numba_xoroshiro)
{
    ROW_VARIABLES;
#include "tests/unit/runtime/rng_xoroshiro.def"
}

/* ---- seeds --------------------------------------------------------------------- */

/* np.random.SeedSequence(42).generate_state(4), and of its second child. */
Test(rng, seed_sequence)
{
    static const uint32_t parent[4] = {3444837047u, 2669555309u, 2046530742u, 3581440988u};
    NprtRngSeedSeq seq, child, list;
    uint32_t words[4];
    cr_assert(!nprt_rng_seedseq_init_int(&seq, 42));
    nprt_rng_seedseq_generate_u32(&seq, words, 4);
    cr_expect(memcmp(words, parent, sizeof words) == 0);
    cr_assert(!nprt_rng_seedseq_init_ints(&list, (const int64_t[]){42, 0, 0, 0, 1}, 5));
    nprt_rng_seedseq_spawn(&seq, &child);
    nprt_rng_seedseq_spawn(&seq, &child);
    /* A spawn key is further entropy after four words. */
    cr_expect(memcmp(child.pool, list.pool, sizeof list.pool) == 0);
    cr_expect(seq.spawned == 2 && child.spawned == 0);
    cr_expect(nprt_rng_seedseq_init_int(&seq, -1) == NPRT_RNG_SEED_NEGATIVE);
}

/* A struct copy is an independent generator at the same point. */
Test(rng, state_is_plain_memory)
{
    for (int kind = NPRT_RNG_MT19937; kind <= NPRT_RNG_SFC64; kind++) {
        NprtRng a;
        cr_assert(!nprt_rng_init_int(&a, (NprtRngKind)kind, 7));
        nprt_rng_next_uint32(&a);
        NprtRng b = a;
        for (int i = 0; i < 1000; i++)
            cr_assert(nprt_rng_next_uint32(&a) == nprt_rng_next_uint32(&b));
    }
}

Test(rng, jump_equals_advance)
{
    NprtRng a, b;
    uint64_t step[4] = {0xf39cc0605cedc835u, 0x9e3779b97f4a7c15u, 0, 0};
    cr_assert(!nprt_rng_init_int(&a, NPRT_RNG_PCG64, 3));
    b = a;
    cr_expect(nprt_rng_jump(&a, 1) && nprt_rng_advance(&b, step));
    cr_expect(nprt_rng_next_uint64(&a) == nprt_rng_next_uint64(&b));
    cr_expect(nprt_rng_jump(&a, -1));
    cr_assert(!nprt_rng_init_int(&a, NPRT_RNG_SFC64, 3));
    cr_expect(!nprt_rng_jump(&a, 1));
    NprtRng stepped;
    uint64_t five[4] = {5, 0, 0, 0};
    cr_assert(!nprt_rng_init_int(&a, NPRT_RNG_PCG64DXSM, 3));
    stepped = a;
    for (int i = 0; i < 5; i++)
        nprt_rng_next_uint64(&stepped);
    cr_expect(nprt_rng_advance(&a, five));
    cr_expect(nprt_rng_next_uint64(&a) == nprt_rng_next_uint64(&stepped));
}

/* np.random.seed([1, 2, 3]); random.seed of a float and a str: first values from CPython. */
Test(rng, other_seeds)
{
    NprtRng rng;
    cr_assert(!nprt_rng_legacy_seed_array(&rng, (const int64_t[]){1, 2, 3}, 3));
    cr_expect(nprt_rng_legacy_random(&rng) == 0.6098612722867289);
    nprt_rng_python_seed_float(&rng, 2.5);
    cr_expect(nprt_rng_python_random(&rng) == 0.41877545666909954);
    cr_assert(!nprt_rng_python_seed_bytes(&rng, "npjit", 5));
    cr_expect(nprt_rng_python_random(&rng) == 0.6096971415336946);
    cr_expect(nprt_rng_legacy_seed(&rng, -1) == NPRT_RNG_LEGACY_SEED_RANGE);
    cr_expect(nprt_rng_legacy_seed_array(&rng, NULL, 0) == NPRT_RNG_LEGACY_SEED_EMPTY);
}

/* ---- arguments ----------------------------------------------------------------- */

static void expect_text(NprtRngError error, const char *text)
{
    cr_assert(error != NPRT_RNG_OK, "no error, expected: %s", text);
    cr_expect_str_eq(nprt_rng_error_text(error), text);
}

Test(rng, parameter_checks)
{
    expect_text(nprt_rng_check_normal(0.0, -1.0), "scale < 0");
    expect_text(nprt_rng_check_normal(0.0, -0.0), "scale < 0");
    cr_expect(!nprt_rng_check_normal(0.0, NAN));
    expect_text(nprt_rng_legacy_check_beta(0.0, 1.0), "a <= 0");
    expect_text(nprt_rng_check_binomial(5, 1.5), "p < 0, p > 1 or p is NaN");
    expect_text(nprt_rng_error_array_form(nprt_rng_check_binomial(5, NAN)),
                "p < 0, p > 1 or p contains NaNs");
    expect_text(nprt_rng_check_poisson(1e19), "lam value too large");
    expect_text(nprt_rng_check_triangular(1.0, 0.0, 2.0), "left > mode");
    expect_text(nprt_rng_check_hypergeometric(5, 5, 11), "ngood + nbad < nsample");
    NprtRngError error = nprt_rng_check_uniform(0.0, INFINITY);
    expect_text(error, "high - low range exceeds valid bounds");
    cr_expect(nprt_rng_error_kind(error) == NPRT_EXC_OVERFLOW_ERROR);
    cr_expect(nprt_rng_error_kind(NPRT_RNG_PY_EMPTY_CHOICE) == NPRT_EXC_INDEX_ERROR);
}

Test(rng, integer_bounds)
{
    expect_text(nprt_rng_check_integers(NPRT_I64, 0, 0, false), "high <= 0");
    expect_text(nprt_rng_check_integers(NPRT_I64, 0, -1, true), "high < 0");
    expect_text(nprt_rng_check_integers(NPRT_I64, 3, 3, false), "low >= high");
    expect_text(nprt_rng_check_integers(NPRT_I64, 3, INT64_MIN, false), "low >= high");
    expect_text(nprt_rng_check_integers(NPRT_U8, -1, 3, false), "low is out of bounds for uint8");
    expect_text(nprt_rng_check_integers(NPRT_U8, 0, 257, false), "high is out of bounds for uint8");
    cr_expect(!nprt_rng_check_integers(NPRT_U8, 0, 256, false));
    cr_expect(!nprt_rng_check_integers_u64(NPRT_U64, 0, UINT64_MAX, true));
}

Test(rng, choice_checks)
{
    NprtRng rng;
    int64_t out[8];
    const double bad[2] = {0.5, 0.6};
    cr_assert(!nprt_rng_init_int(&rng, NPRT_RNG_PCG64, 1));
    expect_text(nprt_rng_choice(&rng, out, 4, 3, 0),
                "Cannot take a larger sample than population when replace is False");
    expect_text(nprt_rng_legacy_choice(&rng, out, 1, 0, NPRT_RNG_REPLACE),
                "a must be greater than 0 unless no samples are taken");
    expect_text(nprt_rng_legacy_choice_p(&rng, out, 1, 2, bad, 2, NPRT_RNG_REPLACE),
                "probabilities do not sum to 1");
    expect_text(nprt_rng_choice_p(&rng, out, 1, 3, pvals, 2, NPRT_RNG_REPLACE),
                "a and p must have same size");
    cr_expect(!nprt_rng_choice(&rng, out, 0, 0, NPRT_RNG_REPLACE));
    expect_text(nprt_rng_python_sample(&rng, out, 3, 2),
                "Sample larger than population or is negative");
}

/* Small integers with array bounds share the bits of one draw; scalars each take a new one. */
Test(rng, integer_buffer)
{
    NprtRng a, b;
    NprtRngIntBuffer buffer = {0, 0};
    uint8_t filled[64];
    cr_assert(!nprt_rng_init_int(&a, NPRT_RNG_PCG64, 9));
    b = a;
    nprt_rng_fill_integers_uint8(&a, filled, 64, 0, 99);
    for (int i = 0; i < 64; i++)
        cr_expect(nprt_rng_integers_next_uint8(&b, &buffer, 0, 99) == filled[i]);
}

/* Random numbers for programs: values of NumPy 2 and CPython 3.13 for known seeds, and errors. The
 * streams themselves are tested in test_rng.c. */
#include "tests/unit/runtime/arrays.h"

#include "runtime/random_api.h"

static const NprtDesc none_desc = {.kind = NPRT_K_NONE};
static const NprtDesc empty_desc = {.kind = NPRT_K_TUPLE};

static NprtObj *seeded(NprtRandomClass class, int64_t seed)
{
    void *obj;
    cr_assert_eq(nprt_random_new(class, &nprt_desc_int, &seed, &obj), 0);
    return obj;
}

Test(random, classes_and_seeds)
{
    NprtObj *generator = seeded(NPRT_RANDOM_GENERATOR, 42);
    NprtObj *state = seeded(NPRT_RANDOM_STATE, 1);
    NprtObj *std = seeded(NPRT_RANDOM_STD, 42);
    cr_expect_eq(nprt_random_random(generator), 0.7739560485559633);
    cr_expect_eq(nprt_random_random(state), 0.417022004702574);
    cr_expect_eq(nprt_random_random(std), 0.6394267984578837);
    NprtObj *copy = nprt_random_copy(state);
    double drawn = nprt_random_random(state);
    cr_expect_eq(nprt_random_random(copy), drawn);
    nprt_random_assign(state, copy);
    cr_expect_eq(nprt_random_random(state), nprt_random_random(copy));
    int64_t negative = -1;
    void *unused;
    expect_raised(nprt_random_new(NPRT_RANDOM_GENERATOR, &nprt_desc_int, &negative, &unused),
                  "ValueError: expected non-negative integer");
    expect_raised(nprt_random_seed(state, 0, &nprt_desc_int, &negative),
                  "ValueError: Seed must be between 0 and 2**32 - 1");
    nprt_release(generator);
    nprt_release(state);
    nprt_release(std);
    nprt_release(copy);
}

Test(random, families_differ)
{
    NprtObj *generator = seeded(NPRT_RANDOM_GENERATOR, 1), *state = seeded(NPRT_RANDOM_STATE, 1);
    double x;
    cr_assert_eq(nprt_random_double(generator, NPRT_RANDOM_normal, 0, 1, 0, &x), 0);
    cr_expect_eq(x, 0.345584192064786);
    cr_assert_eq(nprt_random_double(state, NPRT_RANDOM_normal, 0, 1, 0, &x), 0);
    cr_expect_eq(x, 1.6243453636632417);
    expect_raised(nprt_random_double(state, NPRT_RANDOM_normal, 0, -1, 0, &x),
                  "ValueError: scale < 0");
    int64_t k;
    expect_raised(nprt_random_integer(generator, 5, 5, 0, &k), "ValueError: low >= high");
    nprt_release(generator);
    nprt_release(state);
}

Test(random, draws_arrays)
{
    NprtObj *state = seeded(NPRT_RANDOM_STATE, 1);
    NprtArrayBuf out;
    int64_t two = 2, minus = -1, low = 0, high = 10;
    cr_assert_eq(nprt_random_draw(state, NPRT_RANDOM_random, &empty_desc, NULL, &nprt_desc_int,
                                  &two, array_desc(NPRT_F64, 1), &out),
                 0);
    expect_array(NPRT_F64, 1, &out, "[0.417022   0.72032449]");
    expect_raised(nprt_random_draw(state, NPRT_RANDOM_random, &empty_desc, NULL, &nprt_desc_int,
                                   &minus, array_desc(NPRT_F64, 1), &out),
                  "ValueError: negative dimensions are not allowed");
    NprtObj *generator = seeded(NPRT_RANDOM_GENERATOR, 42);
    int64_t eight = 8;
    cr_assert_eq(nprt_random_integers(generator, &nprt_desc_int, &low, &nprt_desc_int, &high,
                                      &nprt_desc_int, &eight, 0, array_desc(NPRT_I64, 1), &out),
                 0);
    expect_array(NPRT_I64, 1, &out, "[0 7 6 4 4 8 0 6]");
    nprt_release(state);
    nprt_release(generator);
}

Test(random, order_and_choice)
{
    NprtObj *state = seeded(NPRT_RANDOM_STATE, 0);
    NprtArrayBuf out;
    nprt_random_permutation(state, 5, array_desc(NPRT_I64, 1), &out);
    expect_array(NPRT_I64, 1, &out, "[2 0 1 3 4]");
    int64_t five = 5;
    expect_raised(nprt_random_choice(state, 3, 0, &nprt_desc_int, &five, 0, &none_desc, NULL, 1,
                                     array_desc(NPRT_I64, 1), &out),
                  "ValueError: Cannot take a larger sample than population when 'replace=False'");
    NprtObj *std = seeded(NPRT_RANDOM_STD, 1);
    NprtList *positions;
    cr_assert_eq(nprt_random_std_sample(std, 10, 3, &nprt_desc_list_int, &positions), 0);
    expect_shown(&nprt_desc_list_int, &positions, "[2, 1, 4]", NULL);
    int64_t k;
    expect_raised(nprt_random_std_range(std, 5, 2, 1, 2, &k),
                  "ValueError: empty range in randrange(5, 2)");
    expect_raised(nprt_random_std_below(std, 0, &k),
                  "IndexError: Cannot choose from an empty sequence");
    nprt_release(positions);
    nprt_release(state);
    nprt_release(std);
}

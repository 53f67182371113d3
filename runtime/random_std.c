/* The random module of the standard library. */
#include "runtime/random_internal.h"

#include "runtime/errors.h"
#include "runtime/list.h"
#include "runtime/memory.h"
#include "runtime/rng_python.h"
#include "runtime/str.h"

#include <string.h>

/* ---- real numbers --------------------------------------------------------------------------- */

static NprtRngError check_std(NprtRandomStd function, double a, double b)
{
    switch (function) {
    case NPRT_RANDOM_STD_expovariate:
    case NPRT_RANDOM_STD_paretovariate:
        return nprt_rng_python_check_divisor(a);
    case NPRT_RANDOM_STD_weibullvariate:
        return nprt_rng_python_check_divisor(b);
    case NPRT_RANDOM_STD_gammavariate:
        return nprt_rng_python_check_gammavariate(a, b);
    case NPRT_RANDOM_STD_uniform:
    case NPRT_RANDOM_STD_triangular:
    case NPRT_RANDOM_STD_triangular_symmetric:
    case NPRT_RANDOM_STD_normalvariate:
    case NPRT_RANDOM_STD_gauss:
    case NPRT_RANDOM_STD_lognormvariate:
    case NPRT_RANDOM_STD_vonmisesvariate:
    case NPRT_RANDOM_STD_betavariate:
        break;
    }
    return NPRT_RNG_OK;
}

#define ARGS_1 a
#define ARGS_2 a, b
#define ARGS_3 a, b, c

int32_t nprt_random_std_double(NprtObj *obj, int64_t function, double a, double b, double c,
                               double *out)
{
    NprtRng *rng = nprt_random_state_of(obj);
    NprtRngError error = check_std((NprtRandomStd)function, a, b);
    if (error != NPRT_RNG_OK)
        return nprt_random_raise(error);
    switch ((NprtRandomStd)function) {
#define STD(name, n)                                                                               \
    case NPRT_RANDOM_STD_##name:                                                                   \
        *out = nprt_rng_python_##name(rng, ARGS_##n);                                              \
        break;
        NPRT_RANDOM_STD_FUNCTIONS(STD)
#undef STD
    }
    return 0;
}

/* ---- integers ------------------------------------------------------------------------------- */

int32_t nprt_random_std_range(NprtObj *obj, int64_t start, int64_t stop, int64_t step,
                              int64_t n_args, int64_t *out)
{
    NprtRngError error = nprt_rng_python_check_randrange(start, stop, step);
    if (error == NPRT_RNG_PY_EMPTY_RANGE && n_args == 1)
        error = NPRT_RNG_PY_EMPTY_RANGE_1;
    if (error != NPRT_RNG_OK) {
        int64_t args[3] = {start, stop, step};
        int32_t n = error == NPRT_RNG_PY_EMPTY_RANGE        ? 2
                    : error == NPRT_RNG_PY_EMPTY_RANGE_STEP ? 3
                                                            : 0;
        return nprt_raise_check((int32_t)nprt_rng_error_kind(error), nprt_rng_error_text(error), n,
                                args);
    }
    *out = nprt_rng_python_randrange(nprt_random_state_of(obj), start, stop, step);
    return 0;
}

int32_t nprt_random_std_below(NprtObj *obj, int64_t n, int64_t *out)
{
    if (n <= 0)
        return nprt_random_raise(NPRT_RNG_PY_EMPTY_CHOICE);
    *out = nprt_rng_python_randbelow(nprt_random_state_of(obj), (uint64_t)n);
    return 0;
}

int32_t nprt_random_std_bits(NprtObj *obj, int64_t k, int64_t *out)
{
    if (k < 0)
        return nprt_raise(NPRT_EXC_VALUE_ERROR, "number of bits must be non-negative");
    if (k > 63)
        return nprt_raise_overflow();
    *out = (int64_t)nprt_rng_python_getrandbits(nprt_random_state_of(obj), (int32_t)k);
    return 0;
}

int32_t nprt_random_std_binomial(NprtObj *obj, int64_t n, double p, int64_t *out)
{
    NprtRngError error = nprt_rng_python_check_binomialvariate(n, p);
    if (error != NPRT_RNG_OK)
        return nprt_random_raise(error);
    *out = nprt_rng_python_binomialvariate(nprt_random_state_of(obj), n, p);
    return 0;
}

NprtStr *nprt_random_std_bytes(NprtObj *obj, int64_t n)
{
    n = n > 0 ? n : 0;
    char *room = nprt_realloc(NULL, (size_t)n + 8);
    nprt_rng_python_randbytes(nprt_random_state_of(obj), room, n);
    NprtStr *bytes = nprt_bytes_new(room, n);
    nprt_mem_free(room);
    return bytes;
}

/* ---- sequences ------------------------------------------------------------------------------ */

/* A list of k ints, not set. */
static NprtList *new_positions(const NprtDesc *desc, int64_t k)
{
    NprtList *list = nprt_list_new(desc, k);
    list->len = k > 0 ? k : 0;
    return list;
}

static int32_t give_list(NprtRngError error, NprtList *list, void *out)
{
    if (error != NPRT_RNG_OK) {
        nprt_release(list);
        return nprt_random_raise(error);
    }
    memcpy(out, &list, sizeof list);
    return 0;
}

int32_t nprt_random_std_sample(NprtObj *obj, int64_t n, int64_t k, const NprtDesc *out_desc,
                               void *out)
{
    if (k < 0 || k > n)
        return nprt_random_raise(NPRT_RNG_PY_SAMPLE);
    NprtList *list = new_positions(out_desc, k);
    return give_list(
        nprt_rng_python_sample(nprt_random_state_of(obj), (int64_t *)(void *)list->data, k, n),
        list, out);
}

int32_t nprt_random_std_choices(NprtObj *obj, int64_t n, int64_t k, const NprtDesc *weights_desc,
                                const void *weights, uint8_t cumulative, const NprtDesc *out_desc,
                                void *out)
{
    NprtRng *rng = nprt_random_state_of(obj);
    if (weights_desc->kind == NPRT_K_NONE) {
        if (n <= 0)
            return nprt_raise(NPRT_EXC_INDEX_ERROR, "list index out of range");
        NprtList *list = new_positions(out_desc, k);
        nprt_rng_python_choices(rng, (int64_t *)(void *)list->data, list->len, n);
        return give_list(NPRT_RNG_OK, list, out);
    }
    NprtView sums;
    if (nprt_random_numbers(&sums, NPRT_F64, weights_desc, weights))
        return 1;
    double *values = (double *)(void *)sums.data;
    int64_t count = nprt_view_size(&sums);
    for (int64_t i = 1; i < count && !cumulative; i++)
        values[i] += values[i - 1];
    NprtList *list = new_positions(out_desc, k);
    NprtRngError error = count != n ? NPRT_RNG_PY_WEIGHTS_COUNT
                                    : nprt_rng_python_choices_weighted(
                                          rng, (int64_t *)(void *)list->data, list->len, values, n);
    nprt_release(sums.owner);
    return give_list(error, list, out);
}

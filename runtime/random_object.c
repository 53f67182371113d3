/* Generator objects: making, seeding, copying; and the sizes that draws are given. */
#include "runtime/random_internal.h"

#include "runtime/array_internal.h"
#include "runtime/convert.h"
#include "runtime/errors.h"
#include "runtime/list.h"
#include "runtime/memory.h"
#include "runtime/print_scalar.h"
#include "runtime/rng_python.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

int32_t nprt_random_raise(NprtRngError error)
{
    return nprt_raise((int32_t)nprt_rng_error_kind(error), "%s", nprt_rng_error_text(error));
}

static NprtRandom *new_object(int64_t class)
{
    NprtRandom *random = nprt_alloc_obj(NPRT_O_RNG, sizeof *random, NULL);
    random->obj.flags = (uint32_t)class;
    return random;
}

/* ---- the states of the modules -------------------------------------------------------------- */

/* One module: its state, and the one of Numba's functions once they have seeded it. */
typedef struct Module {
    NprtRandom own, numba;
    bool numba_is_seeded;
} Module;

#define IMMORTAL(class)                                                                            \
    {                                                                                              \
        .obj = { NPRT_IMMORTAL, NULL, NPRT_O_RNG, class }                                          \
    }
static Module numpy_module = {IMMORTAL(NPRT_RANDOM_STATE), IMMORTAL(NPRT_RANDOM_STATE), false};
static Module std_module = {IMMORTAL(NPRT_RANDOM_STD), IMMORTAL(NPRT_RANDOM_STD), false};

/* Without entropy the state is that of seed 0: the functions that draw cannot raise. */
static void seed_numpy(void)
{
    if (nprt_rng_legacy_seed_os(&numpy_module.own.rng) != NPRT_RNG_OK)
        nprt_rng_legacy_seed(&numpy_module.own.rng, 0);
}

static void seed_std(void)
{
    if (nprt_rng_python_seed_os(&std_module.own.rng) != NPRT_RNG_OK)
        nprt_rng_python_seed_int(&std_module.own.rng, 0);
}

NprtObj *nprt_random_global(int64_t which)
{
    static pthread_once_t numpy_once = PTHREAD_ONCE_INIT, std_once = PTHREAD_ONCE_INIT;
    bool is_std = (which & 0xff) == NPRT_RANDOM_STD;
    Module *module = is_std ? &std_module : &numpy_module;
    pthread_once(is_std ? &std_once : &numpy_once, is_std ? seed_std : seed_numpy);
    if (which & NPRT_RANDOM_NUMBA_SEEDED)
        module->numba_is_seeded = true;
    bool use_numba = which & (NPRT_RANDOM_NUMBA | NPRT_RANDOM_NUMBA_SEEDED);
    return use_numba && module->numba_is_seeded ? &module->numba.obj : &module->own.obj;
}

/* ---- seeds ---------------------------------------------------------------------------------- */

int32_t nprt_random_numbers(NprtView *out, NprtDtype dtype, const NprtDesc *desc, const void *value)
{
    if (desc->kind != NPRT_K_ARRAY && desc->kind != NPRT_K_SCALAR)
        return nprt_nested_to_array(desc, value, dtype, out);
    NprtView view;
    nprt_view_of(&view, desc, value);
    return nprt_view_temp(&view, dtype, out);
}

/* The kind of bit generator under a class. */
static NprtRngKind kind_of(int64_t class)
{
    if (class >= NPRT_RANDOM_BITS)
        return (NprtRngKind)(class - NPRT_RANDOM_BITS);
    return class == NPRT_RANDOM_STATE || class == NPRT_RANDOM_STD ? NPRT_RNG_MT19937
                                                                  : NPRT_RNG_PCG64;
}

static NprtRngError seed_from_os(NprtRng *rng, int64_t class)
{
    switch (class) {
    case NPRT_RANDOM_STATE:
        return nprt_rng_legacy_seed_os(rng);
    case NPRT_RANDOM_STD:
        return nprt_rng_python_seed_os(rng);
    case NPRT_RANDOM_SEED_SEQ:
        return nprt_rng_seedseq_init_os(&rng->seed);
    default:
        return nprt_rng_init_os(rng, kind_of(class));
    }
}

static NprtRngError seed_from_int(NprtRng *rng, int64_t class, int64_t seed)
{
    switch (class) {
    case NPRT_RANDOM_STATE:
        return nprt_rng_legacy_seed(rng, seed);
    case NPRT_RANDOM_STD:
        nprt_rng_python_seed_int(rng, seed);
        return NPRT_RNG_OK;
    case NPRT_RANDOM_SEED_SEQ:
        return nprt_rng_seedseq_init_int(&rng->seed, seed);
    default:
        return nprt_rng_init_int(rng, kind_of(class), seed);
    }
}

static NprtRngError seed_from_ints(NprtRng *rng, int64_t class, const int64_t *seeds, int64_t n)
{
    switch (class) {
    case NPRT_RANDOM_STATE:
        return nprt_rng_legacy_seed_array(rng, seeds, n);
    case NPRT_RANDOM_SEED_SEQ:
        return nprt_rng_seedseq_init_ints(&rng->seed, seeds, n);
    default:
        return nprt_rng_init_ints(rng, kind_of(class), seeds, n);
    }
}

enum { MAX_WORDS = 64 };

/* One large int in 32-bit words. */
static NprtRngError seed_from_words(NprtRng *rng, int64_t class, const int64_t *values, int64_t n)
{
    uint32_t words[MAX_WORDS];
    n = n < MAX_WORDS ? n : MAX_WORDS;
    for (int64_t i = 0; i < n; i++)
        words[i] = (uint32_t)values[i];
    switch (class) {
    case NPRT_RANDOM_STATE:
        return NPRT_RNG_LEGACY_SEED_RANGE;
    case NPRT_RANDOM_STD:
        nprt_rng_python_seed_words(rng, words, n);
        break;
    case NPRT_RANDOM_SEED_SEQ:
        nprt_rng_seedseq_init_words(&rng->seed, words, n);
        break;
    default:
        nprt_rng_init_words(rng, kind_of(class), words, n);
        break;
    }
    return NPRT_RNG_OK;
}

static int32_t seed_from_value(NprtRng *rng, int64_t class, const NprtDesc *desc, const void *seed)
{
    NprtRngError error;
    int64_t plain = class & ~(int64_t)NPRT_RANDOM_WORDS;
    bool is_text = desc->kind == NPRT_K_STR || desc->kind == NPRT_K_BYTES;
    if (desc->kind == NPRT_K_NONE) {
        error = seed_from_os(rng, plain);
    } else if (is_text && plain == NPRT_RANDOM_STD) {
        const NprtStr *text = *(NprtStr *const *)seed;
        error = nprt_rng_python_seed_bytes(rng, text->text, text->nbytes);
    } else if (desc->kind == NPRT_K_SCALAR && nprt_dtype_kind((NprtDtype)desc->dtype) == 'f') {
        if (plain != NPRT_RANDOM_STD)
            return nprt_raise(
                NPRT_EXC_TYPE_ERROR,
                "Cannot cast scalar from dtype('float64') to dtype('int64') according "
                "to the rule 'safe'");
        nprt_rng_python_seed_float(rng, nprt_scalar_double((NprtDtype)desc->dtype, seed));
        error = NPRT_RNG_OK;
    } else if (desc->kind == NPRT_K_SCALAR) {
        error = seed_from_int(rng, plain, nprt_scalar_int((NprtDtype)desc->dtype, seed));
    } else {
        NprtView ints;
        if (nprt_random_numbers(&ints, NPRT_I64, desc, seed))
            return 1;
        const int64_t *values = (const int64_t *)(const void *)ints.data;
        int64_t n = nprt_view_size(&ints);
        error = class & NPRT_RANDOM_WORDS ? seed_from_words(rng, plain, values, n)
                                          : seed_from_ints(rng, plain, values, n);
        nprt_release(ints.owner);
    }
    return error == NPRT_RNG_OK ? 0 : nprt_random_raise(error);
}

/* ---- objects -------------------------------------------------------------------------------- */

/* An object made from another one. */
static NprtObj *new_from_object(int64_t class, NprtObj *source)
{
    if (source->flags == NPRT_RANDOM_SEED_SEQ) {
        NprtRandom *random = new_object(class);
        nprt_rng_init(&random->rng, kind_of(class), &nprt_random_state_of(source)->seed);
        return &random->obj;
    }
    if (class == NPRT_RANDOM_GENERATOR) {
        nprt_retain(source);
        return source;
    }
    NprtRandom *random = new_object(class);
    random->rng = *nprt_random_state_of(source);
    return &random->obj;
}

int32_t nprt_random_new(int64_t class, const NprtDesc *desc, const void *seed, void **out)
{
    int64_t plain = class & ~(int64_t)NPRT_RANDOM_WORDS;
    if (desc->kind == NPRT_K_RNG || desc->kind == NPRT_K_OBJECT) {
        *out = new_from_object(plain, *(NprtObj *const *)seed);
        return 0;
    }
    NprtRandom *random = new_object(plain);
    *out = random;
    if (!seed_from_value(&random->rng, class, desc, seed))
        return 0;
    nprt_release(random);
    return 1;
}

NprtObj *nprt_random_new_philox(int64_t key, int64_t counter)
{
    NprtRandom *random = new_object(NPRT_RANDOM_BITS + NPRT_RNG_PHILOX);
    uint64_t keys[2] = {(uint64_t)key, 0}, counters[4] = {(uint64_t)counter, 0, 0, 0};
    nprt_rng_init_philox(&random->rng, keys, counters);
    return &random->obj;
}

int32_t nprt_random_seed(NprtObj *obj, int64_t flags, const NprtDesc *desc, const void *seed)
{
    return seed_from_value(nprt_random_state_of(obj), obj->flags | flags, desc, seed);
}

NprtObj *nprt_random_copy(NprtObj *obj)
{
    NprtRandom *random = new_object(obj->flags);
    random->rng = *nprt_random_state_of(obj);
    return &random->obj;
}

void nprt_random_assign(NprtObj *obj, NprtObj *state)
{
    *nprt_random_state_of(obj) = *nprt_random_state_of(state);
}

void nprt_random_spawn(NprtObj *obj, int64_t n, const NprtDesc *out_desc, void *out)
{
    NprtList *list = nprt_list_new(out_desc, n);
    NprtRng *parent = nprt_random_state_of(obj);
    for (int64_t i = 0; i < n; i++) {
        NprtRandom *child = new_object(obj->flags);
        if (obj->flags == NPRT_RANDOM_SEED_SEQ)
            nprt_rng_seedseq_spawn(&parent->seed, &child->rng.seed);
        else
            nprt_rng_spawn(parent, &child->rng);
        nprt_list_push_ref(list, child);
    }
    memcpy(out, &list, sizeof list);
}

void nprt_random_generate_state(NprtObj *obj, int64_t n, const NprtDesc *out_desc, void *out)
{
    NprtView view;
    if (nprt_view_new(out_desc, out, 1, &n, false, &view))
        nprt_out_of_memory();
    const NprtRngSeedSeq *seq = &nprt_random_state_of(obj)->seed;
    if (out_desc->dtype == NPRT_U64)
        nprt_rng_seedseq_generate_u64(seq, (uint64_t *)(void *)view.data, n);
    else
        nprt_rng_seedseq_generate_u32(seq, (uint32_t *)(void *)view.data, n);
}

int32_t nprt_random_raw(NprtObj *obj, const NprtDesc *size_desc, const void *size,
                        const NprtDesc *out_desc, void *out)
{
    NprtRandomShape shape;
    NprtView view;
    if (nprt_random_read_size(&shape, size_desc, size) ||
        nprt_view_new(out_desc, out, shape.ndim, shape.extents, false, &view))
        return 1;
    nprt_rng_fill_raw(nprt_random_state_of(obj), (uint64_t *)(void *)view.data,
                      nprt_view_size(&view));
    return 0;
}

int32_t nprt_random_advance(NprtObj *obj, int64_t delta)
{
    uint64_t sign = delta < 0 ? UINT64_MAX : 0;
    uint64_t words[4] = {(uint64_t)delta, sign, sign, sign};
    if (nprt_rng_advance(nprt_random_state_of(obj), words))
        return 0;
    return nprt_raise(NPRT_EXC_ATTRIBUTE_ERROR, "this bit generator has no attribute 'advance'");
}

int32_t nprt_random_jumped(NprtObj *obj, int64_t jumps, void **out)
{
    NprtObj *copy = nprt_random_copy(obj);
    if (nprt_rng_jump(nprt_random_state_of(copy), jumps)) {
        *out = copy;
        return 0;
    }
    nprt_release(copy);
    return nprt_raise(NPRT_EXC_NOT_IMPLEMENTED_ERROR, "jumped() of this bit generator");
}

/* ---- sizes and broadcasting ----------------------------------------------------------------- */

int32_t nprt_random_read_size(NprtRandomShape *shape, const NprtDesc *desc, const void *size)
{
    shape->ndim = 0;
    shape->is_given = desc->kind != NPRT_K_NONE;
    if (!shape->is_given)
        return 0;
    if (desc->kind == NPRT_K_TUPLE) {
        for (uint32_t i = 0; i < desc->n; i++)
            shape->extents[shape->ndim++] = nprt_scalar_int((NprtDtype)desc->elems[i]->dtype,
                                                            (const char *)size + desc->offsets[i]);
    } else if (desc->kind == NPRT_K_SCALAR) {
        shape->extents[shape->ndim++] = nprt_scalar_int((NprtDtype)desc->dtype, size);
    } else {
        NprtView ints;
        if (nprt_random_numbers(&ints, NPRT_I64, desc, size))
            return 1;
        shape->ndim = (int32_t)nprt_view_size(&ints);
        memcpy(shape->extents, ints.data, (size_t)shape->ndim * sizeof *shape->extents);
        nprt_release(ints.owner);
    }
    for (int32_t i = 0; i < shape->ndim; i++)
        if (shape->extents[i] < 0)
            return nprt_raise(NPRT_EXC_VALUE_ERROR, "negative dimensions are not allowed");
    return 0;
}

/* "(2, 3)", as Python writes tuples. */
static const char *tuple_text(char text[NPRT_SHAPE_TEXT], int32_t ndim, const int64_t *extents)
{
    size_t used = 0;
    text[used++] = '(';
    for (int32_t i = 0; i < ndim && used + 32 < NPRT_SHAPE_TEXT; i++)
        used += (size_t)snprintf(text + used, 32, i > 0 ? ", %lld" : "%lld", (long long)extents[i]);
    snprintf(text + used, NPRT_SHAPE_TEXT - used, ndim == 1 ? ",)" : ")");
    return text;
}

/* Extent of a shape at dimension `dim`, counted from the last one; 1 beyond its rank. */
static int64_t extent_at(int32_t ndim, const int64_t *extents, int32_t dim)
{
    return dim < ndim ? extents[ndim - 1 - dim] : 1;
}

static int32_t raise_mismatch(const NprtRandomShape *size, const NprtView *operands, int32_t a,
                              int32_t b)
{
    char first[NPRT_SHAPE_TEXT], second[NPRT_SHAPE_TEXT];
    int32_t base = size->is_given ? 1 : 0; /* the size is argument 0 */
    if (a < 0)
        tuple_text(first, size->ndim, size->extents);
    else
        tuple_text(first, operands[a].ndim, operands[a].shape);
    tuple_text(second, operands[b].ndim, operands[b].shape);
    return nprt_raise(NPRT_EXC_VALUE_ERROR,
                      "shape mismatch: objects cannot be broadcast to a single shape.  Mismatch is "
                      "between arg %d with shape %s and arg %d with shape %s.",
                      (int)(a + base), first, (int)(b + base), second);
}

/* Widens `common` by operand b, or reports the operand before it (-1: the size) it disagrees with.
 */
static int32_t widen(NprtRandomShape *common, const NprtRandomShape *size, const NprtView *operands,
                     int32_t b)
{
    const NprtView *view = &operands[b];
    while (common->ndim < view->ndim) {
        memmove(common->extents + 1, common->extents,
                (size_t)common->ndim * sizeof *common->extents);
        common->extents[0] = 1;
        common->ndim++;
    }
    for (int32_t dim = 0; dim < view->ndim; dim++) {
        int64_t *extent = &common->extents[common->ndim - 1 - dim];
        int64_t other = extent_at(view->ndim, view->shape, dim);
        if (other == 1 || other == *extent)
            continue;
        if (*extent != 1) {
            int32_t a = size->is_given && extent_at(size->ndim, size->extents, dim) != 1 ? -1 : 0;
            while (a >= 0 && extent_at(operands[a].ndim, operands[a].shape, dim) == 1)
                a++;
            return raise_mismatch(size, operands, a, b);
        }
        *extent = other;
    }
    return 0;
}

int32_t nprt_random_broadcast(NprtRandomShape *shape, const NprtView *operands, int32_t n,
                              int64_t (*strides)[NPRT_MAX_DIMS])
{
    NprtRandomShape common = *shape;
    for (int32_t i = 0; i < n; i++)
        if (widen(&common, shape, operands, i))
            return 1;
    bool is_wider =
        common.ndim != shape->ndim ||
        memcmp(common.extents, shape->extents, (size_t)common.ndim * sizeof *common.extents) != 0;
    if (shape->is_given && is_wider) {
        char size[NPRT_SHAPE_TEXT], inputs[NPRT_SHAPE_TEXT];
        return nprt_raise(
            NPRT_EXC_VALUE_ERROR,
            "Output size %s is not compatible with broadcast dimensions of inputs %s.",
            tuple_text(size, shape->ndim, shape->extents),
            tuple_text(inputs, common.ndim, common.extents));
    }
    common.is_given = shape->is_given;
    *shape = common;
    for (int32_t i = 0; i < n; i++)
        nprt_view_broadcast(&operands[i], shape->ndim, shape->extents, strides[i]);
    return 0;
}

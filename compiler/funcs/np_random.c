/* np_random.c - random generator objects: classes, seeds, state; sizes. */
#include "compiler/funcs/np_random_internal.h"

#include "compiler/funcs/params.h"

#include <string.h>

/* ---- classes ---- */

enum { OPAQUE_FIRST = 100 }; /* + NprtRandomClass: ids of opaque types */

const NjType *nj_random_type(NjWalk *w, int64_t class)
{
    if (class == NPRT_RANDOM_GENERATOR)
        return nj_type_rng(w->types);
    return nj_type_opaque(w->types, (int32_t)(OPAQUE_FIRST + class));
}

int64_t nj_random_class(const NjType *type)
{
    return type->kind == NJ_T_RNG ? NPRT_RANDOM_GENERATOR : type->id - OPAQUE_FIRST;
}

static bool is_object(const NjType *type)
{
    return type->kind == NJ_T_RNG || (type->kind == NJ_T_OPAQUE && type->id >= OPAQUE_FIRST);
}

NjVal nj_random_call(NjWalk *w, NjRtId id, const NjType *type, NjSpan span, const NjVal *args, uint32_t n)
{
    NjTirExpr **exprs = NJ_NEW_ARRAY(w->arena, NjTirExpr *, n + 1);
    for (uint32_t i = 0; i < n; i++) {
        if (nj_is_error(args[i]))
            return nj_val_error(w);
        exprs[i] = nj_expr_of(w, args[i], span);
    }
    return nj_rtcall(w, id, type, span, n, exprs);
}

static NjVal object_of(NjWalk *w, const NjCall *c, NprtRandomClass module, int64_t numba_flag)
{
    if (c->self.type)
        return nj_spill(w, c->self);
    int64_t flag = w->model == NJ_MODEL_NUMBA ? numba_flag : 0;
    NjVal which = nj_val_int(w, module | flag, c->span);
    return nj_random_call(w, NJ_RT_random_global, nj_random_type(w, module), c->span, &which, 1);
}

NjVal nj_random_object(NjWalk *w, const NjCall *c, NprtRandomClass module)
{
    return object_of(w, c, module, NPRT_RANDOM_NUMBA);
}

bool nj_random_is_legacy(NjVal object)
{
    return nj_random_class(object.type) == NPRT_RANDOM_STATE;
}

/* ---- arguments ---- */

bool nj_random_size(NjWalk *w, NjVal arg, NjSpan span, NjRandomSize *out)
{
    *out = (NjRandomSize){.value = nj_val_none(w, span)};
    if (!nj_np_given(arg))
        return !nj_is_given(arg) || !nj_is_error(arg);
    NjVal *extents;
    if (!nj_shape_arg(w, arg, span, &extents, &out->ndim))
        return false;
    out->value = nj_val_tuple(w, extents, out->ndim, span);
    out->is_given = true;
    return true;
}

bool nj_random_is_numeric(const NjType *type)
{
    switch (type->kind) {
    case NJ_T_SCALAR:
    case NJ_T_ARRAY:
    case NJ_T_RANGE:
    case NJ_T_NEVER:
        return true;
    case NJ_T_LIST:
    case NJ_T_TUPLE:
        for (uint32_t i = 0; i < type->n; i++)
            if (!nj_random_is_numeric(type->elems[i]))
                return false;
        return true;
    default:
        return false;
    }
}

/* ---- seeds ---- */

enum { MAX_WORDS = 32 };

/* A decimal number of any length as 32-bit words, lowest first; 0 when it has too many. */
static uint32_t words_of(const char *text, uint32_t words[MAX_WORDS])
{
    uint32_t n = 0;
    for (const char *p = *text == '-' ? text + 1 : text; *p; p++) {
        uint64_t carry = (uint64_t)(*p - '0');
        for (uint32_t i = 0; i < n; i++) {
            carry += (uint64_t)words[i] * 10;
            words[i] = (uint32_t)carry;
            carry >>= 32;
        }
        if (carry && n == MAX_WORDS)
            return 0;
        if (carry)
            words[n++] = (uint32_t)carry;
    }
    return n;
}

NjVal nj_random_seed_arg(NjWalk *w, NjVal arg, NjSpan span, int64_t *out_flags)
{
    *out_flags = 0;
    if (!nj_np_given(arg))
        return nj_val_none(w, span);
    arg = nj_unwrap(w, arg, span);
    if (arg.type->kind != NJ_T_BIGINT)
        return arg;
    uint32_t words[MAX_WORDS];
    uint32_t n = words_of(nj_known_int_text(w, arg), words);
    if (n == 0)
        return nj_fail(w, span, "a seed of more than %d bits is not supported", 32 * MAX_WORDS);
    NjVal *items = NJ_NEW_ARRAY(w->arena, NjVal, n);
    for (uint32_t i = 0; i < n; i++)
        items[i] = nj_val_int(w, words[i], span);
    *out_flags = NPRT_RANDOM_WORDS;
    return nj_val_tuple(w, items, n, span);
}

/* Can a seed of the type be used for the class? */
static bool is_seed(const NjType *type, int64_t class)
{
    switch (type->kind) {
    case NJ_T_NONE:
        return true;
    case NJ_T_SCALAR:
        return class == NPRT_RANDOM_STD || nj_np_is_integral(type->dtype);
    case NJ_T_STR:
    case NJ_T_BYTES:
        return class == NPRT_RANDOM_STD;
    case NJ_T_ARRAY:
    case NJ_T_LIST:
    case NJ_T_TUPLE:
    case NJ_T_RANGE:
        return nj_random_is_numeric(type);
    default:
        return is_object(type) && class != NPRT_RANDOM_STD;
    }
}

NjVal nj_random_new(NjWalk *w, int64_t class, NjVal seed, NjSpan span)
{
    int64_t flags;
    seed = nj_random_seed_arg(w, seed, span, &flags);
    if (nj_is_error(seed))
        return seed;
    if (!is_seed(seed.type, class))
        return nj_raises(w, span, NPRT_EXC_TYPE_ERROR, "%s cannot be a seed here", nj_ty(w, seed.type));
    NjVal args[2] = {nj_val_int(w, class | flags, span), seed};
    return nj_random_call(w, NJ_RT_random_new, nj_random_type(w, class), span, args, 2);
}

#define NEW_HANDLER(name, class)                                                                   \
    NJ_HANDLER(rnd_new_##name)                                                                     \
    {                                                                                              \
        return nj_random_new(w, class, c->args[0], c->span);                                       \
    }
NEW_HANDLER(generator, NPRT_RANDOM_GENERATOR)
NEW_HANDLER(state, NPRT_RANDOM_STATE)
NEW_HANDLER(std, NPRT_RANDOM_STD)
NEW_HANDLER(seed_seq, NPRT_RANDOM_SEED_SEQ)
NEW_HANDLER(mt19937, NPRT_RANDOM_BITS + NPRT_RNG_MT19937)
NEW_HANDLER(pcg64, NPRT_RANDOM_BITS + NPRT_RNG_PCG64)
NEW_HANDLER(pcg64dxsm, NPRT_RANDOM_BITS + NPRT_RNG_PCG64DXSM)
NEW_HANDLER(sfc64, NPRT_RANDOM_BITS + NPRT_RNG_SFC64)

/* Philox(seed=None, counter=None, key=None) */
NJ_HANDLER(rnd_new_philox)
{
    int64_t class = NPRT_RANDOM_BITS + NPRT_RNG_PHILOX;
    bool has_counter = nj_np_given(c->args[1]), has_key = nj_np_given(c->args[2]);
    if (!has_counter && !has_key)
        return nj_random_new(w, class, c->args[0], c->span);
    if (!has_key || nj_np_given(c->args[0]))
        return nj_fail(w, c->span, "Philox takes a seed, or a key with or without a counter");
    NjVal args[2] = {nj_to_index(w, c->args[2], c->span),
                     has_counter ? nj_to_index(w, c->args[1], c->span) : nj_val_int(w, 0, c->span)};
    return nj_random_call(w, NJ_RT_random_new_philox, nj_random_type(w, class), c->span, args, 2);
}

static NjVal seed_again(NjWalk *w, const NjCall *c, NprtRandomClass module)
{
    int64_t flags;
    NjVal seed = nj_random_seed_arg(w, c->args[0], c->span, &flags);
    if (nj_is_error(seed))
        return seed;
    NjVal object = object_of(w, c, module, NPRT_RANDOM_NUMBA_SEEDED);
    if (is_object(seed.type) || !is_seed(seed.type, nj_random_class(object.type)))
        return nj_raises(w, c->span, NPRT_EXC_TYPE_ERROR, "%s cannot be a seed here", nj_ty(w, seed.type));
    NjVal args[3] = {object, nj_val_int(w, flags, c->span), seed};
    return nj_random_call(w, NJ_RT_random_seed, nj_type_none(w->types), c->span, args, 3);
}

NJ_HANDLER(rnd_seed)
{
    return seed_again(w, c, NPRT_RANDOM_STATE);
}

NJ_HANDLER(std_seed)
{
    return seed_again(w, c, NPRT_RANDOM_STD);
}

/* ---- methods of the classes without tables of their own ---- */

/* The function of the class's module with the method's name, called with the receiver. */
static NjVal call_member(NjWalk *w, const NjCall *c, const char *module)
{
    const char *name = nj_func_row(c->id)->name;
    int32_t id = nj_func_find(module, name);
    if (id < 0)
        return nj_raises(w, c->span, NPRT_EXC_ATTRIBUTE_ERROR, "this object has no attribute '%s'", name);
    NjCall call = {.span = c->span, .node = c->node, .id = id, .self = c->self};
    const NjFuncRow *row = nj_func_row(id);
    if (!nj_params_match(w, row, c->rest, c->rest_spans, c->n_rest, c->kw_names, c->kw_vals, c->n_kw, &call))
        return nj_val_error(w);
    return row->handler(w, &call);
}

NJ_HANDLER(rnd_method)
{
    switch (nj_random_class(c->self.type)) {
    case NPRT_RANDOM_STATE:
        return call_member(w, c, "numpy.random");
    case NPRT_RANDOM_STD:
        return call_member(w, c, "random");
    case NPRT_RANDOM_SEED_SEQ:
        return call_member(w, c, "numpy.random.SeedSequence");
    default:
        return call_member(w, c, "numpy.random.BitGenerator");
    }
}

/* ---- state ---- */

NJ_HANDLER(rnd_get_state)
{
    NjVal object = nj_random_object(w, c, NPRT_RANDOM_STATE);
    return nj_random_call(w, NJ_RT_random_copy, object.type, c->span, &object, 1);
}

NJ_HANDLER(std_get_state)
{
    NjVal object = nj_random_object(w, c, NPRT_RANDOM_STD);
    return nj_random_call(w, NJ_RT_random_copy, object.type, c->span, &object, 1);
}

static NjVal set_state(NjWalk *w, const NjCall *c, NprtRandomClass module)
{
    NjVal args[2] = {nj_random_object(w, c, module), c->args[0]};
    if (nj_is_error(args[1]))
        return args[1];
    if (args[1].type != args[0].type)
        return nj_raises(w, c->span, NPRT_EXC_TYPE_ERROR, "state is not a valid state: it must come from get_state()");
    return nj_random_call(w, NJ_RT_random_assign, nj_type_none(w->types), c->span, args, 2);
}

NJ_HANDLER(rnd_set_state)
{
    return set_state(w, c, NPRT_RANDOM_STATE);
}

NJ_HANDLER(std_set_state)
{
    return set_state(w, c, NPRT_RANDOM_STD);
}

NJ_HANDLER(rnd_spawn)
{
    NjVal args[2] = {nj_spill(w, c->self), nj_to_index(w, c->args[0], c->span)};
    return nj_random_call(w, NJ_RT_random_spawn, nj_type_list(w->types, c->self.type), c->span, args, 2);
}

/* ---- bit generators ---- */

NJ_HANDLER(rnd_bit_generator)
{
    (void)w;
    return c->self; /* a bit generator can do what its Generator can */
}

/* generate_state(n_words, dtype=np.uint32) */
NJ_HANDLER(rnd_generate_state)
{
    NprtDtype dtype;
    if (!nj_np_dtype_or(w, c->args[1], NPRT_U32, c->span, &dtype))
        return nj_val_error(w);
    if (dtype != NPRT_U32 && dtype != NPRT_U64)
        return nj_raises(w, c->span, NPRT_EXC_VALUE_ERROR, "only support uint32 or uint64");
    NjVal args[2] = {nj_spill(w, c->self), nj_to_index(w, c->args[0], c->span)};
    return nj_random_call(w, NJ_RT_random_generate_state, nj_np_array_type(w, dtype, 1), c->span, args, 2);
}

/* random_raw(size=None): without a size an int, which here is a uint64. */
NJ_HANDLER(rnd_random_raw)
{
    NjRandomSize size;
    if (!nj_random_size(w, c->args[0], c->span, &size))
        return nj_val_error(w);
    const NjType *type = size.is_given ? nj_np_array_type(w, NPRT_U64, size.ndim)
                                       : nj_type_scalar(w->types, NPRT_U64, false);
    NjVal args[2] = {nj_spill(w, c->self), size.value};
    return nj_random_call(w, NJ_RT_random_raw, type, c->span, args, 2);
}

NJ_HANDLER(rnd_advance)
{
    NjVal args[2] = {nj_spill(w, c->self), nj_to_index(w, c->args[0], c->span)};
    nj_random_call(w, NJ_RT_random_advance, nj_type_none(w->types), c->span, args, 2);
    return args[0];
}

NJ_HANDLER(rnd_jumped)
{
    NjVal args[2] = {nj_spill(w, c->self), nj_to_index(w, c->args[0], c->span)};
    return nj_random_call(w, NJ_RT_random_jumped, c->self.type, c->span, args, 2);
}

/* np_util.c - see np_internal.h. */
#include "compiler/funcs/np_internal.h"

#include <string.h>

unsigned nj_np_ndim(NjVal v)
{
    return v.type->kind == NJ_T_ARRAY ? v.type->ndim : 0;
}

bool nj_np_is_integral(NprtDtype d)
{
    return d == NPRT_BOOL || nj_dtype_is_int(d);
}

/* ---- arguments ---- */

static bool not_known(NjWalk *w, NjVal v, NjSpan span, const char *what, const char *kind)
{
    if (nj_is_error(v) || nj_need_known(w))
        return false;
    nj_fail(w, span, "%s must be %s known at compile time: write it as a constant", what, kind);
    return false;
}

bool nj_np_known_int(NjWalk *w, NjVal v, NjSpan span, const char *what, int64_t *out)
{
    return nj_known_int(v, out) || not_known(w, v, span, what, "an int");
}

bool nj_np_known_bool(NjWalk *w, NjVal v, NjSpan span, const char *what, bool *out)
{
    int64_t k;
    if (!nj_known_int(v, &k))
        return not_known(w, v, span, what, "a bool");
    *out = k != 0;
    return true;
}

bool nj_np_known_text(NjWalk *w, NjVal v, NjSpan span, const char *what, const char **out)
{
    return nj_known_str(v, out, NULL) || not_known(w, v, span, what, "a str");
}

bool nj_np_axis(NjWalk *w, NjVal axis, unsigned ndim, NjSpan span, unsigned *out)
{
    uint32_t bits;
    if (!nj_np_given(axis)) {
        if (ndim != 1)
            nj_raises(w, span, NPRT_EXC_TYPE_ERROR, "an integer is required for the axis");
        *out = 0;
        return ndim == 1;
    }
    if (!nj_axes_arg(w, axis, ndim, span, &bits))
        return false;
    *out = (unsigned)__builtin_ctz(bits);
    return true;
}

bool nj_np_given(NjVal v)
{
    return nj_is_given(v) && !nj_is_none(v);
}

bool nj_np_dtype_or(NjWalk *w, NjVal arg, NprtDtype fallback, NjSpan span, NprtDtype *out)
{
    *out = fallback;
    return !nj_np_given(arg) || nj_dtype_arg(w, arg, span, out);
}

/* ---- values ---- */

NjVal nj_np_strong(NjWalk *w, NjVal v, NjSpan span)
{
    if (nj_is_error(v) || v.type->kind != NJ_T_SCALAR || !v.type->py)
        return v;
    return nj_to_dtype(w, v, v.type->dtype, false, span);
}

NjVal nj_np_forget(NjVal v)
{
    if (v.type->kind == NJ_T_SCALAR)
        v.known = NULL;
    return v;
}

const NjType *nj_np_array_type(NjWalk *w, NprtDtype dtype, unsigned ndim)
{
    return nj_type_array(w->types, dtype, ndim, NJ_LAYOUT_C);
}

NjVal nj_np_array(NjWalk *w, NjVal v, unsigned min_ndim, NjSpan span)
{
    v = nj_as_array_min(w, v, min_ndim, span);
    return nj_is_error(v) ? v : nj_spill(w, v);
}

void nj_np_require(NjWalk *w, NjVal cond, NprtExcKind exc, const char *text, NjSpan span)
{
    int known;
    if (nj_is_error(cond))
        return;
    NjTirExpr *e = nj_truth(w, cond, span, &known);
    if (known == 1)
        return;
    nj_check(w, e ? e : nj_expr_of(w, cond, span), exc, span, text, 0, NULL);
}

NjVal nj_np_into_out(NjWalk *w, NjVal result, NjVal out, const char *name, NjSpan span)
{
    if (nj_is_error(result) || !nj_np_given(out))
        return result;
    if (out.type->kind == NJ_T_TUPLE && out.type->n == 1)
        out = nj_tuple_item(w, out, 0, span);
    if (out.type->kind != NJ_T_ARRAY)
        return nj_raises(w, span, NPRT_EXC_TYPE_ERROR, "return arrays must be of ArrayType");
    if (!nj_can_cast_same_kind(result.type->dtype, out.type->dtype))
        return nj_raises(
            w, span, NPRT_EXC_UFUNC_TYPE_ERROR,
            "Cannot cast ufunc '%s' output from dtype('%s') to dtype('%s') with casting rule "
            "'same_kind'",
            name, nj_dtype_name(result.type->dtype), nj_dtype_name(out.type->dtype));
    out = nj_spill(w, out);
    nj_array_assign(w, out, result, span);
    return out;
}

/* ---- mapping a function over elements ---- */

NjVal *nj_np_broadcast_shape(NjWalk *w, const NjVal *args, uint32_t n, NjSpan span, uint32_t *out_n)
{
    unsigned ndim = 0;
    NjVal joined = {0};
    for (uint32_t i = 0; i < n; i++) {
        unsigned k = nj_np_ndim(args[i]);
        ndim = k > ndim ? k : ndim;
        if (k == 0)
            continue;
        /* an expression of all operands has their common shape; it is never evaluated */
        NjVal bits = n == 1 ? args[i] : nj_to_dtype(w, args[i], NPRT_BOOL, false, span);
        joined = joined.type ? nj_map_binary(w, NJ_BIN_OR, joined, bits, NPRT_BOOL, span) : bits;
    }
    NjVal *shape = NJ_NEW_ARRAY(w->arena, NjVal, ndim + 1);
    for (unsigned k = 0; k < ndim; k++)
        shape[k] = nj_spill(w, nj_shape_of(w, joined, k, span));
    *out_n = ndim;
    return shape;
}

typedef struct Map {
    NjVal fn;
    const NjVal *args;
    uint32_t n;
    const NprtDtype *dtypes;
    NjVal *shape;
    uint32_t ndim;
    NjSpan span;
} Map;

/* The arguments of one call: elements at the index in hand. */
static void element_args(NjWalk *w, const Map *m, const NjVal *at, NjVal *out)
{
    for (uint32_t i = 0; i < m->n; i++) {
        NjVal a = m->args[i];
        if (nj_np_ndim(a) == 0) {
            out[i] = a;
            continue;
        }
        if (m->n > 1)
            a = nj_broadcast_to(w, a, m->shape, m->ndim, m->span);
        out[i] = nj_spill(w, nj_load(w, a, at, m->ndim, true, m->span));
    }
}

/* Allocations go in front of the loops: statements that stand in `made` move to place `at` of
 * `block`. */
static void insert_before(NjWalk *w, NjTirBlock *block, uint32_t at, const NjTirBlock *made)
{
    for (uint32_t i = 0; i < made->n; i++)
        nj_tir_insert(w->arena, block, at + i, made->items[i]);
}

static NjVal store_result(NjWalk *w, const Map *m, NjVal item, uint32_t which, const NjVal *at,
                          NjTirBlock *made)
{
    item = nj_unwrap(w, item, m->span);
    if (item.type->kind == NJ_T_ARRAY && item.type->ndim == 0)
        item = nj_load(w, item, NULL, 0, true, m->span);
    if (nj_is_error(item))
        return item;
    if (item.type->kind != NJ_T_SCALAR)
        return nj_raises(w, m->span, NPRT_EXC_TYPE_ERROR,
                         "the function must return numbers, not %s", nj_ty(w, item.type));
    NprtDtype dtype = m->dtypes ? m->dtypes[which] : item.type->dtype;
    NjTirBlock *inner = w->block;
    w->block = made;
    NjVal out = nj_alloc(w, dtype, m->shape, m->ndim, false, m->span);
    w->block = inner;
    nj_store(w, out, at, m->ndim, item, true, m->span);
    return out;
}

static NjVal map_body(NjWalk *w, const Map *m, const NjVal *at, NjTirBlock *made)
{
    NjVal *args = NJ_NEW_ARRAY(w->arena, NjVal, m->n + 1);
    element_args(w, m, at, args);
    NjVal r = nj_call_value(w, m->fn, args, m->n, NULL, NULL, 0, m->span);
    if (nj_is_error(r))
        return r;
    r = nj_spill(w, r);
    if (r.type->kind != NJ_T_TUPLE)
        return store_result(w, m, r, 0, at, made);
    NjVal *items = NJ_NEW_ARRAY(w->arena, NjVal, r.type->n + 1);
    for (uint32_t i = 0; i < r.type->n; i++) {
        items[i] = store_result(w, m, nj_tuple_item(w, r, i, m->span), i, at, made);
        if (nj_is_error(items[i]))
            return items[i];
    }
    return nj_val_tuple(w, items, r.type->n, m->span);
}

static NjVal map_scalars(NjWalk *w, NjVal fn, const NjVal *args, uint32_t n,
                         const NprtDtype *dtypes, NjSpan span)
{
    NjVal *plain = NJ_NEW_ARRAY(w->arena, NjVal, n + 1);
    for (uint32_t i = 0; i < n; i++)
        plain[i] =
            args[i].type->kind == NJ_T_ARRAY ? nj_load(w, args[i], NULL, 0, true, span) : args[i];
    NjVal r = nj_call_value(w, fn, plain, n, NULL, NULL, 0, span);
    if (nj_is_error(r) || !dtypes || r.type->kind == NJ_T_TUPLE)
        return r;
    return nj_to_dtype(w, r, dtypes[0], false, span);
}

NjVal nj_np_map(NjWalk *w, NjVal fn, const NjVal *given, uint32_t n, const NprtDtype *dtypes,
                NjSpan span)
{
    NjVal *args = NJ_NEW_ARRAY(w->arena, NjVal, n + 1);
    for (uint32_t i = 0; i < n; i++) {
        args[i] = nj_as_array(w, given[i], span);
        if (nj_is_error(args[i]))
            return args[i];
        args[i] = nj_spill(w, args[i]);
    }
    Map m = {fn, args, n, dtypes, NULL, 0, span};
    m.shape = nj_np_broadcast_shape(w, args, n, span, &m.ndim);
    if (m.ndim == 0)
        return map_scalars(w, fn, args, n, dtypes, span);
    NjFor *loops = NJ_NEW_ARRAY(w->arena, NjFor, m.ndim);
    NjVal *at = NJ_NEW_ARRAY(w->arena, NjVal, m.ndim);
    NjTirBlock *outer = w->block, made = {0};
    uint32_t place = outer->n;
    for (uint32_t k = 0; k < m.ndim; k++)
        at[k] = nj_for_begin(w, &loops[k], nj_val_int(w, 0, span), m.shape[k], span);
    NjVal out = map_body(w, &m, at, &made);
    w->dead = false; /* a function that always raises: only the loop's body ends */
    for (uint32_t k = m.ndim; k-- > 0;)
        nj_for_end(w, &loops[k]);
    insert_before(w, outer, place, &made);
    return out;
}

NjVal nj_np_map_prelude(NjWalk *w, const char *file, const char *name, const NjVal *args,
                        uint32_t n, NjSpan span)
{
    return nj_np_map(w, nj_prelude_function(w, file, name, span), args, n, NULL, span);
}

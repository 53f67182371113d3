/* array.c - arrays as values: array-likes, shapes, reductions, views that permute, matrix products. */
#include "compiler/sema/sema.h"

#include <string.h>

#include "compiler/funcs/func.h"

static const NjType *pyint(NjWalk *w)
{
    return nj_type_pyint(w->types);
}

static const NjType *pybool(NjWalk *w)
{
    return nj_type_pybool(w->types);
}

/* ---- array-likes ---- */

typedef struct Leaf {
    NprtDtype dtype;
    bool any, weak;
    unsigned ndim;
} Leaf;

/* The dtype and rank NumPy finds in nested sequences; false for what has none. */
static bool leaf_of(const NjType *t, Leaf *out)
{
    switch (t->kind) {
    case NJ_T_SCALAR: {
        out->dtype = out->any ? nj_promote_dtypes(out->dtype, t->dtype) : t->dtype;
        out->any = true;
        out->ndim = 0;
        return true;
    }
    case NJ_T_ARRAY:
        out->dtype = out->any ? nj_promote_dtypes(out->dtype, t->dtype) : t->dtype;
        out->any = true;
        out->ndim = t->ndim;
        return true;
    case NJ_T_LIST:
        if (t->elems[0]->kind == NJ_T_NEVER) {
            out->ndim = 1;
            return true;
        }
        if (!leaf_of(t->elems[0], out))
            return false;
        out->ndim++;
        return true;
    case NJ_T_TUPLE: {
        if (nj_type_is_union(t)) {
            for (uint32_t i = 1; i < t->n; i++)
                if (!leaf_of(t->elems[i]->kind == NJ_T_OPTIONAL ? t->elems[i]->elems[0] : t->elems[i], out))
                    return false;
            return true;
        }
        unsigned ndim = 0;
        for (uint32_t i = 0; i < t->n; i++) {
            if (!leaf_of(t->elems[i], out))
                return false;
            if (i > 0 && out->ndim != ndim)
                return false;
            ndim = out->ndim;
        }
        out->ndim = ndim + 1;
        return true;
    }
    case NJ_T_RANGE:
        out->dtype = out->any ? nj_promote_dtypes(out->dtype, NPRT_I64) : NPRT_I64;
        out->any = true;
        out->ndim = 1;
        return true;
    case NJ_T_BIGINT:
        out->dtype = out->any ? nj_promote_dtypes(out->dtype, NPRT_U64) : NPRT_U64;
        out->any = true;
        out->ndim = 0;
        return true;
    default:
        return false;
    }
}

static NjVal array_of_range(NjWalk *w, NjVal range, NjSpan span)
{
    range = nj_spill(w, range);
    NjVal n = nj_range_length(w, range, span);
    NjTirExpr *iota = nj_tir_expr(w->arena, NJ_X_IOTA, nj_type_array(w->types, NPRT_I64, 1, NJ_LAYOUT_C), span);
    iota->as.iota.n = n.expr;
    NjVal v = nj_val(iota->type, iota);
    v = nj_map_binary(w, NJ_BIN_MUL, v, nj_range_part(w, range, 2, span), NPRT_I64, span);
    return nj_map_binary(w, NJ_BIN_ADD, v, nj_range_part(w, range, 0, span), NPRT_I64, span);
}

static bool has_union(const NjType *t)
{
    if (nj_type_is_union(t))
        return true;
    bool found = false;
    for (uint32_t i = 0; i < t->n && !found && (t->kind == NJ_T_TUPLE || t->kind == NJ_T_LIST); i++)
        found = has_union(t->elems[i]);
    return found;
}

static const NjType *plain_type(NjWalk *w, const NjType *t, NprtDtype dtype)
{
    if (!has_union(t))
        return t;
    if (nj_type_is_union(t))
        return nj_type_scalar(w->types, dtype, false);
    if (t->kind == NJ_T_LIST)
        return nj_type_list(w->types, plain_type(w, t->elems[0], dtype));
    const NjType **elems = NJ_NEW_ARRAY(w->arena, const NjType *, t->n + 1);
    for (uint32_t i = 0; i < t->n; i++)
        elems[i] = plain_type(w, t->elems[i], dtype);
    return nj_type_tuple(w->types, elems, t->n);
}

/* Nested sequences of unions of numbers, as ones of a single type. */
static NjVal plain_value(NjWalk *w, NjVal v, NprtDtype dtype, NjSpan span)
{
    if (!has_union(v.type))
        return v;
    if (nj_type_is_union(v.type))
        return nj_to_dtype(w, v, dtype, false, span);
    if (v.type->kind == NJ_T_TUPLE) {
        NjVal *items = NJ_NEW_ARRAY(w->arena, NjVal, v.type->n + 1);
        v = nj_spill(w, v);
        for (uint32_t i = 0; i < v.type->n; i++)
            items[i] = plain_value(w, nj_tuple_item(w, v, i, span), dtype, span);
        return nj_val_tuple(w, items, v.type->n, span);
    }
    NjSeq seq;
    NjFor f;
    NjVal out = nj_new_list(w, plain_type(w, v.type->elems[0], dtype), span);
    if (!nj_seq_of(w, v, span, &seq))
        return nj_val_error(w);
    NjVal i = nj_for_begin(w, &f, nj_val_int(w, 0, span), seq.length, span);
    nj_list_append(w, out, plain_value(w, nj_seq_get(w, &seq, i, span), dtype, span), span);
    nj_for_end(w, &f);
    return out;
}

static bool has_bigint(const NjType *t)
{
    bool found = t->kind == NJ_T_BIGINT;
    for (uint32_t i = 0; i < t->n && !found && t->kind == NJ_T_TUPLE; i++)
        found = has_bigint(t->elems[i]);
    return found;
}

/* Nested sequences with constants beyond int64, as ones whose scalars have the dtype. */
static NjVal plain_bigints(NjWalk *w, NjVal v, NprtDtype dtype, NjSpan span)
{
    if (v.type->kind == NJ_T_BIGINT)
        return nj_to_dtype(w, v, dtype, false, span);
    if (!has_bigint(v.type))
        return v;
    NjVal *items = NJ_NEW_ARRAY(w->arena, NjVal, v.type->n);
    v = nj_spill(w, v);
    for (uint32_t i = 0; i < v.type->n; i++)
        items[i] = plain_bigints(w, nj_tuple_item(w, v, i, span), dtype, span);
    return nj_val_tuple(w, items, v.type->n, span);
}

NjVal nj_array_of(NjWalk *w, NjVal v, const NprtDtype *dtype, NjSpan span)
{
    Leaf leaf = {.dtype = NPRT_F64};
    if (nj_is_error(v))
        return v;
    if (nj_type_is_union(v.type))
        v = nj_union_number(w, v, span);
    if (v.type->kind == NJ_T_ITER)
        v = nj_list_of(w, v, span);
    NjVal number;
    if (v.type->kind == NJ_T_OBJECT && (nj_call_special(w, v, "__index__", NULL, 0, span, &number) ||
                                        nj_call_special(w, v, "__float__", NULL, 0, span, &number)))
        v = number;
    if (nj_is_error(v))
        return v;
    if (v.type->kind == NJ_T_RANGE)
        v = array_of_range(w, v, span);
    if (v.type->kind == NJ_T_ARRAY && v.type->device)
        v = nj_cuda_to_host(w, v, span);
    if (v.type->kind == NJ_T_ARRAY || v.type->kind == NJ_T_SCALAR)
        return dtype ? nj_to_dtype(w, v, *dtype, false, span) : v;
    if (!leaf_of(v.type, &leaf))
        return nj_fail(w, span, "TypeError: cannot make an array of %s", nj_ty(w, v.type));
    if (leaf.ndim > 15)
        return nj_fail(w, span, "arrays of more than 15 dimensions are not supported");
    if (has_bigint(v.type))
        v = plain_bigints(w, v, dtype ? *dtype : leaf.dtype, span);
    if (nj_is_error(v) || v.type->kind == NJ_T_SCALAR)
        return v;
    v = plain_value(w, v, leaf.dtype, span);
    if (nj_is_error(v))
        return v;
    const NjType *type = nj_type_array(w->types, dtype ? *dtype : leaf.dtype, leaf.ndim, NJ_LAYOUT_C);
    return nj_rtcall1(w, NJ_RT_array_from_list, type, span, v);
}

NjVal nj_as_array(NjWalk *w, NjVal v, NjSpan span)
{
    v = nj_unwrap(w, v, span);
    if (nj_type_is_union(v.type))
        v = nj_union_number(w, v, span);
    return nj_array_of(w, v, NULL, span);
}

NjVal nj_as_array_min(NjWalk *w, NjVal v, unsigned ndim, NjSpan span)
{
    v = nj_as_array(w, v, span);
    if (nj_is_error(v))
        return v;
    unsigned have = v.type->kind == NJ_T_ARRAY ? v.type->ndim : 0;
    if (v.type->kind == NJ_T_ARRAY && have >= ndim)
        return v;
    NjVal *shape = NJ_NEW_ARRAY(w->arena, NjVal, ndim + 1);
    for (unsigned i = 0; i < ndim; i++)
        shape[i] = nj_val_int(w, 1, span);
    if (v.type->kind == NJ_T_SCALAR)
        return nj_broadcast_to(w, v, shape, ndim, span);
    v = nj_spill(w, v);
    for (unsigned i = 0; i < have; i++)
        shape[ndim - have + i] = nj_shape_of(w, v, i, span);
    return nj_reshape(w, v, shape, ndim, span);
}

/* np.array([[...], ...]) written out: the items are stored into a fresh array one by one. */
static bool display_shape(const NjExpr *e, int64_t *shape, unsigned *ndim, unsigned depth)
{
    if (e->kind != NJ_EXPR_LIST && e->kind != NJ_EXPR_TUPLE)
        return depth == *ndim;
    NjExprs elts = e->kind == NJ_EXPR_LIST ? e->as.list.elts : e->as.tuple.elts;
    if (depth == *ndim) {
        if (depth >= 4 || elts.n == 0)
            return false;
        shape[(*ndim)++] = elts.n;
    } else if (elts.n != shape[depth]) {
        return false;
    }
    for (uint32_t i = 0; i < elts.n; i++) {
        if (elts.items[i]->kind == NJ_EXPR_STARRED)
            return false;
        bool deeper = elts.items[i]->kind == NJ_EXPR_LIST || elts.items[i]->kind == NJ_EXPR_TUPLE;
        if (deeper != (depth + 1 < *ndim) && !(i == 0 && deeper))
            return false;
        if (!display_shape(elts.items[i], shape, ndim, depth + 1))
            return false;
    }
    return true;
}

static bool walk_display(NjWalk *w, const NjExpr *e, NjVal *items, uint32_t *n)
{
    if (e->kind != NJ_EXPR_LIST && e->kind != NJ_EXPR_TUPLE) {
        NjVal v = nj_walk_expr(w, e);
        if (nj_is_error(v))
            return false;
        items[(*n)++] = nj_spill(w, v);
        return true;
    }
    NjExprs elts = e->kind == NJ_EXPR_LIST ? e->as.list.elts : e->as.tuple.elts;
    for (uint32_t i = 0; i < elts.n; i++)
        if (!walk_display(w, elts.items[i], items, n))
            return false;
    return true;
}

/* The general way for what turned out not to be scalars. */
static NjVal regroup(NjWalk *w, const NjExpr *e, const NjVal *items, uint32_t *at)
{
    if (e->kind != NJ_EXPR_LIST && e->kind != NJ_EXPR_TUPLE)
        return items[(*at)++];
    NjExprs elts = e->kind == NJ_EXPR_LIST ? e->as.list.elts : e->as.tuple.elts;
    NjVal *parts = NJ_NEW_ARRAY(w->arena, NjVal, elts.n);
    for (uint32_t i = 0; i < elts.n; i++) {
        parts[i] = regroup(w, elts.items[i], items, at);
        if (nj_is_error(parts[i]))
            return parts[i];
    }
    if (e->kind == NJ_EXPR_TUPLE)
        return nj_val_tuple(w, parts, elts.n, e->span);
    return nj_make_list(w, e, parts, elts.n, e->span);
}

bool nj_array_display(NjWalk *w, const NjExpr *e, NjDisplay *out)
{
    unsigned ndim = 0;
    int64_t shape[5], total = 1;
    if (!display_shape(e, shape, &ndim, 0) || ndim == 0)
        return false;
    for (unsigned i = 0; i < ndim; i++)
        total *= shape[i];
    if (total > 4096)
        return false;
    memset(out, 0, sizeof *out);
    out->items = NJ_NEW_ARRAY(w->arena, NjVal, (size_t)total + 1);
    uint32_t n = 0;
    out->ok = walk_display(w, e, out->items, &n);
    if (!out->ok)
        return true;
    Leaf leaf = {.dtype = NPRT_F64};
    bool scalars = true;
    for (uint32_t i = 0; i < n; i++) {
        scalars &= out->items[i].type->kind == NJ_T_SCALAR || out->items[i].type->kind == NJ_T_BIGINT;
        if (scalars)
            leaf_of(out->items[i].type, &leaf);
    }
    out->dtype = leaf.dtype;
    out->n = n;
    out->ndim = ndim;
    memcpy(out->shape, shape, sizeof shape);
    if (!scalars) {
        uint32_t at = 0;
        out->general = regroup(w, e, out->items, &at);
    }
    return true;
}

NjVal nj_array_of_display(NjWalk *w, NjDisplay *d, const NprtDtype *dtype, NjSpan span)
{
    if (!d->ok)
        return nj_val_error(w);
    if (d->general.type)
        return nj_array_of(w, d->general, dtype, span);
    NprtDtype to = dtype ? *dtype : d->dtype;
    NjVal shape[5], subs[5];
    int64_t at[5] = {0};
    for (unsigned i = 0; i < d->ndim; i++)
        shape[i] = nj_val_int(w, d->shape[i], span);
    NjVal array = nj_alloc(w, to, shape, d->ndim, false, span);
    for (uint32_t k = 0; k < d->n; k++) {
        for (unsigned i = 0; i < d->ndim; i++)
            subs[i] = nj_val_int(w, at[i], span);
        nj_store(w, array, subs, d->ndim, d->items[k], true, span);
        for (unsigned i = d->ndim; i-- > 0;) {
            if (++at[i] < d->shape[i])
                break;
            at[i] = 0;
        }
    }
    return array;
}

/* ---- shapes ---- */

NjVal nj_shape_of(NjWalk *w, NjVal array, uint32_t dim, NjSpan span)
{
    NjTirExpr *e = nj_expr_of(w, array, span);
    /* the extent of a view made of a whole dimension is the base's */
    return nj_val(pyint(w), nj_tir_shape(w->arena, pyint(w), nj_tir_clone(w->arena, e), dim));
}

NjVal nj_shape_tuple(NjWalk *w, NjVal array, NjSpan span)
{
    unsigned ndim = array.type->kind == NJ_T_ARRAY ? array.type->ndim : 0;
    NjVal *items = NJ_NEW_ARRAY(w->arena, NjVal, ndim + 1);
    if (ndim)
        array = nj_spill_view(w, array);
    for (unsigned i = 0; i < ndim; i++)
        items[i] = nj_shape_of(w, array, i, span);
    return nj_val_tuple(w, items, ndim, span);
}

NjVal nj_size_of(NjWalk *w, NjVal array, NjSpan span)
{
    if (array.type->kind != NJ_T_ARRAY || array.type->ndim == 0)
        return nj_val_int(w, 1, span);
    array = nj_spill_view(w, array);
    NjVal n = nj_shape_of(w, array, 0, span);
    for (unsigned i = 1; i < array.type->ndim; i++)
        n = nj_val(pyint(w), nj_tir_binary(w->arena, NJ_BIN_MUL, NJ_ARITH_WRAP, pyint(w), n.expr,
                                           nj_shape_of(w, array, i, span).expr));
    return n;
}

NjVal nj_listed(NjWalk *w, NjVal v, NjSpan span)
{
    if (v.type->kind != NJ_T_LIST || !v.known || v.known->kind != NJ_KNOWN_SITE || !v.known->n)
        return v;
    const NjKnown *site = v.known;
    NjVal *items = NJ_NEW_ARRAY(w->arena, NjVal, site->n);
    v = nj_spill(w, v);
    for (uint32_t i = 0; i < site->n; i++) {
        const NjKnown *k = site->items[i];
        if (k && k->kind == NJ_KNOWN_INT && nj_type_is_int(v.type->elems[0]))
            items[i] = nj_val_int(w, k->i, span);
        else
            items[i] = nj_spill(w, nj_index_get(w, v, nj_val_int(w, i, span), span));
    }
    return nj_val_tuple(w, items, site->n, span);
}

bool nj_shape_arg(NjWalk *w, NjVal v, NjSpan span, NjVal **out, uint32_t *out_n)
{
    if (nj_is_error(v))
        return false;
    v = nj_listed(w, v, span);
    if (v.type->kind == NJ_T_SCALAR) {
        *out = NJ_NEW_ARRAY(w->arena, NjVal, 1);
        (*out)[0] = nj_spill(w, nj_to_index(w, v, span));
        *out_n = 1;
        return !nj_is_error((*out)[0]);
    }
    if (v.type->kind != NJ_T_TUPLE) {
        nj_fail(w, span, "a shape must be an int or a tuple of ints, not %s", nj_ty(w, v.type));
        return false;
    }
    v = nj_spill(w, v);
    *out = NJ_NEW_ARRAY(w->arena, NjVal, v.type->n + 1);
    *out_n = v.type->n;
    for (uint32_t i = 0; i < v.type->n; i++) {
        (*out)[i] = nj_spill(w, nj_to_index(w, nj_tuple_item(w, v, i, span), span));
        if (nj_is_error((*out)[i]))
            return false;
    }
    return true;
}

NjVal nj_alloc(NjWalk *w, NprtDtype dtype, const NjVal *shape, uint32_t n, bool zero, NjSpan span)
{
    NjTirExpr *e = nj_tir_expr(w->arena, NJ_X_ALLOC, nj_type_array(w->types, dtype, n, NJ_LAYOUT_C), span);
    e->as.alloc.shape = NJ_NEW_ARRAY(w->arena, NjTirExpr *, n + 1);
    e->as.alloc.n = n;
    e->as.alloc.zero = zero;
    for (uint32_t i = 0; i < n; i++) {
        NjVal extent = nj_spill(w, nj_to_index(w, shape[i], span));
        int64_t known;
        if (nj_is_error(extent))
            return extent;
        if (!nj_known_int(extent, &known) || known < 0) {
            NjTirExpr *zero_expr = nj_tir_int(w->arena, pyint(w), 0, span);
            nj_check(w, nj_tir_compare(w->arena, NJ_CMP_GE, pybool(w), extent.expr, zero_expr),
                     NPRT_EXC_VALUE_ERROR, span, "negative dimensions are not allowed", 0, NULL);
        }
        e->as.alloc.shape[i] = extent.expr;
    }
    return nj_effect(w, e);
}

NjVal nj_broadcast_to(NjWalk *w, NjVal a, const NjVal *shape, uint32_t n, NjSpan span)
{
    if (nj_is_error(a))
        return a;
    const NjType *type = nj_type_array(w->types, a.type->dtype, n, NJ_LAYOUT_C);
    NjTirExpr *e = nj_tir_expr(w->arena, NJ_X_BROADCAST, type, span);
    e->as.broadcast.a = nj_expr_of(w, a, span);
    e->as.broadcast.n = n;
    e->as.broadcast.shape = NJ_NEW_ARRAY(w->arena, NjTirExpr *, n + 1);
    for (uint32_t i = 0; i < n; i++)
        e->as.broadcast.shape[i] = nj_expr_of(w, nj_spill(w, shape[i]), span);
    return nj_val(type, e);
}

/* ---- reductions ---- */

static bool axis_bit(NjWalk *w, NjVal axis, unsigned ndim, NjSpan span, uint32_t *bits)
{
    int64_t k;
    if (!nj_known_int(axis, &k)) {
        if (!nj_need_known(w))
            nj_fail(w, span, "axis must be known at compile time: write it as a constant");
        return false;
    }
    if (k < -(int64_t)ndim || k >= (int64_t)ndim) {
        nj_raises(w, span, NPRT_EXC_AXIS_ERROR, "axis %lld is out of bounds for array of dimension %u", (long long)k,
                  ndim);
        return false;
    }
    uint32_t bit = 1u << (k < 0 ? k + (int64_t)ndim : k);
    if (*bits & bit)
        nj_raises(w, span, NPRT_EXC_VALUE_ERROR, "duplicate value in 'axis'");
    bool again = *bits & bit;
    *bits |= bit;
    return !again;
}

bool nj_axes_arg(NjWalk *w, NjVal axis, unsigned ndim, NjSpan span, uint32_t *out_axes)
{
    *out_axes = 0;
    if (!nj_is_given(axis) || nj_is_none(axis)) {
        *out_axes = ndim >= 32 ? ~0u : (1u << ndim) - 1;
        return true;
    }
    axis = nj_listed(w, axis, span);
    if (axis.type->kind != NJ_T_TUPLE)
        return axis_bit(w, axis, ndim, span, out_axes);
    for (uint32_t i = 0; i < axis.type->n; i++)
        if (!axis_bit(w, nj_tuple_item(w, axis, i, span), ndim, span, out_axes))
            return false;
    return true;
}

NjVal nj_reduce(NjWalk *w, NjTirRedop op, NjVal a, uint32_t axes, bool keepdims, NprtDtype dtype,
                NjVal initial, NjVal where, NjSpan span)
{
    if (nj_is_error(a))
        return a;
    unsigned ndim = a.type->kind == NJ_T_ARRAY ? a.type->ndim : 0;
    bool arg = op == NJ_RED_ARGMIN || op == NJ_RED_ARGMAX;
    if (ndim == 0) {
        NjVal zero_d = a.type->kind == NJ_T_ARRAY ? nj_load(w, a, NULL, 0, true, span) : a;
        if (arg)
            return nj_val_int(w, 0, span);
        return nj_to_dtype(w, zero_d, dtype, false, span);
    }
    axes &= (1u << ndim) - 1;
    unsigned left = keepdims ? ndim : ndim - (unsigned)__builtin_popcount(axes);
    const NjType *type = left ? nj_type_array(w->types, dtype, left, NJ_LAYOUT_C)
                              : nj_type_scalar(w->types, dtype, false);
    NjTirExpr *e = nj_tir_expr(w->arena, NJ_X_REDUCE, type, span);
    e->as.reduce.op = op;
    e->as.reduce.a = nj_expr_of(w, a, span);
    e->as.reduce.axes = axes;
    e->as.reduce.keepdims = keepdims;
    if (nj_is_given(initial) && !nj_is_none(initial))
        e->as.reduce.initial = nj_expr_of(w, nj_spill(w, nj_to_dtype(w, initial, dtype, false, span)), span);
    if (nj_is_given(where) && !nj_is_none(where) && where.type->kind == NJ_T_ARRAY)
        e->as.reduce.where = nj_expr_of(w, where, span);
    return nj_normal(w, nj_val(type, e));
}

/* ---- views ---- */

NjVal nj_transpose(NjWalk *w, NjVal a, const uint8_t *perm, NjSpan span)
{
    if (nj_is_error(a) || a.type->kind != NJ_T_ARRAY)
        return a;
    unsigned n = a.type->ndim;
    bool reversed = true, same = true;
    for (unsigned i = 0; i < n; i++) {
        reversed &= perm[i] == n - 1 - i;
        same &= perm[i] == i;
    }
    if (same)
        return a;
    NjLayout layout = NJ_LAYOUT_A;
    if (reversed && a.type->layout != NJ_LAYOUT_A)
        layout = a.type->layout == NJ_LAYOUT_C ? NJ_LAYOUT_F : NJ_LAYOUT_C;
    a = nj_spill_view(w, a);
    NjTirExpr *e = nj_tir_expr(w->arena, NJ_X_TRANSPOSE, nj_type_array_like(w->types, a.type, n, layout), span);
    e->as.transpose.a = nj_expr_of(w, a, span);
    memcpy(e->as.transpose.perm, perm, n);
    return nj_val(e->type, e);
}

NjVal nj_reshape(NjWalk *w, NjVal a, const NjVal *shape, uint32_t n, NjSpan span)
{
    NjVal *extents = NJ_NEW_ARRAY(w->arena, NjVal, n + 1);
    for (uint32_t i = 0; i < n; i++)
        extents[i] = nj_to_index(w, shape[i], span);
    NjVal tuple = nj_val_tuple(w, extents, n, span);
    if (nj_is_error(a) || nj_is_error(tuple))
        return nj_val_error(w);
    /* a view where the strides allow it */
    bool strided = a.type->layout == NJ_LAYOUT_A || (a.type->layout == NJ_LAYOUT_F && n > 1);
    NjLayout layout = strided ? NJ_LAYOUT_A : NJ_LAYOUT_C;
    const NjType *type = a.type->kind == NJ_T_ARRAY ? nj_type_array_like(w->types, a.type, n, layout)
                                                    : nj_type_array(w->types, a.type->dtype, n, layout);
    return nj_rtcall2(w, NJ_RT_array_reshape, type, span, a, tuple);
}

/* ---- elements ---- */

static NjTirSub *make_subs(NjWalk *w, const NjVal *subs, uint32_t n, bool in_range, NjSpan span)
{
    NjTirSub *out = NJ_NEW_ARRAY(w->arena, NjTirSub, n + 1);
    for (uint32_t i = 0; i < n; i++) {
        int64_t k;
        bool known = nj_known_int(subs[i], &k);
        out[i].index = nj_expr_of(w, subs[i], span);
        out[i].wrap = !in_range && !(known && k >= 0);
        out[i].check = !in_range && w->fn->bounds_check;
    }
    return out;
}

static NjTirSpec *row_specs(NjWalk *w, const NjVal *subs, uint32_t n, unsigned ndim, bool in_range, NjSpan span)
{
    NjTirSpec *specs = NJ_NEW_ARRAY(w->arena, NjTirSpec, ndim);
    NjTirSub *s = make_subs(w, subs, n, in_range, span);
    for (unsigned i = 0; i < ndim; i++) {
        specs[i].kind = i < n ? NJ_SPEC_INDEX : NJ_SPEC_FULL;
        if (i < n)
            specs[i].index = s[i];
    }
    return specs;
}

NjVal nj_load(NjWalk *w, NjVal base, const NjVal *subs, uint32_t n, bool in_range, NjSpan span)
{
    if (nj_is_error(base))
        return base;
    unsigned ndim = base.type->ndim;
    if (n == ndim) {
        const NjType *type = nj_type_scalar(w->types, base.type->dtype, false);
        NjTirExpr *e = nj_tir_expr(w->arena, NJ_X_LOAD, type, span);
        e->as.load.base = nj_expr_of(w, base, span);
        e->as.load.subs = make_subs(w, subs, n, in_range, span);
        e->as.load.n = n;
        return nj_normal(w, nj_val(type, e));
    }
    NjLayout layout = base.type->layout == NJ_LAYOUT_C ? NJ_LAYOUT_C : NJ_LAYOUT_A;
    const NjType *type = nj_type_array_like(w->types, base.type, ndim - n, layout);
    NjTirExpr *e = nj_tir_expr(w->arena, NJ_X_VIEW, type, span);
    e->as.view.base = nj_expr_of(w, base, span);
    e->as.view.specs = row_specs(w, subs, n, ndim, in_range, span);
    e->as.view.n = ndim;
    return nj_val(type, e);
}

void nj_store(NjWalk *w, NjVal base, const NjVal *subs, uint32_t n, NjVal value, bool in_range, NjSpan span)
{
    if (nj_is_error(base) || nj_is_error(value))
        return;
    if (n < base.type->ndim) {
        nj_array_assign(w, nj_load(w, base, subs, n, in_range, span), value, span);
        return;
    }
    value = nj_unwrap(w, value, span);
    if (value.type->kind == NJ_T_ARRAY && value.type->ndim > 0)
        value = nj_single_element(w, value, span);
    value = nj_to_dtype(w, nj_as_array(w, value, span), base.type->dtype, false, span);
    if (nj_is_error(value))
        return;
    if (value.type->kind == NJ_T_ARRAY)
        value = nj_load(w, value, NULL, 0, true, span);
    NjTirStmt *s = nj_tir_stmt(w->arena, NJ_S_STORE, span);
    s->as.store.base = nj_expr_of(w, base, span);
    s->as.store.subs = make_subs(w, subs, n, in_range, span);
    s->as.store.n = n;
    s->as.store.value = nj_expr_of(w, nj_to_dtype(w, value, base.type->dtype, false, span), span);
    nj_emit(w, s);
}

/* The one element of an array of size 1. */
NjVal nj_single_element(NjWalk *w, NjVal array, NjSpan span)
{
    array = nj_spill(w, array);
    NjVal size = nj_spill(w, nj_size_of(w, array, span));
    nj_check(w, nj_tir_compare(w->arena, NJ_CMP_EQ, pybool(w), size.expr, nj_tir_int(w->arena, pyint(w), 1, span)),
             NPRT_EXC_TYPE_ERROR, span, "only 0-dimensional arrays can be converted to Python scalars", 0, NULL);
    NjVal *subs = NJ_NEW_ARRAY(w->arena, NjVal, array.type->ndim);
    for (unsigned i = 0; i < array.type->ndim; i++)
        subs[i] = nj_val_int(w, 0, span);
    return nj_load(w, array, subs, array.type->ndim, true, span);
}

void nj_array_assign(NjWalk *w, NjVal dst, NjVal value, NjSpan span)
{
    if (nj_is_error(dst) || nj_is_error(value))
        return;
    value = nj_as_array(w, value, span);
    if (nj_is_error(value))
        return;
    unsigned ndim = value.type->kind == NJ_T_ARRAY ? value.type->ndim : 0;
    if (ndim > dst.type->ndim) {
        /* leading extents of 1 may be dropped at run time */
        nj_rtcall2(w, NJ_RT_array_assign, nj_type_none(w->types), span, dst, value);
        return;
    }
    value = nj_to_dtype(w, value, dst.type->dtype, false, span);
    if (nj_is_error(value))
        return;
    NjTirStmt *s = nj_tir_stmt(w->arena, NJ_S_ARRAY_STORE, span);
    s->as.array_store.view = nj_expr_of(w, dst, span);
    s->as.array_store.value = nj_expr_of(w, value, span);
    nj_emit(w, s);
}

/* ---- matrix products ---- */

NjVal nj_matmul(NjWalk *w, NjVal a, NjVal b, NjSpan span)
{
    a = nj_as_array(w, a, span);
    b = nj_as_array(w, b, span);
    if (nj_is_error(a) || nj_is_error(b))
        return nj_val_error(w);
    unsigned na = a.type->kind == NJ_T_ARRAY ? a.type->ndim : 0;
    unsigned nb = b.type->kind == NJ_T_ARRAY ? b.type->ndim : 0;
    if (na == 0 || nb == 0)
        return nj_raises(w, span, NPRT_EXC_VALUE_ERROR,
                         "matmul: Input operand %d does not have enough dimensions (has 0, gufunc core with signature "
                         "(n?,k),(k,m?)->(n?,m?) requires 1)",
                         na ? 1 : 0);
    NprtDtype dtype = nj_promote_dtypes(a.type->dtype, b.type->dtype);
    a = nj_spill(w, nj_to_dtype(w, a, dtype, false, span));
    b = nj_spill(w, nj_to_dtype(w, b, dtype, false, span));
    unsigned batch_a = na > 2 ? na - 2 : 0, batch_b = nb > 2 ? nb - 2 : 0;
    unsigned n = (batch_a > batch_b ? batch_a : batch_b) + (na > 1) + (nb > 1);
    /* 1-d by 1-d gives a scalar: computed as a 0-d array */
    const NjType *type = nj_type_array(w->types, dtype, n, NJ_LAYOUT_C);
    NjVal out = nj_rtcall2(w, NJ_RT_array_matmul, type, span, a, b);
    return n == 0 ? nj_load(w, out, NULL, 0, true, span) : out;
}

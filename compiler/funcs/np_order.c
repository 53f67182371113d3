/* np_order.c - positions: nonzero elements, searches and orders, flat indices. */
#include "compiler/funcs/np_internal.h"

#include <string.h>

#include "compiler/funcs/np_ufuncs.h"

/* ---- nonzero ---- */

/* int64 (ndim, count) */
static NjVal nonzero_rows(NjWalk *w, NjVal a, NjSpan span)
{
    return nj_rtcall1(w, NJ_RT_array_nonzero, nj_np_array_type(w, NPRT_I64, 2), span, a);
}

NJ_HANDLER(np_flatnonzero)
{
    NjVal a = nj_np_array(w, c->args[0], 1, c->span), all = nj_val_int(w, -1, c->span),
          zero = nj_val_int(w, 0, c->span);
    if (nj_is_error(a))
        return a;
    if (nj_np_ndim(a) > 1)
        a = nj_reshape(w, a, &all, 1, c->span);
    return nj_load(w, nonzero_rows(w, a, c->span), &zero, 1, true, c->span);
}

NJ_HANDLER(np_argwhere)
{
    static const uint8_t perm[2] = {1, 0};
    NjVal a = nj_np_array(w, c->args[0], 1, c->span);
    return nj_is_error(a) ? a : nj_transpose(w, nonzero_rows(w, a, c->span), perm, c->span);
}

/* ---- searching and sorting ---- */

static NjVal searchsorted(NjWalk *w, NjVal a, NjVal v, NjVal side, NjVal sorter, NjSpan span)
{
    const char *text;
    a = nj_np_array(w, a, 1, span);
    v = nj_as_array(w, v, span);
    if (!nj_is_error(a) && nj_np_ndim(a) != 1)
        return nj_raises(w, span, NPRT_EXC_VALUE_ERROR, "object too deep for desired array");
    if (nj_is_error(a) || nj_is_error(v) || !nj_np_known_text(w, side, span, "side", &text))
        return nj_val_error(w);
    if (strcmp(text, "left") != 0 && strcmp(text, "right") != 0)
        return nj_raises(w, span, NPRT_EXC_VALUE_ERROR,
                         "search side must be 'left' or 'right' (got '%s')", text);
    if (nj_np_given(sorter))
        a = nj_spill(w, nj_index_get(w, a, nj_as_array(w, sorter, span), span));
    NjVal both[2] = {a, v};
    NprtDtype d = nj_np_common_dtype(w, both, 2);
    a = nj_to_dtype(w, a, d, false, span);
    v = nj_to_dtype(w, nj_np_strong(w, v, span), d, false, span);
    unsigned ndim = nj_np_ndim(v);
    NjVal r = nj_rtcall3(w, NJ_RT_array_searchsorted, nj_np_array_type(w, NPRT_I64, ndim), span, a,
                         v, nj_val_bool(w, text[0] == 'r', span));
    return ndim ? r : nj_load(w, r, NULL, 0, true, span);
}

NJ_HANDLER(np_searchsorted)
{
    return searchsorted(w, c->args[0], c->args[1], c->args[2], c->args[3], c->span);
}

NJ_HANDLER(arr_searchsorted)
{
    return searchsorted(w, c->self, c->args[0], c->args[1], c->args[2], c->span);
}

NJ_HANDLER(arr_partition)
{
    unsigned axis;
    NjVal kth = nj_to_index(w, c->args[0], c->span);
    if (nj_is_error(kth) || !nj_np_axis(w, c->args[1], nj_np_ndim(c->self), c->span, &axis))
        return nj_val_error(w);
    nj_rtcall3(w, NJ_RT_array_partition, nj_type_none(w->types), c->span, c->self, kth,
               nj_val_int(w, axis, c->span));
    return nj_val_none(w, c->span);
}

NJ_HANDLER(np_lexsort)
{
    NjVal keys = c->args[0];
    bool list_of_arrays = keys.type->kind == NJ_T_LIST && keys.type->elems[0]->kind == NJ_T_ARRAY;
    if (keys.type->kind == NJ_T_TUPLE) {
        keys = nj_spill_deep(w, keys);
        NjVal *items = NJ_NEW_ARRAY(w->arena, NjVal, keys.type->n + 1);
        for (uint32_t i = 0; i < keys.type->n; i++) {
            items[i] = nj_np_array(w, nj_tuple_item(w, keys, i, c->span), 1, c->span);
            if (nj_is_error(items[i]))
                return items[i];
        }
        keys = nj_val_tuple(w, items, keys.type->n, c->span);
    } else if (!list_of_arrays) {
        keys = nj_np_array(w, keys, 1, c->span);
    }
    if (nj_is_error(keys))
        return keys;
    return nj_rtcall1(w, NJ_RT_array_lexsort, nj_np_array_type(w, NPRT_I64, 1), c->span, keys);
}

/* _take(a, indices, axis): axis known, any rank of indices but 0. */
NJ_HANDLER(np_take_axis)
{
    NjVal a = nj_np_array(w, c->args[0], 1, c->span), at = nj_np_array(w, c->args[1], 1, c->span);
    unsigned axis;
    if (nj_is_error(a) || nj_is_error(at) ||
        !nj_np_axis(w, c->args[2], nj_np_ndim(a), c->span, &axis))
        return nj_val_error(w);
    if (!nj_dtype_is_int(at.type->dtype))
        at = nj_to_dtype(w, at, NPRT_I64, false, c->span);
    const NjType *type = nj_np_array_type(w, a.type->dtype, nj_np_ndim(a) + nj_np_ndim(at) - 1);
    return nj_rtcall3(w, NJ_RT_array_take, type, c->span, a, at, nj_val_int(w, axis, c->span));
}

/* ---- flat indices ---- */

NJ_HANDLER(np_unravel_index)
{
    NjVal *shape, at = nj_as_array(w, c->args[0], c->span);
    uint32_t n;
    if (nj_is_error(at) || !nj_shape_arg(w, c->args[1], c->span, &shape, &n))
        return nj_val_error(w);
    bool fortran = nj_known_is(c->args[2], "F");
    at = nj_spill(w, nj_to_dtype(w, at, NPRT_I64, false, c->span));
    NjVal total = nj_val_int(w, 1, c->span), *items = NJ_NEW_ARRAY(w->arena, NjVal, n + 1),
          none = {0};
    for (uint32_t i = 0; i < n; i++)
        total = nj_map_binary(w, NJ_BIN_MUL, total, shape[i], NPRT_I64, c->span);
    total = nj_spill(w, total);
    NjVal zero = nj_val_int(w, 0, c->span);
    NjVal low = nj_map_compare(w, NJ_CMP_GE, at, zero, NPRT_I64, c->span);
    NjVal ok = nj_map_binary(w, NJ_BIN_AND, low,
                             nj_map_compare(w, NJ_CMP_LT, at, total, NPRT_I64, c->span), NPRT_BOOL,
                             c->span);
    if (nj_np_ndim(at)) {
        ok = nj_reduce(w, NJ_RED_ALL, ok, ~0u, false, NPRT_BOOL, none, none, c->span);
        nj_np_require(w, ok, NPRT_EXC_VALUE_ERROR,
                      "index is out of bounds for array of the given shape", c->span);
    } else {
        NjTirExpr **args = NJ_NEW_ARRAY(w->arena, NjTirExpr *, 2);
        args[0] = nj_expr_of(w, at, c->span);
        args[1] = nj_expr_of(w, total, c->span);
        nj_check(w, nj_expr_of(w, ok, c->span), NPRT_EXC_VALUE_ERROR, c->span,
                 "index %lld is out of bounds for array with size %lld", 2, args);
    }
    for (uint32_t k = 0; k < n; k++) {
        uint32_t i = fortran ? k : n - 1 - k;
        items[i] = nj_spill(w, nj_map_binary(w, NJ_BIN_MOD, at, shape[i], NPRT_I64, c->span));
        if (k + 1 < n)
            at = nj_spill(w, nj_map_binary(w, NJ_BIN_FLOORDIV, at, shape[i], NPRT_I64, c->span));
    }
    return nj_val_tuple(w, items, n, c->span);
}

/* ---- order statistics ---- */

/* Numba ranks doubles in a way of its own, over all dimensions. */
static NjVal quantiles(NjWalk *w, const NjCall *c, const char *file, const char *name,
                       bool of_hundred)
{
    if (w->model != NJ_MODEL_NUMBA)
        return nj_call_prelude(w, file, name, c->args, 7, c->span);
    NjVal args[4] = {c->args[0], c->args[1], nj_val_bool(w, strncmp(name, "nan", 3) == 0, c->span),
                     nj_val_bool(w, of_hundred, c->span)};
    return nj_call_prelude(w, "np_stat", "ranked", args, 4, c->span);
}

NJ_HANDLER(np_percentile)
{
    return quantiles(w, c, "np_stat", "percentile", true);
}

NJ_HANDLER(np_quantile)
{
    return quantiles(w, c, "np_stat", "quantile", false);
}

NJ_HANDLER(np_nanpercentile)
{
    return quantiles(w, c, "np_nan", "nanpercentile", true);
}

NJ_HANDLER(np_nanquantile)
{
    return quantiles(w, c, "np_nan", "nanquantile", false);
}

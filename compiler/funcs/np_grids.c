/* np_grids.c - what is subscripted rather than called: np.mgrid[0:3, 0:4], np.ogrid, np.r_, np.c_,
 * np.s_.
 *
 * index.c calls these rows with the index as their one argument. */
#include "compiler/funcs/np_internal.h"
#include "runtime/np_arrays.h"

/* start:stop:step as arange(start, stop, step). */
static NjVal range_of_slice(NjWalk *w, NjVal s, NjSpan span)
{
    NjVal parts[3];
    if (!s.known || s.known->kind != NJ_KNOWN_ITEMS || s.known->n != 4)
        return nj_fail(w, span,
                       "this slice is not known at compile time; write it in the subscript");
    int64_t has = s.known->items[3]->i;
    if (!(has & 2))
        return nj_raises(w, span, NPRT_EXC_TYPE_ERROR, "a slice here needs an end");
    const NjType *ints[3];
    ints[0] = ints[1] = ints[2] = nj_type_pyint(w->types);
    NjVal as_tuple = {nj_type_tuple(w->types, ints, 3), s.expr, s.known};
    for (unsigned i = 0; i < 3; i++)
        parts[i] = has >> i & 1 ? nj_tuple_item(w, as_tuple, i, span) : nj_val_int(w, i == 2, span);
    NjVal range = nj_val_range(w, parts[0], parts[1], parts[2], false, span);
    return nj_is_error(range) ? range : nj_array_of(w, range, NULL, span);
}

/* The items of the index: one or a tuple of them. */
static NjVal *items_of(NjWalk *w, NjVal index, NjSpan span, uint32_t *out_n)
{
    bool many = index.type->kind == NJ_T_TUPLE && !index.type->frozen;
    *out_n = many ? index.type->n : 1;
    NjVal *items = NJ_NEW_ARRAY(w->arena, NjVal, *out_n + 1);
    items[0] = index;
    for (uint32_t i = 0; many && i < *out_n; i++)
        items[i] = nj_tuple_item(w, index, i, span);
    return items;
}

/* Vectors along each dimension; for mgrid spread to the whole grid. */
static NjVal *open_grid(NjWalk *w, const NjCall *c, uint32_t *out_n, NjVal *shape)
{
    NjVal *v = items_of(w, c->args[0], c->span, out_n);
    for (uint32_t i = 0; i < *out_n; i++) {
        if (v[i].type->kind != NJ_T_SLICE) {
            nj_raises(w, c->span, NPRT_EXC_TYPE_ERROR, "a grid needs slices");
            return NULL;
        }
        v[i] = range_of_slice(w, v[i], c->span);
        if (nj_is_error(v[i]))
            return NULL;
        v[i] = nj_spill(w, v[i]);
        shape[i] = nj_spill(w, nj_shape_of(w, v[i], 0, c->span));
        NjVal *index = NJ_NEW_ARRAY(w->arena, NjVal, *out_n);
        for (uint32_t k = 0; k < *out_n; k++)
            index[k] = k == i ? nj_slice_all(w, c->span) : nj_val_none(w, c->span);
        if (*out_n > 1)
            v[i] = nj_spill(
                w, nj_index_get(w, v[i], nj_val_tuple(w, index, *out_n, c->span), c->span));
    }
    return v;
}

NJ_HANDLER(np_ogrid)
{
    uint32_t n;
    NjVal shape[NPRT_MAX_DIMS], *v = open_grid(w, c, &n, shape);
    if (!v)
        return nj_val_error(w);
    return n == 1 ? v[0] : nj_val_tuple(w, v, n, c->span);
}

NJ_HANDLER(np_mgrid)
{
    uint32_t n;
    NjVal shape[NPRT_MAX_DIMS + 1], *v = open_grid(w, c, &n, shape + 1);
    if (!v)
        return nj_val_error(w);
    if (n == 1)
        return v[0];
    shape[0] = nj_val_int(w, n, c->span);
    NjVal out = nj_alloc(w, NPRT_I64, shape, n + 1, false, c->span);
    for (uint32_t i = 0; i < n; i++) {
        NjVal at = nj_val_int(w, i, c->span);
        nj_array_assign(w, nj_load(w, out, &at, 1, true, c->span), v[i], c->span);
    }
    return out;
}

/* Slices become ranges, everything is joined along the last axis (r_: the first). */
static NjVal concatenator(NjWalk *w, const NjCall *c, NprtJoin how)
{
    uint32_t n;
    NjVal *v = items_of(w, c->args[0], c->span, &n);
    NprtDtype dtype = NPRT_BOOL;
    unsigned ndim = 1;
    for (uint32_t i = 0; i < n; i++) {
        if (v[i].type->kind == NJ_T_SLICE)
            v[i] = range_of_slice(w, v[i], c->span);
        v[i] = nj_np_array(w, v[i], 1, c->span);
        if (nj_is_error(v[i]))
            return v[i];
        dtype = i ? nj_promote_dtypes(dtype, v[i].type->dtype) : v[i].type->dtype;
        ndim = nj_np_ndim(v[i]) > ndim ? nj_np_ndim(v[i]) : ndim;
    }
    bool columns = how == NPRT_JOIN_COLUMNS;
    ndim = columns && ndim < 2 ? 2 : ndim;
    return nj_rtcall3(w, NJ_RT_array_join, nj_np_array_type(w, dtype, ndim), c->span,
                      nj_val_tuple(w, v, n, c->span),
                      nj_val_int(w, columns ? ndim - 1 : 0, c->span), nj_val_int(w, how, c->span));
}

NJ_HANDLER(np_r)
{
    return concatenator(w, c, NPRT_JOIN_PLAIN);
}

NJ_HANDLER(np_c)
{
    return concatenator(w, c, NPRT_JOIN_COLUMNS);
}

NJ_HANDLER(np_s)
{
    (void)w;
    return c->args[0];
}

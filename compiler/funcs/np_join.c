/* np_join.c - joining arrays: concatenate, stack and their relatives, append, block.
 *
 * The arrays come as a tuple, as a list (of a length known only at run time) or as one array, whose
 * rows are joined; the runtime does the copying (runtime/np_join.c). */
#include "compiler/funcs/np_internal.h"
#include "runtime/np_arrays.h"

/* What is joined: a tuple of arrays and scalars, a list of arrays, or an array. */
typedef struct Parts {
    NjVal v;
    NprtDtype dtype;
    unsigned ndim; /* the largest; of list and array: of each */
} Parts;

static bool tuple_parts(NjWalk *w, NjVal tuple, NjSpan span, Parts *out)
{
    NjVal *items = NJ_NEW_ARRAY(w->arena, NjVal, tuple.type->n + 1);
    tuple = nj_spill_deep(w, tuple);
    if (tuple.type->n == 0) {
        nj_raises(w, span, NPRT_EXC_VALUE_ERROR, "need at least one array to concatenate");
        return false;
    }
    for (uint32_t i = 0; i < tuple.type->n; i++) {
        NjVal item = nj_np_strong(w, nj_as_array(w, nj_tuple_item(w, tuple, i, span), span), span);
        if (nj_is_error(item))
            return false;
        unsigned ndim = nj_np_ndim(item);
        out->ndim = i && out->ndim > ndim ? out->ndim : ndim;
        out->dtype = i ? nj_promote_dtypes(out->dtype, item.type->dtype) : item.type->dtype;
        items[i] = nj_spill(w, item);
    }
    out->v = nj_val_tuple(w, items, tuple.type->n, span);
    return true;
}

static bool parts_of(NjWalk *w, NjVal v, NjSpan span, Parts *out)
{
    v = nj_unwrap(w, v, span);
    if (v.type->kind == NJ_T_ITER)
        v = nj_list_of(w, v, span);
    if (nj_is_error(v))
        return false;
    if (v.type->kind == NJ_T_TUPLE)
        return tuple_parts(w, v, span, out);
    if (v.type->kind == NJ_T_LIST && v.type->elems[0]->kind == NJ_T_ARRAY) {
        *out = (Parts){nj_spill(w, v), v.type->elems[0]->dtype, v.type->elems[0]->ndim};
        return true;
    }
    if (v.type->kind == NJ_T_LIST && v.type->elems[0]->kind == NJ_T_LIST) {
        NjVal list = nj_call_prelude(w, "np_shape", "as_arrays", &v, 1, span);
        return !nj_is_error(list) && list.type->elems[0]->kind == NJ_T_ARRAY &&
               parts_of(w, list, span, out);
    }
    v = nj_as_array(w, v, span);
    if (nj_is_error(v))
        return false;
    if (nj_np_ndim(v) == 0) {
        nj_raises(w, span, NPRT_EXC_TYPE_ERROR,
                  "arrays to stack must be passed as a \"sequence\" type such as list or tuple.");
        return false;
    }
    *out = (Parts){nj_spill(w, v), v.type->dtype, nj_np_ndim(v) - 1};
    return true;
}

static NjVal join(NjWalk *w, const Parts *p, NprtJoin how, unsigned ndim, unsigned axis,
                  NjVal dtype, NjSpan span)
{
    NprtDtype d;
    if (!nj_np_dtype_or(w, dtype, p->dtype, span, &d))
        return nj_val_error(w);
    return nj_rtcall3(w, NJ_RT_array_join, nj_np_array_type(w, d, ndim), span, p->v,
                      nj_val_int(w, axis, span), nj_val_int(w, how, span));
}

NJ_HANDLER(np_concatenate)
{
    Parts p = {0};
    unsigned axis = 0;
    if (!parts_of(w, c->args[0], c->span, &p))
        return nj_val_error(w);
    NjVal v;
    if (nj_is_none(c->args[1])) {
        v = join(w, &p, NPRT_JOIN_FLAT, 1, 0, c->args[3], c->span);
    } else {
        if (c->args[0].type->kind == NJ_T_LIST && c->args[0].type->elems[0]->kind == NJ_T_NEVER)
            return nj_raises(w, c->span, NPRT_EXC_VALUE_ERROR,
                             "need at least one array to concatenate");
        if (p.ndim == 0)
            return nj_raises(w, c->span, NPRT_EXC_VALUE_ERROR,
                             "zero-dimensional arrays cannot be concatenated");
        if (!nj_np_axis(w, c->args[1], p.ndim, c->span, &axis))
            return nj_val_error(w);
        v = join(w, &p, NPRT_JOIN_PLAIN, p.ndim, axis, c->args[3], c->span);
    }
    return nj_np_into_out(w, v, c->args[2], "concatenate", c->span);
}

NJ_HANDLER(np_stack)
{
    Parts p = {0};
    unsigned axis;
    if (c->args[0].type->kind == NJ_T_TUPLE && c->args[0].type->n == 0)
        return nj_raises(w, c->span, NPRT_EXC_VALUE_ERROR, "need at least one array to stack");
    if (!parts_of(w, c->args[0], c->span, &p) ||
        !nj_np_axis(w, c->args[1], p.ndim + 1, c->span, &axis))
        return nj_val_error(w);
    NjVal v = join(w, &p, NPRT_JOIN_STACK, p.ndim + 1, axis, c->args[3], c->span);
    return nj_np_into_out(w, v, c->args[2], "stack", c->span);
}

NJ_HANDLER(np_hstack)
{
    Parts p = {0};
    if (!parts_of(w, c->args[0], c->span, &p))
        return nj_val_error(w);
    unsigned ndim = p.ndim ? p.ndim : 1;
    return join(w, &p, NPRT_JOIN_PLAIN, ndim, ndim > 1, c->args[1], c->span);
}

NJ_HANDLER(np_vstack)
{
    Parts p = {0};
    if (!parts_of(w, c->args[0], c->span, &p))
        return nj_val_error(w);
    return join(w, &p, NPRT_JOIN_ROWS, p.ndim < 2 ? 2 : p.ndim, 0, c->args[1], c->span);
}

NJ_HANDLER(np_dstack)
{
    Parts p = {0};
    if (!parts_of(w, c->args[0], c->span, &p))
        return nj_val_error(w);
    return join(w, &p, NPRT_JOIN_DEPTH, p.ndim < 3 ? 3 : p.ndim, 2, nj_val_none(w, c->span),
                c->span);
}

NJ_HANDLER(np_column_stack)
{
    Parts p = {0};
    if (!parts_of(w, c->args[0], c->span, &p))
        return nj_val_error(w);
    return join(w, &p, NPRT_JOIN_COLUMNS, p.ndim < 2 ? 2 : p.ndim, 1, nj_val_none(w, c->span),
                c->span);
}

NJ_HANDLER(np_append)
{
    Parts p = {0};
    unsigned axis;
    NjVal pair[2] = {nj_spill(w, nj_as_array(w, c->args[0], c->span)),
                     nj_spill(w, nj_as_array(w, c->args[1], c->span))};
    if (nj_is_error(pair[0]) || nj_is_error(pair[1]) ||
        !parts_of(w, nj_val_tuple(w, pair, 2, c->span), c->span, &p))
        return nj_val_error(w);
    NjVal none = nj_val_none(w, c->span);
    if (nj_is_none(c->args[2]))
        return join(w, &p, NPRT_JOIN_FLAT, 1, 0, none, c->span);
    if (!nj_np_axis(w, c->args[2], nj_np_ndim(pair[0]), c->span, &axis))
        return nj_val_error(w);
    return join(w, &p, NPRT_JOIN_PLAIN, p.ndim, axis, none, c->span);
}

/* ---- block ---- */

/* Levels of lists around the blocks. */
static unsigned list_depth(const NjType *t)
{
    if (t->kind == NJ_T_LIST)
        return 1 + list_depth(t->elems[0]);
    if (t->kind == NJ_T_TUPLE && t->frozen && t->n)
        return 1 + list_depth(t->elems[0]);
    return 0;
}

/* An item seen with `ndim` dimensions. */
static NjVal joined_blocks(NjWalk *w, NjVal v, unsigned depth, unsigned ndim, NjSpan span)
{
    if (depth == 0)
        return nj_np_array(w, v, ndim, span);
    NjSeq seq;
    Parts p = {0};
    if (v.type->kind != NJ_T_TUPLE) {
        int64_t n;
        v = nj_spill(w, v);
        if (!nj_seq_of(w, v, span, &seq))
            return nj_raises(w, span, NPRT_EXC_TYPE_ERROR, "block() needs nested lists of arrays");
        if (depth == 1 && v.type->elems[0]->kind == NJ_T_ARRAY && v.type->elems[0]->ndim == ndim)
            return parts_of(w, v, span, &p)
                       ? join(w, &p, NPRT_JOIN_PLAIN, ndim, ndim - 1, nj_val_none(w, span), span)
                       : nj_val_error(w);
        if (!nj_known_int(seq.length, &n)) {
            NjVal args[3] = {v, nj_val_int(w, depth, span), nj_val_int(w, ndim, span)};
            return nj_call_prelude(w, "np_shape", "block", args, 3, span);
        }
    }
    v = nj_spill_deep(w, v);
    NjVal *items = NJ_NEW_ARRAY(w->arena, NjVal, v.type->n + 1);
    for (uint32_t i = 0; i < v.type->n; i++) {
        items[i] = joined_blocks(w, nj_tuple_item(w, v, i, span), depth - 1, ndim, span);
        if (nj_is_error(items[i]))
            return items[i];
    }
    if (!parts_of(w, nj_val_tuple(w, items, v.type->n, span), span, &p))
        return nj_val_error(w);
    return join(w, &p, NPRT_JOIN_PLAIN, ndim, ndim - depth, nj_val_none(w, span), span);
}

static unsigned block_ndim(const NjType *t)
{
    if (t->kind == NJ_T_LIST)
        return block_ndim(t->elems[0]);
    unsigned most = t->kind == NJ_T_ARRAY ? t->ndim : 0;
    for (uint32_t i = 0; t->kind == NJ_T_TUPLE && i < t->n; i++) {
        unsigned n = block_ndim(t->elems[i]);
        most = n > most ? n : most;
    }
    return most;
}

NJ_HANDLER(np_block)
{
    unsigned depth = list_depth(c->args[0].type), ndim = block_ndim(c->args[0].type);
    return joined_blocks(w, c->args[0], depth, depth > ndim ? depth : ndim, c->span);
}

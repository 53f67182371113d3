/* index.c - subscripts: reading, assigning and deleting elements, slices, masks and index arrays. */
#include "compiler/sema/sema.h"

#include "compiler/funcs/func.h"

#include <string.h>

static const NjType *pyint(NjWalk *w)
{
    return nj_type_pyint(w->types);
}

static const NjType *none_type(NjWalk *w)
{
    return nj_type_none(w->types);
}

NjVal nj_spill_view(NjWalk *w, NjVal v)
{
    /* a variable stays what it is while one operation is built */
    return v.expr && v.expr->kind == NJ_X_LOCAL ? v : nj_spill(w, v);
}

NjVal nj_spill_deep(NjWalk *w, NjVal v)
{
    if (nj_is_error(v) || !v.expr || v.expr->kind != NJ_X_TUPLE)
        return nj_spill(w, v);
    NjTirExpr **items = NJ_NEW_ARRAY(w->arena, NjTirExpr *, v.expr->as.tuple.n);
    for (uint32_t i = 0; i < v.expr->as.tuple.n; i++) {
        NjTirExpr *item = v.expr->as.tuple.items[i];
        items[i] = nj_expr_of(w, nj_spill_deep(w, nj_val(item->type, item)), item->span);
    }
    v.expr = nj_tir_tuple(w->arena, v.type, items, v.expr->as.tuple.n, v.expr->span);
    return v;
}

/* ---- array subscripts ---- */

enum { MAX_INDEX = 64 };

typedef struct ArrayIndex {
    NjVal items[MAX_INDEX];
    uint32_t n;
    bool fancy;
} ArrayIndex;

static bool is_mask(const NjType *t)
{
    return t->kind == NJ_T_ARRAY && t->dtype == NPRT_BOOL;
}

/* Dimensions of the base that one index item consumes. */
static unsigned consumes(const NjType *t)
{
    if (t->kind == NJ_T_NONE || t->kind == NJ_T_ELLIPSIS)
        return 0;
    return is_mask(t) ? t->ndim : 1;
}

static bool is_empty_sequence(const NjType *t)
{
    return (t->kind == NJ_T_LIST && t->elems[0]->kind == NJ_T_NEVER) || (t->kind == NJ_T_TUPLE && t->n == 0);
}

/* a[tuple(p)] with as many numbers as the array has dimensions, their number known only at run
 * time. */
static NjVal numbers_of(NjWalk *w, NjVal base, NjVal index, NjSpan span)
{
    NjVal items[NPRT_MAX_DIMS];
    unsigned n = base.type->ndim;
    index = nj_spill(w, index);
    NjVal len = nj_spill(w, nj_len(w, index, span));
    NjTirExpr *fits = nj_tir_compare(w->arena, NJ_CMP_EQ, nj_type_pybool(w->types), len.expr,
                                     nj_tir_int(w->arena, len.type, n, span));
    NjTirExpr **args = NJ_NEW_ARRAY(w->arena, NjTirExpr *, 1);
    args[0] = len.expr;
    nj_check(w, fits, NPRT_EXC_INDEX_ERROR, span,
             "a tuple of %lld numbers is no index of one element of this array", 1, args);
    for (unsigned i = 0; i < n; i++)
        items[i] = nj_spill(w, nj_index_get(w, index, nj_val_int(w, i, span), span));
    return nj_val_tuple(w, items, n, span);
}

/* Spreads the index into one item per dimension: lists become arrays, the ellipsis full slices. */
static bool spread_index(NjWalk *w, NjVal base, NjVal index, NjSpan span, ArrayIndex *out)
{
    NjVal raw[MAX_INDEX];
    uint32_t n = 0;
    unsigned used = 0, ellipses = 0;
    if (index.type->kind == NJ_T_LIST && index.type->frozen &&
        index.type->elems[0]->kind == NJ_T_SCALAR)
        index = numbers_of(w, base, index, span);
    if (index.type->kind == NJ_T_TUPLE && !index.type->frozen) {
        if (index.type->n > MAX_INDEX) {
            nj_raises(w, span, NPRT_EXC_INDEX_ERROR, "too many indices for array");
            return false;
        }
        for (uint32_t i = 0; i < index.type->n; i++)
            raw[n++] = nj_tuple_item(w, index, i, span);
    } else {
        raw[n++] = index;
    }
    out->n = 0;
    out->fancy = false;
    for (uint32_t i = 0; i < n; i++) {
        NjVal *v = &raw[i];
        if (nj_is_error(*v))
            return false;
        *v = nj_unwrap(w, *v, span);
        NprtDtype index_dtype = NPRT_I64;
        if (is_empty_sequence(v->type)) /* a[[]]: no integers rather than no floats */
            *v = nj_array_of(w, *v, &index_dtype, span);
        if (v->type->kind == NJ_T_LIST || v->type->kind == NJ_T_TUPLE || v->type->kind == NJ_T_RANGE)
            *v = nj_as_array(w, *v, span);
        if (nj_is_error(*v))
            return false;
        if (v->type->kind == NJ_T_ARRAY && v->type->ndim == 0 && !is_mask(v->type))
            *v = nj_load(w, *v, NULL, 0, true, span);
        if (v->type->kind == NJ_T_ARRAY && !is_mask(v->type) && !nj_dtype_is_int(v->type->dtype)) {
            nj_raises(w, span, NPRT_EXC_INDEX_ERROR, "arrays used as indices must be of integer (or boolean) type");
            return false;
        }
        out->fancy |= v->type->kind == NJ_T_ARRAY;
        ellipses += v->type->kind == NJ_T_ELLIPSIS;
        used += consumes(v->type);
    }
    unsigned ndim = base.type->ndim;
    if (used > ndim) {
        nj_raises(w, span, NPRT_EXC_INDEX_ERROR, "too many indices for array: array is %u-dimensional, but %u were indexed",
                ndim, used);
        return false;
    }
    if (ellipses > 1) {
        nj_raises(w, span, NPRT_EXC_INDEX_ERROR, "an index can only have a single ellipsis ('...')");
        return false;
    }
    unsigned missing = ndim - used;
    NjVal full = {nj_type_slice(w->types), NULL, NULL};
    for (uint32_t i = 0; i <= n; i++) {
        bool fill = i < n ? raw[i].type->kind == NJ_T_ELLIPSIS : !ellipses;
        for (unsigned k = 0; fill && k < missing; k++)
            out->items[out->n++] = full;
        if (i < n && raw[i].type->kind != NJ_T_ELLIPSIS)
            out->items[out->n++] = raw[i];
    }
    return true;
}

static bool is_full(NjVal v)
{
    return v.type->kind == NJ_T_SLICE && !v.expr;
}

static bool is_no_index(const NjType *t)
{
    return t->kind == NJ_T_STR || (t->kind == NJ_T_SCALAR && !nj_type_is_integral(t));
}

/* Ints, slices and newaxis as view specs. */
static bool basic_specs(NjWalk *w, const ArrayIndex *ix, NjSpan span, NjTirSpec *specs, bool *out_contiguous)
{
    bool seen_slice = false, contiguous = true;
    for (uint32_t i = 0; i < ix->n; i++) {
        NjVal v = ix->items[i];
        NjTirSpec *spec = &specs[i];
        if (v.type->kind == NJ_T_NONE) {
            spec->kind = NJ_SPEC_NEWAXIS;
            contiguous &= !seen_slice;
            continue;
        }
        if (is_full(v)) {
            spec->kind = NJ_SPEC_FULL;
            seen_slice = true;
            continue;
        }
        if (v.type->kind == NJ_T_SLICE) {
            NjSliceParts p;
            if (!nj_slice_parts(w, v, span, &p))
                return false;
            if (!p.start && !p.stop && !p.step) {
                spec->kind = NJ_SPEC_FULL;
            } else {
                spec->kind = NJ_SPEC_SLICE;
                spec->start = p.start;
                spec->stop = p.stop;
                spec->step = p.step;
                contiguous &= p.step_is_one && !seen_slice;
            }
            seen_slice = true;
            continue;
        }
        if (w->model == NJ_MODEL_NUMPY && is_no_index(v.type)) {
            nj_raises(w, span, NPRT_EXC_INDEX_ERROR,
                      "only integers, slices (`:`), ellipsis (`...`), numpy.newaxis (`None`) and integer or "
                      "boolean arrays are valid indices");
            return false;
        }
        NjVal at = nj_to_index(w, v, span);
        int64_t k;
        if (nj_is_error(at))
            return false;
        spec->kind = NJ_SPEC_INDEX;
        spec->index.index = at.expr;
        spec->index.wrap = !(nj_known_int(at, &k) && k >= 0);
        spec->index.check = w->fn->bounds_check;
        contiguous &= !seen_slice;
    }
    *out_contiguous = contiguous;
    return true;
}

/* `a[i][j]`: a view of leading ints that is subscripted again is one subscript of the base. */
static bool is_row_view(const NjTirExpr *e)
{
    if (!e || e->kind != NJ_X_VIEW)
        return false;
    bool full = false;
    for (uint32_t i = 0; i < e->as.view.n; i++) {
        full |= e->as.view.specs[i].kind == NJ_SPEC_FULL;
        if (e->as.view.specs[i].kind != NJ_SPEC_FULL && (full || e->as.view.specs[i].kind != NJ_SPEC_INDEX))
            return false;
    }
    return true;
}

/* Replaces the base by the view's own base and puts the view's ints in front of the specs. */
static NjTirExpr *merge_row_view(NjWalk *w, NjTirExpr *view, NjTirSpec **specs, uint32_t *n)
{
    uint32_t lead = 0;
    while (lead < view->as.view.n && view->as.view.specs[lead].kind == NJ_SPEC_INDEX)
        lead++;
    NjTirSpec *all = NJ_NEW_ARRAY(w->arena, NjTirSpec, lead + *n);
    memcpy(all, view->as.view.specs, lead * sizeof *all);
    memcpy(all + lead, *specs, *n * sizeof *all);
    *specs = all;
    *n += lead;
    return view->as.view.base;
}

/* A basic subscript as TIR: LOAD when every dimension has an int, else VIEW. */
static NjVal basic_get(NjWalk *w, NjVal base, const ArrayIndex *ix, NjSpan span)
{
    NjTirSpec *specs = NJ_NEW_ARRAY(w->arena, NjTirSpec, ix->n + 1);
    bool contiguous;
    if (!basic_specs(w, ix, span, specs, &contiguous))
        return nj_val_error(w);
    uint32_t n = ix->n;
    NjTirExpr *base_expr = nj_expr_of(w, base, span);
    if (is_row_view(base_expr))
        base_expr = merge_row_view(w, base_expr, &specs, &n);
    unsigned ndim = 0;
    for (uint32_t i = 0; i < n; i++)
        ndim += specs[i].kind != NJ_SPEC_INDEX;
    if (ndim == 0 && !base.type->device) {
        const NjType *type = nj_type_scalar(w->types, base.type->dtype, false);
        NjTirExpr *e = nj_tir_expr(w->arena, NJ_X_LOAD, type, span);
        e->as.load.base = base_expr;
        e->as.load.n = n;
        e->as.load.subs = NJ_NEW_ARRAY(w->arena, NjTirSub, n + 1);
        for (uint32_t i = 0; i < n; i++)
            e->as.load.subs[i] = specs[i].index;
        return nj_normal(w, nj_val(type, e));
    }
    bool c = contiguous && base.type->layout == NJ_LAYOUT_C;
    const NjType *type = nj_type_array_like(w->types, base.type, ndim, c ? NJ_LAYOUT_C : NJ_LAYOUT_A);
    NjTirExpr *e = nj_tir_expr(w->arena, NJ_X_VIEW, type, span);
    e->as.view.base = base_expr;
    e->as.view.specs = specs;
    e->as.view.n = n;
    return nj_val(type, e);
}

/* Index arrays: the tuple of items as one value for the runtime. */
static NjVal fancy_tuple(NjWalk *w, const ArrayIndex *ix, NjSpan span)
{
    NjVal *items = NJ_NEW_ARRAY(w->arena, NjVal, ix->n + 1);
    for (uint32_t i = 0; i < ix->n; i++) {
        NjVal v = ix->items[i];
        if (is_full(v)) {
            NjTirExpr **parts = NJ_NEW_ARRAY(w->arena, NjTirExpr *, 4);
            for (int k = 0; k < 3; k++)
                parts[k] = nj_tir_int(w->arena, pyint(w), 0, span);
            parts[3] = nj_tir_int(w->arena, nj_type_scalar(w->types, NPRT_U8, false), 0, span);
            v = nj_val(v.type, nj_tir_tuple(w->arena, v.type, parts, 4, span));
        } else if (v.type->kind == NJ_T_SCALAR) {
            v = nj_to_index(w, v, span);
        }
        if (nj_is_error(v))
            return v;
        items[i] = v.type->kind == NJ_T_ARRAY ? nj_spill(w, v) : v;
    }
    return nj_val_tuple(w, items, ix->n, span);
}

/* Rank of a[index arrays]: the broadcast index rank plus what slices and newaxis keep. */
static unsigned fancy_rank(const ArrayIndex *ix)
{
    unsigned index_rank = 0, kept = 0;
    for (uint32_t i = 0; i < ix->n; i++) {
        const NjType *t = ix->items[i].type;
        if (t->kind == NJ_T_ARRAY) {
            unsigned r = is_mask(t) ? 1 : t->ndim;
            if (r > index_rank)
                index_rank = r;
        } else if (t->kind == NJ_T_SLICE || t->kind == NJ_T_NONE) {
            kept++;
        }
    }
    return index_rank + kept;
}

/* The one index array of an index that is otherwise full slices; -1: another form. */
static int32_t single_array(const ArrayIndex *ix)
{
    int32_t at = -1;
    for (uint32_t i = 0; i < ix->n; i++) {
        if (is_full(ix->items[i]))
            continue;
        if (ix->items[i].type->kind != NJ_T_ARRAY || at >= 0)
            return -1;
        at = (int32_t)i;
    }
    return at;
}

static NjVal fancy_get(NjWalk *w, NjVal base, const ArrayIndex *ix, NjSpan span)
{
    unsigned rank = fancy_rank(ix);
    const NjType *type = nj_type_array(w->types, base.type->dtype, rank, NJ_LAYOUT_C);
    int32_t at = single_array(ix);
    base = nj_spill(w, base);
    if (at == 0 && is_mask(ix->items[0].type))
        return nj_rtcall2(w, NJ_RT_array_take_mask, type, span, base, ix->items[0]);
    if (at >= 0 && !is_mask(ix->items[at].type))
        return nj_rtcall3(w, NJ_RT_array_take, type, span, base, ix->items[at], nj_val_int(w, at, span));
    NjVal tuple = fancy_tuple(w, ix, span);
    return nj_rtcall2(w, NJ_RT_array_fancy_get, type, span, base, tuple);
}

static void fancy_set(NjWalk *w, NjVal base, const ArrayIndex *ix, NjVal value, NjSpan span)
{
    int32_t at = single_array(ix);
    value = nj_as_array(w, value, span);
    if (nj_is_error(value))
        return;
    base = nj_spill(w, base);
    if (at == 0 && is_mask(ix->items[0].type)) {
        nj_rtcall3(w, NJ_RT_array_put_mask, none_type(w), span, base, ix->items[0], value);
        return;
    }
    NjVal tuple = fancy_tuple(w, ix, span);
    nj_rtcall3(w, NJ_RT_array_fancy_set, none_type(w), span, base, tuple, value);
}

static NjVal array_get(NjWalk *w, NjVal base, NjVal index, NjSpan span)
{
    ArrayIndex ix;
    if (!spread_index(w, base, index, span, &ix))
        return nj_val_error(w);
    if (ix.fancy)
        return fancy_get(w, base.type->device ? nj_cuda_to_host(w, base, span) : base, &ix, span);
    NjVal v = basic_get(w, base, &ix, span);
    bool is_element = !nj_is_error(v) && v.type->device && v.type->ndim == 0;
    return is_element ? nj_normal(w, nj_load(w, nj_cuda_to_host(w, v, span), NULL, 0, true, span)) : v;
}

static void array_set(NjWalk *w, NjVal base, NjVal index, NjVal value, NjSpan span)
{
    ArrayIndex ix;
    if (!spread_index(w, base, index, span, &ix))
        return;
    if (ix.fancy && base.type->device) {
        nj_fail(w, span, "index arrays cannot select elements of a device array");
        return;
    }
    if (ix.fancy) {
        fancy_set(w, base, &ix, value, span);
        return;
    }
    NjVal place = basic_get(w, base, &ix, span);
    if (nj_is_error(place))
        return;
    if (place.type->device) {
        nj_cuda_assign(w, place, value, span);
        return;
    }
    NjTirExpr *e = place.expr;
    while (e->kind == NJ_X_CAST)
        e = e->as.cast.a;
    if (e->kind != NJ_X_LOAD) {
        nj_array_assign(w, place, value, span);
        return;
    }
    value = nj_unwrap(w, value, span);
    value = nj_as_array(w, value, span);
    if (nj_is_error(value))
        return;
    if (value.type->kind == NJ_T_ARRAY)
        value = nj_single_element(w, value, span);
    value = nj_to_dtype(w, value, base.type->dtype, false, span);
    if (nj_is_error(value))
        return;
    NjTirStmt *s = nj_tir_stmt(w->arena, NJ_S_STORE, span);
    s->as.store.base = e->as.load.base;
    s->as.store.subs = e->as.load.subs;
    s->as.store.n = e->as.load.n;
    s->as.store.value = nj_expr_of(w, value, span);
    nj_emit(w, s);
}

/* ---- tuples ---- */

static NjVal tuple_slice(NjWalk *w, NjVal tuple, NjVal index, NjSpan span)
{
    NjSliceParts p;
    if (!nj_slice_parts(w, index, span, &p))
        return nj_val_error(w);
    if ((p.start && !p.known[0]) || (p.stop && !p.known[1]) || (p.step && !p.known[2]))
        return nj_fail(w, span, "a slice of a tuple needs constant bounds");
    int64_t n = tuple.type->n, step = p.step ? p.k[2] : 1;
    int64_t start = p.start ? p.k[0] : step > 0 ? 0 : n - 1;
    int64_t stop = p.stop ? p.k[1] : step > 0 ? n : -n - 1;
    if (p.start && start < 0)
        start += n;
    if (stop < 0 && p.stop)
        stop += n;
    if (!p.stop && step < 0)
        stop = -1;
    if (start < 0)
        start = step > 0 ? 0 : -1;
    if (start > n)
        start = step > 0 ? n : n - 1;
    if (start == n && step < 0)
        start = n - 1;
    NjVal *items = NJ_NEW_ARRAY(w->arena, NjVal, tuple.type->n + 1);
    uint32_t k = 0;
    tuple = nj_spill(w, tuple);
    for (int64_t i = start; (step > 0 ? i < stop && i < n : i > stop && i >= 0); i += step)
        items[k++] = nj_tuple_item(w, tuple, (uint32_t)i, span);
    NjVal out = nj_val_tuple(w, items, k, span);
    if (tuple.type->frozen) {
        out.type = nj_type_mixed_list(w->types, out.type->elems, k);
        out.expr->type = out.type;
    }
    return out;
}

/* There, a tuple does not become a list. */
static NjVal item_in_kernel(NjWalk *w, const NjSeq *seq, NjVal index, NjSpan span)
{
    const NjType *truth = nj_type_pybool(w->types);
    NjTirExpr *zero = nj_tir_int(w->arena, pyint(w), 0, span), *n = seq->length.expr;
    index = nj_spill(w, index);
    NjTirExpr *wrapped = nj_tir_binary(w->arena, NJ_BIN_ADD, NJ_ARITH_WRAP, pyint(w), index.expr, n);
    NjTirExpr *is_negative = nj_tir_compare(w->arena, NJ_CMP_LT, truth, index.expr, zero);
    index = nj_spill(w, nj_val(pyint(w), nj_tir_select(w->arena, is_negative, wrapped, index.expr)));
    NjTirExpr *fits = nj_tir_binary(w->arena, NJ_BIN_AND, NJ_ARITH_WRAP, truth,
                                    nj_tir_compare(w->arena, NJ_CMP_GE, truth, index.expr, zero),
                                    nj_tir_compare(w->arena, NJ_CMP_LT, truth, index.expr, n));
    nj_check(w, fits, NPRT_EXC_INDEX_ERROR, span, "tuple index out of range", 0, NULL);
    return nj_seq_get(w, seq, index, span);
}

static NjVal tuple_get(NjWalk *w, NjVal tuple, NjVal index, NjSpan span)
{
    int64_t k, n = tuple.type->n;
    const char *key;
    uint32_t len;
    if (index.type->kind == NJ_T_SLICE)
        return tuple_slice(w, tuple, index, span);
    if (tuple.type->names && nj_known_str(index, &key, &len)) { /* kwargs["x"], a.flags["OWNDATA"] */
        int32_t at = nj_type_field(tuple.type, nj_intern(w->u->names, key, len));
        if (at >= 0)
            return nj_tuple_item(w, tuple, (uint32_t)at, span);
        return nj_fail(w, span, "KeyError: '%s'", key);
    }
    index = nj_to_index(w, index, span);
    if (nj_is_error(index))
        return index;
    if (nj_known_int(index, &k)) {
        if (k < -n || k >= n)
            return nj_raises(w, span, NPRT_EXC_INDEX_ERROR, "tuple index out of range");
        return nj_tuple_item(w, tuple, (uint32_t)(k < 0 ? k + n : k), span);
    }
    NjSeq seq;
    if (nj_seq_of(w, tuple, span, &seq))
        return seq.value.type->kind == NJ_T_TUPLE ? item_in_kernel(w, &seq, index, span)
                                                  : nj_index_get(w, seq.value, index, span);
    if (nj_promote_mixed(w, tuple) || nj_need_known(w))
        return nj_val_error(w);
    return nj_fail(w, span, "the elements of %s have different types: the index must be a constant",
                   nj_ty(w, tuple.type));
}

/* ---- get ---- */

static NjVal list_get(NjWalk *w, NjVal list, NjVal index, NjSpan span)
{
    if (index.type->kind == NJ_T_SLICE)
        return nj_rtcall2(w, NJ_RT_list_slice, list.type, span, list, index);
    if (w->model == NJ_MODEL_NUMPY && is_no_index(index.type))
        return nj_raises(w, span, NPRT_EXC_TYPE_ERROR, "list indices must be integers or slices, not %s",
                         nj_py(w, index.type));
    index = nj_to_index(w, index, span);
    if (nj_is_error(index))
        return index;
    const NjType *elem = list.type->elems[0];
    if (elem->kind == NJ_T_NEVER) {
        nj_check(w, nj_tir_int(w->arena, nj_type_pybool(w->types), 0, span), NPRT_EXC_INDEX_ERROR, span,
                 "list index out of range", 0, NULL);
        return nj_val_unit(w, elem, span);
    }
    int64_t k;
    list = nj_spill(w, list);
    NjTirExpr *e = nj_tir_expr(w->arena, NJ_X_LIST_GET, elem, span);
    e->as.list_get.base = list.expr;
    e->as.list_get.sub = (NjTirSub){index.expr, !(nj_known_int(index, &k) && k >= 0), true};
    if (elem->is_unit)
        return nj_val_unit(w, elem, span);
    return nj_normal(w, nj_val(elem, e));
}

static NjVal dict_get(NjWalk *w, NjVal dict, NjVal key, NjSpan span)
{
    NjVal out;
    if (dict.type->name && nj_collection_get(w, dict, key, span, &out))
        return out;
    const NjType *elem = dict.type->elems[1];
    if (elem->kind == NJ_T_NEVER || dict.type->elems[0]->kind == NJ_T_NEVER) {
        if (!dict.type->site)
            return nj_val_unit(w, nj_type_never(w->types), span);
        nj_rtcall2(w, NJ_RT_dict_find, pyint(w), span, dict, key);
        NjIf i = nj_if_begin(w, nj_tir_int(w->arena, nj_type_pybool(w->types), 1, span), span);
        nj_raise_new(w, NPRT_EXC_KEY_ERROR, &key, 1, span);
        nj_if_end(w, &i); /* what follows is walked: it may tell what the dict holds */
        return nj_val_unit(w, nj_type_never(w->types), span);
    }
    if (nj_can_coerce(w, key.type, dict.type->elems[0]) && !nj_type_is_float(key.type))
        key = nj_coerce(w, key, dict.type->elems[0], span);
    return nj_rtcall2(w, NJ_RT_dict_get, elem, span, dict, key);
}

/* a.flat[i] is an element of the array as one dimension; assigning needs a view of it. */
static NjVal flat_array(NjWalk *w, NjVal flat, bool to_assign, NjSpan span)
{
    NjVal array = nj_tuple_item(w, nj_spill(w, flat), 0, span), all = nj_val_int(w, -1, span);
    if (array.type->ndim == 1)
        return array;
    if (to_assign && array.type->layout != NJ_LAYOUT_C)
        return nj_fail(w, span, "assigning to .flat needs a C-contiguous array");
    return nj_reshape(w, array, &all, 1, span);
}

NjVal nj_index_get(NjWalk *w, NjVal base, NjVal index, NjSpan span)
{
    NjVal out;
    int64_t k;
    if (nj_is_error(base))
        return base;
    if (nj_is_error(index))
        return index;
    base = nj_unwrap(w, base, span);
    if (nj_type_is_union(base.type))
        return nj_union_index(w, base, index, span);
    switch (base.type->kind) {
    case NJ_T_ARRAY:
        return array_get(w, base, index, span);
    case NJ_T_LIST:
        return list_get(w, base, index, span);
    case NJ_T_TUPLE:
        return tuple_get(w, base, index, span);
    case NJ_T_STR:
        if (index.type->kind == NJ_T_SLICE)
            return nj_rtcall2(w, NJ_RT_str_slice, base.type, span, base, index);
        return nj_rtcall2(w, NJ_RT_str_index, base.type, span, base, nj_to_index(w, index, span));
    case NJ_T_BYTES:
        if (index.type->kind == NJ_T_SLICE)
            return nj_rtcall2(w, NJ_RT_str_slice, base.type, span, base, index);
        out = nj_rtcall2(w, NJ_RT_str_index, base.type, span, base, nj_to_index(w, index, span));
        return nj_rtcall1(w, NJ_RT_str_ord, pyint(w), span, out);
    case NJ_T_DICT:
        return dict_get(w, base, index, span);
    case NJ_T_EXC: /* e.args[0] */
        if (base.type->frozen && nj_known_int(index, &k) && k == 0)
            return nj_rtcall1(w, NJ_RT_exc_message, nj_type_str(w->types), span, base);
        break;
    case NJ_T_RANGE: {
        NjVal args[2] = {base, index};
        if (index.type->kind == NJ_T_SLICE)
            return nj_range_slice(w, base, index, span);
        args[1] = nj_to_index(w, index, span);
        return nj_call_prelude(w, "builtins", "range_item", args, 2, span);
    }
    case NJ_T_OBJECT:
        if (nj_call_special(w, base, "__getitem__", &index, 1, span, &out))
            return out;
        break;
    case NJ_T_CLASS:
        if (base.type->cls->is_enum)
            return nj_enum_by_name(w, base, index, span);
        break;
    case NJ_T_FUNC:
    case NJ_T_MODULE:
        if (nj_cuda_subscript(w, base, index, span, &out))
            return out;
        break;
    case NJ_T_ITER:
        if (base.type->id == NJ_ITER_FLAT)
            return nj_index_get(w, flat_array(w, base, false, span), index, span);
        break;
    case NJ_T_BUILTIN: /* np.mgrid[...], np.r_[...] */
        if (nj_row_is_subscripted(base.type->id))
            return nj_call_row(w, base.type->id, (NjVal){0}, &index, 1, span);
        break;
    default:
        break;
    }
    return nj_raises(w, span, NPRT_EXC_TYPE_ERROR, "'%s' object is not subscriptable", nj_py(w, base.type));
}

/* ---- set ---- */

static void list_set(NjWalk *w, NjVal list, NjVal index, NjVal value, NjSpan span)
{
    if (index.type->kind == NJ_T_SLICE) {
        value = nj_list_of(w, value, span);
        if (nj_is_error(value))
            return;
        value = nj_list_as(w, value, list.type->elems[0], span);
        nj_rtcall3(w, NJ_RT_list_slice_set, none_type(w), span, list, index, value);
        return;
    }
    index = nj_to_index(w, index, span);
    const NjType *elem = nj_container_accepts(w, list, 0, value.type, span);
    if (nj_is_error(index) || !elem || elem != list.type->elems[0])
        return;
    value = nj_coerce(w, value, elem, span);
    if (elem->is_unit || nj_is_error(value))
        return;
    int64_t k;
    list = nj_spill(w, list);
    NjTirStmt *s = nj_tir_stmt(w->arena, NJ_S_LIST_SET, span);
    s->as.list_set.base = list.expr;
    s->as.list_set.sub = (NjTirSub){index.expr, !(nj_known_int(index, &k) && k >= 0), true};
    s->as.list_set.value = nj_expr_of(w, value, span);
    nj_emit(w, s);
}

static void dict_set(NjWalk *w, NjVal dict, NjVal key, NjVal value, NjSpan span)
{
    const NjType *k = nj_container_accepts(w, dict, 0, key.type, span);
    const NjType *v = nj_container_accepts(w, dict, 1, value.type, span);
    if (!k || !v || k != dict.type->elems[0] || v != dict.type->elems[1])
        return;
    key = nj_coerce(w, key, k, span);
    value = nj_coerce(w, value, v, span);
    if (!nj_is_error(key) && !nj_is_error(value))
        nj_rtcall3(w, NJ_RT_dict_set, none_type(w), span, dict, key, value);
}

void nj_index_set(NjWalk *w, NjVal base, NjVal index, NjVal value, NjSpan span)
{
    NjVal out;
    if (nj_is_error(base) || nj_is_error(index) || nj_is_error(value))
        return;
    base = nj_unwrap(w, base, span);
    if (nj_type_is_union(base.type)) {
        nj_union_index_set(w, base, index, value, span);
        return;
    }
    switch (base.type->kind) {
    case NJ_T_ARRAY:
        array_set(w, base, index, value, span);
        return;
    case NJ_T_LIST:
        list_set(w, base, index, value, span);
        return;
    case NJ_T_DICT:
        dict_set(w, base, index, value, span);
        return;
    case NJ_T_OBJECT: {
        NjVal args[2] = {index, value};
        if (nj_call_special(w, base, "__setitem__", args, 2, span, &out))
            return;
        break;
    }
    case NJ_T_TUPLE:
        if (nj_promote_mixed(w, base))
            return;
        break;
    case NJ_T_ITER:
        if (base.type->id != NJ_ITER_FLAT)
            break;
        nj_index_set(w, flat_array(w, base, true, span), index, value, span);
        return;
    default:
        break;
    }
    nj_raises(w, span, NPRT_EXC_TYPE_ERROR, "'%s' object does not support item assignment", nj_py(w, base.type));
}

/* ---- AST ---- */

/* types.float64[:, ::1] as a value: its spelling, which names the type wherever one is asked for. */
static NjVal array_type_text(NjWalk *w, NprtDtype dtype, const NjExpr *index, NjSpan span)
{
    NjExprs one = {(NjExpr *[]){(NjExpr *)index}, 1};
    NjExprs elts = index->kind == NJ_EXPR_TUPLE ? index->as.tuple.elts : one;
    const char *text = nj_arena_printf(w->arena, "%s[", nj_dtype_name(dtype));
    for (uint32_t i = 0; i < elts.n; i++) {
        if (elts.items[i]->kind != NJ_EXPR_SLICE)
            return nj_fail(w, span, "TypeError: an array type is written float64[:] or float64[:, ::1]");
        text = nj_arena_printf(w->arena, "%s%s%s", text, i ? ", " : "",
                               elts.items[i]->as.slice.step ? "::1" : ":");
    }
    text = nj_arena_printf(w->arena, "%s]", text);
    return nj_val_str(w, text, (uint32_t)strlen(text), span);
}

bool nj_walk_subscript_parts(NjWalk *w, const NjExpr *e, NjVal *base, NjVal *index, NjVal *out)
{
    if (nj_subscript_form(w, e, out))
        return false;
    *base = nj_walk_expr(w, e->as.subscript.value);
    NprtDtype dtype;
    if (base->type->kind == NJ_T_DTYPE &&
        (e->as.subscript.index->kind == NJ_EXPR_SLICE || e->as.subscript.index->kind == NJ_EXPR_TUPLE) &&
        nj_dtype_arg(w, *base, e->span, &dtype)) {
        *out = array_type_text(w, dtype, e->as.subscript.index, e->span);
        return false;
    }
    NjMark mark = nj_mark(w);
    *index = nj_walk_expr(w, e->as.subscript.index);
    *base = nj_settle(w, mark, *base);
    return true;
}

NjVal nj_walk_subscript(NjWalk *w, const NjExpr *e)
{
    NjVal base, index, out;
    return nj_walk_subscript_parts(w, e, &base, &index, &out) ? nj_index_get(w, base, index, e->span) : out;
}

NjVal nj_changed_attr(NjWalk *w, NjVal base, const NjName *attr, NjSpan span)
{
    bool imag = strcmp(attr->text, "imag") == 0, is_part = imag || strcmp(attr->text, "real") == 0;
    if (nj_is_error(base))
        return base;
    if (is_part && base.type->kind == NJ_T_ARRAY && nj_dtype_is_complex(base.type->dtype))
        return nj_array_part(w, base, imag, span);
    return nj_get_attr(w, base, attr, span);
}

NjVal nj_walk_changed(NjWalk *w, const NjExpr *e)
{
    if (e->kind != NJ_EXPR_ATTRIBUTE)
        return nj_walk_expr(w, e);
    return nj_changed_attr(w, nj_walk_expr(w, e->as.attribute.value), e->as.attribute.attr, e->span);
}

void nj_store_subscript(NjWalk *w, const NjExpr *target, NjVal value)
{
    NjMark mark = nj_mark(w);
    NjVal base = nj_walk_changed(w, target->as.subscript.value);
    NjMark mark2 = nj_mark(w);
    NjVal index = nj_walk_expr(w, target->as.subscript.index);
    base = nj_settle(w, mark2, base);
    value = nj_settle(w, mark, value);
    nj_index_set(w, base, index, value, target->span);
}

void nj_del_subscript(NjWalk *w, const NjExpr *target)
{
    NjSpan span = target->span;
    NjVal out;
    NjVal base = nj_spill(w, nj_walk_expr(w, target->as.subscript.value));
    NjVal index = nj_walk_expr(w, target->as.subscript.index);
    if (nj_is_error(base) || nj_is_error(index))
        return;
    switch (base.type->kind) {
    case NJ_T_LIST:
        if (index.type->kind != NJ_T_SLICE)
            index = nj_to_index(w, index, span);
        nj_rtcall2(w, NJ_RT_list_delete, none_type(w), span, base, index);
        return;
    case NJ_T_DICT:
        nj_rtcall2(w, NJ_RT_dict_delete, none_type(w), span, base,
                   nj_coerce(w, index, base.type->elems[0], span));
        return;
    case NJ_T_OBJECT:
        if (nj_call_special(w, base, "__delitem__", &index, 1, span, &out))
            return;
        break;
    default:
        break;
    }
    nj_fail(w, span, "TypeError: %s object doesn't support item deletion", nj_ty(w, base.type));
}

/* loopify_leaf.c - the arrays at the bottom of array expressions.
 *
 * A view is not made at run time where its elements can be named through its base: u[1:-1, j:k] at
 * (i0, i1) is u[1 + i0, start + i1]. That keeps unit strides visible (a view of a C array has
 * layout A) and keeps subscripts affine for the analyses. Extents and starts get names; equal
 * slices get equal names, so that broadcasting of v[:-2] + v[2:] is decided here and now. */
#include "compiler/analysis/loopify_internal.h"

#include <string.h>

/* ---- equality of expressions ------------------------------------------------------------------
 */

static bool same_subs(const NjTirSub *a, const NjTirSub *b, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        if (a[i].wrap != b[i].wrap || a[i].check != b[i].check ||
            !nj_lf_same_expr(a[i].index, b[i].index))
            return false;
    return true;
}

static bool same_opt(const NjTirExpr *a, const NjTirExpr *b)
{
    return a == b || (a && b && nj_lf_same_expr(a, b));
}

static bool same_spec(const NjTirSpec *a, const NjTirSpec *b)
{
    if (a->kind != b->kind)
        return false;
    if (a->kind == NJ_SPEC_INDEX)
        return same_subs(&a->index, &b->index, 1);
    return a->kind != NJ_SPEC_SLICE || (same_opt(a->start, b->start) &&
                                        same_opt(a->stop, b->stop) && same_opt(a->step, b->step));
}

static bool same_view(const NjTirExpr *a, const NjTirExpr *b)
{
    if (a->as.view.n != b->as.view.n || !nj_lf_same_expr(a->as.view.base, b->as.view.base))
        return false;
    for (uint32_t i = 0; i < a->as.view.n; i++)
        if (!same_spec(&a->as.view.specs[i], &b->as.view.specs[i]))
            return false;
    return true;
}

/* Unknown kinds count as different: the only cost is a second evaluation. */
bool nj_lf_same_expr(const NjTirExpr *a, const NjTirExpr *b)
{
    if (a == b)
        return true;
    if (a->kind != b->kind || a->type != b->type)
        return false;
    switch (a->kind) {
    case NJ_X_CONST_INT:
        return a->as.const_int.value == b->as.const_int.value;
    case NJ_X_LOCAL:
        return a->as.local.local == b->as.local.local;
    case NJ_X_GLOBAL:
        return a->as.global.global == b->as.global.global;
    case NJ_X_UNARY:
        return a->as.unary.op == b->as.unary.op && nj_lf_same_expr(a->as.unary.a, b->as.unary.a);
    case NJ_X_BINARY:
        return a->as.binary.op == b->as.binary.op && a->as.binary.arith == b->as.binary.arith &&
               nj_lf_same_expr(a->as.binary.a, b->as.binary.a) &&
               nj_lf_same_expr(a->as.binary.b, b->as.binary.b);
    case NJ_X_CAST:
        return nj_lf_same_expr(a->as.cast.a, b->as.cast.a);
    case NJ_X_TUPLE_GET:
        return a->as.tuple_get.index == b->as.tuple_get.index &&
               nj_lf_same_expr(a->as.tuple_get.a, b->as.tuple_get.a);
    case NJ_X_FIELD:
        return a->as.field.index == b->as.field.index &&
               nj_lf_same_expr(a->as.field.base, b->as.field.base);
    case NJ_X_CELL_GET:
        return nj_lf_same_expr(a->as.cell_get.a, b->as.cell_get.a);
    case NJ_X_SHAPE:
        return a->as.shape.dim == b->as.shape.dim && nj_lf_same_expr(a->as.shape.a, b->as.shape.a);
    case NJ_X_LOAD:
        return a->as.load.n == b->as.load.n && nj_lf_same_expr(a->as.load.base, b->as.load.base) &&
               same_subs(a->as.load.subs, b->as.load.subs, a->as.load.n);
    case NJ_X_LIST_GET:
        return nj_lf_same_expr(a->as.list_get.base, b->as.list_get.base) &&
               same_subs(&a->as.list_get.sub, &b->as.list_get.sub, 1);
    case NJ_X_VIEW:
        return same_view(a, b);
    case NJ_X_TRANSPOSE:
        return memcmp(a->as.transpose.perm, b->as.transpose.perm, a->type->ndim) == 0 &&
               nj_lf_same_expr(a->as.transpose.a, b->as.transpose.a);
    default:
        return false;
    }
}

static NjLfMemo *remember(NjLoopify *c, NjLfMemoKind kind)
{
    NjLfMemo *memo = NJ_NEW(c->arena, NjLfMemo);
    memo->kind = kind;
    memo->next = c->memo;
    c->memo = memo;
    return memo;
}

/* ---- slices -----------------------------------------------------------------------------------
 */

/* Python's clipping of a given bound to [low, high]; negative ones count from the end `n`. */
static NjTirExpr *clip(NjLoopify *c, NjTirExpr *bound, NjExtent n, int64_t low)
{
    int64_t known;
    NjTirExpr *high = nj_lf_add(c, nj_lf_extent(c, n), nj_lf_int(c, low));
    if (nj_lf_is_int(bound, &known)) {
        if (known >= 0)
            return nj_lf_min(c, bound, high);
        return nj_lf_max(c, nj_lf_add(c, nj_lf_extent(c, n), bound), nj_lf_int(c, low));
    }
    NjTirExpr *negative = nj_lf_compare(c, NJ_CMP_LT, nj_lf_clone(c, bound), nj_lf_int(c, 0));
    NjTirExpr *wrapped = nj_lf_add(c, nj_lf_clone(c, bound), nj_lf_extent(c, n));
    return nj_tir_select(c->arena, negative, nj_lf_max(c, wrapped, nj_lf_int(c, low)),
                         nj_lf_min(c, bound, high));
}

/* Number of steps from `from` until `to` is reached or passed; both trivial, step > 0. */
static NjTirExpr *count_steps(NjLoopify *c, NjTirExpr *from, NjTirExpr *to, int64_t step)
{
    NjTirExpr *distance = nj_lf_sub(c, nj_lf_clone(c, to), nj_lf_clone(c, from));
    if (step == 1)
        return nj_lf_max(c, distance, nj_lf_int(c, 0));
    NjTirExpr *last = nj_lf_sub(c, distance, nj_lf_int(c, 1));
    NjTirExpr *steps = nj_lf_binary(c, NJ_BIN_FLOORDIV, last, nj_lf_int(c, step));
    NjTirExpr *some = nj_lf_compare(c, NJ_CMP_LT, from, to);
    return nj_tir_select(c->arena, some, nj_lf_add(c, steps, nj_lf_int(c, 1)), nj_lf_int(c, 0));
}

typedef struct Slice {
    NjTirExpr *start; /* trivial or NULL */
    NjExtent extent;
} Slice;

/* Slices with bounds that are constants and a step of one: the start matters only when an element
 * exists, so that it needs no clipping. */
static bool simple_slice(NjLoopify *c, NjExtent n, const NjTirSpec *spec, Slice *out)
{
    int64_t start = 0, stop = 0;
    if ((spec->start && (!nj_lf_is_int(spec->start, &start) || start < 0 || start > INT32_MAX)) ||
        (spec->stop && (!nj_lf_is_int(spec->stop, &stop) || stop < -INT32_MAX)))
        return false;
    out->start = start ? nj_lf_int(c, start) : NULL;
    if (!spec->stop || stop < 0) {
        out->extent = nj_lf_extent_minus(c, n, start - stop);
    } else if (stop <= start) {
        out->extent = nj_lf_const_extent(0);
    } else {
        NjTirExpr *end = nj_lf_min(c, nj_lf_int(c, stop), nj_lf_extent(c, n));
        NjTirExpr *count = nj_lf_sub(c, end, nj_lf_int(c, start));
        if (start)
            count = nj_lf_max(c, count, nj_lf_int(c, 0));
        out->extent = nj_lf_as_extent(c, count);
    }
    return true;
}

static Slice general_slice(NjLoopify *c, NjExtent n, const NjTirSpec *spec, int64_t step)
{
    int64_t low = step > 0 ? 0 : -1;
    NjTirExpr *first =
        step > 0 ? nj_lf_int(c, 0) : nj_lf_sub(c, nj_lf_extent(c, n), nj_lf_int(c, 1));
    NjTirExpr *end = step > 0 ? nj_lf_extent(c, n) : nj_lf_int(c, -1);
    NjTirExpr *start = nj_lf_trivial(c, spec->start ? clip(c, spec->start, n, low) : first);
    NjTirExpr *stop = nj_lf_trivial(c, spec->stop ? clip(c, spec->stop, n, low) : end);
    Slice slice;
    if (step == -1 && !spec->start && !spec->stop)
        slice.extent = n;
    else if (step > 0)
        slice.extent = nj_lf_as_extent(c, count_steps(c, nj_lf_clone(c, start), stop, step));
    else
        slice.extent = nj_lf_as_extent(c, count_steps(c, stop, nj_lf_clone(c, start), -step));
    slice.start = start;
    return slice;
}

static Slice make_slice(NjLoopify *c, NjExtent n, const NjTirSpec *spec, int64_t step)
{
    for (NjLfMemo *m = c->memo; m; m = m->next)
        if (m->kind == NJ_MEMO_SLICE && nj_lf_same_extent(m->of, n) && same_spec(m->spec, spec))
            return (Slice){m->start, m->extent};
    Slice slice;
    if (step != 1 || !simple_slice(c, n, spec, &slice))
        slice = general_slice(c, n, spec, step);
    NjLfMemo *m = remember(c, NJ_MEMO_SLICE);
    m->of = n;
    m->spec = spec;
    m->start = slice.start;
    m->extent = slice.extent;
    return slice;
}

/* ---- leaves -----------------------------------------------------------------------------------
 */

NjLeaf *nj_lf_whole(NjLoopify *c, NjTirLocal *base)
{
    NjLeaf *leaf = NJ_NEW(c->arena, NjLeaf);
    leaf->base = base;
    leaf->ndim = base->type->ndim;
    leaf->is_whole = true;
    leaf->array = nj_lf_use(c, base);
    leaf->dims = NJ_NEW_ARRAY(c->arena, NjLeafDim, leaf->ndim);
    leaf->extents = NJ_NEW_ARRAY(c->arena, NjExtent, leaf->ndim);
    for (unsigned k = 0; k < leaf->ndim; k++) {
        leaf->dims[k].lane = (int8_t)k;
        leaf->extents[k] = nj_lf_extent_of(c, base, k);
    }
    return leaf;
}

/* A step that is a constant, not zero: 1 when there is none. */
static bool known_step(const NjTirSpec *spec, int64_t *out)
{
    *out = 1;
    return !spec->step || (nj_lf_is_int(spec->step, out) && *out != 0 && *out != INT64_MIN);
}

/* Can the view's elements be named through its base? INDEX specs are left to the view itself, which
 * knows how to check them; a contiguous block keeps its chance to be walked as one dimension. */
static bool is_symbolic(const NjTirExpr *view)
{
    bool has_newaxis = false;
    for (uint32_t i = 0; i < view->as.view.n; i++) {
        const NjTirSpec *spec = &view->as.view.specs[i];
        int64_t step;
        if (spec->kind == NJ_SPEC_INDEX ||
            (spec->kind == NJ_SPEC_SLICE && !known_step(spec, &step)))
            return false;
        has_newaxis |= spec->kind == NJ_SPEC_NEWAXIS;
    }
    return has_newaxis || view->type->ndim < 2 || view->type->layout != NJ_LAYOUT_C;
}

static unsigned leading_indices(const NjTirExpr *view)
{
    unsigned n = 0;
    while (n < view->as.view.n && view->as.view.specs[n].kind == NJ_SPEC_INDEX)
        n++;
    return n;
}

/* a[i, 1:-1] as (a[i])[1:-1]. */
static void split_indices(NjLoopify *c, NjTirExpr *view)
{
    unsigned n = leading_indices(view);
    if (n == 0 || n == view->as.view.n)
        return;
    NjTirExpr *base = view->as.view.base;
    NjLayout layout = base->type->layout == NJ_LAYOUT_C ? NJ_LAYOUT_C : NJ_LAYOUT_A;
    const NjType *type = nj_type_array(c->types, base->type->dtype, base->type->ndim - n, layout);
    NjTirExpr *rows = nj_tir_expr(c->arena, NJ_X_VIEW, type, view->span);
    rows->as.view.base = base;
    rows->as.view.specs = view->as.view.specs;
    rows->as.view.n = n;
    view->as.view.base = rows;
    view->as.view.specs += n;
    view->as.view.n -= n;
}

static int base_dim_of(const NjLeaf *leaf, unsigned lane)
{
    for (unsigned d = 0; d < leaf->base->type->ndim; d++)
        if (leaf->dims[d].lane == (int8_t)lane)
            return (int)d;
    return -1;
}

/* The slice start + step * i of what dimension `dim` walks already. */
static void compose(NjLoopify *c, NjLeafDim *dim, NjTirExpr *start, int64_t step)
{
    NjTirExpr *old_step = dim->step ? dim->step : nj_lf_int(c, 1);
    if (start) {
        NjTirExpr *offset = nj_lf_mul(c, nj_lf_clone(c, start), nj_lf_clone(c, old_step));
        NjTirExpr *old = dim->start ? nj_lf_clone(c, dim->start) : nj_lf_int(c, 0);
        dim->start = nj_lf_trivial(c, nj_lf_add(c, old, offset));
    }
    if (step != 1)
        dim->step = nj_lf_trivial(c, nj_lf_mul(c, nj_lf_clone(c, old_step), nj_lf_int(c, step)));
}

static NjLeaf *symbolic_view(NjLoopify *c, NjTirExpr *view)
{
    const NjLeaf *base = nj_lf_leaf(c, view->as.view.base);
    NjLeaf *leaf = NJ_NEW(c->arena, NjLeaf);
    unsigned base_ndim = base->base->type->ndim;
    leaf->base = base->base;
    leaf->ndim = view->type->ndim;
    leaf->is_fresh = base->is_fresh;
    leaf->array = view;
    leaf->dims = nj_arena_copy(c->arena, base->dims, base_ndim * sizeof *base->dims);
    leaf->extents = NJ_NEW_ARRAY(c->arena, NjExtent, leaf->ndim);
    unsigned from = 0, to = 0;
    for (uint32_t i = 0; i < view->as.view.n || from < base->ndim; i++) {
        const NjTirSpec *spec = i < view->as.view.n ? &view->as.view.specs[i] : NULL;
        if (spec && spec->kind == NJ_SPEC_NEWAXIS) {
            leaf->extents[to++] = nj_lf_const_extent(1);
            continue;
        }
        int d = base_dim_of(base, from);
        leaf->extents[to] = base->extents[from];
        if (spec && spec->kind == NJ_SPEC_SLICE) {
            int64_t step;
            known_step(spec, &step);
            Slice slice = make_slice(c, base->extents[from], spec, step);
            leaf->extents[to] = slice.extent;
            if (d >= 0)
                compose(c, &leaf->dims[d], slice.start, step);
        }
        if (d >= 0)
            leaf->dims[d].lane = (int8_t)to;
        from++;
        to++;
    }
    NJ_ASSERT(c->u, to == leaf->ndim);
    return leaf;
}

static NjLeaf *transposed(NjLoopify *c, NjTirExpr *e)
{
    const NjLeaf *base = nj_lf_leaf(c, e->as.transpose.a);
    NjLeaf *leaf = nj_arena_copy(c->arena, base, sizeof *base);
    leaf->array = e;
    leaf->is_whole = false;
    leaf->dims = nj_arena_copy(c->arena, base->dims, base->base->type->ndim * sizeof *base->dims);
    leaf->extents = NJ_NEW_ARRAY(c->arena, NjExtent, leaf->ndim);
    for (unsigned k = 0; k < leaf->ndim; k++) {
        unsigned from = e->as.transpose.perm[k];
        leaf->extents[k] = base->extents[from];
        int d = base_dim_of(base, from);
        if (d >= 0)
            leaf->dims[d].lane = (int8_t)k;
    }
    return leaf;
}

NjTirExpr *nj_lf_shared_value(NjLoopify *c, NjTirExpr *e)
{
    if (nj_tir_is_trivial(e))
        return e;
    for (NjLfMemo *m = c->memo; m; m = m->next)
        if (m->kind == NJ_MEMO_VALUE && nj_lf_same_expr(m->expr, e))
            return nj_lf_use(c, m->flat);
    NjTirExpr *key = nj_lf_clone(c, e);
    NjTirLocal *temp = nj_lf_let(c, nj_lf_rewrite(c, e));
    NjLfMemo *m = remember(c, NJ_MEMO_VALUE);
    m->expr = key;
    m->flat = temp;
    return nj_lf_use(c, temp);
}

/* Scalars inside the view run once. */
static void settle_specs(NjLoopify *c, NjTirExpr *view)
{
    for (uint32_t i = 0; i < view->as.view.n; i++) {
        NjTirSpec *spec = &view->as.view.specs[i];
        NjTirExpr **parts[] = {&spec->index.index, &spec->start, &spec->stop, &spec->step};
        for (unsigned k = 0; k < 4; k++)
            if (*parts[k] && (k == 0) == (spec->kind == NJ_SPEC_INDEX))
                *parts[k] = nj_lf_shared_value(c, *parts[k]);
    }
}

static NjLeaf *build(NjLoopify *c, NjTirExpr *array)
{
    switch (array->kind) {
    case NJ_X_LOCAL:
        return nj_lf_whole(c, array->as.local.local);
    case NJ_X_CAST: /* of the layout alone */
        return nj_lf_leaf(c, array->as.cast.a);
    case NJ_X_TRANSPOSE:
        return transposed(c, array);
    case NJ_X_VIEW:
        settle_specs(c, array);
        split_indices(c, array);
        if (is_symbolic(array))
            return symbolic_view(c, array);
        break;
    default:
        break;
    }
    NjTirExpr *value = nj_lf_rewrite(c, array);
    bool is_local = value->kind == NJ_X_LOCAL;
    return nj_lf_whole(c, is_local ? value->as.local.local : nj_lf_let(c, value));
}

NjLeaf *nj_lf_leaf(NjLoopify *c, NjTirExpr *array)
{
    NjTirExpr *key = nj_lf_clone(c, array);
    for (NjLfMemo *m = c->memo; m; m = m->next)
        if (m->kind == NJ_MEMO_LEAF && nj_lf_same_expr(m->expr, key))
            return m->leaf;
    bool is_fresh = nj_lf_is_lazy(array);
    NjLeaf *leaf = build(c, array);
    leaf->is_fresh |= is_fresh;
    NjLfMemo *m = remember(c, NJ_MEMO_LEAF);
    m->expr = key;
    m->leaf = leaf;
    return leaf;
}

/* A leaf of a Fortran array as one of the transposed C array. */
static NjLeaf *over_c_base(NjLoopify *c, NjLeaf *leaf)
{
    const NjType *t = leaf->base->type;
    NjTirExpr *e =
        nj_tir_expr(c->arena, NJ_X_TRANSPOSE, nj_lf_array(c, t->dtype, t->ndim), c->span);
    e->as.transpose.a = nj_lf_use(c, leaf->base);
    NjExtent extents[NPRT_MAX_DIMS];
    NjLeaf *turned = nj_arena_copy(c->arena, leaf, sizeof *leaf);
    turned->dims = NJ_NEW_ARRAY(c->arena, NjLeafDim, t->ndim);
    for (unsigned d = 0; d < t->ndim; d++) {
        e->as.transpose.perm[d] = (uint8_t)(t->ndim - 1 - d);
        turned->dims[d] = leaf->dims[t->ndim - 1 - d];
        extents[d] = nj_lf_extent_of(c, leaf->base, t->ndim - 1 - d);
    }
    turned->base = nj_lf_let(c, e);
    nj_lf_know_extents(c, turned->base, extents);
    turned->is_whole = false;
    return turned;
}

static bool is_all_of_base(NjLoopify *c, const NjLeaf *leaf)
{
    if (leaf->base->type->ndim != leaf->ndim)
        return false;
    for (unsigned d = 0; d < leaf->ndim; d++)
        if (leaf->dims[d].lane != (int8_t)d || leaf->dims[d].start || leaf->dims[d].step ||
            !nj_lf_same_extent(leaf->extents[d], nj_lf_extent_of(c, leaf->base, d)))
            return false;
    return true;
}

NjLeaf *nj_lf_permute_leaf(NjLoopify *c, NjLeaf *leaf, const uint8_t *order)
{
    bool is_same = true;
    for (unsigned k = 0; k < leaf->ndim; k++)
        is_same &= order[k] == k;
    if (is_same)
        return leaf;
    NjLeaf *from = leaf->base->type->layout == NJ_LAYOUT_F ? over_c_base(c, leaf) : leaf;
    unsigned base_ndim = from->base->type->ndim;
    NjLeaf *to = nj_arena_copy(c->arena, from, sizeof *from);
    to->dims = nj_arena_copy(c->arena, from->dims, base_ndim * sizeof *from->dims);
    to->extents = NJ_NEW_ARRAY(c->arena, NjExtent, from->ndim);
    for (unsigned k = 0; k < from->ndim; k++) {
        to->extents[k] = from->extents[order[k]];
        int d = base_dim_of(from, order[k]);
        if (d >= 0)
            to->dims[d].lane = (int8_t)k;
    }
    to->is_whole = is_all_of_base(c, to);
    return to;
}

bool nj_lf_leaf_same(const NjLeaf *a, const NjLeaf *b)
{
    if (a == b)
        return true;
    if (a->base != b->base || a->ndim != b->ndim)
        return false;
    for (unsigned d = 0; d < a->base->type->ndim; d++)
        if (a->dims[d].lane != b->dims[d].lane || !same_opt(a->dims[d].start, b->dims[d].start) ||
            !same_opt(a->dims[d].step, b->dims[d].step))
            return false;
    for (unsigned k = 0; k < a->ndim; k++)
        if (!nj_lf_same_extent(a->extents[k], b->extents[k]))
            return false;
    return true;
}

NjTirSub *nj_lf_leaf_subs(NjLoopify *c, const NjSpace *s, const NjLeaf *leaf)
{
    unsigned n = leaf->base->type->ndim;
    NjTirSub *subs = NJ_NEW_ARRAY(c->arena, NjTirSub, n);
    for (unsigned d = 0; d < n; d++) {
        const NjLeafDim *dim = &leaf->dims[d];
        NjTirExpr *index = nj_lf_int(c, 0);
        int k = dim->lane < 0 ? -1 : (int)s->ndim - leaf->ndim + dim->lane;
        if (k >= 0)
            index = nj_lf_index(c, s, (unsigned)k, leaf->extents[dim->lane]);
        if (dim->step)
            index = nj_lf_mul(c, index, nj_lf_clone(c, dim->step));
        if (dim->start)
            index = nj_lf_add(c, index, nj_lf_clone(c, dim->start));
        subs[d].index = index;
    }
    return subs;
}

NjTirLocal *nj_lf_flat_base(NjLoopify *c, NjTirLocal *array)
{
    if (array->type->ndim == 1)
        return array;
    for (NjLfMemo *m = c->memo; m; m = m->next)
        if (m->kind == NJ_MEMO_FLAT && m->array == array)
            return m->flat;
    NjTirExpr *e =
        nj_tir_expr(c->arena, NJ_X_FLATTEN, nj_lf_array(c, array->type->dtype, 1), c->span);
    e->as.flatten.a = nj_lf_use(c, array);
    NjTirLocal *flat = nj_lf_let(c, e);
    NjLfMemo *m = remember(c, NJ_MEMO_FLAT);
    m->array = array;
    m->flat = flat;
    return flat;
}

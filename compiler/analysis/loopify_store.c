/* loopify_store.c - whole-array assignment: view = value.
 *
 * NumPy evaluates the right side completely before it stores. Element by element is the same when
 * every element read is either stored to in the same step or not at all:
 *   - an operand that is the destination itself, element for element, is safe (a += b);
 *   - another view of the same array is not: the value goes through a temporary (u[1:-1] = u[:-2] +
 * u[2:]);
 *   - another array may share memory at run time: it is tested, and copied in the rare case that it
 * does. Copying the operand rather than the result keeps one loop nest for both cases. CUDA kernels have
 * no memory for copies: there it is left to the program, as in Numba. */
#include "compiler/analysis/loopify_internal.h"

typedef struct Overlap {
    const NjLeaf *dest;
    bool needs_temp;
    NjTirLocal **bases; /* to be tested */
    unsigned n, cap;
} Overlap;

static void add_base(NjLoopify *c, Overlap *o, NjTirLocal *base)
{
    for (unsigned i = 0; i < o->n; i++)
        if (o->bases[i] == base)
            return;
    if (o->n == o->cap) {
        NjTirLocal **more = NJ_NEW_ARRAY(c->arena, NjTirLocal *, o->cap ? o->cap * 2 : 4);
        for (unsigned i = 0; i < o->n; i++)
            more[i] = o->bases[i];
        o->bases = more;
        o->cap = o->cap ? o->cap * 2 : 4;
    }
    o->bases[o->n++] = base;
}

static void find_overlap(NjLoopify *c, Overlap *o, const NjLane *lane)
{
    for (unsigned i = 0; i < lane->n_kids; i++)
        find_overlap(c, o, lane->kids[i]);
    if (lane->kind != NJ_LANE_LEAF || lane->leaf->is_fresh)
        return;
    if (lane->leaf->base != o->dest->base)
        add_base(c, o, lane->leaf->base);
    else if (!nj_lf_leaf_same(lane->leaf, o->dest))
        o->needs_temp = true;
}

static NjTirExpr *rtcall(NjLoopify *c, NjRtId id, const NjType *type, NjTirExpr *a, NjTirExpr *b)
{
    NjTirExpr *e = nj_tir_expr(c->arena, NJ_X_RTCALL, type, c->span);
    e->as.rtcall.id = id;
    e->as.rtcall.n = b ? 2 : 1;
    e->as.rtcall.args = NJ_NEW_ARRAY(c->arena, NjTirExpr *, 2);
    e->as.rtcall.args[0] = a;
    e->as.rtcall.args[1] = b;
    return e;
}

static void replace_base(NjLane *lane, const NjTirLocal *from, NjTirLocal *to)
{
    if (lane->kind == NJ_LANE_LEAF && lane->leaf->base == from)
        lane->leaf->base = to;
    for (unsigned i = 0; i < lane->n_kids; i++)
        replace_base(lane->kids[i], from, to);
}

/* The operand's array, or a copy when it shares memory with the destination. */
static NjTirLocal *separate(NjLoopify *c, const NjLeaf *dest, NjTirLocal *base)
{
    NjTirLocal *safe = nj_lf_let(c, nj_lf_use(c, base));
    NjTirExpr *overlaps = rtcall(c, NJ_RT_array_overlaps, c->bool_type, nj_lf_clone(c, dest->array),
                                 nj_lf_use(c, base));
    NjLfIf i = nj_lf_if(c, nj_lf_use(c, nj_lf_let(c, overlaps)));
    NjRtId copy = base->type->layout == NJ_LAYOUT_F ? NJ_RT_array_copy_f : NJ_RT_array_copy;
    nj_lf_set(c, safe, rtcall(c, copy, base->type, nj_lf_use(c, base), NULL));
    nj_lf_end(c, &i);
    return safe;
}

void nj_lf_array_store(NjLoopify *c, NjTirStmt *s)
{
    NjSpan span = c->span;
    c->update = s->as.array_store.in_place ? s->as.array_store.value : NULL;
    while (c->update && c->update->kind == NJ_X_CAST)
        c->update = c->update->as.cast.a;
    NjLane *lane = nj_lf_lane(c, s->as.array_store.value);
    c->span = span;
    NjLeaf *dest = nj_lf_leaf(c, s->as.array_store.view);
    if (lane->kind != NJ_LANE_SCALAR)
        nj_lf_check_store_shape(c, lane, dest->extents, dest->ndim);
    Overlap o = {dest, false, NULL, 0, 0};
    c->update = NULL;
    find_overlap(c, &o, lane);
    if (o.needs_temp) {
        lane = nj_lf_lane_of_leaf(c, nj_lf_whole(c, nj_lf_materialise(c, lane, false)));
    } else if (!c->fn->is_device) {
        for (unsigned i = 0; i < o.n; i++)
            replace_base(lane, o.bases[i], separate(c, dest, o.bases[i]));
    }
    nj_lf_fill(c, dest, lane, false);
}

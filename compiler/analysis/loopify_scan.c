/* loopify_scan.c - cumulative sums, products, minima ... along one axis.
 *
 * One element after another, as NumPy's accumulate. Along the innermost dimension the running value
 * stays in a temporary; along another one whole rows are combined with the row before, which
 * vectorises. */
#include "compiler/analysis/loopify_internal.h"

typedef struct Scan {
    NjTirRedop op;
    const NjType *acc;
    NjLane *lane;
    NjTirLocal *result;
    unsigned axis;
} Scan;

static NjTirExpr *element(NjLoopify *c, const Scan *scan, NjSpace *s)
{
    return nj_tir_cast(c->arena, scan->acc, nj_lf_value(c, s, scan->lane));
}

static NjTirSub *subs_at(NjLoopify *c, const Scan *scan, const NjSpace *s, int64_t back)
{
    NjTirSub *subs = NJ_NEW_ARRAY(c->arena, NjTirSub, s->ndim);
    for (unsigned k = 0; k < s->ndim; k++) {
        subs[k].index = nj_lf_index(c, s, k, s->extents[k]);
        if (k == scan->axis && back)
            subs[k].index = nj_lf_sub(c, subs[k].index, nj_lf_int(c, back));
    }
    return subs;
}

static void store(NjLoopify *c, const Scan *scan, const NjSpace *s, NjTirExpr *value)
{
    NjTirStmt *stmt = nj_tir_stmt(c->arena, NJ_S_STORE, c->span);
    stmt->as.store.base = nj_lf_use(c, scan->result);
    stmt->as.store.n = s->ndim;
    stmt->as.store.subs = subs_at(c, scan, s, 0);
    stmt->as.store.value = value;
    nj_tir_push(c->arena, c->out, stmt);
}

/* A row along the innermost dimension, which is the axis. */
static void scan_row(NjLoopify *c, NjSpace *s, void *data)
{
    const Scan *scan = data;
    NjSpace row = *s;
    row.hoist = NULL;
    row.index[scan->axis] = NULL;
    NjTirExpr *n = nj_lf_extent(c, s->extents[scan->axis]);
    NjLfIf some = nj_lf_if(c, nj_lf_compare(c, NJ_CMP_GT, n, nj_lf_int(c, 0)));
    NjTirLocal *acc = nj_lf_let(c, element(c, scan, &row));
    store(c, scan, &row, nj_lf_use(c, acc));
    NjTirLocal *i = nj_lf_temp(c, c->int_type);
    NjLfFor f = nj_lf_for(c, i, nj_lf_int(c, 1), nj_lf_clone(c, n), 1);
    row.index[scan->axis] = nj_lf_use(c, i);
    nj_lf_set(c, acc,
              nj_lf_combine(c, scan->op, scan->acc, nj_lf_use(c, acc), element(c, scan, &row)));
    store(c, scan, &row, nj_lf_use(c, acc));
    nj_lf_for_end(c, &f);
    nj_lf_end(c, &some);
}

static void copy_first(NjLoopify *c, NjSpace *s, void *data)
{
    const Scan *scan = data;
    store(c, scan, s, element(c, scan, s));
}

static void combine_previous(NjLoopify *c, NjSpace *s, void *data)
{
    const Scan *scan = data;
    NjTirExpr *before = nj_tir_expr(c->arena, NJ_X_LOAD, scan->acc, c->span);
    before->as.load.base = nj_lf_use(c, scan->result);
    before->as.load.n = s->ndim;
    before->as.load.subs = subs_at(c, scan, s, 1);
    store(c, scan, s, nj_lf_combine(c, scan->op, scan->acc, before, element(c, scan, s)));
}

typedef struct Slabs {
    Scan *scan;
    uint8_t inner[NPRT_MAX_DIMS];
    unsigned n_inner;
} Slabs;

/* All positions of the axis at the space's outer indices; the inner dimensions run in each. */
static void scan_slabs(NjLoopify *c, NjSpace *s, void *data)
{
    Slabs *slabs = data;
    unsigned axis = slabs->scan->axis;
    NjSpace slab = *s;
    slab.hoist = NULL;
    slab.index[axis] = NULL;
    NjTirExpr *n = nj_lf_extent(c, s->extents[axis]);
    NjLfIf some = nj_lf_if(c, nj_lf_compare(c, NJ_CMP_GT, n, nj_lf_int(c, 0)));
    NjNest first = {slabs->inner, (uint8_t)slabs->n_inner, NJ_LANES_ALL, false, copy_first,
                    slabs->scan};
    nj_lf_nest(c, &slab, &first);
    NjTirLocal *i = nj_lf_temp(c, c->int_type);
    NjLfFor f = nj_lf_for(c, i, nj_lf_int(c, 1), nj_lf_clone(c, n), 1);
    slab.index[axis] = nj_lf_use(c, i);
    NjNest rest = {slabs->inner, (uint8_t)slabs->n_inner, NJ_LANES_ALL,
                   false,        combine_previous,        slabs->scan};
    nj_lf_nest(c, &slab, &rest);
    nj_lf_for_end(c, &f);
    nj_lf_end(c, &some);
}

NjTirExpr *nj_lf_scan(NjLoopify *c, NjTirExpr *e)
{
    Scan scan = {
        .op = e->as.scan.op, .acc = nj_lf_scalar(c, e->type->dtype), .axis = e->as.scan.axis};
    scan.lane = nj_lf_lane(c, e->as.scan.a);
    c->span = e->span;
    NjSpace s;
    NjMismatch *m;
    nj_lf_space(&s, scan.lane->extents, scan.lane->ndim);
    if (nj_lf_mismatches(c, &s, scan.lane, &m)) {
        scan.lane = nj_lf_lane_of_leaf(c, nj_lf_whole(c, nj_lf_materialise(c, scan.lane, false)));
        nj_lf_space(&s, scan.lane->extents, scan.lane->ndim);
    }
    scan.result = nj_lf_alloc(c, scan.acc->dtype, scan.lane->extents, scan.lane->ndim);
    uint8_t outer[NPRT_MAX_DIMS];
    Slabs slabs = {.scan = &scan};
    for (unsigned k = 0; k < scan.axis; k++)
        outer[k] = (uint8_t)k;
    for (unsigned k = scan.axis + 1; k < s.ndim; k++)
        slabs.inner[slabs.n_inner++] = (uint8_t)k;
    NjNest nest = {outer,
                   (uint8_t)scan.axis,
                   NJ_LANES_NONE,
                   false,
                   slabs.n_inner ? scan_slabs : scan_row,
                   slabs.n_inner ? (void *)&slabs : (void *)&scan};
    nj_lf_nest(c, &s, &nest);
    return nj_lf_use(c, scan.result);
}

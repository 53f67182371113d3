/* spmd_order.c - which coordinate of the thread the innermost loops run over: the one along which
 * the kernel walks through memory in the smallest steps.
 *
 * It is x where the order of threads shows: in warps, in what a kernel prints, and in what atomic
 * operations give. */
#include "compiler/analysis/spmd_internal.h"

/* What an access costs by its step, and how much more the body of a loop counts. */
enum { STEP_ONE = 1, STEP_FAR = 16, LOOP_WEIGHT = 8, MAX_WEIGHT = LOOP_WEIGHT * LOOP_WEIGHT };

typedef struct Order {
    NjSpmd *c;
    unsigned dim;
    int64_t cost, weight;
    bool is_far; /* some access is */
    bool found;  /* of the search for the coordinate */
} Order;

/* ---- steps ---------------------------------------------------------------------------------- */

static int step_of(Order *o, const NjTirExpr *e, unsigned depth);

static void find_dim(void *data, NjTirExpr **child)
{
    Order *o = data;
    const NjTirExpr *e = *child;
    o->found |= e->kind == NJ_X_LOCAL && e->as.local.local == o->c->tid[o->dim];
    nj_tir_children(*child, find_dim, o);
}

static bool depends(Order *o, const NjTirExpr *e)
{
    NjTirExpr *root = (NjTirExpr *)e;
    o->found = false;
    find_dim(o, &root);
    return o->found;
}

static int larger(int a, int b)
{
    return a > b ? a : b;
}

static bool is_one(const NjTirExpr *e)
{
    return e->kind == NJ_X_CONST_INT && (e->as.const_int.value == 1 || e->as.const_int.value == -1);
}

static int step_of_binary(Order *o, const NjTirExpr *e, unsigned depth)
{
    int a = step_of(o, e->as.binary.a, depth), b = step_of(o, e->as.binary.b, depth);
    switch (e->as.binary.op) {
    case NJ_BIN_ADD:
    case NJ_BIN_SUB:
        return a && b ? STEP_FAR : a + b;
    case NJ_BIN_MUL:
        return !a && !b ? 0 : is_one(a ? e->as.binary.b : e->as.binary.a) ? a + b : STEP_FAR;
    case NJ_BIN_MIN:
    case NJ_BIN_MAX:
        return larger(a, b);
    default:
        return a || b ? STEP_FAR : 0;
    }
}

static int step_of_local(Order *o, const NjTirLocal *local, unsigned depth)
{
    enum { MAX_DEPTH = 8 };
    NjSpmd *c = o->c;
    const NjLocalFacts *f = nj_sp_facts(c, local);
    if (local == c->tid[o->dim])
        return STEP_ONE;
    if (f->n_assigns == 0)
        return 0;
    if (f->n_assigns == 1 && f->def && f->def->kind == NJ_S_ASSIGN && depth < MAX_DEPTH)
        return step_of(o, f->def->as.assign.value, depth + 1);
    return f->is_varying ? STEP_FAR : 0;
}

/* How far the value moves from one thread to the next along the coordinate: 0, 1 or far. */
static int step_of(Order *o, const NjTirExpr *e, unsigned depth)
{
    switch (e->kind) {
    case NJ_X_LOCAL:
        return step_of_local(o, e->as.local.local, depth);
    case NJ_X_CAST:
        return step_of(o, e->as.cast.a, depth);
    case NJ_X_SELECT:
        return larger(step_of(o, e->as.select.a, depth), step_of(o, e->as.select.b, depth));
    case NJ_X_BINARY:
        return step_of_binary(o, e, depth);
    case NJ_X_LOAD:
        return nj_sp_is_varying(o->c, e) ? STEP_FAR : 0;
    default:
        return depends(o, e) ? STEP_FAR : 0;
    }
}

/* ---- accesses ------------------------------------------------------------------------------- */

static void add_access(Order *o, const NjTirExpr *base, const NjTirSub *subs, uint32_t n)
{
    if (n == 0 || base->type->kind != NJ_T_ARRAY)
        return;
    uint32_t near = base->type->layout == NJ_LAYOUT_F ? 0 : n - 1;
    int step = depends(o, base) ? STEP_FAR : 0;
    for (uint32_t i = 0; i < n; i++) {
        int own = step_of(o, subs[i].index, 0);
        step = larger(step, own && i != near ? STEP_FAR : own);
    }
    o->cost += step * o->weight;
    o->is_far |= step == STEP_FAR;
}

static void visit_expr(void *data, NjTirExpr **child)
{
    const NjTirExpr *e = *child;
    if (e->kind == NJ_X_LOAD)
        add_access(data, e->as.load.base, e->as.load.subs, e->as.load.n);
    nj_tir_children(*child, visit_expr, data);
}

static void visit_block(void *data, NjTirBlock *block)
{
    Order *o = data;
    for (uint32_t i = 0; i < block->n; i++) {
        NjTirStmt *s = block->items[i];
        int64_t weight = o->weight;
        nj_tir_stmt_exprs(s, visit_expr, o);
        if (s->kind == NJ_S_STORE)
            add_access(o, s->as.store.base, s->as.store.subs, s->as.store.n);
        if ((s->kind == NJ_S_FOR || s->kind == NJ_S_WHILE) && weight < MAX_WEIGHT)
            o->weight *= LOOP_WEIGHT;
        nj_tir_stmt_blocks(s, visit_block, o);
        o->weight = weight;
    }
}

bool nj_sp_stays_near(NjSpmd *c, const NjTirBlock *block)
{
    Order o = {.c = c, .dim = c->inner, .weight = 1};
    visit_block(&o, (NjTirBlock *)block);
    return !o.is_far;
}

/* ---- the choice ----------------------------------------------------------------------------- */

static bool shows_order(const NjTirStmt *s, const NjTirExpr *e)
{
    if (s || e->kind == NJ_X_RTCALL)
        return !s;
    return e->kind == NJ_X_TARGET_CALL &&
           nj_cuda_kind((NjCudaOp)e->as.target_call.id) == NJ_CUDA_ATOMIC;
}

void nj_sp_choose_order(NjSpmd *c)
{
    int64_t least = INT64_MAX;
    c->inner = 0;
    c->keeps_order = c->has_warp || c->asks_lane || nj_sp_fn_has(c, c->fn, shows_order);
    if (c->keeps_order)
        return;
    for (unsigned dim = 0; dim < 3; dim++) {
        Order o = {.c = c, .dim = dim, .weight = 1};
        if (dim > 0 && c->known_bdim[dim] == 1)
            continue;
        visit_block(&o, &c->fn->body);
        if (o.cost < least)
            c->inner = dim;
        if (o.cost < least)
            least = o.cost;
    }
}

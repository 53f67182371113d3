/* loopify.c - walks over all statements and replaces array expressions by loops in front of them.
 *
 * The pieces are in loopify_*.c; this file only finds the places. A statement is rebuilt into a new
 * block, so that whatever an expression needs is emitted before the statement that contains it; the
 * condition of a WHILE gets it at the end of `pre`, where it runs before every test. */
#include "compiler/analysis/clone.h"
#include "compiler/analysis/loopify_internal.h"

/* ---- expressions ------------------------------------------------------------------------------
 */

bool nj_lf_is_lazy(const NjTirExpr *e)
{
    if (e->type->kind != NJ_T_ARRAY)
        return false;
    switch (e->kind) {
    case NJ_X_UNARY:
    case NJ_X_BINARY:
    case NJ_X_COMPARE:
    case NJ_X_SELECT:
    case NJ_X_MATH:
    case NJ_X_BROADCAST:
    case NJ_X_IOTA:
    case NJ_X_REDUCE:
    case NJ_X_SCAN:
        return true;
    case NJ_X_CAST:
        return e->type->dtype != e->as.cast.a->type->dtype || nj_lf_is_lazy(e->as.cast.a);
    default:
        return false;
    }
}

static void rewrite_child(void *ctx, NjTirExpr **child)
{
    *child = nj_lf_rewrite(ctx, *child);
}

/* A subscript of a lazy array, made safe. */
static NjTirExpr *settle_sub(NjLoopify *c, NjTirSub sub, NjExtent extent, unsigned axis)
{
    NjTirExpr *given = nj_lf_trivial(c, nj_lf_rewrite(c, sub.index)), *index = given;
    if (sub.wrap) {
        NjTirExpr *negative = nj_lf_compare(c, NJ_CMP_LT, nj_lf_clone(c, given), nj_lf_int(c, 0));
        NjTirExpr *wrapped = nj_lf_add(c, nj_lf_clone(c, given), nj_lf_extent(c, extent));
        index = nj_lf_trivial(c, nj_tir_select(c->arena, negative, wrapped, nj_lf_clone(c, given)));
    }
    if (sub.check && c->fn->bounds_check) {
        NjTirExpr *low = nj_lf_compare(c, NJ_CMP_GE, nj_lf_clone(c, index), nj_lf_int(c, 0));
        NjTirExpr *high =
            nj_lf_compare(c, NJ_CMP_LT, nj_lf_clone(c, index), nj_lf_extent(c, extent));
        NjTirExpr **args = NJ_NEW_ARRAY(c->arena, NjTirExpr *, 3);
        args[0] = nj_lf_clone(c, given);
        args[1] = nj_lf_int(c, (int64_t)axis);
        args[2] = nj_lf_extent(c, extent);
        nj_lf_check(c, nj_lf_and(c, low, high), NPRT_EXC_INDEX_ERROR,
                    "index %lld is out of bounds for axis %lld with size %lld", args, 3);
    }
    return index;
}

/* One element of a lazy array: only that is computed. */
static NjTirExpr *lazy_element(NjLoopify *c, NjTirExpr *e)
{
    NjLane *lane = nj_lf_lane(c, e->as.load.base);
    c->span = e->span;
    NjSpace s;
    nj_lf_space(&s, lane->extents, lane->ndim);
    for (unsigned k = 0; k < lane->ndim; k++)
        s.index[k] = settle_sub(c, e->as.load.subs[k], lane->extents[k], k);
    nj_lf_map_factors(c, &s, lane);
    return nj_tir_cast(c->arena, e->type, nj_lf_value(c, &s, lane));
}

static NjTirExpr *lazy_shape(NjLoopify *c, NjTirExpr *e)
{
    NjLane *lane = nj_lf_lane(c, e->as.shape.a);
    return nj_tir_cast(c->arena, e->type, nj_lf_extent(c, lane->extents[e->as.shape.dim]));
}

/* A local (or a trivial scalar) with the value of a lazy array or reduction. */
static NjTirExpr *make(NjLoopify *c, NjTirExpr *e)
{
    NjSpan span = c->span;
    NjTirExpr *result;
    if (e->kind == NJ_X_REDUCE)
        result = nj_lf_reduce(c, e);
    else if (e->kind == NJ_X_SCAN)
        result = nj_lf_scan(c, e);
    else
        result = nj_lf_use(c, nj_lf_materialise(c, nj_lf_lane(c, e), false));
    c->span = span;
    return nj_tir_cast(c->arena, e->type, result);
}

NjTirExpr *nj_lf_rewrite(NjLoopify *c, NjTirExpr *e)
{
    if (nj_lf_is_lazy(e) || e->kind == NJ_X_REDUCE)
        return make(c, e);
    if (e->kind == NJ_X_LOAD && nj_lf_is_lazy(e->as.load.base))
        return lazy_element(c, e);
    if (e->kind == NJ_X_SHAPE && nj_lf_is_lazy(e->as.shape.a))
        return lazy_shape(c, e);
    nj_tir_children(e, rewrite_child, c);
    return e;
}

/* ---- statements -------------------------------------------------------------------------------
 */

static void loopify_block(NjLoopify *c, NjTirBlock *block);

/* What is known before a loop and not changed in it holds in every iteration, and behind it. */
static void loopify_for(NjLoopify *c, NjTirStmt *s)
{
    nj_tir_stmt_exprs(s, rewrite_child, c);
    nj_lf_forget_assigned(c, &s->as.for_.body);
    nj_lf_forget(c, s->as.for_.var);
    NjLfMemo *facts = c->facts;
    loopify_block(c, &s->as.for_.body);
    c->facts = facts;
}

static void loopify_while(NjLoopify *c, NjTirStmt *s)
{
    NjTirBlock *outside = c->out;
    nj_lf_forget_assigned(c, &s->as.while_.pre);
    nj_lf_forget_assigned(c, &s->as.while_.body);
    NjLfMemo *facts = c->facts;
    loopify_block(c, &s->as.while_.pre);
    c->out = &s->as.while_.pre;
    c->memo = NULL;
    s->as.while_.cond = nj_lf_rewrite(c, s->as.while_.cond);
    c->out = outside;
    loopify_block(c, &s->as.while_.body);
    c->facts = facts;
}

static void loopify_if(NjLoopify *c, NjTirStmt *s)
{
    s->as.if_.cond = nj_lf_rewrite(c, s->as.if_.cond);
    NjLfMemo *facts = c->facts;
    loopify_block(c, &s->as.if_.then_block);
    c->facts = facts;
    loopify_block(c, &s->as.if_.else_block);
    c->facts = facts;
    nj_lf_forget_assigned(c, &s->as.if_.then_block);
    nj_lf_forget_assigned(c, &s->as.if_.else_block);
}

static void loopify_try(NjLoopify *c, NjTirStmt *s)
{
    NjLfMemo *facts = c->facts;
    loopify_block(c, &s->as.try_.body);
    c->facts = facts;
    nj_lf_forget_assigned(c, &s->as.try_.body);
    facts = c->facts;
    loopify_block(c, &s->as.try_.handler);
    c->facts = facts;
    nj_lf_forget_assigned(c, &s->as.try_.handler);
}

static void loopify_stmt(NjLoopify *c, NjTirStmt *s)
{
    c->span = s->span;
    c->memo = NULL;
    switch (s->kind) {
    case NJ_S_ARRAY_STORE:
        nj_lf_array_store(c, s);
        return;
    case NJ_S_FOR:
        loopify_for(c, s);
        break;
    case NJ_S_WHILE:
        loopify_while(c, s);
        break;
    case NJ_S_IF:
        loopify_if(c, s);
        break;
    case NJ_S_TRY:
        loopify_try(c, s);
        break;
    case NJ_S_BLOCK:
        loopify_block(c, &s->as.block);
        break;
    case NJ_S_ASSIGN:
        s->as.assign.value = nj_lf_rewrite(c, s->as.assign.value);
        nj_lf_note_assign(c, s->as.assign.local, s->as.assign.value);
        break;
    default:
        nj_tir_stmt_exprs(s, rewrite_child, c);
    }
    nj_tir_push(c->arena, c->out, s);
}

static void loopify_block(NjLoopify *c, NjTirBlock *block)
{
    NjTirBlock *outside = c->out, old = *block;
    *block = (NjTirBlock){NULL, 0, 0};
    c->out = block;
    for (uint32_t i = 0; i < old.n; i++)
        loopify_stmt(c, old.items[i]);
    c->out = outside;
}

/* ---- functions ---------------------------------------------------------------------------------
 */

static void loopify_fn(NjLoopify *c, NjTirFn *fn)
{
    c->fn = fn;
    c->is_rich = fn->is_hot;
    c->facts = NULL;
    nj_lf_forward(c, fn);
    nj_lf_count_assigns(c, fn);
    loopify_block(c, &fn->body);
}

void nj_loopify(NjUnit *u, NjTypes *types, NjTirModule *module)
{
    NjLoopify c = {.u = u, .arena = &u->arena, .types = types, .module = module};
    c.int_type = nj_type_pyint(types);
    c.bool_type = nj_type_pybool(types);
    uint32_t n = module->n_fns; /* functions added on the way have no array expressions */
    bool saw_main = !module->main;
    for (uint32_t i = 0; i < n; i++) {
        saw_main |= module->fns[i] == module->main;
        loopify_fn(&c, module->fns[i]);
    }
    if (!saw_main)
        loopify_fn(&c, module->main);
    nj_tir_number_loops(module);
}

/* effects.c - may_raise, as the least fixed point over the call graph.
 *
 * Starts from "nothing raises" and repeats until no function changes; a round is linear in the
 * program, and chains of calls are short. What raises inside the body of a TRY does not leave it:
 * the handler gets every exception, and raises again itself what it does not want. */
#include "compiler/analysis/effects.h"

#include "compiler/ir/cuda.h"

static const char rtcall_raises[] = {
#define N                                    0
#define R                                    1
#define RTCALL(name, result, params, raises) [NJ_RT_##name] = raises,
#include "runtime/rtcalls.def"
#undef RTCALL
#undef R
#undef N
};

typedef struct Search {
    const NjTirFn *fn;
    bool raises;
} Search;

static bool sub_raises(const NjTirFn *fn, const NjTirSub *sub, bool is_array)
{
    return sub->check && (!is_array || fn->bounds_check);
}

static bool subs_raise(const NjTirFn *fn, const NjTirSub *subs, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        if (sub_raises(fn, &subs[i], true))
            return true;
    return false;
}

static bool view_raises(const NjTirFn *fn, const NjTirExpr *e)
{
    for (uint32_t i = 0; i < e->as.view.n; i++) {
        const NjTirSpec *spec = &e->as.view.specs[i];
        if (spec->kind == NJ_SPEC_INDEX && sub_raises(fn, &spec->index, true))
            return true;
        if (spec->kind == NJ_SPEC_SLICE && spec->step &&
            (spec->step->kind != NJ_X_CONST_INT || spec->step->as.const_int.value == 0))
            return true;
    }
    return false;
}

/* The node itself, without its operands. */
static bool node_raises(const NjTirFn *fn, const NjTirExpr *e)
{
    switch (e->kind) {
    case NJ_X_UNARY:
        return e->as.unary.arith == NJ_ARITH_CHECKED;
    case NJ_X_BINARY:
        return e->as.binary.arith == NJ_ARITH_CHECKED;
    case NJ_X_CAST:
        return e->as.cast.arith == NJ_ARITH_CHECKED;
    case NJ_X_LOAD:
        return subs_raise(fn, e->as.load.subs, e->as.load.n);
    case NJ_X_LIST_GET:
        return sub_raises(fn, &e->as.list_get.sub, false);
    case NJ_X_VIEW:
        return view_raises(fn, e);
    case NJ_X_CALL:
        return e->as.call.fn->may_raise;
    case NJ_X_RTCALL:
        return rtcall_raises[e->as.rtcall.id];
    case NJ_X_BROADCAST:
    case NJ_X_REDUCE:
    case NJ_X_SCAN:
    case NJ_X_ALLOC:    /* negative extents, no memory */
    case NJ_X_NEW_DICT: /* keys are hashed */
    case NJ_X_NEW_SET:
        return true;
    case NJ_X_TARGET_CALL:
        return e->as.target_call.id == NJ_CU_launch;
    default:
        return false;
    }
}

static void search_expr(void *ctx, NjTirExpr **child)
{
    Search *s = ctx;
    if (s->raises)
        return;
    s->raises = node_raises(s->fn, *child);
    if (!s->raises)
        nj_tir_children(*child, search_expr, s);
}

static bool stmt_raises(const NjTirFn *fn, const NjTirStmt *s)
{
    switch (s->kind) {
    case NJ_S_STORE:
        return subs_raise(fn, s->as.store.subs, s->as.store.n);
    case NJ_S_LIST_SET:
        return s->as.list_set.sub.check;
    case NJ_S_ARRAY_STORE:
    case NJ_S_RAISE:
    case NJ_S_CHECK:
        return true;
    default:
        return false;
    }
}

static void search_block(void *ctx, NjTirBlock *block)
{
    Search *s = ctx;
    for (uint32_t i = 0; i < block->n && !s->raises; i++) {
        NjTirStmt *stmt = block->items[i];
        if (stmt_raises(s->fn, stmt)) {
            s->raises = true;
        } else if (stmt->kind == NJ_S_TRY) {
            search_block(s, &stmt->as.try_.handler);
        } else {
            nj_tir_stmt_exprs(stmt, search_expr, s);
            if (!s->raises)
                nj_tir_stmt_blocks(stmt, search_block, s);
        }
    }
}

bool nj_expr_may_raise(const NjTirFn *fn, NjTirExpr *e)
{
    Search s = {fn, false};
    search_expr(&s, &e);
    return s.raises;
}

/* True when the verdict changed. */
static bool update(NjTirFn *fn)
{
    if (fn->may_raise)
        return false;
    Search s = {fn, false};
    search_block(&s, &fn->body);
    fn->may_raise = s.raises;
    return s.raises;
}

void nj_effects(NjUnit *u, NjTirModule *module)
{
    (void)u;
    for (uint32_t i = 0; i < module->n_fns; i++)
        module->fns[i]->may_raise = false;
    if (module->main)
        module->main->may_raise = false;
    bool changed = true;
    while (changed) {
        changed = module->main && update(module->main);
        for (uint32_t i = module->n_fns; i-- > 0;)
            changed |= update(module->fns[i]);
    }
}

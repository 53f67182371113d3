/* tir_verify.c - the rules of the TIR: the walk, statements and functions (nodes of expressions:
 * tir_verify_expr.c).
 *
 * Each check is a claim that states what must hold; the first one that fails is kept as the verdict
 * and the walk stops. Array types that differ in their layout alone agree: a C array is accepted
 * where any layout is (a CAST may say so, but need not). */
#include "compiler/ir/tir_verify.h"

#include "compiler/ir/tir_verify_internal.h"

static const char *const expr_names[] = {
#define TIR_EXPR(E, name, purity) #name,
#include "compiler/ir/tir.def"
#undef TIR_EXPR
};

static const char *const stmt_names[] = {
#define TIR_STMT(E, name) #name,
#include "compiler/ir/tir.def"
#undef TIR_STMT
};

typedef enum Purity { PURE, READ, RAISES, EFFECT } Purity;

static const Purity purities[] = {
#define TIR_EXPR(E, name, purity) purity,
#include "compiler/ir/tir.def"
#undef TIR_EXPR
};

/* ---- expressions ----------------------------------------------------------------------------- */

static bool is_gone_after_loopify(NjTirExprKind kind)
{
    return kind == NJ_X_BROADCAST || kind == NJ_X_IOTA || kind == NJ_X_REDUCE || kind == NJ_X_SCAN;
}

static void check_expr(NjVerifier *v, NjTirExpr *x, bool may_have_effect);

static void visit_child(void *ctx, NjTirExpr **child)
{
    check_expr(ctx, *child, false);
}

static void check_expr(NjVerifier *v, NjTirExpr *x, bool may_have_effect)
{
    if (v->verdict)
        return;
    if (!nj_verify_claim(v, x != NULL, "a missing operand"))
        return;
    const char *outer = v->where;
    NjSpan outer_span = v->span;
    v->where = x->kind < NJ_X_COUNT ? expr_names[x->kind] : "unknown node";
    if (x->span.source)
        v->span = x->span;
    if (nj_verify_claim(v, x->kind < NJ_X_COUNT && x->type, "no kind or no type") &&
        nj_verify_claim(v, !nj_map_has(&v->seen, x), "a node with two parents")) {
        nj_map_put(v->arena, &v->seen, x, NULL);
        nj_verify_claim(v, purities[x->kind] != EFFECT || may_have_effect,
                        "an effect inside an expression");
        nj_verify_claim(v, v->stage == NJ_TIR_BUILT || !is_gone_after_loopify(x->kind),
                        "an array expression after loopify");
        nj_tir_children(x, visit_child, v);
        if (!v->verdict)
            nj_verify_node(v, x);
    }
    v->where = outer;
    v->span = outer_span;
}

/* ---- statements ----------------------------------------------------------------------------- */

static void check_store(NjVerifier *v, const NjTirStmt *s)
{
    nj_verify_subs(v, s->as.store.base, s->as.store.subs, s->as.store.n);
    const NjType *t = s->as.store.value->type;
    nj_verify_claim(v, t->kind == NJ_T_SCALAR && t->dtype == s->as.store.base->type->dtype,
                    "the value is not of the array's dtype");
}

static void check_for(NjVerifier *v, const NjTirStmt *s)
{
    nj_verify_local(v, s->as.for_.var);
    nj_verify_claim(v, nj_verify_is_int64(s->as.for_.var->type), "the variable is no int64");
    nj_verify_int64(v, s->as.for_.start, "the start");
    nj_verify_int64(v, s->as.for_.stop, "the stop");
    nj_verify_int64(v, s->as.for_.step, "the step");
    const NjTirExpr *step = s->as.for_.step;
    if (step && step->kind == NJ_X_CONST_INT && s->as.for_.step_sign)
        nj_verify_claim(v,
                        (step->as.const_int.value > 0) == (s->as.for_.step_sign > 0) &&
                            step->as.const_int.value != 0,
                        "the sign of the step is wrong");
}

static void check_return(NjVerifier *v, const NjTirStmt *s)
{
    const NjType *have = s->as.ret.value ? s->as.ret.value->type : NULL;
    if (!have)
        nj_verify_claim(v, v->fn->result->is_unit, "a result is missing");
    else if (!have->is_unit || !v->fn->result->is_unit)
        nj_verify_type(v, have, v->fn->result, "the result");
}

static void check_places(NjVerifier *v, const NjTirStmt *s)
{
    switch (s->kind) {
    case NJ_S_ASSIGN:
        nj_verify_local(v, s->as.assign.local);
        nj_verify_type(v, s->as.assign.value->type, s->as.assign.local->type, "the value");
        return;
    case NJ_S_GLOBAL_SET:
        nj_verify_type(v, s->as.global_set.value->type, s->as.global_set.global->type, "the value");
        return;
    case NJ_S_STORE:
        check_store(v, s);
        return;
    case NJ_S_ARRAY_STORE:
        nj_verify_claim(v, v->stage == NJ_TIR_BUILT, "an array store after loopify");
        nj_verify_claim(v, s->as.array_store.view->type->kind == NJ_T_ARRAY,
                        "the target is no array");
        nj_verify_claim(v,
                        s->as.array_store.value->type->dtype == s->as.array_store.view->type->dtype,
                        "the value has another dtype");
        return;
    case NJ_S_LIST_SET:
        nj_verify_int64(v, s->as.list_set.sub.index, "the index");
        if (nj_verify_claim(v, s->as.list_set.base->type->kind == NJ_T_LIST, "the base is no list"))
            nj_verify_type(v, s->as.list_set.value->type, s->as.list_set.base->type->elems[0],
                           "the value");
        return;
    case NJ_S_FIELD_SET: {
        const NjType *t = s->as.field_set.base->type;
        if (nj_verify_claim(v, t->kind == NJ_T_OBJECT && s->as.field_set.index < t->n,
                            "no such field"))
            nj_verify_type(v, s->as.field_set.value->type, t->elems[s->as.field_set.index],
                           "the value");
        return;
    }
    case NJ_S_CELL_SET:
        if (nj_verify_claim(v, s->as.cell_set.cell->type->kind == NJ_T_CELL, "not a cell"))
            nj_verify_type(v, s->as.cell_set.value->type, s->as.cell_set.cell->type->elems[0],
                           "the value");
        return;
    default:
        return;
    }
}

static void check_control(NjVerifier *v, const NjTirStmt *s)
{
    switch (s->kind) {
    case NJ_S_IF:
        nj_verify_claim(v, nj_verify_is_bool(s->as.if_.cond->type), "the condition is no bool");
        return;
    case NJ_S_FOR:
        check_for(v, s);
        return;
    case NJ_S_WHILE:
        nj_verify_claim(v, nj_verify_is_bool(s->as.while_.cond->type), "the condition is no bool");
        return;
    case NJ_S_BREAK:
    case NJ_S_CONTINUE:
        nj_verify_claim(v, v->loops > 0, "outside of a loop");
        return;
    case NJ_S_RETURN:
        check_return(v, s);
        return;
    case NJ_S_RAISE:
        if (s->as.raise.exc)
            nj_verify_claim(v, s->as.raise.exc->type->kind == NJ_T_EXC, "not an exception");
        return;
    case NJ_S_CHECK:
        nj_verify_claim(v, nj_verify_is_bool(s->as.check.cond->type), "the condition is no bool");
        for (uint32_t i = 0; i < s->as.check.n; i++)
            nj_verify_claim(v, nj_type_is_integral(s->as.check.args[i]->type),
                            "an argument is no integer");
        return;
    case NJ_S_TRY:
        if (s->as.try_.exc) {
            nj_verify_local(v, s->as.try_.exc);
            nj_verify_claim(v, s->as.try_.exc->type->kind == NJ_T_EXC,
                            "the variable is no exception");
        }
        return;
    default:
        return;
    }
}

static void check_block(NjVerifier *v, const NjTirBlock *block);

static void visit_block(void *ctx, NjTirBlock *block)
{
    check_block(ctx, block);
}

static bool takes_effect(const NjTirStmt *s)
{
    return s->kind == NJ_S_ASSIGN || s->kind == NJ_S_EXPR;
}

static void check_stmt(NjVerifier *v, NjTirStmt *s)
{
    v->where = s->kind < NJ_S_COUNT ? stmt_names[s->kind] : "unknown statement";
    if (s->span.source)
        v->span = s->span;
    if (!nj_verify_claim(v, s->kind < NJ_S_COUNT, "no kind") ||
        !nj_verify_claim(v, !nj_map_has(&v->seen, s), "a statement in two places"))
        return;
    nj_map_put(v->arena, &v->seen, s, NULL);
    if (takes_effect(s))
        check_expr(v, s->kind == NJ_S_ASSIGN ? s->as.assign.value : s->as.expr.value, true);
    else
        nj_tir_stmt_exprs(s, visit_child, v);
    if (v->verdict)
        return;
    check_places(v, s);
    check_control(v, s);
    bool is_loop = s->kind == NJ_S_FOR || s->kind == NJ_S_WHILE;
    v->loops += is_loop;
    nj_tir_stmt_blocks(s, visit_block, v);
    v->loops -= is_loop;
}

static void check_block(NjVerifier *v, const NjTirBlock *block)
{
    for (uint32_t i = 0; i < block->n && !v->verdict; i++) {
        if (!block->items[i]) {
            v->where = "block";
            nj_verify_fail(v, "a missing statement");
            return;
        }
        check_stmt(v, block->items[i]);
    }
}

/* ---- functions ------------------------------------------------------------------------------ */

static void check_fn(NjVerifier *v, const NjTirFn *fn)
{
    v->fn = fn;
    v->span = fn->span;
    v->where = "function";
    v->loops = 0;
    nj_verify_claim(v, fn->name && fn->source_name && fn->result, "no name or no result type");
    for (uint32_t i = 0; i < fn->n_locals; i++)
        nj_verify_claim(v, fn->locals[i] && fn->locals[i]->id == i && fn->locals[i]->type,
                        "locals are not numbered");
    for (uint32_t i = 0; i < fn->n_params && !v->verdict; i++) {
        nj_verify_local(v, fn->params[i]);
        nj_verify_claim(v, fn->params[i]->is_param, "a parameter that is none");
    }
    if (!v->verdict)
        check_block(v, &fn->body);
}

const char *nj_tir_verify(NjArena *arena, const NjTirModule *module, NjTirStage stage)
{
    NjVerifier v = {.arena = arena, .stage = stage, .where = "module"};
    for (uint32_t i = 0; i < module->n_fns && !v.verdict; i++)
        check_fn(&v, module->fns[i]);
    if (module->main && !v.verdict) {
        v.fn = module->main;
        nj_verify_claim(&v, module->main->n_params == 0 && module->main->result->is_unit,
                        "the main function has parameters or a result");
    }
    return v.verdict;
}

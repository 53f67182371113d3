/* try.c - exceptions: raise, try, assert; with statements.
 *
 * A TIR try has one handler, entered with the exception in a local. The except clauses become tests of
 * it; what none of them takes is raised again. finally blocks are written out on every way out.
 * Variables that the body binds are pinned: they keep one slot in the body, which the handler reads. */
#include "compiler/sema/sema.h"

#include "compiler/funcs/func.h"

#include <string.h>

static const NjType *exc_type(NjWalk *w)
{
    return nj_type_exc(w->types);
}

/* ---- raise ---- */

/* The builtin kind of a class used in raise or except, or -1. */
int32_t nj_exc_kind_of(NjWalk *w, NjVal cls)
{
    if (cls.type->kind == NJ_T_CLASS)
        return cls.type->cls->exc_kind;
    if (cls.type->kind != NJ_T_BUILTIN)
        return -1;
    (void)w;
    return nj_exc_kind_of_row(cls.type->id);
}

NjVal nj_new_exception(NjWalk *w, int32_t kind, const NjVal *args, uint32_t n, NjSpan span)
{
    NjVal k = nj_val_int(w, kind, span);
    if (n == 1 && args[0].type->kind == NJ_T_STR)
        return nj_rtcall2(w, NJ_RT_exc_new, exc_type(w), span, k, args[0]);
    return nj_rtcall2(w, NJ_RT_exc_new_args, exc_type(w), span, k, nj_val_tuple(w, args, n, span));
}

static void emit_raise(NjWalk *w, NjVal exc, bool again, NjSpan span)
{
    NjTirStmt *s = nj_tir_stmt(w->arena, NJ_S_RAISE, span);
    s->as.raise.exc = nj_expr_of(w, exc, span);
    s->as.raise.is_reraise = again;
    nj_emit(w, s);
    w->dead = true;
}

void nj_raise_new(NjWalk *w, int32_t kind, const NjVal *args, uint32_t n, NjSpan span)
{
    NjVal exc = nj_new_exception(w, kind, args, n, span);
    if (!nj_is_error(exc))
        emit_raise(w, exc, false, span);
}

static NjVal exception_of_one(NjWalk *w, NjVal object, void *span)
{
    return nj_exception_of_object(w, object, *(NjSpan *)span);
}

void nj_walk_raise(NjWalk *w, const NjStmt *s)
{
    if (!s->as.raise.exc) {
        if (!w->frame->handled.type)
            nj_raise_text(w, NPRT_EXC_RUNTIME_ERROR, s->span, "No active exception to reraise");
        else
            emit_raise(w, w->frame->handled, true, s->span);
        return;
    }
    NjVal v = nj_walk_expr(w, s->as.raise.exc);
    if (nj_is_error(v)) {
        w->dead = true;
        return;
    }
    NjVal cause = s->as.raise.cause ? nj_walk_expr(w, s->as.raise.cause) : nj_val_none(w, s->span);
    int32_t kind = nj_exc_kind_of(w, v);
    if (v.type->kind == NJ_T_CLASS && kind >= 0)
        v = nj_construct(w, v.type->cls, NULL, 0, NULL, NULL, 0, s->span);
    else if (kind >= 0)
        v = nj_new_exception(w, kind, NULL, 0, s->span);
    if (v.type->kind == NJ_T_OBJECT && v.type->cls->exc_kind >= 0)
        v = nj_exception_of_object(w, v, s->span);
    NjSpan span = s->span;
    if (nj_type_is_variant(v.type) && v.type->elems[0]->cls->exc_kind >= 0)
        v = nj_variant_visit(w, v, exception_of_one, &span, span);
    if (v.type->kind != NJ_T_EXC) {
        nj_fail(w, s->as.raise.exc->span, "TypeError: exceptions must derive from BaseException");
        return;
    }
    if (cause.type->kind == NJ_T_EXC) {
        v = nj_spill(w, v);
        nj_rtcall2(w, NJ_RT_exc_set_cause, nj_type_none(w->types), s->span, v, cause);
    }
    emit_raise(w, v, false, s->span);
}

void nj_walk_assert(NjWalk *w, const NjStmt *s)
{
    int known;
    const NjExpr *test = s->as.assertion.test;
    NjTirExpr *cond = nj_truth(w, nj_walk_expr(w, test), test->span, &known);
    if (known == 1 || w->dead)
        return;
    NjNarrow narrow = nj_narrow_of(w, test);
    NjIf i = nj_if_begin(w, nj_tir_unary(w->arena, NJ_UN_NOT, nj_type_pybool(w->types), cond), s->span);
    NjVal args[1];
    uint32_t n = 0;
    if (s->as.assertion.msg)
        args[n++] = nj_walk_expr(w, s->as.assertion.msg);
    if (!w->dead && !(n && nj_is_error(args[0])))
        emit_raise(w, nj_new_exception(w, NPRT_EXC_ASSERTION_ERROR, args, n, s->span), false, s->span);
    nj_if_end(w, &i);
    if (!w->dead)
        nj_narrow_apply(w, &narrow, true);
}

/* ---- try ---- */

/* bool: is the exception one of those that a clause names? NULL for a bare except. */
static NjTirExpr *clause_test(NjWalk *w, const NjExpr *type, NjVal exc)
{
    if (!type)
        return NULL;
    NjVal v = nj_walk_expr(w, type);
    uint32_t n = v.type->kind == NJ_T_TUPLE ? v.type->n : 1;
    NjTirExpr *any = NULL;
    for (uint32_t i = 0; i < n; i++) {
        NjVal cls = v.type->kind == NJ_T_TUPLE ? nj_tuple_item(w, v, i, type->span) : v;
        int32_t kind = nj_exc_kind_of(w, cls);
        if (kind < 0) {
            if (!nj_is_error(cls))
                nj_fail(w, type->span, "TypeError: except needs exception classes, not %s",
                        nj_ty(w, cls.type));
            return nj_tir_int(w->arena, nj_type_pybool(w->types), 0, type->span);
        }
        if (kind == NPRT_EXC_BASE_EXCEPTION)
            return NULL;
        NjVal m = nj_rtcall2(w, NJ_RT_exc_matches, nj_type_pybool(w->types), type->span, exc,
                             nj_val_int(w, kind, type->span));
        any = any ? nj_tir_binary(w->arena, NJ_BIN_OR, NJ_ARITH_WRAP, m.type, any, m.expr) : m.expr;
    }
    return any;
}

/* `except E as e`: an instance when the clause names one class of the program whose instances hold something;
 * of which class it is shows at run time when others derive from that one. */
static NjVal handler_value(NjWalk *w, const NjExceptHandler *h, NjVal exc)
{
    if (!h->type || h->type->kind == NJ_EXPR_TUPLE)
        return exc;
    NjVal cls = nj_walk_expr(w, h->type);
    if (cls.type->kind != NJ_T_CLASS || !nj_class_has_payload(cls.type->cls))
        return exc;
    uint32_t n = 0, count = nj_type_object_count(w->types);
    const NjType **types = NJ_NEW_ARRAY(w->arena, const NjType *, count + 1);
    for (uint32_t i = 0; i < count; i++) {
        const NjType *made = nj_type_object_at(w->types, i);
        const NjClassDef *k = made->cls;
        while (k && k != cls.type->cls)
            k = k->base;
        if (k && nj_type_field(made, nj_name(w, "args")) >= 0) /* every constructor sets them */
            types[n++] = made;
    }
    const NjType *type = n == 0   ? nj_type_object(w->types, cls.type->cls)
                         : n == 1 ? types[0]
                                  : nj_type_variant(w->types, types, n);
    return nj_rtcall1(w, NJ_RT_exc_payload, type, h->span, exc);
}

static void walk_handler(NjWalk *w, const NjExceptHandler *h, NjVal exc)
{
    NjVal saved = w->frame->handled;
    w->frame->handled = exc;
    NjVar *var = h->name ? nj_scope_find(w->def, h->name) : NULL;
    NjCompName hidden = {h->name, exc}; /* of a with statement: no variable */
    NjComp comp = {w->frame->comps, &hidden, 1};
    if (var)
        nj_bind_name(w, h->name, handler_value(w, h, exc), h->name_span);
    else if (h->name)
        w->frame->comps = &comp;
    nj_walk_block(w, h->body);
    w->frame->comps = comp.outer;
    if (var && !w->dead)
        w->env.vars[var->index] = (NjBinding){.state = NJ_UNBOUND};
    w->frame->handled = saved;
}

/* The chain of except clauses; ends with raising again what nobody took. */
static void walk_handlers(NjWalk *w, const NjStmt *s, uint32_t i, NjVal exc)
{
    if (i == s->as.try_block.handlers.n) {
        nj_run_finals_of_try(w, s);
        if (!w->dead)
            emit_raise(w, exc, true, s->span);
        return;
    }
    const NjExceptHandler *h = s->as.try_block.handlers.items[i];
    NjTirExpr *test = clause_test(w, h->type, exc);
    if (!test) {
        walk_handler(w, h, exc);
        return;
    }
    NjIf f = nj_if_begin(w, test, h->span);
    walk_handler(w, h, exc);
    nj_if_else(w, &f);
    walk_handlers(w, s, i + 1, exc);
    nj_if_end(w, &f);
}

void nj_run_finals_of_try(NjWalk *w, const NjStmt *s)
{
    if (!s->as.try_block.finalbody.n || !w->frame->finals)
        return;
    NjFinally *f = w->frame->finals;
    w->frame->finals = f->outer;
    nj_walk_block(w, s->as.try_block.finalbody);
    w->frame->finals = f;
}

typedef struct TryState {
    NjPin *pins; /* one per bound name */
    uint32_t n;
} TryState;

static TryState make_pins(NjWalk *w, const NjStmt *s)
{
    const NjNameSet *bound = nj_bound_names(w->def->module, s);
    TryState t = {NJ_NEW_ARRAY(w->arena, NjPin, bound->n + 1), 0};
    for (uint32_t i = 0; i < bound->n; i++) {
        NjVar *var = nj_scope_find(w->def, bound->items[i]);
        if (!var || var->is_cell)
            continue;
        NjBinding *b = &w->env.vars[var->index];
        t.pins[t.n].var = var;
        if (b->state == NJ_BOUND || b->state == NJ_MAYBE)
            t.pins[t.n].type = b->type;
        t.n++;
    }
    return t;
}

/* Before the body: values move into the pinned slots, what is unbound is marked so. */
static void enter_pins(NjWalk *w, TryState *t)
{
    for (uint32_t i = 0; i < t->n; i++) {
        NjPin *p = &t->pins[i];
        p->changed = false;
        p->outer = w->pins;
        w->pins = p;
        NjBinding *b = &w->env.vars[p->var->index];
        if ((b->state != NJ_BOUND && b->state != NJ_MAYBE) || !p->type)
            continue;
        if (b->state == NJ_BOUND)
            nj_set_flag(w, p->var, true, w->at);
        if (p->type->is_unit)
            continue;
        nj_move_binding(w, p->var, b, p->type, w->block);
        b->type = p->type;
        b->known = NULL;
        if (nj_var_is_shared(w, p->var))
            b->global = nj_global_slot(w->s, p->var, p->type);
        else
            b->slot = nj_slot_for(w, p->var, p->type);
    }
}

static bool leave_pins(NjWalk *w, TryState *t, NjPin *outer)
{
    bool changed = false;
    for (uint32_t i = 0; i < t->n; i++)
        changed |= t->pins[i].changed && !t->pins[i].type->is_unit;
    w->pins = outer;
    return changed;
}

/* What the handler knows of the pinned variables: bound if they were at entry, else maybe. */
static void handler_env(NjWalk *w, TryState *t, const NjEnv *entry)
{
    w->env = nj_env_copy(w, entry);
    for (uint32_t i = 0; i < t->n; i++) {
        NjPin *p = &t->pins[i];
        NjBinding *b = &w->env.vars[p->var->index];
        if (!p->type)
            continue;
        bool was = b->state == NJ_BOUND;
        *b = (NjBinding){.state = was ? NJ_BOUND : NJ_MAYBE, .type = p->type, .where = p->var->first};
        if (p->type->is_unit)
            continue;
        if (nj_var_is_shared(w, p->var))
            b->global = nj_global_slot(w->s, p->var, p->type);
        else
            b->slot = nj_slot_for(w, p->var, p->type);
    }
}

static void try_attempt(NjWalk *w, const NjStmt *s, TryState *t, bool *out_changed)
{
    NjTirBlock *outer = w->block;
    NjPin *outer_pins = w->pins;
    enter_pins(w, t);
    NjEnv entry = nj_env_copy(w, &w->env);
    NjTirStmt *st = nj_tir_stmt(w->arena, NJ_S_TRY, s->span);
    st->as.try_.exc = nj_temp(w, exc_type(w));
    nj_emit(w, st);
    w->block = &st->as.try_.body;
    w->tries += s->as.try_block.handlers.n > 0;
    nj_walk_block(w, s->as.try_block.body);
    w->tries -= s->as.try_block.handlers.n > 0;
    *out_changed = leave_pins(w, t, outer_pins);
    NjExit paths[2] = {{w->env, w->dead ? NULL : &st->as.try_.body}, {{0}, NULL}};
    bool has_else = s->as.try_block.orelse.n > 0 && !w->dead;
    NjTirLocal *ok = NULL;
    if (has_else) {
        /* the else block is not guarded by this try */
        ok = nj_temp(w, nj_type_pybool(w->types));
        nj_emit_assign(w, ok, nj_tir_int(w->arena, ok->type, 1, s->span));
    }
    w->dead = false;
    handler_env(w, t, &entry);
    w->block = &st->as.try_.handler;
    if (ok)
        nj_emit_assign(w, ok, nj_tir_int(w->arena, ok->type, 0, s->span));
    walk_handlers(w, s, 0, nj_val(exc_type(w), nj_tir_local(w->arena, st->as.try_.exc, s->span)));
    paths[1] = (NjExit){w->env, w->dead ? NULL : &st->as.try_.handler};
    w->block = outer;
    nj_join_paths(w, paths, 2);
    if (has_else && !w->dead) {
        if (!paths[1].block) {
            nj_walk_block(w, s->as.try_block.orelse);
        } else {
            NjIf i = nj_if_begin(w, nj_tir_local(w->arena, ok, s->span), s->span);
            nj_walk_block(w, s->as.try_block.orelse);
            nj_if_end(w, &i);
        }
    }
}

static void walk_try_except(NjWalk *w, const NjStmt *s)
{
    NjTirBlock *block = w->block;
    uint32_t at = block->n;
    NjDiagMark mark = nj_diag_mark(w);
    NjEnv entry = nj_env_copy(w, &w->env);
    TryState t = make_pins(w, s);
    bool changed = false;
    for (unsigned round = 0; round < 8; round++) {
        block->n = at;
        nj_diag_rollback(w, mark);
        w->env = nj_env_copy(w, &entry);
        w->dead = false;
        try_attempt(w, s, &t, &changed);
        if (!changed)
            break;
    }
}

void nj_walk_try(NjWalk *w, const NjStmt *s)
{
    if (s->as.try_block.is_star) {
        nj_fail(w, s->span, "except* is not supported");
        return;
    }
    bool has_final = s->as.try_block.finalbody.n > 0;
    if (has_final && s->as.try_block.handlers.n > 0) {
        /* the finally block also guards the handlers: a try with clauses inside one with finally */
        NjStmt *inner = NJ_NEW(w->arena, NjStmt), *outer = NJ_NEW(w->arena, NjStmt);
        *inner = *outer = *s;
        inner->as.try_block.finalbody.n = 0;
        outer->as.try_block.handlers.n = outer->as.try_block.orelse.n = 0;
        outer->as.try_block.body.items = NJ_NEW_ARRAY(w->arena, NjStmt *, 1);
        outer->as.try_block.body.items[0] = inner;
        outer->as.try_block.body.n = 1;
        nj_walk_try(w, outer);
        return;
    }
    NjFinally final = {w->frame->finals, s->as.try_block.finalbody, w->loop};
    if (has_final)
        w->frame->finals = &final;
    walk_try_except(w, s);
    w->frame->finals = final.outer;
    if (has_final && !w->dead)
        nj_walk_block(w, s->as.try_block.finalbody);
}

/* ---- with ---- */

typedef struct WithCtx {
    const NjStmt *stmt;
    uint32_t i;
} WithCtx;

static NjExpr *new_expr(NjWalk *w, NjExprKind kind, NjSpan span)
{
    NjExpr *e = NJ_NEW(w->arena, NjExpr);
    e->kind = kind;
    e->span = span;
    return e;
}

static NjBlock block_of(NjWalk *w, NjStmt *s)
{
    NjBlock b = {NJ_NEW_ARRAY(w->arena, NjStmt *, 1), 1};
    b.items[0] = s;
    return b;
}

static NjExpr *name_expr(NjWalk *w, const NjName *name, NjSpan span)
{
    NjExpr *e = new_expr(w, NJ_EXPR_NAME, span);
    e->as.name.name = name;
    return e;
}

/* <context>.__exit__(None, None, None), or with type(<exception>), <exception>, None. */
static NjExpr *exit_call(NjWalk *w, const NjName *context, const NjName *exception, NjSpan span)
{
    NjExpr *call = new_expr(w, NJ_EXPR_CALL, span), *attr = new_expr(w, NJ_EXPR_ATTRIBUTE, span);
    attr->as.attribute.value = name_expr(w, context, span);
    attr->as.attribute.attr = nj_name(w, "__exit__");
    call->as.call.callee = attr;
    call->as.call.args = (NjExprs){NJ_NEW_ARRAY(w->arena, NjExpr *, 3), 3};
    for (uint32_t k = 0; k < 3; k++) {
        bool is_exc = exception && k < 2;
        call->as.call.args.items[k] = is_exc ? name_expr(w, exception, span) : new_expr(w, NJ_EXPR_CONSTANT, span);
        if (!is_exc)
            call->as.call.args.items[k]->as.constant.kind = NJ_CONST_NONE;
    }
    return call;
}

/* except BaseException as <exception>: if not <context>.__exit__(...): raise */
static NjExceptHandler *swallowing_handler(NjWalk *w, const NjName *context, NjSpan span)
{
    NjExceptHandler *h = NJ_NEW(w->arena, NjExceptHandler);
    NjStmt *test = NJ_NEW(w->arena, NjStmt), *again = NJ_NEW(w->arena, NjStmt);
    h->name = nj_name(w, "<exception>");
    h->span = h->name_span = test->span = again->span = span;
    again->kind = NJ_STMT_RAISE;
    test->kind = NJ_STMT_IF;
    test->as.if_else.test = new_expr(w, NJ_EXPR_UNARY_OP, span);
    test->as.if_else.test->as.unary_op.op = NJ_UNARYOP_NOT;
    test->as.if_else.test->as.unary_op.operand = exit_call(w, context, h->name, span);
    test->as.if_else.body = block_of(w, again);
    h->body = block_of(w, test);
    return h;
}

/* The rest of the with statement after item i, as the body of a try whose handler gives the exception to
 * __exit__; every other way out calls it with None: the end of the body (as the else block), and return,
 * break and continue (as a finally block that these alone run). */
static void walk_guarded_body(NjWalk *w, const NjStmt *s, uint32_t i, NjVal ctx)
{
    NjSpan span = s->as.with.items.items[i]->context->span;
    NjCompName hidden = {nj_name(w, "<context>"), ctx};
    NjComp comp = {w->frame->comps, &hidden, 1};
    NjStmt *leave = NJ_NEW(w->arena, NjStmt), *guard = NJ_NEW(w->arena, NjStmt);
    leave->kind = NJ_STMT_EXPR;
    leave->span = guard->span = span;
    leave->as.expr.value = exit_call(w, hidden.name, NULL, span);
    guard->kind = NJ_STMT_TRY;
    guard->as.try_block.body = s->as.with.body;
    if (i + 1 < s->as.with.items.n) {
        NjStmt *rest = NJ_NEW(w->arena, NjStmt);
        *rest = *s;
        rest->as.with.items.items += i + 1;
        rest->as.with.items.n -= i + 1;
        guard->as.try_block.body = block_of(w, rest);
    }
    guard->as.try_block.orelse = block_of(w, leave);
    guard->as.try_block.handlers.items = NJ_NEW_ARRAY(w->arena, NjExceptHandler *, 1);
    guard->as.try_block.handlers.items[guard->as.try_block.handlers.n++] =
        swallowing_handler(w, hidden.name, span);
    NjFinally final = {w->frame->finals, guard->as.try_block.orelse, w->loop};
    w->frame->comps = &comp;
    w->frame->finals = &final;
    walk_try_except(w, guard);
    w->frame->finals = final.outer;
    w->frame->comps = comp.outer;
}

static void walk_with_item(NjWalk *w, const NjStmt *s, uint32_t i)
{
    if (i == s->as.with.items.n) {
        nj_walk_block(w, s->as.with.body);
        return;
    }
    const NjWithItem *item = s->as.with.items.items[i];
    NjSpan span = item->context->span;
    NjVal ctx = nj_spill(w, nj_walk_expr(w, item->context));
    if (nj_is_error(ctx))
        return;
    NjVal entered = ctx;
    if (ctx.type->kind == NJ_T_OBJECT) {
        if (!nj_call_special(w, ctx, "__enter__", NULL, 0, span, &entered)) {
            nj_fail(w, span, "TypeError: %s object does not support the context manager protocol",
                    nj_ty(w, ctx.type));
            return;
        }
    } else if (nj_type_is_generator(ctx.type)) { /* of a function with @contextmanager */
        entered = nj_call_prelude(w, "std_contextlib", "enter", &ctx, 1, span);
    } else if (!nj_context_enter(w, &ctx, &entered, span)) {
        nj_fail(w, span, "with %s is not supported", nj_ty(w, ctx.type));
        return;
    }
    if (item->target)
        nj_assign_target(w, item->target, entered);
    if (nj_is_error(entered))
        return;
    if (ctx.type->kind == NJ_T_OBJECT || nj_type_is_generator(ctx.type)) {
        walk_guarded_body(w, s, i, ctx);
        return;
    }
    walk_with_item(w, s, i + 1);
    if (!w->dead)
        nj_context_exit(w, ctx, span);
}

void nj_walk_with(NjWalk *w, const NjStmt *s)
{
    if (s->as.with.is_async) {
        nj_fail(w, s->span, "async with is not supported");
        return;
    }
    walk_with_item(w, s, 0);
}

/* loops.c - while and for: loops over flow-typed variables.
 *
 * A loop body is walked with assumed types for the variables that it binds: those at entry, or what an
 * earlier attempt found out. When the types at the back edge join to something else, the attempt is
 * thrown away and the body is walked again. Types only widen, so this ends. */
#include "compiler/sema/sema.h"

#include <string.h>

enum { MAX_ATTEMPTS = 16 };

NjDiagMark nj_diag_mark(NjWalk *w)
{
    NjDiags *d = &w->u->diags;
    return (NjDiagMark){d->items.n, d->nerrors, d->nwarnings, d->latest};
}

void nj_diag_rollback(NjWalk *w, NjDiagMark mark)
{
    NjDiags *d = &w->u->diags;
    if (d->items.n == mark.n)
        return;
    d->items.n = mark.n;
    d->nerrors = mark.nerrors;
    d->nwarnings = mark.nwarnings;
    d->latest = mark.latest;
    d->seen = NULL;
    d->nseen = d->seen_room = 0;
}

/* A variable that the loop binds. */
typedef struct LoopVar {
    NjVar *var;
    const NjType *guess; /* NULL: as at entry */
    bool conflict;       /* no type fits entry and back edge */
    bool probe;          /* its value at the head was looked at */
    NjBinding head;
} LoopVar;

static uint32_t loop_vars(NjWalk *w, const NjNameSet *bound, LoopVar **out)
{
    uint32_t n = 0;
    LoopVar *vars = NJ_NEW_ARRAY(w->arena, LoopVar, bound ? bound->n : 0);
    for (uint32_t i = 0; bound && i < bound->n; i++) {
        NjVar *var = nj_scope_find(w->def, bound->items[i]);
        if (var)
            vars[n++].var = var;
    }
    *out = vars;
    return n;
}

/* Sets the assumed binding at the loop head; conversions of the entry value go to w->block. */
static void set_head(NjWalk *w, LoopVar *v, const NjBinding *entry)
{
    NjBinding *b = &w->env.vars[v->var->index];
    *b = *entry;
    v->probe = false;
    b->probe = &v->probe;
    if (v->conflict) {
        b->state = NJ_CONFLICT;
        b->other = v->guess ? v->guess : b->type;
        v->head = *b;
        return;
    }
    if (entry->state == NJ_UNBOUND && !v->guess) {
        v->head = *b;
        return;
    }
    const NjType *type = v->guess ? v->guess : entry->type;
    if (entry->state == NJ_UNBOUND) {
        b->state = NJ_MAYBE;
        b->where = v->var->first;
    } else if (entry->state != NJ_CONFLICT) {
        nj_move_binding(w, v->var, b, type, w->block);
    }
    b->type = type;
    b->slot = NULL;
    b->global = NULL;
    if (!type->is_unit) {
        b->known = NULL;
        if (nj_var_is_shared(w, v->var))
            b->global = nj_global_slot(w->s, v->var, type);
        else if (v->var->is_cell)
            b->slot = nj_slot_for(w, v->var, nj_type_cell(w->types, type));
        else
            b->slot = nj_slot_for(w, v->var, type);
    }
    v->head = *b;
}

/* Compares the head's assumption with one back edge; true when it holds. */
static bool check_edge(NjWalk *w, LoopVar *v, const NjBinding *edge)
{
    const NjBinding *head = &v->head;
    if (v->conflict || head->state == NJ_CONFLICT)
        return true;
    if (edge->state == NJ_CONFLICT) {
        if (!v->probe)
            return true;
        v->conflict = true;
        v->guess = edge->other;
        return false;
    }
    if (edge->state == NJ_UNBOUND || edge->type->kind == NJ_T_ERROR)
        return true;
    if (head->state == NJ_UNBOUND) {
        if (!v->probe)
            return true;
        v->guess = edge->type;
        return false;
    }
    if (head->type == edge->type) {
        /* functions and other compile-time values must be the same ones */
        if (head->type->is_unit && head->known && !nj_known_equal(head->known, edge->known)) {
            v->conflict = v->probe;
            return !v->probe;
        }
        return true;
    }
    const NjType *joined = nj_type_join(w->types, head->type, edge->type);
    if (joined == head->type)
        return true;
    if (joined) {
        v->guess = joined;
        return false;
    }
    if (!v->probe)
        return true; /* nobody sees the old value in the loop */
    joined = nj_union_join(w, head->type, edge->type);
    if (joined == head->type)
        return true;
    if (joined) {
        v->guess = joined;
        return false;
    }
    v->conflict = true;
    v->guess = edge->type;
    return false;
}

static bool attempt_holds(NjWalk *w, NjLoopCtx *ctx, LoopVar *vars, uint32_t n)
{
    bool ok = true;
    for (uint32_t i = 0; i < ctx->continues.n; i++)
        for (uint32_t k = 0; k < n; k++)
            ok &= check_edge(w, &vars[k], &ctx->continues.items[i].env.vars[vars[k].var->index]);
    return ok;
}

/* What a variable holds after the last iteration, when its value at the head was irrelevant. */
static void exit_of_unseen(NjWalk *w, LoopVar *v, NjLoopCtx *ctx, bool at_least_once, NjBinding *exit)
{
    const NjType *type = NULL;
    bool all = true;
    for (uint32_t i = 0; i < ctx->continues.n; i++) {
        NjBinding *e = &ctx->continues.items[i].env.vars[v->var->index];
        if (e->state != NJ_BOUND)
            all = false;
        if (e->state == NJ_CONFLICT) {
            *exit = *e;
            exit->probe = NULL;
            return;
        }
        if (e->state == NJ_UNBOUND)
            continue;
        const NjType *joined = type ? nj_type_join(w->types, type, e->type) : e->type;
        if (!joined) {
            *exit = (NjBinding){.state = NJ_CONFLICT, .type = type, .other = e->type, .where = e->where};
            return;
        }
        type = joined;
    }
    if (!type)
        return;
    NjBinding out = {.state = at_least_once && all ? NJ_BOUND : NJ_MAYBE, .type = type};
    for (uint32_t i = 0; i < ctx->continues.n; i++) {
        NjBinding *e = &ctx->continues.items[i].env.vars[v->var->index];
        if (e->state == NJ_UNBOUND)
            continue;
        out.where = e->where;
        out.known = type->is_unit ? e->known : NULL;
        nj_move_binding(w, v->var, e, type, ctx->continues.items[i].block);
        if (out.state == NJ_MAYBE && e->state == NJ_BOUND) {
            NjTirBlock *outer = w->block;
            w->block = ctx->continues.items[i].block;
            nj_set_flag(w, v->var, true, e->where);
            w->block = outer;
        }
    }
    if (!type->is_unit) {
        if (nj_var_is_shared(w, v->var))
            out.global = nj_global_slot(w->s, v->var, type);
        else
            out.slot = nj_slot_for(w, v->var, v->var->is_cell ? nj_type_cell(w->types, type) : type);
    }
    *exit = out;
}

/* Moves each back edge's values into the head's slots and fills in the exit bindings. */
static void close_edges(NjWalk *w, NjLoop *loop, NjLoopCtx *ctx, LoopVar *vars, uint32_t n,
                        const NjEnv *entry, NjEnv *exit)
{
    bool dead = w->dead;
    w->dead = false;
    for (uint32_t k = 0; k < n; k++) {
        LoopVar *v = &vars[k];
        NjBinding *out = &exit->vars[v->var->index];
        bool unseen = v->head.state == NJ_UNBOUND || v->head.state == NJ_CONFLICT;
        for (uint32_t i = 0; i < ctx->continues.n && !unseen; i++) {
            NjBinding *e = &ctx->continues.items[i].env.vars[v->var->index];
            unseen = e->state == NJ_CONFLICT ||
                     (e->state != NJ_UNBOUND && !nj_can_coerce(w, e->type, v->head.type));
        }
        if (unseen) {
            /* the value at entry survives only a loop that never runs */
            if (v->head.state == NJ_UNBOUND || loop->at_least_once)
                exit_of_unseen(w, v, ctx, loop->at_least_once, out);
            else if (ctx->continues.n)
                *out = (NjBinding){.state = NJ_CONFLICT,
                                   .type = v->head.type,
                                   .other = ctx->continues.items[0].env.vars[v->var->index].type,
                                   .where = v->head.where};
            out->probe = entry->vars[v->var->index].probe;
            continue;
        }
        for (uint32_t i = 0; i < ctx->continues.n; i++) {
            NjBinding *e = &ctx->continues.items[i].env.vars[v->var->index];
            if (e->state == NJ_UNBOUND)
                continue;
            nj_move_binding(w, v->var, e, v->head.type, ctx->continues.items[i].block);
            if (v->head.state == NJ_MAYBE && e->state == NJ_BOUND) {
                NjTirBlock *outer = w->block;
                w->block = ctx->continues.items[i].block;
                nj_set_flag(w, v->var, true, e->where);
                w->block = outer;
            }
        }
        out->probe = entry->vars[v->var->index].probe;
    }
    w->dead = dead;
}

static NjTirStmt *make_loop(NjWalk *w, NjLoop *loop)
{
    NjTirStmt *s = nj_tir_stmt(w->arena, loop->kind, loop->span);
    if (loop->kind == NJ_S_FOR) {
        loop->var = nj_temp(w, nj_type_pyint(w->types));
        s->as.for_.var = loop->var;
        s->as.for_.start = nj_tir_clone(w->arena, loop->start);
        s->as.for_.stop = nj_tir_clone(w->arena, loop->stop);
        s->as.for_.step = nj_tir_clone(w->arena, loop->step);
        s->as.for_.step_sign = loop->step_sign;
        s->as.for_.is_parallel = loop->is_parallel;
        s->as.for_.loop_id = w->s->next_loop++;
    } else {
        s->as.while_.loop_id = w->s->next_loop++;
    }
    return s;
}

static NjTirBlock *emit_block(NjWalk *w, NjSpan span)
{
    NjTirStmt *s = nj_tir_stmt(w->arena, NJ_S_BLOCK, span);
    nj_emit(w, s);
    return &s->as.block;
}

/* for ... else: the else block runs unless the loop was left by break. */
static void walk_orelse(NjWalk *w, NjLoop *loop, NjLoopCtx *ctx)
{
    if (loop->orelse.n == 0 || w->dead)
        return;
    if (!ctx->broke || ctx->breaks.n == 0) {
        nj_walk_block(w, loop->orelse);
        return;
    }
    const NjType *pybool = nj_type_pybool(w->types);
    NjTirExpr *broke = nj_tir_local(w->arena, ctx->broke, loop->span);
    NjIf i = nj_if_begin(w, nj_tir_unary(w->arena, NJ_UN_NOT, pybool, broke), loop->span);
    nj_walk_block(w, loop->orelse);
    nj_if_end(w, &i);
}

/* One attempt: emits the loop into w->block. Returns the environment at the normal exit. */
static NjEnv attempt(NjWalk *w, NjLoop *loop, NjLoopCtx *ctx, NjTirStmt *s, bool *out_exits)
{
    NjTirBlock *outer = w->block;
    NjTirBlock *body;
    NjEnv exit;
    *out_exits = true;
    if (loop->kind == NJ_S_FOR) {
        exit = nj_env_copy(w, &w->env);
        body = &s->as.for_.body;
    } else {
        w->block = &s->as.while_.pre;
        NjTirExpr *cond = loop->head ? loop->head(w, loop->ctx) : NULL;
        *out_exits = cond != NULL && !w->dead;
        s->as.while_.cond =
            cond ? cond : nj_tir_int(w->arena, nj_type_pybool(w->types), 1, loop->span);
        exit = nj_env_copy(w, &w->env);
        body = &s->as.while_.body;
    }
    w->block = body;
    NjLoopCtx *outer_ctx = w->loop;
    w->loop = ctx;
    loop->body(w, loop->ctx);
    w->loop = outer_ctx;
    if (!w->dead) {
        NjExit edge = {w->env, emit_block(w, loop->span)};
        nj_vec_push(w->arena, &ctx->continues, edge);
    }
    w->block = outer;
    w->dead = false;
    return exit;
}

void nj_run_loop(NjWalk *w, NjLoop *loop)
{
    if (w->dead)
        return;
    LoopVar *vars;
    uint32_t n = loop_vars(w, loop->bound, &vars);
    NjEnv entry = nj_env_copy(w, &w->env);
    NjTirBlock *block = w->block;
    uint32_t at = block->n;
    NjDiagMark mark = nj_diag_mark(w);
    NjLoopCtx ctx;
    NjEnv exit;
    bool exits;
    for (unsigned round = 0;; round++) {
        block->n = at;
        nj_diag_rollback(w, mark);
        memset(&ctx, 0, sizeof ctx);
        ctx.outer = w->loop;
        ctx.frame = w->frame;
        w->env = nj_env_copy(w, &entry);
        NjTirBlock *pre = emit_block(w, loop->span);
        w->block = pre;
        for (uint32_t i = 0; i < n; i++)
            set_head(w, &vars[i], &entry.vars[vars[i].var->index]);
        if (loop->orelse.n) {
            ctx.broke = nj_temp(w, nj_type_pybool(w->types));
            nj_emit_assign(w, ctx.broke, nj_tir_int(w->arena, ctx.broke->type, 0, loop->span));
        }
        w->block = block;
        NjTirStmt *s = make_loop(w, loop);
        nj_emit(w, s);
        exit = attempt(w, loop, &ctx, s, &exits);
        for (uint32_t i = 0; i < n; i++)
            if (vars[i].probe && entry.vars[vars[i].var->index].probe)
                *entry.vars[vars[i].var->index].probe = true;
        if (attempt_holds(w, &ctx, vars, n) || round >= MAX_ATTEMPTS)
            break;
    }
    w->effects++;
    close_edges(w, loop, &ctx, vars, n, &entry, &exit);
    NjExit *paths = NJ_NEW_ARRAY(w->arena, NjExit, ctx.breaks.n + 1);
    paths[0] = (NjExit){exit, exits ? emit_block(w, loop->span) : NULL};
    for (uint32_t i = 0; i < ctx.breaks.n; i++)
        paths[i + 1] = ctx.breaks.items[i];
    nj_join_paths(w, paths, ctx.breaks.n + 1);
    walk_orelse(w, loop, &ctx);
}

/* ---- break, continue ---- */

static void emit_jump(NjWalk *w, NjTirStmtKind kind, NjSpan span)
{
    nj_emit(w, nj_tir_stmt(w->arena, kind, span));
}

void nj_walk_break(NjWalk *w, NjSpan span, bool is_continue)
{
    NjLoopCtx *ctx = w->loop;
    if (!ctx) {
        nj_fail(w, span, "SyntaxError: '%s' outside loop", is_continue ? "continue" : "break");
        return;
    }
    NjFinally *f = w->frame->finals;
    while (f && f->loop == ctx)
        f = f->outer;
    nj_run_finals(w, f);
    if (w->dead)
        return;
    NjTirBlock *block = emit_block(w, span);
    NjExit exit = {nj_env_copy(w, &w->env), block};
    if (!is_continue && ctx->broke) {
        NjTirBlock *outer = w->block;
        nj_emit_assign(w, ctx->broke, nj_tir_int(w->arena, ctx->broke->type, 1, span));
        w->block = outer;
    }
    if (is_continue)
        nj_vec_push(w->arena, &ctx->continues, exit);
    else
        nj_vec_push(w->arena, &ctx->breaks, exit);
    /* an unrolled copy is a loop of one round: both jumps leave it */
    emit_jump(w, is_continue && !ctx->is_unrolled ? NJ_S_CONTINUE : NJ_S_BREAK, span);
    w->dead = true;
}

/* ---- unrolled loops ---- */

/* One copy of the body inside `while True: ... break`, so that continue and break have a loop to leave. */
static void run_copy(NjWalk *w, uint32_t i, NjLoopCtx *ctx, NjSpan span,
                     void (*body)(NjWalk *, uint32_t, void *), void *data)
{
    NjTirBlock *outer = w->block;
    NjTirStmt *s = nj_tir_stmt(w->arena, NJ_S_WHILE, span);
    s->as.while_.cond = nj_tir_int(w->arena, nj_type_pybool(w->types), 1, span);
    s->as.while_.loop_id = w->s->next_loop++;
    nj_emit(w, s);
    w->block = &s->as.while_.body;
    NjLoopCtx copy = {.outer = ctx->outer, .frame = w->frame, .is_unrolled = true, .broke = ctx->broke};
    w->loop = &copy;
    body(w, i, data);
    w->loop = ctx->outer;
    NjExit *paths = NJ_NEW_ARRAY(w->arena, NjExit, copy.continues.n + 1);
    uint32_t n = 0;
    if (!w->dead) {
        paths[n++] = (NjExit){w->env, emit_block(w, span)};
        emit_jump(w, NJ_S_BREAK, span);
    }
    for (uint32_t k = 0; k < copy.continues.n; k++)
        paths[n++] = copy.continues.items[k];
    for (uint32_t k = 0; k < copy.breaks.n; k++)
        nj_vec_push(w->arena, &ctx->breaks, copy.breaks.items[k]);
    w->block = outer;
    nj_join_paths(w, paths, n);
}

void nj_run_unrolled(NjWalk *w, uint32_t n, NjSpan span, void (*body)(NjWalk *w, uint32_t i, void *ctx),
                     void *data, bool has_jumps, NjBlock orelse)
{
    if (!has_jumps) {
        for (uint32_t i = 0; i < n && !w->dead; i++)
            body(w, i, data);
        if (!w->dead)
            nj_walk_block(w, orelse);
        return;
    }
    const NjType *pybool = nj_type_pybool(w->types);
    NjLoopCtx ctx = {.outer = w->loop, .frame = w->frame, .broke = nj_temp(w, pybool)};
    nj_emit_assign(w, ctx.broke, nj_tir_int(w->arena, pybool, 0, span));
    /* while True: copy 0; if broke: break; copy 1; ... break */
    NjTirBlock *outer = w->block;
    NjTirStmt *s = nj_tir_stmt(w->arena, NJ_S_WHILE, span);
    s->as.while_.cond = nj_tir_int(w->arena, pybool, 1, span);
    s->as.while_.loop_id = w->s->next_loop++;
    nj_emit(w, s);
    w->block = &s->as.while_.body;
    for (uint32_t i = 0; i < n && !w->dead; i++) {
        uint32_t breaks = ctx.breaks.n;
        run_copy(w, i, &ctx, span, body, data);
        if (ctx.breaks.n == breaks)
            continue;
        NjTirStmt *test = nj_tir_stmt(w->arena, NJ_S_IF, span);
        test->as.if_.cond = nj_tir_local(w->arena, ctx.broke, span);
        bool dead = w->dead;
        w->dead = false;
        nj_emit(w, test);
        w->dead = dead;
        nj_tir_push(w->arena, &test->as.if_.then_block, nj_tir_stmt(w->arena, NJ_S_BREAK, span));
    }
    if (!w->dead)
        nj_walk_block(w, orelse);
    NjExit *paths = NJ_NEW_ARRAY(w->arena, NjExit, ctx.breaks.n + 1);
    paths[0] = (NjExit){w->env, NULL};
    if (!w->dead) {
        paths[0].block = emit_block(w, span);
        emit_jump(w, NJ_S_BREAK, span);
    }
    for (uint32_t k = 0; k < ctx.breaks.n; k++)
        paths[k + 1] = ctx.breaks.items[k];
    w->block = outer;
    nj_join_paths(w, paths, ctx.breaks.n + 1);
}

/* ---- while ---- */

typedef struct WhileCtx {
    const NjStmt *stmt;
} WhileCtx;

static NjTirExpr *while_head(NjWalk *w, void *ctx)
{
    const NjStmt *s = ((WhileCtx *)ctx)->stmt;
    NjVal test = nj_walk_expr(w, s->as.while_loop.test);
    int known;
    NjTirExpr *cond = nj_truth(w, test, s->as.while_loop.test->span, &known);
    return known == 1 ? NULL : cond;
}

static void while_body(NjWalk *w, void *ctx)
{
    nj_walk_block(w, ((WhileCtx *)ctx)->stmt->as.while_loop.body);
}

void nj_walk_while(NjWalk *w, const NjStmt *s)
{
    WhileCtx ctx = {s};
    NjLoop loop = {.kind = NJ_S_WHILE,
                   .span = s->span,
                   .bound = nj_bound_names(w->def->module, s),
                   .head = while_head,
                   .body = while_body,
                   .ctx = &ctx,
                   .orelse = s->as.while_loop.orelse};
    nj_run_loop(w, &loop);
}

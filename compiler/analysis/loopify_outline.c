/* loopify_outline.c - functions of the program that the pass makes.
 *
 * A body is written as if it stood in the function in hand: it uses that function's locals. When it
 * is complete, those become parameters, and the caller passes them. */
#include "compiler/analysis/loopify_internal.h"

NjTirLocal *nj_lf_param(NjLoopify *c, NjTirFn *fn, const char *name, const NjType *type)
{
    NjTirLocal *param = nj_tir_local_new(c->arena, fn, name, type);
    param->is_param = true;
    return param;
}

NjOutline nj_lf_outline_begin(NjLoopify *c, const char *name, const NjType *result)
{
    NjTirFn *fn = nj_tir_fn(c->arena, name);
    fn->source_name = c->fn->source_name;
    fn->span = c->span;
    fn->result = result;
    fn->model = c->fn->model;
    fn->is_device = c->fn->is_device;
    fn->bounds_check = false;
    fn->is_hot = true;
    fn->may_raise = false;
    NjOutline o = {fn, c->fn, c->out, c->memo, c->facts, NULL, NULL, 0, 0};
    c->fn = fn;
    c->out = &fn->body;
    c->memo = c->facts = NULL;
    return o;
}

static bool is_own(const NjTirFn *fn, const NjTirLocal *local)
{
    return local->id < fn->n_locals && fn->locals[local->id] == local;
}

typedef struct Capture {
    NjLoopify *c;
    NjOutline *o;
} Capture;

static NjTirLocal *capture(Capture *ctx, NjTirLocal *local)
{
    NjOutline *o = ctx->o;
    for (uint32_t i = 0; i < o->n; i++)
        if (o->captured[i] == local)
            return o->params[i];
    if (o->n == o->cap) {
        uint32_t cap = o->cap ? o->cap * 2 : 8;
        NjTirLocal **captured = NJ_NEW_ARRAY(ctx->c->arena, NjTirLocal *, cap);
        NjTirLocal **params = NJ_NEW_ARRAY(ctx->c->arena, NjTirLocal *, cap);
        for (uint32_t i = 0; i < o->n; i++) {
            captured[i] = o->captured[i];
            params[i] = o->params[i];
        }
        o->captured = captured;
        o->params = params;
        o->cap = cap;
    }
    const char *name = local->is_temp ? nj_arena_printf(ctx->c->arena, "in%u", o->n) : local->name;
    o->captured[o->n] = local;
    o->params[o->n] = nj_lf_param(ctx->c, o->fn, name, local->type);
    return o->params[o->n++];
}

static void capture_expr(void *data, NjTirExpr **child)
{
    Capture *ctx = data;
    NjTirExpr *e = *child;
    if (e->kind == NJ_X_LOCAL && !is_own(ctx->o->fn, e->as.local.local))
        e->as.local.local = capture(ctx, e->as.local.local);
    nj_tir_children(e, capture_expr, ctx);
}

static void capture_block(void *data, NjTirBlock *block)
{
    for (uint32_t i = 0; i < block->n; i++) {
        nj_tir_stmt_exprs(block->items[i], capture_expr, data);
        nj_tir_stmt_blocks(block->items[i], capture_block, data);
    }
}

/* Parameters first, as NjTirFn wants it. */
static void sort_locals(NjLoopify *c, NjTirFn *fn)
{
    NjTirLocal **sorted = NJ_NEW_ARRAY(c->arena, NjTirLocal *, fn->n_locals);
    uint32_t n = 0;
    for (int is_rest = 0; is_rest < 2; is_rest++) {
        for (uint32_t i = 0; i < fn->n_locals; i++)
            if (fn->locals[i]->is_param == !is_rest)
                sorted[n++] = fn->locals[i];
        if (!is_rest)
            fn->n_params = n;
    }
    for (uint32_t i = 0; i < n; i++) {
        sorted[i]->id = i;
        if (sorted[i]->is_temp)
            sorted[i]->name = nj_arena_printf(c->arena, "%%%u", i);
    }
    fn->locals = sorted;
    fn->cap_locals = n;
    fn->params = nj_arena_copy(c->arena, sorted, fn->n_params * sizeof *sorted);
}

static void add_fn(NjLoopify *c, NjTirFn *fn)
{
    NjTirModule *m = c->module;
    if (m->n_fns == m->cap_fns) {
        m->cap_fns = m->cap_fns ? m->cap_fns * 2 : 8;
        NjTirFn **more = NJ_NEW_ARRAY(c->arena, NjTirFn *, m->cap_fns);
        for (uint32_t i = 0; i < m->n_fns; i++)
            more[i] = m->fns[i];
        m->fns = more;
    }
    fn->id = m->n_fns;
    m->fns[m->n_fns++] = fn;
}

void nj_lf_outline_end(NjLoopify *c, NjOutline *o)
{
    Capture ctx = {c, o};
    capture_block(&ctx, &o->fn->body);
    c->fn = o->parent;
    c->out = o->outer_block;
    c->memo = o->outer_memo;
    c->facts = o->outer_facts;
    sort_locals(c, o->fn);
    add_fn(c, o->fn);
}

NjTirExpr *nj_lf_call(NjLoopify *c, NjTirFn *fn, uint32_t n)
{
    NjTirExpr *call = nj_tir_expr(c->arena, NJ_X_CALL, fn->result, c->span);
    call->as.call.fn = fn;
    call->as.call.n = n;
    call->as.call.args = NJ_NEW_ARRAY(c->arena, NjTirExpr *, n);
    return call;
}

void nj_lf_return(NjLoopify *c, NjTirExpr *value)
{
    NjTirStmt *s = nj_tir_stmt(c->arena, NJ_S_RETURN, c->span);
    s->as.ret.value = value;
    nj_tir_push(c->arena, c->out, s);
}

NjLfShared *nj_lf_shared(NjLoopify *c, NjTirRedop op, const NjType *array, const NjType *acc)
{
    for (NjLfShared *f = c->shared; f; f = f->next)
        if (f->op == op && f->array == array && f->acc == acc)
            return f;
    NjLfShared *entry = NJ_NEW(c->arena, NjLfShared);
    *entry = (NjLfShared){c->shared, op, array, acc, NULL};
    c->shared = entry;
    return entry;
}

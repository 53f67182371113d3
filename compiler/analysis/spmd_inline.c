/* spmd_inline.c - device functions that ask for their thread (positions, barriers, warps, shared
 * and local memory) become part of the kernels that call them; the others stay functions.
 *
 * A call becomes a block: parameters are assigned, the body follows with locals of its own, and its
 * returns are control flow (spmd_exit.c). */
#include "compiler/analysis/spmd_internal.h"

#include <string.h>

/* ---- copies of statements ------------------------------------------------------------------- */

typedef struct Clone {
    NjSpmd *c;
    const NjMap *map;
} Clone;

static NjTirLocal *mapped(const Clone *k, NjTirLocal *local)
{
    NjTirLocal *to = k->map ? nj_map_get(k->map, local) : NULL;
    return to ? to : local;
}

static void rename_locals(void *data, NjTirExpr **child)
{
    const Clone *k = data;
    if ((*child)->kind == NJ_X_LOCAL)
        (*child)->as.local.local = mapped(k, (*child)->as.local.local);
    else
        nj_tir_children(*child, rename_locals, data);
}

static void clone_expr(void *data, NjTirExpr **child)
{
    Clone *k = data;
    *child = nj_tir_clone(k->c->arena, *child);
    rename_locals(k, child);
}

static void *copied(NjSpmd *c, const void *items, size_t bytes)
{
    return bytes ? nj_arena_copy(c->arena, items, bytes) : NULL;
}

static void clone_nested(void *data, NjTirBlock *block)
{
    Clone *k = data;
    NjTirBlock copy = {0};
    nj_sp_clone_block(k->c, k->map, block, &copy);
    *block = copy;
}

static NjTirStmt *clone_stmt(Clone *k, const NjTirStmt *from)
{
    NjTirStmt *s = nj_arena_copy(k->c->arena, from, sizeof *from);
    switch (s->kind) {
    case NJ_S_ASSIGN:
        s->as.assign.local = mapped(k, s->as.assign.local);
        break;
    case NJ_S_STORE:
        s->as.store.subs = copied(k->c, s->as.store.subs, s->as.store.n * sizeof *s->as.store.subs);
        break;
    case NJ_S_FOR:
        s->as.for_.var = mapped(k, s->as.for_.var);
        break;
    case NJ_S_CHECK:
        s->as.check.args = copied(k->c, s->as.check.args, s->as.check.n * sizeof *s->as.check.args);
        break;
    case NJ_S_TRY:
        if (s->as.try_.exc)
            s->as.try_.exc = mapped(k, s->as.try_.exc);
        break;
    default:
        break;
    }
    nj_tir_stmt_exprs(s, clone_expr, k);
    nj_tir_stmt_blocks(s, clone_nested, k);
    return s;
}

void nj_sp_clone_block(NjSpmd *c, const NjMap *map, const NjTirBlock *from, NjTirBlock *to)
{
    Clone k = {c, map};
    for (uint32_t i = 0; i < from->n; i++)
        nj_tir_push(c->arena, to, clone_stmt(&k, from->items[i]));
}

/* ---- which functions ask for their thread --------------------------------------------------- */

typedef struct Search {
    NjSpmd *c;
    bool found;
} Search;

static bool is_threaded(NjSpmd *c, NjTirFn *fn);

static bool asks_for_thread(NjCudaOp op)
{
    switch (nj_cuda_kind(op)) {
    case NJ_CUDA_SREG:
    case NJ_CUDA_MEMORY:
    case NJ_CUDA_WARP:
        return true;
    case NJ_CUDA_SYNC:
        return op == NJ_CU_syncwarp || op == NJ_CU_grid_sync || op == NJ_CU_syncthreads_count ||
               op == NJ_CU_syncthreads_and || op == NJ_CU_syncthreads_or;
    case NJ_CUDA_PURE:
    case NJ_CUDA_ATOMIC:
    case NJ_CUDA_HOST:
        return false;
    }
    return false;
}

static void search_expr(void *data, NjTirExpr **child)
{
    Search *s = data;
    NjTirExpr *e = *child;
    if (e->kind == NJ_X_TARGET_CALL)
        s->found |= asks_for_thread((NjCudaOp)e->as.target_call.id);
    else if (e->kind == NJ_X_CALL)
        s->found |= is_threaded(s->c, e->as.call.fn);
    nj_tir_children(e, search_expr, s);
}

static void search_block(void *data, NjTirBlock *block)
{
    Search *s = data;
    for (uint32_t i = 0; i < block->n && !s->found; i++) {
        s->found |= block->items[i]->kind == NJ_S_BARRIER;
        nj_tir_stmt_exprs(block->items[i], search_expr, s);
        nj_tir_stmt_blocks(block->items[i], search_block, s);
    }
}

static bool is_threaded(NjSpmd *c, NjTirFn *fn)
{
    if (nj_map_has(&c->threaded, fn))
        return nj_map_get(&c->threaded, fn) != NULL;
    nj_map_put(c->arena, &c->threaded, fn, NULL); /* ends recursion */
    Search s = {c, false};
    search_block(&s, &fn->body);
    nj_map_put(c->arena, &c->threaded, fn, s.found ? fn : NULL);
    return s.found;
}

/* ---- inlining ------------------------------------------------------------------------------- */

/* The body of `callee` with the arguments, as a block; its result goes to `result`. */
static void inline_body(NjSpmd *c, NjTirFn *caller, const NjTirExpr *call, NjTirLocal *result,
                        NjTirBlock *out)
{
    NjTirFn *callee = call->as.call.fn;
    NjMap map = {0};
    for (uint32_t i = 0; i < callee->n_locals; i++) {
        NjTirLocal *from = callee->locals[i];
        const char *name = from->is_temp ? NULL : from->name;
        NjTirLocal *to = nj_tir_local_new(c->arena, caller, name, from->type);
        nj_map_put(c->arena, &map, from, to);
    }
    for (uint32_t i = 0; i < callee->n_params; i++) {
        NjTirLocal *param = nj_map_get(&map, callee->params[i]);
        nj_tir_push(c->arena, out, nj_sp_assign(c, param, call->as.call.args[i]));
    }
    NjTirBlock body = {0};
    nj_sp_clone_block(c, &map, &callee->body, &body);
    nj_sp_flatten(c, &body);
    nj_sp_remove_returns(c, caller, &body, result, NULL);
    for (uint32_t i = 0; i < body.n; i++)
        nj_tir_push(c->arena, out, body.items[i]);
}

typedef struct Inline {
    NjSpmd *c;
    NjTirFn *fn;
} Inline;

static void inline_block(void *data, NjTirBlock *block)
{
    Inline *in = data;
    NjSpmd *c = in->c;
    for (uint32_t i = 0; i < block->n; i++) {
        NjTirStmt *s = block->items[i];
        nj_tir_stmt_blocks(s, inline_block, in);
        const NjTirExpr *call = nj_sp_call_of(s);
        if (!call || call->kind != NJ_X_CALL || !is_threaded(c, call->as.call.fn))
            continue;
        NjSpan outer = c->span;
        c->span = s->span;
        nj_sp_inline_calls(c, call->as.call.fn);
        if (c->u->diags.nerrors)
            return;
        NjTirBlock body = {0};
        inline_body(c, in->fn, call, s->kind == NJ_S_ASSIGN ? s->as.assign.local : NULL, &body);
        s->kind = NJ_S_BLOCK;
        s->as.block = body;
        c->span = outer;
    }
}

void nj_sp_inline_calls(NjSpmd *c, NjTirFn *fn)
{
    static char working, done;
    void *state = nj_map_get(&c->inlined, fn);
    if (state == &done)
        return;
    if (state == &working) {
        nj_error(c->u, fn->span,
                 "device function '%s' calls itself and uses its thread, barriers or shared memory",
                 fn->source_name);
        return;
    }
    nj_map_put(c->arena, &c->inlined, fn, &working);
    Inline in = {c, fn};
    inline_block(&in, &fn->body);
    nj_map_put(c->arena, &c->inlined, fn, &done);
}

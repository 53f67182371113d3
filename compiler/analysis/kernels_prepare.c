/* kernels_prepare.c - one device function: what is rewritten in it. */
#include "compiler/analysis/kernels_internal.h"

#include "compiler/ir/cuda.h"

#include <string.h>

typedef struct Prepare {
    NjUnit *u;
    NjArena *arena;
    NjTypes *types;
    NjTirFn *fn;
    const uint32_t *block; /* extents known at compile time (0: not), or NULL */
} Prepare;

/* ---- synchronisation inside of a loop ------------------------------------------------------- */

typedef struct SyncSearch {
    NjArena *arena;
    NjMap seen; /* functions */
    bool found;
} SyncSearch;

static void find_sync_block(void *ctx, NjTirBlock *block);

static void find_sync_expr(void *ctx, NjTirExpr **child)
{
    SyncSearch *search = ctx;
    const NjTirExpr *x = *child;
    if (x->kind == NJ_X_TARGET_CALL) {
        bool is_own = x->as.target_call.id >= NJ_CU_COUNT;
        NjCudaKind kind = is_own ? NJ_CUDA_PURE : nj_cuda_kind((NjCudaOp)x->as.target_call.id);
        search->found |= kind == NJ_CUDA_SYNC || kind == NJ_CUDA_WARP;
    } else if (x->kind == NJ_X_CALL && !nj_map_has(&search->seen, x->as.call.fn)) {
        nj_map_put(search->arena, &search->seen, x->as.call.fn, NULL);
        find_sync_block(search, &x->as.call.fn->body);
    }
    nj_tir_children(*child, find_sync_expr, search);
}

static void find_sync_block(void *ctx, NjTirBlock *block)
{
    SyncSearch *search = ctx;
    for (uint32_t i = 0; i < block->n && !search->found; i++) {
        search->found |= block->items[i]->kind == NJ_S_BARRIER;
        nj_tir_stmt_exprs(block->items[i], find_sync_expr, search);
        nj_tir_stmt_blocks(block->items[i], find_sync_block, search);
    }
}

static bool has_sync(Prepare *p, NjTirBlock *block)
{
    SyncSearch search = {.arena = p->arena};
    find_sync_block(&search, block);
    return search.found;
}

static NjTirExpr *get(Prepare *p, NjTirLocal *local, NjSpan span)
{
    return nj_tir_local(p->arena, local, span);
}

static NjTirExpr *compare(Prepare *p, NjTirCmpop op, NjTirLocal *a, NjTirLocal *b, NjSpan span)
{
    return nj_tir_compare(p->arena, op, nj_type_pybool(p->types), get(p, a, span), get(p, b, span));
}

/* A temporary with the value, assigned in `block`. */
static NjTirLocal *hold(Prepare *p, NjTirBlock *block, NjTirExpr *value)
{
    NjTirLocal *local = nj_tir_local_new(p->arena, p->fn, NULL, nj_type_pyint(p->types));
    nj_tir_assign(p->arena, block, local, nj_tir_cast(p->arena, local->type, value));
    return local;
}

/* next = start; while next < stop: var = next; next += step; body
 *
 * Lowering makes two versions of counted loops, with and without checks. Threads that take
 * different ones would wait at different barriers. */
static void make_while(Prepare *p, NjTirStmt *s)
{
    const NjType *i64 = nj_type_pyint(p->types);
    NjTirStmt loop = *s;
    NjSpan span = s->span;
    NjTirBlock outer = {0};
    NjTirLocal *next = hold(p, &outer, loop.as.for_.start);
    NjTirLocal *stop = hold(p, &outer, loop.as.for_.stop);
    NjTirLocal *step = hold(p, &outer, loop.as.for_.step);
    NjTirStmt *w = nj_tir_stmt(p->arena, NJ_S_WHILE, span);
    NjTirExpr *rising = compare(p, NJ_CMP_LT, next, stop, span);
    NjTirExpr *falling = compare(p, NJ_CMP_GT, next, stop, span);
    if (loop.as.for_.step_sign) {
        w->as.while_.cond = loop.as.for_.step_sign > 0 ? rising : falling;
    } else {
        NjTirExpr *zero = nj_tir_int(p->arena, i64, 0, span);
        NjTirExpr *is_up = nj_tir_compare(p->arena, NJ_CMP_GT, nj_type_pybool(p->types),
                                          get(p, step, span), zero);
        w->as.while_.cond = nj_tir_select(p->arena, is_up, rising, falling);
    }
    w->as.while_.loop_id = loop.as.for_.loop_id;
    NjTirBlock body = {0};
    NjTirLocal *var = loop.as.for_.var;
    nj_tir_assign(p->arena, &body, var, nj_tir_cast(p->arena, var->type, get(p, next, span)));
    nj_tir_assign(p->arena, &body, next,
                  nj_tir_binary(p->arena, NJ_BIN_ADD, NJ_ARITH_WRAP, i64, get(p, next, span),
                                get(p, step, span)));
    for (uint32_t i = 0; i < loop.as.for_.body.n; i++)
        nj_tir_push(p->arena, &body, loop.as.for_.body.items[i]);
    w->as.while_.body = body;
    nj_tir_push(p->arena, &outer, w);
    s->kind = NJ_S_BLOCK;
    s->as.block = outer;
}

/* ---- the walk ------------------------------------------------------------------------------- */

/* Extents of the block become constants; positions in it get their bound as an argument. */
static void know_extent(Prepare *p, NjTirExpr *x)
{
    int op = x->as.target_call.id;
    bool is_extent = op >= NJ_CU_ntid_x && op <= NJ_CU_ntid_z;
    bool is_position = op >= NJ_CU_tid_x && op <= NJ_CU_tid_z;
    int dim = op - (is_extent ? (int)NJ_CU_ntid_x : (int)NJ_CU_tid_x);
    if (!p->block || !(is_extent || is_position) || p->block[dim] == 0)
        return;
    if (is_extent || p->block[dim] == 1) {
        x->kind = NJ_X_CONST_INT;
        x->as.const_int.value = is_extent ? p->block[dim] : 0;
        return;
    }
    x->as.target_call.args = NJ_NEW_ARRAY(p->arena, NjTirExpr *, 1);
    x->as.target_call.args[0] = nj_tir_int(p->arena, x->type, p->block[dim], x->span);
    x->as.target_call.n = 1;
}

static void visit_extent(void *ctx, NjTirExpr **child)
{
    if ((*child)->kind == NJ_X_TARGET_CALL)
        know_extent(ctx, *child);
    nj_tir_children(*child, visit_extent, ctx);
}

static void visit_extents(void *ctx, NjTirBlock *block)
{
    for (uint32_t i = 0; i < block->n; i++) {
        nj_tir_stmt_exprs(block->items[i], visit_extent, ctx);
        nj_tir_stmt_blocks(block->items[i], visit_extents, ctx);
    }
}

static void visit_block(void *ctx, NjTirBlock *block)
{
    Prepare *p = ctx;
    for (uint32_t i = 0; i < block->n; i++) {
        NjTirStmt *s = block->items[i];
        nj_tir_stmt_blocks(s, visit_block, p);
        if (s->kind == NJ_S_FOR) {
            s->as.for_.is_parallel = false;
            if (has_sync(p, &s->as.for_.body))
                make_while(p, s);
        }
        if (s->kind == NJ_S_FOR || s->kind == NJ_S_WHILE)
            nj_kernel_batch(p->arena, p->types, p->fn, s);
    }
}

void nj_kernel_prepare(NjUnit *u, NjTypes *types, NjTirFn *fn, const uint32_t *block)
{
    Prepare p = {u, &u->arena, types, fn, block};
    fn->is_hot = true;
    nj_kernel_lists(p.arena, types, fn);
    visit_block(&p, &fn->body);
    visit_extents(&p, &fn->body);
    nj_kernel_stage(p.arena, fn);
}

/* ---- which arrays are only read ------------------------------------------------------------- */

typedef struct Written {
    const NjTirFn *fn;
    uint32_t bits;
} Written;

/* An array that is not just read from could be written wherever it goes. */
static void find_written(void *ctx, NjTirExpr **child)
{
    Written *w = ctx;
    NjTirExpr *x = *child;
    bool reads = x->kind == NJ_X_LOAD && x->as.load.base->kind == NJ_X_LOCAL;
    bool asks = (x->kind == NJ_X_SHAPE || x->kind == NJ_X_STRIDE) &&
                x->as.shape.a->kind == NJ_X_LOCAL;
    if (asks)
        return;
    if (reads) {
        for (uint32_t i = 0; i < x->as.load.n; i++)
            find_written(w, &x->as.load.subs[i].index);
        return;
    }
    for (uint32_t i = 0; x->kind == NJ_X_LOCAL && i < w->fn->n_params && i < 32; i++)
        if (w->fn->params[i] == x->as.local.local)
            w->bits |= UINT32_C(1) << i;
    nj_tir_children(x, find_written, w);
}

static void find_written_block(void *ctx, NjTirBlock *block)
{
    for (uint32_t i = 0; i < block->n; i++) {
        nj_tir_stmt_exprs(block->items[i], find_written, ctx);
        nj_tir_stmt_blocks(block->items[i], find_written_block, ctx);
    }
}

uint32_t nj_kernel_written(NjUnit *u, const NjTirFn *fn)
{
    Written w = {fn, 0};
    (void)u;
    find_written_block(&w, (NjTirBlock *)&fn->body);
    return w.bits;
}

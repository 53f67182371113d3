/* kernels_ahead.c - the next tile is on its way while this one is worked on.
 *
 *     for t in range(n):                         if 0 < n: ahead = A[row, tx]
 *         sA[ty, tx] = A[row, t * 32 + tx]       for t in range(n):
 *         syncthreads()                     =>       sA[ty, tx] = ahead
 *         ... work on sA                             syncthreads()
 *         syncthreads()                              if t + 1 < n: ahead = A[row, (t + 1) * 32 +
 * tx]
 *                                                    ... work on sA
 *                                                    syncthreads()
 *
 * As written, all threads of a block wait for the loads of each tile (H200, 32 x 32 tiles of
 * floats: a sixth of the time). In the loops that are changed nothing writes to global memory,
 * calls, or leaves early, so the loads give the same values behind the barrier of the round before,
 * and every load that is made ahead is used, unless something raises.
 *
 * Works on the loops that kernels_prepare.c has made: var = next; next += step; the body. */
#include "compiler/analysis/kernels_internal.h"

#include "compiler/ir/cuda.h"

enum { MAX_AHEAD = 8, MAX_DEPTH = 8 };

typedef struct Ahead {
    NjArena *arena;
    NjTirFn *fn;
    NjMap shared; /* locals that are shared arrays */
    NjTirStmt *loop;
    NjTirLocal *var, *next;
    uint32_t barrier; /* its index in the loop's body */
    NjMap assigned;   /* locals that the loop assigns -> the assignment, or the map: several */
    NjTirStmt *loads[MAX_AHEAD]; /* assignments in front of the barrier */
    NjTirExpr *early[MAX_AHEAD]; /* their values as functions of `next` */
    uint32_t n_loads;
    bool is_bad, has_load;
} Ahead;

/* ---- the loop ------------------------------------------------------------------------------- */

static const NjTirLocal *local_of(const NjTirExpr *x)
{
    while (x->kind == NJ_X_CAST)
        x = x->as.cast.a;
    return x->kind == NJ_X_LOCAL ? x->as.local.local : NULL;
}

/* var = next; next = next + step */
static bool find_counter(Ahead *a)
{
    const NjTirBlock *body = &a->loop->as.while_.body;
    if (a->loop->as.while_.pre.n || body->n < 4 || body->items[0]->kind != NJ_S_ASSIGN ||
        body->items[1]->kind != NJ_S_ASSIGN)
        return false;
    a->var = body->items[0]->as.assign.local;
    a->next = body->items[1]->as.assign.local;
    const NjTirExpr *sum = body->items[1]->as.assign.value;
    return a->var != a->next && local_of(body->items[0]->as.assign.value) == a->next &&
           sum->kind == NJ_X_BINARY && sum->as.binary.op == NJ_BIN_ADD &&
           local_of(sum->as.binary.a) == a->next;
}

static bool find_barrier(Ahead *a)
{
    const NjTirBlock *body = &a->loop->as.while_.body;
    for (a->barrier = 2; a->barrier < body->n; a->barrier++)
        if (body->items[a->barrier]->kind == NJ_S_BARRIER)
            return true;
    return false;
}

static void check_expr(void *ctx, NjTirExpr **child)
{
    Ahead *a = ctx;
    switch ((*child)->kind) {
    case NJ_X_CALL:
    case NJ_X_RTCALL:
    case NJ_X_TARGET_CALL:
    case NJ_X_ALLOC:
        a->is_bad = true;
        return;
    default:
        nj_tir_children(*child, check_expr, a);
    }
}

static void check_block(void *ctx, NjTirBlock *block)
{
    Ahead *a = ctx;
    for (uint32_t i = 0; i < block->n && !a->is_bad; i++) {
        NjTirStmt *s = block->items[i];
        void **at = NULL;
        switch (s->kind) {
        case NJ_S_ASSIGN:
            at = nj_map_at(a->arena, &a->assigned, s->as.assign.local);
            *at = *at ? a : (void *)s;
            break;
        case NJ_S_FOR:
            *nj_map_at(a->arena, &a->assigned, s->as.for_.var) = a;
            break;
        case NJ_S_STORE:
            a->is_bad |= s->as.store.base->kind != NJ_X_LOCAL ||
                         !nj_map_has(&a->shared, s->as.store.base->as.local.local);
            break;
        case NJ_S_IF:
        case NJ_S_BLOCK:
        case NJ_S_WHILE:
        case NJ_S_BARRIER:
            break;
        default:
            a->is_bad = true;
            return;
        }
        nj_tir_stmt_exprs(s, check_expr, a);
        nj_tir_stmt_blocks(s, check_block, a);
    }
}

/* ---- the loads ------------------------------------------------------------------------------ */

/* Writes the expression with `next` in the place of the loop's variable, and with the values of
 * what the loop computes before. */
static void make_early(void *ctx, NjTirExpr **child)
{
    Ahead *a = ctx;
    NjTirExpr *x = *child;
    for (int depth = 0; x->kind == NJ_X_LOCAL && nj_map_has(&a->assigned, x->as.local.local);
         depth++) {
        const NjTirBlock *body = &a->loop->as.while_.body;
        if (x->as.local.local == a->var) {
            NjTirExpr *next = nj_tir_local(a->arena, a->next, x->span);
            *child = nj_tir_cast(a->arena, x->type, next);
            return;
        }
        const void *s = nj_map_get(&a->assigned, x->as.local.local);
        uint32_t i = 2;
        while (i < a->barrier && body->items[i] != s)
            i++;
        if (i == a->barrier || depth == MAX_DEPTH) {
            a->is_bad = true;
            return;
        }
        *child = x = nj_tir_clone(a->arena, body->items[i]->as.assign.value);
    }
    switch (x->kind) {
    case NJ_X_LOAD: {
        const NjTirExpr *base = x->as.load.base;
        a->is_bad |= base->kind != NJ_X_LOCAL || !base->as.local.local->is_param ||
                     base->as.local.local->is_assigned;
        a->has_load = true;
        break;
    }
    case NJ_X_LOCAL:
    case NJ_X_CONST_INT:
    case NJ_X_CONST_FLOAT:
    case NJ_X_UNARY:
    case NJ_X_BINARY:
    case NJ_X_COMPARE:
    case NJ_X_CAST:
    case NJ_X_SELECT:
    case NJ_X_SHAPE:
        break;
    default:
        a->is_bad = true;
        return;
    }
    nj_tir_children(x, make_early, a);
}

static void find_loads(Ahead *a)
{
    const NjTirBlock *body = &a->loop->as.while_.body;
    for (uint32_t i = 2; i < a->barrier && a->n_loads < MAX_AHEAD; i++) {
        NjTirStmt *s = body->items[i];
        if (s->kind != NJ_S_ASSIGN || s->as.assign.local->type->kind != NJ_T_SCALAR)
            continue;
        NjTirExpr *early = nj_tir_clone(a->arena, s->as.assign.value);
        a->is_bad = a->has_load = false;
        make_early(a, &early);
        if (a->is_bad || !a->has_load)
            continue;
        a->loads[a->n_loads] = s;
        a->early[a->n_loads++] = early;
    }
}

/* ---- the rewrite ---------------------------------------------------------------------------- */

/* if the loop goes on with `next`: the loads of that round */
static NjTirStmt *loads_ahead(Ahead *a, NjTirLocal *const *ahead)
{
    NjTirStmt *s = nj_tir_stmt(a->arena, NJ_S_IF, a->loop->span);
    s->as.if_.cond = nj_tir_clone(a->arena, a->loop->as.while_.cond);
    for (uint32_t i = 0; i < a->n_loads; i++)
        nj_tir_assign(a->arena, &s->as.if_.then_block, ahead[i],
                      nj_tir_clone(a->arena, a->early[i]));
    return s;
}

static void rewrite(Ahead *a, NjTirBlock *before)
{
    NjTirLocal *ahead[MAX_AHEAD];
    NjTirBlock *body = &a->loop->as.while_.body;
    for (uint32_t i = 0; i < a->n_loads; i++) {
        const NjType *type = a->loads[i]->as.assign.local->type;
        ahead[i] = nj_tir_local_new(a->arena, a->fn, NULL, type);
    }
    nj_tir_push(a->arena, before, loads_ahead(a, ahead));
    nj_tir_insert(a->arena, body, a->barrier + 1, loads_ahead(a, ahead));
    for (uint32_t i = 0; i < a->n_loads; i++)
        a->loads[i]->as.assign.value = nj_tir_local(a->arena, ahead[i], a->loop->span);
}

static void visit_block(void *ctx, NjTirBlock *block)
{
    Ahead *outer = ctx;
    NjTirBlock out = {0};
    for (uint32_t i = 0; i < block->n; i++) {
        NjTirStmt *s = block->items[i];
        nj_tir_stmt_blocks(s, visit_block, outer);
        Ahead a = {.arena = outer->arena, .fn = outer->fn, .shared = outer->shared, .loop = s};
        if (s->kind == NJ_S_WHILE && find_counter(&a) && find_barrier(&a)) {
            check_block(&a, &s->as.while_.body);
            if (!a.is_bad)
                find_loads(&a);
            if (a.n_loads > 0)
                rewrite(&a, &out);
        }
        nj_tir_push(outer->arena, &out, s);
    }
    *block = out;
}

void nj_kernel_load_ahead(NjArena *arena, NjTirFn *fn, NjMap shared)
{
    Ahead a = {.arena = arena, .fn = fn, .shared = shared};
    visit_block(&a, &fn->body);
}

/* kernels_stage.c - tiles on their way to shared memory.
 *
 *     sA[ty, tx] = A[row, k]          a = A[row, k]
 *     sB[ty, tx] = B[k, col]    =>    b = B[k, col]
 *                                     sA[ty, tx] = a
 *                                     sB[ty, tx] = b
 *
 * As written, the second load waits for the first: a store stands between them, and behind it a
 * check that the backend may not pass. So stores to shared memory wait until something needs them:
 * a barrier, a load of shared memory, a change of what they use. */
#include "compiler/analysis/kernels_internal.h"

#include "compiler/ir/cuda.h"
#include "compiler/support/vec.h"

typedef struct Stage {
    NjArena *arena;
    NjTirFn *fn;
    NjMap shared; /* locals that are shared arrays, however they came about */
    NJ_VEC(NjTirStmt *) waiting;
    NjTirBlock out;
} Stage;

/* ---- shared arrays -------------------------------------------------------------------------- */

static bool makes_shared(const Stage *s, const NjTirExpr *x)
{
    if (x->kind == NJ_X_LOCAL)
        return nj_map_has(&s->shared, x->as.local.local);
    return x->kind == NJ_X_TARGET_CALL && (x->as.target_call.id == NJ_CU_shared_array ||
                                           x->as.target_call.id == NJ_CU_dynamic_shared);
}

static void find_shared(void *ctx, NjTirBlock *block)
{
    Stage *s = ctx;
    for (uint32_t i = 0; i < block->n; i++) {
        const NjTirStmt *stmt = block->items[i];
        if (stmt->kind == NJ_S_ASSIGN && makes_shared(s, stmt->as.assign.value))
            nj_map_put(s->arena, &s->shared, stmt->as.assign.local, NULL);
        nj_tir_stmt_blocks(block->items[i], find_shared, s);
    }
}

/* ---- what may go first ---------------------------------------------------------------------- */

typedef struct Look {
    const Stage *stage;
    bool is_harmless; /* reads nothing but variables and arrays given as parameters */
    bool uses_local;
    const NjTirLocal *local;
} Look;

static bool is_given(const NjTirExpr *base)
{
    return base->kind == NJ_X_LOCAL && base->as.local.local->is_param &&
           !base->as.local.local->is_assigned;
}

static void look_at(void *ctx, NjTirExpr **child)
{
    Look *look = ctx;
    NjTirExpr *x = *child;
    switch (x->kind) {
    case NJ_X_LOCAL:
        look->uses_local |= x->as.local.local == look->local;
        break;
    case NJ_X_LOAD:
        look->is_harmless &= is_given(x->as.load.base);
        break;
    case NJ_X_CONST_INT:
    case NJ_X_CONST_FLOAT:
    case NJ_X_CONST_COMPLEX:
    case NJ_X_UNIT:
    case NJ_X_UNARY:
    case NJ_X_BINARY:
    case NJ_X_COMPARE:
    case NJ_X_CAST:
    case NJ_X_SELECT:
    case NJ_X_SHAPE:
    case NJ_X_STRIDE:
        break;
    default:
        look->is_harmless = false;
        return;
    }
    nj_tir_children(x, look_at, look);
}

static bool uses(const Stage *s, NjTirStmt *stmt, const NjTirLocal *local)
{
    Look look = {s, true, false, local};
    nj_tir_stmt_exprs(stmt, look_at, &look);
    return look.uses_local;
}

/* The statement reads no shared memory and changes nothing that a waiting store uses. */
static bool may_pass(const Stage *s, NjTirStmt *stmt)
{
    Look look = {s, true, false, NULL};
    if (stmt->kind != NJ_S_ASSIGN && stmt->kind != NJ_S_IF && stmt->kind != NJ_S_BLOCK)
        return false;
    nj_tir_stmt_exprs(stmt, look_at, &look);
    if (!look.is_harmless)
        return false;
    if (stmt->kind == NJ_S_ASSIGN)
        for (uint32_t i = 0; i < s->waiting.n; i++)
            if (uses(s, s->waiting.items[i], stmt->as.assign.local))
                return false;
    const NjTirBlock *parts[2] = {NULL, NULL};
    if (stmt->kind == NJ_S_IF) {
        parts[0] = &stmt->as.if_.then_block;
        parts[1] = &stmt->as.if_.else_block;
    } else if (stmt->kind == NJ_S_BLOCK) {
        parts[0] = &stmt->as.block;
    }
    for (int k = 0; k < 2; k++)
        for (uint32_t i = 0; parts[k] && i < parts[k]->n; i++)
            if (!may_pass(s, parts[k]->items[i]))
                return false;
    return true;
}

/* ---- the rewrite ---------------------------------------------------------------------------- */

static void release(Stage *s)
{
    for (uint32_t i = 0; i < s->waiting.n; i++)
        nj_tir_push(s->arena, &s->out, s->waiting.items[i]);
    nj_vec_clear(&s->waiting);
}

/* A store to shared memory whose subscripts and value read no other memory than given arrays. */
static bool may_wait(const Stage *s, NjTirStmt *stmt)
{
    if (stmt->kind != NJ_S_STORE || !makes_shared(s, stmt->as.store.base))
        return false;
    Look look = {s, true, false, NULL};
    nj_tir_stmt_exprs(stmt, look_at, &look);
    return look.is_harmless;
}

static void put_off(Stage *s, NjTirStmt *stmt)
{
    NjTirExpr *value = stmt->as.store.value;
    NjTirLocal *held = nj_tir_local_new(s->arena, s->fn, NULL, value->type);
    nj_tir_assign(s->arena, &s->out, held, value);
    stmt->as.store.value = nj_tir_local(s->arena, held, value->span);
    nj_vec_push(s->arena, &s->waiting, stmt);
}

static void stage_block(void *ctx, NjTirBlock *block)
{
    Stage *outer = ctx;
    Stage s = {.arena = outer->arena, .fn = outer->fn, .shared = outer->shared};
    for (uint32_t i = 0; i < block->n; i++) {
        NjTirStmt *stmt = block->items[i];
        nj_tir_stmt_blocks(stmt, stage_block, &s);
        if (may_wait(&s, stmt)) {
            put_off(&s, stmt);
            continue;
        }
        if (!may_pass(&s, stmt))
            release(&s);
        nj_tir_push(s.arena, &s.out, stmt);
    }
    release(&s);
    *block = s.out;
}

void nj_kernel_stage(NjArena *arena, NjTirFn *fn)
{
    Stage s = {.arena = arena, .fn = fn};
    if (!fn->is_kernel) /* arrays given to other functions may lie in shared memory */
        return;
    find_shared(&s, &fn->body);
    if (s.shared.n == 0)
        return;
    stage_block(&s, &fn->body);
    nj_kernel_load_ahead(arena, fn, s.shared);
}

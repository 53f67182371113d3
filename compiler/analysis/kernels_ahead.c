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
 * floats: a tenth of the time). In the loops that are changed nothing writes to global memory,
 * calls, or leaves early, so the loads give the same values behind the barrier of the round before,
 * and every load that is made ahead is used, unless something raises.
 *
 * Works on the loops that kernels_prepare.c has made: var = next; next += step; the body. */
#include "compiler/analysis/kernels_internal.h"

#include "compiler/ir/cuda.h"

typedef struct Ahead {
    NjArena *arena;
    NjTirFn *fn;
    NjMap shared; /* locals that are shared arrays */
    NjTirStmt *loop;
    NjTirLocal *var, *next;
    uint32_t barrier; /* its index in the loop's body; what comes before it is the front */
    NjMap assigned;   /* locals that the loop assigns */
    NjMap set;        /* of these, what the front has certainly set so far */
    NjMap front;      /* and what it sets at all */
    NjMap ahead;      /* ASSIGN or STORE of the front with a load -> the local that has its value */
    NjMap renamed;    /* locals of the front -> those of the copy that runs ahead */
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
        switch (s->kind) {
        case NJ_S_ASSIGN:
            nj_map_put(a->arena, &a->assigned, s->as.assign.local, s);
            break;
        case NJ_S_FOR:
            nj_map_put(a->arena, &a->assigned, s->as.for_.var, s);
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

/* ---- the front ------------------------------------------------------------------------------ */

/* Reads given arrays and what the front has set itself, nothing of the round before (a local that
 * the copy ahead would read before setting it). */
static void look_expr(void *ctx, NjTirExpr **child)
{
    Ahead *a = ctx;
    const NjTirExpr *x = *child;
    const NjTirLocal *local = x->kind == NJ_X_LOCAL ? x->as.local.local : NULL;
    switch (x->kind) {
    case NJ_X_LOCAL:
        a->is_bad |= nj_map_has(&a->assigned, local) && !nj_map_has(&a->set, local);
        break;
    case NJ_X_LOAD: {
        const NjTirExpr *base = x->as.load.base;
        a->is_bad |= base->kind != NJ_X_LOCAL || !base->as.local.local->is_param ||
                     base->as.local.local->is_assigned;
        a->has_load = true;
        break;
    }
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
    nj_tir_children(*child, look_expr, a);
}

static void add_ahead(Ahead *a, const NjTirStmt *s, const NjType *type)
{
    a->is_bad |= type->kind != NJ_T_SCALAR;
    nj_map_put(a->arena, &a->ahead, s, nj_tir_local_new(a->arena, a->fn, NULL, type));
}

static void look_block(Ahead *a, const NjTirBlock *block, uint32_t from, uint32_t to);

static NjMap copy_map(NjArena *arena, const NjMap *map)
{
    NjMap copy = {0};
    for (uint32_t i = 0; i < map->n; i++)
        nj_map_put(arena, &copy, map->entries[i].key, NULL);
    return copy;
}

/* What both branches set is set. */
static void look_branches(Ahead *a, const NjTirBlock *yes, const NjTirBlock *no)
{
    NjMap before = copy_map(a->arena, &a->set);
    look_block(a, yes, 0, yes->n);
    NjMap one = a->set;
    a->set = before;
    look_block(a, no, 0, no->n);
    NjMap both = {0};
    for (uint32_t i = 0; i < one.n; i++)
        if (nj_map_has(&a->set, one.entries[i].key))
            nj_map_put(a->arena, &both, one.entries[i].key, NULL);
    a->set = both;
}

static void look_stmt(Ahead *a, NjTirStmt *s)
{
    a->has_load = false;
    switch (s->kind) {
    case NJ_S_ASSIGN:
        look_expr(a, &s->as.assign.value);
        if (a->has_load)
            add_ahead(a, s, s->as.assign.local->type);
        nj_map_put(a->arena, &a->set, s->as.assign.local, NULL);
        nj_map_put(a->arena, &a->front, s->as.assign.local, NULL);
        return;
    case NJ_S_STORE:
        for (uint32_t i = 0; i < s->as.store.n; i++)
            look_expr(a, &s->as.store.subs[i].index);
        a->is_bad |= a->has_load;
        look_expr(a, &s->as.store.value);
        if (a->has_load)
            add_ahead(a, s, s->as.store.value->type);
        return;
    case NJ_S_IF:
        look_expr(a, &s->as.if_.cond);
        a->is_bad |= a->has_load;
        look_branches(a, &s->as.if_.then_block, &s->as.if_.else_block);
        return;
    case NJ_S_BLOCK:
        look_block(a, &s->as.block, 0, s->as.block.n);
        return;
    default:
        a->is_bad = true;
    }
}

static void look_block(Ahead *a, const NjTirBlock *block, uint32_t from, uint32_t to)
{
    for (uint32_t i = from; i < to && !a->is_bad; i++)
        look_stmt(a, block->items[i]);
}

/* Fills `ahead`; false: the front is of another kind, or loads nothing. */
static bool look_at_front(Ahead *a)
{
    nj_map_put(a->arena, &a->set, a->var, NULL);
    nj_map_put(a->arena, &a->front, a->var, NULL);
    look_block(a, &a->loop->as.while_.body, 2, a->barrier);
    return !a->is_bad && a->ahead.n > 0;
}

/* ---- the copy that runs ahead --------------------------------------------------------------- */

static NjTirLocal *rename_local(Ahead *a, NjTirLocal *local)
{
    if (!nj_map_has(&a->front, local))
        return local;
    void **at = nj_map_at(a->arena, &a->renamed, local);
    if (!*at)
        *at = nj_tir_local_new(a->arena, a->fn, NULL, local->type);
    return *at;
}

static void rename_expr(void *ctx, NjTirExpr **child)
{
    Ahead *a = ctx;
    if ((*child)->kind == NJ_X_LOCAL)
        (*child)->as.local.local = rename_local(a, (*child)->as.local.local);
    nj_tir_children(*child, rename_expr, a);
}

static NjTirExpr *renamed_clone(Ahead *a, const NjTirExpr *x)
{
    NjTirExpr *copy = nj_tir_clone(a->arena, x);
    rename_expr(a, &copy);
    return copy;
}

/* The front of the round `next`, whose stores set locals instead of memory. */
static void copy_ahead(Ahead *a, const NjTirBlock *block, uint32_t from, uint32_t to,
                       NjTirBlock *out)
{
    for (uint32_t i = from; i < to; i++) {
        const NjTirStmt *s = block->items[i];
        NjTirLocal *ahead = nj_map_get(&a->ahead, s);
        if (s->kind == NJ_S_ASSIGN) {
            NjTirLocal *local = rename_local(a, s->as.assign.local);
            nj_tir_assign(a->arena, out, local, renamed_clone(a, s->as.assign.value));
            if (ahead)
                nj_tir_assign(a->arena, out, ahead,
                              nj_tir_local(a->arena, local, s->as.assign.value->span));
        } else if (s->kind == NJ_S_STORE) {
            if (ahead)
                nj_tir_assign(a->arena, out, ahead, renamed_clone(a, s->as.store.value));
        } else if (s->kind == NJ_S_BLOCK) {
            copy_ahead(a, &s->as.block, 0, s->as.block.n, out);
        } else {
            const NjTirBlock *yes = &s->as.if_.then_block, *no = &s->as.if_.else_block;
            NjTirStmt *made = nj_tir_stmt(a->arena, NJ_S_IF, s->span);
            made->as.if_.cond = renamed_clone(a, s->as.if_.cond);
            copy_ahead(a, yes, 0, yes->n, &made->as.if_.then_block);
            copy_ahead(a, no, 0, no->n, &made->as.if_.else_block);
            nj_tir_push(a->arena, out, made);
        }
    }
}

/* if the loop goes on with `next`: the front of that round */
static NjTirStmt *front_ahead(Ahead *a)
{
    NjTirStmt *s = nj_tir_stmt(a->arena, NJ_S_IF, a->loop->span);
    NjTirBlock *to = &s->as.if_.then_block;
    s->as.if_.cond = nj_tir_clone(a->arena, a->loop->as.while_.cond);
    a->renamed = (NjMap){0};
    nj_tir_assign(a->arena, to, rename_local(a, a->var),
                  nj_tir_cast(a->arena, a->var->type, nj_tir_local(a->arena, a->next, s->span)));
    copy_ahead(a, &a->loop->as.while_.body, 2, a->barrier, to);
    return s;
}

/* What was loaded ahead comes in the places of the loads. */
static void use_ahead(void *ctx, NjTirBlock *block)
{
    Ahead *a = ctx;
    for (uint32_t i = 0; i < block->n; i++) {
        NjTirStmt *s = block->items[i];
        NjTirLocal *ahead = nj_map_get(&a->ahead, s);
        if (ahead && s->kind == NJ_S_ASSIGN)
            s->as.assign.value = nj_tir_local(a->arena, ahead, s->span);
        else if (ahead)
            s->as.store.value = nj_tir_local(a->arena, ahead, s->span);
        nj_tir_stmt_blocks(s, use_ahead, a);
    }
}

/* ---- the pass ------------------------------------------------------------------------------- */

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
            if (!a.is_bad && look_at_front(&a)) {
                nj_tir_push(a.arena, &out, front_ahead(&a));
                NjTirStmt *inside = front_ahead(&a);
                use_ahead(&a, &s->as.while_.body);
                nj_tir_insert(a.arena, &s->as.while_.body, a.barrier + 1, inside);
            }
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

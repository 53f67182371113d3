/* kernels_quad.c - may the threads of a grid exchange the iterations of a loop?
 *
 * Yes, when together they run every iteration exactly once (start is the thread's number, step the
 * number of threads) and an iteration reads nothing that differs between threads: only its number,
 * parameters, what is the same for the whole launch, and what it has computed itself. Order between
 * iterations of different threads was never promised. */
#include "compiler/analysis/kernels_internal.h"

#include "compiler/ir/cuda.h"

#include <string.h>

enum { MAX_DEPTH = 10 };

/* ---- single assignments --------------------------------------------------------------------- */

typedef struct Search {
    const NjTirLocal *local;
    const NjTirStmt *except; /* not looked into */
    const NjTirExpr *value;
    uint32_t n;
} Search;

static void find_assignments(void *ctx, NjTirBlock *block)
{
    Search *search = ctx;
    for (uint32_t i = 0; i < block->n; i++) {
        NjTirStmt *s = block->items[i];
        if (s == search->except)
            continue;
        if (s->kind == NJ_S_ASSIGN && s->as.assign.local == search->local) {
            search->value = s->as.assign.value;
            search->n++;
        }
        search->n += s->kind == NJ_S_FOR && s->as.for_.var == search->local ? 2 : 0;
        nj_tir_stmt_blocks(s, find_assignments, search);
    }
}

const NjTirExpr *nj_kernel_value_of(const NjTirFn *fn, const NjTirStmt *except, const NjTirExpr *x)
{
    for (int depth = 0; depth < MAX_DEPTH; depth++) {
        if (x->kind == NJ_X_CAST && nj_type_is_int(x->type) &&
            nj_dtype_size(x->type->dtype) == 8) {
            x = x->as.cast.a;
            continue;
        }
        if (x->kind != NJ_X_LOCAL || x->as.local.local->is_param)
            return x;
        Search search = {x->as.local.local, except, NULL, 0};
        find_assignments(&search, (NjTirBlock *)&fn->body);
        if (search.n != 1)
            return x;
        x = search.value;
    }
    return x;
}

bool nj_kernel_is_op(const NjTirExpr *x, NjCudaOp op)
{
    return x->kind == NJ_X_TARGET_CALL && x->as.target_call.id == (int32_t)op;
}

bool nj_kernel_is_product(const NjTirFn *fn, const NjTirStmt *except, const NjTirExpr *x, NjCudaOp a,
                          NjCudaOp b)
{
    if (x->kind != NJ_X_BINARY || x->as.binary.op != NJ_BIN_MUL)
        return false;
    const NjTirExpr *left = nj_kernel_value_of(fn, except, x->as.binary.a),
                    *right = nj_kernel_value_of(fn, except, x->as.binary.b);
    return (nj_kernel_is_op(left, a) && nj_kernel_is_op(right, b)) || (nj_kernel_is_op(left, b) && nj_kernel_is_op(right, a));
}

bool nj_kernel_is_grid_loop(const NjTirFn *fn, const NjTirStmt *s, const NjTirExpr *start,
                            const NjTirExpr *step)
{
    const NjTirExpr *first = nj_kernel_value_of(fn, s, start), *by = nj_kernel_value_of(fn, s, step);
    if (!fn->is_kernel || !nj_kernel_is_product(fn, s, by, NJ_CU_ntid_x, NJ_CU_nctaid_x) ||
        first->kind != NJ_X_BINARY || first->as.binary.op != NJ_BIN_ADD)
        return false;
    const NjTirExpr *a = nj_kernel_value_of(fn, s, first->as.binary.a),
                    *b = nj_kernel_value_of(fn, s, first->as.binary.b);
    return (nj_kernel_is_op(b, NJ_CU_tid_x) && nj_kernel_is_product(fn, s, a, NJ_CU_ctaid_x, NJ_CU_ntid_x)) ||
           (nj_kernel_is_op(a, NJ_CU_tid_x) && nj_kernel_is_product(fn, s, b, NJ_CU_ctaid_x, NJ_CU_ntid_x));
}

/* ---- what an iteration knows ---------------------------------------------------------------- */

typedef struct Uniform {
    NjArena *arena;
    const NjTirFn *fn;
    NjMap known; /* locals: the loop's names, and what this iteration has assigned */
    bool differs;
} Uniform;

/* The same in all threads of the launch. */
static bool is_uniform_value(const NjTirFn *fn, const NjTirExpr *x, int depth)
{
    if (depth > MAX_DEPTH)
        return false;
    switch (x->kind) {
    case NJ_X_CONST_INT:
    case NJ_X_CONST_FLOAT:
        return true;
    case NJ_X_SHAPE:
        return x->as.shape.a->kind == NJ_X_LOCAL && x->as.shape.a->as.local.local->is_param;
    case NJ_X_CAST:
        return is_uniform_value(fn, x->as.cast.a, depth + 1);
    case NJ_X_BINARY:
        return is_uniform_value(fn, x->as.binary.a, depth + 1) &&
               is_uniform_value(fn, x->as.binary.b, depth + 1);
    case NJ_X_LOCAL: {
        if (x->as.local.local->is_param)
            return !x->as.local.local->is_assigned;
        Search search = {x->as.local.local, NULL, NULL, 0};
        find_assignments(&search, (NjTirBlock *)&fn->body);
        return search.n == 1 && is_uniform_value(fn, search.value, depth + 1);
    }
    default:
        return false;
    }
}

static void check_expr(void *ctx, NjTirExpr **child)
{
    Uniform *u = ctx;
    const NjTirExpr *x = *child;
    if (x->kind == NJ_X_LOCAL && !nj_map_has(&u->known, x->as.local.local))
        u->differs |= !is_uniform_value(u->fn, x, 0);
    nj_tir_children(*child, check_expr, u);
}

/* Locals assigned under a condition do not count as known behind it. */
static void check_block(Uniform *u, const NjTirBlock *block, bool is_certain)
{
    for (uint32_t i = 0; i < block->n; i++) {
        NjTirStmt *s = block->items[i];
        nj_tir_stmt_exprs(s, check_expr, u);
        if (s->kind == NJ_S_ASSIGN && is_certain)
            nj_map_put(u->arena, &u->known, s->as.assign.local, s);
        if (s->kind == NJ_S_IF) {
            check_block(u, &s->as.if_.then_block, false);
            check_block(u, &s->as.if_.else_block, false);
        } else if (s->kind == NJ_S_BLOCK) {
            check_block(u, &s->as.block, is_certain);
        }
    }
}

/* ---- what the rest of the function reads ---------------------------------------------------- */

typedef struct Reads {
    const NjTirStmt *except;
    const NjMap *assigned;
    bool found;
} Reads;

static void read_expr(void *ctx, NjTirExpr **child)
{
    Reads *r = ctx;
    if ((*child)->kind == NJ_X_LOCAL)
        r->found |= nj_map_has(r->assigned, (*child)->as.local.local);
    nj_tir_children(*child, read_expr, r);
}

static void read_block(void *ctx, NjTirBlock *block)
{
    Reads *r = ctx;
    for (uint32_t i = 0; i < block->n; i++) {
        if (block->items[i] == r->except)
            continue;
        nj_tir_stmt_exprs(block->items[i], read_expr, r);
        nj_tir_stmt_blocks(block->items[i], read_block, r);
    }
}

static void find_assigned(NjArena *arena, NjMap *assigned, const NjTirBlock *block)
{
    for (uint32_t i = 0; i < block->n; i++) {
        const NjTirStmt *s = block->items[i];
        if (s->kind == NJ_S_ASSIGN)
            nj_map_put(arena, assigned, s->as.assign.local, NULL);
        if (s->kind == NJ_S_IF) {
            find_assigned(arena, assigned, &s->as.if_.then_block);
            find_assigned(arena, assigned, &s->as.if_.else_block);
        } else if (s->kind == NJ_S_BLOCK) {
            find_assigned(arena, assigned, &s->as.block);
        }
    }
}

bool nj_kernel_is_uniform_body(NjArena *arena, const NjTirFn *fn, NjTirStmt *s,
                               const NjTirBlock *body, NjTirLocal *const *names, uint32_t n_names)
{
    Uniform u = {.arena = arena, .fn = fn};
    NjMap assigned = {0};
    for (uint32_t i = 0; i < n_names; i++) {
        nj_map_put(arena, &u.known, names[i], s);
        nj_map_put(arena, &assigned, names[i], NULL);
    }
    check_block(&u, body, true);
    find_assigned(arena, &assigned, body);
    Reads r = {s, &assigned, false};
    read_block(&r, (NjTirBlock *)&fn->body);
    return !u.differs && !r.found;
}

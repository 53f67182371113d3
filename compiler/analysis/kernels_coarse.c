/* kernels_coarse.c - kernels of one element a thread, four elements a thread.
 *
 *     i = cuda.grid(1)
 *     if i < n: y[i] = a * x[i] + y[i]
 *
 * A thread that loads, stores and ends has few loads in flight, too few to fill the memory's pipe.
 * So a thread may do the work of `count` neighbours along one coordinate, and the launch has fewer
 * blocks (ptx-backend/cuda_launch.c decides; small grids keep count 1). The order between threads
 * was never promised, so all of them may load before any of them stores:
 *
 *     if count == 1:
 *         the kernel as written, and return
 *     base = cuda.grid(1) * 4
 *     if all are in the grid, meet the condition and are in range of the arrays:
 *         the loads and sums of all, then the stores of all, without checks
 *     else:
 *         for copy in range(count): if base + copy < limit: the kernel as written
 *
 * Neighbours along the last coordinate of a plane share loads in a stencil; along a line they make
 * accesses of 16 bytes, where arrays are aligned. The launch fills the two parameters `limit`, the
 * number of threads that the program asked for along the coordinate, and `count`.
 *
 * Only kernels are changed that know their place along the coordinate by cuda.grid() alone (or what
 * amounts to it), have one condition at most around everything, and neither call nor wait. */
#include "compiler/analysis/clone.h"
#include "compiler/analysis/kernels_internal.h"

#include "compiler/ir/cuda.h"

#include <string.h>

enum { COPIES = NJ_KERNEL_COPIES, MAX_NODES = 160, MAX_ACCESSES = 16, MAX_DEPTH = 8 };

typedef struct Access {
    const NjTirExpr *base;
    const NjTirSub *subs;
    uint32_t n;
} Access;

typedef struct Coarse {
    NjArena *arena;
    NjTypes *types;
    NjTirFn *fn;
    uint32_t dim;              /* of the coordinate: 0 is x */
    NjTirBlock prologue, body; /* with `pos` for the position */
    NjTirExpr *cond;           /* of the body; NULL: none */
    NjTirLocal *pos, *base, *copy, *count, *limit;
    NjMap places;   /* locals with the thread's own numbers along the coordinate */
    NjMap assigned; /* locals that prologue and body assign -> the assignment or NULL */
    Access accesses[MAX_ACCESSES];
    uint32_t n_accesses, n_nodes, n_divisions, n_positions;
    bool has_store, is_bad, is_gpu;
    NjMap renamed;                     /* of the copy in work */
    NjTirLocal *aligned[MAX_ACCESSES]; /* arrays, by access; NULL: not known */
} Coarse;

/* ---- what the kernel consists of ------------------------------------------------------------ */

static bool is_place_op(const NjTirExpr *x, int first)
{
    return x->kind == NJ_X_TARGET_CALL && x->as.target_call.id >= first &&
           x->as.target_call.id < first + 3;
}

static void check_pure(void *ctx, NjTirExpr **child)
{
    bool *pure = ctx;
    const NjTirExpr *x = *child;
    switch (x->kind) {
    case NJ_X_CONST_INT:
    case NJ_X_CONST_FLOAT:
    case NJ_X_LOCAL:
    case NJ_X_COMPARE:
    case NJ_X_SELECT:
    case NJ_X_TUPLE:
    case NJ_X_TUPLE_GET:
        break;
    case NJ_X_SHAPE:
        *pure &= x->as.shape.a->kind == NJ_X_LOCAL && x->as.shape.a->as.local.local->is_param;
        break;
    case NJ_X_UNARY:
        *pure &= x->as.unary.arith == NJ_ARITH_WRAP;
        break;
    case NJ_X_CAST:
        *pure &= x->as.cast.arith == NJ_ARITH_WRAP;
        break;
    case NJ_X_BINARY:
        *pure &= x->as.binary.arith == NJ_ARITH_WRAP;
        break;
    case NJ_X_TARGET_CALL:
        *pure &= is_place_op(x, NJ_CU_tid_x) || is_place_op(x, NJ_CU_ctaid_x) ||
                 is_place_op(x, NJ_CU_ntid_x);
        break;
    default:
        *pure = false;
        return;
    }
    nj_tir_children(*child, check_pure, ctx);
}

static void check_pure_block(void *ctx, NjTirBlock *block)
{
    bool *pure = ctx;
    for (uint32_t i = 0; i < block->n && *pure; i++) {
        NjTirStmt *s = block->items[i];
        *pure &= s->kind == NJ_S_ASSIGN || s->kind == NJ_S_IF || s->kind == NJ_S_BLOCK;
        nj_tir_stmt_exprs(s, check_pure, pure);
        nj_tir_stmt_blocks(s, check_pure_block, pure);
    }
}

/* Computes numbers from the thread's place and the parameters, and does nothing else. */
static bool is_pure(NjTirStmt *s)
{
    NjTirBlock one = {&s, 1, 1};
    bool pure = true;
    check_pure_block(&pure, &one);
    return pure;
}

static bool is_return(const NjTirStmt *s)
{
    return s->kind == NJ_S_RETURN && !s->as.ret.value;
}

/* if cond: return */
static bool is_early_return(const NjTirStmt *s)
{
    if (s->kind != NJ_S_IF || s->as.if_.else_block.n || s->as.if_.then_block.n != 1)
        return false;
    bool pure = true;
    NjTirExpr *cond = s->as.if_.cond;
    check_pure(&pure, &cond);
    return pure && is_return(s->as.if_.then_block.items[0]);
}

static void add_condition(Coarse *c, NjTirExpr *cond)
{
    const NjType *type = nj_type_pybool(c->types);
    c->cond =
        c->cond ? nj_tir_binary(c->arena, NJ_BIN_AND, NJ_ARITH_WRAP, type, c->cond, cond) : cond;
}

/* A local that is true when the kernel goes on behind an early return. */
static void leave_early(Coarse *c, const NjTirStmt *s)
{
    const NjType *type = nj_type_pybool(c->types);
    NjTirLocal *stays = nj_tir_local_new(c->arena, c->fn, NULL, type);
    NjTirExpr *cond = nj_tir_clone(c->arena, s->as.if_.cond);
    nj_tir_assign(c->arena, &c->prologue, stays, nj_tir_unary(c->arena, NJ_UN_NOT, type, cond));
    add_condition(c, nj_tir_local(c->arena, stays, s->span));
}

/* Takes the function apart into copies: what it computes first, its condition, the body. */
static bool take_apart(Coarse *c)
{
    const NjTirBlock *all = &c->fn->body;
    uint32_t n = all->n, at = 0;
    if (n > 0 && is_return(all->items[n - 1]))
        n--;
    c->prologue = c->body = (NjTirBlock){0};
    c->cond = NULL;
    for (; at < n; at++) {
        NjTirStmt *s = all->items[at];
        if (is_early_return(s))
            leave_early(c, s);
        else if (is_pure(s))
            nj_tir_push(c->arena, &c->prologue, nj_tir_clone_stmt(c->arena, s));
        else
            break;
    }
    if (at + 1 == n && all->items[at]->kind == NJ_S_IF && !all->items[at]->as.if_.else_block.n) {
        bool pure = true;
        NjTirStmt *s = nj_tir_clone_stmt(c->arena, all->items[at]);
        check_pure(&pure, &s->as.if_.cond);
        if (pure) {
            add_condition(c, s->as.if_.cond);
            c->body = s->as.if_.then_block;
            return c->body.n > 0;
        }
    }
    for (; at < n; at++)
        nj_tir_push(c->arena, &c->body, nj_tir_clone_stmt(c->arena, all->items[at]));
    return c->body.n > 0;
}

/* ---- the position --------------------------------------------------------------------------- */

static bool is_position(const Coarse *c, const NjTirExpr *x)
{
    if (x->kind != NJ_X_BINARY || x->as.binary.op != NJ_BIN_ADD)
        return false;
    NjCudaOp tid = (NjCudaOp)(NJ_CU_tid_x + c->dim), ctaid = (NjCudaOp)(NJ_CU_ctaid_x + c->dim),
             ntid = (NjCudaOp)(NJ_CU_ntid_x + c->dim);
    const NjTirExpr *a = nj_kernel_value_of(c->fn, NULL, x->as.binary.a),
                    *b = nj_kernel_value_of(c->fn, NULL, x->as.binary.b);
    return (nj_kernel_is_op(b, tid) && nj_kernel_is_product(c->fn, NULL, a, ctaid, ntid)) ||
           (nj_kernel_is_op(a, tid) && nj_kernel_is_product(c->fn, NULL, b, ctaid, ntid));
}

static void put_position(void *ctx, NjTirExpr **child)
{
    Coarse *c = ctx;
    if (is_position(c, *child)) {
        *child = nj_tir_cast(c->arena, (*child)->type, nj_tir_local(c->arena, c->pos, c->fn->span));
        c->n_positions++;
        return;
    }
    nj_tir_children(*child, put_position, c);
}

static void put_positions(void *ctx, NjTirBlock *block)
{
    for (uint32_t i = 0; i < block->n; i++) {
        nj_tir_stmt_exprs(block->items[i], put_position, ctx);
        nj_tir_stmt_blocks(block->items[i], put_positions, ctx);
    }
}

static bool is_own_place(const Coarse *c, const NjTirExpr *x)
{
    return nj_kernel_is_op(x, (NjCudaOp)(NJ_CU_tid_x + c->dim)) ||
           nj_kernel_is_op(x, (NjCudaOp)(NJ_CU_ctaid_x + c->dim));
}

/* Numbers of the thread along the coordinate may lie in locals that nothing reads any more. */
static void find_places(void *ctx, NjTirBlock *block)
{
    Coarse *c = ctx;
    for (uint32_t i = 0; i < block->n; i++) {
        NjTirStmt *s = block->items[i];
        if (s->kind == NJ_S_ASSIGN) {
            if (is_own_place(c, s->as.assign.value))
                nj_map_put(c->arena, &c->places, s->as.assign.local, s);
            void **at = nj_map_at(c->arena, &c->assigned, s->as.assign.local);
            *at = *at ? c : (void *)s; /* `c`: several */
        }
        nj_tir_stmt_blocks(s, find_places, c);
    }
}

static void find_read_place(void *ctx, NjTirExpr **child)
{
    Coarse *c = ctx;
    const NjTirExpr *x = *child;
    c->is_bad |= is_own_place(c, x);
    c->is_bad |= x->kind == NJ_X_LOCAL && nj_map_has(&c->places, x->as.local.local);
    nj_tir_children(*child, find_read_place, c);
}

static void find_read_places(void *ctx, NjTirBlock *block)
{
    Coarse *c = ctx;
    for (uint32_t i = 0; i < block->n; i++) {
        NjTirStmt *s = block->items[i];
        if (s->kind != NJ_S_ASSIGN || !is_own_place(c, s->as.assign.value))
            nj_tir_stmt_exprs(s, find_read_place, c);
        nj_tir_stmt_blocks(s, find_read_places, c);
    }
}

/* Does the kernel know its place along the coordinate as a position in the grid, and only so? */
static bool find_position(Coarse *c, uint32_t dim)
{
    c->dim = dim;
    c->n_positions = 0;
    c->is_bad = false;
    c->places = c->assigned = (NjMap){0};
    if (!take_apart(c))
        return false;
    put_positions(c, &c->prologue);
    put_positions(c, &c->body);
    if (c->cond)
        put_position(c, &c->cond);
    find_places(c, &c->prologue);
    find_places(c, &c->body);
    find_read_places(c, &c->prologue);
    find_read_places(c, &c->body);
    if (c->cond)
        find_read_place(c, &c->cond);
    return c->n_positions > 0 && !c->is_bad;
}

/* ---- the body ------------------------------------------------------------------------------- */

static void add_access(Coarse *c, const NjTirExpr *base, const NjTirSub *subs, uint32_t n)
{
    const NjTirLocal *array = base->kind == NJ_X_LOCAL ? base->as.local.local : NULL;
    if (!array || !array->is_param || array->is_assigned || array->type->kind != NJ_T_ARRAY ||
        c->n_accesses == MAX_ACCESSES)
        c->is_bad = true;
    else
        c->accesses[c->n_accesses++] = (Access){base, subs, n};
}

static void read_expr(void *ctx, NjTirExpr **child)
{
    Coarse *c = ctx;
    const NjTirExpr *x = *child;
    c->is_bad |= ++c->n_nodes > MAX_NODES;
    switch (x->kind) {
    case NJ_X_LOAD:
        add_access(c, x->as.load.base, x->as.load.subs, x->as.load.n);
        break;
    case NJ_X_LOCAL:
    case NJ_X_CONST_INT:
    case NJ_X_CONST_FLOAT:
    case NJ_X_CONST_COMPLEX:
    case NJ_X_COMPARE:
    case NJ_X_SELECT:
    case NJ_X_TUPLE_GET:
    case NJ_X_SHAPE:
        break;
    case NJ_X_UNARY:
        c->is_bad |= x->as.unary.arith != NJ_ARITH_WRAP;
        break;
    case NJ_X_CAST:
        c->is_bad |= x->as.cast.arith != NJ_ARITH_WRAP;
        break;
    case NJ_X_BINARY:
        c->is_bad |= x->as.binary.arith != NJ_ARITH_WRAP || x->as.binary.op == NJ_BIN_POW;
        c->n_divisions += x->as.binary.op == NJ_BIN_DIV || x->as.binary.op == NJ_BIN_FLOORDIV ||
                          x->as.binary.op == NJ_BIN_MOD || x->as.binary.op == NJ_BIN_FMOD;
        break;
    default:
        c->is_bad = true;
        return;
    }
    nj_tir_children(*child, read_expr, c);
}

static void read_block(void *ctx, NjTirBlock *block)
{
    Coarse *c = ctx;
    for (uint32_t i = 0; i < block->n && !c->is_bad; i++) {
        NjTirStmt *s = block->items[i];
        switch (s->kind) {
        case NJ_S_ASSIGN:
            c->is_bad |= s->as.assign.local->type->kind != NJ_T_SCALAR;
            break;
        case NJ_S_STORE:
            c->has_store = true;
            add_access(c, s->as.store.base, s->as.store.subs, s->as.store.n);
            break;
        case NJ_S_IF:
        case NJ_S_BLOCK:
            break;
        default:
            c->is_bad = true;
            return;
        }
        nj_tir_stmt_exprs(s, read_expr, c);
        nj_tir_stmt_blocks(s, read_block, c);
    }
}

/* Puts the values of single assignments in the places of locals, so that a subscript can be
 * computed before the body runs. */
static void unfold(void *ctx, NjTirExpr **child)
{
    Coarse *c = ctx;
    for (int depth = 0; (*child)->kind == NJ_X_LOCAL && depth < MAX_DEPTH; depth++) {
        const NjTirStmt *s = nj_map_get(&c->assigned, (*child)->as.local.local);
        bool in_body = false;
        for (uint32_t i = 0; s && i < c->body.n; i++)
            in_body |= c->body.items[i] == s;
        if (!in_body)
            break;
        *child = nj_tir_clone(c->arena, s->as.assign.value);
    }
    nj_tir_children(*child, unfold, c);
}

static void find_body_local(void *ctx, NjTirExpr **child)
{
    Coarse *c = ctx;
    const NjTirExpr *x = *child;
    const void *s = x->kind == NJ_X_LOCAL ? nj_map_get(&c->assigned, x->as.local.local) : NULL;
    bool in_prologue = false;
    for (uint32_t i = 0; s && s != c && i < c->prologue.n; i++)
        in_prologue |= c->prologue.items[i] == s;
    c->is_bad |= s && !in_prologue;
    nj_tir_children(*child, find_body_local, c);
}

/* The subscript as a function of the position, or NULL. */
static NjTirExpr *early_index(Coarse *c, const NjTirExpr *index)
{
    NjTirExpr *x = nj_tir_clone(c->arena, index);
    bool pure = true;
    unfold(c, &x);
    check_pure(&pure, &x);
    c->is_bad = false;
    find_body_local(c, &x);
    return pure && !c->is_bad ? x : NULL;
}

static bool read_body(Coarse *c)
{
    enum { MAX_DIVISIONS = 1 };
    c->n_accesses = c->n_nodes = c->n_divisions = 0;
    c->has_store = c->is_bad = false;
    read_block(c, &c->body);
    if (c->is_bad || !c->has_store || c->n_divisions > MAX_DIVISIONS)
        return false;
    for (uint32_t i = 0; i < c->n_accesses; i++)
        for (uint32_t k = 0; k < c->accesses[i].n; k++)
            if (c->accesses[i].subs[k].check && !early_index(c, c->accesses[i].subs[k].index))
                return false;
    return true;
}

/* ---- building ------------------------------------------------------------------------------- */

static const NjType *int_type(Coarse *c)
{
    return nj_type_pyint(c->types);
}

static NjTirExpr *get(Coarse *c, NjTirLocal *local)
{
    return nj_tir_local(c->arena, local, c->fn->span);
}

static NjTirExpr *number(Coarse *c, int64_t value)
{
    return nj_tir_int(c->arena, int_type(c), value, c->fn->span);
}

static NjTirExpr *arith(Coarse *c, NjTirBinop op, NjTirExpr *a, NjTirExpr *b)
{
    return nj_tir_binary(c->arena, op, NJ_ARITH_WRAP, int_type(c), a, b);
}

static NjTirExpr *compare(Coarse *c, NjTirCmpop op, NjTirExpr *a, NjTirExpr *b)
{
    return nj_tir_compare(c->arena, op, nj_type_pybool(c->types), a, b);
}

static NjTirExpr *place(Coarse *c, int first, NjTirBlock *to)
{
    NjTirExpr *call = nj_tir_expr(c->arena, NJ_X_TARGET_CALL, int_type(c), c->fn->span);
    call->as.target_call.id = first + (int)c->dim;
    NjTirLocal *local = nj_tir_local_new(c->arena, c->fn, NULL, int_type(c));
    nj_tir_assign(c->arena, to, local, call);
    return get(c, local);
}

static NjTirStmt *add_if(Coarse *c, NjTirBlock *to, NjTirExpr *cond)
{
    NjTirStmt *s = nj_tir_stmt(c->arena, NJ_S_IF, c->fn->span);
    s->as.if_.cond = cond;
    nj_tir_push(c->arena, to, s);
    return s;
}

/* ---- copies with variables of their own ----------------------------------------------------- */

static NjTirLocal *rename_local(Coarse *c, NjTirLocal *local)
{
    if (local != c->pos && !nj_map_has(&c->assigned, local))
        return local;
    void **at = nj_map_at(c->arena, &c->renamed, local);
    if (!*at)
        *at = nj_tir_local_new(c->arena, c->fn, NULL, local->type);
    return *at;
}

static void rename_expr(void *ctx, NjTirExpr **child)
{
    Coarse *c = ctx;
    if ((*child)->kind == NJ_X_LOCAL)
        (*child)->as.local.local = rename_local(c, (*child)->as.local.local);
    nj_tir_children(*child, rename_expr, c);
}

static bool is_just(const NjTirExpr *x, const NjTirLocal *local)
{
    while (x->kind == NJ_X_CAST && nj_type_is_int(x->type) && nj_dtype_size(x->type->dtype) == 8)
        x = x->as.cast.a;
    return x->kind == NJ_X_LOCAL && x->as.local.local == local;
}

/* Accesses of the fast copies are in range; those at the position may have an aligned array. */
static void free_access(Coarse *c, NjTirExpr *base, NjTirSub *subs, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        if (subs[i].check)
            subs[i].wrap = false;
        subs[i].check = false;
    }
    for (uint32_t i = 0; i < c->n_accesses; i++)
        if (c->aligned[i] && c->accesses[i].base->as.local.local == base->as.local.local)
            base->as.local.local = c->aligned[i];
}

static void free_expr(void *ctx, NjTirExpr **child)
{
    NjTirExpr *x = *child;
    if (x->kind == NJ_X_LOAD)
        free_access(ctx, x->as.load.base, x->as.load.subs, x->as.load.n);
    nj_tir_children(x, free_expr, ctx);
}

static void free_block(void *ctx, NjTirBlock *block)
{
    for (uint32_t i = 0; i < block->n; i++) {
        NjTirStmt *s = block->items[i];
        nj_tir_stmt_exprs(s, free_expr, ctx);
        if (s->kind == NJ_S_STORE)
            free_access(ctx, s->as.store.base, s->as.store.subs, s->as.store.n);
        nj_tir_stmt_blocks(s, free_block, ctx);
    }
}

static void rename_block(void *ctx, NjTirBlock *block)
{
    Coarse *c = ctx;
    for (uint32_t i = 0; i < block->n; i++) {
        NjTirStmt *s = block->items[i];
        nj_tir_stmt_exprs(s, rename_expr, c);
        if (s->kind == NJ_S_ASSIGN)
            s->as.assign.local = rename_local(c, s->as.assign.local);
        nj_tir_stmt_blocks(s, rename_block, c);
    }
}

static NjTirExpr *renamed_clone(Coarse *c, const NjTirExpr *x)
{
    NjTirExpr *copy = nj_tir_clone(c->arena, x);
    rename_expr(c, &copy);
    return copy;
}

static void append(Coarse *c, NjTirBlock *to, const NjTirBlock *from)
{
    for (uint32_t i = 0; i < from->n; i++)
        nj_tir_push(c->arena, to, from->items[i]);
}

/* ---- the fast path -------------------------------------------------------------------------- */

/* Are all subscripts of the copy in range? The tests of one that needs none are left out. */
static void test_ranges(Coarse *c, NjTirExpr **all)
{
    const NjType *bool_type = nj_type_pybool(c->types);
    for (uint32_t i = 0; i < c->n_accesses; i++)
        for (uint32_t k = 0; k < c->accesses[i].n; k++) {
            const Access *access = &c->accesses[i];
            if (!access->subs[k].check)
                continue;
            NjTirExpr *index = early_index(c, access->subs[k].index);
            index = nj_tir_cast(c->arena, int_type(c), renamed_clone(c, index));
            NjTirExpr *length =
                nj_tir_shape(c->arena, int_type(c), nj_tir_clone(c->arena, access->base), k);
            NjTirExpr *low = compare(c, NJ_CMP_GE, nj_tir_clone(c->arena, index), number(c, 0));
            NjTirExpr *test = nj_tir_binary(c->arena, NJ_BIN_AND, NJ_ARITH_WRAP, bool_type, low,
                                            compare(c, NJ_CMP_LT, index, length));
            *all = *all ? nj_tir_binary(c->arena, NJ_BIN_AND, NJ_ARITH_WRAP, bool_type, *all, test)
                        : test;
        }
}

/* The statements up to the first that stores, and the value that it stores. */
static void split_head(Coarse *c, NjTirBlock *body, NjTirBlock *head, NjTirBlock *tail)
{
    uint32_t i = 0;
    for (; i < body->n && body->items[i]->kind == NJ_S_ASSIGN; i++)
        nj_tir_push(c->arena, head, body->items[i]);
    if (i < body->n && body->items[i]->kind == NJ_S_STORE) {
        NjTirStmt *s = body->items[i];
        NjTirLocal *value = nj_tir_local_new(c->arena, c->fn, NULL, s->as.store.value->type);
        nj_tir_assign(c->arena, head, value, s->as.store.value);
        s->as.store.value = get(c, value);
    }
    for (; i < body->n; i++)
        nj_tir_push(c->arena, tail, body->items[i]);
}

static NjTirExpr *device_call(Coarse *c, int32_t id, const NjType *type, NjTirLocal *array)
{
    NjTirExpr *call = nj_tir_expr(c->arena, NJ_X_TARGET_CALL, type, c->fn->span);
    call->as.target_call.id = id;
    call->as.target_call.n = 1;
    call->as.target_call.args = NJ_NEW_ARRAY(c->arena, NjTirExpr *, 1);
    call->as.target_call.args[0] = get(c, array);
    return call;
}

/* Along a line: arrays that are only accessed at the position get tests of their addresses. */
static void find_aligned(Coarse *c, NjTirBlock *to, NjTirExpr **all, NjTirBlock *promises)
{
    const NjType *bool_type = nj_type_pybool(c->types);
    for (uint32_t i = 0; i < c->n_accesses && c->dim == 0 && c->is_gpu; i++) {
        const Access *access = &c->accesses[i];
        NjTirLocal *array = access->base->as.local.local;
        bool is_plain = array->type->ndim == 1 && array->type->layout == NJ_LAYOUT_C, is_new = true;
        for (uint32_t k = 0; k < c->n_accesses && is_plain; k++) {
            const Access *other = &c->accesses[k];
            if (other->base->as.local.local != array)
                continue;
            NjTirExpr *index = early_index(c, other->subs[0].index);
            const NjTirExpr *seen = index ? nj_kernel_value_of(c->fn, NULL, index) : NULL;
            is_plain = seen && (is_just(index, c->pos) || is_position(c, seen));
            is_new &= k >= i;
        }
        if (!is_plain || !is_new)
            continue;
        NjTirLocal *test = nj_tir_local_new(c->arena, c->fn, NULL, bool_type);
        nj_tir_assign(c->arena, to, test, device_call(c, NJ_DEVICE_IS_ALIGNED, bool_type, array));
        *all =
            *all ? nj_tir_binary(c->arena, NJ_BIN_AND, NJ_ARITH_WRAP, bool_type, *all, get(c, test))
                 : get(c, test);
        c->aligned[i] = nj_tir_local_new(c->arena, c->fn, NULL, array->type);
        nj_tir_assign(c->arena, promises, c->aligned[i],
                      device_call(c, NJ_DEVICE_ALIGNED, array->type, array));
    }
}

static void add_fast(Coarse *c, NjTirBlock *to)
{
    NjTirBlock *at = to, heads = {0}, tails = {0}, promises = {0};
    NjTirExpr *tests = NULL;
    find_aligned(c, at, &tests, &promises);
    for (uint32_t copy = 0; copy < COPIES; copy++) {
        c->renamed = (NjMap){0};
        NjTirLocal *pos = rename_local(c, c->pos);
        nj_tir_assign(c->arena, at, pos,
                      copy ? arith(c, NJ_BIN_ADD, get(c, c->base), number(c, copy))
                           : get(c, c->base));
        NjTirBlock prologue = nj_tir_clone_block(c->arena, &c->prologue);
        rename_block(c, &prologue);
        append(c, at, &prologue);
        if (c->cond)
            at = &add_if(c, at, renamed_clone(c, c->cond))->as.if_.then_block;
        test_ranges(c, &tests);
        NjTirBlock body = nj_tir_clone_block(c->arena, &c->body);
        free_block(c, &body);
        rename_block(c, &body);
        split_head(c, &body, &heads, &tails);
    }
    if (tests)
        at = &add_if(c, at, tests)->as.if_.then_block;
    append(c, at, &promises);
    append(c, at, &heads);
    append(c, at, &tails);
    nj_tir_push(c->arena, at, nj_tir_stmt(c->arena, NJ_S_RETURN, c->fn->span));
}

/* ---- the function --------------------------------------------------------------------------- */

/* The kernel as written, at position c->pos. */
static void add_plain(Coarse *c, NjTirBlock *to)
{
    NjTirBlock prologue = nj_tir_clone_block(c->arena, &c->prologue);
    NjTirBlock body = nj_tir_clone_block(c->arena, &c->body);
    append(c, to, &prologue);
    if (c->cond)
        to = &add_if(c, to, nj_tir_clone(c->arena, c->cond))->as.if_.then_block;
    append(c, to, &body);
}

static NjTirStmt *slow_loop(Coarse *c)
{
    NjTirStmt *w = nj_tir_stmt(c->arena, NJ_S_WHILE, c->fn->span);
    NjTirBlock *body = &w->as.while_.body;
    w->as.while_.cond = compare(c, NJ_CMP_LT, get(c, c->copy), get(c, c->count));
    nj_tir_assign(c->arena, body, c->pos, arith(c, NJ_BIN_ADD, get(c, c->base), get(c, c->copy)));
    NjTirStmt *inside = add_if(c, body, compare(c, NJ_CMP_LT, get(c, c->pos), get(c, c->limit)));
    add_plain(c, &inside->as.if_.then_block);
    nj_tir_assign(c->arena, body, c->copy, arith(c, NJ_BIN_ADD, get(c, c->copy), number(c, 1)));
    return w;
}

static void build(Coarse *c)
{
    NjTirBlock out = {0};
    c->limit = nj_kernel_add_param(c->arena, c->fn, "limit", int_type(c));
    c->count = nj_kernel_add_param(c->arena, c->fn, "count", int_type(c));
    c->base = nj_tir_local_new(c->arena, c->fn, NULL, int_type(c));
    c->copy = nj_tir_local_new(c->arena, c->fn, NULL, int_type(c));
    NjTirLocal *thread = nj_tir_local_new(c->arena, c->fn, NULL, int_type(c));
    NjTirExpr *block = place(c, NJ_CU_ctaid_x, &out), *extent = place(c, NJ_CU_ntid_x, &out),
              *own = place(c, NJ_CU_tid_x, &out);
    nj_tir_assign(c->arena, &out, c->copy, number(c, 0));
    nj_tir_assign(c->arena, &out, thread,
                  arith(c, NJ_BIN_ADD, arith(c, NJ_BIN_MUL, block, extent), own));
    NjTirStmt *one = add_if(c, &out, compare(c, NJ_CMP_EQ, get(c, c->count), number(c, 1)));
    nj_tir_assign(c->arena, &one->as.if_.then_block, c->pos, get(c, thread));
    add_plain(c, &one->as.if_.then_block);
    nj_tir_push(c->arena, &one->as.if_.then_block, nj_tir_stmt(c->arena, NJ_S_RETURN, c->fn->span));
    nj_tir_assign(c->arena, &out, c->base, arith(c, NJ_BIN_MUL, get(c, thread), number(c, COPIES)));
    NjTirExpr *last = arith(c, NJ_BIN_ADD, get(c, c->base), number(c, COPIES - 1));
    NjTirStmt *fast = add_if(c, &out, compare(c, NJ_CMP_LT, last, get(c, c->limit)));
    add_fast(c, &fast->as.if_.then_block);
    nj_tir_push(c->arena, &out, slow_loop(c));
    nj_tir_push(c->arena, &out, nj_tir_stmt(c->arena, NJ_S_RETURN, c->fn->span));
    c->fn->body = out;
    c->fn->copy = c->copy;
    c->fn->copies = c->count;
    c->fn->copy_dim = c->dim;
}

bool nj_kernel_coarsen(NjArena *arena, NjTypes *types, NjTirFn *fn, bool is_gpu, uint32_t *out_dim)
{
    enum { X, Y };
    Coarse *c = NJ_NEW(arena, Coarse);
    c->arena = arena;
    c->types = types;
    c->fn = fn;
    c->is_gpu = is_gpu;
    c->pos = nj_tir_local_new(arena, fn, NULL, nj_type_pyint(types));
    if (!(find_position(c, Y) || find_position(c, X)) || !read_body(c))
        return false;
    build(c);
    *out_dim = c->dim;
    return true;
}

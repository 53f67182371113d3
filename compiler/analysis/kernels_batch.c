/* kernels_batch.c - grid-stride loops, four iterations at a time.
 *
 *     for i in range(cuda.grid(1), n, cuda.gridsize(1)): y[i] = a * x[i] + y[i]
 *
 * A thread that loads, computes and stores one element after the other has few loads in flight, too
 * few to fill the memory's pipe (H200: 3.5 of 4.8 TB/s). So the loads of four iterations go first:
 *
 *     while i < n - 3 * step:  x0 = x[i]; x1 = x[i + step]; ...  y[i] = a * x0 + y0; i += step; ...
 *     while i < n:             the iteration as written
 *
 * A load moves above the stores of the iterations before it. Elements of one array at subscript i
 * differ between iterations; two arrays may overlap, so a test in front of the loop tells whether
 * they are apart (or the same array), and that no subscript is negative.
 *
 * Where the loop is the whole grid's and an iteration does the same in every thread, threads may as
 * well take other iterations: four neighbours, which one 16-byte access loads or stores
 * (kernels_quad.c). Only loops whose step is some number of threads are changed: loops of one thread
 * are left to LLVM. */
#include "compiler/analysis/kernels_internal.h"

#include "compiler/ir/cuda.h"
#include "compiler/support/vec.h"

#include <string.h>

enum { MAX_LOADS = 6, MAX_STORES = 4, MAX_NODES = 96, COPIES = 4 };

typedef struct Batch {
    NjArena *arena;
    NjTypes *types;
    NjTirFn *fn;
    const NjTirBlock *body;
    NjTirLocal *var;                /* the loop's own variable */
    NjTirLocal *names[4];           /* locals that are equal to it in the body */
    uint32_t n_names;
    NjTirExpr *loads[MAX_LOADS];    /* in the body, at subscript var */
    NjTirLocal *values[COPIES][MAX_LOADS];
    uint32_t n_loads;
    NjTirLocal *stored[MAX_STORES]; /* arrays */
    bool is_plain[MAX_STORES];      /* stored at subscript var alone */
    uint32_t n_stored;
    uint32_t n_nodes;
    uint32_t depth;                 /* of conditions around the statement in work */
    uint32_t copy, next_load;       /* while a copy of the body is made */
    bool is_batch;                  /* of the copies, which start at 0 or above */
    bool is_quad;                   /* neighbours instead of iterations */
    NjTirLocal *aligned_from[MAX_LOADS + MAX_STORES]; /* quads: arrays, */
    NjTirLocal *aligned[MAX_LOADS + MAX_STORES];      /* and the same with aligned addresses */
    uint32_t n_aligned;
    bool is_bad;
} Batch;

/* ---- the step ------------------------------------------------------------------------------- */

/* A number of threads, or a product or sum of such: positive, the same for the whole launch. */
static bool counts_threads(const NjTirFn *fn, const NjTirExpr *x, int depth)
{
    if (depth > 8)
        return false;
    switch (x->kind) {
    case NJ_X_TARGET_CALL: {
        int32_t id = x->as.target_call.id;
        return (id >= NJ_CU_ntid_x && id <= NJ_CU_ntid_z) ||
               (id >= NJ_CU_nctaid_x && id <= NJ_CU_nctaid_z);
    }
    case NJ_X_CONST_INT:
        return x->as.const_int.value > 0 && depth > 0;
    case NJ_X_CAST:
        return counts_threads(fn, x->as.cast.a, depth + 1);
    case NJ_X_BINARY:
        return (x->as.binary.op == NJ_BIN_MUL || x->as.binary.op == NJ_BIN_ADD) &&
               counts_threads(fn, x->as.binary.a, depth + 1) &&
               counts_threads(fn, x->as.binary.b, depth + 1);
    case NJ_X_LOCAL: {
        const NjTirExpr *value = nj_kernel_value_of(fn, NULL, x);
        return value != x && counts_threads(fn, value, depth + 1);
    }
    default:
        return false;
    }
}

/* ---- what the body does --------------------------------------------------------------------- */

static bool is_var(const Batch *b, const NjTirExpr *x)
{
    if (x->kind == NJ_X_CAST && nj_type_is_int(x->type) && nj_dtype_size(x->type->dtype) == 8)
        x = x->as.cast.a;
    if (x->kind != NJ_X_LOCAL)
        return false;
    for (uint32_t i = 0; i < b->n_names; i++)
        if (b->names[i] == x->as.local.local)
            return true;
    return false;
}

static bool is_row(const NjTirExpr *base)
{
    return base->kind == NJ_X_LOCAL && base->type->ndim == 1 && base->type->layout == NJ_LAYOUT_C &&
           base->as.local.local->is_param && !base->as.local.local->is_assigned;
}

/* A load at the loop's variable that every iteration makes. */
static bool is_moved_load(const Batch *b, const NjTirExpr *x)
{
    return x->kind == NJ_X_LOAD && b->depth == 0 && x->as.load.n == 1 &&
           is_row(x->as.load.base) && is_var(b, x->as.load.subs[0].index);
}

static void read_expr(void *ctx, NjTirExpr **child)
{
    Batch *b = ctx;
    NjTirExpr *x = *child;
    switch (x->kind) {
    case NJ_X_CALL:
    case NJ_X_RTCALL:
    case NJ_X_TARGET_CALL:
    case NJ_X_ALLOC:
    case NJ_X_VIEW:
        b->is_bad = true;
        return;
    default:
        break;
    }
    b->is_bad |= ++b->n_nodes > MAX_NODES;
    if (is_moved_load(b, x) && b->n_loads < MAX_LOADS) {
        b->loads[b->n_loads++] = x;
        return;
    }
    nj_tir_children(x, read_expr, b);
}

static void read_store(Batch *b, const NjTirStmt *s)
{
    if (!is_row(s->as.store.base) || b->n_stored == MAX_STORES) {
        b->is_bad = true;
        return;
    }
    b->stored[b->n_stored] = s->as.store.base->as.local.local;
    b->is_plain[b->n_stored++] = is_var(b, s->as.store.subs[0].index);
}

static void read_block(void *ctx, NjTirBlock *block);

static void read_stmt(Batch *b, NjTirStmt *s)
{
    switch (s->kind) {
    case NJ_S_ASSIGN:
        for (uint32_t i = 0; i < b->n_names; i++)
            b->is_bad |= b->names[i] == s->as.assign.local;
        b->is_bad |= s->as.assign.local->type->kind != NJ_T_SCALAR;
        if (b->depth == 0 && is_var(b, s->as.assign.value) && b->n_names < 4) {
            b->names[b->n_names++] = s->as.assign.local;
            return;
        }
        break;
    case NJ_S_STORE:
        read_store(b, s);
        break;
    case NJ_S_IF:
    case NJ_S_BLOCK:
        break;
    default:
        b->is_bad = true;
        return;
    }
    nj_tir_stmt_exprs(s, read_expr, b);
    b->depth += s->kind == NJ_S_IF;
    nj_tir_stmt_blocks(s, read_block, b);
    b->depth -= s->kind == NJ_S_IF;
}

static void read_block(void *ctx, NjTirBlock *block)
{
    for (uint32_t i = 0; i < block->n; i++)
        read_stmt(ctx, block->items[i]);
}

/* No store of an earlier iteration may change what a load reads, overlap of arrays apart. */
static bool may_move(const Batch *b)
{
    for (uint32_t i = 0; i < b->n_loads; i++)
        for (uint32_t k = 0; k < b->n_stored; k++)
            if (b->stored[k] == b->loads[i]->as.load.base->as.local.local && !b->is_plain[k])
                return false;
    return !b->is_bad && b->n_stored > 0;
}

/* ---- the new loop --------------------------------------------------------------------------- */

static const NjType *int_type(Batch *b)
{
    return nj_type_pyint(b->types);
}

static NjTirExpr *get(Batch *b, NjTirLocal *local)
{
    return nj_tir_local(b->arena, local, b->fn->span);
}

static NjTirExpr *arith(Batch *b, NjTirBinop op, NjTirExpr *x, NjTirExpr *y)
{
    return nj_tir_binary(b->arena, op, NJ_ARITH_WRAP, int_type(b), x, y);
}

static NjTirExpr *number(Batch *b, int64_t value)
{
    return nj_tir_int(b->arena, int_type(b), value, b->fn->span);
}

/* The node of an array becomes that of the array with an aligned address, if there is one. */
static void use_aligned(const Batch *b, NjTirExpr *base)
{
    for (uint32_t i = 0; i < b->n_aligned; i++)
        if (b->aligned_from[i] == base->as.local.local)
            base->as.local.local = b->aligned[i];
}

static NjTirLocal *hold(Batch *b, NjTirBlock *block, NjTirExpr *value)
{
    NjTirLocal *local = nj_tir_local_new(b->arena, b->fn, NULL, value->type);
    nj_tir_assign(b->arena, block, local, value);
    return local;
}

/* An operation on one or two arrays that no program asks for. */
static NjTirExpr *device_call(Batch *b, int32_t id, const NjType *type, NjTirLocal *x,
                              NjTirLocal *y)
{
    NjTirExpr *call = nj_tir_expr(b->arena, NJ_X_TARGET_CALL, type, b->fn->span);
    call->as.target_call.id = id;
    call->as.target_call.n = y ? 2 : 1;
    call->as.target_call.args = NJ_NEW_ARRAY(b->arena, NjTirExpr *, 2);
    call->as.target_call.args[0] = get(b, x);
    if (y)
        call->as.target_call.args[1] = get(b, y);
    return call;
}

/* a and b; NULL counts as true. */
static NjTirExpr *both(Batch *b, NjTirExpr *x, NjTirExpr *y)
{
    if (!x || !y)
        return x ? x : y;
    return nj_tir_binary(b->arena, NJ_BIN_AND, NJ_ARITH_WRAP, nj_type_pybool(b->types), x, y);
}

static NjTirExpr *not_negative(Batch *b, NjTirLocal *local)
{
    return nj_tir_compare(b->arena, NJ_CMP_GE, nj_type_pybool(b->types), get(b, local),
                          number(b, 0));
}

/* Is every stored array apart from every loaded one? NULL: it goes without saying. */
static NjTirExpr *apart_test(Batch *b, NjTirBlock *block)
{
    NjTirExpr *all = NULL;
    const NjType *bool_type = nj_type_pybool(b->types);
    for (uint32_t i = 0; i < b->n_loads; i++) {
        NjTirLocal *loaded = b->loads[i]->as.load.base->as.local.local;
        for (uint32_t k = 0; k < b->n_stored; k++) {
            if (b->stored[k] == loaded)
                continue;
            int32_t id = b->is_plain[k] ? NJ_DEVICE_APART_OR_SAME : NJ_DEVICE_APART;
            NjTirExpr *test = device_call(b, id, bool_type, loaded, b->stored[k]);
            all = both(b, all, get(b, hold(b, block, test)));
        }
    }
    return all;
}

/* Puts the values loaded ahead in the places of the loads, which come in the order of read_expr. */
static void use_values(void *ctx, NjTirExpr **child)
{
    Batch *b = ctx;
    if (is_moved_load(b, *child) && b->next_load < b->n_loads) {
        *child = get(b, b->values[b->copy][b->next_load++]);
        return;
    }
    nj_tir_children(*child, use_values, b);
}

static void copy_child(void *ctx, NjTirExpr **child)
{
    Batch *b = ctx;
    *child = nj_tir_clone(b->arena, *child);
    use_values(b, child);
}

static void copy_block(Batch *b, const NjTirBlock *from, NjTirBlock *to);

static void copy_stmt(Batch *b, const NjTirStmt *s, NjTirBlock *to)
{
    NjTirStmt *made = nj_arena_copy(b->arena, s, sizeof *s);
    if (s->kind == NJ_S_STORE)
        made->as.store.subs =
            nj_arena_copy(b->arena, s->as.store.subs, s->as.store.n * sizeof *s->as.store.subs);
    bool is_name = s->kind == NJ_S_ASSIGN && is_var(b, s->as.assign.value);
    if (is_name)
        made->as.assign.value = nj_tir_clone(b->arena, s->as.assign.value);
    else
        nj_tir_stmt_exprs(made, copy_child, b);
    if (s->kind == NJ_S_STORE && b->is_batch && is_var(b, s->as.store.subs[0].index)) {
        made->as.store.subs[0].wrap = false;
        made->as.store.subs[0].check &= !b->is_quad;
        use_aligned(b, made->as.store.base);
    }
    b->depth += s->kind == NJ_S_IF;
    if (s->kind == NJ_S_IF) {
        made->as.if_.then_block = made->as.if_.else_block = (NjTirBlock){0};
        copy_block(b, &s->as.if_.then_block, &made->as.if_.then_block);
        copy_block(b, &s->as.if_.else_block, &made->as.if_.else_block);
    } else if (s->kind == NJ_S_BLOCK) {
        made->as.block = (NjTirBlock){0};
        copy_block(b, &s->as.block, &made->as.block);
    }
    b->depth -= s->kind == NJ_S_IF;
    nj_tir_push(b->arena, to, made);
}

static void copy_block(Batch *b, const NjTirBlock *from, NjTirBlock *to)
{
    for (uint32_t i = 0; i < from->n; i++)
        copy_stmt(b, from->items[i], to);
}

/* Loads for iteration number `copy` from now on: those at subscript at + copy * step. */
static void load_ahead(Batch *b, NjTirLocal *at, NjTirLocal *step, uint32_t copy, NjTirBlock *to)
{
    NjTirExpr *ahead = get(b, at);
    if (copy) {
        NjTirExpr *by = number(b, copy);
        ahead = arith(b, NJ_BIN_ADD, ahead,
                      b->is_quad ? by : arith(b, NJ_BIN_MUL, get(b, step), by));
    }
    NjTirLocal *index = hold(b, to, ahead);
    for (uint32_t i = 0; i < b->n_loads; i++) {
        NjTirExpr *load = nj_tir_clone(b->arena, b->loads[i]);
        load->as.load.subs[0].index = get(b, index);
        load->as.load.subs[0].wrap = false; /* the loop starts at 0 or above */
        load->as.load.subs[0].check &= !b->is_quad;
        use_aligned(b, load->as.load.base);
        b->values[copy][i] = hold(b, to, load);
    }
}

static NjTirStmt *make_loop(Batch *b, NjTirLocal *at, NjTirLocal *stop, NjTirBlock body)
{
    NjTirStmt *w = nj_tir_stmt(b->arena, NJ_S_WHILE, b->fn->span);
    w->as.while_.cond = nj_tir_compare(b->arena, NJ_CMP_LT, nj_type_pybool(b->types), get(b, at),
                                       get(b, stop));
    w->as.while_.body = body;
    return w;
}

/* var = at; at += step; the body */
static void add_iteration(Batch *b, NjTirLocal *at, NjTirLocal *step, uint32_t copy,
                          NjTirBlock *to)
{
    nj_tir_assign(b->arena, to, b->var, nj_tir_cast(b->arena, b->var->type, get(b, at)));
    nj_tir_assign(b->arena, to, at, arith(b, NJ_BIN_ADD, get(b, at), get(b, step)));
    b->copy = copy;
    b->next_load = 0;
    copy_block(b, b->body, to);
}

static NjTirBlock build(Batch *b, NjTirExpr *start, NjTirExpr *stop_value, NjTirExpr *step_value)
{
    NjTirBlock out = {0}, batch = {0}, single = {0};
    NjTirLocal *at = hold(b, &out, nj_tir_cast(b->arena, int_type(b), start));
    NjTirLocal *stop = hold(b, &out, nj_tir_cast(b->arena, int_type(b), stop_value));
    NjTirLocal *step = hold(b, &out, nj_tir_cast(b->arena, int_type(b), step_value));
    NjTirExpr *ahead = arith(b, NJ_BIN_MUL, get(b, step),
                             number(b, COPIES - 1));
    NjTirLocal *limit = hold(b, &out, arith(b, NJ_BIN_SUB, get(b, stop), ahead));
    NjTirExpr *test = both(b, not_negative(b, at), apart_test(b, &out));
    b->is_batch = true;
    for (uint32_t copy = 0; copy < COPIES; copy++)
        load_ahead(b, at, step, copy, &batch);
    for (uint32_t copy = 0; copy < COPIES; copy++)
        add_iteration(b, at, step, copy, &batch);
    NjTirStmt *fast = nj_tir_stmt(b->arena, NJ_S_IF, b->fn->span);
    fast->as.if_.cond = test;
    nj_tir_push(b->arena, &fast->as.if_.then_block, make_loop(b, at, limit, batch));
    nj_tir_push(b->arena, &out, fast);
    b->n_loads = 0; /* the rest as written */
    b->is_batch = false;
    add_iteration(b, at, step, 0, &single);
    nj_tir_push(b->arena, &out, make_loop(b, at, stop, single));
    return out;
}

/* ---- neighbours ----------------------------------------------------------------------------- */

static void add_aligned(Batch *b, NjTirLocal *array)
{
    for (uint32_t i = 0; i < b->n_aligned; i++)
        if (b->aligned_from[i] == array)
            return;
    b->aligned_from[b->n_aligned++] = array;
}

/* Are the addresses of all arrays aligned? */
static NjTirExpr *aligned_test(Batch *b, NjTirBlock *block)
{
    NjTirExpr *all = NULL;
    for (uint32_t i = 0; i < b->n_loads; i++)
        add_aligned(b, b->loads[i]->as.load.base->as.local.local);
    for (uint32_t i = 0; i < b->n_stored; i++)
        if (b->is_plain[i])
            add_aligned(b, b->stored[i]);
    for (uint32_t i = 0; i < b->n_aligned; i++)
        all = both(b, all,
                   get(b, hold(b, block,
                               device_call(b, NJ_DEVICE_IS_ALIGNED, nj_type_pybool(b->types),
                                           b->aligned_from[i], NULL))));
    return all;
}

/* at = 4 start; while at < stop - 3: the iterations at ... at + 3; at += 4 step */
static void add_quads(Batch *b, NjTirLocal *start, NjTirLocal *stop, NjTirLocal *step,
                      NjTirBlock *to)
{
    NjTirBlock body = {0};
    for (uint32_t i = 0; i < b->n_aligned; i++)
        b->aligned[i] = hold(b, to, device_call(b, NJ_DEVICE_ALIGNED, b->aligned_from[i]->type,
                                                b->aligned_from[i], NULL));
    NjTirLocal *at = hold(b, to, arith(b, NJ_BIN_MUL, get(b, start), number(b, COPIES)));
    NjTirLocal *by = hold(b, to, arith(b, NJ_BIN_MUL, get(b, step), number(b, COPIES)));
    NjTirLocal *limit = hold(b, to, arith(b, NJ_BIN_SUB, get(b, stop), number(b, COPIES - 1)));
    for (uint32_t copy = 0; copy < COPIES; copy++)
        load_ahead(b, at, step, copy, &body);
    for (uint32_t copy = 0; copy < COPIES; copy++) {
        NjTirExpr *index = arith(b, NJ_BIN_ADD, get(b, at), number(b, copy));
        nj_tir_assign(b->arena, &body, b->var, nj_tir_cast(b->arena, b->var->type, index));
        b->copy = copy;
        b->next_load = 0;
        copy_block(b, b->body, &body);
    }
    nj_tir_assign(b->arena, &body, at, arith(b, NJ_BIN_ADD, get(b, at), get(b, by)));
    nj_tir_push(b->arena, to, make_loop(b, at, limit, body));
}

/* What is left behind the last whole quad: as a rule up to three iterations, one each for the first
 * threads; more, with an exception, where an array is too short. */
static void add_rest(Batch *b, NjTirLocal *start, NjTirLocal *stop, NjTirLocal *end,
                     NjTirLocal *step, NjTirBlock *to)
{
    NjTirBlock body = {0};
    NjTirExpr *whole = arith(b, NJ_BIN_AND, get(b, end), number(b, ~(int64_t)(COPIES - 1)));
    NjTirLocal *at = hold(b, to, arith(b, NJ_BIN_ADD, whole, get(b, start)));
    add_iteration(b, at, step, 0, &body);
    nj_tir_push(b->arena, to, make_loop(b, at, stop, body));
}

/* Where quads need no check: the least of the loop's end and the lengths of the arrays. */
static NjTirLocal *safe_end(Batch *b, NjTirLocal *stop, NjTirBlock *to)
{
    NjTirExpr *least = get(b, stop);
    for (uint32_t i = 0; i < b->n_aligned; i++)
        least = arith(b, NJ_BIN_MIN, least,
                      nj_tir_shape(b->arena, int_type(b), get(b, b->aligned_from[i]), 0));
    return hold(b, to, least);
}

static NjTirBlock build_quads(Batch *b, NjTirExpr *start_value, NjTirExpr *stop_value,
                              NjTirExpr *step_value)
{
    NjTirBlock out = {0}, single = {0};
    NjTirLocal *start = hold(b, &out, nj_tir_cast(b->arena, int_type(b), start_value));
    NjTirLocal *stop = hold(b, &out, nj_tir_cast(b->arena, int_type(b), stop_value));
    NjTirLocal *step = hold(b, &out, nj_tir_cast(b->arena, int_type(b), step_value));
    NjTirExpr *test = both(b, not_negative(b, stop), apart_test(b, &out));
    NjTirStmt *choice = nj_tir_stmt(b->arena, NJ_S_IF, b->fn->span);
    choice->as.if_.cond = both(b, test, aligned_test(b, &out));
    NjTirLocal *end = safe_end(b, stop, &out);
    b->is_batch = b->is_quad = true;
    add_quads(b, start, end, step, &choice->as.if_.then_block);
    b->n_loads = 0; /* the rest as written */
    b->n_aligned = 0;
    b->is_batch = b->is_quad = false;
    add_rest(b, start, stop, end, step, &choice->as.if_.then_block);
    NjTirBlock *slow = &choice->as.if_.else_block;
    NjTirLocal *at = hold(b, slow, get(b, start));
    add_iteration(b, at, step, 0, &single);
    nj_tir_push(b->arena, slow, make_loop(b, at, stop, single));
    nj_tir_push(b->arena, &out, choice);
    return out;
}

/* ---- the two forms of loops ----------------------------------------------------------------- */

static bool begin(Batch *b, NjTirFn *fn, const NjTirBlock *body, NjTirLocal *var)
{
    b->fn = fn;
    b->body = body;
    b->var = var;
    b->names[b->n_names++] = var;
    read_block(b, (NjTirBlock *)body);
    return may_move(b);
}

/* Which thread runs an iteration makes no difference, and nothing of it is used after the loop. */
static bool is_the_same_everywhere(const Batch *b, NjTirStmt *s)
{
    return nj_kernel_is_uniform_body(b->arena, b->fn, s, b->body, b->names, b->n_names);
}

static void replace(NjTirStmt *s, NjTirBlock block)
{
    s->kind = NJ_S_BLOCK;
    s->as.block = block;
}

static void batch_for(Batch *b, NjTirFn *fn, NjTirStmt *s)
{
    if (!counts_threads(fn, s->as.for_.step, 0) || !begin(b, fn, &s->as.for_.body, s->as.for_.var))
        return;
    NjTirExpr *start = s->as.for_.start, *stop = s->as.for_.stop, *step = s->as.for_.step;
    bool gains = b->n_loads > 0;
    bool is_free = nj_kernel_is_grid_loop(fn, s, start, step) && is_the_same_everywhere(b, s);
    if (is_free)
        replace(s, build_quads(b, start, stop, step));
    else if (gains)
        replace(s, build(b, start, stop, step));
}

/* An expression that nothing in the body changes. */
static bool is_fixed(const NjTirExpr *x)
{
    if (x->kind == NJ_X_CAST)
        return is_fixed(x->as.cast.a);
    return x->kind == NJ_X_CONST_INT || (x->kind == NJ_X_SHAPE && is_row(x->as.shape.a)) ||
           (x->kind == NJ_X_LOCAL && x->as.local.local->is_param &&
            !x->as.local.local->is_assigned);
}

static bool is_local(const NjTirExpr *x, const NjTirLocal *local)
{
    while (x->kind == NJ_X_CAST)
        x = x->as.cast.a;
    return x->kind == NJ_X_LOCAL && x->as.local.local == local;
}

/* while i < stop: body; i = i + step, with i dead afterwards or not: it ends as it would. */
static void batch_while(Batch *b, NjTirFn *fn, NjTirStmt *s)
{
    NjTirBlock body = s->as.while_.body;
    const NjTirExpr *cond = s->as.while_.cond;
    if (s->as.while_.pre.n || body.n < 2 || cond->kind != NJ_X_COMPARE ||
        cond->as.compare.op != NJ_CMP_LT || !is_fixed(cond->as.compare.b))
        return;
    const NjTirStmt *last = body.items[body.n - 1];
    const NjTirExpr *next = last->kind == NJ_S_ASSIGN ? last->as.assign.value : NULL;
    if (!next || next->kind != NJ_X_BINARY || next->as.binary.op != NJ_BIN_ADD ||
        !nj_type_is_int(next->type) || nj_dtype_size(next->type->dtype) != 8)
        return;
    NjTirLocal *i = last->as.assign.local;
    if (!is_local(next->as.binary.a, i) || !is_local(cond->as.compare.a, i) ||
        !counts_threads(fn, next->as.binary.b, 0))
        return;
    body.n--;
    NjTirBlock *kept = nj_arena_copy(b->arena, &body, sizeof body);
    if (!begin(b, fn, kept, i))
        return;
    NjTirExpr *start = nj_tir_local(b->arena, i, s->span);
    NjTirExpr *step = next->as.binary.b, *stop = cond->as.compare.b;
    if (nj_kernel_is_grid_loop(fn, s, start, step) && is_the_same_everywhere(b, s)) {
        replace(s, build_quads(b, start, stop, step));
        return;
    }
    if (b->n_loads == 0)
        return;
    /* The loop's own counter runs ahead of i, which gets its last value at the end. */
    NjTirBlock out = build(b, start, stop, step);
    NjTirLocal *at = out.items[0]->as.assign.local;
    nj_tir_assign(b->arena, &out, i, nj_tir_cast(b->arena, i->type, get(b, at)));
    replace(s, out);
}

void nj_kernel_batch(NjArena *arena, NjTypes *types, NjTirFn *fn, NjTirStmt *s)
{
    Batch b = {.arena = arena, .types = types};
    if (s->kind == NJ_S_FOR)
        batch_for(&b, fn, s);
    else if (s->kind == NJ_S_WHILE)
        batch_while(&b, fn, s);
}

/* spmd.c - the order of work of the pass, launches, and what its parts build statements with.
 *
 * A kernel is rewritten in place into the function of one block: its parameters are followed by the
 * block's position, the extents of block and grid, and the dynamic shared memory. Operations that
 * ask for a position read these, or the variables of the loops over the threads. */
#include "compiler/analysis/spmd.h"

#include "compiler/analysis/effects.h"
#include "compiler/analysis/spmd_internal.h"

#include <string.h>

/* ---- building ------------------------------------------------------------------------------- */

NjTirExpr *nj_sp_int(NjSpmd *c, int64_t value)
{
    return nj_tir_int(c->arena, c->int_type, value, c->span);
}

NjTirExpr *nj_sp_bool(NjSpmd *c, bool value)
{
    return nj_tir_int(c->arena, c->bool_type, value, c->span);
}

NjTirExpr *nj_sp_use(NjSpmd *c, NjTirLocal *local)
{
    return nj_tir_local(c->arena, local, c->span);
}

NjTirLocal *nj_sp_temp(NjSpmd *c, const NjType *type)
{
    return nj_tir_local_new(c->arena, c->fn, NULL, type);
}

static bool is_int(const NjTirExpr *e, int64_t value)
{
    return e->kind == NJ_X_CONST_INT && e->as.const_int.value == value;
}

static bool fold(NjTirBinop op, int64_t a, int64_t b, int64_t *out)
{
    switch (op) {
    case NJ_BIN_ADD:
        return !__builtin_add_overflow(a, b, out);
    case NJ_BIN_SUB:
        return !__builtin_sub_overflow(a, b, out);
    case NJ_BIN_MUL:
        return !__builtin_mul_overflow(a, b, out);
    case NJ_BIN_MIN:
        *out = a < b ? a : b;
        return true;
    case NJ_BIN_MAX:
        *out = a > b ? a : b;
        return true;
    default:
        return false;
    }
}

NjTirExpr *nj_sp_bin(NjSpmd *c, NjTirBinop op, NjTirExpr *a, NjTirExpr *b)
{
    int64_t value;
    if (a->kind == NJ_X_CONST_INT && b->kind == NJ_X_CONST_INT &&
        fold(op, a->as.const_int.value, b->as.const_int.value, &value))
        return nj_tir_int(c->arena, a->type, value, c->span);
    if ((op == NJ_BIN_ADD || op == NJ_BIN_SUB) && is_int(b, 0))
        return a;
    if ((op == NJ_BIN_ADD && is_int(a, 0)) || (op == NJ_BIN_MUL && is_int(a, 1)))
        return b;
    if (op == NJ_BIN_MUL && is_int(b, 1))
        return a;
    return nj_tir_binary(c->arena, op, NJ_ARITH_WRAP, a->type, a, b);
}

NjTirExpr *nj_sp_cmp(NjSpmd *c, NjTirCmpop op, NjTirExpr *a, NjTirExpr *b)
{
    return nj_tir_compare(c->arena, op, c->bool_type, a, b);
}

NjTirExpr *nj_sp_not(NjSpmd *c, NjTirExpr *a)
{
    return nj_tir_unary(c->arena, NJ_UN_NOT, c->bool_type, a);
}

NjTirStmt *nj_sp_assign(NjSpmd *c, NjTirLocal *local, NjTirExpr *value)
{
    NjTirStmt *s = nj_tir_stmt(c->arena, NJ_S_ASSIGN, c->span);
    s->as.assign.local = local;
    s->as.assign.value = value;
    return s;
}

static NjTirSub *one_sub(NjSpmd *c, NjTirExpr *index)
{
    NjTirSub *sub = NJ_NEW(c->arena, NjTirSub);
    sub->index = index;
    return sub;
}

NjTirStmt *nj_sp_store(NjSpmd *c, NjTirLocal *array, NjTirExpr *index, NjTirExpr *value)
{
    NjTirStmt *s = nj_tir_stmt(c->arena, NJ_S_STORE, c->span);
    s->as.store.base = nj_sp_use(c, array);
    s->as.store.subs = one_sub(c, index);
    s->as.store.n = 1;
    s->as.store.value = value;
    return s;
}

NjTirExpr *nj_sp_load(NjSpmd *c, NjTirLocal *array, NjTirExpr *index)
{
    const NjType *type = nj_type_scalar(c->types, array->type->dtype, false);
    NjTirExpr *e = nj_tir_expr(c->arena, NJ_X_LOAD, type, c->span);
    e->as.load.base = nj_sp_use(c, array);
    e->as.load.subs = one_sub(c, index);
    e->as.load.n = 1;
    return e;
}

NjTirStmt *nj_sp_if(NjSpmd *c, NjTirExpr *cond)
{
    NjTirStmt *s = nj_tir_stmt(c->arena, NJ_S_IF, c->span);
    s->as.if_.cond = cond;
    return s;
}

NjTirStmt *nj_sp_for(NjSpmd *c, NjTirLocal *var, NjTirExpr *start, NjTirExpr *stop)
{
    NjTirStmt *s = nj_tir_stmt(c->arena, NJ_S_FOR, c->span);
    s->as.for_.var = var;
    s->as.for_.start = start;
    s->as.for_.stop = stop;
    s->as.for_.step = nj_sp_int(c, 1);
    s->as.for_.step_sign = 1;
    return s;
}

NjTirLocal *nj_sp_array(NjSpmd *c, NprtDtype dtype, const int64_t *extents, unsigned n)
{
    NjTirLocal *local = nj_sp_temp(c, nj_type_array(c->types, dtype, n, NJ_LAYOUT_C));
    NjTirExpr *e = nj_tir_expr(c->arena, NJ_X_TARGET_CALL, local->type, c->span);
    e->as.target_call.id = NJ_CU_local_array;
    e->as.target_call.n = n;
    e->as.target_call.args = NJ_NEW_ARRAY(c->arena, NjTirExpr *, n);
    for (unsigned i = 0; i < n; i++)
        e->as.target_call.args[i] = nj_sp_int(c, extents[i]);
    nj_tir_push(c->arena, &c->prologue, nj_sp_assign(c, local, e));
    nj_sp_facts(c, local)->is_block = true;
    return local;
}

NjTirLocal *nj_sp_alloc(NjSpmd *c, const NjType *type, NjTirExpr **extents)
{
    NjTirLocal *local = nj_sp_temp(c, type);
    NjTirExpr *e = nj_tir_expr(c->arena, NJ_X_ALLOC, type, c->span);
    e->as.alloc.n = type->ndim;
    e->as.alloc.shape = nj_arena_copy(c->arena, extents, type->ndim * sizeof *extents);
    nj_tir_push(c->arena, &c->prologue, nj_sp_assign(c, local, e));
    nj_sp_facts(c, local)->is_block = true;
    return local;
}

NjTirLocal *nj_sp_thread_array(NjSpmd *c, NprtDtype dtype)
{
    int64_t n = nj_sp_max_threads(c);
    if (!c->is_grid)
        return nj_sp_array(c, dtype, &n, 1);
    NjTirExpr *all = nj_sp_bin(c, NJ_BIN_MUL, nj_sp_n_blocks(c), nj_sp_n_threads(c));
    return nj_sp_alloc(c, nj_type_array(c->types, dtype, 1, NJ_LAYOUT_C), &all);
}

NjTirExpr *nj_sp_slot(NjSpmd *c)
{
    NjTirExpr *own = nj_sp_bin(c, NJ_BIN_ADD, nj_sp_use(c, c->row), nj_sp_use(c, c->tid[c->inner]));
    return c->is_grid ? nj_sp_bin(c, NJ_BIN_ADD, nj_sp_use(c, c->first), own) : own;
}

NjTirExpr *nj_sp_thread_of_all(NjSpmd *c)
{
    NjTirExpr *thread = nj_sp_thread(c);
    return c->is_grid ? nj_sp_bin(c, NJ_BIN_ADD, nj_sp_use(c, c->first), thread) : thread;
}

NjTirExpr *nj_sp_n_blocks(NjSpmd *c)
{
    NjTirExpr *xy = nj_sp_bin(c, NJ_BIN_MUL, nj_sp_use(c, c->gdim[0]), nj_sp_use(c, c->gdim[1]));
    return nj_sp_bin(c, NJ_BIN_MUL, xy, nj_sp_use(c, c->gdim[2]));
}

NjTirExpr *nj_sp_n_warps(NjSpmd *c)
{
    NjTirExpr *more = nj_sp_bin(c, NJ_BIN_ADD, nj_sp_n_threads(c), nj_sp_int(c, NJ_CUDA_LANES - 1));
    return nj_tir_binary(c->arena, NJ_BIN_SHR, NJ_ARITH_WRAP, c->int_type, more, nj_sp_int(c, 5));
}

NjTirExpr *nj_sp_bdim(NjSpmd *c, unsigned dim)
{
    return c->known_bdim[dim] >= 0 ? nj_sp_int(c, c->known_bdim[dim]) : nj_sp_use(c, c->bdim[dim]);
}

NjTirExpr *nj_sp_thread(NjSpmd *c)
{
    if (c->inner == 0)
        return nj_sp_bin(c, NJ_BIN_ADD, nj_sp_use(c, c->row), nj_sp_use(c, c->tid[0]));
    NjTirExpr *n = nj_sp_bin(c, NJ_BIN_MUL, nj_sp_use(c, c->tid[2]), nj_sp_bdim(c, 1));
    n = nj_sp_bin(c, NJ_BIN_MUL, nj_sp_bin(c, NJ_BIN_ADD, n, nj_sp_use(c, c->tid[1])),
                  nj_sp_bdim(c, 0));
    return nj_sp_bin(c, NJ_BIN_ADD, n, nj_sp_use(c, c->tid[0]));
}

NjTirExpr *nj_sp_n_threads(NjSpmd *c)
{
    NjTirExpr *xy = nj_sp_bin(c, NJ_BIN_MUL, nj_sp_bdim(c, 0), nj_sp_bdim(c, 1));
    return nj_sp_bin(c, NJ_BIN_MUL, xy, nj_sp_bdim(c, 2));
}

int64_t nj_sp_max_threads(const NjSpmd *c)
{
    int64_t n = 1;
    for (int i = 0; i < 3; i++) {
        if (c->known_bdim[i] < 1)
            return NJ_CUDA_MAX_THREADS;
        n *= c->known_bdim[i];
    }
    return n < NJ_CUDA_MAX_THREADS ? n : NJ_CUDA_MAX_THREADS;
}

const NjTirExpr *nj_sp_call_of(const NjTirStmt *s)
{
    return s->kind == NJ_S_ASSIGN ? s->as.assign.value
           : s->kind == NJ_S_EXPR ? s->as.expr.value
                                  : NULL;
}

bool nj_sp_is_op(const NjTirStmt *s, NjCudaOp *out)
{
    const NjTirExpr *e = nj_sp_call_of(s);
    if (!e || e->kind != NJ_X_TARGET_CALL)
        return false;
    *out = (NjCudaOp)e->as.target_call.id;
    return true;
}

/* ---- positions ------------------------------------------------------------------------------ */

static NjTirLocal *add_param(NjSpmd *c, const char *name, const NjType *type)
{
    NjTirFn *fn = c->fn;
    NjTirLocal *local = nj_tir_local_new(c->arena, fn, name, type);
    local->is_param = local->is_temp = true;
    NjTirLocal **params = NJ_NEW_ARRAY(c->arena, NjTirLocal *, fn->n_params + 1);
    if (fn->n_params)
        memcpy(params, fn->params, fn->n_params * sizeof *params);
    params[fn->n_params++] = local;
    fn->params = params;
    return local;
}

static NjTirLocal *add_counter(NjSpmd *c, const char *name)
{
    NjTirLocal *local = nj_tir_local_new(c->arena, c->fn, name, c->int_type);
    local->is_temp = true;
    return local;
}

/* A parameter as a local that is seen to lie within 0 .. top, a power of two less one. */
static NjTirLocal *add_natural_param(NjSpmd *c, const char *name, const char *param, int64_t top)
{
    NjTirLocal *given = add_param(c, param, c->int_type), *local = add_counter(c, name);
    NjTirExpr *value = nj_tir_binary(c->arena, NJ_BIN_AND, NJ_ARITH_WRAP, c->int_type,
                                     nj_sp_use(c, given), nj_sp_int(c, top));
    nj_tir_push(c->arena, &c->entry, nj_sp_assign(c, local, value));
    return local;
}

static void add_positions(NjSpmd *c)
{
    static const char *const names[5][3] = {{"block.x", "block.y", "block.z"},
                                            {"threads.x", "threads.y", "threads.z"},
                                            {"blocks.x", "blocks.y", "blocks.z"},
                                            {"thread.x", "thread.y", "thread.z"},
                                            {"base.x", "base.y", "base.z"}};
    static const char *const params[3][3] = {{"in.block.x", "in.block.y", "in.block.z"},
                                             {"in.threads.x", "in.threads.y", "in.threads.z"},
                                             {"in.blocks.x", "in.blocks.y", "in.blocks.z"}};
    enum { MOST_BLOCKS = INT32_MAX, MOST_THREADS = 2 * NJ_CUDA_MAX_THREADS - 1 };
    for (int i = 0; i < 3; i++)
        c->bid[i] = add_natural_param(c, names[0][i], params[0][i], MOST_BLOCKS);
    for (int i = 0; i < 3; i++)
        c->bdim[i] = add_natural_param(c, names[1][i], params[1][i], MOST_THREADS);
    for (int i = 0; i < 3; i++)
        c->gdim[i] = add_natural_param(c, names[2][i], params[2][i], MOST_BLOCKS);
    for (int i = 0; i < 3; i++) {
        c->base[i] = c->known_bdim[i] < 0 && !c->is_grid ? add_counter(c, names[4][i]) : NULL;
        if (c->base[i])
            nj_tir_push(c->arena, &c->entry,
                        nj_sp_assign(c, c->base[i],
                                     nj_sp_bin(c, NJ_BIN_MUL, nj_sp_use(c, c->bid[i]),
                                               nj_sp_use(c, c->bdim[i]))));
    }
    c->dynamic = add_param(c, "dynamic", nj_type_array(c->types, NPRT_U8, 1, NJ_LAYOUT_C));
    for (int i = 0; i < 3; i++)
        c->tid[i] = add_counter(c, names[3][i]);
    c->row = add_counter(c, "row");
    if (!c->is_grid)
        return;
    for (int i = 0; i < 3; i++) /* the parameters are not used */
        c->bid[i] = add_counter(c, names[0][i]);
    c->block = add_counter(c, "block");
    c->first = add_counter(c, "first");
}

static NjTirExpr *lane(NjSpmd *c)
{
    return nj_tir_binary(c->arena, NJ_BIN_AND, NJ_ARITH_WRAP, c->int_type, nj_sp_thread(c),
                         nj_sp_int(c, NJ_CUDA_LANES - 1));
}

/* The value of a special register; NULL: the operation is none, or stays. */
static NjTirExpr *position(NjSpmd *c, NjCudaOp op, const NjType *type)
{
    if (op >= NJ_CU_tid_x && op <= NJ_CU_tid_z)
        return nj_sp_use(c, c->tid[op - NJ_CU_tid_x]);
    if (op >= NJ_CU_ctaid_x && op <= NJ_CU_ctaid_z)
        return nj_sp_use(c, c->bid[op - NJ_CU_ctaid_x]);
    if (op >= NJ_CU_ntid_x && op <= NJ_CU_ntid_z)
        return nj_sp_bdim(c, op - NJ_CU_ntid_x);
    if (op >= NJ_CU_nctaid_x && op <= NJ_CU_nctaid_z)
        return nj_sp_use(c, c->gdim[op - NJ_CU_nctaid_x]);
    c->asks_lane |= op == NJ_CU_laneid || op == NJ_CU_lanemask_lt;
    if (op == NJ_CU_laneid)
        return lane(c);
    if (op == NJ_CU_lanemask_lt) {
        NjTirExpr *bit = nj_tir_binary(c->arena, NJ_BIN_SHL, NJ_ARITH_WRAP, c->int_type,
                                       nj_sp_int(c, 1), lane(c));
        return nj_tir_cast(c->arena, type, nj_sp_bin(c, NJ_BIN_SUB, bit, nj_sp_int(c, 1)));
    }
    if (op == NJ_CU_clock64) {
        NjTirExpr *e = nj_tir_expr(c->arena, NJ_X_RTCALL, type, c->span);
        e->as.rtcall.id = NJ_RT_time_perf_ns;
        return e;
    }
    return NULL;
}

/* Shared memory is made once for the block, before anything runs. */
static bool hoist_memory(NjSpmd *c, NjTirStmt *s, NjCudaOp op)
{
    if ((op != NJ_CU_shared_array && op != NJ_CU_dynamic_shared) || s->kind != NJ_S_ASSIGN ||
        c->is_grid)
        return false;
    NjTirStmt *moved = nj_arena_copy(c->arena, s, sizeof *s);
    NjTirExpr *call = moved->as.assign.value;
    if (op == NJ_CU_shared_array) {
        call->as.target_call.id = NJ_CU_local_array;
    } else {
        call->as.target_call.args = NJ_NEW_ARRAY(c->arena, NjTirExpr *, 1);
        call->as.target_call.args[0] = nj_sp_use(c, c->dynamic);
        call->as.target_call.n = 1;
    }
    nj_tir_push(c->arena, &c->prologue, moved);
    return true;
}

static void replace_positions(void *data, NjTirBlock *block)
{
    NjSpmd *c = data;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < block->n; i++) {
        NjTirStmt *s = block->items[i];
        NjCudaOp op;
        c->span = s->span;
        if (nj_sp_is_op(s, &op)) {
            NjTirExpr *value = position(c, op, nj_sp_call_of(s)->type);
            if (value && s->kind == NJ_S_ASSIGN)
                s->as.assign.value = value;
            else if (value || hoist_memory(c, s, op))
                continue;
        }
        nj_tir_stmt_blocks(s, replace_positions, c);
        block->items[kept++] = s;
    }
    block->n = kept;
}

/* ---- one kernel ----------------------------------------------------------------------------- */

static bool is_grid_sync(const NjTirStmt *s, const NjTirExpr *e)
{
    return !s && e->kind == NJ_X_TARGET_CALL && e->as.target_call.id == NJ_CU_grid_sync;
}

static void find_syncs(NjSpmd *c)
{
    unsigned sync = nj_sp_block_sync(&c->fn->body);
    c->has_barrier = sync & NJ_SYNC_BARRIER;
    c->has_warp = sync & NJ_SYNC_WARP;
    c->is_grid = nj_sp_fn_has(c, c->fn, is_grid_sync);
}

/* Parameters that the kernel assigns: every thread has a variable of its own. */
static void copy_params(NjSpmd *c, NjTirFn *fn)
{
    NjMap map = {0};
    NjTirBlock body = {0};
    nj_sp_count(c);
    for (uint32_t i = 0; i < fn->n_params; i++) {
        NjTirLocal *param = fn->params[i];
        if (nj_sp_facts(c, param)->n_assigns == 0)
            continue;
        NjTirLocal *own = nj_tir_local_new(c->arena, fn, param->name, param->type);
        nj_map_put(c->arena, &map, param, own);
        nj_tir_push(c->arena, &body, nj_sp_assign(c, own, nj_sp_use(c, param)));
        param->is_assigned = false;
    }
    if (map.n == 0)
        return;
    nj_sp_clone_block(c, &map, &fn->body, &body);
    fn->body = body;
}

static void make_block_fn(NjSpmd *c, NjTirFn *fn)
{
    c->fn = fn;
    c->span = fn->span;
    c->entry = c->prologue = (NjTirBlock){0};
    nj_vec_clear(&c->regions);
    c->inner = 0;
    c->asks_lane = false;
    c->controls = c->dependent = c->leaving = (NjMap){0};
    fn->is_kernel = fn->is_device = fn->needs_entry = false;
    fn->is_hot = true;
    nj_sp_inline_calls(c, fn);
    nj_sp_flatten(c, &fn->body);
    copy_params(c, fn);
    find_syncs(c);
    NjTirLocal *exited =
        c->has_barrier ? nj_tir_local_new(c->arena, fn, "exited", c->bool_type) : NULL;
    nj_sp_remove_returns(c, fn, &fn->body, NULL, exited);
    c->exited = exited;
    add_positions(c);
    replace_positions(c, &fn->body);
    nj_sp_forward(c);
    if (nj_sp_finds_races(c))
        nj_sp_tell_uses(c);
    nj_sp_count(c);
    nj_sp_find_uniform(c);
    if (nj_sp_unroll(c)) {
        nj_sp_count(c);
        nj_sp_find_uniform(c);
    }
    nj_sp_choose_order(c);
    nj_sp_cut(c);
    nj_sp_keep_live(c);
    nj_sp_thread_loops(c);
    NjTirBlock body = c->entry;
    for (uint32_t i = 0; i < c->prologue.n; i++)
        nj_tir_push(c->arena, &body, c->prologue.items[i]);
    if (nj_sp_finds_races(c))
        nj_sp_tell_shared(c, &body);
    for (uint32_t i = 0; i < fn->body.n; i++)
        nj_tir_push(c->arena, &body, fn->body.items[i]);
    c->span = fn->span;
    nj_tir_push(c->arena, &body, nj_tir_stmt(c->arena, NJ_S_RETURN, fn->span));
    fn->body = body;
    fn->result = nj_type_none(c->types);
}

/* ---- launches ------------------------------------------------------------------------------- */

enum { LAUNCH_KERNEL, LAUNCH_GRID, LAUNCH_BLOCK = 4, LAUNCH_SHARED = 7, LAUNCH_FIRST_ARG = 10 };

typedef void VisitLaunch(NjSpmd *c, NjTirStmt *s, NjTirExpr *launch);

typedef struct Launches {
    NjSpmd *c;
    VisitLaunch *visit;
} Launches;

static void visit_block(void *data, NjTirBlock *block)
{
    Launches *l = data;
    NjCudaOp op;
    for (uint32_t i = 0; i < block->n; i++) {
        NjTirStmt *s = block->items[i];
        if (nj_sp_is_op(s, &op) && op == NJ_CU_launch)
            l->visit(l->c, s, (NjTirExpr *)nj_sp_call_of(s));
        nj_tir_stmt_blocks(s, visit_block, l);
    }
}

static void visit_launches(NjSpmd *c, VisitLaunch *visit)
{
    Launches l = {c, visit};
    for (uint32_t i = 0; i < c->module->n_fns; i++)
        visit_block(&l, &c->module->fns[i]->body);
}

static void note_shape(NjSpmd *c, NjTirStmt *s, NjTirExpr *launch)
{
    (void)s;
    NjTirFn *kernel = launch->as.target_call.args[LAUNCH_KERNEL]->as.call.fn;
    NjSpmdKernel *k = nj_map_get(&c->kernels, kernel);
    if (!k) {
        k = NJ_NEW(c->arena, NjSpmdKernel);
        nj_map_put(c->arena, &c->kernels, kernel, k);
    }
    for (int i = 0; i < 3; i++) {
        const NjTirExpr *e = launch->as.target_call.args[LAUNCH_BLOCK + i];
        int64_t extent =
            e->kind == NJ_X_CONST_INT && e->as.const_int.value > 0 ? e->as.const_int.value : -1;
        if (!k->is_launched || k->extent[i] != extent)
            k->extent[i] = k->is_launched ? -1 : extent;
    }
    k->is_launched = true;
}

/* A tuple with device arrays as one of arrays, which the kernel knows. */
static NjTirExpr *as_param(NjSpmd *c, const NjType *type, NjTirExpr *e)
{
    if (e->type == type || type->kind != NJ_T_TUPLE || e->type->kind != NJ_T_TUPLE)
        return e;
    NjTirExpr **items = NJ_NEW_ARRAY(c->arena, NjTirExpr *, type->n + 1);
    for (uint32_t i = 0; i < type->n; i++) {
        NjTirExpr *item =
            nj_tir_tuple_get(c->arena, nj_tir_clone(c->arena, e), i, e->type->elems[i]);
        items[i] = as_param(c, type->elems[i], item);
    }
    return nj_tir_tuple(c->arena, type, items, type->n, e->span);
}

static void call_grid(NjSpmd *c, NjTirStmt *s, NjTirExpr *launch)
{
    NjTirFn *kernel = launch->as.target_call.args[LAUNCH_KERNEL]->as.call.fn;
    NjTirFn *grid = ((NjSpmdKernel *)nj_map_get(&c->kernels, kernel))->grid;
    uint32_t n = launch->as.target_call.n - LAUNCH_FIRST_ARG;
    NjTirExpr *call = nj_tir_expr(c->arena, NJ_X_CALL, grid->result, launch->span);
    call->as.call.fn = grid;
    call->as.call.args = NJ_NEW_ARRAY(c->arena, NjTirExpr *, grid->n_params + 1);
    for (uint32_t i = 0; i < n; i++)
        call->as.call.args[call->as.call.n++] =
            as_param(c, grid->params[i]->type, launch->as.target_call.args[LAUNCH_FIRST_ARG + i]);
    for (uint32_t i = LAUNCH_GRID; i <= LAUNCH_SHARED; i++)
        call->as.call.args[call->as.call.n++] = launch->as.target_call.args[i];
    s->kind = NJ_S_EXPR;
    s->as.expr.value = call;
}

/* ---- the pass ------------------------------------------------------------------------------- */

static void add_fn(NjSpmd *c, NjTirFn *fn)
{
    NjTirModule *m = c->module;
    NjTirFn **grown = NJ_NEW_ARRAY(c->arena, NjTirFn *, m->n_fns + 1);
    memcpy(grown, m->fns, m->n_fns * sizeof *grown);
    grown[m->n_fns] = fn;
    fn->id = m->n_fns;
    m->fns = grown;
    m->cap_fns = ++m->n_fns;
}

/* Device functions whose bodies are in the kernels now. */
static void drop_inlined(NjSpmd *c)
{
    NjTirModule *m = c->module;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < m->n_fns; i++) {
        NjTirFn *fn = m->fns[i];
        if (nj_map_get(&c->threaded, fn) && !nj_map_has(&c->kernels, fn))
            continue;
        fn->id = kept;
        m->fns[kept++] = fn;
    }
    m->n_fns = kept;
}

static void make_grids(NjSpmd *c)
{
    for (uint32_t i = 0; i < c->kernels.n && c->u->diags.nerrors == 0; i++) {
        NjTirFn *kernel = (NjTirFn *)c->kernels.entries[i].key;
        NjSpmdKernel *k = c->kernels.entries[i].value;
        memcpy(c->known_bdim, k->extent, sizeof c->known_bdim);
        make_block_fn(c, kernel);
        memcpy(k->tid, c->tid, sizeof k->tid);
        memcpy(k->bid, c->bid, sizeof k->bid);
        k->grid = nj_sp_grid_fn(c);
        add_fn(c, k->grid);
    }
}

void nj_spmd(NjUnit *u, NjTypes *types, NjTirModule *module)
{
    NjSpmd *c = NJ_NEW(&u->arena, NjSpmd);
    c->u = u;
    c->arena = &u->arena;
    c->types = types;
    c->module = module;
    c->int_type = nj_type_pyint(types);
    c->bool_type = nj_type_pybool(types);
    visit_launches(c, note_shape);
    if (c->kernels.n == 0)
        return;
    make_grids(c);
    if (u->diags.nerrors)
        return;
    visit_launches(c, call_grid);
    drop_inlined(c);
    nj_effects(u, module);
    for (uint32_t i = 0; i < c->kernels.n; i++)
        nj_sp_locate_errors(c, (NjTirFn *)c->kernels.entries[i].key, c->kernels.entries[i].value);
}

/* spmd_grid.c - the grid of a launch: blocks in consecutive portions, the portions in parallel.
 *
 *     n = blocks; portions = min(n, 16 per thread of the pool)
 *     parallel for p: dynamic = new shared memory; for b in portion p: block(..., b's position,
 * dynamic)
 *
 * Kernels that print run their blocks one after the other, so that the output has an order. */
#include "compiler/analysis/spmd_internal.h"

#include <string.h>

enum { PORTIONS_PER_THREAD = 16, FREE_BLOCK = 256 };

typedef struct Grid {
    NjSpmd *c;
    NjTirFn *fn, *block_fn;
    NjTirLocal **kernel_args;
    uint32_t n_kernel_args;
    NjTirLocal *grid[3], *block[3], *shared; /* parameters */
} Grid;

static NjTirLocal *param(Grid *g, const char *name, const NjType *type)
{
    NjTirLocal *local = nj_tir_local_new(g->c->arena, g->fn, name, type);
    local->is_param = local->is_temp = true;
    g->fn->params[g->fn->n_params++] = local;
    return local;
}

static NjTirLocal *temp(Grid *g, NjTirBlock *out, NjTirExpr *value)
{
    NjTirLocal *local = nj_tir_local_new(g->c->arena, g->fn, NULL, value->type);
    nj_tir_push(g->c->arena, out, nj_sp_assign(g->c, local, value));
    return local;
}

static NjTirExpr *divide(NjSpmd *c, NjTirBinop op, NjTirExpr *a, NjTirExpr *b)
{
    return nj_tir_binary(c->arena, op, NJ_ARITH_WRAP, c->int_type, a, b);
}

/* Calls of the runtime: printing, above all. */
static bool is_output(const NjTirStmt *s, const NjTirExpr *e)
{
    (void)s;
    return e && e->kind == NJ_X_RTCALL;
}

/* forall(): block x of -1 asks for one thread per task, in blocks of our choice. */
static void choose_block(Grid *g, NjTirBlock *out)
{
    NjSpmd *c = g->c;
    NjTirStmt *is_free =
        nj_sp_if(c, nj_sp_cmp(c, NJ_CMP_LT, nj_sp_use(c, g->block[0]), nj_sp_int(c, 0)));
    NjTirBlock *then = &is_free->as.if_.then_block;
    NjTirExpr *more =
        nj_sp_bin(c, NJ_BIN_ADD, nj_sp_use(c, g->grid[0]), nj_sp_int(c, FREE_BLOCK - 1));
    nj_tir_push(
        c->arena, then,
        nj_sp_assign(c, g->grid[0], divide(c, NJ_BIN_FLOORDIV, more, nj_sp_int(c, FREE_BLOCK))));
    nj_tir_push(c->arena, then, nj_sp_assign(c, g->block[0], nj_sp_int(c, FREE_BLOCK)));
    g->grid[0]->is_assigned = g->block[0]->is_assigned = true;
    g->grid[0]->is_temp = g->block[0]->is_temp = false;
    nj_tir_push(c->arena, out, is_free);
}

/* The position of block number `at`; a grid along x needs no divisions. */
static void find_position(Grid *g, NjTirLocal *at, NjTirBlock *out, NjTirLocal **position)
{
    NjSpmd *c = g->c;
    for (int i = 0; i < 3; i++) {
        position[i] = nj_tir_local_new(c->arena, g->fn, NULL, c->int_type);
        NjTirExpr *value = i == 0 ? nj_sp_use(c, at) : nj_sp_int(c, 0);
        nj_tir_push(c->arena, out, nj_sp_assign(c, position[i], value));
    }
    NjTirExpr *rows = nj_sp_bin(c, NJ_BIN_MUL, nj_sp_use(c, g->grid[1]), nj_sp_use(c, g->grid[2]));
    NjTirStmt *has_rows = nj_sp_if(c, nj_sp_cmp(c, NJ_CMP_GT, rows, nj_sp_int(c, 1)));
    NjTirBlock *then = &has_rows->as.if_.then_block;
    NjTirLocal *row =
        temp(g, then, divide(c, NJ_BIN_FLOORDIV, nj_sp_use(c, at), nj_sp_use(c, g->grid[0])));
    NjTirExpr *parts[] = {divide(c, NJ_BIN_MOD, nj_sp_use(c, at), nj_sp_use(c, g->grid[0])),
                          divide(c, NJ_BIN_MOD, nj_sp_use(c, row), nj_sp_use(c, g->grid[1])),
                          divide(c, NJ_BIN_FLOORDIV, nj_sp_use(c, row), nj_sp_use(c, g->grid[1]))};
    for (int i = 0; i < 3; i++)
        nj_tir_push(c->arena, then, nj_sp_assign(c, position[i], parts[i]));
    nj_tir_push(c->arena, out, has_rows);
}

/* The call of the block function for block number `at`. */
static NjTirStmt *call_block(Grid *g, NjTirLocal *at, NjTirLocal *dynamic, NjTirBlock *out)
{
    NjSpmd *c = g->c;
    NjTirExpr *call = nj_tir_expr(c->arena, NJ_X_CALL, nj_type_none(c->types), c->span);
    NjTirExpr **args = NJ_NEW_ARRAY(c->arena, NjTirExpr *, g->block_fn->n_params + 1);
    uint32_t n = 0;
    for (uint32_t i = 0; i < g->n_kernel_args; i++)
        args[n++] = nj_sp_use(c, g->kernel_args[i]);
    NjTirLocal *position[3];
    find_position(g, at, out, position);
    for (int i = 0; i < 3; i++)
        args[n++] = nj_sp_use(c, position[i]);
    for (int i = 0; i < 3; i++)
        args[n++] = nj_sp_use(c, g->block[i]);
    for (int i = 0; i < 3; i++)
        args[n++] = nj_sp_use(c, g->grid[i]);
    args[n++] = nj_sp_use(c, dynamic);
    NJ_ASSERT(c->u, n == g->block_fn->n_params);
    call->as.call.fn = g->block_fn;
    call->as.call.args = args;
    call->as.call.n = n;
    NjTirStmt *s = nj_tir_stmt(c->arena, NJ_S_EXPR, c->span);
    s->as.expr.value = call;
    return s;
}

static NjTirExpr *alloc_bytes(NjSpmd *c, NjTirLocal *n)
{
    NjTirExpr *e = nj_tir_expr(c->arena, NJ_X_ALLOC, c->dynamic->type, c->span);
    e->as.alloc.shape = NJ_NEW_ARRAY(c->arena, NjTirExpr *, 1);
    e->as.alloc.shape[0] = nj_sp_use(c, n);
    e->as.alloc.n = 1;
    return e;
}

static void run_blocks(Grid *g, NjTirBlock *out)
{
    NjSpmd *c = g->c;
    NjTirExpr *n_blocks =
        nj_sp_bin(c, NJ_BIN_MUL, nj_sp_use(c, g->grid[0]), nj_sp_use(c, g->grid[1]));
    NjTirLocal *n = temp(g, out, nj_sp_bin(c, NJ_BIN_MUL, n_blocks, nj_sp_use(c, g->grid[2])));
    NjTirExpr *ask = nj_tir_expr(c->arena, NJ_X_RTCALL, c->int_type, c->span);
    ask->as.rtcall.id = NJ_RT_get_num_threads;
    NjTirLocal *threads = temp(g, out, ask);
    NjTirExpr *most =
        nj_sp_bin(c, NJ_BIN_MUL, nj_sp_use(c, threads), nj_sp_int(c, PORTIONS_PER_THREAD));
    NjTirLocal *portions = temp(g, out, nj_sp_bin(c, NJ_BIN_MIN, nj_sp_use(c, n), most));
    NjTirLocal *size =
        temp(g, out, divide(c, NJ_BIN_FLOORDIV, nj_sp_use(c, n), nj_sp_use(c, portions)));
    NjTirLocal *longer =
        temp(g, out, divide(c, NJ_BIN_MOD, nj_sp_use(c, n), nj_sp_use(c, portions)));

    NjTirLocal *portion = nj_tir_local_new(c->arena, g->fn, "portion", c->int_type);
    NjTirStmt *all = nj_sp_for(c, portion, nj_sp_int(c, 0), nj_sp_use(c, portions));
    all->as.for_.is_parallel = g->fn->is_parallel;
    NjTirBlock *body = &all->as.for_.body;
    NjTirLocal *dynamic = temp(g, body, alloc_bytes(c, g->shared));
    /* the first `longer` portions have one block more */
    NjTirExpr *first = nj_sp_bin(c, NJ_BIN_MUL, nj_sp_use(c, portion), nj_sp_use(c, size));
    first = nj_sp_bin(c, NJ_BIN_ADD, first,
                      nj_sp_bin(c, NJ_BIN_MIN, nj_sp_use(c, portion), nj_sp_use(c, longer)));
    NjTirLocal *begin = temp(g, body, first);
    NjTirExpr *is_longer = nj_sp_cmp(c, NJ_CMP_LT, nj_sp_use(c, portion), nj_sp_use(c, longer));
    NjTirExpr *end = nj_sp_bin(c, NJ_BIN_ADD, nj_sp_use(c, begin), nj_sp_use(c, size));
    end = nj_sp_bin(c, NJ_BIN_ADD, end, nj_tir_cast(c->arena, c->int_type, is_longer));
    NjTirLocal *at = nj_tir_local_new(c->arena, g->fn, "block", c->int_type);
    NjTirStmt *blocks = nj_sp_for(c, at, nj_sp_use(c, begin), end);
    NjTirStmt *call = call_block(g, at, dynamic, &blocks->as.for_.body);
    nj_tir_push(c->arena, &blocks->as.for_.body, call);
    nj_tir_push(c->arena, body, blocks);
    nj_tir_push(c->arena, out, all);
}

/* Blocks that meet are run by one call; the memory is for all of them. */
static void run_at_once(Grid *g, NjTirBlock *out)
{
    NjSpmd *c = g->c;
    NjTirExpr *n_blocks =
        nj_sp_bin(c, NJ_BIN_MUL, nj_sp_use(c, g->grid[0]), nj_sp_use(c, g->grid[1]));
    n_blocks = nj_sp_bin(c, NJ_BIN_MUL, n_blocks, nj_sp_use(c, g->grid[2]));
    NjTirLocal *bytes = temp(g, out, nj_sp_bin(c, NJ_BIN_MUL, n_blocks, nj_sp_use(c, g->shared)));
    NjTirLocal *dynamic = temp(g, out, alloc_bytes(c, bytes));
    NjTirLocal *none = temp(g, out, nj_sp_int(c, 0));
    NjTirStmt *call = call_block(g, none, dynamic, out);
    nj_tir_push(c->arena, out, call);
}

/* For --record: the kernel begins, or is over. */
static void clock_kernel(NjSpmd *c, NjTirBlock *out, bool begins)
{
    if (!c->u->options.record)
        return;
    NjTirExpr *call = nj_tir_expr(c->arena, NJ_X_RTCALL, nj_type_none(c->types), c->span);
    call->as.rtcall.id = NJ_RT_record_kernel;
    call->as.rtcall.args = NJ_NEW_ARRAY(c->arena, NjTirExpr *, 1);
    call->as.rtcall.args[0] = nj_sp_bool(c, begins);
    call->as.rtcall.n = 1;
    NjTirStmt *s = nj_tir_stmt(c->arena, NJ_S_EXPR, c->span);
    s->as.expr.value = call;
    nj_tir_push(c->arena, out, s);
}

NjTirFn *nj_sp_grid_fn(NjSpmd *c)
{
    NjTirFn *kernel = c->fn;
    NjTirFn *fn = nj_tir_fn(c->arena, nj_arena_printf(c->arena, "%s.grid", kernel->name));
    Grid g = {.c = c, .fn = fn, .block_fn = kernel};
    enum { N_POSITIONS = 10, N_EXTENTS = 7 };
    c->span = kernel->span;
    fn->source_name = kernel->source_name; /* no span: it has no place in tracebacks */
    fn->model = NJ_MODEL_NUMBA;
    fn->is_hot = true;
    fn->is_parallel = !c->is_grid && !nj_sp_fn_has(c, kernel, is_output);
    fn->result = nj_type_none(c->types);
    g.n_kernel_args = kernel->n_params - N_POSITIONS;
    fn->params = NJ_NEW_ARRAY(c->arena, NjTirLocal *, g.n_kernel_args + N_EXTENTS);
    g.kernel_args = NJ_NEW_ARRAY(c->arena, NjTirLocal *, g.n_kernel_args + 1);
    for (uint32_t i = 0; i < g.n_kernel_args; i++)
        g.kernel_args[i] = param(&g, kernel->params[i]->name, kernel->params[i]->type);
    static const char *const names[2][3] = {{"blocks.x", "blocks.y", "blocks.z"},
                                            {"threads.x", "threads.y", "threads.z"}};
    for (int i = 0; i < 3; i++)
        g.grid[i] = param(&g, names[0][i], c->int_type);
    for (int i = 0; i < 3; i++)
        g.block[i] = param(&g, names[1][i], c->int_type);
    g.shared = param(&g, "shared", c->int_type);
    clock_kernel(c, &fn->body, true);
    choose_block(&g, &fn->body);
    /* forall(0) has nothing to do */
    NjTirStmt *has_blocks =
        nj_sp_if(c, nj_sp_cmp(c, NJ_CMP_GT, nj_sp_use(c, g.grid[0]), nj_sp_int(c, 0)));
    NjTirBlock *then = &has_blocks->as.if_.then_block;
    if (nj_sp_finds_races(c))
        nj_tir_push(c->arena, then, nj_sp_tell_launch(c, kernel->source_name, g.grid, g.block));
    if (c->is_grid)
        run_at_once(&g, then);
    else
        run_blocks(&g, then);
    if (nj_sp_finds_races(c))
        nj_tir_push(c->arena, then, nj_sp_tell(c, NJ_RT_race_end, NULL));
    nj_tir_push(c->arena, &fn->body, has_blocks);
    clock_kernel(c, &fn->body, false);
    nj_tir_push(c->arena, &fn->body, nj_tir_stmt(c->arena, NJ_S_RETURN, kernel->span));
    return fn;
}

/* try: the body; except: the exception learns where it was raised, and goes on. */
void nj_sp_locate_errors(NjSpmd *c, NjTirFn *fn, const NjSpmdKernel *kernel)
{
    enum { N_ARGS = 8 };
    if (!fn->may_raise)
        return;
    c->fn = fn;
    c->span = fn->span;
    NjTirStmt *guard = nj_tir_stmt(c->arena, NJ_S_TRY, fn->span);
    NjTirLocal *exc = nj_sp_temp(c, nj_type_exc(c->types));
    NjTirExpr *call = nj_tir_expr(c->arena, NJ_X_RTCALL, nj_type_none(c->types), fn->span);
    NjTirExpr **args = NJ_NEW_ARRAY(c->arena, NjTirExpr *, N_ARGS);
    uint32_t n = 0;
    const char *name = fn->source_name;
    args[n++] = nj_sp_use(c, exc);
    args[n++] = nj_tir_str(c->arena, nj_type_str(c->types), name, (uint32_t)strlen(name), fn->span);
    for (int i = 0; i < 3; i++)
        args[n++] = nj_sp_use(c, kernel->bid[i]);
    for (int i = 0; i < 3; i++)
        args[n++] = nj_sp_use(c, kernel->tid[i]);
    call->as.rtcall.id = NJ_RT_cuda_locate;
    call->as.rtcall.args = args;
    call->as.rtcall.n = n;
    NjTirStmt *locate = nj_tir_stmt(c->arena, NJ_S_EXPR, fn->span);
    locate->as.expr.value = call;
    NjTirStmt *again = nj_tir_stmt(c->arena, NJ_S_RAISE, fn->span);
    again->as.raise.exc = nj_sp_use(c, exc);
    again->as.raise.is_reraise = true;
    guard->as.try_.body = fn->body;
    guard->as.try_.exc = exc;
    nj_tir_push(c->arena, &guard->as.try_.handler, locate);
    nj_tir_push(c->arena, &guard->as.try_.handler, again);
    fn->body = (NjTirBlock){0};
    nj_tir_push(c->arena, &fn->body, guard);
}

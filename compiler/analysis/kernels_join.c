/* kernels_join.c - kernels that stay in the program, to be launched by their names.
 *
 *     fn K.launch(the kernel's parameters, grid x y z, block x y z, shared)
 *         launch(K, grid, block, shared, None, 0, the parameters)
 *     main: cuda_kernel_code("K", K.launch) ...
 *
 * So the pass `spmd` finds what it knows: kernels, and a launch of each. A block that is the same
 * in all launches stays a constant. */
#include "compiler/analysis/kernels_internal.h"

#include <string.h>

typedef struct Join {
    NjUnit *u;
    NjArena *arena;
    NjTypes *types;
    NjTirModule *module;
} Join;

enum { N_EXTENTS = 7, FIRST_BLOCK = 3, N_CONFIG = 10 };

static void add_fn(Join *j, NjTirFn *fn)
{
    NjTirModule *m = j->module;
    for (uint32_t i = 0; i < m->n_fns; i++)
        if (m->fns[i] == fn)
            return; /* the host calls it too */
    NjTirFn **grown = NJ_NEW_ARRAY(j->arena, NjTirFn *, m->n_fns + 1);
    if (m->n_fns)
        memcpy(grown, m->fns, m->n_fns * sizeof *grown);
    grown[m->n_fns++] = fn;
    m->fns = grown;
    m->cap_fns = m->n_fns;
}

static NjTirLocal *add_param(Join *j, NjTirFn *fn, const char *name, const NjType *type)
{
    NjTirLocal *param = nj_tir_local_new(j->arena, fn, name, type);
    param->is_param = true;
    fn->params[fn->n_params++] = param;
    return param;
}

static NjTirExpr *address_of(Join *j, NjTirFn *fn)
{
    NjTirExpr *address =
        nj_tir_expr(j->arena, NJ_X_FN_ADDR, nj_type_opaque(j->types, NJ_OPAQUE_CODE), fn->span);
    address->as.call.fn = fn;
    fn->needs_entry = true;
    return address;
}

static void push_effect(Join *j, NjTirBlock *block, NjTirExpr *value)
{
    NjTirStmt *s = nj_tir_stmt(j->arena, NJ_S_EXPR, value->span);
    s->as.expr.value = value;
    nj_tir_push(j->arena, block, s);
}

static NjTirFn *make_launcher(Join *j, const NjKernel *kernel)
{
    static const char *const names[N_EXTENTS] = {"blocks.x",  "blocks.y",  "blocks.z", "threads.x",
                                                 "threads.y", "threads.z", "shared"};
    NjTirFn *target = (NjTirFn *)kernel->fn;
    NjTirFn *fn = nj_tir_fn(j->arena, nj_arena_printf(j->arena, "%s.launch", target->name));
    const NjType *i64 = nj_type_pyint(j->types);
    NjSpan span = target->span;
    uint32_t n = target->n_params;
    fn->source_name = target->source_name; /* no span: it has no place in tracebacks */
    fn->model = NJ_MODEL_NUMBA;
    fn->result = nj_type_none(j->types);
    fn->params = NJ_NEW_ARRAY(j->arena, NjTirLocal *, n + N_EXTENTS);
    NjTirExpr *launch = nj_tir_expr(j->arena, NJ_X_TARGET_CALL, fn->result, span);
    NjTirExpr **args = NJ_NEW_ARRAY(j->arena, NjTirExpr *, N_CONFIG + n);
    for (uint32_t i = 0; i < n; i++) {
        const NjTirLocal *param = target->params[i];
        args[N_CONFIG + i] =
            nj_tir_local(j->arena, add_param(j, fn, param->name, param->type), span);
    }
    args[0] = address_of(j, target);
    for (uint32_t i = 0; i < N_EXTENTS; i++) {
        NjTirLocal *param = add_param(j, fn, names[i], i64);
        bool is_known = i >= FIRST_BLOCK && i < FIRST_BLOCK + 3 && kernel->block[i - FIRST_BLOCK];
        args[1 + i] = is_known ? nj_tir_int(j->arena, i64, kernel->block[i - FIRST_BLOCK], span)
                               : nj_tir_local(j->arena, param, span);
    }
    args[N_CONFIG - 2] = nj_tir_unit(j->arena, fn->result, span); /* the stream */
    args[N_CONFIG - 1] = nj_tir_int(j->arena, i64, 0, span);      /* flags */
    launch->as.target_call.id = NJ_CU_launch;
    launch->as.target_call.args = args;
    launch->as.target_call.n = N_CONFIG + n;
    push_effect(j, &fn->body, launch);
    nj_tir_push(j->arena, &fn->body, nj_tir_stmt(j->arena, NJ_S_RETURN, span));
    return fn;
}

static void tell_address(Join *j, NjTirBlock *block, const NjKernel *kernel, NjTirFn *launcher)
{
    NjTirExpr *tell = nj_tir_expr(j->arena, NJ_X_RTCALL, nj_type_none(j->types), kernel->fn->span);
    const char *symbol = kernel->symbol;
    tell->as.rtcall.id = NJ_RT_cuda_kernel_code;
    tell->as.rtcall.args = NJ_NEW_ARRAY(j->arena, NjTirExpr *, 2);
    tell->as.rtcall.args[0] = nj_tir_str(j->arena, nj_type_str(j->types), symbol,
                                         (uint32_t)strlen(symbol), kernel->fn->span);
    tell->as.rtcall.args[1] = address_of(j, launcher);
    tell->as.rtcall.n = 2;
    push_effect(j, block, tell);
}

void nj_kernels_join(NjUnit *u, NjTypes *types, NjTirModule *module, const NjKernels *kernels)
{
    Join j = {u, &u->arena, types, module};
    NjTirBlock start = {0};
    for (uint32_t i = 0; i < kernels->device.n_fns; i++)
        add_fn(&j, kernels->device.fns[i]);
    for (uint32_t i = 0; i < kernels->n; i++) {
        NjTirFn *launcher = make_launcher(&j, &kernels->items[i]);
        add_fn(&j, launcher);
        tell_address(&j, &start, &kernels->items[i], launcher);
    }
    for (uint32_t i = 0; i < start.n; i++)
        nj_tir_insert(j.arena, &module->main->body, i, start.items[i]);
    for (uint32_t i = 0; i < module->n_fns; i++)
        module->fns[i]->id = i;
}

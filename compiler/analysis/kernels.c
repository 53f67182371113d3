/* kernels.c - which functions run on the device, and what a launch becomes. */
#include "compiler/analysis/kernels.h"

#include "compiler/analysis/kernels_internal.h"
#include "compiler/ir/cuda.h"
#include "compiler/support/vec.h"
#include "runtime/cuda.h"

#include <stdlib.h>
#include <string.h>

typedef struct Split {
    NjUnit *u;
    NjArena *arena;
    NjTypes *types;
    NjTirModule *module;
    NjKernels *kernels;
    NjMap on_device; /* NjTirFn -> itself: reached from kernels */
    NJ_VEC(NjTirFn *) device_fns;
    NJ_VEC(NjTirFn *) exported; /* no kernels */
    NJ_VEC(NjKernel) found;
    NjMap globals; /* NjTirFn -> GlobalList *, what it and its callees read */
} Split;

typedef struct GlobalList {
    NJ_VEC(NjTirGlobal *) items;
    NjTirLocal **params; /* one per item, once the function has them */
} GlobalList;

/* ---- device functions ----------------------------------------------------------------------- */

static void visit_block(void *ctx, NjTirBlock *block);

/* Adds the function and all that it calls. */
static void reach_fn(Split *s, NjTirFn *fn)
{
    if (nj_map_has(&s->on_device, fn))
        return;
    nj_map_put(s->arena, &s->on_device, fn, fn);
    nj_vec_push(s->arena, &s->device_fns, fn);
    visit_block(s, &fn->body);
}

static void visit_expr(void *ctx, NjTirExpr **child)
{
    if ((*child)->kind == NJ_X_CALL)
        reach_fn(ctx, (*child)->as.call.fn);
    nj_tir_children(*child, visit_expr, ctx);
}

static void visit_block(void *ctx, NjTirBlock *block)
{
    for (uint32_t i = 0; i < block->n; i++) {
        nj_tir_stmt_exprs(block->items[i], visit_expr, ctx);
        nj_tir_stmt_blocks(block->items[i], visit_block, ctx);
    }
}

/* Takes kernels out of the module and lists them with what they call. */
static void separate(Split *s)
{
    NjTirModule *module = s->module;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < module->n_fns; i++) {
        NjTirFn *fn = module->fns[i];
        if (!fn->is_kernel) {
            module->fns[kept++] = fn;
            if (fn->is_exported)
                nj_vec_push(s->arena, &s->exported, fn);
            continue;
        }
        NjKernel kernel = {.fn = fn, .symbol = nj_cuda_symbol(s->arena, fn->name)};
        fn->needs_entry = false; /* launches took its address */
        nj_vec_push(s->arena, &s->found, kernel);
        reach_fn(s, fn);
    }
    for (uint32_t i = 0; i < s->exported.n; i++)
        reach_fn(s, s->exported.items[i]);
    module->n_fns = kept;
}

/* Functions that only kernels call leave the host's module too. */
static void drop_device_fns(Split *s)
{
    Split host = {.arena = s->arena};
    NjTirModule *module = s->module;
    if (module->main)
        reach_fn(&host, module->main);
    for (uint32_t i = 0; i < module->n_fns; i++)
        if (!nj_map_has(&s->on_device, module->fns[i]) || module->fns[i]->needs_entry)
            reach_fn(&host, module->fns[i]);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < module->n_fns; i++)
        if (nj_map_has(&host.on_device, module->fns[i]))
            module->fns[kept++] = module->fns[i];
    module->n_fns = kept;
}

/* ---- module-level variables ----------------------------------------------------------------- */

typedef struct GlobalWalk {
    Split *s;
    NjTirFn *fn;
    GlobalList *list;
    bool changed;
    bool rewrites; /* second round: parameters instead of variables */
} GlobalWalk;

static GlobalList *globals_of(Split *s, const NjTirFn *fn)
{
    void **at = nj_map_at(s->arena, &s->globals, fn);
    if (!*at)
        *at = NJ_NEW(s->arena, GlobalList);
    return *at;
}

static int64_t find_global(const GlobalList *list, const NjTirGlobal *global)
{
    for (uint32_t i = 0; i < list->items.n; i++)
        if (list->items.items[i] == global)
            return i;
    return -1;
}

static void need_global(GlobalWalk *w, NjTirGlobal *global)
{
    if (find_global(w->list, global) >= 0)
        return;
    nj_vec_push(w->s->arena, &w->list->items, global);
    w->changed = true;
}

/* What fills the parameter for `global` in a function of either side. */
static NjTirExpr *global_value(Split *s, const NjTirFn *fn, NjTirGlobal *global, NjSpan span)
{
    const GlobalList *list = nj_map_has(&s->on_device, fn) ? globals_of(s, fn) : NULL;
    int64_t at = list ? find_global(list, global) : -1;
    return at >= 0 && list->params ? nj_tir_local(s->arena, list->params[at], span)
                                   : nj_tir_global(s->arena, global, span);
}

static void append_args(Split *s, const NjTirFn *fn, const NjTirFn *callee, NjSpan span,
                        NjTirExpr ***args, uint32_t *n)
{
    const GlobalList *needed = globals_of(s, callee);
    if (needed->items.n == 0)
        return;
    NjTirExpr **grown = NJ_NEW_ARRAY(s->arena, NjTirExpr *, *n + needed->items.n);
    if (*n)
        memcpy(grown, *args, *n * sizeof *grown);
    for (uint32_t i = 0; i < needed->items.n; i++)
        grown[*n + i] = global_value(s, fn, needed->items.items[i], span);
    *args = grown;
    *n += needed->items.n;
}

static void visit_global_expr(void *ctx, NjTirExpr **child)
{
    GlobalWalk *w = ctx;
    NjTirExpr *x = *child;
    nj_tir_children(x, visit_global_expr, w);
    if (x->kind == NJ_X_GLOBAL && !w->rewrites)
        need_global(w, x->as.global.global);
    else if (x->kind == NJ_X_GLOBAL)
        *child = global_value(w->s, w->fn, x->as.global.global, x->span);
    if (x->kind != NJ_X_CALL)
        return;
    const GlobalList *callee = globals_of(w->s, x->as.call.fn);
    if (w->rewrites)
        append_args(w->s, w->fn, x->as.call.fn, x->span, &x->as.call.args, &x->as.call.n);
    for (uint32_t i = 0; !w->rewrites && i < callee->items.n; i++)
        need_global(w, callee->items.items[i]);
}

static void visit_global_block(void *ctx, NjTirBlock *block)
{
    for (uint32_t i = 0; i < block->n; i++) {
        nj_tir_stmt_exprs(block->items[i], visit_global_expr, ctx);
        nj_tir_stmt_blocks(block->items[i], visit_global_block, ctx);
    }
}

/* Locals keep parameters in front: the new one takes the place behind the old. */
NjTirLocal *nj_kernel_add_param(NjArena *arena, NjTirFn *fn, const char *name, const NjType *type)
{
    uint32_t n = fn->n_params;
    NjTirLocal **params = NJ_NEW_ARRAY(arena, NjTirLocal *, n + 1);
    if (n)
        memcpy(params, fn->params, n * sizeof *params);
    NjTirLocal *param = nj_tir_local_new(arena, fn, name, type);
    param->is_param = true;
    for (uint32_t k = fn->n_locals - 1; k > n; k--) {
        fn->locals[k] = fn->locals[k - 1];
        fn->locals[k]->id = k;
    }
    fn->locals[n] = params[n] = param;
    param->id = n;
    fn->params = params;
    fn->n_params = n + 1;
    return param;
}

static void add_params(Split *s, NjTirFn *fn, GlobalList *list)
{
    list->params = NJ_NEW_ARRAY(s->arena, NjTirLocal *, list->items.n);
    for (uint32_t i = 0; i < list->items.n; i++) {
        const NjTirGlobal *global = list->items.items[i];
        list->params[i] = nj_kernel_add_param(s->arena, fn, global->name, global->type);
    }
}

/* Device code cannot reach module-level variables of the host: they become parameters. */
static void pass_globals(Split *s)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < s->device_fns.n; i++) {
            NjTirFn *fn = s->device_fns.items[i];
            GlobalWalk w = {s, fn, globals_of(s, fn), false, false};
            visit_global_block(&w, &fn->body);
            changed |= w.changed;
        }
    }
    for (uint32_t i = 0; i < s->device_fns.n; i++) {
        NjTirFn *fn = s->device_fns.items[i];
        GlobalList *list = globals_of(s, fn);
        if (list->items.n)
            add_params(s, fn, list);
    }
    for (uint32_t i = 0; i < s->device_fns.n; i++) {
        NjTirFn *fn = s->device_fns.items[i];
        GlobalWalk w = {s, fn, NULL, false, true};
        visit_global_block(&w, &fn->body);
    }
}

/* ---- launches ------------------------------------------------------------------------------- */

enum {
    ARG_KERNEL,
    ARG_GRID,                 /* three */
    ARG_BLOCK = ARG_GRID + 3, /* three */
    ARG_SHARED = ARG_BLOCK + 3,
    ARG_STREAM,
    ARG_FLAGS,
    ARG_FIRST
};

typedef struct LaunchWalk {
    Split *s;
    NjTirFn *fn;
} LaunchWalk;

static NjKernel *kernel_of(Split *s, const NjTirFn *fn)
{
    for (uint32_t i = 0; i < s->found.n; i++)
        if (s->found.items[i].fn == fn)
            return &s->found.items[i];
    return NULL;
}

/* Remembers the block's extents; launches that differ or are unknown leave zeros. */
static void note_block(NjKernel *kernel, NjTirExpr *const *block)
{
    bool is_first = kernel->n_launches++ == 0;
    for (int i = 0; i < 3; i++) {
        const NjTirExpr *x = block[i];
        int64_t extent = x->kind == NJ_X_CONST_INT ? x->as.const_int.value : 0;
        if (extent < 1 || extent > NJ_CUDA_MAX_THREADS)
            extent = 0;
        if (is_first)
            kernel->block[i] = (uint32_t)extent;
        else if (kernel->block[i] != extent)
            kernel->block[i] = 0;
    }
}

static NjTirExpr *args_tuple(Split *s, NjTirExpr **args, uint32_t n, NjSpan span)
{
    const NjType **types = NJ_NEW_ARRAY(s->arena, const NjType *, n + 1);
    for (uint32_t i = 0; i < n; i++)
        types[i] = args[i]->type;
    return nj_tir_tuple(s->arena, nj_type_tuple(s->types, types, n), args, n, span);
}

static NjTirExpr *launch_flags(Split *s, NjTirExpr *given, const NjTirFn *fn, uint32_t n)
{
    int64_t flags = given->kind == NJ_X_CONST_INT ? given->as.const_int.value : 0;
    uint32_t written = nj_kernel_written(s->u, fn);
    for (uint32_t i = 0; i < n && i < 31; i++)
        if (!(written >> i & 1))
            flags |= (int64_t)NPRT_CUDA_ARG_NOT_WRITTEN << (2 * i);
    return nj_tir_int(s->arena, nj_type_pyint(s->types), flags, given->span);
}

/* Two more arguments, which the launch sets: it reads the coordinate from the second. */
static void append_coarse_args(Split *s, const NjKernel *kernel, NjSpan span, NjTirExpr ***args,
                               uint32_t *n)
{
    const NjType *type = nj_type_pyint(s->types);
    NjTirExpr **grown = NJ_NEW_ARRAY(s->arena, NjTirExpr *, *n + 2);
    if (*n)
        memcpy(grown, *args, *n * sizeof *grown);
    grown[*n] = nj_tir_int(s->arena, type, 0, span);
    grown[*n + 1] = nj_tir_int(s->arena, type, kernel->coarse_dim, span);
    *args = grown;
    *n += 2;
}

static void rewrite_launch(Split *s, const NjTirFn *host, NjTirExpr *x)
{
    NjTirExpr **args = x->as.target_call.args;
    const NjTirFn *fn = args[ARG_KERNEL]->as.call.fn;
    NjKernel *kernel = kernel_of(s, fn);
    NJ_ASSERT(s->u, kernel != NULL && x->as.target_call.n >= ARG_FIRST);
    note_block(kernel, args + ARG_BLOCK);
    NjTirExpr **values = args + ARG_FIRST;
    uint32_t n = x->as.target_call.n - ARG_FIRST;
    append_args(s, host, fn, x->span, &values, &n);
    NjTirExpr *flags = launch_flags(s, args[ARG_FLAGS], fn, n);
    if (kernel->is_coarse) {
        append_coarse_args(s, kernel, x->span, &values, &n);
        flags->as.const_int.value |= NPRT_CUDA_COARSE;
    }
    NjTirExpr **call = NJ_NEW_ARRAY(s->arena, NjTirExpr *, 11);
    const char *symbol = kernel->symbol;
    call[0] =
        nj_tir_str(s->arena, nj_type_str(s->types), symbol, (uint32_t)strlen(symbol), x->span);
    for (int i = 0; i < 8; i++) /* grid, block, shared bytes, stream */
        call[1 + i] = args[ARG_GRID + i];
    if (s->kernels->shared_bytes)
        call[7] =
            nj_tir_binary(s->arena, NJ_BIN_ADD, NJ_ARITH_WRAP, call[7]->type, call[7],
                          nj_tir_int(s->arena, call[7]->type, s->kernels->shared_bytes, x->span));
    call[9] = args_tuple(s, values, n, x->span);
    call[10] = flags;
    x->kind = NJ_X_RTCALL;
    x->as.rtcall.id = NJ_RT_cuda_launch;
    x->as.rtcall.args = call;
    x->as.rtcall.n = 11;
}

static void visit_launch_expr(void *ctx, NjTirExpr **child)
{
    LaunchWalk *w = ctx;
    NjTirExpr *x = *child;
    nj_tir_children(x, visit_launch_expr, w);
    if (x->kind == NJ_X_TARGET_CALL && x->as.target_call.id == NJ_CU_launch)
        rewrite_launch(w->s, w->fn, x);
    else if (x->kind == NJ_X_CALL && nj_map_has(&w->s->on_device, x->as.call.fn))
        append_args(w->s, w->fn, x->as.call.fn, x->span, &x->as.call.args, &x->as.call.n);
}

static void visit_launch_block(void *ctx, NjTirBlock *block)
{
    for (uint32_t i = 0; i < block->n; i++) {
        nj_tir_stmt_exprs(block->items[i], visit_launch_expr, ctx);
        nj_tir_stmt_blocks(block->items[i], visit_launch_block, ctx);
    }
}

static void rewrite_launches(Split *s)
{
    LaunchWalk w = {s, s->module->main};
    if (w.fn)
        visit_launch_block(&w, &w.fn->body);
    for (uint32_t i = 0; i < s->module->n_fns; i++) {
        w.fn = s->module->fns[i];
        if (!nj_map_has(&s->on_device, w.fn) && w.fn != s->module->main)
            visit_launch_block(&w, &w.fn->body);
    }
}

static void coarsen(Split *s, bool is_gpu)
{
    for (uint32_t i = 0; i < s->found.n; i++) {
        NjKernel *kernel = &s->found.items[i];
        NjTirFn *fn = (NjTirFn *)kernel->fn;
        const NjKernelOptions *o = &fn->kernel;
        kernel->is_coarse = !o->no_opt && !o->debug && !o->max_registers &&
                            nj_kernel_coarsen(s->arena, s->types, fn, is_gpu, &kernel->coarse_dim);
    }
}

/* ---- the pass ------------------------------------------------------------------------------- */

/* The block extents that a function may take for granted: its own, if it is a kernel. */
static const uint32_t *block_of(Split *s, const NjTirFn *fn)
{
    const NjKernel *kernel = kernel_of(s, fn);
    return kernel && kernel->n_launches ? kernel->block : NULL;
}

/* Takes the kernels out of the module and lists them with all that runs on the device. */
/* The CPU has no use for it, but tests of the transformation have. */
static bool wants_coarse_on_cpu(void)
{
    const char *text = getenv("NPJIT_CUDA_COARSE");
    return text && strcmp(text, "always") == 0;
}

/* `is_gpu`: the kernels will run on one, and may be changed for it. */
static NjKernels *divide(Split *s, bool is_gpu)
{
    NjKernels *kernels = s->kernels;
    separate(s);
    if (s->device_fns.n > 0) {
        drop_device_fns(s);
        pass_globals(s);
        for (uint32_t i = 0; i < s->found.n; i++)
            nj_kernel_check_params(s->u, s->found.items[i].fn);
        if (is_gpu || wants_coarse_on_cpu())
            coarsen(s, is_gpu);
        if (is_gpu)
            nj_kernels_place_shared(s->arena, kernels, s->found.items, s->found.n);
        rewrite_launches(s);
    }
    kernels->items = s->found.items;
    kernels->n = s->found.n;
    kernels->device.fns = s->device_fns.items;
    kernels->device.n_fns = s->device_fns.n;
    kernels->device.exc_names = s->module->exc_names;
    kernels->device.exc_parents = s->module->exc_parents;
    kernels->device.n_excs = 0; /* the host registers them */
    return kernels;
}

NjKernels *nj_kernels_split(NjUnit *u, NjTypes *types, NjTirModule *module)
{
    NjKernels *kernels = NJ_NEW(&u->arena, NjKernels);
    Split s = {.u = u, .arena = &u->arena, .types = types, .module = module, .kernels = kernels};
    divide(&s, true);
    for (uint32_t i = 0; i < s.device_fns.n; i++)
        nj_kernel_prepare(u, types, s.device_fns.items[i], block_of(&s, s.device_fns.items[i]));
    return kernels;
}

void nj_kernels_name(NjUnit *u, NjTypes *types, NjTirModule *module)
{
    NjKernels *kernels = NJ_NEW(&u->arena, NjKernels);
    Split s = {.u = u, .arena = &u->arena, .types = types, .module = module, .kernels = kernels};
    divide(&s, false);
    nj_kernels_join(u, types, module, kernels);
}

const NjKernel *nj_kernels_find(const NjKernels *kernels, const NjTirFn *fn)
{
    for (uint32_t i = 0; kernels && i < kernels->n; i++)
        if (kernels->items[i].fn == fn)
            return &kernels->items[i];
    return NULL;
}

static bool is_named(const NjTirFn *fn, const char *name)
{
    return strcmp(fn->source_name, name) == 0 || strcmp(fn->name, name) == 0;
}

void nj_kernels_keep(NjUnit *u, NjKernels *kernels, const char *name)
{
    Split s = {.u = u, .arena = &u->arena};
    const char *names = "";
    uint32_t kept = 0;
    for (uint32_t i = 0; i < kernels->n; i++) {
        NjKernel kernel = kernels->items[i];
        names = nj_arena_printf(&u->arena, "%s%s%s", names, i ? ", " : "", kernel.fn->name);
        if (is_named(kernel.fn, name) || strcmp(kernel.symbol, name) == 0) {
            reach_fn(&s, (NjTirFn *)kernel.fn);
            kernels->items[kept++] = kernel;
        }
    }
    for (uint32_t i = 0; i < kernels->device.n_fns; i++)
        if (kernels->device.fns[i]->is_exported && is_named(kernels->device.fns[i], name))
            reach_fn(&s, kernels->device.fns[i]);
    if (s.device_fns.n == 0)
        nj_error(u, NJ_NO_SPAN, "there is no kernel '%s'; the kernels are %s", name, names);
    kernels->n = kept;
    kernels->device.fns = s.device_fns.items;
    kernels->device.n_fns = s.device_fns.n;
}

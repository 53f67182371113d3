/* kernels_unused.c - device code that the host never launches leaves the module: where the
 * processor stands in for the device, nothing could call it. */
#include "compiler/analysis/kernels.h"

typedef struct Reach {
    NjArena *arena;
    NjMap seen;
} Reach;

static void reach_block(void *ctx, NjTirBlock *block);

static void reach_fn(Reach *r, NjTirFn *fn)
{
    if (nj_map_has(&r->seen, fn))
        return;
    nj_map_put(r->arena, &r->seen, fn, fn);
    reach_block(r, &fn->body);
}

static void reach_expr(void *ctx, NjTirExpr **child)
{
    if ((*child)->kind == NJ_X_CALL || (*child)->kind == NJ_X_FN_ADDR)
        reach_fn(ctx, (*child)->as.call.fn);
    nj_tir_children(*child, reach_expr, ctx);
}

static void reach_block(void *ctx, NjTirBlock *block)
{
    for (uint32_t i = 0; i < block->n; i++) {
        nj_tir_stmt_exprs(block->items[i], reach_expr, ctx);
        nj_tir_stmt_blocks(block->items[i], reach_block, ctx);
    }
}

void nj_kernels_drop_unused(NjUnit *u, NjTirModule *module)
{
    Reach r = {.arena = &u->arena};
    bool has_exports = false;
    for (uint32_t i = 0; i < module->n_fns; i++)
        has_exports |= module->fns[i]->is_exported;
    if (!has_exports)
        return;
    if (module->main)
        reach_fn(&r, module->main);
    for (uint32_t i = 0; i < module->n_fns; i++)
        if (!module->fns[i]->is_device)
            reach_fn(&r, module->fns[i]);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < module->n_fns; i++) {
        NjTirFn *fn = module->fns[i];
        if (!nj_map_has(&r.seen, fn))
            continue;
        fn->id = kept;
        module->fns[kept++] = fn;
    }
    module->n_fns = kept;
}

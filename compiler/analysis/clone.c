/* clone.c - copies of statements: the struct is copied, then its expressions, arrays and blocks;
 * and the numbers of loops. */
#include "compiler/analysis/clone.h"

static void clone_expr(void *ctx, NjTirExpr **child)
{
    *child = nj_tir_clone(ctx, *child);
}

static void clone_block_in_place(void *ctx, NjTirBlock *block)
{
    *block = nj_tir_clone_block(ctx, block);
}

NjTirStmt *nj_tir_clone_stmt(NjArena *arena, const NjTirStmt *s)
{
    NjTirStmt *copy = nj_arena_copy(arena, s, sizeof *s);
    if (s->kind == NJ_S_STORE)
        copy->as.store.subs =
            nj_arena_copy(arena, s->as.store.subs, s->as.store.n * sizeof *s->as.store.subs);
    if (s->kind == NJ_S_CHECK && s->as.check.n)
        copy->as.check.args =
            nj_arena_copy(arena, s->as.check.args, s->as.check.n * sizeof *s->as.check.args);
    nj_tir_stmt_exprs(copy, clone_expr, arena);
    nj_tir_stmt_blocks(copy, clone_block_in_place, arena);
    return copy;
}

NjTirBlock nj_tir_clone_block(NjArena *arena, const NjTirBlock *block)
{
    NjTirBlock copy = {NJ_NEW_ARRAY(arena, NjTirStmt *, block->n), block->n, block->n};
    for (uint32_t i = 0; i < block->n; i++)
        copy.items[i] = nj_tir_clone_stmt(arena, block->items[i]);
    return copy;
}

static void number_block(void *ctx, NjTirBlock *block)
{
    uint32_t *next = ctx;
    for (uint32_t i = 0; i < block->n; i++) {
        NjTirStmt *s = block->items[i];
        if (s->kind == NJ_S_FOR)
            s->as.for_.loop_id = (*next)++;
        if (s->kind == NJ_S_WHILE)
            s->as.while_.loop_id = (*next)++;
        nj_tir_stmt_blocks(s, number_block, next);
    }
}

void nj_tir_number_loops(NjTirModule *module)
{
    bool saw_main = !module->main;
    for (uint32_t i = 0; i < module->n_fns; i++) {
        uint32_t next = 0;
        number_block(&next, &module->fns[i]->body);
        saw_main |= module->fns[i] == module->main;
    }
    uint32_t next = 0;
    if (!saw_main)
        number_block(&next, &module->main->body);
}

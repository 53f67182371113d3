/* lower_lifetime.c - when temporaries of managed types die.
 *
 * A Python variable lives to the end of its function, but the temporaries of array expressions
 * would then pin every intermediate array. A temporary dies after the last statement that mentions
 * it, seen from `home`, the innermost block around all its uses, provided that its first mention
 * there assigns it: then no value comes around a loop. */
#include "compiler/lower/lower_internal.h"

/* The way from the function's body down to the block in work. */
typedef struct Path {
    const struct Path *outer;
    const NjTirBlock *block;
    uint32_t index; /* of the statement in work */
} Path;

typedef struct Walk {
    NjEmit *e;
    NjFnState *fn;
    const Path *path;
    const NjTirLocal *assigned; /* target of the ASSIGN in work */
    const Path **homes;         /* by local id: path to the block of NjLifetime.home */
} Walk;

/* Moves `path` out until its block encloses (or is) the block of `other`. */
static const Path *common_path(const Path *path, const Path *other)
{
    for (; path; path = path->outer)
        for (const Path *p = other; p; p = p->outer)
            if (p->block == path->block)
                return path;
    return NULL;
}

static uint32_t index_at(const Path *path, const NjTirBlock *block)
{
    while (path->block != block)
        path = path->outer;
    return path->index;
}

static Path *copy_path(Walk *w, const Path *path)
{
    if (!path)
        return NULL;
    Path *copy = nj_arena_copy(w->e->arena, path, sizeof *path);
    copy->outer = copy_path(w, path->outer);
    return copy;
}

static void mention(Walk *w, const NjTirLocal *local, bool is_assign)
{
    if (!local->is_temp || !local->type->is_managed)
        return;
    NjLifetime *life = &w->fn->lifetimes[local->id];
    if (!life->home) {
        *life = (NjLifetime){w->path->block, w->path->index, w->path->index, is_assign};
        w->homes[local->id] = copy_path(w, w->path);
        return;
    }
    if (w->path->block == life->home) {
        life->last = w->path->index;
        return;
    }
    const Path *home = common_path(w->homes[local->id], w->path);
    if (home->block != life->home) {
        life->home = home->block;
        life->first = home->index;
        life->starts_with_assign = false;
        w->homes[local->id] = home;
    }
    life->last = index_at(w->path, home->block);
}

static void visit_expr(void *ctx, NjTirExpr **child)
{
    Walk *w = ctx;
    NjTirExpr *x = *child;
    if (x->kind == NJ_X_LOCAL)
        mention(w, x->as.local.local, false);
    else
        nj_tir_children(x, visit_expr, w);
}

static void walk_block(Walk *w, const NjTirBlock *block);

static void visit_block(void *ctx, NjTirBlock *block)
{
    walk_block(ctx, block);
}

static void walk_block(Walk *w, const NjTirBlock *block)
{
    Path here = {w->path, block, 0};
    w->path = &here;
    for (uint32_t i = 0; i < block->n; i++) {
        NjTirStmt *s = block->items[i];
        here.index = i;
        nj_tir_stmt_exprs(s, visit_expr, w);
        if (s->kind == NJ_S_ASSIGN)
            mention(w, s->as.assign.local, true);
        else if (s->kind == NJ_S_TRY && s->as.try_.exc)
            mention(w, s->as.try_.exc, false);
        nj_tir_stmt_blocks(s, visit_block, w);
    }
    w->path = here.outer;
}

void nj_ir_compute_lifetimes(NjEmit *e, NjFnState *fn)
{
    fn->lifetimes = NJ_NEW_ARRAY(e->arena, NjLifetime, fn->tir->n_locals);
    Walk w = {e, fn, NULL, NULL, NJ_NEW_ARRAY(e->arena, const Path *, fn->tir->n_locals)};
    walk_block(&w, &fn->tir->body);
}

bool nj_ir_dies_after(const NjFnState *fn, const NjTirLocal *local, const NjTirBlock *block,
                      uint32_t index)
{
    if (!local->is_temp || !local->type->is_managed || local->is_param)
        return false;
    const NjLifetime *life = &fn->lifetimes[local->id];
    return life->home == block && life->last == index && life->starts_with_assign;
}

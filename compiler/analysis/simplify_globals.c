/* simplify_globals.c - module-level variables that a loop only reads become locals of the function.
 *
 * A global must be read from memory at every use, as any call may set it; for arrays that hides
 * data pointer and extents from the loop optimisers. Around an outermost loop in which nothing sets
 * the variable its value is copied to a temporary. What calls may set follows from the call graph;
 * the runtime can call special methods of classes, so a runtime call may set whatever any function
 * sets. */
#include "compiler/analysis/simplify_internal.h"

#include <string.h>

typedef struct Globals {
    NjArena *arena;
    NjTirModule *module;
    uint32_t words;  /* of a bit set of globals */
    uint64_t *by_fn; /* sets of all functions, by id */
    uint64_t *by_runtime;
} Globals;

static void add_global(uint64_t *set, const NjTirGlobal *global)
{
    set[global->id / 64] |= UINT64_C(1) << (global->id % 64);
}

static bool has_global(const uint64_t *set, const NjTirGlobal *global)
{
    return set[global->id / 64] >> (global->id % 64) & 1u;
}

/* True when `set` grew. */
static bool add_all(uint64_t *set, const uint64_t *more, uint32_t words)
{
    bool grew = false;
    for (uint32_t i = 0; i < words; i++) {
        grew |= (more[i] & ~set[i]) != 0;
        set[i] |= more[i];
    }
    return grew;
}

/* ---- what statements set ----------------------------------------------------------------------
 */

typedef struct Collect {
    Globals *g;
    uint64_t *set;
    bool grew;
} Collect;

static void collect_expr(void *ctx, NjTirExpr **child)
{
    Collect *c = ctx;
    NjTirExpr *e = *child;
    if (e->kind == NJ_X_CALL)
        c->grew |=
            add_all(c->set, c->g->by_fn + (size_t)e->as.call.fn->id * c->g->words, c->g->words);
    else if (e->kind == NJ_X_RTCALL || e->kind == NJ_X_TARGET_CALL)
        c->grew |= add_all(c->set, c->g->by_runtime, c->g->words);
    nj_tir_children(e, collect_expr, c);
}

static void collect_block(void *ctx, NjTirBlock *block);

static void collect_stmt(Collect *c, NjTirStmt *s)
{
    if (s->kind == NJ_S_GLOBAL_SET) {
        c->grew |= !has_global(c->set, s->as.global_set.global);
        add_global(c->set, s->as.global_set.global);
    }
    nj_tir_stmt_exprs(s, collect_expr, c);
    nj_tir_stmt_blocks(s, collect_block, c);
}

static void collect_block(void *ctx, NjTirBlock *block)
{
    for (uint32_t i = 0; i < block->n; i++)
        collect_stmt(ctx, block->items[i]);
}

static void find_effects(Globals *g)
{
    NjTirModule *m = g->module;
    bool grew = true;
    while (grew) {
        grew = false;
        for (uint32_t i = 0; i < m->n_fns; i++) {
            Collect c = {g, g->by_fn + (size_t)m->fns[i]->id * g->words, false};
            collect_block(&c, &m->fns[i]->body);
            grew |= c.grew;
            if (m->fns[i] != m->main)
                grew |= add_all(g->by_runtime, c.set, g->words);
        }
    }
}

/* ---- copies in front of loops -----------------------------------------------------------------
 */

typedef struct Hoist {
    Globals *g;
    NjTirFn *fn;
    const uint64_t *set; /* globals that the loop may set */
    NjTirLocal **copies; /* by global id */
    NjTirBlock before;   /* the assignments to the copies */
} Hoist;

static void hoist_expr(void *ctx, NjTirExpr **child)
{
    Hoist *h = ctx;
    NjTirExpr *e = *child;
    if (e->kind == NJ_X_GLOBAL && !e->type->is_unit && !has_global(h->set, e->as.global.global)) {
        NjTirLocal **copy = &h->copies[e->as.global.global->id];
        if (!*copy) {
            *copy = nj_tir_local_new(h->g->arena, h->fn, NULL, e->type);
            nj_tir_assign(h->g->arena, &h->before, *copy, nj_tir_clone(h->g->arena, e));
        }
        *child = nj_tir_local(h->g->arena, *copy, e->span);
        return;
    }
    nj_tir_children(e, hoist_expr, h);
}

static void hoist_block(void *ctx, NjTirBlock *block)
{
    for (uint32_t i = 0; i < block->n; i++) {
        nj_tir_stmt_exprs(block->items[i], hoist_expr, ctx);
        nj_tir_stmt_blocks(block->items[i], hoist_block, ctx);
    }
}

typedef struct Search {
    Globals *g;
    NjTirFn *fn;
} Search;

static void search_block(void *ctx, NjTirBlock *block)
{
    const Search *search = ctx;
    Globals *g = search->g;
    for (uint32_t i = 0; i < block->n; i++) {
        NjTirStmt *s = block->items[i];
        if (s->kind != NJ_S_FOR && s->kind != NJ_S_WHILE) {
            nj_tir_stmt_blocks(s, search_block, ctx);
            continue;
        }
        Collect c = {g, NJ_NEW_ARRAY(g->arena, uint64_t, g->words), false};
        collect_stmt(&c, s);
        Hoist h = {
            g, search->fn, c.set, NJ_NEW_ARRAY(g->arena, NjTirLocal *, g->module->n_globals), {0}};
        if (s->kind == NJ_S_WHILE)
            nj_tir_stmt_exprs(s, hoist_expr, &h);
        nj_tir_stmt_blocks(s, hoist_block, &h);
        for (uint32_t k = 0; k < h.before.n; k++)
            nj_tir_insert(g->arena, block, i++, h.before.items[k]);
    }
}

void nj_simplify_globals(NjUnit *u, NjTirModule *module)
{
    if (module->n_globals == 0)
        return;
    Globals g = {.arena = &u->arena, .module = module, .words = module->n_globals / 64 + 1};
    uint32_t n_sets = module->n_fns + 1;
    for (uint32_t i = 0; i < module->n_fns; i++)
        if (module->fns[i]->id >= n_sets)
            n_sets = module->fns[i]->id + 1;
    g.by_fn = NJ_NEW_ARRAY(g.arena, uint64_t, n_sets *g.words);
    g.by_runtime = NJ_NEW_ARRAY(g.arena, uint64_t, g.words);
    find_effects(&g);
    bool saw_main = !module->main;
    for (uint32_t i = 0; i < module->n_fns; i++) {
        saw_main |= module->fns[i] == module->main;
        Search search = {&g, module->fns[i]};
        search_block(&search, &module->fns[i]->body);
    }
    Search search = {&g, module->main};
    if (!saw_main)
        search_block(&search, &module->main->body);
}

/* spmd_threads.c - a region becomes loops over the threads of the block, x innermost. */
#include "compiler/analysis/spmd_internal.h"

/* A loop over one coordinate of the thread; a block with one thread along it needs none. */
static NjTirBlock *open_loop(NjSpmd *c, NjTirBlock *out, unsigned dim, bool has_lanes)
{
    if (c->known_bdim[dim] == 1) {
        nj_tir_push(c->arena, out, nj_sp_assign(c, c->tid[dim], nj_sp_int(c, 0)));
        return out;
    }
    NjTirStmt *loop = nj_sp_for(c, c->tid[dim], nj_sp_int(c, 0), nj_sp_bdim(c, dim));
    loop->as.for_.is_unit_lanes = has_lanes;
    nj_tir_push(c->arena, out, loop);
    return &loop->as.for_.body;
}

/* Loops over the blocks of the grid. */
static NjTirBlock *open_blocks(NjSpmd *c, NjTirBlock *out)
{
    for (unsigned dim = 3; dim-- > 0;) {
        NjTirStmt *loop = nj_sp_for(c, c->bid[dim], nj_sp_int(c, 0), nj_sp_use(c, c->gdim[dim]));
        nj_tir_push(c->arena, out, loop);
        out = &loop->as.for_.body;
    }
    NjTirExpr *n = nj_sp_bin(c, NJ_BIN_MUL, nj_sp_use(c, c->bid[2]), nj_sp_use(c, c->gdim[1]));
    n = nj_sp_bin(c, NJ_BIN_MUL, nj_sp_bin(c, NJ_BIN_ADD, n, nj_sp_use(c, c->bid[1])), nj_sp_use(c, c->gdim[0]));
    n = nj_sp_bin(c, NJ_BIN_ADD, n, nj_sp_use(c, c->bid[0]));
    nj_tir_push(c->arena, out, nj_sp_assign(c, c->block, n));
    NjTirExpr *first = nj_sp_bin(c, NJ_BIN_MUL, nj_sp_use(c, c->block), nj_sp_n_threads(c));
    nj_tir_push(c->arena, out, nj_sp_assign(c, c->first, first));
    return out;
}

static void find_dependent(void *data, NjTirBlock *block);

typedef struct DependentSearch {
    NjSpmd *c;
    bool found;
} DependentSearch;

static void find_dependent(void *data, NjTirBlock *block)
{
    DependentSearch *s = data;
    for (uint32_t i = 0; i < block->n && !s->found; i++) {
        s->found = nj_map_has(&s->c->dependent, block->items[i]);
        nj_tir_stmt_blocks(block->items[i], find_dependent, s);
    }
}

/* May threads be taken in any order, or several at a time? */
static bool has_lanes(NjSpmd *c, NjTirBlock *threads)
{
    DependentSearch s = {c, false};
    find_dependent(&s, threads);
    return !s.found;
}

static void loop_region(NjSpmd *c, NjTirStmt *region)
{
    NjTirBlock threads = region->as.block, out = {0};
    c->span = region->span;
    NjTirBlock *z = open_loop(c, c->is_grid ? open_blocks(c, &out) : &out, 2, false);
    NjTirBlock *y = open_loop(c, z, 1, false);
    NjTirExpr *row = nj_sp_bin(c, NJ_BIN_MUL, nj_sp_use(c, c->tid[2]), nj_sp_bdim(c, 1));
    row = nj_sp_bin(c, NJ_BIN_MUL, nj_sp_bin(c, NJ_BIN_ADD, row, nj_sp_use(c, c->tid[1])), nj_sp_bdim(c, 0));
    if (c->known_bdim[1] == 1 && c->known_bdim[2] == 1)
        row = nj_sp_int(c, 0);
    nj_tir_push(c->arena, y, nj_sp_assign(c, c->row, row));
    NjTirBlock *x = open_loop(c, y, 0, has_lanes(c, &threads));
    for (uint32_t i = 0; i < threads.n; i++)
        nj_tir_push(c->arena, x, threads.items[i]);
    region->as.block = out;
}

void nj_sp_thread_loops(NjSpmd *c)
{
    for (uint32_t i = 0; i < c->regions.n; i++)
        loop_region(c, c->regions.items[i]);
}

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

static void loop_region(NjSpmd *c, NjTirStmt *region)
{
    NjTirBlock threads = region->as.block, out = {0};
    c->span = region->span;
    NjTirBlock *z = open_loop(c, &out, 2, false);
    NjTirBlock *y = open_loop(c, z, 1, false);
    NjTirExpr *row = nj_sp_bin(c, NJ_BIN_MUL, nj_sp_use(c, c->tid[2]), nj_sp_bdim(c, 1));
    row = nj_sp_bin(c, NJ_BIN_MUL, nj_sp_bin(c, NJ_BIN_ADD, row, nj_sp_use(c, c->tid[1])), nj_sp_bdim(c, 0));
    if (c->known_bdim[1] == 1 && c->known_bdim[2] == 1)
        row = nj_sp_int(c, 0);
    nj_tir_push(c->arena, y, nj_sp_assign(c, c->row, row));
    NjTirBlock *x = open_loop(c, y, 0, true);
    for (uint32_t i = 0; i < threads.n; i++)
        nj_tir_push(c->arena, x, threads.items[i]);
    region->as.block = out;
}

void nj_sp_thread_loops(NjSpmd *c)
{
    for (uint32_t i = 0; i < c->regions.n; i++)
        loop_region(c, c->regions.items[i]);
}

/* spmd_barrier.c - a barrier ends the region in work. Under masks it must be reached by all threads
 * of the block (a barrier of the grid: by all threads) that have not returned, as hardware asks
 * for; that is tested, and the message says where the others are: at another barrier, or on the way
 * to the end of the kernel. */
#include "compiler/analysis/spmd_internal.h"

/* ---- where the others go -------------------------------------------------------------------- */

typedef struct Path {
    const NjTirStmt *from;
    bool is_behind; /* of `from` */
    NjSpan barrier; /* the first one there */
} Path;

static void first_barrier(void *data, NjTirBlock *block)
{
    Path *p = data;
    for (uint32_t i = 0; i < block->n && !p->barrier.source; i++) {
        NjTirStmt *s = block->items[i];
        NjCudaOp op;
        bool is_leaf = s->kind == NJ_S_BARRIER || nj_sp_is_op(s, &op);
        if (is_leaf && (nj_sp_sync_of(s) & NJ_SYNC_BARRIER))
            p->barrier = s->span;
        nj_tir_stmt_blocks(s, first_barrier, p);
    }
}

/* Searches what may run behind `from`: the rest of its block, of the blocks around it, and in a
 * loop the next round. */
static void follow_path(void *data, NjTirBlock *block)
{
    Path *p = data;
    for (uint32_t i = 0; i < block->n && !p->is_behind; i++) {
        NjTirStmt *s = block->items[i];
        if (s == p->from)
            p->is_behind = true;
        else
            nj_tir_stmt_blocks(s, follow_path, p);
        if (!p->is_behind)
            continue;
        NjTirBlock rest = {block->items + i + 1, block->n - i - 1, 0};
        if (s != p->from && (s->kind == NJ_S_FOR || s->kind == NJ_S_WHILE))
            nj_tir_stmt_blocks(s, first_barrier, p);
        first_barrier(p, &rest);
    }
}

NjSpDetour nj_sp_detour(NjSpmd *c, NjSpan from, const NjTirStmt *s, const NjTirBlock *branch)
{
    Path ahead = {0}, inside = {0}, behind = {.from = s};
    if (branch)
        first_barrier(&ahead, (NjTirBlock *)branch);
    nj_tir_stmt_blocks((NjTirStmt *)s, first_barrier, &inside);
    follow_path(&behind, &c->fn->body);
    return (NjSpDetour){from, ahead.barrier.source ? ahead.barrier : behind.barrier,
                        inside.barrier};
}

void nj_sp_jumps(NjSpDetour *detour, const NjTirStmt *jump)
{
    detour->from = jump->span;
    if (jump->kind == NJ_S_CONTINUE)
        detour->barrier = detour->loop;
}

/* ---- barriers ------------------------------------------------------------------------------- */

static void tell_barrier(NjCut *cut, NjRtId id)
{
    NjSpmd *c = nj_sp_of_cut(cut);
    if (nj_sp_finds_races(c))
        nj_sp_add_block(cut, nj_sp_tell(c, id, NULL));
}

/* The innermost mask that leaves out threads which have not returned; NULL: there is none. */
static const NjSpMask *doubtful(NjCut *cut)
{
    const NjSpMask *mask = nj_sp_masks(cut);
    while (mask && mask->others_exit)
        mask = mask->outer;
    return mask;
}

static void check_missed(NjCut *cut, NjSpan span, const NjSpDetour *detour, NjTirLocal *is_missed,
                         const char *all)
{
    NjSpmd *c = nj_sp_of_cut(cut);
    NjTirStmt *check = nj_tir_stmt(c->arena, NJ_S_CHECK, span);
    const char *end = "the end of the kernel";
    if (detour->barrier.source)
        end = nj_arena_printf(c->arena, "the barrier in line %u", nj_span_line(detour->barrier));
    check->as.check.cond = nj_sp_not(c, nj_sp_use(c, is_missed));
    check->as.check.exc = NPRT_EXC_RUNTIME_ERROR;
    check->as.check.format =
        nj_arena_printf(c->arena,
                        "the barrier in line %u is not reached by all threads of the %s: some go "
                        "another way in line %u, to %s",
                        nj_span_line(span), all, nj_span_line(detour->from), end);
    /* no single thread is to blame */
    nj_sp_add_block(cut, nj_sp_assign(c, c->tid[0], nj_sp_int(c, -1)));
    nj_sp_add_block(cut, check);
}

/* Passes all masks around one, but not that one, and not on the way to a return; NULL: never. */
static NjTirExpr *stays_outside(NjSpmd *c, const NjSpMask *mask)
{
    if (!mask)
        return NULL;
    NjTirExpr *farther = stays_outside(c, mask->outer);
    if (mask->others_exit)
        return farther;
    NjTirExpr *here = nj_sp_not(c, nj_sp_use(c, mask->local));
    if (mask->outer)
        here = nj_sp_bin(c, NJ_BIN_AND, nj_sp_use(c, mask->outer->local), here);
    return farther ? nj_sp_bin(c, NJ_BIN_OR, farther, here) : here;
}

static NjTirExpr *misses(NjCut *cut)
{
    NjSpmd *c = nj_sp_of_cut(cut);
    return nj_sp_bin(c, NJ_BIN_AND, stays_outside(c, nj_sp_masks(cut)),
                     nj_sp_not(c, nj_sp_use(c, c->exited)));
}

/* In a grid: some block has threads that reach the barrier, and threads that miss it. Two bits per
 * block are gathered in the region in work; then block, and its position, are the last such one. */
static NjTirLocal *any_block_divided(NjCut *cut)
{
    enum { REACHES = 1, MISSES = 2, BOTH = REACHES | MISSES };
    NjSpmd *c = nj_sp_of_cut(cut);
    NjTirExpr *n_blocks = nj_sp_n_blocks(c);
    NjTirLocal *bits = nj_sp_alloc(c, nj_type_array(c->types, NPRT_I64, 1, NJ_LAYOUT_C), &n_blocks);
    const NjType *type = nj_type_scalar(c->types, NPRT_I64, false);
    NjTirStmt *clear = nj_sp_for(c, c->block, nj_sp_int(c, 0), nj_sp_n_blocks(c));
    nj_tir_push(
        c->arena, &clear->as.for_.body,
        nj_sp_store(c, bits, nj_sp_use(c, c->block), nj_tir_int(c->arena, type, 0, c->span)));
    nj_sp_add_before(cut, clear);
    NjTirExpr *missed = nj_tir_cast(c->arena, c->int_type, misses(cut));
    NjTirExpr *reached = nj_tir_cast(c->arena, c->int_type, nj_sp_mask(cut));
    NjTirExpr *old =
        nj_tir_cast(c->arena, c->int_type, nj_sp_load(c, bits, nj_sp_use(c, c->block)));
    NjTirExpr *own =
        nj_sp_bin(c, NJ_BIN_ADD, reached, nj_sp_bin(c, NJ_BIN_MUL, missed, nj_sp_int(c, MISSES)));
    NjTirStmt *gather = nj_sp_store(c, bits, nj_sp_use(c, c->block),
                                    nj_tir_cast(c->arena, type, nj_sp_bin(c, NJ_BIN_OR, old, own)));
    nj_map_put(c->arena, &c->dependent, gather, NULL);
    nj_sp_add_every(cut, gather);

    NjTirLocal *any = nj_sp_block_local(c, c->bool_type), *at = nj_sp_block_local(c, c->int_type);
    nj_sp_add_block(cut, nj_sp_assign(c, any, nj_sp_bool(c, false)));
    NjTirStmt *blocks = nj_sp_for(c, at, nj_sp_int(c, 0), nj_sp_n_blocks(c));
    NjTirExpr *both = nj_tir_cast(c->arena, c->int_type, nj_sp_load(c, bits, nj_sp_use(c, at)));
    NjTirStmt *is_bad = nj_sp_if(c, nj_sp_cmp(c, NJ_CMP_EQ, both, nj_sp_int(c, BOTH)));
    NjTirBlock *then = &is_bad->as.if_.then_block;
    nj_tir_push(c->arena, then, nj_sp_assign(c, any, nj_sp_bool(c, true)));
    NjTirExpr *rest = nj_sp_use(c, at);
    for (unsigned i = 0; i < 3; i++) {
        NjTirExpr *extent = nj_sp_use(c, c->gdim[i]);
        NjTirExpr *part =
            nj_tir_binary(c->arena, NJ_BIN_MOD, NJ_ARITH_WRAP, c->int_type, rest, extent);
        nj_tir_push(c->arena, then, nj_sp_assign(c, c->bid[i], part));
        rest = nj_tir_binary(c->arena, NJ_BIN_FLOORDIV, NJ_ARITH_WRAP, c->int_type,
                             nj_tir_clone(c->arena, rest), nj_tir_clone(c->arena, extent));
    }
    nj_tir_push(c->arena, &blocks->as.for_.body, is_bad);
    nj_sp_add_block(cut, blocks);
    return any;
}

void nj_sp_barrier(NjCut *cut, NjSpan span)
{
    NjSpmd *c = nj_sp_of_cut(cut);
    const NjSpMask *doubt = doubtful(cut);
    if (doubt) {
        NjTirLocal *is_missed =
            c->is_grid ? any_block_divided(cut) : nj_sp_any_thread(cut, misses(cut));
        check_missed(cut, span, doubt->detour, is_missed, "block");
    }
    nj_sp_cut_here(cut);
    tell_barrier(cut, NJ_RT_race_barrier);
}

void nj_sp_grid_barrier(NjCut *cut, NjSpan span)
{
    const NjSpMask *doubt = doubtful(cut);
    if (doubt)
        check_missed(cut, span, doubt->detour, nj_sp_any_thread(cut, misses(cut)), "grid");
    nj_sp_cut_here(cut);
    tell_barrier(cut, NJ_RT_race_grid_barrier);
}

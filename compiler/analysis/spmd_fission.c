/* spmd_fission.c - cuts a kernel at its syncs.
 *
 * Statements without a sync gather in the region in work. A sync ends the region; control flow
 * around syncs runs at block level. Where the threads of a block agree about it (spmd_uniform.c) it
 * stays what it is; else it runs with masks: a bool of each thread says whether it takes part, and
 * the branch or round is run while any thread does.
 *
 *     if c:                 region: m = c; any |= m
 *         A; shuffle; B     if any: region under m: A; shuffle under m; region under m: B
 *
 * A barrier under a mask is in order when every thread left out has returned, which is tested
 * (spmd_barrier.c). */
#include "compiler/analysis/spmd_internal.h"

/* A loop around the statement in work whose rounds are at block level. */
typedef struct CutLoop {
    const struct CutLoop *outer;
    NjTirLocal *live;  /* masked: the thread has not left the loop; NULL: not masked */
    NjTirLocal *round; /* masked: and takes part in this round */
    NjSpDetour *detour;
} CutLoop;

struct NjCut {
    NjSpmd *c;
    NjTirBlock *out;
    NjTirBlock pending; /* the region in work */
    NjTirBlock before;  /* at block level, in front of it */
    NjTirStmt *open;    /* the IF of the current mask at the end of `pending`, or NULL */
    const NjSpMask *mask;
    const CutLoop *loop;
};

NjSpmd *nj_sp_of_cut(NjCut *cut)
{
    return cut->c;
}

const NjSpMask *nj_sp_masks(NjCut *cut)
{
    return cut->mask;
}

NjTirExpr *nj_sp_mask(NjCut *cut)
{
    return cut->mask ? nj_sp_use(cut->c, cut->mask->local) : NULL;
}

NjTirLocal *nj_sp_block_local(NjSpmd *c, const NjType *type)
{
    NjTirLocal *local = nj_sp_temp(c, type);
    nj_sp_facts(c, local)->is_block = true;
    return local;
}

/* ---- regions -------------------------------------------------------------------------------- */

static void push_all(NjSpmd *c, NjTirBlock *to, const NjTirBlock *from)
{
    for (uint32_t i = 0; i < from->n; i++)
        nj_tir_push(c->arena, to, from->items[i]);
}

void nj_sp_cut_here(NjCut *cut)
{
    NjSpmd *c = cut->c;
    push_all(c, cut->out, &cut->before);
    if (cut->pending.n) {
        NjTirStmt *region = nj_tir_stmt(c->arena, NJ_S_BLOCK, cut->pending.items[0]->span);
        region->as.block = cut->pending;
        nj_tir_push(c->arena, cut->out, region);
        nj_vec_push(c->arena, &c->regions, region);
    }
    cut->before = cut->pending = (NjTirBlock){0};
    cut->open = NULL;
}

void nj_sp_add_every(NjCut *cut, NjTirStmt *s)
{
    nj_tir_push(cut->c->arena, &cut->pending, s);
    cut->open = NULL;
}

void nj_sp_add_thread(NjCut *cut, NjTirStmt *s)
{
    if (!cut->mask) {
        nj_sp_add_every(cut, s);
        return;
    }
    if (!cut->open) {
        NjTirStmt *guard = nj_sp_if(cut->c, nj_sp_mask(cut));
        nj_sp_add_every(cut, guard);
        cut->open = guard;
    }
    nj_tir_push(cut->c->arena, &cut->open->as.if_.then_block, s);
}

void nj_sp_add_block(NjCut *cut, NjTirStmt *s)
{
    nj_sp_cut_here(cut);
    nj_tir_push(cut->c->arena, cut->out, s);
}

void nj_sp_add_before(NjCut *cut, NjTirStmt *s)
{
    nj_tir_push(cut->c->arena, &cut->before, s);
}

/* ---- masks ---------------------------------------------------------------------------------- */

/* local = value where the current mask holds, else false */
static void set_mask(NjCut *cut, NjTirLocal *local, NjTirExpr *value)
{
    NjSpmd *c = cut->c;
    if (!cut->mask) {
        nj_sp_add_every(cut, nj_sp_assign(c, local, value));
        return;
    }
    NjTirStmt *choice = nj_sp_if(c, nj_sp_mask(cut));
    nj_tir_push(c->arena, &choice->as.if_.then_block, nj_sp_assign(c, local, value));
    nj_tir_push(c->arena, &choice->as.if_.else_block, nj_sp_assign(c, local, nj_sp_bool(c, false)));
    nj_sp_add_every(cut, choice);
}

static NjTirLocal *new_mask(NjSpmd *c)
{
    return nj_sp_temp(c, c->bool_type);
}

NjTirLocal *nj_sp_any_thread(NjCut *cut, NjTirExpr *value)
{
    NjSpmd *c = cut->c;
    NjTirLocal *any = nj_sp_block_local(c, c->bool_type);
    nj_sp_add_before(cut, nj_sp_assign(c, any, nj_sp_bool(c, false)));
    nj_sp_add_every(cut, nj_sp_assign(c, any, nj_sp_bin(c, NJ_BIN_OR, nj_sp_use(c, any), value)));
    return any;
}

/* ---- nested statements ---------------------------------------------------------------------- */

static void cut_block(NjCut *cut, const NjTirBlock *block);

static void cut_nested(NjCut *outer, const NjTirBlock *block, NjTirBlock *out, const NjSpMask *mask,
                       const CutLoop *loop)
{
    NjCut cut = {.c = outer->c, .out = out, .mask = mask, .loop = loop};
    cut_block(&cut, block);
    nj_sp_cut_here(&cut);
}

/* Ends in a return, with no barrier on the way. */
static bool sets_exited(NjSpmd *c, const NjTirBlock *block)
{
    if (nj_sp_block_sync(block) & NJ_SYNC_BARRIER)
        return false;
    for (uint32_t i = 0; i < block->n; i++)
        if (block->items[i]->kind == NJ_S_ASSIGN && block->items[i]->as.assign.local == c->exited)
            return c->exited != NULL;
    return false;
}

/* A branch under its mask; one without a sync stays in the region in work. */
static void cut_branch(NjCut *cut, const NjTirBlock *branch, const NjSpMask *mask)
{
    NjSpmd *c = cut->c;
    if (branch->n == 0)
        return;
    if (nj_sp_block_sync(branch) == NJ_SYNC_NONE) {
        NjTirStmt *guard = nj_sp_if(c, nj_sp_use(c, mask->local));
        guard->as.if_.then_block = *branch;
        nj_sp_add_every(cut, guard);
        return;
    }
    NjTirStmt *if_any = nj_sp_if(c, nj_sp_use(c, nj_sp_any_thread(cut, nj_sp_use(c, mask->local))));
    nj_sp_add_block(cut, if_any);
    cut_nested(cut, branch, &if_any->as.if_.then_block, mask, cut->loop);
}

static void cut_masked_if(NjCut *cut, NjTirStmt *s)
{
    NjSpmd *c = cut->c;
    const NjTirBlock *then = &s->as.if_.then_block, *other = &s->as.if_.else_block;
    NjSpDetour to_other = nj_sp_detour(c, s->span, s, other);
    NjSpDetour to_then = nj_sp_detour(c, s->span, s, NULL);
    NjSpMask yes = {cut->mask, new_mask(c), &to_other, sets_exited(c, other)};
    NjSpMask no = {cut->mask, new_mask(c), &to_then, sets_exited(c, then)};
    set_mask(cut, yes.local, s->as.if_.cond);
    if (s->as.if_.else_block.n)
        set_mask(cut, no.local, nj_sp_not(c, nj_sp_use(c, yes.local)));
    cut_branch(cut, &s->as.if_.then_block, &yes);
    cut_branch(cut, &s->as.if_.else_block, &no);
}

/* live = live and cond; the test of the loop: does any thread go on? */
static NjTirExpr *test_round(NjCut *cut, const NjSpMask *live, NjTirExpr *cond)
{
    NjSpmd *c = cut->c;
    NjTirStmt *guard = nj_sp_if(c, nj_sp_use(c, live->local));
    nj_tir_push(c->arena, &guard->as.if_.then_block, nj_sp_assign(c, live->local, cond));
    nj_sp_add_every(cut, guard);
    NjTirLocal *any = nj_sp_any_thread(cut, nj_sp_use(c, live->local));
    nj_sp_cut_here(cut);
    return nj_sp_use(c, any);
}

/* The counter of a FOR whose threads count for themselves. */
typedef struct Counter {
    NjTirLocal *next, *stop, *step;
} Counter;

static NjTirExpr *counter_goes_on(NjSpmd *c, const Counter *k, int8_t sign)
{
    NjTirExpr *up = nj_sp_cmp(c, NJ_CMP_LT, nj_sp_use(c, k->next), nj_sp_use(c, k->stop));
    NjTirExpr *down = nj_sp_cmp(c, NJ_CMP_GT, nj_sp_use(c, k->next), nj_sp_use(c, k->stop));
    if (sign)
        return sign > 0 ? up : down;
    return nj_tir_select(c->arena, nj_sp_cmp(c, NJ_CMP_GT, nj_sp_use(c, k->step), nj_sp_int(c, 0)),
                         up, down);
}

static void cut_masked_loop(NjCut *cut, NjTirStmt *s)
{
    NjSpmd *c = cut->c;
    Counter k = {0};
    bool counts = s->kind == NJ_S_FOR;
    if (counts) {
        k = (Counter){nj_sp_temp(c, c->int_type), nj_sp_temp(c, c->int_type),
                      nj_sp_temp(c, c->int_type)};
        nj_sp_add_thread(cut, nj_sp_assign(c, k.next, s->as.for_.start));
        nj_sp_add_thread(cut, nj_sp_assign(c, k.stop, s->as.for_.stop));
        nj_sp_add_thread(cut, nj_sp_assign(c, k.step, s->as.for_.step));
    }
    NjSpDetour detour = nj_sp_detour(c, s->span, s, NULL);
    NjSpMask live = {cut->mask, new_mask(c), &detour, false},
             round = {cut->mask, new_mask(c), &detour, false};
    CutLoop loop = {cut->loop, live.local, round.local, &detour};
    set_mask(cut, live.local, nj_sp_bool(c, true));
    NjTirStmt *rounds = nj_tir_stmt(c->arena, NJ_S_WHILE, s->span);
    rounds->as.while_.loop_id = counts ? s->as.for_.loop_id : s->as.while_.loop_id;
    nj_sp_add_block(cut, rounds);

    NjCut pre = {.c = c, .out = &rounds->as.while_.pre, .mask = &live, .loop = &loop};
    if (!counts)
        cut_block(&pre, &s->as.while_.pre);
    NjTirExpr *cond = counts ? counter_goes_on(c, &k, s->as.for_.step_sign) : s->as.while_.cond;
    rounds->as.while_.cond = test_round(&pre, &live, cond);

    NjCut body = {.c = c, .out = &rounds->as.while_.body, .mask = &round, .loop = &loop};
    nj_sp_add_every(&body, nj_sp_assign(c, round.local, nj_sp_use(c, live.local)));
    if (counts) {
        nj_sp_add_thread(&body, nj_sp_assign(c, s->as.for_.var, nj_sp_use(c, k.next)));
        nj_sp_add_thread(&body, nj_sp_assign(c, k.next,
                                             nj_sp_bin(c, NJ_BIN_ADD, nj_sp_use(c, k.next),
                                                       nj_sp_use(c, k.step))));
    }
    cut_block(&body, counts ? &s->as.for_.body : &s->as.while_.body);
    nj_sp_cut_here(&body);
}

static void cut_jump(NjCut *cut, NjTirStmt *s)
{
    NjSpmd *c = cut->c;
    if (!cut->loop->live) {
        nj_sp_add_block(cut, s);
        return;
    }
    if (!nj_map_has(&c->leaving, s))
        nj_sp_jumps(cut->loop->detour, s);
    /* the thread leaves every mask up to that of the round */
    NjTirStmt *leave = nj_sp_if(c, nj_sp_mask(cut));
    NjTirBlock *then = &leave->as.if_.then_block;
    if (s->kind == NJ_S_BREAK)
        nj_tir_push(c->arena, then, nj_sp_assign(c, cut->loop->live, nj_sp_bool(c, false)));
    for (const NjSpMask *m = cut->mask; m; m = m->outer) {
        if (m->local != cut->loop->live)
            nj_tir_push(c->arena, then, nj_sp_assign(c, m->local, nj_sp_bool(c, false)));
        if (m->local == cut->loop->round || m->local == cut->loop->live)
            break;
    }
    nj_sp_add_every(cut, leave);
}

/* ---- control flow at block level ------------------------------------------------------------ */

static void cut_if(NjCut *cut, NjTirStmt *s)
{
    NjTirStmt *copy = nj_tir_stmt(cut->c->arena, NJ_S_IF, s->span);
    copy->as.if_.cond = s->as.if_.cond;
    nj_sp_add_block(cut, copy);
    cut_nested(cut, &s->as.if_.then_block, &copy->as.if_.then_block, cut->mask, cut->loop);
    cut_nested(cut, &s->as.if_.else_block, &copy->as.if_.else_block, cut->mask, cut->loop);
}

static void cut_for(NjCut *cut, NjTirStmt *s)
{
    NjSpmd *c = cut->c;
    NjTirStmt *copy = nj_arena_copy(c->arena, s, sizeof *s);
    CutLoop loop = {cut->loop, NULL, NULL, NULL};
    NjTirLocal *var = s->as.for_.var;
    copy->as.for_.body = (NjTirBlock){0};
    bool is_shared = nj_sp_facts(c, var)->is_block;
    if (!is_shared)
        copy->as.for_.var = nj_sp_block_local(c, var->type);
    nj_sp_add_block(cut, copy);
    NjCut body = {.c = c, .out = &copy->as.for_.body, .mask = cut->mask, .loop = &loop};
    if (!is_shared)
        nj_sp_add_thread(&body, nj_sp_assign(c, var, nj_sp_use(c, copy->as.for_.var)));
    cut_block(&body, &s->as.for_.body);
    nj_sp_cut_here(&body);
}

static void cut_while(NjCut *cut, NjTirStmt *s)
{
    NjTirStmt *copy = nj_arena_copy(cut->c->arena, s, sizeof *s);
    CutLoop loop = {cut->loop, NULL, NULL, NULL};
    copy->as.while_.pre = copy->as.while_.body = (NjTirBlock){0};
    nj_sp_add_block(cut, copy);
    cut_nested(cut, &s->as.while_.pre, &copy->as.while_.pre, cut->mask, &loop);
    cut_nested(cut, &s->as.while_.body, &copy->as.while_.body, cut->mask, &loop);
}

/* ---- statements ----------------------------------------------------------------------------- */

typedef struct Mention {
    const NjTirLocal *local;
    bool found;
} Mention;

static void find_mention(void *data, NjTirExpr **child)
{
    Mention *m = data;
    if ((*child)->kind == NJ_X_LOCAL)
        m->found |= (*child)->as.local.local == m->local;
    else
        nj_tir_children(*child, find_mention, m);
}

static void find_mention_in(void *data, NjTirBlock *block)
{
    for (uint32_t i = 0; i < block->n; i++) {
        nj_tir_stmt_exprs(block->items[i], find_mention, data);
        nj_tir_stmt_blocks(block->items[i], find_mention_in, data);
    }
}

/* In front of the region in work when that does not read the local, else behind it. */
static void cut_block_assign(NjCut *cut, NjTirStmt *s)
{
    Mention m = {s->as.assign.local, false};
    find_mention_in(&m, &cut->pending);
    if (m.found || nj_sp_reads_memory(cut->c, s->as.assign.value))
        nj_sp_add_block(cut, s);
    else
        nj_sp_add_before(cut, s);
}

static bool is_warp_op(const NjTirStmt *s, NjCudaOp *out)
{
    if (!nj_sp_is_op(s, out))
        return false;
    return nj_sp_sync_of(s) != NJ_SYNC_NONE;
}

static void cut_stmt(NjCut *cut, NjTirStmt *s)
{
    NjSpmd *c = cut->c;
    NjCudaOp op;
    unsigned sync = nj_sp_sync_of(s);
    bool has_sync = sync & (NJ_SYNC_BARRIER | NJ_SYNC_WARP);
    c->span = s->span;
    if (s->kind == NJ_S_BARRIER) {
        nj_sp_barrier(cut, s->span);
    } else if (is_warp_op(s, &op)) {
        nj_sp_warp_op(cut, s, op);
    } else if (s->kind == NJ_S_ASSIGN && nj_sp_facts(c, s->as.assign.local)->is_block) {
        cut_block_assign(cut, s);
    } else if (nj_map_has(&c->controls, s)) {
        if (s->kind == NJ_S_IF)
            cut_if(cut, s);
        else if (s->kind == NJ_S_FOR)
            cut_for(cut, s);
        else
            cut_while(cut, s);
    } else if ((s->kind == NJ_S_BREAK || s->kind == NJ_S_CONTINUE) && cut->loop) {
        cut_jump(cut, s);
    } else if (s->kind == NJ_S_IF && (has_sync || ((sync & NJ_SYNC_JUMP) && cut->loop))) {
        cut_masked_if(cut, s);
    } else if (has_sync && (s->kind == NJ_S_FOR || s->kind == NJ_S_WHILE)) {
        cut_masked_loop(cut, s);
    } else if (has_sync) {
        nj_error(c->u, s->span, "barriers and warp operations cannot be used in a try statement");
    } else {
        nj_sp_add_thread(cut, s);
    }
}

static void cut_block(NjCut *cut, const NjTirBlock *block)
{
    for (uint32_t i = 0; i < block->n; i++)
        cut_stmt(cut, block->items[i]);
}

void nj_sp_cut(NjSpmd *c)
{
    NjTirBlock out = {0};
    NjCut cut = {.c = c, .out = &out};
    cut_block(&cut, &c->fn->body);
    nj_sp_cut_here(&cut);
    c->fn->body = out;
}

/* spmd_exit.c - functions without `return`: what follows a conditional return moves into the other
 * branch, a return in a loop leaves the loops one by one.
 *
 *     if i >= n: return        if i >= n: pass
 *     rest                     else: rest */
#include "compiler/analysis/spmd_internal.h"

typedef struct Exit {
    NjSpmd *c;
    NjTirFn *fn;
    NjTirLocal *result, *exited;
    NjTirLocal *done; /* a return has been taken; made when a loop needs it */
} Exit;

void nj_sp_flatten(NjSpmd *c, NjTirBlock *block);

static void flatten_nested(void *data, NjTirBlock *block)
{
    nj_sp_flatten(data, block);
}

static void append_flat(NjSpmd *c, const NjTirBlock *from, NjTirBlock *to)
{
    for (uint32_t i = 0; i < from->n; i++) {
        NjTirStmt *s = from->items[i];
        if (s->kind == NJ_S_BLOCK) {
            append_flat(c, &s->as.block, to);
            continue;
        }
        nj_tir_stmt_blocks(s, flatten_nested, c);
        nj_tir_push(c->arena, to, s);
    }
}

void nj_sp_flatten(NjSpmd *c, NjTirBlock *block)
{
    NjTirBlock flat = {0};
    append_flat(c, block, &flat);
    *block = flat;
}

/* ---- questions ------------------------------------------------------------------------------ */

static void find_return(void *data, NjTirBlock *block)
{
    bool *found = data;
    for (uint32_t i = 0; i < block->n && !*found; i++) {
        *found = block->items[i]->kind == NJ_S_RETURN;
        nj_tir_stmt_blocks(block->items[i], find_return, found);
    }
}

static bool has_return(const NjTirStmt *s)
{
    bool found = s->kind == NJ_S_RETURN;
    nj_tir_stmt_blocks((NjTirStmt *)s, find_return, &found);
    return found;
}

/* Control never reaches the end of the block. */
static bool never_ends(const NjTirBlock *block)
{
    for (uint32_t i = 0; i < block->n; i++) {
        const NjTirStmt *s = block->items[i];
        if (s->kind == NJ_S_RETURN || s->kind == NJ_S_RAISE)
            return true;
        if (s->kind == NJ_S_IF && never_ends(&s->as.if_.then_block) &&
            never_ends(&s->as.if_.else_block))
            return true;
    }
    return false;
}

/* ---- rewriting ------------------------------------------------------------------------------ */

static NjTirLocal *done_flag(Exit *x)
{
    if (!x->done)
        x->done = nj_tir_local_new(x->c->arena, x->fn, "done", x->c->bool_type);
    return x->done;
}

static void rewrite(Exit *x, const NjTirBlock *in, NjTirBlock *out, unsigned loops, bool sets_flag);

static NjTirStmt *leave_loop(NjSpmd *c, NjSpan span)
{
    NjTirStmt *s = nj_tir_stmt(c->arena, NJ_S_BREAK, span);
    nj_map_put(c->arena, &c->leaving, s, NULL);
    return s;
}

static void take_return(Exit *x, const NjTirStmt *s, NjTirBlock *out, unsigned loops,
                        bool sets_flag)
{
    NjSpmd *c = x->c;
    c->span = s->span;
    if (s->as.ret.value && x->result)
        nj_tir_push(c->arena, out, nj_sp_assign(c, x->result, s->as.ret.value));
    if (x->exited)
        nj_tir_push(c->arena, out, nj_sp_assign(c, x->exited, nj_sp_bool(c, true)));
    if (sets_flag)
        nj_tir_push(c->arena, out, nj_sp_assign(c, done_flag(x), nj_sp_bool(c, true)));
    if (loops)
        nj_tir_push(c->arena, out, leave_loop(c, s->span));
}

static NjTirBlock joined(NjSpmd *c, const NjTirBlock *a, const NjTirBlock *b)
{
    NjTirBlock both = {0};
    for (uint32_t i = 0; i < a->n; i++)
        nj_tir_push(c->arena, &both, a->items[i]);
    for (uint32_t i = 0; i < b->n; i++)
        nj_tir_push(c->arena, &both, b->items[i]);
    return both;
}

static void rewrite_branch(Exit *x, NjTirBlock *branch, const NjTirBlock *rest, unsigned loops,
                           bool sets_flag)
{
    NjTirBlock all = joined(x->c, branch, rest), out = {0};
    rewrite(x, &all, &out, loops, sets_flag);
    *branch = out;
}

/* After a statement that may have returned: leave the loop too, or skip what follows. */
static void follow(Exit *x, const NjTirBlock *rest, NjTirBlock *out, unsigned loops, bool sets_flag)
{
    NjSpmd *c = x->c;
    NjTirExpr *done = nj_sp_use(c, done_flag(x));
    if (loops) {
        NjTirStmt *leave = nj_sp_if(c, done);
        nj_tir_push(c->arena, &leave->as.if_.then_block, leave_loop(c, c->span));
        nj_tir_push(c->arena, out, leave);
        rewrite(x, rest, out, loops, sets_flag);
        return;
    }
    if (rest->n == 0)
        return;
    NjTirStmt *guard = nj_sp_if(c, nj_sp_not(c, done));
    rewrite(x, rest, &guard->as.if_.then_block, loops, sets_flag);
    nj_tir_push(c->arena, out, guard);
}

static void rewrite_nested(Exit *x, NjTirStmt *s, unsigned loops)
{
    const NjTirBlock none = {0};
    switch (s->kind) {
    case NJ_S_IF:
        rewrite_branch(x, &s->as.if_.then_block, &none, loops, true);
        rewrite_branch(x, &s->as.if_.else_block, &none, loops, true);
        return;
    case NJ_S_FOR:
        rewrite_branch(x, &s->as.for_.body, &none, loops + 1, true);
        return;
    case NJ_S_WHILE:
        rewrite_branch(x, &s->as.while_.pre, &none, loops + 1, true);
        rewrite_branch(x, &s->as.while_.body, &none, loops + 1, true);
        return;
    case NJ_S_TRY:
        rewrite_branch(x, &s->as.try_.body, &none, loops, true);
        rewrite_branch(x, &s->as.try_.handler, &none, loops, true);
        return;
    default:
        return;
    }
}

/* An IF one of whose branches always returns takes what follows into the other branch. */
static bool rewrite_if(Exit *x, NjTirStmt *s, const NjTirBlock *rest, unsigned loops,
                       bool sets_flag)
{
    const NjTirBlock none = {0};
    bool then_leaves = never_ends(&s->as.if_.then_block),
         else_leaves = never_ends(&s->as.if_.else_block);
    if (!then_leaves && !else_leaves)
        return false;
    rewrite_branch(x, &s->as.if_.then_block, then_leaves ? &none : rest, loops, sets_flag);
    rewrite_branch(x, &s->as.if_.else_block, else_leaves ? &none : rest, loops, sets_flag);
    return true;
}

static void rewrite(Exit *x, const NjTirBlock *in, NjTirBlock *out, unsigned loops, bool sets_flag)
{
    NjSpmd *c = x->c;
    for (uint32_t i = 0; i < in->n; i++) {
        NjTirStmt *s = in->items[i];
        NjTirBlock rest = {in->items + i + 1, in->n - i - 1, in->n - i - 1};
        if (s->kind == NJ_S_RETURN) {
            take_return(x, s, out, loops, sets_flag);
            return;
        }
        nj_tir_push(c->arena, out, s);
        if (!has_return(s))
            continue;
        c->span = s->span;
        if (s->kind == NJ_S_IF && rewrite_if(x, s, &rest, loops, sets_flag))
            return;
        rewrite_nested(x, s, loops);
        follow(x, &rest, out, loops, sets_flag);
        return;
    }
}

void nj_sp_remove_returns(NjSpmd *c, NjTirFn *fn, NjTirBlock *block, NjTirLocal *result,
                          NjTirLocal *exited)
{
    Exit x = {c, fn, result, exited, NULL};
    NjTirBlock out = {0};
    NjSpan outer = c->span;
    rewrite(&x, block, &out, 0, false);
    c->span = outer;
    if (exited)
        nj_tir_insert(c->arena, &out, 0, nj_sp_assign(c, exited, nj_sp_bool(c, false)));
    if (x.done)
        nj_tir_insert(c->arena, &out, 0, nj_sp_assign(c, x.done, nj_sp_bool(c, false)));
    *block = out;
}

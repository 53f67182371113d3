/* loopify_forward.c - array expressions travel to their only use.
 *
 *     dlat = lat[:, None] - lat[None, :]
 *     a = np.sin(0.5 * dlat) ** 2
 *
 * A local that is assigned once and read once, later in the same block, need not exist: its
 * expression takes its place, and the loops of both become one. Nothing between the two may change
 * what the expression reads, nor have an effect that could be seen before an exception of the
 * expression. */
#include "compiler/analysis/effects.h"
#include "compiler/analysis/loopify_internal.h"

enum { PURE, READ, RAISES, EFFECT };

static const bool has_effect[] = {
#define TIR_EXPR(E, name, purity) [NJ_X_##E] = (purity) == EFFECT,
#include "compiler/ir/tir.def"
#undef TIR_EXPR
};

typedef struct Forward {
    NjLoopify *c;
    const NjTirFn *fn;
    uint32_t *n_uses, *n_assigns; /* by local id */
} Forward;

/* ---- counting ---------------------------------------------------------------------------------
 */

static void count_expr(void *ctx, NjTirExpr **child)
{
    Forward *f = ctx;
    if ((*child)->kind == NJ_X_LOCAL)
        f->n_uses[(*child)->as.local.local->id]++;
    nj_tir_children(*child, count_expr, f);
}

static void count_block(void *ctx, NjTirBlock *block)
{
    Forward *f = ctx;
    for (uint32_t i = 0; i < block->n; i++) {
        NjTirStmt *s = block->items[i];
        if (s->kind == NJ_S_ASSIGN)
            f->n_assigns[s->as.assign.local->id]++;
        nj_tir_stmt_exprs(s, count_expr, f);
        nj_tir_stmt_blocks(s, count_block, f);
    }
}

/* ---- one candidate ----------------------------------------------------------------------------
 */

typedef struct Search {
    const NjTirLocal *local;
    NjTirExpr **found;
} Search;

static void search_expr(void *ctx, NjTirExpr **child)
{
    Search *s = ctx;
    if ((*child)->kind == NJ_X_LOCAL && (*child)->as.local.local == s->local)
        s->found = child;
    else
        nj_tir_children(*child, search_expr, s);
}

/* The place in the statement where the local is read, once and before any effect of the statement.
 */
static NjTirExpr **find_use(NjTirStmt *stmt, const NjTirLocal *local)
{
    Search s = {local, NULL};
    if (stmt->kind == NJ_S_WHILE) /* its condition runs again and again */
        return NULL;
    if (stmt->kind == NJ_S_ARRAY_STORE)
        search_expr(&s, &stmt->as.array_store.value);
    else
        nj_tir_stmt_exprs(stmt, search_expr, &s);
    return s.found;
}

/* Statements that an expression may be moved across: they compute into locals that it does not
 * read. */
static bool is_transparent(const Forward *f, NjTirStmt *stmt, NjTirExpr *value)
{
    if (stmt->kind != NJ_S_ASSIGN)
        return false;
    NjTirExpr *other = stmt->as.assign.value;
    if (has_effect[other->kind])
        return false;
    if (!nj_lf_is_lazy(other) && nj_expr_may_raise(f->fn, other))
        return false;
    Search s = {stmt->as.assign.local, NULL};
    search_expr(&s, &value);
    return !s.found;
}

static bool is_candidate(const Forward *f, const NjTirStmt *stmt)
{
    if (stmt->kind != NJ_S_ASSIGN || !nj_lf_is_lazy(stmt->as.assign.value))
        return false;
    const NjTirLocal *local = stmt->as.assign.local;
    return !local->is_param && f->n_uses[local->id] == 1 && f->n_assigns[local->id] == 1;
}

/* Moves the value of statement `i` to its use further down; false when it stays. */
static bool forward(const Forward *f, NjTirBlock *block, uint32_t i)
{
    NjTirStmt *stmt = block->items[i];
    NjTirExpr *value = stmt->as.assign.value;
    for (uint32_t k = i + 1; k < block->n; k++) {
        NjTirExpr **use = find_use(block->items[k], stmt->as.assign.local);
        if (use) {
            *use = nj_tir_cast(f->c->arena, (*use)->type, value);
            return true;
        }
        if (!is_transparent(f, block->items[k], value))
            return false;
    }
    return false;
}

/* ---- copies -----------------------------------------------------------------------------------
 */

typedef struct Replace {
    NjTirLocal *from, *to;
    uint32_t n;
    bool is_write; /* found: an assignment of `to` */
    bool replaces; /* else only counts */
} Replace;

static void replace_expr(void *ctx, NjTirExpr **child)
{
    Replace *r = ctx;
    if ((*child)->kind == NJ_X_LOCAL && (*child)->as.local.local == r->from) {
        r->n++;
        if (r->replaces)
            (*child)->as.local.local = r->to;
    }
    nj_tir_children(*child, replace_expr, r);
}

static void replace_block(void *ctx, NjTirBlock *block);

static void replace_stmt(Replace *r, NjTirStmt *s)
{
    nj_tir_stmt_exprs(s, replace_expr, r);
    r->is_write |= (s->kind == NJ_S_ASSIGN && s->as.assign.local == r->to) ||
                   (s->kind == NJ_S_FOR && s->as.for_.var == r->to) ||
                   (s->kind == NJ_S_TRY && s->as.try_.exc == r->to);
    nj_tir_stmt_blocks(s, replace_block, r);
}

static void replace_block(void *ctx, NjTirBlock *block)
{
    for (uint32_t i = 0; i < block->n; i++)
        replace_stmt(ctx, block->items[i]);
}

/* t = x, with t a temporary that is only read until x changes: x takes its place. True when it did.
 */
static bool drop_copy(const Forward *f, NjTirBlock *block, uint32_t i)
{
    NjTirStmt *stmt = block->items[i];
    if (stmt->kind != NJ_S_ASSIGN || stmt->as.assign.value->kind != NJ_X_LOCAL)
        return false;
    NjTirLocal *t = stmt->as.assign.local, *x = stmt->as.assign.value->as.local.local;
    if (!t->is_temp || t->is_param || t->type != x->type || f->n_assigns[t->id] != 1)
        return false;
    for (int pass = 0; pass < 2; pass++) {
        Replace r = {t, x, 0, false, pass == 1};
        for (uint32_t k = i + 1; k < block->n && r.n < f->n_uses[t->id]; k++) {
            bool is_assign = block->items[k]->kind == NJ_S_ASSIGN;
            replace_stmt(&r, block->items[k]);
            if (r.is_write && (!is_assign || r.n < f->n_uses[t->id]))
                return false;
        }
        if (r.n < f->n_uses[t->id])
            return false;
    }
    return true;
}

static void drop_copies(void *ctx, NjTirBlock *block)
{
    const Forward *f = ctx;
    uint32_t n = 0;
    for (uint32_t i = 0; i < block->n; i++) {
        nj_tir_stmt_blocks(block->items[i], drop_copies, ctx);
        if (!drop_copy(f, block, i))
            block->items[n++] = block->items[i];
    }
    block->n = n;
}

static void forward_block(void *ctx, NjTirBlock *block)
{
    const Forward *f = ctx;
    uint32_t n = 0;
    for (uint32_t i = 0; i < block->n; i++) {
        nj_tir_stmt_blocks(block->items[i], forward_block, ctx);
        if (!is_candidate(f, block->items[i]) || !forward(f, block, i))
            block->items[n++] = block->items[i];
    }
    block->n = n;
}

/* ---- nested blocks ----------------------------------------------------------------------------
 */

static uint32_t count_flat(const NjTirBlock *block)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < block->n; i++)
        n += block->items[i]->kind == NJ_S_BLOCK ? count_flat(&block->items[i]->as.block) : 1;
    return n;
}

static void copy_flat(const NjTirBlock *from, NjTirBlock *to)
{
    for (uint32_t i = 0; i < from->n; i++) {
        if (from->items[i]->kind == NJ_S_BLOCK)
            copy_flat(&from->items[i]->as.block, to);
        else
            to->items[to->n++] = from->items[i];
    }
}

/* BLOCK statements have no meaning of their own: their statements move up. */
static void flatten(void *ctx, NjTirBlock *block)
{
    NjArena *arena = ctx;
    uint32_t n = count_flat(block);
    NjTirBlock flat = {NJ_NEW_ARRAY(arena, NjTirStmt *, n), 0, n};
    copy_flat(block, &flat);
    *block = flat;
    for (uint32_t i = 0; i < block->n; i++)
        nj_tir_stmt_blocks(block->items[i], flatten, arena);
}

void nj_lf_forward(NjLoopify *c, NjTirFn *fn)
{
    flatten(c->arena, &fn->body);
    Forward f = {c, fn, NJ_NEW_ARRAY(c->arena, uint32_t, fn->n_locals),
                 NJ_NEW_ARRAY(c->arena, uint32_t, fn->n_locals)};
    count_block(&f, &fn->body);
    drop_copies(&f, &fn->body);
    f.n_uses = NJ_NEW_ARRAY(c->arena, uint32_t, fn->n_locals);
    f.n_assigns = NJ_NEW_ARRAY(c->arena, uint32_t, fn->n_locals);
    count_block(&f, &fn->body);
    forward_block(&f, &fn->body);
}

/* lower_lifetime.c - when temporaries of managed types die, and which locals own nothing.
 *
 * A Python variable lives to the end of its function, but the temporaries of array expressions
 * would then pin every intermediate array. A temporary dies after the last statement that mentions
 * it, seen from `home`, the innermost block around all its uses, provided that its first mention
 * there assigns it: then no value comes around a loop.
 *
 * A local that only ever holds parts of what other locals keep alive (`row = view m[i]`) is
 * *borrowed*: it counts no references. That matters in loops, and most in parallel ones, where
 * counts are atomic. Two cases are seen: what lends is a parameter or variable that is assigned
 * once, outside of loops; or the borrower is a temporary, and the lender does not change while it
 * lives. */
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

/* ---- borrowing ------------------------------------------------------------------------------ */

/* What is known of a local's assignments. */
typedef struct Assigns {
    uint32_t n;
    bool is_in_loop;        /* one of them is */
    bool is_opaque;         /* one is no part of a local's value */
    const NjTirExpr *value; /* the last one seen */
    bool are_all_stable;    /* all take parts of stable locals */
} Assigns;

typedef struct Borrows {
    NjFnState *fn;
    Assigns *assigns; /* by local id */
    uint32_t loops;
    bool is_second; /* the pass that judges values; the first one counts */
} Borrows;

/* The local whose value the expression is a part or view of, or NULL. */
static const NjTirLocal *lender_of(const NjTirExpr *x)
{
    for (;;) {
        switch (x->kind) {
        case NJ_X_LOCAL:
            return x->as.local.local;
        case NJ_X_VIEW:
            x = x->as.view.base;
            break;
        case NJ_X_TRANSPOSE:
            x = x->as.transpose.a;
            break;
        case NJ_X_FLATTEN:
            x = x->as.flatten.a;
            break;
        case NJ_X_CAST:
            x = x->as.cast.a;
            break;
        case NJ_X_TUPLE_GET:
            x = x->as.tuple_get.a;
            break;
        case NJ_X_OPT_GET:
        case NJ_X_OPT_SOME:
            x = x->as.opt.a;
            break;
        default:
            return NULL;
        }
    }
}

/* Keeps its value from its assignment to the end of the function. */
static bool is_stable(const Borrows *b, const NjTirLocal *local)
{
    const Assigns *assigns = &b->assigns[local->id];
    if (local->is_param)
        return !local->is_assigned && assigns->n == 0;
    return !local->is_temp && assigns->n == 1 && !assigns->is_in_loop;
}

static void note_assign(Borrows *b, const NjTirLocal *local, const NjTirExpr *value)
{
    Assigns *assigns = &b->assigns[local->id];
    const NjTirLocal *lender = value ? lender_of(value) : NULL;
    if (b->is_second) {
        assigns->are_all_stable &= lender && lender != local && is_stable(b, lender);
        return;
    }
    assigns->n++;
    assigns->is_in_loop |= b->loops > 0;
    assigns->is_opaque |= !lender || lender == local;
    assigns->value = value;
    assigns->are_all_stable = true;
}

static void note_block(void *ctx, NjTirBlock *block)
{
    Borrows *b = ctx;
    for (uint32_t i = 0; i < block->n; i++) {
        NjTirStmt *s = block->items[i];
        bool is_loop = s->kind == NJ_S_FOR || s->kind == NJ_S_WHILE;
        if (s->kind == NJ_S_ASSIGN)
            note_assign(b, s->as.assign.local, s->as.assign.value);
        else if (s->kind == NJ_S_TRY && s->as.try_.exc)
            note_assign(b, s->as.try_.exc, NULL);
        b->loops += is_loop;
        nj_tir_stmt_blocks(s, note_block, b);
        b->loops -= is_loop;
    }
}

typedef struct Seek {
    const NjTirLocal *local;
    bool is_assigned;
} Seek;

static void seek_assign(void *ctx, NjTirBlock *block);

static void seek_assign_in(Seek *seek, NjTirStmt *s)
{
    seek->is_assigned |= s->kind == NJ_S_ASSIGN && s->as.assign.local == seek->local;
    seek->is_assigned |= s->kind == NJ_S_TRY && s->as.try_.exc == seek->local;
    nj_tir_stmt_blocks(s, seek_assign, seek);
}

static void seek_assign(void *ctx, NjTirBlock *block)
{
    for (uint32_t i = 0; i < block->n; i++)
        seek_assign_in(ctx, block->items[i]);
}

/* A temporary with one assignment that lives in one pass over its home block, while its lender is
 * not assigned. The lender then lives as long as it. */
static bool borrows_for_life(Borrows *b, const NjTirLocal *local)
{
    const Assigns *assigns = &b->assigns[local->id];
    const NjLifetime *life = &b->fn->lifetimes[local->id];
    if (!local->is_temp || assigns->n != 1 || assigns->is_opaque || !life->starts_with_assign)
        return false;
    const NjTirLocal *lender = lender_of(assigns->value);
    Seek seek = {lender, false};
    for (uint32_t i = life->first + 1; i <= life->last; i++)
        seek_assign_in(&seek, life->home->items[i]);
    if (seek.is_assigned)
        return false;
    NjLifetime *lent = &b->fn->lifetimes[lender->id];
    if (lent->home == life->home && lent->last < life->last)
        lent->last = life->last;
    return true;
}

/* Borrowers of borrowers are judged first, so that what they need of their lenders' lives is known
 * when those are judged: lenders are made before borrowers, so the walk goes down. */
static void find_borrowed(NjEmit *e, NjFnState *fn)
{
    const NjTirFn *tir = fn->tir;
    Borrows b = {.fn = fn, .assigns = NJ_NEW_ARRAY(e->arena, Assigns, tir->n_locals)};
    note_block(&b, (NjTirBlock *)&tir->body);
    b.is_second = true;
    note_block(&b, (NjTirBlock *)&tir->body);
    fn->is_borrowed = NJ_NEW_ARRAY(e->arena, bool, tir->n_locals);
    for (uint32_t i = tir->n_locals; i-- > 0;) {
        const NjTirLocal *local = tir->locals[i];
        const Assigns *assigns = &b.assigns[i];
        if (!local->type->is_managed || local->is_param || assigns->n == 0 || assigns->is_opaque)
            continue;
        fn->is_borrowed[i] = assigns->are_all_stable || borrows_for_life(&b, local);
    }
}

void nj_ir_compute_lifetimes(NjEmit *e, NjFnState *fn)
{
    fn->lifetimes = NJ_NEW_ARRAY(e->arena, NjLifetime, fn->tir->n_locals);
    Walk w = {e, fn, NULL, NULL, NJ_NEW_ARRAY(e->arena, const Path *, fn->tir->n_locals)};
    walk_block(&w, &fn->tir->body);
    find_borrowed(e, fn);
}

bool nj_ir_owns_local(const NjFnState *fn, const NjTirLocal *local)
{
    return local->type->is_managed && (!local->is_param || local->is_assigned) &&
           !fn->is_borrowed[local->id];
}

bool nj_ir_dies_after(const NjFnState *fn, const NjTirLocal *local, const NjTirBlock *block,
                      uint32_t index)
{
    if (!local->is_temp || !nj_ir_owns_local(fn, local) || local->is_param)
        return false;
    const NjLifetime *life = &fn->lifetimes[local->id];
    return life->home == block && life->last == index && life->starts_with_assign;
}

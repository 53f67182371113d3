/* spmd_uniform.c - what is equal in all threads of a block.
 *
 * A local is *varying* when some assignment gives it a value that depends on the thread, or stands
 * under control flow that does and is read outside of it. An element at an equal subscript counts
 * as equal: threads of one region that disagree about it race.
 *
 * Syncs need their control flow at block level: a loop around a barrier runs once for all threads.
 * Where the condition (the ends of the loop) is equal in all threads and can be computed at block
 * level, so are the locals that it is computed from: all their assignments move to block level, and
 * with them the control flow around. What cannot move makes the local varying after all, and the
 * search starts again. */
#include "compiler/analysis/spmd_internal.h"

/* ---- syncs ---------------------------------------------------------------------------------- */

static unsigned op_sync(NjCudaOp op)
{
    switch (nj_cuda_kind(op)) {
    case NJ_CUDA_WARP:
        return NJ_SYNC_WARP;
    case NJ_CUDA_SYNC:
        if (op == NJ_CU_syncwarp)
            return NJ_SYNC_WARP;
        if (op == NJ_CU_syncthreads_count || op == NJ_CU_syncthreads_and ||
            op == NJ_CU_syncthreads_or || op == NJ_CU_grid_sync)
            return NJ_SYNC_BARRIER;
        return NJ_SYNC_NONE;
    default:
        return NJ_SYNC_NONE;
    }
}

typedef struct SyncWalk {
    unsigned found;
} SyncWalk;

static void sync_block(void *data, NjTirBlock *block)
{
    SyncWalk *w = data;
    for (uint32_t i = 0; i < block->n; i++)
        w->found |= nj_sp_sync_of(block->items[i]);
}

/* A jump inside of a loop stays there. */
unsigned nj_sp_sync_of(const NjTirStmt *s)
{
    NjCudaOp op;
    if (s->kind == NJ_S_BARRIER)
        return NJ_SYNC_BARRIER;
    if (s->kind == NJ_S_BREAK || s->kind == NJ_S_CONTINUE)
        return NJ_SYNC_JUMP;
    if (nj_sp_is_op(s, &op))
        return op_sync(op);
    SyncWalk w = {0};
    nj_tir_stmt_blocks((NjTirStmt *)s, sync_block, &w);
    bool is_loop = s->kind == NJ_S_FOR || s->kind == NJ_S_WHILE;
    return is_loop ? w.found & ~(unsigned)NJ_SYNC_JUMP : w.found;
}

unsigned nj_sp_block_sync(const NjTirBlock *block)
{
    SyncWalk w = {0};
    sync_block(&w, (NjTirBlock *)block);
    return w.found;
}

/* ---- expressions ---------------------------------------------------------------------------- */

typedef struct Search {
    NjSpmd *c;
    bool found;
} Search;

static bool is_position(const NjSpmd *c, const NjTirLocal *local)
{
    bool is_block = c->is_grid && (local == c->bid[0] || local == c->bid[1] || local == c->bid[2]);
    return is_block || local == c->tid[0] || local == c->tid[1] || local == c->tid[2] ||
           local == c->row;
}

typedef struct FnSearch {
    NjSpmd *c;
    NjSpTest *test;
    NjMap seen; /* functions */
    bool found;
} FnSearch;

static void search_fn_block(void *data, NjTirBlock *block);

static void search_fn_expr(void *data, NjTirExpr **child)
{
    FnSearch *s = data;
    NjTirExpr *e = *child;
    s->found = s->found || s->test(NULL, e);
    if (e->kind == NJ_X_CALL && !nj_map_has(&s->seen, e->as.call.fn)) {
        nj_map_put(s->c->arena, &s->seen, e->as.call.fn, NULL);
        search_fn_block(s, &e->as.call.fn->body);
    }
    nj_tir_children(e, search_fn_expr, s);
}

static void search_fn_block(void *data, NjTirBlock *block)
{
    FnSearch *s = data;
    for (uint32_t i = 0; i < block->n && !s->found; i++) {
        s->found = s->test(block->items[i], NULL);
        nj_tir_stmt_exprs(block->items[i], search_fn_expr, s);
        nj_tir_stmt_blocks(block->items[i], search_fn_block, s);
    }
}

bool nj_sp_fn_has(NjSpmd *c, NjTirFn *fn, NjSpTest *test)
{
    FnSearch s = {c, test, {0}, false};
    search_fn_block(&s, &fn->body);
    return s.found;
}

static bool leaves_trace(const NjTirStmt *s, const NjTirExpr *e)
{
    return s ? s->kind == NJ_S_STORE : e->kind == NJ_X_TARGET_CALL || e->kind == NJ_X_RTCALL;
}

/* The function only computes: equal arguments, equal results, no trace left. */
static bool is_pure_fn(NjSpmd *c, NjTirFn *fn)
{
    return !nj_sp_fn_has(c, fn, leaves_trace);
}

static void search_varying(void *data, NjTirExpr **child)
{
    Search *s = data;
    NjTirExpr *e = *child;
    switch (e->kind) {
    case NJ_X_LOCAL:
        s->found |= is_position(s->c, e->as.local.local) ||
                    nj_sp_facts(s->c, e->as.local.local)->is_varying;
        return;
    case NJ_X_TARGET_CALL: {
        NjCudaOp op = (NjCudaOp)e->as.target_call.id;
        bool counts = op == NJ_CU_syncthreads_count || op == NJ_CU_syncthreads_and ||
                      op == NJ_CU_syncthreads_or;
        s->found |= !((counts && !s->c->is_grid) || nj_cuda_kind(op) == NJ_CUDA_PURE);
        break;
    }
    case NJ_X_RTCALL:
        s->found = true;
        break;
    case NJ_X_CALL:
        s->found |= !is_pure_fn(s->c, e->as.call.fn);
        break;
    default:
        break;
    }
    nj_tir_children(e, search_varying, s);
}

bool nj_sp_is_varying(NjSpmd *c, const NjTirExpr *e)
{
    Search s = {c, false};
    NjTirExpr *root = (NjTirExpr *)e;
    search_varying(&s, &root);
    return s.found;
}

/* ---- varying locals ------------------------------------------------------------------------- */

/* Control flow around the statement in work that differs between threads, innermost first. */
typedef struct Divergence {
    const struct Divergence *outer;
    const NjTirStmt *s;
} Divergence;

typedef struct Uniform {
    NjSpmd *c;
    const Divergence *around;
    NjMap diverging_loops; /* loops that threads leave, or whose rounds they end, at different times
                            */
    const NjTirStmt *loop; /* innermost loop around the statement in work */
    bool has_changed;
} Uniform;

static void set_varying(Uniform *v, const NjTirLocal *local)
{
    NjLocalFacts *f = nj_sp_facts(v->c, local);
    v->has_changed |= !f->is_varying;
    f->is_varying = true;
}

/* Each time that `s` runs, the local gets a new value in it before it is read, and is not read
 * after it. */
static bool is_confined(Uniform *v, const NjTirLocal *local, const NjTirStmt *s)
{
    const NjLocalFacts *f = nj_sp_facts(v->c, local);
    if (!f->owner)
        return false;
    const NjRange *range = nj_map_get(&v->c->ranges, s),
                  *owner = nj_map_get(&v->c->ranges, f->owner);
    return owner->first >= range->first && owner->last <= range->last &&
           f->range.last <= owner->last;
}

static void note_assign(Uniform *v, const NjTirLocal *local, const NjTirExpr *value)
{
    bool varies = value && nj_sp_is_varying(v->c, value);
    for (const Divergence *d = v->around; d && !varies; d = d->outer)
        varies = d->s->kind != NJ_S_IF || !is_confined(v, local, d->s);
    if (varies)
        set_varying(v, local);
}

static void walk_block(void *data, NjTirBlock *block);

static bool is_divergent_loop(const Uniform *v, const NjTirStmt *s)
{
    return nj_map_has(&v->diverging_loops, s);
}

static void walk_under(Uniform *v, NjTirStmt *s, bool diverges)
{
    Divergence here = {v->around, s};
    const NjTirStmt *loop = v->loop;
    if (diverges)
        v->around = &here;
    if (s->kind == NJ_S_FOR || s->kind == NJ_S_WHILE)
        v->loop = s;
    nj_tir_stmt_blocks(s, walk_block, v);
    v->loop = loop;
    if (diverges)
        v->around = here.outer;
}

/* A jump under divergent control flow of its loop makes the loop divergent. */
static void note_jump(Uniform *v)
{
    if (!v->loop || is_divergent_loop(v, v->loop))
        return;
    const NjRange *loop = nj_map_get(&v->c->ranges, v->loop);
    for (const Divergence *d = v->around; d; d = d->outer) {
        const NjRange *range = nj_map_get(&v->c->ranges, d->s);
        if (range->first <= loop->first) /* around the loop, too */
            break;
        nj_map_put(v->c->arena, &v->diverging_loops, v->loop, NULL);
        v->has_changed = true;
        return;
    }
}

static void walk_stmt(Uniform *v, NjTirStmt *s)
{
    NjSpmd *c = v->c;
    switch (s->kind) {
    case NJ_S_ASSIGN:
        note_assign(v, s->as.assign.local, s->as.assign.value);
        return;
    case NJ_S_IF:
        walk_under(v, s, nj_sp_is_varying(c, s->as.if_.cond));
        return;
    case NJ_S_WHILE: {
        bool diverges = is_divergent_loop(v, s) || nj_sp_is_varying(c, s->as.while_.cond);
        walk_under(v, s, diverges);
        return;
    }
    case NJ_S_FOR: {
        bool ends = nj_sp_is_varying(c, s->as.for_.start) || nj_sp_is_varying(c, s->as.for_.stop) ||
                    nj_sp_is_varying(c, s->as.for_.step);
        bool diverges = ends || is_divergent_loop(v, s);
        Divergence here = {v->around, s};
        if (diverges)
            v->around = &here;
        note_assign(v, s->as.for_.var, NULL);
        v->around = here.outer;
        walk_under(v, s, diverges);
        return;
    }
    case NJ_S_TRY:
        if (s->as.try_.exc)
            set_varying(v, s->as.try_.exc);
        walk_under(v, s, true);
        return;
    case NJ_S_BREAK:
    case NJ_S_CONTINUE:
        note_jump(v);
        return;
    default:
        nj_tir_stmt_blocks(s, walk_block, v);
        return;
    }
}

static void walk_block(void *data, NjTirBlock *block)
{
    for (uint32_t i = 0; i < block->n; i++)
        walk_stmt(data, block->items[i]);
}

static void find_varying(Uniform *v)
{
    do {
        v->has_changed = false;
        walk_block(v, &v->c->fn->body);
    } while (v->has_changed);
}

/* ---- block level ---------------------------------------------------------------------------- */

/* Statements around the one in work, innermost first. */
typedef struct Around {
    const struct Around *outer;
    NjTirStmt *s;
} Around;

typedef struct Level {
    Uniform *v;
    NjSpmd *c;
    const Around *around;
    bool has_changed; /* more must be at block level */
    bool has_failed;  /* something cannot be: it is varying now */
} Level;

static void search_effects(void *data, NjTirExpr **child)
{
    Search *s = data;
    NjTirExpr *e = *child;
    bool is_count =
        e->kind == NJ_X_TARGET_CALL && op_sync((NjCudaOp)e->as.target_call.id) == NJ_SYNC_BARRIER;
    s->found |= e->kind == NJ_X_RTCALL || e->kind == NJ_X_ALLOC ||
                (e->kind == NJ_X_TARGET_CALL && !is_count);
    if (!is_count)
        nj_tir_children(e, search_effects, s);
}

/* May it be computed once for the block? */
static bool fits_block_level(NjSpmd *c, const NjTirExpr *e)
{
    Search s = {c, nj_sp_is_varying(c, e)};
    NjTirExpr *root = (NjTirExpr *)e;
    /* what syncthreads_count() is given may vary; what it gives does not */
    if (e->kind == NJ_X_TARGET_CALL)
        return op_sync((NjCudaOp)e->as.target_call.id) == NJ_SYNC_BARRIER && !c->is_grid;
    if (!s.found)
        search_effects(&s, &root);
    return !s.found;
}

static void want_local(Level *l, NjTirLocal *local)
{
    NjLocalFacts *f = nj_sp_facts(l->c, local);
    if (f->n_assigns == 0 || f->is_block)
        return;
    f->is_block = true;
    l->has_changed = true;
}

static void want_operands(void *data, NjTirExpr **child)
{
    if ((*child)->kind == NJ_X_LOCAL)
        want_local(data, (*child)->as.local.local);
    else
        nj_tir_children(*child, want_operands, data);
}

static void want_expr(Level *l, const NjTirExpr *e)
{
    NjTirExpr *root = (NjTirExpr *)e;
    if (e->kind != NJ_X_TARGET_CALL)
        want_operands(l, &root);
}

/* The control flow of `s` itself runs at block level. */
static void want_control(Level *l, NjTirStmt *s)
{
    if (nj_map_has(&l->c->controls, s))
        return;
    nj_map_put(l->c->arena, &l->c->controls, s, NULL);
    l->has_changed = true;
    if (s->kind == NJ_S_IF) {
        want_expr(l, s->as.if_.cond);
    } else if (s->kind == NJ_S_WHILE) {
        want_expr(l, s->as.while_.cond);
    } else if (s->kind == NJ_S_FOR) {
        want_expr(l, s->as.for_.start);
        want_expr(l, s->as.for_.stop);
        want_expr(l, s->as.for_.step);
    }
}

static bool may_be_control(Level *l, const NjTirStmt *s)
{
    switch (s->kind) {
    case NJ_S_IF:
        return fits_block_level(l->c, s->as.if_.cond);
    case NJ_S_WHILE:
        return !is_divergent_loop(l->v, s) && fits_block_level(l->c, s->as.while_.cond);
    case NJ_S_FOR:
        return !is_divergent_loop(l->v, s) && fits_block_level(l->c, s->as.for_.start) &&
               fits_block_level(l->c, s->as.for_.stop) && fits_block_level(l->c, s->as.for_.step);
    default:
        return false;
    }
}

static void refuse(Level *l, NjTirLocal *local)
{
    set_varying(l->v, local);
    l->has_failed = true;
}

/* An assignment of a local at block level: so are its value and what stands around it. Control flow
 * that diverges is run with masks when it holds a sync; inside of it there is a block level too. */
static void lift_assign(Level *l, NjTirLocal *local, const NjTirExpr *value)
{
    if (value && !fits_block_level(l->c, value)) {
        refuse(l, local);
        return;
    }
    for (const Around *a = l->around; a; a = a->outer) {
        if (may_be_control(l, a->s)) {
            want_control(l, a->s);
        } else if (!(nj_sp_sync_of(a->s) & (NJ_SYNC_BARRIER | NJ_SYNC_WARP)) ||
                   a->s->kind == NJ_S_TRY) {
            refuse(l, local);
            return;
        }
    }
    if (value)
        want_expr(l, value);
}

static void level_block(void *data, NjTirBlock *block);

static void level_stmt(Level *l, NjTirStmt *s)
{
    if (s->kind == NJ_S_ASSIGN && nj_sp_facts(l->c, s->as.assign.local)->is_block)
        lift_assign(l, s->as.assign.local, s->as.assign.value);
    if (s->kind == NJ_S_FOR && nj_sp_facts(l->c, s->as.for_.var)->is_block) {
        if (may_be_control(l, s)) {
            want_control(l, s);
            lift_assign(l, s->as.for_.var, NULL);
        } else {
            refuse(l, s->as.for_.var);
        }
    }
    unsigned sync = nj_sp_sync_of(s);
    bool is_nest = s->kind == NJ_S_IF || s->kind == NJ_S_FOR || s->kind == NJ_S_WHILE;
    bool has_sync = sync & (NJ_SYNC_BARRIER | NJ_SYNC_WARP);
    /* an IF with a jump out of a loop at block level is at block level itself */
    bool leaves = (sync & NJ_SYNC_JUMP) && l->v->loop &&
                  (nj_sp_sync_of(l->v->loop) & (NJ_SYNC_BARRIER | NJ_SYNC_WARP));
    if (is_nest && (has_sync || leaves) && may_be_control(l, s))
        want_control(l, s);
    const NjTirStmt *loop = l->v->loop;
    if (s->kind == NJ_S_FOR || s->kind == NJ_S_WHILE)
        l->v->loop = s;
    Around here = {l->around, s};
    l->around = &here;
    nj_tir_stmt_blocks(s, level_block, l);
    l->around = here.outer;
    l->v->loop = loop;
}

static void level_block(void *data, NjTirBlock *block)
{
    for (uint32_t i = 0; i < block->n; i++)
        level_stmt(data, block->items[i]);
}

/* Clears what an attempt has found, except the varying locals. */
static void start_over(NjSpmd *c)
{
    c->controls = (NjMap){0};
    for (uint32_t i = 0; i < c->n_facts; i++)
        c->facts[i].is_block = false;
    for (uint32_t i = 0; i < c->prologue.n; i++)
        nj_sp_facts(c, c->prologue.items[i]->as.assign.local)->is_block = true;
}

/* ---- more at block level -------------------------------------------------------------------- */

/* Locals that are equal in all threads and assigned where block level is anyway need no array of
 * their own. */
typedef struct Spread {
    Level *l;
    uint32_t *n_good; /* by id: assignments that may be at block level */
} Spread;

static void search_memory(void *data, NjTirExpr **child)
{
    Search *s = data;
    NjTirExprKind kind = (*child)->kind;
    s->found |= kind == NJ_X_LOAD || kind == NJ_X_CALL || kind == NJ_X_GLOBAL;
    nj_tir_children(*child, search_memory, s);
}

bool nj_sp_reads_memory(NjSpmd *c, const NjTirExpr *e)
{
    Search s = {c, false};
    NjTirExpr *root = (NjTirExpr *)e;
    search_memory(&s, &root);
    return s.found;
}

static void spread_block(void *data, NjTirBlock *block)
{
    Spread *p = data;
    NjSpmd *c = p->l->c;
    for (uint32_t i = 0; i < block->n; i++) {
        NjTirStmt *s = block->items[i];
        if (s->kind == NJ_S_ASSIGN && fits_block_level(c, s->as.assign.value) &&
            !nj_sp_reads_memory(c, s->as.assign.value))
            p->n_good[s->as.assign.local->id]++;
        if (s->kind == NJ_S_FOR && nj_map_has(&c->controls, s))
            p->n_good[s->as.for_.var->id]++;
        if (nj_map_has(&c->controls, s))
            nj_tir_stmt_blocks(s, spread_block, p);
    }
}

static void check_block_operand(void *data, NjTirExpr **child)
{
    Search *s = data;
    if ((*child)->kind == NJ_X_LOCAL) {
        NjLocalFacts *f = nj_sp_facts(s->c, (*child)->as.local.local);
        s->found |= f->n_assigns > 0 && !f->is_block;
    } else {
        nj_tir_children(*child, check_block_operand, s);
    }
}

bool nj_sp_is_block_level(NjSpmd *c, const NjTirExpr *e)
{
    Search s = {c, false};
    NjTirExpr *root = (NjTirExpr *)e;
    if (e->kind == NJ_X_TARGET_CALL)
        return true;
    check_block_operand(&s, &root);
    return !s.found;
}

static void drop_unfit(void *data, NjTirBlock *block)
{
    Level *l = data;
    for (uint32_t i = 0; i < block->n; i++) {
        NjTirStmt *s = block->items[i];
        if (s->kind == NJ_S_ASSIGN && nj_sp_facts(l->c, s->as.assign.local)->is_block &&
            !nj_sp_is_block_level(l->c, s->as.assign.value)) {
            nj_sp_facts(l->c, s->as.assign.local)->is_block = false;
            l->has_changed = true;
        }
        nj_tir_stmt_blocks(s, drop_unfit, l);
    }
}

static void spread(Level *l)
{
    NjSpmd *c = l->c;
    Spread p = {l, NJ_NEW_ARRAY(c->arena, uint32_t, c->n_facts + 1)};
    spread_block(&p, &c->fn->body);
    for (uint32_t i = 0; i < c->fn->n_locals; i++) {
        NjLocalFacts *f = nj_sp_facts(c, c->fn->locals[i]);
        if (f->n_assigns > 0 && !f->is_varying && !f->is_block && p.n_good[i] == f->n_assigns &&
            c->fn->locals[i] != c->exited)
            f->is_block = true;
    }
    do {
        l->has_changed = false;
        drop_unfit(l, &c->fn->body);
    } while (l->has_changed);
}

void nj_sp_find_uniform(NjSpmd *c)
{
    Uniform v = {.c = c};
    Level l = {.v = &v, .c = c};
    for (;;) {
        find_varying(&v);
        start_over(c);
        l.has_failed = false;
        do {
            l.has_changed = false;
            level_block(&l, &c->fn->body);
        } while (l.has_changed && !l.has_failed);
        if (!l.has_failed)
            break;
    }
    if (c->has_barrier || c->has_warp)
        spread(&l);
}

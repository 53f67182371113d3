/* lower_heat.c - which code is worth compiling at full strength.
 *
 * Generating fast code costs about ten times as much as generating plain code, and most of a
 * program runs once: its top-level statements and the functions they call outside of loops. That
 * code is *cold*. Hot are functions of the numba model, kernels, functions called from loops or
 * from hot functions, recursive ones, and those callable from outside; of these, the ones that
 * mostly call the runtime (printing, strings, dicts) are cold again, as their own code takes little
 * of the time. Loops of cold functions that do real work are lowered as functions of their own
 * (lower_outline.c), which are hot.
 *
 * A cold function still gets a loop vectoriser, so that a plain array expression at the top level
 * runs at memory speed. */
#include "compiler/lower/lower_internal.h"

enum {
    MAX_COLD_CALLS = 8, /* a function called from more places is not "run once" */
    MIN_WORK = 64,      /* iterations times operations that make a loop worth outlining */
    OPS_PER_CALL = 6    /* operations that take the time of a call of the runtime */
};

/* ---- work ----------------------------------------------------------------------------------- */

typedef struct Work {
    uint64_t amount; /* operations, loops multiplied */
    uint64_t calls;  /* of the runtime, loops multiplied */
    uint64_t factor; /* iterations of the loops around */
    bool has_math;   /* elementary functions */
    bool has_return;
} Work;

static void count_expr(void *ctx, NjTirExpr **child)
{
    Work *work = ctx;
    switch ((*child)->kind) {
    case NJ_X_UNARY:
    case NJ_X_BINARY:
    case NJ_X_COMPARE:
    case NJ_X_SELECT:
    case NJ_X_LOAD:
    case NJ_X_LIST_GET:
    case NJ_X_FIELD:
    case NJ_X_CALL:
        work->amount += work->factor;
        break;
    case NJ_X_MATH:
        work->amount += 10 * work->factor;
        work->has_math = true;
        break;
    case NJ_X_RTCALL:
    case NJ_X_NEW_LIST:
    case NJ_X_NEW_DICT:
    case NJ_X_NEW_SET:
    case NJ_X_NEW_OBJECT:
        work->calls += work->factor;
        break;
    default:
        break;
    }
    nj_tir_children(*child, count_expr, ctx);
}

/* Iterations of a loop: known, or many. */
static uint64_t trips(const NjTirStmt *s)
{
    enum { MANY = 1000 };
    if (s->kind == NJ_S_WHILE)
        return MANY;
    const NjTirExpr *start = s->as.for_.start, *stop = s->as.for_.stop, *step = s->as.for_.step;
    if (start->kind != NJ_X_CONST_INT || stop->kind != NJ_X_CONST_INT ||
        step->kind != NJ_X_CONST_INT || step->as.const_int.value == 0)
        return MANY;
    double count = ((double)stop->as.const_int.value - (double)start->as.const_int.value) /
                   (double)step->as.const_int.value;
    return count <= 0 ? 0 : count < MANY ? (uint64_t)count + 1 : MANY;
}

static void count_block(void *ctx, NjTirBlock *block);

static void count_stmt(Work *work, NjTirStmt *s)
{
    uint64_t outer = work->factor;
    nj_tir_stmt_exprs(s, count_expr, work);
    if (s->kind == NJ_S_FOR || s->kind == NJ_S_WHILE)
        work->factor *= work->factor < (1u << 30) ? trips(s) : 1;
    work->has_return |= s->kind == NJ_S_RETURN;
    nj_tir_stmt_blocks(s, count_block, work);
    work->factor = outer;
}

static void count_block(void *ctx, NjTirBlock *block)
{
    for (uint32_t i = 0; i < block->n; i++)
        count_stmt(ctx, block->items[i]);
}

/* The operations take more time than the calls of the runtime between them. */
static bool is_computing(const Work *work)
{
    return work->amount >= OPS_PER_CALL * work->calls;
}

/* ---- functions ------------------------------------------------------------------------------ */

/* What is known of a function while the call graph is walked from main. */
struct NjHeat {
    const NjTirFn *fn;
    uint32_t n_calls;   /* places that call it */
    uint32_t n_pending; /* of these, not walked yet */
    bool is_hot;
};

typedef struct Walk {
    NjEmit *e;
    uint32_t loops;
    bool is_counting; /* first round: count calls; second: spread heat */
    bool caller_is_hot;
    NJ_VEC(NjHeat *) ready;
} Walk;

static void visit_call(Walk *w, const NjTirFn *fn)
{
    NjHeat *heat = nj_map_get(&w->e->heats, fn);
    if (!heat)
        return;
    if (w->is_counting) {
        heat->n_calls++;
        heat->n_pending++;
        return;
    }
    heat->is_hot |= w->caller_is_hot || w->loops > 0 || heat->n_calls > MAX_COLD_CALLS;
    if (--heat->n_pending == 0)
        nj_vec_push(w->e->arena, &w->ready, heat);
}

static void visit_expr(void *ctx, NjTirExpr **child)
{
    if ((*child)->kind == NJ_X_CALL)
        visit_call(ctx, (*child)->as.call.fn);
    nj_tir_children(*child, visit_expr, ctx);
}

static void visit_block(void *ctx, NjTirBlock *block)
{
    Walk *w = ctx;
    for (uint32_t i = 0; i < block->n; i++) {
        NjTirStmt *s = block->items[i];
        bool is_loop = s->kind == NJ_S_FOR || s->kind == NJ_S_WHILE;
        if (s->kind == NJ_S_WHILE)
            w->loops++; /* the condition runs every time */
        nj_tir_stmt_exprs(s, visit_expr, w);
        if (s->kind == NJ_S_FOR)
            w->loops++;
        nj_tir_stmt_blocks(s, visit_block, w);
        w->loops -= is_loop;
    }
}

static bool is_born_hot(const NjTirFn *fn)
{
    return fn->model == NJ_MODEL_NUMBA || fn->is_kernel || fn->is_parallel || fn->is_special;
}

/* Walks the call graph from main in topological order. A function in a cycle never becomes ready
 * and stays hot, as does one that main does not reach. */
void nj_ir_compute_heat(NjEmit *e, const NjLowerEntry *entries, uint32_t n_entries)
{
    Walk w = {.e = e, .is_counting = true};
    for (uint32_t i = 0; i < e->tir->n_fns; i++) {
        NjHeat *heat = NJ_NEW(e->arena, NjHeat);
        *heat = (NjHeat){e->tir->fns[i], 0, 0, is_born_hot(e->tir->fns[i])};
        nj_map_put(e->arena, &e->heats, heat->fn, heat);
    }
    for (uint32_t i = 0; i < n_entries; i++) {
        NjHeat *heat = nj_map_get(&e->heats, entries[i].fn);
        heat->is_hot = true;
    }
    for (uint32_t i = 0; i < e->tir->n_fns; i++)
        visit_block(&w, (NjTirBlock *)&e->tir->fns[i]->body);
    w.is_counting = false;
    NjHeat *main_heat = e->tir->main ? nj_map_get(&e->heats, e->tir->main) : NULL;
    if (main_heat && main_heat->n_calls == 0)
        nj_vec_push(e->arena, &w.ready, main_heat);
    NjMap walked = {0};
    while (w.ready.n > 0) {
        NjHeat *heat = nj_vec_pop(&w.ready);
        nj_map_put(e->arena, &walked, heat->fn, heat);
        w.caller_is_hot = heat->is_hot;
        visit_block(&w, (NjTirBlock *)&heat->fn->body);
    }
    for (uint32_t i = 0; i < e->heats.n; i++) {
        NjHeat *heat = e->heats.entries[i].value;
        heat->is_hot |= !nj_map_has(&walked, heat->fn);
        Work work = {.factor = 1};
        count_block(&work, (NjTirBlock *)&heat->fn->body);
        if (!is_born_hot(heat->fn) && !is_computing(&work))
            heat->is_hot = false;
    }
}

bool nj_ir_is_hot(NjEmit *e, const NjTirFn *fn)
{
    NjHeat *heat = nj_map_get(&e->heats, fn);
    return !heat || heat->is_hot;
}

/* ---- loops of cold functions ---------------------------------------------------------------- */

/* A loop with independent lanes is well served by the plain vectoriser, unless it computes
 * elementary functions, which only hot code takes from the math library. */
bool nj_ir_is_worth_outlining(const NjTirStmt *s)
{
    Work work = {.factor = 1};
    count_stmt(&work, (NjTirStmt *)s);
    if (work.has_return)
        return false;
    if (s->kind == NJ_S_FOR && s->as.for_.is_cold)
        return false;
    if (s->kind == NJ_S_FOR && s->as.for_.is_unit_lanes && !work.has_math)
        return false;
    return work.amount >= MIN_WORK && is_computing(&work);
}

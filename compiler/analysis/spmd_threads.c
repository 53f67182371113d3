/* spmd_threads.c - a region becomes loops over the threads of the block.
 *
 * Guards become ends of the loops: where all that a region does stands under `thread + base <
 * limit`, with base and limit equal in all threads, the loop ends there and the test is gone. So
 * the loops of a tree reduction get shorter as its rounds do, and the bounds checks of what a guard
 * protects can move out. */
#include "compiler/analysis/spmd_internal.h"

/* The threads of one dimension that a loop runs over; NULL: from 0, to the extent of the block. */
typedef struct Reach {
    NjTirExpr *low, *high;
} Reach;

/* ---- guards --------------------------------------------------------------------------------- */

static const NjTirExpr *strip_casts(const NjTirExpr *e)
{
    while (e->kind == NJ_X_CAST && e->as.cast.arith == NJ_ARITH_WRAP &&
           e->type->kind == NJ_T_SCALAR && e->type->dtype == NPRT_I64 &&
           e->as.cast.a->type->kind == NJ_T_SCALAR && e->as.cast.a->type->dtype == NPRT_I64)
        e = e->as.cast.a;
    return e;
}

static int position_of(NjSpmd *c, const NjTirExpr *e)
{
    for (int i = 0; e->kind == NJ_X_LOCAL && i < 3; i++)
        if (e->as.local.local == c->tid[i])
            return i;
    return -1;
}

/* May be computed once, in front of the loops over the threads. */
static bool is_limit(NjSpmd *c, const NjTirExpr *e)
{
    return nj_sp_is_pure(e) && !nj_sp_is_varying(c, e) && nj_sp_is_block_level(c, e);
}

static NjTirExpr *copy(NjSpmd *c, const NjTirExpr *e)
{
    return nj_tir_clone(c->arena, e);
}

/* e = position + base, base NULL for 0; the dimension, or -1. */
static int split_position(NjSpmd *c, const NjTirExpr *e, NjTirExpr **base)
{
    e = strip_casts(e);
    int dim = position_of(c, e);
    *base = NULL;
    if (dim >= 0 || e->kind != NJ_X_BINARY || e->as.binary.arith != NJ_ARITH_WRAP)
        return dim;
    const NjTirExpr *a = e->as.binary.a, *b = e->as.binary.b;
    NjTirExpr *inner;
    bool adds = e->as.binary.op == NJ_BIN_ADD;
    if (!adds && e->as.binary.op != NJ_BIN_SUB)
        return -1;
    if (adds && is_limit(c, a)) {
        const NjTirExpr *t = a;
        a = b;
        b = t;
    }
    if (!is_limit(c, b) || (dim = split_position(c, a, &inner)) < 0)
        return -1;
    NjTirExpr *part = copy(c, b);
    if (adds)
        *base = inner ? nj_sp_bin(c, NJ_BIN_ADD, inner, part) : part;
    else
        *base = nj_sp_bin(c, NJ_BIN_SUB, inner ? inner : nj_sp_int(c, 0), part);
    return dim;
}

static void narrow(NjSpmd *c, Reach *reach, NjTirCmpop op, NjTirExpr *limit)
{
    if (op == NJ_CMP_LE || op == NJ_CMP_GT)
        limit = nj_sp_bin(c, NJ_BIN_ADD, limit, nj_sp_int(c, 1));
    if (op == NJ_CMP_LT || op == NJ_CMP_LE)
        reach->high = reach->high ? nj_sp_bin(c, NJ_BIN_MIN, reach->high, limit) : limit;
    else
        reach->low = reach->low ? nj_sp_bin(c, NJ_BIN_MAX, reach->low, limit) : limit;
}

static NjTirCmpop mirrored(NjTirCmpop op)
{
    switch (op) {
    case NJ_CMP_LT:
        return NJ_CMP_GT;
    case NJ_CMP_LE:
        return NJ_CMP_GE;
    case NJ_CMP_GT:
        return NJ_CMP_LT;
    case NJ_CMP_GE:
        return NJ_CMP_LE;
    default:
        return op;
    }
}

static NjTirCmpop opposite(NjTirCmpop op)
{
    switch (op) {
    case NJ_CMP_LT:
        return NJ_CMP_GE;
    case NJ_CMP_LE:
        return NJ_CMP_GT;
    case NJ_CMP_GT:
        return NJ_CMP_LE;
    case NJ_CMP_GE:
        return NJ_CMP_LT;
    case NJ_CMP_EQ:
        return NJ_CMP_NE;
    case NJ_CMP_NE:
        return NJ_CMP_EQ;
    }
    return op;
}

/* position + base OP limit as ends of a loop; equality is both of them. */
static bool take_compare(NjSpmd *c, const NjTirExpr *e, bool holds, Reach *reach)
{
    NjTirCmpop op = holds ? e->as.compare.op : opposite(e->as.compare.op);
    const NjTirExpr *a = strip_casts(e->as.compare.a), *b = strip_casts(e->as.compare.b);
    NjTirExpr *base;
    if (a->type->kind != NJ_T_SCALAR || a->type->dtype != NPRT_I64 || op == NJ_CMP_NE)
        return false;
    if (is_limit(c, a)) {
        const NjTirExpr *t = a;
        a = b;
        b = t;
        op = mirrored(op);
    }
    if (!is_limit(c, b) || b->type->dtype != NPRT_I64)
        return false;
    int dim = split_position(c, a, &base);
    if (dim < 0)
        return false;
    NjTirExpr *limit = b->kind == NJ_X_CONST_INT ? nj_sp_int(c, b->as.const_int.value)
                                                 : nj_tir_cast(c->arena, c->int_type, copy(c, b));
    if (base)
        limit = nj_sp_bin(c, NJ_BIN_SUB, limit, base);
    if (op != NJ_CMP_EQ) {
        narrow(c, &reach[dim], op, limit);
        return true;
    }
    narrow(c, &reach[dim], NJ_CMP_GE, limit);
    narrow(c, &reach[dim], NJ_CMP_LE, copy(c, limit));
    return true;
}

/* Takes what it can out of a condition that has to hold (or not to); the rest, or NULL. */
static NjTirExpr *take_guard(NjSpmd *c, NjTirExpr *e, bool holds, Reach *reach)
{
    if (e->kind == NJ_X_UNARY && e->as.unary.op == NJ_UN_NOT)
        return take_guard(c, e->as.unary.a, !holds, reach);
    if (e->kind == NJ_X_BINARY && nj_type_is_bool(e->type) &&
        e->as.binary.op == (holds ? NJ_BIN_AND : NJ_BIN_OR)) {
        NjTirExpr *a = take_guard(c, e->as.binary.a, holds, reach);
        NjTirExpr *b = take_guard(c, e->as.binary.b, holds, reach);
        return a && b ? nj_sp_bin(c, NJ_BIN_AND, a, b) : a ? a : b;
    }
    if (e->kind == NJ_X_COMPARE && take_compare(c, e, holds, reach))
        return NULL;
    return holds ? e : nj_sp_not(c, e);
}

static bool is_dead_assign(NjSpmd *c, const NjTirStmt *s)
{
    return s->kind == NJ_S_ASSIGN && s->as.assign.local == c->exited &&
           !nj_sp_facts(c, c->exited)->slots;
}

/* Flags that nobody asks for are no reason to run through all threads. */
static void drop_dead(NjSpmd *c, NjTirBlock *block)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < block->n; i++) {
        NjTirStmt *s = block->items[i];
        if (is_dead_assign(c, s))
            continue;
        if (s->kind == NJ_S_IF) {
            drop_dead(c, &s->as.if_.then_block);
            drop_dead(c, &s->as.if_.else_block);
        }
        block->items[kept++] = s;
    }
    block->n = kept;
}

/* While the region is one IF with one branch, its condition goes into the ends of the loops. */
static void take_guards(NjSpmd *c, NjTirBlock *threads, Reach *reach)
{
    while (threads->n == 1 && threads->items[0]->kind == NJ_S_IF) {
        NjTirStmt *s = threads->items[0];
        bool in_then = s->as.if_.then_block.n > 0;
        if (in_then && s->as.if_.else_block.n > 0)
            return;
        NjTirExpr *rest = take_guard(c, s->as.if_.cond, in_then, reach);
        NjTirBlock body = in_then ? s->as.if_.then_block : s->as.if_.else_block;
        if (rest) {
            s->as.if_.cond = rest;
            s->as.if_.then_block = body;
            s->as.if_.else_block = (NjTirBlock){0};
            return;
        }
        *threads = body;
    }
}

/* ---- loops ---------------------------------------------------------------------------------- */

static NjTirExpr *lowest(NjSpmd *c, Reach reach)
{
    NjTirExpr *zero = nj_sp_int(c, 0);
    return reach.low ? nj_sp_bin(c, NJ_BIN_MAX, nj_tir_clone(c->arena, reach.low), zero) : zero;
}

static NjTirExpr *highest(NjSpmd *c, unsigned dim, Reach reach)
{
    NjTirExpr *all = nj_sp_bdim(c, dim);
    return reach.high ? nj_sp_bin(c, NJ_BIN_MIN, nj_tir_clone(c->arena, reach.high), all) : all;
}

/* A loop over one coordinate of the thread; a block with one thread along it needs none. */
static NjTirBlock *open_loop(NjSpmd *c, NjTirBlock *out, unsigned dim, Reach reach, bool has_lanes)
{
    NjTirExpr *low = lowest(c, reach), *high = highest(c, dim, reach);
    if (low->kind == NJ_X_CONST_INT && high->kind == NJ_X_CONST_INT &&
        high->as.const_int.value - low->as.const_int.value == 1) {
        nj_tir_push(c->arena, out, nj_sp_assign(c, c->tid[dim], low));
        return out;
    }
    NjTirStmt *loop = nj_sp_for(c, c->tid[dim], low, high);
    loop->as.for_.is_unit_lanes = loop->as.for_.keeps_rounds = has_lanes;
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
    n = nj_sp_bin(c, NJ_BIN_MUL, nj_sp_bin(c, NJ_BIN_ADD, n, nj_sp_use(c, c->bid[1])),
                  nj_sp_use(c, c->gdim[0]));
    n = nj_sp_bin(c, NJ_BIN_ADD, n, nj_sp_use(c, c->bid[0]));
    nj_tir_push(c->arena, out, nj_sp_assign(c, c->block, n));
    NjTirExpr *first = nj_sp_bin(c, NJ_BIN_MUL, nj_sp_use(c, c->block), nj_sp_n_threads(c));
    nj_tir_push(c->arena, out, nj_sp_assign(c, c->first, first));
    return out;
}

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
    return !s.found && !nj_sp_finds_races(c);
}

static bool run_in_step(NjSpmd *c, NjTirBlock *out, NjTirBlock *threads, Reach reach)
{
    return has_lanes(c, threads) &&
           nj_sp_run_in_step(c, out, threads, lowest(c, reach), highest(c, c->inner, reach));
}

/* The loops over the threads of the block with what one thread does. */
static void loop_threads(NjSpmd *c, NjTirBlock *threads, const Reach *reach, NjTirBlock *out)
{
    unsigned x = c->inner, y = x == 1 ? 0 : 1, z = x == 2 ? 0 : 2;
    NjTirBlock *rows = open_loop(c, c->is_grid ? open_blocks(c, out) : out, z, reach[z], false);
    rows = open_loop(c, rows, y, reach[y], false);
    NjTirExpr *row = nj_sp_bin(c, NJ_BIN_MUL, nj_sp_use(c, c->tid[z]), nj_sp_bdim(c, y));
    row = nj_sp_bin(c, NJ_BIN_MUL, nj_sp_bin(c, NJ_BIN_ADD, row, nj_sp_use(c, c->tid[y])),
                    nj_sp_bdim(c, x));
    if (c->known_bdim[y] == 1 && c->known_bdim[z] == 1)
        row = nj_sp_int(c, 0);
    nj_tir_push(c->arena, rows, nj_sp_assign(c, c->row, row));
    if (run_in_step(c, rows, threads, reach[x]))
        return;
    NjTirBlock *body = open_loop(c, rows, x, reach[x], has_lanes(c, threads));
    if (nj_sp_finds_races(c))
        nj_tir_push(c->arena, body, nj_sp_tell(c, NJ_RT_race_thread, nj_sp_thread_of_all(c)));
    for (uint32_t i = 0; i < threads->n; i++)
        nj_tir_push(c->arena, body, threads->items[i]);
}

/* ---- whole blocks --------------------------------------------------------------------------- */

/* Locals that a condition is made of, when the statements give them their only value. */
typedef struct Meaning {
    NjSpmd *c;
    const NjTirBlock *threads;
    uint32_t n; /* of them */
} Meaning;

static void put_meaning(void *data, NjTirExpr **child)
{
    Meaning *m = data;
    if ((*child)->kind != NJ_X_LOCAL) {
        nj_tir_children(*child, put_meaning, m);
        return;
    }
    const NjLocalFacts *f = nj_sp_facts(m->c, (*child)->as.local.local);
    for (uint32_t i = 0; i < m->n && f->n_assigns == 1; i++) {
        const NjTirStmt *s = m->threads->items[i];
        if (s != f->def || s->kind != NJ_S_ASSIGN || s->as.assign.value->type != (*child)->type)
            continue;
        *child = copy(m->c, s->as.assign.value);
        put_meaning(m, child);
        return;
    }
}

/* The guard of statement `at` holds for all threads when these reach all over the block. */
static bool is_guard(NjSpmd *c, const NjTirBlock *threads, uint32_t at, Reach *reach)
{
    const NjTirStmt *s = threads->items[at];
    if (s->kind != NJ_S_IF || s->as.if_.then_block.n == 0)
        return false;
    Meaning m = {c, threads, at};
    Reach found[3] = {{0}};
    NjTirExpr *cond = copy(c, s->as.if_.cond);
    put_meaning(&m, &cond);
    if (take_guard(c, cond, true, found))
        return false;
    for (int i = 0; i < 3; i++) {
        if (found[i].low)
            narrow(c, &reach[i], NJ_CMP_GE, found[i].low);
        if (found[i].high)
            narrow(c, &reach[i], NJ_CMP_LT, found[i].high);
    }
    return true;
}

/* What the threads of a block do for which all guards hold, as most blocks do; NULL: there is no
 * guard. Else the test for such a block. Without guards, vectors are moved without masks. */
static NjTirExpr *find_whole(NjSpmd *c, const NjTirBlock *threads, NjTirBlock *whole)
{
    Reach reach[3] = {{0}};
    NjTirBlock all = {0};
    nj_sp_clone_block(c, NULL, threads, &all);
    bool has_guard = false;
    for (uint32_t i = 0; i < threads->n; i++) {
        NjTirStmt *s = all.items[i];
        if (!is_guard(c, threads, i, reach)) {
            nj_tir_push(c->arena, whole, s);
            continue;
        }
        has_guard = true;
        for (uint32_t k = 0; k < s->as.if_.then_block.n; k++)
            nj_tir_push(c->arena, whole, s->as.if_.then_block.items[k]);
    }
    NjTirExpr *test = NULL;
    for (unsigned i = 0; i < 3 && has_guard; i++) {
        NjTirExpr *parts[2] = {NULL, NULL};
        if (reach[i].low)
            parts[0] = nj_sp_cmp(c, NJ_CMP_LE, reach[i].low, nj_sp_int(c, 0));
        if (reach[i].high)
            parts[1] = nj_sp_cmp(c, NJ_CMP_GE, reach[i].high, nj_sp_bdim(c, i));
        for (int k = 0; k < 2; k++)
            if (parts[k])
                test = test ? nj_sp_bin(c, NJ_BIN_AND, test, parts[k]) : parts[k];
    }
    return test;
}

static void loop_region(NjSpmd *c, NjTirStmt *region)
{
    NjTirBlock threads = region->as.block, out = {0}, whole = {0};
    Reach reach[3] = {{0}};
    NjTirExpr *is_whole = NULL;
    c->span = region->span;
    drop_dead(c, &threads);
    if (!c->is_grid)
        take_guards(c, &threads, reach);
    if (!c->is_grid && has_lanes(c, &threads))
        is_whole = find_whole(c, &threads, &whole);
    if (!is_whole) {
        if (threads.n)
            loop_threads(c, &threads, reach, &out);
    } else {
        NjTirStmt *choice = nj_sp_if(c, is_whole);
        loop_threads(c, &whole, reach, &choice->as.if_.then_block);
        loop_threads(c, &threads, reach, &choice->as.if_.else_block);
        nj_tir_push(c->arena, &out, choice);
    }
    region->as.block = out;
}

void nj_sp_thread_loops(NjSpmd *c)
{
    for (uint32_t i = 0; i < c->regions.n; i++)
        loop_region(c, c->regions.items[i]);
}

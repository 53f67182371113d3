/* lower_reduction.c - may the iterations of a loop run in any order? Sorts the locals that a
 * parallel loop assigns into private ones and reductions.
 *
 * Private: every iteration assigns the local before it reads it. Reduction: all that the loop does
 * with it is `s = s op e` with one operator (also nested, as s + a - b, and min/max by `if e < s: s
 * = e`). A local that is neither carries a value from one iteration to the next, and then the loop
 * is lowered in sequence, as are loops that leave early or call what is not safe on several
 * threads. */
#include "compiler/lower/lower_parallel.h"

#include <string.h>

/* ---- reductions ----------------------------------------------------------------------------- */

/* Temporaries that only hold a copy of the local (`%6 = m`) stand for it. */
enum { MAX_ALIASES = 8 };

typedef struct Search {
    const NjTirLocal *local;
    const NjTirLocal *aliases[MAX_ALIASES];
    unsigned n_aliases;
    uint32_t n_reads;   /* of the local and its aliases, copies to aliases excepted */
    uint32_t n_matched; /* of these, in a pattern */
    NjReduction found;
    bool failed;
} Search;

static bool is_self_local(const Search *search, const NjTirLocal *local)
{
    for (unsigned i = 0; i < search->n_aliases; i++)
        if (search->aliases[i] == local)
            return true;
    return local == search->local;
}

/* The expression below casts that lose nothing that matters to an order or a sum. */
static const NjTirExpr *without_casts(const NjTirExpr *x)
{
    while (x->kind == NJ_X_CAST && x->type->kind == NJ_T_SCALAR &&
           x->as.cast.a->type->kind == NJ_T_SCALAR &&
           (x->type->dtype == x->as.cast.a->type->dtype ||
            (nj_type_is_integral(x->type) && nj_type_is_integral(x->as.cast.a->type))))
        x = x->as.cast.a;
    return x;
}

static bool is_self(const Search *search, const NjTirExpr *x)
{
    x = without_casts(x);
    return x->kind == NJ_X_LOCAL && is_self_local(search, x->as.local.local);
}

static void count_read(void *ctx, NjTirExpr **child)
{
    Search *search = ctx;
    if ((*child)->kind == NJ_X_LOCAL && is_self_local(search, (*child)->as.local.local))
        search->n_reads++;
    nj_tir_children(*child, count_read, search);
}

static uint32_t reads_of(const Search *search, const NjTirExpr *x)
{
    Search copy = *search;
    copy.n_reads = 0;
    NjTirExpr *root = (NjTirExpr *)x;
    count_read(&copy, &root);
    return copy.n_reads;
}

static bool is_copy(const Search *search, const NjTirStmt *s)
{
    return s->kind == NJ_S_ASSIGN && s->as.assign.local->is_temp &&
           s->as.assign.value->kind == NJ_X_LOCAL &&
           s->as.assign.value->as.local.local == search->local;
}

static void find_aliases(void *ctx, NjTirBlock *block)
{
    Search *search = ctx;
    for (uint32_t i = 0; i < block->n; i++) {
        const NjTirStmt *s = block->items[i];
        if (is_copy(search, s) && search->n_aliases < MAX_ALIASES)
            search->aliases[search->n_aliases++] = s->as.assign.local;
        nj_tir_stmt_blocks(block->items[i], find_aliases, search);
    }
}

static void count_reads(void *ctx, NjTirBlock *block)
{
    Search *search = ctx;
    for (uint32_t i = 0; i < block->n; i++) {
        NjTirStmt *s = block->items[i];
        bool is_alias = s->kind == NJ_S_ASSIGN && is_self_local(search, s->as.assign.local) &&
                        s->as.assign.local != search->local;
        if (is_alias)
            search->failed |= !is_copy(search, s); /* the temporary has another use */
        else
            nj_tir_stmt_exprs(s, count_read, search);
        nj_tir_stmt_blocks(s, count_reads, search);
    }
}

/* The operator under which `op` accumulates when the local is its left operand: s - e is a sum. */
bool nj_ir_accumulates(NjTirBinop op, bool is_left, NjTirBinop *out)
{
    *out = op == NJ_BIN_SUB ? NJ_BIN_ADD : op == NJ_BIN_DIV ? NJ_BIN_MUL : op;
    switch (op) {
    case NJ_BIN_SUB:
    case NJ_BIN_DIV:
        return is_left;
    case NJ_BIN_ADD:
    case NJ_BIN_MUL:
    case NJ_BIN_MIN:
    case NJ_BIN_MAX:
    case NJ_BIN_FMIN:
    case NJ_BIN_FMAX:
    case NJ_BIN_AND:
    case NJ_BIN_OR:
    case NJ_BIN_XOR:
        return true;
    default:
        return false;
    }
}

static bool found(Search *search, NjTirBinop op)
{
    if (search->found.is_known && search->found.op != op)
        return false;
    search->found = (NjReduction){true, op};
    return true;
}

static bool same_simple(const NjTirExpr *a, const NjTirExpr *b)
{
    a = without_casts(a);
    b = without_casts(b);
    if (a->kind != b->kind)
        return false;
    if (a->kind == NJ_X_LOCAL)
        return a->as.local.local == b->as.local.local;
    if (a->kind == NJ_X_CONST_FLOAT)
        return a->as.const_float.value == b->as.const_float.value;
    return a->kind == NJ_X_CONST_INT && a->as.const_int.value == b->as.const_int.value;
}

/* `cond` compares the local with `other`, and `other` replaces it where it holds: min or max. nan
 * compares false and so never gets in: fmin, fmax. */
static bool is_ordering(Search *search, const NjTirExpr *cond, const NjTirExpr *other)
{
    if (cond->kind != NJ_X_COMPARE)
        return false;
    NjTirCmpop op = cond->as.compare.op;
    bool is_less = op == NJ_CMP_LT || op == NJ_CMP_LE, is_more = op == NJ_CMP_GT || op == NJ_CMP_GE;
    bool self_right = is_self(search, cond->as.compare.b);
    bool self_left = is_self(search, cond->as.compare.a);
    const NjTirExpr *rest = self_right ? cond->as.compare.a : cond->as.compare.b;
    if (!(is_less || is_more) || self_left == self_right || !same_simple(rest, other))
        return false;
    return found(search, is_less == self_right ? NJ_BIN_FMIN : NJ_BIN_FMAX);
}

/* s = e if e < s else s */
static bool is_select(Search *search, const NjTirExpr *x)
{
    if (!is_self(search, x->as.select.b) || !is_ordering(search, x->as.select.cond, x->as.select.a))
        return false;
    search->n_matched += 2;
    return true;
}

/* if e < s: s = e */
static bool is_conditional(Search *search, const NjTirStmt *s)
{
    const NjTirBlock *block = &s->as.if_.then_block;
    if (s->as.if_.else_block.n || block->n != 1 || block->items[0]->kind != NJ_S_ASSIGN ||
        block->items[0]->as.assign.local != search->local ||
        !is_ordering(search, s->as.if_.cond, block->items[0]->as.assign.value))
        return false;
    search->n_matched++;
    return true;
}

/* x is the local, or (local op ...) op ... with one operator, and reads it once. */
static bool is_spine(Search *search, const NjTirExpr *x)
{
    x = without_casts(x);
    if (is_self(search, x)) {
        search->n_matched++;
        return true;
    }
    if (x->kind != NJ_X_BINARY)
        return false;
    const NjTirExpr *a = x->as.binary.a, *b = x->as.binary.b;
    bool is_left = reads_of(search, a) > 0;
    NjTirBinop op;
    if (!nj_ir_accumulates(x->as.binary.op, is_left, &op) || !found(search, op))
        return false;
    return is_left ? reads_of(search, b) == 0 && is_spine(search, a) : is_spine(search, b);
}

static void search_block(void *ctx, NjTirBlock *block)
{
    Search *search = ctx;
    for (uint32_t i = 0; i < block->n && !search->failed; i++) {
        NjTirStmt *s = block->items[i];
        if (s->kind == NJ_S_IF && is_conditional(search, s))
            continue;
        if (s->kind == NJ_S_ASSIGN && s->as.assign.local == search->local) {
            const NjTirExpr *x = without_casts(s->as.assign.value);
            bool fits = x->kind == NJ_X_SELECT ? is_select(search, x) : is_spine(search, x);
            search->failed |= !fits || !search->found.is_known;
        }
        search->failed |= s->kind == NJ_S_FOR && s->as.for_.var == search->local;
        nj_tir_stmt_blocks(s, search_block, search);
    }
}

static NjReduction find_reduction(const NjTirStmt *loop, const NjTirLocal *local)
{
    NjReduction none = {false, NJ_BIN_ADD};
    if (local->type->kind != NJ_T_SCALAR || local->is_temp)
        return none;
    NjTirBlock *body = (NjTirBlock *)&loop->as.for_.body;
    Search search = {.local = local};
    find_aliases(&search, body);
    count_reads(&search, body);
    search_block(&search, body);
    bool is_ordered = search.found.op != NJ_BIN_ADD && search.found.op != NJ_BIN_MUL;
    if (search.failed || search.n_reads != search.n_matched ||
        (nj_type_is_complex(local->type) && is_ordered))
        return none;
    return search.found;
}

/* ---- private locals ------------------------------------------------------------------------- */

typedef struct Flow {
    NjEmit *e;
    NjParallel *p;
    bool *is_set; /* by local id: assigned on every way here */
    uint32_t loops;
    bool failed;
} Flow;

static void read_local(void *ctx, NjTirExpr **child)
{
    Flow *flow = ctx;
    NjTirExpr *x = *child;
    if (x->kind == NJ_X_LOCAL) {
        NjCrossing *crossing = nj_ir_find_crossing(&flow->p->crossings, x->as.local.local);
        if (crossing && crossing->is_assigned && !crossing->reduction.is_known &&
            !flow->is_set[x->as.local.local->id])
            flow->failed = true; /* the value of an earlier iteration */
    }
    nj_tir_children(x, read_local, flow);
}

static void flow_block(Flow *flow, NjTirBlock *block);

static bool *copy_set(Flow *flow)
{
    return nj_arena_copy(flow->e->arena, flow->is_set, flow->e->fn->tir->n_locals);
}

static void meet(Flow *flow, const bool *other)
{
    for (uint32_t i = 0; i < flow->e->fn->tir->n_locals; i++)
        flow->is_set[i] = flow->is_set[i] && other[i];
}

/* Two ways that join again. */
static void flow_either(Flow *flow, NjTirBlock *a, NjTirBlock *b)
{
    bool *before = copy_set(flow);
    flow_block(flow, a);
    bool *after_a = flow->is_set;
    flow->is_set = before;
    flow_block(flow, b);
    meet(flow, after_a);
}

static void flow_loop(Flow *flow, NjTirStmt *s)
{
    if (s->kind == NJ_S_WHILE) {
        flow->loops++;
        flow_block(flow, &s->as.while_.pre);
        bool *after = copy_set(flow);
        read_local(flow, &s->as.while_.cond);
        flow_block(flow, &s->as.while_.body);
        flow->is_set = after;
        flow->loops--;
        return;
    }
    bool *before = copy_set(flow);
    flow->is_set[s->as.for_.var->id] = true;
    flow->loops++;
    flow_block(flow, &s->as.for_.body);
    flow->loops--;
    flow->is_set = before;
}

static void flow_stmt(Flow *flow, NjTirStmt *s)
{
    if (s->kind != NJ_S_WHILE)
        nj_tir_stmt_exprs(s, read_local, flow);
    switch (s->kind) {
    case NJ_S_ASSIGN:
        flow->is_set[s->as.assign.local->id] = true;
        return;
    case NJ_S_IF:
        flow_either(flow, &s->as.if_.then_block, &s->as.if_.else_block);
        return;
    case NJ_S_FOR:
    case NJ_S_WHILE:
        flow_loop(flow, s);
        return;
    case NJ_S_BLOCK:
        flow_block(flow, &s->as.block);
        return;
    case NJ_S_TRY: {
        bool *before = copy_set(flow);
        flow_block(flow, &s->as.try_.body);
        bool *after = flow->is_set;
        flow->is_set = before;
        if (s->as.try_.exc)
            flow->is_set[s->as.try_.exc->id] = true;
        flow_block(flow, &s->as.try_.handler);
        meet(flow, after);
        return;
    }
    case NJ_S_RETURN:
    case NJ_S_GLOBAL_SET:
        flow->failed = true;
        return;
    case NJ_S_BREAK:
        flow->failed |= flow->loops == 0;
        return;
    default:
        return;
    }
}

static void flow_block(Flow *flow, NjTirBlock *block)
{
    for (uint32_t i = 0; i < block->n && !flow->failed; i++)
        flow_stmt(flow, block->items[i]);
}

/* ---- calls ---------------------------------------------------------------------------------- */

/* Rows of the runtime that touch state of the whole process, or containers without a lock. */
static bool is_unsafe_row(NjRtId id)
{
    static const char *const names[] = {
#define RTCALL(name, result, params, raises) #name,
#include "runtime/rtcalls.def"
#undef RTCALL
    };
    static const char *const unsafe[] = {"print", "rng",   "random", "list_",
                                         "dict_", "set_",  "time_",  "legacy",
                                         "seed",  "input", "sys_",   "exc_register"};
    for (unsigned i = 0; i < sizeof unsafe / sizeof *unsafe; i++)
        if (strstr(names[id], unsafe[i]) == names[id] || strstr(names[id], unsafe[i]))
            return true;
    return false;
}

typedef struct Safety {
    NjArena *arena;
    NjMap visited; /* functions */
    bool is_unsafe;
} Safety;

static void check_block(void *ctx, NjTirBlock *block);

static void check_expr(void *ctx, NjTirExpr **child)
{
    Safety *safety = ctx;
    NjTirExpr *x = *child;
    if (x->kind == NJ_X_RTCALL)
        safety->is_unsafe |= is_unsafe_row(x->as.rtcall.id);
    if (x->kind == NJ_X_CALL && !nj_map_has(&safety->visited, x->as.call.fn)) {
        nj_map_put(safety->arena, &safety->visited, x->as.call.fn, NULL);
        check_block(safety, &x->as.call.fn->body);
    }
    nj_tir_children(x, check_expr, safety);
}

static void check_block(void *ctx, NjTirBlock *block)
{
    Safety *safety = ctx;
    for (uint32_t i = 0; i < block->n && !safety->is_unsafe; i++) {
        NjTirStmt *s = block->items[i];
        safety->is_unsafe |= s->kind == NJ_S_LIST_SET || s->kind == NJ_S_GLOBAL_SET ||
                             s->kind == NJ_S_FIELD_SET || s->kind == NJ_S_CELL_SET;
        nj_tir_stmt_exprs(s, check_expr, safety);
        nj_tir_stmt_blocks(s, check_block, safety);
    }
}

/* ---- the verdict ---------------------------------------------------------------------------- */

bool nj_ir_classify_parallel(NjEmit *e, const NjTirStmt *s, NjParallel *p)
{
    NjTirBlock *body = (NjTirBlock *)&s->as.for_.body;
    Safety safety = {e->arena, {0}, false};
    check_block(&safety, body);
    if (safety.is_unsafe)
        return false;
    nj_ir_find_stmt_crossings(e, s, &p->crossings);
    for (uint32_t i = 0; i < p->crossings.items.n; i++) {
        NjCrossing *crossing = &p->crossings.items.items[i];
        if (crossing->is_assigned && crossing->local != s->as.for_.var)
            crossing->reduction = find_reduction(s, crossing->local);
        else if (!crossing->is_assigned)
            crossing->reduction = nj_ir_find_array_reduction(s, crossing->local);
        if (crossing->reduction.is_known)
            p->max_chunks = crossing->is_assigned && p->max_chunks != NJ_ARRAY_CHUNKS
                                ? NPRT_FIXED_CHUNKS
                                : NJ_ARRAY_CHUNKS;
    }
    Flow flow = {.e = e, .p = p};
    flow.is_set = NJ_NEW_ARRAY(e->arena, bool, e->fn->tir->n_locals);
    flow.is_set[s->as.for_.var->id] = true;
    flow_block(&flow, body);
    return !flow.failed;
}

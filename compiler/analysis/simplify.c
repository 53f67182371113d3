/* simplify.c - walks a function in order of execution and drops checks that cannot fail.
 *
 * Facts hold within scopes: a branch of an IF, the body of a loop. What is known of a local is a
 * pointer to an immutable record, so that two paths that join agree on a local when they have the
 * same pointer. Before a loop is entered everything that its body assigns is forgotten, so one walk
 * over the body is enough. */
#include "compiler/analysis/simplify_internal.h"

/* Counting by so little takes centuries to overflow. */
enum { MAX_COUNT_STEP = 16 };
#define MAX_COUNT_START (INT64_C(1) << 62)
#define MAX_COUNT       (INT64_MAX - 1024)

static void walk_block(NjSimplify *s, NjTirBlock *block);

/* ---- expressions ------------------------------------------------------------------------------
 */

static void simplify_sub(NjSimplify *s, NjTirSub *sub, NjAffine extent)
{
    NjAffine index = nj_simplify_int(s, sub->index);
    NjAffine room = nj_affine_plus(nj_affine_sub(extent, index), -1);
    bool is_natural = nj_facts_prove(&s->facts, index);
    if (is_natural)
        sub->wrap = false;
    if (!sub->check)
        return;
    if (is_natural && nj_facts_prove(&s->facts, room)) {
        sub->check = false;
        return;
    }
    if (!s->fn->bounds_check)
        return;
    nj_facts_assume(&s->facts, room); /* it is in range from here on */
    nj_facts_assume(&s->facts, sub->wrap ? nj_affine_add(index, extent) : index);
}

static void simplify_subs(NjSimplify *s, NjTirExpr *base, NjTirSub *subs, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        if (subs[i].wrap || subs[i].check)
            simplify_sub(s, &subs[i], nj_simplify_extent(s, base, i));
}

static void simplify_view(NjSimplify *s, NjTirExpr *view)
{
    uint32_t dim = 0;
    for (uint32_t i = 0; i < view->as.view.n; i++) {
        NjTirSpec *spec = &view->as.view.specs[i];
        if (spec->kind == NJ_SPEC_INDEX)
            simplify_sub(s, &spec->index, nj_simplify_extent(s, view->as.view.base, dim));
        dim += spec->kind != NJ_SPEC_NEWAXIS;
    }
}

static void simplify_binary(NjSimplify *s, NjTirExpr *e)
{
    if (e->as.binary.arith != NJ_ARITH_CHECKED || !nj_simplify_is_int(e->type))
        return;
    if (e->as.binary.op == NJ_BIN_FLOORDIV || e->as.binary.op == NJ_BIN_MOD) {
        NjAffine divisor = nj_simplify_int(s, e->as.binary.b);
        if (nj_facts_prove(&s->facts, nj_affine_plus(divisor, -1)))
            e->as.binary.arith = NJ_ARITH_WRAP;
        return;
    }
    if (nj_simplify_fits(s, nj_simplify_arith(s, e), e->type))
        e->as.binary.arith = NJ_ARITH_WRAP;
}

static void simplify_expr(void *ctx, NjTirExpr **child)
{
    NjSimplify *s = ctx;
    NjTirExpr *e = *child;
    nj_tir_children(e, simplify_expr, s);
    switch (e->kind) {
    case NJ_X_LOAD:
        simplify_subs(s, e->as.load.base, e->as.load.subs, e->as.load.n);
        return;
    case NJ_X_VIEW:
        simplify_view(s, e);
        return;
    case NJ_X_BINARY:
        simplify_binary(s, e);
        return;
    case NJ_X_UNARY:
        if (e->as.unary.arith == NJ_ARITH_CHECKED && nj_simplify_is_int(e->type) &&
            nj_simplify_fits(s, nj_simplify_arith(s, e), e->type))
            e->as.unary.arith = NJ_ARITH_WRAP;
        return;
    case NJ_X_CAST:
        if (e->as.cast.arith == NJ_ARITH_CHECKED && nj_simplify_is_int(e->type) &&
            nj_simplify_is_int(e->as.cast.a->type) &&
            nj_simplify_fits(s, nj_simplify_int(s, e->as.cast.a), e->type))
            e->as.cast.arith = NJ_ARITH_WRAP;
        return;
    default:
        return;
    }
}

/* ---- what a block assigns ---------------------------------------------------------------------
 */

static void forget_block(void *ctx, NjTirBlock *block)
{
    NjSimplify *s = ctx;
    for (uint32_t i = 0; i < block->n; i++) {
        NjTirStmt *stmt = block->items[i];
        if (stmt->kind == NJ_S_ASSIGN)
            nj_simplify_forget(s, stmt->as.assign.local);
        else if (stmt->kind == NJ_S_FOR)
            nj_simplify_forget(s, stmt->as.for_.var);
        nj_tir_stmt_blocks(stmt, forget_block, s);
    }
}

/* Locals of a loop that only count upwards: every assignment adds a small constant. */
enum { NOT_ASSIGNED, COUNTS, CHANGES }; /* NjSimplify.kinds */

static bool is_count(const NjTirLocal *local, const NjTirExpr *value)
{
    if (value->kind != NJ_X_BINARY || value->as.binary.op != NJ_BIN_ADD)
        return false;
    const NjTirExpr *a = value->as.binary.a, *b = value->as.binary.b;
    return a->kind == NJ_X_LOCAL && a->as.local.local == local && b->kind == NJ_X_CONST_INT &&
           b->as.const_int.value >= 0 && b->as.const_int.value <= MAX_COUNT_STEP;
}

static void find_counters(void *ctx, NjTirBlock *block)
{
    NjSimplify *s = ctx;
    for (uint32_t i = 0; i < block->n; i++) {
        const NjTirStmt *stmt = block->items[i];
        if (stmt->kind == NJ_S_ASSIGN) {
            uint8_t *kind = &s->kinds[stmt->as.assign.local->id];
            bool counts = is_count(stmt->as.assign.local, stmt->as.assign.value);
            *kind = counts && *kind != CHANGES ? COUNTS : CHANGES;
        } else if (stmt->kind == NJ_S_FOR) {
            s->kinds[stmt->as.for_.var->id] = CHANGES;
        }
        nj_tir_stmt_blocks(block->items[i], find_counters, s);
    }
}

/* The local changes in the loop that is entered, in the way that `kinds` says. */
static void enter_local(NjSimplify *s, const NjTirLocal *local)
{
    uint8_t kind = s->kinds[local->id];
    s->kinds[local->id] = NOT_ASSIGNED;
    if (kind == NOT_ASSIGNED)
        return;
    NjKnownLocal *before = s->locals[local->id];
    nj_simplify_forget(s, local);
    if (kind != COUNTS || !before || local->type->dtype != NPRT_I64 || !before->value.is_valid)
        return;
    NjSymbolRange range = nj_facts_range(&s->facts, before->value);
    if (range.max > MAX_COUNT_START)
        return;
    NjKnownLocal *known = NJ_NEW(s->arena, NjKnownLocal);
    known->value = nj_facts_symbol(&s->facts, range.min, MAX_COUNT);
    nj_simplify_set(s, local->id, known);
    nj_facts_assume(&s->facts, nj_affine_sub(known->value, before->value));
}

static void enter_block(void *ctx, NjTirBlock *block)
{
    for (uint32_t i = 0; i < block->n; i++) {
        const NjTirStmt *stmt = block->items[i];
        if (stmt->kind == NJ_S_ASSIGN)
            enter_local(ctx, stmt->as.assign.local);
        else if (stmt->kind == NJ_S_FOR)
            enter_local(ctx, stmt->as.for_.var);
        nj_tir_stmt_blocks(block->items[i], enter_block, ctx);
    }
}

/* Forgets what the loop assigns, but that a counter is never below its value at the start. */
static void enter_loop(NjSimplify *s, NjTirBlock *const *blocks, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        find_counters(s, blocks[i]);
    for (unsigned i = 0; i < n; i++)
        enter_block(s, blocks[i]);
}

/* ---- statements -------------------------------------------------------------------------------
 */

static bool leaves(const NjTirBlock *block)
{
    if (block->n == 0)
        return false;
    const NjTirStmt *last = block->items[block->n - 1];
    switch (last->kind) {
    case NJ_S_RETURN:
    case NJ_S_RAISE:
    case NJ_S_BREAK:
    case NJ_S_CONTINUE:
        return true;
    case NJ_S_EXPR:
        return last->as.expr.value->type->kind == NJ_T_NEVER;
    case NJ_S_IF:
        return leaves(&last->as.if_.then_block) && leaves(&last->as.if_.else_block);
    case NJ_S_BLOCK:
        return leaves(&last->as.block);
    default:
        return false;
    }
}

/* What a branch has made of the locals. */
typedef struct Branch {
    NjKnownChange *items;
    uint32_t n;
} Branch;

/* Goes back to what was known at `mark`; what the branch had made of it is returned. */
static Branch undo(NjSimplify *s, uint32_t mark)
{
    Branch b = {NJ_NEW_ARRAY(s->arena, NjKnownChange, s->n_log - mark), s->n_log - mark};
    for (uint32_t i = 0; i < b.n; i++)
        b.items[i] = (NjKnownChange){s->log[mark + i].id, s->locals[s->log[mark + i].id]};
    while (s->n_log > mark) {
        NjKnownChange change = s->log[--s->n_log];
        s->locals[change.id] = change.value;
    }
    return b;
}

static void redo(NjSimplify *s, const Branch *b)
{
    for (uint32_t i = 0; i < b->n; i++)
        nj_simplify_set(s, b->items[i].id, b->items[i].value);
}

static NjKnownLocal *result_of(const Branch *b, uint32_t id)
{
    for (uint32_t i = 0; i < b->n; i++)
        if (b->items[i].id == id)
            return b->items[i].value;
    return NULL;
}

/* The current path and the branch come together. */
static void join(NjSimplify *s, uint32_t mark, const Branch *b)
{
    uint32_t n = s->n_log;
    for (uint32_t i = 0; i < b->n; i++)
        if (s->locals[b->items[i].id] != b->items[i].value)
            nj_simplify_set(s, b->items[i].id, NULL);
    for (uint32_t i = mark; i < n; i++) {
        uint32_t id = s->log[i].id;
        bool is_shared =
            false; /* the branch made the same of it: then both have kept the pointer */
        for (uint32_t k = 0; k < b->n && !is_shared; k++)
            is_shared = b->items[k].id == id;
        if (!is_shared && s->locals[id] != s->log[i].value)
            nj_simplify_set(s, id, NULL);
    }
}

/* The bool that an `and` or `or` computes in a branch: "if c then t = b else t = c" (or with not
 * c). It can only be true (false) when both are. Returns the local, and whether it is an `and`. */
static const NjTirLocal *short_circuit(const NjTirStmt *s, bool *out_is_and)
{
    const NjTirExpr *cond = s->as.if_.cond;
    *out_is_and = !(cond->kind == NJ_X_UNARY && cond->as.unary.op == NJ_UN_NOT);
    if (!*out_is_and)
        cond = cond->as.unary.a;
    if (cond->kind != NJ_X_LOCAL || s->as.if_.else_block.n != 1)
        return NULL;
    const NjTirStmt *other = s->as.if_.else_block.items[0];
    if (other->kind != NJ_S_ASSIGN || other->as.assign.value->kind != NJ_X_LOCAL ||
        other->as.assign.value->as.local.local != cond->as.local.local)
        return NULL;
    return nj_type_is_bool(other->as.assign.local->type) ? other->as.assign.local : NULL;
}

static void join_short_circuit(NjSimplify *s, const NjTirStmt *stmt, const NjConds *cond,
                               const Branch *then)
{
    bool is_and;
    const NjTirLocal *local = short_circuit(stmt, &is_and);
    const NjKnownLocal *made = local ? result_of(then, local->id) : NULL;
    if (!made)
        return;
    const NjConds *last = is_and ? &made->yes : &made->no;
    NjKnownLocal *known = NJ_NEW(s->arena, NjKnownLocal);
    NjConds *both = is_and ? &known->yes : &known->no;
    *both = *cond;
    for (uint32_t i = 0; i < last->n && both->n < NJ_MAX_CONDS; i++)
        both->items[both->n++] = last->items[i];
    nj_simplify_set(s, local->id, known);
}

static void walk_if(NjSimplify *s, NjTirStmt *stmt)
{
    simplify_expr(s, &stmt->as.if_.cond);
    NjConds yes = nj_simplify_cond(s, stmt->as.if_.cond, true);
    NjConds no = nj_simplify_cond(s, stmt->as.if_.cond, false);
    uint32_t scope = s->facts.n, mark = s->n_log;
    nj_simplify_assume(s, &yes);
    walk_block(s, &stmt->as.if_.then_block);
    s->facts.n = scope;
    Branch then = undo(s, mark);
    nj_simplify_assume(s, &no);
    walk_block(s, &stmt->as.if_.else_block);
    s->facts.n = scope;
    if (leaves(&stmt->as.if_.then_block)) {
        nj_simplify_assume(s, &no);
        return;
    }
    if (leaves(&stmt->as.if_.else_block)) {
        undo(s, mark);
        redo(s, &then);
        nj_simplify_assume(s, &yes);
        return;
    }
    join(s, mark, &then);
    join_short_circuit(s, stmt, &yes, &then);
}

static void walk_for(NjSimplify *s, NjTirStmt *stmt)
{
    nj_tir_stmt_exprs(stmt, simplify_expr, s);
    NjAffine start = nj_simplify_int(s, stmt->as.for_.start),
             stop = nj_simplify_int(s, stmt->as.for_.stop);
    NjTirBlock *body = &stmt->as.for_.body;
    const NjTirLocal *var = stmt->as.for_.var;
    uint32_t scope = s->facts.n;
    enter_loop(s, &body, 1);
    nj_simplify_forget(s, var);
    uint32_t mark = s->n_log;
    int sign = stmt->as.for_.step_sign;
    if (sign) {
        NjAffine low = sign > 0 ? start : nj_affine_plus(stop, 1);
        NjAffine high = sign > 0 ? nj_affine_plus(stop, -1) : start;
        int64_t min = nj_facts_range(&s->facts, low).min, max = nj_facts_range(&s->facts, high).max;
        NjKnownLocal *known = NJ_NEW(s->arena, NjKnownLocal);
        if (sign > 0 && max == INT64_MAX) /* below a stop of 64 bits */
            max--;
        known->value = nj_facts_symbol(&s->facts, min, max);
        nj_facts_assume(&s->facts, nj_affine_sub(known->value, low));
        nj_facts_assume(&s->facts, nj_affine_sub(high, known->value));
        nj_simplify_set(s, var->id, known);
    }
    walk_block(s, body);
    s->facts.n = scope;
    undo(s, mark);
}

static void walk_while(NjSimplify *s, NjTirStmt *stmt)
{
    NjTirBlock *blocks[] = {&stmt->as.while_.pre, &stmt->as.while_.body};
    uint32_t scope = s->facts.n;
    enter_loop(s, blocks, 2);
    uint32_t mark = s->n_log;
    walk_block(s, &stmt->as.while_.pre);
    simplify_expr(s, &stmt->as.while_.cond);
    NjConds yes = nj_simplify_cond(s, stmt->as.while_.cond, true);
    nj_simplify_assume(s, &yes);
    walk_block(s, &stmt->as.while_.body);
    s->facts.n = scope;
    undo(s, mark);
}

static void walk_try(NjSimplify *s, NjTirStmt *stmt)
{
    NjTirBlock *blocks[] = {&stmt->as.try_.body, &stmt->as.try_.handler};
    for (unsigned i = 0; i < 2; i++) {
        uint32_t scope = s->facts.n, mark = s->n_log;
        walk_block(s, blocks[i]);
        s->facts.n = scope;
        undo(s, mark);
        forget_block(s, blocks[i]);
    }
}

static void walk_stmt(NjSimplify *s, NjTirStmt *stmt)
{
    switch (stmt->kind) {
    case NJ_S_ASSIGN:
        simplify_expr(s, &stmt->as.assign.value);
        nj_simplify_assign(s, stmt->as.assign.local, stmt->as.assign.value);
        return;
    case NJ_S_STORE:
        simplify_expr(s, &stmt->as.store.value);
        for (uint32_t i = 0; i < stmt->as.store.n; i++)
            simplify_expr(s, &stmt->as.store.subs[i].index);
        simplify_expr(s, &stmt->as.store.base);
        simplify_subs(s, stmt->as.store.base, stmt->as.store.subs, stmt->as.store.n);
        return;
    case NJ_S_IF:
        walk_if(s, stmt);
        return;
    case NJ_S_FOR:
        walk_for(s, stmt);
        return;
    case NJ_S_WHILE:
        walk_while(s, stmt);
        return;
    case NJ_S_TRY:
        walk_try(s, stmt);
        return;
    case NJ_S_BLOCK:
        walk_block(s, &stmt->as.block);
        return;
    case NJ_S_CHECK: {
        nj_tir_stmt_exprs(stmt, simplify_expr, s);
        NjConds yes = nj_simplify_cond(s, stmt->as.check.cond, true);
        nj_simplify_assume(s, &yes);
        return;
    }
    default:
        nj_tir_stmt_exprs(stmt, simplify_expr, s);
    }
}

static void walk_block(NjSimplify *s, NjTirBlock *block)
{
    for (uint32_t i = 0; i < block->n; i++)
        walk_stmt(s, block->items[i]);
}

static void simplify_fn(NjUnit *u, NjTypes *types, NjTirFn *fn)
{
    NjSimplify s = {.u = u, .arena = &u->arena, .types = types, .fn = fn};
    nj_facts_init(&s.facts, s.arena);
    s.locals = NJ_NEW_ARRAY(s.arena, NjKnownLocal *, fn->n_locals);
    s.kinds = NJ_NEW_ARRAY(s.arena, uint8_t, fn->n_locals);
    walk_block(&s, &fn->body);
}

void nj_simplify(NjUnit *u, NjTypes *types, NjTirModule *module)
{
    nj_simplify_globals(u, module);
    bool saw_main = !module->main;
    for (uint32_t i = 0; i < module->n_fns; i++) {
        saw_main |= module->fns[i] == module->main;
        simplify_fn(u, types, module->fns[i]);
    }
    if (!saw_main)
        simplify_fn(u, types, module->main);
}

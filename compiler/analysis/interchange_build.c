/* interchange_build.c - the other form of a nest, and the test that picks between the two.
 *
 *     sums                                        updates
 *     row = alloc[n]
 *     for j: before; row[j] = s
 *     for k:                                      for k:
 *         for j: before; s = row[j]; inner;           for j: before; inner; after
 *                row[j] = s
 *     for j: before; s = row[j]; after
 *
 * The loop over k is unrolled UNROLL times around the loop over j (for updates: when the updated
 * elements do not depend on k, which then live in scalars), so that the row goes through memory
 * once for several terms; loads that do not depend on j stand in front of the loop over j. */
#include "compiler/analysis/interchange_internal.h"

#include "compiler/analysis/clone.h"

enum { UNROLL = 4, MAX_UNROLLED = 12 };

typedef struct Build {
    NjIcNest *nest;
    NjTirBlock *out;
    NjLinearTest test;
    NjTirLocal *rows[NJ_IC_MAX_CARRIED];
    NjTirLocal *
        elements[NJ_IC_MAX_ACCESSES]; /* by access: the scalar that stands for an updated element */
} Build;

/* ---- small pieces -----------------------------------------------------------------------------
 */

static NjTirExpr *use(const Build *b, NjTirLocal *local)
{
    return nj_tir_local(b->nest->arena, local, b->nest->outer->span);
}

static NjTirExpr *int_const(const Build *b, int64_t value)
{
    return nj_tir_int(b->nest->arena, b->nest->int_type, value, b->nest->outer->span);
}

static NjTirLocal *temp(const Build *b, const NjType *type)
{
    return nj_tir_local_new(b->nest->arena, b->nest->fn, NULL, type);
}

static void set(const Build *b, NjTirLocal *local, NjTirExpr *value)
{
    nj_tir_assign(b->nest->arena, b->out, local, value);
}

static NjTirLocal *let(const Build *b, NjTirExpr *value)
{
    NjTirLocal *local = temp(b, value->type);
    set(b, local, value);
    return local;
}

static NjTirExpr *binary(const Build *b, NjTirBinop op, NjTirExpr *x, NjTirExpr *y)
{
    return nj_tir_binary(b->nest->arena, op, NJ_ARITH_WRAP, x->type, x, y);
}

static const NjType *element_type(const Build *b, const NjType *array)
{
    return nj_type_scalar(b->nest->types, array->dtype, false);
}

static NjTirExpr *load(const Build *b, NjTirLocal *base, NjTirSub *subs, uint32_t n)
{
    NjTirExpr *e =
        nj_tir_expr(b->nest->arena, NJ_X_LOAD, element_type(b, base->type), b->nest->outer->span);
    e->as.load.base = use(b, base);
    e->as.load.subs = subs;
    e->as.load.n = n;
    return e;
}

static void store(const Build *b, NjTirLocal *base, NjTirSub *subs, uint32_t n, NjTirExpr *value)
{
    NjTirStmt *s = nj_tir_stmt(b->nest->arena, NJ_S_STORE, b->nest->outer->span);
    s->as.store.base = use(b, base);
    s->as.store.subs = subs;
    s->as.store.n = n;
    s->as.store.value = nj_tir_cast(b->nest->arena, element_type(b, base->type), value);
    nj_tir_push(b->nest->arena, b->out, s);
}

static NjTirStmt *open_for(const Build *b, NjTirLocal *var, NjTirExpr *start, NjTirExpr *stop,
                           int64_t step)
{
    NjTirStmt *s = nj_tir_stmt(b->nest->arena, NJ_S_FOR, b->nest->outer->span);
    s->as.for_.var = var;
    s->as.for_.start = start;
    s->as.for_.stop = stop;
    s->as.for_.step = int_const(b, step);
    s->as.for_.step_sign = 1;
    return s;
}

static NjTirStmt *outer_loop(Build *b, bool is_lanes)
{
    NjTirStmt *s =
        open_for(b, b->nest->outer->as.for_.var, nj_linear_expr(&b->test, b->nest->outer_start),
                 nj_linear_expr(&b->test, b->nest->outer_stop), 1);
    s->as.for_.is_unit_lanes = is_lanes;
    return s;
}

/* ---- copies of the nest's code ----------------------------------------------------------------
 */

typedef struct Rewrite {
    Build *b;
    NjTirLocal **hoisted; /* by access: holds the value of a load already; NULL: load it */
} Rewrite;

static int access_of(const NjIcNest *nest, const NjTirSub *subs)
{
    for (uint32_t i = 0; i < nest->n_accesses; i++)
        if (nest->accesses[i].subs == subs)
            return (int)i;
    return -1;
}

static void drop_flags(NjTirSub *subs, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        subs[i].wrap = subs[i].check = false;
}

static NjTirExpr *copy_expr(Rewrite *r, const NjTirExpr *e);

static void copy_child(void *ctx, NjTirExpr **child)
{
    *child = copy_expr(ctx, *child);
}

/* A copy in which subscripts are known to be in range. */
static NjTirExpr *copy_expr(Rewrite *r, const NjTirExpr *e)
{
    const Build *b = r->b;
    if (e->kind == NJ_X_LOAD) {
        int at = access_of(b->nest, e->as.load.subs);
        NjTirLocal *held = at < 0            ? NULL
                           : b->elements[at] ? b->elements[at]
                           : r->hoisted      ? r->hoisted[at]
                                             : NULL;
        if (held)
            return nj_tir_cast(b->nest->arena, e->type, use(b, held));
    }
    NjTirExpr *copy = nj_arena_copy(b->nest->arena, e, sizeof *e);
    if (e->kind == NJ_X_LOAD) {
        copy->as.load.subs =
            nj_arena_copy(b->nest->arena, e->as.load.subs, e->as.load.n * sizeof(NjTirSub));
        drop_flags(copy->as.load.subs, e->as.load.n);
    }
    nj_tir_children(copy, copy_child, r);
    return copy;
}

static bool is_carried(const NjIcNest *nest, const NjTirLocal *local)
{
    for (uint32_t i = 0; i < nest->n_carried; i++)
        if (nest->carried[i] == local)
            return true;
    return false;
}

/* `keeps_sums`: assignments to carried scalars are left out. */
static void copy_stmts(Rewrite *r, NjTirStmt **items, uint32_t n, bool keeps_sums)
{
    const Build *b = r->b;
    NjArena *arena = b->nest->arena;
    for (uint32_t i = 0; i < n; i++) {
        const NjTirStmt *s = items[i];
        if (s->kind == NJ_S_ASSIGN && (!keeps_sums || !is_carried(b->nest, s->as.assign.local)))
            set(b, s->as.assign.local, copy_expr(r, s->as.assign.value));
        if (s->kind != NJ_S_STORE)
            continue;
        int at = access_of(b->nest, s->as.store.subs);
        NjTirExpr *value = copy_expr(r, s->as.store.value);
        if (b->elements[at]) {
            set(b, b->elements[at], nj_tir_cast(arena, b->elements[at]->type, value));
            continue;
        }
        NjTirSub *subs = nj_arena_copy(arena, s->as.store.subs, s->as.store.n * sizeof *subs);
        for (uint32_t k = 0; k < s->as.store.n; k++)
            subs[k] = (NjTirSub){copy_expr(r, subs[k].index), false, false};
        store(b, s->as.store.base->as.local.local, subs, s->as.store.n, value);
    }
}

static void copy_before(Rewrite *r, bool keeps_sums)
{
    copy_stmts(r, r->b->nest->outer->as.for_.body.items, r->b->nest->inner_at, keeps_sums);
}

static void copy_after(Rewrite *r)
{
    const NjTirBlock *body = &r->b->nest->outer->as.for_.body;
    uint32_t at = r->b->nest->inner_at + 1;
    copy_stmts(r, body->items + at, body->n - at, false);
}

static void copy_inner(Rewrite *r)
{
    const NjTirBlock *body = &r->b->nest->inner->as.for_.body;
    copy_stmts(r, body->items, body->n, false);
}

/* ---- rows of sums -----------------------------------------------------------------------------
 */

static NjTirSub *row_sub(Build *b)
{
    NjTirSub *sub = NJ_NEW(b->nest->arena, NjTirSub);
    NjTirExpr *start = nj_linear_expr(&b->test, b->nest->outer_start);
    NjTirExpr *var = use(b, b->nest->outer->as.for_.var);
    bool is_zero = start->kind == NJ_X_CONST_INT && start->as.const_int.value == 0;
    sub->index = is_zero ? var : binary(b, NJ_BIN_SUB, var, start);
    return sub;
}

static void load_sums(Build *b)
{
    for (uint32_t i = 0; i < b->nest->n_carried; i++) {
        NjTirLocal *sum = b->nest->carried[i];
        set(b, sum, nj_tir_cast(b->nest->arena, sum->type, load(b, b->rows[i], row_sub(b), 1)));
    }
}

static void store_sums(Build *b)
{
    for (uint32_t i = 0; i < b->nest->n_carried; i++)
        store(b, b->rows[i], row_sub(b), 1, use(b, b->nest->carried[i]));
}

static void alloc_rows(Build *b)
{
    NjLinear n = nj_linear_add(b->nest->outer_stop, b->nest->outer_start, -1);
    for (uint32_t i = 0; i < b->nest->n_carried; i++) {
        const NjType *row =
            nj_type_array(b->nest->types, b->nest->carried[i]->type->dtype, 1, NJ_LAYOUT_C);
        NjTirExpr *e = nj_tir_expr(b->nest->arena, NJ_X_ALLOC, row, b->nest->outer->span);
        e->as.alloc.n = 1;
        e->as.alloc.shape = NJ_NEW(b->nest->arena, NjTirExpr *);
        e->as.alloc.shape[0] = nj_linear_expr(&b->test, n);
        b->rows[i] = let(b, e);
    }
}

/* ---- updated elements -------------------------------------------------------------------------
 */

static bool same_place(const NjIcAccess *x, const NjIcAccess *y)
{
    if (x->base != y->base)
        return false;
    for (uint32_t i = 0; i < x->n; i++)
        if (!nj_linear_same(x->index[i], y->index[i]))
            return false;
    return true;
}

/* Elements that the inner loop updates without moving on get scalars. False: some store moves. */
static bool find_elements(Build *b)
{
    NjIcNest *nest = b->nest;
    for (uint32_t i = 0; i < nest->n_accesses; i++) {
        if (!nest->accesses[i].is_store || nest->accesses[i].part != NJ_IC_INNER)
            continue;
        if (nj_ic_depends_on(&nest->accesses[i], nest->inner->as.for_.var))
            return false;
        NjTirLocal *element = NULL;
        for (uint32_t k = 0; k < nest->n_accesses && !element; k++)
            if (b->elements[k] && same_place(&nest->accesses[k], &nest->accesses[i]))
                element = b->elements[k];
        if (!element)
            element = temp(b, element_type(b, nest->accesses[i].base->type));
        for (uint32_t k = 0; k < nest->n_accesses; k++)
            if (same_place(&nest->accesses[k], &nest->accesses[i]))
                b->elements[k] = element;
    }
    return true;
}

static NjTirSub *linear_subs(Build *b, const NjIcAccess *access)
{
    NjTirSub *subs = NJ_NEW_ARRAY(b->nest->arena, NjTirSub, access->n);
    for (uint32_t i = 0; i < access->n; i++)
        subs[i].index = nj_linear_expr(&b->test, access->index[i]);
    return subs;
}

static bool is_first_of_element(const Build *b, uint32_t at)
{
    for (uint32_t i = 0; i < at; i++)
        if (b->elements[i] == b->elements[at])
            return false;
    return b->elements[at] != NULL;
}

static void move_elements(Build *b, bool is_store)
{
    for (uint32_t i = 0; i < b->nest->n_accesses; i++) {
        const NjIcAccess *access = &b->nest->accesses[i];
        if (!is_first_of_element(b, i))
            continue;
        if (is_store)
            store(b, access->base, linear_subs(b, access), access->n, use(b, b->elements[i]));
        else
            set(b, b->elements[i], load(b, access->base, linear_subs(b, access), access->n));
    }
}

/* ---- the loop over the inner variable ---------------------------------------------------------
 */

static bool is_stored_to(const NjIcNest *nest, const NjTirLocal *base)
{
    for (uint32_t i = 0; i < nest->n_accesses; i++)
        if (nest->accesses[i].is_store && nest->accesses[i].part == NJ_IC_INNER &&
            nest->accesses[i].base == base)
            return true;
    return false;
}

/* Loads of the inner part that do not depend on the outer variable, at the current inner variable.
 */
static NjTirLocal **hoist_loads(Build *b)
{
    NjIcNest *nest = b->nest;
    NjTirLocal **hoisted = NJ_NEW_ARRAY(nest->arena, NjTirLocal *, nest->n_accesses);
    for (uint32_t i = 0; i < nest->n_accesses; i++) {
        const NjIcAccess *access = &nest->accesses[i];
        if (access->part == NJ_IC_INNER && !access->is_store && !is_stored_to(nest, access->base) &&
            !nj_ic_depends_on(access, nest->outer->as.for_.var))
            hoisted[i] = let(b, load(b, access->base, linear_subs(b, access), access->n));
    }
    return hoisted;
}

/* for inner variable in start .. stop step `times`: the loop over the outer variable, with that
 * many copies of the inner part. */
static void inner_loop(Build *b, NjTirExpr *start, NjTirExpr *stop, unsigned times)
{
    NjIcNest *nest = b->nest;
    NjTirBlock *outside = b->out;
    NjTirLocal *var = nest->inner->as.for_.var, *counter = temp(b, nest->int_type);
    NjTirStmt *loop = open_for(b, counter, start, stop, times);
    NjTirLocal **hoisted[UNROLL];
    b->out = &loop->as.for_.body;
    for (unsigned u = 0; u < times; u++) {
        set(b, var, u ? binary(b, NJ_BIN_ADD, use(b, counter), int_const(b, u)) : use(b, counter));
        hoisted[u] = hoist_loads(b);
    }
    NjTirBlock *in_loop = b->out;
    NjTirStmt *lanes = outer_loop(b, true);
    b->out = &lanes->as.for_.body;
    Rewrite r = {b, NULL};
    copy_before(&r, true);
    load_sums(b);
    move_elements(b, false);
    for (unsigned u = 0; u < times; u++) {
        set(b, var, u ? binary(b, NJ_BIN_ADD, use(b, counter), int_const(b, u)) : use(b, counter));
        r.hoisted = hoisted[u];
        copy_inner(&r);
    }
    r.hoisted = NULL;
    move_elements(b, true);
    store_sums(b);
    if (nest->has_inner_stores)
        copy_after(&r);
    nj_tir_push(nest->arena, in_loop, lanes);
    b->out = outside;
    nj_tir_push(nest->arena, b->out, loop);
}

/* A loop over the outer variable in front of (behind) the loop over the inner one. */
static void edge_loop(Build *b, bool is_first)
{
    NjTirBlock *outside = b->out;
    NjTirStmt *loop = outer_loop(b, is_first);
    Rewrite r = {b, NULL};
    b->out = &loop->as.for_.body;
    copy_before(&r, !is_first);
    if (is_first) {
        store_sums(b);
    } else {
        load_sums(b);
        copy_after(&r);
    }
    b->out = outside;
    nj_tir_push(b->nest->arena, b->out, loop);
}

static void build_form(Build *b)
{
    NjIcNest *nest = b->nest;
    bool unrolls = nest->inner->as.for_.body.n <= MAX_UNROLLED;
    if (nest->has_inner_stores && !find_elements(b)) {
        for (uint32_t i = 0; i < nest->n_accesses; i++)
            b->elements[i] = NULL;
        unrolls = false;
    }
    alloc_rows(b);
    if (nest->n_carried)
        edge_loop(b, true);
    NjTirExpr *start = nj_linear_expr(&b->test, nest->inner_start);
    if (unrolls) {
        NjTirExpr *n =
            nj_linear_expr(&b->test, nj_linear_add(nest->inner_stop, nest->inner_start, -1));
        NjTirExpr *count = binary(b, NJ_BIN_MAX, n, int_const(b, 0));
        NjTirExpr *whole = binary(b, NJ_BIN_AND, count, int_const(b, -UNROLL));
        NjTirLocal *middle = let(b, binary(b, NJ_BIN_ADD, start, whole));
        inner_loop(b, nj_tir_clone(nest->arena, start), use(b, middle), UNROLL);
        start = use(b, middle);
    }
    inner_loop(b, start, nj_linear_expr(&b->test, nest->inner_stop), 1);
    if (nest->n_carried)
        edge_loop(b, false);
}

/* ---- the test ---------------------------------------------------------------------------------
 */

/* The least or greatest value that the form takes in the nest. */
static NjLinear bound(const NjIcNest *nest, NjLinear a, bool greatest)
{
    const NjTirLocal *vars[] = {nest->outer->as.for_.var, nest->inner->as.for_.var};
    const NjLinear *starts[] = {&nest->outer_start, &nest->inner_start};
    const NjLinear *stops[] = {&nest->outer_stop, &nest->inner_stop};
    for (unsigned i = 0; i < 2; i++) {
        int64_t factor = nj_linear_factor(&a, vars[i]);
        if (!factor)
            continue;
        NjLinear value = *starts[i];
        if ((factor > 0) == greatest)
            value = nj_linear_add(*stops[i], nj_linear_const(1), -1);
        a = nj_linear_add(nj_linear_without(a, vars[i]), value, factor);
    }
    return a;
}

static void demand_ranges(Build *b)
{
    NjIcNest *nest = b->nest;
    NjLinear one = nj_linear_const(1);
    NjLinear outer_trips = nj_linear_add(nest->outer_stop, nest->outer_start, -1);
    NjLinear inner_trips = nj_linear_add(nest->inner_stop, nest->inner_start, -1);
    nj_linear_demand(&b->test, nj_linear_add(outer_trips, one, -1));
    nj_linear_demand(&b->test, nj_linear_add(inner_trips, one, -1));
    for (uint32_t i = 0; i < nest->n_accesses; i++) {
        const NjIcAccess *access = &nest->accesses[i];
        for (uint32_t k = 0; k < access->n; k++) {
            if (!access->subs[k].wrap && !access->subs[k].check)
                continue;
            NjTirExpr *extent = nj_tir_shape(nest->arena, nest->int_type, use(b, access->base), k);
            NjLinear room = nj_linear_add(nj_linear_leaf(extent), one, -1);
            nj_linear_demand(&b->test, bound(nest, access->index[k], false));
            nj_linear_demand(&b->test,
                             nj_linear_add(room, bound(nest, access->index[k], true), -1));
        }
    }
}

/* Does the order of the two accesses' arrays matter, so that they must not overlap? */
static bool must_differ(const NjIcNest *nest, const NjIcAccess *store, const NjIcAccess *other)
{
    return store->base != other->base && (nest->has_inner_stores || other->part != NJ_IC_AFTER);
}

static void demand_apart(Build *b, NjTirLocal *apart)
{
    NjIcNest *nest = b->nest;
    NjTirExpr *none = NULL;
    for (uint32_t i = 0; i < nest->n_accesses; i++) {
        for (uint32_t k = 0; k < nest->n_accesses; k++) {
            const NjIcAccess *store_access = &nest->accesses[i], *other = &nest->accesses[k];
            bool is_new = store_access->is_store && must_differ(nest, store_access, other);
            for (uint32_t m = 0; m < i * nest->n_accesses + k && is_new; m++) {
                const NjIcAccess *x = &nest->accesses[m / nest->n_accesses];
                const NjIcAccess *y = &nest->accesses[m % nest->n_accesses];
                is_new = !x->is_store || !must_differ(nest, x, y) ||
                         x->base != store_access->base || y->base != other->base;
            }
            if (!is_new)
                continue;
            NjTirExpr *call =
                nj_tir_expr(nest->arena, NJ_X_RTCALL, nest->bool_type, nest->outer->span);
            call->as.rtcall.id = NJ_RT_array_overlaps;
            call->as.rtcall.n = 2;
            call->as.rtcall.args = NJ_NEW_ARRAY(nest->arena, NjTirExpr *, 2);
            call->as.rtcall.args[0] = use(b, store_access->base);
            call->as.rtcall.args[1] = use(b, other->base);
            NjTirExpr *ok =
                nj_tir_unary(nest->arena, NJ_UN_NOT, nest->bool_type, use(b, let(b, call)));
            none = none ? nj_tir_binary(nest->arena, NJ_BIN_AND, NJ_ARITH_WRAP, nest->bool_type,
                                        none, ok)
                        : ok;
        }
    }
    if (none)
        set(b, apart, none);
}

static void mark_cold(void *ctx, NjTirBlock *block)
{
    (void)ctx;
    for (uint32_t i = 0; i < block->n; i++)
        if (block->items[i]->kind == NJ_S_FOR)
            block->items[i]->as.for_.is_cold = true;
}

static NjTirStmt *new_if(const Build *b, NjTirExpr *cond)
{
    NjTirStmt *s = nj_tir_stmt(b->nest->arena, NJ_S_IF, b->nest->outer->span);
    s->as.if_.cond = cond;
    return s;
}

void nj_ic_build(NjIcNest *nest, NjTirBlock *block, uint32_t at)
{
    NjArena *arena = nest->arena;
    NjTirBlock pre = {NULL, 0, 0};
    Build b = {.nest = nest, .out = &pre};
    b.test = (NjLinearTest){.arena = arena,
                            .int_type = nest->int_type,
                            .bool_type = nest->bool_type,
                            .span = nest->outer->span};
    demand_ranges(&b);
    if (b.test.is_full)
        return;
    NjTirLocal *fits =
        let(&b, b.test.holds ? b.test.holds : nj_tir_int(arena, nest->bool_type, 1, b.test.span));
    NjTirStmt *may_overlap = new_if(&b, use(&b, fits));
    b.out = &may_overlap->as.if_.then_block;
    demand_apart(&b, fits);
    if (may_overlap->as.if_.then_block.n)
        nj_tir_push(arena, &pre, may_overlap);
    NjTirStmt *choice = new_if(&b, use(&b, fits));
    b.out = &choice->as.if_.then_block;
    build_form(&b);
    NjTirStmt *slow = nest->outer;
    slow->as.for_.is_cold = true;
    mark_cold(NULL, &slow->as.for_.body);
    nj_tir_push(arena, &choice->as.if_.else_block, slow);
    block->items[at] = choice;
    for (uint32_t i = 0; i < pre.n; i++)
        nj_tir_insert(arena, block, at + i, pre.items[i]);
}

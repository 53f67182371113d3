/* interchange.c - which nests are worth it, and for which the other order of loops gives the same
 * results.
 *
 * A nest is an outer loop whose body is straight-line code, one inner loop of straight-line code,
 * and straight- line code. Swapping is worth it when an access of the inner loop jumps through
 * memory along the inner variable while none does along the outer one. Two forms are understood:
 *   sums     the inner loop stores nothing and carries scalars; stores come behind it
 *   updates  the inner loop stores, no scalar is carried; nothing but bookkeeping stands around it
 * In both no array that is stored to may be read elsewhere than at the very same element; arrays of
 * different names are tested for overlap at run time. */
#include "compiler/analysis/interchange_internal.h"

#include "compiler/analysis/clone.h"

typedef struct Pass {
    NjUnit *u;
    NjTypes *types;
    NjTirFn *fn;
} Pass;

const NjTirExpr *nj_ic_resolve(void *ctx, const NjTirLocal *local, bool *out_fails)
{
    const NjIcNest *nest = ctx;
    if (local == nest->outer->as.for_.var || local == nest->inner->as.for_.var ||
        !nest->assigned[local->id])
        return NULL;
    *out_fails = !nest->meaning[local->id];
    return nest->meaning[local->id];
}

/* ---- the code of a nest -----------------------------------------------------------------------
 */

static bool is_number(const NjType *t)
{
    return t->kind == NJ_T_SCALAR;
}

typedef struct Scan {
    NjIcNest *nest;
    NjIcPart part;
    bool is_odd; /* something that the pass does not handle */
} Scan;

static void add_access(Scan *scan, NjTirExpr *base, const NjTirSub *subs, uint32_t n, bool is_store)
{
    NjIcNest *nest = scan->nest;
    if (base->kind != NJ_X_LOCAL || nest->assigned[base->as.local.local->id] || n == 0 ||
        n > NJ_IC_MAX_RANK || nest->n_accesses == NJ_IC_MAX_ACCESSES) {
        scan->is_odd = true;
        return;
    }
    NjIcAccess *access = &nest->accesses[nest->n_accesses++];
    *access = (NjIcAccess){base->as.local.local, subs, n, is_store, scan->part, {{0}}};
    for (uint32_t i = 0; i < n; i++) {
        access->index[i] = nj_linear_of(subs[i].index, nj_ic_resolve, nest);
        scan->is_odd |= !access->index[i].is_valid;
    }
}

static void scan_expr(void *ctx, NjTirExpr **child)
{
    Scan *scan = ctx;
    NjTirExpr *e = *child;
    if (scan->is_odd)
        return;
    switch (e->kind) {
    case NJ_X_CONST_INT:
    case NJ_X_CONST_FLOAT:
    case NJ_X_CONST_COMPLEX:
    case NJ_X_LOCAL:
    case NJ_X_COMPARE:
    case NJ_X_SELECT:
    case NJ_X_MATH:
    case NJ_X_SHAPE:
        break;
    case NJ_X_UNARY:
        scan->is_odd = e->as.unary.arith == NJ_ARITH_CHECKED;
        break;
    case NJ_X_BINARY:
        scan->is_odd = e->as.binary.arith == NJ_ARITH_CHECKED;
        break;
    case NJ_X_CAST:
        scan->is_odd = e->as.cast.arith == NJ_ARITH_CHECKED;
        break;
    case NJ_X_LOAD:
        add_access(scan, e->as.load.base, e->as.load.subs, e->as.load.n, false);
        break;
    default:
        scan->is_odd = true;
    }
    nj_tir_children(e, scan_expr, scan);
}

static bool scan_stmts(NjIcNest *nest, NjIcPart part, NjTirStmt **items, uint32_t n)
{
    Scan scan = {nest, part, false};
    for (uint32_t i = 0; i < n && !scan.is_odd; i++) {
        NjTirStmt *s = items[i];
        if (s->kind == NJ_S_ASSIGN && is_number(s->as.assign.local->type)) {
            scan_expr(&scan, &s->as.assign.value);
        } else if (s->kind == NJ_S_STORE) {
            scan_expr(&scan, &s->as.store.value);
            for (uint32_t k = 0; k < s->as.store.n; k++)
                scan_expr(&scan, &s->as.store.subs[k].index);
            add_access(&scan, s->as.store.base, s->as.store.subs, s->as.store.n, true);
            scan.is_odd |= part == NJ_IC_BEFORE;
        } else {
            scan.is_odd = true;
        }
    }
    return !scan.is_odd;
}

static void note_assigns(NjIcNest *nest, NjIcPart part, NjTirStmt **items, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        if (items[i]->kind == NJ_S_ASSIGN)
            nest->assigned[items[i]->as.assign.local->id] |= (uint8_t)(1u << part);
        nest->has_inner_stores |= part == NJ_IC_INNER && items[i]->kind == NJ_S_STORE;
    }
}

/* Order of execution, for meanings: `seen` are the locals assigned so far. */
typedef struct Meanings {
    NjIcNest *nest;
    uint8_t *seen;
    bool is_early; /* reads something that is assigned later */
} Meanings;

static void find_early(void *ctx, NjTirExpr **child)
{
    Meanings *m = ctx;
    if ((*child)->kind == NJ_X_LOCAL) {
        uint32_t id = (*child)->as.local.local->id;
        m->is_early |= m->nest->assigned[id] && !m->seen[id];
    }
    nj_tir_children(*child, find_early, m);
}

/* A local stands for its value when it is assigned once, of what was known by then. */
static void note_meanings(Meanings *m, NjTirStmt **items, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        if (items[i]->kind != NJ_S_ASSIGN)
            continue;
        uint32_t id = items[i]->as.assign.local->id;
        m->is_early = false;
        nj_tir_stmt_exprs(items[i], find_early, m);
        m->nest->meaning[id] = m->seen[id] || m->is_early ? NULL : items[i]->as.assign.value;
        m->seen[id] = 1;
    }
}

/* ---- scalars ----------------------------------------------------------------------------------
 */

typedef struct Reads {
    NjIcNest *nest;
    const uint8_t *written; /* by local id: assigned earlier in this part */
    uint8_t mask;           /* parts whose assignments count */
    bool finds_carried;     /* add what is found to `carried` */
    bool is_found;
} Reads;

static void add_carried(NjIcNest *nest, NjTirLocal *local, bool *is_full)
{
    for (uint32_t i = 0; i < nest->n_carried; i++)
        if (nest->carried[i] == local)
            return;
    if (nest->n_carried == NJ_IC_MAX_CARRIED)
        *is_full = true;
    else
        nest->carried[nest->n_carried++] = local;
}

static void read_expr(void *ctx, NjTirExpr **child)
{
    Reads *r = ctx;
    if ((*child)->kind == NJ_X_LOCAL) {
        NjTirLocal *local = (*child)->as.local.local;
        if (!r->written[local->id] && (r->nest->assigned[local->id] & r->mask)) {
            if (r->finds_carried)
                add_carried(r->nest, local, &r->is_found);
            else
                r->is_found = true;
        }
    }
    nj_tir_children(*child, read_expr, r);
}

/* Looks for reads, ahead of any assignment in the same statements, of locals that the parts in
 * `mask` assign. `carry`: these become carried scalars; else finding one is a failure. */
static bool check_reads(NjIcNest *nest, NjTirStmt **items, uint32_t n, uint8_t mask, bool carry)
{
    uint8_t *written = NJ_NEW_ARRAY(nest->arena, uint8_t, nest->fn->n_locals);
    Reads r = {nest, written, mask, carry, false};
    for (uint32_t i = 0; i < n; i++) {
        nj_tir_stmt_exprs(items[i], read_expr, &r);
        if (items[i]->kind == NJ_S_ASSIGN)
            written[items[i]->as.assign.local->id] = 1;
    }
    return !r.is_found;
}

/* What stands behind the inner loop may use its sums, and nothing else that it assigns. */
static bool check_after(NjIcNest *nest, NjTirStmt **items, uint32_t n)
{
    uint8_t *written = NJ_NEW_ARRAY(nest->arena, uint8_t, nest->fn->n_locals);
    for (uint32_t i = 0; i < nest->n_carried; i++)
        written[nest->carried[i]->id] = 1;
    Reads r = {nest, written, 1u << NJ_IC_INNER, false, false};
    for (uint32_t i = 0; i < n; i++)
        nj_tir_stmt_exprs(items[i], read_expr, &r);
    return !r.is_found;
}

static bool check_scalars(NjIcNest *nest)
{
    NjTirStmt **body = nest->outer->as.for_.body.items;
    uint32_t n = nest->outer->as.for_.body.n, at = nest->inner_at;
    const NjTirBlock *inner = &nest->inner->as.for_.body;
    uint8_t all = (1u << NJ_IC_BEFORE) | (1u << NJ_IC_INNER) | (1u << NJ_IC_AFTER);
    if (!check_reads(nest, body, at, all, false) ||
        !check_reads(nest, inner->items, inner->n, (1u << NJ_IC_INNER) | (1u << NJ_IC_AFTER),
                     true) ||
        !check_after(nest, body + at + 1, n - at - 1))
        return false;
    for (uint32_t i = 0; i < nest->n_carried; i++) {
        uint8_t parts = nest->assigned[nest->carried[i]->id];
        if (parts & (1u << NJ_IC_AFTER) || !(parts & (1u << NJ_IC_BEFORE)))
            return false; /* the sum starts anew for each element */
    }
    for (uint32_t i = at + 1; i < n; i++)
        if (nest->has_inner_stores &&
            (body[i]->kind != NJ_S_ASSIGN || body[i]->as.assign.value->kind != NJ_X_CONST_INT))
            return false;
    return nest->has_inner_stores ? nest->n_carried == 0 : nest->n_carried > 0;
}

/* ---- memory -----------------------------------------------------------------------------------
 */

bool nj_ic_depends_on(const NjIcAccess *access, const NjTirLocal *var)
{
    for (uint32_t i = 0; i < access->n; i++)
        if (nj_linear_factor(&access->index[i], var))
            return true;
    return false;
}

/* Does the access jump when the variable advances by one? */
static bool jumps(const NjIcAccess *access, const NjTirLocal *var)
{
    NjLayout layout = access->base->type->layout;
    uint32_t fast = layout == NJ_LAYOUT_C ? access->n - 1 : layout == NJ_LAYOUT_F ? 0 : UINT32_MAX;
    for (uint32_t i = 0; i < access->n; i++) {
        int64_t factor = nj_linear_factor(&access->index[i], var);
        if (factor && (i != fast || (factor != 1 && factor != -1)))
            return true;
    }
    return false;
}

/* After the swap the outer variable runs innermost: along memory, over different elements of what
 * is stored. */
static bool is_profitable(const NjIcNest *nest)
{
    bool inner_jumps = false, outer_walks = false;
    for (uint32_t i = 0; i < nest->n_accesses; i++) {
        const NjIcAccess *access = &nest->accesses[i];
        if (access->part == NJ_IC_AFTER)
            continue;
        bool walks = nj_ic_depends_on(access, nest->outer->as.for_.var);
        if (jumps(access, nest->outer->as.for_.var) || (access->is_store && !walks))
            return false;
        outer_walks |= walks;
        inner_jumps |= access->part == NJ_IC_INNER && jumps(access, nest->inner->as.for_.var);
    }
    return inner_jumps && outer_walks;
}

static bool same_element(const NjIcAccess *a, const NjIcAccess *b)
{
    for (uint32_t i = 0; i < a->n; i++)
        if (!nj_linear_same(a->index[i], b->index[i]))
            return false;
    return true;
}

/* All iterations that touch one element have the same value of one of the variables: their order
 * stays. */
static bool keeps_order(const NjIcNest *nest, const NjIcAccess *store)
{
    for (uint32_t i = 0; i < store->n; i++) {
        bool outer = nj_linear_factor(&store->index[i], nest->outer->as.for_.var) != 0;
        bool inner = nj_linear_factor(&store->index[i], nest->inner->as.for_.var) != 0;
        if (outer != inner)
            return true;
    }
    return false;
}

static bool check_memory(const NjIcNest *nest)
{
    for (uint32_t i = 0; i < nest->n_accesses; i++) {
        const NjIcAccess *store = &nest->accesses[i];
        if (!store->is_store)
            continue;
        if (nest->has_inner_stores && !keeps_order(nest, store))
            return false;
        for (uint32_t k = 0; k < nest->n_accesses; k++) {
            const NjIcAccess *other = &nest->accesses[k];
            bool runs_apart = nest->has_inner_stores || other->part != NJ_IC_AFTER;
            if (other->base != store->base || !runs_apart)
                continue;
            if (!nest->has_inner_stores || !same_element(store, other))
                return false;
        }
    }
    return true;
}

/* ---- finding nests ----------------------------------------------------------------------------
 */

static bool is_plain_for(const NjTirStmt *s)
{
    const NjTirExpr *step = s->as.for_.step;
    return s->kind == NJ_S_FOR && !s->as.for_.is_parallel && !s->as.for_.is_cold &&
           !s->as.for_.is_unit_lanes && step->kind == NJ_X_CONST_INT &&
           step->as.const_int.value == 1;
}

/* Its bounds do not depend on the outer loop. */
static bool find_bounds(NjIcNest *nest)
{
    const NjTirLocal *var = nest->outer->as.for_.var;
    nest->outer_start = nj_linear_of(nest->outer->as.for_.start, nj_ic_resolve, nest);
    nest->outer_stop = nj_linear_of(nest->outer->as.for_.stop, nj_ic_resolve, nest);
    nest->inner_start = nj_linear_of(nest->inner->as.for_.start, nj_ic_resolve, nest);
    nest->inner_stop = nj_linear_of(nest->inner->as.for_.stop, nj_ic_resolve, nest);
    return nest->outer_start.is_valid && nest->outer_stop.is_valid && nest->inner_start.is_valid &&
           nest->inner_stop.is_valid && !nj_linear_factor(&nest->inner_start, var) &&
           !nj_linear_factor(&nest->inner_stop, var);
}

static bool judge(NjIcNest *nest)
{
    NjTirBlock *body = &nest->outer->as.for_.body, *inner = &nest->inner->as.for_.body;
    uint32_t at = nest->inner_at;
    note_assigns(nest, NJ_IC_BEFORE, body->items, at);
    note_assigns(nest, NJ_IC_INNER, inner->items, inner->n);
    note_assigns(nest, NJ_IC_AFTER, body->items + at + 1, body->n - at - 1);
    if (nest->assigned[nest->outer->as.for_.var->id] ||
        nest->assigned[nest->inner->as.for_.var->id])
        return false;
    Meanings m = {nest, NJ_NEW_ARRAY(nest->arena, uint8_t, nest->fn->n_locals), false};
    note_meanings(&m, body->items, at);
    note_meanings(&m, inner->items, inner->n);
    note_meanings(&m, body->items + at + 1, body->n - at - 1);
    return check_scalars(nest) && find_bounds(nest) &&
           scan_stmts(nest, NJ_IC_BEFORE, body->items, at) &&
           scan_stmts(nest, NJ_IC_INNER, inner->items, inner->n) &&
           scan_stmts(nest, NJ_IC_AFTER, body->items + at + 1, body->n - at - 1) &&
           is_profitable(nest) && check_memory(nest);
}

/* The only loop in the body, the rest being simple statements. */
static bool find_inner(const NjTirStmt *outer, uint32_t *out_at)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < outer->as.for_.body.n; i++) {
        const NjTirStmt *s = outer->as.for_.body.items[i];
        if (s->kind == NJ_S_FOR) {
            *out_at = i;
            n++;
        } else if (s->kind != NJ_S_ASSIGN && s->kind != NJ_S_STORE) {
            return false;
        }
    }
    return n == 1;
}

static bool try_nest(Pass *p, NjTirBlock *block, uint32_t at)
{
    NjTirStmt *outer = block->items[at];
    uint32_t inner_at = 0;
    if (!is_plain_for(outer) || !find_inner(outer, &inner_at) ||
        !is_plain_for(outer->as.for_.body.items[inner_at]))
        return false;
    NjIcNest *nest = NJ_NEW(&p->u->arena, NjIcNest);
    nest->arena = &p->u->arena;
    nest->types = p->types;
    nest->fn = p->fn;
    nest->outer = outer;
    nest->inner = outer->as.for_.body.items[inner_at];
    nest->inner_at = inner_at;
    nest->int_type = nj_type_pyint(p->types);
    nest->bool_type = nj_type_pybool(p->types);
    nest->assigned = NJ_NEW_ARRAY(nest->arena, uint8_t, p->fn->n_locals);
    nest->meaning = NJ_NEW_ARRAY(nest->arena, const NjTirExpr *, p->fn->n_locals);
    if (!judge(nest))
        return false;
    nj_ic_build(nest, block, at);
    return true;
}

static void search_block(void *ctx, NjTirBlock *block)
{
    Pass *p = ctx;
    for (uint32_t i = 0; i < block->n; i++)
        if (block->items[i]->kind != NJ_S_FOR || !try_nest(p, block, i))
            nj_tir_stmt_blocks(block->items[i], search_block, p);
}

void nj_interchange(NjUnit *u, NjTypes *types, NjTirModule *module)
{
    for (uint32_t i = 0; i < module->n_fns; i++) {
        Pass p = {u, types, module->fns[i]};
        if (!p.fn->is_device) /* there, neighbouring threads touch neighbouring elements */
            search_block(&p, &p.fn->body);
    }
    nj_tir_number_loops(module);
}

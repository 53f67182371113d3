/* spmd_copy.c - forwards single assignments: where `i = block * size + thread` is used, the sum is
 * written, so that subscripts and guards show how they depend on the thread. Joins `a and b`, which
 * inference writes as branches, into one condition. Drops assignments that nobody reads.
 *
 * A local may be forwarded when its value is made, of integers and bools, from what never changes
 * in the kernel: constants, parameters, positions, extents, other such locals. */
#include "compiler/analysis/loopify_internal.h"
#include "compiler/analysis/spmd_internal.h"

enum { MAX_NODES = 24, MAX_ROUNDS = 8 };

/* ---- facts ---------------------------------------------------------------------------------- */

typedef struct Count {
    NjSpmd *c;
    uint32_t at;
    const NjTirStmt *owner; /* of the block in work; NULL: the kernel's own */
} Count;

NjLocalFacts *nj_sp_facts(NjSpmd *c, const NjTirLocal *local)
{
    if (local->id >= c->n_facts) { /* made since */
        uint32_t n = c->fn->n_locals + 16;
        NjLocalFacts *grown = NJ_NEW_ARRAY(c->arena, NjLocalFacts, n);
        for (uint32_t i = 0; i < c->n_facts; i++)
            grown[i] = c->facts[i];
        c->facts = grown;
        c->n_facts = n;
    }
    return &c->facts[local->id];
}

static NjLocalFacts *mention(Count *k, const NjTirLocal *local)
{
    NjLocalFacts *f = nj_sp_facts(k->c, local);
    if (f->n_assigns + f->n_reads == 0)
        f->range.first = k->at;
    f->range.last = k->at;
    return f;
}

static void count_assign(Count *k, NjTirLocal *local, NjTirStmt *s)
{
    NjLocalFacts *f = mention(k, local);
    if (f->n_assigns + f->n_reads == 0)
        f->owner = k->owner;
    f->n_assigns++;
    f->def = s;
}

static void count_reads(void *data, NjTirExpr **child)
{
    if ((*child)->kind == NJ_X_LOCAL)
        mention(data, (*child)->as.local.local)->n_reads++;
    else
        nj_tir_children(*child, count_reads, data);
}

static void count_block(void *data, NjTirBlock *block)
{
    Count *k = data;
    for (uint32_t i = 0; i < block->n; i++) {
        NjTirStmt *s = block->items[i];
        NjRange *range = NJ_NEW(k->c->arena, NjRange);
        range->first = ++k->at;
        nj_tir_stmt_exprs(s, count_reads, k);
        if (s->kind == NJ_S_ASSIGN)
            count_assign(k, s->as.assign.local, s);
        else if (s->kind == NJ_S_FOR)
            count_assign(k, s->as.for_.var, s);
        else if (s->kind == NJ_S_TRY && s->as.try_.exc)
            count_assign(k, s->as.try_.exc, s);
        const NjTirStmt *outer = k->owner;
        k->owner = s;
        nj_tir_stmt_blocks(s, count_block, k);
        k->owner = outer;
        range->last = k->at;
        nj_map_put(k->c->arena, &k->c->ranges, s, range);
    }
}

void nj_sp_count(NjSpmd *c)
{
    c->n_facts = 0;
    c->facts = NULL;
    c->ranges = (NjMap){0};
    Count k = {c, 0, NULL};
    count_block(&k, &c->prologue);
    count_block(&k, &c->fn->body);
    if (c->fn->n_locals)
        nj_sp_facts(c, c->fn->locals[c->fn->n_locals - 1]);
}

/* ---- which values may be forwarded ---------------------------------------------------------- */

typedef struct Purity {
    bool holds;
    unsigned n_nodes;
} Purity;

static bool is_plain_scalar(const NjType *t)
{
    return t->kind == NJ_T_SCALAR && !nj_dtype_is_complex(t->dtype);
}

static bool is_harmless_op(const NjTirExpr *e)
{
    const NjTirExpr *b = e->as.binary.b;
    switch (e->as.binary.op) {
    case NJ_BIN_FLOORDIV:
    case NJ_BIN_MOD:
    case NJ_BIN_FMOD:
        return b->kind == NJ_X_CONST_INT && b->as.const_int.value > 0;
    case NJ_BIN_POW:
        return false;
    default:
        return e->as.binary.arith == NJ_ARITH_WRAP;
    }
}

static void check_purity(void *data, NjTirExpr **child)
{
    Purity *p = data;
    const NjTirExpr *e = *child;
    if (++p->n_nodes > MAX_NODES)
        p->holds = false;
    switch (e->kind) {
    case NJ_X_CONST_INT:
    case NJ_X_CONST_FLOAT:
    case NJ_X_UNIT:
    case NJ_X_LOCAL:
        return;
    case NJ_X_BINARY:
        p->holds &= is_harmless_op(e);
        break;
    case NJ_X_UNARY:
        p->holds &= e->as.unary.arith == NJ_ARITH_WRAP;
        break;
    case NJ_X_CAST:
        p->holds &= e->as.cast.arith == NJ_ARITH_WRAP;
        break;
    case NJ_X_COMPARE:
    case NJ_X_SELECT:
    case NJ_X_TUPLE:
    case NJ_X_TUPLE_GET:
    case NJ_X_SHAPE:
        break;
    case NJ_X_VIEW:
    case NJ_X_TRANSPOSE:
    case NJ_X_FLATTEN:
        break; /* arrays made of arrays; a bad subscript raises at the use */
    default:
        p->holds = false;
        return;
    }
    if (p->holds)
        nj_tir_children((NjTirExpr *)e, check_purity, p);
}

bool nj_sp_is_pure(const NjTirExpr *e)
{
    Purity p = {true, 0};
    NjTirExpr *root = (NjTirExpr *)e;
    check_purity(&p, &root);
    return p.holds;
}

typedef struct Forward {
    NjSpmd *c;
    NjTirExpr **values; /* by id: what stands for the local; NULL: itself */
    uint8_t *states;    /* by id: of the search in hand */
    uint32_t n;
    bool is_stable, has_changed;
} Forward;

enum { STATE_UNKNOWN, STATE_WORKING, STATE_STABLE, STATE_UNSTABLE };

/* The value stands for the local from now on. A temporary takes over its name, for messages. */
static void stand_for(Forward *f, const NjTirLocal *local, NjTirExpr *value)
{
    f->values[local->id] = value;
    if (value->kind == NJ_X_LOCAL && value->as.local.local->name[0] == '%' && !local->is_temp)
        value->as.local.local->name = local->name;
}

static bool is_stable_local(Forward *f, NjTirLocal *local);

static void check_stable(void *data, NjTirExpr **child)
{
    Forward *f = data;
    if ((*child)->kind == NJ_X_LOCAL)
        f->is_stable = f->is_stable && is_stable_local(f, (*child)->as.local.local);
    else
        nj_tir_children(*child, check_stable, f);
}

static bool is_forwardable_type(const NjType *t)
{
    if (t->kind == NJ_T_TUPLE) {
        for (uint32_t i = 0; i < t->n; i++)
            if (!is_forwardable_type(t->elems[i]))
                return false;
        return true;
    }
    return t->is_unit || t->kind == NJ_T_ARRAY ||
           (is_plain_scalar(t) && !nj_dtype_is_float(t->dtype));
}

static bool in_prologue(const NjSpmd *c, const NjTirStmt *s)
{
    for (uint32_t i = 0; i < c->prologue.n; i++)
        if (c->prologue.items[i] == s)
            return true;
    return false;
}

/* Has the local one value from its first use on? */
static bool is_stable_local(Forward *f, NjTirLocal *local)
{
    NjLocalFacts *facts = nj_sp_facts(f->c, local);
    if (local->id >= f->n)
        return false;
    if (facts->n_assigns == 0) /* parameters and positions; others are never set */
        return true;
    if (f->states[local->id] != STATE_UNKNOWN)
        return f->states[local->id] == STATE_STABLE;
    f->states[local->id] = STATE_WORKING;
    bool stable = facts->n_assigns == 1 && facts->def->kind == NJ_S_ASSIGN && !local->is_param;
    if (stable && !in_prologue(f->c, facts->def)) {
        NjTirExpr *value = facts->def->as.assign.value;
        bool outer = f->is_stable;
        f->is_stable = is_forwardable_type(local->type) && nj_sp_is_pure(value);
        if (f->is_stable)
            check_stable(f, &value);
        stable = f->is_stable;
        f->is_stable = outer;
        if (stable)
            stand_for(f, local, value);
    }
    f->states[local->id] = stable ? STATE_STABLE : STATE_UNSTABLE;
    return stable;
}

static void replace(void *data, NjTirExpr **child);

/* The subscripts of an element of a view, as subscripts of what it is a view of; NULL: it has
 * slices. */
static NjTirSub *merged_subs(NjSpmd *c, const NjTirExpr *view, const NjTirSub *subs, uint32_t n)
{
    uint32_t ndim = view->as.view.base->type->ndim, at = 0;
    NjTirSub *merged = NJ_NEW_ARRAY(c->arena, NjTirSub, ndim + 1);
    for (uint32_t d = 0; d < ndim; d++) {
        const NjTirSpec *spec = d < view->as.view.n ? &view->as.view.specs[d] : NULL;
        if (spec && spec->kind == NJ_SPEC_INDEX)
            merged[d] = spec->index;
        else if ((!spec || spec->kind == NJ_SPEC_FULL) && at < n)
            merged[d] = subs[at++];
        else
            return NULL;
    }
    return merged;
}

/* view(a)[j] as a[i, j]: the loops then see all subscripts. */
static void merge_view(NjSpmd *c, NjTirExpr **base, NjTirSub **subs, uint32_t *n)
{
    while ((*base)->kind == NJ_X_VIEW) {
        NjTirSub *merged = merged_subs(c, *base, *subs, *n);
        if (!merged)
            return;
        *base = (*base)->as.view.base;
        *subs = merged;
        *n = (*base)->type->ndim;
    }
}

static bool is_local(const NjTirExpr *e, const NjTirLocal *local)
{
    return local && e->kind == NJ_X_LOCAL && e->as.local.local == local;
}

/* block * threads is one value for the whole block, with a name. */
static void name_base(NjSpmd *c, NjTirExpr *e)
{
    if (e->kind != NJ_X_BINARY || e->as.binary.op != NJ_BIN_MUL)
        return;
    const NjTirExpr *a = e->as.binary.a, *b = e->as.binary.b;
    for (int i = 0; i < 3; i++)
        if (c->base[i] && ((is_local(a, c->bid[i]) && is_local(b, c->bdim[i])) ||
                           (is_local(b, c->bid[i]) && is_local(a, c->bdim[i])))) {
            *e = *nj_sp_use(c, c->base[i]);
            return;
        }
}

static void replace_children(Forward *f, NjTirExpr *e)
{
    nj_tir_children(e, replace, f);
    name_base(f->c, e);
    if (e->kind == NJ_X_LOAD)
        merge_view(f->c, &e->as.load.base, &e->as.load.subs, &e->as.load.n);
    if (e->kind == NJ_X_TUPLE_GET && e->as.tuple_get.a->kind == NJ_X_TUPLE &&
        e->as.tuple_get.index < e->as.tuple_get.a->as.tuple.n) {
        NjTirExpr *item = e->as.tuple_get.a->as.tuple.items[e->as.tuple_get.index];
        if (item->type == e->type)
            *e = *item;
    }
}

static void replace(void *data, NjTirExpr **child)
{
    Forward *f = data;
    NjTirExpr *e = *child;
    if (e->kind != NJ_X_LOCAL) {
        replace_children(f, e);
        return;
    }
    NjTirLocal *local = e->as.local.local;
    if (local->id >= f->n || !f->values[local->id])
        return;
    NjTirExpr *value = nj_tir_clone(f->c->arena, f->values[local->id]);
    replace(f, &value);
    value->span = e->span;
    if (value->type != local->type && value->type->kind == NJ_T_SCALAR)
        value = nj_tir_cast(f->c->arena, local->type, value);
    *child = value;
    f->has_changed = true;
}

static bool is_dropped(Forward *f, const NjTirStmt *s)
{
    if (s->kind != NJ_S_ASSIGN)
        return false;
    NjTirLocal *local = s->as.assign.local;
    if (local->id < f->n && f->values[local->id])
        return true;
    if (local == f->c->exited) /* barriers will ask */
        return false;
    return nj_sp_facts(f->c, local)->n_reads == 0 && !local->is_param &&
           nj_sp_is_pure(s->as.assign.value);
}

static void replace_block(void *data, NjTirBlock *block)
{
    Forward *f = data;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < block->n; i++) {
        NjTirStmt *s = block->items[i];
        if (is_dropped(f, s)) {
            f->has_changed = true;
            continue;
        }
        nj_tir_stmt_exprs(s, replace, f);
        if (s->kind == NJ_S_STORE)
            merge_view(f->c, &s->as.store.base, &s->as.store.subs, &s->as.store.n);
        nj_tir_stmt_blocks(s, replace_block, f);
        block->items[kept++] = s;
    }
    block->n = kept;
}

/* ---- aliases -------------------------------------------------------------------------------- */

/* `x = y` right behind the only assignment of y, x assigned nowhere else: x is y. */
static void find_aliases(Forward *f, NjTirBlock *block, NjTirLocal *loop_var);

static void alias_nested(void *data, NjTirBlock *block)
{
    find_aliases(data, block, NULL);
}

static bool is_only_def(Forward *f, const NjTirLocal *local)
{
    return nj_sp_facts(f->c, local)->n_assigns == 1 && !local->is_param && local->id < f->n;
}

static void find_aliases(Forward *f, NjTirBlock *block, NjTirLocal *loop_var)
{
    NjTirLocal *before = loop_var;
    for (uint32_t i = 0; i < block->n; i++) {
        NjTirStmt *s = block->items[i];
        NjTirLocal *now = s->kind == NJ_S_ASSIGN ? s->as.assign.local : NULL;
        if (now && before && is_only_def(f, now) && is_only_def(f, before) && !f->values[now->id] &&
            s->as.assign.value->kind == NJ_X_LOCAL &&
            s->as.assign.value->as.local.local == before && now->type == before->type &&
            (!now->type->is_managed || now->type->kind == NJ_T_ARRAY)) {
            stand_for(f, now, s->as.assign.value);
            continue; /* `before` may have more names */
        }
        before = now;
        if (s->kind == NJ_S_FOR)
            find_aliases(f, &s->as.for_.body, s->as.for_.var);
        else
            nj_tir_stmt_blocks(s, alias_nested, f);
    }
}

typedef struct Mention {
    const NjTirLocal *local;
    bool found;
} Mention;

static void find_mention(void *data, NjTirExpr **child)
{
    Mention *m = data;
    m->found |= (*child)->kind == NJ_X_LOCAL && (*child)->as.local.local == m->local;
    nj_tir_children(*child, find_mention, m);
}

/* ---- conditions ----------------------------------------------------------------------------- */

/* The block assigns `local` alone, of what it may compute unasked; the value, or NULL. */
static NjTirExpr *only_value(const NjTirBlock *block, const NjTirLocal *local)
{
    NjTirExpr *value = NULL;
    if (block->n == 1 && block->items[0]->kind == NJ_S_ASSIGN &&
        block->items[0]->as.assign.local == local) {
        value = block->items[0]->as.assign.value;
    } else if (block->n == 2 && block->items[0]->kind == NJ_S_ASSIGN &&
               block->items[1]->kind == NJ_S_ASSIGN && block->items[1]->as.assign.local == local &&
               block->items[1]->as.assign.value->kind == NJ_X_LOCAL &&
               block->items[1]->as.assign.value->as.local.local ==
                   block->items[0]->as.assign.local &&
               block->items[0]->as.assign.local->is_temp) {
        value = block->items[0]->as.assign.value;
    }
    return value && nj_sp_is_pure(value) ? value : NULL;
}

static bool is_condition(const NjTirExpr *e, const NjTirExpr *cond)
{
    return e->kind == NJ_X_LOCAL && cond->kind == NJ_X_LOCAL &&
           e->as.local.local == cond->as.local.local;
}

/* if c: r = d; else: r = c   is   r = c & d;  if c: r = c; else: r = d   is   r = c | d */
static void join_condition(NjSpmd *c, NjTirStmt *s)
{
    const NjTirBlock *yes = &s->as.if_.then_block, *no = &s->as.if_.else_block;
    if (yes->n == 0 || no->n == 0 || s->as.if_.cond->kind != NJ_X_LOCAL)
        return;
    NjTirStmt *last = yes->items[yes->n - 1];
    if (last->kind != NJ_S_ASSIGN || !nj_type_is_bool(last->as.assign.local->type))
        return;
    NjTirLocal *result = last->as.assign.local;
    NjTirExpr *a = only_value(yes, result), *b = only_value(no, result), *cond = s->as.if_.cond;
    if (!a || !b)
        return;
    bool is_and = is_condition(b, cond), is_or = is_condition(a, cond);
    if (!is_and && !is_or)
        return;
    NjTirExpr *both = nj_tir_binary(c->arena, is_and ? NJ_BIN_AND : NJ_BIN_OR, NJ_ARITH_WRAP,
                                    result->type, cond, is_and ? a : b);
    s->kind = NJ_S_ASSIGN;
    s->as.assign.local = result;
    s->as.assign.value = both;
}

/* r = a; if r: r = b   is   r = a & b (a chain of comparisons) */
static bool join_chain(NjSpmd *c, NjTirStmt *first, const NjTirStmt *s)
{
    if (first->kind != NJ_S_ASSIGN || s->as.if_.else_block.n || s->as.if_.cond->kind != NJ_X_LOCAL)
        return false;
    NjTirLocal *result = first->as.assign.local;
    NjTirExpr *b = only_value(&s->as.if_.then_block, result);
    if (s->as.if_.cond->as.local.local != result || !b || !nj_sp_is_pure(first->as.assign.value))
        return false;
    Mention m = {result, false};
    find_mention(&m, &b);
    if (m.found)
        return false;
    first->as.assign.value =
        nj_tir_binary(c->arena, NJ_BIN_AND, NJ_ARITH_WRAP, result->type, first->as.assign.value, b);
    return true;
}

static void join_conditions(void *data, NjTirBlock *block)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < block->n; i++) {
        NjTirStmt *s = block->items[i];
        nj_tir_stmt_blocks(s, join_conditions, data);
        if (s->kind == NJ_S_IF && kept && join_chain(data, block->items[kept - 1], s))
            continue;
        if (s->kind == NJ_S_IF)
            join_condition(data, s);
        block->items[kept++] = s;
    }
    block->n = kept;
}

/* ---- stores --------------------------------------------------------------------------------- */

static NjTirStmt *last_store(const NjTirBlock *block)
{
    NjTirStmt *s = block->n ? block->items[block->n - 1] : NULL;
    return s && s->kind == NJ_S_STORE ? s : NULL;
}

static bool is_same_place(const NjTirStmt *a, const NjTirStmt *b)
{
    bool same = a->as.store.n == b->as.store.n && a->as.store.base->kind == NJ_X_LOCAL &&
                nj_lf_same_expr(a->as.store.base, b->as.store.base) &&
                a->as.store.value->type == b->as.store.value->type;
    for (uint32_t i = 0; same && i < a->as.store.n; i++) {
        const NjTirSub *x = &a->as.store.subs[i], *y = &b->as.store.subs[i];
        same = x->wrap == y->wrap && x->check == y->check && nj_sp_is_pure(x->index) &&
               nj_lf_same_expr(x->index, y->index);
    }
    return same;
}

/* if c: a[i] = x; else: a[i] = y   is   if c: v = x; else: v = y;   a[i] = v
 * Vectors then store under no mask. */
static NjTirStmt *join_stores(NjSpmd *c, NjTirStmt *s)
{
    NjTirStmt *yes = last_store(&s->as.if_.then_block), *no = last_store(&s->as.if_.else_block);
    if (!yes || !no || !is_same_place(yes, no) || yes->as.store.value->type->is_managed)
        return NULL;
    NjTirStmt *store = nj_arena_copy(c->arena, yes, sizeof *yes);
    NjTirLocal *value = nj_sp_temp(c, yes->as.store.value->type);
    s->as.if_.then_block.items[s->as.if_.then_block.n - 1] =
        nj_sp_assign(c, value, yes->as.store.value);
    s->as.if_.else_block.items[s->as.if_.else_block.n - 1] =
        nj_sp_assign(c, value, no->as.store.value);
    store->as.store.value = nj_sp_use(c, value);
    return store;
}

static void join_stores_in(void *data, NjTirBlock *block)
{
    NjSpmd *c = data;
    NjTirBlock out = {0};
    for (uint32_t i = 0; i < block->n; i++) {
        NjTirStmt *s = block->items[i];
        c->span = s->span;
        nj_tir_stmt_blocks(s, join_stores_in, c);
        nj_tir_push(c->arena, &out, s);
        NjTirStmt *store = s->kind == NJ_S_IF ? join_stores(c, s) : NULL;
        if (store)
            nj_tir_push(c->arena, &out, store);
    }
    *block = out;
}

void nj_sp_forward(NjSpmd *c)
{
    for (int round = 0; round < MAX_ROUNDS; round++) {
        join_conditions(c, &c->fn->body);
        nj_sp_count(c);
        uint32_t n = c->fn->n_locals;
        Forward f = {c,
                     NJ_NEW_ARRAY(c->arena, NjTirExpr *, n),
                     NJ_NEW_ARRAY(c->arena, uint8_t, n),
                     n,
                     true,
                     false};
        for (uint32_t i = 0; i < n; i++)
            is_stable_local(&f, c->fn->locals[i]);
        find_aliases(&f, &c->fn->body, NULL);
        replace_block(&f, &c->fn->body);
        if (!f.has_changed)
            break;
    }
    if (!nj_sp_finds_races(c)) /* each line has its own */
        join_stores_in(c, &c->fn->body);
}

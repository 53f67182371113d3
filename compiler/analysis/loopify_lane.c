/* loopify_lane.c - elementwise trees: what shape they have, and their value at one index.
 *
 * Shapes are worked out once, bottom up, as NumPy does: an operation whose operands have extents of
 * different names gets a name for the result and a check. Only the names count afterwards: a loop
 * nest asks which operands' names differ from its own (`nj_lf_mismatches`) and either assumes them
 * equal, after a test, or says in the space's maps how they broadcast. */
#include "compiler/analysis/loopify_internal.h"

#include <string.h>

/* ---- shapes -----------------------------------------------------------------------------------
 */

/* The lane's extent in dimension `k` of a space, or NULL where it has none. A lane of higher rank
 * (a stored value with leading dimensions of 1) is cut in front. */
static const NjExtent *extent_at(const NjLane *lane, unsigned ndim, unsigned k)
{
    int at = (int)k - (int)ndim + (int)lane->ndim;
    return at < 0 ? NULL : &lane->extents[at];
}

/* Appends "(%lld,%lld) " and its arguments. */
static const char *add_shape(NjLoopify *c, const char *text, const NjExtent *extents, unsigned ndim,
                             NjTirExpr **args, uint32_t *n)
{
    text = nj_arena_printf(c->arena, "%s(", text);
    for (unsigned k = 0; k < ndim; k++) {
        text = nj_arena_printf(c->arena, "%s%%lld%s", text, k + 1 < ndim || ndim == 1 ? "," : "");
        args[(*n)++] = nj_lf_extent(c, extents[k]);
    }
    return nj_arena_printf(c->arena, "%s) ", text);
}

/* An in-place operator names the operand that it changes once more, as its output. */
static void check_broadcast(NjLoopify *c, NjTirExpr *ok, NjLane *const *kids, unsigned n_kids,
                            bool is_update)
{
    const char *text = "operands could not be broadcast together with shapes ";
    uint32_t n = 0;
    for (unsigned i = 0; i < n_kids; i++)
        n += kids[i]->ndim;
    NjTirExpr **args = NJ_NEW_ARRAY(c->arena, NjTirExpr *, n + kids[0]->ndim);
    n = 0;
    for (unsigned i = 0; i < n_kids; i++)
        text = add_shape(c, text, kids[i]->extents, kids[i]->ndim, args, &n);
    if (is_update)
        text = add_shape(c, text, kids[0]->extents, kids[0]->ndim, args, &n);
    nj_lf_check(c, ok, NPRT_EXC_VALUE_ERROR, text, args, n);
}

static NjTirExpr *extents_equal(NjLoopify *c, NjExtent a, NjExtent b)
{
    return nj_lf_compare(c, NJ_CMP_EQ, nj_lf_extent(c, a), nj_lf_extent(c, b));
}

static NjTirExpr *extent_is_one(NjLoopify *c, NjExtent a)
{
    return nj_lf_compare(c, NJ_CMP_EQ, nj_lf_extent(c, a), nj_lf_int(c, 1));
}

/* The extent of two operands together; what must hold for them to fit is added to `*ok`. */
static NjExtent broadcast_pair(NjLoopify *c, NjExtent a, NjExtent b, NjTirExpr **ok)
{
    if (nj_lf_same_extent(a, b) || nj_lf_extent_is(b, 1))
        return a;
    if (nj_lf_extent_is(a, 1))
        return b;
    NjTirExpr *fits = extents_equal(c, a, b);
    if (a.local)
        fits = nj_lf_or(c, fits, extent_is_one(c, a));
    if (b.local)
        fits = nj_lf_or(c, fits, extent_is_one(c, b));
    *ok = nj_lf_and(c, *ok, fits);
    if (!a.local) /* a constant that is not 1 */
        return a;
    if (!b.local)
        return b;
    NjTirExpr *both =
        nj_tir_select(c->arena, extent_is_one(c, a), nj_lf_extent(c, b), nj_lf_extent(c, a));
    return nj_lf_as_extent(c, both);
}

static void find_shape(NjLoopify *c, NjLane *lane)
{
    for (unsigned i = 0; i < lane->n_kids; i++)
        if (lane->kids[i]->ndim > lane->ndim)
            lane->ndim = lane->kids[i]->ndim;
    lane->extents = NJ_NEW_ARRAY(c->arena, NjExtent, lane->ndim);
    NjTirExpr *ok = NULL;
    for (unsigned k = 0; k < lane->ndim; k++) {
        NjExtent extent = nj_lf_const_extent(1);
        for (unsigned i = 0; i < lane->n_kids; i++) {
            const NjExtent *kid = extent_at(lane->kids[i], lane->ndim, k);
            if (kid)
                extent = broadcast_pair(c, extent, *kid, &ok);
        }
        lane->extents[k] = extent;
    }
    if (ok)
        check_broadcast(c, ok, lane->kids, lane->n_kids, lane->e && lane->e == c->update);
}

/* ---- lanes ------------------------------------------------------------------------------------
 */

static NjLane *new_lane(NjLoopify *c, NjLaneKind kind, const NjType *elem)
{
    NjLane *lane = NJ_NEW(c->arena, NjLane);
    lane->kind = kind;
    lane->elem = elem;
    return lane;
}

NjLane *nj_lf_lane_scalar(NjLoopify *c, NjTirExpr *trivial)
{
    NjLane *lane = new_lane(c, NJ_LANE_SCALAR, trivial->type);
    lane->e = trivial;
    return lane;
}

NjLane *nj_lf_lane_of_leaf(NjLoopify *c, NjLeaf *leaf)
{
    NjLane *lane = new_lane(c, NJ_LANE_LEAF, nj_lf_scalar(c, leaf->base->type->dtype));
    lane->leaf = leaf;
    lane->ndim = leaf->ndim;
    lane->extents = leaf->extents;
    return lane;
}

NjLane *nj_lf_lane_op(NjLoopify *c, NjTirExpr *e, const NjType *elem, NjLane *const *kids,
                      unsigned n)
{
    NjLane *lane = new_lane(c, NJ_LANE_OP, elem);
    lane->e = e;
    lane->n_kids = (uint8_t)n;
    for (unsigned i = 0; i < n; i++)
        lane->kids[i] = kids[i];
    find_shape(c, lane);
    return lane;
}

NjLane *nj_lf_lane_cast(NjLoopify *c, NjLane *lane, const NjType *elem)
{
    if (lane->elem->dtype == elem->dtype)
        return lane;
    NjTirExpr *e = nj_tir_expr(c->arena, NJ_X_CAST, elem, c->span);
    return nj_lf_lane_op(c, e, elem, &lane, 1);
}

/* Operands of an elementwise node, in order. */
static unsigned operands(const NjTirExpr *e, NjTirExpr **out)
{
    switch (e->kind) {
    case NJ_X_UNARY:
        out[0] = e->as.unary.a;
        return 1;
    case NJ_X_CAST:
        out[0] = e->as.cast.a;
        return 1;
    case NJ_X_BINARY:
        out[0] = e->as.binary.a;
        out[1] = e->as.binary.b;
        return 2;
    case NJ_X_COMPARE:
        out[0] = e->as.compare.a;
        out[1] = e->as.compare.b;
        return 2;
    case NJ_X_SELECT:
        out[0] = e->as.select.cond;
        out[1] = e->as.select.a;
        out[2] = e->as.select.b;
        return 3;
    case NJ_X_MATH:
        for (uint32_t i = 0; i < e->as.math.n; i++)
            out[i] = e->as.math.args[i];
        return e->as.math.n;
    default:
        return 0;
    }
}

static void set_operands(NjTirExpr *e, NjTirExpr *const *in)
{
    switch (e->kind) {
    case NJ_X_UNARY:
        e->as.unary.a = in[0];
        return;
    case NJ_X_CAST:
        e->as.cast.a = in[0];
        return;
    case NJ_X_BINARY:
        e->as.binary.a = in[0];
        e->as.binary.b = in[1];
        return;
    case NJ_X_COMPARE:
        e->as.compare.a = in[0];
        e->as.compare.b = in[1];
        return;
    case NJ_X_SELECT:
        e->as.select.cond = in[0];
        e->as.select.a = in[1];
        e->as.select.b = in[2];
        return;
    default:
        for (uint32_t i = 0; i < e->as.math.n; i++)
            e->as.math.args[i] = in[i];
    }
}

unsigned nj_lf_weight(const NjLane *lane)
{
    unsigned n = 0;
    for (unsigned i = 0; i < lane->n_kids; i++)
        n += nj_lf_weight(lane->kids[i]);
    if (lane->kind != NJ_LANE_OP)
        return n;
    bool is_heavy = lane->e->kind == NJ_X_MATH || nj_dtype_is_complex(lane->elem->dtype) ||
                    (lane->e->kind == NJ_X_BINARY && lane->e->as.binary.op == NJ_BIN_POW);
    return n + (is_heavy ? 8 : 1);
}

/* x * np.exp(row): fused, the operand would be computed again for every row of x. What is constant
 * along the innermost dimension is hoisted out of that loop and may stay. */
static bool is_recomputed(const NjLane *lane, const NjLane *kid)
{
    if (kid->kind != NJ_LANE_OP || kid->ndim == 0 || nj_lf_weight(kid) < 4 ||
        nj_lf_extent_is(kid->extents[kid->ndim - 1], 1))
        return false;
    for (unsigned k = 0; k < lane->ndim; k++) {
        const NjExtent *extent = extent_at(kid, lane->ndim, k);
        bool is_one = !extent || nj_lf_extent_is(*extent, 1);
        if (is_one && !nj_lf_extent_is(lane->extents[k], 1))
            return true;
    }
    return false;
}

static NjLane *op_lane(NjLoopify *c, NjTirExpr *e)
{
    NjTirExpr *args[3];
    NjLane *kids[3] = {NULL, NULL, NULL};
    unsigned n = operands(e, args);
    for (unsigned i = 0; i < n; i++)
        kids[i] = nj_lf_lane(c, args[i]);
    c->span = e->span;
    NjLane *lane = nj_lf_lane_op(c, e, nj_lf_scalar(c, e->type->dtype), kids, n);
    for (unsigned i = 0; i < n; i++)
        if (is_recomputed(lane, lane->kids[i]))
            lane->kids[i] =
                nj_lf_lane_of_leaf(c, nj_lf_whole(c, nj_lf_materialise(c, lane->kids[i], false)));
    return lane;
}

/* numpy.broadcast_to */
static NjLane *spread_lane(NjLoopify *c, NjTirExpr *e)
{
    NjLane *lane = new_lane(c, NJ_LANE_SPREAD, nj_lf_scalar(c, e->type->dtype));
    lane->ndim = (uint8_t)e->as.broadcast.n;
    lane->extents = NJ_NEW_ARRAY(c->arena, NjExtent, lane->ndim);
    NjLane *kid = nj_lf_lane(c, e->as.broadcast.a);
    for (unsigned k = 0; k < lane->ndim; k++)
        lane->extents[k] = nj_lf_as_extent(c, nj_lf_rewrite(c, e->as.broadcast.shape[k]));
    lane->kids[0] = kid;
    lane->n_kids = 1;
    NjTirExpr *ok = NULL;
    for (unsigned k = 0; k < kid->ndim; k++) {
        NjExtent from = kid->extents[k], to = lane->extents[lane->ndim - kid->ndim + k];
        if (nj_lf_same_extent(from, to) || nj_lf_extent_is(from, 1))
            continue;
        ok = nj_lf_and(c, ok, nj_lf_or(c, extents_equal(c, from, to), extent_is_one(c, from)));
    }
    NjTirExpr **args = NJ_NEW_ARRAY(c->arena, NjTirExpr *, kid->ndim + lane->ndim);
    uint32_t n = 0;
    const char *text = "operands could not be broadcast together with remapped shapes "
                       "[original->remapped]: ";
    text = add_shape(c, text, kid->extents, kid->ndim, args, &n);
    text = nj_arena_printf(c->arena, "%s and requested shape ", text);
    text = add_shape(c, text, lane->extents, lane->ndim, args, &n);
    nj_lf_check(c, ok, NPRT_EXC_VALUE_ERROR, nj_arena_strndup(c->arena, text, strlen(text) - 1),
                args, n);
    return nj_lf_lane_cast(c, lane, nj_lf_scalar(c, e->type->dtype));
}

static NjLane *iota_lane(NjLoopify *c, NjTirExpr *e)
{
    NjLane *lane = new_lane(c, NJ_LANE_IOTA, nj_lf_scalar(c, e->type->dtype));
    NjTirExpr *n = nj_lf_rewrite(c, e->as.iota.n);
    lane->ndim = 1;
    lane->extents = NJ_NEW(c->arena, NjExtent);
    if (n->type != c->int_type)
        n = nj_tir_cast(c->arena, c->int_type, n);
    lane->extents[0] = nj_lf_as_extent(c, n);
    return lane;
}

NjLane *nj_lf_lane(NjLoopify *c, NjTirExpr *e)
{
    if (e->type->kind != NJ_T_ARRAY)
        return nj_lf_lane_scalar(c, nj_lf_trivial(c, nj_lf_rewrite(c, e)));
    if (!nj_lf_is_lazy(e) || e->kind == NJ_X_REDUCE || e->kind == NJ_X_SCAN)
        return nj_lf_lane_of_leaf(c, nj_lf_leaf(c, e));
    if (e->kind == NJ_X_IOTA)
        return iota_lane(c, e);
    if (e->kind == NJ_X_BROADCAST)
        return spread_lane(c, e);
    if (e->kind == NJ_X_CAST && e->type->dtype == e->as.cast.a->type->dtype)
        return nj_lf_lane(c, e->as.cast.a);
    return op_lane(c, e);
}

/* ---- the value at an index --------------------------------------------------------------------
 */

void nj_lf_space(NjSpace *s, const NjExtent *extents, unsigned ndim)
{
    *s = (NjSpace){.ndim = (uint8_t)ndim, .extents = extents};
}

NjTirExpr *nj_lf_index(NjLoopify *c, const NjSpace *s, unsigned dim, NjExtent extent)
{
    NjTirExpr *index = s->index[dim];
    if (!index)
        return nj_lf_int(c, 0);
    index = nj_lf_clone(c, index);
    if (nj_lf_same_extent(extent, s->extents[dim]))
        return index;
    if (nj_lf_extent_is(extent, 1))
        return nj_lf_int(c, 0);
    for (const NjDimMap *map = s->maps[dim]; map; map = map->next)
        if (nj_lf_same_extent(map->extent, extent))
            return map->factor ? nj_lf_mul(c, index, nj_lf_use(c, map->factor)) : nj_lf_int(c, 0);
    return index;
}

/* Does an operand of this extent stay put while dimension `dim` runs? */
static bool stays(const NjSpace *s, unsigned dim, NjExtent extent)
{
    if (nj_lf_same_extent(extent, s->extents[dim]))
        return false;
    if (nj_lf_extent_is(extent, 1))
        return true;
    for (const NjDimMap *map = s->maps[dim]; map; map = map->next)
        if (nj_lf_same_extent(map->extent, extent))
            return !map->factor;
    return false;
}

/* Is the lane's value the same for all of the innermost loop? */
static bool is_invariant(const NjSpace *s, const NjLane *lane)
{
    switch (lane->kind) {
    case NJ_LANE_SCALAR:
        return true;
    case NJ_LANE_LEAF:
    case NJ_LANE_IOTA: {
        const NjExtent *extent = extent_at(lane, s->ndim, s->inner);
        return !extent || stays(s, s->inner, *extent);
    }
    case NJ_LANE_SPREAD:
    case NJ_LANE_OP:
        for (unsigned i = 0; i < lane->n_kids; i++)
            if (!is_invariant(s, lane->kids[i]))
                return false;
        return true;
    }
    return false;
}

static NjTirExpr *load(NjLoopify *c, NjSpace *s, const NjLane *lane)
{
    NjTirExpr *e = nj_tir_expr(c->arena, NJ_X_LOAD, lane->elem, c->span);
    e->as.load.base = nj_lf_use(c, lane->leaf->base);
    e->as.load.n = lane->leaf->base->type->ndim;
    e->as.load.subs = nj_lf_leaf_subs(c, s, lane->leaf);
    return e;
}

static bool is_int_const(const NjTirExpr *e, int64_t value)
{
    return e->kind == NJ_X_CONST_INT && e->as.const_int.value == value;
}

/* The other operand of x + 0 and x * 1 on ints, which np.arange is full of; or NULL. */
static NjTirExpr *neutral_operand(const NjTirExpr *e, NjTirExpr *const *args)
{
    if (e->kind != NJ_X_BINARY || (e->as.binary.op != NJ_BIN_ADD && e->as.binary.op != NJ_BIN_MUL))
        return NULL;
    int64_t neutral = e->as.binary.op == NJ_BIN_MUL;
    return is_int_const(args[1], neutral)   ? args[0]
           : is_int_const(args[0], neutral) ? args[1]
                                            : NULL;
}

static NjTirExpr *operation(NjLoopify *c, NjSpace *s, const NjLane *lane)
{
    NjTirExpr *args[3];
    for (unsigned i = 0; i < lane->n_kids; i++)
        args[i] = nj_lf_value(c, s, lane->kids[i]);
    NjTirExpr *same = neutral_operand(lane->e, args);
    if (same)
        return same;
    NjTirExpr *e = nj_arena_copy(c->arena, lane->e, sizeof *lane->e);
    e->type = lane->elem;
    set_operands(e, args);
    return e;
}

static NjTirExpr *value(NjLoopify *c, NjSpace *s, const NjLane *lane)
{
    switch (lane->kind) {
    case NJ_LANE_SCALAR:
        return nj_lf_clone(c, lane->e);
    case NJ_LANE_LEAF:
        return load(c, s, lane);
    case NJ_LANE_IOTA:
        return nj_tir_cast(c->arena, lane->elem, nj_lf_index(c, s, s->ndim - 1u, lane->extents[0]));
    case NJ_LANE_SPREAD:
        return nj_lf_value(c, s, lane->kids[0]);
    case NJ_LANE_OP:
        return operation(c, s, lane);
    }
    NJ_UNREACHABLE(c->u);
}

NjTirExpr *nj_lf_value(NjLoopify *c, NjSpace *s, const NjLane *lane)
{
    if (!s->hoist || lane->kind == NJ_LANE_SCALAR || !is_invariant(s, lane))
        return value(c, s, lane);
    NjTirBlock *inside = c->out, *hoist = s->hoist;
    c->out = hoist;
    s->hoist = NULL; /* all of it moves */
    NjTirLocal *temp = nj_lf_let(c, value(c, s, lane));
    s->hoist = hoist;
    c->out = inside;
    return nj_lf_use(c, temp);
}

/* ---- questions --------------------------------------------------------------------------------
 */

typedef struct Mismatches {
    const NjSpace *s;
    NjMismatch *items;
    unsigned n, cap;
} Mismatches;

static void add_mismatch(NjLoopify *c, Mismatches *m, unsigned dim, NjExtent extent)
{
    if (nj_lf_same_extent(extent, m->s->extents[dim]) || nj_lf_extent_is(extent, 1))
        return;
    for (unsigned i = 0; i < m->n; i++)
        if (m->items[i].dim == dim && nj_lf_same_extent(m->items[i].extent, extent))
            return;
    if (m->n == m->cap) {
        NjMismatch *more = NJ_NEW_ARRAY(c->arena, NjMismatch, m->cap ? m->cap * 2 : 8);
        for (unsigned i = 0; i < m->n; i++)
            more[i] = m->items[i];
        m->items = more;
        m->cap = m->cap ? m->cap * 2 : 8;
    }
    m->items[m->n++] = (NjMismatch){dim, extent};
}

static void find_mismatches(NjLoopify *c, Mismatches *m, const NjLane *lane)
{
    for (unsigned i = 0; i < lane->n_kids; i++)
        find_mismatches(c, m, lane->kids[i]);
    if (lane->kind != NJ_LANE_LEAF && lane->kind != NJ_LANE_IOTA)
        return;
    for (unsigned k = 0; k < m->s->ndim; k++) {
        const NjExtent *extent = extent_at(lane, m->s->ndim, k);
        if (extent)
            add_mismatch(c, m, k, *extent);
    }
}

unsigned nj_lf_mismatches(NjLoopify *c, const NjSpace *s, const NjLane *lane, NjMismatch **out)
{
    Mismatches m = {s, NULL, 0, 0};
    find_mismatches(c, &m, lane);
    *out = m.items;
    return m.n;
}

bool nj_lf_lane_any_leaf(const NjLane *lane, bool (*test)(const NjLeaf *leaf, void *ctx), void *ctx)
{
    if (lane->kind == NJ_LANE_LEAF)
        return test(lane->leaf, ctx);
    for (unsigned i = 0; i < lane->n_kids; i++)
        if (nj_lf_lane_any_leaf(lane->kids[i], test, ctx))
            return true;
    return false;
}

/* Extents of 1 count as broadcasting here unless the space has them too: names that may differ have
 * been tested for equality by the caller. */
bool nj_lf_is_flat(const NjLane *lane, const NjSpace *s)
{
    if (lane->kind == NJ_LANE_SCALAR)
        return true;
    if (lane->kind == NJ_LANE_IOTA)
        return s->ndim == 1;
    if (lane->kind == NJ_LANE_LEAF) {
        if (!lane->leaf->is_whole || lane->ndim != s->ndim ||
            lane->leaf->base->type->layout != NJ_LAYOUT_C)
            return false;
        for (unsigned k = 0; k < s->ndim; k++)
            if (nj_lf_extent_is(lane->extents[k], 1) && !nj_lf_extent_is(s->extents[k], 1))
                return false;
        return true;
    }
    for (unsigned i = 0; i < lane->n_kids; i++)
        if (!nj_lf_is_flat(lane->kids[i], s))
            return false;
    return true;
}

NjLane *nj_lf_flatten(NjLoopify *c, const NjLane *lane, NjExtent size)
{
    if (lane->kind == NJ_LANE_SCALAR || lane->kind == NJ_LANE_IOTA)
        return nj_arena_copy(c->arena, lane, sizeof *lane);
    NjLane *flat = nj_arena_copy(c->arena, lane, sizeof *lane);
    flat->ndim = 1;
    flat->extents = nj_arena_copy(c->arena, &size, sizeof size);
    if (lane->kind == NJ_LANE_LEAF) {
        flat->leaf = NJ_NEW(c->arena, NjLeaf);
        flat->leaf->base = nj_lf_flat_base(c, lane->leaf->base);
        flat->leaf->ndim = 1;
        flat->leaf->is_whole = true;
        flat->leaf->is_fresh = lane->leaf->is_fresh;
        flat->leaf->array = nj_lf_use(c, flat->leaf->base);
        flat->leaf->extents = flat->extents;
        flat->leaf->dims = NJ_NEW(c->arena, NjLeafDim);
    }
    for (unsigned i = 0; i < lane->n_kids; i++)
        flat->kids[i] = nj_lf_flatten(c, lane->kids[i], size);
    return flat;
}

bool nj_lf_is_reversible(const NjLane *lane, unsigned ndim)
{
    if (lane->kind == NJ_LANE_SCALAR)
        return true;
    if (lane->kind == NJ_LANE_IOTA || lane->kind == NJ_LANE_SPREAD || ndim < 2 ||
        lane->ndim != ndim)
        return lane->kind == NJ_LANE_OP && lane->ndim == 0;
    if (lane->kind == NJ_LANE_LEAF) {
        uint8_t order[NPRT_MAX_DIMS];
        nj_lf_memory_order(lane->leaf, order);
        for (unsigned k = 0; k < ndim; k++)
            if (order[k] != ndim - 1 - k)
                return false;
        return true;
    }
    for (unsigned i = 0; i < lane->n_kids; i++)
        if (!nj_lf_is_reversible(lane->kids[i], ndim))
            return false;
    return true;
}

NjLane *nj_lf_reverse(NjLoopify *c, const NjLane *lane)
{
    NjLane *copy = nj_arena_copy(c->arena, lane, sizeof *lane);
    if (lane->kind == NJ_LANE_LEAF) {
        uint8_t order[NPRT_MAX_DIMS];
        for (unsigned k = 0; k < lane->ndim; k++)
            order[k] = (uint8_t)(lane->ndim - 1 - k);
        return nj_lf_lane_of_leaf(c, nj_lf_permute_leaf(c, lane->leaf, order));
    }
    copy->extents = NJ_NEW_ARRAY(c->arena, NjExtent, lane->ndim);
    for (unsigned k = 0; k < lane->ndim; k++)
        copy->extents[k] = lane->extents[lane->ndim - 1 - k];
    for (unsigned i = 0; i < lane->n_kids; i++)
        copy->kids[i] = nj_lf_reverse(c, lane->kids[i]);
    return copy;
}

void nj_lf_check_store_shape(NjLoopify *c, const NjLane *value_lane, const NjExtent *extents,
                             unsigned ndim)
{
    NjTirExpr *ok = NULL;
    for (unsigned k = 0; k < value_lane->ndim; k++) {
        NjExtent from = value_lane->extents[k];
        int to = (int)ndim - value_lane->ndim + (int)k;
        if (nj_lf_extent_is(from, 1) || (to >= 0 && nj_lf_same_extent(from, extents[to])))
            continue;
        NjTirExpr *fits = extent_is_one(c, from);
        if (to >= 0)
            fits = nj_lf_or(c, extents_equal(c, from, extents[to]), fits);
        ok = nj_lf_and(c, ok, fits);
    }
    NjTirExpr **args = NJ_NEW_ARRAY(c->arena, NjTirExpr *, value_lane->ndim + ndim);
    uint32_t n = 0;
    const char *text = "could not broadcast input array from shape ";
    if (c->update) {
        text = "non-broadcastable output operand with shape ";
        text = add_shape(c, text, extents, ndim, args, &n);
        text = nj_arena_printf(c->arena, "%sdoesn't match the broadcast shape ", text);
        text = add_shape(c, text, value_lane->extents, value_lane->ndim, args, &n);
    } else {
        text = add_shape(c, text, value_lane->extents, value_lane->ndim, args, &n);
        text = nj_arena_printf(c->arena, "%sinto shape ", text);
        text = add_shape(c, text, extents, ndim, args, &n);
    }
    nj_lf_check(c, ok, NPRT_EXC_VALUE_ERROR, nj_arena_strndup(c->arena, text, strlen(text) - 1),
                args, n);
}

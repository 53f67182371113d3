/* loopify_nest.c - loop nests over index spaces, and elementwise evaluation with them.
 *
 * Versions. When all operands are known to have the result's shape there is one nest, flat over
 * whole C arrays. Where names of extents differ, broadcasting can only be ruled out at run time: a
 * test that they are all equal picks between the fast nest and a general one, in which an index is
 * multiplied by 0 for an extent of 1. That hides unit strides from LLVM, so in hot functions the
 * innermost dimension gets a version of its own for each operand that may be constant along it;
 * elsewhere the general nest is marked cold and stays small. */
#include "compiler/analysis/loopify_internal.h"

/* ---- loops ------------------------------------------------------------------------------------
 */

static void nest_level(NjLoopify *c, NjSpace *s, const NjNest *nest, const uint8_t *dims,
                       unsigned n)
{
    if (n == 0) {
        nest->body(c, s, nest->data);
        return;
    }
    unsigned dim = dims[0];
    NjTirLocal *var = nj_lf_temp(c, c->int_type);
    NjTirBlock *outside = c->out;
    NjLfFor f = nj_lf_for(c, var, nj_lf_int(c, 0), nj_lf_extent(c, s->extents[dim]), 1);
    f.stmt->as.for_.is_unit_lanes =
        nest->lanes == NJ_LANES_ALL || (nest->lanes == NJ_LANES_INNER && n == 1);
    f.stmt->as.for_.is_cold = nest->is_cold;
    s->index[dim] = nj_lf_use(c, var);
    if (n == 1) {
        s->hoist = outside;
        s->inner = (uint8_t)dim;
    }
    nest_level(c, s, nest, dims + 1, n - 1);
    if (n == 1)
        s->hoist = NULL;
    nj_lf_for_end(c, &f);
}

void nj_lf_nest(NjLoopify *c, NjSpace *s, const NjNest *nest)
{
    uint8_t dims[NPRT_MAX_DIMS];
    unsigned n = 0;
    for (unsigned i = 0; i < nest->n; i++) {
        uint8_t dim = nest->order ? nest->order[i] : (uint8_t)i;
        s->index[dim] = NULL;
        if (!nj_lf_extent_is(s->extents[dim], 1))
            dims[n++] = dim;
    }
    nest_level(c, s, nest, dims, n);
}

void nj_lf_memory_order(const NjLeaf *leaf, uint8_t *out)
{
    unsigned base_ndim = leaf->base->type->ndim, n = 0;
    bool is_f = leaf->base->type->layout == NJ_LAYOUT_F;
    bool is_placed[NPRT_MAX_DIMS] = {false};
    uint8_t walked[NPRT_MAX_DIMS];
    for (unsigned i = 0; i < base_ndim; i++) {
        int lane = leaf->dims[is_f ? base_ndim - 1 - i : i].lane;
        if (lane >= 0) {
            walked[n++] = (uint8_t)lane;
            is_placed[lane] = true;
        }
    }
    /* new axes have no memory: they go outside */
    unsigned at = 0;
    for (unsigned k = 0; k < leaf->ndim; k++)
        if (!is_placed[k])
            out[at++] = (uint8_t)k;
    for (unsigned i = 0; i < n; i++)
        out[at++] = walked[i];
}

/* ---- elementwise ------------------------------------------------------------------------------
 */

/* Rows and columns of a tile: 16 * 256 elements across are 512 lines, half of a first-level cache.
 */
enum { TILE_ROWS = 16, TILE_COLUMNS = 256 };

typedef struct Fill {
    NjLeaf *dest;
    NjLane *value;
    const uint8_t *order;
    bool is_cold;
} Fill;

static void store_element(NjLoopify *c, NjSpace *s, void *data)
{
    const Fill *fill = data;
    NjTirStmt *store = nj_tir_stmt(c->arena, NJ_S_STORE, c->span);
    store->as.store.value = nj_lf_value(c, s, fill->value);
    store->as.store.base = nj_lf_use(c, fill->dest->base);
    store->as.store.n = fill->dest->base->type->ndim;
    store->as.store.subs = nj_lf_leaf_subs(c, s, fill->dest);
    nj_tir_push(c->arena, c->out, store);
}

static bool runs_across(const NjLeaf *leaf, void *data)
{
    const unsigned *ndim = data;
    if (leaf->ndim != *ndim)
        return false;
    uint8_t order[NPRT_MAX_DIMS];
    nj_lf_memory_order(leaf, order);
    return order[*ndim - 1] != *ndim - 1 && !nj_lf_extent_is(leaf->extents[order[*ndim - 1]], 1);
}

static NjLfFor open_tile(NjLoopify *c, NjTirLocal *tile, NjTirLocal *var, NjExtent extent,
                         int64_t size)
{
    NjTirExpr *end = nj_lf_add(c, nj_lf_use(c, tile), nj_lf_int(c, size));
    NjTirExpr *stop = nj_lf_trivial(c, nj_lf_min(c, end, nj_lf_extent(c, extent)));
    return nj_lf_for(c, var, nj_lf_use(c, tile), stop, 1);
}

/* Two dimensions in tiles, so that the lines of an operand that lies across are used whole. */
static void fill_tiles(NjLoopify *c, NjSpace *s, Fill *fill)
{
    static const int64_t sizes[2] = {TILE_ROWS, TILE_COLUMNS};
    NjTirLocal *tile[2], *var[2];
    NjLfFor outer[2], inner[2];
    for (unsigned k = 0; k < 2; k++) {
        tile[k] = nj_lf_temp(c, c->int_type);
        outer[k] = nj_lf_for(c, tile[k], nj_lf_int(c, 0), nj_lf_extent(c, s->extents[k]), sizes[k]);
    }
    for (unsigned k = 0; k < 2; k++) {
        var[k] = nj_lf_temp(c, c->int_type);
        inner[k] = open_tile(c, tile[k], var[k], s->extents[k], sizes[k]);
        inner[k].stmt->as.for_.is_unit_lanes = true;
        s->index[k] = nj_lf_use(c, var[k]);
    }
    store_element(c, s, fill);
    for (unsigned k = 2; k-- > 0;)
        nj_lf_for_end(c, &inner[k]);
    for (unsigned k = 2; k-- > 0;)
        nj_lf_for_end(c, &outer[k]);
}

static void fill_nest(NjLoopify *c, NjSpace *s, Fill *fill)
{
    unsigned ndim = s->ndim;
    if (ndim == 2 && !fill->order && !fill->is_cold &&
        nj_lf_lane_any_leaf(fill->value, runs_across, &ndim)) {
        fill_tiles(c, s, fill);
        return;
    }
    NjNest nest = {fill->order, s->ndim, NJ_LANES_ALL, fill->is_cold, store_element, fill};
    nj_lf_nest(c, s, &nest);
}

/* Every operand has the extents of the space (or is known to be constant along a dimension). */
static void fill_equal(NjLoopify *c, const NjSpace *s, Fill *fill)
{
    const NjLeaf *dest = fill->dest;
    bool dest_is_flat = dest->is_whole && dest->base->type->layout == NJ_LAYOUT_C;
    if (s->ndim < 2 || !dest_is_flat || !nj_lf_is_flat(fill->value, s)) {
        NjSpace all = *s;
        fill_nest(c, &all, fill);
        return;
    }
    NjExtent size = nj_lf_as_extent(c, nj_lf_size(c, s->extents, s->ndim));
    NjLane *dest_lane = nj_lf_flatten(c, nj_lf_lane_of_leaf(c, fill->dest), size);
    Fill flat = {dest_lane->leaf, nj_lf_flatten(c, fill->value, size), NULL, false};
    NjSpace line;
    nj_lf_space(&line, &size, 1);
    fill_nest(c, &line, &flat);
}

static void add_map(NjLoopify *c, NjSpace *s, NjMismatch m, NjTirLocal *factor)
{
    NjDimMap *map = NJ_NEW(c->arena, NjDimMap);
    map->extent = m.extent;
    map->factor = factor;
    map->next = s->maps[m.dim];
    s->maps[m.dim] = map;
}

static NjTirLocal *make_factor(NjLoopify *c, NjExtent extent)
{
    NjTirExpr *differs = nj_lf_compare(c, NJ_CMP_NE, nj_lf_extent(c, extent), nj_lf_int(c, 1));
    return nj_lf_let(c, nj_tir_cast(c->arena, c->int_type, differs));
}

void nj_lf_map_factors(NjLoopify *c, NjSpace *s, const NjLane *lane)
{
    NjMismatch *m;
    unsigned n = nj_lf_mismatches(c, s, lane, &m);
    for (unsigned i = 0; i < n; i++)
        add_map(c, s, m[i], make_factor(c, m[i].extent));
}

static NjTirExpr *equals_space(NjLoopify *c, const NjSpace *s, NjMismatch m)
{
    return nj_lf_compare(c, NJ_CMP_EQ, nj_lf_extent(c, m.extent),
                         nj_lf_extent(c, s->extents[m.dim]));
}

/* One nest in which mismatch `zero` stays put along the innermost dimension and the others run. */
static void version_with(NjLoopify *c, const NjSpace *s, Fill *fill, const NjMismatch *zero)
{
    NjSpace version = *s;
    if (zero)
        add_map(c, &version, *zero, NULL);
    fill_nest(c, &version, fill);
}

/* `s` has the outer dimensions mapped. Versions for the operands that may be constant along the
 * innermost one; `n` is 1 or 2. */
static void inner_versions(NjLoopify *c, const NjSpace *s, Fill *fill, const NjMismatch *m,
                           unsigned n)
{
    NjTirExpr *all = NULL;
    for (unsigned i = 0; i < n; i++)
        all = nj_lf_and(c, all, equals_space(c, s, m[i]));
    NjLfIf equal = nj_lf_if(c, all);
    version_with(c, s, fill, NULL);
    nj_lf_else(c, &equal);
    if (n == 1) {
        version_with(c, s, fill, &m[0]);
    } else {
        NjLfIf second = nj_lf_if(c, equals_space(c, s, m[1]));
        version_with(c, s, fill, &m[0]);
        nj_lf_else(c, &second);
        NjLfIf first = nj_lf_if(c, equals_space(c, s, m[0]));
        version_with(c, s, fill, &m[1]);
        nj_lf_else(c, &first);
        NjSpace none = *s;
        add_map(c, &none, m[0], NULL);
        add_map(c, &none, m[1], NULL);
        Fill cold = *fill;
        cold.is_cold = true;
        fill_nest(c, &none, &cold);
        nj_lf_end(c, &first);
        nj_lf_end(c, &second);
    }
    nj_lf_end(c, &equal);
}

static void fill_general(NjLoopify *c, const NjSpace *s, Fill *fill, const NjMismatch *m,
                         unsigned n)
{
    NjSpace all = *s;
    unsigned inner = fill->order ? fill->order[s->ndim - 1] : s->ndim - 1u;
    NjMismatch inside[2];
    unsigned n_inside = 0;
    for (unsigned i = 0; i < n; i++) {
        if (m[i].dim != inner)
            add_map(c, &all, m[i], make_factor(c, m[i].extent));
        else if (++n_inside <= 2)
            inside[n_inside - 1] = m[i];
    }
    if (c->is_rich && s->ndim > 1 && n_inside >= 1 && n_inside <= 2) {
        inner_versions(c, &all, fill, inside, n_inside);
        return;
    }
    for (unsigned i = 0; i < n; i++)
        if (m[i].dim == inner)
            add_map(c, &all, m[i], make_factor(c, m[i].extent));
    Fill cold = *fill;
    cold.is_cold = n_inside > 0;
    fill_nest(c, &all, &cold);
}

static bool is_in_order(const uint8_t *order, unsigned n)
{
    for (unsigned k = 0; k < n; k++)
        if (order[k] != k)
            return false;
    return true;
}

NjTirExpr *nj_lf_all_equal(NjLoopify *c, const NjSpace *s, const NjLane *lane)
{
    NjMismatch *m;
    unsigned n = nj_lf_mismatches(c, s, lane, &m);
    NjTirExpr *equal = NULL;
    for (unsigned i = 0; i < n; i++)
        equal = nj_lf_and(c, equal, equals_space(c, s, m[i]));
    return equal;
}

void nj_lf_fill(NjLoopify *c, NjLeaf *dest, NjLane *value, bool is_unequal)
{
    NjSpace s;
    nj_lf_space(&s, dest->extents, dest->ndim);
    uint8_t order[NPRT_MAX_DIMS];
    nj_lf_memory_order(dest, order);
    Fill fill = {dest, value, is_in_order(order, dest->ndim) ? NULL : order, false};
    NjMismatch *m;
    unsigned n = nj_lf_mismatches(c, &s, value, &m);
    if (is_unequal) {
        fill_general(c, &s, &fill, m, n);
        return;
    }
    NjTirExpr *equal = nj_lf_all_equal(c, &s, value);
    int64_t known;
    if (!equal || (nj_lf_is_int(equal, &known) && known)) {
        fill_equal(c, &s, &fill);
        return;
    }
    NjLfIf i = nj_lf_if(c, equal);
    fill_equal(c, &s, &fill);
    nj_lf_else(c, &i);
    fill_general(c, &s, &fill, m, n);
    nj_lf_end(c, &i);
}

NjTirLocal *nj_lf_alloc(NjLoopify *c, NprtDtype dtype, const NjExtent *extents, unsigned ndim)
{
    NjTirExpr *e = nj_tir_expr(c->arena, NJ_X_ALLOC, nj_lf_array(c, dtype, ndim), c->span);
    e->as.alloc.n = ndim;
    e->as.alloc.shape = NJ_NEW_ARRAY(c->arena, NjTirExpr *, ndim);
    for (unsigned k = 0; k < ndim; k++)
        e->as.alloc.shape[k] = nj_lf_extent(c, extents[k]);
    NjTirLocal *array = nj_lf_let(c, e);
    nj_lf_know_extents(c, array, extents);
    return array;
}

NjTirLocal *nj_lf_materialise(NjLoopify *c, NjLane *lane, bool is_unequal)
{
    NjTirLocal *array = nj_lf_alloc(c, lane->elem->dtype, lane->extents, lane->ndim);
    NjLeaf *dest = nj_lf_whole(c, array);
    dest->is_fresh = true;
    nj_lf_fill(c, dest, lane, is_unequal);
    return array;
}

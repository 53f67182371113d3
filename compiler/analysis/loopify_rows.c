/* loopify_rows.c - sums of floats over several dimensions, bit for bit as NumPy 2.3 and later.
 *
 * One row (the innermost dimension, or several that form one run of memory) is summed pairwise and
 * added to the accumulator. With more dimensions NumPy's buffered iterator first gathers whole rows
 * into a buffer of 8192 elements: it takes the largest product of inner dimensions that fits (the
 * core), as many cores as fit, but not beyond the next dimension's end, sums the buffer pairwise
 * and adds that. Rows longer than the buffer are summed in place, unless they have to be cast: then
 * they are cut (numpy/_core/src/multiarray/ nditer_constr.c, npyiter_find_buffering_setup). */
#include "compiler/analysis/loopify_reduce.h"

typedef struct Rows {
    NjReduce *r;
    NjSpace space;
    NjTirLocal *acc;
    uint8_t outer[NPRT_MAX_DIMS],
        inner[NPRT_MAX_DIMS]; /* dimensions; `inner` form one run of memory */
    unsigned n_outer, n_inner;
    NjTirExpr *row_len; /* trivial */
    NjTirLocal *buffer;
    NjTirExpr *base; /* trivial: where the row starts in the buffer */
} Rows;

/* float16 rows are summed in float32. */
static const NjType *row_type(NjLoopify *c, const NjReduce *r)
{
    return r->acc->dtype == NPRT_F16 ? nj_lf_scalar(c, NPRT_F32) : r->acc;
}

static void add_to(NjLoopify *c, const NjReduce *r, NjTirLocal *acc, NjTirExpr *row)
{
    NjTirExpr *old = nj_tir_cast(c->arena, row->type, nj_lf_use(c, acc));
    nj_lf_set(c, acc, nj_tir_cast(c->arena, r->acc, nj_lf_binary(c, NJ_BIN_ADD, old, row)));
}

void nj_lf_prepare_sum(NjLoopify *c, NjReduce *r)
{
    if (!r->scratch && nj_lf_needs_scratch(r->lane))
        r->scratch = nj_lf_scratch(c, row_type(c, r), nj_lf_int(c, NJ_LF_BLOCK));
}

static void add_row(NjLoopify *c, NjReduce *r, const NjSpace *s, unsigned dim, NjTirLocal *acc)
{
    nj_lf_prepare_sum(c, r);
    NjRowSum row = {r->lane, dim, row_type(c, r), r->scratch};
    NjTirExpr *n = nj_lf_extent(c, s->extents[dim]);
    if (!r->is_buffered) {
        add_to(c, r, acc, nj_lf_row_sum(c, s, &row, nj_lf_int(c, 0), n));
        return;
    }
    NjTirLocal *first = nj_lf_temp(c, c->int_type);
    NjLfFor f = nj_lf_for(c, first, nj_lf_int(c, 0), n, NJ_LF_BUFFER);
    NjTirExpr *left = nj_lf_sub(c, nj_lf_clone(c, n), nj_lf_use(c, first));
    NjTirExpr *count = nj_lf_trivial(c, nj_lf_min(c, nj_lf_int(c, NJ_LF_BUFFER), left));
    add_to(c, r, acc, nj_lf_row_sum(c, s, &row, nj_lf_use(c, first), count));
    nj_lf_for_end(c, &f);
}

/* ---- several dimensions -----------------------------------------------------------------------
 */

static int base_dim_of(const NjLeaf *leaf, unsigned lane)
{
    for (unsigned d = 0; d < leaf->base->type->ndim; d++)
        if (leaf->dims[d].lane == (int8_t)lane)
            return (int)d;
    return -1;
}

/* Is dimension `next` the continuation of `dim` in memory? Only layout C and F say so at compile
 * time. */
static bool continues(NjLoopify *c, const NjLeaf *leaf, unsigned dim, unsigned next)
{
    int a = base_dim_of(leaf, dim), b = base_dim_of(leaf, next);
    NjLayout layout = leaf->base->type->layout;
    if (a < 0 || b < 0 || layout == NJ_LAYOUT_A || b != (layout == NJ_LAYOUT_C ? a + 1 : a - 1))
        return false;
    return !leaf->dims[b].start && !leaf->dims[b].step && !leaf->dims[a].step &&
           nj_lf_same_extent(leaf->extents[next], nj_lf_extent_of(c, leaf->base, (unsigned)b));
}

static NjTirExpr *extent_of_dim(NjLoopify *c, const Rows *w, unsigned dim)
{
    return nj_lf_extent(c, w->space.extents[dim]);
}

static void buffer_element(NjLoopify *c, NjSpace *s, void *data)
{
    Rows *w = data;
    NjTirExpr *at = nj_lf_int(c, 0);
    for (unsigned i = 0; i < w->n_inner; i++) {
        at = nj_lf_mul(c, at, extent_of_dim(c, w, w->inner[i]));
        at = nj_lf_add(c, at, nj_lf_index(c, s, w->inner[i], s->extents[w->inner[i]]));
    }
    NjTirStmt *store = nj_tir_stmt(c->arena, NJ_S_STORE, c->span);
    store->as.store.base = nj_lf_use(c, w->buffer);
    store->as.store.n = 1;
    store->as.store.subs = NJ_NEW(c->arena, NjTirSub);
    store->as.store.subs[0].index = nj_lf_add(c, nj_lf_clone(c, w->base), at);
    store->as.store.value = nj_tir_cast(c->arena, nj_lf_scalar(c, w->buffer->type->dtype),
                                        nj_lf_value(c, s, w->r->lane));
    nj_tir_push(c->arena, c->out, store);
}

/* Sets the indices of the outer dimensions from the number of the row. */
static void place_row(NjLoopify *c, Rows *w, NjSpace *s, NjTirExpr *number)
{
    for (unsigned i = w->n_outer; i-- > 0;) {
        unsigned dim = w->outer[i];
        if (i == 0) {
            s->index[dim] = nj_lf_trivial(c, number);
            return;
        }
        NjTirExpr *q = nj_lf_trivial(c, number);
        NjTirExpr *n = extent_of_dim(c, w, dim);
        s->index[dim] = nj_lf_trivial(c, nj_lf_binary(c, NJ_BIN_MOD, nj_lf_clone(c, q), n));
        number = nj_lf_binary(c, NJ_BIN_FLOORDIV, q, nj_lf_clone(c, n));
    }
}

/* How many rows go into the buffer at once (`*rows`), and at which multiples a new buffer starts
 * (`*limit`); both at least 1. */
static void plan_buffer(NjLoopify *c, const Rows *w, NjTirExpr *total, NjTirExpr **rows,
                        NjTirExpr **limit)
{
    NjTirExpr *core = nj_lf_clone(c, w->row_len), *core_rows = nj_lf_int(c, 1);
    NjTirExpr *open = nj_lf_bool(c, true), *end = nj_lf_clone(c, total);
    for (unsigned i = w->n_outer; i-- > 0;) {
        NjTirExpr *n = extent_of_dim(c, w, w->outer[i]);
        for (; i > 0 && continues(c, w->r->lane->leaf, w->outer[i - 1], w->outer[i]); i--)
            n = nj_lf_mul(c, n, extent_of_dim(c, w, w->outer[i - 1]));
        n = nj_lf_trivial(c, n);
        NjTirExpr *bigger = nj_lf_trivial(c, nj_lf_mul(c, nj_lf_clone(c, core), nj_lf_clone(c, n)));
        NjTirExpr *bigger_rows =
            nj_lf_trivial(c, nj_lf_mul(c, nj_lf_clone(c, core_rows), nj_lf_clone(c, n)));
        NjTirExpr *small =
            nj_lf_compare(c, NJ_CMP_LE, nj_lf_clone(c, bigger), nj_lf_int(c, NJ_LF_BUFFER));
        NjTirExpr *fits = nj_lf_trivial(c, nj_lf_and(c, nj_lf_clone(c, open), small));
        NjTirExpr *stops = nj_lf_compare(c, NJ_CMP_NE, open, nj_lf_clone(c, fits));
        end = nj_lf_trivial(c, nj_tir_select(c->arena, stops, nj_lf_clone(c, bigger_rows), end));
        core = nj_lf_trivial(c, nj_tir_select(c->arena, nj_lf_clone(c, fits), bigger, core));
        core_rows =
            nj_lf_trivial(c, nj_tir_select(c->arena, nj_lf_clone(c, fits), bigger_rows, core_rows));
        open = fits;
    }
    NjTirExpr *times = nj_lf_binary(c, NJ_BIN_FLOORDIV, nj_lf_int(c, NJ_LF_BUFFER),
                                    nj_lf_max(c, core, nj_lf_int(c, 1)));
    NjTirExpr *some = nj_lf_mul(c, nj_lf_max(c, times, nj_lf_int(c, 1)), core_rows);
    NjTirExpr *all = nj_tir_select(c->arena, nj_lf_clone(c, open), nj_lf_clone(c, total), some);
    *rows = nj_lf_trivial(c, nj_lf_max(c, all, nj_lf_int(c, 1)));
    *limit = nj_lf_trivial(c, nj_lf_max(c, end, nj_lf_int(c, 1)));
}

static NjLfFor for_with_step(NjLoopify *c, NjTirLocal *var, NjTirExpr *start, NjTirExpr *stop,
                             NjTirExpr *step)
{
    NjLfFor f = nj_lf_for(c, var, start, stop, 1);
    f.stmt->as.for_.step = nj_lf_clone(c, step);
    return f;
}

/* Rows first .. first + count - 1 into the buffer, and their sum to the accumulator. */
static void add_buffer(NjLoopify *c, Rows *w, NjTirExpr *first, NjTirExpr *count)
{
    NjSpace s = w->space;
    NjTirLocal *row = nj_lf_temp(c, c->int_type);
    NjLfFor f = nj_lf_for(c, row, nj_lf_int(c, 0), nj_lf_clone(c, count), 1);
    place_row(c, w, &s, nj_lf_add(c, nj_lf_clone(c, first), nj_lf_use(c, row)));
    w->base = nj_lf_trivial(c, nj_lf_mul(c, nj_lf_use(c, row), nj_lf_clone(c, w->row_len)));
    NjNest nest = {w->inner, (uint8_t)w->n_inner, NJ_LANES_ALL, false, buffer_element, w};
    nj_lf_nest(c, &s, &nest);
    nj_lf_for_end(c, &f);
    NjSpace line;
    NjLeaf *leaf = nj_lf_whole(c, w->buffer);
    nj_lf_space(&line, leaf->extents, 1);
    NjRowSum sum = {nj_lf_lane_of_leaf(c, leaf), 0, row_type(c, w->r), NULL};
    NjTirExpr *n = nj_lf_mul(c, nj_lf_clone(c, count), nj_lf_clone(c, w->row_len));
    add_to(c, w->r, w->acc, nj_lf_row_sum(c, &line, &sum, nj_lf_int(c, 0), n));
}

static void buffered_sum(NjLoopify *c, Rows *w)
{
    NjTirExpr *total = nj_lf_int(c, 1), *rows, *limit;
    for (unsigned i = 0; i < w->n_outer; i++)
        total = nj_lf_mul(c, total, extent_of_dim(c, w, w->outer[i]));
    total = nj_lf_trivial(c, total);
    plan_buffer(c, w, total, &rows, &limit);
    NjExtent size =
        nj_lf_as_extent(c, nj_lf_mul(c, nj_lf_clone(c, rows), nj_lf_clone(c, w->row_len)));
    w->buffer = nj_lf_alloc(c, row_type(c, w->r)->dtype, &size, 1);
    NjTirLocal *block = nj_lf_temp(c, c->int_type), *first = nj_lf_temp(c, c->int_type);
    NjLfFor blocks = for_with_step(c, block, nj_lf_int(c, 0), total, limit);
    NjTirExpr *end = nj_lf_trivial(c, nj_lf_add(c, nj_lf_use(c, block), nj_lf_clone(c, limit)));
    NjLfFor buffers = for_with_step(c, first, nj_lf_use(c, block), nj_lf_clone(c, end), rows);
    NjTirExpr *left = nj_lf_sub(c, nj_lf_clone(c, end), nj_lf_use(c, first));
    NjTirExpr *count = nj_lf_trivial(c, nj_lf_min(c, nj_lf_clone(c, rows), left));
    add_buffer(c, w, nj_lf_use(c, first), count);
    nj_lf_for_end(c, &buffers);
    nj_lf_for_end(c, &blocks);
}

void nj_lf_sum_dims(NjLoopify *c, NjReduce *r, const NjSpace *s, const uint8_t *dims, unsigned n,
                    NjTirLocal *acc)
{
    uint8_t real[NPRT_MAX_DIMS];
    unsigned n_real = 0;
    for (unsigned i = 0; i < n; i++)
        if (!nj_lf_extent_is(s->extents[dims[i]], 1))
            real[n_real++] = dims[i];
    if (n_real == 0)
        real[n_real++] = dims[n - 1];
    if (n_real == 1) {
        add_row(c, r, s, real[0], acc);
        return;
    }
    NJ_ASSERT(c->u, r->lane->kind == NJ_LANE_LEAF);
    Rows w = {.r = r, .space = *s, .acc = acc};
    unsigned split = n_real - 1;
    while (split > 0 && continues(c, r->lane->leaf, real[split - 1], real[split]))
        split--;
    for (unsigned i = 0; i < n_real; i++) {
        if (i < split)
            w.outer[w.n_outer++] = real[i];
        else
            w.inner[w.n_inner++] = real[i];
    }
    NjTirExpr *len = nj_lf_int(c, 1);
    for (unsigned i = 0; i < w.n_inner; i++)
        len = nj_lf_mul(c, len, extent_of_dim(c, &w, w.inner[i]));
    w.row_len = nj_lf_trivial(c, len);
    buffered_sum(c, &w);
}

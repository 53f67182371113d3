/* loopify_reduce.c - reductions over all or some axes, fused with their elementwise operand.
 *
 * Order. Dimensions are walked in the order of memory (as numpy's iterator does), outermost first.
 * When the innermost one is reduced, each result has a scalar accumulator; otherwise a row of
 * results is accumulated at a time, which is what NumPy does and what vectorises. Only sums of
 * floats care: each innermost row is summed pairwise (loopify_sum.c) and the rows are added one
 * after another; a sum over several dimensions that are not one run of memory goes through a
 * buffer, as in NumPy (buffered_sum below). */
#include "compiler/analysis/loopify_reduce.h"

/* ---- tables -----------------------------------------------------------------------------------
 */

static NjTirExpr *extreme(NjLoopify *c, const NjType *type, bool largest)
{
    NprtDtype d = type->dtype;
    if (nj_dtype_is_complex(d))
        return NULL;
    if (nj_dtype_is_float(d))
        return nj_tir_float(c->arena, type, largest ? __builtin_inf() : -__builtin_inf(), c->span);
    if (d == NPRT_BOOL)
        return nj_tir_int(c->arena, type, largest, c->span);
    unsigned bits = 8 * nj_dtype_size(d);
    if (nj_dtype_is_unsigned(d))
        return nj_tir_int(c->arena, type, largest ? (int64_t)(UINT64_MAX >> (64 - bits)) : 0,
                          c->span);
    int64_t top = (int64_t)(UINT64_MAX >> (65 - bits));
    return nj_tir_int(c->arena, type, largest ? top : -top - 1, c->span);
}

static NjTirExpr *number(NjLoopify *c, const NjType *type, int value)
{
    if (nj_dtype_is_float(type->dtype))
        return nj_tir_float(c->arena, type, value, c->span);
    if (!nj_dtype_is_complex(type->dtype))
        return nj_tir_int(c->arena, type, value, c->span);
    NjTirExpr *e = nj_tir_expr(c->arena, NJ_X_CONST_COMPLEX, type, c->span);
    e->as.const_complex.re = value;
    return e;
}

NjTirExpr *nj_lf_identity(NjLoopify *c, NjTirRedop op, const NjType *type)
{
    switch (op) {
    case NJ_RED_SUM:
    case NJ_RED_ANY:
    case NJ_RED_OR:
    case NJ_RED_XOR:
        return number(c, type, 0);
    case NJ_RED_PROD:
    case NJ_RED_ALL:
        return number(c, type, 1);
    case NJ_RED_AND:
        return number(c, type, type->dtype == NPRT_BOOL ? 1 : -1);
    case NJ_RED_MIN:
        return extreme(c, type, true);
    case NJ_RED_MAX:
        return extreme(c, type, false);
    case NJ_RED_FMIN:
    case NJ_RED_FMAX:
        if (nj_dtype_is_float(type->dtype))
            return nj_tir_float(c->arena, type, __builtin_nan(""), c->span);
        return extreme(c, type, op == NJ_RED_FMIN);
    case NJ_RED_ARGMIN:
    case NJ_RED_ARGMAX:
        return NULL;
    }
    return NULL;
}

static NjTirBinop binop_of(NjTirRedop op)
{
    switch (op) {
    case NJ_RED_SUM:
        return NJ_BIN_ADD;
    case NJ_RED_PROD:
        return NJ_BIN_MUL;
    case NJ_RED_MIN:
    case NJ_RED_ARGMIN:
        return NJ_BIN_MIN;
    case NJ_RED_MAX:
    case NJ_RED_ARGMAX:
        return NJ_BIN_MAX;
    case NJ_RED_FMIN:
        return NJ_BIN_FMIN;
    case NJ_RED_FMAX:
        return NJ_BIN_FMAX;
    case NJ_RED_ANY:
    case NJ_RED_OR:
        return NJ_BIN_OR;
    case NJ_RED_ALL:
    case NJ_RED_AND:
        return NJ_BIN_AND;
    case NJ_RED_XOR:
        return NJ_BIN_XOR;
    }
    return NJ_BIN_ADD;
}

NjTirExpr *nj_lf_combine(NjLoopify *c, NjTirRedop op, const NjType *type, NjTirExpr *a,
                         NjTirExpr *b)
{
    return nj_tir_binary(c->arena, binop_of(op), NJ_ARITH_WRAP, type, a, b);
}

const char *nj_lf_redop_name(NjTirRedop op)
{
    static const char *const names[] = {
#define TIR_REDOP(E, text) [NJ_RED_##E] = text,
#include "compiler/ir/tir.def"
#undef TIR_REDOP
    };
    return names[op];
}

/* NumPy's text for a reduction of nothing, or NULL where that has a value. */
static const char *empty_text(NjTirRedop op)
{
    switch (op) {
    case NJ_RED_MIN:
        return "zero-size array to reduction operation minimum which has no identity";
    case NJ_RED_MAX:
        return "zero-size array to reduction operation maximum which has no identity";
    case NJ_RED_FMIN:
        return "zero-size array to reduction operation fmin which has no identity";
    case NJ_RED_FMAX:
        return "zero-size array to reduction operation fmax which has no identity";
    case NJ_RED_ARGMIN:
        return "attempt to get argmin of an empty sequence";
    case NJ_RED_ARGMAX:
        return "attempt to get argmax of an empty sequence";
    default:
        return NULL;
    }
}

/* ---- pieces -----------------------------------------------------------------------------------
 */

static bool is_reduced(const NjReduce *r, unsigned dim)
{
    return r->axes >> dim & 1u;
}

static void check_not_empty(NjLoopify *c, const NjReduce *r)
{
    const char *text = empty_text(r->op);
    if (!text || r->initial)
        return;
    NjTirExpr *reduced = nj_lf_int(c, 1), *kept = nj_lf_int(c, 1);
    for (unsigned k = 0; k < r->lane->ndim; k++) {
        NjTirExpr *n = nj_lf_extent(c, r->lane->extents[k]);
        if (is_reduced(r, k))
            reduced = nj_lf_mul(c, reduced, n);
        else
            kept = nj_lf_mul(c, kept, n);
    }
    NjTirExpr *some = nj_lf_compare(c, NJ_CMP_NE, reduced, nj_lf_int(c, 0));
    NjTirExpr *nothing_wanted = nj_lf_compare(c, NJ_CMP_EQ, kept, nj_lf_int(c, 0));
    nj_lf_check(c, nj_lf_or(c, some, nothing_wanted), NPRT_EXC_VALUE_ERROR, text, NULL, 0);
}

NjTirExpr *nj_lf_reduce_element(NjLoopify *c, const NjReduce *r, NjSpace *s)
{
    return nj_tir_cast(c->arena, r->acc, nj_lf_value(c, s, r->lane));
}

/* What an accumulator starts with: `s` has the indices of the result, zero elsewhere. */
static NjTirExpr *first_value(NjLoopify *c, const NjReduce *r, NjSpace *s)
{
    if (r->initial)
        return nj_lf_clone(c, r->initial);
    NjTirExpr *identity = nj_lf_identity(c, r->op, r->acc);
    return identity ? identity : nj_lf_reduce_element(c, r, s);
}

typedef struct Accumulate {
    const NjReduce *r;
    NjTirLocal *acc;
} Accumulate;

static void accumulate_body(NjLoopify *c, NjSpace *s, void *data)
{
    const Accumulate *a = data;
    NjTirExpr *x = nj_lf_reduce_element(c, a->r, s);
    nj_lf_set(c, a->acc, nj_lf_combine(c, a->r->op, a->r->acc, nj_lf_use(c, a->acc), x));
}

void nj_lf_accumulate(NjLoopify *c, const NjReduce *r, const NjSpace *s, const uint8_t *dims,
                      unsigned n, NjTirLocal *acc)
{
    NjReduce wide = *r;
    Accumulate a = {&wide, acc};
    if (r->op == NJ_RED_PROD && r->acc->dtype == NPRT_F16) { /* as NumPy: rounded at the end */
        wide.acc = nj_lf_scalar(c, NPRT_F32);
        a.acc = nj_lf_let(c, nj_tir_cast(c->arena, wide.acc, nj_lf_use(c, acc)));
    }
    NjNest nest = {dims, (uint8_t)n, NJ_LANES_NONE, false, accumulate_body, &a};
    NjSpace inner = *s;
    nj_lf_nest(c, &inner, &nest);
    if (a.acc != acc)
        nj_lf_set(c, acc, nj_tir_cast(c->arena, r->acc, nj_lf_use(c, a.acc)));
}

bool nj_lf_flatten_all(NjLoopify *c, NjReduce *r)
{
    NjSpace s;
    nj_lf_space(&s, r->lane->extents, r->lane->ndim);
    if (r->lane->ndim == 0 || !nj_lf_is_flat(r->lane, &s))
        return false;
    if (r->lane->ndim == 1)
        return true;
    NjExtent line = nj_lf_as_extent(c, nj_lf_size(c, r->lane->extents, r->lane->ndim));
    r->lane = nj_lf_flatten(c, r->lane, line);
    r->axes = 1;
    r->order[0] = 0;
    r->n_order = 1;
    return true;
}

/* A plain array in any order of memory as one whose memory runs along the last dimension. */
static void reorder_leaf(NjLoopify *c, NjReduce *r)
{
    if (r->lane->kind != NJ_LANE_LEAF)
        return;
    uint8_t order[NPRT_MAX_DIMS];
    nj_lf_memory_order(r->lane->leaf, order);
    r->lane = nj_lf_lane_of_leaf(c, nj_lf_permute_leaf(c, r->lane->leaf, order));
}

/* ---- all elements -----------------------------------------------------------------------------
 */

static bool is_pairwise(const NjLoopify *c, const NjReduce *r)
{
    bool is_inexact = nj_dtype_is_float(r->acc->dtype) || nj_dtype_is_complex(r->acc->dtype);
    return r->op == NJ_RED_SUM && is_inexact && !c->fn->fastmath;
}

void nj_lf_settle_operand(NjLoopify *c, NjReduce *r, bool is_unequal)
{
    NjTirLocal *array = nj_lf_materialise(c, r->lane, is_unequal);
    r->lane = nj_lf_lane_of_leaf(c, nj_lf_whole(c, array));
    r->lane->leaf->is_fresh = true;
}

bool nj_lf_is_plain_row(const NjLoopify *c, const NjReduce *r)
{
    return r->lane->kind == NJ_LANE_LEAF && r->lane->ndim == 1 && r->lane->leaf->is_whole &&
           !c->fn->fastmath;
}

/* fn (start, row): one for all plain rows of a type, as each place would cost its own vectorised
 * loop. */
static NjTirFn *row_fn(NjLoopify *c, const NjReduce *r)
{
    const NjType *array = r->lane->leaf->base->type;
    NjLfShared *shared = nj_lf_shared(c, r->op, array, r->acc);
    if (shared->fn)
        return shared->fn;
    const char *name = nj_arena_printf(c->arena, "reduce.%s.%s.%s%c", nj_lf_redop_name(r->op),
                                       nj_dtype_name(array->dtype), nj_dtype_name(r->acc->dtype),
                                       "CFA"[array->layout]);
    NjOutline o = nj_lf_outline_begin(c, name, r->acc);
    NjTirLocal *start = nj_lf_param(c, o.fn, "start", r->acc),
               *row = nj_lf_param(c, o.fn, "row", array);
    NjReduce inner = *r;
    inner.lane = nj_lf_lane_of_leaf(c, nj_lf_whole(c, row));
    NjTirLocal *acc = nj_lf_let(c, nj_lf_use(c, start));
    NjSpace s;
    uint8_t dims[1] = {0};
    nj_lf_space(&s, inner.lane->extents, 1);
    nj_lf_accumulate(c, &inner, &s, dims, 1, acc);
    nj_lf_return(c, nj_lf_use(c, acc));
    nj_lf_outline_end(c, &o);
    shared->fn = o.fn;
    return shared->fn;
}

static void reduce_row(NjLoopify *c, const NjReduce *r, NjTirLocal *acc)
{
    NjTirExpr *call = nj_lf_call(c, row_fn(c, r), 2);
    call->as.call.args[0] = nj_lf_use(c, acc);
    call->as.call.args[1] = nj_lf_use(c, r->lane->leaf->base);
    nj_lf_set(c, acc, call);
}

static void reduce_all(NjLoopify *c, NjReduce *r, NjTirLocal *acc)
{
    reorder_leaf(c, r);
    bool is_flat = nj_lf_flatten_all(c, r);
    if (is_pairwise(c, r) && !is_flat && r->lane->ndim > 0 && r->lane->kind != NJ_LANE_LEAF) {
        nj_lf_settle_operand(c, r, false);
        is_flat = nj_lf_flatten_all(c, r);
    }
    NjSpace s;
    nj_lf_space(&s, r->lane->extents, r->lane->ndim);
    nj_lf_set(c, acc, first_value(c, r, &s));
    uint8_t dims[NPRT_MAX_DIMS];
    for (unsigned k = 0; k < s.ndim; k++)
        dims[k] = (uint8_t)k;
    if (is_pairwise(c, r) && s.ndim > 0)
        nj_lf_sum_dims(c, r, &s, dims, s.ndim, acc);
    else if (nj_lf_is_plain_row(c, r))
        reduce_row(c, r, acc);
    else
        nj_lf_accumulate(c, r, &s, dims, s.ndim, acc);
}

/* ---- some axes --------------------------------------------------------------------------------
 */

typedef struct AxisReduce {
    NjReduce *r;
    NjTirLocal *result;
    uint8_t kept[NPRT_MAX_DIMS], outer[NPRT_MAX_DIMS],
        inner[NPRT_MAX_DIMS]; /* dimensions, in order */
    uint8_t n_kept, n_outer, n_inner;
    NjTirLocal *acc;
} AxisReduce;

NjTirSub *nj_lf_result_subs(NjLoopify *c, const NjReduce *r, const NjSpace *s)
{
    NjTirSub *subs = NJ_NEW_ARRAY(c->arena, NjTirSub, s->ndim);
    unsigned n = 0;
    for (unsigned i = 0; i < s->ndim; i++) {
        unsigned k = r->is_reversed ? s->ndim - 1 - i : i;
        if (!is_reduced(r, k))
            subs[n++].index = nj_lf_index(c, s, k, s->extents[k]);
        else if (r->keepdims)
            subs[n++].index = nj_lf_int(c, 0);
    }
    return subs;
}

void nj_lf_store_result(NjLoopify *c, const NjReduce *r, const NjSpace *s, NjTirLocal *result,
                        NjTirExpr *value)
{
    NjTirStmt *store = nj_tir_stmt(c->arena, NJ_S_STORE, c->span);
    store->as.store.base = nj_lf_use(c, result);
    store->as.store.subs = nj_lf_result_subs(c, r, s);
    store->as.store.n = result->type->ndim;
    store->as.store.value = value;
    nj_tir_push(c->arena, c->out, store);
}

static NjTirExpr *load_result(NjLoopify *c, const NjReduce *r, const NjSpace *s, NjTirLocal *result)
{
    NjTirExpr *e = nj_tir_expr(c->arena, NJ_X_LOAD, r->acc, c->span);
    e->as.load.base = nj_lf_use(c, result);
    e->as.load.subs = nj_lf_result_subs(c, r, s);
    e->as.load.n = result->type->ndim;
    return e;
}

NjTirLocal *nj_lf_new_result(NjLoopify *c, const NjReduce *r, const NjType *type)
{
    NjExtent extents[NPRT_MAX_DIMS];
    unsigned n = 0, ndim = r->lane->ndim;
    for (unsigned i = 0; i < ndim; i++) {
        unsigned k = r->is_reversed ? ndim - 1 - i : i;
        if (!is_reduced(r, k))
            extents[n++] = r->lane->extents[k];
        else if (r->keepdims)
            extents[n++] = nj_lf_const_extent(1);
    }
    return nj_lf_alloc(c, type->dtype, extents, n);
}

static void sum_trailing(NjLoopify *c, NjSpace *s, void *data)
{
    AxisReduce *a = data;
    NjSpace fixed = *s;
    fixed.hoist = NULL;
    nj_lf_sum_dims(c, a->r, &fixed, a->inner, a->n_inner, a->acc);
}

/* One result: a scalar accumulator over all reduced dimensions. */
static void reduce_one(NjLoopify *c, NjSpace *s, void *data)
{
    AxisReduce *a = data;
    NjSpace fixed = *s;
    fixed.hoist = NULL;
    a->acc = nj_lf_let(c, first_value(c, a->r, &fixed));
    if (is_pairwise(c, a->r)) {
        NjNest nest = {a->outer, a->n_outer, NJ_LANES_NONE, false, sum_trailing, a};
        nj_lf_nest(c, &fixed, &nest);
    } else {
        uint8_t dims[NPRT_MAX_DIMS];
        unsigned n = 0;
        for (unsigned i = 0; i < a->n_outer; i++)
            dims[n++] = a->outer[i];
        for (unsigned i = 0; i < a->n_inner; i++)
            dims[n++] = a->inner[i];
        nj_lf_accumulate(c, a->r, &fixed, dims, n, a->acc);
    }
    nj_lf_store_result(c, a->r, s, a->result, nj_lf_use(c, a->acc));
}

static void start_result(NjLoopify *c, NjSpace *s, void *data)
{
    AxisReduce *a = data;
    nj_lf_store_result(c, a->r, s, a->result, first_value(c, a->r, s));
}

static void update_result(NjLoopify *c, NjSpace *s, void *data)
{
    AxisReduce *a = data;
    NjTirExpr *old = load_result(c, a->r, s, a->result), *x = nj_lf_reduce_element(c, a->r, s);
    nj_lf_store_result(c, a->r, s, a->result, nj_lf_combine(c, a->r->op, a->r->acc, old, x));
}

/* Walks the operand in order and adds to rows of results. */
static void reduce_rows(NjLoopify *c, AxisReduce *a, const NjSpace *s)
{
    NjSpace start = *s, update = *s;
    NjNest first = {a->kept, a->n_kept, NJ_LANES_ALL, false, start_result, a};
    nj_lf_nest(c, &start, &first);
    NjNest rest = {a->r->order, a->r->n_order, NJ_LANES_INNER, false, update_result, a};
    nj_lf_nest(c, &update, &rest);
}

/* Splits the dimensions at `trailing`: those behind it are reduced by one accumulator at a time. */
static void split_dims(AxisReduce *a, unsigned trailing)
{
    const NjReduce *r = a->r;
    a->n_kept = a->n_outer = a->n_inner = 0;
    for (unsigned i = 0; i < r->n_order; i++) {
        uint8_t dim = r->order[i];
        if (!is_reduced(r, dim))
            a->kept[a->n_kept++] = dim;
        else if (i < trailing)
            a->outer[a->n_outer++] = dim;
        else
            a->inner[a->n_inner++] = dim;
    }
}

static void reduce_each(NjLoopify *c, AxisReduce *a, const NjSpace *s)
{
    NjSpace each = *s;
    NjNest nest = {a->kept, a->n_kept, NJ_LANES_NONE, false, reduce_one, a};
    if (is_pairwise(c, a->r))
        nj_lf_prepare_sum(c, a->r);
    nj_lf_nest(c, &each, &nest);
}

/* A sum over the last dimension but those of extent 1: a row for NumPy, known at run time only. */
static void sum_rows(NjLoopify *c, AxisReduce *a, const NjSpace *s)
{
    const NjReduce *r = a->r;
    unsigned last = r->n_order;
    NjTirExpr *ones = NULL;
    for (; last > 0 && !is_reduced(r, r->order[last - 1]); last--) {
        NjTirExpr *extent = nj_lf_extent(c, s->extents[r->order[last - 1]]);
        ones = nj_lf_and(c, ones, nj_lf_compare(c, NJ_CMP_EQ, extent, nj_lf_int(c, 1)));
    }
    unsigned first = last - 1;
    while (r->lane->kind == NJ_LANE_LEAF && first > 0 && is_reduced(r, r->order[first - 1]))
        first--;
    NjLfIf row = nj_lf_if(c, ones);
    split_dims(a, first);
    reduce_each(c, a, s);
    nj_lf_else(c, &row);
    split_dims(a, r->n_order);
    reduce_rows(c, a, s);
    nj_lf_end(c, &row);
}

void nj_lf_reduce_axes(NjLoopify *c, NjReduce *r)
{
    AxisReduce a = {.r = r, .result = r->result};
    unsigned trailing = r->n_order;
    while (trailing > 0 && is_reduced(r, r->order[trailing - 1]))
        trailing--;
    split_dims(&a, trailing);
    if (is_pairwise(c, r) && a.n_inner > 1 && r->lane->kind != NJ_LANE_LEAF)
        nj_lf_settle_operand(c, r, false);
    NjSpace s;
    nj_lf_space(&s, r->lane->extents, r->lane->ndim);
    if (a.n_inner > 0)
        reduce_each(c, &a, &s);
    else if (is_pairwise(c, r) && a.n_outer > 0)
        sum_rows(c, &a, &s);
    else
        reduce_rows(c, &a, &s);
}

/* ---- entry ------------------------------------------------------------------------------------
 */

/* Elements that `where` leaves out become the identity. */
static NjLane *masked(NjLoopify *c, NjReduce *r, NjTirExpr *where)
{
    NjLane *mask = nj_lf_lane(c, where);
    NjTirExpr *identity = nj_lf_identity(c, r->op, r->acc);
    if (!identity)
        return r->lane;
    NjLane *kids[3] = {mask, nj_lf_lane_cast(c, r->lane, r->acc), nj_lf_lane_scalar(c, identity)};
    NjTirExpr *select = nj_tir_expr(c->arena, NJ_X_SELECT, r->acc, c->span);
    return nj_lf_lane_op(c, select, r->acc, kids, 3);
}

/* Loops run along the memory of a plain array; other operands are walked as their result would lie.
 */
static void choose_order(NjReduce *r)
{
    uint8_t all[NPRT_MAX_DIMS];
    for (unsigned k = 0; k < r->lane->ndim; k++)
        all[k] = (uint8_t)k;
    if (r->lane->kind == NJ_LANE_LEAF)
        nj_lf_memory_order(r->lane->leaf, all);
    r->n_order = 0;
    for (unsigned k = 0; k < r->lane->ndim; k++)
        if (!nj_lf_extent_is(r->lane->extents[all[k]], 1))
            r->order[r->n_order++] = all[k];
}

static NjTirExpr *with_ones(NjLoopify *c, const NjReduce *r, NjTirLocal *value)
{
    NjTirLocal *array = nj_lf_new_result(c, r, value->type);
    NjSpace s;
    nj_lf_space(&s, r->lane->extents, r->lane->ndim);
    nj_lf_store_result(c, r, &s, array, nj_lf_use(c, value));
    return nj_lf_use(c, array);
}

static uint32_t all_axes(const NjReduce *r)
{
    return r->lane->ndim < 32 ? (1u << r->lane->ndim) - 1u : UINT32_MAX;
}

static bool is_arg(const NjReduce *r)
{
    return r->op == NJ_RED_ARGMIN || r->op == NJ_RED_ARGMAX;
}

/* The reduction of an operand in which nothing broadcasts. All axes: to `value`, else to r->result.
 */
static void reduce(NjLoopify *c, const NjReduce *r, NjTirLocal *value)
{
    NjReduce work = *r;
    choose_order(&work);
    if (value && is_arg(r)) {
        nj_lf_set(c, value, nj_lf_use(c, nj_lf_arg_all(c, &work)));
    } else if (value) {
        reduce_all(c, &work, value);
    } else if (is_arg(r)) {
        nj_lf_arg_axis(c, &work);
    } else {
        nj_lf_reduce_axes(c, &work);
    }
}

/* Fused with its operand when all shapes are equal; else the operand is evaluated first. */
static void reduce_versions(NjLoopify *c, NjReduce *r, NjTirLocal *value)
{
    NjSpace s;
    nj_lf_space(&s, r->lane->extents, r->lane->ndim);
    NjTirExpr *equal = nj_lf_all_equal(c, &s, r->lane);
    if (!equal) {
        reduce(c, r, value);
        return;
    }
    NjLfIf i = nj_lf_if(c, equal);
    reduce(c, r, value);
    nj_lf_else(c, &i);
    NjReduce settled = *r;
    nj_lf_settle_operand(c, &settled, true);
    reduce(c, &settled, value);
    nj_lf_end(c, &i);
}

/* An expression of Fortran arrays gives one, for NumPy: it is walked (and evaluated) the other way
 * round. */
static void reverse_operand(NjLoopify *c, NjReduce *r)
{
    unsigned ndim = r->lane->ndim;
    if (r->lane->kind == NJ_LANE_LEAF || !nj_lf_is_reversible(r->lane, ndim))
        return;
    uint32_t axes = 0;
    for (unsigned k = 0; k < ndim; k++)
        if (is_reduced(r, k))
            axes |= 1u << (ndim - 1 - k);
    r->axes = axes;
    r->lane = nj_lf_reverse(c, r->lane);
    r->is_reversed = true;
}

NjTirExpr *nj_lf_reduce(NjLoopify *c, NjTirExpr *e)
{
    NjReduce r = {
        .op = e->as.reduce.op, .axes = e->as.reduce.axes, .keepdims = e->as.reduce.keepdims};
    r.acc = nj_lf_scalar(c, e->type->dtype);
    r.lane = nj_lf_lane(c, e->as.reduce.a);
    c->span = e->span;
    r.is_buffered = r.lane->elem->dtype != r.acc->dtype;
    if (e->as.reduce.initial)
        r.initial =
            nj_lf_trivial(c, nj_tir_cast(c->arena, r.acc, nj_lf_rewrite(c, e->as.reduce.initial)));
    if (e->as.reduce.where)
        r.lane = masked(c, &r, e->as.reduce.where);
    check_not_empty(c, &r);
    if (!is_arg(&r))
        reverse_operand(c, &r);
    if ((r.axes & all_axes(&r)) != all_axes(&r)) {
        r.result = nj_lf_new_result(c, &r, r.acc);
        reduce_versions(c, &r, NULL);
        return nj_lf_use(c, r.result);
    }
    NjTirLocal *value = nj_lf_temp(c, r.acc);
    r.axes = all_axes(&r);
    reduce_versions(c, &r, value);
    return r.keepdims && r.lane->ndim ? with_ones(c, &r, value) : nj_lf_use(c, value);
}

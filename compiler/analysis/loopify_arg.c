/* loopify_arg.c - argmin and argmax: the first position of the smallest or largest element.
 *
 * Two steps: the extreme value itself (a plain reduction, which vectorises; nan wins), then a
 * search for the first element that equals it. That beats a scan that carries value and position.
 * Expressions that cost more than a load are evaluated into an array first. */
#include "compiler/analysis/loopify_reduce.h"

static bool is_inexact(const NjType *t)
{
    return nj_dtype_is_float(t->dtype) || nj_dtype_is_complex(t->dtype);
}

/* Is the element at the index the extreme? Where that is nan, so is every candidate. */
static NjTirExpr *is_hit(NjLoopify *c, const NjReduce *r, NjSpace *s, NjTirExpr *best)
{
    NjTirExpr *x = nj_lf_trivial(c, nj_lf_value(c, s, r->lane));
    NjTirExpr *equal = nj_lf_compare(c, NJ_CMP_EQ, nj_lf_clone(c, x), best);
    if (!is_inexact(r->lane->elem))
        return equal;
    return nj_lf_or(c, equal, nj_lf_compare(c, NJ_CMP_NE, nj_lf_clone(c, x), nj_lf_clone(c, x)));
}

static void emit_break(NjLoopify *c)
{
    nj_tir_push(c->arena, c->out, nj_tir_stmt(c->arena, NJ_S_BREAK, c->span));
}

/* The reduction that finds the extreme value. */
static NjReduce extreme_of(const NjReduce *r)
{
    NjReduce value = *r;
    value.op = r->op == NJ_RED_ARGMIN ? NJ_RED_MIN : NJ_RED_MAX;
    value.acc = r->lane->elem;
    return value;
}

/* The first position along `dim`, from `start` on, of the extreme value. */
static NjTirLocal *first_hit(NjLoopify *c, const NjReduce *r, NjSpace *s, unsigned dim,
                             NjTirLocal *best, NjTirExpr *start)
{
    NjTirLocal *at = nj_lf_let(c, nj_tir_int(c->arena, r->acc, 0, c->span));
    NjTirLocal *i = nj_lf_temp(c, c->int_type);
    NjLfFor f = nj_lf_for(c, i, start, nj_lf_extent(c, s->extents[dim]), 1);
    s->index[dim] = nj_lf_use(c, i);
    NjLfIf hit = nj_lf_if(c, is_hit(c, r, s, nj_lf_use(c, best)));
    nj_lf_set(c, at, nj_tir_cast(c->arena, r->acc, nj_lf_use(c, i)));
    emit_break(c);
    nj_lf_end(c, &hit);
    nj_lf_for_end(c, &f);
    return at;
}

/* The position along `dim` at the space's other indices. */
static NjTirLocal *search(NjLoopify *c, const NjReduce *r, NjSpace *s, unsigned dim)
{
    NjReduce value = extreme_of(r);
    uint8_t dims[1] = {(uint8_t)dim};
    s->index[dim] = NULL;
    NjTirExpr *identity = nj_lf_identity(c, value.op, value.acc);
    NjTirLocal *best = nj_lf_let(c, identity ? identity : nj_lf_value(c, s, r->lane));
    nj_lf_accumulate(c, &value, s, dims, 1, best);
    return first_hit(c, r, s, dim, best, nj_lf_int(c, 0));
}

/* The position in a long row: the extreme of one block after another, then the search in the first
 * block that has it. Reads memory once. */
static NjTirLocal *search_blocks(NjLoopify *c, const NjReduce *r, NjSpace *s)
{
    enum { BLOCK = 1024 };
    NjReduce value = extreme_of(r);
    NjTirExpr *n = nj_lf_extent(c, s->extents[0]);
    NjTirLocal *best = nj_lf_let(c, nj_lf_identity(c, value.op, value.acc));
    NjTirLocal *place = nj_lf_let(c, nj_lf_int(c, 0));
    NjTirLocal *block = nj_lf_temp(c, c->int_type), *i = nj_lf_temp(c, c->int_type);
    NjLfFor blocks = nj_lf_for(c, block, nj_lf_int(c, 0), n, BLOCK);
    NjTirExpr *end = nj_lf_add(c, nj_lf_use(c, block), nj_lf_int(c, BLOCK));
    NjTirLocal *stop = nj_lf_let(c, nj_lf_min(c, end, nj_lf_clone(c, n)));
    NjTirLocal *here = nj_lf_let(c, nj_lf_identity(c, value.op, value.acc));
    NjLfFor elements = nj_lf_for(c, i, nj_lf_use(c, block), nj_lf_use(c, stop), 1);
    s->index[0] = nj_lf_use(c, i);
    NjTirExpr *x = nj_lf_reduce_element(c, &value, s);
    nj_lf_set(c, here, nj_lf_combine(c, value.op, value.acc, nj_lf_use(c, here), x));
    nj_lf_for_end(c, &elements);
    NjTirCmpop better = r->op == NJ_RED_ARGMIN ? NJ_CMP_LT : NJ_CMP_GT;
    NjTirExpr *wins = nj_lf_compare(c, better, nj_lf_use(c, here), nj_lf_use(c, best));
    NjTirExpr *is_nan = NULL;
    if (is_inexact(value.acc))
        is_nan = nj_lf_compare(c, NJ_CMP_NE, nj_lf_use(c, here), nj_lf_use(c, here));
    NjLfIf found = nj_lf_if(c, nj_lf_or(c, wins, is_nan));
    nj_lf_set(c, best, nj_lf_use(c, here));
    nj_lf_set(c, place, nj_lf_use(c, block));
    if (is_nan) {
        NjLfIf nan = nj_lf_if(c, nj_lf_clone(c, is_nan));
        emit_break(c);
        nj_lf_end(c, &nan);
    }
    nj_lf_end(c, &found);
    nj_lf_for_end(c, &blocks);
    return first_hit(c, r, s, 0, best, nj_lf_use(c, place));
}

static NjTirLocal *search_row(NjLoopify *c, const NjReduce *r)
{
    NjSpace s;
    nj_lf_space(&s, r->lane->extents, 1);
    bool has_identity = !nj_dtype_is_complex(r->lane->elem->dtype);
    return has_identity ? search_blocks(c, r, &s) : search(c, r, &s, 0);
}

/* fn (row), shared by all plain rows of a type. */
static NjTirFn *row_fn(NjLoopify *c, const NjReduce *r)
{
    const NjType *array = r->lane->leaf->base->type;
    NjLfShared *shared = nj_lf_shared(c, r->op, array, r->acc);
    if (shared->fn)
        return shared->fn;
    const char *name = nj_arena_printf(c->arena, "%s.%s%c", nj_lf_redop_name(r->op),
                                       nj_dtype_name(array->dtype), "CFA"[array->layout]);
    NjOutline o = nj_lf_outline_begin(c, name, r->acc);
    NjReduce inner = *r;
    inner.lane = nj_lf_lane_of_leaf(c, nj_lf_whole(c, nj_lf_param(c, o.fn, "row", array)));
    nj_lf_return(c, nj_lf_use(c, search_row(c, &inner)));
    nj_lf_outline_end(c, &o);
    shared->fn = o.fn;
    return shared->fn;
}

NjTirLocal *nj_lf_arg_all(NjLoopify *c, NjReduce *r)
{
    if (nj_lf_needs_scratch(r->lane))
        nj_lf_settle_operand(c, r, false);
    if (r->lane->ndim != 1 && !nj_lf_flatten_all(c, r)) {
        if (r->lane->ndim == 0)
            return nj_lf_let(c, nj_tir_int(c->arena, r->acc, 0, c->span));
        nj_lf_settle_operand(c, r, false);
        nj_lf_flatten_all(c, r);
    }
    if (!nj_lf_is_plain_row(c, r))
        return search_row(c, r);
    NjTirExpr *call = nj_lf_call(c, row_fn(c, r), 1);
    call->as.call.args[0] = nj_lf_use(c, r->lane->leaf->base);
    return nj_lf_let(c, call);
}

/* ---- along an axis ----------------------------------------------------------------------------
 */

typedef struct ArgAxis {
    const NjReduce *r;
    NjTirLocal *result, *best;
    uint8_t axis;
} ArgAxis;

static void search_one(NjLoopify *c, NjSpace *s, void *data)
{
    const ArgAxis *a = data;
    NjSpace fixed = *s;
    fixed.hoist = NULL;
    NjTirLocal *at = search(c, a->r, &fixed, a->axis);
    nj_lf_store_result(c, a->r, s, a->result, nj_lf_use(c, at));
}

static NjTirExpr *result_at(NjLoopify *c, const NjReduce *r, const NjSpace *s, NjTirLocal *array)
{
    NjTirExpr *e = nj_tir_expr(c->arena, NJ_X_LOAD, nj_lf_scalar(c, array->type->dtype), c->span);
    e->as.load.base = nj_lf_use(c, array);
    e->as.load.n = array->type->ndim;
    e->as.load.subs = nj_lf_result_subs(c, r, s);
    return e;
}

static void start_position(NjLoopify *c, NjSpace *s, void *data)
{
    const ArgAxis *a = data;
    nj_lf_store_result(c, a->r, s, a->result, nj_tir_int(c->arena, a->r->acc, -1, c->span));
}

/* result = index where nothing was found yet and the element is the extreme of its column */
static void update_position(NjLoopify *c, NjSpace *s, void *data)
{
    const ArgAxis *a = data;
    NjTirExpr *old = nj_lf_trivial(c, result_at(c, a->r, s, a->result));
    NjTirExpr *hit = is_hit(c, a->r, s, result_at(c, a->r, s, a->best));
    NjTirExpr *open = nj_lf_compare(c, NJ_CMP_LT, nj_lf_clone(c, old),
                                    nj_tir_int(c->arena, a->r->acc, 0, c->span));
    NjTirExpr *here =
        nj_tir_cast(c->arena, a->r->acc, nj_lf_index(c, s, a->axis, s->extents[a->axis]));
    nj_lf_store_result(c, a->r, s, a->result,
                       nj_tir_select(c->arena, nj_lf_and(c, open, hit), here, nj_lf_clone(c, old)));
}

void nj_lf_arg_axis(NjLoopify *c, NjReduce *r)
{
    if (nj_lf_needs_scratch(r->lane))
        nj_lf_settle_operand(c, r, false);
    ArgAxis a = {.r = r, .result = r->result};
    uint8_t kept[NPRT_MAX_DIMS];
    unsigned n_kept = 0;
    for (unsigned k = 0; k < r->lane->ndim; k++)
        if (r->axes >> k & 1u)
            a.axis = (uint8_t)k;
    for (unsigned i = 0; i < r->n_order; i++)
        if (r->order[i] != a.axis)
            kept[n_kept++] = r->order[i];
    NjSpace s;
    nj_lf_space(&s, r->lane->extents, r->lane->ndim);
    bool is_inner = r->n_order == 0 || r->order[r->n_order - 1] == a.axis;
    if (is_inner || nj_lf_extent_is(s.extents[a.axis], 1)) {
        NjNest nest = {kept, (uint8_t)n_kept, NJ_LANES_NONE, false, search_one, &a};
        nj_lf_nest(c, &s, &nest);
        return;
    }
    NjReduce value = extreme_of(r);
    value.result = a.best = nj_lf_new_result(c, r, value.acc);
    nj_lf_reduce_axes(c, &value);
    NjSpace start = s;
    NjNest first = {kept, (uint8_t)n_kept, NJ_LANES_ALL, false, start_position, &a};
    nj_lf_nest(c, &start, &first);
    NjNest rest = {r->order, r->n_order, NJ_LANES_INNER, false, update_position, &a};
    nj_lf_nest(c, &s, &rest);
}

/* std_iter.c - the module itertools.
 *
 * Iterators with positions (cycle, repeat, islice, zip_longest) are lazy values that iter.c
 * indexes. Those that count through arrangements (product, combinations, permutations) are loops
 * over a list of indices, which the runtime advances. The others are generators of the prelude. */
#include "compiler/funcs/iterables.h"
#include "compiler/funcs/std_internal.h"

#include "runtime/stdlib_itertools.h"

/* An iterable that has positions: itself, or a list of its items. */
static NjVal indexable(NjWalk *w, NjVal v, NjSpan span)
{
    NjSeq seq;
    v = nj_unwrap(w, v, span);
    if (nj_is_error(v))
        return v;
    if (v.type->kind == NJ_T_ITER)
        v = nj_spill(w, v);
    return nj_seq_of(w, v, span, &seq) ? v : nj_list_of(w, v, span);
}

/* ---- iterators with positions ---- */

NJ_HANDLER(iter_count)
{
    NjVal parts[2] = {nj_unwrap(w, c->args[0], c->span), nj_unwrap(w, c->args[1], c->span)};
    return nj_val_iter(w, NJ_ITER_COUNT, parts, 2, c->span);
}

NJ_HANDLER(iter_cycle)
{
    NjVal pool = indexable(w, c->args[0], c->span);
    return nj_val_iter(w, NJ_ITER_CYCLE, &pool, 1, c->span);
}

NJ_HANDLER(iter_repeat)
{
    NjVal parts[2] = {c->args[0], c->args[1]};
    uint32_t n = nj_is_given(parts[1]) ? 2 : 1;
    if (n == 2)
        parts[1] = nj_to_index(w, parts[1], c->span);
    return nj_val_iter(w, NJ_ITER_REPEAT, parts, n, c->span);
}

NJ_HANDLER(iter_chain)
{
    NjVal *parts = NJ_NEW_ARRAY(w->arena, NjVal, c->n_rest + 1);
    for (uint32_t i = 0; i < c->n_rest; i++)
        parts[i] = nj_unwrap(w, c->rest[i], c->span);
    return nj_val_iter(w, NJ_ITER_CHAIN, parts, c->n_rest, c->span);
}

/* islice(iterable, stop) or islice(iterable, start, stop[, step]) */
NJ_HANDLER(iter_islice)
{
    NjSpan span = c->span;
    if (c->n_rest < 1 || c->n_rest > 3)
        return nj_raises(w, span, NPRT_EXC_TYPE_ERROR, "islice expected 2 to 4 arguments, got %u",
                         c->n_rest + 1);
    NjVal none = nj_val_none(w, span);
    NjVal start = c->n_rest > 1 ? c->rest[0] : none, stop = c->n_rest > 1 ? c->rest[1] : c->rest[0];
    NjVal parts[4] = {nj_unwrap(w, c->args[0], span), nj_spill(w, nj_int_or(w, start, 0, span)),
                      nj_spill(w, nj_int_or(w, stop, INT64_MAX, span)),
                      nj_spill(w, nj_int_or(w, c->n_rest > 2 ? c->rest[2] : none, 1, span))};
    for (uint32_t i = 0; i < 4; i++)
        if (nj_is_error(parts[i]))
            return parts[i];
    for (uint32_t i = 1; i < 4; i++) {
        NjTirExpr *least = nj_tir_int(w->arena, nj_std_int(w), i == 3, span);
        nj_check(w, nj_tir_compare(w->arena, NJ_CMP_GE, nj_std_bool(w), parts[i].expr, least),
                 NPRT_EXC_VALUE_ERROR, span,
                 i == 3 ? "Step for islice() must be a positive integer or None."
                        : "Indices for islice() must be None or an integer: 0 <= x <= sys.maxsize.",
                 0, NULL);
    }
    NjSeq seq;
    if (parts[0].type->kind == NJ_T_ITER)
        parts[0] = nj_spill(w, parts[0]);
    if (parts[0].type->kind == NJ_T_ITER || nj_seq_of(w, parts[0], span, &seq))
        return nj_val_iter(w, NJ_ITER_ISLICE, parts, 4, span);
    return nj_call_prelude(w, "std_iter", "islice", parts, 4, span);
}

NJ_HANDLER(iter_takewhile)
{
    NjVal parts[2] = {c->args[0], nj_unwrap(w, c->args[1], c->span)};
    if (parts[1].type->kind == NJ_T_ITER)
        return nj_val_iter(w, NJ_ITER_TAKEWHILE, parts, 2, c->span);
    return nj_call_prelude(w, "std_iter", "takewhile", parts, 2, c->span);
}

NJ_HANDLER(iter_zip_longest)
{
    NjVal *parts = NJ_NEW_ARRAY(w->arena, NjVal, c->n_rest + 2);
    parts[0] = c->args[0];
    for (uint32_t i = 0; i < c->n_rest; i++)
        parts[i + 1] = indexable(w, c->rest[i], c->span);
    return nj_val_iter(w, NJ_ITER_ZIP_LONGEST, parts, c->n_rest + 1, c->span);
}

static NjTirExpr *int_op(NjWalk *w, NjTirBinop op, NjTirExpr *a, NjTirExpr *b)
{
    return nj_tir_binary(w->arena, op, NJ_ARITH_WRAP, nj_std_int(w), a, b);
}

static NjTirExpr *int_const(NjWalk *w, int64_t value, NjSpan span)
{
    return nj_tir_int(w->arena, nj_std_int(w), value, span);
}

static NjVal int_val(NjWalk *w, NjTirExpr *e)
{
    return nj_spill(w, nj_val(nj_std_int(w), e));
}

bool nj_iter_seq_more(NjWalk *w, const NjIter *it, NjSpan span, NjSeq *out)
{
    if (it->kind < NJ_ITER_CYCLE || it->kind > NJ_ITER_ZIP_LONGEST)
        return false;
    uint32_t from = it->kind == NJ_ITER_ZIP_LONGEST;
    out->n = it->kind == NJ_ITER_ZIP_LONGEST ? it->n - 1 : it->kind == NJ_ITER_REPEAT ? 0 : 1;
    out->parts = NJ_NEW_ARRAY(w->arena, NjSeq, out->n + 1);
    for (uint32_t i = 0; i < out->n; i++)
        if (!nj_seq_of(w, it->parts[from + i], span, &out->parts[i]))
            return false;
    NjVal len = out->n ? out->parts[0].length : (NjVal){0};
    switch (it->kind) {
    case NJ_ITER_REPEAT: /* endless without a count */
        if (it->n == 2)
            out->length =
                int_val(w, int_op(w, NJ_BIN_MAX, it->parts[1].expr, int_const(w, 0, span)));
        return true;
    case NJ_ITER_CYCLE: /* endless unless there is nothing to repeat */
        if (len.type)
            out->length =
                int_val(w, nj_tir_select(w->arena,
                                         nj_tir_compare(w->arena, NJ_CMP_GT, nj_std_bool(w),
                                                        len.expr, int_const(w, 0, span)),
                                         int_const(w, INT64_MAX, span), int_const(w, 0, span)));
        return true;
    case NJ_ITER_ISLICE: { /* max(0, (min(stop, len) - start + step - 1) // step) */
        NjTirExpr *stop = it->parts[2].expr, *step = it->parts[3].expr;
        if (len.type)
            stop = int_op(w, NJ_BIN_MIN, stop, len.expr);
        NjTirExpr *width = int_op(w, NJ_BIN_SUB, stop, it->parts[1].expr);
        width = int_op(w, NJ_BIN_MAX, width, int_const(w, 0, span));
        NjTirExpr *up = int_op(w, NJ_BIN_SUB, step, int_const(w, 1, span));
        out->length =
            int_val(w, int_op(w, NJ_BIN_FLOORDIV, int_op(w, NJ_BIN_ADD, width, up), step));
        return true;
    }
    case NJ_ITER_ZIP_LONGEST:
        out->length = nj_val_int(w, 0, span);
        for (uint32_t i = 0; i < out->n; i++) {
            if (!out->parts[i].length.type) {
                out->length = (NjVal){0};
                return true;
            }
            out->length =
                int_val(w, int_op(w, NJ_BIN_MAX, out->length.expr, out->parts[i].length.expr));
        }
        return true;
    default:
        return false;
    }
}

/* Item `index` of a part, or the fill value beyond its end. */
static NjVal get_or_fill(NjWalk *w, const NjSeq *part, NjVal fill, NjVal index, NjSpan span)
{
    if (!part->length.type)
        return nj_seq_get(w, part, index, span);
    NjTirExpr *in =
        nj_tir_compare(w->arena, NJ_CMP_LT, nj_std_bool(w), index.expr, part->length.expr);
    NjIf i = nj_if_begin(w, in, span);
    NjVal item = nj_spill(w, nj_seq_get(w, part, index, span));
    const NjType *type = nj_is_error(item) ? NULL : nj_union_join(w, item.type, fill.type);
    NjTirLocal *out = type && !type->is_unit ? nj_temp(w, type) : NULL;
    if (out)
        nj_set_local(w, out, item, span);
    nj_if_else(w, &i);
    if (out)
        nj_set_local(w, out, fill, span);
    nj_if_end(w, &i);
    if (!type && !nj_is_error(item))
        return nj_raises(w, span, NPRT_EXC_TYPE_ERROR, "the fill value is %s, the items are %s",
                         nj_ty(w, fill.type), nj_ty(w, item.type));
    return out ? nj_std_local(w, out, span) : item;
}

NjVal nj_iter_get_more(NjWalk *w, const NjSeq *seq, const NjIter *it, NjVal index, NjSpan span)
{
    switch (it->kind) {
    case NJ_ITER_REPEAT:
        return it->parts[0];
    case NJ_ITER_CYCLE: {
        NjVal len = seq->parts[0].length;
        NjVal at = len.type ? int_val(w, int_op(w, NJ_BIN_FMOD, index.expr, len.expr)) : index;
        return nj_seq_get(w, &seq->parts[0], at, span);
    }
    case NJ_ITER_ISLICE: {
        NjTirExpr *by = int_op(w, NJ_BIN_MUL, index.expr, it->parts[3].expr);
        return nj_seq_get(w, &seq->parts[0],
                          int_val(w, int_op(w, NJ_BIN_ADD, it->parts[1].expr, by)), span);
    }
    case NJ_ITER_ZIP_LONGEST: {
        NjVal *items = NJ_NEW_ARRAY(w->arena, NjVal, seq->n + 1);
        for (uint32_t i = 0; i < seq->n; i++)
            items[i] = get_or_fill(w, &seq->parts[i], it->parts[0], index, span);
        return nj_val_tuple(w, items, seq->n, span);
    }
    default:
        return nj_val_error(w);
    }
}

/* ---- arrangements ---- */

enum { MAX_TUPLE = 16 };

typedef struct Arrange {
    NprtArrangement kind;
    NjSeq *pools; /* one, or one per element of the product */
    uint32_t n_pools;
    int64_t length; /* of the tuples; -1: known at run time alone */
    NjVal limits, state;
    NjVal run_length; /* int; when `length` is -1 */
    NjIterBody *body;
    void *ctx;
    NjSpan span;
} Arrange;

static NjTirExpr *arrange_head(NjWalk *w, void *data)
{
    Arrange *a = data;
    return nj_rtcall3(w, NJ_RT_itertools_next, nj_std_bool(w), a->span,
                      nj_val_int(w, a->kind, a->span), a->limits, a->state)
        .expr;
}

static NjVal state_item(NjWalk *w, const Arrange *a, NjVal index)
{
    NjTirExpr *e = nj_tir_expr(w->arena, NJ_X_LIST_GET, nj_std_int(w), a->span);
    e->as.list_get.base = a->state.expr;
    e->as.list_get.sub = (NjTirSub){.index = index.expr};
    return nj_spill(w, nj_val(e->type, e));
}

/* A tuple whose length is known at run time alone: a frozen list. */
static NjVal long_item(NjWalk *w, const Arrange *a)
{
    NjFor f;
    NjVal list = {0};
    /* the element type is known once an element was read */
    NjTirBlock scratch = {0}, *block = w->block;
    w->block = &scratch;
    NjVal first = nj_seq_get(w, &a->pools[0], nj_val_int(w, 0, a->span), a->span);
    w->block = block;
    if (nj_is_error(first))
        return first;
    list = nj_new_list(w, first.type, a->span);
    NjVal i = nj_for_begin(w, &f, nj_val_int(w, 0, a->span), a->run_length, a->span);
    nj_list_append(w, list, nj_seq_get(w, &a->pools[0], state_item(w, a, i), a->span), a->span);
    nj_for_end(w, &f);
    return nj_frozen_list(w, list, a->span);
}

static void arrange_body(NjWalk *w, void *data)
{
    Arrange *a = data;
    if (a->length < 0) {
        a->body(w, long_item(w, a), a->ctx);
        return;
    }
    NjVal *items = NJ_NEW_ARRAY(w->arena, NjVal, (size_t)a->length + 1);
    for (int64_t i = 0; i < a->length; i++)
        items[i] = nj_spill(w, nj_seq_get(w, &a->pools[a->n_pools > 1 ? i : 0],
                                          state_item(w, a, nj_val_int(w, i, a->span)), a->span));
    a->body(w, nj_val_tuple(w, items, (uint32_t)a->length, a->span), a->ctx);
}

static bool is_empty_pool(const NjSeq *pool)
{
    const NjType *t = pool->value.type;
    return t && t->kind == NJ_T_LIST && t->elems[0]->kind == NJ_T_NEVER;
}

/* The parts are pools (PRODUCT), or one pool and the length of the tuples. */
bool nj_iterate_arrangements(NjWalk *w, const NjIter *it, NjSpan span, const NjIterOptions *o,
                             NjIterBody *body, void *ctx)
{
    Arrange a = {.body = body, .ctx = ctx, .span = span, .length = it->n};
    bool is_product = it->kind == NJ_ITER_PRODUCT;
    a.kind = is_product || it->kind == NJ_ITER_POWER ? NPRT_ARRANGE_PRODUCT
             : it->kind == NJ_ITER_COMBINATIONS      ? NPRT_ARRANGE_COMBINATIONS
             : it->kind == NJ_ITER_REPLACEMENT       ? NPRT_ARRANGE_REPLACEMENT
                                                     : NPRT_ARRANGE_PERMUTATIONS;
    a.n_pools = is_product ? it->n : 1;
    a.pools = NJ_NEW_ARRAY(w->arena, NjSeq, a.n_pools + 1);
    NjVal *limits = NJ_NEW_ARRAY(w->arena, NjVal, it->n + 1);
    for (uint32_t i = 0; i < a.n_pools; i++) {
        if (!nj_seq_of(w, it->parts[i], span, &a.pools[i]) || !a.pools[i].length.type) {
            nj_fail(w, span, "the iterable has no end");
            return false;
        }
        if (is_empty_pool(&a.pools[i]))
            return true;
        limits[i] = a.pools[i].length;
    }
    if (!is_product) {
        limits[1] = a.run_length = it->parts[1];
        if (!nj_known_int(it->parts[1], &a.length) || a.length > MAX_TUPLE || a.length < 0)
            a.length = -1;
    }
    if (it->kind == NJ_ITER_POWER) /* a pool for every element, of one length */
        a.limits =
            nj_rtcall2(w, NJ_RT_list_repeat, nj_type_list(w->types, nj_std_int(w)), span,
                       nj_make_list(w, nj_site_node(span, 4), limits, 1, span), it->parts[1]);
    else
        a.limits = nj_make_list(w, nj_site_node(span, 4), limits, is_product ? it->n : 2, span);
    if (a.limits.type->elems[0]->kind == NJ_T_NEVER)
        a.limits = nj_new_list(w, nj_std_int(w), span);
    a.limits = nj_spill(w, a.limits);
    a.state = nj_new_list(w, nj_std_int(w), span);
    NjLoop loop = {.kind = NJ_S_WHILE, .span = span, .bound = o->bound, .orelse = o->orelse};
    loop.head = arrange_head;
    loop.body = arrange_body;
    loop.ctx = &a;
    nj_run_loop(w, &loop);
    return true;
}

NJ_HANDLER(iter_product)
{
    int64_t repeat = 1;
    NjVal times = nj_spill(w, nj_to_index(w, c->args[0], c->span));
    if (nj_is_error(times))
        return times;
    bool known =
        nj_known_int(times, &repeat) && repeat >= 0 && repeat * (int64_t)c->n_rest <= MAX_TUPLE;
    if (!known && c->n_rest != 1)
        return nj_fail(w, c->span, "product() of several iterables needs a constant repeat");
    NjVal *parts = NJ_NEW_ARRAY(w->arena, NjVal, MAX_TUPLE + c->n_rest + 2);
    for (uint32_t i = 0; i < c->n_rest; i++) {
        parts[i] = indexable(w, c->rest[i], c->span);
        if (nj_is_error(parts[i]))
            return parts[i];
        parts[i] = nj_spill(w, parts[i]);
    }
    if (!known) {
        parts[1] = times;
        return nj_val_iter(w, NJ_ITER_POWER, parts, 2, c->span);
    }
    uint32_t n = 0;
    for (int64_t k = 0; k < repeat; k++)
        for (uint32_t i = 0; i < c->n_rest; i++)
            parts[n++] = parts[i];
    return nj_val_iter(w, NJ_ITER_PRODUCT, parts, n, c->span);
}

static NjVal arrangement(NjWalk *w, const NjCall *c, NjIterKind kind)
{
    NjVal parts[2] = {indexable(w, c->args[0], c->span), (NjVal){0}};
    if (nj_is_error(parts[0]))
        return parts[0];
    parts[0] = nj_spill(w, parts[0]);
    NjVal length = nj_iter_length(w, parts[0], c->span);
    if (!length.type)
        return nj_fail(w, c->span, "the iterable has no end");
    parts[1] = nj_is_none(c->args[1]) ? length : nj_to_index(w, c->args[1], c->span);
    parts[1] = nj_spill(w, parts[1]);
    if (nj_is_error(parts[1]))
        return parts[1];
    nj_check(w,
             nj_tir_compare(w->arena, NJ_CMP_GE, nj_std_bool(w), parts[1].expr,
                            int_const(w, 0, c->span)),
             NPRT_EXC_VALUE_ERROR, c->span, "r must be non-negative", 0, NULL);
    return nj_val_iter(w, kind, parts, 2, c->span);
}

NJ_HANDLER(iter_combinations)
{
    return arrangement(w, c, NJ_ITER_COMBINATIONS);
}

NJ_HANDLER(iter_replacement)
{
    return arrangement(w, c, NJ_ITER_REPLACEMENT);
}

NJ_HANDLER(iter_permutations)
{
    return arrangement(w, c, NJ_ITER_PERMUTATIONS);
}

/* tee(iterable, n): n iterators over one list */
NJ_HANDLER(iter_tee)
{
    int64_t n;
    if (!nj_known_int(c->args[1], &n) || n < 0 || n > MAX_TUPLE)
        return nj_fail(w, c->span, "tee() needs a constant number of iterators, at most %d",
                       MAX_TUPLE);
    NjVal list = nj_spill(w, nj_list_of(w, c->args[0], c->span));
    NjVal *items = NJ_NEW_ARRAY(w->arena, NjVal, (size_t)n + 1);
    for (int64_t i = 0; i < n; i++)
        items[i] = nj_call_row(w, nj_func_find("builtins", "iter"), (NjVal){0}, &list, 1, c->span);
    return nj_val_tuple(w, items, (uint32_t)n, c->span);
}

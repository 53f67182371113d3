/* builtins_iter.c - builtins over iterables: sum, min, sorted, zip, list() ... */
#include "compiler/sema/sema.h"

#include "compiler/funcs/func.h"
#include "compiler/funcs/iterables.h"

#include <string.h>

static const NjType *pyint(NjWalk *w)
{
    return nj_type_pyint(w->types);
}

static const NjType *pybool(NjWalk *w)
{
    return nj_type_pybool(w->types);
}

/* ---- folds ---- */

typedef struct Fold {
    NjFoldStep *step;
    void *ctx;
    NjTirLocal *acc;
    const NjType *wider; /* set when the accumulator must be wider */
    NjSpan span;
} Fold;

static void fold_body(NjWalk *w, NjVal item, void *data)
{
    Fold *f = data;
    NjVal acc = nj_val(f->acc->type, nj_tir_local(w->arena, f->acc, f->span));
    NjVal next = f->step(w, acc, item, f->ctx);
    if (nj_is_error(next))
        return;
    const NjType *joined = nj_element_join(w, f->acc->type, next.type);
    if (!joined) {
        nj_fail(w, f->span, "TypeError: cannot accumulate %s into %s", nj_ty(w, next.type),
                nj_ty(w, f->acc->type));
        return;
    }
    if (joined != f->acc->type) {
        f->wider = joined;
        return;
    }
    nj_emit_assign(w, f->acc, nj_expr_of(w, nj_coerce(w, next, joined, f->span), f->span));
}

NjVal nj_fold(NjWalk *w, NjVal iterable, NjVal start, NjFoldStep *step, void *ctx, NjSpan span)
{
    NjTirBlock *block = w->block;
    const NjType *type = start.type;
    iterable = nj_spill(w, iterable);
    start = nj_spill(w, start);
    uint32_t at = block->n;
    NjDiagMark mark = nj_diag_mark(w);
    for (unsigned round = 0; round < 6; round++) {
        block->n = at;
        nj_diag_rollback(w, mark);
        Fold f = {.step = step, .ctx = ctx, .span = span, .acc = nj_temp(w, type)};
        nj_emit_assign(w, f.acc, nj_expr_of(w, nj_coerce(w, start, type, span), span));
        if (!nj_iterate(w, iterable, span, NULL, fold_body, &f))
            return nj_val_error(w);
        if (!f.wider)
            return nj_spill(w, nj_val(type, nj_tir_local(w->arena, f.acc, span)));
        type = f.wider;
    }
    return nj_val_error(w);
}

/* sum(). Since Python 3.12 floats are added with Neumaier's compensation: what is lost of each addition is
 * added up on the side, and to the result at the end. */
typedef struct Sum {
    NjSpan span;
    NjTirLocal *lost; /* NULL: plain additions */
} Sum;

static bool is_python_float(NjVal v)
{
    return v.type->kind == NJ_T_SCALAR && v.type->py && v.type->dtype == NPRT_F64;
}

static NjTirExpr *float_op(NjWalk *w, NjTirBinop op, NjTirExpr *a, NjTirExpr *b)
{
    return nj_tir_binary(w->arena, op, NJ_ARITH_WRAP, nj_type_pyfloat(w->types), a, b);
}

static NjTirExpr *magnitude(NjWalk *w, NjTirExpr *x)
{
    return nj_tir_unary(w->arena, NJ_UN_ABS, nj_type_pyfloat(w->types), x);
}

/* The int 0 of an empty sum, or the floats so far. */
static bool is_int_or_float(const NjType *t)
{
    if (!nj_type_is_union(t))
        return false;
    for (uint32_t i = 1; i < t->n; i++) {
        const NjType *part = t->elems[i]->kind == NJ_T_OPTIONAL ? t->elems[i]->elems[0] : t->elems[i];
        if (part->kind != NJ_T_SCALAR || !part->py || nj_dtype_is_complex(part->dtype))
            return false;
    }
    return true;
}

static NjVal add_step(NjWalk *w, NjVal acc, NjVal item, void *ctx)
{
    Sum *s = ctx;
    if (s->lost && !nj_is_error(item) && is_python_float(item) && is_int_or_float(acc.type))
        acc = nj_spill(w, nj_union_cast(w, acc, NPRT_F64, true, s->span));
    if (!s->lost || nj_is_error(item) || !is_python_float(acc) || !is_python_float(item))
        return nj_binary(w, NJ_BINOP_ADD, acc, item, s->span);
    NjTirExpr *x = nj_expr_of(w, nj_spill(w, item), s->span), *total = acc.expr;
    NjTirExpr *sum = nj_spill(w, nj_val(acc.type, float_op(w, NJ_BIN_ADD, total, x))).expr;
    NjTirExpr *is_bigger = nj_tir_compare(w->arena, NJ_CMP_GE, pybool(w), magnitude(w, total), magnitude(w, x));
    NjTirExpr *of_item = float_op(w, NJ_BIN_ADD, float_op(w, NJ_BIN_SUB, total, sum), x);
    NjTirExpr *of_total = float_op(w, NJ_BIN_ADD, float_op(w, NJ_BIN_SUB, x, sum), total);
    NjTirExpr *lost = nj_tir_select(w->arena, is_bigger, of_item, of_total);
    nj_emit_assign(w, s->lost, float_op(w, NJ_BIN_ADD, nj_tir_local(w->arena, s->lost, s->span), lost));
    return nj_val(acc.type, sum);
}

/* The sum with what was lost, unless an infinity or NaN came up. */
static NjVal compensated(NjWalk *w, NjVal sum, NjTirLocal *local, NjSpan span)
{
    bool is_union = !nj_is_error(sum) && is_int_or_float(sum.type);
    if (nj_is_error(sum) || !(is_python_float(sum) || is_union))
        return sum;
    NjTirExpr *lost = nj_tir_local(w->arena, local, span);
    NjTirExpr *rest = float_op(w, NJ_BIN_SUB, lost, lost); /* 0, or NaN */
    NjTirExpr *is_finite = nj_tir_compare(w->arena, NJ_CMP_EQ, pybool(w), rest,
                                          nj_expr_of(w, nj_val_float(w, 0.0, span), span));
    NjTirExpr *is_some = nj_tir_compare(w->arena, NJ_CMP_NE, pybool(w), lost,
                                        nj_expr_of(w, nj_val_float(w, 0.0, span), span));
    NjTirExpr *use = nj_tir_binary(w->arena, NJ_BIN_AND, NJ_ARITH_WRAP, pybool(w), is_finite, is_some);
    if (is_union) {
        NjTirLocal *out = nj_temp(w, sum.type);
        nj_emit_assign(w, out, nj_expr_of(w, sum, span));
        NjIf i = nj_if_begin(w, use, span);
        NjVal total = nj_union_cast(w, sum, NPRT_F64, true, span);
        total = nj_val(total.type, float_op(w, NJ_BIN_ADD, nj_expr_of(w, total, span), lost));
        nj_emit_assign(w, out, nj_expr_of(w, nj_coerce(w, total, sum.type, span), span));
        nj_if_end(w, &i);
        return nj_val(sum.type, nj_tir_local(w->arena, out, span));
    }
    sum = nj_spill(w, sum);
    NjTirExpr *whole = float_op(w, NJ_BIN_ADD, sum.expr, lost);
    return nj_spill(w, nj_val(sum.type, nj_tir_select(w->arena, use, whole, sum.expr)));
}

NJ_HANDLER(sum)
{
    NjSpan span = c->span;
    NjVal v = nj_unwrap(w, c->args[0], span);
    NjVal start = nj_is_given(c->args[1]) ? c->args[1] : nj_val_int(w, 0, span);
    Sum s = {span, NULL};
    if (w->model == NJ_MODEL_NUMPY && w->checked) {
        s.lost = nj_temp(w, nj_type_pyfloat(w->types));
        nj_emit_assign(w, s.lost, nj_expr_of(w, nj_val_float(w, 0.0, span), span));
    }
    if (v.type->kind == NJ_T_TUPLE) {
        v = nj_spill(w, v);
        for (uint32_t i = 0; i < v.type->n && !nj_is_error(start); i++)
            start = nj_spill(w, add_step(w, start, nj_tuple_item(w, v, i, span), &s));
        return s.lost ? compensated(w, start, s.lost, span) : start;
    }
    /* the first element decides the type: sum of np.float32 stays np.float32 */
    if (v.type->kind == NJ_T_LIST && v.type->elems[0]->kind == NJ_T_SCALAR && !nj_is_given(c->args[1]) &&
        v.type->elems[0]->py)
        start = nj_to_dtype(w, start,
                            v.type->elems[0]->dtype == NPRT_BOOL ? NPRT_I64 : v.type->elems[0]->dtype, true,
                            span);
    if (v.type->kind == NJ_T_ARRAY && v.type->ndim == 1)
        start = nj_to_dtype(w, start, nj_sum_dtype(v.type->dtype), false, span);
    NjVal sum = nj_fold(w, v, start, add_step, &s, span);
    return s.lost ? compensated(w, sum, s.lost, span) : sum;
}

/* ---- any, all ---- */

typedef struct AnyAll {
    bool any;
    NjTirLocal *out;
    NjSpan span;
} AnyAll;

/* Leaves the loop at the first decisive item: a loop of our own with a break. */
static void any_all_body(NjWalk *w, NjVal item, void *data)
{
    AnyAll *a = data;
    int known;
    NjTirExpr *cond = nj_truth(w, item, a->span, &known);
    if (!a->any)
        cond = nj_tir_unary(w->arena, NJ_UN_NOT, pybool(w), cond);
    NjIf i = nj_if_begin(w, cond, a->span);
    nj_emit_assign(w, a->out, nj_tir_int(w->arena, pybool(w), a->any, a->span));
    if (w->loop && !w->dead)
        nj_walk_break(w, a->span, false);
    nj_if_end(w, &i);
}

static NjVal any_all(NjWalk *w, const NjCall *c, bool any)
{
    NjVal v = nj_unwrap(w, c->args[0], c->span);
    if (v.type->kind == NJ_T_ARRAY && v.type->ndim == 1) {
        NjVal none = {0};
        NjVal bits = nj_to_dtype(w, v, NPRT_BOOL, false, c->span);
        return nj_reduce(w, any ? NJ_RED_ANY : NJ_RED_ALL, bits, ~0u, false, NPRT_BOOL, none, none, c->span);
    }
    AnyAll a = {any, nj_temp(w, pybool(w)), c->span};
    nj_emit_assign(w, a.out, nj_tir_int(w->arena, pybool(w), !any, c->span));
    /* a break may leave only the innermost loop: nested generators run to the end of it */
    NjLoopCtx *outer = w->loop;
    NjFinally *finals = w->frame->finals;
    w->frame->finals = NULL;
    w->loop = NULL;
    nj_iterate(w, v, c->span, NULL, any_all_body, &a);
    w->loop = outer;
    w->frame->finals = finals;
    return nj_val(pybool(w), nj_tir_local(w->arena, a.out, c->span));
}

NJ_HANDLER(any)
{
    return any_all(w, c, true);
}

NJ_HANDLER(all)
{
    return any_all(w, c, false);
}

/* ---- min, max ---- */

typedef struct Extreme {
    bool is_max;
    NjVal key; /* function or None */
    NjTirLocal *best, *best_key, *has;
    const NjType *wider, *wider_key;
    NjSpan span;
} Extreme;

/* Is the new key better? Ties keep the first, as in Python. */
static NjVal better(NjWalk *w, const Extreme *x, NjVal item, NjVal best)
{
    return x->is_max ? nj_compare(w, NJ_CMPOP_GT, item, best, x->span)
                     : nj_compare(w, NJ_CMPOP_LT, item, best, x->span);
}

static NjVal key_of(NjWalk *w, const Extreme *x, NjVal item)
{
    if (nj_is_none(x->key))
        return item;
    return nj_call_value(w, x->key, &item, 1, NULL, NULL, 0, x->span);
}

/* Two scalars without a key: a select, which vectorises. */
static NjVal min_max_pair(NjWalk *w, const Extreme *x, NjVal a, NjVal b)
{
    NjVal folded;
    bool takes_b;
    if (w->model == NJ_MODEL_NUMPY && a.type->kind == NJ_T_SCALAR && b.type->kind == NJ_T_SCALAR &&
        nj_fold_compare(w, x->is_max ? NJ_CMPOP_GT : NJ_CMPOP_LT, b, a, x->span, &folded) &&
        nj_known_bool(folded, &takes_b))
        return takes_b ? b : a;
    const NjType *type = nj_value_join(w, a.type, b.type);
    if (!type)
        return nj_fail(w, x->span, "TypeError: cannot compare %s with %s", nj_ty(w, a.type), nj_ty(w, b.type));
    int64_t ka, kb;
    if (nj_known_int(a, &ka) && nj_known_int(b, &kb) && a.type == b.type)
        return (x->is_max ? kb > ka : kb < ka) ? b : a;
    a = nj_spill(w, a);
    b = nj_spill(w, b);
    NjVal better_b = better(w, x, b, a);
    if (nj_is_error(better_b))
        return better_b;
    int known;
    NjTirExpr *cond = nj_truth(w, better_b, x->span, &known);
    if (type->kind == NJ_T_SCALAR) {
        NjVal ca = nj_coerce(w, a, type, x->span), cb = nj_coerce(w, b, type, x->span);
        return nj_val(type, nj_tir_select(w->arena, cond, nj_expr_of(w, cb, x->span), nj_expr_of(w, ca, x->span)));
    }
    NjTirLocal *out = nj_temp(w, type);
    nj_emit_assign(w, out, nj_expr_of(w, nj_coerce(w, a, type, x->span), x->span));
    NjIf i = nj_if_begin(w, cond, x->span);
    nj_emit_assign(w, out, nj_expr_of(w, nj_coerce(w, b, type, x->span), x->span));
    nj_if_end(w, &i);
    return nj_val(type, nj_tir_local(w->arena, out, x->span));
}

static NjVal extreme_of_values(NjWalk *w, Extreme *x, const NjVal *vals, uint32_t n)
{
    if (nj_is_none(x->key)) {
        NjVal best = vals[0];
        for (uint32_t i = 1; i < n && !nj_is_error(best); i++)
            best = min_max_pair(w, x, best, vals[i]);
        return best;
    }
    NjVal *copy = NJ_NEW_ARRAY(w->arena, NjVal, n);
    memcpy(copy, vals, n * sizeof *copy);
    NjVal list = nj_make_list(w, &vals[0].type, copy, n, x->span);
    NjCall call = {.span = x->span};
    (void)call;
    return list;
}

static void extreme_body(NjWalk *w, NjVal item, void *data)
{
    Extreme *x = data;
    item = nj_spill(w, item);
    NjVal key = nj_spill(w, key_of(w, x, item));
    if (nj_is_error(key) || nj_is_error(item))
        return;
    if (!x->best || x->best->type->kind == NJ_T_NEVER) {
        x->wider = item.type;
        x->wider_key = key.type;
        return;
    }
    NjTirExpr *has = nj_tir_local(w->arena, x->has, x->span);
    /* first item, or better than the best so far */
    NjTirLocal *take = nj_temp(w, pybool(w));
    nj_emit_assign(w, take, nj_tir_unary(w->arena, NJ_UN_NOT, pybool(w), has));
    NjIf first = nj_if_begin(w, nj_tir_local(w->arena, x->has, x->span), x->span);
    NjVal is_better = better(w, x, key, nj_val(x->best_key->type, nj_tir_local(w->arena, x->best_key, x->span)));
    int known;
    if (!nj_is_error(is_better))
        nj_emit_assign(w, take, nj_truth(w, is_better, x->span, &known));
    nj_if_end(w, &first);
    NjIf i = nj_if_begin(w, nj_tir_local(w->arena, take, x->span), x->span);
    nj_emit_assign(w, x->best, nj_expr_of(w, nj_coerce(w, item, x->best->type, x->span), x->span));
    if (x->best_key != x->best)
        nj_emit_assign(w, x->best_key, nj_expr_of(w, nj_coerce(w, key, x->best_key->type, x->span), x->span));
    nj_emit_assign(w, x->has, nj_tir_int(w->arena, pybool(w), 1, x->span));
    nj_if_end(w, &i);
}

static NjVal extreme_of_iterable(NjWalk *w, Extreme *x, NjVal iterable, NjVal fallback)
{
    NjTirBlock *block = w->block;
    iterable = nj_spill(w, iterable);
    uint32_t at = block->n;
    NjDiagMark mark = nj_diag_mark(w);
    const NjType *type = NULL, *key_type = NULL;
    for (unsigned round = 0; round < 3; round++) {
        block->n = at;
        nj_diag_rollback(w, mark);
        x->wider = NULL;
        x->best = type ? nj_temp(w, type) : NULL;
        x->best_key = type ? (nj_is_none(x->key) ? x->best : nj_temp(w, key_type)) : NULL;
        x->has = nj_temp(w, pybool(w));
        nj_emit_assign(w, x->has, nj_tir_int(w->arena, pybool(w), 0, x->span));
        if (!nj_iterate(w, iterable, x->span, NULL, extreme_body, x))
            return nj_val_error(w);
        if (type)
            break;
        if (!x->wider)
            break;
        type = x->wider;
        key_type = x->wider_key;
    }
    NjTirExpr *has = nj_tir_local(w->arena, x->has, x->span);
    if (!type) {
        if (nj_is_given(fallback))
            return fallback;
        nj_raise_text(w, NPRT_EXC_VALUE_ERROR, x->span,
                      x->is_max ? "max() iterable argument is empty" : "min() iterable argument is empty");
        return nj_val_error(w);
    }
    NjVal best = nj_val(type, nj_tir_local(w->arena, x->best, x->span));
    if (!nj_is_given(fallback)) {
        nj_check(w, has, NPRT_EXC_VALUE_ERROR, x->span,
                 x->is_max ? "max() iterable argument is empty" : "min() iterable argument is empty", 0, NULL);
        return best;
    }
    const NjType *joined = nj_type_join(w->types, type, fallback.type);
    if (!joined)
        return nj_fail(w, x->span, "TypeError: the default of min/max is %s, the items are %s",
                       nj_ty(w, fallback.type), nj_ty(w, type));
    NjTirLocal *out = nj_temp(w, joined);
    nj_emit_assign(w, out, nj_expr_of(w, nj_coerce(w, fallback, joined, x->span), x->span));
    NjIf i = nj_if_begin(w, has, x->span);
    nj_emit_assign(w, out, nj_expr_of(w, nj_coerce(w, best, joined, x->span), x->span));
    nj_if_end(w, &i);
    return nj_val(joined, nj_tir_local(w->arena, out, x->span));
}

static NjVal extreme(NjWalk *w, const NjCall *c, bool is_max)
{
    Extreme x = {.is_max = is_max, .key = c->args[0], .span = c->span};
    if (c->n_rest == 0)
        return nj_fail(w, c->span, "TypeError: %s expected at least 1 argument, got 0", is_max ? "max" : "min");
    for (uint32_t i = 0; i < c->n_rest; i++)
        if (nj_is_error(c->rest[i]))
            return c->rest[i];
    if (c->n_rest > 1) {
        NjVal *vals = NJ_NEW_ARRAY(w->arena, NjVal, c->n_rest);
        for (uint32_t i = 0; i < c->n_rest; i++)
            vals[i] = nj_unwrap(w, c->rest[i], c->span);
        NjVal v = extreme_of_values(w, &x, vals, c->n_rest);
        return nj_is_none(x.key) || nj_is_error(v) ? v : extreme_of_iterable(w, &x, v, (NjVal){0});
    }
    NjVal v = nj_unwrap(w, c->rest[0], c->span);
    if (v.type->kind == NJ_T_TUPLE && v.type->n > 0 && nj_is_none(x.key)) {
        v = nj_spill(w, v);
        NjVal *vals = NJ_NEW_ARRAY(w->arena, NjVal, v.type->n);
        for (uint32_t i = 0; i < v.type->n; i++)
            vals[i] = nj_tuple_item(w, v, i, c->span);
        return extreme_of_values(w, &x, vals, v.type->n);
    }
    return extreme_of_iterable(w, &x, v, c->args[1]);
}

NJ_HANDLER(min)
{
    return extreme(w, c, false);
}

NJ_HANDLER(max)
{
    return extreme(w, c, true);
}

/* ---- lazy iterators ---- */

static NjVal stored(NjWalk *w, NjVal v, NjSpan span)
{
    (void)span;
    return nj_unwrap(w, v, span);
}

NJ_HANDLER(enumerate)
{
    NjVal parts[2] = {stored(w, c->args[0], c->span), nj_to_index(w, c->args[1], c->span)};
    return nj_val_iter(w, NJ_ITER_ENUMERATE, parts, 2, c->span);
}

NJ_HANDLER(zip)
{
    return nj_val_iter(w, NJ_ITER_ZIP, c->rest, c->n_rest, c->span);
}

NJ_HANDLER(map)
{
    NjVal *parts = NJ_NEW_ARRAY(w->arena, NjVal, c->n_rest + 1);
    parts[0] = c->args[0];
    for (uint32_t i = 0; i < c->n_rest; i++)
        parts[i + 1] = stored(w, c->rest[i], c->span);
    return nj_val_iter(w, NJ_ITER_MAP, parts, c->n_rest + 1, c->span);
}

NJ_HANDLER(filter)
{
    NjVal parts[2] = {c->args[0], stored(w, c->args[1], c->span)};
    return nj_val_iter(w, NJ_ITER_FILTER, parts, 2, c->span);
}

NJ_HANDLER(reversed)
{
    return nj_val_iter(w, NJ_ITER_REVERSED, c->args, 1, c->span);
}

/* A generator object that steps through the iterable: what next() works on. */
NJ_HANDLER(iter)
{
    NjVal v = c->args[0], it;
    if (nj_is_error(v) || nj_type_is_generator(v.type))
        return v;
    if (v.type->kind == NJ_T_OBJECT && nj_call_special(w, v, "__iter__", NULL, 0, c->span, &it))
        return it;
    if (v.type->kind == NJ_T_ITER && v.type->id == NJ_ITER_GENEXP)
        v = nj_list_of(w, v, c->span);
    NjVal fn = nj_prelude_function(w, "builtins", "iterate", c->span);
    return nj_call_value(w, fn, &v, 1, NULL, NULL, 0, c->span);
}

/* next(generator expression): the first item of a loop that is left at once. */
typedef struct First {
    NjTirLocal *has;
    NjTirLocal *item;
    const NjType *type;
    NjSpan span;
} First;

static void first_body(NjWalk *w, NjVal item, void *data)
{
    First *f = data;
    if (nj_is_error(item))
        return;
    if (!f->item) {
        f->type = item.type;
        return;
    }
    NjIf i = nj_if_begin(
        w, nj_tir_unary(w->arena, NJ_UN_NOT, pybool(w), nj_tir_local(w->arena, f->has, f->span)), f->span);
    nj_emit_assign(w, f->item, nj_expr_of(w, nj_coerce(w, item, f->item->type, f->span), f->span));
    nj_emit_assign(w, f->has, nj_tir_int(w->arena, pybool(w), 1, f->span));
    if (w->loop)
        nj_walk_break(w, f->span, false);
    nj_if_end(w, &i);
}

/* The value of a flag and an item, or the default, or StopIteration. */
static NjVal item_or_default(NjWalk *w, NjTirExpr *has, NjVal item, NjVal fallback, NjSpan span)
{
    if (!nj_is_given(fallback)) {
        nj_check(w, has, NPRT_EXC_STOP_ITERATION, span, "", 0, NULL);
        return item;
    }
    const NjType *joined = nj_element_join(w, item.type, fallback.type);
    if (!joined)
        return nj_fail(w, span, "TypeError: the default of next() is %s, the items are %s",
                       nj_ty(w, fallback.type), nj_ty(w, item.type));
    if (joined->is_unit)
        return nj_val_unit(w, joined, span);
    NjTirLocal *out = nj_temp(w, joined);
    nj_emit_assign(w, out, nj_expr_of(w, nj_coerce(w, fallback, joined, span), span));
    NjIf i = nj_if_begin(w, has, span);
    nj_emit_assign(w, out, nj_expr_of(w, nj_coerce(w, item, joined, span), span));
    nj_if_end(w, &i);
    return nj_val(joined, nj_tir_local(w->arena, out, span));
}

static NjVal first_of(NjWalk *w, NjVal iterable, NjVal fallback, NjSpan span)
{
    NjTirBlock *block = w->block;
    uint32_t at = block->n;
    NjDiagMark mark = nj_diag_mark(w);
    First f = {.span = span};
    NjLoopCtx *outer = w->loop;
    for (unsigned round = 0; round < 2; round++) {
        block->n = at;
        nj_diag_rollback(w, mark);
        f.has = nj_temp(w, pybool(w));
        f.item = f.type ? nj_temp(w, f.type) : NULL;
        nj_emit_assign(w, f.has, nj_tir_int(w->arena, pybool(w), 0, span));
        w->loop = NULL;
        bool ok = nj_iterate(w, iterable, span, NULL, first_body, &f);
        w->loop = outer;
        if (!ok)
            return nj_val_error(w);
    }
    if (!f.type)
        return nj_is_given(fallback) ? fallback : nj_val_error(w);
    NjVal item = nj_val(f.type, nj_tir_local(w->arena, f.item, span));
    return item_or_default(w, nj_tir_local(w->arena, f.has, span), item, fallback, span);
}

/* next(it) of a variable that holds a lazy iterator: asks for one with a state. */
static void want_state(NjWalk *w, const NjCall *c)
{
    if (!c->node || c->node->kind != NJ_EXPR_CALL || c->node->as.call.args.n == 0 ||
        c->node->as.call.args.items[0]->kind != NJ_EXPR_NAME)
        return;
    const NjName *name = c->node->as.call.args.items[0]->as.name.name;
    NjVar *var = nj_scope_find(w->def, name);
    uint64_t key = w->spec ? w->spec->key : 0;
    if (!var && !w->def->module->is_prelude) {
        var = nj_scope_find(w->def->module->top, name);
        key = 0;
    }
    if (var)
        nj_hint_join(w->s, NJ_HINT_STATEFUL, var, key, nj_type_none(w->types));
}

NJ_HANDLER(next)
{
    NjVal v = c->args[0], out;
    if (nj_is_error(v))
        return v;
    if (v.type->kind == NJ_T_OBJECT && !nj_is_given(c->args[1]) &&
        nj_call_special(w, v, "__next__", NULL, 0, c->span, &out))
        return out;
    if (v.type->kind == NJ_T_ITER)
        want_state(w, c);
    if (v.type->kind == NJ_T_ITER)
        return first_of(w, v, c->args[1], c->span);
    if (!nj_type_is_generator(v.type))
        return nj_fail(w, c->span, "TypeError: %s object is not an iterator", nj_ty(w, v.type));
    v = nj_spill(w, v);
    const NjType *elem = v.type->elems[0];
    NjVal has = nj_gen_next(w, v, c->span);
    if (elem->kind == NJ_T_NEVER)
        return nj_val_unit(w, elem, c->span);
    if (!nj_is_given(c->args[1])) {
        nj_check(w, has.expr, NPRT_EXC_STOP_ITERATION, c->span, "", 0, NULL);
        return nj_gen_value(w, v, c->span);
    }
    NjTirLocal *item = nj_temp(w, elem);
    NjIf i = nj_if_begin(w, has.expr, c->span);
    nj_emit_assign(w, item, nj_expr_of(w, nj_gen_value(w, v, c->span), c->span));
    nj_if_end(w, &i);
    return item_or_default(w, has.expr, nj_val(elem, nj_tir_local(w->arena, item, c->span)), c->args[1], c->span);
}

/* ---- sorted ---- */

typedef struct KeyCtx {
    NjVal fn, keys;
    NjSpan span;
} KeyCtx;

static void key_body(NjWalk *w, NjVal item, void *data)
{
    KeyCtx *k = data;
    nj_list_append(w, k->keys, nj_call_value(w, k->fn, &item, 1, NULL, NULL, 0, k->span), k->span);
}

/* Sorts a list in place, by key(item) when there is a key. */
void nj_sort_list(NjWalk *w, NjVal list, NjVal key, NjVal reverse, NjSpan span)
{
    int known;
    NjVal down = nj_val(pybool(w), nj_truth(w, reverse, span, &known));
    const NjType *none = nj_type_none(w->types);
    if (list.type->elems[0]->kind == NJ_T_NEVER)
        return;
    if (nj_is_none(key) &&
        nj_type_is_variant(list.type->elems[0])) { /* the runtime compares one class alone */
        list = nj_spill(w, list);
        NjVal args[2] = {list, down};
        NjVal by_less = nj_call_prelude(w, "builtins", "order_by_less", args, 2, span);
        if (!nj_is_error(by_less))
            nj_rtcall2(w, NJ_RT_list_permute, none, span, list, by_less);
        return;
    }
    if (nj_is_none(key)) {
        nj_rtcall2(w, NJ_RT_list_sort, none, span, list, down);
        return;
    }
    NjTirBlock *block = w->block;
    uint32_t at = block->n;
    KeyCtx k = {.fn = key, .span = span};
    /* the key's type is not known before a first walk */
    for (unsigned round = 0; round < 3; round++) {
        block->n = at;
        uint32_t changes = w->s->changes;
        k.keys = nj_new_list_site(w, nj_site_node(span, 1), span);
        if (!nj_iterate(w, list, span, NULL, key_body, &k))
            return;
        if (w->dead || nj_settled(w, k.keys.type, nj_site_list_type(w, nj_site_node(span, 1)), changes))
            break;
    }
    NjVal order = nj_rtcall2(w, NJ_RT_list_argsort, nj_type_list(w->types, pyint(w)), span, k.keys, down);
    nj_rtcall2(w, NJ_RT_list_permute, none, span, list, order);
}

NJ_HANDLER(sorted)
{
    NjVal v = c->args[0];
    if (v.type->kind == NJ_T_DICT && v.type->elems[0]->kind == NJ_T_NEVER)
        return nj_new_list_site(w, c->node ? (const void *)c->node : (const void *)c, c->span);
    NjVal list = nj_list_of(w, v, c->span);
    if (nj_is_error(list))
        return list;
    nj_sort_list(w, list, c->args[1], c->args[2], c->span);
    return list;
}

/* ---- constructors ---- */

NJ_HANDLER(list)
{
    const void *node = c->node ? (const void *)c->node : nj_site_node(c->span, 2);
    if (!nj_is_given(c->args[0]))
        return nj_new_list_site(w, node, c->span);
    return nj_list_of(w, c->args[0], c->span);
}

NJ_HANDLER(tuple)
{
    if (!nj_is_given(c->args[0]))
        return nj_val_tuple(w, NULL, 0, c->span);
    NjVal v = nj_unwrap(w, c->args[0], c->span);
    if (v.type->kind == NJ_T_TUPLE) {
        if (!v.type->frozen && !v.type->names)
            return v;
        NjVal *items = NJ_NEW_ARRAY(w->arena, NjVal, v.type->n + 1);
        for (uint32_t i = 0; i < v.type->n; i++)
            items[i] = nj_tuple_item(w, v, i, c->span);
        return nj_val_tuple(w, items, v.type->n, c->span);
    }
    if (nj_is_error(v))
        return v;
    NjVal n = nj_iter_length(w, v, c->span);
    int64_t k;
    NjSeq seq;
    if (!n.type || !nj_known_int(n, &k) || k > 64 || !nj_seq_of(w, v, c->span, &seq)) {
        NjVal list = nj_list_of(w, v, c->span); /* a run-time length: a list stands in for the tuple */
        if (!nj_is_error(list) && list.type->kind == NJ_T_LIST)
            return nj_frozen_list(w, list, c->span);
        return list;
    }
    NjVal *items = NJ_NEW_ARRAY(w->arena, NjVal, (size_t)k + 1);
    for (int64_t i = 0; i < k; i++)
        items[i] = nj_spill(w, nj_seq_get(w, &seq, nj_val_int(w, i, c->span), c->span));
    return nj_val_tuple(w, items, (uint32_t)k, c->span);
}

/* tuple(iterable) of a length known only at run time. */
NjVal nj_frozen_list(NjWalk *w, NjVal list, NjSpan span)
{
    const NjType *type = nj_type_frozen_list(w->types, list.type->elems[0]);
    return nj_val(type, nj_tir_cast(w->arena, type, nj_expr_of(w, list, span)));
}

typedef struct PairCtx {
    NjVal into;
    NjSpan span;
} PairCtx;

void nj_put_pair(NjWalk *w, NjVal dict, NjVal pair, NjSpan span)
{
    pair = nj_spill(w, pair);
    NjVal key = nj_index_get(w, pair, nj_val_int(w, 0, span), span);
    NjVal value = nj_index_get(w, pair, nj_val_int(w, 1, span), span);
    nj_index_set(w, dict, key, value, span);
}

static void pair_body(NjWalk *w, NjVal item, void *data)
{
    PairCtx *p = data;
    nj_put_pair(w, p->into, item, p->span);
}

static void add_body(NjWalk *w, NjVal item, void *data)
{
    PairCtx *p = data;
    nj_call_row(w, nj_method_find(NJ_RECV_SET, "add"), p->into, &item, 1, p->span);
}

/* Fills a container made at a site; walked again when its element types were found out on the way. */
NjVal nj_fill_site(NjWalk *w, const void *node, NjVal iterable, bool is_dict, NjSpan span)
{
    iterable = nj_spill(w, iterable);
    NjTirBlock *block = w->block;
    uint32_t at = block->n;
    NjDiagMark mark = nj_diag_mark(w);
    PairCtx p = {.span = span};
    for (unsigned round = 0; round < 4; round++) {
        block->n = at;
        nj_diag_rollback(w, mark);
        uint32_t changes = w->s->changes;
        p.into = is_dict ? nj_new_dict_site(w, node, span) : nj_new_set_site(w, node, span);
        if (!nj_iterate(w, iterable, span, NULL, is_dict ? pair_body : add_body, &p))
            return nj_val_error(w);
        const NjType *now = is_dict ? nj_site_dict_type(w, node) : nj_site_set_type(w, node);
        if (w->dead || nj_settled(w, p.into.type, now, changes))
            break;
    }
    return p.into;
}

static const void *site_node(const NjCall *c)
{
    return c->node ? (const void *)c->node : nj_site_node(c->span, 2);
}

NJ_HANDLER(dict)
{
    NjVal dict;
    if (!nj_is_given(c->args[0]))
        dict = nj_new_dict_site(w, site_node(c), c->span);
    else if (c->args[0].type->kind == NJ_T_DICT)
        dict = nj_rtcall1(w, NJ_RT_dict_copy, nj_type_collection(w->types, c->args[0].type, NULL, NULL), c->span,
                          c->args[0]);
    else
        dict = nj_fill_site(w, site_node(c), c->args[0], true, c->span);
    for (uint32_t i = 0; i < c->n_kw; i++)
        nj_index_set(w, dict, nj_val_str(w, c->kw_names[i]->text, c->kw_names[i]->len, c->span), c->kw_vals[i],
                     c->span);
    return dict;
}

NJ_HANDLER(set)
{
    if (!nj_is_given(c->args[0]))
        return nj_new_set_site(w, site_node(c), c->span);
    return nj_fill_site(w, site_node(c), c->args[0], false, c->span);
}

NJ_HANDLER(frozenset)
{
    NjVal s = nj_is_given(c->args[0]) ? nj_fill_site(w, site_node(c), c->args[0], false, c->span)
                                      : nj_new_set_site(w, site_node(c), c->span);
    if (nj_is_error(s))
        return s;
    const NjType *type = nj_type_set(w->types, s.type->elems[0], true);
    return nj_val(type, nj_tir_cast(w->arena, type, nj_expr_of(w, s, c->span)));
}

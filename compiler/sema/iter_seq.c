/* iter_seq.c - iterables with positions: ranges, sequences, and iterators over such.
 *
 * What has a length and an item for each position is looped over by counting, so that zip, enumerate,
 * reversed and map of such things cost no more than the subscripts. */
#include "compiler/sema/iter_internal.h"

#include <string.h>

static const NjType *pyint(NjWalk *w)
{
    return nj_type_pyint(w->types);
}

/* ---- ranges ---- */

NjVal nj_range_part(NjWalk *w, NjVal range, uint32_t part, NjSpan span)
{
    const NjKnown *known = NULL;
    if (range.known && range.known->kind == NJ_KNOWN_ITEMS)
        known = range.known->items[part];
    if (known)
        return nj_val_int(w, known->i, span);
    NjTirExpr *e = range.expr;
    if (e->kind == NJ_X_TUPLE)
        return nj_val(pyint(w), e->as.tuple.items[part]);
    return nj_val(pyint(w), nj_tir_tuple_get(w->arena, e, part, pyint(w)));
}

NjTirExpr *nj_iter_int_op(NjWalk *w, NjTirBinop op, NjTirExpr *a, NjTirExpr *b)
{
    return nj_tir_binary(w->arena, op, NJ_ARITH_WRAP, pyint(w), a, b);
}

int64_t nj_iter_range_length(int64_t start, int64_t stop, int64_t step)
{
    if (step > 0)
        return start < stop ? (stop - start - 1) / step + 1 : 0;
    return start > stop ? (start - stop - 1) / -step + 1 : 0;
}

NjVal nj_range_length(NjWalk *w, NjVal range, NjSpan span)
{
    NjVal start = nj_range_part(w, range, 0, span);
    NjVal stop = nj_range_part(w, range, 1, span);
    NjVal step = nj_range_part(w, range, 2, span);
    int64_t a, b, c;
    bool known_step = nj_known_int(step, &c) && c != 0;
    if (known_step && nj_known_int(start, &a) && nj_known_int(stop, &b))
        return nj_val_int(w, nj_iter_range_length(a, b, c), span);
    start = nj_spill(w, start);
    stop = nj_spill(w, stop);
    step = nj_spill(w, step);
    NjTirExpr *zero = nj_tir_int(w->arena, pyint(w), 0, span);
    /* max(0, (stop - start + step - sign(step)) // step) */
    NjTirExpr *sign = known_step ? nj_tir_int(w->arena, pyint(w), c > 0 ? 1 : -1, span)
                                 : nj_tir_unary(w->arena, NJ_UN_SIGN, pyint(w), step.expr);
    NjTirExpr *width = nj_iter_int_op(w, NJ_BIN_SUB, stop.expr, start.expr);
    NjTirExpr *top = nj_iter_int_op(w, NJ_BIN_SUB, nj_iter_int_op(w, NJ_BIN_ADD, width, step.expr), sign);
    NjTirExpr *n = known_step && c == 1 ? width : nj_iter_int_op(w, NJ_BIN_FLOORDIV, top, step.expr);
    return nj_spill(w, nj_val(pyint(w), nj_iter_int_op(w, NJ_BIN_MAX, n, zero)));
}

/* ---- sequences ---- */

bool nj_iter_is_uniform(const NjType *tuple)
{
    if (tuple->n == 0 || tuple->elems[0]->is_unit)
        return false;
    for (uint32_t i = 1; i < tuple->n; i++)
        if (tuple->elems[i] != tuple->elems[0])
            return false;
    return true;
}

/* A tuple of one type as a list, so that a loop can index it. */
NjVal nj_iter_list_of_tuple(NjWalk *w, NjVal tuple, NjSpan span)
{
    tuple = nj_spill(w, tuple);
    NjTirExpr *e =
        nj_tir_expr(w->arena, NJ_X_NEW_LIST, nj_type_list(w->types, tuple.type->elems[0]), span);
    e->as.new_list.n = tuple.type->n;
    e->as.new_list.items = NJ_NEW_ARRAY(w->arena, NjTirExpr *, tuple.type->n);
    for (uint32_t i = 0; i < tuple.type->n; i++)
        e->as.new_list.items[i] = nj_expr_of(w, nj_tuple_item(w, tuple, i, span), span);
    return nj_effect(w, e);
}

static bool seq_parts(NjWalk *w, const NjIter *it, uint32_t from, NjSpan span, NjSeq *out)
{
    out->n = it->n - from;
    out->parts = NJ_NEW_ARRAY(w->arena, NjSeq, out->n);
    out->length = (NjVal){0};
    for (uint32_t i = 0; i < out->n; i++) {
        if (!nj_seq_of(w, it->parts[from + i], span, &out->parts[i]))
            return false;
        NjVal len = out->parts[i].length;
        if (!len.type)
            continue;
        int64_t a, b;
        if (!out->length.type)
            out->length = len;
        else if (nj_known_int(out->length, &a) && nj_known_int(len, &b))
            out->length = nj_val_int(w, a < b ? a : b, span);
        else
            out->length =
                nj_spill(w, nj_val(pyint(w), nj_iter_int_op(w, NJ_BIN_MIN, out->length.expr, len.expr)));
    }
    return true;
}

static bool seq_of_iter(NjWalk *w, NjIter *it, NjSpan span, NjSeq *out)
{
    if (!it)
        return false;
    switch (it->kind) {
    case NJ_ITER_ZIP:
        return seq_parts(w, it, 0, span, out);
    case NJ_ITER_MAP:
        return seq_parts(w, it, 1, span, out);
    case NJ_ITER_ENUMERATE:
    case NJ_ITER_REVERSED: {
        NjIter one = *it;
        one.n = 1;
        return seq_parts(w, &one, 0, span, out);
    }
    case NJ_ITER_COUNT:
        return true;
    case NJ_ITER_FLAT:
        out->length = nj_size_of(w, it->parts[0], span);
        return true;
    default:
        return nj_iter_seq_more(w, it, span, out);
    }
}

bool nj_seq_of(NjWalk *w, NjVal v, NjSpan span, NjSeq *out)
{
    memset(out, 0, sizeof *out);
    v = nj_keyword_names(w, nj_enum_items(w, v, span), span);
    switch (v.type->kind) {
    case NJ_T_RANGE:
        out->value = nj_spill(w, v);
        out->length = nj_range_length(w, out->value, span);
        return true;
    case NJ_T_ARRAY:
        if (v.type->ndim == 0)
            return false;
        out->value = nj_spill(w, v);
        out->length = nj_spill(w, nj_shape_of(w, out->value, 0, span));
        return true;
    case NJ_T_LIST:
    case NJ_T_STR:
    case NJ_T_BYTES:
        out->value = nj_spill(w, v);
        out->length = nj_spill(w, nj_len(w, out->value, span));
        return true;
    case NJ_T_TUPLE:
        if (!nj_iter_is_uniform(v.type))
            return false;
        out->length = nj_val_int(w, v.type->n, span);
        out->value = w->in_kernel ? nj_spill(w, v) : nj_iter_list_of_tuple(w, v, span);
        return true;
    case NJ_T_ITER:
        out->value = v;
        return seq_of_iter(w, nj_iter_of(w, v, span), span, out);
    default:
        return false;
    }
}

NjVal nj_iter_list_item(NjWalk *w, NjVal list, NjVal index, bool check, NjSpan span)
{
    const NjType *elem = list.type->elems[0];
    if (elem->is_unit)
        return nj_val_unit(w, elem, span);
    NjTirExpr *e = nj_tir_expr(w->arena, NJ_X_LIST_GET, elem, span);
    e->as.list_get.base = list.expr;
    e->as.list_get.sub = (NjTirSub){.index = index.expr, .check = check};
    return nj_normal(w, nj_val(elem, e));
}

/* In a kernel: one comparison after the other, as there are no lists. */
static NjVal tuple_item_at(NjWalk *w, NjVal tuple, NjVal index, NjSpan span)
{
    NjTirLocal *item = nj_temp(w, tuple.type->elems[0]);
    index = nj_spill(w, index);
    nj_emit_assign(w, item, nj_expr_of(w, nj_tuple_item(w, tuple, 0, span), span));
    for (uint32_t k = 1; k < tuple.type->n; k++) {
        NjTirExpr *is_k = nj_tir_compare(w->arena, NJ_CMP_EQ, nj_type_pybool(w->types), index.expr,
                                         nj_tir_int(w->arena, pyint(w), k, span));
        NjIf i = nj_if_begin(w, is_k, span);
        nj_emit_assign(w, item, nj_expr_of(w, nj_tuple_item(w, tuple, k, span), span));
        nj_if_end(w, &i);
    }
    return nj_normal(w, nj_val(item->type, nj_tir_local(w->arena, item, span)));
}

static NjVal iter_get(NjWalk *w, const NjSeq *seq, NjIter *it, NjVal index, NjSpan span)
{
    NjVal *items = NJ_NEW_ARRAY(w->arena, NjVal, it->n + 1);
    switch (it->kind) {
    case NJ_ITER_ZIP:
        for (uint32_t i = 0; i < seq->n; i++)
            items[i] = nj_seq_get(w, &seq->parts[i], index, span);
        return nj_val_tuple(w, items, seq->n, span);
    case NJ_ITER_MAP:
        for (uint32_t i = 0; i < seq->n; i++)
            items[i] = nj_seq_get(w, &seq->parts[i], index, span);
        return nj_call_value(w, it->parts[0], items, seq->n, NULL, NULL, 0, span);
    case NJ_ITER_ENUMERATE:
        items[0] = nj_val(pyint(w), nj_iter_int_op(w, NJ_BIN_ADD, index.expr, it->parts[1].expr));
        int64_t start, at;
        if (nj_known_int(it->parts[1], &start)) {
            if (start == 0)
                items[0] = index;
            else if (nj_known_int(index, &at))
                items[0] = nj_val_int(w, start + at, span);
        }
        items[1] = nj_seq_get(w, &seq->parts[0], index, span);
        return nj_val_tuple(w, items, 2, span);
    case NJ_ITER_REVERSED: {
        NjTirExpr *last = nj_iter_int_op(w, NJ_BIN_SUB, seq->parts[0].length.expr,
                                 nj_tir_int(w->arena, pyint(w), 1, span));
        NjVal back = nj_val(pyint(w), nj_iter_int_op(w, NJ_BIN_SUB, last, index.expr));
        return nj_seq_get(w, &seq->parts[0], nj_spill(w, back), span);
    }
    case NJ_ITER_COUNT: {
        NjVal step = nj_binary(w, NJ_BINOP_MULT, index, it->parts[1], span);
        return nj_binary(w, NJ_BINOP_ADD, it->parts[0], step, span);
    }
    case NJ_ITER_FLAT: {
        NjVal args[2] = {it->parts[0], index};
        return nj_call_prelude(w, "arrays", "flat_get", args, 2, span);
    }
    default:
        return nj_iter_get_more(w, seq, it, index, span);
    }
}

NjVal nj_seq_get(NjWalk *w, const NjSeq *seq, NjVal index, NjSpan span)
{
    NjVal v = seq->value;
    switch (v.type->kind) {
    case NJ_T_RANGE: {
        NjVal start = nj_range_part(w, v, 0, span), step = nj_range_part(w, v, 2, span);
        int64_t a, c, i;
        if (nj_known_int(start, &a) && nj_known_int(step, &c) && nj_known_int(index, &i))
            return nj_val_int(w, a + c * i, span);
        return nj_val(pyint(w), nj_iter_int_op(w, NJ_BIN_ADD, start.expr,
                                       nj_iter_int_op(w, NJ_BIN_MUL, index.expr, step.expr)));
    }
    case NJ_T_ARRAY:
        return nj_load(w, v, &index, 1, true, span);
    case NJ_T_TUPLE:
        return tuple_item_at(w, v, index, span);
    case NJ_T_LIST:
        return nj_iter_list_item(w, v, index, true, span);
    case NJ_T_STR:
        return nj_rtcall2(w, NJ_RT_str_index, v.type, span, v, index);
    case NJ_T_BYTES:
        return nj_index_get(w, v, index, span);
    default:
        return iter_get(w, seq, nj_iter_of(w, v, span), index, span);
    }
}

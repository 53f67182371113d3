/* iter.c - loops over anything iterable.
 *
 * nj_iterate builds the loop and calls back for the body, so for statements, comprehensions, sum(),
 * list(), join() and the rest share it. Iterators (zip, enumerate, generator expressions ...) are lazy
 * values known at compile time: iterating over one is written out as a counted loop over what is
 * underneath. Tuples of mixed types are unrolled. */
#include "compiler/sema/sema.h"

#include "compiler/funcs/func.h"

#include <string.h>

enum { MAX_UNROLL = 256, MAX_HINT_UNROLL = 64 };

static const NjType *pyint(NjWalk *w)
{
    return nj_type_pyint(w->types);
}

NjVal nj_val_iter(NjWalk *w, NjIterKind kind, const NjVal *parts, uint32_t n, NjSpan span)
{
    NjIter *it = NJ_NEW(w->arena, NjIter);
    it->kind = kind;
    it->n = n;
    it->parts = NJ_NEW_ARRAY(w->arena, NjVal, n);
    const NjType **types = NJ_NEW_ARRAY(w->arena, const NjType *, n);
    NjTirExpr **exprs = NJ_NEW_ARRAY(w->arena, NjTirExpr *, n);
    for (uint32_t i = 0; i < n; i++) {
        if (nj_is_error(parts[i]))
            return parts[i];
        it->parts[i] = nj_spill(w, parts[i]);
        types[i] = it->parts[i].type;
        exprs[i] = nj_expr_of(w, it->parts[i], span);
    }
    const NjType *type = nj_type_iter(w->types, (int32_t)kind, types, n);
    NjKnown *known = NJ_NEW(w->arena, NjKnown);
    known->kind = NJ_KNOWN_ITER;
    known->iter = it;
    return (NjVal){type, nj_tir_tuple(w->arena, type, exprs, n, span), known};
}

NjVal nj_val_genexp(NjWalk *w, const NjExpr *node)
{
    NjVal v = nj_val_iter(w, NJ_ITER_GENEXP, NULL, 0, node->span);
    v.known->iter->node = node;
    v.known->iter->comps = w->frame->comps;
    return v;
}

/* The iterator behind a value of iterator type: known, or rebuilt from the parts it carries. */
static NjIter *iter_of(NjWalk *w, NjVal v, NjSpan span)
{
    if (v.known && v.known->kind == NJ_KNOWN_ITER)
        return v.known->iter;
    if (v.type->id == NJ_ITER_GENEXP)
        return NULL;
    NjIter *it = NJ_NEW(w->arena, NjIter);
    it->kind = (NjIterKind)v.type->id;
    it->n = v.type->n;
    it->parts = NJ_NEW_ARRAY(w->arena, NjVal, it->n);
    v = nj_spill(w, v);
    for (uint32_t i = 0; i < it->n; i++)
        it->parts[i] = nj_tuple_item(w, v, i, span);
    return it;
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

static NjTirExpr *int_op(NjWalk *w, NjTirBinop op, NjTirExpr *a, NjTirExpr *b)
{
    return nj_tir_binary(w->arena, op, NJ_ARITH_WRAP, pyint(w), a, b);
}

static int64_t known_range_length(int64_t start, int64_t stop, int64_t step)
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
        return nj_val_int(w, known_range_length(a, b, c), span);
    start = nj_spill(w, start);
    stop = nj_spill(w, stop);
    step = nj_spill(w, step);
    NjTirExpr *zero = nj_tir_int(w->arena, pyint(w), 0, span);
    /* max(0, (stop - start + step - sign(step)) // step) */
    NjTirExpr *sign = known_step ? nj_tir_int(w->arena, pyint(w), c > 0 ? 1 : -1, span)
                                 : nj_tir_unary(w->arena, NJ_UN_SIGN, pyint(w), step.expr);
    NjTirExpr *width = int_op(w, NJ_BIN_SUB, stop.expr, start.expr);
    NjTirExpr *top = int_op(w, NJ_BIN_SUB, int_op(w, NJ_BIN_ADD, width, step.expr), sign);
    NjTirExpr *n = known_step && c == 1 ? width : int_op(w, NJ_BIN_FLOORDIV, top, step.expr);
    return nj_spill(w, nj_val(pyint(w), int_op(w, NJ_BIN_MAX, n, zero)));
}

/* ---- sequences ---- */

static bool is_homogeneous(const NjType *tuple)
{
    if (tuple->n == 0 || tuple->elems[0]->is_unit)
        return false;
    for (uint32_t i = 1; i < tuple->n; i++)
        if (tuple->elems[i] != tuple->elems[0])
            return false;
    return true;
}

/* A tuple of one type as a list, so that a loop can index it. */
static NjVal list_of_tuple(NjWalk *w, NjVal tuple, NjSpan span)
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
                nj_spill(w, nj_val(pyint(w), int_op(w, NJ_BIN_MIN, out->length.expr, len.expr)));
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
        if (!is_homogeneous(v.type))
            return false;
        out->length = nj_val_int(w, v.type->n, span);
        out->value = list_of_tuple(w, v, span);
        return true;
    case NJ_T_ITER:
        out->value = v;
        return seq_of_iter(w, iter_of(w, v, span), span, out);
    default:
        return false;
    }
}

static NjVal list_item(NjWalk *w, NjVal list, NjVal index, bool check, NjSpan span)
{
    const NjType *elem = list.type->elems[0];
    if (elem->is_unit)
        return nj_val_unit(w, elem, span);
    NjTirExpr *e = nj_tir_expr(w->arena, NJ_X_LIST_GET, elem, span);
    e->as.list_get.base = list.expr;
    e->as.list_get.sub = (NjTirSub){.index = index.expr, .check = check};
    return nj_normal(w, nj_val(elem, e));
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
        items[0] = nj_val(pyint(w), int_op(w, NJ_BIN_ADD, index.expr, it->parts[1].expr));
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
        NjTirExpr *last = int_op(w, NJ_BIN_SUB, seq->parts[0].length.expr,
                                 nj_tir_int(w->arena, pyint(w), 1, span));
        NjVal back = nj_val(pyint(w), int_op(w, NJ_BIN_SUB, last, index.expr));
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
        return nj_val(pyint(w), int_op(w, NJ_BIN_ADD, start.expr,
                                       int_op(w, NJ_BIN_MUL, index.expr, step.expr)));
    }
    case NJ_T_ARRAY:
        return nj_load(w, v, &index, 1, true, span);
    case NJ_T_LIST:
    case NJ_T_TUPLE:
        return list_item(w, v, index, true, span);
    case NJ_T_STR:
        return nj_rtcall2(w, NJ_RT_str_index, v.type, span, v, index);
    case NJ_T_BYTES:
        return nj_index_get(w, v, index, span);
    default:
        return iter_get(w, seq, iter_of(w, v, span), index, span);
    }
}

/* ---- loops ---- */

typedef struct IterCtx {
    NjIterBody *body;
    void *ctx;
    NjSpan span;
    NjVal value;
    NjSeq seq;
    NjLoop *loop;
    NjTirLocal *pos; /* position in a list, dict or set */
    int which;       /* dict: 0 key, 1 value, 2 both */
    NjVal size;
} IterCtx;

static void range_body(NjWalk *w, void *data)
{
    IterCtx *c = data;
    c->body(w, nj_val(pyint(w), nj_tir_local(w->arena, c->loop->var, c->span)), c->ctx);
}

static bool iterate_range(NjWalk *w, NjVal range, NjSpan span, const NjIterOptions *o, NjIterBody *body,
                          void *ctx)
{
    NjVal part[3];
    int64_t k[3] = {0, 0, 0};
    bool known[3];
    for (uint32_t i = 0; i < 3; i++) {
        part[i] = nj_spill(w, nj_range_part(w, range, i, span));
        known[i] = nj_known_int(part[i], &k[i]);
    }
    IterCtx c = {.body = body, .ctx = ctx, .span = span};
    NjLoop loop = {.kind = NJ_S_FOR, .span = span, .bound = o->bound, .orelse = o->orelse};
    c.loop = &loop;
    loop.start = part[0].expr;
    loop.stop = part[1].expr;
    loop.step = part[2].expr;
    loop.step_sign = known[2] ? (k[2] > 0 ? 1 : -1) : 0;
    loop.is_parallel = range.known && range.known->i == 1;
    loop.at_least_once =
        known[0] && known[1] && known[2] && k[2] != 0 && known_range_length(k[0], k[1], k[2]) > 0;
    loop.body = range_body;
    loop.ctx = &c;
    nj_run_loop(w, &loop);
    return true;
}

static void seq_body(NjWalk *w, void *data)
{
    IterCtx *c = data;
    NjVal index = nj_val(pyint(w), nj_tir_local(w->arena, c->loop->var, c->span));
    c->body(w, nj_seq_get(w, &c->seq, index, c->span), c->ctx);
}

static bool iterate_seq(NjWalk *w, NjSeq seq, NjSpan span, const NjIterOptions *o, NjIterBody *body,
                        void *ctx)
{
    IterCtx c = {.body = body, .ctx = ctx, .span = span, .seq = seq};
    int64_t n = 0;
    NjLoop loop = {.kind = NJ_S_FOR, .span = span, .bound = o->bound, .orelse = o->orelse};
    c.loop = &loop;
    loop.start = nj_tir_int(w->arena, pyint(w), 0, span);
    loop.stop = seq.length.type ? seq.length.expr : nj_tir_int(w->arena, pyint(w), INT64_MAX, span);
    loop.step = nj_tir_int(w->arena, pyint(w), 1, span);
    loop.step_sign = 1;
    loop.at_least_once = seq.length.type && nj_known_int(seq.length, &n) && n > 0;
    loop.body = seq_body;
    loop.ctx = &c;
    nj_run_loop(w, &loop);
    return true;
}

/* A list may grow while it is walked: its length is looked at every time. */
static NjTirExpr *list_head(NjWalk *w, void *data)
{
    IterCtx *c = data;
    NjTirExpr *pos = nj_tir_local(w->arena, c->pos, c->span);
    NjVal len = nj_len(w, c->value, c->span);
    return nj_tir_compare(w->arena, NJ_CMP_LT, nj_type_pybool(w->types), pos, len.expr);
}

static void list_body(NjWalk *w, void *data)
{
    IterCtx *c = data;
    NjTirExpr *pos = nj_tir_local(w->arena, c->pos, c->span);
    NjVal item = nj_spill(w, list_item(w, c->value, nj_val(pyint(w), pos), false, c->span));
    NjTirExpr *next = int_op(w, NJ_BIN_ADD, nj_tir_local(w->arena, c->pos, c->span),
                             nj_tir_int(w->arena, pyint(w), 1, c->span));
    nj_emit_assign(w, c->pos, next);
    c->body(w, item, c->ctx);
}

static bool iterate_list(NjWalk *w, NjVal list, NjSpan span, const NjIterOptions *o, NjIterBody *body,
                         void *ctx)
{
    IterCtx c = {.body = body, .ctx = ctx, .span = span, .value = nj_spill(w, list)};
    c.pos = nj_temp(w, pyint(w));
    nj_emit_assign(w, c.pos, nj_tir_int(w->arena, pyint(w), 0, span));
    NjLoop loop = {.kind = NJ_S_WHILE, .span = span, .bound = o->bound, .orelse = o->orelse};
    c.loop = &loop;
    loop.head = list_head;
    loop.body = list_body;
    loop.ctx = &c;
    nj_run_loop(w, &loop);
    return true;
}

static NjTirExpr *dict_head(NjWalk *w, void *data)
{
    IterCtx *c = data;
    NjVal pos = nj_val(pyint(w), nj_tir_local(w->arena, c->pos, c->span));
    NjVal next = nj_rtcall2(w, NJ_RT_dict_next, pyint(w), c->span, c->value, pos);
    nj_emit_assign(w, c->pos, next.expr);
    return nj_tir_compare(w->arena, NJ_CMP_GE, nj_type_pybool(w->types),
                          nj_tir_local(w->arena, c->pos, c->span),
                          nj_tir_int(w->arena, pyint(w), 0, c->span));
}

static NjVal dict_entry(NjWalk *w, IterCtx *c, NjTirExprKind kind, const NjType *type, NjTirExpr *pos)
{
    if (type->is_unit)
        return nj_val_unit(w, type, c->span);
    NjTirExpr *e = nj_tir_expr(w->arena, kind, type, c->span);
    e->as.entry.base = c->value.expr;
    e->as.entry.index = pos;
    return nj_spill(w, nj_val(type, e));
}

static void dict_body(NjWalk *w, void *data)
{
    IterCtx *c = data;
    const NjType *t = c->value.type;
    NjTirExpr *pos = nj_tir_local(w->arena, c->pos, c->span);
    NjVal items[2];
    if (c->which != 1)
        items[0] = dict_entry(w, c, NJ_X_ENTRY_KEY, t->elems[0], pos);
    if (c->which != 0)
        items[1] = dict_entry(w, c, NJ_X_ENTRY_VALUE, t->elems[1], pos);
    NjTirExpr *next = int_op(w, NJ_BIN_ADD, nj_tir_local(w->arena, c->pos, c->span),
                             nj_tir_int(w->arena, pyint(w), 1, c->span));
    nj_emit_assign(w, c->pos, next);
    NjVal item = c->which == 2 ? nj_val_tuple(w, items, 2, c->span) : items[c->which];
    uint32_t effects = w->effects;
    c->body(w, item, c->ctx);
    if (!w->dead && w->effects != effects)
        nj_rtcall2(w, NJ_RT_dict_check_size, nj_type_none(w->types), c->span, c->value, c->size);
}

static bool iterate_dict(NjWalk *w, NjVal dict, int which, NjSpan span, const NjIterOptions *o,
                         NjIterBody *body, void *ctx)
{
    if (dict.type->elems[0]->kind == NJ_T_NEVER)
        return true; /* nothing was ever put in */
    IterCtx c = {.body = body, .ctx = ctx, .span = span, .which = which};
    c.value = nj_spill(w, dict);
    c.size = nj_spill(w, nj_len(w, c.value, span));
    c.pos = nj_temp(w, pyint(w));
    nj_emit_assign(w, c.pos, nj_tir_int(w->arena, pyint(w), 0, span));
    NjLoop loop = {.kind = NJ_S_WHILE, .span = span, .bound = o->bound, .orelse = o->orelse};
    c.loop = &loop;
    loop.head = dict_head;
    loop.body = dict_body;
    loop.ctx = &c;
    nj_run_loop(w, &loop);
    return true;
}

/* ---- unrolled loops ---- */

/* How many items, when the items' types differ (or the loop is to be unrolled); -1: not such a loop. */
static int64_t static_count(NjWalk *w, NjVal v, NjSpan span, bool forced, bool *out_mixed)
{
    switch (v.type->kind) {
    case NJ_T_TUPLE:
        *out_mixed |= !is_homogeneous(v.type);
        return v.type->n;
    case NJ_T_RANGE: {
        int64_t n;
        return forced && nj_known_int(nj_range_length(w, v, span), &n) ? n : -1;
    }
    case NJ_T_ITER: {
        NjIter *it = iter_of(w, v, span);
        if (!it)
            return -1;
        uint32_t from = it->kind == NJ_ITER_MAP;
        uint32_t to = it->kind == NJ_ITER_ZIP || it->kind == NJ_ITER_MAP ? it->n : 1;
        if (it->kind != NJ_ITER_ZIP && it->kind != NJ_ITER_MAP && it->kind != NJ_ITER_ENUMERATE &&
            it->kind != NJ_ITER_REVERSED)
            return -1;
        int64_t best = -1;
        for (uint32_t i = from; i < to; i++) {
            int64_t n = static_count(w, it->parts[i], span, forced || to > 1, out_mixed);
            if (n < 0 && it->parts[i].type->kind != NJ_T_ITER)
                continue; /* a run-time part goes along with a static one */
            if (n >= 0 && (best < 0 || n < best))
                best = n;
        }
        return best;
    }
    default:
        return -1;
    }
}

/* Item i of a loop that is unrolled. */
static NjVal static_item(NjWalk *w, NjVal v, uint32_t i, uint32_t n, NjSpan span)
{
    if (v.type->kind == NJ_T_TUPLE)
        return nj_tuple_item(w, v, i, span);
    if (v.type->kind != NJ_T_ITER) {
        NjSeq seq;
        if (!nj_seq_of(w, v, span, &seq))
            return nj_fail(w, span, "cannot step through %s together with a tuple of mixed types",
                           nj_ty(w, v.type));
        return nj_seq_get(w, &seq, nj_val_int(w, i, span), span);
    }
    NjIter *it = iter_of(w, v, span);
    NjVal *items = NJ_NEW_ARRAY(w->arena, NjVal, it->n + 1);
    switch (it->kind) {
    case NJ_ITER_ZIP:
        for (uint32_t k = 0; k < it->n; k++)
            items[k] = static_item(w, it->parts[k], i, n, span);
        return nj_val_tuple(w, items, it->n, span);
    case NJ_ITER_MAP:
        for (uint32_t k = 1; k < it->n; k++)
            items[k - 1] = static_item(w, it->parts[k], i, n, span);
        return nj_call_value(w, it->parts[0], items, it->n - 1, NULL, NULL, 0, span);
    case NJ_ITER_ENUMERATE:
        items[0] = nj_binary(w, NJ_BINOP_ADD, it->parts[1], nj_val_int(w, i, span), span);
        items[1] = static_item(w, it->parts[0], i, n, span);
        return nj_val_tuple(w, items, 2, span);
    case NJ_ITER_REVERSED: {
        bool mixed = false;
        int64_t len = static_count(w, it->parts[0], span, true, &mixed);
        return static_item(w, it->parts[0], (uint32_t)(len - 1) - i, n, span);
    }
    default:
        return nj_val_error(w);
    }
}

typedef struct UnrollCtx {
    IterCtx *c;
    uint32_t n;
} UnrollCtx;

static void unrolled_body(NjWalk *w, uint32_t i, void *data)
{
    UnrollCtx *u = data;
    u->c->body(w, static_item(w, u->c->value, i, u->n, u->c->span), u->c->ctx);
}

/* ---- other iterators ---- */

typedef struct FilterCtx {
    NjIterBody *body;
    void *ctx;
    NjVal fn;
    NjSpan span;
    NjTirLocal *count; /* enumerate over something without positions */
    NjVal start;
} FilterCtx;

static void filter_body(NjWalk *w, NjVal item, void *data)
{
    FilterCtx *f = data;
    item = nj_spill(w, item);
    NjVal keep = nj_is_none(f->fn) ? item : nj_call_value(w, f->fn, &item, 1, NULL, NULL, 0, f->span);
    int known;
    NjTirExpr *cond = nj_truth(w, keep, f->span, &known);
    NjIf i = nj_if_begin(w, cond, f->span);
    f->body(w, item, f->ctx);
    nj_if_end(w, &i);
}

static void map_body(NjWalk *w, NjVal item, void *data)
{
    FilterCtx *f = data;
    f->body(w, nj_call_value(w, f->fn, &item, 1, NULL, NULL, 0, f->span), f->ctx);
}

static void count_body(NjWalk *w, NjVal item, void *data)
{
    FilterCtx *f = data;
    NjTirExpr *at = nj_tir_local(w->arena, f->count, f->span);
    NjVal items[2] = {nj_spill(w, nj_binary(w, NJ_BINOP_ADD, nj_val(pyint(w), at), f->start, f->span)),
                      item};
    /* the counter moves on before the body, which may leave by continue */
    NjTirLocal *index = nj_temp(w, pyint(w));
    nj_emit_assign(w, index, nj_expr_of(w, items[0], f->span));
    items[0].expr = nj_tir_local(w->arena, index, f->span);
    items[0].known = NULL;
    nj_emit_assign(w, f->count,
                   int_op(w, NJ_BIN_ADD, nj_tir_local(w->arena, f->count, f->span),
                          nj_tir_int(w->arena, pyint(w), 1, f->span)));
    f->body(w, nj_val_tuple(w, items, 2, f->span), f->ctx);
}

typedef struct GenCtx {
    NjIterBody *body;
    void *ctx;
    const NjComprehensions *gens;
    const NjExpr *elt;
    uint32_t level;
    NjComp *comps;
} GenCtx;

/* Names of a comprehension target, bound to parts of the item. */
static void bind_comp_target(NjWalk *w, NjComp *comp, const NjExpr *target, NjVal value)
{
    if (target->kind == NJ_EXPR_NAME) {
        NjCompName *grown = NJ_NEW_ARRAY(w->arena, NjCompName, comp->n + 1);
        if (comp->n)
            memcpy(grown, comp->names, comp->n * sizeof *grown);
        grown[comp->n++] = (NjCompName){target->as.name.name, nj_spill(w, nj_normal(w, value))};
        comp->names = grown;
        return;
    }
    if (target->kind != NJ_EXPR_TUPLE && target->kind != NJ_EXPR_LIST) {
        nj_fail(w, target->span, "a comprehension can only bind names");
        return;
    }
    NjExprs elts = target->kind == NJ_EXPR_TUPLE ? target->as.tuple.elts : target->as.list.elts;
    value = nj_spill(w, value);
    if (value.type->kind == NJ_T_TUPLE && value.type->n == elts.n) {
        for (uint32_t i = 0; i < elts.n; i++)
            bind_comp_target(w, comp, elts.items[i], nj_tuple_item(w, value, i, target->span));
        return;
    }
    if (value.type->kind == NJ_T_TUPLE) {
        nj_fail(w, target->span, "cannot unpack %u values into %u names", value.type->n, elts.n);
        return;
    }
    for (uint32_t i = 0; i < elts.n; i++) {
        NjVal index = nj_val_int(w, i, target->span);
        bind_comp_target(w, comp, elts.items[i], nj_index_get(w, value, index, target->span));
    }
}

static void gen_level(NjWalk *w, GenCtx *g);

static void gen_body(NjWalk *w, NjVal item, void *data)
{
    GenCtx g = *(GenCtx *)data;
    const NjComprehension *gen = g.gens->items[g.level];
    NjComp *saved = w->frame->comps;
    NjComp *comp = NJ_NEW(w->arena, NjComp);
    comp->outer = g.comps;
    bind_comp_target(w, comp, gen->target, item);
    w->frame->comps = g.comps = comp;
    NjIf *ifs = NJ_NEW_ARRAY(w->arena, NjIf, gen->ifs.n);
    uint32_t n = 0;
    bool never = false;
    for (uint32_t i = 0; i < gen->ifs.n && !never; i++) {
        int known;
        NjTirExpr *cond = nj_truth(w, nj_walk_expr(w, gen->ifs.items[i]), gen->ifs.items[i]->span, &known);
        never = known == 0;
        if (known < 0)
            ifs[n++] = nj_if_begin(w, cond, gen->ifs.items[i]->span);
    }
    if (!never && !w->dead) {
        g.level++;
        gen_level(w, &g);
    }
    while (n > 0)
        nj_if_end(w, &ifs[--n]);
    w->frame->comps = saved;
}

static void gen_level(NjWalk *w, GenCtx *g)
{
    if (g->level == g->gens->n) {
        g->body(w, nj_walk_expr(w, g->elt), g->ctx);
        return;
    }
    const NjComprehension *gen = g->gens->items[g->level];
    NjComp *saved = w->frame->comps;
    w->frame->comps = g->comps;
    NjVal iterable = nj_walk_expr(w, gen->iter);
    NjIterOptions o = {.node = gen};
    nj_iterate_with(w, iterable, gen->iter->span, &o, gen_body, g);
    w->frame->comps = saved;
}

static void iterate_genexp(NjWalk *w, const NjIter *it, NjIterBody *body, void *ctx)
{
    const NjExpr *e = it->node;
    GenCtx g = {.body = body, .ctx = ctx, .comps = it->comps};
    switch (e->kind) {
    case NJ_EXPR_LIST_COMP:
        g.gens = &e->as.list_comp.generators;
        g.elt = e->as.list_comp.elt;
        break;
    case NJ_EXPR_SET_COMP:
        g.gens = &e->as.set_comp.generators;
        g.elt = e->as.set_comp.elt;
        break;
    default:
        g.gens = &e->as.generator_exp.generators;
        g.elt = e->as.generator_exp.elt;
        break;
    }
    gen_level(w, &g);
}

typedef struct DictCompCtx {
    NjVal dict;
    const NjExpr *node;
} DictCompCtx;

static bool iterate_iter(NjWalk *w, NjVal v, NjSpan span, const NjIterOptions *o, NjIterBody *body,
                         void *ctx)
{
    NjIter *it = iter_of(w, v, span);
    if (!it) {
        nj_fail(w, span, "a generator expression must be used where it is written");
        return false;
    }
    FilterCtx f = {.body = body, .ctx = ctx, .span = span};
    NjIterOptions inner = *o;
    switch (it->kind) {
    case NJ_ITER_ITEMS:
        return iterate_dict(w, it->parts[0], 2, span, o, body, ctx);
    case NJ_ITER_VALUES:
        return iterate_dict(w, it->parts[0], 1, span, o, body, ctx);
    case NJ_ITER_KEYS:
        return iterate_dict(w, it->parts[0], 0, span, o, body, ctx);
    case NJ_ITER_FILTER:
        f.fn = it->parts[0];
        return nj_iterate_with(w, it->parts[1], span, &inner, filter_body, &f);
    case NJ_ITER_MAP:
        if (it->n != 2)
            break;
        f.fn = it->parts[0];
        return nj_iterate_with(w, it->parts[1], span, &inner, map_body, &f);
    case NJ_ITER_ENUMERATE:
        f.start = it->parts[1];
        f.count = nj_temp(w, pyint(w));
        nj_emit_assign(w, f.count, nj_tir_int(w->arena, pyint(w), 0, span));
        return nj_iterate_with(w, it->parts[0], span, &inner, count_body, &f);
    case NJ_ITER_CHAIN:
        if (o->has_jumps || o->orelse.n) /* several loops: a break leaves only one */
            return nj_iterate_with(w, nj_list_of(w, v, span), span, o, body, ctx);
        for (uint32_t i = 0; i < it->n; i++)
            if (!nj_iterate_with(w, it->parts[i], span, &inner, body, ctx))
                return false;
        return true;
    case NJ_ITER_PRODUCT:
    case NJ_ITER_POWER:
    case NJ_ITER_COMBINATIONS:
    case NJ_ITER_REPLACEMENT:
    case NJ_ITER_PERMUTATIONS:
        return nj_iterate_arrangements(w, it, span, o, body, ctx);
    case NJ_ITER_GENEXP:
        if (o->has_jumps || o->orelse.n) /* leaving the loop must not re-enter the inner ones */
            return nj_iterate_with(w, nj_list_of(w, v, span), span, o, body, ctx);
        iterate_genexp(w, it, body, ctx);
        return true;
    case NJ_ITER_ZIP:
        return nj_iterate_zip_pull(w, it, span, o, body, ctx);
    case NJ_ITER_REVERSED: {
        /* parts without positions (dicts, sets, generators) become lists first */
        NjVal *parts = NJ_NEW_ARRAY(w->arena, NjVal, it->n);
        for (uint32_t i = 0; i < it->n; i++) {
            NjSeq seq;
            NjVal part = it->parts[i];
            parts[i] = nj_seq_of(w, part, span, &seq) ? seq.value : nj_list_of(w, part, span);
            if (nj_is_error(parts[i]))
                return false;
        }
        return nj_iterate_with(w, nj_val_iter(w, it->kind, parts, it->n, span), span, o, body, ctx);
    }
    default:
        break;
    }
    nj_fail(w, span, "this iterator cannot be used here");
    return false;
}

static bool need_known_here(NjWalk *w)
{
    bool asked = false;
    const NjType *none = nj_type_none(w->types);
    uint64_t key = w->spec ? w->spec->key : 0;
    for (NjIterNode *n = w->frame->nodes; n; n = n->outer)
        if (!nj_hint_get(w->s, NJ_HINT_LITERAL, n->node, key))
            asked |= nj_hint_join(w->s, NJ_HINT_LITERAL, n->node, key, none);
    if (w->spec && w->spec->n > 0 && !w->def->module->is_prelude &&
        !nj_hint_get(w->s, NJ_HINT_LITERAL, w->def, 0))
        asked |= nj_hint_join(w->s, NJ_HINT_LITERAL, w->def, 0, none);
    return asked;
}

/* The value may be a loop variable or an argument; one of the callers' when all is done here. */
bool nj_need_known(NjWalk *w)
{
    for (; w; w = w->caller)
        if (need_known_here(w))
            return true;
    return false;
}

/* A class with __iter__ (and __next__), or with __len__ and __getitem__. */
static bool iterate_object(NjWalk *w, NjVal v, NjSpan span, const NjIterOptions *o, NjIterBody *body, void *ctx)
{
    NjVal it;
    v = nj_spill(w, v);
    if (nj_call_special(w, v, "__iter__", NULL, 0, span, &it)) {
        if (nj_is_error(it))
            return false;
        if (it.type->kind != NJ_T_OBJECT)
            return nj_iterate_with(w, it, span, o, body, ctx);
        NjVal gen = nj_prelude_function(w, "builtins", "iterate_next", span);
        return nj_iterate_with(w, nj_call_value(w, gen, &it, 1, NULL, NULL, 0, span), span, o, body, ctx);
    }
    if (nj_class_method(v.type->cls, nj_name(w, "__getitem__"))) {
        NjVal gen = nj_prelude_function(w, "builtins", "iterate_items", span);
        return nj_iterate_with(w, nj_call_value(w, gen, &v, 1, NULL, NULL, 0, span), span, o, body, ctx);
    }
    nj_fail(w, span, "TypeError: %s object is not iterable", nj_ty(w, v.type));
    return false;
}

static bool dispatch(NjWalk *w, NjVal v, NjSpan span, const NjIterOptions *o, NjIterBody *body, void *ctx)
{
    bool mixed = false;
    bool forced = o->node && nj_hint_get(w->s, NJ_HINT_LITERAL, o->node, w->spec ? w->spec->key : 0);
    int64_t n = static_count(w, v, span, forced, &mixed);
    if (n >= 0 && (mixed || (forced && n <= MAX_HINT_UNROLL))) {
        if (n > MAX_UNROLL) {
            nj_fail(w, span, "a loop over %lld values of different types is too long to unroll",
                    (long long)n);
            return false;
        }
        IterCtx c = {.body = body, .ctx = ctx, .span = span, .value = nj_spill(w, v)};
        UnrollCtx u = {&c, (uint32_t)n};
        nj_run_unrolled(w, (uint32_t)n, span, unrolled_body, &u, o->has_jumps, o->orelse);
        return true;
    }
    switch (v.type->kind) {
    case NJ_T_RANGE:
        return iterate_range(w, v, span, o, body, ctx);
    case NJ_T_LIST:
        if (v.type->elems[0]->kind == NJ_T_NEVER) {
            nj_walk_block(w, o->orelse);
            return true;
        }
        return iterate_list(w, v, span, o, body, ctx);
    case NJ_T_DICT:
    case NJ_T_SET:
        return iterate_dict(w, v, 0, span, o, body, ctx);
    default:
        break;
    }
    if (nj_type_is_generator(v.type))
        return nj_iterate_generator(w, v, span, o, body, ctx);
    NjSeq seq;
    if (nj_seq_of(w, v, span, &seq))
        return iterate_seq(w, seq, span, o, body, ctx);
    if (v.type->kind == NJ_T_OBJECT)
        return iterate_object(w, v, span, o, body, ctx);
    if (v.type->kind == NJ_T_ITER)
        return iterate_iter(w, v, span, o, body, ctx);
    if (v.type->kind == NJ_T_ARRAY)
        nj_fail(w, span, "TypeError: iteration over a 0-d array");
    else
        nj_fail(w, span, "TypeError: %s is not iterable", nj_ty(w, v.type));
    return false;
}

bool nj_iterate_with(NjWalk *w, NjVal v, NjSpan span, const NjIterOptions *o, NjIterBody *body, void *ctx)
{
    if (nj_is_error(v) || w->dead)
        return false;
    if (nj_type_is_union(v.type))
        return nj_union_iterate(w, v, span, o, body, ctx);
    NjIterNode node = {w->frame->nodes, o->node};
    bool may_unroll = o->node && (v.type->kind == NJ_T_TUPLE || v.type->kind == NJ_T_RANGE ||
                                  v.type->kind == NJ_T_ITER);
    if (may_unroll)
        w->frame->nodes = &node;
    bool ok = dispatch(w, v, span, o, body, ctx);
    w->frame->nodes = node.outer;
    return ok;
}

bool nj_iterate(NjWalk *w, NjVal iterable, NjSpan span, const NjNameSet *bound, NjIterBody *body, void *ctx)
{
    NjIterOptions o = {.bound = bound};
    return nj_iterate_with(w, iterable, span, &o, body, ctx);
}

NjVal nj_iter_length(NjWalk *w, NjVal iterable, NjSpan span)
{
    NjVal none = {0};
    switch (iterable.type->kind) {
    case NJ_T_DICT:
    case NJ_T_SET:
    case NJ_T_TUPLE:
        return nj_len(w, iterable, span);
    default:
        break;
    }
    NjSeq seq;
    if (!nj_seq_of(w, iterable, span, &seq))
        return none;
    return seq.length;
}

/* ---- comprehensions and list() ---- */

typedef struct CollectCtx {
    NjVal into;
    const void *node;
    NjSpan span;
} CollectCtx;

static void append_body(NjWalk *w, NjVal item, void *data)
{
    CollectCtx *c = data;
    nj_list_append(w, c->into, item, c->span);
}

/* A new list of what the iterable yields. The element type is found by a first walk. */
static NjVal collect(NjWalk *w, NjVal iterable, const void *node, NjSpan span)
{
    NjTirBlock *block = w->block;
    uint32_t at = block->n;
    NjDiagMark mark = nj_diag_mark(w);
    NjVal list;
    for (unsigned round = 0; round < 4; round++) {
        block->n = at;
        nj_diag_rollback(w, mark);
        bool restart = w->s->restart;
        list = nj_new_list_site(w, node, span);
        CollectCtx c = {list, node, span};
        if (!nj_iterate(w, iterable, span, NULL, append_body, &c))
            return nj_val_error(w);
        if (w->dead || nj_site_list_type(w, node) == list.type)
            break;
        w->s->restart = restart; /* only this site changed its mind: walk it again here */
    }
    return list;
}

NjVal nj_list_of(NjWalk *w, NjVal iterable, NjSpan span)
{
    if (nj_is_error(iterable))
        return iterable;
    if (iterable.type->kind == NJ_T_LIST && iterable.type->elems[0]->kind == NJ_T_NEVER)
        return nj_rtcall1(w, NJ_RT_list_copy, iterable.type, span, iterable);
    if (iterable.type->kind == NJ_T_LIST)
        return nj_rtcall1(w, NJ_RT_list_copy, nj_type_list(w->types, iterable.type->elems[0]), span, iterable);
    if (iterable.type->kind == NJ_T_TUPLE && is_homogeneous(iterable.type))
        return list_of_tuple(w, iterable, span);
    /* the text of the call identifies it: there is no node at hand */
    return collect(w, iterable, nj_site_node(span, 0), span);
}

typedef struct SetCtx {
    NjVal set;
    NjSpan span;
} SetCtx;

static void set_body(NjWalk *w, NjVal item, void *data)
{
    SetCtx *c = data;
    nj_call_row(w, nj_method_find(NJ_RECV_SET, "add"), c->set, &item, 1, c->span);
}

static void dict_comp_body(NjWalk *w, NjVal item, void *data)
{
    DictCompCtx *c = data;
    NjSpan span = c->node->span;
    if (nj_is_error(item))
        return;
    nj_index_set(w, c->dict, nj_tuple_item(w, item, 0, span), nj_tuple_item(w, item, 1, span), span);
}

/* Dict comprehensions yield (key, value) pairs through the same machinery. */
static void iterate_dict_comp(NjWalk *w, const NjExpr *e, NjIterBody *body, void *ctx)
{
    NjExpr *pair = NJ_NEW(w->arena, NjExpr);
    pair->kind = NJ_EXPR_TUPLE;
    pair->id = e->as.dict_comp.key->id;
    pair->span = e->span;
    pair->as.tuple.elts.n = 2;
    pair->as.tuple.elts.items = NJ_NEW_ARRAY(w->arena, NjExpr *, 2);
    pair->as.tuple.elts.items[0] = e->as.dict_comp.key;
    pair->as.tuple.elts.items[1] = e->as.dict_comp.value;
    GenCtx g = {
        .body = body, .ctx = ctx, .comps = w->frame->comps, .gens = &e->as.dict_comp.generators, .elt = pair};
    gen_level(w, &g);
}

NjVal nj_walk_comp(NjWalk *w, const NjExpr *e)
{
    if (e->kind == NJ_EXPR_GENERATOR_EXP)
        return nj_val_genexp(w, e);
    if (e->kind == NJ_EXPR_LIST_COMP)
        return collect(w, nj_val_genexp(w, e), e, e->span);
    NjTirBlock *block = w->block;
    uint32_t at = block->n;
    NjDiagMark mark = nj_diag_mark(w);
    bool is_set = e->kind == NJ_EXPR_SET_COMP;
    NjVal made = nj_val_error(w);
    for (unsigned round = 0; round < 4; round++) {
        block->n = at;
        nj_diag_rollback(w, mark);
        bool restart = w->s->restart;
        made = is_set ? nj_new_set_site(w, e, e->span) : nj_new_dict_site(w, e, e->span);
        if (is_set) {
            SetCtx c = {made, e->span};
            nj_iterate(w, nj_val_genexp(w, e), e->span, NULL, set_body, &c);
        } else {
            DictCompCtx c = {made, e};
            iterate_dict_comp(w, e, dict_comp_body, &c);
        }
        const NjType *again = is_set ? nj_site_set_type(w, e) : nj_site_dict_type(w, e);
        if (w->dead || again == made.type)
            break;
        w->s->restart = restart;
    }
    return made;
}

/* iter_limit.c - takewhile and islice of what has no positions: loops that are left early.
 *
 * The iterable may have no end, as in islice((n * n for n in count() if n % 3), 5), so it cannot
 * become a list first. */
#include "compiler/sema/iter_internal.h"

typedef struct LimitCtx {
    NjIterBody *body;
    void *ctx;
    NjSpan span;
    const NjIter *it;
    NjTirLocal *pos;
} LimitCtx;

static NjTirExpr *int_of(NjWalk *w, int64_t value, NjSpan span)
{
    return nj_tir_int(w->arena, nj_type_pyint(w->types), value, span);
}

static void leave_if(NjWalk *w, NjTirExpr *cond, NjSpan span)
{
    NjIf i = nj_if_begin(w, cond, span);
    nj_walk_break(w, span, false);
    nj_if_end(w, &i);
}

static void take_body(NjWalk *w, NjVal item, void *data)
{
    LimitCtx *c = data;
    int known;
    item = nj_spill(w, item);
    NjVal keep = nj_call_value(w, c->it->parts[0], &item, 1, NULL, NULL, 0, c->span);
    NjTirExpr *good = nj_truth(w, keep, c->span, &known);
    leave_if(w, nj_tir_unary(w->arena, NJ_UN_NOT, nj_type_pybool(w->types), good), c->span);
    if (!w->dead)
        c->body(w, item, c->ctx);
}

static NjTirExpr *at_end(NjWalk *w, LimitCtx *c)
{
    return nj_tir_compare(w->arena, NJ_CMP_GE, nj_type_pybool(w->types),
                          nj_tir_local(w->arena, c->pos, c->span), c->it->parts[2].expr);
}

static void slice_body(NjWalk *w, NjVal item, void *data)
{
    LimitCtx *c = data;
    NjSpan span = c->span;
    leave_if(w, at_end(w, c), span); /* there after a continue of the program */
    item = nj_spill(w, item);
    NjVal past = nj_spill(
        w, nj_val(c->pos->type, nj_iter_int_op(w, NJ_BIN_SUB, nj_tir_local(w->arena, c->pos, span),
                                               c->it->parts[1].expr)));
    nj_emit_assign(
        w, c->pos,
        nj_iter_int_op(w, NJ_BIN_ADD, nj_tir_local(w->arena, c->pos, span), int_of(w, 1, span)));
    const NjType *pybool = nj_type_pybool(w->types);
    NjTirExpr *begun = nj_tir_compare(w->arena, NJ_CMP_GE, pybool, past.expr, int_of(w, 0, span));
    NjIf i = nj_if_begin(w, begun, span);
    NjTirExpr *rest = nj_iter_int_op(w, NJ_BIN_MOD, past.expr, c->it->parts[3].expr);
    NjIf k =
        nj_if_begin(w, nj_tir_compare(w->arena, NJ_CMP_EQ, pybool, rest, int_of(w, 0, span)), span);
    c->body(w, item, c->ctx);
    nj_if_end(w, &k);
    nj_if_end(w, &i);
    if (!w->dead)
        leave_if(w, at_end(w, c), span);
}

bool nj_iterate_limited(NjWalk *w, const NjIter *it, NjSpan span, const NjIterOptions *o,
                        NjIterBody *body, void *ctx)
{
    LimitCtx c = {.body = body, .ctx = ctx, .span = span, .it = it};
    NjIterOptions inner = *o;
    inner.has_jumps = true;
    if (it->kind == NJ_ITER_TAKEWHILE)
        return nj_iterate_with(w, it->parts[1], span, &inner, take_body, &c);
    c.pos = nj_temp(w, nj_type_pyint(w->types));
    nj_emit_assign(w, c.pos, int_of(w, 0, span));
    NjTirExpr *any = nj_tir_compare(w->arena, NJ_CMP_GT, nj_type_pybool(w->types),
                                    it->parts[2].expr, int_of(w, 0, span));
    NjIf i = nj_if_begin(w, any, span);
    bool ok = nj_iterate_with(w, it->parts[0], span, &inner, slice_body, &c);
    nj_if_end(w, &i);
    return ok;
}

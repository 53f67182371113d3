/* slice.c - slice objects: those of a subscript and those held in variables. */
#include "compiler/sema/sema.h"

#include <string.h>

static const NjType *pyint(NjWalk *w)
{
    return nj_type_pyint(w->types);
}

static const NjType *mask_type(NjWalk *w)
{
    return nj_type_scalar(w->types, NPRT_U8, false);
}

NjVal nj_val_slice(NjWalk *w, NjVal start, NjVal stop, NjSpan span)
{
    NjTirExpr **items = NJ_NEW_ARRAY(w->arena, NjTirExpr *, 4);
    NjKnown *known = NJ_NEW(w->arena, NjKnown);
    NjVal parts[3] = {start, stop, nj_val_int(w, 1, span)};
    known->kind = NJ_KNOWN_ITEMS;
    known->items = NJ_NEW_ARRAY(w->arena, const NjKnown *, 4);
    known->n = 4;
    for (int i = 0; i < 3; i++) {
        parts[i] = nj_spill(w, parts[i]);
        items[i] = nj_expr_of(w, parts[i], span);
        known->items[i] = parts[i].known;
    }
    items[3] = nj_tir_int(w->arena, mask_type(w), 3, span);
    known->items[3] = nj_known_new_int(w, 3);
    const NjType *type = nj_type_slice(w->types);
    return (NjVal){type, nj_tir_tuple(w->arena, type, items, 4, span), known};
}

NjVal nj_slice_all(NjWalk *w, NjSpan span)
{
    NjTirExpr **items = NJ_NEW_ARRAY(w->arena, NjTirExpr *, 4);
    NjKnown *known = NJ_NEW(w->arena, NjKnown);
    known->kind = NJ_KNOWN_ITEMS;
    known->items = NJ_NEW_ARRAY(w->arena, const NjKnown *, 4);
    known->n = 4;
    for (int i = 0; i < 4; i++) {
        const NjType *type = i < 3 ? pyint(w) : mask_type(w);
        items[i] = nj_tir_int(w->arena, type, 0, span);
        known->items[i] = nj_known_new_int(w, 0);
    }
    const NjType *type = nj_type_slice(w->types);
    return (NjVal){type, nj_tir_tuple(w->arena, type, items, 4, span), known};
}

/* A slice whose given parts are known only at run time: a default becomes a bound that clips to it. */
static void parts_at_run_time(NjWalk *w, NjVal s, NjSpan span, NjSliceParts *out)
{
    NjArena *arena = w->arena;
    NjTirExpr *part[3], *given[3], *zero = nj_tir_int(arena, pyint(w), 0, span);
    s = nj_spill(w, s);
    NjTirExpr *mask = nj_tir_cast(arena, pyint(w), nj_tir_tuple_get(arena, s.expr, 3, mask_type(w)));
    mask = nj_spill(w, nj_val(pyint(w), mask)).expr;
    for (int i = 0; i < 3; i++) {
        NjTirExpr *bit = nj_tir_binary(arena, NJ_BIN_AND, NJ_ARITH_WRAP, pyint(w), mask,
                                       nj_tir_int(arena, pyint(w), 1 << i, span));
        given[i] = nj_tir_compare(arena, NJ_CMP_NE, nj_type_pybool(w->types), bit, zero);
        part[i] = nj_tir_tuple_get(arena, s.expr, (uint32_t)i, pyint(w));
    }
    NjTirExpr *least = nj_tir_int(arena, pyint(w), INT64_MIN, span);
    NjTirExpr *most = nj_tir_int(arena, pyint(w), INT64_MAX, span);
    NjTirExpr *step = nj_tir_select(arena, given[2], part[2], nj_tir_int(arena, pyint(w), 1, span));
    out->step = nj_spill(w, nj_val(pyint(w), step)).expr;
    NjTirExpr *falls = nj_tir_compare(arena, NJ_CMP_LT, nj_type_pybool(w->types), out->step, zero);
    falls = nj_spill(w, nj_val(falls->type, falls)).expr;
    out->start = nj_tir_select(arena, given[0], part[0], nj_tir_select(arena, falls, most, zero));
    out->stop = nj_tir_select(arena, given[1], part[1], nj_tir_select(arena, falls, least, most));
    out->start = nj_spill(w, nj_val(pyint(w), out->start)).expr;
    out->stop = nj_spill(w, nj_val(pyint(w), out->stop)).expr;
}

bool nj_slice_parts(NjWalk *w, NjVal s, NjSpan span, NjSliceParts *out)
{
    memset(out, 0, sizeof *out);
    if (!s.known || s.known->kind != NJ_KNOWN_ITEMS || !s.known->items[3]) {
        parts_at_run_time(w, s, span, out);
        return true;
    }
    int64_t has = s.known->items[3]->i;
    NjTirExpr **dst[3] = {&out->start, &out->stop, &out->step};
    for (int i = 0; i < 3; i++) {
        if (!(has >> i & 1))
            continue;
        if (s.known->items[i]) {
            out->known[i] = true;
            out->k[i] = s.known->items[i]->i;
            *dst[i] = nj_tir_int(w->arena, pyint(w), out->k[i], span);
        } else {
            *dst[i] = nj_tir_tuple_get(w->arena, s.expr, (uint32_t)i, pyint(w));
        }
    }
    if (out->known[2] && out->k[2] == 0) {
        nj_raises(w, span, NPRT_EXC_VALUE_ERROR, "slice step cannot be zero");
        return false;
    }
    out->step_is_one = !out->step || (out->known[2] && out->k[2] == 1);
    if (out->step_is_one)
        out->step = NULL;
    return true;
}

NjVal nj_range_slice(NjWalk *w, NjVal range, NjVal slice, NjSpan span)
{
    NjVal args[4], from, to;
    range = nj_spill(w, range);
    NjVal n = nj_spill(w, nj_range_length(w, range, span));
    NjSliceParts p;
    parts_at_run_time(w, slice, span, &p);
    NjTirExpr *parts[3] = {p.start, p.stop, p.step};
    for (int i = 0; i < 3; i++)
        args[i] = nj_val(pyint(w), parts[i]);
    NjVal bound[3] = {n, args[0], args[2]};
    from = nj_call_prelude(w, "builtins", "slice_bound", bound, 3, span);
    bound[1] = args[1];
    to = nj_call_prelude(w, "builtins", "slice_bound", bound, 3, span);
    NjVal start = nj_range_part(w, range, 0, span), step = nj_range_part(w, range, 2, span);
    from = nj_binary(w, NJ_BINOP_ADD, start, nj_binary(w, NJ_BINOP_MULT, from, step, span), span);
    to = nj_binary(w, NJ_BINOP_ADD, start, nj_binary(w, NJ_BINOP_MULT, to, step, span), span);
    return nj_val_range(w, from, to, nj_binary(w, NJ_BINOP_MULT, args[2], step, span), false, span);
}

bool nj_slice_attr(NjWalk *w, NjVal s, const char *attr, NjSpan span, NjVal *out)
{
    static const char *const names[3] = {"start", "stop", "step"};
    uint32_t i = 0;
    while (i < 3 && strcmp(attr, names[i]) != 0)
        i++;
    if (i == 3)
        return false;
    bool is_known = s.known && s.known->kind == NJ_KNOWN_ITEMS && s.known->items[3];
    s = nj_spill(w, s);
    NjVal part = nj_val(pyint(w), nj_tir_tuple_get(w->arena, s.expr, i, pyint(w)));
    if (is_known) {
        bool given = s.known->items[3]->i >> i & 1;
        part.known = given ? s.known->items[i] : NULL;
        *out = given ? part : nj_val_none(w, span);
        return true;
    }
    const NjType *type = nj_type_optional(w->types, pyint(w)), *truth = nj_type_pybool(w->types);
    NjTirLocal *local = nj_temp(w, type);
    NjTirExpr *mask = nj_tir_cast(w->arena, pyint(w), nj_tir_tuple_get(w->arena, s.expr, 3, mask_type(w)));
    NjTirExpr *bit = nj_tir_binary(w->arena, NJ_BIN_AND, NJ_ARITH_WRAP, pyint(w), mask,
                                   nj_tir_int(w->arena, pyint(w), 1 << i, span));
    nj_emit_assign(w, local, nj_coerce(w, nj_val_none(w, span), type, span).expr);
    NjTirExpr *given = nj_tir_compare(w->arena, NJ_CMP_NE, truth, bit, nj_tir_int(w->arena, pyint(w), 0, span));
    NjIf branch = nj_if_begin(w, given, span);
    nj_emit_assign(w, local, nj_coerce(w, part, type, span).expr);
    nj_if_end(w, &branch);
    *out = nj_val(type, nj_tir_local(w->arena, local, span));
    return true;
}

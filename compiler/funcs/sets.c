/* sets.c - methods of sets and frozensets. Operands may be any iterables, as in Python. */
#include "compiler/funcs/std_internal.h"

static bool can_change(NjWalk *w, const NjCall *c)
{
    if (!c->self.type->frozen)
        return true;
    nj_raises(w, c->span, NPRT_EXC_ATTRIBUTE_ERROR, "'frozenset' object has no attribute '%s'",
              nj_func_row(c->id)->name);
    return false;
}

static bool is_unknown(NjVal set)
{
    return set.type->elems[0]->kind == NJ_T_NEVER;
}

NjVal nj_set_of(NjWalk *w, NjVal v, NjSpan span)
{
    v = nj_unwrap(w, v, span);
    if (nj_is_error(v) || v.type->kind == NJ_T_SET)
        return v;
    return nj_call_row(w, nj_func_find("builtins", "set"), (NjVal){0}, &v, 1, span);
}

NJ_HANDLER(set_add)
{
    NjVal item = c->args[0];
    if (!can_change(w, c) || nj_is_error(item) || nj_is_error(c->self))
        return nj_val_error(w);
    const NjType *elem = nj_container_accepts(w, c->self, 0, item.type, c->span);
    if (!elem)
        return nj_val_error(w);
    if (elem != c->self.type->elems[0])
        return nj_val_none(w, c->span); /* to be walked again with the better type */
    return nj_rtcall2(w, NJ_RT_set_add, nj_std_none(w), c->span, c->self,
                      nj_coerce(w, item, elem, c->span));
}

NJ_HANDLER(set_discard)
{
    if (!can_change(w, c))
        return nj_val_error(w);
    return nj_rtcall2(w, NJ_RT_set_discard, nj_std_none(w), c->span, c->self, c->args[0]);
}

NJ_HANDLER(set_remove)
{
    if (!can_change(w, c))
        return nj_val_error(w);
    return nj_rtcall2(w, NJ_RT_set_remove, nj_std_none(w), c->span, c->self, c->args[0]);
}

NJ_HANDLER(set_pop)
{
    if (!can_change(w, c))
        return nj_val_error(w);
    if (is_unknown(c->self)) {
        nj_raise_text(w, NPRT_EXC_KEY_ERROR, c->span, "pop from an empty set");
        return nj_val_unit(w, nj_type_never(w->types), c->span);
    }
    return nj_rtcall1(w, NJ_RT_set_pop, c->self.type->elems[0], c->span, c->self);
}

NJ_HANDLER(set_copy)
{
    NjVal copy = nj_rtcall1(w, NJ_RT_dict_copy, c->self.type, c->span, c->self);
    copy.known = c->self.known;
    return copy;
}

NJ_HANDLER(set_clear)
{
    if (!can_change(w, c))
        return nj_val_error(w);
    return nj_rtcall1(w, NJ_RT_dict_clear, nj_std_none(w), c->span, c->self);
}

/* ---- operations ---- */

/* self op other op ..., a new set */
static NjVal combine(NjWalk *w, const NjCall *c, NjBinOp op, const NjVal *others, uint32_t n)
{
    NjVal acc = c->self;
    if (n == 0)
        return nj_rtcall1(w, NJ_RT_dict_copy, acc.type, c->span, acc);
    for (uint32_t i = 0; i < n; i++) {
        NjVal other = nj_set_of(w, others[i], c->n_rest ? c->rest_spans[i] : c->spans[i]);
        if (nj_is_error(other))
            return other;
        acc = nj_sequence_binary(w, op, acc, other, c->span);
    }
    return acc;
}

/* The same in place; `which` numbers the operation as set_update does. */
static NjVal update(NjWalk *w, const NjCall *c, int64_t which, const NjVal *others, uint32_t n)
{
    if (!can_change(w, c))
        return nj_val_error(w);
    NjVal self = nj_spill(w, c->self);
    bool adds = which == 0 || which == 3;
    for (uint32_t i = 0; i < n; i++) {
        NjVal other = nj_set_of(w, others[i], c->n_rest ? c->rest_spans[i] : c->spans[i]);
        if (nj_is_error(other))
            return other;
        if (adds && is_unknown(other))
            continue;
        const NjType *elem = adds ? nj_container_accepts(w, self, 0, other.type->elems[0], c->span)
                                  : self.type->elems[0];
        if (!elem)
            return nj_val_error(w);
        if (elem != self.type->elems[0])
            continue; /* to be walked again */
        if (adds && elem != other.type->elems[0])
            return nj_raises(w, c->span, NPRT_EXC_TYPE_ERROR, "%s cannot take in %s",
                             nj_ty(w, self.type), nj_ty(w, other.type));
        nj_rtcall3(w, NJ_RT_set_update, nj_std_none(w), c->span, self, other,
                   nj_val_int(w, which, c->span));
    }
    return nj_val_none(w, c->span);
}

NJ_HANDLER(set_union)
{
    return combine(w, c, NJ_BINOP_BITOR, c->rest, c->n_rest);
}

NJ_HANDLER(set_intersection)
{
    return combine(w, c, NJ_BINOP_BITAND, c->rest, c->n_rest);
}

NJ_HANDLER(set_difference)
{
    return combine(w, c, NJ_BINOP_SUB, c->rest, c->n_rest);
}

NJ_HANDLER(set_symmetric)
{
    return combine(w, c, NJ_BINOP_BITXOR, c->args, 1);
}

NJ_HANDLER(set_update)
{
    return update(w, c, 0, c->rest, c->n_rest);
}

NJ_HANDLER(set_intersection_update)
{
    return update(w, c, 1, c->rest, c->n_rest);
}

NJ_HANDLER(set_difference_update)
{
    return update(w, c, 2, c->rest, c->n_rest);
}

NJ_HANDLER(set_symmetric_update)
{
    return update(w, c, 3, c->args, 1);
}

/* ---- tests; `which` as in set_compare ---- */

static NjVal test(NjWalk *w, const NjCall *c, bool swap, int64_t which)
{
    NjVal a = c->self, b = nj_set_of(w, c->args[0], c->span);
    return nj_rtcall3(w, NJ_RT_set_compare, nj_std_bool(w), c->span, swap ? b : a, swap ? a : b,
                      nj_val_int(w, which, c->span));
}

NJ_HANDLER(set_issubset)
{
    return test(w, c, false, 1);
}

NJ_HANDLER(set_issuperset)
{
    return test(w, c, true, 1);
}

NJ_HANDLER(set_isdisjoint)
{
    return test(w, c, false, 3);
}

/* containers.c - methods of lists, tuples, namedtuples and ranges.
 *
 * A list made empty gets its element type from what is put in; nj_container_accepts tells the hint
 * of its site and gives the type that the elements should have, which differs from the one in hand
 * only in a walk that will be thrown away: then nothing is built. Taking an element from a list
 * that nothing was ever put in raises. */
#include "compiler/funcs/std_internal.h"

#include <string.h>

/* ---- lists ---- */

/* tuple(iterable) of run-time length is a list in memory, and cannot be changed. */
static bool can_change(NjWalk *w, const NjCall *c)
{
    if (!c->self.type->frozen)
        return true;
    nj_raises(w, c->span, NPRT_EXC_ATTRIBUTE_ERROR, "'tuple' object has no attribute '%s'",
              nj_func_row(c->id)->name);
    return false;
}

static bool is_unknown(NjVal list)
{
    return list.type->elems[0]->kind == NJ_T_NEVER;
}

NJ_HANDLER(list_append)
{
    if (!can_change(w, c))
        return nj_val_error(w);
    nj_list_append(w, c->self, c->args[0], c->span);
    return nj_val_none(w, c->span);
}

typedef struct Into {
    NjVal list;
    NjSpan span;
} Into;

static void append_body(NjWalk *w, NjVal item, void *data)
{
    Into *into = data;
    nj_list_append(w, into->list, item, into->span);
}

static NjVal extend(NjWalk *w, NjVal list, NjVal other, NjSpan span)
{
    other = nj_unwrap(w, other, span);
    if (nj_is_error(other))
        return other;
    if (other.type->kind == NJ_T_LIST) {
        const NjType *elem = other.type->elems[0];
        if (elem->kind == NJ_T_NEVER)
            return nj_val_none(w, span);
        if (is_unknown(list)) {
            nj_container_accepts(w, list, 0, elem, span);
            return nj_val_none(w, span);
        }
        if (elem == list.type->elems[0])
            return nj_rtcall2(w, NJ_RT_list_extend, nj_std_none(w), span, list, other);
    }
    Into into = {nj_spill(w, list), span};
    return nj_iterate(w, other, span, NULL, append_body, &into) ? nj_val_none(w, span)
                                                                : nj_val_error(w);
}

NJ_HANDLER(list_extend)
{
    return can_change(w, c) ? extend(w, c->self, c->args[0], c->span) : nj_val_error(w);
}

NJ_HANDLER(list_insert)
{
    NjVal index = nj_to_index(w, c->args[0], c->span), item = c->args[1];
    if (!can_change(w, c) || nj_is_error(index) || nj_is_error(item))
        return nj_val_error(w);
    const NjType *elem = nj_container_accepts(w, c->self, 0, item.type, c->span);
    if (!elem)
        return nj_val_error(w);
    if (elem != c->self.type->elems[0])
        return nj_val_none(w, c->span);
    item = nj_coerce(w, item, elem, c->span);
    return nj_rtcall3(w, NJ_RT_list_insert, nj_std_none(w), c->span, c->self, index, item);
}

/* What an operation on an element gives when there never is one. */
static NjVal raise_never(NjWalk *w, NprtExcKind kind, const char *text, NjSpan span)
{
    nj_raise_text(w, kind, span, text);
    return nj_val_unit(w, nj_type_never(w->types), span);
}

NJ_HANDLER(list_pop)
{
    NjVal index = nj_int_or(w, c->args[0], -1, c->span);
    if (!can_change(w, c) || nj_is_error(index))
        return nj_val_error(w);
    if (is_unknown(c->self))
        return raise_never(w, NPRT_EXC_INDEX_ERROR, "pop from empty list", c->span);
    return nj_rtcall2(w, NJ_RT_list_pop, c->self.type->elems[0], c->span, c->self, index);
}

NJ_HANDLER(list_remove)
{
    if (!can_change(w, c))
        return nj_val_error(w);
    return nj_rtcall2(w, NJ_RT_list_remove, nj_std_none(w), c->span, c->self, c->args[0]);
}

NJ_HANDLER(list_index)
{
    if (!nj_is_given(c->args[1]))
        return nj_rtcall2(w, NJ_RT_list_index, nj_std_int(w), c->span, c->self, c->args[0]);
    NjVal args[4] = {c->self, c->args[0], nj_to_index(w, c->args[1], c->span),
                     nj_int_or(w, c->args[2], INT64_MAX, c->span)};
    return nj_call_prelude(w, "builtins", "list_index", args, 4, c->span);
}

NJ_HANDLER(list_count)
{
    return nj_rtcall2(w, NJ_RT_list_count, nj_std_int(w), c->span, c->self, c->args[0]);
}

NJ_HANDLER(list_reverse)
{
    if (!can_change(w, c))
        return nj_val_error(w);
    return nj_rtcall1(w, NJ_RT_list_reverse, nj_std_none(w), c->span, c->self);
}

NJ_HANDLER(list_sort)
{
    if (!can_change(w, c))
        return nj_val_error(w);
    nj_sort_list(w, nj_spill(w, c->self), c->args[0], c->args[1], c->span);
    return nj_val_none(w, c->span);
}

NJ_HANDLER(list_copy)
{
    if (!can_change(w, c))
        return nj_val_error(w);
    NjVal copy = nj_rtcall1(w, NJ_RT_list_copy, c->self.type, c->span, c->self);
    copy.known = c->self.known; /* the site: what widens one widens the other */
    return copy;
}

NJ_HANDLER(list_clear)
{
    if (!can_change(w, c))
        return nj_val_error(w);
    return nj_rtcall1(w, NJ_RT_list_clear, nj_std_none(w), c->span, c->self);
}

/* ---- tuples, and lists of mixed types, which have a fixed length ---- */

static NjVal bool_as_int(NjWalk *w, NjVal v, NjSpan span)
{
    int known;
    NjTirExpr *e = nj_truth(w, v, span, &known);
    return nj_to_dtype(w, known >= 0 ? nj_val_bool(w, known, span) : nj_val(nj_std_bool(w), e),
                       NPRT_I64, true, span);
}

NJ_HANDLER(tuple_count)
{
    NjVal tuple = nj_spill(w, c->self), item = nj_spill(w, c->args[0]),
          n = nj_val_int(w, 0, c->span);
    for (uint32_t i = 0; i < tuple.type->n; i++) {
        NjVal eq = nj_equal(w, nj_tuple_item(w, tuple, i, c->span), item, c->span);
        if (nj_is_error(eq))
            return eq;
        n = nj_binary(w, NJ_BINOP_ADD, n, bool_as_int(w, eq, c->span), c->span);
    }
    return n;
}

/* Compared from the last element to the first, so that the first equal one is what remains. */
NJ_HANDLER(tuple_index)
{
    NjVal tuple = nj_spill(w, c->self), item = nj_spill(w, c->args[0]),
          at = nj_val_int(w, -1, c->span);
    for (uint32_t i = tuple.type->n; i-- > 0;) {
        int known;
        NjVal eq = nj_equal(w, nj_tuple_item(w, tuple, i, c->span), item, c->span);
        if (nj_is_error(eq))
            return eq;
        NjTirExpr *cond = nj_truth(w, eq, c->span, &known);
        NjVal here = nj_val_int(w, i, c->span);
        if (known == 1)
            at = here;
        else if (known < 0)
            at = nj_val(at.type, nj_tir_select(w->arena, cond, here.expr, at.expr));
    }
    at = nj_spill(w, at);
    int64_t k;
    if (nj_known_int(at, &k) && k >= 0)
        return at;
    NjTirExpr *zero = nj_tir_int(w->arena, at.type, 0, c->span);
    nj_check(w, nj_tir_compare(w->arena, NJ_CMP_GE, nj_std_bool(w), at.expr, zero),
             NPRT_EXC_VALUE_ERROR, c->span,
             c->self.type->frozen ? "list.index(x): x not in list"
                                  : "tuple.index(x): x not in tuple",
             0, NULL);
    return at;
}

NJ_HANDLER(mixed_list_copy)
{
    if (!c->self.type->frozen)
        return nj_raises(w, c->span, NPRT_EXC_ATTRIBUTE_ERROR,
                         "'tuple' object has no attribute 'copy'");
    return c->self;
}

NJ_HANDLER(mixed_list_change)
{
    const char *name = nj_func_row(c->id)->name;
    if (!c->self.type->frozen)
        return nj_raises(w, c->span, NPRT_EXC_ATTRIBUTE_ERROR,
                         "'tuple' object has no attribute '%s'", name);
    return nj_fail(w, c->span,
                   "a list whose elements have different types (%s) keeps its length: %s() is not "
                   "supported",
                   nj_ty(w, c->self.type), name);
}

/* ---- namedtuples, and the **kwargs of a function (a namedtuple called "**") ---- */

static bool is_kwargs(NjVal v)
{
    return v.type->name && strcmp(v.type->name->text, "**") == 0;
}

static bool is_named(NjWalk *w, const NjCall *c, bool kwargs)
{
    if (c->self.type->names && is_kwargs(c->self) == kwargs)
        return true;
    const char *what = is_kwargs(c->self) ? "dict" : c->self.type->frozen ? "list" : "tuple";
    nj_raises(w, c->span, NPRT_EXC_ATTRIBUTE_ERROR, "'%s' object has no attribute '%s'", what,
              nj_func_row(c->id)->name);
    return false;
}

static NjVal field_name(NjWalk *w, NjVal tuple, uint32_t i, NjSpan span)
{
    return nj_val_str(w, tuple.type->names[i]->text, tuple.type->names[i]->len, span);
}

static NjVal field_names(NjWalk *w, NjVal tuple, NjSpan span)
{
    NjVal *names = NJ_NEW_ARRAY(w->arena, NjVal, tuple.type->n + 1);
    for (uint32_t i = 0; i < tuple.type->n; i++)
        names[i] = field_name(w, tuple, i, span);
    return nj_val_tuple(w, names, tuple.type->n, span);
}

NJ_HANDLER(named_fields)
{
    return is_named(w, c, false) ? field_names(w, c->self, c->span) : nj_val_error(w);
}

NJ_HANDLER(named_replace)
{
    if (!is_named(w, c, false))
        return nj_val_error(w);
    NjVal tuple = nj_spill(w, c->self);
    NjVal *items = NJ_NEW_ARRAY(w->arena, NjVal, tuple.type->n + 1);
    for (uint32_t i = 0; i < tuple.type->n; i++)
        items[i] = nj_tuple_item(w, tuple, i, c->span);
    for (uint32_t k = 0; k < c->n_kw; k++) {
        int32_t at = nj_type_field(tuple.type, c->kw_names[k]);
        if (at < 0)
            return nj_raises(w, c->span, NPRT_EXC_TYPE_ERROR, "Got unexpected field names: ['%s']",
                             c->kw_names[k]->text);
        items[at] = c->kw_vals[k];
    }
    NjVal v = nj_val_tuple(w, items, tuple.type->n, c->span);
    if (nj_is_error(v))
        return v;
    v.type = nj_type_namedtuple(w->types, tuple.type->name, tuple.type->names, v.type->elems,
                                tuple.type->n);
    v.expr->type = v.type;
    return v;
}

NJ_HANDLER(named_asdict)
{
    if (!is_named(w, c, false))
        return nj_val_error(w);
    NjVal tuple = nj_spill(w, c->self), dict = nj_new_dict_site(w, nj_call_site(c), c->span);
    for (uint32_t i = 0; i < tuple.type->n; i++)
        nj_index_set(w, dict, field_name(w, tuple, i, c->span), nj_tuple_item(w, tuple, i, c->span),
                     c->span);
    return dict;
}

NJ_HANDLER(kwargs_keys)
{
    return is_named(w, c, true) ? field_names(w, c->self, c->span) : nj_val_error(w);
}

NJ_HANDLER(kwargs_values)
{
    if (!is_named(w, c, true))
        return nj_val_error(w);
    NjVal tuple = nj_spill(w, c->self);
    NjVal *items = NJ_NEW_ARRAY(w->arena, NjVal, tuple.type->n + 1);
    for (uint32_t i = 0; i < tuple.type->n; i++)
        items[i] = nj_tuple_item(w, tuple, i, c->span);
    return nj_val_tuple(w, items, tuple.type->n, c->span);
}

NJ_HANDLER(kwargs_items)
{
    if (!is_named(w, c, true))
        return nj_val_error(w);
    NjVal tuple = nj_spill(w, c->self);
    NjVal *items = NJ_NEW_ARRAY(w->arena, NjVal, tuple.type->n + 1);
    for (uint32_t i = 0; i < tuple.type->n; i++) {
        NjVal pair[2] = {field_name(w, tuple, i, c->span), nj_tuple_item(w, tuple, i, c->span)};
        items[i] = nj_val_tuple(w, pair, 2, c->span);
    }
    return nj_val_tuple(w, items, tuple.type->n, c->span);
}

/* kwargs.get(name, default): the keywords are known at compile time. */
NJ_HANDLER(kwargs_get)
{
    const char *text;
    uint32_t len;
    if (!is_named(w, c, true))
        return nj_val_error(w);
    if (!nj_known_str(c->args[0], &text, &len)) {
        if (nj_need_known(w))
            return nj_val_error(w);
        return nj_fail(w, c->span, "a keyword's name must be known at compile time");
    }
    int32_t at = nj_type_field(c->self.type, nj_intern(w->u->names, text, len));
    if (at >= 0)
        return nj_tuple_item(w, nj_spill(w, c->self), (uint32_t)at, c->span);
    if (strcmp(nj_func_row(c->id)->name, "get") == 0 || !nj_is_none(c->args[1]))
        return c->args[1];
    return raise_never(w, NPRT_EXC_KEY_ERROR, text, c->span);
}

/* ---- ranges ---- */

NJ_HANDLER(range_start)
{
    return nj_range_part(w, nj_spill(w, c->self), 0, c->span);
}

NJ_HANDLER(range_stop)
{
    return nj_range_part(w, nj_spill(w, c->self), 1, c->span);
}

NJ_HANDLER(range_step)
{
    return nj_range_part(w, nj_spill(w, c->self), 2, c->span);
}

static NjVal range_search(NjWalk *w, const NjCall *c, const char *name)
{
    NjVal self = nj_spill(w, c->self);
    NjVal args[4] = {nj_range_part(w, self, 0, c->span), nj_range_part(w, self, 1, c->span),
                     nj_range_part(w, self, 2, c->span), nj_to_index(w, c->args[0], c->span)};
    return nj_is_error(args[3]) ? args[3] : nj_call_prelude(w, "builtins", name, args, 4, c->span);
}

NJ_HANDLER(range_index)
{
    return range_search(w, c, "range_index");
}

NJ_HANDLER(range_count)
{
    return range_search(w, c, "range_count");
}

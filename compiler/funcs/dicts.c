/* dicts.c - methods of dicts.
 *
 * Key and value types are found by use, as for lists (containers.c). A lookup takes a key of any
 * type. */
#include "compiler/funcs/iterables.h"
#include "compiler/funcs/std_internal.h"

static bool is_unknown(NjVal dict)
{
    return dict.type->elems[0]->kind == NJ_T_NEVER || dict.type->elems[1]->kind == NJ_T_NEVER;
}

/* Entry number of a key, -1 when it is missing. */
static NjVal find(NjWalk *w, NjVal dict, NjVal key, NjSpan span)
{
    return nj_rtcall2(w, NJ_RT_dict_find, nj_std_int(w), span, dict, key);
}

static NjTirExpr *is_found(NjWalk *w, NjVal entry, NjSpan span)
{
    NjTirExpr *zero = nj_tir_int(w->arena, entry.type, 0, span);
    return nj_tir_compare(w->arena, NJ_CMP_GE, nj_std_bool(w), entry.expr, zero);
}

static NjVal entry_value(NjWalk *w, NjVal dict, NjVal entry, NjSpan span)
{
    const NjType *type = dict.type->elems[1];
    if (type->is_unit)
        return nj_val_unit(w, type, span);
    NjTirExpr *e = nj_tir_expr(w->arena, NJ_X_ENTRY_VALUE, type, span);
    e->as.entry.base = dict.expr;
    e->as.entry.index = entry.expr;
    return nj_val(type, e);
}

/* The type of a result that is one of the dict's values or else `fallback`; NULL after an error. */
static const NjType *result_type(NjWalk *w, NjVal dict, NjVal fallback, NjSpan span)
{
    const NjType *type = nj_union_join(w, dict.type->elems[1], fallback.type);
    if (!type)
        nj_raises(w, span, NPRT_EXC_TYPE_ERROR, "the default is %s, the values of the dict are %s",
                  nj_ty(w, fallback.type), nj_ty(w, dict.type->elems[1]));
    return type;
}

NJ_HANDLER(dict_get)
{
    NjSpan span = c->span;
    NjVal dict = nj_spill(w, c->self), fallback = c->args[1];
    if (nj_is_error(c->args[0]) || nj_is_error(fallback) || is_unknown(dict))
        return fallback;
    const NjType *type = result_type(w, dict, fallback, span);
    if (!type)
        return nj_val_error(w);
    if (type->is_unit)
        return nj_val_unit(w, type, span);
    fallback = nj_spill(w, fallback);
    NjVal entry = find(w, dict, c->args[0], span);
    NjTirLocal *out = nj_temp(w, type);
    NjIf i = nj_if_begin(w, is_found(w, entry, span), span);
    nj_set_local(w, out, entry_value(w, dict, entry, span), span);
    nj_if_else(w, &i);
    nj_set_local(w, out, fallback, span);
    nj_if_end(w, &i);
    return nj_std_local(w, out, span);
}

NJ_HANDLER(dict_pop)
{
    NjSpan span = c->span;
    NjVal dict = nj_spill(w, c->self), key = c->args[0], fallback = c->args[1];
    if (!nj_is_given(fallback)) {
        if (!is_unknown(dict))
            return nj_rtcall2(w, NJ_RT_dict_pop, dict.type->elems[1], span, dict, key);
        nj_raise_text(w, NPRT_EXC_KEY_ERROR, span, "pop(): dictionary is empty");
        return nj_val_unit(w, nj_type_never(w->types), span);
    }
    if (is_unknown(dict))
        return fallback;
    const NjType *type = result_type(w, dict, fallback, span);
    if (!type)
        return nj_val_error(w);
    key = nj_spill(w, key);
    fallback = nj_spill(w, fallback);
    NjVal entry = find(w, dict, key, span);
    NjTirLocal *out = type->is_unit ? NULL : nj_temp(w, type);
    NjIf i = nj_if_begin(w, is_found(w, entry, span), span);
    NjVal value = nj_rtcall2(w, NJ_RT_dict_pop, dict.type->elems[1], span, dict, key);
    if (out)
        nj_set_local(w, out, value, span);
    nj_if_else(w, &i);
    if (out)
        nj_set_local(w, out, fallback, span);
    nj_if_end(w, &i);
    return out ? nj_std_local(w, out, span) : nj_val_unit(w, type, span);
}

/* The types that the dict must have to hold the pair; false when the walk in hand is void. */
static bool accepts(NjWalk *w, NjVal dict, const NjType *key, const NjType *value, NjSpan span)
{
    const NjType *k = nj_container_accepts(w, dict, 0, key, span);
    const NjType *v = nj_container_accepts(w, dict, 1, value, span);
    return k && v && k == dict.type->elems[0] && v == dict.type->elems[1];
}

NJ_HANDLER(dict_setdefault)
{
    NjSpan span = c->span;
    NjVal dict = nj_spill(w, c->self), fallback = c->args[1];
    if (!accepts(w, dict, c->args[0].type, fallback.type, span))
        return is_unknown(dict) ? fallback : nj_val_unit(w, dict.type->elems[1], span);
    const NjType *type = dict.type->elems[1];
    NjVal key = nj_spill(w, nj_coerce(w, c->args[0], dict.type->elems[0], span));
    fallback = nj_spill(w, nj_coerce(w, fallback, type, span));
    if (nj_is_error(key) || nj_is_error(fallback))
        return nj_val_error(w);
    NjTirLocal *out = type->is_unit ? NULL : nj_temp(w, type);
    NjVal entry = find(w, dict, key, span);
    NjIf i = nj_if_begin(w, is_found(w, entry, span), span);
    if (out)
        nj_set_local(w, out, entry_value(w, dict, entry, span), span);
    nj_if_else(w, &i);
    nj_rtcall3(w, NJ_RT_dict_set, nj_std_none(w), span, dict, key, fallback);
    if (out)
        nj_set_local(w, out, fallback, span);
    nj_if_end(w, &i);
    return out ? nj_std_local(w, out, span) : nj_val_unit(w, type, span);
}

typedef struct Into {
    NjVal dict;
    NjSpan span;
} Into;

static void put_body(NjWalk *w, NjVal item, void *data)
{
    Into *into = data;
    nj_put_pair(w, into->dict, item, into->span);
}

void nj_dict_update(NjWalk *w, NjVal dict, NjVal other, NjSpan span)
{
    other = nj_unwrap(w, other, span);
    if (nj_is_error(dict) || nj_is_error(other))
        return;
    Into into = {nj_spill(w, dict), span};
    if (other.type->kind == NJ_T_TUPLE && other.type->names) { /* **kwargs */
        other = nj_spill(w, other);
        for (uint32_t i = 0; i < other.type->n; i++)
            nj_index_set(w, into.dict,
                         nj_val_str(w, other.type->names[i]->text, other.type->names[i]->len, span),
                         nj_tuple_item(w, other, i, span), span);
        return;
    }
    if (other.type->kind == NJ_T_DICT) {
        if (is_unknown(other))
            return;
        if (is_unknown(dict)) {
            accepts(w, dict, other.type->elems[0], other.type->elems[1], span);
            return;
        }
        if (other.type->elems[0] == dict.type->elems[0] &&
            other.type->elems[1] == dict.type->elems[1]) {
            nj_rtcall2(w, NJ_RT_dict_update, nj_std_none(w), span, into.dict, other);
            return;
        }
        other = nj_val_iter(w, NJ_ITER_ITEMS, &other, 1, span);
    }
    nj_iterate(w, other, span, NULL, put_body, &into);
}

NJ_HANDLER(dict_update)
{
    if (nj_is_given(c->args[0]))
        nj_dict_update(w, c->self, c->args[0], c->span);
    for (uint32_t i = 0; i < c->n_kw; i++)
        nj_index_set(w, c->self, nj_val_str(w, c->kw_names[i]->text, c->kw_names[i]->len, c->span),
                     c->kw_vals[i], c->span);
    return nj_val_none(w, c->span);
}

NJ_HANDLER(dict_items)
{
    return nj_val_iter(w, NJ_ITER_ITEMS, &c->self, 1, c->span);
}

NJ_HANDLER(dict_keys)
{
    return nj_val_iter(w, NJ_ITER_KEYS, &c->self, 1, c->span);
}

NJ_HANDLER(dict_values)
{
    return nj_val_iter(w, NJ_ITER_VALUES, &c->self, 1, c->span);
}

NJ_HANDLER(dict_copy)
{
    NjVal copy = nj_rtcall1(w, NJ_RT_dict_copy, c->self.type, c->span, c->self);
    copy.known = c->self.known;
    return copy;
}

NJ_HANDLER(dict_clear)
{
    return nj_rtcall1(w, NJ_RT_dict_clear, nj_std_none(w), c->span, c->self);
}

NJ_HANDLER(dict_popitem)
{
    if (is_unknown(c->self)) {
        nj_raise_text(w, NPRT_EXC_KEY_ERROR, c->span, "popitem(): dictionary is empty");
        return nj_val_unit(w, nj_type_never(w->types), c->span);
    }
    const NjType *pair = nj_type_tuple(w->types, c->self.type->elems, 2);
    return nj_rtcall1(w, NJ_RT_dict_popitem, pair, c->span, c->self);
}

typedef struct FromKeys {
    NjVal dict, value;
    NjSpan span;
} FromKeys;

static void fromkeys_body(NjWalk *w, NjVal item, void *data)
{
    FromKeys *f = data;
    nj_index_set(w, f->dict, item, f->value, f->span);
}

NJ_HANDLER(dict_fromkeys)
{
    const void *site = nj_call_site(c);
    NjVal keys = nj_spill(w, c->args[0]);
    FromKeys f = {.value = nj_spill(w, c->args[1]), .span = c->span};
    NjTirBlock *block = w->block;
    uint32_t at = block->n;
    NjDiagMark mark = nj_diag_mark(w);
    for (unsigned round = 0; round < 4; round++) {
        block->n = at;
        nj_diag_rollback(w, mark);
        uint32_t changes = w->s->changes;
        f.dict = nj_new_dict_site(w, site, c->span);
        if (!nj_iterate(w, keys, c->span, NULL, fromkeys_body, &f))
            return nj_val_error(w);
        if (w->dead || nj_settled(w, f.dict.type, nj_site_dict_type(w, site), changes))
            break;
    }
    return f.dict;
}

/* containers.c - lists, dicts, sets, strings and tuples: element types by use, len, operators.
 *
 * `[]` has no element type where it is written. It gets a site; the first append tells the hint of that
 * site the type, and the walk starts over with it. A list display with elements remembers its site too,
 * so that appending a float to [0] widens it. */
#include "compiler/sema/sema.h"

#include "compiler/funcs/func.h"

#include <string.h>

typedef struct NjSite {
    const void *node;
    uint64_t key; /* of the specialisation */
} Site;

uint32_t nj_site(NjWalk *w, const void *node)
{
    NjSema *s = w->s;
    uint64_t key = w->spec ? w->spec->key : 0;
    for (uint32_t i = 0; i < s->n_sites; i++)
        if (s->sites[i].node == node && s->sites[i].key == key)
            return i + 1;
    if (s->n_sites == s->cap_sites) {
        uint32_t cap = s->cap_sites ? s->cap_sites * 2 : 32;
        Site *grown = NJ_NEW_ARRAY(s->arena, Site, cap);
        if (s->n_sites)
            memcpy(grown, s->sites, s->n_sites * sizeof *grown);
        s->sites = grown;
        s->cap_sites = cap;
    }
    s->sites[s->n_sites++] = (Site){node, key};
    return s->n_sites;
}

const void *nj_site_node(NjSpan span, unsigned tag)
{
    uintptr_t at = (uintptr_t)(span.source->text + span.start);
    return (const void *)(at ^ (uintptr_t)(tag + 1) << 56); /* never read, only compared */
}

/* What a site's container holds. A container in it may have been found out since: then, what it is now. One
 * that holds itself is `depth` types deep before it is left alone. */
static const NjType *site_elem_at(NjWalk *w, uint32_t site, uint32_t which, unsigned depth)
{
    const NjType *t = nj_hint_get(w->s, which ? NJ_HINT_SITE_VALUE : NJ_HINT_SITE, NULL, site);
    if (!t || !t->site || t->name || depth == 0 || (t->kind != NJ_T_LIST && t->kind != NJ_T_SET && t->kind != NJ_T_DICT))
        return t;
    const NjType *first = site_elem_at(w, t->site, 0, depth - 1);
    const NjType *second = first && t->kind == NJ_T_DICT ? site_elem_at(w, t->site, 1, depth - 1) : first;
    if (!first || !second)
        return t;
    return t->kind == NJ_T_LIST  ? nj_type_list(w->types, first)
           : t->kind == NJ_T_SET ? nj_type_set(w->types, first, false)
                                 : nj_type_dict(w->types, first, second);
}

static const NjType *site_elem(NjWalk *w, uint32_t site, uint32_t which)
{
    return site_elem_at(w, site, which, 8);
}

const NjType *nj_site_list_type(NjWalk *w, const void *node)
{
    uint32_t site = nj_site(w, node);
    const NjType *elem = site_elem(w, site, 0);
    return elem ? nj_type_list(w->types, elem) : nj_type_list_at(w->types, site);
}

const NjType *nj_site_set_type(NjWalk *w, const void *node)
{
    uint32_t site = nj_site(w, node);
    const NjType *elem = site_elem(w, site, 0);
    return elem ? nj_type_set(w->types, elem, false) : nj_type_set_at(w->types, site);
}

const NjType *nj_site_dict_type(NjWalk *w, const void *node)
{
    uint32_t site = nj_site(w, node);
    const NjType *key = site_elem(w, site, 0), *value = site_elem(w, site, 1);
    return key && value ? nj_type_dict(w->types, key, value) : nj_type_dict_at(w->types, site);
}

static NjVal with_site(NjWalk *w, NjVal v, const void *node)
{
    NjKnown *known = NJ_NEW(w->arena, NjKnown);
    known->kind = NJ_KNOWN_SITE;
    known->i = nj_site(w, node);
    v.known = known;
    return v;
}

NjVal nj_new_list(NjWalk *w, const NjType *elem, NjSpan span)
{
    return nj_effect(w, nj_tir_expr(w->arena, NJ_X_NEW_LIST, nj_type_list(w->types, elem), span));
}

NjVal nj_new_list_site(NjWalk *w, const void *node, NjSpan span)
{
    NjTirExpr *e = nj_tir_expr(w->arena, NJ_X_NEW_LIST, nj_site_list_type(w, node), span);
    return with_site(w, nj_effect(w, e), node);
}

NjVal nj_new_set_site(NjWalk *w, const void *node, NjSpan span)
{
    NjTirExpr *e = nj_tir_expr(w->arena, NJ_X_NEW_SET, nj_site_set_type(w, node), span);
    return with_site(w, nj_effect(w, e), node);
}

NjVal nj_new_dict_site(NjWalk *w, const void *node, NjSpan span)
{
    NjTirExpr *e = nj_tir_expr(w->arena, NJ_X_NEW_DICT, nj_site_dict_type(w, node), span);
    return with_site(w, nj_effect(w, e), node);
}

const NjType *nj_container_accepts(NjWalk *w, NjVal container, uint32_t which, const NjType *item, NjSpan span)
{
    const NjType *elem = container.type->elems[which];
    if (item->kind == NJ_T_ERROR || item->kind == NJ_T_NEVER)
        return NULL;
    if (item->kind == NJ_T_ITER) {
        nj_fail(w, span, "an iterator cannot be stored; use list(...) first");
        return NULL;
    }
    const NjType *joined = nj_element_join(w, elem, item);
    uint32_t site = container.type->site;
    if (!site && container.known && container.known->kind == NJ_KNOWN_SITE)
        site = (uint32_t)container.known->i;
    if (joined && joined != elem && site) {
        NjHintKind kind = which ? NJ_HINT_SITE_VALUE : NJ_HINT_SITE;
        nj_hint_set(w->s, kind, NULL, site, joined);
        return joined;
    }
    if (joined == elem || nj_can_coerce(w, item, elem))
        return elem; /* without a site the element type stays */
    nj_fail(w, span, "TypeError: %s cannot hold %s: all elements of a container have one type",
            nj_ty(w, container.type), nj_ty(w, item));
    return NULL;
}

void nj_list_append(NjWalk *w, NjVal list, NjVal item, NjSpan span)
{
    if (nj_is_error(list) || nj_is_error(item) || w->dead)
        return;
    const NjType *elem = nj_container_accepts(w, list, 0, item.type, span);
    if (!elem || elem != list.type->elems[0])
        return; /* reported, or to be walked again with the better type */
    item = nj_coerce(w, item, elem, span);
    if (!nj_is_error(item))
        nj_rtcall2(w, NJ_RT_list_append, nj_type_none(w->types), span, list, item);
}

/* A display of items whose types do not join: fixed length, each element of its own type. */
NjVal nj_mixed_list(NjWalk *w, const NjVal *items, uint32_t n, NjSpan span)
{
    NjVal v = nj_val_tuple(w, items, n, span);
    if (nj_is_error(v))
        return v;
    const NjType *type = nj_type_mixed_list(w->types, v.type->elems, n);
    v.type = type;
    v.expr->type = type;
    return v;
}

bool nj_promote_mixed(NjWalk *w, NjVal list)
{
    if (list.type->kind != NJ_T_TUPLE || !list.type->frozen || !list.known ||
        list.known->kind != NJ_KNOWN_ITEMS || list.known->i == 0)
        return false;
    const NjType *elem = nj_type_never(w->types);
    for (uint32_t i = 0; i < list.type->n && elem; i++)
        elem = elem->kind == NJ_T_NEVER ? list.type->elems[i] : nj_element_join(w, elem, list.type->elems[i]);
    if (!elem)
        return false;
    nj_hint_set(w->s, NJ_HINT_SITE, NULL, (uint64_t)list.known->i, elem);
    return true;
}

/* ---- len ---- */

NjVal nj_len(NjWalk *w, NjVal v, NjSpan span)
{
    NjVal out;
    if (nj_is_error(v))
        return v;
    v = nj_unwrap(w, v, span);
    if (nj_type_is_union(v.type))
        return nj_union_len(w, v, span);
    v = nj_is_view(v) ? nj_view_dict(w, v, span) : nj_enum_items(w, v, span);
    const char *text;
    uint32_t bytes;
    switch (v.type->kind) {
    case NJ_T_STR:
        if (nj_known_str(v, &text, &bytes)) {
            uint32_t n = 0;
            for (uint32_t i = 0; i < bytes; i++)
                n += ((unsigned char)text[i] & 0xC0) != 0x80;
            return nj_val_int(w, n, span);
        }
        break;
    case NJ_T_BYTES:
    case NJ_T_LIST:
    case NJ_T_DICT:
    case NJ_T_SET:
        break;
    case NJ_T_TUPLE:
        return nj_val_int(w, v.type->n, span);
    case NJ_T_RANGE:
        return nj_range_length(w, v, span);
    case NJ_T_ARRAY:
        if (v.type->ndim == 0)
            return nj_raises(w, span, NPRT_EXC_TYPE_ERROR, "len() of unsized object");
        return nj_shape_of(w, v, 0, span);
    case NJ_T_MODULE:
        return nj_cuda_len(w, v, span);
    case NJ_T_OBJECT:
        if (nj_call_special(w, v, "__len__", NULL, 0, span, &out))
            return out;
        /* fall through */
    default:
        return nj_raises(w, span, NPRT_EXC_TYPE_ERROR, "object of type '%s' has no len()", nj_py(w, v.type));
    }
    NjTirExpr *e = nj_tir_expr(w->arena, NJ_X_LEN, nj_type_pyint(w->types), span);
    e->as.len.a = nj_expr_of(w, v, span);
    return nj_val(e->type, e);
}

/* ---- operators on sequences ---- */

static NjVal bad(NjWalk *w, NjBinOp op, NjVal a, NjVal b, NjSpan span)
{
    NjTypeKind k = a.type->kind;
    bool joins = k == NJ_T_STR || k == NJ_T_LIST || (k == NJ_T_TUPLE && !nj_type_is_union(a.type));
    const char *kind = k == NJ_T_STR ? "str" : k == NJ_T_LIST || a.type->frozen ? "list" : "tuple";
    if (op == NJ_BINOP_ADD && joins)
        return nj_raises(w, span, NPRT_EXC_TYPE_ERROR, "can only concatenate %s (not \"%s\") to %s", kind,
                         nj_py(w, b.type), kind);
    if (op == NJ_BINOP_MULT && joins)
        return nj_raises(w, span, NPRT_EXC_TYPE_ERROR, "can't multiply sequence by non-int of type '%s'",
                         nj_py(w, b.type));
    return nj_raises(w, span, NPRT_EXC_TYPE_ERROR, "unsupported operand type(s) for %s: '%s' and '%s'", nj_binop_text(op),
                   nj_py(w, a.type), nj_py(w, b.type));
}

static NjVal repeat(NjWalk *w, NjVal seq, NjVal times, NjSpan span)
{
    int64_t n;
    if (!nj_type_is_integral(times.type))
        return bad(w, NJ_BINOP_MULT, seq, times, span);
    if (seq.type->kind == NJ_T_TUPLE) {
        if (!nj_known_int(times, &n)) {
            if (nj_need_known(w))
                return nj_val_error(w);
            return nj_fail(w, span, "a tuple can only be repeated a constant number of times");
        }
        if (n < 0)
            n = 0;
        if ((uint64_t)n * seq.type->n > 4096)
            return nj_fail(w, span, "a tuple of %lld elements is too long; use a list",
                           (long long)(n * seq.type->n));
        seq = nj_spill(w, seq);
        NjVal *items = NJ_NEW_ARRAY(w->arena, NjVal, (size_t)n * seq.type->n + 1);
        uint32_t k = 0;
        for (int64_t i = 0; i < n; i++)
            for (uint32_t j = 0; j < seq.type->n; j++)
                items[k++] = nj_tuple_item(w, seq, j, span);
        return nj_val_tuple(w, items, k, span);
    }
    times = nj_to_index(w, times, span);
    if (seq.type->kind == NJ_T_LIST) {
        NjVal out = nj_rtcall2(w, NJ_RT_list_repeat, seq.type, span, seq, times);
        if (seq.known && seq.known->kind == NJ_KNOWN_SITE)
            out.known = seq.known;
        return out;
    }
    return nj_rtcall2(w, NJ_RT_str_repeat, seq.type, span, seq, times);
}

static NjVal concat_tuples(NjWalk *w, NjVal a, NjVal b, NjSpan span)
{
    a = nj_spill(w, a);
    b = nj_spill(w, b);
    NjVal *items = NJ_NEW_ARRAY(w->arena, NjVal, a.type->n + b.type->n + 1);
    for (uint32_t i = 0; i < a.type->n; i++)
        items[i] = nj_tuple_item(w, a, i, span);
    for (uint32_t i = 0; i < b.type->n; i++)
        items[a.type->n + i] = nj_tuple_item(w, b, i, span);
    return nj_val_tuple(w, items, a.type->n + b.type->n, span);
}

/* list + list of another element type: both become lists of the joined type. */
NjVal nj_list_as(NjWalk *w, NjVal list, const NjType *elem, NjSpan span)
{
    if (list.type->elems[0] == elem)
        return list;
    const NjType *type = nj_type_list(w->types, elem);
    if (list.type->elems[0]->kind == NJ_T_NEVER)
        return nj_val(type, nj_tir_cast(w->arena, type, nj_expr_of(w, list, span)));
    NjVal out = nj_new_list(w, elem, span);
    NjSeq seq;
    NjFor f;
    if (!nj_seq_of(w, list, span, &seq))
        return nj_val_error(w);
    NjVal i = nj_for_begin(w, &f, nj_val_int(w, 0, span), seq.length, span);
    nj_list_append(w, out, nj_coerce(w, nj_seq_get(w, &seq, i, span), elem, span), span);
    nj_for_end(w, &f);
    return out;
}

static NjVal concat_lists(NjWalk *w, NjVal a, NjVal b, NjSpan span)
{
    const NjType *elem = nj_element_join(w, a.type->elems[0], b.type->elems[0]);
    if (!elem)
        return bad(w, NJ_BINOP_ADD, a, b, span);
    if (elem->kind == NJ_T_NEVER)
        return a;
    bool only_b = a.type->elems[0]->kind == NJ_T_NEVER, only_a = b.type->elems[0]->kind == NJ_T_NEVER;
    a = nj_list_as(w, a, elem, span);
    b = nj_list_as(w, b, elem, span);
    if (only_a || only_b) /* nothing is in the other, which does not know what its elements would be */
        return nj_rtcall1(w, NJ_RT_list_copy, a.type, span, only_a ? a : b);
    return nj_rtcall2(w, NJ_RT_list_concat, nj_type_list(w->types, elem), span, a, b);
}

static NjVal set_operation(NjWalk *w, NjBinOp op, NjVal a, NjVal b, NjSpan span)
{
    int which = op == NJ_BINOP_BITOR    ? 0
                : op == NJ_BINOP_BITAND ? 1
                : op == NJ_BINOP_SUB    ? 2
                : op == NJ_BINOP_BITXOR ? 3
                                        : -1;
    if (which < 0)
        return bad(w, op, a, b, span);
    bool no_a = a.type->elems[0]->kind == NJ_T_NEVER, no_b = b.type->elems[0]->kind == NJ_T_NEVER;
    const NjType *type = no_a ? b.type : a.type;
    if (type->elems[0]->kind == NJ_T_NEVER)
        return a;
    if (no_a || no_b) {
        /* a set that nothing was put into does not know what it could hold: k | k and k - k of the
         * other one */
        bool is_copy = which == 0 || which == 3 || (which == 2 && no_b);
        NjVal k = nj_spill(w, no_a ? b : a);
        return nj_rtcall3(w, NJ_RT_set_binary, type, span, k, k,
                          nj_val_int(w, is_copy ? 0 : 2, span));
    }
    if (a.type->elems[0] != b.type->elems[0])
        return bad(w, op, a, b, span);
    return nj_rtcall3(w, NJ_RT_set_binary, type, span, a, b, nj_val_int(w, which, span));
}

NjVal nj_percent_format(NjWalk *w, NjVal a, NjVal b, NjSpan span)
{
    return nj_rtcall2(w, NJ_RT_percent_format, a.type, span, a, nj_shown(w, b));
}

NjVal nj_sequence_binary(NjWalk *w, NjBinOp op, NjVal a, NjVal b, NjSpan span)
{
    NjVal out;
    if (nj_is_error(a) || nj_is_error(b))
        return nj_val_error(w);
    if (nj_fold_binary(w, op, a, b, span, &out))
        return out;
    NjTypeKind ka = a.type->kind, kb = b.type->kind;
    bool seq_a = ka == NJ_T_STR || ka == NJ_T_BYTES || ka == NJ_T_LIST || ka == NJ_T_TUPLE;
    bool seq_b = kb == NJ_T_STR || kb == NJ_T_BYTES || kb == NJ_T_LIST || kb == NJ_T_TUPLE;
    if (op == NJ_BINOP_MOD && ka == NJ_T_STR)
        return nj_percent_format(w, a, b, span);
    if (op == NJ_BINOP_MULT && seq_a && kb == NJ_T_SCALAR)
        return repeat(w, a, b, span);
    if (op == NJ_BINOP_MULT && seq_b && ka == NJ_T_SCALAR)
        return repeat(w, b, a, span);
    if (op == NJ_BINOP_ADD && ka == kb) {
        if (ka == NJ_T_STR || ka == NJ_T_BYTES)
            return nj_rtcall2(w, NJ_RT_str_concat, a.type, span, a, b);
        if (ka == NJ_T_TUPLE)
            return concat_tuples(w, a, b, span);
        if (ka == NJ_T_LIST)
            return concat_lists(w, a, b, span);
    }
    if (ka == NJ_T_DICT && kb == NJ_T_DICT && a.type->name && nj_counter_binary(w, op, a, b, span, &out))
        return out;
    if (ka == NJ_T_SET && kb == NJ_T_SET)
        return set_operation(w, op, a, b, span);
    if (op == NJ_BINOP_BITOR && ka == NJ_T_DICT && kb == NJ_T_DICT) {
        NjVal copy = nj_rtcall1(w, NJ_RT_dict_copy, a.type, span, a);
        nj_call_row(w, nj_method_find(NJ_RECV_DICT, "update"), copy, &b, 1, span);
        return copy;
    }
    return bad(w, op, a, b, span);
}

/* a op= b on mutable values changes the object itself. */
bool nj_inplace(NjWalk *w, NjBinOp op, NjVal a, NjVal b, NjSpan span)
{
    switch (a.type->kind) {
    case NJ_T_LIST:
        if (op != NJ_BINOP_ADD)
            return false;
        nj_call_row(w, nj_method_find(NJ_RECV_LIST, "extend"), a, &b, 1, span);
        return true;
    case NJ_T_SET: {
        int which = op == NJ_BINOP_BITOR    ? 0
                    : op == NJ_BINOP_BITAND ? 1
                    : op == NJ_BINOP_SUB    ? 2
                    : op == NJ_BINOP_BITXOR ? 3
                                            : -1;
        if (which < 0 || b.type->kind != NJ_T_SET)
            return false;
        if (!nj_container_accepts(w, a, 0, b.type->elems[0], span))
            return true;
        nj_rtcall3(w, NJ_RT_set_update, nj_type_none(w->types), span, a, b, nj_val_int(w, which, span));
        return true;
    }
    case NJ_T_DICT:
        if (op != NJ_BINOP_BITOR)
            return false;
        nj_call_row(w, nj_method_find(NJ_RECV_DICT, "update"), a, &b, 1, span);
        return true;
    default:
        return false;
    }
}

/* ---- text ---- */

NjVal nj_repr_of(NjWalk *w, NjVal v, NjSpan span)
{
    NjVal out;
    if (nj_is_error(v))
        return v;
    if (v.type->kind == NJ_T_BIGINT)
        return nj_to_str(w, v, span);
    if (nj_type_is_variant(v.type))
        return nj_variant_text(w, v, true, span);
    if (nj_type_is_union(v.type))
        return nj_union_text(w, v, true, span);
    if (nj_is_poly1d(v))
        return nj_poly1d_text(w, v, true, span);
    if (nj_is_view(v))
        return nj_view_text(w, v, span);
    if (v.type->kind == NJ_T_OBJECT && nj_call_special(w, v, "__repr__", NULL, 0, span, &out))
        return out;
    if (v.type->kind == NJ_T_OBJECT && v.type->cls->exc_kind >= 0)
        return nj_exception_text(w, nj_spill(w, v), true, span);
    if (v.type->kind == NJ_T_OBJECT && v.type->cls->is_dataclass)
        return nj_dataclass_repr(w, v, span);
    return nj_rtcall1(w, NJ_RT_repr_of, nj_type_str(w->types), span, v);
}

NjVal nj_format(NjWalk *w, NjVal v, NjVal spec, NjSpan span)
{
    NjVal out;
    if (nj_is_error(v) || nj_is_error(spec))
        return nj_val_error(w);
    if (v.type->kind == NJ_T_OBJECT && nj_call_special(w, v, "__format__", &spec, 1, span, &out))
        return out;
    if (v.type->kind == NJ_T_OBJECT || v.type->kind == NJ_T_BIGINT)
        v = nj_to_str(w, v, span);
    return nj_rtcall2(w, NJ_RT_format, nj_type_str(w->types), span, nj_shown(w, v), spec);
}

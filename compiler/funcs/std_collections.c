/* std_collections.c - the module collections, and bytearray.
 *
 * A deque is a list and a Counter, defaultdict or OrderedDict a dict, in memory and for inference;
 * the type has a name, by which methods are found (attr.c), values are shown, and missing keys are
 * treated here. What makes a defaultdict's values is part of its type. */
#include "compiler/funcs/iterables.h"
#include "compiler/funcs/std_internal.h"

#include <string.h>

/* ---- types with a name ---- */

static bool is_named(const NjType *t, const char *name)
{
    return t->name && strcmp(t->name->text, name) == 0;
}

/* A new empty container at a site, of the named type. */
static NjVal new_at(NjWalk *w, const void *site, bool is_dict, const char *name,
                    const NjType *factory, NjSpan span)
{
    const NjType *plain = is_dict ? nj_site_dict_type(w, site) : nj_site_list_type(w, site);
    const NjType *type = nj_type_collection(w->types, plain, nj_name(w, name), factory);
    NjVal v =
        nj_effect(w, nj_tir_expr(w->arena, is_dict ? NJ_X_NEW_DICT : NJ_X_NEW_LIST, type, span));
    NjKnown *known = NJ_NEW(w->arena, NjKnown);
    known->kind = NJ_KNOWN_SITE;
    known->i = nj_site(w, site);
    v.known = known;
    return v;
}

/* The same, filled: walked again when the element types were found out by filling. */
typedef void Fill(NjWalk *w, NjVal made, void *ctx);

static NjVal filled_at(NjWalk *w, const void *site, bool is_dict, const char *name,
                       const NjType *factory, Fill *fill, void *ctx, NjSpan span)
{
    NjTirBlock *block = w->block;
    uint32_t at = block->n;
    NjDiagMark mark = nj_diag_mark(w);
    NjVal made = nj_val_error(w);
    for (unsigned round = 0; round < 4; round++) {
        block->n = at;
        nj_diag_rollback(w, mark);
        uint32_t changes = w->s->changes;
        made = new_at(w, site, is_dict, name, factory, span);
        fill(w, made, ctx);
        const NjType *now = is_dict ? nj_site_dict_type(w, site) : nj_site_list_type(w, site);
        if (w->dead || nj_settled(w, made.type, now, changes))
            break;
    }
    return made;
}

typedef struct Source {
    NjVal iterable;
    const NjCall *call;
    NjSpan span;
} Source;

/* ---- deque ---- */

static bool has_limit(const NjType *deque)
{
    return deque->id == 1;
}

static void trim(NjWalk *w, NjVal deque, bool from_left, NjSpan span)
{
    if (has_limit(deque.type))
        nj_rtcall2(w, NJ_RT_deque_trim, nj_std_none(w), span, deque,
                   nj_val_bool(w, from_left, span));
}

static void push_right(NjWalk *w, NjVal deque, NjVal item, NjSpan span)
{
    nj_list_append(w, deque, item, span);
    trim(w, deque, true, span);
}

static void push_left(NjWalk *w, NjVal deque, NjVal item, NjSpan span)
{
    if (nj_is_error(item))
        return;
    const NjType *elem = nj_container_accepts(w, deque, 0, item.type, span);
    if (!elem || elem != deque.type->elems[0])
        return;
    nj_rtcall3(w, NJ_RT_list_insert, nj_std_none(w), span, deque, nj_val_int(w, 0, span),
               nj_coerce(w, item, elem, span));
    trim(w, deque, false, span);
}

typedef struct Into {
    NjVal into;
    NjSpan span;
} Into;

static void right_body(NjWalk *w, NjVal item, void *data)
{
    Into *i = data;
    push_right(w, i->into, item, i->span);
}

static void left_body(NjWalk *w, NjVal item, void *data)
{
    Into *i = data;
    push_left(w, i->into, item, i->span);
}

static void fill_deque(NjWalk *w, NjVal made, void *data)
{
    Source *s = data;
    Into into = {made, s->span};
    nj_iterate(w, s->iterable, s->span, NULL, right_body, &into);
}

NJ_HANDLER(deque)
{
    NjSpan span = c->span;
    Source s = {.span = span};
    bool limited = nj_is_given(c->args[1]) && !nj_is_none(c->args[1]);
    /* the limit is one of the type: a factory of None stands for it */
    const NjType *limit = limited ? nj_std_none(w) : NULL;
    NjVal max = limited ? nj_spill(w, nj_to_index(w, c->args[1], span)) : nj_val_none(w, span),
          made;
    if (nj_is_error(max))
        return max;
    if (nj_is_given(c->args[0]) && !nj_is_none(c->args[0])) {
        s.iterable = nj_spill(w, nj_unwrap(w, c->args[0], span));
        if (nj_is_error(s.iterable))
            return s.iterable;
        made = filled_at(w, nj_call_site(c), false, "deque", limit, fill_deque, &s, span);
    } else {
        made = new_at(w, nj_call_site(c), false, "deque", limit, span);
    }
    if (!limited)
        return made;
    NjTirExpr *zero = nj_tir_int(w->arena, nj_std_int(w), 0, span);
    nj_check(w, nj_tir_compare(w->arena, NJ_CMP_GE, nj_std_bool(w), max.expr, zero),
             NPRT_EXC_VALUE_ERROR, span, "maxlen must be non-negative", 0, NULL);
    nj_rtcall2(w, NJ_RT_deque_limit, nj_std_none(w), span, made, max);
    return made;
}

NJ_HANDLER(deque_append)
{
    push_right(w, nj_spill(w, c->self), c->args[0], c->span);
    return nj_val_none(w, c->span);
}

NJ_HANDLER(deque_appendleft)
{
    push_left(w, nj_spill(w, c->self), c->args[0], c->span);
    return nj_val_none(w, c->span);
}

static NjVal extend(NjWalk *w, const NjCall *c, NjIterBody *body)
{
    NjVal other = nj_unwrap(w, c->args[0], c->span);
    Into into = {nj_spill(w, c->self), c->span};
    if (other.type->kind == NJ_T_LIST) /* it may be this deque itself */
        other = nj_list_of(w, other, c->span);
    return nj_iterate(w, other, c->span, NULL, body, &into) ? nj_val_none(w, c->span)
                                                            : nj_val_error(w);
}

NJ_HANDLER(deque_extend)
{
    return extend(w, c, right_body);
}

NJ_HANDLER(deque_extendleft)
{
    return extend(w, c, left_body);
}

static NjVal pop(NjWalk *w, const NjCall *c, bool from_left)
{
    const NjType *elem = c->self.type->elems[0];
    if (elem->kind == NJ_T_NEVER) {
        nj_raise_text(w, NPRT_EXC_INDEX_ERROR, c->span, "pop from an empty deque");
        return nj_val_unit(w, elem, c->span);
    }
    return nj_rtcall2(w, NJ_RT_deque_pop, elem, c->span, c->self,
                      nj_val_bool(w, from_left, c->span));
}

NJ_HANDLER(deque_pop)
{
    return pop(w, c, false);
}

NJ_HANDLER(deque_popleft)
{
    return pop(w, c, true);
}

NJ_HANDLER(deque_rotate)
{
    NjVal n = nj_to_index(w, c->args[0], c->span);
    return nj_rtcall2(w, NJ_RT_deque_rotate, nj_std_none(w), c->span, c->self, n);
}

NJ_HANDLER(deque_copy)
{
    NjVal copy = nj_rtcall1(w, NJ_RT_value_shallow_copy, c->self.type, c->span, c->self);
    copy.known = c->self.known;
    return copy;
}

NJ_HANDLER(deque_maxlen)
{
    if (!has_limit(c->self.type))
        return nj_val_none(w, c->span);
    return nj_rtcall1(w, NJ_RT_deque_maxlen, nj_std_int(w), c->span, c->self);
}

/* ---- missing keys ---- */

static NjVal entry_value(NjWalk *w, NjVal dict, NjVal entry, NjSpan span)
{
    NjTirExpr *e = nj_tir_expr(w->arena, NJ_X_ENTRY_VALUE, dict.type->elems[1], span);
    e->as.entry.base = dict.expr;
    e->as.entry.index = entry.expr;
    return nj_val(e->type, e);
}

/* What the factory of a defaultdict gives: a container of the values' type, else a call. */
static NjVal default_value(NjWalk *w, NjVal dict, NjSpan span)
{
    const NjType *t = dict.type, *value = t->elems[1];
    NjVal factory = t->cls    ? nj_val_unit(w, nj_type_class(w->types, t->cls), span)
                    : t->func ? nj_val_unit(w, nj_type_func(w->types, t->func, NULL, 0), span)
                              : nj_val_unit(w, nj_type_builtin(w->types, t->id), span);
    const char *name = t->cls || t->func ? "" : nj_func_row(t->id)->name;
    bool is_list = strcmp(name, "list") == 0 && value->kind == NJ_T_LIST;
    bool is_dict = strcmp(name, "dict") == 0 && value->kind == NJ_T_DICT;
    bool is_set = strcmp(name, "set") == 0 && value->kind == NJ_T_SET;
    if ((is_list || is_dict || is_set) && value->elems[0]->kind != NJ_T_NEVER)
        return nj_effect(w, nj_tir_expr(w->arena,
                                        is_list   ? NJ_X_NEW_LIST
                                        : is_dict ? NJ_X_NEW_DICT
                                                  : NJ_X_NEW_SET,
                                        value, span));
    return nj_call_value(w, factory, NULL, 0, NULL, NULL, 0, span);
}

static NjVal default_get(NjWalk *w, NjVal dict, NjVal key, NjSpan span)
{
    dict = nj_spill(w, dict);
    key = nj_spill(w, key);
    NjTirLocal *out = NULL;
    const NjType *key_type = nj_container_accepts(w, dict, 0, key.type, span),
                 *type = dict.type->elems[1];
    if (!key_type)
        return nj_val_error(w);
    if (type->kind == NJ_T_NEVER || key_type != dict.type->elems[0]) { /* to be walked again */
        NjVal value = default_value(w, dict, span);
        if (!nj_is_error(value))
            nj_container_accepts(w, dict, 1, value.type, span);
        return type->kind == NJ_T_NEVER ? value : nj_val_unit(w, type, span);
    }
    key = nj_spill(w, nj_coerce(w, key, key_type, span));
    NjVal entry = nj_rtcall2(w, NJ_RT_dict_find, nj_std_int(w), span, dict, key);
    if (!type->is_unit)
        out = nj_temp(w, type);
    NjTirExpr *found = nj_tir_compare(w->arena, NJ_CMP_GE, nj_std_bool(w), entry.expr,
                                      nj_tir_int(w->arena, entry.type, 0, span));
    NjIf i = nj_if_begin(w, found, span);
    if (out)
        nj_set_local(w, out, entry_value(w, dict, entry, span), span);
    nj_if_else(w, &i);
    NjVal value = default_value(w, dict, span);
    const NjType *accepted =
        nj_is_error(value) ? NULL : nj_container_accepts(w, dict, 1, value.type, span);
    if (accepted == type) {
        value = nj_spill(w, nj_coerce(w, value, type, span));
        nj_rtcall3(w, NJ_RT_dict_set, nj_std_none(w), span, dict, key, value);
        if (out)
            nj_set_local(w, out, value, span);
    }
    nj_if_end(w, &i);
    return out ? nj_std_local(w, out, span) : nj_val_unit(w, type, span);
}

/* counter[key]: 0 when it is missing, and nothing is put in. */
static NjVal counter_get(NjWalk *w, NjVal dict, NjVal key, NjSpan span)
{
    NjVal zero = nj_val_int(w, 0, span);
    if (dict.type->elems[1]->kind == NJ_T_NEVER)
        return zero;
    NjVal args[2] = {key, zero};
    return nj_call_row(w, nj_method_find(NJ_RECV_DICT, "get"), dict, args, 2, span);
}

bool nj_collection_get(NjWalk *w, NjVal dict, NjVal key, NjSpan span, NjVal *out)
{
    if (is_named(dict.type, "defaultdict"))
        *out = default_get(w, dict, key, span);
    else if (is_named(dict.type, "Counter"))
        *out = counter_get(w, dict, key, span);
    else
        return false;
    return true;
}

/* ---- defaultdict, OrderedDict ---- */

static void fill_dict(NjWalk *w, NjVal made, void *data)
{
    Source *s = data;
    if (nj_is_given(s->iterable))
        nj_dict_update(w, made, s->iterable, s->span);
    for (uint32_t i = 0; i < s->call->n_kw; i++)
        nj_index_set(w, made,
                     nj_val_str(w, s->call->kw_names[i]->text, s->call->kw_names[i]->len, s->span),
                     s->call->kw_vals[i], s->span);
}

static NjVal new_dict(NjWalk *w, const NjCall *c, const char *name, const NjType *factory,
                      NjVal source)
{
    Source s = {.call = c, .span = c->span};
    if (nj_is_given(source)) {
        s.iterable = nj_spill(w, nj_unwrap(w, source, c->span));
        if (nj_is_error(s.iterable))
            return s.iterable;
    }
    return filled_at(w, nj_call_site(c), true, name, factory, fill_dict, &s, c->span);
}

NJ_HANDLER(defaultdict)
{
    NjVal factory = c->args[0];
    if (!nj_is_given(factory) || nj_is_none(factory))
        return new_dict(w, c, "OrderedDict", NULL, c->args[1]);
    NjTypeKind kind = factory.type->kind;
    if (kind != NJ_T_FUNC && kind != NJ_T_BUILTIN && kind != NJ_T_CLASS)
        return nj_raises(w, c->span, NPRT_EXC_TYPE_ERROR,
                         "first argument must be callable or None");
    if (!factory.type->is_unit)
        return nj_fail(
            w, c->span,
            "the factory of a defaultdict cannot use variables of the function around it");
    return new_dict(w, c, "defaultdict", factory.type, c->args[1]);
}

NJ_HANDLER(ordereddict)
{
    return new_dict(w, c, "OrderedDict", NULL, c->args[0]);
}

NJ_HANDLER(dict_move_to_end)
{
    return nj_rtcall3(w, NJ_RT_dict_move_to_end, nj_std_none(w), c->span, c->self, c->args[0],
                      nj_want_bool(w, c->args[1], c->span));
}

/* popitem(last=False) takes the oldest entry. */
NJ_HANDLER(ordered_popitem)
{
    bool last = true;
    if (!nj_known_bool(c->args[0], &last)) {
        if (nj_need_known(w))
            return nj_val_error(w);
        return nj_fail(w, c->span, "popitem(last=...) needs a constant");
    }
    if (last || c->self.type->elems[0]->kind == NJ_T_NEVER)
        return nj_call_row(w, nj_method_find(NJ_RECV_DICT, "popitem"), c->self, NULL, 0, c->span);
    NjVal self = nj_spill(w, c->self);
    return nj_call_prelude(w, "std_collections", "pop_oldest", &self, 1, c->span);
}

NJ_HANDLER(default_factory)
{
    const NjType *t = c->self.type;
    if (!is_named(t, "defaultdict"))
        return nj_raises(w, c->span, NPRT_EXC_ATTRIBUTE_ERROR,
                         "'%s' object has no attribute 'default_factory'", t->name->text);
    return t->cls    ? nj_val_unit(w, nj_type_class(w->types, t->cls), c->span)
           : t->func ? nj_val_unit(w, nj_type_func(w->types, t->func, NULL, 0), c->span)
                     : nj_val_unit(w, nj_type_builtin(w->types, t->id), c->span);
}

/* ---- Counter ---- */

static void count_into(NjWalk *w, NjVal counter, NjVal source, const char *step, NjSpan span)
{
    NjVal args[2] = {counter, source};
    bool is_mapping = source.type->kind == NJ_T_DICT;
    if (is_mapping &&
        (source.type->elems[0]->kind == NJ_T_NEVER || source.type->elems[1]->kind == NJ_T_NEVER))
        return;
    nj_call_prelude(w, "std_collections",
                    nj_arena_printf(w->arena, "%s_%s", step, is_mapping ? "counts" : "items"), args,
                    2, span);
}

static void fill_counter(NjWalk *w, NjVal made, void *data)
{
    Source *s = data;
    if (nj_is_given(s->iterable))
        count_into(w, made, s->iterable, "add", s->span);
    for (uint32_t i = 0; i < s->call->n_kw; i++)
        nj_index_set(w, made,
                     nj_val_str(w, s->call->kw_names[i]->text, s->call->kw_names[i]->len, s->span),
                     s->call->kw_vals[i], s->span);
}

NJ_HANDLER(counter)
{
    Source s = {.call = c, .span = c->span};
    if (nj_is_given(c->args[0]) && !nj_is_none(c->args[0])) {
        NjVal v = nj_unwrap(w, c->args[0], c->span);
        /* counted in a function of the prelude: what is lazy is made a list here, once */
        s.iterable = v.type->kind == NJ_T_ITER ? nj_list_of(w, v, c->span) : nj_spill(w, v);
        if (nj_is_error(s.iterable))
            return s.iterable;
    }
    return filled_at(w, nj_call_site(c), true, "Counter", NULL, fill_counter, &s, c->span);
}

static NjVal update(NjWalk *w, const NjCall *c, const char *step)
{
    NjVal self = nj_spill(w, c->self);
    if (nj_is_given(c->args[0])) {
        NjVal v = nj_unwrap(w, c->args[0], c->span);
        if (v.type->kind == NJ_T_ITER)
            v = nj_list_of(w, v, c->span);
        if (nj_is_error(v))
            return v;
        count_into(w, self, v, step, c->span);
    }
    for (uint32_t i = 0; i < c->n_kw; i++) {
        NjVal key = nj_val_str(w, c->kw_names[i]->text, c->kw_names[i]->len, c->span);
        NjVal old = counter_get(w, self, key, c->span);
        NjBinOp op = strcmp(step, "add") == 0 ? NJ_BINOP_ADD : NJ_BINOP_SUB;
        nj_index_set(w, self, key, nj_binary(w, op, old, c->kw_vals[i], c->span), c->span);
    }
    return nj_val_none(w, c->span);
}

NJ_HANDLER(counter_update)
{
    return update(w, c, "add");
}

NJ_HANDLER(counter_subtract)
{
    return update(w, c, "subtract");
}

/* The entries from the most common one on, as a list of pairs. */
NJ_HANDLER(counter_most_common)
{
    NjSpan span = c->span;
    NjVal self = nj_spill(w, c->self);
    const NjType *t = self.type;
    NjVal most = nj_int_or(w, c->args[0], INT64_MAX, span);
    if (nj_is_error(most))
        return most;
    if (t->elems[0]->kind == NJ_T_NEVER || t->elems[1]->kind == NJ_T_NEVER)
        return nj_new_list_site(w, nj_site_node(span, 6), span);
    NjVal order =
        nj_rtcall1(w, NJ_RT_dict_value_order, nj_type_list(w->types, nj_std_int(w)), span, self);
    NjVal list = nj_new_list(w, nj_type_tuple(w->types, t->elems, 2), span);
    NjTirExpr *n =
        nj_tir_binary(w->arena, NJ_BIN_MIN, NJ_ARITH_WRAP, nj_std_int(w), nj_expr_of(w, most, span),
                      nj_expr_of(w, nj_len(w, order, span), span));
    NjFor f;
    NjVal i =
        nj_for_begin(w, &f, nj_val_int(w, 0, span), nj_spill(w, nj_val(nj_std_int(w), n)), span);
    NjTirExpr *entry = nj_tir_expr(w->arena, NJ_X_LIST_GET, nj_std_int(w), span);
    entry->as.list_get.base = order.expr;
    entry->as.list_get.sub = (NjTirSub){.index = i.expr};
    NjVal at = nj_spill(w, nj_val(nj_std_int(w), entry));
    NjTirExpr *key = nj_tir_expr(w->arena, NJ_X_ENTRY_KEY, t->elems[0], span);
    key->as.entry.base = self.expr;
    key->as.entry.index = at.expr;
    NjVal pair[2] = {t->elems[0]->is_unit ? nj_val_unit(w, t->elems[0], span)
                                          : nj_val(t->elems[0], key),
                     entry_value(w, self, at, span)};
    nj_list_append(w, list, nj_val_tuple(w, pair, 2, span), span);
    nj_for_end(w, &f);
    return list;
}

static NjVal on_counter(NjWalk *w, const NjCall *c, const char *function)
{
    NjVal self = nj_spill(w, c->self);
    return nj_call_prelude(w, "std_collections", function, &self, 1, c->span);
}

NJ_HANDLER(counter_elements)
{
    if (c->self.type->elems[0]->kind == NJ_T_NEVER)
        return nj_new_list_site(w, nj_site_node(c->span, 6), c->span);
    return on_counter(w, c, "elements");
}

NJ_HANDLER(counter_total)
{
    if (c->self.type->elems[0]->kind == NJ_T_NEVER)
        return nj_val_int(w, 0, c->span);
    return on_counter(w, c, "total");
}

/* + - & | of Counters keep positive counts alone. */
bool nj_counter_binary(NjWalk *w, NjBinOp op, NjVal a, NjVal b, NjSpan span, NjVal *out)
{
    if (!is_named(a.type, "Counter") || !is_named(b.type, "Counter"))
        return false;
    const char *name = op == NJ_BINOP_ADD      ? "counter_add"
                       : op == NJ_BINOP_SUB    ? "counter_sub"
                       : op == NJ_BINOP_BITAND ? "counter_and"
                       : op == NJ_BINOP_BITOR  ? "counter_or"
                                               : NULL;
    if (!name)
        return false;
    if (a.type->elems[0]->kind == NJ_T_NEVER || b.type->elems[0]->kind == NJ_T_NEVER) {
        *out = a.type->elems[0]->kind == NJ_T_NEVER ? b : a;
        return true;
    }
    /* the result is of the operands' type */
    NjVal made = nj_effect(w, nj_tir_expr(w->arena, NJ_X_NEW_DICT, a.type, span));
    NjVal args[3] = {made, nj_spill(w, a), nj_spill(w, b)};
    nj_call_prelude(w, "std_collections", name, args, 3, span);
    *out = made;
    return true;
}

/* ---- namedtuple ---- */

typedef struct Fields {
    const NjName *items[128];
    uint32_t n;
} Fields;

static void add_field(NjWalk *w, Fields *f, const char *text, size_t len)
{
    if (len > 0 && f->n < 128)
        f->items[f->n++] = nj_intern(w->u->names, text, len);
}

/* "x y" or "x, y", or a list or tuple of names; all known. */
static bool field_names(NjWalk *w, NjVal v, Fields *f)
{
    const char *text;
    uint32_t len;
    if (nj_known_str(v, &text, &len)) {
        for (uint32_t i = 0; i < len;) {
            uint32_t from = i;
            while (i < len && text[i] != ' ' && text[i] != ',' && text[i] != '\t' &&
                   text[i] != '\n')
                i++;
            add_field(w, f, text + from, i - from);
            i++;
        }
        return true;
    }
    if (!v.known || v.known->kind != NJ_KNOWN_ITEMS)
        return false;
    for (uint32_t i = 0; i < v.known->n; i++) {
        const NjKnown *k = v.known->items[i];
        if (!k || k->kind != NJ_KNOWN_STR)
            return false;
        add_field(w, f, k->text, k->len);
    }
    return true;
}

/* The names of a list display: its value is a list, which is not known. */
static bool field_names_of_display(NjWalk *w, const NjExpr *e, Fields *f)
{
    if (!e || e->kind != NJ_EXPR_LIST)
        return false;
    for (uint32_t i = 0; i < e->as.list.elts.n; i++) {
        const NjExpr *item = e->as.list.elts.items[i];
        if (item->kind != NJ_EXPR_CONSTANT || item->as.constant.kind != NJ_CONST_STR)
            return false;
        add_field(w, f, item->as.constant.as.string.text, item->as.constant.as.string.len);
    }
    return true;
}

static const NjExpr *argument_node(const NjCall *c, uint32_t at, const char *name)
{
    if (!c->node || c->node->kind != NJ_EXPR_CALL)
        return NULL;
    for (uint32_t i = 0; i < c->node->as.call.keywords.n; i++) {
        const NjKeyword *k = c->node->as.call.keywords.items[i];
        if (k->name && strcmp(k->name->text, name) == 0)
            return k->value;
    }
    return at < c->node->as.call.args.n ? c->node->as.call.args.items[at] : NULL;
}

/* Defaults belong to the last fields; they are expressions of the program, as for a class
 * statement. */
static void set_defaults(NjClassDef *cls, const NjExpr *defaults)
{
    NjExprs values = {0};
    if (defaults && defaults->kind == NJ_EXPR_TUPLE)
        values = defaults->as.tuple.elts;
    else if (defaults && defaults->kind == NJ_EXPR_LIST)
        values = defaults->as.list.elts;
    for (uint32_t i = 0; i < values.n && i < cls->n_fields; i++)
        cls->field_defaults[cls->n_fields - 1 - i] = values.items[values.n - 1 - i];
}

NJ_HANDLER(namedtuple)
{
    const char *name;
    uint32_t len;
    Fields fields = {.n = 0};
    if (!nj_known_str(c->args[0], &name, &len))
        return nj_fail(w, c->span, "the name of a namedtuple must be a constant");
    if (!field_names(w, c->args[1], &fields) &&
        !field_names_of_display(w, argument_node(c, 1, "field_names"), &fields))
        return nj_fail(w, c->span, "the fields of a namedtuple must be constants");
    NjMap *classes = &w->def->module->class_of;
    NjClassDef *cls = c->node ? nj_map_get(classes, c->node) : NULL;
    if (!cls) { /* one class for the call, however often it is walked */
        cls = NJ_NEW(w->arena, NjClassDef);
        cls->name = nj_intern(w->u->names, name, len);
        cls->module = w->def->module;
        cls->exc_kind = -1;
        cls->is_namedtuple = true;
        cls->n_fields = fields.n;
        cls->fields = NJ_NEW_ARRAY(w->arena, const NjName *, fields.n + 1);
        memcpy(cls->fields, fields.items, fields.n * sizeof *cls->fields);
        cls->field_defaults = NJ_NEW_ARRAY(w->arena, NjExpr *, fields.n + 1);
        cls->field_types = NJ_NEW_ARRAY(w->arena, NjExpr *, fields.n + 1);
        set_defaults(cls, argument_node(c, 4, "defaults"));
        if (c->node)
            nj_map_put(w->arena, classes, c->node, cls);
    }
    return nj_val_unit(w, nj_type_class(w->types, cls), c->span);
}

/* ---- bytes and bytearray ---- */

typedef struct Bytes {
    NjVal list;
    NjSpan span;
} Bytes;

static void byte_body(NjWalk *w, NjVal item, void *data)
{
    Bytes *b = data;
    nj_list_append(w, b->list, nj_to_index(w, item, b->span), b->span);
}

/* Any iterable of ints as a list of int. */
static NjVal int_list(NjWalk *w, NjVal v, NjSpan span)
{
    if (v.type->kind == NJ_T_LIST && v.type->elems[0] == nj_std_int(w))
        return v;
    Bytes b = {nj_new_list(w, nj_std_int(w), span), span};
    return nj_iterate(w, v, span, NULL, byte_body, &b) ? b.list : nj_val_error(w);
}

NJ_HANDLER(bytes)
{
    NjSpan span = c->span;
    const NjType *type = nj_type_bytes(w->types);
    if (!nj_is_given(c->args[0]))
        return nj_rtcall1(w, NJ_RT_bytes_zero, type, span, nj_val_int(w, 0, span));
    NjVal v = nj_unwrap(w, c->args[0], span);
    if (nj_is_error(v) || v.type->kind == NJ_T_BYTES)
        return v;
    if (v.type->kind == NJ_T_STR) {
        if (!nj_is_given(c->args[1]))
            return nj_raises(w, span, NPRT_EXC_TYPE_ERROR, "string argument without an encoding");
        return nj_rtcall2(w, NJ_RT_str_encode, type, span, v, nj_want_str(w, c, c->args[1]));
    }
    if (nj_type_is_integral(v.type))
        return nj_rtcall1(w, NJ_RT_bytes_zero, type, span, nj_to_index(w, v, span));
    return nj_rtcall1(w, NJ_RT_bytes_of_list, type, span, int_list(w, v, span));
}

NJ_HANDLER(bytearray)
{
    NjVal bytes = nj_call_row(w, nj_func_find("builtins", "bytes"), (NjVal){0}, c->args,
                              !nj_is_given(c->args[0])   ? 0
                              : !nj_is_given(c->args[1]) ? 1
                                                         : 2,
                              c->span);
    if (nj_is_error(bytes))
        return bytes;
    NjVal list = int_list(w, bytes, c->span);
    const NjType *type = nj_type_collection(w->types, list.type, nj_name(w, "bytearray"), NULL);
    return nj_val(type, nj_tir_cast(w->arena, type, nj_expr_of(w, list, c->span)));
}

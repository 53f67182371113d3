/* expr.c - expressions: one function a kind.
 *
 * Operands are evaluated left to right; a value made before something with effects is moved into a
 * temporary (nj_settle), so the pure TIR trees keep Python's order. */
#include "compiler/sema/sema.h"

#include <stdio.h>
#include <string.h>

#include "compiler/funcs/func.h"
#include "compiler/sema/bigint.h"

static const NjType *pybool(NjWalk *w)
{
    return nj_type_pybool(w->types);
}

/* ---- constants ---- */

NjVal nj_walk_const(NjWalk *w, const NjConst *c, NjSpan span)
{
    switch (c->kind) {
    case NJ_CONST_NONE:
        return nj_val_none(w, span);
    case NJ_CONST_BOOL:
        return nj_val_bool(w, c->as.boolean, span);
    case NJ_CONST_INT:
        if (c->as.integer.fits)
            return nj_val_int(w, c->as.integer.value, span);
        return nj_val_big(
            w, nj_big_to_text(w->arena, nj_big_from_text(w->arena, c->as.integer.digits, c->as.integer.base)),
            span);
    case NJ_CONST_FLOAT:
        return nj_val_float(w, c->as.real, span);
    case NJ_CONST_COMPLEX: {
        NjTirExpr *e = nj_tir_expr(w->arena, NJ_X_CONST_COMPLEX, nj_type_pycomplex(w->types), span);
        e->as.const_complex.im = c->as.imag;
        return nj_val(e->type, e);
    }
    case NJ_CONST_STR:
        return nj_val_str(w, c->as.string.text, c->as.string.len, span);
    case NJ_CONST_BYTES: {
        const NjType *type = nj_type_bytes(w->types);
        return (NjVal){type, nj_tir_str(w->arena, type, c->as.string.text, c->as.string.len, span),
                       nj_known_new_str(w, c->as.string.text, c->as.string.len)};
    }
    case NJ_CONST_ELLIPSIS:
        return nj_val_unit(w, nj_type_ellipsis(w->types), span);
    }
    return nj_val_error(w);
}

/* ---- operators ---- */

static NjVal walk_binary(NjWalk *w, const NjExpr *e)
{
    NjVal a = nj_walk_expr(w, e->as.bin_op.lhs);
    NjMark mark = nj_mark(w);
    NjVal b = nj_walk_expr(w, e->as.bin_op.rhs);
    a = nj_settle(w, mark, a);
    return nj_binary(w, e->as.bin_op.op, a, b, e->as.bin_op.op_span);
}

/* Stores the value of one arm of a conditional; arms of different types are joined afterwards. */
typedef struct Arm {
    NjVal value;
    NjTirBlock *block;
    bool dead;
} Arm;

static Arm end_arm(NjWalk *w, NjVal value)
{
    if (!w->dead)
        value = nj_spill(w, value);
    return (Arm){value, w->block, w->dead};
}

/* The joined value of two arms, assigned to one temporary at the end of each. */
static NjVal join_arms(NjWalk *w, Arm a, Arm b, NjSpan span)
{
    if (a.dead || nj_is_error(a.value))
        return a.dead ? b.value : (nj_is_error(b.value) ? a.value : b.value);
    if (b.dead || nj_is_error(b.value))
        return a.value;
    const NjType *type = nj_value_join(w, a.value.type, b.value.type);
    if (!type)
        return nj_fail(w, span, "the two values are %s and %s: they need one type", nj_ty(w, a.value.type),
                       nj_ty(w, b.value.type));
    if (type->is_unit)
        return nj_known_equal(a.value.known, b.value.known) ? a.value : nj_val_unit(w, type, span);
    NjTirLocal *out = nj_temp(w, type);
    NjTirBlock *outer = w->block;
    bool dead = w->dead;
    Arm *arms[2] = {&a, &b};
    for (int i = 0; i < 2; i++) {
        w->block = arms[i]->block;
        w->dead = arms[i]->dead;
        NjVal v = nj_coerce(w, arms[i]->value, type, span);
        nj_emit_assign(w, out, nj_expr_of(w, v, span));
    }
    w->block = outer;
    w->dead = dead;
    return nj_val(type, nj_tir_local(w->arena, out, span));
}

static NjVal walk_if_exp(NjWalk *w, const NjExpr *e)
{
    int known;
    NjTirExpr *cond =
        nj_truth(w, nj_walk_expr(w, e->as.if_exp.test), e->as.if_exp.test->span, &known);
    if (known >= 0)
        return nj_walk_expr(w, known ? e->as.if_exp.body : e->as.if_exp.orelse);
    NjNarrow narrow = nj_narrow_of(w, e->as.if_exp.test);
    NjIf i = nj_if_begin(w, cond, e->span);
    nj_narrow_apply(w, &narrow, true);
    Arm a = end_arm(w, nj_walk_expr(w, e->as.if_exp.body));
    nj_if_else(w, &i);
    nj_narrow_apply(w, &narrow, false);
    Arm b = end_arm(w, nj_walk_expr(w, e->as.if_exp.orelse));
    NjVal v = join_arms(w, a, b, e->span);
    nj_if_end(w, &i);
    return v;
}

/* a and b: the value of the first that decides. Bools need no types joined. */
static NjVal bool_op_from(NjWalk *w, const NjExpr *e, uint32_t i)
{
    NjExprs values = e->as.bool_op.values;
    NjVal a = nj_walk_expr(w, values.items[i]);
    if (i + 1 == values.n || nj_is_error(a))
        return a;
    bool is_and = e->as.bool_op.op == NJ_BOOLOP_AND;
    int known;
    NjMark mark = nj_mark(w);
    (void)mark;
    a = nj_spill(w, a);
    NjTirExpr *cond = nj_truth(w, a, values.items[i]->span, &known);
    if (known >= 0)
        return (known == 1) == is_and ? bool_op_from(w, e, i + 1) : a;
    if (!is_and)
        cond = nj_tir_unary(w->arena, NJ_UN_NOT, pybool(w), cond);
    NjNarrow narrow = nj_narrow_of(w, values.items[i]);
    NjIf f = nj_if_begin(w, cond, e->span);
    nj_narrow_apply(w, &narrow, is_and);
    Arm rest = end_arm(w, bool_op_from(w, e, i + 1));
    nj_if_else(w, &f);
    Arm first = end_arm(w, a);
    NjVal v;
    if (nj_union_join(w, rest.value.type, first.value.type)) {
        v = join_arms(w, rest, first, e->span);
    } else {
        /* mixed types: only the truth can be used */
        NjTirBlock *outer = w->block;
        int k;
        w->block = rest.block;
        rest.value = nj_val(pybool(w), nj_truth(w, rest.value, e->span, &k));
        w->block = outer;
        first.value = nj_val_bool(w, !is_and, e->span);
        v = join_arms(w, rest, first, e->span);
    }
    nj_if_end(w, &f);
    bool decides;
    if (v.type == pybool(w) && nj_known_bool(rest.value, &decides) &&
        decides != is_and) /* x < 0 or True */
        v.known = nj_val_bool(w, decides, e->span).known;
    return v;
}

static NjVal walk_compare(NjWalk *w, const NjExpr *e)
{
    NjVal a = nj_walk_expr(w, e->as.compare.left);
    uint32_t n = e->as.compare.comparators.n;
    NjMark mark = nj_mark(w);
    NjVal b = nj_walk_expr(w, e->as.compare.comparators.items[0]);
    a = nj_settle(w, mark, a);
    if (n > 1)
        b = nj_spill(w, b);
    NjVal first = nj_compare(w, e->as.compare.ops[0], a, b, e->as.compare.op_spans[0]);
    if (n == 1 || nj_is_error(first))
        return first;
    /* a < b < c: c is evaluated only when a < b */
    NjTirLocal *out = nj_temp(w, pybool(w));
    NjIf *ifs = NJ_NEW_ARRAY(w->arena, NjIf, n);
    uint32_t depth = 0;
    int known;
    nj_emit_assign(w, out, nj_truth(w, first, e->span, &known));
    for (uint32_t i = 1; i < n; i++) {
        ifs[depth++] = nj_if_begin(w, nj_tir_local(w->arena, out, e->span), e->span);
        NjVal c = nj_walk_expr(w, e->as.compare.comparators.items[i]);
        if (i + 1 < n)
            c = nj_spill(w, c);
        NjVal next = nj_compare(w, e->as.compare.ops[i], b, c, e->as.compare.op_spans[i]);
        if (!nj_is_error(next))
            nj_emit_assign(w, out, nj_truth(w, next, e->span, &known));
        b = c;
    }
    while (depth > 0)
        nj_if_end(w, &ifs[--depth]);
    return nj_val(pybool(w), nj_tir_local(w->arena, out, e->span));
}

/* ---- displays ---- */

static void add_item(NjWalk *w, NjVal **items, uint32_t *n, uint32_t *room, NjVal v)
{
    if (*n == *room) {
        *room = *room ? *room * 2 : 8;
        NjVal *grown = NJ_NEW_ARRAY(w->arena, NjVal, *room);
        if (*n)
            memcpy(grown, *items, *n * sizeof *grown);
        *items = grown;
    }
    (*items)[(*n)++] = v;
}

bool nj_walk_items(NjWalk *w, NjExprs elts, NjVal **out, uint32_t *out_n)
{
    NjVal *items = NULL;
    NjMark *marks = NJ_NEW_ARRAY(w->arena, NjMark, elts.n + 1);
    uint32_t n = 0, room = 0;
    bool starred = false;
    for (uint32_t i = 0; i < elts.n; i++) {
        const NjExpr *e = elts.items[i];
        const NjExpr *inner = e->kind == NJ_EXPR_STARRED ? e->as.starred.value : NULL;
        if (inner && inner->kind == NJ_EXPR_LIST) {
            /* *[a, b]: the items themselves */
            NjVal *more;
            uint32_t n_more;
            for (uint32_t k = 0; k < n && !starred; k++)
                items[k] = nj_spill(w, items[k]);
            starred = true;
            if (!nj_walk_items(w, inner->as.list.elts, &more, &n_more) || !more)
                return false;
            for (uint32_t k = 0; k < n_more; k++)
                add_item(w, &items, &n, &room, nj_spill(w, more[k]));
            continue;
        }
        NjVal v = nj_walk_expr(w, e->kind == NJ_EXPR_STARRED ? e->as.starred.value : e);
        if (nj_is_error(v))
            return false;
        if (e->kind != NJ_EXPR_STARRED) {
            if (!starred)
                marks[n] = nj_mark(w);
            add_item(w, &items, &n, &room, starred ? nj_spill(w, v) : v);
            continue;
        }
        for (uint32_t k = 0; k < n && !starred; k++)
            items[k] = nj_settle(w, marks[k], items[k]);
        starred = true;
        v = nj_spill(w, v);
        int64_t known;
        NjSeq seq;
        NjVal len = v.type->kind == NJ_T_TUPLE ? (NjVal){0} : nj_iter_length(w, v, e->span);
        if (len.type && nj_known_int(len, &known) && known <= 64 && nj_seq_of(w, v, e->span, &seq)) {
            for (int64_t k = 0; k < known; k++)
                add_item(w, &items, &n, &room,
                         nj_spill(w, nj_seq_get(w, &seq, nj_val_int(w, k, e->span), e->span)));
            continue;
        }
        if (v.type->kind != NJ_T_TUPLE) {
            *out_n = i;
            *out = NULL;
            return true; /* the caller handles a run-time length */
        }
        for (uint32_t k = 0; k < v.type->n; k++)
            add_item(w, &items, &n, &room, nj_tuple_item(w, v, k, e->span));
    }
    /* later marks first: inserting at one moves what follows it */
    for (uint32_t i = n; i-- > 0 && !starred;)
        items[i] = nj_settle(w, marks[i], items[i]);
    *out = items ? items : NJ_NEW_ARRAY(w->arena, NjVal, 1);
    *out_n = n;
    return true;
}

static NjVal walk_tuple(NjWalk *w, const NjExpr *e)
{
    NjVal *items;
    uint32_t n;
    if (!nj_walk_items(w, e->as.tuple.elts, &items, &n))
        return nj_val_error(w);
    if (!items)
        return nj_fail(w, e->span, "a tuple needs a length known at compile time; use a list");
    return nj_val_tuple(w, items, n, e->span);
}

/* Element type of a display: joined over the items; NULL when they do not join. */
static const NjType *joined_type(NjWalk *w, const NjVal *items, uint32_t n)
{
    const NjType *type = n ? items[0].type : nj_type_never(w->types);
    for (uint32_t i = 1; i < n && type; i++)
        type = type->kind == NJ_T_TUPLE ? nj_element_join(w, type, items[i].type) : nj_union_join(w, type, items[i].type);
    return type;
}

static NjVal list_with_stars(NjWalk *w, const NjExpr *e)
{
    NjVal list = nj_new_list_site(w, e, e->span);
    for (uint32_t i = 0; i < e->as.list.elts.n; i++) {
        const NjExpr *item = e->as.list.elts.items[i];
        if (item->kind != NJ_EXPR_STARRED) {
            nj_list_append(w, list, nj_walk_expr(w, item), item->span);
            continue;
        }
        NjVal more = nj_list_of(w, nj_walk_expr(w, item->as.starred.value), item->span);
        if (nj_is_error(more))
            return more;
        const NjType *elem = nj_container_accepts(w, list, 0, more.type->elems[0], item->span);
        if (elem == more.type->elems[0] && list.type->elems[0]->kind != NJ_T_NEVER)
            nj_rtcall2(w, NJ_RT_list_extend, nj_type_none(w->types), item->span, list, more);
    }
    return list;
}

/* Numbers of different types in one display keep them, as in Python: [1, 2.5] prints like that. */
static bool is_mixed(NjWalk *w, const NjVal *items, uint32_t n)
{
    for (uint32_t i = 1; i < n; i++) {
        if (items[i].type == items[0].type || items[i].type->kind == NJ_T_ERROR)
            continue;
        const NjType *joined = nj_type_join(w->types, items[0].type, items[i].type);
        bool numbers = items[0].type->kind == NJ_T_SCALAR && items[i].type->kind == NJ_T_SCALAR;
        if (!joined || (numbers && w->model == NJ_MODEL_NUMPY))
            return true;
    }
    return false;
}

NjVal nj_make_list(NjWalk *w, const void *node, NjVal *items, uint32_t n, NjSpan span)
{
    const NjType *elem = joined_type(w, items, n);
    /* the site may know better: [0] that gets floats appended */
    const NjType *known = nj_site_list_type(w, node)->elems[0];
    bool grows = known->kind != NJ_T_NEVER;
    bool is_literal = n > 0 && n <= 64 && !grows && nj_hint_get(w->s, NJ_HINT_LITERAL, NULL, nj_site(w, node));
    if (!elem || is_literal || elem->kind == NJ_T_BIGINT || (!grows && is_mixed(w, items, n))) {
        NjVal list = nj_mixed_list(w, items, n, span);
        if (!nj_is_error(list) && list.known)
            ((NjKnown *)list.known)->i = nj_site(w, node);
        return list;
    }
    if (grows) {
        const NjType *joined = nj_element_join(w, known, elem);
        if (joined)
            elem = joined;
    }
    if (elem->kind == NJ_T_NEVER)
        return nj_new_list_site(w, node, span);
    for (uint32_t i = 0; i < n; i++) {
        items[i] = nj_coerce(w, items[i], elem, span);
        if (nj_is_error(items[i]))
            return items[i];
    }
    NjTirExpr *e = nj_tir_expr(w->arena, NJ_X_NEW_LIST, nj_type_list(w->types, elem), span);
    e->as.new_list.n = n;
    e->as.new_list.items = NJ_NEW_ARRAY(w->arena, NjTirExpr *, n);
    for (uint32_t i = 0; i < n; i++)
        e->as.new_list.items[i] = nj_expr_of(w, items[i], span);
    NjVal list = nj_effect(w, e);
    NjKnown *site = NJ_NEW(w->arena, NjKnown);
    site->kind = NJ_KNOWN_SITE;
    site->i = nj_site(w, node);
    site->items = NJ_NEW_ARRAY(w->arena, const NjKnown *, n + 1);
    site->n = n;
    for (uint32_t i = 0; i < n; i++)
        site->items[i] = items[i].known;
    list.known = site;
    return list;
}

static NjVal walk_list(NjWalk *w, const NjExpr *e)
{
    NjVal *items;
    uint32_t n;
    if (!nj_walk_items(w, e->as.list.elts, &items, &n))
        return nj_val_error(w);
    if (!items)
        return list_with_stars(w, e);
    return nj_make_list(w, e, items, n, e->span);
}

static NjVal walk_set(NjWalk *w, const NjExpr *e)
{
    NjVal set = nj_new_set_site(w, e, e->span);
    for (uint32_t i = 0; i < e->as.set.elts.n; i++) {
        NjVal item = nj_walk_expr(w, e->as.set.elts.items[i]);
        if (nj_is_error(item))
            return item;
        nj_call_row(w, nj_method_find(NJ_RECV_SET, "add"), set, &item, 1, e->span);
    }
    return set;
}

static NjVal walk_dict(NjWalk *w, const NjExpr *e)
{
    NjVal dict = nj_new_dict_site(w, e, e->span);
    for (uint32_t i = 0; i < e->as.dict.values.n; i++) {
        const NjExpr *key_node = e->as.dict.keys.items[i];
        if (!key_node) {
            NjVal more = nj_walk_expr(w, e->as.dict.values.items[i]);
            if (nj_is_error(more))
                return more;
            nj_call_row(w, nj_method_find(NJ_RECV_DICT, "update"), dict, &more, 1, e->span);
            continue;
        }
        NjVal key = nj_walk_expr(w, key_node);
        NjMark mark = nj_mark(w);
        NjVal value = nj_walk_expr(w, e->as.dict.values.items[i]);
        key = nj_settle(w, mark, key);
        if (nj_is_error(key) || nj_is_error(value))
            return nj_val_error(w);
        nj_index_set(w, dict, key, value, e->as.dict.values.items[i]->span);
    }
    return dict;
}

/* ---- f-strings ---- */

static NjVal format_value(NjWalk *w, const NjExpr *e)
{
    NjSpan span = e->span;
    NjVal v = nj_walk_expr(w, e->as.formatted_value.value);
    if (nj_is_error(v))
        return v;
    char conversion = e->as.formatted_value.conversion;
    if (conversion == 'r')
        v = nj_repr_of(w, v, span);
    else if (conversion == 'a')
        v = nj_rtcall1(w, NJ_RT_ascii_of, nj_type_str(w->types), span, v);
    else if (conversion == 's')
        v = nj_to_str(w, v, span);
    const NprtDtype d = v.type->kind == NJ_T_SCALAR ? v.type->dtype : NPRT_F64;
    if (!e->as.formatted_value.format_spec && !conversion && (d == NPRT_F32 || d == NPRT_F16))
        v = nj_to_dtype(w, v, NPRT_F64, true, span); /* format() of these is that of float(x) */
    if (!e->as.formatted_value.format_spec)
        return nj_to_str(w, v, span);
    NjMark mark = nj_mark(w);
    NjVal spec = nj_walk_expr(w, e->as.formatted_value.format_spec);
    v = nj_settle(w, mark, v);
    return nj_format(w, v, spec, span);
}

NjVal nj_walk_fstring(NjWalk *w, const NjExpr *e)
{
    NjExprs parts = e->as.joined_str.values;
    NjVal out = nj_val_str(w, "", 0, e->span);
    for (uint32_t i = 0; i < parts.n; i++) {
        const NjExpr *p = parts.items[i];
        NjVal v = p->kind == NJ_EXPR_FORMATTED_VALUE ? format_value(w, p) : nj_walk_expr(w, p);
        if (nj_is_error(v))
            return v;
        out = nj_known_is(out, "") ? v : nj_sequence_binary(w, NJ_BINOP_ADD, out, v, e->span);
    }
    return out;
}

/* ---- the rest ---- */

static NjVal walk_named(NjWalk *w, const NjExpr *e)
{
    NjVal v = nj_spill(w, nj_walk_expr(w, e->as.named_expr.value));
    nj_assign_target(w, e->as.named_expr.target, v);
    return nj_walk_expr(w, e->as.named_expr.target);
}

NjVal nj_walk_slice_value(NjWalk *w, const NjExpr *e)
{
    const NjExpr *parts[3] = {e->as.slice.lower, e->as.slice.upper, e->as.slice.step};
    NjTirExpr **items = NJ_NEW_ARRAY(w->arena, NjTirExpr *, 4);
    const NjKnown **knowns = NJ_NEW_ARRAY(w->arena, const NjKnown *, 4);
    int64_t has = 0;
    for (int i = 0; i < 3; i++) {
        NjVal v = nj_val_int(w, 0, e->span);
        if (parts[i]) {
            v = nj_walk_expr(w, parts[i]);
            if (nj_is_error(v))
                return v;
            if (nj_is_none(v)) {
                v = nj_val_int(w, 0, e->span);
            } else {
                v = nj_spill(w, nj_to_index(w, v, parts[i]->span));
                has |= 1 << i;
            }
        }
        if (nj_is_error(v))
            return v;
        items[i] = v.expr;
        knowns[i] = v.known;
    }
    NjVal mask = nj_val_int(w, has, e->span);
    items[3] = nj_tir_int(w->arena, nj_type_scalar(w->types, NPRT_U8, false), has, e->span);
    knowns[3] = mask.known;
    NjKnown *known = NJ_NEW(w->arena, NjKnown);
    known->kind = NJ_KNOWN_ITEMS;
    known->items = knowns;
    known->n = 4;
    return (NjVal){nj_type_slice(w->types),
                   nj_tir_tuple(w->arena, nj_type_slice(w->types), items, 4, e->span), known};
}

static NjVal unsupported(NjWalk *w, const NjExpr *e, const char *what)
{
    return nj_fail(w, e->span, "%s is not supported", what);
}

NjVal nj_walk_expr(NjWalk *w, const NjExpr *e)
{
    NjVal out;
    if (w->dead)
        return nj_val_error(w);
    switch (e->kind) {
    case NJ_EXPR_BOOL_OP:
        return bool_op_from(w, e, 0);
    case NJ_EXPR_NAMED_EXPR:
        return walk_named(w, e);
    case NJ_EXPR_BIN_OP:
        return walk_binary(w, e);
    case NJ_EXPR_UNARY_OP:
        return nj_unary(w, e->as.unary_op.op, nj_walk_expr(w, e->as.unary_op.operand), e->span);
    case NJ_EXPR_LAMBDA:
        return nj_walk_lambda(w, e);
    case NJ_EXPR_IF_EXP:
        return walk_if_exp(w, e);
    case NJ_EXPR_DICT:
        return walk_dict(w, e);
    case NJ_EXPR_SET:
        return walk_set(w, e);
    case NJ_EXPR_LIST_COMP:
    case NJ_EXPR_SET_COMP:
    case NJ_EXPR_DICT_COMP:
    case NJ_EXPR_GENERATOR_EXP:
        return nj_walk_comp(w, e);
    case NJ_EXPR_AWAIT:
        return unsupported(w, e, "await (asynchronous code)");
    case NJ_EXPR_YIELD:
        return nj_walk_yield(w, e);
    case NJ_EXPR_YIELD_FROM:
        return nj_walk_yield(w, e);
    case NJ_EXPR_COMPARE:
        return walk_compare(w, e);
    case NJ_EXPR_CALL:
        return nj_normal(w, nj_walk_call(w, e));
    case NJ_EXPR_FORMATTED_VALUE:
        return format_value(w, e);
    case NJ_EXPR_JOINED_STR:
        return nj_walk_fstring(w, e);
    case NJ_EXPR_CONSTANT:
        return nj_walk_const(w, &e->as.constant, e->span);
    case NJ_EXPR_ATTRIBUTE:
        if (nj_class_name_form(w, e, &out))
            return out;
        return nj_normal(
            w, nj_get_attr(w, nj_walk_expr(w, e->as.attribute.value), e->as.attribute.attr, e->span));
    case NJ_EXPR_SUBSCRIPT:
        return nj_normal(w, nj_walk_subscript(w, e));
    case NJ_EXPR_STARRED:
        return nj_fail(w, e->span, "SyntaxError: can't use starred expression here");
    case NJ_EXPR_NAME:
        return nj_load_name(w, e->as.name.name, e->span);
    case NJ_EXPR_LIST:
        return walk_list(w, e);
    case NJ_EXPR_TUPLE:
        return walk_tuple(w, e);
    case NJ_EXPR_SLICE:
        return nj_walk_slice_value(w, e);
    case NJ_EXPR_COUNT:
        break;
    }
    return nj_val_error(w);
}

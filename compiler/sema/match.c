/* match.c - match statements: patterns become tests and bindings, cases a chain of ifs. */
#include "compiler/sema/sema.h"

#include "compiler/funcs/func.h"

#include <string.h>

/* The truth of a pattern so far: NULL expr with known true/false, or a bool expression. Bindings of the
 * pattern are collected and made once it matched. */
typedef struct Binding {
    const NjName *name;
    NjVal value;
    NjSpan span;
} Binding;

typedef struct Matcher {
    Binding binds[32];
    uint32_t n;
} Matcher;

static NjVal match_pattern(NjWalk *w, Matcher *m, const NjPattern *p, NjVal v);

static NjVal yes(NjWalk *w, bool value, NjSpan span)
{
    return nj_val_bool(w, value, span);
}

static NjVal both(NjWalk *w, NjVal a, NjVal b)
{
    bool k;
    if (nj_is_error(a) || nj_is_error(b))
        return nj_val_error(w);
    if (nj_known_bool(a, &k))
        return k ? b : a;
    if (nj_known_bool(b, &k))
        return k ? a : b;
    return nj_val(a.type, nj_tir_binary(w->arena, NJ_BIN_AND, NJ_ARITH_WRAP, a.type, a.expr, b.expr));
}

static void add_binding(NjWalk *w, Matcher *m, const NjName *name, NjVal v, NjSpan span)
{
    if (m->n == 32) {
        nj_fail(w, span, "too many names in one pattern");
        return;
    }
    m->binds[m->n++] = (Binding){name, v, span};
}

static NjVal match_sequence(NjWalk *w, Matcher *m, const NjPattern *p, NjVal v)
{
    NjPatterns ps = p->as.sequence.patterns;
    int32_t star = -1;
    for (uint32_t i = 0; i < ps.n; i++)
        if (ps.items[i]->kind == NJ_PATTERN_STAR)
            star = (int32_t)i;
    if (v.type->kind != NJ_T_TUPLE && v.type->kind != NJ_T_LIST && v.type->kind != NJ_T_RANGE)
        return yes(w, false, p->span);
    NjVal len = nj_spill(w, nj_len(w, v, p->span));
    NjCmpOp op = star < 0 ? NJ_CMPOP_EQ : NJ_CMPOP_GT_E;
    NjVal ok = nj_compare(w, op, len, nj_val_int(w, (int64_t)ps.n - (star >= 0), p->span), p->span);
    bool known;
    if (nj_known_bool(ok, &known) && !known)
        return ok;
    /* elements are looked at only when the length fits */
    NjTirLocal *out = nj_temp(w, nj_type_pybool(w->types));
    nj_emit_assign(w, out, nj_expr_of(w, ok, p->span));
    NjIf f = nj_if_begin(w, nj_tir_local(w->arena, out, p->span), p->span);
    NjVal all = yes(w, true, p->span);
    for (uint32_t i = 0; i < ps.n; i++) {
        if (ps.items[i]->kind == NJ_PATTERN_STAR) {
            if (!ps.items[i]->as.star.name)
                continue;
            NjVal stop = nj_binary(w, NJ_BINOP_SUB, len, nj_val_int(w, ps.n - 1 - i, p->span), p->span);
            NjVal rest = nj_list_of(
                w, nj_index_get(w, v, nj_val_slice(w, nj_val_int(w, i, p->span), stop, p->span), p->span),
                p->span);
            add_binding(w, m, ps.items[i]->as.star.name, nj_spill(w, rest), p->span);
            continue;
        }
        int64_t at = star >= 0 && i > (uint32_t)star ? (int64_t)i - ps.n : i;
        NjVal item = nj_spill(w, nj_index_get(w, v, nj_val_int(w, at, p->span), p->span));
        all = both(w, all, match_pattern(w, m, ps.items[i], item));
    }
    if (!nj_is_error(all))
        nj_emit_assign(w, out, nj_expr_of(w, all, p->span));
    nj_if_end(w, &f);
    return nj_val(out->type, nj_tir_local(w->arena, out, p->span));
}

static NjVal match_class(NjWalk *w, Matcher *m, const NjPattern *p, NjVal v)
{
    NjVal cls = nj_walk_expr(w, p->as.cls.cls);
    if (nj_is_error(cls))
        return cls;
    NjVal args[2] = {v, cls};
    NjVal ok = nj_call_row(w, nj_func_find("builtins", "isinstance"), (NjVal){0}, args, 2, p->span);
    bool known;
    if (!nj_known_bool(ok, &known) || !known)
        return ok;
    for (uint32_t i = 0; i < p->as.cls.patterns.n; i++) {
        NjVal part = v;
        if (v.type->kind == NJ_T_OBJECT || (v.type->kind == NJ_T_TUPLE && v.type->names)) {
            const NjClassDef *def = v.type->cls;
            const NjName *field = v.type->names && v.type->kind == NJ_T_TUPLE ? v.type->names[i]
                                  : def && i < def->n_fields                 ? def->fields[i]
                                                                             : NULL;
            if (!field)
                return nj_fail(w, p->span, "this class has no positional patterns");
            part = nj_get_attr(w, v, field, p->span);
        }
        ok = both(w, ok, match_pattern(w, m, p->as.cls.patterns.items[i], nj_spill(w, part)));
    }
    for (uint32_t i = 0; i < p->as.cls.kwd_patterns.n; i++) {
        NjVal part = nj_get_attr(w, v, p->as.cls.kwd_attrs.items[i], p->span);
        ok = both(w, ok, match_pattern(w, m, p->as.cls.kwd_patterns.items[i], nj_spill(w, part)));
    }
    return ok;
}

static NjVal match_mapping(NjWalk *w, Matcher *m, const NjPattern *p, NjVal v)
{
    if (v.type->kind != NJ_T_DICT)
        return yes(w, false, p->span);
    if (p->as.mapping.rest)
        return nj_fail(w, p->span, "**rest in a mapping pattern is not supported");
    NjTirLocal *out = nj_temp(w, nj_type_pybool(w->types));
    nj_emit_assign(w, out, nj_tir_int(w->arena, out->type, 1, p->span));
    NjIf ifs[16];
    uint32_t depth = 0;
    for (uint32_t i = 0; i < p->as.mapping.keys.n && depth < 16; i++) {
        NjVal key = nj_spill(w, nj_walk_expr(w, p->as.mapping.keys.items[i]));
        NjVal has = nj_contains(w, v, key, p->span);
        if (nj_is_error(has))
            return has;
        nj_emit_assign(w, out, nj_expr_of(w, has, p->span));
        ifs[depth++] = nj_if_begin(w, nj_tir_local(w->arena, out, p->span), p->span);
        NjVal item = nj_spill(w, nj_index_get(w, v, key, p->span));
        NjVal ok = match_pattern(w, m, p->as.mapping.patterns.items[i], item);
        if (!nj_is_error(ok))
            nj_emit_assign(w, out, nj_expr_of(w, ok, p->span));
    }
    while (depth > 0)
        nj_if_end(w, &ifs[--depth]);
    return nj_val(out->type, nj_tir_local(w->arena, out, p->span));
}

static NjVal match_pattern(NjWalk *w, Matcher *m, const NjPattern *p, NjVal v)
{
    switch (p->kind) {
    case NJ_PATTERN_VALUE:
        return nj_equal(w, v, nj_walk_expr(w, p->as.value.value), p->span);
    case NJ_PATTERN_SINGLETON:
        return nj_compare(w, NJ_CMPOP_IS, v, nj_walk_const(w, &p->as.singleton.value, p->span), p->span);
    case NJ_PATTERN_SEQUENCE:
        return match_sequence(w, m, p, v);
    case NJ_PATTERN_MAPPING:
        return match_mapping(w, m, p, v);
    case NJ_PATTERN_CLASS:
        return match_class(w, m, p, v);
    case NJ_PATTERN_AS: {
        NjVal ok = p->as.as.pattern ? match_pattern(w, m, p->as.as.pattern, v) : yes(w, true, p->span);
        if (p->as.as.name)
            add_binding(w, m, p->as.as.name, v, p->span);
        return ok;
    }
    case NJ_PATTERN_OR: {
        NjVal any = yes(w, false, p->span);
        for (uint32_t i = 0; i < p->as.or_.patterns.n; i++) {
            NjVal one = match_pattern(w, m, p->as.or_.patterns.items[i], v);
            bool k;
            if (nj_is_error(one))
                return one;
            if (nj_known_bool(one, &k)) {
                if (k)
                    return one;
                continue;
            }
            if (nj_known_bool(any, &k))
                any = one;
            else
                any = nj_val(any.type, nj_tir_binary(w->arena, NJ_BIN_OR, NJ_ARITH_WRAP, any.type, any.expr,
                                                     nj_expr_of(w, one, p->span)));
        }
        return any;
    }
    case NJ_PATTERN_STAR:
    case NJ_PATTERN_COUNT:
        break;
    }
    return nj_fail(w, p->span, "this pattern is not supported");
}

static void bind_all(NjWalk *w, const Matcher *m)
{
    for (uint32_t i = 0; i < m->n; i++)
        nj_bind_name(w, m->binds[i].name, m->binds[i].value, m->binds[i].span);
}

static void match_cases(NjWalk *w, const NjStmt *s, uint32_t i, NjVal v);

/* The body of a case, or the next case when its guard fails. */
static void case_body(NjWalk *w, const NjStmt *s, uint32_t i, NjVal v, const Matcher *m)
{
    const NjMatchCase *c = s->as.match.cases.items[i];
    bind_all(w, m);
    if (!c->guard) {
        nj_walk_block(w, c->body);
        return;
    }
    int known;
    NjTirExpr *cond = nj_truth(w, nj_walk_expr(w, c->guard), c->guard->span, &known);
    NjIf f = nj_if_begin(w, cond, c->span);
    nj_walk_block(w, c->body);
    nj_if_else(w, &f);
    match_cases(w, s, i + 1, v);
    nj_if_end(w, &f);
}

static void match_cases(NjWalk *w, const NjStmt *s, uint32_t i, NjVal v)
{
    if (i == s->as.match.cases.n || w->dead)
        return;
    const NjMatchCase *c = s->as.match.cases.items[i];
    Matcher m = {.n = 0};
    NjVal ok = match_pattern(w, &m, c->pattern, v);
    bool known;
    if (nj_is_error(ok))
        return;
    if (nj_known_bool(ok, &known)) {
        if (known)
            case_body(w, s, i, v, &m);
        else
            match_cases(w, s, i + 1, v);
        return;
    }
    NjIf f = nj_if_begin(w, nj_expr_of(w, ok, c->span), c->span);
    case_body(w, s, i, v, &m);
    nj_if_else(w, &f);
    match_cases(w, s, i + 1, v);
    nj_if_end(w, &f);
}

void nj_walk_match(NjWalk *w, const NjStmt *s)
{
    NjVal v = nj_spill(w, nj_walk_expr(w, s->as.match.subject));
    if (!nj_is_error(v))
        match_cases(w, s, 0, v);
}

/* What stands in brackets: groups, tuples, lists, sets, dicts, and the four comprehensions. */

#include "compiler/syntax/parse_internal.h"

/* ---- comprehensions ---- */

bool nj_at_comprehension(const NjParser *p)
{
    return nj_parser_at(p, NJ_TOK_FOR) ||
           (nj_parser_at(p, NJ_TOK_ASYNC) && p->tok[1].kind == NJ_TOK_FOR);
}

static NjComprehension *parse_comprehension(NjParser *p)
{
    NjComprehension *loop = NJ_NEW(p->arena, NjComprehension);
    uint32_t start = p->tok->start;
    loop->is_async = nj_parser_accept(p, NJ_TOK_ASYNC);
    nj_parser_expect(p, NJ_TOK_FOR);
    loop->target = nj_parse_for_target(p);
    if (!nj_parser_at(p, NJ_TOK_IN) && !nj_parser_at(p, NJ_TOK_ERROR)) {
        nj_parser_fail(p, nj_parser_token_span(p, p->tok),
                       "SyntaxError: 'in' expected after for-loop variables");
    }
    nj_parser_expect(p, NJ_TOK_IN);
    loop->iter = nj_parse_disjunction(p);
    uint32_t height = p->scratch.n;
    while (nj_parser_accept(p, NJ_TOK_IF))
        nj_parser_push(p, nj_parse_disjunction(p));
    loop->ifs = nj_parser_take_exprs(p, height);
    loop->span = nj_parser_span(p, start);
    return loop;
}

NjComprehensions nj_parse_comprehensions(NjParser *p)
{
    NjComprehensions loops;
    uint32_t height = p->scratch.n;
    while (nj_at_comprehension(p))
        nj_parser_push(p, parse_comprehension(p));
    loops.items = nj_parser_take(p, height, &loops.n);
    return loops;
}

/* Fails when what should be computed per element is a starred expression. */
static void check_element(NjParser *p, const NjExpr *elt)
{
    if (elt->kind == NJ_EXPR_STARRED) {
        nj_parser_fail(p, elt->span,
                       "SyntaxError: iterable unpacking cannot be used in comprehension");
    }
}

/* Pushes the elements that follow the first, up to a closing bracket. Tells whether there was a
 * comma. */
static bool parse_more_elements(NjParser *p, NjTokenKind closing)
{
    bool has_comma = false;
    while (nj_parser_accept(p, NJ_TOK_COMMA)) {
        has_comma = true;
        if (nj_parser_at(p, closing))
            break;
        nj_parser_push(p, nj_parse_star_named_expr(p));
    }
    return has_comma;
}

/* `[a, b for ...` and `{a, b for ...` */
static void check_target_parens(NjParser *p, const NjExpr *first, bool has_comma)
{
    if (has_comma && nj_at_comprehension(p)) {
        nj_parser_fail(p, nj_parser_span(p, first->span.start),
                       "SyntaxError: did you forget parentheses around the comprehension target?");
    }
}

/* ---- parentheses ---- */

static NjExpr *finish_tuple(NjParser *p, uint32_t height, uint32_t start)
{
    NjExpr *tuple = nj_parser_expr(p, NJ_EXPR_TUPLE, start);
    tuple->as.tuple.elts = nj_parser_take_exprs(p, height);
    return tuple;
}

static NjExpr *parse_generator(NjParser *p, NjExpr *elt, uint32_t start)
{
    check_element(p, elt);
    NjComprehensions generators = nj_parse_comprehensions(p);
    p->nesting--;
    nj_parser_expect(p, NJ_TOK_RPAREN);
    NjExpr *generator = nj_parser_expr(p, NJ_EXPR_GENERATOR_EXP, start);
    generator->as.generator_exp.elt = elt;
    generator->as.generator_exp.generators = generators;
    return generator;
}

/* `(*a)` and `(**a)` */
static void check_group(NjParser *p, const NjExpr *inner)
{
    if (inner->kind == NJ_EXPR_STARRED && nj_parser_at(p, NJ_TOK_RPAREN))
        nj_parser_fail(p, inner->span, "SyntaxError: cannot use starred expression here");
}

static void check_double_star(NjParser *p)
{
    if (!nj_parser_at(p, NJ_TOK_DOUBLE_STAR))
        return;
    NjSpan span = nj_parser_token_span(p, p->tok);
    NjParserMark mark = nj_parser_try(p);
    nj_parser_next(p);
    nj_parse_expression(p);
    nj_parser_expect(p, NJ_TOK_RPAREN);
    if (nj_parser_undo(p, mark))
        nj_parser_fail(p, span, "SyntaxError: cannot use double starred expression here");
}

NjExpr *nj_parse_paren(NjParser *p)
{
    uint32_t start = p->tok->start;
    uint32_t height = p->scratch.n;
    nj_parser_next(p);
    if (nj_parser_accept(p, NJ_TOK_RPAREN))
        return finish_tuple(p, height, start);

    p->nesting++;
    if (nj_parser_at(p, NJ_TOK_YIELD)) {
        NjExpr *yield = nj_parse_yield_or_star_expressions(p);
        p->nesting--;
        nj_parser_expect(p, NJ_TOK_RPAREN);
        return yield;
    }
    check_double_star(p);
    NjExpr *first = nj_parse_star_named_expr(p);
    if (nj_at_comprehension(p))
        return parse_generator(p, first, start);
    nj_parser_push(p, first);
    bool is_tuple = parse_more_elements(p, NJ_TOK_RPAREN);
    if (!is_tuple)
        check_group(p, first);
    p->nesting--;
    nj_parser_expect(p, NJ_TOK_RPAREN);
    if (is_tuple)
        return finish_tuple(p, height, start);
    p->scratch.n = height;
    return first;
}

/* ---- lists ---- */

NjExpr *nj_parse_list(NjParser *p)
{
    uint32_t start = p->tok->start;
    uint32_t height = p->scratch.n;
    NjExpr *first = NULL;
    NjComprehensions generators = {0};
    nj_parser_next(p);
    p->nesting++;
    if (!nj_parser_at(p, NJ_TOK_RBRACKET)) {
        first = nj_parse_star_named_expr(p);
        nj_parser_push(p, first);
        if (nj_at_comprehension(p)) {
            check_element(p, first);
            generators = nj_parse_comprehensions(p);
        } else {
            check_target_parens(p, first, parse_more_elements(p, NJ_TOK_RBRACKET));
        }
    }
    p->nesting--;
    nj_parser_expect(p, NJ_TOK_RBRACKET);

    NjExprs elts = nj_parser_take_exprs(p, height);
    NjExpr *expr = nj_parser_expr(p, generators.n ? NJ_EXPR_LIST_COMP : NJ_EXPR_LIST, start);
    if (generators.n) {
        expr->as.list_comp.elt = first;
        expr->as.list_comp.generators = generators;
    } else {
        expr->as.list.elts = elts;
    }
    return expr;
}

/* ---- sets and dicts ---- */

/* Behind the first element of a set. */
static NjExpr *parse_set(NjParser *p, NjExpr *first, uint32_t start)
{
    NjComprehensions generators = {0};
    uint32_t height = p->scratch.n;
    nj_parser_push(p, first);
    if (nj_at_comprehension(p)) {
        check_element(p, first);
        generators = nj_parse_comprehensions(p);
    } else {
        check_target_parens(p, first, parse_more_elements(p, NJ_TOK_RBRACE));
    }
    p->nesting--;
    nj_parser_expect(p, NJ_TOK_RBRACE);

    NjExprs elts = nj_parser_take_exprs(p, height);
    NjExpr *expr = nj_parser_expr(p, generators.n ? NJ_EXPR_SET_COMP : NJ_EXPR_SET, start);
    if (generators.n) {
        expr->as.set_comp.elt = first;
        expr->as.set_comp.generators = generators;
    } else {
        expr->as.set.elts = elts;
    }
    return expr;
}

/* ':' and the value that belongs to `key`. */
static NjExpr *parse_dict_value(NjParser *p, const NjExpr *key)
{
    NjSpan colon = nj_parser_token_span(p, p->tok);
    if (!nj_parser_at(p, NJ_TOK_COLON) &&
        (nj_parser_at(p, NJ_TOK_RBRACE) || nj_parser_at(p, NJ_TOK_COMMA)))
        nj_parser_fail(p, key->span, "SyntaxError: ':' expected after dictionary key");
    nj_parser_expect(p, NJ_TOK_COLON);
    if (nj_parser_at(p, NJ_TOK_RBRACE) || nj_parser_at(p, NJ_TOK_COMMA)) {
        nj_parser_fail(p, colon, "SyntaxError: expression expected after dictionary key and ':'");
    } else if (nj_parser_at(p, NJ_TOK_STAR)) {
        NjExpr *starred = nj_parse_starred(p);
        nj_parser_fail(p, starred->span,
                       "SyntaxError: cannot use a starred expression in a dictionary value");
    }
    return nj_parse_expression(p);
}

/* One entry: key: value, or **value with a NULL key. */
static void parse_entry(NjParser *p, NjExpr **out_key, NjExpr **out_value)
{
    if (nj_parser_accept(p, NJ_TOK_DOUBLE_STAR)) {
        *out_key = NULL;
        *out_value = nj_parse_bitwise_or(p);
    } else {
        *out_key = nj_parse_expression(p);
        *out_value = parse_dict_value(p, *out_key);
    }
}

static NjExpr *parse_dict_comp(NjParser *p, NjExpr *key, NjExpr *value, uint32_t start)
{
    if (!key) {
        NjSpan stars = {p->source, value->span.start - 2, value->span.start};
        nj_parser_fail(p, stars,
                       "SyntaxError: dict unpacking cannot be used in dict comprehension");
    }
    NjComprehensions generators = nj_parse_comprehensions(p);
    p->nesting--;
    nj_parser_expect(p, NJ_TOK_RBRACE);
    NjExpr *comp = nj_parser_expr(p, NJ_EXPR_DICT_COMP, start);
    comp->as.dict_comp.key = key;
    comp->as.dict_comp.value = value;
    comp->as.dict_comp.generators = generators;
    return comp;
}

/* Behind the first entry of a dict. */
static NjExpr *parse_dict(NjParser *p, NjExpr *key, NjExpr *value, uint32_t start)
{
    if (nj_at_comprehension(p))
        return parse_dict_comp(p, key, value, start);
    NJ_VEC(NjExpr *) keys = {0};
    uint32_t height = p->scratch.n;
    nj_vec_push(p->arena, &keys, key);
    nj_parser_push(p, value);
    while (nj_parser_accept(p, NJ_TOK_COMMA) && !nj_parser_at(p, NJ_TOK_RBRACE)) {
        parse_entry(p, &key, &value);
        nj_vec_push(p->arena, &keys, key);
        nj_parser_push(p, value);
    }
    p->nesting--;
    nj_parser_expect(p, NJ_TOK_RBRACE);
    NjExpr *dict = nj_parser_expr(p, NJ_EXPR_DICT, start);
    dict->as.dict.keys = (NjExprs){keys.items, keys.n};
    dict->as.dict.values = nj_parser_take_exprs(p, height);
    return dict;
}

NjExpr *nj_parse_brace(NjParser *p)
{
    uint32_t start = p->tok->start;
    NjExpr *key = NULL, *value;
    nj_parser_next(p);
    if (nj_parser_accept(p, NJ_TOK_RBRACE))
        return nj_parser_expr(p, NJ_EXPR_DICT, start);
    p->nesting++;
    if (nj_parser_at(p, NJ_TOK_DOUBLE_STAR)) {
        parse_entry(p, &key, &value);
        return parse_dict(p, key, value, start);
    }
    uint32_t first_start = p->tok->start;
    NjExpr *first = nj_parse_star_named_expr(p);
    bool is_bare_named = first->kind == NJ_EXPR_NAMED_EXPR && first->span.start == first_start;
    bool is_key = first->kind != NJ_EXPR_STARRED && !is_bare_named;
    if (!nj_parser_at(p, NJ_TOK_COLON) || !is_key)
        return parse_set(p, first, start);
    value = parse_dict_value(p, first);
    return parse_dict(p, first, value, start);
}

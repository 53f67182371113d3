/* Atoms and what is attached to them: attributes, subscripts, calls. */

#include "compiler/syntax/parse_internal.h"

/* ---- atoms ---- */

static NjExpr *parse_constant(NjParser *p)
{
    const NjToken *token = p->tok;
    nj_parser_next(p);
    NjExpr *expr = nj_parser_expr(p, NJ_EXPR_CONSTANT, token->start);
    NjConst *constant = &expr->as.constant;
    switch ((int)token->kind) {
    case NJ_TOK_TRUE:
    case NJ_TOK_FALSE:
        constant->kind = NJ_CONST_BOOL;
        constant->as.boolean = token->kind == NJ_TOK_TRUE;
        break;
    case NJ_TOK_ELLIPSIS:
        constant->kind = NJ_CONST_ELLIPSIS;
        break;
    case NJ_TOK_NONE:
        constant->kind = NJ_CONST_NONE;
        break;
    default:
        nj_parse_number(p, token, constant);
    }
    return expr;
}

static NjExpr *parse_atom(NjParser *p)
{
    uint32_t start = p->tok->start;
    switch ((int)p->tok->kind) {
    case NJ_TOK_NAME: {
        const NjName *name = p->tok->name;
        nj_parser_next(p);
        NjExpr *expr = nj_parser_expr(p, NJ_EXPR_NAME, start);
        expr->as.name.name = name;
        return expr;
    }
    case NJ_TOK_INT:
    case NJ_TOK_FLOAT:
    case NJ_TOK_IMAGINARY:
    case NJ_TOK_TRUE:
    case NJ_TOK_FALSE:
    case NJ_TOK_NONE:
    case NJ_TOK_ELLIPSIS:
        return parse_constant(p);
    case NJ_TOK_STRING:
    case NJ_TOK_FSTRING_START:
        return nj_parse_strings(p);
    case NJ_TOK_LPAREN:
        return nj_parse_paren(p);
    case NJ_TOK_LBRACKET:
        return nj_parse_list(p);
    case NJ_TOK_LBRACE:
        return nj_parse_brace(p);
    default:
        nj_parser_unexpected(p);
        return nj_parser_expr(p, NJ_EXPR_CONSTANT, start);
    }
}

/* '*' in an argument or subscript: it takes any expression, unlike in a tuple. */
static NjExpr *parse_unpacked(NjParser *p)
{
    uint32_t start = p->tok->start;
    nj_parser_next(p);
    if (nj_parser_at(p, NJ_TOK_COMMA) || nj_parser_at(p, NJ_TOK_RPAREN) ||
        nj_parser_at(p, NJ_TOK_RBRACKET))
        nj_parser_fail(p, nj_parser_span(p, start), "SyntaxError: Invalid star expression");
    NjExpr *value = nj_parse_expression(p);
    NjExpr *starred = nj_parser_expr(p, NJ_EXPR_STARRED, start);
    starred->as.starred.value = value;
    return starred;
}

/* ---- subscripts ---- */

static NjExpr *parse_bound(NjParser *p)
{
    bool is_absent = nj_parser_at(p, NJ_TOK_COLON) || nj_parser_at(p, NJ_TOK_COMMA) ||
                     nj_parser_at(p, NJ_TOK_RBRACKET);
    return is_absent ? NULL : nj_parse_expression(p);
}

static NjExpr *parse_slice(NjParser *p)
{
    uint32_t start = p->tok->start;
    if (nj_parser_at(p, NJ_TOK_STAR))
        return parse_unpacked(p);
    NjExpr *lower = nj_parser_at(p, NJ_TOK_COLON) ? NULL : nj_parse_named_expr(p);
    if (!nj_parser_at(p, NJ_TOK_COLON))
        return lower;
    if (lower && lower->kind == NJ_EXPR_NAMED_EXPR && lower->span.start == start)
        nj_parser_unexpected(p);
    nj_parser_next(p);
    NjExpr *upper = parse_bound(p);
    NjExpr *step = nj_parser_accept(p, NJ_TOK_COLON) ? parse_bound(p) : NULL;
    NjExpr *slice = nj_parser_expr(p, NJ_EXPR_SLICE, start);
    slice->as.slice.lower = lower;
    slice->as.slice.upper = upper;
    slice->as.slice.step = step;
    return slice;
}

/* One slice, or a tuple of them when there is a comma or a star. */
static NjExpr *parse_slices(NjParser *p)
{
    uint32_t start = p->tok->start;
    NjExpr *first = parse_slice(p);
    bool is_starred = first->kind == NJ_EXPR_STARRED;
    if (!nj_parser_at(p, NJ_TOK_COMMA) && !is_starred)
        return first;
    uint32_t height = p->scratch.n;
    nj_parser_push(p, first);
    while (nj_parser_accept(p, NJ_TOK_COMMA) && !nj_parser_at(p, NJ_TOK_RBRACKET))
        nj_parser_push(p, parse_slice(p));
    NjExpr *tuple = nj_parser_expr(p, NJ_EXPR_TUPLE, start);
    tuple->as.tuple.elts = nj_parser_take_exprs(p, height);
    return tuple;
}

static NjExpr *parse_subscript(NjParser *p, NjExpr *value, uint32_t start)
{
    NJ_ASSERT(p->u, nj_parser_at(p, NJ_TOK_LBRACKET));
    nj_parser_next(p);
    p->nesting++;
    NjExpr *index = parse_slices(p);
    p->nesting--;
    nj_parser_expect(p, NJ_TOK_RBRACKET);
    NjExpr *subscript = nj_parser_expr(p, NJ_EXPR_SUBSCRIPT, start);
    subscript->as.subscript.value = value;
    subscript->as.subscript.index = index;
    return subscript;
}

/* ---- calls ---- */

/* Arguments read so far. */
typedef struct CallArgs {
    NJ_VEC(NjExpr *) args;
    NJ_VEC(NjKeyword *) keywords;
    bool has_double_star;
    uint32_t open; /* offset of '(' */
} CallArgs;

static void push_keyword(NjParser *p, CallArgs *call, const NjName *name, NjExpr *value,
                         uint32_t start)
{
    NjKeyword *keyword = NJ_NEW(p->arena, NjKeyword);
    keyword->name = name;
    keyword->value = value;
    keyword->span = nj_parser_span(p, start);
    nj_vec_push(p->arena, &call->keywords, keyword);
}

/* name=value */
static void parse_keyword(NjParser *p, CallArgs *call)
{
    const NjToken *first = p->tok;
    NJ_ASSERT(p->u, first[1].kind == NJ_TOK_EQUAL);
    nj_parser_next(p);
    nj_parser_next(p);
    NjSpan span = nj_parser_span(p, first->start);
    if (first->kind != NJ_TOK_NAME)
        nj_parser_fail(p, span, "SyntaxError: cannot assign to %s",
                       nj_token_kind_text(first->kind));
    if (nj_parser_at(p, NJ_TOK_COMMA) || nj_parser_at(p, NJ_TOK_RPAREN))
        nj_parser_fail(p, span, "SyntaxError: expected argument value expression");
    NjExpr *value = nj_parse_expression(p);
    if (nj_at_comprehension(p)) {
        nj_parser_fail(p, span,
                       "SyntaxError: invalid syntax. Maybe you meant '==' or ':=' instead "
                       "of '='?");
    }
    push_keyword(p, call, first->name, value, first->start);
}

static void parse_double_star(NjParser *p, CallArgs *call)
{
    uint32_t start = p->tok->start;
    nj_parser_next(p);
    NjExpr *value = nj_parse_expression(p);
    if (nj_parser_at(p, NJ_TOK_EQUAL)) {
        nj_parser_fail(p, nj_parser_span(p, start),
                       "SyntaxError: cannot assign to keyword argument unpacking");
    }
    push_keyword(p, call, NULL, value, start);
    call->has_double_star = true;
}

/* A generator without parentheses of its own must be the only argument. */
static NjExpr *parse_generator_argument(NjParser *p, const CallArgs *call, NjExpr *elt)
{
    NjComprehensions generators = nj_parse_comprehensions(p);
    bool is_only = !call->args.n && !call->keywords.n && nj_parser_at(p, NJ_TOK_RPAREN);
    NjSpan span = nj_parser_span(p, elt->span.start);
    if (!is_only)
        nj_parser_fail(p, span, "SyntaxError: Generator expression must be parenthesized");
    NjExpr *generator = nj_parser_expr(p, NJ_EXPR_GENERATOR_EXP, call->open);
    generator->span.end = p->tok->end;
    generator->as.generator_exp.elt = elt;
    generator->as.generator_exp.generators = generators;
    return generator;
}

static void parse_positional(NjParser *p, CallArgs *call)
{
    const NjToken *first = p->tok;
    NjExpr *arg;
    if (nj_parser_at(p, NJ_TOK_NAME) && p->tok[1].kind == NJ_TOK_COLON_EQUAL)
        arg = nj_parse_named_expr(p);
    else
        arg = nj_parse_expression(p);
    if (nj_parser_at(p, NJ_TOK_EQUAL)) {
        nj_parser_next(p);
        nj_parser_fail(
            p, nj_parser_span(p, first->start),
            "SyntaxError: expression cannot contain assignment, perhaps you meant \"==\"?");
    }
    if (nj_at_comprehension(p))
        arg = parse_generator_argument(p, call, arg);
    if (call->keywords.n) {
        nj_parser_fail(p, arg->span, "SyntaxError: positional argument follows keyword argument%s",
                       call->has_double_star ? " unpacking" : "");
    }
    nj_vec_push(p->arena, &call->args, arg);
}

static void parse_argument(NjParser *p, CallArgs *call)
{
    if (nj_parser_at(p, NJ_TOK_DOUBLE_STAR)) {
        parse_double_star(p, call);
    } else if (nj_parser_at(p, NJ_TOK_STAR)) {
        NjExpr *starred = parse_unpacked(p);
        if (call->has_double_star) {
            nj_parser_fail(p, starred->span,
                           "SyntaxError: iterable argument unpacking follows keyword argument "
                           "unpacking");
        }
        nj_vec_push(p->arena, &call->args, starred);
    } else {
        bool is_word = nj_parser_at(p, NJ_TOK_NAME) || nj_parser_at(p, NJ_TOK_TRUE) ||
                       nj_parser_at(p, NJ_TOK_FALSE) || nj_parser_at(p, NJ_TOK_NONE);
        if (is_word && p->tok[1].kind == NJ_TOK_EQUAL)
            parse_keyword(p, call);
        else
            parse_positional(p, call);
    }
}

void nj_parse_call_arguments(NjParser *p, NjExprs *out_args, NjKeywords *out_keywords)
{
    CallArgs call = {.open = p->tok[-1].start};
    NJ_ASSERT(p->u, p->tok[-1].kind == NJ_TOK_LPAREN || p->has_failed);
    p->nesting++;
    while (!nj_parser_at(p, NJ_TOK_RPAREN)) {
        parse_argument(p, &call);
        if (!nj_parser_accept(p, NJ_TOK_COMMA))
            break;
    }
    p->nesting--;
    nj_parser_expect(p, NJ_TOK_RPAREN);
    *out_args = (NjExprs){call.args.items, call.args.n};
    *out_keywords = (NjKeywords){call.keywords.items, call.keywords.n};
}

static NjExpr *parse_call(NjParser *p, NjExpr *callee, uint32_t start)
{
    NjExprs args;
    NjKeywords keywords;
    nj_parser_next(p);
    nj_parse_call_arguments(p, &args, &keywords);
    NjExpr *call = nj_parser_expr(p, NJ_EXPR_CALL, start);
    call->as.call.callee = callee;
    call->as.call.args = args;
    call->as.call.keywords = keywords;
    return call;
}

/* ---- primaries ---- */

static NjExpr *parse_attribute(NjParser *p, NjExpr *value, uint32_t start)
{
    nj_parser_next(p);
    NjSpan attr_span = nj_parser_token_span(p, p->tok);
    const NjName *attr = nj_parser_expect_name(p);
    NjExpr *attribute = nj_parser_expr(p, NJ_EXPR_ATTRIBUTE, start);
    attribute->as.attribute.value = value;
    attribute->as.attribute.attr = attr;
    attribute->as.attribute.attr_span = attr_span;
    return attribute;
}

NjExpr *nj_parse_primary(NjParser *p)
{
    uint32_t start = p->tok->start;
    NjExpr *expr = parse_atom(p);
    for (;;) {
        if (nj_parser_at(p, NJ_TOK_DOT))
            expr = parse_attribute(p, expr, start);
        else if (nj_parser_at(p, NJ_TOK_LPAREN))
            expr = parse_call(p, expr, start);
        else if (nj_parser_at(p, NJ_TOK_LBRACKET))
            expr = parse_subscript(p, expr, start);
        else
            return expr;
    }
}

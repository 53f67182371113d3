/* The match statement and its patterns (PEP 634). `match`, `case` and `_` are ordinary names
 * elsewhere. */

#include <string.h>

#include "compiler/syntax/parse_internal.h"

static NjPattern *parse_pattern(NjParser *p);
static NjPattern *parse_or_pattern(NjParser *p);

static NjPatterns take_patterns(NjParser *p, uint32_t height)
{
    NjPatterns patterns;
    patterns.items = nj_parser_take(p, height, &patterns.n);
    return patterns;
}

/* NAME as the target of a capture; NULL for the wildcard. */
static const NjName *parse_capture(NjParser *p)
{
    const NjName *name = nj_parser_expect_name(p);
    return name == p->names.underscore ? NULL : name;
}

/* ---- values ---- */

static NjExpr *parse_signed_number(NjParser *p)
{
    uint32_t start = p->tok->start;
    bool is_negative = nj_parser_accept(p, NJ_TOK_MINUS);
    if (!nj_parser_at(p, NJ_TOK_INT) && !nj_parser_at(p, NJ_TOK_FLOAT) &&
        !nj_parser_at(p, NJ_TOK_IMAGINARY))
        nj_parser_unexpected(p);
    const NjToken *token = p->tok;
    nj_parser_next(p);
    NjExpr *number = nj_parser_expr(p, NJ_EXPR_CONSTANT, token->start);
    if (!p->has_failed)
        nj_parse_number(p, token, &number->as.constant);
    if (!is_negative)
        return number;
    NjExpr *negated = nj_parser_expr(p, NJ_EXPR_UNARY_OP, start);
    negated->as.unary_op.op = NJ_UNARYOP_USUB;
    negated->as.unary_op.operand = number;
    return negated;
}

static bool is_imaginary(const NjExpr *number)
{
    return number->kind == NJ_EXPR_CONSTANT && number->as.constant.kind == NJ_CONST_COMPLEX;
}

/* A number, or real + imaginary. */
static NjExpr *parse_number_pattern(NjParser *p)
{
    uint32_t start = p->tok->start;
    NjExpr *real = parse_signed_number(p);
    if (!nj_parser_at(p, NJ_TOK_PLUS) && !nj_parser_at(p, NJ_TOK_MINUS))
        return real;
    const NjExpr *magnitude = real->kind == NJ_EXPR_UNARY_OP ? real->as.unary_op.operand : real;
    if (is_imaginary(magnitude))
        nj_parser_fail(p, real->span, "SyntaxError: real number required in complex literal");
    NjBinOp op = nj_parser_at(p, NJ_TOK_PLUS) ? NJ_BINOP_ADD : NJ_BINOP_SUB;
    NjSpan op_span = nj_parser_token_span(p, p->tok);
    nj_parser_next(p);
    if (nj_parser_at(p, NJ_TOK_MINUS))
        nj_parser_unexpected(p);
    NjExpr *imaginary = parse_signed_number(p);
    if (!is_imaginary(imaginary)) {
        nj_parser_fail(p, imaginary->span,
                       "SyntaxError: imaginary number required in complex literal");
    }
    NjExpr *sum = nj_parser_expr(p, NJ_EXPR_BIN_OP, start);
    sum->as.bin_op.lhs = real;
    sum->as.bin_op.rhs = imaginary;
    sum->as.bin_op.op = op;
    sum->as.bin_op.op_span = op_span;
    return sum;
}

static NjExpr *parse_string_pattern(NjParser *p)
{
    NjExpr *text = nj_parse_strings(p);
    if (text->kind == NJ_EXPR_JOINED_STR) {
        nj_parser_fail(p, text->span,
                       "SyntaxError: patterns may only match literals and attribute lookups");
    }
    return text;
}

/* a.b.c, from the name at the cursor. */
static NjExpr *parse_dotted(NjParser *p)
{
    NJ_ASSERT(p->u, !p->text.n);
    uint32_t start = p->tok->start;
    const NjName *name = nj_parser_expect_name(p);
    NjExpr *expr = nj_parser_expr(p, NJ_EXPR_NAME, start);
    expr->as.name.name = name;
    while (nj_parser_accept(p, NJ_TOK_DOT)) {
        NjSpan attr_span = nj_parser_token_span(p, p->tok);
        const NjName *attr = nj_parser_expect_name(p);
        NjExpr *attribute = nj_parser_expr(p, NJ_EXPR_ATTRIBUTE, start);
        attribute->as.attribute.value = expr;
        attribute->as.attribute.attr = attr;
        attribute->as.attribute.attr_span = attr_span;
        expr = attribute;
    }
    return expr;
}

static NjPattern *new_value(NjParser *p, NjExpr *value)
{
    NjPattern *pattern = nj_parser_pattern(p, NJ_PATTERN_VALUE, value->span.start);
    pattern->as.value.value = value;
    return pattern;
}

static NjPattern *parse_singleton(NjParser *p)
{
    const NjToken *token = p->tok;
    nj_parser_next(p);
    NjPattern *pattern = nj_parser_pattern(p, NJ_PATTERN_SINGLETON, token->start);
    NjConst *value = &pattern->as.singleton.value;
    value->kind = token->kind == NJ_TOK_NONE ? NJ_CONST_NONE : NJ_CONST_BOOL;
    if (value->kind == NJ_CONST_BOOL)
        value->as.boolean = token->kind == NJ_TOK_TRUE;
    return pattern;
}

/* ---- classes, mappings, sequences ---- */

/* Behind `Class(`: pushes the positional patterns, gathers the keyword ones. */
static NjPattern *parse_class_pattern(NjParser *p, NjExpr *cls, uint32_t start)
{
    NJ_VEC(NjPattern *) kwd_patterns = {0};
    NJ_VEC(const NjName *) names = {0};
    NJ_VEC(NjSpan) spans = {0};
    uint32_t height = p->scratch.n;
    nj_parser_next(p);
    while (!nj_parser_at(p, NJ_TOK_RPAREN)) {
        if (nj_parser_at(p, NJ_TOK_NAME) && p->tok[1].kind == NJ_TOK_EQUAL) {
            nj_vec_push(p->arena, &spans, nj_parser_token_span(p, p->tok));
            nj_vec_push(p->arena, &names, nj_parser_expect_name(p));
            nj_parser_next(p);
            nj_vec_push(p->arena, &kwd_patterns, parse_pattern(p));
        } else {
            NjPattern *positional = parse_pattern(p);
            if (names.n) {
                nj_parser_fail(p, positional->span,
                               "SyntaxError: positional patterns follow keyword patterns");
            }
            nj_parser_push(p, positional);
        }
        if (!nj_parser_accept(p, NJ_TOK_COMMA))
            break;
    }
    nj_parser_expect(p, NJ_TOK_RPAREN);
    NjPattern *pattern = nj_parser_pattern(p, NJ_PATTERN_CLASS, start);
    pattern->as.cls.cls = cls;
    pattern->as.cls.patterns = take_patterns(p, height);
    pattern->as.cls.kwd_attrs = (NjNames){names.items, spans.items, names.n};
    pattern->as.cls.kwd_patterns = (NjPatterns){kwd_patterns.items, kwd_patterns.n};
    return pattern;
}

static NjExpr *parse_mapping_key(NjParser *p)
{
    switch ((int)p->tok->kind) {
    case NJ_TOK_INT:
    case NJ_TOK_FLOAT:
    case NJ_TOK_IMAGINARY:
    case NJ_TOK_MINUS:
        return parse_number_pattern(p);
    case NJ_TOK_STRING:
    case NJ_TOK_FSTRING_START:
        return parse_string_pattern(p);
    case NJ_TOK_NONE:
    case NJ_TOK_TRUE:
    case NJ_TOK_FALSE:
        return nj_parse_primary(p);
    default:
        if (nj_parser_at(p, NJ_TOK_NAME) && p->tok[1].kind != NJ_TOK_DOT) {
            nj_parser_next(p);
            nj_parser_unexpected(p);
        }
        return parse_dotted(p);
    }
}

static NjPattern *parse_mapping(NjParser *p)
{
    uint32_t start = p->tok->start;
    uint32_t height = p->scratch.n;
    NJ_VEC(NjExpr *) keys = {0};
    const NjName *rest = NULL;
    nj_parser_next(p);
    while (!nj_parser_at(p, NJ_TOK_RBRACE)) {
        if (nj_parser_accept(p, NJ_TOK_DOUBLE_STAR)) {
            if (nj_parser_at_name(p, p->names.underscore))
                nj_parser_unexpected(p);
            rest = parse_capture(p);
            nj_parser_accept(p, NJ_TOK_COMMA);
            break;
        }
        nj_vec_push(p->arena, &keys, parse_mapping_key(p));
        nj_parser_expect(p, NJ_TOK_COLON);
        nj_parser_push(p, parse_pattern(p));
        if (!nj_parser_accept(p, NJ_TOK_COMMA))
            break;
    }
    nj_parser_expect(p, NJ_TOK_RBRACE);
    NjPattern *pattern = nj_parser_pattern(p, NJ_PATTERN_MAPPING, start);
    pattern->as.mapping.keys = (NjExprs){keys.items, keys.n};
    pattern->as.mapping.patterns = take_patterns(p, height);
    pattern->as.mapping.rest = rest;
    return pattern;
}

/* An element of a sequence: *rest or a pattern. */
static NjPattern *parse_element(NjParser *p)
{
    uint32_t start = p->tok->start;
    if (!nj_parser_accept(p, NJ_TOK_STAR))
        return parse_pattern(p);
    const NjName *name = parse_capture(p);
    NjPattern *star = nj_parser_pattern(p, NJ_PATTERN_STAR, start);
    star->as.star.name = name;
    return star;
}

static NjPattern *finish_sequence(NjParser *p, uint32_t height, uint32_t start)
{
    NjPattern *sequence = nj_parser_pattern(p, NJ_PATTERN_SEQUENCE, start);
    sequence->as.sequence.patterns = take_patterns(p, height);
    return sequence;
}

/* At '(' or '[': a sequence, or a pattern in parentheses. */
static NjPattern *parse_bracketed(NjParser *p)
{
    NJ_ASSERT(p->u, nj_parser_at(p, NJ_TOK_LPAREN) || nj_parser_at(p, NJ_TOK_LBRACKET));
    uint32_t start = p->tok->start;
    uint32_t height = p->scratch.n;
    bool is_list = nj_parser_at(p, NJ_TOK_LBRACKET);
    NjTokenKind closing = is_list ? NJ_TOK_RBRACKET : NJ_TOK_RPAREN;
    bool has_comma = false;
    nj_parser_next(p);
    while (!nj_parser_at(p, closing)) {
        nj_parser_push(p, parse_element(p));
        if (!nj_parser_accept(p, NJ_TOK_COMMA))
            break;
        has_comma = true;
    }
    nj_parser_expect(p, closing);
    uint32_t nelements = p->scratch.n - height;
    if (is_list || has_comma || nelements != 1)
        return finish_sequence(p, height, start);
    NjPattern *inner = nj_vec_pop(&p->scratch);
    if (inner->kind == NJ_PATTERN_STAR)
        nj_parser_fail(p, inner->span, "SyntaxError: invalid syntax");
    return inner;
}

/* ---- patterns ---- */

static NjPattern *parse_name_pattern(NjParser *p)
{
    uint32_t start = p->tok->start;
    NjTokenKind next = p->tok[1].kind;
    if (next == NJ_TOK_DOT || next == NJ_TOK_LPAREN) {
        NjExpr *expr = parse_dotted(p);
        if (nj_parser_at(p, NJ_TOK_LPAREN))
            return parse_class_pattern(p, expr, start);
        return new_value(p, expr);
    }
    const NjName *name = parse_capture(p);
    NjPattern *capture = nj_parser_pattern(p, NJ_PATTERN_AS, start);
    capture->as.as.name = name;
    return capture;
}

static NjPattern *parse_closed_pattern(NjParser *p)
{
    switch ((int)p->tok->kind) {
    case NJ_TOK_INT:
    case NJ_TOK_FLOAT:
    case NJ_TOK_IMAGINARY:
    case NJ_TOK_MINUS:
        return new_value(p, parse_number_pattern(p));
    case NJ_TOK_STRING:
    case NJ_TOK_FSTRING_START:
        return new_value(p, parse_string_pattern(p));
    case NJ_TOK_NONE:
    case NJ_TOK_TRUE:
    case NJ_TOK_FALSE:
        return parse_singleton(p);
    case NJ_TOK_NAME:
        return parse_name_pattern(p);
    case NJ_TOK_LPAREN:
    case NJ_TOK_LBRACKET:
        return parse_bracketed(p);
    case NJ_TOK_LBRACE:
        return parse_mapping(p);
    default:
        nj_parser_unexpected(p);
        return nj_parser_pattern(p, NJ_PATTERN_AS, p->tok->start);
    }
}

static NjPattern *parse_or_pattern(NjParser *p)
{
    uint32_t start = p->tok->start;
    NjPattern *first = parse_closed_pattern(p);
    if (!nj_parser_at(p, NJ_TOK_VBAR))
        return first;
    uint32_t height = p->scratch.n;
    nj_parser_push(p, first);
    while (nj_parser_accept(p, NJ_TOK_VBAR))
        nj_parser_push(p, parse_closed_pattern(p));
    NjPattern *pattern = nj_parser_pattern(p, NJ_PATTERN_OR, start);
    pattern->as.or_.patterns = take_patterns(p, height);
    return pattern;
}

/* pattern [as NAME] */
static NjPattern *parse_pattern(NjParser *p)
{
    uint32_t start = p->tok->start;
    NjPattern *inner = parse_or_pattern(p);
    if (!nj_parser_accept(p, NJ_TOK_AS))
        return inner;
    NjSpan span = nj_parser_token_span(p, p->tok);
    if (nj_parser_at_name(p, p->names.underscore))
        nj_parser_fail(p, span, "SyntaxError: cannot use '_' as a target");
    else if (!nj_parser_at(p, NJ_TOK_NAME) && nj_starts_operand(p->tok->kind))
        nj_parser_fail(p, span, "SyntaxError: invalid pattern target");
    const NjName *name = nj_parser_expect_name(p);
    NjPattern *pattern = nj_parser_pattern(p, NJ_PATTERN_AS, start);
    pattern->as.as.pattern = inner;
    pattern->as.as.name = name;
    return pattern;
}

/* What stands after `case`: a pattern, or a sequence without brackets. */
static NjPattern *parse_patterns(NjParser *p)
{
    uint32_t start = p->tok->start;
    NjPattern *first = parse_element(p);
    if (!nj_parser_at(p, NJ_TOK_COMMA)) {
        if (first->kind == NJ_PATTERN_STAR)
            nj_parser_unexpected(p);
        return first;
    }
    uint32_t height = p->scratch.n;
    nj_parser_push(p, first);
    while (nj_parser_accept(p, NJ_TOK_COMMA) && !nj_parser_at(p, NJ_TOK_COLON) &&
           !nj_parser_at(p, NJ_TOK_IF))
        nj_parser_push(p, parse_element(p));
    return finish_sequence(p, height, start);
}

/* ---- the statement ---- */

/* Does `match` at the cursor begin a statement? The line of one ends with a ':'; and no expression
 * has an operand right behind a name. */
static bool at_match_statement(const NjParser *p)
{
    const NjToken *next = p->tok + 1;
    if (next->kind == NJ_TOK_NOT && next[1].kind == NJ_TOK_IN)
        return false;
    if (nj_starts_operand(next->kind))
        return true;
    if (next->kind == NJ_TOK_COLON)
        return false;
    const NjToken *token = next;
    while (token->kind != NJ_TOK_NEWLINE && token->kind != NJ_TOK_END &&
           token->kind != NJ_TOK_ERROR)
        token++;
    return token->kind == NJ_TOK_NEWLINE && token[-1].kind == NJ_TOK_COLON;
}

static NjMatchCase *parse_case(NjParser *p)
{
    NjMatchCase *match_case = NJ_NEW(p->arena, NjMatchCase);
    uint32_t start = p->tok->start;
    uint32_t line = nj_parser_line(p);
    if (!nj_parser_at_name(p, p->names.case_))
        nj_parser_unexpected(p);
    nj_parser_next(p);
    match_case->pattern = parse_patterns(p);
    if (nj_parser_accept(p, NJ_TOK_IF))
        match_case->guard = nj_parse_named_expr(p);
    nj_parser_expect_colon(p);
    match_case->body = nj_parse_block(p, "'case' statement", line);
    match_case->span = nj_parser_span(p, start);
    if (match_case->body.n)
        match_case->span.end = match_case->body.items[match_case->body.n - 1]->span.end;
    return match_case;
}

/* An expression, or a tuple without parentheses. */
static NjExpr *parse_subject(NjParser *p)
{
    uint32_t start = p->tok->start;
    uint32_t height = p->scratch.n;
    NjExpr *first = nj_parse_star_named_expr(p);
    if (!nj_parser_at(p, NJ_TOK_COMMA)) {
        if (first->kind == NJ_EXPR_STARRED)
            nj_parser_unexpected(p);
        return first;
    }
    nj_parser_push(p, first);
    while (nj_parser_accept(p, NJ_TOK_COMMA) && !nj_parser_at(p, NJ_TOK_COLON))
        nj_parser_push(p, nj_parse_star_named_expr(p));
    NjExpr *tuple = nj_parser_expr(p, NJ_EXPR_TUPLE, start);
    tuple->as.tuple.elts = nj_parser_take_exprs(p, height);
    return tuple;
}

NjStmt *nj_parse_match(NjParser *p)
{
    if (!at_match_statement(p))
        return NULL;
    uint32_t start = p->tok->start;
    uint32_t line = nj_parser_line(p);
    nj_parser_next(p);
    NjExpr *subject = parse_subject(p);
    nj_parser_expect_colon(p);
    nj_parser_expect(p, NJ_TOK_NEWLINE);
    if (!nj_parser_at(p, NJ_TOK_INDENT) && !nj_parser_at(p, NJ_TOK_ERROR)) {
        nj_parser_fail(p, nj_parser_token_span(p, p->tok),
                       "IndentationError: expected an indented block after 'match' statement on "
                       "line %u",
                       line);
    }
    nj_parser_expect(p, NJ_TOK_INDENT);
    uint32_t height = p->scratch.n;
    do {
        nj_parser_push(p, parse_case(p));
    } while (!nj_parser_at(p, NJ_TOK_DEDENT) && !nj_parser_at(p, NJ_TOK_END));
    nj_parser_expect(p, NJ_TOK_DEDENT);
    NjStmt *stmt = nj_parser_stmt(p, NJ_STMT_MATCH, start);
    stmt->as.match.subject = subject;
    stmt->as.match.cases.items = nj_parser_take(p, height, &stmt->as.match.cases.n);
    NjMatchCases cases = stmt->as.match.cases;
    if (cases.n)
        stmt->span.end = cases.items[cases.n - 1]->span.end;
    return stmt;
}

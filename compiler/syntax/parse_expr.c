/* Expressions from `a if b else c` down to unary operators and `**`. Binary operators are parsed by
 * precedence climbing; chains of `or`, `and` and comparisons become one node each. */

#include "compiler/syntax/parse_internal.h"

/* ---- names for what follows ---- */

/* Is the token an expression by itself? */
static bool is_atom(NjTokenKind kind)
{
    switch ((int)kind) {
    case NJ_TOK_NAME:
    case NJ_TOK_INT:
    case NJ_TOK_FLOAT:
    case NJ_TOK_IMAGINARY:
    case NJ_TOK_STRING:
    case NJ_TOK_FALSE:
    case NJ_TOK_NONE:
    case NJ_TOK_TRUE:
    case NJ_TOK_ELLIPSIS:
        return true;
    default:
        return false;
    }
}

bool nj_starts_operand(NjTokenKind kind)
{
    return is_atom(kind) || kind == NJ_TOK_FSTRING_START || kind == NJ_TOK_LAMBDA ||
           kind == NJ_TOK_AWAIT || kind == NJ_TOK_NOT || kind == NJ_TOK_TILDE ||
           kind == NJ_TOK_LBRACE;
}

static bool is_soft_keyword(const NjParser *p, const NjToken *token)
{
    return token->name && (token->name == p->names.match || token->name == p->names.case_ ||
                           token->name == p->names.type || token->name == p->names.underscore);
}

/* `print x` was a statement once. */
static bool fail_legacy(NjParser *p, const NjExpr *expr)
{
    const NjName *name = expr->kind == NJ_EXPR_NAME ? expr->as.name.name : NULL;
    if (!name || (name != p->names.print && name != p->names.exec))
        return false;
    NjParserMark mark = nj_parser_try(p);
    nj_parse_star_expressions(p);
    NjSpan span = nj_parser_span(p, expr->span.start);
    if (nj_parser_undo(p, mark)) {
        nj_parser_fail(p, span,
                       "SyntaxError: Missing parentheses in call to '%s'. Did you mean %s(...)?",
                       name->text, name->text);
    }
    return true;
}

/* No valid program has an operand right behind an expression, so this is an error already; it is
 * explained when a whole expression follows. The conditions are those of invalid_expression in
 * CPython's grammar. */
static void check_missing_comma(NjParser *p, const NjToken *first, const NjExpr *expr)
{
    if (p->has_failed || p->is_quiet || !nj_starts_operand(p->tok->kind) || fail_legacy(p, expr))
        return;
    if (!p->nesting || is_soft_keyword(p, first) ||
        (first->kind == NJ_TOK_NAME && first[1].kind == NJ_TOK_STRING))
        return;
    const NjToken *operand = p->tok;
    NjParserMark mark = nj_parser_try(p);
    nj_parse_expression(p);
    NjSpan span = nj_parser_span(p, expr->span.start);
    bool is_expression = nj_parser_undo(p, mark);
    if (!is_expression)
        span.end = operand->end;
    if (is_expression || is_atom(operand->kind))
        nj_parser_fail(p, span, "SyntaxError: invalid syntax. Perhaps you forgot a comma?");
}

/* ---- lists of expressions ---- */

NjExpr *nj_parse_starred(NjParser *p)
{
    NJ_ASSERT(p->u, nj_parser_at(p, NJ_TOK_STAR));
    uint32_t start = p->tok->start;
    nj_parser_next(p);
    NjExpr *value = nj_parse_bitwise_or(p);
    NjExpr *starred = nj_parser_expr(p, NJ_EXPR_STARRED, start);
    starred->as.starred.value = value;
    return starred;
}

NjExpr *nj_parse_star_expression(NjParser *p)
{
    return nj_parser_at(p, NJ_TOK_STAR) ? nj_parse_starred(p) : nj_parse_expression(p);
}

NjExpr *nj_parse_star_named_expr(NjParser *p)
{
    return nj_parser_at(p, NJ_TOK_STAR) ? nj_parse_starred(p) : nj_parse_named_expr(p);
}

/* Does another element follow the comma just consumed, or was it a trailing one? */
static bool starts_star_expression(NjTokenKind kind)
{
    return nj_starts_operand(kind) || kind == NJ_TOK_STAR || kind == NJ_TOK_LPAREN ||
           kind == NJ_TOK_LBRACKET || kind == NJ_TOK_MINUS || kind == NJ_TOK_PLUS;
}

NjExpr *nj_parse_star_expressions(NjParser *p)
{
    uint32_t start = p->tok->start;
    NjExpr *first = nj_parse_star_expression(p);
    if (!nj_parser_at(p, NJ_TOK_COMMA))
        return first;
    uint32_t height = p->scratch.n;
    nj_parser_push(p, first);
    while (nj_parser_accept(p, NJ_TOK_COMMA) && starts_star_expression(p->tok->kind))
        nj_parser_push(p, nj_parse_star_expression(p));
    NjExpr *tuple = nj_parser_expr(p, NJ_EXPR_TUPLE, start);
    tuple->as.tuple.elts = nj_parser_take_exprs(p, height);
    return tuple;
}

static NjExpr *parse_yield(NjParser *p)
{
    NJ_ASSERT(p->u, nj_parser_at(p, NJ_TOK_YIELD));
    uint32_t start = p->tok->start;
    p->has_yield = true;
    nj_parser_next(p);
    if (nj_parser_accept(p, NJ_TOK_FROM)) {
        NjExpr *value = nj_parse_expression(p);
        NjExpr *yield = nj_parser_expr(p, NJ_EXPR_YIELD_FROM, start);
        yield->as.yield_from.value = value;
        return yield;
    }
    NjExpr *value = starts_star_expression(p->tok->kind) ? nj_parse_star_expressions(p) : NULL;
    NjExpr *yield = nj_parser_expr(p, NJ_EXPR_YIELD, start);
    yield->as.yield.value = value;
    return yield;
}

NjExpr *nj_parse_yield_or_star_expressions(NjParser *p)
{
    return nj_parser_at(p, NJ_TOK_YIELD) ? parse_yield(p) : nj_parse_star_expressions(p);
}

/* ---- lambda, conditional, named expression ---- */

static NjExpr *parse_lambda(NjParser *p)
{
    uint32_t start = p->tok->start;
    nj_parser_next(p);
    NjArguments *args = nj_parse_parameters(p, NJ_TOK_COLON);
    nj_parser_expect(p, NJ_TOK_COLON);
    if (nj_parser_at(p, NJ_TOK_FSTRING_MIDDLE)) { /* the colon began a format spec */
        nj_parser_fail(p, nj_parser_span(p, start),
                       "SyntaxError: f-string: lambda expressions are not allowed without "
                       "parentheses");
    }
    bool outer_has_yield = p->has_yield;
    NjExpr *body = nj_parse_expression(p);
    p->has_yield = outer_has_yield;
    NjExpr *lambda = nj_parser_expr(p, NJ_EXPR_LAMBDA, start);
    lambda->as.lambda.args = args;
    lambda->as.lambda.body = body;
    return lambda;
}

/* Behind `body`, at `if`. */
static NjExpr *parse_conditional(NjParser *p, NjExpr *body, uint32_t start)
{
    NJ_ASSERT(p->u, nj_parser_at(p, NJ_TOK_IF));
    nj_parser_next(p);
    NjExpr *test = nj_parse_disjunction(p);
    if (!nj_parser_at(p, NJ_TOK_ELSE) && !nj_parser_at(p, NJ_TOK_COLON) &&
        !nj_parser_at(p, NJ_TOK_ERROR)) {
        nj_parser_fail(p, nj_parser_span(p, start),
                       "SyntaxError: expected 'else' after 'if' expression");
    }
    nj_parser_expect(p, NJ_TOK_ELSE);
    NjExpr *orelse = nj_parse_expression(p);
    NjExpr *conditional = nj_parser_expr(p, NJ_EXPR_IF_EXP, start);
    conditional->as.if_exp.test = test;
    conditional->as.if_exp.body = body;
    conditional->as.if_exp.orelse = orelse;
    return conditional;
}

NjExpr *nj_parse_expression(NjParser *p)
{
    const NjToken *first = p->tok;
    NjExpr *expr;
    nj_parser_enter(p);
    if (nj_parser_at(p, NJ_TOK_LAMBDA)) {
        expr = parse_lambda(p);
    } else {
        expr = nj_parse_disjunction(p);
        if (nj_parser_at(p, NJ_TOK_IF))
            expr = parse_conditional(p, expr, first->start);
        else
            check_missing_comma(p, first, expr);
    }
    nj_parser_leave(p);
    return expr;
}

NjExpr *nj_parse_named_expr(NjParser *p)
{
    uint32_t start = p->tok->start;
    if (nj_parser_at(p, NJ_TOK_NAME) && p->tok[1].kind == NJ_TOK_COLON_EQUAL) {
        NjExpr *target = nj_parse_primary(p);
        nj_set_context(p, target, NJ_CTX_STORE);
        nj_parser_next(p);
        NjExpr *value = nj_parse_expression(p);
        NjExpr *named = nj_parser_expr(p, NJ_EXPR_NAMED_EXPR, start);
        named->as.named_expr.target = target;
        named->as.named_expr.value = value;
        return named;
    }
    NjExpr *expr = nj_parse_expression(p);
    if (nj_parser_at(p, NJ_TOK_COLON_EQUAL)) {
        nj_fail_walrus(p, expr);
    } else if (nj_parser_at(p, NJ_TOK_EQUAL)) {
        nj_fail_assignment_in_expr(p, expr);
    }
    return expr;
}

/* ---- or, and, not, comparisons ---- */

/* `first` and what follows it, all joined by the token `joint`. */
static NjExpr *parse_bool_chain(NjParser *p, NjTokenKind joint, NjBoolOp op,
                                NjExpr *(*parse_operand)(NjParser *p))
{
    uint32_t start = p->tok->start;
    NjExpr *first = parse_operand(p);
    if (!nj_parser_at(p, joint))
        return first;
    uint32_t height = p->scratch.n;
    nj_parser_push(p, first);
    while (nj_parser_accept(p, joint))
        nj_parser_push(p, parse_operand(p));
    NjExpr *chain = nj_parser_expr(p, NJ_EXPR_BOOL_OP, start);
    chain->as.bool_op.op = op;
    chain->as.bool_op.values = nj_parser_take_exprs(p, height);
    return chain;
}

/* The comparison operator at the cursor and how many tokens it takes; 0 if there is none. */
static uint32_t comparison_at(const NjParser *p, NjCmpOp *out_op)
{
    switch ((int)p->tok->kind) {
    case NJ_TOK_EQUAL_EQUAL:
        return *out_op = NJ_CMPOP_EQ, 1;
    case NJ_TOK_NOT_EQUAL:
        return *out_op = NJ_CMPOP_NOT_EQ, 1;
    case NJ_TOK_LESS:
        return *out_op = NJ_CMPOP_LT, 1;
    case NJ_TOK_LESS_EQUAL:
        return *out_op = NJ_CMPOP_LT_E, 1;
    case NJ_TOK_GREATER:
        return *out_op = NJ_CMPOP_GT, 1;
    case NJ_TOK_GREATER_EQUAL:
        return *out_op = NJ_CMPOP_GT_E, 1;
    case NJ_TOK_IN:
        return *out_op = NJ_CMPOP_IN, 1;
    case NJ_TOK_NOT:
        return *out_op = NJ_CMPOP_NOT_IN, p->tok[1].kind == NJ_TOK_IN ? 2 : 0;
    case NJ_TOK_IS:
        *out_op = p->tok[1].kind == NJ_TOK_NOT ? NJ_CMPOP_IS_NOT : NJ_CMPOP_IS;
        return *out_op == NJ_CMPOP_IS_NOT ? 2 : 1;
    default:
        return 0;
    }
}

static NjExpr *parse_comparison(NjParser *p)
{
    uint32_t start = p->tok->start;
    NjExpr *left = nj_parse_bitwise_or(p);
    NjCmpOp op;
    if (!comparison_at(p, &op))
        return left;
    uint32_t height = p->scratch.n;
    NJ_VEC(NjCmpOp) ops = {0};
    NJ_VEC(NjSpan) spans = {0};
    for (uint32_t ntokens; (ntokens = comparison_at(p, &op));) {
        uint32_t op_start = p->tok->start;
        for (uint32_t i = 0; i < ntokens; i++)
            nj_parser_next(p);
        nj_vec_push(p->arena, &ops, op);
        nj_vec_push(p->arena, &spans, nj_parser_span(p, op_start));
        nj_parser_push(p, nj_parse_bitwise_or(p));
    }
    NjExpr *compare = nj_parser_expr(p, NJ_EXPR_COMPARE, start);
    compare->as.compare.left = left;
    compare->as.compare.ops = ops.items;
    compare->as.compare.op_spans = spans.items;
    compare->as.compare.comparators = nj_parser_take_exprs(p, height);
    return compare;
}

static NjExpr *new_unary(NjParser *p, NjUnaryOp op, NjExpr *operand, uint32_t start)
{
    NjExpr *unary = nj_parser_expr(p, NJ_EXPR_UNARY_OP, start);
    unary->as.unary_op.op = op;
    unary->as.unary_op.operand = operand;
    return unary;
}

static NjExpr *parse_inversion(NjParser *p)
{
    uint32_t start = p->tok->start;
    if (!nj_parser_at(p, NJ_TOK_NOT))
        return parse_comparison(p);
    nj_parser_enter(p);
    nj_parser_next(p);
    NjExpr *operand = parse_inversion(p);
    nj_parser_leave(p);
    return new_unary(p, NJ_UNARYOP_NOT, operand, start);
}

static NjExpr *parse_conjunction(NjParser *p)
{
    return parse_bool_chain(p, NJ_TOK_AND, NJ_BOOLOP_AND, parse_inversion);
}

NjExpr *nj_parse_disjunction(NjParser *p)
{
    return parse_bool_chain(p, NJ_TOK_OR, NJ_BOOLOP_OR, parse_conjunction);
}

/* ---- binary and unary operators ---- */

enum { LOWEST = 1, HIGHEST = 6 };

/* The precedence of a binary operator other than `**`, 0 if the token is none. */
static int binary_at(NjTokenKind kind, NjBinOp *out_op)
{
    switch ((int)kind) {
    case NJ_TOK_VBAR:
        return *out_op = NJ_BINOP_BITOR, LOWEST;
    case NJ_TOK_CIRCUMFLEX:
        return *out_op = NJ_BINOP_BITXOR, 2;
    case NJ_TOK_AMPER:
        return *out_op = NJ_BINOP_BITAND, 3;
    case NJ_TOK_LSHIFT:
        return *out_op = NJ_BINOP_LSHIFT, 4;
    case NJ_TOK_RSHIFT:
        return *out_op = NJ_BINOP_RSHIFT, 4;
    case NJ_TOK_PLUS:
        return *out_op = NJ_BINOP_ADD, 5;
    case NJ_TOK_MINUS:
        return *out_op = NJ_BINOP_SUB, 5;
    case NJ_TOK_STAR:
        return *out_op = NJ_BINOP_MULT, HIGHEST;
    case NJ_TOK_SLASH:
        return *out_op = NJ_BINOP_DIV, HIGHEST;
    case NJ_TOK_DOUBLE_SLASH:
        return *out_op = NJ_BINOP_FLOORDIV, HIGHEST;
    case NJ_TOK_PERCENT:
        return *out_op = NJ_BINOP_MOD, HIGHEST;
    case NJ_TOK_AT:
        return *out_op = NJ_BINOP_MATMULT, HIGHEST;
    default:
        return 0;
    }
}

static NjExpr *new_binary(NjParser *p, NjExpr *lhs, NjExpr *rhs, NjBinOp op, NjSpan op_span,
                          uint32_t start)
{
    NjExpr *binary = nj_parser_expr(p, NJ_EXPR_BIN_OP, start);
    binary->as.bin_op.lhs = lhs;
    binary->as.bin_op.rhs = rhs;
    binary->as.bin_op.op = op;
    binary->as.bin_op.op_span = op_span;
    return binary;
}

static NjExpr *parse_unary(NjParser *p);

static NjExpr *parse_await(NjParser *p)
{
    uint32_t start = p->tok->start;
    if (!nj_parser_accept(p, NJ_TOK_AWAIT))
        return nj_parse_primary(p);
    NjExpr *value = nj_parse_primary(p);
    NjExpr *await = nj_parser_expr(p, NJ_EXPR_AWAIT, start);
    await->as.await.value = value;
    return await;
}

/* `**` binds tighter than a unary operator on its left and looser than one on its right. */
static NjExpr *parse_power(NjParser *p)
{
    uint32_t start = p->tok->start;
    NjExpr *base = parse_await(p);
    if (!nj_parser_at(p, NJ_TOK_DOUBLE_STAR))
        return base;
    NjSpan op_span = nj_parser_token_span(p, p->tok);
    nj_parser_enter(p);
    nj_parser_next(p);
    NjExpr *exponent = parse_unary(p);
    nj_parser_leave(p);
    return new_binary(p, base, exponent, NJ_BINOP_POW, op_span, start);
}

static NjExpr *parse_unary(NjParser *p)
{
    uint32_t start = p->tok->start;
    NjUnaryOp op;
    if (nj_parser_at(p, NJ_TOK_MINUS))
        op = NJ_UNARYOP_USUB;
    else if (nj_parser_at(p, NJ_TOK_PLUS))
        op = NJ_UNARYOP_UADD;
    else if (nj_parser_at(p, NJ_TOK_TILDE))
        op = NJ_UNARYOP_INVERT;
    else
        return parse_power(p);
    nj_parser_enter(p);
    nj_parser_next(p);
    NjExpr *operand = parse_unary(p);
    nj_parser_leave(p);
    return new_unary(p, op, operand, start);
}

/* An operand and all operators of at least this precedence. All of them associate to the left. */
static NjExpr *parse_binary(NjParser *p, int lowest)
{
    NJ_ASSERT(p->u, lowest >= LOWEST && lowest <= HIGHEST);
    uint32_t start = p->tok->start;
    NjExpr *lhs = parse_unary(p);
    NjBinOp op = NJ_BINOP_ADD;
    for (int precedence; (precedence = binary_at(p->tok->kind, &op)) >= lowest;) {
        NjSpan op_span = nj_parser_token_span(p, p->tok);
        nj_parser_next(p);
        NjExpr *rhs = precedence == HIGHEST ? parse_unary(p) : parse_binary(p, precedence + 1);
        lhs = new_binary(p, lhs, rhs, op, op_span, start);
    }
    return lhs;
}

NjExpr *nj_parse_bitwise_or(NjParser *p)
{
    return parse_binary(p, LOWEST);
}

/* Simple statements, and blocks of statements. */

#include "compiler/syntax/parse_internal.h"

/* ---- assignments and expressions ---- */

/* Behind '=': an annotation's value or the right side of an assignment. */
static NjExpr *parse_value(NjParser *p)
{
    return nj_parse_yield_or_star_expressions(p);
}

static bool is_single_target(const NjExpr *expr)
{
    return expr->kind == NJ_EXPR_NAME || expr->kind == NJ_EXPR_ATTRIBUTE ||
           expr->kind == NJ_EXPR_SUBSCRIPT;
}

/* At '=' behind what was read as an expression from the token `first`. */
static void make_target(NjParser *p, NjExpr *expr, const NjToken *first, bool is_leftmost)
{
    if (first->kind == NJ_TOK_YIELD) {
        nj_parser_fail(p, expr->span, "SyntaxError: assignment to yield expression not possible");
        return;
    }
    if (is_leftmost && !is_single_target(expr))
        nj_fail_assignment(p, expr);
    nj_set_context(p, expr, NJ_CTX_STORE);
}

static NjStmt *parse_assign(NjParser *p, NjExpr *leftmost, const NjToken *first)
{
    uint32_t start = first->start;
    uint32_t height = p->scratch.n;
    NjExpr *value = leftmost;
    while (nj_parser_at(p, NJ_TOK_EQUAL)) {
        make_target(p, value, first, value == leftmost);
        nj_parser_push(p, value);
        nj_parser_next(p);
        first = p->tok;
        value = parse_value(p);
    }
    NjStmt *stmt = nj_parser_stmt(p, NJ_STMT_ASSIGN, start);
    stmt->as.assign.value = value;
    stmt->as.assign.targets = nj_parser_take_exprs(p, height);
    return stmt;
}

/* At ':' behind something that cannot be annotated. */
static void fail_annotated(NjParser *p, const NjExpr *target, bool is_parenthesised)
{
    NjParserMark mark = nj_parser_try(p);
    nj_parser_next(p);
    nj_parse_expression(p);
    if (!nj_parser_undo(p, mark)) {
        nj_parser_unexpected(p);
    } else if (target->kind == NJ_EXPR_TUPLE && target->as.tuple.elts.n && !is_parenthesised) {
        nj_parser_fail(p, target->as.tuple.elts.items[0]->span,
                       "SyntaxError: only single target (not tuple) can be annotated");
    } else if (target->kind == NJ_EXPR_TUPLE || target->kind == NJ_EXPR_LIST) {
        nj_parser_fail(p, target->span, "SyntaxError: only single target (not %s) can be annotated",
                       nj_expr_description(target));
    } else {
        nj_parser_fail(p, target->span, "SyntaxError: illegal target for annotation");
    }
}

static NjStmt *parse_ann_assign(NjParser *p, NjExpr *target, const NjToken *first)
{
    bool is_parenthesised = first->kind == NJ_TOK_LPAREN;
    if (!is_single_target(target))
        fail_annotated(p, target, is_parenthesised);
    nj_set_context(p, target, NJ_CTX_STORE);
    nj_parser_expect(p, NJ_TOK_COLON);
    NjExpr *annotation = nj_parse_expression(p);
    NjExpr *value = nj_parser_accept(p, NJ_TOK_EQUAL) ? parse_value(p) : NULL;
    NjStmt *stmt = nj_parser_stmt(p, NJ_STMT_ANN_ASSIGN, first->start);
    stmt->as.ann_assign.target = target;
    stmt->as.ann_assign.annotation = annotation;
    stmt->as.ann_assign.value = value;
    stmt->as.ann_assign.is_simple = target->kind == NJ_EXPR_NAME && !is_parenthesised;
    return stmt;
}

static bool augmented_at(NjTokenKind kind, NjBinOp *out_op)
{
    switch ((int)kind) {
    case NJ_TOK_PLUS_EQUAL:
        return *out_op = NJ_BINOP_ADD, true;
    case NJ_TOK_MINUS_EQUAL:
        return *out_op = NJ_BINOP_SUB, true;
    case NJ_TOK_STAR_EQUAL:
        return *out_op = NJ_BINOP_MULT, true;
    case NJ_TOK_AT_EQUAL:
        return *out_op = NJ_BINOP_MATMULT, true;
    case NJ_TOK_SLASH_EQUAL:
        return *out_op = NJ_BINOP_DIV, true;
    case NJ_TOK_DOUBLE_SLASH_EQUAL:
        return *out_op = NJ_BINOP_FLOORDIV, true;
    case NJ_TOK_PERCENT_EQUAL:
        return *out_op = NJ_BINOP_MOD, true;
    case NJ_TOK_DOUBLE_STAR_EQUAL:
        return *out_op = NJ_BINOP_POW, true;
    case NJ_TOK_LSHIFT_EQUAL:
        return *out_op = NJ_BINOP_LSHIFT, true;
    case NJ_TOK_RSHIFT_EQUAL:
        return *out_op = NJ_BINOP_RSHIFT, true;
    case NJ_TOK_AMPER_EQUAL:
        return *out_op = NJ_BINOP_BITAND, true;
    case NJ_TOK_VBAR_EQUAL:
        return *out_op = NJ_BINOP_BITOR, true;
    case NJ_TOK_CIRCUMFLEX_EQUAL:
        return *out_op = NJ_BINOP_BITXOR, true;
    default:
        return false;
    }
}

static NjStmt *parse_aug_assign(NjParser *p, NjExpr *target, NjBinOp op, uint32_t start)
{
    if (!is_single_target(target)) {
        nj_parser_fail(p, target->span,
                       "SyntaxError: '%s' is an illegal expression for augmented assignment",
                       nj_expr_description(target));
    }
    nj_set_context(p, target, NJ_CTX_STORE);
    NjSpan op_span = nj_parser_token_span(p, p->tok);
    nj_parser_next(p);
    NjExpr *value = parse_value(p);
    NjStmt *stmt = nj_parser_stmt(p, NJ_STMT_AUG_ASSIGN, start);
    stmt->as.aug_assign.target = target;
    stmt->as.aug_assign.op = op;
    stmt->as.aug_assign.op_span = op_span;
    stmt->as.aug_assign.value = value;
    return stmt;
}

static NjStmt *parse_expr_stmt(NjParser *p)
{
    const NjToken *first = p->tok;
    NjExpr *expr = parse_value(p);
    NjBinOp op;
    if (nj_parser_at(p, NJ_TOK_EQUAL))
        return parse_assign(p, expr, first);
    if (nj_parser_at(p, NJ_TOK_COLON))
        return parse_ann_assign(p, expr, first);
    if (augmented_at(p->tok->kind, &op))
        return parse_aug_assign(p, expr, op, first->start);
    if (nj_parser_at(p, NJ_TOK_COLON_EQUAL))
        nj_fail_walrus(p, expr);
    NjStmt *stmt = nj_parser_stmt(p, NJ_STMT_EXPR, first->start);
    stmt->as.expr.value = expr;
    return stmt;
}

/* ---- imports ---- */

/* a.b.c as one name, as it is written without spaces. */
static const NjName *parse_dotted_name(NjParser *p)
{
    const NjName *first = nj_parser_expect_name(p);
    if (!nj_parser_at(p, NJ_TOK_DOT))
        return first;
    nj_strbuf_puts(&p->text, first->text);
    while (nj_parser_accept(p, NJ_TOK_DOT)) {
        nj_strbuf_putc(&p->text, '.');
        nj_strbuf_puts(&p->text, nj_parser_expect_name(p)->text);
    }
    const NjName *name = nj_intern(p->u->names, p->text.text, p->text.n);
    nj_strbuf_clear(&p->text);
    return name;
}

static NjAlias *parse_alias(NjParser *p, bool is_dotted)
{
    NjAlias *alias = NJ_NEW(p->arena, NjAlias);
    uint32_t start = p->tok->start;
    alias->name = is_dotted ? parse_dotted_name(p) : nj_parser_expect_name(p);
    if (nj_parser_accept(p, NJ_TOK_AS))
        alias->asname = nj_parser_expect_name(p);
    alias->span = nj_parser_span(p, start);
    return alias;
}

static void expect_names(NjParser *p)
{
    if (nj_parser_at(p, NJ_TOK_NEWLINE)) {
        nj_parser_fail(p, nj_parser_token_span(p, p->tok),
                       "SyntaxError: Expected one or more names after 'import'");
    }
}

static NjStmt *parse_import(NjParser *p)
{
    uint32_t start = p->tok->start;
    uint32_t height = p->scratch.n;
    nj_parser_next(p);
    expect_names(p);
    do {
        nj_parser_push(p, parse_alias(p, true));
    } while (nj_parser_accept(p, NJ_TOK_COMMA));
    if (nj_parser_accept(p, NJ_TOK_FROM)) {
        parse_dotted_name(p);
        nj_parser_fail(p, nj_parser_span(p, start),
                       "SyntaxError: Did you mean to use 'from ... import ...' instead?");
    }
    NjStmt *stmt = nj_parser_stmt(p, NJ_STMT_IMPORT, start);
    stmt->as.import.names.items = nj_parser_take(p, height, &stmt->as.import.names.n);
    return stmt;
}

/* The names behind `import` of a from statement: pushes them. */
static void parse_from_names(NjParser *p)
{
    expect_names(p);
    if (nj_parser_at(p, NJ_TOK_STAR)) {
        NjAlias *alias = NJ_NEW(p->arena, NjAlias);
        alias->name = nj_intern_str(p->u->names, "*");
        alias->span = nj_parser_token_span(p, p->tok);
        nj_parser_next(p);
        nj_parser_push(p, alias);
        return;
    }
    bool has_parens = nj_parser_accept(p, NJ_TOK_LPAREN);
    for (;;) {
        nj_parser_push(p, parse_alias(p, false));
        if (!nj_parser_accept(p, NJ_TOK_COMMA) || (has_parens && nj_parser_at(p, NJ_TOK_RPAREN)))
            break;
        if (nj_parser_at(p, NJ_TOK_NEWLINE)) {
            nj_parser_fail(
                p, nj_parser_token_span(p, p->tok),
                "SyntaxError: trailing comma not allowed without surrounding parentheses");
            break;
        }
    }
    if (has_parens)
        nj_parser_expect(p, NJ_TOK_RPAREN);
}

static NjStmt *parse_from(NjParser *p)
{
    uint32_t start = p->tok->start;
    uint32_t height = p->scratch.n;
    uint32_t level = 0;
    nj_parser_next(p);
    while (nj_parser_at(p, NJ_TOK_DOT) || nj_parser_at(p, NJ_TOK_ELLIPSIS)) {
        level += nj_parser_at(p, NJ_TOK_DOT) ? 1 : 3;
        nj_parser_next(p);
    }
    const NjName *module = level && nj_parser_at(p, NJ_TOK_IMPORT) ? NULL : parse_dotted_name(p);
    nj_parser_expect(p, NJ_TOK_IMPORT);
    parse_from_names(p);
    NjStmt *stmt = nj_parser_stmt(p, NJ_STMT_IMPORT_FROM, start);
    stmt->as.import_from.module = module;
    stmt->as.import_from.level = level;
    stmt->as.import_from.names.items = nj_parser_take(p, height, &stmt->as.import_from.names.n);
    return stmt;
}

/* ---- keyword statements ---- */

static bool at_statement_end(const NjParser *p)
{
    return nj_parser_at(p, NJ_TOK_NEWLINE) || nj_parser_at(p, NJ_TOK_SEMICOLON);
}

static NjStmt *parse_return(NjParser *p)
{
    uint32_t start = p->tok->start;
    nj_parser_next(p);
    NjExpr *value = at_statement_end(p) ? NULL : nj_parse_star_expressions(p);
    NjStmt *stmt = nj_parser_stmt(p, NJ_STMT_RETURN, start);
    stmt->as.ret.value = value;
    return stmt;
}

static NjStmt *parse_raise(NjParser *p)
{
    uint32_t start = p->tok->start;
    nj_parser_next(p);
    NjExpr *exc = at_statement_end(p) ? NULL : nj_parse_expression(p);
    NjExpr *cause = exc && nj_parser_accept(p, NJ_TOK_FROM) ? nj_parse_expression(p) : NULL;
    NjStmt *stmt = nj_parser_stmt(p, NJ_STMT_RAISE, start);
    stmt->as.raise.exc = exc;
    stmt->as.raise.cause = cause;
    return stmt;
}

static NjStmt *parse_del(NjParser *p)
{
    uint32_t start = p->tok->start;
    uint32_t height = p->scratch.n;
    nj_parser_next(p);
    do {
        NjExpr *target = nj_parse_star_expression(p);
        nj_set_context(p, target, NJ_CTX_DEL);
        nj_parser_push(p, target);
    } while (nj_parser_accept(p, NJ_TOK_COMMA) && !at_statement_end(p));
    NjStmt *stmt = nj_parser_stmt(p, NJ_STMT_DELETE, start);
    stmt->as.del.targets = nj_parser_take_exprs(p, height);
    return stmt;
}

static NjStmt *parse_assert(NjParser *p)
{
    uint32_t start = p->tok->start;
    nj_parser_next(p);
    NjExpr *test = nj_parse_expression(p);
    NjExpr *msg = nj_parser_accept(p, NJ_TOK_COMMA) ? nj_parse_expression(p) : NULL;
    NjStmt *stmt = nj_parser_stmt(p, NJ_STMT_ASSERT, start);
    stmt->as.assertion.test = test;
    stmt->as.assertion.msg = msg;
    return stmt;
}

/* global and nonlocal */
static NjStmt *parse_declaration(NjParser *p, NjStmtKind kind)
{
    uint32_t start = p->tok->start;
    NJ_VEC(const NjName *) names = {0};
    NJ_VEC(NjSpan) spans = {0};
    nj_parser_next(p);
    do {
        nj_vec_push(p->arena, &spans, nj_parser_token_span(p, p->tok));
        nj_vec_push(p->arena, &names, nj_parser_expect_name(p));
    } while (nj_parser_accept(p, NJ_TOK_COMMA));
    NjStmt *stmt = nj_parser_stmt(p, kind, start);
    NjNames declared = {names.items, spans.items, names.n};
    if (kind == NJ_STMT_GLOBAL)
        stmt->as.global.names = declared;
    else
        stmt->as.nonlocal.names = declared;
    return stmt;
}

static NjStmt *parse_type_alias(NjParser *p)
{
    uint32_t start = p->tok->start;
    nj_parser_next(p);
    NjExpr *name = nj_parser_expr(p, NJ_EXPR_NAME, p->tok->start);
    name->span = nj_parser_token_span(p, p->tok);
    name->as.name.name = nj_parser_expect_name(p);
    name->as.name.ctx = NJ_CTX_STORE;
    NjTypeParams type_params = nj_parse_type_params(p);
    nj_parser_expect(p, NJ_TOK_EQUAL);
    NjExpr *value = nj_parse_expression(p);
    NjStmt *stmt = nj_parser_stmt(p, NJ_STMT_TYPE_ALIAS, start);
    stmt->as.type_alias.name = name;
    stmt->as.type_alias.type_params = type_params;
    stmt->as.type_alias.value = value;
    return stmt;
}

static NjStmt *parse_word(NjParser *p, NjStmtKind kind)
{
    uint32_t start = p->tok->start;
    nj_parser_next(p);
    return nj_parser_stmt(p, kind, start);
}

static NjStmt *parse_simple(NjParser *p)
{
    switch ((int)p->tok->kind) {
    case NJ_TOK_RETURN:
        return parse_return(p);
    case NJ_TOK_IMPORT:
        return parse_import(p);
    case NJ_TOK_FROM:
        return parse_from(p);
    case NJ_TOK_RAISE:
        return parse_raise(p);
    case NJ_TOK_DEL:
        return parse_del(p);
    case NJ_TOK_ASSERT:
        return parse_assert(p);
    case NJ_TOK_GLOBAL:
        return parse_declaration(p, NJ_STMT_GLOBAL);
    case NJ_TOK_NONLOCAL:
        return parse_declaration(p, NJ_STMT_NONLOCAL);
    case NJ_TOK_PASS:
        return parse_word(p, NJ_STMT_PASS);
    case NJ_TOK_BREAK:
        return parse_word(p, NJ_STMT_BREAK);
    case NJ_TOK_CONTINUE:
        return parse_word(p, NJ_STMT_CONTINUE);
    case NJ_TOK_NAME:
        if (nj_parser_at_name(p, p->names.type) && p->tok[1].kind == NJ_TOK_NAME &&
            (p->tok[2].kind == NJ_TOK_EQUAL || p->tok[2].kind == NJ_TOK_LBRACKET))
            return parse_type_alias(p);
        break;
    }
    return parse_expr_stmt(p);
}

/* ---- blocks ---- */

/* Pushes the statements of one line. */
static void parse_line(NjParser *p)
{
    do {
        nj_parser_push(p, parse_simple(p));
    } while (nj_parser_accept(p, NJ_TOK_SEMICOLON) && !nj_parser_at(p, NJ_TOK_NEWLINE));
    nj_parser_expect(p, NJ_TOK_NEWLINE);
}

static NjBlock take_block(NjParser *p, uint32_t height)
{
    NjBlock block;
    block.items = nj_parser_take(p, height, &block.n);
    return block;
}

NjBlock nj_parse_statements(NjParser *p, NjTokenKind closing)
{
    uint32_t height = p->scratch.n;
    while (!nj_parser_at(p, closing) && !nj_parser_at(p, NJ_TOK_END)) {
        NjStmt *compound = nj_parse_compound(p);
        if (compound)
            nj_parser_push(p, compound);
        else
            parse_line(p);
    }
    return take_block(p, height);
}

NjBlock nj_parse_block(NjParser *p, const char *what, uint32_t line)
{
    if (!nj_parser_accept(p, NJ_TOK_NEWLINE)) {
        uint32_t height = p->scratch.n;
        parse_line(p);
        return take_block(p, height);
    }
    if (!nj_parser_at(p, NJ_TOK_INDENT) && !nj_parser_at(p, NJ_TOK_ERROR)) {
        nj_parser_fail(p, nj_parser_token_span(p, p->tok),
                       "IndentationError: expected an indented block after %s on line %u", what,
                       line);
    }
    nj_parser_expect(p, NJ_TOK_INDENT);
    NjBlock block = nj_parse_statements(p, NJ_TOK_DEDENT);
    nj_parser_expect(p, NJ_TOK_DEDENT);
    return block;
}

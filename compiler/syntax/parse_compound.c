/* Compound statements other than definitions and `match`. */

#include "compiler/syntax/parse_internal.h"

void nj_end_at_block(NjStmt *stmt, NjBlock block)
{
    if (block.n)
        stmt->span.end = block.items[block.n - 1]->span.end;
}

/* `else:` and its block, if there is one. */
static NjBlock parse_else(NjParser *p)
{
    uint32_t line = nj_parser_line(p);
    if (!nj_parser_accept(p, NJ_TOK_ELSE))
        return (NjBlock){0};
    nj_parser_expect_forced(p, NJ_TOK_COLON);
    return nj_parse_block(p, "'else' statement", line);
}

/* ---- if, while, for ---- */

/* `if` or `elif` with its block, without what follows. */
static NjStmt *parse_if_part(NjParser *p, const char *what)
{
    NJ_ASSERT(p->u, nj_parser_at(p, NJ_TOK_IF) || nj_parser_at(p, NJ_TOK_ELIF));
    uint32_t start = p->tok->start;
    uint32_t line = nj_parser_line(p);
    nj_parser_next(p);
    NjExpr *test = nj_parse_named_expr(p);
    nj_parser_expect_colon(p);
    NjBlock body = nj_parse_block(p, what, line);
    NjStmt *stmt = nj_parser_stmt(p, NJ_STMT_IF, start);
    stmt->as.if_else.test = test;
    stmt->as.if_else.body = body;
    nj_end_at_block(stmt, body);
    return stmt;
}

/* A loop over the `elif`s: they nest in the tree, but the parser need not recur. */
static NjStmt *parse_if(NjParser *p)
{
    NjStmt *first = parse_if_part(p, "'if' statement");
    NjStmt *last = first;
    while (nj_parser_at(p, NJ_TOK_ELIF)) {
        NjStmt *part = parse_if_part(p, "'elif' statement");
        last->as.if_else.orelse.items = nj_arena_copy(p->arena, &part, sizeof(NjStmt *));
        last->as.if_else.orelse.n = 1;
        last = part;
    }
    last->as.if_else.orelse = parse_else(p);
    nj_end_at_block(last, last->as.if_else.orelse);
    for (NjStmt *part = first; part != last; part = part->as.if_else.orelse.items[0])
        part->span.end = last->span.end;
    return first;
}

static NjStmt *parse_while(NjParser *p)
{
    uint32_t start = p->tok->start;
    uint32_t line = nj_parser_line(p);
    nj_parser_next(p);
    NjExpr *test = nj_parse_named_expr(p);
    nj_parser_expect_colon(p);
    NjBlock body = nj_parse_block(p, "'while' statement", line);
    NjBlock orelse = parse_else(p);
    NjStmt *stmt = nj_parser_stmt(p, NJ_STMT_WHILE, start);
    stmt->as.while_loop.test = test;
    stmt->as.while_loop.body = body;
    stmt->as.while_loop.orelse = orelse;
    nj_end_at_block(stmt, body);
    nj_end_at_block(stmt, orelse);
    return stmt;
}

/* At `for` or `async for`. */
static NjStmt *parse_for(NjParser *p)
{
    uint32_t start = p->tok->start;
    uint32_t line = nj_parser_line(p);
    bool is_async = nj_parser_accept(p, NJ_TOK_ASYNC);
    nj_parser_next(p);
    NjExpr *target = nj_parse_for_target(p);
    nj_parser_expect(p, NJ_TOK_IN);
    NjExpr *iter = nj_parse_star_expressions(p);
    nj_parser_expect_colon(p);
    NjBlock body = nj_parse_block(p, "'for' statement", line);
    NjBlock orelse = parse_else(p);
    NjStmt *stmt = nj_parser_stmt(p, NJ_STMT_FOR, start);
    stmt->as.for_loop.target = target;
    stmt->as.for_loop.iter = iter;
    stmt->as.for_loop.body = body;
    stmt->as.for_loop.orelse = orelse;
    stmt->as.for_loop.is_async = is_async;
    nj_end_at_block(stmt, body);
    nj_end_at_block(stmt, orelse);
    return stmt;
}

/* ---- with ---- */

/* Pushes one `context as target`. */
static void parse_with_item(NjParser *p)
{
    NjWithItem *item = NJ_NEW(p->arena, NjWithItem);
    item->context = nj_parse_expression(p);
    if (nj_parser_accept(p, NJ_TOK_AS))
        item->target = nj_parse_star_target(p);
    nj_parser_push(p, item);
}

/* Tries `(a as b, c as d,):`. What looks like it may as well be an expression in parentheses; both
 * are possible for `(a, b)`, and then it is two items. */
static bool parse_parenthesised_items(NjParser *p)
{
    NjParserMark mark = nj_parser_try(p);
    nj_parser_expect(p, NJ_TOK_LPAREN);
    p->nesting++;
    do {
        parse_with_item(p);
    } while (nj_parser_accept(p, NJ_TOK_COMMA) && !nj_parser_at(p, NJ_TOK_RPAREN));
    p->nesting--;
    nj_parser_expect(p, NJ_TOK_RPAREN);
    if (!nj_parser_at(p, NJ_TOK_COLON))
        nj_parser_unexpected(p);
    if (p->has_failed)
        p->furthest = p->failed_at;
    return nj_parser_keep(p, mark);
}

/* At `with` or `async with`. */
static NjStmt *parse_with(NjParser *p)
{
    uint32_t start = p->tok->start;
    uint32_t line = nj_parser_line(p);
    uint32_t height = p->scratch.n;
    NjWithItems items;
    bool is_async = nj_parser_accept(p, NJ_TOK_ASYNC);
    nj_parser_next(p);
    if (!nj_parser_at(p, NJ_TOK_LPAREN) || !parse_parenthesised_items(p)) {
        do {
            parse_with_item(p);
        } while (nj_parser_accept(p, NJ_TOK_COMMA));
    }
    items.items = nj_parser_take(p, height, &items.n);
    nj_parser_expect_colon(p);
    NjBlock body = nj_parse_block(p, "'with' statement", line);
    NjStmt *stmt = nj_parser_stmt(p, NJ_STMT_WITH, start);
    stmt->as.with.items = items;
    stmt->as.with.body = body;
    stmt->as.with.is_async = is_async;
    nj_end_at_block(stmt, body);
    return stmt;
}

/* ---- try ---- */

/* Behind `except` or `except*`: the type and the name. */
static void parse_except_head(NjParser *p, NjExceptHandler *handler, bool is_star)
{
    if (nj_parser_at(p, NJ_TOK_COLON) || nj_parser_at(p, NJ_TOK_NEWLINE)) {
        if (is_star) {
            nj_parser_fail(p, nj_parser_token_span(p, p->tok),
                           "SyntaxError: expected one or more exception types");
        }
        return;
    }
    uint32_t start = p->tok->start;
    handler->type = nj_parse_expression(p);
    if (nj_parser_at(p, NJ_TOK_COMMA)) {
        NjParserMark mark = nj_parser_try(p);
        nj_parser_next(p);
        nj_parse_star_expressions(p);
        NjSpan span = nj_parser_span(p, start);
        if (nj_parser_undo(p, mark)) {
            nj_parser_fail(p, span, "SyntaxError: multiple exception types must be parenthesized");
        }
    }
    if (nj_parser_accept(p, NJ_TOK_AS)) {
        handler->name_span = nj_parser_token_span(p, p->tok);
        handler->name = nj_parser_expect_name(p);
    }
}

static NjExceptHandler *parse_handler(NjParser *p, bool *out_is_star)
{
    NjExceptHandler *handler = NJ_NEW(p->arena, NjExceptHandler);
    uint32_t start = p->tok->start;
    uint32_t line = nj_parser_line(p);
    nj_parser_next(p);
    *out_is_star = nj_parser_accept(p, NJ_TOK_STAR);
    parse_except_head(p, handler, *out_is_star);
    nj_parser_expect_colon(p);
    handler->body =
        nj_parse_block(p, *out_is_star ? "'except*' statement" : "'except' statement", line);
    handler->span = nj_parser_span(p, start);
    if (handler->body.n)
        handler->span.end = handler->body.items[handler->body.n - 1]->span.end;
    return handler;
}

/* Pushes all handlers; tells whether they are `except*`. */
static bool parse_handlers(NjParser *p)
{
    bool is_star = false, is_first = true;
    while (nj_parser_at(p, NJ_TOK_EXCEPT)) {
        NjSpan span = nj_parser_token_span(p, p->tok);
        bool this_is_star;
        nj_parser_push(p, parse_handler(p, &this_is_star));
        if (!is_first && this_is_star != is_star) {
            nj_parser_fail(
                p, span, "SyntaxError: cannot have both 'except' and 'except*' on the same 'try'");
        }
        is_star = this_is_star;
        is_first = false;
    }
    return is_star;
}

static NjBlock parse_finally(NjParser *p)
{
    uint32_t line = nj_parser_line(p);
    if (!nj_parser_accept(p, NJ_TOK_FINALLY))
        return (NjBlock){0};
    nj_parser_expect_forced(p, NJ_TOK_COLON);
    return nj_parse_block(p, "'finally' statement", line);
}

static NjStmt *parse_try(NjParser *p)
{
    uint32_t start = p->tok->start;
    uint32_t line = nj_parser_line(p);
    nj_parser_next(p);
    nj_parser_expect_forced(p, NJ_TOK_COLON);
    NjBlock body = nj_parse_block(p, "'try' statement", line);
    if (!nj_parser_at(p, NJ_TOK_EXCEPT) && !nj_parser_at(p, NJ_TOK_FINALLY) &&
        !nj_parser_at(p, NJ_TOK_ERROR)) {
        nj_parser_fail(p, nj_parser_token_span(p, p->tok),
                       "SyntaxError: expected 'except' or 'finally' block");
    }
    uint32_t height = p->scratch.n;
    NjExceptHandlers handlers;
    bool is_star = parse_handlers(p);
    handlers.items = nj_parser_take(p, height, &handlers.n);
    NjBlock orelse = handlers.n ? parse_else(p) : (NjBlock){0};
    NjBlock finalbody = parse_finally(p);

    NjStmt *stmt = nj_parser_stmt(p, NJ_STMT_TRY, start);
    stmt->as.try_block.body = body;
    stmt->as.try_block.handlers = handlers;
    stmt->as.try_block.orelse = orelse;
    stmt->as.try_block.finalbody = finalbody;
    stmt->as.try_block.is_star = is_star;
    nj_end_at_block(stmt, body);
    if (handlers.n)
        stmt->span.end = handlers.items[handlers.n - 1]->span.end;
    nj_end_at_block(stmt, orelse);
    nj_end_at_block(stmt, finalbody);
    return stmt;
}

/* ---- dispatch ---- */

static NjStmt *parse_async(NjParser *p)
{
    switch ((int)p->tok[1].kind) {
    case NJ_TOK_DEF:
        return nj_parse_def(p, (NjExprs){0}, true);
    case NJ_TOK_FOR:
        return parse_for(p);
    case NJ_TOK_WITH:
        return parse_with(p);
    default:
        nj_parser_next(p);
        nj_parser_unexpected(p);
        return nj_parser_stmt(p, NJ_STMT_PASS, p->tok->start);
    }
}

NjStmt *nj_parse_compound(NjParser *p)
{
    switch ((int)p->tok->kind) {
    case NJ_TOK_DEF:
        return nj_parse_def(p, (NjExprs){0}, false);
    case NJ_TOK_AT:
        return nj_parse_decorated(p);
    case NJ_TOK_CLASS:
        return nj_parse_class(p, (NjExprs){0});
    case NJ_TOK_ASYNC:
        return parse_async(p);
    case NJ_TOK_IF:
        return parse_if(p);
    case NJ_TOK_WHILE:
        return parse_while(p);
    case NJ_TOK_FOR:
        return parse_for(p);
    case NJ_TOK_WITH:
        return parse_with(p);
    case NJ_TOK_TRY:
        return parse_try(p);
    case NJ_TOK_NAME:
        return nj_parser_at_name(p, p->names.match) ? nj_parse_match(p) : NULL;
    default:
        return NULL;
    }
}

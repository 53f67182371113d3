/* Expressions as targets of assignment, deletion, loops and `with`: a target is parsed like an
 * expression and then turned into one, which also finds what cannot be one. */

#include "compiler/syntax/parse_internal.h"

const char *nj_expr_description(const NjExpr *expr)
{
    switch (expr->kind) {
    case NJ_EXPR_ATTRIBUTE:
        return "attribute";
    case NJ_EXPR_SUBSCRIPT:
        return "subscript";
    case NJ_EXPR_STARRED:
        return "starred";
    case NJ_EXPR_NAME:
        return "name";
    case NJ_EXPR_LIST:
        return "list";
    case NJ_EXPR_TUPLE:
        return "tuple";
    case NJ_EXPR_LAMBDA:
        return "lambda";
    case NJ_EXPR_CALL:
        return "function call";
    case NJ_EXPR_BOOL_OP:
    case NJ_EXPR_BIN_OP:
    case NJ_EXPR_UNARY_OP:
        return "expression";
    case NJ_EXPR_GENERATOR_EXP:
        return "generator expression";
    case NJ_EXPR_YIELD:
    case NJ_EXPR_YIELD_FROM:
        return "yield expression";
    case NJ_EXPR_AWAIT:
        return "await expression";
    case NJ_EXPR_LIST_COMP:
        return "list comprehension";
    case NJ_EXPR_SET_COMP:
        return "set comprehension";
    case NJ_EXPR_DICT_COMP:
        return "dict comprehension";
    case NJ_EXPR_DICT:
        return "dict literal";
    case NJ_EXPR_SET:
        return "set display";
    case NJ_EXPR_JOINED_STR:
    case NJ_EXPR_FORMATTED_VALUE:
        return "f-string expression";
    case NJ_EXPR_COMPARE:
        return "comparison";
    case NJ_EXPR_IF_EXP:
        return "conditional expression";
    case NJ_EXPR_NAMED_EXPR:
        return "named expression";
    case NJ_EXPR_SLICE:
        return "slice";
    case NJ_EXPR_CONSTANT:
        switch (expr->as.constant.kind) {
        case NJ_CONST_NONE:
            return "None";
        case NJ_CONST_BOOL:
            return expr->as.constant.as.boolean ? "True" : "False";
        case NJ_CONST_ELLIPSIS:
            return "ellipsis";
        default:
            return "literal";
        }
    case NJ_EXPR_COUNT:
        break;
    }
    return "expression";
}

static void set_contexts(NjParser *p, NjExprs elts, NjExprContext ctx)
{
    for (uint32_t i = 0; i < elts.n; i++)
        nj_set_context(p, elts.items[i], ctx);
}

void nj_set_context(NjParser *p, NjExpr *expr, NjExprContext ctx)
{
    switch ((int)expr->kind) {
    case NJ_EXPR_NAME:
        expr->as.name.ctx = ctx;
        return;
    case NJ_EXPR_ATTRIBUTE:
        expr->as.attribute.ctx = ctx;
        return;
    case NJ_EXPR_SUBSCRIPT:
        expr->as.subscript.ctx = ctx;
        return;
    case NJ_EXPR_TUPLE:
        expr->as.tuple.ctx = ctx;
        set_contexts(p, expr->as.tuple.elts, ctx);
        return;
    case NJ_EXPR_LIST:
        expr->as.list.ctx = ctx;
        set_contexts(p, expr->as.list.elts, ctx);
        return;
    case NJ_EXPR_STARRED:
        if (ctx == NJ_CTX_DEL)
            break;
        expr->as.starred.ctx = ctx;
        nj_set_context(p, expr->as.starred.value, ctx);
        return;
    }
    nj_parser_fail(p, expr->span, "SyntaxError: cannot %s %s",
                   ctx == NJ_CTX_DEL ? "delete" : "assign to", nj_expr_description(expr));
}

/* ---- targets of loops and with ---- */

NjExpr *nj_parse_star_target(NjParser *p)
{
    NjExpr *target = nj_parser_at(p, NJ_TOK_STAR) ? nj_parse_starred(p) : nj_parse_bitwise_or(p);
    nj_set_context(p, target, NJ_CTX_STORE);
    return target;
}

NjExpr *nj_parse_for_target(NjParser *p)
{
    uint32_t start = p->tok->start;
    NjExpr *first = nj_parse_star_target(p);
    if (!nj_parser_at(p, NJ_TOK_COMMA))
        return first;
    uint32_t height = p->scratch.n;
    nj_parser_push(p, first);
    while (nj_parser_accept(p, NJ_TOK_COMMA) && !nj_parser_at(p, NJ_TOK_IN))
        nj_parser_push(p, nj_parse_star_target(p));
    NjExpr *tuple = nj_parser_expr(p, NJ_EXPR_TUPLE, start);
    tuple->as.tuple.ctx = NJ_CTX_STORE;
    tuple->as.tuple.elts = nj_parser_take_exprs(p, height);
    return tuple;
}

/* ---- misplaced assignments ---- */

/* Is it what the grammar calls bitwise_or, other than a display or a keyword constant? */
static bool is_plain_operand(const NjExpr *expr)
{
    switch ((int)expr->kind) {
    case NJ_EXPR_BOOL_OP:
    case NJ_EXPR_COMPARE:
    case NJ_EXPR_IF_EXP:
    case NJ_EXPR_LAMBDA:
    case NJ_EXPR_STARRED:
    case NJ_EXPR_LIST:
    case NJ_EXPR_TUPLE:
    case NJ_EXPR_GENERATOR_EXP:
        return false;
    case NJ_EXPR_UNARY_OP:
        return expr->as.unary_op.op != NJ_UNARYOP_NOT;
    case NJ_EXPR_CONSTANT:
        return expr->as.constant.kind != NJ_CONST_NONE && expr->as.constant.kind != NJ_CONST_BOOL;
    default:
        return true;
    }
}

/* Tells whether an operand and no further assignment follow the '=' at the cursor; `*out_end` is
 * its end. */
static bool is_last_assignment(NjParser *p, uint32_t *out_end)
{
    NJ_ASSERT(p->u, nj_parser_at(p, NJ_TOK_EQUAL));
    NjParserMark mark = nj_parser_try(p);
    nj_parser_next(p);
    nj_parse_bitwise_or(p);
    *out_end = p->tok[-1].end;
    bool is_last = !nj_parser_at(p, NJ_TOK_EQUAL) && !nj_parser_at(p, NJ_TOK_COLON_EQUAL);
    return nj_parser_undo(p, mark) && is_last;
}

/* The last alternatives of invalid_named_expression in CPython's grammar. */
void nj_fail_assignment(NjParser *p, const NjExpr *expr)
{
    uint32_t end;
    if (is_plain_operand(expr) && is_last_assignment(p, &end)) {
        nj_parser_fail(
            p, expr->span,
            "SyntaxError: cannot assign to %s here. Maybe you meant '==' instead of '='?",
            nj_expr_description(expr));
    }
}

void nj_fail_assignment_in_expr(NjParser *p, const NjExpr *expr)
{
    uint32_t end;
    if (expr->kind != NJ_EXPR_NAME) {
        nj_fail_assignment(p, expr);
    } else if (is_last_assignment(p, &end)) {
        nj_parser_fail(p, (NjSpan){p->source, expr->span.start, end},
                       "SyntaxError: invalid syntax. Maybe you meant '==' or ':=' instead of '='?");
    }
}

void nj_fail_walrus(NjParser *p, const NjExpr *target)
{
    NjParserMark mark = nj_parser_try(p);
    nj_parser_next(p);
    nj_parse_expression(p);
    if (nj_parser_undo(p, mark) && target->kind != NJ_EXPR_NAME) {
        nj_parser_fail(p, target->span, "SyntaxError: cannot use assignment expressions with %s",
                       nj_expr_description(target));
    }
}

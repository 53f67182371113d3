/* Functions, classes, their decorators, parameters and type parameters. */

#include "compiler/syntax/parse_internal.h"

/* ---- type parameters ---- */

static NjTypeParam *parse_type_param(NjParser *p)
{
    NjTypeParam *param = NJ_NEW(p->arena, NjTypeParam);
    uint32_t start = p->tok->start;
    const char *kind = "TypeVar";
    if (nj_parser_accept(p, NJ_TOK_STAR)) {
        param->kind = NJ_TYPE_PARAM_TYPE_VAR_TUPLE;
        kind = "TypeVarTuple";
    } else if (nj_parser_accept(p, NJ_TOK_DOUBLE_STAR)) {
        param->kind = NJ_TYPE_PARAM_PARAM_SPEC;
        kind = "ParamSpec";
    }
    param->name = nj_parser_expect_name(p);
    uint32_t colon = p->tok->start;
    if (nj_parser_accept(p, NJ_TOK_COLON)) {
        param->bound = nj_parse_expression(p);
        if (param->kind != NJ_TYPE_PARAM_TYPE_VAR) {
            nj_parser_fail(p, nj_parser_span(p, colon), "SyntaxError: cannot use %s with %s",
                           param->bound->kind == NJ_EXPR_TUPLE ? "constraints" : "bound", kind);
        }
    }
    if (nj_parser_accept(p, NJ_TOK_EQUAL)) {
        param->default_value = param->kind == NJ_TYPE_PARAM_TYPE_VAR_TUPLE
                                   ? nj_parse_star_expression(p)
                                   : nj_parse_expression(p);
    }
    param->span = nj_parser_span(p, start);
    return param;
}

NjTypeParams nj_parse_type_params(NjParser *p)
{
    NjTypeParams params = {0};
    uint32_t height = p->scratch.n;
    if (!nj_parser_accept(p, NJ_TOK_LBRACKET))
        return params;
    if (nj_parser_at(p, NJ_TOK_RBRACKET)) {
        nj_parser_fail(p, nj_parser_token_span(p, p->tok),
                       "SyntaxError: Type parameter list cannot be empty");
    }
    p->nesting++;
    do {
        nj_parser_push(p, parse_type_param(p));
    } while (nj_parser_accept(p, NJ_TOK_COMMA) && !nj_parser_at(p, NJ_TOK_RBRACKET));
    p->nesting--;
    nj_parser_expect(p, NJ_TOK_RBRACKET);
    params.items = nj_parser_take(p, height, &params.n);
    return params;
}

/* ---- parameters ---- */

/* Parameters read so far. */
typedef struct Params {
    NjTokenKind closing;
    NjArguments *args;
    NJ_VEC(NjArg *) positional, kwonly;
    NJ_VEC(NjExpr *) defaults, kw_defaults;
    bool has_slash, has_star;
} Params;

static bool is_lambda(const Params *params)
{
    return params->closing == NJ_TOK_COLON;
}

/* A name and, in a def, its annotation; that of *args may be starred. */
static NjArg *parse_param(NjParser *p, const Params *params, bool may_star)
{
    NjArg *arg = NJ_NEW(p->arena, NjArg);
    uint32_t start = p->tok->start;
    arg->name = nj_parser_expect_name(p);
    if (!is_lambda(params) && nj_parser_accept(p, NJ_TOK_COLON))
        arg->annotation = may_star ? nj_parse_star_expression(p) : nj_parse_expression(p);
    arg->span = nj_parser_span(p, start);
    return arg;
}

/* `= value`, or NULL. */
static NjExpr *parse_default(NjParser *p, const Params *params)
{
    NjSpan equal = nj_parser_token_span(p, p->tok);
    if (!nj_parser_accept(p, NJ_TOK_EQUAL))
        return NULL;
    if (nj_parser_at(p, NJ_TOK_COMMA) || nj_parser_at(p, params->closing))
        nj_parser_fail(p, equal, "SyntaxError: expected default value expression");
    return nj_parse_expression(p);
}

static void parse_named_param(NjParser *p, Params *params)
{
    NjArg *arg = parse_param(p, params, false);
    NjExpr *value = parse_default(p, params);
    if (params->has_star) {
        nj_vec_push(p->arena, &params->kwonly, arg);
        nj_vec_push(p->arena, &params->kw_defaults, value);
        return;
    }
    if (value) {
        nj_vec_push(p->arena, &params->defaults, value);
    } else if (params->defaults.n) {
        nj_parser_fail(p, arg->span,
                       "SyntaxError: parameter without a default follows parameter with a default");
    }
    nj_vec_push(p->arena, &params->positional, arg);
}

static void parse_slash(NjParser *p, Params *params)
{
    NjSpan span = nj_parser_token_span(p, p->tok);
    if (params->has_slash)
        nj_parser_fail(p, span, "SyntaxError: / may appear only once");
    else if (params->has_star)
        nj_parser_fail(p, span, "SyntaxError: / must be ahead of *");
    else if (!params->positional.n)
        nj_parser_fail(p, span, "SyntaxError: at least one argument must precede /");
    nj_parser_next(p);
    params->has_slash = true;
    params->args->posonly = (NjArgs){params->positional.items, params->positional.n};
    params->positional.items = NULL;
    params->positional.n = params->positional.room = 0;
}

static void fail_default(NjParser *p, const char *kind)
{
    if (nj_parser_at(p, NJ_TOK_EQUAL)) {
        nj_parser_fail(p, nj_parser_token_span(p, p->tok),
                       "SyntaxError: %s argument cannot have default value", kind);
    }
}

static void parse_star_param(NjParser *p, Params *params)
{
    NjSpan star = nj_parser_token_span(p, p->tok);
    if (params->has_star)
        nj_parser_fail(p, star, "SyntaxError: * argument may appear only once");
    params->has_star = true;
    nj_parser_next(p);
    if (nj_parser_at(p, NJ_TOK_COMMA) || nj_parser_at(p, params->closing)) {
        NjTokenKind next = nj_parser_at(p, NJ_TOK_COMMA) ? p->tok[1].kind : params->closing;
        if (next == params->closing || next == NJ_TOK_DOUBLE_STAR)
            nj_parser_fail(p, star, "SyntaxError: named arguments must follow bare *");
        return;
    }
    params->args->vararg = parse_param(p, params, true);
    fail_default(p, "var-positional");
}

static void parse_double_star_param(NjParser *p, Params *params)
{
    nj_parser_next(p);
    params->args->kwarg = parse_param(p, params, false);
    fail_default(p, "var-keyword");
    if (nj_parser_at(p, NJ_TOK_COMMA) && p->tok[1].kind != params->closing) {
        nj_parser_next(p);
        if (nj_parser_at(p, NJ_TOK_NAME) || nj_parser_at(p, NJ_TOK_STAR) ||
            nj_parser_at(p, NJ_TOK_DOUBLE_STAR) || nj_parser_at(p, NJ_TOK_SLASH)) {
            nj_parser_fail(p, nj_parser_token_span(p, p->tok),
                           "SyntaxError: arguments cannot follow var-keyword argument");
        }
    }
}

/* `def f((a, b))` was Python 2. */
static void fail_parenthesised(NjParser *p, const Params *params)
{
    const NjToken *open = p->tok;
    NjParserMark mark = nj_parser_try(p);
    nj_parse_primary(p);
    NjSpan span = nj_parser_span(p, open->start);
    if (nj_parser_undo(p, mark)) {
        nj_parser_fail(p, span, "SyntaxError: %s parameters cannot be parenthesized",
                       is_lambda(params) ? "Lambda expression" : "Function");
    }
}

static void parse_parameter(NjParser *p, Params *params)
{
    switch ((int)p->tok->kind) {
    case NJ_TOK_SLASH:
        parse_slash(p, params);
        break;
    case NJ_TOK_STAR:
        parse_star_param(p, params);
        break;
    case NJ_TOK_DOUBLE_STAR:
        parse_double_star_param(p, params);
        break;
    case NJ_TOK_LPAREN:
        fail_parenthesised(p, params);
        nj_parser_unexpected(p);
        break;
    default:
        parse_named_param(p, params);
    }
}

NjArguments *nj_parse_parameters(NjParser *p, NjTokenKind closing)
{
    Params params = {.closing = closing, .args = NJ_NEW(p->arena, NjArguments)};
    while (!nj_parser_at(p, closing)) {
        parse_parameter(p, &params);
        if (!nj_parser_accept(p, NJ_TOK_COMMA))
            break;
    }
    NjArguments *args = params.args;
    args->args = (NjArgs){params.positional.items, params.positional.n};
    args->kwonly = (NjArgs){params.kwonly.items, params.kwonly.n};
    args->defaults = (NjExprs){params.defaults.items, params.defaults.n};
    args->kw_defaults = (NjExprs){params.kw_defaults.items, params.kw_defaults.n};
    return args;
}

/* ---- functions ---- */

NjStmt *nj_parse_def(NjParser *p, NjExprs decorators, bool is_async)
{
    uint32_t start = p->tok->start;
    uint32_t line = nj_parser_line(p);
    if (is_async)
        nj_parser_next(p);
    nj_parser_next(p);
    NjSpan name_span = nj_parser_token_span(p, p->tok);
    const NjName *name = nj_parser_expect_name(p);
    NjTypeParams type_params = nj_parse_type_params(p);
    nj_parser_expect_forced(p, NJ_TOK_LPAREN);
    p->nesting++;
    NjArguments *args = nj_parse_parameters(p, NJ_TOK_RPAREN);
    p->nesting--;
    nj_parser_expect(p, NJ_TOK_RPAREN);
    NjExpr *returns = nj_parser_accept(p, NJ_TOK_ARROW) ? nj_parse_expression(p) : NULL;
    nj_parser_expect_forced(p, NJ_TOK_COLON);

    bool outer_has_yield = p->has_yield;
    p->has_yield = false;
    NjBlock body = nj_parse_block(p, "function definition", line);
    NjStmt *stmt = nj_parser_stmt(p, NJ_STMT_FUNCTION_DEF, start);
    stmt->as.function_def.name = name;
    stmt->as.function_def.name_span = name_span;
    stmt->as.function_def.args = args;
    stmt->as.function_def.body = body;
    stmt->as.function_def.decorators = decorators;
    stmt->as.function_def.returns = returns;
    stmt->as.function_def.type_params = type_params;
    stmt->as.function_def.is_async = is_async;
    stmt->as.function_def.has_yield = p->has_yield;
    p->has_yield = outer_has_yield;
    nj_end_at_block(stmt, body);
    return stmt;
}

/* ---- classes ---- */

NjStmt *nj_parse_class(NjParser *p, NjExprs decorators)
{
    uint32_t start = p->tok->start;
    uint32_t line = nj_parser_line(p);
    NjExprs bases = {0};
    NjKeywords keywords = {0};
    nj_parser_next(p);
    NjSpan name_span = nj_parser_token_span(p, p->tok);
    const NjName *name = nj_parser_expect_name(p);
    NjTypeParams type_params = nj_parse_type_params(p);
    uint32_t open = p->tok->start;
    if (nj_parser_accept(p, NJ_TOK_LPAREN)) {
        nj_parse_call_arguments(p, &bases, &keywords);
        /* A call may have one generator without parentheses, a class may not. */
        if (bases.n && bases.items[0]->kind == NJ_EXPR_GENERATOR_EXP &&
            bases.items[0]->span.start == open)
            nj_parser_fail(p, bases.items[0]->span, "SyntaxError: invalid syntax");
    }
    nj_parser_expect_colon(p);
    NjBlock body = nj_parse_block(p, "class definition", line);
    NjStmt *stmt = nj_parser_stmt(p, NJ_STMT_CLASS_DEF, start);
    stmt->as.class_def.name = name;
    stmt->as.class_def.name_span = name_span;
    stmt->as.class_def.bases = bases;
    stmt->as.class_def.keywords = keywords;
    stmt->as.class_def.body = body;
    stmt->as.class_def.decorators = decorators;
    stmt->as.class_def.type_params = type_params;
    nj_end_at_block(stmt, body);
    return stmt;
}

NjStmt *nj_parse_decorated(NjParser *p)
{
    uint32_t height = p->scratch.n;
    while (nj_parser_accept(p, NJ_TOK_AT)) {
        nj_parser_push(p, nj_parse_named_expr(p));
        nj_parser_expect(p, NJ_TOK_NEWLINE);
    }
    NjExprs decorators = nj_parser_take_exprs(p, height);
    if (nj_parser_at(p, NJ_TOK_CLASS))
        return nj_parse_class(p, decorators);
    bool is_async = nj_parser_at(p, NJ_TOK_ASYNC) && p->tok[1].kind == NJ_TOK_DEF;
    if (is_async || nj_parser_at(p, NJ_TOK_DEF))
        return nj_parse_def(p, decorators, is_async);
    nj_parser_unexpected(p);
    return nj_parser_stmt(p, NJ_STMT_PASS, p->tok->start);
}

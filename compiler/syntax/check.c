/* Checks behind the grammar: what CPython's symbol table and compiler call syntax errors although
 * it parses, apart from what concerns bindings (that is sema's). It also bounds the depth of the
 * tree, so that later passes may recur. Texts are CPython's. */

#include <string.h>

#include "compiler/support/map.h"
#include "compiler/syntax/parse_internal.h"

typedef enum ScopeKind { SCOPE_MODULE, SCOPE_CLASS, SCOPE_FUNCTION, SCOPE_LAMBDA } ScopeKind;

/* Where a statement or expression stands. Copied and changed on the way down. */
typedef struct Scope {
    ScopeKind kind;
    bool is_async, is_generator;
    bool in_loop;
    bool in_except_star;        /* break and continue may not leave it */
    bool is_within_except_star; /* nor may return: stays set in loops */
    const char *comprehension;  /* "list comprehension" around this expression, or NULL */
} Scope;

typedef struct Checker {
    NjUnit *u;
    uint32_t depth;
    bool is_too_deep;
} Checker;

static void check_expr(Checker *c, const Scope *scope, const NjExpr *expr);
static void check_block(Checker *c, const Scope *scope, NjBlock block);

static bool enter(Checker *c, NjSpan span)
{
    if (++c->depth <= NJ_MAX_AST_DEPTH)
        return true;
    if (!c->is_too_deep)
        nj_error(c->u, span, "SyntaxError: the program is nested too deeply");
    c->is_too_deep = true;
    return false;
}

static bool is_in_function(const Scope *scope)
{
    return scope->kind == SCOPE_FUNCTION || scope->kind == SCOPE_LAMBDA;
}

/* ---- expressions ---- */

static void check_optional(Checker *c, const Scope *scope, const NjExpr *expr)
{
    if (expr)
        check_expr(c, scope, expr);
}

static void check_exprs(Checker *c, const Scope *scope, NjExprs exprs)
{
    for (uint32_t i = 0; i < exprs.n; i++)
        check_optional(c, scope, exprs.items[i]);
}

/* Elements of a display, arguments of a call: they may be starred. */
static void check_elements(Checker *c, const Scope *scope, NjExprs exprs)
{
    for (uint32_t i = 0; i < exprs.n; i++) {
        const NjExpr *expr = exprs.items[i];
        check_expr(c, scope, expr->kind == NJ_EXPR_STARRED ? expr->as.starred.value : expr);
    }
}

static void check_target_elements(Checker *c, const Scope *scope, const NjExpr *target,
                                  NjExprs elts);

/* A target of an assignment: may hold starred ones, at most one a level. */
static void check_target(Checker *c, const Scope *scope, const NjExpr *target)
{
    if (target->kind == NJ_EXPR_TUPLE)
        check_target_elements(c, scope, target, target->as.tuple.elts);
    else if (target->kind == NJ_EXPR_LIST)
        check_target_elements(c, scope, target, target->as.list.elts);
    else if (target->kind == NJ_EXPR_STARRED)
        nj_error(c->u, target->span,
                 "SyntaxError: starred assignment target must be in a list or tuple");
    else
        check_expr(c, scope, target);
}

static void check_target_elements(Checker *c, const Scope *scope, const NjExpr *target,
                                  NjExprs elts)
{
    uint32_t nstarred = 0;
    if (enter(c, target->span)) {
        for (uint32_t i = 0; i < elts.n; i++) {
            const NjExpr *elt = elts.items[i];
            bool is_starred = elt->kind == NJ_EXPR_STARRED;
            nstarred += is_starred;
            check_target(c, scope, is_starred ? elt->as.starred.value : elt);
        }
    }
    c->depth--;
    if (nstarred > 1)
        nj_error(c->u, target->span, "SyntaxError: multiple starred expressions in assignment");
}

static void check_comprehension(Checker *c, const Scope *scope, const NjExpr *comp,
                                NjComprehensions loops, const NjExpr *key, const NjExpr *elt)
{
    Scope inner = *scope;
    inner.comprehension = comp->kind == NJ_EXPR_LIST_COMP   ? "list comprehension"
                          : comp->kind == NJ_EXPR_SET_COMP  ? "set comprehension"
                          : comp->kind == NJ_EXPR_DICT_COMP ? "dict comprehension"
                                                            : "generator expression";
    bool is_async = false;
    /* A generator that awaits is an asynchronous one, which may be made anywhere. */
    inner.is_async = scope->is_async || comp->kind == NJ_EXPR_GENERATOR_EXP;
    for (uint32_t i = 0; i < loops.n; i++) {
        const NjComprehension *loop = loops.items[i];
        is_async = is_async || loop->is_async;
        /* The first iterable is evaluated outside. */
        check_expr(c, i ? &inner : scope, loop->iter);
        check_target(c, &inner, loop->target);
        check_exprs(c, &inner, loop->ifs);
    }
    check_optional(c, &inner, key);
    check_expr(c, &inner, elt);
    if (is_async && !scope->is_async && comp->kind != NJ_EXPR_GENERATOR_EXP) {
        nj_error(c->u, comp->span,
                 "SyntaxError: asynchronous comprehension outside of an asynchronous function");
    }
}

static void check_yield(Checker *c, const Scope *scope, const NjExpr *expr)
{
    const char *word = expr->kind == NJ_EXPR_YIELD_FROM ? "yield from" : "yield";
    if (scope->comprehension)
        nj_error(c->u, expr->span, "SyntaxError: 'yield' inside %s", scope->comprehension);
    else if (!is_in_function(scope))
        nj_error(c->u, expr->span, "SyntaxError: '%s' outside function", word);
    else if (scope->is_async && expr->kind == NJ_EXPR_YIELD_FROM)
        nj_error(c->u, expr->span, "SyntaxError: 'yield from' inside async function");
}

static void check_await(Checker *c, const Scope *scope, const NjExpr *expr)
{
    if (!scope->is_async) {
        nj_error(c->u, expr->span, "SyntaxError: 'await' outside %s",
                 is_in_function(scope) ? "async function" : "function");
    }
    check_expr(c, scope, expr->as.await.value);
}

static void check_keywords(Checker *c, const Scope *scope, NjKeywords keywords)
{
    for (uint32_t i = 0; i < keywords.n; i++) {
        const NjKeyword *keyword = keywords.items[i];
        for (uint32_t j = 0; keyword->name && j < i; j++) {
            if (keywords.items[j]->name == keyword->name) {
                nj_error(c->u, keyword->span, "SyntaxError: keyword argument repeated: %s",
                         keyword->name->text);
                break;
            }
        }
        check_expr(c, scope, keyword->value);
    }
}

/* ---- parameters ---- */

static void check_arg(Checker *c, const Scope *scope, NjMap *seen, const NjArg *arg)
{
    if (!arg)
        return;
    if (nj_map_has(seen, arg->name)) {
        nj_error(c->u, arg->span, "SyntaxError: duplicate argument '%s' in function definition",
                 arg->name->text);
    }
    nj_map_put(&c->u->arena, seen, arg->name, NULL);
    if (arg->annotation && arg->annotation->kind == NJ_EXPR_STARRED)
        check_expr(c, scope, arg->annotation->as.starred.value);
    else
        check_optional(c, scope, arg->annotation);
}

static void check_args(Checker *c, const Scope *scope, NjMap *seen, NjArgs args)
{
    for (uint32_t i = 0; i < args.n; i++)
        check_arg(c, scope, seen, args.items[i]);
}

/* Defaults and annotations are evaluated in the scope around the function. */
static void check_arguments(Checker *c, const Scope *scope, const NjArguments *args)
{
    NjMap seen = {0};
    check_args(c, scope, &seen, args->posonly);
    check_args(c, scope, &seen, args->args);
    check_arg(c, scope, &seen, args->vararg);
    check_args(c, scope, &seen, args->kwonly);
    check_arg(c, scope, &seen, args->kwarg);
    check_exprs(c, scope, args->defaults);
    check_exprs(c, scope, args->kw_defaults);
}

static void check_lambda(Checker *c, const Scope *scope, const NjExpr *lambda)
{
    Scope inner = {.kind = SCOPE_LAMBDA};
    check_arguments(c, scope, lambda->as.lambda.args);
    check_expr(c, &inner, lambda->as.lambda.body);
}

static void check_children(Checker *c, const Scope *scope, const NjExpr *e)
{
    switch (e->kind) {
    case NJ_EXPR_BOOL_OP:
        check_exprs(c, scope, e->as.bool_op.values);
        break;
    case NJ_EXPR_NAMED_EXPR:
        check_expr(c, scope, e->as.named_expr.value);
        break;
    case NJ_EXPR_BIN_OP:
        check_expr(c, scope, e->as.bin_op.lhs);
        check_expr(c, scope, e->as.bin_op.rhs);
        break;
    case NJ_EXPR_UNARY_OP:
        check_expr(c, scope, e->as.unary_op.operand);
        break;
    case NJ_EXPR_LAMBDA:
        check_lambda(c, scope, e);
        break;
    case NJ_EXPR_IF_EXP:
        check_expr(c, scope, e->as.if_exp.test);
        check_expr(c, scope, e->as.if_exp.body);
        check_expr(c, scope, e->as.if_exp.orelse);
        break;
    case NJ_EXPR_DICT:
        check_exprs(c, scope, e->as.dict.keys);
        check_exprs(c, scope, e->as.dict.values);
        break;
    case NJ_EXPR_SET:
        check_elements(c, scope, e->as.set.elts);
        break;
    case NJ_EXPR_LIST_COMP:
        check_comprehension(c, scope, e, e->as.list_comp.generators, NULL, e->as.list_comp.elt);
        break;
    case NJ_EXPR_SET_COMP:
        check_comprehension(c, scope, e, e->as.set_comp.generators, NULL, e->as.set_comp.elt);
        break;
    case NJ_EXPR_DICT_COMP:
        check_comprehension(c, scope, e, e->as.dict_comp.generators, e->as.dict_comp.key,
                            e->as.dict_comp.value);
        break;
    case NJ_EXPR_GENERATOR_EXP:
        check_comprehension(c, scope, e, e->as.generator_exp.generators, NULL,
                            e->as.generator_exp.elt);
        break;
    case NJ_EXPR_AWAIT:
        check_await(c, scope, e);
        break;
    case NJ_EXPR_YIELD:
        check_yield(c, scope, e);
        check_optional(c, scope, e->as.yield.value);
        break;
    case NJ_EXPR_YIELD_FROM:
        check_yield(c, scope, e);
        check_expr(c, scope, e->as.yield_from.value);
        break;
    case NJ_EXPR_COMPARE:
        check_expr(c, scope, e->as.compare.left);
        check_exprs(c, scope, e->as.compare.comparators);
        break;
    case NJ_EXPR_CALL:
        check_expr(c, scope, e->as.call.callee);
        check_elements(c, scope, e->as.call.args);
        check_keywords(c, scope, e->as.call.keywords);
        break;
    case NJ_EXPR_FORMATTED_VALUE:
        check_expr(c, scope, e->as.formatted_value.value);
        check_optional(c, scope, e->as.formatted_value.format_spec);
        break;
    case NJ_EXPR_JOINED_STR:
        check_exprs(c, scope, e->as.joined_str.values);
        break;
    case NJ_EXPR_ATTRIBUTE:
        check_expr(c, scope, e->as.attribute.value);
        break;
    case NJ_EXPR_SUBSCRIPT:
        check_expr(c, scope, e->as.subscript.value);
        check_expr(c, scope, e->as.subscript.index);
        break;
    case NJ_EXPR_STARRED:
        nj_error(c->u, e->span, "SyntaxError: can't use starred expression here");
        break;
    case NJ_EXPR_LIST:
        check_elements(c, scope, e->as.list.elts);
        break;
    case NJ_EXPR_TUPLE:
        check_elements(c, scope, e->as.tuple.elts);
        break;
    case NJ_EXPR_SLICE:
        check_optional(c, scope, e->as.slice.lower);
        check_optional(c, scope, e->as.slice.upper);
        check_optional(c, scope, e->as.slice.step);
        break;
    case NJ_EXPR_CONSTANT:
    case NJ_EXPR_NAME:
    case NJ_EXPR_COUNT:
        break;
    }
}

static void check_expr(Checker *c, const Scope *scope, const NjExpr *expr)
{
    if (enter(c, expr->span))
        check_children(c, scope, expr);
    c->depth--;
}

/* ---- patterns ---- */

static void check_pattern(Checker *c, const NjPattern *pattern, bool may_match_all, NjMap *names);

static void bind_name(Checker *c, const NjPattern *pattern, const NjName *name, NjMap *names)
{
    if (!name)
        return;
    if (nj_map_has(names, name)) {
        nj_error(c->u, pattern->span, "SyntaxError: multiple assignments to name '%s' in pattern",
                 name->text);
    }
    nj_map_put(&c->u->arena, names, name, NULL);
}

static void check_patterns(Checker *c, NjPatterns patterns, NjMap *names)
{
    for (uint32_t i = 0; i < patterns.n; i++)
        check_pattern(c, patterns.items[i], true, names);
}

static bool has_same_names(const NjMap *first, const NjMap *second)
{
    for (uint32_t i = 0; i < first->n; i++) {
        if (!nj_map_has(second, first->entries[i].key))
            return false;
    }
    return first->n == second->n;
}

/* All alternatives must bind the same names; only the last may match everything. */
static void check_alternatives(Checker *c, const NjPattern *pattern, bool may_match_all,
                               NjMap *names)
{
    NjPatterns patterns = pattern->as.or_.patterns;
    NjMap first = {0};
    for (uint32_t i = 0; i < patterns.n; i++) {
        NjMap bound = {0};
        check_pattern(c, patterns.items[i], may_match_all && i + 1 == patterns.n, &bound);
        if (i == 0) {
            first = bound;
        } else if (!has_same_names(&first, &bound)) {
            nj_error(c->u, pattern->span, "SyntaxError: alternative patterns bind different names");
            break;
        }
    }
    for (uint32_t i = 0; i < first.n; i++)
        bind_name(c, pattern, first.entries[i].key, names);
}

static void check_sequence(Checker *c, const NjPattern *pattern, NjMap *names)
{
    NjPatterns patterns = pattern->as.sequence.patterns;
    uint32_t nstars = 0;
    for (uint32_t i = 0; i < patterns.n; i++)
        nstars += patterns.items[i]->kind == NJ_PATTERN_STAR;
    if (nstars > 1)
        nj_error(c->u, pattern->span, "SyntaxError: multiple starred names in sequence pattern");
    check_patterns(c, patterns, names);
}

static void check_capture(Checker *c, const NjPattern *pattern, bool may_match_all, NjMap *names)
{
    const NjName *name = pattern->as.as.name;
    if (pattern->as.as.pattern) {
        check_pattern(c, pattern->as.as.pattern, may_match_all, names);
    } else if (!may_match_all && name) {
        nj_error(c->u, pattern->span,
                 "SyntaxError: name capture '%s' makes remaining patterns unreachable", name->text);
    } else if (!may_match_all) {
        nj_error(c->u, pattern->span, "SyntaxError: wildcard makes remaining patterns unreachable");
    }
    bind_name(c, pattern, name, names);
}

static void check_pattern(Checker *c, const NjPattern *pattern, bool may_match_all, NjMap *names)
{
    Scope scope = {.kind = SCOPE_MODULE}; /* no matter which: the values are literals and names */
    switch (pattern->kind) {
    case NJ_PATTERN_VALUE:
        check_expr(c, &scope, pattern->as.value.value);
        break;
    case NJ_PATTERN_SEQUENCE:
        check_sequence(c, pattern, names);
        break;
    case NJ_PATTERN_MAPPING:
        check_exprs(c, &scope, pattern->as.mapping.keys);
        check_patterns(c, pattern->as.mapping.patterns, names);
        bind_name(c, pattern, pattern->as.mapping.rest, names);
        break;
    case NJ_PATTERN_CLASS:
        check_expr(c, &scope, pattern->as.cls.cls);
        check_patterns(c, pattern->as.cls.patterns, names);
        check_patterns(c, pattern->as.cls.kwd_patterns, names);
        break;
    case NJ_PATTERN_STAR:
        bind_name(c, pattern, pattern->as.star.name, names);
        break;
    case NJ_PATTERN_AS:
        check_capture(c, pattern, may_match_all, names);
        break;
    case NJ_PATTERN_OR:
        check_alternatives(c, pattern, may_match_all, names);
        break;
    case NJ_PATTERN_SINGLETON:
    case NJ_PATTERN_COUNT:
        break;
    }
}

static void check_match(Checker *c, const Scope *scope, const NjStmt *stmt)
{
    NjMatchCases cases = stmt->as.match.cases;
    check_expr(c, scope, stmt->as.match.subject);
    for (uint32_t i = 0; i < cases.n; i++) {
        const NjMatchCase *match_case = cases.items[i];
        NjMap names = {0};
        check_pattern(c, match_case->pattern, match_case->guard || i + 1 == cases.n, &names);
        check_optional(c, scope, match_case->guard);
        check_block(c, scope, match_case->body);
    }
}

/* ---- statements ---- */

static void check_type_params(Checker *c, const Scope *scope, NjTypeParams params)
{
    for (uint32_t i = 0; i < params.n; i++) {
        const NjExpr *value = params.items[i]->default_value;
        check_optional(c, scope, params.items[i]->bound);
        check_optional(c, scope,
                       value && value->kind == NJ_EXPR_STARRED ? value->as.starred.value : value);
    }
}

static void check_function(Checker *c, const Scope *scope, const NjStmt *stmt)
{
    Scope inner = {
        .kind = SCOPE_FUNCTION,
        .is_async = stmt->as.function_def.is_async,
        .is_generator = stmt->as.function_def.has_yield,
    };
    check_exprs(c, scope, stmt->as.function_def.decorators);
    check_type_params(c, scope, stmt->as.function_def.type_params);
    check_arguments(c, scope, stmt->as.function_def.args);
    check_optional(c, scope, stmt->as.function_def.returns);
    check_block(c, &inner, stmt->as.function_def.body);
}

static void check_class(Checker *c, const Scope *scope, const NjStmt *stmt)
{
    Scope inner = {.kind = SCOPE_CLASS};
    check_exprs(c, scope, stmt->as.class_def.decorators);
    check_type_params(c, scope, stmt->as.class_def.type_params);
    check_elements(c, scope, stmt->as.class_def.bases);
    check_keywords(c, scope, stmt->as.class_def.keywords);
    check_block(c, &inner, stmt->as.class_def.body);
}

static void check_loop_body(Checker *c, const Scope *scope, NjBlock body, NjBlock orelse)
{
    Scope inner = *scope;
    inner.in_loop = true;
    inner.in_except_star = false;
    check_block(c, &inner, body);
    check_block(c, scope, orelse);
}

static void check_for(Checker *c, const Scope *scope, const NjStmt *stmt)
{
    if (stmt->as.for_loop.is_async && !scope->is_async)
        nj_error(c->u, stmt->span, "SyntaxError: 'async for' outside async function");
    check_target(c, scope, stmt->as.for_loop.target);
    check_expr(c, scope, stmt->as.for_loop.iter);
    check_loop_body(c, scope, stmt->as.for_loop.body, stmt->as.for_loop.orelse);
}

static void check_with(Checker *c, const Scope *scope, const NjStmt *stmt)
{
    if (stmt->as.with.is_async && !scope->is_async)
        nj_error(c->u, stmt->span, "SyntaxError: 'async with' outside async function");
    for (uint32_t i = 0; i < stmt->as.with.items.n; i++) {
        const NjWithItem *item = stmt->as.with.items.items[i];
        check_expr(c, scope, item->context);
        if (item->target)
            check_target(c, scope, item->target);
    }
    check_block(c, scope, stmt->as.with.body);
}

static void check_try(Checker *c, const Scope *scope, const NjStmt *stmt)
{
    NjExceptHandlers handlers = stmt->as.try_block.handlers;
    Scope inner = *scope;
    if (stmt->as.try_block.is_star)
        inner.in_except_star = inner.is_within_except_star = true;
    check_block(c, scope, stmt->as.try_block.body);
    for (uint32_t i = 0; i < handlers.n; i++) {
        const NjExceptHandler *handler = handlers.items[i];
        if (!handler->type && i + 1 < handlers.n)
            nj_error(c->u, handler->span, "SyntaxError: default 'except:' must be last");
        check_optional(c, scope, handler->type);
        check_block(c, &inner, handler->body);
    }
    check_block(c, scope, stmt->as.try_block.orelse);
    check_block(c, scope, stmt->as.try_block.finalbody);
}

static void check_jump(Checker *c, const Scope *scope, const NjStmt *stmt)
{
    bool is_return = stmt->kind == NJ_STMT_RETURN;
    if (is_return && scope->kind != SCOPE_FUNCTION)
        nj_error(c->u, stmt->span, "SyntaxError: 'return' outside function");
    else if (is_return ? scope->is_within_except_star : scope->in_except_star)
        nj_error(c->u, stmt->span,
                 "SyntaxError: 'break', 'continue' and 'return' cannot appear in "
                 "an except* block");
    else if (stmt->kind == NJ_STMT_BREAK && !scope->in_loop)
        nj_error(c->u, stmt->span, "SyntaxError: 'break' outside loop");
    else if (stmt->kind == NJ_STMT_CONTINUE && !scope->in_loop)
        nj_error(c->u, stmt->span, "SyntaxError: 'continue' not properly in loop");
    else if (is_return && stmt->as.ret.value && scope->is_async && scope->is_generator)
        nj_error(c->u, stmt->span, "SyntaxError: 'return' with value in async generator");
    if (is_return)
        check_optional(c, scope, stmt->as.ret.value);
}

static void check_import_from(Checker *c, const Scope *scope, const NjStmt *stmt)
{
    NjAliases names = stmt->as.import_from.names;
    bool is_star = names.n && strcmp(names.items[0]->name->text, "*") == 0;
    if (is_star && scope->kind != SCOPE_MODULE) {
        nj_error(c->u, names.items[0]->span, "SyntaxError: import * only allowed at module level");
    }
}

static void check_assign(Checker *c, const Scope *scope, const NjStmt *stmt)
{
    for (uint32_t i = 0; i < stmt->as.assign.targets.n; i++)
        check_target(c, scope, stmt->as.assign.targets.items[i]);
    check_expr(c, scope, stmt->as.assign.value);
}

static void check_stmt_children(Checker *c, const Scope *scope, const NjStmt *stmt)
{
    switch (stmt->kind) {
    case NJ_STMT_FUNCTION_DEF:
        check_function(c, scope, stmt);
        break;
    case NJ_STMT_CLASS_DEF:
        check_class(c, scope, stmt);
        break;
    case NJ_STMT_RETURN:
    case NJ_STMT_BREAK:
    case NJ_STMT_CONTINUE:
        check_jump(c, scope, stmt);
        break;
    case NJ_STMT_DELETE:
        check_exprs(c, scope, stmt->as.del.targets);
        break;
    case NJ_STMT_ASSIGN:
        check_assign(c, scope, stmt);
        break;
    case NJ_STMT_TYPE_ALIAS:
        check_type_params(c, scope, stmt->as.type_alias.type_params);
        check_expr(c, scope, stmt->as.type_alias.value);
        break;
    case NJ_STMT_AUG_ASSIGN:
        check_expr(c, scope, stmt->as.aug_assign.target);
        check_expr(c, scope, stmt->as.aug_assign.value);
        break;
    case NJ_STMT_ANN_ASSIGN:
        check_expr(c, scope, stmt->as.ann_assign.target);
        check_expr(c, scope, stmt->as.ann_assign.annotation);
        check_optional(c, scope, stmt->as.ann_assign.value);
        break;
    case NJ_STMT_FOR:
        check_for(c, scope, stmt);
        break;
    case NJ_STMT_WHILE:
        check_expr(c, scope, stmt->as.while_loop.test);
        check_loop_body(c, scope, stmt->as.while_loop.body, stmt->as.while_loop.orelse);
        break;
    case NJ_STMT_IF:
        check_expr(c, scope, stmt->as.if_else.test);
        check_block(c, scope, stmt->as.if_else.body);
        check_block(c, scope, stmt->as.if_else.orelse);
        break;
    case NJ_STMT_WITH:
        check_with(c, scope, stmt);
        break;
    case NJ_STMT_MATCH:
        check_match(c, scope, stmt);
        break;
    case NJ_STMT_RAISE:
        check_optional(c, scope, stmt->as.raise.exc);
        check_optional(c, scope, stmt->as.raise.cause);
        break;
    case NJ_STMT_TRY:
        check_try(c, scope, stmt);
        break;
    case NJ_STMT_ASSERT:
        check_expr(c, scope, stmt->as.assertion.test);
        check_optional(c, scope, stmt->as.assertion.msg);
        break;
    case NJ_STMT_IMPORT_FROM:
        check_import_from(c, scope, stmt);
        break;
    case NJ_STMT_NONLOCAL:
        if (scope->kind == SCOPE_MODULE)
            nj_error(c->u, stmt->span,
                     "SyntaxError: nonlocal declaration not allowed at module level");
        break;
    case NJ_STMT_EXPR:
        check_expr(c, scope, stmt->as.expr.value);
        break;
    case NJ_STMT_IMPORT:
    case NJ_STMT_GLOBAL:
    case NJ_STMT_PASS:
    case NJ_STMT_COUNT:
        break;
    }
}

static void check_block(Checker *c, const Scope *scope, NjBlock block)
{
    for (uint32_t i = 0; i < block.n; i++) {
        if (enter(c, block.items[i]->span))
            check_stmt_children(c, scope, block.items[i]);
        c->depth--;
    }
}

/* ---- the module ---- */

static bool is_future(const NjStmt *stmt)
{
    return stmt->kind == NJ_STMT_IMPORT_FROM && !stmt->as.import_from.level &&
           strcmp(stmt->as.import_from.module->text, "__future__") == 0;
}

static void check_features(Checker *c, NjAliases names)
{
    static const char *const features[] = {
        "nested_scopes",  "generators",       "division",       "absolute_import", "with_statement",
        "print_function", "unicode_literals", "barry_as_FLUFL", "generator_stop",  "annotations",
    };
    for (uint32_t i = 0; i < names.n; i++) {
        const NjAlias *alias = names.items[i];
        bool is_known = false;
        for (size_t j = 0; j < sizeof features / sizeof *features; j++)
            is_known = is_known || strcmp(features[j], alias->name->text) == 0;
        if (strcmp(alias->name->text, "braces") == 0)
            nj_error(c->u, alias->span, "SyntaxError: not a chance");
        else if (!is_known)
            nj_error(c->u, alias->span, "SyntaxError: future feature %s is not defined",
                     alias->name->text);
    }
}

/* Future imports come first, behind nothing but the docstring. */
static void check_futures(Checker *c, NjBlock body)
{
    bool is_late = false;
    for (uint32_t i = 0; i < body.n; i++) {
        const NjStmt *stmt = body.items[i];
        if (!is_future(stmt)) {
            is_late = is_late || i > 0 || !nj_block_docstring(body);
        } else if (is_late) {
            nj_error(
                c->u, stmt->span,
                "SyntaxError: from __future__ imports must occur at the beginning of the file");
        } else {
            check_features(c, stmt->as.import_from.names);
        }
    }
}

bool nj_check_module(NjUnit *u, const NjModule *module)
{
    Checker checker = {.u = u};
    Scope scope = {.kind = SCOPE_MODULE};
    uint32_t nerrors = u->diags.nerrors;
    NJ_ASSERT(u, module->source);
    check_futures(&checker, module->body);
    check_block(&checker, &scope, module->body);
    NJ_ASSERT(u, !checker.depth);
    return u->diags.nerrors == nerrors;
}

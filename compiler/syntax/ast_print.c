/* Dumps: statements and patterns in the form of ast.dump, tokens one a line. */

#include "compiler/syntax/ast_print.h"

#include <stdio.h>

#include "compiler/syntax/ast_print_internal.h"

static void print_stmt(NjPrinter *printer, const NjStmt *stmt);
static bool print_pattern(NjPrinter *printer, const NjPattern *pattern);

static void print_block(NjPrinter *printer, NjPrintNode *node, const char *field, NjBlock block)
{
    if (!block.n)
        return;
    nj_print_open_list(printer, node, field);
    for (uint32_t i = 0; i < block.n; i++) {
        nj_print_item(printer, i);
        print_stmt(printer, block.items[i]);
    }
    nj_print_close_list(printer);
}

static void print_flag(NjPrinter *printer, NjPrintNode *node, const char *field, unsigned value)
{
    nj_print_field(printer, node, field);
    nj_strbuf_printf(printer->out, "%u", value);
}

/* ---- patterns ---- */

static void print_patterns(NjPrinter *printer, NjPrintNode *node, const char *field,
                           NjPatterns patterns)
{
    if (!patterns.n)
        return;
    nj_print_open_list(printer, node, field);
    for (uint32_t i = 0; i < patterns.n; i++) {
        nj_print_item(printer, i);
        print_pattern(printer, patterns.items[i]);
    }
    nj_print_close_list(printer);
}

static void print_pattern_field(NjPrinter *printer, NjPrintNode *node, const NjPattern *pattern);

static void print_pattern_fields(NjPrinter *printer, NjPrintNode *node, const NjPattern *pattern)
{
    switch (pattern->kind) {
    case NJ_PATTERN_VALUE:
        nj_print_expr_field(printer, node, "value", pattern->as.value.value);
        break;
    case NJ_PATTERN_SINGLETON:
        nj_print_field(printer, node, "value");
        nj_const_print(&pattern->as.singleton.value, printer->out);
        break;
    case NJ_PATTERN_SEQUENCE:
        print_patterns(printer, node, "patterns", pattern->as.sequence.patterns);
        break;
    case NJ_PATTERN_MAPPING:
        nj_print_exprs(printer, node, "keys", pattern->as.mapping.keys);
        print_patterns(printer, node, "patterns", pattern->as.mapping.patterns);
        nj_print_name(printer, node, "rest", pattern->as.mapping.rest);
        break;
    case NJ_PATTERN_CLASS:
        nj_print_expr_field(printer, node, "cls", pattern->as.cls.cls);
        print_patterns(printer, node, "patterns", pattern->as.cls.patterns);
        nj_print_names(printer, node, "kwd_attrs", pattern->as.cls.kwd_attrs);
        print_patterns(printer, node, "kwd_patterns", pattern->as.cls.kwd_patterns);
        break;
    case NJ_PATTERN_STAR:
        nj_print_name(printer, node, "name", pattern->as.star.name);
        break;
    case NJ_PATTERN_AS:
        if (pattern->as.as.pattern)
            print_pattern_field(printer, node, pattern->as.as.pattern);
        nj_print_name(printer, node, "name", pattern->as.as.name);
        break;
    case NJ_PATTERN_OR:
        print_patterns(printer, node, "patterns", pattern->as.or_.patterns);
        break;
    case NJ_PATTERN_COUNT:
        break;
    }
}

/* Tells whether the node had fields: the wildcard, MatchAs(), has none. */
static bool print_pattern(NjPrinter *printer, const NjPattern *pattern)
{
    NjPrintNode node = nj_print_open(printer, nj_pattern_kind_name(pattern->kind));
    print_pattern_fields(printer, &node, pattern);
    nj_print_close(printer, &node);
    return node.nfields > 0;
}

static void print_pattern_field(NjPrinter *printer, NjPrintNode *node, const NjPattern *pattern)
{
    nj_print_field(printer, node, "pattern");
    if (print_pattern(printer, pattern))
        node->is_simple = false;
}

static void print_cases(NjPrinter *printer, NjPrintNode *node, NjMatchCases cases)
{
    nj_print_open_list(printer, node, "cases");
    for (uint32_t i = 0; i < cases.n; i++) {
        nj_print_item(printer, i);
        NjPrintNode inner = nj_print_open(printer, "match_case");
        print_pattern_field(printer, &inner, cases.items[i]->pattern);
        nj_print_expr_field(printer, &inner, "guard", cases.items[i]->guard);
        print_block(printer, &inner, "body", cases.items[i]->body);
        nj_print_close(printer, &inner);
    }
    nj_print_close_list(printer);
}

/* ---- parts of statements ---- */

static void print_type_params(NjPrinter *printer, NjPrintNode *node, NjTypeParams params)
{
    static const char *const titles[] = {"TypeVar", "TypeVarTuple", "ParamSpec"};
    if (!params.n)
        return;
    nj_print_open_list(printer, node, "type_params");
    for (uint32_t i = 0; i < params.n; i++) {
        const NjTypeParam *param = params.items[i];
        nj_print_item(printer, i);
        NjPrintNode inner = nj_print_open(printer, titles[param->kind]);
        nj_print_name(printer, &inner, "name", param->name);
        nj_print_expr_field(printer, &inner, "bound", param->bound);
        nj_print_expr_field(printer, &inner, "default_value", param->default_value);
        nj_print_close(printer, &inner);
    }
    nj_print_close_list(printer);
}

static void print_aliases(NjPrinter *printer, NjPrintNode *node, NjAliases aliases)
{
    nj_print_open_list(printer, node, "names");
    for (uint32_t i = 0; i < aliases.n; i++) {
        nj_print_item(printer, i);
        NjPrintNode inner = nj_print_open(printer, "alias");
        nj_print_name(printer, &inner, "name", aliases.items[i]->name);
        nj_print_name(printer, &inner, "asname", aliases.items[i]->asname);
        nj_print_close(printer, &inner);
    }
    nj_print_close_list(printer);
}

static void print_with_items(NjPrinter *printer, NjPrintNode *node, NjWithItems items)
{
    nj_print_open_list(printer, node, "items");
    for (uint32_t i = 0; i < items.n; i++) {
        nj_print_item(printer, i);
        NjPrintNode inner = nj_print_open(printer, "withitem");
        nj_print_expr_field(printer, &inner, "context_expr", items.items[i]->context);
        nj_print_expr_field(printer, &inner, "optional_vars", items.items[i]->target);
        nj_print_close(printer, &inner);
    }
    nj_print_close_list(printer);
}

static void print_handlers(NjPrinter *printer, NjPrintNode *node, NjExceptHandlers handlers)
{
    if (!handlers.n)
        return;
    nj_print_open_list(printer, node, "handlers");
    for (uint32_t i = 0; i < handlers.n; i++) {
        nj_print_item(printer, i);
        NjPrintNode inner = nj_print_open(printer, "ExceptHandler");
        nj_print_expr_field(printer, &inner, "type", handlers.items[i]->type);
        nj_print_name(printer, &inner, "name", handlers.items[i]->name);
        print_block(printer, &inner, "body", handlers.items[i]->body);
        nj_print_close(printer, &inner);
    }
    nj_print_close_list(printer);
}

static void print_function(NjPrinter *printer, NjPrintNode *node, const NjStmt *s)
{
    nj_print_name(printer, node, "name", s->as.function_def.name);
    nj_print_arguments(printer, node, s->as.function_def.args);
    print_block(printer, node, "body", s->as.function_def.body);
    nj_print_exprs(printer, node, "decorator_list", s->as.function_def.decorators);
    nj_print_expr_field(printer, node, "returns", s->as.function_def.returns);
    print_type_params(printer, node, s->as.function_def.type_params);
}

static void print_class(NjPrinter *printer, NjPrintNode *node, const NjStmt *s)
{
    nj_print_name(printer, node, "name", s->as.class_def.name);
    nj_print_exprs(printer, node, "bases", s->as.class_def.bases);
    nj_print_keywords(printer, node, s->as.class_def.keywords);
    print_block(printer, node, "body", s->as.class_def.body);
    nj_print_exprs(printer, node, "decorator_list", s->as.class_def.decorators);
    print_type_params(printer, node, s->as.class_def.type_params);
}

static void print_try(NjPrinter *printer, NjPrintNode *node, const NjStmt *s)
{
    print_block(printer, node, "body", s->as.try_block.body);
    print_handlers(printer, node, s->as.try_block.handlers);
    print_block(printer, node, "orelse", s->as.try_block.orelse);
    print_block(printer, node, "finalbody", s->as.try_block.finalbody);
}

/* ---- statements ---- */

static void print_stmt_fields(NjPrinter *printer, NjPrintNode *node, const NjStmt *s)
{
    switch (s->kind) {
    case NJ_STMT_FUNCTION_DEF:
        print_function(printer, node, s);
        break;
    case NJ_STMT_CLASS_DEF:
        print_class(printer, node, s);
        break;
    case NJ_STMT_RETURN:
        nj_print_expr_field(printer, node, "value", s->as.ret.value);
        break;
    case NJ_STMT_DELETE:
        nj_print_exprs(printer, node, "targets", s->as.del.targets);
        break;
    case NJ_STMT_ASSIGN:
        nj_print_exprs(printer, node, "targets", s->as.assign.targets);
        nj_print_expr_field(printer, node, "value", s->as.assign.value);
        break;
    case NJ_STMT_TYPE_ALIAS:
        nj_print_expr_field(printer, node, "name", s->as.type_alias.name);
        print_type_params(printer, node, s->as.type_alias.type_params);
        nj_print_expr_field(printer, node, "value", s->as.type_alias.value);
        break;
    case NJ_STMT_AUG_ASSIGN:
        nj_print_expr_field(printer, node, "target", s->as.aug_assign.target);
        nj_print_field(printer, node, "op");
        nj_strbuf_printf(printer->out, "%s()", nj_binop_title(s->as.aug_assign.op));
        nj_print_expr_field(printer, node, "value", s->as.aug_assign.value);
        break;
    case NJ_STMT_ANN_ASSIGN:
        nj_print_expr_field(printer, node, "target", s->as.ann_assign.target);
        nj_print_expr_field(printer, node, "annotation", s->as.ann_assign.annotation);
        nj_print_expr_field(printer, node, "value", s->as.ann_assign.value);
        print_flag(printer, node, "simple", s->as.ann_assign.is_simple);
        break;
    case NJ_STMT_FOR:
        nj_print_expr_field(printer, node, "target", s->as.for_loop.target);
        nj_print_expr_field(printer, node, "iter", s->as.for_loop.iter);
        print_block(printer, node, "body", s->as.for_loop.body);
        print_block(printer, node, "orelse", s->as.for_loop.orelse);
        break;
    case NJ_STMT_WHILE:
        nj_print_expr_field(printer, node, "test", s->as.while_loop.test);
        print_block(printer, node, "body", s->as.while_loop.body);
        print_block(printer, node, "orelse", s->as.while_loop.orelse);
        break;
    case NJ_STMT_IF:
        nj_print_expr_field(printer, node, "test", s->as.if_else.test);
        print_block(printer, node, "body", s->as.if_else.body);
        print_block(printer, node, "orelse", s->as.if_else.orelse);
        break;
    case NJ_STMT_WITH:
        print_with_items(printer, node, s->as.with.items);
        print_block(printer, node, "body", s->as.with.body);
        break;
    case NJ_STMT_MATCH:
        nj_print_expr_field(printer, node, "subject", s->as.match.subject);
        print_cases(printer, node, s->as.match.cases);
        break;
    case NJ_STMT_RAISE:
        nj_print_expr_field(printer, node, "exc", s->as.raise.exc);
        nj_print_expr_field(printer, node, "cause", s->as.raise.cause);
        break;
    case NJ_STMT_TRY:
        print_try(printer, node, s);
        break;
    case NJ_STMT_ASSERT:
        nj_print_expr_field(printer, node, "test", s->as.assertion.test);
        nj_print_expr_field(printer, node, "msg", s->as.assertion.msg);
        break;
    case NJ_STMT_IMPORT:
        print_aliases(printer, node, s->as.import.names);
        break;
    case NJ_STMT_IMPORT_FROM:
        nj_print_name(printer, node, "module", s->as.import_from.module);
        print_aliases(printer, node, s->as.import_from.names);
        print_flag(printer, node, "level", s->as.import_from.level);
        break;
    case NJ_STMT_GLOBAL:
        nj_print_names(printer, node, "names", s->as.global.names);
        break;
    case NJ_STMT_NONLOCAL:
        nj_print_names(printer, node, "names", s->as.nonlocal.names);
        break;
    case NJ_STMT_EXPR:
        nj_print_expr_field(printer, node, "value", s->as.expr.value);
        break;
    case NJ_STMT_PASS:
    case NJ_STMT_BREAK:
    case NJ_STMT_CONTINUE:
    case NJ_STMT_COUNT:
        break;
    }
}

static void print_stmt(NjPrinter *printer, const NjStmt *stmt)
{
    NjPrintNode node = nj_print_open(printer, nj_stmt_title(stmt));
    print_stmt_fields(printer, &node, stmt);
    nj_print_close(printer, &node);
}

void nj_stmt_print(const NjStmt *stmt, NjStrBuf *out)
{
    NjPrinter printer = {out, 0};
    print_stmt(&printer, stmt);
}

void nj_ast_print(const NjModule *module, NjStrBuf *out)
{
    NjPrinter printer = {out, 0};
    NjPrintNode node = nj_print_open(&printer, "Module");
    print_block(&printer, &node, "body", module->body);
    nj_print_close(&printer, &node);
    nj_strbuf_putc(out, '\n');
}

/* ---- tokens ---- */

void nj_tokens_print(const NjTokens *tokens, NjStrBuf *out)
{
    const NjSource *source = tokens->source;
    for (uint32_t i = 0; i < tokens->n; i++) {
        const NjToken *token = &tokens->items[i];
        char place[32];
        snprintf(place, sizeof place, "%u:%u", nj_source_line(source, token->start),
                 nj_source_column(source, token->start));
        nj_strbuf_printf(out, "%-10s %-18s", place, nj_token_kind_name(token->kind));
        nj_text_print(source->text + token->start, token->end - token->start, false, out);
        nj_strbuf_putc(out, '\n');
    }
    if (tokens->error.text)
        nj_strbuf_printf(out, "%s\n", tokens->error.text);
}

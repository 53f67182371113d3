/* Expressions in the form of ast.dump, and the layout of all nodes (see ast_print_internal.h). */

#include <string.h>

#include "compiler/syntax/ast_print_internal.h"

/* ---- layout ---- */

static void break_line(NjPrinter *printer)
{
    nj_strbuf_putc(printer->out, '\n');
    nj_strbuf_fill(printer->out, ' ', (size_t)printer->level * 2);
}

NjPrintNode nj_print_open(NjPrinter *printer, const char *title)
{
    nj_strbuf_puts(printer->out, title);
    nj_strbuf_putc(printer->out, '(');
    printer->level++;
    return (NjPrintNode){.is_simple = true};
}

void nj_print_field(NjPrinter *printer, NjPrintNode *node, const char *name)
{
    size_t gap = printer->out->n;
    if (node->nfields)
        nj_strbuf_putc(printer->out, ',');
    break_line(printer);
    if (node->nfields < 3) {
        node->gaps[node->nfields] = gap;
        node->fields[node->nfields] = printer->out->n;
    }
    node->nfields++;
    nj_strbuf_puts(printer->out, name);
    nj_strbuf_putc(printer->out, '=');
}

void nj_print_complex_field(NjPrinter *printer, NjPrintNode *node, const char *name)
{
    nj_print_field(printer, node, name);
    node->is_simple = false;
}

/* Puts all fields on the line of the title. */
static void join_lines(NjStrBuf *out, const NjPrintNode *node)
{
    size_t to = node->gaps[0];
    size_t end = out->n;
    for (uint32_t i = 0; i < node->nfields; i++) {
        size_t field_end = i + 1 < node->nfields ? node->gaps[i + 1] : end;
        size_t len = field_end - node->fields[i];
        if (i > 0) {
            memcpy(out->text + to, ", ", 2); /* shorter than the line break that was there */
            to += 2;
        }
        memmove(out->text + to, out->text + node->fields[i], len);
        to += len;
    }
    out->n = to;
    out->text[to] = '\0';
}

void nj_print_close(NjPrinter *printer, NjPrintNode *node)
{
    printer->level--;
    if (node->is_simple && node->nfields && node->nfields <= 3)
        join_lines(printer->out, node);
    nj_strbuf_putc(printer->out, ')');
}

void nj_print_open_list(NjPrinter *printer, NjPrintNode *node, const char *name)
{
    nj_print_complex_field(printer, node, name);
    nj_strbuf_putc(printer->out, '[');
    printer->level++;
}

void nj_print_item(NjPrinter *printer, uint32_t index)
{
    if (index)
        nj_strbuf_putc(printer->out, ',');
    break_line(printer);
}

void nj_print_close_list(NjPrinter *printer)
{
    printer->level--;
    nj_strbuf_putc(printer->out, ']');
}

/* ---- fields ---- */

void nj_print_name(NjPrinter *printer, NjPrintNode *node, const char *field, const NjName *name)
{
    if (!name)
        return;
    nj_print_field(printer, node, field);
    nj_text_print(name->text, name->len, false, printer->out);
}

void nj_print_names(NjPrinter *printer, NjPrintNode *node, const char *field, NjNames names)
{
    if (!names.n)
        return;
    nj_print_open_list(printer, node, field);
    for (uint32_t i = 0; i < names.n; i++) {
        nj_print_item(printer, i);
        nj_text_print(names.items[i]->text, names.items[i]->len, false, printer->out);
    }
    nj_print_close_list(printer);
}

void nj_print_expr_field(NjPrinter *printer, NjPrintNode *node, const char *field,
                         const NjExpr *expr)
{
    if (!expr)
        return;
    nj_print_field(printer, node, field);
    if (nj_print_expr(printer, expr))
        node->is_simple = false;
}

void nj_print_exprs(NjPrinter *printer, NjPrintNode *node, const char *field, NjExprs exprs)
{
    if (!exprs.n)
        return;
    nj_print_open_list(printer, node, field);
    for (uint32_t i = 0; i < exprs.n; i++) {
        nj_print_item(printer, i);
        if (exprs.items[i])
            nj_print_expr(printer, exprs.items[i]);
        else
            nj_strbuf_puts(printer->out, "None");
    }
    nj_print_close_list(printer);
}

/* Operators and contexts are nodes without fields. */
static void print_word(NjPrinter *printer, NjPrintNode *node, const char *field, const char *title)
{
    nj_print_field(printer, node, field);
    nj_strbuf_printf(printer->out, "%s()", title);
}

static void print_context(NjPrinter *printer, NjPrintNode *node, NjExprContext ctx)
{
    static const char *const titles[] = {"Load", "Store", "Del"};
    print_word(printer, node, "ctx", titles[ctx]);
}

void nj_print_keywords(NjPrinter *printer, NjPrintNode *node, NjKeywords keywords)
{
    if (!keywords.n)
        return;
    nj_print_open_list(printer, node, "keywords");
    for (uint32_t i = 0; i < keywords.n; i++) {
        nj_print_item(printer, i);
        NjPrintNode keyword = nj_print_open(printer, "keyword");
        nj_print_name(printer, &keyword, "arg", keywords.items[i]->name);
        nj_print_expr_field(printer, &keyword, "value", keywords.items[i]->value);
        nj_print_close(printer, &keyword);
    }
    nj_print_close_list(printer);
}

static void print_comprehensions(NjPrinter *printer, NjPrintNode *node, NjComprehensions loops)
{
    nj_print_open_list(printer, node, "generators");
    for (uint32_t i = 0; i < loops.n; i++) {
        const NjComprehension *loop = loops.items[i];
        nj_print_item(printer, i);
        NjPrintNode inner = nj_print_open(printer, "comprehension");
        nj_print_expr_field(printer, &inner, "target", loop->target);
        nj_print_expr_field(printer, &inner, "iter", loop->iter);
        nj_print_exprs(printer, &inner, "ifs", loop->ifs);
        nj_print_field(printer, &inner, "is_async");
        nj_strbuf_putc(printer->out, loop->is_async ? '1' : '0');
        nj_print_close(printer, &inner);
    }
    nj_print_close_list(printer);
}

/* ---- parameters ---- */

static void print_arg(NjPrinter *printer, const NjArg *arg)
{
    NjPrintNode node = nj_print_open(printer, "arg");
    nj_print_name(printer, &node, "arg", arg->name);
    nj_print_expr_field(printer, &node, "annotation", arg->annotation);
    nj_print_close(printer, &node);
}

static void print_arg_field(NjPrinter *printer, NjPrintNode *node, const char *field,
                            const NjArg *arg)
{
    if (!arg)
        return;
    nj_print_complex_field(printer, node, field);
    print_arg(printer, arg);
}

static void print_args(NjPrinter *printer, NjPrintNode *node, const char *field, NjArgs args)
{
    if (!args.n)
        return;
    nj_print_open_list(printer, node, field);
    for (uint32_t i = 0; i < args.n; i++) {
        nj_print_item(printer, i);
        print_arg(printer, args.items[i]);
    }
    nj_print_close_list(printer);
}

void nj_print_arguments(NjPrinter *printer, NjPrintNode *node, const NjArguments *args)
{
    nj_print_field(printer, node, "args");
    NjPrintNode inner = nj_print_open(printer, "arguments");
    print_args(printer, &inner, "posonlyargs", args->posonly);
    print_args(printer, &inner, "args", args->args);
    print_arg_field(printer, &inner, "vararg", args->vararg);
    print_args(printer, &inner, "kwonlyargs", args->kwonly);
    nj_print_exprs(printer, &inner, "kw_defaults", args->kw_defaults);
    print_arg_field(printer, &inner, "kwarg", args->kwarg);
    nj_print_exprs(printer, &inner, "defaults", args->defaults);
    nj_print_close(printer, &inner);
    if (inner.nfields)
        node->is_simple = false;
}

/* ---- expressions ---- */

const char *nj_binop_title(NjBinOp op)
{
    static const char *const titles[] = {
#define BINOP(name, text, title) title,
#include "compiler/syntax/ast.def"
#undef BINOP
    };
    return titles[op];
}

static const char *unaryop_title(NjUnaryOp op)
{
    static const char *const titles[] = {
#define UNARYOP(name, text, title) title,
#include "compiler/syntax/ast.def"
#undef UNARYOP
    };
    return titles[op];
}

static const char *cmpop_title(NjCmpOp op)
{
    static const char *const titles[] = {
#define CMPOP(name, text, title) title,
#include "compiler/syntax/ast.def"
#undef CMPOP
    };
    return titles[op];
}

static void print_compare(NjPrinter *printer, NjPrintNode *node, const NjExpr *expr)
{
    nj_print_expr_field(printer, node, "left", expr->as.compare.left);
    nj_print_open_list(printer, node, "ops");
    for (uint32_t i = 0; i < expr->as.compare.comparators.n; i++) {
        nj_print_item(printer, i);
        nj_strbuf_printf(printer->out, "%s()", cmpop_title(expr->as.compare.ops[i]));
    }
    nj_print_close_list(printer);
    nj_print_exprs(printer, node, "comparators", expr->as.compare.comparators);
}

static void print_constant(NjPrinter *printer, NjPrintNode *node, const NjConst *constant)
{
    nj_print_field(printer, node, "value");
    nj_const_print(constant, printer->out);
    if (constant->kind == NJ_CONST_STR && constant->as.string.has_u_prefix) {
        nj_print_field(printer, node, "kind");
        nj_strbuf_puts(printer->out, "'u'");
    }
}

static void print_formatted_value(NjPrinter *printer, NjPrintNode *node, const NjExpr *expr)
{
    char conversion = expr->as.formatted_value.conversion;
    nj_print_expr_field(printer, node, "value", expr->as.formatted_value.value);
    nj_print_field(printer, node, "conversion");
    nj_strbuf_printf(printer->out, "%d", conversion ? conversion : -1);
    nj_print_expr_field(printer, node, "format_spec", expr->as.formatted_value.format_spec);
}

static void print_fields(NjPrinter *printer, NjPrintNode *node, const NjExpr *e)
{
    switch (e->kind) {
    case NJ_EXPR_BOOL_OP:
        print_word(printer, node, "op", e->as.bool_op.op == NJ_BOOLOP_AND ? "And" : "Or");
        nj_print_exprs(printer, node, "values", e->as.bool_op.values);
        break;
    case NJ_EXPR_NAMED_EXPR:
        nj_print_expr_field(printer, node, "target", e->as.named_expr.target);
        nj_print_expr_field(printer, node, "value", e->as.named_expr.value);
        break;
    case NJ_EXPR_BIN_OP:
        nj_print_expr_field(printer, node, "left", e->as.bin_op.lhs);
        print_word(printer, node, "op", nj_binop_title(e->as.bin_op.op));
        nj_print_expr_field(printer, node, "right", e->as.bin_op.rhs);
        break;
    case NJ_EXPR_UNARY_OP:
        print_word(printer, node, "op", unaryop_title(e->as.unary_op.op));
        nj_print_expr_field(printer, node, "operand", e->as.unary_op.operand);
        break;
    case NJ_EXPR_LAMBDA:
        nj_print_arguments(printer, node, e->as.lambda.args);
        nj_print_expr_field(printer, node, "body", e->as.lambda.body);
        break;
    case NJ_EXPR_IF_EXP:
        nj_print_expr_field(printer, node, "test", e->as.if_exp.test);
        nj_print_expr_field(printer, node, "body", e->as.if_exp.body);
        nj_print_expr_field(printer, node, "orelse", e->as.if_exp.orelse);
        break;
    case NJ_EXPR_DICT:
        nj_print_exprs(printer, node, "keys", e->as.dict.keys);
        nj_print_exprs(printer, node, "values", e->as.dict.values);
        break;
    case NJ_EXPR_SET:
        nj_print_exprs(printer, node, "elts", e->as.set.elts);
        break;
    case NJ_EXPR_LIST_COMP:
        nj_print_expr_field(printer, node, "elt", e->as.list_comp.elt);
        print_comprehensions(printer, node, e->as.list_comp.generators);
        break;
    case NJ_EXPR_SET_COMP:
        nj_print_expr_field(printer, node, "elt", e->as.set_comp.elt);
        print_comprehensions(printer, node, e->as.set_comp.generators);
        break;
    case NJ_EXPR_DICT_COMP:
        nj_print_expr_field(printer, node, "key", e->as.dict_comp.key);
        nj_print_expr_field(printer, node, "value", e->as.dict_comp.value);
        print_comprehensions(printer, node, e->as.dict_comp.generators);
        break;
    case NJ_EXPR_GENERATOR_EXP:
        nj_print_expr_field(printer, node, "elt", e->as.generator_exp.elt);
        print_comprehensions(printer, node, e->as.generator_exp.generators);
        break;
    case NJ_EXPR_AWAIT:
        nj_print_expr_field(printer, node, "value", e->as.await.value);
        break;
    case NJ_EXPR_YIELD:
        nj_print_expr_field(printer, node, "value", e->as.yield.value);
        break;
    case NJ_EXPR_YIELD_FROM:
        nj_print_expr_field(printer, node, "value", e->as.yield_from.value);
        break;
    case NJ_EXPR_COMPARE:
        print_compare(printer, node, e);
        break;
    case NJ_EXPR_CALL:
        nj_print_expr_field(printer, node, "func", e->as.call.callee);
        nj_print_exprs(printer, node, "args", e->as.call.args);
        nj_print_keywords(printer, node, e->as.call.keywords);
        break;
    case NJ_EXPR_FORMATTED_VALUE:
        print_formatted_value(printer, node, e);
        break;
    case NJ_EXPR_JOINED_STR:
        nj_print_exprs(printer, node, "values", e->as.joined_str.values);
        break;
    case NJ_EXPR_CONSTANT:
        print_constant(printer, node, &e->as.constant);
        break;
    case NJ_EXPR_ATTRIBUTE:
        nj_print_expr_field(printer, node, "value", e->as.attribute.value);
        nj_print_name(printer, node, "attr", e->as.attribute.attr);
        print_context(printer, node, e->as.attribute.ctx);
        break;
    case NJ_EXPR_SUBSCRIPT:
        nj_print_expr_field(printer, node, "value", e->as.subscript.value);
        nj_print_expr_field(printer, node, "slice", e->as.subscript.index);
        print_context(printer, node, e->as.subscript.ctx);
        break;
    case NJ_EXPR_STARRED:
        nj_print_expr_field(printer, node, "value", e->as.starred.value);
        print_context(printer, node, e->as.starred.ctx);
        break;
    case NJ_EXPR_NAME:
        nj_print_name(printer, node, "id", e->as.name.name);
        print_context(printer, node, e->as.name.ctx);
        break;
    case NJ_EXPR_LIST:
        nj_print_exprs(printer, node, "elts", e->as.list.elts);
        print_context(printer, node, e->as.list.ctx);
        break;
    case NJ_EXPR_TUPLE:
        nj_print_exprs(printer, node, "elts", e->as.tuple.elts);
        print_context(printer, node, e->as.tuple.ctx);
        break;
    case NJ_EXPR_SLICE:
        nj_print_expr_field(printer, node, "lower", e->as.slice.lower);
        nj_print_expr_field(printer, node, "upper", e->as.slice.upper);
        nj_print_expr_field(printer, node, "step", e->as.slice.step);
        break;
    case NJ_EXPR_COUNT:
        break;
    }
}

bool nj_print_expr(NjPrinter *printer, const NjExpr *expr)
{
    NjPrintNode node = nj_print_open(printer, nj_expr_kind_name(expr->kind));
    print_fields(printer, &node, expr);
    nj_print_close(printer, &node);
    return node.nfields > 0;
}

void nj_expr_print(const NjExpr *expr, NjStrBuf *out)
{
    NjPrinter printer = {out, 0};
    nj_print_expr(&printer, expr);
}

/* Expressions as Python source on one line, for messages. Parentheses are put where precedence
 * needs them. */

#include <string.h>

#include "compiler/syntax/ast_print.h"
#include "compiler/syntax/ast_print_internal.h"

/* Precedences, loosest first, as in the table of Python's reference manual. */
typedef enum Level {
    LEVEL_TUPLE,
    LEVEL_NAMED,
    LEVEL_TEST, /* lambda, conditional, yield */
    LEVEL_OR,
    LEVEL_AND,
    LEVEL_NOT,
    LEVEL_COMPARE,
    LEVEL_BITOR,
    LEVEL_BITXOR,
    LEVEL_BITAND,
    LEVEL_SHIFT,
    LEVEL_SUM,
    LEVEL_PRODUCT,
    LEVEL_UNARY,
    LEVEL_POWER,
    LEVEL_AWAIT,
    LEVEL_ATOM,
} Level;

/* Text past `max_len` is cut at the end; so the walk may stop once it has that much. */
typedef struct Writer {
    NjStrBuf *out;
    size_t limit;
} Writer;

static void write_expr(Writer *w, const NjExpr *expr, Level outer);

static void write_text(Writer *w, const char *text)
{
    nj_strbuf_puts(w->out, text);
}

static Level binop_level(NjBinOp op)
{
    switch (op) {
    case NJ_BINOP_BITOR:
        return LEVEL_BITOR;
    case NJ_BINOP_BITXOR:
        return LEVEL_BITXOR;
    case NJ_BINOP_BITAND:
        return LEVEL_BITAND;
    case NJ_BINOP_LSHIFT:
    case NJ_BINOP_RSHIFT:
        return LEVEL_SHIFT;
    case NJ_BINOP_ADD:
    case NJ_BINOP_SUB:
        return LEVEL_SUM;
    case NJ_BINOP_POW:
        return LEVEL_POWER;
    case NJ_BINOP_MULT:
    case NJ_BINOP_MATMULT:
    case NJ_BINOP_DIV:
    case NJ_BINOP_MOD:
    case NJ_BINOP_FLOORDIV:
    case NJ_BINOP_COUNT:
        break;
    }
    return LEVEL_PRODUCT;
}

static Level level_of(const NjExpr *expr)
{
    switch ((int)expr->kind) {
    case NJ_EXPR_TUPLE:
        return expr->as.tuple.elts.n ? LEVEL_TUPLE : LEVEL_ATOM;
    case NJ_EXPR_NAMED_EXPR:
        return LEVEL_NAMED;
    case NJ_EXPR_LAMBDA:
    case NJ_EXPR_IF_EXP:
    case NJ_EXPR_YIELD:
    case NJ_EXPR_YIELD_FROM:
    case NJ_EXPR_STARRED:
        return LEVEL_TEST;
    case NJ_EXPR_BOOL_OP:
        return expr->as.bool_op.op == NJ_BOOLOP_OR ? LEVEL_OR : LEVEL_AND;
    case NJ_EXPR_UNARY_OP:
        return expr->as.unary_op.op == NJ_UNARYOP_NOT ? LEVEL_NOT : LEVEL_UNARY;
    case NJ_EXPR_COMPARE:
        return LEVEL_COMPARE;
    case NJ_EXPR_BIN_OP:
        return binop_level(expr->as.bin_op.op);
    case NJ_EXPR_AWAIT:
        return LEVEL_AWAIT;
    default:
        return LEVEL_ATOM;
    }
}

static void write_list(Writer *w, NjExprs exprs)
{
    for (uint32_t i = 0; i < exprs.n && w->out->n < w->limit; i++) {
        if (i)
            write_text(w, ", ");
        write_expr(w, exprs.items[i], LEVEL_NAMED);
    }
}

static void write_loops(Writer *w, NjComprehensions loops)
{
    for (uint32_t i = 0; i < loops.n && w->out->n < w->limit; i++) {
        const NjComprehension *loop = loops.items[i];
        write_text(w, loop->is_async ? " async for " : " for ");
        write_expr(w, loop->target, LEVEL_TUPLE);
        write_text(w, " in ");
        write_expr(w, loop->iter, LEVEL_OR);
        for (uint32_t j = 0; j < loop->ifs.n; j++) {
            write_text(w, " if ");
            write_expr(w, loop->ifs.items[j], LEVEL_OR);
        }
    }
}

static void write_comprehension(Writer *w, const char *brackets, const NjExpr *key,
                                const NjExpr *elt, NjComprehensions loops)
{
    nj_strbuf_putc(w->out, brackets[0]);
    if (key) {
        write_expr(w, key, LEVEL_NAMED);
        write_text(w, ": ");
    }
    write_expr(w, elt, LEVEL_NAMED);
    write_loops(w, loops);
    nj_strbuf_putc(w->out, brackets[1]);
}

static void write_binary(Writer *w, const NjExpr *expr)
{
    Level level = level_of(expr);
    bool is_power = expr->as.bin_op.op == NJ_BINOP_POW;
    write_expr(w, expr->as.bin_op.lhs, is_power ? level + 1 : level);
    nj_strbuf_printf(w->out, is_power ? "%s" : " %s ", nj_binop_text(expr->as.bin_op.op));
    write_expr(w, expr->as.bin_op.rhs, is_power ? LEVEL_UNARY : level + 1);
}

static void write_bool_op(Writer *w, const NjExpr *expr)
{
    NjExprs values = expr->as.bool_op.values;
    for (uint32_t i = 0; i < values.n && w->out->n < w->limit; i++) {
        if (i)
            nj_strbuf_printf(w->out, " %s ", nj_boolop_text(expr->as.bool_op.op));
        write_expr(w, values.items[i], level_of(expr) + 1);
    }
}

static void write_compare(Writer *w, const NjExpr *expr)
{
    NjExprs comparators = expr->as.compare.comparators;
    write_expr(w, expr->as.compare.left, LEVEL_BITOR);
    for (uint32_t i = 0; i < comparators.n && w->out->n < w->limit; i++) {
        nj_strbuf_printf(w->out, " %s ", nj_cmpop_text(expr->as.compare.ops[i]));
        write_expr(w, comparators.items[i], LEVEL_BITOR);
    }
}

static void write_param(Writer *w, const char *stars, const NjArg *arg, const NjExpr *value,
                        bool *has_any)
{
    if (*has_any)
        write_text(w, ", ");
    *has_any = true;
    write_text(w, stars);
    if (arg)
        write_text(w, arg->name->text);
    if (value) {
        nj_strbuf_putc(w->out, '=');
        write_expr(w, value, LEVEL_TEST);
    }
}

static void write_params(Writer *w, const NjArguments *args)
{
    bool has_any = false;
    uint32_t npositional = args->posonly.n + args->args.n;
    for (uint32_t i = 0; i < npositional; i++) {
        bool is_posonly = i < args->posonly.n;
        const NjArg *arg =
            is_posonly ? args->posonly.items[i] : args->args.items[i - args->posonly.n];
        uint32_t first_default = npositional - args->defaults.n;
        write_param(w, "", arg, i >= first_default ? args->defaults.items[i - first_default] : NULL,
                    &has_any);
        if (is_posonly && i + 1 == args->posonly.n)
            write_param(w, "/", NULL, NULL, &has_any);
    }
    if (args->vararg || args->kwonly.n)
        write_param(w, "*", args->vararg, NULL, &has_any);
    for (uint32_t i = 0; i < args->kwonly.n; i++)
        write_param(w, "", args->kwonly.items[i], args->kw_defaults.items[i], &has_any);
    if (args->kwarg)
        write_param(w, "**", args->kwarg, NULL, &has_any);
}

static void write_lambda(Writer *w, const NjExpr *expr)
{
    const NjArguments *args = expr->as.lambda.args;
    bool has_params =
        args->posonly.n || args->args.n || args->vararg || args->kwonly.n || args->kwarg;
    write_text(w, has_params ? "lambda " : "lambda");
    write_params(w, args);
    write_text(w, ": ");
    write_expr(w, expr->as.lambda.body, LEVEL_TEST);
}

static void write_dict(Writer *w, const NjExpr *expr)
{
    NjExprs keys = expr->as.dict.keys, values = expr->as.dict.values;
    nj_strbuf_putc(w->out, '{');
    for (uint32_t i = 0; i < keys.n && w->out->n < w->limit; i++) {
        if (i)
            write_text(w, ", ");
        if (keys.items[i])
            write_expr(w, keys.items[i], LEVEL_TEST);
        write_text(w, keys.items[i] ? ": " : "**");
        write_expr(w, values.items[i], LEVEL_TEST);
    }
    nj_strbuf_putc(w->out, '}');
}

static void write_call(Writer *w, const NjExpr *expr)
{
    NjKeywords keywords = expr->as.call.keywords;
    write_expr(w, expr->as.call.callee, LEVEL_ATOM);
    nj_strbuf_putc(w->out, '(');
    write_list(w, expr->as.call.args);
    for (uint32_t i = 0; i < keywords.n && w->out->n < w->limit; i++) {
        if (i || expr->as.call.args.n)
            write_text(w, ", ");
        write_text(w, keywords.items[i]->name ? keywords.items[i]->name->text : "**");
        if (keywords.items[i]->name)
            nj_strbuf_putc(w->out, '=');
        write_expr(w, keywords.items[i]->value, LEVEL_TEST);
    }
    nj_strbuf_putc(w->out, ')');
}

static void write_slice(Writer *w, const NjExpr *expr)
{
    const NjExpr *step = expr->as.slice.step;
    if (expr->as.slice.lower)
        write_expr(w, expr->as.slice.lower, LEVEL_TEST);
    nj_strbuf_putc(w->out, ':');
    if (expr->as.slice.upper)
        write_expr(w, expr->as.slice.upper, LEVEL_TEST);
    if (step) {
        nj_strbuf_putc(w->out, ':');
        write_expr(w, step, LEVEL_TEST);
    }
}

/* A tuple without its parentheses. */
static void write_tuple(Writer *w, NjExprs elts)
{
    write_list(w, elts);
    if (elts.n == 1)
        nj_strbuf_putc(w->out, ',');
}

static void write_subscript(Writer *w, const NjExpr *expr)
{
    const NjExpr *index = expr->as.subscript.index;
    write_expr(w, expr->as.subscript.value, LEVEL_ATOM);
    nj_strbuf_putc(w->out, '[');
    write_expr(w, index, LEVEL_TUPLE);
    nj_strbuf_putc(w->out, ']');
}

/* The value of an attribute; a number needs parentheres there: (1).real */
static void write_attribute(Writer *w, const NjExpr *expr)
{
    const NjExpr *value = expr->as.attribute.value;
    bool is_int = value->kind == NJ_EXPR_CONSTANT && value->as.constant.kind == NJ_CONST_INT;
    if (is_int)
        nj_strbuf_putc(w->out, '(');
    write_expr(w, value, LEVEL_ATOM);
    if (is_int)
        nj_strbuf_putc(w->out, ')');
    nj_strbuf_printf(w->out, ".%s", expr->as.attribute.attr->text);
}

static void write_prefixed(Writer *w, const char *prefix, const NjExpr *expr, Level level)
{
    write_text(w, prefix);
    write_expr(w, expr, level);
}

static void write_unary(Writer *w, const NjExpr *expr)
{
    bool is_not = expr->as.unary_op.op == NJ_UNARYOP_NOT;
    write_prefixed(w, is_not ? "not " : nj_unaryop_text(expr->as.unary_op.op),
                   expr->as.unary_op.operand, level_of(expr));
}

/* What is quoted as it stands in the source: strings keep their quotes, f-strings their fields. */
static void write_verbatim(Writer *w, const NjExpr *expr)
{
    NjSpan span = expr->span;
    for (uint32_t i = span.start; i < span.end && w->out->n < w->limit; i++) {
        char c = span.source->text[i];
        nj_strbuf_putc(w->out, c == '\n' ? ' ' : c);
    }
}

static void write_bare(Writer *w, const NjExpr *e)
{
    switch (e->kind) {
    case NJ_EXPR_BOOL_OP:
        write_bool_op(w, e);
        break;
    case NJ_EXPR_NAMED_EXPR:
        write_expr(w, e->as.named_expr.target, LEVEL_ATOM);
        write_prefixed(w, " := ", e->as.named_expr.value, LEVEL_TEST);
        break;
    case NJ_EXPR_BIN_OP:
        write_binary(w, e);
        break;
    case NJ_EXPR_UNARY_OP:
        write_unary(w, e);
        break;
    case NJ_EXPR_LAMBDA:
        write_lambda(w, e);
        break;
    case NJ_EXPR_IF_EXP:
        write_expr(w, e->as.if_exp.body, LEVEL_OR);
        write_prefixed(w, " if ", e->as.if_exp.test, LEVEL_OR);
        write_prefixed(w, " else ", e->as.if_exp.orelse, LEVEL_TEST);
        break;
    case NJ_EXPR_DICT:
        write_dict(w, e);
        break;
    case NJ_EXPR_SET:
        nj_strbuf_putc(w->out, '{');
        write_list(w, e->as.set.elts);
        nj_strbuf_putc(w->out, '}');
        break;
    case NJ_EXPR_LIST_COMP:
        write_comprehension(w, "[]", NULL, e->as.list_comp.elt, e->as.list_comp.generators);
        break;
    case NJ_EXPR_SET_COMP:
        write_comprehension(w, "{}", NULL, e->as.set_comp.elt, e->as.set_comp.generators);
        break;
    case NJ_EXPR_DICT_COMP:
        write_comprehension(w, "{}", e->as.dict_comp.key, e->as.dict_comp.value,
                            e->as.dict_comp.generators);
        break;
    case NJ_EXPR_GENERATOR_EXP:
        write_comprehension(w, "()", NULL, e->as.generator_exp.elt, e->as.generator_exp.generators);
        break;
    case NJ_EXPR_AWAIT:
        write_prefixed(w, "await ", e->as.await.value, LEVEL_ATOM);
        break;
    case NJ_EXPR_YIELD:
        write_text(w, "yield");
        if (e->as.yield.value)
            write_prefixed(w, " ", e->as.yield.value, LEVEL_TUPLE);
        break;
    case NJ_EXPR_YIELD_FROM:
        write_prefixed(w, "yield from ", e->as.yield_from.value, LEVEL_TEST);
        break;
    case NJ_EXPR_COMPARE:
        write_compare(w, e);
        break;
    case NJ_EXPR_CALL:
        write_call(w, e);
        break;
    case NJ_EXPR_FORMATTED_VALUE:
    case NJ_EXPR_JOINED_STR:
    case NJ_EXPR_CONSTANT:
        write_verbatim(w, e);
        break;
    case NJ_EXPR_ATTRIBUTE:
        write_attribute(w, e);
        break;
    case NJ_EXPR_SUBSCRIPT:
        write_subscript(w, e);
        break;
    case NJ_EXPR_STARRED:
        write_prefixed(w, "*", e->as.starred.value, LEVEL_BITOR);
        break;
    case NJ_EXPR_NAME:
        write_text(w, e->as.name.name->text);
        break;
    case NJ_EXPR_LIST:
        nj_strbuf_putc(w->out, '[');
        write_list(w, e->as.list.elts);
        nj_strbuf_putc(w->out, ']');
        break;
    case NJ_EXPR_TUPLE:
        if (e->as.tuple.elts.n)
            write_tuple(w, e->as.tuple.elts);
        else
            write_text(w, "()");
        break;
    case NJ_EXPR_SLICE:
        write_slice(w, e);
        break;
    case NJ_EXPR_COUNT:
        break;
    }
}

/* Writes an operand of something that binds as tightly as `outer`. */
static void write_expr(Writer *w, const NjExpr *expr, Level outer)
{
    if (w->out->n >= w->limit)
        return;
    bool needs_parens = level_of(expr) < outer;
    if (needs_parens)
        nj_strbuf_putc(w->out, '(');
    write_bare(w, expr);
    if (needs_parens)
        nj_strbuf_putc(w->out, ')');
}

void nj_expr_print_source(const NjExpr *expr, size_t max_len, NjStrBuf *out)
{
    size_t start = out->n;
    Writer writer = {out, start + max_len + 1};
    write_expr(&writer, expr, LEVEL_TUPLE);
    if (out->n - start <= max_len)
        return;
    size_t end = start + (max_len > 3 ? max_len - 3 : 0);
    while (end > start && ((unsigned char)out->text[end] & 0xC0) == 0x80)
        end--; /* never within a character */
    out->n = end;
    nj_strbuf_puts(out, "...");
}

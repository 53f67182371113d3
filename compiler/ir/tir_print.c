/* tir_print.c - writes TIR as indented text.
 *
 * Arithmetic is infix where Python has an operator for it and a call otherwise; "!" after an operator or a
 * subscript says that it may raise, "~" before a subscript that a negative one counts from the end. */
#include "compiler/ir/tir_print.h"

#include "compiler/ir/cuda.h"

#include <stdio.h>
#include <string.h>

typedef struct Printer {
    NjStrBuf *out;
    unsigned depth;
} Printer;

static const char *const unop_text[] = {
#define TIR_UNOP(E, text) [NJ_UN_##E] = text,
#include "compiler/ir/tir.def"
#undef TIR_UNOP
};

static const char *const binop_text[] = {
#define TIR_BINOP(E, text) [NJ_BIN_##E] = text,
#include "compiler/ir/tir.def"
#undef TIR_BINOP
};

static const char *const redop_text[] = {
#define TIR_REDOP(E, text) [NJ_RED_##E] = text,
#include "compiler/ir/tir.def"
#undef TIR_REDOP
};

static const char *const rtcall_text[] = {
#define RTCALL(name, result, params, raises) [NJ_RT_##name] = #name,
#include "runtime/rtcalls.def"
#undef RTCALL
    [NJ_RT_COUNT] = "?"};

static const char *const math_text[] = {
#define MATH(name, nargs, libm) [NJ_M_##name] = #name,
#include "compiler/funcs/math.def"
#undef MATH
    [NJ_M_COUNT] = "?"};

static const char *const exc_text[] = {
#define EXC(E, name, parent) [NPRT_EXC_##E] = #name,
#include "runtime/exceptions.def"
#undef EXC
    [NPRT_EXC_USER] = "exception"};

/* ---- types ------------------------------------------------------------------------------------ */

static const char *const dtype_text[] = {
    [NPRT_BOOL] = "bool", [NPRT_I8] = "i8",   [NPRT_I16] = "i16", [NPRT_I32] = "i32",
    [NPRT_I64] = "i64",   [NPRT_U8] = "u8",   [NPRT_U16] = "u16", [NPRT_U32] = "u32",
    [NPRT_U64] = "u64",   [NPRT_F16] = "f16", [NPRT_F32] = "f32", [NPRT_F64] = "f64",
    [NPRT_C64] = "c64",   [NPRT_C128] = "c128"};

static void print_dims(NjStrBuf *out, const NjType *t)
{
    nj_strbuf_puts(out, "[");
    for (unsigned k = 0; k < t->ndim; k++)
        nj_strbuf_puts(out, k ? ",:" : ":");
    nj_strbuf_puts(out, "]");
    nj_strbuf_putc(out, "CFA"[t->layout]);
}

void nj_tir_print_type(NjStrBuf *out, const NjType *t)
{
    if (t->kind == NJ_T_ARRAY) {
        nj_strbuf_puts(out, dtype_text[t->dtype]);
        print_dims(out, t);
    } else if (t->kind == NJ_T_SCALAR && !t->py) {
        nj_strbuf_puts(out, dtype_text[t->dtype]);
    } else {
        nj_strbuf_puts(out, nj_type_str_of(out->arena, t));
    }
}

/* ---- expressions ------------------------------------------------------------------------------ */

static void print_list(NjStrBuf *out, NjTirExpr *const *items, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        nj_strbuf_puts(out, i ? ", " : "");
        nj_tir_print_expr(out, items[i]);
    }
}

/* A call in the dump's notation: name(items). */
static void print_apply(NjStrBuf *out, const char *name, NjTirExpr *const *items, uint32_t n)
{
    nj_strbuf_puts(out, name);
    nj_strbuf_putc(out, '(');
    print_list(out, items, n);
    nj_strbuf_putc(out, ')');
}

static bool is_infix(const NjTirExpr *e)
{
    if (e->kind == NJ_X_COMPARE)
        return true;
    if (e->kind != NJ_X_BINARY)
        return false;
    switch (e->as.binary.op) {
    case NJ_BIN_ADD:
    case NJ_BIN_SUB:
    case NJ_BIN_MUL:
    case NJ_BIN_DIV:
    case NJ_BIN_FLOORDIV:
    case NJ_BIN_MOD:
    case NJ_BIN_AND:
    case NJ_BIN_OR:
    case NJ_BIN_XOR:
        return true;
    default:
        return false;
    }
}

static const char *infix_text(const NjTirExpr *e)
{
    static const char *const cmp_symbol[] = {[NJ_CMP_EQ] = "==", [NJ_CMP_NE] = "!=",
                                             [NJ_CMP_LT] = "<",  [NJ_CMP_LE] = "<=",
                                             [NJ_CMP_GT] = ">",  [NJ_CMP_GE] = ">="};
    static const char *const bin_symbol[] = {[NJ_BIN_ADD] = "+",       [NJ_BIN_SUB] = "-",
                                             [NJ_BIN_MUL] = "*",       [NJ_BIN_DIV] = "/",
                                             [NJ_BIN_FLOORDIV] = "//", [NJ_BIN_MOD] = "%",
                                             [NJ_BIN_AND] = "&",       [NJ_BIN_OR] = "|",
                                             [NJ_BIN_XOR] = "^"};
    return e->kind == NJ_X_COMPARE ? cmp_symbol[e->as.compare.op] : bin_symbol[e->as.binary.op];
}

static const char *bang(NjArith arith)
{
    return arith == NJ_ARITH_CHECKED ? "!" : "";
}

/* An operand of an infix operator: nested infix operators get parentheses. */
static void print_operand(NjStrBuf *out, const NjTirExpr *e)
{
    bool nested = is_infix(e);
    nj_strbuf_puts(out, nested ? "(" : "");
    nj_tir_print_expr(out, e);
    nj_strbuf_puts(out, nested ? ")" : "");
}

static void print_infix(NjStrBuf *out, const NjTirExpr *e)
{
    bool is_compare = e->kind == NJ_X_COMPARE;
    print_operand(out, is_compare ? e->as.compare.a : e->as.binary.a);
    nj_strbuf_printf(out, " %s%s ", infix_text(e), is_compare ? "" : bang(e->as.binary.arith));
    print_operand(out, is_compare ? e->as.compare.b : e->as.binary.b);
}

static void print_binary(NjStrBuf *out, const NjTirExpr *e)
{
    if (is_infix(e)) {
        print_infix(out, e);
        return;
    }
    nj_strbuf_printf(out, "%s%s(", binop_text[e->as.binary.op], bang(e->as.binary.arith));
    nj_tir_print_expr(out, e->as.binary.a);
    nj_strbuf_puts(out, ", ");
    nj_tir_print_expr(out, e->as.binary.b);
    nj_strbuf_putc(out, ')');
}

static void print_text(NjStrBuf *out, const char *text, uint32_t len)
{
    nj_strbuf_putc(out, '"');
    for (uint32_t i = 0; i < len; i++) {
        unsigned char c = (unsigned char)text[i];
        if (c == '"' || c == '\\')
            nj_strbuf_printf(out, "\\%c", c);
        else if (c < 0x20 || c == 0x7f)
            nj_strbuf_printf(out, "\\x%02x", c);
        else
            nj_strbuf_putc(out, (char)c);
    }
    nj_strbuf_putc(out, '"');
}

/* The shortest of the usual precisions that reads back as the same double. */
static void print_double(NjStrBuf *out, double value)
{
    const char *text = nj_arena_printf(out->arena, "%.15g", value);
    double back = 0;
    if (sscanf(text, "%lf", &back) != 1 || memcmp(&back, &value, sizeof back) != 0)
        text = nj_arena_printf(out->arena, "%.17g", value);
    nj_strbuf_puts(out, text);
    if (!strpbrk(text, ".eni"))
        nj_strbuf_puts(out, ".0");
}

static void print_sub(NjStrBuf *out, const NjTirSub *sub)
{
    nj_strbuf_puts(out, sub->wrap ? "~" : "");
    bool nested = (sub->wrap || sub->check) && is_infix(sub->index);
    nj_strbuf_puts(out, nested ? "(" : "");
    nj_tir_print_expr(out, sub->index);
    nj_strbuf_puts(out, nested ? ")" : "");
    nj_strbuf_puts(out, sub->check ? "!" : "");
}

static void print_element(NjStrBuf *out, const NjTirExpr *base, const NjTirSub *subs, uint32_t n)
{
    print_operand(out, base);
    nj_strbuf_putc(out, '[');
    for (uint32_t i = 0; i < n; i++) {
        nj_strbuf_puts(out, i ? ", " : "");
        print_sub(out, &subs[i]);
    }
    nj_strbuf_putc(out, ']');
}

static void print_spec(NjStrBuf *out, const NjTirSpec *spec)
{
    switch (spec->kind) {
    case NJ_SPEC_INDEX:
        print_sub(out, &spec->index);
        return;
    case NJ_SPEC_SLICE:
        if (spec->start)
            nj_tir_print_expr(out, spec->start);
        nj_strbuf_putc(out, ':');
        if (spec->stop)
            nj_tir_print_expr(out, spec->stop);
        if (spec->step) {
            nj_strbuf_putc(out, ':');
            nj_tir_print_expr(out, spec->step);
        }
        return;
    case NJ_SPEC_FULL:
        nj_strbuf_putc(out, ':');
        return;
    case NJ_SPEC_NEWAXIS:
        nj_strbuf_puts(out, "new");
        return;
    }
}

static void print_view(NjStrBuf *out, const NjTirExpr *e)
{
    nj_strbuf_puts(out, "view ");
    print_operand(out, e->as.view.base);
    nj_strbuf_putc(out, '[');
    for (uint32_t i = 0; i < e->as.view.n; i++) {
        nj_strbuf_puts(out, i ? ", " : "");
        print_spec(out, &e->as.view.specs[i]);
    }
    nj_strbuf_putc(out, ']');
}

static void print_transpose(NjStrBuf *out, const NjTirExpr *e)
{
    nj_strbuf_puts(out, "transpose(");
    nj_tir_print_expr(out, e->as.transpose.a);
    for (unsigned k = 0; k < e->type->ndim; k++)
        nj_strbuf_printf(out, ", %u", e->as.transpose.perm[k]);
    nj_strbuf_putc(out, ')');
}

static void print_reduce(NjStrBuf *out, const NjTirExpr *e)
{
    nj_strbuf_printf(out, "%s(", redop_text[e->as.reduce.op]);
    nj_tir_print_expr(out, e->as.reduce.a);
    unsigned ndim = e->as.reduce.a->type->ndim;
    uint32_t all = ndim < 32 ? (1u << ndim) - 1u : UINT32_MAX;
    if ((e->as.reduce.axes & all) != all) {
        nj_strbuf_puts(out, ", axes");
        for (unsigned k = 0; k < ndim; k++)
            if (e->as.reduce.axes >> k & 1u)
                nj_strbuf_printf(out, " %u", k);
    }
    nj_strbuf_puts(out, e->as.reduce.keepdims ? ", keepdims" : "");
    if (e->as.reduce.initial) {
        nj_strbuf_puts(out, ", initial ");
        nj_tir_print_expr(out, e->as.reduce.initial);
    }
    if (e->as.reduce.where) {
        nj_strbuf_puts(out, ", where ");
        nj_tir_print_expr(out, e->as.reduce.where);
    }
    nj_strbuf_putc(out, ')');
}

static void print_const(NjStrBuf *out, const NjTirExpr *e)
{
    switch (e->kind) {
    case NJ_X_CONST_INT:
        if (e->type->kind == NJ_T_SCALAR && e->type->dtype == NPRT_BOOL)
            nj_strbuf_puts(out, e->as.const_int.value ? "true" : "false");
        else
            nj_strbuf_printf(out, "%lld", (long long)e->as.const_int.value);
        return;
    case NJ_X_CONST_FLOAT:
        print_double(out, e->as.const_float.value);
        return;
    case NJ_X_CONST_COMPLEX:
        nj_strbuf_puts(out, "complex(");
        print_double(out, e->as.const_complex.re);
        nj_strbuf_puts(out, ", ");
        print_double(out, e->as.const_complex.im);
        nj_strbuf_putc(out, ')');
        return;
    default:
        print_text(out, e->as.const_str.text, e->as.const_str.len);
    }
}

static void print_unary(NjStrBuf *out, const NjTirExpr *e)
{
    nj_strbuf_printf(out, "%s%s(", unop_text[e->as.unary.op], bang(e->as.unary.arith));
    nj_tir_print_expr(out, e->as.unary.a);
    nj_strbuf_putc(out, ')');
}

static void print_cast(NjStrBuf *out, const NjTirExpr *e)
{
    nj_tir_print_type(out, e->type);
    nj_strbuf_printf(out, "%s(", bang(e->as.cast.arith));
    nj_tir_print_expr(out, e->as.cast.a);
    nj_strbuf_putc(out, ')');
}

/* name(a, number) */
static void print_part(NjStrBuf *out, const char *name, const NjTirExpr *a, uint32_t index)
{
    nj_strbuf_printf(out, "%s(", name);
    nj_tir_print_expr(out, a);
    nj_strbuf_printf(out, ", %u)", index);
}

static void print_field(NjStrBuf *out, const NjTirExpr *base, uint32_t index)
{
    const NjType *t = base->type;
    print_operand(out, base);
    if (t->names && index < t->n)
        nj_strbuf_printf(out, ".%s", t->names[index]->text);
    else
        nj_strbuf_printf(out, ".%u", index);
}

static void print_alloc(NjStrBuf *out, const NjTirExpr *e)
{
    nj_strbuf_printf(out, "%s %s[", e->as.alloc.zero ? "zeros" : "alloc", dtype_text[e->type->dtype]);
    print_list(out, e->as.alloc.shape, e->as.alloc.n);
    nj_strbuf_putc(out, ']');
}

static void print_new_dict(NjStrBuf *out, const NjTirExpr *e)
{
    nj_strbuf_puts(out, "new_dict(");
    for (uint32_t i = 0; i < e->as.new_dict.n; i++) {
        nj_strbuf_puts(out, i ? ", " : "");
        nj_tir_print_expr(out, e->as.new_dict.keys[i]);
        nj_strbuf_puts(out, ": ");
        nj_tir_print_expr(out, e->as.new_dict.values[i]);
    }
    nj_strbuf_putc(out, ')');
}

static void print_broadcast(NjStrBuf *out, const NjTirExpr *e)
{
    nj_strbuf_puts(out, "broadcast(");
    nj_tir_print_expr(out, e->as.broadcast.a);
    nj_strbuf_puts(out, " to [");
    print_list(out, e->as.broadcast.shape, e->as.broadcast.n);
    nj_strbuf_puts(out, "])");
}

static void print_scan(NjStrBuf *out, const NjTirExpr *e)
{
    nj_strbuf_printf(out, "scan_%s(", redop_text[e->as.scan.op]);
    nj_tir_print_expr(out, e->as.scan.a);
    nj_strbuf_printf(out, ", axis %u)", e->as.scan.axis);
}

static void print_unit(NjStrBuf *out, const NjTirExpr *e)
{
    nj_strbuf_putc(out, '<');
    nj_tir_print_type(out, e->type);
    nj_strbuf_putc(out, '>');
}

/* Objects and containers. */
static void print_heap_expr(NjStrBuf *out, const NjTirExpr *e)
{
    NjTirExpr *pair[2] = {NULL, NULL};
    switch (e->kind) {
    case NJ_X_LEN:
        print_apply(out, "len", &e->as.len.a, 1);
        return;
    case NJ_X_LIST_GET:
        print_element(out, e->as.list_get.base, &e->as.list_get.sub, 1);
        return;
    case NJ_X_FIELD:
        print_field(out, e->as.field.base, e->as.field.index);
        return;
    case NJ_X_CELL_GET:
        print_apply(out, "cell_get", &e->as.cell_get.a, 1);
        return;
    case NJ_X_ENTRY_KEY:
    case NJ_X_ENTRY_VALUE:
        pair[0] = e->as.entry.base;
        pair[1] = e->as.entry.index;
        print_apply(out, e->kind == NJ_X_ENTRY_KEY ? "entry_key" : "entry_value", pair, 2);
        return;
    case NJ_X_NEW_LIST:
        print_apply(out, "new_list", e->as.new_list.items, e->as.new_list.n);
        return;
    case NJ_X_NEW_SET:
        print_apply(out, "new_set", e->as.new_list.items, e->as.new_list.n);
        return;
    case NJ_X_NEW_DICT:
        print_new_dict(out, e);
        return;
    case NJ_X_NEW_OBJECT:
        nj_strbuf_puts(out, "new ");
        nj_tir_print_type(out, e->type);
        return;
    case NJ_X_NEW_CELL:
        print_apply(out, "new_cell", &e->as.new_cell.a, 1);
        return;
    default:
        nj_strbuf_puts(out, "?");
    }
}

static void print_call(NjStrBuf *out, const NjTirExpr *e)
{
    switch (e->kind) {
    case NJ_X_CALL:
        nj_strbuf_puts(out, "call ");
        print_apply(out, e->as.call.fn->name, e->as.call.args, e->as.call.n);
        return;
    case NJ_X_RTCALL:
        nj_strbuf_puts(out, "rt ");
        print_apply(out, rtcall_text[e->as.rtcall.id], e->as.rtcall.args, e->as.rtcall.n);
        return;
    default:
        nj_strbuf_printf(out, "cuda %s", nj_cuda_name((NjCudaOp)e->as.target_call.id));
        print_apply(out, "", e->as.target_call.args, e->as.target_call.n);
    }
}

/* Arrays as wholes. */
static void print_array_expr(NjStrBuf *out, const NjTirExpr *e)
{
    switch (e->kind) {
    case NJ_X_VIEW:
        print_view(out, e);
        return;
    case NJ_X_TRANSPOSE:
        print_transpose(out, e);
        return;
    case NJ_X_FLATTEN:
        print_apply(out, "flatten", &e->as.flatten.a, 1);
        return;
    case NJ_X_BROADCAST:
        print_broadcast(out, e);
        return;
    case NJ_X_IOTA:
        print_apply(out, "iota", &e->as.iota.n, 1);
        return;
    case NJ_X_REDUCE:
        print_reduce(out, e);
        return;
    case NJ_X_ROW_SUM: {
        NjTirExpr *parts[3] = {e->as.row_sum.a, e->as.row_sum.first, e->as.row_sum.n};
        print_apply(out, "row_sum", parts, 3);
        return;
    }
    case NJ_X_SCAN:
        print_scan(out, e);
        return;
    default:
        print_alloc(out, e);
    }
}

void nj_tir_print_expr(NjStrBuf *out, const NjTirExpr *e)
{
    switch (e->kind) {
    case NJ_X_CONST_INT:
    case NJ_X_CONST_FLOAT:
    case NJ_X_CONST_COMPLEX:
    case NJ_X_CONST_STR:
        print_const(out, e);
        return;
    case NJ_X_UNIT:
        print_unit(out, e);
        return;
    case NJ_X_LOCAL:
        nj_strbuf_puts(out, e->as.local.local->name);
        return;
    case NJ_X_GLOBAL:
        nj_strbuf_printf(out, "@%s", e->as.global.global->name);
        return;
    case NJ_X_UNARY:
        print_unary(out, e);
        return;
    case NJ_X_BINARY:
        print_binary(out, e);
        return;
    case NJ_X_COMPARE:
        print_infix(out, e);
        return;
    case NJ_X_CAST:
        print_cast(out, e);
        return;
    case NJ_X_SELECT: {
        NjTirExpr *parts[3] = {e->as.select.cond, e->as.select.a, e->as.select.b};
        print_apply(out, "select", parts, 3);
        return;
    }
    case NJ_X_MATH:
        print_apply(out, math_text[e->as.math.id], e->as.math.args, e->as.math.n);
        return;
    case NJ_X_TUPLE:
        print_apply(out, "tuple", e->as.tuple.items, e->as.tuple.n);
        return;
    case NJ_X_TUPLE_GET:
        print_field(out, e->as.tuple_get.a, e->as.tuple_get.index);
        return;
    case NJ_X_OPT_NONE:
        nj_strbuf_puts(out, "none");
        return;
    case NJ_X_OPT_SOME:
        print_apply(out, "some", &e->as.opt.a, 1);
        return;
    case NJ_X_OPT_HAS:
        print_apply(out, "has", &e->as.opt.a, 1);
        return;
    case NJ_X_OPT_GET:
        print_apply(out, "get", &e->as.opt.a, 1);
        return;
    case NJ_X_SHAPE:
        print_part(out, "shape", e->as.shape.a, e->as.shape.dim);
        return;
    case NJ_X_STRIDE:
        print_part(out, "stride", e->as.shape.a, e->as.shape.dim);
        return;
    case NJ_X_LOAD:
        print_element(out, e->as.load.base, e->as.load.subs, e->as.load.n);
        return;
    case NJ_X_VIEW:
    case NJ_X_TRANSPOSE:
    case NJ_X_FLATTEN:
    case NJ_X_BROADCAST:
    case NJ_X_IOTA:
    case NJ_X_REDUCE:
    case NJ_X_ROW_SUM:
    case NJ_X_SCAN:
    case NJ_X_ALLOC:
        print_array_expr(out, e);
        return;
    case NJ_X_LEN:
    case NJ_X_LIST_GET:
    case NJ_X_FIELD:
    case NJ_X_CELL_GET:
    case NJ_X_ENTRY_KEY:
    case NJ_X_ENTRY_VALUE:
    case NJ_X_NEW_LIST:
    case NJ_X_NEW_DICT:
    case NJ_X_NEW_SET:
    case NJ_X_NEW_OBJECT:
    case NJ_X_NEW_CELL:
        print_heap_expr(out, e);
        return;
    case NJ_X_FN_ADDR:
        nj_strbuf_printf(out, "&%s", e->as.call.fn->name);
        return;
    case NJ_X_CALL:
    case NJ_X_RTCALL:
    case NJ_X_TARGET_CALL:
        print_call(out, e);
        return;
    case NJ_X_COUNT:
        return;
    }
}

/* ---- statements ------------------------------------------------------------------------------- */

static void print_block(Printer *p, const NjTirBlock *block);

static void indent(Printer *p)
{
    nj_strbuf_fill(p->out, ' ', 2u * p->depth);
}

static void print_nested(Printer *p, const NjTirBlock *block)
{
    p->depth++;
    print_block(p, block);
    p->depth--;
}

/* A heading on a line of its own, then a block. */
static void print_section(Printer *p, const char *heading, const NjTirBlock *block)
{
    indent(p);
    nj_strbuf_printf(p->out, "%s\n", heading);
    print_nested(p, block);
}

static void print_loop_place(Printer *p, uint32_t id, NjSpan span)
{
    nj_strbuf_printf(p->out, "  ; loop #%u", id);
    if (span.source)
        nj_strbuf_printf(p->out, " %u:%u", nj_span_line(span), nj_span_column(span));
    nj_strbuf_putc(p->out, '\n');
}

static void print_for(Printer *p, const NjTirStmt *s)
{
    NjStrBuf *out = p->out;
    nj_strbuf_printf(out, "%sfor %s in ",
                     s->as.for_.is_parallel     ? "parallel "
                     : s->as.for_.is_unit_lanes ? "lanes "
                                                : "",
                     s->as.for_.var->name);
    nj_tir_print_expr(out, s->as.for_.start);
    nj_strbuf_puts(out, " .. ");
    nj_tir_print_expr(out, s->as.for_.stop);
    const NjTirExpr *step = s->as.for_.step;
    if (step->kind != NJ_X_CONST_INT || step->as.const_int.value != 1) {
        nj_strbuf_puts(out, " step ");
        nj_tir_print_expr(out, step);
    }
    nj_strbuf_puts(out, s->as.for_.is_cold ? " cold" : "");
    print_loop_place(p, s->as.for_.loop_id, s->span);
    print_nested(p, &s->as.for_.body);
}

static void print_while(Printer *p, const NjTirStmt *s)
{
    nj_strbuf_puts(p->out, "while");
    if (s->as.while_.pre.n) {
        print_loop_place(p, s->as.while_.loop_id, s->span);
        p->depth++;
        print_section(p, "pre", &s->as.while_.pre);
        indent(p);
        nj_strbuf_puts(p->out, "until not ");
        nj_tir_print_expr(p->out, s->as.while_.cond);
        nj_strbuf_putc(p->out, '\n');
        print_block(p, &s->as.while_.body);
        p->depth--;
        return;
    }
    nj_strbuf_putc(p->out, ' ');
    nj_tir_print_expr(p->out, s->as.while_.cond);
    print_loop_place(p, s->as.while_.loop_id, s->span);
    print_nested(p, &s->as.while_.body);
}

static void print_if(Printer *p, const NjTirStmt *s)
{
    nj_strbuf_puts(p->out, "if ");
    nj_tir_print_expr(p->out, s->as.if_.cond);
    nj_strbuf_putc(p->out, '\n');
    print_nested(p, &s->as.if_.then_block);
    if (s->as.if_.else_block.n)
        print_section(p, "else", &s->as.if_.else_block);
}

static void print_try(Printer *p, const NjTirStmt *s)
{
    nj_strbuf_puts(p->out, "try\n");
    print_nested(p, &s->as.try_.body);
    const char *name = s->as.try_.exc ? s->as.try_.exc->name : "_";
    print_section(p, nj_arena_printf(p->out->arena, "except %s", name), &s->as.try_.handler);
}

static void print_check(Printer *p, const NjTirStmt *s)
{
    nj_strbuf_puts(p->out, "check ");
    nj_tir_print_expr(p->out, s->as.check.cond);
    int kind = s->as.check.exc < NPRT_EXC_USER ? (int)s->as.check.exc : (int)NPRT_EXC_USER;
    nj_strbuf_printf(p->out, " else %s ", exc_text[kind]);
    print_text(p->out, s->as.check.format, (uint32_t)strlen(s->as.check.format));
    for (uint32_t i = 0; i < s->as.check.n; i++) {
        nj_strbuf_puts(p->out, ", ");
        nj_tir_print_expr(p->out, s->as.check.args[i]);
    }
    nj_strbuf_putc(p->out, '\n');
}

static void print_value_line(Printer *p, const char *text, const NjTirExpr *value)
{
    nj_strbuf_puts(p->out, text);
    if (value)
        nj_tir_print_expr(p->out, value);
    nj_strbuf_putc(p->out, '\n');
}

/* "place = value" of the statements that store; the place is printed by the caller. */
static void print_stored(Printer *p, const NjTirExpr *value)
{
    print_value_line(p, " = ", value);
}

static void print_stmt(Printer *p, const NjTirStmt *s)
{
    NjStrBuf *out = p->out;
    if (s->kind == NJ_S_BLOCK) {
        print_section(p, "block", &s->as.block);
        return;
    }
    indent(p);
    switch (s->kind) {
    case NJ_S_ASSIGN:
        nj_strbuf_puts(out, s->as.assign.local->name);
        print_stored(p, s->as.assign.value);
        return;
    case NJ_S_GLOBAL_SET:
        nj_strbuf_printf(out, "@%s", s->as.global_set.global->name);
        print_stored(p, s->as.global_set.value);
        return;
    case NJ_S_STORE:
        print_element(out, s->as.store.base, s->as.store.subs, s->as.store.n);
        print_stored(p, s->as.store.value);
        return;
    case NJ_S_ARRAY_STORE:
        nj_strbuf_puts(out, "store ");
        nj_tir_print_expr(out, s->as.array_store.view);
        print_stored(p, s->as.array_store.value);
        return;
    case NJ_S_LIST_SET:
        print_element(out, s->as.list_set.base, &s->as.list_set.sub, 1);
        print_stored(p, s->as.list_set.value);
        return;
    case NJ_S_FIELD_SET:
        print_field(out, s->as.field_set.base, s->as.field_set.index);
        print_stored(p, s->as.field_set.value);
        return;
    case NJ_S_CELL_SET:
        print_apply(out, "cell", &s->as.cell_set.cell, 1);
        print_stored(p, s->as.cell_set.value);
        return;
    case NJ_S_EXPR:
        print_value_line(p, "", s->as.expr.value);
        return;
    case NJ_S_IF:
        print_if(p, s);
        return;
    case NJ_S_FOR:
        print_for(p, s);
        return;
    case NJ_S_WHILE:
        print_while(p, s);
        return;
    case NJ_S_BREAK:
        nj_strbuf_puts(out, "break\n");
        return;
    case NJ_S_CONTINUE:
        nj_strbuf_puts(out, "continue\n");
        return;
    case NJ_S_RETURN:
        print_value_line(p, s->as.ret.value ? "return " : "return", s->as.ret.value);
        return;
    case NJ_S_RAISE:
        print_value_line(p, s->as.raise.is_reraise ? "reraise " : "raise ", s->as.raise.exc);
        return;
    case NJ_S_CHECK:
        print_check(p, s);
        return;
    case NJ_S_TRY:
        print_try(p, s);
        return;
    case NJ_S_BARRIER:
        nj_strbuf_puts(out, "barrier\n");
        return;
    case NJ_S_BLOCK:
    case NJ_S_COUNT:
        return;
    }
}

static void print_block(Printer *p, const NjTirBlock *block)
{
    for (uint32_t i = 0; i < block->n; i++)
        print_stmt(p, block->items[i]);
}

void nj_tir_print_stmt(NjStrBuf *out, const NjTirStmt *stmt, unsigned depth)
{
    Printer p = {out, depth};
    print_stmt(&p, stmt);
}

/* ---- functions and modules -------------------------------------------------------------------- */

static void print_heading(NjStrBuf *out, const NjTirFn *fn)
{
    nj_strbuf_printf(out, "fn %s(", fn->name);
    for (uint32_t i = 0; i < fn->n_params; i++) {
        nj_strbuf_printf(out, "%s%s: ", i ? ", " : "", fn->params[i]->name);
        nj_tir_print_type(out, fn->params[i]->type);
    }
    nj_strbuf_puts(out, ") -> ");
    if (fn->result)
        nj_tir_print_type(out, fn->result);
    else
        nj_strbuf_putc(out, '?');
    nj_strbuf_puts(out, "  ; ");
    if (fn->span.source)
        nj_strbuf_printf(out, "%s:%u, ", fn->span.source->path, nj_span_line(fn->span));
    nj_strbuf_printf(out, "%s model%s%s%s\n", fn->model == NJ_MODEL_NUMBA ? "numba" : "numpy",
                     fn->fastmath ? ", fastmath" : "", fn->bounds_check ? "" : ", unchecked",
                     fn->may_raise ? "" : ", never raises");
}

/* One line per type, its locals in order of creation. */
static void print_locals(NjStrBuf *out, const NjTirFn *fn)
{
    for (uint32_t i = 0; i < fn->n_locals; i++) {
        const NjType *t = fn->locals[i]->type;
        bool is_first = !fn->locals[i]->is_param;
        for (uint32_t k = 0; k < i && is_first; k++)
            is_first = fn->locals[k]->is_param || fn->locals[k]->type != t;
        if (!is_first)
            continue;
        nj_strbuf_puts(out, "  var ");
        for (uint32_t k = i, n = 0; k < fn->n_locals; k++)
            if (fn->locals[k]->type == t && !fn->locals[k]->is_param)
                nj_strbuf_printf(out, "%s%s", n++ ? ", " : "", fn->locals[k]->name);
        nj_strbuf_puts(out, ": ");
        nj_tir_print_type(out, t);
        nj_strbuf_putc(out, '\n');
    }
}

void nj_tir_print_fn(NjStrBuf *out, const NjTirFn *fn)
{
    print_heading(out, fn);
    print_locals(out, fn);
    Printer p = {out, 1};
    print_block(&p, &fn->body);
}

void nj_tir_print_module(NjStrBuf *out, const NjTirModule *module)
{
    for (uint32_t i = 0; i < module->n_globals; i++) {
        nj_strbuf_printf(out, "global @%s: ", module->globals[i]->name);
        nj_tir_print_type(out, module->globals[i]->type);
        nj_strbuf_putc(out, '\n');
    }
    bool has_printed = module->n_globals > 0, saw_main = false;
    for (uint32_t i = 0; i < module->n_fns; i++) {
        saw_main |= module->fns[i] == module->main;
        nj_strbuf_puts(out, has_printed ? "\n" : "");
        nj_tir_print_fn(out, module->fns[i]);
        has_printed = true;
    }
    if (module->main && !saw_main) {
        nj_strbuf_puts(out, has_printed ? "\n" : "");
        nj_tir_print_fn(out, module->main);
    }
}

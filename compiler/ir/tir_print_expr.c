/* tir_print_expr.c - writes the types and expressions of TIR as text, each on one line. */
#include "compiler/ir/tir_print_internal.h"

#include "compiler/ir/cuda.h"

#include <stdio.h>
#include <string.h>

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
void nj_tir_print_apply(NjStrBuf *out, const char *name, NjTirExpr *const *items, uint32_t n)
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

void nj_tir_print_text(NjStrBuf *out, const char *text, uint32_t len)
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

void nj_tir_print_element(NjStrBuf *out, const NjTirExpr *base, const NjTirSub *subs, uint32_t n)
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
        nj_tir_print_text(out, e->as.const_str.text, e->as.const_str.len);
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

void nj_tir_print_field(NjStrBuf *out, const NjTirExpr *base, uint32_t index)
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
        nj_tir_print_apply(out, "len", &e->as.len.a, 1);
        return;
    case NJ_X_LIST_GET:
        nj_tir_print_element(out, e->as.list_get.base, &e->as.list_get.sub, 1);
        return;
    case NJ_X_FIELD:
        nj_tir_print_field(out, e->as.field.base, e->as.field.index);
        return;
    case NJ_X_CELL_GET:
        nj_tir_print_apply(out, "cell_get", &e->as.cell_get.a, 1);
        return;
    case NJ_X_ENTRY_KEY:
    case NJ_X_ENTRY_VALUE:
        pair[0] = e->as.entry.base;
        pair[1] = e->as.entry.index;
        nj_tir_print_apply(out, e->kind == NJ_X_ENTRY_KEY ? "entry_key" : "entry_value", pair, 2);
        return;
    case NJ_X_NEW_LIST:
        nj_tir_print_apply(out, "new_list", e->as.new_list.items, e->as.new_list.n);
        return;
    case NJ_X_NEW_SET:
        nj_tir_print_apply(out, "new_set", e->as.new_list.items, e->as.new_list.n);
        return;
    case NJ_X_NEW_DICT:
        print_new_dict(out, e);
        return;
    case NJ_X_NEW_OBJECT:
        nj_strbuf_puts(out, "new ");
        nj_tir_print_type(out, e->type);
        return;
    case NJ_X_NEW_CELL:
        nj_tir_print_apply(out, "new_cell", &e->as.new_cell.a, 1);
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
        nj_tir_print_apply(out, e->as.call.fn->name, e->as.call.args, e->as.call.n);
        return;
    case NJ_X_RTCALL:
        nj_strbuf_puts(out, "rt ");
        nj_tir_print_apply(out, rtcall_text[e->as.rtcall.id], e->as.rtcall.args, e->as.rtcall.n);
        return;
    default:
        nj_strbuf_printf(out, "cuda %s", nj_cuda_name((NjCudaOp)e->as.target_call.id));
        nj_tir_print_apply(out, "", e->as.target_call.args, e->as.target_call.n);
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
        nj_tir_print_apply(out, "flatten", &e->as.flatten.a, 1);
        return;
    case NJ_X_BROADCAST:
        print_broadcast(out, e);
        return;
    case NJ_X_IOTA:
        nj_tir_print_apply(out, "iota", &e->as.iota.n, 1);
        return;
    case NJ_X_REDUCE:
        print_reduce(out, e);
        return;
    case NJ_X_ROW_SUM: {
        NjTirExpr *parts[3] = {e->as.row_sum.a, e->as.row_sum.first, e->as.row_sum.n};
        nj_tir_print_apply(out, "row_sum", parts, 3);
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
        nj_tir_print_apply(out, "select", parts, 3);
        return;
    }
    case NJ_X_MATH:
        nj_tir_print_apply(out, math_text[e->as.math.id], e->as.math.args, e->as.math.n);
        return;
    case NJ_X_TUPLE:
        nj_tir_print_apply(out, "tuple", e->as.tuple.items, e->as.tuple.n);
        return;
    case NJ_X_TUPLE_GET:
        nj_tir_print_field(out, e->as.tuple_get.a, e->as.tuple_get.index);
        return;
    case NJ_X_OPT_NONE:
        nj_strbuf_puts(out, "none");
        return;
    case NJ_X_OPT_SOME:
        nj_tir_print_apply(out, "some", &e->as.opt.a, 1);
        return;
    case NJ_X_OPT_HAS:
        nj_tir_print_apply(out, "has", &e->as.opt.a, 1);
        return;
    case NJ_X_OPT_GET:
        nj_tir_print_apply(out, "get", &e->as.opt.a, 1);
        return;
    case NJ_X_SHAPE:
        print_part(out, "shape", e->as.shape.a, e->as.shape.dim);
        return;
    case NJ_X_STRIDE:
        print_part(out, "stride", e->as.shape.a, e->as.shape.dim);
        return;
    case NJ_X_LOAD:
        nj_tir_print_element(out, e->as.load.base, e->as.load.subs, e->as.load.n);
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

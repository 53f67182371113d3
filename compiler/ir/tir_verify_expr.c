/* tir_verify_expr.c - the rules of the TIR's expressions, one function per kind of node. */
#include "compiler/ir/tir_verify_internal.h"

#include <string.h>

void nj_verify_fail(NjVerifier *v, const char *what)
{
    if (!v->verdict)
        v->verdict =
            nj_arena_printf(v->arena, "%s, line %u: %s: %s", v->fn ? v->fn->name : "module",
                            nj_span_line(v->span), v->where, what);
}

bool nj_verify_claim(NjVerifier *v, bool holds, const char *what)
{
    if (!holds)
        nj_verify_fail(v, what);
    return holds;
}

static const char *text(NjVerifier *v, const NjType *t)
{
    return t ? nj_type_str_of(v->arena, t) : "nothing";
}

/* ---- types ---------------------------------------------------------------------------------- */

/* Equal, or arrays that differ in layout. */
static bool agree(const NjType *a, const NjType *b)
{
    if (a == b)
        return true;
    return a && b && a->kind == NJ_T_ARRAY && b->kind == NJ_T_ARRAY && a->dtype == b->dtype &&
           a->ndim == b->ndim;
}

void nj_verify_type(NjVerifier *v, const NjType *have, const NjType *want, const char *what)
{
    if (!agree(have, want))
        nj_verify_fail(
            v, nj_arena_printf(v->arena, "%s is %s, not %s", what, text(v, have), text(v, want)));
}

bool nj_verify_is_int64(const NjType *t)
{
    return t && t->kind == NJ_T_SCALAR && t->dtype == NPRT_I64;
}

bool nj_verify_is_bool(const NjType *t)
{
    return t && t->kind == NJ_T_SCALAR && t->dtype == NPRT_BOOL;
}

void nj_verify_int64(NjVerifier *v, const NjTirExpr *x, const char *what)
{
    if (!x || !nj_verify_is_int64(x->type))
        nj_verify_fail(v, nj_arena_printf(v->arena, "%s is %s, not an int64", what,
                                          text(v, x ? x->type : NULL)));
}

/* A scalar, or before loopify an array: what elementwise nodes work on. */
static bool is_numeric(const NjVerifier *v, const NjType *t)
{
    return t->kind == NJ_T_SCALAR || (v->stage == NJ_TIR_BUILT && t->kind == NJ_T_ARRAY);
}

static void claim_numeric(NjVerifier *v, const NjTirExpr *x)
{
    if (!is_numeric(v, x->type))
        nj_verify_fail(v, nj_arena_printf(v->arena, "operand is %s", text(v, x->type)));
}

static void claim_same_dtype(NjVerifier *v, const NjTirExpr *a, const NjTirExpr *b)
{
    claim_numeric(v, a);
    claim_numeric(v, b);
    if (a->type->dtype != b->type->dtype)
        nj_verify_fail(v, nj_arena_printf(v->arena, "operands are %s and %s", text(v, a->type),
                                          text(v, b->type)));
}

/* ---- expressions: arithmetic ---------------------------------------------------------------- */

static NprtDtype unary_result(NjTirUnop op, NprtDtype d, NprtDtype given)
{
    switch (op) {
    case NJ_UN_NOT:
    case NJ_UN_ISNAN:
    case NJ_UN_ISINF:
    case NJ_UN_ISFINITE:
    case NJ_UN_SIGNBIT:
        return NPRT_BOOL;
    case NJ_UN_ABS:
    case NJ_UN_REAL:
    case NJ_UN_IMAG:
        return nj_dtype_real(d);
    case NJ_UN_POPCOUNT:
        return nj_dtype_is_int(given) ? given : NPRT_U8;
    case NJ_UN_NEG:
    case NJ_UN_INVERT:
    case NJ_UN_SQRT:
    case NJ_UN_FLOOR:
    case NJ_UN_CEIL:
    case NJ_UN_TRUNC:
    case NJ_UN_RINT:
    case NJ_UN_SIGN:
    case NJ_UN_CONJ:
        return d;
    }
    return d;
}

static void check_unary(NjVerifier *v, const NjTirExpr *x)
{
    const NjTirExpr *a = x->as.unary.a;
    claim_numeric(v, a);
    nj_verify_claim(v, is_numeric(v, x->type), "the result is no number");
    NprtDtype want = unary_result(x->as.unary.op, a->type->dtype, x->type->dtype);
    nj_verify_claim(v, x->type->dtype == want, "the result's dtype is not the operation's");
    bool inexact = nj_dtype_is_float(a->type->dtype) || nj_dtype_is_complex(a->type->dtype);
    if (x->as.unary.op == NJ_UN_SQRT)
        nj_verify_claim(v, inexact, "operand of sqrt is no float");
    if (x->as.unary.op == NJ_UN_INVERT)
        nj_verify_claim(v, !inexact, "operand of invert is no integer");
}

static void check_binary(NjVerifier *v, const NjTirExpr *x)
{
    const NjTirExpr *a = x->as.binary.a, *b = x->as.binary.b;
    claim_same_dtype(v, a, b);
    nj_verify_claim(v, is_numeric(v, x->type) && x->type->dtype == a->type->dtype,
                    "the result's dtype is not the operands'");
    NprtDtype d = a->type->dtype;
    bool is_complex = nj_dtype_is_complex(d), is_exact = !nj_dtype_is_float(d) && !is_complex;
    switch (x->as.binary.op) {
    case NJ_BIN_DIV:
        nj_verify_claim(v, !is_exact, "division of integers");
        return;
    case NJ_BIN_FLOORDIV:
    case NJ_BIN_MOD:
    case NJ_BIN_FMOD:
        nj_verify_claim(v, !is_complex && d != NPRT_BOOL, "floor division of complex or bool");
        return;
    case NJ_BIN_AND:
    case NJ_BIN_OR:
    case NJ_BIN_XOR:
        nj_verify_claim(v, is_exact, "bits of a float");
        return;
    case NJ_BIN_SHL:
    case NJ_BIN_SHR:
        nj_verify_claim(v, is_exact && d != NPRT_BOOL, "shift of what is no integer");
        return;
    case NJ_BIN_COPYSIGN:
        nj_verify_claim(v, nj_dtype_is_float(d), "copysign of what is no float");
        return;
    case NJ_BIN_ADD:
    case NJ_BIN_SUB:
    case NJ_BIN_MUL:
    case NJ_BIN_POW:
    case NJ_BIN_MIN:
    case NJ_BIN_MAX:
    case NJ_BIN_FMIN:
    case NJ_BIN_FMAX:
        return;
    }
}

static void check_select(NjVerifier *v, const NjTirExpr *x)
{
    nj_verify_claim(
        v, x->as.select.cond->type->dtype == NPRT_BOOL && is_numeric(v, x->as.select.cond->type),
        "the condition is no bool");
    if (x->type->kind == NJ_T_SCALAR || v->stage == NJ_TIR_LOOPIFIED) {
        nj_verify_type(v, x->as.select.a->type, x->type, "the first arm");
        nj_verify_type(v, x->as.select.b->type, x->type, "the second arm");
    }
}

static void check_math(NjVerifier *v, const NjTirExpr *x)
{
    static const uint32_t counts[] = {
#define MATH(name, nargs, libm) nargs,
#include "compiler/funcs/math.def"
#undef MATH
    };
    if (!nj_verify_claim(v, x->as.math.n == counts[x->as.math.id], "wrong number of arguments"))
        return;
    for (uint32_t i = 0; i < x->as.math.n; i++) {
        NprtDtype d = x->as.math.args[i]->type->dtype;
        claim_numeric(v, x->as.math.args[i]);
        nj_verify_claim(v, nj_dtype_is_float(d) || nj_dtype_is_complex(d),
                        "an argument is no float");
        nj_verify_claim(v, d == x->type->dtype, "an argument's dtype is not the result's");
    }
}

/* ---- expressions: structs and containers ---------------------------------------------------- */

static void check_tuple(NjVerifier *v, const NjTirExpr *x)
{
    const NjType *t = x->type;
    if (t->kind == NJ_T_RANGE || t->kind == NJ_T_SLICE) {
        nj_verify_claim(v, x->as.tuple.n == (t->kind == NJ_T_RANGE ? 3u : 4u),
                        "wrong number of items");
        return;
    }
    if (t->kind == NJ_T_SCALAR) {
        if (nj_verify_claim(v, nj_dtype_is_complex(t->dtype) && x->as.tuple.n == 2,
                            "not the parts of a complex number"))
            for (uint32_t i = 0; i < 2; i++)
                nj_verify_claim(v, x->as.tuple.items[i]->type->dtype == nj_dtype_real(t->dtype),
                                "a part is no float");
        return;
    }
    if (!nj_verify_claim(v, t->n == x->as.tuple.n, "wrong number of items"))
        return;
    for (uint32_t i = 0; i < t->n; i++)
        nj_verify_type(v, x->as.tuple.items[i]->type, t->elems[i], "an item");
}

static void check_tuple_get(NjVerifier *v, const NjTirExpr *x)
{
    const NjType *t = x->as.tuple_get.a->type;
    uint32_t index = x->as.tuple_get.index;
    if (t->kind == NJ_T_RANGE || t->kind == NJ_T_SLICE)
        nj_verify_claim(v, index < (t->kind == NJ_T_RANGE ? 3u : 4u), "no such item");
    else if (nj_verify_claim(v, t->elems && index < t->n, "no such item"))
        nj_verify_type(v, x->type, t->elems[index], "the result");
}

static void check_optional(NjVerifier *v, const NjTirExpr *x)
{
    if (x->kind == NJ_X_OPT_NONE) {
        nj_verify_claim(v, x->type->kind == NJ_T_OPTIONAL, "the result is no optional");
        return;
    }
    bool wraps = x->kind == NJ_X_OPT_SOME;
    const NjType *optional = wraps ? x->type : x->as.opt.a->type;
    const NjType *inner = wraps ? x->as.opt.a->type : x->type;
    if (!nj_verify_claim(v, optional->kind == NJ_T_OPTIONAL, "not an optional"))
        return;
    if (x->kind == NJ_X_OPT_HAS)
        nj_verify_claim(v, nj_verify_is_bool(x->type), "the result is no bool");
    else
        nj_verify_type(v, inner, optional->elems[0], "the value");
}

static void check_len(NjVerifier *v, const NjTirExpr *x)
{
    NjTypeKind kind = x->as.len.a->type->kind;
    nj_verify_claim(v,
                    kind == NJ_T_LIST || kind == NJ_T_STR || kind == NJ_T_BYTES ||
                        kind == NJ_T_DICT || kind == NJ_T_SET,
                    "the operand has no length");
    nj_verify_claim(v, nj_verify_is_int64(x->type), "the result is no int64");
}

static void check_list_get(NjVerifier *v, const NjTirExpr *x)
{
    const NjType *t = x->as.list_get.base->type;
    nj_verify_int64(v, x->as.list_get.sub.index, "the index");
    if (nj_verify_claim(v, t->kind == NJ_T_LIST, "the base is no list"))
        nj_verify_type(v, x->type, t->elems[0], "the result");
}

static void check_field(NjVerifier *v, const NjTirExpr *x)
{
    const NjType *t = x->as.field.base->type;
    if (nj_verify_claim(v, t->kind == NJ_T_OBJECT && x->as.field.index < t->n, "no such field"))
        nj_verify_type(v, x->type, t->elems[x->as.field.index], "the result");
}

static void check_entry(NjVerifier *v, const NjTirExpr *x)
{
    const NjType *t = x->as.entry.base->type;
    bool is_key = x->kind == NJ_X_ENTRY_KEY;
    nj_verify_int64(v, x->as.entry.index, "the entry number");
    if (nj_verify_claim(v, t->kind == NJ_T_DICT || (is_key && t->kind == NJ_T_SET),
                        "the base is no dict"))
        nj_verify_type(v, x->type, t->elems[is_key ? 0 : 1], "the result");
}

static void check_new(NjVerifier *v, const NjTirExpr *x)
{
    const NjType *t = x->type;
    if (x->kind == NJ_X_NEW_DICT) {
        if (!nj_verify_claim(v, t->kind == NJ_T_DICT, "the result is no dict"))
            return;
        for (uint32_t i = 0; i < x->as.new_dict.n; i++) {
            nj_verify_type(v, x->as.new_dict.keys[i]->type, t->elems[0], "a key");
            nj_verify_type(v, x->as.new_dict.values[i]->type, t->elems[1], "a value");
        }
        return;
    }
    if (!nj_verify_claim(v, t->kind == (x->kind == NJ_X_NEW_LIST ? NJ_T_LIST : NJ_T_SET),
                         "wrong result type"))
        return;
    for (uint32_t i = 0; i < x->as.new_list.n; i++)
        nj_verify_type(v, x->as.new_list.items[i]->type, t->elems[0], "an item");
}

/* ---- expressions: arrays -------------------------------------------------------------------- */

void nj_verify_subs(NjVerifier *v, const NjTirExpr *base, const NjTirSub *subs, uint32_t n)
{
    if (!nj_verify_claim(v, base->type->kind == NJ_T_ARRAY, "the base is no array") ||
        !nj_verify_claim(v, n == base->type->ndim, "not one subscript per dimension"))
        return;
    for (uint32_t i = 0; i < n; i++)
        nj_verify_int64(v, subs[i].index, "a subscript");
}

static void check_load(NjVerifier *v, const NjTirExpr *x)
{
    nj_verify_subs(v, x->as.load.base, x->as.load.subs, x->as.load.n);
    nj_verify_claim(v,
                    x->type->kind == NJ_T_SCALAR && x->type->dtype == x->as.load.base->type->dtype,
                    "the result is not the array's element");
}

static void check_view(NjVerifier *v, const NjTirExpr *x)
{
    const NjType *base = x->as.view.base->type;
    if (!nj_verify_claim(v, base->kind == NJ_T_ARRAY && x->type->kind == NJ_T_ARRAY,
                         "not of arrays"))
        return;
    uint32_t taken = 0, made = 0;
    for (uint32_t i = 0; i < x->as.view.n; i++) {
        const NjTirSpec *spec = &x->as.view.specs[i];
        taken += spec->kind != NJ_SPEC_NEWAXIS;
        made += spec->kind != NJ_SPEC_INDEX;
        if (spec->kind == NJ_SPEC_INDEX)
            nj_verify_int64(v, spec->index.index, "a subscript");
        const NjTirExpr *bounds[] = {spec->start, spec->stop, spec->step};
        for (int k = 0; spec->kind == NJ_SPEC_SLICE && k < 3; k++)
            if (bounds[k])
                nj_verify_int64(v, bounds[k], "a slice bound");
    }
    if (nj_verify_claim(v, taken <= base->ndim, "too many subscripts"))
        nj_verify_claim(v, made + (base->ndim - taken) == x->type->ndim,
                        "wrong rank of the result");
    nj_verify_claim(v, x->type->dtype == base->dtype, "the view has another dtype");
}

static void check_transpose(NjVerifier *v, const NjTirExpr *x)
{
    const NjType *base = x->as.transpose.a->type;
    if (!nj_verify_claim(v, agree(base, x->type) && base->kind == NJ_T_ARRAY,
                         "wrong type of the result"))
        return;
    uint64_t used = 0;
    for (uint32_t k = 0; k < base->ndim; k++)
        used |= UINT64_C(1) << (x->as.transpose.perm[k] & 63);
    nj_verify_claim(v, used == (UINT64_C(1) << base->ndim) - 1, "not a permutation");
}

static void check_alloc(NjVerifier *v, const NjTirExpr *x)
{
    if (!nj_verify_claim(v, x->type->kind == NJ_T_ARRAY && x->as.alloc.n == x->type->ndim,
                         "wrong rank"))
        return;
    nj_verify_claim(v, x->type->layout != NJ_LAYOUT_A, "a new array has a layout");
    for (uint32_t i = 0; i < x->as.alloc.n; i++)
        nj_verify_int64(v, x->as.alloc.shape[i], "an extent");
}

static void check_shape(NjVerifier *v, const NjTirExpr *x)
{
    const NjType *t = x->as.shape.a->type;
    nj_verify_claim(v, t->kind == NJ_T_ARRAY && x->as.shape.dim < t->ndim, "no such dimension");
    nj_verify_claim(v, nj_verify_is_int64(x->type), "the result is no int64");
}

/* ---- expressions: calls --------------------------------------------------------------------- */

static void check_call(NjVerifier *v, const NjTirExpr *x)
{
    const NjTirFn *fn = x->as.call.fn;
    if (!nj_verify_claim(v, x->as.call.n == fn->n_params, "wrong number of arguments"))
        return;
    for (uint32_t i = 0; i < fn->n_params; i++)
        nj_verify_type(v, x->as.call.args[i]->type, fn->params[i]->type, "an argument");
    nj_verify_type(v, x->type, fn->result, "the result");
}

static bool fits_letter(char letter, const NjType *t)
{
    switch (letter) {
    case 'i':
        return nj_type_is_integral(t);
    case 'd':
        return nj_type_is_float(t);
    case 'b':
        return nj_verify_is_bool(t);
    case 'p': /* None is NULL */
        return (t->is_managed && t->kind != NJ_T_ARRAY) || t->kind == NJ_T_NONE;
    default:
        return true;
    }
}

static void check_rtcall(NjVerifier *v, const NjTirExpr *x)
{
    static const char *const params[] = {
#define RTCALL(name, result, params, raises) params,
#include "runtime/rtcalls.def"
#undef RTCALL
    };
    static const char *const names[] = {
#define RTCALL(name, result, params, raises) #name,
#include "runtime/rtcalls.def"
#undef RTCALL
    };
    v->where = names[x->as.rtcall.id];
    const char *letters = params[x->as.rtcall.id];
    if (!nj_verify_claim(v, x->as.rtcall.n == strlen(letters), "wrong number of arguments"))
        return;
    for (uint32_t i = 0; i < x->as.rtcall.n; i++) {
        const NjType *t = x->as.rtcall.args[i]->type;
        if (!fits_letter(letters[i], t))
            nj_verify_fail(v, nj_arena_printf(v->arena, "argument %u is %s, not '%c'", i + 1,
                                              text(v, t), letters[i]));
    }
}

/* ---- dispatch ------------------------------------------------------------------------------- */

void nj_verify_local(NjVerifier *v, const NjTirLocal *local)
{
    nj_verify_claim(v, local->id < v->fn->n_locals && v->fn->locals[local->id] == local,
                    "a local of another function");
}

void nj_verify_node(NjVerifier *v, const NjTirExpr *x)
{
    switch (x->kind) {
    case NJ_X_CONST_INT:
        nj_verify_claim(v, nj_type_is_integral(x->type) || x->type->kind == NJ_T_BIGINT,
                        "no integer type");
        return;
    case NJ_X_CONST_FLOAT:
        nj_verify_claim(v, nj_type_is_float(x->type), "no float type");
        return;
    case NJ_X_CONST_COMPLEX:
        nj_verify_claim(v, nj_type_is_complex(x->type), "no complex type");
        return;
    case NJ_X_CONST_STR:
        nj_verify_claim(v, x->type->kind == NJ_T_STR || x->type->kind == NJ_T_BYTES,
                        "no text type");
        return;
    case NJ_X_UNIT:
        nj_verify_claim(v, x->type->is_unit, "a type with bits");
        return;
    case NJ_X_LOCAL:
        nj_verify_local(v, x->as.local.local);
        nj_verify_type(v, x->type, x->as.local.local->type, "the node");
        return;
    case NJ_X_GLOBAL:
        nj_verify_type(v, x->type, x->as.global.global->type, "the node");
        return;
    case NJ_X_UNARY:
        check_unary(v, x);
        return;
    case NJ_X_BINARY:
        check_binary(v, x);
        return;
    case NJ_X_COMPARE:
        claim_same_dtype(v, x->as.compare.a, x->as.compare.b);
        nj_verify_claim(v, x->type->dtype == NPRT_BOOL && is_numeric(v, x->type),
                        "the result is no bool");
        return;
    case NJ_X_SELECT:
        check_select(v, x);
        return;
    case NJ_X_MATH:
        check_math(v, x);
        return;
    case NJ_X_TUPLE:
        check_tuple(v, x);
        return;
    case NJ_X_TUPLE_GET:
        check_tuple_get(v, x);
        return;
    case NJ_X_OPT_NONE:
    case NJ_X_OPT_SOME:
    case NJ_X_OPT_HAS:
    case NJ_X_OPT_GET:
        check_optional(v, x);
        return;
    case NJ_X_LEN:
        check_len(v, x);
        return;
    case NJ_X_SHAPE:
    case NJ_X_STRIDE:
        check_shape(v, x);
        return;
    case NJ_X_LOAD:
        check_load(v, x);
        return;
    case NJ_X_LIST_GET:
        check_list_get(v, x);
        return;
    case NJ_X_FIELD:
        check_field(v, x);
        return;
    case NJ_X_CELL_GET:
        if (nj_verify_claim(v, x->as.cell_get.a->type->kind == NJ_T_CELL, "not a cell"))
            nj_verify_type(v, x->type, x->as.cell_get.a->type->elems[0], "the result");
        return;
    case NJ_X_ENTRY_KEY:
    case NJ_X_ENTRY_VALUE:
        check_entry(v, x);
        return;
    case NJ_X_VIEW:
        check_view(v, x);
        return;
    case NJ_X_TRANSPOSE:
        check_transpose(v, x);
        return;
    case NJ_X_FLATTEN:
        nj_verify_claim(v,
                        x->type->kind == NJ_T_ARRAY && x->type->ndim == 1 &&
                            x->as.flatten.a->type->kind == NJ_T_ARRAY &&
                            x->as.flatten.a->type->layout == NJ_LAYOUT_C,
                        "not a C array to one dimension");
        return;
    case NJ_X_ROW_SUM:
        nj_verify_claim(v,
                        x->as.row_sum.a->type->kind == NJ_T_ARRAY &&
                            x->as.row_sum.a->type->ndim == 1 &&
                            x->as.row_sum.a->type->layout == NJ_LAYOUT_C,
                        "the row is no C array of one dimension");
        nj_verify_int64(v, x->as.row_sum.first, "the first position");
        nj_verify_int64(v, x->as.row_sum.n, "the number of elements");
        return;
    case NJ_X_ALLOC:
        check_alloc(v, x);
        return;
    case NJ_X_NEW_LIST:
    case NJ_X_NEW_DICT:
    case NJ_X_NEW_SET:
        check_new(v, x);
        return;
    case NJ_X_NEW_OBJECT:
        nj_verify_claim(v, x->type->kind == NJ_T_OBJECT, "no class");
        return;
    case NJ_X_NEW_CELL:
        if (nj_verify_claim(v, x->type->kind == NJ_T_CELL, "no cell type") && x->as.new_cell.a)
            nj_verify_type(v, x->as.new_cell.a->type, x->type->elems[0], "the value");
        return;
    case NJ_X_FN_ADDR:
        nj_verify_claim(v, x->as.call.fn->needs_entry, "no entry");
        return;
    case NJ_X_CALL:
        check_call(v, x);
        return;
    case NJ_X_RTCALL:
        check_rtcall(v, x);
        return;
    case NJ_X_CAST:
    case NJ_X_BROADCAST:
    case NJ_X_IOTA:
    case NJ_X_REDUCE:
    case NJ_X_SCAN:
    case NJ_X_TARGET_CALL:
    case NJ_X_COUNT:
        return;
    }
}

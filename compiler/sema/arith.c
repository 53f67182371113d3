/* arith.c - operators on numbers and arrays: result dtypes in both models, and the TIR for them.
 *
 * numpy model: Python numbers follow CPython (exact ints, ZeroDivisionError), NumPy scalars and arrays
 * NEP 50. numba model: Numba's typing (measured with Numba 0.68): integer scalars widen to 64 bits, float
 * literals are float64, scalars meeting arrays are weak only for floats, ints count as int64. */
#include "compiler/sema/sema.h"

#include <math.h>
#include <string.h>

typedef struct Operand {
    NprtDtype dtype;
    bool array, weak, py;
} Operand;

static Operand operand_of(NjVal v)
{
    return (Operand){v.type->dtype, v.type->kind == NJ_T_ARRAY, v.type->kind == NJ_T_SCALAR && v.type->py,
                     v.type->kind == NJ_T_SCALAR && v.type->py};
}

static bool is_numeric(NjVal v)
{
    return v.type->kind == NJ_T_SCALAR || v.type->kind == NJ_T_ARRAY;
}

static bool is_unsigned_or_bool(NprtDtype d)
{
    return nj_dtype_is_unsigned(d);
}

/* Numba: ints of any width meet as (u)int64; uint64 with a literal stays unsigned. */
static NprtDtype numba_ints(Operand a, Operand b, bool a_literal, bool b_literal)
{
    if (a.dtype == NPRT_U64 && b_literal)
        return NPRT_U64;
    if (b.dtype == NPRT_U64 && a_literal)
        return NPRT_U64;
    return is_unsigned_or_bool(a.dtype) && is_unsigned_or_bool(b.dtype) ? NPRT_U64 : NPRT_I64;
}

static bool is_integral(NprtDtype d)
{
    return d == NPRT_BOOL || nj_dtype_is_int(d);
}

static NprtDtype numba_scalars(Operand a, Operand b, bool a_literal, bool b_literal)
{
    if (is_integral(a.dtype) && is_integral(b.dtype))
        return numba_ints(a, b, a_literal, b_literal);
    if (is_integral(a.dtype))
        a.dtype = NPRT_F64;
    if (is_integral(b.dtype))
        b.dtype = NPRT_F64;
    return nj_promote_dtypes(a.dtype, b.dtype);
}

static int kind_rank(NprtDtype d)
{
    if (is_integral(d))
        return d == NPRT_BOOL ? 0 : 1;
    return nj_dtype_is_float(d) ? 2 : 3;
}

/* Numba's array expressions: a float array keeps its width against scalars and against int arrays. */
static NprtDtype numba_arrays(Operand a, Operand b)
{
    if (!a.array || !b.array) {
        Operand arr = a.array ? a : b, scalar = a.array ? b : a;
        int ka = kind_rank(arr.dtype), ks = kind_rank(scalar.dtype);
        if (ka >= 2 && ka >= ks)
            return arr.dtype;
        return nj_promote_dtypes(arr.dtype, scalar.dtype);
    }
    if (nj_dtype_is_float(a.dtype) && is_integral(b.dtype))
        return a.dtype;
    if (nj_dtype_is_float(b.dtype) && is_integral(a.dtype))
        return b.dtype;
    return nj_promote_dtypes(a.dtype, b.dtype);
}

static bool is_literal(NjVal v)
{
    return v.known && (v.known->kind == NJ_KNOWN_INT || v.known->kind == NJ_KNOWN_BOOL);
}

/* The dtype in which two operands meet, before the operator's own rule. */
static NprtDtype common_dtype(NjWalk *w, NjVal va, NjVal vb)
{
    Operand a = operand_of(va), b = operand_of(vb);
    if (w->model == NJ_MODEL_NUMBA) {
        if (a.array || b.array)
            return numba_arrays(a, b);
        return numba_scalars(a, b, is_literal(va), is_literal(vb));
    }
    bool both_weak = a.weak && b.weak;
    NjOperandType ops[2] = {{a.dtype, a.weak && !both_weak}, {b.dtype, b.weak && !both_weak}};
    return nj_result_dtype(ops, 2);
}

/* ---- elementwise nodes ---- */

static const NjType *shaped(NjWalk *w, NprtDtype dtype, bool py, unsigned ndim)
{
    if (ndim == 0)
        return nj_type_scalar(w->types, dtype, py);
    return nj_type_array(w->types, dtype, ndim, NJ_LAYOUT_C);
}

static unsigned ndim_of(NjVal v)
{
    return v.type->kind == NJ_T_ARRAY ? v.type->ndim : 0;
}

/* 0-d arrays take part in arithmetic as their element. */
static NjVal strip_0d(NjWalk *w, NjVal v, NjSpan span)
{
    if (v.type->kind == NJ_T_ARRAY && v.type->ndim == 0)
        return nj_load(w, v, NULL, 0, true, span);
    return v;
}

NjVal nj_map_unary(NjWalk *w, NjTirUnop op, NjVal a, NprtDtype out, NjSpan span)
{
    a = strip_0d(w, a, span);
    if (nj_is_error(a))
        return a;
    bool py = a.type->kind == NJ_T_SCALAR && a.type->py &&
              (out == NPRT_BOOL || out == NPRT_I64 || out == NPRT_F64 || out == NPRT_C128);
    NjTirExpr *e = nj_tir_unary(w->arena, op, shaped(w, out, py, ndim_of(a)), nj_expr_of(w, a, span));
    e->span = span;
    return nj_normal(w, nj_val(e->type, e));
}

static unsigned max_ndim(NjVal a, NjVal b)
{
    unsigned x = ndim_of(a), y = ndim_of(b);
    return x > y ? x : y;
}

static bool both_py(NjVal a, NjVal b)
{
    return a.type->kind == NJ_T_SCALAR && b.type->kind == NJ_T_SCALAR && a.type->py && b.type->py;
}

static NjVal map_arith(NjWalk *w, NjTirBinop op, NjVal a, NjVal b, NprtDtype dtype, NjArith arith, NjSpan span)
{
    bool py = both_py(a, b);
    a = nj_to_dtype(w, a, dtype, py, span);
    b = nj_to_dtype(w, b, dtype, py, span);
    if (nj_is_error(a) || nj_is_error(b))
        return nj_val_error(w);
    const NjType *type = shaped(w, dtype, py, max_ndim(a, b));
    NjTirExpr *e =
        nj_tir_binary(w->arena, op, arith, type, nj_expr_of(w, a, span), nj_expr_of(w, b, span));
    e->span = span;
    return nj_normal(w, nj_val(type, e));
}

NjVal nj_map_binary(NjWalk *w, NjTirBinop op, NjVal a, NjVal b, NprtDtype dtype, NjSpan span)
{
    return map_arith(w, op, strip_0d(w, a, span), strip_0d(w, b, span), dtype, NJ_ARITH_WRAP, span);
}

/* A Python int that is compared wraps, it need not fit (nj_to_dtype). */
static NjVal strong_int(NjWalk *w, NjVal v, NjSpan span)
{
    return v.type->kind == NJ_T_SCALAR && v.type->py ? nj_to_dtype(w, v, v.type->dtype, false, span) : v;
}

NjVal nj_map_compare(NjWalk *w, NjTirCmpop op, NjVal a, NjVal b, NprtDtype dtype, NjSpan span)
{
    a = strip_0d(w, a, span);
    b = strip_0d(w, b, span);
    bool py = both_py(a, b) || w->model == NJ_MODEL_NUMBA;
    a = nj_to_dtype(w, strong_int(w, a, span), dtype, false, span);
    b = nj_to_dtype(w, strong_int(w, b, span), dtype, false, span);
    if (nj_is_error(a) || nj_is_error(b))
        return nj_val_error(w);
    const NjType *type = shaped(w, NPRT_BOOL, py, max_ndim(a, b));
    NjTirExpr *e =
        nj_tir_compare(w->arena, op, type, nj_expr_of(w, a, span), nj_expr_of(w, b, span));
    e->span = span;
    return nj_val(type, e);
}

NjVal nj_map_math(NjWalk *w, NjMathId id, const NjVal *args, uint32_t n, NprtDtype dtype, NjSpan span)
{
    NjTirExpr *e = nj_tir_expr(w->arena, NJ_X_MATH, NULL, span);
    unsigned ndim = 0;
    bool py = true;
    e->as.math.id = id;
    e->as.math.n = n;
    for (uint32_t i = 0; i < n; i++) {
        NjVal a = strip_0d(w, args[i], span);
        py &= a.type->kind == NJ_T_SCALAR && a.type->py;
        a = nj_to_dtype(w, a, dtype, false, span);
        if (nj_is_error(a))
            return a;
        if (ndim_of(a) > ndim)
            ndim = ndim_of(a);
        e->as.math.args[i] = nj_expr_of(w, a, span);
    }
    e->type = shaped(w, dtype, py && (dtype == NPRT_F64 || dtype == NPRT_C128), ndim);
    return nj_normal(w, nj_val(e->type, e));
}

NjVal nj_map_select(NjWalk *w, NjVal cond, NjVal a, NjVal b, NprtDtype dtype, NjSpan span)
{
    cond = nj_to_dtype(w, strip_0d(w, cond, span), NPRT_BOOL, false, span);
    a = nj_to_dtype(w, strip_0d(w, a, span), dtype, false, span);
    b = nj_to_dtype(w, strip_0d(w, b, span), dtype, false, span);
    if (nj_is_error(cond) || nj_is_error(a) || nj_is_error(b))
        return nj_val_error(w);
    unsigned ndim = max_ndim(a, b);
    if (ndim_of(cond) > ndim)
        ndim = ndim_of(cond);
    NjTirExpr *e = nj_tir_expr(w->arena, NJ_X_SELECT, shaped(w, dtype, false, ndim), span);
    e->as.select.cond = nj_expr_of(w, cond, span);
    e->as.select.a = nj_expr_of(w, a, span);
    e->as.select.b = nj_expr_of(w, b, span);
    return nj_normal(w, nj_val(e->type, e));
}

/* ---- binary operators ---- */

static const char *op_text(NjBinOp op)
{
    return nj_binop_text(op);
}

/* NumPy's refusal of numbers for which the ufunc has no loop. */
static NjVal no_loop(NjWalk *w, const char *ufunc, NjSpan span)
{
    return nj_raises(w, span, NPRT_EXC_TYPE_ERROR,
                     "ufunc '%s' not supported for the input types, and the inputs could not be safely coerced to "
                     "any supported types according to the casting rule ''safe''",
                     ufunc);
}

static NjVal bad_operands(NjWalk *w, NjBinOp op, NjVal a, NjVal b, NjSpan span)
{
    static const char *const ufuncs[] = {
        [NJ_BINOP_LSHIFT] = "left_shift", [NJ_BINOP_RSHIFT] = "right_shift",   [NJ_BINOP_BITAND] = "bitwise_and",
        [NJ_BINOP_BITOR] = "bitwise_or",  [NJ_BINOP_BITXOR] = "bitwise_xor",   [NJ_BINOP_MOD] = "remainder",
        [NJ_BINOP_FLOORDIV] = "floor_divide"};
    bool divides = op == NJ_BINOP_MOD || op == NJ_BINOP_FLOORDIV;
    if (w->model == NJ_MODEL_NUMPY && is_numeric(a) && is_numeric(b) && !both_py(a, b) &&
        (ndim_of(a) || ndim_of(b) || !divides) && (size_t)op < sizeof ufuncs / sizeof ufuncs[0] && ufuncs[op])
        return no_loop(w, ufuncs[op], span);
    return nj_raises(w, span, NPRT_EXC_TYPE_ERROR, "unsupported operand type(s) for %s: '%s' and '%s'", op_text(op),
                   nj_py(w, a.type), nj_py(w, b.type));
}

static bool is_integer(NjVal v)
{
    return nj_type_is_scalar(v.type) && is_integral(v.type->dtype);
}

/* What arithmetic does on overflow and zero divisors for these operands. Kernels divide floats as IEEE 754 says,
 * but an integer divided by zero is nothing that a program could go on with. */
static NjArith arith_mode(NjWalk *w, NjBinOp op, NjVal a, NjVal b)
{
    bool divides = op == NJ_BINOP_DIV || op == NJ_BINOP_FLOORDIV || op == NJ_BINOP_MOD;
    if (a.type->kind == NJ_T_ARRAY || b.type->kind == NJ_T_ARRAY)
        return NJ_ARITH_WRAP;
    if (w->in_kernel && !w->def->module->is_prelude)
        return op != NJ_BINOP_DIV && divides && is_integer(a) && is_integer(b) ? NJ_ARITH_CHECKED : NJ_ARITH_WRAP;
    if (w->model == NJ_MODEL_NUMBA)
        return divides && w->zero_raises ? NJ_ARITH_CHECKED : NJ_ARITH_WRAP;
    if (!both_py(a, b))
        return NJ_ARITH_WRAP;
    if (divides)
        return w->zero_raises ? NJ_ARITH_CHECKED : NJ_ARITH_WRAP;
    return w->checked ? NJ_ARITH_CHECKED : NJ_ARITH_WRAP;
}

static NjVal int_power(NjWalk *w, NjVal a, NjVal b, NprtDtype dtype, NjSpan span)
{
    int64_t n;
    NjArith mode = arith_mode(w, NJ_BINOP_POW, a, b);
    bool known = nj_known_int(b, &n);
    static const char refusal[] = "Integers to negative integer powers are not allowed.";
    bool refuses = w->model == NJ_MODEL_NUMPY && !both_py(a, b);
    if (refuses && known && n < 0)
        return nj_raises(w, span, NPRT_EXC_VALUE_ERROR, refusal);
    if (refuses && ndim_of(b) && nj_dtype_is_signed(b.type->dtype)) {
        b = nj_spill(w, b);
        NjVal fine = nj_map_compare(w, NJ_CMP_GE, b, nj_val_int(w, 0, span), b.type->dtype, span);
        fine = nj_reduce(w, NJ_RED_ALL, fine, ~0u, false, NPRT_BOOL, (NjVal){0}, (NjVal){0}, span);
        nj_check(w, nj_expr_of(w, fine, span), NPRT_EXC_VALUE_ERROR, span, refusal, 0, NULL);
    }
    if (known && n < 0 && !ndim_of(a)) {
        NjVal fa = nj_to_dtype(w, a, NPRT_F64, both_py(a, b), span);
        NjVal args[2] = {fa, nj_val_float(w, (double)n, span)};
        return nj_map_math(w, NJ_M_pow, args, 2, NPRT_F64, span);
    }
    if (known && n == 2 && !nj_dtype_is_float(dtype)) {
        a = nj_spill(w, nj_to_dtype(w, a, dtype, both_py(a, b), span));
        NjVal copy = {a.type, a.expr ? nj_tir_clone(w->arena, a.expr) : NULL, NULL};
        return map_arith(w, NJ_BIN_MUL, a, copy, dtype, mode, span);
    }
    if (!known && !ndim_of(b) && nj_dtype_is_signed(b.type->dtype)) {
        b = nj_spill(w, nj_to_dtype(w, b, NPRT_I64, true, span));
        NjTirExpr *ok = nj_tir_compare(w->arena, NJ_CMP_GE, nj_type_pybool(w->types), b.expr,
                                       nj_tir_int(w->arena, b.type, 0, span));
        nj_check(w, ok, NPRT_EXC_VALUE_ERROR, span, refusal, 0, NULL);
    }
    return map_arith(w, NJ_BIN_POW, a, b, dtype, mode, span);
}

/* x ** n for a constant n by squaring, as Numba expands it. */
static NjVal static_power(NjWalk *w, NjVal x, int64_t n, NprtDtype dtype, NjSpan span)
{
    uint64_t m = n < 0 ? 0 - (uint64_t)n : (uint64_t)n;
    x = nj_spill(w, nj_to_dtype(w, x, dtype, x.type->py, span));
    NjVal r = {0}, base = x;
    for (; m; m >>= 1) {
        if (m & 1)
            r = r.type ? nj_spill(w, map_arith(w, NJ_BIN_MUL, r, base, dtype, NJ_ARITH_WRAP, span)) : base;
        if (m > 1)
            base = nj_spill(w, map_arith(w, NJ_BIN_MUL, base, base, dtype, NJ_ARITH_WRAP, span));
    }
    NjVal one = nj_to_dtype(w, nj_val_float(w, 1.0, span), dtype, x.type->py, span);
    if (!r.type)
        return one;
    if (n < 0)
        return map_arith(w, NJ_BIN_DIV, one, r, dtype, NJ_ARITH_WRAP, span);
    return r;
}

static NjVal square(NjWalk *w, NjVal a, NprtDtype dtype, NjSpan span)
{
    a = nj_to_dtype(w, a, dtype, both_py(a, a), span);
    if (!ndim_of(a))
        a = nj_spill(w, a);
    NjTirExpr *e = nj_expr_of(w, a, span);
    if (ndim_of(a) && e->kind != NJ_X_LOCAL) {
        a = nj_spill(w, a);
        e = a.expr;
    }
    NjVal copy = {a.type, nj_tir_clone(w->arena, e), NULL};
    return map_arith(w, NJ_BIN_MUL, a, copy, dtype, NJ_ARITH_WRAP, span);
}

static NjVal power(NjWalk *w, NjVal a, NjVal b, NprtDtype dtype, NjSpan span)
{
    int64_t n;
    double f;
    bool is_int = nj_known_int(b, &n);
    if (is_integral(dtype)) {
        if (dtype == NPRT_BOOL)
            dtype = both_py(a, b) ? NPRT_I64 : NPRT_I8;
        return int_power(w, a, b, dtype, span);
    }
    bool integral_exponent = is_int && is_integral(b.type->dtype);
    if (w->model == NJ_MODEL_NUMBA && integral_exponent && !ndim_of(a) && n > -65536 && n < 65536) {
        /* a literal integer exponent keeps the width of the base */
        NprtDtype d = is_integral(a.type->dtype) ? dtype : a.type->dtype;
        return static_power(w, a, n, d, span);
    }
    if (is_int && n == 2)
        return square(w, a, dtype, span);
    if (nj_known_float(b, &f) && ndim_of(a)) {
        if (f == 2.0)
            return square(w, a, dtype, span);
        if (f == 0.5)
            return nj_map_unary(w, NJ_UN_SQRT, nj_to_dtype(w, a, dtype, false, span), dtype, span);
        if (f == 1.0)
            return nj_to_dtype(w, a, dtype, false, span);
        if (f == -1.0)
            return map_arith(w, NJ_BIN_DIV, nj_val_float(w, 1.0, span), a, dtype, NJ_ARITH_WRAP, span);
    }
    return map_arith(w, NJ_BIN_POW, a, b, dtype, arith_mode(w, NJ_BINOP_POW, a, b), span);
}

static bool is_bitwise(NjBinOp op)
{
    return op == NJ_BINOP_BITAND || op == NJ_BINOP_BITOR || op == NJ_BINOP_BITXOR;
}

static NjTirBinop tir_op(NjBinOp op)
{
    switch (op) {
    case NJ_BINOP_ADD:
        return NJ_BIN_ADD;
    case NJ_BINOP_SUB:
        return NJ_BIN_SUB;
    case NJ_BINOP_MULT:
        return NJ_BIN_MUL;
    case NJ_BINOP_DIV:
        return NJ_BIN_DIV;
    case NJ_BINOP_FLOORDIV:
        return NJ_BIN_FLOORDIV;
    case NJ_BINOP_MOD:
        return NJ_BIN_MOD;
    case NJ_BINOP_BITAND:
        return NJ_BIN_AND;
    case NJ_BINOP_BITOR:
        return NJ_BIN_OR;
    case NJ_BINOP_BITXOR:
        return NJ_BIN_XOR;
    case NJ_BINOP_LSHIFT:
        return NJ_BIN_SHL;
    case NJ_BINOP_RSHIFT:
        return NJ_BIN_SHR;
    default:
        return NJ_BIN_POW;
    }
}

/* True division: integers become float64 (in Numba's arrays what NumPy's loops give). */
static NprtDtype division_dtype(NjWalk *w, NjVal a, NjVal b, NprtDtype dtype)
{
    if (!is_integral(dtype))
        return dtype;
    if (w->model == NJ_MODEL_NUMBA && ndim_of(a) && ndim_of(b))
        return nj_inexact_dtype(dtype) == NPRT_F16 ? NPRT_F64 : nj_inexact_dtype(dtype);
    return NPRT_F64;
}

static NjVal numeric_binary(NjWalk *w, NjBinOp op, NjVal a, NjVal b, NjSpan span)
{
    NprtDtype dtype = common_dtype(w, a, b);
    bool py = both_py(a, b);
    if (op == NJ_BINOP_LSHIFT || op == NJ_BINOP_RSHIFT || is_bitwise(op)) {
        if (!is_integral(a.type->dtype) || !is_integral(b.type->dtype))
            return bad_operands(w, op, a, b, span);
        bool shift = !is_bitwise(op);
        if (shift && w->model == NJ_MODEL_NUMBA && !ndim_of(a) && !ndim_of(b))
            dtype = is_unsigned_or_bool(a.type->dtype) ? NPRT_U64 : NPRT_I64;
        if (shift && dtype == NPRT_BOOL)
            dtype = py ? NPRT_I64 : NPRT_I8;
        if (!shift && a.type->dtype == NPRT_BOOL && b.type->dtype == NPRT_BOOL)
            dtype = NPRT_BOOL;
        NjArith mode = shift && op == NJ_BINOP_LSHIFT ? arith_mode(w, op, a, b) : NJ_ARITH_WRAP;
        return map_arith(w, tir_op(op), a, b, dtype, mode, span);
    }
    if (op == NJ_BINOP_POW)
        return power(w, a, b, dtype, span);
    if (op == NJ_BINOP_DIV)
        dtype = division_dtype(w, a, b, dtype);
    if (dtype == NPRT_BOOL && py)
        dtype = NPRT_I64;
    if (dtype == NPRT_BOOL) {
        if (op == NJ_BINOP_SUB)
            return nj_raises(w, span, NPRT_EXC_TYPE_ERROR,
                             "numpy boolean subtract, the `-` operator, is not supported, use the bitwise_xor, the "
                             "`^` operator, or the logical_xor function instead.");
        if (op == NJ_BINOP_ADD || op == NJ_BINOP_MULT)
            return map_arith(w, op == NJ_BINOP_ADD ? NJ_BIN_OR : NJ_BIN_AND, a, b, dtype, NJ_ARITH_WRAP,
                             span);
        dtype = NPRT_I8;
    }
    if ((op == NJ_BINOP_FLOORDIV || op == NJ_BINOP_MOD) && nj_dtype_is_complex(dtype))
        return bad_operands(w, op, a, b, span);
    if (op == NJ_BINOP_DIV && py && nj_type_is_integral(a.type) && nj_type_is_integral(b.type)) {
        /* casts that are seen as such: the division says "division by zero", not "float division by zero" */
        const NjType *f = nj_type_pyfloat(w->types);
        a = nj_val(f, nj_tir_cast(w->arena, f, nj_expr_of(w, a, span)));
        b = nj_val(f, nj_tir_cast(w->arena, f, nj_expr_of(w, b, span)));
        NjTirExpr *e = nj_tir_binary(w->arena, NJ_BIN_DIV, arith_mode(w, op, a, b), f, a.expr, b.expr);
        e->span = span;
        return nj_val(f, e);
    }
    return map_arith(w, tir_op(op), a, b, dtype, arith_mode(w, op, a, b), span);
}

static const char *const special_names[NJ_BINOP_COUNT][2] = {
    [NJ_BINOP_ADD] = {"__add__", "__radd__"},
    [NJ_BINOP_SUB] = {"__sub__", "__rsub__"},
    [NJ_BINOP_MULT] = {"__mul__", "__rmul__"},
    [NJ_BINOP_MATMULT] = {"__matmul__", "__rmatmul__"},
    [NJ_BINOP_DIV] = {"__truediv__", "__rtruediv__"},
    [NJ_BINOP_MOD] = {"__mod__", "__rmod__"},
    [NJ_BINOP_POW] = {"__pow__", "__rpow__"},
    [NJ_BINOP_LSHIFT] = {"__lshift__", "__rlshift__"},
    [NJ_BINOP_RSHIFT] = {"__rshift__", "__rrshift__"},
    [NJ_BINOP_BITOR] = {"__or__", "__ror__"},
    [NJ_BINOP_BITXOR] = {"__xor__", "__rxor__"},
    [NJ_BINOP_BITAND] = {"__and__", "__rand__"},
    [NJ_BINOP_FLOORDIV] = {"__floordiv__", "__rfloordiv__"},
};

static bool is_sequence_of_numbers(NjVal v)
{
    return v.type->kind == NJ_T_LIST || v.type->kind == NJ_T_TUPLE;
}

NjVal nj_binary(NjWalk *w, NjBinOp op, NjVal a, NjVal b, NjSpan span)
{
    NjVal out;
    if (nj_is_error(a))
        return a;
    if (nj_is_error(b))
        return b;
    if (nj_fold_binary(w, op, a, b, span, &out))
        return out;
    if (nj_type_is_union(a.type) || nj_type_is_union(b.type))
        return nj_union_binary(w, op, a, b, span);
    if (nj_poly1d_binary(w, op, a, b, span, &out))
        return out;
    if (a.type->kind == NJ_T_OBJECT && nj_call_special(w, a, special_names[op][0], &b, 1, span, &out))
        return out;
    if (b.type->kind == NJ_T_OBJECT && nj_call_special(w, b, special_names[op][1], &a, 1, span, &out))
        return out;
    a = nj_view_set(w, nj_unwrap(w, a, span), span);
    b = nj_view_set(w, nj_unwrap(w, b, span), span);
    if (a.type->kind == NJ_T_BIGINT)
        a = nj_to_dtype(w, a, is_numeric(b) && b.type->dtype == NPRT_U64 ? NPRT_U64 : NPRT_F64, true, span);
    if (b.type->kind == NJ_T_BIGINT)
        b = nj_to_dtype(w, b, is_numeric(a) && a.type->dtype == NPRT_U64 ? NPRT_U64 : NPRT_F64, true, span);
    if (nj_is_error(a) || nj_is_error(b))
        return nj_val_error(w);
    if (nj_cuda_refuse_operator(w, nj_binop_text(op), a, b, span, &out))
        return out;
    if (a.type->kind == NJ_T_ARRAY && is_sequence_of_numbers(b))
        b = nj_as_array(w, b, span);
    else if (b.type->kind == NJ_T_ARRAY && is_sequence_of_numbers(a))
        a = nj_as_array(w, a, span);
    if (nj_is_error(a) || nj_is_error(b))
        return nj_val_error(w);
    if (op == NJ_BINOP_MATMULT)
        return nj_matmul(w, a, b, span);
    if (!is_numeric(a) || !is_numeric(b))
        return nj_sequence_binary(w, op, a, b, span);
    return numeric_binary(w, op, strip_0d(w, a, span), strip_0d(w, b, span), span);
}

/* ---- unary ---- */

NjVal nj_unary(NjWalk *w, NjUnaryOp op, NjVal a, NjSpan span)
{
    NjVal out;
    if (nj_is_error(a))
        return a;
    if (op == NJ_UNARYOP_NOT) {
        int known;
        NjTirExpr *cond = nj_truth(w, a, span, &known);
        if (known >= 0)
            return nj_val_bool(w, !known, span);
        return nj_val(nj_type_pybool(w->types),
                      nj_tir_unary(w->arena, NJ_UN_NOT, nj_type_pybool(w->types), cond));
    }
    if (nj_fold_unary(w, op, a, span, &out))
        return out;
    if (nj_type_is_union(a.type))
        return nj_union_unary(w, op, a, span);
    static const char *const names[] = {
        [NJ_UNARYOP_INVERT] = "__invert__", [NJ_UNARYOP_UADD] = "__pos__", [NJ_UNARYOP_USUB] = "__neg__"};
    if (a.type->kind == NJ_T_OBJECT && nj_call_special(w, a, names[op], NULL, 0, span, &out))
        return out;
    a = strip_0d(w, nj_unwrap(w, a, span), span);
    if (nj_is_error(a))
        return a;
    if (nj_cuda_refuse_operator(w, nj_unaryop_text(op), a, (NjVal){0}, span, &out))
        return out;
    if (!is_numeric(a))
        return nj_raises(w, span, NPRT_EXC_TYPE_ERROR, "bad operand type for unary %s: '%s'", nj_unaryop_text(op),
                       nj_py(w, a.type));
    NprtDtype dtype = a.type->dtype;
    bool py = a.type->kind == NJ_T_SCALAR && a.type->py;
    if (op == NJ_UNARYOP_INVERT) {
        if (!is_integral(dtype))
            return py || w->model != NJ_MODEL_NUMPY
                       ? nj_raises(w, span, NPRT_EXC_TYPE_ERROR, "bad operand type for unary ~: '%s'", nj_py(w, a.type))
                       : no_loop(w, "invert", span);
        if (dtype == NPRT_BOOL && py && w->model == NJ_MODEL_NUMPY)
            a = nj_to_dtype(w, a, dtype = NPRT_I64, true, span);
        return nj_map_unary(w, NJ_UN_INVERT, a, dtype, span);
    }
    if (dtype == NPRT_BOOL && py)
        a = nj_to_dtype(w, a, dtype = NPRT_I64, true, span);
    if (dtype == NPRT_BOOL && w->model == NJ_MODEL_NUMPY)
        return nj_raises(w, span, NPRT_EXC_TYPE_ERROR,
                         "The numpy boolean negative, the `-` operator, is not supported, use the `~` operator or "
                         "the logical_not function instead.");
    if (w->model == NJ_MODEL_NUMBA && a.type->kind == NJ_T_SCALAR && is_integral(dtype))
        a = nj_to_dtype(w, a, dtype = nj_dtype_is_unsigned(dtype) ? NPRT_U64 : NPRT_I64, true, span);
    if (op == NJ_UNARYOP_UADD)
        return a;
    out = nj_map_unary(w, NJ_UN_NEG, a, dtype, span);
    if (py && w->checked && w->model == NJ_MODEL_NUMPY && out.expr && out.expr->kind == NJ_X_UNARY)
        out.expr->as.unary.arith = NJ_ARITH_CHECKED;
    return out;
}

/* ---- comparisons of numbers ---- */

static NjTirCmpop tir_cmp(NjCmpOp op)
{
    switch (op) {
    case NJ_CMPOP_EQ:
        return NJ_CMP_EQ;
    case NJ_CMPOP_NOT_EQ:
        return NJ_CMP_NE;
    case NJ_CMPOP_LT:
        return NJ_CMP_LT;
    case NJ_CMPOP_LT_E:
        return NJ_CMP_LE;
    case NJ_CMPOP_GT:
        return NJ_CMP_GT;
    default:
        return NJ_CMP_GE;
    }
}

/* uint64 against a signed value: a negative one is below everything. */
static NjVal compare_mixed_signs(NjWalk *w, NjTirCmpop op, NjVal a, NjVal b, NjSpan span)
{
    bool a_signed = nj_dtype_is_signed(a.type->dtype);
    NjVal s = nj_spill(w, nj_to_dtype(w, a_signed ? a : b, NPRT_I64, false, span));
    NjVal bits = nj_map_compare(w, op, a_signed ? s : a, a_signed ? b : s, NPRT_U64, span);
    NjVal negative = nj_map_compare(w, NJ_CMP_LT, s, nj_val_int(w, 0, span), NPRT_I64, span);
    bool less = op == NJ_CMP_LT || op == NJ_CMP_LE, greater = op == NJ_CMP_GT || op == NJ_CMP_GE;
    bool value = op == NJ_CMP_NE || (a_signed ? less : greater);
    if (!value)
        negative = nj_map_unary(w, NJ_UN_NOT, negative, NPRT_BOOL, span);
    if (ndim_of(bits))
        return nj_map_binary(w, value ? NJ_BIN_OR : NJ_BIN_AND, bits, negative, NPRT_BOOL, span);
    NjTirExpr *other = nj_tir_cast(w->arena, bits.type, nj_expr_of(w, negative, span));
    return nj_val(bits.type, nj_tir_binary(w->arena, value ? NJ_BIN_OR : NJ_BIN_AND, NJ_ARITH_WRAP, bits.type,
                                           nj_expr_of(w, bits, span), other));
}

/* A Python int compares with the elements of a smaller dtype by value. One that does not fit, or may not,
 * is cut to just outside their range, and both are compared in the next wider dtype. */
static NprtDtype compare_python_int(NjWalk *w, NjVal *v, NprtDtype elem, NjSpan span)
{
    unsigned bits = nj_dtype_size(elem) * 8;
    bool is_signed = nj_dtype_is_signed(elem);
    int64_t low = is_signed ? -((int64_t)1 << (bits - 1)) : 0, high = low + (((int64_t)1 << bits) - 1), k;
    if (nj_known_int(*v, &k)) {
        if (k >= low && k <= high)
            return elem;
        *v = nj_val_int(w, k < low ? low - 1 : high + 1, span);
    } else {
        NjVal least = nj_val_int(w, low - 1, span), most = nj_val_int(w, high + 1, span);
        *v = nj_map_binary(w, NJ_BIN_MAX, *v, least, NPRT_I64, span);
        *v = nj_map_binary(w, NJ_BIN_MIN, *v, most, NPRT_I64, span);
    }
    return bits == 8 ? NPRT_I16 : bits == 16 ? NPRT_I32 : NPRT_I64;
}

static bool is_python_int(NjVal v)
{
    return v.type->kind == NJ_T_SCALAR && v.type->py && v.type->dtype == NPRT_I64;
}

static bool is_natural_literal(NjVal v)
{
    int64_t k;
    return is_literal(v) && nj_known_int(v, &k) && k >= 0;
}

NjVal nj_numeric_compare(NjWalk *w, NjCmpOp op, NjVal a, NjVal b, NjSpan span)
{
    a = strip_0d(w, a, span);
    b = strip_0d(w, b, span);
    NprtDtype dtype = common_dtype(w, a, b);
    NprtDtype da = a.type->dtype, db = b.type->dtype;
    bool scalars = !ndim_of(a) && !ndim_of(b);
    bool mixed = (da == NPRT_U64 && nj_dtype_is_signed(db)) || (db == NPRT_U64 && nj_dtype_is_signed(da));
    if (mixed && !is_natural_literal(da == NPRT_U64 ? b : a) && (scalars || w->model == NJ_MODEL_NUMPY))
        return compare_mixed_signs(w, tir_cmp(op), a, b, span);
    if (is_integral(da) && is_integral(db) && !is_integral(dtype))
        dtype = NPRT_U64;
    /* a Python int beside a small NumPy int compares by value, not after wrapping */
    if (scalars && is_integral(da) && is_integral(db) && dtype != NPRT_U64)
        dtype = NPRT_I64;
    else if (nj_dtype_is_int(dtype) && nj_dtype_size(dtype) < 8 && is_python_int(a))
        dtype = compare_python_int(w, &a, dtype, span);
    else if (nj_dtype_is_int(dtype) && nj_dtype_size(dtype) < 8 && is_python_int(b))
        dtype = compare_python_int(w, &b, dtype, span);
    if (nj_dtype_is_complex(dtype) && op != NJ_CMPOP_EQ && op != NJ_CMPOP_NOT_EQ)
        return nj_raises(w, span, NPRT_EXC_TYPE_ERROR, "'%s' not supported between complex numbers", nj_cmpop_text(op));
    return nj_map_compare(w, tir_cmp(op), a, b, dtype, span);
}

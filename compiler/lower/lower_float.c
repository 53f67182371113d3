/* lower_float.c - arithmetic on float32 and float64.
 *
 * Floor division and modulo are those of CPython's float_floor_div and NumPy's npy_divmod: exact
 * remainder by fmod, sign of the divisor, quotient snapped to the nearest integer. */
#include "compiler/lower/lower_internal.h"
#include "runtime/errors.h"

static LLVMValueRef constant(NjEmit *e, LLVMValueRef like, double value)
{
    return nj_ir_float_const(e, LLVMTypeOf(like), value);
}

/* ---- division ------------------------------------------------------------------------------- */

static bool is_from_int(const NjTirExpr *x)
{
    return x->kind == NJ_X_CAST && x->as.cast.a->type->kind == NJ_T_SCALAR &&
           !nj_type_is_float(x->as.cast.a->type);
}

/* int / int says "division by zero", where the operands were cast to float. */
static NprtZeroDivision division_text(const NjTirExpr *x)
{
    bool of_ints = is_from_int(x->as.binary.a) && is_from_int(x->as.binary.b);
    return of_ints ? NPRT_ZD_TRUE_DIVISION : NPRT_ZD_FLOAT_DIVISION;
}

static void check_divisor(NjEmit *e, NjOperands o, NprtZeroDivision what)
{
    if (o.x->as.binary.arith != NJ_ARITH_CHECKED)
        return;
    if (e->fn->tir->model == NJ_MODEL_NUMBA) /* Numba's own texts */
        what = what == NPRT_ZD_FLOAT_MODULO ? NPRT_ZD_NUMBA_MODULO : NPRT_ZD_TRUE_DIVISION;
    LLVMValueRef ok = nj_ir_fcmp(e, LLVMRealUNE, o.b, constant(e, o.b, 0.0));
    LLVMValueRef arg = nj_ir_i32(e, (int32_t)what);
    nj_ir_check(e, ok, NJ_H_raise_zero_division, &arg, 1, o.x->span);
}

typedef struct DivMod {
    LLVMValueRef quotient,
        remainder; /* quotient not rounded yet; remainder with the divisor's sign */
} DivMod;

static DivMod div_mod(NjEmit *e, LLVMValueRef a, LLVMValueRef b, bool is_hot)
{
    LLVMValueRef zero = constant(e, a, 0.0), one = constant(e, a, 1.0);
    LLVMValueRef mod = nj_ir_fmod(e, a, b, is_hot);
    LLVMValueRef div = LLVMBuildFDiv(e->b, LLVMBuildFSub(e->b, a, mod, ""), b, "");
    LLVMValueRef inexact = LLVMBuildFCmp(e->b, LLVMRealUNE, mod, zero, "");
    LLVMValueRef b_negative = LLVMBuildFCmp(e->b, LLVMRealOLT, b, zero, "");
    LLVMValueRef mod_negative = LLVMBuildFCmp(e->b, LLVMRealOLT, mod, zero, "");
    LLVMValueRef differs = LLVMBuildXor(e->b, b_negative, mod_negative, "");
    LLVMValueRef fix = LLVMBuildAnd(e->b, inexact, differs, "");
    div = LLVMBuildSelect(e->b, fix, LLVMBuildFSub(e->b, div, one, ""), div, "");
    LLVMValueRef moved = LLVMBuildSelect(e->b, fix, LLVMBuildFAdd(e->b, mod, b, ""), mod, "");
    LLVMValueRef signed_zero = nj_ir_intrinsic2(e, "llvm.copysign", zero, b);
    return (DivMod){div, LLVMBuildSelect(e->b, inexact, moved, signed_zero, "")};
}

/* Begins T nj.<name>.<type>(T a, T b); hot functions have a version of their own. */
static NjCallee begin_binary_fn(NjEmit *e, const char *name, LLVMTypeRef type, bool is_hot,
                                NjHelperFn *scope, bool *is_new)
{
    LLVMTypeRef params[] = {type, type};
    name = nj_ir_typed_name(e, name, type);
    if (is_hot)
        name = nj_arena_printf(e->arena, "%s.hot", name);
    return nj_ir_helper_fn_begin(e, name, LLVMFunctionType(type, params, 2, false), scope, is_new);
}

static NjCallee floordiv_fn(NjEmit *e, LLVMTypeRef type)
{
    NjHelperFn scope;
    bool is_new, is_hot = e->fn->is_hot;
    NjCallee callee = begin_binary_fn(e, "floordiv", type, is_hot, &scope, &is_new);
    if (!is_new)
        return callee;
    LLVMValueRef a = LLVMGetParam(e->llvm_fn, 0), b = LLVMGetParam(e->llvm_fn, 1);
    LLVMValueRef zero = constant(e, a, 0.0), plain = LLVMBuildFDiv(e->b, a, b, "");
    LLVMValueRef div = div_mod(e, a, b, is_hot).quotient;
    LLVMValueRef floor = nj_ir_intrinsic1(e, "llvm.floor", div);
    LLVMValueRef above = LLVMBuildFSub(e->b, div, floor, "");
    LLVMValueRef up = LLVMBuildFCmp(e->b, LLVMRealOGT, above, constant(e, a, 0.5), "");
    LLVMValueRef next = LLVMBuildFAdd(e->b, floor, constant(e, a, 1.0), "");
    LLVMValueRef snapped = LLVMBuildSelect(e->b, up, next, floor, "");
    LLVMValueRef nonzero = LLVMBuildFCmp(e->b, LLVMRealUNE, div, zero, "");
    LLVMValueRef signed_zero = nj_ir_intrinsic2(e, "llvm.copysign", zero, plain);
    LLVMValueRef result = LLVMBuildSelect(e->b, nonzero, snapped, signed_zero, "");
    LLVMValueRef divides = LLVMBuildFCmp(e->b, LLVMRealUNE, b, zero, "");
    LLVMBuildRet(e->b, LLVMBuildSelect(e->b, divides, result, plain, ""));
    nj_ir_helper_fn_end(e, &scope);
    return callee;
}

static NjCallee mod_fn(NjEmit *e, LLVMTypeRef type)
{
    NjHelperFn scope;
    bool is_new, is_hot = e->fn->is_hot;
    NjCallee callee = begin_binary_fn(e, "mod", type, is_hot, &scope, &is_new);
    if (!is_new)
        return callee;
    LLVMValueRef a = LLVMGetParam(e->llvm_fn, 0), b = LLVMGetParam(e->llvm_fn, 1);
    /* x % 0 is fmod's nan, which no branch of div_mod changes. */
    LLVMBuildRet(e->b, div_mod(e, a, b, is_hot).remainder);
    nj_ir_helper_fn_end(e, &scope);
    return callee;
}

/* ---- power ---------------------------------------------------------------------------------- */

/* Python's float ** float: errors where C gives inf or nan. */
static void check_power(NjEmit *e, NjOperands o, LLVMValueRef result)
{
    if (o.x->as.binary.arith != NJ_ARITH_CHECKED)
        return;
    LLVMValueRef zero = constant(e, o.a, 0.0);
    LLVMValueRef base = nj_ir_fcmp(e, LLVMRealOEQ, o.a, zero);
    LLVMValueRef bad = LLVMBuildAnd(e->b, base, nj_ir_fcmp(e, LLVMRealOLT, o.b, zero), "");
    nj_ir_check_text(e, LLVMBuildNot(e->b, bad, ""), NPRT_EXC_ZERO_DIVISION_ERROR,
                     "0.0 cannot be raised to a negative power", NULL, 0, o.x->span);
    LLVMValueRef inf = constant(e, o.a, __builtin_inf());
    LLVMValueRef huge = nj_ir_fcmp(e, LLVMRealOEQ, nj_ir_intrinsic1(e, "llvm.fabs", result), inf);
    LLVMValueRef finite_a = nj_ir_fcmp(e, LLVMRealOLT, nj_ir_intrinsic1(e, "llvm.fabs", o.a), inf);
    LLVMValueRef finite_b = nj_ir_fcmp(e, LLVMRealOLT, nj_ir_intrinsic1(e, "llvm.fabs", o.b), inf);
    bad = LLVMBuildAnd(e->b, huge, LLVMBuildAnd(e->b, finite_a, finite_b, ""), "");
    nj_ir_check_text(e, LLVMBuildNot(e->b, bad, ""), NPRT_EXC_OVERFLOW_ERROR,
                     "(34, 'Numerical result out of range')", NULL, 0, o.x->span);
}

/* double nj.square(double x): what glibc's pow(x, 2.0) gives, as CPython computes x ** 2.
 *
 * x * x is nearly always the same number, and always where it is off the exact square by less than
 * 0.48 ulp: pow's own error before rounding is below 0.02 ulp for results of moderate size (glibc's
 * e_pow.c: 0.009 ulp of exp, 2^-67.6 relative of log). An fma gives the distance exactly; in the
 * few per cent of doubt pow itself is called. */
static NjCallee square_fn(NjEmit *e, const NjType *t)
{
    NjHelperFn scope;
    bool is_new;
    LLVMTypeRef type = LLVMFunctionType(e->f64, &e->f64, 1, false);
    NjFnState *state = e->fn;
    NjCallee callee = nj_ir_helper_fn_begin(e, "nj.square", type, &scope, &is_new);
    if (!is_new)
        return callee;
    LLVMValueRef x = LLVMGetParam(e->llvm_fn, 0);
    LLVMValueRef p = LLVMBuildFMul(e->b, x, x, "");
    LLVMValueRef fma[] = {x, x, LLVMBuildFNeg(e->b, p, "")};
    LLVMValueRef rest =
        nj_ir_intrinsic1(e, "llvm.fabs", nj_ir_intrinsic(e, "llvm.fma", &e->f64, 1, fma, 3));
    LLVMValueRef next =
        LLVMBuildAdd(e->b, LLVMBuildBitCast(e->b, p, e->i64, ""), nj_ir_i64(e, 1), "");
    LLVMValueRef ulp = LLVMBuildFSub(e->b, LLVMBuildBitCast(e->b, next, e->f64, ""), p, "");
    LLVMValueRef bound = LLVMBuildFMul(e->b, ulp, constant(e, p, 0.48), "");
    LLVMValueRef sure = LLVMBuildFCmp(e->b, LLVMRealOLT, rest, bound, "");
    LLVMValueRef large = LLVMBuildFCmp(e->b, LLVMRealOGT, p, constant(e, p, 1e-40), "");
    LLVMValueRef small = LLVMBuildFCmp(e->b, LLVMRealOLT, p, constant(e, p, 1e40), "");
    sure = LLVMBuildAnd(e->b, sure, LLVMBuildAnd(e->b, large, small, ""), "");
    NjIrIf arms = nj_ir_if_begin(e, sure, NJ_LIKELY);
    nj_ir_if_else(e, &arms);
    e->fn = state; /* pow is called as the function in work would */
    LLVMValueRef slow =
        nj_ir_math_call(e, NJ_M_pow, t, (LLVMValueRef[]){x, constant(e, x, 2.0)}, 2);
    LLVMBuildRet(e->b, nj_ir_if_end(e, &arms, p, slow));
    nj_ir_helper_fn_end(e, &scope);
    return callee;
}

/* Powers with a constant exponent that NumPy computes without pow; NULL: others. */
static LLVMValueRef easy_power(NjEmit *e, LLVMValueRef a, double exponent)
{
    if (exponent == 2.0)
        return nj_ir_fp(e, LLVMFMul, a, a);
    if (exponent == 1.0)
        return a;
    if (exponent == 0.0)
        return constant(e, a, 1.0);
    if (exponent == 0.5)
        return nj_ir_intrinsic1(e, "llvm.sqrt", a);
    if (exponent == -1.0)
        return nj_ir_fp(e, LLVMFDiv, constant(e, a, 1.0), a);
    return NULL;
}

static LLVMValueRef power(NjEmit *e, NjOperands o)
{
    LLVMBool loses;
    bool is_const = LLVMIsAConstantFP(o.b), is_exact = nj_ir_is_exact_math(e, o.x->type);
    double exponent = is_const ? LLVMConstRealGetDouble(o.b, &loses) : 0.0;
    LLVMValueRef v = NULL;
    if (is_const && is_exact && exponent == 2.0 && LLVMTypeOf(o.a) == e->f64)
        v = nj_ir_call(e, square_fn(e, o.x->type), &o.a, 1);
    else if (is_const && !is_exact)
        v = easy_power(e, o.a, exponent);
    if (!v)
        v = nj_ir_math_call(e, NJ_M_pow, o.x->type, (LLVMValueRef[]){o.a, o.b}, 2);
    check_power(e, o, v);
    return v;
}

/* NumPy's minimum and maximum: nan when either operand is, the second operand when they are equal
 * (0.0 and -0.0). Accumulators take LLVM's operator, which the vectorizer knows as a reduction. */
static LLVMValueRef extreme(NjEmit *e, NjOperands o, LLVMRealPredicate comes_first,
                            const char *operator)
{
    const NjTirExpr *sides[] = {o.x->as.binary.a, o.x->as.binary.b};
    for (unsigned i = 0; i < 2; i++)
        if (!sides[i] || /* partial results of a parallel loop */
            (sides[i]->kind == NJ_X_LOCAL && sides[i]->as.local.local == e->fn->assigned))
            return nj_ir_intrinsic2(e, operator, o.a, o.b);
    LLVMValueRef v = LLVMBuildSelect(e->b, nj_ir_fcmp(e, comes_first, o.a, o.b), o.a, o.b, "");
    return LLVMBuildSelect(e->b, nj_ir_fcmp(e, LLVMRealUNO, o.a, o.a), o.a, v, "");
}

/* ---- entry points --------------------------------------------------------------------------- */

LLVMValueRef nj_ir_float_binary(NjEmit *e, NjOperands o)
{
    LLVMTypeRef type = LLVMTypeOf(o.a);
    LLVMValueRef args[] = {o.a, o.b};
    switch (o.x->as.binary.op) {
    case NJ_BIN_ADD:
        return nj_ir_fp(e, LLVMFAdd, o.a, o.b);
    case NJ_BIN_SUB:
        return nj_ir_fp(e, LLVMFSub, o.a, o.b);
    case NJ_BIN_MUL:
        return nj_ir_fp(e, LLVMFMul, o.a, o.b);
    case NJ_BIN_DIV:
        check_divisor(e, o, division_text(o.x));
        return nj_ir_fp(e, LLVMFDiv, o.a, o.b);
    case NJ_BIN_FLOORDIV:
        check_divisor(e, o, NPRT_ZD_FLOAT_FLOORDIV);
        return nj_ir_call(e, floordiv_fn(e, type), args, 2);
    case NJ_BIN_MOD:
        check_divisor(e, o, NPRT_ZD_FLOAT_MODULO);
        return nj_ir_call(e, mod_fn(e, type), args, 2);
    case NJ_BIN_FMOD:
        return nj_ir_fmod(e, o.a, o.b, e->fn->is_hot);
    case NJ_BIN_POW:
        return power(e, o);
    case NJ_BIN_MIN:
        return extreme(e, o, LLVMRealOLT, "llvm.minimum");
    case NJ_BIN_MAX:
        return extreme(e, o, LLVMRealOGT, "llvm.maximum");
    case NJ_BIN_FMIN:
        return nj_ir_intrinsic2(e, "llvm.minnum", o.a, o.b);
    case NJ_BIN_FMAX:
        return nj_ir_intrinsic2(e, "llvm.maxnum", o.a, o.b);
    case NJ_BIN_COPYSIGN:
        return nj_ir_intrinsic2(e, "llvm.copysign", o.a, o.b);
    case NJ_BIN_AND: /* of integers only */
    case NJ_BIN_OR:
    case NJ_BIN_XOR:
    case NJ_BIN_SHL:
    case NJ_BIN_SHR:
        break;
    }
    NJ_UNREACHABLE(e->u);
}

/* Tests on bits and magnitudes must survive fast-math, which assumes that there is no nan or inf:
 * so they carry no flags. */
static LLVMValueRef plain_fcmp(NjEmit *e, LLVMRealPredicate predicate, LLVMValueRef a,
                               LLVMValueRef b)
{
    return LLVMBuildFCmp(e->b, predicate, a, b, "");
}

static LLVMValueRef sign_bit(NjEmit *e, LLVMValueRef v)
{
    LLVMTypeRef bits = LLVMTypeOf(v) == e->f64 ? e->i64 : e->i32;
    LLVMValueRef word = LLVMBuildBitCast(e->b, v, bits, "");
    return LLVMBuildICmp(e->b, LLVMIntSLT, word, LLVMConstInt(bits, 0, false), "");
}

/* np.sign: -1, 0, 1; nan stays nan. */
static LLVMValueRef sign(NjEmit *e, LLVMValueRef v)
{
    LLVMValueRef zero = constant(e, v, 0.0);
    LLVMValueRef positive = plain_fcmp(e, LLVMRealOGT, v, zero);
    LLVMValueRef negative = plain_fcmp(e, LLVMRealOLT, v, zero);
    LLVMValueRef equal = plain_fcmp(e, LLVMRealOEQ, v, zero);
    LLVMValueRef rest = LLVMBuildSelect(e->b, equal, zero, v, "");
    rest = LLVMBuildSelect(e->b, negative, constant(e, v, -1.0), rest, "");
    return LLVMBuildSelect(e->b, positive, constant(e, v, 1.0), rest, "");
}

static LLVMValueRef magnitude(NjEmit *e, LLVMValueRef v)
{
    LLVMTypeRef type = LLVMTypeOf(v);
    const char *name = "llvm.fabs";
    NjCallee callee = {
        LLVMGetIntrinsicDeclaration(e->module, LLVMLookupIntrinsicID(name, 9), &type, 1),
        LLVMFunctionType(type, &type, 1, false)};
    return nj_ir_call(e, callee, &v, 1);
}

LLVMValueRef nj_ir_float_unary(NjEmit *e, NjOperands o)
{
    LLVMValueRef inf = constant(e, o.a, __builtin_inf());
    switch (o.x->as.unary.op) {
    case NJ_UN_NEG:
        return nj_ir_fneg(e, o.a);
    case NJ_UN_NOT:
        return nj_ir_fcmp(e, LLVMRealOEQ, o.a, constant(e, o.a, 0.0));
    case NJ_UN_ABS:
        return nj_ir_intrinsic1(e, "llvm.fabs", o.a);
    case NJ_UN_SQRT:
        return nj_ir_intrinsic1(e, "llvm.sqrt", o.a);
    case NJ_UN_FLOOR:
        return nj_ir_intrinsic1(e, "llvm.floor", o.a);
    case NJ_UN_CEIL:
        return nj_ir_intrinsic1(e, "llvm.ceil", o.a);
    case NJ_UN_TRUNC:
        return nj_ir_intrinsic1(e, "llvm.trunc", o.a);
    case NJ_UN_RINT:
        return nj_ir_intrinsic1(e, "llvm.rint", o.a);
    case NJ_UN_ISNAN:
        return plain_fcmp(e, LLVMRealUNO, o.a, o.a);
    case NJ_UN_ISINF:
        return plain_fcmp(e, LLVMRealOEQ, magnitude(e, o.a), inf);
    case NJ_UN_ISFINITE:
        return plain_fcmp(e, LLVMRealOLT, magnitude(e, o.a), inf);
    case NJ_UN_SIGNBIT:
        return sign_bit(e, o.a);
    case NJ_UN_SIGN:
        return sign(e, o.a);
    case NJ_UN_REAL:
    case NJ_UN_CONJ:
        return o.a;
    case NJ_UN_IMAG:
        return constant(e, o.a, 0.0);
    case NJ_UN_INVERT: /* of integers only */
    case NJ_UN_POPCOUNT:
        break;
    }
    NJ_UNREACHABLE(e->u);
}

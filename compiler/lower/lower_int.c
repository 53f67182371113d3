/* lower_int.c - arithmetic on integers and bools.
 *
 * WRAP is two's complement, with NumPy's results where C has none: x // 0 and x % 0 are 0, MIN //
 * -1 is MIN, shifts by the width or more give 0 (or -1). CHECKED is Python's: what leaves the type
 * raises OverflowError, a zero divisor ZeroDivisionError, a negative shift count ValueError. */
#include "compiler/lower/lower_internal.h"
#include "runtime/errors.h"

static bool is_checked(NjOperands o)
{
    return (o.x->kind == NJ_X_UNARY ? o.x->as.unary.arith : o.x->as.binary.arith) ==
           NJ_ARITH_CHECKED;
}

static LLVMValueRef zero_of(LLVMValueRef v)
{
    return LLVMConstInt(LLVMTypeOf(v), 0, false);
}

static LLVMValueRef one_of(LLVMValueRef v)
{
    return LLVMConstInt(LLVMTypeOf(v), 1, false);
}

static LLVMValueRef minus_one_of(LLVMValueRef v)
{
    return LLVMConstAllOnes(LLVMTypeOf(v));
}

/* The least value of a signed type. */
static LLVMValueRef least_of(LLVMValueRef v)
{
    unsigned width = LLVMGetIntTypeWidth(LLVMTypeOf(v));
    return LLVMConstInt(LLVMTypeOf(v), UINT64_C(1) << (width - 1), false);
}

static LLVMValueRef is_negative(NjEmit *e, LLVMValueRef v)
{
    return LLVMBuildICmp(e->b, LLVMIntSLT, v, zero_of(v), "");
}

static void raise_unless(NjEmit *e, LLVMValueRef ok, NjOperands o)
{
    nj_ir_check(e, ok, NJ_H_raise_overflow, NULL, 0, o.x->span);
}

/* ---- add, subtract, multiply ---------------------------------------------------------------- */

static LLVMValueRef checked_op(NjEmit *e, NjOperands o, const char *signed_name,
                               const char *unsigned_name)
{
    const char *name = nj_dtype_is_signed(o.dtype) ? signed_name : unsigned_name;
    LLVMValueRef pair = nj_ir_intrinsic2(e, name, o.a, o.b);
    LLVMValueRef overflow = LLVMBuildExtractValue(e->b, pair, 1, "");
    raise_unless(e, LLVMBuildNot(e->b, overflow, ""), o);
    return LLVMBuildExtractValue(e->b, pair, 0, "");
}

static LLVMValueRef add(NjEmit *e, NjOperands o)
{
    if (e->fn->is_proved_index)
        return LLVMBuildNSWAdd(e->b, o.a, o.b, "");
    if (is_checked(o))
        return checked_op(e, o, "llvm.sadd.with.overflow", "llvm.uadd.with.overflow");
    return LLVMBuildAdd(e->b, o.a, o.b, "");
}

static LLVMValueRef sub(NjEmit *e, NjOperands o)
{
    if (e->fn->is_proved_index)
        return LLVMBuildNSWSub(e->b, o.a, o.b, "");
    if (is_checked(o))
        return checked_op(e, o, "llvm.ssub.with.overflow", "llvm.usub.with.overflow");
    return LLVMBuildSub(e->b, o.a, o.b, "");
}

static LLVMValueRef mul(NjEmit *e, NjOperands o)
{
    if (e->fn->is_proved_index)
        return LLVMBuildNSWMul(e->b, o.a, o.b, "");
    if (is_checked(o))
        return checked_op(e, o, "llvm.smul.with.overflow", "llvm.umul.with.overflow");
    return LLVMBuildMul(e->b, o.a, o.b, "");
}

/* ---- division ------------------------------------------------------------------------------- */

/* A divisor that is a positive power of two: its exponent, else -1. */
static int power_of_two(LLVMValueRef b)
{
    int64_t value;
    if (!nj_ir_const_int_value(b, &value) || value <= 0 || (value & (value - 1)))
        return -1;
    return __builtin_ctzll((uint64_t)value);
}

/* A divisor with which the machine's division cannot trap, and what was wrong with the given one.
 */
typedef struct Divisor {
    LLVMValueRef safe;
    LLVMValueRef is_zero, is_minus_one; /* i1 */
} Divisor;

static Divisor guard_divisor(NjEmit *e, NjOperands o, NprtZeroDivision what)
{
    Divisor d = {o.b, LLVMBuildICmp(e->b, LLVMIntEQ, o.b, zero_of(o.b), ""), nj_ir_i1(e, false)};
    bool is_signed = nj_dtype_is_signed(o.dtype);
    if (is_signed)
        d.is_minus_one = LLVMBuildICmp(e->b, LLVMIntEQ, o.b, minus_one_of(o.b), "");
    if (is_checked(o)) {
        if (e->fn->tir->model == NJ_MODEL_NUMBA && what == NPRT_ZD_INT_FLOORDIV)
            what = NPRT_ZD_NUMBA_FLOORDIV;
        LLVMValueRef arg = nj_ir_i32(e, (int32_t)what);
        nj_ir_check(e, LLVMBuildNot(e->b, d.is_zero, ""), NJ_H_raise_zero_division, &arg, 1,
                    o.x->span);
        d.is_zero = nj_ir_i1(e, false);
    }
    LLVMValueRef odd = LLVMBuildOr(e->b, d.is_zero, d.is_minus_one, "");
    d.safe = LLVMBuildSelect(e->b, odd, one_of(o.b), o.b, "");
    return d;
}

/* The remainder is not zero and its sign differs from the divisor's: the quotient was rounded up.
 */
static LLVMValueRef needs_floor(NjEmit *e, LLVMValueRef remainder, LLVMValueRef divisor)
{
    LLVMValueRef nonzero = LLVMBuildICmp(e->b, LLVMIntNE, remainder, zero_of(remainder), "");
    LLVMValueRef differs = is_negative(e, LLVMBuildXor(e->b, remainder, divisor, ""));
    return LLVMBuildAnd(e->b, nonzero, differs, "");
}

static LLVMValueRef floordiv(NjEmit *e, NjOperands o)
{
    int shift = power_of_two(o.b);
    bool is_signed = nj_dtype_is_signed(o.dtype);
    if (shift >= 0) {
        LLVMValueRef count = LLVMConstInt(LLVMTypeOf(o.a), (unsigned)shift, false);
        return is_signed ? LLVMBuildAShr(e->b, o.a, count, "")
                         : LLVMBuildLShr(e->b, o.a, count, "");
    }
    Divisor d = guard_divisor(e, o, NPRT_ZD_INT_FLOORDIV);
    LLVMValueRef zero = zero_of(o.a), quotient;
    if (is_signed) {
        quotient = LLVMBuildSDiv(e->b, o.a, d.safe, "");
        LLVMValueRef remainder = LLVMBuildSRem(e->b, o.a, d.safe, "");
        LLVMValueRef fix = needs_floor(e, remainder, d.safe);
        quotient = LLVMBuildAdd(e->b, quotient, LLVMBuildSExt(e->b, fix, LLVMTypeOf(zero), ""), "");
        if (is_checked(o)) {
            LLVMValueRef least = LLVMBuildICmp(e->b, LLVMIntEQ, o.a, least_of(o.a), "");
            LLVMValueRef overflows = LLVMBuildAnd(e->b, least, d.is_minus_one, "");
            raise_unless(e, LLVMBuildNot(e->b, overflows, ""), o);
        }
        LLVMValueRef negated = LLVMBuildNeg(e->b, o.a, "");
        quotient = LLVMBuildSelect(e->b, d.is_minus_one, negated, quotient, "");
    } else {
        quotient = LLVMBuildUDiv(e->b, o.a, d.safe, "");
    }
    return LLVMBuildSelect(e->b, d.is_zero, zero, quotient, "");
}

/* Python's modulo, or C's remainder (FMOD). x % -1 is 0, which x % 1 gives as well. */
static LLVMValueRef modulo(NjEmit *e, NjOperands o, bool floors)
{
    bool is_signed = nj_dtype_is_signed(o.dtype);
    if (power_of_two(o.b) >= 0 && (floors || !is_signed))
        return LLVMBuildAnd(e->b, o.a, LLVMBuildSub(e->b, o.b, one_of(o.b), ""), "");
    Divisor d = guard_divisor(e, o, NPRT_ZD_INT_MODULO);
    LLVMValueRef remainder =
        is_signed ? LLVMBuildSRem(e->b, o.a, d.safe, "") : LLVMBuildURem(e->b, o.a, d.safe, "");
    if (is_signed && floors) {
        LLVMValueRef fix = needs_floor(e, remainder, d.safe);
        LLVMValueRef shift = LLVMBuildSelect(e->b, fix, d.safe, zero_of(o.a), "");
        remainder = LLVMBuildAdd(e->b, remainder, shift, "");
    }
    return LLVMBuildSelect(e->b, d.is_zero, zero_of(o.a), remainder, "");
}

/* ---- power ---------------------------------------------------------------------------------- */

/* T nj.pow.iN(T base, T exponent): by squaring, modulo 2^N; exponents are taken as unsigned. */
static NjCallee pow_fn(NjEmit *e, LLVMTypeRef type)
{
    LLVMTypeRef params[] = {type, type};
    NjHelperFn scope;
    bool is_new;
    NjCallee callee =
        nj_ir_helper_fn_begin(e, nj_ir_typed_name(e, "pow", type),
                              LLVMFunctionType(type, params, 2, false), &scope, &is_new);
    if (!is_new)
        return callee;
    LLVMBasicBlockRef entry = nj_ir_here(e), head = nj_ir_block(e, "head"),
                      body = nj_ir_block(e, "body"), done = nj_ir_block(e, "done");
    LLVMValueRef zero = LLVMConstInt(type, 0, false), one = LLVMConstInt(type, 1, false);
    nj_ir_br(e, head);
    nj_ir_at(e, head);
    LLVMValueRef result = LLVMBuildPhi(e->b, type, "result"),
                 base = LLVMBuildPhi(e->b, type, "base"), left = LLVMBuildPhi(e->b, type, "left");
    LLVMValueRef more = LLVMBuildICmp(e->b, LLVMIntNE, left, zero, "");
    nj_ir_cond_br(e, more, body, done, NJ_EVEN);
    nj_ir_at(e, body);
    LLVMValueRef odd = LLVMBuildTrunc(e->b, left, e->i1, "");
    LLVMValueRef factor = LLVMBuildSelect(e->b, odd, base, one, "");
    LLVMValueRef next[] = {LLVMBuildMul(e->b, result, factor, ""),
                           LLVMBuildMul(e->b, base, base, ""), LLVMBuildLShr(e->b, left, one, "")};
    nj_ir_br(e, head);
    LLVMValueRef phis[] = {result, base, left};
    LLVMValueRef first[] = {one, LLVMGetParam(e->llvm_fn, 0), LLVMGetParam(e->llvm_fn, 1)};
    for (int i = 0; i < 3; i++) {
        LLVMAddIncoming(phis[i], &first[i], &entry, 1);
        LLVMAddIncoming(phis[i], &next[i], &body, 1);
    }
    nj_ir_at(e, done);
    LLVMBuildRet(e->b, result);
    nj_ir_helper_fn_end(e, &scope);
    return callee;
}

/* Python's power by the runtime, which raises OverflowError. */
static LLVMValueRef checked_pow(NjEmit *e, NjOperands o)
{
    LLVMValueRef out = nj_ir_call_buffer_bytes(e, 8, 8);
    LLVMValueRef args[] = {nj_ir_convert(e, o.a, o.dtype, NPRT_I64),
                           nj_ir_convert(e, o.b, o.dtype, NPRT_I64), out};
    nj_ir_check_status(e, nj_ir_call(e, nj_ir_rtcall_callee(e, NJ_RT_int_pow), args, 3), o.x->span);
    LLVMValueRef v = nj_ir_load(e, e->i64, out, 8, NJ_MEM_STACK, "");
    return nj_ir_convert(e, v, NPRT_I64, o.dtype);
}

static LLVMValueRef power(NjEmit *e, NjOperands o)
{
    int64_t exponent;
    if (nj_ir_const_int_value(o.b, &exponent) && exponent >= 0 && exponent <= 3) {
        if (exponent == 0)
            return one_of(o.a);
        NjOperands step = o;
        for (step.b = o.a; exponent > 1; exponent--)
            step.a = mul(e, step);
        return step.a;
    }
    if (is_checked(o))
        return checked_pow(e, o);
    LLVMValueRef args[] = {o.a, o.b};
    return nj_ir_call(e, pow_fn(e, LLVMTypeOf(o.a)), args, 2);
}

/* ---- shifts --------------------------------------------------------------------------------- */

static LLVMValueRef shift(NjEmit *e, NjOperands o, bool is_left)
{
    unsigned width = LLVMGetIntTypeWidth(LLVMTypeOf(o.a));
    LLVMValueRef last = LLVMConstInt(LLVMTypeOf(o.a), width - 1, false), zero = zero_of(o.a);
    if (is_checked(o) && nj_dtype_is_signed(o.dtype))
        nj_ir_check_text(e, LLVMBuildNot(e->b, is_negative(e, o.b), ""), NPRT_EXC_VALUE_ERROR,
                         "negative shift count", NULL, 0, o.x->span);
    /* As unsigned numbers, negative counts are large ones too. */
    LLVMValueRef fits = LLVMBuildICmp(e->b, LLVMIntULE, o.b, last, "");
    LLVMValueRef count = LLVMBuildSelect(e->b, fits, o.b, last, "");
    if (!is_left && nj_dtype_is_signed(o.dtype))
        return LLVMBuildAShr(e->b, o.a, count, ""); /* by width - 1: all sign bits */
    if (!is_left) {
        LLVMValueRef shifted = LLVMBuildLShr(e->b, o.a, count, "");
        return LLVMBuildSelect(e->b, fits, shifted, zero, "");
    }
    LLVMValueRef shifted = LLVMBuildShl(e->b, o.a, count, "");
    LLVMValueRef result = LLVMBuildSelect(e->b, fits, shifted, zero, "");
    if (is_checked(o)) {
        LLVMValueRef back = nj_dtype_is_signed(o.dtype) ? LLVMBuildAShr(e->b, shifted, count, "")
                                                        : LLVMBuildLShr(e->b, shifted, count, "");
        LLVMValueRef same = LLVMBuildICmp(e->b, LLVMIntEQ, back, o.a, "");
        LLVMValueRef nothing = LLVMBuildICmp(e->b, LLVMIntEQ, o.a, zero, "");
        LLVMValueRef ok = LLVMBuildOr(e->b, nothing, LLVMBuildAnd(e->b, fits, same, ""), "");
        raise_unless(e, ok, o);
    }
    return result;
}

/* ---- entry points --------------------------------------------------------------------------- */

LLVMValueRef nj_ir_int_binary(NjEmit *e, NjOperands o)
{
    bool is_signed = nj_dtype_is_signed(o.dtype);
    switch (o.x->as.binary.op) {
    case NJ_BIN_ADD:
        return add(e, o);
    case NJ_BIN_SUB:
        return sub(e, o);
    case NJ_BIN_MUL:
        return mul(e, o);
    case NJ_BIN_FLOORDIV:
        return floordiv(e, o);
    case NJ_BIN_MOD:
        return modulo(e, o, true);
    case NJ_BIN_FMOD:
        return modulo(e, o, false);
    case NJ_BIN_POW:
        return power(e, o);
    case NJ_BIN_AND:
        return LLVMBuildAnd(e->b, o.a, o.b, "");
    case NJ_BIN_OR:
        return LLVMBuildOr(e->b, o.a, o.b, "");
    case NJ_BIN_XOR:
        return LLVMBuildXor(e->b, o.a, o.b, "");
    case NJ_BIN_SHL:
        return shift(e, o, true);
    case NJ_BIN_SHR:
        return shift(e, o, false);
    case NJ_BIN_MIN:
    case NJ_BIN_FMIN:
        return nj_ir_intrinsic2(e, is_signed ? "llvm.smin" : "llvm.umin", o.a, o.b);
    case NJ_BIN_MAX:
    case NJ_BIN_FMAX:
        return nj_ir_intrinsic2(e, is_signed ? "llvm.smax" : "llvm.umax", o.a, o.b);
    case NJ_BIN_DIV: /* of floats and complex only */
    case NJ_BIN_COPYSIGN:
        break;
    }
    NJ_UNREACHABLE(e->u);
}

LLVMValueRef nj_ir_bool_binary(NjEmit *e, NjOperands o)
{
    switch (o.x->as.binary.op) {
    case NJ_BIN_ADD: /* NumPy: logical or */
    case NJ_BIN_OR:
    case NJ_BIN_MAX:
    case NJ_BIN_FMAX:
        return LLVMBuildOr(e->b, o.a, o.b, "");
    case NJ_BIN_MUL:
    case NJ_BIN_AND:
    case NJ_BIN_MIN:
    case NJ_BIN_FMIN:
        return LLVMBuildAnd(e->b, o.a, o.b, "");
    case NJ_BIN_SUB:
    case NJ_BIN_XOR:
        return LLVMBuildXor(e->b, o.a, o.b, "");
    case NJ_BIN_POW: /* False ** True alone is False */
        return LLVMBuildOr(e->b, o.a, LLVMBuildNot(e->b, o.b, ""), "");
    case NJ_BIN_DIV:
    case NJ_BIN_FLOORDIV:
    case NJ_BIN_MOD:
    case NJ_BIN_FMOD:
    case NJ_BIN_SHL:
    case NJ_BIN_SHR:
    case NJ_BIN_COPYSIGN:
        break;
    }
    NJ_UNREACHABLE(e->u);
}

static LLVMValueRef negate(NjEmit *e, NjOperands o)
{
    if (!is_checked(o))
        return LLVMBuildNeg(e->b, o.a, "");
    raise_unless(e, LLVMBuildICmp(e->b, LLVMIntNE, o.a, least_of(o.a), ""), o);
    return LLVMBuildNSWNeg(e->b, o.a, "");
}

static LLVMValueRef absolute(NjEmit *e, NjOperands o)
{
    if (!nj_dtype_is_signed(o.dtype))
        return o.a;
    if (is_checked(o))
        raise_unless(e, LLVMBuildICmp(e->b, LLVMIntNE, o.a, least_of(o.a), ""), o);
    LLVMTypeRef type = LLVMTypeOf(o.a);
    LLVMValueRef args[] = {o.a, nj_ir_i1(e, false)}; /* MIN stays MIN */
    return nj_ir_intrinsic(e, "llvm.abs", &type, 1, args, 2);
}

static LLVMValueRef sign(NjEmit *e, NjOperands o)
{
    LLVMTypeRef type = LLVMTypeOf(o.a);
    LLVMValueRef zero = zero_of(o.a);
    LLVMIntPredicate greater = nj_dtype_is_signed(o.dtype) ? LLVMIntSGT : LLVMIntUGT;
    LLVMValueRef up = LLVMBuildZExt(e->b, LLVMBuildICmp(e->b, greater, o.a, zero, ""), type, "");
    if (!nj_dtype_is_signed(o.dtype))
        return up;
    return LLVMBuildSub(e->b, up, LLVMBuildZExt(e->b, is_negative(e, o.a), type, ""), "");
}

LLVMValueRef nj_ir_int_unary(NjEmit *e, NjOperands o)
{
    bool is_bool = o.dtype == NPRT_BOOL;
    switch (o.x->as.unary.op) {
    case NJ_UN_NEG:
        return is_bool ? LLVMBuildNot(e->b, o.a, "") : negate(e, o);
    case NJ_UN_NOT:
        return is_bool ? LLVMBuildNot(e->b, o.a, "")
                       : LLVMBuildICmp(e->b, LLVMIntEQ, o.a, zero_of(o.a), "");
    case NJ_UN_INVERT:
        return LLVMBuildNot(e->b, o.a, "");
    case NJ_UN_ABS:
        return is_bool ? o.a : absolute(e, o);
    case NJ_UN_FLOOR:
    case NJ_UN_CEIL:
    case NJ_UN_TRUNC:
    case NJ_UN_RINT:
    case NJ_UN_REAL:
    case NJ_UN_CONJ:
        return o.a;
    case NJ_UN_IMAG:
        return zero_of(o.a);
    case NJ_UN_ISNAN:
    case NJ_UN_ISINF:
        return nj_ir_i1(e, false);
    case NJ_UN_ISFINITE:
        return nj_ir_i1(e, true);
    case NJ_UN_SIGNBIT:
        return nj_dtype_is_signed(o.dtype) ? is_negative(e, o.a) : nj_ir_i1(e, false);
    case NJ_UN_SIGN:
        return is_bool ? o.a : sign(e, o);
    case NJ_UN_POPCOUNT: {
        LLVMValueRef magnitude = is_bool ? o.a : absolute(e, o);
        LLVMValueRef count = nj_ir_intrinsic1(e, "llvm.ctpop", magnitude);
        NprtDtype to = o.x->type->dtype;
        unsigned from = LLVMGetIntTypeWidth(LLVMTypeOf(count)), width = 8 * nj_dtype_size(to);
        if (from == width)
            return count;
        return from > width ? LLVMBuildTrunc(e->b, count, nj_ir_dtype_reg(e, to), "")
                            : LLVMBuildZExt(e->b, count, nj_ir_dtype_reg(e, to), "");
    }
    case NJ_UN_SQRT: /* of floats and complex only */
        break;
    }
    NJ_UNREACHABLE(e->u);
}

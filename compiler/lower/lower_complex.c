/* lower_complex.c - arithmetic on complex64 and complex128, as pairs of floats.
 *
 * Multiplication is the plain formula and division Smith's algorithm (R. L. Smith, "Algorithm 116:
 * Complex division", CACM 1962), both as in NumPy's loops. */
#include "compiler/lower/lower_internal.h"
#include "runtime/errors.h"

LLVMValueRef nj_ir_complex(NjEmit *e, LLVMValueRef re, LLVMValueRef im)
{
    LLVMTypeRef parts[] = {LLVMTypeOf(re), LLVMTypeOf(re)};
    LLVMValueRef pair = LLVMGetPoison(LLVMStructTypeInContext(e->context, parts, 2, false));
    pair = LLVMBuildInsertValue(e->b, pair, re, 0, "");
    return LLVMBuildInsertValue(e->b, pair, im, 1, "");
}

LLVMValueRef nj_ir_real(NjEmit *e, LLVMValueRef v)
{
    return LLVMBuildExtractValue(e->b, v, 0, "");
}

LLVMValueRef nj_ir_imag(NjEmit *e, LLVMValueRef v)
{
    return LLVMBuildExtractValue(e->b, v, 1, "");
}

typedef struct Parts {
    LLVMValueRef ar, ai, br, bi;
} Parts;

static Parts split(NjEmit *e, NjOperands o)
{
    Parts p = {nj_ir_real(e, o.a), nj_ir_imag(e, o.a), NULL, NULL};
    if (o.b) {
        p.br = nj_ir_real(e, o.b);
        p.bi = nj_ir_imag(e, o.b);
    }
    return p;
}

static LLVMValueRef multiply(NjEmit *e, Parts p)
{
    LLVMValueRef re =
        nj_ir_fp(e, LLVMFSub, nj_ir_fp(e, LLVMFMul, p.ar, p.br), nj_ir_fp(e, LLVMFMul, p.ai, p.bi));
    LLVMValueRef im =
        nj_ir_fp(e, LLVMFAdd, nj_ir_fp(e, LLVMFMul, p.ar, p.bi), nj_ir_fp(e, LLVMFMul, p.ai, p.br));
    return nj_ir_complex(e, re, im);
}

/* With |large| >= |small| the parts of the divisor: ratio = small / large. NumPy multiplies by
 * 1 / (large + small * ratio), Python and Numba's scalars divide. A zero divisor divides both parts by
 * zero, as NumPy does. */
static LLVMValueRef divide(NjEmit *e, Parts p, bool is_python)
{
    LLVMValueRef abs_r = nj_ir_intrinsic1(e, "llvm.fabs", p.br);
    LLVMValueRef abs_i = nj_ir_intrinsic1(e, "llvm.fabs", p.bi);
    LLVMValueRef wide = nj_ir_fcmp(e, LLVMRealOGE, abs_r, abs_i);
    LLVMValueRef zero = nj_ir_float_const(e, LLVMTypeOf(abs_r), 0.0);
    LLVMValueRef one = nj_ir_float_const(e, LLVMTypeOf(abs_r), 1.0);
    LLVMValueRef large = LLVMBuildSelect(e->b, wide, p.br, p.bi, "");
    LLVMValueRef small = LLVMBuildSelect(e->b, wide, p.bi, p.br, "");
    LLVMValueRef ratio = nj_ir_fp(e, LLVMFDiv, small, large);
    LLVMValueRef divisor = nj_ir_fp(e, LLVMFAdd, large, nj_ir_fp(e, LLVMFMul, small, ratio));
    LLVMValueRef scale = is_python ? divisor : nj_ir_fp(e, LLVMFDiv, one, divisor);
    LLVMOpcode by = is_python ? LLVMFDiv : LLVMFMul;
    /* wide: (ar + ai * ratio, ai - ar * ratio), else (ar * ratio + ai, ai * ratio - ar) */
    LLVMValueRef m = LLVMBuildSelect(e->b, wide, p.ar, p.ai, "");
    LLVMValueRef n = LLVMBuildSelect(e->b, wide, p.ai, p.ar, "");
    LLVMValueRef re = nj_ir_fp(e, LLVMFAdd, m, nj_ir_fp(e, LLVMFMul, n, ratio));
    LLVMValueRef wide_im = nj_ir_fp(e, LLVMFSub, p.ai, nj_ir_fp(e, LLVMFMul, p.ar, ratio));
    LLVMValueRef tall_im = nj_ir_fp(e, LLVMFSub, nj_ir_fp(e, LLVMFMul, p.ai, ratio), p.ar);
    LLVMValueRef im = LLVMBuildSelect(e->b, wide, wide_im, tall_im, "");
    re = nj_ir_fp(e, by, re, scale);
    im = nj_ir_fp(e, by, im, scale);
    LLVMValueRef is_zero = LLVMBuildAnd(e->b, nj_ir_fcmp(e, LLVMRealOEQ, abs_r, zero),
                                        nj_ir_fcmp(e, LLVMRealOEQ, abs_i, zero), "");
    re = LLVMBuildSelect(e->b, is_zero, nj_ir_fp(e, LLVMFDiv, p.ar, abs_r), re, "");
    im = LLVMBuildSelect(e->b, is_zero, nj_ir_fp(e, LLVMFDiv, p.ai, abs_i), im, "");
    return nj_ir_complex(e, re, im);
}

static void check_divisor(NjEmit *e, NjOperands o, Parts p)
{
    if (o.x->as.binary.arith != NJ_ARITH_CHECKED)
        return;
    LLVMValueRef zero = nj_ir_float_const(e, LLVMTypeOf(p.br), 0.0);
    LLVMValueRef ok = LLVMBuildOr(e->b, nj_ir_fcmp(e, LLVMRealUNE, p.br, zero),
                                  nj_ir_fcmp(e, LLVMRealUNE, p.bi, zero), "");
    LLVMValueRef what = nj_ir_i32(e, NPRT_ZD_COMPLEX_DIVISION);
    nj_ir_check(e, ok, NJ_H_raise_zero_division, &what, 1, o.x->span);
}

/* NumPy orders complex numbers by real part, then imaginary part; nan anywhere compares false. */
static LLVMValueRef order(NjEmit *e, Parts p, LLVMRealPredicate strict, LLVMRealPredicate same)
{
    LLVMValueRef by_real = nj_ir_fcmp(e, strict, p.ar, p.br);
    LLVMValueRef ordered = LLVMBuildFCmp(e->b, LLVMRealORD, p.ai, p.bi, "");
    by_real = LLVMBuildAnd(e->b, by_real, ordered, "");
    LLVMValueRef tied = nj_ir_fcmp(e, LLVMRealOEQ, p.ar, p.br);
    LLVMValueRef by_imag = LLVMBuildAnd(e->b, tied, nj_ir_fcmp(e, same, p.ai, p.bi), "");
    return LLVMBuildOr(e->b, by_real, by_imag, "");
}

LLVMValueRef nj_ir_complex_compare(NjEmit *e, NjOperands o)
{
    Parts p = split(e, o);
    switch (o.x->as.compare.op) {
    case NJ_CMP_EQ:
        return LLVMBuildAnd(e->b, nj_ir_fcmp(e, LLVMRealOEQ, p.ar, p.br),
                            nj_ir_fcmp(e, LLVMRealOEQ, p.ai, p.bi), "");
    case NJ_CMP_NE:
        return LLVMBuildOr(e->b, nj_ir_fcmp(e, LLVMRealUNE, p.ar, p.br),
                           nj_ir_fcmp(e, LLVMRealUNE, p.ai, p.bi), "");
    case NJ_CMP_LT:
        return order(e, p, LLVMRealOLT, LLVMRealOLT);
    case NJ_CMP_LE:
        return order(e, p, LLVMRealOLT, LLVMRealOLE);
    case NJ_CMP_GT:
        return order(e, p, LLVMRealOGT, LLVMRealOGT);
    case NJ_CMP_GE:
        return order(e, p, LLVMRealOGT, LLVMRealOGE);
    }
    NJ_UNREACHABLE(e->u);
}

static LLVMValueRef has_nan(NjEmit *e, LLVMValueRef re, LLVMValueRef im)
{
    return LLVMBuildFCmp(e->b, LLVMRealUNO, re, im, "");
}

/* np.minimum, np.maximum (nan wins) and np.fmin, np.fmax (nan loses) by the order above. */
static LLVMValueRef choose(NjEmit *e, NjOperands o, Parts p, bool is_max, bool nan_wins)
{
    LLVMValueRef first =
        is_max ? order(e, p, LLVMRealOGT, LLVMRealOGE) : order(e, p, LLVMRealOLT, LLVMRealOLE);
    LLVMValueRef nan = nan_wins ? has_nan(e, p.ar, p.ai) : has_nan(e, p.br, p.bi);
    first = LLVMBuildOr(e->b, first, nan, "");
    LLVMValueRef re = LLVMBuildSelect(e->b, first, p.ar, p.br, "");
    LLVMValueRef im = LLVMBuildSelect(e->b, first, p.ai, p.bi, "");
    (void)o;
    return nj_ir_complex(e, re, im);
}

LLVMValueRef nj_ir_complex_binary(NjEmit *e, NjOperands o)
{
    Parts p = split(e, o);
    switch (o.x->as.binary.op) {
    case NJ_BIN_ADD:
        return nj_ir_complex(e, nj_ir_fp(e, LLVMFAdd, p.ar, p.br),
                             nj_ir_fp(e, LLVMFAdd, p.ai, p.bi));
    case NJ_BIN_SUB:
        return nj_ir_complex(e, nj_ir_fp(e, LLVMFSub, p.ar, p.br),
                             nj_ir_fp(e, LLVMFSub, p.ai, p.bi));
    case NJ_BIN_MUL:
        return multiply(e, p);
    case NJ_BIN_DIV:
        check_divisor(e, o, p);
        return divide(e, p, o.x->as.binary.arith == NJ_ARITH_CHECKED || o.x->type->py);
    case NJ_BIN_POW:
        return nj_ir_complex_call(e, "pow", o.dtype, (LLVMValueRef[]){o.a, o.b}, 2);
    case NJ_BIN_MIN:
    case NJ_BIN_MAX:
        return choose(e, o, p, o.x->as.binary.op == NJ_BIN_MAX, true);
    case NJ_BIN_FMIN:
    case NJ_BIN_FMAX:
        return choose(e, o, p, o.x->as.binary.op == NJ_BIN_FMAX, false);
    case NJ_BIN_FLOORDIV: /* not on complex */
    case NJ_BIN_MOD:
    case NJ_BIN_FMOD:
    case NJ_BIN_AND:
    case NJ_BIN_OR:
    case NJ_BIN_XOR:
    case NJ_BIN_SHL:
    case NJ_BIN_SHR:
    case NJ_BIN_COPYSIGN:
        break;
    }
    NJ_UNREACHABLE(e->u);
}

static LLVMValueRef test_parts(NjEmit *e, NjOperands o, Parts p, bool both)
{
    NjOperands re = o, im = o;
    re.a = p.ar;
    im.a = p.ai;
    LLVMValueRef a = nj_ir_float_unary(e, re), b = nj_ir_float_unary(e, im);
    return both ? LLVMBuildAnd(e->b, a, b, "") : LLVMBuildOr(e->b, a, b, "");
}

/* One part of np.sign: part / |z|; an infinite part alone counts as 1, beside it all else as 0. */
static LLVMValueRef sign_part(NjEmit *e, LLVMValueRef part, LLVMValueRef size, LLVMValueRef is_inf)
{
    LLVMTypeRef type = LLVMTypeOf(part);
    LLVMValueRef zero = nj_ir_float_const(e, type, 0.0), one = nj_ir_float_const(e, type, 1.0);
    LLVMValueRef inf = nj_ir_float_const(e, type, __builtin_inf());
    LLVMValueRef part_inf =
        LLVMBuildFCmp(e->b, LLVMRealOEQ, nj_ir_intrinsic1(e, "llvm.fabs", part), inf, "");
    LLVMValueRef unit = nj_ir_intrinsic2(e, "llvm.copysign", one, part);
    LLVMValueRef at_inf = LLVMBuildSelect(e->b, part_inf, unit, zero, "");
    LLVMValueRef is_zero = LLVMBuildFCmp(e->b, LLVMRealOEQ, size, zero, "");
    LLVMValueRef usual =
        LLVMBuildSelect(e->b, is_zero, zero, nj_ir_fp(e, LLVMFDiv, part, size), "");
    return LLVMBuildSelect(e->b, is_inf, at_inf, usual, "");
}

/* NumPy 2: z / |z|, 0 for 0, nan for two infinite parts. */
static LLVMValueRef sign(NjEmit *e, Parts p)
{
    LLVMTypeRef type = LLVMTypeOf(p.ar);
    LLVMValueRef size = nj_ir_math_call(e, NJ_M_hypot, NULL, (LLVMValueRef[]){p.ar, p.ai}, 2);
    LLVMValueRef inf = nj_ir_float_const(e, type, __builtin_inf());
    LLVMValueRef is_inf = LLVMBuildFCmp(e->b, LLVMRealOEQ, size, inf, "");
    LLVMValueRef abs_r = nj_ir_intrinsic1(e, "llvm.fabs", p.ar);
    LLVMValueRef abs_i = nj_ir_intrinsic1(e, "llvm.fabs", p.ai);
    LLVMValueRef same = LLVMBuildFCmp(e->b, LLVMRealOEQ, abs_r, abs_i, "");
    LLVMValueRef both = LLVMBuildAnd(e->b, is_inf, same, "");
    LLVMValueRef bad = LLVMBuildOr(e->b, both, has_nan(e, p.ar, p.ai), "");
    LLVMValueRef nan = nj_ir_float_const(e, type, __builtin_nan(""));
    LLVMValueRef re = sign_part(e, p.ar, size, is_inf), im = sign_part(e, p.ai, size, is_inf);
    return nj_ir_complex(e, LLVMBuildSelect(e->b, bad, nan, re, ""),
                         LLVMBuildSelect(e->b, bad, nan, im, ""));
}

LLVMValueRef nj_ir_complex_unary(NjEmit *e, NjOperands o)
{
    Parts p = split(e, o);
    LLVMValueRef zero = nj_ir_float_const(e, LLVMTypeOf(p.ar), 0.0);
    switch (o.x->as.unary.op) {
    case NJ_UN_NEG:
        return nj_ir_complex(e, nj_ir_fneg(e, p.ar), nj_ir_fneg(e, p.ai));
    case NJ_UN_NOT:
        return LLVMBuildAnd(e->b, nj_ir_fcmp(e, LLVMRealOEQ, p.ar, zero),
                            nj_ir_fcmp(e, LLVMRealOEQ, p.ai, zero), "");
    case NJ_UN_ABS:
        return nj_ir_math_call(e, NJ_M_hypot, o.x->type, (LLVMValueRef[]){p.ar, p.ai}, 2);
    case NJ_UN_SQRT:
        return nj_ir_complex_call(e, "sqrt", o.dtype, &o.a, 1);
    case NJ_UN_ISNAN:
    case NJ_UN_ISINF:
        return test_parts(e, o, p, false);
    case NJ_UN_ISFINITE:
        return test_parts(e, o, p, true);
    case NJ_UN_SIGN:
        return sign(e, p);
    case NJ_UN_REAL:
        return p.ar;
    case NJ_UN_IMAG:
        return p.ai;
    case NJ_UN_CONJ:
        return nj_ir_complex(e, p.ar, nj_ir_fneg(e, p.ai));
    case NJ_UN_RINT: {
        LLVMValueRef re = nj_ir_intrinsic1(e, "llvm.rint", p.ar);
        return nj_ir_complex(e, re, nj_ir_intrinsic1(e, "llvm.rint", p.ai));
    }
    case NJ_UN_INVERT: /* not on complex */
    case NJ_UN_FLOOR:
    case NJ_UN_CEIL:
    case NJ_UN_TRUNC:
    case NJ_UN_SIGNBIT:
    case NJ_UN_POPCOUNT:
        break;
    }
    NJ_UNREACHABLE(e->u);
}

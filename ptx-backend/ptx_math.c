/* ptx_math.c - float32 functions under fastmath: the instructions of the special function units, as
 * CUDA's -use_fast_math and Numba's fastmath take them. */
#include "compiler/lower/emit.h"
#include "ptx-backend/ptx_internal.h"

static LLVMValueRef unit(NjEmit *e, const char *name, LLVMValueRef x)
{
    return nj_ir_intrinsic(e, name, NULL, 0, &x, 1);
}

static LLVMValueRef scaled(NjEmit *e, LLVMValueRef x, double factor)
{
    return nj_ir_fp(e, LLVMFMul, x, LLVMConstReal(e->f32, factor));
}

static LLVMValueRef exp2_of(NjEmit *e, LLVMValueRef x)
{
    return nj_ir_fast(e, nj_ir_intrinsic1(e, "llvm.exp2", x));
}

static LLVMValueRef log2_of(NjEmit *e, LLVMValueRef x)
{
    return unit(e, "llvm.nvvm.lg2.approx.f", x);
}

LLVMValueRef nj_ptx_fast_math(const NjTarget *target, NjEmit *e, NjMathId id, LLVMValueRef *args)
{
    const double log2_e = 1.4426950408889634, log2_10 = 3.3219280948873623;
    LLVMValueRef x = args[0];
    (void)target;
    if (LLVMTypeOf(x) != e->f32)
        return NULL;
    switch (id) {
    case NJ_M_sin:
        return unit(e, "llvm.nvvm.sin.approx.f", x);
    case NJ_M_cos:
        return unit(e, "llvm.nvvm.cos.approx.f", x);
    case NJ_M_tan:
        return nj_ir_fp(e, LLVMFDiv, unit(e, "llvm.nvvm.sin.approx.f", x),
                        unit(e, "llvm.nvvm.cos.approx.f", x));
    case NJ_M_exp:
        return exp2_of(e, scaled(e, x, log2_e));
    case NJ_M_exp2:
        return exp2_of(e, x);
    case NJ_M_log:
        return scaled(e, log2_of(e, x), 1 / log2_e);
    case NJ_M_log2:
        return log2_of(e, x);
    case NJ_M_log10:
        return scaled(e, log2_of(e, x), 1 / log2_10);
    case NJ_M_tanh:
        return nj_ir_fast(e, nj_ir_intrinsic1(e, "llvm.tanh", x));
    case NJ_M_pow:
        return exp2_of(e, nj_ir_fp(e, LLVMFMul, args[1], log2_of(e, x)));
    default:
        return NULL;
    }
}

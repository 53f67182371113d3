/* ptx_compare.c - comparisons of doubles that go by their bits.
 *
 * GPUs have half as many units for doubles as for floats, or a 64th, and comparisons take them up,
 * too. Doubles that are not negative are ordered as their bits are (IEEE 754), with NaN behind
 * infinity whatever its sign is, so that
 *
 *     while zr * zr + zi * zi <= 4.0
 *
 * can be decided by the units for integers, which have nothing else to do. -0.0 must not occur: the
 * operations below never give it. */
#include "ptx-backend/ptx_internal.h"

#include <llvm-c/Core.h>
#include <string.h>

#define INFINITY_BITS (UINT64_C(0x7ff) << 52)

static bool calls_fabs(LLVMValueRef v)
{
    LLVMValueRef callee = LLVMIsACallInst(v) ? LLVMGetCalledValue(v) : NULL;
    size_t length = 0;
    const char *name = callee && LLVMIsAFunction(callee) ? LLVMGetValueName2(callee, &length) : "";
    return strcmp(name, "llvm.fabs.f64") == 0;
}

/* Positive, +0.0 or NaN: sums of squares and the like. */
static bool is_positive(LLVMValueRef v, int depth)
{
    enum { MAX_DEPTH = 6 };
    LLVMBool is_inexact;
    if (LLVMIsAConstantFP(v)) {
        double value = LLVMConstRealGetDouble(v, &is_inexact);
        return value > 0;
    }
    if (depth == MAX_DEPTH || !LLVMIsAInstruction(v))
        return false;
    if (calls_fabs(v))
        return true;
    LLVMOpcode op = LLVMGetInstructionOpcode(v);
    if (op == LLVMUIToFP)
        return true;
    if (op == LLVMFMul && LLVMGetOperand(v, 0) == LLVMGetOperand(v, 1))
        return true;
    return (op == LLVMFAdd || op == LLVMFMul || op == LLVMFDiv) &&
           is_positive(LLVMGetOperand(v, 0), depth + 1) &&
           is_positive(LLVMGetOperand(v, 1), depth + 1);
}

/* The predicate on the bits when NaN lies where the bits put it: above all. */
static bool bits_predicate(LLVMRealPredicate p, LLVMIntPredicate *out)
{
    switch (p) {
    case LLVMRealOLT:
        *out = LLVMIntULT;
        return true;
    case LLVMRealOLE:
        *out = LLVMIntULE;
        return true;
    case LLVMRealUGT:
        *out = LLVMIntUGT;
        return true;
    case LLVMRealUGE:
        *out = LLVMIntUGE;
        return true;
    default:
        return false;
    }
}

/* The other way about: is it between `from` and infinity, which NaN is not? */
static LLVMValueRef compare_range(LLVMBuilderRef b, LLVMValueRef bits, uint64_t from,
                                  bool is_inside)
{
    LLVMTypeRef i64 = LLVMTypeOf(bits);
    LLVMValueRef behind = LLVMBuildSub(b, bits, LLVMConstInt(i64, from, false), "");
    return LLVMBuildICmp(b, is_inside ? LLVMIntULE : LLVMIntUGT, behind,
                         LLVMConstInt(i64, INFINITY_BITS - from, false), "");
}

static void rewrite(LLVMBuilderRef b, LLVMValueRef compare)
{
    LLVMValueRef x = LLVMGetOperand(compare, 0), c = LLVMGetOperand(compare, 1);
    LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(x));
    if (LLVMTypeOf(x) != LLVMDoubleTypeInContext(context) || !LLVMIsAConstantFP(c) ||
        LLVMIsAConstantFP(x) || !is_positive(c, 0) || !is_positive(x, 0))
        return;
    LLVMTypeRef i64 = LLVMInt64TypeInContext(context);
    LLVMRealPredicate p = LLVMGetFCmpPredicate(compare);
    LLVMIntPredicate bits_p;
    LLVMBool is_inexact;
    double limit = LLVMConstRealGetDouble(c, &is_inexact);
    uint64_t limit_bits;
    memcpy(&limit_bits, &limit, sizeof limit_bits);
    if (limit_bits >= INFINITY_BITS)
        return;
    LLVMPositionBuilderBefore(b, compare);
    LLVMValueRef bits = LLVMBuildBitCast(b, x, i64, ""), made;
    if (bits_predicate(p, &bits_p))
        made = LLVMBuildICmp(b, bits_p, bits, LLVMConstInt(i64, limit_bits, false), "");
    else if (p == LLVMRealOGT || p == LLVMRealULE)
        made = compare_range(b, bits, limit_bits + 1, p == LLVMRealOGT);
    else if (p == LLVMRealOGE || p == LLVMRealULT)
        made = compare_range(b, bits, limit_bits, p == LLVMRealOGE);
    else
        return;
    LLVMReplaceAllUsesWith(compare, made);
}

void nj_ptx_compare_bits(LLVMModuleRef module)
{
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
    for (LLVMValueRef fn = LLVMGetFirstFunction(module); fn; fn = LLVMGetNextFunction(fn))
        for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(fn); block;
             block = LLVMGetNextBasicBlock(block))
            for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
                if (LLVMGetInstructionOpcode(i) == LLVMFCmp)
                    rewrite(b, i);
    LLVMDisposeBuilder(b);
}

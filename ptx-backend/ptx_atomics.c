/* ptx_atomics.c - atomic operations, relaxed, of the whole device, as CUDA's and Numba's are. */
#include "compiler/ir/cuda.h"
#include "compiler/lower/emit_types.h"
#include "ptx-backend/ptx_internal.h"

static unsigned device_scope(NjEmit *e)
{
    return LLVMGetSyncScopeID(e->context, "device", 6);
}

static LLVMValueRef rmw(NjEmit *e, LLVMAtomicRMWBinOp op, LLVMValueRef address, LLVMValueRef v)
{
    return LLVMBuildAtomicRMWSyncScope(e->b, op, address, v, LLVMAtomicOrderingMonotonic,
                                       device_scope(e));
}

static LLVMValueRef compare_exchange(NjEmit *e, LLVMValueRef address, LLVMValueRef expected,
                                     LLVMValueRef desired)
{
    LLVMValueRef pair =
        LLVMBuildAtomicCmpXchgSyncScope(e->b, address, expected, desired,
                                        LLVMAtomicOrderingMonotonic, LLVMAtomicOrderingMonotonic,
                                        device_scope(e));
    return LLVMBuildExtractValue(e->b, pair, 0, "");
}

static LLVMTypeRef bits_of(NjEmit *e, LLVMTypeRef type)
{
    return type == e->f16 ? e->i16 : type == e->f32 ? e->i32 : e->i64;
}

static LLVMValueRef swap_if_equal(NjEmit *e, LLVMValueRef address, LLVMValueRef expected,
                                  LLVMValueRef desired)
{
    LLVMTypeRef type = LLVMTypeOf(expected);
    if (LLVMGetTypeKind(type) == LLVMIntegerTypeKind)
        return compare_exchange(e, address, expected, desired);
    LLVMTypeRef bits = bits_of(e, type);
    LLVMValueRef old = compare_exchange(e, address, LLVMBuildBitCast(e->b, expected, bits, ""),
                                        LLVMBuildBitCast(e->b, desired, bits, ""));
    return LLVMBuildBitCast(e->b, old, type, "");
}

/* Replaces the element while `v` is beyond it. A nan operand changes nothing; a nan element stays,
 * or (nanmax, nanmin) gives way. */
static LLVMValueRef float_extreme(NjEmit *e, LLVMValueRef address, LLVMValueRef v, bool is_max,
                                  bool nan_yields)
{
    LLVMTypeRef type = LLVMTypeOf(v), bits = bits_of(e, type);
    LLVMRealPredicate beyond = is_max ? (nan_yields ? LLVMRealUGT : LLVMRealOGT)
                                      : (nan_yields ? LLVMRealULT : LLVMRealOLT);
    LLVMBasicBlockRef from = nj_ir_here(e), head = nj_ir_block(e, "atomic"),
                      body = nj_ir_block(e, "atomic.try"), done = nj_ir_block(e, "atomic.done");
    LLVMValueRef first = nj_ir_load(e, bits, address, LLVMGetIntTypeWidth(bits) / 8, NJ_MEM_ELEMENT,
                                    "");
    LLVMSetVolatile(first, true);
    LLVMValueRef is_number = LLVMBuildFCmp(e->b, LLVMRealORD, v, v, "");
    nj_ir_br(e, head);
    nj_ir_at(e, head);
    LLVMValueRef now = LLVMBuildPhi(e->b, bits, "");
    LLVMValueRef element = LLVMBuildBitCast(e->b, now, type, "");
    LLVMValueRef wins = LLVMBuildFCmp(e->b, beyond, v, element, "");
    wins = LLVMBuildAnd(e->b, wins, is_number, "");
    nj_ir_cond_br(e, wins, body, done, NJ_EVEN);
    nj_ir_at(e, body);
    LLVMValueRef seen =
        compare_exchange(e, address, now, LLVMBuildBitCast(e->b, v, bits, ""));
    LLVMValueRef same = LLVMBuildICmp(e->b, LLVMIntEQ, seen, now, "");
    nj_ir_cond_br(e, same, done, head, NJ_EVEN);
    LLVMAddIncoming(now, &first, &from, 1);
    LLVMAddIncoming(now, &seen, &body, 1);
    nj_ir_at(e, done);
    return element;
}

static LLVMValueRef extreme(NjEmit *e, NjCudaOp op, NprtDtype dtype, LLVMValueRef address,
                            LLVMValueRef v)
{
    bool is_max = op == NJ_CU_atomic_max || op == NJ_CU_atomic_nanmax;
    if (nj_dtype_is_float(dtype))
        return float_extreme(e, address, v, is_max,
                             op == NJ_CU_atomic_nanmax || op == NJ_CU_atomic_nanmin);
    if (nj_dtype_is_signed(dtype))
        return rmw(e, is_max ? LLVMAtomicRMWBinOpMax : LLVMAtomicRMWBinOpMin, address, v);
    return rmw(e, is_max ? LLVMAtomicRMWBinOpUMax : LLVMAtomicRMWBinOpUMin, address, v);
}

static LLVMValueRef atomic(NjEmit *e, NjCudaOp op, NprtDtype dtype, LLVMValueRef address,
                           LLVMValueRef *operands)
{
    LLVMValueRef v = operands[0];
    bool is_float = nj_dtype_is_float(dtype);
    switch (op) {
    case NJ_CU_atomic_add:
        return rmw(e, is_float ? LLVMAtomicRMWBinOpFAdd : LLVMAtomicRMWBinOpAdd, address, v);
    case NJ_CU_atomic_sub:
        return is_float ? rmw(e, LLVMAtomicRMWBinOpFAdd, address, LLVMBuildFNeg(e->b, v, ""))
                        : rmw(e, LLVMAtomicRMWBinOpSub, address, v);
    case NJ_CU_atomic_and:
        return rmw(e, LLVMAtomicRMWBinOpAnd, address, v);
    case NJ_CU_atomic_or:
        return rmw(e, LLVMAtomicRMWBinOpOr, address, v);
    case NJ_CU_atomic_xor:
        return rmw(e, LLVMAtomicRMWBinOpXor, address, v);
    case NJ_CU_atomic_exch:
        return rmw(e, LLVMAtomicRMWBinOpXchg, address, v);
    case NJ_CU_atomic_inc:
        return rmw(e, LLVMAtomicRMWBinOpUIncWrap, address, v);
    case NJ_CU_atomic_dec:
        return rmw(e, LLVMAtomicRMWBinOpUDecWrap, address, v);
    case NJ_CU_atomic_cas:
        return swap_if_equal(e, address, v, operands[1]);
    default:
        return extreme(e, op, dtype, address, v);
    }
}

/* Each part by itself, as Numba adds complex numbers. */
static LLVMValueRef atomic_complex(NjEmit *e, NjCudaOp op, NprtDtype part, LLVMValueRef address,
                                   LLVMValueRef v)
{
    LLVMValueRef old = LLVMGetPoison(LLVMTypeOf(v));
    for (unsigned i = 0; i < 2; i++) {
        LLVMValueRef operand = LLVMBuildExtractValue(e->b, v, i, "");
        LLVMValueRef at = nj_ir_offset(e, address, i * nj_dtype_size(part));
        old = LLVMBuildInsertValue(e->b, old, atomic(e, op, part, at, &operand), i, "");
    }
    return old;
}

LLVMValueRef nj_ptx_atomic(NjEmit *e, const NjTirExpr *call, LLVMValueRef address,
                           LLVMValueRef *operands)
{
    NjCudaOp op = (NjCudaOp)call->as.target_call.id;
    NprtDtype dtype = call->as.target_call.args[0]->type->dtype;
    if (nj_dtype_is_complex(dtype))
        return atomic_complex(e, op, nj_dtype_real(dtype), address, operands[0]);
    if (dtype != NPRT_BOOL)
        return atomic(e, op, dtype, address, operands);
    LLVMValueRef bytes[2] = {LLVMBuildZExt(e->b, operands[0], e->i8, ""), NULL};
    if (op == NJ_CU_atomic_cas)
        bytes[1] = LLVMBuildZExt(e->b, operands[1], e->i8, "");
    return LLVMBuildTrunc(e->b, atomic(e, op, NPRT_U8, address, bytes), e->i1, "");
}

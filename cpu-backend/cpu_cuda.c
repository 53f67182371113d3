/* cpu_cuda.c - what is left of CUDA in kernels that the pass `spmd` has turned into loops: arrays
 * in the frame of the function, atomic operations on elements that other threads may change, and
 * single instructions.
 *
 * Atomic operations order other accesses too (acquire and release): on x86 that costs nothing, and
 * programs that hand data from block to block by a counter work. */
#include "compiler/ir/cuda.h"
#include "compiler/lower/emit.h"
#include "compiler/lower/emit_types.h"
#include "cpu-backend/cpu_internal.h"

enum { ARRAY_ALIGN = 64 };

/* ---- arrays --------------------------------------------------------------------------------- */

static void store_array(NjEmit *e, const NjType *t, LLVMValueRef slot, LLVMValueRef data,
                        LLVMValueRef *shape)
{
    LLVMValueRef stride = nj_ir_i64(e, nj_dtype_size(t->dtype));
    nj_ir_store_at(e, nj_ir_null(e), slot, NJ_ARRAY_OWNER, 8, NJ_MEM_STACK);
    nj_ir_store_at(e, data, slot, NJ_ARRAY_DATA, 8, NJ_MEM_STACK);
    for (uint32_t k = t->ndim; k-- > 0;) {
        nj_ir_store_at(e, shape[k], slot, nj_ir_array_shape_offset(k), 8, NJ_MEM_STACK);
        nj_ir_store_at(e, stride, slot, nj_ir_array_stride_offset(t, k), 8, NJ_MEM_STACK);
        stride = nj_ir_mul_nsw(e, stride, shape[k], "");
    }
}

/* The extents are constants: the elements are part of the frame. */
static LLVMValueRef local_array(NjEmit *e, const NjTirExpr *call, LLVMValueRef *args)
{
    const NjType *t = call->type;
    uint64_t bytes = nj_dtype_size(t->dtype);
    for (uint32_t k = 0; k < t->ndim; k++) {
        int64_t extent;
        NJ_ASSERT(e->u, nj_ir_const_int_value(args[k], &extent));
        bytes *= (uint64_t)extent;
    }
    LLVMValueRef slot = nj_ir_value_slot(e, t, "array");
    store_array(e, t, slot, nj_ir_alloca_bytes(e, bytes ? bytes : 1, ARRAY_ALIGN, "elements"),
                args);
    return slot;
}

/* The bytes of the argument, an array, as elements of another type. */
static LLVMValueRef dynamic_shared(NjEmit *e, const NjTirExpr *call, LLVMValueRef *args)
{
    LLVMValueRef data = nj_ir_load_ptr(e, args[0], NJ_ARRAY_DATA, NJ_MEM_STACK, "data");
    LLVMValueRef bytes =
        nj_ir_load_i64(e, args[0], nj_ir_array_shape_offset(0), NJ_MEM_STACK, "bytes");
    LLVMValueRef shape[] = {
        LLVMBuildUDiv(e->b, bytes, nj_ir_i64(e, nj_dtype_size(call->type->dtype)), "n")};
    LLVMValueRef slot = nj_ir_value_slot(e, call->type, "array");
    store_array(e, call->type, slot, data, shape);
    return slot;
}

/* ---- atomic operations ---------------------------------------------------------------------- */

static LLVMValueRef read_modify_write(NjEmit *e, LLVMAtomicRMWBinOp op, LLVMValueRef address,
                                      LLVMValueRef operand)
{
    return LLVMBuildAtomicRMW(e->b, op, address, operand, LLVMAtomicOrderingAcquireRelease, false);
}

static LLVMTypeRef int_like(NjEmit *e, NprtDtype dtype)
{
    switch (nj_dtype_size(dtype)) {
    case 1:
        return e->i8;
    case 2:
        return e->i16;
    case 4:
        return e->i32;
    default:
        return e->i64;
    }
}

/* What the element becomes, where no single instruction does it. */
static LLVMValueRef new_value(NjEmit *e, NjCudaOp op, LLVMValueRef old, LLVMValueRef operand)
{
    LLVMValueRef one = LLVMConstInt(LLVMTypeOf(old), 1, false),
                 zero = LLVMConstNull(LLVMTypeOf(old));
    LLVMValueRef wraps;
    switch (op) {
    case NJ_CU_atomic_inc:
        wraps = LLVMBuildICmp(e->b, LLVMIntUGE, old, operand, "");
        return LLVMBuildSelect(e->b, wraps, zero, LLVMBuildAdd(e->b, old, one, ""), "");
    case NJ_CU_atomic_dec:
        wraps = LLVMBuildOr(e->b, LLVMBuildICmp(e->b, LLVMIntEQ, old, zero, ""),
                            LLVMBuildICmp(e->b, LLVMIntUGT, old, operand, ""), "");
        return LLVMBuildSelect(e->b, wraps, operand, LLVMBuildSub(e->b, old, one, ""), "");
    default: {
        /* max and min of floats: a nan on either side changes nothing */
        LLVMRealPredicate wins = op == NJ_CU_atomic_max ? LLVMRealOGT : LLVMRealOLT;
        return LLVMBuildSelect(e->b, LLVMBuildFCmp(e->b, wins, operand, old, ""), operand, old, "");
    }
    }
}

/* old = *address; while another thread changes it: again. */
static LLVMValueRef exchange_loop(NjEmit *e, NjCudaOp op, NprtDtype d, LLVMValueRef address,
                                  LLVMValueRef operand)
{
    LLVMTypeRef type = LLVMTypeOf(operand), bits = int_like(e, d);
    LLVMBasicBlockRef from = nj_ir_here(e), again = nj_ir_block(e, "again"),
                      done = nj_ir_block(e, "exchanged");
    LLVMValueRef first = nj_ir_load(e, bits, address, nj_dtype_size(d), NJ_MEM_ELEMENT, "");
    LLVMSetOrdering(first, LLVMAtomicOrderingMonotonic);
    nj_ir_br(e, again);
    nj_ir_at(e, again);
    LLVMValueRef seen = LLVMBuildPhi(e->b, bits, "seen");
    LLVMAddIncoming(seen, &first, &from, 1);
    LLVMValueRef old = LLVMBuildBitCast(e->b, seen, type, "");
    LLVMValueRef next = LLVMBuildBitCast(e->b, new_value(e, op, old, operand), bits, "");
    LLVMValueRef pair =
        LLVMBuildAtomicCmpXchg(e->b, address, seen, next, LLVMAtomicOrderingAcquireRelease,
                               LLVMAtomicOrderingMonotonic, false);
    LLVMValueRef now = LLVMBuildExtractValue(e->b, pair, 0, "");
    LLVMAddIncoming(seen, &now, &again, 1);
    nj_ir_cond_br(e, LLVMBuildExtractValue(e->b, pair, 1, ""), done, again, NJ_LIKELY);
    nj_ir_at(e, done);
    return old;
}

static LLVMValueRef compare_and_swap(NjEmit *e, NprtDtype d, LLVMValueRef address,
                                     LLVMValueRef expected, LLVMValueRef value)
{
    LLVMTypeRef type = LLVMTypeOf(value), bits = int_like(e, d);
    LLVMValueRef pair = LLVMBuildAtomicCmpXchg(
        e->b, address, LLVMBuildBitCast(e->b, expected, bits, ""),
        LLVMBuildBitCast(e->b, value, bits, ""), LLVMAtomicOrderingAcquireRelease,
        LLVMAtomicOrderingMonotonic, false);
    return LLVMBuildBitCast(e->b, LLVMBuildExtractValue(e->b, pair, 0, ""), type, "");
}

static LLVMValueRef atomic(NjEmit *e, const NjTirExpr *call, LLVMValueRef *args)
{
    NjCudaOp op = (NjCudaOp)call->as.target_call.id;
    NprtDtype d = call->type->dtype;
    bool is_float = nj_dtype_is_float(d), is_signed = nj_dtype_is_signed(d);
    LLVMValueRef address = nj_ir_load_ptr(e, args[0], NJ_ARRAY_DATA, NJ_MEM_STACK, "element");
    switch (op) {
    case NJ_CU_atomic_add:
        return read_modify_write(e, is_float ? LLVMAtomicRMWBinOpFAdd : LLVMAtomicRMWBinOpAdd,
                                 address, args[1]);
    case NJ_CU_atomic_sub:
        return read_modify_write(e, is_float ? LLVMAtomicRMWBinOpFSub : LLVMAtomicRMWBinOpSub,
                                 address, args[1]);
    case NJ_CU_atomic_and:
        return read_modify_write(e, LLVMAtomicRMWBinOpAnd, address, args[1]);
    case NJ_CU_atomic_or:
        return read_modify_write(e, LLVMAtomicRMWBinOpOr, address, args[1]);
    case NJ_CU_atomic_xor:
        return read_modify_write(e, LLVMAtomicRMWBinOpXor, address, args[1]);
    case NJ_CU_atomic_exch:
        return read_modify_write(e, LLVMAtomicRMWBinOpXchg, address, args[1]);
    case NJ_CU_atomic_nanmax:
        if (is_float)
            return read_modify_write(e, LLVMAtomicRMWBinOpFMax, address, args[1]);
        return read_modify_write(e, is_signed ? LLVMAtomicRMWBinOpMax : LLVMAtomicRMWBinOpUMax,
                                 address, args[1]);
    case NJ_CU_atomic_nanmin:
        if (is_float)
            return read_modify_write(e, LLVMAtomicRMWBinOpFMin, address, args[1]);
        return read_modify_write(e, is_signed ? LLVMAtomicRMWBinOpMin : LLVMAtomicRMWBinOpUMin,
                                 address, args[1]);
    case NJ_CU_atomic_max:
        if (!is_float)
            return read_modify_write(e, is_signed ? LLVMAtomicRMWBinOpMax : LLVMAtomicRMWBinOpUMax,
                                     address, args[1]);
        return exchange_loop(e, op, d, address, args[1]);
    case NJ_CU_atomic_min:
        if (!is_float)
            return read_modify_write(e, is_signed ? LLVMAtomicRMWBinOpMin : LLVMAtomicRMWBinOpUMin,
                                     address, args[1]);
        return exchange_loop(e, op, d, address, args[1]);
    case NJ_CU_atomic_cas:
        return compare_and_swap(e, d, address, args[1], args[2]);
    default: /* inc, dec */
        return exchange_loop(e, op, d, address, args[1]);
    }
}

/* ---- single instructions -------------------------------------------------------------------- */

static LLVMValueRef leading_zeros(NjEmit *e, LLVMValueRef v)
{
    LLVMTypeRef type = LLVMTypeOf(v);
    LLVMValueRef args[] = {v, nj_ir_i1(e, false)};
    LLVMValueRef n = nj_ir_intrinsic(e, "llvm.ctlz", &type, 1, args, 2);
    return LLVMBuildZExt(e->b, n, e->i64, "");
}

LLVMValueRef nj_cpu_target_call(const NjTarget *target, NjEmit *e, const NjTirExpr *call,
                                LLVMValueRef *args)
{
    NjCudaOp op = (NjCudaOp)call->as.target_call.id;
    (void)target;
    if (nj_cuda_kind(op) == NJ_CUDA_ATOMIC)
        return atomic(e, call, args);
    switch (op) {
    case NJ_CU_local_array:
        return local_array(e, call, args);
    case NJ_CU_dynamic_shared:
        return dynamic_shared(e, call, args);
    case NJ_CU_clz:
        return leading_zeros(e, args[0]);
    case NJ_CU_brev:
        return nj_ir_intrinsic1(e, "llvm.bitreverse", args[0]);
    case NJ_CU_bits:
        return LLVMBuildBitCast(e->b, args[0], nj_ir_reg_type(e, call->type), "");
    case NJ_CU_threadfence:
    case NJ_CU_threadfence_block:
    case NJ_CU_threadfence_system:
        LLVMBuildFence(e->b, LLVMAtomicOrderingSequentiallyConsistent, false, "");
        return NULL;
    case NJ_CU_nanosleep:
        return NULL;
    default:
        NJ_UNREACHABLE(e->u); /* the pass has replaced it */
    }
}

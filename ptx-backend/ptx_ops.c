/* ptx_ops.c - the operations of funcs/cuda_ops.def as NVPTX intrinsics. Atomics: ptx_atomics.c. */
#include "compiler/ir/cuda.h"
#include "compiler/lower/emit_types.h"
#include "ptx-backend/ptx_internal.h"

#include <string.h>

enum { GLOBAL_SPACE = 1, SHARED_SPACE = 3, DYNAMIC_ALIGN = 16 };

static LLVMValueRef intrinsic(NjEmit *e, const char *name, LLVMValueRef *args, unsigned n)
{
    return nj_ir_intrinsic(e, name, NULL, 0, args, n);
}

/* A 32-bit unsigned number as the node's integer type. */
static LLVMValueRef widen(NjEmit *e, const NjTirExpr *call, LLVMValueRef v)
{
    return LLVMBuildIntCast2(e->b, v, nj_ir_reg_type(e, call->type), false, "");
}

static LLVMValueRef low_word(NjEmit *e, LLVMValueRef v)
{
    return LLVMBuildIntCast2(e->b, v, e->i32, false, "");
}

/* ---- memory --------------------------------------------------------------------------------- */

/* Bytes of an array whose extents are constants. */
static uint64_t constant_bytes(NjEmit *e, const NjTirExpr *call, LLVMValueRef *extents)
{
    uint64_t bytes = nj_dtype_size(call->type->dtype);
    for (uint32_t k = 0; k < call->as.target_call.n; k++) {
        int64_t extent = 0;
        NJ_ASSERT(e->u, nj_ir_const_int_value(extents[k], &extent) && extent >= 0);
        bytes *= (uint64_t)extent;
    }
    return bytes;
}

/* An array value of C order over the memory at `data`. */
static LLVMValueRef array_value(NjEmit *e, const NjType *t, LLVMValueRef data,
                                LLVMValueRef *extents)
{
    LLVMValueRef slot = nj_ir_value_slot(e, t, "array");
    nj_ir_store_at(e, nj_ir_null(e), slot, NJ_ARRAY_OWNER, 8, NJ_MEM_STACK);
    nj_ir_store_at(e, data, slot, NJ_ARRAY_DATA, 8, NJ_MEM_STACK);
    LLVMValueRef stride = nj_ir_i64(e, nj_dtype_size(t->dtype));
    for (uint32_t k = t->ndim; k-- > 0;) {
        LLVMValueRef extent = LLVMBuildIntCast2(e->b, extents[k], e->i64, true, "");
        nj_ir_store_at(e, extent, slot, nj_ir_array_shape_offset(k), 8, NJ_MEM_STACK);
        nj_ir_store_at(e, stride, slot, nj_ir_array_stride_offset(t, k), 8, NJ_MEM_STACK);
        stride = nj_ir_mul_nsw(e, stride, extent, "");
    }
    return slot;
}

static LLVMValueRef shared_global(NjEmit *e, uint64_t bytes, uint32_t align, const char *name)
{
    LLVMTypeRef type = LLVMArrayType2(e->i8, bytes);
    LLVMValueRef global = LLVMAddGlobalInAddressSpace(e->module, type, name, SHARED_SPACE);
    LLVMSetAlignment(global, align);
    return global;
}

static LLVMValueRef dynamic_memory(NjEmit *e)
{
    static const char name[] = "nj_dynamic_shared";
    LLVMValueRef global = LLVMGetNamedGlobal(e->module, name);
    return global ? global : shared_global(e, 0, DYNAMIC_ALIGN, name);
}

/* The same memory wherever the node is lowered: a loop may be lowered in two versions. */
static LLVMValueRef shared_array(NjBackendState *state, NjEmit *e, const NjTirExpr *call,
                                 LLVMValueRef *args)
{
    const int64_t *place = state->kernels ? nj_map_get(&state->kernels->shared_places, call) : NULL;
    if (place) {
        LLVMValueRef offset = nj_ir_i64(e, (uint64_t)*place);
        LLVMValueRef data = LLVMConstInBoundsGEP2(e->i8, dynamic_memory(e), &offset, 1);
        return array_value(e, call->type, LLVMConstAddrSpaceCast(data, e->ptr), args);
    }
    LLVMValueRef global = nj_map_get(&state->shared, call);
    if (!global) {
        global = shared_global(e, constant_bytes(e, call, args), DYNAMIC_ALIGN, "shared");
        LLVMSetLinkage(global, LLVMInternalLinkage);
        LLVMSetInitializer(global, LLVMGetUndef(LLVMGlobalGetValueType(global)));
        nj_map_put(e->arena, &state->shared, call, global);
    }
    return array_value(e, call->type, LLVMConstAddrSpaceCast(global, e->ptr), args);
}

static LLVMValueRef local_array(NjEmit *e, const NjTirExpr *call, LLVMValueRef *args)
{
    uint64_t bytes = constant_bytes(e, call, args);
    return array_value(e, call->type, nj_ir_alloca_bytes(e, bytes, DYNAMIC_ALIGN, "local"), args);
}

static LLVMValueRef dynamic_bytes(NjEmit *e)
{
    static const char text[] = "mov.u32 $0, %dynamic_smem_size;";
    LLVMTypeRef type = LLVMFunctionType(e->i32, NULL, 0, false);
    LLVMValueRef code = LLVMGetInlineAsm(type, text, sizeof text - 1, "=r", 2, false, false,
                                         LLVMInlineAsmDialectATT, false);
    return LLVMBuildZExt(e->b, nj_ir_call(e, (NjCallee){code, type}, NULL, 0), e->i64, "");
}

/* All dynamic shared arrays of a kernel are one, behind the arrays that have a place there. */
static LLVMValueRef dynamic_shared(NjBackendState *state, NjEmit *e, const NjTirExpr *call)
{
    uint64_t taken = state->kernels ? (uint64_t)state->kernels->shared_bytes : 0;
    LLVMValueRef start = nj_ir_i64(e, taken), bytes = dynamic_bytes(e), data = dynamic_memory(e);
    if (taken) {
        bytes = LLVMBuildSub(e->b, bytes, start, "");
        data = LLVMConstGEP2(e->i8, data, &start, 1);
    }
    LLVMValueRef size = nj_ir_i64(e, nj_dtype_size(call->type->dtype));
    LLVMValueRef extent = LLVMBuildUDiv(e->b, bytes, size, "");
    return array_value(e, call->type, LLVMConstAddrSpaceCast(data, e->ptr), &extent);
}

/* ---- warps ---------------------------------------------------------------------------------- */

typedef struct Shuffle {
    const char *intrinsic;
    LLVMValueRef mask, lane;
    int32_t clamp;
} Shuffle;

static LLVMValueRef shuffle_word(NjEmit *e, const Shuffle *s, LLVMValueRef word)
{
    LLVMValueRef args[] = {s->mask, word, s->lane, nj_ir_i32(e, s->clamp)};
    return intrinsic(e, s->intrinsic, args, 4);
}

static LLVMValueRef shuffle_value(NjEmit *e, const Shuffle *s, LLVMValueRef v)
{
    LLVMTypeRef type = LLVMTypeOf(v);
    if (LLVMGetTypeKind(type) == LLVMStructTypeKind) { /* complex */
        LLVMValueRef pair = LLVMGetPoison(type);
        for (unsigned i = 0; i < 2; i++) {
            LLVMValueRef part = shuffle_value(e, s, LLVMBuildExtractValue(e->b, v, i, ""));
            pair = LLVMBuildInsertValue(e->b, pair, part, i, "");
        }
        return pair;
    }
    bool is_float = type == e->f16 || type == e->f32 || type == e->f64;
    LLVMTypeRef bits = type == e->f16 ? e->i16 : type == e->f32 ? e->i32 : e->i64;
    if (is_float)
        v = LLVMBuildBitCast(e->b, v, bits, "");
    LLVMTypeRef whole = LLVMTypeOf(v);
    LLVMValueRef result;
    if (LLVMGetIntTypeWidth(whole) <= 32) {
        result = shuffle_word(e, s, LLVMBuildIntCast2(e->b, v, e->i32, false, ""));
        result = LLVMBuildIntCast2(e->b, result, whole, false, "");
    } else {
        LLVMValueRef by = nj_ir_i64(e, 32);
        LLVMValueRef low = shuffle_word(e, s, LLVMBuildTrunc(e->b, v, e->i32, ""));
        LLVMValueRef high = LLVMBuildTrunc(e->b, LLVMBuildLShr(e->b, v, by, ""), e->i32, "");
        high = LLVMBuildZExt(e->b, shuffle_word(e, s, high), e->i64, "");
        result = LLVMBuildOr(e->b, LLVMBuildZExt(e->b, low, e->i64, ""),
                             LLVMBuildShl(e->b, high, by, ""), "");
    }
    return is_float ? LLVMBuildBitCast(e->b, result, type, "") : result;
}

static LLVMValueRef shuffle(NjEmit *e, const char *name, LLVMValueRef *args, int32_t clamp)
{
    Shuffle s = {name, low_word(e, args[0]), low_word(e, args[2]), clamp};
    return shuffle_value(e, &s, args[1]);
}

static LLVMValueRef vote(NjEmit *e, const char *name, LLVMValueRef *args)
{
    return intrinsic(e, name, (LLVMValueRef[]){low_word(e, args[0]), args[1]}, 2);
}

/* The bits of a scalar as an i32 or i64. */
static LLVMValueRef match_bits(NjEmit *e, LLVMValueRef v)
{
    LLVMTypeRef type = LLVMTypeOf(v);
    if (type == e->f32 || type == e->f64)
        return LLVMBuildBitCast(e->b, v, type == e->f32 ? e->i32 : e->i64, "");
    if (type == e->f16)
        v = LLVMBuildBitCast(e->b, v, e->i16, "");
    return LLVMGetIntTypeWidth(LLVMTypeOf(v)) < 32 ? LLVMBuildZExt(e->b, v, e->i32, "") : v;
}

static LLVMValueRef match(NjEmit *e, const NjTirExpr *call, LLVMValueRef *args, bool all)
{
    LLVMValueRef operands[] = {low_word(e, args[0]), match_bits(e, args[1])};
    bool is_word = LLVMTypeOf(operands[1]) == e->i32;
    if (!all)
        return widen(e, call,
                     intrinsic(e, is_word ? "llvm.nvvm.match.any.sync.i32"
                                          : "llvm.nvvm.match.any.sync.i64",
                               operands, 2));
    LLVMValueRef pair = intrinsic(
        e, is_word ? "llvm.nvvm.match.all.sync.i32p" : "llvm.nvvm.match.all.sync.i64p", operands, 2);
    LLVMValueRef same = LLVMBuildExtractValue(e->b, pair, 1, "");
    LLVMValueRef mask = LLVMBuildExtractValue(e->b, pair, 0, "");
    return widen(e, call, LLVMBuildSelect(e->b, same, mask, nj_ir_i32(e, 0), ""));
}

/* ---- barriers ------------------------------------------------------------------------------- */

void nj_ptx_barrier(const NjTarget *target, NjEmit *e)
{
    (void)target;
    LLVMValueRef zero = nj_ir_i32(e, 0);
    intrinsic(e, "llvm.nvvm.barrier.cta.sync.aligned.all", &zero, 1);
}

void nj_ptx_note_copy(const NjTarget *target, NjEmit *e, LLVMValueRef copy, LLVMValueRef copies,
                      uint32_t dim)
{
    LLVMTypeRef params[] = {e->i64, e->i64, e->i32};
    LLVMValueRef args[] = {copy, copies, nj_ir_i32(e, (int32_t)dim)};
    LLVMTypeRef type = LLVMFunctionType(e->void_, params, 3, false);
    (void)target;
    nj_ir_call(e, nj_ir_declare(e, "nj_device_copy", type), args, 3);
}

static LLVMValueRef barrier_vote(NjEmit *e, const NjTirExpr *call, const char *name,
                                 LLVMValueRef predicate)
{
    LLVMValueRef args[] = {nj_ir_i32(e, 0), predicate};
    return widen(e, call, intrinsic(e, name, args, 2));
}

static LLVMValueRef grid_sync(NjEmit *e)
{
    LLVMTypeRef type = LLVMFunctionType(e->void_, NULL, 0, false);
    NjCallee callee = nj_ir_declare(e, "nj_grid_sync", type);
    nj_ir_add_attribute(e, callee.fn, -1, "convergent", 0);
    nj_ir_call(e, callee, NULL, 0);
    return NULL;
}

/* ---- bits ----------------------------------------------------------------------------------- */

static LLVMValueRef count_zeros(NjEmit *e, const NjTirExpr *call, LLVMValueRef v)
{
    LLVMTypeRef type = LLVMTypeOf(v);
    LLVMValueRef args[] = {v, nj_ir_i1(e, false)};
    return widen(e, call, nj_ir_intrinsic(e, "llvm.ctlz", &type, 1, args, 2));
}

static LLVMValueRef reinterpret(NjEmit *e, const NjTirExpr *call, LLVMValueRef v)
{
    return LLVMBuildBitCast(e->b, v, nj_ir_reg_type(e, call->type), "");
}

/* ---- overlap -------------------------------------------------------------------------------- */

static LLVMValueRef array_end(NjEmit *e, const NjType *t, LLVMValueRef array, LLVMValueRef data)
{
    LLVMValueRef n = nj_ir_load_i64(e, array, nj_ir_array_shape_offset(0), NJ_MEM_STACK, "n");
    n = nj_ir_mul_nsw(e, n, nj_ir_i64(e, nj_dtype_size(t->dtype)), "");
    return LLVMBuildAdd(e->b, data, n, "");
}

/* NJ_DEVICE_APART, NJ_DEVICE_APART_OR_SAME */
static LLVMValueRef are_apart(NjEmit *e, const NjTirExpr *call, LLVMValueRef *args)
{
    LLVMValueRef low[2], high[2];
    NprtDtype dtypes[2];
    for (int i = 0; i < 2; i++) {
        const NjType *t = call->as.target_call.args[i]->type;
        dtypes[i] = t->dtype;
        low[i] = nj_ir_load_ptr(e, args[i], NJ_ARRAY_DATA, NJ_MEM_STACK, "data");
        low[i] = LLVMBuildPtrToInt(e->b, low[i], e->i64, "");
        high[i] = array_end(e, t, args[i], low[i]);
    }
    LLVMValueRef below = LLVMBuildICmp(e->b, LLVMIntULE, high[0], low[1], "");
    LLVMValueRef above = LLVMBuildICmp(e->b, LLVMIntULE, high[1], low[0], "");
    LLVMValueRef apart = LLVMBuildOr(e->b, below, above, "");
    bool allows_same = call->as.target_call.id == NJ_DEVICE_APART_OR_SAME;
    if (!allows_same || nj_dtype_size(dtypes[0]) != nj_dtype_size(dtypes[1]))
        return apart;
    return LLVMBuildOr(e->b, apart, LLVMBuildICmp(e->b, LLVMIntEQ, low[0], low[1], ""), "");
}

enum { VECTOR_BYTES = 16 };

static LLVMValueRef is_aligned(NjEmit *e, LLVMValueRef array)
{
    LLVMValueRef data = nj_ir_load_ptr(e, array, NJ_ARRAY_DATA, NJ_MEM_STACK, "data");
    LLVMValueRef low = LLVMBuildAnd(e->b, LLVMBuildPtrToInt(e->b, data, e->i64, ""),
                                    nj_ir_i64(e, VECTOR_BYTES - 1), "");
    return LLVMBuildICmp(e->b, LLVMIntEQ, low, nj_ir_i64(e, 0), "");
}

/* Kernels get the addresses of their arrays in global memory, so the promise is made there: later
 * passes look at these addresses, not at the generic ones made from them. */
static LLVMValueRef aligned_array(NjEmit *e, const NjTirExpr *call, LLVMValueRef array)
{
    LLVMValueRef slot = nj_ir_value_slot(e, call->type, "aligned");
    nj_ir_value_store(e, nj_ir_in_memory(call->type, array, NJ_MEM_STACK), slot, NJ_MEM_STACK);
    LLVMValueRef data = nj_ir_load_ptr(e, array, NJ_ARRAY_DATA, NJ_MEM_STACK, "data");
    LLVMTypeRef global = LLVMPointerTypeInContext(e->context, GLOBAL_SPACE);
    data = LLVMBuildAddrSpaceCast(e->b, data, global, "");
    LLVMValueRef promise[] = {data, nj_ir_i64(e, VECTOR_BYTES)}, yes = nj_ir_i1(e, true);
    LLVMOperandBundleRef bundle = LLVMCreateOperandBundle("align", 5, promise, 2);
    unsigned id = LLVMLookupIntrinsicID("llvm.assume", 11);
    LLVMBuildCallWithOperandBundles(e->b, LLVMFunctionType(e->void_, &e->i1, 1, false),
                                    LLVMGetIntrinsicDeclaration(e->module, id, NULL, 0), &yes, 1,
                                    &bundle, 1, "");
    LLVMDisposeOperandBundle(bundle);
    data = LLVMBuildAddrSpaceCast(e->b, data, e->ptr, "");
    nj_ir_store_at(e, data, slot, NJ_ARRAY_DATA, 8, NJ_MEM_STACK);
    return slot;
}

static LLVMValueRef device_op(NjEmit *e, const NjTirExpr *call, LLVMValueRef *args)
{
    switch (call->as.target_call.id) {
    case NJ_DEVICE_IS_ALIGNED:
        return is_aligned(e, args[0]);
    case NJ_DEVICE_ALIGNED:
        return aligned_array(e, call, args[0]);
    default:
        return are_apart(e, call, args);
    }
}

/* ---- the table ------------------------------------------------------------------------------ */

/* Special registers: read by an intrinsic of this suffix. */
static const char *register_name(NjCudaOp op)
{
    static const char *const names[NJ_CU_COUNT] = {
        [NJ_CU_tid_x] = "tid.x",       [NJ_CU_tid_y] = "tid.y",       [NJ_CU_tid_z] = "tid.z",
        [NJ_CU_ctaid_x] = "ctaid.x",   [NJ_CU_ctaid_y] = "ctaid.y",   [NJ_CU_ctaid_z] = "ctaid.z",
        [NJ_CU_ntid_x] = "ntid.x",     [NJ_CU_ntid_y] = "ntid.y",     [NJ_CU_ntid_z] = "ntid.z",
        [NJ_CU_nctaid_x] = "nctaid.x", [NJ_CU_nctaid_y] = "nctaid.y", [NJ_CU_nctaid_z] = "nctaid.z",
        [NJ_CU_laneid] = "laneid",     [NJ_CU_clock64] = "clock64",
        [NJ_CU_lanemask_lt] = "lanemask.lt"};
    return names[op];
}

/* `args` may hold a bound of the value (compiler/analysis/kernels_prepare.c). */
static LLVMValueRef read_register(NjEmit *e, const NjTirExpr *call, const char *reg,
                                  LLVMValueRef *args)
{
    const char *name = nj_arena_printf(e->arena, "llvm.nvvm.read.ptx.sreg.%s", reg);
    LLVMValueRef v = intrinsic(e, name, NULL, 0);
    int64_t bound;
    if (call->as.target_call.n == 1 && nj_ir_const_int_value(args[0], &bound)) {
        uint64_t low = 0, high = (uint64_t)bound;
        unsigned kind = LLVMGetEnumAttributeKindForName("range", 5);
        LLVMAddCallSiteAttribute(
            v, LLVMAttributeReturnIndex,
            LLVMCreateConstantRangeAttribute(e->context, kind, 32, &low, &high));
    }
    return v;
}

static LLVMValueRef warp_op(NjEmit *e, const NjTirExpr *call, LLVMValueRef *args)
{
    switch ((NjCudaOp)call->as.target_call.id) {
    case NJ_CU_shfl_idx:
        return shuffle(e, "llvm.nvvm.shfl.sync.idx.i32", args, 31);
    case NJ_CU_shfl_up:
        return shuffle(e, "llvm.nvvm.shfl.sync.up.i32", args, 0);
    case NJ_CU_shfl_down:
        return shuffle(e, "llvm.nvvm.shfl.sync.down.i32", args, 31);
    case NJ_CU_shfl_xor:
        return shuffle(e, "llvm.nvvm.shfl.sync.bfly.i32", args, 31);
    case NJ_CU_vote_all:
        return vote(e, "llvm.nvvm.vote.all.sync", args);
    case NJ_CU_vote_any:
        return vote(e, "llvm.nvvm.vote.any.sync", args);
    case NJ_CU_vote_eq:
        return vote(e, "llvm.nvvm.vote.uni.sync", args);
    case NJ_CU_ballot:
        return widen(e, call, vote(e, "llvm.nvvm.vote.ballot.sync", args));
    case NJ_CU_match_any:
        return match(e, call, args, false);
    case NJ_CU_match_all:
        return match(e, call, args, true);
    default:
        return widen(e, call, intrinsic(e, "llvm.nvvm.activemask", NULL, 0));
    }
}

static LLVMValueRef sync_op(NjEmit *e, const NjTirExpr *call, LLVMValueRef *args)
{
    switch ((NjCudaOp)call->as.target_call.id) {
    case NJ_CU_syncthreads_count:
        return barrier_vote(e, call, "llvm.nvvm.barrier.cta.red.popc.aligned.all", args[0]);
    case NJ_CU_syncthreads_and:
        return barrier_vote(e, call, "llvm.nvvm.barrier.cta.red.and.aligned.all", args[0]);
    case NJ_CU_syncthreads_or:
        return barrier_vote(e, call, "llvm.nvvm.barrier.cta.red.or.aligned.all", args[0]);
    case NJ_CU_syncwarp: {
        LLVMValueRef mask = low_word(e, args[0]);
        return intrinsic(e, "llvm.nvvm.bar.warp.sync", &mask, 1);
    }
    case NJ_CU_threadfence:
        return intrinsic(e, "llvm.nvvm.membar.gl", NULL, 0);
    case NJ_CU_threadfence_block:
        return intrinsic(e, "llvm.nvvm.membar.cta", NULL, 0);
    case NJ_CU_threadfence_system:
        return intrinsic(e, "llvm.nvvm.membar.sys", NULL, 0);
    case NJ_CU_grid_sync:
        return grid_sync(e);
    default: {
        LLVMValueRef time = low_word(e, args[0]);
        return intrinsic(e, "llvm.nvvm.nanosleep", &time, 1);
    }
    }
}

static LLVMValueRef memory_op(NjBackendState *state, NjEmit *e, const NjTirExpr *call,
                              LLVMValueRef *args)
{
    switch ((NjCudaOp)call->as.target_call.id) {
    case NJ_CU_shared_array:
        return shared_array(state, e, call, args);
    case NJ_CU_dynamic_shared:
        return dynamic_shared(state, e, call);
    default:
        return local_array(e, call, args);
    }
}

LLVMValueRef nj_ptx_target_call(const NjTarget *target, NjEmit *e, const NjTirExpr *call,
                                LLVMValueRef *args)
{
    NjCudaOp op = (NjCudaOp)call->as.target_call.id;
    if (op >= NJ_CU_COUNT)
        return device_op(e, call, args);
    const char *reg = register_name(op);
    if (reg)
        return widen(e, call, read_register(e, call, reg, args));
    switch (nj_cuda_kind(op)) {
    case NJ_CUDA_MEMORY:
        return memory_op(target->state, e, call, args);
    case NJ_CUDA_WARP:
        return warp_op(e, call, args);
    case NJ_CUDA_SYNC:
        return sync_op(e, call, args);
    case NJ_CUDA_ATOMIC: {
        LLVMValueRef address = nj_ir_load_ptr(e, args[0], NJ_ARRAY_DATA, NJ_MEM_STACK, "element");
        return nj_ptx_atomic(e, call, address, args + 1);
    }
    case NJ_CUDA_PURE:
        return op == NJ_CU_clz    ? count_zeros(e, call, args[0])
               : op == NJ_CU_brev ? nj_ir_intrinsic1(e, "llvm.bitreverse", args[0])
                                  : reinterpret(e, call, args[0]);
    case NJ_CUDA_SREG:
    case NJ_CUDA_HOST:
        break;
    }
    NJ_UNREACHABLE(e->u);
}

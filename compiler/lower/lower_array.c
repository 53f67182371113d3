/* lower_array.c - array elements, extents, allocation.
 *
 * Addresses: where the last dimension is contiguous the index is linearised with the extents, so
 * that one typed GEP remains and LLVM sees unit stride; arrays of any layout use their strides in
 * bytes. */
#include "compiler/lower/lower_internal.h"

#include <stddef.h>

LLVMValueRef nj_ir_array_data(NjEmit *e, NjValue array)
{
    return nj_ir_load_ptr(e, array.v, NJ_ARRAY_DATA, array.mem, "data");
}

LLVMValueRef nj_ir_array_extent(NjEmit *e, NjValue array, uint32_t dim)
{
    NJ_ASSERT(e->u, array.type->kind == NJ_T_ARRAY && dim < array.type->ndim);
    LLVMValueRef extent = nj_ir_load_i64(e, array.v, nj_ir_array_shape_offset(dim), array.mem, "n");
    LLVMSetMetadata(extent, e->kind_range, e->extent_range);
    return extent;
}

LLVMValueRef nj_ir_array_stride(NjEmit *e, NjValue array, uint32_t dim)
{
    const NjType *t = array.type;
    uint32_t fastest = t->layout == NJ_LAYOUT_C ? t->ndim - 1u : 0;
    if (t->layout != NJ_LAYOUT_A && dim == fastest)
        return nj_ir_i64(e, nj_dtype_size(t->dtype));
    return nj_ir_load_i64(e, array.v, nj_ir_array_stride_offset(t, dim), array.mem, "stride");
}

LLVMValueRef nj_lower_sub(NjEmit *e, NjTirSub sub, LLVMValueRef extent, int32_t axis, int32_t ndim,
                          NjSpan span)
{
    if (nj_map_get(&e->fn->proved, sub.index)) {
        bool outer = e->fn->is_proved_index;
        e->fn->is_proved_index = true;
        LLVMValueRef proved = nj_lower_i64(e, sub.index);
        e->fn->is_proved_index = outer;
        return proved;
    }
    LLVMValueRef given = nj_lower_i64(e, sub.index), index = given;
    if (sub.wrap) {
        LLVMValueRef negative = LLVMBuildICmp(e->b, LLVMIntSLT, given, nj_ir_i64(e, 0), "");
        LLVMValueRef wrapped = nj_ir_add_nsw(e, given, extent, "");
        index = LLVMBuildSelect(e->b, negative, wrapped, given, "");
    }
    if (sub.check && (ndim == 0 || e->fn->tir->bounds_check)) {
        LLVMValueRef ok = LLVMBuildICmp(e->b, LLVMIntULT, index, extent, "");
        LLVMValueRef args[] = {given, extent, nj_ir_i32(e, axis), nj_ir_i32(e, ndim)};
        nj_ir_check(e, ok, NJ_H_raise_index, args, 4, span);
    }
    return index;
}

LLVMValueRef nj_ir_element_address(NjEmit *e, NjValue array, LLVMValueRef *index)
{
    const NjType *t = array.type;
    LLVMValueRef data = nj_ir_array_data(e, array);
    if (t->ndim == 0)
        return data;
    LLVMValueRef total = NULL;
    if (t->layout == NJ_LAYOUT_A) {
        nj_ir_add_string_attribute(e, e->llvm_fn, "nj-strided", "");
        for (uint32_t k = 0; k < t->ndim; k++) {
            LLVMValueRef part = nj_ir_mul_nsw(e, index[k], nj_ir_array_stride(e, array, k), "");
            total = total ? nj_ir_add_nsw(e, total, part, "") : part;
        }
        return LLVMBuildInBoundsGEP2(e->b, e->i8, data, &total, 1, "");
    }
    for (uint32_t i = 0; i < t->ndim; i++) {
        uint32_t k = t->layout == NJ_LAYOUT_C ? i : t->ndim - 1u - i;
        if (total)
            total = nj_ir_mul_nsw(e, total, nj_ir_array_extent(e, array, k), "");
        total = total ? nj_ir_add_nsw(e, total, index[k], "") : index[k];
    }
    LLVMTypeRef element = t->dtype == NPRT_BOOL ? e->i8 : nj_ir_dtype_reg(e, t->dtype);
    return LLVMBuildInBoundsGEP2(e->b, element, data, &total, 1, "");
}

static LLVMValueRef lower_address(NjEmit *e, const NjTirExpr *base, const NjTirSub *subs,
                                  uint32_t n, NjSpan span)
{
    NjValue array = nj_lower_expr(e, base);
    NJ_ASSERT(e->u, array.type->kind == NJ_T_ARRAY && n == array.type->ndim);
    LLVMValueRef index[NPRT_MAX_DIMS];
    for (uint32_t k = 0; k < n; k++) {
        bool needs_extent = subs[k].wrap || subs[k].check;
        LLVMValueRef extent = needs_extent ? nj_ir_array_extent(e, array, k) : NULL;
        index[k] = nj_lower_sub(e, subs[k], extent, (int32_t)k, (int32_t)n, span);
    }
    return nj_ir_element_address(e, array, index);
}

/* Marks the accesses made since `last` as independent between iterations of the lane loop. */
static void mark_lane_access(NjEmit *e, LLVMValueRef access)
{
    if (e->fn->access_group && LLVMIsAInstruction(access) &&
        (LLVMIsALoadInst(access) || LLVMIsAStoreInst(access)))
        LLVMSetMetadata(access, e->kind_access_group, e->fn->access_group);
}

static void mark_recent_accesses(NjEmit *e, LLVMValueRef after)
{
    if (!e->fn->access_group)
        return;
    LLVMValueRef i = after ? LLVMGetNextInstruction(after) : LLVMGetFirstInstruction(nj_ir_here(e));
    for (; i; i = LLVMGetNextInstruction(i))
        mark_lane_access(e, i);
}

NjValue nj_lower_load(NjEmit *e, const NjTirExpr *x)
{
    LLVMValueRef address =
        lower_address(e, x->as.load.base, x->as.load.subs, x->as.load.n, x->span);
    LLVMValueRef last = LLVMGetLastInstruction(nj_ir_here(e));
    LLVMValueRef v = nj_ir_scalar_load(e, x->type->dtype, address, NJ_MEM_ELEMENT);
    mark_recent_accesses(e, last);
    return nj_ir_value(x->type, v);
}

/* The value comes first, as Python evaluates it before the target. */
void nj_lower_store(NjEmit *e, const NjTirStmt *s)
{
    LLVMValueRef v = nj_lower_direct(e, s->as.store.value);
    LLVMValueRef address =
        lower_address(e, s->as.store.base, s->as.store.subs, s->as.store.n, s->span);
    LLVMValueRef last = LLVMGetLastInstruction(nj_ir_here(e));
    nj_ir_scalar_store(e, s->as.store.value->type->dtype, v, address, NJ_MEM_ELEMENT);
    mark_recent_accesses(e, last);
}

/* ---- allocation ----------------------------------------------------------------------------- */

/* Stores shape and C-order strides; returns the size in bytes, checked against overflow. */
static LLVMValueRef store_dims(NjEmit *e, const NjTirExpr *x, LLVMValueRef slot)
{
    const NjType *t = x->type;
    LLVMValueRef shape[NPRT_MAX_DIMS];
    for (uint32_t k = 0; k < t->ndim; k++) {
        shape[k] = nj_lower_i64(e, x->as.alloc.shape[k]);
        LLVMValueRef ok = LLVMBuildICmp(e->b, LLVMIntSGE, shape[k], nj_ir_i64(e, 0), "");
        nj_ir_check_text(e, ok, NPRT_EXC_VALUE_ERROR, "negative dimensions are not allowed", NULL,
                         0, x->span);
        nj_ir_store_at(e, shape[k], slot, nj_ir_array_shape_offset(k), 8, NJ_MEM_STACK);
    }
    LLVMValueRef bytes = nj_ir_i64(e, nj_dtype_size(t->dtype)), overflow = nj_ir_i1(e, false);
    for (uint32_t i = t->ndim; i-- > 0;) {
        uint32_t k = t->layout == NJ_LAYOUT_F ? t->ndim - 1u - i : i;
        nj_ir_store_at(e, bytes, slot, nj_ir_array_stride_offset(t, k), 8, NJ_MEM_STACK);
        LLVMValueRef pair = nj_ir_intrinsic2(e, "llvm.smul.with.overflow", bytes, shape[k]);
        bytes = LLVMBuildExtractValue(e->b, pair, 0, "");
        overflow = LLVMBuildOr(e->b, overflow, LLVMBuildExtractValue(e->b, pair, 1, ""), "");
    }
    nj_ir_check_text(e, LLVMBuildNot(e->b, overflow, ""), NPRT_EXC_VALUE_ERROR,
                     "array is too big; `arr.size * arr.dtype.itemsize` is larger than the maximum "
                     "possible size.",
                     NULL, 0, x->span);
    return bytes;
}

NjValue nj_lower_alloc(NjEmit *e, const NjTirExpr *x)
{
    LLVMValueRef slot = nj_ir_value_slot(e, x->type, "array");
    LLVMValueRef bytes = store_dims(e, x, slot);
    LLVMValueRef args[] = {bytes, nj_ir_i32(e, x->as.alloc.zero)};
    LLVMValueRef block = nj_ir_call_helper(e, NJ_H_block_new, args);
    nj_ir_check_failed(e, LLVMBuildIsNull(e->b, block, ""), x->span);
    nj_ir_store_at(e, block, slot, NJ_ARRAY_OWNER, 8, NJ_MEM_STACK);
    LLVMValueRef data = nj_ir_load_ptr(e, block, offsetof(NprtBlock, data), NJ_MEM_HEADER, "data");
    nj_ir_store_at(e, data, slot, NJ_ARRAY_DATA, 8, NJ_MEM_STACK);
    return nj_ir_in_memory(x->type, slot, NJ_MEM_STACK);
}

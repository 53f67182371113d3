/* lower_view.c - basic indexing (slices, positions, new axes) and transposition: arrays that share
 * memory. Slices clip as Python's PySlice_AdjustIndices does. */
#include "compiler/lower/lower_internal.h"

/* The view in the making. */
typedef struct View {
    NjEmit *e;
    LLVMValueRef slot; /* where its parts go */
    const NjType *type;
    LLVMValueRef offset; /* bytes from the base's data, or NULL */
    uint32_t dim;        /* next dimension of the view */
} View;

static void add_offset(View *v, LLVMValueRef index, LLVMValueRef stride)
{
    LLVMValueRef bytes = LLVMBuildMul(v->e->b, index, stride, "");
    v->offset = v->offset ? LLVMBuildAdd(v->e->b, v->offset, bytes, "") : bytes;
}

static void add_dim(View *v, LLVMValueRef extent, LLVMValueRef stride)
{
    nj_ir_store_at(v->e, extent, v->slot, nj_ir_array_shape_offset(v->dim), 8, NJ_MEM_STACK);
    nj_ir_store_at(v->e, stride, v->slot, nj_ir_array_stride_offset(v->type, v->dim), 8,
                   NJ_MEM_STACK);
    v->dim++;
}

static LLVMValueRef smin(NjEmit *e, LLVMValueRef a, LLVMValueRef b)
{
    return nj_ir_intrinsic2(e, "llvm.smin", a, b);
}

static LLVMValueRef smax(NjEmit *e, LLVMValueRef a, LLVMValueRef b)
{
    return nj_ir_intrinsic2(e, "llvm.smax", a, b);
}

/* A bound of a slice: wraps once, then clips to [low, high]. */
static LLVMValueRef clip_bound(NjEmit *e, LLVMValueRef bound, LLVMValueRef extent, LLVMValueRef low,
                               LLVMValueRef high)
{
    LLVMValueRef zero = nj_ir_i64(e, 0);
    LLVMValueRef negative = LLVMBuildICmp(e->b, LLVMIntSLT, bound, zero, "");
    LLVMValueRef wrapped = LLVMBuildAdd(e->b, bound, extent, "");
    bound = LLVMBuildSelect(e->b, negative, wrapped, bound, "");
    return smin(e, smax(e, bound, low), high);
}

typedef struct SliceBounds {
    LLVMValueRef start, step, count;
} SliceBounds;

/* Bounds of a slice with a positive (sign > 0), negative or (0) unknown step. */
static SliceBounds slice_bounds(NjEmit *e, const NjTirSpec *spec, LLVMValueRef extent,
                                LLVMValueRef step, int sign)
{
    LLVMValueRef zero = nj_ir_i64(e, 0), one = nj_ir_i64(e, 1), minus_one = nj_ir_i64(e, -1);
    LLVMValueRef rising =
        sign ? nj_ir_i1(e, sign > 0) : LLVMBuildICmp(e->b, LLVMIntSGT, step, zero, "");
    LLVMValueRef last = LLVMBuildSub(e->b, extent, one, "");
    LLVMValueRef low = LLVMBuildSelect(e->b, rising, zero, minus_one, "");
    LLVMValueRef high = LLVMBuildSelect(e->b, rising, extent, last, "");
    LLVMValueRef start = LLVMBuildSelect(e->b, rising, zero, last, "");
    LLVMValueRef stop = LLVMBuildSelect(e->b, rising, extent, minus_one, "");
    if (spec->start)
        start = clip_bound(e, nj_lower_i64(e, spec->start), extent, low, high);
    if (spec->stop)
        stop = clip_bound(e, nj_lower_i64(e, spec->stop), extent, low, high);
    /* count = ceil((stop - start) / step), 0 when negative */
    LLVMValueRef span = LLVMBuildSub(e->b, stop, start, "");
    LLVMValueRef down = LLVMBuildNeg(e->b, span, ""), up_step = step;
    span = LLVMBuildSelect(e->b, rising, span, down, "");
    up_step = LLVMBuildSelect(e->b, rising, step, LLVMBuildNeg(e->b, step, ""), "");
    span = smax(e, span, zero);
    LLVMValueRef count = LLVMBuildAdd(e->b, span, LLVMBuildSub(e->b, up_step, one, ""), "");
    int64_t known;
    if (!nj_ir_const_int_value(up_step, &known) || known != 1)
        count = LLVMBuildUDiv(e->b, count, up_step, "");
    return (SliceBounds){start, step, count};
}

static void slice_dim(View *v, const NjTirSpec *spec, NjValue base, uint32_t dim, NjSpan span)
{
    NjEmit *e = v->e;
    LLVMValueRef extent = nj_ir_array_extent(e, base, dim),
                 stride = nj_ir_array_stride(e, base, dim);
    LLVMValueRef step = spec->step ? nj_lower_i64(e, spec->step) : nj_ir_i64(e, 1);
    int sign = 0;
    int64_t known;
    if (nj_ir_const_int_value(step, &known)) {
        sign = known < 0 ? -1 : 1;
    } else {
        LLVMValueRef ok = LLVMBuildICmp(e->b, LLVMIntNE, step, nj_ir_i64(e, 0), "");
        nj_ir_check_text(e, ok, NPRT_EXC_VALUE_ERROR, "slice step cannot be zero", NULL, 0, span);
    }
    SliceBounds bounds = slice_bounds(e, spec, extent, step, sign);
    add_offset(v, bounds.start, stride);
    add_dim(v, bounds.count, LLVMBuildMul(e->b, stride, bounds.step, ""));
}

/* Stores owner and data; the address may lie one past the end when the view is empty. */
static NjValue finish(View *v, NjValue base)
{
    NjEmit *e = v->e;
    NJ_ASSERT(e->u, v->dim == v->type->ndim);
    LLVMValueRef owner = nj_ir_load_ptr(e, base.v, NJ_ARRAY_OWNER, base.mem, "owner");
    LLVMValueRef data = nj_ir_array_data(e, base);
    if (v->offset)
        data = LLVMBuildGEP2(e->b, e->i8, data, &v->offset, 1, "");
    nj_ir_store_at(e, owner, v->slot, NJ_ARRAY_OWNER, 8, NJ_MEM_STACK);
    nj_ir_store_at(e, data, v->slot, NJ_ARRAY_DATA, 8, NJ_MEM_STACK);
    return nj_ir_in_memory(v->type, v->slot, NJ_MEM_STACK);
}

NjValue nj_lower_view(NjEmit *e, const NjTirExpr *x)
{
    NjValue base = nj_lower_expr(e, x->as.view.base);
    View v = {e, nj_ir_value_slot(e, x->type, "view"), x->type, NULL, 0};
    uint32_t dim = 0;
    for (uint32_t i = 0; i < x->as.view.n; i++) {
        const NjTirSpec *spec = &x->as.view.specs[i];
        switch (spec->kind) {
        case NJ_SPEC_INDEX: {
            LLVMValueRef extent = nj_ir_array_extent(e, base, dim);
            LLVMValueRef index =
                nj_lower_sub(e, spec->index, extent, (int32_t)dim, base.type->ndim, x->span);
            add_offset(&v, index, nj_ir_array_stride(e, base, dim));
            dim++;
            break;
        }
        case NJ_SPEC_SLICE:
            slice_dim(&v, spec, base, dim, x->span);
            dim++;
            break;
        case NJ_SPEC_FULL:
            add_dim(&v, nj_ir_array_extent(e, base, dim), nj_ir_array_stride(e, base, dim));
            dim++;
            break;
        case NJ_SPEC_NEWAXIS:
            add_dim(&v, nj_ir_i64(e, 1), nj_ir_i64(e, 0));
            break;
        }
    }
    for (; dim < base.type->ndim; dim++)
        add_dim(&v, nj_ir_array_extent(e, base, dim), nj_ir_array_stride(e, base, dim));
    return finish(&v, base);
}

NjValue nj_lower_flatten(NjEmit *e, const NjTirExpr *x)
{
    NjValue base = nj_lower_expr(e, x->as.flatten.a);
    View v = {e, nj_ir_value_slot(e, x->type, "flat"), x->type, NULL, 0};
    LLVMValueRef count = nj_ir_i64(e, 1);
    for (uint32_t k = 0; k < base.type->ndim; k++)
        count = nj_ir_mul_nsw(e, count, nj_ir_array_extent(e, base, k), "");
    add_dim(&v, count, nj_ir_i64(e, nj_dtype_size(x->type->dtype)));
    return finish(&v, base);
}

NjValue nj_lower_transpose(NjEmit *e, const NjTirExpr *x)
{
    NjValue base = nj_lower_expr(e, x->as.transpose.a);
    View v = {e, nj_ir_value_slot(e, x->type, "view"), x->type, NULL, 0};
    for (uint32_t k = 0; k < x->type->ndim; k++) {
        uint32_t from = x->as.transpose.perm[k];
        add_dim(&v, nj_ir_array_extent(e, base, from), nj_ir_array_stride(e, base, from));
    }
    return finish(&v, base);
}

/* lower_cast.c - conversions: between scalars, to and from optionals, layouts of arrays.
 *
 * Float to integer gives what C gives on x86-64 and so what NumPy gives there: truncation, and for
 * nan and out of range the "indefinite" integer, the least of int32 or int64; narrower types take
 * its low bits. LLVM leaves those cases undefined, hence the explicit range test. */
#include "compiler/lower/lower_internal.h"

/* ---- scalars -------------------------------------------------------------------------------- */

/* fptosi where the value fits, else the least integer. `v` is float32 or float64. */
static LLVMValueRef truncate(NjEmit *e, LLVMValueRef v, LLVMTypeRef type)
{
    unsigned width = LLVMGetIntTypeWidth(type);
    double limit = width == 32 ? 0x1p31 : 0x1p63;
    LLVMValueRef low = nj_ir_float_const(e, LLVMTypeOf(v), -limit);
    LLVMValueRef high = nj_ir_float_const(e, LLVMTypeOf(v), limit);
    /* int32 from double: -2^31 - 0.5 truncates into range, so the open bound is -2^31 - 1. */
    bool is_open = width == 32 && LLVMTypeOf(v) == e->f64;
    if (is_open)
        low = nj_ir_float_const(e, e->f64, -0x1p31 - 1.0);
    LLVMValueRef above = LLVMBuildFCmp(e->b, is_open ? LLVMRealOGT : LLVMRealOGE, v, low, "");
    LLVMValueRef below = LLVMBuildFCmp(e->b, LLVMRealOLT, v, high, "");
    LLVMValueRef fits = LLVMBuildAnd(e->b, above, below, "");
    LLVMValueRef least = LLVMConstInt(type, UINT64_C(1) << (width - 1), false);
    return LLVMBuildSelect(e->b, fits, LLVMBuildFPToSI(e->b, v, type, ""), least, "");
}

/* As gcc compiles it: values from half the range on are shifted down first. */
static LLVMValueRef truncate_unsigned(NjEmit *e, LLVMValueRef v, LLVMTypeRef type)
{
    unsigned width = LLVMGetIntTypeWidth(type);
    LLVMValueRef half = nj_ir_float_const(e, LLVMTypeOf(v), width == 32 ? 0x1p31 : 0x1p63);
    LLVMValueRef top = LLVMConstInt(type, UINT64_C(1) << (width - 1), false);
    LLVMValueRef large = LLVMBuildFCmp(e->b, LLVMRealOGE, v, half, "");
    LLVMValueRef low = truncate(e, v, type);
    LLVMValueRef high = truncate(e, LLVMBuildFSub(e->b, v, half, ""), type);
    return LLVMBuildSelect(e->b, large, LLVMBuildXor(e->b, high, top, ""), low, "");
}

static LLVMValueRef float_to_int(NjEmit *e, LLVMValueRef v, NprtDtype to)
{
    switch (to) {
    case NPRT_U64:
    case NPRT_U32:
        return truncate_unsigned(e, v, nj_ir_dtype_reg(e, to));
    case NPRT_I64:
    case NPRT_I32:
        return truncate(e, v, nj_ir_dtype_reg(e, to));
    default:
        return LLVMBuildTrunc(e->b, truncate(e, v, e->i32), nj_ir_dtype_reg(e, to), "");
    }
}

/* Rounds float64 to float16 once. By way of float32 rounded to odd (G. Melquiond, S. Boldo, "When
 * double rounding is odd"), because x86 converts only from float32. */
static LLVMValueRef double_to_half(NjEmit *e, LLVMValueRef v)
{
    LLVMValueRef near = LLVMBuildFPTrunc(e->b, v, e->f32, "");
    LLVMValueRef back = LLVMBuildFPExt(e->b, near, e->f64, "");
    LLVMValueRef away = LLVMBuildFCmp(e->b, LLVMRealOGT, nj_ir_intrinsic1(e, "llvm.fabs", back),
                                      nj_ir_intrinsic1(e, "llvm.fabs", v), "");
    LLVMValueRef inexact = LLVMBuildFCmp(e->b, LLVMRealONE, back, v, "");
    LLVMValueRef bits = LLVMBuildBitCast(e->b, near, e->i32, "");
    bits = LLVMBuildSub(e->b, bits, LLVMBuildZExt(e->b, away, e->i32, ""), "");
    bits = LLVMBuildOr(e->b, bits, LLVMBuildZExt(e->b, inexact, e->i32, ""), "");
    return LLVMBuildFPTrunc(e->b, LLVMBuildBitCast(e->b, bits, e->f32, ""), e->f16, "");
}

static LLVMValueRef float_to_float(NjEmit *e, LLVMValueRef v, NprtDtype from, NprtDtype to)
{
    if (from == NPRT_F64 && to == NPRT_F16)
        return double_to_half(e, v);
    LLVMTypeRef type = nj_ir_dtype_reg(e, to);
    return nj_dtype_size(to) > nj_dtype_size(from) ? LLVMBuildFPExt(e->b, v, type, "")
                                                   : LLVMBuildFPTrunc(e->b, v, type, "");
}

static LLVMValueRef int_to_float(NjEmit *e, LLVMValueRef v, NprtDtype from, NprtDtype to)
{
    LLVMTypeRef type = to == NPRT_F16 ? e->f32 : nj_ir_dtype_reg(e, to);
    v = nj_dtype_is_signed(from) ? LLVMBuildSIToFP(e->b, v, type, "")
                                 : LLVMBuildUIToFP(e->b, v, type, "");
    return to == NPRT_F16 ? LLVMBuildFPTrunc(e->b, v, e->f16, "") : v;
}

static LLVMValueRef int_to_int(NjEmit *e, LLVMValueRef v, NprtDtype from, NprtDtype to)
{
    LLVMTypeRef type = nj_ir_dtype_reg(e, to);
    unsigned have = LLVMGetIntTypeWidth(LLVMTypeOf(v)), want = LLVMGetIntTypeWidth(type);
    if (have == want)
        return v;
    if (have > want)
        return LLVMBuildTrunc(e->b, v, type, "");
    return nj_dtype_is_signed(from) ? LLVMBuildSExt(e->b, v, type, "")
                                    : LLVMBuildZExt(e->b, v, type, "");
}

static LLVMValueRef to_bool(NjEmit *e, LLVMValueRef v, NprtDtype from)
{
    if (nj_dtype_is_complex(from))
        return LLVMBuildOr(e->b, to_bool(e, nj_ir_real(e, v), nj_dtype_real(from)),
                           to_bool(e, nj_ir_imag(e, v), nj_dtype_real(from)), "");
    if (nj_dtype_is_float(from))
        return LLVMBuildFCmp(e->b, LLVMRealUNE, v, nj_ir_float_const(e, LLVMTypeOf(v), 0.0), "");
    return LLVMBuildICmp(e->b, LLVMIntNE, v, LLVMConstInt(LLVMTypeOf(v), 0, false), "");
}

LLVMValueRef nj_ir_convert(NjEmit *e, LLVMValueRef v, NprtDtype from, NprtDtype to)
{
    if (from == to)
        return v;
    if (to == NPRT_BOOL)
        return to_bool(e, v, from);
    if (nj_dtype_is_complex(to)) {
        NprtDtype part = nj_dtype_real(to);
        if (nj_dtype_is_complex(from))
            return nj_ir_complex(e, nj_ir_convert(e, nj_ir_real(e, v), nj_dtype_real(from), part),
                                 nj_ir_convert(e, nj_ir_imag(e, v), nj_dtype_real(from), part));
        return nj_ir_complex(e, nj_ir_convert(e, v, from, part),
                             nj_ir_float_const(e, nj_ir_dtype_reg(e, part), 0.0));
    }
    if (nj_dtype_is_complex(from)) /* the imaginary part is dropped */
        return nj_ir_convert(e, nj_ir_real(e, v), nj_dtype_real(from), to);
    if (nj_dtype_is_float(from)) {
        if (nj_dtype_is_float(to))
            return float_to_float(e, v, from, to);
        return float_to_int(e, from == NPRT_F16 ? nj_ir_from_half(e, v) : v, to);
    }
    return nj_dtype_is_float(to) ? int_to_float(e, v, from, to) : int_to_int(e, v, from, to);
}

/* ---- checked conversions -------------------------------------------------------------------- */

/* int(x): nan and infinities have no integer, and a Python int here has 64 bits. */
static void check_float_to_int(NjEmit *e, LLVMValueRef v, NjSpan span)
{
    LLVMTypeRef type = LLVMTypeOf(v);
    LLVMValueRef number = LLVMBuildFCmp(e->b, LLVMRealORD, v, v, "");
    nj_ir_check_text(e, number, NPRT_EXC_VALUE_ERROR, "cannot convert float NaN to integer", NULL,
                     0, span);
    LLVMValueRef size = nj_ir_intrinsic1(e, "llvm.fabs", v);
    LLVMValueRef finite =
        LLVMBuildFCmp(e->b, LLVMRealUNE, size, nj_ir_float_const(e, type, __builtin_inf()), "");
    nj_ir_check_text(e, finite, NPRT_EXC_OVERFLOW_ERROR, "cannot convert float infinity to integer",
                     NULL, 0, span);
    LLVMValueRef low = LLVMBuildFCmp(e->b, LLVMRealOGE, v, nj_ir_float_const(e, type, -0x1p63), "");
    LLVMValueRef high = LLVMBuildFCmp(e->b, LLVMRealOLT, v, nj_ir_float_const(e, type, 0x1p63), "");
    nj_ir_check(e, LLVMBuildAnd(e->b, low, high, ""), NJ_H_raise_overflow, NULL, 0, span);
}

static void check_narrowing(NjEmit *e, LLVMValueRef v, NprtDtype from, NprtDtype to, NjSpan span)
{
    LLVMValueRef ok;
    if (nj_dtype_is_signed(from) != nj_dtype_is_signed(to) &&
        nj_dtype_size(to) == nj_dtype_size(from)) {
        ok = LLVMBuildICmp(e->b, LLVMIntSGE, v, LLVMConstInt(LLVMTypeOf(v), 0, false), "");
    } else if (nj_dtype_size(to) < nj_dtype_size(from)) {
        LLVMValueRef back = int_to_int(e, int_to_int(e, v, from, to), to, from);
        ok = LLVMBuildICmp(e->b, LLVMIntEQ, back, v, "");
    } else if (nj_dtype_is_signed(from) && nj_dtype_is_unsigned(to)) {
        ok = LLVMBuildICmp(e->b, LLVMIntSGE, v, LLVMConstInt(LLVMTypeOf(v), 0, false), "");
    } else {
        return;
    }
    const char *format =
        nj_arena_printf(e->arena, "Python integer %%lld out of bounds for %s", nj_dtype_name(to));
    LLVMValueRef arg = int_to_int(e, v, from, NPRT_I64);
    nj_ir_check_text(e, ok, NPRT_EXC_OVERFLOW_ERROR, format, &arg, 1, span);
}

static LLVMValueRef convert_checked(NjEmit *e, const NjTirExpr *x, LLVMValueRef v, NprtDtype from,
                                    NprtDtype to)
{
    if (nj_dtype_is_float(from) && nj_dtype_is_int(to)) {
        LLVMValueRef wide = from == NPRT_F16 ? nj_ir_from_half(e, v) : v;
        check_float_to_int(e, wide, x->span);
        v = float_to_int(e, wide, NPRT_I64);
        from = NPRT_I64;
    }
    if (nj_dtype_is_int(from) && nj_dtype_is_int(to))
        check_narrowing(e, v, from, to, x->span);
    return nj_ir_convert(e, v, from, to);
}

/* ---- other types ---------------------------------------------------------------------------- */

static NjValue cast_value(NjEmit *e, const NjTirExpr *x, NjValue value, const NjType *to);

static NjValue cast_to_optional(NjEmit *e, const NjTirExpr *x, NjValue value, const NjType *to)
{
    LLVMValueRef slot = nj_ir_value_slot(e, to, "optional");
    uint32_t offset = nj_ir_layout(e, to)->offsets[1];
    const NjType *inner = to->elems[0];
    if (value.type->kind == NJ_T_NONE) {
        nj_ir_value_zero(e, to, slot);
    } else if (value.type->kind == NJ_T_OPTIONAL) {
        LLVMValueRef has = nj_ir_load(e, e->i8, value.v, 1, value.mem, "has");
        nj_ir_store(e, has, slot, 1, NJ_MEM_STACK);
        uint32_t from = nj_ir_layout(e, value.type)->offsets[1];
        NjValue part =
            nj_ir_value_load(e, value.type->elems[0], nj_ir_offset(e, value.v, from), value.mem);
        nj_ir_value_store(e, cast_value(e, x, part, inner), nj_ir_offset(e, slot, offset),
                          NJ_MEM_STACK);
    } else {
        nj_ir_store(e, nj_ir_i8(e, 1), slot, 1, NJ_MEM_STACK);
        nj_ir_value_store(e, cast_value(e, x, value, inner), nj_ir_offset(e, slot, offset),
                          NJ_MEM_STACK);
    }
    return nj_ir_in_memory(to, slot, NJ_MEM_STACK);
}

static NjValue cast_struct(NjEmit *e, const NjTirExpr *x, NjValue value, const NjType *to)
{
    const NjLayoutInfo *from_layout = nj_ir_layout(e, value.type), *to_layout = nj_ir_layout(e, to);
    NJ_ASSERT(e->u, from_layout->n == to_layout->n);
    LLVMValueRef slot = nj_ir_value_slot(e, to, "tuple");
    for (uint32_t i = 0; i < to_layout->n; i++) {
        LLVMValueRef address = value.v ? nj_ir_offset(e, value.v, from_layout->offsets[i]) : NULL;
        NjValue part = nj_ir_value_load(e, value.type->elems[i], address, value.mem);
        nj_ir_value_store(e, cast_value(e, x, part, to->elems[i]),
                          nj_ir_offset(e, slot, to_layout->offsets[i]), NJ_MEM_STACK);
    }
    return nj_ir_in_memory(to, slot, NJ_MEM_STACK);
}

static NjValue cast_value(NjEmit *e, const NjTirExpr *x, NjValue value, const NjType *to)
{
    const NjType *from = value.type;
    if (from == to)
        return value;
    if (to->is_unit)
        return nj_ir_unit_value(to);
    if (from->kind == NJ_T_SCALAR && to->kind == NJ_T_SCALAR) {
        LLVMValueRef v = x->as.cast.arith == NJ_ARITH_CHECKED
                             ? convert_checked(e, x, value.v, from->dtype, to->dtype)
                             : nj_ir_convert(e, value.v, from->dtype, to->dtype);
        return nj_ir_value(to, v);
    }
    if (to->kind == NJ_T_OPTIONAL)
        return cast_to_optional(e, x, value, to);
    if (from->kind == NJ_T_OPTIONAL) {
        uint32_t offset = nj_ir_layout(e, from)->offsets[1];
        NjValue part =
            nj_ir_value_load(e, from->elems[0], nj_ir_offset(e, value.v, offset), value.mem);
        return cast_value(e, x, part, to);
    }
    if (to->kind == NJ_T_TUPLE && from->kind == NJ_T_TUPLE)
        return cast_struct(e, x, value, to);
    /* The same bits under another type: a layout forgotten, a container that learned its elements.
     */
    NJ_ASSERT(e->u, nj_ir_layout(e, from)->size == nj_ir_layout(e, to)->size);
    value.type = to;
    return value;
}

NjValue nj_lower_cast(NjEmit *e, const NjTirExpr *x)
{
    return cast_value(e, x, nj_lower_expr(e, x->as.cast.a), x->type);
}

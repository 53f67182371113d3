/* lower_arith.c - unary, binary, comparison and select nodes: dispatch on the kind of the operands.
 */
#include "compiler/lower/lower_internal.h"

#include <string.h>

/* ---- names of helper functions -------------------------------------------------------------- */

static const char *type_suffix(NjEmit *e, LLVMTypeRef type)
{
    switch (LLVMGetTypeKind(type)) {
    case LLVMFloatTypeKind:
        return "f32";
    case LLVMDoubleTypeKind:
        return "f64";
    case LLVMIntegerTypeKind:
        return nj_arena_printf(e->arena, "i%u", LLVMGetIntTypeWidth(type));
    default:
        NJ_UNREACHABLE(e->u);
    }
}

const char *nj_ir_typed_name(NjEmit *e, const char *name, LLVMTypeRef type)
{
    return nj_arena_printf(e->arena, "nj.%s.%s", name, type_suffix(e, type));
}

/* ---- float16 -------------------------------------------------------------------------------- */

LLVMValueRef nj_ir_from_half(NjEmit *e, LLVMValueRef v)
{
    return nj_ir_fast(e, LLVMBuildFPExt(e->b, v, e->f32, ""));
}

LLVMValueRef nj_ir_to_half(NjEmit *e, LLVMValueRef v)
{
    return nj_ir_fast(e, LLVMBuildFPTrunc(e->b, v, e->f16, ""));
}

/* NumPy computes float16 in float32 and rounds each result. */
static LLVMValueRef half_binary(NjEmit *e, NjOperands o)
{
    o.a = nj_ir_from_half(e, o.a);
    o.b = nj_ir_from_half(e, o.b);
    o.dtype = NPRT_F32;
    return nj_ir_to_half(e, nj_ir_float_binary(e, o));
}

static LLVMValueRef half_unary(NjEmit *e, NjOperands o)
{
    o.a = nj_ir_from_half(e, o.a);
    o.dtype = NPRT_F32;
    LLVMValueRef v = nj_ir_float_unary(e, o);
    return LLVMTypeOf(v) == e->f32 ? nj_ir_to_half(e, v) : v;
}

/* ---- dispatch ------------------------------------------------------------------------------- */

NjValue nj_lower_unary(NjEmit *e, const NjTirExpr *x)
{
    const NjTirExpr *a = x->as.unary.a;
    NjOperands o = {x, a->type->dtype, nj_lower_direct(e, a), NULL};
    LLVMValueRef v;
    if (nj_dtype_is_complex(o.dtype))
        v = nj_ir_complex_unary(e, o);
    else if (o.dtype == NPRT_F16)
        v = half_unary(e, o);
    else if (nj_dtype_is_float(o.dtype))
        v = nj_ir_float_unary(e, o);
    else
        v = nj_ir_int_unary(e, o);
    return nj_ir_value(x->type, v);
}

static LLVMValueRef binary(NjEmit *e, NjOperands o)
{
    NJ_ASSERT(e->u, LLVMTypeOf(o.a) == LLVMTypeOf(o.b));
    if (nj_dtype_is_complex(o.dtype))
        return nj_ir_complex_binary(e, o);
    if (o.dtype == NPRT_F16)
        return half_binary(e, o);
    if (nj_dtype_is_float(o.dtype))
        return nj_ir_float_binary(e, o);
    return o.dtype == NPRT_BOOL ? nj_ir_bool_binary(e, o) : nj_ir_int_binary(e, o);
}

NjValue nj_lower_binary(NjEmit *e, const NjTirExpr *x)
{
    LLVMValueRef a = nj_lower_direct(e, x->as.binary.a);
    LLVMValueRef b = nj_lower_direct(e, x->as.binary.b);
    return nj_ir_value(x->type, binary(e, (NjOperands){x, x->as.binary.a->type->dtype, a, b}));
}

LLVMValueRef nj_ir_binary_op(NjEmit *e, NjTirBinop op, const NjType *t, LLVMValueRef a,
                             LLVMValueRef b)
{
    NjTirExpr x = {.kind = NJ_X_BINARY, .type = t};
    x.as.binary.op = op;
    x.as.binary.arith = NJ_ARITH_WRAP;
    return binary(e, (NjOperands){&x, t->dtype, a, b});
}

static LLVMIntPredicate int_predicate(NjTirCmpop op, bool is_signed)
{
    switch (op) {
    case NJ_CMP_EQ:
        return LLVMIntEQ;
    case NJ_CMP_NE:
        return LLVMIntNE;
    case NJ_CMP_LT:
        return is_signed ? LLVMIntSLT : LLVMIntULT;
    case NJ_CMP_LE:
        return is_signed ? LLVMIntSLE : LLVMIntULE;
    case NJ_CMP_GT:
        return is_signed ? LLVMIntSGT : LLVMIntUGT;
    case NJ_CMP_GE:
        return is_signed ? LLVMIntSGE : LLVMIntUGE;
    }
    return LLVMIntEQ;
}

/* Comparisons with nan are false, except `!=`. */
static LLVMRealPredicate real_predicate(NjTirCmpop op)
{
    switch (op) {
    case NJ_CMP_EQ:
        return LLVMRealOEQ;
    case NJ_CMP_NE:
        return LLVMRealUNE;
    case NJ_CMP_LT:
        return LLVMRealOLT;
    case NJ_CMP_LE:
        return LLVMRealOLE;
    case NJ_CMP_GT:
        return LLVMRealOGT;
    case NJ_CMP_GE:
        return LLVMRealOGE;
    }
    return LLVMRealOEQ;
}

NjValue nj_lower_compare(NjEmit *e, const NjTirExpr *x)
{
    LLVMValueRef a = nj_lower_direct(e, x->as.compare.a);
    LLVMValueRef b = nj_lower_direct(e, x->as.compare.b);
    NprtDtype dtype = x->as.compare.a->type->dtype;
    LLVMValueRef v;
    if (nj_dtype_is_complex(dtype)) {
        v = nj_ir_complex_compare(e, (NjOperands){x, dtype, a, b});
    } else if (nj_dtype_is_float(dtype)) {
        v = nj_ir_fcmp(e, real_predicate(x->as.compare.op), a, b);
    } else {
        LLVMIntPredicate p = int_predicate(x->as.compare.op, nj_dtype_is_signed(dtype));
        v = LLVMBuildICmp(e->b, p, a, b, "");
    }
    return nj_ir_value(x->type, v);
}

/* ---- select --------------------------------------------------------------------------------- */

/* Structs: one arm is copied to a slot. */
static NjValue select_memory(NjEmit *e, const NjTirExpr *x, LLVMValueRef cond)
{
    LLVMValueRef slot = nj_ir_value_slot(e, x->type, "select");
    NjIrIf arms = nj_ir_if_begin(e, cond, NJ_EVEN);
    NjValue a = nj_lower_expr(e, x->as.select.a);
    a.type = x->type;
    nj_ir_value_store(e, a, slot, NJ_MEM_STACK);
    nj_ir_if_else(e, &arms);
    NjValue b = nj_lower_expr(e, x->as.select.b);
    b.type = x->type;
    nj_ir_value_store(e, b, slot, NJ_MEM_STACK);
    nj_ir_if_end(e, &arms, NULL, NULL);
    return nj_ir_in_memory(x->type, slot, NJ_MEM_STACK);
}

NjValue nj_lower_select(NjEmit *e, const NjTirExpr *x)
{
    LLVMValueRef cond = nj_lower_cond(e, x->as.select.cond);
    if (x->type->is_unit)
        return nj_ir_unit_value(x->type);
    if (!nj_ir_is_direct(x->type))
        return select_memory(e, x, cond);
    LLVMValueRef a = nj_lower_direct(e, x->as.select.a), b = nj_lower_direct(e, x->as.select.b);
    if (x->type->kind == NJ_T_SCALAR && nj_dtype_is_complex(x->type->dtype)) {
        LLVMValueRef re = LLVMBuildSelect(e->b, cond, nj_ir_real(e, a), nj_ir_real(e, b), "");
        LLVMValueRef im = LLVMBuildSelect(e->b, cond, nj_ir_imag(e, a), nj_ir_imag(e, b), "");
        return nj_ir_value(x->type, nj_ir_complex(e, re, im));
    }
    return nj_ir_value(x->type, nj_ir_fast(e, LLVMBuildSelect(e->b, cond, a, b, "")));
}

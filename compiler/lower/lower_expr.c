/* lower_expr.c - expressions: the dispatch, constants, variables, structs and optionals. */
#include "compiler/lower/lower_internal.h"

/* ---- constants ------------------------------------------------------------------------------ */

LLVMValueRef nj_ir_float_const(NjEmit *e, LLVMTypeRef type, double value)
{
    (void)e;
    return LLVMConstReal(type, value);
}

static NjValue lower_const_int(NjEmit *e, const NjTirExpr *x)
{
    int64_t value = x->as.const_int.value;
    LLVMTypeRef type = nj_ir_reg_type(e, x->type);
    if (x->type->dtype == NPRT_BOOL)
        value = value != 0;
    return nj_ir_value(x->type,
                       LLVMConstIntOfArbitraryPrecision(type, 1, (uint64_t[]){(uint64_t)value}));
}

static NjValue lower_const_complex(NjEmit *e, const NjTirExpr *x)
{
    LLVMTypeRef part = x->type->dtype == NPRT_C64 ? e->f32 : e->f64;
    LLVMValueRef parts[] = {LLVMConstReal(part, x->as.const_complex.re),
                            LLVMConstReal(part, x->as.const_complex.im)};
    return nj_ir_value(x->type, LLVMConstStructInContext(e->context, parts, 2, false));
}

/* ---- structs -------------------------------------------------------------------------------- */

/* Items of slices are start, stop, step and `has`, which is one byte in memory. */
static void store_words(NjEmit *e, const NjTirExpr *x, LLVMValueRef slot)
{
    for (uint32_t i = 0; i < x->as.tuple.n; i++) {
        LLVMValueRef word = nj_lower_i64(e, x->as.tuple.items[i]);
        if (i == 3)
            nj_ir_store_at(e, LLVMBuildTrunc(e->b, word, e->i8, ""), slot, 24, 1, NJ_MEM_STACK);
        else
            nj_ir_store_at(e, word, slot, 8 * i, 8, NJ_MEM_STACK);
    }
}

static NjValue lower_tuple(NjEmit *e, const NjTirExpr *x)
{
    if (x->type->is_unit) {
        for (uint32_t i = 0; i < x->as.tuple.n; i++)
            nj_lower_expr(e, x->as.tuple.items[i]);
        return nj_ir_unit_value(x->type);
    }
    if (x->type->kind == NJ_T_SCALAR) { /* a complex number of its parts */
        LLVMValueRef re = nj_lower_direct(e, x->as.tuple.items[0]);
        LLVMValueRef im = nj_lower_direct(e, x->as.tuple.items[1]);
        return nj_ir_value(x->type, nj_ir_complex(e, re, im));
    }
    LLVMValueRef slot = nj_ir_value_slot(e, x->type, "tuple");
    if (x->type->kind == NJ_T_RANGE || x->type->kind == NJ_T_SLICE) {
        store_words(e, x, slot);
        return nj_ir_in_memory(x->type, slot, NJ_MEM_STACK);
    }
    const NjLayoutInfo *layout = nj_ir_layout(e, x->type);
    NJ_ASSERT(e->u, layout->n == x->as.tuple.n);
    for (uint32_t i = 0; i < x->as.tuple.n; i++) {
        NjValue item = nj_lower_expr(e, x->as.tuple.items[i]);
        item.type = x->type->elems[i];
        nj_ir_value_store(e, item, nj_ir_offset(e, slot, layout->offsets[i]), NJ_MEM_STACK);
    }
    return nj_ir_in_memory(x->type, slot, NJ_MEM_STACK);
}

static NjValue lower_tuple_get(NjEmit *e, const NjTirExpr *x)
{
    NjValue base = nj_lower_expr(e, x->as.tuple_get.a);
    uint32_t index = x->as.tuple_get.index;
    if (x->type->is_unit)
        return nj_ir_unit_value(x->type);
    const NjType *t = base.type;
    if (t->kind == NJ_T_RANGE || (t->kind == NJ_T_SLICE && index < 3))
        return nj_ir_value(x->type, nj_ir_load_i64(e, base.v, 8 * index, base.mem, ""));
    if (t->kind == NJ_T_SLICE) {
        LLVMValueRef has = nj_ir_load(e, e->i8, nj_ir_offset(e, base.v, 24), 1, base.mem, "has");
        return nj_ir_value(x->type, LLVMBuildZExt(e->b, has, nj_ir_reg_type(e, x->type), ""));
    }
    const NjLayoutInfo *layout = nj_ir_layout(e, t);
    NJ_ASSERT(e->u, index < layout->n);
    return nj_ir_value_load(e, x->type, nj_ir_offset(e, base.v, layout->offsets[index]), base.mem);
}

/* ---- optionals ------------------------------------------------------------------------------ */

static NjValue lower_opt_none(NjEmit *e, const NjTirExpr *x)
{
    LLVMValueRef slot = nj_ir_value_slot(e, x->type, "none");
    nj_ir_value_zero(e, x->type, slot); /* references in the value part count as null */
    return nj_ir_in_memory(x->type, slot, NJ_MEM_STACK);
}

static NjValue lower_opt_some(NjEmit *e, const NjTirExpr *x)
{
    NjValue inner = nj_lower_expr(e, x->as.opt.a);
    LLVMValueRef slot = nj_ir_value_slot(e, x->type, "some");
    nj_ir_store(e, nj_ir_i8(e, 1), slot, 1, NJ_MEM_STACK);
    inner.type = x->type->elems[0];
    nj_ir_value_store(e, inner, nj_ir_offset(e, slot, nj_ir_layout(e, x->type)->offsets[1]),
                      NJ_MEM_STACK);
    return nj_ir_in_memory(x->type, slot, NJ_MEM_STACK);
}

static NjValue lower_opt_has(NjEmit *e, const NjTirExpr *x)
{
    NjValue optional = nj_lower_expr(e, x->as.opt.a);
    return nj_ir_value(x->type, nj_ir_scalar_load(e, NPRT_BOOL, optional.v, optional.mem));
}

static NjValue lower_opt_get(NjEmit *e, const NjTirExpr *x)
{
    NjValue optional = nj_lower_expr(e, x->as.opt.a);
    uint32_t offset = nj_ir_layout(e, optional.type)->offsets[1];
    return nj_ir_value_load(e, x->type, nj_ir_offset(e, optional.v, offset), optional.mem);
}

/* ---- dispatch ------------------------------------------------------------------------------- */

bool nj_ir_is_owned(const NjTirExpr *x)
{
    switch (x->kind) {
    case NJ_X_ALLOC:
    case NJ_X_NEW_LIST:
    case NJ_X_NEW_DICT:
    case NJ_X_NEW_SET:
    case NJ_X_NEW_OBJECT:
    case NJ_X_NEW_CELL:
    case NJ_X_CALL:
    case NJ_X_RTCALL:
    case NJ_X_TARGET_CALL:
        return true;
    default:
        return false;
    }
}

static NjValue lower_shape(NjEmit *e, const NjTirExpr *x)
{
    NjValue array = nj_lower_expr(e, x->as.shape.a);
    uint32_t dim = x->as.shape.dim;
    return nj_ir_value(x->type, x->kind == NJ_X_SHAPE ? nj_ir_array_extent(e, array, dim)
                                                      : nj_ir_array_stride(e, array, dim));
}

static NjValue lower_target_call(NjEmit *e, const NjTirExpr *x)
{
    NJ_ASSERT(e->u, e->target->target_call != NULL);
    LLVMValueRef *args = NJ_NEW_ARRAY(e->arena, LLVMValueRef, x->as.target_call.n);
    for (uint32_t i = 0; i < x->as.target_call.n; i++)
        args[i] = nj_lower_expr(e, x->as.target_call.args[i]).v;
    LLVMValueRef v = e->target->target_call(e->target, e, x, args);
    return nj_ir_is_direct(x->type) || x->type->is_unit ? nj_ir_value(x->type, v)
                                                        : nj_ir_in_memory(x->type, v, NJ_MEM_STACK);
}

static NjValue lower_node(NjEmit *e, const NjTirExpr *x)
{
    switch (x->kind) {
    case NJ_X_CONST_INT:
        return lower_const_int(e, x);
    case NJ_X_CONST_FLOAT:
        return nj_ir_value(
            x->type, nj_ir_float_const(e, nj_ir_reg_type(e, x->type), x->as.const_float.value));
    case NJ_X_CONST_COMPLEX:
        return lower_const_complex(e, x);
    case NJ_X_CONST_STR:
        return nj_ir_value(x->type, nj_ir_str_constant(e, x));
    case NJ_X_UNIT:
        return nj_ir_unit_value(x->type);
    case NJ_X_LOCAL:
        return nj_ir_value_load(e, x->type, e->fn->slots[x->as.local.local->id], NJ_MEM_STACK);
    case NJ_X_GLOBAL:
        return nj_ir_value_load(e, x->type, nj_map_get(&e->globals, x->as.global.global),
                                NJ_MEM_GLOBAL);
    case NJ_X_UNARY:
        return nj_lower_unary(e, x);
    case NJ_X_BINARY:
        return nj_lower_binary(e, x);
    case NJ_X_COMPARE:
        return nj_lower_compare(e, x);
    case NJ_X_CAST:
        return nj_lower_cast(e, x);
    case NJ_X_SELECT:
        return nj_lower_select(e, x);
    case NJ_X_MATH:
        return nj_lower_math(e, x);
    case NJ_X_TUPLE:
        return lower_tuple(e, x);
    case NJ_X_TUPLE_GET:
        return lower_tuple_get(e, x);
    case NJ_X_OPT_NONE:
        return lower_opt_none(e, x);
    case NJ_X_OPT_SOME:
        return lower_opt_some(e, x);
    case NJ_X_OPT_HAS:
        return lower_opt_has(e, x);
    case NJ_X_OPT_GET:
        return lower_opt_get(e, x);
    case NJ_X_LEN:
        return nj_lower_len(e, x);
    case NJ_X_SHAPE:
    case NJ_X_STRIDE:
        return lower_shape(e, x);
    case NJ_X_LOAD:
        return nj_lower_load(e, x);
    case NJ_X_LIST_GET:
        return nj_lower_list_get(e, x);
    case NJ_X_FIELD:
        return nj_lower_field(e, x);
    case NJ_X_CELL_GET:
        return nj_lower_cell_get(e, x);
    case NJ_X_ENTRY_KEY:
    case NJ_X_ENTRY_VALUE:
        return nj_lower_entry(e, x);
    case NJ_X_VIEW:
        return nj_lower_view(e, x);
    case NJ_X_TRANSPOSE:
        return nj_lower_transpose(e, x);
    case NJ_X_FLATTEN:
        return nj_lower_flatten(e, x);
    case NJ_X_ROW_SUM:
        return nj_lower_row_sum(e, x);
    case NJ_X_ALLOC:
        return nj_lower_alloc(e, x);
    case NJ_X_NEW_LIST:
    case NJ_X_NEW_DICT:
    case NJ_X_NEW_SET:
    case NJ_X_NEW_OBJECT:
    case NJ_X_NEW_CELL:
        return nj_lower_new(e, x);
    case NJ_X_FN_ADDR:
        return nj_ir_value(x->type, nj_ir_entry_of(e, x->as.call.fn));
    case NJ_X_CALL:
        return nj_lower_call(e, x);
    case NJ_X_RTCALL:
        return nj_lower_rtcall(e, x);
    case NJ_X_TARGET_CALL:
        return lower_target_call(e, x);
    case NJ_X_BROADCAST: /* gone after loopify */
    case NJ_X_IOTA:
    case NJ_X_REDUCE:
    case NJ_X_SCAN:
    case NJ_X_COUNT:
        break;
    }
    NJ_UNREACHABLE(e->u);
}

NjValue nj_lower_expr(NjEmit *e, const NjTirExpr *x)
{
    if (!e->lines)
        return lower_node(e, x);
    LLVMMetadataRef outer = nj_ir_place(e, x->span);
    NjValue value = lower_node(e, x);
    nj_ir_place_back(e, outer);
    return value;
}

LLVMValueRef nj_lower_direct(NjEmit *e, const NjTirExpr *x)
{
    NjValue value = nj_lower_expr(e, x);
    NJ_ASSERT(e->u, !value.is_addr);
    return value.v;
}

LLVMValueRef nj_lower_i64(NjEmit *e, const NjTirExpr *x)
{
    NJ_ASSERT(e->u, x->type->kind == NJ_T_SCALAR);
    return nj_ir_convert(e, nj_lower_direct(e, x), x->type->dtype, NPRT_I64);
}

LLVMValueRef nj_lower_cond(NjEmit *e, const NjTirExpr *x)
{
    NJ_ASSERT(e->u, x->type->kind == NJ_T_SCALAR && x->type->dtype == NPRT_BOOL);
    return nj_lower_direct(e, x);
}

/* emit_types.c - layouts, loads and stores of whole values. Descriptors are in emit_desc.c. */
#include "compiler/lower/emit_types.h"

#include "compiler/lower/lower_internal.h"

#include <string.h>

/* Structs of more leaves than this are copied by memcpy. */
enum { MAX_COPIED_LEAVES = 24 };

/* ---- layout --------------------------------------------------------------------------------- */

uint32_t nj_ir_array_shape_offset(uint32_t dim)
{
    return 16 + 8 * dim;
}

uint32_t nj_ir_array_stride_offset(const NjType *array, uint32_t dim)
{
    return 16 + 8 * (array->ndim + dim);
}

static uint64_t align_up(uint64_t n, uint32_t align)
{
    return (n + align - 1) / align * align;
}

static uint32_t dtype_align(NprtDtype dtype)
{
    unsigned size = nj_dtype_size(dtype);
    return nj_dtype_is_complex(dtype) ? size / 2 : size;
}

/* Places `n` parts one after the other from `start` on, by C's rules. */
static NjLayoutInfo lay_out(NjEmit *e, const NjType *const *parts, uint32_t n, uint64_t start,
                            uint32_t align)
{
    uint32_t *offsets = NJ_NEW_ARRAY(e->arena, uint32_t, n);
    uint64_t at = start;
    for (uint32_t i = 0; i < n; i++) {
        const NjLayoutInfo *part = nj_ir_layout(e, parts[i]);
        at = align_up(at, part->align);
        offsets[i] = (uint32_t)at;
        at += part->size;
        if (part->align > align)
            align = part->align;
    }
    return (NjLayoutInfo){align_up(at, align), align, n, offsets};
}

static NjLayoutInfo words_layout(NjEmit *e, uint32_t words, uint64_t size)
{
    uint32_t *offsets = NJ_NEW_ARRAY(e->arena, uint32_t, words);
    for (uint32_t i = 0; i < words; i++)
        offsets[i] = 8 * i;
    return (NjLayoutInfo){size, 8, words, offsets};
}

static NjLayoutInfo optional_layout(NjEmit *e, const NjType *t)
{
    const NjLayoutInfo *value = nj_ir_layout(e, t->elems[0]);
    uint32_t *offsets = NJ_NEW_ARRAY(e->arena, uint32_t, 2);
    offsets[1] = (uint32_t)align_up(1, value->align);
    return (NjLayoutInfo){align_up(offsets[1] + value->size, value->align), value->align, 2,
                          offsets};
}

static NjLayoutInfo compute_layout(NjEmit *e, const NjType *t)
{
    if (t->is_unit)
        return (NjLayoutInfo){0, 1, t->elems ? t->n : 0, NJ_NEW_ARRAY(e->arena, uint32_t, t->n)};
    switch (t->kind) {
    case NJ_T_SCALAR:
        return (NjLayoutInfo){nj_dtype_size(t->dtype), dtype_align(t->dtype), 0, NULL};
    case NJ_T_ARRAY:
        return words_layout(e, 2 + 2u * t->ndim, 16 + 16u * t->ndim);
    case NJ_T_RANGE:
        return words_layout(e, 3, 24);
    case NJ_T_SLICE:
        return words_layout(e, 4, 32);
    case NJ_T_OPTIONAL:
        return optional_layout(e, t);
    case NJ_T_TUPLE:
    case NJ_T_FUNC:
    case NJ_T_BOUND:
    case NJ_T_ITER:
        return lay_out(e, t->elems, t->n, 0, 1);
    default:
        NJ_ASSERT(e->u, nj_ir_is_pointer(t));
        return (NjLayoutInfo){8, 8, 0, NULL};
    }
}

const NjLayoutInfo *nj_ir_layout(NjEmit *e, const NjType *t)
{
    NjLayoutInfo *info = nj_map_get(&e->layouts, t);
    if (!info) {
        NjLayoutInfo computed = compute_layout(e, t);
        info = nj_arena_copy(e->arena, &computed, sizeof computed);
        nj_map_put(e->arena, &e->layouts, t, info);
    }
    return info;
}

NjLayoutInfo nj_ir_body_layout(NjEmit *e, const NjType *t)
{
    NJ_ASSERT(e->u, t->kind == NJ_T_OBJECT || t->kind == NJ_T_CELL);
    return lay_out(e, t->elems, t->n, sizeof(NprtObj), 8);
}

/* ---- forms of values ------------------------------------------------------------------------ */

bool nj_ir_is_pointer(const NjType *t)
{
    switch (t->kind) {
    case NJ_T_STR:
    case NJ_T_BYTES:
    case NJ_T_LIST:
    case NJ_T_DICT:
    case NJ_T_SET:
    case NJ_T_OBJECT:
    case NJ_T_CELL:
    case NJ_T_EXC:
    case NJ_T_RNG:
    case NJ_T_OPAQUE:
        return true;
    default:
        return false;
    }
}

bool nj_ir_is_direct(const NjType *t)
{
    return t->kind == NJ_T_SCALAR || nj_ir_is_pointer(t);
}

LLVMTypeRef nj_ir_complex_type(NjEmit *e, NprtDtype dtype)
{
    LLVMTypeRef part = dtype == NPRT_C64 ? e->f32 : e->f64;
    LLVMTypeRef parts[] = {part, part};
    return LLVMStructTypeInContext(e->context, parts, 2, false);
}

LLVMTypeRef nj_ir_dtype_reg(NjEmit *e, NprtDtype dtype)
{
    switch (dtype) {
    case NPRT_BOOL:
        return e->i1;
    case NPRT_I8:
    case NPRT_U8:
        return e->i8;
    case NPRT_I16:
    case NPRT_U16:
        return e->i16;
    case NPRT_I32:
    case NPRT_U32:
        return e->i32;
    case NPRT_I64:
    case NPRT_U64:
        return e->i64;
    case NPRT_F16:
        return e->f16;
    case NPRT_F32:
        return e->f32;
    case NPRT_F64:
        return e->f64;
    case NPRT_C64:
    case NPRT_C128:
        return nj_ir_complex_type(e, dtype);
    case NPRT_DTYPE_COUNT:
        break;
    }
    NJ_UNREACHABLE(e->u);
}

LLVMTypeRef nj_ir_reg_type(NjEmit *e, const NjType *t)
{
    if (t->kind == NJ_T_SCALAR)
        return nj_ir_dtype_reg(e, t->dtype);
    NJ_ASSERT(e->u, nj_ir_is_pointer(t));
    return e->ptr;
}

const NjType *nj_ir_part_type(const NjType *t, uint32_t index)
{
    if (t->kind == NJ_T_OPTIONAL)
        return index == 1 ? t->elems[0] : NULL;
    if (t->kind == NJ_T_RANGE || t->kind == NJ_T_SLICE || t->kind == NJ_T_ARRAY)
        return NULL;
    return t->elems[index];
}

NjValue nj_ir_value(const NjType *t, LLVMValueRef v)
{
    return (NjValue){t, v, false, NJ_MEM_STACK};
}

NjValue nj_ir_unit_value(const NjType *t)
{
    return (NjValue){t, NULL, false, NJ_MEM_STACK};
}

NjValue nj_ir_in_memory(const NjType *t, LLVMValueRef address, NjMem mem)
{
    return (NjValue){t, address, true, mem};
}

/* ---- loads and stores ----------------------------------------------------------------------- */

LLVMValueRef nj_ir_scalar_load(NjEmit *e, NprtDtype dtype, LLVMValueRef address, NjMem mem)
{
    uint32_t align = dtype_align(dtype);
    if (dtype == NPRT_BOOL) {
        LLVMValueRef byte = nj_ir_load(e, e->i8, address, 1, mem, "");
        return LLVMBuildICmp(e->b, LLVMIntNE, byte, nj_ir_i8(e, 0), "");
    }
    if (!nj_dtype_is_complex(dtype))
        return nj_ir_load(e, nj_ir_dtype_reg(e, dtype), address, align, mem, "");
    LLVMTypeRef part = dtype == NPRT_C64 ? e->f32 : e->f64;
    LLVMValueRef re = nj_ir_load(e, part, address, align, mem, "re");
    LLVMValueRef im = nj_ir_load(e, part, nj_ir_offset(e, address, align), align, mem, "im");
    return nj_ir_complex(e, re, im);
}

void nj_ir_scalar_store(NjEmit *e, NprtDtype dtype, LLVMValueRef v, LLVMValueRef address, NjMem mem)
{
    uint32_t align = dtype_align(dtype);
    if (dtype == NPRT_BOOL)
        v = LLVMBuildZExt(e->b, v, e->i8, "");
    if (!nj_dtype_is_complex(dtype)) {
        nj_ir_store(e, v, address, align, mem);
        return;
    }
    nj_ir_store(e, nj_ir_real(e, v), address, align, mem);
    nj_ir_store(e, nj_ir_imag(e, v), nj_ir_offset(e, address, align), align, mem);
}

NjValue nj_ir_value_load(NjEmit *e, const NjType *t, LLVMValueRef address, NjMem mem)
{
    if (t->is_unit)
        return nj_ir_unit_value(t);
    if (t->kind == NJ_T_SCALAR)
        return nj_ir_value(t, nj_ir_scalar_load(e, t->dtype, address, mem));
    if (nj_ir_is_pointer(t))
        return nj_ir_value(t, nj_ir_load(e, e->ptr, address, 8, mem, ""));
    return nj_ir_in_memory(t, address, mem);
}

static uint32_t count_leaves(NjEmit *e, const NjType *t)
{
    if (t->is_unit)
        return 0;
    const NjLayoutInfo *layout = nj_ir_layout(e, t);
    if (layout->n == 0)
        return 1;
    uint32_t leaves = 0;
    for (uint32_t i = 0; i < layout->n && leaves <= MAX_COPIED_LEAVES; i++) {
        const NjType *part = nj_ir_part_type(t, i);
        leaves += part ? count_leaves(e, part) : 1;
    }
    return leaves;
}

static void copy_word(NjEmit *e, LLVMTypeRef type, uint32_t align, LLVMValueRef to, NjMem to_mem,
                      LLVMValueRef from, NjMem from_mem, uint64_t offset, bool is_extent)
{
    LLVMValueRef word = nj_ir_load(e, type, nj_ir_offset(e, from, offset), align, from_mem, "");
    if (is_extent)
        LLVMSetMetadata(word, e->kind_range, e->extent_range);
    nj_ir_store(e, word, nj_ir_offset(e, to, offset), align, to_mem);
}

static void copy_array(NjEmit *e, const NjType *t, LLVMValueRef to, NjMem to_mem, LLVMValueRef from,
                       NjMem from_mem)
{
    copy_word(e, e->ptr, 8, to, to_mem, from, from_mem, NJ_ARRAY_OWNER, false);
    copy_word(e, e->ptr, 8, to, to_mem, from, from_mem, NJ_ARRAY_DATA, false);
    for (uint32_t k = 0; k < t->ndim; k++)
        copy_word(e, e->i64, 8, to, to_mem, from, from_mem, nj_ir_array_shape_offset(k), true);
    for (uint32_t k = 0; k < t->ndim; k++)
        copy_word(e, e->i64, 8, to, to_mem, from, from_mem, nj_ir_array_stride_offset(t, k), false);
}

/* Copies leaf by leaf: SROA splits these with the least work. */
static void copy_leaves(NjEmit *e, const NjType *t, LLVMValueRef to, NjMem to_mem,
                        LLVMValueRef from, NjMem from_mem)
{
    if (t->is_unit)
        return;
    const NjLayoutInfo *layout = nj_ir_layout(e, t);
    switch (t->kind) {
    case NJ_T_ARRAY:
        copy_array(e, t, to, to_mem, from, from_mem);
        return;
    case NJ_T_RANGE:
    case NJ_T_SLICE:
        for (uint32_t i = 0; i < 3; i++)
            copy_word(e, e->i64, 8, to, to_mem, from, from_mem, 8 * i, false);
        if (t->kind == NJ_T_SLICE)
            copy_word(e, e->i8, 1, to, to_mem, from, from_mem, 24, false);
        return;
    case NJ_T_OPTIONAL:
        copy_word(e, e->i8, 1, to, to_mem, from, from_mem, 0, false);
        copy_leaves(e, t->elems[0], nj_ir_offset(e, to, layout->offsets[1]), to_mem,
                    nj_ir_offset(e, from, layout->offsets[1]), from_mem);
        return;
    default:
        break;
    }
    if (nj_ir_is_direct(t)) {
        nj_ir_value_store(e, nj_ir_value_load(e, t, from, from_mem), to, to_mem);
        return;
    }
    for (uint32_t i = 0; i < layout->n; i++)
        copy_leaves(e, t->elems[i], nj_ir_offset(e, to, layout->offsets[i]), to_mem,
                    nj_ir_offset(e, from, layout->offsets[i]), from_mem);
}

void nj_ir_value_store(NjEmit *e, NjValue value, LLVMValueRef address, NjMem mem)
{
    const NjType *t = value.type;
    if (t->is_unit)
        return;
    if (t->kind == NJ_T_SCALAR) {
        nj_ir_scalar_store(e, t->dtype, value.v, address, mem);
        return;
    }
    if (!value.is_addr) {
        nj_ir_store(e, value.v, address, 8, mem);
        return;
    }
    if (count_leaves(e, t) <= MAX_COPIED_LEAVES) {
        copy_leaves(e, t, address, mem, value.v, value.mem);
        return;
    }
    const NjLayoutInfo *layout = nj_ir_layout(e, t);
    LLVMBuildMemCpy(e->b, address, layout->align, value.v, layout->align,
                    nj_ir_i64(e, (int64_t)layout->size));
}

void nj_ir_value_zero(NjEmit *e, const NjType *t, LLVMValueRef address)
{
    const NjLayoutInfo *layout = nj_ir_layout(e, t);
    if (layout->size == 0)
        return;
    if (nj_ir_is_pointer(t))
        nj_ir_store(e, nj_ir_null(e), address, 8, NJ_MEM_STACK);
    else
        LLVMBuildMemSet(e->b, address, nj_ir_i8(e, 0), nj_ir_i64(e, (int64_t)layout->size),
                        layout->align);
}

LLVMValueRef nj_ir_value_slot(NjEmit *e, const NjType *t, const char *name)
{
    if (t->is_unit)
        return NULL;
    if (t->kind == NJ_T_SCALAR && !nj_dtype_is_complex(t->dtype))
        return nj_ir_alloca(e, t->dtype == NPRT_BOOL ? e->i8 : nj_ir_dtype_reg(e, t->dtype), name);
    if (nj_ir_is_pointer(t))
        return nj_ir_alloca(e, e->ptr, name);
    const NjLayoutInfo *layout = nj_ir_layout(e, t);
    return nj_ir_alloca_bytes(e, layout->size, layout->align, name);
}

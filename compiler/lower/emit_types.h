/* emit_types.h - how values of a type lie in memory and in registers, and type descriptors.
 *
 * The layout is that of runtime/nprt.h, computed here by C's rules for x86-64 and NVPTX (both
 * little-endian with 64-bit pointers and natural alignment). Memory is addressed by byte offsets,
 * so LLVM's struct types play no part in it. */
#ifndef NJ_COMPILER_LOWER_EMIT_TYPES_H
#define NJ_COMPILER_LOWER_EMIT_TYPES_H

#include "compiler/lower/emit.h"

typedef struct NjLayoutInfo {
    uint64_t size;
    uint32_t align;
    uint32_t n;              /* parts: elements of a struct, fields of an object */
    const uint32_t *offsets; /* n */
} NjLayoutInfo;

/* Offsets in an array value. */
#define NJ_ARRAY_OWNER 0u
#define NJ_ARRAY_DATA  8u
uint32_t nj_ir_array_shape_offset(uint32_t dim);
uint32_t nj_ir_array_stride_offset(const NjType *array, uint32_t dim);

/* A value of the type in memory: for structs with the offsets of the parts (tuple elements,
 * captures, iterator state; range and slice: three or four; optional: has, value). */
const NjLayoutInfo *nj_ir_layout(NjEmit *e, const NjType *t);
/* The whole heap object behind the pointer, for OBJECT and CELL: offsets from its start. */
NjLayoutInfo nj_ir_body_layout(NjEmit *e, const NjType *t);

/* The value is one register (or a complex pair); else it is handled by address. False for units. */
bool nj_ir_is_direct(const NjType *t);
/* The value is one pointer to a heap object. */
bool nj_ir_is_pointer(const NjType *t);
/* Scalar type in registers (bool: i1; complex: {T, T}), of a direct type. */
LLVMTypeRef nj_ir_reg_type(NjEmit *e, const NjType *t);
LLVMTypeRef nj_ir_dtype_reg(NjEmit *e, NprtDtype dtype);
LLVMTypeRef nj_ir_complex_type(NjEmit *e, NprtDtype dtype);

/* Type of part `index` of a struct-like type, NULL where it has no NjType (slice's has, range ints
 * are given as int64 through nj_part_reg). */
const NjType *nj_ir_part_type(const NjType *t, uint32_t index);

/* The NprtDesc constant of a type; one per module. */
LLVMValueRef nj_ir_desc(NjEmit *e, const NjType *t);

/* ---- values ---- */
NjValue nj_ir_value(const NjType *t, LLVMValueRef v);
NjValue nj_ir_unit_value(const NjType *t);
NjValue nj_ir_in_memory(const NjType *t, LLVMValueRef address, NjMem mem);
/* The value at `address`: loaded when direct, else described by its address. */
NjValue nj_ir_value_load(NjEmit *e, const NjType *t, LLVMValueRef address, NjMem mem);
/* Copies a value to memory of its type. No reference counting. */
void nj_ir_value_store(NjEmit *e, NjValue value, LLVMValueRef address, NjMem mem);
/* Fills memory of the type with zero bits. */
void nj_ir_value_zero(NjEmit *e, const NjType *t, LLVMValueRef address);
/* An uninitialised slot of the frame for one value of the type; align as the type wants. */
LLVMValueRef nj_ir_value_slot(NjEmit *e, const NjType *t, const char *name);

/* Scalar element of an array or list: memory form <-> register form. */
LLVMValueRef nj_ir_scalar_load(NjEmit *e, NprtDtype dtype, LLVMValueRef address, NjMem mem);
void nj_ir_scalar_store(NjEmit *e, NprtDtype dtype, LLVMValueRef v, LLVMValueRef address,
                        NjMem mem);

#endif

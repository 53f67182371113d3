/* emit.h - the state of lowering one module, and thin wrappers over LLVM's C API.
 *
 * Every function takes the state first. Values travel as NjValue, because LLVM's types know neither
 * signedness nor dtype. Two forms of a value exist:
 *   direct   scalars (bool is i1), complex ({T, T}), heap pointers: `v` is the value itself
 *   memory   arrays, tuples, ranges, optionals, ...: `v` is the address of the value, laid out as
 *            runtime/nprt.h says; the memory is only read, and only until the next statement
 * A type without bits (is_unit) has v == NULL.
 *
 * Locals live in allocas of the entry block, which SROA turns into SSA values. So their addresses
 * never reach a call: what is passed by address is copied to a call buffer first. */
#ifndef NJ_COMPILER_LOWER_EMIT_H
#define NJ_COMPILER_LOWER_EMIT_H

/* The walk of compiler/sema has functions of these names, too; the two meet only in the linker. */
#define nj_ir_check    nj_llvm_check
#define nj_ir_if_begin nj_llvm_if_begin
#define nj_ir_if_else  nj_llvm_if_else
#define nj_ir_if_end   nj_llvm_if_end
#define nj_ir_load     nj_llvm_load
#define nj_ir_store    nj_llvm_store
#define nj_ir_spill    nj_llvm_spill

#include "compiler/ir/tir.h"
#include "compiler/support/map.h"
#include "compiler/support/unit.h"
#include "compiler/target.h"

#include <llvm-c/Core.h>
#include <stdbool.h>
#include <stdint.h>

/* What a memory access touches, for alias analysis: distinct kinds never overlap. */
typedef enum NjMem {
    NJ_MEM_STACK,   /* allocas: LLVM knows better by itself, no tag */
    NJ_MEM_ELEMENT, /* array elements */
    NJ_MEM_LIST,    /* list elements and dict entries */
    NJ_MEM_FIELD,   /* object fields, cells */
    NJ_MEM_GLOBAL,  /* module-level variables */
    NJ_MEM_HEADER,  /* lengths and data pointers of containers */
    NJ_MEM_REFCOUNT,
    NJ_MEM_COUNT
} NjMem;

typedef struct NjValue {
    const NjType *type;
    LLVMValueRef v;
    bool is_addr; /* memory form */
    NjMem mem;    /* what `v` points into, when is_addr */
} NjValue;

typedef enum NjWeight { NJ_EVEN, NJ_LIKELY, NJ_UNLIKELY } NjWeight;

/* Functions of the runtime that lowering calls by itself: rows of helpers.def. */
typedef enum NjHelper {
#define HELPER(name, result, params) NJ_H_##name,
#include "compiler/lower/helpers.def"
#undef HELPER
    NJ_H_COUNT
} NjHelper;

typedef struct NjCallee {
    LLVMValueRef fn;
    LLVMTypeRef type;
} NjCallee;

typedef struct NjHeat NjHeat;       /* lower_heat.c */
typedef struct NjLineTable NjLineTable; /* lower_lines.c */
typedef struct NjFnState NjFnState; /* lower_internal.h: the function in work */

struct NjEmit {
    NjUnit *u;              /* borrowed */
    NjArena *arena;         /* the unit's */
    const NjTarget *target; /* borrowed */
    const NjTirModule *tir; /* borrowed */
    LLVMContextRef context; /* borrowed from the unit's module */
    LLVMModuleRef module;
    LLVMBuilderRef b;

    LLVMTypeRef void_, i1, i8, i16, i32, i64, f16, f32, f64, ptr;
    LLVMValueRef tbaa[NJ_MEM_COUNT]; /* metadata as values; [STACK] is NULL */
    LLVMValueRef likely, unlikely;   /* branch weights */
    LLVMValueRef extent_range;       /* !range of an array's extent: not negative */
    LLVMValueRef empty_node;
    unsigned kind_tbaa, kind_prof, kind_range, kind_loop, kind_access_group;

    NjMap layouts;        /* NjType -> NjLayoutInfo */
    NjMap descs;          /* NjType -> LLVMValueRef, NprtDesc constants */
    NjMap strings;        /* NjName -> LLVMValueRef, C strings */
    NjMap string_objects; /* NjName -> LLVMValueRef, NprtStr objects */
    NjMap heats;          /* NjTirFn -> NjHeat *, lower_heat.c */
    NjMap fns;            /* NjTirFn -> NjCallee * */
    NjCallee helpers[NJ_H_COUNT];
    NjCallee rtcalls[NJ_RT_COUNT];
    NjMap globals;    /* NjTirGlobal -> LLVMValueRef */
    NjInterner names; /* owned: texts of constants */

    NjFnState *fn;        /* the function in work */
    LLVMValueRef llvm_fn; /* its LLVM value */
    bool fastmath;        /* of the function in work */
    NjLineTable *lines;   /* NULL: none are wanted */
};

/* Starts and ends the state for a module made in `context`; `arena` memory is the unit's. */
void nj_ir_init(NjEmit *e, NjUnit *u, const NjTarget *target, const NjTirModule *tir,
                LLVMModuleRef module);
void nj_ir_fini(NjEmit *e);

/* ---- constants ---- */
LLVMValueRef nj_ir_i1(NjEmit *e, bool value);
LLVMValueRef nj_ir_i8(NjEmit *e, uint8_t value);
LLVMValueRef nj_ir_i32(NjEmit *e, int32_t value);
LLVMValueRef nj_ir_i64(NjEmit *e, int64_t value);
LLVMValueRef nj_ir_null(NjEmit *e);
/* The signed value of a constant integer, if it is one that fits. */
bool nj_ir_const_int_value(LLVMValueRef v, int64_t *out_value);
/* Private constant C string; equal texts share it. */
LLVMValueRef nj_ir_cstring(NjEmit *e, const char *text);

/* ---- blocks ---- */
LLVMBasicBlockRef nj_ir_block(NjEmit *e, const char *name); /* appended to the function in work */
void nj_ir_at(NjEmit *e, LLVMBasicBlockRef block);          /* emit at its end from now on */
LLVMBasicBlockRef nj_ir_here(NjEmit *e);
bool nj_ir_is_terminated(NjEmit *e); /* the current block has its branch already */
void nj_ir_br(NjEmit *e, LLVMBasicBlockRef to);
/* Returns the branch. LIKELY: the condition mostly holds. */
LLVMValueRef nj_ir_cond_br(NjEmit *e, LLVMValueRef cond, LLVMBasicBlockRef yes,
                           LLVMBasicBlockRef no, NjWeight weight);

/* if/else that yields at most one value. Between begin and else, and else and end, emit the arms;
 * nj_ir_if_end(e, &i, yes, no) gives the phi of the arms' values, or NULL when they are NULL. */
typedef struct NjIrIf {
    LLVMBasicBlockRef yes, no, join, yes_end;
} NjIrIf;
NjIrIf nj_ir_if_begin(NjEmit *e, LLVMValueRef cond, NjWeight weight);
void nj_ir_if_else(NjEmit *e, NjIrIf *i);
LLVMValueRef nj_ir_if_end(NjEmit *e, NjIrIf *i, LLVMValueRef yes, LLVMValueRef no);

/* for k in 0 .. count - 1, counted up by one; k is an i64. No break. */
typedef struct NjIrCount {
    LLVMBasicBlockRef head, body, exit;
    LLVMValueRef k;
} NjIrCount;
NjIrCount nj_ir_count_begin(NjEmit *e, LLVMValueRef count, const char *name);
void nj_ir_count_end(NjEmit *e, NjIrCount *loop);

LLVMValueRef nj_ir_phi2(NjEmit *e, LLVMTypeRef type, LLVMValueRef a, LLVMBasicBlockRef from_a,
                        LLVMValueRef b, LLVMBasicBlockRef from_b);

/* ---- memory ---- */
/* Room in the function's frame, uninitialised. */
LLVMValueRef nj_ir_alloca(NjEmit *e, LLVMTypeRef type, const char *name);
LLVMValueRef nj_ir_alloca_bytes(NjEmit *e, uint64_t size, uint32_t align, const char *name);
LLVMValueRef nj_ir_offset(NjEmit *e, LLVMValueRef address,
                          uint64_t bytes); /* constant, in bounds */
LLVMValueRef nj_ir_load(NjEmit *e, LLVMTypeRef type, LLVMValueRef address, uint32_t align,
                        NjMem mem, const char *name);
LLVMValueRef nj_ir_store(NjEmit *e, LLVMValueRef value, LLVMValueRef address, uint32_t align,
                         NjMem mem);
/* Shorthands for 8-byte fields at a constant offset. */
LLVMValueRef nj_ir_load_i64(NjEmit *e, LLVMValueRef address, uint64_t offset, NjMem mem,
                            const char *name);
LLVMValueRef nj_ir_load_ptr(NjEmit *e, LLVMValueRef address, uint64_t offset, NjMem mem,
                            const char *name);
void nj_ir_store_at(NjEmit *e, LLVMValueRef value, LLVMValueRef address, uint64_t offset,
                    uint32_t align, NjMem mem);

/* ---- calls ---- */
LLVMValueRef nj_ir_call(NjEmit *e, NjCallee callee, LLVMValueRef *args, unsigned n);
LLVMValueRef nj_ir_intrinsic(NjEmit *e, const char *name, LLVMTypeRef *types, unsigned n_types,
                             LLVMValueRef *args, unsigned n_args);
LLVMValueRef nj_ir_intrinsic1(NjEmit *e, const char *name, LLVMValueRef a);
LLVMValueRef nj_ir_intrinsic2(NjEmit *e, const char *name, LLVMValueRef a, LLVMValueRef b);
NjCallee nj_ir_helper(NjEmit *e, NjHelper helper);
LLVMValueRef nj_ir_call_helper(NjEmit *e, NjHelper helper, LLVMValueRef *args);
/* Declares an external C function, or finds it. */
NjCallee nj_ir_declare(NjEmit *e, const char *symbol, LLVMTypeRef type);

/* Attributes: an enum attribute by name (value 0 for plain ones), of the function (index = -1) or
 * of a parameter (1-based index). */
void nj_ir_add_attribute(NjEmit *e, LLVMValueRef fn, int index, const char *name, uint64_t value);
void nj_ir_add_string_attribute(NjEmit *e, LLVMValueRef fn, const char *name, const char *value);

/* A function made by lowering (a helper like floor division), found again by name. The body is
 * emitted when *out_is_new: the builder stands in its entry block and nj_ir_helper_fn_end must
 * follow. */
typedef struct NjHelperFn {
    NjCallee callee;
    LLVMBasicBlockRef saved_block;
    LLVMValueRef saved_fn;
    NjFnState *saved_state;
    LLVMMetadataRef saved_place;
    bool saved_fastmath;
} NjHelperFn;
NjCallee nj_ir_helper_fn_begin(NjEmit *e, const char *name, LLVMTypeRef type, NjHelperFn *out_scope,
                               bool *out_is_new);
void nj_ir_helper_fn_end(NjEmit *e, NjHelperFn *scope);

/* Source lines (lower_lines.c). The instructions made from now on belong to the span, if it is one in the
 * function's file; gives the place before, to go back to. Does nothing when no lines are wanted. */
LLVMMetadataRef nj_ir_place(NjEmit *e, NjSpan span);
void nj_ir_place_back(NjEmit *e, LLVMMetadataRef place);
/* The lines of `tir` are those of `fn`, into which its own function will be inlined. */
void nj_ir_lines_in(NjEmit *e, LLVMValueRef fn, const NjTirFn *tir);

/* Floating-point arithmetic with the fast-math flags of the function in work. */
LLVMValueRef nj_ir_fp(NjEmit *e, LLVMOpcode op, LLVMValueRef a, LLVMValueRef b);
LLVMValueRef nj_ir_fneg(NjEmit *e, LLVMValueRef a);
LLVMValueRef nj_ir_fcmp(NjEmit *e, LLVMRealPredicate predicate, LLVMValueRef a, LLVMValueRef b);
/* Puts the flags on any instruction that takes them. Returns it. */
LLVMValueRef nj_ir_fast(NjEmit *e, LLVMValueRef instruction);

/* Integer arithmetic whose result does not wrap when read as signed. */
LLVMValueRef nj_ir_add_nsw(NjEmit *e, LLVMValueRef a, LLVMValueRef b, const char *name);
LLVMValueRef nj_ir_mul_nsw(NjEmit *e, LLVMValueRef a, LLVMValueRef b, const char *name);

#ifdef __GNUC__
/* The global context is shared by the whole process: never use it. */
#pragma GCC poison LLVMGetGlobalContext LLVMInt1Type LLVMInt8Type LLVMInt16Type LLVMInt32Type
#pragma GCC poison LLVMInt64Type LLVMIntType LLVMHalfType LLVMFloatType LLVMDoubleType LLVMVoidType
#pragma GCC poison LLVMStructType LLVMPointerType LLVMConstString LLVMConstStruct LLVMCreateBuilder
#pragma GCC poison LLVMAppendBasicBlock LLVMInsertBasicBlock LLVMModuleCreateWithName LLVMMDNode
#pragma GCC poison LLVMMDString LLVMGetMDKindID
#endif

#endif

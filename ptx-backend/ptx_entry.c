/* ptx_entry.c - kernels as the driver launches them.
 *
 * Lowering passes arrays by address. The driver passes words: so each kernel gets an entry whose
 * parameters are the parts of the arguments ({data, shape..., strides...} for an array), puts the
 * values together again and calls the function. After inlining nothing of the detour is left.
 * runtime/cuda_launch.c takes the arguments apart in the same order. */
#include "compiler/lower/emit_types.h"
#include "ptx-backend/ptx_internal.h"

#include <string.h>

enum { PTX_KERNEL = 71, GLOBAL_SPACE = 1, MAX_WORDS = 512 };

typedef struct Entry {
    NjEmit *e;
    LLVMValueRef fn;              /* NULL: only the types are collected */
    LLVMTypeRef types[MAX_WORDS]; /* of the entry's parameters */
    uint8_t aligns[MAX_WORDS];    /* of pointers, else 0 */
    bool is_extent[MAX_WORDS];    /* never negative */
    unsigned n;
} Entry;

static LLVMValueRef next_word(Entry *entry, LLVMTypeRef type, unsigned align)
{
    NJ_ASSERT(entry->e->u, entry->n < MAX_WORDS);
    entry->types[entry->n] = type;
    entry->aligns[entry->n] = (uint8_t)align;
    entry->is_extent[entry->n] = false;
    unsigned at = entry->n++;
    return entry->fn ? LLVMGetParam(entry->fn, at) : NULL;
}

static void take_value(Entry *entry, const NjType *t, LLVMValueRef slot);

static void take_array(Entry *entry, const NjType *t, LLVMValueRef slot)
{
    NjEmit *e = entry->e;
    LLVMTypeRef global = LLVMPointerTypeInContext(e->context, GLOBAL_SPACE);
    unsigned size = nj_dtype_size(t->dtype);
    LLVMValueRef data = next_word(entry, global, nj_dtype_is_complex(t->dtype) ? size / 2 : size);
    if (entry->fn) {
        nj_ir_store_at(e, nj_ir_null(e), slot, NJ_ARRAY_OWNER, 8, NJ_MEM_STACK);
        data = LLVMBuildAddrSpaceCast(e->b, data, e->ptr, "");
        nj_ir_store_at(e, data, slot, NJ_ARRAY_DATA, 8, NJ_MEM_STACK);
    }
    for (uint32_t k = 0; k < 2u * t->ndim; k++) {
        LLVMValueRef word = next_word(entry, e->i64, 0);
        entry->is_extent[entry->n - 1] = k < t->ndim;
        uint32_t offset = k < t->ndim ? nj_ir_array_shape_offset(k)
                                      : nj_ir_array_stride_offset(t, k - t->ndim);
        if (entry->fn)
            nj_ir_store_at(e, word, slot, offset, 8, NJ_MEM_STACK);
    }
}

/* The register of a scalar, from one or (complex) two words. */
static LLVMValueRef take_scalar(Entry *entry, const NjType *t)
{
    NjEmit *e = entry->e;
    if (nj_dtype_is_complex(t->dtype)) {
        LLVMTypeRef part = nj_ir_dtype_reg(e, nj_dtype_real(t->dtype));
        LLVMValueRef re = next_word(entry, part, 0), im = next_word(entry, part, 0);
        if (!entry->fn)
            return NULL;
        LLVMValueRef pair = LLVMGetPoison(nj_ir_complex_type(e, t->dtype));
        pair = LLVMBuildInsertValue(e->b, pair, re, 0, "");
        return LLVMBuildInsertValue(e->b, pair, im, 1, "");
    }
    if (t->dtype == NPRT_BOOL) {
        LLVMValueRef byte = next_word(entry, e->i8, 0);
        return byte ? LLVMBuildICmp(e->b, LLVMIntNE, byte, nj_ir_i8(e, 0), "") : NULL;
    }
    return next_word(entry, nj_ir_dtype_reg(e, t->dtype), 0);
}

static void take_parts(Entry *entry, const NjType *t, LLVMValueRef slot)
{
    NjEmit *e = entry->e;
    const NjLayoutInfo *layout = nj_ir_layout(e, t);
    for (uint32_t i = 0; i < layout->n; i++) {
        const NjType *part = nj_ir_part_type(t, i);
        LLVMValueRef at = slot ? nj_ir_offset(e, slot, layout->offsets[i]) : NULL;
        if (part) {
            take_value(entry, part, at);
        } else {
            LLVMValueRef word = next_word(entry, e->i64, 0);
            if (at)
                nj_ir_store(e, word, at, 8, NJ_MEM_STACK);
        }
    }
}

static void take_optional(Entry *entry, const NjType *t, LLVMValueRef slot)
{
    NjEmit *e = entry->e;
    LLVMValueRef has = next_word(entry, e->i8, 0);
    if (slot)
        nj_ir_store(e, has, slot, 1, NJ_MEM_STACK);
    take_value(entry, t->elems[0],
               slot ? nj_ir_offset(e, slot, nj_ir_layout(e, t)->offsets[1]) : NULL);
}

/* Puts the value into memory; `slot` is NULL while types are collected. */
static void take_value(Entry *entry, const NjType *t, LLVMValueRef slot)
{
    if (t->is_unit)
        return;
    if (t->kind == NJ_T_ARRAY) {
        take_array(entry, t, slot);
    } else if (t->kind == NJ_T_SCALAR) {
        LLVMValueRef v = take_scalar(entry, t);
        if (slot)
            nj_ir_value_store(entry->e, nj_ir_value(t, v), slot, NJ_MEM_STACK);
    } else if (t->kind == NJ_T_OPTIONAL) {
        take_optional(entry, t, slot);
    } else if (nj_ir_is_direct(t)) {
        next_word(entry, entry->e->ptr, 8); /* the launch refuses it */
    } else {
        take_parts(entry, t, slot);
    }
}

/* Gives the arguments of the function; with entry->fn NULL only collects the types. */
static unsigned take_args(Entry *entry, const NjTirFn *tir, LLVMValueRef *args)
{
    unsigned n = 0;
    entry->n = 0;
    for (uint32_t i = 0; i < tir->n_params; i++) {
        const NjType *t = tir->params[i]->type;
        if (t->is_unit)
            continue;
        if (t->kind == NJ_T_SCALAR) {
            args[n++] = take_scalar(entry, t);
            continue;
        }
        LLVMValueRef slot =
            entry->fn ? nj_ir_value_slot(entry->e, t, tir->params[i]->name) : NULL;
        take_value(entry, t, slot);
        args[n++] = slot;
    }
    return n;
}

/* What !range says of the extents of arrays in memory, for those in parameters. */
static void mark_extent(NjEmit *e, LLVMValueRef fn, unsigned index)
{
    static const uint64_t low = 0, high = UINT64_C(1) << 63;
    unsigned kind = LLVMGetEnumAttributeKindForName("range", 5);
    LLVMAddAttributeAtIndex(fn, index,
                            LLVMCreateConstantRangeAttribute(e->context, kind, 64, &low, &high));
}

static void mark_entry(NjEmit *e, const Entry *entry)
{
    LLVMSetFunctionCallConv(entry->fn, PTX_KERNEL);
    nj_ir_add_attribute(e, entry->fn, -1, "nounwind", 0);
    nj_ir_add_attribute(e, entry->fn, -1, "convergent", 0);
    for (unsigned i = 0; i < entry->n; i++) {
        if (entry->aligns[i])
            nj_ir_add_attribute(e, entry->fn, (int)i + 1, "align", entry->aligns[i]);
        if (entry->is_extent[i])
            mark_extent(e, entry->fn, i + 1);
    }
}

static void set_number(NjEmit *e, LLVMValueRef fn, const char *name, uint32_t number)
{
    if (number)
        nj_ir_add_string_attribute(e, fn, name, nj_arena_printf(e->arena, "%u", number));
}

/* The decorator's options; else, when all launches have one block size, that as a bound. */
static void mark_bounds(NjEmit *e, const Entry *entry, const NjKernel *kernel,
                        const NjKernelOptions *o, uint32_t sm)
{
    const uint32_t *block = kernel ? kernel->block : NULL;
    set_number(e, entry->fn, "nvvm.maxnreg", o->max_registers);
    set_number(e, entry->fn, "nvvm.maxntid", o->max_threads);
    set_number(e, entry->fn, "nvvm.minctasm", o->min_blocks);
    set_number(e, entry->fn, "nvvm.maxclusterrank", sm >= 90 ? o->max_cluster : 0);
    if (o->no_opt) {
        nj_ir_add_attribute(e, entry->fn, -1, "optnone", 0);
        nj_ir_add_attribute(e, entry->fn, -1, "noinline", 0);
    }
    if (o->max_threads || !block || !kernel->n_launches || !block[0] || !block[1] || !block[2])
        return;
    const char *extents = nj_arena_printf(e->arena, "%u,%u,%u", block[0], block[1], block[2]);
    nj_ir_add_string_attribute(e, entry->fn, "nvvm.maxntid", extents);
}

/* A body that takes the entry's words apart and calls `fn`; what it gives, for the entry to return. */
static LLVMValueRef fill_entry(Entry *entry, LLVMValueRef fn, const NjTirFn *tir,
                               LLVMValueRef *args)
{
    NjEmit *e = entry->e;
    e->llvm_fn = entry->fn;
    nj_ir_at(e, nj_ir_block(e, "entry"));
    LLVMBasicBlockRef body = nj_ir_block(e, "body");
    nj_ir_br(e, body);
    nj_ir_at(e, body);
    unsigned n = take_args(entry, tir, args);
    return nj_ir_call(e, (NjCallee){fn, LLVMGlobalGetValueType(fn)}, args, n);
}

/* With C's calling convention: an exception stops the kernel, so that the result is all there is. */
void nj_ptx_add_export(NjEmit *e, LLVMValueRef fn, const NjTirFn *tir)
{
    Entry *entry = NJ_NEW(e->arena, Entry);
    LLVMValueRef *args = NJ_NEW_ARRAY(e->arena, LLVMValueRef, tir->n_params + 1);
    entry->e = e;
    take_args(entry, tir, args);
    bool has_result = nj_ir_is_direct(tir->result);
    LLVMTypeRef result = has_result ? nj_ir_reg_type(e, tir->result) : e->void_;
    LLVMTypeRef type = LLVMFunctionType(result, entry->types, entry->n, false);
    entry->fn = LLVMAddFunction(e->module, tir->export_name, type);
    nj_ir_lines_in(e, entry->fn, tir);
    nj_ir_add_attribute(e, entry->fn, -1, "nounwind", 0);
    nj_ir_add_attribute(e, entry->fn, -1, "convergent", 0);
    nj_ir_add_attribute(e, fn, -1, "alwaysinline", 0);

    LLVMValueRef outer = e->llvm_fn;
    LLVMValueRef got = fill_entry(entry, fn, tir, args);
    if (!has_result)
        LLVMBuildRetVoid(e->b);
    else
        LLVMBuildRet(e->b, tir->may_raise ? LLVMBuildExtractValue(e->b, got, 0, "") : got);
    e->llvm_fn = outer;
}

void nj_ptx_add_entry(const NjTarget *target, NjEmit *e, LLVMValueRef fn, const NjTirFn *tir)
{
    const NjBackendState *state = target->state;
    const NjKernel *kernel = nj_kernels_find(state->kernels, tir);
    Entry *entry = NJ_NEW(e->arena, Entry);
    LLVMValueRef *args = NJ_NEW_ARRAY(e->arena, LLVMValueRef, tir->n_params + 1);
    entry->e = e;
    take_args(entry, tir, args);
    LLVMTypeRef type = LLVMFunctionType(e->void_, entry->types, entry->n, false);
    entry->fn = LLVMAddFunction(e->module, kernel ? kernel->symbol : "kernel", type);
    nj_ir_lines_in(e, entry->fn, tir);
    mark_entry(e, entry);
    mark_bounds(e, entry, kernel, &tir->kernel, state->sm);
    nj_ir_add_attribute(e, fn, -1, "alwaysinline", 0);

    LLVMValueRef outer = e->llvm_fn;
    fill_entry(entry, fn, tir, args);
    LLVMBuildRetVoid(e->b);
    e->llvm_fn = outer;
}

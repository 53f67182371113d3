/* emit.c - wrappers over LLVM's C API: cached types and constants, blocks, memory with alias tags,
 * calls of intrinsics and of the runtime. Knows nothing of TIR nodes. */
#include "compiler/lower/emit.h"

#include "compiler/lower/lower_internal.h"

#include <string.h>

/* ---- state ---------------------------------------------------------------------------------- */

static LLVMValueRef md_string(NjEmit *e, const char *text)
{
    return LLVMMetadataAsValue(e->context, LLVMMDStringInContext2(e->context, text, strlen(text)));
}

static LLVMValueRef md_node(NjEmit *e, LLVMValueRef *operands, unsigned n)
{
    LLVMMetadataRef items[4];
    for (unsigned i = 0; i < n; i++)
        items[i] = LLVMValueAsMetadata(operands[i]);
    return LLVMMetadataAsValue(e->context, LLVMMDNodeInContext2(e->context, items, n));
}

/* One scalar TBAA type per NjMem, all children of one root, so that different kinds never alias.
 * Elements of all dtypes share a tag: views may reinterpret memory (a.view, complex.real). */
static void init_tbaa(NjEmit *e)
{
    static const char *const names[NJ_MEM_COUNT] = {
        [NJ_MEM_ELEMENT] = "array element", [NJ_MEM_LIST] = "list element",
        [NJ_MEM_FIELD] = "field",           [NJ_MEM_GLOBAL] = "global",
        [NJ_MEM_HEADER] = "header",         [NJ_MEM_REFCOUNT] = "refcount",
    };
    LLVMValueRef root_name = md_string(e, "npjit");
    LLVMValueRef root = md_node(e, &root_name, 1);
    for (unsigned i = 0; i < NJ_MEM_COUNT; i++) {
        if (!names[i])
            continue;
        LLVMValueRef type_parts[] = {md_string(e, names[i]), root, nj_ir_i64(e, 0)};
        LLVMValueRef type = md_node(e, type_parts, 3);
        LLVMValueRef tag_parts[] = {type, type, nj_ir_i64(e, 0)};
        e->tbaa[i] = md_node(e, tag_parts, 3);
    }
}

static void init_metadata(NjEmit *e)
{
    e->kind_tbaa = LLVMGetMDKindIDInContext(e->context, "tbaa", 4);
    e->kind_prof = LLVMGetMDKindIDInContext(e->context, "prof", 4);
    e->kind_range = LLVMGetMDKindIDInContext(e->context, "range", 5);
    e->kind_loop = LLVMGetMDKindIDInContext(e->context, "llvm.loop", 9);
    e->kind_access_group = LLVMGetMDKindIDInContext(e->context, "llvm.access.group", 17);
    LLVMValueRef weights = md_string(e, "branch_weights");
    LLVMValueRef likely[] = {weights, nj_ir_i32(e, 1 << 20), nj_ir_i32(e, 1)};
    LLVMValueRef unlikely[] = {weights, nj_ir_i32(e, 1), nj_ir_i32(e, 1 << 20)};
    e->likely = md_node(e, likely, 3);
    e->unlikely = md_node(e, unlikely, 3);
    LLVMValueRef extents[] = {nj_ir_i64(e, 0), nj_ir_i64(e, INT64_MIN)};
    e->extent_range = md_node(e, extents, 2);
    e->empty_node = md_node(e, NULL, 0);
    init_tbaa(e);
}

void nj_ir_init(NjEmit *e, NjUnit *u, const NjTarget *target, const NjTirModule *tir,
                LLVMModuleRef module)
{
    *e = (NjEmit){.u = u, .arena = &u->arena, .target = target, .tir = tir, .module = module};
    e->context = LLVMGetModuleContext(module);
    e->b = LLVMCreateBuilderInContext(e->context);
    e->void_ = LLVMVoidTypeInContext(e->context);
    e->i1 = LLVMInt1TypeInContext(e->context);
    e->i8 = LLVMInt8TypeInContext(e->context);
    e->i16 = LLVMInt16TypeInContext(e->context);
    e->i32 = LLVMInt32TypeInContext(e->context);
    e->i64 = LLVMInt64TypeInContext(e->context);
    e->f16 = LLVMHalfTypeInContext(e->context);
    e->f32 = LLVMFloatTypeInContext(e->context);
    e->f64 = LLVMDoubleTypeInContext(e->context);
    e->ptr = LLVMPointerTypeInContext(e->context, 0);
    nj_interner_init(&e->names, NULL, NULL);
    nj_unit_guard_arena(u, &e->names.arena);
    init_metadata(e);
}

void nj_ir_fini(NjEmit *e)
{
    nj_ir_lines_end(e);
    if (e->b)
        LLVMDisposeBuilder(e->b);
    e->b = NULL;
    nj_interner_fini(&e->names);
}

/* ---- constants ------------------------------------------------------------------------------ */

LLVMValueRef nj_ir_i1(NjEmit *e, bool value)
{
    return LLVMConstInt(e->i1, value, false);
}

LLVMValueRef nj_ir_i8(NjEmit *e, uint8_t value)
{
    return LLVMConstInt(e->i8, value, false);
}

LLVMValueRef nj_ir_i32(NjEmit *e, int32_t value)
{
    return LLVMConstInt(e->i32, (uint64_t)(int64_t)value & UINT32_MAX, false);
}

LLVMValueRef nj_ir_i64(NjEmit *e, int64_t value)
{
    return LLVMConstInt(e->i64, (uint64_t)value, false);
}

LLVMValueRef nj_ir_null(NjEmit *e)
{
    return LLVMConstPointerNull(e->ptr);
}

bool nj_ir_const_int_value(LLVMValueRef v, int64_t *out_value)
{
    if (!LLVMIsAConstantInt(v) || LLVMGetIntTypeWidth(LLVMTypeOf(v)) > 64)
        return false;
    *out_value = LLVMConstIntGetSExtValue(v);
    return true;
}

LLVMValueRef nj_ir_cstring(NjEmit *e, const char *text)
{
    const NjName *key = nj_intern_str(&e->names, text);
    LLVMValueRef global = nj_map_get(&e->strings, key);
    if (global)
        return global;
    LLVMValueRef bytes = LLVMConstStringInContext2(e->context, text, key->len, false);
    global = LLVMAddGlobal(e->module, LLVMTypeOf(bytes), "text");
    LLVMSetInitializer(global, bytes);
    LLVMSetLinkage(global, LLVMPrivateLinkage);
    LLVMSetGlobalConstant(global, true);
    LLVMSetUnnamedAddress(global, LLVMGlobalUnnamedAddr);
    LLVMSetAlignment(global, 1);
    nj_map_put(e->arena, &e->strings, key, global);
    return global;
}

/* ---- blocks --------------------------------------------------------------------------------- */

LLVMBasicBlockRef nj_ir_block(NjEmit *e, const char *name)
{
    return LLVMAppendBasicBlockInContext(e->context, e->llvm_fn, name);
}

void nj_ir_at(NjEmit *e, LLVMBasicBlockRef block)
{
    LLVMPositionBuilderAtEnd(e->b, block);
}

LLVMBasicBlockRef nj_ir_here(NjEmit *e)
{
    return LLVMGetInsertBlock(e->b);
}

bool nj_ir_is_terminated(NjEmit *e)
{
    return LLVMGetBasicBlockTerminator(nj_ir_here(e)) != NULL;
}

void nj_ir_br(NjEmit *e, LLVMBasicBlockRef to)
{
    LLVMBuildBr(e->b, to);
}

LLVMValueRef nj_ir_cond_br(NjEmit *e, LLVMValueRef cond, LLVMBasicBlockRef yes,
                           LLVMBasicBlockRef no, NjWeight weight)
{
    LLVMValueRef branch = LLVMBuildCondBr(e->b, cond, yes, no);
    if (weight != NJ_EVEN)
        LLVMSetMetadata(branch, e->kind_prof, weight == NJ_LIKELY ? e->likely : e->unlikely);
    return branch;
}

NjIrIf nj_ir_if_begin(NjEmit *e, LLVMValueRef cond, NjWeight weight)
{
    NjIrIf i = {nj_ir_block(e, "then"), nj_ir_block(e, "else"), nj_ir_block(e, "end"), NULL};
    nj_ir_cond_br(e, cond, i.yes, i.no, weight);
    nj_ir_at(e, i.yes);
    return i;
}

void nj_ir_if_else(NjEmit *e, NjIrIf *i)
{
    i->yes_end = nj_ir_here(e);
    nj_ir_br(e, i->join);
    nj_ir_at(e, i->no);
}

LLVMValueRef nj_ir_if_end(NjEmit *e, NjIrIf *i, LLVMValueRef yes, LLVMValueRef no)
{
    LLVMBasicBlockRef no_end = nj_ir_here(e);
    nj_ir_br(e, i->join);
    nj_ir_at(e, i->join);
    return yes ? nj_ir_phi2(e, LLVMTypeOf(yes), yes, i->yes_end, no, no_end) : NULL;
}

NjIrCount nj_ir_count_begin(NjEmit *e, LLVMValueRef count, const char *name)
{
    NjIrCount loop = {nj_ir_block(e, "head"), nj_ir_block(e, "body"), nj_ir_block(e, "exit"), NULL};
    LLVMBasicBlockRef from = nj_ir_here(e);
    nj_ir_br(e, loop.head);
    nj_ir_at(e, loop.head);
    loop.k = LLVMBuildPhi(e->b, e->i64, name);
    LLVMValueRef zero = nj_ir_i64(e, 0);
    LLVMAddIncoming(loop.k, &zero, &from, 1);
    LLVMValueRef more = LLVMBuildICmp(e->b, LLVMIntSLT, loop.k, count, "");
    nj_ir_cond_br(e, more, loop.body, loop.exit, NJ_EVEN);
    nj_ir_at(e, loop.body);
    return loop;
}

void nj_ir_count_end(NjEmit *e, NjIrCount *loop)
{
    LLVMValueRef next = nj_ir_add_nsw(e, loop->k, nj_ir_i64(e, 1), "");
    LLVMBasicBlockRef from = nj_ir_here(e);
    nj_ir_br(e, loop->head);
    LLVMAddIncoming(loop->k, &next, &from, 1);
    nj_ir_at(e, loop->exit);
}

LLVMValueRef nj_ir_phi2(NjEmit *e, LLVMTypeRef type, LLVMValueRef a, LLVMBasicBlockRef from_a,
                        LLVMValueRef b, LLVMBasicBlockRef from_b)
{
    LLVMValueRef phi = LLVMBuildPhi(e->b, type, "");
    LLVMAddIncoming(phi, &a, &from_a, 1);
    LLVMAddIncoming(phi, &b, &from_b, 1);
    return phi;
}

/* ---- memory --------------------------------------------------------------------------------- */

LLVMValueRef nj_ir_alloca(NjEmit *e, LLVMTypeRef type, const char *name)
{
    LLVMBasicBlockRef here = nj_ir_here(e);
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(e->llvm_fn);
    LLVMValueRef first = LLVMGetFirstInstruction(entry);
    LLVMMetadataRef place = nj_ir_place(e, NJ_NO_SPAN);
    LLVMPositionBuilder(e->b, entry, first);
    LLVMValueRef slot = LLVMBuildAlloca(e->b, type, name);
    nj_ir_at(e, here);
    nj_ir_place_back(e, place);
    return slot;
}

LLVMValueRef nj_ir_alloca_bytes(NjEmit *e, uint64_t size, uint32_t align, const char *name)
{
    LLVMValueRef slot = nj_ir_alloca(e, LLVMArrayType2(e->i8, size), name);
    LLVMSetAlignment(slot, align);
    return slot;
}

LLVMValueRef nj_ir_offset(NjEmit *e, LLVMValueRef address, uint64_t bytes)
{
    if (bytes == 0)
        return address;
    LLVMValueRef index = nj_ir_i64(e, (int64_t)bytes);
    return LLVMBuildInBoundsGEP2(e->b, e->i8, address, &index, 1, "");
}

LLVMValueRef nj_ir_load(NjEmit *e, LLVMTypeRef type, LLVMValueRef address, uint32_t align,
                        NjMem mem, const char *name)
{
    LLVMValueRef load = LLVMBuildLoad2(e->b, type, address, name);
    LLVMSetAlignment(load, align);
    if (e->tbaa[mem])
        LLVMSetMetadata(load, e->kind_tbaa, e->tbaa[mem]);
    return load;
}

LLVMValueRef nj_ir_store(NjEmit *e, LLVMValueRef value, LLVMValueRef address, uint32_t align,
                         NjMem mem)
{
    LLVMValueRef store = LLVMBuildStore(e->b, value, address);
    LLVMSetAlignment(store, align);
    if (e->tbaa[mem])
        LLVMSetMetadata(store, e->kind_tbaa, e->tbaa[mem]);
    return store;
}

LLVMValueRef nj_ir_load_i64(NjEmit *e, LLVMValueRef address, uint64_t offset, NjMem mem,
                            const char *name)
{
    return nj_ir_load(e, e->i64, nj_ir_offset(e, address, offset), 8, mem, name);
}

LLVMValueRef nj_ir_load_ptr(NjEmit *e, LLVMValueRef address, uint64_t offset, NjMem mem,
                            const char *name)
{
    return nj_ir_load(e, e->ptr, nj_ir_offset(e, address, offset), 8, mem, name);
}

void nj_ir_store_at(NjEmit *e, LLVMValueRef value, LLVMValueRef address, uint64_t offset,
                    uint32_t align, NjMem mem)
{
    nj_ir_store(e, value, nj_ir_offset(e, address, offset), align, mem);
}

/* ---- calls ---------------------------------------------------------------------------------- */

LLVMValueRef nj_ir_call(NjEmit *e, NjCallee callee, LLVMValueRef *args, unsigned n)
{
    return LLVMBuildCall2(e->b, callee.type, callee.fn, args, n, "");
}

LLVMValueRef nj_ir_intrinsic(NjEmit *e, const char *name, LLVMTypeRef *types, unsigned n_types,
                             LLVMValueRef *args, unsigned n_args)
{
    unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
    NJ_ASSERT(e->u, id != 0);
    NjCallee callee = {LLVMGetIntrinsicDeclaration(e->module, id, types, n_types),
                       LLVMIntrinsicGetType(e->context, id, types, n_types)};
    return nj_ir_fast(e, nj_ir_call(e, callee, args, n_args));
}

LLVMValueRef nj_ir_intrinsic1(NjEmit *e, const char *name, LLVMValueRef a)
{
    LLVMTypeRef type = LLVMTypeOf(a);
    return nj_ir_intrinsic(e, name, &type, 1, &a, 1);
}

LLVMValueRef nj_ir_intrinsic2(NjEmit *e, const char *name, LLVMValueRef a, LLVMValueRef b)
{
    LLVMTypeRef type = LLVMTypeOf(a);
    LLVMValueRef args[] = {a, b};
    return nj_ir_intrinsic(e, name, &type, 1, args, 2);
}

void nj_ir_add_attribute(NjEmit *e, LLVMValueRef fn, int index, const char *name, uint64_t value)
{
    unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
    NJ_ASSERT(e->u, kind != 0);
    LLVMAddAttributeAtIndex(fn, (LLVMAttributeIndex)index,
                            LLVMCreateEnumAttribute(e->context, kind, value));
}

void nj_ir_add_string_attribute(NjEmit *e, LLVMValueRef fn, const char *name, const char *value)
{
    LLVMAttributeRef attribute = LLVMCreateStringAttribute(e->context, name, (unsigned)strlen(name),
                                                           value, (unsigned)strlen(value));
    LLVMAddAttributeAtIndex(fn, LLVMAttributeFunctionIndex, attribute);
}

NjCallee nj_ir_declare(NjEmit *e, const char *symbol, LLVMTypeRef type)
{
    LLVMValueRef fn = LLVMGetNamedFunction(e->module, symbol);
    if (!fn) {
        fn = LLVMAddFunction(e->module, symbol, type);
        nj_ir_add_attribute(e, fn, -1, "nounwind", 0);
    }
    return (NjCallee){fn, LLVMGlobalGetValueType(fn)};
}

static LLVMTypeRef letter_type(NjEmit *e, char letter)
{
    switch (letter) {
    case 'v':
        return e->void_;
    case 'i':
        return e->i64;
    case 'w':
        return e->i32;
    case 'b':
        return e->i8;
    case 'd':
        return e->f64;
    default:
        return e->ptr;
    }
}

/* The raising helpers and the freeing one run rarely: `cold` moves their blocks out of the way. */
static bool is_cold_helper(NjHelper helper)
{
    switch (helper) {
    case NJ_H_retain:
    case NJ_H_release:
    case NJ_H_raise_check:
    case NJ_H_raise_index:
    case NJ_H_raise_overflow:
    case NJ_H_raise_zero_division:
    case NJ_H_exc_raise:
    case NJ_H_exc_take:
    case NJ_H_exc_register:
    case NJ_H_traceback:
        return true;
    case NJ_H_free:
    case NJ_H_block_new:
    case NJ_H_list_new:
    case NJ_H_dict_new:
    case NJ_H_set_new:
    case NJ_H_new_object:
    case NJ_H_new_cell:
    case NJ_H_parallel_for:
    case NJ_H_COUNT:
        return false;
    }
    return false;
}

NjCallee nj_ir_helper(NjEmit *e, NjHelper helper)
{
    static const struct {
        const char *symbol;
        char result;
        const char *params;
    } rows[] = {
#define HELPER(name, result, params) {"nprt_" #name, (#result)[0], params},
#include "compiler/lower/helpers.def"
#undef HELPER
    };
    if (e->helpers[helper].fn)
        return e->helpers[helper];
    LLVMTypeRef params[8];
    unsigned n = 0;
    for (const char *letter = rows[helper].params; *letter; letter++)
        params[n++] = letter_type(e, *letter);
    LLVMTypeRef type = LLVMFunctionType(letter_type(e, rows[helper].result), params, n, false);
    NjCallee callee = nj_ir_declare(e, rows[helper].symbol, type);
    if (is_cold_helper(helper))
        nj_ir_add_attribute(e, callee.fn, -1, "cold", 0);
    if (rows[helper].result == 'p')
        nj_ir_add_attribute(e, callee.fn, 0, "noalias", 0);
    for (unsigned i = 0; i < n; i++)
        if (params[i] == e->i8)
            nj_ir_add_attribute(e, callee.fn, (int)i + 1, "zeroext", 0);
    e->helpers[helper] = callee;
    return callee;
}

LLVMValueRef nj_ir_call_helper(NjEmit *e, NjHelper helper, LLVMValueRef *args)
{
    NjCallee callee = nj_ir_helper(e, helper);
    return nj_ir_call(e, callee, args, LLVMCountParamTypes(callee.type));
}

NjCallee nj_ir_helper_fn_begin(NjEmit *e, const char *name, LLVMTypeRef type, NjHelperFn *out_scope,
                               bool *out_is_new)
{
    LLVMValueRef fn = LLVMGetNamedFunction(e->module, name);
    *out_is_new = !fn;
    if (fn)
        return (NjCallee){fn, type};
    fn = LLVMAddFunction(e->module, name, type);
    LLVMSetLinkage(fn, LLVMInternalLinkage);
    nj_ir_add_attribute(e, fn, -1, "nounwind", 0);
    if (e->target->mark_function)
        e->target->mark_function(e->target, e, fn, NULL);
    *out_scope = (NjHelperFn){{fn, type}, nj_ir_here(e), e->llvm_fn, e->fn, NULL, e->fastmath};
    e->llvm_fn = fn;
    e->fn = NULL;
    out_scope->saved_place = nj_ir_place(e, NJ_NO_SPAN);
    e->fastmath = false;
    nj_ir_at(e, nj_ir_block(e, "entry"));
    return out_scope->callee;
}

void nj_ir_helper_fn_end(NjEmit *e, NjHelperFn *scope)
{
    e->llvm_fn = scope->saved_fn;
    e->fn = scope->saved_state;
    e->fastmath = scope->saved_fastmath;
    if (scope->saved_block)
        nj_ir_at(e, scope->saved_block);
    nj_ir_place_back(e, scope->saved_place);
}

/* ---- arithmetic ----------------------------------------------------------------------------- */

LLVMValueRef nj_ir_fast(NjEmit *e, LLVMValueRef instruction)
{
    if (e->fastmath && LLVMIsAInstruction(instruction) && LLVMCanValueUseFastMathFlags(instruction))
        LLVMSetFastMathFlags(instruction, LLVMFastMathAll);
    return instruction;
}

LLVMValueRef nj_ir_fp(NjEmit *e, LLVMOpcode op, LLVMValueRef a, LLVMValueRef b)
{
    return nj_ir_fast(e, LLVMBuildBinOp(e->b, op, a, b, ""));
}

LLVMValueRef nj_ir_fneg(NjEmit *e, LLVMValueRef a)
{
    return nj_ir_fast(e, LLVMBuildFNeg(e->b, a, ""));
}

LLVMValueRef nj_ir_fcmp(NjEmit *e, LLVMRealPredicate predicate, LLVMValueRef a, LLVMValueRef b)
{
    return nj_ir_fast(e, LLVMBuildFCmp(e->b, predicate, a, b, ""));
}

LLVMValueRef nj_ir_add_nsw(NjEmit *e, LLVMValueRef a, LLVMValueRef b, const char *name)
{
    return LLVMBuildNSWAdd(e->b, a, b, name);
}

LLVMValueRef nj_ir_mul_nsw(NjEmit *e, LLVMValueRef a, LLVMValueRef b, const char *name)
{
    return LLVMBuildNSWMul(e->b, a, b, name);
}

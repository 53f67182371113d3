/* lower_fn.c - functions: calling convention, frame, exit.
 *
 * Convention (all functions are internal to the module):
 *   parameter   unit: none; direct: its register; memory form: the address of a read-only copy
 *   result      memory form: stored through a last pointer parameter
 *               raises: i32 status (1: exception pending), or {T, i32} for a direct result
 *               does not raise: T, or void
 * One exit block releases the locals, with the status and a direct result in slots. */
#include "compiler/lower/lower_internal.h"

#include <string.h>

/* ---- declarations --------------------------------------------------------------------------- */

static bool returns_memory(const NjType *t)
{
    return !t->is_unit && !nj_ir_is_direct(t);
}

static LLVMTypeRef return_type(NjEmit *e, const NjTirFn *fn)
{
    bool direct = nj_ir_is_direct(fn->result);
    if (!fn->may_raise)
        return direct ? nj_ir_reg_type(e, fn->result) : e->void_;
    if (!direct)
        return e->i32;
    LLVMTypeRef parts[] = {nj_ir_reg_type(e, fn->result), e->i32};
    return LLVMStructTypeInContext(e->context, parts, 2, false);
}

static void mark_pointer(NjEmit *e, LLVMValueRef fn, int index, const NjLayoutInfo *layout,
                         bool is_read_only)
{
    nj_ir_add_attribute(e, fn, index, "noalias", 0);
    nj_ir_add_attribute(e, fn, index, "nonnull", 0);
    nj_ir_add_attribute(e, fn, index, "captures", 0);
    nj_ir_add_attribute(e, fn, index, "align", layout->align);
    nj_ir_add_attribute(e, fn, index, "dereferenceable", layout->size);
    nj_ir_add_attribute(e, fn, index, is_read_only ? "readonly" : "writeonly", 0);
}

static void mark_fn(NjEmit *e, LLVMValueRef llvm_fn, const NjTirFn *fn)
{
    LLVMSetLinkage(llvm_fn, LLVMInternalLinkage);
    nj_ir_add_attribute(e, llvm_fn, -1, "nounwind", 0);
    if (fn->always_inline)
        nj_ir_add_attribute(e, llvm_fn, -1, "alwaysinline", 0);
    if (nj_ir_is_hot(e, fn))
        nj_ir_add_string_attribute(e, llvm_fn, "nj-hot", "");
    if (e->target->mark_function)
        e->target->mark_function(e->target, e, llvm_fn, fn);
}

void nj_ir_declare_fn(NjEmit *e, const NjTirFn *fn)
{
    LLVMTypeRef *params = NJ_NEW_ARRAY(e->arena, LLVMTypeRef, fn->n_params + 1);
    unsigned n = 0;
    for (uint32_t i = 0; i < fn->n_params; i++) {
        const NjType *t = fn->params[i]->type;
        if (!t->is_unit)
            params[n++] = nj_ir_is_direct(t) ? nj_ir_reg_type(e, t) : e->ptr;
    }
    if (returns_memory(fn->result))
        params[n++] = e->ptr;
    LLVMTypeRef type = LLVMFunctionType(return_type(e, fn), params, n, false);
    LLVMValueRef llvm_fn = LLVMAddFunction(e->module, fn->name, type);
    mark_fn(e, llvm_fn, fn);
    int index = 0;
    for (uint32_t i = 0; i < fn->n_params; i++) {
        const NjType *t = fn->params[i]->type;
        if (t->is_unit)
            continue;
        index++;
        if (!nj_ir_is_direct(t))
            mark_pointer(e, llvm_fn, index, nj_ir_layout(e, t), true);
    }
    if (returns_memory(fn->result))
        mark_pointer(e, llvm_fn, index + 1, nj_ir_layout(e, fn->result), false);
    NjCallee *callee = NJ_NEW(e->arena, NjCallee);
    *callee = (NjCallee){llvm_fn, type};
    nj_map_put(e->arena, &e->fns, fn, callee);
}

NjCallee nj_ir_fn_callee(NjEmit *e, const NjTirFn *fn)
{
    NjCallee *callee = nj_map_get(&e->fns, fn);
    NJ_ASSERT(e->u, callee != NULL);
    return *callee;
}

/* ---- frame ---------------------------------------------------------------------------------- */

LLVMValueRef nj_ir_call_buffer_bytes(NjEmit *e, uint64_t size, uint32_t align)
{
    for (uint32_t i = 0; i < e->fn->buffers.n; i++) {
        NjCallBuffer *buffer = &e->fn->buffers.items[i];
        if (!buffer->is_busy && buffer->size == size && buffer->align == align) {
            buffer->is_busy = true;
            return buffer->slot;
        }
    }
    NjCallBuffer made = {size, align, true, nj_ir_alloca_bytes(e, size, align, "arg")};
    nj_vec_push(e->arena, &e->fn->buffers, made);
    return made.slot;
}

LLVMValueRef nj_ir_call_buffer(NjEmit *e, const NjType *t)
{
    if (t->is_unit)
        return NULL;
    const NjLayoutInfo *layout = nj_ir_layout(e, t);
    return nj_ir_call_buffer_bytes(e, layout->size, layout->align);
}

LLVMValueRef nj_ir_spill(NjEmit *e, NjValue value)
{
    LLVMValueRef buffer = nj_ir_call_buffer(e, value.type);
    if (buffer)
        nj_ir_value_store(e, value, buffer, NJ_MEM_STACK);
    return buffer;
}

static void enter_params(NjEmit *e, NjFnState *state)
{
    const NjTirFn *fn = state->tir;
    unsigned index = 0;
    for (uint32_t i = 0; i < fn->n_params; i++) {
        const NjTirLocal *param = fn->params[i];
        if (param->type->is_unit)
            continue;
        LLVMValueRef v = LLVMGetParam(e->llvm_fn, index++);
        LLVMSetValueName2(v, param->name, strlen(param->name));
        NjValue value = nj_ir_is_direct(param->type)
                            ? nj_ir_value(param->type, v)
                            : nj_ir_in_memory(param->type, v, NJ_MEM_STACK);
        nj_ir_value_store(e, value, state->slots[param->id], NJ_MEM_STACK);
        if (nj_ir_owns_local(state, param))
            nj_ir_retain_value(e, value);
    }
}

static void enter_fn(NjEmit *e, NjFnState *state)
{
    const NjTirFn *fn = state->tir;
    state->slots = NJ_NEW_ARRAY(e->arena, LLVMValueRef, fn->n_locals);
    state->has_value = NJ_NEW_ARRAY(e->arena, bool, fn->n_locals);
    for (uint32_t i = 0; i < fn->n_locals; i++) {
        const NjTirLocal *local = fn->locals[i];
        state->slots[local->id] = nj_ir_value_slot(e, local->type, local->name);
        if (!local->is_param && nj_ir_owns_local(state, local))
            nj_ir_value_zero(e, local->type, state->slots[local->id]);
    }
    if (fn->may_raise) {
        state->status = nj_ir_alloca(e, e->i32, "status");
        nj_ir_store(e, nj_ir_i32(e, 0), state->status, 4, NJ_MEM_STACK);
    }
    if (returns_memory(fn->result))
        state->result = LLVMGetParam(e->llvm_fn, LLVMCountParams(e->llvm_fn) - 1);
    else
        state->result = nj_ir_value_slot(e, fn->result, "result");
    enter_params(e, state);
}

static void emit_return(NjEmit *e, NjFnState *state)
{
    const NjTirFn *fn = state->tir;
    for (uint32_t i = 0; i < fn->n_locals; i++) {
        const NjTirLocal *local = fn->locals[i];
        if (nj_ir_owns_local(state, local))
            nj_ir_release_value(
                e, nj_ir_value_load(e, local->type, state->slots[local->id], NJ_MEM_STACK));
    }
    LLVMValueRef value = NULL, status = NULL;
    if (nj_ir_is_direct(fn->result))
        value = nj_ir_value_load(e, fn->result, state->result, NJ_MEM_STACK).v;
    if (state->status)
        status = nj_ir_load(e, e->i32, state->status, 4, NJ_MEM_STACK, "status");
    if (value && status) {
        LLVMValueRef pair = LLVMGetPoison(return_type(e, fn));
        pair = LLVMBuildInsertValue(e->b, pair, value, 0, "");
        value = LLVMBuildInsertValue(e->b, pair, status, 1, "");
    } else if (status) {
        value = status;
    }
    if (value)
        LLVMBuildRet(e->b, value);
    else
        LLVMBuildRetVoid(e->b);
}

void nj_lower_fn(NjEmit *e, const NjTirFn *fn)
{
    NjFnState state = {.tir = fn, .is_hot = nj_ir_is_hot(e, fn)};
    e->fn = &state;
    e->llvm_fn = nj_ir_fn_callee(e, fn).fn;
    e->fastmath = fn->fastmath;
    nj_ir_at(e, nj_ir_block(e, "entry"));
    nj_ir_lines_enter(e, &state);
    nj_ir_compute_lifetimes(e, &state);
    enter_fn(e, &state);

    LLVMBasicBlockRef fail = nj_ir_block(e, "fail");
    state.exit = nj_ir_block(e, "return");
    NjIrHandler handler = {fail, NULL, NULL, NULL};
    state.handler = &handler;
    LLVMBasicBlockRef body = nj_ir_block(e, "body");
    nj_ir_br(e, body);
    nj_ir_at(e, body);
    nj_lower_block(e, &fn->body);
    if (!nj_ir_is_terminated(e))
        nj_ir_br(e, state.exit);
    nj_ir_at(e, fail);
    if (state.status)
        nj_ir_store(e, nj_ir_i32(e, 1), state.status, 4, NJ_MEM_STACK);
    nj_ir_br(e, state.exit);
    nj_ir_at(e, state.exit);
    emit_return(e, &state);
    nj_ir_place_back(e, NULL);
    e->fn = NULL;
    e->llvm_fn = NULL;
}

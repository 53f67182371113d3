/* lower_refs.c - reference counting: inline counts, the runtime only frees.
 *
 * Counts change without atomics unless nprt_threads_active is set. The sequences are small internal
 * functions, which LLVM inlines in hot code; module-level code calls them, to stay small. */
#include "compiler/lower/lower_internal.h"

#include <stddef.h>

static LLVMValueRef threads_active(NjEmit *e)
{
    LLVMValueRef flag = LLVMGetNamedGlobal(e->module, "nprt_threads_active");
    if (!flag)
        flag = LLVMAddGlobal(e->module, e->i8, "nprt_threads_active");
    LLVMValueRef value = nj_ir_load(e, e->i8, flag, 1, NJ_MEM_HEADER, "threads");
    return LLVMBuildICmp(e->b, LLVMIntNE, value, nj_ir_i8(e, 0), "");
}

/* Starts a function void (ptr) that returns for NULL and has a path for threads: `slow`. Leaves the
 * builder on the path of a single thread; `*out_done` is the returning block. */
static LLVMValueRef begin_count_fn(NjEmit *e, NjHelper slow, LLVMBasicBlockRef *out_done)
{
    LLVMValueRef object = LLVMGetParam(e->llvm_fn, 0);
    LLVMBasicBlockRef live = nj_ir_block(e, "live"), shared = nj_ir_block(e, "shared"),
                      single = nj_ir_block(e, "single"), done = nj_ir_block(e, "done");
    nj_ir_cond_br(e, LLVMBuildIsNull(e->b, object, ""), done, live, NJ_EVEN);
    nj_ir_at(e, live);
    nj_ir_cond_br(e, threads_active(e), shared, single, NJ_UNLIKELY);
    nj_ir_at(e, shared);
    nj_ir_call_helper(e, slow, &object);
    nj_ir_br(e, done);
    nj_ir_at(e, done);
    LLVMBuildRetVoid(e->b);
    nj_ir_at(e, single);
    *out_done = done;
    return object;
}

static LLVMValueRef add_to_count(NjEmit *e, LLVMValueRef object, int64_t change)
{
    LLVMValueRef address = nj_ir_offset(e, object, offsetof(NprtObj, refcount));
    LLVMValueRef count = nj_ir_load(e, e->i64, address, 8, NJ_MEM_REFCOUNT, "count");
    count = nj_ir_add_nsw(e, count, nj_ir_i64(e, change), "");
    nj_ir_store(e, count, address, 8, NJ_MEM_REFCOUNT);
    return count;
}

static NjCallee retain_fn(NjEmit *e)
{
    NjHelperFn scope;
    bool is_new;
    LLVMTypeRef type = LLVMFunctionType(e->void_, &e->ptr, 1, false);
    NjCallee callee = nj_ir_helper_fn_begin(e, "nj.retain", type, &scope, &is_new);
    if (!is_new)
        return callee;
    LLVMBasicBlockRef done;
    LLVMValueRef object = begin_count_fn(e, NJ_H_retain, &done);
    add_to_count(e, object, 1);
    nj_ir_br(e, done);
    nj_ir_helper_fn_end(e, &scope);
    return callee;
}

static NjCallee release_fn(NjEmit *e)
{
    NjHelperFn scope;
    bool is_new;
    LLVMTypeRef type = LLVMFunctionType(e->void_, &e->ptr, 1, false);
    NjCallee callee = nj_ir_helper_fn_begin(e, "nj.release", type, &scope, &is_new);
    if (!is_new)
        return callee;
    LLVMBasicBlockRef done;
    LLVMValueRef object = begin_count_fn(e, NJ_H_release, &done);
    LLVMValueRef count = add_to_count(e, object, -1);
    LLVMBasicBlockRef dead = nj_ir_block(e, "dead");
    nj_ir_cond_br(e, LLVMBuildICmp(e->b, LLVMIntEQ, count, nj_ir_i64(e, 0), ""), dead, done,
                  NJ_EVEN);
    nj_ir_at(e, dead);
    nj_ir_call_helper(e, NJ_H_free, &object);
    nj_ir_br(e, done);
    nj_ir_helper_fn_end(e, &scope);
    return callee;
}

static void call_count_fn(NjEmit *e, NjCallee callee, LLVMValueRef object)
{
    if (LLVMIsAConstantPointerNull(object))
        return;
    nj_ir_keep_call(e, nj_ir_call(e, callee, &object, 1));
}

/* Calls the function for every heap pointer in the value. The value part of an empty optional is
 * zero, so that it needs no test. */
static void for_each_pointer(NjEmit *e, NjValue value, NjCallee callee)
{
    const NjType *t = value.type;
    if (!t->is_managed)
        return;
    if (nj_ir_is_pointer(t)) {
        call_count_fn(e, callee, value.v);
        return;
    }
    if (t->kind == NJ_T_ARRAY) {
        call_count_fn(e, callee, nj_ir_load_ptr(e, value.v, NJ_ARRAY_OWNER, value.mem, "owner"));
        return;
    }
    const NjLayoutInfo *layout = nj_ir_layout(e, t);
    for (uint32_t i = 0; i < layout->n; i++) {
        const NjType *part = nj_ir_part_type(t, i);
        if (!part || !part->is_managed)
            continue;
        LLVMValueRef address = nj_ir_offset(e, value.v, layout->offsets[i]);
        for_each_pointer(e, nj_ir_value_load(e, part, address, value.mem), callee);
    }
}

void nj_ir_retain_value(NjEmit *e, NjValue value)
{
    if (value.type->is_managed && e->target->counts_references)
        for_each_pointer(e, value, retain_fn(e));
}

void nj_ir_release_value(NjEmit *e, NjValue value)
{
    if (value.type->is_managed && e->target->counts_references)
        for_each_pointer(e, value, release_fn(e));
}

void nj_ir_assign_value(NjEmit *e, NjValue value, bool is_owned, LLVMValueRef address, NjMem mem)
{
    const NjType *t = value.type;
    if (!t->is_managed) {
        nj_ir_value_store(e, value, address, mem);
        return;
    }
    if (!is_owned)
        nj_ir_retain_value(e, value);
    if (nj_ir_is_pointer(t)) {
        NjValue old = nj_ir_value_load(e, t, address, mem);
        nj_ir_value_store(e, value, address, mem);
        nj_ir_release_value(e, old);
        return;
    }
    /* The new value may lie in what the old one keeps alive, so the old one is set aside first. */
    LLVMValueRef saved = nj_ir_value_slot(e, t, "old");
    nj_ir_value_store(e, nj_ir_in_memory(t, address, mem), saved, NJ_MEM_STACK);
    nj_ir_value_store(e, value, address, mem);
    nj_ir_release_value(e, nj_ir_in_memory(t, saved, NJ_MEM_STACK));
}

void nj_ir_release_slot(NjEmit *e, const NjType *t, LLVMValueRef address)
{
    nj_ir_release_value(e, nj_ir_value_load(e, t, address, NJ_MEM_STACK));
    nj_ir_value_zero(e, t, address);
}

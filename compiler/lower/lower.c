/* lower.c - the module as a whole: context, globals, functions in order, entry points. */
#include "compiler/lower/lower.h"

#include "compiler/lower/lower_internal.h"

#include <llvm-c/Analysis.h>
#include <string.h>

/* ---- ownership ------------------------------------------------------------------------------ */

/* What lowering holds outside the arena; destroyed at the end of the unit, also after unwinding. */
typedef struct Holder {
    LLVMContextRef context;
    LLVMModuleRef module;
    NjEmit emit;
    bool has_emit;
} Holder;

static void destroy_holder(void *object)
{
    Holder *holder = object;
    if (holder->has_emit)
        nj_ir_fini(&holder->emit);
    if (holder->module)
        LLVMDisposeModule(holder->module);
    LLVMContextDispose(holder->context);
}

static Holder *make_holder(NjUnit *u, const NjTarget *target, bool keep_names)
{
    Holder *holder = NJ_NEW(&u->arena, Holder);
    holder->context = LLVMContextCreate();
    nj_unit_defer(u, destroy_holder, holder);
    LLVMContextSetDiscardValueNames(holder->context, !keep_names);
    holder->module = LLVMModuleCreateWithNameInContext("npjit", holder->context);
    LLVMSetTarget(holder->module, target->triple);
    LLVMSetDataLayout(holder->module, target->data_layout);
    return holder;
}

/* ---- module-level variables ----------------------------------------------------------------- */

static void declare_globals(NjEmit *e)
{
    for (uint32_t i = 0; i < e->tir->n_globals; i++) {
        const NjTirGlobal *global = e->tir->globals[i];
        const NjLayoutInfo *layout = nj_ir_layout(e, global->type);
        if (layout->size == 0)
            continue;
        LLVMTypeRef type = LLVMArrayType2(e->i8, layout->size);
        LLVMValueRef slot = LLVMAddGlobal(e->module, type, global->name);
        LLVMSetInitializer(slot, LLVMConstNull(type));
        LLVMSetLinkage(slot, LLVMInternalLinkage);
        LLVMSetAlignment(slot, layout->align);
        nj_map_put(e->arena, &e->globals, global, slot);
    }
}

/* ---- functions for callers outside ---------------------------------------------------------- */

static LLVMValueRef begin_external(NjEmit *e, const char *symbol, LLVMTypeRef type)
{
    LLVMValueRef fn = LLVMGetNamedFunction(e->module, symbol);
    if (!fn)
        fn = LLVMAddFunction(e->module, symbol, type);
    nj_ir_add_attribute(e, fn, -1, "nounwind", 0);
    if (e->target->mark_function)
        e->target->mark_function(e->target, e, fn, NULL);
    e->llvm_fn = fn;
    e->fastmath = false;
    nj_ir_at(e, nj_ir_block(e, "entry"));
    return fn;
}

static LLVMValueRef pointer_table(NjEmit *e, LLVMTypeRef type, LLVMValueRef *items, uint32_t n)
{
    LLVMValueRef data = LLVMConstArray2(type, items, n);
    LLVMValueRef global = LLVMAddGlobal(e->module, LLVMTypeOf(data), "exceptions");
    LLVMSetInitializer(global, data);
    LLVMSetLinkage(global, LLVMPrivateLinkage);
    LLVMSetGlobalConstant(global, true);
    return global;
}

static void register_exceptions(NjEmit *e)
{
    uint32_t n = e->tir->n_excs;
    if (n == 0)
        return;
    LLVMValueRef *names = NJ_NEW_ARRAY(e->arena, LLVMValueRef, n);
    LLVMValueRef *parents = NJ_NEW_ARRAY(e->arena, LLVMValueRef, n);
    for (uint32_t i = 0; i < n; i++) {
        names[i] = nj_ir_cstring(e, e->tir->exc_names[i]);
        parents[i] = nj_ir_i32(e, e->tir->exc_parents[i]);
    }
    LLVMValueRef args[] = {pointer_table(e, e->ptr, names, n), pointer_table(e, e->i32, parents, n),
                           nj_ir_i32(e, (int32_t)n)};
    nj_ir_call_helper(e, NJ_H_exc_register, args);
}

static void emit_main(NjEmit *e)
{
    begin_external(e, NJ_MAIN_SYMBOL, LLVMFunctionType(e->i32, NULL, 0, false));
    register_exceptions(e);
    LLVMValueRef status = nj_ir_call(e, nj_ir_fn_callee(e, e->tir->main), NULL, 0);
    nj_ir_keep_call(e, status);
    LLVMBuildRet(e->b, e->tir->main->may_raise ? status : nj_ir_i32(e, 0));
}

static void emit_fini(NjEmit *e)
{
    begin_external(e, NJ_FINI_SYMBOL, LLVMFunctionType(e->void_, NULL, 0, false));
    for (uint32_t i = 0; i < e->tir->n_globals; i++) {
        const NjTirGlobal *global = e->tir->globals[i];
        if (global->type->is_managed)
            nj_ir_release_slot(e, global->type, nj_map_get(&e->globals, global));
    }
    LLVMBuildRetVoid(e->b);
}

static void emit_entry(NjEmit *e, const NjLowerEntry *entry)
{
    const NjTirFn *fn = entry->fn;
    LLVMTypeRef params[] = {e->ptr, e->ptr};
    LLVMValueRef outer =
        begin_external(e, entry->symbol, LLVMFunctionType(e->i32, params, 2, false));
    LLVMValueRef table = LLVMGetParam(outer, 0), result = LLVMGetParam(outer, 1);
    LLVMValueRef *args = NJ_NEW_ARRAY(e->arena, LLVMValueRef, fn->n_params + 1);
    unsigned n = 0;
    for (uint32_t i = 0; i < fn->n_params; i++) {
        const NjType *t = fn->params[i]->type;
        if (t->is_unit)
            continue;
        LLVMValueRef address = nj_ir_load_ptr(e, table, 8u * i, NJ_MEM_STACK, "arg");
        args[n++] = nj_ir_value_load(e, t, address, NJ_MEM_STACK).v;
    }
    bool is_direct = nj_ir_is_direct(fn->result);
    if (!is_direct && !fn->result->is_unit)
        args[n++] = result;
    LLVMValueRef returned = nj_ir_call(e, nj_ir_fn_callee(e, fn), args, n),
                 status = nj_ir_i32(e, 0);
    nj_ir_keep_call(e, returned);
    LLVMValueRef value = returned;
    if (fn->may_raise) {
        status = is_direct ? LLVMBuildExtractValue(e->b, returned, 1, "") : returned;
        value = is_direct ? LLVMBuildExtractValue(e->b, returned, 0, "") : NULL;
    }
    if (is_direct)
        nj_ir_value_store(e, nj_ir_value(fn->result, value), result, NJ_MEM_STACK);
    LLVMBuildRet(e->b, status);
}

LLVMValueRef nj_ir_entry_of(NjEmit *e, const NjTirFn *fn)
{
    LLVMTypeRef params[] = {e->ptr, e->ptr};
    const char *symbol = nj_arena_printf(e->arena, "entry.%s", fn->name);
    LLVMValueRef entry = LLVMGetNamedFunction(e->module, symbol);
    return entry ? entry
                 : LLVMAddFunction(e->module, symbol, LLVMFunctionType(e->i32, params, 2, false));
}

/* Functions whose address the program takes (FN_ADDR). */
static void emit_taken_entries(NjEmit *e)
{
    for (uint32_t i = 0; i < e->tir->n_fns; i++) {
        const NjTirFn *fn = e->tir->fns[i];
        if (!fn->needs_entry)
            continue;
        NjLowerEntry entry = {fn, nj_arena_printf(e->arena, "entry.%s", fn->name)};
        emit_entry(e, &entry);
    }
}

/* ---- the module ----------------------------------------------------------------------------- */

static void verify(NjEmit *e)
{
    char *message = NULL;
    bool is_broken = LLVMVerifyModule(e->module, LLVMReturnStatusAction, &message);
    if (is_broken) {
        char *text = nj_arena_printf(e->arena, "LLVM: %.180s", message);
        LLVMDisposeMessage(message);
        nj_unit_internal_error(e->u, __FILE__, __LINE__, text);
    }
    LLVMDisposeMessage(message);
}

LLVMModuleRef nj_lower_module(NjUnit *u, const NjTarget *target, const NjTirModule *tir,
                              const NjLowerOptions *options)
{
    NjLowerOptions none = {0};
    if (!options)
        options = &none;
    Holder *holder = make_holder(u, target, options->keep_names);
    NjEmit *e = &holder->emit;
    holder->has_emit = true;
    nj_ir_init(e, u, target, tir, holder->module);
    nj_ir_lines_begin(e, options->lines);
    nj_ir_compute_heat(e, options->entries, options->n_entries);
    declare_globals(e);
    for (uint32_t i = 0; i < tir->n_fns; i++)
        nj_ir_declare_fn(e, tir->fns[i]);
    for (uint32_t i = 0; i < tir->n_fns; i++)
        nj_lower_fn(e, tir->fns[i]);
    if (tir->main)
        emit_main(e);
    emit_fini(e);
    for (uint32_t i = 0; i < options->n_entries; i++)
        emit_entry(e, &options->entries[i]);
    emit_taken_entries(e);
    nj_ir_lines_end(e);
    verify(e);
    nj_ir_fini(e);
    holder->has_emit = false;
    return holder->module;
}

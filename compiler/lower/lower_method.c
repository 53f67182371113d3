/* lower_method.c - special methods of classes (__repr__, __eq__ ...) for the runtime, which calls
 * them through the type descriptor: NprtMethods, one wrapper with its C signature for each. */
#include "compiler/lower/lower_internal.h"

#include <string.h>

typedef struct Method {
    const char *name;
    unsigned n_params; /* without the result */
    NprtDtype result;  /* of scalar results */
    bool is_text;      /* the result is a str */
} Method;

/* In the order of NprtMethods. */
static const Method methods[] = {
    {"__repr__", 1, NPRT_BOOL, true}, {"__str__", 1, NPRT_BOOL, true},
    {"__eq__", 2, NPRT_BOOL, false},  {"__lt__", 2, NPRT_BOOL, false},
    {"__hash__", 1, NPRT_I64, false},
};

enum { METHOD_COUNT = sizeof methods / sizeof *methods };

/* The specialisation of the method for operands of this class, or NULL. */
static const NjTirFn *find_method(NjEmit *e, const NjType *t, const Method *method)
{
    for (uint32_t i = 0; i < e->tir->n_fns; i++) {
        const NjTirFn *fn = e->tir->fns[i];
        if (!fn->is_special || fn->n_params != method->n_params ||
            strcmp(fn->source_name, method->name) != 0)
            continue;
        bool fits = true;
        for (uint32_t k = 0; k < fn->n_params; k++)
            fits &= fn->params[k]->type == t;
        bool is_text = fn->result->kind == NJ_T_STR;
        bool is_number = fn->result->kind == NJ_T_SCALAR;
        if (fits && (method->is_text ? is_text : is_number))
            return fn;
    }
    return NULL;
}

/* int32_t (self[, other], out) */
static LLVMValueRef wrap_method(NjEmit *e, const NjTirFn *fn, const Method *method)
{
    LLVMTypeRef params[] = {e->ptr, e->ptr, e->ptr};
    LLVMTypeRef type = LLVMFunctionType(e->i32, params, method->n_params + 1, false);
    const char *name = nj_arena_printf(e->arena, "nj.method.%s", fn->name);
    NjHelperFn scope;
    bool is_new;
    NjCallee wrapper = nj_ir_helper_fn_begin(e, name, type, &scope, &is_new);
    if (!is_new)
        return wrapper.fn;
    LLVMValueRef args[] = {LLVMGetParam(e->llvm_fn, 0), LLVMGetParam(e->llvm_fn, 1)};
    LLVMValueRef out = LLVMGetParam(e->llvm_fn, method->n_params), status = nj_ir_i32(e, 0);
    LLVMValueRef value = nj_ir_call(e, nj_ir_fn_callee(e, fn), args, method->n_params);
    if (fn->may_raise) {
        status = LLVMBuildExtractValue(e->b, value, 1, "");
        value = LLVMBuildExtractValue(e->b, value, 0, "");
    }
    if (method->is_text) {
        nj_ir_store(e, value, out, 8, NJ_MEM_STACK);
    } else {
        value = nj_ir_convert(e, value, fn->result->dtype, method->result);
        nj_ir_scalar_store(e, method->result, value, out, NJ_MEM_STACK);
    }
    LLVMBuildRet(e->b, status);
    nj_ir_helper_fn_end(e, &scope);
    return wrapper.fn;
}

LLVMValueRef nj_ir_methods(NjEmit *e, const NjType *t)
{
    if (t->kind != NJ_T_OBJECT)
        return nj_ir_null(e);
    LLVMValueRef table[METHOD_COUNT];
    bool has_any = false;
    for (unsigned i = 0; i < METHOD_COUNT; i++) {
        const NjTirFn *fn = find_method(e, t, &methods[i]);
        table[i] = fn ? wrap_method(e, fn, &methods[i]) : nj_ir_null(e);
        has_any |= fn != NULL;
    }
    if (!has_any)
        return nj_ir_null(e);
    LLVMValueRef data = LLVMConstArray2(e->ptr, table, METHOD_COUNT);
    LLVMValueRef global = LLVMAddGlobal(e->module, LLVMTypeOf(data), "methods");
    LLVMSetInitializer(global, data);
    LLVMSetLinkage(global, LLVMPrivateLinkage);
    LLVMSetGlobalConstant(global, true);
    return global;
}

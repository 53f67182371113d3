/* lower_call.c - calls of the program's own functions (convention: lower_fn.c). */
#include "compiler/lower/lower_internal.h"

/* A borrowed argument that the callee could drop while it runs: it comes from memory that others
 * can change, so the caller holds a reference during the call. Locals are safe by themselves. */
static bool needs_hold(const NjTirExpr *x)
{
    if (!x->type->is_managed)
        return false;
    switch (x->kind) {
    case NJ_X_LOCAL:
    case NJ_X_CONST_STR:
        return false;
    case NJ_X_TUPLE_GET:
        return needs_hold(x->as.tuple_get.a);
    case NJ_X_OPT_SOME:
    case NJ_X_OPT_GET:
        return needs_hold(x->as.opt.a);
    case NJ_X_CAST:
        return needs_hold(x->as.cast.a);
    case NJ_X_TRANSPOSE:
        return needs_hold(x->as.transpose.a);
    case NJ_X_FLATTEN:
        return needs_hold(x->as.flatten.a);
    case NJ_X_VIEW:
        return needs_hold(x->as.view.base);
    default:
        return true;
    }
}

static void hold_args(NjEmit *e, const NjTirExpr *x, NjValue *values)
{
    for (uint32_t i = 0; i < x->as.call.n; i++)
        if (needs_hold(x->as.call.args[i]))
            nj_ir_retain_value(e, values[i]);
}

static void drop_args(NjEmit *e, const NjTirExpr *x, NjValue *values)
{
    for (uint32_t i = 0; i < x->as.call.n; i++)
        if (needs_hold(x->as.call.args[i]))
            nj_ir_release_value(e, values[i]);
}

/* Lowers the arguments, those in memory to call buffers. */
static NjValue *lower_args(NjEmit *e, const NjTirExpr *x)
{
    const NjTirFn *fn = x->as.call.fn;
    NJ_ASSERT(e->u, fn->n_params == x->as.call.n);
    NjValue *values = NJ_NEW_ARRAY(e->arena, NjValue, x->as.call.n);
    for (uint32_t i = 0; i < x->as.call.n; i++) {
        values[i] = nj_lower_expr(e, x->as.call.args[i]);
        values[i].type = fn->params[i]->type;
        if (values[i].is_addr)
            values[i] = nj_ir_in_memory(values[i].type, nj_ir_spill(e, values[i]), NJ_MEM_STACK);
    }
    return values;
}

/* Cold code runs once: inlining into it costs compile time, and hot code would land in the pipeline
 * of cold code. */
void nj_ir_keep_call(NjEmit *e, LLVMValueRef call)
{
    if (e->fn && e->fn->is_hot && !e->fn->is_slow_version)
        return;
    unsigned kind = LLVMGetEnumAttributeKindForName("noinline", 8);
    LLVMAddCallSiteAttribute(call, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                             LLVMCreateEnumAttribute(e->context, kind, 0));
}

NjValue nj_lower_call(NjEmit *e, const NjTirExpr *x)
{
    const NjTirFn *fn = x->as.call.fn;
    NjCallee callee = nj_ir_fn_callee(e, fn);
    NjValue *values = lower_args(e, x);
    hold_args(e, x, values);
    LLVMValueRef *args = NJ_NEW_ARRAY(e->arena, LLVMValueRef, x->as.call.n + 1);
    unsigned n = 0;
    for (uint32_t i = 0; i < x->as.call.n; i++)
        if (!values[i].type->is_unit)
            args[n++] = values[i].v;
    NjValue result = nj_ir_unit_value(fn->result);
    bool is_direct = nj_ir_is_direct(fn->result);
    if (!is_direct && !fn->result->is_unit) {
        LLVMValueRef buffer = nj_ir_call_buffer(e, fn->result);
        args[n++] = buffer;
        result = nj_ir_in_memory(fn->result, buffer, NJ_MEM_STACK);
    }
    LLVMValueRef returned = nj_ir_call(e, callee, args, n);
    if (!fn->always_inline)
        nj_ir_keep_call(e, returned);
    drop_args(e, x, values);
    if (is_direct)
        result = nj_ir_value(fn->result, returned);
    if (fn->may_raise) {
        LLVMValueRef status = returned;
        if (is_direct) {
            status = LLVMBuildExtractValue(e->b, returned, 1, "");
            result.v = LLVMBuildExtractValue(e->b, returned, 0, "");
        }
        nj_ir_check_status(e, status, x->span);
    }
    if (fn->result->kind == NJ_T_NEVER)
        LLVMBuildUnreachable(e->b);
    return result;
}

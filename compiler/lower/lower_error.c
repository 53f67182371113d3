/* lower_error.c - exceptions: raising, error edges, handlers.
 *
 * A function that may raise returns a status. An error edge adds a traceback entry and goes to the
 * innermost handler. Many places of a function raise in the same way, so each handler has at most
 * one block per kind of error, and what differs (index, size, line) arrives through phis: the cost
 * of a check in the hot code is one compare and one branch. */
#include "compiler/lower/lower_internal.h"
#include "runtime/errors.h"

#include <string.h>

/* ---- sites ---------------------------------------------------------------------------------- */

static bool is_traced(const NjEmit *e)
{
    const NjSource *source = e->fn->tir->span.source;
    return !e->target->raise && source && !source->is_prelude;
}

/* The NprtSite constant of a line of the function in work. */
static LLVMValueRef site_of(NjEmit *e, NjSpan span)
{
    uint32_t line = nj_span_line(span.source ? span : e->fn->tir->span);
    const void *key = (const void *)(uintptr_t)(line + 1u);
    LLVMValueRef site = nj_map_get(&e->fn->sites, key);
    if (site)
        return site;
    const NjSource *source = span.source ? span.source : e->fn->tir->span.source;
    LLVMValueRef fields[] = {nj_ir_cstring(e, source ? source->path : "?"),
                             nj_ir_cstring(e, e->fn->tir->source_name),
                             nj_ir_i32(e, (int32_t)line)};
    LLVMValueRef data = LLVMConstStructInContext(e->context, fields, 3, false);
    site = LLVMAddGlobal(e->module, LLVMTypeOf(data), "site");
    LLVMSetInitializer(site, data);
    LLVMSetLinkage(site, LLVMPrivateLinkage);
    LLVMSetGlobalConstant(site, true);
    LLVMSetUnnamedAddress(site, LLVMGlobalUnnamedAddr);
    nj_map_put(e->arena, &e->fn->sites, key, site);
    return site;
}

/* ---- shared blocks -------------------------------------------------------------------------- */

/* The block that adds the traceback entry given by its phi. */
static LLVMBasicBlockRef trace_block(NjEmit *e, NjIrHandler *handler)
{
    if (handler->trace)
        return handler->trace;
    LLVMBasicBlockRef here = nj_ir_here(e);
    handler->trace = nj_ir_block(e, "trace");
    nj_ir_at(e, handler->trace);
    handler->site = LLVMBuildPhi(e->b, e->ptr, "site");
    nj_ir_call_helper(e, NJ_H_traceback, &handler->site);
    const NjTirFn *tir = e->fn->tir;
    if (tir->copy && e->target->note_copy)
        e->target->note_copy(e->target, e,
                             nj_lower_i64(e, nj_tir_local(e->arena, tir->copy, tir->span)),
                             nj_lower_i64(e, nj_tir_local(e->arena, tir->copies, tir->span)),
                             tir->copy_dim);
    nj_ir_br(e, handler->target);
    nj_ir_at(e, here);
    return handler->trace;
}

/* Where an edge goes that leaves the current block with an exception pending. */
static LLVMBasicBlockRef error_target(NjEmit *e, NjSpan span)
{
    NjIrHandler *handler = e->fn->handler;
    NJ_ASSERT(e->u, handler != NULL);
    if (!is_traced(e))
        return handler->target;
    LLVMBasicBlockRef block = trace_block(e, handler);
    LLVMValueRef site = site_of(e, span);
    LLVMBasicBlockRef from = nj_ir_here(e);
    LLVMAddIncoming(handler->site, &site, &from, 1);
    return block;
}

void nj_ir_leave_raising(NjEmit *e, NjSpan span)
{
    nj_ir_br(e, error_target(e, span));
}

static NjColdBlock *cold_block(NjEmit *e, NjHelper helper, unsigned n)
{
    NjIrHandler *handler = e->fn->handler;
    for (NjColdBlock *cold = handler->cold; cold; cold = cold->next)
        if (cold->helper == helper)
            return cold;
    NjColdBlock *cold = NJ_NEW(e->arena, NjColdBlock);
    *cold = (NjColdBlock){handler->cold, helper, NULL, {NULL}, n};
    handler->cold = cold;
    LLVMBasicBlockRef here = nj_ir_here(e);
    cold->block = nj_ir_block(e, "raise");
    nj_ir_at(e, cold->block);
    NjCallee callee = nj_ir_helper(e, helper);
    LLVMTypeRef params[NJ_MAX_COLD_ARGS];
    NJ_ASSERT(e->u, LLVMCountParamTypes(callee.type) == n && n < NJ_MAX_COLD_ARGS);
    LLVMGetParamTypes(callee.type, params);
    for (unsigned i = 0; i < n; i++)
        cold->args[i] = LLVMBuildPhi(e->b, params[i], "");
    cold->args[n] = LLVMBuildPhi(e->b, e->ptr, "site");
    nj_ir_call(e, callee, cold->args, n);
    if (is_traced(e)) {
        LLVMBasicBlockRef trace = trace_block(e, handler);
        LLVMAddIncoming(handler->site, &cold->args[n], &cold->block, 1);
        nj_ir_br(e, trace);
    } else {
        nj_ir_br(e, handler->target);
    }
    nj_ir_at(e, here);
    return cold;
}

/* ---- raising -------------------------------------------------------------------------------- */

static NprtExcKind helper_kind(NjHelper helper)
{
    switch (helper) {
    case NJ_H_raise_index:
        return NPRT_EXC_INDEX_ERROR;
    case NJ_H_raise_overflow:
        return NPRT_EXC_OVERFLOW_ERROR;
    case NJ_H_raise_zero_division:
        return NPRT_EXC_ZERO_DIVISION_ERROR;
    default:
        return NPRT_EXC_RUNTIME_ERROR;
    }
}

/* A block of its own that raises through the target's hook. */
static void check_by_target(NjEmit *e, LLVMValueRef ok, NprtExcKind kind, NjSpan span)
{
    LLVMBasicBlockRef raise = nj_ir_block(e, "raise"), next = nj_ir_block(e, "ok");
    nj_ir_cond_br(e, ok, next, raise, NJ_LIKELY);
    nj_ir_at(e, raise);
    e->target->raise(e->target, e, kind, nj_span_line(span));
    nj_ir_br(e, e->fn->handler->target);
    nj_ir_at(e, next);
}

void nj_ir_check(NjEmit *e, LLVMValueRef ok, NjHelper helper, LLVMValueRef *args, unsigned n,
                 NjSpan span)
{
    int64_t known;
    if (nj_ir_const_int_value(ok, &known) && known)
        return;
    if (e->target->raise) {
        check_by_target(e, ok, helper_kind(helper), span);
        return;
    }
    NjColdBlock *cold = cold_block(e, helper, n);
    LLVMBasicBlockRef from = nj_ir_here(e);
    for (unsigned i = 0; i < n; i++)
        LLVMAddIncoming(cold->args[i], &args[i], &from, 1);
    LLVMValueRef site = site_of(e, span);
    LLVMAddIncoming(cold->args[n], &site, &from, 1);
    LLVMBasicBlockRef next = nj_ir_block(e, "ok");
    nj_ir_cond_br(e, ok, next, cold->block, NJ_LIKELY);
    nj_ir_at(e, next);
}

void nj_ir_check_text(NjEmit *e, LLVMValueRef ok, NprtExcKind kind, const char *format,
                      LLVMValueRef *args, unsigned n, NjSpan span)
{
    int64_t known;
    if (nj_ir_const_int_value(ok, &known) && known)
        return;
    if (e->target->raise) {
        check_by_target(e, ok, kind, span);
        return;
    }
    if (n == 0) {
        LLVMValueRef full[] = {nj_ir_i32(e, (int32_t)kind), nj_ir_cstring(e, format),
                               nj_ir_i32(e, 0), nj_ir_null(e)};
        nj_ir_check(e, ok, NJ_H_raise_check, full, 4, span);
        return;
    }
    LLVMBasicBlockRef raise = nj_ir_block(e, "raise"), next = nj_ir_block(e, "ok");
    nj_ir_cond_br(e, ok, next, raise, NJ_LIKELY);
    nj_ir_at(e, raise);
    LLVMValueRef buffer = nj_ir_call_buffer_bytes(e, 8u * n, 8);
    for (unsigned i = 0; i < n; i++)
        nj_ir_store_at(e, args[i], buffer, 8u * i, 8, NJ_MEM_STACK);
    LLVMValueRef full[] = {nj_ir_i32(e, (int32_t)kind), nj_ir_cstring(e, format),
                           nj_ir_i32(e, (int32_t)n), buffer};
    nj_ir_call_helper(e, NJ_H_raise_check, full);
    nj_ir_leave_raising(e, span);
    nj_ir_at(e, next);
}

void nj_ir_check_failed(NjEmit *e, LLVMValueRef failed, NjSpan span)
{
    LLVMBasicBlockRef error = error_target(e, span);
    LLVMBasicBlockRef next = nj_ir_block(e, "ok");
    nj_ir_cond_br(e, failed, error, next, NJ_UNLIKELY);
    nj_ir_at(e, next);
}

void nj_ir_check_status(NjEmit *e, LLVMValueRef status, NjSpan span)
{
    nj_ir_check_failed(e, LLVMBuildICmp(e->b, LLVMIntNE, status, nj_ir_i32(e, 0), ""), span);
}

/* ---- statements ----------------------------------------------------------------------------- */

void nj_lower_check(NjEmit *e, const NjTirStmt *s)
{
    LLVMValueRef cond = nj_lower_cond(e, s->as.check.cond);
    LLVMValueRef *args = NJ_NEW_ARRAY(e->arena, LLVMValueRef, s->as.check.n);
    for (uint32_t i = 0; i < s->as.check.n; i++)
        args[i] = nj_lower_i64(e, s->as.check.args[i]);
    nj_ir_check_text(e, cond, s->as.check.exc, s->as.check.format, args, s->as.check.n, s->span);
}

void nj_lower_raise(NjEmit *e, const NjTirStmt *s)
{
    if (e->target->raise) {
        e->target->raise(e->target, e, NPRT_EXC_EXCEPTION, nj_span_line(s->span));
        nj_ir_br(e, e->fn->handler->target);
        return;
    }
    LLVMValueRef exc = s->as.raise.exc ? nj_lower_direct(e, s->as.raise.exc) : nj_ir_null(e);
    nj_ir_call_helper(e, NJ_H_exc_raise, &exc);
    if (s->as.raise.exc && nj_ir_is_owned(s->as.raise.exc))
        nj_ir_release_value(e, nj_ir_value(s->as.raise.exc->type, exc));
    if (s->as.raise.is_reraise)
        nj_ir_br(e, e->fn->handler->target); /* this frame has its entry */
    else
        nj_ir_leave_raising(e, s->span);
}

void nj_lower_try(NjEmit *e, const NjTirStmt *s)
{
    LLVMBasicBlockRef caught = nj_ir_block(e, "except"), end = nj_ir_block(e, "try.end");
    NjIrHandler *outer = e->fn->handler;
    NjIrHandler handler = {caught, NULL, NULL, NULL};
    e->fn->handler = &handler;
    nj_lower_block(e, &s->as.try_.body);
    if (!nj_ir_is_terminated(e))
        nj_ir_br(e, end);
    e->fn->handler = outer;

    nj_ir_at(e, caught);
    LLVMValueRef exc = nj_ir_call_helper(e, NJ_H_exc_take, NULL);
    const NjTirLocal *local = s->as.try_.exc;
    if (local) {
        e->fn->has_value[local->id] = true;
        nj_ir_assign_value(e, nj_ir_value(local->type, exc), true, e->fn->slots[local->id],
                           NJ_MEM_STACK);
    } else {
        nj_ir_call_helper(e, NJ_H_release, &exc);
    }
    nj_lower_block(e, &s->as.try_.handler);
    if (!nj_ir_is_terminated(e))
        nj_ir_br(e, end);
    nj_ir_at(e, end);
}

/* lower_outline.c - a loop as a function of its own: a hot loop of a cold function, or the checked
 * version of a nest in a hot function, which seldom runs.
 *
 * The new function works on the same TIR locals. Those that the loop only reads arrive as
 * parameters; those that it assigns live in a buffer of the caller, are copied in at the start and
 * back at the end, however the loop ends. Copies are moves: a reference stays owned once, by
 * whichever side holds the value. The result is an i32 status: 1 means that an exception is
 * pending, whose traceback entry for this Python frame has been made already. */
#include "compiler/lower/lower_parallel.h"

static void cross(NjCrossings *c, const NjTirLocal *local, bool is_assigned)
{
    if (local->type->is_unit)
        return;
    NjCrossing *crossing = nj_ir_find_crossing(c, local);
    if (!crossing) {
        nj_vec_push(c->e->arena, &c->items, ((NjCrossing){.local = local}));
        nj_map_put(c->e->arena, &c->index, local, (void *)(uintptr_t)c->items.n);
        crossing = &nj_vec_last(&c->items);
    }
    crossing->is_assigned |= is_assigned;
}

static void visit_expr(void *ctx, NjTirExpr **child)
{
    if ((*child)->kind == NJ_X_LOCAL)
        cross(ctx, (*child)->as.local.local, false);
    else
        nj_tir_children(*child, visit_expr, ctx);
}

static void visit_stmt(NjCrossings *c, NjTirStmt *s);

static void visit_block(void *ctx, NjTirBlock *block)
{
    for (uint32_t i = 0; i < block->n; i++)
        visit_stmt(ctx, block->items[i]);
}

static void visit_stmt(NjCrossings *c, NjTirStmt *s)
{
    nj_tir_stmt_exprs(s, visit_expr, c);
    if (s->kind == NJ_S_ASSIGN)
        cross(c, s->as.assign.local, true);
    else if (s->kind == NJ_S_FOR)
        cross(c, s->as.for_.var, true);
    else if (s->kind == NJ_S_TRY && s->as.try_.exc)
        cross(c, s->as.try_.exc, true);
    nj_tir_stmt_blocks(s, visit_block, c);
}

void nj_ir_find_stmt_crossings(NjEmit *e, const NjTirStmt *s, NjCrossings *c)
{
    c->e = e;
    visit_stmt(c, (NjTirStmt *)s);
}

NjCrossing *nj_ir_find_crossing(NjCrossings *c, const NjTirLocal *local)
{
    uintptr_t at = (uintptr_t)nj_map_get(&c->index, local);
    return at ? &c->items.items[at - 1] : NULL;
}

bool nj_ir_crosses_by_value(NjCrossing crossing)
{
    return !crossing.is_assigned && nj_ir_is_direct(crossing.local->type);
}

static LLVMTypeRef outlined_type(NjEmit *e, const NjCrossings *c)
{
    LLVMTypeRef *params = NJ_NEW_ARRAY(e->arena, LLVMTypeRef, c->items.n + 1);
    for (uint32_t i = 0; i < c->items.n; i++)
        params[i] = nj_ir_crosses_by_value(c->items.items[i])
                        ? nj_ir_reg_type(e, c->items.items[i].local->type)
                        : e->ptr;
    return LLVMFunctionType(e->i32, params, c->items.n, false);
}

static void mark_outlined(NjEmit *e, LLVMValueRef fn, const NjCrossings *c, bool is_slow)
{
    LLVMSetLinkage(fn, LLVMInternalLinkage);
    nj_ir_add_attribute(e, fn, -1, "nounwind", 0);
    nj_ir_add_attribute(e, fn, -1, "noinline", 0);
    if (is_slow)
        nj_ir_add_attribute(e, fn, -1, "cold", 0);
    else
        nj_ir_add_string_attribute(e, fn, "nj-hot", "");
    if (e->target->mark_function)
        e->target->mark_function(e->target, e, fn, e->fn->tir);
    for (uint32_t i = 0; i < c->items.n; i++) {
        NjCrossing crossing = c->items.items[i];
        if (nj_ir_crosses_by_value(crossing))
            continue;
        nj_ir_add_attribute(e, fn, (int)i + 1, "noalias", 0);
        nj_ir_add_attribute(e, fn, (int)i + 1, "captures", 0);
        if (!crossing.is_assigned)
            nj_ir_add_attribute(e, fn, (int)i + 1, "readonly", 0);
    }
}

/* Copies the values between the parameters and the new function's own slots. */
static void copy_in(NjEmit *e, const NjCrossings *c)
{
    for (uint32_t i = 0; i < c->items.n; i++) {
        const NjTirLocal *local = c->items.items[i].local;
        LLVMValueRef param = LLVMGetParam(e->llvm_fn, i);
        LLVMValueRef slot = e->fn->slots[local->id] = nj_ir_value_slot(e, local->type, local->name);
        NjValue value = nj_ir_crosses_by_value(c->items.items[i])
                            ? nj_ir_value(local->type, param)
                            : nj_ir_value_load(e, local->type, param, NJ_MEM_STACK);
        nj_ir_value_store(e, value, slot, NJ_MEM_STACK);
    }
}

static void copy_out(NjEmit *e, const NjCrossings *c)
{
    for (uint32_t i = 0; i < c->items.n; i++) {
        const NjTirLocal *local = c->items.items[i].local;
        if (!c->items.items[i].is_assigned)
            continue;
        NjValue value = nj_ir_value_load(e, local->type, e->fn->slots[local->id], NJ_MEM_STACK);
        nj_ir_value_store(e, value, LLVMGetParam(e->llvm_fn, i), NJ_MEM_STACK);
    }
}

static void lower_body(NjEmit *e, NjFnState *state, const NjTirStmt *s, const NjCrossings *c)
{
    const NjTirFn *fn = state->tir;
    nj_ir_at(e, nj_ir_block(e, "entry"));
    state->slots = NJ_NEW_ARRAY(e->arena, LLVMValueRef, fn->n_locals + NJ_EXTRA_LOCALS);
    copy_in(e, c);
    state->status = nj_ir_alloca(e, e->i32, "status");
    nj_ir_store(e, nj_ir_i32(e, 0), state->status, 4, NJ_MEM_STACK);
    LLVMBasicBlockRef fail = nj_ir_block(e, "fail");
    state->exit = nj_ir_block(e, "return");
    NjIrHandler handler = {fail, NULL, NULL, NULL};
    state->handler = &handler;
    if (s->kind == NJ_S_WHILE)
        nj_lower_while(e, s);
    else if (state->is_slow_version || !nj_lower_versioned(e, s))
        nj_lower_for(e, s);
    if (!nj_ir_is_terminated(e))
        nj_ir_br(e, state->exit);
    nj_ir_at(e, fail);
    nj_ir_store(e, nj_ir_i32(e, 1), state->status, 4, NJ_MEM_STACK);
    nj_ir_br(e, state->exit);
    nj_ir_at(e, state->exit);
    copy_out(e, c);
    LLVMBuildRet(e->b, nj_ir_load(e, e->i32, state->status, 4, NJ_MEM_STACK, ""));
}

static NjCallee outline(NjEmit *e, const NjTirStmt *s, const NjCrossings *c, bool is_slow)
{
    NjFnState *outer = e->fn;
    LLVMValueRef outer_fn = e->llvm_fn;
    LLVMBasicBlockRef here = nj_ir_here(e);
    const char *name = nj_arena_printf(e->arena, "%s.%s%u", outer->tir->name,
                                       is_slow ? "checked" : "loop", ++outer->n_outlined);
    LLVMTypeRef type = outlined_type(e, c);
    LLVMValueRef fn = LLVMAddFunction(e->module, name, type);
    mark_outlined(e, fn, c, is_slow);
    NjFnState state = {.tir = outer->tir,
                       .lifetimes = outer->lifetimes,
                       .is_borrowed = outer->is_borrowed,
                       .is_hot = true};
    state.is_slow_version = is_slow;
    state.is_parallel_body = outer->is_parallel_body;
    state.has_value = NJ_NEW_ARRAY(e->arena, bool, outer->tir->n_locals);
    for (uint32_t i = 0; i < outer->tir->n_locals; i++)
        state.has_value[i] = true;
    e->fn = &state;
    e->llvm_fn = fn;
    lower_body(e, &state, s, c);
    e->fn = outer;
    e->llvm_fn = outer_fn;
    nj_ir_at(e, here);
    return (NjCallee){fn, type};
}

void nj_lower_outlined(NjEmit *e, const NjTirStmt *s, bool is_slow)
{
    NjCrossings c = {0};
    nj_ir_find_stmt_crossings(e, s, &c);
    NjCallee callee = outline(e, s, &c, is_slow);
    LLVMValueRef *args = NJ_NEW_ARRAY(e->arena, LLVMValueRef, c.items.n + 1);
    for (uint32_t i = 0; i < c.items.n; i++) {
        const NjTirLocal *local = c.items.items[i].local;
        NjValue value = nj_ir_value_load(e, local->type, e->fn->slots[local->id], NJ_MEM_STACK);
        args[i] = nj_ir_crosses_by_value(c.items.items[i]) ? value.v : nj_ir_spill(e, value);
    }
    LLVMValueRef status = nj_ir_call(e, callee, args, c.items.n);
    for (uint32_t i = 0; i < c.items.n; i++) {
        const NjTirLocal *local = c.items.items[i].local;
        if (!c.items.items[i].is_assigned)
            continue;
        e->fn->has_value[local->id] = true;
        nj_ir_value_store(e, nj_ir_value_load(e, local->type, args[i], NJ_MEM_STACK),
                          e->fn->slots[local->id], NJ_MEM_STACK);
    }
    if (!e->fn->handler || !e->fn->tir->may_raise)
        return;
    LLVMBasicBlockRef next = nj_ir_block(e, "ok");
    LLVMValueRef ok = LLVMBuildICmp(e->b, LLVMIntEQ, status, nj_ir_i32(e, 0), "");
    nj_ir_cond_br(e, ok, next, e->fn->handler->target, NJ_LIKELY);
    nj_ir_at(e, next);
}

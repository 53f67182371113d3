/* lower_stmt.c - statements, except loops (lower_loop.c) and exceptions (lower_error.c).
 *
 * After a statement that leaves (return, break, raise) the block is terminated and the rest of the
 * list is dead: it is not lowered. */
#include "compiler/lower/lower_internal.h"

/* The value is a temporary that dies here: its reference moves instead of being counted. */
static bool takes_temporary(NjEmit *e, const NjTirExpr *x, const NjTirBlock *block, uint32_t index)
{
    return x->kind == NJ_X_LOCAL && nj_ir_dies_after(e->fn, x->as.local.local, block, index);
}

static void forget(NjEmit *e, const NjTirLocal *local)
{
    nj_ir_value_zero(e, local->type, e->fn->slots[local->id]);
}

/* The slot still holds null: nothing to release. Inside loops an earlier round may have filled it.
 */
static bool is_first_assign(NjEmit *e, const NjTirLocal *local)
{
    bool *has_value = &e->fn->has_value[local->id];
    bool is_first = !*has_value && !local->is_param && !e->fn->loop;
    *has_value = true;
    return is_first;
}

static void lower_assign(NjEmit *e, const NjTirStmt *s, bool takes)
{
    const NjTirLocal *local = s->as.assign.local;
    const NjTirExpr *x = s->as.assign.value;
    e->fn->assigned = local;
    NjValue value = nj_lower_expr(e, x);
    e->fn->assigned = NULL;
    if (nj_ir_is_terminated(e))
        return;
    value.type = local->type; /* a layout that the local's type forgets */
    bool is_owned = takes || nj_ir_is_owned(x);
    if (local->type->is_managed && !nj_ir_owns_local(e->fn, local)) {
        nj_ir_value_store(e, value, e->fn->slots[local->id], NJ_MEM_STACK);
        return;
    }
    if (is_first_assign(e, local)) {
        if (!is_owned)
            nj_ir_retain_value(e, value);
        nj_ir_value_store(e, value, e->fn->slots[local->id], NJ_MEM_STACK);
    } else {
        nj_ir_assign_value(e, value, is_owned, e->fn->slots[local->id], NJ_MEM_STACK);
    }
    if (takes)
        forget(e, x->as.local.local);
}

static void lower_global_set(NjEmit *e, const NjTirStmt *s)
{
    const NjTirGlobal *global = s->as.global_set.global;
    NjValue value = nj_lower_expr(e, s->as.global_set.value);
    value.type = global->type;
    nj_ir_assign_value(e, value, nj_ir_is_owned(s->as.global_set.value),
                       nj_map_get(&e->globals, global), NJ_MEM_GLOBAL);
}

static void lower_expr_stmt(NjEmit *e, const NjTirStmt *s)
{
    NjValue value = nj_lower_expr(e, s->as.expr.value);
    if (nj_ir_is_owned(s->as.expr.value) && !nj_ir_is_terminated(e))
        nj_ir_release_value(e, value);
}

static void lower_return(NjEmit *e, const NjTirStmt *s)
{
    const NjTirFn *fn = e->fn->tir;
    const NjTirExpr *x = s->as.ret.value;
    if (x && !fn->result->is_unit) {
        NjValue value = nj_lower_expr(e, x);
        value.type = fn->result;
        nj_ir_value_store(e, value, e->fn->result, NJ_MEM_STACK);
        const NjTirLocal *local = x->kind == NJ_X_LOCAL ? x->as.local.local : NULL;
        if (local && nj_ir_owns_local(e->fn, local))
            forget(e, local);
        else if (!nj_ir_is_owned(x))
            nj_ir_retain_value(e, value);
    } else if (x) {
        nj_lower_expr(e, x);
    }
    if (!nj_ir_is_terminated(e))
        nj_ir_br(e, e->fn->exit);
}

static void lower_if(NjEmit *e, const NjTirStmt *s)
{
    LLVMValueRef cond = nj_lower_cond(e, s->as.if_.cond);
    bool has_else = s->as.if_.else_block.n > 0;
    LLVMBasicBlockRef yes = nj_ir_block(e, "if"), no = has_else ? nj_ir_block(e, "else") : NULL,
                      end = nj_ir_block(e, "endif");
    nj_ir_cond_br(e, cond, yes, no ? no : end, NJ_EVEN);
    nj_ir_at(e, yes);
    nj_lower_block(e, &s->as.if_.then_block);
    bool falls_through = !nj_ir_is_terminated(e);
    if (falls_through)
        nj_ir_br(e, end);
    if (has_else) {
        nj_ir_at(e, no);
        nj_lower_block(e, &s->as.if_.else_block);
        if (!nj_ir_is_terminated(e)) {
            nj_ir_br(e, end);
            falls_through = true;
        }
    } else {
        falls_through = true;
    }
    nj_ir_at(e, end);
    if (!falls_through)
        LLVMBuildUnreachable(e->b);
}

static void lower_loop(NjEmit *e, const NjTirStmt *s)
{
    if (s->kind == NJ_S_FOR && nj_lower_parallel(e, s))
        return;
    bool is_seldom = s->kind == NJ_S_FOR && s->as.for_.is_cold;
    if (is_seldom && e->fn->is_hot && !e->fn->is_slow_version) {
        nj_lower_outlined(e, s, true);
        return;
    }
    if (!e->fn->is_hot && !e->fn->loop && nj_ir_is_worth_outlining(s))
        nj_lower_outlined(e, s, false);
    else if (s->kind == NJ_S_WHILE)
        nj_lower_while(e, s);
    else if (!nj_lower_versioned(e, s))
        nj_lower_for(e, s);
}

static void lower_break(NjEmit *e, bool is_continue)
{
    NJ_ASSERT(e->u, e->fn->loop != NULL);
    nj_ir_br(e, is_continue ? e->fn->loop->next : e->fn->loop->exit);
}

static void lower_barrier(NjEmit *e)
{
    NJ_ASSERT(e->u, e->target->barrier != NULL);
    e->target->barrier(e->target, e);
}

static void lower_stmt(NjEmit *e, const NjTirStmt *s, bool takes)
{
    switch (s->kind) {
    case NJ_S_ASSIGN:
        lower_assign(e, s, takes);
        return;
    case NJ_S_GLOBAL_SET:
        lower_global_set(e, s);
        return;
    case NJ_S_STORE:
        nj_lower_store(e, s);
        return;
    case NJ_S_LIST_SET:
        nj_lower_list_set(e, s);
        return;
    case NJ_S_FIELD_SET:
        nj_lower_field_set(e, s);
        return;
    case NJ_S_CELL_SET:
        nj_lower_cell_set(e, s);
        return;
    case NJ_S_EXPR:
        lower_expr_stmt(e, s);
        return;
    case NJ_S_IF:
        lower_if(e, s);
        return;
    case NJ_S_FOR:
    case NJ_S_WHILE:
        lower_loop(e, s);
        return;
    case NJ_S_BREAK:
    case NJ_S_CONTINUE:
        lower_break(e, s->kind == NJ_S_CONTINUE);
        return;
    case NJ_S_RETURN:
        lower_return(e, s);
        return;
    case NJ_S_RAISE:
        nj_lower_raise(e, s);
        return;
    case NJ_S_CHECK:
        nj_lower_check(e, s);
        return;
    case NJ_S_TRY:
        nj_lower_try(e, s);
        return;
    case NJ_S_BLOCK:
        nj_lower_block(e, &s->as.block);
        return;
    case NJ_S_BARRIER:
        lower_barrier(e);
        return;
    case NJ_S_ARRAY_STORE: /* gone after loopify */
    case NJ_S_COUNT:
        break;
    }
    NJ_UNREACHABLE(e->u);
}

/* ---- death of temporaries ------------------------------------------------------------------- */

typedef struct Deaths {
    NjEmit *e;
    const NjTirBlock *block;
    uint32_t index;
    const NjTirLocal *taken; /* moved, nothing to release */
    NjMap released;          /* a local may be mentioned twice */
} Deaths;

static void release_dead(Deaths *d, const NjTirLocal *local)
{
    if (local == d->taken || !nj_ir_dies_after(d->e->fn, local, d->block, d->index) ||
        nj_map_has(&d->released, local))
        return;
    nj_ir_release_slot(d->e, local->type, d->e->fn->slots[local->id]);
    nj_map_put(d->e->arena, &d->released, local, NULL);
}

static void visit_dead_expr(void *ctx, NjTirExpr **child)
{
    if ((*child)->kind == NJ_X_LOCAL)
        release_dead(ctx, (*child)->as.local.local);
    else
        nj_tir_children(*child, visit_dead_expr, ctx);
}

static void visit_dead_block(void *ctx, NjTirBlock *block)
{
    for (uint32_t i = 0; i < block->n; i++) {
        if (block->items[i]->kind == NJ_S_ASSIGN)
            release_dead(ctx, block->items[i]->as.assign.local);
        nj_tir_stmt_exprs(block->items[i], visit_dead_expr, ctx);
        nj_tir_stmt_blocks(block->items[i], visit_dead_block, ctx);
    }
}

static void end_statement(NjEmit *e, const NjTirBlock *block, uint32_t index, bool takes)
{
    NjTirStmt *s = block->items[index];
    Deaths d = {e, block, index, takes ? s->as.assign.value->as.local.local : NULL, {0}};
    if (s->kind == NJ_S_ASSIGN)
        release_dead(&d, s->as.assign.local);
    nj_tir_stmt_exprs(s, visit_dead_expr, &d);
    nj_tir_stmt_blocks(s, visit_dead_block, &d);
}

void nj_lower_block(NjEmit *e, const NjTirBlock *block)
{
    LLVMMetadataRef place = nj_ir_place(e, NJ_NO_SPAN);
    for (uint32_t i = 0; i < block->n && !nj_ir_is_terminated(e); i++) {
        const NjTirStmt *s = block->items[i];
        for (uint32_t k = 0; k < e->fn->buffers.n; k++)
            e->fn->buffers.items[k].is_busy = false;
        bool takes = s->kind == NJ_S_ASSIGN && takes_temporary(e, s->as.assign.value, block, i) &&
                     s->as.assign.value->as.local.local != s->as.assign.local;
        nj_ir_place(e, s->span);
        lower_stmt(e, s, takes);
        if (!nj_ir_is_terminated(e))
            end_statement(e, block, i, takes);
    }
    nj_ir_place_back(e, place);
}

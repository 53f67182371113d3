/* lower_parallel.c - prange: the iterations of a loop on the target's threads.
 *
 * The body becomes `int32_t body(context, begin, end, chunk)`, which runs the loop over its share
 * of the iterations. The context holds the values that the body only reads, for each reduction an
 * array with one partial result per chunk, and room for the values that private locals have after
 * the last iteration. Chunks of a loop with reductions do not depend on the number of threads, and
 * partial results are combined in order, so the result has the same bits on every machine. */
#include "compiler/lower/lower_parallel.h"

#include "runtime/threads.h"

/* Offsets in the context. */
enum { OFFSET_START = 0, OFFSET_STEP = 8, OFFSET_COUNT = 16, OFFSET_VALUES = 24 };

typedef struct Region {
    NjEmit *e;
    const NjTirStmt *s;
    NjParallel p;
    uint64_t *offsets; /* of each crossing in the context */
    uint64_t size;     /* of the context */
    LLVMValueRef context;
    LLVMValueRef start, step, count; /* i64, in the function around the loop */
} Region;

static bool is_loop_variable(const Region *r, NjCrossing crossing)
{
    return crossing.local == r->s->as.for_.var;
}

static bool is_private(const Region *r, NjCrossing crossing)
{
    return crossing.is_assigned && !crossing.reduction.is_known && !is_loop_variable(r, crossing);
}

static bool is_array_reduction(NjCrossing crossing)
{
    return crossing.reduction.is_known && crossing.local->type->kind == NJ_T_ARRAY;
}

static void lay_out_context(Region *r)
{
    uint32_t n = r->p.crossings.items.n;
    r->offsets = NJ_NEW_ARRAY(r->e->arena, uint64_t, n);
    r->size = OFFSET_VALUES;
    for (uint32_t i = 0; i < n; i++) {
        NjCrossing crossing = r->p.crossings.items.items[i];
        const NjLayoutInfo *layout = nj_ir_layout(r->e, crossing.local->type);
        r->size = (r->size + 15) / 16 * 16;
        r->offsets[i] = r->size;
        r->size += layout->size * (crossing.reduction.is_known ? (uint64_t)r->p.max_chunks + 1 : 1);
    }
}

/* ---- the body ------------------------------------------------------------------------------- */

/* What a partial result starts from: the operator's neutral element, or, where doing it twice
 * changes nothing, the value before the loop. */
static LLVMValueRef neutral(NjEmit *e, NjCrossing crossing, LLVMValueRef before)
{
    NprtDtype dtype = crossing.local->type->dtype;
    switch (crossing.reduction.op) {
    case NJ_BIN_ADD:
    case NJ_BIN_XOR:
        return nj_ir_convert(e, nj_ir_i64(e, 0), NPRT_I64, dtype);
    case NJ_BIN_MUL:
        return nj_ir_convert(e, nj_ir_i64(e, 1), NPRT_I64, dtype);
    default:
        return before;
    }
}

/* The body owns the value in its slot. */
static bool is_owned_by_body(const Region *r, NjCrossing crossing)
{
    return is_array_reduction(crossing) ||
           (is_private(r, crossing) && nj_ir_owns_local(r->e->fn, crossing.local));
}

/* Makes the body's own slots. What is to be released starts as null, as the body may fail early. */
static void make_slots(Region *r)
{
    NjEmit *e = r->e;
    for (uint32_t i = 0; i < r->p.crossings.items.n; i++) {
        NjCrossing crossing = r->p.crossings.items.items[i];
        const NjTirLocal *local = crossing.local;
        e->fn->slots[local->id] = nj_ir_value_slot(e, local->type, local->name);
        if (is_owned_by_body(r, crossing))
            nj_ir_value_zero(e, local->type, e->fn->slots[local->id]);
    }
}

/* Fills the slots. A reduction's value before the loop stands in front of its partial results. */
static void enter_body(Region *r, LLVMValueRef context)
{
    NjEmit *e = r->e;
    make_slots(r);
    for (uint32_t i = 0; i < r->p.crossings.items.n; i++) {
        NjCrossing crossing = r->p.crossings.items.items[i];
        const NjType *t = crossing.local->type;
        LLVMValueRef slot = e->fn->slots[crossing.local->id];
        if (is_private(r, crossing) || is_loop_variable(r, crossing))
            continue;
        LLVMValueRef address = nj_ir_offset(e, context, r->offsets[i]);
        NjValue value = nj_ir_value_load(e, t, address, NJ_MEM_STACK);
        if (is_array_reduction(crossing)) {
            nj_ir_begin_array_copy(e, crossing.reduction, value, slot, r->s->span);
            continue;
        }
        if (crossing.reduction.is_known)
            value.v = neutral(e, crossing, value.v);
        nj_ir_value_store(e, value, slot, NJ_MEM_STACK);
    }
}

/* Stores partial results; of the last chunk also what private locals hold. */
static void leave_body(Region *r, LLVMValueRef context, LLVMValueRef end, LLVMValueRef chunk)
{
    NjEmit *e = r->e;
    LLVMValueRef count = nj_ir_load_i64(e, context, OFFSET_COUNT, NJ_MEM_STACK, "count");
    LLVMValueRef is_last = LLVMBuildICmp(e->b, LLVMIntEQ, end, count, "");
    for (uint32_t i = 0; i < r->p.crossings.items.n; i++) {
        NjCrossing crossing = r->p.crossings.items.items[i];
        const NjType *t = crossing.local->type;
        LLVMValueRef address = nj_ir_offset(e, context, r->offsets[i]);
        LLVMValueRef slot = e->fn->slots[crossing.local->id];
        if (crossing.reduction.is_known) {
            LLVMValueRef at = nj_ir_add_nsw(e, chunk, nj_ir_i64(e, 1), "");
            at = nj_ir_mul_nsw(e, at, nj_ir_i64(e, (int64_t)nj_ir_layout(e, t)->size), "");
            address = LLVMBuildInBoundsGEP2(e->b, e->i8, address, &at, 1, "");
            nj_ir_value_store(e, nj_ir_value_load(e, t, slot, NJ_MEM_STACK), address, NJ_MEM_STACK);
        } else if (is_private(r, crossing)) {
            NjIrIf arms = nj_ir_if_begin(e, is_last, NJ_EVEN);
            nj_ir_value_store(e, nj_ir_value_load(e, t, slot, NJ_MEM_STACK), address, NJ_MEM_STACK);
            nj_ir_if_else(e, &arms);
            if (nj_ir_owns_local(e->fn, crossing.local))
                nj_ir_release_value(e, nj_ir_value_load(e, t, slot, NJ_MEM_STACK));
            nj_ir_if_end(e, &arms, NULL, NULL);
        }
    }
}

static void release_privates(Region *r)
{
    NjEmit *e = r->e;
    for (uint32_t i = 0; i < r->p.crossings.items.n; i++) {
        NjCrossing crossing = r->p.crossings.items.items[i];
        if (is_owned_by_body(r, crossing))
            nj_ir_release_value(e,
                                nj_ir_value_load(e, crossing.local->type,
                                                 e->fn->slots[crossing.local->id], NJ_MEM_STACK));
    }
}

/* The loop over the share, as TIR: its ends are temporaries of the body function. */
static NjTirStmt *share_loop(Region *r, NjTirLocal *begin, NjTirLocal *end)
{
    NjArena *arena = r->e->arena;
    const NjType *int_type = r->s->as.for_.var->type;
    NjTirStmt *s = nj_arena_copy(arena, r->s, sizeof *r->s);
    begin->type = end->type = int_type;
    begin->name = "begin";
    end->name = "end";
    s->as.for_.start = nj_tir_local(arena, begin, r->s->span);
    s->as.for_.stop = nj_tir_local(arena, end, r->s->span);
    if (s->as.for_.step->kind != NJ_X_CONST_INT) {
        NjTirLocal *step = NJ_NEW(arena, NjTirLocal);
        *step = (NjTirLocal){.id = r->e->fn->tir->n_locals + 2, .type = int_type, .name = "step"};
        s->as.for_.step = nj_tir_local(arena, step, r->s->span);
    }
    return s;
}

static void lower_share(Region *r, LLVMValueRef context, LLVMValueRef begin, LLVMValueRef end)
{
    NjEmit *e = r->e;
    uint32_t n = e->fn->tir->n_locals;
    LLVMValueRef start = nj_ir_load_i64(e, context, OFFSET_START, NJ_MEM_STACK, "start");
    LLVMValueRef step = nj_ir_load_i64(e, context, OFFSET_STEP, NJ_MEM_STACK, "step");
    if (r->s->as.for_.step->kind == NJ_X_CONST_INT)
        step = nj_ir_i64(e, r->s->as.for_.step->as.const_int.value);
    LLVMValueRef ends[] = {begin, end};
    for (unsigned i = 0; i < 2; i++) {
        LLVMValueRef distance = LLVMBuildMul(e->b, ends[i], step, "");
        e->fn->slots[n + i] = nj_ir_alloca(e, e->i64, "end");
        nj_ir_store(e, LLVMBuildAdd(e->b, start, distance, ""), e->fn->slots[n + i], 8,
                    NJ_MEM_STACK);
    }
    e->fn->slots[n + 2] = nj_ir_alloca(e, e->i64, "step");
    nj_ir_store(e, step, e->fn->slots[n + 2], 8, NJ_MEM_STACK);
    NjTirLocal *low = NJ_NEW(e->arena, NjTirLocal), *high = NJ_NEW(e->arena, NjTirLocal);
    low->id = n;
    high->id = n + 1;
    const NjTirStmt *loop = share_loop(r, low, high);
    if (!nj_lower_versioned(e, loop))
        nj_lower_for(e, loop);
}

static void lower_body(Region *r, NjFnState *state)
{
    NjEmit *e = r->e;
    LLVMValueRef context = LLVMGetParam(e->llvm_fn, 0), begin = LLVMGetParam(e->llvm_fn, 1);
    LLVMValueRef end = LLVMGetParam(e->llvm_fn, 2), chunk = LLVMGetParam(e->llvm_fn, 3);
    nj_ir_at(e, nj_ir_block(e, "entry"));
    LLVMBasicBlockRef fail = nj_ir_block(e, "fail");
    state->exit = fail; /* no RETURN inside */
    NjIrHandler handler = {fail, NULL, NULL, NULL};
    state->handler = &handler;
    enter_body(r, context);
    lower_share(r, context, begin, end);
    leave_body(r, context, end, chunk);
    LLVMBuildRet(e->b, nj_ir_i32(e, 0));
    nj_ir_at(e, fail);
    release_privates(r);
    LLVMBuildRet(e->b, nj_ir_i32(e, 1));
}

static LLVMValueRef make_body(Region *r)
{
    NjEmit *e = r->e;
    NjFnState *outer = e->fn;
    LLVMValueRef outer_fn = e->llvm_fn;
    LLVMBasicBlockRef here = nj_ir_here(e);
    LLVMTypeRef params[] = {e->ptr, e->i64, e->i64, e->i64};
    const char *name =
        nj_arena_printf(e->arena, "%s.parallel%u", outer->tir->name, ++outer->n_outlined);
    LLVMValueRef fn = LLVMAddFunction(e->module, name, LLVMFunctionType(e->i32, params, 4, false));
    LLVMSetLinkage(fn, LLVMInternalLinkage);
    nj_ir_add_attribute(e, fn, -1, "nounwind", 0);
    nj_ir_add_attribute(e, fn, -1, "noinline", 0);
    nj_ir_add_string_attribute(e, fn, "nj-hot", "");
    if (e->target->mark_function)
        e->target->mark_function(e->target, e, fn, outer->tir);
    uint32_t n = outer->tir->n_locals;
    NjFnState state = {.tir = outer->tir,
                       .lifetimes = outer->lifetimes,
                       .is_borrowed = outer->is_borrowed,
                       .is_hot = true};
    state.is_parallel_body = true;
    state.slots = NJ_NEW_ARRAY(e->arena, LLVMValueRef, n + NJ_EXTRA_LOCALS);
    state.has_value = NJ_NEW_ARRAY(e->arena, bool, n);
    for (uint32_t i = 0; i < n; i++)
        state.has_value[i] = true;
    e->fn = &state;
    e->llvm_fn = fn;
    lower_body(r, &state);
    e->fn = outer;
    e->llvm_fn = outer_fn;
    nj_ir_at(e, here);
    return fn;
}

/* ---- around the loop ------------------------------------------------------------------------ */

static LLVMValueRef chunk_count(Region *r)
{
    LLVMValueRef most = nj_ir_i64(r->e, r->p.max_chunks);
    return nj_ir_intrinsic2(r->e, "llvm.umin", r->count, most);
}

static void fill_context(Region *r)
{
    NjEmit *e = r->e;
    r->context = nj_ir_call_buffer_bytes(e, r->size, 16);
    nj_ir_store_at(e, r->start, r->context, OFFSET_START, 8, NJ_MEM_STACK);
    nj_ir_store_at(e, r->step, r->context, OFFSET_STEP, 8, NJ_MEM_STACK);
    nj_ir_store_at(e, r->count, r->context, OFFSET_COUNT, 8, NJ_MEM_STACK);
    for (uint32_t i = 0; i < r->p.crossings.items.n; i++) {
        NjCrossing crossing = r->p.crossings.items.items[i];
        const NjTirLocal *local = crossing.local;
        LLVMValueRef address = nj_ir_offset(e, r->context, r->offsets[i]);
        NjValue value = nj_ir_value_load(e, local->type, e->fn->slots[local->id], NJ_MEM_STACK);
        if (is_private(r, crossing) && nj_ir_owns_local(e->fn, local))
            nj_ir_value_zero(e, local->type, address);
        else if (!is_loop_variable(r, crossing))
            nj_ir_value_store(e, value, address, NJ_MEM_STACK);
        if (is_array_reduction(crossing)) {
            uint64_t size = nj_ir_layout(e, local->type)->size;
            LLVMBuildMemSet(e->b, nj_ir_offset(e, address, size), nj_ir_i8(e, 0),
                            nj_ir_i64(e, (int64_t)size * r->p.max_chunks), 8);
        }
    }
}

/* Loops over the partial results of a reduction; gives the address of one. */
static LLVMValueRef begin_partials(Region *r, uint32_t at, NjIrCount *loop)
{
    NjEmit *e = r->e;
    uint64_t size = nj_ir_layout(e, r->p.crossings.items.items[at].local->type)->size;
    LLVMValueRef partials = nj_ir_offset(e, r->context, r->offsets[at] + size);
    *loop = nj_ir_count_begin(e, chunk_count(r), "chunk");
    LLVMValueRef offset = nj_ir_mul_nsw(e, loop->k, nj_ir_i64(e, (int64_t)size), "");
    return LLVMBuildInBoundsGEP2(e->b, e->i8, partials, &offset, 1, "");
}

/* s = s op partial[0] op partial[1] ... */
static void combine(Region *r, uint32_t at)
{
    NjEmit *e = r->e;
    NjCrossing crossing = r->p.crossings.items.items[at];
    const NjType *t = crossing.local->type;
    LLVMValueRef slot = e->fn->slots[crossing.local->id];
    NjIrCount loop;
    LLVMValueRef address = begin_partials(r, at, &loop);
    NjValue total = nj_ir_value_load(e, t, slot, NJ_MEM_STACK);
    NjValue part = nj_ir_value_load(e, t, address, NJ_MEM_STACK);
    if (is_array_reduction(crossing)) {
        nj_ir_combine_array(e, crossing.reduction, total, part);
        nj_ir_release_value(e, part);
    } else {
        LLVMValueRef v = nj_ir_binary_op(e, crossing.reduction.op, t, total.v, part.v);
        nj_ir_value_store(e, nj_ir_value(t, v), slot, NJ_MEM_STACK);
    }
    nj_ir_count_end(e, &loop);
}

static void drop_partials(Region *r, uint32_t at)
{
    NjIrCount loop;
    LLVMValueRef address = begin_partials(r, at, &loop);
    const NjType *t = r->p.crossings.items.items[at].local->type;
    nj_ir_release_value(r->e, nj_ir_value_load(r->e, t, address, NJ_MEM_STACK));
    nj_ir_count_end(r->e, &loop);
}

/* The loop has run at least once, without an exception. */
static void take_results(Region *r)
{
    NjEmit *e = r->e;
    for (uint32_t i = 0; i < r->p.crossings.items.n; i++) {
        NjCrossing crossing = r->p.crossings.items.items[i];
        const NjTirLocal *local = crossing.local;
        LLVMValueRef slot = e->fn->slots[local->id];
        e->fn->has_value[local->id] |= crossing.is_assigned;
        if (crossing.reduction.is_known) {
            combine(r, i);
        } else if (is_private(r, crossing)) {
            LLVMValueRef address = nj_ir_offset(e, r->context, r->offsets[i]);
            NjValue value = nj_ir_value_load(e, local->type, address, NJ_MEM_STACK);
            if (nj_ir_owns_local(e->fn, local))
                nj_ir_assign_value(e, value, true, slot, NJ_MEM_STACK);
            else
                nj_ir_value_store(e, value, slot, NJ_MEM_STACK);
        } else if (is_loop_variable(r, crossing)) {
            LLVMValueRef last = LLVMBuildSub(e->b, r->count, nj_ir_i64(e, 1), "");
            last = LLVMBuildAdd(e->b, r->start, LLVMBuildMul(e->b, last, r->step, ""), "");
            nj_ir_store(e, last, slot, 8, NJ_MEM_STACK);
        }
    }
}

/* The last chunk may have run although an earlier one raised. */
static void drop_results(Region *r)
{
    NjEmit *e = r->e;
    for (uint32_t i = 0; i < r->p.crossings.items.n; i++) {
        NjCrossing crossing = r->p.crossings.items.items[i];
        LLVMValueRef address = nj_ir_offset(e, r->context, r->offsets[i]);
        if (is_array_reduction(crossing))
            drop_partials(r, i);
        if (is_private(r, crossing) && nj_ir_owns_local(e->fn, crossing.local))
            nj_ir_release_value(e,
                                nj_ir_value_load(e, crossing.local->type, address, NJ_MEM_STACK));
    }
}

bool nj_lower_parallel(NjEmit *e, const NjTirStmt *s)
{
    if (!s->as.for_.is_parallel || !e->fn->tir->is_parallel || e->fn->is_parallel_body ||
        !e->target->parallel_for)
        return false;
    Region r = {.e = e, .s = s};
    if (!nj_ir_classify_parallel(e, s, &r.p))
        return false;
    nj_ir_loop_ends(e, s, &r.start, &r.step, &r.count);
    lay_out_context(&r);
    LLVMValueRef body = make_body(&r);
    LLVMValueRef runs = LLVMBuildICmp(e->b, LLVMIntNE, r.count, nj_ir_i64(e, 0), "");
    NjIrIf if_runs = nj_ir_if_begin(e, runs, NJ_LIKELY);
    fill_context(&r);
    LLVMValueRef status =
        e->target->parallel_for(e->target, e, body, r.context, r.count, r.p.max_chunks);
    LLVMBasicBlockRef failed = nj_ir_block(e, "failed"), done = nj_ir_block(e, "done");
    nj_ir_cond_br(e, LLVMBuildICmp(e->b, LLVMIntEQ, status, nj_ir_i32(e, 0), ""), done, failed,
                  NJ_LIKELY);
    nj_ir_at(e, failed);
    drop_results(&r);
    nj_ir_br(e, e->fn->handler->target);
    nj_ir_at(e, done);
    take_results(&r);
    nj_ir_if_else(e, &if_runs);
    nj_ir_if_end(e, &if_runs, NULL, NULL);
    return true;
}

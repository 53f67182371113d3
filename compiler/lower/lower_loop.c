/* lower_loop.c - counted loops and while loops.
 *
 * A counted loop keeps its own induction variable, so that the body may assign the Python variable.
 * With a step of one it runs from start while it is below stop (or above, for minus one): then
 * LLVM knows that a subscript `i` is at least `start`, and wrap-around tests vanish. Other steps
 * count iterations up from zero, as start + k * step cannot overflow before k reaches the count,
 * while i + step could. */
#include "compiler/lower/lower_internal.h"

#include <llvm-c/DebugInfo.h>
#include <llvm-c/IRReader.h>
#include <string.h>

typedef struct ForLoop {
    LLVMBasicBlockRef head, body, latch, exit;
    LLVMValueRef phi;   /* the loop's own counter */
    LLVMValueRef step;  /* of the counter */
    LLVMValueRef index; /* the value of the Python variable */
} ForLoop;

static void add_incoming(LLVMValueRef phi, LLVMValueRef value, LLVMBasicBlockRef from)
{
    LLVMAddIncoming(phi, &value, &from, 1);
}

static bool is_const_step(const NjTirExpr *step, int64_t value)
{
    return step->kind == NJ_X_CONST_INT && step->as.const_int.value == value;
}

/* Number of iterations as an unsigned i64: 0 when the range is empty. */
static LLVMValueRef trip_count(NjEmit *e, LLVMValueRef start, LLVMValueRef stop, LLVMValueRef step,
                               int sign)
{
    LLVMValueRef zero = nj_ir_i64(e, 0);
    LLVMValueRef up = LLVMBuildICmp(e->b, LLVMIntSLT, start, stop, "");
    LLVMValueRef down = LLVMBuildICmp(e->b, LLVMIntSGT, start, stop, "");
    LLVMValueRef rising = LLVMBuildICmp(e->b, LLVMIntSGT, step, zero, "");
    if (sign)
        rising = nj_ir_i1(e, sign > 0);
    LLVMValueRef runs = LLVMBuildSelect(e->b, rising, up, down, "");
    LLVMValueRef low = LLVMBuildSelect(e->b, rising, start, stop, "");
    LLVMValueRef high = LLVMBuildSelect(e->b, rising, stop, start, "");
    LLVMValueRef stride = LLVMBuildSelect(e->b, rising, step, LLVMBuildNeg(e->b, step, ""), "");
    LLVMValueRef span = LLVMBuildSub(e->b, LLVMBuildSub(e->b, high, low, ""), nj_ir_i64(e, 1), "");
    LLVMValueRef count = LLVMBuildUDiv(e->b, span, stride, "");
    count = LLVMBuildAdd(e->b, count, nj_ir_i64(e, 1), "");
    return LLVMBuildSelect(e->b, runs, count, zero, "trips");
}

static ForLoop begin_unit_loop(NjEmit *e, ForLoop loop, LLVMValueRef start, LLVMValueRef stop,
                               int sign)
{
    LLVMBasicBlockRef from = nj_ir_here(e);
    nj_ir_br(e, loop.head);
    nj_ir_at(e, loop.head);
    loop.phi = LLVMBuildPhi(e->b, e->i64, "i");
    add_incoming(loop.phi, start, from);
    LLVMValueRef more = LLVMBuildICmp(e->b, sign > 0 ? LLVMIntSLT : LLVMIntSGT, loop.phi, stop, "");
    nj_ir_cond_br(e, more, loop.body, loop.exit, NJ_EVEN);
    loop.step = nj_ir_i64(e, sign);
    loop.index = loop.phi;
    nj_ir_at(e, loop.body);
    return loop;
}

static ForLoop begin_strided_loop(NjEmit *e, ForLoop loop, LLVMValueRef start, LLVMValueRef step,
                                  LLVMValueRef count)
{
    LLVMBasicBlockRef from = nj_ir_here(e);
    nj_ir_br(e, loop.head);
    nj_ir_at(e, loop.head);
    loop.phi = LLVMBuildPhi(e->b, e->i64, "k");
    add_incoming(loop.phi, nj_ir_i64(e, 0), from);
    LLVMValueRef more = LLVMBuildICmp(e->b, LLVMIntULT, loop.phi, count, "");
    nj_ir_cond_br(e, more, loop.body, loop.exit, NJ_EVEN);
    loop.step = nj_ir_i64(e, 1);
    nj_ir_at(e, loop.body);
    loop.index = nj_ir_add_nsw(e, start, nj_ir_mul_nsw(e, loop.phi, step, ""), "i");
    return loop;
}

static LLVMMetadataRef loop_property(NjEmit *e, const char *key, LLVMValueRef value)
{
    LLVMMetadataRef parts[] = {LLVMMDStringInContext2(e->context, key, strlen(key)),
                               value ? LLVMValueAsMetadata(value) : NULL};
    return LLVMMDNodeInContext2(e->context, parts, value ? 2 : 1);
}

/* The properties of the loop over vectors: this one, and none of those of the loop as written. */
static LLVMMetadataRef when_vectorized(NjEmit *e, LLVMMetadataRef property)
{
    static const char key[] = "llvm.loop.vectorize.followup_vectorized";
    LLVMMetadataRef parts[] = {LLVMMDStringInContext2(e->context, key, sizeof key - 1), property};
    return LLVMMDNodeInContext2(e->context, parts, 2);
}

/* Tells LLVM about the loop that `branch` closes: the accesses in `group` do not depend on each
 * other, or it seldom runs. */
static void mark_loop(NjEmit *e, LLVMValueRef branch, LLVMValueRef group, const NjTirStmt *s,
                      bool is_cold)
{
    uint32_t n_lanes = s->as.for_.n_lanes;
    LLVMMetadataRef temporary = LLVMTemporaryMDNode(e->context, NULL, 0);
    LLVMMetadataRef parts[10] = {temporary};
    unsigned n = 1;
    if (group)
        parts[n++] = loop_property(e, "llvm.loop.parallel_accesses", group);
    if (group) /* memory sets the pace: one vector a round is enough, and half the code */
        parts[n++] = loop_property(e, "llvm.loop.interleave.count", nj_ir_i32(e, 1));
    if (group && n_lanes) {
        parts[n++] = loop_property(e, "llvm.loop.vectorize.width", nj_ir_i32(e, n_lanes));
        parts[n++] = loop_property(e, "llvm.loop.vectorize.enable", nj_ir_i1(e, true));
    }
    if (group && s->as.for_.keeps_rounds) {
        parts[n++] = loop_property(e, "llvm.loop.unroll.disable", NULL);
        parts[n++] =
            when_vectorized(e, loop_property(e, "llvm.loop.isvectorized", nj_ir_i32(e, 1)));
        nj_ir_add_string_attribute(e, e->llvm_fn, "nj-lanes", "");
    }
    if (is_cold) {
        parts[n++] = loop_property(e, "llvm.loop.vectorize.enable", nj_ir_i1(e, false));
        parts[n++] = loop_property(e, "llvm.loop.unroll.disable", NULL);
    }
    LLVMMetadataRef node = LLVMMDNodeInContext2(e->context, parts, n);
    LLVMMetadataReplaceAllUsesWith(temporary, node); /* the first operand is the node itself */
    LLVMSetMetadata(branch, e->kind_loop, LLVMMetadataAsValue(e->context, node));
}

/* A distinct node without operands, which the C API cannot make: it is read from text. */
static LLVMValueRef new_access_group(NjEmit *e)
{
    static const char text[] = "!nj.group = !{!0}\n!0 = distinct !{}\n";
    LLVMMemoryBufferRef buffer =
        LLVMCreateMemoryBufferWithMemoryRange(text, sizeof text - 1, "group", true);
    LLVMModuleRef module = NULL;
    char *message = NULL;
    bool discards = LLVMContextShouldDiscardValueNames(e->context); /* the parser refuses then */
    LLVMContextSetDiscardValueNames(e->context, false);
    bool failed = LLVMParseIRInContext(e->context, buffer, &module, &message);
    LLVMContextSetDiscardValueNames(e->context, discards);
    LLVMDisposeMessage(message);
    NJ_ASSERT(e->u, !failed);
    LLVMValueRef group = NULL;
    LLVMGetNamedMetadataOperands(module, "nj.group", &group);
    LLVMDisposeModule(module);
    return group;
}

void nj_ir_loop_ends(NjEmit *e, const NjTirStmt *s, LLVMValueRef *out_start, LLVMValueRef *out_step,
                     LLVMValueRef *out_count)
{
    *out_start = nj_lower_i64(e, s->as.for_.start);
    LLVMValueRef stop = nj_lower_i64(e, s->as.for_.stop);
    *out_step = nj_lower_i64(e, s->as.for_.step);
    *out_count = trip_count(e, *out_start, stop, *out_step, s->as.for_.step_sign);
}

void nj_lower_for(NjEmit *e, const NjTirStmt *s)
{
    LLVMValueRef start = nj_lower_i64(e, s->as.for_.start);
    LLVMValueRef stop = nj_lower_i64(e, s->as.for_.stop);
    LLVMValueRef step = nj_lower_i64(e, s->as.for_.step);
    int sign = s->as.for_.step_sign;
    ForLoop loop = {nj_ir_block(e, "for"),
                    nj_ir_block(e, "for.body"),
                    nj_ir_block(e, "for.next"),
                    nj_ir_block(e, "for.end"),
                    NULL,
                    NULL,
                    NULL};
    if (is_const_step(s->as.for_.step, 1) || is_const_step(s->as.for_.step, -1))
        loop = begin_unit_loop(e, loop, start, stop, (int)s->as.for_.step->as.const_int.value);
    else
        loop = begin_strided_loop(e, loop, start, step, trip_count(e, start, stop, step, sign));

    const NjTirLocal *var = s->as.for_.var;
    nj_ir_value_store(e, nj_ir_value(var->type, loop.index), e->fn->slots[var->id], NJ_MEM_STACK);
    NjLoopScope scope = {e->fn->loop, loop.latch, loop.exit};
    LLVMValueRef outer_group = e->fn->access_group;
    e->fn->loop = &scope;
    bool is_cold = s->as.for_.is_cold || e->fn->is_slow_version;
    bool has_lanes = s->as.for_.is_unit_lanes && !is_cold;
    e->fn->access_group = has_lanes ? new_access_group(e) : NULL;
    nj_lower_block(e, &s->as.for_.body);
    if (!nj_ir_is_terminated(e))
        nj_ir_br(e, loop.latch);
    nj_ir_at(e, loop.latch);
    LLVMValueRef next = nj_ir_add_nsw(e, loop.phi, loop.step, "");
    LLVMValueRef branch = LLVMBuildBr(e->b, loop.head);
    add_incoming(loop.phi, next, loop.latch);
    if (e->fn->access_group || is_cold)
        mark_loop(e, branch, e->fn->access_group, s, is_cold);
    e->fn->loop = scope.outer;
    e->fn->access_group = outer_group;
    nj_ir_at(e, loop.exit);
}

void nj_lower_while(NjEmit *e, const NjTirStmt *s)
{
    LLVMBasicBlockRef head = nj_ir_block(e, "while"), body = nj_ir_block(e, "while.body"),
                      exit = nj_ir_block(e, "while.end");
    nj_ir_br(e, head);
    nj_ir_at(e, head);
    NjLoopScope scope = {e->fn->loop, head, exit};
    LLVMValueRef outer_group = e->fn->access_group;
    e->fn->access_group = NULL;
    e->fn->loop = &scope;
    nj_lower_block(e, &s->as.while_.pre);
    if (!nj_ir_is_terminated(e)) {
        LLVMValueRef cond = nj_lower_cond(e, s->as.while_.cond);
        nj_ir_cond_br(e, cond, body, exit, NJ_EVEN);
    }
    nj_ir_at(e, body);
    nj_lower_block(e, &s->as.while_.body);
    if (!nj_ir_is_terminated(e))
        nj_ir_br(e, head);
    e->fn->loop = scope.outer;
    e->fn->access_group = outer_group;
    nj_ir_at(e, exit);
}

/* ptx_thread.c - who has raised goes straight to the end.
 *
 * A device function that may raise returns a status, which its caller tests. Once it is inlined, the
 * block with the test joins the path that raised with the one that did not, and LLVM's jump
 * threading, which would part them again, leaves targets alone whose branches diverge. But the joint
 * keeps loads and stores of a loop from living in registers. So where it is known on which side a
 * predecessor's path is, and that side does nothing but leave the function, the predecessor goes
 * there directly. */
#include "ptx-backend/ptx_internal.h"

#include <llvm-c/Core.h>

enum { MAX_STEPS = 4, MAX_LEAVING = 4, MAX_PREDECESSORS = 64 };

typedef struct Joint {
    LLVMBasicBlockRef block;   /* phis and a conditional branch, nothing else */
    LLVMValueRef branch, cond;
    LLVMBasicBlockRef leaving[MAX_LEAVING]; /* from the side's first block to the return */
    unsigned n_leaving;
} Joint;

static bool is_conditional(LLVMValueRef end)
{
    return end && LLVMIsABranchInst(end) && LLVMIsConditional(end);
}

static bool find_joint(Joint *j, LLVMBasicBlockRef block)
{
    j->block = block;
    j->branch = LLVMGetBasicBlockTerminator(block);
    if (!is_conditional(j->branch))
        return false;
    j->cond = LLVMGetCondition(j->branch);
    for (LLVMValueRef i = LLVMGetFirstInstruction(block); i != j->branch;
         i = LLVMGetNextInstruction(i))
        if (!LLVMIsAPHINode(i))
            return false;
    return true;
}

static LLVMBasicBlockRef only_predecessor(LLVMBasicBlockRef block)
{
    LLVMBasicBlockRef found = NULL;
    for (LLVMUseRef u = LLVMGetFirstUse(LLVMBasicBlockAsValue(block)); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (!LLVMIsATerminatorInst(user))
            continue;
        if (found)
            return NULL;
        found = LLVMGetInstructionParent(user);
    }
    return found;
}

static unsigned find_incoming(LLVMValueRef phi, LLVMBasicBlockRef from)
{
    unsigned i = 0;
    while (LLVMGetIncomingBlock(phi, i) != from)
        i++;
    return i;
}

/* 0 or 1: the condition when the joint is entered from the block; -1: unknown. */
static int known_side(const Joint *j, LLVMBasicBlockRef from)
{
    if (LLVMIsAPHINode(j->cond) && LLVMGetInstructionParent(j->cond) == j->block) {
        LLVMValueRef value = LLVMGetIncomingValue(j->cond, find_incoming(j->cond, from));
        return LLVMIsAConstantInt(value) ? (int)LLVMConstIntGetZExtValue(value) : -1;
    }
    LLVMBasicBlockRef at = from;
    for (int step = 0; step < MAX_STEPS; step++) {
        LLVMBasicBlockRef before = only_predecessor(at);
        if (!before)
            return -1;
        LLVMValueRef end = LLVMGetBasicBlockTerminator(before);
        if (is_conditional(end) && LLVMGetCondition(end) == j->cond &&
            LLVMGetSuccessor(end, 0) != LLVMGetSuccessor(end, 1))
            return LLVMGetSuccessor(end, 0) == at;
        at = before;
    }
    return -1;
}

/* Does the block lead to a return and nowhere else? */
static bool find_leaving(Joint *j, LLVMBasicBlockRef block)
{
    for (j->n_leaving = 0; j->n_leaving < MAX_LEAVING;) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
        j->leaving[j->n_leaving++] = block;
        if (LLVMIsAReturnInst(end))
            return true;
        if (!LLVMIsABranchInst(end) || LLVMIsConditional(end))
            return false;
        block = LLVMGetSuccessor(end, 0);
    }
    return false;
}

/* The way out must not need what the joint's phis hold, other than in phis of its own. */
static bool is_independent(const Joint *j)
{
    for (LLVMValueRef phi = LLVMGetFirstInstruction(j->block); phi != j->branch;
         phi = LLVMGetNextInstruction(phi))
        for (LLVMUseRef u = LLVMGetFirstUse(phi); u; u = LLVMGetNextUse(u)) {
            LLVMValueRef user = LLVMGetUser(u);
            LLVMBasicBlockRef where = LLVMGetInstructionParent(user);
            bool is_own = where == j->leaving[0] && LLVMIsAPHINode(user);
            for (unsigned i = 0; i < j->n_leaving; i++)
                if (where == j->leaving[i] && !is_own)
                    return false;
        }
    return true;
}

/* A phi without the value from one block. */
static void drop_incoming(LLVMBuilderRef b, LLVMValueRef phi, LLVMBasicBlockRef from)
{
    LLVMPositionBuilderBefore(b, phi);
    LLVMValueRef made = LLVMBuildPhi(b, LLVMTypeOf(phi), "");
    for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
        LLVMBasicBlockRef block = LLVMGetIncomingBlock(phi, i);
        LLVMValueRef value = LLVMGetIncomingValue(phi, i);
        if (block != from)
            LLVMAddIncoming(made, &value, &block, 1);
    }
    LLVMReplaceAllUsesWith(phi, made);
    LLVMInstructionEraseFromParent(phi);
}

static void redirect(const Joint *j, LLVMBuilderRef b, LLVMBasicBlockRef from)
{
    LLVMBasicBlockRef to = j->leaving[0];
    for (LLVMValueRef phi = LLVMGetFirstInstruction(to); phi && LLVMIsAPHINode(phi);
         phi = LLVMGetNextInstruction(phi)) {
        LLVMValueRef value = LLVMGetIncomingValue(phi, find_incoming(phi, j->block));
        if (LLVMIsAPHINode(value) && LLVMGetInstructionParent(value) == j->block)
            value = LLVMGetIncomingValue(value, find_incoming(value, from));
        LLVMAddIncoming(phi, &value, &from, 1);
    }
    LLVMInstructionEraseFromParent(LLVMGetBasicBlockTerminator(from));
    LLVMPositionBuilderAtEnd(b, from);
    LLVMBuildBr(b, to);
    LLVMValueRef phi = LLVMGetFirstInstruction(j->block);
    while (LLVMIsAPHINode(phi)) {
        LLVMValueRef next = LLVMGetNextInstruction(phi);
        drop_incoming(b, phi, from);
        phi = next;
    }
}

/* Sends one predecessor of the block on its way. */
static bool thread_one(LLVMBuilderRef b, LLVMBasicBlockRef block)
{
    Joint j;
    unsigned n = 0;
    LLVMBasicBlockRef from[MAX_PREDECESSORS];
    if (!find_joint(&j, block))
        return false;
    for (LLVMUseRef u = LLVMGetFirstUse(LLVMBasicBlockAsValue(block)); u; u = LLVMGetNextUse(u))
        if (LLVMIsATerminatorInst(LLVMGetUser(u)) && n < MAX_PREDECESSORS)
            from[n++] = LLVMGetInstructionParent(LLVMGetUser(u));
    for (unsigned i = 0; n > 1 && i < n; i++) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(from[i]);
        if (!LLVMIsABranchInst(end) || LLVMIsConditional(end) || from[i] == block)
            continue;
        int side = known_side(&j, from[i]);
        if (side < 0 || !find_leaving(&j, LLVMGetSuccessor(j.branch, side ? 0 : 1)) ||
            !is_independent(&j))
            continue;
        redirect(&j, b, from[i]);
        return true;
    }
    return false;
}

void nj_ptx_thread_raises(LLVMModuleRef module)
{
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
    for (LLVMValueRef fn = LLVMGetFirstFunction(module); fn; fn = LLVMGetNextFunction(fn))
        for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(fn); block;
             block = LLVMGetNextBasicBlock(block))
            while (thread_one(b, block))
                continue;
    LLVMDisposeBuilder(b);
}

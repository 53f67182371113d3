/* ptx_errors.c - one block per check that can fail.
 *
 * Lowering shares the raising code of a function: what differs (index, size, line) arrives through
 * phis. On a GPU the phis cost more than the copies would: ptxas puts the moves for them in front of
 * every check, into the hot path. So shared blocks are copied into their predecessors, after which
 * the values are constants and registers of the cold code alone. */
#include "compiler/support/map.h"
#include "ptx-backend/ptx_internal.h"

#include <llvm-c/Core.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_INSTRUCTIONS = 24, MAX_PREDECESSORS = 256 };

/* A block of error code, taken apart. */
typedef struct Shared {
    LLVMBasicBlockRef block, target; /* NULL: it returns */
    LLVMBasicBlockRef from[MAX_PREDECESSORS];
    unsigned n_from;
    LLVMValueRef items[MAX_INSTRUCTIONS], copies[MAX_INSTRUCTIONS];
    unsigned n;
} Shared;

static bool calls(LLVMValueRef instruction, const char *prefix)
{
    if (!LLVMIsACallInst(instruction))
        return false;
    LLVMValueRef callee = LLVMGetCalledValue(instruction);
    size_t length;
    const char *name = callee && LLVMIsAFunction(callee) ? LLVMGetValueName2(callee, &length) : "";
    return strncmp(name, prefix, strlen(prefix)) == 0;
}

static bool has_phi(LLVMBasicBlockRef block)
{
    LLVMValueRef first = LLVMGetFirstInstruction(block);
    return first && LLVMIsAPHINode(first);
}

/* The predecessors, each of which must do nothing but go on to the block. */
static bool find_predecessors(Shared *s)
{
    LLVMValueRef phi = LLVMGetFirstInstruction(s->block);
    s->n_from = LLVMCountIncoming(phi);
    if (s->n_from > MAX_PREDECESSORS)
        return false;
    for (unsigned i = 0; i < s->n_from; i++) {
        s->from[i] = LLVMGetIncomingBlock(phi, i);
        LLVMValueRef end = LLVMGetBasicBlockTerminator(s->from[i]);
        if (!LLVMIsABranchInst(end) || LLVMIsConditional(end))
            return false;
    }
    return true;
}

/* Nothing outside of the block may use what it computes. */
static bool is_closed(const Shared *s, LLVMValueRef instruction)
{
    for (LLVMUseRef use = LLVMGetFirstUse(instruction); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (!LLVMIsAInstruction(user) || LLVMGetInstructionParent(user) != s->block)
            return false;
    }
    return true;
}

/* Fills `s` when the block holds shared error code that can be copied. */
static bool take_apart(Shared *s, LLVMBasicBlockRef block, const char *what)
{
    bool found = false;
    s->block = block;
    s->target = NULL;
    s->n = 0;
    if (!has_phi(block))
        return false;
    for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i)) {
        found |= calls(i, what);
        if (s->n == MAX_INSTRUCTIONS || !is_closed(s, i))
            return false;
        s->items[s->n++] = i;
    }
    LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
    if (!found || LLVMGetNumSuccessors(end) > 1 ||
        (LLVMGetNumSuccessors(end) == 0 && !LLVMIsAReturnInst(end)))
        return false;
    if (LLVMGetNumSuccessors(end) == 1) {
        s->target = LLVMGetSuccessor(end, 0);
        if (has_phi(s->target) || s->target == block)
            return false;
    }
    return find_predecessors(s);
}

/* Every phi has an order of its own. */
static LLVMValueRef incoming_value(LLVMValueRef phi, LLVMBasicBlockRef from)
{
    unsigned i = 0;
    while (LLVMGetIncomingBlock(phi, i) != from)
        i++;
    return LLVMGetIncomingValue(phi, i);
}

/* The operand as seen from predecessor `from`. */
static LLVMValueRef translate(const Shared *s, LLVMValueRef operand, LLVMBasicBlockRef from)
{
    for (unsigned i = 0; i < s->n; i++) {
        if (s->items[i] != operand)
            continue;
        return LLVMIsAPHINode(operand) ? incoming_value(operand, from) : s->copies[i];
    }
    return operand;
}

static void copy_into(Shared *s, LLVMBuilderRef b, LLVMBasicBlockRef from)
{
    LLVMInstructionEraseFromParent(LLVMGetBasicBlockTerminator(from));
    LLVMPositionBuilderAtEnd(b, from);
    for (unsigned i = 0; i < s->n; i++) {
        if (LLVMIsAPHINode(s->items[i]))
            continue;
        LLVMValueRef copy = s->copies[i] = LLVMInstructionClone(s->items[i]);
        int n = LLVMGetNumOperands(copy);
        for (int k = 0; k < n; k++) {
            LLVMValueRef operand = LLVMGetOperand(copy, (unsigned)k);
            LLVMSetOperand(copy, (unsigned)k, translate(s, operand, from));
        }
        LLVMInsertIntoBuilder(b, copy);
    }
}

/* The hot path falls through. */
static void move_to_end(LLVMValueRef fn, LLVMBasicBlockRef block)
{
    LLVMBasicBlockRef last = LLVMGetLastBasicBlock(fn);
    if (last != block)
        LLVMMoveBasicBlockAfter(block, last);
}

static void drop(Shared *s)
{
    for (unsigned i = s->n; i-- > 0;)
        LLVMInstructionEraseFromParent(s->items[i]);
    LLVMDeleteBasicBlock(s->block);
}

static void copy_shared(LLVMValueRef fn, LLVMBuilderRef b, Shared *s, const char *what)
{
    LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(fn);
    while (block) {
        if (!take_apart(s, block, what)) {
            block = LLVMGetNextBasicBlock(block);
            continue;
        }
        for (unsigned i = 0; i < s->n_from; i++) {
            copy_into(s, b, s->from[i]);
            move_to_end(fn, s->from[i]);
        }
        drop(s);
        block = LLVMGetFirstBasicBlock(fn); /* the order has changed */
    }
}

bool nj_ptx_split_errors(LLVMModuleRef module)
{
    Shared *s = malloc(sizeof *s);
    if (!s)
        return false;
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
    for (LLVMValueRef fn = LLVMGetFirstFunction(module); fn; fn = LLVMGetNextFunction(fn)) {
        if (LLVMIsDeclaration(fn))
            continue;
        copy_shared(fn, b, s, "nprt_traceback"); /* the block behind those that raise */
        copy_shared(fn, b, s, "nprt_raise");
    }
    LLVMDisposeBuilder(b);
    free(s);
    return true;
}

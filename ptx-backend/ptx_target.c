/* ptx_target.c - LLVM's description of the GPU, and its lowering hooks. */
#include "compiler/lower/emit.h"
#include "compiler/mathlib/mathlib.h"
#include "ptx-backend/ptx_internal.h"

#include <llvm-c/Target.h>
#include <llvm-c/TargetMachine.h>
#include <pthread.h>
#include <stdio.h>

#define TRIPLE "nvptx64-nvidia-cuda"

/* ---- hooks ---------------------------------------------------------------------------------- */

/* Barriers bind all threads of a block: no pass may move a call of what contains one. */
static void mark_function(const NjTarget *target, NjEmit *e, LLVMValueRef fn, const NjTirFn *tir)
{
    nj_ir_add_attribute(e, fn, -1, "convergent", 0);
    /* While a function is declared none is in work; loops cut out of one come later. */
    bool is_declared = tir && !e->fn;
    if (is_declared && tir->is_kernel)
        nj_ptx_add_entry(target, e, fn, tir);
    else if (is_declared && tir->is_exported)
        nj_ptx_add_export(e, fn, tir);
    else if (is_declared)
        nj_ir_add_attribute(e, fn, -1, "inlinehint", 0);
}

/* compiler/mathlib has most, device/math.c the rest. */
static const char *math_symbol(const NjTarget *target, NjMathId id, bool is_f32)
{
    static const char *const symbols[NJ_M_COUNT][2] = {
#define MATH(name, nargs, libm) [NJ_M_##name] = {"nj_" #name "_f64", "nj_" #name "_f32"},
#include "compiler/funcs/math.def"
#undef MATH
    };
    (void)target;
    return symbols[id][is_f32];
}

/* ---- LLVM ----------------------------------------------------------------------------------- */

static void init_llvm(void)
{
    LLVMInitializeNVPTXTargetInfo();
    LLVMInitializeNVPTXTarget();
    LLVMInitializeNVPTXTargetMC();
    LLVMInitializeNVPTXAsmPrinter();
}

static pthread_once_t once = PTHREAD_ONCE_INIT;

static LLVMTargetMachineRef make_machine(NjBackendState *state, char *error)
{
    LLVMTargetRef llvm_target = NULL;
    char *message = NULL;
    if (LLVMGetTargetFromTriple(TRIPLE, &llvm_target, &message)) {
        nj_ptx_fail(error, "no code generator for %s: %s", TRIPLE, message);
        LLVMDisposeMessage(message);
        return NULL;
    }
    char features[16];
    snprintf(features, sizeof features, "+ptx%u", state->ptx_version);
    LLVMTargetMachineOptionsRef options = LLVMCreateTargetMachineOptions();
    LLVMTargetMachineOptionsSetCPU(options, state->cpu);
    LLVMTargetMachineOptionsSetFeatures(options, features);
    LLVMTargetMachineOptionsSetCodeGenOptLevel(
        options, state->options.opt_level ? LLVMCodeGenLevelAggressive : LLVMCodeGenLevelNone);
    LLVMTargetMachineRef machine = LLVMCreateTargetMachineWithOptions(llvm_target, TRIPLE, options);
    LLVMDisposeTargetMachineOptions(options);
    if (!machine)
        nj_ptx_fail(error, "cannot make a target machine for %s", state->cpu);
    return machine;
}

bool nj_ptx_start_llvm(NjBackendState *state, char *error)
{
    if (state->machine)
        return true;
    pthread_once(&once, init_llvm);
    state->machine = make_machine(state, error);
    if (!state->machine)
        return false;
    LLVMTargetDataRef layout = LLVMCreateTargetDataLayout(state->machine);
    state->data_layout = LLVMCopyStringRepOfTargetData(layout);
    LLVMDisposeTargetData(layout);
    state->target = (NjTarget){
        .name = "cuda",
        .triple = TRIPLE,
        .data_layout = state->data_layout,
        .state = state,
        .has_mathlib = true,
        .mark_function = mark_function,
        .math_symbol = math_symbol,
        .own_math = nj_ptx_own_math,
        .target_call = nj_ptx_target_call,
        .barrier = nj_ptx_barrier,
        .note_copy = nj_ptx_note_copy,
    };
    return true;
}

bool nj_ptx_choose_version(NjBackendState *state, LLVMModuleRef module, char *error)
{
    enum { HAS_TANH = 70 };
    if (state->ptx_version >= HAS_TANH || !LLVMGetNamedFunction(module, "llvm.tanh.f32"))
        return true;
    state->ptx_version = HAS_TANH;
    LLVMDisposeTargetMachine(state->machine);
    state->machine = make_machine(state, error);
    return state->machine != NULL;
}

void nj_ptx_stop_llvm(NjBackendState *state)
{
    if (state->machine)
        LLVMDisposeTargetMachine(state->machine);
    if (state->data_layout)
        LLVMDisposeMessage(state->data_layout);
    state->machine = NULL;
    state->data_layout = NULL;
}

/* cpu_target.c - LLVM's description of the processor, and the lowering hooks of the CPU. */
#include "compiler/lower/emit.h"
#include "cpu-backend/cpu_internal.h"

#include <llvm-c/Support.h>
#include <llvm-c/Target.h>
#include <llvm-c/TargetMachine.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

/* ---- hooks ---------------------------------------------------------------------------------- */

static void mark_function(const NjTarget *target, NjEmit *e, LLVMValueRef fn, const NjTirFn *tir)
{
    const NjBackendState *state = target->state;
    (void)tir;
    if (state->vector_bits) {
        char width[16];
        snprintf(width, sizeof width, "%u", state->vector_bits);
        nj_ir_add_string_attribute(e, fn, "prefer-vector-width", width);
    }
}

static const char *math_symbol(const NjTarget *target, NjMathId id, bool is_f32)
{
    static const char *const symbols[NJ_M_COUNT][2] = {
#define MATH(name, nargs, libm) [NJ_M_##name] = {#libm, #libm "f"},
#include "compiler/funcs/math.def"
#undef MATH
    };
    (void)target;
    return symbols[id][is_f32];
}

static LLVMValueRef parallel_for(const NjTarget *target, NjEmit *e, LLVMValueRef body,
                                 LLVMValueRef context, LLVMValueRef count, int32_t max_chunks)
{
    (void)target;
    LLVMValueRef args[] = {body, context, count, nj_ir_i32(e, max_chunks)};
    return nj_ir_call_helper(e, NJ_H_parallel_for, args);
}

/* ---- LLVM ----------------------------------------------------------------------------------- */

static void init_llvm(void)
{
    LLVMInitializeX86TargetInfo();
    LLVMInitializeX86Target();
    LLVMInitializeX86TargetMC();
    LLVMInitializeX86AsmPrinter();
    /* Floating-point reductions keep their order; with the first flag the vectoriser then
     * vectorises the rest of the loop (n-body: 2.8 times as fast) instead of giving up. Loop
     * strength reduction takes 40 % of code generation and gains nothing where strides are
     * constant: cpu_passes.c runs it for the functions that need it. */
    const char *const arguments[] = {"npjit", "-force-ordered-reductions", "-disable-lsr"};
    LLVMParseCommandLineOptions(3, arguments, NULL);
}

static pthread_once_t once = PTHREAD_ONCE_INIT;

static LLVMTargetMachineRef make_machine(NjBackendState *state, LLVMCodeGenOptLevel level,
                                         char *error)
{
    LLVMTargetRef llvm_target = NULL;
    char *message = NULL;
    if (LLVMGetTargetFromTriple(state->triple, &llvm_target, &message)) {
        nj_cpu_fail(error, "no code generator for %s: %s", state->triple, message);
        LLVMDisposeMessage(message);
        return NULL;
    }
    LLVMTargetMachineOptionsRef options = LLVMCreateTargetMachineOptions();
    LLVMTargetMachineOptionsSetCPU(options, state->cpu);
    LLVMTargetMachineOptionsSetFeatures(options, state->features);
    LLVMTargetMachineOptionsSetCodeGenOptLevel(options, level);
    LLVMTargetMachineOptionsSetRelocMode(options, LLVMRelocPIC);
    LLVMTargetMachineOptionsSetCodeModel(options, LLVMCodeModelSmall);
    LLVMTargetMachineRef machine =
        LLVMCreateTargetMachineWithOptions(llvm_target, state->triple, options);
    LLVMDisposeTargetMachineOptions(options);
    if (!machine)
        nj_cpu_fail(error, "cannot make a target machine");
    return machine;
}

/* Copies text into LLVM's memory, so that all texts are disposed alike. */
static char *own(const char *given, char *(*host)(void))
{
    return given ? LLVMCreateMessage(given) : host();
}

bool nj_cpu_start_llvm(NjBackendState *state, char *error)
{
    if (state->machine)
        return true;
    pthread_once(&once, init_llvm);
    state->triple = LLVMGetDefaultTargetTriple();
    state->cpu = own(state->options.cpu, LLVMGetHostCPUName);
    state->features = state->options.cpu && !state->options.features
                          ? LLVMCreateMessage("")
                          : own(state->options.features, LLVMGetHostCPUFeatures);
    state->plain_machine = make_machine(state, LLVMCodeGenLevelNone, error);
    state->machine = make_machine(
        state, state->options.opt_level ? LLVMCodeGenLevelDefault : LLVMCodeGenLevelNone, error);
    if (!state->machine || !state->plain_machine)
        return false;
    LLVMTargetDataRef layout = LLVMCreateTargetDataLayout(state->machine);
    state->data_layout = LLVMCopyStringRepOfTargetData(layout);
    LLVMDisposeTargetData(layout);
    state->has_fma = strstr(state->features, "+fma") != NULL;
    state->has_avx512 = strstr(state->features, "+avx512f") != NULL;
    state->vector_bits = state->options.vector_width ? 8u * state->options.vector_width
                         : state->has_avx512         ? 512
                                                     : 0;
    state->target = (NjTarget){
        .name = "cpu",
        .triple = state->triple,
        .data_layout = state->data_layout,
        .state = state,
        .counts_references = true,
        .has_mathlib = true,
        .mark_function = mark_function,
        .math_symbol = math_symbol,
        .parallel_for = parallel_for,
        .target_call = nj_cpu_target_call,
    };
    return true;
}

void nj_cpu_stop_llvm(NjBackendState *state)
{
    if (state->machine)
        LLVMDisposeTargetMachine(state->machine);
    if (state->plain_machine)
        LLVMDisposeTargetMachine(state->plain_machine);
    char *texts[] = {state->triple, state->cpu, state->features, state->data_layout};
    for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++)
        if (texts[i])
            LLVMDisposeMessage(texts[i]);
    state->machine = NULL;
}

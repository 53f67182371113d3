/* ptx_passes.c - linking of device libraries, and the optimisation pipeline.
 *
 * A lean pipeline, as for the CPU: the same machine code as default<O3> in half the time, and no
 * unrolling by run-time counts, which bloats kernels (a tiled matrix product: 54 instructions a tile
 * against 429 in all). Everything is inlined if at all possible: arrays travel by address between
 * functions, and only inlining takes them to registers. Constraint elimination proves most bounds
 * checks behind guards such as `if 0 < i < n - 1`. */
#include "compiler/mathlib/mathlib.h"
#include "ptx-backend/ptx_internal.h"

#include <llvm-c/Core.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include <stdio.h>
#include <string.h>

#define IC "instcombine<max-iterations=1;no-verify-fixpoint>"

static const char passes_early[] =
    "nvvm-reflect,function(sroa<modify-cfg>,early-cse,simplifycfg),always-inline,cgscc(inline),"
    "always-inline,globaldce,"
    "function(nvvm-intr-range,sroa<modify-cfg>,infer-address-spaces,early-cse<memssa>,simplifycfg," IC
    ")";

/* After nj_ptx_thread_raises. */
static const char passes[] =
    "function(simplifycfg,correlated-propagation,"
    "loop-mssa(loop-rotate<header-duplication>,licm<allowspeculation>,"
    "simple-loop-unswitch<no-nontrivial;trivial>),simplifycfg," IC
    ",loop(indvars,loop-deletion,loop-unroll-full),sroa<modify-cfg>,early-cse<memssa>," IC
    ",gvn,constraint-elimination,correlated-propagation,"
    "simplifycfg<hoist-common-insts;sink-common-insts;switch-to-lookup;no-keep-loops>," IC
    ",infer-address-spaces,vector-combine,early-cse<memssa>,loop-mssa(licm<allowspeculation>),"
    "alignment-from-assumptions,constraint-elimination,instsimplify,simplifycfg),globaldce";

static bool run(NjBackendState *state, LLVMModuleRef module, const char *text, char *error)
{
    LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
    LLVMPassBuilderOptionsSetInlinerThreshold(options, 2000);
    LLVMErrorRef failure = LLVMRunPasses(module, text, state->machine, options);
    LLVMDisposePassBuilderOptions(options);
    if (!failure)
        return true;
    char *message = LLVMGetErrorMessage(failure); /* consumes the error */
    nj_ptx_fail(error, "pass pipeline: %s", message);
    LLVMDisposeErrorMessage(message);
    return false;
}

/* The driver looks the state up by its name. */
static void export_state(LLVMModuleRef module)
{
    LLVMValueRef state = LLVMGetNamedGlobal(module, "nj_device_state");
    if (state)
        LLVMSetLinkage(state, LLVMExternalLinkage);
}

/* What is still undefined would fail in ptxas with a text that says less. */
static bool check_defined(LLVMModuleRef module, char *error)
{
    for (LLVMValueRef fn = LLVMGetFirstFunction(module); fn; fn = LLVMGetNextFunction(fn)) {
        size_t length;
        const char *name = LLVMGetValueName2(fn, &length);
        if (LLVMIsDeclaration(fn) && LLVMGetIntrinsicID(fn) == 0 && LLVMGetFirstUse(fn))
            return nj_ptx_fail(error, "device code cannot call %.*s", (int)length, name);
    }
    return true;
}

/* Functions that the host calls have no place in device code. */
static void drop_host_entries(LLVMModuleRef module)
{
    LLVMValueRef fini = LLVMGetNamedFunction(module, "npjit_fini");
    if (fini)
        LLVMDeleteFunction(fini);
}

static bool has_attribute(LLVMValueRef fn, const char *name)
{
    return LLVMGetStringAttributeAtIndex(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, name,
                                         (unsigned)strlen(name)) != NULL;
}

/* A block of 1024 threads fills half of a multiprocessor; with 32 registers a thread two fit, which
 * small kernels manage without spilling and want: while one waits at a barrier, the other computes. */
static void pair_large_blocks(LLVMModuleRef module)
{
    enum { SMALL_KERNEL = 600 };
    static const char bounds[] = "nvvm.maxntid", pair[] = "nvvm.minctasm";
    for (LLVMValueRef fn = LLVMGetFirstFunction(module); fn; fn = LLVMGetNextFunction(fn)) {
        LLVMAttributeRef attribute = LLVMGetStringAttributeAtIndex(
            fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, bounds, sizeof bounds - 1);
        unsigned length, x = 0, y = 0, z = 0, n = 0;
        if (!attribute || sscanf(LLVMGetStringAttributeValue(attribute, &length), "%u,%u,%u", &x, &y,
                                 &z) != 3 ||
            x * y * z != 1024 || has_attribute(fn, "nvvm.maxnreg"))
            continue;
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
                n++;
        if (n < SMALL_KERNEL)
            LLVMAddAttributeAtIndex(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                                    LLVMCreateStringAttribute(LLVMGetModuleContext(module), pair,
                                                              sizeof pair - 1, "2", 1));
    }
}

/* When all kernels have fastmath, subnormal float32 numbers are zero: that makes divisions and roots one
 * instruction. All functions alike, or they would not be inlined. */
static void flush_subnormals(const NjBackendState *state, LLVMModuleRef module)
{
    static const char key[] = "denormal-fp-math-f32", zero[] = "preserve-sign,preserve-sign";
    const NjKernels *kernels = state->kernels;
    for (uint32_t i = 0; kernels && i < kernels->n; i++)
        if (!kernels->items[i].fn->fastmath)
            return;
    LLVMContextRef context = LLVMGetModuleContext(module);
    LLVMValueRef yes = LLVMConstInt(LLVMInt32TypeInContext(context), 1, false);
    LLVMAddModuleFlag(module, LLVMModuleFlagBehaviorOverride, "nvvm-reflect-ftz", 16,
                      LLVMValueAsMetadata(yes)); /* for libdevice */
    LLVMAttributeRef flush = LLVMCreateStringAttribute(context, key, sizeof key - 1, zero,
                                                       sizeof zero - 1);
    for (LLVMValueRef fn = LLVMGetFirstFunction(module); fn && kernels; fn = LLVMGetNextFunction(fn))
        if (!LLVMIsDeclaration(fn))
            LLVMAddAttributeAtIndex(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, flush);
}

bool nj_ptx_run_passes(NjBackendState *state, LLVMModuleRef module, char *error)
{
    drop_host_entries(module);
    if (!nj_ptx_link_libdevice(module, error) ||
        !nj_ptx_link_bitcode(module, (const char *)nj_device_runtime, nj_device_runtime_len, error))
        return false;
    if (!nj_mathlib_link(module, nj_mathlib_fma, nj_mathlib_fma_len, 0, false))
        return nj_ptx_fail(error, "cannot link the math library");
    export_state(module);
    flush_subnormals(state, module);
    unsigned level = state->options.opt_level;
    bool is_lean = level == 1 || level == 2;
    const char *text = level >= 3 ? "default<O3>" : level ? passes : "always-inline,globaldce";
    if (is_lean && !run(state, module, passes_early, error))
        return false;
    if (is_lean)
        nj_ptx_thread_raises(module);
    if (!run(state, module, text, error) || !check_defined(module, error))
        return false;
    if (level == 0)
        return true;
    nj_ptx_compare_bits(module);
    pair_large_blocks(module);
    if (!run(state, module, "break-crit-edges", error))
        return false;
    return nj_ptx_split_errors(module) || nj_ptx_fail(error, "out of memory");
}

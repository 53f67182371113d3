/* cpu_passes.c - the optimisation pipelines.
 *
 * Hot functions get a lean pipeline that reaches the code of default<O3> at half its time: what it
 * leaves out (gvn, unswitching, idioms, distribution) found nothing in numerical kernels. The rest
 * of a program, above all its top-level code, runs once, so it gets a few cheap passes and no
 * vectoriser. */
#include "compiler/mathlib/mathlib.h"
#include "cpu-backend/cpu_internal.h"

#include <llvm-c/Core.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include <string.h>

#define IC "instcombine<max-iterations=1;no-verify-fixpoint>"

/* Moves loop-invariant checks in front of the loop where nothing happens before them; what indvars
 * makes invariant (the end of a range against an extent) comes out the second time. */
#define UNSWITCH "simple-loop-unswitch<no-nontrivial;trivial>"

/* Before inlining: callees in SSA form, so that their size is judged rightly. */
static const char module_passes[] =
    "function(sroa<modify-cfg>,early-cse,simplifycfg),always-inline,cgscc(inline),globaldce";

#define BEFORE_SLP                                                                                 \
    "sroa<modify-cfg>,early-cse<memssa>,simplifycfg," IC                                           \
    ",loop-mssa(loop-rotate<header-duplication>,licm<allowspeculation>," UNSWITCH                  \
    "),simplifycfg," IC ",loop(indvars," UNSWITCH                                                  \
    ",loop-deletion,loop-unroll-full),early-cse<memssa>,loop-vectorize," IC                        \
    ",simplifycfg<hoist-common-insts;sink-common-insts;switch-to-lookup;no-keep-loops>,"
#define AFTER_SLP "early-cse,loop-mssa(licm<allowspeculation>),instsimplify,simplifycfg"

static const char hot_passes[] = BEFORE_SLP "slp-vectorizer,vector-combine," AFTER_SLP;

/* The time of the SLP vectoriser grows with the square of the values that are alive around a loop:
 * a loop over many array expressions kept it busy for seconds. */
static const char large_hot_passes[] = BEFORE_SLP AFTER_SLP;
enum { LARGE_FUNCTION = 3000 /* instructions before optimisation */ };

/* Values of lanes that stayed in memory from one vector operation to the next become registers. */
static const char lane_passes[] = "loop-unroll<O3>,sroa<modify-cfg>,early-cse<memssa>," IC
                                  ",loop-mssa(licm<allowspeculation>),simplifycfg";

/* Array strides that are known at run time only: i * stride becomes an addition a round. */
static const char strided_passes[] = "loop(loop-reduce)";

/* The vectoriser stays: with it a plain array expression runs at memory speed even though its code
 * is generated the fast way (0.7 ms for a loop instead of 3.3). */
static const char cold_passes[] =
    "sroa<modify-cfg>,early-cse<memssa>,simplifycfg,"
    "loop-mssa(loop-rotate<header-duplication>,licm<allowspeculation>),loop-vectorize,"
    "instsimplify,simplifycfg";

static bool run_failed(LLVMErrorRef failure, char *error)
{
    if (!failure)
        return false;
    char *message = LLVMGetErrorMessage(failure); /* consumes the error */
    nj_cpu_fail(error, "pass pipeline: %s", message);
    LLVMDisposeErrorMessage(message);
    return true;
}

static bool has_mark(LLVMValueRef fn, const char *mark)
{
    return LLVMGetStringAttributeAtIndex(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, mark,
                                         (unsigned)strlen(mark)) != NULL;
}

bool nj_cpu_is_hot(LLVMValueRef fn)
{
    return has_mark(fn, "nj-hot");
}

static bool is_large(LLVMValueRef fn)
{
    unsigned n = 0;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            if (++n > LARGE_FUNCTION)
                return true;
    return false;
}

static bool run_per_function(NjBackendState *state, LLVMModuleRef module,
                             LLVMPassBuilderOptionsRef options, char *error)
{
    for (LLVMValueRef fn = LLVMGetFirstFunction(module); fn; fn = LLVMGetNextFunction(fn)) {
        if (LLVMIsDeclaration(fn))
            continue;
        const char *passes = !nj_cpu_is_hot(fn) ? cold_passes
                             : is_large(fn)     ? large_hot_passes
                                                : hot_passes;
        if (run_failed(LLVMRunPassesOnFunction(fn, passes, state->machine, options), error))
            return false;
        if (nj_cpu_is_hot(fn) && has_mark(fn, "nj-lanes") &&
            run_failed(LLVMRunPassesOnFunction(fn, lane_passes, state->machine, options), error))
            return false;
        if (nj_cpu_is_hot(fn) && has_mark(fn, "nj-strided") &&
            run_failed(LLVMRunPassesOnFunction(fn, strided_passes, state->machine, options), error))
            return false;
    }
    return true;
}

static bool link_mathlib(NjBackendState *state, LLVMModuleRef module, char *error)
{
    bool fma = state->has_fma;
    unsigned vector_bytes = state->has_avx512 ? 64 : 32;
    if (nj_mathlib_link(module, fma ? nj_mathlib_fma : nj_mathlib_plain,
                        fma ? nj_mathlib_fma_len : nj_mathlib_plain_len, vector_bytes, true))
        return true;
    return nj_cpu_fail(error, "cannot link the math library");
}

static bool run_passes(NjBackendState *state, LLVMModuleRef module, const char *passes, char *error)
{
    LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
    bool ok = !run_failed(LLVMRunPasses(module, passes, state->machine, options), error);
    LLVMDisposePassBuilderOptions(options);
    return ok;
}

/* Functions that may be inlined give their mark to their callers. */
static void spread_mark(LLVMModuleRef module, const char *mark)
{
    bool has_changed = true;
    while (has_changed) {
        has_changed = false;
        for (LLVMValueRef fn = LLVMGetFirstFunction(module); fn; fn = LLVMGetNextFunction(fn)) {
            for (LLVMUseRef use = has_mark(fn, mark) ? LLVMGetFirstUse(fn) : NULL; use;
                 use = LLVMGetNextUse(use)) {
                LLVMValueRef user = LLVMGetUser(use);
                if (!LLVMIsACallInst(user))
                    continue;
                LLVMValueRef caller = LLVMGetBasicBlockParent(LLVMGetInstructionParent(user));
                if (has_mark(caller, mark))
                    continue;
                LLVMAttributeRef attribute = LLVMCreateStringAttribute(
                    LLVMGetModuleContext(module), mark, (unsigned)strlen(mark), "", 0);
                LLVMAddAttributeAtIndex(caller, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                                        attribute);
                has_changed = true;
            }
        }
    }
}

bool nj_cpu_run_module_passes(NjBackendState *state, LLVMModuleRef module, char *error)
{
    if (!link_mathlib(state, module, error))
        return false;
    if (state->options.opt_level == 0)
        return true;
    spread_mark(module, "nj-lanes");
    const char *passes = state->options.opt_level >= 3 ? "default<O3>" : module_passes;
    return run_passes(state, module, passes, error);
}

/* A loop that was to be vectorised and could not be would be reported. */
static void ignore_remark(LLVMDiagnosticInfoRef info, void *data)
{
    (void)info;
    (void)data;
}

bool nj_cpu_run_function_passes(NjBackendState *state, LLVMModuleRef module, char *error)
{
    unsigned level = state->options.opt_level;
    LLVMContextRef context = LLVMGetModuleContext(module);
    LLVMDiagnosticHandler handler = LLVMContextGetDiagnosticHandler(context);
    void *handler_data = LLVMContextGetDiagnosticContext(context);
    if (level == 1 || level == 2) {
        LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
        LLVMContextSetDiagnosticHandler(context, ignore_remark, NULL);
        bool ok = run_per_function(state, module, options, error);
        LLVMContextSetDiagnosticHandler(context, handler, handler_data);
        LLVMDisposePassBuilderOptions(options);
        if (!ok)
            return false;
    }
    return !nj_mathlib_finish(module) ||
           run_passes(state, module, "always-inline,globaldce", error);
}

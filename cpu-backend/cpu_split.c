/* cpu_split.c - one module for hot and one for cold functions.
 *
 * LLVM's code generator has one strength per target machine, and the fast way takes a tenth of the
 * time. So the module is cloned, each copy keeps the bodies of its kind, and what is shared becomes
 * a hidden symbol that the loader resolves: functions of the program and module-level variables.
 * Constants, helper functions and inlined library functions exist in both copies where both use
 * them. */
#include "cpu-backend/cpu_internal.h"

#include <llvm-c/Core.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include <string.h>

/* Helpers of lowering ("nj.release") and the math library ("nj_exp_f64"): copied at need. */
static bool is_shared_helper(LLVMValueRef fn)
{
    size_t length;
    const char *name = LLVMGetValueName2(fn, &length);
    return length > 3 && name[0] == 'n' && name[1] == 'j' && (name[2] == '.' || name[2] == '_');
}

static bool is_own_body(LLVMValueRef fn)
{
    return !LLVMIsDeclaration(fn) && LLVMGetIntrinsicID(fn) == 0 && !is_shared_helper(fn);
}

static void export_symbol(LLVMValueRef value)
{
    if (LLVMGetLinkage(value) != LLVMInternalLinkage)
        return;
    LLVMSetLinkage(value, LLVMExternalLinkage);
    LLVMSetVisibility(value, LLVMHiddenVisibility);
}

/* Replaces a function by a declaration of the same name. */
static void drop_body(LLVMModuleRef module, LLVMValueRef fn)
{
    size_t length;
    const char *name = LLVMGetValueName2(fn, &length);
    LLVMValueRef declaration = LLVMAddFunction(module, "", LLVMGlobalGetValueType(fn));
    LLVMSetVisibility(declaration, LLVMGetVisibility(fn));
    LLVMReplaceAllUsesWith(fn, declaration);
    char copy[256];
    size_t n = length < sizeof copy ? length : sizeof copy - 1;
    memcpy(copy, name, n);
    LLVMDeleteFunction(fn);
    LLVMSetValueName2(declaration, copy, n);
}

static void keep_kind(LLVMModuleRef module, bool hot)
{
    LLVMValueRef next;
    for (LLVMValueRef fn = LLVMGetFirstFunction(module); fn; fn = next) {
        next = LLVMGetNextFunction(fn);
        if (is_own_body(fn) && nj_cpu_is_hot(fn) != hot)
            drop_body(module, fn);
    }
    LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
    LLVMErrorRef failure = LLVMRunPasses(module, "globaldce", NULL, options);
    LLVMConsumeError(failure);
    LLVMDisposePassBuilderOptions(options);
}

LLVMModuleRef nj_cpu_split(LLVMModuleRef module, bool *out_is_hot)
{
    bool has[2] = {false, false};
    for (LLVMValueRef fn = LLVMGetFirstFunction(module); fn; fn = LLVMGetNextFunction(fn))
        if (is_own_body(fn))
            has[nj_cpu_is_hot(fn)] = true;
    *out_is_hot = has[true];
    if (!has[true] || !has[false])
        return NULL;
    for (LLVMValueRef fn = LLVMGetFirstFunction(module); fn; fn = LLVMGetNextFunction(fn))
        if (is_own_body(fn))
            export_symbol(fn);
    for (LLVMValueRef v = LLVMGetFirstGlobal(module); v; v = LLVMGetNextGlobal(v))
        if (!LLVMIsGlobalConstant(v) && !LLVMIsDeclaration(v))
            export_symbol(v);
    LLVMModuleRef cold = LLVMCloneModule(module);
    for (LLVMValueRef v = LLVMGetFirstGlobal(module); v; v = LLVMGetNextGlobal(v))
        if (!LLVMIsGlobalConstant(v) && LLVMGetVisibility(v) == LLVMHiddenVisibility)
            LLVMSetInitializer(v, NULL); /* the cold module has it */
    keep_kind(module, true);
    keep_kind(cold, false);
    return cold;
}

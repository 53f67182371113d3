/* cpu_object.c - from an LLVM module to text or an object file. */
#include "cpu-backend/cpu_internal.h"

#include <llvm-c/Analysis.h>
#include <llvm-c/Core.h>
#include <llvm-c/TargetMachine.h>
#include <stdlib.h>
#include <string.h>

static bool copy_bytes(const char *data, size_t size, NjBytes *out, char *error)
{
    out->data = malloc(size + 1);
    out->size = size;
    if (!out->data)
        return nj_cpu_fail(error, "out of memory");
    memcpy(out->data, data, size);
    out->data[size] = '\0';
    return true;
}

static bool print_module(LLVMModuleRef module, NjBytes *out, char *error)
{
    char *text = LLVMPrintModuleToString(module);
    bool ok = copy_bytes(text, strlen(text), out, error);
    LLVMDisposeMessage(text);
    return ok;
}

/* Code generation errors arrive here and not as a status: the first one is kept. */
typedef struct Problems {
    unsigned count;
    char text[NJ_BACKEND_ERROR_SIZE - 32];
} Problems;

static void note_problem(LLVMDiagnosticInfoRef info, void *data)
{
    Problems *problems = data;
    if (LLVMGetDiagInfoSeverity(info) != LLVMDSError || problems->count++ > 0)
        return;
    char *text = LLVMGetDiagInfoDescription(info);
    strncpy(problems->text, text, sizeof problems->text - 1);
    LLVMDisposeMessage(text);
}

static bool generate(LLVMTargetMachineRef machine, LLVMModuleRef module, LLVMCodeGenFileType kind,
                     NjBytes *out, char *error)
{
    LLVMContextRef context = LLVMGetModuleContext(module);
    LLVMDiagnosticHandler handler = LLVMContextGetDiagnosticHandler(context);
    void *handler_data = LLVMContextGetDiagnosticContext(context);
    Problems problems = {0};
    LLVMContextSetDiagnosticHandler(context, note_problem, &problems);
    LLVMMemoryBufferRef buffer = NULL;
    char *message = NULL;
    bool failed = LLVMTargetMachineEmitToMemoryBuffer(machine, module, kind, &message, &buffer);
    LLVMContextSetDiagnosticHandler(context, handler, handler_data);
    if (failed || problems.count) {
        nj_cpu_fail(error, "code generation: %s", message ? message : problems.text);
        LLVMDisposeMessage(message);
        if (buffer)
            LLVMDisposeMemoryBuffer(buffer);
        return false;
    }
    bool ok = copy_bytes(LLVMGetBufferStart(buffer), LLVMGetBufferSize(buffer), out, error);
    LLVMDisposeMemoryBuffer(buffer);
    return ok;
}

static bool verify(LLVMModuleRef module, char *error)
{
    char *message = NULL;
    bool is_broken = LLVMVerifyModule(module, LLVMReturnStatusAction, &message);
    if (is_broken)
        nj_cpu_fail(error, "invalid IR: %s", message);
    LLVMDisposeMessage(message);
    return !is_broken;
}

/* Optimises and translates one half of a split module. */
static bool emit_half(NjBackendState *state, LLVMModuleRef module, bool is_hot, NjBytes *out,
                      char *error)
{
    LLVMTargetMachineRef machine = is_hot ? state->machine : state->plain_machine;
    return nj_cpu_run_function_passes(state, module, error) &&
           (!state->options.verify || verify(module, error)) &&
           generate(machine, module, LLVMObjectFile, out, error);
}

/* Code for this process: hot and cold functions apart. */
static bool emit_split(NjBackendState *state, LLVMModuleRef module, NjBytes *out, char *error)
{
    bool is_hot;
    LLVMModuleRef cold = nj_cpu_split(module, &is_hot);
    if (!cold)
        return emit_half(state, module, is_hot, out, error);
    NjBytes files[2] = {{NULL, 0}, {NULL, 0}};
    bool ok = emit_half(state, module, true, &files[0], error) &&
              emit_half(state, cold, false, &files[1], error) &&
              nj_cpu_bundle(files, 2, out, error);
    LLVMDisposeModule(cold);
    free(files[0].data);
    free(files[1].data);
    return ok;
}

bool nj_cpu_emit(NjBackendState *state, LLVMModuleRef module, NjEmitKind kind, NjBytes *out,
                 char *error)
{
    *out = (NjBytes){NULL, 0};
    if (!nj_cpu_start_llvm(state, error))
        return false;
    if (kind == NJ_EMIT_LLVM)
        return print_module(module, out, error);
    if (!nj_cpu_run_module_passes(state, module, error))
        return false;
    if (kind == NJ_EMIT_CODE && !state->options.position_independent &&
        state->options.opt_level < 3)
        return emit_split(state, module, out, error);
    if (!nj_cpu_run_function_passes(state, module, error))
        return false;
    if (state->options.verify && !verify(module, error))
        return false;
    switch (kind) {
    case NJ_EMIT_LLVM:
    case NJ_EMIT_LLVM_OPT:
        return print_module(module, out, error);
    case NJ_EMIT_ASM:
        return generate(state->machine, module, LLVMAssemblyFile, out, error);
    case NJ_EMIT_CODE:
        return generate(state->machine, module, LLVMObjectFile, out, error);
    }
    return nj_cpu_fail(error, "unknown kind of output");
}

/* ptx_emit.c - from an LLVM module to PTX text, and from PTX to a listing of machine code. */
#include "ptx-backend/ptx_internal.h"

#include <llvm-c/Analysis.h>
#include <llvm-c/Core.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool copy_bytes(const char *data, size_t size, NjBytes *out, char *error)
{
    out->data = malloc(size + 1);
    out->size = size;
    if (!out->data)
        return nj_ptx_fail(error, "out of memory");
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

static bool generate(NjBackendState *state, LLVMModuleRef module, NjBytes *out, char *error)
{
    LLVMContextRef context = LLVMGetModuleContext(module);
    LLVMDiagnosticHandler handler = LLVMContextGetDiagnosticHandler(context);
    void *handler_data = LLVMContextGetDiagnosticContext(context);
    Problems problems = {0};
    LLVMContextSetDiagnosticHandler(context, note_problem, &problems);
    LLVMMemoryBufferRef buffer = NULL;
    char *message = NULL;
    bool failed = LLVMTargetMachineEmitToMemoryBuffer(state->machine, module, LLVMAssemblyFile,
                                                      &message, &buffer);
    LLVMContextSetDiagnosticHandler(context, handler, handler_data);
    if (failed || problems.count) {
        nj_ptx_fail(error, "code generation: %s", message ? message : problems.text);
        LLVMDisposeMessage(message);
        if (buffer)
            LLVMDisposeMemoryBuffer(buffer);
        return false;
    }
    bool ok = copy_bytes(LLVMGetBufferStart(buffer), LLVMGetBufferSize(buffer), out, error);
    LLVMDisposeMemoryBuffer(buffer);
    return ok;
}

/* Debug builds always do. */
static bool verify(const NjBackendState *state, LLVMModuleRef module, char *error)
{
#ifdef NDEBUG
    if (!state->options.verify)
        return true;
#else
    (void)state;
#endif
    char *message = NULL;
    bool is_broken = LLVMVerifyModule(module, LLVMReturnStatusAction, &message);
    if (is_broken)
        nj_ptx_fail(error, "invalid IR: %s", message);
    LLVMDisposeMessage(message);
    return !is_broken;
}

bool nj_ptx_emit(NjBackendState *state, LLVMModuleRef module, NjEmitKind kind, NjBytes *out,
                 char *error)
{
    *out = (NjBytes){NULL, 0};
    if (!nj_ptx_start_llvm(state, error))
        return false;
    if (kind == NJ_EMIT_LLVM)
        return print_module(module, out, error);
    if (!nj_ptx_choose_version(state, module, error) || !nj_ptx_run_passes(state, module, error) || !verify(state, module, error))
        return false;
    return kind == NJ_EMIT_LLVM_OPT ? print_module(module, out, error)
                                    : generate(state, module, out, error);
}

/* ---- machine code --------------------------------------------------------------------------- */

/* Runs a shell command; gives what it prints. */
static bool read_command(const char *command, NjBytes *out, char *error)
{
    FILE *pipe = popen(command, "re");
    if (!pipe)
        return nj_ptx_fail(error, "cannot run %s", command);
    NjBytes text = {NULL, 0};
    char chunk[4096];
    size_t n;
    while ((n = fread(chunk, 1, sizeof chunk, pipe)) > 0) {
        char *grown = realloc(text.data, text.size + n + 1);
        if (!grown)
            break;
        text.data = grown;
        memcpy(text.data + text.size, chunk, n);
        text.size += n;
        text.data[text.size] = '\0';
    }
    int status = pclose(pipe);
    if (status == 0 && text.size > 0) {
        *out = text;
        return true;
    }
    n = text.size;
    while (n > 0 && text.data[n - 1] == '\n')
        text.data[--n] = '\0';
    nj_ptx_fail(error, "%.200s", n ? text.data : "the tools printed nothing");
    free(text.data);
    return false;
}

/* A shell line that leaves the listing on its standard output. The tools are looked for in the path, in a
 * CUDA toolkit and where pip puts them. */
static void write_command(const NjBackendState *state, const char *folder, char *out, size_t size)
{
    static const char tools[] =
        "for d in \"${CUDA_HOME:-/usr/local/cuda}\"/bin \"${CUDA_PATH:-/usr/local/cuda}\"/bin "
        "/usr/local/cuda*/bin \"$VIRTUAL_ENV\"/lib/python3*/site-packages/nvidia/*/bin "
        "\"$HOME\"/.local/lib/python3*/site-packages/nvidia/*/bin; do PATH=\"$PATH:$d\"; done; "
        "has() { command -v $1 > /dev/null; }; has ptxas && { has nvdisasm || has cuobjdump; } || "
        "{ echo '--emit=sass needs ptxas, and nvdisasm or cuobjdump, of a CUDA toolkit: put them in "
        "PATH or set CUDA_HOME'; exit 1; }; ";
    snprintf(out, size,
             "%scd %s && { ptxas -arch=%s k.ptx -o k.cubin > log 2>&1 || { cat log; exit 1; }; } && "
             "if has nvdisasm; then nvdisasm -c k.cubin 2>&1; else cuobjdump -sass k.cubin 2>&1; fi",
             tools, folder, state->cpu);
}

static bool write_file(const char *path, const NjBytes *text)
{
    FILE *file = fopen(path, "wbe");
    if (!file)
        return false;
    bool ok = fwrite(text->data, 1, text->size, file) == text->size;
    return fclose(file) == 0 && ok;
}

bool nj_ptx_disassemble(NjBackendState *state, const NjBytes *ptx, NjBytes *out, char *error)
{
    static const char *const names[] = {"k.ptx", "k.cubin", "log"};
    char folder[] = "/tmp/npjit-sass-XXXXXX", command[2048], path[64];
    *out = (NjBytes){NULL, 0};
    if (!mkdtemp(folder))
        return nj_ptx_fail(error, "cannot make a temporary folder");
    snprintf(path, sizeof path, "%s/%s", folder, names[0]);
    bool ok = write_file(path, ptx);
    if (ok) {
        write_command(state, folder, command, sizeof command);
        ok = read_command(command, out, error);
    } else {
        nj_ptx_fail(error, "cannot write %s", path);
    }
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        unlink(path);
    }
    rmdir(folder);
    return ok;
}

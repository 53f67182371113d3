/* libdevice.c - linking bitcode: npjit's own device functions, and NVIDIA's libdevice for those who
 * ask for it (--libdevice), or libclc where there is none. Kernels need neither, nor anything of a
 * CUDA toolkit. */
#include "ptx-backend/ptx_internal.h"

#include <glob.h>
#include <llvm-c/BitReader.h>
#include <llvm-c/Core.h>
#include <llvm-c/Linker.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- linking -------------------------------------------------------------------------------- */

/* Functions with another processor than their caller's are silently not inlined. */
static void unbind(LLVMValueRef fn)
{
    static const char *const keys[] = {"target-cpu", "target-features", "tune-cpu"};
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        LLVMRemoveStringAttributeAtIndex(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                                         keys[i], (unsigned)strlen(keys[i]));
}

/* Definitions that the linker takes on demand only, and whose bodies it reads only then. */
static LLVMModuleRef open_library(LLVMModuleRef module, const char *data, size_t size)
{
    LLVMModuleRef library = NULL;
    LLVMMemoryBufferRef buffer =
        LLVMCreateMemoryBufferWithMemoryRange(data, size, "library", false);
    if (LLVMGetBitcodeModuleInContext2(LLVMGetModuleContext(module), buffer, &library)) {
        LLVMDisposeMemoryBuffer(buffer);
        return NULL;
    }
    LLVMSetTarget(library, LLVMGetTarget(module));
    LLVMSetDataLayout(library, LLVMGetDataLayoutStr(module));
    for (LLVMValueRef fn = LLVMGetFirstFunction(library); fn; fn = LLVMGetNextFunction(fn)) {
        unbind(fn);
        if (!LLVMIsDeclaration(fn) && LLVMGetLinkage(fn) == LLVMExternalLinkage)
            LLVMSetLinkage(fn, LLVMLinkOnceODRLinkage);
    }
    for (LLVMValueRef v = LLVMGetFirstGlobal(library); v; v = LLVMGetNextGlobal(v))
        if (!LLVMIsDeclaration(v) && LLVMGetLinkage(v) == LLVMExternalLinkage)
            LLVMSetLinkage(v, LLVMLinkOnceODRLinkage);
    return library;
}

bool nj_ptx_link_bitcode(LLVMModuleRef module, const char *data, size_t size, char *error)
{
    LLVMModuleRef library = open_library(module, data, size);
    if (!library || LLVMLinkModules2(module, library))
        return nj_ptx_fail(error, "cannot link the device library");
    for (LLVMValueRef fn = LLVMGetFirstFunction(module); fn; fn = LLVMGetNextFunction(fn))
        if (!LLVMIsDeclaration(fn) && LLVMGetLinkage(fn) == LLVMLinkOnceODRLinkage)
            LLVMSetLinkage(fn, LLVMInternalLinkage);
    return true;
}

/* ---- libdevice ------------------------------------------------------------------------------ */

static bool is_needed(LLVMModuleRef module)
{
    for (LLVMValueRef fn = LLVMGetFirstFunction(module); fn; fn = LLVMGetNextFunction(fn)) {
        size_t length;
        const char *name = LLVMGetValueName2(fn, &length);
        if (LLVMIsDeclaration(fn) && length > 5 && memcmp(name, "__nv_", 5) == 0)
            return true;
    }
    return false;
}

static char *read_file(const char *path, size_t *out_size)
{
    FILE *file = fopen(path, "rbe");
    if (!file)
        return NULL;
    char *data = NULL;
    if (fseek(file, 0, SEEK_END) == 0) {
        long size = ftell(file);
        rewind(file);
        data = size > 0 ? malloc((size_t)size) : NULL;
        if (data && fread(data, 1, (size_t)size, file) != (size_t)size) {
            free(data);
            data = NULL;
        }
        *out_size = data ? (size_t)size : 0;
    }
    fclose(file);
    return data;
}

/* The first file that matches the pattern, which may start with an environment variable's value. */
static char *read_match(const char *variable, const char *pattern, size_t *out_size)
{
    char full[512];
    const char *prefix = variable ? getenv(variable) : "";
    if (!prefix)
        return NULL;
    snprintf(full, sizeof full, "%s%s", prefix, pattern);
    glob_t found;
    char *data = NULL;
    if (glob(full, GLOB_NOSORT, NULL, &found) == 0 && found.gl_pathc > 0)
        data = read_file(found.gl_pathv[0], out_size);
    globfree(&found);
    return data;
}

/* NPJIT_LIBDEVICE names the file; empty, there is none. */
static char *read_libdevice(size_t *out_size)
{
    static const struct {
        const char *variable, *pattern;
    } places[] = {
        {"CUDA_HOME", "/nvvm/libdevice/libdevice.*.bc"},
        {"CUDA_PATH", "/nvvm/libdevice/libdevice.*.bc"},
        {"CONDA_PREFIX", "/nvvm/libdevice/libdevice.*.bc"},
        {"VIRTUAL_ENV", "/lib/python3*/site-packages/nvidia/*/nvvm/libdevice/libdevice.*.bc"},
        {NULL, "/usr/local/cuda/nvvm/libdevice/libdevice.*.bc"},
        {NULL, "/usr/local/cuda-*/nvvm/libdevice/libdevice.*.bc"},
        {NULL, "/usr/lib/nvidia-cuda-toolkit/libdevice/libdevice.*.bc"},
        {"HOME", "/.local/lib/python3*/site-packages/nvidia/*/nvvm/libdevice/libdevice.*.bc"},
        {NULL, "/usr/local/lib/python3*/*-packages/nvidia/*/nvvm/libdevice/libdevice.*.bc"},
        {NULL, "/usr/lib/python3*/site-packages/nvidia/*/nvvm/libdevice/libdevice.*.bc"},
    };
    const char *given = getenv("NPJIT_LIBDEVICE");
    if (given)
        return *given ? read_file(given, out_size) : NULL;
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        char *data = read_match(places[i].variable, places[i].pattern, out_size);
        if (data)
            return data;
    }
    return NULL;
}

NjLibdevice nj_ptx_libdevice(void)
{
    size_t size = 0;
    char *data = read_libdevice(&size);
    free(data);
    return data ? NJ_LIBDEVICE_NVIDIA : nj_libclc_len ? NJ_LIBDEVICE_LIBCLC : NJ_LIBDEVICE_NONE;
}

static bool link_nvidia(LLVMModuleRef module, const char *data, size_t size, char *error)
{
    if (size < 4 || memcmp(data, "BC\xC0\xDE", 4) != 0)
        return nj_ptx_fail(error, "the libdevice found is not LLVM bitcode");
    return nj_ptx_link_bitcode(module, data, size, error);
}

bool nj_ptx_link_libdevice(LLVMModuleRef module, char *error)
{
    if (!is_needed(module))
        return true;
    size_t size = 0;
    char *data = read_libdevice(&size);
    if (data) {
        bool ok = link_nvidia(module, data, size, error);
        free(data);
        return ok;
    }
    if (nj_libclc_len)
        return nj_ptx_link_bitcode(module, (const char *)nj_libclc, nj_libclc_len, error);
    return nj_ptx_fail(error,
                       "no libdevice found: set CUDA_HOME to a CUDA toolkit, NPJIT_LIBDEVICE "
                       "to the file, or leave --libdevice out");
}

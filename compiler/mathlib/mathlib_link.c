/* Links the math bitcode into modules. See mathlib.h. */
#include "compiler/mathlib/mathlib.h"

#include <llvm-c/BitReader.h>
#include <llvm-c/Core.h>
#include <llvm-c/Linker.h>
#include <stdio.h>
#include <string.h>

enum {
    NAME_SIZE = 64,
    VARIANT_SIZE = 512,
    MAX_ARGS = 2,
    MAX_LANES =
        16 /* variants in the bitcode: 2, 4, 8 and 16 lanes (cmake/mathlib_variants.cmake) */
};

typedef struct FnRow {
    const char *name;
    unsigned nargs;
} FnRow;

static const FnRow fn_rows[] = {
#define NJ_MATHFN(name, nargs, ulp64, ulp32, domain) {#name, nargs},
#include "compiler/mathlib/mathlib.def"
#undef NJ_MATHFN
};

static const FnRow slow_rows[] = {
#define NJ_MATH_SLOWFN(name, nargs) {#name, nargs},
#include "compiler/mathlib/mathlib_slow.def"
#undef NJ_MATH_SLOWFN
};

enum {
    FN_COUNT = sizeof fn_rows / sizeof fn_rows[0],
    SLOW_COUNT = sizeof slow_rows / sizeof slow_rows[0]
};

static const char *const precisions[] = {"f64", "f32"};

bool nj_mathlib_has(const char *name, unsigned *out_nargs)
{
    for (int i = 0; i < FN_COUNT; i++) {
        if (strcmp(fn_rows[i].name, name) == 0) {
            if (out_nargs)
                *out_nargs = fn_rows[i].nargs;
            return true;
        }
    }
    return false;
}

static bool is_ours(LLVMValueRef fn)
{
    size_t length;
    const char *name = LLVMGetValueName2(fn, &length);
    return length > 3 && memcmp(name, "nj_", 3) == 0;
}

/* What follows nj_<name>_slow_<f64|f32> in a name of that form, else NULL: "" for the slow part
 * itself,
 * "_v8" for a variant, "_v8_lanes" for a variant's out-of-line part. */
static const char *slow_suffix(LLVMValueRef fn)
{
    size_t length;
    const char *tail = is_ours(fn) ? strstr(LLVMGetValueName2(fn, &length), "_slow_f") : NULL;
    return tail ? tail + strlen("_slow_f64") : NULL;
}

static bool is_variant(LLVMValueRef fn)
{
    const char *suffix = slow_suffix(fn);
    return suffix && suffix[0] && !strstr(suffix, "_lanes");
}

static bool is_needed(LLVMModuleRef module)
{
    for (LLVMValueRef fn = LLVMGetFirstFunction(module); fn; fn = LLVMGetNextFunction(fn)) {
        if (is_ours(fn) && LLVMIsDeclaration(fn))
            return true;
    }
    return false;
}

/* Declares the vector variants of one slow function, so that they are linked, and writes their
 * mangled names to `mapping` (VARIANT_SIZE bytes). */
static void declare_variants(LLVMModuleRef module, const FnRow *row, bool is_f32,
                             unsigned vector_bytes, char *mapping)
{
    static const char parameters[MAX_ARGS + 1][MAX_ARGS + 1] = {"", "v", "vv"};
    LLVMContextRef context = LLVMGetModuleContext(module);
    LLVMTypeRef scalar =
        is_f32 ? LLVMFloatTypeInContext(context) : LLVMDoubleTypeInContext(context);
    int used = 0;
    mapping[0] = '\0';
    /* A loop over floats and doubles may use twice the lanes that doubles fill. */
    for (unsigned lanes = 2; lanes <= MAX_LANES && lanes <= vector_bytes / 4; lanes *= 2) {
        char name[NAME_SIZE];
        LLVMTypeRef vector = LLVMVectorType(scalar, lanes);
        LLVMTypeRef types[MAX_ARGS + 1];
        for (unsigned i = 0; i < row->nargs; i++)
            types[i] = vector;
        types[row->nargs] = LLVMVectorType(LLVMInt1TypeInContext(context), lanes);
        snprintf(name, sizeof name, "nj_%s_slow_%s_v%u", row->name, precisions[is_f32], lanes);
        LLVMAddFunction(module, name, LLVMFunctionType(vector, types, row->nargs + 1, false));
        used += snprintf(mapping + used, (size_t)(VARIANT_SIZE - used),
                         "%s_ZGV_LLVM_M%u%s_nj_%s_slow_%s(%s)", used ? "," : "", lanes,
                         parameters[row->nargs], row->name, precisions[is_f32], name);
    }
}

static void add_text_attribute(LLVMValueRef fn, const char *key, const char *value)
{
    LLVMContextRef context = LLVMGetModuleContext(LLVMGetGlobalParent(fn));
    LLVMAttributeRef attribute = LLVMCreateStringAttribute(context, key, (unsigned)strlen(key),
                                                           value, (unsigned)strlen(value));
    LLVMAddAttributeAtIndex(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, attribute);
}

static void add_alwaysinline(LLVMValueRef fn)
{
    LLVMContextRef context = LLVMGetModuleContext(LLVMGetGlobalParent(fn));
    unsigned kind = LLVMGetEnumAttributeKindForName("alwaysinline", 12);
    LLVMAddAttributeAtIndex(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                            LLVMCreateEnumAttribute(context, kind, 0));
}

/* Whether the module calls the function that row's slow part belongs to. */
static bool uses_slow_part(LLVMModuleRef module, const FnRow *row, bool is_f32)
{
    char name[NAME_SIZE];
    snprintf(name, sizeof name, "nj_%s_%s", row->name, precisions[is_f32]);
    LLVMValueRef fn = LLVMGetNamedFunction(module, name);
    return fn && LLVMIsDeclaration(fn);
}

/* Functions with another processor than their caller's are silently not inlined, and would be
 * compiled for that one: the default that clang wrote is removed. */
static void remove_processor(LLVMValueRef fn)
{
    static const char *const keys[] = {"target-cpu", "target-features", "tune-cpu"};
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        LLVMRemoveStringAttributeAtIndex(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                                         keys[i], (unsigned)strlen(keys[i]));
}

/* Parses the bitcode lazily; its definitions become ones that the linker takes only on demand. */
static LLVMModuleRef open_library(LLVMModuleRef module, const unsigned char *bitcode, size_t size)
{
    LLVMModuleRef library = NULL;
    LLVMMemoryBufferRef buffer =
        LLVMCreateMemoryBufferWithMemoryRange((const char *)bitcode, size, "mathlib", false);
    /* On success the module owns the buffer. */
    if (LLVMGetBitcodeModuleInContext2(LLVMGetModuleContext(module), buffer, &library)) {
        LLVMDisposeMemoryBuffer(buffer);
        return NULL;
    }
    LLVMSetTarget(library, LLVMGetTarget(module));
    LLVMSetDataLayout(library, LLVMGetDataLayoutStr(module));
    for (LLVMValueRef fn = LLVMGetFirstFunction(library); fn; fn = LLVMGetNextFunction(fn)) {
        remove_processor(fn);
        if (!LLVMIsDeclaration(fn) && LLVMGetLinkage(fn) == LLVMExternalLinkage)
            LLVMSetLinkage(fn, LLVMLinkOnceODRLinkage);
    }
    return library;
}

/* Variants stay visible from outside until nj_mathlib_finish: nothing refers to them before the
 * vectoriser has run. A slow part that exists as native code is marked as defined elsewhere. */
static void adopt_functions(LLVMModuleRef module, bool has_native_slow)
{
    for (LLVMValueRef fn = LLVMGetFirstFunction(module); fn; fn = LLVMGetNextFunction(fn)) {
        if (!is_ours(fn) || LLVMIsDeclaration(fn))
            continue;
        const char *suffix = slow_suffix(fn);
        if (has_native_slow && suffix && !suffix[0])
            LLVMSetLinkage(fn, LLVMAvailableExternallyLinkage);
        else
            LLVMSetLinkage(fn, is_variant(fn) ? LLVMExternalLinkage : LLVMInternalLinkage);
    }
}

bool nj_mathlib_link(LLVMModuleRef module, const unsigned char *bitcode, size_t size,
                     unsigned vector_bytes, bool has_native_slow)
{
    static const char key[] = "vector-function-abi-variant";
    char mappings[SLOW_COUNT][2][VARIANT_SIZE] = {{{0}}};
    if (!is_needed(module))
        return true;
    for (int i = 0; i < SLOW_COUNT; i++) {
        for (int is_f32 = 0; is_f32 < 2; is_f32++) {
            if (uses_slow_part(module, &slow_rows[i], is_f32))
                declare_variants(module, &slow_rows[i], is_f32, vector_bytes, mappings[i][is_f32]);
        }
    }
    LLVMModuleRef library = open_library(module, bitcode, size);
    if (!library || LLVMLinkModules2(module, library))
        return false;
    adopt_functions(module, has_native_slow);
    for (int i = 0; i < SLOW_COUNT; i++) {
        for (int is_f32 = 0; is_f32 < 2; is_f32++) {
            char name[NAME_SIZE];
            snprintf(name, sizeof name, "nj_%s_slow_%s", slow_rows[i].name, precisions[is_f32]);
            LLVMValueRef fn = LLVMGetNamedFunction(module, name);
            if (fn && mappings[i][is_f32][0])
                add_text_attribute(fn, key, mappings[i][is_f32]);
        }
    }
    return true;
}

bool nj_mathlib_finish(LLVMModuleRef module)
{
    bool found = false;
    for (LLVMValueRef fn = LLVMGetFirstFunction(module); fn; fn = LLVMGetNextFunction(fn)) {
        if (!is_variant(fn))
            continue;
        LLVMSetLinkage(fn, LLVMInternalLinkage);
        add_alwaysinline(fn);
        found = true;
    }
    return found;
}

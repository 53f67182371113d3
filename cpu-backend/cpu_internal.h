/* cpu_internal.h - what the parts of the CPU backend share. */
#ifndef NJ_CPU_BACKEND_CPU_INTERNAL_H
#define NJ_CPU_BACKEND_CPU_INTERNAL_H

#include "compiler/target.h"

#include <llvm-c/TargetMachine.h>

struct NjBackendState {
    NjBackendOptions options;
    NjTarget target;
    LLVMTargetMachineRef machine;       /* owned; NULL until LLVM is needed */
    LLVMTargetMachineRef plain_machine; /* owned: generates code fast, for cold functions */
    char *triple, *cpu, *features, *data_layout; /* LLVM's memory */
    bool has_fma, has_avx512;
    uint32_t vector_bits; /* value of prefer-vector-width, 0: LLVM's choice */
};

/* cpu_target.c: starts LLVM on first use and fills `target`. */
bool nj_cpu_start_llvm(NjBackendState *state, char *error);
void nj_cpu_stop_llvm(NjBackendState *state);

/* cpu_cuda.c: the hook for TARGET_CALL. */
LLVMValueRef nj_cpu_target_call(const NjTarget *target, NjEmit *e, const NjTirExpr *call, LLVMValueRef *args);

/* cpu_passes.c. First links the math library and inlines; then, per function, optimises: hot ones
 * ("nj-hot") at full strength, others cheaply. */
bool nj_cpu_run_module_passes(NjBackendState *state, LLVMModuleRef module, char *error);
bool nj_cpu_run_function_passes(NjBackendState *state, LLVMModuleRef module, char *error);
bool nj_cpu_is_hot(LLVMValueRef fn);

/* cpu_split.c: takes the cold functions out of the module into one of their own, the caller's;
 * NULL: one of the two would be empty, and `*out_is_hot` says what the module holds. */
LLVMModuleRef nj_cpu_split(LLVMModuleRef module, bool *out_is_hot);

/* cpu_object.c */
bool nj_cpu_emit(NjBackendState *state, LLVMModuleRef module, NjEmitKind kind, NjBytes *out,
                 char *error);

/* cpu_symbols.c: the address of an external symbol of generated code, or NULL. */
void *nj_cpu_find_symbol(const char *name);

/* cpu_loader.c */
bool nj_cpu_bundle(NjBytes *files, size_t n, NjBytes *out, char *error);
bool nj_cpu_load(NjBackendState *state, const void *bytes, size_t size, NjCode **out_code,
                 char *error);
void *nj_cpu_symbol(NjCode *code, const char *name);
void nj_cpu_unload(NjBackendState *state, NjCode *code);

/* Writes a formatted text to a backend error buffer; returns false. */
bool nj_cpu_fail(char *error, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif

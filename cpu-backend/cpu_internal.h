/* cpu_internal.h - what the parts of the CPU backend share. */
#ifndef NJ_CPU_BACKEND_CPU_INTERNAL_H
#define NJ_CPU_BACKEND_CPU_INTERNAL_H

#include "compiler/target.h"

#include <llvm-c/TargetMachine.h>

struct NjBackendState {
    NjBackendOptions options;
    NjTarget target;
    LLVMTargetMachineRef machine; /* owned; NULL until LLVM is needed */
    char *triple, *cpu, *features, *data_layout; /* LLVM's memory */
    bool has_fma, has_avx512;
    uint32_t vector_bits; /* value of prefer-vector-width, 0: LLVM's choice */
};

/* cpu_target.c: starts LLVM on first use and fills `target`. */
bool nj_cpu_start_llvm(NjBackendState *state, char *error);
void nj_cpu_stop_llvm(NjBackendState *state);

/* cpu_passes.c: optimises the module: hot functions ("nj-hot") at full strength, others cheaply. */
bool nj_cpu_run_passes(NjBackendState *state, LLVMModuleRef module, char *error);

/* cpu_object.c */
bool nj_cpu_emit(NjBackendState *state, LLVMModuleRef module, NjEmitKind kind, NjBytes *out,
                 char *error);

/* cpu_symbols.c: the address of an external symbol of generated code, or NULL. */
void *nj_cpu_find_symbol(const char *name);

/* cpu_loader.c */
bool nj_cpu_load(NjBackendState *state, const void *bytes, size_t size, NjCode **out_code,
                 char *error);
void *nj_cpu_symbol(NjCode *code, const char *name);
void nj_cpu_unload(NjBackendState *state, NjCode *code);

/* Writes a formatted text to a backend error buffer; returns false. */
bool nj_cpu_fail(char *error, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif

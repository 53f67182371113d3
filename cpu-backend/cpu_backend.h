/* cpu_backend.h - the backend for the processor that runs npjit: object files, loaded in place. */
#ifndef NJ_CPU_BACKEND_CPU_BACKEND_H
#define NJ_CPU_BACKEND_CPU_BACKEND_H

#include "compiler/target.h"

extern const NjBackend nj_cpu_backend;

/* Gives the backend the math library's bitcode (compiler/mathlib), before `target` is asked for the first
 * time. The bytes are borrowed for the life of the state. */
void nj_cpu_set_mathlib(NjBackendState *state, const unsigned char *bitcode, size_t size);

#endif

/* cpu_backend.h - the backend for the processor that runs npjit: object files, loaded in place. */
#ifndef NJ_CPU_BACKEND_CPU_BACKEND_H
#define NJ_CPU_BACKEND_CPU_BACKEND_H

#include "compiler/target.h"

extern const NjBackend nj_cpu_backend;

#endif

/* ptx_backend.c - the NjBackend of NVIDIA GPUs: state and table. */
#include "ptx-backend/ptx_backend.h"

#include "ptx-backend/ptx_internal.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool nj_ptx_fail(char *error, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(error, NJ_BACKEND_ERROR_SIZE, format, args);
    va_end(args);
    return false;
}

/* What LLVM generates code for, and the oldest PTX that knows it. */
static const struct {
    uint32_t sm;
    unsigned ptx;
} processors[] = {{75, 63},  {80, 70},  {86, 71},  {87, 74},  {88, 90},  {89, 78}, {90, 78},
                  {100, 86}, {101, 86}, {103, 88}, {110, 90}, {120, 87}, {121, 88}};

enum { N_PROCESSORS = sizeof processors / sizeof *processors };

static bool fail_processor(char *error, const char *given)
{
    char known[120];
    size_t n = 0;
    for (size_t i = 0; i < N_PROCESSORS; i++)
        n += (size_t)snprintf(known + n, sizeof known - n, "%s%u", i ? ", " : "", processors[i].sm);
    return nj_ptx_fail(error, "unknown GPU architecture %.20s: npjit knows %s", given, known);
}

/* The device found may be newer than all that is known: PTX of an older one runs on it. */
static bool choose_processor(NjBackendState *state, const char *cpu, char *error)
{
    char *end = NULL;
    unsigned long wanted = nj_gpu_compute_capability();
    if (cpu)
        wanted = strncmp(cpu, "sm_", 3) == 0 ? strtoul(cpu + 3, &end, 10) : 0;
    size_t found = 0;
    for (size_t i = 0; i < N_PROCESSORS; i++)
        if (processors[i].sm <= wanted)
            found = i;
    if (cpu && (!end || *end || processors[found].sm != wanted))
        return fail_processor(error, cpu);
    state->sm = processors[found].sm;
    snprintf(state->cpu, sizeof state->cpu, "sm_%u", state->sm);
    state->ptx_version = processors[found].ptx;
    return true;
}

static bool ptx_open(const NjBackendOptions *options, NjBackendState **out_state, char *error)
{
    NjBackendState *state = calloc(1, sizeof *state);
    *out_state = state;
    if (!state)
        return nj_ptx_fail(error, "out of memory");
    if (options)
        state->options = *options;
    else
        state->options.opt_level = 2;
    if (choose_processor(state, state->options.cpu, error))
        return true;
    free(state);
    *out_state = NULL;
    return false;
}

static const NjTarget *ptx_target(NjBackendState *state)
{
    char error[NJ_BACKEND_ERROR_SIZE];
    state->shared = (NjMap){0};
    return nj_ptx_start_llvm(state, error) ? &state->target : NULL;
}

static void ptx_close(NjBackendState *state)
{
    if (!state)
        return;
    nj_ptx_stop_llvm(state);
    free(state);
}

void nj_ptx_use_kernels(NjBackendState *state, const NjKernels *kernels)
{
    state->kernels = kernels;
}

const NjBackend nj_ptx_backend = {
    .name = "cuda",
    .open = ptx_open,
    .target = ptx_target,
    .emit = nj_ptx_emit,
    .load = nj_ptx_load,
    .symbol = nj_ptx_symbol,
    .unload = nj_ptx_unload,
    .close = ptx_close,
};

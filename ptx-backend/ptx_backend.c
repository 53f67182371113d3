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

/* The oldest PTX that knows the processor, and that initialises structs with addresses (7.1). */
static unsigned ptx_version(uint32_t sm)
{
    static const struct {
        uint32_t sm;
        unsigned ptx;
    } rows[] = {{75, 71}, {80, 71}, {86, 71}, {87, 74}, {89, 78},
                {90, 78}, {100, 86}, {103, 88}, {120, 87}};
    unsigned ptx = 0;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].sm <= sm)
            ptx = rows[i].ptx;
    return ptx;
}

static bool choose_processor(NjBackendState *state, const char *cpu, char *error)
{
    state->sm = 75;
    if (cpu) {
        char *end;
        unsigned long sm = strncmp(cpu, "sm_", 3) == 0 ? strtoul(cpu + 3, &end, 10) : 0;
        if (sm < 75 || sm > 121 || *end)
            return nj_ptx_fail(error, "unknown GPU architecture %s (75 to 121)", cpu);
        state->sm = (uint32_t)sm;
    } else if (nj_gpu_compute_capability() >= 75) {
        state->sm = nj_gpu_compute_capability();
    }
    snprintf(state->cpu, sizeof state->cpu, "sm_%u", state->sm);
    snprintf(state->features, sizeof state->features, "+ptx%u", ptx_version(state->sm));
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

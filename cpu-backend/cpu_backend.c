/* cpu_backend.c - the NjBackend of the CPU: state and table. */
#include "cpu-backend/cpu_backend.h"

#include "cpu-backend/cpu_internal.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

bool nj_cpu_fail(char *error, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(error, NJ_BACKEND_ERROR_SIZE, format, args);
    va_end(args);
    return false;
}

static bool cpu_open(const NjBackendOptions *options, NjBackendState **out_state, char *error)
{
    NjBackendState *state = calloc(1, sizeof *state);
    *out_state = state;
    if (!state)
        return nj_cpu_fail(error, "out of memory");
    if (options)
        state->options = *options;
    else
        state->options.opt_level = 2;
    return true;
}

/* Programs that cannot start LLVM cannot compile either: `emit` reports the reason. */
static const NjTarget *cpu_target(NjBackendState *state)
{
    char error[NJ_BACKEND_ERROR_SIZE];
    return nj_cpu_start_llvm(state, error) ? &state->target : NULL;
}

static void cpu_close(NjBackendState *state)
{
    if (!state)
        return;
    nj_cpu_stop_llvm(state);
    free(state);
}

const NjBackend nj_cpu_backend = {
    .name = "cpu",
    .open = cpu_open,
    .target = cpu_target,
    .emit = nj_cpu_emit,
    .load = nj_cpu_load,
    .symbol = nj_cpu_symbol,
    .unload = nj_cpu_unload,
    .close = cpu_close,
};

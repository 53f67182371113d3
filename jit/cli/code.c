/* code.c - device code that the running program asks for: its file is compiled once more, as --emit
 * does. */
#include "jit/cli/command.h"

#include "runtime/cuda.h"

#include <stdio.h>

static const NjCliOptions *running;

static char *make_code(NprtCudaText what, const char *arch, char *error, size_t error_size)
{
    static const NjEmitWhat emits[] = {[NPRT_CUDA_TEXT_PTX] = NJ_EMIT_WHAT_PTX,
                                       [NPRT_CUDA_TEXT_LLVM] = NJ_EMIT_WHAT_LLVM,
                                       [NPRT_CUDA_TEXT_SASS] = NJ_EMIT_WHAT_SASS,
                                       [NPRT_CUDA_TEXT_TYPES] = NJ_EMIT_WHAT_TYPES};
    NjCliOptions options = *running;
    size_t n;
    options.command = NJ_COMMAND_EMIT;
    options.emit = emits[what];
    options.target = NJ_TARGET_CUDA;
    options.is_quiet = true;
    options.time = false;
    if (what == NPRT_CUDA_TEXT_TYPES)
        options.function = arch;
    else if (arch[0])
        options.gpu = arch;
    char *text = nj_emit_text(&options, &n);
    if (!text)
        snprintf(error, error_size, "the code of the kernels could not be made");
    return text;
}

void nj_offer_code(const NjCliOptions *options)
{
    running = options;
    nprt_cuda_install_code(make_code);
}

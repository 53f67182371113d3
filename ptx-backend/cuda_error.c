/* cuda_error.c - the driver's result codes as exceptions that say what happened and what to do. */
#include "ptx-backend/cuda_internal.h"
#include "runtime/errors.h"

#include <stdio.h>
#include <string.h>

/* The last launch, for errors that the driver reports later. */
static struct {
    const NprtStr *kernel; /* a constant of the program */
    int64_t grid[3], block[3];
} last;

void nj_gpu_note_launch(const NprtCudaLaunch *launch)
{
    last.kernel = launch->kernel;
    memcpy(last.grid, launch->grid, sizeof last.grid);
    memcpy(last.block, launch->block, sizeof last.block);
}

static const char *advice(CudaResult result)
{
    switch (result) {
    case CUDA_NO_DEVICE:
        return "no CUDA device is visible (CUDA_VISIBLE_DEVICES?)";
    case CUDA_OUT_OF_MEMORY:
        return "the device has no memory left (do other programs use it? nvidia-smi tells)";
    case CUDA_INVALID_PTX:
        return "the driver does not accept the PTX: please report it with --emit=ptx";
    case CUDA_UNSUPPORTED_PTX:
        return "the driver is too old for this PTX: update it, or give an older --sm=NN";
    case CUDA_ILLEGAL_ADDRESS:
    case CUDA_MISALIGNED_ADDRESS:
        return "a kernel used memory that is not its own (an array freed too early, a recursion "
               "too deep, or --unsafe)";
    case CUDA_OUT_OF_RESOURCES:
        return "too many registers or too much shared memory for this block size: use fewer "
               "threads";
    case CUDA_LAUNCH_TIMEOUT:
        return "the kernel ran too long for a device that drives a display";
    case CUDA_ILLEGAL_INSTRUCTION:
    case CUDA_LAUNCH_FAILED:
        return "the kernel failed, perhaps by endless recursion or a full stack";
    case CUDA_COOPERATIVE_TOO_LARGE:
        return "a grid that synchronises must fit on the device at once: use fewer blocks";
    default:
        return NULL;
    }
}

/* Errors that end all work on the device are blamed on the last launch. */
static bool is_fatal(CudaResult result)
{
    return result == CUDA_ILLEGAL_ADDRESS || result == CUDA_MISALIGNED_ADDRESS ||
           result == CUDA_ILLEGAL_INSTRUCTION || result == CUDA_LAUNCH_FAILED ||
           result == CUDA_LAUNCH_TIMEOUT;
}

static void describe(CudaResult result, const char *what, char *text, size_t size)
{
    const NjCudaApi *api = &nj_gpu_device()->api;
    const char *name = NULL, *meaning = NULL, *hint = advice(result);
    if (api->error_name)
        api->error_name(result, &name);
    if (api->error_text)
        api->error_text(result, &meaning);
    int n = snprintf(text, size, "%s: %s (%s)", what,
                     hint      ? hint
                     : meaning ? meaning
                               : "failed",
                     name ? name : "unknown error");
    char kernel[NPRT_CUDA_NAME];
    if (is_fatal(result) && last.kernel && n > 0 && (size_t)n < size)
        snprintf(text + n, size - (size_t)n,
                 "; the last launch was %s[(%lld, %lld, %lld), (%lld, %lld, %lld)], and the device "
                 "cannot be "
                 "used any more",
                 nprt_cuda_kernel_name(last.kernel, kernel), (long long)last.grid[0],
                 (long long)last.grid[1], (long long)last.grid[2], (long long)last.block[0],
                 (long long)last.block[1], (long long)last.block[2]);
}

const char *nj_gpu_last_kernel(char *out)
{
    return last.kernel ? nprt_cuda_kernel_name(last.kernel, out) : "?";
}

void nj_gpu_forget_launch(void)
{
    last.kernel = NULL;
}

void nj_gpu_explain(CudaResult result, const char *what, char *error)
{
    const NjCudaApi *api = &nj_gpu_device()->api;
    int version = 0;
    describe(result, what, error, NJ_BACKEND_ERROR_SIZE);
    size_t n = strlen(error);
    if (result == CUDA_UNSUPPORTED_PTX && api->driver_version(&version) == CUDA_OK)
        snprintf(error + n, NJ_BACKEND_ERROR_SIZE - n, "; it supports CUDA %d.%d", version / 1000,
                 version % 1000 / 10);
}

static int32_t raise_memory_error(const char *what)
{
    size_t available = 0, total = 0;
    if (nj_gpu_device()->api.memory_info(&available, &total) != CUDA_OK)
        return nprt_raise(NPRT_EXC_MEMORY_ERROR, "%s: the device is out of memory", what);
    return nprt_raise(NPRT_EXC_MEMORY_ERROR,
                      "%s: the device is out of memory (%zu of %zu MiB are free)", what,
                      available >> 20, total >> 20);
}

int32_t nj_gpu_check(CudaResult result, const char *what)
{
    if (result == CUDA_OK)
        return 0;
    if (result == CUDA_OUT_OF_MEMORY)
        return raise_memory_error(what);
    char text[512];
    describe(result, what, text, sizeof text);
    return nprt_raise(NPRT_EXC_RUNTIME_ERROR, "%s", text);
}

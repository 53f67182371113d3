/* cuda_launch.c - kernels by symbol, their limits, and the launch itself. */
#include "compiler/analysis/kernels.h"
#include "ptx-backend/cuda_internal.h"
#include "runtime/errors.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N_SLOTS = 256 }; /* a power of two */

typedef struct Kernel {
    const NprtStr *key; /* the constant in the host code that named it */
    void *function;
    int max_threads, registers, shared;
    int dynamic_shared; /* opted in to so far */
    int best_block;     /* 0: not asked yet */
} Kernel;

/* Kernels already launched, by the address of their name: one compare a launch. */
static struct {
    pthread_mutex_t lock;
    Kernel slots[N_SLOTS];
    uint32_t n;
} known = {.lock = PTHREAD_MUTEX_INITIALIZER};

void nj_gpu_forget_kernels(void)
{
    pthread_mutex_lock(&known.lock);
    memset(known.slots, 0, sizeof known.slots);
    known.n = 0;
    pthread_mutex_unlock(&known.lock);
}

static int32_t ask(void *function, int what, int *out)
{
    return nj_gpu_check(nj_gpu_device()->api.function_get(out, what, function),
                        "asking for a kernel's limits");
}

static int32_t fill_kernel(Kernel *kernel, const NprtStr *name)
{
    char what[NPRT_CUDA_NAME + 32], text[NPRT_CUDA_NAME];
    snprintf(what, sizeof what, "finding the kernel '%s'", nprt_cuda_kernel_name(name, text));
    if (nj_gpu_check(nj_gpu_find_function(name->text, &kernel->function), what) ||
        ask(kernel->function, CUDA_FN_MAX_THREADS, &kernel->max_threads) ||
        ask(kernel->function, CUDA_FN_REGISTERS, &kernel->registers) ||
        ask(kernel->function, CUDA_FN_SHARED, &kernel->shared))
        return 1;
    kernel->key = name;
    return 0;
}

static int32_t find_kernel(const NprtStr *name, Kernel **out)
{
    uint32_t at = (uint32_t)((uintptr_t)name >> 4) * 2654435761u >> 16;
    int32_t status = 0;
    pthread_mutex_lock(&known.lock);
    for (;; at++) {
        Kernel *kernel = &known.slots[at % N_SLOTS];
        if (kernel->key == name) {
            *out = kernel;
            break;
        }
        if (kernel->key)
            continue;
        if (known.n == N_SLOTS / 2) { /* keys of unloaded programs may fill it */
            memset(known.slots, 0, sizeof known.slots);
            known.n = 0;
            continue;
        }
        status = fill_kernel(kernel, name);
        known.n += status == 0;
        *out = kernel;
        break;
    }
    pthread_mutex_unlock(&known.lock);
    return status;
}

/* ---- limits --------------------------------------------------------------------------------- */

static int32_t check_limits(const NprtCudaLaunch *launch, Kernel *kernel)
{
    const int64_t *b = launch->block;
    char name[NPRT_CUDA_NAME];
    if (nprt_cuda_check_extents(launch))
        return 1;
    int64_t threads = b[0] * b[1] * b[2];
    if (threads <= kernel->max_threads)
        return 0;
    return nprt_raise(
        NPRT_EXC_VALUE_ERROR,
        "kernel '%s' cannot be launched with %lld threads per block: with its %d registers a "
        "thread at most %d are possible (max_registers= of cuda.jit allows more)",
        nprt_cuda_kernel_name(launch->kernel, name), (long long)threads, kernel->registers,
        kernel->max_threads);
}

/* More than 48 KiB of shared memory must be asked for. */
static int32_t reserve_shared(const NprtCudaLaunch *launch, Kernel *kernel)
{
    enum { ALWAYS_ALLOWED = 48 << 10 };
    const NjCudaDevice *d = nj_gpu_device();
    int64_t bytes = launch->shared_bytes;
    char name[NPRT_CUDA_NAME];
    if (bytes < 0 || bytes > d->max_shared - kernel->shared)
        return nprt_raise(
            NPRT_EXC_VALUE_ERROR,
            "kernel '%s' cannot be launched with %lld bytes of dynamic shared memory: it has %d "
            "of its own, and a block has at most %d on this device",
            nprt_cuda_kernel_name(launch->kernel, name), (long long)bytes, kernel->shared,
            d->max_shared);
    if (bytes + kernel->shared <= ALWAYS_ALLOWED || bytes <= kernel->dynamic_shared)
        return 0;
    if (nj_gpu_check(d->api.function_set(kernel->function, CUDA_FN_MAX_DYNAMIC_SHARED, (int)bytes),
                     "reserving shared memory"))
        return 1;
    kernel->dynamic_shared = (int)bytes;
    return 0;
}

static int32_t choose_block(Kernel *kernel)
{
    int grid;
    if (kernel->best_block)
        return 0;
    return nj_gpu_check(nj_gpu_device()->api.occupancy_block(&grid, &kernel->best_block,
                                                             kernel->function, NULL, 0, 0),
                        "choosing a block size");
}

/* ---- threads that stand for several ---------------------------------------------------------- */

/* NPJIT_CUDA_COARSE=always for tests of small grids, =never to see what it is worth. */
static bool is_worth_while(int64_t threads)
{
    enum { AUTO, ALWAYS, NEVER, THREADS_AT_A_TIME = 2048 };
    static _Atomic int mode = -1; /* launches come from any thread */
    if (mode < 0) {
        const char *text = getenv("NPJIT_CUDA_COARSE");
        mode = text && strcmp(text, "always") == 0  ? ALWAYS
               : text && strcmp(text, "never") == 0 ? NEVER
                                                    : AUTO;
    }
    int64_t enough = (int64_t)nj_gpu_device()->multiprocessors * THREADS_AT_A_TIME;
    return mode == ALWAYS || (mode == AUTO && threads >= enough * NJ_KERNEL_COPIES);
}

/* Fewer blocks, whose threads do more, if enough are left to fill the device. Tells the kernel in
 * its last two parameters. */
static void coarsen(NprtCudaLaunch *l)
{
    const int64_t *g = l->grid, *b = l->block;
    char *params = (char *)l->bytes + l->n_bytes - 2 * sizeof(int64_t);
    int64_t values[2], threads = g[0] * b[0] * g[1] * b[1] * g[2] * b[2];
    memcpy(values, params, sizeof values);
    nprt_cuda_coarsen(l, values[1], is_worth_while(threads), values);
    memcpy(params, values, sizeof values);
}

/* ---- launching ------------------------------------------------------------------------------ */

static CudaResult run(const NprtCudaLaunch *l, const Kernel *kernel)
{
    const NjCudaApi *api = &nj_gpu_device()->api;
    const int64_t *g = l->grid, *b = l->block;
    unsigned shared = (unsigned)l->shared_bytes;
    size_t n_bytes = l->n_bytes;
    enum { END = 0, BUFFER = 1, BUFFER_SIZE = 2 }; /* CU_LAUNCH_PARAM_* */
    void *extra[] = {(void *)BUFFER, l->bytes, (void *)BUFFER_SIZE, &n_bytes, (void *)END};
    if (l->is_cooperative)
        return api->launch_cooperative(kernel->function, (unsigned)g[0], (unsigned)g[1],
                                       (unsigned)g[2], (unsigned)b[0], (unsigned)b[1],
                                       (unsigned)b[2], shared, l->stream, l->params);
    return api->launch(kernel->function, (unsigned)g[0], (unsigned)g[1], (unsigned)g[2],
                       (unsigned)b[0], (unsigned)b[1], (unsigned)b[2], shared, l->stream, NULL,
                       n_bytes ? extra : NULL);
}

int32_t nj_gpu_launch(const NprtCudaLaunch *launch)
{
    Kernel *kernel;
    NprtCudaLaunch l = *launch;
    if (find_kernel(l.kernel, &kernel))
        return 1;
    if (l.block[0] == NPRT_CUDA_GRID_OF_TASKS) {
        if (choose_block(kernel))
            return 1;
        l.block[0] = kernel->best_block;
        l.grid[0] = (l.grid[0] + l.block[0] - 1) / l.block[0];
    }
    if (check_limits(&l, kernel) || reserve_shared(&l, kernel))
        return 1;
    nj_gpu_note_launch(&l);
    if (l.is_coarse)
        coarsen(&l);
    CudaResult result = run(&l, kernel);
    if (result == CUDA_OK)
        return 0;
    char what[NPRT_CUDA_NAME + 32], name[NPRT_CUDA_NAME];
    snprintf(what, sizeof what, "launching the kernel '%s'", nprt_cuda_kernel_name(l.kernel, name));
    return nj_gpu_check(result, what);
}

int32_t nj_gpu_kernel_info(const NprtStr *name, NprtCudaKernelInfo what, int64_t *out)
{
    static const int attributes[NPRT_CUDA_KERNEL_INFO_COUNT] = {
        [NPRT_CUDA_KERNEL_REGISTERS] = CUDA_FN_REGISTERS,
        [NPRT_CUDA_KERNEL_SHARED] = CUDA_FN_SHARED,
        [NPRT_CUDA_KERNEL_CONST] = CUDA_FN_CONST,
        [NPRT_CUDA_KERNEL_LOCAL] = CUDA_FN_LOCAL,
        [NPRT_CUDA_KERNEL_MAX_THREADS] = CUDA_FN_MAX_THREADS};
    Kernel *kernel;
    if (find_kernel(name, &kernel))
        return 1;
    int value = 0;
    if (what == NPRT_CUDA_KERNEL_BLOCK) {
        if (choose_block(kernel))
            return 1;
        value = kernel->best_block;
    } else if (ask(kernel->function, attributes[what], &value)) {
        return 1;
    }
    *out = value;
    return 0;
}

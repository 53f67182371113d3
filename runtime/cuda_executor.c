/* cuda_executor.c - a device made of the processor: kernels are functions of the program, compiled
 * for the CPU, and everything else behaves as a GPU does.
 *
 * Device memory is apart from the host's, and what nobody has written is not zero. A launch returns
 * at once: its arguments are copied, and the work is done when something waits for the device, in
 * order. So a program that forgets to copy, to initialise or to wait shows it here as well. There
 * is one queue for all streams, as if each waited for the others. */
#include "runtime/cuda.h"
#include "runtime/errors.h"
#include "runtime/memory.h"
#include "runtime/process.h"

#include <string.h>

enum {
    MAX_KERNELS = 512,
    MAX_WORK = 1024, /* launches that wait; then they run */
    N_EXTENTS = 7,
    FREE_BLOCK = 256, /* threads, where the program leaves the choice */
    MAX_SHARED = 227 << 10,
    UNWRITTEN = 0xff
};

typedef int32_t KernelCode(void **args, void *result);

typedef struct Kernel {
    NprtStr *name; /* constant of the program */
    KernelCode *code;
} Kernel;

/* A launch, or an event to be recorded. */
typedef struct Work {
    struct Work *next;
    double *event;
    const Kernel *kernel;
    const NprtDesc *desc;       /* of the tuple of arguments */
    int64_t extents[N_EXTENTS]; /* grid, block, dynamic shared memory */
    _Alignas(16) char args[];   /* the tuple, its arrays borrowed */
} Work;

static struct {
    Kernel kernels[MAX_KERNELS];
    uint32_t n_kernels;
    Work *first, **end;
    uint32_t n_work;
    NprtExc *error; /* owned: the first that a kernel raised since the last wait */
} state;

/* ---- the queue ------------------------------------------------------------------------------ */

static int32_t call_kernel(Work *work)
{
    uint32_t n = work->desc->n;
    void **args = nprt_realloc(NULL, (n + N_EXTENTS) * sizeof *args);
    for (uint32_t i = 0; i < n; i++)
        args[i] = work->args + work->desc->offsets[i];
    for (uint32_t i = 0; i < N_EXTENTS; i++)
        args[n + i] = &work->extents[i];
    int32_t status = work->kernel->code(args, NULL);
    nprt_mem_free(args);
    return status;
}

static void do_work(Work *work)
{
    if (work->event) {
        nprt_cuda_host_driver.event_record(work->event, NULL);
    } else if (call_kernel(work)) {
        NprtExc *exc = nprt_exc_take();
        if (state.error)
            nprt_release(exc);
        else
            state.error = exc;
    }
}

/* May run while an exception leaves the program: that one stays. */
static void run_queue(void)
{
    if (!state.first)
        return;
    NprtExc *pending = nprt_exc_take();
    while (state.first) {
        Work *work = state.first;
        state.first = work->next;
        state.n_work--;
        do_work(work);
        nprt_mem_free(work);
    }
    state.end = &state.first;
    if (pending)
        nprt_exc_raise(pending);
    nprt_release(pending);
}

static void add_work(Work *work)
{
    if (!state.first)
        state.end = &state.first;
    work->next = NULL;
    *state.end = work;
    state.end = &work->next;
    if (++state.n_work >= MAX_WORK)
        run_queue();
}

/* Waits for the device and raises what a kernel raised. */
static int32_t wait_for_work(void)
{
    run_queue();
    if (!state.error)
        return 0;
    NprtExc *exc = state.error;
    state.error = NULL;
    nprt_exc_raise(exc);
    nprt_release(exc);
    return 1;
}

/* ---- memory --------------------------------------------------------------------------------- */

static int32_t executor_alloc(int64_t nbytes, void *stream, char **out)
{
    if (nprt_cuda_host_driver.alloc(nbytes, stream, out))
        return 1;
    memset(*out, UNWRITTEN, (size_t)nbytes);
    return 0;
}

static void executor_free(char *address)
{
    run_queue();
    nprt_cuda_host_driver.free(address);
}

static int32_t executor_copy(const NprtCudaRows *rows, NprtCudaCopy direction, void *stream)
{
    run_queue();
    nprt_cuda_host_driver.copy(rows, direction, stream);
    return direction == NPRT_CUDA_TO_HOST ? wait_for_work() : 0;
}

static int32_t executor_fill(char *to, const void *element, int32_t size, int64_t count,
                             void *stream)
{
    run_queue();
    return nprt_cuda_host_driver.fill(to, element, size, count, stream);
}

/* ---- launches ------------------------------------------------------------------------------- */

void nprt_cuda_kernel_code(NprtStr *kernel, NprtObj *code)
{
    if (state.n_kernels == MAX_KERNELS)
        return; /* launches of this one will say so */
    Kernel *added = &state.kernels[state.n_kernels++];
    added->name = kernel;
    memcpy(&added->code, &code, sizeof code);
}

static const Kernel *find_kernel(const NprtStr *name)
{
    for (uint32_t i = 0; i < state.n_kernels; i++)
        if (state.kernels[i].name == name || strcmp(state.kernels[i].name->text, name->text) == 0)
            return &state.kernels[i];
    return NULL;
}

/* Gives the arrays in a copied value the addresses that the device knows them by. `params` are the
 * kernel's parameters from this value on; returns those behind it. */
static void **place_arrays(const NprtDesc *desc, char *at, void **params)
{
    switch ((NprtKind)desc->kind) {
    case NPRT_K_ARRAY: {
        NprtArray *array = (NprtArray *)at;
        array->owner = NULL;
        memcpy(&array->data, params[0], sizeof array->data);
        return params + 1 + 2 * desc->ndim;
    }
    case NPRT_K_SCALAR:
        return params + (desc->dtype == NPRT_C64 || desc->dtype == NPRT_C128 ? 2 : 1);
    case NPRT_K_OPTIONAL:
        return place_arrays(desc->elems[0], at + desc->offsets[0], params + 1);
    case NPRT_K_RANGE:
        return params + 3;
    case NPRT_K_TUPLE:
    case NPRT_K_FUNCTION:
        for (uint32_t i = 0; i < desc->n; i++)
            params = place_arrays(desc->elems[i], at + desc->offsets[i], params);
        return params;
    default:
        return params;
    }
}

static int32_t executor_launch(const NprtCudaLaunch *launch)
{
    NprtCudaLaunch l = *launch;
    const Kernel *kernel = find_kernel(l.kernel);
    if (!kernel)
        return nprt_raise(NPRT_EXC_RUNTIME_ERROR, "no device code has the kernel %s",
                          l.kernel->text);
    if (l.block[0] == NPRT_CUDA_GRID_OF_TASKS) {
        l.block[0] = FREE_BLOCK;
        l.grid[0] = (l.grid[0] + FREE_BLOCK - 1) / FREE_BLOCK;
    }
    if (nprt_cuda_check_extents(&l))
        return 1;
    if (l.shared_bytes < 0 || l.shared_bytes > MAX_SHARED)
        return nprt_raise(NPRT_EXC_VALUE_ERROR,
                          "kernel %s: %lld bytes of dynamic shared memory; no device has more than "
                          "%d a block",
                          l.kernel->text, (long long)l.shared_bytes, MAX_SHARED);
    int64_t coarse[2];
    if (l.is_coarse) { /* only when asked for, by NPJIT_CUDA_COARSE=always */
        int64_t dim;
        memcpy(&dim, (const char *)l.args + l.args_desc->offsets[l.args_desc->n - 1], sizeof dim);
        nprt_cuda_coarsen(&l, dim, true, coarse);
    }
    Work *work = nprt_realloc(NULL, sizeof *work + l.args_desc->size);
    *work = (Work){.kernel = kernel, .desc = l.args_desc};
    memcpy(work->extents, l.grid, sizeof l.grid);
    memcpy(work->extents + 3, l.block, sizeof l.block);
    work->extents[6] = l.shared_bytes;
    if (l.args_desc->size > 0)
        memcpy(work->args, l.args, l.args_desc->size);
    place_arrays(l.args_desc, work->args, l.params);
    for (uint32_t i = 0; l.is_coarse && i < 2; i++)
        memcpy(work->args + l.args_desc->offsets[l.args_desc->n - 2 + i], &coarse[i],
               sizeof coarse[i]);
    add_work(work);
    return 0;
}

/* ---- waiting -------------------------------------------------------------------------------- */

static int32_t executor_stream_wait(void *stream)
{
    (void)stream;
    return wait_for_work();
}

static int32_t executor_event_record(void *event, void *stream)
{
    (void)stream;
    Work *work = nprt_realloc(NULL, sizeof *work);
    *work = (Work){.event = event};
    add_work(work);
    return 0;
}

static int32_t executor_event_wait(void *event)
{
    (void)event;
    return wait_for_work();
}

static int32_t executor_event_done(void *event, uint8_t *out)
{
    run_queue();
    return nprt_cuda_host_driver.event_done(event, out);
}

static int32_t executor_event_elapsed(void *from, void *to, double *out_ms)
{
    run_queue();
    return nprt_cuda_host_driver.event_elapsed(from, to, out_ms);
}

static void executor_event_free(void *event)
{
    run_queue();
    nprt_cuda_host_driver.event_free(event);
}

static const char *device_name(void)
{
    return "CPU (CUDA executor)";
}

void nprt_cuda_use_executor(void)
{
    static NprtCudaDriver driver;
    driver = nprt_cuda_host_driver;
    driver.name = "executor";
    driver.alloc = executor_alloc;
    driver.free = executor_free;
    driver.copy = executor_copy;
    driver.fill = executor_fill;
    driver.launch = executor_launch;
    driver.synchronize = wait_for_work;
    driver.stream_wait = executor_stream_wait;
    driver.event_record = executor_event_record;
    driver.event_wait = executor_event_wait;
    driver.event_done = executor_event_done;
    driver.event_elapsed = executor_event_elapsed;
    driver.event_free = executor_event_free;
    driver.device_name = device_name;
    state.end = &state.first;
    nprt_cuda_install(&driver);
}

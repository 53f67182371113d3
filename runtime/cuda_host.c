/* The host driver: device memory is ordinary memory, all work is done when a call returns. It serves
 * programs whose kernels were compiled for the CPU. Kernels by name are what it cannot launch. */
#include "runtime/cuda.h"
#include "runtime/errors.h"
#include "runtime/memory.h"
#include "runtime/process.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- memory --------------------------------------------------------------------------------- */

/* The block's header is found again from the address of its memory. */
typedef struct Block {
    NprtBlock *block;
} Block;

enum { PREFIX = 64 };

static int32_t host_alloc(int64_t nbytes, void *stream, char **out)
{
    (void)stream;
    NprtBlock *block = nprt_block_new(nbytes + PREFIX, 0);
    if (!block)
        return 1;
    memcpy(block->data, &(Block){block}, sizeof(Block));
    *out = block->data + PREFIX;
    return 0;
}

static void host_free(char *address)
{
    Block header;
    memcpy(&header, address - PREFIX, sizeof header);
    nprt_release(header.block);
}

static int32_t host_alloc_pinned(int64_t nbytes, char **out)
{
    return host_alloc(nbytes, NULL, out);
}

static int32_t host_copy(const NprtCudaRows *rows, NprtCudaCopy direction, void *stream)
{
    (void)direction;
    (void)stream;
    for (int64_t i = 0; i < rows->n_rows; i++)
        memmove(rows->to + i * rows->to_pitch, rows->from + i * rows->from_pitch,
                (size_t)rows->row_bytes);
    return 0;
}

static int32_t host_fill(char *to, const void *element, int32_t size, int64_t count, void *stream)
{
    (void)stream;
    for (int64_t i = 0; i < count; i++)
        memcpy(to + i * size, element, (size_t)size);
    return 0;
}

/* ---- launches ------------------------------------------------------------------------------- */

static int32_t no_device(const char *what)
{
    return nprt_raise(NPRT_EXC_RUNTIME_ERROR,
                      "no CUDA device: %s needs one (run with --target=cuda)", what);
}

static int32_t host_launch(const NprtCudaLaunch *launch)
{
    char name[NPRT_CUDA_NAME];
    return no_device(nprt_cuda_kernel_name(launch->kernel, name));
}

static int32_t host_kernel_info(const NprtStr *kernel, NprtCudaKernelInfo what, int64_t *out)
{
    (void)kernel;
    *out = what == NPRT_CUDA_KERNEL_MAX_THREADS ? 1024 : what == NPRT_CUDA_KERNEL_BLOCK ? 256 : 0;
    return 0;
}

/* ---- streams and events --------------------------------------------------------------------- */

static int32_t host_synchronize(void)
{
    return 0;
}

/* Handles must differ from the default stream's. */
static int32_t host_stream_new(void **out)
{
    *out = nprt_realloc(NULL, 1);
    return 0;
}

static int32_t host_stream_wait(void *stream)
{
    (void)stream;
    return 0;
}

/* An event is the time when it was recorded. */
#define NEVER (-1.0)
#define NO_TIME (-2.0) /* it keeps none */

static int32_t host_event_new(bool is_timed, void **out)
{
    double *event = nprt_realloc(NULL, sizeof *event);
    *event = is_timed ? NEVER : NO_TIME;
    *out = event;
    return 0;
}

static int32_t host_event_record(void *event, void *stream)
{
    (void)stream;
    if (*(double *)event != NO_TIME)
        *(double *)event = nprt_time_perf();
    return 0;
}

static int32_t host_event_wait(void *event)
{
    (void)event;
    return 0;
}

static int32_t host_event_done(void *event, uint8_t *out)
{
    (void)event;
    *out = 1;
    return 0;
}

static int32_t host_event_before(void *event, void *stream)
{
    (void)event;
    (void)stream;
    return 0;
}

static int32_t host_event_elapsed(void *from, void *to, double *out_ms)
{
    double start = *(double *)from, end = *(double *)to;
    if (start == NO_TIME || end == NO_TIME)
        return nprt_raise(NPRT_EXC_RUNTIME_ERROR, "an event made with timing=False has no time");
    if (start < 0 || end < 0)
        return nprt_raise(NPRT_EXC_RUNTIME_ERROR, "an event that was never recorded has no time");
    *out_ms = (end - start) * 1e3;
    return 0;
}

/* ---- devices -------------------------------------------------------------------------------- */

static int64_t host_device_count(void)
{
    return 1;
}

static int32_t host_select(int64_t device)
{
    return device == 0 ? 0 : nprt_raise(NPRT_EXC_INDEX_ERROR, "there is no CUDA device %lld",
                                        (long long)device);
}

/* What kernels compiled for the CPU may rely on, by the numbers of CUdevice_attribute. */
static int32_t host_attribute(int64_t what, int64_t *out)
{
    static const struct {
        int64_t what, value;
    } rows[] = {
        {1, 1024},        /* threads per block */
        {2, 1024},        /* block dimensions */
        {3, 1024},       {4, 64},    {5, 2147483647}, /* grid dimensions */
        {6, 65535},      {7, 65535}, {8, 48 << 10},   /* shared memory per block */
        {9, 64 << 10},    /* constant memory */
        {10, 32},         /* warp */
        {12, 64 << 10},   /* registers per block */
        {39, 1024},       /* threads per multiprocessor */
        {75, 7},         {76, 5}, /* compute capability */
        {95, 1},          /* cooperative launch */
    };
    enum { MULTIPROCESSORS = 16 };
    *out = what == MULTIPROCESSORS ? sysconf(_SC_NPROCESSORS_ONLN) : 0;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].what == what)
            *out = rows[i].value;
    return 0;
}

static const char *host_device_name(void)
{
    return "CPU";
}

static int32_t host_memory_info(int64_t *out_free, int64_t *out_total)
{
    int64_t page = sysconf(_SC_PAGESIZE);
    *out_free = page * sysconf(_SC_AVPHYS_PAGES);
    *out_total = page * sysconf(_SC_PHYS_PAGES);
    return 0;
}

const NprtCudaDriver nprt_cuda_host_driver = {
    .name = "host",
    .is_host = true,
    .alloc = host_alloc,
    .free = host_free,
    .alloc_pinned = host_alloc_pinned,
    .free_pinned = host_free,
    .copy = host_copy,
    .fill = host_fill,
    .launch = host_launch,
    .kernel_info = host_kernel_info,
    .synchronize = host_synchronize,
    .stream_new = host_stream_new,
    .stream_wait = host_stream_wait,
    .stream_free = nprt_mem_free,
    .event_new = host_event_new,
    .event_record = host_event_record,
    .event_wait = host_event_wait,
    .event_done = host_event_done,
    .event_before = host_event_before,
    .event_elapsed = host_event_elapsed,
    .event_free = nprt_mem_free,
    .device_count = host_device_count,
    .select = host_select,
    .attribute = host_attribute,
    .device_name = host_device_name,
    .memory_info = host_memory_info,
};

/* Kernel launches: the tuple of arguments becomes one buffer of parameters, which a driver takes
 * faster than a list of many. Arrays in host memory travel to the device and back. */
#include "runtime/cuda.h"
#include "runtime/cuda_internal.h"
#include "runtime/errors.h"
#include "runtime/memory.h"

#include <string.h>

enum {
    MAX_PARAMS = 512,
    MAX_BYTES = 4096, /* of parameters, what every device takes */
    MAX_HOST_ARRAYS = 64,
};

/* Host memory that one or more arguments lie in, and its place on the device. */
typedef struct Range {
    char *low, *high;
    char *device; /* NULL until it is copied */
    bool is_read, is_written;
} Range;

typedef struct HostArray {
    const char *data;
    uint32_t param; /* which gets the device address */
} HostArray;

typedef struct Args {
    _Alignas(16) char bytes[MAX_BYTES]; /* the parameters as the device sees them */
    void *params[MAX_PARAMS];           /* addresses in `bytes` */
    uint32_t n, used;
    HostArray arrays[MAX_HOST_ARRAYS];
    uint32_t n_arrays;
    Range ranges[MAX_HOST_ARRAYS];
    uint32_t n_ranges;
    uint32_t flags; /* of the argument in work */
    bool is_full;
} Args;

/* ---- collecting ----------------------------------------------------------------------------- */

/* `size` is 1, 2, 4 or 8, and the alignment too. */
static void add_param(Args *args, const void *address, uint32_t size)
{
    uint32_t at = (args->used + size - 1) & ~(size - 1);
    if (args->n == MAX_PARAMS || at + size > MAX_BYTES) {
        args->is_full = true;
        return;
    }
    args->params[args->n++] = memcpy(args->bytes + at, address, size);
    args->used = at + size;
}

/* Joins the range with those that it meets. */
static void add_range(Args *args, Range range)
{
    for (uint32_t i = 0; i < args->n_ranges;) {
        Range *other = &args->ranges[i];
        if (other->low >= range.high || range.low >= other->high) {
            i++;
            continue;
        }
        range.low = other->low < range.low ? other->low : range.low;
        range.high = other->high > range.high ? other->high : range.high;
        range.is_read = true; /* what one of them does not write must stay */
        range.is_written |= other->is_written;
        *other = args->ranges[--args->n_ranges];
        i = 0;
    }
    args->ranges[args->n_ranges++] = range;
}

static void add_host_array(Args *args, const NprtView *view, uint32_t param)
{
    if (args->n_arrays == MAX_HOST_ARRAYS) {
        args->is_full = true;
        return;
    }
    args->arrays[args->n_arrays++] = (HostArray){view->data, param};
    const char *low, *high;
    nprt_view_bounds(view, &low, &high);
    if (low == high)
        return;
    bool is_dense = nprt_view_is_contiguous(view) || nprt_view_is_contiguous_f(view);
    add_range(args, (Range){.low = (char *)low,
                            .high = (char *)high,
                            .is_read = !is_dense || !(args->flags & NPRT_CUDA_ARG_NOT_READ),
                            .is_written = !(args->flags & NPRT_CUDA_ARG_NOT_WRITTEN)});
}

static void add_array(Args *args, const NprtDesc *desc, const char *at)
{
    const NprtArray *array = (const NprtArray *)at;
    NprtView view;
    nprt_view_of(&view, desc, at);
    uint32_t first = args->n;
    add_param(args, &array->data, sizeof array->data);
    for (uint32_t i = 0; i < 2u * desc->ndim; i++)
        add_param(args, &array->dims[i], sizeof array->dims[i]);
    if (!nprt_cuda_view_is_device(&view))
        add_host_array(args, &view, first);
}

static int32_t add_value(Args *args, const NprtDesc *desc, const char *at)
{
    switch ((NprtKind)desc->kind) {
    case NPRT_K_ARRAY:
        add_array(args, desc, at);
        return 0;
    case NPRT_K_SCALAR:
        if (desc->dtype != NPRT_C64 && desc->dtype != NPRT_C128) {
            add_param(args, at, desc->size);
            return 0;
        }
        add_param(args, at, desc->size / 2);
        add_param(args, at + desc->size / 2, desc->size / 2);
        return 0;
    case NPRT_K_OPTIONAL:
        add_param(args, at, 1);
        return add_value(args, desc->elems[0], at + desc->offsets[0]);
    case NPRT_K_TUPLE:
    case NPRT_K_FUNCTION:
        for (uint32_t i = 0; i < desc->n; i++)
            if (add_value(args, desc->elems[i], at + desc->offsets[i]))
                return 1;
        return 0;
    case NPRT_K_RANGE:
        for (int i = 0; i < 3; i++)
            add_param(args, at + 8 * i, 8);
        return 0;
    default:
        if (desc->size == 0)
            return 0;
        return nprt_raise(NPRT_EXC_TYPE_ERROR,
                          "a kernel takes numbers, arrays and tuples of them as arguments");
    }
}

/* ---- host arrays ---------------------------------------------------------------------------- */

static void free_ranges(Args *args)
{
    for (uint32_t i = 0; i < args->n_ranges; i++)
        if (args->ranges[i].device)
            nprt_cuda_driver()->free(args->ranges[i].device);
}

static int32_t move_range(const Range *range, bool is_back, void *stream)
{
    int64_t size = range->high - range->low;
    NprtCudaRows rows = {range->device, range->low, size, 1, size, size};
    if (is_back) {
        rows.to = range->low;
        rows.from = range->device;
    }
    return nprt_cuda_driver()->copy(&rows, is_back ? NPRT_CUDA_TO_HOST : NPRT_CUDA_TO_DEVICE,
                                    stream);
}

static int32_t copy_in(Args *args, void *stream)
{
    for (uint32_t i = 0; i < args->n_ranges; i++) {
        Range *range = &args->ranges[i];
        if (nprt_cuda_driver()->alloc(range->high - range->low, stream, &range->device) ||
            (range->is_read && move_range(range, false, stream)))
            return 1;
    }
    for (uint32_t i = 0; i < args->n_arrays; i++) {
        const HostArray *array = &args->arrays[i];
        for (uint32_t k = 0; k < args->n_ranges; k++) {
            const Range *range = &args->ranges[k];
            if (array->data < range->low || array->data >= range->high)
                continue;
            char *device = range->device + (array->data - range->low);
            memcpy(args->params[array->param], &device, sizeof device);
        }
    }
    return 0;
}

static int32_t copy_back(Args *args, void *stream)
{
    for (uint32_t i = 0; i < args->n_ranges; i++)
        if (args->ranges[i].is_written && move_range(&args->ranges[i], true, stream))
            return 1;
    return 0;
}

void nprt_cuda_coarsen(NprtCudaLaunch *launch, int64_t dim, bool many, int64_t out_params[2])
{
    int64_t blocks = launch->grid[dim], count = many ? NPRT_CUDA_COPIES : 1;
    out_params[0] = blocks * launch->block[dim];
    out_params[1] = count;
    launch->grid[dim] = (blocks + count - 1) / count;
}

/* ---- launching ------------------------------------------------------------------------------ */

/* Symbols are "name$number". */
const char *nprt_cuda_kernel_name(const NprtStr *symbol, char *out)
{
    const char *end = strrchr(symbol->text, '$');
    size_t n = end && end > symbol->text ? (size_t)(end - symbol->text) : strlen(symbol->text);
    n = n < NPRT_CUDA_NAME ? n : NPRT_CUDA_NAME - 1;
    memcpy(out, symbol->text, n);
    out[n] = '\0';
    return out;
}

static int32_t refuse(const NprtCudaLaunch *launch, const char *what, const int64_t *extents,
                      const char *limits)
{
    char name[NPRT_CUDA_NAME];
    return nprt_raise(NPRT_EXC_VALUE_ERROR,
                      "kernel '%s' cannot be launched with a %s of (%lld, %lld, %lld): %s",
                      nprt_cuda_kernel_name(launch->kernel, name), what, (long long)extents[0],
                      (long long)extents[1], (long long)extents[2], limits);
}

static int32_t check_shape(const NprtCudaLaunch *launch)
{
    const int64_t *g = launch->grid, *b = launch->block;
    if (g[0] <= 0 || g[1] <= 0 || g[2] <= 0)
        return refuse(launch, "grid", g, "all three must be positive");
    if ((b[0] <= 0 && b[0] != NPRT_CUDA_GRID_OF_TASKS) || b[1] <= 0 || b[2] <= 0)
        return refuse(launch, "block", b, "all three must be positive");
    return 0;
}

int32_t nprt_cuda_check_extents(const NprtCudaLaunch *launch)
{
    const int64_t *g = launch->grid, *b = launch->block;
    if (b[0] > 1024 || b[1] > 1024 || b[2] > 64 || b[0] * b[1] * b[2] > 1024)
        return refuse(launch, "block", b,
                      "it is too large, (1024, 1024, 64) and 1024 threads in all are the limit");
    if (g[0] > INT32_MAX || g[1] > 65535 || g[2] > 65535)
        return refuse(launch, "grid", g,
                      "it is too large, (2147483647, 65535, 65535) is the limit");
    return 0;
}

int32_t nprt_cuda_launch(NprtStr *kernel, int64_t grid_x, int64_t grid_y, int64_t grid_z,
                         int64_t block_x, int64_t block_y, int64_t block_z, int64_t shared_bytes,
                         NprtObj *stream, const NprtDesc *args_desc, void *args_value,
                         int64_t flags)
{
    NprtCudaLaunch launch = {.kernel = kernel,
                             .grid = {grid_x, grid_y, grid_z},
                             .block = {block_x, block_y, block_z},
                             .shared_bytes = shared_bytes,
                             .stream = nprt_cuda_handle(stream),
                             .is_cooperative = (flags & NPRT_CUDA_COOPERATIVE) != 0,
                             .is_coarse = (flags & NPRT_CUDA_COARSE) != 0,
                             .args_desc = args_desc,
                             .args = args_value};
    if (block_x == NPRT_CUDA_GRID_OF_TASKS && grid_x == 0)
        return 0; /* forall(0) */
    if (check_shape(&launch))
        return 1;
    Args args;
    args.n = args.used = args.n_arrays = args.n_ranges = 0;
    args.is_full = false;
    for (uint32_t i = 0; i < args_desc->n; i++) {
        args.flags = i < 31 ? (uint32_t)(flags >> (2 * i)) & 3u : 0;
        if (add_value(&args, args_desc->elems[i], (const char *)args_value + args_desc->offsets[i]))
            return 1;
    }
    char name[NPRT_CUDA_NAME];
    if (args.is_full)
        return nprt_raise(NPRT_EXC_VALUE_ERROR,
                          "kernel '%s' has too many arguments: all together have at most %d bytes, "
                          "and at most %d "
                          "arrays are in host memory",
                          nprt_cuda_kernel_name(kernel, name), MAX_BYTES, MAX_HOST_ARRAYS);
    launch.params = args.params;
    launch.n_params = args.n;
    launch.bytes = args.bytes;
    launch.n_bytes = args.used;
    if (args.n_arrays == 0)
        return nprt_cuda_driver()->launch(&launch);
    int32_t status = copy_in(&args, launch.stream);
    if (status == 0)
        status = nprt_cuda_driver()->launch(&launch);
    if (status == 0)
        status = copy_back(&args, launch.stream);
    free_ranges(&args);
    return status;
}

int32_t nprt_cuda_kernel_info(NprtStr *kernel, int64_t what, int64_t *out)
{
    if (what < 0 || what >= NPRT_CUDA_KERNEL_INFO_COUNT)
        return nprt_raise(NPRT_EXC_VALUE_ERROR, "no such attribute of a kernel");
    return nprt_cuda_driver()->kernel_info(kernel, (NprtCudaKernelInfo)what, out);
}

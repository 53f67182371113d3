/* Device arrays: making them, and moving elements between host and device. Bytes move in rows; what
 * has no long rows is gathered or scattered on the host, in a copy of the whole range. */
#include "runtime/cuda.h"

#include "runtime/cuda_internal.h"
#include "runtime/errors.h"
#include "runtime/memory.h"
#include "runtime/print_scalar.h"

#include <stdlib.h>
#include <string.h>

/* ---- the driver ----------------------------------------------------------------------------- */

/* One device per process, as in CUDA itself. */
static struct {
    const NprtCudaDriver *driver; /* NULL: the host driver */
    bool is_used;
} state;

void nprt_cuda_install(const NprtCudaDriver *driver)
{
    state.driver = driver;
    state.is_used = false;
}

const NprtCudaDriver *nprt_cuda_driver(void)
{
    state.is_used = true;
    return state.driver ? state.driver : &nprt_cuda_host_driver;
}

int32_t nprt_cuda_finish(void)
{
    NprtExc *leaving = nprt_exc_take();
    int32_t status = state.is_used ? nprt_cuda_driver()->synchronize() : 0;
    if (!leaving)
        return status;
    nprt_exc_clear();
    nprt_exc_raise(leaving);
    nprt_release(leaving);
    return 1;
}

/* ---- objects -------------------------------------------------------------------------------- */

/* The object behind nprt_foreign_new keeps its two words behind the header. */
typedef struct Foreign {
    NprtObj obj;
    void (*destroy)(void *context);
    void *context;
} Foreign;

NprtObj *nprt_cuda_object(void (*destroy)(void *handle), void *handle)
{
    NprtCudaHandle *context = nprt_realloc(NULL, sizeof *context);
    *context = (NprtCudaHandle){nprt_cuda_driver(), handle};
    return nprt_foreign_new(destroy, context);
}

void *nprt_cuda_handle(const NprtObj *object)
{
    const Foreign *foreign = (const Foreign *)object;
    return foreign ? ((NprtCudaHandle *)foreign->context)->handle : NULL;
}

static void free_memory(void *context)
{
    NprtCudaHandle *memory = context;
    memory->driver->free(memory->handle);
    nprt_mem_free(memory);
}

static void free_pinned(void *context)
{
    NprtCudaHandle *memory = context;
    memory->driver->free_pinned(memory->handle);
    nprt_mem_free(memory);
}

bool nprt_cuda_view_is_device(const NprtView *view)
{
    const Foreign *foreign = (const Foreign *)view->owner;
    return foreign && foreign->obj.kind == NPRT_O_FOREIGN && foreign->destroy == free_memory;
}

uint8_t nprt_cuda_is_device(const NprtDesc *desc, const void *value)
{
    NprtView view;
    nprt_view_of(&view, desc, value);
    return nprt_cuda_view_is_device(&view);
}

/* ---- new arrays ----------------------------------------------------------------------------- */

static void set_strides(NprtView *view, bool is_fortran)
{
    if (!is_fortran) {
        nprt_view_set_strides(view);
        return;
    }
    int64_t stride = nprt_view_itemsize(view);
    for (int32_t i = 0; i < view->ndim; i++) {
        view->strides[i] = stride;
        stride *= view->shape[i] > 0 ? view->shape[i] : 1;
    }
}

static int32_t count_bytes(const NprtView *view, int64_t *out)
{
    int64_t bytes = nprt_view_itemsize(view);
    for (int32_t i = 0; i < view->ndim; i++) {
        if (view->shape[i] < 0)
            return nprt_raise(NPRT_EXC_VALUE_ERROR, "negative dimensions are not allowed");
        if (__builtin_mul_overflow(bytes, view->shape[i], &bytes))
            return nprt_raise(NPRT_EXC_VALUE_ERROR, "array is too big");
    }
    *out = bytes;
    return 0;
}

static int32_t make_array(NprtView *view, bool is_fortran, bool is_pinned, void *stream)
{
    const NprtCudaDriver *driver = nprt_cuda_driver();
    int64_t bytes = 0;
    if (count_bytes(view, &bytes) ||
        (is_pinned ? driver->alloc_pinned(bytes, &view->data)
                   : driver->alloc(bytes, stream, &view->data)))
        return 1;
    view->owner = nprt_cuda_object(is_pinned ? free_pinned : free_memory, view->data);
    set_strides(view, is_fortran);
    return 0;
}

int32_t nprt_cuda_make_array(NprtView *view, bool is_fortran, void *stream)
{
    return make_array(view, is_fortran, false, stream);
}

/* Hands the view with its reference over as the result of a call. */
static int32_t give(NprtView *view, const NprtDesc *desc, void *out)
{
    nprt_view_store(view, desc, out);
    nprt_release(view->owner);
    return 0;
}

static int64_t int_at(const NprtDesc *desc, const char *at)
{
    NprtView view, wide = {.dtype = NPRT_I64};
    int64_t value = 0;
    nprt_view_of(&view, desc, at);
    wide.data = (char *)&value;
    nprt_view_copy(&wide, &view);
    return value;
}

/* Reads an int or a tuple of ints. */
static void read_shape(const NprtDesc *desc, const void *value, NprtView *view)
{
    if (desc->kind != NPRT_K_TUPLE) {
        view->ndim = 1;
        view->shape[0] = int_at(desc, value);
        return;
    }
    view->ndim = (int32_t)desc->n;
    for (uint32_t i = 0; i < desc->n; i++)
        view->shape[i] = int_at(desc->elems[i], (const char *)value + desc->offsets[i]);
}

static int32_t new_array(const NprtDesc *shape_desc, const void *shape, bool is_fortran,
                         bool is_pinned, const NprtDesc *out_desc, void *out)
{
    NprtView view = {.dtype = (NprtDtype)out_desc->dtype};
    read_shape(shape_desc, shape, &view);
    if (make_array(&view, is_fortran, is_pinned, NULL))
        return 1;
    return give(&view, out_desc, out);
}

int32_t nprt_cuda_device_array(const NprtDesc *shape_desc, const void *shape, uint8_t is_fortran,
                               const NprtDesc *out_desc, void *out)
{
    return new_array(shape_desc, shape, is_fortran, false, out_desc, out);
}

int32_t nprt_cuda_pinned_array(const NprtDesc *shape_desc, const void *shape, uint8_t is_fortran,
                               const NprtDesc *out_desc, void *out)
{
    return new_array(shape_desc, shape, is_fortran, true, out_desc, out);
}

/* ---- moving elements ------------------------------------------------------------------------ */

/* The dimensions of a copy, outermost first, as few as possible. */
typedef struct Plan {
    int32_t n;
    int64_t extent[NPRT_MAX_DIMS], to[NPRT_MAX_DIMS], from[NPRT_MAX_DIMS];
    int64_t row_bytes;
} Plan;

/* Sorts by the target's stride, so that a transposed copy of contiguous memory is contiguous too. */
static void add_dim(Plan *plan, int64_t extent, int64_t to, int64_t from)
{
    int32_t at = plan->n++;
    for (; at > 0 && plan->to[at - 1] < to; at--) {
        plan->extent[at] = plan->extent[at - 1];
        plan->to[at] = plan->to[at - 1];
        plan->from[at] = plan->from[at - 1];
    }
    plan->extent[at] = extent;
    plan->to[at] = to;
    plan->from[at] = from;
}

static void make_plan(Plan *plan, const NprtView *to, const NprtView *from)
{
    plan->n = 0;
    plan->row_bytes = nprt_view_itemsize(to);
    for (int32_t i = 0; i < to->ndim; i++)
        if (to->shape[i] != 1)
            add_dim(plan, to->shape[i], to->strides[i], from->strides[i]);
    while (plan->n > 0) {
        int32_t last = plan->n - 1;
        if (plan->to[last] != plan->row_bytes || plan->from[last] != plan->row_bytes)
            return;
        plan->row_bytes *= plan->extent[last];
        plan->n--;
    }
}

/* Long rows, at most one dimension of them. */
static bool has_rows(const Plan *plan)
{
    enum { LONG_ROW = 64, FEW_ROWS = 8 };
    if (plan->n == 0)
        return true;
    return plan->n == 1 && plan->to[0] >= plan->row_bytes && plan->from[0] >= plan->row_bytes &&
           (plan->row_bytes >= LONG_ROW || plan->extent[0] <= FEW_ROWS);
}

static int32_t copy_rows(const Plan *plan, const NprtView *to, const NprtView *from,
                         NprtCudaCopy direction, void *stream)
{
    NprtCudaRows rows = {to->data,        from->data, plan->row_bytes, 1,
                         plan->row_bytes, plan->row_bytes};
    if (plan->n == 1) {
        rows.n_rows = plan->extent[0];
        rows.to_pitch = plan->to[0];
        rows.from_pitch = plan->from[0];
    }
    return nprt_cuda_driver()->copy(&rows, direction, stream);
}

/* A host copy of all bytes between the first and the last element of a device view. */
typedef struct Mirror {
    NprtView view; /* like the device view; its owner is NULL */
    char *bytes;   /* malloc */
    char *device;  /* where the range begins */
    int64_t size;
} Mirror;

static int32_t open_mirror(Mirror *mirror, const NprtView *device, void *stream)
{
    const char *low, *high;
    nprt_view_bounds(device, &low, &high);
    *mirror = (Mirror){*device, malloc((size_t)(high - low) + 1), (char *)low, high - low};
    if (!mirror->bytes)
        return nprt_raise(NPRT_EXC_MEMORY_ERROR, "out of host memory for a copy");
    mirror->view.owner = NULL;
    mirror->view.data = mirror->bytes + (device->data - low);
    NprtCudaRows rows = {mirror->bytes, low, mirror->size, 1, mirror->size, mirror->size};
    if (nprt_cuda_driver()->copy(&rows, NPRT_CUDA_TO_HOST, stream)) {
        free(mirror->bytes);
        return 1;
    }
    return 0;
}

static int32_t write_mirror(const Mirror *mirror, void *stream)
{
    NprtCudaRows rows = {mirror->device, mirror->bytes, mirror->size,
                         1,              mirror->size,  mirror->size};
    return nprt_cuda_driver()->copy(&rows, NPRT_CUDA_TO_DEVICE, stream);
}

static int32_t copy_by_mirror(const NprtView *to, const NprtView *from, void *stream)
{
    Mirror source = {.view = *from}, target = {.view = *to};
    bool reads = nprt_cuda_view_is_device(from), writes = nprt_cuda_view_is_device(to);
    if (reads && open_mirror(&source, from, stream))
        return 1;
    int32_t status = writes ? open_mirror(&target, to, stream) : 0;
    if (status == 0) {
        nprt_view_copy(&target.view, &source.view);
        if (writes) {
            status = write_mirror(&target, stream);
            free(target.bytes);
        }
    }
    free(source.bytes);
    return status;
}

int32_t nprt_cuda_transfer(const NprtView *to, const NprtView *from, void *stream)
{
    bool reads = nprt_cuda_view_is_device(from), writes = nprt_cuda_view_is_device(to);
    if (nprt_view_size(to) == 0)
        return 0;
    if (!reads && !writes) {
        nprt_view_copy(to, from);
        return 0;
    }
    NprtCudaCopy direction = !reads    ? NPRT_CUDA_TO_DEVICE
                             : !writes ? NPRT_CUDA_TO_HOST
                                       : NPRT_CUDA_ON_DEVICE;
    Plan plan;
    make_plan(&plan, to, from);
    return has_rows(&plan) ? copy_rows(&plan, to, from, direction, stream)
                           : copy_by_mirror(to, from, stream);
}

/* ---- copies that programs ask for ----------------------------------------------------------- */

static bool is_fortran_alone(const NprtView *view)
{
    return nprt_view_is_contiguous_f(view) && !nprt_view_is_contiguous(view);
}

int32_t nprt_cuda_to_device(const NprtDesc *desc, const void *value, NprtObj *stream,
                            const NprtDesc *out_desc, void *out)
{
    NprtView from, to;
    nprt_view_of(&from, desc, value);
    to = from;
    void *handle = nprt_cuda_handle(stream);
    if (nprt_cuda_make_array(&to, is_fortran_alone(&from), handle))
        return 1;
    if (nprt_cuda_transfer(&to, &from, handle)) {
        nprt_release(to.owner);
        return 1;
    }
    return give(&to, out_desc, out);
}

int32_t nprt_cuda_copy_to_host(const NprtDesc *desc, const void *value, NprtObj *stream,
                               const NprtDesc *out_desc, void *out)
{
    NprtView from, to;
    nprt_view_of(&from, desc, value);
    if (nprt_view_temp_new(from.dtype, from.ndim, from.shape, &to))
        return 1;
    set_strides(&to, is_fortran_alone(&from));
    if (nprt_cuda_transfer(&to, &from, nprt_cuda_handle(stream))) {
        nprt_release(to.owner);
        return 1;
    }
    return give(&to, out_desc, out);
}

static int32_t fill(const NprtView *to, const NprtView *scalar, void *stream)
{
    NprtC128 element = {0, 0};
    NprtView one = {.data = (char *)&element, .dtype = to->dtype};
    nprt_view_copy(&one, scalar);
    if (nprt_view_size(to) == 0)
        return 0;
    if (nprt_cuda_view_is_device(to) &&
        (nprt_view_is_contiguous(to) || nprt_view_is_contiguous_f(to)))
        return nprt_cuda_driver()->fill(to->data, &element, (int32_t)nprt_view_itemsize(to),
                                        nprt_view_size(to), stream);
    one.ndim = to->ndim;
    memcpy(one.shape, to->shape, sizeof one.shape);
    memset(one.strides, 0, sizeof one.strides);
    return nprt_cuda_view_is_device(to) ? copy_by_mirror(to, &one, stream)
                                        : nprt_cuda_transfer(to, &one, stream);
}

int32_t nprt_cuda_copy(const NprtDesc *to_desc, void *to, const NprtDesc *from_desc,
                       const void *from, NprtObj *stream)
{
    NprtView target, source;
    nprt_view_of(&target, to_desc, to);
    nprt_view_of(&source, from_desc, from);
    void *handle = nprt_cuda_handle(stream);
    if (from_desc->kind == NPRT_K_SCALAR)
        return fill(&target, &source, handle);
    if (target.dtype != source.dtype)
        return nprt_raise(NPRT_EXC_TYPE_ERROR, "incompatible dtype: %s vs. %s",
                          nprt_dtype_name(target.dtype), nprt_dtype_name(source.dtype));
    if (target.ndim != source.ndim ||
        memcmp(target.shape, source.shape, (size_t)target.ndim * sizeof *target.shape) != 0) {
        char a[NPRT_SHAPE_TEXT], b[NPRT_SHAPE_TEXT];
        return nprt_raise(NPRT_EXC_VALUE_ERROR, "incompatible shape: %s vs. %s",
                          nprt_shape_text(a, target.ndim, target.shape),
                          nprt_shape_text(b, source.ndim, source.shape));
    }
    return nprt_cuda_transfer(&target, &source, handle);
}

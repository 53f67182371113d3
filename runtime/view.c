/* Views: taking values apart, broadcasting, overlap, and making the results of array functions. */
#include "runtime/view.h"

#include "runtime/convert.h"
#include "runtime/errors.h"
#include "runtime/memory.h"
#include "runtime/print_scalar.h"

#include <stdio.h>
#include <string.h>

void nprt_view_of(NprtView *view, const NprtDesc *desc, const void *value)
{
    view->dtype = (NprtDtype)desc->dtype;
    if (desc->kind != NPRT_K_ARRAY) {
        view->owner = NULL;
        view->data = (char *)value;
        view->ndim = 0;
        return;
    }
    const NprtArray *array = value;
    view->owner = array->owner;
    view->data = array->data;
    view->ndim = desc->ndim;
    memcpy(view->shape, array->dims, desc->ndim * sizeof *array->dims);
    memcpy(view->strides, array->dims + desc->ndim, desc->ndim * sizeof *array->dims);
}

int64_t nprt_shape_size(int32_t ndim, const int64_t *shape)
{
    int64_t size = 1;
    for (int32_t i = 0; i < ndim; i++)
        size *= shape[i];
    return size;
}

int64_t nprt_view_size(const NprtView *view)
{
    return nprt_shape_size(view->ndim, view->shape);
}

int64_t nprt_view_itemsize(const NprtView *view)
{
    return nprt_dtype_size(view->dtype);
}

bool nprt_view_is_contiguous(const NprtView *view)
{
    int64_t stride = nprt_view_itemsize(view);
    bool dense = true;
    for (int32_t i = view->ndim - 1; i >= 0; i--) {
        if (view->shape[i] == 0)
            return true;
        if (view->shape[i] != 1 && view->strides[i] != stride)
            dense = false;
        stride *= view->shape[i];
    }
    return dense;
}

bool nprt_view_is_contiguous_f(const NprtView *view)
{
    int64_t stride = nprt_view_itemsize(view);
    bool dense = true;
    for (int32_t i = 0; i < view->ndim; i++) {
        if (view->shape[i] == 0)
            return true;
        if (view->shape[i] != 1 && view->strides[i] != stride)
            dense = false;
        stride *= view->shape[i];
    }
    return dense;
}

void nprt_view_set_strides(NprtView *view)
{
    int64_t stride = nprt_view_itemsize(view);
    for (int32_t i = view->ndim - 1; i >= 0; i--) {
        view->strides[i] = stride;
        stride *= view->shape[i] > 0 ? view->shape[i] : 1;
    }
}

void nprt_view_bounds(const NprtView *view, const char **out_low, const char **out_high)
{
    *out_low = *out_high = view->data;
    if (nprt_view_size(view) == 0)
        return;
    for (int32_t i = 0; i < view->ndim; i++) {
        int64_t reach = view->strides[i] * (view->shape[i] - 1);
        if (reach < 0)
            *out_low += reach;
        else
            *out_high += reach;
    }
    *out_high += nprt_view_itemsize(view);
}

bool nprt_view_overlaps(const NprtView *a, const NprtView *b)
{
    const char *a_low, *a_high, *b_low, *b_high;
    nprt_view_bounds(a, &a_low, &a_high);
    nprt_view_bounds(b, &b_low, &b_high);
    return a_low != a_high && b_low != b_high && a_low < b_high && b_low < a_high;
}

bool nprt_view_same(const NprtView *a, const NprtView *b)
{
    if (a->data != b->data || a->dtype != b->dtype || a->ndim != b->ndim)
        return false;
    for (int32_t i = 0; i < a->ndim; i++)
        if (a->shape[i] != b->shape[i] || a->strides[i] != b->strides[i])
            return false;
    return true;
}

bool nprt_view_broadcast(const NprtView *view, int32_t ndim, const int64_t *shape,
                         int64_t *out_strides)
{
    int32_t lead = view->ndim - ndim;
    for (int32_t i = 0; i < lead; i++)
        if (view->shape[i] != 1)
            return false;
    for (int32_t i = 0; i < ndim; i++) {
        int32_t from = i + lead;
        if (from < 0 || view->shape[from] == 1)
            out_strides[i] = 0;
        else if (view->shape[from] == shape[i])
            out_strides[i] = view->strides[from];
        else
            return false;
    }
    return true;
}

void nprt_view_copy(const NprtView *dst, const NprtView *src)
{
    NprtStrided to = {dst->dtype, dst->data, dst->strides};
    NprtStrided from = {src->dtype, src->data, src->strides};
    nprt_copy_strided(&to, &from, dst->ndim, dst->shape);
}

/* ---- results -------------------------------------------------------------------------------- */

/* Bytes of an array, or -1 when they do not fit in int64. */
static int64_t array_bytes(NprtDtype dtype, int32_t ndim, const int64_t *shape)
{
    int64_t bytes = nprt_dtype_size(dtype);
    for (int32_t i = 0; i < ndim; i++)
        if (shape[i] == 0)
            return 0;
    for (int32_t i = 0; i < ndim; i++) {
        if (shape[i] < 0 || bytes > INT64_MAX / shape[i])
            return -1;
        bytes *= shape[i];
    }
    return bytes;
}

static int32_t make_block(NprtView *view, bool zeroed)
{
    int64_t bytes = array_bytes(view->dtype, view->ndim, view->shape);
    if (bytes < 0)
        return nprt_raise(NPRT_EXC_VALUE_ERROR, "array is too big; `arr.size * arr.dtype.itemsize` "
                                                "is larger than the maximum possible size.");
    NprtBlock *block = nprt_block_new(bytes, zeroed);
    if (!block)
        return 1;
    view->owner = &block->obj;
    view->data = block->data;
    nprt_view_set_strides(view);
    return 0;
}

/* Writes the view without adding a reference. */
static void store(const NprtView *view, const NprtDesc *desc, void *out)
{
    if (desc->kind != NPRT_K_ARRAY) {
        memcpy(out, view->data, desc->size);
        return;
    }
    NprtArray *array = out;
    array->owner = view->owner;
    array->data = view->data;
    memcpy(array->dims, view->shape, desc->ndim * sizeof *array->dims);
    memcpy(array->dims + desc->ndim, view->strides, desc->ndim * sizeof *array->dims);
}

int32_t nprt_view_new(const NprtDesc *desc, void *out, int32_t ndim, const int64_t *shape,
                      bool zeroed, NprtView *out_view)
{
    out_view->dtype = (NprtDtype)desc->dtype;
    out_view->ndim = ndim;
    memcpy(out_view->shape, shape, (size_t)ndim * sizeof *shape);
    if (desc->kind != NPRT_K_ARRAY) {
        out_view->owner = NULL;
        out_view->data = memset(out, 0, desc->size);
        return 0;
    }
    if (make_block(out_view, zeroed))
        return 1;
    store(out_view, desc, out);
    return 0;
}

void nprt_view_store(const NprtView *view, const NprtDesc *desc, void *out)
{
    if (desc->kind == NPRT_K_ARRAY)
        nprt_retain(view->owner);
    store(view, desc, out);
}

int32_t nprt_view_temp_new(NprtDtype dtype, int32_t ndim, const int64_t *shape, NprtView *out_temp)
{
    out_temp->dtype = dtype;
    out_temp->ndim = ndim;
    memcpy(out_temp->shape, shape, (size_t)ndim * sizeof *shape);
    return make_block(out_temp, false);
}

int32_t nprt_view_temp(const NprtView *view, NprtDtype dtype, NprtView *out_copy)
{
    if (nprt_view_temp_new(dtype, view->ndim, view->shape, out_copy))
        return 1;
    nprt_view_copy(out_copy, view);
    return 0;
}

/* ---- texts of errors ------------------------------------------------------------------------ */

const char *nprt_shape_text(char text[NPRT_SHAPE_TEXT], int32_t ndim, const int64_t *shape)
{
    size_t used = 0;
    int32_t first = 0;
    while (first < ndim && shape[first] < 0)
        first++;
    text[used++] = '(';
    for (int32_t i = first; i < ndim && used + 32 < NPRT_SHAPE_TEXT; i++) {
        const char *comma = i > first ? "," : "";
        used += (size_t)(shape[i] < 0
                             ? snprintf(text + used, 32, "%snewaxis", comma)
                             : snprintf(text + used, 32, "%s%lld", comma, (long long)shape[i]));
    }
    snprintf(text + used, NPRT_SHAPE_TEXT - used, ndim == 1 && first == 0 ? ",)" : ")");
    return text;
}

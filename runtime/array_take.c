/* Cells at offsets, and numpy.take. */
#include "runtime/array.h"

#include "runtime/array_internal.h"
#include "runtime/convert.h"
#include "runtime/errors.h"
#include "runtime/memory.h"
#include "runtime/rows.h"

#include <string.h>

/* ---- cells ---------------------------------------------------------------------------------- */

void nprt_cells_init(NprtCells *cells, const NprtView *array, int32_t first)
{
    NprtView *block = &cells->block;
    block->owner = NULL;
    block->data = array->data;
    block->dtype = array->dtype;
    block->ndim = array->ndim - first;
    memcpy(block->shape, array->shape + first, (size_t)block->ndim * sizeof *block->shape);
    memcpy(block->strides, array->strides + first, (size_t)block->ndim * sizeof *block->strides);
    cells->bytes = nprt_view_size(block) * nprt_view_itemsize(block);
    cells->is_dense = nprt_view_is_contiguous(block);
}

#define GATHER(size)                                                                               \
    for (int64_t k = 0; k < n; k++)                                                                \
        memcpy(out + k * size, base + offsets[k], size);                                           \
    break

static void gather_dense(char *out, const char *base, const int64_t *offsets, int64_t n,
                         int64_t bytes)
{
    switch (bytes) {
    case 1:
        GATHER(1);
    case 2:
        GATHER(2);
    case 4:
        GATHER(4);
    case 8:
        GATHER(8);
    case 16:
        GATHER(16);
    default:
        for (int64_t k = 0; k < n; k++)
            memcpy(out + k * bytes, base + offsets[k], (size_t)bytes);
    }
}

void nprt_cells_gather(const NprtCells *cells, char *out, const char *base, const int64_t *offsets,
                       int64_t n)
{
    if (cells->is_dense) {
        gather_dense(out, base, offsets, n, cells->bytes);
        return;
    }
    NprtView dense = cells->block;
    nprt_view_set_strides(&dense);
    for (int64_t k = 0; k < n; k++) {
        NprtStrided to = {dense.dtype, out + k * cells->bytes, dense.strides};
        NprtStrided from = {dense.dtype, (char *)base + offsets[k], cells->block.strides};
        nprt_copy_strided(&to, &from, dense.ndim, dense.shape);
    }
}

#define SCATTER(size)                                                                              \
    for (int64_t k = 0; k < n; k++)                                                                \
        memcpy(base + offsets[k], from + k * step, size);                                          \
    break

static void scatter_elements(char *base, const int64_t *offsets, int64_t n, const char *from,
                             int64_t step, int64_t bytes)
{
    switch (bytes) {
    case 1:
        SCATTER(1);
    case 2:
        SCATTER(2);
    case 4:
        SCATTER(4);
    case 8:
        SCATTER(8);
    default:
        SCATTER(16);
    }
}

void nprt_cells_scatter(const NprtCells *cells, char *base, const int64_t *offsets, int64_t n,
                        char *from, const int64_t *strides)
{
    const NprtView *block = &cells->block;
    if (block->ndim == 0) {
        scatter_elements(base, offsets, n, from, strides[0], cells->bytes);
        return;
    }
    for (int64_t k = 0; k < n; k++) {
        NprtStrided to = {block->dtype, base + offsets[k], block->strides};
        NprtStrided source = {block->dtype, from + k * strides[0], strides + 1};
        nprt_copy_strided(&to, &source, block->ndim, block->shape);
    }
}

/* ---- subscripts ----------------------------------------------------------------------------- */

int32_t nprt_resolve_indices(const NprtAxis *axis, NprtDtype dtype, const char *at, int64_t step,
                             int64_t n, int64_t *out_offsets)
{
    nprt_cast_loop(NPRT_I64, dtype)((char *)out_offsets, sizeof *out_offsets, at, step, n);
    int64_t size = axis->size, stride = axis->stride;
    bool all_inside = true;
    for (int64_t k = 0; k < n; k++) {
        int64_t index = out_offsets[k] + (out_offsets[k] < 0 ? size : 0);
        all_inside &= (uint64_t)index < (uint64_t)size;
        out_offsets[k] = (int64_t)((uint64_t)index * (uint64_t)stride);
    }
    if (all_inside)
        return 0;
    nprt_cast_loop(NPRT_I64, dtype)((char *)out_offsets, sizeof *out_offsets, at, step, n);
    int64_t k = 0;
    while (out_offsets[k] >= -size && out_offsets[k] < size)
        k++;
    return nprt_raise_index(out_offsets[k], size, axis->number, 1);
}

int32_t nprt_check_indices(const NprtAxis *axis, NprtDtype dtype, const char *at, int64_t step,
                           int64_t n)
{
    int64_t room[NPRT_INDEX_CHUNK], low = 0, high = -1;
    const int64_t *indices = room;
    if (dtype == NPRT_I64 && step == (int64_t)sizeof *room)
        indices = (const int64_t *)(const void *)at;
    else
        nprt_cast_loop(NPRT_I64, dtype)((char *)room, sizeof *room, at, step, n);
    for (int64_t k = 0; k < n; k++) {
        low = indices[k] < low ? indices[k] : low;
        high = indices[k] > high ? indices[k] : high;
    }
    if (low >= -axis->size && high < axis->size)
        return 0;
    return nprt_resolve_indices(axis, dtype, at, step, n, room); /* finds and reports it */
}

/* ---- take ----------------------------------------------------------------------------------- */

/* Gathers for one element of the leading dimensions. `flat` is the index array as one row. */
static int32_t take_row(const NprtCells *cells, const NprtAxis *axis, const NprtView *flat,
                        int64_t count, const char *from, char *to)
{
    int64_t offsets[NPRT_INDEX_CHUNK], step = nprt_view_itemsize(flat);
    for (int64_t done = 0; done < count; done += NPRT_INDEX_CHUNK) {
        int64_t n = count - done < NPRT_INDEX_CHUNK ? count - done : NPRT_INDEX_CHUNK;
        if (nprt_resolve_indices(axis, flat->dtype, flat->data + done * step, step, n, offsets))
            return 1;
        nprt_cells_gather(cells, to, from, offsets, n);
        to += n * cells->bytes;
    }
    return 0;
}

static int32_t take_all(const NprtView *array, int32_t axis, const NprtView *flat, char *to)
{
    NprtCells cells;
    NprtRows rows;
    int64_t count = nprt_view_size(flat);
    NprtAxis along = {axis, array->shape[axis], array->strides[axis]};
    nprt_cells_init(&cells, array, axis + 1);
    for (bool more = nprt_rows_begin(&rows, axis, array->shape, 1, (char *[]){array->data},
                                     (const int64_t *[]){array->strides});
         more; more = nprt_rows_next(&rows)) {
        for (int64_t i = 0; i < rows.n; i++) {
            const char *from = rows.at[0] + i * rows.step[0];
            if (take_row(&cells, &along, flat, count, from, to))
                return 1;
            to += count * cells.bytes;
        }
    }
    return 0;
}

int32_t nprt_array_take(const NprtDesc *desc, const void *value, const NprtDesc *indices_desc,
                        const void *indices, int64_t axis, const NprtDesc *out_desc, void *out)
{
    NprtView array, flat, copy, result;
    nprt_view_of(&array, desc, value);
    nprt_view_of(&flat, indices_desc, indices);
    axis += axis < 0 ? array.ndim : 0;
    int64_t shape[2 * NPRT_MAX_DIMS];
    int32_t ndim = 0;
    for (int32_t i = 0; i < axis; i++)
        shape[ndim++] = array.shape[i];
    for (int32_t i = 0; i < flat.ndim; i++)
        shape[ndim++] = flat.shape[i];
    for (int32_t i = (int32_t)axis + 1; i < array.ndim; i++)
        shape[ndim++] = array.shape[i];
    if (array.shape[axis] == 0 && nprt_shape_size(ndim, shape) != 0)
        return nprt_raise(NPRT_EXC_INDEX_ERROR, "cannot do a non-empty take from an empty axes.");
    NprtObj *temp = NULL;
    if (!nprt_view_is_contiguous(&flat)) {
        if (nprt_view_temp(&flat, flat.dtype, &copy))
            return 1;
        temp = copy.owner;
        flat = copy;
    }
    int32_t status = nprt_view_new(out_desc, out, ndim, shape, false, &result);
    if (!status && take_all(&array, (int32_t)axis, &flat, result.data)) {
        nprt_release(result.owner);
        status = 1;
    }
    nprt_release(temp);
    return status;
}

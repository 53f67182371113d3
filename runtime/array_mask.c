/* Boolean masks: counting, positions, a[mask] and a[mask] = values.
 *
 * A row of the mask is looked at in chunks: its elements as bytes 0 and 1, then the positions of
 * the ones, found without a branch per element, then the elements at these. */
#include "runtime/array.h"

#include "runtime/array_internal.h"
#include "runtime/convert.h"
#include "runtime/errors.h"
#include "runtime/memory.h"
#include "runtime/rows.h"

#include <string.h>

enum { CHUNK = 512 };

/* n <= CHUNK elements as bytes 0 and 1: in place where they are that, else in `room`. */
static const uint8_t *as_bools(NprtDtype dtype, const char *at, int64_t step, int64_t n,
                               uint8_t room[CHUNK])
{
    if (dtype == NPRT_BOOL && step == 1)
        return (const uint8_t *)at;
    nprt_cast_loop(NPRT_BOOL, dtype)((char *)room, 1, at, step, n);
    return room;
}

/* Sum of n <= CHUNK bytes 0 or 1; eight lanes at a time, none of which can overflow. */
static int64_t count_bools(const uint8_t *bools, int64_t n)
{
    uint64_t lanes = 0;
    int64_t i = 0, count = 0;
    for (; i + 8 <= n; i += 8) {
        uint64_t word;
        memcpy(&word, bools + i, sizeof word);
        lanes += word;
    }
    for (; i < n; i++)
        count += bools[i];
    for (int shift = 0; shift < 64; shift += 8)
        count += (int64_t)(lanes >> shift & 0xff);
    return count;
}

/* Where the ones among n <= CHUNK bytes lie, in steps of `step`; returns their number. */
static int64_t find_bools(const uint8_t *bools, int64_t n, int64_t step, int64_t offsets[CHUNK])
{
    int64_t count = 0, i = 0;
    for (; i + 8 <= n; i += 8) {
        uint64_t word;
        memcpy(&word, bools + i, sizeof word);
        if (word == 0)
            continue;
        for (int64_t j = i; j < i + 8; j++) {
            offsets[count] = j * step;
            count += bools[j];
        }
    }
    for (; i < n; i++) {
        offsets[count] = i * step;
        count += bools[i];
    }
    return count;
}

/* ---- counting and positions ----------------------------------------------------------------- */

int64_t nprt_count_nonzero(const NprtView *view)
{
    NprtRows rows;
    uint8_t room[CHUNK];
    int64_t count = 0;
    for (bool more = nprt_rows_begin(&rows, view->ndim, view->shape, 1, (char *[]){view->data},
                                     (const int64_t *[]){view->strides});
         more; more = nprt_rows_next(&rows)) {
        for (int64_t done = 0; done < rows.n; done += CHUNK) {
            int64_t n = rows.n - done < CHUNK ? rows.n - done : CHUNK;
            count += count_bools(
                as_bools(view->dtype, rows.at[0] + done * rows.step[0], rows.step[0], n, room), n);
        }
    }
    return count;
}

int64_t nprt_array_count_true(const NprtDesc *desc, const void *value)
{
    NprtView view;
    nprt_view_of(&view, desc, value);
    return nprt_count_nonzero(&view);
}

void nprt_fill_nonzero(const NprtView *view, int64_t *const *out)
{
    int32_t last = view->ndim - 1;
    int64_t subs[NPRT_MAX_DIMS] = {0}, filled = 0;
    uint8_t room[CHUNK];
    int64_t positions[CHUNK];
    if (view->ndim == 0 || nprt_view_size(view) == 0)
        return;
    const char *row = view->data;
    for (;;) {
        for (int64_t done = 0; done < view->shape[last]; done += CHUNK) {
            int64_t n = view->shape[last] - done < CHUNK ? view->shape[last] - done : CHUNK;
            const uint8_t *bools = as_bools(view->dtype, row + done * view->strides[last],
                                            view->strides[last], n, room);
            int64_t found = find_bools(bools, n, 1, positions);
            for (int32_t d = 0; d < last; d++)
                for (int64_t k = 0; k < found; k++)
                    out[d][filled + k] = subs[d];
            for (int64_t k = 0; k < found; k++)
                out[last][filled + k] = done + positions[k];
            filled += found;
        }
        int32_t d = last - 1;
        for (; d >= 0; d--) {
            row += view->strides[d];
            if (++subs[d] < view->shape[d])
                break;
            subs[d] = 0;
            row -= view->strides[d] * view->shape[d];
        }
        if (d < 0)
            return;
    }
}

void nprt_array_nonzero(const NprtDesc *desc, const void *value, const NprtDesc *out_desc,
                        void *out)
{
    NprtView view, result;
    nprt_view_of(&view, desc, value);
    int64_t shape[2] = {view.ndim, nprt_count_nonzero(&view)};
    if (nprt_view_new(out_desc, out, 2, shape, false, &result))
        nprt_out_of_memory();
    int64_t *rows[NPRT_MAX_DIMS];
    for (int32_t d = 0; d < view.ndim; d++)
        rows[d] = (int64_t *)(void *)result.data + d * shape[1];
    nprt_fill_nonzero(&view, rows);
}

/* ---- a[mask] -------------------------------------------------------------------------------- */

int32_t nprt_check_mask(const NprtView *array, int32_t first, const NprtView *mask)
{
    for (int32_t i = 0; i < mask->ndim; i++)
        if (mask->shape[i] != array->shape[first + i])
            return nprt_raise(NPRT_EXC_INDEX_ERROR,
                              "boolean index did not match indexed array along axis %d; size of "
                              "axis is %lld but size of corresponding boolean axis is %lld",
                              (int)(first + i), (long long)array->shape[first + i],
                              (long long)mask->shape[i]);
    return 0;
}

/* A walk over a mask beside the array's leading dimensions. */
typedef struct Masked {
    NprtView array, mask;
    NprtCells cells; /* what one element of the mask selects */
    int64_t count;
} Masked;

static int32_t masked_init(Masked *m, const NprtDesc *desc, const void *value,
                           const NprtDesc *mask_desc, const void *mask)
{
    nprt_view_of(&m->array, desc, value);
    nprt_view_of(&m->mask, mask_desc, mask);
    if (m->mask.ndim > m->array.ndim)
        return nprt_raise(
            NPRT_EXC_INDEX_ERROR,
            "too many indices for array: array is %d-dimensional, but %d were indexed",
            (int)m->array.ndim, (int)m->mask.ndim);
    if (nprt_check_mask(&m->array, 0, &m->mask))
        return 1;
    nprt_cells_init(&m->cells, &m->array, m->mask.ndim);
    m->count = nprt_count_nonzero(&m->mask);
    return 0;
}

static bool masked_begin(Masked *m, NprtRows *rows)
{
    return m->count > 0 && nprt_rows_begin(rows, m->mask.ndim, m->mask.shape, 2,
                                           (char *[]){m->mask.data, m->array.data},
                                           (const int64_t *[]){m->mask.strides, m->array.strides});
}

/* (count, extents of the cells...); returns the rank. */
static int32_t result_shape(const Masked *m, int64_t shape[NPRT_MAX_DIMS + 1])
{
    const NprtView *block = &m->cells.block;
    shape[0] = m->count;
    memcpy(shape + 1, block->shape, (size_t)block->ndim * sizeof *shape);
    return block->ndim + 1;
}

/* The next chunk of a row from element `done` on: the offsets of the selected cells from `*out_at`.
 * Returns their number. */
static int64_t next_chunk(const Masked *m, const NprtRows *rows, int64_t done, char **out_at,
                          int64_t offsets[CHUNK])
{
    uint8_t room[CHUNK];
    int64_t n = rows->n - done < CHUNK ? rows->n - done : CHUNK;
    const uint8_t *bools =
        as_bools(m->mask.dtype, rows->at[0] + done * rows->step[0], rows->step[0], n, room);
    *out_at = rows->at[1] + done * rows->step[1];
    return find_bools(bools, n, rows->step[1], offsets);
}

int32_t nprt_array_take_mask(const NprtDesc *desc, const void *value, const NprtDesc *mask_desc,
                             const void *mask, const NprtDesc *out_desc, void *out)
{
    Masked m;
    if (masked_init(&m, desc, value, mask_desc, mask))
        return 1;
    NprtView result;
    int64_t shape[NPRT_MAX_DIMS + 1];
    int32_t ndim = result_shape(&m, shape);
    if (nprt_view_new(out_desc, out, ndim, shape, false, &result))
        return 1;
    NprtRows rows;
    int64_t offsets[CHUNK];
    char *to = result.data, *at;
    for (bool more = masked_begin(&m, &rows); more; more = nprt_rows_next(&rows)) {
        for (int64_t done = 0; done < rows.n; done += CHUNK) {
            int64_t n = next_chunk(&m, &rows, done, &at, offsets);
            nprt_cells_gather(&m.cells, to, at, offsets, n);
            to += n * m.cells.bytes;
        }
    }
    return 0;
}

/* ---- a[mask] = values ----------------------------------------------------------------------- */

/* Strides of `values` over the shape of a[mask], with NumPy's errors. */
static int32_t broadcast_values(const Masked *m, const NprtView *values, int64_t *strides)
{
    if (m->cells.block.ndim == 0) {
        if (values->ndim > 1)
            return nprt_raise(
                NPRT_EXC_TYPE_ERROR,
                "NumPy boolean array indexing assignment requires a 0 or 1-dimensional "
                "input, input has %d dimensions",
                (int)values->ndim);
        if (values->ndim == 1 && values->shape[0] != 1 && values->shape[0] != m->count)
            return nprt_raise(NPRT_EXC_VALUE_ERROR,
                              "NumPy boolean array indexing assignment cannot assign %lld input "
                              "values to the %lld output values where the mask is true",
                              (long long)values->shape[0], (long long)m->count);
    }
    int64_t shape[NPRT_MAX_DIMS + 1];
    int32_t ndim = result_shape(m, shape);
    if (nprt_view_broadcast(values, ndim, shape, strides))
        return 0;
    return nprt_raise_values_shape(values, ndim, shape);
}

/* Stores `values`, of the array's dtype and apart from it and the mask. */
static void put_values(Masked *m, const NprtView *values, const int64_t *strides)
{
    NprtRows rows;
    int64_t offsets[CHUNK];
    char *from = values->data, *at;
    for (bool more = masked_begin(m, &rows); more; more = nprt_rows_next(&rows)) {
        for (int64_t done = 0; done < rows.n; done += CHUNK) {
            int64_t n = next_chunk(m, &rows, done, &at, offsets);
            nprt_cells_scatter(&m->cells, at, offsets, n, from, strides);
            from += n * strides[0];
        }
    }
}

int32_t nprt_array_put_mask(const NprtDesc *desc, const void *value, const NprtDesc *mask_desc,
                            const void *mask, const NprtDesc *values_desc, const void *values)
{
    Masked m;
    NprtView source;
    NprtObj *source_temp, *mask_temp = NULL;
    if (masked_init(&m, desc, value, mask_desc, mask) ||
        nprt_source_of(&source, m.array.dtype, values_desc, values, &source_temp))
        return 1;
    int64_t strides[NPRT_MAX_DIMS + 1];
    int32_t status = broadcast_values(&m, &source, strides) ||
                     nprt_source_like(&source, &m.array, &source_temp) ||
                     nprt_source_apart(&m.mask, &m.array, &mask_temp);
    if (!status) {
        broadcast_values(&m, &source, strides);
        put_values(&m, &source, strides);
    }
    nprt_release(source_temp);
    nprt_release(mask_temp);
    return status;
}

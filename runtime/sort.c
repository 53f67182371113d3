/* Sorting the lines of an array: each is brought into one run of memory, turned into integer keys
 * (see sort_internal.h), sorted as these and turned back. */
#include "runtime/sort.h"

#include "runtime/convert.h"
#include "runtime/errors.h"
#include "runtime/list.h"
#include "runtime/memory.h"
#include "runtime/rows.h"
#include "runtime/sort_internal.h"
#include "runtime/view.h"

#include <string.h>

/* ---- lines ---------------------------------------------------------------------------------- */

/* The lines of an array along an axis, and the same of a second array. */
typedef struct Lines {
    NprtView array;
    int64_t n, stride;
    NprtRows rows; /* over the other dimensions */
    int64_t index; /* in the row */
} Lines;

/* False when there is no line. */
static bool lines_begin(Lines *lines, int64_t axis, const NprtView *second)
{
    NprtView *array = &lines->array;
    axis += axis < 0 ? array->ndim : 0;
    lines->n = array->shape[axis];
    lines->stride = array->strides[axis];
    int64_t shape[NPRT_MAX_DIMS], strides[NPRT_MAX_DIMS], second_strides[NPRT_MAX_DIMS];
    int32_t ndim = 0;
    for (int32_t i = 0; i < array->ndim; i++) {
        if (i != axis) {
            shape[ndim] = array->shape[i];
            strides[ndim] = array->strides[i];
            second_strides[ndim++] = second ? second->strides[i] : 0;
        }
    }
    lines->index = 0;
    char *second_data = second ? second->data : array->data;
    return nprt_rows_begin(&lines->rows, ndim, shape, 2, (char *[]){array->data, second_data},
                           (const int64_t *[]){strides, second_strides});
}

static bool lines_next(Lines *lines)
{
    if (++lines->index < lines->rows.n)
        return true;
    lines->index = 0;
    return nprt_rows_next(&lines->rows);
}

static char *line_at(const Lines *lines, int operand)
{
    return lines->rows.at[operand] + lines->index * lines->rows.step[operand];
}

/* ---- one line ------------------------------------------------------------------------------- */

/* Sorts a line, or only brings its element `kth` into place where that is less work. */
typedef struct LineSort {
    NprtDtype dtype;
    int64_t n;
    int64_t kth; /* -1: sort */
    void *work;  /* 48 bytes per element */
} LineSort;

static void sort_keys_i64(const LineSort *s, int64_t *keys, int64_t n)
{
    if (s->kth >= 0 && s->kth < n)
        nprt_select_i64(keys, n, s->kth, s->work);
    else if (s->kth < 0)
        nprt_sort_i64(keys, n, s->work);
}

static void sort_keys_i32(const LineSort *s, int32_t *keys, int64_t n)
{
    if (s->kth >= 0 && s->kth < n)
        nprt_select_i32(keys, n, s->kth, s->work);
    else if (s->kth < 0)
        nprt_sort_i32(keys, n, s->work);
}

/* Turns the order of unsigned keys into that of signed ones, or back. */
static void flip_i64(int64_t *keys, int64_t n)
{
    for (int64_t i = 0; i < n; i++)
        keys[i] = (int64_t)((uint64_t)keys[i] ^ (uint64_t)1 << 63);
}

static void flip_i32(int32_t *keys, int64_t n)
{
    for (int64_t i = 0; i < n; i++)
        keys[i] = (int32_t)((uint32_t)keys[i] ^ (uint32_t)1 << 31);
}

/* Moves the keys of NaNs to the end; returns the number of the others. */
#define PART_NANS(name, KEY, is_nan)                                                               \
    static int64_t name(KEY *keys, int64_t n, KEY *nans)                                           \
    {                                                                                              \
        int64_t kept = 0, parted = 0;                                                              \
        for (int64_t i = 0; i < n; i++) {                                                          \
            KEY key = keys[i];                                                                     \
            if (is_nan(key))                                                                       \
                nans[parted++] = key;                                                              \
            else                                                                                   \
                keys[kept++] = key;                                                                \
        }                                                                                          \
        memcpy(keys + kept, nans, (size_t)parted * sizeof *keys);                                  \
        return kept;                                                                               \
    }

PART_NANS(part_nans_i64, int64_t, nprt_key_is_nan_i64)
PART_NANS(part_nans_i32, int32_t, nprt_key_is_nan_i32)

static void sort_f64(const LineSort *s, int64_t *keys)
{
    int64_t n = nprt_keys_from_f64(keys, s->n) ? part_nans_i64(keys, s->n, s->work) : s->n;
    sort_keys_i64(s, keys, n);
    nprt_keys_to_f64(keys, s->n);
}

static void sort_f32(const LineSort *s, int32_t *keys)
{
    int64_t n = nprt_keys_from_f32(keys, s->n) ? part_nans_i32(keys, s->n, s->work) : s->n;
    sort_keys_i32(s, keys, n);
    nprt_keys_to_f32(keys, s->n);
}

/* Small elements by counting: `first` is the value with the least key, values follow upwards and
 * wrap. */
static void count_sort_8(uint8_t *elements, int64_t n, uint8_t first)
{
    int64_t counts[256] = {0};
    for (int64_t i = 0; i < n; i++)
        counts[elements[i]]++;
    for (int value = 0; value < 256; value++) {
        uint8_t element = (uint8_t)(first + value);
        memset(elements, element, (size_t)counts[element]);
        elements += counts[element];
    }
}

enum { VALUES_16 = 1 << 16, COUNT_16_MIN = 1 << 15 };

static void count_sort_16(uint16_t *elements, int64_t n, uint16_t first, int64_t *counts)
{
    memset(counts, 0, VALUES_16 * sizeof *counts);
    for (int64_t i = 0; i < n; i++)
        counts[elements[i]]++;
    for (int value = 0; value < VALUES_16; value++) {
        uint16_t element = (uint16_t)(first + value);
        for (int64_t k = counts[element]; k > 0; k--)
            *elements++ = element;
    }
}

/* 16-bit integers through 32-bit keys, or by counting when that is shorter than the keys. */
static void sort_16(const LineSort *s, void *elements)
{
    int64_t n = s->n;
    if (n >= COUNT_16_MIN) {
        count_sort_16(elements, n, s->dtype == NPRT_I16 ? 0x8000 : 0, s->work);
        return;
    }
    int32_t *keys = s->work, *scratch = keys + n;
    nprt_cast_loop(NPRT_I32, s->dtype)((char *)keys, sizeof *keys, elements, 2, n);
    nprt_sort_i32(keys, n, scratch);
    nprt_cast_loop(s->dtype, NPRT_I32)(elements, 2, (char *)keys, sizeof *keys, n);
}

static void sort_f16(const LineSort *s, void *elements)
{
    int32_t *keys = s->work;
    LineSort wide = {NPRT_F32, s->n, s->kth, keys + s->n};
    nprt_cast_loop(NPRT_F32, NPRT_F16)((char *)keys, sizeof *keys, elements, 2, s->n);
    sort_f32(&wide, keys);
    nprt_cast_loop(NPRT_F16, NPRT_F32)(elements, 2, (char *)keys, sizeof *keys, s->n);
}

/* Complex elements in the order found for them. */
static void sort_complex(const LineSort *s, char *elements)
{
    int64_t *order = s->work;
    int64_t size = s->dtype == NPRT_C64 ? 8 : 16;
    nprt_order_of(order, s->dtype, elements, size, s->n, order + s->n);
    char *sorted = (char *)(order + s->n);
    for (int64_t i = 0; i < s->n; i++)
        memcpy(sorted + i * size, elements + order[i] * size, (size_t)size);
    memcpy(elements, sorted, (size_t)(s->n * size));
}

static void sort_run(const LineSort *s, void *elements)
{
    switch (s->dtype) {
    case NPRT_BOOL:
    case NPRT_U8:
        count_sort_8(elements, s->n, 0);
        break;
    case NPRT_I8:
        count_sort_8(elements, s->n, 0x80);
        break;
    case NPRT_I16:
    case NPRT_U16:
        sort_16(s, elements);
        break;
    case NPRT_I32:
        sort_keys_i32(s, elements, s->n);
        break;
    case NPRT_U32:
        flip_i32(elements, s->n);
        sort_keys_i32(s, elements, s->n);
        flip_i32(elements, s->n);
        break;
    case NPRT_I64:
        sort_keys_i64(s, elements, s->n);
        break;
    case NPRT_U64:
        flip_i64(elements, s->n);
        sort_keys_i64(s, elements, s->n);
        flip_i64(elements, s->n);
        break;
    case NPRT_F16:
        sort_f16(s, elements);
        break;
    case NPRT_F32:
        sort_f32(s, elements);
        break;
    case NPRT_F64:
        sort_f64(s, elements);
        break;
    case NPRT_C64:
    case NPRT_C128:
        sort_complex(s, elements);
        break;
    case NPRT_DTYPE_COUNT:
        break;
    }
}

/* ---- arrays --------------------------------------------------------------------------------- */

/* Array memory, which is kept for reuse: its pages are there already. */
static NprtBlock *new_buffer(int64_t bytes)
{
    NprtBlock *buffer = nprt_block_new(bytes, false);
    if (!buffer)
        nprt_out_of_memory();
    return buffer;
}

static void sort_lines(Lines *lines, int64_t axis, int64_t kth)
{
    int64_t n = lines->n, size = nprt_view_itemsize(&lines->array);
    NprtDtype dtype = lines->array.dtype;
    int64_t work_bytes = n * 48; /* enough for the counts of 16-bit values too */
    NprtBlock *buffer = new_buffer(work_bytes + n * size);
    LineSort sort = {dtype, n, kth, buffer->data};
    char *line = buffer->data + work_bytes;
    bool in_place = lines->stride == size;
    for (bool more = lines_begin(lines, axis, NULL); more; more = lines_next(lines)) {
        char *at = line_at(lines, 0);
        if (in_place) {
            sort_run(&sort, at);
            continue;
        }
        nprt_cast_loop(dtype, dtype)(line, size, at, lines->stride, n);
        sort_run(&sort, line);
        nprt_cast_loop(dtype, dtype)(at, lines->stride, line, size, n);
    }
    nprt_release(buffer);
}

void nprt_array_sort(const NprtDesc *desc, const void *value, int64_t axis)
{
    Lines lines;
    nprt_view_of(&lines.array, desc, value);
    if (lines.array.ndim > 0 && lines_begin(&lines, axis, NULL) && lines.n > 1)
        sort_lines(&lines, axis, -1);
}

int32_t nprt_array_partition(const NprtDesc *desc, const void *value, int64_t kth, int64_t axis)
{
    Lines lines;
    nprt_view_of(&lines.array, desc, value);
    bool has_lines = lines_begin(&lines, axis, NULL);
    int64_t n = lines.n, place = kth < 0 ? kth + n : kth;
    if ((place < 0 || place >= n) && !(n == 0 && kth == 0))
        return nprt_raise(NPRT_EXC_VALUE_ERROR, "kth(=%lld) out of bounds (%lld)", (long long)kth,
                          (long long)n);
    if (has_lines && n > 1)
        sort_lines(&lines, axis, place);
    return 0;
}

void nprt_array_argsort(const NprtDesc *desc, const void *value, int64_t axis,
                        const NprtDesc *out_desc, void *out)
{
    Lines lines;
    NprtView result;
    nprt_view_of(&lines.array, desc, value);
    if (nprt_view_new(out_desc, out, lines.array.ndim, lines.array.shape, true, &result))
        nprt_out_of_memory();
    if (lines.array.ndim == 0)
        return;
    axis += axis < 0 ? lines.array.ndim : 0;
    if (!lines_begin(&lines, axis, &result) || lines.n == 0)
        return;
    int64_t n = lines.n, stride = result.strides[axis];
    NprtBlock *buffer = new_buffer(n * 6 * (int64_t)sizeof(int64_t));
    int64_t *work = (int64_t *)(void *)buffer->data, *order = work + 5 * n;
    for (bool more = true; more; more = lines_next(&lines)) {
        char *to = line_at(&lines, 1);
        bool in_place = stride == (int64_t)sizeof *order;
        int64_t *line = in_place ? (int64_t *)(void *)to : order;
        nprt_order_of(line, lines.array.dtype, line_at(&lines, 0), lines.stride, n, work);
        if (!in_place)
            nprt_cast_loop(NPRT_I64, NPRT_I64)(to, stride, (char *)order, sizeof *order, n);
    }
    nprt_release(buffer);
}

/* numpy.lexsort and numpy.searchsorted. */
#include "runtime/sort.h"

#include "runtime/errors.h"
#include "runtime/list.h"
#include "runtime/memory.h"
#include "runtime/rows.h"
#include "runtime/sort_internal.h"
#include "runtime/view.h"

#include <string.h>

/* ---- lexsort -------------------------------------------------------------------------------- */

/* Key number i of a tuple or list of arrays, or row i of an array. */
static void key_view(NprtView *key, const NprtDesc *desc, const void *value, int64_t i)
{
    if (desc->kind == NPRT_K_TUPLE) {
        nprt_view_of(key, desc->elems[i], (const char *)value + desc->offsets[i]);
    } else if (desc->kind == NPRT_K_LIST) {
        const NprtList *list = *(NprtList *const *)value;
        nprt_view_of(key, desc->elems[0], list->data + i * (int64_t)desc->elems[0]->size);
    } else {
        nprt_view_of(key, desc, value);
        key->data += i * key->strides[0];
        key->ndim = 1;
        key->shape[0] = key->shape[1];
        key->strides[0] = key->strides[1];
    }
}

static int64_t count_keys(const NprtDesc *desc, const void *value)
{
    if (desc->kind == NPRT_K_TUPLE)
        return desc->n;
    if (desc->kind == NPRT_K_LIST)
        return (*(NprtList *const *)value)->len;
    return ((const NprtArray *)value)->dims[0];
}

/* Sorts by complex numbers: these have no key that is one integer, so that they are first brought
 * into the order so far. */
static void order_by_complex(int64_t *order, const NprtView *key, int64_t n, int64_t *work)
{
    int64_t size = nprt_view_itemsize(key), *next = work + 5 * n;
    char *elements = nprt_realloc(NULL, (size_t)(n * size));
    for (int64_t k = 0; k < n; k++)
        memcpy(elements + k * size, key->data + order[k] * key->strides[0], (size_t)size);
    nprt_order_of(next, key->dtype, elements, size, n, work);
    for (int64_t k = 0; k < n; k++)
        work[k] = order[next[k]];
    memcpy(order, work, (size_t)n * sizeof *order);
    nprt_mem_free(elements);
}

int32_t nprt_array_lexsort(const NprtDesc *desc, const void *value, const NprtDesc *out_desc,
                           void *out)
{
    NprtView key, result;
    int64_t keys = count_keys(desc, value), n = 0;
    for (int64_t i = 0; i < keys; i++) {
        key_view(&key, desc, value, i);
        if (i > 0 && key.shape[0] != n)
            return nprt_raise(NPRT_EXC_VALUE_ERROR, "all keys need to be the same shape");
        n = key.shape[0];
    }
    if (keys == 0)
        return nprt_raise(NPRT_EXC_TYPE_ERROR, "need sequence of keys with len > 0 in lexsort");
    if (nprt_view_new(out_desc, out, 1, &n, false, &result))
        return 1;
    int64_t *order = (int64_t *)(void *)result.data;
    int64_t *work = nprt_realloc(NULL, (size_t)n * 6 * sizeof *work);
    for (int64_t i = 0; i < n; i++)
        order[i] = i;
    for (int64_t i = 0; i < keys && n > 0; i++) {
        key_view(&key, desc, value, i);
        if (key.dtype >= NPRT_C64) {
            order_by_complex(order, &key, n, work);
        } else {
            nprt_keys_of(work, key.dtype, key.dtype, key.data, key.strides[0], n);
            nprt_order_by(order, n, work, work + n, work + 2 * n);
        }
    }
    nprt_mem_free(work);
    return 0;
}

/* ---- searchsorted --------------------------------------------------------------------------- */

/* Keys below `key`, or for `right` those not above it; halves without a branch on the keys. */
static int64_t search_keys(const int64_t *keys, int64_t n, int64_t key, bool right)
{
    const int64_t *base = keys;
    int64_t length = n;
    while (length > 1) {
        int64_t half = length / 2;
        bool before = right ? base[half - 1] <= key : base[half - 1] < key;
        base += before ? half : 0;
        length -= half;
    }
    if (length == 1)
        base += right ? *base <= key : *base < key;
    return base - keys;
}

/* The same on the array itself, making keys of the elements looked at. */
static int64_t search_array(const NprtView *array, NprtDtype common, int64_t key, bool right)
{
    int64_t low = 0, high = array->shape[0];
    while (low < high) {
        int64_t middle = low + (high - low) / 2, probe;
        nprt_keys_of(&probe, common, array->dtype, array->data + middle * array->strides[0], 0, 1);
        if (right ? probe <= key : probe < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool is_signed(NprtDtype dtype)
{
    return dtype <= NPRT_I64 && dtype != NPRT_BOOL;
}

/* The dtype two real dtypes are compared in, as NumPy promotes them. */
static NprtDtype common_dtype(NprtDtype a, NprtDtype b)
{
    if (a >= NPRT_F16 || b >= NPRT_F16)
        return NPRT_F64;
    if (a == NPRT_U64 || b == NPRT_U64)
        return is_signed(a) || is_signed(b) ? NPRT_F64 : NPRT_U64;
    return NPRT_I64;
}

void nprt_array_searchsorted(const NprtDesc *desc, const void *value, const NprtDesc *values_desc,
                             const void *values, uint8_t right, const NprtDesc *out_desc, void *out)
{
    NprtView array, sought, result;
    nprt_view_of(&array, desc, value);
    nprt_view_of(&sought, values_desc, values);
    if (nprt_view_new(out_desc, out, sought.ndim, sought.shape, false, &result))
        nprt_out_of_memory();
    NprtDtype common = common_dtype(array.dtype, sought.dtype);
    int64_t n = array.shape[0], count = nprt_view_size(&sought);
    /* All keys at once pay when the searches would make about as many. */
    int64_t *keys = NULL;
    if (count > n / 16) {
        keys = nprt_realloc(NULL, (size_t)n * sizeof *keys);
        nprt_keys_of(keys, common, array.dtype, array.data, array.strides[0], n);
    }
    NprtRows rows;
    for (bool more = nprt_rows_begin(&rows, sought.ndim, sought.shape, 2,
                                     (char *[]){sought.data, result.data},
                                     (const int64_t *[]){sought.strides, result.strides});
         more; more = nprt_rows_next(&rows)) {
        for (int64_t i = 0; i < rows.n; i++) {
            int64_t key, place;
            nprt_keys_of(&key, common, sought.dtype, rows.at[0] + i * rows.step[0], 0, 1);
            place =
                keys ? search_keys(keys, n, key, right) : search_array(&array, common, key, right);
            memcpy(rows.at[1] + i * rows.step[1], &place, sizeof place);
        }
    }
    nprt_mem_free(keys);
}

/* Copies of arrays, assignment, comparison, reshape. */
#include "runtime/array.h"

#include "runtime/array_internal.h"
#include "runtime/convert.h"
#include "runtime/errors.h"
#include "runtime/memory.h"
#include "runtime/print_scalar.h"
#include "runtime/rows.h"

#include <string.h>

/* For the functions that cannot raise. */
static void need_memory(int32_t status)
{
    if (status)
        nprt_out_of_memory();
}

/* ---- copies --------------------------------------------------------------------------------- */

void nprt_array_copy(const NprtDesc *desc, const void *value, const NprtDesc *out_desc, void *out)
{
    NprtView src, dst;
    nprt_view_of(&src, desc, value);
    need_memory(nprt_view_new(out_desc, out, src.ndim, src.shape, false, &dst));
    nprt_view_copy(&dst, &src);
}

/* A view with its dimensions in reverse order. */
static void reverse_dims(NprtView *view)
{
    for (int32_t i = 0, j = view->ndim - 1; i < j; i++, j--) {
        int64_t shape = view->shape[i], stride = view->strides[i];
        view->shape[i] = view->shape[j];
        view->strides[i] = view->strides[j];
        view->shape[j] = shape;
        view->strides[j] = stride;
    }
}

void nprt_array_copy_f(const NprtDesc *desc, const void *value, const NprtDesc *out_desc, void *out)
{
    NprtView src, dst;
    nprt_view_of(&src, desc, value);
    reverse_dims(&src);
    need_memory(nprt_view_temp(&src, (NprtDtype)out_desc->dtype, &dst));
    reverse_dims(&dst);
    nprt_view_store(&dst, out_desc, out);
    nprt_release(dst.owner);
}

void nprt_array_contiguous(const NprtDesc *desc, const void *value, const NprtDesc *out_desc,
                           void *out)
{
    NprtView src;
    nprt_view_of(&src, desc, value);
    if (nprt_view_is_contiguous(&src))
        nprt_view_store(&src, out_desc, out);
    else
        nprt_array_copy(desc, value, out_desc, out);
}

void nprt_array_view_as(const NprtDesc *desc, const void *value, const NprtDesc *out_desc, void *out)
{
    NprtView view;
    nprt_view_of(&view, desc, value);
    nprt_view_store(&view, out_desc, out);
}

/* ---- assignment ----------------------------------------------------------------------------- */

int32_t nprt_source_of(NprtView *out, NprtDtype dtype, const NprtDesc *desc, const void *value,
                       NprtObj **out_temp)
{
    *out_temp = NULL;
    if (desc->kind == NPRT_K_LIST || desc->kind == NPRT_K_TUPLE || desc->kind == NPRT_K_RANGE) {
        if (nprt_nested_to_array(desc, value, dtype, out))
            return 1;
        *out_temp = out->owner;
        return 0;
    }
    if (desc->kind == NPRT_K_SCALAR && nprt_check_scalar(dtype, desc, value))
        return 1;
    nprt_view_of(out, desc, value);
    return 0;
}

int32_t nprt_source_like(NprtView *source, const NprtView *target, NprtObj **temp)
{
    if (source->dtype == target->dtype && !nprt_view_overlaps(source, target))
        return 0;
    NprtView copy;
    if (nprt_view_temp(source, target->dtype, &copy))
        return 1;
    nprt_release(*temp);
    *temp = copy.owner;
    *source = copy;
    return 0;
}

int32_t nprt_source_apart(NprtView *source, const NprtView *target, NprtObj **temp)
{
    if (!nprt_view_overlaps(source, target) || nprt_view_same(source, target))
        return 0;
    return nprt_source_like(source, target, temp);
}

int32_t nprt_raise_input_shape(const NprtView *source, int32_t ndim, const int64_t *shape)
{
    char from[NPRT_SHAPE_TEXT], into[NPRT_SHAPE_TEXT];
    int32_t dropped = 0; /* NumPy leaves out leading extents of 1 that do not count */
    while (source->ndim - dropped > ndim && source->shape[dropped] == 1)
        dropped++;
    return nprt_raise(NPRT_EXC_VALUE_ERROR,
                      "could not broadcast input array from shape %s into shape %s",
                      nprt_shape_text(from, source->ndim - dropped, source->shape + dropped),
                      nprt_shape_text(into, ndim, shape));
}

int32_t nprt_array_assign(const NprtDesc *dst_desc, const void *dst, const NprtDesc *src_desc,
                          const void *src)
{
    NprtView to, from;
    NprtObj *temp;
    nprt_view_of(&to, dst_desc, dst);
    if (nprt_source_of(&from, to.dtype, src_desc, src, &temp))
        return 1;
    int32_t status = 0;
    int64_t strides[NPRT_MAX_DIMS];
    if (nprt_view_same(&from, &to)) {
        /* nothing to do */
    } else if (!nprt_view_broadcast(&from, to.ndim, to.shape, strides)) {
        status = nprt_raise_input_shape(&from, to.ndim, to.shape);
    } else if (!nprt_source_apart(&from, &to, &temp)) {
        nprt_view_broadcast(&from, to.ndim, to.shape, strides);
        NprtStrided target = {to.dtype, to.data, to.strides};
        NprtStrided source = {from.dtype, from.data, strides};
        nprt_copy_strided(&target, &source, to.ndim, to.shape);
    } else {
        status = 1;
    }
    nprt_release(temp);
    return status;
}

uint8_t nprt_array_overlaps(const NprtDesc *a_desc, const void *a, const NprtDesc *b_desc,
                            const void *b)
{
    NprtView x, y;
    nprt_view_of(&x, a_desc, a);
    nprt_view_of(&y, b_desc, b);
    return nprt_view_overlaps(&x, &y);
}

/* ---- comparison ----------------------------------------------------------------------------- */

static bool is_integer(NprtDtype dtype)
{
    return dtype <= NPRT_U64;
}

static bool is_signed(NprtDtype dtype)
{
    return dtype >= NPRT_I8 && dtype <= NPRT_I64;
}

/* The dtype two elements are compared in: wide enough that NumPy's own choice gives the same. */
static NprtDtype common_dtype(NprtDtype a, NprtDtype b)
{
    if (is_integer(a) && is_integer(b))
        return a == NPRT_U64 || b == NPRT_U64 ? NPRT_U64 : NPRT_I64;
    return a >= NPRT_C64 || b >= NPRT_C64 ? NPRT_C128 : NPRT_F64;
}

#define COMPARE_CHUNK 256

/* Are n elements equal, in chunks cast to the common dtype? */
static bool rows_equal(const NprtRows *rows, NprtDtype a, NprtDtype b)
{
    NprtDtype common = common_dtype(a, b);
    bool mixed = common == NPRT_U64 && (is_signed(a) || is_signed(b));
    int64_t size = nprt_dtype_size(common);
    NprtC128 x[COMPARE_CHUNK], y[COMPARE_CHUNK]; /* room for any dtype */
    for (int64_t done = 0; done < rows->n; done += COMPARE_CHUNK) {
        int64_t n = rows->n - done < COMPARE_CHUNK ? rows->n - done : COMPARE_CHUNK;
        nprt_cast_loop(common, a)((char *)x, size, rows->at[0] + done * rows->step[0],
                                  rows->step[0], n);
        nprt_cast_loop(common, b)((char *)y, size, rows->at[1] + done * rows->step[1],
                                  rows->step[1], n);
        if (is_integer(common)) {
            if (memcmp(x, y, (size_t)(n * size)) != 0)
                return false;
            /* A signed negative element wrapped, or the same unsigned one is too large for it. */
            for (int64_t i = 0; mixed && i < n; i++)
                if (((const int64_t *)(const void *)x)[i] < 0)
                    return false;
        } else {
            int64_t parts = n * size / (int64_t)sizeof(double);
            const double *p = &x[0].re, *q = &y[0].re;
            for (int64_t i = 0; i < parts; i++)
                if (!(p[i] == q[i]))
                    return false;
        }
    }
    return true;
}

uint8_t nprt_array_equal(const NprtDesc *a_desc, const void *a, const NprtDesc *b_desc,
                         const void *b)
{
    NprtView x, y;
    nprt_view_of(&x, a_desc, a);
    nprt_view_of(&y, b_desc, b);
    if (x.ndim != y.ndim || memcmp(x.shape, y.shape, (size_t)x.ndim * sizeof *x.shape) != 0)
        return 0;
    NprtRows rows;
    for (bool more = nprt_rows_begin(&rows, x.ndim, x.shape, 2, (char *[]){x.data, y.data},
                                     (const int64_t *[]){x.strides, y.strides});
         more; more = nprt_rows_next(&rows))
        if (!rows_equal(&rows, x.dtype, y.dtype))
            return 0;
    return 1;
}

/* ---- reshape -------------------------------------------------------------------------------- */

/* Reads a tuple of ints or one int. */
static int32_t read_shape(const NprtDesc *desc, const void *value, int64_t *out)
{
    if (desc->kind != NPRT_K_TUPLE) {
        out[0] = nprt_scalar_int((NprtDtype)desc->dtype, value);
        return 1;
    }
    for (uint32_t i = 0; i < desc->n; i++)
        out[i] = nprt_scalar_int((NprtDtype)desc->elems[i]->dtype,
                                 (const char *)value + desc->offsets[i]);
    return (int32_t)desc->n;
}

/* Puts the extent that a negative one stands for into `shape`. */
static int32_t complete_shape(int64_t size, int32_t ndim, int64_t *shape)
{
    int32_t unknown = -1;
    int64_t known = 1;
    for (int32_t i = 0; i < ndim; i++) {
        if (shape[i] >= 0) {
            if (__builtin_mul_overflow(known, shape[i], &known))
                known = -1; /* no size; further products stay wrong or zero as NumPy's */
        } else if (unknown >= 0) {
            return nprt_raise(NPRT_EXC_VALUE_ERROR, "can only specify one unknown dimension");
        } else {
            unknown = i;
        }
    }
    if (unknown < 0 ? known == size : known > 0 && size % known == 0) {
        if (unknown >= 0)
            shape[unknown] = size / known;
        return 0;
    }
    char text[NPRT_SHAPE_TEXT];
    return nprt_raise(NPRT_EXC_VALUE_ERROR, "cannot reshape array of size %lld into shape %s",
                      (long long)size, nprt_shape_text(text, ndim, shape));
}

/* Finds strides for `shape` over the elements of `view` in C order, where they exist: the two
 * shapes fall into groups of equal size, and each group of the old one must be one run. `shape` has
 * as many elements as the view, and at least one. */
static bool reshape_strides(const NprtView *view, int32_t ndim, const int64_t *shape,
                            int64_t *out_strides)
{
    int64_t extents[NPRT_MAX_DIMS], strides[NPRT_MAX_DIMS];
    int32_t old_ndim = 0;
    for (int32_t i = 0; i < view->ndim; i++) {
        if (view->shape[i] != 1) {
            extents[old_ndim] = view->shape[i];
            strides[old_ndim++] = view->strides[i];
        }
    }
    int32_t from = 0, to = 0;
    int64_t last_stride = nprt_view_itemsize(view);
    while (from < old_ndim) {
        int32_t from_end = from + 1, to_end = to + 1;
        int64_t old_size = extents[from], new_size = shape[to];
        while (old_size != new_size) {
            if (new_size < old_size) {
                new_size *= shape[to_end++];
            } else {
                if (strides[from_end - 1] != strides[from_end] * extents[from_end])
                    return false;
                old_size *= extents[from_end++];
            }
        }
        last_stride = strides[from_end - 1];
        int64_t stride = last_stride;
        for (int32_t i = to_end - 1; i >= to; i--) {
            out_strides[i] = stride;
            stride *= shape[i];
        }
        from = from_end;
        to = to_end;
    }
    for (; to < ndim; to++) /* extents of one */
        out_strides[to] = last_stride;
    return true;
}

int32_t nprt_array_reshape(const NprtDesc *desc, const void *value, const NprtDesc *shape_desc,
                           const void *shape, const NprtDesc *out_desc, void *out)
{
    NprtView view, result;
    nprt_view_of(&view, desc, value);
    result = view;
    result.ndim = read_shape(shape_desc, shape, result.shape);
    int64_t size = nprt_view_size(&view);
    if (complete_shape(size, result.ndim, result.shape))
        return 1;
    if (size == 0) {
        nprt_view_set_strides(&result);
        nprt_view_store(&result, out_desc, out);
        return 0;
    }
    if (reshape_strides(&view, result.ndim, result.shape, result.strides)) {
        nprt_view_store(&result, out_desc, out);
        return 0;
    }
    if (nprt_view_new(out_desc, out, result.ndim, result.shape, false, &result))
        return 1;
    NprtView flat = view;
    flat.data = result.data;
    nprt_view_set_strides(&flat);
    nprt_view_copy(&flat, &view);
    return 0;
}

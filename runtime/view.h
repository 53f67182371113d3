/* view.h - an array or scalar value taken apart, for the array functions of the runtime.
 *
 * A view borrows: it holds no reference. Functions that make the result of a call (o in
 * rtcalls.def) write it through the type `desc` the generated code expects, whose dtype and rank
 * are those of the result; a result of rank 0 may be a scalar. They return 1 with MemoryError
 * pending. */
#ifndef NPRT_VIEW_H
#define NPRT_VIEW_H

#include "runtime/nprt.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct NprtView {
    NprtObj *owner; /* borrowed, NULL for borrowed memory and scalars */
    char *data;
    NprtDtype dtype;
    int32_t ndim;
    int64_t shape[NPRT_MAX_DIMS], strides[NPRT_MAX_DIMS];
} NprtView;

/* Takes the value of an ARRAY or SCALAR (rank 0, its element at `value`) apart. */
void nprt_view_of(NprtView *view, const NprtDesc *desc, const void *value);

/* Number of elements. */
int64_t nprt_view_size(const NprtView *view);
int64_t nprt_shape_size(int32_t ndim, const int64_t *shape);
/* Bytes of an element. */
int64_t nprt_view_itemsize(const NprtView *view);

bool nprt_view_is_contiguous(const NprtView *view);   /* C order */
bool nprt_view_is_contiguous_f(const NprtView *view); /* Fortran order */

/* Sets the strides of C order. */
void nprt_view_set_strides(NprtView *view);

/* Lowest address and end of the bytes the view's elements lie in; equal when it has none. */
void nprt_view_bounds(const NprtView *view, const char **out_low, const char **out_high);
/* Do the byte ranges of the two meet? */
bool nprt_view_overlaps(const NprtView *a, const NprtView *b);
/* The same elements: address, shape, strides, dtype. */
bool nprt_view_same(const NprtView *a, const NprtView *b);

/* Strides of `view` seen with the shape (ndim, shape), 0 along its extents of 1. False when it
 * does not broadcast. Leading extents of 1 beyond `ndim` are dropped, as assignment does. */
bool nprt_view_broadcast(const NprtView *view, int32_t ndim, const int64_t *shape,
                         int64_t *out_strides);

/* Copies all elements, cast, into `dst` of the same shape. No overlap. */
void nprt_view_copy(const NprtView *dst, const NprtView *src);

/* ---- results -------------------------------------------------------------------------------- */

/* A new C-contiguous array of desc->dtype and the shape, its elements not initialised (zeroed: 0).
 * `*out_view` borrows from it. */
int32_t nprt_view_new(const NprtDesc *desc, void *out, int32_t ndim, const int64_t *shape,
                      bool zeroed, NprtView *out_view);
/* The value `view`, with a reference of its own to the owner. */
void nprt_view_store(const NprtView *view, const NprtDesc *desc, void *out);

/* A C-contiguous temporary copy of `view` cast to `dtype`; release with nprt_release(copy->owner).
 * */
int32_t nprt_view_temp(const NprtView *view, NprtDtype dtype, NprtView *out_copy);
/* A temporary of the shape. */
int32_t nprt_view_temp_new(NprtDtype dtype, int32_t ndim, const int64_t *shape, NprtView *out_temp);

/* ---- texts of errors ------------------------------------------------------------------------ */

enum { NPRT_SHAPE_TEXT = 512 };

/* "(2,3)", "(3,)", "()" as in NumPy's errors; returns `text`. A negative extent is left out when
 * leading, else "newaxis". */
const char *nprt_shape_text(char text[NPRT_SHAPE_TEXT], int32_t ndim, const int64_t *shape);

#endif

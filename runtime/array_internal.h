/* array_internal.h - what the array_*.c files share. */
#ifndef NPRT_ARRAY_INTERNAL_H
#define NPRT_ARRAY_INTERNAL_H

#include "runtime/view.h"

/* The right-hand side of a store into elements of `dtype`: an array or scalar as it is, a nested
 * list as a temporary array. Raises for a Python scalar that does not fit. Release
 * `*out_temp` (NULL when there is none). */
int32_t nprt_source_of(NprtView *out, NprtDtype dtype, const NprtDesc *desc, const void *value,
                       NprtObj **out_temp);

/* When `source` lies in the memory of `target` (but is not the very same elements), it becomes a
 * copy of the dtype of `target`; as above. */
int32_t nprt_source_apart(NprtView *source, const NprtView *target, NprtObj **temp);

/* Makes the source of the target's dtype and, even where it is the very same elements, apart from
 * the target's memory. */
int32_t nprt_source_like(NprtView *source, const NprtView *target, NprtObj **temp);

/* "could not broadcast input array from shape ... into shape ..." */
int32_t nprt_raise_input_shape(const NprtView *source, int32_t ndim, const int64_t *shape);
/* "shape mismatch: value array of shape ... could not be broadcast to indexing result of shape" */
int32_t nprt_raise_values_shape(const NprtView *values, int32_t ndim, const int64_t *shape);

/* ---- cells: what one index selects ---------------------------------------------------------- */

/* The trailing dimensions of an array, below the indexed ones: rank 0 for single elements. */
typedef struct NprtCells {
    NprtView block; /* shape and strides; block.data is not used */
    int64_t bytes;  /* of the elements */
    bool is_dense;  /* they are one run in memory */
} NprtCells;

/* The dimensions of `array` from `first` on. */
void nprt_cells_init(NprtCells *cells, const NprtView *array, int32_t first);
/* Copies the cells at base + offsets[k] one behind the other into `out`. */
void nprt_cells_gather(const NprtCells *cells, char *out, const char *base, const int64_t *offsets,
                       int64_t n);
/* Copies into the cells at base + offsets[k], in order, from `from` + k * strides[0]; strides[1...]
 * are the source's inside a cell. Same dtype. */
void nprt_cells_scatter(const NprtCells *cells, char *base, const int64_t *offsets, int64_t n,
                        char *from, const int64_t *strides);

/* One dimension that integers index. */
typedef struct NprtAxis {
    int32_t number; /* for the text of the error */
    int64_t size, stride;
} NprtAxis;

enum { NPRT_INDEX_CHUNK = 512 };

/* Reads n <= NPRT_INDEX_CHUNK subscripts: negative ones wrap, others out of range raise. */
int32_t nprt_resolve_indices(const NprtAxis *axis, NprtDtype dtype, const char *at, int64_t step,
                             int64_t n, int64_t *out_offsets);
/* The same without the offsets: are they all in range? */
int32_t nprt_check_indices(const NprtAxis *axis, NprtDtype dtype, const char *at, int64_t step,
                           int64_t n);

/* ---- lists, masks --------------------------------------------------------------------------- */

/* A nested list or tuple as a new array of `dtype` and the rank found; the caller owns
 * out->owner. */
int32_t nprt_nested_to_array(const NprtDesc *desc, const void *value, NprtDtype dtype,
                             NprtView *out);
/* The dtype of the scalars in nested lists and tuples: that of the first one found;
 * NPRT_DTYPE_COUNT when there are none. */
NprtDtype nprt_nested_dtype(const NprtDesc *desc);
/* Levels of nesting, by the first items. */
int32_t nprt_nested_ndim(const NprtDesc *desc);

/* Number of elements that are not zero. */
int64_t nprt_count_nonzero(const NprtView *view);
/* Positions of the nonzero elements: out[d][k] is the subscript in dimension d of the k-th one. */
void nprt_fill_nonzero(const NprtView *view, int64_t *const *out);

/* "boolean index did not match ..." unless the mask's extents are those of dimensions first... of
 * the array. */
int32_t nprt_check_mask(const NprtView *array, int32_t first, const NprtView *mask);

#endif

/* array.h - arrays: copies, assignment, shapes, indexing with arrays, conversion from and to lists,
 * products.
 *
 * The functions generated code calls, as rtcalls.def lists them: an argument is a (desc, value)
 * pair, a result an (desc, out) pair at the end, whose desc has the dtype and rank of the result.
 * Results are C-contiguous and owned by the caller unless said otherwise. Where an array is
 * expected, a scalar counts as an array of rank 0. Status functions return 1 with an exception
 * pending; the others end the process when memory runs out. */
#ifndef NPRT_ARRAY_H
#define NPRT_ARRAY_H

#include "runtime/nprt.h"

#include <stdint.h>

/* ---- copies, comparison (array.c) ----------------------------------------------------------- */

/* Copies in C and in Fortran order, cast to the result's dtype. */
void nprt_array_copy(const NprtDesc *desc, const void *value, const NprtDesc *out_desc, void *out);
void nprt_array_copy_f(const NprtDesc *desc, const void *value, const NprtDesc *out_desc,
                       void *out);
/* The array itself when C-contiguous, else a copy. Same dtype. */
void nprt_array_contiguous(const NprtDesc *desc, const void *value, const NprtDesc *out_desc,
                           void *out);
/* The same memory as elements of the result's dtype, which has the same size. */
void nprt_array_view_as(const NprtDesc *desc, const void *value, const NprtDesc *out_desc,
                        void *out);
/* dst[...] = src with broadcasting and casting; src may be a scalar or a nested list. An
 * overlapping src is copied first. A Python scalar that does not fit raises, as in NumPy. */
int32_t nprt_array_assign(const NprtDesc *dst_desc, const void *dst, const NprtDesc *src_desc,
                          const void *src);
/* numpy.array_equal. */
uint8_t nprt_array_equal(const NprtDesc *a_desc, const void *a, const NprtDesc *b_desc,
                         const void *b);
/* Do the byte ranges of the arrays' elements meet? */
uint8_t nprt_array_overlaps(const NprtDesc *a_desc, const void *a, const NprtDesc *b_desc,
                            const void *b);

/* ---- shape (array.c) ------------------------------------------------------------------------ */

/* reshape to a tuple of ints (or one int), one of which may be negative: a view where the strides
 * allow one, else a copy. */
int32_t nprt_array_reshape(const NprtDesc *desc, const void *value, const NprtDesc *shape_desc,
                           const void *shape, const NprtDesc *out_desc, void *out);

/* ---- masks (array_mask.c) ------------------------------------------------------------------- */

/* a[mask]; a mask of lower rank selects whole sub-arrays. */
int32_t nprt_array_take_mask(const NprtDesc *desc, const void *value, const NprtDesc *mask_desc,
                             const void *mask, const NprtDesc *out_desc, void *out);
/* a[mask] = values */
int32_t nprt_array_put_mask(const NprtDesc *desc, const void *value, const NprtDesc *mask_desc,
                            const void *mask, const NprtDesc *values_desc, const void *values);
/* Elements that are not zero. */
int64_t nprt_array_count_true(const NprtDesc *desc, const void *value);
/* int64 (ndim, count): one row of positions per dimension, in C order. */
void nprt_array_nonzero(const NprtDesc *desc, const void *value, const NprtDesc *out_desc,
                        void *out);

/* ---- integer arrays as indices (array_take.c, array_fancy.c) -------------------------------- */

/* numpy.take(a, indices, axis): indices of any rank, negative ones wrap. */
int32_t nprt_array_take(const NprtDesc *desc, const void *value, const NprtDesc *indices_desc,
                        const void *indices, int64_t axis, const NprtDesc *out_desc, void *out);
/* a[index] and a[index] = values. The index is one of, or a tuple of: int, slice, None, Ellipsis,
 * integer and boolean arrays, nested lists of ints or bools, bool. */
int32_t nprt_array_fancy_get(const NprtDesc *desc, const void *value, const NprtDesc *index_desc,
                             const void *index, const NprtDesc *out_desc, void *out);
int32_t nprt_array_fancy_set(const NprtDesc *desc, const void *value, const NprtDesc *index_desc,
                             const void *index, const NprtDesc *values_desc, const void *values);

/* ---- lists (array_list.c) ------------------------------------------------------------------- */

/* numpy.array of nested lists and tuples of scalars or arrays. Ragged ones raise. */
int32_t nprt_array_from_list(const NprtDesc *desc, const void *value, const NprtDesc *out_desc,
                             void *out);
/* tolist(): nested lists as out_desc says. */
void nprt_array_to_list(const NprtDesc *desc, const void *value, const NprtDesc *out_desc,
                        void *out);

/* ---- products (array_product.c) ------------------------------------------------------------- */

/* numpy.matmul and numpy.dot for ranks >= 1. */
int32_t nprt_array_matmul(const NprtDesc *a_desc, const void *a, const NprtDesc *b_desc,
                          const void *b, const NprtDesc *out_desc, void *out);
int32_t nprt_array_dot(const NprtDesc *a_desc, const void *a, const NprtDesc *b_desc, const void *b,
                       const NprtDesc *out_desc, void *out);

#endif

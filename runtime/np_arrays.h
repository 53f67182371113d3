/* np_arrays.h - NumPy functions on whole arrays that move elements: joining, views with given
 * strides.
 *
 * Called by generated code, as rtcalls.def lists them; conventions as in array.h. */
#ifndef NPRT_NP_ARRAYS_H
#define NPRT_NP_ARRAYS_H

#include "runtime/nprt.h"

#include <stdint.h>

/* How the operands of a join are seen first. */
typedef enum NprtJoin {
    NPRT_JOIN_PLAIN,   /* numpy.concatenate */
    NPRT_JOIN_STACK,   /* numpy.stack: a new axis */
    NPRT_JOIN_FLAT,    /* numpy.concatenate(axis=None), append: all in one dimension */
    NPRT_JOIN_COLUMNS, /* column_stack: rank 1 becomes a column */
    NPRT_JOIN_ROWS,    /* vstack: rank 1 becomes a row */
    NPRT_JOIN_DEPTH    /* dstack: at least three dimensions */
} NprtJoin;

/* Joins the arrays of a tuple, a list, or along the first dimension of an array, into a new one of
 * the result's dtype. `axis` >= 0 is a dimension of the result. ValueError when shapes do not fit.
 */
int32_t nprt_array_join(const NprtDesc *desc, const void *value, int64_t axis, int64_t how,
                        const NprtDesc *out_desc, void *out);

/* A view of the array's memory with the given shape and strides (tuples of ints; strides in bytes),
 * `offset` bytes from its first element. Unchecked. */
void nprt_array_strided(const NprtDesc *desc, const void *value, const NprtDesc *shape_desc,
                        const void *shape, const NprtDesc *strides_desc, const void *strides,
                        int64_t offset, const NprtDesc *out_desc, void *out);

/* Bits 1: C-contiguous, 2: Fortran-contiguous, 4: begins its own memory block, 8: writeable
 * (always). */
int64_t nprt_array_flags(const NprtDesc *desc, const void *value);

/* The memory block that the array is part of, whole, as one dimension. */
void nprt_array_base(const NprtDesc *desc, const void *value, const NprtDesc *out_desc, void *out);

/* The elements in C order as bytes, and back: a copy. ValueError when the sizes do not fit. */
NprtStr *nprt_array_tobytes(const NprtDesc *desc, const void *value);
int32_t nprt_array_frombuffer(NprtStr *bytes, int64_t count, int64_t offset,
                              const NprtDesc *out_desc, void *out);

#endif

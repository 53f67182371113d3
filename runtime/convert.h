/* convert.h - elements from one dtype to another, and copies of strided N-dimensional blocks.
 *
 * Conversions are NumPy's astype(casting='unsafe') as it behaves on x86-64: integers wrap, floats
 * truncate (out of range and NaN: the smallest integer of the conversion instruction, narrowed),
 * complex numbers drop the imaginary part, bool is "not zero". Strides are in bytes, of any sign.
 * Nothing here allocates or fails, except nprt_check_scalar. */
#ifndef NPRT_CONVERT_H
#define NPRT_CONVERT_H

#include "runtime/nprt.h"

#include <stdint.h>

/* Converts n elements. A source stride of 0 repeats one element. Source and destination must not
 * overlap unless they are the same elements of the same dtype. */
typedef void NprtCastLoop(char *dst, int64_t dst_stride, const char *src, int64_t src_stride,
                          int64_t n);

NprtCastLoop *nprt_cast_loop(NprtDtype to, NprtDtype from);

/* One element. */
void nprt_cast(NprtDtype to, void *dst, NprtDtype from, const void *src);

/* A block of elements: dtype, address of element [0, 0, ...], strides. */
typedef struct NprtStrided {
    NprtDtype dtype;
    char *data;
    const int64_t *strides;
} NprtStrided;

/* dst[...] = src[...] over `shape` (at most NPRT_MAX_DIMS dimensions), in no particular order. The
 * two must not overlap. */
void nprt_copy_strided(const NprtStrided *dst, const NprtStrided *src, int32_t ndim,
                       const int64_t *shape);

/* Storing the scalar `value` of type `desc` (SCALAR) as an element of dtype `to`: raises where
 * Python's conversion does: int out of the dtype's bounds (OverflowError), NaN or infinity to an
 * integer, complex to real (TypeError). */
int32_t nprt_check_scalar(NprtDtype to, const NprtDesc *desc, const void *value);

#endif

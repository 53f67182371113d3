/* random_internal.h - what the random_*.c files share. */
#ifndef NPRT_RANDOM_INTERNAL_H
#define NPRT_RANDOM_INTERNAL_H

#include "runtime/random_api.h"
#include "runtime/view.h"

#include <stdbool.h>

static inline NprtRng *nprt_random_state_of(NprtObj *obj)
{
    return &((NprtRandom *)(void *)obj)->rng;
}

/* Does it draw with the algorithms of RandomState? */
static inline bool nprt_random_is_legacy(const NprtObj *obj)
{
    return obj->flags == NPRT_RANDOM_STATE;
}

/* Raises an error that is not NPRT_RNG_OK; returns 1. */
int32_t nprt_random_raise(NprtRngError error);

/* A shape: `ndim` extents. */
typedef struct NprtRandomShape {
    int32_t ndim;
    bool is_given; /* a size was: the shape may be that of a scalar, () */
    int64_t extents[NPRT_MAX_DIMS];
} NprtRandomShape;

/* Reads size: None, an int, ints in a tuple, list or array. ValueError when negative. */
int32_t nprt_random_read_size(NprtRandomShape *shape, const NprtDesc *desc, const void *size);
/* The shape of the result: `size`, or the one that the n operands broadcast to. Raises NumPy's
 * errors when they do not broadcast. Puts the operands' strides over it into strides[i]. */
int32_t nprt_random_broadcast(NprtRandomShape *shape, const NprtView *operands, int32_t n,
                              int64_t (*strides)[NPRT_MAX_DIMS]);

/* Numbers in a list, tuple, array or scalar as a C-contiguous temporary of `dtype`; the caller
 * releases out->owner. */
int32_t nprt_random_numbers(NprtView *out, NprtDtype dtype, const NprtDesc *desc,
                            const void *value);

#endif

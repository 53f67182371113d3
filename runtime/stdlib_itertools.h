/* stdlib_itertools.h - counting through arrangements: products, combinations, permutations. */
#ifndef NPRT_STDLIB_ITERTOOLS_H
#define NPRT_STDLIB_ITERTOOLS_H

#include "runtime/nprt.h"

#include <stdint.h>

typedef enum NprtArrangement {
    NPRT_ARRANGE_PRODUCT,      /* limits: the pools' lengths */
    NPRT_ARRANGE_COMBINATIONS, /* limits: n, r */
    NPRT_ARRANGE_REPLACEMENT,
    NPRT_ARRANGE_PERMUTATIONS
} NprtArrangement;

/* ---- called by generated code ---- */

/* Moves `state` (a list of int, empty at first) to the next arrangement in the order of Python's
 * itertools: the positions in the pools are its first elements. False when there is none. */
uint8_t nprt_itertools_next(int64_t kind, NprtList *limits, NprtList *state);

#endif

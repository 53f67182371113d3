/* rows.h - walking the elements of several operands of one shape, in C order, row by row.
 *
 *     NprtRows rows;
 *     for (bool more = nprt_rows_begin(&rows, ndim, shape, 2, data, strides); more;
 *          more = nprt_rows_next(&rows))
 *         ... rows.n elements at rows.at[k], rows.step[k] bytes apart ...
 *
 * Dimensions that are one run in every operand are merged, so that contiguous operands are one row.
 * A row has at least one element. */
#ifndef NPRT_ROWS_H
#define NPRT_ROWS_H

#include "runtime/nprt.h"

#include <stdbool.h>
#include <stdint.h>

enum { NPRT_ROWS_MAX = 3 };

typedef struct NprtRows {
    int64_t n;
    char *at[NPRT_ROWS_MAX];
    int64_t step[NPRT_ROWS_MAX];
    /* private */
    int32_t operands, outer;
    int64_t count[NPRT_MAX_DIMS], shape[NPRT_MAX_DIMS];
    int64_t strides[NPRT_ROWS_MAX][NPRT_MAX_DIMS];
} NprtRows;

/* False when there are no elements. */
bool nprt_rows_begin(NprtRows *rows, int32_t ndim, const int64_t *shape, int32_t operands,
                     char *const *data, const int64_t *const *strides);
bool nprt_rows_next(NprtRows *rows);

#endif

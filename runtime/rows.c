/* Row walks: an odometer over the outer dimensions that are left after merging. */
#include "runtime/rows.h"

/* Is dimension `last` of the walk, followed by an extent and strides, one run? */
static bool merges(const NprtRows *rows, int32_t last, int64_t extent,
                   const int64_t *const *strides, int32_t dim)
{
    for (int32_t k = 0; k < rows->operands; k++)
        if (rows->strides[k][last] != strides[k][dim] * extent)
            return false;
    return true;
}

bool nprt_rows_begin(NprtRows *rows, int32_t ndim, const int64_t *shape, int32_t operands,
                     char *const *data, const int64_t *const *strides)
{
    rows->operands = operands;
    int32_t dims = 0;
    for (int32_t i = 0; i < ndim; i++) {
        if (shape[i] <= 0)
            return false;
        if (shape[i] == 1)
            continue;
        if (dims > 0 && merges(rows, dims - 1, shape[i], strides, i)) {
            rows->shape[dims - 1] *= shape[i];
        } else {
            rows->shape[dims] = shape[i];
            rows->count[dims] = 0;
            dims++;
        }
        for (int32_t k = 0; k < operands; k++)
            rows->strides[k][dims - 1] = strides[k][i];
    }
    rows->outer = dims > 0 ? dims - 1 : 0;
    rows->n = dims > 0 ? rows->shape[dims - 1] : 1;
    for (int32_t k = 0; k < operands; k++) {
        rows->at[k] = data[k];
        rows->step[k] = dims > 0 ? rows->strides[k][dims - 1] : 0;
    }
    return true;
}

bool nprt_rows_next(NprtRows *rows)
{
    for (int32_t i = rows->outer - 1; i >= 0; i--) {
        for (int32_t k = 0; k < rows->operands; k++)
            rows->at[k] += rows->strides[k][i];
        if (++rows->count[i] < rows->shape[i])
            return true;
        rows->count[i] = 0;
        for (int32_t k = 0; k < rows->operands; k++)
            rows->at[k] -= rows->strides[k][i] * rows->shape[i];
    }
    return false;
}

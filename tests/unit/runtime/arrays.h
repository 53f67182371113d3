/* arrays.h - array values in tests. */
#ifndef TESTS_UNIT_RUNTIME_ARRAYS_H
#define TESTS_UNIT_RUNTIME_ARRAYS_H

#include "tests/unit/runtime/values.h"

#include "runtime/print_scalar.h"

/* The type of arrays; lasts as long as the program. */
static inline const NprtDesc *array_desc(NprtDtype dtype, uint8_t ndim)
{
    static NprtDesc descs[NPRT_DTYPE_COUNT][8];
    NprtDesc *desc = &descs[dtype][ndim];
    *desc = (NprtDesc){.kind = NPRT_K_ARRAY,
                       .dtype = (uint8_t)dtype,
                       .ndim = ndim,
                       .size = 16 + 16u * ndim,
                       .align = 8,
                       .is_managed = 1};
    return desc;
}

/* An array value that borrows the C-contiguous elements at `data`. */
static inline NprtArrayBuf borrow(NprtDtype dtype, void *data, uint8_t ndim, const int64_t *shape)
{
    NprtArrayBuf array = {.data = data};
    int64_t stride = nprt_dtype_size(dtype);
    for (int i = ndim - 1; i >= 0; i--) {
        array.dims[i] = shape[i];
        array.dims[ndim + i] = stride;
        stride *= shape[i];
    }
    return array;
}

/* Expects str(array) and drops the reference. */
static inline void expect_array(NprtDtype dtype, uint8_t ndim, NprtArrayBuf *array,
                                const char *wanted)
{
    expect_shown(array_desc(dtype, ndim), array, wanted, NULL);
    nprt_value_release(array_desc(dtype, ndim), array);
}

#define SHAPE(...) ((const int64_t[]){__VA_ARGS__})

#endif

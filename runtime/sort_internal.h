/* sort_internal.h - what the sort*.c files share: integer keys that are ordered as the elements. */
#ifndef NPRT_SORT_INTERNAL_H
#define NPRT_SORT_INTERNAL_H

#include "runtime/nprt.h"

#include <stdbool.h>
#include <stdint.h>

/* ---- sorting keys (sort_keys.c) ------------------------------------------------------------- */

/* Sorts ascending; `scratch` has room for n keys. */
void nprt_sort_i64(int64_t *keys, int64_t n, int64_t *scratch);
void nprt_sort_i32(int32_t *keys, int64_t n, int32_t *scratch);

/* Reorders so that the key at `k` is the one sorting would put there, with none larger before it
 * and none smaller after it. */
void nprt_select_i64(int64_t *keys, int64_t n, int64_t k, int64_t *scratch);
void nprt_select_i32(int32_t *keys, int64_t n, int64_t k, int32_t *scratch);

/* The same with AVX-512 (sort_avx512.c). False when the processor has none, or when the pivots were
 * bad: the keys are then in some order and another method must finish. */
bool nprt_sort_avx512_i64(int64_t *keys, int64_t n);
bool nprt_sort_avx512_i32(int32_t *keys, int64_t n);
bool nprt_select_avx512_i64(int64_t *keys, int64_t n, int64_t k);
bool nprt_select_avx512_i32(int32_t *keys, int64_t n, int64_t k);

/* ---- making keys (sort_keys.c) -------------------------------------------------------------- */

/* Doubles to keys and back, in place: their bits with the order of negative ones turned round. NaNs
 * end up below and above all numbers; returns whether there were any. */
bool nprt_keys_from_f64(int64_t *keys, int64_t n);
void nprt_keys_to_f64(int64_t *keys, int64_t n);
bool nprt_keys_from_f32(int32_t *keys, int64_t n);
void nprt_keys_to_f32(int32_t *keys, int64_t n);
/* Is it the key of a NaN? */
static inline bool nprt_key_is_nan_i64(int64_t key)
{
    return (key ^ (key >> 63)) > 0x7ff0000000000000;
}
static inline bool nprt_key_is_nan_i32(int32_t key)
{
    return (key ^ (key >> 31)) > 0x7f800000;
}

/* Keys of n elements of a real dtype, compared as `common` (the dtype itself, or F64 or I64 to
 * which it converts): NaNs are equal and the largest, zeros are equal. */
void nprt_keys_of(int64_t *keys, NprtDtype common, NprtDtype dtype, const char *at, int64_t stride,
                  int64_t n);

/* ---- order (sort_order.c) ------------------------------------------------------------------- */

/* Stably reorders the n positions `order` by keys[position]. `packed` and `scratch` have room for n
 * each. */
void nprt_order_by(int64_t *order, int64_t n, const int64_t *keys, int64_t *packed,
                   int64_t *scratch);

/* The positions 0 to n - 1 in stable order of the elements; complex ones by real, then imaginary
 * part. `work` has room for 5 * n. */
void nprt_order_of(int64_t *order, NprtDtype dtype, const char *at, int64_t stride, int64_t n,
                   int64_t *work);

#endif

/* stdlib_number.h - methods of Python's int, float and bytes.
 *
 * Results are owned by the caller. Status functions return 1 with an exception pending. */
#ifndef NPRT_STDLIB_NUMBER_H
#define NPRT_STDLIB_NUMBER_H

#include "runtime/nprt.h"

#include <stdint.h>

/* ---- called by generated code ---- */

int64_t nprt_int_bit_length(int64_t x); /* of the absolute value */
int64_t nprt_int_bit_count(int64_t x);
/* int.to_bytes: OverflowError when the value does not fit, ValueError for a negative length or an
 * order that is neither "little" nor "big". */
int32_t nprt_int_to_bytes(int64_t x, int64_t length, NprtStr *order, uint8_t is_signed, void **out);
/* int.from_bytes: OverflowError outside int64. */
int32_t nprt_int_from_bytes(NprtStr *bytes, NprtStr *order, uint8_t is_signed, int64_t *out);

NprtStr *nprt_float_hex(double x);
int32_t nprt_float_fromhex(NprtStr *text, double *out); /* ValueError */
/* float.as_integer_ratio, a tuple of two ints: OverflowError outside int64, ValueError for a NaN.
 */
int32_t nprt_float_ratio(double x, const NprtDesc *desc, void *out);

/* bytes(n), bytes(list of int): ValueError for a negative length, an element outside 0 .. 255. */
int32_t nprt_bytes_zero(int64_t n, void **out);
int32_t nprt_bytes_of_list(NprtList *list, void **out);
NprtStr *nprt_bytes_hex(NprtStr *bytes);
int32_t nprt_bytes_fromhex(NprtStr *text, void **out); /* ValueError */

#endif

/* value.h - equality, order and hash of values of any type, by their descriptors.
 *
 * Numbers compare by value across types (1 == 1.0 == True == np.uint8(1)) and exactly, also int64
 * with uint64 and with floats; equal values have equal hashes. Hashes are CPython's (strings:
 * PYTHONHASHSEED=0), so that sets iterate in CPython's order. Status functions return 1 with an
 * exception pending. */
#ifndef NPRT_VALUE_H
#define NPRT_VALUE_H

#include "runtime/nprt.h"

#include <stdbool.h>
#include <stdint.h>

/* ---- called by generated code ---- */

/* Is this the descriptor of a union (nprt.h)? */
bool nprt_desc_is_union(const NprtDesc *desc);
/* The alternative that a union holds: its descriptor (maybe optional), and *at moved to it. */
const NprtDesc *nprt_union_held(const NprtDesc *desc, const void **at);

/* a == b. Values of unlike kinds are unequal. */
int32_t nprt_value_eq(const NprtDesc *a_desc, const void *a, const NprtDesc *b_desc, const void *b,
                      uint8_t *out);
/* -1, 0 or 1; 2 when neither is less and they are not equal (a NaN). TypeError for types without an
 * order. */
int32_t nprt_value_compare(const NprtDesc *a_desc, const void *a, const NprtDesc *b_desc,
                           const void *b, int64_t *out);
/* hash(value), never -1. TypeError when unhashable. */
int32_t nprt_value_hash(const NprtDesc *desc, const void *value, int64_t *out);

/* a is b: the same heap object; arrays: the same memory and shape; values without identity: equal
 * bits of one type. */
uint8_t nprt_value_is(const NprtDesc *a_desc, const void *a, const NprtDesc *b_desc, const void *b);

/* ---- for containers ---- */

/* *out = a < b, with CPython's TypeError. */
int32_t nprt_value_less(const NprtDesc *a_desc, const void *a, const NprtDesc *b_desc,
                        const void *b, uint8_t *out);
/* a is b or a == b: how containers look for elements (a NaN finds itself). */
int32_t nprt_value_same(const NprtDesc *a_desc, const void *a, const NprtDesc *b_desc,
                        const void *b, uint8_t *out);

int64_t nprt_hash_int(int64_t x);
int64_t nprt_hash_double(double x);

/* Moves, copies: `nprt_value_copy` retains what it copied. */
void nprt_value_copy(const NprtDesc *desc, void *to, const void *from);

/* Descriptors of types that the runtime itself makes values of. */
extern const NprtDesc nprt_desc_bool, nprt_desc_int, nprt_desc_float, nprt_desc_str,
    nprt_desc_bytes;
extern const NprtDesc nprt_desc_list_int, nprt_desc_list_str, nprt_desc_list_bytes;
extern const NprtDesc nprt_desc_numpy[NPRT_DTYPE_COUNT]; /* NumPy scalars */

#endif

/* stdlib_collections.h - what the module collections needs beyond lists and dicts.
 *
 * A deque is a list whose type has the name "deque"; its length limit is kept in NprtObj.flags, as
 * limit + 1, 0 when there is none. A Counter is a dict of the name "Counter". Status functions
 * return 1 with an exception pending. */
#ifndef NPRT_STDLIB_COLLECTIONS_H
#define NPRT_STDLIB_COLLECTIONS_H

#include "runtime/nprt.h"

#include <stdint.h>

/* Entry numbers of a dict from the greatest value on, equal ones in order of insertion, written to
 * order[0 .. len). */
int32_t nprt_dict_by_value(NprtDict *dict, int64_t *order);

/* ---- called by generated code ---- */

/* The same as a list of int: Counter.most_common. */
int32_t nprt_dict_value_order(NprtDict *dict, void **out);

/* Sets the limit, negative for none, and drops elements from the left beyond it. ValueError when it
 * is too large. */
int32_t nprt_deque_limit(NprtList *deque, int64_t limit);
int64_t nprt_deque_maxlen(NprtList *deque); /* -1: none */
/* Drops elements from the other end than the one that was added to: after an append from the left.
 */
void nprt_deque_trim(NprtList *deque, uint8_t from_left);
int32_t nprt_deque_pop(NprtList *deque, uint8_t from_left, const NprtDesc *desc,
                       void *out); /* IndexError */
void nprt_deque_rotate(NprtList *deque, int64_t n);
/* OrderedDict.move_to_end: KeyError. */
int32_t nprt_dict_move_to_end(NprtDict *dict, const NprtDesc *desc, const void *key, uint8_t last);

#endif

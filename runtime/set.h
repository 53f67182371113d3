/* set.h - sets and frozensets in CPython's iteration order.
 *
 * The entries of an NprtSet are CPython's hash table itself: `used` slots (a power of two), entered
 * by CPython's probing and grown by its rules, so that iterating by entry number visits the
 * elements in the order of CPython for the same history of operations. `index` holds -1 for an
 * empty slot, -2 for a deleted one, else the slot's own number; a slot's hash is 0 unless it is
 * live. `pad` counts live and deleted slots. Contracts as in dict.h, whose nprt_dict_next and
 * nprt_dict_check_size serve sets too. */
#ifndef NPRT_SET_H
#define NPRT_SET_H

#include "runtime/nprt.h"

#include <stdint.h>

/* An empty set of type `desc` (SET or FROZENSET). */
NprtSet *nprt_set_new(const NprtDesc *desc);

typedef enum NprtSetOp { NPRT_SET_OR, NPRT_SET_AND, NPRT_SET_SUB, NPRT_SET_XOR } NprtSetOp;

typedef enum NprtSetTest {
    NPRT_SET_EQUAL,
    NPRT_SET_SUBSET,
    NPRT_SET_PROPER_SUBSET,
    NPRT_SET_DISJOINT
} NprtSetTest;

/* ---- called by generated code ---- */

int32_t nprt_set_add(NprtSet *set, const NprtDesc *desc, const void *value);
/* KeyError when it is not there. */
int32_t nprt_set_remove(NprtSet *set, const NprtDesc *desc, const void *value);
int32_t nprt_set_discard(NprtSet *set, const NprtDesc *desc, const void *value);
/* Slot number or -1. */
int32_t nprt_set_find(NprtSet *set, const NprtDesc *desc, const void *value, int64_t *out);
int32_t nprt_set_pop(NprtSet *set, const NprtDesc *desc, void *out);
/* A new set of the type of `a`; `op` is an NprtSetOp. */
int32_t nprt_set_binary(NprtSet *a, NprtSet *b, int64_t op, void **out);
/* a |= b and so on. */
int32_t nprt_set_update(NprtSet *a, NprtSet *b, int64_t op);
/* `test` is an NprtSetTest; a <= b and so on. */
int32_t nprt_set_compare(NprtSet *a, NprtSet *b, int64_t test, uint8_t *out);
void nprt_set_clear(NprtSet *set);
NprtSet *nprt_set_copy(NprtSet *set);

#endif

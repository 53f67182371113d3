/* list.h - Python lists: a growing array of elements of one type (desc->elems[0]).
 *
 * A value handed over as (desc, value) has the element's type; searches take any type. The list
 * owns its elements. Not thread-safe, as in Python without its lock. Indices count from the end
 * when negative. Status functions return 1 with an exception pending. */
#ifndef NPRT_LIST_H
#define NPRT_LIST_H

#include "runtime/nprt.h"

#include <stdint.h>

/* An empty list of type `desc` (LIST) with room for `cap` elements. */
NprtList *nprt_list_new(const NprtDesc *desc, int64_t cap);
/* Appends room for one element, uninitialised, and returns its place. */
void *nprt_list_push(NprtList *list);
/* Appends a str (or another heap reference), taking over the caller's reference. */
void nprt_list_push_ref(NprtList *list, void *obj);

/* ---- called by generated code ---- */

void nprt_list_append(NprtList *list, const NprtDesc *desc, const void *value);
void nprt_list_extend(NprtList *list, NprtList *other);
void nprt_list_insert(NprtList *list, int64_t index, const NprtDesc *desc, const void *value);
int32_t nprt_list_pop(NprtList *list, int64_t index, const NprtDesc *desc, void *out);
int32_t nprt_list_remove(NprtList *list, const NprtDesc *desc, const void *value);
int32_t nprt_list_index(NprtList *list, const NprtDesc *desc, const void *value, int64_t *out);
int32_t nprt_list_count(NprtList *list, const NprtDesc *desc, const void *value, int64_t *out);
int32_t nprt_list_contains(NprtList *list, const NprtDesc *desc, const void *value, uint8_t *out);
void nprt_list_reverse(NprtList *list);
NprtList *nprt_list_copy(NprtList *list);
void nprt_list_clear(NprtList *list);
/* list[slice], a new list. */
int32_t nprt_list_slice(NprtList *list, const NprtDesc *desc, const void *slice, void **out);
/* list[slice] = other. */
int32_t nprt_list_slice_set(NprtList *list, const NprtDesc *desc, const void *slice,
                            NprtList *other);
/* del list[index or slice]. */
int32_t nprt_list_delete(NprtList *list, const NprtDesc *desc, const void *where);
NprtList *nprt_list_concat(NprtList *a, NprtList *b);
NprtList *nprt_list_repeat(NprtList *list, int64_t times);

/* Sorting (list_sort.c): stable; `reverse` keeps the order of equal elements, as Python does. A
 * comparison that raises leaves the list in some order. */
int32_t nprt_list_sort(NprtList *list, uint8_t reverse);
/* The positions in sorted order, a new list of int. */
int32_t nprt_list_argsort(NprtList *list, uint8_t reverse, void **out);
/* Reorders: element i becomes the one at positions[i]. */
void nprt_list_permute(NprtList *list, NprtList *positions);

#endif

/* sort.h - sorting arrays, orders, partitions and searches in sorted arrays.
 *
 * NaNs count as the largest values, as in NumPy; complex numbers are ordered by real, then
 * imaginary part. Lines along the axis are sorted one by one. Orders (argsort, lexsort) are stable.
 * The functions without a status end the process when memory runs out. `axis` may be negative. */
#ifndef NPRT_SORT_H
#define NPRT_SORT_H

#include "runtime/nprt.h"

#include <stdint.h>

/* a.sort(axis), in place. */
void nprt_array_sort(const NprtDesc *desc, const void *value, int64_t axis);
/* a.argsort(axis): int64 of the shape of `a`. */
void nprt_array_argsort(const NprtDesc *desc, const void *value, int64_t axis,
                        const NprtDesc *out_desc, void *out);
/* a.partition(kth, axis), in place. ValueError when kth (which may be negative) is out of bounds.
 */
int32_t nprt_array_partition(const NprtDesc *desc, const void *value, int64_t kth, int64_t axis);
/* numpy.lexsort: a tuple or list of arrays of rank 1 (or the rows of one of rank 2), the last one
 * the first criterion. int64 (n,). ValueError when the lengths differ. */
int32_t nprt_array_lexsort(const NprtDesc *desc, const void *value, const NprtDesc *out_desc,
                           void *out);
/* numpy.searchsorted(a, values, side): int64 of the shape of `values`. Real dtypes. */
void nprt_array_searchsorted(const NprtDesc *desc, const void *value, const NprtDesc *values_desc,
                             const void *values, uint8_t right, const NprtDesc *out_desc,
                             void *out);

#endif

/* stdlib_statistics.h - mean, variance and standard deviation of floats, rounded once.
 *
 * Python's module statistics computes with exact fractions; here sums of floats and of their
 * squares are exact big integers. Lists of finite floats; NaN and infinities give what float
 * arithmetic does. */
#ifndef NPRT_STDLIB_STATISTICS_H
#define NPRT_STDLIB_STATISTICS_H

#include "runtime/nprt.h"

#include <stdint.h>

/* ---- called by generated code ---- */

/* The list has at least one element. */
double nprt_statistics_mean(NprtList *values);
/* Of n elements, divided by n - ddof > 0; its square root when `root` is set. */
double nprt_statistics_variance(NprtList *values, int64_t ddof, uint8_t root);

#endif

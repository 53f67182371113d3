/* stdlib_copy.h - copy.copy and copy.deepcopy of values of any type. */
#ifndef NPRT_STDLIB_COPY_H
#define NPRT_STDLIB_COPY_H

#include "runtime/nprt.h"

#include <stdint.h>

/* ---- called by generated code ---- */

/* A new object of the same type with the same parts. */
void nprt_value_shallow_copy(const NprtDesc *desc, const void *value, const NprtDesc *out_desc,
                             void *out);
/* With copies of its parts, all the way down; an object met twice is copied once. */
void nprt_value_deep_copy(const NprtDesc *desc, const void *value, const NprtDesc *out_desc,
                          void *out);

#endif

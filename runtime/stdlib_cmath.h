/* stdlib_cmath.h - Python's module cmath, with CPython's formulas, so that results have the same
 * bits.
 *
 * NumPy's functions of complex numbers, which differ in the last place, are in complexmath.h. */
#ifndef NPRT_STDLIB_CMATH_H
#define NPRT_STDLIB_CMATH_H

#include "runtime/nprt.h"

#include <stdint.h>

typedef enum NprtCmath {
    NPRT_CMATH_SQRT,
    NPRT_CMATH_EXP,
    NPRT_CMATH_LOG,
    NPRT_CMATH_LOG10,
    NPRT_CMATH_SIN,
    NPRT_CMATH_COS,
    NPRT_CMATH_TAN,
    NPRT_CMATH_ASIN,
    NPRT_CMATH_ACOS,
    NPRT_CMATH_ATAN,
    NPRT_CMATH_SINH,
    NPRT_CMATH_COSH,
    NPRT_CMATH_TANH,
    NPRT_CMATH_ASINH,
    NPRT_CMATH_ACOSH,
    NPRT_CMATH_ATANH
} NprtCmath;

/* ---- called by generated code ---- */

/* The function `which` (NprtCmath) of a complex128. ValueError at poles, OverflowError. */
int32_t nprt_cmath(int64_t which, const NprtDesc *desc, const void *z, const NprtDesc *out_desc,
                   void *out);

#endif

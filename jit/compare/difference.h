/* difference.h - how far apart the elements of two arrays are.
 *
 * Integers and bools are equal or not, whatever the tolerance. Floats are close when
 * |a - b| <= atol + rtol * |a|, as in numpy.allclose with `a` as the reference; two NaNs are equal,
 * and so are infinities of one sign. Complex numbers are compared by their parts. */
#ifndef NJ_JIT_COMPARE_DIFFERENCE_H
#define NJ_JIT_COMPARE_DIFFERENCE_H

#include "runtime/nprt.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct NjTolerance {
    double rtol, atol;
} NjTolerance;

/* Without --rtol and --atol: float16 1e-3 and 1e-5, float32 1e-5 and 1e-7, float64 1e-9 and 1e-12.
 * A negative number in `given` stands for the default. */
NjTolerance nj_tolerance_of(NprtDtype dtype, NjTolerance given);
/* Of numbers in printed text, whose dtype nobody knows: those of numpy.allclose, 1e-5 and 1e-8. */
NjTolerance nj_tolerance_of_text(NjTolerance given);

typedef struct NjDifference {
    int64_t n; /* elements compared */
    int64_t n_unequal;
    int64_t n_beyond; /* by more than the tolerance */
    int64_t first;    /* the first beyond the tolerance, else the first that is unequal, else -1 */
    double max_abs, max_rel; /* |a - b|; over max(|a|, |b|); infinite where only one is finite */
    uint64_t max_ulp;        /* of floats: how many numbers of the dtype the two are apart */
    bool has_ulp;
} NjDifference;

#define NJ_NO_DIFFERENCE ((NjDifference){.first = -1})

/* Compares `n` elements and adds the result; the elements are numbered on. */
void nj_difference_add(NjDifference *d, NprtDtype dtype, NjTolerance tolerance, const void *a,
                       const void *b, int64_t n);
/* One pair of numbers without a dtype (no ULPs); ints are exact. */
void nj_difference_add_number(NjDifference *d, NjTolerance tolerance, double a, double b,
                              bool is_int);
/* Puts the differences `d` of what comes next behind those of `all`. */
void nj_difference_join(NjDifference *all, const NjDifference *d);

/* Steps between neighbouring numbers from one to the other; 0 for equal ones, +0 and -0, two NaNs;
 * UINT64_MAX when one of them is a NaN. */
uint64_t nj_ulp_f64(double a, double b);
uint64_t nj_ulp_f32(float a, float b);
uint64_t nj_ulp_f16(uint16_t a, uint16_t b);

#endif

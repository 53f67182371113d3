/* stdlib_math.h - functions of Python's module math that the C library lacks or computes otherwise.
 *
 * Status functions return 1 with an exception pending. */
#ifndef NPRT_STDLIB_MATH_H
#define NPRT_STDLIB_MATH_H

#include "runtime/nprt.h"

#include <stdint.h>

/* ---- called by generated code ---- */

/* OverflowError outside int64, ValueError for negative arguments. */
int32_t nprt_math_gcd(int64_t a, int64_t b, int64_t *out);
int32_t nprt_math_lcm(int64_t a, int64_t b, int64_t *out);
int32_t nprt_math_factorial(int64_t n, int64_t *out);
int32_t nprt_math_comb(int64_t n, int64_t k, int64_t *out);
int32_t nprt_math_perm(int64_t n, int64_t k, int64_t *out);
int32_t nprt_math_isqrt(int64_t n, int64_t *out);

/* As CPython computes them. ValueError at the poles, OverflowError. */
int32_t nprt_math_gamma(double x, double *out);
int32_t nprt_math_lgamma(double x, double *out);

double nprt_math_ulp(double x);
double nprt_math_nextafter(double x, double y, int64_t steps);
/* A tuple (float, int); (fractional part, integral part). */
void nprt_math_frexp(double x, const NprtDesc *desc, void *out);
void nprt_math_modf(double x, const NprtDesc *desc, void *out);

/* Lists of float. fsum is correctly rounded; sumprod too, with exact products. */
int32_t nprt_math_fsum(NprtList *values, double *out); /* OverflowError, ValueError */
int32_t nprt_math_sumprod(NprtList *a, NprtList *b, double *out);
double nprt_math_norm(NprtList *values); /* hypot(*values) */
int32_t nprt_math_dist(NprtList *a, NprtList *b, double *out);

#endif

/* mathextra.h - functions of compiler/funcs/math.def that the C library lacks, as double and float.
 */
#ifndef NPRT_MATHEXTRA_H
#define NPRT_MATHEXTRA_H

/* x * 2^exponent; the exponent is an integer in a float. */
double nprt_ldexp(double x, double exponent);
float nprt_ldexpf(float x, float exponent);
/* log(exp(x) + exp(y)) and log2(2^x + 2^y) without overflow. */
double nprt_logaddexp(double x, double y);
float nprt_logaddexpf(float x, float y);
double nprt_logaddexp2(double x, double y);
float nprt_logaddexp2f(float x, float y);
/* Distance to the next number away from zero, with the sign of x. */
double nprt_spacing(double x);
float nprt_spacingf(float x);
/* Modified Bessel function of the first kind, order 0. */
double nprt_i0(double x);
float nprt_i0f(float x);

#endif

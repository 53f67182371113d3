/* complexmath.h - elementary functions of complex numbers, as NumPy's ufuncs compute them.
 *
 * Operands and result are complex128 through pointers, so that the calling convention of complex
 * types plays no part; complex64 computes in complex128 and rounds. `out` may be an operand. */
#ifndef NPRT_COMPLEXMATH_H
#define NPRT_COMPLEXMATH_H

#include "runtime/nprt.h"

void nprt_c_exp(const NprtC128 *a, NprtC128 *out);
void nprt_c_exp2(const NprtC128 *a, NprtC128 *out);
void nprt_c_expm1(const NprtC128 *a, NprtC128 *out);
void nprt_c_log(const NprtC128 *a, NprtC128 *out);
void nprt_c_log2(const NprtC128 *a, NprtC128 *out);
void nprt_c_log10(const NprtC128 *a, NprtC128 *out);
void nprt_c_log1p(const NprtC128 *a, NprtC128 *out);
void nprt_c_sqrt(const NprtC128 *a, NprtC128 *out);
void nprt_c_sin(const NprtC128 *a, NprtC128 *out);
void nprt_c_cos(const NprtC128 *a, NprtC128 *out);
void nprt_c_tan(const NprtC128 *a, NprtC128 *out);
void nprt_c_asin(const NprtC128 *a, NprtC128 *out);
void nprt_c_acos(const NprtC128 *a, NprtC128 *out);
void nprt_c_atan(const NprtC128 *a, NprtC128 *out);
void nprt_c_sinh(const NprtC128 *a, NprtC128 *out);
void nprt_c_cosh(const NprtC128 *a, NprtC128 *out);
void nprt_c_tanh(const NprtC128 *a, NprtC128 *out);
void nprt_c_asinh(const NprtC128 *a, NprtC128 *out);
void nprt_c_acosh(const NprtC128 *a, NprtC128 *out);
void nprt_c_atanh(const NprtC128 *a, NprtC128 *out);
void nprt_c_pow(const NprtC128 *a, const NprtC128 *b, NprtC128 *out);

#endif

/* Names for templates (*.inc.c) that are compiled once for double and once for float.
 *
 *     #define NJ_REAL_BITS 64
 *     #include "compiler/mathlib/real.h"
 *     #include "compiler/mathlib/hyper.inc.c"
 *
 * REAL and UINT are the number and the unsigned integer of that size, PAIR is NjPairF64 or NjPairF32.
 * F(name) is name_f64 or name_f32, K(a, b) the constant for that precision, T(Name) NameF64 or NameF32.
 * To be included once more with another NJ_REAL_BITS; hence no include guard.
 */
#include "compiler/mathlib/exp_core.h"
#include "compiler/mathlib/log_core.h"
#include "compiler/mathlib/math_core.h"
#include "compiler/mathlib/nj_math.h"

#undef REAL
#undef UINT
#undef PAIR
#undef F
#undef K
#undef T
#undef MANTISSA_BITS
#undef EXPONENT_BIAS
#undef MAGIC
#undef FABS
#undef COPYSIGN
#undef SQRT
#undef INF
#undef QNAN

#if NJ_REAL_BITS == 64
#define REAL double
#define UINT uint64_t
#define PAIR NjPairF64
#define F(name) name##_f64
#define K(f64, f32) (f64)
#define T(name) name##F64
#define MANTISSA_BITS 52
#define EXPONENT_BIAS 1023
#define MAGIC MAGIC_F64
#define FABS __builtin_fabs
#define COPYSIGN __builtin_copysign
#define SQRT __builtin_sqrt
#define INF __builtin_inf()
#define QNAN __builtin_nan("")
#else
#define REAL float
#define UINT uint32_t
#define PAIR NjPairF32
#define F(name) name##_f32
#define K(f64, f32) (f32)
#define T(name) name##F32
#define MANTISSA_BITS 23
#define EXPONENT_BIAS 127
#define MAGIC MAGIC_F32
#define FABS __builtin_fabsf
#define COPYSIGN __builtin_copysignf
#define SQRT __builtin_sqrtf
#define INF __builtin_inff()
#define QNAN __builtin_nanf("")
#endif

/* What the templates (*.inc.c) of this folder are written in. Each is compiled for double and for
 * float:
 *
 *     #define NJ_REAL_BITS 64
 *     #include "compiler/mathlib/real.h"
 *     #include "compiler/mathlib/hyper.inc.c"
 *     #undef NJ_REAL_BITS, then the same with 32
 *
 * REAL and UINT are the number and the unsigned integer of that size, PAIR is NjPairF64 or
 * NjPairF32. F(name) is name_f64 or name_f32, T(Name) NameF64 or NameF32, K(a, b) the constant for
 * that precision.
 *
 * The code is straight-line arithmetic that LLVM's loop vectoriser can widen: no calls, no branches
 * but those to the slow parts, and no operation that lacks a vector form on AVX2: 64-bit arithmetic
 * shifts, int64 <-> double conversions and rint are avoided, adding a MAGIC number stands in for
 * them. `?:` on computed values becomes a select, `&` and `|` join conditions without a branch. It
 * is correct in round-to-nearest only, and without fast-math flags that change values.
 */
#ifndef NJ_COMPILER_MATHLIB_REAL_H
#define NJ_COMPILER_MATHLIB_REAL_H

#include "compiler/mathlib/nj_math.h"

#include <stdint.h>
#include <string.h>

/* Exported functions are inlined into their callers when built as bitcode; a plain C build (the
 * unit tests, the native slow parts) leaves the choice to the C compiler. */
#ifdef NJ_MATH_BITCODE
#define NJ_MATH_FN   __attribute__((always_inline))
#define NJ_MATH_COLD __attribute__((noinline, cold))
#else
#define NJ_MATH_FN
#define NJ_MATH_COLD
#endif

#endif

#undef REAL
#undef UINT
#undef PAIR
#undef F
#undef T
#undef K
#undef MANTISSA_BITS
#undef BIAS
#undef MAGIC
#undef LN2_HI
#undef LN2_LO
#undef FMA
#undef FABS
#undef COPYSIGN
#undef SQRT
#undef INF
#undef QNAN

/* MAGIC is 1.5 * 2^MANTISSA_BITS: added to a small x, it leaves round(x) in the low mantissa bits.
 * LN2_HI has so few bits that its product with any exponent is exact. */
#if NJ_REAL_BITS == 64
#define REAL          double
#define UINT          uint64_t
#define PAIR          NjPairF64
#define F(name)       name##_f64
#define T(name)       name##F64
#define K(f64, f32)   (f64)
#define MANTISSA_BITS 52
#define BIAS          1023
#define MAGIC         0x1.8p52
#define LN2_HI        0x1.62e42fefa38p-1
#define LN2_LO        0x1.ef35793c7673p-45
#define FMA           __builtin_fma
#define FABS          __builtin_fabs
#define COPYSIGN      __builtin_copysign
#define SQRT          __builtin_sqrt
#define INF           __builtin_inf()
#define QNAN          __builtin_nan("")
#else
#define REAL          float
#define UINT          uint32_t
#define PAIR          NjPairF32
#define F(name)       name##_f32
#define T(name)       name##F32
#define K(f64, f32)   (f32)
#define MANTISSA_BITS 23
#define BIAS          127
#define MAGIC         0x1.8p23f
#define LN2_HI        0x1.62e4p-1f
#define LN2_LO        0x1.7f7d1cp-20f
#define FMA           __builtin_fmaf
#define FABS          __builtin_fabsf
#define COPYSIGN      __builtin_copysignf
#define SQRT          __builtin_sqrtf
#define INF           __builtin_inff()
#define QNAN          __builtin_nanf("")
#endif

#include "compiler/mathlib/math_core.inc.c"

#include "compiler/mathlib/exp_core.inc.c"
#include "compiler/mathlib/log_core.inc.c"

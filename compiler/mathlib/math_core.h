/* Building blocks of the elementary functions: bit access, exact sums and products, powers of two.
 *
 * Internal to compiler/mathlib. Everything is straight-line arithmetic that LLVM's loop vectoriser can
 * widen: no calls, no branches, and no operation that lacks a vector form on AVX2 (64-bit arithmetic
 * shifts, int64 <-> double conversions and rint are avoided; the "magic number" additions below stand
 * in for them). Correct only in round-to-nearest and without value-changing fast-math flags.
 */
#ifndef NJ_COMPILER_MATHLIB_MATH_CORE_H
#define NJ_COMPILER_MATHLIB_MATH_CORE_H

#include <stdint.h>
#include <string.h>

/* Exported functions are inlined into their callers when built as bitcode; a plain C build (the unit
 * tests) leaves the choice to the C compiler. */
#ifdef NJ_MATH_BITCODE
#define NJ_MATH_FN __attribute__((always_inline))
#define NJ_MATH_COLD __attribute__((noinline, cold))
#else
#define NJ_MATH_FN
#define NJ_MATH_COLD
#endif

/* 1.5 * 2^52 and 1.5 * 2^23: adding one of these to a small x leaves round(x) in the low mantissa bits. */
#define MAGIC_F64 0x1.8p52
#define MAGIC_F32 0x1.8p23f

/* An unevaluated sum hi + lo. "Normalised" means that hi == hi + lo in working precision. */
typedef struct NjPairF64 {
    double hi, lo;
} NjPairF64;

typedef struct NjPairF32 {
    float hi, lo;
} NjPairF32;

static inline uint64_t bits_f64(double x)
{
    uint64_t u;
    memcpy(&u, &x, sizeof u);
    return u;
}

static inline double from_bits_f64(uint64_t u)
{
    double x;
    memcpy(&x, &u, sizeof x);
    return x;
}

static inline uint32_t bits_f32(float x)
{
    uint32_t u;
    memcpy(&u, &x, sizeof u);
    return u;
}

static inline float from_bits_f32(uint32_t u)
{
    float x;
    memcpy(&x, &u, sizeof x);
    return x;
}

static inline int is_nan_f64(double x)
{
    return x != x;
}

static inline int is_nan_f32(float x)
{
    return x != x;
}

/* a*b + c: fused where the build assumes FMA, otherwise two roundings. For places where either is fine;
 * what needs an exact product calls two_prod. */
static inline double mul_add_f64(double a, double b, double c)
{
#ifdef NJ_MATH_FMA
    return __builtin_fma(a, b, c);
#else
    return a * b + c;
#endif
}

static inline float mul_add_f32(float a, float b, float c)
{
#ifdef NJ_MATH_FMA
    return __builtin_fmaf(a, b, c);
#else
    return a * b + c;
#endif
}

/* hi + lo == a + b exactly, if |a| >= |b| or a == 0 (Dekker 1971). */
static inline NjPairF64 fast_two_sum_f64(double a, double b)
{
    double s = a + b;
    return (NjPairF64){s, b - (s - a)};
}

static inline NjPairF32 fast_two_sum_f32(float a, float b)
{
    float s = a + b;
    return (NjPairF32){s, b - (s - a)};
}

/* hi + lo == a + b exactly, whatever the magnitudes (Knuth). */
static inline NjPairF64 two_sum_f64(double a, double b)
{
    double s = a + b;
    double bb = s - a;
    return (NjPairF64){s, (a - (s - bb)) + (b - bb)};
}

static inline NjPairF32 two_sum_f32(float a, float b)
{
    float s = a + b;
    float bb = s - a;
    return (NjPairF32){s, (a - (s - bb)) + (b - bb)};
}

/* hi + lo == a * b exactly unless something underflows, or without FMA |a| or |b| exceeds 2^996
 * (2^115 for float): Veltkamp's splitting then overflows. */
static inline NjPairF64 two_prod_f64(double a, double b)
{
    double p = a * b;
#ifdef NJ_MATH_FMA
    return (NjPairF64){p, __builtin_fma(a, b, -p)};
#else
    double ca = 0x1.0000002p27 * a, cb = 0x1.0000002p27 * b;
    double ah = ca - (ca - a), bh = cb - (cb - b);
    double al = a - ah, bl = b - bh;
    return (NjPairF64){p, ((ah * bh - p) + ah * bl + al * bh) + al * bl};
#endif
}

static inline NjPairF32 two_prod_f32(float a, float b)
{
    float p = a * b;
#ifdef NJ_MATH_FMA
    return (NjPairF32){p, __builtin_fmaf(a, b, -p)};
#else
    float ca = 0x1.002p12f * a, cb = 0x1.002p12f * b;
    float ah = ca - (ca - a), bh = cb - (cb - b);
    float al = a - ah, bl = b - bh;
    return (NjPairF32){p, ((ah * bh - p) + ah * bl + al * bh) + al * bl};
#endif
}

/* c - a*b with one rounding error at most an ulp of c, given that c is close to a*b. */
static inline double residual_f64(double c, double a, double b)
{
#ifdef NJ_MATH_FMA
    return __builtin_fma(-a, b, c);
#else
    NjPairF64 p = two_prod_f64(a, b);
    return (c - p.hi) - p.lo;
#endif
}

static inline float residual_f32(float c, float a, float b)
{
#ifdef NJ_MATH_FMA
    return __builtin_fmaf(-a, b, c);
#else
    NjPairF32 p = two_prod_f32(a, b);
    return (c - p.hi) - p.lo;
#endif
}

/* num / den rounded, for normalised pairs: a first quotient, and its remainder times 1 / den. */
static inline double div_pair_f64(NjPairF64 num, NjPairF64 den)
{
    double inverse = 1.0 / den.hi;
    double q = num.hi * inverse;
    double rest = residual_f64(num.hi, q, den.hi) + (num.lo - q * den.lo);
    return mul_add_f64(rest, inverse, q);
}

static inline float div_pair_f32(NjPairF32 num, NjPairF32 den)
{
    float inverse = 1.0f / den.hi;
    float q = num.hi * inverse;
    float rest = residual_f32(num.hi, q, den.hi) + (num.lo - q * den.lo);
    return mul_add_f32(rest, inverse, q);
}

/* y * 2^n with one rounding, also when the result is subnormal or overflows. `u` carries n as
 * n + 2046 (float: n + 254) in its low bits, what stands above bit 12 (9) is ignored; |n| <= 1100
 * (float: |n| <= 200). Two factors, because 2^n itself may not be representable. */
static inline double scale_f64(double y, uint64_t u)
{
    uint64_t half = u >> 1;
    return y * from_bits_f64(half << 52) * from_bits_f64((u - half) << 52);
}

static inline float scale_f32(float y, uint32_t u)
{
    uint32_t half = u >> 1;
    return y * from_bits_f32(half << 23) * from_bits_f32((u - half) << 23);
}

#endif

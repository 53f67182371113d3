/* Natural logarithms: what log, log2, log10, log1p and the inverse hyperbolic functions share.
 *
 * x = 2^k m with m in [sqrt(1/2), sqrt(2)), f = m - 1 exactly, and log(m) = f - f^2/2 + tail(f).
 * For double the tail is a series in s = f / (2 + f), as in FreeBSD's e_log.c: one division replaces 12
 * of 20 coefficients, and recent CPUs divide a whole vector in 4 to 16 cycles. For float a polynomial in
 * f is the shorter. Both are minimax fits, see coefficients.sollya.
 */
#ifndef NJ_COMPILER_MATHLIB_LOG_CORE_H
#define NJ_COMPILER_MATHLIB_LOG_CORE_H

#include "compiler/mathlib/exp_core.h"
#include "compiler/mathlib/math_core.h"

#define SQRT_HALF_BITS_F64 UINT64_C(0x3fe6a09e667f3bcd)
#define SQRT_HALF_BITS_F32 UINT32_C(0x3f3504f3)

/* f = m - 1, and k. */
typedef struct NjLogArgF64 {
    double f, k;
} NjLogArgF64;

typedef struct NjLogArgF32 {
    float f, k;
} NjLogArgF32;

/* Splits x > 0, finite. `k_offset` is added to k: -54 says that the caller scaled x by 2^54. */
static inline NjLogArgF64 log_split_f64(double x, double k_offset)
{
    uint64_t t = bits_f64(x) - SQRT_HALF_BITS_F64 + (UINT64_C(1024) << 52);
    /* k + 1024 becomes a double by putting it into the low bits of 2^52. */
    double k = from_bits_f64((t >> 52) | bits_f64(0x1p52)) - (0x1p52 + 1024.0);
    double m = from_bits_f64((t & UINT64_C(0x000fffffffffffff)) + SQRT_HALF_BITS_F64);
    return (NjLogArgF64){m - 1.0, k + k_offset};
}

static inline NjLogArgF32 log_split_f32(float x, float k_offset)
{
    uint32_t t = bits_f32(x) - SQRT_HALF_BITS_F32 + (UINT32_C(128) << 23);
    float k = from_bits_f32((t >> 23) | bits_f32(0x1p23f)) - (0x1p23f + 128.0f);
    float m = from_bits_f32((t & UINT32_C(0x007fffff)) + SQRT_HALF_BITS_F32);
    return (NjLogArgF32){m - 1.0f, k + k_offset};
}

/* log(1 + f) - f + f^2/2, for f in [sqrt(1/2) - 1, sqrt(2) - 1]. */
static inline double log_tail_f64(double f)
{
    double s = f / (2.0 + f), z = s * s, q = z * z, h = 0.5 * f * f;
    double even = mul_add_f64(2 * 0x1.2b66b9bfa7252p-4, q, 2 * 0x1.7462bd218b3e7p-4);
    double odd = mul_add_f64(2 * 0x1.39fd3c2df8ce9p-4, q, 2 * 0x1.c71c62c9cb7e9p-4);
    even = mul_add_f64(even, q, 2 * 0x1.2492492e03d5p-3);
    odd = mul_add_f64(odd, q, 2 * 0x1.9999999995284p-3);
    even = mul_add_f64(even, q, 2 * 0x1.5555555555558p-2);
    return s * mul_add_f64(mul_add_f64(odd, z, even), z, h);
}

static inline float log_tail_f32(float f)
{
    float z = f * f;
    float even = 0x1.204ap-4f, odd = -0x1.d782cp-4f;
    even = mul_add_f32(even, z, 0x1.de362p-4f);
    odd = mul_add_f32(odd, z, -0x1.fcbecp-4f);
    even = mul_add_f32(even, z, 0x1.23d51p-3f);
    odd = mul_add_f32(odd, z, -0x1.555c9p-3f);
    even = mul_add_f32(even, z, 0x1.999d46p-3f);
    odd = mul_add_f32(odd, z, -0x1.fffff8p-3f);
    even = mul_add_f32(even, z, 0x1.555554p-2f);
    return mul_add_f32(odd, f, even) * (z * f);
}

/* k ln2 + log(1 + f) + low, for a low below ulp(f) (-0.0 adds nothing, and costs nothing). k LN2_HI is
 * exact, and the two large sums are kept with their errors. */
static inline double log_sum_f64(NjLogArgF64 a, double low)
{
    NjPairF64 s = fast_two_sum_f64(a.k * LN2_HI_F64, a.f);
    NjPairF64 t = fast_two_sum_f64(s.hi, -(0.5 * a.f * a.f));
    double lo = mul_add_f64(a.k, LN2_LO_F64, low) + s.lo;
    return t.hi + ((t.lo + lo) + log_tail_f64(a.f));
}

static inline float log_sum_f32(NjLogArgF32 a, float low)
{
    NjPairF32 s = fast_two_sum_f32(a.k * LN2_HI_F32, a.f);
    NjPairF32 t = fast_two_sum_f32(s.hi, -(0.5f * a.f * a.f));
    float lo = mul_add_f32(a.k, LN2_LO_F32, low) + s.lo;
    return t.hi + ((t.lo + lo) + log_tail_f32(a.f));
}

/* k_extra ln2 + log(1 + w), for w > -1 and |w.lo| <= ulp(w.hi). 1 + w = u + c exactly up to w.lo; with
 * u = 2^k (1 + f), c 2^-k joins f. 2^(1-k) stands in for 2^-k, which may not exist. */
static inline double log1p_pair_f64(NjPairF64 w, double k_extra)
{
    NjPairF64 u = two_sum_f64(1.0, w.hi);
    NjLogArgF64 a = log_split_f64(u.hi, -0.0);
    double down = from_bits_f64((UINT64_C(1024) << 52) - (bits_f64(a.k + MAGIC_F64) << 52));
    NjPairF64 f = fast_two_sum_f64(a.f, 0.5 * (u.lo + w.lo) * down);
    a = (NjLogArgF64){f.hi, a.k + k_extra};
    return log_sum_f64(a, mul_add_f64(-f.lo, f.hi, f.lo));
}

static inline float log1p_pair_f32(NjPairF32 w, float k_extra)
{
    NjPairF32 u = two_sum_f32(1.0f, w.hi);
    NjLogArgF32 a = log_split_f32(u.hi, -0.0f);
    float down = from_bits_f32((UINT32_C(128) << 23) - (bits_f32(a.k + MAGIC_F32) << 23));
    NjPairF32 f = fast_two_sum_f32(a.f, 0.5f * (u.lo + w.lo) * down);
    a = (NjLogArgF32){f.hi, a.k + k_extra};
    return log_sum_f32(a, mul_add_f32(-f.lo, f.hi, f.lo));
}

#endif

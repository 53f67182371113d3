/* sin, cos, tan of angles too large for trig_core.inc.c: the product of x and the bits of 2/pi that
 * matter.
 *
 * M. Payne and R. Hanek, "Radian reduction for trigonometric functions", SIGNUM 18 (1983). x = m
 * 2^e with m an integer, so the bits of 2/pi that weigh more than 2^(2-e) only add whole turns, and
 * the 192 bits after them give the angle with 126 fraction bits, of which at most 62 cancel.
 * Scalar, a few dozen integer instructions; the callers reach it only for |x| > TRIG_LIMIT_*.
 * Returns NaN for inf and NaN.
 */
#define NJ_REAL_BITS 64
#include "compiler/mathlib/real.h"
#include "compiler/mathlib/trig_core.inc.c"

__extension__ typedef unsigned __int128 NjUint128;

/* The binary digits of 2/pi after the point, behind one word of zeros for the smaller exponents. */
/* clang-format off */
static const uint64_t two_over_pi_bits[] = {
    0,
    0xa2f9836e4e441529, 0xfc2757d1f534ddc0, 0xdb6295993c439041, 0xfe5163abdebbc561,
    0xb7246e3a424dd2e0, 0x06492eea09d1921c, 0xfe1deb1cb129a73e, 0xe88235f52ebb4484,
    0xe99c7026b45f7e41, 0x3991d639835339f4, 0x9c845f8bbdf9283b, 0x1ff897ffde05980f,
    0xef2f118b5a0a6d1f, 0x6d367ecf27cb09b7, 0x4f463f669e5fea2d, 0x7527bac7ebe5f17b,
    0x3d0739f78a5292ea, 0x6bfb5fb11f8d5d08, 0x56033046fc7b6bab, 0xf0cfbc209af4361d,
};
/* clang-format on */

/* 64 bits of the table from bit `start` on. */
static inline uint64_t bits_at(uint64_t start)
{
    const uint64_t *word = two_over_pi_bits + (start >> 6);
    uint64_t shift = start & 63;
    return word[0] << shift | word[1] >> 1 >> (63 - shift);
}

/* (hi + lo) 2^-64 is the angle in quarter turns for the magnitude of a 128-bit fraction. */
static inline NjPairF64 fraction_to_pair(NjUint128 fraction)
{
    uint64_t top = (uint64_t)(fraction >> 64);
    int zeros = top ? __builtin_clzll(top) : 64;
    uint64_t head = (uint64_t)((fraction << (zeros & 63)) >> 64);
    uint64_t next = (uint64_t)(fraction << (zeros & 63));
    head = top ? head : next;
    next = top ? next : 0;
    double unit = from_bits_f64((uint64_t)(1023 - zeros) << 52);
    double hi = (double)(head >> 11) * 0x1p11 * unit;
    double lo = (double)((head & 0x7ff) << 42 | next >> 22) * 0x1p-42 * unit;
    return fast_two_sum_f64(hi, lo);
}

/* Reduces |x|, 2^20 <= |x| < inf. */
static NjAngleF64 reduce_large(double x)
{
    uint64_t u = bits_f64(x) & INT64_MAX;
    uint64_t m = (u & UINT64_C(0x000fffffffffffff)) | UINT64_C(1) << 52;
    /* |x| = m 2^e, e = exponent - 1075; the window begins at weight 2^1, behind the zero word. */
    uint64_t start = (u >> 52) - 1075 - 2 + 64;
    NjUint128 mid = (NjUint128)m * bits_at(start + 64);
    uint64_t low = (uint64_t)((NjUint128)m * bits_at(start + 128) >> 64);
    NjUint128 turns = ((NjUint128)(m * bits_at(start)) << 64) + mid + low;
    uint64_t quadrant = (uint64_t)(turns >> 126);
    NjUint128 fraction = turns << 2;
    /* To the nearest quarter turn: fractions from one half on count down from the next one. */
    int is_upper = (int)(fraction >> 127);
    NjPairF64 f = fraction_to_pair(is_upper ? -fraction : fraction);
    double sign = is_upper ? -0x1p-64 : 0x1p-64;
    NjPairF64 p = two_prod_f64(f.hi * sign, 0x1.921fb54442d18p0);
    double lo = mul_add_f64(f.lo * sign, 0x1.921fb54442d18p0, p.lo);
    p = fast_two_sum_f64(p.hi, mul_add_f64(f.hi * sign, 0x1.1a62633145c07p-54, lo));
    return (NjAngleF64){p.hi, p.lo, quadrant + (uint64_t)is_upper};
}

NJ_MATH_COLD double NJ_MATH(sin_slow_f64)(double x)
{
    double y = sin_of_angle_f64(reduce_large(x), 0, x);
    return x - x == 0.0 ? y : x - x;
}

NJ_MATH_COLD double NJ_MATH(cos_slow_f64)(double x)
{
    double y = sin_of_angle_f64(reduce_large(x), 1, 0.0);
    return x - x == 0.0 ? y : x - x;
}

NJ_MATH_COLD double NJ_MATH(tan_slow_f64)(double x)
{
    double y = tan_of_angle_f64(reduce_large(x), x);
    return x - x == 0.0 ? y : x - x;
}

NJ_MATH_COLD float NJ_MATH(sin_slow_f32)(float x)
{
    return (float)NJ_MATH(sin_slow_f64)(x);
}

NJ_MATH_COLD float NJ_MATH(cos_slow_f32)(float x)
{
    return (float)NJ_MATH(cos_slow_f64)(x);
}

NJ_MATH_COLD float NJ_MATH(tan_slow_f32)(float x)
{
    return (float)NJ_MATH(tan_slow_f64)(x);
}

/* sin and cos on [-pi/4, pi/4], and the reduction of an angle to there.
 *
 * x = n pi/2 + r + c. For moderate x (see TRIG_LIMIT_*) this is Cody and Waite's subtraction of n pi/2 in
 * three parts: the first is exact, the error of the second is recovered, so that r + c is good to about
 * twice the working precision even where x is close to a multiple of pi/2. Larger angles go to trig_slow.c.
 */
#ifndef NJ_COMPILER_MATHLIB_TRIG_CORE_H
#define NJ_COMPILER_MATHLIB_TRIG_CORE_H

#include "compiler/mathlib/math_core.h"

#define TWO_OVER_PI_F64 0x1.45f306dc9c883p-1
#define TWO_OVER_PI_F32 0x1.45f306p-1f

/* pi/2 in three parts. With FMA n * part need not be exact, so the parts are full doubles; without it
 * they have 33 bits, and n must stay below 2^20. */
#ifdef NJ_MATH_FMA
#define TRIG_LIMIT_F64 0x1p30
#define PIO2_1_F64 0x1.921fb54442d18p0
#define PIO2_2_F64 0x1.1a62633145c07p-54
#define PIO2_3_F64 -0x1.f1976b7ed8fbcp-110
#else
#define TRIG_LIMIT_F64 0x1p20
#define PIO2_1_F64 0x1.921fb544p0
#define PIO2_2_F64 0x1.0b4611a6p-34
#define PIO2_3_F64 0x1.3198a2e037073p-69
#endif
#define TRIG_LIMIT_F32 0x1p20f
#define PIO2_1_F32 0x1.921fb6p0f
#define PIO2_2_F32 -0x1.777a5cp-25f
#define PIO2_3_F32 -0x1.ee59dap-50f

/* The angle is r + c plus (quadrant mod 4) quarter turns; upper bits of quadrant are arbitrary. */
typedef struct NjAngleF64 {
    double r, c;
    uint64_t quadrant;
} NjAngleF64;

typedef struct NjAngleF32 {
    float r, c;
    uint32_t quadrant;
} NjAngleF32;

/* For 0 <= x <= TRIG_LIMIT_F64. An infinity or NaN gives NaNs. */
static inline NjAngleF64 trig_reduce_f64(double x)
{
    double t = mul_add_f64(x, TWO_OVER_PI_F64, MAGIC_F64);
    double n = t - MAGIC_F64;
    double head = mul_add_f64(n, -PIO2_1_F64, x);
#ifdef NJ_MATH_FMA
    NjPairF64 p = two_prod_f64(n, PIO2_2_F64);
    NjPairF64 r = fast_two_sum_f64(head, -p.hi);
    double c = mul_add_f64(n, -PIO2_3_F64, r.lo - p.lo);
    return (NjAngleF64){r.hi, c, bits_f64(t)};
#else
    NjPairF64 r = fast_two_sum_f64(head, n * -PIO2_2_F64);
    r = fast_two_sum_f64(r.hi, r.lo + n * -PIO2_3_F64);
    return (NjAngleF64){r.hi, r.lo, bits_f64(t)};
#endif
}

/* For 0 <= x <= TRIG_LIMIT_F32. */
static inline NjAngleF32 trig_reduce_f32(float x)
{
#ifdef NJ_MATH_FMA
    float t = mul_add_f32(x, TWO_OVER_PI_F32, MAGIC_F32);
    float n = t - MAGIC_F32;
    float head = mul_add_f32(n, -PIO2_1_F32, x);
    NjPairF32 p = two_prod_f32(n, PIO2_2_F32);
    /* Unlike in double, p can well exceed head. */
    NjPairF32 r = two_sum_f32(head, -p.hi);
    float c = mul_add_f32(n, -PIO2_3_F32, r.lo - p.lo);
    return (NjAngleF32){r.hi, c, bits_f32(t)};
#else
    /* Exact products of floats would need pi/2 in pieces of 4 bits: double is the shorter way. */
    double t = x * TWO_OVER_PI_F64 + MAGIC_F64;
    double n = t - MAGIC_F64;
    double exact = (x - n * PIO2_1_F64) - n * PIO2_2_F64;
    float r = (float)exact;
    return (NjAngleF32){r, (float)(exact - r), (uint32_t)bits_f64(t)};
#endif
}

/* sin(r + c) as hi + lo, hi == r; the sum is good to about 2^-56 relative. */
static inline NjPairF64 sin_pair_f64(double r, double c)
{
    double z = r * r;
    double p = mul_add_f64(z, 0x1.5d889fe17b463p-33, -0x1.ae5e437dfd35fp-26);
    p = mul_add_f64(z, p, 0x1.71de354cdbe2bp-19);
    p = mul_add_f64(z, p, -0x1.a01a019be2262p-13);
    p = mul_add_f64(z, p, 0x1.111111110f711p-7);
    p = mul_add_f64(z, p, -0x1.5555555555548p-3);
    return (NjPairF64){r, mul_add_f64(z, mul_add_f64(r, p, -0.5 * c), c)};
}

static inline NjPairF32 sin_pair_f32(float r, float c)
{
    float z = r * r;
    float p = mul_add_f32(z, -0x1.98d9cap-13f, 0x1.1106p-7f);
    p = mul_add_f32(z, p, -0x1.555542p-3f);
    return (NjPairF32){r, mul_add_f32(z, mul_add_f32(r, p, -0.5f * c), c)};
}

/* cos(r + c) as hi + lo, hi == 1 - r^2/2 rounded. */
static inline NjPairF64 cos_pair_f64(double r, double c)
{
    double z = r * r;
    double p = mul_add_f64(z, -0x1.8fa361a255cffp-37, 0x1.1ee9d6ee46a41p-29);
    p = mul_add_f64(z, p, -0x1.27e4f7ec36a53p-22);
    p = mul_add_f64(z, p, 0x1.a01a019c8a558p-16);
    p = mul_add_f64(z, p, -0x1.6c16c16c14ffep-10);
    p = mul_add_f64(z, p, 0x1.555555555554bp-5);
    NjPairF64 s = fast_two_sum_f64(1.0, -0.5 * z);
    double lo = mul_add_f64(-r, c, s.lo);
#ifdef NJ_MATH_FMA
    lo = mul_add_f64(residual_f64(z, r, r), 0.5, lo);
#endif
    return (NjPairF64){s.hi, mul_add_f64(z * z, p, lo)};
}

static inline NjPairF32 cos_pair_f32(float r, float c)
{
    float z = r * r;
    float p = mul_add_f32(z, 0x1.998fdap-16f, -0x1.6c0af2p-10f);
    p = mul_add_f32(z, p, 0x1.555548p-5f);
    NjPairF32 s = fast_two_sum_f32(1.0f, -0.5f * z);
    float lo = mul_add_f32(-r, c, s.lo);
#ifdef NJ_MATH_FMA
    lo = mul_add_f32(residual_f32(z, r, r), 0.5f, lo);
#endif
    return (NjPairF32){s.hi, mul_add_f32(z * z, p, lo)};
}

/* sin of the angle `a` moved on by `turns` quarter turns (1 makes it cos), with the sign of `sign`. */
static inline double sin_of_angle_f64(NjAngleF64 a, uint64_t turns, double sign)
{
    NjPairF64 s = sin_pair_f64(a.r, a.c), c = cos_pair_f64(a.r, a.c);
    uint64_t q = a.quadrant + turns;
    double y = q & 1 ? c.hi + c.lo : s.hi + s.lo;
    uint64_t flip = ((q << 62) ^ bits_f64(sign)) & (UINT64_C(1) << 63);
    return from_bits_f64(bits_f64(y) ^ flip);
}

static inline float sin_of_angle_f32(NjAngleF32 a, uint32_t turns, float sign)
{
    NjPairF32 s = sin_pair_f32(a.r, a.c), c = cos_pair_f32(a.r, a.c);
    uint32_t q = a.quadrant + turns;
    float y = q & 1 ? c.hi + c.lo : s.hi + s.lo;
    uint32_t flip = ((q << 30) ^ bits_f32(sign)) & (UINT32_C(1) << 31);
    return from_bits_f32(bits_f32(y) ^ flip);
}

/* tan = +-sin/cos or +-cos/sin, divided in two words: a first quotient and its remainder. */
static inline double tan_of_angle_f64(NjAngleF64 a, double sign)
{
    NjPairF64 s = sin_pair_f64(a.r, a.c), c = cos_pair_f64(a.r, a.c);
    s = fast_two_sum_f64(s.hi, s.lo);
    c = fast_two_sum_f64(c.hi, c.lo);
    uint64_t is_odd = a.quadrant & 1;
    NjPairF64 num = {is_odd ? c.hi : s.hi, is_odd ? c.lo : s.lo};
    NjPairF64 den = {is_odd ? s.hi : c.hi, is_odd ? s.lo : c.lo};
    double y = div_pair_f64(num, den);
    uint64_t flip = ((a.quadrant << 63) ^ bits_f64(sign)) & (UINT64_C(1) << 63);
    return from_bits_f64(bits_f64(y) ^ flip);
}

static inline float tan_of_angle_f32(NjAngleF32 a, float sign)
{
    NjPairF32 s = sin_pair_f32(a.r, a.c), c = cos_pair_f32(a.r, a.c);
    s = fast_two_sum_f32(s.hi, s.lo);
    c = fast_two_sum_f32(c.hi, c.lo);
    uint32_t is_odd = a.quadrant & 1;
    NjPairF32 num = {is_odd ? c.hi : s.hi, is_odd ? c.lo : s.lo};
    NjPairF32 den = {is_odd ? s.hi : c.hi, is_odd ? s.lo : c.lo};
    float y = div_pair_f32(num, den);
    uint32_t flip = ((a.quadrant << 31) ^ bits_f32(sign)) & (UINT32_C(1) << 31);
    return from_bits_f32(bits_f32(y) ^ flip);
}

#endif

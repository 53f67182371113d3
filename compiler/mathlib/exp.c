/* exp, exp2, expm1. Special values as in C99 Annex F. Arguments are clamped to just outside the range
 * of finite results, so overflow and underflow come out of the final scaling with no branch. */
#include "compiler/mathlib/exp_core.h"
#include "compiler/mathlib/nj_math.h"

#define LN2_F64 0x1.62e42fefa39efp-1
#define LN2_TAIL_F64 0x1.abc9e3b39803fp-56
#define LN2_F32 0x1.62e43p-1f
#define LN2_TAIL_F32 -0x1.05c61p-29f

NJ_MATH_FN double NJ_MATH(exp_f64)(double x)
{
    x = x > 710.0 ? 710.0 : x;
    x = x < -746.0 ? -746.0 : x;
    return exp_finish_f64(exp_reduce_f64(x));
}

NJ_MATH_FN float NJ_MATH(exp_f32)(float x)
{
    x = x > 89.0f ? 89.0f : x;
    x = x < -104.0f ? -104.0f : x;
    return exp_finish_f32(exp_reduce_f32(x));
}

/* The reduction is exact here: 2^x = 2^n e^(f ln2) with f = x - n, f ln2 in two words. */
NJ_MATH_FN double NJ_MATH(exp2_f64)(double x)
{
    x = x > 1025.0 ? 1025.0 : x;
    x = x < -1076.0 ? -1076.0 : x;
    double t = x + (MAGIC_F64 + 2046.0);
    double f = x - (t - (MAGIC_F64 + 2046.0));
    NjPairF64 r = two_prod_f64(f, LN2_F64);
    NjPairF64 s = fast_two_sum_f64(1.0, r.hi);
    double tail = exp_tail_f64(r.hi, mul_add_f64(f, LN2_TAIL_F64, r.lo));
    return scale_f64(s.hi + (s.lo + tail), bits_f64(t));
}

NJ_MATH_FN float NJ_MATH(exp2_f32)(float x)
{
    x = x > 129.0f ? 129.0f : x;
    x = x < -151.0f ? -151.0f : x;
    float t = x + (MAGIC_F32 + 254.0f);
    float f = x - (t - (MAGIC_F32 + 254.0f));
    NjPairF32 r = two_prod_f32(f, LN2_F32);
    NjPairF32 s = fast_two_sum_f32(1.0f, r.hi);
    float tail = exp_tail_f32(r.hi, mul_add_f32(f, LN2_TAIL_F32, r.lo));
    return scale_f32(s.hi + (s.lo + tail), bits_f32(t));
}

/* e^x - 1 = 2 ((h - 1/2) + h r + h tail) with h = 2^(n-1). The factor 2 is taken last, so that h is
 * finite where the result is. h - 1/2 and h r are exact, and |h - 1/2| >= |h r| unless n == 0. */
NJ_MATH_FN double NJ_MATH(expm1_f64)(double x)
{
    double y = x > 710.0 ? 710.0 : x;
    y = y < -40.0 ? -40.0 : y;
    NjExpArgF64 a = exp_reduce_f64(y);
    double h = from_bits_f64((a.u + (uint64_t)(1022 - 2046)) << 52);
    NjPairF64 s = fast_two_sum_f64(h - 0.5, h * a.r);
    double e = 2.0 * (s.hi + mul_add_f64(h, expm1_tail_f64(a.r, a.c), s.lo));
    /* Keeps -0 and subnormals, whose halves above are inexact. */
    return __builtin_fabs(x) < 0x1p-54 ? x : e;
}

NJ_MATH_FN float NJ_MATH(expm1_f32)(float x)
{
    float y = x > 89.0f ? 89.0f : x;
    y = y < -18.0f ? -18.0f : y;
    NjExpArgF32 a = exp_reduce_f32(y);
    float h = from_bits_f32((a.u + (uint32_t)(126 - 254)) << 23);
    NjPairF32 s = fast_two_sum_f32(h - 0.5f, h * a.r);
    float e = 2.0f * (s.hi + mul_add_f32(h, expm1_tail_f32(a.r, a.c), s.lo));
    return __builtin_fabsf(x) < 0x1p-25f ? x : e;
}

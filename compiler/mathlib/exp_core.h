/* e^x for a two-word argument: the reduction and the polynomial that exp, expm1, the hyperbolic
 * functions, pow and erfc share.
 *
 * x = n ln2 + r with |r| <= ln2/2. ln2 is split so that n * LN2_HI is exact, hence the rounding error
 * of r is known and carried in c. Then e^(r+c) = 1 + r + tail, and each caller adds these three in the
 * order that suits its result. Polynomials: minimax fits, see coefficients.sollya.
 */
#ifndef NJ_COMPILER_MATHLIB_EXP_CORE_H
#define NJ_COMPILER_MATHLIB_EXP_CORE_H

#include "compiler/mathlib/math_core.h"

#define LOG2E_F64 0x1.71547652b82fep+0
#define LN2_HI_F64 0x1.62e42fefa38p-1 /* 42 bits */
#define LN2_LO_F64 0x1.ef35793c7673p-45
#define LOG2E_F32 0x1.715476p+0f
#define LN2_HI_F32 0x1.62e4p-1f /* 16 bits */
#define LN2_LO_F32 0x1.7f7d1cp-20f

/* r + c is the reduced argument, n the power of two, u the same in the form that scale_* takes. */
typedef struct NjExpArgF64 {
    double r, c, n;
    uint64_t u;
} NjExpArgF64;

typedef struct NjExpArgF32 {
    float r, c, n;
    uint32_t u;
} NjExpArgF32;

/* Reduces |x| <= 750. A NaN goes through to r; n is then meaningless. */
static inline NjExpArgF64 exp_reduce_f64(double x)
{
    double t = mul_add_f64(x, LOG2E_F64, MAGIC_F64 + 2046.0);
    double n = t - (MAGIC_F64 + 2046.0);
    double head = mul_add_f64(n, -LN2_HI_F64, x);
    double r = mul_add_f64(n, -LN2_LO_F64, head);
    double c = mul_add_f64(n, -LN2_LO_F64, head - r);
    return (NjExpArgF64){r, c, n, bits_f64(t)};
}

/* The same for float, |x| <= 110. */
static inline NjExpArgF32 exp_reduce_f32(float x)
{
    float t = mul_add_f32(x, LOG2E_F32, MAGIC_F32 + 254.0f);
    float n = t - (MAGIC_F32 + 254.0f);
    float head = mul_add_f32(n, -LN2_HI_F32, x);
    float r = mul_add_f32(n, -LN2_LO_F32, head);
    float c = mul_add_f32(n, -LN2_LO_F32, head - r);
    return (NjExpArgF32){r, c, n, bits_f32(t)};
}

/* e^(r+c) - 1 - r, absolute error below 2^-57.5: enough where 1 + r dominates. */
static inline double exp_tail_f64(double r, double c)
{
    double z = r * r;
    double even = 0x1.28b4b45ce200dp-22, odd = 0x1.af8a869d0b95ap-26;
    even = mul_add_f64(even, z, 0x1.a01991ca631e7p-16);
    odd = mul_add_f64(odd, z, 0x1.71dddcaa6859ap-19);
    even = mul_add_f64(even, z, 0x1.6c16c1876e9f1p-10);
    odd = mul_add_f64(odd, z, 0x1.a01a01bc4577p-13);
    even = mul_add_f64(even, z, 0x1.555555554f7dfp-5);
    odd = mul_add_f64(odd, z, 0x1.111111110d22ep-7);
    even = mul_add_f64(even, z, 0x1.000000000000dp-1);
    odd = mul_add_f64(odd, z, 0x1.5555555555562p-3);
    return mul_add_f64(mul_add_f64(odd, r, even), z, mul_add_f64(c, r, c));
}

static inline float exp_tail_f32(float r, float c)
{
    float z = r * r;
    float even = 0x1.757c4p-10f, odd = 0x1.1240a8p-7f;
    even = mul_add_f32(even, z, 0x1.554906p-5f);
    odd = mul_add_f32(odd, z, 0x1.555488p-3f);
    even = mul_add_f32(even, z, 0x1.000008p-1f);
    return mul_add_f32(mul_add_f32(odd, r, even), z, mul_add_f32(c, r, c));
}

/* The same quantity with a relative error near 2^-58 (float 2^-27), for results near e^x - 1. */
static inline double expm1_tail_f64(double r, double c)
{
    double z = r * r;
    double even = 0x1.1f293d5d17db4p-29, odd = 0x1.af4f970ce00b5p-26;
    even = mul_add_f64(even, z, 0x1.27e5072c18acdp-22);
    odd = mul_add_f64(odd, z, 0x1.71de0153c07f9p-19);
    even = mul_add_f64(even, z, 0x1.a01a0194e1dbfp-16);
    odd = mul_add_f64(odd, z, 0x1.a01a01ac35ba8p-13);
    even = mul_add_f64(even, z, 0x1.6c16c16c1918ep-10);
    odd = mul_add_f64(odd, z, 0x1.1111111110033p-7);
    even = mul_add_f64(even, z, 0x1.5555555555551p-5);
    odd = mul_add_f64(odd, z, 0x1.5555555555557p-3);
    even = mul_add_f64(even, z, 0.5);
    return mul_add_f64(mul_add_f64(odd, r, even), z, mul_add_f64(c, r, c));
}

static inline float expm1_tail_f32(float r, float c)
{
    float z = r * r;
    float even = 0x1.6d30cep-10f, odd = 0x1.a26768p-13f;
    even = mul_add_f32(even, z, 0x1.5555p-5f);
    odd = mul_add_f32(odd, z, 0x1.110ff2p-7f);
    even = mul_add_f32(even, z, 0.5f);
    odd = mul_add_f32(odd, z, 0x1.555556p-3f);
    return mul_add_f32(mul_add_f32(odd, r, even), z, mul_add_f32(c, r, c));
}

/* e^(r+c) 2^n, rounded about as well as one rounding can. */
static inline double exp_finish_f64(NjExpArgF64 a)
{
    NjPairF64 s = fast_two_sum_f64(1.0, a.r);
    return scale_f64(s.hi + (s.lo + exp_tail_f64(a.r, a.c)), a.u);
}

static inline float exp_finish_f32(NjExpArgF32 a)
{
    NjPairF32 s = fast_two_sum_f32(1.0f, a.r);
    return scale_f32(s.hi + (s.lo + exp_tail_f32(a.r, a.c)), a.u);
}

/* e^(x + low) for |x| <= 746 (float: 104), |low| <= ulp(x). */
static inline double exp_pair_f64(double x, double low)
{
    NjExpArgF64 a = exp_reduce_f64(x);
    /* low may be large beside r: c must not exceed an ulp of r. */
    NjPairF64 s = fast_two_sum_f64(a.r, a.c + low);
    return exp_finish_f64((NjExpArgF64){s.hi, s.lo, a.n, a.u});
}

static inline float exp_pair_f32(float x, float low)
{
    NjExpArgF32 a = exp_reduce_f32(x);
    NjPairF32 s = fast_two_sum_f32(a.r, a.c + low);
    return exp_finish_f32((NjExpArgF32){s.hi, s.lo, a.n, a.u});
}

#endif

/* log, log2, log10, log1p. Special values as in C99 Annex F. */
#include "compiler/mathlib/log_core.h"
#include "compiler/mathlib/nj_math.h"

#define LOG2E_TAIL_F64 0x1.777d0ffda0d24p-56
#define LOG2E_TAIL_F32 0x1.4ae0cp-26f
#define LOG10E_F64 0x1.bcb7b1526e50ep-2
#define LOG10E_TAIL_F64 0x1.95355baaafad3p-57
#define LOG10E_F32 0x1.bcb7b2p-2f
#define LOG10E_TAIL_F32 -0x1.5b235ep-27f
#define LOG10_2_HI_F64 0x1.34413509f78p-2 /* 42 bits */
#define LOG10_2_LO_F64 0x1.fef311f12b358p-46
#define LOG10_2_HI_F32 0x1.344p-2f /* 11 bits */
#define LOG10_2_LO_F32 0x1.3509f8p-18f

/* `value` where log(x) is finite; else -inf at 0, nan below and for nan, inf at inf. */
static inline double log_special_f64(double x, double value)
{
    value = x < __builtin_inf() ? value : x;
    return x > 0.0 ? value : x == 0.0 ? -__builtin_inf() : __builtin_nan("");
}

static inline float log_special_f32(float x, float value)
{
    value = x < __builtin_inff() ? value : x;
    return x > 0.0f ? value : x == 0.0f ? -__builtin_inff() : __builtin_nanf("");
}

/* log_split for any x > 0: subnormals are scaled up first. */
static inline NjLogArgF64 log_arg_f64(double x)
{
    int is_tiny = x < 0x1p-1022;
    return log_split_f64(is_tiny ? x * 0x1p54 : x, is_tiny ? -54.0 : 0.0);
}

static inline NjLogArgF32 log_arg_f32(float x)
{
    int is_tiny = x < 0x1p-126f;
    return log_split_f32(is_tiny ? x * 0x1p25f : x, is_tiny ? -25.0f : 0.0f);
}

NJ_MATH_FN double NJ_MATH(log_f64)(double x)
{
    return log_special_f64(x, log_sum_f64(log_arg_f64(x), -0.0));
}

NJ_MATH_FN float NJ_MATH(log_f32)(float x)
{
    return log_special_f32(x, log_sum_f32(log_arg_f32(x), -0.0f));
}

/* k_part + k_tail + base log(m), where `base` (two words) turns natural logarithms into others;
 * k_part is exact and k_part == 0 or |k_part| > |base log(m)|. */
static inline double log_scaled_f64(double f, double k_part, double k_tail, NjPairF64 base)
{
    NjPairF64 s = fast_two_sum_f64(f, -(0.5 * f * f));
    NjPairF64 p = two_prod_f64(s.hi, base.hi);
    double lo = mul_add_f64(s.lo + log_tail_f64(f), base.hi, mul_add_f64(s.hi, base.lo, p.lo));
    NjPairF64 y = fast_two_sum_f64(k_part, p.hi);
    return y.hi + (y.lo + (lo + k_tail));
}

static inline float log_scaled_f32(float f, float k_part, float k_tail, NjPairF32 base)
{
    NjPairF32 s = fast_two_sum_f32(f, -(0.5f * f * f));
    NjPairF32 p = two_prod_f32(s.hi, base.hi);
    float lo = mul_add_f32(s.lo + log_tail_f32(f), base.hi, mul_add_f32(s.hi, base.lo, p.lo));
    NjPairF32 y = fast_two_sum_f32(k_part, p.hi);
    return y.hi + (y.lo + (lo + k_tail));
}

NJ_MATH_FN double NJ_MATH(log2_f64)(double x)
{
    NjLogArgF64 a = log_arg_f64(x);
    NjPairF64 base = {LOG2E_F64, LOG2E_TAIL_F64};
    return log_special_f64(x, log_scaled_f64(a.f, a.k, 0.0, base));
}

NJ_MATH_FN float NJ_MATH(log2_f32)(float x)
{
    NjLogArgF32 a = log_arg_f32(x);
    NjPairF32 base = {LOG2E_F32, LOG2E_TAIL_F32};
    return log_special_f32(x, log_scaled_f32(a.f, a.k, 0.0f, base));
}

NJ_MATH_FN double NJ_MATH(log10_f64)(double x)
{
    NjLogArgF64 a = log_arg_f64(x);
    NjPairF64 base = {LOG10E_F64, LOG10E_TAIL_F64};
    double k_tail = a.k * LOG10_2_LO_F64;
    return log_special_f64(x, log_scaled_f64(a.f, a.k * LOG10_2_HI_F64, k_tail, base));
}

NJ_MATH_FN float NJ_MATH(log10_f32)(float x)
{
    NjLogArgF32 a = log_arg_f32(x);
    NjPairF32 base = {LOG10E_F32, LOG10E_TAIL_F32};
    float k_tail = a.k * LOG10_2_LO_F32;
    return log_special_f32(x, log_scaled_f32(a.f, a.k * LOG10_2_HI_F32, k_tail, base));
}

NJ_MATH_FN double NJ_MATH(log1p_f64)(double x)
{
    NjPairF64 w = {x, -0.0};
    double y = log_special_f64(1.0 + x, log1p_pair_f64(w, -0.0));
    return __builtin_fabs(x) < 0x1p-54 ? x : y;
}

NJ_MATH_FN float NJ_MATH(log1p_f32)(float x)
{
    NjPairF32 w = {x, -0.0f};
    float y = log_special_f32(1.0f + x, log1p_pair_f32(w, -0.0f));
    return __builtin_fabsf(x) < 0x1p-25f ? x : y;
}

/* sin, cos, tan for every angle.
 *
 * The body is the branch-free version for moderate angles; a larger one takes the branch to a scalar
 * function of trig_slow.c. That branch costs vectorised loops one compare and one jump: mathlib_link.c
 * gives the slow functions masked vector variants, which lets the vectoriser if-convert the call. */
#include "compiler/mathlib/nj_math.h"
#include "compiler/mathlib/trig_core.h"

NJ_MATH_FN double NJ_MATH(sin_f64)(double x)
{
    double magnitude = __builtin_fabs(x);
    if (__builtin_expect(magnitude > TRIG_LIMIT_F64, 0))
        return NJ_MATH(sin_slow_f64)(x);
    return sin_of_angle_f64(trig_reduce_f64(magnitude), 0, x);
}

NJ_MATH_FN float NJ_MATH(sin_f32)(float x)
{
    float magnitude = __builtin_fabsf(x);
    if (__builtin_expect(magnitude > TRIG_LIMIT_F32, 0))
        return NJ_MATH(sin_slow_f32)(x);
    return sin_of_angle_f32(trig_reduce_f32(magnitude), 0, x);
}

NJ_MATH_FN double NJ_MATH(cos_f64)(double x)
{
    double magnitude = __builtin_fabs(x);
    if (__builtin_expect(magnitude > TRIG_LIMIT_F64, 0))
        return NJ_MATH(cos_slow_f64)(x);
    return sin_of_angle_f64(trig_reduce_f64(magnitude), 1, 0.0);
}

NJ_MATH_FN float NJ_MATH(cos_f32)(float x)
{
    float magnitude = __builtin_fabsf(x);
    if (__builtin_expect(magnitude > TRIG_LIMIT_F32, 0))
        return NJ_MATH(cos_slow_f32)(x);
    return sin_of_angle_f32(trig_reduce_f32(magnitude), 1, 0.0f);
}

NJ_MATH_FN double NJ_MATH(tan_f64)(double x)
{
    double magnitude = __builtin_fabs(x);
    if (__builtin_expect(magnitude > TRIG_LIMIT_F64, 0))
        return NJ_MATH(tan_slow_f64)(x);
    return tan_of_angle_f64(trig_reduce_f64(magnitude), x);
}

NJ_MATH_FN float NJ_MATH(tan_f32)(float x)
{
    float magnitude = __builtin_fabsf(x);
    if (__builtin_expect(magnitude > TRIG_LIMIT_F32, 0))
        return NJ_MATH(tan_slow_f32)(x);
    return tan_of_angle_f32(trig_reduce_f32(magnitude), x);
}

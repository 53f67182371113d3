/* Template: sin, cos, tan for every angle. Included by trig.c.
 *
 * The body is the branch-free version for moderate angles; a larger one takes the branch to a
 * scalar function of trig_slow.c. That branch costs vectorised loops one compare and one jump:
 * mathlib_link.c gives the slow functions masked vector variants, which lets the vectoriser
 * if-convert the call. */
#include "compiler/mathlib/trig_core.inc.c"

NJ_MATH_FN REAL NJ_MATH(F(sin))(REAL x)
{
    REAL magnitude = FABS(x);
    if (__builtin_expect(magnitude > TRIG_LIMIT, 0))
        return NJ_MATH(F(sin_slow))(x);
    return F(sin_of_angle)(F(trig_reduce)(magnitude), 0, x);
}

NJ_MATH_FN REAL NJ_MATH(F(cos))(REAL x)
{
    REAL magnitude = FABS(x);
    if (__builtin_expect(magnitude > TRIG_LIMIT, 0))
        return NJ_MATH(F(cos_slow))(x);
    return F(sin_of_angle)(F(trig_reduce)(magnitude), 1, (REAL)0.0);
}

NJ_MATH_FN REAL NJ_MATH(F(tan))(REAL x)
{
    REAL magnitude = FABS(x);
    if (__builtin_expect(magnitude > TRIG_LIMIT, 0))
        return NJ_MATH(F(tan_slow))(x);
    return F(tan_of_angle)(F(trig_reduce)(magnitude), x);
}

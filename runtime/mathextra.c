/* Functions that NumPy has and the C library lacks. */
#include "runtime/mathextra.h"

#include "runtime/bessel.h"

#include <math.h>
#include <stddef.h>

#define LOG_2  0x1.62e42fefa39efp-1 /* ln 2 */
#define LOG2_E 0x1.71547652b82fep+0 /* 1 / ln 2 */

/* Beyond these every nonzero float over- or underflows. */
static int exponent_of(double exponent)
{
    return exponent > 5000 ? 5000 : exponent < -5000 ? -5000 : (int)exponent;
}

double nprt_ldexp(double x, double exponent)
{
    return ldexp(x, exponent_of(exponent));
}

float nprt_ldexpf(float x, float exponent)
{
    return ldexpf(x, exponent_of(exponent));
}

/* NumPy's npy_logaddexp: equal infinities give themselves, a NaN stays. */
double nprt_logaddexp(double x, double y)
{
    if (x == y) {
        return x + LOG_2;
    }
    double difference = x - y;
    if (difference > 0) {
        return x + log1p(exp(-difference));
    }
    return difference <= 0 ? y + log1p(exp(difference)) : difference;
}

float nprt_logaddexpf(float x, float y)
{
    if (x == y) {
        return x + (float)LOG_2;
    }
    float difference = x - y;
    if (difference > 0) {
        return x + log1pf(expf(-difference));
    }
    return difference <= 0 ? y + log1pf(expf(difference)) : difference;
}

double nprt_logaddexp2(double x, double y)
{
    if (x == y) {
        return x + 1;
    }
    double difference = x - y;
    if (difference > 0) {
        return x + LOG2_E * log1p(exp2(-difference));
    }
    return difference <= 0 ? y + LOG2_E * log1p(exp2(difference)) : difference;
}

float nprt_logaddexp2f(float x, float y)
{
    if (x == y) {
        return x + 1;
    }
    float difference = x - y;
    if (difference > 0) {
        return x + (float)LOG2_E * log1pf(exp2f(-difference));
    }
    return difference <= 0 ? y + (float)LOG2_E * log1pf(exp2f(difference)) : difference;
}

double nprt_spacing(double x)
{
    return isinf(x) ? (double)NAN : nextafter(x, x < 0 ? -INFINITY : INFINITY) - x;
}

float nprt_spacingf(float x)
{
    return isinf(x) ? NAN : nextafterf(x, x < 0 ? -INFINITY : INFINITY) - x;
}

/* ---- i0 ---- */

double nprt_i0(double x)
{
    return nprt_bessel_i0(fabs(x), exp(fabs(x)));
}

float nprt_i0f(float x)
{
    return (float)nprt_i0(x);
}

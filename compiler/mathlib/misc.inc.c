/* Template: cbrt, hypot, fmod. Included by misc.c. */

/* x = 2^(3q + j) m, j in {-1, 0, 1}. z ~ m^(-1/3) by a polynomial and one step of fourth order;
 * then y = m z^2, corrected by its residual, and scaled by 2^q cbrt(2^j). */
NJ_MATH_FN REAL NJ_MATH(F(cbrt))(REAL x)
{
    REAL magnitude = FABS(x);
    int is_tiny = magnitude < K(0x1p-1022, 0x1p-126f);
    T(NjLogArg) a = F(log_split)(is_tiny ? magnitude * K(0x1p54, 0x1p27f) : magnitude, (REAL)-0.0);
    REAL t = F(mul_add)(a.k, K(0x1.5555555555555p-2, 0x1.555556p-2f), MAGIC + (REAL)BIAS);
    REAL q = t - (MAGIC + (REAL)BIAS);
    REAL j = F(mul_add)(q, (REAL)-3.0, a.k);
    REAL f = a.f + (REAL)1.0;
    REAL m = f * (j > (REAL)0.0 ? (REAL)2.0 : j < (REAL)0.0 ? (REAL)0.5 : (REAL)1.0);
    UINT scale = F(bits)(t) - (is_tiny ? (UINT)K(18, 9) : 0);
#if NJ_REAL_BITS == 64
    REAL z = F(mul_add)(f, -0x1.c28602p-4, 0x1.6c0212p-1);
    z = F(mul_add)(f, z, -0x1.eb63bp0);
    z = F(mul_add)(f, z, 0x1.683838p1);
    z = F(mul_add)(f, z, -0x1.3fa08ap1);
    z = F(mul_add)(f, z, 0x1.002dfap1);
#else
    REAL z = F(mul_add)(f, 0x1.0b7ab8p-3f, -0x1.6c7a1ap-1f);
    z = F(mul_add)(f, z, 0x1.937bd4p0f);
    z = F(mul_add)(f, z, -0x1.df34d4p0f);
    z = F(mul_add)(f, z, 0x1.e08566p0f);
#endif
    z *= j > (REAL)0.0   ? K(0x1.965fea53d6e3dp-1, 0x1.965feap-1f)
         : j < (REAL)0.0 ? K(0x1.428a2f98d728bp0, 0x1.428a3p0f)
                         : (REAL)1.0;
    /* e = 1 - m z^3; z (1 + e/3 + 2e^2/9 + 14e^3/81) */
    REAL e = F(mul_add)(-m * z, z * z, (REAL)1.0);
    REAL step = F(mul_add)(e, K(0x1.61f9add3c0ca4p-3, 0x1.61f9aep-3f),
                           K(0x1.c71c71c71c71cp-3, 0x1.c71c72p-3f));
    step = F(mul_add)(e, step, K(0x1.5555555555555p-2, 0x1.555556p-2f));
    z = F(mul_add)(z * e, step, z);
    REAL y = m * z * z;
    PAIR square = F(two_prod)(y, y);
    REAL rest = F(residual)(m, square.hi, y) - square.lo * y;
    y = F(mul_add)(rest, z * z * K(0x1.5555555555555p-2, 0x1.555556p-2f), y);
    y *= F(from_bits)(scale << MANTISSA_BITS);
    y = magnitude < INF ? y : magnitude;
    y = magnitude > (REAL)0.0 ? y : magnitude;
    return COPYSIGN(y, x);
}

/* sqrt(x^2 + y^2), the squares and their sum with their errors, scaled by the power of two of the
 * larger number. An infinity wins over a NaN. */
NJ_MATH_FN REAL NJ_MATH(F(hypot))(REAL x, REAL y)
{
    const UINT exponent_mask = (UINT)(2 * BIAS + 1) << MANTISSA_BITS;
    REAL mx = FABS(x), my = FABS(y);
    REAL large = mx > my ? mx : my, small = mx > my ? my : mx;
    UINT exponent = F(bits)(large) & exponent_mask;
    exponent = exponent > 0 ? exponent : (UINT)1 << MANTISSA_BITS;
    /* 2^(1-k) and 2^k: unlike 2^-k, both exist for every k. */
    REAL up = F(from_bits)(exponent), down = F(from_bits)(exponent_mask - exponent);
    REAL a = large * down, b = small * down;
    PAIR aa = F(two_prod)(a, a), bb = F(two_prod)(b, b);
    PAIR sum = F(fast_two_sum)(aa.hi, bb.hi);
    REAL root = SQRT(sum.hi);
    REAL rest = F(residual)(sum.hi, root, root) + (sum.lo + (aa.lo + bb.lo));
    /* The sum only matters for x == y == 0. */
    root += rest * ((REAL)0.5 / (root + K(0x1p-1000, 0x1p-100f)));
    REAL r = (REAL)0.5 * root * up;
    r = F(is_nan)(x + y) ? x + y : r;
    r = mx == INF ? INF : r;
    return my == INF ? INF : r;
}

/* x - y trunc(x / y). Where the quotient is below 2^51, q = round(x / y) is exact enough for x - q
 * y to come out exactly (its absolute value is at most |y|/2, plus a rounding of the quotient), and
 * a negative remainder needs |y| added once. All else goes to the loop in fmod_slow.c. */
NJ_MATH_FN REAL NJ_MATH(F(fmod))(REAL x, REAL y)
{
    REAL mx = FABS(x), my = FABS(y);
    REAL quotient = mx / my;
    int is_easy = (quotient < K(0x1p51, 0x1p22f)) & (my < INF);
#ifndef NJ_MATH_FMA
    /* Bounds for exact products. */
    is_easy &= (mx < K(0x1p990, 0x1p110f)) & (my < K(0x1p990, 0x1p110f));
    is_easy &= my > K(0x1p-900, 0x1p-90f);
#endif
    if (__builtin_expect(!is_easy, 0))
        return NJ_MATH(F(fmod_slow))(x, y);
    REAL q = (quotient + MAGIC) - MAGIC;
    REAL r = F(residual)(mx, q, my);
    r = r < (REAL)0.0 ? r + my : r;
    return COPYSIGN(r, x);
}

/* Template: exp, exp2, expm1. Included by exp.c. Special values as in C99 Annex F. Arguments are
 * clamped to just outside the range of finite results, so overflow and underflow come out of the
 * final scaling with no branch. */

NJ_MATH_FN REAL NJ_MATH(F(exp))(REAL x)
{
    x = x > K(710.0, 89.0f) ? K(710.0, 89.0f) : x;
    x = x < K(-746.0, -104.0f) ? K(-746.0, -104.0f) : x;
    T(NjExpArg) a = F(exp_reduce)(x);
    PAIR s = F(fast_two_sum)((REAL)1.0, a.r);
    return F(scale)(s.hi + (s.lo + F(exp_tail)(a.r, a.c)), a.u);
}

/* The reduction is exact here: 2^x = 2^n e^(f ln2) with f = x - n, f ln2 in two words. */
NJ_MATH_FN REAL NJ_MATH(F(exp2))(REAL x)
{
    const REAL magic = MAGIC + (REAL)(2 * BIAS);
    x = x > K(1025.0, 129.0f) ? K(1025.0, 129.0f) : x;
    x = x < K(-1076.0, -151.0f) ? K(-1076.0, -151.0f) : x;
    REAL t = x + magic;
    REAL f = x - (t - magic);
    PAIR r = F(two_prod)(f, K(0x1.62e42fefa39efp-1, 0x1.62e43p-1f));
    REAL c = F(mul_add)(f, K(0x1.abc9e3b39803fp-56, -0x1.05c61p-29f), r.lo);
    PAIR s = F(fast_two_sum)((REAL)1.0, r.hi);
    return F(scale)(s.hi + (s.lo + F(exp_tail)(r.hi, c)), F(bits)(t));
}

/* e^x - 1 = 2 ((h - 1/2) + h r + h tail) with h = 2^(n-1). The factor 2 is taken last, so that h is
 * finite where the result is. h - 1/2 and h r are exact, and |h - 1/2| >= |h r| unless n == 0. */
NJ_MATH_FN REAL NJ_MATH(F(expm1))(REAL x)
{
    REAL y = x > K(710.0, 89.0f) ? K(710.0, 89.0f) : x;
    y = y < K(-40.0, -18.0f) ? K(-40.0, -18.0f) : y;
    T(NjExpArg) a = F(exp_reduce)(y);
    REAL h = F(from_bits)((a.u - (UINT)(BIAS + 1)) << MANTISSA_BITS);
    PAIR s = F(fast_two_sum)(h - (REAL)0.5, h * a.r);
    REAL e = (REAL)2.0 * (s.hi + F(mul_add)(h, F(expm1_tail)(a.r, a.c), s.lo));
    /* Keeps -0 and subnormals, whose halves above are inexact. */
    return FABS(x) < K(0x1p-54, 0x1p-25f) ? x : e;
}

/* Template: e^x for a two-word argument, the reduction and the polynomial that exp, expm1, the
 * hyperbolic functions, pow and erfc share. Included by real.h.
 *
 * x = n ln2 + r with |r| <= ln2/2. ln2 is split so that n * LN2_HI is exact, hence the rounding
 * error of r is known and carried in c. Then e^(r+c) = 1 + r + tail, and each caller adds these
 * three in the order that suits its result. Polynomials: minimax fits, see coefficients.sollya.
 */

/* r + c is the reduced argument; u holds n + 2 BIAS, as F(scale) takes it. */
typedef struct T(NjExpArg) {
    REAL r, c;
    UINT u;
} T(NjExpArg);

/* For |x| <= 750 (float: 110). A NaN goes through to r. */
static inline T(NjExpArg) F(exp_reduce)(REAL x)
{
    const REAL magic = MAGIC + (REAL)(2 * BIAS);
    REAL t = F(mul_add)(x, K(0x1.71547652b82fep+0, 0x1.715476p+0f), magic);
    REAL n = t - magic;
    REAL head = F(mul_add)(n, -LN2_HI, x);
    REAL r = F(mul_add)(n, -LN2_LO, head);
    REAL c = F(mul_add)(n, -LN2_LO, head - r);
    return (T(NjExpArg)){r, c, F(bits)(t)};
}

/* (e^r - 1 - r) / r^2, good to 2^-57.5 / r^2 (float 2^-27): enough where 1 + r dominates. */
static inline REAL F(exp_series)(REAL r)
{
    REAL z = r * r;
#if NJ_REAL_BITS == 64
    REAL even = 0x1.28b4b45ce200dp-22, odd = 0x1.af8a869d0b95ap-26;
    even = F(mul_add)(even, z, 0x1.a01991ca631e7p-16);
    odd = F(mul_add)(odd, z, 0x1.71dddcaa6859ap-19);
    even = F(mul_add)(even, z, 0x1.6c16c1876e9f1p-10);
    odd = F(mul_add)(odd, z, 0x1.a01a01bc4577p-13);
    even = F(mul_add)(even, z, 0x1.555555554f7dfp-5);
    odd = F(mul_add)(odd, z, 0x1.111111110d22ep-7);
    even = F(mul_add)(even, z, 0x1.000000000000dp-1);
    odd = F(mul_add)(odd, z, 0x1.5555555555562p-3);
#else
    REAL even = 0x1.757c4p-10f, odd = 0x1.1240a8p-7f;
    even = F(mul_add)(even, z, 0x1.554906p-5f);
    odd = F(mul_add)(odd, z, 0x1.555488p-3f);
    even = F(mul_add)(even, z, 0x1.000008p-1f);
#endif
    return F(mul_add)(odd, r, even);
}

/* e^(r+c) - 1 - r. */
static inline REAL F(exp_tail)(REAL r, REAL c)
{
    return F(mul_add)(F(exp_series)(r), r * r, F(mul_add)(c, r, c));
}

/* e^(r+c) - 1 - r with a relative error near 2^-58 (float 2^-27), for results near e^x - 1. */
static inline REAL F(expm1_tail)(REAL r, REAL c)
{
    REAL z = r * r;
#if NJ_REAL_BITS == 64
    REAL even = 0x1.1f293d5d17db4p-29, odd = 0x1.af4f970ce00b5p-26;
    even = F(mul_add)(even, z, 0x1.27e5072c18acdp-22);
    odd = F(mul_add)(odd, z, 0x1.71de0153c07f9p-19);
    even = F(mul_add)(even, z, 0x1.a01a0194e1dbfp-16);
    odd = F(mul_add)(odd, z, 0x1.a01a01ac35ba8p-13);
    even = F(mul_add)(even, z, 0x1.6c16c16c1918ep-10);
    odd = F(mul_add)(odd, z, 0x1.1111111110033p-7);
    even = F(mul_add)(even, z, 0x1.5555555555551p-5);
    odd = F(mul_add)(odd, z, 0x1.5555555555557p-3);
#else
    REAL even = 0x1.6d30cep-10f, odd = 0x1.a26768p-13f;
    even = F(mul_add)(even, z, 0x1.5555p-5f);
    odd = F(mul_add)(odd, z, 0x1.110ff2p-7f);
    odd = F(mul_add)(odd, z, 0x1.555556p-3f);
#endif
    even = F(mul_add)(even, z, (REAL)0.5);
    return F(mul_add)(F(mul_add)(odd, r, even), z, F(mul_add)(c, r, c));
}

/* e^(r+c) for a c that may be large beside r, up to 2^-40 (float 2^-14): c e^r is added last. */
static inline REAL F(exp_of_pair)(REAL r, REAL c)
{
    PAIR s = F(fast_two_sum)((REAL)1.0, r);
    REAL tail = F(mul_add)(F(exp_series)(r), r * r, s.lo);
    return s.hi + F(mul_add)(c, s.hi + tail, tail);
}

/* e^(x + low) for |x| <= 746 (float: 104), |low| <= a few ulps of x. */
static inline REAL F(exp_pair)(REAL x, REAL low)
{
    T(NjExpArg) a = F(exp_reduce)(x);
    return F(scale)(F(exp_of_pair)(a.r, a.c + low), a.u);
}

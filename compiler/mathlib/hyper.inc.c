/* Template: the hyperbolic functions and their inverses. Included by hyper.c.
 *
 * sinh and cosh need no division: with |x| = n ln2 + r,
 *     sinh = (2^n e^r - 2^-n e^-r) / 2 = (2^n - 2^-n)/2 cosh(r) + (2^n + 2^-n)/2 sinh(r)
 * and cosh likewise, with short odd and even polynomials for sinh(r) and cosh(r). The leading terms
 * are summed with their errors. The inverses are logarithms of 1 + w, w in two words.
 */

/* sinh(r + c) - r for |r| <= ln2/2 and |c| <= ulp(r). */
static inline REAL F(sinh_tail)(REAL r, REAL c)
{
    REAL z = r * r;
#if NJ_REAL_BITS == 64
    REAL p = F(mul_add)(z, 0x1.af60048419acp-26, 0x1.71ddf7a8459f9p-19);
    p = F(mul_add)(z, p, 0x1.a01a01b02272fp-13);
    p = F(mul_add)(z, p, 0x1.111111110f627p-7);
    p = F(mul_add)(z, p, 0x1.5555555555559p-3);
#else
    REAL p = F(mul_add)(z, 0x1.a28ee2p-13f, 0x1.110fe2p-7f);
    p = F(mul_add)(z, p, 0x1.555556p-3f);
#endif
    return F(mul_add)(z, r * p, c);
}

/* cosh(r + c) - 1. */
static inline REAL F(cosh_tail)(REAL r, REAL c)
{
    REAL z = r * r;
#if NJ_REAL_BITS == 64
    REAL p = F(mul_add)(z, 0x1.1f8c1ce6ae0eep-29, 0x1.27e4cbf18576dp-22);
    p = F(mul_add)(z, p, 0x1.a01a01ad88c55p-16);
    p = F(mul_add)(z, p, 0x1.6c16c16c14fedp-10);
    p = F(mul_add)(z, p, 0x1.5555555555558p-5);
#else
    REAL p = F(mul_add)(z, 0x1.6d53dcp-10f, 0x1.5554e2p-5f);
#endif
    p = F(mul_add)(z, p, (REAL)0.5);
    return F(mul_add)(z, p, r * c);
}

/* r + c and a quarter of 2^n and of 2^-n: the scaled results are doubled twice at the end, so that
 * the factors are finite wherever the function is. */
typedef struct T(NjHyperArg) {
    REAL r, c, grow, shrink;
} T(NjHyperArg);

static inline T(NjHyperArg) F(hyper_reduce)(REAL magnitude)
{
    const UINT offset = 2 * BIAS; /* of n in u */
    REAL x = magnitude > K(710.6, 89.6f) ? K(710.6, 89.6f) : magnitude;
    T(NjExpArg) a = F(exp_reduce)(x);
    REAL grow = F(from_bits)((a.u + (BIAS - 2) - offset) << MANTISSA_BITS);
    REAL shrink = F(from_bits)((offset + (BIAS - 2) - a.u) << MANTISSA_BITS);
    return (T(NjHyperArg)){a.r, a.c, grow, x > (REAL)60.0 ? (REAL)0.0 : shrink};
}

NJ_MATH_FN REAL NJ_MATH(F(sinh))(REAL x)
{
    T(NjHyperArg) a = F(hyper_reduce)(FABS(x));
    PAIR even = F(fast_two_sum)(a.grow, -a.shrink);
    PAIR p = F(fast_two_sum)(a.grow * a.r, a.shrink * a.r);
    PAIR s = F(fast_two_sum)(even.hi, p.hi);
    REAL lo = s.lo + (p.lo + even.lo);
    lo = F(mul_add)(a.grow + a.shrink, F(sinh_tail)(a.r, a.c), lo);
    lo = F(mul_add)(even.hi, F(cosh_tail)(a.r, a.c), lo);
    REAL y = (REAL)2.0 * (s.hi + lo);
    return FABS(x) < K(0x1p-28, 0x1p-13f) ? x : COPYSIGN(y, x);
}

NJ_MATH_FN REAL NJ_MATH(F(cosh))(REAL x)
{
    T(NjHyperArg) a = F(hyper_reduce)(FABS(x));
    PAIR even = F(fast_two_sum)(a.grow, a.shrink);
    PAIR p = F(fast_two_sum)(a.grow * a.r, -(a.shrink * a.r));
    PAIR s = F(fast_two_sum)(even.hi, p.hi);
    REAL lo = s.lo + (p.lo + even.lo);
    lo = F(mul_add)(a.grow - a.shrink, F(sinh_tail)(a.r, a.c), lo);
    lo = F(mul_add)(even.hi, F(cosh_tail)(a.r, a.c), lo);
    return (REAL)2.0 * (s.hi + lo);
}

/* tanh(x)/x - 1 for |x| <= 0.625, z = x^2. */
static inline REAL F(tanh_series)(REAL z)
{
#if NJ_REAL_BITS == 64
    REAL q = z * z;
    REAL even = F(mul_add)(q, -0x1.fafdbcebb03c6p-16, -0x1.f117a279b8c2cp-13);
    REAL odd = F(mul_add)(q, 0x1.96638ddfe0b7p-18, 0x1.802a21b6daap-14);
    even = F(mul_add)(q, even, -0x1.7d9c3fb0c61c1p-10);
    odd = F(mul_add)(q, odd, 0x1.350bef1165b4ap-11);
    even = F(mul_add)(q, even, -0x1.226e32d63bd37p-7);
    odd = F(mul_add)(q, odd, 0x1.d6d35b3af784cp-9);
    even = F(mul_add)(q, even, -0x1.ba1ba1b9d2782p-5);
    odd = F(mul_add)(q, odd, 0x1.664f4870f7f16p-6);
    even = F(mul_add)(q, even, -0x1.5555555555552p-2);
    odd = F(mul_add)(q, odd, 0x1.1111111110c5ep-3);
    return z * F(mul_add)(z, odd, even);
#else
    REAL p = F(mul_add)(z, -0x1.767dc6p-8f, 0x1.524cccp-6f);
    p = F(mul_add)(z, p, -0x1.b842cep-5f);
    p = F(mul_add)(z, p, 0x1.11075ep-3f);
    return z * F(mul_add)(z, p, -0x1.555534p-2f);
#endif
}

/* A series near 0; from 0.625 on 1 - 2 / (e^y + 1) with y = 2|x|, which is 1 from y = 44 on. */
NJ_MATH_FN REAL NJ_MATH(F(tanh))(REAL x)
{
    REAL m = FABS(x);
    REAL y = (REAL)2.0 * m;
    y = y > K(44.0, 20.0f) ? K(44.0, 20.0f) : y;
    T(NjExpArg) a = F(exp_reduce)(y);
    REAL h = F(from_bits)((a.u - (UINT)BIAS) << MANTISSA_BITS);
    REAL den = F(mul_add)(h, a.r + F(exp_tail)(a.r, a.c), h + (REAL)1.0);
    REAL large = (REAL)1.0 - (REAL)2.0 / den;
    REAL small = F(mul_add)(m, F(tanh_series)(m * m), m);
    return COPYSIGN(m < (REAL)0.625 ? small : large, x);
}

/* log(|x| + sqrt(x^2 + 1)) = log(1 + w), w = |x| + x^2 / (1 + sqrt(x^2 + 1)); log |x| + log 2 where
 * the square would overflow. */
NJ_MATH_FN REAL NJ_MATH(F(asinh))(REAL x)
{
    REAL m = FABS(x);
    int is_large = m > K(0x1p60, 0x1p30f);
    REAL square = m * m;
    REAL q = square / ((REAL)1.0 + SQRT(square + (REAL)1.0));
    PAIR w = F(fast_two_sum)(m, is_large ? (REAL)0.0 : q);
    REAL y = F(log1p_pair)(w, is_large ? (REAL)1.0 : (REAL)0.0);
    y = m < INF ? y : m;
    return m < K(0x1p-28, 0x1p-13f) ? x : COPYSIGN(y, x);
}

/* log(x + sqrt(x^2 - 1)) = log(1 + w), w = t + sqrt(2t + t^2), t = x - 1; the root in two words,
 * since near 1 it is all of the result. */
NJ_MATH_FN REAL NJ_MATH(F(acosh))(REAL x)
{
    int is_large = x > K(0x1p60, 0x1p30f);
    REAL t = is_large ? (REAL)1.0 : x - (REAL)1.0;
    PAIR square = F(two_prod)(t, t);
    PAIR v = F(two_sum)((REAL)2.0 * t, square.hi);
    REAL s = SQRT(v.hi);
    /* The smallest nonzero s is about 2^-26; the sum keeps it and avoids 0/0. */
    REAL rest = F(residual)(v.hi, s, s) + (v.lo + square.lo);
    REAL s_lo = rest * ((REAL)0.5 / (s + K(0x1p-1000, 0x1p-100f)));
    PAIR w = F(two_sum)(t, s);
    w.hi = is_large ? x : w.hi;
    w.lo = is_large ? (REAL)0.0 : w.lo + s_lo;
    REAL y = F(log1p_pair)(w, is_large ? (REAL)1.0 : (REAL)0.0);
    y = x < INF ? y : x;
    return x < (REAL)1.0 ? QNAN : y;
}

/* log((1 + |x|) / (1 - |x|)) / 2 = log(1 + w) / 2, w = 2|x| / (1 - |x|) in two words. */
NJ_MATH_FN REAL NJ_MATH(F(atanh))(REAL x)
{
    REAL m = FABS(x);
    PAIR d = F(fast_two_sum)((REAL)1.0, -m);
    REAL q = (REAL)2.0 * m / d.hi;
    REAL rest = F(residual)((REAL)2.0 * m, q, d.hi) - q * d.lo;
    PAIR w = {q, rest / d.hi};
    REAL y = (REAL)0.5 * F(log1p_pair)(w, (REAL)-0.0);
    y = m<(REAL)1.0 ? y : m>(REAL) 1.0 ? QNAN : m == (REAL)1.0 ? INF : m;
    return m < K(0x1p-28, 0x1p-13f) ? x : COPYSIGN(y, x);
}

/* Template: pow. Included by pow.c. Special values as in C99 Annex F.
 *
 * e^(y log|x|), the logarithm and the product in two words: y log|x| can be 745, so log|x| needs
 * ten more bits than the result. With s = f / (2 + f), log(1 + f) = 2s + 2s z (1/3 + z Q(z)), z =
 * s^2; the division and all terms down to z/3 carry their errors.
 */

#if NJ_REAL_BITS == 64
#define THIRD_HI 0x1.5555555555555p-2
#define THIRD_LO 0x1.5555555555555p-56
#else
#define THIRD_HI 0x1.555556p-2f
#define THIRD_LO -0x1.555556p-27f
#endif

/* z Q(z). */
static inline REAL F(pow_series)(REAL z)
{
#if NJ_REAL_BITS == 64
    REAL q = z * z;
    REAL even = F(mul_add)(q, 0x1.e01971bc0f657p-5, 0x1.3b13a9cbb9297p-4);
    REAL odd = F(mul_add)(q, 0x1.daa559ed3c95fp-5, 0x1.111551154f5f9p-4);
    even = F(mul_add)(q, even, 0x1.c71c71c74c77ap-4);
    odd = F(mul_add)(q, odd, 0x1.745d173ce41bap-4);
    even = F(mul_add)(q, even, 0x1.999999999999ap-3);
    odd = F(mul_add)(q, odd, 0x1.24924924922fep-3);
    return z * F(mul_add)(z, odd, even);
#else
    REAL p = F(mul_add)(z, 0x1.827f72p-4f, 0x1.c7040ap-4f);
    p = F(mul_add)(z, p, 0x1.24921p-3f);
    return z * F(mul_add)(z, p, 0x1.99999ap-3f);
#endif
}

/* log(x) of a normal x > 0, plus k_extra ln2: relative error about 2^-66 (float 2^-38), |lo| a few
 * ulps of hi at most. */
static inline PAIR F(log_pair)(REAL x, REAL k_extra)
{
    T(NjLogArg) a = F(log_split)(x, k_extra);
    /* s = f / (2 + f) as s + s_lo */
    PAIR d = F(fast_two_sum)((REAL)2.0, a.f);
    REAL inverse = (REAL)1.0 / d.hi;
    REAL s = a.f * inverse;
    REAL s_lo = (F(residual)(a.f, s, d.hi) - s * d.lo) * inverse;
    /* z = s^2, w = z (1/3 + z Q) */
    PAIR z = F(two_prod)(s, s);
    z.lo = F(mul_add)((REAL)2.0 * s, s_lo, z.lo);
    PAIR c = F(fast_two_sum)(THIRD_HI, F(pow_series)(z.hi));
    c.lo += THIRD_LO;
    PAIR w = F(two_prod)(z.hi, c.hi);
    w.lo = F(mul_add)(z.hi, c.lo, F(mul_add)(z.lo, c.hi, w.lo));
    /* log(1 + f) / 2 = s + s w */
    PAIR p = F(two_prod)(s, w.hi);
    p.lo = F(mul_add)(s, w.lo, F(mul_add)(s_lo, w.hi, p.lo));
    PAIR m = F(fast_two_sum)(s, p.hi);
    m.lo += p.lo + s_lo;
    PAIR sum = F(fast_two_sum)(a.k * LN2_HI, (REAL)2.0 * m.hi);
    sum.lo += F(mul_add)(a.k, LN2_LO, (REAL)2.0 * m.lo);
#if NJ_REAL_BITS == 32
    /* k LN2_LO is 2^-20 of the sum here, too much for what follows. */
    sum = F(fast_two_sum)(sum.hi, sum.lo);
#endif
    return sum;
}

/* y log|x|, for |y| < 2^80 (float: 2^40). */
static inline PAIR F(pow_exponent)(PAIR log, REAL y)
{
    PAIR t = F(two_prod)(log.hi, y);
    t.lo = F(mul_add)(log.lo, y, t.lo);
    return t;
}

/* Every case. */
NJ_MATH_COLD REAL NJ_MATH(F(pow_slow))(REAL x, REAL y)
{
    const REAL huge = K(0x1p80, 0x1p40f), limit = K(746.0, 104.0f), whole = K(0x1p53, 0x1p24f);
    REAL mx = FABS(x), my = FABS(y);
    if (y == (REAL)0.0 || x == (REAL)1.0)
        return (REAL)1.0;
    if (F(is_nan)(x) || F(is_nan)(y))
        return x + y;
    int is_tiny = mx < K(0x1p-1022, 0x1p-126f);
    PAIR l =
        F(log_pair)(is_tiny ? mx * K(0x1p54, 0x1p25f) : mx, is_tiny ? K(-54.0, -25.0f) : (REAL)0.0);
    l.hi = mx == (REAL)0.0 ? -INF : mx == INF ? INF : l.hi;
    /* Logarithms are 0 or above 2^-54: a larger y changes nothing, but exact products fail. */
    PAIR t = F(pow_exponent)(l, my < huge ? y : COPYSIGN(huge, y));
    /* Where the result is 0 or infinite, t.lo may be NaN. */
    t.lo = FABS(t.hi) < limit ? t.lo : (REAL)0.0;
    t.hi = FABS(t.hi) < limit ? t.hi : COPYSIGN(limit, t.hi);
    REAL r = F(exp_pair)(t.hi, t.lo);
    if (mx == (REAL)1.0)
        r = (REAL)1.0; /* -1 to an infinite power */
    if (my < whole) {
        UINT integer = (UINT)my;
        if ((REAL)integer != my)
            return (x < (REAL)0.0 && mx < INF) ? QNAN : r;
        return (integer & 1) ? COPYSIGN(r, x) : r;
    }
    return r;
}

/* The common case without branches: x finite, normal and not 0, |y| < 2^51, the result normal. */
NJ_MATH_FN REAL NJ_MATH(F(pow))(REAL x, REAL y)
{
    const REAL big = K(0x1p52, 0x1p23f), limit = K(708.0, 87.0f);
    REAL mx = FABS(x), my = FABS(y);
    PAIR t = F(pow_exponent)(F(log_pair)(mx, (REAL)-0.0), y);
    int is_easy = (mx >= K(0x1p-1022, 0x1p-126f)) & (mx < INF);
    is_easy &= (FABS(t.hi) < limit) & (my < (REAL)0.5 * big);
    if (__builtin_expect(!is_easy, 0))
        return NJ_MATH(F(pow_slow))(x, y);
    T(NjExpArg) a = F(exp_reduce)(t.hi);
    REAL r = F(exp_of_pair)(a.r, a.c + t.lo);
    /* u holds n + 2 bias, and the exponent of r may take n directly. */
    UINT u = F(bits)(r) + ((a.u - (UINT)(2 * BIAS)) << MANTISSA_BITS);
    /* my + 2^52 has the integer nearest to y in its low bits: an odd one gives the sign of x. */
    REAL rounded = my + big;
    UINT sign = (F(bits)(rounded) << (NJ_REAL_BITS - 1)) & F(bits)(x);
    int is_nan = (x < (REAL)0.0) & (rounded - big != my);
    return is_nan ? QNAN : F(from_bits)(u | sign);
}

#undef THIRD_HI
#undef THIRD_LO

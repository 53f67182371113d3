/* Template: erf and erfc. Included by erf.c.
 *
 * erf is a polynomial below 1; above, 1 - e^(-x^2) P(t) with t = (x - 2)/(x + 2), where only the
 * absolute error counts. erfc needs its relative error small up to x = 27: there it is e^(-x^2)
 * G(t) / (1 + 2x),  t = (x - K)/(x + K) (M. Shepherd and J. Laframboise, "Chebyshev approximation
 * of (1 + 2x) exp(x^2) erfc x", Math. Comp. 36, 1981; the coefficients are our own fits) with x^2
 * in two words.
 */

/* erf(x)/x - 1 for |x| <= 1, z = x^2. */
static inline REAL F(erf_series)(REAL z)
{
#if NJ_REAL_BITS == 64
    REAL q = z * z;
    REAL even = F(mul_add)(q, 0x1.d73d744d56748p-27, 0x1.b9807f233887cp-20);
    REAL odd = F(mul_add)(q, -0x1.ac1a4196e188cp-31, -0x1.5c0bc3130e21dp-23);
    even = F(mul_add)(q, even, 0x1.f9a2bb4bba0e4p-14);
    odd = F(mul_add)(q, odd, -0x1.f4ca5bb2856d7p-17);
    even = F(mul_add)(q, even, 0x1.565bccf908894p-8);
    odd = F(mul_add)(q, odd, -0x1.c02db03ff6859p-11);
    even = F(mul_add)(q, even, 0x1.ce2f21a040b02p-4);
    odd = F(mul_add)(q, odd, -0x1.b82ce311f7069p-6);
    even = F(mul_add)(q, even, 0x1.06eba8214db68p-3);
    odd = F(mul_add)(q, odd, -0x1.812746b0379b5p-2);
    return F(mul_add)(z, odd, even);
#else
    REAL p = F(mul_add)(z, 0x1.4c5cb4p-14f, -0x1.a5197ap-11f);
    p = F(mul_add)(z, p, 0x1.542fecp-8f);
    p = F(mul_add)(z, p, -0x1.b7fec4p-6f);
    p = F(mul_add)(z, p, 0x1.ce2d52p-4f);
    p = F(mul_add)(z, p, -0x1.81274p-2f);
    return F(mul_add)(z, p, 0x1.06eba8p-3f);
#endif
}

/* erfc(m) / e^(-m^2) for 1 <= m <= 6 (float: 4), good to about 2^-60 (2^-34) / e^(-m^2). */
static inline REAL F(erf_factor)(REAL m)
{
    REAL t = (m - (REAL)2.0) / (m + (REAL)2.0);
#if NJ_REAL_BITS == 64
    REAL q = t * t;
    REAL even = F(mul_add)(q, -0x1.a8440183bd8cep-17, 0x1.cf70b01779053p-16);
    REAL odd = F(mul_add)(q, -0x1.be7774853a49p-16, 0x1.6d8269344c9fap-13);
    even = F(mul_add)(q, even, 0x1.6d35314527154p-15);
    odd = F(mul_add)(q, odd, -0x1.016b53754e356p-10);
    even = F(mul_add)(q, even, -0x1.bc258dc52dadep-11);
    odd = F(mul_add)(q, odd, 0x1.ca95ed86409d8p-8);
    even = F(mul_add)(q, even, 0x1.e947158adc6dep-9);
    odd = F(mul_add)(q, odd, -0x1.437f0b68ccc3ep-4);
    even = F(mul_add)(q, even, 0x1.eeea7dc8a790bp-3);
    odd = F(mul_add)(q, odd, -0x1.b57034efd3f56p-2);
    even = F(mul_add)(q, even, 0x1.058671b52c776p-2);
    return F(mul_add)(t, odd, even);
#else
    REAL p = F(mul_add)(t, 0x1.d8ae82p-8f, 0x1.e8dd42p-9f);
    p = F(mul_add)(t, p, -0x1.4387c6p-4f);
    p = F(mul_add)(t, p, 0x1.eeea02p-3f);
    p = F(mul_add)(t, p, -0x1.b57036p-2f);
    return F(mul_add)(t, p, 0x1.058672p-2f);
#endif
}

NJ_MATH_FN REAL NJ_MATH(F(erf))(REAL x)
{
    REAL m = FABS(x);
    m = m > K(6.0, 4.0f) ? K(6.0, 4.0f) : m;
    REAL square = m * m;
    T(NjExpArg) a = F(exp_reduce)(-square);
    REAL h = F(from_bits)((a.u - (UINT)BIAS) << MANTISSA_BITS);
    REAL e = F(mul_add)(h, a.r + F(exp_tail)(a.r, a.c), h);
    REAL large = F(mul_add)(-e, F(erf_factor)(m), (REAL)1.0);
    REAL small = F(mul_add)(m, F(erf_series)(square), m);
    return COPYSIGN(m < (REAL)1.0 ? small : large, x);
}

/* (1 + 2m) e^(m^2) erfc(m) for 1/2 <= m <= 27.5 (float: 10.3). */
static inline REAL F(erfc_factor)(REAL m)
{
    REAL t = (m - K(3.0, 2.0f)) / (m + K(3.0, 2.0f));
#if NJ_REAL_BITS == 64
    REAL q = t * t;
    REAL even = F(mul_add)(q, 0x1.08d3bc8ac4e6ep-27, -0x1.609d0cf2ad05ap-24);
    REAL odd = F(mul_add)(q, 0x1.36daa1bff948fp-24, -0x1.3b18125f711c3p-21);
    even = F(mul_add)(q, even, 0x1.432df66dd03d7p-22);
    odd = F(mul_add)(q, odd, 0x1.cfca728f1fd5fp-19);
    even = F(mul_add)(q, even, -0x1.77e4056f72011p-21);
    odd = F(mul_add)(q, odd, -0x1.512225b1ba71bp-16);
    even = F(mul_add)(q, even, 0x1.4b6a1dbc9a1f2p-18);
    odd = F(mul_add)(q, odd, 0x1.0659867d5f5dfp-13);
    even = F(mul_add)(q, even, -0x1.b90fd93f757a3p-14);
    odd = F(mul_add)(q, odd, -0x1.98db4b11e2e28p-11);
    even = F(mul_add)(q, even, 0x1.ef1bd78ca5848p-10);
    odd = F(mul_add)(q, odd, 0x1.4b884e24fdc1dp-9);
    even = F(mul_add)(q, even, -0x1.8574c404855acp-6);
    odd = F(mul_add)(q, odd, 0x1.17ca2877fc17fp-4);
    even = F(mul_add)(q, even, -0x1.e88b803a5c18cp-4);
    odd = F(mul_add)(q, odd, 0x1.098366a5b44fp-3);
    even = F(mul_add)(q, even, -0x1.85a15c58a9c45p-5);
    odd = F(mul_add)(q, odd, -0x1.15c084bb9e8fp-3);
    even = F(mul_add)(q, even, 0x1.40c522d7e4987p0);
    return F(mul_add)(t, odd, even);
#else
    REAL p = F(mul_add)(t, -0x1.a57f1ep-13f, -0x1.505666p-10f);
    p = F(mul_add)(t, p, 0x1.2778p-10f);
    p = F(mul_add)(t, p, 0x1.1c361ep-7f);
    p = F(mul_add)(t, p, -0x1.0629f6p-7f);
    p = F(mul_add)(t, p, -0x1.bc2178p-5f);
    p = F(mul_add)(t, p, 0x1.4ff888p-3f);
    p = F(mul_add)(t, p, -0x1.5407c2p-3f);
    p = F(mul_add)(t, p, -0x1.7bf5d8p-4f);
    return F(mul_add)(t, p, 0x1.46e80ep0f);
#endif
}

NJ_MATH_FN REAL NJ_MATH(F(erfc))(REAL x)
{
    REAL m = FABS(x);
    m = m > K(27.3, 10.2f) ? K(27.3, 10.2f) : m;
    PAIR square = F(two_prod)(m, m);
    REAL e = F(exp_pair)(-square.hi, -square.lo);
    REAL large = e * (F(erfc_factor)(m) / F(mul_add)((REAL)2.0, m, (REAL)1.0));
    large = x < (REAL)0.0 ? (REAL)2.0 - large : large;
    /* 1 - x - x series: x is exact, and 1 - x rounded is at least a half. */
    PAIR head = F(fast_two_sum)((REAL)1.0, -x);
    REAL small = head.hi + F(mul_add)(-x, F(erf_series)(square.hi), head.lo);
    return m < (REAL)0.5 ? small : large;
}

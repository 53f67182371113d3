/* Template: asin, acos, atan, atan2. Included by atrig.c.
 *
 * One polynomial each: asin on [0, 1/2], with asin(x) = pi/2 - 2 asin(sqrt((1 - x)/2)) above; atan
 * on [0, tan(pi/8)], with the quotient turned by pi/4 or pi/2 as needed. Quotients and roots that
 * carry the result are kept in two words.
 */

#if NJ_REAL_BITS == 64
#define PI_HI     0x1.921fb54442d18p1
#define PI_LO     0x1.1a62633145c07p-53
#define PI_3_4_HI 0x1.2d97c7f3321d2p1
#define PI_3_4_LO 0x1.a79394c9e8a0ap-54
#else
#define PI_HI     0x1.921fb6p1f
#define PI_LO     -0x1.777a5cp-24f
#define PI_3_4_HI 0x1.2d97c8p1f
#define PI_3_4_LO -0x1.99bc5cp-28f
#endif
#define PI_2_HI (PI_HI / (REAL)2.0)
#define PI_2_LO (PI_LO / (REAL)2.0)
#define PI_4_HI (PI_HI / (REAL)4.0)
#define PI_4_LO (PI_LO / (REAL)4.0)

/* asin(s)/s - 1 for z = s^2 <= 1/4. */
static inline REAL F(asin_series)(REAL z)
{
#if NJ_REAL_BITS == 64
    REAL q = z * z;
    REAL even = F(mul_add)(q, 0x1.0be3a21edbcfep-5, 0x1.65004639894cdp-6);
    REAL odd = F(mul_add)(q, -0x1.59f41053d7ed9p-6, 0x1.e160f4e1135e7p-9);
    even = F(mul_add)(q, even, 0x1.618a59bd8ceb9p-7);
    odd = F(mul_add)(q, odd, 0x1.75779e8496fbdp-7);
    even = F(mul_add)(q, even, 0x1.ca2142263b143p-7);
    odd = F(mul_add)(q, odd, 0x1.1c49de18bb9e8p-6);
    even = F(mul_add)(q, even, 0x1.6e8bdfe549661p-6);
    odd = F(mul_add)(q, odd, 0x1.f1c71a8ba8923p-6);
    even = F(mul_add)(q, even, 0x1.6db6db722b462p-5);
    odd = F(mul_add)(q, odd, 0x1.333333332df18p-4);
    even = F(mul_add)(q, even, 0x1.5555555555578p-3);
    return z * F(mul_add)(z, odd, even);
#else
    REAL p = F(mul_add)(z, 0x1.59da76p-5f, 0x1.8ba7c6p-6f);
    p = F(mul_add)(z, p, 0x1.748b3p-5f);
    p = F(mul_add)(z, p, 0x1.330164p-4f);
    return z * F(mul_add)(z, p, 0x1.5555cap-3f);
#endif
}

/* For 1/2 < m <= 1, asin(m) = pi/2 - 2 (s + s series(s^2)), s = sqrt((1 - m)/2) as hi + lo. Below,
 * s is m itself. Beyond 1 the root is NaN. */
typedef struct T(NjAsinArg) {
    PAIR s;
    REAL series;
} T(NjAsinArg);

static inline T(NjAsinArg) F(asin_arg)(REAL m)
{
    int is_small = m <= (REAL)0.5;
    REAL z = (REAL)0.5 * ((REAL)1.0 - m);
    REAL root = SQRT(z);
    /* The sum only matters for root == 0. */
    REAL rest = F(residual)(z, root, root) * ((REAL)0.5 / (root + K(0x1p-1000, 0x1p-100f)));
    T(NjAsinArg) a;
    a.s.hi = is_small ? m : root;
    a.s.lo = is_small ? (REAL)0.0 : rest;
    a.series = F(asin_series)(is_small ? m * m : z);
    return a;
}

NJ_MATH_FN REAL NJ_MATH(F(asin))(REAL x)
{
    REAL m = FABS(x);
    T(NjAsinArg) a = F(asin_arg)(m);
    REAL tail = F(mul_add)(a.s.hi, a.series, a.s.lo);
    PAIR y = F(fast_two_sum)(PI_2_HI, (REAL)-2.0 * a.s.hi);
    REAL large = y.hi + (y.lo + (PI_2_LO - (REAL)2.0 * tail));
    return COPYSIGN(m <= (REAL)0.5 ? a.s.hi + tail : large, x);
}

/* acos(x) = pi/2 - asin(x) for |x| <= 1/2, 2 asin(sqrt((1 - x)/2)) above and pi - that below. */
NJ_MATH_FN REAL NJ_MATH(F(acos))(REAL x)
{
    REAL m = FABS(x);
    T(NjAsinArg) a = F(asin_arg)(m);
    REAL tail = F(mul_add)(a.s.hi, a.series, a.s.lo);
    int is_small = m <= (REAL)0.5;
    REAL factor = COPYSIGN(is_small ? (REAL)1.0 : (REAL)2.0, is_small ? -x : x);
    REAL base = is_small ? PI_2_HI : x < (REAL)0.0 ? PI_HI : (REAL)0.0;
    REAL base_lo = is_small ? PI_2_LO : x < (REAL)0.0 ? PI_LO : (REAL)0.0;
    PAIR y = F(fast_two_sum)(base, factor * a.s.hi);
    return y.hi + (y.lo + F(mul_add)(factor, tail, base_lo));
}

/* atan(t)/t - 1 for z = t^2, |t| <= tan(pi/8). */
static inline REAL F(atan_series)(REAL z)
{
#if NJ_REAL_BITS == 64
    REAL q = z * z;
    REAL even = F(mul_add)(q, -0x1.259a2a2040d98p-6, -0x1.9cdb62b6cec75p-5);
    REAL odd = F(mul_add)(q, 0x1.37eb95a801aa9p-5, 0x1.df1134912c0e5p-5);
    even = F(mul_add)(q, even, -0x1.10ebd981c6593p-4);
    odd = F(mul_add)(q, odd, 0x1.3b111bf6f22d4p-4);
    even = F(mul_add)(q, even, -0x1.745cf903ba6b4p-4);
    odd = F(mul_add)(q, odd, 0x1.c71c70e7524afp-4);
    even = F(mul_add)(q, even, -0x1.24924922b0205p-3);
    odd = F(mul_add)(q, odd, 0x1.99999999958b6p-3);
    even = F(mul_add)(q, even, -0x1.555555555553dp-2);
    return z * F(mul_add)(z, odd, even);
#else
    REAL p = F(mul_add)(z, -0x1.f31d8ap-5f, 0x1.b22ecep-4f);
    p = F(mul_add)(z, p, -0x1.23ba42p-3f);
    p = F(mul_add)(z, p, 0x1.9991e8p-3f);
    return z * F(mul_add)(z, p, -0x1.55554ap-2f);
#endif
}

/* num / den of two words each, |num| <= 0.42 |den|: base + atan of it, rounded. */
static inline REAL F(atan_of_quotient)(PAIR num, PAIR den, PAIR base, int is_down)
{
    REAL inverse = (REAL)1.0 / den.hi;
    REAL t = num.hi * inverse;
    REAL rest = F(residual)(num.hi, t, den.hi) + (num.lo - t * den.lo);
    REAL tail = F(mul_add)(rest, inverse, t * F(atan_series)(t * t));
    PAIR sum = F(fast_two_sum)(base.hi, is_down ? -t : t);
    return sum.hi + (sum.lo + (base.lo + (is_down ? -tail : tail)));
}

#define TAN_PI_8   K(0x1.a827999fcef32p-2, 0x1.a8279ap-2f)
#define TAN_3_PI_8 K(0x1.3504f333f9de6p1, 0x1.3504f4p1f)

/* atan |x| = atan x, pi/4 + atan((x - 1)/(x + 1)) or pi/2 - atan(1/x). */
NJ_MATH_FN REAL NJ_MATH(F(atan))(REAL x)
{
    /* Far above, the result is pi/2, and 1/x would not exist for an infinity. */
    REAL m = FABS(x) > K(0x1p60, 0x1p30f) ? K(0x1p60, 0x1p30f) : FABS(x);
    int is_steep = m > TAN_3_PI_8, is_mid = (m > TAN_PI_8) & (m <= TAN_3_PI_8);
    PAIR plus = F(fast_two_sum)((REAL)1.0, m), minus = F(fast_two_sum)((REAL)-1.0, m);
    PAIR num, den, base;
    num.hi = is_steep ? (REAL)-1.0 : is_mid ? minus.hi : m;
    num.lo = is_mid ? minus.lo : (REAL)0.0;
    den.hi = is_steep ? m : is_mid ? plus.hi : (REAL)1.0;
    den.lo = is_mid ? plus.lo : (REAL)0.0;
    base.hi = is_steep ? PI_2_HI : is_mid ? PI_4_HI : (REAL)0.0;
    base.lo = is_steep ? PI_2_LO : is_mid ? PI_4_LO : (REAL)0.0;
    REAL y = F(atan_of_quotient)(num, den, base, 0);
    return m < K(0x1p-28, 0x1p-13f) ? x : COPYSIGN(y, x);
}

/* The angle of the vector (x, y), with x and y finite, not both 0 and not so small or large that
 * sums, products or their errors leave the normal range. With small = min(|x|, |y|) and large =
 * max(|x|, |y|), t is small / large or, above tan(pi/8), (small - large) / (small + large), which
 * is pi/4 less. */
static inline REAL F(angle)(REAL y, REAL x)
{
    REAL my = FABS(y), mx = FABS(x);
    int is_steep = my > mx, is_back = F(bits)(x) >> (NJ_REAL_BITS - 1) != 0;
    REAL small = is_steep ? mx : my, large = is_steep ? my : mx;
    int is_mid = small > large * TAN_PI_8;
    PAIR plus = F(fast_two_sum)(large, small), minus = F(fast_two_sum)(-large, small);
    PAIR num = {is_mid ? minus.hi : small, is_mid ? minus.lo : (REAL)0.0};
    PAIR den = {is_mid ? plus.hi : large, is_mid ? plus.lo : (REAL)0.0};
    /* An odd number of reflections makes the angle base - atan(t). */
    PAIR base = {is_mid ? PI_4_HI : (REAL)0.0, is_mid ? PI_4_LO : (REAL)0.0};
    base.hi = is_steep ? PI_2_HI - base.hi : base.hi;
    base.lo = is_steep ? PI_2_LO - base.lo : base.lo;
    /* 3 pi/4 is no exact multiple of the words of pi; the other differences are exact. */
    base.hi = is_back ? (is_mid ? PI_3_4_HI : PI_HI - base.hi) : base.hi;
    base.lo = is_back ? (is_mid ? PI_3_4_LO : PI_LO - base.lo) : base.lo;
    return COPYSIGN(F(atan_of_quotient)(num, den, base, is_steep ^ is_back), y);
}

/* NaNs, infinities, zeros and extreme magnitudes. */
NJ_MATH_COLD REAL NJ_MATH(F(atan2_slow))(REAL y, REAL x)
{
    REAL my = FABS(y), mx = FABS(x);
    REAL largest = my > mx ? my : mx;
    if (F(is_nan)(x) || F(is_nan)(y))
        return x + y;
    /* Infinities and zeros give the angles of finite numbers of their signs. */
    if (largest == INF)
        return F(angle)(COPYSIGN(my == INF ? (REAL)1.0 : (REAL)0.0, y),
                        COPYSIGN(mx == INF ? (REAL)1.0 : (REAL)0.0, x));
    if (largest == (REAL)0.0)
        return F(angle)(y, COPYSIGN((REAL)1.0, x));
    REAL scale = largest > (REAL)1.0 ? K(0x1p-300, 0x1p-20f) : K(0x1p700, 0x1p60f);
    return F(angle)(y * scale, x * scale);
}

NJ_MATH_FN REAL NJ_MATH(F(atan2))(REAL y, REAL x)
{
    REAL my = FABS(y), mx = FABS(x);
    REAL largest = my > mx ? my : mx, scale = K(0x1p150, 0x1p20f);
    int is_easy = (largest > K(0x1p-400, 0x1p-40f)) & (largest < K(0x1p400, 0x1p40f));
    is_easy &= my == my; /* a NaN in mx is in largest */
    if (__builtin_expect(!is_easy, 0))
        return NJ_MATH(F(atan2_slow))(y, x);
    return F(angle)(y * scale, x * scale);
}

#undef TAN_PI_8
#undef TAN_3_PI_8
#undef PI_HI
#undef PI_LO
#undef PI_3_4_HI
#undef PI_3_4_LO
#undef PI_2_HI
#undef PI_2_LO
#undef PI_4_HI
#undef PI_4_LO

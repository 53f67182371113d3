/* Template: sin and cos on [-pi/4, pi/4], and the reduction of an angle to there. Included by
 * trig.inc.c and trig_slow.c.
 *
 * x = n pi/2 + r + c. For moderate x (up to TRIG_LIMIT) this is Cody and Waite's subtraction of n
 * pi/2 in three parts: the first is exact, the error of the second is recovered, so that r + c is
 * good to about twice the working precision even where x is close to a multiple of pi/2. Larger
 * angles go to trig_slow.c.
 */

/* pi/2 in three parts. With FMA n * part need not be exact, so the parts are full numbers; without
 * it those for double have 33 bits, and n must stay below 2^20. */
#undef TRIG_LIMIT
#undef PIO2_1
#undef PIO2_2
#undef PIO2_3
#ifdef NJ_MATH_FMA
#define TRIG_LIMIT K(0x1p30, 0x1p20f)
#define PIO2_1     K(0x1.921fb54442d18p0, 0x1.921fb6p0f)
#define PIO2_2     K(0x1.1a62633145c07p-54, -0x1.777a5cp-25f)
#define PIO2_3     K(-0x1.f1976b7ed8fbcp-110, -0x1.ee59dap-50f)
#else
#define TRIG_LIMIT K(0x1p20, 0x1p20f)
#define PIO2_1     0x1.921fb544p0
#define PIO2_2     0x1.0b4611a6p-34
#define PIO2_3     0x1.3198a2e037073p-69
#endif

/* The angle is r + c plus (quadrant mod 4) quarter turns; upper bits of quadrant are arbitrary. */
typedef struct T(NjAngle) {
    REAL r, c;
    UINT quadrant;
} T(NjAngle);

#if defined(NJ_MATH_FMA) || NJ_REAL_BITS == 64
/* For 0 <= x <= TRIG_LIMIT. An infinity or NaN gives NaNs. */
static inline T(NjAngle) F(trig_reduce)(REAL x)
{
    REAL t = F(mul_add)(x, K(0x1.45f306dc9c883p-1, 0x1.45f306p-1f), MAGIC);
    REAL n = t - MAGIC;
    REAL head = F(mul_add)(n, -PIO2_1, x);
#ifdef NJ_MATH_FMA
    PAIR p = F(two_prod)(n, PIO2_2);
#if NJ_REAL_BITS == 64
    PAIR r = F(fast_two_sum)(head, -p.hi);
#else
    PAIR r = F(two_sum)(head, -p.hi); /* p can well exceed head */
#endif
    REAL c = F(mul_add)(n, -PIO2_3, r.lo - p.lo);
    return (T(NjAngle)){r.hi, c, F(bits)(t)};
#else
    PAIR r = F(fast_two_sum)(head, n * -PIO2_2);
    r = F(fast_two_sum)(r.hi, r.lo + n * -PIO2_3);
    return (T(NjAngle)){r.hi, r.lo, F(bits)(t)};
#endif
}
#else
/* Without FMA, exact products of floats would need pi/2 in pieces of 4 bits: double is the shorter
 * way. */
static inline T(NjAngle) F(trig_reduce)(REAL x)
{
    double t = x * 0x1.45f306dc9c883p-1 + 0x1.8p52;
    double n = t - 0x1.8p52;
    double exact = (x - n * PIO2_1) - n * PIO2_2;
    float r = (float)exact;
    uint64_t quadrant;
    memcpy(&quadrant, &t, sizeof quadrant);
    return (T(NjAngle)){r, (float)(exact - r), (UINT)quadrant};
}
#endif

/* sin(r + c) as hi + lo, hi == r; the sum is good to about 2^-56 (float 2^-27) relative. */
static inline PAIR F(sin_pair)(REAL r, REAL c)
{
    REAL z = r * r;
#if NJ_REAL_BITS == 64
    REAL p = F(mul_add)(z, 0x1.5d889fe17b463p-33, -0x1.ae5e437dfd35fp-26);
    p = F(mul_add)(z, p, 0x1.71de354cdbe2bp-19);
    p = F(mul_add)(z, p, -0x1.a01a019be2262p-13);
    p = F(mul_add)(z, p, 0x1.111111110f711p-7);
    p = F(mul_add)(z, p, -0x1.5555555555548p-3);
#else
    REAL p = F(mul_add)(z, -0x1.98d9cap-13f, 0x1.1106p-7f);
    p = F(mul_add)(z, p, -0x1.555542p-3f);
#endif
    return (PAIR){r, F(mul_add)(z, F(mul_add)(r, p, (REAL)-0.5 * c), c)};
}

/* cos(r + c) as hi + lo, hi == 1 - r^2/2 rounded. */
static inline PAIR F(cos_pair)(REAL r, REAL c)
{
    REAL z = r * r;
#if NJ_REAL_BITS == 64
    REAL p = F(mul_add)(z, -0x1.8fa361a255cffp-37, 0x1.1ee9d6ee46a41p-29);
    p = F(mul_add)(z, p, -0x1.27e4f7ec36a53p-22);
    p = F(mul_add)(z, p, 0x1.a01a019c8a558p-16);
    p = F(mul_add)(z, p, -0x1.6c16c16c14ffep-10);
    p = F(mul_add)(z, p, 0x1.555555555554bp-5);
#else
    REAL p = F(mul_add)(z, 0x1.998fdap-16f, -0x1.6c0af2p-10f);
    p = F(mul_add)(z, p, 0x1.555548p-5f);
#endif
    PAIR s = F(fast_two_sum)((REAL)1.0, (REAL)-0.5 * z);
    REAL lo = F(mul_add)(-r, c, s.lo);
#ifdef NJ_MATH_FMA
    /* The rounding of z counts here; without FMA it would cost more than it gains. */
    lo = F(mul_add)(F(residual)(z, r, r), (REAL)0.5, lo);
#endif
    return (PAIR){s.hi, F(mul_add)(z * z, p, lo)};
}

/* sin of the angle `a` moved on by `turns` quarter turns (1 makes it cos), with the sign of `sign`.
 */
static inline REAL F(sin_of_angle)(T(NjAngle) a, UINT turns, REAL sign)
{
    PAIR s = F(sin_pair)(a.r, a.c), c = F(cos_pair)(a.r, a.c);
    UINT q = a.quadrant + turns;
    REAL y = q & 1 ? c.hi + c.lo : s.hi + s.lo;
    UINT flip = ((q << (NJ_REAL_BITS - 2)) ^ F(bits)(sign)) & ((UINT)1 << (NJ_REAL_BITS - 1));
    return F(from_bits)(F(bits)(y) ^ flip);
}

/* tan = +-sin/cos or +-cos/sin, divided in two words. */
static inline REAL F(tan_of_angle)(T(NjAngle) a, REAL sign)
{
    PAIR s = F(sin_pair)(a.r, a.c), c = F(cos_pair)(a.r, a.c);
    s = F(fast_two_sum)(s.hi, s.lo);
    c = F(fast_two_sum)(c.hi, c.lo);
    UINT is_odd = a.quadrant & 1;
    PAIR num = {is_odd ? c.hi : s.hi, is_odd ? c.lo : s.lo};
    PAIR den = {is_odd ? s.hi : c.hi, is_odd ? s.lo : c.lo};
    REAL y = F(div_pair)(num, den);
    UINT flip =
        ((a.quadrant << (NJ_REAL_BITS - 1)) ^ F(bits)(sign)) & ((UINT)1 << (NJ_REAL_BITS - 1));
    return F(from_bits)(F(bits)(y) ^ flip);
}

/* Template: bit access, exact sums and products, powers of two, for one precision. Included by
 * real.h. */

/* An unevaluated sum hi + lo; normalised when hi == hi + lo in working precision. */
typedef struct PAIR {
    REAL hi, lo;
} PAIR;

static inline UINT F(bits)(REAL x)
{
    UINT u;
    memcpy(&u, &x, sizeof u);
    return u;
}

static inline REAL F(from_bits)(UINT u)
{
    REAL x;
    memcpy(&x, &u, sizeof x);
    return x;
}

static inline int F(is_nan)(REAL x)
{
    return x != x;
}

/* a*b + c: fused where the build assumes FMA, otherwise two roundings. For places where either is
 * fine; what needs an exact product calls two_prod. */
static inline REAL F(mul_add)(REAL a, REAL b, REAL c)
{
#ifdef NJ_MATH_FMA
    return FMA(a, b, c);
#else
    return a * b + c;
#endif
}

/* hi + lo == a + b exactly, if |a| >= |b| or a == 0 (Dekker 1971). */
static inline PAIR F(fast_two_sum)(REAL a, REAL b)
{
    REAL s = a + b;
    return (PAIR){s, b - (s - a)};
}

/* hi + lo == a + b exactly, whatever the magnitudes (Knuth). */
static inline PAIR F(two_sum)(REAL a, REAL b)
{
    REAL s = a + b;
    REAL bb = s - a;
    return (PAIR){s, (a - (s - bb)) + (b - bb)};
}

/* hi + lo == a * b exactly unless something underflows, or without FMA |a| or |b| exceeds 2^996
 * (float: 2^115): Veltkamp's splitting then overflows. */
static inline PAIR F(two_prod)(REAL a, REAL b)
{
    REAL p = a * b;
#ifdef NJ_MATH_FMA
    return (PAIR){p, FMA(a, b, -p)};
#else
    REAL ca = K(0x1.0000002p27, 0x1.002p12f) * a, cb = K(0x1.0000002p27, 0x1.002p12f) * b;
    REAL ah = ca - (ca - a), bh = cb - (cb - b);
    REAL al = a - ah, bl = b - bh;
    return (PAIR){p, ((ah * bh - p) + ah * bl + al * bh) + al * bl};
#endif
}

/* c - a*b, for a c so close to a*b that the difference is exact or nearly so. */
static inline REAL F(residual)(REAL c, REAL a, REAL b)
{
#ifdef NJ_MATH_FMA
    return FMA(-a, b, c);
#else
    PAIR p = F(two_prod)(a, b);
    return (c - p.hi) - p.lo;
#endif
}

/* num / den rounded, for normalised pairs: a first quotient, and its remainder times 1 / den. */
static inline REAL F(div_pair)(PAIR num, PAIR den)
{
    REAL inverse = (REAL)1.0 / den.hi;
    REAL q = num.hi * inverse;
    REAL rest = F(residual)(num.hi, q, den.hi) + (num.lo - q * den.lo);
    return F(mul_add)(rest, inverse, q);
}

/* y * 2^n with one rounding, also when the result is subnormal or overflows. `u` carries n + 2 BIAS
 * in its low bits (11 for double, 8 for float), the bits above are ignored; |n| <= 1100 (float:
 * 200). Two factors, because 2^n itself may not be representable. */
static inline REAL F(scale)(REAL y, UINT u)
{
    UINT half = u >> 1;
    return y * F(from_bits)(half << MANTISSA_BITS) * F(from_bits)((u - half) << MANTISSA_BITS);
}

/* Template: natural logarithms, what log, log2, log10, log1p, pow and the inverse hyperbolic
 * functions share. Included by real.h.
 *
 * x = 2^k m with m in [sqrt(1/2), sqrt(2)), f = m - 1 exactly, and log(m) = f - f^2/2 + tail(f).
 * For double the tail is a series in s = f / (2 + f), as in FreeBSD's e_log.c: one division
 * replaces 12 of 20 coefficients, and recent CPUs divide a whole vector in 4 to 16 cycles. For
 * float a polynomial in f is the shorter. Both are minimax fits, see coefficients.sollya.
 */

typedef struct T(NjLogArg) {
    REAL f, k;
} T(NjLogArg);

/* Splits a normal x > 0. `k_offset` is added to k: -54 says that the caller scaled x by 2^54, and
 * -0.0 costs nothing. */
static inline T(NjLogArg) F(log_split)(REAL x, REAL k_offset)
{
    const UINT sqrt_half = K(UINT64_C(0x3fe6a09e667f3bcd), UINT32_C(0x3f3504f3));
    const UINT mantissa_mask = ((UINT)1 << MANTISSA_BITS) - 1;
    const REAL big = (REAL)((UINT)1 << MANTISSA_BITS);
    UINT t = F(bits)(x) - sqrt_half + ((UINT)(BIAS + 1) << MANTISSA_BITS);
    /* k + BIAS + 1 becomes a number by putting it into the low bits of 2^52. */
    REAL k = F(from_bits)((t >> MANTISSA_BITS) | F(bits)(big)) - (big + (REAL)(BIAS + 1));
    REAL m = F(from_bits)((t & mantissa_mask) + sqrt_half);
    return (T(NjLogArg)){m - (REAL)1.0, k + k_offset};
}

/* log(1 + f) - f + f^2/2, for f in [sqrt(1/2) - 1, sqrt(2) - 1]. */
static inline REAL F(log_tail)(REAL f)
{
#if NJ_REAL_BITS == 64
    REAL s = f / (2.0 + f), z = s * s, q = z * z, h = 0.5 * f * f;
    REAL even = F(mul_add)(2 * 0x1.2b66b9bfa7252p-4, q, 2 * 0x1.7462bd218b3e7p-4);
    REAL odd = F(mul_add)(2 * 0x1.39fd3c2df8ce9p-4, q, 2 * 0x1.c71c62c9cb7e9p-4);
    even = F(mul_add)(even, q, 2 * 0x1.2492492e03d5p-3);
    odd = F(mul_add)(odd, q, 2 * 0x1.9999999995284p-3);
    even = F(mul_add)(even, q, 2 * 0x1.5555555555558p-2);
    return s * F(mul_add)(F(mul_add)(odd, z, even), z, h);
#else
    REAL z = f * f;
    REAL even = 0x1.204ap-4f, odd = -0x1.d782cp-4f;
    even = F(mul_add)(even, z, 0x1.de362p-4f);
    odd = F(mul_add)(odd, z, -0x1.fcbecp-4f);
    even = F(mul_add)(even, z, 0x1.23d51p-3f);
    odd = F(mul_add)(odd, z, -0x1.555c9p-3f);
    even = F(mul_add)(even, z, 0x1.999d46p-3f);
    odd = F(mul_add)(odd, z, -0x1.fffff8p-3f);
    even = F(mul_add)(even, z, 0x1.555554p-2f);
    return F(mul_add)(odd, f, even) * (z * f);
#endif
}

/* k ln2 + log(1 + f) + low, for a low below ulp(f) (-0.0 adds nothing, and costs nothing). k LN2_HI
 * is exact, and the two large sums are kept with their errors. */
static inline REAL F(log_sum)(T(NjLogArg) a, REAL low)
{
    PAIR s = F(fast_two_sum)(a.k * LN2_HI, a.f);
    PAIR t = F(fast_two_sum)(s.hi, -((REAL)0.5 * a.f * a.f));
    REAL lo = F(mul_add)(a.k, LN2_LO, low) + s.lo;
    return t.hi + ((t.lo + lo) + F(log_tail)(a.f));
}

/* k_extra ln2 + log(1 + w), for w > -1 and |w.lo| <= ulp(w.hi). 1 + w = u + c exactly up to w.lo;
 * with u = 2^k (1 + f), c 2^-k joins f. 2^(1-k) stands in for 2^-k, which may not exist. */
static inline REAL F(log1p_pair)(PAIR w, REAL k_extra)
{
    PAIR u = F(two_sum)((REAL)1.0, w.hi);
    T(NjLogArg) a = F(log_split)(u.hi, (REAL)-0.0);
    UINT k = F(bits)(a.k + MAGIC);
    REAL down = F(from_bits)(((UINT)(BIAS + 1) << MANTISSA_BITS) - (k << MANTISSA_BITS));
    PAIR f = F(fast_two_sum)(a.f, (REAL)0.5 * (u.lo + w.lo) * down);
    a = (T(NjLogArg)){f.hi, a.k + k_extra};
    return F(log_sum)(a, F(mul_add)(-f.lo, f.hi, f.lo));
}

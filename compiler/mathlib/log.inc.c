/* Template: log, log2, log10, log1p. Included by log.c. Special values as in C99 Annex F. */

/* `value` where log(x) is finite; else -inf at 0, nan below and for nan, inf at inf. */
static inline REAL F(log_special)(REAL x, REAL value)
{
    value = x < INF ? value : x;
    return x > (REAL)0.0 ? value : x == (REAL)0.0 ? -INF : QNAN;
}

/* log_split for any x > 0: subnormals are scaled up first. */
static inline T(NjLogArg) F(log_arg)(REAL x)
{
    int is_tiny = x < K(0x1p-1022, 0x1p-126f);
    REAL offset = is_tiny ? K(-54.0, -25.0f) : (REAL)0.0;
    return F(log_split)(is_tiny ? x * K(0x1p54, 0x1p25f) : x, offset);
}

NJ_MATH_FN REAL NJ_MATH(F(log))(REAL x)
{
    return F(log_special)(x, F(log_sum)(F(log_arg)(x), (REAL)-0.0));
}

/* k_part + k_tail + base log(1 + f), where `base` (two words) turns natural logarithms into others;
 * k_part is exact and k_part == 0 or |k_part| > |base log(1 + f)|. */
static inline REAL F(log_scaled)(REAL f, REAL k_part, REAL k_tail, PAIR base)
{
    PAIR s = F(fast_two_sum)(f, -((REAL)0.5 * f * f));
    PAIR p = F(two_prod)(s.hi, base.hi);
    REAL lo = F(mul_add)(s.lo + F(log_tail)(f), base.hi, F(mul_add)(s.hi, base.lo, p.lo));
    PAIR y = F(fast_two_sum)(k_part, p.hi);
    return y.hi + (y.lo + (lo + k_tail));
}

NJ_MATH_FN REAL NJ_MATH(F(log2))(REAL x)
{
    PAIR log2_e = {K(0x1.71547652b82fep+0, 0x1.715476p+0f),
                   K(0x1.777d0ffda0d24p-56, 0x1.4ae0cp-26f)};
    T(NjLogArg) a = F(log_arg)(x);
    return F(log_special)(x, F(log_scaled)(a.f, a.k, (REAL)-0.0, log2_e));
}

NJ_MATH_FN REAL NJ_MATH(F(log10))(REAL x)
{
    PAIR log10_e = {K(0x1.bcb7b1526e50ep-2, 0x1.bcb7b2p-2f),
                    K(0x1.95355baaafad3p-57, -0x1.5b235ep-27f)};
    /* log10(2); the first word has 42 (11) bits */
    const REAL step = K(0x1.34413509f78p-2, 0x1.344p-2f);
    const REAL step_lo = K(0x1.fef311f12b358p-46, 0x1.3509f8p-18f);
    T(NjLogArg) a = F(log_arg)(x);
    return F(log_special)(x, F(log_scaled)(a.f, a.k * step, a.k * step_lo, log10_e));
}

NJ_MATH_FN REAL NJ_MATH(F(log1p))(REAL x)
{
    PAIR w = {x, (REAL)-0.0};
    REAL y = F(log_special)((REAL)1.0 + x, F(log1p_pair)(w, (REAL)-0.0));
    return FABS(x) < K(0x1p-54, 0x1p-25f) ? x : y;
}

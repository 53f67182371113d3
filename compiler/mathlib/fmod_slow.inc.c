/* Template: fmod for any operands, by shifting and subtracting; one step a bit of the quotient.
 * Included by fmod_slow.c. */
NJ_MATH_COLD REAL NJ_MATH(F(fmod_slow))(REAL x, REAL y)
{
    const UINT hidden = (UINT)1 << MANTISSA_BITS, mantissa_mask = hidden - 1;
    UINT ux = F(bits)(FABS(x)), uy = F(bits)(FABS(y));
    if (!(FABS(x) < INF) || y != y || y == (REAL)0.0)
        return (x * y) / (x * y);
    if (ux < uy)
        return x;
    /* x = mx 2^ex and y = my 2^ey in units of half the least subnormal, both with the leading bit
     * set. */
    int ex = (int)(ux >> MANTISSA_BITS), ey = (int)(uy >> MANTISSA_BITS);
    UINT mx = ex > 0 ? (ux & mantissa_mask) | hidden : ux << 1;
    UINT my = ey > 0 ? (uy & mantissa_mask) | hidden : uy << 1;
    for (; mx < hidden; ex--)
        mx <<= 1;
    for (; my < hidden; ey--)
        my <<= 1;
    for (; ex > ey; ex--) {
        mx = mx >= my ? mx - my : mx;
        mx <<= 1;
    }
    mx = mx >= my ? mx - my : mx;
    if (mx == 0)
        return COPYSIGN((REAL)0.0, x);
    for (; mx < hidden; ey--)
        mx <<= 1;
    UINT bits = ey > 0 ? ((UINT)ey << MANTISSA_BITS) + (mx - hidden) : mx >> (1 - ey);
    return COPYSIGN(F(from_bits)(bits), x);
}

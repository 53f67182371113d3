/* Norms in one precision; see linalg_norm.c. The includer defines REAL, NAME and MATH (the name of
 * a function of <math.h> for REAL); all are undefined at the end. */

/* NumPy's pairwise sum (numpy/_core/src/umath/loops_utils.h): halves down to 128 elements, there 8
 * sums side by side. */
static REAL NAME(sum_line)(int64_t n, const REAL *x)
{
    if (n < 8) {
        REAL sum = 0;
        for (int64_t i = 0; i < n; i++)
            sum += x[i];
        return sum;
    }
    if (n > 128) {
        int64_t half = n / 2 - n / 2 % 8;
        return NAME(sum_line)(half, x) + NAME(sum_line)(n - half, x + half);
    }
    REAL r[8];
    int64_t i = 8;
    memcpy(r, x, sizeof r);
    for (; i < n - n % 8; i += 8) {
        for (int64_t j = 0; j < 8; j++)
            r[j] += x[i + j];
    }
    REAL sum = ((r[0] + r[1]) + (r[2] + r[3])) + ((r[4] + r[5]) + (r[6] + r[7]));
    for (; i < n; i++)
        sum += x[i];
    return sum;
}

/* x becomes the sizes of its n elements, side by side. */
static void NAME(take_sizes)(int64_t n, REAL *x, bool is_complex)
{
    for (int64_t i = 0; i < n; i++)
        x[i] = is_complex ? MATH(hypot)(x[2 * i], x[2 * i + 1]) : MATH(fabs)(x[i]);
}

/* The largest element and 0, or the smallest; NaN if there is one. */
static REAL NAME(extreme)(int64_t n, const REAL *x, bool largest)
{
    REAL best = largest ? 0 : (REAL)INFINITY;
    for (int64_t i = 0; i < n; i++) {
        if (isnan(x[i]))
            return x[i];
        if (largest ? x[i] > best : x[i] < best)
            best = x[i];
    }
    return best;
}

/* x to the power p, by the shortcuts NumPy's array power takes. */
static REAL NAME(power)(REAL x, double p)
{
    if (p == 0.5)
        return MATH(sqrt)(x);
    return p == -1 ? 1 / x : MATH(pow)(x, (REAL)p);
}

/* Any order but 2. Destroys x. */
static REAL NAME(vector_norm)(int64_t n, REAL *x, bool is_complex, double p)
{
    NAME(take_sizes)(n, x, is_complex);
    if (isinf(p))
        return NAME(extreme)(n, x, p > 0);
    for (int64_t i = 0; i < n && p != 1; i++)
        x[i] = p == 0 ? (REAL)(x[i] != 0) : NAME(power)(x[i], p);
    REAL sum = NAME(sum_line)(n, x);
    return p == 0 || p == 1 ? sum : MATH(pow)(sum, 1 / (REAL)p);
}

/* Order 1 or -1 (of the columns' sums) or inf or -inf (of the rows'). `sums` has room for as many.
 */
static int NAME(sums_norm)(const Lines *lines, bool is_complex, double p, REAL *sums, void *out)
{
    REAL *x = lines->data;
    NAME(take_sizes)(lines->count * lines->length, x, is_complex);
    bool along = lines->are_columns == !isinf(p);
    int64_t n = along ? lines->count : lines->length;
    for (int64_t i = 0; i < n && along; i++)
        sums[i] = NAME(sum_line)(lines->length, x + i * lines->length);
    for (int64_t i = 0; i < n && !along; i++) {
        sums[i] = 0;
        for (int64_t j = 0; j < lines->count; j++)
            sums[i] += x[i + j * lines->length];
    }
    *(REAL *)out = NAME(extreme)(n, sums, p > 0);
    return NPRT_LA_OK;
}

#undef REAL
#undef NAME
#undef MATH

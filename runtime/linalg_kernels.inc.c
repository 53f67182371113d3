/* The kernels for one instruction set and one element type; see linalg_kernels.h.
 *
 * The includer defines:
 *   REAL, KERNELS, NAME(f) element type, type of the set, name of the instance of f
 *   TARGET                 function attribute that turns the instructions on
 *   V, LANES, V_LOAD V_STORE V_SET V_FMA        the widest vector; V_FMA(a, b, c) = a * b + c
 *   H, HALF_LANES, H_LOAD H_STORE H_SET H_FMA   a vector of 32 bytes
 *   S_FMA(a, b, c)         the scalar a * b + c, fused where V_FMA is
 *   FOR_ROWS(X), ROWS      X(0) X(1) ... for the rows of `tile`, which is 3 vectors wide
 *   FOR_COMPLEX_ROWS(X), COMPLEX_ROWS   the same for `complex_tile`, 1 vector wide
 *
 * All but TARGET and the rows are undefined again at the end.
 *
 * The rows of a tile are spelled out by macros, not loops over an array of accumulators: that keeps
 * them in registers at every optimisation level.
 *
 * The orders of summation in gemv_n, gemv_t and dot are those of OpenBLAS's Haswell kernels
 * (kernel/x86_64/{dgemv_n_4,dgemv_t_4,ddot}.c), so that short sums give the same bits as NumPy. */

#define COLS         (3 * LANES)
#define COMPLEX_COLS LANES

TARGET static void NAME(tile)(int64_t k, const REAL *a, const REAL *b, REAL *c, int64_t c_row)
{
#define DECLARE(i) V c##i##0 = V_SET(0), c##i##1 = V_SET(0), c##i##2 = V_SET(0);
#define STEP(i)                                                                                    \
    {                                                                                              \
        V ai = V_SET(a[i]);                                                                        \
        c##i##0 = V_FMA(ai, b0, c##i##0);                                                          \
        c##i##1 = V_FMA(ai, b1, c##i##1);                                                          \
        c##i##2 = V_FMA(ai, b2, c##i##2);                                                          \
    }
#define SAVE(i)                                                                                    \
    V_STORE(c + i * c_row, c##i##0);                                                               \
    V_STORE(c + i * c_row + LANES, c##i##1);                                                       \
    V_STORE(c + i * c_row + 2 * LANES, c##i##2);
    FOR_ROWS(DECLARE)
    for (; k > 0; k--) {
        V b0 = V_LOAD(b), b1 = V_LOAD(b + LANES), b2 = V_LOAD(b + 2 * LANES);
        FOR_ROWS(STEP)
        a += ROWS;
        b += COLS;
    }
    FOR_ROWS(SAVE)
#undef DECLARE
#undef STEP
#undef SAVE
}

/* Four sums per element (real*real, imaginary*imaginary, ...), combined at the end. */
TARGET static void NAME(complex_tile)(int64_t k, const REAL *a, const REAL *b, REAL *c)
{
#define DECLARE(i) V rr##i = V_SET(0), ii##i = V_SET(0), ri##i = V_SET(0), ir##i = V_SET(0);
#define STEP(i)                                                                                    \
    {                                                                                              \
        V re = V_SET(a[i]), im = V_SET(a[COMPLEX_ROWS + i]);                                       \
        rr##i = V_FMA(re, br, rr##i);                                                              \
        ii##i = V_FMA(im, bi, ii##i);                                                              \
        ri##i = V_FMA(re, bi, ri##i);                                                              \
        ir##i = V_FMA(im, br, ir##i);                                                              \
    }
#define SAVE(i)                                                                                    \
    V_STORE(c + i * COMPLEX_COLS, rr##i - ii##i);                                                  \
    V_STORE(c + (COMPLEX_ROWS + i) * COMPLEX_COLS, ri##i + ir##i);
    FOR_COMPLEX_ROWS(DECLARE)
    for (; k > 0; k--) {
        V br = V_LOAD(b), bi = V_LOAD(b + LANES);
        FOR_COMPLEX_ROWS(STEP)
        a += 2 * COMPLEX_ROWS;
        b += 2 * COMPLEX_COLS;
    }
    FOR_COMPLEX_ROWS(SAVE)
#undef DECLARE
#undef STEP
#undef SAVE
}

/* A macro, as vectors must not be passed to functions in the generic set. */
#define PUT(at, sum)                                                                               \
    do {                                                                                           \
        if (p->update == NPRT_LA_STORE)                                                            \
            H_STORE(at, sum);                                                                      \
        else if (p->update == NPRT_LA_ADD)                                                         \
            H_STORE(at, H_LOAD(at) + (sum));                                                       \
        else                                                                                       \
            H_STORE(at, H_LOAD(at) - (sum));                                                       \
    } while (0)

/* Columns j .. n of one row, without vectors. */
TARGET static void NAME(small_tail)(const NprtLaProduct *p, int64_t i, int64_t j)
{
    const REAL *a = (const REAL *)p->a + i * p->a_row;
    REAL *c = (REAL *)p->c + i * p->c_row;
    for (; j < p->n; j++) {
        const REAL *b = (const REAL *)p->b + j;
        REAL sum = 0;
        for (int64_t l = 0; l < p->k; l++)
            sum = S_FMA(a[l * p->a_col], b[l * p->b_row], sum);
        c[j] = p->update == NPRT_LA_STORE ? sum
               : p->update == NPRT_LA_ADD ? c[j] + sum
                                          : c[j] - sum;
    }
}

TARGET static void NAME(small)(const NprtLaProduct *p)
{
    int64_t row = p->a_row, i = 0;
    for (; i + 4 <= p->m; i += 4) {
        int64_t j = 0;
        for (; j + HALF_LANES <= p->n; j += HALF_LANES) {
            const REAL *a = (const REAL *)p->a + i * row, *b = (const REAL *)p->b + j;
            H c0 = H_SET(0), c1 = H_SET(0), c2 = H_SET(0), c3 = H_SET(0);
            for (int64_t l = 0; l < p->k; l++, a += p->a_col, b += p->b_row) {
                H bl = H_LOAD(b);
                c0 = H_FMA(H_SET(a[0]), bl, c0);
                c1 = H_FMA(H_SET(a[row]), bl, c1);
                c2 = H_FMA(H_SET(a[2 * row]), bl, c2);
                c3 = H_FMA(H_SET(a[3 * row]), bl, c3);
            }
            REAL *c = (REAL *)p->c + i * p->c_row + j;
            PUT(c, c0);
            PUT(c + p->c_row, c1);
            PUT(c + 2 * p->c_row, c2);
            PUT(c + 3 * p->c_row, c3);
        }
        for (int64_t r = i; r < i + 4; r++)
            NAME(small_tail)(p, r, j);
    }
    for (; i < p->m; i++) {
        int64_t j = 0;
        for (; j + HALF_LANES <= p->n; j += HALF_LANES) {
            const REAL *a = (const REAL *)p->a + i * row, *b = (const REAL *)p->b + j;
            H sum = H_SET(0);
            for (int64_t l = 0; l < p->k; l++, a += p->a_col, b += p->b_row)
                sum = H_FMA(H_SET(a[0]), H_LOAD(b), sum);
            PUT((REAL *)p->c + i * p->c_row + j, sum);
        }
        NAME(small_tail)(p, i, j);
    }
}

/* Blocks of this many elements of y (gemv_n) or x (gemv_t) stay in the first-level cache. */
#define BLOCK 2048

/* Four, two or one columns onto `m` elements of y, m a multiple of HALF_LANES. */
TARGET static void NAME(gemv_n_columns)(int64_t m, int64_t columns, REAL alpha, const REAL *a,
                                        int64_t lda, const REAL *x, REAL *y)
{
    H x0 = H_SET(x[0]), x1 = H_SET(columns > 1 ? x[1] : 0), sign = H_SET(alpha);
    if (columns == 4) {
        H x2 = H_SET(x[2]), x3 = H_SET(x[3]);
        for (int64_t i = 0; i < m; i += HALF_LANES) {
            H even = H_LOAD(a + i) * x0, odd = H_LOAD(a + lda + i) * x1;
            even = H_FMA(H_LOAD(a + 2 * lda + i), x2, even);
            odd = H_FMA(H_LOAD(a + 3 * lda + i), x3, odd);
            H_STORE(y + i, H_LOAD(y + i) + sign * (even + odd));
        }
    } else if (columns == 2) {
        for (int64_t i = 0; i < m; i += HALF_LANES) {
            H sum = H_LOAD(a + i) * x0 + H_LOAD(a + lda + i) * x1;
            H_STORE(y + i, H_LOAD(y + i) + sign * sum);
        }
    } else {
        for (int64_t i = 0; i < m; i += HALF_LANES)
            H_STORE(y + i, H_LOAD(y + i) + sign * (H_LOAD(a + i) * x0));
    }
}

/* All columns onto m elements of y, m a multiple of HALF_LANES. `singly`: what is left of the
 * columns after the fours one by one. */
TARGET static void NAME(gemv_n_whole)(int64_t m, int64_t n, REAL alpha, const REAL *a, int64_t lda,
                                      const REAL *x, REAL *y, bool singly)
{
    for (int64_t i = 0; i < m; i += BLOCK) {
        int64_t rows = m - i < BLOCK ? m - i : BLOCK;
        for (int64_t j = 0, columns; j < n; j += columns) {
            columns = n - j >= 4 ? 4 : n - j >= 2 && !singly ? 2 : 1;
            NAME(gemv_n_columns)(rows, columns, alpha, a + i + j * lda, lda, x + j, y + i);
        }
    }
}

/* The same for fewer than HALF_LANES elements of y. */
TARGET static void NAME(gemv_n_rest)(int64_t m, int64_t n, REAL alpha, const REAL *a, int64_t lda,
                                     const REAL *x, REAL *y, bool in_pairs)
{
    for (int64_t i = 0; i < m; i++) {
        const REAL *row = a + i;
        REAL sum = 0;
        int64_t j = 0;
        for (; in_pairs && j + 4 <= n; j += 4) {
            sum += row[j * lda] * x[j] + row[(j + 1) * lda] * x[j + 1];
            sum += row[(j + 2) * lda] * x[j + 2] + row[(j + 3) * lda] * x[j + 3];
        }
        for (; j < n; j++)
            sum += row[j * lda] * x[j];
        y[i] += alpha * sum;
    }
}

TARGET static void NAME(gemv_n)(int64_t m, int64_t n, REAL alpha, const REAL *a, int64_t lda,
                                const REAL *x, REAL *y)
{
    int64_t whole = m - m % HALF_LANES;
    NAME(gemv_n_whole)(whole, n, alpha, a, lda, x, y, false);
    NAME(gemv_n_rest)(m - whole, n, alpha, a + whole, lda, x, y + whole, m < 4 && lda == m);
}

TARGET static void NAME(gemv_n_row)(int64_t m, int64_t n, REAL alpha, const REAL *a, int64_t lda,
                                    const REAL *x, REAL *y)
{
    int64_t whole = m - m % HALF_LANES;
    NAME(gemv_n_whole)(whole, n, alpha, a, lda, x, y, true);
    NAME(gemv_n_rest)(m - whole, n, alpha, a + whole, lda, x, y + whole, false);
}

/* Sum of the lanes: halves onto each other until one is left, neighbours last. */
TARGET static REAL NAME(sum_lanes)(REAL *lane)
{
    for (int i = 0; i < HALF_LANES / 2; i++)
        lane[i] += lane[i + HALF_LANES / 2];
    if (HALF_LANES == 8)
        return (lane[0] + lane[1]) + (lane[2] + lane[3]);
    return lane[0] + lane[1];
}

/* Dot products of x with four columns of A; m is a multiple of HALF_LANES. */
TARGET static void NAME(gemv_t_4)(int64_t m, const REAL *a, int64_t lda, const REAL *x, REAL *y)
{
    H y0 = H_SET(0), y1 = H_SET(0), y2 = H_SET(0), y3 = H_SET(0);
    for (int64_t i = 0; i < m; i += HALF_LANES) {
        H xi = H_LOAD(x + i);
        y0 = H_FMA(H_LOAD(a + i), xi, y0);
        y1 = H_FMA(H_LOAD(a + lda + i), xi, y1);
        y2 = H_FMA(H_LOAD(a + 2 * lda + i), xi, y2);
        y3 = H_FMA(H_LOAD(a + 3 * lda + i), xi, y3);
    }
    REAL lane[4][HALF_LANES];
    H_STORE(lane[0], y0);
    H_STORE(lane[1], y1);
    H_STORE(lane[2], y2);
    H_STORE(lane[3], y3);
    for (int j = 0; j < 4; j++)
        y[j] += NAME(sum_lanes)(lane[j]);
}

/* The dot product with one of the last columns, in pairs of elements; `alternate`: two sums in
 * turn. */
TARGET static REAL NAME(gemv_t_1)(int64_t m, const REAL *a, const REAL *x, bool alternate)
{
    REAL sum[2][2] = {{0, 0}, {0, 0}};
    for (int64_t i = 0; i < m; i += 2) {
        REAL *s = sum[alternate ? i / 2 % 2 : 0];
        s[0] += a[i] * x[i];
        s[1] += a[i + 1] * x[i + 1];
    }
    return (sum[0][0] + sum[1][0]) + (sum[0][1] + sum[1][1]);
}

/* What is left of a column, fused the way GCC fuses a[0] * x[0] + a[1] * x[1] + ..., added to y. */
TARGET static REAL NAME(gemv_t_rest)(int64_t m, const REAL *a, const REAL *x, REAL y)
{
    if (m == 1)
        return S_FMA(a[0], x[0], y);
    REAL sum = S_FMA(a[0], x[0], a[1] * x[1]);
    for (int64_t i = 2; i < m; i++)
        sum = S_FMA(a[i], x[i], sum);
    return y + sum;
}

TARGET static void NAME(gemv_t)(int64_t m, int64_t n, const REAL *a, int64_t lda, const REAL *x,
                                REAL *y)
{
    int64_t whole = m - m % HALF_LANES;
    for (int64_t i = 0; i < whole; i += BLOCK) {
        int64_t rows = whole - i < BLOCK ? whole - i : BLOCK, j = 0;
        const REAL *ai = a + i;
        for (; j + 4 <= n; j += 4)
            NAME(gemv_t_4)(rows, ai + j * lda, lda, x + i, y + j);
        for (bool alternate = (n - j) % 2; j < n; j++)
            y[j] += NAME(gemv_t_1)(rows, ai + j * lda, x + i, alternate && j == n - 1);
    }
    if (whole == m)
        return;
    for (int64_t j = 0; j < n; j++)
        y[j] = NAME(gemv_t_rest)(m - whole, a + whole + j * lda, x + whole, y[j]);
}

/* ---- complex matrix and vector: elements are pairs of REALs, lda counts pairs ------------------
 */

/* Up to four columns times x onto m elements of y, without fusing the first column. */
TARGET static void NAME(complex_columns)(int64_t m, int64_t columns, const REAL *a, int64_t lda,
                                         const REAL *x, REAL *y)
{
    for (int64_t i = 0; i < 2 * m; i += 2) {
        REAL rr = a[i] * x[0], ir = a[i + 1] * x[0], ri = a[i] * x[1], ii = a[i + 1] * x[1];
        for (int64_t j = 1; j < columns; j++) {
            const REAL *aj = a + 2 * j * lda + i;
            rr = S_FMA(aj[0], x[2 * j], rr);
            ir = S_FMA(aj[1], x[2 * j], ir);
            ri = S_FMA(aj[0], x[2 * j + 1], ri);
            ii = S_FMA(aj[1], x[2 * j + 1], ii);
        }
        y[i] += rr - ii;
        y[i + 1] += ir + ri;
    }
}

TARGET static void NAME(complex_gemv_n)(const NprtLaComplexGemv *g, REAL alpha)
{
    enum { ROWS_AT_ONCE = 64 };
    const REAL *a = g->a, *x = g->x;
    REAL *y = g->y, sums[2 * ROWS_AT_ONCE];
    for (int64_t i = 0; i < g->m; i += ROWS_AT_ONCE) {
        int64_t rows = g->m - i < ROWS_AT_ONCE ? g->m - i : ROWS_AT_ONCE;
        for (int64_t l = 0; l < 2 * rows; l++)
            sums[l] = 0;
        for (int64_t j = 0, columns; j < g->n; j += columns) {
            columns = g->n - j >= 4 ? 4 : g->n - j >= 2 && !g->singly ? 2 : 1;
            NAME(complex_columns)(rows, columns, a + 2 * (i + j * g->lda), g->lda, x + 2 * j, sums);
        }
        for (int64_t l = 0; l < 2 * rows; l++)
            y[2 * i + l] += alpha * sums[l];
    }
}

/* Even and odd elements are summed apart. */
TARGET static void NAME(complex_gemv_t)(const NprtLaComplexGemv *g)
{
    const REAL *x = g->x, sign = g->conj ? -1 : 1;
    for (int64_t j = 0; j < g->n; j++) {
        const REAL *a = (const REAL *)g->a + 2 * j * g->lda;
        REAL rr[2] = {0, 0}, ir[2] = {0, 0}, ri[2] = {0, 0}, ii[2] = {0, 0};
        for (int64_t i = 0; i < 2 * g->m; i += 4) {
            for (int64_t l = 0; l < 2; l++) {
                const REAL *al = a + i + 2 * l, *xl = x + i + 2 * l;
                rr[l] = S_FMA(al[0], xl[0], rr[l]);
                ir[l] = S_FMA(al[1], xl[0], ir[l]);
                ri[l] = S_FMA(al[0], xl[1], ri[l]);
                ii[l] = S_FMA(al[1], xl[1], ii[l]);
            }
        }
        REAL *y = (REAL *)g->y + 2 * j;
        y[0] += (rr[0] - sign * ii[0]) + (rr[1] - sign * ii[1]);
        y[1] += (ri[0] + sign * ir[0]) + (ri[1] + sign * ir[1]);
    }
}

/* The sums of re re, im im, re im and im re over x and y, 8 side by side; n is a multiple of 8. */
TARGET static void NAME(complex_dot)(int64_t n, const REAL *x, const REAL *y, REAL *sums)
{
    REAL lane[4][8] = {{0}};
    for (int64_t i = 0; i < 2 * n; i += 16) {
        for (int l = 0; l < 8; l++) {
            REAL xr = x[i + 2 * l], xi = x[i + 2 * l + 1], yr = y[i + 2 * l], yi = y[i + 2 * l + 1];
            lane[0][l] = S_FMA(xr, yr, lane[0][l]);
            lane[1][l] = S_FMA(xi, yi, lane[1][l]);
            lane[2][l] = S_FMA(xr, yi, lane[2][l]);
            lane[3][l] = S_FMA(xi, yr, lane[3][l]);
        }
    }
    for (int k = 0; k < 4; k++) {
        const REAL *v = lane[k];
        sums[k] = ((v[0] + v[2]) + (v[4] + v[6])) + ((v[1] + v[3]) + (v[5] + v[7]));
    }
}

/* y += (re + im i) x */
TARGET static void NAME(complex_axpy)(int64_t n, REAL re, REAL im, const REAL *x, REAL *y)
{
    for (int64_t i = 0; i < 2 * n; i += 2) {
        REAL xr = x[i], xi = x[i + 1];
        y[i] = S_FMA(-im, xi, S_FMA(re, xr, y[i]));
        y[i + 1] = S_FMA(im, xr, S_FMA(re, xi, y[i + 1]));
    }
}

/* Four columns of a symmetric matrix below (or above) the diagonal block; m is a multiple of
 * HALF_LANES. */
TARGET static void NAME(symv)(int64_t m, const REAL *a, int64_t lda, const REAL *x, REAL *y,
                              const REAL *factors, REAL *sums)
{
    H f0 = H_SET(factors[0]), f1 = H_SET(factors[1]), f2 = H_SET(factors[2]),
      f3 = H_SET(factors[3]);
    H s0 = H_SET(0), s1 = H_SET(0), s2 = H_SET(0), s3 = H_SET(0);
    for (int64_t i = 0; i < m; i += HALF_LANES) {
        H yi = H_LOAD(y + i), xi = H_LOAD(x + i);
        H a0 = H_LOAD(a + i), a1 = H_LOAD(a + lda + i);
        H a2 = H_LOAD(a + 2 * lda + i), a3 = H_LOAD(a + 3 * lda + i);
        yi = H_FMA(f3, a3, H_FMA(f2, a2, H_FMA(f1, a1, H_FMA(f0, a0, yi))));
        s0 = H_FMA(xi, a0, s0);
        s1 = H_FMA(xi, a1, s1);
        s2 = H_FMA(xi, a2, s2);
        s3 = H_FMA(xi, a3, s3);
        H_STORE(y + i, yi);
    }
    REAL lane[4][HALF_LANES];
    H_STORE(lane[0], s0);
    H_STORE(lane[1], s1);
    H_STORE(lane[2], s2);
    H_STORE(lane[3], s3);
    for (int j = 0; j < 4; j++)
        sums[j] += NAME(sum_lanes)(lane[j]);
}

/* 16 (float: 32) sums side by side; n is a multiple of that. */
TARGET static REAL NAME(dot_steps)(int64_t n, const REAL *x, const REAL *y)
{
    H s0 = H_SET(0), s1 = H_SET(0), s2 = H_SET(0), s3 = H_SET(0);
    for (int64_t i = 0; i < n; i += 4 * HALF_LANES) {
        s0 = H_FMA(H_LOAD(x + i), H_LOAD(y + i), s0);
        s1 = H_FMA(H_LOAD(x + i + HALF_LANES), H_LOAD(y + i + HALF_LANES), s1);
        s2 = H_FMA(H_LOAD(x + i + 2 * HALF_LANES), H_LOAD(y + i + 2 * HALF_LANES), s2);
        s3 = H_FMA(H_LOAD(x + i + 3 * HALF_LANES), H_LOAD(y + i + 3 * HALF_LANES), s3);
    }
    REAL lane[4][HALF_LANES], sum[HALF_LANES / 2];
    H_STORE(lane[0], s0);
    H_STORE(lane[1], s1);
    H_STORE(lane[2], s2);
    H_STORE(lane[3], s3);
    for (int j = 0; j < HALF_LANES / 2; j++) {
        REAL half[4];
        for (int v = 0; v < 4; v++)
            half[v] = lane[v][j] + lane[v][j + HALF_LANES / 2];
        sum[j] = (half[0] + half[1]) + (half[2] + half[3]);
    }
    return HALF_LANES == 8 ? (sum[0] + sum[1]) + (sum[2] + sum[3]) : sum[0] + sum[1];
}

/* Whole steps, then the rest one by one. A float sum is kept in double between stretches. */
TARGET static REAL NAME(dot)(int64_t n, const REAL *x, const REAL *y)
{
    enum { STEP = 4 * HALF_LANES };
    int64_t whole = n - n % STEP, stretch = HALF_LANES == 8 ? 4096 : whole;
    double result = 0;
    for (int64_t i = 0; i < whole; i += stretch) {
        int64_t length = whole - i < stretch ? whole - i : stretch;
        result += (double)NAME(dot_steps)(length, x + i, y + i);
    }
    for (int64_t i = whole; i < n; i++)
        result += (double)(x[i] * y[i]);
    return (REAL)result;
}

/* Fused in whole steps, plain in the rest, as OpenBLAS's daxpy.c. */
TARGET static void NAME(axpy)(int64_t n, REAL alpha, const REAL *x, REAL *y)
{
    int64_t whole = n - n % (4 * HALF_LANES), i = 0;
    for (V a = V_SET(alpha); i < whole; i += LANES)
        V_STORE(y + i, V_FMA(a, V_LOAD(x + i), V_LOAD(y + i)));
    for (; i < n; i++)
        y[i] += alpha * x[i];
}

TARGET static void NAME(rot)(int64_t n, REAL *x, REAL *y, REAL c, REAL s)
{
    int64_t i = 0;
    V vc = V_SET(c), vs = V_SET(s);
    for (; i + LANES <= n; i += LANES) {
        V xi = V_LOAD(x + i), yi = V_LOAD(y + i);
        V_STORE(x + i, vc * xi + vs * yi);
        V_STORE(y + i, vc * yi - vs * xi);
    }
    for (; i < n; i++) {
        REAL xi = x[i], yi = y[i];
        x[i] = c * xi + s * yi;
        y[i] = c * yi - s * xi;
    }
}

TARGET static void NAME(rot_fused)(int64_t n, REAL *x, REAL *y, REAL c, REAL s)
{
    int64_t i = 0;
    V vc = V_SET(c), vs = V_SET(s);
    for (; i + LANES <= n; i += LANES) {
        V xi = V_LOAD(x + i), yi = V_LOAD(y + i);
        V_STORE(x + i, V_FMA(vc, xi, vs * yi));
        V_STORE(y + i, V_FMA(vc, yi, -(vs * xi)));
    }
    for (; i < n; i++) {
        REAL xi = x[i], yi = y[i];
        x[i] = S_FMA(c, xi, s * yi);
        y[i] = S_FMA(c, yi, -(s * xi));
    }
}

static const KERNELS NAME(kernels) = {
    .rows = ROWS,
    .cols = COLS,
    .complex_rows = COMPLEX_ROWS,
    .complex_cols = COMPLEX_COLS,
    .tile = NAME(tile),
    .complex_tile = NAME(complex_tile),
    .small = NAME(small),
    .gemv_n = NAME(gemv_n),
    .gemv_n_row = NAME(gemv_n_row),
    .gemv_t = NAME(gemv_t),
    .complex_gemv_n = NAME(complex_gemv_n),
    .complex_gemv_t = NAME(complex_gemv_t),
    .complex_dot = NAME(complex_dot),
    .complex_axpy = NAME(complex_axpy),
    .symv = NAME(symv),
    .dot = NAME(dot),
    .axpy = NAME(axpy),
    .rot = NAME(rot),
    .rot_fused = NAME(rot_fused),
};

#undef PUT
#undef COLS
#undef COMPLEX_COLS
#undef BLOCK
#undef REAL
#undef KERNELS
#undef NAME
#undef V
#undef LANES
#undef V_LOAD
#undef V_STORE
#undef V_SET
#undef V_FMA
#undef H
#undef HALF_LANES
#undef H_LOAD
#undef H_STORE
#undef H_SET
#undef H_FMA
#undef S_FMA

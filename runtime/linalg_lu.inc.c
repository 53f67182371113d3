/* LU for one scalar, double or (LA_COMPLEX 1) double complex; see linalg_lu.c. */
#include "runtime/linalg_scalar.inc.c"

/* C -= A B, m x n with k between, all of one ld: for the product, C' -= B' A' in rows. */
static int NAME(subtract_product)(int64_t m, int64_t n, int64_t k, const SCALAR *a, const SCALAR *b,
                                  SCALAR *c, int64_t ld)
{
    NprtLaProduct p = {.m = n,
                       .n = m,
                       .k = k,
                       .a = b,
                       .a_row = ld,
                       .a_col = 1,
                       .b = a,
                       .b_row = ld,
                       .b_col = 1,
                       .c = c,
                       .c_row = ld,
                       .update = NPRT_LA_SUB};
    if (m == 0 || n == 0 || k == 0)
        return NPRT_LA_OK;
    return NAME(nprt_la_product)(&p);
}

/* The part of U in column b above the diagonal, from the multipliers to its left. */
static void NAME(eliminate)(int64_t n, const SCALAR *a, int64_t lda, SCALAR *b)
{
#if LA_COMPLEX
    for (int64_t i = 0; i < n; i++)
        nprt_la_axpy_z(n - i - 1, -b[i], a + i + 1 + i * lda, b + i + 1);
#else
    /* Row times column, in pairs of pairs. */
    for (int64_t i = 1; i < n; i++) {
        const double *row = a + i;
        double even = 0, odd = 0;
        int64_t j = 0;
        for (; j + 4 <= i; j += 4) {
            even += row[j * lda] * b[j] + row[(j + 2) * lda] * b[j + 2];
            odd += row[(j + 1) * lda] * b[j + 1] + row[(j + 3) * lda] * b[j + 3];
        }
        for (; j < i; j++)
            even += row[j * lda] * b[j];
        b[i] -= even + odd;
    }
#endif
}

/* The first element of the largest size, as izamax measures it. */
static int64_t NAME(find_pivot)(int64_t n, const SCALAR *x)
{
    int64_t best = 0;
    for (int64_t i = 1; i < n; i++) {
        if (ABS1(x[i]) > ABS1(x[best]))
            best = i;
    }
    return best;
}

/* Factors m x n, n small, column by column. Returns whether a pivot was zero. */
static bool NAME(factor_leaf)(int64_t m, int64_t n, SCALAR *a, int64_t lda, int64_t *pivots)
{
    bool is_singular = false;
    for (int64_t j = 0; j < n; j++) {
        SCALAR *b = a + j * lda;
        int64_t above = j < m ? j : m;
        for (int64_t i = 0; i < above; i++) {
            SCALAR old = b[i];
            b[i] = b[pivots[i]];
            b[pivots[i]] = old;
        }
        NAME(eliminate)(above, a, lda, b);
        if (j >= m)
            continue;
        NAME(nprt_la_gemv_n)(m - j, j, -1, a + j, lda, b, b + j);
        int64_t pivot = j + NAME(find_pivot)(m - j, b + j);
        pivots[j] = pivot;
        if (ABS1(b[pivot]) == 0) {
            is_singular = true;
            continue;
        }
        for (int64_t k = 0; pivot != j && k <= j; k++) {
            SCALAR old = a[j + k * lda];
            a[j + k * lda] = a[pivot + k * lda];
            a[pivot + k * lda] = old;
        }
        if (ABS1(b[j]) >= LA_SAFE_MIN) {
            NAME(nprt_la_scale)(m - j - 1, INVERSE(b[j]), b + j + 1);
        } else {
            for (int64_t i = j + 1; i < m; i++)
                b[i] = DIV(b[i], b[j]);
        }
    }
    return is_singular;
}

static void NAME(exchange_rows)(int64_t n, SCALAR *a, int64_t lda, int64_t count,
                                const int64_t *pivots)
{
    for (int64_t j = 0; j < n; j++, a += lda) {
        for (int64_t i = 0; i < count; i++) {
            SCALAR old = a[i];
            a[i] = a[pivots[i]];
            a[pivots[i]] = old;
        }
    }
}

/* b = L^-1 b, L unit lower triangular, n x n, b with `cols` columns of the same ld. Rows that make
 * no whole block at the end are two and one. */
static int NAME(solve_lower)(int64_t n, int64_t cols, const SCALAR *l, SCALAR *b, int64_t ld)
{
    if (n > LEAF) {
        int64_t half = n / 2;
        int status = NAME(solve_lower)(half, cols, l, b, ld);
        if (status == NPRT_LA_OK)
            status = NAME(subtract_product)(n - half, cols, half, l + half, b, b + half, ld);
        if (status == NPRT_LA_OK)
            status = NAME(solve_lower)(n - half, cols, l + half + half * ld, b + half, ld);
        return status;
    }
    for (int64_t i = 0, rows; i < n; i += rows) {
        rows = n - i >= SOLVE_ROWS ? SOLVE_ROWS : n - i >= 2 ? 2 : 1;
        int status = NAME(subtract_product)(rows, cols, i, l + i, b, b + i, ld);
        if (status != NPRT_LA_OK)
            return status;
        for (int64_t j = 0; j < cols; j++) {
            SCALAR *x = b + i + j * ld;
            for (int64_t r = 0; r < rows; r++) {
                for (int64_t s = r + 1; s < rows; s++)
                    x[s] -= MUL(x[r], l[i + s + (i + r) * ld]);
            }
        }
    }
    return NPRT_LA_OK;
}

/* b = U^-1 b. What is no whole block lies at the end, as above. */
static int NAME(solve_upper)(int64_t n, int64_t cols, const SCALAR *u, SCALAR *b, int64_t ld)
{
    if (n > LEAF) {
        int64_t half = n / 2;
        int status = NAME(solve_upper)(n - half, cols, u + half + half * ld, b + half, ld);
        if (status == NPRT_LA_OK)
            status = NAME(subtract_product)(half, cols, n - half, u + half * ld, b + half, b, ld);
        if (status == NPRT_LA_OK)
            status = NAME(solve_upper)(half, cols, u, b, ld);
        return status;
    }
    for (int64_t end = n, rows; end > 0; end -= rows) {
        rows = end % SOLVE_ROWS == 0 ? SOLVE_ROWS : end % 2 == 1 ? 1 : 2;
        int64_t i = end - rows;
        int status =
            NAME(subtract_product)(rows, cols, n - end, u + i + end * ld, b + end, b + i, ld);
        if (status != NPRT_LA_OK)
            return status;
        for (int64_t r = rows - 1; r >= 0; r--) {
            SCALAR inverse = INVERSE(u[i + r + (i + r) * ld]);
            for (int64_t j = 0; j < cols; j++) {
                SCALAR *x = b + i + j * ld;
                x[r] = MUL(x[r], inverse);
                for (int64_t s = 0; s < r; s++)
                    x[s] -= MUL(x[r], u[i + s + (i + r) * ld]);
            }
        }
    }
    return NPRT_LA_OK;
}

#if !LA_COMPLEX
/* A single right-hand side: column by column, with divisions. */
static void solve_vector(int64_t n, const double *lu, double *b)
{
    for (int64_t j = 0; j < n; j++)
        nprt_la_axpy_d(n - j - 1, -b[j], lu + j + 1 + j * n, b + j + 1);
    for (int64_t j = n - 1; j >= 0; j--) {
        b[j] /= lu[j + j * n];
        nprt_la_axpy_d(j, -b[j], lu + j * n, b);
    }
}
#endif

/* Factors m x n in place; pivots[i] is the row that row i was exchanged with. */
static int NAME(factor)(int64_t m, int64_t n, SCALAR *a, int64_t lda, int64_t *pivots,
                        bool *is_singular)
{
    if (n <= LEAF) {
        *is_singular |= NAME(factor_leaf)(m, n, a, lda, pivots);
        return NPRT_LA_OK;
    }
    int64_t left = n / 2, right = n - left;
    SCALAR *corner = a + left + left * lda, *beside = a + left * lda;
    int status = NAME(factor)(m, left, a, lda, pivots, is_singular);
    if (status != NPRT_LA_OK)
        return status;
    NAME(exchange_rows)(right, beside, lda, left, pivots);
    status = NAME(solve_lower)(left, right, a, beside, lda);
    if (status == NPRT_LA_OK)
        status = NAME(subtract_product)(m - left, right, left, a + left, beside, corner, lda);
    if (status == NPRT_LA_OK)
        status = NAME(factor)(m - left, right, corner, lda, pivots + left, is_singular);
    if (status != NPRT_LA_OK)
        return status;
    NAME(exchange_rows)(left, a + left, lda, right, pivots + left);
    for (int64_t i = left; i < n; i++)
        pivots[i] += left;
    return NPRT_LA_OK;
}

/* LU of an n x n matrix, by the library if it is large. */
static int NAME(factor_square)(int64_t n, SCALAR *a, int64_t *pivots, bool *is_singular)
{
    int64_t info;
    *is_singular = false;
    if (nprt_la_blas_lu(LA_TYPE, n, a, pivots, &info)) {
        *is_singular = info > 0;
        return NPRT_LA_OK;
    }
    return NAME(factor)(n, n, a, n, pivots, is_singular);
}

/* b (n x cols) becomes A^-1 b; destroys a. */
static int NAME(solve_in_place)(NprtLaWork *work, int64_t n, int64_t cols, SCALAR *a, SCALAR *b)
{
    int64_t info;
    bool is_singular = false;
    if (nprt_la_blas_solve(LA_TYPE, n, cols, a, b, &info))
        return info > 0 ? NPRT_LA_SINGULAR : NPRT_LA_OK;
    int64_t *pivots = nprt_la_work_alloc(work, n, sizeof *pivots);
    if (!pivots)
        return NPRT_LA_NOMEM;
    int status = NAME(factor)(n, n, a, n, pivots, &is_singular);
    if (status != NPRT_LA_OK)
        return status;
    if (is_singular)
        return NPRT_LA_SINGULAR;
    NAME(exchange_rows)(cols, b, n, n, pivots);
#if !LA_COMPLEX
    if (cols == 1) {
        solve_vector(n, a, b);
        return NPRT_LA_OK;
    }
#endif
    status = NAME(solve_lower)(n, cols, a, b, n);
    return status == NPRT_LA_OK ? NAME(solve_upper)(n, cols, a, b, n) : status;
}

/* Solves with the right-hand side b, or with the identity where b is NULL. */
static int NAME(solve)(NprtDtype type, const NprtLaMatrix *a, const NprtLaMatrix *b, void *out)
{
    NprtLaWork work;
    int64_t n = a->rows, cols = b ? b->cols : n;
    nprt_la_work_init(&work);
    SCALAR *lu = WORK_ALLOC(&work, n * n), *x = WORK_ALLOC(&work, n * cols);
    int status = NPRT_LA_NOMEM;
    if (!work.failed) {
        LOAD(type, a, lu, n);
        if (b) {
            LOAD(type, b, x, n);
        } else {
            memset(x, 0, (size_t)(n * n) * sizeof *x);
            for (int64_t i = 0; i < n; i++)
                x[i * (n + 1)] = 1;
        }
        status = NAME(solve_in_place)(&work, n, cols, lu, x);
        if (status == NPRT_LA_OK)
            STORE(nprt_la_result_type(type), x, n, n, cols, out);
    }
    nprt_la_work_fini(&work);
    return status;
}

static int NAME(invert)(NprtDtype type, const NprtLaMatrix *a, void *out)
{
    return NAME(solve)(type, a, NULL, out);
}

/* Sign and log of the size of the determinant, from the diagonal of U. */
static void NAME(fold_diagonal)(int64_t n, const SCALAR *lu, const int64_t *pivots,
                                SCALAR *out_sign, double *out_logdet)
{
    SCALAR sign = 1;
    double logdet = 0;
    for (int64_t i = 0; i < n; i++) {
        if (pivots[i] != i)
            sign = -sign;
    }
    for (int64_t i = 0; i < n; i++) {
        SCALAR u = lu[i * (n + 1)];
#if LA_COMPLEX
        double size = hypot(creal(u), cimag(u));
        sign = nprt_la_mul(sign, nprt_la_complex(creal(u) / size, cimag(u) / size));
#else
        double size = fabs(u);
        if (u < 0)
            sign = -sign;
#endif
        logdet += log(size);
    }
    *out_sign = sign;
    *out_logdet = logdet;
}

static int NAME(sign_and_log)(NprtDtype type, const NprtLaMatrix *a, SCALAR *out_sign,
                              double *out_logdet)
{
    NprtLaWork work;
    int64_t n = a->rows;
    bool is_singular;
    nprt_la_work_init(&work);
    SCALAR *lu = WORK_ALLOC(&work, n * n);
    int64_t *pivots = nprt_la_work_alloc(&work, n, sizeof *pivots);
    int status = NPRT_LA_NOMEM;
    if (!work.failed) {
        LOAD(type, a, lu, n);
        status = NAME(factor_square)(n, lu, pivots, &is_singular);
    }
    if (status == NPRT_LA_OK) {
        if (is_singular) {
            *out_sign = 0;
            *out_logdet = -INFINITY;
        } else {
            NAME(fold_diagonal)(n, lu, pivots, out_sign, out_logdet);
        }
    }
    nprt_la_work_fini(&work);
    return status;
}

#undef LA_COMPLEX

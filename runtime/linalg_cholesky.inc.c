/* Cholesky for one scalar, double or (LA_COMPLEX 1) double complex; see linalg_cholesky.c. */
#include "runtime/linalg_scalar.inc.c"

/* Sum of |row[i]|^2: real numbers in pairs of pairs, of complex ones both parts apart. */
static double NAME(row_square)(int64_t n, const SCALAR *row, int64_t ld)
{
#if LA_COMPLEX
    double re = 0, im = 0;
    for (int64_t i = 0; i < n; i++) {
        re += creal(row[i * ld]) * creal(row[i * ld]);
        im += cimag(row[i * ld]) * cimag(row[i * ld]);
    }
    return re + im;
#else
    double even = 0, odd = 0;
    int64_t i = 0;
    for (; i + 4 <= n; i += 4) {
        const double *x = row + i * ld;
        even += x[0] * x[0] + x[2 * ld] * x[2 * ld];
        odd += x[ld] * x[ld] + x[3 * ld] * x[3 * ld];
    }
    for (; i < n; i++)
        even += row[i * ld] * row[i * ld];
    return even + odd;
#endif
}

/* Factors n x n, n small; `row` has room for n. False where a pivot is not positive. */
static bool NAME(factor_leaf)(int64_t n, SCALAR *a, int64_t ld, SCALAR *row)
{
    for (int64_t j = 0; j < n; j++) {
        SCALAR *column = a + j + j * ld;
        double pivot = RE(*column) - NAME(row_square)(j, a + j, ld);
        if (pivot <= 0)
            return false;
        pivot = sqrt(pivot);
        *column = pivot;
        for (int64_t k = 0; k < j; k++)
            row[k] = CONJ(a[j + k * ld]);
        NAME(nprt_la_gemv_n_row)(n - j - 1, j, -1, a + j + 1, ld, row, column + 1);
        NAME(nprt_la_scale)(n - j - 1, 1 / pivot, column + 1);
    }
    return true;
}

/* b (m x n) becomes b L^-H, L lower triangular n x n; `row` has room for n. */
static int NAME(divide_right)(int64_t m, int64_t n, const SCALAR *l, SCALAR *b, int64_t ld,
                              SCALAR *row)
{
    if (n > LEAF) {
        int64_t left = n / 2;
        int status = NAME(divide_right)(m, left, l, b, ld, row);
        /* B2 -= B1 L21^H: its columns are rows of B2' -= conj(L21) B1'. */
        NprtLaProduct p = {.m = n - left,
                           .n = m,
                           .k = left,
                           .a = l + left,
                           .a_row = 1,
                           .a_col = ld,
                           .conj_a = true,
                           .b = b,
                           .b_row = ld,
                           .b_col = 1,
                           .c = b + left * ld,
                           .c_row = ld,
                           .update = NPRT_LA_SUB};
        if (status == NPRT_LA_OK)
            status = NAME(nprt_la_product)(&p);
        if (status == NPRT_LA_OK)
            status = NAME(divide_right)(m, n - left, l + left + left * ld, b + left * ld, ld, row);
        return status;
    }
    for (int64_t j = 0; j < n; j++) {
        for (int64_t k = 0; k < j; k++)
            row[k] = CONJ(l[j + k * ld]);
        NAME(nprt_la_gemv_n_row)(m, j, -1, b, ld, row, b + j * ld);
        NAME(nprt_la_scale)(m, 1 / RE(l[j + j * ld]), b + j * ld);
    }
    return NPRT_LA_OK;
}

/* Factors the lower triangle of n x n in place. */
static int NAME(factor)(int64_t n, SCALAR *a, int64_t ld, SCALAR *row)
{
    if (n <= LEAF)
        return NAME(factor_leaf)(n, a, ld, row) ? NPRT_LA_OK : NPRT_LA_NOT_PD;
    int64_t half = n / 2;
    SCALAR *below = a + half, *corner = a + half + half * ld;
    int status = NAME(factor)(half, a, ld, row);
    if (status == NPRT_LA_OK)
        status = NAME(divide_right)(n - half, half, a, below, ld, row);
    if (status != NPRT_LA_OK)
        return status;
    /* A22 -= L21 L21^H, all of it: rows of A22' -= conj(L21) L21'. */
    NprtLaProduct p = {.m = n - half,
                       .n = n - half,
                       .k = half,
                       .a = below,
                       .a_row = 1,
                       .a_col = ld,
                       .conj_a = true,
                       .b = below,
                       .b_row = ld,
                       .b_col = 1,
                       .c = corner,
                       .c_row = ld,
                       .update = NPRT_LA_SUB};
    status = NAME(nprt_la_product)(&p);
    return status == NPRT_LA_OK ? NAME(factor)(n - half, corner, ld, row) : status;
}

/* L (col-major) as a C-contiguous result, or its adjoint where `upper`. */
static void NAME(store_factor)(NprtDtype type, int64_t n, SCALAR *a, bool upper, void *out)
{
    for (int64_t j = 0; j < n; j++) {
        for (int64_t i = j; i < n; i++) {
            SCALAR value = a[i + j * n];
            a[i + j * n] = upper && i != j ? 0 : value;
            a[j + i * n] = upper ? CONJ(value) : i != j ? 0 : value;
        }
    }
    STORE(type, a, n, n, n, out);
}

static int NAME(cholesky)(NprtDtype type, const NprtLaMatrix *given, bool upper, void *out)
{
    NprtLaWork work;
    int64_t n = given->rows, info;
    NprtLaMatrix matrix = *given;
    if (upper) {
        matrix.row_stride = given->col_stride;
        matrix.col_stride = given->row_stride;
    }
    nprt_la_work_init(&work);
    SCALAR *a = WORK_ALLOC(&work, n * n), *row = WORK_ALLOC(&work, n);
    int status = NPRT_LA_NOMEM;
    if (!work.failed) {
        LOAD(type, &matrix, a, n);
        for (int64_t i = 0; upper && i < n * n; i++)
            a[i] = CONJ(a[i]);
        if (nprt_la_blas_cholesky(LA_TYPE, n, a, &info))
            status = info > 0 ? NPRT_LA_NOT_PD : NPRT_LA_OK;
        else
            status = NAME(factor)(n, a, n, row);
    }
    if (status == NPRT_LA_OK)
        NAME(store_factor)(nprt_la_result_type(type), n, a, upper, out);
    nprt_la_work_fini(&work);
    return status;
}

#undef LA_COMPLEX

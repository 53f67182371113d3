/* Least squares for one scalar, double or (LA_COMPLEX 1) double complex; see linalg_lstsq.c. */
#include "runtime/linalg_scalar.inc.c"

#include "runtime/linalg_bidiagonal_form.inc.c"

/* A system A x = b on its way: A is m x n; b has ld rows and holds the solution in the end. */
typedef struct NAME(System) {
    int64_t m, n, cols, ld;
    SCALAR *a, *b;
    double *s; /* singular values */
    double rcond;
    int64_t rank;
} NAME(System);

/* ---- bidiagonal systems (lalsd)
 * ------------------------------------------------------------------ */

/* Row i of b divided by s[i], or zero where s[i] is negligible. Sets the rank. */
static void NAME(divide_rows)(NAME(System) * x, int64_t n)
{
    double most = nprt_la_max_abs_d(n, x->s);
    double limit = (x->rcond <= 0 || x->rcond >= 1 ? LA_EPS : x->rcond) * most;
    x->rank = 0;
    for (int64_t i = 0; i < n; i++) {
        bool is_zero = x->s[i] <= limit;
        x->rank += !is_zero;
        for (int64_t j = 0; j < x->cols; j++) {
            SCALAR *at = x->b + i + j * x->ld;
            *at = is_zero ? 0 : *at * (1 / x->s[i]);
        }
    }
}

/* Rotates a lower bidiagonal system from the left until it is upper bidiagonal. */
static void NAME(make_upper)(NAME(System) * x, int64_t n, double *e)
{
    for (int64_t i = 0; i + 1 < n; i++) {
        double c, s, r;
        nprt_la_make_rotation(x->s[i], e[i], &c, &s, &r);
        x->s[i] = r;
        e[i] = s * x->s[i + 1];
        x->s[i + 1] = c * x->s[i + 1];
        for (int64_t j = 0; j < x->cols; j++) {
            SCALAR *at = x->b + i + j * x->ld, above = at[0];
            at[0] = c * above + s * at[1];
            at[1] = c * at[1] - s * above;
        }
    }
}

#if LA_COMPLEX
/* The first n rows of complex b become u' b or v b, for real n x n u and v. Sums over singular
 * values run from the smallest, as in LAPACK, where they are in ascending order at this point. */
static int multiply_parts(NprtLaWork *work, int64_t n, const double *a, bool transposed,
                          const System_z *x)
{
    double *parts = nprt_la_work_d(work, 2 * n * x->cols), *product = parts + n * x->cols;
    if (!parts)
        return NPRT_LA_NOMEM;
    for (int64_t part = 0; part < 2; part++) {
        for (int64_t j = 0; j < x->cols; j++) {
            for (int64_t i = 0; i < n; i++)
                parts[i + j * n] = ((const double *)(x->b + i + j * x->ld))[part];
        }
        NprtLaProduct p = {.m = x->cols, .n = n, .k = n, .a = parts, .a_row = n, .a_col = 1};
        p.b = a;
        p.b_row = 1;
        p.b_col = n;
        if (!transposed) {
            p.a = parts + n - 1;
            p.a_col = -1;
            p.b = a + (n - 1) * n;
            p.b_row = -n;
            p.b_col = 1;
        }
        p.c = product;
        p.c_row = n;
        int status = nprt_la_product_d(&p);
        for (int64_t j = 0; j < x->cols && status == NPRT_LA_OK; j++) {
            for (int64_t i = 0; i < n; i++)
                ((double *)(x->b + i + j * x->ld))[part] = product[i + j * n];
        }
        if (status != NPRT_LA_OK)
            return status;
    }
    return NPRT_LA_OK;
}

static int solve_scaled_z(NprtLaWork *work, System_z *x, int64_t n, double *e)
{
    double *u = nprt_la_work_d(work, n * n), *v = nprt_la_work_d(work, n * n);
    if (work->failed)
        return NPRT_LA_NOMEM;
    int status = nprt_la_bidiagonal(work, false, n, x->s, e, u, v);
    if (status == NPRT_LA_OK)
        status = multiply_parts(work, n, u, true, x);
    divide_rows_z(x, n);
    return status == NPRT_LA_OK ? multiply_parts(work, n, v, false, x) : status;
}
#else
/* U is never formed: its rotations go to the rows of b. */
static int solve_scaled_d(NprtLaWork *work, System_d *x, int64_t n, double *e)
{
    double *rows = nprt_la_work_d(work, n * x->cols), *v = nprt_la_work_d(work, n * n);
    if (work->failed)
        return NPRT_LA_NOMEM;
    for (int64_t j = 0; j < x->cols; j++) {
        for (int64_t i = 0; i < n; i++)
            rows[j + i * x->cols] = x->b[i + j * x->ld];
    }
    int status = nprt_la_bidiagonal_rows(work, n, x->s, e, x->cols, rows, v);
    if (status != NPRT_LA_OK)
        return status;
    for (int64_t j = 0; j < x->cols; j++) {
        for (int64_t i = 0; i < n; i++)
            x->b[i + j * x->ld] = rows[j + i * x->cols];
    }
    divide_rows_d(x, n);
    for (int64_t j = 0; j < x->cols; j++)
        memcpy(rows + j * n, x->b + j * x->ld, (size_t)n * sizeof *rows);
    /* From the smallest singular value, as in LAPACK, where they are in ascending order at this
     * point. */
    NprtLaProduct p = {.m = x->cols, .n = n, .k = n, .a = rows + n - 1, .a_row = n, .a_col = -1};
    p.b = v + (n - 1) * n;
    p.b_row = -n;
    p.b_col = 1;
    p.c = x->b;
    p.c_row = x->ld;
    return nprt_la_product_d(&p);
}
#endif

/* b becomes the solution of the n x n bidiagonal system with diagonal x->s and off-diagonal e, x->s
 * the singular values. */
static int NAME(solve_bidiagonal)(NprtLaWork *work, NAME(System) * x, bool lower, int64_t n,
                                  double *e)
{
    if (n == 1) {
        x->rank = x->s[0] != 0;
        for (int64_t j = 0; j < x->cols; j++)
            x->b[j * x->ld] = x->rank ? x->b[j * x->ld] * (1 / x->s[0]) : 0;
        x->s[0] = fabs(x->s[0]);
        return NPRT_LA_OK;
    }
    if (lower)
        NAME(make_upper)(x, n, e);
    double norm = fmax(nprt_la_max_abs_d(n, x->s), nprt_la_max_abs_d(n - 1, e));
    if (norm == 0) {
        for (int64_t j = 0; j < x->cols; j++)
            memset(x->b + j * x->ld, 0, (size_t)n * sizeof *x->b);
        return NPRT_LA_OK;
    }
    nprt_la_scale_d(n, 1 / norm, x->s);
    nprt_la_scale_d(n - 1, 1 / norm, e);
    int status = NAME(solve_scaled)(work, x, n, e);
    nprt_la_scale_d(n, norm, x->s);
    for (int64_t j = 0; j < x->cols; j++)
        NAME(nprt_la_scale)(n, 1 / norm, x->b + j * x->ld);
    return status;
}

/* ---- whole systems
 * -------------------------------------------------------------------------------- */

/* Through the bidiagonal form of rows x cols at a; the rows of b take part as far as it reaches. */
static int NAME(solve_directly)(NprtLaWork *work, NAME(System) * x, int64_t rows, int64_t cols,
                                SCALAR *a)
{
    int64_t least = rows < cols ? rows : cols, q_shift, p_shift;
    NAME(Bidiagonal) form = {.m = rows, .n = cols, .a = a, .d = x->s};
    if (!NAME(alloc_bidiagonal)(work, &form))
        return NPRT_LA_NOMEM;
    NAME(make_bidiagonal)(&form);
    const REFLECTORS q = NAME(left_reflectors)(&form, &q_shift);
    const REFLECTORS p = NAME(right_reflectors)(&form, &p_shift);
    int status = NAME(nprt_la_apply_q)(work, &q, true, x->cols, x->b + q_shift, x->ld);
    if (status == NPRT_LA_OK)
        status = NAME(solve_bidiagonal)(work, x, form.lower, least, form.e);
    if (status != NPRT_LA_OK)
        return status;
    for (int64_t j = 0; j < x->cols && cols > rows; j++)
        memset(x->b + rows + j * x->ld, 0, (size_t)(cols - rows) * sizeof *x->b);
    return NAME(nprt_la_apply_q)(work, &p, false, x->cols, x->b + p_shift, x->ld);
}

/* For m much larger than n, through R. */
static int NAME(solve_tall)(NprtLaWork *work, NAME(System) * x)
{
    int64_t m = x->m, n = x->n;
    SCALAR *tau = WORK_ALLOC(work, n), *r = WORK_ALLOC(work, n * n);
    if (work->failed)
        return NPRT_LA_NOMEM;
    int status = NAME(nprt_la_factor_qr)(work, m, n, x->a, tau);
    if (status != NPRT_LA_OK)
        return status;
    const REFLECTORS q = {m, n, x->a, m, tau};
    status = NAME(nprt_la_apply_q)(work, &q, true, x->cols, x->b, x->ld);
    memset(r, 0, (size_t)(n * n) * sizeof *r);
    for (int64_t j = 0; j < n; j++)
        memcpy(r + j * n, x->a + j * m, (size_t)(j + 1) * sizeof *r);
    return status == NPRT_LA_OK ? NAME(solve_directly)(work, x, n, n, r) : status;
}

/* For n much larger than m, through L. */
static int NAME(solve_wide)(NprtLaWork *work, NAME(System) * x)
{
    int64_t m = x->m, n = x->n;
    NAME(Bidiagonal) rows = {.m = m, .n = n, .a = x->a};
    SCALAR *l = WORK_ALLOC(work, m * m);
    if (!NAME(alloc_bidiagonal)(work, &rows))
        return NPRT_LA_NOMEM;
    memset(l, 0, (size_t)(m * m) * sizeof *l);
    for (int64_t i = 0; i < m; i++) {
        l[i + i * m] = NAME(reflect_row)(&rows, i, i);
        memcpy(l + i + 1 + i * m, x->a + i + 1 + i * m, (size_t)(m - i - 1) * sizeof *l);
    }
    int status = NAME(solve_directly)(work, x, m, m, l);
    if (status != NPRT_LA_OK)
        return status;
    for (int64_t j = 0; j < x->cols; j++)
        memset(x->b + m + j * x->ld, 0, (size_t)(n - m) * sizeof *x->b);
    const REFLECTORS p = {n, m, rows.p, n, rows.tau_p};
    return NAME(nprt_la_apply_q)(work, &p, false, x->cols, x->b, x->ld);
}

/* The factor that brings numbers of this largest size to where squares are safe, or 1. */
static double NAME(safe_factor)(double largest)
{
    const double least = LA_SAFE_MIN / LA_EPS, most = 1 / least;
    if (largest > 0 && largest < least)
        return least / largest;
    return largest > most ? most / largest : 1;
}

static int NAME(solve_system)(NprtLaWork *work, NAME(System) * x)
{
    int64_t m = x->m, n = x->n, least = m < n ? m : n, most = m < n ? n : m;
    int64_t b_size = x->ld * x->cols;
    double largest_a = NAME(nprt_la_max_abs)(m * n, x->a);
    double largest_b = NAME(nprt_la_max_abs)(b_size, x->b);
    if (!isfinite(largest_a) || !isfinite(largest_b))
        return NPRT_LA_SVD_NO_CONVERGENCE;
    if (largest_a == 0) {
        memset(x->b, 0, (size_t)b_size * sizeof *x->b);
        memset(x->s, 0, (size_t)least * sizeof *x->s);
        return NPRT_LA_OK;
    }
    double scale_a = NAME(safe_factor)(largest_a), scale_b = NAME(safe_factor)(largest_b);
    if (scale_a != 1)
        NAME(nprt_la_scale)(m * n, scale_a, x->a);
    if (scale_b != 1)
        NAME(nprt_la_scale)(b_size, scale_b, x->b);
    int status;
    if (most < (int64_t)((double)least * 1.6))
        status = NAME(solve_directly)(work, x, m, n, x->a);
    else
        status = m >= n ? NAME(solve_tall)(work, x) : NAME(solve_wide)(work, x);
    nprt_la_scale_d(least, 1 / scale_a, x->s);
    for (int64_t j = 0; j < x->cols && (scale_a != 1 || scale_b != 1); j++) {
        /* The solution, and below it the residual. */
        NAME(nprt_la_scale)(n, scale_a / scale_b, x->b + j * x->ld);
        NAME(nprt_la_scale)(x->ld - n, 1 / scale_b, x->b + n + j * x->ld);
    }
    return status;
}

/* The sums of squares below row n of b: what no x can reach. */
static void NAME(store_residuals)(NprtDtype type, const NAME(System) * x, double *room,
                                  NprtLaLstsq *out)
{
    for (int64_t j = 0; j < x->cols; j++) {
        room[j] = 0;
        for (int64_t i = x->n; i < x->m; i++) {
            SCALAR value = x->b[i + j * x->ld];
            room[j] += RE(value) * RE(value) + IM(value) * IM(value);
        }
    }
    nprt_la_store_reals(type, room, x->cols, out->residuals);
    out->residuals_count = x->cols;
}

static int NAME(lstsq)(NprtDtype type, const NprtLaMatrix *a, const NprtLaMatrix *b, double rcond,
                       NprtLaLstsq *out)
{
    NprtDtype result = nprt_la_result_type(type);
    int64_t m = a->rows, n = a->cols, least = m < n ? m : n;
    NAME(System) x = {.m = m, .n = n, .cols = b->cols, .ld = m > n ? m : n, .rcond = rcond};
    NprtLaWork work;
    nprt_la_work_init(&work);
    x.a = WORK_ALLOC(&work, m * n);
    x.b = WORK_ALLOC(&work, x.ld * x.cols);
    x.s = nprt_la_work_d(&work, least);
    double *room = nprt_la_work_d(&work, x.cols);
    int status = NPRT_LA_NOMEM;
    if (!work.failed) {
        memset(x.b, 0, (size_t)(x.ld * x.cols) * sizeof *x.b);
        LOAD(type, a, x.a, m);
        LOAD(type, b, x.b, x.ld);
        status = least > 0 ? NAME(solve_system)(&work, &x) : NPRT_LA_OK;
    }
    if (status == NPRT_LA_OK) {
        out->rank = x.rank;
        out->residuals_count = 0;
        if (x.rank == n && m > n)
            NAME(store_residuals)(result, &x, room, out);
        nprt_la_store_reals(result, x.s, least, out->s);
        for (int64_t j = 0; j < x.cols && m == 0; j++)
            memset(x.b + j * x.ld, 0, (size_t)n * sizeof *x.b);
        STORE(result, x.b, x.ld, n, x.cols, out->x);
    }
    nprt_la_work_fini(&work);
    return status;
}

#undef LA_COMPLEX

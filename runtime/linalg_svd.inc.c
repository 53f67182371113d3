/* SVD for one scalar, double or (LA_COMPLEX 1) double complex; see linalg_svd.c. */
#include "runtime/linalg_scalar.inc.c"

#include "runtime/linalg_bidiagonal_form.inc.c"

/* The square matrix x of real numbers in the corner of to (rows x cols), the identity in the rest.
 * `turned` puts the transpose of x there. */
static void NAME(embed)(int64_t n, const double *x, bool turned, int64_t rows, int64_t cols,
                        SCALAR *to)
{
    memset(to, 0, (size_t)(rows * cols) * sizeof *to);
    for (int64_t j = 0; j < n; j++) {
        for (int64_t i = 0; i < n; i++)
            to[i + j * rows] = turned ? x[j + i * n] : x[i + j * n];
    }
    for (int64_t j = n; j < rows && j < cols; j++)
        to[j + j * rows] = 1;
}

/* Conjugate transpose of m x n, in work memory. */
static SCALAR *NAME(adjoint)(NprtLaWork *work, int64_t m, int64_t n, const SCALAR *a)
{
    SCALAR *to = WORK_ALLOC(work, m * n);
    for (int64_t j = 0; to && j < n; j++) {
        for (int64_t i = 0; i < m; i++)
            to[j + i * n] = CONJ(a[i + j * m]);
    }
    return to;
}

/* c = c P^H for the m x n matrix c, P the product of the reflectors. */
static int NAME(apply_rows)(NprtLaWork *work, const REFLECTORS *p, int64_t m, SCALAR *c)
{
    int64_t n = p->rows;
    if (p->count > MOST_SINGLE) {
        SCALAR *turned = NAME(adjoint)(work, m, n, c);
        int status = turned ? NAME(nprt_la_apply_q)(work, p, false, m, turned, n) : NPRT_LA_NOMEM;
        SCALAR *back = status == NPRT_LA_OK ? NAME(adjoint)(work, n, m, turned) : NULL;
        if (!back)
            return NPRT_LA_NOMEM;
        memcpy(c, back, (size_t)(m * n) * sizeof *c);
        return NPRT_LA_OK;
    }
    SCALAR *sums = WORK_ALLOC(work, m);
    if (!sums)
        return NPRT_LA_NOMEM;
    for (int64_t i = p->count - 1; i >= 0; i--)
        NAME(reflect_right_row)(m, n - i, p->v + i + i * p->ld, CONJ(p->tau[i]), c + i * m, m,
                                sums);
    return NPRT_LA_OK;
}

/* The first m rows of P^H. */
static int NAME(make_rows)(NprtLaWork *work, const REFLECTORS *p, int64_t m, SCALAR *to)
{
    int64_t n = p->rows;
    memset(to, 0, (size_t)(m * n) * sizeof *to);
    for (int64_t i = 0; i < m; i++)
        to[i + i * m] = 1;
    if (p->count > MOST_SINGLE)
        return NAME(apply_rows)(work, p, m, to);
    SCALAR *sums = WORK_ALLOC(work, m);
    if (!sums)
        return NPRT_LA_NOMEM;
    for (int64_t i = p->count - 1; i >= 0; i--) {
        const SCALAR *v = p->v + i + i * p->ld;
        SCALAR *row = to + i + i * m, tau = p->tau[i];
        NAME(reflect_right_row)(m - i - 1, n - i, v, CONJ(tau), row + 1, m, sums);
        row[0] = 1 - CONJ(tau);
        for (int64_t j = 1; j < n - i; j++)
            row[j * m] = CONJ(MUL(-tau, v[j]));
    }
    return NPRT_LA_OK;
}

/* c = a b, of m x k and k x n. */
static int NAME(multiply)(int64_t m, int64_t n, int64_t k, const SCALAR *a, int64_t lda,
                          const SCALAR *b, int64_t ldb, SCALAR *c)
{
    NprtLaProduct p = {.m = n, .n = m, .k = k};
    p.a = b;
    p.a_row = ldb;
    p.a_col = 1;
    p.b = a;
    p.b_row = lda;
    p.b_col = 1;
    p.c = c;
    p.c_row = m;
    return NAME(nprt_la_product)(&p);
}

/* ---- the ways through --------------------------------------------------------------------------
 */

/* SVD of m x n, destroyed. u: m x u_cols, vt: vt_rows x n, or both NULL. */
typedef struct NAME(Svd) {
    int64_t m, n, u_cols, vt_rows;
    SCALAR *a;
    double *s;
    SCALAR *u, *vt;
} NAME(Svd);

static int NAME(decompose_directly)(NprtLaWork *work, NAME(Svd) * x)
{
    int64_t m = x->m, n = x->n, least = m < n ? m : n, q_shift, p_shift;
    NAME(Bidiagonal) b = {.m = m, .n = n, .a = x->a, .d = x->s};
    double *u = x->u ? nprt_la_work_d(work, least * least) : NULL;
    double *v = x->u ? nprt_la_work_d(work, least * least) : NULL;
    if (!NAME(alloc_bidiagonal)(work, &b))
        return NPRT_LA_NOMEM;
    NAME(make_bidiagonal)(&b);
    int status = nprt_la_bidiagonal(work, b.lower, least, b.d, b.e, u, v);
    if (status != NPRT_LA_OK || !x->u)
        return status;
    NAME(embed)(least, u, false, m, x->u_cols, x->u);
    NAME(embed)(least, v, true, x->vt_rows, n, x->vt);
    const REFLECTORS q = NAME(left_reflectors)(&b, &q_shift);
    const REFLECTORS p = NAME(right_reflectors)(&b, &p_shift);
    status = NAME(nprt_la_apply_q)(work, &q, false, x->u_cols, x->u + q_shift, m);
    if (status == NPRT_LA_OK)
        status = NAME(apply_rows)(work, &p, x->vt_rows, x->vt + p_shift * x->vt_rows);
    return status;
}

/* For m much larger than n, through the R of A = Q R. */
static int NAME(decompose_tall)(NprtLaWork *work, NAME(Svd) * x)
{
    int64_t m = x->m, n = x->n;
    SCALAR *tau = WORK_ALLOC(work, n), *r = WORK_ALLOC(work, n * n);
    SCALAR *u = x->u ? WORK_ALLOC(work, n * n) : NULL;
    SCALAR *q = x->u ? WORK_ALLOC(work, m * x->u_cols) : NULL;
    if (work->failed)
        return NPRT_LA_NOMEM;
    int status = NAME(nprt_la_factor_qr)(work, m, n, x->a, tau);
    if (status != NPRT_LA_OK)
        return status;
    memset(r, 0, (size_t)(n * n) * sizeof *r);
    for (int64_t j = 0; j < n; j++)
        memcpy(r + j * n, x->a + j * m, (size_t)(j + 1) * sizeof *r);
    NAME(Svd) inner = {n, n, n, n, r, x->s, u, x->vt};
    status = NAME(decompose_directly)(work, &inner);
    if (status != NPRT_LA_OK || !x->u)
        return status;
    memcpy(q, x->a, (size_t)(m * n) * sizeof *q);
    status = NAME(nprt_la_make_q)(work, m, x->u_cols, n, q, tau);
    memcpy(x->u, q, (size_t)(m * x->u_cols) * sizeof *q);
    return status == NPRT_LA_OK ? NAME(multiply)(m, n, n, q, m, u, n, x->u) : status;
}

/* For n much larger than m, through the L of A = L Q. */
static int NAME(decompose_wide)(NprtLaWork *work, NAME(Svd) * x)
{
    int64_t m = x->m, n = x->n, vt_rows = x->vt_rows;
    NAME(Bidiagonal) rows = {.m = m, .n = n, .a = x->a};
    rows.p = WORK_ALLOC(work, n * m);
    rows.tau_p = WORK_ALLOC(work, m);
    rows.sums = WORK_ALLOC(work, m);
    SCALAR *l = WORK_ALLOC(work, m * m), *vt = x->u ? WORK_ALLOC(work, m * m) : NULL;
    SCALAR *product = x->u ? WORK_ALLOC(work, m * n) : NULL;
    if (work->failed)
        return NPRT_LA_NOMEM;
    memset(l, 0, (size_t)(m * m) * sizeof *l);
    for (int64_t i = 0; i < m; i++) {
        l[i + i * m] = NAME(reflect_row)(&rows, i, i);
        memcpy(l + i + 1 + i * m, x->a + i + 1 + i * m, (size_t)(m - i - 1) * sizeof *l);
    }
    NAME(Svd) inner = {m, m, m, m, l, x->s, x->u, vt};
    int status = NAME(decompose_directly)(work, &inner);
    if (status != NPRT_LA_OK || !x->u)
        return status;
    const REFLECTORS p = {n, m, rows.p, n, rows.tau_p};
    status = NAME(make_rows)(work, &p, vt_rows, x->vt);
    if (status == NPRT_LA_OK)
        status = NAME(multiply)(m, n, m, vt, m, x->vt, vt_rows, product);
    for (int64_t j = 0; j < n; j++)
        memcpy(x->vt + j * vt_rows, product + j * m, (size_t)m * sizeof *product);
    return status;
}

/* gesdd's own bounds for going through QR: 11/6 and 17/9. */
static int NAME(decompose)(NprtLaWork *work, NAME(Svd) * x)
{
    int64_t least = x->m < x->n ? x->m : x->n, most = x->m < x->n ? x->n : x->m;
    const double ratio = LA_COMPLEX ? 17.0 / 9.0 : 11.0 / 6.0;
    if (most < (int64_t)((double)least * ratio))
        return NAME(decompose_directly)(work, x);
    return x->m >= x->n ? NAME(decompose_tall)(work, x) : NAME(decompose_wide)(work, x);
}

/* Scales to where squares are safe around `decompose`. */
static int NAME(decompose_scaled)(NprtLaWork *work, NAME(Svd) * x)
{
    const double least = sqrt(LA_SAFE_MIN) / LA_ULP, most = 1 / least;
    double largest = NAME(nprt_la_max_abs)(x->m * x->n, x->a), scale = 1;
    int64_t count = x->m < x->n ? x->m : x->n;
    if (!isfinite(largest))
        return NPRT_LA_SVD_NO_CONVERGENCE;
    if (largest > 0 && largest < least)
        scale = least / largest;
    else if (largest > most)
        scale = most / largest;
    if (scale != 1)
        NAME(nprt_la_scale)(x->m * x->n, scale, x->a);
    int status = NAME(decompose)(work, x);
    if (scale != 1)
        nprt_la_scale_d(count, 1 / scale, x->s);
    return status;
}

/* ---- for other files ---------------------------------------------------------------------------
 */

int NAME(nprt_la_svd_factors)(NprtLaWork *work, int64_t m, int64_t n, SCALAR *a, bool full,
                              double *s, SCALAR *u, SCALAR *vt)
{
    int64_t least = m < n ? m : n, info;
    NAME(Svd) x = {m, n, full ? m : least, full ? n : least, a, s, u, vt};
    if (least == 0) {
        if (u)
            NAME(embed)(0, NULL, false, m, x.u_cols, u);
        if (vt)
            NAME(embed)(0, NULL, false, x.vt_rows, n, vt);
        return NPRT_LA_OK;
    }
    if (nprt_la_blas_svd(LA_TYPE, !u ? 'N' : full ? 'A' : 'S', m, n, a, s, u, vt, &info))
        return info != 0 ? NPRT_LA_SVD_NO_CONVERGENCE : NPRT_LA_OK;
    return NAME(decompose_scaled)(work, &x);
}

/* ---- numpy.linalg.svd --------------------------------------------------------------------------
 */

static void NAME(store_svd)(NprtDtype type, const NAME(Svd) * x, void *out_u, void *out_s,
                            void *out_vt)
{
    nprt_la_store_reals(type, x->s, x->m < x->n ? x->m : x->n, out_s);
    if (!out_u)
        return;
    STORE(type, x->u, x->m, x->m, x->u_cols, out_u);
    STORE(type, x->vt, x->vt_rows, x->vt_rows, x->n, out_vt);
}

static int NAME(svd)(NprtDtype type, const NprtLaMatrix *given, bool full, void *out_u, void *out_s,
                     void *out_vt)
{
    int64_t m = given->rows, n = given->cols, least = m < n ? m : n;
    NprtLaWork work;
    nprt_la_work_init(&work);
    NAME(Svd) x = {.m = m, .n = n, .u_cols = full ? m : least, .vt_rows = full ? n : least};
    x.a = WORK_ALLOC(&work, m * n);
    x.s = nprt_la_work_d(&work, least);
    x.u = out_u ? WORK_ALLOC(&work, m * x.u_cols) : NULL;
    x.vt = out_u ? WORK_ALLOC(&work, x.vt_rows * n) : NULL;
    int status = NPRT_LA_NOMEM;
    if (!work.failed) {
        LOAD(type, given, x.a, m);
        status = NAME(nprt_la_svd_factors)(&work, m, n, x.a, full, x.s, x.u, x.vt);
    }
    if (status == NPRT_LA_OK)
        NAME(store_svd)(nprt_la_result_type(type), &x, out_u, out_s, out_vt);
    nprt_la_work_fini(&work);
    return status;
}

/* From eigenvalues w and vectors z: the sizes of w, descending, and the vectors in that order,
 * those of V with the signs of w. */
static void NAME(order_by_size)(int64_t n, const double *w, const SCALAR *z, NAME(Svd) * x)
{
    for (int64_t i = 0; i < n; i++) {
        /* Place of value i: behind all that are larger, or equal and later. */
        int64_t place = 0;
        for (int64_t j = 0; j < n; j++)
            place += fabs(w[j]) > fabs(w[i]) || (fabs(w[j]) == fabs(w[i]) && j > i);
        x->s[place] = fabs(w[i]);
        for (int64_t k = 0; x->u && k < n; k++) {
            x->u[k + place * n] = z[k + i * n];
            x->vt[place + k * n] = CONJ(z[k + i * n] * copysign(1, w[i]));
        }
    }
}

static int NAME(svd_hermitian)(NprtDtype type, const NprtLaMatrix *given, void *out_u, void *out_s,
                               void *out_vt)
{
    int64_t n = given->rows, size = n * n;
    NprtLaWork work;
    nprt_la_work_init(&work);
    NAME(Svd) x = {.m = n, .n = n, .u_cols = n, .vt_rows = n};
    x.s = nprt_la_work_d(&work, n);
    x.u = out_u ? WORK_ALLOC(&work, size) : NULL;
    x.vt = out_u ? WORK_ALLOC(&work, size) : NULL;
    SCALAR *a = WORK_ALLOC(&work, size), *z = WORK_ALLOC(&work, size);
    double *w = nprt_la_work_d(&work, n);
    int status = NPRT_LA_NOMEM;
    if (!work.failed) {
        /* eigh of the matrix in double; its vectors come back row by row. */
        const int64_t scalar = (int64_t)sizeof(SCALAR);
        const NprtDtype wide = LA_COMPLEX ? NPRT_C128 : NPRT_F64;
        NprtLaMatrix matrix = {a, n, n, scalar, n * scalar};
        LOAD(type, given, a, n);
        status = nprt_la_eigh(wide, &matrix, false, w, out_u ? z : NULL);
        matrix = (NprtLaMatrix){z, n, n, n * scalar, scalar};
        if (status == NPRT_LA_OK && out_u)
            LOAD(wide, &matrix, a, n);
    }
    if (status == NPRT_LA_OK) {
        NAME(order_by_size)(n, w, a, &x);
        NAME(store_svd)(nprt_la_result_type(type), &x, out_u, out_s, out_vt);
    }
    nprt_la_work_fini(&work);
    return status;
}

#undef LA_COMPLEX

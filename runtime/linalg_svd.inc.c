/* SVD for one scalar, double or (LA_COMPLEX 1) double complex; see linalg_svd.c. */
#include "runtime/linalg_scalar.inc.c"

#include "runtime/linalg_householder.inc.c"

/* ---- bidiagonal form ---------------------------------------------------------------------------
 */

/* A = Q B P^H. The column reflectors (Q) stay below the diagonal of a, or below its first
 * subdiagonal for a wide matrix; the row reflectors (P) go to p, laid out the same way. */
typedef struct NAME(Bidiagonal) {
    int64_t m, n;
    bool lower; /* B: for a wide matrix the off-diagonal lies below */
    SCALAR *a;
    SCALAR *p; /* n x min(m, n) */
    SCALAR *tau_q, *tau_p;
    SCALAR *sums; /* max(m, n) */
    double *d, *e;
} NAME(Bidiagonal);

/* Reflects row i, columns from `from` on, onto its first element, which is returned. */
static double NAME(reflect_row)(NAME(Bidiagonal) * b, int64_t i, int64_t from)
{
    int64_t count = b->n - from;
    SCALAR *u = b->p + from + i * b->n;
    for (int64_t j = 0; j < count; j++)
        u[j] = CONJ(b->a[i + (from + j) * b->m]);
    b->tau_p[i] = NAME(make_reflector)(count, u, u + 1);
    double value = RE(u[0]);
    u[0] = 1;
    NAME(reflect_right)(b->m - i - 1, count, u, b->tau_p[i], b->a + i + 1 + from * b->m, b->m,
                        b->sums);
    return value;
}

/* Reflects column i, rows from `from` on. */
static double NAME(reflect_column)(NAME(Bidiagonal) * b, int64_t i, int64_t from)
{
    SCALAR *v = b->a + from + i * b->m;
    b->tau_q[i] = NAME(make_reflector)(b->m - from, v, v + 1);
    double value = RE(v[0]);
    v[0] = 1;
    NAME(reflect_left)(b->m - from, b->n - i - 1, v, CONJ(b->tau_q[i]), v + b->m, b->m, b->sums);
    return value;
}

static void NAME(make_bidiagonal)(NAME(Bidiagonal) * b)
{
    int64_t least = b->m < b->n ? b->m : b->n;
    b->lower = b->m < b->n;
    for (int64_t i = 0; i < least; i++) {
        b->d[i] = b->lower ? NAME(reflect_row)(b, i, i) : NAME(reflect_column)(b, i, i);
        if (i + 1 == least)
            break;
        b->e[i] = b->lower ? NAME(reflect_column)(b, i, i + 1) : NAME(reflect_row)(b, i, i + 1);
    }
}

/* The square matrix x of real numbers in the corner of to (rows x cols), the identity in the rest.
 */
static void NAME(embed)(int64_t n, const double *x, int64_t rows, int64_t cols, SCALAR *to)
{
    memset(to, 0, (size_t)(rows * cols) * sizeof *to);
    for (int64_t j = 0; j < n; j++) {
        for (int64_t i = 0; i < n; i++)
            to[i + j * rows] = x[i + j * n];
    }
    for (int64_t j = n; j < cols; j++)
        to[j + j * rows] = 1;
}

/* Applies Q or P (rows x least reflectors, one row down where `shifted`) to c. */
static int NAME(turn_back)(NprtLaWork *work, int64_t rows, int64_t least, bool shifted,
                           const SCALAR *v, const SCALAR *tau, SCALAR *c, int64_t cols)
{
    const REFLECTORS q = {rows - shifted, least - shifted, v + shifted, rows, tau};
    return NAME(nprt_la_apply_q)(work, &q, false, cols, c + shifted, rows);
}

/* SVD of m x n, destroyed. u: m x u_cols, v: n x v_cols, or both NULL. */
typedef struct NAME(Svd) {
    int64_t m, n, u_cols, v_cols;
    SCALAR *a;
    double *s;
    SCALAR *u, *v;
} NAME(Svd);

static int NAME(decompose_directly)(NprtLaWork *work, NAME(Svd) * x)
{
    int64_t m = x->m, n = x->n, least = m < n ? m : n, most = m < n ? n : m;
    NAME(Bidiagonal) b = {.m = m, .n = n, .a = x->a, .d = x->s};
    b.p = WORK_ALLOC(work, n * least);
    b.tau_q = WORK_ALLOC(work, least);
    b.tau_p = WORK_ALLOC(work, least);
    b.sums = WORK_ALLOC(work, most);
    b.e = nprt_la_work_d(work, least);
    double *u = x->u ? nprt_la_work_d(work, least * least) : NULL;
    double *v = x->u ? nprt_la_work_d(work, least * least) : NULL;
    if (work->failed)
        return NPRT_LA_NOMEM;
    NAME(make_bidiagonal)(&b);
    int status = nprt_la_bidiagonal(work, b.lower, least, b.d, b.e, u, v);
    if (status != NPRT_LA_OK || !x->u)
        return status;
    NAME(embed)(least, u, m, x->u_cols, x->u);
    NAME(embed)(least, v, n, x->v_cols, x->v);
    status = NAME(turn_back)(work, m, least, b.lower, b.a, b.tau_q, x->u, x->u_cols);
    if (status == NPRT_LA_OK)
        status = NAME(turn_back)(work, n, least, !b.lower, b.p, b.tau_p, x->v, x->v_cols);
    return status;
}

/* The same for m much larger than n, through R. */
static int NAME(decompose_tall)(NprtLaWork *work, NAME(Svd) * x)
{
    int64_t m = x->m, n = x->n;
    SCALAR *tau = WORK_ALLOC(work, n), *r = WORK_ALLOC(work, n * n);
    SCALAR *u = x->u ? WORK_ALLOC(work, n * n) : NULL;
    if (work->failed)
        return NPRT_LA_NOMEM;
    int status = NAME(nprt_la_factor_qr)(work, m, n, x->a, tau);
    if (status != NPRT_LA_OK)
        return status;
    memset(r, 0, (size_t)(n * n) * sizeof *r);
    for (int64_t j = 0; j < n; j++)
        memcpy(r + j * n, x->a + j * m, (size_t)(j + 1) * sizeof *r);
    NAME(Svd) inner = {n, n, n, n, r, x->s, u, x->v};
    status = NAME(decompose_directly)(work, &inner);
    if (status != NPRT_LA_OK || !x->u)
        return status;
    memset(x->u, 0, (size_t)(m * x->u_cols) * sizeof *u);
    for (int64_t j = 0; j < n; j++)
        memcpy(x->u + j * m, u + j * n, (size_t)n * sizeof *u);
    for (int64_t j = n; j < x->u_cols; j++)
        x->u[j + j * m] = 1;
    const REFLECTORS q = {m, n, x->a, m, tau};
    return NAME(nprt_la_apply_q)(work, &q, false, x->u_cols, x->u, m);
}

/* Conjugate transpose of m x n. */
static SCALAR *NAME(adjoint)(NprtLaWork *work, int64_t m, int64_t n, const SCALAR *a)
{
    SCALAR *to = WORK_ALLOC(work, m * n);
    for (int64_t j = 0; to && j < n; j++) {
        for (int64_t i = 0; i < m; i++)
            to[j + i * n] = CONJ(a[i + j * m]);
    }
    return to;
}

/* For n much larger than m. LAPACK goes on with L = R^H, so the inner matrix is turned back. */
static int NAME(decompose_wide)(NprtLaWork *work, NAME(Svd) * x)
{
    int64_t m = x->m, n = x->n;
    SCALAR *tau = WORK_ALLOC(work, m), *l = WORK_ALLOC(work, m * m);
    SCALAR *v = x->u ? WORK_ALLOC(work, m * m) : NULL, *a = NAME(adjoint)(work, m, n, x->a);
    if (work->failed)
        return NPRT_LA_NOMEM;
    int status = NAME(nprt_la_factor_qr)(work, n, m, a, tau);
    if (status != NPRT_LA_OK)
        return status;
    memset(l, 0, (size_t)(m * m) * sizeof *l);
    for (int64_t j = 0; j < m; j++) {
        for (int64_t i = 0; i <= j; i++)
            l[j + i * m] = CONJ(a[i + j * n]);
    }
    NAME(Svd) inner = {m, m, m, m, l, x->s, x->u, v};
    status = NAME(decompose_directly)(work, &inner);
    if (status != NPRT_LA_OK || !x->u)
        return status;
    memset(x->v, 0, (size_t)(n * x->v_cols) * sizeof *v);
    for (int64_t j = 0; j < m; j++)
        memcpy(x->v + j * n, v + j * m, (size_t)m * sizeof *v);
    for (int64_t j = m; j < x->v_cols; j++)
        x->v[j + j * n] = 1;
    const REFLECTORS q = {n, m, a, n, tau};
    return NAME(nprt_la_apply_q)(work, &q, false, x->v_cols, x->v, n);
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
    if (isnan(largest))
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

int NAME(nprt_la_svd_columns)(NprtLaWork *work, int64_t m, int64_t n, SCALAR *a, bool full,
                              double *s, SCALAR *u, SCALAR *v)
{
    int64_t least = m < n ? m : n, info;
    NAME(Svd) x = {m, n, full ? m : least, full ? n : least, a, s, u, v};
    if (least == 0) {
        for (int64_t j = 0; u && j < x.u_cols * m; j++)
            u[j] = j % (m + 1) == 0;
        for (int64_t j = 0; v && j < x.v_cols * n; j++)
            v[j] = j % (n + 1) == 0;
        return NPRT_LA_OK;
    }
    if (!nprt_la_blas_svd(LA_TYPE, !u ? 'N' : full ? 'A' : 'S', m, n, a, s, u, v, &info))
        return NAME(decompose_scaled)(work, &x);
    /* The library wrote V^H, v_cols x n, where V belongs. */
    SCALAR *turned = u ? NAME(adjoint)(work, x.v_cols, n, v) : NULL;
    if (u && !turned)
        return NPRT_LA_NOMEM;
    if (u)
        memcpy(v, turned, (size_t)(n * x.v_cols) * sizeof *v);
    return info != 0 ? NPRT_LA_SVD_NO_CONVERGENCE : NPRT_LA_OK;
}

/* ---- numpy.linalg.svd --------------------------------------------------------------------------
 */

static void NAME(store_svd)(NprtDtype type, const NAME(Svd) * x, void *out_u, void *out_s,
                            void *out_vt)
{
    int64_t count = x->n * x->v_cols;
    nprt_la_store_reals(type, x->s, x->m < x->n ? x->m : x->n, out_s);
    if (!out_u)
        return;
    STORE(type, x->u, x->m, x->m, x->u_cols, out_u);
    /* The columns of V, conjugated, are the rows of V^H. */
    for (int64_t i = 0; i < count; i++)
        x->v[i] = CONJ(x->v[i]);
    STORE(type, x->v, 1, 1, count, out_vt);
}

static int NAME(svd)(NprtDtype type, const NprtLaMatrix *given, bool full, void *out_u, void *out_s,
                     void *out_vt)
{
    int64_t m = given->rows, n = given->cols, least = m < n ? m : n;
    NprtLaWork work;
    nprt_la_work_init(&work);
    NAME(Svd) x = {.m = m, .n = n, .u_cols = full ? m : least, .v_cols = full ? n : least};
    x.a = WORK_ALLOC(&work, m * n);
    x.s = nprt_la_work_d(&work, least);
    x.u = out_u ? WORK_ALLOC(&work, m * x.u_cols) : NULL;
    x.v = out_u ? WORK_ALLOC(&work, n * x.v_cols) : NULL;
    int status = NPRT_LA_NOMEM;
    if (!work.failed) {
        LOAD(type, given, x.a, m);
        status = NAME(nprt_la_svd_columns)(&work, m, n, x.a, full, x.s, x.u, x.v);
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
            x->v[k + place * n] = z[k + i * n] * copysign(1, w[i]);
        }
    }
}

static int NAME(svd_hermitian)(NprtDtype type, const NprtLaMatrix *given, void *out_u, void *out_s,
                               void *out_vt)
{
    int64_t n = given->rows, size = n * n;
    NprtLaWork work;
    nprt_la_work_init(&work);
    NAME(Svd) x = {.m = n, .n = n, .u_cols = n, .v_cols = n};
    x.s = nprt_la_work_d(&work, n);
    x.u = out_u ? WORK_ALLOC(&work, size) : NULL;
    x.v = out_u ? WORK_ALLOC(&work, size) : NULL;
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

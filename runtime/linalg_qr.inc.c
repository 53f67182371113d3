/* QR for one scalar, double or (LA_COMPLEX 1) double complex; see linalg_qr.c. */
#include "runtime/linalg_scalar.inc.c"

#include "runtime/linalg_householder.inc.c"

/* ---- single reflectors ----------------------------------------------------------------------- */

/* Factors m x n column by column; `sums` has room for n. */
static void NAME(factor_panel)(int64_t m, int64_t n, SCALAR *a, int64_t lda, SCALAR *tau,
                               SCALAR *sums)
{
    for (int64_t i = 0; i < n && i < m; i++) {
        SCALAR *v = a + i + i * lda;
        tau[i] = NAME(make_reflector)(m - i, v, v + 1);
        NAME(reflect_left)(m - i, n - i - 1, v, CONJ(tau[i]), v + lda, lda, sums);
    }
}

/* The first `cols` columns of Q in place of the reflectors. */
static void NAME(make_q_plain)(int64_t m, int64_t cols, int64_t reflectors, SCALAR *a,
                               const SCALAR *tau, SCALAR *sums)
{
    for (int64_t j = reflectors; j < cols; j++) {
        memset(a + j * m, 0, (size_t)m * sizeof *a);
        a[j + j * m] = 1;
    }
    for (int64_t i = reflectors - 1; i >= 0; i--) {
        SCALAR *v = a + i + i * m;
        NAME(reflect_left)(m - i, cols - i - 1, v, tau[i], v + m, m, sums);
        NAME(nprt_la_scale)(m - i - 1, -tau[i], v + 1);
        *v = 1 - tau[i];
        memset(v - i, 0, (size_t)i * sizeof *v);
    }
}

/* ---- blocks of reflectors -------------------------------------------------------------------- */

/* `count` reflectors of a factored matrix together. v: m x count, whole; t: upper triangular. */
typedef struct NAME(Block) {
    int64_t m, count;
    SCALAR *v, *t, *sums;
} NAME(Block);

static void NAME(gather)(NAME(Block) * block, int64_t m, int64_t count, const SCALAR *a,
                         int64_t lda, const SCALAR *tau)
{
    SCALAR *v = block->v, *t = block->t;
    block->m = m;
    block->count = count;
    for (int64_t j = 0; j < count; j++) {
        SCALAR *vj = v + j * m, *tj = t + j * PANEL;
        memset(vj, 0, (size_t)j * sizeof *vj);
        vj[j] = 1;
        memcpy(vj + j + 1, a + j + 1 + j * lda, (size_t)(m - j - 1) * sizeof *vj);
        /* Column j of T: -tau_j T V^H v_j above the diagonal. */
        NAME(nprt_la_gemv_c)(m, j, v, m, vj, tj);
        for (int64_t i = 0; i < j; i++) {
            SCALAR sum = 0;
            for (int64_t k = i; k < j; k++)
                sum += MUL(t[i + k * PANEL], tj[k]);
            tj[i] = -MUL(tau[j], sum);
        }
        tj[j] = tau[j];
    }
}

/* c = (1 - V T V^H) c, or with T^H where `adjoint`; c has m rows. */
static int NAME(apply_block)(const NAME(Block) * block, bool adjoint, int64_t n, SCALAR *c,
                             int64_t ldc)
{
    int64_t count = block->count;
    SCALAR *w = block->sums;
    /* W = V^H C, as rows of W' = C' conj(V). */
    NprtLaProduct p = {.m = n,
                       .n = count,
                       .k = block->m,
                       .a = c,
                       .a_row = ldc,
                       .a_col = 1,
                       .b = block->v,
                       .b_row = 1,
                       .b_col = block->m,
                       .c = w,
                       .c_row = count,
                       .conj_b = true};
    int status = NAME(nprt_la_product)(&p);
    if (status != NPRT_LA_OK)
        return status;
    for (int64_t j = 0; j < n; j++) {
        SCALAR *x = w + j * count, *t = block->t;
        for (int64_t step = 0; step < count; step++) {
            int64_t i = adjoint ? count - 1 - step : step;
            int64_t from = adjoint ? 0 : i, to = adjoint ? i + 1 : count;
            SCALAR sum = 0;
            for (int64_t k = from; k < to; k++)
                sum += MUL(adjoint ? CONJ(t[k + i * PANEL]) : t[i + k * PANEL], x[k]);
            x[i] = sum;
        }
    }
    NprtLaProduct back = {.m = n,
                          .n = block->m,
                          .k = count,
                          .a = w,
                          .a_row = count,
                          .a_col = 1,
                          .b = block->v,
                          .b_row = block->m,
                          .b_col = 1,
                          .c = c,
                          .c_row = ldc,
                          .update = NPRT_LA_SUB};
    return NAME(nprt_la_product)(&back);
}

static bool NAME(alloc_block)(NprtLaWork *work, int64_t m, int64_t n, NAME(Block) * out)
{
    out->v = WORK_ALLOC(work, m * PANEL);
    out->t = WORK_ALLOC(work, PANEL * PANEL);
    out->sums = WORK_ALLOC(work, n * PANEL);
    return !work->failed;
}

/* ---- whole matrices ---------------------------------------------------------------------------
 */

int NAME(nprt_la_factor_qr)(NprtLaWork *work, int64_t m, int64_t n, SCALAR *a, SCALAR *tau)
{
    if (nprt_la_blas_qr(LA_TYPE, m, n, a, tau))
        return NPRT_LA_OK;
    int64_t least = m < n ? m : n, i = 0;
    SCALAR *sums = WORK_ALLOC(work, n);
    NAME(Block) block;
    if (!sums)
        return NPRT_LA_NOMEM;
    if (least >= LEAST_BLOCKED) {
        if (!NAME(alloc_block)(work, m, n, &block))
            return NPRT_LA_NOMEM;
        for (; i + PANEL < least; i += PANEL) {
            SCALAR *corner = a + i + i * m;
            NAME(factor_panel)(m - i, PANEL, corner, m, tau + i, sums);
            NAME(gather)(&block, m - i, PANEL, corner, m, tau + i);
            int status = NAME(apply_block)(&block, true, n - i - PANEL, corner + PANEL * m, m);
            if (status != NPRT_LA_OK)
                return status;
        }
    }
    NAME(factor_panel)(m - i, n - i, a + i + i * m, m, tau + i, sums);
    return NPRT_LA_OK;
}

/* One reflector after the other. */
static int NAME(apply_singly)(NprtLaWork *work, const REFLECTORS *q, bool adjoint, int64_t n,
                              SCALAR *c, int64_t ldc)
{
    SCALAR *sums = WORK_ALLOC(work, n);
    if (!sums)
        return NPRT_LA_NOMEM;
    for (int64_t step = 0; step < q->count; step++) {
        int64_t i = adjoint ? step : q->count - 1 - step;
        SCALAR tau = adjoint ? CONJ(q->tau[i]) : q->tau[i];
        NAME(reflect_left)(q->rows - i, n, q->v + i + i * q->ld, tau, c + i, ldc, sums);
    }
    return NPRT_LA_OK;
}

int NAME(nprt_la_apply_q)(NprtLaWork *work, const REFLECTORS *q, bool adjoint, int64_t n, SCALAR *c,
                          int64_t ldc)
{
    NAME(Block) block;
    if (q->count == 0 || n == 0)
        return NPRT_LA_OK;
    if (q->count <= PANEL)
        return NAME(apply_singly)(work, q, adjoint, n, c, ldc);
    if (!NAME(alloc_block)(work, q->rows, n, &block))
        return NPRT_LA_NOMEM;
    int64_t blocks = (q->count + PANEL - 1) / PANEL;
    for (int64_t step = 0; step < blocks; step++) {
        int64_t i = (adjoint ? step : blocks - 1 - step) * PANEL;
        int64_t count = q->count - i < PANEL ? q->count - i : PANEL;
        NAME(gather)(&block, q->rows - i, count, q->v + i + i * q->ld, q->ld, q->tau + i);
        int status = NAME(apply_block)(&block, adjoint, n, c + i, ldc);
        if (status != NPRT_LA_OK)
            return status;
    }
    return NPRT_LA_OK;
}

int NAME(nprt_la_make_q)(NprtLaWork *work, int64_t m, int64_t cols, int64_t reflectors, SCALAR *a,
                         const SCALAR *tau)
{
    if (nprt_la_blas_make_q(LA_TYPE, m, cols, reflectors, a, tau))
        return NPRT_LA_OK;
    if (reflectors < LEAST_BLOCKED) {
        SCALAR *sums = WORK_ALLOC(work, cols);
        if (!sums)
            return NPRT_LA_NOMEM;
        NAME(make_q_plain)(m, cols, reflectors, a, tau, sums);
        return NPRT_LA_OK;
    }
    SCALAR *q = WORK_ALLOC(work, m * cols);
    if (!q)
        return NPRT_LA_NOMEM;
    memset(q, 0, (size_t)(m * cols) * sizeof *q);
    for (int64_t j = 0; j < cols; j++)
        q[j + j * m] = 1;
    const REFLECTORS all = {m, reflectors, a, m, tau};
    int status = NAME(nprt_la_apply_q)(work, &all, false, cols, q, m);
    memcpy(a, q, (size_t)(m * cols) * sizeof *q);
    return status;
}

/* ---- numpy.linalg.qr ---------------------------------------------------------------------------
 */

/* Copies the upper trapezoid of `a` (ld m) as rows x n, zeros below. */
static void NAME(store_r)(NprtDtype type, int64_t m, int64_t rows, int64_t n, const SCALAR *a,
                          SCALAR *r, void *out)
{
    memset(r, 0, (size_t)(rows * n) * sizeof *r);
    for (int64_t j = 0; j < n; j++) {
        int64_t height = j + 1 < rows ? j + 1 : rows;
        memcpy(r + j * rows, a + j * m, (size_t)height * sizeof *r);
    }
    STORE(type, r, rows, rows, n, out);
}

static int NAME(qr)(NprtDtype type, const NprtLaMatrix *given, NprtLaQrMode mode, void *out_q,
                    void *out_r)
{
    NprtDtype result = nprt_la_result_type(type);
    int64_t m = given->rows, n = given->cols, least = m < n ? m : n;
    int64_t q_cols = mode == NPRT_LA_QR_COMPLETE ? m : least;
    int64_t r_rows = mode == NPRT_LA_QR_COMPLETE ? m : least;
    NprtLaWork work;
    nprt_la_work_init(&work);
    SCALAR *a = WORK_ALLOC(&work, m * (n > q_cols ? n : q_cols));
    SCALAR *tau = WORK_ALLOC(&work, least), *r = WORK_ALLOC(&work, r_rows * n);
    int status = NPRT_LA_NOMEM;
    if (!work.failed) {
        LOAD(type, given, a, m);
        status = NAME(nprt_la_factor_qr)(&work, m, n, a, tau);
    }
    if (status == NPRT_LA_OK && mode == NPRT_LA_QR_RAW) {
        STORE(result, a, 1, 1, m * n, out_q);
        STORE(result, tau, 1, 1, least, out_r);
    } else if (status == NPRT_LA_OK) {
        NAME(store_r)(result, m, r_rows, n, a, r, out_r);
        if (mode != NPRT_LA_QR_R) {
            status = NAME(nprt_la_make_q)(&work, m, q_cols, least, a, tau);
            if (status == NPRT_LA_OK)
                STORE(result, a, m, m, q_cols, out_q);
        }
    }
    nprt_la_work_fini(&work);
    return status;
}

#undef LA_COMPLEX

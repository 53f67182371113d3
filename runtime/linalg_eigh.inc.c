/* Symmetric or (LA_COMPLEX 1) Hermitian eigenproblems; see linalg_eigh.c. */
#include "runtime/linalg_scalar.inc.c"

#include "runtime/linalg_householder.inc.c"

/* y = tau A x from the triangle of A that is stored. */
static void NAME(multiply_triangle)(bool upper, int64_t n, SCALAR tau, const SCALAR *a, int64_t ld,
                                    const SCALAR *x, SCALAR *y)
{
    memset(y, 0, (size_t)n * sizeof *y);
    for (int64_t j = 0; j < n; j++) {
        int64_t from = upper ? 0 : j + 1, count = upper ? j : n - j - 1;
        const SCALAR *column = a + from + j * ld;
        SCALAR factor = MUL(tau, x[j]);
        NAME(nprt_la_axpy)(count, factor, column, y + from);
        y[j] += RE(a[j + j * ld]) * factor;
        y[j] += MUL(tau, NAME(nprt_la_dotc)(count, column, x + from));
    }
}

#if !LA_COMPLEX
/* y = tau A x from the lower triangle, four columns at a time (OpenBLAS's dsymv_L). */
static void multiply_lower(int64_t n, double tau, const double *a, int64_t ld, const double *x,
                           double *y)
{
    for (int64_t i = 0; i < n; i++)
        y[i] = 0;
    int64_t j = 0;
    for (; j + 4 <= n; j += 4) {
        const double *block = a + j * ld;
        double factors[4], sums[4] = {0, 0, 0, 0};
        int64_t vector_end = n - j > 12 ? n / 4 * 4 : j + 4;
        for (int64_t c = 0; c < 4; c++) {
            factors[c] = tau * x[j + c];
            y[j + c] += factors[c] * block[j + c + c * ld];
        }
        for (int64_t c = 0; c < 3; c++) {
            for (int64_t i = j + c + 1; i < j + 4; i++) {
                y[i] += factors[c] * block[i + c * ld];
                sums[c] += block[i + c * ld] * x[i];
            }
        }
        if (vector_end > j + 4)
            nprt_la_kernels()->d->symv(vector_end - j - 4, block + j + 4, ld, x + j + 4, y + j + 4,
                                       factors, sums);
        for (int64_t i = vector_end; i < n; i++) {
            for (int64_t c = 0; c < 4; c++) {
                y[i] += factors[c] * block[i + c * ld];
                sums[c] += block[i + c * ld] * x[i];
            }
        }
        for (int64_t c = 0; c < 4; c++)
            y[j + c] += tau * sums[c];
    }
    for (; j < n; j++) {
        const double *column = a + j * ld;
        double factor = tau * x[j], sum = 0;
        y[j] += factor * column[j];
        for (int64_t i = j + 1; i < n; i++) {
            y[i] += factor * column[i];
            sum += column[i] * x[i];
        }
        y[j] += tau * sum;
    }
}
#endif

/* A -= v w^H + w v^H on the stored triangle. */
static void NAME(subtract_pair)(bool upper, int64_t n, const SCALAR *v, const SCALAR *w, SCALAR *a,
                                int64_t ld)
{
    for (int64_t j = 0; j < n; j++) {
        int64_t from = upper ? 0 : j, count = upper ? j + 1 : n - j;
        NAME(nprt_la_axpy)(count, -CONJ(v[j]), w + from, a + from + j * ld);
        NAME(nprt_la_axpy)(count, -CONJ(w[j]), v + from, a + from + j * ld);
        a[j + j * ld] = RE(a[j + j * ld]);
    }
}

/* A = H A H^H for H = 1 - tau v v^H on the stored triangle; w has room for n. */
static void NAME(reflect_both)(bool upper, int64_t n, const SCALAR *v, SCALAR tau, SCALAR *a,
                               int64_t ld, SCALAR *w)
{
#if !LA_COMPLEX
    if (!upper)
        multiply_lower(n, tau, a, ld, v, w);
    else
#endif
        NAME(multiply_triangle)(upper, n, tau, a, ld, v, w);
    SCALAR half = MUL(-0.5 * tau, NAME(nprt_la_dotc)(n, w, v));
    NAME(nprt_la_axpy)(n, half, v, w);
    NAME(subtract_pair)(upper, n, v, w, a, ld);
}

/* Diagonal d and off-diagonal e of Q^H A Q. The vectors of the reflectors stay in the triangle. */
static void NAME(make_tridiagonal)(bool upper, int64_t n, SCALAR *a, double *d, double *e,
                                   SCALAR *tau, SCALAR *w)
{
    for (int64_t i = 0; i < n; i++)
        a[i + i * n] = RE(a[i + i * n]);
    for (int64_t step = 0; step + 1 < n; step++) {
        int64_t i = upper ? n - 2 - step : step, size = upper ? i + 1 : n - i - 1;
        SCALAR *alpha = upper ? a + i + (i + 1) * n : a + i + 1 + i * n;
        SCALAR *rest = upper ? a + (i + 1) * n : alpha + 1;
        tau[i] = NAME(make_reflector)(size, alpha, rest);
        e[i] = RE(*alpha);
        if (tau[i] != 0) {
            *alpha = 1;
            NAME(reflect_both)(upper, size, upper ? rest : alpha, tau[i], upper ? a : alpha + n, n,
                               w);
        }
    }
    for (int64_t i = 0; i < n; i++)
        d[i] = RE(a[i + i * n]);
}

/* c = (1 - tau v v^H) c for m x n where the last element of v is the 1 (and not read). */
static void NAME(reflect_from_end)(int64_t m, int64_t n, const SCALAR *v, SCALAR tau, SCALAR *c,
                                   int64_t ldc, SCALAR *sums)
{
    if (tau == 0)
        return;
    NAME(nprt_la_gemv_c)(m - 1, n, c, ldc, v, sums);
    for (int64_t j = 0; j < n; j++, c += ldc) {
        SCALAR step = -MUL(tau, CONJ(sums[j]) + c[m - 1]);
        c[m - 1] += step;
        NAME(nprt_la_axpy)(m - 1, step, v, c);
    }
}

/* z = Q z for the reflectors of make_tridiagonal. */
static int NAME(turn_back)(NprtLaWork *work, bool upper, int64_t n, const SCALAR *a,
                           const SCALAR *tau, SCALAR *z, SCALAR *sums)
{
    if (!upper) {
        const REFLECTORS q = {n - 1, n - 1, a + 1, n, tau};
        return NAME(nprt_la_apply_q)(work, &q, false, n, z + 1, n);
    }
    for (int64_t i = 0; i + 1 < n; i++)
        NAME(reflect_from_end)(i + 1, n, a + (i + 1) * n, tau[i], z, n, sums);
    return NPRT_LA_OK;
}

/* The factor that brings a matrix of this largest element to where its squares are safe. */
static double NAME(safe_scale)(double largest)
{
    const double least = sqrt(LA_SAFE_MIN / LA_ULP), most = 1 / least;
    if (largest > 0 && largest < least)
        return least / largest;
    return largest > most && !isinf(largest) ? most / largest : 1;
}

static int NAME(decompose)(NprtLaWork *work, bool upper, int64_t n, SCALAR *a, double *w,
                           bool vectors)
{
    double *e = nprt_la_work_d(work, n), *real_z = vectors ? nprt_la_work_d(work, n * n) : NULL;
    SCALAR *tau = WORK_ALLOC(work, n), *sums = WORK_ALLOC(work, n);
    SCALAR *z = vectors ? WORK_ALLOC(work, n * n) : NULL;
    double largest = 0;
    if (work->failed)
        return NPRT_LA_NOMEM;
    for (int64_t j = 0; j < n; j++) {
        double size = upper ? NAME(nprt_la_max_abs)(j + 1, a + j * n)
                            : NAME(nprt_la_max_abs)(n - j, a + j + j * n);
        largest = size > largest ? size : largest;
    }
    double scale = NAME(safe_scale)(largest);
    if (scale != 1)
        NAME(nprt_la_scale)(n * n, scale, a);
    NAME(make_tridiagonal)(upper, n, a, w, e, tau, sums);
    int status = nprt_la_tridiagonal(work, n, w, e, real_z);
    if (scale != 1)
        nprt_la_scale_d(n, 1 / scale, w);
    if (status != NPRT_LA_OK || !vectors)
        return status;
    for (int64_t i = 0; i < n * n; i++)
        z[i] = real_z[i];
    status = NAME(turn_back)(work, upper, n, a, tau, z, sums);
    memcpy(a, z, (size_t)(n * n) * sizeof *a);
    return status;
}

static int NAME(eigh)(NprtDtype type, const NprtLaMatrix *given, bool upper, void *out_w,
                      void *out_v)
{
    NprtDtype result = nprt_la_result_type(type);
    int64_t n = given->rows, info;
    NprtLaWork work;
    nprt_la_work_init(&work);
    SCALAR *a = WORK_ALLOC(&work, n * n);
    double *w = nprt_la_work_d(&work, n);
    int status = NPRT_LA_NOMEM;
    if (!work.failed) {
        LOAD(type, given, a, n);
        if (n == 0)
            status = NPRT_LA_OK;
        else if (nprt_la_blas_eigh(LA_TYPE, upper, out_v != NULL, n, a, w, &info))
            status = info > 0 ? NPRT_LA_NO_CONVERGENCE : NPRT_LA_OK;
        else
            status = NAME(decompose)(&work, upper, n, a, w, out_v != NULL);
    }
    if (status == NPRT_LA_OK) {
        nprt_la_store_reals(result, w, n, out_w);
        if (out_v)
            STORE(result, a, n, n, n, out_v);
    }
    nprt_la_work_fini(&work);
    return status;
}

#undef LA_COMPLEX

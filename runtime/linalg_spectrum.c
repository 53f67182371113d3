/* What follows from singular values: pinv, matrix_rank and cond, with the arithmetic of
 * numpy/linalg. */
#include "runtime/linalg_internal.h"

#include <string.h>

/* The singular values of `a`, rounded to the real type of its result type and widened again. */
static int singular_values(NprtLaWork *work, NprtDtype type, const NprtLaMatrix *a, bool hermitian,
                           double **out_s)
{
    int64_t count = a->rows < a->cols ? a->rows : a->cols;
    double *s = nprt_la_work_d(work, count);
    *out_s = s;
    if (!s)
        return NPRT_LA_NOMEM;
    int status = hermitian ? nprt_la_svd_hermitian(type, a, NULL, s, NULL)
                           : nprt_la_svd(type, a, false, NULL, s, NULL);
    if (nprt_la_real_type(type) == NPRT_F32) {
        for (int64_t i = count - 1; i >= 0; i--) {
            float value;
            memcpy(&value, (const float *)(const void *)s + i, sizeof value);
            s[i] = (double)value;
        }
    }
    return status;
}

/* Rounds to float where that is the result's real type. */
static double rounded(NprtDtype type, double value)
{
    return nprt_la_real_type(type) == NPRT_F32 ? (double)(float)value : value;
}

static double epsilon(NprtDtype type)
{
    return nprt_la_real_type(type) == NPRT_F32 ? (double)FLT_EPSILON : DBL_EPSILON;
}

int nprt_la_matrix_rank(NprtDtype type, const NprtLaMatrix *a, double tol, double rtol,
                        bool hermitian, int64_t *out_rank)
{
    NprtLaWork work;
    int64_t count = a->rows < a->cols ? a->rows : a->cols;
    double *s;
    nprt_la_work_init(&work);
    int status = singular_values(&work, type, a, hermitian, &s);
    *out_rank = 0;
    if (status == NPRT_LA_OK) {
        double most = 0, size = (double)(a->rows > a->cols ? a->rows : a->cols);
        for (int64_t i = 0; i < count; i++)
            most = s[i] > most || isnan(s[i]) ? s[i] : most;
        if (tol < 0)
            tol =
                rtol < 0 ? rounded(type, most * rounded(type, size * epsilon(type))) : most * rtol;
        for (int64_t i = 0; i < count; i++)
            *out_rank += s[i] > tol;
    }
    nprt_la_work_fini(&work);
    return status;
}

/* ---- pinv
 * ---------------------------------------------------------------------------------------- */

/* t = s times the transpose of u (m x k, C-contiguous): k x m, in the arithmetic of `type`. */
static void scale_transposed(NprtDtype type, int64_t m, int64_t k, const double *s, const void *u,
                             void *t)
{
    int64_t parts = nprt_la_is_complex(type) ? 2 : 1;
    for (int64_t i = 0; i < k; i++) {
        for (int64_t j = 0; j < m; j++) {
            for (int64_t part = 0; part < parts; part++) {
                int64_t from = (j * k + i) * parts + part, to = (i * m + j) * parts + part;
                if (nprt_la_real_type(type) == NPRT_F32)
                    ((float *)t)[to] = (float)s[i] * ((const float *)u)[from];
                else
                    ((double *)t)[to] = s[i] * ((const double *)u)[from];
            }
        }
    }
}

/* Inverts the values above rcond times the largest and clears the others. */
static void invert_values(NprtDtype type, int64_t k, double rcond, double *s)
{
    double most = 0;
    for (int64_t i = 0; i < k; i++)
        most = s[i] > most || isnan(s[i]) ? s[i] : most;
    for (int64_t i = 0; i < k; i++)
        s[i] = s[i] > rcond * most ? rounded(type, 1 / s[i]) : 0;
}

/* conj(a) as the SVD wants it, in work memory where that is not `a` itself. */
static bool conjugate(NprtLaWork *work, NprtDtype type, const NprtLaMatrix *a, NprtLaMatrix *out)
{
    *out = *a;
    if (!nprt_la_is_complex(type))
        return true;
    NprtLaComplex *copy = nprt_la_work_z(work, a->rows * a->cols);
    if (!copy)
        return false;
    nprt_la_load_z(type, a, copy, a->rows);
    for (int64_t i = 0; i < a->rows * a->cols; i++)
        copy[i] = conj(copy[i]);
    int64_t size = (int64_t)sizeof *copy;
    *out = (NprtLaMatrix){copy, a->rows, a->cols, size, a->rows * size};
    return true;
}

/* Singular vectors and values in `type`'s result type, the values as double. */
typedef struct Factors {
    void *u, *vt;
    double *s;
} Factors;

static int factor(NprtLaWork *work, NprtDtype type, const NprtLaMatrix *a, bool hermitian,
                  Factors *out)
{
    const NprtDtype wide = nprt_la_is_complex(type) ? NPRT_C128 : NPRT_F64;
    int64_t m = a->rows, n = a->cols, k = m < n ? m : n, parts = nprt_la_is_complex(type) ? 2 : 1;
    NprtLaMatrix matrix;
    out->s = nprt_la_work_d(work, k);
    out->u = nprt_la_work_d(work, m * k * parts);
    out->vt = nprt_la_work_d(work, k * n * parts);
    if (work->failed || !conjugate(work, type, a, &matrix))
        return NPRT_LA_NOMEM;
    NprtDtype given = nprt_la_is_complex(type) ? wide : type;
    int status;
    if (given == NPRT_F32) {
        /* Widen first, so that the vectors come as doubles to be rounded with the values. */
        double *copy = nprt_la_work_d(work, m * n);
        if (!copy)
            return NPRT_LA_NOMEM;
        nprt_la_load_d(given, &matrix, copy, m);
        int64_t size = (int64_t)sizeof *copy;
        matrix = (NprtLaMatrix){copy, m, n, size, m * size};
        given = NPRT_F64;
    }
    status = hermitian ? nprt_la_svd_hermitian(given, &matrix, out->u, out->s, out->vt)
                       : nprt_la_svd(given, &matrix, false, out->u, out->s, out->vt);
    if (status != NPRT_LA_OK || nprt_la_real_type(type) != NPRT_F32)
        return status;
    for (int64_t i = 0; i < k; i++)
        out->s[i] = (double)(float)out->s[i];
    for (int64_t i = 0; i < m * k * parts; i++)
        ((float *)out->u)[i] = (float)((double *)out->u)[i];
    for (int64_t i = 0; i < k * n * parts; i++)
        ((float *)out->vt)[i] = (float)((double *)out->vt)[i];
    return status;
}

int nprt_la_pinv(NprtDtype type, const NprtLaMatrix *a, double rcond, bool hermitian, void *out)
{
    NprtDtype result = nprt_la_result_type(type);
    int64_t m = a->rows, n = a->cols, k = m < n ? m : n, size = nprt_la_size(result);
    NprtLaWork work;
    Factors f;
    if (k == 0)
        return NPRT_LA_OK;
    nprt_la_work_init(&work);
    int status = factor(&work, type, a, hermitian, &f);
    void *t = nprt_la_work_alloc(&work, k * m, (size_t)size);
    if (status == NPRT_LA_OK && !t)
        status = NPRT_LA_NOMEM;
    if (status == NPRT_LA_OK) {
        invert_values(type, k, rcond, f.s);
        scale_transposed(type, m, k, f.s, f.u, t);
        const NprtLaMatrix v = {f.vt, n, k, size, n * size}, st = {t, k, m, m * size, size};
        status = nprt_la_gemm(result, &v, &st, out);
    }
    nprt_la_work_fini(&work);
    return status;
}

/* ---- cond
 * ---------------------------------------------------------------------------------------- */

/* NumPy computes the inverse in double and takes its norm there. */
static int invert(NprtLaWork *work, NprtDtype type, const NprtLaMatrix *a, NprtLaMatrix *out)
{
    int64_t n = a->rows, parts = nprt_la_is_complex(type) ? 2 : 1, size = 8 * parts;
    double *copy = nprt_la_work_d(work, n * n * parts),
           *inverse = nprt_la_work_d(work, n * n * parts);
    if (work->failed)
        return NPRT_LA_NOMEM;
    const NprtLaMatrix matrix = {copy, n, n, size, n * size};
    if (parts == 2)
        nprt_la_load_z(type, a, (NprtLaComplex *)copy, n);
    else
        nprt_la_load_d(type, a, copy, n);
    *out = (NprtLaMatrix){inverse, n, n, n * size, size};
    int status = nprt_la_inv(parts == 2 ? NPRT_C128 : NPRT_F64, &matrix, inverse);
    if (status == NPRT_LA_SINGULAR) {
        for (int64_t i = 0; i < n * n * parts; i++)
            inverse[i] = NAN;
        status = NPRT_LA_OK;
    }
    return status;
}

/* A norm as double; of the singular values it is NaN where they do not exist. */
static int norm_of(NprtDtype type, const NprtLaMatrix *a, NprtLaNorm norm, double p, double *out)
{
    double value = 0;
    int status = nprt_la_norm_matrix(type, a, norm, p, &value);
    if (nprt_la_real_type(type) == NPRT_F32) {
        float narrow;
        memcpy(&narrow, &value, sizeof narrow);
        value = (double)narrow;
    }
    *out = value;
    if (norm == NPRT_LA_NORM_NUC && status == NPRT_LA_SVD_NO_CONVERGENCE) {
        *out = NAN;
        status = NPRT_LA_OK;
    }
    return status;
}

static int ratio_of_values(NprtLaWork *work, NprtDtype type, const NprtLaMatrix *a, bool inverted,
                           double *out)
{
    int64_t last = (a->rows < a->cols ? a->rows : a->cols) - 1;
    double *s;
    int status = singular_values(work, type, a, false, &s);
    if (status == NPRT_LA_SVD_NO_CONVERGENCE) {
        *out = NAN;
        return NPRT_LA_OK;
    }
    if (status == NPRT_LA_OK)
        *out = rounded(type, inverted ? s[last] / s[0] : s[0] / s[last]);
    return status;
}

static bool has_nan(NprtLaWork *work, NprtDtype type, const NprtLaMatrix *a)
{
    NprtLaComplex *copy = nprt_la_work_z(work, a->rows * a->cols);
    if (!copy)
        return false;
    if (nprt_la_is_complex(type)) {
        nprt_la_load_z(type, a, copy, a->rows);
        return isnan(nprt_la_max_abs_z(a->rows * a->cols, copy));
    }
    nprt_la_load_d(type, a, (double *)copy, a->rows);
    return isnan(nprt_la_max_abs_d(a->rows * a->cols, (const double *)copy));
}

int nprt_la_cond(NprtDtype type, const NprtLaMatrix *a, NprtLaNorm norm, double p, void *out)
{
    NprtLaWork work;
    NprtLaMatrix inverse;
    double value = 0, other = 0;
    if (a->rows == 0 || a->cols == 0)
        return NPRT_LA_EMPTY;
    nprt_la_work_init(&work);
    int status;
    if (norm == NPRT_LA_NORM_DEFAULT || (norm == NPRT_LA_NORM_P && (p == 2 || p == -2))) {
        status = ratio_of_values(&work, type, a, norm == NPRT_LA_NORM_P && p == -2, &value);
    } else {
        const NprtDtype wide = nprt_la_is_complex(type) ? NPRT_C128 : NPRT_F64;
        status = invert(&work, type, a, &inverse);
        if (status == NPRT_LA_OK)
            status = norm_of(type, a, norm, p, &value);
        if (status == NPRT_LA_OK)
            status = norm_of(wide, &inverse, norm, p, &other);
        value *= other;
    }
    if (status == NPRT_LA_OK && isnan(value) && !has_nan(&work, type, a))
        value = INFINITY;
    if (status == NPRT_LA_OK)
        nprt_la_store_reals(nprt_la_result_type(type), &value, 1, out);
    nprt_la_work_fini(&work);
    return status;
}

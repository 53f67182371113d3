/* Operations on vectors, and on a matrix and a vector, that the decompositions are made of. */
#include "runtime/linalg_internal.h"

/* ---- double: the kernels of the machine ------------------------------------------------------ */

void nprt_la_axpy_d(int64_t n, double alpha, const double *x, double *y)
{
    nprt_la_kernels()->d->axpy(n, alpha, x, y);
}

double nprt_la_dotc_d(int64_t n, const double *x, const double *y)
{
    return nprt_la_kernels()->d->dot(n, x, y);
}

void nprt_la_rot_d(int64_t n, double *x, double *y, double c, double s)
{
    nprt_la_kernels()->d->rot(n, x, y, c, s);
}

void nprt_la_rot_fused_d(int64_t n, double *x, double *y, double c, double s)
{
    nprt_la_kernels()->d->rot_fused(n, x, y, c, s);
}

void nprt_la_gemv_n_d(int64_t m, int64_t n, double alpha, const double *a, int64_t lda,
                      const double *x, double *y)
{
    nprt_la_kernels()->d->gemv_n(m, n, alpha, a, lda, x, y);
}

void nprt_la_gemv_n_row_d(int64_t m, int64_t n, double alpha, const double *a, int64_t lda,
                          const double *x, double *y)
{
    nprt_la_kernels()->d->gemv_n_row(m, n, alpha, a, lda, x, y);
}

void nprt_la_gemv_c_d(int64_t m, int64_t n, const double *a, int64_t lda, const double *x,
                      double *y)
{
    for (int64_t j = 0; j < n; j++)
        y[j] = 0;
    nprt_la_kernels()->d->gemv_t(m, n, a, lda, x, y);
}

/* ---- double complex -------------------------------------------------------------------------- */

void nprt_la_axpy_z(int64_t n, NprtLaComplex alpha, const NprtLaComplex *x, NprtLaComplex *y)
{
    for (int64_t i = 0; i < n; i++)
        y[i] += nprt_la_mul(alpha, x[i]);
}

NprtLaComplex nprt_la_dotc_z(int64_t n, const NprtLaComplex *x, const NprtLaComplex *y)
{
    NprtLaComplex sum = 0;
    for (int64_t i = 0; i < n; i++)
        sum += nprt_la_mul(conj(x[i]), y[i]);
    return sum;
}

void nprt_la_gemv_n_z(int64_t m, int64_t n, double alpha, const NprtLaComplex *a, int64_t lda,
                      const NprtLaComplex *x, NprtLaComplex *y)
{
    for (int64_t j = 0; j < n; j++)
        nprt_la_axpy_z(m, alpha * x[j], a + j * lda, y);
}

void nprt_la_gemv_n_row_z(int64_t m, int64_t n, double alpha, const NprtLaComplex *a, int64_t lda,
                          const NprtLaComplex *x, NprtLaComplex *y)
{
    nprt_la_gemv_n_z(m, n, alpha, a, lda, x, y);
}

void nprt_la_gemv_c_z(int64_t m, int64_t n, const NprtLaComplex *a, int64_t lda,
                      const NprtLaComplex *x, NprtLaComplex *y)
{
    for (int64_t j = 0; j < n; j++)
        y[j] = nprt_la_dotc_z(m, a + j * lda, x);
}

/* ---- both ------------------------------------------------------------------------------------ */

/* Sums of squares are taken in long double, which on x86 has the range and the precision to need no
 * scaling; elsewhere the sum is scaled when it leaves the safe range. */
double nprt_la_norm2_d(int64_t n, const double *x)
{
    long double sum = 0;
    for (int64_t i = 0; i < n; i++)
        sum += (long double)x[i] * x[i];
    if (LDBL_MAX_EXP > 2 * DBL_MAX_EXP || (sum > 0x1p-900L && sum < 0x1p900L) || isnan(sum))
        return (double)sqrtl(sum);
    double largest = nprt_la_max_abs_d(n, x), scaled = 0;
    if (largest == 0 || isinf(largest))
        return largest;
    for (int64_t i = 0; i < n; i++)
        scaled += x[i] / largest * (x[i] / largest);
    return largest * sqrt(scaled);
}

double nprt_la_norm2_z(int64_t n, const NprtLaComplex *x)
{
    return nprt_la_norm2_d(2 * n, (const double *)x);
}

double nprt_la_max_abs_d(int64_t n, const double *x)
{
    double largest = 0;
    for (int64_t i = 0; i < n; i++) {
        double size = fabs(x[i]);
        if (size > largest || isnan(size))
            largest = size;
        if (isnan(largest))
            break;
    }
    return largest;
}

double nprt_la_max_abs_z(int64_t n, const NprtLaComplex *x)
{
    return nprt_la_max_abs_d(2 * n, (const double *)x);
}

void nprt_la_scale_d(int64_t n, double alpha, double *x)
{
    for (int64_t i = 0; i < n; i++)
        x[i] *= alpha;
}

void nprt_la_scale_z(int64_t n, NprtLaComplex alpha, NprtLaComplex *x)
{
    for (int64_t i = 0; i < n; i++)
        x[i] = nprt_la_mul(alpha, x[i]);
}

void nprt_la_swap_d(int64_t n, double *x, double *y)
{
    for (int64_t i = 0; i < n; i++) {
        double xi = x[i];
        x[i] = y[i];
        y[i] = xi;
    }
}

void nprt_la_swap_z(int64_t n, NprtLaComplex *x, NprtLaComplex *y)
{
    nprt_la_swap_d(2 * n, (double *)x, (double *)y);
}

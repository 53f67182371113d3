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

/* ---- complex matrix and vector ----------------------------------------------------------------
 */

/* The rows in fours go to the kernels, the rest is done here, one by one. It must not be there:
 * where the machine can fuse, GCC 12 fuses a * b - c * d beside a * d + b * c even if told not to.
 */
#define COMPLEX_GEMV(NAME_N, NAME_T, REAL, SET)                                                    \
    void NAME_N(const NprtLaComplexGemv *g, REAL alpha)                                            \
    {                                                                                              \
        NprtLaComplexGemv whole = *g;                                                              \
        whole.m -= g->m % 4;                                                                       \
        if (whole.m > 0)                                                                           \
            nprt_la_kernels()->SET->complex_gemv_n(&whole, alpha);                                 \
        const REAL *a = g->a, *x = g->x;                                                           \
        REAL *y = g->y;                                                                            \
        for (int64_t i = whole.m; i < g->m; i++) {                                                 \
            REAL re = 0, im = 0;                                                                   \
            for (int64_t j = 0; j < g->n; j++) {                                                   \
                const REAL *aij = a + 2 * (i + j * g->lda), *xj = x + 2 * j;                       \
                re += aij[0] * xj[0] - aij[1] * xj[1];                                             \
                im += aij[0] * xj[1] + aij[1] * xj[0];                                             \
            }                                                                                      \
            y[2 * i] += alpha * re;                                                                \
            y[2 * i + 1] += alpha * im;                                                            \
        }                                                                                          \
    }                                                                                              \
                                                                                                   \
    void NAME_T(const NprtLaComplexGemv *g)                                                        \
    {                                                                                              \
        NprtLaComplexGemv whole = *g;                                                              \
        whole.m -= g->m % 4;                                                                       \
        if (whole.m > 0)                                                                           \
            nprt_la_kernels()->SET->complex_gemv_t(&whole);                                        \
        const REAL *x = g->x, sign = g->conj ? -1 : 1;                                             \
        REAL *y = g->y;                                                                            \
        for (int64_t j = 0; j < g->n && whole.m < g->m; j++) {                                     \
            const REAL *a = (const REAL *)g->a + 2 * j * g->lda;                                   \
            REAL re = 0, im = 0;                                                                   \
            for (int64_t i = 2 * whole.m; i < 2 * g->m; i += 2) {                                  \
                re += a[i] * x[i] - sign * (a[i + 1] * x[i + 1]);                                  \
                im += a[i] * x[i + 1] + sign * (a[i + 1] * x[i]);                                  \
            }                                                                                      \
            y[2 * j] += re;                                                                        \
            y[2 * j + 1] += im;                                                                    \
        }                                                                                          \
    }
/* The four sums of the kernel for any n. */
#define COMPLEX_DOT(NAME, REAL, SET)                                                               \
    void NAME(int64_t n, const REAL *x, const REAL *y, REAL *sums)                                 \
    {                                                                                              \
        int64_t whole = n - n % 8;                                                                 \
        sums[0] = sums[1] = sums[2] = sums[3] = 0;                                                 \
        if (whole > 0)                                                                             \
            nprt_la_kernels()->SET->complex_dot(whole, x, y, sums);                                \
        for (int64_t i = 2 * whole; i < 2 * n; i += 2) {                                           \
            sums[0] += x[i] * y[i];                                                                \
            sums[1] += x[i + 1] * y[i + 1];                                                        \
            sums[2] += x[i] * y[i + 1];                                                            \
            sums[3] += x[i + 1] * y[i];                                                            \
        }                                                                                          \
    }
COMPLEX_DOT(nprt_la_complex_dot_f, float, f)
COMPLEX_DOT(nprt_la_complex_dot_d, double, d)

COMPLEX_GEMV(nprt_la_complex_gemv_n_f, nprt_la_complex_gemv_t_f, float, f)
COMPLEX_GEMV(nprt_la_complex_gemv_n_d, nprt_la_complex_gemv_t_d, double, d)

/* ---- double complex -------------------------------------------------------------------------- */

void nprt_la_axpy_z(int64_t n, NprtLaComplex alpha, const NprtLaComplex *x, NprtLaComplex *y)
{
    int64_t whole = n - n % 16;
    if (whole > 0)
        nprt_la_kernels()->d->complex_axpy(whole, creal(alpha), cimag(alpha), (const double *)x,
                                           (double *)y);
    for (int64_t i = whole; i < n; i++)
        y[i] += nprt_la_mul(alpha, x[i]);
}

NprtLaComplex nprt_la_dotc_z(int64_t n, const NprtLaComplex *x, const NprtLaComplex *y)
{
    double sums[4];
    nprt_la_complex_dot_d(n, (const double *)x, (const double *)y, sums);
    return nprt_la_complex(sums[0] + sums[1], sums[2] - sums[3]);
}

void nprt_la_gemv_n_z(int64_t m, int64_t n, double alpha, const NprtLaComplex *a, int64_t lda,
                      const NprtLaComplex *x, NprtLaComplex *y)
{
    const NprtLaComplexGemv g = {.m = m, .n = n, .a = a, .lda = lda, .x = x, .y = y};
    nprt_la_complex_gemv_n_d(&g, alpha);
}

void nprt_la_gemv_n_row_z(int64_t m, int64_t n, double alpha, const NprtLaComplex *a, int64_t lda,
                          const NprtLaComplex *x, NprtLaComplex *y)
{
    const NprtLaComplexGemv g = {
        .m = m, .n = n, .a = a, .lda = lda, .x = x, .y = y, .singly = true};
    nprt_la_complex_gemv_n_d(&g, alpha);
}

void nprt_la_gemv_c_z(int64_t m, int64_t n, const NprtLaComplex *a, int64_t lda,
                      const NprtLaComplex *x, NprtLaComplex *y)
{
    const NprtLaComplexGemv g = {.m = m, .n = n, .a = a, .lda = lda, .x = x, .y = y, .conj = true};
    for (int64_t j = 0; j < n; j++)
        y[j] = 0;
    nprt_la_complex_gemv_t_d(&g);
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

/* linalg_internal.h - what the parts of linalg_*.c share.
 *
 * Decompositions work on copies in column-major order ("a[i + j * lda]"), in double or in double
 * complex. A routine for both is written once, in a *.inc.c file over SCALAR, and built twice; its
 * two instances end in _d and _z. */
#ifndef NPRT_LINALG_INTERNAL_H
#define NPRT_LINALG_INTERNAL_H

#include <complex.h>
#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "runtime/linalg.h"
#include "runtime/linalg_kernels.h"

/* LAPACK's machine constants: dlamch("Epsilon"), ("Precision") and ("Safe minimum"). */
#define LA_EPS      (DBL_EPSILON / 2)
#define LA_ULP      DBL_EPSILON
#define LA_SAFE_MIN DBL_MIN

typedef double complex NprtLaComplex;

/* ---- arithmetic ----------------------------------------------------------------------------- */

/* C's CMPLX, which not every library has. */
static inline NprtLaComplex nprt_la_complex(double re, double im)
{
    union {
        double parts[2];
        NprtLaComplex value;
    } u = {{re, im}};
    return u.value;
}

/* Plain products and quotients: C's own complex ones look after infinities, at a price. */
static inline NprtLaComplex nprt_la_mul(NprtLaComplex a, NprtLaComplex b)
{
    return nprt_la_complex(creal(a) * creal(b) - cimag(a) * cimag(b),
                           creal(a) * cimag(b) + cimag(a) * creal(b));
}

/* a / b without overflow on the way; LAPACK's dladiv (linalg_work.c). */
NprtLaComplex nprt_la_div(NprtLaComplex a, NprtLaComplex b);

/* 1 / a as OpenBLAS takes it for pivots. */
static inline NprtLaComplex nprt_la_inverse(NprtLaComplex a)
{
    double re = creal(a), im = cimag(a);
    if (fabs(re) >= fabs(im)) {
        double ratio = im / re, scale = 1 / (re * (1 + ratio * ratio));
        return nprt_la_complex(scale, -ratio * scale);
    }
    double ratio = re / im, scale = 1 / (im * (1 + ratio * ratio));
    return nprt_la_complex(ratio * scale, -scale);
}

static inline double nprt_la_abs1(NprtLaComplex a)
{
    return fabs(creal(a)) + fabs(cimag(a));
}

/* sqrt(x^2 + y^2) without overflow: LAPACK's dlapy2, to the bit. */
static inline double nprt_la_lapy2(double x, double y)
{
    double most = fmax(fabs(x), fabs(y)), least = fmin(fabs(x), fabs(y));
    if (isnan(x) || isnan(y))
        return NAN;
    return least == 0 || isinf(most) ? most : most * sqrt(1 + least / most * (least / most));
}

/* ---- work memory (linalg_work.c) ------------------------------------------------------------ */

/* Memory for one call: handed out piece by piece, freed at once. Small problems fit in the room
 * inside, on the caller's stack. */
typedef struct NprtLaWork {
    struct NprtLaBlock *blocks; /* owned; what did not fit */
    size_t used;
    bool failed; /* some allocation returned NULL */
    _Alignas(64) unsigned char room[4096];
} NprtLaWork;

void nprt_la_work_init(NprtLaWork *work);
void nprt_la_work_fini(NprtLaWork *work);

/* `count` elements of `size` bytes, 64-byte aligned, not initialised. NULL without memory (then
 * also work->failed, so that a group of allocations can be tested together); never for count 0. */
void *nprt_la_work_alloc(NprtLaWork *work, int64_t count, size_t size);

static inline double *nprt_la_work_d(NprtLaWork *work, int64_t count)
{
    return nprt_la_work_alloc(work, count, sizeof(double));
}

static inline NprtLaComplex *nprt_la_work_z(NprtLaWork *work, int64_t count)
{
    return nprt_la_work_alloc(work, count, sizeof(NprtLaComplex));
}

/* ---- conversion (linalg_work.c) ------------------------------------------------------------- */

static inline bool nprt_la_is_complex(NprtDtype type)
{
    return type == NPRT_C64 || type == NPRT_C128;
}

int64_t nprt_la_size(NprtDtype type); /* bytes of an element */

/* The type of absolute values: F32 or F64. */
static inline NprtDtype nprt_la_real_type(NprtDtype type)
{
    return type == NPRT_F32 || type == NPRT_C64 ? NPRT_F32 : NPRT_F64;
}

float nprt_la_half_to_float(uint16_t half);
uint16_t nprt_la_float_to_half(float value); /* to nearest, ties to even */

/* The matrix as columns of doubles (a real one only) or of complex numbers. */
void nprt_la_load_d(NprtDtype type, const NprtLaMatrix *a, double *to, int64_t ld);
void nprt_la_load_z(NprtDtype type, const NprtLaMatrix *a, NprtLaComplex *to, int64_t ld);

/* Columns of doubles or complex numbers into a C-contiguous rows x cols result, rounded to `type`:
 * F32 or F64 for _d, C64 or C128 for _z. */
void nprt_la_store_d(NprtDtype type, const double *from, int64_t ld, int64_t rows, int64_t cols,
                     void *to);
void nprt_la_store_z(NprtDtype type, const NprtLaComplex *from, int64_t ld, int64_t rows,
                     int64_t cols, void *to);

/* A list of doubles into a list of F32 or F64, whichever is the real type of `type`. */
void nprt_la_store_reals(NprtDtype type, const double *from, int64_t count, void *to);

/* ---- products (linalg_gemm.c) --------------------------------------------------------------- */

/* NPRT_LA_OK or NPRT_LA_NOMEM. _f float, _d double, _c float complex, _z double complex. */
int nprt_la_product_f(const NprtLaProduct *p);
int nprt_la_product_d(const NprtLaProduct *p);
int nprt_la_product_c(const NprtLaProduct *p);
int nprt_la_product_z(const NprtLaProduct *p);

/* Integers and bool, with any strides; linalg_int.c. */
int nprt_la_int_gemm(NprtDtype type, const NprtLaMatrix *a, const NprtLaMatrix *b, void *out);
void nprt_la_int_dot(NprtDtype type, const NprtLaVector *x, const NprtLaVector *y, void *out);

/* ---- vectors (linalg_vector.c) -------------------------------------------------------------- */

/* y += alpha x */
void nprt_la_axpy_d(int64_t n, double alpha, const double *x, double *y);
void nprt_la_axpy_z(int64_t n, NprtLaComplex alpha, const NprtLaComplex *x, NprtLaComplex *y);

/* Sum of conj(x[i]) y[i]. */
double nprt_la_dotc_d(int64_t n, const double *x, const double *y);
NprtLaComplex nprt_la_dotc_z(int64_t n, const NprtLaComplex *x, const NprtLaComplex *y);

/* x *= alpha */
void nprt_la_scale_d(int64_t n, double alpha, double *x);
void nprt_la_scale_z(int64_t n, NprtLaComplex alpha, NprtLaComplex *x);

/* Euclidean norm, without overflow on the way. */
double nprt_la_norm2_d(int64_t n, const double *x);
double nprt_la_norm2_z(int64_t n, const NprtLaComplex *x);

void nprt_la_swap_d(int64_t n, double *x, double *y);
void nprt_la_swap_z(int64_t n, NprtLaComplex *x, NprtLaComplex *y);

/* x, y = c x + s y, c y - s x; rounded as LAPACK's dlasr does, or (_fused) as OpenBLAS's drot. */
void nprt_la_rot_d(int64_t n, double *x, double *y, double c, double s);
void nprt_la_rot_fused_d(int64_t n, double *x, double *y, double c, double s);

/* y += alpha A x, alpha = 1 or -1, A m x n. _row: x is a copy of a row (see linalg_kernels.h). */
void nprt_la_gemv_n_d(int64_t m, int64_t n, double alpha, const double *a, int64_t lda,
                      const double *x, double *y);
void nprt_la_gemv_n_z(int64_t m, int64_t n, double alpha, const NprtLaComplex *a, int64_t lda,
                      const NprtLaComplex *x, NprtLaComplex *y);
void nprt_la_gemv_n_row_d(int64_t m, int64_t n, double alpha, const double *a, int64_t lda,
                          const double *x, double *y);
void nprt_la_gemv_n_row_z(int64_t m, int64_t n, double alpha, const NprtLaComplex *a, int64_t lda,
                          const NprtLaComplex *x, NprtLaComplex *y);

/* y = A^H x, A m x n. */
void nprt_la_gemv_c_d(int64_t m, int64_t n, const double *a, int64_t lda, const double *x,
                      double *y);
void nprt_la_gemv_c_z(int64_t m, int64_t n, const NprtLaComplex *a, int64_t lda,
                      const NprtLaComplex *x, NprtLaComplex *y);

/* The kernels of the same names for any size. */
void nprt_la_complex_dot_f(int64_t n, const float *x, const float *y, float *sums);
void nprt_la_complex_dot_d(int64_t n, const double *x, const double *y, double *sums);
void nprt_la_complex_gemv_n_f(const NprtLaComplexGemv *g, float alpha);
void nprt_la_complex_gemv_n_d(const NprtLaComplexGemv *g, double alpha);
void nprt_la_complex_gemv_t_f(const NprtLaComplexGemv *g);
void nprt_la_complex_gemv_t_d(const NprtLaComplexGemv *g);

/* The largest |x[i]| (of real and imaginary part), or NaN where an element is. */
double nprt_la_max_abs_d(int64_t n, const double *x);
double nprt_la_max_abs_z(int64_t n, const NprtLaComplex *x);

/* ---- orthogonal factors (linalg_qr.c) -------------------------------------------------------- */

/* Factors m x n: R in the upper triangle, reflectors below it, tau for each of the min(m, n). */
int nprt_la_factor_qr_d(NprtLaWork *work, int64_t m, int64_t n, double *a, double *tau);
int nprt_la_factor_qr_z(NprtLaWork *work, int64_t m, int64_t n, NprtLaComplex *a,
                        NprtLaComplex *tau);

/* Replaces the reflectors by the first `cols` columns of Q; a has room for m x cols. */
int nprt_la_make_q_d(NprtLaWork *work, int64_t m, int64_t cols, int64_t reflectors, double *a,
                     const double *tau);
int nprt_la_make_q_z(NprtLaWork *work, int64_t m, int64_t cols, int64_t reflectors,
                     NprtLaComplex *a, const NprtLaComplex *tau);

/* Reflectors as nprt_la_factor_qr leaves them. */
typedef struct NprtLaReflectorsD {
    int64_t rows, count;
    const double *v; /* columns ld apart; what lies on and above the diagonal is not read */
    int64_t ld;
    const double *tau;
} NprtLaReflectorsD;

typedef struct NprtLaReflectorsZ {
    int64_t rows, count;
    const NprtLaComplex *v;
    int64_t ld;
    const NprtLaComplex *tau;
} NprtLaReflectorsZ;

/* c = Q c, or Q^H c where `adjoint`; c has q->rows rows, n columns. */
int nprt_la_apply_q_d(NprtLaWork *work, const NprtLaReflectorsD *q, bool adjoint, int64_t n,
                      double *c, int64_t ldc);
int nprt_la_apply_q_z(NprtLaWork *work, const NprtLaReflectorsZ *q, bool adjoint, int64_t n,
                      NprtLaComplex *c, int64_t ldc);

/* ---- tridiagonal matrices (linalg_tridiagonal.c) ----------------------------------------------
 */

/* Eigenvalues of the symmetric matrix with diagonal d (n) and off-diagonal e (n - 1), ascending in
 * d; e is destroyed. z (n x n, NULL: not wanted) becomes the eigenvectors. */
int nprt_la_tridiagonal(NprtLaWork *work, int64_t n, double *d, double *e, double *z);

/* The rotation c, s, r with (c s; -s c) (f, g)' = (r, 0)' and c >= 0: LAPACK 3.10's dlartg. */
void nprt_la_make_rotation(double f, double g, double *c, double *s, double *r);

/* ---- bidiagonal matrices (linalg_bidiagonal.c) ------------------------------------------------
 */

/* Singular values of the matrix with diagonal d (n) and off-diagonal e (n - 1, above the diagonal,
 * or below it where `lower`), descending in d; e is destroyed. u and v (n x n, both or neither
 * NULL) become the singular vectors, in columns. */
int nprt_la_bidiagonal(NprtLaWork *work, bool lower, int64_t n, double *d, double *e, double *u,
                       double *v);

/* Only the values, n >= 3, of an upper bidiagonal matrix; linalg_dqds.c. Leaves d alone and returns
 * false where the algorithm fails. */
bool nprt_la_dqds(NprtLaWork *work, int64_t n, double *d, const double *e);

/* The same for an upper bidiagonal matrix B = U S V^T, where b (n x b_cols, row by row) becomes U^T
 * b. */
int nprt_la_bidiagonal_rows(NprtLaWork *work, int64_t n, double *d, double *e, int64_t b_cols,
                            double *b, double *v);

/* ---- singular values (linalg_svd.c) -----------------------------------------------------------
 */

/* Singular values s of m x n, which is destroyed, and unless both are NULL the columns of u and the
 * rows of vt (A = U S V^H): as many as a has rows and columns when `full`, else min(m, n). */
int nprt_la_svd_factors_d(NprtLaWork *work, int64_t m, int64_t n, double *a, bool full, double *s,
                          double *u, double *vt);
int nprt_la_svd_factors_z(NprtLaWork *work, int64_t m, int64_t n, NprtLaComplex *a, bool full,
                          double *s, NprtLaComplex *u, NprtLaComplex *vt);

/* ---- Schur form (linalg_schur_*.c) ------------------------------------------------------------
 */

/* QR iteration on the upper Hessenberg matrix h (n x n), whose rows and columns lo .. hi - 1 form
 * the part that is not triangular yet. Eigenvalues go to w as (real, imaginary) pairs, in the order
 * they stand on the diagonal. Where z is not NULL, h becomes the Schur form T and z is multiplied
 * by the transformations; else only the eigenvalues are right. The real T has a 2 x 2 block, with
 * equal diagonal elements, for each complex pair. */
int nprt_la_schur_d(int64_t n, int64_t lo, int64_t hi, double *h, NprtLaComplex *w, double *z);
int nprt_la_schur_z(int64_t n, int64_t lo, int64_t hi, NprtLaComplex *h, NprtLaComplex *w,
                    NprtLaComplex *z);

/* The eigenvectors of T, upper triangular n x n, into x. For a complex pair of a real T two columns
 * hold real and imaginary part (of the eigenvalue with the positive imaginary part). `room` is for
 * n numbers. */
void nprt_la_schur_vectors_d(int64_t n, const double *t, double *room, double *x);
void nprt_la_schur_vectors_z(int64_t n, const NprtLaComplex *t, double *room, NprtLaComplex *x);

#endif

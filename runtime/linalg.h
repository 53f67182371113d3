/* linalg.h - numpy.linalg and the products, for the runtime.
 *
 * Input: matrices and vectors where they lie (pointer, extents, byte strides; any strides, also
 * zero and negative ones). Output: C-contiguous memory of the caller, which must not overlap an
 * input. Every function returns a status of NprtLaStatus and leaves its outputs undefined when
 * that is not NPRT_LA_OK. No global state but the choice of kernels and library, made once at first
 * use; all functions may be called from any thread.
 *
 * Element types: the products (dot ... kron, matrix_power) take every dtype and give the same one
 * (integers wrap, bool means or/and). The norms compute in the real type of the operand, as NumPy.
 * Everything else computes in float64 or complex128, as numpy.linalg does, and rounds to
 * nprt_la_result_type(type) at the end; "real" below means the real type of that.
 *
 * Results follow NumPy with its OpenBLAS in the signs and the order of vectors and, for small
 * matrices, mostly to the last bit: the algorithms are LAPACK's. Above a size where it pays, a
 * BLAS/LAPACK library found on the machine is used (see linalg_blas.h). */
#ifndef NPRT_LINALG_H
#define NPRT_LINALG_H

#include <stdbool.h>
#include <stdint.h>

#include "runtime/nprt.h"

typedef enum NprtLaStatus {
    NPRT_LA_OK,
    NPRT_LA_SINGULAR,             /* "Singular matrix" */
    NPRT_LA_NOT_PD,               /* "Matrix is not positive definite" */
    NPRT_LA_NO_CONVERGENCE,       /* "Eigenvalues did not converge" */
    NPRT_LA_SVD_NO_CONVERGENCE,   /* "SVD did not converge" */
    NPRT_LA_LSTSQ_NO_CONVERGENCE, /* "SVD did not converge in Linear Least Squares" */
    NPRT_LA_NOT_FINITE,           /* "Array must not contain infs or NaNs" */
    NPRT_LA_BAD_ORDER,            /* ValueError: "Invalid norm order for matrices." */
    NPRT_LA_EMPTY,                /* "cond is not defined on empty arrays" */
    NPRT_LA_NO_MINIMUM, /* ValueError: "zero-size array to reduction operation minimum ..." */
    NPRT_LA_NOMEM       /* MemoryError */
} NprtLaStatus;

/* The text NumPy raises for `status` (static), and the kind of exception. */
const char *nprt_la_status_text(int status);
NprtExcKind nprt_la_status_kind(int status);

/* The library in use, such as "OpenBLAS (libopenblas.so.0)", or "built-in". Looks for one if that
 * has not happened yet. Static. */
const char *nprt_la_backend_name(void);

/* Strides in bytes. */
typedef struct NprtLaVector {
    const void *data;
    int64_t count;
    int64_t stride;
} NprtLaVector;

typedef struct NprtLaMatrix {
    const void *data;
    int64_t rows, cols;
    int64_t row_stride, col_stride;
} NprtLaMatrix;

/* The dtype of inv, det, qr, ... of `type`: float32 and complex64 stay, the other complex and real
 * types give complex128 and float64. */
NprtDtype nprt_la_result_type(NprtDtype type);

/* ---- products: every dtype ------------------------------------------------------------------ */

/* Sum of x[i] * y[i]; vdot conjugates x. Equal counts. */
int nprt_la_dot(NprtDtype type, const NprtLaVector *x, const NprtLaVector *y, void *out);
int nprt_la_vdot(NprtDtype type, const NprtLaVector *x, const NprtLaVector *y, void *out);

/* a @ x, a->rows elements. For x @ a pass `a` with rows and columns exchanged. */
int nprt_la_gemv(NprtDtype type, const NprtLaMatrix *a, const NprtLaVector *x, void *out);

/* a @ b, a->rows by b->cols. */
int nprt_la_gemm(NprtDtype type, const NprtLaMatrix *a, const NprtLaMatrix *b, void *out);

/* `count` products one behind the other in `out`; the operands of the next one lie `a_step` and
 * `b_step` bytes further (0: the same operand again). */
int nprt_la_gemm_batch(NprtDtype type, const NprtLaMatrix *a, int64_t a_step, const NprtLaMatrix *b,
                       int64_t b_step, int64_t count, void *out);

/* np.kron of two matrices: (a->rows * b->rows) by (a->cols * b->cols). */
int nprt_la_kron(NprtDtype type, const NprtLaMatrix *a, const NprtLaMatrix *b, void *out);

/* a to the power n. n >= 0 takes every dtype; n < 0 inverts first and gives
 * nprt_la_result_type(type). */
int nprt_la_matrix_power(NprtDtype type, const NprtLaMatrix *a, int64_t n, void *out);

/* ---- linear systems ------------------------------------------------------------------------- */

int nprt_la_inv(NprtDtype type, const NprtLaMatrix *a, void *out);

/* Solves a @ x = b; x has the shape of b. A vector is a matrix of one column. */
int nprt_la_solve(NprtDtype type, const NprtLaMatrix *a, const NprtLaMatrix *b, void *out);

int nprt_la_det(NprtDtype type, const NprtLaMatrix *a, void *out);

/* Sign (result type; zero for a singular matrix) and log of the absolute value (real; then -inf).
 */
int nprt_la_slogdet(NprtDtype type, const NprtLaMatrix *a, void *out_sign, void *out_logdet);

/* The triangular factor, zeros in the other half. Reads only that half of `a`. */
int nprt_la_cholesky(NprtDtype type, const NprtLaMatrix *a, bool upper, void *out);

/* ---- orthogonal decompositions -------------------------------------------------------------- */

typedef enum NprtLaQrMode {
    NPRT_LA_QR_REDUCED,  /* q m x k, r k x n, k = min(m, n) */
    NPRT_LA_QR_COMPLETE, /* q m x m, r m x n */
    NPRT_LA_QR_R,        /* r k x n; out_q unused */
    NPRT_LA_QR_RAW       /* out_q = h, n x m; out_r = tau, k */
} NprtLaQrMode;

int nprt_la_qr(NprtDtype type, const NprtLaMatrix *a, NprtLaQrMode mode, void *out_q, void *out_r);

/* Eigenvalues `out_w` (n) and eigenvectors `out_v` (n x n, in columns; NULL: not wanted) of a
 * general matrix, complex64 for float32 and complex64, else complex128. `*out_is_real` tells
 * whether NumPy would give real arrays: the matrix is real and all imaginary parts are zero. */
int nprt_la_eig(NprtDtype type, const NprtLaMatrix *a, void *out_w, void *out_v, bool *out_is_real);

/* Eigenvalues (real, ascending) and eigenvectors (NULL: not wanted) of a symmetric or Hermitian
 * matrix of which one triangle is read. */
int nprt_la_eigh(NprtDtype type, const NprtLaMatrix *a, bool upper, void *out_w, void *out_v);

/* Singular values `out_s` (k = min(m, n), real, descending) and, unless NULL, `out_u` and `out_vt`:
 * m x m and n x n when `full`, else m x k and k x n. */
int nprt_la_svd(NprtDtype type, const NprtLaMatrix *a, bool full, void *out_u, void *out_s,
                void *out_vt);

/* The same for a Hermitian matrix through its eigenvalues, as svd(a, hermitian=True). */
int nprt_la_svd_hermitian(NprtDtype type, const NprtLaMatrix *a, void *out_u, void *out_s,
                          void *out_vt);

/* ---- least squares and what follows from singular values ------------------------------------ */

typedef struct NprtLaLstsq {
    void *x;                 /* out: a->cols x b->cols, result type */
    void *residuals;         /* out: b->cols sums of squares, real */
    void *s;                 /* out: min(m, n) singular values, real */
    int64_t rank;            /* out */
    int64_t residuals_count; /* out: b->cols, or 0 where NumPy gives an empty array */
} NprtLaLstsq;

/* rcond < 0 means machine precision, as in LAPACK; NumPy's default (None) is eps * max(m, n). */
int nprt_la_lstsq(NprtDtype type, const NprtLaMatrix *a, const NprtLaMatrix *b, double rcond,
                  NprtLaLstsq *out);

/* a->cols x a->rows. Singular values up to rcond times the largest count as zero (NumPy: 1e-15). */
int nprt_la_pinv(NprtDtype type, const NprtLaMatrix *a, double rcond, bool hermitian, void *out);

/* The number of singular values above a tolerance: tol >= 0 is the tolerance itself; else
 * rtol >= 0 is a factor of the largest; else the factor is eps * max(m, n). */
int nprt_la_matrix_rank(NprtDtype type, const NprtLaMatrix *a, double tol, double rtol,
                        bool hermitian, int64_t *out_rank);

typedef enum NprtLaNorm {
    NPRT_LA_NORM_DEFAULT, /* ord None: Euclid, Frobenius; cond: 2 */
    NPRT_LA_NORM_FRO,
    NPRT_LA_NORM_NUC,
    NPRT_LA_NORM_P /* ord = p: vectors any number; matrices 1, -1, 2, -2, inf, -inf */
} NprtLaNorm;

/* Condition number (real) in the given norm. */
int nprt_la_cond(NprtDtype type, const NprtLaMatrix *a, NprtLaNorm norm, double p, void *out);

/* np.linalg.norm of a vector and of a matrix. Integers and bool give float64, the others their
 * real type; float16 is not supported (NumPy itself rounds at every step there). */
int nprt_la_norm_vector(NprtDtype type, const NprtLaVector *x, NprtLaNorm norm, double p,
                        void *out);
int nprt_la_norm_matrix(NprtDtype type, const NprtLaMatrix *a, NprtLaNorm norm, double p,
                        void *out);

#endif

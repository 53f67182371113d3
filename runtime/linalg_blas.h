/* linalg_blas.h - BLAS and LAPACK from a library of the machine, where there is one.
 *
 * The library is looked for once, when a problem is first large enough for it: $NPJIT_BLAS (a path
 * or a name for dlopen; "none" forbids libraries), then OpenBLAS, MKL, BLIS, the reference LAPACK.
 * It is called through the Fortran interface, with 32- or 64-bit integers, and keeps its own number
 * of threads.
 *
 * All functions may be called from any thread. They return false when there is no library, the
 * problem is too small, or work memory is missing: the caller then runs its own code on its
 * unchanged operands. "LaScalar" says which routine of a pair; matrices are column-major. `*info`
 * is LAPACK's: 0, or positive where the problem has no solution. */
#ifndef NPRT_LINALG_BLAS_H
#define NPRT_LINALG_BLAS_H

#include <stdbool.h>
#include <stdint.h>

#include "runtime/linalg_kernels.h"
#include "runtime/nprt.h"

typedef enum NprtLaScalar {
    NPRT_LA_D, /* double */
    NPRT_LA_Z  /* double complex */
} NprtLaScalar;

/* F32, F64, C64 or C128. */
bool nprt_la_blas_gemm(NprtDtype type, const NprtLaProduct *p);

/* y = A x, A row-major with rows `lda` elements apart. */
bool nprt_la_blas_gemv(NprtDtype type, int64_t rows, int64_t cols, const void *a, int64_t lda,
                       const void *x, void *y);

/* LU with row exchanges; pivots count from 0. */
bool nprt_la_blas_lu(NprtLaScalar scalar, int64_t n, void *a, int64_t *pivots, int64_t *info);

/* LU, then b becomes the solution. */
bool nprt_la_blas_solve(NprtLaScalar scalar, int64_t n, int64_t columns, void *a, void *b,
                        int64_t *info);

/* The lower triangle becomes its Cholesky factor. */
bool nprt_la_blas_cholesky(NprtLaScalar scalar, int64_t n, void *a, int64_t *info);

/* Householder QR (geqrf), and from it the first `columns` of Q (orgqr), in place. */
bool nprt_la_blas_qr(NprtLaScalar scalar, int64_t m, int64_t n, void *a, void *tau);
bool nprt_la_blas_make_q(NprtLaScalar scalar, int64_t m, int64_t columns, int64_t reflectors,
                         void *a, const void *tau);

/* Eigenvalues of one triangle, ascending; `a` becomes the eigenvectors if wanted. */
bool nprt_la_blas_eigh(NprtLaScalar scalar, bool upper, bool vectors, int64_t n, void *a, double *w,
                       int64_t *info);

/* Eigenvalues as (real, imaginary) pairs. `v` (n x n scalars, NULL: not wanted) as LAPACK leaves
 * it: for NPRT_LA_D a complex pair takes two columns, real and imaginary part. */
bool nprt_la_blas_eig(NprtLaScalar scalar, int64_t n, void *a, double *w, void *v, int64_t *info);

/* job 'N', 'S' or 'A' as in gesdd; u has m rows, vt has k (job S) or n rows. */
bool nprt_la_blas_svd(NprtLaScalar scalar, char job, int64_t m, int64_t n, void *a, double *s,
                      void *u, void *vt, int64_t *info);

/* "OpenBLAS ..." or "built-in". */
const char *nprt_la_blas_name(void);

#endif

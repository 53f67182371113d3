/* linalg_kernels.h - the inner loops of the products, one set per instruction set.
 *
 * Everything above them in linalg_*.c is plain C that calls through nprt_la_kernels(). A set is
 * written once (linalg_kernels.inc.c) and built for AVX-512, AVX2 + FMA and plain vectors; which
 * one runs is decided at first use. Sums are taken in the same order in every set; only whether a
 * multiplication and the addition after it are fused depends on the machine. */
#ifndef NPRT_LINALG_KERNELS_H
#define NPRT_LINALG_KERNELS_H

#include <stdbool.h>
#include <stdint.h>

/* What happens to the old value of c. */
typedef enum NprtLaUpdate {
    NPRT_LA_STORE, /* c = a b */
    NPRT_LA_ADD,   /* c += a b */
    NPRT_LA_SUB    /* c -= a b */
} NprtLaUpdate;

/* One product of matrices, for any element type. Strides in elements; the columns of c lie side by
 * side. A column-major c is the transposed problem. conj_* matter for complex elements only. */
typedef struct NprtLaProduct {
    int64_t m, n, k;
    const void *a;
    int64_t a_row, a_col;
    const void *b;
    int64_t b_row, b_col;
    void *c;
    int64_t c_row;
    NprtLaUpdate update;
    bool conj_a, conj_b;
} NprtLaProduct;

/* A complex matrix, m x n with columns lda elements apart, and vectors x and y. */
typedef struct NprtLaComplexGemv {
    int64_t m, n;
    const void *a;
    int64_t lda;
    const void *x;
    void *y;
    bool conj;   /* complex_gemv_t: conjugates a */
    bool singly; /* complex_gemv_n: x is strided, as in gemv_n_row */
} NprtLaComplexGemv;

/* The loops over REAL = float, double:
 *   tile        c[rows][cols] = sum over k of a[k][rows] times b[k][cols], packed operands; the
 * rows of c are c_row apart complex_tile   the same with real parts, then imaginary parts, of each
 * a[k], b[k] and of c small       a whole small product; b_col must be 1 gemv_n      y += alpha A
 * x, alpha = 1 or -1, A m x n with columns lda apart gemv_n_row  the same, rounded as OpenBLAS
 * rounds it when x is strided, such as a row of a matrix gemv_t      y[j] += the dot product of x
 * and column j of A, m x n dot, axpy (y += alpha x), rot (x, y = c x + s y, c y - s x)   on n
 * neighbouring elements rot_fused   rot with fused multiplications, where the machine has them */
#define NPRT_LA_KERNEL_SET(NAME, REAL)                                                             \
    typedef struct NAME {                                                                          \
        int64_t rows, cols, complex_rows, complex_cols;                                            \
        void (*tile)(int64_t k, const REAL *a, const REAL *b, REAL *c, int64_t c_row);             \
        void (*complex_tile)(int64_t k, const REAL *a, const REAL *b, REAL *c);                    \
        void (*small)(const NprtLaProduct *p);                                                     \
        void (*gemv_n)(int64_t m, int64_t n, REAL alpha, const REAL *a, int64_t lda,               \
                       const REAL *x, REAL *y);                                                    \
        void (*gemv_n_row)(int64_t m, int64_t n, REAL alpha, const REAL *a, int64_t lda,           \
                           const REAL *x, REAL *y);                                                \
        void (*gemv_t)(int64_t m, int64_t n, const REAL *a, int64_t lda, const REAL *x, REAL *y);  \
        void (*complex_gemv_n)(const NprtLaComplexGemv *g, REAL alpha);                            \
        void (*complex_gemv_t)(const NprtLaComplexGemv *g);                                        \
        void (*complex_dot)(int64_t n, const REAL *x, const REAL *y, REAL *sums);                  \
        void (*complex_axpy)(int64_t n, REAL re, REAL im, const REAL *x, REAL *y);                 \
        void (*symv)(int64_t m, const REAL *a, int64_t lda, const REAL *x, REAL *y,                \
                     const REAL *factors, REAL *sums);                                             \
        REAL (*dot)(int64_t n, const REAL *x, const REAL *y);                                      \
        void (*axpy)(int64_t n, REAL alpha, const REAL *x, REAL *y);                               \
        void (*rot)(int64_t n, REAL *x, REAL *y, REAL c, REAL s);                                  \
        void (*rot_fused)(int64_t n, REAL *x, REAL *y, REAL c, REAL s);                            \
    } NAME

NPRT_LA_KERNEL_SET(NprtLaKernelsF, float);
NPRT_LA_KERNEL_SET(NprtLaKernelsD, double);
#undef NPRT_LA_KERNEL_SET

typedef struct NprtLaKernels {
    const char *name; /* "avx512", "avx2", "generic" */
    const NprtLaKernelsF *f;
    const NprtLaKernelsD *d;
} NprtLaKernels;

/* No tile is larger than this, so that packed tiles can lie on the stack. */
#define NPRT_LA_MAX_TILE (8 * 48)

extern const NprtLaKernels nprt_la_kernels_generic;
#if defined(__x86_64__)
extern const NprtLaKernels nprt_la_kernels_avx2;
extern const NprtLaKernels nprt_la_kernels_avx512;
#endif

/* The best set for this machine. */
const NprtLaKernels *nprt_la_kernels(void);

#endif

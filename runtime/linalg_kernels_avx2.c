/* The kernels for AVX2 with FMA (x86-64-v3). Chosen at run time, so that the file is compiled for
 * the base instruction set and turns the rest on per function. */
#include "runtime/linalg_kernels.h"

#if defined(__x86_64__)
#include <immintrin.h>

#define TARGET              __attribute__((target("avx2,fma")))
#define ROWS                4
#define FOR_ROWS(X)         X(0) X(1) X(2) X(3)
#define COMPLEX_ROWS        2
#define FOR_COMPLEX_ROWS(X) X(0) X(1)

#define REAL                float
#define KERNELS             NprtLaKernelsF
#define NAME(f)             f##_f
#define V                   __m256
#define LANES               8
#define V_LOAD              _mm256_loadu_ps
#define V_STORE             _mm256_storeu_ps
#define V_SET(x)            _mm256_set1_ps(x)
#define V_FMA               _mm256_fmadd_ps
#define H                   V
#define HALF_LANES          LANES
#define H_LOAD              V_LOAD
#define H_STORE             V_STORE
#define H_SET               V_SET
#define H_FMA               V_FMA
#define S_FMA(a, b, c)      __builtin_fmaf(a, b, c)
#include "runtime/linalg_kernels.inc.c"

#define REAL           double
#define KERNELS        NprtLaKernelsD
#define NAME(f)        f##_d
#define V              __m256d
#define LANES          4
#define V_LOAD         _mm256_loadu_pd
#define V_STORE        _mm256_storeu_pd
#define V_SET(x)       _mm256_set1_pd(x)
#define V_FMA          _mm256_fmadd_pd
#define H              V
#define HALF_LANES     LANES
#define H_LOAD         V_LOAD
#define H_STORE        V_STORE
#define H_SET          V_SET
#define H_FMA          V_FMA
#define S_FMA(a, b, c) __builtin_fma(a, b, c)
#include "runtime/linalg_kernels.inc.c"

const NprtLaKernels nprt_la_kernels_avx2 = {"avx2", &kernels_f, &kernels_d};
#endif

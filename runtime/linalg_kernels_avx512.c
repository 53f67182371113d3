/* The kernels for AVX-512. Chosen at run time, so that the file is compiled for the base
 * instruction set and turns the rest on per function. */
#include "runtime/linalg_kernels.h"

#if defined(__x86_64__)
#include <immintrin.h>

#define TARGET              __attribute__((target("avx512f,avx2,fma")))
#define ROWS                8
#define FOR_ROWS(X)         X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7)
#define COMPLEX_ROWS        6
#define FOR_COMPLEX_ROWS(X) X(0) X(1) X(2) X(3) X(4) X(5)

#define REAL                float
#define KERNELS             NprtLaKernelsF
#define NAME(f)             f##_f
#define V                   __m512
#define LANES               16
#define V_LOAD              _mm512_loadu_ps
#define V_STORE             _mm512_storeu_ps
#define V_SET(x)            _mm512_set1_ps(x)
#define V_FMA               _mm512_fmadd_ps
#define H                   __m256
#define HALF_LANES          8
#define H_LOAD              _mm256_loadu_ps
#define H_STORE             _mm256_storeu_ps
#define H_SET(x)            _mm256_set1_ps(x)
#define H_FMA               _mm256_fmadd_ps
#define S_FMA(a, b, c)      __builtin_fmaf(a, b, c)
#include "runtime/linalg_kernels.inc.c"

#define REAL           double
#define KERNELS        NprtLaKernelsD
#define NAME(f)        f##_d
#define V              __m512d
#define LANES          8
#define V_LOAD         _mm512_loadu_pd
#define V_STORE        _mm512_storeu_pd
#define V_SET(x)       _mm512_set1_pd(x)
#define V_FMA          _mm512_fmadd_pd
#define H              __m256d
#define HALF_LANES     4
#define H_LOAD         _mm256_loadu_pd
#define H_STORE        _mm256_storeu_pd
#define H_SET(x)       _mm256_set1_pd(x)
#define H_FMA          _mm256_fmadd_pd
#define S_FMA(a, b, c) __builtin_fma(a, b, c)
#include "runtime/linalg_kernels.inc.c"

const NprtLaKernels nprt_la_kernels_avx512 = {"avx512", &kernels_f, &kernels_d};
#endif

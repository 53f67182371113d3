/* Sorting 32- and 64-bit integers with AVX-512. Chosen at run time: the file is compiled for the
 * base instruction set and turns the rest on per function. */
#include "runtime/sort_internal.h"

#if defined(__x86_64__)
#include <immintrin.h>

#define TARGET __attribute__((target("avx512f,avx2,popcnt")))
#define INLINE TARGET static inline __attribute__((always_inline))
#define V      __m512i
#define UNROLL _Pragma("GCC unroll 16")

/* clang-format off */
#define NETWORK_4(X) X(0,1) X(2,3) X(0,2) X(1,3) X(1,2)
#define NETWORK_8(X)                                                                               \
    X(0,1) X(2,3) X(4,5) X(6,7) X(0,2) X(1,3) X(4,6) X(5,7) X(1,2) X(5,6)                          \
    X(0,4) X(1,5) X(2,6) X(3,7) X(2,4) X(3,5) X(1,2) X(3,4) X(5,6)
#define NETWORK_16(X)                                                                              \
    X(0,1) X(2,3) X(4,5) X(6,7) X(8,9) X(10,11) X(12,13) X(14,15)                                  \
    X(0,2) X(1,3) X(4,6) X(5,7) X(8,10) X(9,11) X(12,14) X(13,15)                                  \
    X(1,2) X(5,6) X(9,10) X(13,14)                                                                 \
    X(0,4) X(1,5) X(2,6) X(3,7) X(8,12) X(9,13) X(10,14) X(11,15)                                  \
    X(2,4) X(3,5) X(10,12) X(11,13)                                                                \
    X(1,2) X(3,4) X(5,6) X(9,10) X(11,12) X(13,14)                                                 \
    X(0,8) X(1,9) X(2,10) X(3,11) X(4,12) X(5,13) X(6,14) X(7,15)                                  \
    X(4,8) X(5,9) X(6,10) X(7,11)                                                                  \
    X(2,4) X(3,5) X(6,8) X(7,9) X(10,12) X(11,13)                                                  \
    X(1,2) X(3,4) X(5,6) X(7,8) X(9,10) X(11,12) X(13,14)
/* clang-format on */

/* Lane numbers by the bit that is flipped, reversed in groups of 2, 4, ..., and for the last step
 * of sort_regs by the logarithm of the number of registers. */
static const int64_t partner_i64[3][8] = {
    {1, 0, 3, 2, 5, 4, 7, 6}, {2, 3, 0, 1, 6, 7, 4, 5}, {4, 5, 6, 7, 0, 1, 2, 3}};
static const int64_t reverse_i64[3][8] = {
    {1, 0, 3, 2, 5, 4, 7, 6}, {3, 2, 1, 0, 7, 6, 5, 4}, {7, 6, 5, 4, 3, 2, 1, 0}};
static const int64_t rotate_i64[4][8] = {{0, 1, 2, 3, 4, 5, 6, 7},
                                         {0, 4, 1, 5, 2, 6, 3, 7},
                                         {0, 2, 4, 6, 1, 3, 5, 7},
                                         {0, 1, 2, 3, 4, 5, 6, 7}};
static const int32_t partner_i32[4][16] = {{1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14},
                                           {2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13},
                                           {4, 5, 6, 7, 0, 1, 2, 3, 12, 13, 14, 15, 8, 9, 10, 11},
                                           {8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7}};
static const int32_t reverse_i32[4][16] = {{1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14},
                                           {3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12},
                                           {7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8},
                                           {15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0}};
static const int32_t rotate_i32[5][16] = {{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
                                          {0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15},
                                          {0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15},
                                          {0, 2, 4, 6, 8, 10, 12, 14, 1, 3, 5, 7, 9, 11, 13, 15},
                                          {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}};

#define KEY                                int64_t
#define KEY_MAX                            INT64_MAX
#define NAME(f)                            f##_i64
#define LANES                              8
#define LOG_LANES                          3
#define MASK                               __mmask8
#define V_MIN                              _mm512_min_epi64
#define V_MAX                              _mm512_max_epi64
#define V_SET                              _mm512_set1_epi64
#define V_LOAD(p)                          _mm512_loadu_si512((const void *)(p))
#define V_STORE(p, v)                      _mm512_storeu_si512((void *)(p), v)
#define V_MASK_LOAD(v, m, p)               _mm512_mask_loadu_epi64(v, m, p)
#define V_MASK_STORE(p, m, v)              _mm512_mask_storeu_epi64(p, m, v)
#define V_PERMUTE(index, v)                _mm512_permutexvar_epi64(index, v)
#define V_MASK_PERMUTE(other, m, index, v) _mm512_mask_permutexvar_epi64(other, m, index, v)
#define V_MASK_MAX                         _mm512_mask_max_epi64
#define V_GE(m, a, b)                      _mm512_mask_cmpge_epi64_mask(m, a, b)
#define V_COMPRESS(m, v)                   _mm512_maskz_compress_epi64(m, v)
#include "runtime/sort_avx512.inc.c"

#define KEY                                int32_t
#define KEY_MAX                            INT32_MAX
#define NAME(f)                            f##_i32
#define LANES                              16
#define LOG_LANES                          4
#define MASK                               __mmask16
#define V_MIN                              _mm512_min_epi32
#define V_MAX                              _mm512_max_epi32
#define V_SET                              _mm512_set1_epi32
#define V_LOAD(p)                          _mm512_loadu_si512((const void *)(p))
#define V_STORE(p, v)                      _mm512_storeu_si512((void *)(p), v)
#define V_MASK_LOAD(v, m, p)               _mm512_mask_loadu_epi32(v, m, p)
#define V_MASK_STORE(p, m, v)              _mm512_mask_storeu_epi32(p, m, v)
#define V_PERMUTE(index, v)                _mm512_permutexvar_epi32(index, v)
#define V_MASK_PERMUTE(other, m, index, v) _mm512_mask_permutexvar_epi32(other, m, index, v)
#define V_MASK_MAX                         _mm512_mask_max_epi32
#define V_GE(m, a, b)                      _mm512_mask_cmpge_epi32_mask(m, a, b)
#define V_COMPRESS(m, v)                   _mm512_maskz_compress_epi32(m, v)
#include "runtime/sort_avx512.inc.c"

static int depth_of(int64_t n)
{
    return 2 * (64 - __builtin_clzll((unsigned long long)n | 1));
}

bool nprt_sort_avx512_i64(int64_t *keys, int64_t n)
{
    return __builtin_cpu_supports("avx512f") && quicksort_i64(keys, n, depth_of(n));
}

bool nprt_sort_avx512_i32(int32_t *keys, int64_t n)
{
    return __builtin_cpu_supports("avx512f") && quicksort_i32(keys, n, depth_of(n));
}

bool nprt_select_avx512_i64(int64_t *keys, int64_t n, int64_t k)
{
    return __builtin_cpu_supports("avx512f") && quickselect_i64(keys, n, k, depth_of(n));
}

bool nprt_select_avx512_i32(int32_t *keys, int64_t n, int64_t k)
{
    return __builtin_cpu_supports("avx512f") && quickselect_i32(keys, n, k, depth_of(n));
}

#else

bool nprt_sort_avx512_i64(int64_t *keys, int64_t n)
{
    (void)keys;
    (void)n;
    return false;
}

bool nprt_sort_avx512_i32(int32_t *keys, int64_t n)
{
    (void)keys;
    (void)n;
    return false;
}

bool nprt_select_avx512_i64(int64_t *keys, int64_t n, int64_t k)
{
    (void)keys;
    (void)n;
    (void)k;
    return false;
}

bool nprt_select_avx512_i32(int32_t *keys, int64_t n, int64_t k)
{
    (void)keys;
    (void)n;
    (void)k;
    return false;
}

#endif

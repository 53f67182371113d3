/* Keys: integers ordered as the elements they stand for, how they are made and sorted. */
#include "runtime/sort_internal.h"

#include "runtime/convert.h"

#include <string.h>

enum { RUN = 16, RADIX_MIN = 600, DIGIT_BITS = 11 };

#define KEY      int64_t
#define UNSIGNED uint64_t
#define BITS     64
#define NAME(f)  f##_i64
#include "runtime/sort_keys.inc.c"

#define KEY      int32_t
#define UNSIGNED uint32_t
#define BITS     32
#define NAME(f)  f##_i32
#include "runtime/sort_keys.inc.c"

/* ---- making keys ---------------------------------------------------------------------------- */

#if defined(__x86_64__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define CLONES __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define CLONES
#endif

CLONES bool nprt_keys_from_f64(int64_t *keys, int64_t n)
{
    int64_t largest = 0;
    for (int64_t i = 0; i < n; i++) {
        int64_t magnitude = keys[i] & INT64_MAX;
        largest = magnitude > largest ? magnitude : largest;
        keys[i] ^= (keys[i] >> 63) & INT64_MAX;
    }
    return largest > 0x7ff0000000000000;
}

CLONES void nprt_keys_to_f64(int64_t *keys, int64_t n)
{
    for (int64_t i = 0; i < n; i++)
        keys[i] ^= (keys[i] >> 63) & INT64_MAX;
}

CLONES bool nprt_keys_from_f32(int32_t *keys, int64_t n)
{
    int32_t largest = 0;
    for (int64_t i = 0; i < n; i++) {
        int32_t magnitude = keys[i] & INT32_MAX;
        largest = magnitude > largest ? magnitude : largest;
        keys[i] ^= (keys[i] >> 31) & INT32_MAX;
    }
    return largest > 0x7f800000;
}

CLONES void nprt_keys_to_f32(int32_t *keys, int64_t n)
{
    for (int64_t i = 0; i < n; i++)
        keys[i] ^= (keys[i] >> 31) & INT32_MAX;
}

/* The same with equal keys for NaNs and for zeros. */
CLONES static void keys_from_f64_equal(int64_t *keys, int64_t n)
{
    for (int64_t i = 0; i < n; i++) {
        int64_t bits = keys[i], magnitude = bits & INT64_MAX;
        int64_t key = magnitude == 0 ? 0 : bits ^ ((bits >> 63) & INT64_MAX);
        keys[i] = magnitude > 0x7ff0000000000000 ? INT64_MAX : key;
    }
}

void nprt_keys_of(int64_t *keys, NprtDtype common, NprtDtype dtype, const char *at, int64_t stride,
                  int64_t n)
{
    bool is_float = common >= NPRT_F16;
    NprtDtype through = is_float ? NPRT_F64 : common == NPRT_U64 ? NPRT_U64 : NPRT_I64;
    nprt_cast_loop(through, dtype)((char *)keys, sizeof *keys, at, stride, n);
    if (through == NPRT_U64)
        for (int64_t i = 0; i < n; i++)
            keys[i] = (int64_t)((uint64_t)keys[i] ^ (uint64_t)1 << 63);
    if (!is_float)
        return;
    keys_from_f64_equal(keys, n);
}

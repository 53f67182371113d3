/* The table of cast loops, one per pair of dtypes.
 *
 * A conversion is a load into real and imaginary part, in the widest C type that holds the source
 * exactly, and a store from them. A loop has three forms: both sides contiguous (which the C
 * compiler vectorises), one repeated element, and any strides. */
#include "runtime/convert.h"

#include "runtime/half.h"

#include <string.h>

/* ---- floats to integers: cvttsd2si and its neighbours --------------------------------------- */

static inline int64_t to_i64(double x)
{
    return x >= -0x1p63 && x < 0x1p63 ? (int64_t)x : INT64_MIN;
}

static inline int32_t to_i32(double x)
{
    return x > -2147483649.0 && x < 2147483648.0 ? (int32_t)x : INT32_MIN;
}

static inline uint64_t to_u64(double x)
{
    return x >= 0x1p63 ? (uint64_t)to_i64(x - 0x1p63) ^ (uint64_t)1 << 63 : (uint64_t)to_i64(x);
}

/* ---- loads and stores by dtype -------------------------------------------------------------- */

#define RE_BOOL(x) ((x) != 0)
#define RE_I8(x)   (x)
#define RE_I16(x)  (x)
#define RE_I32(x)  (x)
#define RE_I64(x)  (x)
#define RE_U8(x)   (x)
#define RE_U16(x)  (x)
#define RE_U32(x)  (x)
#define RE_U64(x)  (x)
#define RE_F16(x)  nprt_half_to_float(x)
#define RE_F32(x)  (x)
#define RE_F64(x)  (x)
#define RE_C64(x)  (x).re
#define RE_C128(x) (x).re

#define IM_BOOL(x) 0
#define IM_I8(x)   0
#define IM_I16(x)  0
#define IM_I32(x)  0
#define IM_I64(x)  0
#define IM_U8(x)   0
#define IM_U16(x)  0
#define IM_U32(x)  0
#define IM_U64(x)  0
#define IM_F16(x)  0
#define IM_F32(x)  0
#define IM_F64(x)  0
#define IM_C64(x)  (x).im
#define IM_C128(x) (x).im

/* An integer type from an integer or, through `convert`, from a float. */
#define TO_INT(T, convert, re)                                                                     \
    _Generic((re),                                                                                 \
        float: (T)convert((double)(re)),                                                           \
        double: (T)convert((double)(re)),                                                          \
        default: (T)(re))

#define OF_BOOL(re, im) (uint8_t)((re) != 0 || (im) != 0)
#define OF_I8(re, im)   TO_INT(int8_t, to_i32, re)
#define OF_I16(re, im)  TO_INT(int16_t, to_i32, re)
#define OF_I32(re, im)  TO_INT(int32_t, to_i32, re)
#define OF_I64(re, im)  TO_INT(int64_t, to_i64, re)
#define OF_U8(re, im)   TO_INT(uint8_t, to_i32, re)
#define OF_U16(re, im)  TO_INT(uint16_t, to_i32, re)
#define OF_U32(re, im)  TO_INT(uint32_t, to_i64, re)
#define OF_U64(re, im)  TO_INT(uint64_t, to_u64, re)
#define OF_F16(re, im)                                                                             \
    _Generic((re),                                                                                 \
        double: nprt_double_to_half((double)(re)),                                                 \
        default: nprt_float_to_half((float)(re)))
#define OF_F32(re, im)  (float)(re)
#define OF_F64(re, im)  (double)(re)
#define OF_C64(re, im)  ((NprtC64){(float)(re), (float)(im)})
#define OF_C128(re, im) ((NprtC128){(double)(re), (double)(im)})

#define LOOP(TO, T, FROM, S)                                                                       \
    static void cast_##TO##_##FROM(char *dst, int64_t dst_stride, const char *src,                 \
                                   int64_t src_stride, int64_t n)                                  \
    {                                                                                              \
        if (dst_stride == (int64_t)sizeof(T) && src_stride == (int64_t)sizeof(S)) {                \
            for (int64_t i = 0; i < n; i++) {                                                      \
                S x;                                                                               \
                memcpy(&x, src + i * (int64_t)sizeof x, sizeof x);                                 \
                T y = OF_##TO(RE_##FROM(x), IM_##FROM(x));                                         \
                memcpy(dst + i * (int64_t)sizeof y, &y, sizeof y);                                 \
            }                                                                                      \
            return;                                                                                \
        }                                                                                          \
        for (int64_t i = 0; i < n; i++) {                                                          \
            S x;                                                                                   \
            memcpy(&x, src + i * src_stride, sizeof x);                                            \
            T y = OF_##TO(RE_##FROM(x), IM_##FROM(x));                                             \
            memcpy(dst + i * dst_stride, &y, sizeof y);                                            \
        }                                                                                          \
    }

/* The loops into one dtype. */
#define LOOPS_TO(TO, T)                                                                            \
    LOOP(TO, T, BOOL, uint8_t)                                                                     \
    LOOP(TO, T, I8, int8_t)                                                                        \
    LOOP(TO, T, I16, int16_t)                                                                      \
    LOOP(TO, T, I32, int32_t)                                                                      \
    LOOP(TO, T, I64, int64_t)                                                                      \
    LOOP(TO, T, U8, uint8_t)                                                                       \
    LOOP(TO, T, U16, uint16_t)                                                                     \
    LOOP(TO, T, U32, uint32_t)                                                                     \
    LOOP(TO, T, U64, uint64_t)                                                                     \
    LOOP(TO, T, F16, uint16_t)                                                                     \
    LOOP(TO, T, F32, float)                                                                        \
    LOOP(TO, T, F64, double)                                                                       \
    LOOP(TO, T, C64, NprtC64)                                                                      \
    LOOP(TO, T, C128, NprtC128)

#define DTYPE(E, name, ctype, bytes, kind, bits, chr) LOOPS_TO(E, ctype)
#include "runtime/dtypes.def"
#undef DTYPE

/* ---- the same dtype: bytes ------------------------------------------------------------------ */

#define COPY(bytes)                                                                                \
    static void copy_##bytes(char *dst, int64_t dst_stride, const char *src, int64_t src_stride,   \
                             int64_t n)                                                            \
    {                                                                                              \
        if (dst_stride == bytes && src_stride == bytes) {                                          \
            memmove(dst, src, (size_t)n * bytes);                                                  \
            return;                                                                                \
        }                                                                                          \
        if (dst_stride == bytes && src_stride == 0 && n > 0) {                                     \
            char x[bytes]; /* out of the destination's reach: a plain fill */                      \
            memcpy(x, src, bytes);                                                                 \
            for (int64_t i = 0; i < n; i++)                                                        \
                memcpy(dst + i * bytes, x, bytes);                                                 \
            return;                                                                                \
        }                                                                                          \
        for (int64_t i = 0; i < n; i++)                                                            \
            memcpy(dst + i * dst_stride, src + i * src_stride, bytes);                             \
    }

COPY(1)
COPY(2)
COPY(4)
COPY(8)
COPY(16)

/* ---- the table ------------------------------------------------------------------------------ */

#define ROW(E)                                                                                     \
    {cast_##E##_BOOL, cast_##E##_I8,  cast_##E##_I16, cast_##E##_I32, cast_##E##_I64,              \
     cast_##E##_U8,   cast_##E##_U16, cast_##E##_U32, cast_##E##_U64, cast_##E##_F16,              \
     cast_##E##_F32,  cast_##E##_F64, cast_##E##_C64, cast_##E##_C128},

static NprtCastLoop *const loops[NPRT_DTYPE_COUNT][NPRT_DTYPE_COUNT] = {
#define DTYPE(E, name, ctype, bytes, kind, bits, chr) ROW(E)
#include "runtime/dtypes.def"
#undef DTYPE
};

static NprtCastLoop *const copies[NPRT_DTYPE_COUNT] = {
#define DTYPE(E, name, ctype, bytes, kind, bits, chr) copy_##bytes,
#include "runtime/dtypes.def"
#undef DTYPE
};

NprtCastLoop *nprt_cast_loop(NprtDtype to, NprtDtype from)
{
    return to == from ? copies[to] : loops[to][from];
}

void nprt_cast(NprtDtype to, void *dst, NprtDtype from, const void *src)
{
    nprt_cast_loop(to, from)(dst, 0, src, 0, 1);
}

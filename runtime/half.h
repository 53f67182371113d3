/* half.h - float16 as its 16 bits: conversions, exact or rounded to nearest even.
 *
 * Overflow gives infinity; NaNs keep the upper bits of their payload, as in NumPy's halffloat. The
 * scaling by powers of two relies on subnormal floats not being flushed. */
#ifndef NPRT_HALF_H
#define NPRT_HALF_H

#include <stdint.h>
#include <string.h>

static inline float nprt_half_to_float(uint16_t half)
{
    uint32_t sign = (uint32_t)(half & 0x8000u) << 16;
    uint32_t bits = (uint32_t)(half & 0x7fffu) << 13;
    float value;
    memcpy(&value, &bits, sizeof value);
    value *= 0x1p112f; /* the exponent biases differ by 112; makes subnormals normal too */
    uint32_t scaled;
    memcpy(&scaled, &value, sizeof scaled);
    scaled = bits >= 0x0f800000u ? bits + 0x70000000u : scaled; /* infinity, NaN */
    scaled |= sign;
    memcpy(&value, &scaled, sizeof value);
    return value;
}

static inline uint16_t nprt_float_to_half(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    uint16_t sign = (uint16_t)(bits >> 16 & 0x8000u);
    bits &= 0x7fffffffu;
    uint32_t half;
    if (bits > 0x7f800000u) {
        half = 0x7c00u | (bits >> 13 & 0x3ffu);
        half += half == 0x7c00u;
    } else if (bits >= 0x477ff000u) { /* 65520 is half-way between the largest and the next */
        half = 0x7c00u;
    } else if (bits >= 0x38800000u) {
        half = (bits + 0xfffu + (bits >> 13 & 1) - 0x38000000u) >> 13;
    } else {
        /* The last place of 0.5f is that of subnormal halves: the addition rounds. */
        memcpy(&value, &bits, sizeof value);
        value += 0.5f;
        memcpy(&bits, &value, sizeof bits);
        half = bits - 0x3f000000u;
    }
    return (uint16_t)(sign | half);
}

static inline uint16_t nprt_double_to_half(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    uint16_t sign = (uint16_t)(bits >> 48 & 0x8000u);
    bits &= 0x7fffffffffffffffu;
    uint64_t half;
    if (bits > 0x7ff0000000000000u) {
        half = 0x7c00u | (bits >> 42 & 0x3ffu);
        half += half == 0x7c00u;
    } else if (bits >= 0x40effe0000000000u) {
        half = 0x7c00u;
    } else if (bits >= 0x3f10000000000000u) {
        half = (bits + 0x1ffffffffffu + (bits >> 42 & 1) - 0x3f00000000000000u) >> 42;
    } else {
        memcpy(&value, &bits, sizeof value);
        value += 0x1p28;
        memcpy(&bits, &value, sizeof bits);
        half = bits - 0x41b0000000000000u;
    }
    return (uint16_t)(sign | half);
}

#endif

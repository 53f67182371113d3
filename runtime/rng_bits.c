/* rng_bits.c - draws of bits, and jumps ahead. The steps of a state are in rng_internal.h. */
#include "runtime/rng_internal.h"
#include <string.h>

#define MT_SHIFT  397
#define MT_MATRIX 0x9908b0dfu
#define MT_UPPER  0x80000000u
#define MT_LOWER  0x7fffffffu

static inline uint32_t mt_twist(uint32_t upper, uint32_t lower)
{
    uint32_t y = (upper & MT_UPPER) | (lower & MT_LOWER);
    return y >> 1 ^ (-(y & 1) & MT_MATRIX);
}

void nprt_rng_mt_refill(NprtRng *rng)
{
    uint32_t *key = rng->as.mt.key;
    int i = 0;
    for (; i < NPRT_RNG_MT_WORDS - MT_SHIFT; i++)
        key[i] = key[i + MT_SHIFT] ^ mt_twist(key[i], key[i + 1]);
    for (; i < NPRT_RNG_MT_WORDS - 1; i++)
        key[i] = key[i + MT_SHIFT - NPRT_RNG_MT_WORDS] ^ mt_twist(key[i], key[i + 1]);
    key[i] = key[MT_SHIFT - 1] ^ mt_twist(key[i], key[0]);
    rng->as.mt.pos = 0;
}

/* Philox4x64: ten rounds over the counter, the key bumped by Weyl constants in between. */
uint64_t nprt_rng_philox_block(NprtRng *rng)
{
    uint64_t *counter = rng->as.philox.counter;
    for (int i = 0; i < 4; i++)
        if (++counter[i])
            break;
    uint64_t c[4], key[2];
    memcpy(c, counter, sizeof c);
    memcpy(key, rng->as.philox.key, sizeof key);
    for (int round = 0; round < 10; round++) {
        NprtU128 a = (NprtU128)0xd2e7470ee14c6c93u * c[0];
        NprtU128 b = (NprtU128)0xca5a826395121157u * c[2];
        uint64_t next[4] = {(uint64_t)(b >> 64) ^ c[1] ^ key[0], (uint64_t)b,
                            (uint64_t)(a >> 64) ^ c[3] ^ key[1], (uint64_t)a};
        memcpy(c, next, sizeof c);
        key[0] += 0x9e3779b97f4a7c15u;
        key[1] += 0xbb67ae8584caa73bu;
    }
    memcpy(rng->as.philox.buffer, c, sizeof c);
    rng->as.philox.pos = 1;
    return c[0];
}

uint64_t nprt_rng_next_uint64(NprtRng *rng)
{
    return next_u64(rng);
}

uint32_t nprt_rng_next_uint32(NprtRng *rng)
{
    return next_u32(rng);
}

double nprt_rng_next_double(NprtRng *rng)
{
    return next_f64(rng);
}

uint64_t nprt_rng_next_raw(NprtRng *rng)
{
    return rng->kind == NPRT_RNG_MT19937 ? mt_next(rng) : next_u64(rng);
}

void nprt_rng_fill_raw(NprtRng *rng, uint64_t *out, int64_t n)
{
    for (int64_t i = 0; i < n; i++)
        out[i] = nprt_rng_next_raw(rng);
}

/* ---- many doubles -------------------------------------------------------------- */

/* The pairs left in the key at a time: a loop without refills, which compilers vectorise. */
static void mt_fill_f64(NprtRng *rng, double *out, int64_t n)
{
    while (n > 0) {
        int64_t pairs = min_i64(n, (NPRT_RNG_MT_WORDS - rng->as.mt.pos) / 2);
        if (pairs == 0) {
            *out++ = next_f64(rng);
            n--;
            continue;
        }
        const uint32_t *key = rng->as.mt.key + rng->as.mt.pos;
        for (int64_t i = 0; i < pairs; i++)
            out[i] = mt_double(mt_temper(key[2 * i]), mt_temper(key[2 * i + 1]));
        rng->as.mt.pos += (int32_t)(2 * pairs);
        out += pairs;
        n -= pairs;
    }
}

/* The state stays in registers. */
static void pcg64_fill_f64(NprtRng *rng, double *out, int64_t n)
{
    NprtU128 state = pcg_state(rng);
    NprtU128 inc = pcg_inc(rng);
    for (int64_t i = 0; i < n; i++)
        out[i] = (double)(int64_t)(pcg64_output(&state, inc) >> 11) * 0x1p-53;
    pcg_set_state(rng, state);
}

void nprt_rng_fill_f64(NprtRng *rng, double *out, int64_t n)
{
    if (rng->kind == NPRT_RNG_MT19937)
        mt_fill_f64(rng, out, n);
    else if (rng->kind == NPRT_RNG_PCG64)
        pcg64_fill_f64(rng, out, n);
    else
        for (int64_t i = 0; i < n; i++)
            out[i] = next_f64(rng);
}

static void mt_fill_u32(NprtRng *rng, uint32_t *out, int64_t n)
{
    while (n > 0) {
        if (rng->as.mt.pos == NPRT_RNG_MT_WORDS)
            nprt_rng_mt_refill(rng);
        int64_t part = min_i64(n, NPRT_RNG_MT_WORDS - rng->as.mt.pos);
        const uint32_t *key = rng->as.mt.key + rng->as.mt.pos;
        for (int64_t i = 0; i < part; i++)
            out[i] = mt_temper(key[i]);
        rng->as.mt.pos += (int32_t)part;
        out += part;
        n -= part;
    }
}

/* Whole 64-bit draws between the halves at either end. */
static void pcg64_fill_u32(NprtRng *rng, uint32_t *out, int64_t n)
{
    int64_t at = 0;
    if (rng->has_uint32 && n > 0)
        out[at++] = next_u32(rng);
    NprtU128 state = pcg_state(rng);
    NprtU128 inc = pcg_inc(rng);
    for (; at + 1 < n; at += 2) {
        uint64_t both = pcg64_output(&state, inc);
        out[at] = (uint32_t)both;
        out[at + 1] = (uint32_t)(both >> 32);
    }
    pcg_set_state(rng, state);
    if (at < n)
        out[at] = next_u32(rng);
}

void nprt_rng_fill_u32(NprtRng *rng, uint32_t *out, int64_t n)
{
    if (rng->kind == NPRT_RNG_MT19937)
        mt_fill_u32(rng, out, n);
    else if (rng->kind == NPRT_RNG_PCG64)
        pcg64_fill_u32(rng, out, n);
    else
        for (int64_t i = 0; i < n; i++)
            out[i] = next_u32(rng);
}

/* ---- jumping ahead ------------------------------------------------------------- */

/* delta steps of x -> multiplier * x + inc by repeated squaring (F. Brown, "Random number
 * generation with arbitrary strides", 1994). */
static void pcg_advance(NprtRng *rng, NprtU128 delta, NprtU128 multiplier)
{
    NprtU128 plus = pcg_inc(rng);
    NprtU128 all_mult = 1, all_plus = 0;
    for (; delta; delta >>= 1) {
        if (delta & 1) {
            all_mult *= multiplier;
            all_plus = all_plus * multiplier + plus;
        }
        plus *= multiplier + 1;
        multiplier *= multiplier;
    }
    pcg_set_state(rng, all_mult * pcg_state(rng) + all_plus);
}

static void philox_advance(NprtRng *rng, const uint64_t delta[4])
{
    uint64_t *counter = rng->as.philox.counter;
    unsigned carry = 0;
    for (int i = 0; i < 4; i++) {
        NprtU128 sum = (NprtU128)counter[i] + delta[i] + carry;
        counter[i] = (uint64_t)sum;
        carry = (unsigned)(sum >> 64);
    }
    memset(rng->as.philox.buffer, 0, sizeof rng->as.philox.buffer);
    rng->as.philox.pos = 4;
}

bool nprt_rng_advance(NprtRng *rng, const uint64_t delta[4])
{
    NprtU128 low = (NprtU128)delta[1] << 64 | delta[0];
    switch ((NprtRngKind)rng->kind) {
    case NPRT_RNG_PCG64:
        pcg_advance(rng, low, NPRT_PCG_MULTIPLIER);
        break;
    case NPRT_RNG_PCG64DXSM:
        pcg_advance(rng, low, NPRT_PCG_CHEAP_MULTIPLIER);
        break;
    case NPRT_RNG_PHILOX:
        philox_advance(rng, delta);
        break;
    case NPRT_RNG_MT19937:
    case NPRT_RNG_SFC64:
        return false;
    }
    rng->has_uint32 = 0;
    rng->uinteger = 0;
    return true;
}

bool nprt_rng_jump(NprtRng *rng, int64_t jumps)
{
    uint64_t delta[4] = {0, 0, 0, 0};
    if (rng->kind == NPRT_RNG_PHILOX) {
        delta[2] = (uint64_t)jumps;
        delta[3] = jumps < 0 ? UINT64_MAX : 0;
    } else {
        /* The golden ratio of 2**128: successive jumps spread evenly. */
        NprtU128 step = (NprtU128)0x9e3779b97f4a7c15u << 64 | 0xf39cc0605cedc835u;
        step *= (NprtU128)jumps;
        delta[0] = (uint64_t)step;
        delta[1] = (uint64_t)(step >> 64);
    }
    return nprt_rng_advance(rng, delta);
}

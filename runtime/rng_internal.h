/* rng_internal.h - inline draws shared by the rng_*.c files.
 *
 * The state transitions are here, so that loops over draws inline them; seeding is in rng_bits.c.
 * Sources: Matsumoto and Nishimura 1998 (MT19937); O'Neill 2014 (PCG, "xsl-rr" and "dxsm" outputs);
 * Salmon et al. 2011 (Philox); Doty-Humphrey's PractRand (SFC64); constants as NumPy uses them. */
#ifndef NPRT_RNG_INTERNAL_H
#define NPRT_RNG_INTERNAL_H

#include "runtime/rng_bits.h"

/* The one extension: PCG64 steps a 128-bit state at each draw, and 64x64 -> 128 bits in portable C
 * costs twice the time of the whole draw. */
__extension__ typedef unsigned __int128 NprtU128;

#define NPRT_PCG_MULTIPLIER ((NprtU128)0x2360ed051fc65da4u << 64 | (NprtU128)0x4385df649fccf645u)
#define NPRT_PCG_CHEAP_MULTIPLIER 0xda942042e4dd58b5u

/* Refills the 624 words of an MT19937. */
void nprt_rng_mt_refill(NprtRng *rng);
/* The next value of a Philox whose buffer is used up. */
uint64_t nprt_rng_philox_block(NprtRng *rng);

static inline uint32_t mt_temper(uint32_t y)
{
    y ^= y >> 11;
    y ^= (y << 7) & 0x9d2c5680u;
    y ^= (y << 15) & 0xefc60000u;
    return y ^ (y >> 18);
}

static inline uint32_t mt_next(NprtRng *rng)
{
    if (rng->as.mt.pos == NPRT_RNG_MT_WORDS)
        nprt_rng_mt_refill(rng);
    return mt_temper(rng->as.mt.key[rng->as.mt.pos++]);
}

/* 53 bits of two words, in [0, 1). */
static inline double mt_double(uint32_t first, uint32_t second)
{
    return ((double)(int32_t)(first >> 5) * 0x1p26 + (double)(int32_t)(second >> 6)) * 0x1p-53;
}

static inline NprtU128 pcg_state(const NprtRng *rng)
{
    return (NprtU128)rng->as.pcg.state_hi << 64 | rng->as.pcg.state_lo;
}

static inline NprtU128 pcg_inc(const NprtRng *rng)
{
    return (NprtU128)rng->as.pcg.inc_hi << 64 | rng->as.pcg.inc_lo;
}

static inline void pcg_set_state(NprtRng *rng, NprtU128 state)
{
    rng->as.pcg.state_hi = (uint64_t)(state >> 64);
    rng->as.pcg.state_lo = (uint64_t)state;
}

static inline void pcg_step(NprtRng *rng, NprtU128 multiplier)
{
    pcg_set_state(rng, pcg_state(rng) * multiplier + pcg_inc(rng));
}

/* Steps, then rotates high ^ low by the top six bits. */
static inline uint64_t pcg64_output(NprtU128 *state, NprtU128 inc)
{
    *state = *state * NPRT_PCG_MULTIPLIER + inc;
    uint64_t hi = (uint64_t)(*state >> 64);
    uint64_t x = hi ^ (uint64_t)*state;
    unsigned rot = (unsigned)(hi >> 58);
    return x >> rot | x << ((64 - rot) & 63);
}

static inline uint64_t pcg64_next(NprtRng *rng)
{
    NprtU128 state = pcg_state(rng);
    uint64_t out = pcg64_output(&state, pcg_inc(rng));
    pcg_set_state(rng, state);
    return out;
}

/* Outputs from the old state, then steps with the 64-bit multiplier. */
static inline uint64_t pcg64dxsm_next(NprtRng *rng)
{
    uint64_t hi = rng->as.pcg.state_hi;
    uint64_t lo = rng->as.pcg.state_lo | 1;
    hi ^= hi >> 32;
    hi *= NPRT_PCG_CHEAP_MULTIPLIER;
    hi ^= hi >> 48;
    hi *= lo;
    pcg_step(rng, NPRT_PCG_CHEAP_MULTIPLIER);
    return hi;
}

static inline uint64_t philox_next(NprtRng *rng)
{
    if (rng->as.philox.pos < 4)
        return rng->as.philox.buffer[rng->as.philox.pos++];
    return nprt_rng_philox_block(rng);
}

static inline uint64_t sfc64_next(NprtRng *rng)
{
    uint64_t *s = rng->as.sfc;
    uint64_t out = s[0] + s[1] + s[3]++;
    s[0] = s[1] ^ (s[1] >> 11);
    s[1] = s[2] + (s[2] << 3);
    s[2] = (s[2] << 24 | s[2] >> 40) + out;
    return out;
}

static inline uint64_t next_u64(NprtRng *rng)
{
    switch ((NprtRngKind)rng->kind) {
    case NPRT_RNG_PCG64:
        return pcg64_next(rng);
    case NPRT_RNG_PCG64DXSM:
        return pcg64dxsm_next(rng);
    case NPRT_RNG_PHILOX:
        return philox_next(rng);
    case NPRT_RNG_SFC64:
        return sfc64_next(rng);
    case NPRT_RNG_MT19937:
        break;
    }
    uint64_t hi = mt_next(rng);
    return hi << 32 | mt_next(rng);
}

static inline uint32_t next_u32(NprtRng *rng)
{
    if (rng->kind == NPRT_RNG_MT19937)
        return mt_next(rng);
    if (rng->has_uint32) {
        rng->has_uint32 = 0;
        return rng->uinteger;
    }
    uint64_t both = next_u64(rng);
    rng->has_uint32 = 1;
    rng->uinteger = (uint32_t)(both >> 32);
    return (uint32_t)both;
}

static inline double next_f64(NprtRng *rng)
{
    if (rng->kind == NPRT_RNG_MT19937) {
        uint32_t first = mt_next(rng);
        return mt_double(first, mt_next(rng));
    }
    return (double)(next_u64(rng) >> 11) * 0x1p-53;
}

static inline float next_f32(NprtRng *rng)
{
    return (float)(next_u32(rng) >> 8) * 0x1p-24f;
}

/* The least 2**k - 1 that is >= max. */
static inline uint64_t mask_of(uint64_t max)
{
    max |= max >> 1;
    max |= max >> 2;
    max |= max >> 4;
    max |= max >> 8;
    max |= max >> 16;
    return max | max >> 32;
}

/* Uniform on [0, max] by rejection of masked draws: NumPy's random_interval. */
static inline uint64_t next_interval(NprtRng *rng, uint64_t max)
{
    if (max == 0)
        return 0;
    uint64_t mask = mask_of(max);
    uint64_t value;
    do
        value = (max <= UINT32_MAX ? next_u32(rng) : next_u64(rng)) & mask;
    while (value > max);
    return value;
}

#define NPRT_RNG_PI 0x1.921fb54442d18p+1

/* Conversion as x86-64 does it, which NumPy's loops rely on: INT64_MIN for what does not fit. */
static inline int64_t to_i64(double x)
{
    return x >= -0x1p63 && x < 0x1p63 ? (int64_t)x : INT64_MIN;
}

static inline double min_f64(double a, double b)
{
    return a < b ? a : b;
}

static inline int64_t min_i64(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static inline int64_t max_i64(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

/* pow(2, x) by pow: compilers may turn a call with the constant into exp2, which rounds otherwise.
 */
double nprt_rng_pow2(double x);
/* log(gamma(x)) as both families use it; not correctly rounded, and not libm's. */
double nprt_rng_loggam(double x);
/* Geometric by summing probabilities, for p >= 1/3. Both families. */
int64_t nprt_rng_geometric_search(NprtRng *rng, double p);
/* n draws of next_f64, of next_u32, but faster. */
void nprt_rng_fill_f64(NprtRng *rng, double *out, int64_t n);
void nprt_rng_fill_u32(NprtRng *rng, uint32_t *out, int64_t n);
/* Compensated sum, as the checks of probabilities take it. */
double nprt_rng_kahan_sum(const double *values, int64_t n);
/* Uniform on [0, max] by Lemire's method, 32-bit draws where they suffice. */
uint64_t nprt_rng_lemire(NprtRng *rng, uint64_t max);

#endif

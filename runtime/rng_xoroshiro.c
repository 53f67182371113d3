/* rng_xoroshiro.c - see rng_xoroshiro.h; constants and steps as in numba/cuda/random.py. */
#include "runtime/rng_xoroshiro.h"
#include <math.h>

#define TWO_PI 0x1.921fb54442d18p+2

static uint64_t rotate_left(uint64_t x, int by)
{
    return x << by | x >> (64 - by);
}

uint64_t nprt_rng_xoroshiro_next(NprtXoroshiro *state)
{
    uint64_t s0 = state->s0;
    uint64_t s1 = state->s1 ^ s0;
    uint64_t out = s0 + state->s1;
    state->s0 = rotate_left(s0, 55) ^ s1 ^ s1 << 14;
    state->s1 = rotate_left(s1, 36);
    return out;
}

void nprt_rng_xoroshiro_jump(NprtXoroshiro *state)
{
    static const uint64_t polynomial[2] = {0xbeac0467eba5facb, 0xd86b048b86aa9922};
    NprtXoroshiro sum = {0, 0};
    for (int bit = 0; bit < 128; bit++) {
        if (polynomial[bit / 64] >> bit % 64 & 1) {
            sum.s0 ^= state->s0;
            sum.s1 ^= state->s1;
        }
        nprt_rng_xoroshiro_next(state);
    }
    *state = sum;
}

void nprt_rng_xoroshiro_init(NprtXoroshiro *states, int64_t n, uint64_t seed,
                             uint64_t subsequence_start)
{
    if (n < 1)
        return;
    /* Numba sets both words to the first output of SplitMix64. */
    uint64_t z = seed + 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    z ^= z >> 31;
    states[0] = (NprtXoroshiro){z, z};
    for (uint64_t i = 0; i < subsequence_start; i++)
        nprt_rng_xoroshiro_jump(&states[0]);
    for (int64_t i = 1; i < n; i++) {
        states[i] = states[i - 1];
        nprt_rng_xoroshiro_jump(&states[i]);
    }
}

double nprt_rng_xoroshiro_uniform_f64(NprtXoroshiro *state)
{
    return (double)(nprt_rng_xoroshiro_next(state) >> 11) * 0x1p-53;
}

float nprt_rng_xoroshiro_uniform_f32(NprtXoroshiro *state)
{
    return (float)nprt_rng_xoroshiro_uniform_f64(state);
}

float nprt_rng_xoroshiro_normal_f32(NprtXoroshiro *state)
{
    float u1 = nprt_rng_xoroshiro_uniform_f32(state);
    float u2 = nprt_rng_xoroshiro_uniform_f32(state);
    return sqrtf(-2.0f * logf(u1)) * cosf((float)TWO_PI * u2);
}

double nprt_rng_xoroshiro_normal_f64(NprtXoroshiro *state)
{
    float u1 = nprt_rng_xoroshiro_uniform_f32(state);
    float u2 = nprt_rng_xoroshiro_uniform_f32(state);
    return sqrt(-2.0 * (double)logf(u1)) * cos(TWO_PI * (double)u2);
}

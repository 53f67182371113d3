/* rng_xoroshiro.h - numba.cuda.random on the host: xoroshiro128+ states, one a thread.
 *
 * create_xoroshiro128p_states fills its array with nprt_rng_xoroshiro_init and copies it to the
 * device; the draws are what kernels inline, and the reference the device code is tested against.
 * Generator: D. Blackman and S. Vigna, 2016; seeded by SplitMix64. */
#ifndef NPRT_RNG_XOROSHIRO_H
#define NPRT_RNG_XOROSHIRO_H

#include <stdint.h>

/* Numba's xoroshiro128p_dtype: 16 bytes, s0 first. */
typedef struct NprtXoroshiro {
    uint64_t s0, s1;
} NprtXoroshiro;

/* init_xoroshiro128p_states_cpu: state i starts subsequence_start + i jumps after the seed. */
void nprt_rng_xoroshiro_init(NprtXoroshiro *states, int64_t n, uint64_t seed,
                             uint64_t subsequence_start);
/* 2**64 steps. */
void nprt_rng_xoroshiro_jump(NprtXoroshiro *state);
uint64_t nprt_rng_xoroshiro_next(NprtXoroshiro *state);
/* In [0, 1]: the float32 form is the float64 one rounded, so that 1 is possible. */
float nprt_rng_xoroshiro_uniform_f32(NprtXoroshiro *state);
double nprt_rng_xoroshiro_uniform_f64(NprtXoroshiro *state);
/* Box and Muller's cosine; the sine is thrown away. Both take two float32 uniforms. */
float nprt_rng_xoroshiro_normal_f32(NprtXoroshiro *state);
double nprt_rng_xoroshiro_normal_f64(NprtXoroshiro *state);

#endif

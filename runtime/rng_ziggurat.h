/* rng_ziggurat.h - normal and exponential draws by the ziggurat method, of the rng_*.c files alone.
 *
 * G. Marsaglia, W. W. Tsang, "The Ziggurat Method for Generating Random Variables", 2000. One
 * random integer gives the layer, the sign and a position; about 99 % of them return at once, which
 * is what is inline here. The edges are in rng_ziggurat.c, the table in rng_ziggurat.def. */
#ifndef NPRT_RNG_ZIGGURAT_H
#define NPRT_RNG_ZIGGURAT_H

#include "runtime/rng_internal.h"

typedef struct NprtRngLayer64 {
    uint64_t limit;        /* positions below it are under the density */
    double width, density; /* of one position; at the layer's right end */
} NprtRngLayer64;

typedef struct NprtRngLayer32 {
    uint32_t limit;
    float width, density;
} NprtRngLayer32;

extern const NprtRngLayer64 nprt_rng_zig_normal[256];
extern const NprtRngLayer64 nprt_rng_zig_exponential[256];
extern const NprtRngLayer32 nprt_rng_zig_normal_f32[256];
extern const NprtRngLayer32 nprt_rng_zig_exponential_f32[256];

/* A position past the limit of its layer: true when *x is the draw after all (in layer 0 replaced
 * by one from the tail), false when the draw starts again. */
bool nprt_rng_zig_normal_edge(NprtRng *rng, unsigned layer, uint64_t position, double *x);
bool nprt_rng_zig_exponential_edge(NprtRng *rng, unsigned layer, double *x);
bool nprt_rng_zig_normal_edge_f32(NprtRng *rng, unsigned layer, uint32_t position, float *x);
bool nprt_rng_zig_exponential_edge_f32(NprtRng *rng, unsigned layer, float *x);

static inline double zig_normal(NprtRng *rng)
{
    for (;;) {
        uint64_t bits = next_u64(rng);
        unsigned layer = bits & 0xff;
        uint64_t position = bits >> 9 & 0xfffffffffffffu;
        double x = (double)(int64_t)position * nprt_rng_zig_normal[layer].width;
        if (bits & 0x100)
            x = -x;
        if (position < nprt_rng_zig_normal[layer].limit ||
            nprt_rng_zig_normal_edge(rng, layer, position, &x))
            return x;
    }
}

static inline double zig_exponential(NprtRng *rng)
{
    for (;;) {
        uint64_t bits = next_u64(rng) >> 3;
        unsigned layer = bits & 0xff;
        uint64_t position = bits >> 8;
        double x = (double)(int64_t)position * nprt_rng_zig_exponential[layer].width;
        if (position < nprt_rng_zig_exponential[layer].limit ||
            nprt_rng_zig_exponential_edge(rng, layer, &x))
            return x;
    }
}

static inline float zig_normal_f32(NprtRng *rng)
{
    for (;;) {
        uint32_t bits = next_u32(rng);
        unsigned layer = bits & 0xff;
        uint32_t position = bits >> 9;
        float x = (float)position * nprt_rng_zig_normal_f32[layer].width;
        if (bits & 0x100)
            x = -x;
        if (position < nprt_rng_zig_normal_f32[layer].limit ||
            nprt_rng_zig_normal_edge_f32(rng, layer, position, &x))
            return x;
    }
}

static inline float zig_exponential_f32(NprtRng *rng)
{
    for (;;) {
        uint32_t bits = next_u32(rng) >> 1;
        unsigned layer = bits & 0xff;
        uint32_t position = bits >> 8;
        float x = (float)position * nprt_rng_zig_exponential_f32[layer].width;
        if (position < nprt_rng_zig_exponential_f32[layer].limit ||
            nprt_rng_zig_exponential_edge_f32(rng, layer, &x))
            return x;
    }
}

#endif

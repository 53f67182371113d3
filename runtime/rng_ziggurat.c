/* rng_ziggurat.c - tables and edges of the ziggurats: see rng_ziggurat.h. */
#include "runtime/rng_ziggurat.h"
#include <math.h>

#define NORMAL_R                             0x1.d3bb48209ad33p+1
#define NORMAL_INV_R                         0.27366123732975827203
#define NORMAL_R_F                           ((float)NORMAL_R)
#define NORMAL_INV_R_F                       ((float)NORMAL_INV_R)
#define EXP_R                                7.69711747013104971405
#define EXP_R_F                              ((float)EXP_R)

#define NPRT_ZIG_F64(kn, wn, fn, ke, we, fe) {kn, wn, fn},
const NprtRngLayer64 nprt_rng_zig_normal[256] = {
#include "runtime/rng_ziggurat.def"
};
#undef NPRT_ZIG_F64
#define NPRT_ZIG_F64(kn, wn, fn, ke, we, fe) {ke, we, fe},
const NprtRngLayer64 nprt_rng_zig_exponential[256] = {
#include "runtime/rng_ziggurat.def"
};
#undef NPRT_ZIG_F64
#define NPRT_ZIG_F32(kn, wn, fn, ke, we, fe) {kn, wn, fn},
const NprtRngLayer32 nprt_rng_zig_normal_f32[256] = {
#include "runtime/rng_ziggurat.def"
};
#undef NPRT_ZIG_F32
#define NPRT_ZIG_F32(kn, wn, fn, ke, we, fe) {ke, we, fe},
const NprtRngLayer32 nprt_rng_zig_exponential_f32[256] = {
#include "runtime/rng_ziggurat.def"
};
#undef NPRT_ZIG_F32

/* The tail beyond r by Marsaglia's method. Logarithms take 1 - U, which is never 0. */
bool nprt_rng_zig_normal_edge(NprtRng *rng, unsigned layer, uint64_t position, double *x)
{
    const NprtRngLayer64 *zig = nprt_rng_zig_normal;
    if (layer > 0) {
        double y = (zig[layer - 1].density - zig[layer].density) * next_f64(rng);
        return y + zig[layer].density < exp(-0.5 * *x * *x);
    }
    double beyond, height;
    do {
        beyond = -NORMAL_INV_R * log1p(-next_f64(rng));
        height = -log1p(-next_f64(rng));
    } while (!(height + height > beyond * beyond));
    *x = position >> 8 & 1 ? -(NORMAL_R + beyond) : NORMAL_R + beyond;
    return true;
}

bool nprt_rng_zig_exponential_edge(NprtRng *rng, unsigned layer, double *x)
{
    const NprtRngLayer64 *zig = nprt_rng_zig_exponential;
    if (layer > 0) {
        double y = (zig[layer - 1].density - zig[layer].density) * next_f64(rng);
        return y + zig[layer].density < exp(-*x);
    }
    *x = EXP_R - log1p(-next_f64(rng));
    return true;
}

/* NumPy compares the wedge in double precision here, unlike for the exponential. */
bool nprt_rng_zig_normal_edge_f32(NprtRng *rng, unsigned layer, uint32_t position, float *x)
{
    const NprtRngLayer32 *zig = nprt_rng_zig_normal_f32;
    if (layer > 0) {
        float y = (zig[layer - 1].density - zig[layer].density) * next_f32(rng);
        return (double)(y + zig[layer].density) < exp(-0.5 * (double)*x * (double)*x);
    }
    float beyond, height;
    do {
        beyond = -NORMAL_INV_R_F * log1pf(-next_f32(rng));
        height = -log1pf(-next_f32(rng));
    } while (!(height + height > beyond * beyond));
    *x = position >> 8 & 1 ? -(NORMAL_R_F + beyond) : NORMAL_R_F + beyond;
    return true;
}

bool nprt_rng_zig_exponential_edge_f32(NprtRng *rng, unsigned layer, float *x)
{
    const NprtRngLayer32 *zig = nprt_rng_zig_exponential_f32;
    if (layer > 0) {
        float y = (zig[layer - 1].density - zig[layer].density) * next_f32(rng);
        return y + zig[layer].density < expf(-*x);
    }
    *x = EXP_R_F - log1pf(-next_f32(rng));
    return true;
}

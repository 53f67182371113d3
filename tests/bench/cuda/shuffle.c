/* shuffle.py as loops over the lanes of a warp. */
#include "tests/bench/c/bench.h"

enum { N = 1 << 24, THREADS = 256, LANES = 32 };

/* Lanes whose source does not exist keep their own value. */
static inline void add_from_below(float *value, size_t delta)
{
    float other[LANES];
    for (size_t lane = 0; lane < LANES; lane++)
        other[lane] = value[lane + delta < LANES ? lane + delta : lane];
    for (size_t lane = 0; lane < LANES; lane++)
        value[lane] += other[lane];
}

static BENCH_NOINLINE void block_sums(const float *x, float *out, size_t n)
{
    for (size_t block = 0; block < (n + THREADS - 1) / THREADS; block++) {
        float partial[LANES], value[LANES];
        for (size_t warp = 0; warp < THREADS / LANES; warp++) {
            for (size_t lane = 0; lane < LANES; lane++) {
                size_t i = block * THREADS + warp * LANES + lane;
                value[lane] = i < n ? x[i] : 0;
            }
            add_from_below(value, 16);
            add_from_below(value, 8);
            add_from_below(value, 4);
            add_from_below(value, 2);
            add_from_below(value, 1);
            partial[warp] = value[0];
        }
        for (size_t lane = 0; lane < LANES; lane++)
            value[lane] = lane < THREADS / LANES ? partial[lane] : 0;
        add_from_below(value, 4);
        add_from_below(value, 2);
        add_from_below(value, 1);
        out[block] = value[0];
    }
}

int main(void)
{
    float *x = bench_alloc(N * sizeof *x), *out = bench_alloc(N / THREADS * sizeof *out);
    for (int64_t i = 0; i < N; i++)
        x[i] = (float)((double)(i * 7919 % 1000) / 1000);
    block_sums(x, out, N);
    for (int rep = 0; rep < BENCH_REPS; rep++) {
        double start = bench_start();
        block_sums(x, out, N);
        bench_stop(start);
    }
    double sum = 0;
    for (size_t i = 0; i < N / THREADS; i++)
        sum += out[i];
    printf("threads %d\n", N);
    bench_checksum(sum);
    return 0;
}

/* reduction.py as loops over the threads of a block. */
#include "tests/bench/c/bench.h"

enum { N = 1 << 24, THREADS = 256 };

static BENCH_NOINLINE void block_sums(const float *x, float *out, size_t n)
{
    for (size_t block = 0; block < (n + THREADS - 1) / THREADS; block++) {
        float tile[THREADS];
        for (size_t t = 0; t < THREADS; t++) {
            size_t i = block * THREADS + t;
            tile[t] = i < n ? x[i] : 0;
        }
        for (size_t s = THREADS / 2; s > 0; s /= 2) {
            for (size_t t = 0; t < s; t++)
                tile[t] += tile[t + s];
        }
        out[block] = tile[0];
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

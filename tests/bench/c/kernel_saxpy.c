/* y += a x in single precision. */
#include "tests/bench/c/bench.h"

enum { N = 32768, CALLS = 1000 };

static BENCH_NOINLINE void saxpy(float a, const float *x, float *y, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        y[i] = a * x[i] + y[i];
    }
}

static double work(const float *x, float *y)
{
    for (int call = 0; call < CALLS; call++) {
        saxpy(0.001f, x, y, N);
    }
    return y[7];
}

int main(void)
{
    double *random = bench_alloc(N * sizeof *random);
    float *x = bench_alloc(N * sizeof *x), *y = bench_alloc(N * sizeof *y);
    bench_fill(random, N, 1);
    for (size_t i = 0; i < N; i++) {
        x[i] = (float)random[i];
    }
    bench_fill(random, N, 2);
    for (size_t i = 0; i < N; i++) {
        y[i] = (float)random[i];
    }
    double check = work(x, y);
    for (int rep = 0; rep < BENCH_REPS; rep++) {
        double start = bench_start();
        check += work(x, y);
        bench_stop(start);
    }
    bench_checksum(check);
    free(random);
    free(x);
    free(y);
    return 0;
}

/* Five-point stencil: heat flow on a plate, two grids in turn. */
#include "tests/bench/c/bench.h"

enum { N = 384, SWEEPS = 20 };

static BENCH_NOINLINE void sweep(const double *u, double *v, size_t n)
{
    for (size_t i = 1; i < n - 1; i++) {
        for (size_t j = 1; j < n - 1; j++) {
            v[i * n + j] =
                u[i * n + j] + 0.2 * (u[(i - 1) * n + j] + u[(i + 1) * n + j] + u[i * n + j - 1] +
                                      u[i * n + j + 1] - 4.0 * u[i * n + j]);
        }
    }
}

static double work(double *u, double *v)
{
    for (int k = 0; k < SWEEPS; k++) {
        sweep(u, v, N);
        sweep(v, u, N);
    }
    return u[100 * N + 100];
}

int main(void)
{
    size_t bytes = (size_t)N * N * sizeof(double);
    double *u = bench_alloc(bytes), *v = bench_alloc(bytes);
    bench_fill(u, (size_t)N * N, 1);
    bench_fill(v, (size_t)N * N, 1);
    double check = work(u, v);
    for (int rep = 0; rep < BENCH_REPS; rep++) {
        double start = bench_start();
        check += work(u, v);
        bench_stop(start);
    }
    bench_checksum(check);
    free(u);
    free(v);
    return 0;
}

/* Dot product, in order. */
#include "tests/bench/c/bench.h"

enum { N = 32768, CALLS = 80 };

static BENCH_NOINLINE double dot(const double *x, const double *y, size_t n)
{
    double s = 0.0;
    for (size_t i = 0; i < n; i++) {
        s += x[i] * y[i];
    }
    return s;
}

static double work(double *x, const double *y)
{
    double total = 0.0;
    for (int call = 0; call < CALLS; call++) {
        x[call] = call;
        total += dot(x, y, N);
    }
    return total;
}

int main(void)
{
    double *x = bench_alloc(N * sizeof *x), *y = bench_alloc(N * sizeof *y);
    bench_fill(x, N, 1);
    bench_fill(y, N, 2);
    double check = work(x, y);
    for (int rep = 0; rep < BENCH_REPS; rep++) {
        double start = bench_start();
        check += work(x, y);
        bench_stop(start);
    }
    bench_checksum(check);
    free(x);
    free(y);
    return 0;
}

/* Sum of an array, in order. */
#include "tests/bench/c/bench.h"

enum { N = 65536, CALLS = 40 };

static BENCH_NOINLINE double sum_array(const double *a, size_t n)
{
    double s = 0.0;
    for (size_t i = 0; i < n; i++) {
        s += a[i];
    }
    return s;
}

static double work(double *a)
{
    double total = 0.0;
    for (int call = 0; call < CALLS; call++) {
        a[call] = call;
        total += sum_array(a, N);
    }
    return total;
}

int main(void)
{
    double *a = bench_alloc(N * sizeof *a);
    bench_fill(a, N, 1);
    double check = work(a);
    for (int rep = 0; rep < BENCH_REPS; rep++) {
        double start = bench_start();
        check += work(a);
        bench_stop(start);
    }
    bench_checksum(check);
    free(a);
    return 0;
}

/* Matrix product by three loops in the order i, j, k. */
#include "tests/bench/c/bench.h"

enum { N = 256 };

static BENCH_NOINLINE void matmul(const double *a, const double *b, double *c, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < n; j++) {
            double s = 0.0;
            for (size_t k = 0; k < n; k++) {
                s += a[i * n + k] * b[k * n + j];
            }
            c[i * n + j] = s;
        }
    }
}

int main(void)
{
    size_t bytes = (size_t)N * N * sizeof(double);
    double *a = bench_alloc(bytes), *b = bench_alloc(bytes), *c = bench_alloc(bytes);
    bench_fill(a, (size_t)N * N, 1);
    bench_fill(b, (size_t)N * N, 2);
    matmul(a, b, c, N);
    double check = c[5 * N + 7];
    for (int rep = 0; rep < BENCH_REPS; rep++) {
        a[5 * N + rep] = rep;
        double start = bench_start();
        matmul(a, b, c, N);
        bench_stop(start);
        check += c[5 * N + 7];
    }
    bench_checksum(check);
    free(a);
    free(b);
    free(c);
    return 0;
}

/* Gravitational accelerations, every body against every body, softened. */
#include "tests/bench/c/bench.h"

#include <math.h>

enum { N = 512, CALLS = 4 };

static BENCH_NOINLINE void accelerations(const double *pos, const double *mass, double *acc,
                                         size_t n)
{
    for (size_t i = 0; i < n; i++) {
        double ax = 0.0, ay = 0.0, az = 0.0;
        for (size_t j = 0; j < n; j++) {
            double dx = pos[j * 3] - pos[i * 3];
            double dy = pos[j * 3 + 1] - pos[i * 3 + 1];
            double dz = pos[j * 3 + 2] - pos[i * 3 + 2];
            double r2 = dx * dx + dy * dy + dz * dz + 1e-3;
            double f = mass[j] / (r2 * sqrt(r2));
            ax += f * dx;
            ay += f * dy;
            az += f * dz;
        }
        acc[i * 3] = ax;
        acc[i * 3 + 1] = ay;
        acc[i * 3 + 2] = az;
    }
}

static double work(const double *pos, double *mass, double *acc)
{
    double total = 0.0;
    for (int call = 0; call < CALLS; call++) {
        mass[call] = call;
        accelerations(pos, mass, acc, N);
        total += acc[10 * 3 + 1];
    }
    return total;
}

int main(void)
{
    double *pos = bench_alloc(3 * N * sizeof *pos), *acc = bench_alloc(3 * N * sizeof *acc);
    double *mass = bench_alloc(N * sizeof *mass);
    bench_fill(pos, 3 * N, 1);
    bench_fill(mass, N, 2);
    double check = work(pos, mass, acc);
    for (int rep = 0; rep < BENCH_REPS; rep++) {
        double start = bench_start();
        check += work(pos, mass, acc);
        bench_stop(start);
    }
    bench_checksum(check);
    free(pos);
    free(acc);
    free(mass);
    return 0;
}

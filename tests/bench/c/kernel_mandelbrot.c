/* Escape times of the Mandelbrot set. */
#include "tests/bench/c/bench.h"

enum { WIDTH = 200, HEIGHT = 150, LIMIT = 200 };

static BENCH_NOINLINE int64_t mandelbrot(int64_t *counts, double shift)
{
    int64_t total = 0;
    for (int j = 0; j < HEIGHT; j++) {
        double ci = -1.0 + 2.0 * j / HEIGHT;
        for (int i = 0; i < WIDTH; i++) {
            double cr = -2.0 + shift + 2.6 * i / WIDTH;
            double zr = 0.0, zi = 0.0;
            int n = 0;
            while (n < LIMIT && zr * zr + zi * zi <= 4.0) {
                double t = zr * zr - zi * zi + cr;
                zi = 2.0 * zr * zi + ci;
                zr = t;
                n++;
            }
            counts[j * WIDTH + i] = n;
            total += n;
        }
    }
    return total;
}

int main(void)
{
    int64_t *counts = bench_alloc((size_t)WIDTH * HEIGHT * sizeof *counts);
    int64_t check = mandelbrot(counts, 0.0);
    for (int rep = 0; rep < BENCH_REPS; rep++) {
        double start = bench_start();
        check += mandelbrot(counts, rep * 0.001);
        bench_stop(start);
    }
    bench_checksum((double)check);
    free(counts);
    return 0;
}

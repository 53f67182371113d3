/* What the C benchmarks share: the random numbers of the Python versions, a clock, the output.
 *
 * Each program calls its kernel once to warm up, then BENCH_REPS times between bench_start and
 * bench_stop, and prints a checksum that equals the Python version's up to rounding. Kernels are
 * BENCH_NOINLINE and their data changes between calls, so that no call can be dropped. */
#ifndef TESTS_BENCH_C_BENCH_H
#define TESTS_BENCH_C_BENCH_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define BENCH_NOINLINE __attribute__((noinline))

enum { BENCH_REPS = 7 };

/* Fills `a` with numbers in [0, 1): Knuth's MMIX generator, its upper 53 bits. */
static inline void bench_fill(double *a, size_t n, uint64_t seed)
{
    uint64_t state = seed;
    for (size_t i = 0; i < n; i++) {
        state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        a[i] = (double)(state >> 11) * (1.0 / 9007199254740992.0);
    }
}

static inline void *bench_alloc(size_t bytes)
{
    void *memory = calloc(1, bytes);
    if (!memory) {
        fputs("out of memory\n", stderr);
        exit(1);
    }
    return memory;
}

static inline double bench_start(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static inline void bench_stop(double start)
{
    printf("time %.9f\n", bench_start() - start);
}

static inline void bench_checksum(double value)
{
    printf("checksum %.17g\n", value);
}

#endif

/* matmul16.py and matmul32.py as loops over the threads of a block; TILE is defined. */
#include "tests/bench/c/bench.h"

enum { N = 1024 };

static inline void block(const float *a, const float *b, float *c, size_t n, size_t row0,
                         size_t column0)
{
    float left[TILE][TILE], right[TILE][TILE], total[TILE][TILE] = {{0}};
    for (size_t tile = 0; tile < (n + TILE - 1) / TILE; tile++) {
        for (size_t ty = 0; ty < TILE; ty++) {
            for (size_t tx = 0; tx < TILE; tx++) {
                size_t row = row0 + ty, column = column0 + tx, k = tile * TILE;
                left[ty][tx] = row < n && k + tx < n ? a[row * n + k + tx] : 0;
                right[ty][tx] = k + ty < n && column < n ? b[(k + ty) * n + column] : 0;
            }
        }
        for (size_t ty = 0; ty < TILE; ty++)
            for (size_t k = 0; k < TILE; k++)
                for (size_t tx = 0; tx < TILE; tx++)
                    total[ty][tx] += left[ty][k] * right[k][tx];
    }
    for (size_t ty = 0; ty < TILE; ty++)
        for (size_t tx = 0; tx < TILE; tx++)
            if (row0 + ty < n && column0 + tx < n)
                c[(row0 + ty) * n + column0 + tx] = total[ty][tx];
}

static BENCH_NOINLINE void matmul(const float *a, const float *b, float *c, size_t n)
{
    for (size_t row = 0; row < n; row += TILE)
        for (size_t column = 0; column < n; column += TILE)
            block(a, b, c, n, row, column);
}

int main(void)
{
    size_t bytes = (size_t)N * N * sizeof(float);
    float *a = bench_alloc(bytes), *b = bench_alloc(bytes), *c = bench_alloc(bytes);
    for (int64_t i = 0; i < (int64_t)N * N; i++) {
        a[i] = (float)((double)(i * 7919 % 1000) / 1000);
        b[i] = (float)((double)(i * 104729 % 1000) / 1000);
    }
    matmul(a, b, c, N);
    for (int rep = 0; rep < BENCH_REPS; rep++) {
        double start = bench_start();
        matmul(a, b, c, N);
        bench_stop(start);
    }
    double sum = 0;
    for (size_t i = 0; i < (size_t)N * N; i++)
        sum += c[i];
    printf("threads %d\n", N * N);
    bench_checksum(sum);
    return 0;
}

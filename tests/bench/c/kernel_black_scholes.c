/* Prices of European calls and puts: exp, log, sqrt and erf. */
#include "tests/bench/c/bench.h"

#include <math.h>

enum { N = 50000 };

static double normal_cdf(double x)
{
    return 0.5 * (1.0 + erf(x * 0.7071067811865476));
}

static BENCH_NOINLINE void black_scholes(const double *spot, const double *strike,
                                         const double *years, double rate, double *call,
                                         double *put)
{
    const double sigma = 0.3;
    for (size_t i = 0; i < N; i++) {
        double root = sigma * sqrt(years[i]);
        double d1 = (log(spot[i] / strike[i]) + (rate + 0.5 * sigma * sigma) * years[i]) / root;
        double d2 = d1 - root;
        double discounted = strike[i] * exp(-rate * years[i]);
        call[i] = spot[i] * normal_cdf(d1) - discounted * normal_cdf(d2);
        put[i] = discounted * normal_cdf(-d2) - spot[i] * normal_cdf(-d1);
    }
}

static double sum(const double *a)
{
    double s = 0.0;
    for (size_t i = 0; i < N; i++) {
        s += a[i];
    }
    return s;
}

int main(void)
{
    size_t bytes = N * sizeof(double);
    double *spot = bench_alloc(bytes), *strike = bench_alloc(bytes), *years = bench_alloc(bytes);
    double *call = bench_alloc(bytes), *put = bench_alloc(bytes);
    bench_fill(spot, N, 1);
    bench_fill(strike, N, 2);
    bench_fill(years, N, 3);
    for (size_t i = 0; i < N; i++) {
        spot[i] = 10.0 + 40.0 * spot[i];
        strike[i] = 10.0 + 40.0 * strike[i];
        years[i] = 0.1 + 2.0 * years[i];
    }
    black_scholes(spot, strike, years, 0.05, call, put);
    double check = sum(call) + sum(put);
    for (int rep = 0; rep < BENCH_REPS; rep++) {
        double rate = 0.02 + 0.001 * rep;
        double start = bench_start();
        black_scholes(spot, strike, years, rate, call, put);
        bench_stop(start);
        check += sum(call) + sum(put);
    }
    bench_checksum(check);
    free(spot);
    free(strike);
    free(years);
    free(call);
    free(put);
    return 0;
}

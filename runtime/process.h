/* process.h - time, and arithmetic on Python's numbers that is more than an instruction. */
#ifndef NPRT_PROCESS_H
#define NPRT_PROCESS_H

#include <stdint.h>

/* ---- called by generated code ---- */

double nprt_time_wall(void);     /* time.time() */
double nprt_time_perf(void);     /* time.perf_counter() */
int64_t nprt_time_perf_ns(void); /* time.perf_counter_ns() */
double nprt_time_process(void);  /* time.process_time() */
/* Sleeps, after flushing the output to a terminal. ValueError for a negative or NaN time. */
int32_t nprt_time_sleep(double seconds);

/* base ** exponent, exponent >= 0. OverflowError when it leaves int64. */
int32_t nprt_int_pow(int64_t base, int64_t exponent, int64_t *out);
/* The same modulo 2^64. */
int64_t nprt_int_pow_wrap(int64_t base, int64_t exponent);
/* pow(base, exponent, modulus); a negative exponent takes the inverse. ValueError. */
int32_t nprt_int_pow_mod(int64_t base, int64_t exponent, int64_t modulus, int64_t *out);
/* round(x, digits), correctly rounded, half to even. */
double nprt_round_digits(double x, int64_t digits);

#endif

/* Time and integer powers. */
#include "runtime/process.h"

#include "runtime/errors.h"
#include "runtime/format_float.h"
#include "runtime/print.h"
#include "runtime/str_parse.h"
#include "runtime/str_text.h"

#include <errno.h>
#include <math.h>
#include <time.h>

__extension__ typedef unsigned __int128 Uint128;

/* ---- time ---- */

static double seconds_of(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

double nprt_time_wall(void)
{
    return seconds_of(CLOCK_REALTIME);
}

double nprt_time_perf(void)
{
    return seconds_of(CLOCK_MONOTONIC);
}

int64_t nprt_time_perf_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

double nprt_time_process(void)
{
    return seconds_of(CLOCK_PROCESS_CPUTIME_ID);
}

int32_t nprt_time_sleep(double seconds)
{
    if (isnan(seconds)) {
        return nprt_raise(NPRT_EXC_VALUE_ERROR, "Invalid value NaN (not a number)");
    }
    if (seconds < 0) {
        return nprt_raise(NPRT_EXC_VALUE_ERROR, "sleep length must be non-negative");
    }
    if (seconds > 9e9) {
        return nprt_raise(NPRT_EXC_OVERFLOW_ERROR, "timestamp too large to convert to C PyTime_t");
    }
    double whole = floor(seconds);
    struct timespec left = {.tv_sec = (time_t)whole, .tv_nsec = (long)((seconds - whole) * 1e9)};
    while (nanosleep(&left, &left) != 0 && errno == EINTR) {
    }
    return 0;
}

/* ---- powers ---- */

/* a * b, or 1 when it leaves int64. */
static int multiply(int64_t a, int64_t b, int64_t *out)
{
    uint64_t x = a < 0 ? 0 - (uint64_t)a : (uint64_t)a, y = b < 0 ? 0 - (uint64_t)b : (uint64_t)b;
    int is_negative = (a < 0) != (b < 0);
    Uint128 product = (Uint128)x * y;
    if (product > (Uint128)INT64_MAX + (is_negative ? 1 : 0)) {
        return 1;
    }
    *out = (int64_t)(is_negative ? 0 - (uint64_t)product : (uint64_t)product);
    return 0;
}

int32_t nprt_int_pow(int64_t base, int64_t exponent, int64_t *out)
{
    int64_t result = 1;
    *out = 0;
    if (base == 0 || base == 1) {
        *out = exponent == 0 ? 1 : base;
        return 0;
    }
    if (base == -1) {
        *out = exponent & 1 ? -1 : 1;
        return 0;
    }
    while (exponent > 0) {
        if (exponent & 1 && multiply(result, base, &result)) {
            return nprt_raise_overflow();
        }
        exponent >>= 1;
        if (exponent > 0 && multiply(base, base, &base)) {
            return nprt_raise_overflow();
        }
    }
    *out = result;
    return 0;
}

int64_t nprt_int_pow_wrap(int64_t base, int64_t exponent)
{
    uint64_t result = 1, factor = (uint64_t)base;
    for (; exponent > 0; exponent >>= 1) {
        if (exponent & 1) {
            result *= factor;
        }
        factor *= factor;
    }
    return (int64_t)result;
}

static uint64_t magnitude(int64_t x)
{
    return x < 0 ? 0 - (uint64_t)x : (uint64_t)x;
}

/* x modulo m >= 1, in [0, m). */
static uint64_t residue(int64_t x, uint64_t m)
{
    uint64_t rest = magnitude(x) % m;
    return x < 0 && rest > 0 ? m - rest : rest;
}

/* The inverse of x modulo m by Euclid's algorithm, or 0 when there is none (m > 1). */
static uint64_t inverse(uint64_t x, uint64_t m)
{
    uint64_t r0 = m, r1 = x, t0 = 0, t1 = 1; /* t modulo m throughout */
    while (r1 != 0) {
        uint64_t q = r0 / r1, r = r0 % r1;
        uint64_t product = (uint64_t)((Uint128)q * t1 % m);
        uint64_t t = t0 >= product ? t0 - product : t0 + (m - product);
        r0 = r1;
        r1 = r;
        t0 = t1;
        t1 = t;
    }
    return r0 == 1 ? t0 : 0;
}

int32_t nprt_int_pow_mod(int64_t base, int64_t exponent, int64_t modulus, int64_t *out)
{
    *out = 0;
    if (modulus == 0) {
        return nprt_raise(NPRT_EXC_VALUE_ERROR, "pow() 3rd argument cannot be 0");
    }
    uint64_t m = magnitude(modulus);
    if (m == 1) {
        return 0;
    }
    uint64_t factor = residue(base, m);
    if (exponent < 0) {
        factor = inverse(factor, m);
        if (factor == 0) {
            return nprt_raise(NPRT_EXC_VALUE_ERROR, "base is not invertible for the given modulus");
        }
    }
    uint64_t result = 1;
    for (uint64_t left = magnitude(exponent); left > 0; left >>= 1) {
        if (left & 1) {
            result = (uint64_t)((Uint128)result * factor % m);
        }
        factor = (uint64_t)((Uint128)factor * factor % m);
    }
    /* The sign of the result is the modulus's. */
    *out = modulus > 0 || result == 0 ? (int64_t)result : -(int64_t)(m - result);
    return 0;
}

/* ---- rounding ---- */

/* Is |x| >= 1 above half of the power of ten above it? */
static int is_above_half(double x)
{
    NprtText all; /* every digit */
    nprt_text_init(&all);
    nprt_float_decimals(&all, x, 1074);
    int is_above = all.data[0] > '5';
    for (size_t i = 1; i < all.len && all.data[0] == '5' && !is_above; i++) {
        is_above = all.data[i] != '0';
    }
    nprt_text_fini(&all);
    return is_above;
}

/* Appends the digits left by rounding before the point; returns the exponent of the first. */
static int32_t round_integer_digits(NprtText *text, double x, int64_t digits)
{
    char shortest[NPRT_SHORTEST_MAX];
    int32_t exp10;
    nprt_float_shortest(x, 64, shortest, &exp10);
    int64_t n = exp10 + 1 + digits;
    if (n > 0) {
        return nprt_float_digits(text, x, (int32_t)n);
    }
    /* At most the power of ten above x. */
    nprt_text_add_char(text, n == 0 && is_above_half(x) ? '1' : '0');
    return exp10 + 1;
}

/* Rounds on the decimal digits and reads them back, as CPython does. */
double nprt_round_digits(double x, int64_t digits)
{
    if (!isfinite(x) || x == 0.0 || digits > 323) {
        return x;
    }
    if (digits < -308) {
        return copysign(0.0, x);
    }
    NprtText text;
    nprt_text_init(&text);
    int32_t exp10 = digits >= 0 ? nprt_float_decimals(&text, x, (int32_t)digits)
                                : round_integer_digits(&text, x, digits);
    nprt_text_addf(&text, "e%d", (int)(exp10 - (int32_t)text.len + 1));
    double rounded = nprt_decimal_to_double(text.data, text.len);
    nprt_text_fini(&text);
    return copysign(rounded, x);
}

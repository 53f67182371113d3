/* Functions of Python's module math.
 *
 * gamma and lgamma follow CPython's mathmodule.c: Lanczos' approximation with g
 * = 6.024680040776729583740234375 and N = 13 (Boost's coefficients) and the reflection formula, so
 * that their results have the same bits. fsum keeps partial sums without overlap: J. R. Shewchuk,
 * "Adaptive Precision Floating-Point Arithmetic" (1997). */
#include "runtime/stdlib_math.h"

#include "runtime/errors.h"
#include "runtime/memory.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

/* ---- integers ---- */

static uint64_t magnitude(int64_t x)
{
    return x < 0 ? 0 - (uint64_t)x : (uint64_t)x;
}

static uint64_t gcd(uint64_t a, uint64_t b)
{
    while (b != 0) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

static int32_t give(uint64_t value, int64_t *out)
{
    if (value > INT64_MAX) {
        return nprt_raise_overflow();
    }
    *out = (int64_t)value;
    return 0;
}

int32_t nprt_math_gcd(int64_t a, int64_t b, int64_t *out)
{
    *out = 0;
    return give(gcd(magnitude(a), magnitude(b)), out);
}

int32_t nprt_math_lcm(int64_t a, int64_t b, int64_t *out)
{
    *out = 0;
    if (a == 0 || b == 0) {
        return 0;
    }
    uint64_t x = magnitude(a), y = magnitude(b), product;
    if (__builtin_mul_overflow(x / gcd(x, y), y, &product)) {
        return nprt_raise_overflow();
    }
    return give(product, out);
}

int32_t nprt_math_factorial(int64_t n, int64_t *out)
{
    *out = 1;
    if (n < 0) {
        return nprt_raise(NPRT_EXC_VALUE_ERROR, "factorial() not defined for negative values");
    }
    if (n > 20) {
        return nprt_raise_overflow();
    }
    for (int64_t i = 2; i <= n; i++) {
        *out *= i;
    }
    return 0;
}

static int32_t check_counts(int64_t n, int64_t k)
{
    if (n < 0) {
        return nprt_raise(NPRT_EXC_VALUE_ERROR, "n must be a non-negative integer");
    }
    if (k < 0) {
        return nprt_raise(NPRT_EXC_VALUE_ERROR, "k must be a non-negative integer");
    }
    return 0;
}

int32_t nprt_math_comb(int64_t n, int64_t k, int64_t *out)
{
    *out = 0;
    if (check_counts(n, k) != 0) {
        return 1;
    }
    if (k > n) {
        return 0;
    }
    k = k < n - k ? k : n - k;
    __extension__ unsigned __int128 result = 1; /* every step divides exactly */
    for (int64_t i = 1; i <= k; i++) {
        result = result * (uint64_t)(n - k + i) / (uint64_t)i;
        if (result > INT64_MAX) { /* it only grows */
            return nprt_raise_overflow();
        }
    }
    *out = (int64_t)result;
    return 0;
}

int32_t nprt_math_perm(int64_t n, int64_t k, int64_t *out)
{
    *out = 0;
    if (check_counts(n, k) != 0) {
        return 1;
    }
    if (k > n) {
        return 0;
    }
    int64_t result = 1;
    for (int64_t i = 0; i < k; i++) {
        if (__builtin_mul_overflow(result, n - i, &result)) {
            return nprt_raise_overflow();
        }
    }
    *out = result;
    return 0;
}

int32_t nprt_math_isqrt(int64_t n, int64_t *out)
{
    *out = 0;
    if (n < 0) {
        return nprt_raise(NPRT_EXC_VALUE_ERROR, "isqrt() argument must be nonnegative");
    }
    uint64_t root = (uint64_t)sqrt((double)n); /* off by one at most */
    while (root > 0 && root * root > (uint64_t)n) {
        root--;
    }
    while ((root + 1) * (root + 1) <= (uint64_t)n) {
        root++;
    }
    *out = (int64_t)root;
    return 0;
}

/* ---- gamma ---- */

#define LANCZOS_N 13
static const double lanczos_g = 6.024680040776729583740234375;
static const double lanczos_g_minus_half = 5.524680040776729583740234375;
static const double lanczos_num[LANCZOS_N] = {23531376880.410759688572007674451636754734846804940,
                                              42919803642.649098768957899047001988850926355848959,
                                              35711959237.355668049440185451547166705960488635843,
                                              17921034426.037209699919755754458931112671403265390,
                                              6039542586.3520280050642916443072979210699388420708,
                                              1439720407.3117216736632230727949123939715485786372,
                                              248874557.86205415651146038641322942321632125127801,
                                              31426415.585400194380614231628318205362874684987640,
                                              2876370.6289353724412254090516208496135991145378768,
                                              186056.26539522349504029498971604569928220784236328,
                                              8071.6720023658162106380029022722506138218516325024,
                                              210.82427775157934587250973392071336271166969580291,
                                              2.5066282746310002701649081771338373386264310793408};
static const double lanczos_den[LANCZOS_N] = {
    0.0,       39916800.0, 120543840.0, 150917976.0, 105258076.0, 45995730.0, 13339535.0,
    2637558.0, 357423.0,   32670.0,     1925.0,      66.0,        1.0};
static const double log_pi = 1.144729885849400174143427351353058711647;

/* sin(pi x), exact at multiples of 1/2; x finite. */
static double sin_pi(double x)
{
    double y = fmod(fabs(x), 2.0), r;
    switch ((int)round(2.0 * y)) {
    case 0:
        r = sin(M_PI * y);
        break;
    case 1:
        r = cos(M_PI * (y - 0.5));
        break;
    case 2:
        r = sin(M_PI * (1.0 - y)); /* not -sin(pi (y - 1)), for the sign of zero */
        break;
    case 3:
        r = -cos(M_PI * (y - 1.5));
        break;
    default:
        r = sin(M_PI * (y - 2.0));
        break;
    }
    return copysign(1.0, x) * r;
}

/* Lanczos' sum, a ratio of polynomials; evaluated from the end that keeps the terms small. */
static double lanczos_sum(double x)
{
    double num = 0.0, den = 0.0;
    if (x < 5.0) {
        for (int i = LANCZOS_N; --i >= 0;) {
            num = num * x + lanczos_num[i];
            den = den * x + lanczos_den[i];
        }
    } else {
        for (int i = 0; i < LANCZOS_N; i++) {
            num = num / x + lanczos_num[i];
            den = den / x + lanczos_den[i];
        }
    }
    return num / den;
}

static int32_t domain_error(void)
{
    return nprt_raise(NPRT_EXC_VALUE_ERROR, "math domain error");
}

static int32_t range_error(void)
{
    return nprt_raise(NPRT_EXC_OVERFLOW_ERROR, "math range error");
}

/* Gamma of an integer from 1 to 23, exact. */
static double small_factorial(int n)
{
    double product = 1.0;
    for (int i = 2; i < n; i++) {
        product *= i;
    }
    return product;
}

int32_t nprt_math_gamma(double x, double *out)
{
    *out = x;
    if (!isfinite(x)) {
        return isnan(x) || x > 0 ? 0 : domain_error();
    }
    if (x == 0.0 || (x == floor(x) && x < 0.0)) {
        return domain_error();
    }
    if (x == floor(x) && x <= 23) {
        *out = small_factorial((int)x);
        return 0;
    }
    double size = fabs(x);
    if (size < 1e-20) { /* gamma(x) ~ 1 / x near zero */
        *out = 1.0 / x;
        return isinf(*out) ? range_error() : 0;
    }
    if (size > 200.0) {
        if (x > 0) {
            return range_error();
        }
        *out = 0.0 / sin_pi(x);
        return 0;
    }
    double y = size + lanczos_g_minus_half, z;
    /* the rounding error of y, whose power amplifies it */
    if (size > lanczos_g_minus_half) {
        double q = y - size;
        z = q - lanczos_g_minus_half;
    } else {
        double q = y - lanczos_g_minus_half;
        z = q - size;
    }
    z = z * lanczos_g / y;
    double r, half;
    if (x < 0.0) {
        r = -M_PI / sin_pi(size) / size * exp(y) / lanczos_sum(size);
        r -= z * r;
        half = size < 140.0 ? 0 : pow(y, size / 2.0 - 0.25);
        r = size < 140.0 ? r / pow(y, size - 0.5) : r / half / half;
    } else {
        r = lanczos_sum(size) / exp(y);
        r += z * r;
        half = size < 140.0 ? 0 : pow(y, size / 2.0 - 0.25);
        r = size < 140.0 ? r * pow(y, size - 0.5) : r * half * half;
    }
    *out = r;
    return isinf(r) ? range_error() : 0;
}

int32_t nprt_math_lgamma(double x, double *out)
{
    *out = isnan(x) ? x : (double)INFINITY;
    if (!isfinite(x)) {
        return 0;
    }
    if (x == floor(x) && x <= 2.0) {
        *out = 0.0;
        return x <= 0.0 ? domain_error() : 0;
    }
    double size = fabs(x);
    if (size < 1e-20) {
        *out = -log(size);
        return 0;
    }
    /* gamma(x) is far from 1, so that nothing cancels: the absolute error is what counts */
    double r = log(lanczos_sum(size)) - lanczos_g;
    r += (size - 0.5) * (log(size + lanczos_g - 0.5) - 1);
    if (x < 0.0) {
        r = log_pi - log(fabs(sin_pi(size))) - log(size) - r;
    }
    *out = r;
    return isinf(r) ? range_error() : 0;
}

/* ---- parts of a float ---- */

double nprt_math_ulp(double x)
{
    x = fabs(x);
    double above = nextafter(x, INFINITY);
    if (isnan(x) || isinf(x)) {
        return x;
    }
    return isinf(above) ? x - nextafter(x, 0.0) : above - x;
}

double nprt_math_nextafter(double x, double y, int64_t steps)
{
    for (int64_t i = 0; i < steps && x != y && !isnan(x); i++) {
        x = nextafter(x, y);
    }
    return isnan(y) ? y : x;
}

static void put_pair(const NprtDesc *desc, void *out, const void *a, const void *b)
{
    memcpy((char *)out + desc->offsets[0], a, desc->elems[0]->size);
    memcpy((char *)out + desc->offsets[1], b, desc->elems[1]->size);
}

void nprt_math_frexp(double x, const NprtDesc *desc, void *out)
{
    int exponent = 0;
    double fraction = isfinite(x) ? frexp(x, &exponent) : x;
    int64_t wide = exponent;
    put_pair(desc, out, &fraction, &wide);
}

void nprt_math_modf(double x, const NprtDesc *desc, void *out)
{
    double whole = x, fraction = isinf(x) ? copysign(0.0, x) : modf(x, &whole);
    put_pair(desc, out, &fraction, &whole);
}

/* ---- sums ---- */

/* Partial sums without overlap, from the smallest on; special values apart. */
typedef struct Sum {
    double *parts;
    int64_t n, room;
    double special; /* of infinities and NaNs */
    double inf_sum; /* of infinities */
    bool has_special, overflowed;
} Sum;

static void add(Sum *s, double x)
{
    double given = x;
    int64_t n = 0;
    for (int64_t i = 0; i < s->n; i++) {
        double y = s->parts[i];
        if (fabs(x) < fabs(y)) {
            double t = x;
            x = y;
            y = t;
        }
        double high = x + y, low = y - (high - x);
        if (low != 0.0) {
            s->parts[n++] = low;
        }
        x = high;
    }
    s->n = n;
    if (x == 0.0) {
        return;
    }
    if (!isfinite(x)) {
        s->overflowed |= isfinite(given);
        s->inf_sum += isinf(given) ? given : 0.0;
        s->special += given;
        s->has_special = true;
        s->n = 0;
        return;
    }
    if (n == s->room) {
        s->room = s->room * 2 + 16;
        s->parts = nprt_realloc(s->parts, (size_t)s->room * sizeof *s->parts);
    }
    s->parts[s->n++] = x;
}

/* The sum, rounded once; frees the parts. */
static int32_t finish(Sum *s, double *out)
{
    int64_t n = s->n;
    double high = 0.0, low = 0.0;
    *out = s->special;
    if (n > 0 && !s->has_special) {
        high = s->parts[--n];
        while (n > 0 && low == 0.0) {
            double x = high, y = s->parts[--n];
            high = x + y;
            low = y - (high - x);
        }
        /* a tie was broken without the parts below it */
        if (n > 0 &&
            ((low < 0.0 && s->parts[n - 1] < 0.0) || (low > 0.0 && s->parts[n - 1] > 0.0))) {
            double twice = low * 2.0, moved = high + twice;
            if (twice == moved - high) {
                high = moved;
            }
        }
    }
    if (!s->has_special) {
        *out = high;
    }
    nprt_mem_free(s->parts);
    if (s->overflowed) {
        return nprt_raise(NPRT_EXC_OVERFLOW_ERROR, "intermediate overflow in fsum");
    }
    if (s->has_special && isnan(s->inf_sum)) {
        return nprt_raise(NPRT_EXC_VALUE_ERROR, "-inf + inf in fsum");
    }
    return 0;
}

static const double *floats(const NprtList *list)
{
    return (const double *)(const void *)list->data;
}

int32_t nprt_math_fsum(NprtList *values, double *out)
{
    Sum s = {0};
    for (int64_t i = 0; i < values->len; i++) {
        add(&s, floats(values)[i]);
    }
    return finish(&s, out);
}

int32_t nprt_math_sumprod(NprtList *a, NprtList *b, double *out)
{
    *out = 0.0;
    if (a->len != b->len) {
        return nprt_raise(NPRT_EXC_VALUE_ERROR, "Inputs are not the same length");
    }
    Sum s = {0};
    double plain = 0.0;
    for (int64_t i = 0; i < a->len; i++) {
        double x = floats(a)[i], y = floats(b)[i], product = x * y;
        plain += product;
        add(&s, product);
        if (isfinite(product)) {
            add(&s, fma(x, y, -product));
        }
    }
    if (s.has_special) {
        nprt_mem_free(s.parts);
        *out = plain;
        return 0;
    }
    return finish(&s, out);
}

/* CPython's vector_norm: scaled by a power of two, squared exactly, summed with the lost low parts,
 * and the root corrected by one Newton step on the exact residue. */
static double norm(const double *values, int64_t n, double max, bool has_nan)
{
    if (isinf(max)) {
        return max;
    }
    if (has_nan) {
        return (double)NAN;
    }
    if (max == 0.0 || n <= 1) {
        return max;
    }
    double lift = max < 0x1p-1000 ? 0x1p1000 : 1.0; /* the scale must be finite */
    int exponent;
    frexp(max * lift, &exponent);
    double scale = ldexp(1.0, -exponent);
    double sum = 1.0, lost1 = 0.0, lost2 = 0.0;
    for (int64_t i = 0; i < n; i++) {
        double x = fabs(values[i]) * lift * scale, square = x * x;
        double below = fma(x, x, -square);
        double total = sum + square;
        lost1 += below;
        lost2 += (sum - total) + square;
        sum = total;
    }
    double h = sqrt(sum - 1.0 + (lost1 + lost2));
    double square = -h * h, below = fma(-h, h, -square);
    double total = sum + square;
    lost1 += below;
    lost2 += (sum - total) + square;
    double residue = total - 1.0 + (lost1 + lost2);
    h += residue / (2.0 * h);
    return h / scale / lift;
}

double nprt_math_norm(NprtList *values)
{
    double max = 0.0;
    bool has_nan = false;
    for (int64_t i = 0; i < values->len; i++) {
        double x = fabs(floats(values)[i]);
        has_nan |= isnan(x);
        max = x > max ? x : max;
    }
    return norm(floats(values), values->len, max, has_nan);
}

int32_t nprt_math_dist(NprtList *a, NprtList *b, double *out)
{
    *out = 0.0;
    if (a->len != b->len) {
        return nprt_raise(NPRT_EXC_VALUE_ERROR,
                          "both points must have the same number of dimensions");
    }
    double small[16];
    double *differences =
        a->len <= 16 ? small : nprt_realloc(NULL, (size_t)a->len * sizeof *differences);
    double max = 0.0;
    bool has_nan = false;
    for (int64_t i = 0; i < a->len; i++) {
        differences[i] = fabs(floats(a)[i] - floats(b)[i]);
        has_nan |= isnan(differences[i]);
        max = differences[i] > max ? differences[i] : max;
    }
    *out = norm(differences, a->len, max, has_nan);
    if (differences != small) {
        nprt_mem_free(differences);
    }
    return 0;
}

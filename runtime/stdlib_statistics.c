/* Exact sums. A finite double is an integer times 2^-1074, its square an integer times 2^-2148:
 * sums of them fit in a big integer of fixed size. The quotient is rounded to odd at 64 bits, so
 * that the last rounding, to 53 bits, is right. */
#include "runtime/stdlib_statistics.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

/* Bits: 4196 of a square, 64 of a count, squared sums of 4324, and 128 below for the quotient. */
enum { LIMBS = 74, SCALE = 1074 };

__extension__ typedef unsigned __int128 Wide;

/* Magnitude, the least significant limb first. */
typedef struct Big {
    uint64_t limb[LIMBS];
} Big;

/* An exact sum of either sign: what is positive and what is negative. */
typedef struct Sum {
    Big plus, minus;
} Sum;

static void add_limb(Big *a, int at, uint64_t value)
{
    for (int i = at; i < LIMBS && value != 0; i++) {
        a->limb[i] += value;
        value = a->limb[i] < value;
    }
}

/* a += value * 2^shift */
static void add_shifted(Big *a, Wide value, unsigned shift)
{
    unsigned at = shift / 64, bits = shift % 64;
    uint64_t low = (uint64_t)value, high = (uint64_t)(value >> 64);
    add_limb(a, (int)at, low << bits);
    add_limb(a, (int)at + 1, high << bits | (bits ? low >> (64 - bits) : 0));
    add_limb(a, (int)at + 2, bits ? high >> (64 - bits) : 0);
}

static int compare(const Big *a, const Big *b)
{
    for (int i = LIMBS; i-- > 0;) {
        if (a->limb[i] != b->limb[i]) {
            return a->limb[i] > b->limb[i] ? 1 : -1;
        }
    }
    return 0;
}

/* a -= b, a >= b */
static void subtract(Big *a, const Big *b)
{
    uint64_t borrow = 0;
    for (int i = 0; i < LIMBS; i++) {
        uint64_t x = a->limb[i], y = b->limb[i], d = x - y - borrow;
        borrow = x < y || (x == y && borrow);
        a->limb[i] = d;
    }
}

/* The sum's magnitude in `plus`; true when it is negative. */
static bool settle(Sum *s)
{
    bool is_negative = compare(&s->plus, &s->minus) < 0;
    if (is_negative) {
        Big kept = s->plus;
        s->plus = s->minus;
        s->minus = kept;
    }
    subtract(&s->plus, &s->minus);
    return is_negative;
}

static void multiply_small(Big *a, uint64_t by)
{
    uint64_t carry = 0;
    for (int i = 0; i < LIMBS; i++) {
        Wide product = (Wide)a->limb[i] * by + carry;
        a->limb[i] = (uint64_t)product;
        carry = (uint64_t)(product >> 64);
    }
}

static void square(const Big *a, Big *out)
{
    memset(out, 0, sizeof *out);
    for (int i = 0; i < LIMBS / 2; i++) {
        uint64_t carry = 0;
        for (int k = 0; k < LIMBS / 2; k++) {
            Wide product = (Wide)a->limb[i] * a->limb[k] + out->limb[i + k] + carry;
            out->limb[i + k] = (uint64_t)product;
            carry = (uint64_t)(product >> 64);
        }
        add_limb(out, i + LIMBS / 2, carry);
    }
}

static bool divide_small(Big *a, uint64_t by)
{
    uint64_t rest = 0;
    for (int i = LIMBS; i-- > 0;) {
        Wide dividend = (Wide)rest << 64 | a->limb[i];
        a->limb[i] = (uint64_t)(dividend / by);
        rest = (uint64_t)(dividend % by);
    }
    return rest != 0;
}

static int bit_length(const Big *a)
{
    for (int i = LIMBS; i-- > 0;) {
        if (a->limb[i] != 0) {
            return 64 * i + 64 - __builtin_clzll(a->limb[i]);
        }
    }
    return 0;
}

/* Bits from `from` on, up to 128 of them; *lost says whether there were others below. */
static Wide bits_from(const Big *a, int from, bool *lost)
{
    int at = from / 64, shift = from % 64;
    for (int i = 0; i < at; i++) {
        *lost |= a->limb[i] != 0;
    }
    if (shift > 0) {
        *lost |= (a->limb[at] << (64 - shift)) != 0;
    }
    Wide value = 0;
    for (int i = 2; i >= 0; i--) {
        Wide limb = at + i < LIMBS ? a->limb[at + i] : 0;
        int place = 64 * i - shift;
        if (place >= 0 && place < 128) {
            value |= limb << place;
        } else if (place < 0) {
            value |= limb >> -place;
        }
    }
    return value;
}

/* a / by * 2^exponent, or its square root, rounded once. */
static double quotient(Big *a, uint64_t by, int exponent, bool root)
{
    /* 128 bits more, so that the quotient has enough of them */
    memmove(a->limb + 2, a->limb, (LIMBS - 2) * sizeof *a->limb);
    a->limb[0] = a->limb[1] = 0;
    exponent -= 128;
    bool lost = divide_small(a, by);
    int length = bit_length(a);
    if (length == 0) {
        return 0.0;
    }
    int keep = root ? 126 : 64, from = length > keep ? length - keep : 0;
    if (root && (exponent + from) % 2 != 0) {
        from++;
    }
    Wide top = bits_from(a, from, &lost);
    exponent += from;
    if (!root) {
        return ldexp((double)((uint64_t)top | lost), exponent);
    }
    /* the integer square root of 125 or 126 bits has 63 */
    uint64_t r = (uint64_t)sqrtl((long double)top);
    while ((Wide)r * r > top) {
        r--;
    }
    while ((Wide)(r + 1) * (r + 1) <= top) {
        r++;
    }
    lost |= (Wide)r * r != top;
    return ldexp((double)(r << 1 | lost), exponent / 2 - 1);
}

/* x = mantissa * 2^(shift - 1074) */
static uint64_t parts(double x, unsigned *shift)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    unsigned exponent = bits >> 52 & 0x7FF;
    uint64_t fraction = bits & ((UINT64_C(1) << 52) - 1);
    *shift = exponent > 0 ? exponent - 1 : 0;
    return exponent > 0 ? fraction | UINT64_C(1) << 52 : fraction;
}

static const double *floats(const NprtList *list)
{
    return (const double *)(const void *)list->data;
}

static bool all_finite(const NprtList *list)
{
    for (int64_t i = 0; i < list->len; i++) {
        if (!isfinite(floats(list)[i])) {
            return false;
        }
    }
    return true;
}

static void add_values(const NprtList *list, Sum *sum)
{
    for (int64_t i = 0; i < list->len; i++) {
        unsigned shift;
        uint64_t mantissa = parts(floats(list)[i], &shift);
        add_shifted(signbit(floats(list)[i]) ? &sum->minus : &sum->plus, mantissa, shift);
    }
}

double nprt_statistics_mean(NprtList *values)
{
    if (!all_finite(values)) {
        double sum = 0.0;
        for (int64_t i = 0; i < values->len; i++) {
            sum += floats(values)[i];
        }
        return sum / (double)values->len;
    }
    Sum sum = {0};
    add_values(values, &sum);
    double sign = settle(&sum) ? -1.0 : 1.0;
    return sign * quotient(&sum.plus, (uint64_t)values->len, -SCALE, false);
}

double nprt_statistics_variance(NprtList *values, int64_t ddof, uint8_t root)
{
    if (!all_finite(values)) {
        return (double)NAN;
    }
    /* (n * sum of squares - square of the sum) / (n * (n - ddof)) */
    uint64_t n = (uint64_t)values->len;
    Sum sum = {0};
    Big squares = {0}, squared;
    add_values(values, &sum);
    settle(&sum);
    square(&sum.plus, &squared);
    for (int64_t i = 0; i < values->len; i++) {
        unsigned shift;
        uint64_t mantissa = parts(floats(values)[i], &shift);
        add_shifted(&squares, (Wide)mantissa * mantissa, 2 * shift);
    }
    multiply_small(&squares, n);
    subtract(&squares, &squared);
    return quotient(&squares, n * (n - (uint64_t)ddof), -2 * SCALE, root);
}

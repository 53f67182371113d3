/* Decimal digits of floats.
 *
 * Shortest digits: R. Giulietti, "The Schubfach way to render doubles" (2020). The value c * 2^q
 * and the ends of its rounding interval are scaled by a power of ten, known to 128 bits, to
 * integers of at most 17 digits, rounded to odd so that comparisons stay exact; then the candidates
 * with one digit less and with all digits are tried in this order. The method only needs c to have
 * at most 53 bits, so that one function serves all three widths.
 *
 * Exact digits come from the C library's printf, which rounds correctly at any precision. Its
 * decimal point depends on the locale and is skipped rather than matched. */
#include "runtime/format_float.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

__extension__ typedef unsigned __int128 Uint128;

/* ---- shortest ---- */

#define POW10_MIN (-292)

static const struct {
    uint64_t high, low;
} pow10_table[] = {
#define POW10(high, low) {high, low},
#include "runtime/format_pow10.def"
#undef POW10
};

/* floor(x / 2^n) for either sign. */
static int32_t shift_down(int32_t x, int n)
{
    return x >= 0 ? x >> n : -((-x + (1 << n) - 1) >> n);
}

static int32_t floor_log2_pow10(int32_t k)
{
    return shift_down(k * 1741647, 19);
}

/* g * c / 2^128, with the lowest bit set when something was cut off. */
static uint64_t round_to_odd(uint64_t high, uint64_t low, uint64_t c)
{
    Uint128 x = (Uint128)low * c;
    Uint128 y = (Uint128)high * c + (uint64_t)(x >> 64);
    return (uint64_t)(y >> 64) | ((uint64_t)y > 1);
}

/* Decimal of c * 2^q: the result times 10^*out_k. `is_lower_closer`: c is a power of two, so that
 * the next smaller float is half as far away. */
static uint64_t schubfach(uint64_t c, int32_t q, bool is_lower_closer, int32_t *out_k)
{
    bool is_even = (c & 1) == 0;
    int32_t k = shift_down(q * 1262611 - (is_lower_closer ? 524031 : 0), 22);
    int32_t h = q + floor_log2_pow10(-k) + 1;
    uint64_t high = pow10_table[-k - POW10_MIN].high, low = pow10_table[-k - POW10_MIN].low;
    uint64_t left = round_to_odd(high, low, (4 * c - 2 + is_lower_closer) << h);
    uint64_t value = round_to_odd(high, low, (4 * c) << h);
    uint64_t right = round_to_odd(high, low, (4 * c + 2) << h);
    left += !is_even;
    right -= !is_even;
    uint64_t s = value / 4;
    if (s >= 10) {
        uint64_t t = s / 10;
        bool is_down_inside = left <= 40 * t;
        bool is_up_inside = 40 * t + 40 <= right;
        if (is_down_inside != is_up_inside) {
            *out_k = k + 1;
            return t + is_up_inside;
        }
    }
    *out_k = k;
    bool is_down_inside = left <= 4 * s;
    bool is_up_inside = 4 * s + 4 <= right;
    if (is_down_inside != is_up_inside) {
        return s + is_up_inside;
    }
    uint64_t middle = 4 * s + 2;
    return s + (value > middle || (value == middle && (s & 1) != 0));
}

int32_t nprt_float_shortest(double x, int32_t bits, char digits[NPRT_SHORTEST_MAX],
                            int32_t *out_exp10)
{
    x = fabs(x);
    *out_exp10 = 0;
    if (x == 0.0) {
        digits[0] = '0';
        return 1;
    }
    /* Fraction bits and least exponent of the width. */
    int32_t fraction_bits = bits == 64 ? 52 : bits == 32 ? 23 : 10;
    int32_t q_min = bits == 64 ? -1074 : bits == 32 ? -149 : -24;
    int32_t exponent;
    frexp(x, &exponent);
    int32_t q = exponent - 1 - fraction_bits;
    if (q < q_min) {
        q = q_min;
    }
    uint64_t c = (uint64_t)ldexp(x, -q);
    bool is_lower_closer = c == (uint64_t)1 << fraction_bits && q > q_min;
    uint64_t decimal;
    int32_t k = 0;
    if (q <= 0 && q > -53 && (c & (((uint64_t)1 << -q) - 1)) == 0) {
        decimal = c >> -q; /* an integer below 2^53 has no shorter neighbour */
    } else {
        decimal = schubfach(c, q, is_lower_closer, &k);
    }
    char reversed[20];
    int32_t n = 0;
    do {
        reversed[n++] = (char)('0' + decimal % 10);
        decimal /= 10;
    } while (decimal > 0);
    *out_exp10 = k + n - 1;
    int32_t zeros = 0;
    while (reversed[zeros] == '0') {
        zeros++;
    }
    for (int32_t i = 0; i < n - zeros; i++) {
        digits[i] = reversed[n - 1 - i];
    }
    return n - zeros;
}

/* ---- exact ---- */

/* Appends the decimal digits among the n bytes. */
static void add_digits_only(NprtText *digits, const char *bytes, int n)
{
    for (int i = 0; i < n; i++) {
        if (bytes[i] >= '0' && bytes[i] <= '9') {
            nprt_text_add_char(digits, bytes[i]);
        }
    }
}

int32_t nprt_float_digits(NprtText *digits, double x, int32_t n)
{
    NprtText text;
    nprt_text_init(&text);
    nprt_text_addf(&text, "%.*e", n - 1, fabs(x));
    const char *bytes = nprt_text_c_str(&text);
    const char *e = strchr(bytes, 'e');
    add_digits_only(digits, bytes, (int)(e - bytes));
    int32_t exp10 = 0;
    for (const char *at = e + 2; *at; at++) {
        exp10 = exp10 * 10 + (*at - '0');
    }
    exp10 = e[1] == '-' ? -exp10 : exp10;
    nprt_text_fini(&text);
    return exp10;
}

int32_t nprt_float_decimals(NprtText *digits, double x, int32_t places)
{
    NprtText text;
    nprt_text_init(&text);
    nprt_text_addf(&text, "%.*f", places, fabs(x));
    size_t start = digits->len;
    add_digits_only(digits, text.data, (int)text.len);
    nprt_text_fini(&text);
    return (int32_t)(digits->len - start) - places - 1;
}

/* ---- Python ---- */

/* Appends digit number `i` of n digits; zeros lie on both sides. */
static void add_digit_range(NprtText *text, const char *digits, int32_t n, int32_t from, int32_t to)
{
    if (from < 0) {
        int32_t zeros = (to < 0 ? to : 0) - from;
        nprt_text_add_fill(text, '0', (size_t)zeros);
        from += zeros;
    }
    if (from < to && from < n) {
        int32_t end = to < n ? to : n;
        nprt_text_add(text, digits + from, (size_t)(end - from));
        from = end;
    }
    if (from < to) {
        nprt_text_add_fill(text, '0', (size_t)(to - from));
    }
}

static void add_exponent(NprtText *text, int32_t exp10, int32_t min_digits)
{
    nprt_text_add_char(text, 'e');
    nprt_text_add_char(text, exp10 < 0 ? '-' : '+');
    if (exp10 == 0 && min_digits == 0) { /* NumPy's exp_digits=0 */
        return;
    }
    char buffer[16];
    int n = snprintf(buffer, sizeof buffer, "%0*d", (int)min_digits, exp10 < 0 ? -exp10 : exp10);
    nprt_text_add(text, buffer, (size_t)n);
}

/* Appends n digits with the first one at 10^exp10, `shown` of them (zeros are added or, when fewer,
 * the rest is known to be zeros and dropped). */
static void add_python_digits(NprtText *text, const char *digits, int32_t n, int32_t exp10,
                              int32_t shown, bool use_exp, int32_t flags)
{
    if (use_exp) {
        nprt_text_add_char(text, digits[0]);
        if (shown > 1 || flags & NPRT_FLOAT_ALT) {
            nprt_text_add_char(text, '.');
        }
        add_digit_range(text, digits, n, 1, shown);
        add_exponent(text, exp10, 2);
        return;
    }
    /* `shown` digits from the first one; the units digit is always there. */
    int32_t units = exp10 >= 0 ? exp10 + 1 : 1;
    int32_t first = exp10 >= 0 ? 0 : exp10;
    add_digit_range(text, digits, n, first, first + units);
    int32_t decimals = shown - (exp10 + 1);
    if (decimals > 0) {
        nprt_text_add_char(text, '.');
        add_digit_range(text, digits, n, exp10 + 1, exp10 + 1 + decimals);
    } else if (flags & NPRT_FLOAT_DOT0) {
        nprt_text_add_c(text, ".0");
    } else if (flags & NPRT_FLOAT_ALT) {
        nprt_text_add_char(text, '.');
    }
}

void nprt_text_add_double(NprtText *text, double x, char code, int32_t precision, int32_t flags)
{
    if (isnan(x)) {
        nprt_text_add_c(text, "nan");
        return;
    }
    if (signbit(x)) {
        nprt_text_add_char(text, '-');
    }
    if (isinf(x)) {
        nprt_text_add_c(text, "inf");
        return;
    }
    char shortest[NPRT_SHORTEST_MAX];
    NprtText exact;
    nprt_text_init(&exact);
    const char *digits = shortest;
    int32_t n, exp10;
    if (code == 'r') {
        n = nprt_float_shortest(x, 64, shortest, &exp10);
    } else {
        if (code == 'g' && precision == 0) {
            precision = 1;
        }
        exp10 = code == 'f'   ? nprt_float_decimals(&exact, x, precision)
                : code == 'e' ? nprt_float_digits(&exact, x, precision + 1)
                              : nprt_float_digits(&exact, x, precision);
        digits = exact.data;
        n = (int32_t)exact.len;
    }
    int32_t shown = n;
    bool use_exp = code == 'e';
    if (code == 'r') {
        use_exp = exp10 < -4 || exp10 >= 16;
    } else if (code == 'g') {
        use_exp = exp10 < -4 || exp10 >= precision - (flags & NPRT_FLOAT_DOT0 ? 1 : 0);
        while (shown > 1 && !(flags & NPRT_FLOAT_ALT) && digits[shown - 1] == '0') {
            shown--;
        }
    }
    add_python_digits(text, digits, n, exp10, shown, use_exp, flags);
    nprt_text_fini(&exact);
}

/* ---- NumPy ---- */

/* Digits as NumPy's Dragon4 gives them. */
typedef struct Decimal {
    NprtText digits;
    int32_t exp10; /* of the first digit */
} Decimal;

/* Trailing zeros are digits of Dragon4's output unless rounding up left them behind a carry or, for
 * digits that are not unique, the exact value ends before them. Drops those that are not. */
static void drop_false_zeros(Decimal *d, double x, bool is_unique)
{
    size_t zeros = 0;
    while (zeros + 1 < d->digits.len && d->digits.data[d->digits.len - 1 - zeros] == '0') {
        zeros++;
    }
    if (zeros == 0) {
        return;
    }
    NprtText all; /* every digit of x */
    nprt_text_init(&all);
    int32_t exp10 = nprt_float_decimals(&all, x, 1080);
    /* Rounding carried when the digit before the last zeros differs from the one of x. */
    size_t kept = d->digits.len - zeros;
    int64_t at = (int64_t)exp10 - d->exp10 + (int64_t)kept - 1;
    bool is_false = at < 0 || all.data[at] != d->digits.data[kept - 1];
    if (!is_false && !is_unique) {
        size_t rest = (size_t)at + 1;
        while (rest < all.len && all.data[rest] == '0') {
            rest++;
        }
        is_false = rest == all.len;
    }
    if (is_false) {
        d->digits.len = kept;
    }
    nprt_text_fini(&all);
}

/* Rounds to `places` decimals, without leading zeros. */
static void round_decimals(Decimal *d, double x, int32_t places)
{
    d->exp10 = nprt_float_decimals(&d->digits, x, places);
    size_t zeros = 0;
    while (zeros + 1 < d->digits.len && d->digits.data[zeros] == '0') {
        zeros++;
    }
    memmove(d->digits.data, d->digits.data + zeros, d->digits.len - zeros);
    d->digits.len -= zeros;
    d->exp10 -= (int32_t)zeros;
}

/* NumPy's Dragon4: unique digits are the shortest ones, cut to `max` (correctly rounded) or
 * extended to `min` with digits of the exact value; -1: no limit. The limits count decimals or all
 * digits. */
static void dragon4(Decimal *d, double x, int32_t bits, const NprtDragon *o, int32_t max,
                    int32_t min, bool is_total)
{
    nprt_text_init(&d->digits);
    char shortest[NPRT_SHORTEST_MAX];
    int32_t n = nprt_float_shortest(x, bits, shortest, &d->exp10);
    if (x == 0.0) {
        nprt_text_add_char(&d->digits, '0');
        return;
    }
    int32_t present = is_total ? n : n - 1 - d->exp10; /* in the unit of the limits */
    bool is_cut = max >= 0 && (!o->is_unique || present > max);
    if (max >= 0 && min > max) {
        min = max;
    }
    bool is_extended = !is_cut && min >= 0 && present < min;
    if (!is_cut && !is_extended) {
        nprt_text_add(&d->digits, shortest, (size_t)n);
        return;
    }
    int32_t limit = is_cut ? max : min;
    if (is_total) {
        d->exp10 = nprt_float_digits(&d->digits, x, limit > 0 ? limit : 1);
    } else {
        round_decimals(d, x, limit);
    }
    /* Zeros that are trimmed or padded anyway need no care. */
    bool is_padded = o->trim == 'k' && !o->is_total && !(is_cut && o->is_unique && min < max);
    if (o->trim == '-' || (o->trim == 'k' && !is_padded)) {
        drop_false_zeros(d, x, o->is_unique);
    }
}

/* Appends nan or inf with its sign. Returns false for a finite x. */
static bool add_special(NprtText *text, double x, const NprtDragon *o)
{
    if (isfinite(x)) {
        return false;
    }
    if (isnan(x)) {
        nprt_text_add_c(text, "nan");
    } else {
        nprt_text_add_c(text, x < 0 ? "-inf" : o->has_sign ? "+inf" : "inf");
    }
    return true;
}

static void add_sign(NprtText *text, double x, const NprtDragon *o)
{
    if (signbit(x)) {
        nprt_text_add_char(text, '-');
    } else if (o->has_sign) {
        nprt_text_add_char(text, '+');
    }
}

void nprt_text_add_positional(NprtText *text, double x, int32_t bits, const NprtDragon *o)
{
    if (add_special(text, x, o)) {
        return;
    }
    Decimal d;
    dragon4(&d, x, bits, o, o->precision, o->min_digits, o->is_total);
    int32_t n = (int32_t)d.digits.len;
    bool has_sign = signbit(x) || o->has_sign;
    int32_t whole = d.exp10 >= 0 ? d.exp10 + 1 : 1;
    if (o->pad_left > whole + has_sign) {
        nprt_text_add_fill(text, ' ', (size_t)(o->pad_left - whole - has_sign));
    }
    add_sign(text, x, o);
    int32_t first = d.exp10 >= 0 ? 0 : d.exp10;
    add_digit_range(text, d.digits.data, n, first, first + whole);
    int32_t fraction = n - (d.exp10 + 1); /* decimals present */
    if (fraction < 0) {
        fraction = 0;
    }
    while (o->trim != 'k' && fraction > 0 && d.digits.data[d.exp10 + fraction] == '0') {
        fraction--;
        if (d.exp10 + fraction < 0) {
            fraction = 0;
        }
    }
    int32_t wanted = o->is_unique ? o->min_digits : o->precision;
    if (o->is_total) {
        wanted -= whole;
    }
    int32_t shown = o->trim == 'k' && wanted > fraction ? wanted : fraction;
    if (o->trim == '0' && shown == 0) {
        shown = 1;
    }
    if (shown > 0 || o->trim != '-') {
        nprt_text_add_char(text, '.');
    }
    add_digit_range(text, d.digits.data, n, d.exp10 + 1, d.exp10 + 1 + shown);
    if (o->pad_right >= shown) {
        if (o->trim == '-' && shown == 0) {
            nprt_text_add_char(text, ' ');
        }
        nprt_text_add_fill(text, ' ', (size_t)(o->pad_right - shown));
    }
    nprt_text_fini(&d.digits);
}

void nprt_text_add_scientific(NprtText *text, double x, int32_t bits, const NprtDragon *o)
{
    if (add_special(text, x, o)) {
        return;
    }
    Decimal d;
    dragon4(&d, x, bits, o, o->precision < 0 ? -1 : o->precision + 1,
            o->min_digits < 0 ? -1 : o->min_digits + 1, true);
    int32_t n = (int32_t)d.digits.len;
    int32_t left = 1 + (signbit(x) || o->has_sign);
    if (o->pad_left > left) {
        nprt_text_add_fill(text, ' ', (size_t)(o->pad_left - left));
    }
    add_sign(text, x, o);
    nprt_text_add_char(text, d.digits.data[0]);
    int32_t fraction = n - 1;
    while (o->trim != 'k' && fraction > 0 && d.digits.data[fraction] == '0') {
        fraction--;
    }
    int32_t wanted = o->is_unique ? o->min_digits : o->precision;
    int32_t shown = o->trim == 'k' && wanted > fraction ? wanted : fraction;
    if (o->trim == '0' && shown == 0) {
        shown = 1;
    }
    /* NumPy leaves the point of a fraction that was trimmed away, even for trim '-'. */
    if (shown > 0 || o->trim != '-' || n > 1) {
        nprt_text_add_char(text, '.');
    }
    add_digit_range(text, d.digits.data, n, 1, 1 + shown);
    int32_t exp_digits = o->exp_digits < 0 ? 2 : o->exp_digits > 5 ? 5 : o->exp_digits;
    add_exponent(text, d.exp10, exp_digits);
    nprt_text_fini(&d.digits);
}

/* ---- float16 ---- */

double nprt_half_to_double(uint16_t half)
{
    int32_t exponent = half >> 10 & 31, fraction = half & 1023;
    double magnitude = exponent == 31  ? (fraction ? NAN : INFINITY)
                       : exponent == 0 ? ldexp(fraction, -24)
                                       : ldexp(1024 + fraction, exponent - 25);
    return half & 0x8000 ? -magnitude : magnitude;
}

/* Methods of int, float and bytes. */
#include "runtime/stdlib_number.h"

#include "runtime/errors.h"
#include "runtime/memory.h"
#include "runtime/str.h"
#include "runtime/str_text.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- int ---- */

static uint64_t magnitude(int64_t x)
{
    return x < 0 ? 0 - (uint64_t)x : (uint64_t)x;
}

int64_t nprt_int_bit_length(int64_t x)
{
    int64_t n = 0;
    for (uint64_t u = magnitude(x); u != 0; u >>= 1) {
        n++;
    }
    return n;
}

int64_t nprt_int_bit_count(int64_t x)
{
    int64_t n = 0;
    for (uint64_t u = magnitude(x); u != 0; u &= u - 1) {
        n++;
    }
    return n;
}

static int32_t is_little(const NprtStr *order, bool *out)
{
    *out = strcmp(order->text, "little") == 0;
    if (*out || strcmp(order->text, "big") == 0) {
        return 0;
    }
    return nprt_raise(NPRT_EXC_VALUE_ERROR, "byteorder must be either 'little' or 'big'");
}

int32_t nprt_int_to_bytes(int64_t x, int64_t length, NprtStr *order, uint8_t is_signed, void **out)
{
    bool little;
    *out = NULL;
    if (is_little(order, &little) != 0) {
        return 1;
    }
    if (length < 0) {
        return nprt_raise(NPRT_EXC_VALUE_ERROR, "length argument must be non-negative");
    }
    if (x < 0 && !is_signed) {
        return nprt_raise(NPRT_EXC_OVERFLOW_ERROR, "can't convert negative int to unsigned");
    }
    /* Bits needed, with the sign: those of x or ~x, and one more. */
    int64_t bits = nprt_int_bit_length(x < 0 ? ~x : x) + (is_signed ? 1 : 0);
    if (bits > 8 * (length < 9 ? length : 9) && !(x == 0 && length == 0)) {
        return nprt_raise(NPRT_EXC_OVERFLOW_ERROR, "int too big to convert");
    }
    NprtText text;
    nprt_text_init(&text);
    char *bytes = nprt_text_reserve(&text, (size_t)length);
    for (int64_t i = 0; i < length; i++) {
        int64_t byte = i < 8 ? x >> (8 * i) : x >> 63;
        bytes[little ? i : length - 1 - i] = (char)(byte & 0xFF);
    }
    *out = nprt_bytes_new(bytes, length);
    nprt_text_fini(&text);
    return 0;
}

int32_t nprt_int_from_bytes(NprtStr *bytes, NprtStr *order, uint8_t is_signed, int64_t *out)
{
    bool little;
    *out = 0;
    if (is_little(order, &little) != 0) {
        return 1;
    }
    int64_t n = bytes->nbytes;
    const unsigned char *text = (const unsigned char *)bytes->text;
    bool negative = is_signed && n > 0 && (text[little ? n - 1 : 0] & 0x80);
    uint64_t value = negative ? UINT64_MAX : 0;
    for (int64_t i = 0; i < n; i++) {
        unsigned byte = text[little ? n - 1 - i : i]; /* from the most significant one */
        uint64_t top = value >> 56;
        if (i >= 8 && top != (negative ? 0xFFu : 0u)) {
            return nprt_raise_overflow();
        }
        value = value << 8 | byte;
    }
    if ((int64_t)value < 0 && !negative) {
        return nprt_raise_overflow();
    }
    *out = (int64_t)value;
    return 0;
}

/* ---- float ---- */

NprtStr *nprt_float_hex(double x)
{
    if (isnan(x)) {
        return nprt_str_from_c("nan");
    }
    if (isinf(x)) {
        return nprt_str_from_c(x < 0 ? "-inf" : "inf");
    }
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    uint64_t fraction = bits & ((UINT64_C(1) << 52) - 1);
    int exponent = (int)(bits >> 52 & 0x7FF);
    const char *sign = signbit(x) ? "-" : "";
    char text[40];
    if (exponent == 0 && fraction == 0) {
        snprintf(text, sizeof text, "%s0x0.0p+0", sign);
    } else {
        snprintf(text, sizeof text, "%s0x%d.%013llxp%+d", sign, exponent != 0,
                 (unsigned long long)fraction, exponent != 0 ? exponent - 1023 : -1022);
    }
    return nprt_str_from_c(text);
}

int32_t nprt_float_fromhex(NprtStr *text, double *out)
{
    const char *at = text->text;
    while (*at == ' ' || (*at >= '\t' && *at <= '\r')) {
        at++;
    }
    /* strtod reads decimal numbers too unless they begin with 0x; fromhex takes all digits as
     * hexadecimal. */
    char buffer[128];
    const char *digits = *at == '-' || *at == '+' ? at + 1 : at;
    bool is_word = digits[0] == 'i' || digits[0] == 'I' || digits[0] == 'n' || digits[0] == 'N';
    bool has_prefix = digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X');
    snprintf(buffer, sizeof buffer, "%s%s%s", *at == '-' ? "-" : "",
             is_word || has_prefix ? "" : "0x", digits);
    char *end;
    *out = strtod(buffer, &end);
    while (*end == ' ' || (*end >= '\t' && *end <= '\r')) {
        end++;
    }
    if (end == buffer || *end != 0) {
        return nprt_raise(NPRT_EXC_VALUE_ERROR, "invalid hexadecimal floating-point string");
    }
    if (isinf(*out) && !is_word) {
        return nprt_raise(NPRT_EXC_OVERFLOW_ERROR,
                          "hexadecimal value too large to represent as a float");
    }
    return 0;
}

int32_t nprt_float_ratio(double x, const NprtDesc *desc, void *out)
{
    if (isinf(x)) {
        return nprt_raise(NPRT_EXC_OVERFLOW_ERROR, "cannot convert Infinity to integer ratio");
    }
    if (isnan(x)) {
        return nprt_raise(NPRT_EXC_VALUE_ERROR, "cannot convert NaN to integer ratio");
    }
    int exponent;
    double fraction = frexp(x, &exponent);
    for (int i = 0; i < 300 && fraction != floor(fraction); i++) {
        fraction *= 2;
        exponent--;
    }
    int64_t numerator = (int64_t)fraction, denominator = 1;
    if (exponent > 63 || exponent < -62 ||
        (exponent > 0 && magnitude(numerator) > (uint64_t)INT64_MAX >> exponent)) {
        return nprt_raise_overflow();
    }
    if (exponent > 0) {
        numerator *= INT64_C(1) << exponent;
    } else {
        denominator = INT64_C(1) << -exponent;
    }
    memcpy((char *)out + desc->offsets[0], &numerator, sizeof numerator);
    memcpy((char *)out + desc->offsets[1], &denominator, sizeof denominator);
    return 0;
}

/* ---- bytes ---- */

int32_t nprt_bytes_zero(int64_t n, void **out)
{
    *out = NULL;
    if (n < 0) {
        return nprt_raise(NPRT_EXC_VALUE_ERROR, "negative count");
    }
    NprtText text;
    nprt_text_init(&text);
    nprt_text_add_fill(&text, 0, (size_t)n);
    *out = nprt_bytes_new(text.data, n);
    nprt_text_fini(&text);
    return 0;
}

int32_t nprt_bytes_of_list(NprtList *list, void **out)
{
    *out = NULL;
    NprtText text;
    nprt_text_init(&text);
    const int64_t *items = (const int64_t *)(const void *)list->data;
    for (int64_t i = 0; i < list->len; i++) {
        if (items[i] < 0 || items[i] > 255) {
            nprt_text_fini(&text);
            return nprt_raise(NPRT_EXC_VALUE_ERROR, "bytes must be in range(0, 256)");
        }
        nprt_text_add_char(&text, (char)items[i]);
    }
    *out = nprt_bytes_new(text.data, list->len);
    nprt_text_fini(&text);
    return 0;
}

NprtStr *nprt_bytes_hex(NprtStr *bytes)
{
    NprtText text;
    nprt_text_init(&text);
    for (int64_t i = 0; i < bytes->nbytes; i++) {
        nprt_text_addf(&text, "%02x", (unsigned char)bytes->text[i]);
    }
    NprtStr *result = nprt_text_finish(&text);
    nprt_text_fini(&text);
    return result;
}

static int hex_digit(char c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

int32_t nprt_bytes_fromhex(NprtStr *hex, void **out)
{
    *out = NULL;
    NprtText text;
    nprt_text_init(&text);
    for (int64_t i = 0; i < hex->nbytes; i++) {
        char c = hex->text[i];
        if (c == ' ' || (c >= '\t' && c <= '\r')) {
            continue;
        }
        int high = hex_digit(c), low = hex_digit(hex->text[i + 1]); /* a NUL ends the text */
        if (high < 0 || low < 0) {
            nprt_text_fini(&text);
            return nprt_raise(NPRT_EXC_VALUE_ERROR,
                              "non-hexadecimal number found in fromhex() arg at position %lld",
                              (long long)(high < 0 ? i : i + 1));
        }
        nprt_text_add_char(&text, (char)(high * 16 + low));
        i++;
    }
    *out = nprt_bytes_new(text.data, (int64_t)text.len);
    nprt_text_fini(&text);
    return 0;
}

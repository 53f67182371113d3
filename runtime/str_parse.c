/* Numbers from text. The text is first brought to plain ASCII without blanks and underscores, then
 * a strict grammar is applied; the C library does the rounding of floats. */
#include "runtime/str_parse.h"

#include "runtime/errors.h"
#include "runtime/memory.h"
#include "runtime/print_scalar.h"
#include "runtime/str.h"
#include "runtime/str_text.h"
#include "runtime/str_unicode.h"

#include <ctype.h>
#include <locale.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

double nprt_decimal_to_double(const char *text, size_t n)
{
    NprtText local;
    nprt_text_init(&local);
    const char *point = memchr(text, '.', n);
    size_t head = point ? (size_t)(point - text) : n;
    nprt_text_add(&local, text, head);
    if (point) {
        nprt_text_add_c(&local, localeconv()->decimal_point);
        nprt_text_add(&local, point + 1, n - head - 1);
    }
    double x = strtod(nprt_text_c_str(&local), NULL);
    nprt_text_fini(&local);
    return x;
}

/* Appends the text without surrounding white space, digits as ASCII; other code points above ASCII
 * become '?', which no number holds. */
static void add_plain(NprtText *text, const NprtStr *str)
{
    size_t last = 0; /* end of what is not white space */
    const char *end = str->text + str->nbytes;
    for (const char *at = str->text; at < end;) {
        uint32_t code = str->ascii ? (unsigned char)*at++ : nprt_utf8_next(&at);
        bool is_space = nprt_unicode_flags(code) & NPRT_U_SPACE;
        if (is_space && text->len == 0) {
            continue;
        }
        int32_t digit = code < 0x80 ? -1 : nprt_unicode_decimal(code);
        nprt_text_add_char(text, is_space      ? ' '
                                 : digit >= 0  ? (char)('0' + digit)
                                 : code < 0x80 ? (char)code
                                               : '?');
        if (!is_space) {
            last = text->len;
        }
    }
    text->len = last;
}

static int32_t raise_bad_text(const NprtStr *str, const char *format, long long base)
{
    NprtText shown;
    nprt_text_init(&shown);
    if (str->obj.flags & NPRT_STR_BYTES) {
        nprt_text_add_bytes_repr(&shown, str);
    } else {
        nprt_text_add_str_repr(&shown, str);
    }
    NprtText message;
    nprt_text_init(&message);
    nprt_text_add_c(&message, format);
    if (base >= 0) {
        nprt_text_addf(&message, " %lld", base);
    }
    nprt_text_add_c(&message, ": ");
    nprt_text_add(&message, shown.data, shown.len);
    nprt_raise(NPRT_EXC_VALUE_ERROR, "%s", nprt_text_c_str(&message));
    nprt_text_fini(&message);
    nprt_text_fini(&shown);
    return 1;
}

/* ---- int ---- */

static int digit_value(char c)
{
    return isdigit((unsigned char)c)   ? c - '0'
           : isalpha((unsigned char)c) ? tolower((unsigned char)c) - 'a' + 10
                                       : 99;
}

/* The base that a prefix "0x", "0o", "0b" means, or 0. */
static int64_t prefix_base(const char *at, const char *end)
{
    if (end - at < 2 || at[0] != '0') {
        return 0;
    }
    switch (at[1]) {
    case 'x':
    case 'X':
        return 16;
    case 'o':
    case 'O':
        return 8;
    case 'b':
    case 'B':
        return 2;
    default:
        return 0;
    }
}

/* Reads digits with single underscores between them; false when the text is not of this form. */
static bool read_digits(const char *at, const char *end, int64_t base, uint64_t *out,
                        bool *is_too_large)
{
    uint64_t value = 0;
    bool was_digit = false;
    *is_too_large = false;
    for (; at < end; at++) {
        if (*at == '_' && was_digit) {
            was_digit = false;
            continue;
        }
        int digit = digit_value(*at);
        if (digit >= base) {
            return false;
        }
        if (value > (UINT64_MAX - (uint64_t)digit) / (uint64_t)base) {
            *is_too_large = true;
        }
        value = value * (uint64_t)base + (uint64_t)digit;
        was_digit = true;
    }
    *out = value;
    return was_digit;
}

/* The number in plain text; false when malformed. */
static bool parse_int(const char *at, const char *end, int64_t base, bool *is_negative,
                      uint64_t *out, bool *is_too_large)
{
    *is_negative = at < end && *at == '-';
    if (at < end && (*at == '-' || *at == '+')) {
        at++;
    }
    int64_t given = prefix_base(at, end);
    bool has_prefix = given != 0 && (base == 0 || base == given);
    bool is_plain_decimal = base == 0 && !has_prefix;
    if (has_prefix) {
        base = given;
        at += 2;
        if (at < end && *at == '_') {
            at++;
        }
    } else if (base == 0) {
        base = 10;
    }
    bool has_leading_zero = at < end && *at == '0';
    if (!read_digits(at, end, base, out, is_too_large)) {
        return false;
    }
    /* As in source text, "010" is no decimal number, but zeros alone are. */
    return !(is_plain_decimal && has_leading_zero && *out != 0);
}

int32_t nprt_str_to_int(NprtStr *str, int64_t base, int64_t *out)
{
    *out = 0;
    if (base != 0 && (base < 2 || base > 36)) {
        return nprt_raise(NPRT_EXC_VALUE_ERROR, "int() base must be >= 2 and <= 36, or 0");
    }
    NprtText plain;
    nprt_text_init(&plain);
    add_plain(&plain, str);
    bool is_negative, is_too_large;
    uint64_t magnitude;
    bool is_ok = parse_int(plain.data, plain.data + plain.len, base, &is_negative, &magnitude,
                           &is_too_large);
    nprt_text_fini(&plain);
    if (!is_ok) {
        return raise_bad_text(str, "invalid literal for int() with base", (long long)base);
    }
    if (is_too_large || magnitude > (uint64_t)INT64_MAX + is_negative) {
        return nprt_raise_overflow();
    }
    *out = (int64_t)(is_negative ? 0 - magnitude : magnitude);
    return 0;
}

/* ---- float ---- */

/* Copies digits, leaving out single underscores between them; false when there is none. */
static bool take_digits(const char **at, const char *end, NprtText *out)
{
    const char *start = *at;
    while (*at < end) {
        if (isdigit((unsigned char)**at)) {
            nprt_text_add_char(out, *(*at)++);
        } else if (**at == '_' && *at > start && (*at)[-1] != '_' && *at + 1 < end &&
                   isdigit((unsigned char)(*at)[1])) {
            (*at)++;
        } else {
            break;
        }
    }
    return *at > start;
}

/* [digits][.digits][e[sign]digits] to the end of the text, copied in C's form. */
static bool take_decimal(const char *at, const char *end, NprtText *out)
{
    bool has_digits = take_digits(&at, end, out);
    if (at < end && *at == '.') {
        nprt_text_add_char(out, *at++);
        has_digits |= take_digits(&at, end, out);
    }
    if (!has_digits) {
        return false;
    }
    if (at < end && (*at == 'e' || *at == 'E')) {
        nprt_text_add_char(out, *at++);
        if (at < end && (*at == '+' || *at == '-')) {
            nprt_text_add_char(out, *at++);
        }
        if (!take_digits(&at, end, out)) {
            return false;
        }
    }
    return at == end;
}

static bool is_word(const char *at, const char *end, const char *word)
{
    size_t n = strlen(word);
    return (size_t)(end - at) == n && strncasecmp(at, word, n) == 0;
}

static bool parse_float(const char *at, const char *end, double *out)
{
    bool is_negative = at < end && *at == '-';
    if (at < end && (*at == '-' || *at == '+')) {
        at++;
    }
    bool is_ok = true;
    if (is_word(at, end, "inf") || is_word(at, end, "infinity")) {
        *out = strtod("inf", NULL);
    } else if (is_word(at, end, "nan")) {
        *out = strtod("nan", NULL);
    } else {
        NprtText decimal;
        nprt_text_init(&decimal);
        is_ok = take_decimal(at, end, &decimal);
        *out = is_ok ? nprt_decimal_to_double(decimal.data, decimal.len) : 0.0;
        nprt_text_fini(&decimal);
    }
    if (is_negative) {
        *out = -*out;
    }
    return is_ok;
}

int32_t nprt_str_to_float(NprtStr *str, double *out)
{
    NprtText plain;
    nprt_text_init(&plain);
    add_plain(&plain, str);
    bool is_ok = parse_float(plain.data, plain.data + plain.len, out);
    nprt_text_fini(&plain);
    return is_ok ? 0 : raise_bad_text(str, "could not convert string to float", -1);
}

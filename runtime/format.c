/* format(value, spec): numbers and str have formats of their own; everything else takes the empty
 * specification alone. NumPy scalars format as the Python number of the same value, so that
 * format(np.float32(0.1), "") shows all its digits, as NumPy does. */
#include "runtime/format.h"

#include "runtime/errors.h"
#include "runtime/format_float.h"
#include "runtime/format_spec.h"
#include "runtime/print_scalar.h"
#include "runtime/str.h"
#include "runtime/str_value.h"
#include "runtime/value.h"

#include <ctype.h>
#include <limits.h>
#include <math.h>
#include <string.h>

/* ---- str ---- */

static int32_t check_string_spec(const NprtSpec *s, const char *type_name)
{
    if (s->type != 0 && s->type != 's') {
        return nprt_spec_raise_type(s, type_name);
    }
    const char *problem = NULL;
    if (s->sign) {
        problem = s->sign == ' ' ? "Space not allowed" : "Sign not allowed";
    } else if (s->no_neg_zero) {
        problem = "Negative zero coercion (z) not allowed";
    } else if (s->is_alternate) {
        problem = "Alternate form (#) not allowed";
    } else if (s->align == '=') {
        problem = "'=' alignment not allowed";
    }
    if (problem) {
        return nprt_raise(NPRT_EXC_VALUE_ERROR, "%s in string format specifier", problem);
    }
    return 0;
}

static int32_t format_str(NprtText *text, const NprtStr *str, const char *spec, size_t n)
{
    NprtSpec s;
    if (nprt_spec_parse(&s, spec, n, "str", '<') != 0) {
        return 1;
    }
    if (s.grouping && s.type == 0) {
        return nprt_raise(NPRT_EXC_VALUE_ERROR, "Cannot specify '%c' with 's'.", s.grouping);
    }
    if (check_string_spec(&s, "str") != 0) {
        return 1;
    }
    int64_t len = str->len, nbytes = str->nbytes;
    if (s.precision >= 0 && s.precision < len) {
        len = s.precision;
        nbytes = nprt_str_offset(str, len);
    }
    nprt_spec_add_text(text, &s, str->text, (size_t)nbytes, len);
    return 0;
}

/* ---- integers ---- */

static int32_t format_char(NprtText *text, const NprtSpec *s, int64_t value)
{
    if (s->sign) {
        return nprt_raise(NPRT_EXC_VALUE_ERROR,
                          "Sign not allowed with integer format specifier 'c'");
    }
    if (s->is_alternate) {
        return nprt_raise(NPRT_EXC_VALUE_ERROR,
                          "Alternate form (#) not allowed with integer format specifier 'c'");
    }
    if (value < 0 || value > 0x10FFFF) {
        return nprt_raise(NPRT_EXC_OVERFLOW_ERROR, "%%c arg not in range(0x110000)");
    }
    char bytes[4];
    int32_t n = nprt_utf8_encode((uint32_t)value, bytes);
    NprtSpec padded = *s;
    padded.align = s->align == '=' ? '>' : s->align;
    nprt_spec_add_text(text, &padded, bytes, (size_t)n, 1);
    return 0;
}

/* Digits of `value` behind the end of `out`, most significant first; returns their start. */
static char *digits_of(uint64_t value, unsigned base, bool is_upper, char *end)
{
    const char *symbols = is_upper ? "0123456789ABCDEF" : "0123456789abcdef";
    do {
        *--end = symbols[value % base];
        value /= base;
    } while (value);
    return end;
}

static unsigned base_of(uint32_t type)
{
    return type == 'b' ? 2 : type == 'o' ? 8 : type == 'x' || type == 'X' ? 16 : 10;
}

static int32_t format_int(NprtText *text, const NprtSpec *s, uint64_t magnitude, bool is_negative)
{
    if (s->precision >= 0) {
        return nprt_raise(NPRT_EXC_VALUE_ERROR,
                          "Precision not allowed in integer format specifier");
    }
    if (s->no_neg_zero) {
        return nprt_raise(NPRT_EXC_VALUE_ERROR,
                          "Negative zero coercion (z) not allowed in integer format specifier");
    }
    if (s->type == 'c') {
        return format_char(text, s, is_negative || magnitude > INT64_MAX ? -1 : (int64_t)magnitude);
    }
    unsigned base = base_of(s->type);
    char buffer[64];
    char *end = buffer + sizeof buffer;
    char *digits = digits_of(magnitude, base, s->type == 'X', end);
    char prefix[3] = {'0', (char)s->type, '\0'};
    NprtNumberText number = {
        .sign = is_negative ? '-' : '\0',
        .prefix = base != 10 && s->is_alternate ? prefix : "",
        .digits = digits,
        .n_digits = (size_t)(end - digits),
        .rest = "",
        .group = base == 10 ? 3 : 4,
    };
    nprt_spec_add_number(text, s, &number);
    return 0;
}

/* ---- floats ---- */

static int32_t precision_of(const NprtSpec *s, int32_t default_precision, int32_t *out)
{
    if (s->precision > INT_MAX - 20) {
        return nprt_raise(NPRT_EXC_VALUE_ERROR, "precision too big");
    }
    *out = s->precision < 0 ? default_precision : (int32_t)s->precision;
    return 0;
}

static bool is_all_zeros(const NprtText *text)
{
    for (size_t i = 0; i < text->len && text->data[i] != 'e'; i++) {
        if (text->data[i] >= '1' && text->data[i] <= '9') {
            return false;
        }
    }
    return true;
}

/* Lays out what nprt_text_add_double wrote. */
static void add_float_text(NprtText *text, const NprtSpec *s, NprtText *digits, bool is_upper)
{
    if (is_upper) {
        for (size_t i = 0; i < digits->len; i++) {
            digits->data[i] = (char)toupper((unsigned char)digits->data[i]);
        }
    }
    NprtNumberText number = {.prefix = "", .digits = digits->data, .group = 3};
    if (digits->len > 0 && digits->data[0] == '-') {
        number.sign = '-';
        number.digits++;
    }
    const char *end = digits->data + digits->len;
    while (number.digits + number.n_digits < end &&
           isdigit((unsigned char)number.digits[number.n_digits])) {
        number.n_digits++;
    }
    number.rest = number.digits + number.n_digits;
    number.n_rest = (size_t)(end - number.rest);
    nprt_spec_add_number(text, s, &number);
}

/* Writes the digits of x by code and precision of the spec, with a minus sign or none. */
static void add_float_digits(NprtText *digits, const NprtSpec *s, double x, char code,
                             int32_t precision, int32_t flags)
{
    if (s->is_alternate) {
        flags |= NPRT_FLOAT_ALT;
    }
    nprt_text_add_double(digits, x, code, precision, flags);
    if (s->no_neg_zero && digits->data[0] == '-' && isfinite(x) && is_all_zeros(digits)) {
        memmove(digits->data, digits->data + 1, --digits->len);
    }
}

static int32_t format_float(NprtText *text, const NprtSpec *s, double x, const char *type_name)
{
    if (s->type >= 0x80 || !memchr("\0eEfFgGn%", (int)s->type, 9)) {
        return nprt_spec_raise_type(s, type_name);
    }
    char code = s->type == '%' ? 'f' : s->type == 'n' ? 'g' : (char)tolower((int)s->type);
    int32_t precision = 0, flags = 0;
    if (precision_of(s, 6, &precision) != 0) {
        return 1;
    }
    if (s->type == 0) {
        flags = NPRT_FLOAT_DOT0;
        code = s->precision < 0 ? 'r' : 'g';
    }
    NprtText digits;
    nprt_text_init(&digits);
    add_float_digits(&digits, s, s->type == '%' ? x * 100 : x, code, precision, flags);
    if (s->type == '%') {
        nprt_text_add_char(&digits, '%');
    }
    add_float_text(text, s, &digits, s->type == 'E' || s->type == 'F' || s->type == 'G');
    nprt_text_fini(&digits);
    return 0;
}

/* ---- complex ---- */

static int32_t format_complex(NprtText *text, const NprtSpec *s, NprtC128 z)
{
    if (s->type >= 0x80 || !memchr("\0eEfFgGn", (int)s->type, 8)) {
        return nprt_spec_raise_type(s, "complex");
    }
    if (s->fill == '0') {
        return nprt_raise(NPRT_EXC_VALUE_ERROR,
                          "Zero padding is not allowed in complex format specifier");
    }
    if (s->align == '=') {
        return nprt_raise(NPRT_EXC_VALUE_ERROR,
                          "'=' alignment flag is not allowed in complex format specifier");
    }
    char code = s->type == 'n' ? 'g' : (char)tolower((int)s->type);
    int32_t precision = 0;
    if (precision_of(s, 6, &precision) != 0) {
        return 1;
    }
    bool is_imaginary = s->type == 0 && z.re == 0.0 && !signbit(z.re);
    if (s->type == 0) {
        code = s->precision < 0 ? 'r' : 'g';
    }
    bool is_upper = s->type == 'E' || s->type == 'F' || s->type == 'G';
    NprtSpec part = *s;
    part.fill = ' ';
    part.align = '<';
    part.width = -1;
    NprtText whole, digits;
    nprt_text_init(&whole);
    nprt_text_init(&digits);
    if (s->type == 0 && !is_imaginary) {
        nprt_text_add_char(&whole, '(');
    }
    if (!is_imaginary) {
        add_float_digits(&digits, s, z.re, code, precision, 0);
        add_float_text(&whole, &part, &digits, is_upper);
        digits.len = 0;
        part.sign = '+';
    }
    add_float_digits(&digits, s, z.im, code, precision, 0);
    add_float_text(&whole, &part, &digits, is_upper);
    nprt_text_add_c(&whole, s->type == 0 && !is_imaginary ? "j)" : "j");
    nprt_spec_add_text(text, s, whole.data, whole.len, (int64_t)whole.len);
    nprt_text_fini(&whole);
    nprt_text_fini(&digits);
    return 0;
}

/* ---- values ---- */

/* The Python type that a NumPy scalar formats as. */
static const char *python_name(char kind)
{
    return kind == 'b' ? "bool" : kind == 'f' ? "float" : kind == 'c' ? "complex" : "int";
}

static int32_t format_scalar(NprtText *text, NprtDtype dtype, const void *value, const char *spec,
                             size_t n)
{
    char kind = nprt_dtype_kind(dtype);
    const char *type_name = python_name(kind);
    NprtSpec s;
    if (nprt_spec_parse(&s, spec, n, type_name, '>') != 0) {
        return 1;
    }
    if (kind == 'c') {
        return format_complex(text, &s, nprt_scalar_complex(dtype, value));
    }
    if (kind == 'f') {
        return format_float(text, &s, nprt_scalar_double(dtype, value), type_name);
    }
    if (s.type < 0x80 && memchr("\0bcdoxXn", (int)s.type, 8)) {
        int64_t x = nprt_scalar_int(dtype, value);
        bool is_negative = kind != 'u' && x < 0;
        return format_int(text, &s, is_negative ? 0 - (uint64_t)x : (uint64_t)x, is_negative);
    }
    return format_float(text, &s, nprt_scalar_double(dtype, value), type_name);
}

/* str() of a scalar as the Python number that it formats as. */
static void add_python_scalar(NprtText *text, NprtDtype dtype, const void *value)
{
    char kind = nprt_dtype_kind(dtype);
    if (kind == 'f') {
        double x = nprt_scalar_double(dtype, value);
        nprt_text_add_scalar(text, NPRT_F64, true, &x, NPRT_TEXT_STR);
    } else if (kind == 'c') {
        NprtC128 z = nprt_scalar_complex(dtype, value);
        nprt_text_add_scalar(text, NPRT_C128, true, &z, NPRT_TEXT_STR);
    } else {
        nprt_text_add_scalar(text, dtype, true, value, NPRT_TEXT_STR);
    }
}

int32_t nprt_text_add_format(NprtText *text, const NprtDesc *desc, const void *value,
                             const char *spec, size_t n)
{
    if (nprt_desc_is_union(desc)) {
        desc = nprt_union_held(desc, &value);
    }
    if (desc->kind == NPRT_K_OPTIONAL) {
        if (*(const uint8_t *)value) {
            return nprt_text_add_format(text, desc->elems[0],
                                        (const char *)value + desc->offsets[0], spec, n);
        }
        if (n > 0) {
            return nprt_raise(NPRT_EXC_TYPE_ERROR,
                              "unsupported format string passed to NoneType.__format__");
        }
    }
    bool is_zero_dim = desc->kind == NPRT_K_ARRAY && desc->ndim == 0;
    if (desc->kind == NPRT_K_SCALAR || is_zero_dim) {
        const void *at = is_zero_dim ? ((const NprtArray *)value)->data : value;
        if (n == 0) {
            add_python_scalar(text, desc->dtype, at);
            return 0;
        }
        return format_scalar(text, desc->dtype, at, spec, n);
    }
    if (n == 0) {
        return nprt_text_add_value(text, desc, value, NPRT_TEXT_STR);
    }
    if (desc->kind == NPRT_K_STR) {
        return format_str(text, *(NprtStr *const *)value, spec, n);
    }
    return nprt_raise(NPRT_EXC_TYPE_ERROR, "unsupported format string passed to %s.__format__",
                      nprt_desc_type_name(desc));
}

int32_t nprt_format(const NprtDesc *desc, const void *value, NprtStr *spec, void **out)
{
    *out = NULL;
    if (spec->nbytes == 0 && desc->kind == NPRT_K_STR) {
        return nprt_str_of(desc, value, out);
    }
    NprtText text;
    nprt_text_init(&text);
    if (nprt_text_add_format(&text, desc, value, spec->text, (size_t)spec->nbytes) != 0) {
        nprt_text_fini(&text);
        return 1;
    }
    *out = nprt_text_finish(&text);
    return 0;
}

NprtStr *nprt_int_to_base(int64_t value, int64_t base)
{
    char buffer[64];
    char *end = buffer + sizeof buffer;
    uint64_t magnitude = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    char *digits = digits_of(magnitude, (unsigned)base, false, end);
    NprtText text;
    nprt_text_init(&text);
    nprt_text_add_c(&text, value < 0 ? "-" : "");
    nprt_text_add_c(&text, base == 2 ? "0b" : base == 8 ? "0o" : "0x");
    nprt_text_add(&text, digits, (size_t)(end - digits));
    return nprt_text_finish(&text);
}

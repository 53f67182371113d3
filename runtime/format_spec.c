/* The format mini-language: parsing and layout, as CPython's Python/formatter_unicode.c. */
#include "runtime/format_spec.h"

#include "runtime/errors.h"
#include "runtime/str.h"

#include <string.h>

typedef struct Reader {
    const char *at, *end;
} Reader;

static bool is_align(uint32_t code)
{
    return code == '<' || code == '>' || code == '=' || code == '^';
}

static bool accept(Reader *r, char wanted)
{
    if (r->at < r->end && *r->at == wanted) {
        r->at++;
        return true;
    }
    return false;
}

/* A run of digits, *out unchanged when there is none. 1 when it does not fit. */
static int32_t read_int(Reader *r, int64_t *out, bool *is_given)
{
    *is_given = false;
    int64_t value = 0;
    while (r->at < r->end && *r->at >= '0' && *r->at <= '9') {
        int64_t digit = *r->at++ - '0';
        if (value > (INT64_MAX - digit) / 10) {
            return nprt_raise(NPRT_EXC_VALUE_ERROR, "Too many decimal digits in format string");
        }
        value = value * 10 + digit;
        *is_given = true;
    }
    if (*is_given) {
        *out = value;
    }
    return 0;
}

/* [[fill]align]; returns whether a fill was given. */
static bool read_align(Reader *r, NprtSpec *s, bool *is_aligned)
{
    if (r->at == r->end) {
        return false;
    }
    const char *after = r->at;
    uint32_t first = nprt_utf8_next(&after);
    if (after < r->end && is_align((unsigned char)*after)) {
        s->fill = first;
        s->align = *after;
        r->at = after + 1;
        *is_aligned = true;
        return true;
    }
    if (is_align(first)) {
        s->align = (char)first;
        r->at = after;
        *is_aligned = true;
    }
    return false;
}

/* Grouping fits decimal notations; '_' also the bases of powers of two. */
static int32_t check_grouping(const NprtSpec *s)
{
    if (!s->grouping || s->type == 0 || (s->type < 0x80 && strchr("defgEG%F", (int)s->type)) ||
        (s->grouping == '_' && s->type < 0x80 && strchr("boxX", (int)s->type))) {
        return 0;
    }
    if (s->type > 32 && s->type < 128) {
        return nprt_raise(NPRT_EXC_VALUE_ERROR, "Cannot specify '%c' with '%c'.", s->grouping,
                          (int)s->type);
    }
    return nprt_raise(NPRT_EXC_VALUE_ERROR, "Cannot specify '%c' with '\\x%x'.", s->grouping,
                      s->type);
}

static int32_t read_grouping(Reader *r, NprtSpec *s)
{
    bool has_comma = accept(r, ',');
    bool has_underscore = accept(r, '_');
    if ((has_comma && has_underscore) || (has_underscore && r->at < r->end && *r->at == ',')) {
        return nprt_raise(NPRT_EXC_VALUE_ERROR, "Cannot specify both ',' and '_'.");
    }
    s->grouping = has_comma ? ',' : has_underscore ? '_' : '\0';
    return 0;
}

int32_t nprt_spec_parse(NprtSpec *s, const char *spec, size_t n, const char *type_name,
                        char default_align)
{
    *s = (NprtSpec){.fill = ' ', .align = default_align, .width = -1, .precision = -1};
    Reader r = {spec, spec + n};
    bool is_aligned = false, is_given;
    bool is_filled = read_align(&r, s, &is_aligned);
    if (r.at < r.end && strchr(" +-", *r.at) && *r.at) {
        s->sign = *r.at++;
    }
    s->no_neg_zero = accept(&r, 'z');
    s->is_alternate = accept(&r, '#');
    if (!is_filled && accept(&r, '0')) {
        s->fill = '0';
        if (!is_aligned && default_align == '>') {
            s->align = '=';
        }
    }
    if (read_int(&r, &s->width, &is_given) || read_grouping(&r, s)) {
        return 1;
    }
    if (accept(&r, '.')) {
        if (read_int(&r, &s->precision, &is_given)) {
            return 1;
        }
        if (!is_given) {
            return nprt_raise(NPRT_EXC_VALUE_ERROR, "Format specifier missing precision");
        }
    }
    if (r.at < r.end) {
        s->type = nprt_utf8_next(&r.at);
    }
    if (r.at < r.end) {
        return nprt_raise(NPRT_EXC_VALUE_ERROR,
                          "Invalid format specifier '%.*s' for object of type '%s'", (int)n, spec,
                          type_name);
    }
    return check_grouping(s);
}

int32_t nprt_spec_raise_type(const NprtSpec *spec, const char *type_name)
{
    if (spec->type > 32 && spec->type < 128) {
        return nprt_raise(NPRT_EXC_VALUE_ERROR, "Unknown format code '%c' for object of type '%s'",
                          (int)spec->type, type_name);
    }
    return nprt_raise(NPRT_EXC_VALUE_ERROR, "Unknown format code '\\x%x' for object of type '%s'",
                      spec->type, type_name);
}

/* ---- layout ---- */

static void add_fill(NprtText *text, uint32_t fill, int64_t n)
{
    if (fill < 0x80 && n > 0) {
        nprt_text_add_fill(text, (char)fill, (size_t)n);
        return;
    }
    for (; n > 0; n--) {
        nprt_text_add_code(text, fill);
    }
}

/* Appends the digits in groups, with zeros in front up to `min_width` columns. */
static void add_grouped(NprtText *text, const NprtNumberText *number, char separator,
                        int64_t min_width)
{
    size_t start = text->len;
    int64_t left = (int64_t)number->n_digits;
    int64_t group = separator ? number->group : INT64_MAX;
    /* From the right, reversed. A group that is begun has a digit at least, so that the result may
     * be one column wider than asked. */
    for (;;) {
        int64_t n = left > min_width ? left : min_width;
        n = n > 1 ? n : 1;
        n = n < group ? n : group;
        for (int64_t i = 0; i < n; i++) {
            nprt_text_add_char(text, left > 0 ? number->digits[--left] : '0');
        }
        min_width -= n;
        if (left <= 0 && min_width <= 0) {
            break;
        }
        min_width--;
        nprt_text_add_char(text, separator);
    }
    for (size_t i = start, j = text->len - 1; i < j; i++, j--) {
        char byte = text->data[i];
        text->data[i] = text->data[j];
        text->data[j] = byte;
    }
}

void nprt_spec_add_number(NprtText *text, const NprtSpec *spec, const NprtNumberText *number)
{
    char sign = number->sign;
    if (!sign && (spec->sign == '+' || spec->sign == ' ')) {
        sign = spec->sign;
    }
    NprtText digits;
    nprt_text_init(&digits);
    int64_t others = (sign != 0) + (int64_t)strlen(number->prefix) + (int64_t)number->n_rest;
    if (number->n_digits > 0) { /* nan and inf have none */
        bool is_zero_filled = spec->fill == '0' && spec->align == '=';
        add_grouped(&digits, number, spec->grouping, is_zero_filled ? spec->width - others : 0);
    }
    int64_t padding = spec->width - others - (int64_t)digits.len;
    padding = padding > 0 ? padding : 0;
    int64_t left = spec->align == '>' ? padding : spec->align == '^' ? padding / 2 : 0;
    int64_t inner = spec->align == '=' ? padding : 0;
    add_fill(text, spec->fill, left);
    if (sign) {
        nprt_text_add_char(text, sign);
    }
    nprt_text_add_c(text, number->prefix);
    add_fill(text, spec->fill, inner);
    nprt_text_add(text, digits.data, digits.len);
    nprt_text_add(text, number->rest, number->n_rest);
    add_fill(text, spec->fill, padding - left - inner);
    nprt_text_fini(&digits);
}

void nprt_spec_add_text(NprtText *text, const NprtSpec *spec, const char *bytes, size_t n,
                        int64_t len)
{
    int64_t padding = spec->width > len ? spec->width - len : 0;
    int64_t left = spec->align == '>' ? padding : spec->align == '^' ? padding / 2 : 0;
    add_fill(text, spec->fill, left);
    nprt_text_add(text, bytes, n);
    add_fill(text, spec->fill, padding - left);
}

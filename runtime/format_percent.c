/* template % value: printf-style formatting of str, as CPython's unicode_format.
 *
 *     %[(key)][flags][width][.precision][h|l|L]type
 *
 * A tuple gives its elements one by one, anything else is the single argument; a dict also answers
 * keys. */
#include "runtime/format.h"

#include "runtime/dict.h"
#include "runtime/errors.h"
#include "runtime/format_float.h"
#include "runtime/memory.h"
#include "runtime/print_scalar.h"
#include "runtime/str.h"
#include "runtime/str_value.h"
#include "runtime/value.h"

#include <ctype.h>
#include <limits.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

enum { LEFT = 1, SIGN = 2, BLANK = 4, ALTERNATE = 8, ZERO = 16 };

typedef struct Arg {
    const NprtDesc *desc;
    const void *value;
} Arg;

typedef struct Percent {
    NprtText *text;
    const char *start, *at, *end; /* of the template */
    Arg args;                     /* the right operand */
    int64_t next, n_args;
    bool has_tuple;
    NprtDict *dict; /* the right operand as a dict, or NULL */
    /* the directive being read */
    int flags;
    int32_t width, precision; /* -1: none */
    uint32_t type;
    bool has_key;
    Arg keyed;
} Percent;

static Arg look_through(const NprtDesc *desc, const void *value)
{
    static const NprtDesc none = {.kind = NPRT_K_NONE, .align = 1};
    while (desc->kind == NPRT_K_OPTIONAL || nprt_desc_is_union(desc)) {
        if (nprt_desc_is_union(desc)) {
            desc = nprt_union_held(desc, &value);
            continue;
        }
        if (!*(const uint8_t *)value) {
            return (Arg){&none, NULL};
        }
        value = (const char *)value + desc->offsets[0];
        desc = desc->elems[0];
    }
    return (Arg){desc, value};
}

static int32_t next_arg(Percent *p, Arg *out)
{
    if (p->has_key) {
        *out = p->keyed;
        return 0;
    }
    if (p->next >= p->n_args) {
        return nprt_raise(NPRT_EXC_TYPE_ERROR, "not enough arguments for format string");
    }
    int64_t i = p->next++;
    const NprtDesc *desc = p->args.desc;
    *out = p->has_tuple
               ? look_through(desc->elems[i], (const char *)p->args.value + desc->offsets[i])
               : p->args;
    return 0;
}

/* ---- reading a directive ---- */

static int32_t raise_incomplete(void)
{
    return nprt_raise(NPRT_EXC_VALUE_ERROR, "incomplete format");
}

/* "(key)" behind the percent sign; brackets nest. */
static int32_t read_key(Percent *p)
{
    if (!p->dict) {
        return nprt_raise(NPRT_EXC_TYPE_ERROR, "format requires a mapping");
    }
    const char *start = ++p->at;
    int depth = 1;
    while (p->at < p->end && depth > 0) {
        depth += *p->at == '(' ? 1 : *p->at == ')' ? -1 : 0;
        p->at++;
    }
    if (depth > 0) {
        return nprt_raise(NPRT_EXC_VALUE_ERROR, "incomplete format key");
    }
    NprtStr *key = nprt_str_new(start, p->at - 1 - start);
    int64_t entry = -1;
    int32_t status = nprt_dict_find(p->dict, &nprt_desc_str, &key, &entry);
    if (status == 0 && entry < 0) {
        void *exc;
        nprt_exc_new_value(NPRT_EXC_KEY_ERROR, &nprt_desc_str, &key, &exc);
        status = nprt_exc_raise(exc);
        nprt_release(exc);
    }
    nprt_release(key);
    if (status == 0) {
        const char *at = p->dict->entries + entry * p->dict->entry_size + p->dict->value_offset;
        p->keyed = look_through(p->dict->obj.desc->elems[1], at);
        p->has_key = true;
    }
    return status;
}

static void read_flags(Percent *p)
{
    static const char symbols[] = "-+ #0";
    while (p->at < p->end && *p->at) {
        const char *flag = strchr(symbols, *p->at);
        if (!flag) {
            return;
        }
        p->flags |= 1 << (flag - symbols);
        p->at++;
    }
}

/* Digits, or '*' for an argument; *out unchanged when there is neither. */
static int32_t read_count(Percent *p, int32_t *out, const char *too_big)
{
    if (p->at < p->end && *p->at == '*') {
        p->at++;
        Arg arg;
        p->has_key = false;
        if (next_arg(p, &arg) != 0) {
            return 1;
        }
        bool is_int = arg.desc->kind == NPRT_K_SCALAR && arg.desc->py &&
                      strchr("bi", nprt_dtype_kind(arg.desc->dtype)) != NULL;
        if (!is_int) {
            return nprt_raise(NPRT_EXC_TYPE_ERROR, "* wants int");
        }
        int64_t value = nprt_scalar_int(arg.desc->dtype, arg.value);
        if (value > INT_MAX / 2 || value < -INT_MAX / 2) {
            return nprt_raise(NPRT_EXC_OVERFLOW_ERROR, "Python int too large to convert to C int");
        }
        *out = (int32_t)value;
        return 0;
    }
    int64_t value = 0;
    bool is_given = false;
    while (p->at < p->end && isdigit((unsigned char)*p->at)) {
        value = value * 10 + (*p->at++ - '0');
        is_given = true;
        if (value > INT_MAX / 2) {
            return nprt_raise(NPRT_EXC_VALUE_ERROR, "%s too big", too_big);
        }
    }
    *out = is_given ? (int32_t)value : *out;
    return 0;
}

static int32_t read_directive(Percent *p)
{
    p->flags = 0;
    p->width = p->precision = -1;
    p->has_key = false;
    if (p->at < p->end && *p->at == '(' && read_key(p) != 0) {
        return 1;
    }
    read_flags(p);
    if (read_count(p, &p->width, "width") != 0) {
        return 1;
    }
    if (p->width < -1) { /* from an argument */
        p->flags |= LEFT;
        p->width = -p->width;
    }
    if (p->at < p->end && *p->at == '.') {
        p->at++;
        p->precision = 0;
        if (read_count(p, &p->precision, "precision") != 0) {
            return 1;
        }
        p->precision = p->precision < 0 ? 0 : p->precision;
    }
    if (p->at < p->end && (*p->at == 'h' || *p->at == 'l' || *p->at == 'L')) {
        p->at++;
    }
    if (p->at == p->end) {
        return raise_incomplete();
    }
    p->type = nprt_utf8_next(&p->at);
    return 0;
}

/* ---- writing ---- */

static void add_padding(Percent *p, char fill, int64_t n)
{
    if (n > 0) {
        nprt_text_add_fill(p->text, fill, (size_t)n);
    }
}

static void add_text(Percent *p, const char *bytes, int64_t n, int64_t len)
{
    if (!(p->flags & LEFT)) {
        add_padding(p, ' ', p->width - len);
    }
    nprt_text_add(p->text, bytes, (size_t)n);
    if (p->flags & LEFT) {
        add_padding(p, ' ', p->width - len);
    }
}

/* A number: its sign and prefix come before zeros and after spaces. */
static void add_number(Percent *p, bool is_negative, const char *prefix, const char *digits,
                       size_t n)
{
    const char *sign = is_negative ? "-" : p->flags & SIGN ? "+" : p->flags & BLANK ? " " : "";
    int64_t padding = p->width - (int64_t)(strlen(sign) + strlen(prefix) + n);
    bool is_left = p->flags & LEFT, is_zero = p->flags & ZERO;
    if (!is_left && !is_zero) {
        add_padding(p, ' ', padding);
    }
    nprt_text_add_c(p->text, sign);
    nprt_text_add_c(p->text, prefix);
    if (!is_left && is_zero) {
        add_padding(p, '0', padding);
    }
    nprt_text_add(p->text, digits, n);
    if (is_left) {
        add_padding(p, ' ', padding);
    }
}

/* %s, %r, %a: text of any value, cut to the precision. */
static int32_t write_value(Percent *p, Arg arg)
{
    void *shown;
    int32_t status = p->type == 's'   ? nprt_str_of(arg.desc, arg.value, &shown)
                     : p->type == 'r' ? nprt_repr_of(arg.desc, arg.value, &shown)
                                      : nprt_ascii_of(arg.desc, arg.value, &shown);
    if (status != 0) {
        return 1;
    }
    NprtStr *str = shown;
    int64_t len = str->len;
    if (p->precision >= 0 && p->precision < len) {
        len = p->precision;
    }
    add_text(p, str->text, nprt_str_offset(str, len), len);
    nprt_release(str);
    return 0;
}

/* An element of a number type, 0-d arrays included; false for anything else. */
static bool as_number(Arg *arg)
{
    if (arg->desc->kind == NPRT_K_ARRAY && arg->desc->ndim == 0) {
        arg->value = ((const NprtArray *)arg->value)->data;
        return true;
    }
    return arg->desc->kind == NPRT_K_SCALAR;
}

/* The digits of an integer argument, floats cut off for %d. 1 with an exception pending. */
static int32_t int_digits(Percent *p, Arg arg, NprtText *digits, bool *is_negative)
{
    bool is_decimal = p->type == 'd' || p->type == 'i' || p->type == 'u';
    bool is_number = as_number(&arg);
    char kind = is_number ? nprt_dtype_kind(arg.desc->dtype) : '?';
    bool is_numpy_bool = kind == 'b' && !arg.desc->py; /* no index, in Python's terms */
    if (!is_number || kind == 'c' || ((kind == 'f' || is_numpy_bool) && !is_decimal)) {
        return nprt_raise(NPRT_EXC_TYPE_ERROR, "%%%c format: %s is required, not %s", (int)p->type,
                          is_decimal ? "a real number" : "an integer",
                          nprt_desc_type_name(arg.desc));
    }
    if (kind == 'f') {
        double x = nprt_scalar_double(arg.desc->dtype, arg.value);
        if (isnan(x)) {
            return nprt_raise(NPRT_EXC_VALUE_ERROR, "cannot convert float NaN to integer");
        }
        if (isinf(x)) {
            return nprt_raise(NPRT_EXC_OVERFLOW_ERROR, "cannot convert float infinity to integer");
        }
        *is_negative = trunc(x) < 0;
        nprt_float_decimals(digits, trunc(x), 0);
        return 0;
    }
    int64_t x = nprt_scalar_int(arg.desc->dtype, arg.value);
    *is_negative = kind != 'u' && x < 0;
    uint64_t magnitude = *is_negative ? 0 - (uint64_t)x : (uint64_t)x;
    if (is_decimal) {
        nprt_text_add_u64(digits, magnitude);
    } else {
        nprt_text_addf(digits,
                       p->type == 'o'   ? "%llo"
                       : p->type == 'X' ? "%llX"
                                        : "%llx",
                       (unsigned long long)magnitude);
    }
    return 0;
}

static int32_t write_int(Percent *p, Arg arg)
{
    NprtText digits, padded;
    nprt_text_init(&digits);
    nprt_text_init(&padded);
    bool is_negative = false;
    int32_t status = int_digits(p, arg, &digits, &is_negative);
    if (status == 0) {
        if (p->precision > 0 && (size_t)p->precision > digits.len) {
            nprt_text_add_fill(&padded, '0', (size_t)p->precision - digits.len);
        }
        nprt_text_add(&padded, digits.data, digits.len);
        const char prefix[3] = {'0', (char)p->type, '\0'};
        bool has_prefix = p->flags & ALTERNATE && strchr("oxX", (int)p->type);
        add_number(p, is_negative, has_prefix ? prefix : "", padded.data, padded.len);
    }
    nprt_text_fini(&digits);
    nprt_text_fini(&padded);
    return status;
}

static int32_t write_float(Percent *p, Arg arg)
{
    if (!as_number(&arg) || nprt_dtype_kind(arg.desc->dtype) == 'c') {
        return nprt_raise(NPRT_EXC_TYPE_ERROR, "must be real number, not %s",
                          nprt_desc_type_name(arg.desc));
    }
    double x = nprt_scalar_double(arg.desc->dtype, arg.value);
    NprtText digits;
    nprt_text_init(&digits);
    nprt_text_add_double(&digits, x, (char)tolower((int)p->type),
                         p->precision < 0 ? 6 : p->precision,
                         p->flags & ALTERNATE ? NPRT_FLOAT_ALT : 0);
    bool is_negative = digits.data[0] == '-';
    for (size_t i = 0; i < digits.len && isupper((int)p->type); i++) {
        digits.data[i] = (char)toupper((unsigned char)digits.data[i]);
    }
    add_number(p, is_negative, "", digits.data + is_negative, digits.len - is_negative);
    nprt_text_fini(&digits);
    return 0;
}

static int32_t write_char(Percent *p, Arg arg)
{
    if (arg.desc->kind == NPRT_K_STR && (*(NprtStr *const *)arg.value)->len == 1) {
        const NprtStr *str = *(NprtStr *const *)arg.value;
        add_text(p, str->text, str->nbytes, 1);
        return 0;
    }
    bool is_int = as_number(&arg) && strchr("biu", nprt_dtype_kind(arg.desc->dtype)) &&
                  (arg.desc->py || arg.desc->dtype != NPRT_BOOL);
    if (!is_int) {
        return nprt_raise(NPRT_EXC_TYPE_ERROR, "%%c requires int or char");
    }
    int64_t code = nprt_scalar_int(arg.desc->dtype, arg.value);
    if (code < 0 || code > 0x10FFFF) {
        return nprt_raise(NPRT_EXC_OVERFLOW_ERROR, "%%c arg not in range(0x110000)");
    }
    char bytes[4];
    add_text(p, bytes, nprt_utf8_encode((uint32_t)code, bytes), 1);
    return 0;
}

static int32_t write_directive(Percent *p)
{
    Arg arg;
    if (next_arg(p, &arg) != 0) {
        return 1;
    }
    switch (p->type) {
    case 's':
    case 'r':
    case 'a':
        return write_value(p, arg);
    case 'd':
    case 'i':
    case 'u':
    case 'o':
    case 'x':
    case 'X':
        return write_int(p, arg);
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
        return write_float(p, arg);
    case 'c':
        return write_char(p, arg);
    default:
        return nprt_raise(NPRT_EXC_VALUE_ERROR,
                          "unsupported format character '%c' (0x%x) at index %lld",
                          p->type >= 32 && p->type < 127 ? (int)p->type : '?', p->type,
                          (long long)nprt_utf8_count(p->start, p->at - p->start) - 1);
    }
}

static int32_t write_all(Percent *p)
{
    while (p->at < p->end) {
        const char *percent = memchr(p->at, '%', (size_t)(p->end - p->at));
        if (!percent) {
            percent = p->end;
        }
        nprt_text_add(p->text, p->at, (size_t)(percent - p->at));
        if (percent == p->end) {
            break;
        }
        p->at = percent + 1;
        if (p->at < p->end && *p->at == '%') {
            nprt_text_add_char(p->text, '%');
            p->at++;
        } else if (read_directive(p) != 0 || write_directive(p) != 0) {
            return 1;
        }
    }
    /* What can be subscripted may go unused: it could have been a mapping. */
    NprtKind kind = p->args.desc->kind;
    bool may_be_mapping = p->dict || nprt_desc_is_list(p->args.desc) || kind == NPRT_K_ARRAY ||
                          kind == NPRT_K_RANGE || kind == NPRT_K_BYTES ||
                          (kind == NPRT_K_SCALAR && !p->args.desc->py);
    if (p->next < p->n_args && !may_be_mapping) {
        return nprt_raise(NPRT_EXC_TYPE_ERROR,
                          "not all arguments converted during string formatting");
    }
    return 0;
}

int32_t nprt_percent_format(NprtStr *template, const NprtDesc *desc, const void *value, void **out)
{
    *out = NULL;
    NprtText text;
    nprt_text_init(&text);
    Percent p = {.text = &text,
                 .start = template->text,
                 .at = template->text,
                 .end = template->text + template->nbytes,
                 .args = look_through(desc, value)};
    p.has_tuple = p.args.desc->kind == NPRT_K_TUPLE && !nprt_desc_is_list(p.args.desc);
    p.n_args = p.has_tuple ? p.args.desc->n : 1;
    p.dict = p.args.desc->kind == NPRT_K_DICT ? *(NprtDict *const *)p.args.value : NULL;
    int32_t status = write_all(&p);
    if (status == 0) {
        *out = nprt_text_finish(&text);
    }
    nprt_text_fini(&text);
    return status;
}

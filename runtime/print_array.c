/* Array text. The structure follows NumPy's arrayprint.py: a first pass over the elements that will
 * be shown finds a common width and notation (one NumberFormat per real number of an element), a
 * second one writes the nested brackets and breaks lines.
 *
 * When there are more elements than the threshold, only `edgeitems` at both ends of every axis are
 * shown, and only these are measured. */
#include "runtime/print_array.h"

#include "runtime/errors.h"
#include "runtime/format_float.h"
#include "runtime/memory.h"
#include "runtime/str.h"

#include <math.h>
#include <string.h>

/* ---- options ---- */

static const NprtPrintOptions default_options = {
    .threshold = 1000,
    .precision = 8,
    .edgeitems = 3,
    .linewidth = 75,
    .sign = '-',
    .floatmode = NPRT_FLOATMODE_MAXPREC,
    .nanstr = "nan",
    .infstr = "inf",
};

static struct {
    NprtPrintOptions current;
    NprtPrintOptions *saved; /* owned */
    size_t n_saved;
    bool is_ready;
} state;

NprtPrintOptions *nprt_print_options(void)
{
    if (!state.is_ready) {
        state.current = default_options;
        state.is_ready = true;
    }
    return &state.current;
}

static int32_t to_int32(int64_t value)
{
    return value > INT32_MAX ? INT32_MAX : value < INT32_MIN ? INT32_MIN : (int32_t)value;
}

void nprt_printoptions_set_int(int64_t option, int64_t value)
{
    NprtPrintOptions *o = nprt_print_options();
    switch (option) {
    case NPRT_PRINTOPT_PRECISION:
        o->precision = to_int32(value);
        break;
    case NPRT_PRINTOPT_THRESHOLD:
        o->threshold = value;
        break;
    case NPRT_PRINTOPT_EDGEITEMS:
        o->edgeitems = to_int32(value);
        break;
    case NPRT_PRINTOPT_LINEWIDTH:
        o->linewidth = to_int32(value);
        break;
    case NPRT_PRINTOPT_SUPPRESS:
        o->suppress = value != 0;
        break;
    default:
        break;
    }
}

int64_t nprt_printoptions_get_int(int64_t option)
{
    const NprtPrintOptions *o = nprt_print_options();
    switch (option) {
    case NPRT_PRINTOPT_PRECISION:
        return o->precision;
    case NPRT_PRINTOPT_THRESHOLD:
        return o->threshold;
    case NPRT_PRINTOPT_EDGEITEMS:
        return o->edgeitems;
    case NPRT_PRINTOPT_LINEWIDTH:
        return o->linewidth;
    case NPRT_PRINTOPT_SUPPRESS:
        return o->suppress;
    default:
        return 0;
    }
}

static void copy_name(char out[24], const NprtStr *value)
{
    size_t n = value->nbytes < 23 ? (size_t)value->nbytes : 23;
    memcpy(out, value->text, n);
    out[n] = '\0';
}

int32_t nprt_printoptions_set_text(int64_t option, NprtStr *value)
{
    static const char *const modes[] = {"fixed", "unique", "maxprec", "maxprec_equal"};
    NprtPrintOptions *o = nprt_print_options();
    switch (option) {
    case NPRT_PRINTOPT_SIGN:
        if (value->nbytes != 1 || !strchr("-+ ", value->text[0])) {
            return nprt_raise(NPRT_EXC_VALUE_ERROR, "sign option must be one of ' ', '+', or '-'");
        }
        o->sign = value->text[0];
        return 0;
    case NPRT_PRINTOPT_FLOATMODE:
        for (uint8_t i = 0; i < 4; i++) {
            if (strcmp(value->text, modes[i]) == 0) {
                o->floatmode = i;
                return 0;
            }
        }
        return nprt_raise(NPRT_EXC_VALUE_ERROR,
                          "floatmode option must be one of \"fixed\", \"unique\", \"maxprec\", "
                          "\"maxprec_equal\"");
    case NPRT_PRINTOPT_NANSTR:
        copy_name(o->nanstr, value);
        return 0;
    case NPRT_PRINTOPT_INFSTR:
        copy_name(o->infstr, value);
        return 0;
    default:
        return 0;
    }
}

void nprt_printoptions_save(void)
{
    state.saved = nprt_realloc(state.saved, (state.n_saved + 1) * sizeof *state.saved);
    state.saved[state.n_saved++] = *nprt_print_options();
}

void nprt_printoptions_restore(void)
{
    if (state.n_saved > 0) {
        state.current = state.saved[--state.n_saved];
    }
    if (state.n_saved == 0) {
        nprt_mem_free(state.saved);
        state.saved = NULL;
    }
}

/* ---- measuring ---- */

/* How one real number of each element is written. */
typedef struct NumberFormat {
    NprtDragon dragon;
    int32_t bits;
    char sign;
    bool is_exp;
    /* gathered by the passes */
    double max, min; /* of the nonzero magnitudes */
    int64_t n_finite, n_other, n_nonzero;
    bool has_negative; /* a finite one with its sign bit set */
    bool has_minus_inf;
    int32_t left, right, exp; /* longest parts */
} NumberFormat;

typedef struct ArrayFormat {
    const NprtPrintOptions *options;
    NprtDtype dtype;
    char kind;
    bool is_summary;
    int32_t ndim;
    const int64_t *shape, *strides;
    NumberFormat re, im;
    int64_t int_max, int_min; /* as uint64 for unsigned dtypes */
    bool has_int;
    int32_t int_width;
    char int_sign;
    const char *true_text;
    /* layout */
    const char *separator;
    int32_t separator_width; /* without trailing spaces: separator_stem */
    int32_t separator_stem;
} ArrayFormat;

typedef void (*Visit)(ArrayFormat *f, const char *element);

/* Calls `visit` for the elements that are shown. */
static void for_each_shown(ArrayFormat *f, int32_t axis, const char *at, Visit visit)
{
    if (axis == f->ndim) {
        visit(f, at);
        return;
    }
    int64_t n = f->shape[axis], edge = f->options->edgeitems;
    bool is_cut = f->is_summary && edge > 0 && n > 2 * edge; /* NumPy measures all for 0 */
    for (int64_t i = 0; i < n; i++) {
        if (is_cut && i == edge) {
            i = n - edge;
        }
        for_each_shown(f, axis + 1, at + i * f->strides[axis], visit);
    }
}

static void note_range(NumberFormat *n, double x)
{
    if (!isfinite(x)) {
        n->n_other++;
        n->has_minus_inf |= isinf(x) && x < 0;
        return;
    }
    n->n_finite++;
    n->has_negative |= signbit(x) != 0;
    if (x != 0.0) {
        double size = fabs(x);
        n->max = n->n_nonzero == 0 || size > n->max ? size : n->max;
        n->min = n->n_nonzero == 0 || size < n->min ? size : n->min;
        n->n_nonzero++;
    }
}

static void visit_range(ArrayFormat *f, const char *element)
{
    NprtC128 z = nprt_scalar_complex(f->dtype, element);
    note_range(&f->re, z.re);
    note_range(&f->im, z.im);
}

/* NumPy compares and divides in the dtype's own precision. */
static bool needs_exponent(const NumberFormat *n, bool suppress)
{
    if (n->n_nonzero == 0) {
        return false;
    }
    if (n->max >= (n->bits == 64 ? 1e8 : n->bits == 32 ? 1e6 : 1e3)) {
        return true;
    }
    if (suppress) {
        return false;
    }
    switch (n->bits) {
    case 64:
        return n->min < 0.0001 || n->max / n->min > 1000.0;
    case 32:
        return (float)n->min < 0.0001f || (float)n->max / (float)n->min > 1000.0f;
    default: /* float16(0.0001) is 0x1.a38p-14; float16 steps by 0.5 at 1000 */
        return n->min < 0x1.a38p-14 || n->max / n->min > 1000.25;
    }
}

static void add_number(NprtText *text, const NumberFormat *n, double x)
{
    if (n->is_exp) {
        nprt_text_add_scientific(text, x, n->bits, &n->dragon);
    } else {
        nprt_text_add_positional(text, x, n->bits, &n->dragon);
    }
}

static void note_parts(NumberFormat *n, double x)
{
    if (!isfinite(x)) {
        return;
    }
    NprtText text;
    nprt_text_init(&text);
    add_number(&text, n, x);
    const char *bytes = nprt_text_c_str(&text);
    const char *point = strchr(bytes, '.'), *end = bytes + text.len;
    const char *e = n->is_exp ? strchr(bytes, 'e') : NULL;
    int32_t left = (int32_t)(point - bytes);
    int32_t right = (int32_t)((e ? e : end) - point - 1);
    int32_t exponent = e ? (int32_t)(end - e - 2) : -1;
    n->left = left > n->left ? left : n->left;
    n->right = right > n->right ? right : n->right;
    n->exp = exponent > n->exp ? exponent : n->exp;
    nprt_text_fini(&text);
}

static void visit_parts(ArrayFormat *f, const char *element)
{
    NprtC128 z = nprt_scalar_complex(f->dtype, element);
    note_parts(&f->re, z.re);
    if (f->kind == 'c') {
        note_parts(&f->im, z.im);
    }
}

/* Before the second pass: how to write the numbers that are measured. */
static void begin_number(NumberFormat *n, const NprtPrintOptions *o)
{
    n->is_exp = needs_exponent(n, o->suppress);
    bool is_fixed = o->floatmode == NPRT_FLOATMODE_FIXED;
    n->dragon = NPRT_DRAGON_DEFAULT;
    n->dragon.precision = o->floatmode == NPRT_FLOATMODE_UNIQUE ? -1 : o->precision;
    n->dragon.is_unique = !is_fixed;
    n->dragon.trim = is_fixed ? 'k' : '.';
    n->dragon.has_sign = n->sign == '+';
    n->exp = -1;
}

/* After it: the common widths. */
static void end_number(NumberFormat *n, const NprtPrintOptions *o)
{
    NprtDragon *d = &n->dragon;
    if (n->n_finite == 0) {
        d->pad_left = d->pad_right = 0;
    } else if (n->is_exp) {
        d->precision = d->min_digits = n->right;
        d->exp_digits = n->exp;
        d->trim = 'k';
        d->pad_left = n->left;
        d->pad_right = n->exp + 2 + n->right;
    } else {
        d->pad_left = n->left;
        d->pad_right = n->right;
        d->min_digits = 0;
        d->trim = '.';
        if (o->floatmode == NPRT_FLOATMODE_FIXED || o->floatmode == NPRT_FLOATMODE_MAXPREC_EQUAL) {
            d->precision = d->min_digits = n->right;
            d->trim = 'k';
        }
    }
    if (n->sign == ' ' && !n->has_negative) {
        d->pad_left++;
    }
    if (n->n_other > 0) {
        bool has_sign = n->sign != '-' || n->has_minus_inf;
        int32_t rest = d->pad_right + 1;
        int32_t nan_left = (int32_t)strlen(o->nanstr) - rest;
        int32_t inf_left = (int32_t)strlen(o->infstr) + has_sign - rest;
        d->pad_left = nan_left > d->pad_left ? nan_left : d->pad_left;
        d->pad_left = inf_left > d->pad_left ? inf_left : d->pad_left;
    }
}

static void visit_int(ArrayFormat *f, const char *element)
{
    int64_t x = nprt_scalar_int(f->dtype, element);
    if (!f->has_int) {
        f->int_max = f->int_min = x;
        f->has_int = true;
    } else if (f->kind == 'u') {
        f->int_max = (uint64_t)x > (uint64_t)f->int_max ? x : f->int_max;
        f->int_min = (uint64_t)x < (uint64_t)f->int_min ? x : f->int_min;
    } else {
        f->int_max = x > f->int_max ? x : f->int_max;
        f->int_min = x < f->int_min ? x : f->int_min;
    }
}

static int32_t int_width(const ArrayFormat *f, int64_t x)
{
    bool is_negative = f->kind != 'u' && x < 0;
    uint64_t size = is_negative ? 0 - (uint64_t)x : (uint64_t)x;
    int32_t width = 1 + is_negative;
    while (size >= 10) {
        size /= 10;
        width++;
    }
    return width;
}

static void measure_ints(ArrayFormat *f, const char *data)
{
    for_each_shown(f, 0, data, visit_int);
    bool is_signed = f->kind != 'u';
    f->int_sign = f->options->sign;
    if (f->int_sign == ' ' && is_signed && f->int_min < 0) {
        f->int_sign = '-';
    }
    int32_t max_width = int_width(f, f->int_max);
    if (f->int_sign != '-' && (!is_signed || f->int_max >= 0)) {
        max_width++;
    }
    int32_t min_width = int_width(f, f->int_min);
    f->int_width = max_width > min_width ? max_width : min_width;
}

static void measure(ArrayFormat *f, const char *data)
{
    f->kind = nprt_dtype_kind(f->dtype);
    switch (f->kind) {
    case 'b':
        f->true_text = f->ndim > 0 ? " True" : "True";
        break;
    case 'i':
    case 'u':
        measure_ints(f, data);
        break;
    default:
        f->re.bits = nprt_dtype_bits(f->dtype) / (f->kind == 'c' ? 2 : 1);
        f->im.bits = f->re.bits;
        f->re.sign = f->options->sign;
        f->im.sign = '+';
        for_each_shown(f, 0, data, visit_range);
        begin_number(&f->re, f->options);
        begin_number(&f->im, f->options);
        for_each_shown(f, 0, data, visit_parts);
        end_number(&f->re, f->options);
        end_number(&f->im, f->options);
        break;
    }
}

/* ---- writing ---- */

static void add_padded_number(NprtText *text, const ArrayFormat *f, const NumberFormat *n, double x)
{
    if (isfinite(x)) {
        add_number(text, n, x);
        return;
    }
    const char *name = isnan(x) ? f->options->nanstr : f->options->infstr;
    const char *sign = !isnan(x) && x < 0 ? "-" : n->sign == '+' ? "+" : "";
    int32_t width = n->dragon.pad_left + n->dragon.pad_right + 1;
    int32_t fill = width - (int32_t)strlen(name) - (int32_t)strlen(sign);
    if (fill > 0) {
        nprt_text_add_fill(text, ' ', (size_t)fill);
    }
    nprt_text_add_c(text, sign);
    nprt_text_add_c(text, name);
}

static void add_int(NprtText *text, const ArrayFormat *f, const char *element)
{
    int64_t x = nprt_scalar_int(f->dtype, element);
    bool has_sign = f->int_sign != '-' && (f->kind == 'u' || x >= 0);
    int32_t fill = f->int_width - int_width(f, x) - has_sign;
    if (fill > 0) {
        nprt_text_add_fill(text, ' ', (size_t)fill);
    }
    if (has_sign) {
        nprt_text_add_char(text, f->int_sign);
    }
    if (f->kind == 'u') {
        nprt_text_add_u64(text, (uint64_t)x);
    } else {
        nprt_text_add_i64(text, x);
    }
}

static void add_element(NprtText *text, const ArrayFormat *f, const char *element)
{
    switch (f->kind) {
    case 'b':
        nprt_text_add_c(text, *(const uint8_t *)element ? f->true_text : "False");
        break;
    case 'i':
    case 'u':
        add_int(text, f, element);
        break;
    case 'f':
        add_padded_number(text, f, &f->re, nprt_scalar_double(f->dtype, element));
        break;
    default: {
        NprtC128 z = nprt_scalar_complex(f->dtype, element);
        add_padded_number(text, f, &f->re, z.re);
        add_padded_number(text, f, &f->im, z.im);
        /* The j goes before the padding. */
        size_t spaces = 0;
        while (text->data[text->len - 1 - spaces] == ' ') {
            spaces++;
        }
        nprt_text_add_fill(text, ' ', 1);
        text->data[text->len - 1 - spaces] = 'j';
        break;
    }
    }
}

static void strip_spaces(NprtText *text)
{
    while (text->len > 0 && text->data[text->len - 1] == ' ') {
        text->len--;
    }
}

/* Appends text[start..] of `word` behind a line of *line_width columns, on a new line indented by
 * `indent` when it would pass `width`. */
static void add_word(NprtText *text, NprtText *word, int32_t indent, int32_t width,
                     int32_t *line_width)
{
    int32_t n = (int32_t)word->len;
    if (*line_width + n > width && *line_width > indent) {
        strip_spaces(text);
        nprt_text_add_char(text, '\n');
        nprt_text_add_fill(text, ' ', (size_t)indent);
        *line_width = indent;
    }
    nprt_text_add(text, word->data, word->len);
    *line_width += n;
    word->len = 0;
}

/* The last axis: elements on lines of at most `width` columns. */
static void add_row(NprtText *text, const ArrayFormat *f, const char *at, int32_t indent,
                    int32_t width)
{
    int64_t n = f->shape[f->ndim - 1], stride = f->strides[f->ndim - 1];
    int64_t edge = f->options->edgeitems;
    bool is_cut = f->is_summary && n > 2 * edge;
    width -= f->separator_stem > 1 ? f->separator_stem : 1;
    int32_t line_width = indent;
    NprtText word;
    nprt_text_init(&word);
    for (int64_t i = 0; i < n; i++) {
        if (is_cut && i == edge) {
            nprt_text_add_c(&word, "...");
            add_word(text, &word, indent, width, &line_width);
            i = n - (edge > 0 ? edge : 1); /* NumPy always shows the last one */
            nprt_text_add_c(text, f->separator);
            line_width += f->separator_width;
        }
        add_element(&word, f, at + i * stride);
        add_word(text, &word, indent, width, &line_width);
        if (i < n - 1) {
            nprt_text_add_c(text, f->separator);
            line_width += f->separator_width;
        }
    }
    nprt_text_fini(&word);
}

/* One axis in brackets; the text stands at column indent - 1. */
static void add_axis(NprtText *text, const ArrayFormat *f, int32_t axis, const char *at,
                     int32_t indent, int32_t width)
{
    if (axis == f->ndim) {
        add_element(text, f, at);
        return;
    }
    nprt_text_add_char(text, '[');
    if (axis == f->ndim - 1) {
        add_row(text, f, at, indent, width);
        nprt_text_add_char(text, ']');
        return;
    }
    int64_t n = f->shape[axis], edge = f->options->edgeitems;
    bool is_cut = f->is_summary && n > 2 * edge;
    int32_t newlines = f->ndim - axis - 1;
    for (int64_t i = 0; i < n; i++) {
        if (i > 0) {
            nprt_text_add(text, f->separator, (size_t)f->separator_stem);
            nprt_text_add_fill(text, '\n', (size_t)newlines);
            nprt_text_add_fill(text, ' ', (size_t)indent);
        }
        if (is_cut && i == edge) {
            nprt_text_add_c(text, "...");
            nprt_text_add(text, f->separator, (size_t)f->separator_stem);
            nprt_text_add_fill(text, '\n', (size_t)newlines);
            nprt_text_add_fill(text, ' ', (size_t)indent);
            i = n - (edge > 0 ? edge : 1);
        }
        add_axis(text, f, axis + 1, at + i * f->strides[axis], indent + 1, width - 1);
    }
    nprt_text_add_char(text, ']');
}

static int64_t array_size(const NprtDesc *desc, const NprtArray *array)
{
    int64_t size = 1;
    for (int32_t i = 0; i < desc->ndim; i++) {
        size *= array->dims[i];
    }
    return size;
}

/* array2string: lines of the given width, continued ones indented by `prefix` columns. */
static void add_array_text(NprtText *text, const NprtDesc *desc, const NprtArray *array,
                           const char *separator, int32_t prefix, int32_t width)
{
    int64_t size = array_size(desc, array);
    if (size == 0) {
        nprt_text_add_c(text, "[]");
        return;
    }
    ArrayFormat f = {
        .options = nprt_print_options(),
        .dtype = desc->dtype,
        .is_summary = size > nprt_print_options()->threshold,
        .ndim = desc->ndim,
        .shape = array->dims,
        .strides = array->dims + desc->ndim,
        .separator = separator,
        .separator_width = (int32_t)strlen(separator),
    };
    f.separator_stem = f.separator_width;
    while (f.separator_stem > 0 && separator[f.separator_stem - 1] == ' ') {
        f.separator_stem--;
    }
    measure(&f, array->data);
    add_axis(text, &f, 0, array->data, prefix + 1, width);
}

NprtStr *nprt_array2string(const NprtDesc *desc, const void *value, NprtStr *separator,
                           NprtStr *prefix, NprtStr *suffix)
{
    NprtText text;
    nprt_text_init(&text);
    add_array_text(&text, desc, value, separator->text, (int32_t)prefix->len,
                   nprt_print_options()->linewidth - (int32_t)suffix->len);
    return nprt_text_finish(&text);
}

static void add_shape(NprtText *text, const NprtDesc *desc, const NprtArray *array)
{
    nprt_text_add_c(text, "shape=(");
    for (int32_t i = 0; i < desc->ndim; i++) {
        nprt_text_add_c(text, i > 0 ? ", " : "");
        nprt_text_add_i64(text, array->dims[i]);
    }
    nprt_text_add_c(text, desc->ndim == 1 ? ",)" : ")");
}

/* "array([1., 2.])", with shape and dtype where the elements do not imply them. */
static void add_array_repr(NprtText *text, const NprtDesc *desc, const NprtArray *array)
{
    static const char prefix[] = "array(";
    const NprtPrintOptions *o = nprt_print_options();
    int32_t prefix_width = sizeof prefix - 1;
    size_t start = text->len;
    nprt_text_add_c(text, prefix);
    add_array_text(text, desc, array, ", ", prefix_width, o->linewidth - 1);

    NprtText extra;
    nprt_text_init(&extra);
    int64_t size = array_size(desc, array);
    bool is_plain_empty = desc->ndim == 1 && size == 0;
    if ((size == 0 && !is_plain_empty) || size > o->threshold) {
        add_shape(&extra, desc, array);
    }
    bool is_implied = desc->dtype == NPRT_BOOL || desc->dtype == NPRT_I64 ||
                      desc->dtype == NPRT_F64 || desc->dtype == NPRT_C128;
    if (!is_implied || size == 0) {
        nprt_text_add_c(&extra, extra.len > 0 ? ", dtype=" : "dtype=");
        nprt_text_add_c(&extra, nprt_dtype_name(desc->dtype));
    }
    if (extra.len > 0) {
        nprt_text_add_char(text, ',');
        size_t line = text->len;
        while (line > start && text->data[line - 1] != '\n') {
            line--;
        }
        if ((int64_t)(text->len - line + extra.len) + 2 > o->linewidth) {
            nprt_text_add_char(text, '\n');
            nprt_text_add_fill(text, ' ', (size_t)prefix_width);
        } else {
            nprt_text_add_char(text, ' ');
        }
        nprt_text_add(text, extra.data, extra.len);
    }
    nprt_text_fini(&extra);
    nprt_text_add_char(text, ')');
}

void nprt_text_add_array(NprtText *text, const NprtDesc *desc, const void *value, NprtTextMode mode)
{
    const NprtArray *array = value;
    if (mode == NPRT_TEXT_REPR) {
        add_array_repr(text, desc, array);
    } else if (desc->ndim == 0) {
        nprt_text_add_scalar(text, desc->dtype, false, array->data, NPRT_TEXT_STR);
    } else {
        add_array_text(text, desc, array, " ", 0, nprt_print_options()->linewidth);
    }
}

/* ---- format_float_positional, format_float_scientific ---- */

/* Reads the scalar and checks what both functions take. 1 with an exception pending. */
static int32_t read_float(const NprtDesc *desc, const void *value, const NprtStr *trim,
                          NprtDragon *dragon, double *out_x, int32_t *out_bits)
{
    if (trim->nbytes != 1 || !strchr("k.0-", trim->text[0])) {
        return nprt_raise(NPRT_EXC_TYPE_ERROR,
                          "if supplied, trim must be 'k', '.', '0' or '-' found `%s`", trim->text);
    }
    if (!dragon->is_unique && dragon->precision < 0) {
        return nprt_raise(NPRT_EXC_TYPE_ERROR, "in non-unique mode `precision` must be supplied");
    }
    if (dragon->min_digits > 0 && dragon->precision > 0 && dragon->min_digits > dragon->precision) {
        return nprt_raise(NPRT_EXC_VALUE_ERROR,
                          "min_digits must be less than or equal to precision");
    }
    dragon->trim = trim->text[0];
    *out_bits = nprt_dtype_kind(desc->dtype) == 'f' ? nprt_dtype_bits(desc->dtype) : 64;
    *out_x = nprt_scalar_double(desc->dtype, value);
    return 0;
}

/* The int at position `at` of a tuple of ints. */
static int32_t option_at(const NprtDesc *desc, const void *options, uint32_t at)
{
    int64_t value;
    memcpy(&value, (const char *)options + desc->offsets[at], sizeof value);
    return to_int32(value);
}

int32_t nprt_format_positional(const NprtDesc *desc, const void *value, NprtStr *trim,
                               const NprtDesc *options_desc, const void *options, void **out)
{
    *out = NULL;
    NprtDragon dragon = {.precision = option_at(options_desc, options, 0),
                         .is_unique = option_at(options_desc, options, 1) != 0,
                         .is_total = option_at(options_desc, options, 2) == 0,
                         .has_sign = option_at(options_desc, options, 3) != 0,
                         .pad_left = option_at(options_desc, options, 4),
                         .pad_right = option_at(options_desc, options, 5),
                         .min_digits = option_at(options_desc, options, 6)};
    if (dragon.is_total && dragon.precision == 0) {
        return nprt_raise(NPRT_EXC_VALUE_ERROR,
                          "precision must be greater than 0 if fractional=False");
    }
    double x;
    int32_t bits;
    if (read_float(desc, value, trim, &dragon, &x, &bits) != 0) {
        return 1;
    }
    NprtText text;
    nprt_text_init(&text);
    nprt_text_add_positional(&text, x, bits, &dragon);
    *out = nprt_text_finish(&text);
    return 0;
}

int32_t nprt_format_scientific(const NprtDesc *desc, const void *value, NprtStr *trim,
                               const NprtDesc *options_desc, const void *options, void **out)
{
    *out = NULL;
    NprtDragon dragon = {.precision = option_at(options_desc, options, 0),
                         .is_unique = option_at(options_desc, options, 1) != 0,
                         .has_sign = option_at(options_desc, options, 2) != 0,
                         .pad_left = option_at(options_desc, options, 3),
                         .exp_digits = option_at(options_desc, options, 4),
                         .min_digits = option_at(options_desc, options, 5)};
    double x;
    int32_t bits;
    if (read_float(desc, value, trim, &dragon, &x, &bits) != 0) {
        return 1;
    }
    NprtText text;
    nprt_text_init(&text);
    nprt_text_add_scientific(&text, x, bits, &dragon);
    *out = nprt_text_finish(&text);
    return 0;
}

/* Scalars and strings as text. Python and NumPy agree on the digits; they differ in where they
 * switch to exponents and in the spelling of complex numbers. */
#include "runtime/print_scalar.h"

#include "runtime/format_float.h"
#include "runtime/str.h"
#include "runtime/str_unicode.h"

#include <math.h>
#include <string.h>

static const struct {
    const char *name;
    char kind;
    uint8_t size, bits;
} dtypes[] = {
#define DTYPE(E, name, ctype, bytes, kind, bits, chr) {#name, kind, bytes, bits},
#include "runtime/dtypes.def"
#undef DTYPE
};

const char *nprt_dtype_name(NprtDtype dtype)
{
    return dtypes[dtype].name;
}

char nprt_dtype_kind(NprtDtype dtype)
{
    return dtypes[dtype].kind;
}

int32_t nprt_dtype_size(NprtDtype dtype)
{
    return dtypes[dtype].size;
}

int32_t nprt_dtype_bits(NprtDtype dtype)
{
    return dtypes[dtype].bits;
}

bool nprt_desc_is_list(const NprtDesc *desc)
{
    if (desc->kind == NPRT_K_LIST) {
        return !desc->name || strcmp(desc->name, "tuple") != 0;
    }
    return desc->kind == NPRT_K_TUPLE && desc->name && !desc->field_names &&
           strcmp(desc->name, "list") == 0;
}

const char *nprt_desc_type_name(const NprtDesc *desc)
{
    static const char *const numpy_names[] = {
#define DTYPE(E, name, ctype, bytes, kind, bits, chr) "numpy." #name,
#include "runtime/dtypes.def"
#undef DTYPE
    };
    switch ((NprtKind)desc->kind) {
    case NPRT_K_NONE:
        return "NoneType";
    case NPRT_K_SCALAR:
        if (!desc->py) {
            return numpy_names[desc->dtype];
        }
        switch (dtypes[desc->dtype].kind) {
        case 'b':
            return "bool";
        case 'f':
            return "float";
        case 'c':
            return "complex";
        default:
            return "int";
        }
    case NPRT_K_STR:
        return "str";
    case NPRT_K_BYTES:
        return "bytes";
    case NPRT_K_TUPLE:
        return desc->name ? desc->name : "tuple";
    case NPRT_K_LIST:
        return desc->name ? desc->name : "list";
    case NPRT_K_DICT:
        return "dict";
    case NPRT_K_SET:
        return "set";
    case NPRT_K_FROZENSET:
        return "frozenset";
    case NPRT_K_RANGE:
        return "range";
    case NPRT_K_SLICE:
        return "slice";
    case NPRT_K_ARRAY:
        return "numpy.ndarray";
    case NPRT_K_OPTIONAL:
    case NPRT_K_CELL:
        return nprt_desc_type_name(desc->elems[0]);
    case NPRT_K_OBJECT:
        return desc->name ? desc->name : "object";
    case NPRT_K_FUNCTION:
        return "function";
    case NPRT_K_EXC:
        return "Exception";
    case NPRT_K_RNG:
        return "numpy.random.Generator";
    case NPRT_K_DTYPE:
        return "numpy.dtype";
    case NPRT_K_TYPE:
        return "type";
    case NPRT_K_MODULE:
        return "module";
    case NPRT_K_ELLIPSIS:
        return "ellipsis";
    }
    return "object";
}

/* ---- reading elements ---- */

int64_t nprt_scalar_int(NprtDtype dtype, const void *value)
{
    switch (dtype) {
    case NPRT_BOOL:
    case NPRT_U8:
        return *(const uint8_t *)value;
    case NPRT_I8:
        return *(const int8_t *)value;
    case NPRT_I16:
        return *(const int16_t *)value;
    case NPRT_U16:
        return *(const uint16_t *)value;
    case NPRT_I32:
        return *(const int32_t *)value;
    case NPRT_U32:
        return *(const uint32_t *)value;
    case NPRT_I64:
        return *(const int64_t *)value;
    case NPRT_U64:
        return (int64_t)*(const uint64_t *)value;
    default:
        return (int64_t)nprt_scalar_double(dtype, value);
    }
}

double nprt_scalar_double(NprtDtype dtype, const void *value)
{
    switch (dtype) {
    case NPRT_F16:
        return nprt_half_to_double(*(const uint16_t *)value);
    case NPRT_F32:
    case NPRT_C64:
        return *(const float *)value;
    case NPRT_F64:
    case NPRT_C128:
        return *(const double *)value;
    case NPRT_U64:
        return (double)*(const uint64_t *)value;
    default:
        return (double)nprt_scalar_int(dtype, value);
    }
}

NprtC128 nprt_scalar_complex(NprtDtype dtype, const void *value)
{
    if (dtype == NPRT_C128) {
        return *(const NprtC128 *)value;
    }
    if (dtype == NPRT_C64) {
        const NprtC64 *z = value;
        return (NprtC128){z->re, z->im};
    }
    return (NprtC128){nprt_scalar_double(dtype, value), 0.0};
}

/* ---- numbers ---- */

/* A NumPy float in NumPy's own notation: positional from 1e-4 up to a limit by width. */
static void add_numpy_float(NprtText *text, double x, int32_t bits, char trim, bool has_sign)
{
    double limit = bits == 64 ? 1e16 : bits == 32 ? 1e6 : 1e3;
    double size = fabs(x);
    NprtDragon options = NPRT_DRAGON_DEFAULT;
    options.has_sign = has_sign;
    if (isnan(x) || x == 0.0 || (size >= 1e-4 && size < limit)) {
        options.trim = trim;
        nprt_text_add_positional(text, x, bits, &options);
    } else {
        options.trim = '-';
        nprt_text_add_scientific(text, x, bits, &options);
    }
}

static void add_numpy_complex(NprtText *text, NprtC128 z, int32_t bits)
{
    if (z.re == 0.0 && !signbit(z.re)) {
        add_numpy_float(text, z.im, bits, '-', false);
        nprt_text_add_char(text, 'j');
        return;
    }
    nprt_text_add_char(text, '(');
    add_numpy_float(text, z.re, bits, '-', false);
    if (isnan(z.im)) {
        nprt_text_add_char(text, '+');
    }
    add_numpy_float(text, z.im, bits, '-', true);
    nprt_text_add_c(text, "j)");
}

static void add_python_complex(NprtText *text, NprtC128 z)
{
    bool is_imaginary = z.re == 0.0 && !signbit(z.re);
    if (!is_imaginary) {
        nprt_text_add_char(text, '(');
        nprt_text_add_double(text, z.re, 'r', 0, 0);
        if (!signbit(z.im) || isnan(z.im)) {
            nprt_text_add_char(text, '+');
        }
    }
    nprt_text_add_double(text, z.im, 'r', 0, 0);
    nprt_text_add_c(text, is_imaginary ? "j" : "j)");
}

static void add_number(NprtText *text, NprtDtype dtype, bool is_py, const void *value)
{
    switch (dtypes[dtype].kind) {
    case 'b':
        nprt_text_add_c(text, *(const uint8_t *)value ? "True" : "False");
        break;
    case 'u':
        nprt_text_add_u64(text, (uint64_t)nprt_scalar_int(dtype, value));
        break;
    case 'f':
        if (is_py) {
            nprt_text_add_double(text, nprt_scalar_double(dtype, value), 'r', 0, NPRT_FLOAT_DOT0);
        } else {
            add_numpy_float(text, nprt_scalar_double(dtype, value), dtypes[dtype].bits, '0', false);
        }
        break;
    case 'c':
        if (is_py) {
            add_python_complex(text, nprt_scalar_complex(dtype, value));
        } else {
            add_numpy_complex(text, nprt_scalar_complex(dtype, value), dtypes[dtype].bits / 2);
        }
        break;
    default:
        nprt_text_add_i64(text, nprt_scalar_int(dtype, value));
        break;
    }
}

void nprt_text_add_scalar(NprtText *text, NprtDtype dtype, bool is_py, const void *value,
                          NprtTextMode mode)
{
    if (mode == NPRT_TEXT_STR || is_py) {
        add_number(text, dtype, is_py, value);
        return;
    }
    if (dtype == NPRT_BOOL) {
        nprt_text_add_c(text, *(const uint8_t *)value ? "np.True_" : "np.False_");
        return;
    }
    nprt_text_add_c(text, "np.");
    nprt_text_add_c(text, dtypes[dtype].name);
    size_t open = text->len;
    nprt_text_add_char(text, '(');
    add_number(text, dtype, false, value);
    /* A complex number brings its own brackets unless it is imaginary. */
    if (text->data[open + 1] == '(') {
        memmove(text->data + open, text->data + open + 1, text->len - open - 1);
        text->len--;
    } else {
        nprt_text_add_char(text, ')');
    }
}

/* ---- str and bytes ---- */

/* Python prefers single quotes and takes double ones when only single ones occur inside. */
static char quote_for(const NprtStr *str)
{
    size_t n = (size_t)str->nbytes;
    return memchr(str->text, '\'', n) && !memchr(str->text, '"', n) ? '"' : '\'';
}

/* Appends the escape of quotes, backslashes and the short control codes. */
static bool add_short_escape(NprtText *text, uint32_t code, char quote)
{
    const char *escape = code == '\n'   ? "\\n"
                         : code == '\r' ? "\\r"
                         : code == '\t' ? "\\t"
                         : code == '\\' ? "\\\\"
                                        : NULL;
    if (escape) {
        nprt_text_add_c(text, escape);
    } else if (code == (unsigned char)quote) {
        nprt_text_add_char(text, '\\');
        nprt_text_add_char(text, quote);
    } else {
        return false;
    }
    return true;
}

void nprt_text_add_str_repr(NprtText *text, const NprtStr *str)
{
    char quote = quote_for(str);
    nprt_text_add_char(text, quote);
    const char *end = str->text + str->nbytes;
    for (const char *at = str->text; at < end;) {
        const char *start = at;
        uint32_t code = nprt_utf8_next(&at);
        if (add_short_escape(text, code, quote)) {
            continue;
        }
        bool is_shown = code < 0x7F ? code >= 0x20 : nprt_unicode_flags(code) & NPRT_U_PRINTABLE;
        if (is_shown) {
            nprt_text_add(text, start, (size_t)(at - start));
        } else if (code < 0x100) {
            nprt_text_addf(text, "\\x%02x", code);
        } else if (code < 0x10000) {
            nprt_text_addf(text, "\\u%04x", code);
        } else {
            nprt_text_addf(text, "\\U%08x", code);
        }
    }
    nprt_text_add_char(text, quote);
}

void nprt_text_add_bytes_repr(NprtText *text, const NprtStr *bytes)
{
    char quote = quote_for(bytes);
    nprt_text_add_char(text, 'b');
    nprt_text_add_char(text, quote);
    for (int64_t i = 0; i < bytes->nbytes; i++) {
        unsigned char byte = (unsigned char)bytes->text[i];
        if (add_short_escape(text, byte, quote)) {
            continue;
        }
        if (byte >= 0x20 && byte < 0x7F) {
            nprt_text_add_char(text, (char)byte);
        } else {
            nprt_text_addf(text, "\\x%02x", byte);
        }
    }
    nprt_text_add_char(text, quote);
}

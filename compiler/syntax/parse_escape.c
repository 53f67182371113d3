/* Escapes in string literals, after "Escape sequences" of Python's reference manual. An unknown
 * escape stays in the text, with a warning. Of the names that \N{...} takes, those in
 * char_names.def are known. */

#include <string.h>
#include <strings.h>

#include "compiler/support/unicode.h"
#include "compiler/syntax/parse_internal.h"

typedef struct CharName {
    const char *name;
    uint32_t code_point;
} CharName;

static const CharName char_names[] = {
#define CHAR_NAME(code_point, name) {name, code_point},
#include "compiler/syntax/char_names.def"
#undef CHAR_NAME
};

/* A literal being decoded. */
typedef struct Decoder {
    NjParser *p;
    NjLiteral literal;
    const char *start, *at, *end;
} Decoder;

static NjSpan span_from(const Decoder *d, const char *escape)
{
    const char *text = d->p->source->text;
    return (NjSpan){d->p->source, (uint32_t)(escape - text), (uint32_t)(d->at - text)};
}

static void put_code_point(Decoder *d, uint32_t code_point)
{
    if (d->literal.is_bytes)
        nj_strbuf_putc(&d->p->text, (char)code_point);
    else
        nj_strbuf_put_utf8(&d->p->text, code_point);
}

static void fail_escape(Decoder *d, const char *escape, const char *what)
{
    if (d->literal.is_bytes) {
        nj_parser_fail(d->p, span_from(d, escape),
                       "SyntaxError: (value error) invalid \\x escape at position %u",
                       (unsigned)(escape - d->start));
        return;
    }
    nj_parser_fail(
        d->p, span_from(d, escape),
        "SyntaxError: (unicode error) 'unicodeescape' codec can't decode bytes in position "
        "%u-%u: %s",
        (unsigned)(escape - d->start), (unsigned)(d->at - d->start) - 1, what);
}

static int hex_digit(char c)
{
    char lower = (char)(c | 0x20);
    if (c >= '0' && c <= '9')
        return c - '0';
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

/* \xXX, \uXXXX, \UXXXXXXXX; `at` is behind the letter. */
static void decode_hex(Decoder *d, const char *escape, uint32_t ndigits, const char *truncated)
{
    uint32_t code_point = 0;
    for (uint32_t i = 0; i < ndigits; i++) {
        int digit = d->at < d->end ? hex_digit(*d->at) : -1;
        if (digit < 0) {
            fail_escape(d, escape, truncated);
            return;
        }
        code_point = code_point << 4 | (uint32_t)digit;
        d->at++;
    }
    if (code_point > 0x10FFFF)
        fail_escape(d, escape, "illegal Unicode character");
    else
        put_code_point(d, code_point);
}

static void decode_octal(Decoder *d, const char *escape)
{
    uint32_t value = 0;
    for (uint32_t i = 0; i < 3 && d->at < d->end && *d->at >= '0' && *d->at <= '7'; i++)
        value = value * 8 + (uint32_t)(*d->at++ - '0');
    if (value > 0377 && !d->p->is_quiet) {
        nj_warning(d->p->u, span_from(d, escape),
                   "SyntaxWarning: invalid octal escape sequence '%.*s'", (int)(d->at - escape),
                   escape);
    }
    put_code_point(d, d->literal.is_bytes ? value & 0xFF : value);
}

/* The code point of a name, 0 if it is not known. Ideographs have their number for a name. */
static uint32_t code_point_named(const char *name, size_t len)
{
    static const char ideograph[] = "CJK UNIFIED IDEOGRAPH-";
    size_t prefix_len = sizeof ideograph - 1;
    if (len > prefix_len && len <= prefix_len + 5 && !strncasecmp(name, ideograph, prefix_len)) {
        uint32_t code_point = 0;
        for (size_t i = prefix_len; i < len; i++) {
            int digit = hex_digit(name[i]);
            if (digit < 0)
                return 0;
            code_point = code_point << 4 | (uint32_t)digit;
        }
        bool is_ideograph = (code_point >= 0x4E00 && code_point <= 0x9FFF) ||
                            (code_point >= 0x3400 && code_point <= 0x4DBF) ||
                            (code_point >= 0x20000 && code_point <= 0x2A6DF);
        return is_ideograph ? code_point : 0;
    }
    for (size_t i = 0; i < sizeof char_names / sizeof *char_names; i++) {
        if (!strncasecmp(char_names[i].name, name, len) && !char_names[i].name[len])
            return char_names[i].code_point;
    }
    return 0;
}

/* \N{name}; `at` is behind the N. */
static void decode_name(Decoder *d, const char *escape)
{
    const char *close =
        d->at < d->end && *d->at == '{' ? memchr(d->at, '}', (size_t)(d->end - d->at)) : NULL;
    if (!close) {
        fail_escape(d, escape, "malformed \\N character escape");
        return;
    }
    const char *name = d->at + 1;
    size_t len = (size_t)(close - name);
    d->at = close + 1;
    uint32_t code_point = code_point_named(name, len);
    if (code_point) {
        put_code_point(d, code_point);
        return;
    }
    nj_parser_fail(d->p, span_from(d, escape),
                   "SyntaxError: (unicode error) character name '%.*s' is not known; write it as "
                   "\\uXXXX or \\UXXXXXXXX",
                   (int)(len < 100 ? len : 100), name);
}

static void warn_unknown(Decoder *d, const char *escape)
{
    if (d->p->is_quiet)
        return;
    int size = (int)nj_utf8_length(*d->at);
    NjSpan span = span_from(d, escape);
    span.end += (uint32_t)size;
    nj_warning(d->p->u, span, "SyntaxWarning: invalid escape sequence '\\%.*s'", size, d->at);
}

/* At a backslash, of which there is always something behind. */
static void decode_escape(Decoder *d)
{
    static const char simple[] = "\\\\''\"\"a\ab\bf\fn\nr\rt\tv\v";
    const char *escape = d->at++;
    char c = *d->at;
    if (c == '\n') {
        d->at++;
        return;
    }
    for (size_t i = 0; i < sizeof simple - 1; i += 2) {
        if (c == simple[i]) {
            nj_strbuf_putc(&d->p->text, simple[i + 1]);
            d->at++;
            return;
        }
    }
    if (c >= '0' && c <= '7') {
        decode_octal(d, escape);
        return;
    }
    if (c == 'x' || (!d->literal.is_bytes && (c == 'u' || c == 'U' || c == 'N'))) {
        d->at++;
        if (c == 'x')
            decode_hex(d, escape, 2, "truncated \\xXX escape");
        else if (c == 'u')
            decode_hex(d, escape, 4, "truncated \\uXXXX escape");
        else if (c == 'U')
            decode_hex(d, escape, 8, "truncated \\UXXXXXXXX escape");
        else
            decode_name(d, escape);
        return;
    }
    warn_unknown(d, escape);
    nj_strbuf_putc(&d->p->text, '\\');
}

/* Moves over what needs no attention. */
static void copy_plain(Decoder *d)
{
    const char *from = d->at;
    while (d->at < d->end) {
        char c = *d->at;
        bool is_special = (c == '\\' && !d->literal.is_raw) ||
                          (d->literal.is_fstring && (c == '{' || c == '}')) ||
                          (d->literal.is_bytes && (unsigned char)c >= 0x80);
        if (is_special)
            break;
        d->at++;
    }
    nj_strbuf_write(&d->p->text, from, (size_t)(d->at - from));
}

void nj_decode_literal(NjParser *p, NjLiteral literal, uint32_t start, uint32_t end)
{
    const char *text = p->source->text;
    NJ_ASSERT(p->u, start <= end && end <= p->source->len);
    Decoder decoder = {p, literal, text + start, text + start, text + end};
    Decoder *d = &decoder;
    while (!p->has_failed) {
        copy_plain(d);
        if (d->at >= d->end)
            break;
        if (*d->at == '\\' && !literal.is_raw && d->at + 1 < d->end) {
            decode_escape(d);
        } else if (literal.is_bytes && (unsigned char)*d->at >= 0x80) {
            const char *bad = d->at;
            d->at += nj_utf8_length(*bad);
            nj_parser_fail(p, span_from(d, bad),
                           "SyntaxError: bytes can only contain ASCII literal characters");
        } else if (*d->at == '\\') {
            const char *escape = d->at++; /* ends the text before a replacement field */
            warn_unknown(d, escape);
            nj_strbuf_putc(&p->text, '\\');
        } else {
            nj_strbuf_putc(&p->text, *d->at); /* a doubled brace */
            d->at += 2;
        }
    }
}

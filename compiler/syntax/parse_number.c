/* Values of number literals. Integers of any size keep their digits; those that fit in int64 have a
 * value too. The text is known to be well formed. */

#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/syntax/parse_internal.h"

#define MAX_DECIMAL_DIGITS 4300 /* as sys.get_int_max_str_digits() has it by default */

static unsigned digit_value(char c)
{
    if (c <= '9')
        return (unsigned)(c - '0');
    return (unsigned)((c | 0x20) - 'a') + 10;
}

/* Copies the literal without underscores. */
static char *plain_text(NjParser *p, const NjToken *token, uint32_t *out_len)
{
    char *plain = nj_arena_alloc(p->arena, token->end - token->start + 1);
    uint32_t n = 0;
    for (uint32_t i = token->start; i < token->end; i++) {
        if (p->source->text[i] != '_')
            plain[n++] = p->source->text[i];
    }
    *out_len = n;
    return plain;
}

static uint8_t base_of(const char *text)
{
    if (text[0] != '0')
        return 10;
    switch (text[1] | 0x20) {
    case 'x':
        return 16;
    case 'o':
        return 8;
    case 'b':
        return 2;
    default:
        return 10;
    }
}

static void parse_integer(NjParser *p, const NjToken *token, const char *text, uint32_t len,
                          NjConst *out)
{
    uint8_t base = base_of(text);
    if (base != 10) {
        text += 2;
        len -= 2;
    }
    while (len > 1 && *text == '0') {
        text++;
        len--;
    }
    if (base == 10 && len > MAX_DECIMAL_DIGITS) {
        nj_parser_fail(p, nj_parser_token_span(p, token),
                       "SyntaxError: Exceeds the limit (%d digits) for integer string conversion: "
                       "value has %u digits; use hexadecimal",
                       MAX_DECIMAL_DIGITS, len);
    }
    uint64_t value = 0;
    bool fits = true;
    for (uint32_t i = 0; i < len && fits; i++) {
        uint64_t digit = digit_value(text[i]);
        fits = value <= ((uint64_t)INT64_MAX - digit) / base;
        value = value * base + digit;
    }
    out->kind = NJ_CONST_INT;
    out->as.integer.fits = fits;
    out->as.integer.value = fits ? (int64_t)value : 0;
    out->as.integer.base = base;
    out->as.integer.digits = text;
    out->as.integer.ndigits = len;
}

/* strtod in the C locale, whatever the locale of the program that embeds npjit. */
static double parse_real(const char *text)
{
    /* glibc hands out a static object for "C": there is nothing to free if something unwinds. */
    locale_t c_locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    double value = c_locale ? strtod_l(text, NULL, c_locale) : strtod(text, NULL);
    if (c_locale)
        freelocale(c_locale);
    return value;
}

void nj_parse_number(NjParser *p, const NjToken *token, NjConst *out)
{
    uint32_t len;
    char *text = plain_text(p, token, &len);
    if (token->kind == NJ_TOK_FLOAT) {
        out->kind = NJ_CONST_FLOAT;
        out->as.real = parse_real(text);
    } else if (token->kind == NJ_TOK_IMAGINARY) {
        text[len - 1] = '\0'; /* the j */
        out->kind = NJ_CONST_COMPLEX;
        out->as.imag = parse_real(text);
    } else {
        parse_integer(p, token, text, len, out);
    }
}

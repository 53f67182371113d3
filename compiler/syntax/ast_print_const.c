/* Constants as Python writes them: shortest floats that read back, integers of any size in decimal,
 * text in ASCII with escapes. */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/support/unicode.h"
#include "compiler/syntax/ast_print_internal.h"

#define LIMB 1000000000u /* big integers are printed in chunks of nine digits */

/* ---- text ---- */

static void print_escaped(uint32_t code_point, char quote, NjStrBuf *out)
{
    if (code_point == '\n')
        nj_strbuf_puts(out, "\\n");
    else if (code_point == '\r')
        nj_strbuf_puts(out, "\\r");
    else if (code_point == '\t')
        nj_strbuf_puts(out, "\\t");
    else if (code_point == '\\' || code_point == (unsigned char)quote)
        nj_strbuf_printf(out, "\\%c", (int)code_point);
    else if (code_point >= 0x20 && code_point < 0x7F)
        nj_strbuf_putc(out, (char)code_point);
    else if (code_point <= 0xFF)
        nj_strbuf_printf(out, "\\x%02x", code_point);
    else if (code_point <= 0xFFFF)
        nj_strbuf_printf(out, "\\u%04x", code_point);
    else
        nj_strbuf_printf(out, "\\U%08x", code_point);
}

/* Like nj_utf8_decode on text that may hold surrogates. */
static uint32_t decode_wtf8(const char *text, size_t len, uint32_t *out_code_point)
{
    uint32_t size = nj_utf8_decode(text, len, out_code_point);
    if (size)
        return size;
    const unsigned char *bytes = (const unsigned char *)text;
    *out_code_point = bytes[0];
    if (len < 3 || bytes[0] != 0xED)
        return 1;
    *out_code_point = 0xD000u | (bytes[1] & 0x3Fu) << 6 | (bytes[2] & 0x3Fu);
    return 3;
}

void nj_text_print(const char *text, size_t len, bool is_bytes, NjStrBuf *out)
{
    char quote = memchr(text, '\'', len) && !memchr(text, '"', len) ? '"' : '\'';
    nj_strbuf_putc(out, quote);
    for (size_t i = 0; i < len;) {
        uint32_t code_point = (unsigned char)text[i];
        i += is_bytes ? 1 : decode_wtf8(text + i, len - i, &code_point);
        print_escaped(code_point, quote, out);
    }
    nj_strbuf_putc(out, quote);
}

/* ---- numbers ---- */

/* The shortest digits that read back as `value`, in "%e" form. */
static void shortest(double value, char *text, size_t size)
{
    for (int precision = 0; precision < 17; precision++) {
        snprintf(text, size, "%.*e", precision, value);
        if (strtod(text, NULL) == value)
            return;
    }
}

/* As repr() writes a float; without ".0" for the parts of complex numbers. */
static void print_real(double value, bool may_be_whole, NjStrBuf *out)
{
    if (isinf(value)) {
        nj_strbuf_puts(out, "inf"); /* a literal that is too large */
        return;
    }
    char text[40], digits[24];
    int ndigits = 0;
    shortest(value, text, sizeof text);
    const char *at = text;
    for (; *at && *at != 'e'; at++) {
        if (*at >= '0' && *at <= '9') /* what is between is the locale's decimal point */
            digits[ndigits++] = *at;
    }
    int exponent = (int)strtol(at + 1, NULL, 10);
    if (exponent < -4 || exponent >= 16) {
        nj_strbuf_putc(out, digits[0]);
        if (ndigits > 1)
            nj_strbuf_printf(out, ".%.*s", ndigits - 1, digits + 1);
        nj_strbuf_printf(out, "e%+03d", exponent);
        return;
    }
    if (exponent < 0) {
        nj_strbuf_puts(out, "0.");
        nj_strbuf_fill(out, '0', (size_t)(-exponent - 1));
        nj_strbuf_write(out, digits, (size_t)ndigits);
        return;
    }
    for (int i = 0; i < ndigits || i <= exponent; i++) {
        if (i == exponent + 1)
            nj_strbuf_putc(out, '.');
        nj_strbuf_putc(out, i < ndigits ? digits[i] : '0');
    }
    if (ndigits <= exponent + 1 && !may_be_whole)
        nj_strbuf_puts(out, ".0");
}

static unsigned digit_value(char c)
{
    return c <= '9' ? (unsigned)(c - '0') : (unsigned)((c | 0x20) - 'a') + 10;
}

/* Converts digits of another base to decimal. */
static void print_big(const char *digits, uint32_t ndigits, unsigned base, NjStrBuf *out)
{
    uint32_t room = ndigits / 7 + 2; /* nine decimal digits hold more than seven hexadecimal ones */
    uint32_t *limbs = NJ_NEW_ARRAY(out->arena, uint32_t, room);
    uint32_t nlimbs = 1;
    for (uint32_t i = 0; i < ndigits; i++) {
        uint64_t carry = digit_value(digits[i]);
        for (uint32_t j = 0; j < nlimbs; j++) {
            carry += (uint64_t)limbs[j] * base;
            limbs[j] = (uint32_t)(carry % LIMB);
            carry /= LIMB;
        }
        if (carry)
            limbs[nlimbs++] = (uint32_t)carry;
    }
    nj_strbuf_printf(out, "%u", limbs[nlimbs - 1]);
    for (uint32_t j = nlimbs - 1; j-- > 0;)
        nj_strbuf_printf(out, "%09u", limbs[j]);
}

static void print_integer(const NjConst *constant, NjStrBuf *out)
{
    if (constant->as.integer.fits)
        nj_strbuf_printf(out, "%lld", (long long)constant->as.integer.value);
    else if (constant->as.integer.base == 10)
        nj_strbuf_puts(out, constant->as.integer.digits);
    else
        print_big(constant->as.integer.digits, constant->as.integer.ndigits,
                  constant->as.integer.base, out);
}

void nj_const_print(const NjConst *constant, NjStrBuf *out)
{
    switch (constant->kind) {
    case NJ_CONST_NONE:
        nj_strbuf_puts(out, "None");
        break;
    case NJ_CONST_BOOL:
        nj_strbuf_puts(out, constant->as.boolean ? "True" : "False");
        break;
    case NJ_CONST_INT:
        print_integer(constant, out);
        break;
    case NJ_CONST_FLOAT:
        print_real(constant->as.real, false, out);
        break;
    case NJ_CONST_COMPLEX:
        print_real(constant->as.imag, true, out);
        nj_strbuf_putc(out, 'j');
        break;
    case NJ_CONST_BYTES:
        nj_strbuf_putc(out, 'b');
        nj_text_print(constant->as.string.text, constant->as.string.len, true, out);
        break;
    case NJ_CONST_STR:
        nj_text_print(constant->as.string.text, constant->as.string.len, false, out);
        break;
    case NJ_CONST_ELLIPSIS:
        nj_strbuf_puts(out, "Ellipsis");
        break;
    }
}

/* Case mappings and tests of str. ASCII text takes a short way through a byte loop. */
#include "runtime/str_methods.h"

#include "runtime/str.h"
#include "runtime/str_text.h"
#include "runtime/str_unicode.h"

#include <ctype.h>
#include <stdbool.h>

#define SIGMA       0x3A3
#define FINAL_SIGMA 0x3C2

/* ---- case ---- */

static void add_mapped(NprtText *text, uint32_t code, NprtCase to)
{
    char *place = nprt_text_reserve(text, 12);
    text->len += (size_t)nprt_unicode_map(code, to, place);
}

/* Does a sigma at `at` end a word: a cased letter before, none after, ignorable ones aside? */
static bool is_final_sigma(const NprtStr *str, const char *at)
{
    const char *before = at;
    bool is_after_letter = false;
    while (before > str->text) {
        uint32_t flags = nprt_unicode_flags(nprt_utf8_prev(&before));
        if (!(flags & NPRT_U_IGNORABLE)) {
            is_after_letter = flags & NPRT_U_CASED;
            break;
        }
    }
    if (!is_after_letter) {
        return false;
    }
    const char *end = str->text + str->nbytes;
    nprt_utf8_next(&at);
    while (at < end) {
        uint32_t flags = nprt_unicode_flags(nprt_utf8_next(&at));
        if (!(flags & NPRT_U_IGNORABLE)) {
            return !(flags & NPRT_U_CASED);
        }
    }
    return true;
}

static void add_lower(NprtText *text, const NprtStr *str, const char *at, uint32_t code)
{
    if (code == SIGMA && is_final_sigma(str, at)) {
        nprt_text_add_code(text, FINAL_SIGMA);
    } else {
        add_mapped(text, code, NPRT_CASE_LOWER);
    }
}

static NprtStr *finish(NprtText *text, const NprtStr *like)
{
    if (like->obj.flags & NPRT_STR_BYTES) {
        NprtStr *bytes = nprt_bytes_new(text->data, (int64_t)text->len);
        nprt_text_fini(text);
        return bytes;
    }
    return nprt_text_finish(text);
}

/* Maps every byte of ASCII text (bytes beyond ASCII stay). */
static NprtStr *map_ascii(const NprtStr *str, int (*map)(int))
{
    NprtStr *mapped = nprt_str_part(str, 0, str->nbytes, str->len);
    for (int64_t i = 0; i < str->nbytes; i++) {
        unsigned char byte = (unsigned char)str->text[i];
        if (byte < 0x80) {
            mapped->text[i] = (char)map(byte);
        }
    }
    return mapped;
}

NprtStr *nprt_str_upper(NprtStr *str)
{
    if (str->ascii) {
        return map_ascii(str, toupper);
    }
    NprtText text;
    nprt_text_init(&text);
    const char *end = str->text + str->nbytes;
    for (const char *at = str->text; at < end;) {
        add_mapped(&text, nprt_utf8_next(&at), NPRT_CASE_UPPER);
    }
    return nprt_text_finish(&text);
}

NprtStr *nprt_str_lower(NprtStr *str)
{
    if (str->ascii) {
        return map_ascii(str, tolower);
    }
    NprtText text;
    nprt_text_init(&text);
    const char *end = str->text + str->nbytes;
    for (const char *at = str->text; at < end;) {
        const char *start = at;
        add_lower(&text, str, start, nprt_utf8_next(&at));
    }
    return nprt_text_finish(&text);
}

NprtStr *nprt_str_casefold(NprtStr *str)
{
    if (str->ascii) {
        return map_ascii(str, tolower);
    }
    NprtText text;
    nprt_text_init(&text);
    const char *end = str->text + str->nbytes;
    for (const char *at = str->text; at < end;) {
        add_mapped(&text, nprt_utf8_next(&at), NPRT_CASE_FOLD);
    }
    return nprt_text_finish(&text);
}

/* Next code point of a str, or byte of bytes beyond ASCII (which has no case). */
static uint32_t next_code(const NprtStr *str, const char **at)
{
    if (str->ascii) {
        return (unsigned char)*(*at)++;
    }
    return nprt_utf8_next(at);
}

static uint32_t flags_of(const NprtStr *str, uint32_t code)
{
    return str->obj.flags & NPRT_STR_BYTES && code >= 0x80 ? 0 : nprt_unicode_flags(code);
}

/* One code point as it is, or mapped. */
static void add_as(NprtText *text, const NprtStr *str, const char *at, uint32_t code, NprtCase to)
{
    if (str->obj.flags & NPRT_STR_BYTES && code >= 0x80) {
        nprt_text_add_char(text, (char)code);
    } else if (to == NPRT_CASE_LOWER) {
        add_lower(text, str, at, code);
    } else {
        add_mapped(text, code, to);
    }
}

NprtStr *nprt_str_title(NprtStr *str)
{
    NprtText text;
    nprt_text_init(&text);
    const char *end = str->text + str->nbytes;
    bool is_inside = false;
    for (const char *at = str->text; at < end;) {
        const char *start = at;
        uint32_t code = next_code(str, &at);
        add_as(&text, str, start, code, is_inside ? NPRT_CASE_LOWER : NPRT_CASE_TITLE);
        is_inside = flags_of(str, code) & NPRT_U_CASED;
    }
    return finish(&text, str);
}

NprtStr *nprt_str_capitalize(NprtStr *str)
{
    NprtText text;
    nprt_text_init(&text);
    const char *end = str->text + str->nbytes;
    for (const char *at = str->text; at < end;) {
        const char *start = at;
        uint32_t code = next_code(str, &at);
        add_as(&text, str, start, code, start == str->text ? NPRT_CASE_TITLE : NPRT_CASE_LOWER);
    }
    return finish(&text, str);
}

NprtStr *nprt_str_swapcase(NprtStr *str)
{
    NprtText text;
    nprt_text_init(&text);
    const char *end = str->text + str->nbytes;
    for (const char *at = str->text; at < end;) {
        const char *start = at;
        uint32_t code = next_code(str, &at), flags = flags_of(str, code);
        if (flags & (NPRT_U_UPPER | NPRT_U_LOWER)) {
            add_as(&text, str, start, code,
                   flags & NPRT_U_UPPER ? NPRT_CASE_LOWER : NPRT_CASE_UPPER);
        } else {
            nprt_text_add(&text, start, (size_t)(at - start));
        }
    }
    return finish(&text, str);
}

/* ---- tests ---- */

/* Not empty, and every code point has one of the flags. */
static uint8_t all_have(const NprtStr *str, uint32_t flags)
{
    const char *end = str->text + str->nbytes;
    for (const char *at = str->text; at < end;) {
        if (!(flags_of(str, next_code(str, &at)) & flags)) {
            return 0;
        }
    }
    return str->nbytes > 0;
}

uint8_t nprt_str_isalpha(NprtStr *str)
{
    return all_have(str, NPRT_U_ALPHA);
}

uint8_t nprt_str_isalnum(NprtStr *str)
{
    return all_have(str, NPRT_U_ALPHA | NPRT_U_DECIMAL | NPRT_U_DIGIT | NPRT_U_NUMERIC);
}

uint8_t nprt_str_isdecimal(NprtStr *str)
{
    return all_have(str, NPRT_U_DECIMAL);
}

uint8_t nprt_str_isdigit(NprtStr *str)
{
    return all_have(str, NPRT_U_DIGIT);
}

uint8_t nprt_str_isnumeric(NprtStr *str)
{
    return all_have(str, NPRT_U_NUMERIC);
}

uint8_t nprt_str_isspace(NprtStr *str)
{
    return all_have(str, NPRT_U_SPACE);
}

uint8_t nprt_str_isprintable(NprtStr *str)
{
    return str->nbytes == 0 || all_have(str, NPRT_U_PRINTABLE);
}

uint8_t nprt_str_isascii(NprtStr *str)
{
    for (int64_t i = 0; i < str->nbytes; i++) {
        if ((unsigned char)str->text[i] >= 0x80) {
            return 0;
        }
    }
    return 1;
}

/* Cased letters are there, and none of the forbidden kinds. */
static uint8_t has_case(const NprtStr *str, uint32_t wanted, uint32_t forbidden)
{
    bool is_found = false;
    const char *end = str->text + str->nbytes;
    for (const char *at = str->text; at < end;) {
        uint32_t flags = flags_of(str, next_code(str, &at));
        if (flags & forbidden) {
            return 0;
        }
        is_found |= (flags & wanted) != 0;
    }
    return is_found;
}

uint8_t nprt_str_isupper(NprtStr *str)
{
    return has_case(str, NPRT_U_UPPER, NPRT_U_LOWER | NPRT_U_TITLE);
}

uint8_t nprt_str_islower(NprtStr *str)
{
    return has_case(str, NPRT_U_LOWER, NPRT_U_UPPER | NPRT_U_TITLE);
}

uint8_t nprt_str_istitle(NprtStr *str)
{
    bool is_found = false, is_inside = false;
    const char *end = str->text + str->nbytes;
    for (const char *at = str->text; at < end;) {
        uint32_t flags = flags_of(str, next_code(str, &at));
        bool is_capital = flags & (NPRT_U_UPPER | NPRT_U_TITLE);
        if ((is_capital && is_inside) || (flags & NPRT_U_LOWER && !is_inside)) {
            return 0;
        }
        is_inside = is_capital || flags & NPRT_U_LOWER;
        is_found |= is_inside;
    }
    return is_found;
}

uint8_t nprt_str_isidentifier(NprtStr *str)
{
    const char *end = str->text + str->nbytes;
    for (const char *at = str->text; at < end;) {
        uint32_t wanted = at == str->text ? NPRT_U_ID_START : NPRT_U_ID_CONTINUE;
        if (!(flags_of(str, next_code(str, &at)) & wanted)) {
            return 0;
        }
    }
    return str->nbytes > 0;
}

/* Searching, replacing, padding and encoding. */
#include "runtime/str_methods.h"

#include "runtime/dict.h"
#include "runtime/errors.h"
#include "runtime/memory.h"
#include "runtime/print_scalar.h"
#include "runtime/str.h"
#include "runtime/str_text.h"
#include "runtime/value.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

/* ---- searching ---- */

/* A window of code points as byte positions; false when it is empty beyond the end. */
static bool window(const NprtStr *str, int64_t start, int64_t stop, int64_t *from, int64_t *to)
{
    int64_t len = str->len;
    if (stop > len) {
        stop = len;
    } else if (stop < 0) {
        stop = stop + len < 0 ? 0 : stop + len;
    }
    if (start < 0) {
        start = start + len < 0 ? 0 : start + len;
    }
    if (start > stop) {
        return false;
    }
    *from = nprt_str_offset(str, start);
    *to = nprt_str_offset(str, stop);
    return true;
}

int64_t nprt_str_find(NprtStr *str, NprtStr *needle, int64_t start, int64_t stop)
{
    int64_t from, to;
    if (!window(str, start, stop, &from, &to)) {
        return -1;
    }
    int64_t at = nprt_bytes_find(str->text, from, to, needle->text, needle->nbytes);
    return at < 0 ? -1 : nprt_str_position(str, at);
}

int64_t nprt_str_rfind(NprtStr *str, NprtStr *needle, int64_t start, int64_t stop)
{
    int64_t from, to;
    if (!window(str, start, stop, &from, &to)) {
        return -1;
    }
    int64_t at = nprt_bytes_rfind(str->text, from, to, needle->text, needle->nbytes);
    return at < 0 ? -1 : nprt_str_position(str, at);
}

static int32_t found_or_raise(const NprtStr *str, int64_t at, int64_t *out)
{
    *out = at;
    if (at >= 0) {
        return 0;
    }
    return nprt_raise(NPRT_EXC_VALUE_ERROR, "%s not found",
                      str->obj.flags & NPRT_STR_BYTES ? "subsection" : "substring");
}

int32_t nprt_str_index_of(NprtStr *str, NprtStr *needle, int64_t start, int64_t stop, int64_t *out)
{
    return found_or_raise(str, nprt_str_find(str, needle, start, stop), out);
}

int32_t nprt_str_rindex_of(NprtStr *str, NprtStr *needle, int64_t start, int64_t stop, int64_t *out)
{
    return found_or_raise(str, nprt_str_rfind(str, needle, start, stop), out);
}

int64_t nprt_str_count(NprtStr *str, NprtStr *needle, int64_t start, int64_t stop)
{
    int64_t from, to, count = 0;
    if (!window(str, start, stop, &from, &to)) {
        return 0;
    }
    if (needle->nbytes == 0) {
        return nprt_str_position(str, to) - nprt_str_position(str, from) + 1;
    }
    for (;;) {
        from = nprt_bytes_find(str->text, from, to, needle->text, needle->nbytes);
        if (from < 0) {
            return count;
        }
        count++;
        from += needle->nbytes;
    }
}

static bool has_affix(const NprtStr *str, const NprtStr *affix, int64_t from, int64_t to,
                      bool is_prefix)
{
    if (affix->nbytes > to - from) {
        return false;
    }
    int64_t at = is_prefix ? from : to - affix->nbytes;
    return memcmp(str->text + at, affix->text, (size_t)affix->nbytes) == 0;
}

static int32_t test_affix(NprtStr *str, const NprtDesc *desc, const void *affix, int64_t start,
                          int64_t stop, bool is_prefix, uint8_t *out)
{
    *out = 0;
    const char *name = is_prefix ? "startswith" : "endswith";
    int64_t from, to;
    bool is_window = window(str, start, stop, &from, &to);
    bool is_tuple = desc->kind == NPRT_K_TUPLE;
    for (uint32_t i = 0; i < (is_tuple ? desc->n : 1); i++) {
        const NprtDesc *item_desc = is_tuple ? desc->elems[i] : desc;
        const void *item = is_tuple ? (const char *)affix + desc->offsets[i] : affix;
        if (item_desc->kind != NPRT_K_STR && item_desc->kind != NPRT_K_BYTES) {
            return nprt_raise(NPRT_EXC_TYPE_ERROR,
                              is_tuple ? "tuple for %s must only contain str, not %s"
                                       : "%s first arg must be str or a tuple of str, not %s",
                              name, nprt_desc_type_name(item_desc));
        }
        if (is_window && has_affix(str, *(NprtStr *const *)item, from, to, is_prefix)) {
            *out = 1;
            return 0;
        }
    }
    return 0;
}

int32_t nprt_str_startswith(NprtStr *str, const NprtDesc *desc, const void *affix, int64_t start,
                            int64_t stop, uint8_t *out)
{
    return test_affix(str, desc, affix, start, stop, true, out);
}

int32_t nprt_str_endswith(NprtStr *str, const NprtDesc *desc, const void *affix, int64_t start,
                          int64_t stop, uint8_t *out)
{
    return test_affix(str, desc, affix, start, stop, false, out);
}

/* ---- replacing ---- */

static NprtStr *finish(NprtText *text, const NprtStr *like)
{
    if (like->obj.flags & NPRT_STR_BYTES) {
        NprtStr *bytes = nprt_bytes_new(text->data, (int64_t)text->len);
        nprt_text_fini(text);
        return bytes;
    }
    return nprt_text_finish(text);
}

NprtStr *nprt_str_replace(NprtStr *str, NprtStr *old, NprtStr *new_text, int64_t max)
{
    NprtText text;
    nprt_text_init(&text);
    int64_t at = 0;
    for (; max != 0; max--) {
        int64_t found = nprt_bytes_find(str->text, at, str->nbytes, old->text, old->nbytes);
        if (found < 0) {
            break;
        }
        nprt_text_add(&text, str->text + at, (size_t)(found - at));
        nprt_text_add_str(&text, new_text);
        at = found + old->nbytes;
        if (old->nbytes == 0) { /* between all code points */
            if (at == str->nbytes) {
                break;
            }
            const char *next = str->text + at + 1;
            if (!str->ascii) {
                next = str->text + at;
                nprt_utf8_next(&next);
            }
            nprt_text_add(&text, str->text + at, (size_t)(next - str->text - at));
            at = next - str->text;
        }
    }
    nprt_text_add(&text, str->text + at, (size_t)(str->nbytes - at));
    return finish(&text, str);
}

/* ---- padding ---- */

static void add_times(NprtText *text, const NprtStr *fill, int64_t n)
{
    for (int64_t i = 0; i < n; i++) {
        nprt_text_add_str(text, fill);
    }
}

static int32_t pad(NprtStr *str, int64_t left, int64_t right, NprtStr *fill, void **out)
{
    *out = NULL;
    if (fill->len != 1) {
        return nprt_raise(NPRT_EXC_TYPE_ERROR,
                          "The fill character must be exactly one character long");
    }
    if (left <= 0 && right <= 0) {
        nprt_retain(str);
        *out = str;
        return 0;
    }
    NprtText text;
    nprt_text_init(&text);
    add_times(&text, fill, left);
    nprt_text_add_str(&text, str);
    add_times(&text, fill, right);
    *out = finish(&text, str);
    return 0;
}

int32_t nprt_str_ljust(NprtStr *str, int64_t width, NprtStr *fill, void **out)
{
    return pad(str, 0, width > str->len ? width - str->len : 0, fill, out);
}

int32_t nprt_str_rjust(NprtStr *str, int64_t width, NprtStr *fill, void **out)
{
    return pad(str, width > str->len ? width - str->len : 0, 0, fill, out);
}

int32_t nprt_str_center(NprtStr *str, int64_t width, NprtStr *fill, void **out)
{
    int64_t margin = width > str->len ? width - str->len : 0;
    int64_t left = margin / 2 + (margin & width & 1); /* CPython's choice of the odd one */
    return pad(str, left, margin - left, fill, out);
}

NprtStr *nprt_str_zfill(NprtStr *str, int64_t width)
{
    if (width <= str->len) {
        nprt_retain(str);
        return str;
    }
    NprtText text;
    nprt_text_init(&text);
    bool has_sign = str->nbytes > 0 && (str->text[0] == '+' || str->text[0] == '-');
    nprt_text_add(&text, str->text, has_sign);
    nprt_text_add_fill(&text, '0', (size_t)(width - str->len));
    nprt_text_add(&text, str->text + has_sign, (size_t)(str->nbytes - has_sign));
    return finish(&text, str);
}

NprtStr *nprt_str_expandtabs(NprtStr *str, int64_t tab_size)
{
    NprtText text;
    nprt_text_init(&text);
    int64_t column = 0;
    for (int64_t i = 0; i < str->nbytes; i++) {
        char byte = str->text[i];
        if (byte == '\t') {
            if (tab_size > 0) {
                int64_t n = tab_size - column % tab_size;
                nprt_text_add_fill(&text, ' ', (size_t)n);
                column += n;
            }
            continue;
        }
        nprt_text_add_char(&text, byte);
        column += str->ascii || ((unsigned char)byte & 0xC0) != 0x80;
        if (byte == '\n' || byte == '\r') {
            column = 0;
        }
    }
    return finish(&text, str);
}

/* ---- translation ---- */

/* Appends what a code point is translated to: an int, a str, or nothing for None. */
static int32_t add_translated(NprtText *text, const NprtDesc *desc, const char *value)
{
    if (desc->kind == NPRT_K_OPTIONAL) {
        if (!*value) {
            return 0;
        }
        value += desc->offsets[0];
        desc = desc->elems[0];
    }
    if (desc->kind == NPRT_K_STR) {
        nprt_text_add_str(text, *(NprtStr *const *)value);
        return 0;
    }
    if (desc->kind == NPRT_K_NONE) {
        return 0;
    }
    if (desc->kind != NPRT_K_SCALAR) {
        return nprt_raise(NPRT_EXC_TYPE_ERROR,
                          "character mapping must return integer, None or str");
    }
    int64_t code = nprt_scalar_int(desc->dtype, value);
    if (code < 0 || code > 0x10FFFF) {
        return nprt_raise(NPRT_EXC_VALUE_ERROR, "character mapping must be in range(0x110000)");
    }
    nprt_text_add_code(text, (uint32_t)code);
    return 0;
}

int32_t nprt_str_translate(NprtStr *str, const NprtDesc *desc, const void *table, void **out)
{
    *out = NULL;
    NprtDict *dict = *(NprtDict *const *)table;
    NprtText text;
    nprt_text_init(&text);
    int32_t status = 0;
    const char *end = str->text + str->nbytes;
    for (const char *at = str->text; at < end && status == 0;) {
        const char *start = at;
        int64_t code = nprt_utf8_next(&at), entry;
        status = nprt_dict_find(dict, &nprt_desc_int, &code, &entry);
        if (status != 0) {
            break;
        }
        if (entry < 0) {
            nprt_text_add(&text, start, (size_t)(at - start));
        } else {
            const char *value = dict->entries + entry * dict->entry_size + dict->value_offset;
            status = add_translated(&text, desc->elems[1], value);
        }
    }
    if (status == 0) {
        *out = nprt_text_finish(&text);
    }
    nprt_text_fini(&text);
    return status;
}

/* ---- encoding ---- */

/* Code points below this are one byte each; 0: UTF-8. -1: unknown, LookupError pending. */
static int64_t encoding_limit(const NprtStr *encoding)
{
    static const struct {
        const char *name;
        int64_t limit;
    } encodings[] = {
        {"utf-8", 0},       {"utf8", 0},        {"utf_8", 0},          {"ascii", 0x80},
        {"us-ascii", 0x80}, {"latin-1", 0x100}, {"iso-8859-1", 0x100}, {"latin1", 0x100},
    };
    for (size_t i = 0; i < sizeof encodings / sizeof *encodings; i++) {
        if (strcasecmp(encoding->text, encodings[i].name) == 0) {
            return encodings[i].limit;
        }
    }
    nprt_raise(NPRT_EXC_LOOKUP_ERROR, "unknown encoding: %s", encoding->text);
    return -1;
}

static int32_t raise_unencodable(const NprtStr *str, const char *at, uint32_t code, int64_t limit)
{
    char shown[16];
    snprintf(shown, sizeof shown,
             code < 0x100     ? "\\x%02x"
             : code < 0x10000 ? "\\u%04x"
                              : "\\U%08x",
             code);
    return nprt_raise(NPRT_EXC_UNICODE_ERROR,
                      "'%s' codec can't encode character '%s' in position %lld: %s",
                      limit == 0      ? "utf-8"
                      : limit == 0x80 ? "ascii"
                                      : "latin-1",
                      shown, (long long)nprt_str_position(str, at - str->text),
                      limit == 0      ? "surrogates not allowed"
                      : limit == 0x80 ? "ordinal not in range(128)"
                                      : "ordinal not in range(256)");
}

int32_t nprt_str_encode(NprtStr *str, NprtStr *encoding, void **out)
{
    *out = NULL;
    int64_t limit = encoding_limit(encoding);
    if (limit < 0) {
        return 1;
    }
    NprtText text;
    nprt_text_init(&text);
    const char *end = str->text + str->nbytes;
    for (const char *at = str->text; at < end && !str->ascii;) {
        const char *start = at;
        uint32_t code = nprt_utf8_next(&at);
        bool is_surrogate = code >= 0xD800 && code < 0xE000;
        if (limit == 0 ? is_surrogate : code >= (uint32_t)limit) {
            nprt_text_fini(&text);
            return raise_unencodable(str, start, code, limit);
        }
        nprt_text_add_char(&text, (char)code);
    }
    bool is_same = limit == 0 || str->ascii;
    *out =
        nprt_bytes_new(is_same ? str->text : text.data, is_same ? str->nbytes : (int64_t)text.len);
    nprt_text_fini(&text);
    return 0;
}

/* Length of the valid UTF-8 sequence at `at`, or 0. */
static int utf8_length(const unsigned char *at, const unsigned char *end)
{
    unsigned char first = at[0];
    int n = first < 0x80   ? 1
            : first < 0xC2 ? 0
            : first < 0xE0 ? 2
            : first < 0xF0 ? 3
            : first < 0xF5 ? 4
                           : 0;
    if (n == 0 || end - at < n) {
        return 0;
    }
    for (int i = 1; i < n; i++) {
        if ((at[i] & 0xC0) != 0x80) {
            return 0;
        }
    }
    /* Overlong forms, surrogates and what lies above U+10FFFF. */
    bool is_bad = (first == 0xE0 && at[1] < 0xA0) || (first == 0xED && at[1] >= 0xA0) ||
                  (first == 0xF0 && at[1] < 0x90) || (first == 0xF4 && at[1] >= 0x90);
    return is_bad ? 0 : n;
}

int32_t nprt_bytes_decode(NprtStr *bytes, NprtStr *encoding, void **out)
{
    *out = NULL;
    int64_t limit = encoding_limit(encoding);
    if (limit < 0) {
        return 1;
    }
    NprtText text;
    nprt_text_init(&text);
    const unsigned char *start = (const unsigned char *)bytes->text;
    const unsigned char *end = start + bytes->nbytes;
    for (const unsigned char *at = start; at < end;) {
        int n = limit == 0 ? utf8_length(at, end) : *at < limit;
        if (n == 0) {
            nprt_text_fini(&text);
            bool is_ascii = limit == 0x80;
            return nprt_raise(NPRT_EXC_UNICODE_ERROR,
                              "'%s' codec can't decode byte 0x%02x in position %lld: %s",
                              is_ascii ? "ascii" : "utf-8", *at, (long long)(at - start),
                              is_ascii ? "ordinal not in range(128)" : "invalid start byte");
        }
        if (n == 1) {
            nprt_text_add_code(&text, *at);
        } else {
            nprt_text_add(&text, (const char *)at, (size_t)n);
        }
        at += n;
    }
    *out = nprt_text_finish(&text);
    return 0;
}

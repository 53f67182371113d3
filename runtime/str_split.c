/* Splitting and stripping. */
#include "runtime/str_methods.h"

#include "runtime/errors.h"
#include "runtime/list.h"
#include "runtime/memory.h"
#include "runtime/str.h"
#include "runtime/str_unicode.h"
#include "runtime/value.h"

#include <stdbool.h>
#include <string.h>

static bool is_bytes(const NprtStr *str)
{
    return str->obj.flags & NPRT_STR_BYTES;
}

static bool is_space(const NprtStr *str, uint32_t code)
{
    if (code < 0x80) {
        /* str counts the separators 0x1C-0x1F too, bytes do not. */
        return code == ' ' || (code >= '\t' && code <= '\r') ||
               (code >= 0x1C && code <= 0x1F && !is_bytes(str));
    }
    return !is_bytes(str) && nprt_unicode_flags(code) & NPRT_U_SPACE;
}

static uint32_t next_code(const NprtStr *str, const char **at)
{
    return str->ascii ? (unsigned char)*(*at)++ : nprt_utf8_next(at);
}

static uint32_t prev_code(const NprtStr *str, const char **at)
{
    return str->ascii ? (unsigned char)*--*at : nprt_utf8_prev(at);
}

/* The part between two places of the text. */
static NprtStr *part(NprtStr *str, const char *from, const char *to)
{
    if (from == str->text && to == str->text + str->nbytes) {
        nprt_retain(str);
        return str;
    }
    int64_t n = to - from;
    int64_t len = str->ascii ? n : nprt_utf8_count(from, n);
    return nprt_str_part(str, from - str->text, n, len);
}

/* ---- stripping ---- */

typedef bool (*Wanted)(const NprtStr *str, const NprtStr *chars, uint32_t code);

static bool is_blank(const NprtStr *str, const NprtStr *chars, uint32_t code)
{
    (void)chars;
    return is_space(str, code);
}

static bool is_among(const NprtStr *str, const NprtStr *chars, uint32_t code)
{
    (void)str;
    const char *end = chars->text + chars->nbytes;
    for (const char *at = chars->text; at < end;) {
        if (next_code(chars, &at) == code) {
            return true;
        }
    }
    return false;
}

static NprtStr *strip(NprtStr *str, const NprtStr *chars, int64_t sides, Wanted wanted)
{
    const char *from = str->text, *to = str->text + str->nbytes;
    while (sides & 1 && from < to) {
        const char *next = from;
        if (!wanted(str, chars, next_code(str, &next))) {
            break;
        }
        from = next;
    }
    while (sides & 2 && to > from) {
        const char *before = to;
        if (!wanted(str, chars, prev_code(str, &before))) {
            break;
        }
        to = before;
    }
    return part(str, from, to);
}

NprtStr *nprt_str_strip_space(NprtStr *str, int64_t sides)
{
    return strip(str, NULL, sides, is_blank);
}

NprtStr *nprt_str_strip(NprtStr *str, NprtStr *chars, int64_t sides)
{
    return strip(str, chars, sides, is_among);
}

NprtStr *nprt_str_removeprefix(NprtStr *str, NprtStr *prefix)
{
    bool has_it = str->nbytes >= prefix->nbytes &&
                  memcmp(str->text, prefix->text, (size_t)prefix->nbytes) == 0;
    return part(str, str->text + (has_it ? prefix->nbytes : 0), str->text + str->nbytes);
}

NprtStr *nprt_str_removesuffix(NprtStr *str, NprtStr *suffix)
{
    const char *end = str->text + str->nbytes;
    bool has_it = str->nbytes >= suffix->nbytes &&
                  memcmp(end - suffix->nbytes, suffix->text, (size_t)suffix->nbytes) == 0;
    return part(str, str->text, end - (has_it ? suffix->nbytes : 0));
}

/* ---- splitting ---- */

static NprtList *new_list(const NprtStr *str)
{
    return nprt_list_new(is_bytes(str) ? &nprt_desc_list_bytes : &nprt_desc_list_str, 0);
}

static const char *skip_space(const NprtStr *str, const char *at, const char *end, bool wanted)
{
    while (at < end) {
        const char *next = at;
        if (is_space(str, next_code(str, &next)) != wanted) {
            break;
        }
        at = next;
    }
    return at;
}

static const char *skip_space_back(const NprtStr *str, const char *at, bool wanted)
{
    while (at > str->text) {
        const char *before = at;
        if (is_space(str, prev_code(str, &before)) != wanted) {
            break;
        }
        at = before;
    }
    return at;
}

NprtList *nprt_str_split_space(NprtStr *str, int64_t max)
{
    NprtList *list = new_list(str);
    const char *end = str->text + str->nbytes;
    const char *at = skip_space(str, str->text, end, true);
    for (; at < end && max != 0; max--) {
        const char *word_end = skip_space(str, at, end, false);
        nprt_list_push_ref(list, part(str, at, word_end));
        at = skip_space(str, word_end, end, true);
    }
    if (at < end) { /* the rest, with the white space at its end */
        nprt_list_push_ref(list, part(str, at, end));
    }
    return list;
}

NprtList *nprt_str_rsplit_space(NprtStr *str, int64_t max)
{
    NprtList *list = new_list(str);
    const char *start = str->text;
    const char *at = skip_space_back(str, start + str->nbytes, true);
    for (; at > start && max != 0; max--) {
        const char *word = skip_space_back(str, at, false);
        nprt_list_push_ref(list, part(str, word, at));
        at = skip_space_back(str, word, true);
    }
    if (at > start) {
        nprt_list_push_ref(list, part(str, start, at));
    }
    nprt_list_reverse(list);
    return list;
}

static int32_t check_separator(const NprtStr *separator)
{
    return separator->nbytes > 0 ? 0 : nprt_raise(NPRT_EXC_VALUE_ERROR, "empty separator");
}

int32_t nprt_str_split(NprtStr *str, NprtStr *separator, int64_t max, void **out)
{
    *out = NULL;
    if (check_separator(separator) != 0) {
        return 1;
    }
    NprtList *list = new_list(str);
    int64_t at = 0;
    for (; max != 0; max--) {
        int64_t found =
            nprt_bytes_find(str->text, at, str->nbytes, separator->text, separator->nbytes);
        if (found < 0) {
            break;
        }
        nprt_list_push_ref(list, part(str, str->text + at, str->text + found));
        at = found + separator->nbytes;
    }
    nprt_list_push_ref(list, part(str, str->text + at, str->text + str->nbytes));
    *out = list;
    return 0;
}

int32_t nprt_str_rsplit(NprtStr *str, NprtStr *separator, int64_t max, void **out)
{
    *out = NULL;
    if (check_separator(separator) != 0) {
        return 1;
    }
    NprtList *list = new_list(str);
    int64_t to = str->nbytes;
    for (; max != 0; max--) {
        int64_t found = nprt_bytes_rfind(str->text, 0, to, separator->text, separator->nbytes);
        if (found < 0) {
            break;
        }
        nprt_list_push_ref(list, part(str, str->text + found + separator->nbytes, str->text + to));
        to = found;
    }
    nprt_list_push_ref(list, part(str, str->text, str->text + to));
    nprt_list_reverse(list);
    *out = list;
    return 0;
}

static bool is_line_end(const NprtStr *str, uint32_t code)
{
    if (is_bytes(str)) {
        return code == '\n' || code == '\r';
    }
    return (code >= '\n' && code <= '\r') || (code >= 0x1C && code <= 0x1E) || code == 0x85 ||
           code == 0x2028 || code == 0x2029;
}

NprtList *nprt_str_splitlines(NprtStr *str, uint8_t keep_ends)
{
    NprtList *list = new_list(str);
    const char *end = str->text + str->nbytes;
    for (const char *at = str->text; at < end;) {
        const char *line = at, *line_end = end;
        while (at < end) {
            const char *start = at;
            uint32_t code = next_code(str, &at);
            if (is_line_end(str, code)) {
                line_end = start;
                if (code == '\r' && at < end && *at == '\n') {
                    at++;
                }
                break;
            }
        }
        nprt_list_push_ref(list, part(str, line, keep_ends ? at : line_end));
    }
    return list;
}

/* Writes the tuple (before, separator, after). */
static int32_t put_parts(const NprtDesc *desc, void *out, NprtStr *const parts[3])
{
    for (int i = 0; i < 3; i++) {
        memcpy((char *)out + desc->offsets[i], &parts[i], sizeof parts[i]);
    }
    return 0;
}

static NprtStr *none_of(const NprtStr *str)
{
    return nprt_str_part(str, 0, 0, 0);
}

static NprtStr *retained(NprtStr *str)
{
    nprt_retain(str);
    return str;
}

int32_t nprt_str_partition(NprtStr *str, NprtStr *separator, const NprtDesc *desc, void *out)
{
    if (check_separator(separator) != 0) {
        return 1;
    }
    int64_t at = nprt_bytes_find(str->text, 0, str->nbytes, separator->text, separator->nbytes);
    if (at < 0) {
        return put_parts(desc, out, (NprtStr *[]){retained(str), none_of(str), none_of(str)});
    }
    const char *found = str->text + at;
    return put_parts(desc, out,
                     (NprtStr *[]){part(str, str->text, found), retained(separator),
                                   part(str, found + separator->nbytes, str->text + str->nbytes)});
}

int32_t nprt_str_rpartition(NprtStr *str, NprtStr *separator, const NprtDesc *desc, void *out)
{
    if (check_separator(separator) != 0) {
        return 1;
    }
    int64_t at = nprt_bytes_rfind(str->text, 0, str->nbytes, separator->text, separator->nbytes);
    if (at < 0) {
        return put_parts(desc, out, (NprtStr *[]){none_of(str), none_of(str), retained(str)});
    }
    const char *found = str->text + at;
    return put_parts(desc, out,
                     (NprtStr *[]){part(str, str->text, found), retained(separator),
                                   part(str, found + separator->nbytes, str->text + str->nbytes)});
}

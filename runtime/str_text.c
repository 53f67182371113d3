/* The text buffer. */
#include "runtime/str_text.h"

#include "runtime/memory.h"
#include "runtime/str.h"

#include <stdio.h>
#include <string.h>

void nprt_text_init(NprtText *text)
{
    text->data = text->small;
    text->len = 0;
    text->cap = sizeof text->small;
}

void nprt_text_fini(NprtText *text)
{
    if (text->data != text->small) {
        nprt_mem_free(text->data);
    }
    nprt_text_init(text);
}

char *nprt_text_reserve(NprtText *text, size_t more)
{
    if (more > text->cap - text->len) {
        size_t cap = text->cap * 2;
        while (cap - text->len < more) {
            cap *= 2;
            if (cap > PTRDIFF_MAX) {
                nprt_out_of_memory();
            }
        }
        if (text->data == text->small) {
            text->data = nprt_realloc(NULL, cap);
            memcpy(text->data, text->small, text->len);
        } else {
            text->data = nprt_realloc(text->data, cap);
        }
        text->cap = cap;
    }
    return text->data + text->len;
}

void nprt_text_add(NprtText *text, const char *bytes, size_t n)
{
    if (n > 0) {
        memcpy(nprt_text_reserve(text, n), bytes, n);
        text->len += n;
    }
}

void nprt_text_add_c(NprtText *text, const char *c_string)
{
    nprt_text_add(text, c_string, strlen(c_string));
}

void nprt_text_add_char(NprtText *text, char byte)
{
    *nprt_text_reserve(text, 1) = byte;
    text->len++;
}

void nprt_text_add_fill(NprtText *text, char byte, size_t n)
{
    memset(nprt_text_reserve(text, n), byte, n);
    text->len += n;
}

void nprt_text_add_str(NprtText *text, const NprtStr *str)
{
    nprt_text_add(text, str->text, (size_t)str->nbytes);
}

void nprt_text_add_code(NprtText *text, uint32_t code)
{
    text->len += (size_t)nprt_utf8_encode(code, nprt_text_reserve(text, 4));
}

void nprt_text_add_u64(NprtText *text, uint64_t value)
{
    char digits[20];
    size_t at = sizeof digits;
    do {
        digits[--at] = (char)('0' + value % 10);
        value /= 10;
    } while (value);
    nprt_text_add(text, digits + at, sizeof digits - at);
}

void nprt_text_add_i64(NprtText *text, int64_t value)
{
    if (value < 0) {
        nprt_text_add_char(text, '-');
        nprt_text_add_u64(text, 0 - (uint64_t)value);
    } else {
        nprt_text_add_u64(text, (uint64_t)value);
    }
}

void nprt_text_addv(NprtText *text, const char *format, va_list args)
{
    va_list again;
    va_copy(again, args);
    size_t room = text->cap - text->len;
    int n = vsnprintf(text->data + text->len, room, format, args);
    if (n >= 0 && (size_t)n >= room) {
        vsnprintf(nprt_text_reserve(text, (size_t)n + 1), (size_t)n + 1, format, again);
    }
    va_end(again);
    text->len += n > 0 ? (size_t)n : 0;
}

void nprt_text_addf(NprtText *text, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    nprt_text_addv(text, format, args);
    va_end(args);
}

const char *nprt_text_c_str(NprtText *text)
{
    *nprt_text_reserve(text, 1) = '\0';
    return text->data;
}

NprtStr *nprt_text_finish(NprtText *text)
{
    NprtStr *str = nprt_str_new(text->data, (int64_t)text->len);
    nprt_text_fini(text);
    return str;
}

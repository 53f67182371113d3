/* Growing text: doubles, so the memory left behind in the arena is less than the final text. */

#include "compiler/support/strbuf.h"

#include <stdio.h>
#include <string.h>

#define FIRST_ROOM 128u

/* Makes room for `more` bytes and the NUL. */
static void reserve(NjStrBuf *buf, size_t more)
{
    if (more < buf->room && buf->n < buf->room - more)
        return;
    size_t room = buf->room ? buf->room * 2 : FIRST_ROOM;
    if (room < buf->n + more + 1)
        room = buf->n + more + 1;
    char *text = nj_arena_alloc(buf->arena, room);
    memcpy(text, buf->text, buf->n);
    buf->text = text;
    buf->room = room;
}

void nj_strbuf_init(NjStrBuf *buf, NjArena *arena)
{
    *buf = (NjStrBuf){.arena = arena};
    buf->text = nj_arena_strndup(arena, "", 0);
}

void nj_strbuf_putc(NjStrBuf *buf, char byte)
{
    reserve(buf, 1);
    buf->text[buf->n++] = byte;
    buf->text[buf->n] = '\0';
}

void nj_strbuf_write(NjStrBuf *buf, const char *bytes, size_t len)
{
    if (!len)
        return;
    reserve(buf, len);
    memcpy(buf->text + buf->n, bytes, len);
    buf->n += len;
    buf->text[buf->n] = '\0';
}

void nj_strbuf_puts(NjStrBuf *buf, const char *text)
{
    nj_strbuf_write(buf, text, strlen(text));
}

void nj_strbuf_fill(NjStrBuf *buf, char byte, size_t count)
{
    reserve(buf, count);
    memset(buf->text + buf->n, byte, count);
    buf->n += count;
    buf->text[buf->n] = '\0';
}

void nj_strbuf_vprintf(NjStrBuf *buf, const char *format, va_list args)
{
    va_list again;
    va_copy(again, args);
    reserve(buf, 1);
    size_t free_bytes = buf->room - buf->n;
    int len = vsnprintf(buf->text + buf->n, free_bytes, format, args);
    if (len > 0 && (size_t)len >= free_bytes) {
        reserve(buf, (size_t)len);
        vsnprintf(buf->text + buf->n, (size_t)len + 1, format, again);
    }
    va_end(again);
    if (len > 0)
        buf->n += (size_t)len;
    buf->text[buf->n] = '\0';
}

void nj_strbuf_printf(NjStrBuf *buf, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    nj_strbuf_vprintf(buf, format, args);
    va_end(args);
}

void nj_strbuf_put_utf8(NjStrBuf *buf, uint32_t code_point)
{
    char bytes[4];
    size_t len = 1;
    if (code_point < 0x80) {
        bytes[0] = (char)code_point;
    } else if (code_point < 0x800) {
        bytes[0] = (char)(0xC0 | code_point >> 6);
        len = 2;
    } else if (code_point < 0x10000) {
        bytes[0] = (char)(0xE0 | code_point >> 12);
        len = 3;
    } else {
        bytes[0] = (char)(0xF0 | code_point >> 18);
        len = 4;
    }
    for (size_t i = 1; i < len; i++)
        bytes[i] = (char)(0x80 | (code_point >> 6 * (len - 1 - i) & 0x3F));
    nj_strbuf_write(buf, bytes, len);
}

void nj_strbuf_clear(NjStrBuf *buf)
{
    buf->n = 0;
    buf->text[0] = '\0';
}

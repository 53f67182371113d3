#ifndef NPJIT_COMPILER_SUPPORT_STRBUF_H
#define NPJIT_COMPILER_SUPPORT_STRBUF_H

/* Text that grows, in an arena. The text is NUL-terminated at all times and may hold NULs inside.
 */

#include "compiler/support/arena.h"

typedef struct NjStrBuf {
    NjArena *arena; /* borrowed */
    char *text;     /* arena; "" when empty */
    size_t n;       /* bytes in use, without the NUL */
    size_t room;
} NjStrBuf;

/* Makes an empty buffer in caller's storage. Nothing has to be freed. */
void nj_strbuf_init(NjStrBuf *buf, NjArena *arena);

/* Append a byte, a C string, `len` bytes, `count` times the same byte, formatted text. */
void nj_strbuf_putc(NjStrBuf *buf, char byte);
void nj_strbuf_puts(NjStrBuf *buf, const char *text);
void nj_strbuf_write(NjStrBuf *buf, const char *bytes, size_t len);
void nj_strbuf_fill(NjStrBuf *buf, char byte, size_t count);
void nj_strbuf_printf(NjStrBuf *buf, const char *format, ...) __attribute__((format(printf, 2, 3)));
void nj_strbuf_vprintf(NjStrBuf *buf, const char *format, va_list args)
    __attribute__((format(printf, 2, 0)));

/* Appends the code point as UTF-8 (surrogates too, as three bytes). */
void nj_strbuf_put_utf8(NjStrBuf *buf, uint32_t code_point);

/* Empties the buffer and keeps its memory. */
void nj_strbuf_clear(NjStrBuf *buf);

#endif

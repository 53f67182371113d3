/* str_text.h - a growing buffer of UTF-8 text, for the parts of the runtime that build strings.
 *
 * Short texts stay inside the struct, so it must not be copied. Appending never fails: exhaustion
 * ends the process (memory.h). The bytes are not NUL-terminated until nprt_text_c_str. */
#ifndef NPRT_STR_TEXT_H
#define NPRT_STR_TEXT_H

#include "runtime/nprt.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

typedef struct NprtText {
    char *data; /* owned unless it is `small` */
    size_t len;
    size_t cap;
    char small[232];
} NprtText;

void nprt_text_init(NprtText *text);
void nprt_text_fini(NprtText *text);

/* Makes room for `more` bytes behind `len` and returns their place; the caller advances len. */
char *nprt_text_reserve(NprtText *text, size_t more);

void nprt_text_add(NprtText *text, const char *bytes, size_t n);
void nprt_text_add_c(NprtText *text, const char *c_string);
void nprt_text_add_char(NprtText *text, char byte);
void nprt_text_add_fill(NprtText *text, char byte, size_t n);
void nprt_text_add_str(NprtText *text, const NprtStr *str);
/* One code point; surrogates are encoded like others. */
void nprt_text_add_code(NprtText *text, uint32_t code);
void nprt_text_add_i64(NprtText *text, int64_t value);
void nprt_text_add_u64(NprtText *text, uint64_t value);
void nprt_text_addf(NprtText *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
void nprt_text_addv(NprtText *text, const char *format, va_list args)
    __attribute__((format(printf, 2, 0)));

/* The bytes with a NUL behind them; borrowed until the next change. */
const char *nprt_text_c_str(NprtText *text);

/* A new str of the bytes (owned by the caller); the text becomes empty and may be used again. */
NprtStr *nprt_text_finish(NprtText *text);

#endif

#ifndef NPJIT_COMPILER_SUPPORT_UNICODE_H
#define NPJIT_COMPILER_SUPPORT_UNICODE_H

/* UTF-8 and the few properties of code points that reading source text and showing it needs. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "compiler/support/strbuf.h"

/* Decodes the code point at `text` of `len` bytes. Returns its length in bytes, 0 when `len` is 0
 * or the bytes are not UTF-8 (overlong forms, surrogates and what exceeds U+10FFFF are not). */
uint32_t nj_utf8_decode(const char *text, size_t len, uint32_t *out_code_point);

/* Length in bytes of the code point that starts with this byte of valid UTF-8. */
uint32_t nj_utf8_length(char first_byte);

/* How many code points there are in `len` bytes of valid UTF-8. */
uint32_t nj_utf8_count(const char *text, size_t len);

/* May the code point start, or go on in, an identifier? */
bool nj_unicode_is_id_start(uint32_t code_point);
bool nj_unicode_is_id_continue(uint32_t code_point);

/* Neither visible nor U+0020: control and format characters, other spaces, private use. */
bool nj_unicode_is_hidden(uint32_t code_point);

/* Columns in a terminal: 0, 1 or 2. Control characters count 1: they are shown as something else.
 */
uint32_t nj_unicode_width(uint32_t code_point);

/* Appends what NFKC makes of a character of an identifier (see nfkc.def for what is covered). */
void nj_unicode_fold(NjStrBuf *out, uint32_t code_point);

#endif

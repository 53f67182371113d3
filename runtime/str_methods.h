/* str_methods.h - the methods of str (and, where they make sense, of bytes).
 *
 * Arguments are borrowed, results owned by the caller. Positions count code points; `start` and
 * `stop` are Python's, negative from the end (defaults: 0 and INT64_MAX). Status functions return 1
 * with an exception pending. */
#ifndef NPRT_STR_METHODS_H
#define NPRT_STR_METHODS_H

#include "runtime/nprt.h"

#include <stdint.h>

/* ---- case (str_case.c) ---- */
NprtStr *nprt_str_upper(NprtStr *str);
NprtStr *nprt_str_lower(NprtStr *str);
NprtStr *nprt_str_title(NprtStr *str);
NprtStr *nprt_str_capitalize(NprtStr *str);
NprtStr *nprt_str_swapcase(NprtStr *str);
NprtStr *nprt_str_casefold(NprtStr *str);

/* ---- tests (str_case.c) ---- */
uint8_t nprt_str_isalpha(NprtStr *str);
uint8_t nprt_str_isalnum(NprtStr *str);
uint8_t nprt_str_isdecimal(NprtStr *str);
uint8_t nprt_str_isdigit(NprtStr *str);
uint8_t nprt_str_isnumeric(NprtStr *str);
uint8_t nprt_str_isspace(NprtStr *str);
uint8_t nprt_str_isupper(NprtStr *str);
uint8_t nprt_str_islower(NprtStr *str);
uint8_t nprt_str_istitle(NprtStr *str);
uint8_t nprt_str_isidentifier(NprtStr *str);
uint8_t nprt_str_isprintable(NprtStr *str);
uint8_t nprt_str_isascii(NprtStr *str);

/* ---- stripping and padding ---- */

/* `sides`: 1 left, 2 right, 3 both. Without `chars`: white space. */
NprtStr *nprt_str_strip_space(NprtStr *str, int64_t sides);
NprtStr *nprt_str_strip(NprtStr *str, NprtStr *chars, int64_t sides);
NprtStr *nprt_str_removeprefix(NprtStr *str, NprtStr *prefix);
NprtStr *nprt_str_removesuffix(NprtStr *str, NprtStr *suffix);
/* TypeError unless `fill` is one code point. */
int32_t nprt_str_ljust(NprtStr *str, int64_t width, NprtStr *fill, void **out);
int32_t nprt_str_rjust(NprtStr *str, int64_t width, NprtStr *fill, void **out);
int32_t nprt_str_center(NprtStr *str, int64_t width, NprtStr *fill, void **out);
NprtStr *nprt_str_zfill(NprtStr *str, int64_t width);
NprtStr *nprt_str_expandtabs(NprtStr *str, int64_t tab_size);

/* ---- splitting (str_split.c): lists of str ---- */

/* At most `max` splits, -1: no limit. ValueError for an empty separator. */
NprtList *nprt_str_split_space(NprtStr *str, int64_t max);
NprtList *nprt_str_rsplit_space(NprtStr *str, int64_t max);
int32_t nprt_str_split(NprtStr *str, NprtStr *separator, int64_t max, void **out);
int32_t nprt_str_rsplit(NprtStr *str, NprtStr *separator, int64_t max, void **out);
NprtList *nprt_str_splitlines(NprtStr *str, uint8_t keep_ends);
/* A tuple of three str, written through `desc`. */
int32_t nprt_str_partition(NprtStr *str, NprtStr *separator, const NprtDesc *desc, void *out);
int32_t nprt_str_rpartition(NprtStr *str, NprtStr *separator, const NprtDesc *desc, void *out);

/* ---- searching ---- */

int64_t nprt_str_find(NprtStr *str, NprtStr *needle, int64_t start, int64_t stop);
int64_t nprt_str_rfind(NprtStr *str, NprtStr *needle, int64_t start, int64_t stop);
/* str.index and str.rindex: ValueError when there is none. */
int32_t nprt_str_index_of(NprtStr *str, NprtStr *needle, int64_t start, int64_t stop, int64_t *out);
int32_t nprt_str_rindex_of(NprtStr *str, NprtStr *needle, int64_t start, int64_t stop,
                           int64_t *out);
int64_t nprt_str_count(NprtStr *str, NprtStr *needle, int64_t start, int64_t stop);
/* `affix`: a str or a tuple of str. */
int32_t nprt_str_startswith(NprtStr *str, const NprtDesc *desc, const void *affix, int64_t start,
                            int64_t stop, uint8_t *out);
int32_t nprt_str_endswith(NprtStr *str, const NprtDesc *desc, const void *affix, int64_t start,
                          int64_t stop, uint8_t *out);
/* At most `max` replacements, -1: all. */
NprtStr *nprt_str_replace(NprtStr *str, NprtStr *old, NprtStr *new_text, int64_t max);

/* ---- translation ---- */

/* str.translate: `table` maps code points (int) to int, str or None. */
int32_t nprt_str_translate(NprtStr *str, const NprtDesc *desc, const void *table, void **out);
/* str.encode and bytes.decode: utf-8, ascii, latin-1. LookupError, UnicodeError. */
int32_t nprt_str_encode(NprtStr *str, NprtStr *encoding, void **out);
int32_t nprt_bytes_decode(NprtStr *bytes, NprtStr *encoding, void **out);

#endif

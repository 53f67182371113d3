/* str.h - str and bytes objects: creation, UTF-8, and the operations of sequences.
 *
 * Text is UTF-8 with surrogates encoded like other code points, so that every Python str has one
 * spelling. Lengths and positions that Python sees count code points; when `ascii` is set they are
 * byte positions too. bytes objects are NprtStr with `ascii` set (one position per byte) and the
 * flag NPRT_STR_BYTES, which sequence operations keep. Results are owned by the caller. */
#ifndef NPRT_STR_H
#define NPRT_STR_H

#include "runtime/nprt.h"

#include <stdint.h>

#define NPRT_STR_BYTES 1u /* NprtObj.flags of a bytes object */

/* ---- creation ---- */

/* A str of valid UTF-8; counts its code points. */
NprtStr *nprt_str_new(const char *text, int64_t nbytes);
NprtStr *nprt_str_from_c(const char *c_string);
NprtStr *nprt_bytes_new(const char *bytes, int64_t nbytes);
/* A str whose bytes the caller writes: `len` code points in `nbytes` bytes. */
NprtStr *nprt_str_raw(int64_t nbytes, int64_t len);
/* The empty str, immortal. */
NprtStr *nprt_str_empty(void);
/* A str of `nbytes` bytes inside `source`, known to have `len` code points. */
NprtStr *nprt_str_part(const NprtStr *source, int64_t at, int64_t nbytes, int64_t len);

/* ---- UTF-8 ---- */

/* Writes 1-4 bytes and returns their number. */
int32_t nprt_utf8_encode(uint32_t code, char *out);
/* Reads the code point at *at and moves *at behind it; valid text, not at its end. */
uint32_t nprt_utf8_next(const char **at);
/* Moves *at back to the code point before it and returns it. */
uint32_t nprt_utf8_prev(const char **at);
int64_t nprt_utf8_count(const char *text, int64_t nbytes);
/* Byte position of code point number `index`, 0 <= index <= len. */
int64_t nprt_str_offset(const NprtStr *str, int64_t index);
/* Number of the code point at byte position `offset`. */
int64_t nprt_str_position(const NprtStr *str, int64_t offset);

/* ---- comparison and hash ---- */

uint8_t nprt_str_equal(const NprtStr *a, const NprtStr *b);
/* Python's hash with PYTHONHASHSEED=0 (SipHash-1-3 with a zero key); never -1. */
int64_t nprt_str_hash(NprtStr *str);

/* Byte position of the first (last) `needle` between the byte positions `from` and `to`, or -1. */
int64_t nprt_bytes_find(const char *text, int64_t from, int64_t to, const char *needle, int64_t n);
int64_t nprt_bytes_rfind(const char *text, int64_t from, int64_t to, const char *needle, int64_t n);

/* ---- slices, for all sequences ---- */

/* A slice value (nprt.h: `has` says which are given). */
typedef struct NprtSlice {
    int64_t start, stop, step;
    uint8_t has;
} NprtSlice;

typedef struct NprtSliceRange {
    int64_t start, step, count; /* positions start, start + step, ... */
    int64_t stop;               /* after clipping, as slice.indices() gives it */
} NprtSliceRange;

/* Clips a slice to a sequence of `len` elements. 1 with ValueError pending when the step is 0. */
int32_t nprt_slice_resolve(const NprtSlice *slice, int64_t len, NprtSliceRange *out);

/* ---- called by generated code ---- */

NprtStr *nprt_str_concat(NprtStr *a, NprtStr *b);
NprtStr *nprt_str_repeat(NprtStr *str, int64_t times);
int32_t nprt_str_index(NprtStr *str, int64_t index, void **out);
int32_t nprt_str_slice(NprtStr *str, const NprtDesc *desc, const void *slice, void **out);
int64_t nprt_str_compare(NprtStr *a, NprtStr *b);
uint8_t nprt_str_contains(NprtStr *str, NprtStr *needle);
int32_t nprt_str_join(NprtStr *separator, const NprtDesc *desc, const void *parts, void **out);
int32_t nprt_str_ord(NprtStr *str, int64_t *out);
int32_t nprt_str_chr(int64_t code, void **out);
/* Element of a bytes object. */
int32_t nprt_bytes_index(NprtStr *bytes, int64_t index, int64_t *out);

/* repr(str) with Python's quotes and escapes. */
NprtStr *nprt_str_repr(const NprtStr *str);

#endif

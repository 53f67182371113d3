#ifndef NPJIT_COMPILER_SUPPORT_SOURCE_H
#define NPJIT_COMPILER_SUPPORT_SOURCE_H

/* One source text (a user's file or an embedded prelude file) and positions in it. The text is
 * valid UTF-8 without byte order mark and NULs; its line ends are '\n' whatever the file had. */

#include <stdbool.h>

#include "compiler/support/arena.h"

typedef struct NjSource {
    NjArena *arena;              /* borrowed; also holds the AST of this source */
    const char *path;            /* arena; as shown to the user */
    const char *text;            /* arena, NUL-terminated */
    uint32_t len;                /* bytes of text */
    const uint32_t *line_starts; /* arena; offset of the first byte of each line */
    uint32_t nlines;
    bool is_prelude; /* part of npjit: not the user's to fix */
} NjSource;

/* A half-open range of bytes in a source. By value; `source` is NULL where there is no place. */
typedef struct NjSpan {
    const NjSource *source; /* borrowed */
    uint32_t start, end;
} NjSpan;

#define NJ_NO_SPAN ((NjSpan){0})

typedef enum NjSourceErrorKind {
    NJ_SOURCE_OK,
    NJ_SOURCE_UNREADABLE, /* missing, no permission, a directory, an input error, too large */
    NJ_SOURCE_MALFORMED,  /* NUL bytes, not UTF-8, an unknown encoding declaration */
} NjSourceErrorKind;

typedef struct NjSourceError {
    NjSourceErrorKind kind;
    const char
        *text;   /* arena; one line, no path in front; of malformed text with "SyntaxError: " */
    NjSpan span; /* MALFORMED: the place, in a source of the text before it; else NJ_NO_SPAN */
} NjSourceError;

/* Reads a file. Returns NULL and fills `*out_error` when that fails; the source lives in `arena`.
 */
NjSource *nj_source_load(NjArena *arena, const char *path, NjSourceError *out_error);

/* Makes a source of `len` bytes, which are copied. Fails like nj_source_load on malformed text. */
NjSource *nj_source_from_memory(NjArena *arena, const char *path, const char *bytes, size_t len,
                                NjSourceError *out_error);

/* The line of a byte offset, from 1; offsets past the end belong to the last line. */
uint32_t nj_source_line(const NjSource *source, uint32_t offset);

/* The column of a byte offset in its line, from 1, in code points. */
uint32_t nj_source_column(const NjSource *source, uint32_t offset);

/* The text of a line (from 1) without its line end; `*out_len` bytes, not NUL-terminated. */
const char *nj_source_line_text(const NjSource *source, uint32_t line, uint32_t *out_len);

/* Line and column where a span starts; 0 for NJ_NO_SPAN. */
uint32_t nj_span_line(NjSpan span);
uint32_t nj_span_column(NjSpan span);

/* The smallest span that covers both, which must be of one source. */
NjSpan nj_span_join(NjSpan first, NjSpan second);

#endif

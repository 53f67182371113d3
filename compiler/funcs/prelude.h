/* The prelude: NumPy functions written in Python, embedded in the binary at build time.
 *
 * The build turns every compiler/funcs/prelude/NAME.py into one row (cmake/embed.cmake), sorted by
 * name. This header knows nothing of parsing: a row is text. */
#ifndef COMPILER_FUNCS_PRELUDE_H
#define COMPILER_FUNCS_PRELUDE_H

#include <stddef.h>

typedef struct {
    const char *name; /* "linalg" for compiler/funcs/prelude/linalg.py */
    const char *text; /* the source, NUL-terminated */
    size_t len;       /* bytes, without the NUL */
} NjPreludeFile;

extern const NjPreludeFile nj_prelude_files[];
extern const unsigned nj_prelude_count;

#endif

/* print.h - the standard output of generated programs.
 *
 * One buffer for the process. It is written when full, at exit, by nprt_print_flush and, when the
 * output is a terminal, at the end of every line. Whoever writes to stderr flushes first. Output
 * goes to file descriptor 1 or to the sink of the embedding program. */
#ifndef NPRT_PRINT_H
#define NPRT_PRINT_H

#include "runtime/nprt.h"

#include <stddef.h>
#include <stdint.h>

/* str(value). A __str__ or __repr__ that raises prints "<unprintable NAME object>". */
void nprt_print_value(const NprtDesc *desc, const void *value);
void nprt_print_text(const NprtStr *text);
void nprt_print_bytes(const char *bytes, size_t n);
void nprt_print_flush(void);
/* Writes a str to stderr, after flushing. */
void nprt_print_stderr(const NprtStr *text);

/* Sends the output to `write(context, bytes, n)` from now on; NULL: to the standard output again.
 * What is buffered is flushed first, to where it was meant to go. */
void nprt_print_redirect(void (*write)(void *context, const char *bytes, size_t n), void *context);

#endif

/* str_parse.h - numbers from text: int(s, base), float(s).
 *
 * Python's rules: white space around, a sign, underscores between digits, decimal digits of any
 * script. Floats are correctly rounded. */
#ifndef NPRT_STR_PARSE_H
#define NPRT_STR_PARSE_H

#include "runtime/nprt.h"

#include <stddef.h>
#include <stdint.h>

/* The double nearest to "[-]ddd[.ddd][e[-]ddd]", whatever the locale; the text is trusted. */
double nprt_decimal_to_double(const char *text, size_t n);

/* ---- called by generated code ---- */

/* Base 0 or 2-36. ValueError, OverflowError outside int64. */
int32_t nprt_str_to_int(NprtStr *str, int64_t base, int64_t *out);
int32_t nprt_str_to_float(NprtStr *str, double *out);

#endif

/* format.h - formatted text: format() and its mini-language, the % operator, str.format.
 *
 * Functions append to a text; status functions return 1 with an exception pending, and what they
 * appended before is then of no use. */
#ifndef NPRT_FORMAT_H
#define NPRT_FORMAT_H

#include "runtime/nprt.h"
#include "runtime/str_text.h"

#include <stdint.h>

/* Appends format(value, spec); `spec` is n bytes of UTF-8. */
int32_t nprt_text_add_format(NprtText *text, const NprtDesc *desc, const void *value,
                             const char *spec, size_t n);

/* ---- called by generated code ---- */

int32_t nprt_format(const NprtDesc *desc, const void *value, NprtStr *spec, void **out);
/* template % value (format_percent.c). */
int32_t nprt_percent_format(NprtStr *template, const NprtDesc *desc, const void *value, void **out);
/* template.format(*args, **keywords), a tuple and a namedtuple (format_template.c). */
int32_t nprt_str_format(NprtStr *template, const NprtDesc *args_desc, const void *args,
                        const NprtDesc *keywords_desc, const void *keywords, void **out);
/* bin(x), oct(x), hex(x): base 2, 8, 16. */
NprtStr *nprt_int_to_base(int64_t value, int64_t base);

#endif

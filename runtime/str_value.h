/* str_value.h - str() and repr() of values of any type. */
#ifndef NPRT_STR_VALUE_H
#define NPRT_STR_VALUE_H

#include "runtime/nprt.h"
#include "runtime/print_scalar.h"
#include "runtime/str_text.h"

/* Appends str(value) or repr(value). 1 with an exception pending when a special method raised. */
int32_t nprt_text_add_value(NprtText *text, const NprtDesc *desc, const void *value,
                            NprtTextMode mode);

/* ---- called by generated code ---- */

int32_t nprt_str_of(const NprtDesc *desc, const void *value, void **out);
int32_t nprt_repr_of(const NprtDesc *desc, const void *value, void **out);
/* ascii(x): repr with every code point above 127 escaped. */
int32_t nprt_ascii_of(const NprtDesc *desc, const void *value, void **out);

#endif

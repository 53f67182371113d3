/* print_scalar.h - str() and repr() of scalars, str and bytes, and the names of types. */
#ifndef NPRT_PRINT_SCALAR_H
#define NPRT_PRINT_SCALAR_H

#include "runtime/nprt.h"
#include "runtime/str_text.h"

#include <stdbool.h>

typedef enum NprtTextMode { NPRT_TEXT_STR, NPRT_TEXT_REPR } NprtTextMode;

/* Appends the scalar at `value`; `is_py`: Python's own type, else a NumPy scalar, whose repr names
 * its type: np.float64(1.5). */
void nprt_text_add_scalar(NprtText *text, NprtDtype dtype, bool is_py, const void *value,
                          NprtTextMode mode);

/* repr, with quotes and escapes. */
void nprt_text_add_str_repr(NprtText *text, const NprtStr *str);
void nprt_text_add_bytes_repr(NprtText *text, const NprtStr *bytes);

/* "float64"; static. */
const char *nprt_dtype_name(NprtDtype dtype);

/* Lists, and the tuples that stand for lists of mixed types: their name is "list". */
bool nprt_desc_is_list(const NprtDesc *desc);

/* The type's name in error messages ("int", "numpy.float64", "NoneType", a class's name). */
const char *nprt_desc_type_name(const NprtDesc *desc);

/* Reads an integer or bool element as int64 (uint64 wraps), a float element as double. */
int64_t nprt_scalar_int(NprtDtype dtype, const void *value);
double nprt_scalar_double(NprtDtype dtype, const void *value);
/* Reads any element as complex. */
NprtC128 nprt_scalar_complex(NprtDtype dtype, const void *value);
/* NumPy's kind character: b i u f c. */
char nprt_dtype_kind(NprtDtype dtype);
int32_t nprt_dtype_size(NprtDtype dtype);
int32_t nprt_dtype_bits(NprtDtype dtype);

#endif

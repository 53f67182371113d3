/* print_array.h - arrays as text, as numpy.array2string makes it, and NumPy's print options. */
#ifndef NPRT_PRINT_ARRAY_H
#define NPRT_PRINT_ARRAY_H

#include "runtime/nprt.h"
#include "runtime/print_scalar.h"
#include "runtime/str_text.h"

#include <stdbool.h>
#include <stdint.h>

/* ---- options ---- */

typedef enum NprtFloatMode {
    NPRT_FLOATMODE_FIXED,
    NPRT_FLOATMODE_UNIQUE,
    NPRT_FLOATMODE_MAXPREC,
    NPRT_FLOATMODE_MAXPREC_EQUAL
} NprtFloatMode;

/* What np.set_printoptions sets. */
typedef struct NprtPrintOptions {
    int64_t threshold; /* more elements are summarised */
    int32_t precision;
    int32_t edgeitems;
    int32_t linewidth;
    bool suppress;     /* no exponents for small numbers */
    char sign;         /* '-', '+' or ' ' */
    uint8_t floatmode; /* NprtFloatMode */
    char nanstr[24], infstr[24];
} NprtPrintOptions;

/* The process's options; borrowed, may be changed. */
NprtPrintOptions *nprt_print_options(void);

typedef enum NprtPrintOption {
    NPRT_PRINTOPT_PRECISION,
    NPRT_PRINTOPT_THRESHOLD,
    NPRT_PRINTOPT_EDGEITEMS,
    NPRT_PRINTOPT_LINEWIDTH,
    NPRT_PRINTOPT_SUPPRESS,
    NPRT_PRINTOPT_SIGN, /* from here on: text */
    NPRT_PRINTOPT_FLOATMODE,
    NPRT_PRINTOPT_NANSTR,
    NPRT_PRINTOPT_INFSTR
} NprtPrintOption;

/* ---- text ---- */

/* Appends str(a) or repr(a) of the array value at `value`. */
void nprt_text_add_array(NprtText *text, const NprtDesc *desc, const void *value,
                         NprtTextMode mode);

/* ---- called by generated code ---- */

/* np.set_printoptions, one option (NprtPrintOption) a call; ValueError for texts NumPy refuses. */
void nprt_printoptions_set_int(int64_t option, int64_t value);
int32_t nprt_printoptions_set_text(int64_t option, NprtStr *value);
int64_t nprt_printoptions_get_int(int64_t option);
/* with np.printoptions(...): save before setting, restore at the end. They nest. */
void nprt_printoptions_save(void);
void nprt_printoptions_restore(void);

/* np.array2string(a, separator=, prefix=, suffix=); its other arguments are print options, set
 * between a save and a restore. */
NprtStr *nprt_array2string(const NprtDesc *desc, const void *value, NprtStr *separator,
                           NprtStr *prefix, NprtStr *suffix);

/* np.format_float_positional and np.format_float_scientific of a scalar. `trim` is one of "k", ".",
 * "0",
 * "-"; `options` is a tuple of ints, -1 for None:
 *   positional: precision, unique, fractional, sign, pad_left, pad_right, min_digits
 *   scientific: precision, unique, sign, pad_left, exp_digits, min_digits */
int32_t nprt_format_positional(const NprtDesc *desc, const void *value, NprtStr *trim,
                               const NprtDesc *options_desc, const void *options, void **out);
int32_t nprt_format_scientific(const NprtDesc *desc, const void *value, NprtStr *trim,
                               const NprtDesc *options_desc, const void *options, void **out);

#endif

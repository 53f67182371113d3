/* format_float.h - decimal digits of floats, and the texts Python and NumPy make of them.
 *
 * Shortest digits are those that read back to the same value of the given width and lie closest to
 * it; exact digits are correctly rounded, half to even, at any precision. float16 and float32
 * values are passed as the double of the same value, with `bits` saying which they are. */
#ifndef NPRT_FORMAT_FLOAT_H
#define NPRT_FORMAT_FLOAT_H

#include "runtime/nprt.h"
#include "runtime/str_text.h"

#include <stdbool.h>
#include <stdint.h>

/* ---- digits ---- */

#define NPRT_SHORTEST_MAX 17

/* Shortest digits of |x|, x finite, as a number of `bits` (16, 32, 64): value = d.ddd * 10^exp10.
 * Returns their number (1 ... 17, no trailing zeros); 0 has the one digit 0 and exp10 0. */
int32_t nprt_float_shortest(double x, int32_t bits, char digits[NPRT_SHORTEST_MAX],
                            int32_t *out_exp10);

/* Appends the `n` >= 1 significant digits of |x|, rounded, and returns exp10 of the first. */
int32_t nprt_float_digits(NprtText *digits, double x, int32_t n);

/* Appends the digits of |x| rounded to `places` >= 0 decimals, from the first nonzero digit, or
 * from the units if that is further left, down to the last decimal; returns exp10 of the first. */
int32_t nprt_float_decimals(NprtText *digits, double x, int32_t places);

/* ---- Python ---- */

#define NPRT_FLOAT_ALT  1 /* '#': keep the point, and for g the trailing zeros */
#define NPRT_FLOAT_DOT0 2 /* add ".0" to what would look like an int */

/* Appends `x` as CPython's PyOS_double_to_string: code e, f, g with a precision, or r (repr; the
 * precision is ignored). A minus sign is written, never a plus. */
void nprt_text_add_double(NprtText *text, double x, char code, int32_t precision, int32_t flags);

/* ---- NumPy (dragon4) ---- */

/* Options of numpy.format_float_positional and numpy.format_float_scientific; -1 means None. */
typedef struct NprtDragon {
    int32_t precision;
    int32_t min_digits;
    int32_t pad_left, pad_right, exp_digits;
    bool is_unique;
    bool is_total; /* precision counts all digits (fractional=False) */
    bool has_sign; /* '+' before positive values */
    char trim;     /* one of "k.0-" */
} NprtDragon;

#define NPRT_DRAGON_DEFAULT                                                                        \
    ((NprtDragon){.precision = -1,                                                                 \
                  .min_digits = -1,                                                                \
                  .pad_left = -1,                                                                  \
                  .pad_right = -1,                                                                 \
                  .exp_digits = -1,                                                                \
                  .is_unique = true,                                                               \
                  .trim = 'k'})

void nprt_text_add_positional(NprtText *text, double x, int32_t bits, const NprtDragon *options);
void nprt_text_add_scientific(NprtText *text, double x, int32_t bits, const NprtDragon *options);

/* ---- float16 ---- */

double nprt_half_to_double(uint16_t half);

#endif

/* str_unicode.h - properties and case mappings of code points, as Python 3.13's str sees them. */
#ifndef NPRT_STR_UNICODE_H
#define NPRT_STR_UNICODE_H

#include <stdint.h>

typedef enum NprtUnicodeFlag {
    NPRT_U_ALPHA = 1 << 0,
    NPRT_U_DECIMAL = 1 << 1,
    NPRT_U_DIGIT = 1 << 2,
    NPRT_U_NUMERIC = 1 << 3,
    NPRT_U_SPACE = 1 << 4,
    NPRT_U_PRINTABLE = 1 << 5,
    NPRT_U_UPPER = 1 << 6,
    NPRT_U_LOWER = 1 << 7,
    NPRT_U_TITLE = 1 << 8, /* title case letters, such as U+01C5 */
    NPRT_U_CASED = 1 << 9,
    NPRT_U_IGNORABLE = 1 << 10, /* skipped when a final sigma is looked for */
    NPRT_U_ID_START = 1 << 11,
    NPRT_U_ID_CONTINUE = 1 << 12
} NprtUnicodeFlag;

/* A set of NprtUnicodeFlag. */
uint32_t nprt_unicode_flags(uint32_t code);

/* Value 0-9 of a decimal digit of any script, or -1. */
int32_t nprt_unicode_decimal(uint32_t code);

typedef enum NprtCase {
    NPRT_CASE_UPPER,
    NPRT_CASE_LOWER,
    NPRT_CASE_TITLE,
    NPRT_CASE_FOLD
} NprtCase;

/* Full case mapping: writes 1-3 code points as UTF-8 (at most 12 bytes), returns the bytes. */
int32_t nprt_unicode_map(uint32_t code, NprtCase to, char out[12]);

#endif

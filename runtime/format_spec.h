/* format_spec.h - a parsed format specification and the layout of numbers and text by it:
 *
 *     [[fill]align][sign][z][#][0][width][grouping][.precision][type] */
#ifndef NPRT_FORMAT_SPEC_H
#define NPRT_FORMAT_SPEC_H

#include "runtime/str_text.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct NprtSpec {
    uint32_t fill;
    char align;        /* '<', '>', '=' or '^' */
    char sign;         /* '+', '-', ' ' or 0 */
    bool no_neg_zero;  /* z */
    bool is_alternate; /* # */
    char grouping;     /* ',' or '_' or 0 */
    int64_t width;     /* -1: none */
    int64_t precision; /* -1: none */
    uint32_t type;     /* 0: none */
} NprtSpec;

/* Parses `spec`; `type_name` is for messages. 1 with ValueError pending. */
int32_t nprt_spec_parse(NprtSpec *out, const char *spec, size_t n, const char *type_name,
                        char default_align);

/* "Unknown format code 'd' for object of type 'str'", raised. Returns 1. */
int32_t nprt_spec_raise_type(const NprtSpec *spec, const char *type_name);

/* A number in ASCII, in parts. */
typedef struct NprtNumberText {
    char sign;          /* '-' or 0; the spec may add one */
    const char *prefix; /* "0x", or "" */
    const char *digits; /* before the point; they are grouped */
    size_t n_digits;
    const char *rest; /* point, decimals, exponent */
    size_t n_rest;
    int group; /* digits in a group, 3 or 4 */
} NprtNumberText;

void nprt_spec_add_number(NprtText *text, const NprtSpec *spec, const NprtNumberText *number);

/* Text of `len` code points, filled up to the width. */
void nprt_spec_add_text(NprtText *text, const NprtSpec *spec, const char *bytes, size_t n,
                        int64_t len);

#endif

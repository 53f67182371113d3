/* text.h - two printed texts: their words must be the same, their numbers are compared as numbers.
 *
 * White space separates and means nothing else, as the width of a printed array depends on its
 * numbers. A number may have a sign, a point and an exponent; nan and inf are numbers too. */
#ifndef NJ_JIT_COMPARE_TEXT_H
#define NJ_JIT_COMPARE_TEXT_H

#include "jit/compare/difference.h"

#include <stddef.h>

typedef struct NjText {
    const char *at;
    size_t n;
} NjText;

/* Adds the differences of the numbers to `d`. False: the words differ, or there are more on one
 * side; then `d` has the numbers in front of that place. */
bool nj_text_compare(NjText a, NjText b, NjTolerance tolerance, NjDifference *d);

/* Takes the first line off `text`, without its end. False when nothing is left. */
bool nj_text_line(NjText *text, NjText *out_line);

#endif

/* bigint.h - exact integers for constant folding.
 *
 * Values of any size as sign and magnitude in 32-bit limbs, least significant first. Immutable, in an
 * arena. Schoolbook algorithms (Knuth, The Art of Computer Programming 2, 4.3.1): constants are short. */
#ifndef NJ_COMPILER_SEMA_BIGINT_H
#define NJ_COMPILER_SEMA_BIGINT_H

#include "compiler/support/arena.h"

#include <stdbool.h>

typedef struct NjBig {
    bool negative;   /* never for zero */
    uint32_t n;      /* limbs without leading zeros; 0 is zero */
    uint32_t *limbs; /* arena */
} NjBig;

NjBig nj_big_from_int(NjArena *arena, int64_t value);
/* Digits of base 2, 8, 10 or 16, with an optional '-' in front. */
NjBig nj_big_from_text(NjArena *arena, const char *digits, unsigned base);
char *nj_big_to_text(NjArena *arena, NjBig a); /* decimal */
bool nj_big_to_int(NjBig a, int64_t *out);     /* false: does not fit */
double nj_big_to_double(NjBig a);              /* correctly rounded for up to 64 significant bits */
int nj_big_compare(NjBig a, NjBig b);
NjBig nj_big_neg(NjBig a);
NjBig nj_big_add(NjArena *arena, NjBig a, NjBig b);
NjBig nj_big_sub(NjArena *arena, NjBig a, NjBig b);
NjBig nj_big_mul(NjArena *arena, NjBig a, NjBig b);
/* Floor division and its remainder; b is not zero. */
void nj_big_divmod(NjArena *arena, NjBig a, NjBig b, NjBig *out_quotient, NjBig *out_remainder);
NjBig nj_big_pow(NjArena *arena, NjBig a, uint32_t exponent);
NjBig nj_big_shift_left(NjArena *arena, NjBig a, uint32_t bits);
/* Number of bits of the magnitude. */
uint32_t nj_big_bits(NjBig a);

#endif

/* pow in both precisions. */
#define NJ_REAL_BITS 64
#include "compiler/mathlib/real.h"

#include "compiler/mathlib/pow.inc.c"

#undef NJ_REAL_BITS
#define NJ_REAL_BITS 32
#include "compiler/mathlib/real.h"

#include "compiler/mathlib/pow.inc.c"

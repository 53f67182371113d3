/* log, log2, log10, log1p in both precisions. */
#define NJ_REAL_BITS 64
#include "compiler/mathlib/log.inc.c"
#include "compiler/mathlib/real.h"

#undef NJ_REAL_BITS
#define NJ_REAL_BITS 32
#include "compiler/mathlib/log.inc.c"
#include "compiler/mathlib/real.h"

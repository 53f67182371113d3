/* loopify.h - the pass that turns array expressions into loops.
 *
 * Needs: typed TIR as inference builds it. Guarantees: no elementwise UNARY ... MATH, BROADCAST,
 * IOTA, REDUCE, SCAN or ARRAY_STORE is left (tir.h lists the array values that remain); every loop
 * has a fresh number, in order of the text. Changes the module in place; adds functions (pairwise
 * sums) and temporaries. */
#ifndef NJ_COMPILER_ANALYSIS_LOOPIFY_H
#define NJ_COMPILER_ANALYSIS_LOOPIFY_H

#include "compiler/ir/tir.h"
#include "compiler/support/unit.h"

void nj_loopify(NjUnit *u, NjTypes *types, NjTirModule *module);

#endif

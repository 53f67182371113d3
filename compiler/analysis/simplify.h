/* simplify.h - the pass that drops what is proved: wrap-around and range checks of subscripts,
 * overflow checks.
 *
 * Needs: TIR after loopify. Changes the module in place; adds temporaries. Meaning is kept,
 * exceptions included: a check that fails does so at the same iteration with the same text. */
#ifndef NJ_COMPILER_ANALYSIS_SIMPLIFY_H
#define NJ_COMPILER_ANALYSIS_SIMPLIFY_H

#include "compiler/ir/tir.h"
#include "compiler/support/unit.h"

void nj_simplify(NjUnit *u, NjTypes *types, NjTirModule *module);

#endif

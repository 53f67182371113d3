/* effects.h - the pass that finds which functions may raise.
 *
 * Needs: TIR after loopify (other array expressions are taken to raise). Sets NjTirFn.may_raise of
 * every function of the module: false only when no statement of it, nor of a function it calls, can
 * leave it with an exception. Lowering then passes results directly, without a status. Changes
 * nothing else. */
#ifndef NJ_COMPILER_ANALYSIS_EFFECTS_H
#define NJ_COMPILER_ANALYSIS_EFFECTS_H

#include "compiler/ir/tir.h"
#include "compiler/support/unit.h"

void nj_effects(NjUnit *u, NjTirModule *module);

/* May evaluating `e` raise, calls judged by the callees' may_raise? `fn`: the function it stands
 * in. */
bool nj_expr_may_raise(const NjTirFn *fn, NjTirExpr *e);

#endif

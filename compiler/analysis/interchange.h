/* interchange.h - the pass that swaps the two innermost loops where that makes memory contiguous.
 *
 * Needs: TIR after simplify. A nest like the matrix product by rows and columns,
 *
 *     for j:  s = 0;  for k:  s = s + a[i, k] * b[k, j];  c[i, j] = s
 *
 * becomes three loops over j, the middle one inside of the loop over k, with s in a row of
 * temporaries: every sum keeps its order, but b is read along its rows. Where that is right only if
 * subscripts are in range and arrays do not overlap, both forms are kept and a test in front picks
 * one. */
#ifndef NJ_COMPILER_ANALYSIS_INTERCHANGE_H
#define NJ_COMPILER_ANALYSIS_INTERCHANGE_H

#include "compiler/ir/tir.h"
#include "compiler/support/unit.h"

void nj_interchange(NjUnit *u, NjTypes *types, NjTirModule *module);

#endif

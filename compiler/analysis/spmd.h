/* spmd.h - the pass that turns CUDA kernels into ordinary functions and loops.
 *
 * Needs: TIR after loopify. Guarantees: no kernel, no launch, no BARRIER and no operation of a
 * thread or warp is left; of the TARGET_CALLs only local_array, dynamic_shared (with the buffer as
 * its argument), atomics, bits, brev, clz and fences. A kernel becomes a function that runs one
 * block: loops over its threads, cut at barriers and warp operations. A launch becomes a call of a
 * function with a parallel loop over the blocks. Changes the module in place. Reports what it
 * cannot do.
 *
 * Targets that run kernels themselves leave this pass out. */
#ifndef NJ_COMPILER_ANALYSIS_SPMD_H
#define NJ_COMPILER_ANALYSIS_SPMD_H

#include "compiler/ir/tir.h"
#include "compiler/support/unit.h"

void nj_spmd(NjUnit *u, NjTypes *types, NjTirModule *module);

#endif

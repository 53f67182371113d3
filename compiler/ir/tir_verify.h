/* tir_verify.h - checks what every pass promises of the TIR (tir.h, tir.def, IR.md). */
#ifndef NJ_COMPILER_IR_TIR_VERIFY_H
#define NJ_COMPILER_IR_TIR_VERIFY_H

#include "compiler/ir/tir.h"

/* Which forms may occur. */
typedef enum NjTirStage {
    NJ_TIR_BUILT,    /* array expressions too */
    NJ_TIR_LOOPIFIED /* arrays only as tir.h lists: what lowering takes */
} NjTirStage;

/* NULL when the module keeps the rules, else what is wrong and where: one line in `arena`, as
 * "smooth.2, line 7: add: operands are int64 and float64". Stops at the first fault. Changes
 * nothing. */
const char *nj_tir_verify(NjArena *arena, const NjTirModule *module, NjTirStage stage);

#endif

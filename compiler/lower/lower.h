/* lower.h - TIR -> LLVM IR.
 *
 * Needs a module after `loopify` (array values as tir.h lists) that nj_tir_verify accepts. Gives a
 * module with external functions
 *     int32_t npjit_main(void)      runs the top-level code; 1: an exception is pending
 *     void npjit_fini(void)         releases module-level variables
 *     int32_t NAME(void **args, void *result)
 *                                   one per NjLowerEntry: args[i] is the address of the i-th
 * argument, in the memory form of runtime/nprt.h (units: ignored); 1: an exception is pending, else
 * *result is owned by the caller and references to nprt_*, libm and mathlib symbols. Knows no
 * target except through NjTarget. */
#ifndef NJ_COMPILER_LOWER_LOWER_H
#define NJ_COMPILER_LOWER_LOWER_H

#include "compiler/ir/tir.h"
#include "compiler/support/unit.h"
#include "compiler/target.h"

#include <llvm-c/Types.h>

#define NJ_MAIN_SYMBOL "npjit_main"
#define NJ_FINI_SYMBOL "npjit_fini"

/* A function of the module to be called from outside. */
typedef struct NjLowerEntry {
    const NjTirFn *fn;
    const char *symbol;
} NjLowerEntry;

/* Tables from machine code to source lines. */
typedef enum NjLines {
    NJ_LINES_NONE,
    NJ_LINES_DIRECTIVES, /* for profilers: changes no instruction */
    NJ_LINES_DEBUG       /* for debuggers */
} NjLines;

typedef struct NjLowerOptions {
    const NjLowerEntry *entries;
    uint32_t n_entries;
    bool keep_names; /* of blocks and values, for dumps */
    NjLines lines;
} NjLowerOptions;

/* Lowers the module in a context of its own. The result belongs to the unit (nj_unit_defer), which
 * disposes module and context. Never NULL: a broken module ends the compilation (NJ_ASSERT). */
LLVMModuleRef nj_lower_module(NjUnit *u, const NjTarget *target, const NjTirModule *tir,
                              const NjLowerOptions *options);

#endif

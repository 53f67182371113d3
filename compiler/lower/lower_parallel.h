/* lower_parallel.h - shared by what cuts loops out of functions: lower_outline.c, lower_parallel.c
 * and lower_reduction.c. */
#ifndef NJ_COMPILER_LOWER_LOWER_PARALLEL_H
#define NJ_COMPILER_LOWER_LOWER_PARALLEL_H

#include "compiler/lower/lower_internal.h"
#include "runtime/threads.h"

/* s = s op e in every iteration. */
typedef struct NjReduction {
    bool is_known; /* false: no reduction */
    NjTirBinop op;
} NjReduction;

/* A local that a loop body uses and that comes from, or goes back to, the function around it. */
typedef struct NjCrossing {
    const NjTirLocal *local;
    bool is_assigned;
    NjReduction reduction; /* parallel loops only */
} NjCrossing;

typedef struct NjCrossings {
    NjEmit *e;
    NjMap index; /* NjTirLocal -> position + 1 */
    NJ_VEC(NjCrossing) items;
} NjCrossings;

/* Fills `c` (zeroed) with the locals of a statement. */
void nj_ir_find_stmt_crossings(NjEmit *e, const NjTirStmt *s, NjCrossings *c);
/* The entry of a local, or NULL. */
NjCrossing *nj_ir_find_crossing(NjCrossings *c, const NjTirLocal *local);
/* It travels in a register: a direct value that the body only reads. */
bool nj_ir_crosses_by_value(NjCrossing crossing);

typedef struct NjParallel {
    NjCrossings crossings;
    int32_t max_chunks; /* of a loop with reductions: scalars only NPRT_FIXED_CHUNKS, else
                           NJ_ARRAY_CHUNKS; 0: the pool chooses */
} NjParallel;

/* Copies of an array that is updated like a sum; one per chunk. */
enum { NJ_ARRAY_CHUNKS = 32 };

/* `op` accumulates into its left (or right) operand; sums and products of inverses count as `*out`.
 */
bool nj_ir_accumulates(NjTirBinop op, bool is_left, NjTirBinop *out);

/* Arrays (lower_array_reduction.c): is one updated by every iteration, and how? */
NjReduction nj_ir_find_array_reduction(const NjTirStmt *loop, const NjTirLocal *array);
/* Makes a copy like `original` at `slot` that holds neutral elements. */
void nj_ir_begin_array_copy(NjEmit *e, NjReduction reduction, NjValue original, LLVMValueRef slot,
                            NjSpan span);
/* original[...] = original[...] op copy[...] */
void nj_ir_combine_array(NjEmit *e, NjReduction reduction, NjValue original, NjValue copy);

/* Fills `p` (zeroed); false: the loop must run in sequence. */
bool nj_ir_classify_parallel(NjEmit *e, const NjTirStmt *s, NjParallel *p);

#endif

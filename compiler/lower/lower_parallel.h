/* lower_parallel.h - shared by what cuts loops out of functions: lower_outline.c, lower_parallel.c
 * and lower_reduction.c. */
#ifndef NJ_COMPILER_LOWER_LOWER_PARALLEL_H
#define NJ_COMPILER_LOWER_LOWER_PARALLEL_H

#include "compiler/lower/lower_internal.h"

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
    bool has_reductions;
} NjParallel;

/* Fills `p` (zeroed); false: the loop must run in sequence. */
bool nj_ir_classify_parallel(NjEmit *e, const NjTirStmt *s, NjParallel *p);

#endif

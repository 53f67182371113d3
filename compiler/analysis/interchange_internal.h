/* interchange_internal.h - what the parts of the pass `interchange` share; nothing else includes
 * it.
 *
 * interchange.c        finds nests and judges them
 * interchange_build.c  writes the other form */
#ifndef NJ_COMPILER_ANALYSIS_INTERCHANGE_INTERNAL_H
#define NJ_COMPILER_ANALYSIS_INTERCHANGE_INTERNAL_H

#include "compiler/analysis/interchange.h"
#include "compiler/analysis/linear.h"

enum { NJ_IC_MAX_ACCESSES = 32, NJ_IC_MAX_CARRIED = 4, NJ_IC_MAX_RANK = 8 };

/* Parts of the body of the outer loop. */
typedef enum NjIcPart { NJ_IC_BEFORE, NJ_IC_INNER, NJ_IC_AFTER, NJ_IC_PARTS } NjIcPart;

/* LOAD or STORE of an array element. */
typedef struct NjIcAccess {
    NjTirLocal *base;
    const NjTirSub *subs; /* identity of the access */
    uint32_t n;
    bool is_store;
    NjIcPart part;
    NjLinear index[NJ_IC_MAX_RANK];
} NjIcAccess;

/* for outer: before; for inner: body; after */
typedef struct NjIcNest {
    NjArena *arena;
    NjTypes *types;
    NjTirFn *fn;
    NjTirStmt *outer, *inner;
    uint32_t inner_at; /* its place in the body of `outer` */
    const NjType *int_type, *bool_type;
    NjLinear outer_start, outer_stop, inner_start, inner_stop;
    NjIcAccess accesses[NJ_IC_MAX_ACCESSES];
    uint32_t n_accesses;
    NjTirLocal *carried[NJ_IC_MAX_CARRIED]; /* scalars that the inner loop carries: sums */
    uint32_t n_carried;
    bool has_inner_stores;
    uint8_t *assigned;         /* by local id: bits of NjIcPart that assign it */
    const NjTirExpr **meaning; /* by local id: the only value assigned to it in the nest, or NULL */
} NjIcNest;

bool nj_ic_depends_on(const NjIcAccess *access, const NjTirLocal *var);
/* Replaces the nest, statement `at` of `block`, by a test with both forms. */
void nj_ic_build(NjIcNest *nest, NjTirBlock *block, uint32_t at);
NjLinearResolve nj_ic_resolve; /* ctx: NjIcNest */

#endif

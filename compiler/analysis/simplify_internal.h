/* simplify_internal.h - what the parts of the pass `simplify` share; nothing else includes it.
 *
 * simplify.c         the walk over statements: scopes, loops, branches
 * simplify_value.c   ints as affine expressions, arrays as extents, conditions as facts
 * simplify_globals.c module-level variables that a loop only reads */
#ifndef NJ_COMPILER_ANALYSIS_SIMPLIFY_INTERNAL_H
#define NJ_COMPILER_ANALYSIS_SIMPLIFY_INTERNAL_H

#include "compiler/analysis/affine.h"
#include "compiler/analysis/simplify.h"

enum { NJ_MAX_CONDS = 6 };

/* Facts that hold when a condition does. `is_never`: it cannot. */
typedef struct NjConds {
    NjAffine items[NJ_MAX_CONDS];
    uint32_t n;
    bool is_never;
} NjConds;

/* What is known of a local's value. Which member counts follows from the local's type. */
typedef struct NjKnownLocal {
    NjAffine value;    /* ints */
    NjAffine *extents; /* arrays; invalid ones get a symbol when asked for */
    NjAffine *items;   /* tuples: of their int elements; others are invalid */
    NjConds yes, no;   /* bools */
} NjKnownLocal;

typedef struct NjKnownChange {
    uint32_t id;
    NjKnownLocal *value;
} NjKnownChange;

typedef struct NjSimplify {
    NjUnit *u;
    NjArena *arena;
    NjTypes *types;
    NjTirFn *fn;
    NjFacts facts;
    NjKnownLocal **locals; /* by id; NULL: nothing known */
    NjKnownChange *log;    /* changes of `locals`, so that a branch can be undone */
    uint32_t n_log, cap_log;
    uint8_t *kinds; /* by id, all 0 between uses: simplify.c */
} NjSimplify;

/* ---- simplify_value.c ---- */
/* The value of a scalar int of at most 64 signed bits; a new symbol where nothing better is known.
 */
NjAffine nj_simplify_int(NjSimplify *s, NjTirExpr *e);
/* An extent of an array expression. */
NjAffine nj_simplify_extent(NjSimplify *s, NjTirExpr *array, uint32_t dim);
NjConds nj_simplify_cond(NjSimplify *s, NjTirExpr *cond, bool truth);
void nj_simplify_assume(NjSimplify *s, const NjConds *conds);
void nj_simplify_set(NjSimplify *s, uint32_t id,
                     NjKnownLocal *known); /* all changes go through it */
void nj_simplify_forget(NjSimplify *s, const NjTirLocal *local);
/* local = value has been executed. */
void nj_simplify_assign(NjSimplify *s, const NjTirLocal *local, NjTirExpr *value);
/* Does the result of integer arithmetic fit its type? */
bool nj_simplify_fits(NjSimplify *s, NjAffine a, const NjType *type);
bool nj_simplify_is_int(const NjType *t);
/* Result of ADD, SUB, MUL, NEG as a mathematical integer; invalid for other nodes. */
NjAffine nj_simplify_arith(NjSimplify *s, NjTirExpr *e);

/* ---- simplify_globals.c ---- */
void nj_simplify_globals(NjUnit *u, NjTirModule *module);

#endif

/* affine.h - what is known of integers: linear expressions over symbols, and inequalities between
 * them.
 *
 * A symbol is an unknown integer that never changes: the value of a variable at one point of the
 * program, an extent of an array, a loop variable during an iteration. A fact is an affine
 * expression known to be >= 0. The prover combines facts a few levels deep; it answers "yes" or "do
 * not know". All numbers are mathematical integers: whoever makes an affine expression of
 * arithmetic in 64 bits has shown that it does not overflow. */
#ifndef NJ_COMPILER_ANALYSIS_AFFINE_H
#define NJ_COMPILER_ANALYSIS_AFFINE_H

#include "compiler/support/arena.h"

#include <stdbool.h>
#include <stdint.h>

enum { NJ_AFFINE_TERMS = 6 };

typedef struct NjAffineTerm {
    uint32_t symbol;
    int64_t factor; /* not 0 */
} NjAffineTerm;

/* constant + sum of factor * symbol, symbols ascending. */
typedef struct NjAffine {
    int64_t constant;
    uint32_t n;
    bool is_valid; /* false: too big to represent */
    NjAffineTerm terms[NJ_AFFINE_TERMS];
} NjAffine;

typedef struct NjSymbolRange {
    int64_t min, max;
} NjSymbolRange;

typedef struct NjFacts {
    NjArena *arena;
    NjSymbolRange *symbols;
    uint32_t n_symbols, cap_symbols;
    NjAffine *items; /* each >= 0; a stack: leaving a scope truncates it */
    uint32_t n, cap;
} NjFacts;

void nj_facts_init(NjFacts *f, NjArena *arena);
/* A new symbol, known to lie within the bounds. */
NjAffine nj_facts_symbol(NjFacts *f, int64_t min, int64_t max);
void nj_facts_assume(NjFacts *f, NjAffine a);      /* a >= 0 */
bool nj_facts_prove(const NjFacts *f, NjAffine a); /* a >= 0 ? */
/* Does a value lie in [min, max]? */
bool nj_facts_within(const NjFacts *f, NjAffine a, int64_t min, int64_t max);
/* Bounds that follow from the ranges of the symbols alone, clamped to 64 bits. */
NjSymbolRange nj_facts_range(const NjFacts *f, NjAffine a);

NjAffine nj_affine_const(int64_t value);
NjAffine nj_affine_add(NjAffine a, NjAffine b);
NjAffine nj_affine_sub(NjAffine a, NjAffine b);
NjAffine nj_affine_scale(NjAffine a, int64_t factor);
NjAffine nj_affine_plus(NjAffine a, int64_t constant);
bool nj_affine_is_const(NjAffine a);

#endif

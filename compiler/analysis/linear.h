/* linear.h - linear forms over TIR expressions: constant + sum of factor * leaf.
 *
 * Leaves are LOCAL and SHAPE of a LOCAL. Unlike an NjAffine (affine.h) a linear form can be written
 * back as TIR, so that it serves for tests at run time; it stands for mathematical integers, and
 * the tests made of it include that its leaves are too small for an overflow. */
#ifndef NJ_COMPILER_ANALYSIS_LINEAR_H
#define NJ_COMPILER_ANALYSIS_LINEAR_H

#include "compiler/ir/tir.h"

enum { NJ_LINEAR_TERMS = 6 };

typedef struct NjLinearTerm {
    const NjTirExpr *leaf;
    int64_t factor;
} NjLinearTerm;

typedef struct NjLinear {
    bool is_valid;
    uint32_t n;
    int64_t constant;
    NjLinearTerm terms[NJ_LINEAR_TERMS];
} NjLinear;

NjLinear nj_linear_const(int64_t value);
NjLinear nj_linear_leaf(const NjTirExpr *leaf);
/* a + factor * b */
NjLinear nj_linear_add(NjLinear a, NjLinear b, int64_t factor);
bool nj_linear_same(NjLinear a, NjLinear b);
int64_t nj_linear_factor(const NjLinear *a, const NjTirLocal *local);
/* The form without the terms of a local. */
NjLinear nj_linear_without(NjLinear a, const NjTirLocal *local);
/* Linear form of an int expression; `resolve` maps a local to what it stands for (NULL result: a
 * leaf of its own), or says by *out_fails that it cannot be used. */
typedef const NjTirExpr *NjLinearResolve(void *ctx, const NjTirLocal *local, bool *out_fails);
NjLinear nj_linear_of(const NjTirExpr *e, NjLinearResolve *resolve, void *ctx);

/* A conjunction of tests, each made once. */
typedef struct NjLinearTest {
    NjArena *arena;
    const NjType *int_type, *bool_type;
    NjSpan span;
    NjTirExpr *holds; /* NULL: nothing to test yet */
    NjLinear done[32];
    uint32_t n;
    bool is_full; /* too many: do not use it */
} NjLinearTest;
/* Demands a >= 0. */
void nj_linear_demand(NjLinearTest *test, NjLinear a);
void nj_linear_demand_expr(NjLinearTest *test, NjTirExpr *condition);
NjTirExpr *nj_linear_expr(NjLinearTest *test, NjLinear a);

#endif

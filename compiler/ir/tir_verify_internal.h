/* tir_verify_internal.h - what the parts of the verifier share. */
#ifndef NJ_COMPILER_IR_TIR_VERIFY_INTERNAL_H
#define NJ_COMPILER_IR_TIR_VERIFY_INTERNAL_H

#include "compiler/ir/tir_verify.h"
#include "compiler/support/map.h"

typedef struct NjVerifier {
    NjArena *arena;
    NjTirStage stage;
    const NjTirFn *fn;
    NjMap seen;          /* expression and statement nodes: each has one parent */
    uint32_t loops;      /* around the statement in work */
    NjSpan span;         /* of the statement or expression in work */
    const char *where;   /* its kind */
    const char *verdict; /* NULL: no fault so far */
} NjVerifier;

/* Keeps the first fault. */
void nj_verify_fail(NjVerifier *v, const char *what);
/* States a rule; `what` is said when it does not hold. Returns `holds`. */
bool nj_verify_claim(NjVerifier *v, bool holds, const char *what);
/* The type must be the wanted one, up to the layout of arrays. */
void nj_verify_type(NjVerifier *v, const NjType *have, const NjType *want, const char *what);
void nj_verify_int64(NjVerifier *v, const NjTirExpr *x, const char *what);
bool nj_verify_is_int64(const NjType *t);
bool nj_verify_is_bool(const NjType *t);
/* One int64 subscript per dimension of the array `base`. */
void nj_verify_subs(NjVerifier *v, const NjTirExpr *base, const NjTirSub *subs, uint32_t n);
/* The local belongs to the function in work. */
void nj_verify_local(NjVerifier *v, const NjTirLocal *local);
/* The node itself; its operands have been checked. */
void nj_verify_node(NjVerifier *v, const NjTirExpr *x);

#endif

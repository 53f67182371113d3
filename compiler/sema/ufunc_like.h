/* ufunc_like.h - what the calls of @vectorize and @guvectorize functions share: those that run here
 * (ufunc_like.c) and those that become launches (cuda_ufunc.c). */
#ifndef NJ_COMPILER_SEMA_UFUNC_LIKE_H
#define NJ_COMPILER_SEMA_UFUNC_LIKE_H

#include "compiler/sema/sema.h"

enum { NJ_UFUNC_ARGS = 16 };

/* The core dimensions of one argument. */
typedef struct NjCoreDims {
    char names[8][8];
    unsigned n;
} NjCoreDims;

/* A @guvectorize function, called with certain types. */
typedef struct NjGufunc {
    NjCoreDims dims[NJ_UFUNC_ARGS]; /* inputs first */
    uint32_t inputs, total;
    const NjSignature *sig;
} NjGufunc;

/* 0 for a scalar. */
unsigned nj_ufunc_ndim(NjVal v);
/* The extents that the leading `loop` dimensions of the arguments broadcast to. */
void nj_ufunc_extents(NjWalk *w, const NjVal *args, const unsigned *core, uint32_t n, unsigned loop, NjVal *out,
                      NjSpan span);
/* Element (or sub-array) of an argument at the position `at` of the loop nest. */
NjVal nj_ufunc_pick(NjWalk *w, NjVal v, unsigned core, const NjVal *at, unsigned loop, bool broadcasts, NjSpan span);
/* The first signature whose dtypes the arguments fit; NULL: there are none. Reports when none fits: false. */
bool nj_ufunc_signature(NjWalk *w, const NjFuncDef *def, const NjVal *args, uint32_t n, const NjSignature **out,
                        NjSpan span);
/* What a call yields, found by building it into a block that is thrown away. */
const NjType *nj_ufunc_result(NjWalk *w, NjVal callee, const NjVal *args, uint32_t n, NjSpan span);

/* Layout and signature for n arguments, which are the inputs and maybe outputs. */
bool nj_gufunc_find(NjWalk *w, const NjFuncDef *def, const NjVal *args, uint32_t n, NjGufunc *out, NjSpan span);
/* Shape of output number i: the extents of the loops, then its core dimensions. */
bool nj_gufunc_shape(NjWalk *w, const NjGufunc *g, uint32_t i, const NjVal *inputs, const NjVal *extents, unsigned loop,
                     NjVal *shape, NjSpan span);
/* Emits checks: core dimensions of one name have one extent, in the inputs and the outputs that are given. */
void nj_gufunc_check(NjWalk *w, const NjFuncDef *def, const NjGufunc *g, const NjVal *args, NjSpan span);
/* Calls the function for one position of the loops: args are all inputs and outputs. */
NjVal nj_gufunc_call(NjWalk *w, NjVal callee, const NjGufunc *g, const NjVal *args, const NjVal *at, unsigned loop,
                     NjSpan span);

/* cuda_ufunc.c: the call of a function for CUDA; false: all arguments are scalars, call it here. */
bool nj_cuda_call_ufunc(NjWalk *w, NjVal callee, const NjVal *args, uint32_t n, NjVal out, NjVal stream,
                        NjVal *result, NjSpan span);

#endif

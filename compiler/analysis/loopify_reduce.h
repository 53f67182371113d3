/* loopify_reduce.h - what the files about reductions share, inside the pass `loopify`.
 *
 * loopify_reduce.c  the order of the loops
 * loopify_rows.c    sums of floats over several dimensions, in NumPy's order
 * loopify_arg.c     argmin, argmax */
#ifndef NJ_COMPILER_ANALYSIS_LOOPIFY_REDUCE_H
#define NJ_COMPILER_ANALYSIS_LOOPIFY_REDUCE_H

#include "compiler/analysis/loopify_internal.h"

typedef struct NjReduce {
    NjTirRedop op;
    const NjType *acc; /* scalar type of accumulator and result */
    NjLane *lane;      /* the operand; nothing in it broadcasts in an unknown way */
    uint32_t axes;
    bool keepdims;
    bool is_reversed;    /* the operand's dimensions are in the opposite order of the result's */
    bool is_buffered;    /* NumPy casts it piece by piece: rows are cut at NJ_LF_BUFFER elements */
    NjTirExpr *initial;  /* trivial, of type acc, or NULL */
    NjTirLocal *result;  /* over some axes: the array of results */
    NjTirLocal *scratch; /* for row sums, or NULL */
    uint8_t order[NPRT_MAX_DIMS]; /* dimensions as the loops nest; those known to be 1 left out */
    uint8_t n_order;
} NjReduce;

/* The element at the space's index, as the accumulator's type. */
NjTirExpr *nj_lf_reduce_element(NjLoopify *c, const NjReduce *r, NjSpace *s);
/* Storing into the result array; its subscripts at the space's index; making one of a scalar type.
 */
void nj_lf_store_result(NjLoopify *c, const NjReduce *r, const NjSpace *s, NjTirLocal *result,
                        NjTirExpr *value);
NjTirSub *nj_lf_result_subs(NjLoopify *c, const NjReduce *r, const NjSpace *s);
NjTirLocal *nj_lf_new_result(NjLoopify *c, const NjReduce *r, const NjType *type);

/* acc += the elements along the dimensions, at the space's other indices. More than one dimension:
 * the operand is a leaf. Allocates the scratch array unless `prepare` has. */
void nj_lf_sum_dims(NjLoopify *c, NjReduce *r, const NjSpace *s, const uint8_t *dims, unsigned n,
                    NjTirLocal *acc);
void nj_lf_prepare_sum(NjLoopify *c, NjReduce *r);

/* Into r->result. */
void nj_lf_reduce_axes(NjLoopify *c, NjReduce *r);
/* acc = acc op every element along the dimensions, one after another. */
void nj_lf_accumulate(NjLoopify *c, const NjReduce *r, const NjSpace *s, const uint8_t *dims,
                      unsigned n, NjTirLocal *acc);
/* The reduction as one row, when its operand is whole C arrays; false otherwise. */
bool nj_lf_flatten_all(NjLoopify *c, NjReduce *r);
/* One dimension of a plain array: worth a function that others share. */
bool nj_lf_is_plain_row(const NjLoopify *c, const NjReduce *r);
const char *nj_lf_redop_name(NjTirRedop op);
/* The operand as an array of its own. */
void nj_lf_settle_operand(NjLoopify *c, NjReduce *r, bool is_unequal);

NjTirLocal *nj_lf_arg_all(NjLoopify *c, NjReduce *r);
/* Into r->result. */
void nj_lf_arg_axis(NjLoopify *c, NjReduce *r);

#endif

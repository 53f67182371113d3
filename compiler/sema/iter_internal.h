/* iter_internal.h - what the parts of iteration share: iter.c (loops), iter_seq.c (what has positions),
 * comp.c (comprehensions). */
#ifndef NJ_COMPILER_SEMA_ITER_INTERNAL_H
#define NJ_COMPILER_SEMA_ITER_INTERNAL_H

#include "compiler/sema/sema.h"

/* The iterator behind a value of iterator type: known, or rebuilt from the parts it carries. NULL: a
 * generator expression that is not known here. */
NjIter *nj_iter_of(NjWalk *w, NjVal v, NjSpan span);
/* A tuple whose items have one type, which has values of its own. */
bool nj_iter_is_uniform(const NjType *tuple);
/* Such a tuple as a list, so that a loop can index it. */
NjVal nj_iter_list_of_tuple(NjWalk *w, NjVal tuple, NjSpan span);
/* list[index], the index not negative; checked only when asked for. */
NjVal nj_iter_list_item(NjWalk *w, NjVal list, NjVal index, bool check, NjSpan span);
/* len(range(start, stop, step)); the step is not 0. */
int64_t nj_iter_range_length(int64_t start, int64_t stop, int64_t step);
/* a op b on ints that do not overflow. */
NjTirExpr *nj_iter_int_op(NjWalk *w, NjTirBinop op, NjTirExpr *a, NjTirExpr *b);
/* Walks the loops of a comprehension (NJ_ITER_GENEXP) around the body. False, and nothing is done:
 * the body leaves its loop early, and there are several. */
bool nj_iter_genexp(NjWalk *w, const NjIter *it, const NjIterOptions *o, NjIterBody *body,
                    void *ctx);
/* The loop over a takewhile, or over an islice of something without positions; it has no else
 * clause. */
bool nj_iterate_limited(NjWalk *w, const NjIter *it, NjSpan span, const NjIterOptions *o,
                        NjIterBody *body, void *ctx);

#endif

/* iterables.h - building blocks over any iterable, shared by the tables (builtins_iter.c). */
#ifndef NJ_COMPILER_FUNCS_ITERABLES_H
#define NJ_COMPILER_FUNCS_ITERABLES_H

#include "compiler/sema/walk.h"

/* A value carried through a loop: acc = step(acc, item), from `start` on. Its type is found by
 * walking the loop. Returns the last value in a temporary. */
typedef NjVal NjFoldStep(NjWalk *w, NjVal acc, NjVal item, void *ctx);
NjVal nj_fold(NjWalk *w, NjVal iterable, NjVal start, NjFoldStep *step, void *ctx, NjSpan span);

/* dict(iterable of pairs) or set(iterable); `node` is the allocation site. */
NjVal nj_fill_site(NjWalk *w, const void *node, NjVal iterable, bool is_dict, NjSpan span);

/* dict[pair[0]] = pair[1] */
void nj_put_pair(NjWalk *w, NjVal dict, NjVal pair, NjSpan span);

#endif

/* np_internal.h - what the handlers of NumPy's functions (np_*.c) share.
 *
 * A handler types a call and builds it (func.h). Array results are mostly lazy elementwise trees,
 * which the pass loopify fuses; a value that is used twice is spilled first, so that it is computed
 * once. */
#ifndef NJ_COMPILER_FUNCS_NP_INTERNAL_H
#define NJ_COMPILER_FUNCS_NP_INTERNAL_H

#include "compiler/funcs/func.h"
#include "compiler/sema/sema.h"

/* Number of dimensions; scalars have none. */
unsigned nj_np_ndim(NjVal v);
bool nj_np_is_integral(NprtDtype d); /* integer or bool */

/* ---- arguments; false and nj_np_known's kind return false after reporting ---- */

/* An argument that decides types or shapes and so must be a constant. `what` names it. */
bool nj_np_known_int(NjWalk *w, NjVal v, NjSpan span, const char *what, int64_t *out);
bool nj_np_known_bool(NjWalk *w, NjVal v, NjSpan span, const char *what, bool *out);
bool nj_np_known_text(NjWalk *w, NjVal v, NjSpan span, const char *what, const char **out);
/* One axis, as a number from 0. */
bool nj_np_axis(NjWalk *w, NjVal axis, unsigned ndim, NjSpan span, unsigned *out);
/* dtype=: None (or not given) means `fallback`. */
bool nj_np_dtype_or(NjWalk *w, NjVal arg, NprtDtype fallback, NjSpan span, NprtDtype *out);
/* Was it given, and not None? */
bool nj_np_given(NjVal v);

/* ---- values ---- */

/* A Python scalar as the NumPy scalar of its default dtype; others as they are. */
NjVal nj_np_strong(NjWalk *w, NjVal v, NjSpan span);
/* out=: the result is stored there, and out is the value. `name` is the ufunc's, for the message.
 */
NjVal nj_np_into_out(NjWalk *w, NjVal result, NjVal out, const char *name, NjSpan span);
/* The extents that the operands broadcast to, `*out_n` of them; checked at run time. */
NjVal *nj_np_broadcast_shape(NjWalk *w, const NjVal *args, uint32_t n, NjSpan span,
                             uint32_t *out_n);
/* `fn` (any callable) applied to the elements of the broadcast arguments: one call an element.
 * Functions that return a tuple give a tuple of arrays. `dtypes`: of each result, NULL: as
 * returned. */
NjVal nj_np_map(NjWalk *w, NjVal fn, const NjVal *args, uint32_t n, const NprtDtype *dtypes,
                NjSpan span);
/* The same with a function of the prelude. */
NjVal nj_np_map_prelude(NjWalk *w, const char *file, const char *name, const NjVal *args,
                        uint32_t n, NjSpan span);
/* An array type of layout C. */
const NjType *nj_np_array_type(NjWalk *w, NprtDtype dtype, unsigned ndim);
/* Forgets what is known of a value, so that prelude functions are not specialised for it. */
NjVal nj_np_forget(NjVal v);
/* ndim-dimensional array, spilled. */
NjVal nj_np_array(NjWalk *w, NjVal v, unsigned min_ndim, NjSpan span);
/* The stride of a dimension in bytes; a view of the memory of `a` (spilled) as `dtype`, with any
 * shape and strides, `offset` bytes on. Unchecked. */
NjVal nj_np_stride(NjWalk *w, NjVal a, unsigned dim, NjSpan span);
NjVal nj_np_strided(NjWalk *w, NjVal a, NprtDtype dtype, const NjVal *shape, const NjVal *strides,
                    unsigned n, NjVal offset, NjSpan span);
/* ValueError (or `exc`) unless the condition holds. */
void nj_np_require(NjWalk *w, NjVal cond, NprtExcKind exc, const char *text, NjSpan span);

#endif

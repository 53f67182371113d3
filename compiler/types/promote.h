/* promote.h - NumPy's and Numba's casting rules, in one table.
 *
 * Sources: NumPy's promotion lattice (numpy.result_type) with NEP 50's weak Python scalars; Numba's
 * typing of scalar operators (numba.core.typing.builtins). Pure functions of types. */
#ifndef NJ_COMPILER_TYPES_PROMOTE_H
#define NJ_COMPILER_TYPES_PROMOTE_H

#include "compiler/types/type.h"

/* How a function treats numbers (design: two numeric models). */
typedef enum NjModel {
    NJ_MODEL_NUMPY, /* CPython 3.13 + NumPy 2 */
    NJ_MODEL_NUMBA  /* Numba's types: 64-bit accumulators, no overflow exceptions */
} NjModel;

/* numpy.promote_types of two dtypes, neither weak. int64 with uint64 gives float64. */
NprtDtype nj_promote_dtypes(NprtDtype a, NprtDtype b);

/* One operand of numpy.result_type: a dtype, or a Python scalar whose kind alone counts. */
typedef struct NjOperandType {
    NprtDtype dtype;
    bool weak;
} NjOperandType;

/* numpy.result_type with NEP 50: weak operands take part only when of a higher kind. All weak:
 * the default dtype (bool, int64, float64, complex128). n >= 1. */
NprtDtype nj_result_dtype(const NjOperandType *operands, unsigned n);

/* May `from` be cast to `to` under NumPy's 'safe' / 'same_kind' rule? */
bool nj_can_cast_safe(NprtDtype from, NprtDtype to);
bool nj_can_cast_same_kind(NprtDtype from, NprtDtype to);

/* Accumulator dtype of sum, prod, cumsum, cumprod: small ints widen to (u)int64, bool to int64. */
NprtDtype nj_sum_dtype(NprtDtype d);
/* Result of true division, mean, sqrt...: ints give float64 (8- and 16-bit ints a narrower float where
 * NumPy's loops say so, as in sqrt(int8) -> float16), floats stay. */
NprtDtype nj_inexact_dtype(NprtDtype d);

/* `to` is `from` with elements for the empty containers in it: list[list[?]] and list[list[int]]. */
bool nj_type_refines(const NjType *from, const NjType *to);

/* The type two values have where control flow joins, or NULL when there is none. int with float
 * gives float, None with T gives optional T, layouts meet, tuples and containers join elementwise. */
const NjType *nj_type_join(NjTypes *types, const NjType *a, const NjType *b);

/* Scalar type that a Numba-model function sees for a value of type t (int32 stays int32, np.int64 is
 * int64 = Python's int); and the type such a scalar has when it goes back to NumPy-model code. */
const NjType *nj_type_to_numba(NjTypes *types, const NjType *t);
const NjType *nj_type_from_numba(NjTypes *types, const NjType *t);

#endif

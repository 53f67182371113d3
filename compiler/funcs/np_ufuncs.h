/* np_ufuncs.h - what is known of NumPy's universal functions (the rows of ufuncs.def). */
#ifndef NJ_COMPILER_FUNCS_NP_UFUNCS_H
#define NJ_COMPILER_FUNCS_NP_UFUNCS_H

#include "compiler/funcs/np_internal.h"

/* The reduction that is the function's reduce and accumulate. */
typedef enum NjUfuncReduction {
    NJ_UF_RED_NONE = -1, /* one element after another through the function */
    NJ_UF_RED_SUM = NJ_RED_SUM,
    NJ_UF_RED_PROD = NJ_RED_PROD,
    NJ_UF_RED_MIN = NJ_RED_MIN,
    NJ_UF_RED_MAX = NJ_RED_MAX,
    NJ_UF_RED_ANY = NJ_RED_ANY,
    NJ_UF_RED_ALL = NJ_RED_ALL,
    NJ_UF_RED_FMIN = NJ_RED_FMIN,
    NJ_UF_RED_FMAX = NJ_RED_FMAX,
    NJ_UF_RED_AND = NJ_RED_AND,
    NJ_UF_RED_OR = NJ_RED_OR,
    NJ_UF_RED_XOR = NJ_RED_XOR
} NjUfuncReduction;

typedef enum NjUfuncIdentity {
    NJ_UF_ID_NONE,
    NJ_UF_ID_ZERO,
    NJ_UF_ID_ONE,
    NJ_UF_ID_TRUE,
    NJ_UF_ID_FALSE,
    NJ_UF_ID_ONES /* all bits: -1 */
} NjUfuncIdentity;

typedef struct NjUfunc {
    const char *name;
    uint8_t nin, nout;
    int op; /* for the function that builds it */
    NjUfuncReduction reduction;
    NjUfuncIdentity identity;
} NjUfunc;

/* The ufunc of a table row, or NULL. */
const NjUfunc *nj_ufunc_of_row(int32_t row);

/* The dtype that operands (arrays and scalars) meet in, in the model at hand. */
NprtDtype nj_np_common_dtype(NjWalk *w, const NjVal *a, uint32_t n);

#endif

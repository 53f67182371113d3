/* params.h - matching the arguments of a call to the parameter text of a row (func.h). */
#ifndef NJ_COMPILER_FUNCS_PARAMS_H
#define NJ_COMPILER_FUNCS_PARAMS_H

#include "compiler/funcs/func.h"

/* Fills out->args, rest, kw_* from positional and keyword arguments. Reports what does not match and
 * returns false. */
bool nj_params_match(NjWalk *w, const NjFuncRow *row, const NjVal *args, const NjSpan *spans, uint32_t n,
                     const NjName *const *kw_names, const NjVal *kw_vals, uint32_t n_kw, NjCall *out);

#endif

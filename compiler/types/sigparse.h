/* sigparse.h - Numba's signature strings: "float64(float64, int32[:, ::1])", "f8[:](i8)", "void(f4)". */
#ifndef NJ_COMPILER_TYPES_SIGPARSE_H
#define NJ_COMPILER_TYPES_SIGPARSE_H

#include "compiler/types/type.h"

/* Parses a signature: *out_result is NULL when only parameters are given ("(f8, f8)"). Types are those a
 * Numba-model function sees (int64 is Python's int). False on a syntax error; *out_error says what. */
bool nj_sig_parse(NjTypes *types, NjArena *arena, const char *text, const NjType **out_result,
                  const NjType ***out_params, uint32_t *out_n, const char **out_error);
/* One type: "float32[:, :]". NULL on an error. */
const NjType *nj_sig_parse_type(NjTypes *types, NjArena *arena, const char *text);
/* The dtype of a scalar type's name ("float64", "f8", "intp", "boolean"); false: not a scalar name. */
bool nj_sig_dtype(const char *name, size_t len, NprtDtype *out);

#endif

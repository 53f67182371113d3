/* linalg_api.h - numpy.linalg as generated code calls it (rows la_* of rtcalls.def).
 *
 * Operands are arrays of rank >= 2 whose last two dimensions are the matrices; leading dimensions
 * are a stack, and the results are stacks too. Results have the dtypes that the compiler gave them:
 * those of linalg.h. LinAlgError, ValueError or MemoryError is pending when a function returns 1.
 */
#ifndef NPRT_LINALG_API_H
#define NPRT_LINALG_API_H

#include "runtime/nprt.h"

#include <stdint.h>

int32_t nprt_la_api_inv(const NprtDesc *desc, const void *a, const NprtDesc *out_desc, void *out);
/* `b` of rank 1 is one vector, else it has matrices as `a`. */
int32_t nprt_la_api_solve(const NprtDesc *a_desc, const void *a, const NprtDesc *b_desc,
                          const void *b, const NprtDesc *out_desc, void *out);
int32_t nprt_la_api_det(const NprtDesc *desc, const void *a, const NprtDesc *out_desc, void *out);
int32_t nprt_la_api_slogdet(const NprtDesc *desc, const void *a, const NprtDesc *out_desc,
                            void *out);
int32_t nprt_la_api_cholesky(const NprtDesc *desc, const void *a, int64_t upper,
                             const NprtDesc *out_desc, void *out);
/* `mode` is an NprtLaQrMode; the result a tuple (q, r), for R the array r alone. */
int32_t nprt_la_api_qr(const NprtDesc *desc, const void *a, int64_t mode, const NprtDesc *out_desc,
                       void *out);
/* Tuple (w, v), or the array w alone. */
int32_t nprt_la_api_eig(const NprtDesc *desc, const void *a, const NprtDesc *out_desc, void *out);
int32_t nprt_la_api_eigh(const NprtDesc *desc, const void *a, int64_t upper,
                         const NprtDesc *out_desc, void *out);
/* Tuple (u, s, vh), or the array s alone. Flags 1: full matrices, 2: Hermitian. */
int32_t nprt_la_api_svd(const NprtDesc *desc, const void *a, int64_t flags,
                        const NprtDesc *out_desc, void *out);
/* Tuple (x, residuals, rank, s); a NaN as rcond means NumPy's default. No stacks. */
int32_t nprt_la_api_lstsq(const NprtDesc *a_desc, const void *a, const NprtDesc *b_desc,
                          const void *b, double rcond, const NprtDesc *out_desc, void *out);
int32_t nprt_la_api_pinv(const NprtDesc *desc, const void *a, double rcond, int64_t hermitian,
                         const NprtDesc *out_desc, void *out);
/* tol and rtol as in nprt_la_matrix_rank. */
int32_t nprt_la_api_rank(const NprtDesc *desc, const void *a, double tol, double rtol,
                         const NprtDesc *out_desc, void *out);
/* `norm` is an NprtLaNorm. Arrays of rank 1 are vectors. No stacks. */
int32_t nprt_la_api_norm(const NprtDesc *desc, const void *a, int64_t norm, double p,
                         const NprtDesc *out_desc, void *out);
int32_t nprt_la_api_cond(const NprtDesc *desc, const void *a, int64_t norm, double p,
                         const NprtDesc *out_desc, void *out);
int32_t nprt_la_api_power(const NprtDesc *desc, const void *a, int64_t n, const NprtDesc *out_desc,
                          void *out);

#endif

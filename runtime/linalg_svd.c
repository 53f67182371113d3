/* Singular value decompositions (LAPACK's dgesdd and zgesdd).
 *
 * Reflectors from both sides make the matrix bidiagonal, linalg_bidiagonal.c finds the values, and
 * the reflectors are applied to its vectors. A matrix much taller than wide is first reduced to the
 * R of its QR; one much wider than tall likewise, through its adjoint. The right vectors are kept
 * in the columns of V (A = U S V^H). */
#include "runtime/linalg_internal.h"

#include <string.h>

#include "runtime/linalg_blas.h"

enum { MOST_SINGLE = 32 }; /* row reflectors that are applied one by one */

#define LA_COMPLEX 0
#include "runtime/linalg_svd.inc.c"

#define LA_COMPLEX 1
#include "runtime/linalg_svd.inc.c"

int nprt_la_svd(NprtDtype type, const NprtLaMatrix *a, bool full, void *out_u, void *out_s,
                void *out_vt)
{
    return nprt_la_is_complex(type) ? svd_z(type, a, full, out_u, out_s, out_vt)
                                    : svd_d(type, a, full, out_u, out_s, out_vt);
}

int nprt_la_svd_hermitian(NprtDtype type, const NprtLaMatrix *a, void *out_u, void *out_s,
                          void *out_vt)
{
    return nprt_la_is_complex(type) ? svd_hermitian_z(type, a, out_u, out_s, out_vt)
                                    : svd_hermitian_d(type, a, out_u, out_s, out_vt);
}

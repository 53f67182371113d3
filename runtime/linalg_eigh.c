/* Eigenvalues and eigenvectors of symmetric and Hermitian matrices (LAPACK's dsyevd, zheevd).
 *
 * Reflectors turn the matrix tridiagonal, from the first column down when the lower triangle is
 * given and from the last one up when the upper is; linalg_tridiagonal.c does the rest. */
#include "runtime/linalg_internal.h"

#include <string.h>

#include "runtime/linalg_blas.h"

#define LA_COMPLEX 0
#include "runtime/linalg_eigh.inc.c"

#define LA_COMPLEX 1
#include "runtime/linalg_eigh.inc.c"

int nprt_la_eigh(NprtDtype type, const NprtLaMatrix *a, bool upper, void *out_w, void *out_v)
{
    return nprt_la_is_complex(type) ? eigh_z(type, a, upper, out_w, out_v)
                                    : eigh_d(type, a, upper, out_w, out_v);
}

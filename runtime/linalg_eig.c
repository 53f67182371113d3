/* Eigenvalues and eigenvectors of general matrices (LAPACK's dgeev and zgeev): balance, reduce to
 * Hessenberg form, iterate to Schur form (linalg_schur_*.c), take the vectors back, normalise. */
#include "runtime/linalg_internal.h"

#include <string.h>

#include "runtime/linalg_blas.h"

#define LA_COMPLEX 0
#include "runtime/linalg_eig.inc.c"

#define LA_COMPLEX 1
#include "runtime/linalg_eig.inc.c"

int nprt_la_eig(NprtDtype type, const NprtLaMatrix *a, void *out_w, void *out_v, bool *out_is_real)
{
    return nprt_la_is_complex(type) ? eig_z(type, a, out_w, out_v, out_is_real)
                                    : eig_d(type, a, out_w, out_v, out_is_real);
}

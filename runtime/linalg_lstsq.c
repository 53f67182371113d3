/* Least squares of minimal norm through singular values (LAPACK's gelsd).
 *
 * The matrix is made bidiagonal, going through R or L first where it is far from square; the
 * right-hand sides follow on the left, small singular values are dropped, and the solution comes
 * back on the right. */
#include "runtime/linalg_internal.h"

#include <string.h>

#define LA_COMPLEX 0
#include "runtime/linalg_lstsq.inc.c"

#define LA_COMPLEX 1
#include "runtime/linalg_lstsq.inc.c"

int nprt_la_lstsq(NprtDtype type, const NprtLaMatrix *a, const NprtLaMatrix *b, double rcond,
                  NprtLaLstsq *out)
{
    int status = nprt_la_is_complex(type) ? lstsq_z(type, a, b, rcond, out)
                                          : lstsq_d(type, a, b, rcond, out);
    return status == NPRT_LA_SVD_NO_CONVERGENCE ? NPRT_LA_LSTSQ_NO_CONVERGENCE : status;
}

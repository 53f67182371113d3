/* Cholesky factors. The lower one is computed; the upper one is that of the transposed matrix.
 *
 * Small matrices go column by column from the left (OpenBLAS's lapack/potf2), larger ones recurse
 * on halves so that the matrix product does the work. */
#include "runtime/linalg_internal.h"

#include "runtime/linalg_blas.h"

enum { LEAF = 32 };

#define LA_COMPLEX 0
#include "runtime/linalg_cholesky.inc.c"

#define LA_COMPLEX 1
#include "runtime/linalg_cholesky.inc.c"

int nprt_la_cholesky(NprtDtype type, const NprtLaMatrix *a, bool upper, void *out)
{
    return nprt_la_is_complex(type) ? cholesky_z(type, a, upper, out)
                                    : cholesky_d(type, a, upper, out);
}

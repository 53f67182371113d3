/* QR by Householder reflections (LAPACK's geqrf, orgqr and ormqr).
 *
 * A factored matrix holds R in its upper triangle and below it the vectors v of the reflectors
 * H_i = 1 - tau_i v v^H, whose leading 1 is not stored; Q = H_0 H_1 ... Large matrices are treated
 * in panels whose reflectors are applied together as 1 - V T V^H (Schreiber and Van Loan, SIAM J.
 * Sci. Stat. Comput. 10(1), 1989). */
#include "runtime/linalg_internal.h"

#include <string.h>

#include "runtime/linalg_blas.h"

enum {
    PANEL = 32,        /* reflectors applied together */
    LEAST_BLOCKED = 96 /* columns from which on that pays */
};

#define LA_COMPLEX 0
#include "runtime/linalg_qr.inc.c"

#define LA_COMPLEX 1
#include "runtime/linalg_qr.inc.c"

int nprt_la_qr(NprtDtype type, const NprtLaMatrix *a, NprtLaQrMode mode, void *out_q, void *out_r)
{
    return nprt_la_is_complex(type) ? qr_z(type, a, mode, out_q, out_r)
                                    : qr_d(type, a, mode, out_q, out_r);
}

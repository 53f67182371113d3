/* LU with row exchanges, and inv, solve, det and slogdet on top of it.
 *
 * Small matrices are factored column by column from the left and solved in blocks of four rows,
 * with each sum taken as OpenBLAS takes it (lapack/getf2/getf2.c, driver/level2/trsv_*.c,
 * kernel/generic/trsm_kernel_*.c), so that matrices up to 5 x 5 give NumPy's bits. Larger ones
 * recurse down to that on halves of the columns (Toledo, SIAM J. Matrix Anal. Appl. 18(4), 1997),
 * which leaves the work to the matrix product. */
#include "runtime/linalg_internal.h"

#include <string.h>

#include "runtime/linalg_blas.h"

enum {
    LEAF = 32,      /* columns that are not split further */
    SOLVE_ROWS = 4, /* rows a substitution treats as one block */
};

#define LA_COMPLEX 0
#include "runtime/linalg_lu.inc.c"

#define LA_COMPLEX 1
#include "runtime/linalg_lu.inc.c"

int nprt_la_inv(NprtDtype type, const NprtLaMatrix *a, void *out)
{
    return nprt_la_is_complex(type) ? invert_z(type, a, out) : invert_d(type, a, out);
}

int nprt_la_solve(NprtDtype type, const NprtLaMatrix *a, const NprtLaMatrix *b, void *out)
{
    return nprt_la_is_complex(type) ? solve_z(type, a, b, out) : solve_d(type, a, b, out);
}

int nprt_la_slogdet(NprtDtype type, const NprtLaMatrix *a, void *out_sign, void *out_logdet)
{
    NprtDtype result = nprt_la_result_type(type);
    double logdet, real_sign;
    NprtLaComplex complex_sign;
    int status;
    if (nprt_la_is_complex(type)) {
        status = sign_and_log_z(type, a, &complex_sign, &logdet);
        if (status == NPRT_LA_OK)
            nprt_la_store_z(result, &complex_sign, 1, 1, 1, out_sign);
    } else {
        status = sign_and_log_d(type, a, &real_sign, &logdet);
        if (status == NPRT_LA_OK)
            nprt_la_store_d(result, &real_sign, 1, 1, 1, out_sign);
    }
    if (status == NPRT_LA_OK)
        nprt_la_store_reals(result, &logdet, 1, out_logdet);
    return status;
}

/* NumPy's det is exp of slogdet too. */
int nprt_la_det(NprtDtype type, const NprtLaMatrix *a, void *out)
{
    NprtDtype result = nprt_la_result_type(type);
    double logdet, real_sign;
    NprtLaComplex complex_sign;
    int status;
    if (nprt_la_is_complex(type)) {
        status = sign_and_log_z(type, a, &complex_sign, &logdet);
        if (status != NPRT_LA_OK)
            return status;
        complex_sign = nprt_la_mul(complex_sign, nprt_la_complex(exp(logdet), 0));
        nprt_la_store_z(result, &complex_sign, 1, 1, 1, out);
    } else {
        status = sign_and_log_d(type, a, &real_sign, &logdet);
        if (status != NPRT_LA_OK)
            return status;
        real_sign *= exp(logdet);
        nprt_la_store_d(result, &real_sign, 1, 1, 1, out);
    }
    return NPRT_LA_OK;
}

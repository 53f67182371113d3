/* Products of matrices: C = A B with operands of any strides.
 *
 * Large products follow Goto and van de Geijn (ACM TOMS 34(3), 2008): blocks of A and B are packed
 * into panels as wide as a tile, and a kernel multiplies a panel of A by a panel of B. Small ones
 * skip the packing. Where a BLAS library is present, the largest go there. */
#include "runtime/linalg_internal.h"

#include <stdlib.h>
#include <string.h>

#include "runtime/linalg_blas.h"

/* Blocks of A (BLOCK_M x BLOCK_K) stay in the second-level cache, of B in the third. BLOCK_M is a
 * multiple of every tile's rows. */
enum {
    BLOCK_M = 96,
    BLOCK_N = 1536,
    BLOCK_K = 256,
    SMALL_B = 1024,    /* elements of B a small product may copy */
    STACK_REALS = 4096 /* packed operands up to this size need no heap */
};

/* For real elements; a complex product needs the packing to have vectors. */
static bool is_small(const NprtLaProduct *p)
{
    return p->k * p->n <= SMALL_B;
}

static int64_t min64(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static int64_t round_up(int64_t n, int64_t unit)
{
    return (n + unit - 1) / unit * unit;
}

#define REAL       float
#define IS_COMPLEX 0
#define NAME(f)    f##_f
#define KERNELS    NprtLaKernelsF
#define KERNEL_SET (nprt_la_kernels()->f)
#define BLAS_TYPE  NPRT_F32
#include "runtime/linalg_gemm.inc.c"

#define REAL       double
#define IS_COMPLEX 0
#define NAME(f)    f##_d
#define KERNELS    NprtLaKernelsD
#define KERNEL_SET (nprt_la_kernels()->d)
#define BLAS_TYPE  NPRT_F64
#include "runtime/linalg_gemm.inc.c"

#define REAL       float
#define IS_COMPLEX 1
#define NAME(f)    f##_c
#define KERNELS    NprtLaKernelsF
#define KERNEL_SET (nprt_la_kernels()->f)
#define BLAS_TYPE  NPRT_C64
#include "runtime/linalg_gemm.inc.c"

#define REAL       double
#define IS_COMPLEX 1
#define NAME(f)    f##_z
#define KERNELS    NprtLaKernelsD
#define KERNEL_SET (nprt_la_kernels()->d)
#define BLAS_TYPE  NPRT_C128
#include "runtime/linalg_gemm.inc.c"

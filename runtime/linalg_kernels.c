/* The kernels for any machine, on vectors the compiler splits as it must, and the choice of a set.
 */
#include "runtime/linalg_kernels.h"

#include <stdatomic.h>
#include <string.h>

#define TARGET
#define ROWS                4
#define FOR_ROWS(X)         X(0) X(1) X(2) X(3)
#define COMPLEX_ROWS        2
#define FOR_COMPLEX_ROWS(X) X(0) X(1)

typedef float Float4 __attribute__((vector_size(16)));
typedef float Float8 __attribute__((vector_size(32)));
typedef double Double2 __attribute__((vector_size(16)));
typedef double Double4 __attribute__((vector_size(32)));

/* Vectors at any address. */
typedef float LooseFloat4 __attribute__((vector_size(16), aligned(4), may_alias));
typedef float LooseFloat8 __attribute__((vector_size(32), aligned(4), may_alias));
typedef double LooseDouble2 __attribute__((vector_size(16), aligned(8), may_alias));
typedef double LooseDouble4 __attribute__((vector_size(32), aligned(8), may_alias));

#define REAL           float
#define KERNELS        NprtLaKernelsF
#define NAME(f)        f##_f
#define V              Float4
#define LANES          4
#define V_LOAD(p)      (*(const LooseFloat4 *)(p))
#define V_STORE(p, v)  (*(LooseFloat4 *)(p) = (v))
#define V_SET(x)       ((V){x, x, x, x})
#define V_FMA(a, b, c) ((a) * (b) + (c))
#define H              Float8
#define HALF_LANES     8
#define H_LOAD(p)      (*(const LooseFloat8 *)(p))
#define H_STORE(p, v)  (*(LooseFloat8 *)(p) = (v))
#define H_SET(x)       ((H){x, x, x, x, x, x, x, x})
#define H_FMA(a, b, c) ((a) * (b) + (c))
#define S_FMA(a, b, c) ((a) * (b) + (c))
#include "runtime/linalg_kernels.inc.c"

#define REAL           double
#define KERNELS        NprtLaKernelsD
#define NAME(f)        f##_d
#define V              Double2
#define LANES          2
#define V_LOAD(p)      (*(const LooseDouble2 *)(p))
#define V_STORE(p, v)  (*(LooseDouble2 *)(p) = (v))
#define V_SET(x)       ((V){x, x})
#define V_FMA(a, b, c) ((a) * (b) + (c))
#define H              Double4
#define HALF_LANES     4
#define H_LOAD(p)      (*(const LooseDouble4 *)(p))
#define H_STORE(p, v)  (*(LooseDouble4 *)(p) = (v))
#define H_SET(x)       ((H){x, x, x, x})
#define H_FMA(a, b, c) ((a) * (b) + (c))
#define S_FMA(a, b, c) ((a) * (b) + (c))
#include "runtime/linalg_kernels.inc.c"

const NprtLaKernels nprt_la_kernels_generic = {"generic", &kernels_f, &kernels_d};

static const NprtLaKernels *choose(void)
{
#if defined(__x86_64__)
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("fma"))
        return &nprt_la_kernels_avx512;
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        return &nprt_la_kernels_avx2;
#endif
    return &nprt_la_kernels_generic;
}

const NprtLaKernels *nprt_la_kernels(void)
{
    /* Threads that race here all store the same value. */
    static _Atomic(const NprtLaKernels *) chosen;
    const NprtLaKernels *kernels = atomic_load_explicit(&chosen, memory_order_relaxed);
    if (!kernels) {
        kernels = choose();
        atomic_store_explicit(&chosen, kernels, memory_order_relaxed);
    }
    return kernels;
}

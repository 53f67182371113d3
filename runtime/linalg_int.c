/* Products of integers (wrapping) and of bools (or of ands), of any strides.
 *
 * A panel of B, 64 bytes wide, is copied together and met by four rows of A at a time. Signed and
 * unsigned elements of one width share the code: the low bits of a product do not know the sign. */
#include "runtime/linalg_internal.h"

#include <stdlib.h>
#include <string.h>

/* GCC and Clang build the loops for several instruction sets and let the loader choose; it does so
 * before the thread sanitizer is ready. */
#ifdef __has_feature
#if __has_feature(thread_sanitizer)
#define NO_CLONES
#endif
#endif
#if defined(__x86_64__) && defined(__gnu_linux__) && !defined(__SANITIZE_THREAD__) &&              \
    !defined(NO_CLONES)
#define CLONES __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define CLONES
#endif

enum { PANEL_BYTES = 64, PANEL_ROWS = 4 };

#define ELEM      uint8_t
#define NAME(f)   f##_bool
#define MUL(a, b) ((a) & (b))
#define ADD(a, b) ((a) | (b))
#include "runtime/linalg_int.inc.c"

#define ELEM      uint8_t
#define NAME(f)   f##_8
#define MUL(a, b) ((a) * (b))
#define ADD(a, b) ((a) + (b))
#include "runtime/linalg_int.inc.c"

#define ELEM      uint16_t
#define NAME(f)   f##_16
#define MUL(a, b) ((a) * (b))
#define ADD(a, b) ((a) + (b))
#include "runtime/linalg_int.inc.c"

#define ELEM      uint32_t
#define NAME(f)   f##_32
#define MUL(a, b) ((a) * (b))
#define ADD(a, b) ((a) + (b))
#include "runtime/linalg_int.inc.c"

#define ELEM      uint64_t
#define NAME(f)   f##_64
#define MUL(a, b) ((a) * (b))
#define ADD(a, b) ((a) + (b))
#include "runtime/linalg_int.inc.c"

int nprt_la_int_gemm(NprtDtype type, const NprtLaMatrix *a, const NprtLaMatrix *b, void *out)
{
    void *panel = aligned_alloc(PANEL_BYTES, (size_t)(a->cols + 1) * PANEL_BYTES);
    if (!panel)
        return NPRT_LA_NOMEM;
    if (type == NPRT_BOOL)
        multiply_bool(a, b, panel, out);
    else if (nprt_la_size(type) == 1)
        multiply_8(a, b, panel, out);
    else if (nprt_la_size(type) == 2)
        multiply_16(a, b, panel, out);
    else if (nprt_la_size(type) == 4)
        multiply_32(a, b, panel, out);
    else
        multiply_64(a, b, panel, out);
    free(panel);
    return NPRT_LA_OK;
}

void nprt_la_int_dot(NprtDtype type, const NprtLaVector *x, const NprtLaVector *y, void *out)
{
    if (type == NPRT_BOOL)
        dot_bool(x, y, out);
    else if (nprt_la_size(type) == 1)
        dot_8(x, y, out);
    else if (nprt_la_size(type) == 2)
        dot_16(x, y, out);
    else if (nprt_la_size(type) == 4)
        dot_32(x, y, out);
    else
        dot_64(x, y, out);
}

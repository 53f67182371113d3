/* Work memory, conversion between dtypes and the working types, texts. */
#include "runtime/linalg_internal.h"

#include <stdlib.h>
#include <string.h>

#include "runtime/linalg_blas.h"

const char *nprt_la_status_text(int status)
{
    switch ((NprtLaStatus)status) {
    case NPRT_LA_OK:
        return "";
    case NPRT_LA_SINGULAR:
        return "Singular matrix";
    case NPRT_LA_NOT_PD:
        return "Matrix is not positive definite";
    case NPRT_LA_NO_CONVERGENCE:
        return "Eigenvalues did not converge";
    case NPRT_LA_SVD_NO_CONVERGENCE:
        return "SVD did not converge";
    case NPRT_LA_LSTSQ_NO_CONVERGENCE:
        return "SVD did not converge in Linear Least Squares";
    case NPRT_LA_NOT_FINITE:
        return "Array must not contain infs or NaNs";
    case NPRT_LA_EMPTY:
        return "cond is not defined on empty arrays";
    case NPRT_LA_NO_MINIMUM:
        return "zero-size array to reduction operation minimum which has no identity";
    case NPRT_LA_BAD_ORDER:
        return "Invalid norm order for matrices.";
    case NPRT_LA_NOMEM:
        return "out of memory";
    }
    return "";
}

NprtExcKind nprt_la_status_kind(int status)
{
    if (status == NPRT_LA_NOMEM)
        return NPRT_EXC_MEMORY_ERROR;
    if (status == NPRT_LA_BAD_ORDER || status == NPRT_LA_NO_MINIMUM)
        return NPRT_EXC_VALUE_ERROR;
    return NPRT_EXC_LINALG_ERROR;
}

const char *nprt_la_backend_name(void)
{
    return nprt_la_blas_name();
}

/* ---- division ----------------------------------------------------------------------------------
 */

/* (a + b r) t, where r = d / c may have vanished. */
static double quotient_part(double a, double b, double c, double d, double r, double t)
{
    if (r == 0)
        return (a + d * (b / c)) * t;
    double br = b * r;
    return br != 0 ? (a + br) * t : a * t + b * t * r;
}

/* Baudin and Smith, "A robust complex division in Scilab", 2012. */
NprtLaComplex nprt_la_div(NprtLaComplex x, NprtLaComplex y)
{
    double a = creal(x), b = cimag(x), c = creal(y), d = cimag(y), scale = 1;
    double most_x = fmax(fabs(a), fabs(b)), most_y = fmax(fabs(c), fabs(d));
    const double huge = DBL_MAX / 2, tiny = LA_SAFE_MIN * 2 / LA_EPS, up = 2 / (LA_EPS * LA_EPS);
    double x_factor = most_x >= huge ? 0.5 : most_x <= tiny ? up : 1;
    double y_factor = most_y >= huge ? 0.5 : most_y <= tiny ? up : 1;
    if (x_factor != 1 || y_factor != 1) {
        a *= x_factor;
        b *= x_factor;
        c *= y_factor;
        d *= y_factor;
        scale = y_factor / x_factor;
    }
    if (fabs(cimag(y)) <= fabs(creal(y))) {
        double r = d / c, t = 1 / (c + d * r);
        return scale *
               nprt_la_complex(quotient_part(a, b, c, d, r, t), quotient_part(b, -a, c, d, r, t));
    }
    double r = c / d, t = 1 / (d + c * r);
    return scale *
           nprt_la_complex(quotient_part(b, a, d, c, r, t), -quotient_part(a, -b, d, c, r, t));
}

/* ---- work memory ---------------------------------------------------------------------------- */

typedef struct NprtLaBlock {
    struct NprtLaBlock *next;
} NprtLaBlock;

enum { ALIGNMENT = 64 };

void nprt_la_work_init(NprtLaWork *work)
{
    work->blocks = NULL;
    work->used = 0;
    work->failed = false;
}

void nprt_la_work_fini(NprtLaWork *work)
{
    for (NprtLaBlock *block = work->blocks, *next; block; block = next) {
        next = block->next;
        free(block);
    }
    work->blocks = NULL;
}

void *nprt_la_work_alloc(NprtLaWork *work, int64_t count, size_t size)
{
    if (count < 1)
        count = 1;
    if ((uint64_t)count > (SIZE_MAX / 4) / size) {
        work->failed = true;
        return NULL;
    }
    size_t bytes = ((size_t)count * size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    if (bytes <= sizeof work->room - work->used) {
        void *piece = work->room + work->used;
        work->used += bytes;
        return piece;
    }
    NprtLaBlock *block = aligned_alloc(ALIGNMENT, ALIGNMENT + bytes);
    if (!block) {
        work->failed = true;
        return NULL;
    }
    block->next = work->blocks;
    work->blocks = block;
    return (char *)block + ALIGNMENT;
}

/* ---- conversion ----------------------------------------------------------------------------- */

NprtDtype nprt_la_result_type(NprtDtype type)
{
    if (type == NPRT_F32 || type == NPRT_C64 || type == NPRT_C128)
        return type;
    return NPRT_F64;
}

int64_t nprt_la_size(NprtDtype type)
{
    static const unsigned char bytes[] = {
#define DTYPE(E, name, ctype, size, kind, bits, chr) size,
#include "runtime/dtypes.def"
#undef DTYPE
    };
    return bytes[type];
}

float nprt_la_half_to_float(uint16_t half)
{
    uint32_t sign = (uint32_t)(half & 0x8000) << 16, exponent = half >> 10 & 31,
             mantissa = half & 1023;
    float value;
    if (exponent == 0) {
        value = (float)mantissa * 0x1p-24f;
        return sign ? -value : value;
    }
    uint32_t bits = sign | (exponent == 31 ? 255u : exponent + 112) << 23 | mantissa << 13;
    memcpy(&value, &bits, sizeof value);
    return value;
}

uint16_t nprt_la_float_to_half(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    uint16_t sign = (uint16_t)(bits >> 16 & 0x8000);
    float size = fabsf(value);
    if (isnan(value))
        return (uint16_t)(sign | 0x7e00);
    if (size >= 65520.0f)
        return sign | 0x7c00;
    if (size < 0x1p-14f) /* in units of 2^-24; adding 2^23 rounds to nearest even */
        return (uint16_t)(sign | (uint16_t)((size * 0x1p24f + 0x1p23f) - 0x1p23f));
    bits = (bits & 0x7fffffff) - (112u << 23);
    return (uint16_t)(sign | (bits + 0xfff + (bits >> 13 & 1)) >> 13);
}

/* Runs `body` with `value` as each element of the matrix in turn, of C type ctype. */
#define FOR_EACH(ctype, body)                                                                      \
    for (int64_t j = 0; j < a->cols; j++) {                                                        \
        const char *at = (const char *)a->data + j * a->col_stride;                                \
        for (int64_t i = 0; i < a->rows; i++, at += a->row_stride) {                               \
            ctype value;                                                                           \
            memcpy(&value, at, sizeof value);                                                      \
            body                                                                                   \
        }                                                                                          \
    }

void nprt_la_load_d(NprtDtype type, const NprtLaMatrix *a, double *to, int64_t ld)
{
    switch (type) {
#define LOAD(E, ctype)                                                                             \
    case NPRT_##E:                                                                                 \
        FOR_EACH(ctype, to[i + j * ld] = (double)value;)                                           \
        break;
        LOAD(BOOL, uint8_t)
        LOAD(I8, int8_t)
        LOAD(I16, int16_t)
        LOAD(I32, int32_t)
        LOAD(I64, int64_t)
        LOAD(U8, uint8_t)
        LOAD(U16, uint16_t)
        LOAD(U32, uint32_t)
        LOAD(U64, uint64_t)
        LOAD(F32, float)
        LOAD(F64, double)
#undef LOAD
    case NPRT_F16:
        FOR_EACH(uint16_t, to[i + j * ld] = (double)nprt_la_half_to_float(value);)
        break;
    case NPRT_C64:
    case NPRT_C128:
    case NPRT_DTYPE_COUNT:
        break;
    }
}

void nprt_la_load_z(NprtDtype type, const NprtLaMatrix *a, NprtLaComplex *to, int64_t ld)
{
    if (type == NPRT_C64) {
        FOR_EACH(NprtC64, to[i + j * ld] = nprt_la_complex((double)value.re, (double)value.im);)
    } else {
        FOR_EACH(NprtC128, to[i + j * ld] = nprt_la_complex(value.re, value.im);)
    }
}

void nprt_la_store_d(NprtDtype type, const double *from, int64_t ld, int64_t rows, int64_t cols,
                     void *to)
{
    for (int64_t i = 0; i < rows; i++) {
        for (int64_t j = 0; j < cols; j++) {
            if (type == NPRT_F32)
                ((float *)to)[i * cols + j] = (float)from[i + j * ld];
            else
                ((double *)to)[i * cols + j] = from[i + j * ld];
        }
    }
}

void nprt_la_store_z(NprtDtype type, const NprtLaComplex *from, int64_t ld, int64_t rows,
                     int64_t cols, void *to)
{
    for (int64_t i = 0; i < rows; i++) {
        for (int64_t j = 0; j < cols; j++) {
            NprtLaComplex value = from[i + j * ld];
            if (type == NPRT_C64)
                ((NprtC64 *)to)[i * cols + j] = (NprtC64){(float)creal(value), (float)cimag(value)};
            else
                ((NprtC128 *)to)[i * cols + j] = (NprtC128){creal(value), cimag(value)};
        }
    }
}

void nprt_la_store_reals(NprtDtype type, const double *from, int64_t count, void *to)
{
    nprt_la_store_d(nprt_la_real_type(type), from, 1, count, 1, to);
}

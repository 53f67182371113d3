/* The public products: sorts operands by dtype and layout and hands them to the kernels.
 *
 * As NumPy does, a product with a single row or column goes through gemv and one with both through
 * dot, so that the sums are taken in the same order. */
#include "runtime/linalg_internal.h"

#include <stdlib.h>
#include <string.h>

#include "runtime/linalg_blas.h"

static bool is_floating(NprtDtype type)
{
    return type >= NPRT_F32;
}

static bool is_integer(NprtDtype type)
{
    return type < NPRT_F16;
}

/* ---- operands ------------------------------------------------------------------------------- */

/* Copies rows x cols elements of `size` bytes together, row by row. */
static void copy_matrix(const NprtLaMatrix *a, int64_t size, char *to)
{
    for (int64_t i = 0; i < a->rows; i++) {
        const char *row = (const char *)a->data + i * a->row_stride;
        for (int64_t j = 0; j < a->cols; j++, to += size)
            memcpy(to, row + j * a->col_stride, (size_t)size);
    }
}

/* `a`, or a C-contiguous copy in work memory where its strides or address are no whole elements, or
 * where neither rows nor columns are contiguous and `need_unit`. False without memory. */
static bool tidy(NprtLaWork *work, NprtDtype type, const NprtLaMatrix *a, bool need_unit,
                 NprtLaMatrix *out)
{
    int64_t size = nprt_la_size(type), part = nprt_la_is_complex(type) ? size / 2 : size;
    bool is_whole = a->row_stride % size == 0 && a->col_stride % size == 0 &&
                    (uintptr_t)a->data % (uintptr_t)part == 0;
    bool has_unit = a->row_stride == size || a->col_stride == size;
    *out = *a;
    if (is_whole && (has_unit || !need_unit))
        return true;
    char *copy = nprt_la_work_alloc(work, a->rows * a->cols, (size_t)size);
    if (!copy)
        return false;
    copy_matrix(a, size, copy);
    out->data = copy;
    out->row_stride = a->cols * size;
    out->col_stride = size;
    return true;
}

static NprtLaMatrix column_of(const NprtLaVector *x)
{
    return (NprtLaMatrix){x->data, x->count, 1, x->stride, x->stride};
}

/* The elements of x side by side: in place or as a copy. NULL without memory. */
static const void *line_up(NprtLaWork *work, NprtDtype type, const NprtLaVector *x)
{
    int64_t size = nprt_la_size(type), part = nprt_la_is_complex(type) ? size / 2 : size;
    if (x->stride == size && (uintptr_t)x->data % (uintptr_t)part == 0)
        return x->data;
    char *copy = nprt_la_work_alloc(work, x->count, (size_t)size);
    if (copy) {
        NprtLaMatrix column = column_of(x);
        copy_matrix(&column, size, copy);
    }
    return copy;
}

/* float16 as float32, C-contiguous. */
static bool widen(NprtLaWork *work, const NprtLaMatrix *a, NprtLaMatrix *out)
{
    float *to = nprt_la_work_alloc(work, a->rows * a->cols, sizeof(float));
    if (!to)
        return false;
    *out = (NprtLaMatrix){to, a->rows, a->cols, a->cols * (int64_t)sizeof(float), sizeof(float)};
    for (int64_t i = 0; i < a->rows; i++) {
        for (int64_t j = 0; j < a->cols; j++) {
            uint16_t half;
            const char *at = (const char *)a->data + i * a->row_stride + j * a->col_stride;
            memcpy(&half, at, sizeof half);
            *to++ = nprt_la_half_to_float(half);
        }
    }
    return true;
}

/* ---- dot ------------------------------------------------------------------------------------ */

/* Strided elements in the order of OpenBLAS: two sums that take pairs in turn
 * (kernel/x86_64/ddot.c).
 */
#define STRIDED_DOT(NAME, REAL)                                                                    \
    static REAL NAME(const NprtLaVector *x, const NprtLaVector *y)                                 \
    {                                                                                              \
        REAL even = 0, odd = 0;                                                                    \
        const char *px = x->data, *py = y->data;                                                   \
        for (int64_t i = 0; i < x->count; i++) {                                                   \
            REAL xi, yi;                                                                           \
            memcpy(&xi, px + i * x->stride, sizeof xi);                                            \
            memcpy(&yi, py + i * y->stride, sizeof yi);                                            \
            if (i % 4 == 0 && i + 4 <= x->count) {                                                 \
                REAL x4[3], y4[3];                                                                 \
                for (int64_t j = 1; j < 4; j++) {                                                  \
                    memcpy(&x4[j - 1], px + (i + j) * x->stride, sizeof xi);                       \
                    memcpy(&y4[j - 1], py + (i + j) * y->stride, sizeof yi);                       \
                }                                                                                  \
                even += xi * yi + x4[1] * y4[1];                                                   \
                odd += x4[0] * y4[0] + x4[2] * y4[2];                                              \
                i += 3;                                                                            \
            } else {                                                                               \
                even += xi * yi;                                                                   \
            }                                                                                      \
        }                                                                                          \
        return even + odd;                                                                         \
    }
STRIDED_DOT(strided_dot_f, float)
STRIDED_DOT(strided_dot_d, double)

/* Sum of x[i] * y[i] for complex numbers made of REALs; x conjugated if `conj`. */
#define COMPLEX_DOT(NAME, REAL, KERNEL)                                                            \
    static void NAME(const NprtLaVector *x, const NprtLaVector *y, bool conj, REAL *out)           \
    {                                                                                              \
        const int64_t size = 2 * (int64_t)sizeof(REAL);                                            \
        REAL sums[4] = {0, 0, 0, 0};                                                               \
        bool dense = x->stride == size && y->stride == size;                                       \
        if (dense && ((uintptr_t)x->data | (uintptr_t)y->data) % sizeof(REAL) == 0) {              \
            KERNEL(x->count, x->data, y->data, sums);                                              \
        } else {                                                                                   \
            for (int64_t i = 0; i < x->count; i++) {                                               \
                REAL a[2], b[2];                                                                   \
                memcpy(a, (const char *)x->data + i * x->stride, sizeof a);                        \
                memcpy(b, (const char *)y->data + i * y->stride, sizeof b);                        \
                sums[0] += a[0] * b[0];                                                            \
                sums[1] += a[1] * b[1];                                                            \
                sums[2] += a[0] * b[1];                                                            \
                sums[3] += a[1] * b[0];                                                            \
            }                                                                                      \
        }                                                                                          \
        out[0] = conj ? sums[0] + sums[1] : sums[0] - sums[1];                                     \
        out[1] = conj ? sums[2] - sums[3] : sums[2] + sums[3];                                     \
    }
COMPLEX_DOT(complex_dot_c, float, nprt_la_complex_dot_f)
COMPLEX_DOT(complex_dot_z, double, nprt_la_complex_dot_d)

static void half_dot(const NprtLaVector *x, const NprtLaVector *y, void *out)
{
    float sum = 0;
    for (int64_t i = 0; i < x->count; i++) {
        uint16_t xi, yi;
        memcpy(&xi, (const char *)x->data + i * x->stride, sizeof xi);
        memcpy(&yi, (const char *)y->data + i * y->stride, sizeof yi);
        sum += nprt_la_half_to_float(xi) * nprt_la_half_to_float(yi);
    }
    *(uint16_t *)out = nprt_la_float_to_half(sum);
}

static bool is_contiguous(const NprtLaVector *x, int64_t size)
{
    return x->stride == size && (uintptr_t)x->data % (uintptr_t)size == 0;
}

static int any_dot(NprtDtype type, const NprtLaVector *x, const NprtLaVector *y, bool conj,
                   void *out)
{
    int64_t size = nprt_la_size(type);
    bool contiguous = is_contiguous(x, size) && is_contiguous(y, size);
    if (is_integer(type))
        nprt_la_int_dot(type, x, y, out);
    else if (type == NPRT_F16)
        half_dot(x, y, out);
    else if (type == NPRT_F32)
        *(float *)out = contiguous ? nprt_la_kernels()->f->dot(x->count, x->data, y->data)
                                   : strided_dot_f(x, y);
    else if (type == NPRT_F64)
        *(double *)out = contiguous ? nprt_la_kernels()->d->dot(x->count, x->data, y->data)
                                    : strided_dot_d(x, y);
    else if (type == NPRT_C64)
        complex_dot_c(x, y, conj, out);
    else
        complex_dot_z(x, y, conj, out);
    return NPRT_LA_OK;
}

int nprt_la_dot(NprtDtype type, const NprtLaVector *x, const NprtLaVector *y, void *out)
{
    return any_dot(type, x, y, false, out);
}

/* np.vdot flattens its operands first, so that its sums are those of contiguous ones. */
int nprt_la_vdot(NprtDtype type, const NprtLaVector *x, const NprtLaVector *y, void *out)
{
    NprtLaWork work;
    nprt_la_work_init(&work);
    int64_t size = nprt_la_size(type);
    NprtLaVector dense_x = {line_up(&work, type, x), x->count, size};
    NprtLaVector dense_y = {line_up(&work, type, y), y->count, size};
    int status = work.failed ? NPRT_LA_NOMEM : any_dot(type, &dense_x, &dense_y, true, out);
    nprt_la_work_fini(&work);
    return status;
}

/* ---- gemv ----------------------------------------------------------------------------------- */

static int floating_gemv(NprtLaWork *work, NprtDtype type, const NprtLaMatrix *given,
                         const NprtLaVector *vector, void *out)
{
    int64_t size = nprt_la_size(type);
    NprtLaMatrix a;
    const void *x = line_up(work, type, vector);
    if (!x || !tidy(work, type, given, true, &a))
        return NPRT_LA_NOMEM;
    int64_t row = a.row_stride / size, col = a.col_stride / size;
    if (col == 1 && row >= a.cols && row > 0 &&
        nprt_la_blas_gemv(type, a.rows, a.cols, a.data, row, x, out))
        return NPRT_LA_OK;
    memset(out, 0, (size_t)(a.rows * size));
    if (nprt_la_is_complex(type)) {
        NprtLaComplexGemv g = {.a = a.data, .x = x, .y = out};
        g.m = col == 1 ? a.cols : a.rows;
        g.n = col == 1 ? a.rows : a.cols;
        g.lda = col == 1 ? row : col;
        if (type == NPRT_C64 && col == 1)
            nprt_la_complex_gemv_t_f(&g);
        else if (type == NPRT_C64)
            nprt_la_complex_gemv_n_f(&g, 1);
        else if (col == 1)
            nprt_la_complex_gemv_t_d(&g);
        else
            nprt_la_complex_gemv_n_d(&g, 1);
        return NPRT_LA_OK;
    }
    if (type == NPRT_F32 && col == 1)
        nprt_la_kernels()->f->gemv_t(a.cols, a.rows, a.data, row, x, out);
    else if (type == NPRT_F32)
        nprt_la_kernels()->f->gemv_n(a.rows, a.cols, 1, a.data, col, x, out);
    else if (col == 1)
        nprt_la_kernels()->d->gemv_t(a.cols, a.rows, a.data, row, x, out);
    else
        nprt_la_kernels()->d->gemv_n(a.rows, a.cols, 1, a.data, col, x, out);
    return NPRT_LA_OK;
}

int nprt_la_gemv(NprtDtype type, const NprtLaMatrix *a, const NprtLaVector *x, void *out)
{
    if (a->rows == 1) {
        NprtLaVector row = {a->data, a->cols, a->col_stride};
        return nprt_la_dot(type, &row, x, out);
    }
    if (!is_floating(type)) {
        NprtLaMatrix column = column_of(x);
        return nprt_la_gemm(type, a, &column, out);
    }
    NprtLaWork work;
    nprt_la_work_init(&work);
    int status = floating_gemv(&work, type, a, x, out);
    nprt_la_work_fini(&work);
    return status;
}

/* ---- gemm ----------------------------------------------------------------------------------- */

static int floating_gemm(NprtLaWork *work, NprtDtype type, const NprtLaMatrix *given_a,
                         const NprtLaMatrix *given_b, void *out)
{
    int64_t size = nprt_la_size(type);
    NprtLaMatrix a, b;
    if (!tidy(work, type, given_a, false, &a) || !tidy(work, type, given_b, false, &b))
        return NPRT_LA_NOMEM;
    NprtLaProduct p = {.m = a.rows,
                       .n = b.cols,
                       .k = a.cols,
                       .a = a.data,
                       .a_row = a.row_stride / size,
                       .a_col = a.col_stride / size,
                       .b = b.data,
                       .b_row = b.row_stride / size,
                       .b_col = b.col_stride / size,
                       .c = out,
                       .c_row = b.cols,
                       .update = NPRT_LA_STORE};
    return type == NPRT_F32   ? nprt_la_product_f(&p)
           : type == NPRT_F64 ? nprt_la_product_d(&p)
           : type == NPRT_C64 ? nprt_la_product_c(&p)
                              : nprt_la_product_z(&p);
}

static int half_gemm(NprtLaWork *work, const NprtLaMatrix *given_a, const NprtLaMatrix *given_b,
                     uint16_t *out)
{
    NprtLaMatrix a, b;
    int64_t count = given_a->rows * given_b->cols;
    float *c = nprt_la_work_alloc(work, count, sizeof(float));
    if (!c || !widen(work, given_a, &a) || !widen(work, given_b, &b))
        return NPRT_LA_NOMEM;
    int status = floating_gemm(work, NPRT_F32, &a, &b, c);
    for (int64_t i = 0; i < count && status == NPRT_LA_OK; i++)
        out[i] = nprt_la_float_to_half(c[i]);
    return status;
}

int nprt_la_gemm(NprtDtype type, const NprtLaMatrix *a, const NprtLaMatrix *b, void *out)
{
    if (a->rows == 0 || b->cols == 0)
        return NPRT_LA_OK;
    NprtLaVector a_row = {a->data, a->cols, a->col_stride};
    NprtLaVector b_column = {b->data, b->rows, b->row_stride};
    if (a->rows == 1 && b->cols == 1)
        return nprt_la_dot(type, &a_row, &b_column, out);
    if (is_integer(type))
        return nprt_la_int_gemm(type, a, b, out);
    if (is_floating(type) && b->cols == 1 && a->cols > 1)
        return nprt_la_gemv(type, a, &b_column, out);
    if (is_floating(type) && a->rows == 1 && a->cols > 1) {
        NprtLaMatrix turned = {b->data, b->cols, b->rows, b->col_stride, b->row_stride};
        return nprt_la_gemv(type, &turned, &a_row, out);
    }
    NprtLaWork work;
    nprt_la_work_init(&work);
    int status =
        is_floating(type) ? floating_gemm(&work, type, a, b, out) : half_gemm(&work, a, b, out);
    nprt_la_work_fini(&work);
    return status;
}

int nprt_la_gemm_batch(NprtDtype type, const NprtLaMatrix *a, int64_t a_step, const NprtLaMatrix *b,
                       int64_t b_step, int64_t count, void *out)
{
    NprtLaMatrix ai = *a, bi = *b;
    char *to = out;
    int status = NPRT_LA_OK;
    for (int64_t i = 0; i < count && status == NPRT_LA_OK; i++) {
        status = nprt_la_gemm(type, &ai, &bi, to);
        ai.data = (const char *)ai.data + a_step;
        bi.data = (const char *)bi.data + b_step;
        to += a->rows * b->cols * nprt_la_size(type);
    }
    return status;
}

/* ---- kron ----------------------------------------------------------------------------------- */

/* *out = *x * *y, for elements at any address. */
static void multiply_elements(NprtDtype type, const void *x, const void *y, void *out)
{
    switch (type) {
#define MULTIPLY(E, ctype, wide)                                                                   \
    case NPRT_##E: {                                                                               \
        ctype a, b;                                                                                \
        memcpy(&a, x, sizeof a);                                                                   \
        memcpy(&b, y, sizeof b);                                                                   \
        a = (ctype)((wide)a * (wide)b);                                                            \
        memcpy(out, &a, sizeof a);                                                                 \
        break;                                                                                     \
    }
        MULTIPLY(BOOL, uint8_t, uint64_t)
        MULTIPLY(I8, uint8_t, uint64_t)
        MULTIPLY(I16, uint16_t, uint64_t)
        MULTIPLY(I32, uint32_t, uint64_t)
        MULTIPLY(I64, uint64_t, uint64_t)
        MULTIPLY(U8, uint8_t, uint64_t)
        MULTIPLY(U16, uint16_t, uint64_t)
        MULTIPLY(U32, uint32_t, uint64_t)
        MULTIPLY(U64, uint64_t, uint64_t)
        MULTIPLY(F32, float, float)
        MULTIPLY(F64, double, double)
#undef MULTIPLY
    case NPRT_F16: {
        uint16_t a, b;
        memcpy(&a, x, sizeof a);
        memcpy(&b, y, sizeof b);
        a = nprt_la_float_to_half(nprt_la_half_to_float(a) * nprt_la_half_to_float(b));
        memcpy(out, &a, sizeof a);
        break;
    }
    case NPRT_C64: {
        NprtC64 a, b;
        memcpy(&a, x, sizeof a);
        memcpy(&b, y, sizeof b);
        NprtC64 c = {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
        memcpy(out, &c, sizeof c);
        break;
    }
    case NPRT_C128: {
        NprtC128 a, b;
        memcpy(&a, x, sizeof a);
        memcpy(&b, y, sizeof b);
        NprtC128 c = {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
        memcpy(out, &c, sizeof c);
        break;
    }
    case NPRT_DTYPE_COUNT:
        break;
    }
}

int nprt_la_kron(NprtDtype type, const NprtLaMatrix *a, const NprtLaMatrix *b, void *out)
{
    int64_t size = nprt_la_size(type);
    char *to = out;
    for (int64_t i = 0; i < a->rows * b->rows; i++) {
        const char *row_a = (const char *)a->data + i / b->rows * a->row_stride;
        const char *row_b = (const char *)b->data + i % b->rows * b->row_stride;
        for (int64_t j = 0; j < a->cols; j++) {
            for (int64_t k = 0; k < b->cols; k++, to += size)
                multiply_elements(type, row_a + j * a->col_stride, row_b + k * b->col_stride, to);
        }
    }
    return NPRT_LA_OK;
}

/* ---- matrix_power --------------------------------------------------------------------------- */

static void put_identity(NprtDtype type, int64_t n, char *out)
{
    int64_t size = nprt_la_size(type);
    memset(out, 0, (size_t)(n * n * size));
    for (int64_t i = 0; i < n; i++) {
        char *at = out + i * (n + 1) * size;
        if (is_integer(type))
            *at = 1; /* little-endian */
        else if (type == NPRT_F16)
            *(uint16_t *)(void *)at = nprt_la_float_to_half(1);
        else if (type == NPRT_F32 || type == NPRT_C64)
            *(float *)(void *)at = 1;
        else
            *(double *)(void *)at = 1;
    }
}

/* Three C-contiguous n x n matrices to multiply back and forth between. */
typedef struct PowerState {
    NprtDtype type;
    int64_t n, bytes;
    char *square, *result, *spare;
} PowerState;

static int multiply_into(const PowerState *s, const char *a, const char *b, char *out)
{
    int64_t size = nprt_la_size(s->type);
    NprtLaMatrix ma = {a, s->n, s->n, s->n * size, size}, mb = ma;
    mb.data = b;
    return nprt_la_gemm(s->type, &ma, &mb, out);
}

/* NumPy's order of multiplications: 3 is (a a) a; else bit by bit from the lowest. */
static int raise_to(PowerState *s, uint64_t n)
{
    bool has_result = false;
    int status = NPRT_LA_OK;
    if (n == 3) {
        status = multiply_into(s, s->square, s->square, s->spare);
        return status ? status : multiply_into(s, s->spare, s->square, s->result);
    }
    while (status == NPRT_LA_OK) {
        if (n & 1) {
            if (!has_result) {
                memcpy(s->result, s->square, (size_t)s->bytes);
                has_result = true;
            } else {
                status = multiply_into(s, s->result, s->square, s->spare);
                char *product = s->spare;
                s->spare = s->result;
                s->result = product;
            }
        }
        n >>= 1;
        if (n == 0 || status != NPRT_LA_OK)
            break;
        status = multiply_into(s, s->square, s->square, s->spare);
        char *product = s->spare;
        s->spare = s->square;
        s->square = product;
    }
    return status;
}

int nprt_la_matrix_power(NprtDtype type, const NprtLaMatrix *a, int64_t n, void *out)
{
    NprtDtype result_type = n < 0 ? nprt_la_result_type(type) : type;
    PowerState s = {.type = result_type, .n = a->rows};
    s.bytes = a->rows * a->rows * nprt_la_size(result_type);
    if (n == 0) {
        put_identity(type, a->rows, out);
        return NPRT_LA_OK;
    }
    NprtLaWork work;
    nprt_la_work_init(&work);
    s.square = nprt_la_work_alloc(&work, s.bytes, 1);
    s.result = nprt_la_work_alloc(&work, s.bytes, 1);
    s.spare = nprt_la_work_alloc(&work, s.bytes, 1);
    int status = work.failed ? NPRT_LA_NOMEM : NPRT_LA_OK;
    if (status == NPRT_LA_OK && n < 0)
        status = nprt_la_inv(type, a, s.square);
    else if (status == NPRT_LA_OK)
        copy_matrix(a, nprt_la_size(type), s.square);
    if (status == NPRT_LA_OK)
        status = raise_to(&s, n < 0 ? -(uint64_t)n : (uint64_t)n);
    if (status == NPRT_LA_OK)
        memcpy(out, s.result, (size_t)s.bytes);
    nprt_la_work_fini(&work);
    return status;
}

/* numpy.matmul and numpy.dot: shapes, broadcasting and errors here, arithmetic in linalg.h.
 *
 * As in NumPy, what is at most a matrix goes through the matrix products, and numpy.dot of higher
 * ranks takes one dot product per element, so that sums are taken in the same order. */
#include "runtime/array.h"

#include "runtime/errors.h"
#include "runtime/linalg.h"
#include "runtime/memory.h"
#include "runtime/rows.h"
#include "runtime/view.h"

#include <string.h>

/* The operands, of the result's dtype. */
typedef struct Operands {
    NprtView a, b;
    NprtObj *a_temp, *b_temp; /* owned, or NULL */
} Operands;

static int32_t as_dtype(NprtView *view, NprtDtype dtype, NprtObj **out_temp)
{
    *out_temp = NULL;
    if (view->dtype == dtype)
        return 0;
    NprtView copy;
    if (nprt_view_temp(view, dtype, &copy))
        return 1;
    *view = copy;
    *out_temp = copy.owner;
    return 0;
}

static int32_t operands_convert(Operands *x, NprtDtype dtype)
{
    if (as_dtype(&x->a, dtype, &x->a_temp))
        return 1;
    if (as_dtype(&x->b, dtype, &x->b_temp)) {
        nprt_release(x->a_temp);
        return 1;
    }
    return 0;
}

static void operands_fini(Operands *x)
{
    nprt_release(x->a_temp);
    nprt_release(x->b_temp);
}

static int32_t raise_status(int status)
{
    return nprt_raise(status == NPRT_LA_NOMEM ? NPRT_EXC_MEMORY_ERROR : NPRT_EXC_VALUE_ERROR, "%s",
                      nprt_la_status_text(status));
}

/* The last two dimensions. A vector is a row as the left operand, a column as the right one. */
static NprtLaMatrix matrix_of(const NprtView *view, bool is_left)
{
    int32_t i = view->ndim - 1;
    int64_t size = nprt_view_itemsize(view);
    if (i > 0)
        return (NprtLaMatrix){view->data, view->shape[i - 1], view->shape[i], view->strides[i - 1],
                              view->strides[i]};
    if (is_left)
        return (NprtLaMatrix){view->data, 1, view->shape[0], view->shape[0] * size,
                              view->strides[0]};
    return (NprtLaMatrix){view->data, view->shape[0], 1, view->strides[0], size};
}

static NprtLaVector vector_of(const NprtView *view)
{
    return (NprtLaVector){view->data, view->shape[0], view->strides[0]};
}

/* One product of vectors or matrices into contiguous memory. */
static int product(const NprtView *a, const NprtView *b, void *out)
{
    NprtLaMatrix left = matrix_of(a, true), right = matrix_of(b, false);
    if (a->ndim == 1 && b->ndim == 1) {
        NprtLaVector x = vector_of(a), y = vector_of(b);
        return nprt_la_dot(a->dtype, &x, &y, out);
    }
    if (b->ndim == 1) {
        NprtLaVector y = vector_of(b);
        return nprt_la_gemv(a->dtype, &left, &y, out);
    }
    if (a->ndim == 1) {
        NprtLaVector x = vector_of(a);
        NprtLaMatrix transposed = {right.data, right.cols, right.rows, right.col_stride,
                                   right.row_stride};
        return nprt_la_gemv(a->dtype, &transposed, &x, out);
    }
    return nprt_la_gemm(a->dtype, &left, &right, out);
}

/* ---- matmul --------------------------------------------------------------------------------- */

/* Leading dimensions, those of stacks of matrices. */
static int32_t stack_ndim(const NprtView *view)
{
    return view->ndim > 2 ? view->ndim - 2 : 0;
}

static int32_t raise_stacks(const NprtView *a, const NprtView *b)
{
    const NprtView *operands[2] = {a, b};
    char original[2][NPRT_SHAPE_TEXT], remapped[2][NPRT_SHAPE_TEXT], core[NPRT_SHAPE_TEXT];
    for (int i = 0; i < 2; i++) {
        int64_t shape[NPRT_MAX_DIMS];
        int32_t ndim = operands[i]->ndim, stack = stack_ndim(operands[i]);
        for (int32_t d = 0; d < ndim; d++)
            shape[d] = d < stack ? operands[i]->shape[d] : -1;
        nprt_shape_text(original[i], ndim, operands[i]->shape);
        nprt_shape_text(remapped[i], ndim, shape);
    }
    int64_t core_shape[2];
    int32_t core_ndim = 0;
    if (a->ndim > 1)
        core_shape[core_ndim++] = a->shape[a->ndim - 2];
    if (b->ndim > 1)
        core_shape[core_ndim++] = b->shape[b->ndim - 1];
    return nprt_raise(NPRT_EXC_VALUE_ERROR,
                      "operands could not be broadcast together with remapped shapes "
                      "[original->remapped]: %s->%s %s->%s  and requested shape %s",
                      original[0], remapped[0], original[1], remapped[1],
                      nprt_shape_text(core, core_ndim, core_shape));
}

/* The shape of a @ b and its rank; `*out_stack` of its dimensions are those of stacks. */
static int32_t matmul_shape(const NprtView *a, const NprtView *b, int64_t *shape, int32_t *out_ndim,
                            int32_t *out_stack)
{
    int64_t k = a->shape[a->ndim - 1], b_rows = b->shape[b->ndim > 1 ? b->ndim - 2 : 0];
    if (k != b_rows)
        return nprt_raise(NPRT_EXC_VALUE_ERROR,
                          "matmul: Input operand 1 has a mismatch in its core dimension 0, with "
                          "gufunc signature (n?,k),(k,m?)->(n?,m?) (size %lld is different from "
                          "%lld)",
                          (long long)b_rows, (long long)k);
    int32_t a_stack = stack_ndim(a), b_stack = stack_ndim(b);
    int32_t ndim = a_stack > b_stack ? a_stack : b_stack;
    for (int32_t i = 0; i < ndim; i++) {
        int32_t i_a = i - (ndim - a_stack), i_b = i - (ndim - b_stack);
        int64_t n_a = i_a >= 0 ? a->shape[i_a] : 1, n_b = i_b >= 0 ? b->shape[i_b] : 1;
        if (n_a != n_b && n_a != 1 && n_b != 1)
            return raise_stacks(a, b);
        shape[i] = n_a == 1 ? n_b : n_a;
    }
    *out_stack = ndim;
    if (a->ndim > 1)
        shape[ndim++] = a->shape[a->ndim - 2];
    if (b->ndim > 1)
        shape[ndim++] = b->shape[b->ndim - 1];
    *out_ndim = ndim;
    return 0;
}

/* All products of two stacks, `stack` dimensions of `result`. */
static int multiply_stacks(const Operands *x, const NprtView *result, int32_t stack)
{
    NprtView a_stack = x->a, b_stack = x->b;
    a_stack.ndim = stack_ndim(&x->a);
    b_stack.ndim = stack_ndim(&x->b);
    int64_t a_strides[NPRT_MAX_DIMS], b_strides[NPRT_MAX_DIMS];
    nprt_view_broadcast(&a_stack, stack, result->shape, a_strides);
    nprt_view_broadcast(&b_stack, stack, result->shape, b_strides);
    NprtLaMatrix a = matrix_of(&x->a, true), b = matrix_of(&x->b, false);
    int64_t bytes = a.rows * b.cols * nprt_view_itemsize(result);
    char *out = result->data;
    NprtRows rows;
    for (bool more =
             nprt_rows_begin(&rows, stack, result->shape, 2, (char *[]){x->a.data, x->b.data},
                             (const int64_t *[]){a_strides, b_strides});
         more; more = nprt_rows_next(&rows)) {
        a.data = rows.at[0];
        b.data = rows.at[1];
        int status =
            nprt_la_gemm_batch(result->dtype, &a, rows.step[0], &b, rows.step[1], rows.n, out);
        if (status != NPRT_LA_OK)
            return status;
        out += rows.n * bytes;
    }
    return NPRT_LA_OK;
}

/* A sum of no terms is zero; an empty result has nothing to compute. */
static bool is_trivial(const NprtView *a, const NprtView *result)
{
    int64_t bytes = nprt_view_size(result) * nprt_view_itemsize(result);
    if (bytes > 0 && a->shape[a->ndim - 1] == 0)
        memset(result->data, 0, (size_t)bytes);
    return bytes == 0 || a->shape[a->ndim - 1] == 0;
}

int32_t nprt_array_matmul(const NprtDesc *a_desc, const void *a, const NprtDesc *b_desc,
                          const void *b, const NprtDesc *out_desc, void *out)
{
    Operands x;
    NprtView result;
    int64_t shape[NPRT_MAX_DIMS];
    int32_t ndim = 0, stack = 0;
    nprt_view_of(&x.a, a_desc, a);
    nprt_view_of(&x.b, b_desc, b);
    if (matmul_shape(&x.a, &x.b, shape, &ndim, &stack) ||
        nprt_view_new(out_desc, out, ndim, shape, false, &result))
        return 1;
    if (is_trivial(&x.a, &result))
        return 0;
    int status = NPRT_LA_NOMEM;
    if (!operands_convert(&x, result.dtype)) {
        status = stack > 0 ? multiply_stacks(&x, &result, stack) : product(&x.a, &x.b, result.data);
        operands_fini(&x);
    }
    if (status == NPRT_LA_OK)
        return 0;
    nprt_release(result.owner);
    return raise_status(status);
}

/* ---- dot ------------------------------------------------------------------------------------ */

static int32_t check_dot(const NprtView *a, const NprtView *b)
{
    int32_t a_dim = a->ndim - 1, b_dim = b->ndim > 1 ? b->ndim - 2 : 0;
    if (a->shape[a_dim] == b->shape[b_dim])
        return 0;
    char a_text[NPRT_SHAPE_TEXT], b_text[NPRT_SHAPE_TEXT];
    return nprt_raise(
        NPRT_EXC_VALUE_ERROR, "shapes %s and %s not aligned: %lld (dim %d) != %lld (dim %d)",
        nprt_shape_text(a_text, a->ndim, a->shape), nprt_shape_text(b_text, b->ndim, b->shape),
        (long long)a->shape[a_dim], (int)a_dim, (long long)b->shape[b_dim], (int)b_dim);
}

/* A view without dimension `dim`. */
static NprtView without(const NprtView *view, int32_t dim)
{
    NprtView rest = *view;
    rest.ndim = 0;
    for (int32_t i = 0; i < view->ndim; i++) {
        if (i != dim) {
            rest.shape[rest.ndim] = view->shape[i];
            rest.strides[rest.ndim++] = view->strides[i];
        }
    }
    return rest;
}

/* Dot products of the vector `x` with every column of `b` (all but its last dimension but one);
 * `*out` is moved on. */
static int dot_columns(const NprtLaVector *x, const NprtView *b, char **out)
{
    int32_t dim = b->ndim > 1 ? b->ndim - 2 : 0;
    NprtView rest = without(b, dim);
    NprtLaVector y = {NULL, b->shape[dim], b->strides[dim]};
    NprtRows rows;
    for (bool more = nprt_rows_begin(&rows, rest.ndim, rest.shape, 1, (char *[]){b->data},
                                     (const int64_t *[]){rest.strides});
         more; more = nprt_rows_next(&rows)) {
        for (int64_t j = 0; j < rows.n; j++) {
            y.data = rows.at[0] + j * rows.step[0];
            int status = nprt_la_dot(b->dtype, x, &y, *out);
            if (status != NPRT_LA_OK)
                return status;
            *out += nprt_view_itemsize(b);
        }
    }
    return NPRT_LA_OK;
}

/* Every row of `a` (all but its last dimension) with every column of `b`. */
static int dot_all(const NprtView *a, const NprtView *b, char *out)
{
    int32_t dim = a->ndim - 1;
    NprtView rest = without(a, dim);
    NprtLaVector x = {NULL, a->shape[dim], a->strides[dim]};
    NprtRows rows;
    for (bool more = nprt_rows_begin(&rows, rest.ndim, rest.shape, 1, (char *[]){a->data},
                                     (const int64_t *[]){rest.strides});
         more; more = nprt_rows_next(&rows)) {
        for (int64_t i = 0; i < rows.n; i++) {
            x.data = rows.at[0] + i * rows.step[0];
            int status = dot_columns(&x, b, &out);
            if (status != NPRT_LA_OK)
                return status;
        }
    }
    return NPRT_LA_OK;
}

int32_t nprt_array_dot(const NprtDesc *a_desc, const void *a, const NprtDesc *b_desc, const void *b,
                       const NprtDesc *out_desc, void *out)
{
    Operands x;
    NprtView result;
    nprt_view_of(&x.a, a_desc, a);
    nprt_view_of(&x.b, b_desc, b);
    if (check_dot(&x.a, &x.b))
        return 1;
    int64_t shape[2 * NPRT_MAX_DIMS];
    int32_t ndim = 0, b_dim = x.b.ndim > 1 ? x.b.ndim - 2 : 0;
    for (int32_t i = 0; i < x.a.ndim - 1; i++)
        shape[ndim++] = x.a.shape[i];
    for (int32_t i = 0; i < x.b.ndim; i++)
        if (i != b_dim)
            shape[ndim++] = x.b.shape[i];
    if (nprt_view_new(out_desc, out, ndim, shape, false, &result))
        return 1;
    if (is_trivial(&x.a, &result))
        return 0;
    int status = NPRT_LA_NOMEM;
    if (!operands_convert(&x, result.dtype)) {
        status = x.a.ndim <= 2 && x.b.ndim <= 2 ? product(&x.a, &x.b, result.data)
                                                : dot_all(&x.a, &x.b, result.data);
        operands_fini(&x);
    }
    if (status == NPRT_LA_OK)
        return 0;
    nprt_release(result.owner);
    return raise_status(status);
}

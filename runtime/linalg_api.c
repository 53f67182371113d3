/* linalg_api.c - see linalg_api.h: stacks of matrices taken apart, results allocated, statuses
 * raised. */
#include "runtime/linalg_api.h"

#include "runtime/errors.h"
#include "runtime/linalg.h"
#include "runtime/memory.h"
#include "runtime/view.h"

#include <float.h>
#include <math.h>
#include <string.h>

static int32_t raise_status(int status)
{
    switch (status) {
    case NPRT_LA_OK:
        return 0;
    case NPRT_LA_BAD_ORDER:
        return nprt_raise(NPRT_EXC_VALUE_ERROR, "%s", nprt_la_status_text(status));
    case NPRT_LA_NOMEM:
        return nprt_raise(NPRT_EXC_MEMORY_ERROR, "%s", nprt_la_status_text(status));
    default:
        return nprt_raise(NPRT_EXC_LINALG_ERROR, "%s", nprt_la_status_text(status));
    }
}

/* ---- stacks ---- */

typedef struct Stack {
    NprtView v;
    int32_t lead;  /* leading dimensions */
    int64_t count; /* matrices */
} Stack;

static void stack_of(Stack *s, const NprtDesc *desc, const void *value)
{
    nprt_view_of(&s->v, desc, value);
    s->lead = s->v.ndim > 2 ? s->v.ndim - 2 : 0;
    s->count = nprt_shape_size(s->lead, s->v.shape);
}

static int64_t rows_of(const Stack *s)
{
    return s->v.shape[s->v.ndim - 2];
}

static int64_t cols_of(const Stack *s)
{
    return s->v.shape[s->v.ndim - 1];
}

static int32_t need_square(const Stack *s)
{
    if (rows_of(s) == cols_of(s))
        return 0;
    return nprt_raise(NPRT_EXC_LINALG_ERROR, "Last 2 dimensions of the array must be square");
}

/* Address of matrix number k, with the leading dimensions of `s`. */
static char *matrix_address(const Stack *s, int64_t k)
{
    char *at = s->v.data;
    for (int32_t i = s->lead; i-- > 0;) {
        at += k % s->v.shape[i] * s->v.strides[i];
        k /= s->v.shape[i];
    }
    return at;
}

static NprtLaMatrix matrix_at(const Stack *s, int64_t k)
{
    int32_t n = s->v.ndim;
    return (NprtLaMatrix){matrix_address(s, k), s->v.shape[n - 2], s->v.shape[n - 1],
                          s->v.strides[n - 2], s->v.strides[n - 1]};
}

/* ---- results ---- */

/* One array of the result, a stack like the operand's: element k is at data + k * step. */
typedef struct Result {
    NprtView v;
    int64_t step;
} Result;

static void *result_at(const Result *r, int64_t k)
{
    return r->v.data + k * r->step;
}

/* The part `i` of a tuple result; the whole of one that is no tuple. */
static const NprtDesc *part_of(const NprtDesc *desc, void *out, uint32_t i, void **at)
{
    if (desc->kind != NPRT_K_TUPLE) {
        *at = out;
        return desc;
    }
    *at = (char *)out + desc->offsets[i];
    return desc->elems[i];
}

static int32_t new_result(Result *r, const NprtDesc *desc, void *out, uint32_t part, const Stack *s,
                          int32_t n, int64_t extent0, int64_t extent1)
{
    int64_t shape[NPRT_MAX_DIMS];
    void *at;
    const NprtDesc *type = part_of(desc, out, part, &at);
    memcpy(shape, s->v.shape, (size_t)s->lead * sizeof shape[0]);
    shape[s->lead] = extent0;
    shape[s->lead + 1] = extent1;
    if (nprt_view_new(type, at, s->lead + n, shape, false, &r->v))
        return 1;
    r->step = nprt_view_itemsize(&r->v) * (n == 0 ? 1 : n == 1 ? extent0 : extent0 * extent1);
    return 0;
}

static int32_t new_matrix(Result *r, const NprtDesc *desc, void *out, uint32_t part, const Stack *s,
                          int64_t rows, int64_t cols)
{
    return new_result(r, desc, out, part, s, 2, rows, cols);
}

static int32_t new_vector(Result *r, const NprtDesc *desc, void *out, uint32_t part, const Stack *s,
                          int64_t n)
{
    return new_result(r, desc, out, part, s, 1, n, 1);
}

static int32_t new_number(Result *r, const NprtDesc *desc, void *out, uint32_t part, const Stack *s)
{
    return new_result(r, desc, out, part, s, 0, 1, 1);
}

/* Ends a function: results of one that failed are released. */
static int32_t finish(int status, const Result *results, int n)
{
    if (status != NPRT_LA_OK)
        for (int i = 0; i < n; i++)
            nprt_release(results[i].v.owner);
    return raise_status(status);
}

/* ---- systems ---- */

int32_t nprt_la_api_inv(const NprtDesc *desc, const void *a, const NprtDesc *out_desc, void *out)
{
    Stack s;
    Result r;
    int status = NPRT_LA_OK;
    stack_of(&s, desc, a);
    if (need_square(&s) || new_matrix(&r, out_desc, out, 0, &s, rows_of(&s), rows_of(&s)))
        return 1;
    for (int64_t k = 0; k < s.count && status == NPRT_LA_OK; k++) {
        NprtLaMatrix m = matrix_at(&s, k);
        status = nprt_la_inv(s.v.dtype, &m, result_at(&r, k));
    }
    return finish(status, &r, 1);
}

/* Gives both stacks the leading dimensions that they broadcast to. */
static int32_t broadcast_stacks(Stack *a, Stack *b)
{
    int32_t lead = a->lead > b->lead ? a->lead : b->lead;
    int64_t shape[NPRT_MAX_DIMS];
    Stack *both[2] = {a, b};
    for (int32_t i = 0; i < lead; i++) {
        shape[lead - 1 - i] = 1;
        for (int k = 0; k < 2; k++) {
            const Stack *s = both[k];
            int64_t n = i < s->lead ? s->v.shape[s->lead - 1 - i] : 1;
            if (n != 1 && shape[lead - 1 - i] != 1 && shape[lead - 1 - i] != n)
                return nprt_raise(NPRT_EXC_VALUE_ERROR, "operands could not be broadcast together");
            if (n != 1)
                shape[lead - 1 - i] = n;
        }
    }
    for (int k = 0; k < 2; k++) {
        Stack *s = both[k];
        NprtView old = s->v;
        int32_t skip = lead - s->lead;
        for (int32_t i = 0; i < lead; i++) {
            bool spread = i < skip || old.shape[i - skip] == 1;
            s->v.shape[i] = shape[i];
            s->v.strides[i] = spread ? 0 : old.strides[i - skip];
        }
        for (int32_t i = s->lead; i < old.ndim; i++) {
            s->v.shape[i + skip] = old.shape[i];
            s->v.strides[i + skip] = old.strides[i];
        }
        s->v.ndim = old.ndim + skip;
        s->lead = lead;
        s->count = nprt_shape_size(lead, shape);
    }
    return 0;
}

int32_t nprt_la_api_solve(const NprtDesc *a_desc, const void *a, const NprtDesc *b_desc,
                          const void *b, const NprtDesc *out_desc, void *out)
{
    Stack s, t;
    Result r;
    int status = NPRT_LA_OK;
    stack_of(&s, a_desc, a);
    stack_of(&t, b_desc, b);
    bool is_vector = t.v.ndim == 1;
    if (is_vector) {
        t.v.ndim = 2;
        t.v.shape[1] = 1;
        t.v.strides[1] = 0;
    }
    if (need_square(&s))
        return 1;
    if (rows_of(&t) != rows_of(&s))
        return nprt_raise(
            NPRT_EXC_VALUE_ERROR,
            "%s: Input operand 1 has a mismatch in its core dimension 0, with gufunc signature "
            "%s (size %lld is different from %lld)",
            is_vector ? "solve1" : "solve", is_vector ? "(m,m),(m)->(m)" : "(m,m),(m,n)->(m,n)",
            (long long)rows_of(&t), (long long)rows_of(&s));
    if (broadcast_stacks(&s, &t))
        return 1;
    if (is_vector ? new_vector(&r, out_desc, out, 0, &s, rows_of(&s))
                  : new_matrix(&r, out_desc, out, 0, &s, rows_of(&s), cols_of(&t)))
        return 1;
    for (int64_t k = 0; k < s.count && status == NPRT_LA_OK; k++) {
        NprtLaMatrix m = matrix_at(&s, k), rhs = matrix_at(&t, k);
        status = nprt_la_solve(s.v.dtype, &m, &rhs, result_at(&r, k));
    }
    return finish(status, &r, 1);
}

int32_t nprt_la_api_det(const NprtDesc *desc, const void *a, const NprtDesc *out_desc, void *out)
{
    Stack s;
    Result r;
    int status = NPRT_LA_OK;
    stack_of(&s, desc, a);
    if (need_square(&s) || new_number(&r, out_desc, out, 0, &s))
        return 1;
    for (int64_t k = 0; k < s.count && status == NPRT_LA_OK; k++) {
        NprtLaMatrix m = matrix_at(&s, k);
        status = nprt_la_det(s.v.dtype, &m, result_at(&r, k));
    }
    return finish(status, &r, 1);
}

int32_t nprt_la_api_slogdet(const NprtDesc *desc, const void *a, const NprtDesc *out_desc,
                            void *out)
{
    Stack s;
    Result r[2];
    int status = NPRT_LA_OK;
    stack_of(&s, desc, a);
    if (need_square(&s) || new_number(&r[0], out_desc, out, 0, &s) ||
        new_number(&r[1], out_desc, out, 1, &s))
        return 1;
    for (int64_t k = 0; k < s.count && status == NPRT_LA_OK; k++) {
        NprtLaMatrix m = matrix_at(&s, k);
        status = nprt_la_slogdet(s.v.dtype, &m, result_at(&r[0], k), result_at(&r[1], k));
    }
    return finish(status, r, 2);
}

/* ---- decompositions ---- */

int32_t nprt_la_api_cholesky(const NprtDesc *desc, const void *a, int64_t upper,
                             const NprtDesc *out_desc, void *out)
{
    Stack s;
    Result r;
    int status = NPRT_LA_OK;
    stack_of(&s, desc, a);
    if (need_square(&s) || new_matrix(&r, out_desc, out, 0, &s, rows_of(&s), rows_of(&s)))
        return 1;
    for (int64_t k = 0; k < s.count && status == NPRT_LA_OK; k++) {
        NprtLaMatrix m = matrix_at(&s, k);
        status = nprt_la_cholesky(s.v.dtype, &m, upper != 0, result_at(&r, k));
    }
    return finish(status, &r, 1);
}

int32_t nprt_la_api_qr(const NprtDesc *desc, const void *a, int64_t mode, const NprtDesc *out_desc,
                       void *out)
{
    Stack s;
    Result r[2];
    int status = NPRT_LA_OK, n_results = 2;
    stack_of(&s, desc, a);
    int64_t m = rows_of(&s), n = cols_of(&s), k = m < n ? m : n, failed = 0;
    switch ((NprtLaQrMode)mode) {
    case NPRT_LA_QR_REDUCED:
        failed = new_matrix(&r[0], out_desc, out, 0, &s, m, k) ||
                 new_matrix(&r[1], out_desc, out, 1, &s, k, n);
        break;
    case NPRT_LA_QR_COMPLETE:
        failed = new_matrix(&r[0], out_desc, out, 0, &s, m, m) ||
                 new_matrix(&r[1], out_desc, out, 1, &s, m, n);
        break;
    case NPRT_LA_QR_R:
        failed = new_matrix(&r[0], out_desc, out, 0, &s, k, n);
        n_results = 1;
        break;
    case NPRT_LA_QR_RAW:
        failed = new_matrix(&r[0], out_desc, out, 0, &s, n, m) ||
                 new_vector(&r[1], out_desc, out, 1, &s, k);
        break;
    }
    if (failed)
        return 1;
    for (int64_t i = 0; i < s.count && status == NPRT_LA_OK; i++) {
        NprtLaMatrix x = matrix_at(&s, i);
        bool only_r = n_results == 1;
        status = nprt_la_qr(s.v.dtype, &x, (NprtLaQrMode)mode, only_r ? NULL : result_at(&r[0], i),
                            result_at(&r[only_r ? 0 : 1], i));
    }
    return finish(status, r, n_results);
}

int32_t nprt_la_api_eig(const NprtDesc *desc, const void *a, const NprtDesc *out_desc, void *out)
{
    Stack s;
    Result r[2];
    int status = NPRT_LA_OK;
    bool vectors = out_desc->kind == NPRT_K_TUPLE, is_real;
    stack_of(&s, desc, a);
    int64_t n = rows_of(&s);
    if (need_square(&s) || new_vector(&r[0], out_desc, out, 0, &s, n) ||
        (vectors && new_matrix(&r[1], out_desc, out, 1, &s, n, n)))
        return 1;
    for (int64_t k = 0; k < s.count && status == NPRT_LA_OK; k++) {
        NprtLaMatrix m = matrix_at(&s, k);
        status = nprt_la_eig(s.v.dtype, &m, result_at(&r[0], k),
                             vectors ? result_at(&r[1], k) : NULL, &is_real);
    }
    return finish(status, r, vectors ? 2 : 1);
}

int32_t nprt_la_api_eigh(const NprtDesc *desc, const void *a, int64_t upper,
                         const NprtDesc *out_desc, void *out)
{
    Stack s;
    Result r[2];
    int status = NPRT_LA_OK;
    bool vectors = out_desc->kind == NPRT_K_TUPLE;
    stack_of(&s, desc, a);
    int64_t n = rows_of(&s);
    if (need_square(&s) || new_vector(&r[0], out_desc, out, 0, &s, n) ||
        (vectors && new_matrix(&r[1], out_desc, out, 1, &s, n, n)))
        return 1;
    for (int64_t k = 0; k < s.count && status == NPRT_LA_OK; k++) {
        NprtLaMatrix m = matrix_at(&s, k);
        status = nprt_la_eigh(s.v.dtype, &m, upper != 0, result_at(&r[0], k),
                              vectors ? result_at(&r[1], k) : NULL);
    }
    return finish(status, r, vectors ? 2 : 1);
}

int32_t nprt_la_api_svd(const NprtDesc *desc, const void *a, int64_t flags,
                        const NprtDesc *out_desc, void *out)
{
    Stack s;
    Result r[3];
    int status = NPRT_LA_OK;
    bool vectors = out_desc->kind == NPRT_K_TUPLE, full = flags & 1, hermitian = flags & 2;
    stack_of(&s, desc, a);
    int64_t m = rows_of(&s), n = cols_of(&s), k = m < n ? m : n;
    if (new_vector(&r[0], out_desc, out, vectors, &s, k))
        return 1;
    if (vectors && (new_matrix(&r[1], out_desc, out, 0, &s, m, full ? m : k) ||
                    new_matrix(&r[2], out_desc, out, 2, &s, full ? n : k, n)))
        return 1;
    for (int64_t i = 0; i < s.count && status == NPRT_LA_OK; i++) {
        NprtLaMatrix x = matrix_at(&s, i);
        void *u = vectors ? result_at(&r[1], i) : NULL, *vt = vectors ? result_at(&r[2], i) : NULL;
        status = hermitian ? nprt_la_svd_hermitian(s.v.dtype, &x, u, result_at(&r[0], i), vt)
                           : nprt_la_svd(s.v.dtype, &x, full, u, result_at(&r[0], i), vt);
    }
    return finish(status, r, vectors ? 3 : 1);
}

/* ---- what follows from singular values ---- */

static double machine_epsilon(NprtDtype dtype)
{
    NprtDtype type = nprt_la_result_type(dtype);
    return type == NPRT_F32 || type == NPRT_C64 ? FLT_EPSILON : DBL_EPSILON;
}

int32_t nprt_la_api_lstsq(const NprtDesc *a_desc, const void *a, const NprtDesc *b_desc,
                          const void *b, double rcond, const NprtDesc *out_desc, void *out)
{
    Stack s, t;
    Result x, residuals, sing;
    stack_of(&s, a_desc, a);
    stack_of(&t, b_desc, b);
    bool is_vector = t.v.ndim == 1;
    if (is_vector) {
        t.v.ndim = 2;
        t.v.shape[1] = 1;
        t.v.strides[1] = 0;
    }
    int64_t m = rows_of(&s), n = cols_of(&s), k = cols_of(&t), small = m < n ? m : n;
    if (rows_of(&t) != m)
        return nprt_raise(NPRT_EXC_LINALG_ERROR, "Incompatible dimensions");
    if (isnan(rcond))
        rcond = machine_epsilon(s.v.dtype) * (double)(m > n ? m : n);
    if (is_vector ? new_vector(&x, out_desc, out, 0, &s, n)
                  : new_matrix(&x, out_desc, out, 0, &s, n, k))
        return 1;
    if (new_vector(&residuals, out_desc, out, 1, &s, k) ||
        new_vector(&sing, out_desc, out, 3, &s, small))
        return 1;
    NprtLaMatrix mat = matrix_at(&s, 0), rhs = matrix_at(&t, 0);
    NprtLaLstsq result = {.x = x.v.data, .residuals = residuals.v.data, .s = sing.v.data};
    int status = nprt_la_lstsq(s.v.dtype, &mat, &rhs, rcond, &result);
    const Result all[3] = {x, residuals, sing};
    if (status != NPRT_LA_OK)
        return finish(status, all, 3);
    void *at;
    const NprtDesc *type = part_of(out_desc, out, 2, &at);
    int32_t rank = (int32_t)result.rank;
    memcpy(at, &rank, sizeof rank);
    (void)type;
    if (result.residuals_count < k) {
        /* shortened to nothing, in place */
        type = part_of(out_desc, out, 1, &at);
        ((NprtArray *)at)->dims[0] = result.residuals_count;
    }
    return 0;
}

int32_t nprt_la_api_pinv(const NprtDesc *desc, const void *a, double rcond, int64_t hermitian,
                         const NprtDesc *out_desc, void *out)
{
    Stack s;
    Result r;
    int status = NPRT_LA_OK;
    stack_of(&s, desc, a);
    if (new_matrix(&r, out_desc, out, 0, &s, cols_of(&s), rows_of(&s)))
        return 1;
    for (int64_t k = 0; k < s.count && status == NPRT_LA_OK; k++) {
        NprtLaMatrix m = matrix_at(&s, k);
        status = nprt_la_pinv(s.v.dtype, &m, rcond, hermitian != 0, result_at(&r, k));
    }
    return finish(status, &r, 1);
}

int32_t nprt_la_api_rank(const NprtDesc *desc, const void *a, double tol, double rtol,
                         const NprtDesc *out_desc, void *out)
{
    Stack s;
    Result r;
    int status = NPRT_LA_OK;
    stack_of(&s, desc, a);
    if (new_number(&r, out_desc, out, 0, &s))
        return 1;
    for (int64_t k = 0; k < s.count && status == NPRT_LA_OK; k++) {
        NprtLaMatrix m = matrix_at(&s, k);
        status = nprt_la_matrix_rank(s.v.dtype, &m, tol, rtol, false, result_at(&r, k));
    }
    return finish(status, &r, 1);
}

int32_t nprt_la_api_norm(const NprtDesc *desc, const void *a, int64_t norm, double p,
                         const NprtDesc *out_desc, void *out)
{
    Stack s;
    Result r;
    int status;
    stack_of(&s, desc, a);
    if (new_number(&r, out_desc, out, 0, &s))
        return 1;
    if (s.v.ndim == 1) {
        NprtLaVector x = {s.v.data, s.v.shape[0], s.v.strides[0]};
        status = nprt_la_norm_vector(s.v.dtype, &x, (NprtLaNorm)norm, p, r.v.data);
    } else {
        NprtLaMatrix m = matrix_at(&s, 0);
        status = nprt_la_norm_matrix(s.v.dtype, &m, (NprtLaNorm)norm, p, r.v.data);
    }
    return finish(status, &r, 1);
}

int32_t nprt_la_api_cond(const NprtDesc *desc, const void *a, int64_t norm, double p,
                         const NprtDesc *out_desc, void *out)
{
    Stack s;
    Result r;
    int status = NPRT_LA_OK;
    stack_of(&s, desc, a);
    if (new_number(&r, out_desc, out, 0, &s))
        return 1;
    for (int64_t k = 0; k < s.count && status == NPRT_LA_OK; k++) {
        NprtLaMatrix m = matrix_at(&s, k);
        status = nprt_la_cond(s.v.dtype, &m, (NprtLaNorm)norm, p, result_at(&r, k));
    }
    return finish(status, &r, 1);
}

int32_t nprt_la_api_power(const NprtDesc *desc, const void *a, int64_t n, const NprtDesc *out_desc,
                          void *out)
{
    Stack s;
    Result r;
    int status = NPRT_LA_OK;
    stack_of(&s, desc, a);
    if (need_square(&s) || new_matrix(&r, out_desc, out, 0, &s, rows_of(&s), rows_of(&s)))
        return 1;
    for (int64_t k = 0; k < s.count && status == NPRT_LA_OK; k++) {
        NprtLaMatrix m = matrix_at(&s, k);
        status = nprt_la_matrix_power(s.v.dtype, &m, n, result_at(&r, k));
    }
    return finish(status, &r, 1);
}

/* numpy.linalg.norm, in the precision of its operand and with NumPy's order of summation:
 * neighbouring elements in pairwise blocks, others one after the other. */
#include "runtime/linalg_internal.h"

#include <stdlib.h>
#include <string.h>

/* A matrix as lines of neighbouring elements: its columns, or its rows. */
typedef struct Lines {
    int64_t count, length;
    bool are_columns;
    void *data; /* of the operand's type, integers as double */
} Lines;

#define REAL       float
#define NAME(f)    f##_f
#define MATH(name) name##f
#include "runtime/linalg_norm.inc.c"

#define REAL       double
#define NAME(f)    f##_d
#define MATH(name) name
#include "runtime/linalg_norm.inc.c"

static bool is_single(NprtDtype type)
{
    return nprt_la_real_type(type) == NPRT_F32;
}

/* Lays the elements out in the order they have in memory. False without memory. */
static bool flatten(NprtLaWork *work, NprtDtype type, const NprtLaMatrix *a, Lines *out)
{
    int64_t parts = nprt_la_is_complex(type) ? 2 : 1, size = a->rows * a->cols;
    out->are_columns = llabs(a->row_stride) < llabs(a->col_stride);
    NprtLaMatrix turned = {a->data, a->cols, a->rows, a->col_stride, a->row_stride};
    const NprtLaMatrix *lines = out->are_columns ? a : &turned;
    out->count = lines->cols;
    out->length = lines->rows;
    double *data = nprt_la_work_d(work, size * parts);
    out->data = data;
    if (!data)
        return false;
    if (parts == 2)
        nprt_la_load_z(type, lines, (NprtLaComplex *)data, out->length);
    else
        nprt_la_load_d(type, lines, data, out->length);
    for (int64_t i = 0; i < size * parts && is_single(type); i++) {
        float narrow = (float)data[i]; /* in place: the floats stay behind the doubles */
        memcpy((char *)data + i * (int64_t)sizeof narrow, &narrow, sizeof narrow);
    }
    return true;
}

/* The root of the dot product of all elements with themselves; of complex ones, real and imaginary
 * parts apart. */
static int euclidean(NprtDtype type, int64_t count, const void *x, void *out)
{
    NprtDtype part = is_single(type) ? NPRT_F32 : NPRT_F64;
    int64_t size = nprt_la_size(part), parts = nprt_la_is_complex(type) ? 2 : 1;
    float single[2] = {0, 0};
    double full[2] = {0, 0};
    int status = NPRT_LA_OK;
    for (int64_t i = 0; i < parts && status == NPRT_LA_OK; i++) {
        const NprtLaVector v = {(const char *)x + i * size, count, size * parts};
        status = nprt_la_dot(part, &v, &v, is_single(type) ? (void *)&single[i] : &full[i]);
    }
    if (is_single(type))
        *(float *)out = sqrtf(single[0] + single[1]);
    else
        *(double *)out = sqrt(full[0] + full[1]);
    return status;
}

int nprt_la_norm_vector(NprtDtype type, const NprtLaVector *x, NprtLaNorm norm, double p, void *out)
{
    NprtLaWork work;
    Lines lines;
    const NprtLaMatrix column = {x->data, x->count, 1, x->stride, llabs(x->stride) + 1};
    if (norm == NPRT_LA_NORM_FRO || norm == NPRT_LA_NORM_NUC)
        return NPRT_LA_BAD_ORDER;
    if (x->count == 0 && norm == NPRT_LA_NORM_P && isinf(p) && p < 0)
        return NPRT_LA_NO_MINIMUM;
    nprt_la_work_init(&work);
    int status = NPRT_LA_NOMEM;
    if (flatten(&work, type, &column, &lines)) {
        status = NPRT_LA_OK;
        bool is_complex = nprt_la_is_complex(type);
        if (norm == NPRT_LA_NORM_DEFAULT || p == 2)
            status = euclidean(type, x->count, lines.data, out);
        else if (is_single(type))
            *(float *)out = vector_norm_f(x->count, lines.data, is_complex, p);
        else
            *(double *)out = vector_norm_d(x->count, lines.data, is_complex, p);
    }
    nprt_la_work_fini(&work);
    return status;
}

/* Norms 2, -2 and "nuc". */
static int norm_of_values(NprtLaWork *work, NprtDtype type, const NprtLaMatrix *a, NprtLaNorm norm,
                          double p, void *out)
{
    int64_t count = a->rows < a->cols ? a->rows : a->cols;
    void *s = nprt_la_work_alloc(work, count, (size_t)nprt_la_size(nprt_la_real_type(type)));
    int status = s ? nprt_la_svd(type, a, false, NULL, s, NULL) : NPRT_LA_NOMEM;
    if (status != NPRT_LA_OK)
        return status;
    int64_t index = p == 2 ? 0 : count - 1;
    if (is_single(type))
        *(float *)out = norm == NPRT_LA_NORM_NUC ? sum_line_f(count, s)
                        : count == 0             ? 0
                                                 : ((const float *)s)[index];
    else
        *(double *)out = norm == NPRT_LA_NORM_NUC ? sum_line_d(count, s)
                         : count == 0             ? 0
                                                  : ((const double *)s)[index];
    return NPRT_LA_OK;
}

int nprt_la_norm_matrix(NprtDtype type, const NprtLaMatrix *a, NprtLaNorm norm, double p, void *out)
{
    NprtLaWork work;
    Lines lines;
    bool by_sums = norm == NPRT_LA_NORM_P && (fabs(p) == 1 || isinf(p));
    bool by_values = norm == NPRT_LA_NORM_NUC || (norm == NPRT_LA_NORM_P && fabs(p) == 2);
    if (norm == NPRT_LA_NORM_P && !by_sums && !by_values)
        return NPRT_LA_BAD_ORDER;
    int64_t reduced = p == -1 ? a->cols : p == -2 && a->cols < a->rows ? a->cols : a->rows;
    if (norm == NPRT_LA_NORM_P && p < 0 && reduced == 0)
        return NPRT_LA_NO_MINIMUM;
    nprt_la_work_init(&work);
    int status = NPRT_LA_NOMEM;
    if (by_values) {
        status = norm_of_values(&work, type, a, norm, p, out);
    } else if (flatten(&work, type, a, &lines)) {
        bool is_complex = nprt_la_is_complex(type);
        double *sums = nprt_la_work_d(&work, a->rows > a->cols ? a->rows : a->cols);
        if (!by_sums)
            status = euclidean(type, a->rows * a->cols, lines.data, out);
        else if (!sums)
            status = NPRT_LA_NOMEM;
        else if (is_single(type))
            status = sums_norm_f(&lines, is_complex, p, (float *)sums, out);
        else
            status = sums_norm_d(&lines, is_complex, p, sums, out);
    }
    nprt_la_work_fini(&work);
    return status;
}

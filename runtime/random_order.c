/* Order and choice, and draws of several values at a time. */
#include "runtime/random_internal.h"

#include "runtime/convert.h"
#include "runtime/errors.h"
#include "runtime/memory.h"
#include "runtime/rng_dist.h"
#include "runtime/rng_python.h"
#include "runtime/rows.h"

#include <string.h>

/* ---- choice --------------------------------------------------------------------------------- */

/* The probabilities as float64, with the flag of the precision they came in. */
static int32_t read_p(NprtView *out, const NprtDesc *desc, const void *p, int32_t *flags)
{
    if (desc->kind == NPRT_K_ARRAY && desc->dtype == NPRT_F32)
        *flags |= NPRT_RNG_P_FLOAT32;
    if (desc->kind == NPRT_K_ARRAY && desc->dtype == NPRT_F16)
        *flags |= NPRT_RNG_P_FLOAT16;
    return nprt_random_numbers(out, NPRT_F64, desc, p);
}

static NprtRngError choose(NprtObj *obj, int64_t *out, int64_t size, int64_t n, const NprtView *p,
                           int32_t flags)
{
    NprtRng *rng = nprt_random_state_of(obj);
    bool legacy = nprt_random_is_legacy(obj);
    if (!p)
        return legacy ? nprt_rng_legacy_choice(rng, out, size, n, flags)
                      : nprt_rng_choice(rng, out, size, n, flags);
    const double *values = (const double *)(const void *)p->data;
    int64_t p_len = nprt_view_size(p);
    return legacy ? nprt_rng_legacy_choice_p(rng, out, size, n, values, p_len, flags)
                  : nprt_rng_choice_p(rng, out, size, n, values, p_len, flags);
}

int32_t nprt_random_choice(NprtObj *obj, int64_t n, uint8_t of_array, const NprtDesc *size_desc,
                           const void *size, uint8_t replace, const NprtDesc *p_desc, const void *p,
                           uint8_t shuffle, const NprtDesc *out_desc, void *out)
{
    int32_t flags = (replace ? NPRT_RNG_REPLACE : 0) | (shuffle ? 0 : NPRT_RNG_NO_SHUFFLE) |
                    (of_array ? NPRT_RNG_FROM_ARRAY : 0);
    NprtRandomShape shape;
    NprtView result, probabilities = {.owner = NULL};
    bool has_p = p_desc->kind != NPRT_K_NONE;
    if (nprt_random_read_size(&shape, size_desc, size) ||
        (has_p && read_p(&probabilities, p_desc, p, &flags)))
        return 1;
    int32_t status = nprt_view_new(out_desc, out, shape.ndim, shape.extents, false, &result);
    if (!status) {
        NprtRngError error = choose(obj, (int64_t *)(void *)result.data, nprt_view_size(&result), n,
                                    has_p ? &probabilities : NULL, flags);
        if (error != NPRT_RNG_OK) {
            nprt_release(result.owner);
            status = nprt_random_raise(error);
        }
    }
    nprt_release(probabilities.owner);
    return status;
}

/* ---- order ---------------------------------------------------------------------------------- */

void nprt_random_permutation(NprtObj *obj, int64_t n, const NprtDesc *out_desc, void *out)
{
    NprtView result;
    n = n > 0 ? n : 0;
    if (nprt_view_new(out_desc, out, 1, &n, false, &result))
        nprt_out_of_memory();
    nprt_rng_permutation(nprt_random_state_of(obj), (int64_t *)(void *)result.data, n);
}

/* random.shuffle of an array: exchanges its rows. */
static void std_shuffle_rows(NprtRng *rng, const NprtView *view)
{
    int64_t n = view->shape[0];
    int64_t *partners = nprt_realloc(NULL, (size_t)n * sizeof *partners);
    NprtView row = *view, spare;
    row.ndim--;
    memmove(row.shape, row.shape + 1, (size_t)row.ndim * sizeof *row.shape);
    memmove(row.strides, row.strides + 1, (size_t)row.ndim * sizeof *row.strides);
    if (nprt_view_temp_new(row.dtype, row.ndim, row.shape, &spare))
        nprt_out_of_memory();
    nprt_rng_python_shuffle_swaps(rng, partners, n);
    for (int64_t i = n - 1; i > 0; i--) {
        NprtView other = row;
        row.data = view->data + i * view->strides[0];
        other.data = view->data + partners[i] * view->strides[0];
        if (partners[i] == i)
            continue;
        nprt_view_copy(&spare, &row);
        nprt_view_copy(&row, &other);
        nprt_view_copy(&other, &spare);
    }
    nprt_release(spare.owner);
    nprt_mem_free(partners);
}

void nprt_random_shuffle(const NprtDesc *desc, const void *value, NprtObj *obj, int64_t axis)
{
    NprtRng *rng = nprt_random_state_of(obj);
    bool is_std = obj->flags == NPRT_RANDOM_STD;
    if (desc->kind == NPRT_K_LIST) {
        NprtList *list = *(NprtList *const *)value;
        int64_t size = desc->elems[0]->size;
        if (is_std)
            nprt_rng_python_shuffle(rng, list->data, list->len, size);
        else
            nprt_rng_shuffle(rng, list->data, list->len, size, size);
        return;
    }
    NprtView view;
    nprt_view_of(&view, desc, value);
    axis += axis < 0 ? view.ndim : 0;
    if (is_std)
        std_shuffle_rows(rng, &view);
    else
        nprt_rng_shuffle_axis(rng, view.data, view.shape, view.strides, view.ndim, (int32_t)axis,
                              nprt_view_itemsize(&view));
}

void nprt_random_permute_lines(const NprtDesc *desc, const void *value, NprtObj *obj, int64_t axis)
{
    NprtView view;
    nprt_view_of(&view, desc, value);
    axis += axis < 0 ? view.ndim : 0;
    nprt_rng_permuted_axis(nprt_random_state_of(obj), view.data, view.shape, view.strides,
                           view.ndim, (int32_t)axis, nprt_view_itemsize(&view));
}

/* ---- several values at a time --------------------------------------------------------------- */

/* The result of draws of k values: the shape with one more dimension. */
static int32_t new_rows(NprtView *result, const NprtRandomShape *shape, int64_t k,
                        const NprtDesc *out_desc, void *out)
{
    int64_t extents[NPRT_MAX_DIMS + 1];
    memcpy(extents, shape->extents, (size_t)shape->ndim * sizeof *extents);
    extents[shape->ndim] = k;
    return nprt_view_new(out_desc, out, shape->ndim + 1, extents, false, result);
}

static NprtRngError multinomial_rows(NprtObj *obj, int64_t *out, int64_t rows, int64_t n,
                                     const double *pvals, int64_t k)
{
    NprtRng *rng = nprt_random_state_of(obj);
    if (nprt_random_is_legacy(obj)) {
        NprtRngError error = nprt_rng_legacy_check_multinomial(n, pvals, k);
        if (error == NPRT_RNG_OK)
            nprt_rng_legacy_fill_multinomial(rng, out, rows, n, pvals, k);
        return error;
    }
    NprtRngError error = nprt_rng_check_multinomial(n, pvals, k);
    if (error == NPRT_RNG_OK)
        nprt_rng_fill_multinomial(rng, out, rows, n, pvals, k);
    return error;
}

/* All rows; `n` and the leading dimensions of `pvals` have strides over the shape. */
static NprtRngError multinomial_all(NprtObj *obj, const NprtView *n, const NprtView *pvals,
                                    const NprtRandomShape *shape, int64_t (*strides)[NPRT_MAX_DIMS],
                                    int64_t *out)
{
    int64_t k = pvals->shape[pvals->ndim - 1];
    if (nprt_view_size(n) == 1 && pvals->ndim == 1) {
        int64_t count;
        memcpy(&count, n->data, sizeof count);
        return multinomial_rows(obj, out, nprt_shape_size(shape->ndim, shape->extents), count,
                                (const double *)(const void *)pvals->data, k);
    }
    NprtRows rows;
    for (bool more = nprt_rows_begin(&rows, shape->ndim, shape->extents, 2,
                                     (char *[]){n->data, pvals->data},
                                     (const int64_t *[]){strides[0], strides[1]});
         more; more = nprt_rows_next(&rows)) {
        for (int64_t i = 0; i < rows.n; i++, out += k) {
            int64_t count;
            memcpy(&count, rows.at[0] + i * rows.step[0], sizeof count);
            const double *p = (const double *)(const void *)(rows.at[1] + i * rows.step[1]);
            NprtRngError error = multinomial_rows(obj, out, 1, count, p, k);
            if (error != NPRT_RNG_OK)
                return error;
        }
    }
    return NPRT_RNG_OK;
}

int32_t nprt_random_multinomial(NprtObj *obj, const NprtDesc *n_desc, const void *n,
                                const NprtDesc *pvals_desc, const void *pvals,
                                const NprtDesc *size_desc, const void *size,
                                const NprtDesc *out_desc, void *out)
{
    NprtRandomShape shape;
    NprtView counts, p, result;
    int64_t strides[2][NPRT_MAX_DIMS];
    if (nprt_random_read_size(&shape, size_desc, size) ||
        nprt_random_numbers(&counts, NPRT_I64, n_desc, n))
        return 1;
    if (nprt_random_numbers(&p, NPRT_F64, pvals_desc, pvals)) {
        nprt_release(counts.owner);
        return 1;
    }
    NprtView operands[2] = {counts, p};
    operands[1].ndim--; /* the last dimension is the probabilities */
    int32_t status;
    if (p.ndim < 1 || p.shape[p.ndim - 1] == 0)
        status = nprt_random_raise(NPRT_RNG_PVALS_EMPTY);
    else
        status = nprt_random_broadcast(&shape, operands, 2, strides) ||
                 new_rows(&result, &shape, p.shape[p.ndim - 1], out_desc, out);
    if (!status) {
        NprtRngError error =
            multinomial_all(obj, &counts, &p, &shape, strides, (int64_t *)(void *)result.data);
        if (error != NPRT_RNG_OK) {
            nprt_release(result.owner);
            status = nprt_random_raise(error);
        }
    }
    nprt_release(counts.owner);
    nprt_release(p.owner);
    return status;
}

int32_t nprt_random_dirichlet(NprtObj *obj, const NprtDesc *alpha_desc, const void *alpha,
                              const NprtDesc *size_desc, const void *size, const NprtDesc *out_desc,
                              void *out)
{
    NprtRandomShape shape;
    NprtView alphas, result;
    if (nprt_random_read_size(&shape, size_desc, size) ||
        nprt_random_numbers(&alphas, NPRT_F64, alpha_desc, alpha))
        return 1;
    bool legacy = nprt_random_is_legacy(obj);
    const double *values = (const double *)(const void *)alphas.data;
    int64_t k = nprt_view_size(&alphas), rows = nprt_shape_size(shape.ndim, shape.extents);
    NprtRngError error =
        legacy ? nprt_rng_legacy_check_dirichlet(values, k) : nprt_rng_check_dirichlet(values, k);
    int32_t status = error != NPRT_RNG_OK ? nprt_random_raise(error)
                                          : new_rows(&result, &shape, k, out_desc, out);
    if (!status) {
        double *to = (double *)(void *)result.data;
        NprtRng *rng = nprt_random_state_of(obj);
        if (legacy)
            nprt_rng_legacy_fill_dirichlet(rng, to, rows, values, k);
        else
            nprt_rng_fill_dirichlet(rng, to, rows, values, k);
    }
    nprt_release(alphas.owner);
    return status;
}

int32_t nprt_random_mv_hypergeometric(NprtObj *obj, const NprtDesc *colors_desc, const void *colors,
                                      int64_t nsample, const NprtDesc *size_desc, const void *size,
                                      uint8_t by_count, const NprtDesc *out_desc, void *out)
{
    NprtRandomShape shape;
    NprtView counts, result;
    if (nprt_random_read_size(&shape, size_desc, size) ||
        nprt_random_numbers(&counts, NPRT_I64, colors_desc, colors))
        return 1;
    const int64_t *values = (const int64_t *)(const void *)counts.data;
    int64_t k = nprt_view_size(&counts), rows = nprt_shape_size(shape.ndim, shape.extents);
    NprtRngError error = nprt_rng_check_mv_hypergeometric(values, k, nsample, by_count);
    int32_t status = error != NPRT_RNG_OK ? nprt_random_raise(error)
                                          : new_rows(&result, &shape, k, out_desc, out);
    if (!status) {
        error = nprt_rng_fill_mv_hypergeometric(nprt_random_state_of(obj),
                                                (int64_t *)(void *)result.data, rows, values, k,
                                                nsample, by_count);
        if (error != NPRT_RNG_OK) {
            nprt_release(result.owner);
            status = nprt_random_raise(error);
        }
    }
    nprt_release(counts.owner);
    return status;
}

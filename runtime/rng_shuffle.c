/* rng_shuffle.c - shuffle, permutation and permuted.
 *
 * All are Fisher and Yates from the end: item i changes places with one of 0..i. Both families draw
 * the place by rejection of masked bits (NumPy's random_interval), so one function serves both. */
#include "runtime/rng_dist.h"
#include "runtime/rng_internal.h"
#include <string.h>

static inline void swap_bytes(char *a, char *b, int64_t size)
{
    char kept[64];
    for (; size > 0; size -= (int64_t)sizeof kept) {
        size_t part = (size_t)min_i64(size, (int64_t)sizeof kept);
        memcpy(kept, a, part);
        memcpy(a, b, part);
        memcpy(b, kept, part);
        a += part;
        b += part;
    }
}

static inline void shuffle_items(NprtRng *rng, char *data, int64_t n, int64_t stride, int64_t size)
{
    for (int64_t i = n - 1; i > 0; i--) {
        int64_t j = (int64_t)next_interval(rng, (uint64_t)i);
        if (i != j)
            swap_bytes(data + i * stride, data + j * stride, size);
    }
}

void nprt_rng_shuffle(NprtRng *rng, void *data, int64_t n, int64_t stride, int64_t itemsize)
{
    if (itemsize == 8)
        shuffle_items(rng, data, n, stride, 8);
    else if (itemsize == 4)
        shuffle_items(rng, data, n, stride, 4);
    else
        shuffle_items(rng, data, n, stride, itemsize);
}

void nprt_rng_shuffle_swaps(NprtRng *rng, int64_t *out_partner, int64_t n)
{
    if (n > 0)
        out_partner[0] = 0;
    for (int64_t i = n - 1; i > 0; i--)
        out_partner[i] = (int64_t)next_interval(rng, (uint64_t)i);
}

void nprt_rng_permutation(NprtRng *rng, int64_t *out, int64_t n)
{
    for (int64_t i = 0; i < n; i++)
        out[i] = i;
    shuffle_items(rng, (char *)out, n, sizeof *out, sizeof *out);
}

/* ---- n dimensions -------------------------------------------------------------- */

typedef struct Slices {
    const int64_t *shape, *strides;
    int32_t ndim, axis; /* `axis` is held fixed */
    int64_t itemsize;
} Slices;

/* Exchanges two slices, from dimension `dim` on. */
static void swap_slices(const Slices *s, int32_t dim, char *a, char *b)
{
    if (dim == s->ndim) {
        swap_bytes(a, b, s->itemsize);
        return;
    }
    if (dim == s->axis) {
        swap_slices(s, dim + 1, a, b);
        return;
    }
    for (int64_t i = 0; i < s->shape[dim]; i++)
        swap_slices(s, dim + 1, a + i * s->strides[dim], b + i * s->strides[dim]);
}

void nprt_rng_shuffle_axis(NprtRng *rng, void *data, const int64_t *shape, const int64_t *strides,
                           int32_t ndim, int32_t axis, int64_t itemsize)
{
    Slices slices = {shape, strides, ndim, axis, itemsize};
    for (int32_t dim = 0; dim < ndim; dim++)
        if (shape[dim] == 0)
            return;
    for (int64_t i = shape[axis] - 1; i > 0; i--) {
        int64_t j = (int64_t)next_interval(rng, (uint64_t)i);
        if (i != j)
            swap_slices(&slices, 0, (char *)data + i * strides[axis],
                        (char *)data + j * strides[axis]);
    }
}

/* Shuffles every line along the axis, in C order of the other dimensions. */
static void permute_lines(NprtRng *rng, const Slices *s, int32_t dim, char *data)
{
    if (dim == s->ndim) {
        nprt_rng_shuffle(rng, data, s->shape[s->axis], s->strides[s->axis], s->itemsize);
        return;
    }
    if (dim == s->axis) {
        permute_lines(rng, s, dim + 1, data);
        return;
    }
    for (int64_t i = 0; i < s->shape[dim]; i++)
        permute_lines(rng, s, dim + 1, data + i * s->strides[dim]);
}

void nprt_rng_permuted_axis(NprtRng *rng, void *data, const int64_t *shape, const int64_t *strides,
                            int32_t ndim, int32_t axis, int64_t itemsize)
{
    Slices slices = {shape, strides, ndim, axis, itemsize};
    permute_lines(rng, &slices, 0, data);
}

/* Strided copies and the checks of scalar stores.
 *
 * A copy is first brought into a normal form: extents of one dropped, destination strides positive
 * and descending, dimensions that are one run in both operands merged. What is left is walked with
 * the last dimension as a cast loop; a transposed source is walked in tiles, so that each of its
 * cache lines is used up while it is near. */
#include "runtime/convert.h"

#include "runtime/errors.h"
#include "runtime/print_scalar.h"

#include <math.h>
#include <stdbool.h>

/* ---- normal form ---------------------------------------------------------------------------- */

typedef struct Walk {
    char *dst, *src;
    int32_t ndim;
    int64_t shape[NPRT_MAX_DIMS], dst_strides[NPRT_MAX_DIMS], src_strides[NPRT_MAX_DIMS];
} Walk;

static int64_t magnitude(int64_t x)
{
    return x < 0 ? -x : x;
}

static void add_dim(Walk *walk, int64_t extent, int64_t dst_stride, int64_t src_stride)
{
    if (dst_stride < 0) {
        walk->dst += dst_stride * (extent - 1);
        walk->src += src_stride * (extent - 1);
        dst_stride = -dst_stride;
        src_stride = -src_stride;
    }
    int32_t at = walk->ndim++;
    while (at > 0 && (walk->dst_strides[at - 1] < dst_stride ||
                      (walk->dst_strides[at - 1] == dst_stride &&
                       magnitude(walk->src_strides[at - 1]) < magnitude(src_stride)))) {
        walk->shape[at] = walk->shape[at - 1];
        walk->dst_strides[at] = walk->dst_strides[at - 1];
        walk->src_strides[at] = walk->src_strides[at - 1];
        at--;
    }
    walk->shape[at] = extent;
    walk->dst_strides[at] = dst_stride;
    walk->src_strides[at] = src_stride;
}

/* Merges each dimension into the one before where the two are one run. */
static void merge_dims(Walk *walk)
{
    int32_t last = 0;
    for (int32_t i = 1; i < walk->ndim; i++) {
        if (walk->dst_strides[last] == walk->dst_strides[i] * walk->shape[i] &&
            walk->src_strides[last] == walk->src_strides[i] * walk->shape[i]) {
            walk->shape[last] *= walk->shape[i];
        } else {
            last++;
            walk->shape[last] = walk->shape[i];
        }
        walk->dst_strides[last] = walk->dst_strides[i];
        walk->src_strides[last] = walk->src_strides[i];
    }
    walk->ndim = walk->ndim > 0 ? last + 1 : 0;
}

/* False when there is nothing to copy. */
static bool make_walk(Walk *walk, const NprtStrided *dst, const NprtStrided *src, int32_t ndim,
                      const int64_t *shape)
{
    walk->dst = dst->data;
    walk->src = src->data;
    walk->ndim = 0;
    for (int32_t i = 0; i < ndim; i++) {
        if (shape[i] <= 0)
            return false;
        if (shape[i] > 1)
            add_dim(walk, shape[i], dst->strides[i], src->strides[i]);
    }
    merge_dims(walk);
    return true;
}

/* ---- walking -------------------------------------------------------------------------------- */

enum { TILE_INNER = 64, TILE_OUTER = 8 };

/* The dimension other than the last along which the source is dense, or -1 when the last one is
 * better. */
static int32_t dense_dim(const Walk *walk)
{
    int32_t last = walk->ndim - 1, best = -1;
    int64_t least = magnitude(walk->src_strides[last]);
    if (walk->shape[last] < TILE_OUTER || least < 64)
        return -1;
    for (int32_t i = 0; i < last; i++) {
        int64_t stride = magnitude(walk->src_strides[i]);
        if (stride > 0 && stride < least && walk->shape[i] > 1) {
            least = stride;
            best = i;
        }
    }
    return best;
}

/* Moves a dimension to the place before the last. */
static void move_dim(Walk *walk, int32_t from)
{
    int64_t shape = walk->shape[from];
    int64_t dst_stride = walk->dst_strides[from], src_stride = walk->src_strides[from];
    for (; from < walk->ndim - 2; from++) {
        walk->shape[from] = walk->shape[from + 1];
        walk->dst_strides[from] = walk->dst_strides[from + 1];
        walk->src_strides[from] = walk->src_strides[from + 1];
    }
    walk->shape[from] = shape;
    walk->dst_strides[from] = dst_stride;
    walk->src_strides[from] = src_stride;
}

static void copy_tiles(const Walk *walk, char *dst, const char *src, NprtCastLoop *loop)
{
    int32_t outer = walk->ndim - 2, inner = walk->ndim - 1;
    int64_t rows = walk->shape[outer], cols = walk->shape[inner];
    int64_t dst_row = walk->dst_strides[outer], dst_col = walk->dst_strides[inner];
    int64_t src_row = walk->src_strides[outer], src_col = walk->src_strides[inner];
    for (int64_t col = 0; col < cols; col += TILE_INNER) {
        int64_t n = cols - col < TILE_INNER ? cols - col : TILE_INNER;
        for (int64_t row = 0; row < rows; row++)
            loop(dst + row * dst_row + col * dst_col, dst_col, src + row * src_row + col * src_col,
                 src_col, n);
    }
}

void nprt_copy_strided(const NprtStrided *dst, const NprtStrided *src, int32_t ndim,
                       const int64_t *shape)
{
    Walk walk;
    if (!make_walk(&walk, dst, src, ndim, shape))
        return;
    NprtCastLoop *loop = nprt_cast_loop(dst->dtype, src->dtype);
    if (walk.ndim == 0) {
        loop(walk.dst, 0, walk.src, 0, 1);
        return;
    }
    int32_t dense = dense_dim(&walk), outer_dims = walk.ndim - 1;
    if (dense >= 0) {
        move_dim(&walk, dense);
        outer_dims--;
    }
    int32_t last = walk.ndim - 1;
    int64_t at[NPRT_MAX_DIMS] = {0};
    for (;;) {
        if (dense >= 0)
            copy_tiles(&walk, walk.dst, walk.src, loop);
        else
            loop(walk.dst, walk.dst_strides[last], walk.src, walk.src_strides[last],
                 walk.shape[last]);
        int32_t i = outer_dims - 1;
        for (; i >= 0; i--) {
            walk.dst += walk.dst_strides[i];
            walk.src += walk.src_strides[i];
            if (++at[i] < walk.shape[i])
                break;
            at[i] = 0;
            walk.dst -= walk.dst_strides[i] * walk.shape[i];
            walk.src -= walk.src_strides[i] * walk.shape[i];
        }
        if (i < 0)
            return;
    }
}

/* ---- scalars -------------------------------------------------------------------------------- */

static bool is_integer(NprtDtype dtype)
{
    return dtype >= NPRT_I8 && dtype <= NPRT_U64;
}

static int32_t check_int(NprtDtype to, int64_t x)
{
    bool is_unsigned = nprt_dtype_kind(to) == 'u';
    int32_t bits = nprt_dtype_bits(to) - !is_unsigned; /* of the magnitude */
    int64_t max = bits >= 63 ? INT64_MAX : ((int64_t)1 << bits) - 1;
    int64_t min = is_unsigned ? 0 : -max - 1;
    if (x >= min && x <= max)
        return 0;
    return nprt_raise(NPRT_EXC_OVERFLOW_ERROR, "Python integer %lld out of bounds for %s",
                      (long long)x, nprt_dtype_name(to));
}

static int32_t check_float(NprtDtype to, double x)
{
    if (isnan(x))
        return nprt_raise(NPRT_EXC_VALUE_ERROR, "cannot convert float NaN to integer");
    if (isinf(x))
        return nprt_raise(NPRT_EXC_OVERFLOW_ERROR, "cannot convert float infinity to integer");
    if (to == NPRT_U64 && x > -1.0 && x < 0x1p64)
        return 0;
    if (!(x >= -0x1p63 && x < 0x1p63))
        return nprt_raise(NPRT_EXC_OVERFLOW_ERROR, "Python int too large to convert to C long");
    return check_int(to, (int64_t)x);
}

int32_t nprt_check_scalar(NprtDtype to, const NprtDesc *desc, const void *value)
{
    char kind = nprt_dtype_kind((NprtDtype)desc->dtype);
    if (kind == 'c' && desc->py && to < NPRT_C64 && to != NPRT_BOOL)
        return nprt_raise(
            NPRT_EXC_TYPE_ERROR,
            is_integer(to)
                ? "int() argument must be a string, a bytes-like object or a real number, not "
                  "'complex'"
                : "float() argument must be a string or a real number, not 'complex'");
    if (!is_integer(to))
        return 0;
    if (kind == 'i' && desc->py)
        return check_int(to, nprt_scalar_int((NprtDtype)desc->dtype, value));
    if (kind == 'f' && desc->py)
        return check_float(to, nprt_scalar_double((NprtDtype)desc->dtype, value));
    return 0;
}

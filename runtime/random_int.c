/* Random integers: Generator.integers and randint of every dtype, and bytes.
 *
 * Bounds travel as the 64 bits of their dtype; for a row of the table they are narrowed after the
 * check that they fit. */
#include "runtime/random_internal.h"

#include "runtime/convert.h"
#include "runtime/memory.h"
#include "runtime/rng_dist.h"
#include "runtime/rows.h"
#include "runtime/str.h"

#include <string.h>

/* ---- the table ------------------------------------------------------------------------------ */

typedef struct IntRow {
    void (*one)(NprtRng *rng, uint64_t low, uint64_t last, void *out);
    void (*fill)(NprtRng *rng, uint64_t low, uint64_t last, void *out, int64_t n);
    void (*next)(NprtRng *rng, NprtRngIntBuffer *buffer, uint64_t low, uint64_t last, void *out);
} IntRow;

#define FUNCTIONS(family, name, T, draw, draw_fill, draw_next)                                     \
    static void family##_one_##name(NprtRng *rng, uint64_t low, uint64_t last, void *out)          \
    {                                                                                              \
        T x = draw(rng, (T)low, (T)last);                                                          \
        memcpy(out, &x, sizeof x);                                                                 \
    }                                                                                              \
    static void family##_fill_##name(NprtRng *rng, uint64_t low, uint64_t last, void *out,         \
                                     int64_t n)                                                    \
    {                                                                                              \
        draw_fill(rng, out, n, (T)low, (T)last);                                                   \
    }                                                                                              \
    static void family##_next_##name(NprtRng *rng, NprtRngIntBuffer *buffer, uint64_t low,         \
                                     uint64_t last, void *out)                                     \
    {                                                                                              \
        T x = draw_next(rng, buffer, (T)low, (T)last);                                             \
        memcpy(out, &x, sizeof x);                                                                 \
    }
#define NPRT_RNG_INT(name, E, T, U, bits, min, max)                                                \
    FUNCTIONS(gen, E, T, nprt_rng_integers_##name, nprt_rng_fill_integers_##name,                  \
              nprt_rng_integers_next_##name)                                                       \
    FUNCTIONS(legacy, E, T, nprt_rng_legacy_randint_##name, nprt_rng_legacy_fill_randint_##name,   \
              nprt_rng_legacy_randint_next_##name)
#include "runtime/rng_ints.def"
#undef NPRT_RNG_INT

static const IntRow gen_rows[NPRT_DTYPE_COUNT] = {
#define NPRT_RNG_INT(name, E, T, U, bits, min, max)                                                \
    [NPRT_##E] = {gen_one_##E, gen_fill_##E, gen_next_##E},
#include "runtime/rng_ints.def"
#undef NPRT_RNG_INT
};

static const IntRow legacy_rows[NPRT_DTYPE_COUNT] = {
#define NPRT_RNG_INT(name, E, T, U, bits, min, max)                                                \
    [NPRT_##E] = {legacy_one_##E, legacy_fill_##E, legacy_next_##E},
#include "runtime/rng_ints.def"
#undef NPRT_RNG_INT
};

static const IntRow *row_of(const NprtObj *obj, NprtDtype dtype)
{
    return nprt_random_is_legacy(obj) ? &legacy_rows[dtype] : &gen_rows[dtype];
}

/* ---- bounds --------------------------------------------------------------------------------- */

/* `is_unsigned`: the 64 bits are uint64. */
typedef struct Bounds {
    uint64_t low, high;
    bool is_unsigned, endpoint;
} Bounds;

/* Checks and gives the last value. */
static NprtRngError check_bounds(NprtDtype dtype, const Bounds *b, uint64_t *out_last)
{
    *out_last = b->endpoint ? b->high : b->high - 1;
    if (b->is_unsigned)
        return nprt_rng_check_integers_u64(dtype, b->low, b->high, b->endpoint);
    return nprt_rng_check_integers(dtype, (int64_t)b->low, (int64_t)b->high, b->endpoint);
}

int32_t nprt_random_integer(NprtObj *obj, int64_t low, int64_t high, uint8_t endpoint, int64_t *out)
{
    int64_t last = endpoint ? high : (int64_t)((uint64_t)high - 1);
    if (low > last || low >= high) { /* unless it is [low, low], an error */
        NprtRngError error = nprt_rng_check_integers(NPRT_I64, low, high, endpoint);
        if (error != NPRT_RNG_OK)
            return nprt_random_raise(error);
    }
    NprtRng *rng = nprt_random_state_of(obj);
    *out = nprt_random_is_legacy(obj) ? nprt_rng_legacy_randint_int64(rng, low, last)
                                      : nprt_rng_integers_int64(rng, low, last);
    return 0;
}

/* ---- arrays --------------------------------------------------------------------------------- */

/* The arguments of one call. The bounds are temporaries of int64, or of uint64 when one was. */
typedef struct Call {
    NprtObj *obj;
    NprtDtype dtype;
    NprtView bounds[2];
    bool is_unsigned, endpoint;
    NprtRandomShape shape;
    int64_t strides[2][NPRT_MAX_DIMS];
} Call;

static bool is_unsigned_64(const NprtDesc *desc)
{
    return (desc->kind == NPRT_K_SCALAR || desc->kind == NPRT_K_ARRAY) && desc->dtype == NPRT_U64;
}

static int32_t read_bounds(Call *call, const NprtDesc *low_desc, const void *low,
                           const NprtDesc *high_desc, const void *high)
{
    const int64_t zero = 0;
    static const NprtDesc zero_desc = {.kind = NPRT_K_SCALAR, .dtype = NPRT_I64, .size = 8};
    if (high_desc->kind == NPRT_K_NONE) {
        high_desc = low_desc;
        high = low;
        low_desc = &zero_desc;
        low = &zero;
    }
    call->is_unsigned = is_unsigned_64(low_desc) || is_unsigned_64(high_desc);
    NprtDtype dtype = call->is_unsigned ? NPRT_U64 : NPRT_I64;
    if (nprt_random_numbers(&call->bounds[0], dtype, low_desc, low))
        return 1;
    if (nprt_random_numbers(&call->bounds[1], dtype, high_desc, high)) {
        nprt_release(call->bounds[0].owner);
        return 1;
    }
    return 0;
}

static Bounds bounds_at(const Call *call, const char *low, const char *high)
{
    Bounds b = {.is_unsigned = call->is_unsigned, .endpoint = call->endpoint};
    memcpy(&b.low, low, sizeof b.low);
    memcpy(&b.high, high, sizeof b.high);
    return b;
}

/* Checks all bounds, or draws between them to `out`, in C order. */
static NprtRngError each_bounds(const Call *call, char *out)
{
    const IntRow *row = row_of(call->obj, call->dtype);
    NprtRng *rng = nprt_random_state_of(call->obj);
    NprtRngIntBuffer buffer = {0, 0};
    int64_t size = nprt_view_itemsize(&(NprtView){.dtype = call->dtype});
    NprtRows rows;
    for (bool more = nprt_rows_begin(&rows, call->shape.ndim, call->shape.extents, 2,
                                     (char *[]){call->bounds[0].data, call->bounds[1].data},
                                     (const int64_t *[]){call->strides[0], call->strides[1]});
         more; more = nprt_rows_next(&rows)) {
        for (int64_t k = 0; k < rows.n; k++) {
            Bounds b =
                bounds_at(call, rows.at[0] + k * rows.step[0], rows.at[1] + k * rows.step[1]);
            uint64_t last;
            NprtRngError error = check_bounds(call->dtype, &b, &last);
            if (error != NPRT_RNG_OK)
                return error;
            if (out) {
                row->next(rng, &buffer, b.low, last, out);
                out += size;
            }
        }
    }
    return NPRT_RNG_OK;
}

/* Bounds of one element count as scalars, whatever their rank. */
static bool has_one_range(const Call *call)
{
    return nprt_view_size(&call->bounds[0]) == 1 && nprt_view_size(&call->bounds[1]) == 1;
}

static NprtRngError draw_all(const Call *call, const NprtView *result)
{
    const IntRow *row = row_of(call->obj, call->dtype);
    if (has_one_range(call)) {
        Bounds b = bounds_at(call, call->bounds[0].data, call->bounds[1].data);
        uint64_t last;
        NprtRngError error = check_bounds(call->dtype, &b, &last);
        if (error != NPRT_RNG_OK)
            return error;
        if (call->shape.ndim == 0 && !call->shape.is_given)
            row->one(nprt_random_state_of(call->obj), b.low, last, result->data);
        else
            row->fill(nprt_random_state_of(call->obj), b.low, last, result->data,
                      nprt_view_size(result));
        return NPRT_RNG_OK;
    }
    NprtRngError error = each_bounds(call, NULL);
    return error != NPRT_RNG_OK ? error : each_bounds(call, result->data);
}

int32_t nprt_random_integers(NprtObj *obj, const NprtDesc *low_desc, const void *low,
                             const NprtDesc *high_desc, const void *high, const NprtDesc *size_desc,
                             const void *size, uint8_t endpoint, const NprtDesc *out_desc,
                             void *out)
{
    Call call = {.obj = obj, .dtype = (NprtDtype)out_desc->dtype, .endpoint = endpoint};
    NprtView result;
    if (nprt_random_read_size(&call.shape, size_desc, size) ||
        read_bounds(&call, low_desc, low, high_desc, high))
        return 1;
    bool is_settled = call.shape.is_given && has_one_range(&call);
    int32_t status =
        (!is_settled && nprt_random_broadcast(&call.shape, call.bounds, 2, call.strides)) ||
        nprt_view_new(out_desc, out, call.shape.ndim, call.shape.extents, false, &result);
    if (!status) {
        NprtRngError error = draw_all(&call, &result);
        if (error != NPRT_RNG_OK) {
            nprt_release(result.owner);
            status = nprt_random_raise(error);
        }
    }
    nprt_release(call.bounds[0].owner);
    nprt_release(call.bounds[1].owner);
    return status;
}

/* ---- bytes ---------------------------------------------------------------------------------- */

NprtStr *nprt_random_bytes(NprtObj *obj, int64_t n)
{
    int64_t words = n > 0 ? (n + 3) / 4 : 1;
    char *room = nprt_realloc(NULL, (size_t)words * 4);
    nprt_rng_bytes(nprt_random_state_of(obj), room, n > 0 ? n : 0);
    NprtStr *bytes = nprt_bytes_new(room, n > 0 ? n : 0);
    nprt_mem_free(room);
    return bytes;
}

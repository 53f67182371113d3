/* Draws from the distributions of numpy.random: the two families as tables, and arrays of draws.
 *
 * A row has one draw, the fill and the check of a distribution behind signatures without types;
 * parameters travel in unions. */
#include "runtime/random_internal.h"

#include "runtime/array_internal.h"
#include "runtime/convert.h"
#include "runtime/memory.h"
#include "runtime/rng_dist.h"
#include "runtime/rng_python.h"
#include "runtime/rows.h"

#include <string.h>

typedef union Param {
    double d;
    int64_t i;
} Param;

typedef struct Dist {
    int32_t n;          /* parameters */
    NprtDtype types[3]; /* theirs: F64, I64 */
    NprtDtype result;   /* F64, F32, I64 */
    void (*draw)(NprtRng *rng, const Param *p, void *out);
    void (*fill)(NprtRng *rng, const Param *p, void *out, int64_t n);
    NprtRngError (*check)(const Param *p);
} Dist;

/* ---- the rows' functions -------------------------------------------------------------------- */

#define PARAM_double(p)  (p).d
#define PARAM_float(p)   (float)(p).d
#define PARAM_int64_t(p) (p).i
#define TYPE_double      NPRT_F64
#define TYPE_float       NPRT_F32
#define TYPE_int64_t     NPRT_I64
/* The parameters of float32 draws come as doubles too. */
#define PARAM_TYPE_double  NPRT_F64
#define PARAM_TYPE_float   NPRT_F64
#define PARAM_TYPE_int64_t NPRT_I64

static NprtRngError check_nothing(const Param *p)
{
    (void)p;
    return NPRT_RNG_OK;
}

#define FUNCTIONS(name, R, ARGS)                                                                   \
    static void FAMILY(draw_##name)(NprtRng * rng, const Param *p, void *out)                      \
    {                                                                                              \
        (void)p;                                                                                   \
        R x = PREFIX(name)(rng ARGS);                                                              \
        memcpy(out, &x, sizeof x);                                                                 \
    }                                                                                              \
    static void FAMILY(fill_##name)(NprtRng * rng, const Param *p, void *out, int64_t n)           \
    {                                                                                              \
        (void)p;                                                                                   \
        PREFIX(fill_##name)(rng, out, n ARGS);                                                     \
    }
#define CHECK(name, ARGS)                                                                          \
    static NprtRngError FAMILY(check_##name)(const Param *p)                                       \
    {                                                                                              \
        return PREFIX(check_##name) ARGS;                                                          \
    }

#define A1(T1)                         , PARAM_##T1(p[0])
#define A2(T1, T2)                     , PARAM_##T1(p[0]), PARAM_##T2(p[1])
#define A3(T1, T2, T3)                 , PARAM_##T1(p[0]), PARAM_##T2(p[1]), PARAM_##T3(p[2])
#define NPRT_RNG_DIST0(name, R, check) FUNCTIONS(name, R, )
#define NPRT_RNG_DIST1(name, R, T1, a1, check)                                                     \
    FUNCTIONS(name, R, A1(T1))                                                                     \
    CHECK(name, (PARAM_##T1(p[0])))
#define NPRT_RNG_DIST2(name, R, T1, a1, T2, a2, check)                                             \
    FUNCTIONS(name, R, A2(T1, T2))                                                                 \
    CHECK(name, (PARAM_##T1(p[0]), PARAM_##T2(p[1])))
#define NPRT_RNG_DIST3(name, R, T1, a1, T2, a2, T3, a3, check)                                     \
    FUNCTIONS(name, R, A3(T1, T2, T3))                                                             \
    CHECK(name, (PARAM_##T1(p[0]), PARAM_##T2(p[1]), PARAM_##T3(p[2])))
#define NPRT_RNG_BULK0 NPRT_RNG_DIST0
#define NPRT_RNG_BULK2 NPRT_RNG_DIST2

#define FAMILY(f)      gen_##f
#define PREFIX(f)      nprt_rng_##f
#include "runtime/rng_dist_gen.def"
#undef FAMILY
#undef PREFIX
#define FAMILY(f) legacy_##f
#define PREFIX(f) nprt_rng_legacy_##f
#include "runtime/rng_dist_legacy.def"
#undef FAMILY
#undef PREFIX

#undef NPRT_RNG_DIST0
#undef NPRT_RNG_DIST1
#undef NPRT_RNG_DIST2
#undef NPRT_RNG_DIST3

/* ---- the tables ----------------------------------------------------------------------------- */

#define ROW(name, n, types, R, check)                                                              \
    [NPRT_RANDOM_##name] = {n, types, TYPE_##R, FAMILY(draw_##name), FAMILY(fill_##name), check},
#define T(...)                         {__VA_ARGS__}
#define NPRT_RNG_DIST0(name, R, check) ROW(name, 0, T(NPRT_F64), R, check_nothing)
#define NPRT_RNG_DIST1(name, R, T1, a1, check)                                                     \
    ROW(name, 1, T(PARAM_TYPE_##T1), R, FAMILY(check_##name))
#define NPRT_RNG_DIST2(name, R, T1, a1, T2, a2, check)                                             \
    ROW(name, 2, T(PARAM_TYPE_##T1, PARAM_TYPE_##T2), R, FAMILY(check_##name))
#define NPRT_RNG_DIST3(name, R, T1, a1, T2, a2, T3, a3, check)                                     \
    ROW(name, 3, T(PARAM_TYPE_##T1, PARAM_TYPE_##T2, PARAM_TYPE_##T3), R, FAMILY(check_##name))

static const Dist gen_dists[NPRT_RANDOM_DIST_COUNT] = {
#define FAMILY(f) gen_##f
#include "runtime/rng_dist_gen.def"
#undef FAMILY
};

static const Dist legacy_dists[NPRT_RANDOM_DIST_COUNT] = {
#define FAMILY(f) legacy_##f
#include "runtime/rng_dist_legacy.def"
#undef FAMILY
};

/* Where RandomState lacks a distribution (the float32 ones), Generator's. */
static const Dist *dist_of(const NprtObj *obj, int64_t dist)
{
    const Dist *legacy = &legacy_dists[dist];
    return nprt_random_is_legacy(obj) && legacy->draw ? legacy : &gen_dists[dist];
}

/* ---- single draws --------------------------------------------------------------------------- */

double nprt_random_random(NprtObj *obj)
{
    return nprt_rng_random(nprt_random_state_of(obj));
}

static int32_t draw_one(NprtObj *obj, const Dist *dist, const Param *p, void *out)
{
    NprtRngError error = dist->check(p);
    if (error != NPRT_RNG_OK)
        return nprt_random_raise(error);
    dist->draw(nprt_random_state_of(obj), p, out);
    return 0;
}

int32_t nprt_random_double(NprtObj *obj, int64_t dist, double a, double b, double c, double *out)
{
    const Dist *row = dist_of(obj, dist);
    Param p[3] = {{.d = a}, {.d = b}, {.d = c}};
    if (row->result == NPRT_F64)
        return draw_one(obj, row, p, out);
    float narrow;
    int32_t status = draw_one(obj, row, p, &narrow);
    *out = status ? 0.0 : (double)narrow;
    return status;
}

int32_t nprt_random_int(NprtObj *obj, int64_t dist, double a, double b, double c, int64_t i,
                        int64_t j, int64_t k, int64_t *out)
{
    const Dist *row = dist_of(obj, dist);
    const double reals[3] = {a, b, c};
    const int64_t ints[3] = {i, j, k};
    Param p[3];
    for (int32_t n = 0; n < 3; n++) {
        if (row->types[n] == NPRT_I64)
            p[n].i = ints[n];
        else
            p[n].d = reals[n];
    }
    return draw_one(obj, row, p, out);
}

/* ---- arrays --------------------------------------------------------------------------------- */

/* The parameters of one call: temporaries of the row's types. */
typedef struct Params {
    NprtView views[3];
    int32_t n;
    bool all_single; /* every one has one element */
} Params;

static void params_fini(Params *params)
{
    for (int32_t i = 0; i < params->n; i++)
        nprt_release(params->views[i].owner);
}

static int32_t params_init(Params *params, const Dist *dist, const NprtDesc *desc,
                           const void *value)
{
    params->n = 0;
    params->all_single = true;
    for (int32_t i = 0; i < dist->n; i++) {
        if (nprt_random_numbers(&params->views[i], dist->types[i], desc->elems[i],
                                (const char *)value + desc->offsets[i])) {
            params_fini(params);
            return 1;
        }
        params->all_single &= nprt_view_size(&params->views[i]) == 1;
        params->n++;
    }
    return 0;
}

/* The parameters of the elements of a shape, one after the other in C order. */
static bool params_begin(NprtRows *rows, const Params *params, const NprtRandomShape *shape,
                         int64_t (*strides)[NPRT_MAX_DIMS])
{
    char *data[3];
    const int64_t *steps[3];
    for (int32_t i = 0; i < params->n; i++) {
        data[i] = params->views[i].data;
        steps[i] = strides[i];
    }
    return nprt_rows_begin(rows, shape->ndim, shape->extents, params->n, data, steps);
}

static void params_at(const Params *params, const NprtRows *rows, int64_t k, Param p[3])
{
    for (int32_t i = 0; i < params->n; i++)
        memcpy(&p[i], rows->at[i] + k * rows->step[i], sizeof p[i]); /* all types have 8 bytes */
}

/* NumPy checks before it looks at the size. */
static int32_t params_check(const Params *params, const Dist *dist)
{
    NprtRandomShape shape = {.is_given = false};
    int64_t strides[3][NPRT_MAX_DIMS];
    if (nprt_random_broadcast(&shape, params->views, params->n, strides))
        return 1;
    NprtRows rows;
    for (bool more = params_begin(&rows, params, &shape, strides); more;
         more = nprt_rows_next(&rows)) {
        for (int64_t k = 0; k < rows.n; k++) {
            Param p[3];
            params_at(params, &rows, k, p);
            NprtRngError error = dist->check(p);
            if (error != NPRT_RNG_OK)
                return nprt_random_raise(params->all_single ? error
                                                            : nprt_rng_error_array_form(error));
        }
    }
    return 0;
}

/* Draws all elements of a C-contiguous `out` of the row's type. */
static void draw_array(NprtObj *obj, const Dist *dist, const Params *params,
                       const NprtRandomShape *shape, int64_t (*strides)[NPRT_MAX_DIMS], char *out)
{
    NprtRng *rng = nprt_random_state_of(obj);
    NprtRows rows;
    Param p[3];
    bool more = params_begin(&rows, params, shape, strides);
    if (more && params->all_single) {
        params_at(params, &rows, 0, p);
        dist->fill(rng, p, out, nprt_shape_size(shape->ndim, shape->extents));
        return;
    }
    int64_t size = dist->result == NPRT_F32 ? 4 : 8;
    for (; more; more = nprt_rows_next(&rows)) {
        for (int64_t k = 0; k < rows.n; k++, out += size) {
            params_at(params, &rows, k, p);
            dist->draw(rng, p, out);
        }
    }
}

int32_t nprt_random_draw(NprtObj *obj, int64_t dist, const NprtDesc *params_desc,
                         const void *params, const NprtDesc *size_desc, const void *size,
                         const NprtDesc *out_desc, void *out)
{
    const Dist *row = dist_of(obj, dist);
    Params p;
    NprtRandomShape shape;
    NprtView view;
    int64_t strides[3][NPRT_MAX_DIMS];
    if (params_init(&p, row, params_desc, params))
        return 1;
    int32_t status = params_check(&p, row) || nprt_random_read_size(&shape, size_desc, size) ||
                     nprt_random_broadcast(&shape, p.views, p.n, strides);
    if (!status && out_desc->kind != NPRT_K_ARRAY) {
        char element[8];
        draw_array(obj, row, &p, &shape, strides, element);
        nprt_cast((NprtDtype)out_desc->dtype, out, row->result, element);
    } else if (!status) {
        status = nprt_view_new(out_desc, out, shape.ndim, shape.extents, false, &view);
        if (!status)
            draw_array(obj, row, &p, &shape, strides, view.data);
    }
    params_fini(&p);
    return status;
}

int32_t nprt_random_fill(const NprtDesc *desc, const void *value, NprtObj *obj, int64_t dist,
                         const NprtDesc *params_desc, const void *params)
{
    const Dist *row = dist_of(obj, dist);
    NprtView target, drawn;
    Params p;
    NprtRandomShape shape = {.is_given = true};
    int64_t strides[3][NPRT_MAX_DIMS];
    nprt_view_of(&target, desc, value);
    shape.ndim = target.ndim;
    memcpy(shape.extents, target.shape, (size_t)target.ndim * sizeof *shape.extents);
    if (params_init(&p, row, params_desc, params))
        return 1;
    int32_t status = params_check(&p, row) ||
                     nprt_random_broadcast(&shape, p.views, p.n, strides) ||
                     nprt_view_temp_new(row->result, target.ndim, target.shape, &drawn);
    if (!status) {
        draw_array(obj, row, &p, &shape, strides, drawn.data);
        nprt_view_copy(&target, &drawn);
        nprt_release(drawn.owner);
    }
    params_fini(&p);
    return status;
}

/* np_random_draw.c - distributions and integers of numpy.random.
 *
 * A draw without size from scalar parameters is one call that returns a number; everything else makes an
 * array in one call, which broadcasts. Results without a size are Python numbers, as NumPy's are, but for
 * Generator.integers. */
#include "compiler/funcs/np_random_internal.h"

#include <string.h>

/* ---- what the runtime's tables say of the distributions ---- */

typedef struct Dist {
    NprtDtype result;
    uint32_t n;
    NprtDtype types[3];
} Dist;

#define DTYPE_double  NPRT_F64
#define DTYPE_float   NPRT_F32
#define DTYPE_int64_t NPRT_I64
/* Parameters of float32 draws are passed as float64. */
#define PARAM_double  NPRT_F64
#define PARAM_float   NPRT_F64
#define PARAM_int64_t NPRT_I64
#define NPRT_RNG_DIST0(name, R, check) [NPRT_RANDOM_##name] = {DTYPE_##R, 0, {NPRT_F64}},
#define NPRT_RNG_DIST1(name, R, T1, a1, check) [NPRT_RANDOM_##name] = {DTYPE_##R, 1, {PARAM_##T1}},
#define NPRT_RNG_DIST2(name, R, T1, a1, T2, a2, check)                                             \
    [NPRT_RANDOM_##name] = {DTYPE_##R, 2, {PARAM_##T1, PARAM_##T2}},
#define NPRT_RNG_DIST3(name, R, T1, a1, T2, a2, T3, a3, check)                                     \
    [NPRT_RANDOM_##name] = {DTYPE_##R, 3, {PARAM_##T1, PARAM_##T2, PARAM_##T3}},
#define NPRT_RNG_BULK0 NPRT_RNG_DIST0
#define NPRT_RNG_BULK2 NPRT_RNG_DIST2

static const Dist dists[NPRT_RANDOM_DIST_COUNT] = {
#include "runtime/rng_dist_gen.def"
    [NPRT_RANDOM_tomaxint] = {NPRT_I64, 0, {NPRT_F64}},
};

/* ---- draws ---- */

/* A parameter as a Python number of the dtype, or as an array. */
static NjVal param(NjWalk *w, NjVal v, NprtDtype dtype, NjSpan span)
{
    v = nj_unwrap(w, v, span);
    if (nj_is_error(v))
        return v;
    if (v.type->kind == NJ_T_ARRAY && v.type->ndim == 0)
        v = nj_single_element(w, v, span);
    if (v.type->kind == NJ_T_SCALAR || v.type->kind == NJ_T_BIGINT)
        return nj_spill(w, nj_cast_value(w, v, dtype, true, span));
    if (!nj_random_is_numeric(v.type))
        return nj_raises(w, span, NPRT_EXC_TYPE_ERROR, "a random distribution's parameter cannot be %s",
                       nj_ty(w, v.type));
    return nj_np_array(w, v, 1, span);
}

/* One number: random_double or random_int. */
static NjVal draw_one(NjWalk *w, NjVal object, NprtRandomDist dist, const NjVal *params, NjSpan span)
{
    const Dist *d = &dists[dist];
    bool is_int = d->result == NPRT_I64;
    NjVal args[8] = {object, nj_val_int(w, dist, span)};
    for (uint32_t i = 0; i < 3; i++) {
        bool is_real = i < d->n && d->types[i] == NPRT_F64;
        args[2 + i] = is_real ? params[i] : nj_val_float(w, 0.0, span);
        args[5 + i] = i < d->n && !is_real ? params[i] : nj_val_int(w, 0, span);
    }
    if (is_int)
        return nj_random_call(w, NJ_RT_random_int, nj_type_pyint(w->types), span, args, 8);
    return nj_random_call(w, NJ_RT_random_double, nj_type_pyfloat(w->types), span, args, 5);
}

NjVal nj_random_draw(NjWalk *w, NjVal object, NprtRandomDist dist, const NjVal *params, NjVal size,
                     NjSpan span)
{
    const Dist *d = &dists[dist];
    NjVal converted[3];
    NjRandomSize shape;
    unsigned ndim = 0;
    bool all_scalar = true;
    for (uint32_t i = 0; i < d->n; i++) {
        converted[i] = param(w, params[i], d->types[i], span);
        if (nj_is_error(converted[i]))
            return converted[i];
        unsigned n = nj_np_ndim(converted[i]);
        ndim = n > ndim ? n : ndim;
        all_scalar &= n == 0;
    }
    if (!nj_random_size(w, size, span, &shape))
        return nj_val_error(w);
    if (all_scalar && !shape.is_given)
        return draw_one(w, object, dist, converted, span);
    NjVal args[4] = {object, nj_val_int(w, dist, span), nj_val_tuple(w, converted, d->n, span),
                     shape.value};
    const NjType *type = nj_np_array_type(w, d->result, shape.is_given ? shape.ndim : ndim);
    return nj_random_call(w, NJ_RT_random_draw, type, span, args, 4);
}

/* The distributions whose arguments are their parameters and a size. */
#define DIST_HANDLER(name)                                                                         \
    NJ_HANDLER(rnd_##name)                                                                         \
    {                                                                                              \
        NjVal object = nj_random_object(w, c, NPRT_RANDOM_STATE);                                  \
        return nj_random_draw(w, object, NPRT_RANDOM_##name, c->args,                              \
                              c->args[dists[NPRT_RANDOM_##name].n], c->span);                      \
    }
DIST_HANDLER(standard_cauchy)
DIST_HANDLER(exponential)
DIST_HANDLER(chisquare)
DIST_HANDLER(standard_t)
DIST_HANDLER(pareto)
DIST_HANDLER(weibull)
DIST_HANDLER(power)
DIST_HANDLER(rayleigh)
DIST_HANDLER(uniform)
DIST_HANDLER(normal)
DIST_HANDLER(lognormal)
DIST_HANDLER(laplace)
DIST_HANDLER(gumbel)
DIST_HANDLER(logistic)
DIST_HANDLER(vonmises)
DIST_HANDLER(gamma)
DIST_HANDLER(beta)
DIST_HANDLER(f)
DIST_HANDLER(wald)
DIST_HANDLER(noncentral_chisquare)
DIST_HANDLER(noncentral_f)
DIST_HANDLER(triangular)
DIST_HANDLER(poisson)
DIST_HANDLER(geometric)
DIST_HANDLER(zipf)
DIST_HANDLER(logseries)
DIST_HANDLER(binomial)
DIST_HANDLER(negative_binomial)
DIST_HANDLER(hypergeometric)
DIST_HANDLER(tomaxint)

/* ---- draws that also come as float32 and with out= ---- */

/* `dtype` and `out` may be missing. */
static NjVal draw_typed(NjWalk *w, const NjCall *c, NprtRandomDist dist, NprtRandomDist dist_f32,
                        NjVal size, NjVal dtype, NjVal out)
{
    NprtDtype type;
    NjVal object = nj_random_object(w, c, NPRT_RANDOM_STATE);
    if (!nj_np_dtype_or(w, dtype, nj_np_given(out) && out.type->kind == NJ_T_ARRAY ? out.type->dtype : NPRT_F64, c->span, &type))
        return nj_val_error(w);
    if (type != NPRT_F64 && type != NPRT_F32)
        return nj_raises(w, c->span, NPRT_EXC_TYPE_ERROR, "Unsupported dtype %s for random numbers", nj_dtype_name(type));
    if (type == NPRT_F32)
        dist = dist_f32;
    if (!nj_np_given(out))
        return nj_random_draw(w, object, dist, c->args, size, c->span);
    if (out.type->kind != NJ_T_ARRAY || out.type->dtype != type)
        return nj_raises(w, c->span, NPRT_EXC_TYPE_ERROR, "Supplied output array has the wrong type");
    NjVal params[1];
    uint32_t n = dists[dist].n;
    if (n > 0)
        params[0] = param(w, c->args[0], NPRT_F64, c->span);
    NjVal args[4] = {nj_spill(w, out), object, nj_val_int(w, dist, c->span),
                     nj_val_tuple(w, params, n, c->span)};
    nj_random_call(w, NJ_RT_random_fill, nj_type_none(w->types), c->span, args, 4);
    return args[0];
}

static NjVal optional_arg(const NjCall *c, uint32_t i)
{
    return i < c->n ? c->args[i] : (NjVal){0};
}

/* random(size=None, dtype=np.float64, out=None) */
NJ_HANDLER(rnd_random)
{
    NjVal size = optional_arg(c, 0), dtype = optional_arg(c, 1), out = optional_arg(c, 2);
    if (nj_np_given(size) || nj_np_given(dtype) || nj_np_given(out))
        return draw_typed(w, c, NPRT_RANDOM_random, NPRT_RANDOM_random_f32, size, dtype, out);
    NjVal object = nj_random_object(w, c, NPRT_RANDOM_STATE);
    return nj_random_call(w, NJ_RT_random_random, nj_type_pyfloat(w->types), c->span, &object, 1);
}

/* standard_normal(size=None, dtype=np.float64, out=None) */
NJ_HANDLER(rnd_standard_normal)
{
    return draw_typed(w, c, NPRT_RANDOM_standard_normal, NPRT_RANDOM_standard_normal_f32, c->args[0],
                      optional_arg(c, 1), optional_arg(c, 2));
}

/* standard_exponential(size=None, dtype=np.float64, method='zig', out=None) */
NJ_HANDLER(rnd_standard_exponential)
{
    NjVal method = optional_arg(c, 2);
    bool is_inverse = nj_is_given(method) && nj_known_is(method, "inv");
    return draw_typed(
        w, c, is_inverse ? NPRT_RANDOM_standard_exponential_inv : NPRT_RANDOM_standard_exponential,
        is_inverse ? NPRT_RANDOM_standard_exponential_inv_f32 : NPRT_RANDOM_standard_exponential_f32,
        c->args[0], optional_arg(c, 1), optional_arg(c, 3));
}

/* standard_gamma(shape, size=None, dtype=np.float64, out=None) */
NJ_HANDLER(rnd_standard_gamma)
{
    return draw_typed(w, c, NPRT_RANDOM_standard_gamma, NPRT_RANDOM_standard_gamma_f32, c->args[1],
                      optional_arg(c, 2), optional_arg(c, 3));
}

/* rand(d0, d1, ...), randn: the extents as arguments. */
static NjVal draw_extents(NjWalk *w, const NjCall *c, NprtRandomDist dist)
{
    NjVal size = c->n_rest ? nj_val_tuple(w, c->rest, c->n_rest, c->span) : nj_val_none(w, c->span);
    return nj_random_draw(w, nj_random_object(w, c, NPRT_RANDOM_STATE), dist, NULL, size, c->span);
}

NJ_HANDLER(rnd_rand)
{
    if (c->n_rest > 0)
        return draw_extents(w, c, NPRT_RANDOM_random);
    NjVal object = nj_random_object(w, c, NPRT_RANDOM_STATE);
    return nj_random_call(w, NJ_RT_random_random, nj_type_pyfloat(w->types), c->span, &object, 1);
}

NJ_HANDLER(rnd_randn)
{
    return draw_extents(w, c, NPRT_RANDOM_standard_normal);
}

/* ---- integers ---- */

typedef struct Integers {
    NjVal object, low, high, size, endpoint;
    NprtDtype dtype;
    bool py; /* a scalar result is Python's int or bool */
} Integers;

/* A bound: an int (a uint64 when it is one or a constant beyond int64) or an array. `*out_is_end`: it
 * was 2**64, and is the last uint64 instead. */
static NjVal bound(NjWalk *w, NjVal v, NjSpan span, bool *out_is_end)
{
    *out_is_end = false;
    v = nj_unwrap(w, v, span);
    if (nj_is_error(v) || nj_is_none(v))
        return v;
    if (v.type->kind == NJ_T_ARRAY && v.type->ndim == 0)
        v = nj_single_element(w, v, span);
    if (v.type->kind == NJ_T_BIGINT) {
        const NjType *u64 = nj_type_scalar(w->types, NPRT_U64, false);
        *out_is_end = strcmp(nj_known_int_text(w, v), "18446744073709551616") == 0;
        return *out_is_end ? nj_val(u64, nj_tir_int(w->arena, u64, -1, span))
                           : nj_to_dtype(w, v, NPRT_U64, false, span);
    }
    if (v.type->kind == NJ_T_SCALAR)
        return nj_spill(w, v.type->dtype == NPRT_U64 ? v : nj_cast_value(w, v, NPRT_I64, true, span));
    if (!nj_random_is_numeric(v.type))
        return nj_raises(w, span, NPRT_EXC_TYPE_ERROR, "a random integer's bound cannot be %s", nj_ty(w, v.type));
    return nj_np_array(w, v, 1, span);
}

static NjVal draw_integers(NjWalk *w, const Integers *x, NjSpan span)
{
    bool low_is_end, high_is_end;
    NjRandomSize size;
    NjVal low = bound(w, x->low, span, &low_is_end), high = bound(w, x->high, span, &high_is_end);
    if (nj_is_error(low) || nj_is_error(high) || !nj_random_size(w, x->size, span, &size))
        return nj_val_error(w);
    NjVal endpoint = low_is_end || high_is_end ? nj_val_bool(w, true, span) : x->endpoint;
    unsigned low_ndim = nj_np_ndim(low), high_ndim = nj_is_none(high) ? 0 : nj_np_ndim(high);
    bool is_scalar = !size.is_given && low_ndim == 0 && high_ndim == 0;
    bool has_u64 = low.type->dtype == NPRT_U64 || (!nj_is_none(high) && high.type->dtype == NPRT_U64);
    const NjType *type = nj_type_scalar(w->types, x->dtype, x->py);
    if (is_scalar && x->dtype == NPRT_I64 && !has_u64) {
        bool one = nj_is_none(high);
        NjVal args[4] = {x->object, one ? nj_val_int(w, 0, span) : low, one ? low : high, endpoint};
        return nj_random_call(w, NJ_RT_random_integer, type, span, args, 4);
    }
    if (!is_scalar)
        type = nj_np_array_type(w, x->dtype, size.is_given       ? size.ndim
                                             : low_ndim > high_ndim ? low_ndim
                                                                    : high_ndim);
    NjVal args[5] = {x->object, low, high, size.value, endpoint};
    return nj_random_call(w, NJ_RT_random_integers, type, span, args, 5);
}

/* dtype= of integers: a NumPy dtype, or Python's int and bool. */
static bool int_dtype(NjWalk *w, NjVal arg, NjSpan span, NprtDtype *out, bool *out_py)
{
    *out_py = !nj_np_given(arg) || arg.type->kind == NJ_T_BUILTIN;
    if (!nj_np_dtype_or(w, arg, NPRT_I64, span, out))
        return false;
    if (nj_np_is_integral(*out))
        return true;
    nj_raises(w, span, NPRT_EXC_TYPE_ERROR, "Unsupported dtype dtype('%s') for random integers", nj_dtype_name(*out));
    return false;
}

/* randint(low, high=None, size=None, dtype=int) */
NJ_HANDLER(rnd_randint)
{
    Integers x = {.low = c->args[0], .high = c->args[1], .size = c->args[2]};
    if (!int_dtype(w, c->args[3], c->span, &x.dtype, &x.py))
        return nj_val_error(w);
    x.object = nj_random_object(w, c, NPRT_RANDOM_STATE);
    x.endpoint = nj_val_bool(w, false, c->span);
    return draw_integers(w, &x, c->span);
}

/* Generator.integers(low, high=None, size=None, dtype=np.int64, endpoint=False) */
NJ_HANDLER(rnd_integers)
{
    Integers x = {.low = c->args[0], .high = c->args[1], .size = c->args[2]};
    if (!int_dtype(w, c->args[3], c->span, &x.dtype, &x.py))
        return nj_val_error(w);
    x.py = false;
    x.object = nj_random_object(w, c, NPRT_RANDOM_STATE);
    x.endpoint = nj_cast_value(w, c->args[4], NPRT_BOOL, true, c->span);
    return draw_integers(w, &x, c->span);
}

/* random_integers(low, high=None, size=None): both ends inclusive, from 1 on. */
NJ_HANDLER(rnd_random_integers)
{
    bool one = !nj_np_given(c->args[1]);
    Integers x = {.dtype = NPRT_I64, .size = c->args[2]};
    x.low = one ? nj_val_int(w, 1, c->span) : c->args[0];
    x.high = one ? c->args[0] : c->args[1];
    x.object = nj_random_object(w, c, NPRT_RANDOM_STATE);
    x.endpoint = nj_val_bool(w, true, c->span);
    return draw_integers(w, &x, c->span);
}

/* std_random.c - the random module of the standard library. */
#include "compiler/funcs/np_random_internal.h"

/* ---- real numbers ---- */

/* A function of up to three real parameters. */
static NjVal draw_real(NjWalk *w, const NjCall *c, NprtRandomStd function, uint32_t n)
{
    NjVal args[5] = {nj_random_object(w, c, NPRT_RANDOM_STD), nj_val_int(w, function, c->span)};
    for (uint32_t i = 0; i < 3; i++) {
        args[2 + i] = i < n ? nj_to_float(w, nj_unwrap(w, c->args[i], c->span), c->span)
                            : nj_val_float(w, 0.0, c->span);
    }
    return nj_random_call(w, NJ_RT_random_std_double, nj_type_pyfloat(w->types), c->span, args, 5);
}

#define REAL_HANDLER(name, n)                                                                      \
    NJ_HANDLER(std_##name)                                                                         \
    {                                                                                              \
        return draw_real(w, c, NPRT_RANDOM_STD_##name, n);                                         \
    }
REAL_HANDLER(uniform, 2)
REAL_HANDLER(normalvariate, 2)
REAL_HANDLER(gauss, 2)
REAL_HANDLER(lognormvariate, 2)
REAL_HANDLER(expovariate, 1)
REAL_HANDLER(vonmisesvariate, 2)
REAL_HANDLER(gammavariate, 2)
REAL_HANDLER(betavariate, 2)
REAL_HANDLER(paretovariate, 1)
REAL_HANDLER(weibullvariate, 2)

/* triangular(low=0.0, high=1.0, mode=None) */
NJ_HANDLER(std_triangular)
{
    if (nj_is_none(c->args[2]))
        return draw_real(w, c, NPRT_RANDOM_STD_triangular_symmetric, 2);
    return draw_real(w, c, NPRT_RANDOM_STD_triangular, 3);
}

NJ_HANDLER(std_random)
{
    NjVal object = nj_random_object(w, c, NPRT_RANDOM_STD);
    return nj_random_call(w, NJ_RT_random_random, nj_type_pyfloat(w->types), c->span, &object, 1);
}

/* ---- integers ---- */

static NjVal draw_range(NjWalk *w, const NjCall *c, NjVal start, NjVal stop, NjVal step, int n_args)
{
    NjVal args[5] = {nj_random_object(w, c, NPRT_RANDOM_STD), start, stop, step,
                     nj_val_int(w, n_args, c->span)};
    return nj_random_call(w, NJ_RT_random_std_range, nj_type_pyint(w->types), c->span, args, 5);
}

/* randint(a, b): both ends inclusive. */
NJ_HANDLER(std_randint)
{
    NjVal one = nj_val_int(w, 1, c->span), a = nj_to_index(w, c->args[0], c->span);
    NjVal b = nj_to_index(w, c->args[1], c->span);
    if (nj_is_error(a) || nj_is_error(b))
        return nj_val_error(w);
    return draw_range(w, c, a, nj_binary(w, NJ_BINOP_ADD, b, one, c->span), one, 2);
}

/* randrange(start, stop=None, step=1) */
NJ_HANDLER(std_randrange)
{
    NjVal start = nj_to_index(w, c->args[0], c->span);
    int64_t known_step;
    if (!nj_np_given(c->args[1]))
        return draw_range(w, c, nj_val_int(w, 0, c->span), start, nj_val_int(w, 1, c->span), 1);
    bool has_step = !nj_known_int(c->args[2], &known_step) || known_step != 1;
    return draw_range(w, c, start, nj_to_index(w, c->args[1], c->span),
                      nj_to_index(w, c->args[2], c->span), has_step ? 3 : 2);
}

NJ_HANDLER(std_getrandbits)
{
    NjVal args[2] = {nj_random_object(w, c, NPRT_RANDOM_STD), nj_to_index(w, c->args[0], c->span)};
    return nj_random_call(w, NJ_RT_random_std_bits, nj_type_pyint(w->types), c->span, args, 2);
}

/* binomialvariate(n=1, p=0.5) */
NJ_HANDLER(std_binomialvariate)
{
    NjVal args[3] = {nj_random_object(w, c, NPRT_RANDOM_STD), nj_to_index(w, c->args[0], c->span),
                     nj_to_float(w, c->args[1], c->span)};
    return nj_random_call(w, NJ_RT_random_std_binomial, nj_type_pyint(w->types), c->span, args, 3);
}

NJ_HANDLER(std_randbytes)
{
    NjVal args[2] = {nj_random_object(w, c, NPRT_RANDOM_STD), nj_to_index(w, c->args[0], c->span)};
    return nj_random_call(w, NJ_RT_random_std_bytes, nj_type_bytes(w->types), c->span, args, 2);
}

/* ---- sequences ---- */

/* A sequence that can be subscripted with an int at run time: str, list, range, array; a tuple becomes a
 * list. */
static NjVal sequence(NjWalk *w, NjVal v, NjSpan span)
{
    v = nj_unwrap(w, v, span);
    if (nj_is_error(v))
        return v;
    switch (v.type->kind) {
    case NJ_T_STR:
    case NJ_T_BYTES:
    case NJ_T_LIST:
    case NJ_T_RANGE:
    case NJ_T_ARRAY:
        return nj_spill(w, v);
    case NJ_T_TUPLE:
        return nj_spill(w, nj_list_of(w, v, span));
    default:
        return nj_fail(w, span, "TypeError: '%s' object is not subscriptable", nj_ty(w, v.type));
    }
}

/* choice(seq) */
NJ_HANDLER(std_choice)
{
    NjVal seq = sequence(w, c->args[0], c->span);
    if (nj_is_error(seq))
        return seq;
    NjVal args[2] = {nj_random_object(w, c, NPRT_RANDOM_STD), nj_len(w, seq, c->span)};
    NjVal at = nj_random_call(w, NJ_RT_random_std_below, nj_type_pyint(w->types), c->span, args, 2);
    return nj_is_error(at) ? at : nj_index_get(w, seq, at, c->span);
}

static NjVal pick(NjWalk *w, NjVal seq, NjVal positions, NjSpan span)
{
    NjVal args[2] = {seq, positions};
    return nj_is_error(positions) ? positions : nj_call_prelude(w, "np_random", "pick", args, 2, span);
}

static const NjType *positions_type(NjWalk *w)
{
    return nj_type_list(w->types, nj_type_pyint(w->types));
}

/* sample(population, k, *, counts=None) */
NJ_HANDLER(std_sample)
{
    NjVal seq = sequence(w, c->args[0], c->span);
    if (nj_is_error(seq))
        return seq;
    if (nj_np_given(c->args[2]))
        return nj_fail(w, c->span, "sample() with counts= is not supported");
    NjVal args[3] = {nj_random_object(w, c, NPRT_RANDOM_STD), nj_len(w, seq, c->span),
                     nj_to_index(w, c->args[1], c->span)};
    NjVal at = nj_random_call(w, NJ_RT_random_std_sample, positions_type(w), c->span, args, 3);
    return pick(w, seq, at, c->span);
}

/* choices(population, weights=None, *, cum_weights=None, k=1) */
NJ_HANDLER(std_choices)
{
    NjVal seq = sequence(w, c->args[0], c->span);
    if (nj_is_error(seq))
        return seq;
    bool is_cumulative = nj_np_given(c->args[2]);
    if (is_cumulative && nj_np_given(c->args[1]))
        return nj_fail(w, c->span, "TypeError: Cannot specify both weights and cumulative weights");
    NjVal weights = is_cumulative ? c->args[2] : c->args[1];
    if (nj_np_given(weights))
        weights = nj_np_array(w, weights, 1, c->span);
    NjVal args[5] = {nj_random_object(w, c, NPRT_RANDOM_STD), nj_len(w, seq, c->span),
                     nj_to_index(w, c->args[3], c->span), weights,
                     nj_val_bool(w, is_cumulative, c->span)};
    NjVal at = nj_random_call(w, NJ_RT_random_std_choices, positions_type(w), c->span, args, 5);
    return pick(w, seq, at, c->span);
}

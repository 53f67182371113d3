/* np_random_order.c - choice, permutation, shuffle, and draws of several values at a time.
 *
 * The runtime draws positions; elements are taken here, where their type is known. */
#include "compiler/funcs/np_random_internal.h"

#include <string.h>

/* ---- choice ---- */

/* Items of any type at positions: a list. */
static NjVal pick(NjWalk *w, NjVal items, NjVal positions, NjSpan span)
{
    NjVal args[2] = {nj_list_of(w, items, span), positions};
    return nj_is_error(args[0]) ? args[0] : nj_call_prelude(w, "np_random", "pick", args, 2, span);
}

/* Slices of an array at positions along an axis. */
static NjVal take(NjWalk *w, NjVal a, NjVal positions, unsigned axis, NjSpan span)
{
    if (axis == 0 && nj_np_ndim(positions) == 0 && positions.type->kind == NJ_T_SCALAR)
        return nj_index_get(w, a, positions, span);
    NjVal args[3] = {a, positions, nj_val_int(w, axis, span)};
    const NjType *type = nj_np_array_type(w, a.type->dtype, a.type->ndim - 1u + nj_np_ndim(positions));
    return nj_random_call(w, NJ_RT_array_take, type, span, args, 3);
}

typedef struct Choice {
    NjVal object, n, size, replace, p, shuffle;
    bool of_array;
} Choice;

static NjVal positions(NjWalk *w, const Choice *x, NjSpan span)
{
    NjRandomSize size;
    NjVal p = nj_val_none(w, span);
    if (!nj_random_size(w, x->size, span, &size))
        return nj_val_error(w);
    if (nj_np_given(x->p))
        p = nj_np_array(w, x->p, 1, span);
    const NjType *type = size.is_given ? nj_np_array_type(w, NPRT_I64, size.ndim)
                                       : nj_type_pyint(w->types);
    NjVal args[7] = {x->object,
                     x->n,
                     nj_val_bool(w, x->of_array, span),
                     size.value,
                     nj_cast_value(w, x->replace, NPRT_BOOL, true, span),
                     p,
                     nj_cast_value(w, x->shuffle, NPRT_BOOL, true, span)};
    return nj_random_call(w, NJ_RT_random_choice, type, span, args, 7);
}

/* choice(a, size=None, replace=True, p=None[, axis=0, shuffle=True]) */
NJ_HANDLER(rnd_choice)
{
    NjVal a = nj_unwrap(w, c->args[0], c->span);
    if (nj_is_error(a))
        return a;
    Choice x = {.size = c->args[1], .replace = c->args[2], .p = c->args[3]};
    x.object = nj_random_object(w, c, NPRT_RANDOM_STATE);
    x.shuffle = c->n > 5 ? c->args[5] : nj_val_bool(w, true, c->span);
    if (a.type->kind == NJ_T_SCALAR) {
        if (!nj_np_is_integral(a.type->dtype))
            return nj_raises(w, c->span, NPRT_EXC_VALUE_ERROR, "a must be a sequence or an integer, not %s",
                           nj_ty(w, a.type));
        x.n = nj_spill(w, nj_to_index(w, a, c->span));
        return positions(w, &x, c->span);
    }
    x.of_array = true;
    if (!nj_random_is_numeric(a.type)) {
        a = nj_spill(w, nj_list_of(w, a, c->span));
        if (nj_is_error(a))
            return a;
        x.n = nj_len(w, a, c->span);
        NjVal at = positions(w, &x, c->span);
        if (nj_is_error(at))
            return at;
        return nj_np_given(x.size) ? pick(w, a, at, c->span) : nj_index_get(w, a, at, c->span);
    }
    unsigned axis = 0;
    a = nj_np_array(w, a, 1, c->span);
    if (nj_is_error(a) ||
        (c->n > 4 && !nj_np_axis(w, c->args[4], a.type->ndim, c->spans[4], &axis)))
        return nj_val_error(w);
    if (a.type->ndim > 1 && nj_random_is_legacy(x.object))
        return nj_raises(w, c->span, NPRT_EXC_VALUE_ERROR, "a must be 1-dimensional");
    x.n = nj_shape_of(w, a, axis, c->span);
    NjVal at = positions(w, &x, c->span);
    return nj_is_error(at) ? at : take(w, a, at, axis, c->span);
}

/* ---- order ---- */

static NjVal permutation_of(NjWalk *w, NjVal object, NjVal n, NjSpan span)
{
    NjVal args[2] = {object, n};
    return nj_random_call(w, NJ_RT_random_permutation, nj_np_array_type(w, NPRT_I64, 1), span, args, 2);
}

/* permutation(x[, axis=0]) */
NJ_HANDLER(rnd_permutation)
{
    NjVal x = nj_unwrap(w, c->args[0], c->span), object = nj_random_object(w, c, NPRT_RANDOM_STATE);
    if (nj_is_error(x))
        return x;
    if (x.type->kind == NJ_T_SCALAR)
        return permutation_of(w, object, nj_to_index(w, x, c->span), c->span);
    if (!nj_random_is_numeric(x.type)) {
        x = nj_spill(w, nj_list_of(w, x, c->span));
        if (nj_is_error(x))
            return x;
        return pick(w, x, permutation_of(w, object, nj_len(w, x, c->span), c->span), c->span);
    }
    unsigned axis = 0;
    x = nj_np_array(w, x, 1, c->span);
    if (nj_is_error(x) || (c->n > 1 && !nj_np_axis(w, c->args[1], x.type->ndim, c->spans[1], &axis)))
        return nj_val_error(w);
    NjVal at = permutation_of(w, object, nj_shape_of(w, x, axis, c->span), c->span);
    return take(w, x, at, axis, c->span);
}

static NjVal shuffle(NjWalk *w, NjVal x, NjVal object, unsigned axis, NjSpan span)
{
    NjVal args[3] = {x, object, nj_val_int(w, axis, span)};
    return nj_random_call(w, NJ_RT_random_shuffle, nj_type_none(w->types), span, args, 3);
}

static NjVal shuffle_any(NjWalk *w, const NjCall *c, NprtRandomClass module)
{
    NjVal x = nj_unwrap(w, c->args[0], c->span);
    unsigned axis = 0;
    if (nj_is_error(x))
        return x;
    if (x.type->kind == NJ_T_LIST && !x.type->frozen)
        return shuffle(w, nj_spill(w, x), nj_random_object(w, c, module), 0, c->span);
    if (x.type->kind != NJ_T_ARRAY)
        return nj_raises(w, c->span, NPRT_EXC_TYPE_ERROR, "'%s' object does not support item assignment",
                       nj_ty(w, x.type));
    if (x.type->ndim == 0)
        return nj_raises(w, c->span, NPRT_EXC_TYPE_ERROR, "len() of unsized object");
    if (c->n > 1 && !nj_np_axis(w, c->args[1], x.type->ndim, c->spans[1], &axis))
        return nj_val_error(w);
    return shuffle(w, nj_spill(w, x), nj_random_object(w, c, module), axis, c->span);
}

/* shuffle(x[, axis=0]) */
NJ_HANDLER(rnd_shuffle)
{
    return shuffle_any(w, c, NPRT_RANDOM_STATE);
}

NJ_HANDLER(std_shuffle)
{
    return shuffle_any(w, c, NPRT_RANDOM_STD);
}

/* permuted(x, axis=None, out=None): all elements, or the lines along the axis each on its own. */
NJ_HANDLER(rnd_permuted)
{
    NjVal object = nj_random_object(w, c, NPRT_RANDOM_STATE), x = nj_np_array(w, c->args[0], 1, c->span);
    if (nj_is_error(x))
        return x;
    NjVal copy = nj_spill(w, nj_copy_array(w, x, c->span));
    unsigned axis;
    if (nj_np_given(c->args[1])) {
        if (!nj_np_axis(w, c->args[1], x.type->ndim, c->spans[1], &axis))
            return nj_val_error(w);
        NjVal args[3] = {copy, object, nj_val_int(w, axis, c->span)};
        nj_random_call(w, NJ_RT_random_permute_lines, nj_type_none(w->types), c->span, args, 3);
    } else {
        NjVal size = nj_size_of(w, copy, c->span);
        shuffle(w, nj_spill(w, nj_reshape(w, copy, &size, 1, c->span)), object, 0, c->span);
    }
    if (!nj_np_given(c->args[2]))
        return copy;
    nj_array_assign(w, c->args[2], copy, c->span);
    return c->args[2];
}

NJ_HANDLER(rnd_bytes)
{
    NjVal args[2] = {nj_random_object(w, c, NPRT_RANDOM_STATE), nj_to_index(w, c->args[0], c->span)};
    return nj_random_call(w, NJ_RT_random_bytes, nj_type_bytes(w->types), c->span, args, 2);
}

/* ---- several values at a time ---- */

/* multinomial(n, pvals, size=None) */
NJ_HANDLER(rnd_multinomial)
{
    NjRandomSize size;
    NjVal object = nj_random_object(w, c, NPRT_RANDOM_STATE);
    NjVal n = nj_unwrap(w, c->args[0], c->span), pvals = nj_np_array(w, c->args[1], 1, c->span);
    if (nj_is_error(n) || nj_is_error(pvals) || !nj_random_size(w, c->args[2], c->span, &size))
        return nj_val_error(w);
    n = n.type->kind == NJ_T_SCALAR ? nj_to_index(w, n, c->span) : nj_np_array(w, n, 1, c->span);
    if (nj_is_error(n))
        return n;
    unsigned ndim = nj_np_ndim(n) > pvals.type->ndim - 1u ? nj_np_ndim(n) : pvals.type->ndim - 1u;
    NjVal args[4] = {object, n, pvals, size.value};
    const NjType *type = nj_np_array_type(w, NPRT_I64, (size.is_given ? size.ndim : ndim) + 1);
    return nj_random_call(w, NJ_RT_random_multinomial, type, c->span, args, 4);
}

/* dirichlet(alpha, size=None) */
NJ_HANDLER(rnd_dirichlet)
{
    NjRandomSize size;
    NjVal object = nj_random_object(w, c, NPRT_RANDOM_STATE), alpha = nj_np_array(w, c->args[0], 1, c->span);
    if (nj_is_error(alpha) || !nj_random_size(w, c->args[1], c->span, &size))
        return nj_val_error(w);
    NjVal args[3] = {object, alpha, size.value};
    const NjType *type = nj_np_array_type(w, NPRT_F64, size.ndim + 1);
    return nj_random_call(w, NJ_RT_random_dirichlet, type, c->span, args, 3);
}

/* multivariate_hypergeometric(colors, nsample, size=None, method='marginals') */
NJ_HANDLER(rnd_mv_hypergeometric)
{
    NjRandomSize size;
    NjVal object = nj_random_object(w, c, NPRT_RANDOM_STATE), colors = nj_np_array(w, c->args[0], 1, c->span);
    if (nj_is_error(colors) || !nj_random_size(w, c->args[2], c->span, &size))
        return nj_val_error(w);
    NjVal args[5] = {object, colors, nj_to_index(w, c->args[1], c->span), size.value,
                     nj_val_bool(w, nj_known_is(c->args[3], "count"), c->span)};
    const NjType *type = nj_np_array_type(w, NPRT_I64, size.ndim + 1);
    return nj_random_call(w, NJ_RT_random_mv_hypergeometric, type, c->span, args, 5);
}

/* multivariate_normal(mean, cov, size=None, ...): standard normals, mixed by the prelude. */
NJ_HANDLER(rnd_multivariate_normal)
{
    NjVal mean = nj_np_array(w, c->args[0], 1, c->span), cov = nj_np_array(w, c->args[1], 2, c->span);
    NjVal *extents = NULL;
    uint32_t n = 0;
    if (nj_is_error(mean) || nj_is_error(cov) ||
        (nj_np_given(c->args[2]) && !nj_shape_arg(w, c->args[2], c->span, &extents, &n)))
        return nj_val_error(w);
    NjVal *all = NJ_NEW_ARRAY(w->arena, NjVal, n + 1);
    for (uint32_t i = 0; i < n; i++)
        all[i] = extents[i];
    all[n] = nj_shape_of(w, mean, 0, c->span);
    NjVal object = nj_random_object(w, c, NPRT_RANDOM_STATE);
    NjVal normals = nj_random_draw(w, object, NPRT_RANDOM_standard_normal, NULL,
                                   nj_val_tuple(w, all, n + 1, c->span), c->span);
    if (nj_is_error(normals))
        return normals;
    NjVal args[4] = {normals, nj_to_dtype(w, mean, NPRT_F64, false, c->span),
                     nj_to_dtype(w, cov, NPRT_F64, false, c->span),
                     nj_val_bool(w, nj_random_is_legacy(object), c->span)};
    return nj_call_prelude(w, "np_random", "multivariate_normal", args, 4, c->span);
}

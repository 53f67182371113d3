/* np_vectorize.c - np.vectorize and np.frompyfunc: functions of numbers applied to arrays.
 *
 * The value is a bound row (`_vectorized`) whose receiver is the function, or a tuple of the
 * function and the dtype of otypes=. Calling it builds loops over the broadcast arguments with one
 * call an element. */
#include "compiler/funcs/np_internal.h"

#include <string.h>

static NjVal bound(NjWalk *w, NjVal self, NjSpan span)
{
    int32_t row = nj_method_find(NJ_RECV_FUNC, "_vectorized");
    NjVal item = nj_spill(w, self), one = nj_val_tuple(w, &item, 1, span);
    if (nj_is_error(one))
        return one;
    const NjType *type = nj_type_bound_builtin(w->types, self.type, row);
    if (type->is_unit)
        return (NjVal){type, nj_tir_unit(w->arena, type, span), one.known};
    one.expr->type = type;
    return (NjVal){type, one.expr, one.known};
}

/* otypes="d", [float] or [np.int64]: of the first result. */
static bool otype(NjWalk *w, NjVal v, NjSpan span, NprtDtype *out)
{
    const char *text;
    v = nj_listed(w, v, span);
    if (v.type->kind == NJ_T_TUPLE && v.type->n)
        return nj_dtype_arg(w, nj_tuple_item(w, v, 0, span), span, out);
    if (!nj_known_str(v, &text, NULL) || !text[0])
        return nj_dtype_arg(w, v, span, out);
    return nj_dtype_arg(w, nj_val_str(w, text, 1, span), span, out);
}

NJ_HANDLER(np_vectorize)
{
    NprtDtype d;
    NjVal f = c->args[0];
    if (nj_np_given(c->args[5]))
        return nj_fail(w, c->span,
                       "vectorize() with a signature is not supported; use numba.guvectorize");
    if (!nj_np_given(c->args[1]))
        return bound(w, f, c->span);
    if (!otype(w, c->args[1], c->span, &d))
        return nj_val_error(w);
    NjVal pair[2] = {f, nj_val_dtype(w, d, c->span)};
    return bound(w, nj_val_tuple(w, pair, 2, c->span), c->span);
}

NJ_HANDLER(np_frompyfunc)
{
    return bound(w, c->args[0], c->span);
}

/* Without otypes= the first call tells the type of the results, so that there must be one. */
static NjVal map_sized(NjWalk *w, NjVal f, const NjCall *c)
{
    NjVal *args = NJ_NEW_ARRAY(w->arena, NjVal, c->n_rest);
    for (uint32_t i = 0; i < c->n_rest; i++) {
        args[i] = nj_spill(w, nj_as_array(w, c->rest[i], c->span));
        for (unsigned k = 0; k < nj_np_ndim(args[i]); k++)
            nj_np_require(w, nj_shape_of(w, args[i], k, c->span), NPRT_EXC_VALUE_ERROR,
                          "cannot call `vectorize` on size 0 inputs unless `otypes` is set",
                          c->span);
    }
    return nj_np_map(w, f, args, c->n_rest, NULL, c->span);
}

NJ_HANDLER(np_vectorized)
{
    NjVal f = c->self;
    if (c->n_rest == 0)
        return nj_raises(w, c->span, NPRT_EXC_VALUE_ERROR, "args can not be empty");
    if (f.type->kind != NJ_T_TUPLE)
        return map_sized(w, f, c);
    NprtDtype d = f.type->elems[1]->dtype;
    return nj_np_map(w, nj_tuple_item(w, f, 0, c->span), c->rest, c->n_rest, &d, c->span);
}

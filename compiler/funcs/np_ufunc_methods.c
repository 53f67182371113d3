/* np_ufunc_methods.c - methods and attributes of NumPy's universal functions: np.add.reduce,
 * .outer, .at ...
 *
 * Where the function has a reduction of the TIR (add, maximum, logical_or ...), reduce and
 * accumulate are that; the others run through functions of the prelude, which call the ufunc
 * itself. */
#include "compiler/funcs/np_ufuncs.h"

#include <string.h>

static const NjUfunc *self_ufunc(NjWalk *w, const NjCall *c, const char *what)
{
    const NjUfunc *u = nj_ufunc_of_row(c->self.type->id);
    if (!u)
        nj_raises(w, c->span, NPRT_EXC_ATTRIBUTE_ERROR, "'%s' has no attribute '%s'",
                  nj_func_row(c->self.type->id)->name, what);
    return u;
}

static bool sums(const NjUfunc *u)
{
    return u->reduction == NJ_UF_RED_SUM || u->reduction == NJ_UF_RED_PROD;
}

static bool logical(const NjUfunc *u)
{
    return u->reduction == NJ_UF_RED_ANY || u->reduction == NJ_UF_RED_ALL ||
           strcmp(u->name, "logical_xor") == 0;
}

/* The dtype of the result of a reduction of `d`. */
static NprtDtype reduced_dtype(const NjUfunc *u, NprtDtype d)
{
    if (logical(u))
        return NPRT_BOOL;
    return sums(u) ? nj_sum_dtype(d) : d;
}

static NjVal reduce_native(NjWalk *w, const NjCall *c, const NjUfunc *u, NjVal a)
{
    uint32_t axes;
    bool keepdims;
    NprtDtype d;
    if (!nj_axes_arg(w, c->args[1], nj_np_ndim(a), c->span, &axes) ||
        !nj_np_known_bool(w, c->args[4], c->span, "keepdims", &keepdims) ||
        !nj_np_dtype_or(w, c->args[2], reduced_dtype(u, a.type->dtype), c->span, &d))
        return nj_val_error(w);
    if (logical(u))
        a = nj_to_dtype(w, a, NPRT_BOOL, false, c->span);
    int64_t k;
    NjVal where = c->args[6];
    if (nj_known_int(where, &k) && k)
        where = nj_val_none(w, c->span);
    return nj_reduce(w, (NjTirRedop)u->reduction, a, axes, keepdims, d, c->args[5], where, c->span);
}

NJ_HANDLER(uf_reduce)
{
    const NjUfunc *u = self_ufunc(w, c, "reduce");
    NjVal a = nj_as_array(w, c->args[0], c->span), v;
    if (!u || nj_is_error(a))
        return nj_val_error(w);
    if (u->reduction != NJ_UF_RED_NONE) {
        v = reduce_native(w, c, u, a);
    } else {
        NjVal args[5] = {c->self, a, c->args[1], c->args[4], c->args[5]};
        v = nj_call_prelude(w, "np_ufuncs", "reduce", args, 5, c->span);
    }
    return nj_np_into_out(w, v, c->args[3], u->name, c->span);
}

NJ_HANDLER(uf_accumulate)
{
    const NjUfunc *u = self_ufunc(w, c, "accumulate");
    NjVal a = nj_as_array(w, c->args[0], c->span), v;
    unsigned axis;
    NprtDtype d;
    if (!u || nj_is_error(a) || !nj_np_axis(w, c->args[1], nj_np_ndim(a), c->span, &axis) ||
        !nj_np_dtype_or(w, c->args[2], reduced_dtype(u, a.type->dtype), c->span, &d))
        return nj_val_error(w);
    if (u->reduction != NJ_UF_RED_NONE) {
        NjTirExpr *e =
            nj_tir_expr(w->arena, NJ_X_SCAN, nj_np_array_type(w, d, nj_np_ndim(a)), c->span);
        bool any = u->reduction == NJ_UF_RED_ANY, all = u->reduction == NJ_UF_RED_ALL;
        e->as.scan.op = any ? NJ_RED_OR : all ? NJ_RED_AND : (NjTirRedop)u->reduction;
        e->as.scan.a = nj_expr_of(w, nj_to_dtype(w, a, d, false, c->span), c->span);
        e->as.scan.axis = axis;
        v = nj_val(e->type, e);
    } else {
        NjVal args[3] = {c->self, a, nj_val_int(w, axis, c->span)};
        v = nj_call_prelude(w, "np_ufuncs", "accumulate", args, 3, c->span);
    }
    return nj_np_into_out(w, v, c->args[3], u->name, c->span);
}

NJ_HANDLER(uf_reduceat)
{
    const NjUfunc *u = self_ufunc(w, c, "reduceat");
    NjVal a = nj_as_array(w, c->args[0], c->span);
    NprtDtype d;
    if (!u || nj_is_error(a) ||
        !nj_np_dtype_or(w, c->args[3], reduced_dtype(u, a.type->dtype), c->span, &d))
        return nj_val_error(w);
    NjVal args[5] = {c->self, a, c->args[1], c->args[2], nj_val_dtype(w, d, c->span)};
    NjVal v = nj_call_prelude(w, "np_ufuncs", "reduceat", args, 5, c->span);
    return nj_np_into_out(w, v, c->args[4], u->name, c->span);
}

/* f(A[..., None, None], B): as many new axes as B has. */
NJ_HANDLER(uf_outer)
{
    const NjUfunc *u = self_ufunc(w, c, "outer");
    NjVal a = nj_as_array(w, c->args[0], c->span), b = nj_as_array(w, c->args[1], c->span);
    if (!u || nj_is_error(a) || nj_is_error(b))
        return nj_val_error(w);
    unsigned na = nj_np_ndim(a), nb = nj_np_ndim(b);
    if (na && nb) {
        NjVal *index = NJ_NEW_ARRAY(w->arena, NjVal, na + nb);
        for (unsigned i = 0; i < na + nb; i++)
            index[i] = i < na ? nj_slice_all(w, c->span) : nj_val_none(w, c->span);
        a = nj_index_get(w, nj_spill(w, a), nj_val_tuple(w, index, na + nb, c->span), c->span);
    }
    NjVal args[2] = {a, b};
    const NjName *names[2] = {nj_name(w, "dtype"), nj_name(w, "out")};
    NjVal kw[2] = {c->args[2], c->args[3]};
    return nj_call_value(w, c->self, args, 2, names, kw, 2, c->span);
}

NJ_HANDLER(uf_at)
{
    const NjUfunc *u = self_ufunc(w, c, "at");
    NjVal a = c->args[0];
    if (!u)
        return nj_val_error(w);
    if (a.type->kind != NJ_T_ARRAY)
        return nj_raises(w, c->span, NPRT_EXC_TYPE_ERROR, "first operand must be array");
    NjVal args[4] = {c->self, a, c->args[1], c->args[2]};
    return nj_call_prelude(w, "np_ufuncs", u->nin == 1 ? "at_unary" : "at", args,
                           u->nin == 1 ? 3 : 4, c->span);
}

/* ---- attributes ---- */

NJ_HANDLER(uf_nin)
{
    const NjUfunc *u = self_ufunc(w, c, "nin");
    return u ? nj_val_int(w, u->nin, c->span) : nj_val_error(w);
}

NJ_HANDLER(uf_nout)
{
    const NjUfunc *u = self_ufunc(w, c, "nout");
    return u ? nj_val_int(w, u->nout, c->span) : nj_val_error(w);
}

NJ_HANDLER(uf_nargs)
{
    const NjUfunc *u = self_ufunc(w, c, "nargs");
    return u ? nj_val_int(w, u->nin + u->nout, c->span) : nj_val_error(w);
}

NJ_HANDLER(uf_identity)
{
    const NjUfunc *u = self_ufunc(w, c, "identity");
    if (!u)
        return nj_val_error(w);
    switch (u->identity) {
    case NJ_UF_ID_NONE:
        return nj_val_none(w, c->span);
    case NJ_UF_ID_ZERO:
        return nj_val_int(w, 0, c->span);
    case NJ_UF_ID_ONE:
        return nj_val_int(w, 1, c->span);
    case NJ_UF_ID_TRUE:
        return nj_val_bool(w, true, c->span);
    case NJ_UF_ID_FALSE:
        return nj_val_bool(w, false, c->span);
    case NJ_UF_ID_ONES:
        return nj_val_int(w, -1, c->span);
    }
    return nj_val_error(w);
}

NJ_HANDLER(uf_name)
{
    const NjUfunc *u = nj_ufunc_of_row(c->self.type->id);
    const char *name = u ? u->name : nj_func_row(c->self.type->id)->name;
    return nj_val_str(w, name, (uint32_t)strlen(name), c->span);
}

/* np_poly1d.c - np.poly1d: polynomials as values that are called, added, multiplied, printed.
 *
 * A polynomial is a namedtuple "poly1d" of one field, the coefficients (highest power first); what
 * is done with it is written in prelude/np_poly1d.py. */
#include "compiler/funcs/np_internal.h"

#include <string.h>

bool nj_is_poly1d(NjVal v)
{
    return v.type && v.type->kind == NJ_T_TUPLE && v.type->name &&
           strcmp(v.type->name->text, "poly1d") == 0;
}

static NjVal call(NjWalk *w, const char *function, const NjVal *args, uint32_t n, NjSpan span)
{
    return nj_call_prelude(w, "np_poly1d", function, args, n, span);
}

NJ_HANDLER(np_poly1d)
{
    if (nj_is_poly1d(c->args[0]))
        return c->args[0];
    NjVal coeffs = nj_spill(w, call(w, "coefficients", c->args, 2, c->span));
    NjVal v = nj_val_tuple(w, &coeffs, 1, c->span);
    if (nj_is_error(v))
        return v;
    const NjName *field = nj_name(w, "coeffs");
    v.type = nj_type_namedtuple(w->types, nj_name(w, "poly1d"), &field, v.type->elems, 1);
    v.expr->type = v.type;
    return v;
}

/* Jitted functions have one type: real roots of real coefficients, as in Numba. */
NJ_HANDLER(np_roots)
{
    return call(w, w->model == NJ_MODEL_NUMBA ? "roots_of_one_type" : "any_roots", c->args, 1,
                c->span);
}

NjVal nj_poly1d_call(NjWalk *w, NjVal p, const NjVal *args, uint32_t n, NjSpan span)
{
    if (n != 1)
        return nj_raises(w, span, NPRT_EXC_TYPE_ERROR, "poly1d.__call__() takes one argument");
    NjVal both[2] = {p, args[0]};
    return call(w, "value", both, 2, span);
}

bool nj_poly1d_binary(NjWalk *w, NjBinOp op, NjVal a, NjVal b, NjSpan span, NjVal *out)
{
    static const char *const names[NJ_BINOP_COUNT] = {
        [NJ_BINOP_ADD] = "add",    [NJ_BINOP_SUB] = "subtract", [NJ_BINOP_MULT] = "multiply",
        [NJ_BINOP_DIV] = "divide", [NJ_BINOP_POW] = "power",
    };
    if ((!nj_is_poly1d(a) && !nj_is_poly1d(b)) || !names[op])
        return false;
    NjVal both[2] = {a, b};
    *out = call(w, names[op], both, 2, span);
    return true;
}

NjVal nj_poly1d_text(NjWalk *w, NjVal p, bool repr, NjSpan span)
{
    return call(w, repr ? "as_repr" : "as_text", &p, 1, span);
}

/* ---- attributes ---- */

static NjVal attribute(NjWalk *w, const NjCall *c, const char *function)
{
    if (!nj_is_poly1d(c->self))
        return nj_raises(w, c->span, NPRT_EXC_ATTRIBUTE_ERROR, "%s has no attribute '%s'",
                         nj_ty(w, c->self.type), nj_func_row(c->id)->name);
    return call(w, function, &c->self, 1, c->span);
}

NJ_HANDLER(poly_coeffs)
{
    return attribute(w, c, "coeffs");
}

NJ_HANDLER(poly_order)
{
    return attribute(w, c, "order");
}

NJ_HANDLER(poly_roots)
{
    return attribute(w, c, "roots");
}

NJ_HANDLER(poly_deriv)
{
    NjVal both[2] = {c->self, c->args[0]};
    if (!nj_is_poly1d(c->self))
        return attribute(w, c, "");
    return call(w, "derivative", both, 2, c->span);
}

NJ_HANDLER(poly_integ)
{
    NjVal all[3] = {c->self, c->args[0], c->args[1]};
    if (!nj_is_poly1d(c->self))
        return attribute(w, c, "");
    return call(w, "integral", all, 3, c->span);
}

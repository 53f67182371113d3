/* std_args.c - arguments of rows: what a handler expects, checked with CPython's words. */
#include "compiler/funcs/std_internal.h"

#include <string.h>

NjVal nj_int_or(NjWalk *w, NjVal arg, int64_t fallback, NjSpan span)
{
    if (!nj_is_given(arg) || nj_is_none(arg))
        return nj_val_int(w, fallback, span);
    return nj_to_index(w, arg, span);
}

static NjVal want_kind(NjWalk *w, const NjCall *c, NjVal arg, NjTypeKind kind)
{
    NjVal v = nj_unwrap(w, arg, c->span);
    if (nj_is_error(v) || v.type->kind == kind)
        return v;
    return nj_raises(w, c->span, NPRT_EXC_TYPE_ERROR, "%s() argument must be %s, not %s",
                     nj_func_row(c->id)->name, kind == NJ_T_STR ? "str" : "a bytes-like object",
                     nj_ty(w, v.type));
}

NjVal nj_want_str(NjWalk *w, const NjCall *c, NjVal arg)
{
    return want_kind(w, c, arg, NJ_T_STR);
}

NjVal nj_want_text(NjWalk *w, const NjCall *c, NjVal arg)
{
    return want_kind(w, c, arg, c->self.type->kind);
}

NjVal nj_want_bool(NjWalk *w, NjVal arg, NjSpan span)
{
    int known;
    if (nj_is_error(arg))
        return arg;
    NjTirExpr *e = nj_truth(w, arg, span, &known);
    return known >= 0 ? nj_val_bool(w, known, span) : nj_val(nj_std_bool(w), e);
}

NjVal nj_text_val(NjWalk *w, const char *text, NjSpan span)
{
    return nj_val_str(w, text, (uint32_t)strlen(text), span);
}

const void *nj_call_site(const NjCall *c)
{
    return c->node ? (const void *)c->node : nj_site_node(c->span, 3);
}

void nj_set_local(NjWalk *w, NjTirLocal *local, NjVal value, NjSpan span)
{
    value = nj_coerce(w, value, local->type, span);
    if (!nj_is_error(value))
        nj_emit_assign(w, local, nj_expr_of(w, value, span));
}

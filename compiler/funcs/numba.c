/* numba.c - Numba's functions and what its function objects offer. */
#include "compiler/sema/sema.h"

#include "compiler/funcs/func.h"

#include <string.h>

NJ_HANDLER(numba_decorator)
{
    return nj_fail(w, c->span, "this decorator must decorate a function");
}

/* ListType(int64) and the like: the places that take types read the expression; as a value it is nothing. */
NJ_HANDLER(numba_type_call)
{
    return nj_val_none(w, c->span);
}

/* ---- numba.typed ---- */

/* The type written as argument i or as the keyword; NULL: found out from what is stored. */
static const NjType *type_argument(NjWalk *w, const NjCall *c, uint32_t i, const char *keyword)
{
    if (!c->node || c->node->kind != NJ_EXPR_CALL)
        return NULL;
    const NjExpr *e = NULL;
    if (c->node->as.call.args.n > 0)
        return nj_type_of_arg(w, c->node->as.call.args, i);
    for (uint32_t k = 0; k < c->node->as.call.keywords.n && !e; k++) {
        const NjKeyword *kw = c->node->as.call.keywords.items[k];
        if (kw->name && strcmp(kw->name->text, keyword) == 0)
            e = kw->value;
    }
    return e ? nj_type_of_expr(w, e) : NULL;
}

NJ_HANDLER(typed_empty_list)
{
    const NjType *elem = type_argument(w, c, 0, "item_type");
    return elem ? nj_new_list(w, elem, c->span) : nj_new_list_site(w, c->node, c->span);
}

NJ_HANDLER(typed_empty_dict)
{
    const NjType *key = type_argument(w, c, 0, "key_type"), *value = type_argument(w, c, 1, "value_type");
    if (!key || !value)
        return nj_new_dict_site(w, c->node, c->span);
    NjTirExpr *e = nj_tir_expr(w->arena, NJ_X_NEW_DICT, nj_type_dict(w->types, key, value), c->span);
    return nj_effect(w, e);
}

NJ_HANDLER(numba_typeof)
{
    if (c->args[0].type->kind == NJ_T_SCALAR)
        return nj_val_dtype(w, c->args[0].type->dtype, c->span);
    return nj_fail(w, c->span, "typeof() of %s is not supported", nj_ty(w, c->args[0].type));
}

NJ_HANDLER(numba_set_threads)
{
    return nj_rtcall1(w, NJ_RT_set_num_threads, nj_type_none(w->types), c->span,
                      nj_to_index(w, c->args[0], c->span));
}

NJ_HANDLER(numba_get_threads)
{
    return nj_rtcall(w, NJ_RT_get_num_threads, nj_type_pyint(w->types), c->span, 0, NULL);
}

NJ_HANDLER(numba_thread_id)
{
    return nj_rtcall(w, NJ_RT_get_thread_id, nj_type_pyint(w->types), c->span, 0, NULL);
}

NJ_HANDLER(numba_threading_layer)
{
    return nj_val_str(w, "npjit", 5, c->span);
}

NJ_HANDLER(numba_version)
{
    return nj_val_str(w, "0.68.1", 6, c->span);
}

NJ_HANDLER(fn_py_func)
{
    (void)w;
    return c->self;
}

NJ_HANDLER(fn_name)
{
    const NjName *name = c->self.type->func->name;
    return nj_val_str(w, name->text, name->len, c->span);
}

NJ_HANDLER(fn_doc)
{
    const NjExpr *doc = nj_block_docstring(c->self.type->func->body);
    return doc ? nj_walk_expr(w, doc) : nj_val_none(w, c->span);
}

NJ_HANDLER(fn_nin)
{
    const NjArguments *p = c->self.type->func->args;
    return nj_val_int(w, p ? p->posonly.n + p->args.n : 0, c->span);
}

NJ_HANDLER(fn_nout)
{
    return nj_val_int(w, 1, c->span);
}

NJ_HANDLER(fn_recompile)
{
    return nj_val_none(w, c->span);
}

/* ---- ufunc methods of @vectorize functions ---- */

/* One element after another through the function, as those of NumPy's ufuncs that have no reduction. */
NJ_HANDLER(fn_reduce)
{
    NjVal a = nj_as_array(w, c->args[0], c->span);
    NjVal args[5] = {c->self, a, c->args[1], c->args[4], c->args[5]};
    return nj_is_error(a) ? a : nj_call_prelude(w, "np_ufuncs", "reduce", args, 5, c->span);
}

NJ_HANDLER(fn_accumulate)
{
    NjVal a = nj_as_array(w, c->args[0], c->span);
    NjVal args[3] = {c->self, a, c->args[1]};
    return nj_is_error(a) ? a : nj_call_prelude(w, "np_ufuncs", "accumulate", args, 3, c->span);
}

NJ_HANDLER(fn_outer)
{
    NjVal a = nj_as_array(w, c->args[0], c->span), b = nj_as_array(w, c->args[1], c->span);
    if (nj_is_error(a) || nj_is_error(b))
        return nj_val_error(w);
    unsigned nb = b.type->kind == NJ_T_ARRAY ? b.type->ndim : 0;
    if (a.type->kind == NJ_T_ARRAY && nb > 0) {
        NjVal index[NPRT_MAX_DIMS];
        uint32_t n = 0;
        for (unsigned i = 0; i < a.type->ndim; i++)
            index[n++] = nj_slice_all(w, c->span);
        for (unsigned i = 0; i < nb; i++)
            index[n++] = nj_val_none(w, c->span);
        a = nj_index_get(w, a, nj_val_tuple(w, index, n, c->span), c->span);
    }
    NjVal args[2] = {a, b};
    return nj_call_value(w, c->self, args, 2, NULL, NULL, 0, c->span);
}

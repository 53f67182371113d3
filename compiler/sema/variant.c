/* variant.c - values that may be an instance of one of several classes: [Circle(), Square()].
 *
 * A variant is a pointer like an instance; what to do with it is written out once per class behind a test
 * of the object's class, and the results are joined. */
#include "compiler/sema/sema.h"

#include "compiler/funcs/func.h"

#include <string.h>

static NjVal as_class(NjWalk *w, NjVal v, const NjType *object, NjSpan span)
{
    return nj_val(object, nj_tir_cast(w->arena, object, nj_expr_of(w, v, span)));
}

static NjTirExpr *is_class(NjWalk *w, NjVal v, const NjType *object, NjSpan span)
{
    NjVal type = as_class(w, v, object, span); /* only its type is looked at */
    return nj_rtcall2(w, NJ_RT_obj_is, nj_type_pybool(w->types), span, v, type).expr;
}

/* The joined type of what `visit` gives for each class; NULL after an error. */
static const NjType *visit_types(NjWalk *w, NjVal v, NjVariantVisit *visit, void *ctx, NjSpan span)
{
    const NjType *type = NULL;
    NjTirBlock *block = w->block;
    NjEnv env = nj_env_copy(w, &w->env);
    for (uint32_t i = 0; i < v.type->n; i++) {
        NjTirBlock scratch = {0};
        w->block = &scratch;
        bool dead = w->dead;
        NjVal one = visit(w, as_class(w, v, v.type->elems[i], span), ctx);
        w->dead = dead;
        w->block = block;
        w->env = env;
        if (one.type->kind == NJ_T_ERROR)
            return NULL;
        const NjType *joined = type ? nj_type_join(w->types, type, one.type) : one.type;
        if (!joined) {
            nj_fail(w, span, "this gives %s for one class and %s for another", nj_ty(w, type),
                    nj_ty(w, one.type));
            return NULL;
        }
        type = joined;
    }
    return type;
}

NjVal nj_variant_visit(NjWalk *w, NjVal v, NjVariantVisit *visit, void *ctx, NjSpan span)
{
    v = nj_spill(w, v);
    const NjType *type = visit_types(w, v, visit, ctx, span);
    if (!type)
        return nj_val_error(w);
    NjTirLocal *out = type->is_unit ? NULL : nj_temp(w, type);
    NjIf *ifs = NJ_NEW_ARRAY(w->arena, NjIf, v.type->n);
    uint32_t depth = 0;
    for (uint32_t i = 0; i < v.type->n; i++) {
        bool last = i + 1 == v.type->n;
        if (!last)
            ifs[depth++] = nj_if_begin(w, is_class(w, v, v.type->elems[i], span), span);
        NjVal one = visit(w, as_class(w, v, v.type->elems[i], span), ctx);
        if (out && !w->dead)
            nj_emit_assign(w, out, nj_expr_of(w, nj_coerce(w, one, type, span), span));
        if (!last)
            nj_if_else(w, &ifs[depth - 1]);
    }
    while (depth > 0)
        nj_if_end(w, &ifs[--depth]);
    if (!out)
        return nj_val_unit(w, type, span);
    return nj_val(type, nj_tir_local(w->arena, out, span));
}

typedef struct AttrCtx {
    const NjName *name;
    NjSpan span;
    NjVal value;
    const NjVal *args;
    uint32_t n;
    const NjName *const *kw_names;
    const NjVal *kw_vals;
    uint32_t n_kw;
} AttrCtx;

static NjVal get_one(NjWalk *w, NjVal object, void *data)
{
    AttrCtx *c = data;
    return nj_get_attr(w, object, c->name, c->span);
}

static NjVal set_one(NjWalk *w, NjVal object, void *data)
{
    AttrCtx *c = data;
    nj_store_attr(w, object, c->name, c->value, c->span);
    return nj_val_none(w, c->span);
}

static NjVal call_one(NjWalk *w, NjVal object, void *data)
{
    AttrCtx *c = data;
    NjVal method = nj_get_attr(w, object, c->name, c->span);
    return nj_call_value(w, method, c->args, c->n, c->kw_names, c->kw_vals, c->n_kw, c->span);
}

static NjVal text_one(NjWalk *w, NjVal object, void *data)
{
    AttrCtx *c = data;
    return c->n ? nj_repr_of(w, object, c->span) : nj_to_str(w, object, c->span);
}

NjVal nj_variant_attr(NjWalk *w, NjVal v, const NjName *name, NjSpan span)
{
    AttrCtx c = {.name = name, .span = span};
    return nj_variant_visit(w, v, get_one, &c, span);
}

void nj_variant_set_attr(NjWalk *w, NjVal v, const NjName *name, NjVal value, NjSpan span)
{
    AttrCtx c = {.name = name, .span = span, .value = nj_spill(w, value)};
    nj_variant_visit(w, v, set_one, &c, span);
}

NjVal nj_variant_call(NjWalk *w, NjVal v, const NjName *name, const NjVal *args, uint32_t n,
                      const NjName *const *kw_names, const NjVal *kw_vals, uint32_t n_kw, NjSpan span)
{
    NjVal *spilled = NJ_NEW_ARRAY(w->arena, NjVal, n + 1);
    for (uint32_t i = 0; i < n; i++)
        spilled[i] = nj_spill(w, args[i]);
    AttrCtx c = {.name = name, .span = span, .args = spilled, .n = n, .kw_names = kw_names, .kw_vals = kw_vals,
                 .n_kw = n_kw};
    return nj_variant_visit(w, v, call_one, &c, span);
}

NjVal nj_variant_text(NjWalk *w, NjVal v, bool repr, NjSpan span)
{
    AttrCtx c = {.span = span, .n = repr};
    return nj_variant_visit(w, v, text_one, &c, span);
}

bool nj_variant_has_method(const NjType *variant, const NjName *name)
{
    for (uint32_t i = 0; i < variant->n; i++)
        if (!nj_class_method(variant->elems[i]->cls, name))
            return false;
    return true;
}

/* bool: is the object one of the classes that derive from `cls`? */
NjVal nj_variant_isinstance(NjWalk *w, NjVal v, const NjClassDef *cls, NjSpan span)
{
    NjTirExpr *any = NULL;
    uint32_t n = 0;
    v = nj_spill(w, v);
    for (uint32_t i = 0; i < v.type->n; i++) {
        const NjClassDef *k = v.type->elems[i]->cls;
        while (k && k != cls)
            k = k->base;
        if (!k)
            continue;
        n++;
        NjTirExpr *one = is_class(w, v, v.type->elems[i], span);
        any = any ? nj_tir_binary(w->arena, NJ_BIN_OR, NJ_ARITH_WRAP, one->type, any, one) : one;
    }
    if (n == 0 || n == v.type->n)
        return nj_val_bool(w, n > 0, span);
    return nj_val(any->type, any);
}

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

/* The joined type of what `visit` gives for each class, found in scratch blocks; NULL after an error. Where
 * it is an error for some classes alone, these raise at run time. */
static const NjType *visit_types(NjWalk *w, NjVal v, NjVariantVisit *visit, void *ctx, bool *bad, NjSpan span)
{
    const NjType *type = NULL;
    NjTirBlock *block = w->block;
    NjEnv env = nj_env_copy(w, &w->env);
    uint32_t n_bad = 0, n = v.type->n;
    for (uint32_t i = 0; i < n; i++) {
        NjTirBlock scratch = {0};
        NjDiagMark mark = nj_diag_mark(w);
        bool dead = w->dead;
        w->block = &scratch;
        NjVal one = visit(w, as_class(w, v, v.type->elems[i], span), ctx);
        w->dead = dead;
        w->block = block;
        w->env = env;
        bad[i] = one.type->kind == NJ_T_ERROR || nj_diag_mark(w).nerrors > mark.nerrors;
        if (bad[i] && ++n_bad < n)
            nj_diag_rollback(w, mark);
        if (bad[i])
            continue;
        const NjType *joined = type ? nj_element_join(w, type, one.type) : one.type;
        if (!joined) {
            nj_fail(w, span, "this gives %s for one class and %s for another", nj_ty(w, type),
                    nj_ty(w, one.type));
            return NULL;
        }
        type = joined;
    }
    return type;
}

/* The visit is an error for this class: raises it as Python would. */
static void raise_one(NjWalk *w, NjVal object, NjVariantVisit *visit, void *ctx, NjSpan span)
{
    NjDiagMark mark = nj_diag_mark(w);
    w->tries++;
    visit(w, object, ctx);
    w->tries--;
    nj_diag_rollback(w, mark);
    if (!w->dead)
        nj_raise_text(w, NPRT_EXC_TYPE_ERROR, span,
                      nj_arena_printf(w->arena, "unsupported operation for %s", nj_ty(w, object.type)));
}

NjVal nj_variant_visit(NjWalk *w, NjVal v, NjVariantVisit *visit, void *ctx, NjSpan span)
{
    v = nj_spill(w, v);
    bool *bad = NJ_NEW_ARRAY(w->arena, bool, v.type->n);
    const NjType *type = visit_types(w, v, visit, ctx, bad, span);
    if (!type)
        return nj_val_error(w);
    NjTirLocal *out = type->is_unit ? NULL : nj_temp(w, type);
    NjIf *ifs = NJ_NEW_ARRAY(w->arena, NjIf, v.type->n);
    uint32_t depth = 0;
    for (uint32_t i = 0; i < v.type->n; i++) {
        bool last = i + 1 == v.type->n;
        if (!last)
            ifs[depth++] = nj_if_begin(w, is_class(w, v, v.type->elems[i], span), span);
        NjVal object = as_class(w, v, v.type->elems[i], span);
        if (bad[i]) {
            raise_one(w, object, visit, ctx, span);
        } else {
            NjVal one = visit(w, object, ctx);
            if (out && !w->dead)
                nj_emit_assign(w, out, nj_expr_of(w, nj_coerce(w, one, type, span), span));
        }
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

static NjVal name_one(NjWalk *w, NjVal v, void *data)
{
    NjSpan span = *(NjSpan *)data;
    NjVal type = nj_call_row(w, nj_func_find("builtins", "type"), (NjVal){0}, &v, 1, span);
    return nj_get_attr(w, type, nj_name(w, "__name__"), span);
}

static NjVal name_of_optional(NjWalk *w, NjVal v, NjSpan span)
{
    NjTirLocal *out = nj_temp(w, nj_type_str(w->types));
    v = nj_spill(w, v);
    NjVal none = nj_compare(w, NJ_CMPOP_IS, v, nj_val_none(w, span), span);
    nj_emit_assign(w, out, nj_val_str(w, "NoneType", 8, span).expr);
    NjIf i = nj_if_begin(w, nj_tir_unary(w->arena, NJ_UN_NOT, none.type, none.expr), span);
    NjVal name = name_one(w, nj_unwrap(w, v, span), &span);
    if (!nj_is_error(name))
        nj_emit_assign(w, out, nj_expr_of(w, name, span));
    nj_if_end(w, &i);
    return nj_val(out->type, nj_tir_local(w->arena, out, span));
}

bool nj_class_name_form(NjWalk *w, const NjExpr *e, NjVal *out)
{
    const NjExpr *type = e->as.attribute.value, *of = NULL;
    if (strcmp(e->as.attribute.attr->text, "__name__") != 0)
        return false;
    if (type->kind == NJ_EXPR_ATTRIBUTE && strcmp(type->as.attribute.attr->text, "__class__") == 0)
        of = type->as.attribute.value;
    if (type->kind == NJ_EXPR_CALL && type->as.call.args.n == 1 && type->as.call.keywords.n == 0 &&
        type->as.call.callee->kind == NJ_EXPR_NAME && type->as.call.args.items[0]->kind != NJ_EXPR_STARRED &&
        strcmp(type->as.call.callee->as.name.name->text, "type") == 0 &&
        nj_walk_expr(w, type->as.call.callee).type->kind == NJ_T_BUILTIN)
        of = type->as.call.args.items[0];
    if (!of)
        return false;
    NjVal v = nj_walk_expr(w, of);
    NjSpan span = e->span;
    if (nj_is_error(v))
        *out = v;
    else if (nj_type_is_variant(v.type))
        *out = nj_variant_visit(w, v, name_one, &span, span);
    else if (nj_type_is_union(v.type))
        *out = nj_union_visit(w, v, name_one, &span, span);
    else if (v.type->kind == NJ_T_OPTIONAL)
        *out = name_of_optional(w, v, span);
    else
        *out = name_one(w, v, &span);
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

/* std_dataclasses.c - functions of the module dataclasses; the decorator is
 * compiler/sema/classes.c. */
#include "compiler/funcs/std_internal.h"

#include <string.h>

typedef struct Fields {
    const NjName **names;
    uint32_t n;
} Fields;

static const NjClassDef *dataclass_of(const NjType *t)
{
    const NjClassDef *cls = t->kind == NJ_T_OBJECT || t->kind == NJ_T_CLASS ? t->cls : NULL;
    for (const NjClassDef *k = cls; k; k = k->base)
        if (k->is_dataclass)
            return cls;
    return NULL;
}

/* Fields in order: those of bases first, one overridden where it was. */
static void add_fields(NjWalk *w, const NjClassDef *cls, Fields *f)
{
    if (cls->base)
        add_fields(w, cls->base, f);
    const NjName **names = NJ_NEW_ARRAY(w->arena, const NjName *, f->n + cls->n_fields + 1);
    for (uint32_t i = 0; i < f->n; i++)
        names[i] = f->names[i];
    for (uint32_t i = 0; i < cls->n_fields && cls->is_dataclass; i++) {
        uint32_t at = 0;
        while (at < f->n && names[at] != cls->fields[i])
            at++;
        names[at] = cls->fields[i];
        if (at == f->n)
            f->n++;
    }
    f->names = names;
}

/* The instance that the function was called with, its fields in *out. */
static NjVal instance_of(NjWalk *w, const NjCall *c, Fields *out)
{
    NjVal v = c->args[0];
    const NjClassDef *cls = dataclass_of(v.type);
    if (nj_is_error(v))
        return v;
    if (!cls || v.type->kind != NJ_T_OBJECT)
        return nj_raises(w, c->span, NPRT_EXC_TYPE_ERROR,
                         "%s() should be called on dataclass instances", nj_func_row(c->id)->name);
    add_fields(w, cls, out);
    return nj_spill(w, v);
}

static NjVal name_of(NjWalk *w, const NjName *name, NjSpan span)
{
    return nj_val_str(w, name->text, name->len, span);
}

/* A dict of the fields; dataclasses among them become dicts too, lists are copied. */
static NjVal dict_of(NjWalk *w, NjVal v, const void *node, NjSpan span)
{
    const NjClassDef *cls = v.type->kind == NJ_T_OBJECT ? dataclass_of(v.type) : NULL;
    if (v.type->kind == NJ_T_LIST)
        return nj_list_of(w, v, span);
    if (!cls)
        return v;
    Fields f = {0};
    add_fields(w, cls, &f);
    v = nj_spill(w, v);
    NjVal dict = nj_new_dict_site(w, node, span);
    for (uint32_t i = 0; i < f.n; i++) {
        NjVal value = dict_of(w, nj_get_attr(w, v, f.names[i], span), f.names[i], span);
        nj_index_set(w, dict, name_of(w, f.names[i], span), value, span);
    }
    return dict;
}

static NjVal tuple_of(NjWalk *w, NjVal v, NjSpan span)
{
    const NjClassDef *cls = v.type->kind == NJ_T_OBJECT ? dataclass_of(v.type) : NULL;
    if (v.type->kind == NJ_T_LIST)
        return nj_list_of(w, v, span);
    if (!cls)
        return v;
    Fields f = {0};
    add_fields(w, cls, &f);
    v = nj_spill(w, v);
    NjVal *items = NJ_NEW_ARRAY(w->arena, NjVal, f.n + 1);
    for (uint32_t i = 0; i < f.n; i++)
        items[i] = nj_spill(w, tuple_of(w, nj_get_attr(w, v, f.names[i], span), span));
    return nj_val_tuple(w, items, f.n, span);
}

NJ_HANDLER(data_asdict)
{
    Fields f = {0};
    NjVal v = instance_of(w, c, &f);
    return nj_is_error(v) ? v : dict_of(w, v, nj_call_site(c), c->span);
}

NJ_HANDLER(data_astuple)
{
    Fields f = {0};
    NjVal v = instance_of(w, c, &f);
    return nj_is_error(v) ? v : tuple_of(w, v, c->span);
}

NJ_HANDLER(data_replace)
{
    Fields f = {0};
    NjVal v = instance_of(w, c, &f);
    if (nj_is_error(v))
        return v;
    const NjName **names = NJ_NEW_ARRAY(w->arena, const NjName *, f.n + c->n_kw + 1);
    NjVal *values = NJ_NEW_ARRAY(w->arena, NjVal, f.n + c->n_kw + 1);
    uint32_t n = 0;
    for (uint32_t k = 0; k < c->n_kw; k++) {
        names[n] = c->kw_names[k];
        values[n++] = c->kw_vals[k];
    }
    for (uint32_t i = 0; i < f.n; i++) {
        bool given = false;
        for (uint32_t k = 0; k < c->n_kw; k++)
            given |= c->kw_names[k] == f.names[i];
        if (given)
            continue;
        names[n] = f.names[i];
        values[n++] = nj_get_attr(w, v, f.names[i], c->span);
    }
    return nj_construct(w, v.type->cls, NULL, 0, names, values, n, c->span);
}

/* Of a Field, the name alone is there. */
NJ_HANDLER(data_fields)
{
    const NjClassDef *cls = dataclass_of(c->args[0].type);
    if (nj_is_error(c->args[0]))
        return c->args[0];
    if (!cls)
        return nj_raises(w, c->span, NPRT_EXC_TYPE_ERROR,
                         "must be called with a dataclass type or instance");
    Fields f = {0};
    add_fields(w, cls, &f);
    NjVal *items = NJ_NEW_ARRAY(w->arena, NjVal, f.n + 1);
    const NjName **parts = NJ_NEW_ARRAY(w->arena, const NjName *, 1);
    parts[0] = nj_name(w, "name");
    for (uint32_t i = 0; i < f.n; i++) {
        NjVal name = name_of(w, f.names[i], c->span);
        items[i] = nj_val_tuple(w, &name, 1, c->span);
        items[i].type =
            nj_type_namedtuple(w->types, nj_name(w, "Field"), parts, items[i].type->elems, 1);
        items[i].expr->type = items[i].type;
    }
    return nj_val_tuple(w, items, f.n, c->span);
}

NJ_HANDLER(data_is)
{
    return nj_val_bool(w, dataclass_of(c->args[0].type) != NULL, c->span);
}

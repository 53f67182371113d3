/* attr.c - attributes: members of modules, methods and properties of values, fields of instances. */
#include "compiler/sema/sema.h"

#include "compiler/funcs/func.h"

#include <string.h>

static NjRecv recv_of(const NjType *t)
{
    switch (t->kind) {
    case NJ_T_ARRAY:
        return t->device ? NJ_RECV_DEVICE : NJ_RECV_ARRAY;
    case NJ_T_LIST:
        return t->name && strcmp(t->name->text, "deque") == 0 ? NJ_RECV_DEQUE : NJ_RECV_LIST;
    case NJ_T_DICT:
        return !t->name                                  ? NJ_RECV_DICT
               : strcmp(t->name->text, "Counter") == 0 ? NJ_RECV_COUNTER
                                                       : NJ_RECV_ORDERED;
    case NJ_T_SET:
        return NJ_RECV_SET;
    case NJ_T_STR:
        return NJ_RECV_STR;
    case NJ_T_BYTES:
        return NJ_RECV_BYTES;
    case NJ_T_TUPLE:
        return NJ_RECV_TUPLE;
    case NJ_T_RNG:
        return NJ_RECV_RNG;
    case NJ_T_EXC:
        return NJ_RECV_EXC;
    case NJ_T_RANGE:
        return NJ_RECV_RANGE;
    case NJ_T_DTYPE:
        return NJ_RECV_DTYPE;
    case NJ_T_FUNC:
        return NJ_RECV_PYFUNC;
    case NJ_T_BUILTIN:
        return NJ_RECV_FUNC;
    case NJ_T_OPAQUE:
        return NJ_RECV_OPAQUE;
    case NJ_T_SCALAR:
        if (!t->py)
            return NJ_RECV_ARRAY;
        if (nj_dtype_is_complex(t->dtype))
            return NJ_RECV_COMPLEX;
        return nj_dtype_is_float(t->dtype) ? NJ_RECV_FLOAT : NJ_RECV_INT;
    default:
        return NJ_RECV_NONE;
    }
}

static NjVal module_attr(NjWalk *w, NjVal base, const NjName *attr, NjSpan span)
{
    const char *module = nj_module_name(base.type->id);
    int32_t row = nj_func_find(module, attr->text);
    if (row >= 0) {
        const NjFuncRow *r = nj_func_row(row);
        if (r->kind == NJ_ROW_VALUE) {
            NjCall call = {.span = span, .id = row};
            return r->handler(w, &call);
        }
        return nj_val_unit(w, nj_type_builtin(w->types, row), span);
    }
    int32_t sub = nj_module_find(nj_arena_printf(w->arena, "%s.%s", module, attr->text));
    if (sub >= 0)
        return nj_val_unit(w, nj_type_module(w->types, sub), span);
    NjVal v = nj_fail(w, span, "AttributeError: npjit's %s has no '%s'", module, attr->text);
    const char *near = nj_func_nearest(module, attr->text);
    if (near)
        nj_note(w->u, span, "did you mean %s.%s?", module, near);
    return v;
}

/* ---- the sites of containers that attributes hold ---- */

static bool is_container(const NjType *t)
{
    return t->kind == NJ_T_LIST || t->kind == NJ_T_SET || t->kind == NJ_T_DICT;
}

static uint32_t site_of(NjVal v)
{
    return v.type->site                                ? v.type->site
           : v.known && v.known->kind == NJ_KNOWN_SITE ? (uint32_t)v.known->i
                                                       : 0;
}

static uint32_t attr_site(NjWalk *w, const NjType *object, const NjName *attr)
{
    const NjType *t = nj_hint_get(w->s, NJ_HINT_ATTR_SITE, object, (uint64_t)(uintptr_t)attr);
    return t ? t->site : 0;
}

/* A container becomes the value of an attribute that has another already: both get elements of the
 * joined types by way of their sites. Returns the attribute's type, NULL when there is no such way.
 */
static const NjType *join_sites(NjWalk *w, const NjType *object, const NjName *attr,
                                const NjType *old, NjVal value)
{
    uint32_t mine = site_of(value), first = attr_site(w, object, attr);
    if (!mine || !first || !is_container(old) || old->kind != value.type->kind ||
        old->name != value.type->name || old->elems[0]->kind == NJ_T_NEVER ||
        value.type->elems[0]->kind == NJ_T_NEVER)
        return NULL;
    if (mine == first)
        return value.type; /* which has been widened since */
    for (uint32_t i = 0; i < old->n; i++) {
        const NjType *joined = nj_element_join(w, old->elems[i], value.type->elems[i]);
        if (!joined)
            return NULL;
        NjHintKind kind = i ? NJ_HINT_SITE_VALUE : NJ_HINT_SITE;
        nj_hint_set(w->s, kind, NULL, first, joined);
        nj_hint_set(w->s, kind, NULL, mine, joined);
    }
    return old;
}

static NjVal field(NjWalk *w, NjVal base, int32_t index, NjSpan span)
{
    const NjType *type = base.type->elems[index];
    if (type->is_unit)
        return nj_val_unit(w, type, span);
    NjTirExpr *e = nj_tir_expr(w->arena, NJ_X_FIELD, type, span);
    e->as.field.base = nj_expr_of(w, base, span);
    e->as.field.index = (uint32_t)index;
    NjVal v = nj_val(type, e);
    uint32_t site = is_container(type) ? attr_site(w, base.type, base.type->names[index]) : 0;
    if (site) {
        NjKnown *known = NJ_NEW(w->arena, NjKnown);
        known->kind = NJ_KNOWN_SITE;
        known->i = site;
        v.known = known;
    }
    return v;
}

static NjVal object_attr(NjWalk *w, NjVal base, const NjName *attr, NjSpan span)
{
    NjClassDef *cls = base.type->cls;
    int32_t index = nj_type_field(base.type, attr);
    if (strcmp(attr->text, "__class__") == 0)
        return nj_val_unit(w, nj_type_class(w->types, cls), span);
    if (index >= 0)
        return field(w, nj_spill(w, base), index, span);
    NjFuncDef *method = nj_class_method(cls, attr);
    if (method) {
        NjVal fn = nj_val_unit(w, nj_type_func(w->types, method, NULL, 0), span);
        if (method->is_static)
            return fn;
        if (method->is_property) {
            base = nj_spill(w, base);
            return nj_call_func(w, fn, &base, 1, span);
        }
        if (method->is_classmethod)
            base = nj_val_unit(w, nj_type_class(w->types, cls), span);
        base = nj_spill(w, base);
        const NjType *type = nj_type_bound_func(w->types, base.type, method);
        NjTirExpr **items = NJ_NEW_ARRAY(w->arena, NjTirExpr *, 1);
        items[0] = nj_expr_of(w, base, span);
        return nj_val(type, type->is_unit ? nj_tir_unit(w->arena, type, span)
                                          : nj_tir_tuple(w->arena, type, items, 1, span));
    }
    NjVal var;
    if (nj_class_var_get(w, cls, attr, span, &var))
        return var;
    const NjExpr *constant = nj_class_attr(cls, attr);
    if (constant)
        return nj_walk_expr(w, constant);
    w->s->missed_attr = true;
    return nj_raises(w, span, NPRT_EXC_ATTRIBUTE_ERROR, "'%s' object has no attribute '%s'", cls->name->text, attr->text);
}

static NjVal class_attr(NjWalk *w, NjVal base, const NjName *attr, NjSpan span)
{
    NjClassDef *cls = base.type->cls;
    NjFuncDef *method = nj_class_method(cls, attr);
    if (method && method->is_classmethod) {
        const NjType *type = nj_type_bound_func(w->types, base.type, method);
        return nj_val(type, nj_tir_unit(w->arena, type, span));
    }
    if (method)
        return nj_val_unit(w, nj_type_func(w->types, method, NULL, 0), span);
    NjVal var;
    if (nj_class_var_get(w, cls, attr, span, &var))
        return var;
    const NjExpr *constant = nj_class_attr(cls, attr);
    if (constant)
        return nj_walk_expr(w, constant);
    if (strcmp(attr->text, "__name__") == 0)
        return nj_val_str(w, cls->name->text, cls->name->len, span);
    if (cls->is_namedtuple && strcmp(attr->text, "_fields") == 0) {
        NjVal *names = NJ_NEW_ARRAY(w->arena, NjVal, cls->n_fields + 1);
        for (uint32_t i = 0; i < cls->n_fields; i++)
            names[i] = nj_val_str(w, cls->fields[i]->text, cls->fields[i]->len, span);
        return nj_val_tuple(w, names, cls->n_fields, span);
    }
    return nj_raises(w, span, NPRT_EXC_ATTRIBUTE_ERROR, "type object '%s' has no attribute '%s'", cls->name->text,
                   attr->text);
}

static NjVal bound_row(NjWalk *w, NjVal base, int32_t row, NjSpan span)
{
    const NjKnown *known = base.known;
    base = nj_spill(w, base);
    const NjType *type = nj_type_bound_builtin(w->types, base.type, row);
    NjKnown *k = NJ_NEW(w->arena, NjKnown);
    k->kind = NJ_KNOWN_ITEMS;
    k->items = NJ_NEW_ARRAY(w->arena, const NjKnown *, 1);
    k->items[0] = known;
    k->n = 1;
    NjTirExpr **items = NJ_NEW_ARRAY(w->arena, NjTirExpr *, 1);
    items[0] = nj_expr_of(w, base, span);
    NjTirExpr *e = type->is_unit ? nj_tir_unit(w->arena, type, span) : nj_tir_tuple(w->arena, type, items, 1, span);
    return (NjVal){type, e, k};
}

static NjVal method_or_property(NjWalk *w, NjVal base, const NjName *attr, NjSpan span)
{
    NjVal out;
    NjRecv recv = recv_of(base.type);
    if (recv == NJ_RECV_EXC && nj_exc_class_attr(w, base, attr, span, &out))
        return out;
    int32_t row = recv == NJ_RECV_NONE ? -1 : nj_method_find(recv, attr->text);
    if (base.type->kind == NJ_T_TUPLE && base.type->frozen && nj_method_find(NJ_RECV_LIST, attr->text) >= 0 &&
        nj_promote_mixed(w, base))
        return nj_val_error(w);
    if (row < 0 && recv == NJ_RECV_DEQUE)
        row = nj_method_find(NJ_RECV_LIST, attr->text);
    if (row < 0 && (recv == NJ_RECV_COUNTER || recv == NJ_RECV_ORDERED))
        row = nj_method_find(NJ_RECV_DICT, attr->text);
    if (row < 0 && recv == NJ_RECV_INT)
        row = nj_method_find(NJ_RECV_FLOAT, attr->text);
    if (row < 0 && recv >= NJ_RECV_INT && recv <= NJ_RECV_COMPLEX && w->model == NJ_MODEL_NUMBA)
        row = nj_method_find(NJ_RECV_ARRAY, attr->text);
    if (row < 0)
        return nj_raises(w, span, NPRT_EXC_ATTRIBUTE_ERROR, "'%s' object has no attribute '%s'", nj_py(w, base.type), attr->text);
    const NjFuncRow *r = nj_func_row(row);
    if (r->kind == NJ_ROW_PROPERTY) {
        NjCall call = {.span = span, .id = row, .self = base};
        return r->handler(w, &call);
    }
    return bound_row(w, base, row, span);
}

/* Members of a row that is itself a namespace: np.add.reduce, np.random.Generator ... */
static NjVal builtin_attr(NjWalk *w, NjVal base, const NjName *attr, NjSpan span)
{
    const NjFuncRow *r = nj_func_row(base.type->id);
    if (r->kind == NJ_ROW_TYPE && strcmp(r->module, "builtins") == 0) {
        static const struct {
            const char *name;
            NjRecv recv;
        } types[] = {{"str", NJ_RECV_STR},   {"list", NJ_RECV_LIST}, {"dict", NJ_RECV_DICT},
                     {"set", NJ_RECV_SET},   {"int", NJ_RECV_INT},   {"float", NJ_RECV_FLOAT},
                     {"bytes", NJ_RECV_BYTES}, {"complex", NJ_RECV_COMPLEX}};
        for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
            int32_t row = strcmp(types[i].name, r->name) == 0 ? nj_method_find(types[i].recv, attr->text) : -1;
            if (row >= 0)
                return nj_val_unit(w, nj_type_builtin(w->types, row), span);
        }
        if (strcmp(attr->text, "__name__") == 0)
            return nj_val_str(w, r->name, (uint32_t)strlen(r->name), span);
    }
    if (r->kind == NJ_ROW_TYPE) {
        const char *dotted = nj_arena_printf(w->arena, "%s.%s", r->module, r->name);
        int32_t row = nj_func_find(dotted, attr->text);
        if (row >= 0)
            return nj_val_unit(w, nj_type_builtin(w->types, row), span);
    }
    return method_or_property(w, base, attr, span);
}

NjVal nj_get_attr(NjWalk *w, NjVal base, const NjName *attr, NjSpan span)
{
    if (nj_is_error(base))
        return base;
    base = nj_unwrap(w, base, span);
    if (nj_type_is_variant(base.type))
        return nj_variant_attr(w, base, attr, span);
    if (nj_type_is_union(base.type))
        return nj_union_attr(w, base, attr, span);
    switch (base.type->kind) {
    case NJ_T_MODULE:
        return module_attr(w, base, attr, span);
    case NJ_T_OBJECT:
        return object_attr(w, base, attr, span);
    case NJ_T_CLASS: {
        NjVal member;
        if (w->in_kernel && base.type->cls->is_enum && nj_enum_value(w, base.type->cls, attr, &member))
            return member;
        return class_attr(w, base, attr, span);
    }
    case NJ_T_SCALAR:
        if (w->in_kernel && strcmp(attr->text, "value") == 0) /* of such a member */
            return base;
        break;
    case NJ_T_BUILTIN:
        return builtin_attr(w, base, attr, span);
    case NJ_T_SLICE: {
        NjVal part;
        if (nj_slice_attr(w, base, attr->text, span, &part))
            return part;
        break;
    }
    case NJ_T_TUPLE: {
        int32_t index = nj_type_field(base.type, attr);
        if (index >= 0)
            return nj_tuple_item(w, base, (uint32_t)index, span);
        break;
    }
    default:
        break;
    }
    return method_or_property(w, base, attr, span);
}

void nj_store_attr(NjWalk *w, NjVal base, const NjName *attr, NjVal value, NjSpan span)
{
    if (nj_is_error(base) || w->dead)
        return;
    base = nj_unwrap(w, base, span);
    if (base.type->kind == NJ_T_OBJECT && base.type->cls->is_frozen)
        nj_raises(w, span, NPRT_EXC_FROZEN_INSTANCE_ERROR, "cannot assign to field '%s'", attr->text);
    else
        nj_init_attr(w, base, attr, value, span);
}

void nj_init_attr(NjWalk *w, NjVal base, const NjName *attr, NjVal value, NjSpan span)
{
    if (nj_is_error(base) || nj_is_error(value) || w->dead)
        return;
    base = nj_unwrap(w, base, span);
    if (base.type->kind == NJ_T_ARRAY && strcmp(attr->text, "shape") == 0) {
        nj_fail(w, span, "assigning to .shape is not supported; use reshape()");
        return;
    }
    if (nj_type_is_variant(base.type)) {
        nj_variant_set_attr(w, base, attr, value, span);
        return;
    }
    if (base.type->kind == NJ_T_MODULE && strcmp(nj_module_name(base.type->id), "numba.config") == 0)
        return; /* switches of Numba's compiler */
    if (base.type->kind == NJ_T_FUNC && base.type->func->jit.is_cuda &&
        strcmp(attr->text, "max_blocksize") == 0)
        return; /* the driver chooses */
    if (base.type->kind == NJ_T_CLASS) {
        nj_class_var_set(w, base.type->cls, attr, value, span);
        return;
    }
    if (base.type->kind == NJ_T_ARRAY && nj_array_set_part(w, base, attr->text, value, span))
        return;
    if (base.type->kind != NJ_T_OBJECT) {
        nj_fail(w, span, "AttributeError: cannot set '%s' of %s", attr->text, nj_ty(w, base.type));
        return;
    }
    NjFuncDef *setter = nj_class_setter(base.type->cls, attr);
    if (setter) {
        NjVal args[2] = {nj_spill(w, base), value};
        nj_call_func(w, nj_val_unit(w, nj_type_func(w->types, setter, NULL, 0), span), args, 2, span);
        return;
    }
    int32_t index = nj_type_field(base.type, attr);
    const NjType *type = value.type;
    uint32_t site = is_container(value.type) && w->model == NJ_MODEL_NUMPY ? site_of(value) : 0;
    if (site && !attr_site(w, base.type, attr))
        nj_hint_set(w->s, NJ_HINT_ATTR_SITE, base.type, (uint64_t)(uintptr_t)attr,
                    nj_type_list_at(w->types, site));
    if (index >= 0) {
        const NjType *old = base.type->elems[index], *joined = NULL;
        if (old != value.type && !nj_type_join(w->types, old, value.type))
            joined = join_sites(w, base.type, attr, old, value);
        if (joined == old)
            return; /* to be walked again */
        type = joined ? joined : nj_union_join(w, old, value.type);
        if (!type) {
            nj_fail(w, span, "TypeError: attribute '%s' is %s and cannot become %s", attr->text,
                    nj_ty(w, base.type->elems[index]), nj_ty(w, value.type));
            return;
        }
    }
    if (index < 0 || type != base.type->elems[index]) {
        if (index >= 0 || w->s->missed_attr)
            w->s->changes++;
        index = (int32_t)nj_type_object_set_attr(w->types, base.type, attr, type);
        /* containers made empty must take the attribute's type */
    }
    value = nj_coerce(w, value, type, span);
    if (nj_is_error(value) || type->is_unit)
        return;
    NjTirStmt *s = nj_tir_stmt(w->arena, NJ_S_FIELD_SET, span);
    s->as.field_set.base = nj_expr_of(w, nj_spill(w, base), span);
    s->as.field_set.index = (uint32_t)index;
    s->as.field_set.value = nj_expr_of(w, value, span);
    nj_emit(w, s);
}

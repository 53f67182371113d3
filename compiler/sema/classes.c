/* classes.c - class statements, instances, special methods, user exceptions.
 *
 * An instance is a heap object whose attributes have one type each, found by use: assignments to self.x
 * add and widen them (attr.c), and the walk starts over when an earlier use saw less. Single inheritance;
 * dispatch is by the static class. Enum classes and NamedTuple are mapped to constants and tuples. */
#include "compiler/sema/sema.h"

#include "compiler/funcs/func.h"

#include <string.h>

NjFuncDef *nj_class_method(const NjClassDef *cls, const NjName *name)
{
    for (; cls; cls = cls->base) {
        NjFuncDef *f = nj_map_get(&cls->methods, name);
        if (f)
            return f;
    }
    return NULL;
}

NjFuncDef *nj_class_setter(const NjClassDef *cls, const NjName *name)
{
    for (; cls; cls = cls->base) {
        NjFuncDef *f = nj_map_get(&cls->setters, name);
        if (f)
            return f;
    }
    return NULL;
}

const NjExpr *nj_class_attr(const NjClassDef *cls, const NjName *name)
{
    for (; cls; cls = cls->base) {
        const NjExpr *e = nj_map_get(&cls->class_attrs, name);
        if (e)
            return e;
    }
    return NULL;
}

bool nj_call_special(NjWalk *w, NjVal self, const char *name, const NjVal *args, uint32_t n, NjSpan span,
                     NjVal *out)
{
    if (name && nj_type_is_variant(self.type) && nj_variant_has_method(self.type, nj_name(w, name))) {
        *out = nj_variant_call(w, self, nj_name(w, name), args, n, NULL, NULL, 0, span);
        return true;
    }
    if (!name || self.type->kind != NJ_T_OBJECT)
        return false;
    NjFuncDef *method = nj_class_method(self.type->cls, nj_name(w, name));
    if (!method)
        return false;
    NjVal *all = NJ_NEW_ARRAY(w->arena, NjVal, n + 1);
    all[0] = nj_spill(w, self);
    for (uint32_t i = 0; i < n; i++)
        all[i + 1] = args[i];
    NjVal fn = nj_val_unit(w, nj_type_func(w->types, method, NULL, 0), span);
    *out = nj_call_value(w, fn, all, n + 1, NULL, NULL, 0, span);
    return true;
}

/* ---- class variables ---- */

/* The variable behind a class attribute that the program assigns somewhere; made on demand. */
static NjVar *class_var(NjWalk *w, NjClassDef *cls, const NjName *name, bool create)
{
    NjVar *var = nj_map_get(&cls->class_vars, name);
    if (!var && create) {
        var = NJ_NEW(w->arena, NjVar);
        var->name = name;
        nj_map_put(w->arena, &cls->class_vars, name, var);
        w->s->changes++;
    }
    return var;
}

static NjClassDef *owner_of(NjClassDef *cls, const NjName *name)
{
    for (NjClassDef *k = cls; k; k = k->base)
        if (nj_map_has(&k->class_attrs, name))
            return k;
    return cls;
}

bool nj_class_var_get(NjWalk *w, NjClassDef *cls, const NjName *name, NjSpan span, NjVal *out)
{
    NjVar *var = class_var(w, owner_of(cls, name), name, false);
    const NjType *type = var ? nj_hint_get(w->s, NJ_HINT_GLOBAL, var, 0) : NULL;
    if (!type)
        return false;
    *out = type->is_unit ? nj_val_unit(w, type, span)
                         : nj_val(type, nj_tir_global(w->arena, nj_global_slot(w->s, var, type), span));
    return true;
}

void nj_class_var_set(NjWalk *w, NjClassDef *cls, const NjName *name, NjVal value, NjSpan span)
{
    NjVar *var = class_var(w, owner_of(cls, name), name, true);
    if (!nj_hint_join(w->s, NJ_HINT_GLOBAL, var, 0, value.type)) {
        nj_fail(w, span, "TypeError: class variable '%s' cannot become %s", name->text, nj_ty(w, value.type));
        return;
    }
    const NjType *type = nj_hint_get(w->s, NJ_HINT_GLOBAL, var, 0);
    value = nj_coerce(w, value, type, span);
    if (nj_is_error(value) || type->is_unit)
        return;
    NjTirStmt *s = nj_tir_stmt(w->arena, NJ_S_GLOBAL_SET, span);
    s->as.global_set.global = nj_global_slot(w->s, var, type);
    s->as.global_set.value = nj_expr_of(w, value, span);
    nj_emit(w, s);
}

/* Mutable class attributes (lists, dicts) are one object too, made where the class is. */
static bool is_mutable_display(const NjExpr *e)
{
    return e->kind == NJ_EXPR_LIST || e->kind == NJ_EXPR_DICT || e->kind == NJ_EXPR_SET || e->kind == NJ_EXPR_CALL ||
           e->kind == NJ_EXPR_LIST_COMP || e->kind == NJ_EXPR_DICT_COMP;
}

static void init_class_vars(NjWalk *w, NjClassDef *cls)
{
    if (cls->is_enum) {
        nj_enum_make_members(w, cls);
        return;
    }
    for (uint32_t i = 0; i < cls->class_attrs.n; i++) {
        const NjName *name = cls->class_attrs.entries[i].key;
        const NjExpr *e = cls->class_attrs.entries[i].value;
        bool field = cls->is_dataclass || cls->is_namedtuple;
        if (!field && is_mutable_display(e))
            class_var(w, cls, name, true);
        if (class_var(w, cls, name, false))
            nj_class_var_set(w, cls, name, nj_walk_expr(w, e), e->span);
    }
}

/* ---- class statements ---- */

/* Bases that say something about types alone. */
static bool is_plain_base(const char *name)
{
    static const char *const names[] = {"object", "ABC", "Generic", "Protocol", "AbstractContextManager"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

static void set_base(NjWalk *w, NjClassDef *cls, const NjExpr *e)
{
    bool subscripted = e->kind == NJ_EXPR_SUBSCRIPT; /* Generic[T] */
    NjVal base = nj_walk_expr(w, subscripted ? e->as.subscript.value : e);
    if (base.type->kind == NJ_T_CLASS) {
        if (cls->base) {
            nj_fail(w, e->span, "a class can derive from one class of the program; '%s' derives from '%s' already",
                    cls->name->text, cls->base->name->text);
            return;
        }
        cls->base = base.type->cls;
        cls->exc_kind = cls->base->exc_kind;
        cls->is_enum |= cls->base->is_enum;
        return;
    }
    const char *name = base.type->kind == NJ_T_BUILTIN ? nj_func_row(base.type->id)->name : "";
    int32_t kind = base.type->kind == NJ_T_BUILTIN ? nj_exc_kind_of_row(base.type->id) : -1;
    if (kind >= 0)
        cls->exc_kind = kind;
    else if (strcmp(name, "NamedTuple") == 0)
        cls->is_namedtuple = true;
    else if (!nj_enum_base(w, cls, name) && !is_plain_base(name) && !nj_is_error(base))
        nj_fail(w, e->span, "a class cannot derive from %s", nj_ty(w, base.type));
}

static void dataclass_options(NjWalk *w, NjClassDef *cls, const NjExpr *call)
{
    for (uint32_t i = 0; i < call->as.call.keywords.n; i++) {
        const NjKeyword *k = call->as.call.keywords.items[i];
        bool on = false;
        if (k->name)
            nj_known_bool(nj_walk_expr(w, k->value), &on);
        if (on && strcmp(k->name->text, "frozen") == 0)
            cls->is_frozen = cls->is_hashed = true;
        if (on && strcmp(k->name->text, "unsafe_hash") == 0)
            cls->is_hashed = true;
    }
}

static void apply_class_decorator(NjWalk *w, NjClassDef *cls, const NjExpr *e)
{
    const NjExpr *callee = e->kind == NJ_EXPR_CALL ? e->as.call.callee : e;
    NjVal d = nj_walk_expr(w, callee);
    const char *name = d.type->kind == NJ_T_BUILTIN ? nj_func_row(d.type->id)->name : "";
    if (strcmp(name, "dataclass") == 0)
        cls->is_dataclass = true;
    if (cls->is_dataclass && callee != e)
        dataclass_options(w, cls, e);
    if (cls->is_dataclass)
        return;
    if (strcmp(name, "jitclass") == 0)
        cls->is_jitclass = true;
    else if (strcmp(name, "total_ordering") == 0)
        cls->is_total = true;
    else if (strcmp(name, "unique") != 0 && strcmp(name, "final") != 0 &&
             strcmp(name, "runtime_checkable") != 0 && !nj_is_error(d))
        nj_fail(w, e->span, "class decorator %s is not supported", nj_ty(w, d.type));
}

static int32_t register_exception(NjWalk *w, NjClassDef *cls)
{
    NjSema *s = w->s;
    const char **names = NJ_NEW_ARRAY(w->arena, const char *, s->n_excs + 1);
    int32_t *parents = NJ_NEW_ARRAY(w->arena, int32_t, s->n_excs + 1);
    for (uint32_t i = 0; i < s->n_excs; i++) {
        names[i] = s->exc_names[i];
        parents[i] = s->exc_parents[i];
    }
    names[s->n_excs] = cls->name->text;
    parents[s->n_excs] = cls->exc_kind;
    s->exc_names = names;
    s->exc_parents = parents;
    return NPRT_EXC_USER + (int32_t)s->n_excs++;
}

static void decorate_methods(NjWalk *w, NjClassDef *cls)
{
    for (uint32_t i = 0; i < cls->methods.n; i++) {
        NjFuncDef *f = cls->methods.entries[i].value;
        const NjExprs *ds = &f->stmt->as.function_def.decorators;
        for (uint32_t k = 0; k < ds->n; k++) {
            const NjExpr *d = ds->items[k];
            const char *name = d->kind == NJ_EXPR_NAME        ? d->as.name.name->text
                               : d->kind == NJ_EXPR_ATTRIBUTE ? d->as.attribute.attr->text
                                                              : "";
            if (strcmp(name, "staticmethod") == 0)
                f->is_static = true;
            else if (strcmp(name, "classmethod") == 0)
                f->is_classmethod = true;
            else if (strcmp(name, "property") == 0 || strcmp(name, "cached_property") == 0)
                f->is_property = true;
            else if (strcmp(name, "abstractmethod") != 0 && strcmp(name, "override") != 0 &&
                     strcmp(name, "final") != 0 && strcmp(name, "contextmanager") != 0 &&
                     !nj_decorate_method(w, f, d))
                nj_fail(w, d->span, "this decorator of a method is not supported");
        }
        if (cls->is_jitclass)
            f->jit.kind = NJ_JIT_JIT;
        nj_method_defaults(w, f);
    }
}

void nj_walk_class(NjWalk *w, const NjStmt *s)
{
    NjClassDef *cls = nj_class_of(w->def->module, s);
    cls->base = NULL;
    cls->exc_kind = -1;
    for (uint32_t i = 0; i < s->as.class_def.bases.n; i++)
        set_base(w, cls, s->as.class_def.bases.items[i]);
    for (uint32_t i = 0; i < s->as.class_def.decorators.n; i++)
        apply_class_decorator(w, cls, s->as.class_def.decorators.items[i]);
    if (cls->exc_kind >= 0)
        cls->exc_kind = register_exception(w, cls);
    decorate_methods(w, cls);
    for (uint32_t i = 0; i < cls->setters.n && cls->is_jitclass; i++)
        ((NjFuncDef *)cls->setters.entries[i].value)->jit.kind = NJ_JIT_JIT;
    init_class_vars(w, cls);
    nj_bind_name(w, cls->name, nj_val_unit(w, nj_type_class(w->types, cls), s->span), s->span);
}

/* ---- instances ---- */

bool nj_class_has_payload(const NjClassDef *cls)
{
    for (; cls; cls = cls->base)
        if (cls->methods.n > 0 || cls->class_attrs.n > 0)
            return true;
    return false;
}

static NjVal construct_fields(NjWalk *w, NjClassDef *cls, const NjVal *args, uint32_t n,
                              const NjName *const *kw_names, const NjVal *kw_vals, uint32_t n_kw, NjSpan span,
                              NjVal *vals)
{
    if (n > cls->n_fields)
        return nj_raises(w, span, NPRT_EXC_TYPE_ERROR, "%s.__init__() takes %u positional arguments but %u were given",
                       cls->name->text, cls->n_fields + 1, n + 1);
    for (uint32_t i = 0; i < cls->n_fields; i++) {
        vals[i] = (NjVal){0};
        if (i < n)
            vals[i] = args[i];
        for (uint32_t k = 0; k < n_kw; k++)
            if (kw_names[k] == cls->fields[i])
                vals[i] = kw_vals[k];
        if (!vals[i].type && cls->field_defaults[i])
            vals[i] = nj_field_default(w, cls->field_defaults[i]);
        if (!vals[i].type)
            return nj_raises(w, span, NPRT_EXC_TYPE_ERROR, "%s.__init__() missing required argument: '%s'",
                           cls->name->text, cls->fields[i]->text);
        if (nj_is_error(vals[i]))
            return vals[i];
    }
    for (uint32_t k = 0; k < n_kw; k++) {
        bool known = false;
        for (uint32_t i = 0; i < cls->n_fields; i++)
            known |= cls->fields[i] == kw_names[k];
        if (!known)
            return nj_raises(w, span, NPRT_EXC_TYPE_ERROR, "%s.__init__() got an unexpected keyword argument '%s'",
                           cls->name->text, kw_names[k]->text);
    }
    return nj_val_none(w, span);
}

/* A default of a dataclass field; field(default=...), field(default_factory=list) are calls. */
NjVal nj_field_default(NjWalk *w, const NjExpr *e)
{
    if (e->kind != NJ_EXPR_CALL || e->as.call.callee->kind != NJ_EXPR_NAME ||
        strcmp(e->as.call.callee->as.name.name->text, "field") != 0)
        return nj_walk_expr(w, e);
    for (uint32_t i = 0; i < e->as.call.keywords.n; i++) {
        const NjKeyword *k = e->as.call.keywords.items[i];
        if (k->name && strcmp(k->name->text, "default") == 0)
            return nj_walk_expr(w, k->value);
        if (k->name && strcmp(k->name->text, "default_factory") == 0) {
            if (k->value->kind == NJ_EXPR_NAME && strcmp(k->value->as.name.name->text, "list") == 0)
                return nj_new_list_site(w, e, e->span);
            if (k->value->kind == NJ_EXPR_NAME && strcmp(k->value->as.name.name->text, "dict") == 0)
                return nj_new_dict_site(w, e, e->span);
            return nj_call_value(w, nj_walk_expr(w, k->value), NULL, 0, NULL, NULL, 0, e->span);
        }
    }
    return (NjVal){0};
}

static NjVal new_instance(NjWalk *w, NjClassDef *cls, NjSpan span)
{
    const NjType *type = nj_type_object(w->types, cls);
    return nj_effect(w, nj_tir_expr(w->arena, NJ_X_NEW_OBJECT, type, span));
}

static void collect_fields(const NjClassDef *cls, NjClassDef *into, NjArena *arena)
{
    if (cls->base)
        collect_fields(cls->base, into, arena);
    const NjName **names = NJ_NEW_ARRAY(arena, const NjName *, into->n_fields + cls->n_fields + 1);
    NjExpr **defaults = NJ_NEW_ARRAY(arena, NjExpr *, into->n_fields + cls->n_fields + 1);
    for (uint32_t i = 0; i < into->n_fields; i++) {
        names[i] = into->fields[i];
        defaults[i] = into->field_defaults[i];
    }
    for (uint32_t i = 0; i < cls->n_fields; i++) {
        names[into->n_fields] = cls->fields[i];
        defaults[into->n_fields++] = cls->field_defaults[i];
    }
    into->fields = names;
    into->field_defaults = defaults;
}

static NjVal construct_dataclass(NjWalk *w, NjClassDef *cls, const NjVal *args, uint32_t n,
                                 const NjName *const *kw_names, const NjVal *kw_vals, uint32_t n_kw,
                                 NjSpan span)
{
    NjClassDef all = {.name = cls->name};
    collect_fields(cls, &all, w->arena);
    NjVal *vals = NJ_NEW_ARRAY(w->arena, NjVal, all.n_fields + 1);
    NjVal ok = construct_fields(w, &all, args, n, kw_names, kw_vals, n_kw, span, vals);
    if (nj_is_error(ok))
        return ok;
    if (cls->is_namedtuple) {
        NjVal v = nj_val_tuple(w, vals, all.n_fields, span);
        v.type = nj_type_namedtuple(w->types, cls->name, all.fields, v.type->elems, all.n_fields);
        v.expr->type = v.type;
        return v;
    }
    NjVal self = new_instance(w, cls, span), out;
    for (uint32_t i = 0; i < all.n_fields; i++)
        nj_init_attr(w, self, all.fields[i], vals[i], span);
    nj_call_special(w, self, "__post_init__", NULL, 0, span, &out);
    return self;
}

NjVal nj_construct(NjWalk *w, NjClassDef *cls, const NjVal *args, uint32_t n, const NjName *const *kw_names,
                   const NjVal *kw_vals, uint32_t n_kw, NjSpan span)
{
    if (cls->is_enum)
        return n == 1 && n_kw == 0 ? nj_enum_lookup(w, nj_val_unit(w, nj_type_class(w->types, cls), span), args[0], span)
                                   : nj_fail(w, span, "an enum class takes one value");
    if (cls->exc_kind >= 0 && !nj_class_has_payload(cls))
        return nj_new_exception(w, cls->exc_kind, args, n, span);
    if (cls->is_dataclass || cls->is_namedtuple)
        return construct_dataclass(w, cls, args, n, kw_names, kw_vals, n_kw, span);
    uint32_t known = nj_type_object_count(w->types);
    NjVal self = new_instance(w, cls, span);
    if (cls->exc_kind >= 0 && cls->base && nj_type_object_count(w->types) != known)
        w->s->changes++; /* handlers of the base must know of the class */
    NjFuncDef *init = nj_class_method(cls, nj_name(w, "__init__"));
    if (!init && cls->exc_kind >= 0) {
        nj_store_attr(w, self, nj_name(w, "args"), nj_val_tuple(w, args, n, span), span);
        return self;
    }
    if (!init) {
        if (n || n_kw)
            return nj_raises(w, span, NPRT_EXC_TYPE_ERROR, "%s() takes no arguments", cls->name->text);
        return self;
    }
    NjVal *all = NJ_NEW_ARRAY(w->arena, NjVal, n + 1);
    all[0] = self;
    for (uint32_t i = 0; i < n; i++)
        all[i + 1] = args[i];
    NjVal fn = nj_val_unit(w, nj_type_func(w->types, init, NULL, 0), span);
    nj_call_value(w, fn, all, n + 1, kw_names, kw_vals, n_kw, span);
    bool keeps_args = cls->exc_kind >= 0;
    for (const NjClassDef *k = cls; k && keeps_args; k = k->base)
        keeps_args = !k->calls_exc_init;
    if (keeps_args) /* as BaseException.__new__ does */
        nj_store_attr(w, self, nj_name(w, "args"), nj_val_tuple(w, args, n, span), span);
    return self;
}

/* str(e) or repr(e) of an instance of an exception class without methods for them. */
NjVal nj_exception_text(NjWalk *w, NjVal object, bool repr, NjSpan span)
{
    const char *name = object.type->cls->name->text;
    NjVal args = nj_get_attr(w, object, nj_name(w, "args"), span);
    if (nj_is_error(args))
        return nj_val_str(w, "", 0, span);
    NjVal one = args;
    if (args.type->kind == NJ_T_TUPLE && !nj_type_is_union(args.type) && args.type->n == 1)
        one = nj_tuple_item(w, args, 0, span);
    else if (args.type->kind == NJ_T_TUPLE && args.type->n == 0 && !repr)
        return nj_val_str(w, "", 0, span);
    if (!repr)
        return nj_to_str(w, one, span);
    const char *format = one.type == args.type ? "%s" : "%s(";
    const char *head = nj_arena_printf(w->arena, format, name);
    NjVal text = nj_binary(w, NJ_BINOP_ADD, nj_val_str(w, head, (uint32_t)strlen(head), span),
                           nj_repr_of(w, one, span), span);
    return one.type == args.type ? text : nj_binary(w, NJ_BINOP_ADD, text, nj_val_str(w, ")", 1, span), span);
}

/* The exception that carries an instance of a user class; str(e) is its first attribute `args`. */
NjVal nj_exception_of_object(NjWalk *w, NjVal object, NjSpan span)
{
    NjVal message, out;
    object = nj_spill(w, object);
    if (nj_call_special(w, object, "__str__", NULL, 0, span, &out))
        message = out;
    else if (nj_type_field(object.type, nj_name(w, "args")) >= 0)
        message = nj_exception_text(w, object, false, span);
    else
        message = nj_val_str(w, "", 0, span);
    NjVal exc = nj_rtcall2(w, NJ_RT_exc_new, nj_type_exc(w->types), span,
                           nj_val_int(w, object.type->cls->exc_kind, span), message);
    nj_rtcall2(w, NJ_RT_exc_set_payload, nj_type_none(w->types), span, exc, object);
    return exc;
}

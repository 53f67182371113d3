/* enum.c - classes derived from Enum, IntEnum and StrEnum.
 *
 * A member is an object with the attributes name and value, made once where the class statement
 * runs and kept in the class variable of its name; what members do is Python code
 * (prelude/std_enum.py), the base of the class. The class itself stands for the tuple of its
 * members wherever a sequence is wanted. */
#include "compiler/sema/sema.h"

#include "compiler/funcs/func.h"

#include <string.h>

/* ---- class statements ---- */

bool nj_enum_base(NjWalk *w, NjClassDef *cls, const char *name)
{
    if (strcmp(name, "Enum") != 0 && strcmp(name, "IntEnum") != 0 && strcmp(name, "StrEnum") != 0)
        return false;
    cls->is_enum = true;
    cls->base = nj_prelude_class(nj_prelude(w->s, "std_enum"), nj_name(w, name));
    return true;
}

static bool is_auto(NjWalk *w, const NjExpr *e)
{
    if (e->kind != NJ_EXPR_CALL || e->as.call.args.n > 0)
        return false;
    NjVal callee = nj_walk_expr(w, e->as.call.callee);
    if (callee.type->kind != NJ_T_BUILTIN)
        return false;
    const NjFuncRow *row = nj_func_row(callee.type->id);
    return strcmp(row->module, "enum") == 0 && strcmp(row->name, "auto") == 0;
}

/* auto() counts on from the last value; in a StrEnum it is the name in lower case. */
static NjVal auto_value(NjWalk *w, const NjClassDef *cls, const NjName *name, int64_t last,
                        NjSpan span)
{
    for (; cls; cls = cls->base) {
        if (strcmp(cls->name->text, "StrEnum") != 0)
            continue;
        char *text = nj_arena_printf(w->arena, "%s", name->text);
        for (char *p = text; *p; p++)
            *p = (char)(*p >= 'A' && *p <= 'Z' ? *p - 'A' + 'a' : *p);
        return nj_val_str(w, text, (uint32_t)strlen(text), span);
    }
    return nj_val_int(w, last + 1, span);
}

static bool is_same(NjVal a, NjVal b)
{
    int64_t i, k;
    const char *s, *t;
    uint32_t n, m;
    if (nj_known_int(a, &i))
        return nj_known_int(b, &k) && i == k;
    return nj_known_str(a, &s, &n) && nj_known_str(b, &t, &m) && n == m && memcmp(s, t, n) == 0;
}

static NjVal make_member(NjWalk *w, NjClassDef *cls, const NjName *name, NjVal value, NjSpan span)
{
    const NjType *type = nj_type_object(w->types, cls);
    NjVal self = nj_effect(w, nj_tir_expr(w->arena, NJ_X_NEW_OBJECT, type, span));
    nj_store_attr(w, self, nj_name(w, "name"), nj_val_str(w, name->text, name->len, span), span);
    nj_store_attr(w, self, nj_name(w, "value"), value, span);
    NjFuncDef *init = nj_class_method(cls, nj_name(w, "__init__"));
    if (!init)
        return self;
    bool spread = value.type->kind == NJ_T_TUPLE && !nj_type_is_union(value.type);
    uint32_t n = spread ? value.type->n : 1;
    NjVal *args = NJ_NEW_ARRAY(w->arena, NjVal, n + 1);
    args[0] = self;
    for (uint32_t i = 0; i < n; i++)
        args[i + 1] = spread ? nj_tuple_item(w, value, i, span) : value;
    NjVal fn = nj_val_unit(w, nj_type_func(w->types, init, NULL, 0), span);
    nj_call_value(w, fn, args, n + 1, NULL, NULL, 0, span);
    return self;
}

void nj_enum_make_members(NjWalk *w, NjClassDef *cls)
{
    uint32_t n = cls->class_attrs.n;
    NjVal *values = NJ_NEW_ARRAY(w->arena, NjVal, n + 1);
    int64_t last = 0;
    cls->fields = NJ_NEW_ARRAY(w->arena, const NjName *, n + 1);
    cls->n_fields = 0;
    for (uint32_t i = 0; i < n; i++) {
        const NjName *name = cls->class_attrs.entries[i].key;
        const NjExpr *e = cls->class_attrs.entries[i].value;
        if (name->text[0] == '_')
            continue;
        NjVal value = is_auto(w, e) ? auto_value(w, cls, name, last, e->span) : nj_walk_expr(w, e);
        value = nj_spill(w, value);
        if (nj_is_error(value))
            return;
        nj_known_int(value, &last);
        uint32_t same = 0;
        while (same < cls->n_fields && !is_same(values[same], value))
            same++;
        NjVal member;
        if (same < cls->n_fields) { /* another name of that member */
            nj_class_var_get(w, cls, cls->fields[same], e->span, &member);
        } else {
            member = make_member(w, cls, name, value, e->span);
            values[cls->n_fields] = value;
            cls->fields[cls->n_fields++] = name;
        }
        nj_class_var_set(w, cls, name, member, e->span);
    }
}

/* ---- uses of the class ---- */

bool nj_enum_value(NjWalk *w, const NjClassDef *cls, const NjName *name, NjVal *out)
{
    int64_t last = 0;
    for (uint32_t i = 0; i < cls->class_attrs.n; i++) {
        const NjName *at = cls->class_attrs.entries[i].key;
        const NjExpr *e = cls->class_attrs.entries[i].value;
        if (at->text[0] == '_')
            continue;
        *out = is_auto(w, e) ? auto_value(w, cls, at, last, e->span) : nj_walk_expr(w, e);
        if (nj_known_int(*out, &last) && at == name)
            return true;
    }
    return false;
}

NjVal nj_enum_items(NjWalk *w, NjVal v, NjSpan span)
{
    if (v.type->kind != NJ_T_CLASS || !v.type->cls->is_enum)
        return v;
    NjClassDef *cls = v.type->cls;
    NjVal *items = NJ_NEW_ARRAY(w->arena, NjVal, cls->n_fields + 1);
    for (uint32_t i = 0; i < cls->n_fields; i++)
        if (!nj_class_var_get(w, cls, cls->fields[i], span, &items[i]))
            return nj_fail(w, span, "the members of '%s' are not known here", cls->name->text);
    return nj_val_tuple(w, items, cls->n_fields, span);
}

NjVal nj_enum_lookup(NjWalk *w, NjVal v, NjVal value, NjSpan span)
{
    const NjName *name = v.type->cls->name;
    NjVal args[3] = {nj_enum_items(w, v, span), value, nj_val_str(w, name->text, name->len, span)};
    if (value.type == nj_type_object(w->types, v.type->cls))
        return value;
    return nj_is_error(args[0]) ? args[0] : nj_call_prelude(w, "std_enum", "lookup", args, 3, span);
}

NjVal nj_enum_by_name(NjWalk *w, NjVal v, NjVal name, NjSpan span)
{
    const char *text;
    uint32_t len;
    NjVal out, args[2] = {nj_enum_items(w, v, span), name};
    if (name.type->kind != NJ_T_STR)
        return nj_raises(w, span, NPRT_EXC_KEY_ERROR, "%s", nj_py(w, name.type));
    if (nj_known_str(name, &text, &len) &&
        nj_class_var_get(w, v.type->cls, nj_name(w, text), span, &out))
        return out;
    return nj_is_error(args[0]) ? args[0]
                                : nj_call_prelude(w, "std_enum", "lookup_name", args, 2, span);
}

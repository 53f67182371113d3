/* special.c - special methods that the runtime calls through type descriptors.
 *
 * Printing a list of instances, sorting it or using instances as keys happens in the runtime, which finds
 * __repr__, __str__, __eq__, __lt__ and __hash__ in the class's descriptor. They are specialised here, at
 * the end of the walk, for the classes that reached it. Dataclasses get theirs written out. */
#include "compiler/sema/sema.h"

#include "compiler/funcs/func.h"

#include <string.h>

static const struct {
    const char *name;
    uint32_t n; /* parameters */
} methods[] = {{"__repr__", 1}, {"__str__", 1}, {"__eq__", 2}, {"__lt__", 2}, {"__hash__", 1}};

static bool has_unknown_part(const NjType *object)
{
    for (uint32_t i = 0; i < object->n; i++)
        if (object->elems[i]->kind == NJ_T_ERROR || object->elems[i]->kind == NJ_T_NEVER)
            return true;
    return false;
}

/* A method of the class itself. A comparison written for other types is left out without an error. */
static void specialise_method(NjWalk *w, const NjType *object, NjFuncDef *def, uint32_t n)
{
    NjSema *s = w->s;
    NjSpan span = def->span;
    NjVal args[2] = {{object, nj_tir_unit(w->arena, object, span), NULL},
                     {object, nj_tir_unit(w->arena, object, span), NULL}};
    NjVal *converted;
    NjDiagMark mark = nj_diag_mark(w);
    uint32_t changes = s->changes;
    NjVal fn = nj_val_unit(w, nj_type_func(w->types, def, NULL, 0), span);
    NjSpec *spec = nj_specialise(w, fn, args, n, span, &converted);
    if (w->u->diags.nerrors > mark.nerrors) {
        nj_diag_rollback(w, mark);
        s->changes = changes;
        return;
    }
    if (spec)
        spec->fn->is_special = true;
}

/* ---- dataclasses ---- */

/* Is the attribute a field that takes part: not left out by field(repr=False), field(compare=False)? Attributes
 * that only __post_init__ sets are none. */
static bool takes_part(const NjClassDef *cls, const NjName *attr, const char *option)
{
    for (; cls; cls = cls->base)
        for (uint32_t i = 0; i < cls->n_fields; i++) {
            const NjExpr *e = cls->fields[i] == attr ? cls->field_defaults[i] : NULL;
            if (cls->fields[i] != attr)
                continue;
            for (uint32_t k = 0; e && e->kind == NJ_EXPR_CALL && k < e->as.call.keywords.n; k++) {
                const NjKeyword *kw = e->as.call.keywords.items[k];
                if (kw->name && strcmp(kw->name->text, option) == 0)
                    return kw->value->kind != NJ_EXPR_CONSTANT || kw->value->as.constant.kind != NJ_CONST_BOOL ||
                           kw->value->as.constant.as.boolean;
            }
            return true;
        }
    return false;
}

NjVal nj_dataclass_repr(NjWalk *w, NjVal self, NjSpan span)
{
    const NjName *name = self.type->cls->name;
    self = nj_spill(w, self);
    NjVal text = nj_val_str(w, nj_arena_printf(w->arena, "%s(", name->text), name->len + 1, span);
    bool is_first = true;
    for (uint32_t i = 0; i < self.type->n; i++) {
        const NjName *field = self.type->names[i];
        if (!takes_part(self.type->cls, field, "repr"))
            continue;
        const char *label = nj_arena_printf(w->arena, "%s%s=", is_first ? "" : ", ", field->text);
        is_first = false;
        text = nj_sequence_binary(w, NJ_BINOP_ADD, text, nj_val_str(w, label, (uint32_t)strlen(label), span), span);
        NjVal value = nj_repr_of(w, nj_get_attr(w, self, field, span), span);
        text = nj_sequence_binary(w, NJ_BINOP_ADD, text, value, span);
    }
    return nj_sequence_binary(w, NJ_BINOP_ADD, text, nj_val_str(w, ")", 1, span), span);
}

/* The fields as a tuple: equality and order of a dataclass are those of it. */
NjVal nj_dataclass_tuple(NjWalk *w, NjVal self, NjSpan span)
{
    NjVal *items = NJ_NEW_ARRAY(w->arena, NjVal, self.type->n + 1);
    self = nj_spill(w, self);
    uint32_t n = 0;
    for (uint32_t i = 0; i < self.type->n; i++)
        if (takes_part(self.type->cls, self.type->names[i], "compare"))
            items[n++] = nj_get_attr(w, self, self.type->names[i], span);
    return nj_val_tuple(w, items, n, span);
}

static NjVal dataclass_hash(NjWalk *w, NjVal self, NjSpan span)
{
    NjVal fields = nj_dataclass_tuple(w, self, span);
    return nj_call_row(w, nj_func_find("builtins", "hash"), (NjVal){0}, &fields, 1, span);
}

static void write_method(NjWalk *w, const NjType *object, const char *name, uint32_t n)
{
    NjSema *s = w->s;
    NjTirFn *fn = nj_tir_fn(s->arena, nj_arena_printf(s->arena, "%s.%u", name, s->next_fn++));
    NjFuncDef *top = s->main->top;
    fn->source_name = name;
    fn->span = top->span;
    fn->model = NJ_MODEL_NUMPY;
    fn->is_special = true;
    NjWalk *m = nj_walk_new(s, top, fn, NJ_MODEL_NUMPY);
    fn->params = NJ_NEW_ARRAY(s->arena, NjTirLocal *, 2);
    NjVal params[2];
    for (uint32_t i = 0; i < n; i++) {
        fn->params[i] = nj_tir_local_new(s->arena, fn, i ? "other" : "self", object);
        fn->params[i]->is_param = fn->params[i]->is_temp = true;
        params[i] = nj_val(object, nj_tir_local(s->arena, fn->params[i], top->span));
    }
    fn->n_params = n;
    NjSpan span = top->span;
    NjDiagMark mark = nj_diag_mark(m);
    NjVal v;
    if (strcmp(name, "__hash__") == 0) {
        v = dataclass_hash(m, params[0], span);
    } else if (n == 1) {
        v = nj_dataclass_repr(m, params[0], span);
    } else {
        NjVal a = nj_dataclass_tuple(m, params[0], span), b = nj_dataclass_tuple(m, params[1], span);
        v = strcmp(name, "__lt__") == 0 ? nj_less(m, a, b, span) : nj_equal(m, a, b, span);
    }
    if (nj_is_error(v)) {
        nj_diag_rollback(m, mark); /* fields without an order */
        return;
    }
    nj_walk_return(m, v, span);
    nj_finish_fn(m);
    NjSpec *spec = NJ_NEW(s->arena, NjSpec);
    spec->def = top;
    spec->fn = fn;
    spec->self_value = nj_val_none(w, span);
    spec->n = UINT32_MAX; /* no call finds it */
    nj_vec_push(s->arena, &s->specs, spec);
}

void nj_make_special_methods(NjWalk *w)
{
    for (uint32_t i = 0; i < nj_type_object_count(w->types); i++) {
        const NjType *object = nj_type_object_at(w->types, i);
        if (!object->cls->needs_methods || has_unknown_part(object))
            continue;
        for (size_t k = 0; k < sizeof methods / sizeof methods[0]; k++) {
            NjFuncDef *def = nj_class_method(object->cls, nj_name(w, methods[k].name));
            if (def)
                specialise_method(w, object, def, methods[k].n);
            else if (object->cls->is_dataclass && k != 1 && (k != 4 || object->cls->is_hashed))
                write_method(w, object, methods[k].name, methods[k].n);
        }
    }
}

/* env.c - variables: reading, binding, and joining them where control flow meets.
 *
 * A binding says what a name holds at the point in hand. Values of different types of one variable live
 * in different slots (locals); a join moves them into the slot of the joined type. Module variables
 * that functions use live in globals instead; captured variables that change live in heap cells. */
#include "compiler/sema/sema.h"

#include "compiler/funcs/func.h"

#include <string.h>

typedef struct Slot {
    struct Slot *next;
    const NjType *type;
    NjTirLocal *local;
    NjTirGlobal *global;
} Slot;

NjEnv nj_env_copy(NjWalk *w, const NjEnv *env)
{
    NjEnv copy = {NJ_NEW_ARRAY(w->arena, NjBinding, env->n), env->n};
    if (env->n)
        memcpy(copy.vars, env->vars, env->n * sizeof *copy.vars);
    return copy;
}

bool nj_var_is_shared(const NjWalk *w, const NjVar *var)
{
    return w->def->kind == NJ_FUNC_MODULE && (var->is_captured || var->inner_assigns);
}

NjTirLocal *nj_slot_for(NjWalk *w, NjVar *var, const NjType *type)
{
    Slot **head = (Slot **)nj_map_at(w->arena, &w->slots, var);
    uint32_t n = 0;
    for (Slot *s = *head; s; s = s->next, n++)
        if (s->type == type)
            return s->local;
    Slot *s = NJ_NEW(w->arena, Slot);
    s->type = type;
    const char *name = n ? nj_arena_printf(w->arena, "%s.%u", var->name->text, n) : var->name->text;
    s->local = nj_tir_local_new(w->arena, w->fn, name, type);
    s->next = *head;
    *head = s;
    return s->local;
}

NjTirGlobal *nj_global_slot(NjSema *s, NjVar *var, const NjType *type)
{
    Slot **head = (Slot **)nj_map_at(s->arena, &s->global_slots, var);
    for (Slot *slot = *head; slot; slot = slot->next)
        if (slot->type == type)
            return slot->global;
    NjTirGlobal *g = NJ_NEW(s->arena, NjTirGlobal);
    NjTirModule *m = s->module;
    g->id = m->n_globals;
    g->type = type;
    g->name = nj_arena_printf(s->arena, "%s.%u", var->name->text, g->id);
    if (m->n_globals == m->cap_globals) {
        uint32_t cap = m->cap_globals ? m->cap_globals * 2 : 16;
        NjTirGlobal **grown = NJ_NEW_ARRAY(s->arena, NjTirGlobal *, cap);
        if (m->n_globals)
            memcpy(grown, m->globals, m->n_globals * sizeof *grown);
        m->globals = grown;
        m->cap_globals = cap;
    }
    m->globals[m->n_globals++] = g;
    Slot *slot = NJ_NEW(s->arena, Slot);
    *slot = (Slot){*head, type, NULL, g};
    *head = slot;
    return g;
}

NjTirLocal *nj_flag_for(NjWalk *w, NjVar *var)
{
    NjTirLocal **flag = (NjTirLocal **)nj_map_at(w->arena, &w->flags, var);
    if (!*flag) {
        const char *name = nj_arena_printf(w->arena, "%s.bound", var->name->text);
        *flag = nj_tir_local_new(w->arena, w->fn, name, nj_type_pybool(w->types));
    }
    return *flag;
}

void nj_set_flag(NjWalk *w, NjVar *var, bool bound, NjSpan span)
{
    NjTirLocal *flag = nj_flag_for(w, var);
    nj_emit_assign(w, flag, nj_tir_int(w->arena, flag->type, bound, span));
}

bool nj_binding_same(const NjBinding *a, const NjBinding *b)
{
    return a->state == b->state && a->type == b->type && a->slot == b->slot &&
           a->global == b->global && nj_known_equal(a->known, b->known);
}

/* ---- reading ---- */

/* A known scalar or string stands for itself; everything else is read from its place. */
static NjTirExpr *expr_of_binding(NjWalk *w, const NjBinding *b, NjSpan span)
{
    if (b->type->is_unit)
        return nj_tir_unit(w->arena, b->type, span);
    if (b->known) {
        NjVal one = {b->type, NULL, b->known};
        const NjType *elem = b->type;
        const NjType *types[1] = {elem};
        if (b->known->kind != NJ_KNOWN_ITEMS && b->known->kind != NJ_KNOWN_ITER) {
            const NjKnown *items[1] = {b->known};
            NjKnown wrap = {.kind = NJ_KNOWN_ITEMS, .items = items, .n = 1};
            NjVal tuple = {nj_type_tuple(w->types, types, 1), NULL, &wrap};
            one = nj_tuple_item(w, tuple, 0, span);
            if (one.expr->kind != NJ_X_TUPLE_GET)
                return one.expr;
        }
    }
    NjTirExpr *place;
    if (b->global)
        place = nj_tir_global(w->arena, b->global, span);
    else
        place = nj_tir_local(w->arena, b->slot, span);
    if (place->type == b->type)
        return place;
    NJ_ASSERT(w->u, place->type->kind == NJ_T_CELL);
    NjTirExpr *get = nj_tir_expr(w->arena, NJ_X_CELL_GET, b->type, span);
    get->as.cell_get.a = place;
    return get;
}

/* A zip, map or the like that is consumed once costs nothing; read again, it must know how far it is. */
static void note_iterator(NjWalk *w, NjVar *var, NjBinding *b)
{
    bool once = b->type->id == NJ_ITER_ZIP || b->type->id == NJ_ITER_ENUMERATE || b->type->id == NJ_ITER_REVERSED ||
                b->type->id == NJ_ITER_MAP || b->type->id == NJ_ITER_FILTER || b->type->id == NJ_ITER_GENEXP;
    bool is_own = b >= w->env.vars && b < w->env.vars + w->env.n;
    if (!once || !is_own || w->model == NJ_MODEL_NUMBA || w->def->module->is_prelude)
        return;
    if (b->is_read || b->loop != w->loop)
        nj_hint_join(w->s, NJ_HINT_STATEFUL, var, w->spec ? w->spec->key : 0, nj_type_none(w->types));
    b->is_read = true;
}

/* Is the name not bound because its import failed? Reports that, then. */
static bool fail_missing(NjWalk *w, const NjName *name, NjSpan span, NjVal *out)
{
    const NjMissing *missing = nj_map_get(&w->s->missing, name);
    if (!missing)
        return false;
    *out = nj_fail(w, span, "ModuleNotFoundError: npjit has no module named '%s'", missing->module);
    nj_note(w->u, missing->span, "'%s' is imported here", name->text);
    nj_note(w->u, missing->span,
            "supported: numpy, math, cmath, random, time, sys, os, itertools, functools, "
            "collections, numba, cupy");
    return true;
}

NjVal nj_read_binding(NjWalk *w, NjVar *var, NjBinding *b, NjSpan span)
{
    NjVal failed;
    if (b->probe)
        *b->probe = true;
    switch (b->state) {
    case NJ_UNBOUND:
        if (fail_missing(w, var->name, span, &failed))
            return failed;
        if (w->def->kind == NJ_FUNC_MODULE)
            return nj_fail(w, span, "NameError: name '%s' is not defined here", var->name->text);
        return nj_fail(w, span, "UnboundLocalError: local variable '%s' is used before it is assigned",
                       var->name->text);
    case NJ_CONFLICT: {
        NjVal e = nj_fail(w, span, "'%s' is %s on one path and %s on another", var->name->text,
                          nj_ty(w, b->type), nj_ty(w, b->other));
        nj_note(w->u, b->where, "'%s' became %s here", var->name->text, nj_ty(w, b->type));
        return e;
    }
    case NJ_MAYBE: {
        bool module = w->def->kind == NJ_FUNC_MODULE;
        const char *text =
            module ? nj_arena_printf(w->arena, "name '%s' is not defined", var->name->text)
                   : nj_arena_printf(w->arena,
                                     "cannot access local variable '%s' where it is not associated with "
                                     "a value",
                                     var->name->text);
        nj_check(w, nj_tir_local(w->arena, nj_flag_for(w, var), span),
                 module ? NPRT_EXC_NAME_ERROR : NPRT_EXC_UNBOUND_LOCAL_ERROR, span, text, 0, NULL);
        break;
    }
    case NJ_BOUND:
        break;
    }
    if (b->type->kind == NJ_T_ITER)
        note_iterator(w, var, b);
    return (NjVal){b->type, expr_of_binding(w, b, span), b->known};
}

void nj_add_dep(NjSema *s, NjSpec *spec, NjGlobalDep dep)
{
    for (uint32_t k = 0; k < spec->deps.n; k++)
        if (spec->deps.items[k].var == dep.var)
            return;
    nj_vec_push(s->arena, &spec->deps, dep);
}

static void add_dep(NjSema *s, NjVar *var, const NjBinding *b)
{
    NjGlobalDep dep = {var, b->state == NJ_UNBOUND ? NULL : b->type, b->known};
    for (uint32_t i = 0; i < s->stack.n; i++)
        nj_add_dep(s, s->stack.items[i], dep);
}

/* Names of a prelude file: its functions, classes and imported modules; nothing runs at its top level. */
static NjVal load_prelude_name(NjWalk *w, const NjName *name, NjSpan span, bool *out_found)
{
    NjModuleInfo *m = w->def->module;
    NjBlock body = m->ast->body;
    for (uint32_t i = 0; i < body.n; i++) {
        const NjStmt *s = body.items[i];
        if (s->kind == NJ_STMT_FUNCTION_DEF && s->as.function_def.name == name) {
            *out_found = true;
            return nj_val_unit(w, nj_type_func(w->types, nj_func_of(m, s), NULL, 0), span);
        }
        if (s->kind == NJ_STMT_IMPORT)
            for (uint32_t k = 0; k < s->as.import.names.n; k++) {
                const NjAlias *a = s->as.import.names.items[k];
                if ((a->asname ? a->asname : a->name) != name)
                    continue;
                *out_found = true;
                return nj_val_unit(w, nj_type_module(w->types, nj_module_find(a->name->text)), span);
            }
    }
    NjClassDef *cls = nj_prelude_class(m, name);
    *out_found = cls != NULL;
    return cls ? nj_val_unit(w, nj_type_class(w->types, cls), span) : nj_val_error(w);
}

NjVal nj_load_module_name(NjWalk *w, const NjName *name, NjSpan span, bool *out_found)
{
    if (w->def->module->is_prelude)
        return load_prelude_name(w, name, span, out_found);
    NjVar *var = nj_scope_find(w->def->module->top, name);
    *out_found = var != NULL;
    if (!var)
        return nj_val_error(w);
    NjWalk *main = w->s->main_walk;
    NjBinding *b = &main->env.vars[var->index];
    if (main == w)
        return nj_read_binding(w, var, b, span);
    if (b->state == NJ_UNBOUND && nj_func_find("builtins", name->text) >= 0) {
        *out_found = false;
        return nj_val_error(w);
    }
    add_dep(w->s, var, b);
    if (b->probe)
        *b->probe = true;
    NjVal failed;
    if (b->state == NJ_UNBOUND && fail_missing(w, name, span, &failed))
        return failed;
    if (b->state == NJ_UNBOUND)
        return nj_fail(w, span, "NameError: name '%s' is not defined when this function is called",
                       name->text);
    if (b->state == NJ_CONFLICT)
        return nj_read_binding(w, var, b, span);
    return (NjVal){b->type, expr_of_binding(w, b, span), b->known};
}

static int32_t free_index(const NjFuncDef *def, const NjName *name)
{
    for (uint32_t i = 0; i < def->n_free; i++)
        if (def->free_names[i] == name)
            return (int32_t)i;
    return -1;
}

static NjVal load_capture(NjWalk *w, const NjName *name, uint32_t index, NjSpan span)
{
    NjVal self = w->frame->self_value;
    NjVal v = nj_tuple_item(w, self, index, span);
    if (v.type->kind == NJ_T_NEVER) {
        if (name == w->def->name)
            return self; /* a function that calls itself */
        return nj_fail(w, span, "'%s' is not assigned yet where '%s' is defined", name->text,
                       w->def->name->text);
    }
    if (v.type->kind != NJ_T_CELL)
        return v;
    NjTirExpr *get = nj_tir_expr(w->arena, NJ_X_CELL_GET, v.type->elems[0], span);
    get->as.cell_get.a = v.expr;
    return nj_val(get->type, get);
}

static NjVal *find_comp_name(NjWalk *w, const NjName *name)
{
    for (NjComp *c = w->frame->comps; c; c = c->outer)
        for (uint32_t i = 0; i < c->n; i++)
            if (c->names[i].name == name)
                return &c->names[i].value;
    return NULL;
}

/* A member of a module that was imported with a star. */
static bool load_star(NjWalk *w, const NjName *name, NjSpan span, NjVal *out)
{
    for (uint32_t i = w->s->stars.n; i-- > 0 && !w->def->module->is_prelude;) {
        int32_t module = w->s->stars.items[i];
        if (nj_func_find(nj_module_name(module), name->text) < 0)
            continue;
        *out = nj_get_attr(w, nj_val_unit(w, nj_type_module(w->types, module), span), name, span);
        return true;
    }
    return false;
}

/* In kernels, arrays are on the device wherever they come from. */
static NjVal from_outside(NjWalk *w, NjVal v)
{
    if (!w->in_kernel || v.type->kind != NJ_T_ARRAY || !v.type->device)
        return v;
    v = nj_spill(w, v);
    v.type = nj_type_host_array(w->types, v.type);
    return v;
}

NjVal nj_load_name(NjWalk *w, const NjName *name, NjSpan span)
{
    NjVal *comp = find_comp_name(w, name);
    if (comp)
        return *comp;
    NjVar *var = nj_map_has(&w->def->globals, name) ? NULL : nj_scope_find(w->def, name);
    if (var) {
        NjBinding *b = &w->env.vars[var->index];
        bool builtin = b->state == NJ_UNBOUND && w->def->kind == NJ_FUNC_MODULE &&
                       nj_func_find("builtins", name->text) >= 0;
        if (!builtin)
            return nj_read_binding(w, var, b, span);
    }
    int32_t index = free_index(w->def, name);
    if (index >= 0)
        return from_outside(w, load_capture(w, name, (uint32_t)index, span));
    bool found = false;
    NjVal v = nj_load_module_name(w, name, span, &found);
    if (found)
        return from_outside(w, v);
    if (load_star(w, name, span, &v))
        return v;
    int32_t row = nj_func_find("builtins", name->text);
    if (row >= 0)
        return nj_val_unit(w, nj_type_builtin(w->types, row), span);
    v = nj_fail(w, span, "NameError: name '%s' is not defined", name->text);
    const char *near = nj_func_nearest("builtins", name->text);
    if (near)
        nj_note(w->u, span, "did you mean '%s'?", near);
    return v;
}

/* ---- binding ---- */

static const NjKnown *keep_known(NjWalk *w, const NjVar *var, NjVal v)
{
    if (!v.known || var->inner_assigns)
        return NULL;
    if (v.known->kind == NJ_KNOWN_ITEMS && v.type->kind != NJ_T_TUPLE && v.type->kind != NJ_T_FUNC)
        return NULL;
    return nj_known_lasting(w, v.known);
}

static NjPin *find_pin(NjWalk *w, const NjVar *var)
{
    for (NjPin *p = w->pins; p; p = p->outer)
        if (p->var == var)
            return p;
    return NULL;
}

/* Inside a try body the variable keeps one type; a value of another widens it. */
static NjVal apply_pin(NjWalk *w, NjVar *var, NjVal v, NjSpan span)
{
    NjPin *pin = find_pin(w, var);
    if (!pin || nj_is_error(v))
        return v;
    const NjType *joined = pin->type ? nj_value_join(w, pin->type, v.type) : v.type;
    if (!joined)
        return v;
    if (joined != pin->type) {
        pin->type = joined;
        pin->changed = true;
    }
    v.known = NULL;
    return nj_coerce(w, v, joined, span);
}

/* A variable that a loop assigns has one cell for all its rounds, so that functions made in them see the last
 * value: it is made first of all, once its type is known. */
void nj_make_loop_cells(NjWalk *w)
{
    for (uint32_t i = 0; i < w->def->n_vars; i++) {
        NjVar *var = w->def->vars[i];
        const NjType *type = var->is_cell && var->in_loop && !var->is_param
                                 ? nj_hint_get(w->s, NJ_HINT_CELL, var, w->spec ? w->spec->key : 0)
                                 : NULL;
        if (!type || type->is_unit || type->kind == NJ_T_ERROR)
            continue;
        NjTirExpr *cell = nj_tir_expr(w->arena, NJ_X_NEW_CELL, nj_type_cell(w->types, type), var->first);
        NjTirLocal *slot = nj_slot_for(w, var, cell->type);
        nj_emit_assign(w, slot, cell);
        nj_map_put(w->arena, &w->cells, var, slot);
    }
}

static void bind_cell(NjWalk *w, NjVar *var, NjVal v, NjSpan span)
{
    NjBinding *b = &w->env.vars[var->index];
    nj_hint_join(w->s, NJ_HINT_CELL, var, w->spec ? w->spec->key : 0, v.type);
    const NjType *type = nj_hint_get(w->s, NJ_HINT_CELL, var, w->spec ? w->spec->key : 0);
    v = nj_coerce(w, v, type, span);
    if (nj_is_error(v))
        return;
    const NjType *cell_type = nj_type_cell(w->types, type);
    NjTirLocal *made = nj_map_get(&w->cells, var);
    if (made && made->type == cell_type)
        *b = (NjBinding){.state = NJ_BOUND, .slot = made};
    if (b->state == NJ_UNBOUND || !b->slot || b->slot->type != cell_type) {
        NjTirExpr *cell = nj_tir_expr(w->arena, NJ_X_NEW_CELL, cell_type, span);
        cell->as.new_cell.a = nj_expr_of(w, v, span);
        NjTirLocal *slot = nj_slot_for(w, var, cell_type);
        w->effects++;
        nj_emit_assign(w, slot, cell);
        *b = (NjBinding){.state = NJ_BOUND, .type = type, .slot = slot, .where = span};
        return;
    }
    NjTirStmt *s = nj_tir_stmt(w->arena, NJ_S_CELL_SET, span);
    s->as.cell_set.cell = nj_tir_local(w->arena, b->slot, span);
    s->as.cell_set.value = nj_expr_of(w, v, span);
    nj_emit(w, s);
    *b = (NjBinding){.state = NJ_BOUND, .type = type, .slot = b->slot, .where = span};
}

static void set_global(NjWalk *w, NjTirGlobal *g, NjTirExpr *value, NjSpan span)
{
    NjTirStmt *s = nj_tir_stmt(w->arena, NJ_S_GLOBAL_SET, span);
    s->as.global_set.global = g;
    s->as.global_set.value = value;
    nj_emit(w, s);
}

static void bind_var(NjWalk *w, NjVar *var, NjVal v, NjSpan span)
{
    if (var->is_cell && !v.type->is_unit) {
        bind_cell(w, var, v, span);
        return;
    }
    if (v.type->kind == NJ_T_ITER && nj_hint_get(w->s, NJ_HINT_STATEFUL, var, w->spec ? w->spec->key : 0))
        v = nj_call_row(w, nj_func_find("builtins", "iter"), (NjVal){0}, &v, 1, span);
    v = apply_pin(w, var, v, span);
    const NjType *fixed =
        var->inner_assigns ? nj_hint_get(w->s, NJ_HINT_GLOBAL, var, 0) : NULL;
    if (fixed && nj_can_coerce(w, v.type, fixed))
        v = nj_coerce(w, v, fixed, span);
    NjBinding made = {.state = NJ_BOUND, .type = v.type, .known = keep_known(w, var, v), .where = span};
    made.loop = w->loop;
    if (v.type->is_unit) {
        made.known = v.known;
    } else if (nj_var_is_shared(w, var)) {
        made.global = nj_global_slot(w->s, var, v.type);
        set_global(w, made.global, nj_expr_of(w, v, span), span);
    } else {
        made.slot = nj_slot_for(w, var, v.type);
        nj_emit_assign(w, made.slot, nj_expr_of(w, v, span));
    }
    if (find_pin(w, var))
        nj_set_flag(w, var, true, span);
    w->env.vars[var->index] = made;
}

/* `global x; x = v` inside a function. */
static void bind_outer_global(NjWalk *w, NjVar *var, NjVal v, NjSpan span)
{
    NjBinding *b = &w->s->main_walk->env.vars[var->index];
    const NjType *type = nj_hint_get(w->s, NJ_HINT_GLOBAL, var, 0);
    if (b->state == NJ_BOUND || b->state == NJ_MAYBE)
        type = type ? nj_type_join(w->types, type, b->type) : b->type;
    type = type ? nj_type_join(w->types, type, v.type) : v.type;
    if (!type) {
        nj_fail(w, span, "global '%s' is %s and cannot become %s", var->name->text, nj_ty(w, b->type),
                nj_ty(w, v.type));
        return;
    }
    nj_hint_join(w->s, NJ_HINT_GLOBAL, var, 0, type);
    v = nj_coerce(w, v, type, span);
    if (nj_is_error(v))
        return;
    NjBinding made = {.state = NJ_BOUND, .type = type, .where = span};
    if (!type->is_unit) {
        made.global = nj_global_slot(w->s, var, type);
        set_global(w, made.global, nj_expr_of(w, v, span), span);
    }
    *b = made;
}

static void bind_capture(NjWalk *w, const NjName *name, uint32_t index, NjVal v, NjSpan span)
{
    NjVal cell = nj_tuple_item(w, w->frame->self_value, index, span);
    if (cell.type->kind != NJ_T_CELL) {
        nj_fail(w, span, "nonlocal '%s' must be assigned before '%s' is defined", name->text,
                w->def->name->text);
        return;
    }
    const NjType *type = cell.type->elems[0];
    const NjType *joined = nj_type_join(w->types, type, v.type);
    if (joined && joined != type) {
        NjFuncDef *owner = w->def->parent;
        while (owner && !nj_scope_find(owner, name))
            owner = owner->parent;
        /* the owner's specialisation is the one in progress that made this closure */
        for (uint32_t i = w->s->stack.n; i-- > 0 && owner;)
            if (w->s->stack.items[i]->def == owner) {
                nj_hint_join(w->s, NJ_HINT_CELL, nj_scope_find(owner, name), w->s->stack.items[i]->key,
                             joined);
                return;
            }
    }
    v = nj_coerce(w, v, type, span);
    if (nj_is_error(v))
        return;
    NjTirStmt *s = nj_tir_stmt(w->arena, NJ_S_CELL_SET, span);
    s->as.cell_set.cell = cell.expr;
    s->as.cell_set.value = nj_expr_of(w, v, span);
    nj_emit(w, s);
}

void nj_bind_name(NjWalk *w, const NjName *name, NjVal value, NjSpan span)
{
    if (w->dead)
        return;
    value = nj_normal(w, value);
    if (nj_map_has(&w->def->globals, name) && w->def->kind != NJ_FUNC_MODULE) {
        NjVar *var = nj_scope_find(w->def->module->top, name);
        bind_outer_global(w, var, value, span);
        return;
    }
    NjVar *var = nj_scope_find(w->def, name);
    if (var) {
        bind_var(w, var, value, span);
        return;
    }
    int32_t index = free_index(w->def, name);
    if (index < 0) {
        nj_fail(w, span, "SyntaxError: no binding for nonlocal '%s' found", name->text);
        return;
    }
    bind_capture(w, name, (uint32_t)index, value, span);
}

void nj_bind_param(NjWalk *w, NjVar *var, NjVal value, NjSpan span)
{
    NjBinding *b = &w->env.vars[var->index];
    bool stateful = value.type->kind == NJ_T_ITER && nj_hint_get(w->s, NJ_HINT_STATEFUL, var, w->spec ? w->spec->key : 0);
    if (var->is_cell || value.type->is_unit || !value.expr || value.expr->kind != NJ_X_LOCAL || stateful ||
        find_pin(w, var)) {
        bind_var(w, var, value, span);
        return;
    }
    /* the parameter's own local is its first slot */
    NjTirLocal *local = value.expr->as.local.local;
    Slot **head = (Slot **)nj_map_at(w->arena, &w->slots, var);
    Slot *slot = NJ_NEW(w->arena, Slot);
    *slot = (Slot){*head, local->type, local, NULL};
    *head = slot;
    *b = (NjBinding){
        .state = NJ_BOUND, .type = value.type, .slot = local, .known = nj_known_lasting(w, value.known), .where = span};
}

void nj_unbind_name(NjWalk *w, const NjName *name, NjSpan span)
{
    NjVar *var = nj_scope_find(w->def, name);
    if (!var) {
        nj_fail(w, span, "cannot delete '%s' here", name->text);
        return;
    }
    NjBinding *b = &w->env.vars[var->index];
    nj_read_binding(w, var, b, span);
    if (find_pin(w, var))
        nj_set_flag(w, var, false, span);
    *b = (NjBinding){.state = NJ_UNBOUND};
}

/* ---- joins ----
 *
 * The flag of a variable says whether it is bound now. It starts false with the function and is set where
 * a path on which the variable is bound meets one where it is not; the other path leaves it alone, for
 * the variable may be bound there since an earlier round of a loop. */

void nj_move_binding(NjWalk *w, NjVar *var, NjBinding *b, const NjType *type, NjTirBlock *block)
{
    if (type->is_unit)
        return;
    NjTirBlock *outer = w->block;
    bool dead = w->dead;
    w->block = block;
    w->dead = false;
    NjSpan span = b->where;
    if (nj_var_is_shared(w, var)) {
        NjTirGlobal *g = nj_global_slot(w->s, var, type);
        if (b->global != g) {
            NjVal v = {b->type, expr_of_binding(w, b, span), b->known};
            set_global(w, g, nj_expr_of(w, nj_coerce(w, v, type, span), span), span);
        }
    } else if (!var->is_cell) {
        NjTirLocal *slot = nj_slot_for(w, var, type);
        if (b->slot != slot) {
            NjVal v = {b->type, expr_of_binding(w, b, span), b->known};
            nj_emit_assign(w, slot, nj_expr_of(w, nj_coerce(w, v, type, span), span));
        }
    }
    w->block = outer;
    w->dead = dead;
}

static void set_flag_in(NjWalk *w, NjVar *var, bool bound, NjTirBlock *block)
{
    NjTirBlock *outer = w->block;
    bool dead = w->dead;
    w->block = block;
    w->dead = false;
    nj_set_flag(w, var, bound, w->at);
    w->block = outer;
    w->dead = dead;
}

static bool is_bound(const NjBinding *b)
{
    return b->state == NJ_BOUND || b->state == NJ_MAYBE;
}

/* Several bindings of one variable, not all the same. */
static NjBinding join_bindings(NjWalk *w, NjVar *var, NjExit *paths, uint32_t n)
{
    NjBinding out = {.state = NJ_UNBOUND};
    bool all_bound = true, any = false, any_error = false;
    for (uint32_t i = 0; i < n; i++) {
        NjBinding *b = &paths[i].env.vars[var->index];
        if (b->state != NJ_BOUND)
            all_bound = false;
        if (b->state == NJ_CONFLICT)
            return *b;
        if (!is_bound(b))
            continue;
        if (b->type->kind == NJ_T_ERROR) { /* reported; a loop is walked again with what the others say */
            any_error = true;
            continue;
        }
        const NjType *joined = any ? nj_union_join(w, out.type, b->type) : b->type;
        if (!joined)
            return (NjBinding){
                .state = NJ_CONFLICT, .type = out.type, .other = b->type, .where = out.where};
        if (!any) {
            out.where = b->where;
            out.known = b->known;
        } else if (!nj_known_equal(out.known, b->known)) {
            out.known = NULL;
        }
        out.type = joined;
        any = true;
    }
    if (!any && any_error) {
        out.state = NJ_BOUND;
        out.type = nj_type_error(w->types);
    }
    if (!any)
        return out;
    out.state = all_bound ? NJ_BOUND : NJ_MAYBE;
    for (uint32_t i = 0; i < n; i++) {
        NjBinding *b = &paths[i].env.vars[var->index];
        if (is_bound(b) && b->type->kind != NJ_T_ERROR)
            nj_move_binding(w, var, b, out.type, paths[i].block);
        if (!all_bound && b->state == NJ_BOUND)
            set_flag_in(w, var, true, paths[i].block);
    }
    if (out.type->is_unit)
        return out;
    if (nj_var_is_shared(w, var))
        out.global = nj_global_slot(w->s, var, out.type);
    else if (var->is_cell)
        out.slot = nj_slot_for(w, var, nj_type_cell(w->types, out.type));
    else
        out.slot = nj_slot_for(w, var, out.type);
    return out;
}

void nj_join_paths(NjWalk *w, NjExit *all, uint32_t n_all)
{
    NjExit *paths = NJ_NEW_ARRAY(w->arena, NjExit, n_all);
    uint32_t n = 0;
    for (uint32_t i = 0; i < n_all; i++)
        if (all[i].block)
            paths[n++] = all[i];
    w->dead = n == 0;
    if (n == 0)
        return;
    NjEnv env = nj_env_copy(w, &paths[0].env);
    for (uint32_t v = 0; v < env.n && n > 1; v++) {
        bool same = true;
        for (uint32_t i = 1; i < n && same; i++)
            same = nj_binding_same(&paths[0].env.vars[v], &paths[i].env.vars[v]);
        if (!same)
            env.vars[v] = join_bindings(w, w->def->vars[v], paths, n);
    }
    w->env = env;
}

NjIf nj_if_begin(NjWalk *w, NjTirExpr *cond, NjSpan span)
{
    NjIf i = {.outer = w->block, .entry_dead = w->dead};
    i.stmt = nj_tir_stmt(w->arena, NJ_S_IF, span);
    i.stmt->as.if_.cond = cond;
    nj_emit(w, i.stmt);
    i.entry = nj_env_copy(w, &w->env);
    w->block = &i.stmt->as.if_.then_block;
    return i;
}

void nj_if_else(NjWalk *w, NjIf *i)
{
    i->has_else = true;
    i->then_env = w->env;
    i->then_dead = w->dead;
    w->env = i->entry;
    w->dead = i->entry_dead;
    w->block = &i->stmt->as.if_.else_block;
}

void nj_if_end(NjWalk *w, NjIf *i)
{
    if (!i->has_else)
        nj_if_else(w, i);
    NjExit paths[2] = {
        {i->then_env, i->then_dead ? NULL : &i->stmt->as.if_.then_block},
        {w->env, w->dead ? NULL : &i->stmt->as.if_.else_block},
    };
    nj_join_paths(w, paths, 2);
    w->block = i->outer;
}

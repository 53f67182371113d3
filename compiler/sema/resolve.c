/* resolve.c - scopes, functions and classes of one parsed module.
 *
 * Two passes over the AST. The first makes a NjFuncDef per def, lambda and module and notes which names
 * each binds and uses; comprehension targets are not variables of the function (walk_comp.c gives them
 * bindings of their own). The second resolves free names from the inside out and decides which captured
 * variables change after capture and so need a cell. */
#include "compiler/sema/program.h"

#include "compiler/support/vec.h"

#include <string.h>

typedef NJ_VEC(const NjName *) NameVec;

typedef struct Resolver {
    NjUnit *u;
    NjArena *arena;
    NjModuleInfo *module;
    NjFuncDef *scope;
    NjMap *uses;     /* of the scope in hand: NjName * -> (void *)1 */
    NameVec hidden;  /* comprehension targets around the point in hand */
    uint32_t loops;  /* nesting in the scope in hand */
    NjClassDef *cls; /* the class whose body is in hand */
    NJ_VEC(NjFuncDef *) funcs;
    NJ_VEC(NjMap *) func_uses;
    uint32_t n_classes;
    uint32_t stmt_end; /* offset of the end of the statement in hand */
} Resolver;

static void visit_expr(Resolver *r, const NjExpr *e);
static void visit_block(Resolver *r, NjBlock block);

NjVar *nj_scope_find(const NjFuncDef *scope, const NjName *name)
{
    return nj_map_get(&scope->var_map, name);
}

NjFuncDef *nj_func_of(const NjModuleInfo *module, const void *node)
{
    return nj_map_get(&module->func_of, node);
}

NjClassDef *nj_class_of(const NjModuleInfo *module, const NjStmt *stmt)
{
    return nj_map_get(&module->class_of, stmt);
}

const char *nj_func_name(const NjFuncDef *func)
{
    return func->name->text;
}

const char *nj_class_name(const NjClassDef *cls)
{
    return cls->name->text;
}

static NjVar *add_var(Resolver *r, NjFuncDef *scope, const NjName *name, NjSpan span)
{
    NjVar *var = nj_scope_find(scope, name);
    if (var)
        return var;
    var = NJ_NEW(r->arena, NjVar);
    var->name = name;
    var->index = scope->n_vars;
    var->first = span;
    var->first_pos = span.start;
    if (scope->n_vars == scope->cap_vars) {
        uint32_t cap = scope->cap_vars ? scope->cap_vars * 2 : 8;
        NjVar **grown = NJ_NEW_ARRAY(r->arena, NjVar *, cap);
        if (scope->n_vars)
            memcpy(grown, scope->vars, scope->n_vars * sizeof *grown);
        scope->vars = grown;
        scope->cap_vars = cap;
    }
    scope->vars[scope->n_vars++] = var;
    nj_map_put(r->arena, &scope->var_map, name, var);
    return var;
}

/* The scope that owns `name` when `scope` declares it nonlocal. */
static NjFuncDef *nonlocal_owner(NjFuncDef *scope, const NjName *name)
{
    for (NjFuncDef *f = scope->parent; f && f->kind != NJ_FUNC_MODULE; f = f->parent)
        if (nj_scope_find(f, name))
            return f;
    return NULL;
}

static void bind(Resolver *r, const NjName *name, NjSpan span)
{
    NjFuncDef *scope = r->scope;
    if (nj_map_has(&scope->globals, name)) {
        add_var(r, r->module->top, name, span)->inner_assigns = scope != r->module->top;
        return;
    }
    if (nj_map_has(&scope->nonlocals, name)) {
        NjFuncDef *owner = nonlocal_owner(scope, name);
        if (owner)
            nj_scope_find(owner, name)->inner_assigns = true;
        nj_map_put(r->arena, r->uses, name, r);
        return;
    }
    NjVar *var = add_var(r, scope, name, span);
    var->n_assigns++;
    var->last_pos = r->stmt_end;
    var->in_loop |= r->loops > 0;
}

static void bind_target(Resolver *r, const NjExpr *e)
{
    switch (e->kind) {
    case NJ_EXPR_NAME:
        bind(r, e->as.name.name, e->span);
        return;
    case NJ_EXPR_TUPLE:
        for (uint32_t i = 0; i < e->as.tuple.elts.n; i++)
            bind_target(r, e->as.tuple.elts.items[i]);
        return;
    case NJ_EXPR_LIST:
        for (uint32_t i = 0; i < e->as.list.elts.n; i++)
            bind_target(r, e->as.list.elts.items[i]);
        return;
    case NJ_EXPR_STARRED:
        bind_target(r, e->as.starred.value);
        return;
    default:
        visit_expr(r, e);
    }
}

/* ---- functions ---- */

static NjFuncDef *new_func(Resolver *r, NjFuncKind kind, const NjName *name, const void *node, NjSpan span)
{
    NjFuncDef *f = NJ_NEW(r->arena, NjFuncDef);
    f->id = r->funcs.n;
    f->kind = kind;
    f->name = name;
    f->module = r->module;
    f->parent = r->scope;
    f->span = span;
    nj_vec_push(r->arena, &r->funcs, f);
    nj_vec_push(r->arena, &r->func_uses, NJ_NEW(r->arena, NjMap));
    if (node)
        nj_map_put(r->arena, &r->module->func_of, node, f);
    return f;
}

static void add_params(Resolver *r, NjFuncDef *f, const NjArguments *args)
{
    const NjArgs *groups[] = {&args->posonly, &args->args, &args->kwonly};
    f->args = args;
    for (unsigned g = 0; g < 3; g++)
        for (uint32_t i = 0; i < groups[g]->n; i++)
            add_var(r, f, groups[g]->items[i]->name, groups[g]->items[i]->span);
    if (args->vararg)
        add_var(r, f, args->vararg->name, args->vararg->span);
    if (args->kwarg)
        add_var(r, f, args->kwarg->name, args->kwarg->span);
    for (uint32_t i = 0; i < f->n_vars; i++) {
        f->vars[i]->is_param = true;
        f->vars[i]->n_assigns = 1;
    }
}

static void visit_defaults(Resolver *r, const NjArguments *args)
{
    for (uint32_t i = 0; i < args->defaults.n; i++)
        visit_expr(r, args->defaults.items[i]);
    for (uint32_t i = 0; i < args->kw_defaults.n; i++)
        if (args->kw_defaults.items[i])
            visit_expr(r, args->kw_defaults.items[i]);
}

typedef struct Saved {
    NjFuncDef *scope;
    NjMap *uses;
    uint32_t loops;
    NjClassDef *cls;
    NameVec hidden;
} Saved;

static Saved enter(Resolver *r, NjFuncDef *f)
{
    Saved saved = {r->scope, r->uses, r->loops, r->cls, r->hidden};
    r->scope = f;
    r->uses = r->func_uses.items[f->id];
    r->loops = 0;
    r->cls = NULL;
    memset(&r->hidden, 0, sizeof r->hidden);
    return saved;
}

static void add_free(Resolver *r, NjFuncDef *f, const NjName *name)
{
    for (uint32_t i = 0; i < f->n_free; i++)
        if (f->free_names[i] == name)
            return;
    if (f->n_free == f->cap_free) {
        uint32_t cap = f->cap_free ? f->cap_free * 2 : 4;
        const NjName **grown = NJ_NEW_ARRAY(r->arena, const NjName *, cap);
        if (f->n_free)
            memcpy(grown, f->free_names, f->n_free * sizeof *grown);
        f->free_names = grown;
        f->cap_free = cap;
    }
    f->free_names[f->n_free++] = name;
}

static void leave(Resolver *r, Saved saved)
{
    NjFuncDef *inner = r->scope;
    NjMap *uses = r->uses;
    r->scope = saved.scope;
    r->uses = saved.uses;
    r->loops = saved.loops;
    r->cls = saved.cls;
    r->hidden = saved.hidden;
    /* comprehension targets around the function are captured by value where it is made */
    for (uint32_t i = 0; i < r->hidden.n; i++)
        if (nj_map_has(uses, r->hidden.items[i]) && !nj_scope_find(inner, r->hidden.items[i]))
            add_free(r, inner, r->hidden.items[i]);
}

/* @x.setter */
static bool is_setter(const NjStmt *s)
{
    for (uint32_t i = 0; i < s->as.function_def.decorators.n; i++) {
        const NjExpr *d = s->as.function_def.decorators.items[i];
        if (d->kind == NJ_EXPR_ATTRIBUTE && strcmp(d->as.attribute.attr->text, "setter") == 0)
            return true;
    }
    return false;
}

static void visit_function(Resolver *r, const NjStmt *s)
{
    bool in_class = r->cls != NULL;
    for (uint32_t i = 0; i < s->as.function_def.decorators.n; i++)
        visit_expr(r, s->as.function_def.decorators.items[i]);
    visit_defaults(r, s->as.function_def.args);
    NjFuncDef *f = new_func(r, NJ_FUNC_DEF, s->as.function_def.name, s, s->as.function_def.name_span);
    f->stmt = s;
    f->body = s->as.function_def.body;
    f->is_generator = s->as.function_def.has_yield;
    if (in_class) {
        f->cls = r->cls;
        nj_map_put(r->arena, is_setter(s) ? &r->cls->setters : &r->cls->methods, f->name, f);
    } else {
        bind(r, f->name, f->span);
        NjVar *var = nj_scope_find(r->scope, f->name);
        if (var)
            var->is_def = true;
    }
    Saved saved = enter(r, f);
    add_params(r, f, s->as.function_def.args);
    visit_block(r, f->body);
    leave(r, saved);
}

static void visit_lambda(Resolver *r, const NjExpr *e)
{
    visit_defaults(r, e->as.lambda.args);
    NjFuncDef *f = new_func(r, NJ_FUNC_LAMBDA, nj_intern_str(r->u->names, "<lambda>"), e, e->span);
    f->lambda = e;
    Saved saved = enter(r, f);
    add_params(r, f, e->as.lambda.args);
    visit_expr(r, e->as.lambda.body);
    leave(r, saved);
}

/* ---- classes ---- */

static void add_field(Resolver *r, NjClassDef *c, const NjName *name, NjExpr *type, NjExpr *value)
{
    const NjName **names = NJ_NEW_ARRAY(r->arena, const NjName *, c->n_fields + 1);
    NjExpr **types = NJ_NEW_ARRAY(r->arena, NjExpr *, c->n_fields + 1);
    NjExpr **values = NJ_NEW_ARRAY(r->arena, NjExpr *, c->n_fields + 1);
    for (uint32_t i = 0; i < c->n_fields; i++) {
        names[i] = c->fields[i];
        types[i] = c->field_types[i];
        values[i] = c->field_defaults[i];
    }
    names[c->n_fields] = name;
    types[c->n_fields] = type;
    values[c->n_fields] = value;
    c->fields = names;
    c->field_types = types;
    c->field_defaults = values;
    c->n_fields++;
}

static void visit_class_stmt(Resolver *r, NjClassDef *c, const NjStmt *s)
{
    switch (s->kind) {
    case NJ_STMT_FUNCTION_DEF:
        visit_function(r, s);
        return;
    case NJ_STMT_ASSIGN:
        visit_expr(r, s->as.assign.value);
        for (uint32_t i = 0; i < s->as.assign.targets.n; i++) {
            const NjExpr *target = s->as.assign.targets.items[i];
            if (target->kind == NJ_EXPR_NAME)
            {
                /* __rmul__ = __mul__ names the method again */
                const NjExpr *value = s->as.assign.value;
                NjFuncDef *method = value->kind == NJ_EXPR_NAME ? nj_map_get(&c->methods, value->as.name.name) : NULL;
                if (method)
                    nj_map_put(r->arena, &c->methods, target->as.name.name, method);
                else
                    nj_map_put(r->arena, &c->class_attrs, target->as.name.name, s->as.assign.value);
            }
        }
        return;
    case NJ_STMT_ANN_ASSIGN:
        if (s->as.ann_assign.value)
            visit_expr(r, s->as.ann_assign.value);
        if (s->as.ann_assign.target->kind == NJ_EXPR_NAME) {
            const NjName *name = s->as.ann_assign.target->as.name.name;
            add_field(r, c, name, s->as.ann_assign.annotation, s->as.ann_assign.value);
            if (s->as.ann_assign.value)
                nj_map_put(r->arena, &c->class_attrs, name, s->as.ann_assign.value);
        }
        return;
    case NJ_STMT_EXPR:
    case NJ_STMT_PASS:
        return;
    default:
        nj_error(r->u, s->span, "%s statements in a class body are not supported; move it into a method",
                 nj_stmt_title(s));
    }
}

static void visit_class(Resolver *r, const NjStmt *s)
{
    for (uint32_t i = 0; i < s->as.class_def.decorators.n; i++)
        visit_expr(r, s->as.class_def.decorators.items[i]);
    for (uint32_t i = 0; i < s->as.class_def.bases.n; i++)
        visit_expr(r, s->as.class_def.bases.items[i]);
    NjClassDef *c = NJ_NEW(r->arena, NjClassDef);
    c->id = r->n_classes++;
    c->name = s->as.class_def.name;
    c->stmt = s;
    c->module = r->module;
    c->exc_kind = -1;
    nj_map_put(r->arena, &r->module->class_of, s, c);
    NjClassDef *outer = r->cls;
    bind(r, c->name, s->as.class_def.name_span);
    r->cls = c;
    for (uint32_t i = 0; i < s->as.class_def.body.n; i++)
        visit_class_stmt(r, c, s->as.class_def.body.items[i]);
    r->cls = outer;
}

/* ---- expressions ---- */

static void hide_target(Resolver *r, const NjExpr *e)
{
    if (e->kind == NJ_EXPR_NAME)
        nj_vec_push(r->arena, &r->hidden, e->as.name.name);
    else if (e->kind == NJ_EXPR_TUPLE || e->kind == NJ_EXPR_LIST) {
        NjExprs elts = e->kind == NJ_EXPR_TUPLE ? e->as.tuple.elts : e->as.list.elts;
        for (uint32_t i = 0; i < elts.n; i++)
            hide_target(r, elts.items[i]);
    } else if (e->kind == NJ_EXPR_STARRED)
        hide_target(r, e->as.starred.value);
}

static void visit_comprehension(Resolver *r, const NjComprehensions *g, const NjExpr *a, const NjExpr *b)
{
    uint32_t n_hidden = r->hidden.n;
    for (uint32_t i = 0; i < g->n; i++) {
        visit_expr(r, g->items[i]->iter);
        hide_target(r, g->items[i]->target);
        r->loops++;
        for (uint32_t k = 0; k < g->items[i]->ifs.n; k++)
            visit_expr(r, g->items[i]->ifs.items[k]);
    }
    visit_expr(r, a);
    if (b)
        visit_expr(r, b);
    r->loops -= g->n;
    r->hidden.n = n_hidden;
}

static void visit_all(Resolver *r, NjExprs list)
{
    for (uint32_t i = 0; i < list.n; i++)
        if (list.items[i])
            visit_expr(r, list.items[i]);
}

static void visit_opt(Resolver *r, const NjExpr *e)
{
    if (e)
        visit_expr(r, e);
}

static void visit_name(Resolver *r, const NjExpr *e)
{
    const NjName *name = e->as.name.name;
    for (uint32_t i = 0; i < r->hidden.n; i++)
        if (r->hidden.items[i] == name)
            return;
    nj_map_put(r->arena, r->uses, name, r);
}

static void visit_call(Resolver *r, const NjExpr *e)
{
    visit_expr(r, e->as.call.callee);
    visit_all(r, e->as.call.args);
    for (uint32_t i = 0; i < e->as.call.keywords.n; i++)
        visit_expr(r, e->as.call.keywords.items[i]->value);
}

static void visit_expr(Resolver *r, const NjExpr *e)
{
    switch (e->kind) {
    case NJ_EXPR_NAME:
        visit_name(r, e);
        return;
    case NJ_EXPR_NAMED_EXPR:
        visit_expr(r, e->as.named_expr.value);
        bind_target(r, e->as.named_expr.target);
        return;
    case NJ_EXPR_LAMBDA:
        visit_lambda(r, e);
        return;
    case NJ_EXPR_LIST_COMP:
        visit_comprehension(r, &e->as.list_comp.generators, e->as.list_comp.elt, NULL);
        return;
    case NJ_EXPR_SET_COMP:
        visit_comprehension(r, &e->as.set_comp.generators, e->as.set_comp.elt, NULL);
        return;
    case NJ_EXPR_GENERATOR_EXP:
        visit_comprehension(r, &e->as.generator_exp.generators, e->as.generator_exp.elt, NULL);
        return;
    case NJ_EXPR_DICT_COMP:
        visit_comprehension(r, &e->as.dict_comp.generators, e->as.dict_comp.key, e->as.dict_comp.value);
        return;
    case NJ_EXPR_BOOL_OP:
        visit_all(r, e->as.bool_op.values);
        return;
    case NJ_EXPR_BIN_OP:
        visit_expr(r, e->as.bin_op.lhs);
        visit_expr(r, e->as.bin_op.rhs);
        return;
    case NJ_EXPR_UNARY_OP:
        visit_expr(r, e->as.unary_op.operand);
        return;
    case NJ_EXPR_IF_EXP:
        visit_expr(r, e->as.if_exp.test);
        visit_expr(r, e->as.if_exp.body);
        visit_expr(r, e->as.if_exp.orelse);
        return;
    case NJ_EXPR_DICT:
        visit_all(r, e->as.dict.keys);
        visit_all(r, e->as.dict.values);
        return;
    case NJ_EXPR_SET:
        visit_all(r, e->as.set.elts);
        return;
    case NJ_EXPR_AWAIT:
        visit_expr(r, e->as.await.value);
        return;
    case NJ_EXPR_YIELD:
        visit_opt(r, e->as.yield.value);
        return;
    case NJ_EXPR_YIELD_FROM:
        visit_expr(r, e->as.yield_from.value);
        return;
    case NJ_EXPR_COMPARE:
        visit_expr(r, e->as.compare.left);
        visit_all(r, e->as.compare.comparators);
        return;
    case NJ_EXPR_CALL:
        visit_call(r, e);
        return;
    case NJ_EXPR_FORMATTED_VALUE:
        visit_expr(r, e->as.formatted_value.value);
        visit_opt(r, e->as.formatted_value.format_spec);
        return;
    case NJ_EXPR_JOINED_STR:
        visit_all(r, e->as.joined_str.values);
        return;
    case NJ_EXPR_ATTRIBUTE:
        visit_expr(r, e->as.attribute.value);
        return;
    case NJ_EXPR_SUBSCRIPT:
        visit_expr(r, e->as.subscript.value);
        visit_expr(r, e->as.subscript.index);
        return;
    case NJ_EXPR_STARRED:
        visit_expr(r, e->as.starred.value);
        return;
    case NJ_EXPR_LIST:
        visit_all(r, e->as.list.elts);
        return;
    case NJ_EXPR_TUPLE:
        visit_all(r, e->as.tuple.elts);
        return;
    case NJ_EXPR_SLICE:
        visit_opt(r, e->as.slice.lower);
        visit_opt(r, e->as.slice.upper);
        visit_opt(r, e->as.slice.step);
        return;
    case NJ_EXPR_CONSTANT:
    case NJ_EXPR_COUNT:
        return;
    }
}

/* ---- statements ---- */

static void bind_pattern(Resolver *r, const NjPattern *p)
{
    switch (p->kind) {
    case NJ_PATTERN_VALUE:
        visit_expr(r, p->as.value.value);
        return;
    case NJ_PATTERN_SEQUENCE:
        for (uint32_t i = 0; i < p->as.sequence.patterns.n; i++)
            bind_pattern(r, p->as.sequence.patterns.items[i]);
        return;
    case NJ_PATTERN_MAPPING:
        visit_all(r, p->as.mapping.keys);
        for (uint32_t i = 0; i < p->as.mapping.patterns.n; i++)
            bind_pattern(r, p->as.mapping.patterns.items[i]);
        if (p->as.mapping.rest)
            bind(r, p->as.mapping.rest, p->span);
        return;
    case NJ_PATTERN_CLASS:
        visit_expr(r, p->as.cls.cls);
        for (uint32_t i = 0; i < p->as.cls.patterns.n; i++)
            bind_pattern(r, p->as.cls.patterns.items[i]);
        for (uint32_t i = 0; i < p->as.cls.kwd_patterns.n; i++)
            bind_pattern(r, p->as.cls.kwd_patterns.items[i]);
        return;
    case NJ_PATTERN_STAR:
        if (p->as.star.name)
            bind(r, p->as.star.name, p->span);
        return;
    case NJ_PATTERN_AS:
        if (p->as.as.pattern)
            bind_pattern(r, p->as.as.pattern);
        if (p->as.as.name)
            bind(r, p->as.as.name, p->span);
        return;
    case NJ_PATTERN_OR:
        for (uint32_t i = 0; i < p->as.or_.patterns.n; i++)
            bind_pattern(r, p->as.or_.patterns.items[i]);
        return;
    case NJ_PATTERN_SINGLETON:
    case NJ_PATTERN_COUNT:
        return;
    }
}

static void visit_imports(Resolver *r, const NjStmt *s)
{
    bool from = s->kind == NJ_STMT_IMPORT_FROM;
    const NjAliases *names = from ? &s->as.import_from.names : &s->as.import.names;
    for (uint32_t i = 0; i < names->n; i++) {
        const NjAlias *a = names->items[i];
        const NjName *name = a->asname ? a->asname : a->name;
        const char *dot = !from && !a->asname ? strchr(name->text, '.') : NULL;
        if (dot)
            name = nj_intern(r->u->names, name->text, (size_t)(dot - name->text));
        if (strcmp(name->text, "*") != 0)
            bind(r, name, a->span);
    }
}

static void visit_loop_body(Resolver *r, NjBlock body)
{
    r->scope->has_loop = true;
    r->loops++;
    visit_block(r, body);
    r->loops--;
}

static void visit_try(Resolver *r, const NjStmt *s)
{
    visit_block(r, s->as.try_block.body);
    for (uint32_t i = 0; i < s->as.try_block.handlers.n; i++) {
        const NjExceptHandler *h = s->as.try_block.handlers.items[i];
        visit_opt(r, h->type);
        if (h->name)
            bind(r, h->name, h->name_span);
        visit_block(r, h->body);
    }
    visit_block(r, s->as.try_block.orelse);
    visit_block(r, s->as.try_block.finalbody);
}

static void visit_stmt(Resolver *r, const NjStmt *s)
{
    switch (s->kind) {
    case NJ_STMT_FUNCTION_DEF:
        visit_function(r, s);
        return;
    case NJ_STMT_CLASS_DEF:
        visit_class(r, s);
        return;
    case NJ_STMT_RETURN:
        visit_opt(r, s->as.ret.value);
        return;
    case NJ_STMT_DELETE:
        for (uint32_t i = 0; i < s->as.del.targets.n; i++)
            bind_target(r, s->as.del.targets.items[i]);
        return;
    case NJ_STMT_ASSIGN:
        visit_expr(r, s->as.assign.value);
        for (uint32_t i = 0; i < s->as.assign.targets.n; i++)
            bind_target(r, s->as.assign.targets.items[i]);
        return;
    case NJ_STMT_TYPE_ALIAS:
        bind_target(r, s->as.type_alias.name);
        return;
    case NJ_STMT_AUG_ASSIGN:
        visit_expr(r, s->as.aug_assign.target);
        visit_expr(r, s->as.aug_assign.value);
        bind_target(r, s->as.aug_assign.target);
        return;
    case NJ_STMT_ANN_ASSIGN:
        visit_opt(r, s->as.ann_assign.value);
        bind_target(r, s->as.ann_assign.target);
        return;
    case NJ_STMT_FOR:
        visit_expr(r, s->as.for_loop.iter);
        r->loops++;
        bind_target(r, s->as.for_loop.target);
        r->loops--;
        visit_loop_body(r, s->as.for_loop.body);
        visit_block(r, s->as.for_loop.orelse);
        return;
    case NJ_STMT_WHILE:
        r->loops++;
        visit_expr(r, s->as.while_loop.test);
        r->loops--;
        visit_loop_body(r, s->as.while_loop.body);
        visit_block(r, s->as.while_loop.orelse);
        return;
    case NJ_STMT_IF:
        visit_expr(r, s->as.if_else.test);
        visit_block(r, s->as.if_else.body);
        visit_block(r, s->as.if_else.orelse);
        return;
    case NJ_STMT_WITH:
        for (uint32_t i = 0; i < s->as.with.items.n; i++) {
            visit_expr(r, s->as.with.items.items[i]->context);
            if (s->as.with.items.items[i]->target)
                bind_target(r, s->as.with.items.items[i]->target);
        }
        visit_block(r, s->as.with.body);
        return;
    case NJ_STMT_MATCH:
        visit_expr(r, s->as.match.subject);
        for (uint32_t i = 0; i < s->as.match.cases.n; i++) {
            bind_pattern(r, s->as.match.cases.items[i]->pattern);
            visit_opt(r, s->as.match.cases.items[i]->guard);
            visit_block(r, s->as.match.cases.items[i]->body);
        }
        return;
    case NJ_STMT_RAISE:
        visit_opt(r, s->as.raise.exc);
        visit_opt(r, s->as.raise.cause);
        return;
    case NJ_STMT_TRY:
        visit_try(r, s);
        return;
    case NJ_STMT_ASSERT:
        visit_expr(r, s->as.assertion.test);
        visit_opt(r, s->as.assertion.msg);
        return;
    case NJ_STMT_IMPORT:
    case NJ_STMT_IMPORT_FROM:
        visit_imports(r, s);
        return;
    case NJ_STMT_EXPR:
        visit_expr(r, s->as.expr.value);
        return;
    case NJ_STMT_GLOBAL: /* seen by declare() */
    case NJ_STMT_NONLOCAL:
    case NJ_STMT_PASS:
    case NJ_STMT_BREAK:
    case NJ_STMT_CONTINUE:
    case NJ_STMT_COUNT:
        return;
    }
}

/* global and nonlocal hold for the whole function, so they are read before the rest of a block. */
static void declare(Resolver *r, NjBlock block)
{
    for (uint32_t i = 0; i < block.n; i++) {
        const NjStmt *s = block.items[i];
        if (s->kind == NJ_STMT_GLOBAL)
            for (uint32_t k = 0; k < s->as.global.names.n; k++)
                nj_map_put(r->arena, &r->scope->globals, s->as.global.names.items[k], r);
        if (s->kind == NJ_STMT_NONLOCAL)
            for (uint32_t k = 0; k < s->as.nonlocal.names.n; k++)
                nj_map_put(r->arena, &r->scope->nonlocals, s->as.nonlocal.names.items[k], r);
    }
}

static void visit_block(Resolver *r, NjBlock block)
{
    declare(r, block);
    uint32_t end = r->stmt_end;
    for (uint32_t i = 0; i < block.n; i++) {
        r->stmt_end = block.items[i]->span.end;
        visit_stmt(r, block.items[i]);
    }
    r->stmt_end = end;
}

/* ---- free names ---- */

/* Marks `name` free in `f` and in the functions between it and the owner. */
static void resolve_use(Resolver *r, NjFuncDef *f, const NjName *name)
{
    if (nj_scope_find(f, name) || nj_map_has(&f->globals, name))
        return;
    NjFuncDef *owner = f->parent;
    while (owner && !nj_scope_find(owner, name))
        owner = owner->parent;
    if (!owner)
        return;
    NjVar *var = nj_scope_find(owner, name);
    if (owner->kind == NJ_FUNC_MODULE) {
        var->is_captured = true;
        return;
    }
    for (NjFuncDef *g = f; g != owner; g = g->parent) {
        add_free(r, g, name);
        if (g->parent == owner && (!var->is_captured || g->span.start < var->capture_pos))
            var->capture_pos = g->span.start;
    }
    var->is_captured = true;
}

/* A variable that gets its last value before the first inner function is made is captured as that value. */
static void decide_cells(NjFuncDef *f)
{
    for (uint32_t i = 0; i < f->n_vars; i++) {
        NjVar *var = f->vars[i];
        if (f->kind != NJ_FUNC_MODULE && var->is_captured)
            var->is_cell = var->inner_assigns || var->in_loop ||
                           (var->last_pos > var->capture_pos && (var->n_assigns > 1 || !var->is_def));
    }
}

NjModuleInfo *nj_resolve(NjUnit *u, const NjModule *ast, bool is_prelude)
{
    Resolver r = {.u = u, .arena = &u->arena};
    r.module = NJ_NEW(r.arena, NjModuleInfo);
    r.module->ast = ast;
    r.module->is_prelude = is_prelude;
    NjSpan span = {ast->source, 0, 0};
    NjFuncDef *top = new_func(&r, NJ_FUNC_MODULE, nj_intern_str(u->names, "<module>"), NULL, span);
    r.module->top = top;
    top->body = ast->body;
    r.scope = top;
    r.uses = r.func_uses.items[0];
    visit_block(&r, ast->body);
    for (uint32_t i = r.funcs.n; i-- > 1;) {
        NjMap *uses = r.func_uses.items[i];
        for (uint32_t k = 0; k < uses->n; k++)
            resolve_use(&r, r.funcs.items[i], uses->entries[k].key);
    }
    for (uint32_t i = 0; i < r.funcs.n; i++)
        decide_cells(r.funcs.items[i]);
    return r.module;
}

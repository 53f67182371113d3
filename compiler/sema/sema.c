/* sema.c - inference of a whole program: hints, restarts, and what is reachable at the end. */
#include "compiler/sema/sema.h"

#include "compiler/funcs/func.h"
#include "compiler/funcs/prelude.h"
#include "compiler/syntax/parse.h"

#include <string.h>

enum { MAX_RESTARTS = 64 };

typedef struct NjHint {
    NjHintKind kind;
    const void *a;
    uint64_t b;
    const NjType *type;
} NjHint;

static NjHint *find_hint(NjSema *s, NjHintKind kind, const void *a, uint64_t b)
{
    for (uint32_t i = 0; i < s->n_hints; i++)
        if (s->hints[i].kind == kind && s->hints[i].a == a && s->hints[i].b == b)
            return &s->hints[i];
    return NULL;
}

const NjType *nj_hint_get(NjSema *s, NjHintKind kind, const void *a, uint64_t b)
{
    NjHint *h = find_hint(s, kind, a, b);
    return h ? h->type : NULL;
}

bool nj_hint_join(NjSema *s, NjHintKind kind, const void *a, uint64_t b, const NjType *type)
{
    NjHint *h = find_hint(s, kind, a, b);
    if (h) {
        const NjType *joined = nj_type_join(s->types, h->type, type);
        if (!joined)
            return false;
        if (joined != h->type)
            s->changes++;
        h->type = joined;
        return true;
    }
    if (s->n_hints == s->cap_hints) {
        uint32_t cap = s->cap_hints ? s->cap_hints * 2 : 32;
        NjHint *grown = NJ_NEW_ARRAY(s->arena, NjHint, cap);
        if (s->n_hints)
            memcpy(grown, s->hints, s->n_hints * sizeof *grown);
        s->hints = grown;
        s->cap_hints = cap;
    }
    s->hints[s->n_hints++] = (NjHint){kind, a, b, type};
    s->changes++;
    return true;
}

void nj_hint_set(NjSema *s, NjHintKind kind, const void *a, uint64_t b, const NjType *type)
{
    NjHint *h = find_hint(s, kind, a, b);
    if (!h) {
        nj_hint_join(s, kind, a, b, type);
    } else if (h->type != type) {
        h->type = type;
        s->changes++;
    }
}

bool nj_settled(NjWalk *w, const NjType *made, const NjType *now, uint32_t changes)
{
    uint32_t own = 0, n = now->kind == NJ_T_DICT ? 2 : 1;
    for (uint32_t i = 0; i < n; i++)
        own += made->elems[i] != now->elems[i];
    if (own > 0 && w->s->changes == changes + own)
        w->s->changes = changes;
    return own == 0;
}

/* ---- one attempt ---- */

static bool u_has_errors(const NjSema *s)
{
    return s->u->diags.nerrors > 0;
}

static void walk_module(NjSema *s)
{
    NjModuleInfo *main = s->main;
    s->changes = 0;
    s->missed_attr = false;
    s->specs.n = 0;
    s->stack.n = 0;
    s->call_spans.n = 0;
    s->next_loop = 0;
    s->next_fn = 0;
    memset(&s->global_slots, 0, sizeof s->global_slots);
    s->module = NJ_NEW(s->arena, NjTirModule);
    NjTirFn *fn = nj_tir_fn(s->arena, "main");
    fn->source_name = "<module>";
    fn->span = main->top->span;
    fn->result = nj_type_none(s->types);
    fn->model = NJ_MODEL_NUMPY;
    fn->bounds_check = !s->u->options.no_bounds_checks;
    fn->is_hot = main->top->has_loop;
    s->module->main = fn;
    NjWalk *w = nj_walk_new(s, main->top, fn, NJ_MODEL_NUMPY);
    s->main_walk = w;
    nj_walk_block(w, main->top->body);
    if (s->u->options.record)
        nj_record_variables(w);
    nj_finish_fn(w);
    if (!u_has_errors(s))
        nj_make_special_methods(w);
}

/* ---- reachable functions ---- */

typedef struct Reach {
    NjSema *s;
    NjTirModule *m;
    NjMap seen; /* expression nodes */
} Reach;

static void reach_block(void *ctx, NjTirBlock *block);

static void reach_fn(Reach *r, NjTirFn *fn)
{
    NjTirModule *m = r->m;
    for (uint32_t i = 0; i < m->n_fns; i++)
        if (m->fns[i] == fn)
            return;
    if (m->n_fns == m->cap_fns) {
        uint32_t cap = m->cap_fns ? m->cap_fns * 2 : 16;
        NjTirFn **grown = NJ_NEW_ARRAY(r->s->arena, NjTirFn *, cap);
        if (m->n_fns)
            memcpy(grown, m->fns, m->n_fns * sizeof *grown);
        m->fns = grown;
        m->cap_fns = cap;
    }
    fn->id = m->n_fns;
    m->fns[m->n_fns++] = fn;
    reach_block(r, &fn->body);
}

/* A value used twice is one node with two parents so far: each parent gets a tree of its own. */
static void reach_expr(void *ctx, NjTirExpr **child)
{
    Reach *r = ctx;
    if (nj_map_has(&r->seen, *child))
        *child = nj_tir_clone(r->s->arena, *child);
    nj_map_put(r->s->arena, &r->seen, *child, NULL);
    if ((*child)->kind == NJ_X_CALL || (*child)->kind == NJ_X_FN_ADDR)
        reach_fn(ctx, (*child)->as.call.fn);
    nj_tir_children(*child, reach_expr, ctx);
}

static void reach_block(void *ctx, NjTirBlock *block)
{
    for (uint32_t i = 0; i < block->n; i++) {
        nj_tir_stmt_exprs(block->items[i], reach_expr, ctx);
        nj_tir_stmt_blocks(block->items[i], reach_block, ctx);
    }
}

static void collect_reachable(NjSema *s)
{
    NjTirModule *m = s->module;
    Reach r = {.s = s, .m = m};
    reach_fn(&r, m->main);
    /* special methods are called by the runtime through type descriptors, exported functions by others */
    for (uint32_t i = 0; i < s->specs.n; i++)
        if (s->specs.items[i]->fn->is_special || s->specs.items[i]->fn->is_exported)
            reach_fn(&r, s->specs.items[i]->fn);
}

NjTirModule *nj_sema_run(NjUnit *u, NjTypes *types, const NjModule *ast)
{
    NjSema *s = NJ_NEW(&u->arena, NjSema);
    s->u = u;
    s->arena = &u->arena;
    s->types = types;
    s->main = nj_resolve(u, ast, false);
    if (u->diags.nerrors)
        return NULL;
    NjDiagMark mark = {u->diags.items.n, u->diags.nerrors, u->diags.nwarnings, u->diags.latest};
    for (unsigned round = 0; round < MAX_RESTARTS; round++) {
        NjWalk probe = {.u = u};
        nj_diag_rollback(&probe, mark);
        s->n_excs = 0;
        s->stars.n = 0;
        walk_module(s);
        if (s->changes == 0)
            break;
    }
    if (s->changes > 0 && u->diags.nerrors == 0)
        nj_error(u, s->main->top->span, "the types of this program do not settle: they change with every look");
    if (u->diags.nerrors)
        return NULL;
    collect_reachable(s);
    s->module->exc_names = s->exc_names;
    s->module->exc_parents = s->exc_parents;
    s->module->n_excs = s->n_excs;
    return s->module;
}

/* ---- the prelude ---- */

NjModuleInfo *nj_prelude(NjSema *s, const char *file)
{
    const NjName *name = nj_intern_str(s->u->names, file);
    NjModuleInfo *m = nj_map_get(&s->preludes, name);
    if (m)
        return m;
    for (unsigned i = 0; i < nj_prelude_count; i++) {
        const NjPreludeFile *f = &nj_prelude_files[i];
        if (strcmp(f->name, file) != 0)
            continue;
        const char *path = nj_arena_printf(s->arena, "<npjit>/%s.py", file);
        NjSource *source = nj_unit_source(s->u, path, f->text, f->len);
        source->is_prelude = true;
        const NjModule *ast = nj_parse(s->u, source);
        NJ_ASSERT(s->u, ast != NULL);
        m = nj_resolve(s->u, ast, true);
        m->is_checked = strncmp(file, "std_", 4) == 0;
        nj_map_put(s->arena, &s->preludes, name, m);
        return m;
    }
    nj_unit_internal_error(s->u, __FILE__, __LINE__, file);
}

NjClassDef *nj_prelude_class(const NjModuleInfo *m, const NjName *name)
{
    for (uint32_t i = 0; i < m->ast->body.n; i++) {
        const NjStmt *s = m->ast->body.items[i];
        if (s->kind != NJ_STMT_CLASS_DEF || s->as.class_def.name != name)
            continue;
        NjClassDef *cls = nj_class_of(m, s);
        cls->exc_kind = -1;
        if (s->as.class_def.bases.n > 0)
            cls->base = nj_prelude_class(m, s->as.class_def.bases.items[0]->as.name.name);
        return cls;
    }
    return NULL;
}

NjVal nj_prelude_function(NjWalk *w, const char *file, const char *name, NjSpan span)
{
    NjModuleInfo *m = nj_prelude(w->s, file);
    const NjName *wanted = nj_name(w, name);
    NjBlock body = m->ast->body;
    for (uint32_t i = 0; i < body.n; i++)
        if (body.items[i]->kind == NJ_STMT_FUNCTION_DEF && body.items[i]->as.function_def.name == wanted)
            return nj_val_unit(w, nj_type_func(w->types, nj_func_of(m, body.items[i]), NULL, 0), span);
    nj_unit_internal_error(w->u, __FILE__, __LINE__, name);
}

NjVal nj_call_prelude(NjWalk *w, const char *file, const char *name, const NjVal *args, uint32_t n,
                      NjSpan span)
{
    NjVal fn = nj_prelude_function(w, file, name, span);
    return nj_call_value(w, fn, args, n, NULL, NULL, 0, span);
}

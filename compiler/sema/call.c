/* call.c - calls: evaluating arguments, matching them to parameters, dispatch on what is called. */
#include "compiler/sema/sema.h"

#include "compiler/funcs/func.h"
#include "compiler/funcs/params.h"

#include <string.h>

/* ---- functions of the program ---- */

static const NjArg *param_at(const NjArguments *args, uint32_t i, bool *out_kwonly)
{
    *out_kwonly = false;
    if (i < args->posonly.n)
        return args->posonly.items[i];
    i -= args->posonly.n;
    if (i < args->args.n)
        return args->args.items[i];
    *out_kwonly = true;
    return args->kwonly.items[i - args->args.n];
}

/* A default that has the same value whenever it is evaluated. */
static bool is_constant_expr(const NjExpr *e)
{
    switch (e->kind) {
    case NJ_EXPR_CONSTANT:
        return true;
    case NJ_EXPR_UNARY_OP:
        return is_constant_expr(e->as.unary_op.operand);
    case NJ_EXPR_TUPLE:
        for (uint32_t i = 0; i < e->as.tuple.elts.n; i++)
            if (!is_constant_expr(e->as.tuple.elts.items[i]))
                return false;
        return true;
    case NJ_EXPR_BIN_OP:
        return is_constant_expr(e->as.bin_op.lhs) && is_constant_expr(e->as.bin_op.rhs);
    default:
        return false;
    }
}

static const NjExpr *default_of(const NjArguments *args, uint32_t i)
{
    uint32_t positional = args->posonly.n + args->args.n;
    if (i >= positional)
        return args->kw_defaults.n > i - positional ? args->kw_defaults.items[i - positional] : NULL;
    uint32_t first = positional - args->defaults.n;
    return i >= first ? args->defaults.items[i - first] : NULL;
}

/* Defaults that are not constant are captured where the function is defined, after the free names. */
static int32_t default_capture(const NjFuncDef *def, uint32_t i)
{
    uint32_t n = def->n_free;
    uint32_t total = def->args->posonly.n + def->args->args.n + def->args->kwonly.n;
    for (uint32_t k = 0; k < total; k++) {
        const NjExpr *e = default_of(def->args, k);
        if (!e || is_constant_expr(e))
            continue;
        if (k == i)
            return (int32_t)n;
        n++;
    }
    return -1;
}

static NjVal capture_of(NjWalk *w, NjFuncDef *def, const NjName *name, NjSpan span)
{
    (void)def;
    NjVar *var = nj_scope_find(w->def, name);
    for (NjComp *c = w->frame->comps; c; c = c->outer)
        for (uint32_t i = 0; i < c->n; i++)
            if (c->names[i].name == name)
                return nj_load_name(w, name, span);
    if (var && w->def->kind != NJ_FUNC_MODULE) {
        NjBinding *b = &w->env.vars[var->index];
        if (b->state == NJ_UNBOUND && var->is_cell) {
            /* assigned later: make the cell now, of the type found out by then */
            const NjType *type = nj_hint_get(w->s, NJ_HINT_CELL, var, w->spec ? w->spec->key : 0);
            if (!type || type->is_unit)
                return nj_val_unit(w, nj_type_never(w->types), span);
            NjTirExpr *cell = nj_tir_expr(w->arena, NJ_X_NEW_CELL, nj_type_cell(w->types, type), span);
            NjTirLocal *slot = nj_slot_for(w, var, cell->type);
            if (!nj_map_has(&w->cells, var))
                nj_emit_assign(w, slot, cell);
            *b = (NjBinding){.state = NJ_BOUND, .type = type, .slot = slot, .where = span};
            return nj_val(cell->type, nj_tir_local(w->arena, slot, span));
        }
        if (b->state == NJ_UNBOUND)
            return nj_val_unit(w, nj_type_never(w->types), span);
        if (var->is_cell && b->slot && b->slot->type->kind == NJ_T_CELL)
            return nj_val(b->slot->type, nj_tir_local(w->arena, b->slot, span));
        return nj_read_binding(w, var, b, span);
    }
    /* a capture of this function handed on as it is */
    for (uint32_t i = 0; i < w->def->n_free; i++)
        if (w->def->free_names[i] == name)
            return nj_tuple_item(w, w->frame->self_value, i, span);
    return nj_load_name(w, name, span);
}

NjVal nj_func_value(NjWalk *w, NjFuncDef *def, NjSpan span)
{
    NjVal *items = NJ_NEW_ARRAY(w->arena, NjVal, def->n_free + 32);
    uint32_t n = 0;
    for (uint32_t i = 0; i < def->n_free; i++)
        items[n++] = capture_of(w, def, def->free_names[i], span);
    uint32_t total = def->args ? def->args->posonly.n + def->args->args.n + def->args->kwonly.n : 0;
    for (uint32_t k = 0; k < total; k++) {
        const NjExpr *e = default_of(def->args, k);
        if (e && !is_constant_expr(e))
            items[n++] = nj_walk_expr(w, e);
    }
    if (n == 0)
        return nj_val_unit(w, nj_type_func(w->types, def, NULL, 0), span);
    const NjType **types = NJ_NEW_ARRAY(w->arena, const NjType *, n);
    NjTirExpr **exprs = NJ_NEW_ARRAY(w->arena, NjTirExpr *, n);
    NjKnown *known = NJ_NEW(w->arena, NjKnown);
    known->kind = NJ_KNOWN_ITEMS;
    known->items = NJ_NEW_ARRAY(w->arena, const NjKnown *, n);
    known->n = n;
    for (uint32_t i = 0; i < n; i++) {
        types[i] = items[i].type;
        exprs[i] = nj_expr_of(w, items[i], span);
        known->items[i] = items[i].known;
    }
    const NjType *type = nj_type_func(w->types, def, types, n);
    NjTirExpr *e = nj_tir_tuple(w->arena, type, exprs, n, span);
    NjVal v = {type, e, known};
    return type->is_unit ? (NjVal){type, nj_tir_unit(w->arena, type, span), known} : nj_spill(w, v);
}

static bool match_error(NjWalk *w, NjSpan span, const NjFuncDef *def, const char *what)
{
    nj_raises(w, span, NPRT_EXC_TYPE_ERROR, "%s() %s", def->name->text, what);
    return false;
}

/* "missing 2 required positional arguments: 'a' and 'b'", for the kind of the first one missing. */
static const char *missing_text(NjWalk *w, const NjArguments *p, const NjVal *vals, uint32_t first, uint32_t total)
{
    bool kwonly, is_kwonly;
    (void)param_at(p, first, &is_kwonly);
    const char *names[64];
    uint32_t n = 0;
    for (uint32_t i = first; i < total && n < 64; i++) {
        const NjArg *param = param_at(p, i, &kwonly);
        if (!vals[i].type && !default_of(p, i) && kwonly == is_kwonly)
            names[n++] = param->name->text;
    }
    const char *list = "";
    for (uint32_t i = 0; i < n; i++)
        list = nj_arena_printf(w->arena, "%s%s'%s'", list,
                               i == 0 ? "" : i + 1 < n ? ", " : n == 2 ? " and " : ", and ", names[i]);
    return nj_arena_printf(w->arena, "missing %u required %s argument%s: %s", n,
                           is_kwonly ? "keyword-only" : "positional", n == 1 ? "" : "s", list);
}

/* Methods are no values that could hold a default: a variable of their class does. */
static const NjName *method_default_name(NjWalk *w, const NjFuncDef *def, uint32_t i)
{
    return nj_name(w, nj_arena_printf(w->arena, "%s.%u", def->name->text, i));
}

void nj_method_defaults(NjWalk *w, NjFuncDef *def)
{
    uint32_t total = def->args->posonly.n + def->args->args.n + def->args->kwonly.n;
    for (uint32_t i = 0; i < total; i++) {
        if (default_capture(def, i) < 0)
            continue;
        const NjExpr *e = default_of(def->args, i);
        const NjExpr *constant = e->kind == NJ_EXPR_NAME ? nj_class_attr(def->cls, e->as.name.name) : NULL;
        NjVal v = nj_walk_expr(w, constant ? constant : e);
        if (!nj_is_error(v))
            nj_class_var_set(w, def->cls, method_default_name(w, def, i), v, e->span);
    }
}

static NjVal default_value(NjWalk *w, NjVal callee, NjFuncDef *def, uint32_t i, NjSpan span)
{
    const NjExpr *e = default_of(def->args, i);
    int32_t at = default_capture(def, i);
    NjVal kept;
    if (at >= 0 && def->cls)
        return nj_class_var_get(w, def->cls, method_default_name(w, def, i), span, &kept) ? kept : nj_val_error(w);
    if (at >= 0)
        return nj_tuple_item(w, callee, (uint32_t)at, span);
    return nj_walk_expr(w, e);
}

bool nj_match_args(NjWalk *w, NjVal callee, const NjVal *args, const NjSpan *spans, uint32_t n,
                   const NjName *const *kw_names, const NjVal *kw_vals, uint32_t n_kw, NjSpan span,
                   NjVal **out, uint32_t *out_n)
{
    (void)spans;
    NjFuncDef *def = (NjFuncDef *)callee.type->func;
    const NjArguments *p = def->args;
    uint32_t positional = p->posonly.n + p->args.n, total = positional + p->kwonly.n;
    NjVal *vals = NJ_NEW_ARRAY(w->arena, NjVal, total + 2);
    uint32_t taken = n < positional ? n : positional;
    for (uint32_t i = 0; i < taken; i++)
        vals[i] = args[i];
    if (n > positional && !p->vararg) {
        uint32_t needed = 0;
        while (needed < positional && !default_of(p, needed))
            needed++;
        const char *range = needed < positional ? nj_arena_printf(w->arena, "from %u to ", needed) : "";
        return match_error(w, span, def,
                           nj_arena_printf(w->arena, "takes %s%u positional argument%s but %u %s given", range,
                                           positional, positional == 1 ? "" : "s", n,
                                           n == 1 ? "was" : "were"));
    }
    NjVal *extra_vals = NJ_NEW_ARRAY(w->arena, NjVal, n_kw + 1);
    const NjName **extra_names = NJ_NEW_ARRAY(w->arena, const NjName *, n_kw + 1);
    uint32_t n_extra = 0;
    NjVal left = {0}; /* of a dict whose keys are known at run time (expand_dict) */
    for (uint32_t k = 0; k < n_kw; k++) {
        bool kwonly, found = false;
        if (strcmp(kw_names[k]->text, "**") == 0) {
            left = kw_vals[k];
            continue;
        }
        for (uint32_t i = p->posonly.n; i < total && !found; i++) {
            if (param_at(p, i, &kwonly)->name != kw_names[k])
                continue;
            found = true;
            if (vals[i].type)
                return match_error(w, span, def,
                                   nj_arena_printf(w->arena, "got multiple values for argument '%s'",
                                                   kw_names[k]->text));
            vals[i] = kw_vals[k];
        }
        if (found)
            continue;
        if (!p->kwarg)
            return match_error(
                w, span, def,
                nj_arena_printf(w->arena, "got an unexpected keyword argument '%s'", kw_names[k]->text));
        extra_names[n_extra] = kw_names[k];
        extra_vals[n_extra++] = kw_vals[k];
    }
    for (uint32_t i = 0; i < total; i++) {
        if (vals[i].type)
            continue;
        if (!default_of(p, i))
            return match_error(w, span, def, missing_text(w, p, vals, i, total));
        vals[i] = default_value(w, callee, def, i, span);
    }
    if (p->vararg)
        vals[total++] = nj_val_tuple(w, args + taken, n - taken, span);
    for (uint32_t k = 0; k < n_extra && left.type; k++)
        nj_index_set(w, left, nj_val_str(w, extra_names[k]->text, extra_names[k]->len, span),
                     extra_vals[k], span);
    if (p->kwarg)
        vals[total++] =
            left.type ? left : nj_keyword_tuple(w, extra_names, extra_vals, n_extra, span);
    *out = vals;
    *out_n = total;
    return true;
}

/* **kwargs: a namedtuple of the keywords, which has what a dict of them is used for. */
NjVal nj_keyword_tuple(NjWalk *w, const NjName *const *names, const NjVal *vals, uint32_t n, NjSpan span)
{
    NjVal v = nj_val_tuple(w, vals, n, span);
    if (nj_is_error(v))
        return v;
    v.type = nj_type_namedtuple(w->types, nj_name(w, "**"), names, v.type->elems, n);
    v.expr->type = v.type;
    return v;
}

NjVal nj_keyword_names(NjWalk *w, NjVal v, NjSpan span)
{
    if (v.type->kind != NJ_T_TUPLE || !v.type->name || strcmp(v.type->name->text, "**") != 0)
        return v;
    NjVal *names = NJ_NEW_ARRAY(w->arena, NjVal, v.type->n + 1);
    for (uint32_t i = 0; i < v.type->n; i++)
        names[i] = nj_val_str(w, v.type->names[i]->text, v.type->names[i]->len, span);
    return nj_val_tuple(w, names, v.type->n, span);
}

/* ---- rows of the function tables ---- */

static NjVal call_row(NjWalk *w, int32_t id, NjVal self, const NjVal *args, const NjSpan *spans, uint32_t n,
                      const NjName *const *kw_names, const NjVal *kw_vals, uint32_t n_kw, NjSpan span,
                      const NjExpr *node)
{
    const NjFuncRow *row = nj_func_row(id);
    NjCall call = {.span = span, .node = node, .id = id, .self = self};
    if (!nj_params_match(w, row, args, spans, n, kw_names, kw_vals, n_kw, &call))
        return nj_val_error(w);
    if (row->kind == NJ_ROW_SOURCE) {
        NjVal *all = NJ_NEW_ARRAY(w->arena, NjVal, call.n + 2);
        uint32_t k = 0;
        if (self.type)
            all[k++] = self;
        for (uint32_t i = 0; i < call.n; i++)
            all[k++] = nj_is_given(call.args[i]) ? call.args[i] : nj_val_none(w, span);
        if (call.rest)
            all[k++] = nj_val_tuple(w, call.rest, call.n_rest, span);
        return nj_call_prelude(w, row->file, row->source, all, k, span);
    }
    return row->handler(w, &call);
}

NjVal nj_call_row(NjWalk *w, int32_t id, NjVal self, const NjVal *args, uint32_t n, NjSpan span)
{
    NjSpan *spans = NJ_NEW_ARRAY(w->arena, NjSpan, n + 1);
    for (uint32_t i = 0; i < n; i++)
        spans[i] = span;
    return call_row(w, id, self, args, spans, n, NULL, NULL, 0, span, NULL);
}

/* ---- anything ---- */

typedef struct Args {
    NjVal *vals;
    NjSpan *spans;
    uint32_t n;
    const NjName **kw_names;
    NjVal *kw_vals;
    uint32_t n_kw;
    bool is_columns; /* zip(*rows): the one argument is the result */
    uint32_t more;   /* while they are walked: keywords that may still come */
} Args;

static NjVal call_with(NjWalk *w, NjVal callee, const Args *a, NjSpan span, const NjExpr *node);

static NjVal call_function(NjWalk *w, NjVal callee, const Args *a, NjSpan span)
{
    NjFuncDef *def = (NjFuncDef *)callee.type->func;
    NjVal *vals;
    uint32_t n;
    if (def->jit.kind == NJ_JIT_VECTORIZE || def->jit.kind == NJ_JIT_GUVECTORIZE ||
        def->jit.kind == NJ_JIT_STENCIL)
        return nj_call_ufunc_like(w, callee, a->vals, a->n, a->kw_names, a->kw_vals, a->n_kw, span);
    if (def->jit.kind == NJ_JIT_CUDA_DEVICE && !w->in_kernel)
        return nj_fail(w, span, "device function '%s' can only be called from a kernel", def->name->text);
    if (def->jit.kind == NJ_JIT_CUDA_KERNEL && !w->in_kernel)
        return nj_fail(w, span, "kernel '%s' must be launched with a grid and a block: %s[blocks, threads](...)",
                       def->name->text, def->name->text);
    if (!nj_match_args(w, callee, a->vals, a->spans, a->n, a->kw_names, a->kw_vals, a->n_kw, span, &vals, &n))
        return nj_val_error(w);
    if (def->is_generator)
        return nj_call_generator(w, callee, vals, n, span);
    return nj_call_func(w, callee, vals, n, span);
}

static NjVal call_bound(NjWalk *w, NjVal callee, const Args *a, NjSpan span, const NjExpr *node)
{
    NjVal self = nj_tuple_item(w, callee, 0, span);
    if (!callee.type->func)
        return call_row(w, callee.type->id, self, a->vals, a->spans, a->n, a->kw_names, a->kw_vals, a->n_kw,
                        span, node);
    Args with = *a;
    with.vals = NJ_NEW_ARRAY(w->arena, NjVal, a->n + 1);
    with.spans = NJ_NEW_ARRAY(w->arena, NjSpan, a->n + 1);
    with.vals[0] = self;
    with.spans[0] = span;
    for (uint32_t i = 0; i < a->n; i++) {
        with.vals[i + 1] = a->vals[i];
        with.spans[i + 1] = a->spans[i];
    }
    with.n = a->n + 1;
    NjVal fn = nj_val_unit(w, nj_type_func(w->types, callee.type->func, NULL, 0), span);
    return call_function(w, fn, &with, span);
}

static NjVal call_dtype(NjWalk *w, NjVal callee, const Args *a, NjSpan span)
{
    NprtDtype dtype = callee.type->dtype;
    if (a->n == 0)
        return nj_to_dtype(w, nj_val_int(w, 0, span), dtype, false, span);
    return nj_normal(w, nj_cast_value(w, a->vals[0], dtype, false, span));
}

/* The first argument that is a union and must be taken apart before the call; -1: none. What works on values of
 * any type (print, append, a function of the program) takes unions as they are. */
static int32_t union_argument(NjVal callee, const Args *a)
{
    static const char *const any_type[] = {"print", "str",  "repr",  "format", "isinstance", "type",
                                           "list",  "tuple", "len",  "bool",   "hash",       "dict",
                                           "set",   "ascii", "zip",  "enumerate", "map",     "callable"};
    if (callee.type->kind == NJ_T_BUILTIN) {
        const NjFuncRow *row = nj_func_row(callee.type->id);
        for (size_t i = 0; i < sizeof any_type / sizeof any_type[0]; i++)
            if (row->recv == NJ_RECV_NONE && strcmp(row->name, any_type[i]) == 0)
                return -1;
    } else if (callee.type->kind != NJ_T_DTYPE && callee.type->kind != NJ_T_FUNC) {
        return -1;
    }
    for (uint32_t i = 0; i < a->n; i++)
        if (a->vals[i].type && nj_type_is_union(a->vals[i].type))
            return (int32_t)i;
    return -1;
}

static NjVal call_with(NjWalk *w, NjVal callee, const Args *a, NjSpan span, const NjExpr *node)
{
    NjVal out;
    int32_t at = union_argument(callee, a);
    if (at >= 0)
        return nj_union_argument(w, callee, a->vals, a->n, (uint32_t)at, a->kw_names, a->kw_vals, a->n_kw, span);
    switch (callee.type->kind) {
    case NJ_T_ERROR:
    case NJ_T_NEVER:
        return callee;
    case NJ_T_FUNC:
        return call_function(w, callee, a, span);
    case NJ_T_BUILTIN:
        if (nj_func_row(callee.type->id)->recv != NJ_RECV_NONE && a->n > 0) /* str.lower(s) */
            return call_row(w, callee.type->id, a->vals[0], a->vals + 1, a->spans + 1, a->n - 1, a->kw_names,
                            a->kw_vals, a->n_kw, span, node);
        return call_row(w, callee.type->id, (NjVal){0}, a->vals, a->spans, a->n, a->kw_names, a->kw_vals,
                        a->n_kw, span, node);
    case NJ_T_BOUND:
        return call_bound(w, callee, a, span, node);
    case NJ_T_CLASS:
        return nj_construct(w, callee.type->cls, a->vals, a->n, a->kw_names, a->kw_vals, a->n_kw, span);
    case NJ_T_NONE:
        if (!nj_signature_value(w, callee, a->vals, a->n, span, &out))
            break;
        return out;
    case NJ_T_DTYPE:
        return nj_signature_value(w, callee, a->vals, a->n, span, &out) ? out : call_dtype(w, callee, a, span);
    case NJ_T_OBJECT:
        if (nj_call_special(w, callee, "__call__", a->vals, a->n, span, &out))
            return out;
        break;
    case NJ_T_OPTIONAL:
        return call_with(w, nj_unwrap(w, callee, span), a, span, node);
    case NJ_T_TUPLE:
        if (nj_is_poly1d(callee))
            return nj_poly1d_call(w, callee, a->vals, a->n, span);
        if (nj_type_is_union(callee.type))
            return nj_union_call(w, callee, NULL, a->vals, a->n, a->kw_names, a->kw_vals, a->n_kw, span);
        break;
    default:
        break;
    }
    return nj_raises(w, span, NPRT_EXC_TYPE_ERROR, "'%s' object is not callable", nj_py(w, callee.type));
}

NjVal nj_call_value(NjWalk *w, NjVal callee, const NjVal *args, uint32_t n, const NjName *const *kw_names,
                    const NjVal *kw_vals, uint32_t n_kw, NjSpan span)
{
    NjSpan *spans = NJ_NEW_ARRAY(w->arena, NjSpan, n + 1);
    for (uint32_t i = 0; i < n; i++)
        spans[i] = span;
    Args a = {(NjVal *)args, spans, n, (const NjName **)kw_names, (NjVal *)kw_vals, n_kw, false, 0};
    return call_with(w, callee, &a, span, NULL);
}

/* ---- call expressions ---- */

/* `f(**d)` of a dict with str keys: every parameter that is not given yet is looked up at run time. */
static bool expand_dict(NjWalk *w, NjVal callee, NjVal dict, Args *a, NjSpan span)
{
    NjFuncDef *def = (NjFuncDef *)callee.type->func;
    const NjArguments *p = def->args;
    uint32_t total = p->posonly.n + p->args.n + p->kwonly.n;
    const NjName **names = NJ_NEW_ARRAY(w->arena, const NjName *, a->n_kw + total + a->more + 1);
    NjVal *vals = NJ_NEW_ARRAY(w->arena, NjVal, a->n_kw + total + a->more + 1);
    uint32_t n = a->n_kw;
    for (uint32_t i = 0; i < n; i++) {
        names[i] = a->kw_names[i];
        vals[i] = a->kw_vals[i];
    }
    dict = nj_spill(w, dict);
    for (uint32_t i = a->n > p->posonly.n ? a->n : p->posonly.n; i < total; i++) {
        bool kwonly, given = false;
        const NjName *name = param_at(p, i, &kwonly)->name;
        for (uint32_t k = 0; k < a->n_kw; k++)
            given |= a->kw_names[k] == name;
        if (given)
            continue;
        NjVal key = nj_val_str(w, name->text, name->len, span), v;
        if (!default_of(p, i)) {
            v = nj_index_get(w, dict, key, span);
        } else {
            v = default_value(w, callee, def, i, span);
            const NjType *joined = nj_element_join(w, v.type, dict.type->elems[1]);
            if (!joined || joined->is_unit)
                continue;
            NjTirLocal *slot = nj_temp(w, joined);
            nj_emit_assign(w, slot, nj_expr_of(w, nj_coerce(w, v, joined, span), span));
            NjIf f = nj_if_begin(w, nj_expr_of(w, nj_contains(w, dict, key, span), span), span);
            NjVal item = nj_coerce(w, nj_index_get(w, dict, key, span), joined, span);
            if (!nj_is_error(item))
                nj_emit_assign(w, slot, nj_expr_of(w, item, span));
            nj_if_end(w, &f);
            v = nj_val(joined, nj_tir_local(w->arena, slot, span));
        }
        if (nj_is_error(v))
            return false;
        names[n] = name;
        vals[n++] = v;
    }
    if (p->kwarg) { /* what is no parameter's, as a dict under a name that no keyword has */
        NjVal *params = NJ_NEW_ARRAY(w->arena, NjVal, total + 1);
        bool kwonly;
        for (uint32_t i = p->posonly.n; i < total; i++)
            params[i - p->posonly.n] = nj_val_str(w, param_at(p, i, &kwonly)->name->text,
                                                  param_at(p, i, &kwonly)->name->len, span);
        NjVal args[2] = {dict, nj_val_tuple(w, params, total - p->posonly.n, span)};
        names[n] = nj_name(w, "**");
        vals[n++] = nj_call_prelude(w, "builtins", "keywords_left", args, 2, span);
    }
    a->kw_names = names;
    a->kw_vals = vals;
    a->n_kw = n;
    return true;
}

/* `f(**kw)` where kw is the **kwargs of this function, or a dict. */
static bool expand_keywords(NjWalk *w, NjVal callee, NjVal v, Args *a, NjSpan span)
{
    if (v.type->kind == NJ_T_DICT && v.type->elems[0]->kind == NJ_T_STR && callee.type->kind == NJ_T_FUNC &&
        ((NjFuncDef *)callee.type->func)->args)
        return expand_dict(w, callee, v, a, span);
    if (v.type->kind != NJ_T_TUPLE || !v.type->names) {
        nj_fail(w, span, "** needs keywords known at compile time (the **kwargs of a function)");
        return false;
    }
    v = nj_spill(w, v);
    const NjName **names =
        NJ_NEW_ARRAY(w->arena, const NjName *, a->n_kw + v.type->n + a->more + 1);
    NjVal *vals = NJ_NEW_ARRAY(w->arena, NjVal, a->n_kw + v.type->n + a->more + 1);
    for (uint32_t i = 0; i < a->n_kw; i++) {
        names[i] = a->kw_names[i];
        vals[i] = a->kw_vals[i];
    }
    for (uint32_t i = 0; i < v.type->n; i++) {
        names[a->n_kw] = v.type->names[i];
        vals[a->n_kw++] = nj_tuple_item(w, v, i, span);
    }
    a->kw_names = names;
    a->kw_vals = vals;
    return true;
}

static bool walk_args(NjWalk *w, const NjExpr *e, NjVal callee, Args *a);

/* f(a, *items) with a length known only at run time: print takes all, a function of the program as many as it
 * has parameters left. */
static bool walk_dynamic_star(NjWalk *w, NjVal callee, NjExprs args, uint32_t star, Args *a)
{
    NjSpan span = args.items[star]->span;
    const char *name = callee.type->kind == NJ_T_BUILTIN ? nj_func_row(callee.type->id)->name : "";
    bool is_print = strcmp(name, "print") == 0;
    if (args.n == 1 && (strcmp(name, "zip") == 0 || strcmp(name, "max") == 0 || strcmp(name, "min") == 0)) {
        NjVal all = nj_walk_expr(w, args.items[0]->as.starred.value);
        if (name[0] == 'z')
            all = nj_call_prelude(w, "builtins", "zip_star", &all, 1, span);
        a->vals = NJ_NEW_ARRAY(w->arena, NjVal, 1);
        a->vals[a->n++] = all;
        a->is_columns = name[0] == 'z';
        return !nj_is_error(all);
    }
    bool is_union = strcmp(name, "union") == 0;
    if (args.n == 1 && (is_union || strcmp(name, "intersection") == 0) &&
        nj_method_find(NJ_RECV_SET, name) == callee.type->id) {
        NjVal all = nj_list_of(w, nj_walk_expr(w, args.items[0]->as.starred.value), span);
        if (!nj_is_error(all))
            all = nj_call_prelude(w, "builtins", is_union ? "union_star" : "intersection_star",
                                  &all, 1, span);
        a->vals = NJ_NEW_ARRAY(w->arena, NjVal, 1);
        a->vals[a->n++] = all;
        return !nj_is_error(all);
    }
    const NjFuncDef *def = callee.type->kind == NJ_T_FUNC ? callee.type->func : NULL;
    if (!is_print && (!def || def->args->vararg || star + 1 != args.n)) {
        nj_fail(w, span, "* needs a tuple here: its length must be known at compile time");
        return false;
    }
    NjExprs before = {args.items, star};
    NjVal *items;
    uint32_t n;
    if (!nj_walk_items(w, before, &items, &n))
        return false;
    NjVal list = nj_walk_expr(w, args.items[star]->as.starred.value);
    if (nj_is_error(list))
        return false;
    uint32_t take = is_print ? 1 : 0;
    if (def) {
        uint32_t positional = def->args->posonly.n + def->args->args.n;
        take = positional > n ? positional - n : 0;
    }
    a->vals = NJ_NEW_ARRAY(w->arena, NjVal, n + take + args.n + 1);
    memcpy(a->vals, items, n * sizeof *items);
    a->n = n;
    if (is_print) {
        if (list.type->kind == NJ_T_ITER && list.type->id == NJ_ITER_GENEXP)
            list = nj_list_of(w, list, span);
        a->vals[a->n++] = nj_val_iter(w, NJ_ITER_SPLAT, &list, 1, span);
        NjExprs after = {args.items + star + 1, args.n - star - 1};
        if (!nj_walk_items(w, after, &items, &n) || !items)
            return false;
        memcpy(a->vals + a->n, items, n * sizeof *items);
        a->n += n;
        return true;
    }
    NjSeq seq;
    if (list.type->kind == NJ_T_ITER || list.type->kind == NJ_T_SET || nj_type_is_generator(list.type))
        list = nj_list_of(w, list, span);
    if (!nj_seq_of(w, list, span, &seq)) {
        nj_fail(w, span, "TypeError: argument after * must be an iterable, not %s", nj_ty(w, list.type));
        return false;
    }
    NjTirExpr *count = nj_tir_int(w->arena, seq.length.type, take, span);
    nj_check(w, nj_tir_compare(w->arena, NJ_CMP_EQ, nj_type_pybool(w->types), seq.length.expr, count),
             NPRT_EXC_TYPE_ERROR, span,
             nj_arena_printf(w->arena, "%s() takes %u positional arguments", def->name->text, n + take), 0, NULL);
    for (uint32_t i = 0; i < take; i++)
        a->vals[a->n++] = nj_spill(w, nj_seq_get(w, &seq, nj_val_int(w, i, span), span));
    return true;
}

/* shape.area() where shape may be an instance of several classes. */
static bool variant_call(NjWalk *w, const NjExpr *e, NjVal *out)
{
    const NjExpr *callee = e->as.call.callee;
    if (callee->kind != NJ_EXPR_ATTRIBUTE || !nj_types_have_variants(w->types))
        return false;
    const NjExpr *base = callee->as.attribute.value;
    if (base->kind != NJ_EXPR_NAME && base->kind != NJ_EXPR_SUBSCRIPT && base->kind != NJ_EXPR_ATTRIBUTE)
        return false;
    /* evaluated into a scratch block first: only a variant takes this way */
    NjTirBlock scratch = {0}, *block = w->block;
    NjDiagMark mark = nj_diag_mark(w);
    uint32_t effects = w->effects, rebinds = w->rebinds;
    bool dead = w->dead;
    w->block = &scratch;
    NjVal v = nj_walk_expr(w, base);
    w->block = block;
    w->dead = dead;
    w->effects = effects;
    w->rebinds = rebinds;
    nj_diag_rollback(w, mark);
    if (!nj_type_is_variant(v.type) || !nj_variant_has_method(v.type, callee->as.attribute.attr))
        return false;
    v = nj_spill(w, nj_walk_expr(w, base));
    Args a;
    if (!walk_args(w, e, v, &a)) {
        *out = nj_val_error(w);
        return true;
    }
    *out = nj_variant_call(w, v, callee->as.attribute.attr, a.vals, a.n, a.kw_names, a.kw_vals, a.n_kw, e->span);
    return true;
}

/* **{"a": 1, "b": 2} says keywords. */
static bool is_keyword_display(const NjExpr *e)
{
    if (e->kind != NJ_EXPR_DICT)
        return false;
    for (uint32_t i = 0; i < e->as.dict.keys.n; i++) {
        const NjExpr *key = e->as.dict.keys.items[i];
        if (!key || key->kind != NJ_EXPR_CONSTANT || key->as.constant.kind != NJ_CONST_STR)
            return false;
    }
    return true;
}

static bool walk_keyword_display(NjWalk *w, const NjExpr *e, Args *a)
{
    uint32_t n = e->as.dict.keys.n;
    NjVal *vals;
    if (!nj_walk_items(w, e->as.dict.values, &vals, &n))
        return false;
    NjVal v = nj_val_tuple(w, vals, n, e->span);
    if (nj_is_error(v))
        return false;
    const NjName **names = NJ_NEW_ARRAY(w->arena, const NjName *, n + 1);
    for (uint32_t i = 0; i < n; i++) {
        NjVal key = nj_walk_expr(w, e->as.dict.keys.items[i]);
        names[i] = nj_intern(w->u->names, key.known->text, key.known->len);
    }
    return expand_keywords(w, (NjVal){0}, nj_keyword_tuple(w, names, vals, n, e->span), a, e->span);
}

static bool walk_args(NjWalk *w, const NjExpr *e, NjVal callee, Args *a)
{
    NjExprs args = e->as.call.args;
    NjKeywords kws = e->as.call.keywords;
    memset(a, 0, sizeof *a);
    if (!nj_walk_items(w, args, &a->vals, &a->n))
        return false;
    if (!a->vals && !walk_dynamic_star(w, callee, args, a->n, a))
        return false;
    a->spans = NJ_NEW_ARRAY(w->arena, NjSpan, a->n + 1);
    for (uint32_t i = 0; i < a->n; i++)
        a->spans[i] = i < args.n && a->n == args.n ? args.items[i]->span : e->span;
    a->kw_names = NJ_NEW_ARRAY(w->arena, const NjName *, kws.n + 1);
    a->kw_vals = NJ_NEW_ARRAY(w->arena, NjVal, kws.n + 1);
    for (uint32_t i = 0; i < kws.n; i++) {
        a->more = kws.n - i;
        if (!kws.items[i]->name && is_keyword_display(kws.items[i]->value)) {
            if (!walk_keyword_display(w, kws.items[i]->value, a))
                return false;
            continue;
        }
        NjMark mark = nj_mark(w);
        NjVal v = nj_walk_expr(w, kws.items[i]->value);
        for (uint32_t k = 0; k < a->n; k++)
            a->vals[k] = nj_settle(w, mark, a->vals[k]);
        if (nj_is_error(v))
            return false;
        if (!kws.items[i]->name) {
            if (!expand_keywords(w, callee, v, a, kws.items[i]->span))
                return false;
            continue;
        }
        a->kw_names[a->n_kw] = kws.items[i]->name;
        a->kw_vals[a->n_kw++] = v;
    }
    return true;
}

/* v[index](...): kernels of which one is launched. */
static NjVal walk_item_callee(NjWalk *w, const NjExpr *e, NjVal *out)
{
    const NjExpr *callee = e->as.call.callee;
    NjVal base, index;
    if (!nj_walk_subscript_parts(w, callee, &base, &index, out))
        return nj_normal(w, *out);
    bool is_choice = !nj_is_error(base) && nj_type_is_union(base.type);
    for (uint32_t i = 1; is_choice && i < base.type->n; i++) {
        const NjType *slot = base.type->elems[i]; /* behind the tag */
        is_choice = slot->kind == NJ_T_FUNC || (slot->kind == NJ_T_OPTIONAL && slot->elems[0]->kind == NJ_T_FUNC);
    }
    if (!is_choice)
        return nj_normal(w, nj_index_get(w, base, index, callee->span));
    Args a;
    base = nj_spill(w, base);
    index = nj_spill(w, index);
    *out = nj_val_error(w);
    if (walk_args(w, e, base, &a))
        *out = nj_union_call_item(w, base, index, a.vals, a.n, a.kw_names, a.kw_vals, a.n_kw, e->span);
    return (NjVal){0};
}

/* What is called. A method of a union is called here, for each alternative: the type is NULL then. */
static NjVal walk_callee(NjWalk *w, const NjExpr *e, NjVal *out)
{
    const NjExpr *callee = e->as.call.callee;
    if (callee->kind == NJ_EXPR_SUBSCRIPT)
        return walk_item_callee(w, e, out);
    if (callee->kind != NJ_EXPR_ATTRIBUTE)
        return nj_walk_expr(w, callee);
    NjVal base = nj_walk_expr(w, callee->as.attribute.value);
    const NjName *attr = callee->as.attribute.attr;
    if (nj_is_error(base) || !nj_type_is_union(base.type))
        return nj_normal(w, nj_get_attr(w, base, attr, callee->span));
    Args a;
    base = nj_spill(w, base);
    *out = nj_val_error(w);
    if (walk_args(w, e, base, &a))
        *out = nj_union_call(w, base, attr, a.vals, a.n, a.kw_names, a.kw_vals, a.n_kw, e->span);
    return (NjVal){0};
}

NjVal nj_walk_call(NjWalk *w, const NjExpr *e)
{
    NjVal out;
    if (nj_special_form(w, e, &out) || variant_call(w, e, &out))
        return out;
    NjVal callee = walk_callee(w, e, &out);
    if (!callee.type)
        return out;
    if (nj_is_error(callee))
        return callee;
    NjMark mark = nj_mark(w);
    Args a;
    if (!walk_args(w, e, callee, &a))
        return nj_val_error(w);
    callee = nj_settle(w, mark, callee);
    if (a.is_columns)
        return a.vals[0];
    return call_with(w, callee, &a, e->span, e);
}

NjVal nj_walk_lambda(NjWalk *w, const NjExpr *e)
{
    return nj_func_value(w, nj_func_of(w->def->module, e), e->span);
}

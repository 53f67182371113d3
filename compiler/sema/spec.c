/* spec.c - specialising functions of the program: one TIR function per tuple of argument types.
 *
 * A specialisation is keyed by the function, what it captured, and the types of its arguments; where the
 * function asked for it (prelude functions always), also by what is known of them. It remembers the
 * module variables it read, and is made anew when one of them has another type or known value since. */
#include "compiler/sema/sema.h"

#include "compiler/funcs/func.h"

#include <string.h>

enum { MAX_DEPTH = 400, MAX_SPECS = 4000 };

static uint64_t mix(uint64_t h, uint64_t x)
{
    h ^= x + 0x9e3779b97f4a7c15u + (h << 6) + (h >> 2);
    return h * 0xff51afd7ed558ccdu;
}

static uint64_t hash_known(uint64_t h, const NjKnown *k)
{
    if (!k)
        return mix(h, 7);
    h = mix(h, k->kind);
    uint64_t f;
    memcpy(&f, &k->f, sizeof f);
    switch (k->kind) {
    case NJ_KNOWN_STR:
    case NJ_KNOWN_BIG:
        for (uint32_t i = 0; i < k->len; i++)
            h = mix(h, (unsigned char)k->text[i]);
        return h;
    case NJ_KNOWN_ITEMS:
        for (uint32_t i = 0; i < k->n; i++)
            h = hash_known(h, k->items[i]);
        return h;
    case NJ_KNOWN_ITER:
        return mix(h, (uintptr_t)k->iter);
    default:
        return mix(mix(h, (uint64_t)k->i), f);
    }
}

static uint64_t spec_key(const NjFuncDef *def, NjVal self, const NjVal *args, uint32_t n)
{
    uint64_t h = mix((uintptr_t)def, (uintptr_t)self.type);
    if (self.known)
        h = hash_known(h, self.known); /* of captures */
    for (uint32_t i = 0; i < n; i++)
        h = hash_known(mix(h, (uintptr_t)args[i].type), args[i].known);
    return h;
}

static bool deps_hold(NjSema *s, const NjSpec *spec)
{
    for (uint32_t i = 0; i < spec->deps.n; i++) {
        const NjGlobalDep *d = &spec->deps.items[i];
        const NjBinding *b = &s->main_walk->env.vars[d->var->index];
        const NjType *type = b->state == NJ_UNBOUND ? NULL : b->type;
        if (type != d->type || !nj_known_equal(b->known, d->known))
            return false;
    }
    return true;
}

static NjSpec *find_spec(NjSema *s, const NjFuncDef *def, NjVal self, const NjVal *args, uint32_t n,
                         bool in_kernel)
{
    for (uint32_t i = s->specs.n; i-- > 0;) {
        NjSpec *spec = s->specs.items[i];
        if (spec->def != def || spec->n != n || spec->has_errors ||
            spec->self_value.type != self.type ||
            !nj_known_equal(spec->self_value.known, self.known) || spec->in_kernel != in_kernel)
            continue;
        bool same = true;
        for (uint32_t k = 0; k < n && same; k++)
            same = spec->args[k].type == args[k].type && nj_known_equal(spec->args[k].known, args[k].known);
        if (same && (spec->in_progress || deps_hold(s, spec)))
            return spec;
    }
    return NULL;
}

NjWalk *nj_walk_new(NjSema *s, NjFuncDef *def, NjTirFn *fn, NjModel model)
{
    NjWalk *w = NJ_NEW(s->arena, NjWalk);
    w->s = s;
    w->u = s->u;
    w->arena = s->arena;
    w->types = s->types;
    w->fn = fn;
    w->def = def;
    w->model = model;
    bool is_python = !def->module->is_prelude || def->module->is_checked;
    w->checked = model == NJ_MODEL_NUMPY && is_python;
    w->zero_raises = is_python && !def->jit.numpy_errors &&
                     def->jit.kind != NJ_JIT_VECTORIZE && def->jit.kind != NJ_JIT_GUVECTORIZE &&
                     def->jit.kind != NJ_JIT_CUDA_KERNEL && def->jit.kind != NJ_JIT_CUDA_DEVICE;
    w->block = &fn->body;
    w->env = (NjEnv){NJ_NEW_ARRAY(s->arena, NjBinding, def->n_vars), def->n_vars};
    w->frame = NJ_NEW(s->arena, NjFrame);
    w->frame->def = def;
    w->at = def->span;
    return w;
}

/* ---- finishing a function ---- */

/* What a caller gets from `return a` here and `return b` there: 0 and 1.5 stay what they are. */
static const NjType *join_returns(NjWalk *w, const NjType *a, const NjType *b)
{
    if (a->kind != NJ_T_TUPLE || b->kind != NJ_T_TUPLE || a->n != b->n || a->name || b->name || a->frozen ||
        b->frozen)
        return nj_value_join(w, a, b);
    const NjType **elems = NJ_NEW_ARRAY(w->arena, const NjType *, a->n);
    for (uint32_t i = 0; i < a->n; i++) {
        elems[i] = nj_element_join(w, a->elems[i], b->elems[i]);
        if (!elems[i])
            return nj_union_join(w, a, b);
    }
    return nj_type_tuple(w->types, elems, a->n);
}

/* Return statements get the joined type; falling off the end returns None. */
static void patch_returns(NjWalk *w)
{
    NjFrame *frame = w->frame;
    const NjType *type = NULL;
    for (uint32_t i = 0; i < frame->returns.n; i++) {
        NjReturn *r = &frame->returns.items[i];
        const NjType *joined = type ? join_returns(w, type, r->value.type) : r->value.type;
        if (!joined) {
            w->dead = false;
            nj_fail(w, r->span, "'%s' returns %s here and %s elsewhere", w->def->name->text,
                    nj_ty(w, r->value.type), nj_ty(w, type));
            continue;
        }
        type = joined;
    }
    w->fn->result = type ? type : nj_type_never(w->types);
    for (uint32_t i = 0; i < frame->returns.n && type; i++) {
        NjReturn *r = &frame->returns.items[i];
        if (!nj_can_coerce(w, r->value.type, type))
            continue;
        /* the conversion goes before the return: the statement becomes a block of both */
        NjTirBlock block = {0};
        w->block = &block;
        w->dead = false;
        NjVal v = nj_coerce(w, r->value, type, r->span);
        NjTirStmt *ret = nj_tir_stmt(w->arena, NJ_S_RETURN, r->span);
        ret->as.ret.value = type->kind == NJ_T_NONE ? NULL : nj_expr_of(w, v, r->span);
        nj_tir_push(w->arena, &block, ret);
        if (block.n == 1) {
            *r->stmt = *ret;
        } else {
            r->stmt->kind = NJ_S_BLOCK;
            r->stmt->as.block = block;
        }
    }
}

void nj_finish_fn(NjWalk *w)
{
    w->block = &w->fn->body;
    if (!w->dead)
        nj_walk_return(w, nj_val_none(w, w->def->span), w->def->span);
    patch_returns(w);
    for (uint32_t i = 0; i < w->flags.n; i++) {
        NjTirLocal *flag = w->flags.entries[i].value;
        NjTirStmt *s = nj_tir_stmt(w->arena, NJ_S_ASSIGN, w->def->span);
        s->as.assign.local = flag;
        s->as.assign.value = nj_tir_int(w->arena, flag->type, 0, w->def->span);
        nj_tir_insert(w->arena, &w->fn->body, 0, s);
    }
}

/* ---- making a specialisation ---- */

static bool is_in_kernel(const NjWalk *caller, const NjFuncDef *def)
{
    return caller->in_kernel || def->jit.kind == NJ_JIT_CUDA_KERNEL || def->jit.kind == NJ_JIT_CUDA_DEVICE;
}

/* Whatever a kernel calls is compiled as Numba does. */
static NjModel model_of(const NjFuncDef *def, bool in_kernel)
{
    bool is_plain = def->jit.kind == NJ_JIT_NONE && (!in_kernel || def->module->is_prelude);
    return is_plain ? NJ_MODEL_NUMPY : NJ_MODEL_NUMBA;
}

static NjTirFn *new_fn(NjSema *s, NjFuncDef *def, const NjWalk *caller)
{
    const char *name = nj_arena_printf(s->arena, "%s.%u", def->name->text, s->next_fn++);
    NjTirFn *fn = nj_tir_fn(s->arena, name);
    fn->source_name = def->name->text;
    fn->span = def->span;
    fn->model = model_of(def, is_in_kernel(caller, def));
    fn->bounds_check = !s->u->options.no_bounds_checks && !def->jit.no_boundscheck;
    fn->fastmath = def->jit.fastmath || s->u->options.fastmath;
    fn->is_parallel = def->jit.parallel;
    fn->is_hot = def->jit.kind != NJ_JIT_NONE || def->has_loop;
    fn->is_kernel = def->jit.kind == NJ_JIT_CUDA_KERNEL && !caller->in_kernel;
    fn->is_device = is_in_kernel(caller, def);
    fn->kernel = def->jit.kernel;
    fn->always_inline = def->jit.always_inline || def->kind == NJ_FUNC_LAMBDA;
    return fn;
}

/* All parameters in the order of NjVar: posonly, args, kwonly, *vararg, **kwarg. */
static void bind_params(NjWalk *w, NjSpec *spec)
{
    NjTirFn *fn = w->fn;
    uint32_t extra = !spec->self_value.type->is_unit;
    fn->params = NJ_NEW_ARRAY(w->arena, NjTirLocal *, spec->n + 1);
    if (extra) {
        NjTirLocal *self = nj_tir_local_new(w->arena, fn, "captures", spec->self_value.type);
        self->is_param = self->is_temp = true;
        fn->params[fn->n_params++] = self;
        w->frame->self_value =
            (NjVal){self->type, nj_tir_local(w->arena, self, w->def->span), spec->self_value.known};
    } else {
        w->frame->self_value = nj_val_unit(w, spec->self_value.type, w->def->span);
        w->frame->self_value.known = spec->self_value.known;
    }
    uint32_t n_params = spec->n;
    if (w->def->jit.kind == NJ_JIT_STENCIL) {
        /* the last arguments are the position of the point */
        const NjArguments *p = w->def->args;
        n_params = p->posonly.n + p->args.n;
        w->n_stencil = spec->n - n_params;
        w->stencil = NJ_NEW_ARRAY(w->arena, NjVal, w->n_stencil + 1);
    }
    for (uint32_t i = n_params; i < spec->n; i++) {
        NjTirLocal *local = nj_tir_local_new(w->arena, fn, "at", spec->args[i].type);
        local->is_param = local->is_temp = true;
        w->stencil[i - n_params] = nj_val(local->type, nj_tir_local(w->arena, local, w->def->span));
    }
    for (uint32_t i = 0; i < n_params; i++) {
        NjVar *var = w->def->vars[i];
        NjVal v = spec->args[i];
        if (v.type->is_unit) {
            v.expr = nj_tir_unit(w->arena, v.type, w->def->span);
        } else {
            NjTirLocal *local = nj_tir_local_new(w->arena, fn, var->name->text, v.type);
            local->is_param = true;
            local->is_assigned = var->n_assigns > 1;
            fn->params[fn->n_params++] = local;
            v.expr = nj_tir_local(w->arena, local, var->first);
            /* a container keeps its site: what the callee puts into it may widen its elements */
            const NjKnown *known = w->given[i].known;
            if (!v.known && w->given[i].type == v.type && known && known->kind == NJ_KNOWN_SITE)
                v.known = known;
        }
        nj_bind_param(w, var, v, var->first);
        if (i == 0)
            w->frame->class_self = v;
    }
    for (uint32_t i = 0; i < w->n_stencil; i++)
        fn->params[fn->n_params++] = w->stencil[i].expr->as.local.local;
}

static void walk_body(NjWalk *w)
{
    if (w->def->kind == NJ_FUNC_LAMBDA) {
        NjVal v = nj_walk_expr(w, w->def->lambda->as.lambda.body);
        if (!w->dead)
            nj_walk_return(w, v, w->def->span);
    } else {
        nj_walk_block(w, w->def->body);
    }
}

/* A function that calls itself asks first whether there is room; those of Numba do not, as there. */
static void check_stack(NjWalk *w)
{
    NjTirBlock body = w->fn->body, start = {0};
    w->block = &start;
    w->dead = false;
    NjVal left = nj_rtcall(w, NJ_RT_stack_left, nj_type_pybool(w->types), w->fn->span, 0, NULL);
    nj_check(w, left.expr, NPRT_EXC_RECURSION_ERROR, w->fn->span, "maximum recursion depth exceeded", 0, NULL);
    for (uint32_t i = 0; i < body.n; i++)
        nj_tir_push(w->arena, &start, body.items[i]);
    w->fn->body = start;
}

static NjSpec *make_spec(NjWalk *caller, NjFuncDef *def, NjVal self, const NjVal *args, const NjVal *given,
                         uint32_t n, NjSpan span)
{
    NjSema *s = caller->s;
    NjSpec *spec = NJ_NEW(s->arena, NjSpec);
    spec->def = def;
    spec->self_value = self;
    spec->args = NJ_NEW_ARRAY(s->arena, NjVal, n);
    for (uint32_t i = 0; i < n; i++)
        spec->args[i] = (NjVal){args[i].type, NULL, args[i].known};
    spec->n = n;
    spec->in_kernel = is_in_kernel(caller, def);
    spec->key = spec_key(def, self, args, n) ^ spec->in_kernel;
    spec->model = model_of(def, spec->in_kernel);
    spec->fn = new_fn(s, def, caller);
    const NjType *hint = nj_hint_get(s, NJ_HINT_RESULT, def, spec->key);
    spec->result = hint ? hint : nj_type_never(s->types);
    spec->fn->result = spec->result;
    spec->in_progress = true;
    nj_vec_push(s->arena, &s->specs, spec);
    nj_vec_push(s->arena, &s->stack, spec);
    nj_vec_push(s->arena, &s->call_spans, span);
    NjWalk *w = nj_walk_new(s, def, spec->fn, spec->model);
    if (def->module->is_prelude && caller->model == NJ_MODEL_NUMBA)
        w->checked = w->zero_raises = false;
    w->spec = spec;
    w->caller = caller;
    w->given = given;
    w->in_kernel = spec->in_kernel;
    w->zero_raises &= !w->in_kernel;
    uint32_t errors = s->u->diags.nerrors;
    bind_params(w, spec);
    nj_make_loop_cells(w);
    walk_body(w);
    nj_finish_fn(w);
    if (spec->is_recursive && w->checked)
        check_stack(w);
    (void)nj_vec_pop(&s->stack);
    (void)nj_vec_pop(&s->call_spans);
    spec->in_progress = false;
    spec->has_errors = s->u->diags.nerrors > errors;
    if (spec->is_recursive && spec->fn->result != spec->result) {
        const NjType *joined = nj_value_join(w, spec->result, spec->fn->result);
        if (joined)
            nj_hint_set(s, NJ_HINT_RESULT, def, spec->key, joined);
        else
            nj_fail(caller, span, "the result of recursive '%s' is %s in one call and %s in another",
                    def->name->text, nj_ty(caller, spec->result), nj_ty(caller, spec->fn->result));
    }
    spec->result = spec->fn->result;
    return spec;
}

/* ---- calling ---- */

static bool keeps_known(const NjWalk *w, const NjFuncDef *def)
{
    return def->module->is_prelude || nj_hint_get(w->s, NJ_HINT_LITERAL, def, 0) != NULL;
}

/* A parameter of a prelude function with an annotation is a run-time value: code is not made anew for each
 * one. */
static bool is_runtime_param(const NjFuncDef *def, uint32_t i)
{
    if (!def->module->is_prelude || !def->args)
        return false;
    uint32_t posonly = def->args->posonly.n;
    const NjArgs *args = i < posonly ? &def->args->posonly : &def->args->args;
    i -= i < posonly ? 0 : posonly;
    return i < args->n && args->items[i]->annotation;
}

/* What of an argument's knowledge belongs to the key. */
static const NjKnown *key_known(const NjWalk *w, const NjFuncDef *def, uint32_t i, NjVal v)
{
    if (!v.known || v.known->kind == NJ_KNOWN_SITE || v.known->kind == NJ_KNOWN_ITER)
        return NULL; /* an iterator is rebuilt from the parts that it carries */
    if (v.type->is_unit || v.type->kind == NJ_T_FUNC)
        return v.known;
    if (is_runtime_param(def, i))
        return NULL;
    if (v.known->kind == NJ_KNOWN_ITEMS) {
        /* functions inside a tuple stay known */
        return keeps_known(w, def) ? v.known : NULL;
    }
    return keeps_known(w, def) ? v.known : NULL;
}

static NjVal to_callee_model(NjWalk *w, NjFuncDef *def, NjVal v, NjSpan span)
{
    if (v.type->kind == NJ_T_ITER && (!v.known || v.type->id == NJ_ITER_GENEXP))
        return nj_list_of(w, v, span);
    if (v.type->kind == NJ_T_TUPLE && v.type->frozen && model_of(def, is_in_kernel(w, def)) == NJ_MODEL_NUMBA) {
        const NjType *elem = v.type->n ? v.type->elems[0] : NULL;
        for (uint32_t i = 1; i < v.type->n && elem; i++)
            elem = nj_type_join(w->types, elem, v.type->elems[i]);
        if (elem) /* Numba's reflected lists have one type */
            return nj_list_as(w, nj_list_of(w, v, span), elem, span);
    }
    if (model_of(def, is_in_kernel(w, def)) == NJ_MODEL_NUMBA)
        return nj_coerce(w, v, nj_type_to_numba(w->types, v.type), span);
    return v;
}

static NjVal from_callee_model(NjWalk *w, NjFuncDef *def, NjVal v, NjSpan span)
{
    if (model_of(def, is_in_kernel(w, def)) == NJ_MODEL_NUMBA && w->model == NJ_MODEL_NUMPY &&
        !w->def->module->is_prelude)
        return nj_coerce(w, v, nj_type_from_numba(w->types, v.type), span);
    return nj_normal(w, v);
}

/* What passing `from` as `to` costs: nothing, a promotion, a safe or an unsafe conversion; UINT32_MAX: not
 * possible. Ranked as Numba's overload resolution does (numba/core/typeconv/rules.py). */
static uint32_t conversion_cost(NjWalk *w, const NjType *from, const NjType *to)
{
    enum { PROMOTE = 1, SAFE = 1 << 8, UNSAFE = 1 << 16 };
    if (from == to)
        return 0;
    if (!nj_can_coerce(w, from, to))
        return UINT32_MAX;
    if (from->kind != NJ_T_SCALAR || to->kind != NJ_T_SCALAR || nj_dtype_is_complex(to->dtype))
        return SAFE;
    bool widens = nj_dtype_size(from->dtype) <= nj_dtype_size(to->dtype);
    if (nj_dtype_is_float(from->dtype) == nj_dtype_is_float(to->dtype) &&
        nj_dtype_is_signed(from->dtype) == nj_dtype_is_signed(to->dtype))
        return widens ? PROMOTE : UNSAFE;
    return to->dtype == NPRT_F64 || (widens && nj_dtype_is_int(from->dtype)) ? SAFE : UNSAFE;
}

static const char *params_text(NjWalk *w, const NjSignature *sig)
{
    const char *text = "";
    for (uint32_t k = 0; k < sig->n; k++)
        text = nj_arena_printf(w->arena, "%s%s%s", text, k ? ", " : "", nj_ty(w, sig->params[k]));
    return nj_arena_printf(w->arena, "(%s)", text);
}

/* @jit with signatures: the one that the arguments fit best. */
static bool apply_signature(NjWalk *w, NjFuncDef *def, NjVal *args, uint32_t n, NjSpan span)
{
    if (def->jit.n_signatures == 0 || def->jit.kind == NJ_JIT_VECTORIZE)
        return true;
    const NjSignature *best = NULL;
    uint32_t best_cost = UINT32_MAX;
    for (uint32_t i = 0; i < def->jit.n_signatures; i++) {
        const NjSignature *sig = &def->jit.signatures[i];
        uint32_t total = sig->n == n ? 0 : UINT32_MAX;
        for (uint32_t k = 0; k < n && total != UINT32_MAX; k++) {
            uint32_t cost = conversion_cost(w, args[k].type, sig->params[k]);
            total = cost == UINT32_MAX ? cost : total + cost;
        }
        if (total < best_cost) {
            best = sig;
            best_cost = total;
        }
    }
    if (best) {
        for (uint32_t k = 0; k < n; k++)
            args[k] = nj_coerce(w, args[k], best->params[k], span);
        return true;
    }
    const char *types = "", *known = "";
    for (uint32_t k = 0; k < n; k++)
        types = nj_arena_printf(w->arena, "%s%s%s", types, k ? ", " : "", nj_ty(w, args[k].type));
    for (uint32_t i = 0; i < def->jit.n_signatures; i++)
        known = nj_arena_printf(w->arena, "%s%s%s", known, i ? " or " : "",
                                params_text(w, &def->jit.signatures[i]));
    nj_raises(w, span, NPRT_EXC_TYPE_ERROR,
              "No matching definition for argument type(s) %s of '%s', whose signature is %s", types,
              def->name->text, known);
    return false;
}

NjSpec *nj_specialise(NjWalk *w, NjVal callee, const NjVal *given, uint32_t n, NjSpan span, NjVal **out_args)
{
    NjSema *s = w->s;
    NjFuncDef *def = (NjFuncDef *)callee.type->func;
    NjVal *args = NJ_NEW_ARRAY(w->arena, NjVal, n + 1);
    *out_args = args;
    if (s->stack.n > MAX_DEPTH || s->specs.n > MAX_SPECS) {
        nj_fail(w, span, "'%s' is specialised for ever new types: recursion that never ends?",
                def->name->text);
        return NULL;
    }
    for (uint32_t i = 0; i < n; i++) {
        args[i] = to_callee_model(w, def, given[i], span);
        if (nj_is_error(args[i]))
            return NULL;
    }
    if (!apply_signature(w, def, args, n, span))
        return NULL;
    NjVal *key = NJ_NEW_ARRAY(w->arena, NjVal, n);
    for (uint32_t i = 0; i < n; i++)
        key[i] = (NjVal){args[i].type, NULL, key_known(w, def, i, args[i])};
    NjSpec *spec = find_spec(s, def, callee, key, n, is_in_kernel(w, def));
    if (!spec)
        spec = make_spec(w, def, callee, key, args, n, span);
    else if (spec->in_progress)
        spec->is_recursive = true;
    /* what the callee read of the module, the caller depends on too */
    for (uint32_t i = 0; i < spec->deps.n; i++)
        for (uint32_t k = 0; k < s->stack.n; k++)
            nj_add_dep(s, s->stack.items[k], spec->deps.items[i]);
    return spec;
}

NjVal nj_call_func(NjWalk *w, NjVal callee, const NjVal *given, uint32_t n, NjSpan span)
{
    NjVal *args;
    NjFuncDef *def = (NjFuncDef *)callee.type->func;
    NjSpec *spec = nj_specialise(w, callee, given, n, span, &args);
    if (!spec)
        return nj_val_error(w);
    NjTirExpr *call = nj_tir_expr(w->arena, NJ_X_CALL, spec->result, span);
    call->as.call.fn = spec->fn;
    call->as.call.args = NJ_NEW_ARRAY(w->arena, NjTirExpr *, n + 1);
    if (!callee.type->is_unit)
        call->as.call.args[call->as.call.n++] = callee.expr;
    for (uint32_t i = 0; i < n; i++)
        if (!args[i].type->is_unit)
            call->as.call.args[call->as.call.n++] = nj_expr_of(w, args[i], span);
    NjVal v = nj_effect(w, call);
    if (spec->result->kind == NJ_T_NEVER) {
        if (!spec->in_progress)
            w->dead = true; /* it always raises */
        return v;
    }
    v.known = spec->result_known;
    return from_callee_model(w, def, v, span);
}

/* generator.c - functions with yield.
 *
 * Calling one makes a generator object: the arguments go into a cell, and a small entry function of the
 * program (FN_ADDR) takes them out again and calls the specialised body on the generator's own stack
 * (runtime/generator.h). The type of what it yields is a hint, as for recursive results. */
#include "compiler/sema/sema.h"

#include "compiler/funcs/func.h"

static const uint64_t yield_salt = 0x9e3779b97f4a7c15u;

static const NjType *yield_type(NjSema *s, const NjSpec *spec)
{
    const NjType *t = nj_hint_get(s, NJ_HINT_RESULT, spec->def, spec->key ^ yield_salt);
    return t ? t : nj_type_never(s->types);
}

/* What is sent to generators is known by the type that they yield: a generator object knows no
 * more. */
static const uint64_t send_salt = 0xd1b54a32d192ed03u;

const NjType *nj_gen_send_type(NjWalk *w, const NjType *yielded, const NjType *sent)
{
    const NjType *t = nj_hint_get(w->s, NJ_HINT_RESULT, yielded, send_salt);
    const NjType *joined = !sent ? t : t ? nj_element_join(w, t, sent) : sent;
    if (sent && joined)
        nj_hint_set(w->s, NJ_HINT_RESULT, yielded, send_salt, joined);
    return joined;
}

static NjVal yield_value(NjWalk *w, NjVal v, NjSpan span)
{
    if (nj_is_error(v))
        return v;
    if (!w->spec || !w->def->is_generator)
        return nj_fail(w, span, "SyntaxError: 'yield' outside function");
    const NjType *joined = nj_element_join(w, yield_type(w->s, w->spec), v.type);
    if (joined)
        nj_hint_set(w->s, NJ_HINT_RESULT, w->def, w->spec->key ^ yield_salt, joined);
    else
        return nj_fail(w, span, "'%s' yields %s here and %s elsewhere", w->def->name->text, nj_ty(w, v.type),
                       nj_ty(w, yield_type(w->s, w->spec)));
    v = nj_coerce(w, v, yield_type(w->s, w->spec), span);
    if (nj_is_error(v))
        return v;
    const NjType *sent = nj_gen_send_type(w, v.type, NULL);
    nj_rtcall1(w, NJ_RT_gen_yield, nj_type_none(w->types), span, v);
    return sent ? nj_rtcall(w, NJ_RT_gen_sent, nj_type_optional(w->types, sent), span, 0, NULL)
                : nj_val_none(w, span);
}

static void yield_item(NjWalk *w, NjVal item, void *span)
{
    yield_value(w, item, *(NjSpan *)span);
}

NjVal nj_walk_yield(NjWalk *w, const NjExpr *e)
{
    NjSpan span = e->span;
    if (e->kind == NJ_EXPR_YIELD) {
        NjVal v = e->as.yield.value ? nj_walk_expr(w, e->as.yield.value) : nj_val_none(w, span);
        return yield_value(w, v, span);
    }
    NjVal source = nj_walk_expr(w, e->as.yield_from.value);
    if (!nj_iterate(w, source, span, NULL, yield_item, &span))
        return nj_val_error(w);
    return nj_val_none(w, span);
}

/* The function whose address the generator gets: unpacks the cell and runs the body. */
static NjTirFn *entry_of(NjWalk *w, NjSpec *spec, const NjType *tuple, NjSpan span)
{
    if (spec->gen_entry)
        return spec->gen_entry;
    NjTirFn *fn = nj_tir_fn(w->arena, nj_arena_printf(w->arena, "%s.start", spec->fn->name));
    fn->source_name = spec->fn->source_name;
    fn->span = spec->fn->span;
    fn->model = spec->model;
    fn->needs_entry = true;
    fn->result = nj_type_none(w->types);
    NjTirLocal *cell = nj_tir_local_new(w->arena, fn, "arguments", nj_type_cell(w->types, tuple));
    cell->is_param = cell->is_temp = true;
    fn->params = NJ_NEW_ARRAY(w->arena, NjTirLocal *, 1);
    fn->params[fn->n_params++] = cell;
    NjTirExpr *call = nj_tir_expr(w->arena, NJ_X_CALL, spec->fn->result, span);
    call->as.call.fn = spec->fn;
    call->as.call.args = NJ_NEW_ARRAY(w->arena, NjTirExpr *, tuple->n + 1);
    for (uint32_t i = 0; i < tuple->n; i++) {
        if (tuple->elems[i]->is_unit)
            continue;
        NjTirExpr *get = nj_tir_expr(w->arena, NJ_X_CELL_GET, tuple, span);
        get->as.cell_get.a = nj_tir_local(w->arena, cell, span);
        call->as.call.args[call->as.call.n++] = nj_tir_tuple_get(w->arena, get, i, tuple->elems[i]);
    }
    NjTirStmt *run = nj_tir_stmt(w->arena, NJ_S_EXPR, span);
    run->as.expr.value = call;
    nj_tir_push(w->arena, &fn->body, run);
    nj_tir_push(w->arena, &fn->body, nj_tir_stmt(w->arena, NJ_S_RETURN, span));
    spec->gen_entry = fn;
    return fn;
}

NjVal nj_call_generator(NjWalk *w, NjVal callee, const NjVal *given, uint32_t n, NjSpan span)
{
    NjVal *args;
    NjSpec *spec = nj_specialise(w, callee, given, n, span, &args);
    if (!spec)
        return nj_val_error(w);
    NjVal *items = NJ_NEW_ARRAY(w->arena, NjVal, n + 1);
    uint32_t k = 0;
    if (!callee.type->is_unit)
        items[k++] = callee;
    for (uint32_t i = 0; i < n; i++)
        items[k++] = args[i];
    NjVal tuple = nj_val_tuple(w, items, k, span);
    const NjType *handle = nj_type_opaque(w->types, NJ_OPAQUE_CODE);
    NjTirExpr *address = nj_tir_expr(w->arena, NJ_X_FN_ADDR, handle, span);
    address->as.call.fn = entry_of(w, spec, tuple.type, span);
    NjTirExpr *cell = nj_tir_expr(w->arena, NJ_X_NEW_CELL, nj_type_cell(w->types, tuple.type), span);
    cell->as.new_cell.a = tuple.expr;
    NjVal boxed = nj_effect(w, cell);
    const NjType *type = nj_type_generator(w->types, yield_type(w->s, spec));
    return nj_rtcall2(w, NJ_RT_gen_new, type, span, nj_val(handle, address), boxed);
}

/* ---- iterating ---- */

NjVal nj_gen_next(NjWalk *w, NjVal gen, NjSpan span)
{
    return nj_rtcall1(w, NJ_RT_gen_next, nj_type_pybool(w->types), span, gen);
}

NjVal nj_gen_value(NjWalk *w, NjVal gen, NjSpan span)
{
    const NjType *elem = gen.type->elems[0];
    if (elem->kind == NJ_T_NEVER)
        return nj_val_unit(w, elem, span);
    return nj_rtcall1(w, NJ_RT_gen_value, elem, span, gen);
}

typedef struct GenLoop {
    NjVal gen;
    NjIterBody *body;
    void *ctx;
    NjSpan span;
} GenLoop;

static NjTirExpr *gen_head(NjWalk *w, void *data)
{
    GenLoop *g = data;
    return nj_gen_next(w, g->gen, g->span).expr;
}

static void gen_body(NjWalk *w, void *data)
{
    GenLoop *g = data;
    g->body(w, nj_gen_value(w, g->gen, g->span), g->ctx);
}

bool nj_iterate_generator(NjWalk *w, NjVal gen, NjSpan span, const NjIterOptions *o, NjIterBody *body, void *ctx)
{
    if (gen.type->elems[0]->kind == NJ_T_NEVER)
        return true;
    GenLoop g = {nj_spill(w, gen), body, ctx, span};
    NjLoop loop = {.kind = NJ_S_WHILE, .span = span, .bound = o->bound, .orelse = o->orelse};
    loop.head = gen_head;
    loop.body = gen_body;
    loop.ctx = &g;
    nj_run_loop(w, &loop);
    return true;
}

/* ---- zip over generators ---- */

typedef struct Pull {
    NjSeq *seqs; /* value.type NULL: a generator */
    NjVal *gens;
    uint32_t n;
    NjTirLocal *pos, *more;
    NjIterBody *body;
    void *ctx;
    NjSpan span;
} Pull;

/* Asks the parts in order, as zip does; stops at the first that has no more. */
static NjTirExpr *pull_head(NjWalk *w, void *data)
{
    Pull *p = data;
    const NjType *pybool = nj_type_pybool(w->types);
    NjIf *ifs = NJ_NEW_ARRAY(w->arena, NjIf, p->n);
    uint32_t depth = 0;
    nj_emit_assign(w, p->more, nj_tir_int(w->arena, pybool, 1, p->span));
    for (uint32_t i = 0; i < p->n; i++) {
        NjTirExpr *ok;
        if (p->gens[i].type)
            ok = nj_gen_next(w, p->gens[i], p->span).expr;
        else if (p->seqs[i].length.type)
            ok = nj_tir_compare(w->arena, NJ_CMP_LT, pybool, nj_tir_local(w->arena, p->pos, p->span),
                                p->seqs[i].length.expr);
        else
            continue;
        nj_emit_assign(w, p->more, ok);
        if (i + 1 < p->n)
            ifs[depth++] = nj_if_begin(w, nj_tir_local(w->arena, p->more, p->span), p->span);
    }
    while (depth > 0)
        nj_if_end(w, &ifs[--depth]);
    return nj_tir_local(w->arena, p->more, p->span);
}

static void pull_body(NjWalk *w, void *data)
{
    Pull *p = data;
    const NjType *pyint = nj_type_pyint(w->types);
    NjVal *items = NJ_NEW_ARRAY(w->arena, NjVal, p->n);
    NjTirLocal *at = nj_temp(w, pyint);
    nj_emit_assign(w, at, nj_tir_local(w->arena, p->pos, p->span));
    for (uint32_t i = 0; i < p->n; i++)
        items[i] = p->gens[i].type
                       ? nj_gen_value(w, p->gens[i], p->span)
                       : nj_spill(w, nj_seq_get(w, &p->seqs[i], nj_val(pyint, nj_tir_local(w->arena, at, p->span)),
                                                p->span));
    nj_emit_assign(w, p->pos,
                   nj_tir_binary(w->arena, NJ_BIN_ADD, NJ_ARITH_WRAP, pyint, nj_tir_local(w->arena, at, p->span),
                                 nj_tir_int(w->arena, pyint, 1, p->span)));
    p->body(w, nj_val_tuple(w, items, p->n, p->span), p->ctx);
}

bool nj_iterate_zip_pull(NjWalk *w, const NjIter *it, NjSpan span, const NjIterOptions *o, NjIterBody *body,
                         void *ctx)
{
    Pull p = {.n = it->n, .body = body, .ctx = ctx, .span = span};
    p.seqs = NJ_NEW_ARRAY(w->arena, NjSeq, it->n);
    p.gens = NJ_NEW_ARRAY(w->arena, NjVal, it->n);
    for (uint32_t i = 0; i < it->n; i++) {
        NjVal part = it->parts[i];
        if (nj_type_is_generator(part.type)) {
            p.gens[i] = nj_spill(w, part);
            continue;
        }
        if (!nj_seq_of(w, part, span, &p.seqs[i])) {
            part = nj_list_of(w, part, span);
            if (nj_is_error(part) || !nj_seq_of(w, part, span, &p.seqs[i]))
                return false;
        }
    }
    p.pos = nj_temp(w, nj_type_pyint(w->types));
    p.more = nj_temp(w, nj_type_pybool(w->types));
    nj_emit_assign(w, p.pos, nj_tir_int(w->arena, p.pos->type, 0, span));
    NjLoop loop = {.kind = NJ_S_WHILE, .span = span, .bound = o->bound, .orelse = o->orelse};
    loop.head = pull_head;
    loop.body = pull_body;
    loop.ctx = &p;
    nj_run_loop(w, &loop);
    return true;
}

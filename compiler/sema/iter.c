/* iter.c - loops over anything iterable.
 *
 * nj_iterate builds the loop and calls back for the body, so for statements, comprehensions, sum(),
 * list(), join() and the rest share it. Iterators (zip, enumerate, generator expressions ...) are lazy
 * values known at compile time: iterating over one is written out as a counted loop over what is
 * underneath. Tuples of mixed types are unrolled. */
#include "compiler/sema/iter_internal.h"

enum { MAX_UNROLL = 256, MAX_HINT_UNROLL = 64 };

static const NjType *pyint(NjWalk *w)
{
    return nj_type_pyint(w->types);
}

NjVal nj_val_iter(NjWalk *w, NjIterKind kind, const NjVal *parts, uint32_t n, NjSpan span)
{
    NjIter *it = NJ_NEW(w->arena, NjIter);
    it->kind = kind;
    it->n = n;
    it->parts = NJ_NEW_ARRAY(w->arena, NjVal, n);
    const NjType **types = NJ_NEW_ARRAY(w->arena, const NjType *, n);
    NjTirExpr **exprs = NJ_NEW_ARRAY(w->arena, NjTirExpr *, n);
    for (uint32_t i = 0; i < n; i++) {
        if (nj_is_error(parts[i]))
            return parts[i];
        it->parts[i] = nj_spill(w, parts[i]);
        types[i] = it->parts[i].type;
        exprs[i] = nj_expr_of(w, it->parts[i], span);
    }
    const NjType *type = nj_type_iter(w->types, (int32_t)kind, types, n);
    NjKnown *known = NJ_NEW(w->arena, NjKnown);
    known->kind = NJ_KNOWN_ITER;
    known->iter = it;
    return (NjVal){type, nj_tir_tuple(w->arena, type, exprs, n, span), known};
}

NjVal nj_val_genexp(NjWalk *w, const NjExpr *node)
{
    NjVal v = nj_val_iter(w, NJ_ITER_GENEXP, NULL, 0, node->span);
    v.known->iter->node = node;
    v.known->iter->comps = w->frame->comps;
    return v;
}

/* The iterator behind a value of iterator type: known, or rebuilt from the parts it carries. */
NjIter *nj_iter_of(NjWalk *w, NjVal v, NjSpan span)
{
    if (v.known && v.known->kind == NJ_KNOWN_ITER)
        return v.known->iter;
    if (v.type->id == NJ_ITER_GENEXP)
        return NULL;
    NjIter *it = NJ_NEW(w->arena, NjIter);
    it->kind = (NjIterKind)v.type->id;
    it->n = v.type->n;
    it->parts = NJ_NEW_ARRAY(w->arena, NjVal, it->n);
    v = nj_spill(w, v);
    for (uint32_t i = 0; i < it->n; i++)
        it->parts[i] = nj_tuple_item(w, v, i, span);
    return it;
}

/* ---- loops ---- */

typedef struct IterCtx {
    NjIterBody *body;
    void *ctx;
    NjSpan span;
    NjVal value;
    NjSeq seq;
    NjLoop *loop;
    NjTirLocal *pos; /* position in a list, dict or set */
    int which;       /* dict: 0 key, 1 value, 2 both */
    NjVal size;
} IterCtx;

static void range_body(NjWalk *w, void *data)
{
    IterCtx *c = data;
    c->body(w, nj_val(pyint(w), nj_tir_local(w->arena, c->loop->var, c->span)), c->ctx);
}

static bool iterate_range(NjWalk *w, NjVal range, NjSpan span, const NjIterOptions *o, NjIterBody *body,
                          void *ctx)
{
    NjVal part[3];
    int64_t k[3] = {0, 0, 0};
    bool known[3];
    for (uint32_t i = 0; i < 3; i++) {
        part[i] = nj_spill(w, nj_range_part(w, range, i, span));
        known[i] = nj_known_int(part[i], &k[i]);
    }
    IterCtx c = {.body = body, .ctx = ctx, .span = span};
    NjLoop loop = {.kind = NJ_S_FOR, .span = span, .bound = o->bound, .orelse = o->orelse};
    c.loop = &loop;
    loop.start = part[0].expr;
    loop.stop = part[1].expr;
    loop.step = part[2].expr;
    loop.step_sign = known[2] ? (k[2] > 0 ? 1 : -1) : 0;
    loop.is_parallel = range.known && range.known->i == 1;
    loop.at_least_once =
        known[0] && known[1] && known[2] && k[2] != 0 && nj_iter_range_length(k[0], k[1], k[2]) > 0;
    loop.body = range_body;
    loop.ctx = &c;
    nj_run_loop(w, &loop);
    return true;
}

static void seq_body(NjWalk *w, void *data)
{
    IterCtx *c = data;
    NjVal index = nj_val(pyint(w), nj_tir_local(w->arena, c->loop->var, c->span));
    c->body(w, nj_seq_get(w, &c->seq, index, c->span), c->ctx);
}

static bool iterate_seq(NjWalk *w, NjSeq seq, NjSpan span, const NjIterOptions *o, NjIterBody *body,
                        void *ctx)
{
    IterCtx c = {.body = body, .ctx = ctx, .span = span, .seq = seq};
    int64_t n = 0;
    NjLoop loop = {.kind = NJ_S_FOR, .span = span, .bound = o->bound, .orelse = o->orelse};
    c.loop = &loop;
    loop.start = nj_tir_int(w->arena, pyint(w), 0, span);
    loop.stop = seq.length.type ? seq.length.expr : nj_tir_int(w->arena, pyint(w), INT64_MAX, span);
    loop.step = nj_tir_int(w->arena, pyint(w), 1, span);
    loop.step_sign = 1;
    loop.at_least_once = seq.length.type && nj_known_int(seq.length, &n) && n > 0;
    loop.body = seq_body;
    loop.ctx = &c;
    nj_run_loop(w, &loop);
    return true;
}

/* A list may grow while it is walked: its length is looked at every time. */
static NjTirExpr *list_head(NjWalk *w, void *data)
{
    IterCtx *c = data;
    NjTirExpr *pos = nj_tir_local(w->arena, c->pos, c->span);
    NjVal len = nj_len(w, c->value, c->span);
    return nj_tir_compare(w->arena, NJ_CMP_LT, nj_type_pybool(w->types), pos, len.expr);
}

static void list_body(NjWalk *w, void *data)
{
    IterCtx *c = data;
    NjTirExpr *pos = nj_tir_local(w->arena, c->pos, c->span);
    NjVal item = nj_spill(w, nj_iter_list_item(w, c->value, nj_val(pyint(w), pos), false, c->span));
    NjTirExpr *next = nj_iter_int_op(w, NJ_BIN_ADD, nj_tir_local(w->arena, c->pos, c->span),
                             nj_tir_int(w->arena, pyint(w), 1, c->span));
    nj_emit_assign(w, c->pos, next);
    c->body(w, item, c->ctx);
}

static bool iterate_list(NjWalk *w, NjVal list, NjSpan span, const NjIterOptions *o, NjIterBody *body,
                         void *ctx)
{
    IterCtx c = {.body = body, .ctx = ctx, .span = span, .value = nj_spill(w, list)};
    c.pos = nj_temp(w, pyint(w));
    nj_emit_assign(w, c.pos, nj_tir_int(w->arena, pyint(w), 0, span));
    NjLoop loop = {.kind = NJ_S_WHILE, .span = span, .bound = o->bound, .orelse = o->orelse};
    c.loop = &loop;
    loop.head = list_head;
    loop.body = list_body;
    loop.ctx = &c;
    nj_run_loop(w, &loop);
    return true;
}

static NjTirExpr *dict_head(NjWalk *w, void *data)
{
    IterCtx *c = data;
    NjVal pos = nj_val(pyint(w), nj_tir_local(w->arena, c->pos, c->span));
    NjVal next = nj_rtcall2(w, NJ_RT_dict_next, pyint(w), c->span, c->value, pos);
    nj_emit_assign(w, c->pos, next.expr);
    return nj_tir_compare(w->arena, NJ_CMP_GE, nj_type_pybool(w->types),
                          nj_tir_local(w->arena, c->pos, c->span),
                          nj_tir_int(w->arena, pyint(w), 0, c->span));
}

static NjVal dict_entry(NjWalk *w, IterCtx *c, NjTirExprKind kind, const NjType *type, NjTirExpr *pos)
{
    if (type->is_unit)
        return nj_val_unit(w, type, c->span);
    NjTirExpr *e = nj_tir_expr(w->arena, kind, type, c->span);
    e->as.entry.base = c->value.expr;
    e->as.entry.index = pos;
    return nj_spill(w, nj_val(type, e));
}

static void dict_body(NjWalk *w, void *data)
{
    IterCtx *c = data;
    const NjType *t = c->value.type;
    NjTirExpr *pos = nj_tir_local(w->arena, c->pos, c->span);
    NjVal items[2];
    if (c->which != 1)
        items[0] = dict_entry(w, c, NJ_X_ENTRY_KEY, t->elems[0], pos);
    if (c->which != 0)
        items[1] = dict_entry(w, c, NJ_X_ENTRY_VALUE, t->elems[1], pos);
    NjTirExpr *next = nj_iter_int_op(w, NJ_BIN_ADD, nj_tir_local(w->arena, c->pos, c->span),
                             nj_tir_int(w->arena, pyint(w), 1, c->span));
    nj_emit_assign(w, c->pos, next);
    NjVal item = c->which == 2 ? nj_val_tuple(w, items, 2, c->span) : items[c->which];
    uint32_t effects = w->effects;
    c->body(w, item, c->ctx);
    if (!w->dead && w->effects != effects)
        nj_rtcall2(w, NJ_RT_dict_check_size, nj_type_none(w->types), c->span, c->value, c->size);
}

static bool iterate_dict(NjWalk *w, NjVal dict, int which, NjSpan span, const NjIterOptions *o,
                         NjIterBody *body, void *ctx)
{
    if (dict.type->elems[0]->kind == NJ_T_NEVER)
        return true; /* nothing was ever put in */
    IterCtx c = {.body = body, .ctx = ctx, .span = span, .which = which};
    c.value = nj_spill(w, dict);
    c.size = nj_spill(w, nj_len(w, c.value, span));
    c.pos = nj_temp(w, pyint(w));
    nj_emit_assign(w, c.pos, nj_tir_int(w->arena, pyint(w), 0, span));
    NjLoop loop = {.kind = NJ_S_WHILE, .span = span, .bound = o->bound, .orelse = o->orelse};
    c.loop = &loop;
    loop.head = dict_head;
    loop.body = dict_body;
    loop.ctx = &c;
    nj_run_loop(w, &loop);
    return true;
}

/* ---- unrolled loops ---- */

/* How many items, when the items' types differ (or the loop is to be unrolled); -1: not such a loop. */
static int64_t static_count(NjWalk *w, NjVal v, NjSpan span, bool forced, bool *out_mixed)
{
    switch (v.type->kind) {
    case NJ_T_TUPLE:
        *out_mixed |= !nj_iter_is_uniform(v.type) || (w->in_kernel && v.type->n <= MAX_HINT_UNROLL);
        return v.type->n;
    case NJ_T_RANGE: {
        int64_t n;
        return forced && nj_known_int(nj_range_length(w, v, span), &n) ? n : -1;
    }
    case NJ_T_ITER: {
        NjIter *it = nj_iter_of(w, v, span);
        if (!it)
            return -1;
        uint32_t from = it->kind == NJ_ITER_MAP;
        uint32_t to = it->kind == NJ_ITER_ZIP || it->kind == NJ_ITER_MAP ? it->n : 1;
        if (it->kind != NJ_ITER_ZIP && it->kind != NJ_ITER_MAP && it->kind != NJ_ITER_ENUMERATE &&
            it->kind != NJ_ITER_REVERSED)
            return -1;
        int64_t best = -1;
        for (uint32_t i = from; i < to; i++) {
            int64_t n = static_count(w, it->parts[i], span, forced || to > 1, out_mixed);
            if (n < 0 && it->parts[i].type->kind != NJ_T_ITER)
                continue; /* a run-time part goes along with a static one */
            if (n >= 0 && (best < 0 || n < best))
                best = n;
        }
        return best;
    }
    default:
        return -1;
    }
}

/* Item i of a loop that is unrolled. */
static NjVal static_item(NjWalk *w, NjVal v, uint32_t i, uint32_t n, NjSpan span)
{
    if (v.type->kind == NJ_T_TUPLE)
        return nj_tuple_item(w, v, i, span);
    if (v.type->kind != NJ_T_ITER) {
        NjSeq seq;
        if (!nj_seq_of(w, v, span, &seq))
            return nj_fail(w, span, "cannot step through %s together with a tuple of mixed types",
                           nj_ty(w, v.type));
        return nj_seq_get(w, &seq, nj_val_int(w, i, span), span);
    }
    NjIter *it = nj_iter_of(w, v, span);
    NjVal *items = NJ_NEW_ARRAY(w->arena, NjVal, it->n + 1);
    switch (it->kind) {
    case NJ_ITER_ZIP:
        for (uint32_t k = 0; k < it->n; k++)
            items[k] = static_item(w, it->parts[k], i, n, span);
        return nj_val_tuple(w, items, it->n, span);
    case NJ_ITER_MAP:
        for (uint32_t k = 1; k < it->n; k++)
            items[k - 1] = static_item(w, it->parts[k], i, n, span);
        return nj_call_value(w, it->parts[0], items, it->n - 1, NULL, NULL, 0, span);
    case NJ_ITER_ENUMERATE:
        items[0] = nj_binary(w, NJ_BINOP_ADD, it->parts[1], nj_val_int(w, i, span), span);
        items[1] = static_item(w, it->parts[0], i, n, span);
        return nj_val_tuple(w, items, 2, span);
    case NJ_ITER_REVERSED: {
        bool mixed = false;
        int64_t len = static_count(w, it->parts[0], span, true, &mixed);
        return static_item(w, it->parts[0], (uint32_t)(len - 1) - i, n, span);
    }
    default:
        return nj_val_error(w);
    }
}

typedef struct UnrollCtx {
    IterCtx *c;
    uint32_t n;
} UnrollCtx;

static void unrolled_body(NjWalk *w, uint32_t i, void *data)
{
    UnrollCtx *u = data;
    u->c->body(w, static_item(w, u->c->value, i, u->n, u->c->span), u->c->ctx);
}

/* ---- other iterators ---- */

typedef struct FilterCtx {
    NjIterBody *body;
    void *ctx;
    NjVal fn;
    NjSpan span;
    NjTirLocal *count; /* enumerate over something without positions */
    NjVal start;
} FilterCtx;

static void filter_body(NjWalk *w, NjVal item, void *data)
{
    FilterCtx *f = data;
    item = nj_spill(w, item);
    NjVal keep = nj_is_none(f->fn) ? item : nj_call_value(w, f->fn, &item, 1, NULL, NULL, 0, f->span);
    int known;
    NjTirExpr *cond = nj_truth(w, keep, f->span, &known);
    NjIf i = nj_if_begin(w, cond, f->span);
    f->body(w, item, f->ctx);
    nj_if_end(w, &i);
}

static void map_body(NjWalk *w, NjVal item, void *data)
{
    FilterCtx *f = data;
    f->body(w, nj_call_value(w, f->fn, &item, 1, NULL, NULL, 0, f->span), f->ctx);
}

static void count_body(NjWalk *w, NjVal item, void *data)
{
    FilterCtx *f = data;
    NjTirExpr *at = nj_tir_local(w->arena, f->count, f->span);
    NjVal items[2] = {nj_spill(w, nj_binary(w, NJ_BINOP_ADD, nj_val(pyint(w), at), f->start, f->span)),
                      item};
    /* the counter moves on before the body, which may leave by continue */
    NjTirLocal *index = nj_temp(w, pyint(w));
    nj_emit_assign(w, index, nj_expr_of(w, items[0], f->span));
    items[0].expr = nj_tir_local(w->arena, index, f->span);
    items[0].known = NULL;
    nj_emit_assign(w, f->count,
                   nj_iter_int_op(w, NJ_BIN_ADD, nj_tir_local(w->arena, f->count, f->span),
                          nj_tir_int(w->arena, pyint(w), 1, f->span)));
    f->body(w, nj_val_tuple(w, items, 2, f->span), f->ctx);
}

static bool iterate_iter(NjWalk *w, NjVal v, NjSpan span, const NjIterOptions *o, NjIterBody *body,
                         void *ctx)
{
    NjIter *it = nj_iter_of(w, v, span);
    if (!it) {
        nj_fail(w, span, "a generator expression must be used where it is written");
        return false;
    }
    FilterCtx f = {.body = body, .ctx = ctx, .span = span};
    NjIterOptions inner = *o;
    switch (it->kind) {
    case NJ_ITER_ITEMS:
        return iterate_dict(w, it->parts[0], 2, span, o, body, ctx);
    case NJ_ITER_VALUES:
        return iterate_dict(w, it->parts[0], 1, span, o, body, ctx);
    case NJ_ITER_KEYS:
        return iterate_dict(w, it->parts[0], 0, span, o, body, ctx);
    case NJ_ITER_FILTER:
        f.fn = it->parts[0];
        return nj_iterate_with(w, it->parts[1], span, &inner, filter_body, &f);
    case NJ_ITER_MAP:
        if (it->n != 2)
            break;
        f.fn = it->parts[0];
        return nj_iterate_with(w, it->parts[1], span, &inner, map_body, &f);
    case NJ_ITER_ENUMERATE:
        f.start = it->parts[1];
        f.count = nj_temp(w, pyint(w));
        nj_emit_assign(w, f.count, nj_tir_int(w->arena, pyint(w), 0, span));
        return nj_iterate_with(w, it->parts[0], span, &inner, count_body, &f);
    case NJ_ITER_CHAIN:
        if (o->has_jumps || o->orelse.n) /* several loops: a break leaves only one */
            return nj_iterate_with(w, nj_list_of(w, v, span), span, o, body, ctx);
        for (uint32_t i = 0; i < it->n; i++)
            if (!nj_iterate_with(w, it->parts[i], span, &inner, body, ctx))
                return false;
        return true;
    case NJ_ITER_TAKEWHILE:
    case NJ_ITER_ISLICE:
        if (o->orelse.n) /* it runs when the limit ends the loop, too */
            return nj_iterate_with(w, nj_list_of(w, v, span), span, o, body, ctx);
        return nj_iterate_limited(w, it, span, o, body, ctx);
    case NJ_ITER_PRODUCT:
    case NJ_ITER_POWER:
    case NJ_ITER_COMBINATIONS:
    case NJ_ITER_REPLACEMENT:
    case NJ_ITER_PERMUTATIONS:
        return nj_iterate_arrangements(w, it, span, o, body, ctx);
    case NJ_ITER_GENEXP:
        if (nj_iter_genexp(w, it, o, body, ctx))
            return true;
        /* leaving one of several loops must leave the outer ones, too */
        return nj_iterate_with(w, nj_list_of(w, v, span), span, o, body, ctx);
    case NJ_ITER_ZIP:
        return nj_iterate_zip_pull(w, it, span, o, body, ctx);
    case NJ_ITER_REVERSED: {
        /* parts without positions (dicts, sets, generators) become lists first */
        NjVal *parts = NJ_NEW_ARRAY(w->arena, NjVal, it->n);
        for (uint32_t i = 0; i < it->n; i++) {
            NjSeq seq;
            NjVal part = it->parts[i];
            parts[i] = nj_seq_of(w, part, span, &seq) ? seq.value : nj_list_of(w, part, span);
            if (nj_is_error(parts[i]))
                return false;
        }
        return nj_iterate_with(w, nj_val_iter(w, it->kind, parts, it->n, span), span, o, body, ctx);
    }
    default:
        break;
    }
    nj_fail(w, span, "this iterator cannot be used here");
    return false;
}

static bool need_known_here(NjWalk *w)
{
    bool asked = false;
    const NjType *none = nj_type_none(w->types);
    uint64_t key = w->spec ? w->spec->key : 0;
    for (NjIterNode *n = w->frame->nodes; n; n = n->outer)
        if (!nj_hint_get(w->s, NJ_HINT_LITERAL, n->node, key))
            asked |= nj_hint_join(w->s, NJ_HINT_LITERAL, n->node, key, none);
    if (w->spec && w->spec->n > 0 && !w->def->module->is_prelude &&
        !nj_hint_get(w->s, NJ_HINT_LITERAL, w->def, 0))
        asked |= nj_hint_join(w->s, NJ_HINT_LITERAL, w->def, 0, none);
    return asked;
}

/* The value may be a loop variable or an argument; one of the callers' when all is done here. */
bool nj_need_known(NjWalk *w)
{
    for (; w; w = w->caller) {
        if (need_known_here(w) || w->s->changes > 0) /* a pending restart may bring what is missing */
            return true;
    }
    return false;
}

/* A class with __iter__ (and __next__), or with __len__ and __getitem__. */
static bool iterate_object(NjWalk *w, NjVal v, NjSpan span, const NjIterOptions *o, NjIterBody *body,
                           void *ctx)
{
    NjVal it;
    v = nj_spill(w, v);
    if (nj_call_special(w, v, "__iter__", NULL, 0, span, &it)) {
        if (nj_is_error(it))
            return false;
        if (it.type->kind != NJ_T_OBJECT)
            return nj_iterate_with(w, it, span, o, body, ctx);
        NjVal gen = nj_prelude_function(w, "builtins", "iterate_next", span);
        return nj_iterate_with(w, nj_call_value(w, gen, &it, 1, NULL, NULL, 0, span), span, o, body, ctx);
    }
    if (nj_class_method(v.type->cls, nj_name(w, "__getitem__"))) {
        NjVal gen = nj_prelude_function(w, "builtins", "iterate_items", span);
        return nj_iterate_with(w, nj_call_value(w, gen, &v, 1, NULL, NULL, 0, span), span, o, body, ctx);
    }
    nj_raises(w, span, NPRT_EXC_TYPE_ERROR, "'%s' object is not iterable", nj_py(w, v.type));
    return false;
}

static bool has_site(NjVal v)
{
    return v.type->kind == NJ_T_LIST && v.known && v.known->kind == NJ_KNOWN_SITE;
}

/* A loop that is to be unrolled steps through a list: its display becomes one of fixed items (nj_make_list). */
static void ask_for_items(NjWalk *w, NjVal v, NjSpan span)
{
    NjIter *it = v.type->kind == NJ_T_ITER ? nj_iter_of(w, v, span) : NULL;
    for (uint32_t i = 0; it && i < it->n; i++)
        ask_for_items(w, it->parts[i], span);
    if (has_site(v))
        nj_hint_join(w->s, NJ_HINT_LITERAL, NULL, (uint64_t)v.known->i, nj_type_none(w->types));
}

static bool dispatch(NjWalk *w, NjVal v, NjSpan span, const NjIterOptions *o, NjIterBody *body, void *ctx)
{
    bool mixed = false;
    bool forced = o->node && nj_hint_get(w->s, NJ_HINT_LITERAL, o->node, w->spec ? w->spec->key : 0);
    int64_t n = static_count(w, v, span, forced, &mixed);
    if (forced && n < 0)
        ask_for_items(w, v, span);
    if (n >= 0 && (mixed || (forced && n <= MAX_HINT_UNROLL))) {
        if (n > MAX_UNROLL) {
            nj_fail(w, span, "a loop over %lld values of different types is too long to unroll",
                    (long long)n);
            return false;
        }
        IterCtx c = {.body = body, .ctx = ctx, .span = span, .value = nj_spill(w, v)};
        UnrollCtx u = {&c, (uint32_t)n};
        nj_run_unrolled(w, (uint32_t)n, span, unrolled_body, &u, o->has_jumps, o->orelse);
        return true;
    }
    switch (v.type->kind) {
    case NJ_T_RANGE:
        return iterate_range(w, v, span, o, body, ctx);
    case NJ_T_LIST:
        if (v.type->elems[0]->kind == NJ_T_NEVER) {
            nj_walk_block(w, o->orelse);
            return true;
        }
        return iterate_list(w, v, span, o, body, ctx);
    case NJ_T_DICT:
    case NJ_T_SET:
        return iterate_dict(w, v, 0, span, o, body, ctx);
    default:
        break;
    }
    if (nj_type_is_generator(v.type))
        return nj_iterate_generator(w, v, span, o, body, ctx);
    NjSeq seq;
    if (nj_seq_of(w, v, span, &seq))
        return iterate_seq(w, seq, span, o, body, ctx);
    if (v.type->kind == NJ_T_OBJECT)
        return iterate_object(w, v, span, o, body, ctx);
    if (v.type->kind == NJ_T_ITER)
        return iterate_iter(w, v, span, o, body, ctx);
    if (v.type->kind == NJ_T_ARRAY)
        nj_raises(w, span, NPRT_EXC_TYPE_ERROR, "iteration over a 0-d array");
    else
        nj_raises(w, span, NPRT_EXC_TYPE_ERROR, "'%s' is not iterable", nj_py(w, v.type));
    return false;
}

bool nj_iterate_with(NjWalk *w, NjVal v, NjSpan span, const NjIterOptions *o, NjIterBody *body, void *ctx)
{
    if (nj_is_error(v) || w->dead)
        return false;
    if (nj_union_is_stepped(w, v, span))
        return nj_union_iterate(w, v, span, o, body, ctx);
    v = nj_cuda_items(w, nj_keyword_names(w, nj_enum_items(w, v, span), span), span);
    NjIterNode node = {w->frame->nodes, o->node};
    bool may_unroll = o->node && (v.type->kind == NJ_T_TUPLE || v.type->kind == NJ_T_RANGE ||
                                  v.type->kind == NJ_T_ITER || has_site(v));
    if (may_unroll)
        w->frame->nodes = &node;
    bool ok = dispatch(w, v, span, o, body, ctx);
    w->frame->nodes = node.outer;
    return ok;
}

bool nj_iterate(NjWalk *w, NjVal iterable, NjSpan span, const NjNameSet *bound, NjIterBody *body, void *ctx)
{
    NjIterOptions o = {.bound = bound};
    return nj_iterate_with(w, iterable, span, &o, body, ctx);
}

NjVal nj_iter_length(NjWalk *w, NjVal iterable, NjSpan span)
{
    NjVal none = {0};
    switch (iterable.type->kind) {
    case NJ_T_DICT:
    case NJ_T_SET:
    case NJ_T_TUPLE:
        return nj_len(w, iterable, span);
    default:
        break;
    }
    NjSeq seq;
    if (!nj_seq_of(w, iterable, span, &seq))
        return none;
    return seq.length;
}

/* comp.c - comprehensions, generator expressions and list().
 *
 * The loops of a comprehension are walked by nj_iterate, one inside the other, its names bound to values
 * in a scope of its own (NjComp). The element type of the container that it makes is found by walking it
 * again until the type no longer changes. */
#include "compiler/sema/iter_internal.h"

#include "compiler/funcs/func.h"

#include <string.h>

/* ---- the loops ---- */

typedef struct GenCtx {
    NjIterBody *body;
    void *ctx;
    const NjComprehensions *gens;
    const NjExpr *elt;
    uint32_t level;
    NjComp *comps;
    NjComp *home;                 /* the scopes of the consumer, which its body is walked in */
    const NjIterOptions *options; /* the consumer's, for the only loop there is; else NULL */
} GenCtx;

/* Names of a comprehension target, bound to parts of the item. */
static void bind_comp_target(NjWalk *w, NjComp *comp, const NjExpr *target, NjVal value)
{
    NjComp *outer = w->frame->binds;
    w->frame->binds = comp;
    nj_assign_target(w, target, value);
    w->frame->binds = outer;
}

void nj_bind_comp_name(NjWalk *w, const NjName *name, NjVal value)
{
    NjComp *comp = w->frame->binds;
    NjCompName *grown = NJ_NEW_ARRAY(w->arena, NjCompName, comp->n + 1);
    if (comp->n)
        memcpy(grown, comp->names, comp->n * sizeof *grown);
    grown[comp->n++] = (NjCompName){name, nj_spill(w, nj_normal(w, value))};
    comp->names = grown;
}

static void gen_level(NjWalk *w, GenCtx *g);

static void gen_body(NjWalk *w, NjVal item, void *data)
{
    GenCtx g = *(GenCtx *)data;
    const NjComprehension *gen = g.gens->items[g.level];
    NjComp *saved = w->frame->comps;
    NjComp *comp = NJ_NEW(w->arena, NjComp);
    comp->outer = g.comps;
    bind_comp_target(w, comp, gen->target, item);
    w->frame->comps = g.comps = comp;
    NjIf *ifs = NJ_NEW_ARRAY(w->arena, NjIf, gen->ifs.n);
    uint32_t n = 0;
    bool never = false;
    for (uint32_t i = 0; i < gen->ifs.n && !never; i++) {
        int known;
        NjTirExpr *cond = nj_truth(w, nj_walk_expr(w, gen->ifs.items[i]), gen->ifs.items[i]->span, &known);
        never = known == 0;
        if (known < 0)
            ifs[n++] = nj_if_begin(w, cond, gen->ifs.items[i]->span);
    }
    if (!never && !w->dead) {
        g.level++;
        gen_level(w, &g);
    }
    while (n > 0)
        nj_if_end(w, &ifs[--n]);
    w->frame->comps = saved;
}

static void gen_level(NjWalk *w, GenCtx *g)
{
    NjComp *saved = w->frame->comps;
    if (g->level == g->gens->n) {
        NjVal item = nj_spill(w, nj_walk_expr(w, g->elt));
        w->frame->comps = g->home;
        g->body(w, item, g->ctx);
        w->frame->comps = saved;
        return;
    }
    const NjComprehension *gen = g->gens->items[g->level];
    w->frame->comps = g->comps;
    NjVal iterable = nj_walk_expr(w, gen->iter);
    NjIterOptions o = {.node = gen};
    if (g->options) {
        o = *g->options;
        o.node = gen;
    }
    nj_iterate_with(w, iterable, gen->iter->span, &o, gen_body, g);
    w->frame->comps = saved;
}

static const NjComprehensions *loops_of(const NjExpr *e)
{
    return e->kind == NJ_EXPR_LIST_COMP  ? &e->as.list_comp.generators
           : e->kind == NJ_EXPR_SET_COMP ? &e->as.set_comp.generators
                                         : &e->as.generator_exp.generators;
}

bool nj_iter_genexp(NjWalk *w, const NjIter *it, const NjIterOptions *o, NjIterBody *body,
                    void *ctx)
{
    const NjExpr *e = it->node;
    bool is_single = loops_of(e)->n == 1;
    if (!is_single && (o->has_jumps || o->orelse.n))
        return false;
    GenCtx g = {.body = body, .ctx = ctx, .comps = it->comps, .home = w->frame->comps};
    g.options = is_single ? o : NULL;
    g.gens = loops_of(e);
    switch (e->kind) {
    case NJ_EXPR_LIST_COMP:
        g.elt = e->as.list_comp.elt;
        break;
    case NJ_EXPR_SET_COMP:
        g.elt = e->as.set_comp.elt;
        break;
    default:
        g.elt = e->as.generator_exp.elt;
        break;
    }
    gen_level(w, &g);
    return true;
}

typedef struct DictCompCtx {
    NjVal dict;
    const NjExpr *node;
} DictCompCtx;

/* ---- what collects the items ---- */

typedef struct CollectCtx {
    NjVal into;
    const void *node;
    NjSpan span;
} CollectCtx;

static void append_body(NjWalk *w, NjVal item, void *data)
{
    CollectCtx *c = data;
    nj_list_append(w, c->into, item, c->span);
}

/* A new list of what the iterable yields. The element type is found by a first walk. */
static NjVal collect(NjWalk *w, NjVal iterable, const void *node, NjSpan span)
{
    NjTirBlock *block = w->block;
    uint32_t at = block->n;
    NjDiagMark mark = nj_diag_mark(w);
    NjVal list;
    for (unsigned round = 0; round < 4; round++) {
        block->n = at;
        nj_diag_rollback(w, mark);
        uint32_t changes = w->s->changes;
        list = nj_new_list_site(w, node, span);
        CollectCtx c = {list, node, span};
        if (!nj_iterate(w, iterable, span, NULL, append_body, &c))
            return nj_val_error(w);
        if (w->dead || nj_settled(w, list.type, nj_site_list_type(w, node), changes))
            break;
    }
    return list;
}

NjVal nj_list_of(NjWalk *w, NjVal iterable, NjSpan span)
{
    if (nj_is_error(iterable))
        return iterable;
    iterable = nj_keyword_names(w, iterable, span);
    if (iterable.type->kind == NJ_T_LIST && iterable.type->elems[0]->kind == NJ_T_NEVER)
        return nj_rtcall1(w, NJ_RT_list_copy, iterable.type, span, iterable);
    if (iterable.type->kind == NJ_T_LIST)
        return nj_rtcall1(w, NJ_RT_list_copy, nj_type_list(w->types, iterable.type->elems[0]), span, iterable);
    if (iterable.type->kind == NJ_T_TUPLE && nj_iter_is_uniform(iterable.type))
        return nj_iter_list_of_tuple(w, iterable, span);
    /* the text of the call identifies it: there is no node at hand */
    return collect(w, iterable, nj_site_node(span, 0), span);
}

typedef struct SetCtx {
    NjVal set;
    NjSpan span;
} SetCtx;

static void set_body(NjWalk *w, NjVal item, void *data)
{
    SetCtx *c = data;
    nj_call_row(w, nj_method_find(NJ_RECV_SET, "add"), c->set, &item, 1, c->span);
}

static void dict_comp_body(NjWalk *w, NjVal item, void *data)
{
    DictCompCtx *c = data;
    NjSpan span = c->node->span;
    if (nj_is_error(item))
        return;
    nj_index_set(w, c->dict, nj_tuple_item(w, item, 0, span), nj_tuple_item(w, item, 1, span), span);
}

/* Dict comprehensions yield (key, value) pairs through the same machinery. */
static void iterate_dict_comp(NjWalk *w, const NjExpr *e, NjIterBody *body, void *ctx)
{
    NjExpr *pair = NJ_NEW(w->arena, NjExpr);
    pair->kind = NJ_EXPR_TUPLE;
    pair->id = e->as.dict_comp.key->id;
    pair->span = e->span;
    pair->as.tuple.elts.n = 2;
    pair->as.tuple.elts.items = NJ_NEW_ARRAY(w->arena, NjExpr *, 2);
    pair->as.tuple.elts.items[0] = e->as.dict_comp.key;
    pair->as.tuple.elts.items[1] = e->as.dict_comp.value;
    GenCtx g = {.body = body,
                .ctx = ctx,
                .comps = w->frame->comps,
                .home = w->frame->comps,
                .gens = &e->as.dict_comp.generators,
                .elt = pair};
    gen_level(w, &g);
}

NjVal nj_walk_comp(NjWalk *w, const NjExpr *e)
{
    if (e->kind == NJ_EXPR_GENERATOR_EXP)
        return nj_val_genexp(w, e);
    if (e->kind == NJ_EXPR_LIST_COMP)
        return collect(w, nj_val_genexp(w, e), e, e->span);
    NjTirBlock *block = w->block;
    uint32_t at = block->n;
    NjDiagMark mark = nj_diag_mark(w);
    bool is_set = e->kind == NJ_EXPR_SET_COMP;
    NjVal made = nj_val_error(w);
    for (unsigned round = 0; round < 4; round++) {
        block->n = at;
        nj_diag_rollback(w, mark);
        uint32_t changes = w->s->changes;
        made = is_set ? nj_new_set_site(w, e, e->span) : nj_new_dict_site(w, e, e->span);
        if (is_set) {
            SetCtx c = {made, e->span};
            nj_iterate(w, nj_val_genexp(w, e), e->span, NULL, set_body, &c);
        } else {
            DictCompCtx c = {made, e};
            iterate_dict_comp(w, e, dict_comp_body, &c);
        }
        const NjType *again = is_set ? nj_site_set_type(w, e) : nj_site_dict_type(w, e);
        if (w->dead || nj_settled(w, made.type, again, changes))
            break;
    }
    return made;
}

/* loopify_facts.c - what is known of extents while the walk goes through a function.
 *
 * Most arrays of a program get their shape from another array or from a variable that several
 * share. As long as that is seen, no broadcasting has to be ruled out at run time, no second
 * version of a loop is written, and a dimension of 1 made by keepdims stays known. Facts name
 * extents by locals whose value stands still: temporaries, and variables with a single assignment.
 */
#include "compiler/analysis/loopify_internal.h"

static NjLfMemo *add_fact(NjLoopify *c, NjLfMemoKind kind, NjTirLocal *about)
{
    NjLfMemo *fact = NJ_NEW(c->arena, NjLfMemo);
    fact->kind = kind;
    fact->array = about;
    fact->next = c->facts;
    c->facts = fact;
    return fact;
}

static const NjLfMemo *find_fact(const NjLoopify *c, NjLfMemoKind kind, const NjTirLocal *about,
                                 int64_t number)
{
    for (const NjLfMemo *f = c->facts; f; f = f->next) {
        if (f->array != about)
            continue;
        if (f->kind == NJ_FACT_KILL)
            return NULL;
        if (f->kind == kind && f->number == number)
            return f;
    }
    return NULL;
}

static void know_extent(NjLoopify *c, NjTirLocal *array, unsigned dim, NjExtent extent)
{
    NjLfMemo *fact = add_fact(c, NJ_FACT_EXTENT, array);
    fact->number = (int64_t)dim;
    fact->extent = extent;
}

void nj_lf_know_extents(NjLoopify *c, NjTirLocal *array, const NjExtent *extents)
{
    for (unsigned k = 0; k < array->type->ndim; k++)
        know_extent(c, array, k, extents[k]);
}

NjExtent nj_lf_extent_of(NjLoopify *c, NjTirLocal *array, unsigned dim)
{
    const NjLfMemo *known = find_fact(c, NJ_FACT_EXTENT, array, (int64_t)dim);
    if (known)
        return known->extent;
    NjTirExpr *shape = nj_tir_shape(c->arena, c->int_type, nj_lf_use(c, array), dim);
    NjExtent extent = {nj_lf_let(c, shape), 0};
    know_extent(c, array, dim, extent);
    return extent;
}

NjExtent nj_lf_extent_minus(NjLoopify *c, NjExtent of, int64_t number)
{
    if (number == 0)
        return of;
    if (!of.local)
        return nj_lf_const_extent(of.value > number ? of.value - number : 0);
    for (const NjLfMemo *f = c->facts; f; f = f->next)
        if (f->kind == NJ_FACT_MINUS && f->number == number && nj_lf_same_extent(f->of, of))
            return f->extent;
    NjTirExpr *rest = nj_lf_sub(c, nj_lf_extent(c, of), nj_lf_int(c, number));
    NjExtent extent = {nj_lf_let(c, nj_lf_max(c, rest, nj_lf_int(c, 0))), 0};
    NjLfMemo *fact = add_fact(c, NJ_FACT_MINUS, NULL);
    fact->of = of;
    fact->number = number;
    fact->extent = extent;
    return extent;
}

/* ---- ints that are extents --------------------------------------------------------------------
 */

/* Does the local keep its value while names made from it are in use? */
static bool stands_still(const NjLoopify *c, const NjTirLocal *local)
{
    return local->id >= c->n_counted || c->n_assigns[local->id] + local->is_param <= 1;
}

/* The name of an int expression, if it has one. */
static bool find_name(const NjLoopify *c, const NjTirExpr *value, NjExtent *out)
{
    int64_t known;
    if (nj_lf_is_int(value, &known)) {
        *out = nj_lf_const_extent(known);
        return true;
    }
    if (value->kind == NJ_X_SHAPE && value->as.shape.a->kind == NJ_X_LOCAL) {
        const NjLfMemo *f =
            find_fact(c, NJ_FACT_EXTENT, value->as.shape.a->as.local.local, value->as.shape.dim);
        if (f)
            *out = f->extent;
        return f != NULL;
    }
    if (value->kind == NJ_X_TUPLE_GET && value->as.tuple_get.a->kind == NJ_X_LOCAL) {
        const NjLfMemo *f = find_fact(c, NJ_FACT_ITEM, value->as.tuple_get.a->as.local.local,
                                      value->as.tuple_get.index);
        if (f)
            *out = f->extent;
        return f != NULL;
    }
    if (value->kind != NJ_X_LOCAL || value->type->dtype != NPRT_I64)
        return false;
    NjTirLocal *local = value->as.local.local;
    const NjLfMemo *f = find_fact(c, NJ_FACT_VALUE, local, 0);
    if (f)
        *out = f->extent;
    else if (stands_still(c, local))
        *out = (NjExtent){local, 0};
    else
        return false;
    return true;
}

NjExtent nj_lf_as_extent(NjLoopify *c, NjTirExpr *value)
{
    NjExtent extent;
    if (find_name(c, value, &extent))
        return extent;
    NjTirLocal *variable = value->kind == NJ_X_LOCAL ? value->as.local.local : NULL;
    extent = (NjExtent){nj_lf_let(c, value), 0};
    if (variable)
        add_fact(c, NJ_FACT_VALUE, variable)->extent = extent;
    return extent;
}

/* ---- assignments ------------------------------------------------------------------------------
 */

/* The extents of an array expression as far as they have names already; false when one has none. */
static bool known_extents(const NjLoopify *c, const NjTirExpr *e, NjExtent *out)
{
    switch (e->kind) {
    case NJ_X_LOCAL:
        for (unsigned k = 0; k < e->type->ndim; k++) {
            const NjLfMemo *f = find_fact(c, NJ_FACT_EXTENT, e->as.local.local, (int64_t)k);
            if (!f)
                return false;
            out[k] = f->extent;
        }
        return true;
    case NJ_X_CAST:
        return e->as.cast.a->type->kind == NJ_T_ARRAY && known_extents(c, e->as.cast.a, out);
    case NJ_X_TRANSPOSE: {
        NjExtent base[NPRT_MAX_DIMS];
        if (!known_extents(c, e->as.transpose.a, base))
            return false;
        for (unsigned k = 0; k < e->type->ndim; k++)
            out[k] = base[e->as.transpose.perm[k]];
        return true;
    }
    case NJ_X_ALLOC:
        for (uint32_t k = 0; k < e->as.alloc.n; k++)
            if (!find_name(c, e->as.alloc.shape[k], &out[k]))
                return false;
        return true;
    case NJ_X_RTCALL:
        return (e->as.rtcall.id == NJ_RT_array_copy || e->as.rtcall.id == NJ_RT_array_copy_f) &&
               e->as.rtcall.args[0]->type->kind == NJ_T_ARRAY &&
               known_extents(c, e->as.rtcall.args[0], out);
    case NJ_X_VIEW: {
        NjExtent base[NPRT_MAX_DIMS];
        if (!known_extents(c, e->as.view.base, base))
            return false;
        unsigned from = 0, to = 0;
        for (uint32_t i = 0; i < e->as.view.n; i++) {
            if (e->as.view.specs[i].kind == NJ_SPEC_SLICE)
                return false;
            if (e->as.view.specs[i].kind == NJ_SPEC_NEWAXIS)
                out[to++] = nj_lf_const_extent(1);
            else if (e->as.view.specs[i].kind == NJ_SPEC_INDEX)
                from++;
            else
                out[to++] = base[from++];
        }
        while (to < e->type->ndim)
            out[to++] = base[from++];
        return true;
    }
    default:
        return false;
    }
}

void nj_lf_forget(NjLoopify *c, NjTirLocal *local)
{
    if (local->type->kind == NJ_T_ARRAY || local->type->kind == NJ_T_TUPLE ||
        nj_type_is_int(local->type))
        add_fact(c, NJ_FACT_KILL, local);
}

/* The ints of a tuple that is being made. */
static void note_items(NjLoopify *c, NjTirLocal *local, const NjTirExpr *value)
{
    nj_lf_forget(c, local);
    if (value->kind != NJ_X_TUPLE)
        return;
    for (uint32_t i = 0; i < value->as.tuple.n; i++) {
        NjExtent extent;
        if (!find_name(c, value->as.tuple.items[i], &extent))
            continue;
        NjLfMemo *fact = add_fact(c, NJ_FACT_ITEM, local);
        fact->number = (int64_t)i;
        fact->extent = extent;
    }
}

void nj_lf_note_assign(NjLoopify *c, NjTirLocal *local, const NjTirExpr *value)
{
    NjExtent extents[NPRT_MAX_DIMS];
    if (local->type->kind == NJ_T_ARRAY) {
        bool is_known = value->type->kind == NJ_T_ARRAY && known_extents(c, value, extents);
        nj_lf_forget(c, local);
        if (is_known)
            nj_lf_know_extents(c, local, extents);
        return;
    }
    if (local->type->kind == NJ_T_TUPLE) {
        note_items(c, local, value);
        return;
    }
    if (!nj_type_is_int(local->type) || local->type->dtype != NPRT_I64)
        return;
    bool is_known = find_name(c, value, &extents[0]) && extents[0].local != local;
    nj_lf_forget(c, local);
    if (is_known)
        add_fact(c, NJ_FACT_VALUE, local)->extent = extents[0];
    /* n = a.shape[k] gives the extent its name */
    if (!is_known && value->kind == NJ_X_SHAPE && value->as.shape.a->kind == NJ_X_LOCAL &&
        stands_still(c, local))
        know_extent(c, value->as.shape.a->as.local.local, value->as.shape.dim,
                    (NjExtent){local, 0});
}

static void forget_block(void *ctx, NjTirBlock *block)
{
    NjLoopify *c = ctx;
    for (uint32_t i = 0; i < block->n; i++) {
        NjTirStmt *s = block->items[i];
        if (s->kind == NJ_S_ASSIGN)
            nj_lf_forget(c, s->as.assign.local);
        else if (s->kind == NJ_S_FOR)
            nj_lf_forget(c, s->as.for_.var);
        nj_tir_stmt_blocks(s, forget_block, c);
    }
}

void nj_lf_forget_assigned(NjLoopify *c, NjTirBlock *block)
{
    forget_block(c, block);
}

static void count_block(void *ctx, NjTirBlock *block)
{
    NjLoopify *c = ctx;
    for (uint32_t i = 0; i < block->n; i++) {
        NjTirStmt *s = block->items[i];
        if (s->kind == NJ_S_ASSIGN)
            c->n_assigns[s->as.assign.local->id]++;
        else if (s->kind == NJ_S_FOR)
            c->n_assigns[s->as.for_.var->id] += 2; /* changes by itself */
        nj_tir_stmt_blocks(s, count_block, c);
    }
}

void nj_lf_count_assigns(NjLoopify *c, NjTirFn *fn)
{
    c->n_counted = fn->n_locals;
    c->n_assigns = NJ_NEW_ARRAY(c->arena, uint32_t, fn->n_locals);
    count_block(c, &fn->body);
}

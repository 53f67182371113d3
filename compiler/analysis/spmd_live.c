/* spmd_live.c - values of a thread that live from one region to another.
 *
 * A local of the thread that some region may read before it assigns it (an *exposed* read) gets an
 * array with one element per thread. Regions that expose it load it first, regions that assign it
 * store it last; inside of a region it stays a local, and one that no region exposes needs nothing.
 * An array in local memory gets an array with one more dimension, of which every thread sees its
 * part. */
#include "compiler/analysis/spmd_internal.h"

#include <string.h>

static NjSpBits new_bits(NjSpmd *c)
{
    uint32_t n = c->fn->n_locals / 64 + 1;
    return (NjSpBits){NJ_NEW_ARRAY(c->arena, uint64_t, n), n};
}

static NjSpBits copy_bits(NjSpmd *c, NjSpBits from)
{
    NjSpBits to = {nj_arena_copy(c->arena, from.words, from.n * sizeof *from.words), from.n};
    return to;
}

bool nj_sp_has_bit(NjSpBits b, const NjTirLocal *local)
{
    return b.words[local->id / 64] >> local->id % 64 & 1;
}

static void set_bit(NjSpBits b, const NjTirLocal *local)
{
    b.words[local->id / 64] |= UINT64_C(1) << local->id % 64;
}

typedef struct Live {
    NjSpmd *c;
    NjSpBits assigned;         /* on every path to the point in work */
    NjSpBits exposed, touched; /* of the region: read before assigned; assigned somewhere */
} Live;

static bool is_of_thread(NjSpmd *c, const NjTirLocal *local)
{
    if (local->is_param && !local->is_assigned)
        return false;
    for (int i = 0; i < 3; i++)
        if (local == c->tid[i] || local == c->bid[i] || local == c->bdim[i] ||
            local == c->gdim[i] || local == c->base[i])
            return false;
    if (c->is_grid && (local == c->block || local == c->first))
        return false;
    return local != c->row && !nj_sp_facts(c, local)->is_block;
}

static void read_expr(void *data, NjTirExpr **child)
{
    Live *v = data;
    if ((*child)->kind != NJ_X_LOCAL) {
        nj_tir_children(*child, read_expr, v);
        return;
    }
    NjTirLocal *local = (*child)->as.local.local;
    if (!nj_sp_has_bit(v->assigned, local) && is_of_thread(v->c, local))
        set_bit(v->exposed, local);
}

static void assign_local(Live *v, const NjTirLocal *local)
{
    set_bit(v->assigned, local);
    set_bit(v->touched, local);
}

static void live_block(Live *v, const NjTirBlock *block);

/* What runs perhaps: nothing that it assigns counts afterwards. */
static void live_maybe(Live *v, const NjTirBlock *block, const NjTirLocal *first)
{
    NjSpBits before = v->assigned;
    v->assigned = copy_bits(v->c, before);
    if (first)
        assign_local(v, first);
    live_block(v, block);
    v->assigned = before;
}

static void live_if(Live *v, const NjTirStmt *s)
{
    NjSpBits before = v->assigned;
    v->assigned = copy_bits(v->c, before);
    live_block(v, &s->as.if_.then_block);
    NjSpBits yes = v->assigned;
    v->assigned = copy_bits(v->c, before);
    live_block(v, &s->as.if_.else_block);
    for (uint32_t i = 0; i < yes.n; i++)
        v->assigned.words[i] &= yes.words[i];
}

static void live_stmt(Live *v, NjTirStmt *s)
{
    switch (s->kind) {
    case NJ_S_ASSIGN:
        nj_tir_stmt_exprs(s, read_expr, v);
        assign_local(v, s->as.assign.local);
        return;
    case NJ_S_IF:
        nj_tir_stmt_exprs(s, read_expr, v);
        live_if(v, s);
        return;
    case NJ_S_FOR:
        nj_tir_stmt_exprs(s, read_expr, v);
        live_maybe(v, &s->as.for_.body, s->as.for_.var);
        return;
    case NJ_S_WHILE:
        live_maybe(v, &s->as.while_.pre, NULL);
        /* the condition sees what `pre` has assigned */
        {
            NjSpBits before = v->assigned;
            v->assigned = copy_bits(v->c, before);
            live_block(v, &s->as.while_.pre);
            nj_tir_stmt_exprs(s, read_expr, v);
            live_block(v, &s->as.while_.body);
            v->assigned = before;
        }
        return;
    case NJ_S_TRY:
        live_maybe(v, &s->as.try_.body, NULL);
        live_maybe(v, &s->as.try_.handler, s->as.try_.exc);
        return;
    case NJ_S_BLOCK:
        live_block(v, &s->as.block);
        return;
    default:
        nj_tir_stmt_exprs(s, read_expr, v);
        return;
    }
}

static void live_block(Live *v, const NjTirBlock *block)
{
    for (uint32_t i = 0; i < block->n; i++)
        live_stmt(v, block->items[i]);
}

NjSpUses nj_sp_uses_of(NjSpmd *c, const NjTirBlock *block)
{
    Live v = {c, new_bits(c), new_bits(c), new_bits(c)};
    live_block(&v, block);
    return (NjSpUses){v.assigned, v.exposed, v.touched};
}

/* ---- slots ---------------------------------------------------------------------------------- */

/* The arrays that hold one local: one for a scalar, for a tuple those of its elements, in order. */
typedef struct Slots {
    NjTirLocal **arrays;
    uint32_t n;
    bool is_memory; /* an array in local or shared memory: arrays[0] has one more dimension */
    NjCudaOp op;    /* is_memory: what made it */
} Slots;

static bool add_slots(NjSpmd *c, const NjType *type, Slots *out)
{
    if (type->is_unit)
        return true;
    if (type->kind == NJ_T_TUPLE) {
        for (uint32_t i = 0; i < type->n; i++)
            if (!add_slots(c, type->elems[i], out))
                return false;
        return true;
    }
    if (type->kind != NJ_T_SCALAR)
        return false;
    NjTirLocal **grown = NJ_NEW_ARRAY(c->arena, NjTirLocal *, out->n + 1);
    if (out->n)
        memcpy(grown, out->arrays, out->n * sizeof *grown);
    grown[out->n++] = nj_sp_thread_array(c, type->dtype);
    out->arrays = grown;
    return true;
}

/* The statement that makes the local an array in local or shared memory; NULL: it is none. */
static NjTirStmt *memory_def(NjSpmd *c, const NjTirLocal *local)
{
    NjLocalFacts *f = nj_sp_facts(c, local);
    NjCudaOp op;
    return f->n_assigns == 1 && f->def->kind == NJ_S_ASSIGN && nj_sp_is_op(f->def, &op) &&
                   nj_cuda_kind(op) == NJ_CUDA_MEMORY
               ? f->def
               : NULL;
}

static Slots *memory_slots(NjSpmd *c, NjTirStmt *def)
{
    const NjTirExpr *call = def->as.assign.value;
    uint32_t n = call->as.target_call.n;
    const NjType *type = nj_type_array(c->types, call->type->dtype, n + 1, NJ_LAYOUT_C);
    Slots *slots = NJ_NEW(c->arena, Slots);
    slots->is_memory = true;
    slots->op = (NjCudaOp)call->as.target_call.id;
    if (slots->op == NJ_CU_dynamic_shared)
        return slots;
    NjTirExpr **extents = NJ_NEW_ARRAY(c->arena, NjTirExpr *, n + 1);
    extents[0] = slots->op == NJ_CU_shared_array ? nj_sp_n_blocks(c) : nj_sp_n_threads(c);
    if (c->is_grid && slots->op == NJ_CU_local_array)
        extents[0] = nj_sp_bin(c, NJ_BIN_MUL, extents[0], nj_sp_n_blocks(c));
    for (uint32_t i = 0; i < n; i++)
        extents[i + 1] = nj_tir_clone(c->arena, call->as.target_call.args[i]);
    slots->n = 1;
    slots->arrays = NJ_NEW_ARRAY(c->arena, NjTirLocal *, 1);
    slots->arrays[0] = nj_sp_alloc(c, type, extents);
    return slots;
}

static Slots *make_slots(NjSpmd *c, const NjTirLocal *local)
{
    NjTirStmt *def = memory_def(c, local);
    if (def)
        return memory_slots(c, def);
    Slots *slots = NJ_NEW(c->arena, Slots);
    if (!add_slots(c, local->type, slots)) {
        NjLocalFacts *f = nj_sp_facts(c, local);
        nj_error(c->u, f->def ? f->def->span : c->fn->span,
                 "%s '%s' differs between the threads and is used behind a barrier or warp "
                 "operation; only "
                 "numbers and tuples of them can",
                 nj_type_str_of(c->arena, local->type), local->name);
        return NULL;
    }
    return slots;
}

/* The block's share of the dynamic shared memory of the grid. */
static NjTirExpr *dynamic_part(NjSpmd *c, const NjType *type)
{
    NjTirExpr *all = nj_tir_shape(c->arena, c->int_type, nj_sp_use(c, c->dynamic), 0);
    NjTirExpr *share = nj_tir_binary(c->arena, NJ_BIN_FLOORDIV, NJ_ARITH_WRAP, c->int_type, all,
                                     nj_sp_n_blocks(c));
    NjTirExpr *start = nj_sp_bin(c, NJ_BIN_MUL, nj_sp_use(c, c->block), share);
    NjTirExpr *view = nj_tir_expr(c->arena, NJ_X_VIEW, c->dynamic->type, c->span);
    view->as.view.base = nj_sp_use(c, c->dynamic);
    view->as.view.n = 1;
    view->as.view.specs = NJ_NEW_ARRAY(c->arena, NjTirSpec, 1);
    view->as.view.specs[0].kind = NJ_SPEC_SLICE;
    view->as.view.specs[0].start = start;
    view->as.view.specs[0].stop =
        nj_sp_bin(c, NJ_BIN_ADD, nj_tir_clone(c->arena, start), nj_tir_clone(c->arena, share));
    NjTirExpr *call = nj_tir_expr(c->arena, NJ_X_TARGET_CALL, type, c->span);
    call->as.target_call.id = NJ_CU_dynamic_shared;
    call->as.target_call.args = NJ_NEW_ARRAY(c->arena, NjTirExpr *, 1);
    call->as.target_call.args[0] = view;
    call->as.target_call.n = 1;
    return call;
}

static NjTirExpr *thread_part(NjSpmd *c, const Slots *slots, const NjType *type)
{
    if (slots->op == NJ_CU_dynamic_shared)
        return dynamic_part(c, type);
    NjTirLocal *all = slots->arrays[0];
    NjTirExpr *e = nj_tir_expr(c->arena, NJ_X_VIEW, type, c->span);
    e->as.view.base = nj_sp_use(c, all);
    e->as.view.n = all->type->ndim;
    e->as.view.specs = NJ_NEW_ARRAY(c->arena, NjTirSpec, all->type->ndim);
    e->as.view.specs[0].kind = NJ_SPEC_INDEX;
    e->as.view.specs[0].index.index =
        slots->op == NJ_CU_shared_array ? nj_sp_use(c, c->block) : nj_sp_slot(c);
    for (uint32_t i = 1; i < all->type->ndim; i++)
        e->as.view.specs[i].kind = NJ_SPEC_FULL;
    return e;
}

static NjTirExpr *load_slots(NjSpmd *c, const NjType *type, const Slots *slots, uint32_t *at)
{
    if (type->is_unit)
        return nj_tir_unit(c->arena, type, c->span);
    if (type->kind == NJ_T_SCALAR)
        return nj_tir_cast(c->arena, type, nj_sp_load(c, slots->arrays[(*at)++], nj_sp_slot(c)));
    NjTirExpr **items = NJ_NEW_ARRAY(c->arena, NjTirExpr *, type->n + 1);
    for (uint32_t i = 0; i < type->n; i++)
        items[i] = load_slots(c, type->elems[i], slots, at);
    return nj_tir_tuple(c->arena, type, items, type->n, c->span);
}

static void store_slots(NjSpmd *c, NjTirExpr *value, const Slots *slots, uint32_t *at,
                        NjTirBlock *out)
{
    const NjType *type = value->type;
    if (type->is_unit)
        return;
    if (type->kind == NJ_T_SCALAR) {
        NjTirLocal *array = slots->arrays[(*at)++];
        const NjType *element = nj_type_scalar(c->types, array->type->dtype, false);
        nj_tir_push(c->arena, out,
                    nj_sp_store(c, array, nj_sp_slot(c), nj_tir_cast(c->arena, element, value)));
        return;
    }
    for (uint32_t i = 0; i < type->n; i++)
        store_slots(c, nj_tir_tuple_get(c->arena, nj_tir_clone(c->arena, value), i, type->elems[i]),
                    slots, at, out);
}

/* ---- regions -------------------------------------------------------------------------------- */

/* In place of the definition, the thread's part. */
static void replace_memory_defs(void *data, NjTirBlock *block)
{
    NjSpmd *c = data;
    for (uint32_t i = 0; i < block->n; i++) {
        NjTirStmt *s = block->items[i];
        nj_tir_stmt_blocks(s, replace_memory_defs, c);
        if (s->kind != NJ_S_ASSIGN)
            continue;
        const Slots *slots = nj_sp_facts(c, s->as.assign.local)->slots;
        if (slots && slots->is_memory)
            s->as.assign.value = thread_part(c, slots, s->as.assign.local->type);
    }
}

static void wrap_region(NjSpmd *c, NjTirStmt *region, const Live *v)
{
    NjTirBlock out = {0}, *body = &region->as.block;
    c->span = region->span;
    replace_memory_defs(c, body);
    for (uint32_t i = 0; i < v->exposed.n * 64 && i < c->fn->n_locals; i++) {
        NjTirLocal *local = c->fn->locals[i];
        const Slots *slots = nj_sp_facts(c, local)->slots;
        uint32_t at = 0;
        bool is_partial = nj_sp_has_bit(v->touched, local) && !nj_sp_has_bit(v->assigned, local);
        if (!slots || !(nj_sp_has_bit(v->exposed, local) || (is_partial && !slots->is_memory)))
            continue;
        NjTirExpr *value = slots->is_memory ? thread_part(c, slots, local->type)
                                            : load_slots(c, local->type, slots, &at);
        nj_tir_push(c->arena, &out, nj_sp_assign(c, local, value));
    }
    for (uint32_t i = 0; i < body->n; i++)
        nj_tir_push(c->arena, &out, body->items[i]);
    for (uint32_t i = 0; i < v->touched.n * 64 && i < c->fn->n_locals; i++) {
        NjTirLocal *local = c->fn->locals[i];
        const Slots *slots = nj_sp_facts(c, local)->slots;
        uint32_t at = 0;
        if (slots && !slots->is_memory && nj_sp_has_bit(v->touched, local))
            store_slots(c, nj_sp_use(c, local), slots, &at, &out);
    }
    region->as.block = out;
}

void nj_sp_keep_live(NjSpmd *c)
{
    if (!c->has_barrier && !c->has_warp) /* one region */
        return;
    Live *all = NJ_NEW_ARRAY(c->arena, Live, c->regions.n + 1);
    uint32_t n_locals = c->fn->n_locals;
    for (uint32_t r = 0; r < c->regions.n; r++) {
        all[r] = (Live){c, new_bits(c), new_bits(c), new_bits(c)};
        live_block(&all[r], &c->regions.items[r]->as.block);
    }
    for (uint32_t i = 0; i < n_locals; i++) {
        NjTirLocal *local = c->fn->locals[i];
        bool exposed = false;
        for (uint32_t r = 0; r < c->regions.n; r++)
            exposed |= nj_sp_has_bit(all[r].exposed, local);
        NjTirStmt *def = c->is_grid ? memory_def(c, local) : NULL;
        /* shared memory is one array for all threads of a block, wherever it is used */
        bool is_shared = def && def->as.assign.value->as.target_call.id != NJ_CU_local_array;
        if (!exposed && !is_shared)
            continue;
        Slots *slots = make_slots(c, local);
        nj_sp_facts(c, local)->slots = slots;
        if (!slots)
            return;
    }
    for (uint32_t r = 0; r < c->regions.n; r++)
        wrap_region(c, c->regions.items[r], &all[r]);
}

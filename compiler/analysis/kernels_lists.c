/* kernels_lists.c - short lists in device code, as in `for k in (16, 8, 4, 2, 1)`.
 *
 * A device has no heap. A list of numbers whose length is known and that is only asked for its length
 * and elements becomes a local array; where a loop over it is unrolled, nothing of it is left. */
#include "compiler/analysis/kernels_internal.h"

#include "compiler/ir/cuda.h"
#include "compiler/support/vec.h"

enum { MAX_LIST = 64 };

typedef struct Short {
    NjTirLocal *list, *array;
    uint32_t n;         /* elements */
    uint32_t n_assigns; /* of the local */
    bool is_kept;       /* as a list: somebody does more with it */
} Short;

typedef struct Lists {
    NjArena *arena;
    NjTypes *types;
    NjTirFn *fn;
    NJ_VEC(Short) items;
} Lists;

static Short *find(Lists *l, const NjTirExpr *x)
{
    for (uint32_t i = 0; x->kind == NJ_X_LOCAL && i < l->items.n; i++)
        if (l->items.items[i].list == x->as.local.local)
            return &l->items.items[i];
    return NULL;
}

/* ---- finding -------------------------------------------------------------------------------- */

static void collect(void *ctx, NjTirBlock *block)
{
    Lists *l = ctx;
    for (uint32_t i = 0; i < block->n; i++) {
        const NjTirStmt *s = block->items[i];
        const NjTirExpr *x = s->kind == NJ_S_ASSIGN ? s->as.assign.value : NULL;
        if (x && x->kind == NJ_X_NEW_LIST && x->as.new_list.n > 0 &&
            x->as.new_list.n <= MAX_LIST && nj_type_is_scalar(x->type->elems[0])) {
            Short made = {.list = s->as.assign.local, .n = x->as.new_list.n};
            nj_vec_push(l->arena, &l->items, made);
        }
        nj_tir_stmt_blocks(block->items[i], collect, l);
    }
}

static void look_at(void *ctx, NjTirExpr **child)
{
    Lists *l = ctx;
    NjTirExpr *x = *child;
    if (x->kind == NJ_X_LEN && find(l, x->as.len.a))
        return;
    if (x->kind == NJ_X_LIST_GET && find(l, x->as.list_get.base)) {
        look_at(l, &x->as.list_get.sub.index);
        return;
    }
    Short *found = find(l, x);
    if (found)
        found->is_kept = true;
    nj_tir_children(x, look_at, l);
}

static void look_through(void *ctx, NjTirBlock *block)
{
    Lists *l = ctx;
    for (uint32_t i = 0; i < block->n; i++) {
        NjTirStmt *s = block->items[i];
        if (s->kind == NJ_S_ASSIGN)
            for (uint32_t k = 0; k < l->items.n; k++)
                l->items.items[k].n_assigns += l->items.items[k].list == s->as.assign.local;
        nj_tir_stmt_exprs(s, look_at, l);
        nj_tir_stmt_blocks(s, look_through, l);
    }
}

static bool is_replaced(const Short *s)
{
    return s && !s->is_kept && s->n_assigns == 1;
}

/* ---- replacing ------------------------------------------------------------------------------ */

static NjTirExpr *number(Lists *l, int64_t value, NjSpan span)
{
    return nj_tir_int(l->arena, nj_type_pyint(l->types), value, span);
}

static void replace_expr(void *ctx, NjTirExpr **child)
{
    Lists *l = ctx;
    NjTirExpr *x = *child;
    nj_tir_children(x, replace_expr, l);
    const Short *found = x->kind == NJ_X_LEN        ? find(l, x->as.len.a)
                         : x->kind == NJ_X_LIST_GET ? find(l, x->as.list_get.base)
                                                    : NULL;
    if (!is_replaced(found))
        return;
    if (x->kind == NJ_X_LEN) {
        *child = nj_tir_cast(l->arena, x->type, number(l, found->n, x->span));
        return;
    }
    NjTirSub *sub = nj_arena_copy(l->arena, &x->as.list_get.sub, sizeof *sub);
    NjTirExpr *load = nj_tir_expr(l->arena, NJ_X_LOAD, x->type, x->span);
    load->as.load.base = nj_tir_local(l->arena, found->array, x->span);
    load->as.load.subs = sub;
    load->as.load.n = 1;
    *child = load;
}

/* array = local_array(n); array[0] = ...; array[1] = ... */
static void replace_list(Lists *l, NjTirStmt *s, Short *found)
{
    NjTirExpr *list = s->as.assign.value;
    const NjType *element = found->list->type->elems[0];
    NjTirBlock out = {0};
    const NjType *type = nj_type_array(l->types, element->dtype, 1, NJ_LAYOUT_C);
    if (!found->array)
        found->array = nj_tir_local_new(l->arena, l->fn, found->list->name, type);
    NjTirExpr *made = nj_tir_expr(l->arena, NJ_X_TARGET_CALL, type, s->span);
    made->as.target_call.id = NJ_CU_local_array;
    made->as.target_call.n = 1;
    made->as.target_call.args = NJ_NEW_ARRAY(l->arena, NjTirExpr *, 1);
    made->as.target_call.args[0] = number(l, found->n, s->span);
    nj_tir_assign(l->arena, &out, found->array, made);
    for (uint32_t i = 0; i < found->n; i++) {
        NjTirStmt *store = nj_tir_stmt(l->arena, NJ_S_STORE, s->span);
        store->as.store.base = nj_tir_local(l->arena, found->array, s->span);
        store->as.store.subs = NJ_NEW(l->arena, NjTirSub);
        store->as.store.subs[0].index = number(l, i, s->span);
        store->as.store.n = 1;
        store->as.store.value = nj_tir_cast(
            l->arena, nj_type_scalar(l->types, element->dtype, false), list->as.new_list.items[i]);
        nj_tir_push(l->arena, &out, store);
    }
    s->kind = NJ_S_BLOCK;
    s->as.block = out;
}

static void replace_lists(void *ctx, NjTirBlock *block)
{
    Lists *l = ctx;
    for (uint32_t i = 0; i < block->n; i++) {
        NjTirStmt *s = block->items[i];
        if (s->kind != NJ_S_ASSIGN || s->as.assign.value->kind != NJ_X_NEW_LIST)
            continue;
        for (uint32_t k = 0; k < l->items.n; k++) {
            Short *found = &l->items.items[k];
            if (s->kind == NJ_S_ASSIGN && found->list == s->as.assign.local && is_replaced(found))
                replace_list(l, s, found);
        }
    }
    for (uint32_t i = 0; i < block->n; i++)
        nj_tir_stmt_blocks(block->items[i], replace_lists, l);
}

static void replace_uses(void *ctx, NjTirBlock *block)
{
    for (uint32_t i = 0; i < block->n; i++) {
        nj_tir_stmt_exprs(block->items[i], replace_expr, ctx);
        nj_tir_stmt_blocks(block->items[i], replace_uses, ctx);
    }
}

void nj_kernel_lists(NjArena *arena, NjTypes *types, NjTirFn *fn)
{
    Lists l = {.arena = arena, .types = types, .fn = fn};
    collect(&l, &fn->body);
    if (l.items.n == 0)
        return;
    look_through(&l, &fn->body);
    replace_lists(&l, &fn->body);
    replace_uses(&l, &fn->body);
}

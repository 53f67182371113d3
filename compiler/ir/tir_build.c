/* tir_build.c - constructors and walkers of TIR nodes.
 *
 * Nothing here decides anything: nodes are filled in as asked. The walkers know every node's children,
 * so that a pass names only the nodes that it treats specially. */
#include "compiler/ir/tir.h"

#include <string.h>

NjTirExpr *nj_tir_expr(NjArena *arena, NjTirExprKind kind, const NjType *type, NjSpan span)
{
    NjTirExpr *e = NJ_NEW(arena, NjTirExpr);
    e->kind = kind;
    e->type = type;
    e->span = span;
    return e;
}

NjTirStmt *nj_tir_stmt(NjArena *arena, NjTirStmtKind kind, NjSpan span)
{
    NjTirStmt *s = NJ_NEW(arena, NjTirStmt);
    s->kind = kind;
    s->span = span;
    return s;
}

static void reserve(NjArena *arena, void **items, uint32_t n, uint32_t *cap, size_t size)
{
    if (n < *cap)
        return;
    uint32_t room = *cap ? *cap * 2 : 4;
    void *grown = nj_arena_alloc_array(arena, room, size);
    if (n)
        memcpy(grown, *items, n * size);
    *items = grown;
    *cap = room;
}

void nj_tir_push(NjArena *arena, NjTirBlock *block, NjTirStmt *stmt)
{
    nj_tir_insert(arena, block, block->n, stmt);
}

void nj_tir_insert(NjArena *arena, NjTirBlock *block, uint32_t at, NjTirStmt *stmt)
{
    reserve(arena, (void **)&block->items, block->n, &block->cap, sizeof *block->items);
    memmove(block->items + at + 1, block->items + at, (block->n - at) * sizeof *block->items);
    block->items[at] = stmt;
    block->n++;
}

NjTirFn *nj_tir_fn(NjArena *arena, const char *name)
{
    NjTirFn *fn = NJ_NEW(arena, NjTirFn);
    fn->name = name;
    fn->source_name = name;
    fn->may_raise = true;
    fn->bounds_check = true;
    return fn;
}

NjTirLocal *nj_tir_local_new(NjArena *arena, NjTirFn *fn, const char *name, const NjType *type)
{
    NjTirLocal *local = NJ_NEW(arena, NjTirLocal);
    local->id = fn->n_locals;
    local->type = type;
    if (name) {
        local->name = name;
    } else {
        local->is_temp = true;
        local->name = nj_arena_printf(arena, "%%%u", local->id);
    }
    reserve(arena, (void **)&fn->locals, fn->n_locals, &fn->cap_locals, sizeof *fn->locals);
    fn->locals[fn->n_locals++] = local;
    return local;
}

NjTirExpr *nj_tir_int(NjArena *arena, const NjType *type, int64_t value, NjSpan span)
{
    NjTirExpr *e = nj_tir_expr(arena, NJ_X_CONST_INT, type, span);
    e->as.const_int.value = value;
    return e;
}

NjTirExpr *nj_tir_float(NjArena *arena, const NjType *type, double value, NjSpan span)
{
    NjTirExpr *e = nj_tir_expr(arena, NJ_X_CONST_FLOAT, type, span);
    e->as.const_float.value = value;
    return e;
}

NjTirExpr *nj_tir_str(NjArena *arena, const NjType *type, const char *text, uint32_t len, NjSpan span)
{
    NjTirExpr *e = nj_tir_expr(arena, NJ_X_CONST_STR, type, span);
    e->as.const_str.text = text;
    e->as.const_str.len = len;
    return e;
}

NjTirExpr *nj_tir_unit(NjArena *arena, const NjType *type, NjSpan span)
{
    return nj_tir_expr(arena, NJ_X_UNIT, type, span);
}

NjTirExpr *nj_tir_local(NjArena *arena, NjTirLocal *local, NjSpan span)
{
    NjTirExpr *e = nj_tir_expr(arena, NJ_X_LOCAL, local->type, span);
    e->as.local.local = local;
    return e;
}

NjTirExpr *nj_tir_global(NjArena *arena, NjTirGlobal *global, NjSpan span)
{
    NjTirExpr *e = nj_tir_expr(arena, NJ_X_GLOBAL, global->type, span);
    e->as.global.global = global;
    return e;
}

NjTirExpr *nj_tir_unary(NjArena *arena, NjTirUnop op, const NjType *type, NjTirExpr *a)
{
    NjTirExpr *e = nj_tir_expr(arena, NJ_X_UNARY, type, a->span);
    e->as.unary.op = op;
    e->as.unary.a = a;
    return e;
}

NjTirExpr *nj_tir_binary(NjArena *arena, NjTirBinop op, NjArith arith, const NjType *type,
                         NjTirExpr *a, NjTirExpr *b)
{
    NjTirExpr *e = nj_tir_expr(arena, NJ_X_BINARY, type, a->span);
    e->as.binary.op = op;
    e->as.binary.arith = arith;
    e->as.binary.a = a;
    e->as.binary.b = b;
    return e;
}

NjTirExpr *nj_tir_compare(NjArena *arena, NjTirCmpop op, const NjType *type, NjTirExpr *a,
                          NjTirExpr *b)
{
    NjTirExpr *e = nj_tir_expr(arena, NJ_X_COMPARE, type, a->span);
    e->as.compare.op = op;
    e->as.compare.a = a;
    e->as.compare.b = b;
    return e;
}

NjTirExpr *nj_tir_cast(NjArena *arena, const NjType *type, NjTirExpr *a)
{
    if (a->type == type)
        return a;
    NjTirExpr *e = nj_tir_expr(arena, NJ_X_CAST, type, a->span);
    e->as.cast.a = a;
    return e;
}

NjTirExpr *nj_tir_select(NjArena *arena, NjTirExpr *cond, NjTirExpr *a, NjTirExpr *b)
{
    NjTirExpr *e = nj_tir_expr(arena, NJ_X_SELECT, a->type, a->span);
    e->as.select.cond = cond;
    e->as.select.a = a;
    e->as.select.b = b;
    return e;
}

NjTirExpr *nj_tir_tuple(NjArena *arena, const NjType *type, NjTirExpr **items, uint32_t n, NjSpan span)
{
    NjTirExpr *e = nj_tir_expr(arena, NJ_X_TUPLE, type, span);
    e->as.tuple.items = items;
    e->as.tuple.n = n;
    return e;
}

NjTirExpr *nj_tir_tuple_get(NjArena *arena, NjTirExpr *a, uint32_t index, const NjType *type)
{
    if (a->kind == NJ_X_TUPLE && index < a->as.tuple.n && a->as.tuple.items[index]->type == type)
        return a->as.tuple.items[index];
    NjTirExpr *e = nj_tir_expr(arena, NJ_X_TUPLE_GET, type, a->span);
    e->as.tuple_get.a = a;
    e->as.tuple_get.index = index;
    return e;
}

NjTirExpr *nj_tir_shape(NjArena *arena, const NjType *int_type, NjTirExpr *a, uint32_t dim)
{
    NjTirExpr *e = nj_tir_expr(arena, NJ_X_SHAPE, int_type, a->span);
    e->as.shape.a = a;
    e->as.shape.dim = dim;
    return e;
}

NjTirStmt *nj_tir_assign(NjArena *arena, NjTirBlock *block, NjTirLocal *local, NjTirExpr *value)
{
    NjTirStmt *s = nj_tir_stmt(arena, NJ_S_ASSIGN, value->span);
    s->as.assign.local = local;
    s->as.assign.value = value;
    nj_tir_push(arena, block, s);
    return s;
}

bool nj_tir_is_trivial(const NjTirExpr *e)
{
    switch (e->kind) {
    case NJ_X_CONST_INT:
    case NJ_X_CONST_FLOAT:
    case NJ_X_CONST_COMPLEX:
    case NJ_X_CONST_STR:
    case NJ_X_UNIT:
    case NJ_X_OPT_NONE:
        return true;
    case NJ_X_LOCAL:
        return e->as.local.local->is_temp;
    case NJ_X_TUPLE_GET:
        return nj_tir_is_trivial(e->as.tuple_get.a);
    case NJ_X_CAST:
        return e->as.cast.arith == NJ_ARITH_WRAP && nj_type_is_scalar(e->type) &&
               nj_tir_is_trivial(e->as.cast.a);
    default:
        return false;
    }
}

static void visit_sub(NjTirSub *sub, NjTirVisit visit, void *ctx)
{
    visit(ctx, &sub->index);
}

static void visit_list(NjTirExpr **items, uint32_t n, NjTirVisit visit, void *ctx)
{
    for (uint32_t i = 0; i < n; i++)
        visit(ctx, &items[i]);
}

static void visit_opt(NjTirExpr **e, NjTirVisit visit, void *ctx)
{
    if (*e)
        visit(ctx, e);
}

static void visit_specs(NjTirExpr *e, NjTirVisit visit, void *ctx)
{
    visit(ctx, &e->as.view.base);
    for (uint32_t i = 0; i < e->as.view.n; i++) {
        NjTirSpec *spec = &e->as.view.specs[i];
        if (spec->kind == NJ_SPEC_INDEX)
            visit_sub(&spec->index, visit, ctx);
        if (spec->kind == NJ_SPEC_SLICE) {
            visit_opt(&spec->start, visit, ctx);
            visit_opt(&spec->stop, visit, ctx);
            visit_opt(&spec->step, visit, ctx);
        }
    }
}

void nj_tir_children(NjTirExpr *e, NjTirVisit visit, void *ctx)
{
    switch (e->kind) {
    case NJ_X_CONST_INT:
    case NJ_X_CONST_FLOAT:
    case NJ_X_CONST_COMPLEX:
    case NJ_X_CONST_STR:
    case NJ_X_UNIT:
    case NJ_X_LOCAL:
    case NJ_X_GLOBAL:
    case NJ_X_OPT_NONE:
    case NJ_X_NEW_OBJECT:
    case NJ_X_FN_ADDR:
    case NJ_X_COUNT:
        return;
    case NJ_X_UNARY:
        visit(ctx, &e->as.unary.a);
        return;
    case NJ_X_BINARY:
        visit(ctx, &e->as.binary.a);
        visit(ctx, &e->as.binary.b);
        return;
    case NJ_X_COMPARE:
        visit(ctx, &e->as.compare.a);
        visit(ctx, &e->as.compare.b);
        return;
    case NJ_X_CAST:
        visit(ctx, &e->as.cast.a);
        return;
    case NJ_X_SELECT:
        visit(ctx, &e->as.select.cond);
        visit(ctx, &e->as.select.a);
        visit(ctx, &e->as.select.b);
        return;
    case NJ_X_MATH:
        visit_list(e->as.math.args, e->as.math.n, visit, ctx);
        return;
    case NJ_X_TUPLE:
        visit_list(e->as.tuple.items, e->as.tuple.n, visit, ctx);
        return;
    case NJ_X_TUPLE_GET:
        visit(ctx, &e->as.tuple_get.a);
        return;
    case NJ_X_OPT_SOME:
    case NJ_X_OPT_HAS:
    case NJ_X_OPT_GET:
        visit(ctx, &e->as.opt.a);
        return;
    case NJ_X_LEN:
        visit(ctx, &e->as.len.a);
        return;
    case NJ_X_SHAPE:
    case NJ_X_STRIDE:
        visit(ctx, &e->as.shape.a);
        return;
    case NJ_X_LOAD:
        visit(ctx, &e->as.load.base);
        for (uint32_t i = 0; i < e->as.load.n; i++)
            visit_sub(&e->as.load.subs[i], visit, ctx);
        return;
    case NJ_X_LIST_GET:
        visit(ctx, &e->as.list_get.base);
        visit_sub(&e->as.list_get.sub, visit, ctx);
        return;
    case NJ_X_FIELD:
        visit(ctx, &e->as.field.base);
        return;
    case NJ_X_CELL_GET:
        visit(ctx, &e->as.cell_get.a);
        return;
    case NJ_X_ENTRY_KEY:
    case NJ_X_ENTRY_VALUE:
        visit(ctx, &e->as.entry.base);
        visit(ctx, &e->as.entry.index);
        return;
    case NJ_X_VIEW:
        visit_specs(e, visit, ctx);
        return;
    case NJ_X_TRANSPOSE:
        visit(ctx, &e->as.transpose.a);
        return;
    case NJ_X_FLATTEN:
        visit(ctx, &e->as.flatten.a);
        return;
    case NJ_X_BROADCAST:
        visit(ctx, &e->as.broadcast.a);
        visit_list(e->as.broadcast.shape, e->as.broadcast.n, visit, ctx);
        return;
    case NJ_X_IOTA:
        visit(ctx, &e->as.iota.n);
        return;
    case NJ_X_REDUCE:
        visit(ctx, &e->as.reduce.a);
        visit_opt(&e->as.reduce.initial, visit, ctx);
        visit_opt(&e->as.reduce.where, visit, ctx);
        return;
    case NJ_X_ROW_SUM:
        visit(ctx, &e->as.row_sum.a);
        visit(ctx, &e->as.row_sum.first);
        visit(ctx, &e->as.row_sum.n);
        return;
    case NJ_X_SCAN:
        visit(ctx, &e->as.scan.a);
        return;
    case NJ_X_ALLOC:
        visit_list(e->as.alloc.shape, e->as.alloc.n, visit, ctx);
        return;
    case NJ_X_NEW_LIST:
    case NJ_X_NEW_SET:
        visit_list(e->as.new_list.items, e->as.new_list.n, visit, ctx);
        return;
    case NJ_X_NEW_DICT:
        for (uint32_t i = 0; i < e->as.new_dict.n; i++) {
            visit(ctx, &e->as.new_dict.keys[i]);
            visit(ctx, &e->as.new_dict.values[i]);
        }
        return;
    case NJ_X_NEW_CELL:
        visit_opt(&e->as.new_cell.a, visit, ctx);
        return;
    case NJ_X_CALL:
        visit_list(e->as.call.args, e->as.call.n, visit, ctx);
        return;
    case NJ_X_RTCALL:
        visit_list(e->as.rtcall.args, e->as.rtcall.n, visit, ctx);
        return;
    case NJ_X_TARGET_CALL:
        visit_list(e->as.target_call.args, e->as.target_call.n, visit, ctx);
        return;
    }
}

void nj_tir_stmt_exprs(NjTirStmt *s, NjTirVisit visit, void *ctx)
{
    switch (s->kind) {
    case NJ_S_ASSIGN:
        visit(ctx, &s->as.assign.value);
        return;
    case NJ_S_GLOBAL_SET:
        visit(ctx, &s->as.global_set.value);
        return;
    case NJ_S_STORE:
        visit(ctx, &s->as.store.base);
        for (uint32_t i = 0; i < s->as.store.n; i++)
            visit_sub(&s->as.store.subs[i], visit, ctx);
        visit(ctx, &s->as.store.value);
        return;
    case NJ_S_ARRAY_STORE:
        visit(ctx, &s->as.array_store.view);
        visit(ctx, &s->as.array_store.value);
        return;
    case NJ_S_LIST_SET:
        visit(ctx, &s->as.list_set.base);
        visit_sub(&s->as.list_set.sub, visit, ctx);
        visit(ctx, &s->as.list_set.value);
        return;
    case NJ_S_FIELD_SET:
        visit(ctx, &s->as.field_set.base);
        visit(ctx, &s->as.field_set.value);
        return;
    case NJ_S_CELL_SET:
        visit(ctx, &s->as.cell_set.cell);
        visit(ctx, &s->as.cell_set.value);
        return;
    case NJ_S_EXPR:
        visit(ctx, &s->as.expr.value);
        return;
    case NJ_S_IF:
        visit(ctx, &s->as.if_.cond);
        return;
    case NJ_S_FOR:
        visit(ctx, &s->as.for_.start);
        visit(ctx, &s->as.for_.stop);
        visit(ctx, &s->as.for_.step);
        return;
    case NJ_S_WHILE:
        visit(ctx, &s->as.while_.cond);
        return;
    case NJ_S_RETURN:
        visit_opt(&s->as.ret.value, visit, ctx);
        return;
    case NJ_S_RAISE:
        visit(ctx, &s->as.raise.exc);
        return;
    case NJ_S_CHECK:
        visit(ctx, &s->as.check.cond);
        visit_list(s->as.check.args, s->as.check.n, visit, ctx);
        return;
    case NJ_S_BREAK:
    case NJ_S_CONTINUE:
    case NJ_S_TRY:
    case NJ_S_BLOCK:
    case NJ_S_BARRIER:
    case NJ_S_COUNT:
        return;
    }
}

void nj_tir_stmt_blocks(NjTirStmt *s, NjTirVisitBlock visit, void *ctx)
{
    switch (s->kind) {
    case NJ_S_IF:
        visit(ctx, &s->as.if_.then_block);
        visit(ctx, &s->as.if_.else_block);
        return;
    case NJ_S_FOR:
        visit(ctx, &s->as.for_.body);
        return;
    case NJ_S_WHILE:
        visit(ctx, &s->as.while_.pre);
        visit(ctx, &s->as.while_.body);
        return;
    case NJ_S_TRY:
        visit(ctx, &s->as.try_.body);
        visit(ctx, &s->as.try_.handler);
        return;
    case NJ_S_BLOCK:
        visit(ctx, &s->as.block);
        return;
    default:
        return;
    }
}

typedef struct CloneCtx {
    NjArena *arena;
} CloneCtx;

static void clone_child(void *ctx, NjTirExpr **child)
{
    CloneCtx *c = ctx;
    *child = nj_tir_clone(c->arena, *child);
}

static void *copy_items(NjArena *arena, const void *items, uint32_t n, size_t size)
{
    return n ? nj_arena_copy(arena, items, n * size) : NULL;
}

/* Gives the copy its own arrays of children, so that rewriting it leaves the original alone. */
static void own_arrays(NjArena *arena, NjTirExpr *e)
{
    const size_t ptr = sizeof(NjTirExpr *);
    switch (e->kind) {
    case NJ_X_TUPLE:
        e->as.tuple.items = copy_items(arena, e->as.tuple.items, e->as.tuple.n, ptr);
        break;
    case NJ_X_LOAD:
        e->as.load.subs = copy_items(arena, e->as.load.subs, e->as.load.n, sizeof(NjTirSub));
        break;
    case NJ_X_VIEW:
        e->as.view.specs = copy_items(arena, e->as.view.specs, e->as.view.n, sizeof(NjTirSpec));
        break;
    case NJ_X_BROADCAST:
        e->as.broadcast.shape = copy_items(arena, e->as.broadcast.shape, e->as.broadcast.n, ptr);
        break;
    case NJ_X_ALLOC:
        e->as.alloc.shape = copy_items(arena, e->as.alloc.shape, e->as.alloc.n, ptr);
        break;
    case NJ_X_NEW_LIST:
    case NJ_X_NEW_SET:
        e->as.new_list.items = copy_items(arena, e->as.new_list.items, e->as.new_list.n, ptr);
        break;
    case NJ_X_NEW_DICT:
        e->as.new_dict.keys = copy_items(arena, e->as.new_dict.keys, e->as.new_dict.n, ptr);
        e->as.new_dict.values = copy_items(arena, e->as.new_dict.values, e->as.new_dict.n, ptr);
        break;
    case NJ_X_CALL:
        e->as.call.args = copy_items(arena, e->as.call.args, e->as.call.n, ptr);
        break;
    case NJ_X_RTCALL:
        e->as.rtcall.args = copy_items(arena, e->as.rtcall.args, e->as.rtcall.n, ptr);
        break;
    case NJ_X_TARGET_CALL:
        e->as.target_call.args = copy_items(arena, e->as.target_call.args, e->as.target_call.n, ptr);
        break;
    default:
        break;
    }
}

NjTirExpr *nj_tir_clone(NjArena *arena, const NjTirExpr *e)
{
    NjTirExpr *copy = nj_arena_copy(arena, e, sizeof *e);
    own_arrays(arena, copy);
    CloneCtx ctx = {arena};
    nj_tir_children(copy, clone_child, &ctx);
    return copy;
}

/* stmt.c - statements that are not loops, try or class: assignments, if, def, import, with, match ... */
#include "compiler/sema/sema.h"

#include "compiler/funcs/func.h"

#include <string.h>

/* ---- assignment targets ---- */

/* The names that an assignment in error would have set are not reported again where they are used. */
static void set_to_error(NjWalk *w, NjExprs targets)
{
    for (uint32_t i = 0; i < targets.n; i++) {
        const NjExpr *t = targets.items[i];
        nj_assign_target(w, t->kind == NJ_EXPR_STARRED ? t->as.starred.value : t, nj_val_error(w));
    }
}

static void unpack_static(NjWalk *w, NjExprs targets, const NjVal *items, uint32_t n, NjSpan span)
{
    int64_t star = -1;
    for (uint32_t i = 0; i < targets.n; i++)
        if (targets.items[i]->kind == NJ_EXPR_STARRED)
            star = i;
    if (star < 0 ? n != targets.n : n + 1 < targets.n) {
        if (n < targets.n)
            nj_raises(w, span, NPRT_EXC_VALUE_ERROR, "not enough values to unpack (expected %s%u, got %u)",
                    star < 0 ? "" : "at least ", targets.n - (star >= 0), n);
        else
            nj_raises(w, span, NPRT_EXC_VALUE_ERROR, "too many values to unpack (expected %u)",
                      targets.n);
        set_to_error(w, targets);
        return;
    }
    uint32_t after = star < 0 ? 0 : targets.n - 1 - (uint32_t)star;
    for (uint32_t i = 0; i < targets.n; i++) {
        if (star < 0 || i < star) {
            nj_assign_target(w, targets.items[i], items[i]);
        } else if (i == star) {
            uint32_t count = n - (targets.n - 1);
            NjVal *rest = NJ_NEW_ARRAY(w->arena, NjVal, count + 1);
            memcpy(rest, items + i, count * sizeof *rest);
            NjVal list = nj_make_list(w, targets.items[i], rest, count, span);
            nj_assign_target(w, targets.items[i]->as.starred.value, list);
        } else {
            nj_assign_target(w, targets.items[i], items[n - after + (i - (uint32_t)star - 1)]);
        }
    }
}

/* a, *b, c = list: slices of a list made of the value. */
static void unpack_starred(NjWalk *w, NjExprs targets, NjVal list, NjSpan span)
{
    list = nj_spill(w, nj_list_of(w, list, span));
    if (nj_is_error(list))
        return;
    uint32_t star = 0;
    while (targets.items[star]->kind != NJ_EXPR_STARRED)
        star++;
    uint32_t after = targets.n - 1 - star;
    NjVal len = nj_spill(w, nj_len(w, list, span));
    NjTirExpr **args = NJ_NEW_ARRAY(w->arena, NjTirExpr *, 1);
    args[0] = len.expr;
    NjTirExpr *ok = nj_tir_compare(w->arena, NJ_CMP_GE, nj_type_pybool(w->types), len.expr,
                                   nj_tir_int(w->arena, len.type, targets.n - 1, span));
    nj_check(w, ok, NPRT_EXC_VALUE_ERROR, span,
             nj_arena_printf(w->arena, "not enough values to unpack (expected at least %u, got %%lld)",
                             targets.n - 1),
             1, args);
    for (uint32_t i = 0; i < star; i++)
        nj_assign_target(w, targets.items[i], nj_index_get(w, list, nj_val_int(w, i, span), span));
    NjVal stop = nj_binary(w, NJ_BINOP_SUB, len, nj_val_int(w, after, span), span);
    NjVal slice = nj_val_slice(w, nj_val_int(w, star, span), stop, span);
    nj_assign_target(w, targets.items[star]->as.starred.value, nj_index_get(w, list, slice, span));
    for (uint32_t i = 0; i < after; i++) {
        NjVal at = nj_val_int(w, (int64_t)i - after, span);
        nj_assign_target(w, targets.items[star + 1 + i], nj_index_get(w, list, at, span));
    }
}

static void unpack(NjWalk *w, NjExprs targets, NjVal value, NjSpan span)
{
    value = nj_unwrap(w, value, span);
    if (value.type->kind == NJ_T_TUPLE) {
        value = nj_spill(w, value);
        NjVal *items = NJ_NEW_ARRAY(w->arena, NjVal, value.type->n + 1);
        for (uint32_t i = 0; i < value.type->n; i++)
            items[i] = nj_spill(w, nj_tuple_item(w, value, i, span));
        unpack_static(w, targets, items, value.type->n, span);
        return;
    }
    for (uint32_t i = 0; i < targets.n; i++)
        if (targets.items[i]->kind == NJ_EXPR_STARRED) {
            unpack_starred(w, targets, value, span);
            return;
        }
    NjSeq seq;
    if (value.type->kind == NJ_T_ITER || value.type->kind == NJ_T_SET || value.type->kind == NJ_T_DICT ||
        value.type->kind == NJ_T_OBJECT || nj_type_is_generator(value.type))
        value = nj_list_of(w, value, span);
    if (nj_is_error(value) || !nj_seq_of(w, value, span, &seq) || !seq.length.type) {
        if (!nj_is_error(value))
            nj_raises(w, span, NPRT_EXC_TYPE_ERROR, "cannot unpack non-iterable %s object", nj_ty(w, value.type));
        set_to_error(w, targets);
        return;
    }
    int64_t known;
    if (!nj_known_int(seq.length, &known) || known != targets.n) {
        NjTirExpr **args = NJ_NEW_ARRAY(w->arena, NjTirExpr *, 1);
        args[0] = seq.length.expr;
        NjTirExpr *n = nj_tir_int(w->arena, seq.length.type, targets.n, span);
        nj_check(w, nj_tir_compare(w->arena, NJ_CMP_GE, nj_type_pybool(w->types), seq.length.expr, n),
                 NPRT_EXC_VALUE_ERROR, span,
                 nj_arena_printf(w->arena, "not enough values to unpack (expected %u, got %%lld)", targets.n),
                 1, args);
        nj_check(w, nj_tir_compare(w->arena, NJ_CMP_LE, nj_type_pybool(w->types), seq.length.expr, n),
                 NPRT_EXC_VALUE_ERROR, span,
                 nj_arena_printf(w->arena, "too many values to unpack (expected %u)", targets.n), 0, NULL);
    }
    NjVal *items = NJ_NEW_ARRAY(w->arena, NjVal, targets.n + 1);
    for (uint32_t i = 0; i < targets.n; i++)
        items[i] = nj_spill(w, nj_normal(w, nj_seq_get(w, &seq, nj_val_int(w, i, span), span)));
    unpack_static(w, targets, items, targets.n, span);
}

void nj_assign_target(NjWalk *w, const NjExpr *target, NjVal value)
{
    if (w->dead)
        return;
    if (nj_is_error(value) && target->kind == NJ_EXPR_TUPLE)
        set_to_error(w, target->as.tuple.elts);
    if (nj_is_error(value) && target->kind != NJ_EXPR_NAME)
        return;
    switch (target->kind) {
    case NJ_EXPR_NAME:
        if (w->frame->binds)
            nj_bind_comp_name(w, target->as.name.name, value);
        else
            nj_bind_name(w, target->as.name.name, value, target->span);
        return;
    case NJ_EXPR_TUPLE:
        unpack(w, target->as.tuple.elts, value, target->span);
        return;
    case NJ_EXPR_LIST:
        unpack(w, target->as.list.elts, value, target->span);
        return;
    case NJ_EXPR_SUBSCRIPT:
        nj_store_subscript(w, target, value);
        return;
    case NJ_EXPR_ATTRIBUTE: {
        value = nj_spill(w, value);
        NjVal base = nj_walk_expr(w, target->as.attribute.value);
        if (!nj_is_error(base))
            nj_store_attr(w, base, target->as.attribute.attr, value, target->span);
        return;
    }
    default:
        nj_fail(w, target->span, "cannot assign here");
    }
}

/* A tuple of plain targets takes a tuple display item by item: a, b = b, a needs no tuple. */
static void walk_assign(NjWalk *w, const NjStmt *s)
{
    NjVal value = nj_walk_expr(w, s->as.assign.value);
    NjExprs targets = s->as.assign.targets;
    if (targets.n > 1)
        value = nj_spill(w, value);
    for (uint32_t i = 0; i < targets.n; i++)
        nj_assign_target(w, targets.items[i], value);
}

static NjVal load_target(NjWalk *w, const NjExpr *target, NjVal *base, NjVal *index)
{
    switch (target->kind) {
    case NJ_EXPR_NAME:
        return nj_load_name(w, target->as.name.name, target->span);
    case NJ_EXPR_ATTRIBUTE:
        *base = nj_spill(w, nj_walk_expr(w, target->as.attribute.value));
        return nj_changed_attr(w, *base, target->as.attribute.attr, target->span);
    case NJ_EXPR_SUBSCRIPT:
        *base = nj_spill_view(w, nj_walk_changed(w, target->as.subscript.value));
        *index = nj_spill_deep(w, nj_walk_expr(w, target->as.subscript.index));
        if (nj_is_error(*base) || nj_is_error(*index))
            return nj_val_error(w);
        return nj_normal(w, nj_index_get(w, *base, *index, target->span));
    default:
        return nj_fail(w, target->span, "cannot assign here");
    }
}

static void store_target(NjWalk *w, const NjExpr *target, NjVal base, NjVal index, NjVal value)
{
    if (nj_is_error(value) || w->dead)
        return;
    switch (target->kind) {
    case NJ_EXPR_NAME:
        nj_bind_name(w, target->as.name.name, value, target->span);
        return;
    case NJ_EXPR_ATTRIBUTE:
        nj_store_attr(w, base, target->as.attribute.attr, value, target->span);
        return;
    default:
        nj_index_set(w, base, index, value, target->span);
    }
}

static const char *const inplace_names[NJ_BINOP_COUNT] = {
    [NJ_BINOP_ADD] = "__iadd__",      [NJ_BINOP_SUB] = "__isub__",  [NJ_BINOP_MULT] = "__imul__",
    [NJ_BINOP_MATMULT] = "__imatmul__", [NJ_BINOP_DIV] = "__itruediv__", [NJ_BINOP_MOD] = "__imod__",
    [NJ_BINOP_POW] = "__ipow__",      [NJ_BINOP_LSHIFT] = "__ilshift__", [NJ_BINOP_RSHIFT] = "__irshift__",
    [NJ_BINOP_BITOR] = "__ior__",     [NJ_BINOP_BITXOR] = "__ixor__", [NJ_BINOP_BITAND] = "__iand__",
    [NJ_BINOP_FLOORDIV] = "__ifloordiv__"};

static void walk_aug_assign(NjWalk *w, const NjStmt *s)
{
    const NjExpr *target = s->as.aug_assign.target;
    NjBinOp op = s->as.aug_assign.op;
    NjVal base = {0}, index = {0}, out;
    NjVal old = load_target(w, target, &base, &index);
    NjMark mark = nj_mark(w);
    NjVal value = nj_walk_expr(w, s->as.aug_assign.value);
    if (nj_is_error(old) || nj_is_error(value))
        return;
    old = nj_settle(w, mark, old);
    if (old.type->kind == NJ_T_ARRAY && old.type->ndim > 0) {
        bool copied = base.type && base.type->kind == NJ_T_ARRAY && old.expr->kind != NJ_X_VIEW;
        if (old.expr->kind != NJ_X_VIEW)
            old = nj_spill(w, old);
        nj_update_array(w, op, old, value, s->as.aug_assign.op_span);
        if (copied && target->kind == NJ_EXPR_SUBSCRIPT) /* a[index array] op= v: back to where it came from */
            nj_index_set(w, base, index, old, target->span);
        return;
    }
    if (old.type->kind == NJ_T_OBJECT &&
        nj_call_special(w, old, inplace_names[op], &value, 1, s->as.aug_assign.op_span, &out)) {
        store_target(w, target, base, index, out);
        return;
    }
    if (old.type->kind == NJ_T_LIST || old.type->kind == NJ_T_SET || old.type->kind == NJ_T_DICT) {
        old = nj_spill(w, old);
        if (target->kind == NJ_EXPR_NAME) {
            /* the binding may know the site, which a spilled value does too */
            NjVal again = nj_load_name(w, target->as.name.name, target->span);
            old.known = again.known;
        }
        if (nj_inplace(w, op, old, value, s->as.aug_assign.op_span))
            return;
    }
    store_target(w, target, base, index, nj_binary(w, op, old, value, s->as.aug_assign.op_span));
}

/* ---- if ---- */

NjNarrow nj_narrow_of(NjWalk *w, const NjExpr *test)
{
    NjNarrow none = {0};
    bool negate = false;
    while (test->kind == NJ_EXPR_UNARY_OP && test->as.unary_op.op == NJ_UNARYOP_NOT) {
        negate = !negate;
        test = test->as.unary_op.operand;
    }
    const NjExpr *name = test;
    bool true_means_some = true, false_means_some = false;
    if (test->kind == NJ_EXPR_BOOL_OP && test->as.bool_op.op == NJ_BOOLOP_AND && !negate) {
        NjNarrow n = nj_narrow_of(w, test->as.bool_op.values.items[0]);
        n.when_false = false;
        return n;
    }
    if (test->kind == NJ_EXPR_BOOL_OP && test->as.bool_op.op == NJ_BOOLOP_OR && !negate) {
        NjNarrow n = nj_narrow_of(w, test->as.bool_op.values.items[0]);
        n.when_true = false;
        return n;
    }
    if (test->kind == NJ_EXPR_COMPARE && test->as.compare.comparators.n == 1) {
        const NjExpr *other = test->as.compare.comparators.items[0];
        NjCmpOp op = test->as.compare.ops[0];
        if (other->kind != NJ_EXPR_CONSTANT || other->as.constant.kind != NJ_CONST_NONE)
            return none;
        if (op != NJ_CMPOP_IS && op != NJ_CMPOP_IS_NOT && op != NJ_CMPOP_EQ && op != NJ_CMPOP_NOT_EQ)
            return none;
        bool is = op == NJ_CMPOP_IS || op == NJ_CMPOP_EQ;
        name = test->as.compare.left;
        true_means_some = !is;
        false_means_some = is;
    }
    if (name->kind == NJ_EXPR_NAMED_EXPR)
        name = name->as.named_expr.target;
    if (name->kind != NJ_EXPR_NAME)
        return none;
    NjVar *var = nj_scope_find(w->def, name->as.name.name);
    if (!var || var->is_cell || nj_var_is_shared(w, var))
        return none;
    NjBinding *b = &w->env.vars[var->index];
    if (b->state != NJ_BOUND || b->type->kind != NJ_T_OPTIONAL)
        return none;
    return (NjNarrow){var, negate ? false_means_some : true_means_some,
                      negate ? true_means_some : false_means_some};
}

void nj_narrow_apply(NjWalk *w, const NjNarrow *narrow, bool branch)
{
    if (!narrow->var || !(branch ? narrow->when_true : narrow->when_false))
        return;
    NjBinding *b = &w->env.vars[narrow->var->index];
    if (b->state != NJ_BOUND || b->type->kind != NJ_T_OPTIONAL)
        return;
    NjSpan span = w->at;
    const NjType *elem = b->type->elems[0];
    if (elem->is_unit) {
        *b = (NjBinding){.state = NJ_BOUND, .type = elem, .where = b->where};
        return;
    }
    NjTirExpr *get = nj_tir_expr(w->arena, NJ_X_OPT_GET, elem, span);
    get->as.opt.a = nj_tir_local(w->arena, b->slot, span);
    NjTirLocal *slot = nj_slot_for(w, narrow->var, elem);
    nj_emit_assign(w, slot, get);
    *b = (NjBinding){.state = NJ_BOUND, .type = elem, .slot = slot, .where = b->where};
}

static void walk_if(NjWalk *w, const NjStmt *s)
{
    int known;
    const NjExpr *test = s->as.if_else.test;
    if (nj_is_main_guard(w, test)) {
        nj_walk_block(w, s->as.if_else.body);
        return;
    }
    NjTirExpr *cond = nj_truth(w, nj_walk_expr(w, test), test->span, &known);
    if (w->dead)
        return;
    if (known >= 0) {
        nj_walk_block(w, known ? s->as.if_else.body : s->as.if_else.orelse);
        return;
    }
    NjNarrow narrow = nj_narrow_of(w, test);
    NjIf i = nj_if_begin(w, cond, s->span);
    nj_narrow_apply(w, &narrow, true);
    nj_walk_block(w, s->as.if_else.body);
    nj_if_else(w, &i);
    nj_narrow_apply(w, &narrow, false);
    nj_walk_block(w, s->as.if_else.orelse);
    nj_if_end(w, &i);
}

/* `if __name__ == "__main__":` */
bool nj_is_main_guard(NjWalk *w, const NjExpr *test)
{
    (void)w;
    if (test->kind != NJ_EXPR_COMPARE || test->as.compare.comparators.n != 1 ||
        test->as.compare.ops[0] != NJ_CMPOP_EQ)
        return false;
    const NjExpr *a = test->as.compare.left, *b = test->as.compare.comparators.items[0];
    return a->kind == NJ_EXPR_NAME && strcmp(a->as.name.name->text, "__name__") == 0 &&
           b->kind == NJ_EXPR_CONSTANT && b->as.constant.kind == NJ_CONST_STR &&
           strcmp(b->as.constant.as.string.text, "__main__") == 0;
}

/* ---- def, return, for ---- */

void nj_walk_def(NjWalk *w, const NjStmt *s)
{
    NjFuncDef *def = nj_func_of(w->def->module, s);
    if (s->as.function_def.is_async) {
        NjVal none = nj_fail(w, s->as.function_def.name_span, "async functions are not supported");
        nj_bind_name(w, def->name, none, s->as.function_def.name_span);
        return;
    }
    NjVal v = nj_func_value(w, def, s->as.function_def.name_span);
    v = nj_decorate(w, def, v, &s->as.function_def.decorators);
    nj_bind_name(w, def->name, v, s->as.function_def.name_span);
}

void nj_run_finals(NjWalk *w, NjFinally *until)
{
    NjFinally *saved = w->frame->finals;
    NjLoopCtx *loop = w->loop;
    while (w->frame->finals != until && !w->dead) {
        NjFinally *f = w->frame->finals;
        w->frame->finals = f->outer;
        w->loop = f->loop;
        nj_walk_block(w, f->body);
    }
    w->frame->finals = saved;
    w->loop = loop;
}

void nj_walk_return(NjWalk *w, NjVal value, NjSpan span)
{
    if (w->dead)
        return;
    if (value.type->kind == NJ_T_ERROR) {
        w->dead = true;
        return;
    }
    if (value.type->kind == NJ_T_NEVER) {
        /* what has no value has raised, or its type is found later */
        nj_raise_text(w, NPRT_EXC_RUNTIME_ERROR, span, "unreachable");
        return;
    }
    if (value.type->kind == NJ_T_ITER && value.type->id == NJ_ITER_GENEXP)
        value = nj_list_of(w, value, span);
    if (w->frame->finals)
        value = nj_spill(w, value);
    nj_run_finals(w, NULL);
    if (w->dead)
        return;
    value = nj_spill(w, value);
    NjTirStmt *s = nj_tir_stmt(w->arena, NJ_S_RETURN, span);
    nj_emit(w, s);
    NjReturn r = {s, value, span};
    nj_vec_push(w->arena, &w->frame->returns, r);
    w->dead = true;
}

typedef struct ForCtx {
    const NjStmt *stmt;
} ForCtx;

static void for_body(NjWalk *w, NjVal item, void *data)
{
    const NjStmt *s = ((ForCtx *)data)->stmt;
    nj_assign_target(w, s->as.for_loop.target, item);
    nj_walk_block(w, s->as.for_loop.body);
}

/* break or continue of this very loop. */
static bool block_jumps(NjBlock block);

static bool stmt_jumps(const NjStmt *s)
{
    switch (s->kind) {
    case NJ_STMT_BREAK:
    case NJ_STMT_CONTINUE:
        return true;
    case NJ_STMT_IF:
        return block_jumps(s->as.if_else.body) || block_jumps(s->as.if_else.orelse);
    case NJ_STMT_FOR:
        return block_jumps(s->as.for_loop.orelse);
    case NJ_STMT_WHILE:
        return block_jumps(s->as.while_loop.orelse);
    case NJ_STMT_WITH:
        return block_jumps(s->as.with.body);
    case NJ_STMT_TRY:
        for (uint32_t i = 0; i < s->as.try_block.handlers.n; i++)
            if (block_jumps(s->as.try_block.handlers.items[i]->body))
                return true;
        return block_jumps(s->as.try_block.body) || block_jumps(s->as.try_block.orelse) ||
               block_jumps(s->as.try_block.finalbody);
    case NJ_STMT_MATCH:
        for (uint32_t i = 0; i < s->as.match.cases.n; i++)
            if (block_jumps(s->as.match.cases.items[i]->body))
                return true;
        return false;
    default:
        return false;
    }
}

static bool block_jumps(NjBlock block)
{
    for (uint32_t i = 0; i < block.n; i++)
        if (stmt_jumps(block.items[i]))
            return true;
    return false;
}

void nj_walk_for(NjWalk *w, const NjStmt *s)
{
    if (s->as.for_loop.is_async) {
        nj_fail(w, s->span, "async for is not supported");
        return;
    }
    NjVal iterable = nj_walk_expr(w, s->as.for_loop.iter);
    ForCtx ctx = {s};
    NjIterOptions o = {.node = s,
                       .bound = nj_bound_names(w->def->module, s),
                       .orelse = s->as.for_loop.orelse,
                       .has_jumps = block_jumps(s->as.for_loop.body)};
    nj_iterate_with(w, nj_unwrap(w, iterable, s->as.for_loop.iter->span), s->as.for_loop.iter->span, &o,
                    for_body, &ctx);
}

/* ---- import ---- */

/* A module that npjit does not have is an error where the program uses it, and an exception where
 * it tries. */
static void miss_module(NjWalk *w, const char *dotted, const NjName *name, NjSpan span)
{
    if (nj_may_catch(w)) { /* Python names the first part that it does not find */
        const char *top = nj_intern(w->u->names, dotted, strcspn(dotted, "."))->text;
        nj_raises(w, span, NPRT_EXC_MODULE_NOT_FOUND_ERROR, "No module named '%s'",
                  nj_module_find(top) < 0 ? top : dotted);
        return;
    }
    NjMissing *missing = NJ_NEW(w->s->arena, NjMissing);
    *missing = (NjMissing){dotted, span};
    nj_map_put(w->s->arena, &w->s->missing, name, missing);
}

static void import_from(NjWalk *w, const NjStmt *s)
{
    const char *module = s->as.import_from.module ? s->as.import_from.module->text : "";
    if (strcmp(module, "__future__") == 0)
        return;
    if (s->as.import_from.level > 0) {
        nj_fail(w, s->span, "relative imports are not supported");
        return;
    }
    int32_t id = nj_module_find(module);
    for (uint32_t i = 0; id < 0 && !w->dead && i < s->as.import_from.names.n; i++) {
        const NjAlias *a = s->as.import_from.names.items[i];
        miss_module(w, module, a->asname ? a->asname : a->name, s->span);
    }
    if (id < 0)
        return;
    NjVal base = nj_val_unit(w, nj_type_module(w->types, id), s->span);
    for (uint32_t i = 0; i < s->as.import_from.names.n; i++) {
        const NjAlias *a = s->as.import_from.names.items[i];
        if (strcmp(a->name->text, "*") == 0) {
            nj_vec_push(w->s->arena, &w->s->stars, base.type->id);
            return;
        }
        NjVal v = nj_get_attr(w, base, a->name, a->span);
        nj_bind_name(w, a->asname ? a->asname : a->name, v, a->span);
    }
}

void nj_walk_import(NjWalk *w, const NjStmt *s)
{
    if (s->kind == NJ_STMT_IMPORT_FROM) {
        import_from(w, s);
        return;
    }
    for (uint32_t i = 0; i < s->as.import.names.n; i++) {
        const NjAlias *a = s->as.import.names.items[i];
        const char *dot = strchr(a->name->text, '.');
        const NjName *name = a->asname ? a->asname : a->name;
        int32_t id = nj_module_find(a->name->text);
        if (!a->asname && dot) {
            name = nj_intern(w->u->names, a->name->text, (size_t)(dot - a->name->text));
            id = id < 0 ? -1 : nj_module_find(name->text);
        }
        if (id < 0)
            miss_module(w, a->name->text, name, a->span);
        else
            nj_bind_name(w, name, nj_val_unit(w, nj_type_module(w->types, id), a->span), a->span);
    }
}

/* ---- the rest ---- */

static void walk_delete(NjWalk *w, const NjStmt *s)
{
    for (uint32_t i = 0; i < s->as.del.targets.n; i++) {
        const NjExpr *t = s->as.del.targets.items[i];
        if (t->kind == NJ_EXPR_NAME)
            nj_unbind_name(w, t->as.name.name, t->span);
        else if (t->kind == NJ_EXPR_SUBSCRIPT)
            nj_del_subscript(w, t);
        else
            nj_fail(w, t->span, "del of an attribute is not supported");
    }
}

static void walk_ann_assign(NjWalk *w, const NjStmt *s)
{
    if (!s->as.ann_assign.value)
        return;
    NjVal v = nj_walk_expr(w, s->as.ann_assign.value);
    nj_assign_target(w, s->as.ann_assign.target, v);
}

static void walk_expr_stmt(NjWalk *w, const NjStmt *s)
{
    const NjExpr *e = s->as.expr.value;
    if (e->kind == NJ_EXPR_CONSTANT)
        return;
    NjVal v = nj_walk_expr(w, e);
    if (w->dead || nj_is_error(v) || !v.expr || nj_tir_is_trivial(v.expr) || v.type->is_unit ||
        v.type->kind == NJ_T_ITER)
        return;
    /* evaluated for the exception it may raise */
    NjTirStmt *out = nj_tir_stmt(w->arena, NJ_S_EXPR, s->span);
    out->as.expr.value = v.expr;
    nj_emit(w, out);
}

void nj_walk_stmt(NjWalk *w, const NjStmt *s)
{
    w->at = s->span;
    switch (s->kind) {
    case NJ_STMT_FUNCTION_DEF:
        nj_walk_def(w, s);
        return;
    case NJ_STMT_CLASS_DEF:
        nj_walk_class(w, s);
        return;
    case NJ_STMT_RETURN: {
        NjVal v = s->as.ret.value ? nj_walk_expr(w, s->as.ret.value) : nj_val_none(w, s->span);
        nj_walk_return(w, v, s->span);
        return;
    }
    case NJ_STMT_DELETE:
        walk_delete(w, s);
        return;
    case NJ_STMT_ASSIGN:
        walk_assign(w, s);
        return;
    case NJ_STMT_TYPE_ALIAS:
        return;
    case NJ_STMT_AUG_ASSIGN:
        walk_aug_assign(w, s);
        return;
    case NJ_STMT_ANN_ASSIGN:
        walk_ann_assign(w, s);
        return;
    case NJ_STMT_FOR:
        nj_walk_for(w, s);
        return;
    case NJ_STMT_WHILE:
        nj_walk_while(w, s);
        return;
    case NJ_STMT_IF:
        walk_if(w, s);
        return;
    case NJ_STMT_WITH:
        nj_walk_with(w, s);
        return;
    case NJ_STMT_MATCH:
        nj_walk_match(w, s);
        return;
    case NJ_STMT_RAISE:
        nj_walk_raise(w, s);
        return;
    case NJ_STMT_TRY:
        nj_walk_try(w, s);
        return;
    case NJ_STMT_ASSERT:
        nj_walk_assert(w, s);
        return;
    case NJ_STMT_IMPORT:
    case NJ_STMT_IMPORT_FROM:
        nj_walk_import(w, s);
        return;
    case NJ_STMT_EXPR:
        walk_expr_stmt(w, s);
        return;
    case NJ_STMT_BREAK:
    case NJ_STMT_CONTINUE:
        nj_walk_break(w, s->span, s->kind == NJ_STMT_CONTINUE);
        return;
    case NJ_STMT_GLOBAL:
    case NJ_STMT_NONLOCAL:
    case NJ_STMT_PASS:
    case NJ_STMT_COUNT:
        return;
    }
}

void nj_walk_block(NjWalk *w, NjBlock body)
{
    for (uint32_t i = 0; i < body.n && !w->dead; i++)
        nj_walk_stmt(w, body.items[i]);
}

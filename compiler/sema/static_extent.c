/* static_extent.c - integers and shapes that the program's text fixes: n = len(a) after a =
 * np.arange(1024).
 *
 * Numba freezes such a variable when it compiles the kernel that reads it. Here kernels are
 * compiled before the program runs, so the text is asked: variables that are assigned once, arrays
 * made with constant extents. Whatever is not plain to see is not known. */
#include "compiler/sema/sema.h"

#include "compiler/funcs/func.h"

#include <string.h>

enum { MAX_DEPTH = 24 };

typedef struct Shape {
    int64_t extents[NPRT_MAX_DIMS];
    uint32_t n;
} Shape;

typedef struct Look {
    NjWalk *w;
    unsigned depth;
} Look;

static bool int_of(Look *l, const NjExpr *e, int64_t *out);
static bool shape_of(Look *l, const NjExpr *e, Shape *out);

/* ---- variables ------------------------------------------------------------------------------ */

static const NjExpr *value_in(const NjBlock *body, const NjName *name)
{
    for (uint32_t i = 0; i < body->n; i++) {
        const NjStmt *s = body->items[i];
        if (s->kind != NJ_STMT_ASSIGN || s->as.assign.targets.n != 1)
            continue;
        const NjExpr *target = s->as.assign.targets.items[0];
        if (target->kind == NJ_EXPR_NAME && target->as.name.name == name)
            return s->as.assign.value;
    }
    return NULL;
}

/* What the variable is assigned, if that happens in one place; else NULL. */
static const NjExpr *only_value(const NjWalk *w, const NjName *name)
{
    for (const NjFuncDef *scope = w->def; scope; scope = scope->parent) {
        const NjVar *var = nj_scope_find(scope, name);
        if (var)
            return var->n_assigns == 1 && !var->inner_assigns && !var->in_loop && !var->is_param
                       ? value_in(&scope->body, name)
                       : NULL;
    }
    return NULL;
}

/* ---- calls ---------------------------------------------------------------------------------- */

static const char *builtin_name(Look *l, const NjExpr *callee)
{
    bool is_name = callee->kind == NJ_EXPR_NAME;
    if (!is_name &&
        !(callee->kind == NJ_EXPR_ATTRIBUTE && callee->as.attribute.value->kind == NJ_EXPR_NAME))
        return NULL;
    NjDiagMark mark = nj_diag_mark(l->w);
    NjTirBlock scratch = {0}, *block = l->w->block;
    l->w->block = &scratch;
    NjVal fn = nj_walk_expr(l->w, callee);
    l->w->block = block;
    nj_diag_rollback(l->w, mark);
    if (fn.type->kind != NJ_T_BUILTIN)
        return NULL;
    const NjFuncRow *row = nj_func_row(fn.type->id);
    bool is_known = strcmp(row->module, "builtins") == 0 || strcmp(row->module, "numpy") == 0 ||
                    strcmp(row->module, "numba.cuda") == 0;
    return is_known ? row->name : NULL;
}

static bool is_one_of(const char *name, const char *const *names)
{
    for (; *names; names++)
        if (strcmp(name, *names) == 0)
            return true;
    return false;
}

/* An int or a tuple of ints. */
static bool extents_of(Look *l, const NjExpr *e, Shape *out)
{
    if (e->kind != NJ_EXPR_TUPLE) {
        out->n = 1;
        return int_of(l, e, &out->extents[0]);
    }
    out->n = e->as.tuple.elts.n;
    if (out->n > NPRT_MAX_DIMS)
        return false;
    for (uint32_t i = 0; i < out->n; i++)
        if (!int_of(l, e->as.tuple.elts.items[i], &out->extents[i]))
            return false;
    return true;
}

static bool shape_of_call(Look *l, const NjExpr *e, Shape *out)
{
    static const char *const makers[] = {"zeros",        "ones",          "empty",
                                         "full",         "device_array",  "pinned_array",
                                         "mapped_array", "managed_array", NULL};
    static const char *const copies[] = {
        "to_device", "asarray",    "array",     "zeros_like",
        "ones_like", "empty_like", "full_like", "device_array_like",
        "sqrt",      "sin",        "cos",       "exp",
        "abs",       NULL};
    static const char *const methods[] = {"astype", "copy", "copy_to_host", NULL};
    const NjExprs *args = &e->as.call.args;
    const NjExpr *callee = e->as.call.callee;
    const char *name = builtin_name(l, callee);
    if (name && args->n >= 1) {
        out->n = 1;
        if (strcmp(name, "arange") == 0)
            return args->n == 1 && int_of(l, args->items[0], &out->extents[0]);
        if (strcmp(name, "linspace") == 0)
            return args->n == 3 && int_of(l, args->items[2], &out->extents[0]);
        if (is_one_of(name, makers))
            return extents_of(l, args->items[0], out);
        return is_one_of(name, copies) && shape_of(l, args->items[0], out);
    }
    if (callee->kind != NJ_EXPR_ATTRIBUTE)
        return false;
    if (strcmp(callee->as.attribute.attr->text, "reshape") != 0)
        return is_one_of(callee->as.attribute.attr->text, methods) &&
               shape_of(l, callee->as.attribute.value, out);
    if (args->n == 1)
        return extents_of(l, args->items[0], out);
    out->n = args->n;
    bool ok = args->n > 0 && args->n <= NPRT_MAX_DIMS;
    for (uint32_t i = 0; i < args->n && ok; i++)
        ok = int_of(l, args->items[i], &out->extents[i]) && out->extents[i] >= 0;
    return ok;
}

/* ---- expressions ---------------------------------------------------------------------------- */

/* [[1, 2, 3], [4, 5, 6]] */
static bool shape_of_list(const NjExpr *e, Shape *out)
{
    out->n = 0;
    for (; e->kind == NJ_EXPR_LIST && out->n < NPRT_MAX_DIMS; e = e->as.list.elts.items[0]) {
        for (uint32_t i = 0; i < e->as.list.elts.n; i++)
            if (e->as.list.elts.items[i]->kind == NJ_EXPR_STARRED)
                return false;
        out->extents[out->n++] = e->as.list.elts.n;
        if (e->as.list.elts.n == 0)
            break;
    }
    return e->kind != NJ_EXPR_LIST || e->as.list.elts.n == 0;
}

static bool shape_of(Look *l, const NjExpr *e, Shape *out)
{
    bool ok = false;
    if (l->depth++ < MAX_DEPTH) {
        if (e->kind == NJ_EXPR_NAME) {
            const NjExpr *value = only_value(l->w, e->as.name.name);
            ok = value && shape_of(l, value, out);
        } else if (e->kind == NJ_EXPR_CALL) {
            ok = shape_of_call(l, e, out);
        } else if (e->kind == NJ_EXPR_LIST) {
            ok = shape_of_list(e, out);
        }
    }
    l->depth--;
    return ok;
}

/* len(a), a.size, a.shape[0] */
static bool extent_of(Look *l, const NjExpr *e, int64_t *out)
{
    Shape shape;
    if (e->kind == NJ_EXPR_CALL) {
        const char *name = builtin_name(l, e->as.call.callee);
        bool is_len = name && strcmp(name, "len") == 0 && e->as.call.args.n == 1;
        if (!is_len || !shape_of(l, e->as.call.args.items[0], &shape) || shape.n == 0)
            return false;
        *out = shape.extents[0];
        return true;
    }
    if (e->kind == NJ_EXPR_ATTRIBUTE) {
        if (strcmp(e->as.attribute.attr->text, "size") != 0 ||
            !shape_of(l, e->as.attribute.value, &shape))
            return false;
        *out = 1;
        for (uint32_t i = 0; i < shape.n; i++)
            *out *= shape.extents[i];
        return true;
    }
    int64_t at;
    const NjExpr *base = e->as.subscript.value;
    if (base->kind != NJ_EXPR_ATTRIBUTE || strcmp(base->as.attribute.attr->text, "shape") != 0 ||
        !int_of(l, e->as.subscript.index, &at) || !shape_of(l, base->as.attribute.value, &shape))
        return false;
    at += at < 0 ? shape.n : 0;
    if (at < 0 || at >= (int64_t)shape.n)
        return false;
    *out = shape.extents[at];
    return true;
}

static bool literal(Look *l, const NjExpr *e, int64_t *out)
{
    NjTirBlock scratch = {0}, *block = l->w->block;
    l->w->block = &scratch;
    bool ok = nj_known_int(nj_walk_expr(l->w, e), out);
    l->w->block = block;
    return ok;
}

static bool combine(Look *l, const NjExpr *e, int64_t *out)
{
    int64_t a, b;
    if (!int_of(l, e->as.bin_op.lhs, &a) || !int_of(l, e->as.bin_op.rhs, &b))
        return false;
    switch (e->as.bin_op.op) {
    case NJ_BINOP_ADD:
        return !__builtin_add_overflow(a, b, out);
    case NJ_BINOP_SUB:
        return !__builtin_sub_overflow(a, b, out);
    case NJ_BINOP_MULT:
        return !__builtin_mul_overflow(a, b, out);
    case NJ_BINOP_FLOORDIV:
        if (a < 0 || b <= 0)
            return false;
        *out = a / b;
        return true;
    default:
        return false;
    }
}

static bool int_of(Look *l, const NjExpr *e, int64_t *out)
{
    bool ok = false;
    if (l->depth++ < MAX_DEPTH) {
        if (e->kind == NJ_EXPR_CONSTANT) {
            ok = literal(l, e, out);
        } else if (e->kind == NJ_EXPR_NAME) {
            const NjExpr *value = only_value(l->w, e->as.name.name);
            ok = value && int_of(l, value, out);
        } else if (e->kind == NJ_EXPR_BIN_OP) {
            ok = combine(l, e, out);
        } else if (e->kind == NJ_EXPR_CALL || e->kind == NJ_EXPR_ATTRIBUTE ||
                   e->kind == NJ_EXPR_SUBSCRIPT) {
            ok = extent_of(l, e, out);
        }
    }
    l->depth--;
    return ok;
}

bool nj_static_int(NjWalk *w, const NjExpr *e, int64_t *out)
{
    Look l = {w, 0};
    return int_of(&l, e, out);
}

/* loopify_int.c - index arithmetic and the statements that carry it.
 *
 * Shapes are mostly constants, or plain copies of other extents, so folding here keeps the trees
 * small; what is left for LLVM is what needs facts that the tree does not show. */
#include "compiler/analysis/loopify_internal.h"

NjTirExpr *nj_lf_int(NjLoopify *c, int64_t value)
{
    return nj_tir_int(c->arena, c->int_type, value, c->span);
}

NjTirExpr *nj_lf_bool(NjLoopify *c, bool value)
{
    return nj_tir_int(c->arena, c->bool_type, value, c->span);
}

NjTirExpr *nj_lf_use(NjLoopify *c, NjTirLocal *local)
{
    return nj_tir_local(c->arena, local, c->span);
}

NjTirLocal *nj_lf_temp(NjLoopify *c, const NjType *type)
{
    return nj_tir_local_new(c->arena, c->fn, NULL, type);
}

NjTirExpr *nj_lf_clone(NjLoopify *c, const NjTirExpr *e)
{
    return nj_tir_clone(c->arena, e);
}

bool nj_lf_is_int(const NjTirExpr *e, int64_t *out_value)
{
    if (e->kind != NJ_X_CONST_INT)
        return false;
    *out_value = e->as.const_int.value;
    return true;
}

static bool is_value(const NjTirExpr *e, int64_t value)
{
    return e->kind == NJ_X_CONST_INT && e->as.const_int.value == value;
}

NjTirExpr *nj_lf_binary(NjLoopify *c, NjTirBinop op, NjTirExpr *a, NjTirExpr *b)
{
    return nj_tir_binary(c->arena, op, NJ_ARITH_WRAP, a->type, a, b);
}

NjTirExpr *nj_lf_add(NjLoopify *c, NjTirExpr *a, NjTirExpr *b)
{
    int64_t x, y, sum;
    if (is_value(a, 0))
        return b;
    if (is_value(b, 0))
        return a;
    if (nj_lf_is_int(a, &x) && nj_lf_is_int(b, &y) && !__builtin_add_overflow(x, y, &sum))
        return nj_lf_int(c, sum);
    return nj_lf_binary(c, NJ_BIN_ADD, a, b);
}

NjTirExpr *nj_lf_sub(NjLoopify *c, NjTirExpr *a, NjTirExpr *b)
{
    int64_t x, y, difference;
    if (is_value(b, 0))
        return a;
    if (nj_lf_is_int(a, &x) && nj_lf_is_int(b, &y) && !__builtin_sub_overflow(x, y, &difference))
        return nj_lf_int(c, difference);
    return nj_lf_binary(c, NJ_BIN_SUB, a, b);
}

NjTirExpr *nj_lf_mul(NjLoopify *c, NjTirExpr *a, NjTirExpr *b)
{
    int64_t x, y, product;
    if (is_value(a, 1))
        return b;
    if (is_value(b, 1))
        return a;
    if (is_value(a, 0) || is_value(b, 0))
        return nj_lf_int(c, 0);
    if (nj_lf_is_int(a, &x) && nj_lf_is_int(b, &y) && !__builtin_mul_overflow(x, y, &product))
        return nj_lf_int(c, product);
    return nj_lf_binary(c, NJ_BIN_MUL, a, b);
}

NjTirExpr *nj_lf_min(NjLoopify *c, NjTirExpr *a, NjTirExpr *b)
{
    int64_t x, y;
    if (nj_lf_is_int(a, &x) && nj_lf_is_int(b, &y))
        return nj_lf_int(c, x < y ? x : y);
    return nj_lf_binary(c, NJ_BIN_MIN, a, b);
}

NjTirExpr *nj_lf_max(NjLoopify *c, NjTirExpr *a, NjTirExpr *b)
{
    int64_t x, y;
    if (nj_lf_is_int(a, &x) && nj_lf_is_int(b, &y))
        return nj_lf_int(c, x > y ? x : y);
    return nj_lf_binary(c, NJ_BIN_MAX, a, b);
}

static bool holds(NjTirCmpop op, int64_t x, int64_t y)
{
    switch (op) {
    case NJ_CMP_EQ:
        return x == y;
    case NJ_CMP_NE:
        return x != y;
    case NJ_CMP_LT:
        return x < y;
    case NJ_CMP_LE:
        return x <= y;
    case NJ_CMP_GT:
        return x > y;
    case NJ_CMP_GE:
        return x >= y;
    }
    return false;
}

NjTirExpr *nj_lf_compare(NjLoopify *c, NjTirCmpop op, NjTirExpr *a, NjTirExpr *b)
{
    int64_t x, y;
    if (a->type->kind == NJ_T_SCALAR && nj_lf_is_int(a, &x) && nj_lf_is_int(b, &y))
        return nj_lf_bool(c, holds(op, x, y));
    return nj_tir_compare(c->arena, op, c->bool_type, a, b);
}

NjTirExpr *nj_lf_and(NjLoopify *c, NjTirExpr *a, NjTirExpr *b)
{
    if (!a || is_value(a, 1))
        return b;
    if (!b || is_value(b, 1))
        return a;
    if (is_value(a, 0) || is_value(b, 0))
        return nj_lf_bool(c, false);
    return nj_tir_binary(c->arena, NJ_BIN_AND, NJ_ARITH_WRAP, c->bool_type, a, b);
}

NjTirExpr *nj_lf_or(NjLoopify *c, NjTirExpr *a, NjTirExpr *b)
{
    if (!a || is_value(a, 0))
        return b;
    if (!b || is_value(b, 0))
        return a;
    if (is_value(a, 1) || is_value(b, 1))
        return nj_lf_bool(c, true);
    return nj_tir_binary(c->arena, NJ_BIN_OR, NJ_ARITH_WRAP, c->bool_type, a, b);
}

/* ---- emitters ---------------------------------------------------------------------------------
 */

void nj_lf_set(NjLoopify *c, NjTirLocal *local, NjTirExpr *value)
{
    NjTirStmt *s = nj_tir_assign(c->arena, c->out, local, value);
    s->span = c->span;
}

NjTirLocal *nj_lf_let(NjLoopify *c, NjTirExpr *value)
{
    NjTirLocal *temp = nj_lf_temp(c, value->type);
    nj_lf_set(c, temp, value);
    return temp;
}

NjTirExpr *nj_lf_trivial(NjLoopify *c, NjTirExpr *value)
{
    return nj_tir_is_trivial(value) ? value : nj_lf_use(c, nj_lf_let(c, value));
}

void nj_lf_check(NjLoopify *c, NjTirExpr *cond, NprtExcKind exc, const char *format,
                 NjTirExpr **args, uint32_t n)
{
    if (!cond || is_value(cond, 1))
        return;
    NjTirStmt *s = nj_tir_stmt(c->arena, NJ_S_CHECK, c->span);
    s->as.check.cond = cond;
    s->as.check.exc = exc;
    s->as.check.format = format;
    s->as.check.args = args;
    s->as.check.n = n;
    nj_tir_push(c->arena, c->out, s);
}

NjLfIf nj_lf_if(NjLoopify *c, NjTirExpr *cond)
{
    NjTirStmt *s = nj_tir_stmt(c->arena, NJ_S_IF, c->span);
    s->as.if_.cond = cond;
    nj_tir_push(c->arena, c->out, s);
    NjLfIf i = {s, c->out, c->memo, c->facts};
    c->out = &s->as.if_.then_block;
    return i;
}

void nj_lf_else(NjLoopify *c, NjLfIf *i)
{
    c->out = &i->stmt->as.if_.else_block;
    c->memo = i->memo;
    c->facts = i->facts;
}

void nj_lf_end(NjLoopify *c, NjLfIf *i)
{
    c->out = i->outer;
    c->memo = i->memo;
    c->facts = i->facts;
}

NjLfFor nj_lf_for(NjLoopify *c, NjTirLocal *var, NjTirExpr *start, NjTirExpr *stop, int64_t step)
{
    NjTirStmt *s = nj_tir_stmt(c->arena, NJ_S_FOR, c->span);
    s->as.for_.var = var;
    s->as.for_.start = start;
    s->as.for_.stop = stop;
    s->as.for_.step = nj_lf_int(c, step);
    s->as.for_.step_sign = step > 0 ? 1 : -1;
    NjLfFor f = {s, c->out, c->memo, c->facts};
    c->out = &s->as.for_.body;
    return f;
}

void nj_lf_for_end(NjLoopify *c, NjLfFor *f)
{
    c->out = f->outer;
    c->memo = f->memo;
    c->facts = f->facts;
    nj_tir_push(c->arena, c->out, f->stmt);
}

/* ---- extents ----------------------------------------------------------------------------------
 */

NjExtent nj_lf_const_extent(int64_t value)
{
    return (NjExtent){NULL, value};
}

bool nj_lf_same_extent(NjExtent a, NjExtent b)
{
    return a.local == b.local && (a.local || a.value == b.value);
}

bool nj_lf_extent_is(NjExtent a, int64_t value)
{
    return !a.local && a.value == value;
}

NjTirExpr *nj_lf_extent(NjLoopify *c, NjExtent extent)
{
    return extent.local ? nj_lf_use(c, extent.local) : nj_lf_int(c, extent.value);
}

NjTirExpr *nj_lf_size(NjLoopify *c, const NjExtent *extents, unsigned n)
{
    NjTirExpr *size = nj_lf_int(c, 1);
    for (unsigned k = 0; k < n; k++)
        size = nj_lf_mul(c, size, nj_lf_extent(c, extents[k]));
    return size;
}

const NjType *nj_lf_scalar(NjLoopify *c, NprtDtype dtype)
{
    return nj_type_scalar(c->types, dtype, false);
}

const NjType *nj_lf_array(NjLoopify *c, NprtDtype dtype, unsigned ndim)
{
    return nj_type_array(c->types, dtype, ndim, NJ_LAYOUT_C);
}

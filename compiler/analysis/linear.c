/* linear.c - linear forms over TIR expressions, and run-time tests made of them. */
#include "compiler/analysis/linear.h"

/* Leaves are tested to lie within 2^LIMIT; factors and constants are bounded by it too, so that
 * sums of a few terms stay far from 2^63. */
enum { LIMIT_BITS = 40, MAX_FACTOR = 1 << 16 };
#define LIMIT (INT64_C(1) << LIMIT_BITS)

NjLinear nj_linear_const(int64_t value)
{
    return (NjLinear){.is_valid = value > -LIMIT && value < LIMIT, .constant = value};
}

NjLinear nj_linear_leaf(const NjTirExpr *leaf)
{
    NjLinear a = {.is_valid = true, .n = 1};
    a.terms[0] = (NjLinearTerm){leaf, 1};
    return a;
}

static bool same_leaf(const NjTirExpr *a, const NjTirExpr *b)
{
    if (a->kind != b->kind)
        return false;
    if (a->kind == NJ_X_LOCAL)
        return a->as.local.local == b->as.local.local;
    return a->as.shape.dim == b->as.shape.dim &&
           a->as.shape.a->as.local.local == b->as.shape.a->as.local.local;
}

static void add_term(NjLinear *a, NjLinearTerm term)
{
    for (uint32_t i = 0; i < a->n; i++) {
        if (!same_leaf(a->terms[i].leaf, term.leaf))
            continue;
        a->terms[i].factor += term.factor;
        if (a->terms[i].factor == 0)
            a->terms[i] = a->terms[--a->n];
        return;
    }
    if (a->n == NJ_LINEAR_TERMS)
        a->is_valid = false;
    else
        a->terms[a->n++] = term;
}

static void check_size(NjLinear *a)
{
    a->is_valid &= a->constant > -LIMIT && a->constant < LIMIT;
    for (uint32_t i = 0; i < a->n; i++)
        a->is_valid &= a->terms[i].factor > -MAX_FACTOR && a->terms[i].factor < MAX_FACTOR;
}

NjLinear nj_linear_add(NjLinear a, NjLinear b, int64_t factor)
{
    if (!a.is_valid || !b.is_valid || factor <= -MAX_FACTOR || factor >= MAX_FACTOR)
        return (NjLinear){.is_valid = false};
    a.constant += factor * b.constant;
    for (uint32_t i = 0; i < b.n; i++)
        add_term(&a, (NjLinearTerm){b.terms[i].leaf, factor * b.terms[i].factor});
    check_size(&a);
    return a;
}

bool nj_linear_same(NjLinear a, NjLinear b)
{
    NjLinear difference = nj_linear_add(a, b, -1);
    return difference.is_valid && difference.n == 0 && difference.constant == 0;
}

int64_t nj_linear_factor(const NjLinear *a, const NjTirLocal *local)
{
    for (uint32_t i = 0; i < a->n; i++)
        if (a->terms[i].leaf->kind == NJ_X_LOCAL && a->terms[i].leaf->as.local.local == local)
            return a->terms[i].factor;
    return 0;
}

NjLinear nj_linear_without(NjLinear a, const NjTirLocal *local)
{
    for (uint32_t i = 0; i < a.n; i++)
        if (a.terms[i].leaf->kind == NJ_X_LOCAL && a.terms[i].leaf->as.local.local == local)
            a.terms[i--] = a.terms[--a.n];
    return a;
}

static NjLinear linear_local(const NjTirExpr *e, NjLinearResolve *resolve, void *ctx)
{
    bool fails = false;
    const NjTirExpr *meaning = resolve(ctx, e->as.local.local, &fails);
    if (fails)
        return (NjLinear){.is_valid = false};
    return meaning ? nj_linear_of(meaning, resolve, ctx) : nj_linear_leaf(e);
}

static NjLinear linear_binary(const NjTirExpr *e, NjLinearResolve *resolve, void *ctx)
{
    NjLinear a = nj_linear_of(e->as.binary.a, resolve, ctx),
             b = nj_linear_of(e->as.binary.b, resolve, ctx);
    switch (e->as.binary.op) {
    case NJ_BIN_ADD:
        return nj_linear_add(a, b, 1);
    case NJ_BIN_SUB:
        return nj_linear_add(a, b, -1);
    case NJ_BIN_MUL:
        if (a.is_valid && a.n == 0)
            return nj_linear_add(nj_linear_const(0), b, a.constant);
        if (b.is_valid && b.n == 0)
            return nj_linear_add(nj_linear_const(0), a, b.constant);
        break;
    default:
        break;
    }
    return (NjLinear){.is_valid = false};
}

NjLinear nj_linear_of(const NjTirExpr *e, NjLinearResolve *resolve, void *ctx)
{
    bool fails = false;
    if (!nj_type_is_int(e->type) || e->type->dtype != NPRT_I64)
        return (NjLinear){.is_valid = false};
    switch (e->kind) {
    case NJ_X_CONST_INT:
        return nj_linear_const(e->as.const_int.value);
    case NJ_X_LOCAL:
        return linear_local(e, resolve, ctx);
    case NJ_X_SHAPE:
        if (e->as.shape.a->kind == NJ_X_LOCAL &&
            !resolve(ctx, e->as.shape.a->as.local.local, &fails) && !fails)
            return nj_linear_leaf(e);
        return (NjLinear){.is_valid = false};
    case NJ_X_CAST:
        return nj_linear_of(e->as.cast.a, resolve, ctx);
    case NJ_X_BINARY:
        return linear_binary(e, resolve, ctx);
    default:
        return (NjLinear){.is_valid = false};
    }
}

/* ---- tests ------------------------------------------------------------------------------------
 */

static NjTirExpr *int_const(const NjLinearTest *test, int64_t value)
{
    return nj_tir_int(test->arena, test->int_type, value, test->span);
}

static NjTirExpr *binary(const NjLinearTest *test, NjTirBinop op, NjTirExpr *a, NjTirExpr *b)
{
    return nj_tir_binary(test->arena, op, NJ_ARITH_WRAP, a->type, a, b);
}

static NjTirExpr *leaf_expr(const NjLinearTest *test, const NjTirExpr *leaf)
{
    return nj_tir_cast(test->arena, test->int_type, nj_tir_clone(test->arena, leaf));
}

NjTirExpr *nj_linear_expr(NjLinearTest *test, NjLinear a)
{
    NjTirExpr *sum = a.n == 0 || a.constant ? int_const(test, a.constant) : NULL;
    for (uint32_t i = 0; i < a.n; i++) {
        NjTirExpr *term = leaf_expr(test, a.terms[i].leaf);
        if (a.terms[i].factor != 1)
            term = binary(test, NJ_BIN_MUL, term, int_const(test, a.terms[i].factor));
        sum = sum ? binary(test, NJ_BIN_ADD, sum, term) : term;
    }
    return sum;
}

void nj_linear_demand_expr(NjLinearTest *test, NjTirExpr *condition)
{
    test->holds = test->holds ? nj_tir_binary(test->arena, NJ_BIN_AND, NJ_ARITH_WRAP,
                                              test->bool_type, test->holds, condition)
                              : condition;
}

static bool is_done(const NjLinearTest *test, NjLinear a)
{
    for (uint32_t i = 0; i < test->n; i++)
        if (nj_linear_same(test->done[i], a))
            return true;
    return false;
}

void nj_linear_demand(NjLinearTest *test, NjLinear a)
{
    if (!a.is_valid || test->n == 32) {
        test->is_full = true;
        return;
    }
    if (is_done(test, a))
        return;
    test->done[test->n++] = a;
    for (uint32_t i = 0; i < a.n; i++) {
        NjLinear small = nj_linear_leaf(a.terms[i].leaf);
        small.constant = LIMIT - 1; /* stands for the test of its size */
        if (a.terms[i].leaf->kind == NJ_X_SHAPE || is_done(test, small) || test->n == 32)
            continue;
        test->done[test->n++] = small;
        NjTirExpr *shifted =
            binary(test, NJ_BIN_ADD, leaf_expr(test, a.terms[i].leaf), int_const(test, LIMIT));
        NjTirExpr *low =
            nj_tir_compare(test->arena, NJ_CMP_GE, test->bool_type, shifted, int_const(test, 0));
        NjTirExpr *high = nj_tir_compare(test->arena, NJ_CMP_LT, test->bool_type,
                                         leaf_expr(test, a.terms[i].leaf), int_const(test, LIMIT));
        nj_linear_demand_expr(test, low);
        nj_linear_demand_expr(test, high);
    }
    if (a.n == 0 && a.constant >= 0)
        return;
    nj_linear_demand_expr(test, nj_tir_compare(test->arena, NJ_CMP_GE, test->bool_type,
                                               nj_linear_expr(test, a), int_const(test, 0)));
}

/* compare.c - comparisons, membership and truth of any values. */
#include "compiler/sema/sema.h"

#include <string.h>

static const NjType *pybool(NjWalk *w)
{
    return nj_type_pybool(w->types);
}

static bool is_numeric(NjVal v)
{
    return v.type->kind == NJ_T_SCALAR || v.type->kind == NJ_T_ARRAY;
}

static NjTirExpr *opt_has(NjWalk *w, NjVal v, NjSpan span)
{
    NjTirExpr *e = nj_tir_expr(w->arena, NJ_X_OPT_HAS, pybool(w), span);
    e->as.opt.a = v.expr;
    return e;
}

static NjTirExpr *opt_get(NjWalk *w, NjVal v, NjSpan span)
{
    NjTirExpr *e = nj_tir_expr(w->arena, NJ_X_OPT_GET, v.type->elems[0], span);
    e->as.opt.a = v.expr;
    return e;
}

static NjTirExpr *not_of(NjWalk *w, NjTirExpr *e)
{
    return nj_tir_unary(w->arena, NJ_UN_NOT, pybool(w), e);
}

/* ---- truth ---- */

static NjTirExpr *const_truth(NjWalk *w, bool value, NjSpan span, int *out_known)
{
    *out_known = value;
    return nj_tir_int(w->arena, pybool(w), value, span);
}

static NjTirExpr *scalar_truth(NjWalk *w, NjVal v, NjSpan span)
{
    if (v.type->dtype == NPRT_BOOL)
        return nj_tir_cast(w->arena, pybool(w), nj_expr_of(w, v, span));
    NjTirExpr *zero = nj_dtype_is_float(v.type->dtype) ? nj_tir_float(w->arena, v.type, 0, span)
                                                       : nj_tir_int(w->arena, v.type, 0, span);
    if (nj_dtype_is_complex(v.type->dtype))
        zero = nj_tir_expr(w->arena, NJ_X_CONST_COMPLEX, v.type, span);
    return nj_tir_compare(w->arena, NJ_CMP_NE, pybool(w), nj_expr_of(w, v, span), zero);
}

static NjTirExpr *array_truth(NjWalk *w, NjVal v, NjSpan span)
{
    v = nj_spill(w, v);
    NjVal size = nj_spill(w, nj_size_of(w, v, span));
    NjTirExpr *one = nj_tir_int(w->arena, size.type, 1, span);
    nj_check(w, nj_tir_compare(w->arena, NJ_CMP_EQ, pybool(w), size.expr, one), NPRT_EXC_VALUE_ERROR, span,
             "The truth value of an array with more than one element is ambiguous. Use a.any() or a.all()",
             0, NULL);
    NjVal *subs = NJ_NEW_ARRAY(w->arena, NjVal, v.type->ndim);
    for (unsigned i = 0; i < v.type->ndim; i++)
        subs[i] = nj_val_int(w, 0, span);
    return scalar_truth(w, nj_load(w, v, subs, v.type->ndim, true, span), span);
}

static NjTirExpr *object_truth(NjWalk *w, NjVal v, NjSpan span, int *out_known)
{
    NjVal r;
    if (nj_call_special(w, v, "__bool__", NULL, 0, span, &r) ||
        nj_call_special(w, v, "__len__", NULL, 0, span, &r))
        return nj_truth(w, r, span, out_known);
    return const_truth(w, true, span, out_known);
}

NjTirExpr *nj_truth(NjWalk *w, NjVal v, NjSpan span, int *out_known)
{
    *out_known = -1;
    if (v.known && v.known->kind != NJ_KNOWN_ITER && v.known->kind != NJ_KNOWN_ITEMS &&
        v.known->kind != NJ_KNOWN_SITE) {
        bool value = v.known->kind == NJ_KNOWN_STR     ? v.known->len > 0
                     : v.known->kind == NJ_KNOWN_FLOAT ? v.known->f != 0
                     : v.known->kind == NJ_KNOWN_BIG   ? true
                     : v.known->kind == NJ_KNOWN_COMPLEX ? v.known->f != 0 || v.known->im != 0
                                                         : v.known->i != 0;
        return const_truth(w, value, span, out_known);
    }
    if (nj_type_is_union(v.type))
        return nj_expr_of(w, nj_union_truth(w, v, span), span);
    switch (v.type->kind) {
    case NJ_T_NEVER:
    case NJ_T_ERROR:
        return nj_tir_int(w->arena, pybool(w), 0, span);
    case NJ_T_NONE:
        return const_truth(w, false, span, out_known);
    case NJ_T_SCALAR:
        return scalar_truth(w, v, span);
    case NJ_T_TUPLE:
        return const_truth(w, v.type->n > 0, span, out_known);
    case NJ_T_ARRAY:
        return array_truth(w, v, span);
    case NJ_T_STR:
    case NJ_T_BYTES:
    case NJ_T_LIST:
    case NJ_T_DICT:
    case NJ_T_SET:
    case NJ_T_RANGE: {
        NjVal n = nj_len(w, v, span);
        return nj_truth(w, n, span, out_known);
    }
    case NJ_T_OPTIONAL: {
        v = nj_spill(w, v);
        NjTirLocal *out = nj_temp(w, pybool(w));
        nj_emit_assign(w, out, nj_tir_int(w->arena, pybool(w), 0, span));
        NjIf i = nj_if_begin(w, opt_has(w, v, span), span);
        int inner;
        NjTirExpr *t = nj_truth(w, nj_val(v.type->elems[0], opt_get(w, v, span)), span, &inner);
        nj_emit_assign(w, out, t);
        nj_if_end(w, &i);
        return nj_tir_local(w->arena, out, span);
    }
    case NJ_T_OBJECT:
        return object_truth(w, v, span, out_known);
    default:
        return const_truth(w, true, span, out_known);
    }
}

/* ---- equality and order ---- */

static NjVal known_bool(NjWalk *w, bool value, NjSpan span)
{
    return nj_val_bool(w, value, span);
}

static NjVal zero_compare(NjWalk *w, NjTirCmpop op, NjVal order, NjSpan span)
{
    NjTirExpr *zero = nj_tir_int(w->arena, nj_type_pyint(w->types), 0, span);
    return nj_val(pybool(w), nj_tir_compare(w->arena, op, pybool(w), order.expr, zero));
}

static NjVal and_of(NjWalk *w, NjVal a, NjVal b)
{
    bool k;
    if (nj_known_bool(a, &k))
        return k ? b : a;
    if (nj_known_bool(b, &k))
        return k ? a : b;
    return nj_val(pybool(w), nj_tir_binary(w->arena, NJ_BIN_AND, NJ_ARITH_WRAP, pybool(w), a.expr, b.expr));
}

static NjVal identity(NjWalk *w, NjVal a, NjVal b, NjSpan span);

/* a == b or a is b, where one of them may be None. */
static NjVal optional_equal(NjWalk *w, NjVal a, NjVal b, bool is, NjSpan span)
{
    if (a.type->kind != NJ_T_OPTIONAL) {
        NjVal t = a;
        a = b;
        b = t;
    }
    a = nj_spill(w, a);
    b = nj_spill(w, b);
    if (nj_is_none(b))
        return nj_val(pybool(w), not_of(w, opt_has(w, a, span)));
    NjTirLocal *out = nj_temp(w, pybool(w));
    NjTirExpr *no = nj_tir_int(w->arena, pybool(w), 0, span);
    if (b.type->kind == NJ_T_OPTIONAL)
        no = nj_tir_compare(w->arena, NJ_CMP_EQ, pybool(w), opt_has(w, a, span), opt_has(w, b, span));
    nj_emit_assign(w, out, no);
    NjTirExpr *both = opt_has(w, a, span);
    if (b.type->kind == NJ_T_OPTIONAL)
        both = nj_tir_binary(w->arena, NJ_BIN_AND, NJ_ARITH_WRAP, pybool(w), both, opt_has(w, b, span));
    NjIf i = nj_if_begin(w, both, span);
    NjVal x = nj_val(a.type->elems[0], opt_get(w, a, span));
    NjVal y = b.type->kind == NJ_T_OPTIONAL ? nj_val(b.type->elems[0], opt_get(w, b, span)) : b;
    NjVal eq = is ? identity(w, x, y, span) : nj_equal(w, x, y, span);
    nj_emit_assign(w, out, nj_expr_of(w, eq, span));
    nj_if_end(w, &i);
    return nj_val(pybool(w), nj_tir_local(w->arena, out, span));
}

static bool is_container(NjTypeKind kind)
{
    return kind == NJ_T_LIST || kind == NJ_T_DICT || kind == NJ_T_SET;
}

/* Lists and tuples, whichever of the two they are in memory: mixed lists are tuples there, tuples of
 * run-time length lists. */
static bool is_tuple(const NjType *t)
{
    return (t->kind == NJ_T_TUPLE && !t->frozen) || (t->kind == NJ_T_LIST && t->frozen);
}

static bool are_alike(const NjType *a, const NjType *b)
{
    bool sequences = (a->kind == NJ_T_TUPLE || a->kind == NJ_T_LIST) &&
                     (b->kind == NJ_T_TUPLE || b->kind == NJ_T_LIST);
    return a->kind != b->kind && sequences && is_tuple(a) == is_tuple(b);
}

NjVal nj_equal(NjWalk *w, NjVal a, NjVal b, NjSpan span)
{
    NjVal out;
    if (nj_is_error(a) || nj_is_error(b))
        return nj_val_error(w);
    if (nj_fold_compare(w, NJ_CMPOP_EQ, a, b, span, &out))
        return out;
    if (a.type->kind == NJ_T_OBJECT && nj_call_special(w, a, "__eq__", &b, 1, span, &out))
        return out;
    if (a.type->kind == NJ_T_OPTIONAL || b.type->kind == NJ_T_OPTIONAL)
        return optional_equal(w, a, b, false, span);
    if (b.type->kind == NJ_T_OBJECT && a.type->kind != NJ_T_NONE && nj_call_special(w, b, "__eq__", &a, 1, span, &out))
        return out;
    if (a.type->kind == NJ_T_OBJECT && a.type == b.type && a.type->cls->is_dataclass)
        return nj_equal(w, nj_dataclass_tuple(w, a, span), nj_dataclass_tuple(w, b, span), span);
    if (a.type->kind == NJ_T_SCALAR && b.type->kind == NJ_T_SCALAR)
        return nj_numeric_compare(w, NJ_CMPOP_EQ, a, b, span);
    if (are_alike(a.type, b.type))
        return nj_rtcall2(w, NJ_RT_value_eq, pybool(w), span, a, b);
    if (a.type->kind != b.type->kind)
        return known_bool(w, false, span);
    switch (a.type->kind) {
    case NJ_T_STR:
    case NJ_T_BYTES:
        return zero_compare(w, NJ_CMP_EQ,
                            nj_rtcall2(w, NJ_RT_str_compare, nj_type_pyint(w->types), span, a, b), span);
    case NJ_T_TUPLE:
        if (a.type->n != b.type->n)
            return known_bool(w, false, span);
        a = nj_spill(w, a);
        b = nj_spill(w, b);
        out = known_bool(w, true, span);
        for (uint32_t i = 0; i < a.type->n; i++)
            out = and_of(w, out,
                         nj_equal(w, nj_tuple_item(w, a, i, span), nj_tuple_item(w, b, i, span), span));
        return out;
    case NJ_T_ARRAY:
        return nj_numeric_compare(w, NJ_CMPOP_EQ, a, b, span);
    case NJ_T_NONE:
        return known_bool(w, true, span);
    case NJ_T_DTYPE:
        return known_bool(w, a.type->dtype == b.type->dtype, span);
    case NJ_T_CLASS:
    case NJ_T_BUILTIN:
    case NJ_T_FUNC:
    case NJ_T_MODULE:
    case NJ_T_ELLIPSIS:
        return known_bool(w, a.type == b.type, span);
    default:
        if (is_container(a.type->kind) || a.type->kind == NJ_T_OBJECT || a.type->kind == NJ_T_RANGE)
            return nj_rtcall2(w, NJ_RT_value_eq, pybool(w), span, a, b);
        return nj_fail(w, span, "TypeError: cannot compare %s with %s", nj_ty(w, a.type), nj_ty(w, b.type));
    }
}

static const char *const order_names[] = {
    [NJ_CMPOP_LT] = "__lt__", [NJ_CMPOP_LT_E] = "__le__", [NJ_CMPOP_GT] = "__gt__", [NJ_CMPOP_GT_E] = "__ge__"};
static const char *const swapped_names[] = {
    [NJ_CMPOP_LT] = "__gt__", [NJ_CMPOP_LT_E] = "__ge__", [NJ_CMPOP_GT] = "__lt__", [NJ_CMPOP_GT_E] = "__le__"};

static NjTirCmpop tir_order(NjCmpOp op)
{
    switch (op) {
    case NJ_CMPOP_LT:
        return NJ_CMP_LT;
    case NJ_CMPOP_LT_E:
        return NJ_CMP_LE;
    case NJ_CMPOP_GT:
        return NJ_CMP_GT;
    default:
        return NJ_CMP_GE;
    }
}

/* The comparison of a class with @total_ordering, from the first that it defines and __eq__. */
static bool total_order(NjWalk *w, NjCmpOp op, NjVal a, NjVal b, NjSpan span, NjVal *out)
{
    static const NjCmpOp roots[] = {NJ_CMPOP_LT, NJ_CMPOP_LT_E, NJ_CMPOP_GT, NJ_CMPOP_GT_E};
    const NjClassDef *cls = a.type->kind == NJ_T_OBJECT ? a.type->cls : NULL;
    while (cls && !cls->is_total)
        cls = cls->base;
    if (!cls)
        return false;
    uint32_t k = 0;
    while (k < 4 && !nj_class_method(a.type->cls, nj_name(w, order_names[roots[k]])))
        k++;
    if (k == 4)
        return false;
    NjCmpOp root = roots[k];
    bool is_strict = op == NJ_CMPOP_LT || op == NJ_CMPOP_GT, is_up = op == NJ_CMPOP_LT || op == NJ_CMPOP_LT_E;
    bool root_strict = root == NJ_CMPOP_LT || root == NJ_CMPOP_GT;
    bool turned = is_up != (root == NJ_CMPOP_LT || root == NJ_CMPOP_LT_E);
    a = nj_spill(w, a);
    b = nj_spill(w, b);
    nj_call_special(w, a, order_names[root], &b, 1, span, out);
    *out = nj_to_dtype(w, *out, NPRT_BOOL, true, span);
    if (turned)
        *out = nj_unary(w, NJ_UNARYOP_NOT, *out, span);
    if (turned == (is_strict != root_strict)) /* not a < b is a >= b */
        return true;
    NjVal other = nj_compare(w, is_strict ? NJ_CMPOP_NOT_EQ : NJ_CMPOP_EQ, a, b, span);
    *out = nj_binary(w, is_strict ? NJ_BINOP_BITAND : NJ_BINOP_BITOR, *out, nj_to_dtype(w, other, NPRT_BOOL, true, span),
                     span);
    return true;
}

static NjVal order(NjWalk *w, NjCmpOp op, NjVal a, NjVal b, NjSpan span)
{
    NjVal out;
    if (nj_fold_compare(w, op, a, b, span, &out))
        return out;
    if (nj_type_is_variant(a.type) && nj_variant_has_method(a.type, nj_name(w, order_names[op])))
        return nj_variant_call(w, a, nj_name(w, order_names[op]), &b, 1, NULL, NULL, 0, span);
    if (nj_type_is_variant(b.type) && nj_variant_has_method(b.type, nj_name(w, swapped_names[op])))
        return nj_variant_call(w, b, nj_name(w, swapped_names[op]), &a, 1, NULL, NULL, 0, span);
    if (a.type->kind == NJ_T_OBJECT && nj_call_special(w, a, order_names[op], &b, 1, span, &out))
        return out;
    if (b.type->kind == NJ_T_OBJECT && nj_call_special(w, b, swapped_names[op], &a, 1, span, &out))
        return out;
    if (total_order(w, op, a, b, span, &out))
        return out;
    a = nj_unwrap(w, a, span);
    b = nj_unwrap(w, b, span);
    if (a.type->kind == NJ_T_OBJECT && a.type == b.type && a.type->cls->is_dataclass)
        return order(w, op, nj_dataclass_tuple(w, a, span), nj_dataclass_tuple(w, b, span), span);
    if (is_numeric(a) && is_numeric(b))
        return nj_numeric_compare(w, op, a, b, span);
    if (a.type->kind == b.type->kind && (a.type->kind == NJ_T_STR || a.type->kind == NJ_T_BYTES))
        return zero_compare(w, tir_order(op),
                            nj_rtcall2(w, NJ_RT_str_compare, nj_type_pyint(w->types), span, a, b), span);
    if (a.type->kind == NJ_T_SET && b.type->kind == NJ_T_SET) {
        bool swap = op == NJ_CMPOP_GT || op == NJ_CMPOP_GT_E;
        bool strict = op == NJ_CMPOP_LT || op == NJ_CMPOP_GT;
        return nj_rtcall3(w, NJ_RT_set_compare, pybool(w), span, swap ? b : a, swap ? a : b,
                          nj_val_int(w, strict ? 2 : 1, span));
    }
    if (are_alike(a.type, b.type) ||
        (a.type->kind == b.type->kind && (a.type->kind == NJ_T_TUPLE || a.type->kind == NJ_T_LIST)))
    {
        /* with a nan in the deciding place the result is 2: neither < 0 nor <= 0 */
        bool swap = op == NJ_CMPOP_GT || op == NJ_CMPOP_GT_E;
        NjTirCmpop less = op == NJ_CMPOP_LT || op == NJ_CMPOP_GT ? NJ_CMP_LT : NJ_CMP_LE;
        a = nj_spill(w, a);
        b = nj_spill(w, b);
        return zero_compare(w, less,
                            nj_rtcall2(w, NJ_RT_value_compare, nj_type_pyint(w->types), span, swap ? b : a,
                                       swap ? a : b),
                            span);
    }
    return nj_raises(w, span, NPRT_EXC_TYPE_ERROR, "'%s' not supported between instances of '%s' and '%s'",
                   nj_cmpop_text(op), nj_py(w, a.type), nj_py(w, b.type));
}

NjVal nj_less(NjWalk *w, NjVal a, NjVal b, NjSpan span)
{
    if (nj_is_error(a) || nj_is_error(b))
        return nj_val_error(w);
    return order(w, NJ_CMPOP_LT, a, b, span);
}

static bool is_maybe_array(const NjType *t)
{
    return t->kind == NJ_T_OPTIONAL && t->elems[0]->kind == NJ_T_ARRAY;
}

/* view.base is array: does the array span the block that the view is part of? */
static NjVal is_base(NjWalk *w, NjVal base, NjVal array, NjSpan span)
{
    array = nj_spill(w, array);
    NjVal bits = nj_rtcall1(w, NJ_RT_array_flags, nj_type_pyint(w->types), span, array);
    NjVal owns = nj_binary(w, NJ_BINOP_BITAND, bits, nj_val_int(w, 4, span), span);
    owns = nj_compare(w, NJ_CMPOP_NOT_EQ, owns, nj_val_int(w, 0, span), span);
    NjVal block = nj_rtcall1(w, NJ_RT_array_base, base.type->elems[0], span, array);
    if (base.known && base.known->kind == NJ_KNOWN_ITER)
        base = nj_rtcall1(w, NJ_RT_array_base, base.type->elems[0], span, base.known->iter->parts[0]);
    NjVal same = nj_rtcall2(w, NJ_RT_value_is, pybool(w), span, base, block);
    return nj_val(pybool(w), nj_tir_binary(w->arena, NJ_BIN_AND, NJ_ARITH_WRAP, pybool(w), same.expr,
                                           nj_expr_of(w, owns, span)));
}

static NjVal identity(NjWalk *w, NjVal a, NjVal b, NjSpan span)
{
    if (is_maybe_array(a.type) && b.type->kind == NJ_T_ARRAY && a.type->elems[0]->dtype == b.type->dtype)
        return is_base(w, a, b, span);
    if (nj_is_none(a) || nj_is_none(b)) {
        NjVal other = nj_is_none(a) ? b : a;
        if (other.type->kind == NJ_T_OPTIONAL) {
            other = nj_spill(w, other);
            return nj_val(pybool(w), not_of(w, opt_has(w, other, span)));
        }
        return known_bool(w, nj_is_none(other), span);
    }
    if (a.type->is_unit || b.type->is_unit)
        return known_bool(w, a.type == b.type, span);
    if (a.type->kind == NJ_T_OPTIONAL || b.type->kind == NJ_T_OPTIONAL)
        return optional_equal(w, a, b, true, span);
    if (a.type->kind != b.type->kind)
        return known_bool(w, false, span);
    if (a.type->kind == NJ_T_SCALAR)
        return a.type->py == b.type->py ? nj_equal(w, a, b, span) : known_bool(w, false, span);
    return nj_rtcall2(w, NJ_RT_value_is, pybool(w), span, a, b);
}

/* What is compared with a dtype may name one: a.dtype == float, a.dtype == "f4". */
static NjVal dtype_beside(NjWalk *w, NjVal dtype, NjVal v, NjSpan span)
{
    NprtDtype d;
    if (dtype.type->kind != NJ_T_DTYPE || (v.type->kind != NJ_T_BUILTIN && !(v.type->kind == NJ_T_STR && v.known)))
        return v;
    NjDiagMark mark = nj_diag_mark(w);
    bool ok = nj_dtype_arg(w, v, span, &d);
    nj_diag_rollback(w, mark);
    return ok ? nj_val_dtype(w, d, span) : v;
}

NjVal nj_compare(NjWalk *w, NjCmpOp op, NjVal a, NjVal b, NjSpan span)
{
    if (nj_is_error(a))
        return a;
    if (nj_is_error(b))
        return b;
    NjVal r, out;
    bool union_a = nj_type_is_union(a.type), union_b = nj_type_is_union(b.type);
    if ((union_a && op != NJ_CMPOP_IN && op != NJ_CMPOP_NOT_IN) || (union_b && !(union_a || nj_is_none(a))))
        return nj_union_compare(w, op, a, b, span);
    switch (op) {
    case NJ_CMPOP_IS:
        return identity(w, a, b, span);
    case NJ_CMPOP_IS_NOT:
        return nj_unary(w, NJ_UNARYOP_NOT, identity(w, a, b, span), span);
    case NJ_CMPOP_IN:
        return nj_contains(w, b, a, span);
    case NJ_CMPOP_NOT_IN:
        return nj_unary(w, NJ_UNARYOP_NOT, nj_contains(w, b, a, span), span);
    default:
        break;
    }
    a = nj_view_set(w, dtype_beside(w, b, a, span), span);
    b = nj_view_set(w, dtype_beside(w, a, b, span), span);
    if (nj_cuda_refuse_operator(w, nj_cmpop_text(op), a, b, span, &out))
        return out;
    bool array_a = a.type->kind == NJ_T_ARRAY, array_b = b.type->kind == NJ_T_ARRAY;
    if (array_a && (b.type->kind == NJ_T_LIST || b.type->kind == NJ_T_TUPLE))
        b = nj_as_array(w, b, span);
    else if (array_b && (a.type->kind == NJ_T_LIST || a.type->kind == NJ_T_TUPLE))
        a = nj_as_array(w, a, span);
    if (nj_is_error(a) || nj_is_error(b))
        return nj_val_error(w);
    if (op == NJ_CMPOP_EQ)
        return is_numeric(a) && is_numeric(b) && !nj_fold_compare(w, op, a, b, span, &out)
                   ? nj_numeric_compare(w, op, a, b, span)
                   : nj_equal(w, a, b, span);
    if (op == NJ_CMPOP_NOT_EQ) {
        if (a.type->kind == NJ_T_OBJECT && nj_call_special(w, a, "__ne__", &b, 1, span, &out))
            return out;
        if (is_numeric(a) && is_numeric(b) && !nj_fold_compare(w, op, a, b, span, &out))
            return nj_numeric_compare(w, op, a, b, span);
        r = nj_equal(w, a, b, span);
        return nj_is_error(r) ? r : nj_unary(w, NJ_UNARYOP_NOT, r, span);
    }
    return order(w, op, a, b, span);
}

/* ---- membership ---- */

typedef struct AnyCtx {
    NjVal item;
    NjTirLocal *found;
    NjSpan span;
} AnyCtx;

static void contains_body(NjWalk *w, NjVal element, void *data)
{
    AnyCtx *c = data;
    NjVal eq = nj_equal(w, element, c->item, c->span);
    if (nj_is_error(eq))
        return;
    NjTirExpr *old = nj_tir_local(w->arena, c->found, c->span);
    nj_emit_assign(w, c->found,
                   nj_tir_binary(w->arena, NJ_BIN_OR, NJ_ARITH_WRAP, pybool(w), old,
                                 nj_tir_cast(w->arena, pybool(w), nj_expr_of(w, eq, c->span))));
}

static NjVal contains_range(NjWalk *w, NjVal range, NjVal item, NjSpan span)
{
    if (!nj_type_is_integral(item.type))
        return nj_fail(w, span, "'in range' needs an int, not %s", nj_ty(w, item.type));
    NjVal args[2] = {range, nj_to_index(w, item, span)};
    return nj_call_prelude(w, "builtins", "range_contains", args, 2, span);
}

static NjVal contains_by_iteration(NjWalk *w, NjVal container, NjVal item, NjSpan span)
{
    AnyCtx c = {.item = nj_spill(w, item), .found = nj_temp(w, pybool(w)), .span = span};
    nj_emit_assign(w, c.found, nj_tir_int(w->arena, pybool(w), 0, span));
    if (!nj_iterate(w, container, span, NULL, contains_body, &c))
        return nj_val_error(w);
    return nj_val(pybool(w), nj_tir_local(w->arena, c.found, span));
}

NjVal nj_contains(NjWalk *w, NjVal container, NjVal item, NjSpan span)
{
    NjVal out;
    if (nj_is_error(container) || nj_is_error(item))
        return nj_val_error(w);
    container = nj_keyword_names(w, nj_enum_items(w, nj_unwrap(w, container, span), span), span);
    if (nj_is_view(container) && container.type->id == NJ_ITER_KEYS)
        container = nj_view_dict(w, container, span);
    switch (container.type->kind) {
    case NJ_T_STR:
        if (item.type->kind != NJ_T_STR)
            return nj_raises(w, span, NPRT_EXC_TYPE_ERROR, "'in <string>' requires string as left operand, not %s",
                           nj_py(w, item.type));
        return nj_rtcall2(w, NJ_RT_str_contains, pybool(w), span, container, item);
    case NJ_T_BYTES:
        if (item.type->kind == NJ_T_BYTES)
            return nj_rtcall2(w, NJ_RT_str_contains, pybool(w), span, container, item);
        if (nj_type_is_integral(item.type))
            return contains_by_iteration(w, container, item, span);
        return nj_fail(w, span, "TypeError: a bytes-like object is required, not %s", nj_ty(w, item.type));
    case NJ_T_LIST:
        if (container.type->elems[0]->kind == NJ_T_NEVER)
            return known_bool(w, false, span);
        return nj_rtcall2(w, NJ_RT_list_contains, pybool(w), span, container, item);
    case NJ_T_DICT:
    case NJ_T_SET:
        if (container.type->elems[0]->kind == NJ_T_NEVER)
            return known_bool(w, false, span);
        if (nj_can_coerce(w, item.type, container.type->elems[0]) &&
            (item.type->kind != NJ_T_SCALAR || !nj_type_is_float(item.type)))
            item = nj_coerce(w, item, container.type->elems[0], span);
        out = nj_rtcall2(w, NJ_RT_dict_find, nj_type_pyint(w->types), span, container, item);
        return zero_compare(w, NJ_CMP_GE, out, span);
    case NJ_T_TUPLE:
        container = nj_spill(w, container);
        item = nj_spill(w, item);
        out = known_bool(w, false, span);
        for (uint32_t i = 0; i < container.type->n; i++) {
            NjVal eq = nj_equal(w, nj_tuple_item(w, container, i, span), item, span);
            bool k;
            if (nj_is_error(eq))
                return eq;
            if (nj_known_bool(eq, &k)) {
                if (k)
                    return eq;
                continue;
            }
            out = out.known ? eq
                            : nj_val(pybool(w), nj_tir_binary(w->arena, NJ_BIN_OR, NJ_ARITH_WRAP, pybool(w),
                                                              out.expr, eq.expr));
        }
        return out;
    case NJ_T_RANGE:
        return contains_range(w, container, item, span);
    case NJ_T_ARRAY: {
        NjVal eq = nj_numeric_compare(w, NJ_CMPOP_EQ, container, item, span);
        NjVal none = {0};
        return nj_reduce(w, NJ_RED_ANY, eq, ~0u, false, NPRT_BOOL, none, none, span);
    }
    case NJ_T_OBJECT:
        if (nj_call_special(w, container, "__contains__", &item, 1, span, &out))
            return out;
        return contains_by_iteration(w, container, item, span);
    case NJ_T_ITER:
        return contains_by_iteration(w, container, item, span);
    default:
        break;
    }
    if (nj_type_is_generator(container.type))
        return contains_by_iteration(w, container, item, span);
    return nj_raises(w, span, NPRT_EXC_TYPE_ERROR, "argument of type '%s' is not iterable", nj_py(w, container.type));
}

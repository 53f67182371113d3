/* convert.c - conversions between types, implicit and asked for. */
#include "compiler/funcs/func.h"
#include "compiler/sema/sema.h"

#include <string.h>

static NjTirExpr *new_opt(NjWalk *w, NjTirExprKind kind, const NjType *type, NjTirExpr *a, NjSpan span)
{
    NjTirExpr *e = nj_tir_expr(w->arena, kind, type, span);
    e->as.opt.a = a;
    return e;
}

static bool is_unknown_container(const NjType *t)
{
    return (t->kind == NJ_T_LIST || t->kind == NJ_T_SET || t->kind == NJ_T_DICT) && t->site != 0;
}

bool nj_can_coerce(NjWalk *w, const NjType *from, const NjType *to)
{
    if (from == to || from->kind == NJ_T_ERROR || from->kind == NJ_T_NEVER)
        return true;
    if (nj_type_is_union(to) && to != from) {
        if (nj_type_is_union(from)) {
            for (uint32_t i = 1; i < from->n; i++) {
                bool found = false;
                for (uint32_t k = 1; k < to->n; k++)
                    found |= to->elems[k] == from->elems[i];
                if (!found)
                    return false;
            }
            return true;
        }
        for (uint32_t k = 1; k < to->n; k++)
            if (nj_can_coerce(w, from, to->elems[k]->kind == NJ_T_OPTIONAL ? to->elems[k]->elems[0] : to->elems[k]))
                return true;
        return false;
    }
    if (to->kind == NJ_T_OPTIONAL)
        return from->kind == NJ_T_NONE ||
               nj_can_coerce(w, from->kind == NJ_T_OPTIONAL ? from->elems[0] : from, to->elems[0]);
    if (from->kind == NJ_T_BIGINT)
        return nj_type_is_float(to) || nj_type_is_complex(to);
    if (nj_type_is_variant(to) && (from->kind == NJ_T_OBJECT || nj_type_is_variant(from)))
        return nj_type_join(w->types, from, to) == to;
    if (from->kind != to->kind)
        return false;
    switch (from->kind) {
    case NJ_T_SCALAR:
        return !(nj_dtype_is_complex(from->dtype) && !nj_dtype_is_complex(to->dtype));
    case NJ_T_ARRAY:
        return from->dtype == to->dtype && from->ndim == to->ndim && to->layout == NJ_LAYOUT_A &&
               from->device == to->device;
    case NJ_T_TUPLE:
        if (from->n != to->n)
            return false;
        for (uint32_t i = 0; i < from->n; i++)
            if (!nj_can_coerce(w, from->elems[i], to->elems[i]))
                return false;
        return true;
    case NJ_T_LIST:
    case NJ_T_SET:
    case NJ_T_DICT:
        return is_unknown_container(from) || nj_type_refines(from, to);
    default:
        return false;
    }
}

/* A known number in another dtype, when the value survives exactly. */
static const NjKnown *known_as(NjWalk *w, const NjKnown *k, NprtDtype dtype)
{
    if (!k)
        return NULL;
    bool is_int = k->kind == NJ_KNOWN_INT || k->kind == NJ_KNOWN_BOOL;
    if (is_int && (dtype == NPRT_I64 || (dtype == NPRT_BOOL && k->kind == NJ_KNOWN_BOOL))) {
        if (dtype == NPRT_BOOL)
            return k;
        return nj_known_new_int(w, k->i);
    }
    if (is_int && nj_dtype_is_int(dtype)) {
        unsigned bits = nj_dtype_size(dtype) * 8 - nj_dtype_is_signed(dtype);
        bool fits = k->i >= 0 ? (bits >= 64 || k->i < (int64_t)1 << bits)
                              : nj_dtype_is_signed(dtype) && k->i >= -((int64_t)1 << bits);
        return fits ? nj_known_new_int(w, k->i) : NULL;
    }
    if (is_int && dtype == NPRT_F64 && k->i <= (int64_t)1 << 53 && k->i >= -((int64_t)1 << 53))
        return nj_known_new_float(w, (double)k->i);
    if (k->kind == NJ_KNOWN_FLOAT && dtype == NPRT_F64)
        return k;
    return NULL;
}

static NjTirExpr *const_of(NjWalk *w, const NjType *type, const NjKnown *k, NjSpan span)
{
    if (k->kind == NJ_KNOWN_FLOAT)
        return nj_tir_float(w->arena, type, k->f, span);
    return nj_tir_int(w->arena, type, k->i, span);
}

/* NumPy refuses a Python int that the integer dtype cannot hold (NEP 50); false: it always does so here. */
static bool check_fits(NjWalk *w, NjVal *v, NprtDtype dtype, NjSpan span)
{
    unsigned bits = nj_dtype_size(dtype) * 8;
    bool is_signed = nj_dtype_is_signed(dtype);
    int64_t k, low = !is_signed ? 0 : bits == 64 ? INT64_MIN : -((int64_t)1 << (bits - 1));
    int64_t high = bits == 64 ? INT64_MAX : is_signed ? ((int64_t)1 << (bits - 1)) - 1 : ((int64_t)1 << bits) - 1;
    if (bits == 64 && is_signed)
        return true;
    if (nj_known_int(*v, &k)) {
        if (k < low || k > high)
            nj_raises(w, span, NPRT_EXC_OVERFLOW_ERROR, "Python integer %lld out of bounds for %s", (long long)k,
                      nj_dtype_name(dtype));
        return k >= low && k <= high;
    }
    *v = nj_spill(w, *v);
    const NjType *truth = nj_type_pybool(w->types);
    NjTirExpr **args = NJ_NEW_ARRAY(w->arena, NjTirExpr *, 1), *fits;
    fits = nj_tir_compare(w->arena, NJ_CMP_GE, truth, v->expr, nj_tir_int(w->arena, v->type, low, span));
    if (bits < 64) {
        NjTirExpr *below =
            nj_tir_compare(w->arena, NJ_CMP_LE, truth, v->expr, nj_tir_int(w->arena, v->type, high, span));
        fits = nj_tir_binary(w->arena, NJ_BIN_AND, NJ_ARITH_WRAP, truth, fits, below);
    }
    args[0] = v->expr;
    nj_check(w, fits, NPRT_EXC_OVERFLOW_ERROR, span,
             nj_arena_printf(w->arena, "Python integer %%lld out of bounds for %s", nj_dtype_name(dtype)), 1, args);
    return true;
}

static bool is_python_int(const NjType *t)
{
    return t->kind == NJ_T_SCALAR && t->py && t->dtype == NPRT_I64;
}

NjVal nj_to_dtype(NjWalk *w, NjVal v, NprtDtype dtype, bool py, NjSpan span)
{
    if (nj_is_error(v))
        return v;
    if (nj_type_is_union(v.type))
        return nj_union_cast(w, v, dtype, py, span);
    if (v.type->kind == NJ_T_BIGINT && v.known) {
        double d = 0;
        NjVal one = nj_val_float(w, 1.0, span), product;
        if (!nj_fold_binary(w, NJ_BINOP_MULT, v, one, span, &product) || !nj_known_float(product, &d) ||
            !(nj_dtype_is_float(dtype) || nj_dtype_is_complex(dtype))) {
            /* the bits of a uint64 constant */
            const char *text = nj_known_int_text(w, v);
            if (dtype == NPRT_U64 && text[0] != '-' && strlen(text) <= 20) {
                uint64_t bits = 0;
                for (const char *p = text; *p; p++)
                    bits = bits * 10 + (uint64_t)(*p - '0');
                const NjType *u64 = nj_type_scalar(w->types, NPRT_U64, false);
                return nj_val(u64, nj_tir_int(w->arena, u64, (int64_t)bits, span));
            }
            return nj_fail(w, span, "OverflowError: Python integer %s out of bounds for %s", text,
                           nj_dtype_name(dtype));
        }
        v = product;
    }
    if (v.type->kind == NJ_T_ARRAY) {
        if (v.type->dtype == dtype)
            return v;
        const NjType *type = nj_type_array(w->types, dtype, v.type->ndim, NJ_LAYOUT_C);
        return nj_val(type, nj_tir_cast(w->arena, type, nj_expr_of(w, v, span)));
    }
    if (v.type->kind != NJ_T_SCALAR)
        return nj_fail(w, span, "TypeError: cannot convert %s to %s", nj_ty(w, v.type),
                       nj_dtype_name(dtype));
    const NjType *type = nj_type_scalar(w->types, dtype, py);
    if (v.type == type)
        return v;
    if (!py && w->checked && is_python_int(v.type) && nj_dtype_is_int(dtype) && !check_fits(w, &v, dtype, span))
        return nj_val_error(w);
    if (nj_dtype_is_complex(v.type->dtype) && !nj_dtype_is_complex(dtype) && dtype != NPRT_BOOL)
        v = nj_val(nj_type_scalar(w->types, nj_dtype_real(v.type->dtype), v.type->py),
                   nj_tir_unary(w->arena, NJ_UN_REAL,
                                nj_type_scalar(w->types, nj_dtype_real(v.type->dtype), v.type->py),
                                nj_expr_of(w, v, span)));
    const NjKnown *known = known_as(w, v.known, dtype);
    if (known)
        return (NjVal){type, const_of(w, type, known, span), known};
    NjTirExpr *e = nj_tir_expr(w->arena, NJ_X_CAST, type, span);
    e->as.cast.a = nj_expr_of(w, v, span);
    return nj_val(type, e);
}

static NjVal coerce_optional(NjWalk *w, NjVal v, const NjType *type, NjSpan span)
{
    const NjType *elem = type->elems[0];
    if (v.type->kind == NJ_T_NONE)
        return nj_val(type, nj_tir_expr(w->arena, NJ_X_OPT_NONE, type, span));
    if (v.type->kind != NJ_T_OPTIONAL) {
        v = nj_coerce(w, v, elem, span);
        if (nj_is_error(v))
            return v;
        return nj_val(type, new_opt(w, NJ_X_OPT_SOME, type, nj_expr_of(w, v, span), span));
    }
    v = nj_spill(w, v);
    NjTirLocal *out = nj_temp(w, type);
    nj_emit_assign(w, out, nj_tir_expr(w->arena, NJ_X_OPT_NONE, type, span));
    NjIf i = nj_if_begin(
        w, new_opt(w, NJ_X_OPT_HAS, nj_type_pybool(w->types), v.expr, span), span);
    NjVal inner = nj_val(v.type->elems[0], new_opt(w, NJ_X_OPT_GET, v.type->elems[0], v.expr, span));
    inner = nj_coerce(w, inner, elem, span);
    nj_emit_assign(w, out, new_opt(w, NJ_X_OPT_SOME, type, nj_expr_of(w, inner, span), span));
    nj_if_end(w, &i);
    return nj_val(type, nj_tir_local(w->arena, out, span));
}

static NjVal coerce_tuple(NjWalk *w, NjVal v, const NjType *type, NjSpan span)
{
    v = nj_spill(w, v);
    NjTirExpr **items = NJ_NEW_ARRAY(w->arena, NjTirExpr *, type->n);
    for (uint32_t i = 0; i < type->n; i++) {
        NjVal item = nj_coerce(w, nj_tuple_item(w, v, i, span), type->elems[i], span);
        if (nj_is_error(item))
            return item;
        items[i] = nj_expr_of(w, item, span);
    }
    return nj_val(type, nj_tir_tuple(w->arena, type, items, type->n, span));
}

typedef struct UnionCtx {
    const NjType *to;
    NjSpan span;
} UnionCtx;

static NjVal widen_one(NjWalk *w, NjVal v, void *data)
{
    UnionCtx *c = data;
    return nj_union_make(w, v, c->to, c->span);
}

/* The empty displays inside get the element types they turn out to have. */
static void hint_sites(NjWalk *w, const NjType *from, const NjType *to)
{
    if (from == to)
        return;
    if (from->site && from->kind != NJ_T_TUPLE) {
        nj_hint_set(w->s, NJ_HINT_SITE, NULL, from->site, to->elems[0]);
        if (from->kind == NJ_T_DICT)
            nj_hint_set(w->s, NJ_HINT_SITE_VALUE, NULL, from->site, to->elems[1]);
        return;
    }
    for (uint32_t i = 0; i < from->n; i++)
        hint_sites(w, from->elems[i], to->elems[i]);
}

static NjVal refine(NjWalk *w, NjVal v, const NjType *type, NjSpan span)
{
    hint_sites(w, v.type, type);
    return nj_val(type, nj_tir_cast(w->arena, type, nj_expr_of(w, v, span)));
}

NjVal nj_coerce(NjWalk *w, NjVal v, const NjType *type, NjSpan span)
{
    if (v.type == type || nj_is_error(v))
        return v;
    if (type->kind == NJ_T_ERROR || type->kind == NJ_T_NEVER)
        return nj_val_error(w);
    if (!nj_can_coerce(w, v.type, type))
        return nj_fail(w, span, "TypeError: cannot use %s where %s is expected", nj_ty(w, v.type),
                       nj_ty(w, type));
    if (nj_type_is_union(type)) {
        if (!nj_type_is_union(v.type))
            return nj_union_make(w, v, type, span);
        UnionCtx c = {type, span};
        return nj_union_visit(w, v, widen_one, &c, span);
    }
    switch (type->kind) {
    case NJ_T_OPAQUE:
        return nj_val(type, nj_tir_cast(w->arena, type, nj_expr_of(w, v, span)));
    case NJ_T_OPTIONAL:
        return coerce_optional(w, v, type, span);
    case NJ_T_SCALAR:
        return nj_to_dtype(w, v, type->dtype, type->py, span);
    case NJ_T_TUPLE:
        return coerce_tuple(w, v, type, span);
    case NJ_T_ARRAY:
        return nj_val(type, nj_tir_cast(w->arena, type, nj_expr_of(w, v, span)));
    case NJ_T_LIST:
    case NJ_T_SET:
        if (!is_unknown_container(v.type))
            return refine(w, v, type, span);
        nj_container_accepts(w, v, 0, type->elems[0], span);
        return nj_val(type, nj_tir_cast(w->arena, type, nj_expr_of(w, v, span)));
    case NJ_T_DICT:
        if (!is_unknown_container(v.type))
            return refine(w, v, type, span);
        nj_container_accepts(w, v, 0, type->elems[0], span);
        nj_container_accepts(w, v, 1, type->elems[1], span);
        return nj_val(type, nj_tir_cast(w->arena, type, nj_expr_of(w, v, span)));
    default:
        return nj_val_error(w);
    }
}

NjVal nj_to_index(NjWalk *w, NjVal v, NjSpan span)
{
    if (nj_is_error(v))
        return v;
    if (v.type->kind == NJ_T_OPTIONAL)
        v = nj_unwrap(w, v, span);
    if (nj_type_is_union(v.type))
        return nj_union_cast(w, v, NPRT_I64, true, span);
    if (v.type->kind == NJ_T_ARRAY && v.type->ndim == 0 && nj_dtype_is_int(v.type->dtype))
        v = nj_load(w, v, NULL, 0, true, span);
    NjVal out;
    if (v.type->kind == NJ_T_OBJECT && nj_call_special(w, v, "__index__", NULL, 0, span, &out))
        v = out;
    if (v.type->kind == NJ_T_MODULE && nj_func_find(nj_module_name(v.type->id), "x") >= 0)
        return nj_raises(w, span, NPRT_EXC_TYPE_ERROR, "%s is not a number: .x, .y and .z are",
                         nj_module_name(v.type->id) + strlen("numba."));
    if (v.type->kind != NJ_T_SCALAR || !nj_type_is_integral(v.type))
        return nj_raises(w, span, NPRT_EXC_TYPE_ERROR, "'%s' object cannot be interpreted as an integer",
                         nj_py(w, v.type));
    return nj_to_dtype(w, v, NPRT_I64, true, span);
}

NjVal nj_to_float(NjWalk *w, NjVal v, NjSpan span)
{
    return nj_to_dtype(w, v, NPRT_F64, true, span);
}

/* int(x) of a uint64 as text needs no int64: x is shown itself, and may be 2**63 and more. */
NjVal nj_shown(NjWalk *w, NjVal v)
{
    if (v.type->kind == NJ_T_TUPLE && v.expr && v.expr->kind == NJ_X_TUPLE && !v.type->names) {
        NjVal *items = NJ_NEW_ARRAY(w->arena, NjVal, v.type->n + 1);
        bool changes = false;
        for (uint32_t i = 0; i < v.type->n; i++) {
            NjVal item = nj_tuple_item(w, v, i, v.expr->span);
            items[i] = nj_shown(w, item);
            changes |= items[i].expr != item.expr;
        }
        return changes ? nj_val_tuple(w, items, v.type->n, v.expr->span) : v;
    }
    if (v.type->kind != NJ_T_SCALAR || !v.expr || v.expr->kind != NJ_X_CAST ||
        v.expr->as.cast.arith != NJ_ARITH_CHECKED || v.type->dtype != NPRT_I64)
        return v;
    NjTirExpr *a = v.expr->as.cast.a;
    return a->type->kind == NJ_T_SCALAR && a->type->dtype == NPRT_U64 ? nj_val(a->type, a) : v;
}

NjVal nj_to_str(NjWalk *w, NjVal v, NjSpan span)
{
    if (nj_is_error(v) || v.type->kind == NJ_T_STR)
        return v;
    v = nj_shown(w, v);
    const char *digits = v.type->kind == NJ_T_BIGINT ? nj_known_int_text(w, v) : NULL;
    if (digits)
        return nj_val_str(w, digits, (uint32_t)strlen(digits), span);
    NjVal made;
    if (nj_type_is_variant(v.type))
        return nj_variant_text(w, v, false, span);
    if (nj_type_is_union(v.type))
        return nj_union_text(w, v, false, span);
    if (nj_is_poly1d(v))
        return nj_poly1d_text(w, v, false, span);
    if (nj_is_view(v))
        return nj_view_text(w, v, span);
    if (nj_has_formatter(w, v))
        return nj_formatted_text(w, v, span);
    if (v.type->kind == NJ_T_OBJECT && nj_call_special(w, v, "__str__", NULL, 0, span, &made))
        return made;
    if (v.type->kind == NJ_T_OBJECT && v.type->cls->exc_kind >= 0)
        return nj_exception_text(w, nj_spill(w, v), false, span);
    if (v.type->kind == NJ_T_OBJECT && nj_call_special(w, v, "__repr__", NULL, 0, span, &made))
        return made;
    if (v.type->kind == NJ_T_OBJECT && v.type->cls->is_dataclass)
        return nj_dataclass_repr(w, v, span);
    return nj_rtcall1(w, NJ_RT_str_of, nj_type_str(w->types), span, v);
}

NjVal nj_normal(NjWalk *w, NjVal v)
{
    if (w->model != NJ_MODEL_NUMBA || nj_is_error(v))
        return v;
    const NjType *type = nj_type_to_numba(w->types, v.type);
    if (type == v.type)
        return v;
    NjSpan span = v.expr ? v.expr->span : w->at;
    NjVal out = nj_coerce(w, v, type, span);
    if (!out.known)
        out.known = v.known;
    return out;
}

NjVal nj_unwrap(NjWalk *w, NjVal v, NjSpan span)
{
    if (v.type->kind != NJ_T_OPTIONAL)
        return v;
    v = nj_spill(w, v);
    const NjType *elem = v.type->elems[0];
    nj_check(w, new_opt(w, NJ_X_OPT_HAS, nj_type_pybool(w->types), v.expr, span), NPRT_EXC_TYPE_ERROR, span,
             nj_arena_printf(w->arena, "expected %s, got None", nj_ty(w, elem)), 0, NULL);
    if (elem->is_unit)
        return nj_val_unit(w, elem, span);
    return nj_val(elem, new_opt(w, NJ_X_OPT_GET, elem, v.expr, span));
}

/* numbers.c - methods and attributes of Python's int, float and complex, and of exceptions. */
#include "compiler/funcs/std_internal.h"

#include <string.h>

/* ---- int ---- */

static NjVal self_int(NjWalk *w, const NjCall *c)
{
    return nj_to_index(w, c->self, c->span);
}

NJ_HANDLER(int_bit_length)
{
    int64_t k;
    NjVal v = self_int(w, c);
    if (!nj_known_int(v, &k))
        return nj_rtcall1(w, NJ_RT_int_bit_length, nj_std_int(w), c->span, v);
    int64_t n = 0;
    for (uint64_t u = k < 0 ? 0 - (uint64_t)k : (uint64_t)k; u; u >>= 1)
        n++;
    return nj_val_int(w, n, c->span);
}

NJ_HANDLER(int_bit_count)
{
    return nj_rtcall1(w, NJ_RT_int_bit_count, nj_std_int(w), c->span, self_int(w, c));
}

NJ_HANDLER(int_to_bytes)
{
    NjVal vals[4] = {self_int(w, c), nj_to_index(w, c->args[0], c->span),
                     nj_want_str(w, c, c->args[1]), nj_want_bool(w, c->args[2], c->span)};
    NjTirExpr **args = NJ_NEW_ARRAY(w->arena, NjTirExpr *, 4);
    for (uint32_t i = 0; i < 4; i++) {
        if (nj_is_error(vals[i]))
            return vals[i];
        args[i] = nj_expr_of(w, vals[i], c->span);
    }
    return nj_rtcall(w, NJ_RT_int_to_bytes, nj_type_bytes(w->types), c->span, 4, args);
}

NJ_HANDLER(int_from_bytes)
{
    NjVal bytes = nj_unwrap(w, c->args[0], c->span);
    if (nj_is_error(bytes))
        return bytes;
    if (bytes.type->kind != NJ_T_BYTES)
        bytes = nj_call_row(w, nj_func_find("builtins", "bytes"), (NjVal){0}, &bytes, 1, c->span);
    return nj_rtcall3(w, NJ_RT_int_from_bytes, nj_std_int(w), c->span, bytes,
                      nj_want_str(w, c, c->args[1]), nj_want_bool(w, c->args[2], c->span));
}

NJ_HANDLER(int_self)
{
    return self_int(w, c);
}

NJ_HANDLER(int_imag)
{
    return nj_val_int(w, 0, c->span);
}

NJ_HANDLER(int_denominator)
{
    return nj_val_int(w, 1, c->span);
}

NJ_HANDLER(int_ratio)
{
    NjVal items[2] = {self_int(w, c), nj_val_int(w, 1, c->span)};
    return nj_val_tuple(w, items, 2, c->span);
}

NJ_HANDLER(int_is_integer)
{
    return nj_val_bool(w, true, c->span);
}

/* ---- float: methods of int are tried here too, so the receiver may be one ---- */

static NjVal self_float(NjWalk *w, const NjCall *c)
{
    return nj_to_float(w, c->self, c->span);
}

NJ_HANDLER(float_is_integer)
{
    NjVal v = nj_spill(w, self_float(w, c));
    if (nj_is_error(v))
        return v;
    NjVal floor = nj_map_unary(w, NJ_UN_FLOOR, v, NPRT_F64, c->span);
    NjTirExpr *whole = nj_tir_compare(w->arena, NJ_CMP_EQ, nj_std_bool(w), floor.expr, v.expr);
    NjTirExpr *finite = nj_tir_unary(w->arena, NJ_UN_ISFINITE, nj_std_bool(w), v.expr);
    return nj_val(nj_std_bool(w), nj_tir_binary(w->arena, NJ_BIN_AND, NJ_ARITH_WRAP, nj_std_bool(w),
                                                whole, finite));
}

NJ_HANDLER(float_ratio)
{
    const NjType *ints[2] = {nj_std_int(w), nj_std_int(w)};
    return nj_rtcall1(w, NJ_RT_float_ratio, nj_type_tuple(w->types, ints, 2), c->span,
                      self_float(w, c));
}

NJ_HANDLER(float_hex)
{
    return nj_rtcall1(w, NJ_RT_float_hex, nj_type_str(w->types), c->span, self_float(w, c));
}

NJ_HANDLER(float_fromhex)
{
    return nj_rtcall1(w, NJ_RT_float_fromhex, nj_std_float(w), c->span,
                      nj_want_str(w, c, c->args[0]));
}

NJ_HANDLER(float_self)
{
    (void)w;
    return c->self;
}

NJ_HANDLER(float_imag)
{
    return nj_val_float(w, 0, c->span);
}

/* ---- complex ---- */

NJ_HANDLER(complex_conjugate)
{
    return nj_map_unary(w, NJ_UN_CONJ, c->self, NPRT_C128, c->span);
}

NJ_HANDLER(complex_real)
{
    return nj_map_unary(w, NJ_UN_REAL, c->self, NPRT_F64, c->span);
}

NJ_HANDLER(complex_imag)
{
    return nj_map_unary(w, NJ_UN_IMAG, c->self, NPRT_F64, c->span);
}

NJ_HANDLER(number_dunder)
{
    static const struct {
        const char *name;
        NjBinOp op;
    } ops[] = {{"__add__", NJ_BINOP_ADD},          {"__sub__", NJ_BINOP_SUB},
               {"__mul__", NJ_BINOP_MULT},         {"__truediv__", NJ_BINOP_DIV},
               {"__mod__", NJ_BINOP_MOD},          {"__pow__", NJ_BINOP_POW},
               {"__floordiv__", NJ_BINOP_FLOORDIV}};
    const char *name = nj_func_row(c->id)->name;
    for (size_t i = 0; i < sizeof ops / sizeof *ops; i++)
        if (strcmp(name, ops[i].name) == 0)
            return nj_binary(w, ops[i].op, c->self, c->args[0], c->span);
    return nj_raises(w, c->span, NPRT_EXC_ATTRIBUTE_ERROR, "%s has no attribute '%s'",
                     nj_ty(w, c->self.type), name);
}

/* ---- exceptions ---- */

/* The class of an exception is known at run time alone: the constants of all classes that have one,
 * each behind a test; the last that matches is of the most derived class. Without one, what builtin
 * exceptions have by that name. */
typedef struct ExcAttr {
    NjVal exc;
    const NjName *name;
    NjTirLocal *found, *has;
    NjSpan span;
} ExcAttr;

static const NjExpr *exc_constant(const NjClassDef *cls, const NjName *name)
{
    return cls->exc_kind >= 0 ? nj_map_get(&cls->class_attrs, name) : NULL;
}

static void try_class(NjWalk *w, const ExcAttr *a, const NjClassDef *cls, const NjExpr *value)
{
    NjVal is = nj_rtcall2(w, NJ_RT_exc_matches, nj_std_bool(w), a->span, a->exc,
                          nj_val_int(w, cls->exc_kind, a->span));
    NjIf test = nj_if_begin(w, is.expr, a->span);
    nj_set_local(w, a->found, nj_walk_expr(w, value), a->span);
    nj_emit_assign(w, a->has, nj_tir_int(w->arena, a->has->type, 1, a->span));
    nj_if_end(w, &test);
}

static void no_class(NjWalk *w, const ExcAttr *a, int32_t row)
{
    NjTirExpr *has = nj_tir_local(w->arena, a->has, a->span);
    if (row < 0) {
        nj_check(w, has, NPRT_EXC_ATTRIBUTE_ERROR, a->span,
                 nj_arena_printf(w->arena, "exception has no attribute '%s'", a->name->text), 0,
                 NULL);
        return;
    }
    NjIf none =
        nj_if_begin(w, nj_tir_unary(w->arena, NJ_UN_NOT, nj_std_bool(w), has), a->span);
    NjCall call = {.span = a->span, .id = row, .self = a->exc};
    nj_set_local(w, a->found, nj_func_row(row)->handler(w, &call), a->span);
    nj_if_end(w, &none);
}

bool nj_exc_class_attr(NjWalk *w, NjVal exc, const NjName *attr, NjSpan span, NjVal *out)
{
    const NjMap *classes = &w->s->main->class_of;
    int32_t row = nj_method_find(NJ_RECV_EXC, attr->text);
    const NjType *type = row >= 0 ? nj_type_str(w->types) : NULL;
    bool any = false;
    for (uint32_t i = 0; i < classes->n; i++) {
        const NjExpr *value = exc_constant(classes->entries[i].value, attr);
        if (!value)
            continue;
        NjVal v = nj_walk_expr(w, value);
        type = any || type ? nj_union_join(w, type, v.type) : v.type;
        any = true;
        if (!type || type->is_unit) {
            *out = nj_fail(w, span, "'%s' has values of different types in the exceptions' classes",
                           attr->text);
            return true;
        }
    }
    if (!any)
        return false;
    ExcAttr a = {nj_spill(w, exc), attr, nj_temp(w, type), nj_temp(w, nj_std_bool(w)), span};
    nj_emit_assign(w, a.has, nj_tir_int(w->arena, a.has->type, 0, span));
    for (uint32_t i = 0; i < classes->n; i++) {
        const NjExpr *value = exc_constant(classes->entries[i].value, attr);
        if (value)
            try_class(w, &a, classes->entries[i].value, value);
    }
    no_class(w, &a, row);
    *out = nj_std_local(w, a.found, span);
    return true;
}

/* e.args: known only as the text of the arguments; see nj_type_exc_args. */
NJ_HANDLER(exc_args)
{
    return nj_rtcall1(w, NJ_RT_exc_args, nj_type_exc_args(w->types), c->span, c->self);
}

/* SystemExit.code, as text: what the program printed or asked for is the same. */
NJ_HANDLER(exc_code)
{
    return nj_rtcall1(w, NJ_RT_exc_message, nj_type_str(w->types), c->span, c->self);
}

NJ_HANDLER(exc_name)
{
    return nj_rtcall1(w, NJ_RT_exc_kind_name, nj_type_str(w->types), c->span, c->self);
}

NJ_HANDLER(exc_class)
{
    (void)w;
    return c->self; /* only .__name__ is asked of it */
}

NJ_HANDLER(exc_cause)
{
    const NjType *type = nj_type_optional(w->types, nj_type_exc(w->types));
    return nj_rtcall1(w, NJ_RT_exc_cause, type, c->span, c->self);
}

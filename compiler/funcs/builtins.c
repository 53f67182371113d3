/* builtins.c - Python's builtin functions: print, conversions, introspection. */
#include "compiler/sema/sema.h"

#include "compiler/funcs/func.h"

#include <math.h>
#include <string.h>

NjHandler nj_fn_exception;

static const NjType *pyint(NjWalk *w)
{
    return nj_type_pyint(w->types);
}

static const NjType *pybool(NjWalk *w)
{
    return nj_type_pybool(w->types);
}

static const NjType *none_type(NjWalk *w)
{
    return nj_type_none(w->types);
}

/* ---- print ---- */

static void print_text(NjWalk *w, NjVal text, NjSpan span)
{
    if (!nj_known_is(text, ""))
        nj_rtcall1(w, NJ_RT_print_text, none_type(w), span, text);
}

static NjVal text_of(NjWalk *w, NjVal v, NjSpan span)
{
    if (v.type->kind == NJ_T_OBJECT || v.type->kind == NJ_T_BIGINT || nj_type_is_variant(v.type) ||
        nj_type_is_union(v.type) || nj_is_poly1d(v) || nj_is_view(v) || nj_has_formatter(w, v))
        return nj_to_str(w, v, span);
    return nj_shown(w, v);
}

typedef struct Splat {
    NjVal sep;
    NjTirLocal *again; /* something was printed before */
    NjSpan span;
} Splat;

static void splat_body(NjWalk *w, NjVal item, void *data)
{
    Splat *s = data;
    NjIf i = nj_if_begin(w, nj_tir_local(w->arena, s->again, s->span), s->span);
    print_text(w, s->sep, s->span);
    nj_if_end(w, &i);
    item = text_of(w, item, s->span);
    if (!nj_is_error(item))
        nj_rtcall1(w, NJ_RT_print_value, none_type(w), s->span, item);
    nj_emit_assign(w, s->again, nj_tir_int(w->arena, pybool(w), 1, s->span));
}

/* print(*items) with a length known only at run time. */
static void print_splat(NjWalk *w, NjVal splat, NjVal sep, bool again, NjSpan span)
{
    Splat s = {nj_spill(w, sep), nj_temp(w, pybool(w)), span};
    nj_emit_assign(w, s.again, nj_tir_int(w->arena, pybool(w), again, span));
    nj_iterate(w, nj_tuple_item(w, splat, 0, span), span, NULL, splat_body, &s);
}

/* print(..., file=sys.stderr): one text, not mixed into the output. */
static NjVal print_to_stderr(NjWalk *w, const NjCall *c, NjVal sep, NjVal end)
{
    NjVal text = nj_val_str(w, "", 0, c->span);
    for (uint32_t i = 0; i < c->n_rest; i++) {
        NjVal part = nj_to_str(w, c->rest[i], c->rest_spans[i]);
        if (i > 0)
            text = nj_sequence_binary(w, NJ_BINOP_ADD, text, sep, c->span);
        text = nj_sequence_binary(w, NJ_BINOP_ADD, text, part, c->span);
    }
    text = nj_sequence_binary(w, NJ_BINOP_ADD, text, end, c->span);
    return nj_rtcall1(w, NJ_RT_print_stderr, none_type(w), c->span, text);
}

NJ_HANDLER(print)
{
    NjVal sep = nj_is_none(c->args[0]) ? nj_val_str(w, " ", 1, c->span) : c->args[0];
    NjVal end = nj_is_none(c->args[1]) ? nj_val_str(w, "\n", 1, c->span) : c->args[1];
    if (nj_is_given(c->args[2]) && c->args[2].type->kind == NJ_T_MODULE &&
        strcmp(nj_module_name(c->args[2].type->id), "sys.stderr") == 0)
        return print_to_stderr(w, c, sep, end);
    NjVal *vals = NJ_NEW_ARRAY(w->arena, NjVal, c->n_rest + 1);
    for (uint32_t i = 0; i < c->n_rest; i++) {
        vals[i] = text_of(w, c->rest[i], c->rest_spans[i]);
        if (nj_is_error(vals[i]))
            return vals[i];
        if (vals[i].type->kind == NJ_T_ARRAY)
            vals[i] = nj_spill(w, vals[i]);
    }
    for (uint32_t i = 0; i < c->n_rest; i++) {
        if (vals[i].type->kind == NJ_T_ITER && vals[i].type->id == NJ_ITER_SPLAT) {
            print_splat(w, vals[i], sep, i > 0, c->span);
            continue;
        }
        if (i > 0)
            print_text(w, sep, c->span);
        if (vals[i].type->kind == NJ_T_STR)
            print_text(w, vals[i], c->span);
        else
            nj_rtcall1(w, NJ_RT_print_value, none_type(w), c->rest_spans[i], vals[i]);
    }
    print_text(w, end, c->span);
    if (nj_is_given(c->args[3]))
        nj_rtcall(w, NJ_RT_print_flush, none_type(w), c->span, 0, NULL);
    return nj_val_none(w, c->span);
}

/* ---- lengths and ranges ---- */

NJ_HANDLER(len)
{
    return nj_len(w, c->args[0], c->span);
}

NjVal nj_val_range(NjWalk *w, NjVal start, NjVal stop, NjVal step, bool parallel, NjSpan span)
{
    NjVal parts[3] = {start, stop, step};
    NjTirExpr **items = NJ_NEW_ARRAY(w->arena, NjTirExpr *, 3);
    NjKnown *known = NJ_NEW(w->arena, NjKnown);
    known->kind = NJ_KNOWN_ITEMS;
    known->n = 3;
    known->i = parallel;
    known->items = NJ_NEW_ARRAY(w->arena, const NjKnown *, 3);
    for (int i = 0; i < 3; i++) {
        NjVal v = nj_spill(w, nj_to_index(w, parts[i], span));
        if (nj_is_error(v))
            return v;
        items[i] = nj_expr_of(w, v, span);
        known->items[i] = v.known;
    }
    const NjType *type = nj_type_range(w->types);
    return (NjVal){type, nj_tir_tuple(w->arena, type, items, 3, span), known};
}

static NjVal make_range(NjWalk *w, const NjCall *c, bool parallel)
{
    NjVal zero = nj_val_int(w, 0, c->span), one = nj_val_int(w, 1, c->span);
    int64_t step;
    switch (c->n_rest) {
    case 1:
        return nj_val_range(w, zero, c->rest[0], one, parallel, c->span);
    case 2:
        return nj_val_range(w, c->rest[0], c->rest[1], one, parallel, c->span);
    case 3:
        if (nj_known_int(c->rest[2], &step) && step == 0)
            return nj_fail(w, c->span, "ValueError: range() arg 3 must not be zero");
        return nj_val_range(w, c->rest[0], c->rest[1], c->rest[2], parallel, c->span);
    default:
        return nj_fail(w, c->span, "TypeError: range expected 1 to 3 arguments, got %u", c->n_rest);
    }
}

NJ_HANDLER(range)
{
    return make_range(w, c, false);
}

NJ_HANDLER(prange)
{
    return make_range(w, c, true);
}

NJ_HANDLER(slice)
{
    NjVal none = nj_val_none(w, c->span);
    NjVal start = c->n_rest > 1 ? c->rest[0] : none;
    NjVal stop = c->n_rest > 1 ? c->rest[1] : c->n_rest ? c->rest[0] : none;
    NjVal step = c->n_rest > 2 ? c->rest[2] : none;
    NjVal parts[3] = {start, stop, step};
    NjTirExpr **items = NJ_NEW_ARRAY(w->arena, NjTirExpr *, 4);
    NjKnown *known = NJ_NEW(w->arena, NjKnown);
    known->kind = NJ_KNOWN_ITEMS;
    known->n = 4;
    known->items = NJ_NEW_ARRAY(w->arena, const NjKnown *, 4);
    int64_t has = 0;
    for (int i = 0; i < 3; i++) {
        NjVal v = nj_is_none(parts[i]) ? nj_val_int(w, 0, c->span) : nj_spill(w, nj_to_index(w, parts[i], c->span));
        if (nj_is_error(v))
            return v;
        has |= nj_is_none(parts[i]) ? 0 : 1 << i;
        items[i] = nj_expr_of(w, v, c->span);
        known->items[i] = v.known;
    }
    items[3] = nj_tir_int(w->arena, nj_type_scalar(w->types, NPRT_U8, false), has, c->span);
    known->items[3] = nj_known_new_int(w, has);
    const NjType *type = nj_type_slice(w->types);
    return (NjVal){type, nj_tir_tuple(w->arena, type, items, 4, c->span), known};
}

/* ---- numbers ---- */

NjVal nj_abs(NjWalk *w, NjVal v, NjSpan span)
{
    NjVal out;
    if (nj_is_error(v))
        return v;
    if (v.type->kind == NJ_T_OBJECT && nj_call_special(w, v, "__abs__", NULL, 0, span, &out))
        return out;
    v = nj_as_array(w, v, span);
    if (nj_is_error(v))
        return v;
    int64_t k;
    double f;
    bool py = v.type->kind == NJ_T_SCALAR && v.type->py;
    if (py && nj_type_is_int(v.type) && nj_known_int(v, &k) && k != INT64_MIN)
        return nj_val_int(w, k < 0 ? -k : k, span);
    if (py && nj_type_is_float(v.type) && nj_known_float(v, &f))
        return nj_val_float(w, fabs(f), span);
    if (v.type->dtype == NPRT_BOOL)
        return py ? nj_to_dtype(w, v, NPRT_I64, true, span) : v;
    out = nj_map_unary(w, NJ_UN_ABS, v, nj_dtype_real(v.type->dtype), span);
    if (py && w->checked && nj_type_is_int(v.type) && out.expr->kind == NJ_X_UNARY)
        out.expr->as.unary.arith = NJ_ARITH_CHECKED;
    return out;
}

NJ_HANDLER(abs)
{
    return nj_abs(w, c->args[0], c->span);
}

NJ_HANDLER(divmod)
{
    NjVal a = nj_spill(w, c->args[0]), b = nj_spill(w, c->args[1]);
    NjVal items[2] = {nj_spill(w, nj_binary(w, NJ_BINOP_FLOORDIV, a, b, c->span)),
                      nj_spill(w, nj_binary(w, NJ_BINOP_MOD, a, b, c->span))};
    return nj_val_tuple(w, items, 2, c->span);
}

NJ_HANDLER(pow)
{
    if (nj_is_none(c->args[2]))
        return nj_binary(w, NJ_BINOP_POW, c->args[0], c->args[1], c->span);
    return nj_rtcall3(w, NJ_RT_int_pow_mod, pyint(w), c->span, nj_to_index(w, c->args[0], c->span),
                      nj_to_index(w, c->args[1], c->span), nj_to_index(w, c->args[2], c->span));
}

/* The integer a constant from 9e15 up is. */
static NjVal big_of_float(NjWalk *w, double f, NjSpan span)
{
    return fabs(f) < 9.2e18 ? nj_val_int(w, (int64_t)f, span)
                            : nj_val_big(w, nj_arena_printf(w->arena, "%.0f", f), span);
}

NJ_HANDLER(round)
{
    NjVal v = nj_unwrap(w, c->args[0], c->span), out;
    if (v.type->kind == NJ_T_OBJECT && nj_call_special(w, v, "__round__", NULL, 0, c->span, &out))
        return out;
    if (nj_is_error(v))
        return v;
    if (v.type->kind == NJ_T_ARRAY)
        return nj_call_row(w, nj_func_find("numpy", "round"), (NjVal){0}, c->args, 2, c->span);
    if (v.type->kind != NJ_T_SCALAR || nj_dtype_is_complex(v.type->dtype))
        return nj_fail(w, c->span, "TypeError: type %s doesn't define __round__ method", nj_ty(w, v.type));
    bool digits = !nj_is_none(c->args[1]);
    bool py = v.type->py || w->model == NJ_MODEL_NUMBA;
    if (nj_type_is_integral(v.type)) {
        if (!digits)
            return nj_to_dtype(w, v, NPRT_I64, true, c->span);
        NjVal args[2] = {nj_to_index(w, v, c->span), nj_to_index(w, c->args[1], c->span)};
        return nj_call_prelude(w, "builtins", "round_int", args, 2, c->span);
    }
    double f;
    if (!digits && nj_known_float(v, &f) && fabs(f) >= 9e15 && isfinite(f))
        return big_of_float(w, f, c->span);
    if (!digits) {
        /* round(np.float64) gives a Python int too */
        v = nj_to_dtype(w, v, NPRT_F64, true, c->span);
        NjVal r = nj_map_unary(w, NJ_UN_RINT, v, NPRT_F64, c->span);
        NjVal i = nj_to_dtype(w, r, NPRT_I64, true, c->span);
        if (i.expr && i.expr->kind == NJ_X_CAST && w->checked)
            i.expr->as.cast.arith = NJ_ARITH_CHECKED;
        return i;
    }
    NprtDtype dtype = v.type->dtype;
    NjVal d = nj_to_index(w, c->args[1], c->span);
    if (!py && w->model == NJ_MODEL_NUMPY) /* np.float64 rounds as numpy.round does */
        return nj_call_row(w, nj_func_find("numpy", "round"), (NjVal){0}, c->args, 2, c->span);
    out = nj_rtcall2(w, NJ_RT_round_digits, nj_type_pyfloat(w->types), c->span, nj_to_float(w, v, c->span), d);
    return dtype == NPRT_F64 ? out : nj_to_dtype(w, out, dtype, false, c->span);
}

/* ---- conversions ---- */

NjVal nj_cast_value(NjWalk *w, NjVal v, NprtDtype dtype, bool py, NjSpan span)
{
    NjVal out;
    if (nj_is_error(v))
        return v;
    v = nj_unwrap(w, v, span);
    bool to_int = nj_dtype_is_int(dtype), to_float = nj_dtype_is_float(dtype);
    switch (v.type->kind) {
    case NJ_T_STR:
        if (to_int)
            out = nj_rtcall2(w, NJ_RT_str_to_int, pyint(w), span, v, nj_val_int(w, 10, span));
        else if (to_float)
            out = nj_rtcall1(w, NJ_RT_str_to_float, nj_type_pyfloat(w->types), span, v);
        else
            break;
        return nj_to_dtype(w, out, dtype, py, span);
    case NJ_T_OBJECT:
        if (nj_call_special(w, v, to_int ? "__int__" : "__float__", NULL, 0, span, &out))
            return nj_to_dtype(w, out, dtype, py, span);
        break;
    case NJ_T_BIGINT:
        return to_int && py ? v : nj_to_dtype(w, v, dtype, py, span);
    case NJ_T_LIST:
    case NJ_T_TUPLE:
        if (!py)
            return nj_to_dtype(w, nj_as_array(w, v, span), dtype, false, span);
        break;
    case NJ_T_ARRAY:
        if (!py)
            return nj_to_dtype(w, v, dtype, false, span);
        v = nj_single_element(w, v, span);
        /* fall through */
    case NJ_T_SCALAR:
        if (nj_dtype_is_complex(v.type->dtype) && (to_int || (to_float && py)))
            return nj_fail(w, span, "TypeError: %s() argument must be a string or a real number, not 'complex'",
                           to_int ? "int" : "float");
        out = nj_to_dtype(w, v, dtype, py, span);
        if (py && to_int && nj_type_is_float(v.type) && out.expr && out.expr->kind == NJ_X_CAST &&
            w->model == NJ_MODEL_NUMPY)
            out.expr->as.cast.arith = NJ_ARITH_CHECKED;
        return out;
    default:
        break;
    }
    return nj_fail(w, span, "TypeError: cannot convert %s to %s", nj_ty(w, v.type),
                   py ? (to_int ? "int" : "float") : nj_dtype_name(dtype));
}

NJ_HANDLER(int)
{
    int64_t k;
    double f;
    if (!nj_is_given(c->args[0]))
        return nj_val_int(w, 0, c->span);
    if (nj_is_given(c->args[1]) && !nj_is_none(c->args[1]))
        return nj_rtcall2(w, NJ_RT_str_to_int, pyint(w), c->span, c->args[0],
                          nj_to_index(w, c->args[1], c->span));
    if (c->args[0].type->kind == NJ_T_SCALAR && c->args[0].type->py) {
        if (nj_known_int(c->args[0], &k))
            return nj_val_int(w, k, c->span);
        if (nj_known_float(c->args[0], &f) && fabs(f) < 9e15)
            return nj_val_int(w, (int64_t)f, c->span);
        if (nj_known_float(c->args[0], &f) && isfinite(f) && w->model == NJ_MODEL_NUMPY)
            return big_of_float(w, f, c->span);
    }
    if (c->args[0].type->kind == NJ_T_SCALAR && c->args[0].type->dtype == NPRT_U64) {
        NjTirExpr *cast = nj_tir_cast(w->arena, pyint(w), nj_expr_of(w, c->args[0], c->span));
        cast->as.cast.arith = w->checked ? NJ_ARITH_CHECKED : NJ_ARITH_WRAP; /* from 2**63 up: OverflowError */
        return nj_val(pyint(w), cast);
    }
    return nj_cast_value(w, c->args[0], NPRT_I64, true, c->span);
}

NJ_HANDLER(float)
{
    const char *text;
    uint32_t len;
    if (!nj_is_given(c->args[0]))
        return nj_val_float(w, 0, c->span);
    if (nj_known_str(c->args[0], &text, &len)) {
        if (len == 3 && strcasecmp(text, "inf") == 0)
            return nj_val_float(w, INFINITY, c->span);
        if (len == 4 && strcasecmp(text, "-inf") == 0)
            return nj_val_float(w, -INFINITY, c->span);
        if (len == 3 && strcasecmp(text, "nan") == 0)
            return nj_val_float(w, NAN, c->span);
    }
    return nj_cast_value(w, c->args[0], NPRT_F64, true, c->span);
}

NJ_HANDLER(bool)
{
    int known;
    if (!nj_is_given(c->args[0]))
        return nj_val_bool(w, false, c->span);
    NjTirExpr *e = nj_truth(w, c->args[0], c->span, &known);
    if (known >= 0)
        return nj_val_bool(w, known, c->span);
    return nj_val(pybool(w), e);
}

NJ_HANDLER(complex)
{
    NjVal re = nj_is_given(c->args[0]) ? c->args[0] : nj_val_float(w, 0, c->span);
    if (re.type->kind == NJ_T_STR)
        return nj_call_prelude(w, "builtins", "complex_of", &re, 1, c->span);
    if (!nj_is_given(c->args[1]))
        return nj_cast_value(w, re, NPRT_C128, true, c->span);
    NjVal im = nj_to_dtype(w, c->args[1], NPRT_C128, true, c->span);
    NjTirExpr *j = nj_tir_expr(w->arena, NJ_X_CONST_COMPLEX, nj_type_pycomplex(w->types), c->span);
    j->as.const_complex.im = 1;
    if (c->args[1].type->kind == NJ_T_SCALAR && !nj_dtype_is_complex(c->args[1].type->dtype) &&
        re.type->kind == NJ_T_SCALAR && !nj_dtype_is_complex(re.type->dtype)) {
        /* built from its parts, so that signs and nans survive */
        NjTirExpr **items = NJ_NEW_ARRAY(w->arena, NjTirExpr *, 2);
        items[0] = nj_expr_of(w, nj_to_float(w, re, c->span), c->span);
        items[1] = nj_expr_of(w, nj_to_float(w, c->args[1], c->span), c->span);
        return nj_val(j->type, nj_tir_tuple(w->arena, j->type, items, 2, c->span));
    }
    NjVal scaled = nj_binary(w, NJ_BINOP_MULT, im, nj_val(j->type, j), c->span);
    return nj_binary(w, NJ_BINOP_ADD, nj_to_dtype(w, re, NPRT_C128, true, c->span), scaled, c->span);
}

NJ_HANDLER(str)
{
    if (!nj_is_given(c->args[0]))
        return nj_val_str(w, "", 0, c->span);
    return nj_to_str(w, c->args[0], c->span);
}

NJ_HANDLER(repr)
{
    return nj_repr_of(w, c->args[0], c->span);
}

NJ_HANDLER(ascii)
{
    return nj_rtcall1(w, NJ_RT_ascii_of, nj_type_str(w->types), c->span, c->args[0]);
}

NJ_HANDLER(format)
{
    return nj_format(w, c->args[0], c->args[1], c->span);
}

NJ_HANDLER(ord)
{
    return nj_rtcall1(w, NJ_RT_str_ord, pyint(w), c->span, c->args[0]);
}

NJ_HANDLER(chr)
{
    return nj_rtcall1(w, NJ_RT_str_chr, nj_type_str(w->types), c->span, nj_to_index(w, c->args[0], c->span));
}

NJ_HANDLER(hash)
{
    return nj_rtcall1(w, NJ_RT_value_hash, pyint(w), c->span, c->args[0]);
}

static NjVal radix(NjWalk *w, const NjCall *c, const char *spec)
{
    NjVal s = nj_val_str(w, spec, (uint32_t)strlen(spec), c->span);
    NjVal v = c->args[0];
    if (v.type->kind != NJ_T_SCALAR || v.type->dtype != NPRT_U64)
        v = nj_to_index(w, v, c->span);
    return nj_format(w, v, s, c->span);
}

NJ_HANDLER(bin)
{
    return radix(w, c, "#b");
}

NJ_HANDLER(hex)
{
    return radix(w, c, "#x");
}

NJ_HANDLER(oct)
{
    return radix(w, c, "#o");
}

/* ---- introspection ---- */

NJ_HANDLER(callable)
{
    NjTypeKind k = c->args[0].type->kind;
    return nj_val_bool(w, k == NJ_T_FUNC || k == NJ_T_BUILTIN || k == NJ_T_BOUND || k == NJ_T_CLASS, c->span);
}

static bool has_attr(NjWalk *w, NjVal v, const NjName *name)
{
    if (v.type->kind == NJ_T_OBJECT)
        return nj_type_field(v.type, name) >= 0 || nj_class_method(v.type->cls, name) ||
               nj_class_attr(v.type->cls, name);
    NjDiagMark mark = nj_diag_mark(w);
    NjTirBlock scratch = {0}, *block = w->block;
    bool dead = w->dead;
    w->block = &scratch;
    NjVal got = nj_get_attr(w, v, name, w->at);
    w->block = block;
    w->dead = dead;
    nj_diag_rollback(w, mark);
    return !nj_is_error(got);
}

static const NjName *literal_name(NjWalk *w, NjVal v, NjSpan span)
{
    const char *text;
    uint32_t len;
    if (nj_known_str(v, &text, &len))
        return nj_intern(w->u->names, text, len);
    if (!nj_need_known(w))
        nj_fail(w, span, "the attribute's name must be known at compile time");
    return NULL;
}

NJ_HANDLER(hasattr)
{
    const NjName *name = literal_name(w, c->args[1], c->span);
    return name ? nj_val_bool(w, has_attr(w, c->args[0], name), c->span) : nj_val_error(w);
}

NJ_HANDLER(getattr)
{
    const NjName *name = literal_name(w, c->args[1], c->span);
    if (!name)
        return nj_val_error(w);
    if (nj_is_given(c->args[2]) && !has_attr(w, c->args[0], name))
        return c->args[2];
    return nj_get_attr(w, c->args[0], name, c->span);
}

NJ_HANDLER(setattr)
{
    const NjName *name = literal_name(w, c->args[1], c->span);
    if (!name)
        return nj_val_error(w);
    nj_store_attr(w, c->args[0], name, c->args[2], c->span);
    return nj_val_none(w, c->span);
}

NJ_HANDLER(identity)
{
    (void)w;
    return c->args[0];
}

NJ_HANDLER(object)
{
    return nj_fail(w, c->span, "bare object() instances are not supported");
}

NJ_HANDLER(not_implemented)
{
    return nj_val_unit(w, nj_type_ellipsis(w->types), c->span);
}

NJ_HANDLER(dunder_name)
{
    return nj_val_str(w, "__main__", 8, c->span);
}

NJ_HANDLER(dunder_file)
{
    const char *path = c->span.source ? c->span.source->path : "";
    return nj_val_str(w, path, (uint32_t)strlen(path), c->span);
}

/* ---- exceptions ---- */

int32_t nj_exc_kind_of_row(int32_t row)
{
    static const char *const names[] = {
#define EXC(E, name, parent) #name,
#include "runtime/exceptions.def"
#undef EXC
    };
    const NjFuncRow *r = nj_func_row(row);
    if (r->kind != NJ_ROW_TYPE || r->handler != nj_fn_exception)
        return -1;
    for (int32_t i = 0; i < (int32_t)(sizeof names / sizeof names[0]); i++)
        if (strcmp(names[i], r->name) == 0)
            return i;
    if (strcmp(r->name, "IOError") == 0 || strcmp(r->name, "EnvironmentError") == 0)
        return NPRT_EXC_OS_ERROR;
    if (strncmp(r->module, "numba", 5) != 0)
        return -1;
    const char *end = r->name + strlen(r->name); /* Numba's: ...Warning, TypingError, ... */
    return end - r->name > 7 && strcmp(end - 7, "Warning") == 0 ? NPRT_EXC_USER_WARNING
           : strcmp(r->name, "TypingError") == 0                ? NPRT_EXC_TYPE_ERROR
                                                                : NPRT_EXC_RUNTIME_ERROR;
}

NJ_HANDLER(exception)
{
    return nj_new_exception(w, nj_exc_kind_of_row(c->id), c->rest, c->n_rest, c->span);
}

/* np_create.c - NumPy's dtypes as values, constants, array creation. */
#include "compiler/sema/sema.h"

#include "compiler/funcs/func.h"

#include <math.h>
#include <string.h>


/* ---- dtypes ---- */

#define DTYPE_HANDLER(suffix, dtype)                                                               \
    NJ_HANDLER(np_dt_##suffix)                                                                     \
    {                                                                                              \
        return nj_val_unit(w, nj_type_scalar_class(w->types, dtype), c->span);                     \
    }
DTYPE_HANDLER(bool, NPRT_BOOL)
DTYPE_HANDLER(i8, NPRT_I8)
DTYPE_HANDLER(i16, NPRT_I16)
DTYPE_HANDLER(i32, NPRT_I32)
DTYPE_HANDLER(i64, NPRT_I64)
DTYPE_HANDLER(u8, NPRT_U8)
DTYPE_HANDLER(u16, NPRT_U16)
DTYPE_HANDLER(u32, NPRT_U32)
DTYPE_HANDLER(u64, NPRT_U64)
DTYPE_HANDLER(f16, NPRT_F16)
DTYPE_HANDLER(f32, NPRT_F32)
DTYPE_HANDLER(f64, NPRT_F64)
DTYPE_HANDLER(c64, NPRT_C64)
DTYPE_HANDLER(c128, NPRT_C128)

static const struct DtypeText {
    const char *name, *typecode; /* "float64", "f8" */
    char kind, chr;
} dtype_texts[NPRT_DTYPE_COUNT] = {
    [NPRT_BOOL] = {"bool", "b1", 'b', '?'},   [NPRT_I8] = {"int8", "i1", 'i', 'b'},
    [NPRT_I16] = {"int16", "i2", 'i', 'h'},   [NPRT_I32] = {"int32", "i4", 'i', 'i'},
    [NPRT_I64] = {"int64", "i8", 'i', 'l'},   [NPRT_U8] = {"uint8", "u1", 'u', 'B'},
    [NPRT_U16] = {"uint16", "u2", 'u', 'H'},  [NPRT_U32] = {"uint32", "u4", 'u', 'I'},
    [NPRT_U64] = {"uint64", "u8", 'u', 'L'},  [NPRT_F16] = {"float16", "f2", 'f', 'e'},
    [NPRT_F32] = {"float32", "f4", 'f', 'f'}, [NPRT_F64] = {"float64", "f8", 'f', 'd'},
    [NPRT_C64] = {"complex64", "c8", 'c', 'F'}, [NPRT_C128] = {"complex128", "c16", 'c', 'D'},
};

static bool dtype_of_text(const char *text, NprtDtype *out)
{
    if (*text == '<' || *text == '=' || *text == '|')
        text++;
    for (int d = 0; d < NPRT_DTYPE_COUNT; d++) {
        const struct DtypeText *t = &dtype_texts[d];
        if (strcmp(text, t->name) == 0 || strcmp(text, t->typecode) == 0 ||
            (text[0] == t->chr && text[1] == 0)) {
            *out = (NprtDtype)d;
            return true;
        }
    }
    static const struct {
        const char *text;
        NprtDtype dtype;
    } more[] = {{"float", NPRT_F64}, {"int", NPRT_I64},    {"complex", NPRT_C128}, {"bool_", NPRT_BOOL},
                {"double", NPRT_F64}, {"single", NPRT_F32}, {"half", NPRT_F16},     {"q", NPRT_I64},
                {"Q", NPRT_U64},      {"uint", NPRT_U64},   {"f", NPRT_F32},        {"i", NPRT_I32},
                {"u", NPRT_U32},      {"c", NPRT_C128},     {"intp", NPRT_I64},     {"boolean", NPRT_BOOL}};
    for (size_t i = 0; i < sizeof more / sizeof more[0]; i++)
        if (strcmp(text, more[i].text) == 0) {
            *out = more[i].dtype;
            return true;
        }
    return false;
}

/* datetime64[s], <m8[ms] and the like: types of NumPy for points in time and spans of it. */
static bool is_date_text(const char *text)
{
    static const char *const starts[] = {"datetime64", "timedelta64", "M8", "m8"};
    if (*text == '<' || *text == '=')
        text++;
    for (size_t i = 0; i < sizeof starts / sizeof starts[0]; i++)
        if (strncmp(text, starts[i], strlen(starts[i])) == 0)
            return true;
    return false;
}

bool nj_dtype_arg(NjWalk *w, NjVal v, NjSpan span, NprtDtype *out)
{
    const char *text;
    uint32_t len;
    if (nj_is_error(v))
        return false;
    if (v.type->kind == NJ_T_DTYPE) {
        *out = v.type->dtype;
        return true;
    }
    if (v.type->kind == NJ_T_BUILTIN) {
        const char *name = nj_func_row(v.type->id)->name;
        if (dtype_of_text(name, out))
            return true;
        if (strcmp(name, "str") == 0 || strcmp(name, "object") == 0) {
            nj_fail(w, span, "arrays of %s are not supported; use a list", name);
            return false;
        }
    }
    if (nj_known_str(v, &text, &len)) {
        if (dtype_of_text(text, out))
            return true;
        if (is_date_text(text))
            nj_fail(w, span, "arrays of %s are not supported; use int64", text);
        else
            nj_raises(w, span, NPRT_EXC_TYPE_ERROR, "data type '%s' not understood", text);
        return false;
    }
    if (v.type->kind == NJ_T_LIST || v.type->kind == NJ_T_TUPLE || v.type->kind == NJ_T_DICT) {
        nj_fail(w, span, "structured data types are not supported; use one array for each field");
        return false;
    }
    if (v.type->kind == NJ_T_STR && nj_need_known(w))
        return false;
    nj_raises(w, span, NPRT_EXC_TYPE_ERROR, "cannot interpret %s as a data type", nj_ty(w, v.type));
    return false;
}

NJ_HANDLER(np_dtype)
{
    NprtDtype d;
    if (!nj_dtype_arg(w, c->args[0], c->span, &d))
        return nj_val_error(w);
    return nj_val_dtype(w, d, c->span);
}

NJ_HANDLER(np_abstract)
{
    return nj_raises(w, c->span, NPRT_EXC_TYPE_ERROR, "this abstract NumPy type cannot be instantiated");
}

static NjVal text_val(NjWalk *w, const char *text, NjSpan span)
{
    return nj_val_str(w, text, (uint32_t)strlen(text), span);
}

NJ_HANDLER(dt_name)
{
    return text_val(w, dtype_texts[c->self.type->dtype].name, c->span);
}

NJ_HANDLER(dt_itemsize)
{
    return nj_val_int(w, nj_dtype_size(c->self.type->dtype), c->span);
}

NJ_HANDLER(dt_kind)
{
    return nj_val_str(w, &dtype_texts[c->self.type->dtype].kind, 1, c->span);
}

NJ_HANDLER(dt_char)
{
    return nj_val_str(w, &dtype_texts[c->self.type->dtype].chr, 1, c->span);
}

NJ_HANDLER(dt_type)
{
    return nj_val_unit(w, nj_type_scalar_class(w->types, c->self.type->dtype), c->span);
}

/* ---- constants ---- */

NJ_HANDLER(np_pi)
{
    return nj_val_float(w, M_PI, c->span);
}

NJ_HANDLER(np_e)
{
    return nj_val_float(w, M_E, c->span);
}

NJ_HANDLER(np_euler_gamma)
{
    return nj_val_float(w, 0.57721566490153286061, c->span);
}

NJ_HANDLER(np_inf)
{
    return nj_val_float(w, INFINITY, c->span);
}

NJ_HANDLER(np_nan)
{
    return nj_val_float(w, NAN, c->span);
}

NJ_HANDLER(np_newaxis)
{
    return nj_val_none(w, c->span);
}

NJ_HANDLER(np_version)
{
    return text_val(w, "2.5", c->span);
}

/* ---- arrays from values ---- */

/* dtype= argument: None keeps `fallback`. */
static bool dtype_or(NjWalk *w, NjVal arg, NprtDtype fallback, NjSpan span, NprtDtype *out)
{
    *out = fallback;
    return !nj_is_given(arg) || nj_is_none(arg) || nj_dtype_arg(w, arg, span, out);
}

static const NprtDtype *optional_dtype(NjWalk *w, NjVal arg, NjSpan span, NprtDtype *room, bool *ok)
{
    *ok = true;
    if (!nj_is_given(arg) || nj_is_none(arg))
        return NULL;
    *ok = nj_dtype_arg(w, arg, span, room);
    return room;
}

/* A fresh C-contiguous array with the values of v. */
NjVal nj_copy_array(NjWalk *w, NjVal v, NjSpan span)
{
    if (nj_is_error(v) || v.type->kind != NJ_T_ARRAY)
        return v;
    const NjType *type = nj_type_array(w->types, v.type->dtype, v.type->ndim, NJ_LAYOUT_C);
    return nj_rtcall1(w, NJ_RT_array_copy, type, span, v);
}

static NjVal array_from_scalar(NjWalk *w, NjVal v, NjSpan span)
{
    NjVal a = nj_alloc(w, v.type->dtype, NULL, 0, false, span);
    nj_store(w, a, NULL, 0, v, true, span);
    return a;
}

static bool is_lazy(const NjTirExpr *e)
{
    switch (e->kind) {
    case NJ_X_UNARY:
    case NJ_X_BINARY:
    case NJ_X_COMPARE:
    case NJ_X_SELECT:
    case NJ_X_MATH:
    case NJ_X_BROADCAST:
    case NJ_X_IOTA:
    case NJ_X_REDUCE:
    case NJ_X_SCAN:
        return true;
    case NJ_X_CAST:
        return e->as.cast.a->type->kind == NJ_T_ARRAY && e->as.cast.a->type->dtype != e->type->dtype;
    default:
        return false;
    }
}

static NjVal make_array(NjWalk *w, NjVal v, const NprtDtype *dtype, bool copy, NjVal ndmin, NjSpan span)
{
    bool fresh = v.type->kind != NJ_T_ARRAY;
    v = nj_array_of(w, v, dtype, span);
    if (nj_is_error(v))
        return v;
    if (v.type->kind == NJ_T_SCALAR)
        v = array_from_scalar(w, v, span);
    else if (copy && !fresh && !is_lazy(v.expr))
        v = nj_copy_array(w, v, span);
    int64_t n;
    if (nj_is_given(ndmin) && nj_known_int(ndmin, &n) && n > v.type->ndim)
        v = nj_as_array_min(w, v, (unsigned)n, span);
    return v;
}

NJ_HANDLER(np_array)
{
    NprtDtype d;
    bool ok, copy = true;
    const NprtDtype *dtype = optional_dtype(w, c->args[1], c->span, &d, &ok);
    nj_known_bool(c->args[2], &copy);
    return ok ? make_array(w, c->args[0], dtype, copy, c->args[5], c->span) : nj_val_error(w);
}

NJ_HANDLER(np_asarray)
{
    NprtDtype d;
    bool ok;
    const NprtDtype *dtype = optional_dtype(w, c->args[1], c->span, &d, &ok);
    return ok ? make_array(w, c->args[0], dtype, false, (NjVal){0}, c->span) : nj_val_error(w);
}

NJ_HANDLER(np_ascontiguous)
{
    NprtDtype d;
    bool ok;
    const NprtDtype *dtype = optional_dtype(w, c->args[1], c->span, &d, &ok);
    if (!ok)
        return nj_val_error(w);
    NjVal v = make_array(w, c->args[0], dtype, false, (NjVal){0}, c->span);
    if (nj_is_error(v) || v.type->layout == NJ_LAYOUT_C)
        return v;
    const NjType *type = nj_type_array(w->types, v.type->dtype, v.type->ndim, NJ_LAYOUT_C);
    return nj_rtcall1(w, NJ_RT_array_contiguous, type, c->span, v);
}

NJ_HANDLER(np_asfortran)
{
    NprtDtype d;
    bool ok;
    const NprtDtype *dtype = optional_dtype(w, c->args[1], c->span, &d, &ok);
    if (!ok)
        return nj_val_error(w);
    NjVal v = make_array(w, c->args[0], dtype, false, (NjVal){0}, c->span);
    if (nj_is_error(v) || v.type->layout == NJ_LAYOUT_F || v.type->ndim < 2)
        return v;
    const NjType *type = nj_type_array(w->types, v.type->dtype, v.type->ndim, NJ_LAYOUT_F);
    return nj_rtcall1(w, NJ_RT_array_copy_f, type, c->span, v);
}

NJ_HANDLER(np_copy)
{
    return make_array(w, c->args[0], NULL, true, (NjVal){0}, c->span);
}

/* ---- filled arrays ---- */

static bool is_fortran(NjVal order)
{
    return nj_is_given(order) && (nj_known_is(order, "F") || nj_known_is(order, "f"));
}

/* order='F': the transpose of a C array of reversed shape. */
static NjVal new_filled(NjWalk *w, NprtDtype dtype, NjVal *shape, uint32_t n, bool zero, bool fortran,
                        NjSpan span)
{
    if (!fortran || n < 2)
        return nj_alloc(w, dtype, shape, n, zero, span);
    NjVal *reversed = NJ_NEW_ARRAY(w->arena, NjVal, n);
    uint8_t perm[NPRT_MAX_DIMS];
    for (uint32_t i = 0; i < n; i++) {
        reversed[i] = shape[n - 1 - i];
        perm[i] = (uint8_t)(n - 1 - i);
    }
    return nj_spill(w, nj_transpose(w, nj_alloc(w, dtype, reversed, n, zero, span), perm, span));
}

static NjVal fill(NjWalk *w, NjVal array, NjVal value, NjSpan span)
{
    if (!nj_is_error(array))
        nj_array_assign(w, array, value, span);
    return array;
}

NJ_HANDLER(np_zeros)
{
    NjVal *shape;
    uint32_t n;
    NprtDtype d;
    if (!nj_shape_arg(w, c->args[0], c->span, &shape, &n) || !dtype_or(w, c->args[1], NPRT_F64, c->span, &d))
        return nj_val_error(w);
    return new_filled(w, d, shape, n, true, is_fortran(c->args[2]), c->span);
}

NJ_HANDLER(np_empty)
{
    NjVal *shape;
    uint32_t n;
    NprtDtype d;
    if (!nj_shape_arg(w, c->args[0], c->span, &shape, &n) || !dtype_or(w, c->args[1], NPRT_F64, c->span, &d))
        return nj_val_error(w);
    return new_filled(w, d, shape, n, false, is_fortran(c->args[2]), c->span);
}

NJ_HANDLER(np_ones)
{
    NjVal *shape;
    uint32_t n;
    NprtDtype d;
    if (!nj_shape_arg(w, c->args[0], c->span, &shape, &n) || !dtype_or(w, c->args[1], NPRT_F64, c->span, &d))
        return nj_val_error(w);
    NjVal a = new_filled(w, d, shape, n, false, is_fortran(c->args[2]), c->span);
    return fill(w, a, nj_val_int(w, 1, c->span), c->span);
}

NJ_HANDLER(np_full)
{
    NjVal *shape;
    uint32_t n;
    NprtDtype d;
    NjVal value = nj_spill(w, nj_as_array(w, c->args[1], c->span));
    if (nj_is_error(value) || !nj_shape_arg(w, c->args[0], c->span, &shape, &n) ||
        !dtype_or(w, c->args[2], value.type->dtype, c->span, &d))
        return nj_val_error(w);
    NjVal a = new_filled(w, d, shape, n, false, is_fortran(c->args[3]), c->span);
    return fill(w, a, value, c->span);
}

/* zeros_like and friends: shape and dtype of a prototype. */
static NjVal like(NjWalk *w, NjVal proto, NjVal dtype_arg, NjVal shape_arg, bool zero, NjSpan span)
{
    NprtDtype d;
    NjVal *shape;
    uint32_t n;
    proto = nj_as_array(w, proto, span);
    if (nj_is_error(proto) || !dtype_or(w, dtype_arg, proto.type->dtype, span, &d))
        return nj_val_error(w);
    if (nj_is_given(shape_arg) && !nj_is_none(shape_arg)) {
        if (!nj_shape_arg(w, shape_arg, span, &shape, &n))
            return nj_val_error(w);
        return nj_alloc(w, d, shape, n, zero, span);
    }
    n = proto.type->kind == NJ_T_ARRAY ? proto.type->ndim : 0;
    shape = NJ_NEW_ARRAY(w->arena, NjVal, n + 1);
    proto = nj_spill(w, proto);
    for (uint32_t i = 0; i < n; i++)
        shape[i] = nj_shape_of(w, proto, i, span);
    return new_filled(w, d, shape, n, zero, proto.type->layout == NJ_LAYOUT_F && n > 1, span);
}

NJ_HANDLER(np_zeros_like)
{
    return like(w, c->args[0], c->args[1], c->args[4], true, c->span);
}

NJ_HANDLER(np_empty_like)
{
    return like(w, c->args[0], c->args[1], c->args[4], false, c->span);
}

NJ_HANDLER(np_ones_like)
{
    return fill(w, like(w, c->args[0], c->args[1], c->args[4], false, c->span), nj_val_int(w, 1, c->span),
                c->span);
}

NJ_HANDLER(np_full_like)
{
    NjVal value = nj_spill(w, c->args[1]);
    return fill(w, like(w, c->args[0], c->args[2], c->args[5], false, c->span), value, c->span);
}

/* ---- ranges ---- */

static NjVal iota(NjWalk *w, NjVal n, NjSpan span)
{
    NjTirExpr *e = nj_tir_expr(w->arena, NJ_X_IOTA, nj_type_array(w->types, NPRT_I64, 1, NJ_LAYOUT_C), span);
    e->as.iota.n = nj_expr_of(w, n, span);
    return nj_val(e->type, e);
}

NJ_HANDLER(np_arange)
{
    NjSpan span = c->span;
    NjVal start = c->args[0], stop = c->args[1], step = c->args[2];
    if (nj_is_error(start) || nj_is_error(stop) || nj_is_error(step))
        return nj_val_error(w);
    if (nj_is_none(stop)) {
        stop = start;
        start = nj_val_int(w, 0, span);
    }
    if (nj_is_none(step))
        step = nj_val_int(w, 1, span);
    NjVal parts[3] = {start, stop, step};
    NjOperandType ops[3];
    for (int i = 0; i < 3; i++) {
        parts[i] = nj_spill(w, nj_unwrap(w, parts[i], span));
        if (parts[i].type->kind != NJ_T_SCALAR)
            return nj_raises(w, span, NPRT_EXC_TYPE_ERROR, "arange() needs numbers, not %s", nj_ty(w, parts[i].type));
        ops[i] = (NjOperandType){parts[i].type->dtype, parts[i].type->py};
    }
    NprtDtype d, natural = nj_result_dtype(ops, 3);
    if (!dtype_or(w, c->args[3], natural, span, &d))
        return nj_val_error(w);
    if (!nj_dtype_is_float(natural)) {
        NjVal range = nj_val_range(w, parts[0], parts[1], parts[2], false, span);
        if (nj_is_error(range))
            return range;
        int64_t by;
        if (nj_known_int(parts[2], &by) && by == 0)
            return nj_raises(w, span, NPRT_EXC_ZERO_DIVISION_ERROR, "division by zero");
        if (!nj_known_int(parts[2], &by))
            nj_check(w, nj_expr_of(w, parts[2], span), NPRT_EXC_ZERO_DIVISION_ERROR, span, "division by zero", 0,
                     NULL);
        return nj_to_dtype(w, nj_array_of(w, range, NULL, span), d, false, span);
    }
    /* ceil((stop - start) / step) elements start + i * delta, delta = (start + step) - start */
    NjVal f[3];
    for (int i = 0; i < 3; i++)
        f[i] = nj_spill(w, nj_to_dtype(w, parts[i], NPRT_F64, false, span));
    NjVal len = nj_call_prelude(w, "arrays", "arange_length", f, 3, span);
    NprtDtype calc = d == NPRT_F32 || d == NPRT_F16 ? NPRT_F64 : d;
    NjVal next = nj_map_binary(w, NJ_BIN_ADD, f[0], f[2], NPRT_F64, span);
    NjVal delta = nj_spill(w, nj_map_binary(w, NJ_BIN_SUB, next, f[0], NPRT_F64, span));
    NjVal steps = nj_to_dtype(w, iota(w, len, span), NPRT_F64, false, span);
    NjVal v = nj_map_binary(w, NJ_BIN_MUL, steps, delta, NPRT_F64, span);
    v = nj_map_binary(w, NJ_BIN_ADD, v, f[0], NPRT_F64, span);
    (void)calc;
    return nj_to_dtype(w, v, d, false, span);
}

/* Between arrays: row i is the i-th point of each pair of ends. */
static NjVal linspace_rows(NjWalk *w, const NjCall *c, bool endpoint, bool retstep, NprtDtype d)
{
    NjVal args[4] = {nj_as_array(w, c->args[0], c->span), nj_as_array(w, c->args[1], c->span),
                     nj_to_index(w, c->args[2], c->span), nj_val_bool(w, endpoint, c->span)};
    for (int i = 0; i < 2; i++)
        args[i] = nj_to_dtype(w, args[i], NPRT_F64, false, c->span);
    NjVal out = nj_call_prelude(w, "arrays", "linspace_rows", args, 4, c->span);
    if (nj_is_error(out) || retstep)
        return out;
    NjVal rows = nj_tuple_item(w, out, 0, c->span);
    if (nj_dtype_is_int(d))
        rows = nj_map_unary(w, NJ_UN_FLOOR, rows, NPRT_F64, c->span);
    return nj_to_dtype(w, rows, d, false, c->span);
}

NJ_HANDLER(np_linspace)
{
    NjSpan span = c->span;
    NprtDtype d;
    bool endpoint = true, retstep = false;
    if (!nj_known_bool(c->args[3], &endpoint) || !nj_known_bool(c->args[4], &retstep)) {
        if (!nj_need_known(w))
            nj_fail(w, span, "endpoint and retstep must be constants");
        return nj_val_error(w);
    }
    if (!dtype_or(w, c->args[5], NPRT_F64, span, &d))
        return nj_val_error(w);
    if (c->args[0].type->kind != NJ_T_SCALAR || c->args[1].type->kind != NJ_T_SCALAR)
        return linspace_rows(w, c, endpoint, retstep, d);
    NjVal args[4] = {nj_to_dtype(w, c->args[0], NPRT_F64, false, span),
                     nj_to_dtype(w, c->args[1], NPRT_F64, false, span), nj_to_index(w, c->args[2], span),
                     nj_val_bool(w, endpoint, span)};
    NjVal out = nj_call_prelude(w, "arrays", "linspace", args, 4, span);
    if (nj_is_error(out))
        return out;
    NjVal array = nj_tuple_item(w, out, 0, span), step = nj_tuple_item(w, out, 1, span);
    if (nj_dtype_is_int(d) && d != NPRT_F64)
        array = nj_map_unary(w, NJ_UN_FLOOR, array, NPRT_F64, span);
    array = nj_to_dtype(w, array, d, false, span);
    if (!retstep)
        return array;
    NjVal items[2] = {array, step};
    return nj_val_tuple(w, items, 2, span);
}


/* np_info.c - what is known of types and arrays: finfo, iinfo, promotion, casting rules, flags. */
#include "compiler/funcs/np_ufuncs.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* ---- finfo, iinfo: namedtuples of constants ---- */

typedef struct Fields {
    const NjName *names[20];
    NjVal vals[20];
    uint32_t n;
} Fields;

static void field(NjWalk *w, Fields *f, const char *name, NjVal v)
{
    f->names[f->n] = nj_name(w, name);
    f->vals[f->n++] = v;
}

static NjVal finish_fields(NjWalk *w, Fields *f, const char *class_name, NjSpan span)
{
    NjVal v = nj_val_tuple(w, f->vals, f->n, span);
    if (nj_is_error(v))
        return v;
    v.type = nj_type_namedtuple(w->types, nj_name(w, class_name), f->names, v.type->elems, f->n);
    v.expr->type = v.type;
    return v;
}

typedef struct FloatFacts {
    double eps, epsneg, max, tiny, subnormal, resolution;
    int bits, precision, nmant, nexp, maxexp, minexp, machep, negep;
} FloatFacts;

static const FloatFacts float_facts[3] = {
    {0x1p-10, 0x1p-11, 65504.0, 0x1p-14, 0x1p-24, 0.001, 16, 3, 10, 5, 16, -14, -10, -11},
    {0x1p-23, 0x1p-24, FLT_MAX, 0x1p-126, 0x1p-149, 1e-6, 32, 6, 23, 8, 128, -126, -23, -24},
    {0x1p-52, 0x1p-53, DBL_MAX, DBL_MIN, 0x1p-1074, 1e-15, 64, 15, 52, 11, 1024, -1022, -52, -53},
};

/* The dtype of an argument that is a dtype, an array or a number. */
static bool dtype_of_arg(NjWalk *w, NjVal v, NjSpan span, NprtDtype *out)
{
    if (v.type->kind == NJ_T_SCALAR || v.type->kind == NJ_T_ARRAY) {
        *out = v.type->dtype;
        return true;
    }
    return nj_dtype_arg(w, v, span, out);
}

NJ_HANDLER(np_finfo)
{
    NprtDtype d;
    if (!dtype_of_arg(w, c->args[0], c->span, &d))
        return nj_val_error(w);
    d = nj_dtype_real(d);
    if (!nj_dtype_is_float(d))
        return nj_raises(w, c->span, NPRT_EXC_VALUE_ERROR,
                         "data type dtype('%s') not compatible with finfo", nj_dtype_name(d));
    const FloatFacts *k = &float_facts[d - NPRT_F16];
    const struct {
        const char *name;
        double value;
    } numbers[] = {{"eps", k->eps},
                   {"epsneg", k->epsneg},
                   {"max", k->max},
                   {"min", -k->max},
                   {"tiny", k->tiny},
                   {"smallest_normal", k->tiny},
                   {"smallest_subnormal", k->subnormal},
                   {"resolution", k->resolution}};
    const struct {
        const char *name;
        int value;
    } ints[] = {{"bits", k->bits},     {"precision", k->precision}, {"nmant", k->nmant},
                {"nexp", k->nexp},     {"maxexp", k->maxexp},       {"minexp", k->minexp},
                {"machep", k->machep}, {"negep", k->negep}};
    Fields f = {.n = 0};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        field(w, &f, numbers[i].name,
              nj_to_dtype(w, nj_val_float(w, numbers[i].value, c->span), d, false, c->span));
    for (size_t i = 0; i < sizeof ints / sizeof ints[0]; i++)
        field(w, &f, ints[i].name, nj_val_int(w, ints[i].value, c->span));
    field(w, &f, "dtype", nj_val_dtype(w, d, c->span));
    return finish_fields(w, &f, "finfo", c->span);
}

NJ_HANDLER(np_iinfo)
{
    NprtDtype d;
    if (!dtype_of_arg(w, c->args[0], c->span, &d))
        return nj_val_error(w);
    if (!nj_dtype_is_int(d))
        return nj_raises(w, c->span, NPRT_EXC_VALUE_ERROR, "Invalid integer data type '%c'.",
                         d == NPRT_BOOL           ? 'b'
                         : nj_dtype_is_complex(d) ? 'c'
                                                  : 'f');
    bool is_signed = nj_dtype_is_signed(d);
    unsigned bits = nj_dtype_size(d) * 8;
    Fields f = {.n = 0};
    int64_t low = is_signed ? INT64_MIN >> (64 - bits) : 0;
    int64_t high = is_signed ? INT64_MAX >> (64 - bits) : (int64_t)(UINT64_MAX >> (64 - bits));
    field(w, &f, "min", nj_val_int(w, low, c->span));
    field(w, &f, "max",
          d == NPRT_U64 ? nj_val_big(w, "18446744073709551615", c->span)
                        : nj_val_int(w, high, c->span));
    field(w, &f, "bits", nj_val_int(w, bits, c->span));
    field(w, &f, "kind", nj_val_str(w, is_signed ? "i" : "u", 1, c->span));
    field(w, &f, "dtype", nj_val_dtype(w, d, c->span));
    return finish_fields(w, &f, "iinfo", c->span);
}

/* ---- promotion ---- */

NJ_HANDLER(np_result_type)
{
    NjOperandType ops[32];
    bool all_weak = true;
    uint32_t n = c->n_rest < 32 ? c->n_rest : 32;
    if (n == 0)
        return nj_raises(w, c->span, NPRT_EXC_VALUE_ERROR,
                         "at least one array or dtype is required");
    for (uint32_t i = 0; i < n; i++) {
        if (!dtype_of_arg(w, c->rest[i], c->span, &ops[i].dtype))
            return nj_val_error(w);
        ops[i].weak = c->rest[i].type->kind == NJ_T_SCALAR && c->rest[i].type->py;
        all_weak &= ops[i].weak;
    }
    for (uint32_t i = 0; i < n && all_weak; i++)
        ops[i].weak = false;
    return nj_val_dtype(w, nj_result_dtype(ops, n), c->span);
}

NJ_HANDLER(np_promote_types)
{
    NprtDtype a, b;
    if (!nj_dtype_arg(w, c->args[0], c->span, &a) || !nj_dtype_arg(w, c->args[1], c->span, &b))
        return nj_val_error(w);
    return nj_val_dtype(w, nj_promote_dtypes(a, b), c->span);
}

NJ_HANDLER(np_can_cast)
{
    NprtDtype from, to;
    const char *casting;
    if (c->args[0].type->kind == NJ_T_SCALAR && c->args[0].type->py)
        return nj_raises(
            w, c->span, NPRT_EXC_TYPE_ERROR,
            "can_cast() does not support Python ints, floats, and complex because the result used "
            "to depend on the value.\nThis change was part of adopting NEP 50, we may explicitly "
            "allow them again in the future.");
    if (!dtype_of_arg(w, c->args[0], c->span, &from) ||
        !nj_dtype_arg(w, c->args[1], c->span, &to) ||
        !nj_np_known_text(w, c->args[2], c->span, "casting", &casting))
        return nj_val_error(w);
    bool ok = from == to;
    if (strcmp(casting, "safe") == 0)
        ok = nj_can_cast_safe(from, to);
    else if (strcmp(casting, "same_kind") == 0)
        ok = nj_can_cast_same_kind(from, to);
    else if (strcmp(casting, "unsafe") == 0)
        ok = true;
    return nj_val_bool(w, ok, c->span);
}

NJ_HANDLER(np_min_scalar_type)
{
    static const NprtDtype unsigned_types[] = {NPRT_U8, NPRT_U16, NPRT_U32, NPRT_U64};
    static const NprtDtype signed_types[] = {NPRT_I8, NPRT_I16, NPRT_I32, NPRT_I64};
    NjVal v = c->args[0];
    int64_t k;
    double x;
    if (v.type->kind == NJ_T_ARRAY || (v.type->kind == NJ_T_SCALAR && v.type->dtype == NPRT_BOOL))
        return nj_val_dtype(w, v.type->dtype, c->span);
    if (nj_type_is_integral(v.type)) {
        if (!nj_np_known_int(w, v, c->span, "the value", &k))
            return nj_val_error(w);
        for (unsigned i = 0; i < 4; i++) {
            unsigned bits = 8u << i;
            if (k >= 0 && (bits == 64 || k >> bits == 0))
                return nj_val_dtype(w, unsigned_types[i], c->span);
            if (k < 0 && k >= INT64_MIN >> (64 - bits))
                return nj_val_dtype(w, signed_types[i], c->span);
        }
    }
    if (nj_known_float(v, &x)) {
        double size = fabs(x);
        return nj_val_dtype(w,
                            size <= 65504 || isinf(x) || isnan(x) ? NPRT_F16
                            : size <= FLT_MAX                     ? NPRT_F32
                                                                  : NPRT_F64,
                            c->span);
    }
    return nj_fail(w, c->span, "min_scalar_type() needs a constant");
}

/* The kinds below an abstract type. */
static bool under_abstract(const char *name, NprtDtype d)
{
    bool is_int = nj_dtype_is_int(d), is_float = nj_dtype_is_float(d),
         is_complex = nj_dtype_is_complex(d);
    if (strcmp(name, "integer") == 0)
        return is_int;
    if (strcmp(name, "signedinteger") == 0)
        return nj_dtype_is_signed(d);
    if (strcmp(name, "unsignedinteger") == 0)
        return nj_dtype_is_unsigned(d);
    if (strcmp(name, "floating") == 0)
        return is_float;
    if (strcmp(name, "complexfloating") == 0)
        return is_complex;
    if (strcmp(name, "inexact") == 0)
        return is_float || is_complex;
    if (strcmp(name, "number") == 0)
        return is_int || is_float || is_complex;
    return strcmp(name, "generic") == 0;
}

static bool is_abstract(NjVal v)
{
    static const char *const names[] = {"integer",  "signedinteger",   "unsignedinteger",
                                        "floating", "complexfloating", "inexact",
                                        "number",   "generic"};
    if (v.type->kind != NJ_T_BUILTIN)
        return false;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(nj_func_row(v.type->id)->name, names[i]) == 0)
            return true;
    return false;
}

NJ_HANDLER(np_issubdtype)
{
    NprtDtype a, b;
    if (is_abstract(c->args[0]))
        return nj_val_bool(w, c->args[0].type == c->args[1].type, c->span);
    if (!nj_dtype_arg(w, c->args[0], c->span, &a))
        return nj_val_error(w);
    if (is_abstract(c->args[1]))
        return nj_val_bool(w, under_abstract(nj_func_row(c->args[1].type->id)->name, a), c->span);
    return nj_dtype_arg(w, c->args[1], c->span, &b) ? nj_val_bool(w, a == b, c->span)
                                                    : nj_val_error(w);
}

/* ---- memory ---- */

NJ_HANDLER(np_shares_memory)
{
    NjVal a = nj_as_array(w, c->args[0], c->span), b = nj_as_array(w, c->args[1], c->span);
    if (nj_is_error(a) || nj_is_error(b))
        return nj_val_error(w);
    if (!nj_np_ndim(a) || !nj_np_ndim(b))
        return nj_val_bool(w, false, c->span);
    return nj_rtcall2(w, NJ_RT_array_overlaps, nj_type_pybool(w->types), c->span, a, b);
}

/* a.flags: what a["C_CONTIGUOUS"] and a.c_contiguous give. */
NJ_HANDLER(arr_flags)
{
    static const struct {
        const char *name, *attr;
        int bit;
    } flags[] = {{"C_CONTIGUOUS", "c_contiguous", 1},
                 {"F_CONTIGUOUS", "f_contiguous", 2},
                 {"OWNDATA", "owndata", 4},
                 {"WRITEABLE", "writeable", 8},
                 {"ALIGNED", "aligned", 8}};
    Fields f = {.n = 0};
    NjVal bits = nj_val_int(w, 15, c->span);
    if (nj_np_ndim(c->self))
        bits = nj_rtcall1(w, NJ_RT_array_flags, nj_type_pyint(w->types), c->span,
                          nj_spill(w, c->self));
    for (size_t i = 0; i < sizeof flags / sizeof flags[0]; i++) {
        NjVal one =
            nj_binary(w, NJ_BINOP_BITAND, bits, nj_val_int(w, flags[i].bit, c->span), c->span);
        NjVal set =
            nj_spill(w, nj_compare(w, NJ_CMPOP_NOT_EQ, one, nj_val_int(w, 0, c->span), c->span));
        field(w, &f, flags[i].name, set);
        field(w, &f, flags[i].attr, set);
    }
    return finish_fields(w, &f, "**", c->span);
}

/* None for an array that spans its memory block; else the block, as one dimension: what a view is a
 * view of is not recorded. compare.c knows that `view.base is array` asks for the same memory. */
NJ_HANDLER(arr_base)
{
    NjSpan span = c->span;
    const NjType *flat = nj_np_array_type(w, c->self.type->dtype, 1);
    if (!nj_np_ndim(c->self))
        return nj_val_none(w, span);
    NjVal a = nj_spill(w, c->self),
          bits = nj_rtcall1(w, NJ_RT_array_flags, nj_type_pyint(w->types), span, a);
    NjVal owns = nj_binary(w, NJ_BINOP_BITAND, bits, nj_val_int(w, 4, span), span);
    NjVal is_view = nj_compare(w, NJ_CMPOP_EQ, owns, nj_val_int(w, 0, span), span);
    const NjType *type = nj_type_optional(w->types, flat);
    NjTirLocal *out = nj_temp(w, type);
    nj_emit_assign(w, out, nj_coerce(w, nj_val_none(w, span), type, span).expr);
    NjIf i = nj_if_begin(w, nj_expr_of(w, is_view, span), span);
    NjVal block = nj_rtcall1(w, NJ_RT_array_base, flat, span, a);
    nj_emit_assign(w, out, nj_coerce(w, block, type, span).expr);
    nj_if_end(w, &i);
    NjKnown *known = NJ_NEW(w->arena, NjKnown);
    known->kind = NJ_KNOWN_ITER; /* the array itself, for `is` */
    known->iter = NJ_NEW(w->arena, NjIter);
    known->iter->parts = NJ_NEW(w->arena, NjVal);
    known->iter->parts[0] = a;
    known->iter->n = 1;
    return (NjVal){type, nj_tir_local(w->arena, out, span), known};
}

NJ_HANDLER(arr_tobytes)
{
    return nj_rtcall1(w, NJ_RT_array_tobytes, nj_type_bytes(w->types), c->span, c->self);
}

NJ_HANDLER(np_frombuffer)
{
    NprtDtype d;
    NjVal bytes = c->args[0];
    if (!nj_np_dtype_or(w, c->args[1], NPRT_F64, c->span, &d))
        return nj_val_error(w);
    NjVal count = nj_to_index(w, c->args[2], c->span), offset = nj_to_index(w, c->args[3], c->span);
    if (bytes.type->kind == NJ_T_ARRAY)
        bytes = nj_rtcall1(w, NJ_RT_array_tobytes, nj_type_bytes(w->types), c->span, bytes);
    if (bytes.type->kind != NJ_T_BYTES)
        return nj_raises(w, c->span, NPRT_EXC_TYPE_ERROR, "a bytes-like object is required, not %s",
                         nj_ty(w, bytes.type));
    return nj_rtcall3(w, NJ_RT_array_frombuffer, nj_np_array_type(w, d, 1), c->span, bytes, count,
                      offset);
}

/* ---- errors of floating point: npjit reports none ---- */

NJ_HANDLER(np_errstate)
{
    return nj_val_none(w, c->span);
}

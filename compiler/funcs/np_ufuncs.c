/* np_ufuncs.c - NumPy's universal functions: the rows of ufuncs.def, typed and built.
 *
 * One handler serves all rows: operands become arrays or scalars, the rule gives the dtype they
 * meet in (NEP 50 in the numpy model; in the numba model Numba's choice among NumPy's loops, which
 * knows no float16), a build function makes the elementwise tree, and where= and out= are put
 * around it. */
#include "compiler/funcs/np_ufuncs.h"

#include <math.h>
#include <string.h>

typedef enum Rule {
    RULE_ANY,
    RULE_NUMBER,
    RULE_INEXACT,
    RULE_REAL,
    RULE_BITS,
    RULE_INTEGER,
    RULE_BOOL,
    RULE_RAW
} Rule;
enum { MAP_GCD, MAP_LCM };
enum { SCALE_DEGREES, SCALE_RADIANS };

/* What a build function works on: operands as given, and the dtype of the loop. */
typedef struct Operands {
    const NjUfunc *u;
    NjVal *a;
    NprtDtype dtype;
    NjSpan span;
} Operands;

static NjVal cast(NjWalk *w, const Operands *o, unsigned i)
{
    return nj_to_dtype(w, o->a[i], o->dtype, false, o->span);
}

static NjVal number(NjWalk *w, const Operands *o, double value)
{
    return nj_to_dtype(w, nj_val_float(w, value, o->span), o->dtype, false, o->span);
}

static NjVal less_than(NjWalk *w, const Operands *o, NjVal a, NjVal b)
{
    return nj_map_compare(w, NJ_CMP_LT, a, b, o->dtype, o->span);
}

/* ---- build functions ---- */

static NjVal build_binary(NjWalk *w, const Operands *o)
{
    return nj_map_binary(w, (NjTirBinop)o->u->op, cast(w, o, 0), cast(w, o, 1), o->dtype, o->span);
}

static NjVal build_unary(NjWalk *w, const Operands *o)
{
    return nj_map_unary(w, (NjTirUnop)o->u->op, cast(w, o, 0), o->dtype, o->span);
}

static NjVal build_test(NjWalk *w, const Operands *o)
{
    return nj_map_unary(w, (NjTirUnop)o->u->op, cast(w, o, 0), NPRT_BOOL, o->span);
}

static NjVal build_math(NjWalk *w, const Operands *o)
{
    NjVal args[2] = {cast(w, o, 0)};
    if (o->u->nin == 2)
        args[1] = cast(w, o, 1);
    return nj_map_math(w, (NjMathId)o->u->op, args, o->u->nin, o->dtype, o->span);
}

static NjVal build_same(NjWalk *w, const Operands *o)
{
    return cast(w, o, 0);
}

static NjVal no_loop(NjWalk *w, const char *name, NjSpan span)
{
    return nj_raises(w, span, NPRT_EXC_TYPE_ERROR,
                     "ufunc '%s' not supported for the input types, and the inputs could not be "
                     "safely coerced to any supported types according to the casting rule ''safe''",
                     name);
}

/* On bool + is or, * is and. */
static NjVal build_arith(NjWalk *w, const Operands *o)
{
    NjTirBinop op = (NjTirBinop)o->u->op;
    if (o->dtype == NPRT_BOOL && op == NJ_BIN_SUB)
        return nj_raises(w, o->span, NPRT_EXC_TYPE_ERROR,
                         "numpy boolean subtract, the `-` operator, is not supported, use the "
                         "bitwise_xor, the `^` operator, or the logical_xor function instead.");
    if (o->dtype == NPRT_BOOL)
        op = op == NJ_BIN_ADD ? NJ_BIN_OR : NJ_BIN_AND;
    return nj_map_binary(w, op, cast(w, o, 0), cast(w, o, 1), o->dtype, o->span);
}

static NjVal build_divide(NjWalk *w, const Operands *o)
{
    NprtDtype d = o->dtype;
    if (nj_np_is_integral(d))
        d = w->model == NJ_MODEL_NUMBA && nj_inexact_dtype(d) != NPRT_F64 ? NPRT_F32 : NPRT_F64;
    NjVal a = nj_to_dtype(w, o->a[0], d, false, o->span),
          b = nj_to_dtype(w, o->a[1], d, false, o->span);
    return nj_map_binary(w, NJ_BIN_DIV, a, b, d, o->span);
}

static NjVal squared(NjWalk *w, NjVal x, NprtDtype dtype, NjSpan span)
{
    x = nj_spill(w, x);
    return nj_map_binary(w, NJ_BIN_MUL, x, x, dtype, span);
}

static NjVal build_square(NjWalk *w, const Operands *o)
{
    return squared(w, cast(w, o, 0), o->dtype, o->span);
}

/* Integer powers refuse negative exponents. */
static NjVal build_power(NjWalk *w, const Operands *o)
{
    NjVal x = cast(w, o, 0), n = o->a[1];
    double known;
    if (nj_known_float(n, &known) && known == 2)
        return squared(w, x, o->dtype, o->span);
    if (nj_dtype_is_signed(o->dtype)) {
        NjVal none = {0};
        n = nj_spill(w, cast(w, o, 1));
        NjVal bad = nj_map_compare(w, NJ_CMP_LT, n, nj_val_int(w, 0, o->span), o->dtype, o->span);
        if (nj_np_ndim(n))
            bad = nj_reduce(w, NJ_RED_ANY, bad, ~0u, false, NPRT_BOOL, none, none, o->span);
        nj_np_require(w, nj_unary(w, NJ_UNARYOP_NOT, bad, o->span), NPRT_EXC_VALUE_ERROR,
                      "Integers to negative integer powers are not allowed.", o->span);
    }
    return nj_map_binary(w, NJ_BIN_POW, x, nj_to_dtype(w, n, o->dtype, false, o->span), o->dtype,
                         o->span);
}

static NjVal build_float_power(NjWalk *w, const Operands *o)
{
    NprtDtype d = nj_dtype_is_complex(o->dtype) ? NPRT_C128 : NPRT_F64;
    NjVal a = nj_to_dtype(w, o->a[0], d, false, o->span),
          b = nj_to_dtype(w, o->a[1], d, false, o->span);
    return nj_map_binary(w, NJ_BIN_POW, a, b, d, o->span);
}

static NjVal build_compare(NjWalk *w, const Operands *o)
{
    NjVal a = o->a[0], b = o->a[1];
    if (a.type->kind == NJ_T_SCALAR && b.type->kind == NJ_T_SCALAR) {
        a = nj_np_strong(w, a, o->span);
        b = nj_np_strong(w, b, o->span);
    }
    return nj_numeric_compare(w, (NjCmpOp)o->u->op, a, b, o->span);
}

static NjVal build_heaviside(NjWalk *w, const Operands *o)
{
    NjVal x = nj_spill(w, cast(w, o, 0)), zero = number(w, o, 0), one = number(w, o, 1);
    NjVal positive = nj_map_select(w, less_than(w, o, zero, x), one, x, o->dtype, o->span);
    NjVal v = nj_map_select(w, less_than(w, o, x, zero), zero, positive, o->dtype, o->span);
    NjVal at_zero = nj_map_compare(w, NJ_CMP_EQ, x, zero, o->dtype, o->span);
    return nj_map_select(w, at_zero, cast(w, o, 1), v, o->dtype, o->span);
}

static NprtDtype inexact(NjWalk *w, NprtDtype d)
{
    NprtDtype out = nj_inexact_dtype(d);
    return w->model == NJ_MODEL_NUMBA && out == NPRT_F16 && d != NPRT_F16 ? NPRT_F32 : out;
}

static NjVal build_ldexp(NjWalk *w, const Operands *o)
{
    NprtDtype d = inexact(w, o->a[0].type->dtype);
    if (!nj_np_is_integral(o->a[1].type->dtype) || !nj_dtype_is_float(d))
        return no_loop(w, "ldexp", o->span);
    NjVal args[2] = {nj_to_dtype(w, o->a[0], d, false, o->span),
                     nj_to_dtype(w, o->a[1], d, false, o->span)};
    return nj_map_math(w, NJ_M_ldexp, args, 2, d, o->span);
}

static NjVal build_mapped(NjWalk *w, const Operands *o)
{
    NjVal args[2] = {cast(w, o, 0), cast(w, o, 1)};
    return nj_np_map_prelude(w, "np_ufuncs", o->u->op == MAP_GCD ? "gcd" : "lcm", args, 2, o->span);
}

static NjVal build_negative(NjWalk *w, const Operands *o)
{
    NprtDtype d = o->dtype;
    if (d == NPRT_BOOL && w->model == NJ_MODEL_NUMPY)
        return nj_raises(w, o->span, NPRT_EXC_TYPE_ERROR,
                         "The numpy boolean negative, the `-` operator, is not supported, use the "
                         "`~` operator or the logical_not function instead.");
    d = d == NPRT_BOOL ? NPRT_I8 : d;
    return nj_map_unary(w, NJ_UN_NEG, nj_to_dtype(w, o->a[0], d, false, o->span), d, o->span);
}

static NjVal build_absolute(NjWalk *w, const Operands *o)
{
    if (o->dtype == NPRT_BOOL || nj_dtype_is_unsigned(o->dtype))
        return cast(w, o, 0);
    return nj_map_unary(w, NJ_UN_ABS, cast(w, o, 0), nj_dtype_real(o->dtype), o->span);
}

static NjVal build_rint(NjWalk *w, const Operands *o)
{
    return nj_map_unary(w, NJ_UN_RINT, cast(w, o, 0), o->dtype, o->span);
}

/* floor, ceil, trunc: integers stay what they are. */
static NjVal build_whole(NjWalk *w, const Operands *o)
{
    if (nj_np_is_integral(o->dtype))
        return cast(w, o, 0);
    if (nj_dtype_is_complex(o->dtype))
        return no_loop(w, o->u->name, o->span);
    return build_unary(w, o);
}

/* Of integers: 1 / x without the fraction. */
static NjVal build_reciprocal(NjWalk *w, const Operands *o)
{
    NprtDtype d = nj_dtype_is_int(o->dtype) ? NPRT_F64 : o->dtype;
    if (nj_dtype_is_complex(d)) {
        NjVal z = cast(w, o, 0);
        return nj_np_map_prelude(w, "np_ufuncs", "reciprocal", &z, 1, o->span);
    }
    NjVal one = nj_to_dtype(w, nj_val_float(w, 1, o->span), d, false, o->span);
    NjVal v =
        nj_map_binary(w, NJ_BIN_DIV, one, nj_to_dtype(w, o->a[0], d, false, o->span), d, o->span);
    return nj_to_dtype(w, v, o->dtype, false, o->span);
}

static NjVal build_scaled(NjWalk *w, const Operands *o)
{
    bool degrees = o->u->op == SCALE_DEGREES;
    double factor = degrees ? 180.0 / M_PI : M_PI / 180.0;
    NprtDtype d = o->dtype == NPRT_F64 ? NPRT_F64 : NPRT_F32;
    if (d == NPRT_F32)
        factor = degrees ? 180.0F / (float)M_PI : (float)M_PI / 180.0F;
    NjVal k = nj_to_dtype(w, nj_val_float(w, factor, o->span), d, false, o->span);
    NjVal v =
        nj_map_binary(w, NJ_BIN_MUL, nj_to_dtype(w, o->a[0], d, false, o->span), k, d, o->span);
    return nj_to_dtype(w, v, o->dtype, false, o->span);
}

static NjVal build_bit_count(NjWalk *w, const Operands *o)
{
    return nj_map_unary(w, NJ_UN_POPCOUNT, cast(w, o, 0), NPRT_U8, o->span);
}

static NjVal build_conjugate(NjWalk *w, const Operands *o)
{
    if (!nj_dtype_is_complex(o->dtype))
        return cast(w, o, 0);
    return nj_map_unary(w, NJ_UN_CONJ, cast(w, o, 0), o->dtype, o->span);
}

static NjVal build_divmod(NjWalk *w, const Operands *o)
{
    NjVal a = nj_spill(w, cast(w, o, 0)), b = nj_spill(w, cast(w, o, 1));
    NjVal items[2] = {nj_map_binary(w, NJ_BIN_FLOORDIV, a, b, o->dtype, o->span),
                      nj_map_binary(w, NJ_BIN_MOD, a, b, o->dtype, o->span)};
    return nj_val_tuple(w, items, 2, o->span);
}

/* The fraction of an infinity is a zero of its sign. */
static NjVal build_modf(NjWalk *w, const Operands *o)
{
    NprtDtype d = o->dtype;
    NjVal x = nj_spill(w, cast(w, o, 0));
    NjVal whole = nj_map_unary(w, NJ_UN_TRUNC, x, d, o->span);
    NjVal rest =
        nj_map_binary(w, NJ_BIN_SUB, x, nj_map_unary(w, NJ_UN_TRUNC, x, d, o->span), d, o->span);
    NjVal infinite = nj_map_unary(w, NJ_UN_ISINF, x, NPRT_BOOL, o->span);
    rest = nj_map_select(w, infinite, number(w, o, 0), rest, d, o->span);
    NjVal items[2] = {nj_map_binary(w, NJ_BIN_COPYSIGN, rest, x, d, o->span), whole};
    return nj_val_tuple(w, items, 2, o->span);
}

/* x = m * 2^e with 0.5 <= |m| < 1. The logarithm gives e up to one, in either direction. */
static NjVal build_frexp(NjWalk *w, const Operands *o)
{
    NprtDtype d = o->dtype;
    NjVal x = nj_spill(w, cast(w, o, 0)), one = number(w, o, 1), half = number(w, o, 0.5);
    NjVal size = nj_map_unary(w, NJ_UN_ABS, x, d, o->span);
    NjVal e =
        nj_map_unary(w, NJ_UN_FLOOR, nj_map_math(w, NJ_M_log2, &size, 1, d, o->span), d, o->span);
    NjVal usual = nj_map_unary(w, NJ_UN_ISFINITE, e, NPRT_BOOL, o->span); /* not for 0, inf, nan */
    e = nj_map_select(w, usual, nj_map_binary(w, NJ_BIN_ADD, e, one, d, o->span), number(w, o, 0),
                      d, o->span);
    e = nj_spill(w, e);
    NjVal args[2] = {x, nj_map_unary(w, NJ_UN_NEG, e, d, o->span)};
    NjVal m = nj_spill(w, nj_map_math(w, NJ_M_ldexp, args, 2, d, o->span));
    size = nj_spill(w, nj_map_unary(w, NJ_UN_ABS, m, d, o->span));
    usual = nj_spill(w, nj_map_unary(w, NJ_UN_ISFINITE,
                                     nj_map_binary(w, NJ_BIN_DIV, one, m, d, o->span), NPRT_BOOL,
                                     o->span));
    NjVal big = nj_map_compare(w, NJ_CMP_GE, size, one, d, o->span),
          small = less_than(w, o, size, half);
    NjVal zero = number(w, o, 0), minus = number(w, o, -1);
    NjVal shift =
        nj_map_select(w, big, one, nj_map_select(w, small, minus, zero, d, o->span), d, o->span);
    NjVal finite = nj_map_unary(w, NJ_UN_ISFINITE, size, NPRT_BOOL, o->span);
    usual = nj_map_binary(w, NJ_BIN_AND, usual, finite, NPRT_BOOL, o->span);
    shift = nj_spill(w, nj_map_select(w, usual, shift, zero, d, o->span));
    NjVal again[2] = {m, nj_map_unary(w, NJ_UN_NEG, shift, d, o->span)};
    NjVal items[2] = {nj_map_math(w, NJ_M_ldexp, again, 2, d, o->span),
                      nj_to_dtype(w, nj_map_binary(w, NJ_BIN_ADD, e, shift, d, o->span), NPRT_I32,
                                  false, o->span)};
    return nj_val_tuple(w, items, 2, o->span);
}

/* ---- the table ---- */

typedef NjVal Build(NjWalk *w, const Operands *o);

static const struct Entry {
    NjUfunc u;
    Rule rule;
    Build *build;
} entries[] = {
#define UF(name, in, outs, rule, build, op, red, identity)                                         \
    {{#name, in, outs, op, NJ_UF_RED_##red, NJ_UF_ID_##identity}, RULE_##rule, build_##build},
#define ALIAS(name, of, in, outs)
#include "compiler/funcs/ufuncs.def"
#undef UF
#undef ALIAS
};

static const struct Alias {
    const char *name, *of;
} aliases[] = {
#define UF(name, in, outs, rule, build, op, red, identity)
#define ALIAS(name, of, in, outs) {#name, #of},
#include "compiler/funcs/ufuncs.def"
#undef UF
#undef ALIAS
};

static const struct Entry *find_entry(const char *name)
{
    for (size_t i = 0; i < sizeof aliases / sizeof aliases[0]; i++)
        if (strcmp(aliases[i].name, name) == 0)
            name = aliases[i].of;
    for (size_t i = 0; i < sizeof entries / sizeof entries[0]; i++)
        if (strcmp(entries[i].u.name, name) == 0)
            return &entries[i];
    return NULL;
}

const NjUfunc *nj_ufunc_of_row(int32_t row)
{
    const NjFuncRow *r = nj_func_row(row);
    const struct Entry *e = r->kind == NJ_ROW_UFUNC ? find_entry(r->name) : NULL;
    return e ? &e->u : NULL;
}

/* ---- the dtype of the loop ---- */

static int kind_rank(NprtDtype d)
{
    if (nj_np_is_integral(d))
        return 0;
    return nj_dtype_is_float(d) ? 1 : 2;
}

/* Numba: integers go along with a float of any width; a float array keeps its width against
 * scalars. */
static NprtDtype numba_common(NjVal a, NjVal b)
{
    NprtDtype da = a.type->dtype, db = b.type->dtype;
    bool array_a = nj_np_ndim(a) > 0, array_b = nj_np_ndim(b) > 0;
    if (array_a != array_b) {
        NprtDtype arr = array_a ? da : db, scalar = array_a ? db : da;
        if (kind_rank(arr) >= 1 && kind_rank(arr) >= kind_rank(scalar))
            return arr;
        return nj_promote_dtypes(arr, scalar);
    }
    if (kind_rank(da) == 0 && kind_rank(db) == 1)
        return db;
    return kind_rank(db) == 0 && kind_rank(da) == 1 ? da : nj_promote_dtypes(da, db);
}

NprtDtype nj_np_common_dtype(NjWalk *w, const NjVal *a, uint32_t n)
{
    NjOperandType ops[8];
    bool all_weak = true;
    if (w->model == NJ_MODEL_NUMBA && n == 2)
        return numba_common(a[0], a[1]);
    if (n > 8)
        n = 8;
    for (uint32_t i = 0; i < n; i++) {
        ops[i] = (NjOperandType){a[i].type->dtype, a[i].type->kind == NJ_T_SCALAR && a[i].type->py};
        all_weak &= ops[i].weak;
    }
    for (uint32_t i = 0; i < n && all_weak; i++)
        ops[i].weak = false;
    return nj_result_dtype(ops, n);
}

static bool apply_rule(NjWalk *w, const struct Entry *e, NprtDtype d, NjSpan span, NprtDtype *out)
{
    bool ok = true;
    *out = d;
    switch (e->rule) {
    case RULE_ANY:
    case RULE_RAW:
        return true;
    case RULE_NUMBER:
        *out = d == NPRT_BOOL ? NPRT_I8 : d;
        return true;
    case RULE_INEXACT:
        *out = inexact(w, d);
        return true;
    case RULE_REAL:
        *out = inexact(w, d);
        ok = nj_dtype_is_float(*out);
        break;
    case RULE_BITS:
        ok = nj_np_is_integral(d);
        break;
    case RULE_INTEGER:
        *out = d == NPRT_BOOL ? NPRT_I8 : d;
        ok = nj_np_is_integral(d);
        break;
    case RULE_BOOL:
        *out = NPRT_BOOL;
        return true;
    }
    if (!ok)
        nj_raises(
            w, span, NPRT_EXC_TYPE_ERROR,
            "ufunc '%s' not supported for the input types, and the inputs could not be safely "
            "coerced to any supported types according to the casting rule ''safe''",
            e->u.name);
    return ok;
}

/* ---- calls ---- */

/* where=: elements that are not computed keep what out has, else they are zero (undefined in
 * NumPy). */
static NjVal masked(NjWalk *w, NjVal v, NjVal where, NjVal out, NjSpan span)
{
    int64_t k;
    if (nj_is_error(v) || !nj_np_given(where) || (nj_known_int(where, &k) && k))
        return v;
    where = nj_as_array(w, where, span);
    if (nj_is_error(where))
        return where;
    if (nj_np_given(out) && out.type->kind == NJ_T_TUPLE && out.type->n == 1)
        out = nj_tuple_item(w, out, 0, span);
    NprtDtype d = v.type->dtype;
    if (nj_np_given(out))
        d = out.type->dtype;
    else
        out = nj_to_dtype(w, nj_val_int(w, 0, span), d, false, span);
    return nj_map_select(w, where, v, out, d, span);
}

static NjVal finish(NjWalk *w, const NjUfunc *u, NjVal v, NjVal where, NjVal out, NjSpan span)
{
    return nj_np_into_out(w, masked(w, v, where, out, span), out, u->name, span);
}

static NjVal finish_pair(NjWalk *w, const NjUfunc *u, NjVal v, const NjCall *c, NjVal where)
{
    NjVal outs[2] = {c->args[u->nin], c->args[u->nin + 1u]}, items[2], both = c->args[u->nin + 2u];
    if (nj_is_error(v))
        return v;
    if (nj_np_given(both) && both.type->kind == NJ_T_TUPLE && both.type->n == 2)
        for (unsigned i = 0; i < 2; i++)
            outs[i] = nj_tuple_item(w, both, i, c->span);
    v = nj_spill_deep(w, v);
    for (unsigned i = 0; i < 2; i++) {
        items[i] = finish(w, u, nj_tuple_item(w, v, i, c->span), where, outs[i], c->span);
        if (nj_is_error(items[i]))
            return items[i];
    }
    return nj_val_tuple(w, items, 2, c->span);
}

NJ_HANDLER(ufunc)
{
    const struct Entry *e = find_entry(nj_func_row(c->id)->name);
    NJ_ASSERT(w->u, e != NULL);
    const NjUfunc *u = &e->u;
    NjVal a[2];
    for (unsigned i = 0; i < u->nin; i++) {
        a[i] = nj_as_array(w, c->args[i], c->spans[i]);
        if (nj_is_error(a[i]))
            return a[i];
    }
    unsigned rest = u->nin + (u->nout == 1 ? 1u : 3u);
    NjVal where = c->args[rest], dtype = c->args[rest + 3];
    Operands o = {u, a, NPRT_BOOL, c->span};
    NprtDtype d = nj_np_common_dtype(w, a, u->nin);
    if (!nj_np_dtype_or(w, dtype, d, c->span, &d) || !apply_rule(w, e, d, c->span, &o.dtype))
        return nj_val_error(w);
    NjVal v = e->build(w, &o);
    if (u->nout == 2)
        return finish_pair(w, u, v, c, where);
    return finish(w, u, v, where, c->args[u->nin], c->span);
}

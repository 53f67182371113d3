/* std_math.c - the module math.
 *
 * numpy model: arguments become Python floats, results are Python's, and what is outside a
 * function's domain raises as in CPython. numba model: float32 stays float32, other arguments
 * become float64, and there are no exceptions (Numba's typing, measured). */
#include "compiler/funcs/iterables.h"
#include "compiler/funcs/std_internal.h"

#include <math.h>
#include <string.h>

/* ---- arguments ---- */

/* A real number argument as a scalar; reports others. */
static NjVal real_arg(NjWalk *w, NjVal v, NjSpan span)
{
    NjVal out;
    if (nj_is_error(v))
        return v;
    v = nj_unwrap(w, v, span);
    switch (v.type->kind) {
    case NJ_T_BIGINT:
        return nj_to_float(w, v, span);
    case NJ_T_OBJECT:
        if (nj_call_special(w, v, "__float__", NULL, 0, span, &out))
            return out;
        break;
    case NJ_T_ARRAY:
        return nj_single_element(w, v, span);
    case NJ_T_SCALAR:
        if (!nj_dtype_is_complex(v.type->dtype))
            return v;
        break;
    default:
        break;
    }
    return nj_raises(w, span, NPRT_EXC_TYPE_ERROR, "must be real number, not %s", nj_ty(w, v.type));
}

/* The float dtype in which the arguments are computed. */
static NprtDtype work_dtype(NjWalk *w, const NjVal *args, uint32_t n)
{
    if (w->model == NJ_MODEL_NUMPY)
        return NPRT_F64;
    bool any_f32 = false;
    for (uint32_t i = 0; i < n; i++) {
        NprtDtype d = args[i].type->dtype;
        bool is_small = nj_dtype_is_int(d) && nj_dtype_size(d) <= 2;
        any_f32 |= d == NPRT_F32 || d == NPRT_F16;
        if (d != NPRT_F32 && d != NPRT_F16 && !is_small)
            return NPRT_F64;
    }
    return any_f32 ? NPRT_F32 : NPRT_F64;
}

/* Evaluates and converts the first n arguments; false after an error. */
static bool real_args(NjWalk *w, const NjCall *c, uint32_t n, NjVal *out, NprtDtype *out_dtype)
{
    for (uint32_t i = 0; i < n; i++) {
        out[i] = real_arg(w, c->args[i], c->spans[i]);
        if (nj_is_error(out[i]))
            return false;
    }
    *out_dtype = work_dtype(w, out, n);
    for (uint32_t i = 0; i < n; i++)
        out[i] = nj_to_dtype(w, out[i], *out_dtype, *out_dtype == NPRT_F64, c->span);
    return true;
}

/* ---- exceptions: conditions on spilled floats ---- */

static NjTirExpr *constant(NjWalk *w, NjVal v, double value)
{
    return nj_tir_float(w->arena, v.type, value, v.expr->span);
}

static NjTirExpr *compare(NjWalk *w, NjTirCmpop op, NjVal v, double value)
{
    return nj_tir_compare(w->arena, op, nj_std_bool(w), v.expr, constant(w, v, value));
}

static NjTirExpr *is(NjWalk *w, NjTirUnop op, NjVal v)
{
    return nj_tir_unary(w->arena, op, nj_std_bool(w), v.expr);
}

static NjTirExpr *not_(NjWalk *w, NjTirExpr *e)
{
    return nj_tir_unary(w->arena, NJ_UN_NOT, nj_std_bool(w), e);
}

static NjTirExpr *and_(NjWalk *w, NjTirExpr *a, NjTirExpr *b)
{
    return nj_tir_binary(w->arena, NJ_BIN_AND, NJ_ARITH_WRAP, nj_std_bool(w), a, b);
}

static void domain_unless(NjWalk *w, NjTirExpr *ok, NjSpan span)
{
    nj_check(w, ok, NPRT_EXC_VALUE_ERROR, span, "math domain error", 0, NULL);
}

static void range_unless(NjWalk *w, NjTirExpr *ok, NjSpan span)
{
    nj_check(w, ok, NPRT_EXC_OVERFLOW_ERROR, span, "math range error", 0, NULL);
}

/* ---- functions of one argument ---- */

/* Where a function is defined; NaN is everywhere. RANGE: everywhere, but the result may overflow.
 */
typedef enum Domain {
    ALL,
    NONNEGATIVE,
    POSITIVE,
    ABOVE_MINUS_1,
    FROM_1,
    UNIT,
    OPEN_UNIT,
    FINITE,
    RANGE
} Domain;

/* bool: the argument is outside of the domain; NULL: that cannot be. */
static NjTirExpr *outside(NjWalk *w, Domain domain, NjVal x)
{
    NjVal size = x;
    switch (domain) {
    case NONNEGATIVE:
        return compare(w, NJ_CMP_LT, x, 0);
    case POSITIVE:
        return compare(w, NJ_CMP_LE, x, 0);
    case ABOVE_MINUS_1:
        return compare(w, NJ_CMP_LE, x, -1);
    case FROM_1:
        return compare(w, NJ_CMP_LT, x, 1);
    case UNIT:
    case OPEN_UNIT:
        size.expr = nj_tir_unary(w->arena, NJ_UN_ABS, x.type, x.expr);
        return compare(w, domain == UNIT ? NJ_CMP_GT : NJ_CMP_GE, size, 1);
    case FINITE:
        return is(w, NJ_UN_ISINF, x);
    case ALL:
    case RANGE:
        break;
    }
    return NULL;
}

/* Checks the argument before; returns it ready to be used again. */
static NjVal checked_arg(NjWalk *w, Domain domain, NjVal x, NjSpan span)
{
    if (!w->checked || domain == ALL)
        return x;
    x = nj_spill(w, x);
    NjTirExpr *bad = outside(w, domain, x);
    double k;
    bool known_good = nj_known_float(x, &k) && isfinite(k) && domain == NONNEGATIVE && k >= 0;
    if (bad && !known_good)
        domain_unless(w, not_(w, bad), span);
    return x;
}

static NjVal checked_result(NjWalk *w, Domain domain, NjVal x, NjVal r, NjSpan span)
{
    if (!w->checked || domain != RANGE)
        return r;
    r = nj_spill(w, r);
    range_unless(w, not_(w, and_(w, is(w, NJ_UN_ISINF, r), is(w, NJ_UN_ISFINITE, x))), span);
    return r;
}

static NjVal elementary(NjWalk *w, const NjCall *c, NjMathId id, Domain domain)
{
    NjVal x;
    NprtDtype dtype;
    if (!real_args(w, c, 1, &x, &dtype))
        return nj_val_error(w);
    x = checked_arg(w, domain, x, c->span);
    return checked_result(w, domain, x, nj_map_math(w, id, &x, 1, dtype, c->span), c->span);
}

#define ELEMENTARY(name, domain)                                                                   \
    NJ_HANDLER(math_##name)                                                                        \
    {                                                                                              \
        return elementary(w, c, NJ_M_##name, domain);                                              \
    }
ELEMENTARY(exp, RANGE)
ELEMENTARY(exp2, RANGE)
ELEMENTARY(expm1, RANGE)
ELEMENTARY(log2, POSITIVE)
ELEMENTARY(log10, POSITIVE)
ELEMENTARY(log1p, ABOVE_MINUS_1)
ELEMENTARY(sin, FINITE)
ELEMENTARY(cos, FINITE)
ELEMENTARY(tan, FINITE)
ELEMENTARY(asin, UNIT)
ELEMENTARY(acos, UNIT)
ELEMENTARY(atan, ALL)
ELEMENTARY(sinh, RANGE)
ELEMENTARY(cosh, RANGE)
ELEMENTARY(tanh, ALL)
ELEMENTARY(asinh, ALL)
ELEMENTARY(acosh, FROM_1)
ELEMENTARY(atanh, OPEN_UNIT)
ELEMENTARY(cbrt, ALL)
ELEMENTARY(erf, ALL)
ELEMENTARY(erfc, ALL)
#undef ELEMENTARY

NJ_HANDLER(math_sqrt)
{
    NjVal x;
    NprtDtype dtype;
    double k;
    if (!real_args(w, c, 1, &x, &dtype))
        return nj_val_error(w);
    if (dtype == NPRT_F64 && nj_known_float(x, &k) && k >= 0)
        return nj_val_float(w, sqrt(k), c->span);
    x = checked_arg(w, NONNEGATIVE, x, c->span);
    return nj_map_unary(w, NJ_UN_SQRT, x, dtype, c->span);
}

/* log(x) or log(x, base) = log(x) / log(base) */
NJ_HANDLER(math_log)
{
    NjVal x[2];
    NprtDtype dtype;
    bool has_base = nj_is_given(c->args[1]);
    if (!real_args(w, c, has_base ? 2 : 1, x, &dtype))
        return nj_val_error(w);
    NjVal r[2];
    for (int i = 0; i <= has_base; i++) {
        x[i] = checked_arg(w, POSITIVE, x[i], c->span);
        r[i] = nj_map_math(w, NJ_M_log, &x[i], 1, dtype, c->span);
    }
    return has_base ? nj_binary(w, NJ_BINOP_DIV, r[0], r[1], c->span) : r[0];
}

/* As CPython computes them; Numba's agree within rounding. */
static NjVal gamma_like(NjWalk *w, const NjCall *c, NjRtId exact, NjMathId id)
{
    NjVal x;
    NprtDtype dtype;
    if (!real_args(w, c, 1, &x, &dtype))
        return nj_val_error(w);
    if (w->checked)
        return nj_rtcall1(w, exact, nj_std_float(w), c->span, x);
    return nj_map_math(w, id, &x, 1, dtype, c->span);
}

NJ_HANDLER(math_gamma)
{
    return gamma_like(w, c, NJ_RT_math_gamma, NJ_M_gamma);
}

NJ_HANDLER(math_lgamma)
{
    return gamma_like(w, c, NJ_RT_math_lgamma, NJ_M_lgamma);
}

static NjVal scaled(NjWalk *w, const NjCall *c, double factor)
{
    NjVal x;
    NprtDtype dtype;
    if (!real_args(w, c, 1, &x, &dtype))
        return nj_val_error(w);
    return nj_map_binary(w, NJ_BIN_MUL, x, nj_val_float(w, factor, c->span), dtype, c->span);
}

NJ_HANDLER(math_degrees)
{
    return scaled(w, c, 180.0 / M_PI);
}

NJ_HANDLER(math_radians)
{
    return scaled(w, c, M_PI / 180.0);
}

NJ_HANDLER(math_fabs)
{
    NjVal x;
    NprtDtype dtype;
    if (!real_args(w, c, 1, &x, &dtype))
        return nj_val_error(w);
    return nj_map_unary(w, NJ_UN_ABS, x, dtype, c->span);
}

static NjVal classify(NjWalk *w, const NjCall *c, NjTirUnop op)
{
    NjVal x;
    NprtDtype dtype;
    double k;
    if (!real_args(w, c, 1, &x, &dtype))
        return nj_val_error(w);
    if (nj_known_float(x, &k))
        return nj_val_bool(w,
                           op == NJ_UN_ISNAN   ? isnan(k)
                           : op == NJ_UN_ISINF ? isinf(k)
                                               : isfinite(k),
                           c->span);
    return nj_val(nj_std_bool(w), is(w, op, x));
}

NJ_HANDLER(math_isnan)
{
    return classify(w, c, NJ_UN_ISNAN);
}

NJ_HANDLER(math_isinf)
{
    return classify(w, c, NJ_UN_ISINF);
}

NJ_HANDLER(math_isfinite)
{
    return classify(w, c, NJ_UN_ISFINITE);
}

/* ---- rounding to int ---- */

static NjVal round_to_int(NjWalk *w, const NjCall *c, NjTirUnop op, const char *special)
{
    double k;
    NjVal x = nj_unwrap(w, c->args[0], c->span), out;
    if (x.type->kind == NJ_T_OBJECT && nj_call_special(w, x, special, NULL, 0, c->span, &out))
        return out;
    if (x.type->kind == NJ_T_BIGINT)
        return x;
    x = real_arg(w, x, c->span);
    if (nj_is_error(x))
        return x;
    if (nj_type_is_integral(x.type)) {
        bool is_unsigned = w->model == NJ_MODEL_NUMBA && nj_dtype_is_unsigned(x.type->dtype);
        return nj_to_dtype(w, x, is_unsigned ? NPRT_U64 : NPRT_I64, !is_unsigned, c->span);
    }
    x = nj_to_float(w, x, c->span);
    if (nj_known_float(x, &k) && fabs(k) < 9e18)
        return nj_val_int(w,
                          (int64_t)(op == NJ_UN_FLOOR  ? floor(k)
                                    : op == NJ_UN_CEIL ? ceil(k)
                                                       : trunc(k)),
                          c->span);
    out = nj_to_dtype(w, nj_map_unary(w, op, x, NPRT_F64, c->span), NPRT_I64, true, c->span);
    if (w->checked && out.expr && out.expr->kind == NJ_X_CAST)
        out.expr->as.cast.arith = NJ_ARITH_CHECKED;
    return out;
}

NJ_HANDLER(math_floor)
{
    return round_to_int(w, c, NJ_UN_FLOOR, "__floor__");
}

NJ_HANDLER(math_ceil)
{
    return round_to_int(w, c, NJ_UN_CEIL, "__ceil__");
}

NJ_HANDLER(math_trunc)
{
    return round_to_int(w, c, NJ_UN_TRUNC, "__trunc__");
}

/* ---- functions of two arguments ---- */

static NjVal binary_math(NjWalk *w, const NjCall *c, NjMathId id)
{
    NjVal x[2];
    NprtDtype dtype;
    return real_args(w, c, 2, x, &dtype) ? nj_map_math(w, id, x, 2, dtype, c->span)
                                         : nj_val_error(w);
}

NJ_HANDLER(math_atan2)
{
    return binary_math(w, c, NJ_M_atan2);
}

NJ_HANDLER(math_copysign)
{
    NjVal x[2];
    NprtDtype dtype;
    if (!real_args(w, c, 2, x, &dtype))
        return nj_val_error(w);
    return nj_map_binary(w, NJ_BIN_COPYSIGN, x[0], x[1], dtype, c->span);
}

/* A remainder needs a finite dividend and a nonzero divisor; NaN is fine. */
static void check_division(NjWalk *w, NjVal *x, NjSpan span)
{
    if (!w->checked)
        return;
    x[0] = nj_spill(w, x[0]);
    x[1] = nj_spill(w, x[1]);
    NjTirExpr *numbers =
        and_(w, not_(w, is(w, NJ_UN_ISNAN, x[0])), not_(w, is(w, NJ_UN_ISNAN, x[1])));
    NjTirExpr *good = and_(w, not_(w, is(w, NJ_UN_ISINF, x[0])), compare(w, NJ_CMP_NE, x[1], 0));
    domain_unless(w, not_(w, and_(w, numbers, not_(w, good))), span);
}

NJ_HANDLER(math_fmod)
{
    NjVal x[2];
    NprtDtype dtype;
    if (!real_args(w, c, 2, x, &dtype))
        return nj_val_error(w);
    check_division(w, x, c->span);
    return nj_map_binary(w, NJ_BIN_FMOD, x[0], x[1], dtype, c->span);
}

NJ_HANDLER(math_remainder)
{
    NjVal x[2];
    NprtDtype dtype;
    if (!real_args(w, c, 2, x, &dtype))
        return nj_val_error(w);
    check_division(w, x, c->span);
    return nj_map_math(w, NJ_M_remainder, x, 2, dtype, c->span);
}

NJ_HANDLER(math_pow)
{
    NjVal x[2];
    NprtDtype dtype;
    if (!real_args(w, c, 2, x, &dtype))
        return nj_val_error(w);
    if (!w->checked)
        return nj_map_math(w, NJ_M_pow, x, 2, dtype, c->span);
    x[0] = nj_spill(w, x[0]);
    x[1] = nj_spill(w, x[1]);
    NjVal r = nj_spill(w, nj_map_math(w, NJ_M_pow, x, 2, dtype, c->span));
    /* finite operands, and a result that is not: a NaN or a pole is outside of the domain */
    NjTirExpr *bad = and_(w, and_(w, is(w, NJ_UN_ISFINITE, x[0]), is(w, NJ_UN_ISFINITE, x[1])),
                          not_(w, is(w, NJ_UN_ISFINITE, r)));
    NjIf i = nj_if_begin(w, bad, c->span);
    NjTirExpr *overflow = and_(w, is(w, NJ_UN_ISINF, r), compare(w, NJ_CMP_NE, x[0], 0));
    domain_unless(w, overflow, c->span);
    range_unless(w, nj_tir_int(w->arena, nj_std_bool(w), 0, c->span), c->span);
    nj_if_end(w, &i);
    return r;
}

NJ_HANDLER(math_ldexp)
{
    NjVal x = real_arg(w, c->args[0], c->span), exponent = nj_to_index(w, c->args[1], c->span);
    if (nj_is_error(x) || nj_is_error(exponent))
        return nj_val_error(w);
    NprtDtype dtype = work_dtype(w, &x, 1);
    NjVal args[2] = {nj_spill(w, nj_to_dtype(w, x, dtype, dtype == NPRT_F64, c->span)),
                     nj_to_dtype(w, exponent, dtype, dtype == NPRT_F64, c->span)};
    NjVal r = nj_map_math(w, NJ_M_ldexp, args, 2, dtype, c->span);
    return checked_result(w, RANGE, args[0], r, c->span);
}

NJ_HANDLER(math_fma)
{
    NjVal x[3];
    NprtDtype dtype;
    return real_args(w, c, 3, x, &dtype) ? nj_map_math(w, NJ_M_fma, x, 3, dtype, c->span)
                                         : nj_val_error(w);
}

NJ_HANDLER(math_nextafter)
{
    NjVal x[2];
    NprtDtype dtype;
    if (!real_args(w, c, 2, x, &dtype))
        return nj_val_error(w);
    if (nj_is_none(c->args[2]))
        return nj_map_math(w, NJ_M_nextafter, x, 2, dtype, c->span);
    NjVal steps = nj_spill(w, nj_to_index(w, c->args[2], c->span));
    if (nj_is_error(steps))
        return steps;
    NjTirExpr *zero = nj_tir_int(w->arena, steps.type, 0, c->span);
    nj_check(w, nj_tir_compare(w->arena, NJ_CMP_GE, nj_std_bool(w), steps.expr, zero),
             NPRT_EXC_VALUE_ERROR, c->span, "steps must be a non-negative integer", 0, NULL);
    return nj_rtcall3(w, NJ_RT_math_nextafter, nj_std_float(w), c->span, x[0], x[1], steps);
}

NJ_HANDLER(math_ulp)
{
    NjVal x;
    NprtDtype dtype;
    if (!real_args(w, c, 1, &x, &dtype))
        return nj_val_error(w);
    return w->in_kernel ? nj_call_prelude(w, "cuda", "ulp", &x, 1, c->span)
                        : nj_rtcall1(w, NJ_RT_math_ulp, nj_std_float(w), c->span, x);
}

/* Kernels cannot call the run-time library: there, NumPy's function does the same. */
static NjVal two_parts(NjWalk *w, const NjCall *c, NjRtId id, const NjType *second)
{
    NjVal x;
    NprtDtype dtype;
    if (!real_args(w, c, 1, &x, &dtype))
        return nj_val_error(w);
    if (w->in_kernel)
        return nj_call_prelude(w, "cuda", id == NJ_RT_math_frexp ? "frexp" : "modf", &x, 1,
                               c->span);
    const NjType *types[2] = {nj_std_float(w), second};
    x = nj_to_float(w, x, c->span);
    return nj_rtcall1(w, id, nj_type_tuple(w->types, types, 2), c->span, x);
}

NJ_HANDLER(math_frexp)
{
    return two_parts(w, c, NJ_RT_math_frexp, nj_std_int(w));
}

NJ_HANDLER(math_modf)
{
    return two_parts(w, c, NJ_RT_math_modf, nj_std_float(w));
}

NJ_HANDLER(math_isclose)
{
    NjVal args[4];
    for (uint32_t i = 0; i < 4; i++) {
        args[i] = nj_to_float(w, real_arg(w, c->args[i], c->span), c->span);
        if (nj_is_error(args[i]))
            return args[i];
    }
    return nj_call_prelude(w, "std_math", "isclose", args, 4, c->span);
}

/* ---- integers ---- */

static NjVal int_arg(NjWalk *w, NjVal v, NjSpan span)
{
    v = nj_unwrap(w, v, span);
    if (nj_is_error(v) || nj_type_is_integral(v.type))
        return nj_to_index(w, v, span);
    return nj_raises(w, span, NPRT_EXC_TYPE_ERROR,
                     "'%s' object cannot be interpreted as an integer", nj_ty(w, v.type));
}

/* gcd and lcm of any number of arguments */
static NjVal divisors(NjWalk *w, const NjCall *c, NjRtId id, int64_t unit)
{
    if (c->n_rest == 0)
        return nj_val_int(w, unit, c->span);
    NjVal acc = int_arg(w, c->rest[0], c->span);
    if (c->n_rest == 1)
        return nj_is_error(acc) ? acc : nj_abs(w, acc, c->span);
    const char *name = id == NJ_RT_math_gcd ? "gcd" : "lcm";
    for (uint32_t i = 1; i < c->n_rest; i++) {
        NjVal args[2] = {acc, int_arg(w, c->rest[i], c->span)};
        acc = w->in_kernel ? nj_call_prelude(w, "np_ufuncs", name, args, 2, c->span)
                           : nj_rtcall2(w, id, nj_std_int(w), c->span, acc, args[1]);
    }
    return acc;
}

NJ_HANDLER(math_gcd)
{
    return divisors(w, c, NJ_RT_math_gcd, 0);
}

NJ_HANDLER(math_lcm)
{
    return divisors(w, c, NJ_RT_math_lcm, 1);
}

NJ_HANDLER(math_isqrt)
{
    NjVal n = int_arg(w, c->args[0], c->span);
    return w->in_kernel ? nj_call_prelude(w, "cuda", "isqrt", &n, 1, c->span)
                        : nj_rtcall1(w, NJ_RT_math_isqrt, nj_std_int(w), c->span, n);
}

/* n * (n - 1) * ... , k factors, with arbitrary precision; false when it is not all known. */
static bool known_product(NjWalk *w, NjVal n, NjVal k, NjSpan span, NjVal *out)
{
    int64_t from, count;
    if (!nj_known_int(n, &from) || !nj_known_int(k, &count) || count < 0 || from < count ||
        from > 2000)
        return false;
    *out = nj_val_int(w, 1, span);
    for (int64_t i = 0; i < count; i++)
        if (!nj_fold_binary(w, NJ_BINOP_MULT, *out, nj_val_int(w, from - i, span), span, out))
            return false;
    return true;
}

NJ_HANDLER(math_factorial)
{
    NjVal n = int_arg(w, c->args[0], c->span), out;
    if (known_product(w, n, n, c->span, &out))
        return out;
    return nj_rtcall1(w, NJ_RT_math_factorial, nj_std_int(w), c->span, n);
}

NJ_HANDLER(math_perm)
{
    NjVal n = int_arg(w, c->args[0], c->span), out;
    if (nj_is_none(c->args[1])) {
        if (known_product(w, n, n, c->span, &out))
            return out;
        return nj_rtcall1(w, NJ_RT_math_factorial, nj_std_int(w), c->span, n);
    }
    NjVal k = int_arg(w, c->args[1], c->span);
    if (known_product(w, n, k, c->span, &out))
        return out;
    return nj_rtcall2(w, NJ_RT_math_perm, nj_std_int(w), c->span, n, k);
}

NJ_HANDLER(math_comb)
{
    NjVal n = int_arg(w, c->args[0], c->span), k = int_arg(w, c->args[1], c->span), top, bottom,
          out;
    if (known_product(w, n, k, c->span, &top) && known_product(w, k, k, c->span, &bottom) &&
        nj_fold_binary(w, NJ_BINOP_FLOORDIV, top, bottom, c->span, &out))
        return out;
    return nj_rtcall2(w, NJ_RT_math_comb, nj_std_int(w), c->span, n, k);
}

/* ---- sequences ---- */

typedef struct Floats {
    NjVal list;
    NjSpan span;
    bool bad;
} Floats;

static void float_body(NjWalk *w, NjVal item, void *data)
{
    Floats *f = data;
    item = real_arg(w, item, f->span);
    f->bad |= nj_is_error(item);
    if (!f->bad)
        nj_list_append(w, f->list, nj_to_float(w, item, f->span), f->span);
}

/* Any iterable of numbers as a list of float. */
NjVal nj_float_list(NjWalk *w, NjVal v, NjSpan span)
{
    v = nj_unwrap(w, v, span);
    if (nj_is_error(v) || (v.type->kind == NJ_T_LIST && v.type->elems[0] == nj_std_float(w)))
        return v;
    Floats f = {.list = nj_new_list(w, nj_std_float(w), span), .span = span};
    return nj_iterate(w, v, span, NULL, float_body, &f) && !f.bad ? f.list : nj_val_error(w);
}

NJ_HANDLER(math_fsum)
{
    return nj_rtcall1(w, NJ_RT_math_fsum, nj_std_float(w), c->span,
                      nj_float_list(w, c->args[0], c->span));
}

NJ_HANDLER(math_dist)
{
    NjVal a = nj_float_list(w, c->args[0], c->spans[0]),
          b = nj_float_list(w, c->args[1], c->spans[1]);
    return nj_rtcall2(w, NJ_RT_math_dist, nj_std_float(w), c->span, a, b);
}

NJ_HANDLER(math_hypot)
{
    if (c->n_rest == 2 && !w->checked) {
        NjCall two = *c;
        two.args = c->rest;
        two.spans = c->rest_spans;
        return binary_math(w, &two, NJ_M_hypot);
    }
    NjVal list = nj_float_list(w, nj_val_tuple(w, c->rest, c->n_rest, c->span), c->span);
    return nj_rtcall1(w, NJ_RT_math_norm, nj_std_float(w), c->span, list);
}

static NjVal times_step(NjWalk *w, NjVal acc, NjVal item, void *data)
{
    return nj_binary(w, NJ_BINOP_MULT, acc, item, *(NjSpan *)data);
}

NJ_HANDLER(math_prod)
{
    NjSpan span = c->span;
    return nj_fold(w, nj_unwrap(w, c->args[0], span), c->args[1], times_step, &span, span);
}

/* Ints are multiplied and added exactly, floats with one rounding. */
NJ_HANDLER(math_sumprod)
{
    NjVal args[2] = {nj_unwrap(w, c->args[0], c->span), nj_unwrap(w, c->args[1], c->span)};
    bool ints = true;
    for (int i = 0; i < 2; i++) {
        if (nj_is_error(args[i]))
            return args[i];
        ints &= args[i].type->kind == NJ_T_LIST && nj_type_is_integral(args[i].type->elems[0]);
    }
    if (ints)
        return nj_call_prelude(w, "std_math", "sumprod", args, 2, c->span);
    return nj_rtcall2(w, NJ_RT_math_sumprod, nj_std_float(w), c->span,
                      nj_float_list(w, args[0], c->spans[0]),
                      nj_float_list(w, args[1], c->spans[1]));
}

/* ---- constants ---- */

NJ_HANDLER(math_pi)
{
    return nj_val_float(w, M_PI, c->span);
}

NJ_HANDLER(math_e)
{
    return nj_val_float(w, M_E, c->span);
}

NJ_HANDLER(math_tau)
{
    return nj_val_float(w, 2 * M_PI, c->span);
}

NJ_HANDLER(math_inf)
{
    return nj_val_float(w, INFINITY, c->span);
}

NJ_HANDLER(math_nan)
{
    return nj_val_float(w, NAN, c->span);
}

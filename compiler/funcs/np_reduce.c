/* np_reduce.c - NumPy's reductions and scans: axis, dtype, out, keepdims, where, initial for all.
 *
 * A row serves the function (array first) and the method (array as receiver); `args_of` evens that out. */
#include "compiler/sema/sema.h"

#include "compiler/funcs/func.h"

#include <string.h>

/* The array and the arguments after it. */
typedef struct Args {
    NjVal a;
    const NjVal *rest;
    NjSpan span;
} Args;

static bool args_of(NjWalk *w, const NjCall *c, Args *out)
{
    out->span = c->span;
    out->rest = c->self.type ? c->args : c->args + 1;
    out->a = c->self.type ? c->self : nj_as_array(w, c->args[0], c->span);
    return !nj_is_error(out->a);
}

static unsigned ndim_of(NjVal v)
{
    return v.type->kind == NJ_T_ARRAY ? v.type->ndim : 0;
}

static bool bool_arg(NjWalk *w, NjVal v, NjSpan span, bool *out)
{
    int64_t k;
    if (nj_known_int(v, &k)) {
        *out = k != 0;
        return true;
    }
    if (!nj_need_known(w))
        nj_fail(w, span, "keepdims must be a constant");
    return false;
}

static bool dtype_or(NjWalk *w, NjVal arg, NprtDtype fallback, NjSpan span, NprtDtype *out)
{
    *out = fallback;
    return nj_is_none(arg) || nj_dtype_arg(w, arg, span, out);
}

/* out=: the result is stored there and out is the value. */
static NjVal into_out(NjWalk *w, NjVal result, NjVal out, NjSpan span)
{
    if (nj_is_error(result) || nj_is_none(out))
        return result;
    nj_array_assign(w, out, result, span);
    return out;
}

static NjVal reduce_plain(NjWalk *w, const Args *x, NjTirRedop op, NjVal axis, NjVal keep, NprtDtype dtype,
                          NjVal initial, NjVal where, NjVal out)
{
    uint32_t axes;
    bool keepdims;
    if (!nj_axes_arg(w, axis, ndim_of(x->a), x->span, &axes) || !bool_arg(w, keep, x->span, &keepdims))
        return nj_val_error(w);
    return into_out(w, nj_reduce(w, op, x->a, axes, keepdims, dtype, initial, where, x->span), out, x->span);
}

static NjVal sum_like(NjWalk *w, const NjCall *c, NjTirRedop op)
{
    Args x;
    NprtDtype d;
    if (!args_of(w, c, &x) || !dtype_or(w, x.rest[1], nj_sum_dtype(x.a.type->dtype), x.span, &d))
        return nj_val_error(w);
    return reduce_plain(w, &x, op, x.rest[0], x.rest[3], d, x.rest[4], x.rest[5], x.rest[2]);
}

NJ_HANDLER(np_sum)
{
    return sum_like(w, c, NJ_RED_SUM);
}

NJ_HANDLER(np_prod)
{
    return sum_like(w, c, NJ_RED_PROD);
}

static NjVal min_like(NjWalk *w, const NjCall *c, NjTirRedop op)
{
    Args x;
    if (!args_of(w, c, &x))
        return nj_val_error(w);
    return reduce_plain(w, &x, op, x.rest[0], x.rest[2], x.a.type->dtype, x.rest[3], x.rest[4], x.rest[1]);
}

NJ_HANDLER(np_min)
{
    return min_like(w, c, NJ_RED_MIN);
}

NJ_HANDLER(np_max)
{
    return min_like(w, c, NJ_RED_MAX);
}

static NjVal any_like(NjWalk *w, const NjCall *c, NjTirRedop op)
{
    Args x;
    NjVal none = {0};
    if (!args_of(w, c, &x))
        return nj_val_error(w);
    x.a = nj_to_dtype(w, x.a, NPRT_BOOL, false, x.span);
    return reduce_plain(w, &x, op, x.rest[0], x.rest[2], NPRT_BOOL, none, x.rest[3], x.rest[1]);
}

NJ_HANDLER(np_any)
{
    return any_like(w, c, NJ_RED_ANY);
}

NJ_HANDLER(np_all)
{
    return any_like(w, c, NJ_RED_ALL);
}

static NjVal arg_like(NjWalk *w, const NjCall *c, NjTirRedop op)
{
    Args x;
    NjVal none = {0};
    if (!args_of(w, c, &x))
        return nj_val_error(w);
    if (nj_is_none(x.rest[0]) && ndim_of(x.a) > 1) {
        /* over everything: the position in the flattened array */
        NjVal all = nj_val_int(w, -1, x.span);
        x.a = nj_reshape(w, x.a, &all, 1, x.span);
    }
    return reduce_plain(w, &x, op, x.rest[0], x.rest[2], NPRT_I64, none, none, x.rest[1]);
}

NJ_HANDLER(np_argmin)
{
    return arg_like(w, c, NJ_RED_ARGMIN);
}

NJ_HANDLER(np_argmax)
{
    return arg_like(w, c, NJ_RED_ARGMAX);
}

/* Number of elements that go into each result, as float of `dtype`. */
static NjVal count_of(NjWalk *w, NjVal a, uint32_t axes, NjVal where, bool keepdims, NprtDtype dtype, NjSpan span)
{
    NjVal none = {0};
    if (nj_is_given(where) && where.type->kind == NJ_T_ARRAY) {
        NjVal ones = nj_to_dtype(w, where, NPRT_BOOL, false, span);
        NjVal n = nj_reduce(w, NJ_RED_SUM, ones, axes, keepdims, NPRT_I64, none, none, span);
        return nj_to_dtype(w, n, dtype, false, span);
    }
    NjVal n = nj_val_int(w, 1, span);
    for (unsigned i = 0; i < ndim_of(a); i++)
        if (axes >> i & 1)
            n = nj_binary(w, NJ_BINOP_MULT, n, nj_shape_of(w, a, i, span), span);
    return nj_to_dtype(w, n, dtype, false, span);
}

static NprtDtype mean_dtype(NprtDtype d)
{
    return d == NPRT_BOOL || nj_dtype_is_int(d) ? NPRT_F64 : d;
}

static NjVal divide(NjWalk *w, NjVal a, NjVal b, NprtDtype dtype, NjSpan span)
{
    a = nj_to_dtype(w, a, dtype, false, span);
    b = nj_to_dtype(w, b, dtype, false, span);
    return nj_map_binary(w, NJ_BIN_DIV, a, b, dtype, span);
}

static NjVal mean_of(NjWalk *w, NjVal a, uint32_t axes, bool keepdims, NprtDtype dtype, NjVal where, NjSpan span)
{
    NjVal none = {0};
    if (ndim_of(a))
        a = nj_spill_view(w, a);
    NprtDtype acc = dtype == NPRT_F16 ? NPRT_F32 : dtype;
    NjVal n = nj_spill(w, count_of(w, a, axes, where, keepdims, acc, span));
    NjVal sum = nj_reduce(w, NJ_RED_SUM, a, axes, keepdims, acc, none, where, span);
    if (nj_is_error(sum))
        return sum;
    return nj_to_dtype(w, divide(w, sum, n, acc, span), dtype, false, span);
}

NJ_HANDLER(np_mean)
{
    Args x;
    NprtDtype d;
    uint32_t axes;
    bool keepdims;
    if (!args_of(w, c, &x) || !dtype_or(w, x.rest[1], mean_dtype(x.a.type->dtype), x.span, &d) ||
        !nj_axes_arg(w, x.rest[0], ndim_of(x.a), x.span, &axes) || !bool_arg(w, x.rest[3], x.span, &keepdims))
        return nj_val_error(w);
    return into_out(w, mean_of(w, x.a, axes, keepdims, d, x.rest[4], x.span), x.rest[2], x.span);
}

/* mean((a - mean(a))**2) with NumPy's divisor max(n - ddof, 0). */
static NjVal variance(NjWalk *w, const Args *x, bool root)
{
    NprtDtype d;
    uint32_t axes;
    bool keepdims;
    NjVal none = {0}, where = x->rest[5];
    if (!dtype_or(w, x->rest[1], mean_dtype(x->a.type->dtype), x->span, &d) ||
        !nj_axes_arg(w, x->rest[0], ndim_of(x->a), x->span, &axes) ||
        !bool_arg(w, x->rest[4], x->span, &keepdims))
        return nj_val_error(w);
    NprtDtype real = nj_dtype_real(d);
    NjVal a = ndim_of(x->a) ? nj_spill_view(w, x->a) : x->a;
    NjVal n = nj_spill(w, count_of(w, a, axes, where, keepdims, real, x->span));
    NjVal mean = nj_spill(w, mean_of(w, a, axes, true, d, where, x->span));
    NjVal dev = nj_map_binary(w, NJ_BIN_SUB, a, mean, d, x->span);
    NjVal sq;
    if (nj_dtype_is_complex(d)) {
        dev = nj_spill(w, dev);
        NjVal re = nj_spill(w, nj_map_unary(w, NJ_UN_REAL, dev, real, x->span));
        NjVal im = nj_spill(w, nj_map_unary(w, NJ_UN_IMAG, dev, real, x->span));
        sq = nj_map_binary(w, NJ_BIN_ADD, nj_map_binary(w, NJ_BIN_MUL, re, re, real, x->span),
                           nj_map_binary(w, NJ_BIN_MUL, im, im, real, x->span), real, x->span);
    } else {
        NjVal copy = {dev.type, dev.expr ? nj_tir_clone(w->arena, dev.expr) : NULL, NULL};
        sq = nj_map_binary(w, NJ_BIN_MUL, dev, copy, real, x->span);
    }
    NjVal sum = nj_reduce(w, NJ_RED_SUM, sq, axes, keepdims, real, none, where, x->span);
    NjVal ddof = nj_to_dtype(w, x->rest[3], real, false, x->span);
    NjVal left = nj_map_binary(w, NJ_BIN_SUB, n, ddof, real, x->span);
    left = nj_map_binary(w, NJ_BIN_MAX, left, nj_val_float(w, 0, x->span), real, x->span);
    NjVal v = divide(w, sum, left, real, x->span);
    if (root && !nj_is_error(v))
        v = nj_map_unary(w, NJ_UN_SQRT, v, real, x->span);
    return into_out(w, v, x->rest[2], x->span);
}

NJ_HANDLER(np_var)
{
    Args x;
    return args_of(w, c, &x) ? variance(w, &x, false) : nj_val_error(w);
}

NJ_HANDLER(np_std)
{
    Args x;
    return args_of(w, c, &x) ? variance(w, &x, true) : nj_val_error(w);
}

NJ_HANDLER(np_ptp)
{
    Args x;
    NjVal none = {0};
    if (!args_of(w, c, &x))
        return nj_val_error(w);
    if (ndim_of(x.a))
        x.a = nj_spill_view(w, x.a);
    NprtDtype d = x.a.type->dtype;
    NjVal hi = reduce_plain(w, &x, NJ_RED_MAX, x.rest[0], x.rest[2], d, none, none, nj_val_none(w, x.span));
    NjVal lo = reduce_plain(w, &x, NJ_RED_MIN, x.rest[0], x.rest[2], d, none, none, nj_val_none(w, x.span));
    if (nj_is_error(hi) || nj_is_error(lo))
        return nj_val_error(w);
    return into_out(w, nj_map_binary(w, NJ_BIN_SUB, hi, lo, d, x.span), x.rest[1], x.span);
}

NJ_HANDLER(np_count_nonzero)
{
    Args x;
    uint32_t axes;
    bool keepdims;
    NjVal none = {0};
    if (!args_of(w, c, &x) || !nj_axes_arg(w, x.rest[0], ndim_of(x.a), x.span, &axes) ||
        !bool_arg(w, x.rest[1], x.span, &keepdims))
        return nj_val_error(w);
    NjVal bits = nj_to_dtype(w, x.a, NPRT_BOOL, false, x.span);
    NjVal n = nj_reduce(w, NJ_RED_SUM, bits, axes, keepdims, NPRT_I64, none, none, x.span);
    if (nj_is_error(n) || n.type->kind == NJ_T_ARRAY)
        return n;
    return nj_to_dtype(w, n, NPRT_I64, nj_is_none(x.rest[0]), x.span);
}

static NjVal scan(NjWalk *w, const NjCall *c, NjTirRedop op)
{
    Args x;
    NprtDtype d;
    uint32_t axes;
    if (!args_of(w, c, &x) || !dtype_or(w, x.rest[1], nj_sum_dtype(x.a.type->dtype), x.span, &d))
        return nj_val_error(w);
    NjVal a = ndim_of(x.a) ? x.a : nj_as_array_min(w, x.a, 1, x.span);
    if (nj_is_none(x.rest[0]) && a.type->ndim > 1) {
        NjVal all = nj_val_int(w, -1, x.span);
        a = nj_reshape(w, a, &all, 1, x.span);
        axes = 1;
    } else if (!nj_axes_arg(w, x.rest[0], a.type->ndim, x.span, &axes)) {
        return nj_val_error(w);
    }
    const NjType *type = nj_type_array(w->types, d, a.type->ndim, NJ_LAYOUT_C);
    NjTirExpr *e = nj_tir_expr(w->arena, NJ_X_SCAN, type, x.span);
    e->as.scan.op = op;
    e->as.scan.a = nj_expr_of(w, nj_to_dtype(w, a, d, false, x.span), x.span);
    e->as.scan.axis = (uint32_t)__builtin_ctz(axes);
    return into_out(w, nj_val(type, e), x.rest[2], x.span);
}

NJ_HANDLER(np_cumsum)
{
    return scan(w, c, NJ_RED_SUM);
}

NJ_HANDLER(np_cumprod)
{
    return scan(w, c, NJ_RED_PROD);
}

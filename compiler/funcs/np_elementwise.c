/* np_elementwise.c - elementwise functions of NumPy that are no ufuncs: round, clip, nan_to_num ...
 */
#include "compiler/funcs/np_ufuncs.h"

#include <math.h>
#include <string.h>

/* The argument as an array or a NumPy scalar; what prelude functions begin with. */
NJ_HANDLER(np_values)
{
    return nj_np_strong(w, nj_as_array(w, c->args[0], c->span), c->span);
}

/* ---- round ---- */

static NjVal rounded_ints(NjWalk *w, NjVal a, NjVal decimals, NjSpan span)
{
    int64_t k;
    if (nj_known_int(decimals, &k) && k >= 0)
        return a.type->kind == NJ_T_ARRAY ? nj_copy_array(w, a, span) : a;
    NjVal args[2] = {a, nj_np_forget(decimals)};
    return nj_call_prelude(w, "np_elementwise", "round_ints", args, 2, span);
}

/* NumPy scales by a power of ten, rounds to even and scales back;
 * numpy/_core/src/multiarray/calculation.c. */
static NjVal rounded_floats(NjWalk *w, NjVal a, NjVal decimals, NjSpan span)
{
    NprtDtype d = a.type->dtype;
    int64_t k = 0;
    if (!nj_known_int(decimals, &k)) {
        NjVal args[2] = {a, decimals};
        return nj_call_prelude(w, "np_elementwise", "round_floats", args, 2, span);
    }
    if (k == 0)
        return nj_map_unary(w, NJ_UN_RINT, a, d, span);
    NjVal scale =
        nj_to_dtype(w, nj_val_float(w, pow(10, (double)(k < 0 ? -k : k)), span), d, false, span);
    NjVal v = nj_map_binary(w, k > 0 ? NJ_BIN_MUL : NJ_BIN_DIV, a, scale, d, span);
    v = nj_map_unary(w, NJ_UN_RINT, v, d, span);
    return nj_map_binary(w, k > 0 ? NJ_BIN_DIV : NJ_BIN_MUL, v, scale, d, span);
}

static NjVal rounded(NjWalk *w, NjVal a, NjVal decimals, NjSpan span)
{
    a = nj_np_strong(w, nj_as_array(w, a, span), span);
    if (nj_is_error(a))
        return a;
    NprtDtype d = a.type->dtype;
    decimals = nj_spill(w, nj_to_index(w, decimals, span));
    if (nj_is_error(decimals))
        return decimals;
    if (d == NPRT_BOOL && nj_known_float(decimals, &(double){0}))
        return nj_to_dtype(w, a, NPRT_F16, false, span);
    if (nj_np_is_integral(d))
        return rounded_ints(w, a, decimals, span);
    if (nj_dtype_is_float(d))
        return rounded_floats(w, a, decimals, span);
    NjVal args[2] = {a, decimals};
    return nj_call_prelude(w, "np_elementwise", "round_complex", args, 2, span);
}

NJ_HANDLER(np_round)
{
    NjVal v = rounded(w, c->args[0], c->args[1], c->span);
    return nj_np_into_out(w, v, c->args[2], "round", c->span);
}

NJ_HANDLER(arr_round)
{
    NjVal v = rounded(w, c->self, c->args[0], c->span);
    return nj_np_into_out(w, v, c->args[1], "round", c->span);
}

/* ---- clip ---- */

/* A bound in the dtype of the result; a Python int beyond its range bounds nothing. */
static NjVal bound_as(NjWalk *w, NjVal v, NprtDtype d, NjSpan span)
{
    unsigned bits = nj_dtype_size(d) * 8;
    bool is_python_int = v.type->kind == NJ_T_SCALAR && v.type->py && v.type->dtype == NPRT_I64;
    if (!is_python_int || !nj_dtype_is_int(d) || (bits == 64 && nj_dtype_is_signed(d)))
        return nj_to_dtype(w, v, d, false, span);
    int64_t low = nj_dtype_is_signed(d) ? -((int64_t)1 << (bits - 1)) : 0;
    int64_t high = bits == 64 ? INT64_MAX : low + (((int64_t)1 << bits) - 1), k;
    if (nj_known_int(v, &k))
        return nj_to_dtype(w,
                           nj_val_int(w,
                                      k < low    ? low
                                      : k > high ? high
                                                 : k,
                                      span),
                           d, false, span);
    v = nj_to_dtype(w, v, NPRT_I64, false, span);
    v = nj_map_binary(w, NJ_BIN_MAX, v, nj_val_int(w, low, span), NPRT_I64, span);
    v = nj_map_binary(w, NJ_BIN_MIN, v, nj_val_int(w, high, span), NPRT_I64, span);
    return nj_to_dtype(w, v, d, false, span);
}

static NjVal bounded(NjWalk *w, NjTirBinop op, NjVal v, NjVal bound, bool keeps, NjSpan span)
{
    return nj_map_binary(w, op, keeps ? bound : v, keeps ? v : bound, v.type->dtype, span);
}

static NjVal clipped(NjWalk *w, NjVal a, NjVal lo, NjVal hi, NjSpan span)
{
    NjVal ops[3] = {nj_as_array(w, a, span)};
    uint32_t n = 1;
    bool has_lo = nj_np_given(lo), has_hi = nj_np_given(hi);
    if (has_lo)
        ops[n++] = lo = nj_as_array(w, lo, span);
    if (has_hi)
        ops[n++] = hi = nj_as_array(w, hi, span);
    for (uint32_t i = 0; i < n; i++)
        if (nj_is_error(ops[i]))
            return ops[i];
    NprtDtype d = ops[0].type->dtype;
    for (uint32_t i = 1; i < n; i++) {
        NjVal pair[2] = {nj_val_unit(w, nj_type_scalar(w->types, d, false), span), ops[i]};
        if (i == 1)
            pair[0] = ops[0];
        else if (nj_np_ndim(ops[0]))
            pair[0].type = nj_np_array_type(w, d, nj_np_ndim(ops[0]));
        d = nj_np_common_dtype(w, pair, 2);
    }
    NjVal v = nj_to_dtype(w, nj_np_strong(w, ops[0], span), d, false, span);
    /* the second operand wins ties of 0.0 and -0.0: the bound, but the element between two scalars
     */
    bool keeps = has_lo && has_hi && !nj_np_ndim(lo) && !nj_np_ndim(hi);
    if (has_lo)
        v = bounded(w, NJ_BIN_MAX, v, bound_as(w, lo, d, span), keeps, span);
    if (has_hi)
        v = bounded(w, NJ_BIN_MIN, v, bound_as(w, hi, d, span), keeps, span);
    return v;
}

NJ_HANDLER(np_clip)
{
    NjVal lo = nj_np_given(c->args[4]) ? c->args[4] : c->args[1];
    NjVal hi = nj_np_given(c->args[5]) ? c->args[5] : c->args[2];
    return nj_np_into_out(w, clipped(w, c->args[0], lo, hi, c->span), c->args[3], "clip", c->span);
}

NJ_HANDLER(arr_clip)
{
    NjVal v = clipped(w, c->self, c->args[0], c->args[1], c->span);
    return nj_np_into_out(w, v, c->args[2], "clip", c->span);
}

/* ---- tests of types ---- */

static bool is_complex(NjVal v)
{
    return (v.type->kind == NJ_T_SCALAR || v.type->kind == NJ_T_ARRAY) &&
           nj_dtype_is_complex(v.type->dtype);
}

NJ_HANDLER(np_iscomplexobj)
{
    NjVal v = nj_as_array(w, c->args[0], c->span);
    return nj_is_error(v) ? v : nj_val_bool(w, is_complex(v), c->span);
}

NJ_HANDLER(np_isrealobj)
{
    NjVal v = nj_as_array(w, c->args[0], c->span);
    return nj_is_error(v) ? v : nj_val_bool(w, !is_complex(v), c->span);
}

NJ_HANDLER(np_isscalar)
{
    NjTypeKind k = c->args[0].type->kind;
    bool scalar = k == NJ_T_SCALAR || k == NJ_T_BIGINT || k == NJ_T_STR || k == NJ_T_BYTES;
    return nj_val_bool(w, scalar, c->span);
}

/* Is the imaginary part zero? Not zero? */
static NjVal imaginary_is(NjWalk *w, NjVal v, NjTirCmpop op, NjSpan span)
{
    v = nj_np_strong(w, nj_as_array(w, v, span), span);
    if (nj_is_error(v))
        return v;
    NprtDtype real = nj_dtype_real(v.type->dtype);
    NjVal im = is_complex(v) ? nj_map_unary(w, NJ_UN_IMAG, v, real, span) : v;
    NjVal zero = nj_to_dtype(w, nj_val_int(w, 0, span), real, false, span);
    if (!is_complex(
            v)) /* x * 0 == 0 would be false for nan: compare the value with itself by its bits */
        im = nj_np_ndim(v) ? nj_map_select(w, nj_to_dtype(w, v, NPRT_BOOL, false, span), zero, zero,
                                           real, span)
                           : zero;
    return nj_map_compare(w, op, im, zero, real, span);
}

NJ_HANDLER(np_isreal)
{
    return imaginary_is(w, c->args[0], NJ_CMP_EQ, c->span);
}

NJ_HANDLER(np_iscomplex)
{
    return imaginary_is(w, c->args[0], NJ_CMP_NE, c->span);
}

/* Modified Bessel function of the first kind, order 0. */
NJ_HANDLER(np_i0)
{
    NjVal x = nj_np_strong(w, nj_as_array(w, c->args[0], c->span), c->span);
    x = nj_to_dtype(w, x, NPRT_F64, false, c->span);
    return nj_is_error(x) ? x : nj_map_math(w, NJ_M_i0, &x, 1, NPRT_F64, c->span);
}

/* ---- methods of NumPy's scalars ---- */

NJ_HANDLER(arr_is_integer)
{
    NjVal x = c->self;
    if (x.type->kind != NJ_T_SCALAR)
        return nj_raises(w, c->span, NPRT_EXC_ATTRIBUTE_ERROR,
                         "'numpy.ndarray' object has no attribute 'is_integer'");
    if (nj_np_is_integral(x.type->dtype))
        return nj_val_bool(w, true, c->span);
    x = nj_spill(w, x);
    NjVal whole = nj_map_unary(w, NJ_UN_FLOOR, x, x.type->dtype, c->span);
    NjVal same = nj_map_compare(w, NJ_CMP_EQ, whole, x, x.type->dtype, c->span);
    NjVal finite = nj_map_unary(w, NJ_UN_ISFINITE, x, NPRT_BOOL, c->span);
    return nj_to_dtype(w, nj_map_binary(w, NJ_BIN_AND, same, finite, NPRT_BOOL, c->span), NPRT_BOOL,
                       true, c->span);
}

NJ_HANDLER(arr_bit_count)
{
    if (c->self.type->kind != NJ_T_SCALAR || !nj_dtype_is_int(c->self.type->dtype))
        return nj_raises(w, c->span, NPRT_EXC_ATTRIBUTE_ERROR, "%s has no attribute 'bit_count'",
                         nj_ty(w, c->self.type));
    return nj_to_dtype(w, nj_map_unary(w, NJ_UN_POPCOUNT, c->self, NPRT_U8, c->span), NPRT_I64,
                       true, c->span);
}

/* np_array.c - attributes and methods of arrays, and the NumPy functions that are the same. */
#include "compiler/sema/sema.h"

#include "compiler/funcs/func.h"

#include <string.h>

static const NjType *pyint(NjWalk *w)
{
    return nj_type_pyint(w->types);
}

static unsigned ndim_of(NjVal v)
{
    return v.type->kind == NJ_T_ARRAY ? v.type->ndim : 0;
}

/* The array a method works on; functions pass array-likes. */
static NjVal subject(NjWalk *w, const NjCall *c)
{
    return c->self.type ? c->self : nj_as_array(w, c->args[0], c->span);
}

/* ---- attributes ---- */

NJ_HANDLER(arr_shape)
{
    return nj_shape_tuple(w, c->self, c->span);
}

NJ_HANDLER(np_shape)
{
    NjVal v = nj_as_array(w, c->args[0], c->span);
    return nj_is_error(v) ? v : nj_shape_tuple(w, v, c->span);
}

NJ_HANDLER(arr_size)
{
    return nj_size_of(w, c->self, c->span);
}

NJ_HANDLER(np_size)
{
    NjVal v = nj_as_array(w, c->args[0], c->span);
    uint32_t axes;
    if (nj_is_error(v) || nj_is_none(c->args[1]))
        return nj_is_error(v) ? v : nj_size_of(w, v, c->span);
    if (!nj_axes_arg(w, c->args[1], ndim_of(v), c->span, &axes))
        return nj_val_error(w);
    return nj_shape_of(w, v, (uint32_t)__builtin_ctz(axes), c->span);
}

NJ_HANDLER(arr_ndim)
{
    return nj_val_int(w, ndim_of(c->self), c->span);
}

NJ_HANDLER(np_ndim)
{
    NjVal v = nj_as_array(w, c->args[0], c->span);
    return nj_is_error(v) ? v : nj_val_int(w, ndim_of(v), c->span);
}

NJ_HANDLER(arr_dtype)
{
    return nj_val_dtype(w, c->self.type->dtype, c->span);
}

NJ_HANDLER(arr_itemsize)
{
    return nj_val_int(w, nj_dtype_size(c->self.type->dtype), c->span);
}

NJ_HANDLER(arr_nbytes)
{
    return nj_binary(w, NJ_BINOP_MULT, nj_size_of(w, c->self, c->span),
                     nj_val_int(w, nj_dtype_size(c->self.type->dtype), c->span), c->span);
}

NJ_HANDLER(arr_strides)
{
    unsigned n = ndim_of(c->self);
    NjVal *items = NJ_NEW_ARRAY(w->arena, NjVal, n + 1);
    NjVal a = nj_spill(w, c->self);
    for (unsigned i = 0; i < n; i++) {
        NjTirExpr *e = nj_tir_expr(w->arena, NJ_X_STRIDE, pyint(w), c->span);
        e->as.shape.a = a.expr;
        e->as.shape.dim = i;
        items[i] = nj_val(pyint(w), e);
    }
    return nj_val_tuple(w, items, n, c->span);
}

static NjVal reversed_axes(NjWalk *w, NjVal a, NjSpan span)
{
    uint8_t perm[NPRT_MAX_DIMS];
    unsigned n = ndim_of(a);
    for (unsigned i = 0; i < n; i++)
        perm[i] = (uint8_t)(n - 1 - i);
    return n < 2 ? a : nj_transpose(w, a, perm, span);
}

NJ_HANDLER(arr_T)
{
    return reversed_axes(w, c->self, c->span);
}

static NjVal part_of(NjWalk *w, NjVal v, NjTirUnop op, NjSpan span)
{
    if (nj_is_error(v))
        return v;
    if (nj_dtype_is_complex(v.type->dtype))
        return nj_map_unary(w, op, v, nj_dtype_real(v.type->dtype), span);
    if (op == NJ_UN_REAL)
        return v;
    NjVal zero = nj_to_dtype(w, nj_val_int(w, 0, span), v.type->dtype, v.type->py, span);
    if (ndim_of(v) == 0)
        return zero;
    v = nj_spill(w, v);
    NjVal *shape = NJ_NEW_ARRAY(w->arena, NjVal, ndim_of(v));
    for (unsigned i = 0; i < ndim_of(v); i++)
        shape[i] = nj_shape_of(w, v, i, span);
    return nj_alloc(w, v.type->dtype, shape, ndim_of(v), true, span);
}

NJ_HANDLER(arr_real)
{
    return part_of(w, c->self, NJ_UN_REAL, c->span);
}

NJ_HANDLER(arr_imag)
{
    return part_of(w, c->self, NJ_UN_IMAG, c->span);
}

NJ_HANDLER(np_real)
{
    return part_of(w, nj_as_array(w, c->args[0], c->span), NJ_UN_REAL, c->span);
}

NJ_HANDLER(np_imag)
{
    return part_of(w, nj_as_array(w, c->args[0], c->span), NJ_UN_IMAG, c->span);
}

static NjVal conj_of(NjWalk *w, NjVal v, NjSpan span)
{
    if (nj_is_error(v) || !nj_dtype_is_complex(v.type->dtype))
        return v;
    return nj_map_unary(w, NJ_UN_CONJ, v, v.type->dtype, span);
}

NJ_HANDLER(arr_conj)
{
    return conj_of(w, subject(w, c), c->span);
}

NJ_HANDLER(arr_flat)
{
    return nj_val_iter(w, NJ_ITER_FLAT, &c->self, 1, c->span);
}

/* ---- copies and casts ---- */

NJ_HANDLER(arr_copy)
{
    return nj_copy_array(w, c->self, c->span);
}

NJ_HANDLER(arr_astype)
{
    NprtDtype d;
    bool copy = true;
    if (!nj_dtype_arg(w, c->args[0], c->span, &d))
        return nj_val_error(w);
    nj_known_bool(c->args[3], &copy);
    NjVal a = c->self;
    if (ndim_of(a) == 0 && a.type->kind == NJ_T_SCALAR)
        return nj_to_dtype(w, a, d, false, c->span);
    if (a.type->dtype == d)
        return copy ? nj_copy_array(w, a, c->span) : a;
    return nj_to_dtype(w, a, d, false, c->span);
}

/* ---- shapes ---- */

static bool fortran_order(NjWalk *w, NjVal order)
{
    (void)w;
    return nj_is_given(order) && (nj_known_is(order, "F") || nj_known_is(order, "f"));
}

/* order='F': reshape the transposed array to the reversed shape, and transpose back. */
static NjVal reshape_order(NjWalk *w, NjVal a, const NjVal *shape, uint32_t n, bool fortran, NjSpan span)
{
    if (nj_is_error(a))
        return a;
    if (a.type->kind == NJ_T_SCALAR)
        a = nj_as_array_min(w, a, 1, span);
    if (!fortran)
        return nj_reshape(w, a, shape, n, span);
    NjVal *reversed = NJ_NEW_ARRAY(w->arena, NjVal, n + 1);
    for (uint32_t i = 0; i < n; i++)
        reversed[i] = shape[n - 1 - i];
    return reversed_axes(w, nj_reshape(w, reversed_axes(w, a, span), reversed, n, span), span);
}

NJ_HANDLER(arr_reshape)
{
    NjVal *shape;
    uint32_t n;
    NjVal arg = c->n_rest == 1 ? c->rest[0] : nj_val_tuple(w, c->rest, c->n_rest, c->span);
    if (!nj_shape_arg(w, arg, c->span, &shape, &n))
        return nj_val_error(w);
    return reshape_order(w, c->self, shape, n, fortran_order(w, c->args[0]), c->span);
}

NJ_HANDLER(np_reshape)
{
    NjVal *shape;
    uint32_t n;
    if (!nj_shape_arg(w, c->args[1], c->span, &shape, &n))
        return nj_val_error(w);
    return reshape_order(w, nj_as_array(w, c->args[0], c->span), shape, n, fortran_order(w, c->args[2]), c->span);
}

static NjVal flat(NjWalk *w, NjVal a, bool fortran, NjSpan span)
{
    NjVal all = nj_val_int(w, -1, span);
    return reshape_order(w, a, &all, 1, fortran, span);
}

NJ_HANDLER(arr_ravel)
{
    return flat(w, c->self, fortran_order(w, c->args[0]), c->span);
}

NJ_HANDLER(np_ravel)
{
    return flat(w, nj_as_array(w, c->args[0], c->span), fortran_order(w, c->args[1]), c->span);
}

NJ_HANDLER(arr_flatten)
{
    NjVal a = c->self;
    bool f = fortran_order(w, c->args[0]);
    if (ndim_of(a) == 0)
        return flat(w, a, false, c->span);
    if (f)
        a = reversed_axes(w, a, c->span);
    return flat(w, nj_copy_array(w, a, c->span), false, c->span);
}

static NjVal transpose_by(NjWalk *w, NjVal a, NjVal axes, NjSpan span)
{
    uint8_t perm[NPRT_MAX_DIMS];
    unsigned n = ndim_of(a);
    if (nj_is_error(a))
        return a;
    axes = nj_listed(w, axes, span);
    if (nj_is_none(axes) || axes.type->n == 0)
        return reversed_axes(w, a, span);
    if (axes.type->kind != NJ_T_TUPLE || axes.type->n != n)
        return nj_raises(w, span, NPRT_EXC_VALUE_ERROR, "axes don't match array");
    uint32_t seen = 0;
    for (unsigned i = 0; i < n; i++) {
        int64_t k;
        if (!nj_known_int(nj_tuple_item(w, axes, i, span), &k)) {
            if (!nj_need_known(w))
                nj_fail(w, span, "the axes of transpose() must be constants");
            return nj_val_error(w);
        }
        if (k < 0)
            k += n;
        if (k < 0 || k >= (int64_t)n)
            return nj_raises(w, span, NPRT_EXC_AXIS_ERROR, "axis %lld is out of bounds for array of dimension %u",
                             (long long)(k < 0 ? k - n : k), n);
        if (seen >> k & 1)
            return nj_raises(w, span, NPRT_EXC_VALUE_ERROR, "repeated axis in transpose");
        seen |= 1u << k;
        perm[i] = (uint8_t)k;
    }
    return nj_transpose(w, a, perm, span);
}

NJ_HANDLER(arr_transpose)
{
    NjVal axes = nj_val_none(w, c->span);
    if (c->n_rest == 1 && (c->rest[0].type->kind != NJ_T_SCALAR))
        axes = c->rest[0];
    else if (c->n_rest)
        axes = nj_val_tuple(w, c->rest, c->n_rest, c->span);
    return transpose_by(w, c->self, axes, c->span);
}

NJ_HANDLER(np_transpose)
{
    return transpose_by(w, nj_as_array(w, c->args[0], c->span), c->args[1], c->span);
}

/* The message about a bad axis begins with `what`, the name of its parameter, unless the prelude calls. */
static bool one_axis(NjWalk *w, NjVal axis, unsigned ndim, const char *what, NjSpan span, unsigned *out)
{
    uint32_t bits;
    int64_t k;
    bool named = what && !(span.source && span.source->is_prelude);
    if (named && nj_known_int(axis, &k) && (k >= (int64_t)ndim || k < -(int64_t)ndim)) {
        nj_raises(w, span, NPRT_EXC_AXIS_ERROR, "%s: axis %lld is out of bounds for array of dimension %u",
                  what, (long long)k, ndim);
        return false;
    }
    if (nj_is_none(axis) || !nj_axes_arg(w, axis, ndim, span, &bits))
        return false;
    *out = (unsigned)__builtin_ctz(bits);
    return true;
}

static NjVal swap_axes(NjWalk *w, NjVal a, NjVal x, NjVal y, NjSpan span)
{
    uint8_t perm[NPRT_MAX_DIMS];
    unsigned i, k, n = ndim_of(a);
    if (nj_is_error(a) || !one_axis(w, x, n, "axis1", span, &i) || !one_axis(w, y, n, "axis2", span, &k))
        return nj_val_error(w);
    for (unsigned d = 0; d < n; d++)
        perm[d] = (uint8_t)(d == i ? k : d == k ? i : d);
    return nj_transpose(w, a, perm, span);
}

NJ_HANDLER(arr_swapaxes)
{
    return swap_axes(w, c->self, c->args[0], c->args[1], c->span);
}

NJ_HANDLER(np_swapaxes)
{
    return swap_axes(w, nj_as_array(w, c->args[0], c->span), c->args[1], c->args[2], c->span);
}

/* One axis or several, in the order given. */
static bool several_axes(NjWalk *w, NjVal axes, unsigned ndim, const char *what, NjSpan span,
                         unsigned *out, unsigned *out_n)
{
    axes = nj_listed(w, axes, span);
    bool many = axes.type->kind == NJ_T_TUPLE;
    *out_n = many ? axes.type->n : 1;
    for (unsigned i = 0; i < *out_n; i++)
        if (!one_axis(w, many ? nj_tuple_item(w, axes, i, span) : axes, ndim, what, span, &out[i]))
            return false;
    return true;
}

/* The moved axes go to their places, the others fill the rest in order. */
NJ_HANDLER(np_moveaxis)
{
    NjVal a = nj_as_array(w, c->args[0], c->span);
    uint8_t perm[NPRT_MAX_DIMS], next = 0;
    unsigned from[NPRT_MAX_DIMS], to[NPRT_MAX_DIMS], n_from, n_to, n = ndim_of(a);
    uint32_t moved = 0;
    if (nj_is_error(a) || !several_axes(w, c->args[1], n, "source", c->span, from, &n_from) ||
        !several_axes(w, c->args[2], n, "destination", c->span, to, &n_to))
        return nj_val_error(w);
    if (n_from != n_to)
        return nj_raises(w, c->span, NPRT_EXC_VALUE_ERROR, "`source` and `destination` arguments must have the same number of elements");
    for (unsigned i = 0; i < n_from; i++)
        moved |= 1u << from[i];
    for (unsigned d = 0; d < n; d++) {
        unsigned i = 0;
        while (i < n_to && to[i] != d)
            i++;
        while (i == n_to && (moved >> next & 1))
            next++;
        perm[d] = i < n_to ? (uint8_t)from[i] : next++;
    }
    return nj_transpose(w, a, perm, c->span);
}

/* A view with newaxis at the given places of the result. */
static NjVal insert_axes(NjWalk *w, NjVal a, uint32_t places, unsigned n, NjSpan span)
{
    NjVal *items = NJ_NEW_ARRAY(w->arena, NjVal, n + 1);
    for (unsigned i = 0; i < n; i++) {
        if (places >> i & 1) {
            items[i] = nj_val_none(w, span);
            continue;
        }
        items[i] = nj_slice_all(w, span);
    }
    return nj_index_get(w, a, nj_val_tuple(w, items, n, span), span);
}

NJ_HANDLER(np_expand_dims)
{
    NjVal a = nj_as_array(w, c->args[0], c->span);
    uint32_t places;
    if (nj_is_error(a))
        return a;
    unsigned extra = c->args[1].type->kind == NJ_T_TUPLE ? c->args[1].type->n : 1, n = ndim_of(a) + extra;
    if (!nj_axes_arg(w, c->args[1], n, c->span, &places))
        return nj_val_error(w);
    if (ndim_of(a) == 0)
        return nj_as_array_min(w, a, n, c->span);
    return insert_axes(w, a, places, n, c->span);
}

static NjVal squeeze(NjWalk *w, NjVal a, NjVal axis, NjSpan span)
{
    uint32_t bits;
    unsigned n = ndim_of(a);
    if (nj_is_error(a) || n == 0)
        return a;
    if (nj_is_none(axis) && w->model == NJ_MODEL_NUMBA)
        return nj_fail(w, span, "squeeze() needs axis=: the rank of the result must be known at compile time");
    if (nj_is_none(axis))
        return nj_call_prelude(w, "np_shape", "squeeze", &a, 1, span);
    if (!nj_axes_arg(w, axis, n, span, &bits))
        return nj_val_error(w);
    a = nj_spill(w, a);
    NjVal *items = NJ_NEW_ARRAY(w->arena, NjVal, n);
    for (unsigned i = 0; i < n; i++) {
        items[i] = nj_slice_all(w, span);
        if (!(bits >> i & 1))
            continue;
        items[i] = nj_val_int(w, 0, span);
        NjTirExpr *one = nj_tir_compare(w->arena, NJ_CMP_EQ, nj_type_pybool(w->types),
                                        nj_shape_of(w, a, i, span).expr, nj_tir_int(w->arena, pyint(w), 1, span));
        nj_check(w, one, NPRT_EXC_VALUE_ERROR, span,
                 "cannot select an axis to squeeze out which has size not equal to one", 0, NULL);
    }
    NjVal v = nj_index_get(w, a, nj_val_tuple(w, items, n, span), span);
    return v;
}

NJ_HANDLER(np_squeeze)
{
    return squeeze(w, nj_as_array(w, c->args[0], c->span), c->args[1], c->span);
}

NJ_HANDLER(arr_squeeze)
{
    return squeeze(w, c->self, c->args[0], c->span);
}

NJ_HANDLER(np_broadcast_to)
{
    NjVal *shape;
    uint32_t n;
    NjVal a = nj_as_array(w, c->args[0], c->span);
    if (nj_is_error(a) || !nj_shape_arg(w, c->args[1], c->span, &shape, &n))
        return nj_val_error(w);
    return nj_broadcast_to(w, a, shape, n, c->span);
}

/* ---- elements ---- */

NJ_HANDLER(arr_fill)
{
    nj_array_assign(w, c->self, c->args[0], c->span);
    return nj_val_none(w, c->span);
}

static NjVal python_scalar(NjWalk *w, NjVal v, NjSpan span)
{
    NprtDtype d = v.type->dtype;
    if (d == NPRT_BOOL)
        return nj_to_dtype(w, v, NPRT_BOOL, true, span);
    if (nj_dtype_is_int(d))
        return nj_to_dtype(w, v, NPRT_I64, true, span);
    return nj_to_dtype(w, v, nj_dtype_is_float(d) ? NPRT_F64 : NPRT_C128, true, span);
}

NJ_HANDLER(arr_item)
{
    NjVal a = c->self;
    if (a.type->kind == NJ_T_SCALAR)
        return python_scalar(w, a, c->span);
    if (c->n_rest == 0)
        return python_scalar(w, nj_single_element(w, a, c->span), c->span);
    NjVal index = c->n_rest == 1 ? c->rest[0] : nj_val_tuple(w, c->rest, c->n_rest, c->span);
    if (c->n_rest == 1 && index.type->kind == NJ_T_SCALAR && ndim_of(a) > 1)
        a = flat(w, a, false, c->span);
    NjVal v = nj_index_get(w, a, index, c->span);
    return nj_is_error(v) ? v : python_scalar(w, v, c->span);
}

/* The element type of tolist(): lists nested as deep as the rank. */
static const NjType *list_type(NjWalk *w, NprtDtype d, unsigned ndim)
{
    const NjType *t = d == NPRT_BOOL             ? nj_type_pybool(w->types)
                      : nj_dtype_is_int(d)       ? pyint(w)
                      : nj_dtype_is_float(d)     ? nj_type_pyfloat(w->types)
                                                 : nj_type_pycomplex(w->types);
    for (unsigned i = 0; i < ndim; i++)
        t = nj_type_list(w->types, t);
    return t;
}

NJ_HANDLER(arr_tolist)
{
    NjVal a = c->self;
    if (ndim_of(a) == 0)
        return python_scalar(w, a.type->kind == NJ_T_ARRAY ? nj_load(w, a, NULL, 0, true, c->span) : a, c->span);
    return nj_rtcall1(w, NJ_RT_array_to_list, list_type(w, a.type->dtype, ndim_of(a)), c->span, a);
}

static NjVal nonzero(NjWalk *w, NjVal a, NjSpan span)
{
    if (nj_is_error(a))
        return a;
    unsigned n = ndim_of(a);
    if (n == 0)
        return nj_raises(w, span, NPRT_EXC_VALUE_ERROR, "Calling nonzero on 0d arrays is not allowed. "
                         "Use np.atleast_1d(scalar).nonzero() instead.");
    NjVal rows = nj_rtcall1(w, NJ_RT_array_nonzero, nj_type_array(w->types, NPRT_I64, 2, NJ_LAYOUT_C), span, a);
    NjVal *items = NJ_NEW_ARRAY(w->arena, NjVal, n);
    for (unsigned i = 0; i < n; i++) {
        NjVal at = nj_val_int(w, i, span);
        items[i] = nj_spill(w, nj_load(w, rows, &at, 1, true, span));
    }
    return nj_val_tuple(w, items, n, span);
}

NJ_HANDLER(arr_nonzero)
{
    return nonzero(w, c->self, c->span);
}

NJ_HANDLER(np_nonzero)
{
    return nonzero(w, nj_as_array(w, c->args[0], c->span), c->span);
}

NJ_HANDLER(np_where)
{
    NjVal cond = nj_as_array(w, c->args[0], c->span);
    if (!nj_is_given(c->args[1]))
        return nonzero(w, cond, c->span);
    if (!nj_is_given(c->args[2]))
        return nj_raises(w, c->span, NPRT_EXC_VALUE_ERROR,
                         "either both or neither of x and y should be given");
    NjVal a = nj_as_array(w, c->args[1], c->span), b = nj_as_array(w, c->args[2], c->span);
    if (nj_is_error(cond) || nj_is_error(a) || nj_is_error(b))
        return nj_val_error(w);
    NjOperandType ops[2] = {{a.type->dtype, a.type->kind == NJ_T_SCALAR && a.type->py},
                            {b.type->dtype, b.type->kind == NJ_T_SCALAR && b.type->py}};
    NjVal r = nj_map_select(w, cond, a, b, nj_result_dtype(ops, 2), c->span);
    return r;
}

/* ---- sorting ---- */

static NjVal flat_or_axis(NjWalk *w, NjVal a, NjVal axis, NjSpan span, int64_t *out_axis)
{
    unsigned k;
    if (nj_is_error(a))
        return a;
    if (nj_is_none(axis)) {
        *out_axis = 0;
        return flat(w, a, false, span);
    }
    if (!one_axis(w, axis, ndim_of(a), NULL, span, &k))
        return nj_val_error(w);
    *out_axis = k;
    return a;
}

NJ_HANDLER(arr_sort)
{
    int64_t axis;
    NjVal a = flat_or_axis(w, c->self, c->args[0], c->span, &axis);
    if (!nj_is_error(a))
        nj_rtcall2(w, NJ_RT_array_sort, nj_type_none(w->types), c->span, a, nj_val_int(w, axis, c->span));
    return nj_val_none(w, c->span);
}

NJ_HANDLER(np_sort)
{
    int64_t axis;
    NjVal a = flat_or_axis(w, nj_as_array(w, c->args[0], c->span), c->args[1], c->span, &axis);
    if (nj_is_error(a))
        return a;
    a = nj_copy_array(w, a, c->span);
    nj_rtcall2(w, NJ_RT_array_sort, nj_type_none(w->types), c->span, a, nj_val_int(w, axis, c->span));
    return a;
}

static NjVal argsort(NjWalk *w, NjVal a, NjVal axis_arg, NjSpan span)
{
    int64_t axis;
    a = flat_or_axis(w, a, axis_arg, span, &axis);
    if (nj_is_error(a))
        return a;
    const NjType *type = nj_type_array(w->types, NPRT_I64, a.type->ndim, NJ_LAYOUT_C);
    return nj_rtcall2(w, NJ_RT_array_argsort, type, span, a, nj_val_int(w, axis, span));
}

NJ_HANDLER(arr_argsort)
{
    return argsort(w, c->self, c->args[0], c->span);
}

NJ_HANDLER(np_argsort)
{
    return argsort(w, nj_as_array(w, c->args[0], c->span), c->args[1], c->span);
}

/* ---- products ---- */

static NjVal dot(NjWalk *w, NjVal a, NjVal b, NjSpan span)
{
    a = nj_as_array(w, a, span);
    b = nj_as_array(w, b, span);
    if (nj_is_error(a) || nj_is_error(b))
        return nj_val_error(w);
    unsigned na = ndim_of(a), nb = ndim_of(b);
    if (na == 0 || nb == 0)
        return nj_binary(w, NJ_BINOP_MULT, a, b, span);
    if (na <= 2 && nb <= 2 && (na == nb || na == 2 || nb == 2) && !(na == 1 && nb == 1)) {
        /* the same product as matmul, with dot's own error text at run time */
    }
    NprtDtype dtype = nj_promote_dtypes(a.type->dtype, b.type->dtype);
    a = nj_spill(w, nj_to_dtype(w, a, dtype, false, span));
    b = nj_spill(w, nj_to_dtype(w, b, dtype, false, span));
    unsigned n = na + nb - (nb > 1 ? 2 : nb == 1 ? 2 : 0);
    const NjType *type = nj_type_array(w->types, dtype, n, NJ_LAYOUT_C);
    NjVal out = nj_rtcall2(w, NJ_RT_array_dot, type, span, a, b);
    return n == 0 ? nj_load(w, out, NULL, 0, true, span) : out;
}

NJ_HANDLER(np_dot)
{
    NjVal v = dot(w, c->args[0], c->args[1], c->span);
    if (nj_is_error(v) || nj_is_none(c->args[2]))
        return v;
    nj_array_assign(w, c->args[2], v, c->span);
    return c->args[2];
}

NJ_HANDLER(arr_dot)
{
    return dot(w, c->self, c->args[0], c->span);
}

NJ_HANDLER(np_matmul)
{
    return nj_matmul(w, c->args[0], c->args[1], c->span);
}

NJ_HANDLER(np_array_equal)
{
    NjVal a = nj_as_array(w, c->args[0], c->span), b = nj_as_array(w, c->args[1], c->span);
    if (nj_is_error(a) || nj_is_error(b))
        return nj_val_error(w);
    if (ndim_of(a) != ndim_of(b))
        return nj_val_bool(w, false, c->span);
    if (a.type->kind == NJ_T_SCALAR)
        return nj_equal(w, a, b, c->span);
    NprtDtype dtype = nj_promote_dtypes(a.type->dtype, b.type->dtype);
    bool equal_nan;
    if (!nj_known_bool(c->args[2], &equal_nan) || equal_nan) {
        NjVal args[3] = {a, b, c->args[2]};
        return nj_call_prelude(w, "np_elementwise", "array_equal", args, 3, c->span);
    }
    return nj_rtcall2(w, NJ_RT_array_equal, nj_type_pybool(w->types), c->span,
                      nj_to_dtype(w, a, dtype, false, c->span), nj_to_dtype(w, b, dtype, false, c->span));
}

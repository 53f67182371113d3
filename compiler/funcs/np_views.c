/* np_views.c - functions that give views or broadcast arrays: flips, diagonals, windows, meshes. */
#include "compiler/funcs/np_internal.h"

#include <string.h>

static const NjType *pyint(NjWalk *w)
{
    return nj_type_pyint(w->types);
}

/* The slice ::step. */
static NjVal slice_step(NjWalk *w, int64_t step, NjSpan span)
{
    NjVal s = nj_slice_all(w, span);
    NjKnown *known = NJ_NEW(w->arena, NjKnown);
    *known = *s.known;
    known->items = NJ_NEW_ARRAY(w->arena, const NjKnown *, 4);
    known->items[0] = known->items[1] = nj_known_new_int(w, 0);
    known->items[2] = nj_known_new_int(w, step);
    known->items[3] = nj_known_new_int(w, 4);
    s.known = known;
    s.expr->as.tuple.items[2] = nj_tir_int(w->arena, pyint(w), step, span);
    s.expr->as.tuple.items[3] = nj_tir_int(w->arena, s.expr->as.tuple.items[3]->type, 4, span);
    return s;
}

static NjVal flipped(NjWalk *w, NjVal a, uint32_t axes, NjSpan span)
{
    unsigned n = nj_np_ndim(a);
    NjVal *index = NJ_NEW_ARRAY(w->arena, NjVal, n + 1);
    for (unsigned i = 0; i < n; i++)
        index[i] = axes >> i & 1 ? slice_step(w, -1, span) : nj_slice_all(w, span);
    return n ? nj_index_get(w, a, nj_val_tuple(w, index, n, span), span) : a;
}

NJ_HANDLER(np_flip)
{
    uint32_t axes;
    NjVal a = nj_np_array(w, c->args[0], 0, c->span);
    if (nj_is_error(a) || !nj_axes_arg(w, c->args[1], nj_np_ndim(a), c->span, &axes))
        return nj_val_error(w);
    return flipped(w, a, axes, c->span);
}

static NjVal flip_one(NjWalk *w, const NjCall *c, unsigned axis)
{
    NjVal a = nj_np_array(w, c->args[0], 0, c->span);
    if (nj_is_error(a))
        return a;
    if (nj_np_ndim(a) <= axis)
        return nj_raises(w, c->span, NPRT_EXC_VALUE_ERROR, "Input must be >= %u-d.", axis + 1);
    return flipped(w, a, 1u << axis, c->span);
}

NJ_HANDLER(np_flipud)
{
    return flip_one(w, c, 0);
}

NJ_HANDLER(np_fliplr)
{
    return flip_one(w, c, 1);
}

static NjVal swapped(NjWalk *w, NjVal a, unsigned i, unsigned k, NjSpan span)
{
    uint8_t perm[NPRT_MAX_DIMS];
    for (unsigned d = 0; d < nj_np_ndim(a); d++)
        perm[d] = (uint8_t)(d == i ? k : d == k ? i : d);
    return nj_transpose(w, a, perm, span);
}

NJ_HANDLER(np_rot90)
{
    int64_t turns;
    unsigned from, to;
    NjVal a = nj_np_array(w, c->args[0], 1, c->span), axes = c->args[2];
    if (nj_is_error(a) || !nj_np_known_int(w, c->args[1], c->span, "k", &turns))
        return nj_val_error(w);
    if (!nj_np_given(axes)) {
        from = 0;
        to = nj_np_ndim(a) > 1;
    } else if (axes.type->kind != NJ_T_TUPLE || axes.type->n != 2) {
        return nj_raises(w, c->span, NPRT_EXC_VALUE_ERROR, "len(axes) must be 2.");
    } else if (!nj_np_axis(w, nj_tuple_item(w, axes, 0, c->span), nj_np_ndim(a), c->span, &from) ||
               !nj_np_axis(w, nj_tuple_item(w, axes, 1, c->span), nj_np_ndim(a), c->span, &to)) {
        return nj_val_error(w);
    }
    if (from == to)
        return nj_raises(w, c->span, NPRT_EXC_VALUE_ERROR, "Axes must be different.");
    switch ((turns % 4 + 4) % 4) {
    case 0:
        return a;
    case 1:
        return swapped(w, flipped(w, a, 1u << to, c->span), from, to, c->span);
    case 2:
        return flipped(w, a, 1u << from | 1u << to, c->span);
    default:
        return flipped(w, swapped(w, a, from, to, c->span), 1u << to, c->span);
    }
}

/* ---- strided views ---- */

NjVal nj_np_stride(NjWalk *w, NjVal a, unsigned dim, NjSpan span)
{
    NjTirExpr *e = nj_tir_expr(w->arena, NJ_X_STRIDE, pyint(w), span);
    e->as.shape.a = nj_expr_of(w, a, span);
    e->as.shape.dim = dim;
    return nj_val(pyint(w), e);
}

NjVal nj_np_strided(NjWalk *w, NjVal a, NprtDtype dtype, const NjVal *shape, const NjVal *strides,
                    unsigned n, NjVal offset, NjSpan span)
{
    const NjType *type = nj_type_array(w->types, dtype, n, NJ_LAYOUT_A);
    NjTirExpr **args = NJ_NEW_ARRAY(w->arena, NjTirExpr *, 4);
    NjVal vals[4] = {a, nj_val_tuple(w, shape, n, span), nj_val_tuple(w, strides, n, span), offset};
    for (int i = 0; i < 4; i++) {
        if (nj_is_error(vals[i]))
            return vals[i];
        args[i] = nj_expr_of(w, vals[i], span);
    }
    return nj_rtcall(w, NJ_RT_array_strided, type, span, 4, args);
}

static NjVal int_op(NjWalk *w, NjTirBinop op, NjVal a, NjVal b, NjSpan span)
{
    return nj_map_binary(w, op, a, b, NPRT_I64, span);
}

/* The other axes first, then the diagonal's. */
static NjVal diagonal(NjWalk *w, NjVal a, NjVal offset, NjVal axis1, NjVal axis2, NjSpan span)
{
    unsigned i, k, n = nj_np_ndim(a);
    uint8_t perm[NPRT_MAX_DIMS];
    if (n < 2)
        return nj_raises(w, span, NPRT_EXC_VALUE_ERROR,
                         "diag requires an array of at least two dimensions");
    if (!nj_np_axis(w, axis1, n, span, &i) || !nj_np_axis(w, axis2, n, span, &k))
        return nj_val_error(w);
    if (i == k)
        return nj_raises(w, span, NPRT_EXC_VALUE_ERROR, "axis1 and axis2 cannot be the same");
    unsigned m = 0;
    for (unsigned d = 0; d < n; d++)
        if (d != i && d != k)
            perm[m++] = (uint8_t)d;
    perm[m++] = (uint8_t)i;
    perm[m] = (uint8_t)k;
    a = nj_spill(w, nj_transpose(w, nj_spill(w, a), perm, span));
    offset = nj_spill(w, nj_to_index(w, offset, span));
    if (nj_is_error(offset))
        return offset;
    NjVal zero = nj_val_int(w, 0, span), *shape = NJ_NEW_ARRAY(w->arena, NjVal, n);
    NjVal *strides = NJ_NEW_ARRAY(w->arena, NjVal, n);
    for (unsigned d = 0; d < n; d++) {
        shape[d] = nj_spill(w, nj_shape_of(w, a, d, span));
        strides[d] = nj_spill(w, nj_np_stride(w, a, d, span));
    }
    NjVal down =
        nj_spill(w, int_op(w, NJ_BIN_MAX, int_op(w, NJ_BIN_SUB, zero, offset, span), zero, span));
    NjVal right = nj_spill(w, int_op(w, NJ_BIN_MAX, offset, zero, span));
    NjVal rows = int_op(w, NJ_BIN_SUB, shape[n - 2], down, span);
    NjVal cols = int_op(w, NJ_BIN_SUB, shape[n - 1], right, span);
    NjVal count = int_op(w, NJ_BIN_MAX, int_op(w, NJ_BIN_MIN, rows, cols, span), zero, span);
    NjVal skip = int_op(w, NJ_BIN_ADD, int_op(w, NJ_BIN_MUL, down, strides[n - 2], span),
                        int_op(w, NJ_BIN_MUL, right, strides[n - 1], span), span);
    shape[n - 2] = count;
    strides[n - 2] = int_op(w, NJ_BIN_ADD, strides[n - 2], strides[n - 1], span);
    return nj_np_strided(w, a, a.type->dtype, shape, strides, n - 1, skip, span);
}

NJ_HANDLER(np_diagonal)
{
    NjVal a = nj_as_array(w, c->args[0], c->span);
    return nj_is_error(a) ? a : diagonal(w, a, c->args[1], c->args[2], c->args[3], c->span);
}

NJ_HANDLER(arr_diagonal)
{
    return diagonal(w, c->self, c->args[0], c->args[1], c->args[2], c->span);
}

NJ_HANDLER(np_as_strided)
{
    NjVal a = nj_np_array(w, c->args[0], 1, c->span), *shape = NULL, *strides = NULL;
    uint32_t n, m;
    if (nj_is_error(a))
        return a;
    NjVal shape_arg = nj_np_given(c->args[1]) ? c->args[1] : nj_shape_tuple(w, a, c->span),
          strides_arg = c->args[2];
    if (!nj_np_given(strides_arg)) {
        NjVal *own = NJ_NEW_ARRAY(w->arena, NjVal, nj_np_ndim(a));
        for (unsigned i = 0; i < nj_np_ndim(a); i++)
            own[i] = nj_np_stride(w, a, i, c->span);
        strides_arg = nj_val_tuple(w, own, nj_np_ndim(a), c->span);
    }
    if (!nj_shape_arg(w, shape_arg, c->span, &shape, &n) ||
        !nj_shape_arg(w, strides_arg, c->span, &strides, &m))
        return nj_val_error(w);
    if (n != m)
        return nj_raises(w, c->span, NPRT_EXC_VALUE_ERROR,
                         "strides is incompatible with shape of requested array");
    return nj_np_strided(w, a, a.type->dtype, shape, strides, n, nj_val_int(w, 0, c->span),
                         c->span);
}

NjVal nj_array_part(NjWalk *w, NjVal a, bool imag, NjSpan span)
{
    unsigned n = nj_np_ndim(a);
    NjVal *shape = NJ_NEW_ARRAY(w->arena, NjVal, n + 1),
          *strides = NJ_NEW_ARRAY(w->arena, NjVal, n + 1);
    a = nj_spill(w, a);
    for (unsigned i = 0; i < n; i++) {
        shape[i] = nj_shape_of(w, a, i, span);
        strides[i] = nj_np_stride(w, a, i, span);
    }
    NprtDtype d = nj_dtype_real(a.type->dtype);
    return nj_np_strided(w, a, d, shape, strides, n,
                         nj_val_int(w, imag ? nj_dtype_size(d) : 0, span), span);
}

bool nj_array_set_part(NjWalk *w, NjVal a, const char *attr, NjVal value, NjSpan span)
{
    bool imag = strcmp(attr, "imag") == 0, real = strcmp(attr, "real") == 0,
         all = strcmp(attr, "flat") == 0;
    if (all || (real && !nj_dtype_is_complex(a.type->dtype))) {
        nj_array_assign(w, a, value, span);
        return true;
    }
    if (!(real || imag))
        return false;
    if (!nj_dtype_is_complex(a.type->dtype)) {
        nj_raises(w, span, NPRT_EXC_TYPE_ERROR, "array does not have imaginary part to set");
        return true;
    }
    nj_array_assign(w, nj_array_part(w, a, imag, span), value, span);
    return true;
}

/* The same bytes as elements of another size: the last axis, which must be contiguous, changes. */
static NjVal view_resized(NjWalk *w, NjVal a, NprtDtype dtype, NjSpan span)
{
    unsigned n = nj_np_ndim(a), from = nj_dtype_size(a.type->dtype), to = nj_dtype_size(dtype);
    NjVal *shape = NJ_NEW_ARRAY(w->arena, NjVal, n), *strides = NJ_NEW_ARRAY(w->arena, NjVal, n);
    for (unsigned i = 0; i < n; i++) {
        shape[i] = nj_spill(w, nj_shape_of(w, a, i, span));
        strides[i] = nj_spill(w, nj_np_stride(w, a, i, span));
    }
    NjVal dense =
        nj_map_compare(w, NJ_CMP_EQ, strides[n - 1], nj_val_int(w, from, span), NPRT_I64, span);
    nj_np_require(w, dense, NPRT_EXC_VALUE_ERROR,
                  "To change to a dtype of a different size, the last axis must be contiguous",
                  span);
    NjVal bytes = nj_spill(w, int_op(w, NJ_BIN_MUL, shape[n - 1], nj_val_int(w, from, span), span));
    NjVal size = nj_val_int(w, to, span), rest = int_op(w, NJ_BIN_MOD, bytes, size, span);
    nj_np_require(
        w, nj_map_compare(w, NJ_CMP_EQ, rest, nj_val_int(w, 0, span), NPRT_I64, span),
        NPRT_EXC_VALUE_ERROR,
        "When changing to a larger dtype, its size must be a divisor of the total size in bytes of "
        "the last axis of the array.",
        span);
    shape[n - 1] = nj_spill(w, int_op(w, NJ_BIN_FLOORDIV, bytes, size, span));
    strides[n - 1] = size;
    return nj_np_strided(w, a, dtype, shape, strides, n, nj_val_int(w, 0, span), span);
}

/* Views of device arrays are device arrays. */
static NjVal on_side_of(NjWalk *w, NjVal view, NjVal a)
{
    if (nj_is_error(view) || !a.type->device)
        return view;
    view = nj_spill(w, view);
    view.type = nj_type_device_array(w->types, view.type);
    return view;
}

NJ_HANDLER(arr_view)
{
    NjVal a = c->self;
    NprtDtype d = a.type->dtype;
    if (!nj_is_none(c->args[0]) && !nj_dtype_arg(w, c->args[0], c->span, &d))
        return nj_val_error(w);
    if (d == a.type->dtype)
        return a;
    bool same_size = nj_dtype_size(d) == nj_dtype_size(a.type->dtype);
    if (nj_np_ndim(a) == 0 && !same_size)
        return nj_raises(
            w, c->span, NPRT_EXC_VALUE_ERROR,
            "Changing the dtype of a 0d array is only supported if the itemsize is unchanged");
    bool is_scalar = a.type->kind == NJ_T_SCALAR;
    a = nj_np_array(w, a, is_scalar, c->span);
    if (nj_is_error(a))
        return a;
    if (!same_size)
        return on_side_of(w, view_resized(w, a, d, c->span), c->self);
    const NjType *type = nj_type_array(w->types, d, a.type->ndim, a.type->layout);
    NjVal view = nj_rtcall1(w, NJ_RT_array_view_as, type, c->span, a),
          zero = nj_val_int(w, 0, c->span);
    return is_scalar ? nj_load(w, view, &zero, 1, true, c->span) : on_side_of(w, view, c->self);
}

/* Windows along the given axes (all of them by default); their extents become trailing dimensions.
 */
NJ_HANDLER(np_sliding_window_view)
{
    NjVal a = nj_np_array(w, c->args[0], 1, c->span), *window, axis = c->args[2];
    uint32_t n_window, n = nj_np_ndim(a);
    unsigned axes[NPRT_MAX_DIMS];
    if (nj_is_error(a) || !nj_shape_arg(w, c->args[1], c->span, &window, &n_window))
        return nj_val_error(w);
    for (uint32_t i = 0; i < n_window; i++) {
        axes[i] = i;
        if (!nj_np_given(axis))
            continue;
        NjVal one = axis.type->kind == NJ_T_TUPLE ? nj_tuple_item(w, axis, i, c->span) : axis;
        if (!nj_np_axis(w, one, n, c->span, &axes[i]))
            return nj_val_error(w);
    }
    if (!nj_np_given(axis) && n_window != n)
        return nj_raises(w, c->span, NPRT_EXC_VALUE_ERROR,
                         "Since axis is None, must provide window_shape for all dimensions of `x`");
    NjVal *shape = NJ_NEW_ARRAY(w->arena, NjVal, n + n_window),
          *strides = NJ_NEW_ARRAY(w->arena, NjVal, n + n_window);
    for (uint32_t i = 0; i < n; i++) {
        shape[i] = nj_shape_of(w, a, i, c->span);
        strides[i] = nj_np_stride(w, a, i, c->span);
    }
    for (uint32_t i = 0; i < n_window; i++) {
        shape[n + i] = window[i];
        strides[n + i] = nj_np_stride(w, a, axes[i], c->span);
        NjVal lost = int_op(w, NJ_BIN_SUB, window[i], nj_val_int(w, 1, c->span), c->span);
        shape[axes[i]] = nj_spill(w, int_op(w, NJ_BIN_SUB, shape[axes[i]], lost, c->span));
        nj_np_require(
            w, nj_compare(w, NJ_CMPOP_GT_E, shape[axes[i]], nj_val_int(w, 0, c->span), c->span),
            NPRT_EXC_VALUE_ERROR, "window shape cannot be larger than input array shape", c->span);
    }
    return nj_np_strided(w, a, a.type->dtype, shape, strides, n + n_window,
                         nj_val_int(w, 0, c->span), c->span);
}

/* ---- at least n dimensions ---- */

static NjVal at_least(NjWalk *w, NjVal v, unsigned ndim, NjSpan span)
{
    v = nj_np_strong(w, nj_as_array(w, v, span), span);
    if (nj_is_error(v))
        return v;
    if (v.type->kind == NJ_T_SCALAR) {
        NjVal shape[3], zero[3];
        for (unsigned i = 0; i < ndim; i++) {
            shape[i] = nj_val_int(w, 1, span);
            zero[i] = nj_val_int(w, 0, span);
        }
        NjVal a = nj_alloc(w, v.type->dtype, shape, ndim, false, span);
        nj_store(w, a, zero, ndim, v, true, span);
        return a;
    }
    unsigned have = nj_np_ndim(v);
    if (have >= ndim)
        return v;
    NjVal index[3];
    for (unsigned i = 0; i < ndim; i++)
        index[i] = nj_val_none(w, span);
    /* a[None, :], and for three dimensions a[None, :, None] or a[:, :, None] */
    unsigned first = ndim == 3 && have == 2 ? 0 : have == 0 ? 0 : 1;
    for (unsigned i = 0; i < have; i++)
        index[first + i] = nj_slice_all(w, span);
    return nj_index_get(w, nj_spill(w, v), nj_val_tuple(w, index, ndim, span), span);
}

static NjVal at_least_all(NjWalk *w, const NjCall *c, unsigned ndim)
{
    if (c->n_rest == 1)
        return at_least(w, c->rest[0], ndim, c->span);
    NjVal *items = NJ_NEW_ARRAY(w->arena, NjVal, c->n_rest + 1);
    for (uint32_t i = 0; i < c->n_rest; i++)
        items[i] = nj_spill(w, at_least(w, c->rest[i], ndim, c->span));
    return nj_val_tuple(w, items, c->n_rest, c->span);
}

NJ_HANDLER(np_atleast_1d)
{
    return at_least_all(w, c, 1);
}

NJ_HANDLER(np_atleast_2d)
{
    return at_least_all(w, c, 2);
}

NJ_HANDLER(np_atleast_3d)
{
    return at_least_all(w, c, 3);
}

/* ---- broadcasting ---- */

NJ_HANDLER(np_broadcast_arrays)
{
    NjVal *a = NJ_NEW_ARRAY(w->arena, NjVal, c->n_rest + 1);
    uint32_t ndim;
    for (uint32_t i = 0; i < c->n_rest; i++) {
        a[i] = nj_np_strong(w, nj_as_array(w, c->rest[i], c->span), c->span);
        if (nj_is_error(a[i]))
            return a[i];
        a[i] = nj_spill(w, a[i]);
    }
    NjVal *shape = nj_np_broadcast_shape(w, a, c->n_rest, c->span, &ndim);
    for (uint32_t i = 0; i < c->n_rest; i++)
        if (ndim)
            a[i] = nj_spill(w, nj_broadcast_to(w, a[i], shape, ndim, c->span));
    return nj_val_tuple(w, a, c->n_rest, c->span);
}

NJ_HANDLER(np_broadcast_shapes)
{
    NjVal *a = NJ_NEW_ARRAY(w->arena, NjVal, c->n_rest + 1), *shape;
    uint32_t n, ndim;
    NjVal zero = nj_to_dtype(w, nj_val_int(w, 0, c->span), NPRT_BOOL, false, c->span);
    for (uint32_t i = 0; i < c->n_rest; i++) {
        if (!nj_shape_arg(w, c->rest[i], c->span, &shape, &n))
            return nj_val_error(w);
        a[i] = n ? nj_broadcast_to(w, zero, shape, n, c->span) : zero;
    }
    shape = nj_np_broadcast_shape(w, a, c->n_rest, c->span, &ndim);
    return nj_val_tuple(w, shape, ndim, c->span);
}

/* ---- meshes ---- */

/* A vector seen along dimension `at` of `ndim`. */
static NjVal along(NjWalk *w, NjVal v, unsigned at, unsigned ndim, NjSpan span)
{
    NjVal *index = NJ_NEW_ARRAY(w->arena, NjVal, ndim);
    for (unsigned i = 0; i < ndim; i++)
        index[i] = i == at ? nj_slice_all(w, span) : nj_val_none(w, span);
    return nj_index_get(w, v, nj_val_tuple(w, index, ndim, span), span);
}

/* indexing='xy' exchanges the first two dimensions. */
NJ_HANDLER(np_meshgrid)
{
    uint32_t n = c->n_rest;
    bool sparse, copy;
    const char *indexing;
    if (!nj_np_known_bool(w, c->args[0], c->span, "copy", &copy) ||
        !nj_np_known_bool(w, c->args[1], c->span, "sparse", &sparse) ||
        !nj_np_known_text(w, c->args[2], c->span, "indexing", &indexing))
        return nj_val_error(w);
    bool xy = strcmp(indexing, "xy") == 0;
    if (!xy && strcmp(indexing, "ij") != 0)
        return nj_raises(w, c->span, NPRT_EXC_VALUE_ERROR,
                         "Valid values for `indexing` are 'xy' and 'ij'.");
    NjVal *v = NJ_NEW_ARRAY(w->arena, NjVal, n + 1), *shape = NJ_NEW_ARRAY(w->arena, NjVal, n + 1);
    for (uint32_t i = 0; i < n; i++) {
        v[i] = nj_np_array(w, c->rest[i], 1, c->span);
        if (nj_is_error(v[i]))
            return v[i];
        if (nj_np_ndim(v[i]) > 1) {
            NjVal all = nj_val_int(w, -1, c->span);
            v[i] = nj_reshape(w, v[i], &all, 1, c->span);
        }
        unsigned at = xy && i < 2 && n > 1 ? 1 - i : i;
        shape[at] = nj_spill(w, nj_shape_of(w, v[i], 0, c->span));
        v[i] = along(w, v[i], at, n, c->span);
    }
    for (uint32_t i = 0; i < n; i++)
        v[i] = nj_spill(w, sparse ? v[i] : nj_broadcast_to(w, v[i], shape, n, c->span));
    return nj_val_tuple(w, v, n, c->span);
}

NJ_HANDLER(np_ix)
{
    uint32_t n = c->n_rest;
    NjVal *v = NJ_NEW_ARRAY(w->arena, NjVal, n + 1);
    for (uint32_t i = 0; i < n; i++) {
        v[i] = nj_np_array(w, c->rest[i], 1, c->span);
        if (!nj_is_error(v[i]) && nj_np_ndim(v[i]) != 1)
            return nj_raises(w, c->span, NPRT_EXC_VALUE_ERROR, "Cross index must be 1 dimensional");
        if (!nj_is_error(v[i]) && v[i].type->dtype == NPRT_BOOL)
            v[i] = nj_spill(w, nj_call_row(w, nj_func_find("numpy", "flatnonzero"), (NjVal){0},
                                           &v[i], 1, c->span));
        if (nj_is_error(v[i]))
            return v[i];
        v[i] = nj_spill(w, along(w, v[i], i, n, c->span));
    }
    return nj_val_tuple(w, v, n, c->span);
}

/* np.indices(shape): a first dimension for the axes, or a tuple of open grids. */
NJ_HANDLER(np_indices)
{
    NjVal *shape;
    uint32_t n;
    NprtDtype d;
    bool sparse;
    if (!nj_shape_arg(w, c->args[0], c->span, &shape, &n) ||
        !nj_np_dtype_or(w, c->args[1], NPRT_I64, c->span, &d) ||
        !nj_np_known_bool(w, c->args[2], c->span, "sparse", &sparse))
        return nj_val_error(w);
    NjVal *grids = NJ_NEW_ARRAY(w->arena, NjVal, n + 1),
          *extents = NJ_NEW_ARRAY(w->arena, NjVal, n + 1);
    for (uint32_t i = 0; i < n; i++) {
        extents[i + 1] = shape[i];
        NjTirExpr *e = nj_tir_expr(w->arena, NJ_X_IOTA, nj_np_array_type(w, NPRT_I64, 1), c->span);
        e->as.iota.n = nj_expr_of(w, shape[i], c->span);
        NjVal line = nj_spill(w, nj_to_dtype(w, nj_val(e->type, e), d, false, c->span));
        grids[i] = nj_spill(w, along(w, line, i, n, c->span));
    }
    if (sparse)
        return nj_val_tuple(w, grids, n, c->span);
    extents[0] = nj_val_int(w, n, c->span);
    NjVal out = nj_alloc(w, d, extents, n + 1, false, c->span);
    for (uint32_t i = 0; i < n; i++) {
        NjVal at = nj_val_int(w, i, c->span);
        nj_array_assign(w, nj_load(w, out, &at, 1, true, c->span), grids[i], c->span);
    }
    return out;
}

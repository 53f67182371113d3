/* np_join.c - numpy.concatenate, stack and their relatives. */
#include "runtime/np_arrays.h"

#include "runtime/errors.h"
#include "runtime/memory.h"
#include "runtime/view.h"

#include <string.h>

/* ---- the operands ---- */

typedef struct Parts {
    const NprtDesc *desc;
    const void *value;
    int64_t n;
} Parts;

static int64_t count_parts(const NprtDesc *desc, const void *value)
{
    if (desc->kind == NPRT_K_TUPLE)
        return desc->n;
    if (desc->kind == NPRT_K_LIST)
        return (*(NprtList *const *)value)->len;
    return ((const NprtArray *)value)->dims[0];
}

static void part_at(const Parts *p, int64_t i, NprtView *out)
{
    if (p->desc->kind == NPRT_K_TUPLE) {
        nprt_view_of(out, p->desc->elems[i], (const char *)p->value + p->desc->offsets[i]);
    } else if (p->desc->kind == NPRT_K_LIST) {
        const NprtDesc *elem = p->desc->elems[0];
        nprt_view_of(out, elem, (*(NprtList *const *)p->value)->data + i * elem->size);
    } else {
        nprt_view_of(out, p->desc, p->value);
        out->data += i * out->strides[0];
        out->ndim--;
        memmove(out->shape, out->shape + 1, (size_t)out->ndim * sizeof out->shape[0]);
        memmove(out->strides, out->strides + 1, (size_t)out->ndim * sizeof out->strides[0]);
    }
}

static void insert_axis(NprtView *v, int32_t at)
{
    for (int32_t k = v->ndim; k > at; k--) {
        v->shape[k] = v->shape[k - 1];
        v->strides[k] = v->strides[k - 1];
    }
    v->shape[at] = 1;
    v->strides[at] = 0;
    v->ndim++;
}

/* The operand with the dimensions of the result. FLAT ones keep theirs: they are copied whole. */
static void adapt(NprtView *v, int64_t axis, int64_t how)
{
    switch ((NprtJoin)how) {
    case NPRT_JOIN_PLAIN:
        if (v->ndim == 0)
            insert_axis(v, 0);
        break;
    case NPRT_JOIN_STACK:
        insert_axis(v, (int32_t)axis);
        break;
    case NPRT_JOIN_FLAT:
        break;
    case NPRT_JOIN_COLUMNS:
        while (v->ndim < 2)
            insert_axis(v, v->ndim);
        break;
    case NPRT_JOIN_ROWS:
        while (v->ndim < 2)
            insert_axis(v, 0);
        break;
    case NPRT_JOIN_DEPTH:
        while (v->ndim < 2)
            insert_axis(v, 0);
        if (v->ndim < 3)
            insert_axis(v, 2);
        break;
    }
}

/* ---- checks ---- */

static int32_t bad_ndim(const NprtView *first, const NprtView *v, int64_t i)
{
    return nprt_raise(
        NPRT_EXC_VALUE_ERROR,
        "all the input arrays must have same number of dimensions, but the array at index 0 has "
        "%d dimension(s) and the array at index %lld has %d dimension(s)",
        first->ndim, (long long)i, v->ndim);
}

static int32_t check_shape(const NprtView *first, const NprtView *v, int64_t i, int64_t axis,
                           int64_t how)
{
    if (v->ndim != first->ndim)
        return bad_ndim(first, v, i);
    for (int32_t k = 0; k < v->ndim; k++) {
        if (k == axis || v->shape[k] == first->shape[k])
            continue;
        if (how == NPRT_JOIN_STACK)
            return nprt_raise(NPRT_EXC_VALUE_ERROR, "all input arrays must have the same shape");
        return nprt_raise(
            NPRT_EXC_VALUE_ERROR,
            "all the input array dimensions except for the concatenation axis must match "
            "exactly, but along dimension %d, the array at index 0 has size %lld and the array "
            "at index %lld has size %lld",
            k, (long long)first->shape[k], (long long)i, (long long)v->shape[k]);
    }
    return 0;
}

/* ---- joining ---- */

static int32_t join_flat(const Parts *parts, const NprtDesc *out_desc, void *out)
{
    NprtView v, dst;
    int64_t total = 0;
    for (int64_t i = 0; i < parts->n; i++) {
        part_at(parts, i, &v);
        total += nprt_view_size(&v);
    }
    if (nprt_view_new(out_desc, out, 1, &total, false, &dst))
        return 1;
    for (int64_t i = 0; i < parts->n; i++) {
        part_at(parts, i, &v);
        NprtView to = v;
        to.dtype = dst.dtype;
        to.data = dst.data;
        nprt_view_set_strides(&to);
        nprt_view_copy(&to, &v);
        dst.data += nprt_view_size(&v) * nprt_view_itemsize(&dst);
    }
    return 0;
}

int32_t nprt_array_join(const NprtDesc *desc, const void *value, int64_t axis, int64_t how,
                        const NprtDesc *out_desc, void *out)
{
    Parts parts = {desc, value, count_parts(desc, value)};
    NprtView first, v, dst;
    if (parts.n == 0)
        return nprt_raise(NPRT_EXC_VALUE_ERROR, how == NPRT_JOIN_STACK
                                                    ? "need at least one array to stack"
                                                    : "need at least one array to concatenate");
    if (how == NPRT_JOIN_FLAT)
        return join_flat(&parts, out_desc, out);
    part_at(&parts, 0, &first);
    adapt(&first, axis, how);
    int64_t shape[NPRT_MAX_DIMS], total = 0;
    for (int64_t i = 0; i < parts.n; i++) {
        part_at(&parts, i, &v);
        adapt(&v, axis, how);
        if (check_shape(&first, &v, i, axis, how))
            return 1;
        total += v.shape[axis];
    }
    memcpy(shape, first.shape, sizeof shape);
    shape[axis] = total;
    if (nprt_view_new(out_desc, out, first.ndim, shape, false, &dst))
        return 1;
    for (int64_t i = 0; i < parts.n; i++) {
        part_at(&parts, i, &v);
        adapt(&v, axis, how);
        NprtView to = dst;
        to.shape[axis] = v.shape[axis];
        nprt_view_copy(&to, &v);
        dst.data += v.shape[axis] * dst.strides[axis];
    }
    return 0;
}

/* ---- views ---- */

static int64_t int_item(const NprtDesc *desc, const void *value, uint32_t i)
{
    return *(const int64_t *)((const char *)value + desc->offsets[i]);
}

void nprt_array_strided(const NprtDesc *desc, const void *value, const NprtDesc *shape_desc,
                        const void *shape, const NprtDesc *strides_desc, const void *strides,
                        int64_t offset, const NprtDesc *out_desc, void *out)
{
    NprtView v;
    nprt_view_of(&v, desc, value);
    v.ndim = (int32_t)shape_desc->n;
    v.data += offset;
    for (uint32_t i = 0; i < shape_desc->n; i++) {
        v.shape[i] = int_item(shape_desc, shape, i);
        v.strides[i] = int_item(strides_desc, strides, i);
    }
    nprt_view_store(&v, out_desc, out);
}

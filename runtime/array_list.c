/* Arrays from nested lists and tuples, and back. */
#include "runtime/array.h"

#include "runtime/array_internal.h"
#include "runtime/convert.h"
#include "runtime/errors.h"
#include "runtime/list.h"
#include "runtime/memory.h"
#include "runtime/print_scalar.h"

#include <stdio.h>
#include <string.h>

/* ---- sequences ------------------------------------------------------------------------------ */

/* One level of nesting: n items, where a list has one item type and a tuple one per item. */
typedef struct Sequence {
    int64_t n;
    const NprtDesc *desc;
    const char *data; /* list: its elements; tuple: the value; range: the three ints */
} Sequence;

typedef struct Range {
    int64_t start, stop, step;
} Range;

static int64_t range_count(const Range *r)
{
    if (r->step > 0)
        return r->stop > r->start ? (r->stop - r->start - 1) / r->step + 1 : 0;
    return r->start > r->stop ? (r->start - r->stop - 1) / -r->step + 1 : 0;
}

/* A list of scalars, or a list without items of any type yet. */
static bool is_flat(const NprtDesc *desc)
{
    return desc->kind == NPRT_K_LIST && (desc->n == 0 || desc->elems[0]->kind == NPRT_K_SCALAR);
}

static bool open_sequence(Sequence *seq, const NprtDesc *desc, const void *value)
{
    seq->desc = desc;
    seq->data = value;
    switch ((NprtKind)desc->kind) {
    case NPRT_K_LIST: {
        const NprtList *list = *(NprtList *const *)value;
        seq->n = list->len;
        seq->data = list->data;
        return true;
    }
    case NPRT_K_TUPLE:
        seq->n = desc->n;
        return true;
    case NPRT_K_RANGE: {
        Range range;
        memcpy(&range, value, sizeof range);
        seq->n = range_count(&range);
        return true;
    }
    default:
        return false;
    }
}

/* Type and address of item i of a list or tuple. */
static const void *item_at(const Sequence *seq, int64_t i, const NprtDesc **out_desc)
{
    if (seq->desc->kind == NPRT_K_TUPLE) {
        *out_desc = seq->desc->elems[i];
        return seq->data + seq->desc->offsets[i];
    }
    *out_desc = seq->desc->elems[0];
    return seq->data + i * (int64_t)seq->desc->elems[0]->size;
}

NprtDtype nprt_nested_dtype(const NprtDesc *desc)
{
    switch ((NprtKind)desc->kind) {
    case NPRT_K_SCALAR:
    case NPRT_K_ARRAY:
        return (NprtDtype)desc->dtype;
    case NPRT_K_RANGE:
        return NPRT_I64;
    case NPRT_K_LIST:
    case NPRT_K_TUPLE:
        for (uint32_t i = 0; i < desc->n; i++) {
            NprtDtype found = nprt_nested_dtype(desc->elems[i]);
            if (found != NPRT_DTYPE_COUNT)
                return found;
        }
        return NPRT_DTYPE_COUNT;
    default:
        return NPRT_DTYPE_COUNT;
    }
}

int32_t nprt_nested_ndim(const NprtDesc *desc)
{
    switch ((NprtKind)desc->kind) {
    case NPRT_K_ARRAY:
        return desc->ndim;
    case NPRT_K_RANGE:
        return 1;
    case NPRT_K_LIST:
    case NPRT_K_TUPLE:
        return 1 + (desc->n > 0 ? nprt_nested_ndim(desc->elems[0]) : 0);
    default:
        return 0;
    }
}

/* ---- shape ---------------------------------------------------------------------------------- */

/* What is known while the nested value is looked through. `ndim` shrinks where parts disagree. */
typedef struct Shape {
    int32_t ndim;
    int64_t extents[NPRT_MAX_DIMS];
    bool seen[NPRT_MAX_DIMS]; /* is the extent known? */
    bool is_ragged;
} Shape;

static void end_at(Shape *shape, int32_t depth)
{
    if (depth < shape->ndim) {
        shape->ndim = depth;
        shape->is_ragged = true;
    }
}

static void note_extent(Shape *shape, int32_t depth, int64_t n)
{
    if (depth >= shape->ndim) {
        shape->is_ragged = true; /* deeper than a sibling */
    } else if (!shape->seen[depth]) {
        shape->extents[depth] = n;
        shape->seen[depth] = true;
    } else if (shape->extents[depth] != n) {
        end_at(shape, depth);
    }
}

static void find_shape(Shape *shape, const NprtDesc *desc, const void *value, int32_t depth)
{
    Sequence seq;
    if (desc->kind == NPRT_K_ARRAY) {
        const NprtArray *array = value;
        for (int32_t i = 0; i < desc->ndim; i++)
            note_extent(shape, depth + i, array->dims[i]);
        end_at(shape, depth + desc->ndim);
        return;
    }
    if (!open_sequence(&seq, desc, value)) {
        end_at(shape, depth);
        return;
    }
    note_extent(shape, depth, seq.n);
    if (desc->kind == NPRT_K_RANGE || (is_flat(desc) && seq.n > 0)) {
        end_at(shape, depth + 1);
        return;
    }
    for (int64_t i = 0; i < seq.n && depth < shape->ndim; i++) {
        const NprtDesc *item_desc;
        const void *item = item_at(&seq, i, &item_desc);
        find_shape(shape, item_desc, item, depth + 1);
    }
}

static int32_t raise_ragged(const Shape *shape)
{
    char text[NPRT_SHAPE_TEXT];
    size_t used = 0;
    for (int32_t i = 0; i < shape->ndim && used + 32 < sizeof text; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, i > 0 ? ", %lld" : "%lld",
                                 (long long)shape->extents[i]);
    return nprt_raise(NPRT_EXC_VALUE_ERROR,
                      "setting an array element with a sequence. The requested array has an "
                      "inhomogeneous shape after %d dimensions. The detected shape was (%s%s) + "
                      "inhomogeneous part.",
                      (int)shape->ndim, text, shape->ndim == 1 ? "," : "");
}

/* ---- elements ------------------------------------------------------------------------------- */

/* The place the elements of one level go to: dimensions from `dim` on of the array. */
typedef struct Target {
    const NprtView *array;
    int32_t dim;
    char *at;
} Target;

static int32_t fill(const Target *target, const NprtDesc *desc, const void *value);

static int32_t fill_scalars(const Target *target, const Sequence *seq)
{
    const NprtDesc *item = seq->desc->elems[0];
    NprtDtype to = target->array->dtype, from = (NprtDtype)item->dtype;
    if (item->py && to != from)
        for (int64_t i = 0; i < seq->n; i++)
            if (nprt_check_scalar(to, item, seq->data + i * (int64_t)item->size))
                return 1;
    nprt_cast_loop(to, from)(target->at, target->array->strides[target->dim], seq->data, item->size,
                             seq->n);
    return 0;
}

static void fill_range(const Target *target, const Sequence *seq)
{
    Range range;
    memcpy(&range, seq->data, sizeof range);
    int64_t stride = target->array->strides[target->dim];
    for (int64_t i = 0; i < seq->n; i++) {
        int64_t x = range.start + i * range.step;
        nprt_cast(target->array->dtype, target->at + i * stride, NPRT_I64, &x);
    }
}

static int32_t fill_items(const Target *target, const Sequence *seq)
{
    int64_t stride = target->array->strides[target->dim];
    for (int64_t i = 0; i < seq->n; i++) {
        const NprtDesc *item_desc;
        const void *item = item_at(seq, i, &item_desc);
        Target inner = {target->array, target->dim + 1, target->at + i * stride};
        if (fill(&inner, item_desc, item))
            return 1;
    }
    return 0;
}

static int32_t fill(const Target *target, const NprtDesc *desc, const void *value)
{
    Sequence seq;
    if (desc->kind == NPRT_K_ARRAY) {
        NprtView view;
        nprt_view_of(&view, desc, value);
        NprtStrided to = {target->array->dtype, target->at, target->array->strides + target->dim};
        NprtStrided from = {view.dtype, view.data, view.strides};
        nprt_copy_strided(&to, &from, view.ndim, view.shape);
        return 0;
    }
    if (!open_sequence(&seq, desc, value)) {
        if (desc->py && nprt_check_scalar(target->array->dtype, desc, value))
            return 1;
        nprt_cast(target->array->dtype, target->at, (NprtDtype)desc->dtype, value);
        return 0;
    }
    if (seq.n == 0)
        return 0;
    if (is_flat(desc))
        return fill_scalars(target, &seq);
    if (desc->kind == NPRT_K_RANGE) {
        fill_range(target, &seq);
        return 0;
    }
    return fill_items(target, &seq);
}

/* Finds the shape of rank `ndim`; raises when the value is ragged. */
static int32_t shape_of(Shape *shape, int32_t ndim, const NprtDesc *desc, const void *value)
{
    memset(shape, 0, sizeof *shape);
    shape->ndim = ndim;
    find_shape(shape, desc, value, 0);
    return shape->is_ragged ? raise_ragged(shape) : 0;
}

int32_t nprt_nested_to_array(const NprtDesc *desc, const void *value, NprtDtype dtype,
                             NprtView *out)
{
    Shape shape;
    if (shape_of(&shape, nprt_nested_ndim(desc), desc, value) ||
        nprt_view_temp_new(dtype, shape.ndim, shape.extents, out))
        return 1;
    Target target = {out, 0, out->data};
    if (fill(&target, desc, value)) {
        nprt_release(out->owner);
        return 1;
    }
    return 0;
}

int32_t nprt_array_from_list(const NprtDesc *desc, const void *value, const NprtDesc *out_desc,
                             void *out)
{
    Shape shape;
    NprtView view;
    if (shape_of(&shape, out_desc->ndim, desc, value) ||
        nprt_view_new(out_desc, out, out_desc->ndim, shape.extents, false, &view))
        return 1;
    Target target = {&view, 0, view.data};
    if (fill(&target, desc, value)) {
        nprt_release(view.owner);
        return 1;
    }
    return 0;
}

/* ---- tolist --------------------------------------------------------------------------------- */

static NprtList *list_of(const NprtView *view, int32_t dim, const char *at, const NprtDesc *desc)
{
    int64_t n = view->shape[dim];
    const NprtDesc *item = desc->elems[0];
    NprtList *list = nprt_list_new(desc, n);
    if (dim == view->ndim - 1) {
        nprt_cast_loop((NprtDtype)item->dtype, view->dtype)(list->data, item->size, at,
                                                            view->strides[dim], n);
        list->len = n;
        return list;
    }
    for (int64_t i = 0; i < n; i++)
        nprt_list_push_ref(list, list_of(view, dim + 1, at + i * view->strides[dim], item));
    return list;
}

void nprt_array_to_list(const NprtDesc *desc, const void *value, const NprtDesc *out_desc,
                        void *out)
{
    NprtView view;
    nprt_view_of(&view, desc, value);
    if (view.ndim == 0) {
        nprt_cast((NprtDtype)out_desc->dtype, out, view.dtype, view.data);
        return;
    }
    NprtList *list = list_of(&view, 0, view.data, out_desc);
    memcpy(out, &list, sizeof list);
}

/* Advanced indexing: a[index] and a[index] = values where the index holds arrays.
 *
 * NumPy's rules (numpy.org, "Advanced indexing"): boolean arrays stand for the integer arrays of
 * their nonzero positions; integers count as arrays of rank 0 beside arrays; the arrays are
 * broadcast together; their common dimensions stand where the first array stood, or in front when a
 * slice, None or Ellipsis lies between two of them.
 *
 * Here an index becomes a list of byte offsets, one per element of the broadcast arrays, and two
 * groups of sliced dimensions: the leading ones, walked outside, and the cells below (see
 * array_internal.h). */
#include "runtime/array.h"

#include "runtime/array_internal.h"
#include "runtime/convert.h"
#include "runtime/errors.h"
#include "runtime/memory.h"
#include "runtime/print_scalar.h"
#include "runtime/rows.h"
#include "runtime/str.h"

#include <stdio.h>
#include <string.h>

typedef struct Item {
    const NprtDesc *desc;
    const void *value;
} Item;

typedef struct IndexArray {
    NprtView view;
    NprtAxis axis;
    NprtObj *temp; /* owned, or NULL */
} IndexArray;

enum { MAX_ITEMS = 2 * NPRT_MAX_DIMS };

typedef struct Fancy {
    NprtView array;
    char *base;     /* of element 0 after slices and integers */
    NprtView basic; /* the sliced dimensions in order; data is not used */
    int32_t lead;   /* how many of them come before the broadcast ones */
    IndexArray arrays[MAX_ITEMS];
    int32_t n_arrays;
    int32_t axis; /* next dimension of `array` */
    bool has_arrays;
    enum { NO_ARRAY, IN_ARRAYS, AFTER_ARRAYS, APART } state;
    int32_t ndim; /* of the broadcast arrays */
    int64_t shape[NPRT_MAX_DIMS];
    int64_t count;
    int64_t *offsets; /* count of them, in `room` */
    NprtBlock *room;  /* owned, or NULL */
} Fancy;

static void fancy_fini(Fancy *f)
{
    for (int32_t i = 0; i < f->n_arrays; i++)
        nprt_release(f->arrays[i].temp);
    nprt_release(f->room);
}

/* ---- items ---------------------------------------------------------------------------------- */

static bool is_nested(const NprtDesc *desc)
{
    return desc->kind == NPRT_K_LIST || desc->kind == NPRT_K_RANGE || desc->kind == NPRT_K_TUPLE;
}

/* A list of mixed types is a tuple with the name "list". */
static bool is_tuple(const NprtDesc *desc)
{
    return desc->kind == NPRT_K_TUPLE && !(desc->name && strcmp(desc->name, "list") == 0);
}

static bool is_bool_scalar(const NprtDesc *desc)
{
    return desc->kind == NPRT_K_SCALAR && desc->dtype == NPRT_BOOL;
}

/* An integer, also as an array of rank 0. */
static bool is_integer(const NprtDesc *desc)
{
    return (desc->kind == NPRT_K_SCALAR || (desc->kind == NPRT_K_ARRAY && desc->ndim == 0)) &&
           desc->dtype != NPRT_BOOL && desc->dtype <= NPRT_U64;
}

/* Dimensions of the array that the item uses up; *is_array: is it more than an integer? */
static int32_t item_consumes(const Item *item, bool *is_array)
{
    const NprtDesc *desc = item->desc;
    *is_array = !is_integer(desc) &&
                (desc->kind == NPRT_K_ARRAY || is_nested(desc) || is_bool_scalar(desc));
    switch ((NprtKind)desc->kind) {
    case NPRT_K_NONE:
    case NPRT_K_ELLIPSIS:
        return 0;
    case NPRT_K_ARRAY:
        return desc->dtype == NPRT_BOOL ? desc->ndim : 1;
    case NPRT_K_SCALAR:
        return desc->dtype == NPRT_BOOL ? 0 : 1;
    case NPRT_K_LIST:
    case NPRT_K_TUPLE:
        if (nprt_nested_dtype(desc) == NPRT_BOOL)
            return nprt_nested_ndim(desc);
        return 1;
    default:
        return 1;
    }
}

static void add_basic(Fancy *f, int64_t extent, int64_t stride)
{
    if (f->state == IN_ARRAYS)
        f->state = AFTER_ARRAYS;
    f->basic.shape[f->basic.ndim] = extent;
    f->basic.strides[f->basic.ndim++] = stride;
}

/* Notes where an integer or array stands among the sliced dimensions. */
static void mark_array(Fancy *f)
{
    if (f->state == NO_ARRAY) {
        f->lead = f->basic.ndim;
        f->state = IN_ARRAYS;
    } else if (f->state == AFTER_ARRAYS) {
        f->lead = 0;
        f->state = APART;
    }
}

static IndexArray *push_array(Fancy *f)
{
    IndexArray *array = &f->arrays[f->n_arrays++];
    array->temp = NULL;
    return array;
}

static NprtAxis next_axis(Fancy *f)
{
    int32_t i = f->axis++;
    return (NprtAxis){i, f->array.shape[i], f->array.strides[i]};
}

static int32_t add_int(Fancy *f, const Item *item)
{
    NprtAxis axis = next_axis(f);
    NprtView view;
    int64_t offset;
    nprt_view_of(&view, item->desc, item->value);
    if (nprt_resolve_indices(&axis, view.dtype, view.data, 0, 1, &offset))
        return 1;
    f->base += offset;
    if (f->has_arrays)
        mark_array(f);
    return 0;
}

static int32_t add_slice(Fancy *f, const Item *item)
{
    NprtSlice slice;
    NprtSliceRange range;
    memcpy(&slice, item->value, sizeof slice);
    NprtAxis axis = next_axis(f);
    if (nprt_slice_resolve(&slice, axis.size, &range))
        return 1;
    if (range.count > 0)
        f->base += range.start * axis.stride;
    add_basic(f, range.count, range.step * axis.stride);
    return 0;
}

static void add_ellipsis(Fancy *f, int32_t dims)
{
    if (f->state == IN_ARRAYS)
        f->state = AFTER_ARRAYS;
    for (int32_t i = 0; i < dims; i++) {
        NprtAxis axis = next_axis(f);
        add_basic(f, axis.size, axis.stride);
    }
}

/* A boolean array of rank >= 1 becomes the positions of its nonzero elements. */
static int32_t add_mask(Fancy *f, const NprtView *mask)
{
    if (nprt_check_mask(&f->array, f->axis, mask))
        return 1;
    int64_t shape[2] = {mask->ndim, nprt_count_nonzero(mask)};
    NprtView positions;
    if (nprt_view_temp_new(NPRT_I64, 2, shape, &positions))
        return 1;
    int64_t *rows[NPRT_MAX_DIMS];
    for (int32_t d = 0; d < mask->ndim; d++) {
        rows[d] = (int64_t *)(void *)positions.data + d * shape[1];
        IndexArray *array = push_array(f);
        array->view = positions;
        array->view.data = (char *)rows[d];
        array->view.ndim = 1;
        array->view.shape[0] = shape[1];
        array->view.strides[0] = sizeof(int64_t);
        array->axis = next_axis(f);
        if (d == 0)
            array->temp = positions.owner;
    }
    nprt_fill_nonzero(mask, rows);
    mark_array(f);
    return 0;
}

/* True and False add a dimension of extent 1 or 0: an array of zeros that no dimension feels. */
static int32_t add_bool(Fancy *f, bool value)
{
    static const int64_t zero = 0;
    IndexArray *array = push_array(f);
    array->view.owner = NULL;
    array->view.data = (char *)&zero;
    array->view.dtype = NPRT_I64;
    array->view.ndim = 1;
    array->view.shape[0] = value;
    array->view.strides[0] = 0;
    array->axis = (NprtAxis){f->axis, 1, 0};
    mark_array(f);
    return 0;
}

static int32_t raise_index_type(void)
{
    return nprt_raise(NPRT_EXC_INDEX_ERROR,
                      "only integers, slices (`:`), ellipsis (`...`), numpy.newaxis (`None`) and "
                      "integer or boolean arrays are valid indices");
}

static int32_t add_view(Fancy *f, const NprtView *view, NprtObj *temp)
{
    int32_t status = 0;
    if (view->dtype > NPRT_U64) {
        status = raise_index_type();
    } else if (view->dtype == NPRT_BOOL) {
        status = view->ndim == 0 ? add_bool(f, *view->data != 0) : add_mask(f, view);
    } else {
        IndexArray *array = push_array(f);
        array->view = *view;
        array->temp = temp;
        array->axis = next_axis(f);
        mark_array(f);
        return 0;
    }
    nprt_release(temp);
    return status;
}

static int32_t add_item(Fancy *f, const Item *item, int32_t ellipsis_dims)
{
    NprtView view;
    switch ((NprtKind)item->desc->kind) {
    case NPRT_K_NONE:
        add_basic(f, 1, 0);
        return 0;
    case NPRT_K_ELLIPSIS:
        add_ellipsis(f, ellipsis_dims);
        return 0;
    case NPRT_K_SLICE:
        return add_slice(f, item);
    case NPRT_K_ARRAY:
    case NPRT_K_SCALAR:
        if (is_integer(item->desc))
            return add_int(f, item);
        nprt_view_of(&view, item->desc, item->value);
        return add_view(f, &view, NULL);
    case NPRT_K_LIST:
    case NPRT_K_TUPLE:
    case NPRT_K_RANGE: {
        NprtDtype dtype = nprt_nested_dtype(item->desc);
        if (nprt_nested_to_array(item->desc, item->value,
                                 dtype == NPRT_DTYPE_COUNT ? NPRT_I64 : dtype, &view))
            return 1;
        return add_view(f, &view, view.owner);
    }
    default:
        return raise_index_type();
    }
}

/* Takes the index apart into `items`; returns their number. */
static int32_t list_items(const NprtDesc *desc, const void *value, Item items[MAX_ITEMS])
{
    if (!is_tuple(desc)) {
        items[0] = (Item){desc, value};
        return 1;
    }
    int32_t n = desc->n < MAX_ITEMS ? (int32_t)desc->n : MAX_ITEMS;
    for (int32_t i = 0; i < n; i++)
        items[i] = (Item){desc->elems[i], (const char *)value + desc->offsets[i]};
    return n;
}

static int32_t add_items(Fancy *f, const Item *items, int32_t n)
{
    int32_t consumed = 0;
    bool has_ellipsis = false;
    for (int32_t i = 0; i < n; i++) {
        bool is_array;
        consumed += item_consumes(&items[i], &is_array);
        f->has_arrays |= is_array;
        has_ellipsis |= items[i].desc->kind == NPRT_K_ELLIPSIS;
    }
    int32_t rest = f->array.ndim - consumed;
    if (rest < 0)
        return nprt_raise(
            NPRT_EXC_INDEX_ERROR,
            "too many indices for array: array is %d-dimensional, but %d were indexed",
            (int)f->array.ndim, (int)consumed);
    for (int32_t i = 0; i < n; i++)
        if (add_item(f, &items[i], rest))
            return 1;
    if (!has_ellipsis)
        add_ellipsis(f, rest);
    return 0;
}

/* ---- broadcasting the arrays ---------------------------------------------------------------- */

static int32_t raise_arrays_shape(const Fancy *f)
{
    char shapes[MAX_ITEMS * 24] = "";
    size_t used = 0;
    for (int32_t i = 0; i < f->n_arrays; i++) {
        char text[NPRT_SHAPE_TEXT];
        const NprtView *view = &f->arrays[i].view;
        nprt_shape_text(text, view->ndim, view->shape);
        if (used + strlen(text) + 2 < sizeof shapes)
            used += (size_t)snprintf(shapes + used, sizeof shapes - used, "%s ", text);
    }
    return nprt_raise(NPRT_EXC_INDEX_ERROR,
                      "shape mismatch: indexing arrays could not be broadcast together with shapes "
                      "%s",
                      shapes);
}

/* The common shape of the arrays. */
static int32_t broadcast_arrays(Fancy *f)
{
    for (int32_t i = 0; i < f->n_arrays; i++)
        if (f->arrays[i].view.ndim > f->ndim)
            f->ndim = f->arrays[i].view.ndim;
    for (int32_t d = 0; d < f->ndim; d++)
        f->shape[d] = 1;
    for (int32_t i = 0; i < f->n_arrays; i++) {
        const NprtView *view = &f->arrays[i].view;
        int64_t *shape = f->shape + f->ndim - view->ndim;
        for (int32_t d = 0; d < view->ndim; d++) {
            if (shape[d] == 1)
                shape[d] = view->shape[d];
            else if (view->shape[d] != 1 && view->shape[d] != shape[d])
                return raise_arrays_shape(f);
        }
    }
    f->count = nprt_shape_size(f->ndim, f->shape);
    return 0;
}

/* Adds one array's subscripts to the offsets. */
static int32_t add_offsets(Fancy *f, const IndexArray *array)
{
    int64_t strides[NPRT_MAX_DIMS], dense[NPRT_MAX_DIMS];
    nprt_view_broadcast(&array->view, f->ndim, f->shape, strides);
    int64_t stride = sizeof *f->offsets;
    for (int32_t d = f->ndim - 1; d >= 0; d--) {
        dense[d] = stride;
        stride *= f->shape[d];
    }
    NprtRows rows;
    int64_t found[NPRT_INDEX_CHUNK];
    for (bool more = nprt_rows_begin(&rows, f->ndim, f->shape, 2,
                                     (char *[]){(char *)f->offsets, array->view.data},
                                     (const int64_t *[]){dense, strides});
         more; more = nprt_rows_next(&rows)) {
        for (int64_t done = 0; done < rows.n; done += NPRT_INDEX_CHUNK) {
            int64_t n = rows.n - done < NPRT_INDEX_CHUNK ? rows.n - done : NPRT_INDEX_CHUNK;
            if (nprt_resolve_indices(&array->axis, array->view.dtype,
                                     rows.at[1] + done * rows.step[1], rows.step[1], n, found))
                return 1;
            int64_t *offsets = (int64_t *)(void *)rows.at[0] + done;
            for (int64_t k = 0; k < n; k++)
                offsets[k] += found[k];
        }
    }
    return 0;
}

/* Sets `f` up; the caller calls fancy_fini in any case. */
static int32_t fancy_init(Fancy *f, const NprtDesc *desc, const void *value,
                          const NprtDesc *index_desc, const void *index)
{
    nprt_view_of(&f->array, desc, value);
    f->base = f->array.data;
    f->basic.dtype = f->array.dtype;
    f->basic.data = NULL;
    f->basic.ndim = f->lead = f->n_arrays = f->axis = f->ndim = 0;
    f->has_arrays = false;
    f->state = NO_ARRAY;
    f->offsets = NULL;
    f->room = NULL;
    Item items[MAX_ITEMS];
    if (add_items(f, items, list_items(index_desc, index, items)) || broadcast_arrays(f))
        return 1;
    if (f->state == NO_ARRAY)
        f->lead = f->basic.ndim;
    return 0;
}

/* The offsets of the selected cells. */
static int32_t make_offsets(Fancy *f)
{
    f->room = nprt_block_new(f->count * (int64_t)sizeof *f->offsets, true);
    if (!f->room)
        return 1;
    f->offsets = (int64_t *)(void *)f->room->data;
    for (int32_t i = 0; i < f->n_arrays; i++)
        if (add_offsets(f, &f->arrays[i]))
            return 1;
    return 0;
}

/* The shape of a[index]; returns the rank. */
static int32_t result_shape(const Fancy *f, int64_t shape[2 * NPRT_MAX_DIMS])
{
    int32_t ndim = 0;
    for (int32_t i = 0; i < f->lead; i++)
        shape[ndim++] = f->basic.shape[i];
    for (int32_t i = 0; i < f->ndim; i++)
        shape[ndim++] = f->shape[i];
    for (int32_t i = f->lead; i < f->basic.ndim; i++)
        shape[ndim++] = f->basic.shape[i];
    return ndim;
}

/* ---- reading and writing -------------------------------------------------------------------- */

/* The array that is the whole index, alone or in a tuple of one; false when it is more. */
static bool is_one_array(const NprtDesc **desc, const void **index)
{
    if (is_tuple(*desc) && (*desc)->n == 1) {
        *index = (const char *)*index + (*desc)->offsets[0];
        *desc = (*desc)->elems[0];
    }
    return (*desc)->kind == NPRT_K_ARRAY;
}

int32_t nprt_array_fancy_get(const NprtDesc *desc, const void *value, const NprtDesc *index_desc,
                             const void *index, const NprtDesc *out_desc, void *out)
{
    if (is_one_array(&index_desc, &index) && index_desc->dtype != NPRT_BOOL &&
        index_desc->dtype <= NPRT_U64 && desc->ndim > 0 && ((const NprtArray *)value)->dims[0] > 0)
        return nprt_array_take(desc, value, index_desc, index, 0, out_desc, out);
    Fancy f;
    if (fancy_init(&f, desc, value, index_desc, index) || make_offsets(&f)) {
        fancy_fini(&f);
        return 1;
    }
    int64_t shape[2 * NPRT_MAX_DIMS];
    int32_t ndim = result_shape(&f, shape);
    NprtView result;
    if (nprt_view_new(out_desc, out, ndim, shape, false, &result)) {
        fancy_fini(&f);
        return 1;
    }
    NprtCells cells;
    NprtRows rows;
    nprt_cells_init(&cells, &f.basic, f.lead);
    char *to = result.data;
    for (bool more = nprt_rows_begin(&rows, f.lead, f.basic.shape, 1, (char *[]){f.base},
                                     (const int64_t *[]){f.basic.strides});
         more; more = nprt_rows_next(&rows)) {
        for (int64_t i = 0; i < rows.n; i++) {
            nprt_cells_gather(&cells, to, rows.at[0] + i * rows.step[0], f.offsets, f.count);
            to += f.count * cells.bytes;
        }
    }
    fancy_fini(&f);
    return 0;
}

int32_t nprt_raise_values_shape(const NprtView *values, int32_t ndim, const int64_t *shape)
{
    char from[NPRT_SHAPE_TEXT], into[NPRT_SHAPE_TEXT];
    return nprt_raise(NPRT_EXC_VALUE_ERROR,
                      "shape mismatch: value array of shape %s could not be broadcast to indexing "
                      "result of shape %s",
                      nprt_shape_text(from, values->ndim, values->shape),
                      nprt_shape_text(into, ndim, shape));
}

/* Replaces `values` by a copy with the full shape of the result: the broadcast dimensions of the
 * scatter are flat, which strides of several dimensions are not. */
static int32_t spread_values(NprtView *values, NprtDtype dtype, int32_t ndim, const int64_t *shape,
                             NprtObj **temp)
{
    int64_t strides[2 * NPRT_MAX_DIMS];
    NprtView copy;
    nprt_view_broadcast(values, ndim, shape, strides);
    if (nprt_view_temp_new(dtype, ndim, shape, &copy))
        return 1;
    NprtStrided to = {dtype, copy.data, copy.strides};
    NprtStrided from = {values->dtype, values->data, strides};
    nprt_copy_strided(&to, &from, ndim, shape);
    nprt_release(*temp);
    *temp = copy.owner;
    *values = copy;
    return 0;
}

/* Strides of the values from cell to cell, and inside one. prepare_values made the values dense or
 * a single element when there are several broadcast dimensions. */
static void cell_strides_of(const Fancy *f, const NprtCells *cells, const NprtView *values,
                            const int64_t *strides, int64_t out[NPRT_MAX_DIMS + 1])
{
    if (f->ndim == 1)
        out[0] = strides[f->lead];
    else
        out[0] = f->ndim == 0 || nprt_view_size(values) == 1 ? 0 : cells->bytes;
    memcpy(out + 1, strides + f->lead + f->ndim, (size_t)cells->block.ndim * sizeof *strides);
}

/* Stores `values`, which have the array's dtype and lie apart from it. */
static void store_values(const Fancy *f, const NprtView *values, const int64_t *strides)
{
    int64_t cell_strides[NPRT_MAX_DIMS + 1];
    NprtCells cells;
    NprtRows rows;
    nprt_cells_init(&cells, &f->basic, f->lead);
    cell_strides_of(f, &cells, values, strides, cell_strides);
    for (bool more =
             nprt_rows_begin(&rows, f->lead, f->basic.shape, 2, (char *[]){f->base, values->data},
                             (const int64_t *[]){f->basic.strides, strides});
         more; more = nprt_rows_next(&rows)) {
        for (int64_t i = 0; i < rows.n; i++)
            nprt_cells_scatter(&cells, rows.at[0] + i * rows.step[0], f->offsets, f->count,
                               rows.at[1] + i * rows.step[1], cell_strides);
    }
}

/* Is the index, but for slices below it, one array that lies apart from the indexed one? */
static bool is_plain(const Fancy *f)
{
    return f->n_arrays == 1 && f->lead == 0 && !nprt_view_overlaps(&f->arrays[0].view, &f->array);
}

/* One chunk of a plain index: checks it, or stores the next values (from `*from` on) there. */
typedef struct PlainStore {
    const IndexArray *index;
    NprtCells cells;
    char *base, *from;
    int64_t strides[NPRT_MAX_DIMS + 1];
} PlainStore;

static int32_t check_chunk(const PlainStore *s, const char *at, int64_t step, int64_t n)
{
    return nprt_check_indices(&s->index->axis, s->index->view.dtype, at, step, n);
}

static void store_chunk(PlainStore *s, const char *at, int64_t step, int64_t n)
{
    int64_t offsets[NPRT_INDEX_CHUNK];
    nprt_resolve_indices(&s->index->axis, s->index->view.dtype, at, step, n, offsets);
    nprt_cells_scatter(&s->cells, s->base, offsets, n, s->from, s->strides);
    s->from += n * s->strides[0];
}

static int32_t each_chunk(PlainStore *s, bool is_store)
{
    const NprtView *view = &s->index->view;
    NprtRows rows;
    for (bool more = nprt_rows_begin(&rows, view->ndim, view->shape, 1, (char *[]){view->data},
                                     (const int64_t *[]){view->strides});
         more; more = nprt_rows_next(&rows)) {
        for (int64_t done = 0; done < rows.n; done += NPRT_INDEX_CHUNK) {
            int64_t n = rows.n - done < NPRT_INDEX_CHUNK ? rows.n - done : NPRT_INDEX_CHUNK;
            const char *at = rows.at[0] + done * rows.step[0];
            if (is_store)
                store_chunk(s, at, rows.step[0], n);
            else if (check_chunk(s, at, rows.step[0], n))
                return 1;
        }
    }
    return 0;
}

/* The same as make_offsets and store_values for a plain index, whose offsets need not be kept: all
 * of it is checked first, so that nothing is stored when it is out of range. */
static int32_t store_plain(const Fancy *f, const NprtView *values, const int64_t *strides)
{
    PlainStore store = {.index = &f->arrays[0], .base = f->base, .from = values->data};
    nprt_cells_init(&store.cells, &f->basic, 0);
    cell_strides_of(f, &store.cells, values, strides, store.strides);
    return each_chunk(&store, false) || each_chunk(&store, true);
}

static int32_t prepare_values(const Fancy *f, NprtView *values, NprtObj **temp, int64_t *strides)
{
    int64_t shape[2 * NPRT_MAX_DIMS];
    int32_t ndim = result_shape(f, shape);
    if (!nprt_view_broadcast(values, ndim, shape, strides))
        return f->has_arrays ? nprt_raise_values_shape(values, ndim, shape)
                             : nprt_raise_input_shape(values, ndim, shape);
    if (nprt_source_like(values, &f->array, temp))
        return 1;
    if (f->ndim > 1 && nprt_view_size(values) != 1 &&
        spread_values(values, f->array.dtype, ndim, shape, temp))
        return 1;
    nprt_view_broadcast(values, ndim, shape, strides);
    return 0;
}

int32_t nprt_array_fancy_set(const NprtDesc *desc, const void *value, const NprtDesc *index_desc,
                             const void *index, const NprtDesc *values_desc, const void *values)
{
    if (is_one_array(&index_desc, &index) && index_desc->dtype == NPRT_BOOL &&
        index_desc->ndim == desc->ndim)
        return nprt_array_put_mask(desc, value, index_desc, index, values_desc, values);
    Fancy f;
    NprtView source;
    NprtObj *temp = NULL;
    int64_t strides[2 * NPRT_MAX_DIMS];
    int32_t status = fancy_init(&f, desc, value, index_desc, index) ||
                     nprt_source_of(&source, f.array.dtype, values_desc, values, &temp) ||
                     prepare_values(&f, &source, &temp, strides);
    if (!status && is_plain(&f)) {
        status = store_plain(&f, &source, strides);
    } else if (!status && !make_offsets(&f)) {
        store_values(&f, &source, strides);
    } else {
        status = 1;
    }
    nprt_release(temp);
    fancy_fini(&f);
    return status;
}

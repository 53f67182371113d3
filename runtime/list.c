/* Lists. Elements move as bytes; only copies that stay in both places are retained.
 *
 * Taking elements from the front leaves room there (`head`), so that a list serves as a queue: it is
 * given back when the list grows and the room in front is worth moving the elements. */
#include "runtime/list.h"

#include "runtime/errors.h"
#include "runtime/memory.h"
#include "runtime/str.h"
#include "runtime/str_value.h"
#include "runtime/value.h"

#include <stdbool.h>
#include <string.h>

static const NprtDesc *elem_type(const NprtList *list)
{
    return list->obj.desc->elems[0];
}

static size_t elem_size(const NprtList *list)
{
    return elem_type(list)->size;
}

static char *elem_at(const NprtList *list, int64_t i)
{
    return list->data + (size_t)i * elem_size(list);
}

static char *memory_of(const NprtList *list)
{
    return list->data ? list->data - (size_t)list->head * elem_size(list) : NULL;
}

/* Moves the elements to the beginning of the memory. */
static void close_gap(NprtList *list)
{
    char *memory = memory_of(list);
    if (list->len > 0 && list->head > 0) {
        memmove(memory, list->data, (size_t)list->len * elem_size(list));
    }
    list->data = memory;
    list->cap += list->head;
    list->head = 0;
}

static void reserve(NprtList *list, int64_t cap)
{
    if (cap > list->cap && list->head > list->len / 2) {
        close_gap(list);
    }
    if (cap <= list->cap) {
        return;
    }
    size_t size = elem_size(list);
    if (size > 0 && (uint64_t)(cap + list->head) > PTRDIFF_MAX / size) {
        nprt_out_of_memory();
    }
    char *memory = nprt_realloc(memory_of(list), (size_t)(cap + list->head) * size);
    list->data = memory + (size_t)list->head * size;
    list->cap = cap;
}

static void grow(NprtList *list, int64_t more)
{
    int64_t needed = list->len + more;
    if (needed > list->cap) {
        int64_t cap = list->cap + list->cap / 2 + 4;
        reserve(list, cap > needed ? cap : needed);
    }
}

/* Retains n elements from `at` on. */
static void retain_elems(const NprtList *list, const char *at, int64_t n)
{
    const NprtDesc *desc = elem_type(list);
    if (desc->is_managed) {
        for (int64_t i = 0; i < n; i++) {
            nprt_value_retain(desc, at + (size_t)i * desc->size);
        }
    }
}

/* Copies n elements into place and retains them. */
static void copy_elems(NprtList *list, int64_t to, const char *from, int64_t n)
{
    if (n > 0 && elem_size(list) > 0) {
        memcpy(elem_at(list, to), from, (size_t)n * elem_size(list));
        retain_elems(list, from, n);
    }
}

static void move_elems(NprtList *list, int64_t to, int64_t from, int64_t n)
{
    if (n > 0 && elem_size(list) > 0) {
        memmove(elem_at(list, to), elem_at(list, from), (size_t)n * elem_size(list));
    }
}

NprtList *nprt_list_new(const NprtDesc *desc, int64_t cap)
{
    NprtList *list = nprt_alloc_obj(NPRT_O_LIST, sizeof *list, desc);
    reserve(list, cap > 0 ? cap : 0);
    return list;
}

void *nprt_list_push(NprtList *list)
{
    grow(list, 1);
    return elem_at(list, list->len++);
}

void nprt_list_push_ref(NprtList *list, void *obj)
{
    memcpy(nprt_list_push(list), &obj, sizeof obj);
}

void nprt_list_append(NprtList *list, const NprtDesc *desc, const void *value)
{
    (void)desc;
    size_t size = elem_size(list);
    /* The value may be an element of this list, which moves when it grows. */
    uintptr_t offset = (uintptr_t)value - (uintptr_t)list->data;
    bool is_inside = list->data && offset < (size_t)list->cap * size;
    void *place = nprt_list_push(list);
    if (size > 0) {
        memcpy(place, is_inside ? list->data + offset : value, size);
        nprt_value_retain(elem_type(list), place);
    }
}

void nprt_list_extend(NprtList *list, NprtList *other)
{
    int64_t n = other->len; /* they may be the same list */
    grow(list, n);
    copy_elems(list, list->len, other->data, n);
    list->len += n;
}

/* Makes room in front of the elements. */
static void open_gap(NprtList *list)
{
    int64_t room = list->len / 2 + 4;
    reserve(list, list->len + room);
    move_elems(list, room, 0, list->len);
    list->data += (size_t)room * elem_size(list);
    list->cap -= room;
    list->head += room;
}

void nprt_list_insert(NprtList *list, int64_t index, const NprtDesc *desc, const void *value)
{
    if (index < 0) {
        index += list->len;
        index = index < 0 ? 0 : index;
    }
    if (index >= list->len) {
        nprt_list_append(list, desc, value);
        return;
    }
    size_t size = elem_size(list);
    char small[64];
    char *kept = size <= sizeof small ? small : nprt_realloc(NULL, size);
    memcpy(kept, value, size); /* the value may be an element of this list */
    nprt_value_retain(elem_type(list), kept);
    if (index == 0) {
        if (list->head == 0) {
            open_gap(list);
        }
        list->data -= size;
        list->head--;
        list->cap++;
    } else {
        grow(list, 1);
        move_elems(list, index + 1, index, list->len - index);
    }
    list->len++;
    if (size > 0) {
        memcpy(elem_at(list, index), kept, size);
    }
    if (kept != small) {
        nprt_mem_free(kept);
    }
}

/* Takes n elements out; they are no longer owned by the list. */
static void cut(NprtList *list, int64_t at, int64_t n)
{
    list->len -= n;
    if (at > 0) {
        move_elems(list, at, at + n, list->len - at);
        return;
    }
    list->data += (size_t)n * elem_size(list);
    list->head += n;
    list->cap -= n;
    if (list->len == 0) {
        close_gap(list);
    }
}

int32_t nprt_list_pop(NprtList *list, int64_t index, const NprtDesc *desc, void *out)
{
    (void)desc;
    if (list->len == 0) {
        return nprt_raise(NPRT_EXC_INDEX_ERROR, "pop from empty list");
    }
    index += index < 0 ? list->len : 0;
    if (index < 0 || index >= list->len) {
        return nprt_raise(NPRT_EXC_INDEX_ERROR, "pop index out of range");
    }
    if (elem_size(list) > 0) {
        memcpy(out, elem_at(list, index), elem_size(list));
    }
    cut(list, index, 1);
    return 0;
}

/* Position of an equal element, -1 when there is none. */
static int32_t find(NprtList *list, const NprtDesc *desc, const void *value, int64_t *out)
{
    *out = -1;
    for (int64_t i = 0; i < list->len; i++) {
        uint8_t is_same;
        if (nprt_value_same(elem_type(list), elem_at(list, i), desc, value, &is_same) != 0) {
            return 1;
        }
        if (is_same) {
            *out = i;
            return 0;
        }
    }
    return 0;
}

int32_t nprt_list_remove(NprtList *list, const NprtDesc *desc, const void *value)
{
    int64_t at;
    if (find(list, desc, value, &at) != 0) {
        return 1;
    }
    if (at < 0) {
        return nprt_raise(NPRT_EXC_VALUE_ERROR, "list.remove(x): x not in list");
    }
    nprt_value_release(elem_type(list), elem_at(list, at));
    cut(list, at, 1);
    return 0;
}

int32_t nprt_list_index(NprtList *list, const NprtDesc *desc, const void *value, int64_t *out)
{
    if (find(list, desc, value, out) != 0) {
        return 1;
    }
    if (*out >= 0) {
        return 0;
    }
    void *shown;
    if (nprt_repr_of(desc, value, &shown) != 0) {
        return 1;
    }
    nprt_raise(NPRT_EXC_VALUE_ERROR, "%s is not in list", ((NprtStr *)shown)->text);
    nprt_release(shown);
    return 1;
}

int32_t nprt_list_count(NprtList *list, const NprtDesc *desc, const void *value, int64_t *out)
{
    *out = 0;
    for (int64_t i = 0; i < list->len; i++) {
        uint8_t is_same;
        if (nprt_value_same(elem_type(list), elem_at(list, i), desc, value, &is_same) != 0) {
            return 1;
        }
        *out += is_same;
    }
    return 0;
}

int32_t nprt_list_contains(NprtList *list, const NprtDesc *desc, const void *value, uint8_t *out)
{
    int64_t at;
    int32_t status = find(list, desc, value, &at);
    *out = at >= 0;
    return status;
}

void nprt_list_reverse(NprtList *list)
{
    size_t size = elem_size(list);
    for (int64_t i = 0, j = list->len - 1; i < j; i++, j--) {
        char *a = elem_at(list, i), *b = elem_at(list, j);
        for (size_t k = 0; k < size; k++) {
            char byte = a[k];
            a[k] = b[k];
            b[k] = byte;
        }
    }
}

NprtList *nprt_list_copy(NprtList *list)
{
    NprtList *copy = nprt_list_new(list->obj.desc, list->len);
    nprt_list_extend(copy, list);
    return copy;
}

void nprt_list_clear(NprtList *list)
{
    /* Emptied before its elements go: releasing them may come back here. */
    NprtList old = *list;
    list->data = NULL;
    list->len = list->cap = list->head = 0;
    for (int64_t i = 0; i < old.len && elem_type(&old)->is_managed; i++) {
        nprt_value_release(elem_type(&old), elem_at(&old, i));
    }
    nprt_mem_free(memory_of(&old));
}

NprtList *nprt_list_concat(NprtList *a, NprtList *b)
{
    NprtList *list = nprt_list_new(a->obj.desc, a->len + b->len);
    nprt_list_extend(list, a);
    nprt_list_extend(list, b);
    return list;
}

NprtList *nprt_list_repeat(NprtList *list, int64_t times)
{
    times = times < 0 ? 0 : times;
    if (list->len > 0 && times > INT64_MAX / list->len) {
        nprt_out_of_memory();
    }
    NprtList *result = nprt_list_new(list->obj.desc, list->len * times);
    for (int64_t i = 0; i < times; i++) {
        nprt_list_extend(result, list);
    }
    return result;
}

/* ---- slices ---- */

int32_t nprt_list_slice(NprtList *list, const NprtDesc *desc, const void *slice, void **out)
{
    (void)desc;
    *out = NULL;
    NprtSliceRange range;
    if (nprt_slice_resolve(slice, list->len, &range) != 0) {
        return 1;
    }
    NprtList *part = nprt_list_new(list->obj.desc, range.count);
    if (range.step == 1) {
        copy_elems(part, 0, range.count > 0 ? elem_at(list, range.start) : NULL, range.count);
    } else {
        for (int64_t i = 0; i < range.count; i++) {
            copy_elems(part, i, elem_at(list, range.start + i * range.step), 1);
        }
    }
    part->len = range.count;
    *out = part;
    return 0;
}

static void release_range(NprtList *list, int64_t at, int64_t n)
{
    for (int64_t i = 0; i < n && elem_type(list)->is_managed; i++) {
        nprt_value_release(elem_type(list), elem_at(list, at + i));
    }
}

/* Replaces `count` elements at `at` by those of `other`, another list. */
static void splice(NprtList *list, int64_t at, int64_t count, NprtList *other)
{
    release_range(list, at, count);
    if (other->len > count) {
        grow(list, other->len - count);
    }
    move_elems(list, at + other->len, at + count, list->len - at - count);
    list->len += other->len - count;
    copy_elems(list, at, other->data, other->len);
}

int32_t nprt_list_slice_set(NprtList *list, const NprtDesc *desc, const void *slice,
                            NprtList *other)
{
    (void)desc;
    NprtSliceRange range;
    if (nprt_slice_resolve(slice, list->len, &range) != 0) {
        return 1;
    }
    NprtList *source = other == list ? nprt_list_copy(other) : other;
    int32_t status = 0;
    if (range.step == 1) {
        splice(list, range.start, range.count, source);
    } else if (source->len != range.count) {
        status = nprt_raise(NPRT_EXC_VALUE_ERROR,
                            "attempt to assign sequence of size %lld to extended slice of size "
                            "%lld",
                            (long long)source->len, (long long)range.count);
    } else {
        for (int64_t i = 0; i < range.count; i++) {
            int64_t at = range.start + i * range.step;
            release_range(list, at, 1);
            copy_elems(list, at, elem_at(source, i), 1);
        }
    }
    if (source != other) {
        nprt_release(source);
    }
    return status;
}

static void delete_steps(NprtList *list, NprtSliceRange range)
{
    if (range.step < 0) { /* the same positions upwards */
        range.start += (range.count - 1) * range.step;
        range.step = -range.step;
    }
    int64_t to = range.start, next = range.start, left = range.count;
    for (int64_t from = range.start; from < list->len; from++) {
        if (left > 0 && from == next) {
            release_range(list, from, 1);
            next += range.step;
            left--;
        } else {
            move_elems(list, to++, from, 1);
        }
    }
    list->len = to;
}

int32_t nprt_list_delete(NprtList *list, const NprtDesc *desc, const void *where)
{
    if (desc->kind == NPRT_K_SLICE) {
        NprtSliceRange range;
        if (nprt_slice_resolve(where, list->len, &range) != 0) {
            return 1;
        }
        if (range.count > 0) {
            delete_steps(list, range);
        }
        return 0;
    }
    int64_t index = nprt_scalar_int(desc->dtype, where);
    index += index < 0 ? list->len : 0;
    if (index < 0 || index >= list->len) {
        return nprt_raise(NPRT_EXC_INDEX_ERROR, "list assignment index out of range");
    }
    release_range(list, index, 1);
    cut(list, index, 1);
    return 0;
}

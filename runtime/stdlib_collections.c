/* Deques on lists, counters and ordered dicts on dicts. */
#include "runtime/stdlib_collections.h"

#include "runtime/dict.h"
#include "runtime/errors.h"
#include "runtime/list.h"
#include "runtime/memory.h"
#include "runtime/value.h"

#include <string.h>

/* ---- dicts ---- */

static const void *value_at(const NprtDict *dict, int64_t entry)
{
    return dict->entries + entry * dict->entry_size + dict->value_offset;
}

/* Merges order[from .. middle) and order[middle .. to), keeping the order of equal values. */
static int32_t merge(const NprtDict *dict, int64_t *order, int64_t *room, int64_t from,
                     int64_t middle, int64_t to)
{
    const NprtDesc *desc = dict->obj.desc->elems[1];
    int64_t a = from, b = middle;
    for (int64_t i = from; i < to; i++) {
        uint8_t takes_b = a == middle;
        if (a < middle && b < to &&
            nprt_value_less(desc, value_at(dict, order[a]), desc, value_at(dict, order[b]),
                            &takes_b) != 0) {
            return 1;
        }
        room[i] = takes_b ? order[b++] : order[a++];
    }
    memcpy(order + from, room + from, (size_t)(to - from) * sizeof *order);
    return 0;
}

int32_t nprt_dict_by_value(NprtDict *dict, int64_t *order)
{
    int64_t n = 0;
    for (int64_t i = nprt_dict_next(dict, 0); i >= 0; i = nprt_dict_next(dict, i + 1)) {
        order[n++] = i;
    }
    int64_t *room = nprt_realloc(NULL, ((size_t)n + 1) * sizeof *room);
    int32_t status = 0;
    for (int64_t width = 1; width < n && status == 0; width *= 2) {
        for (int64_t from = 0; from + width < n && status == 0; from += 2 * width) {
            int64_t to = from + 2 * width < n ? from + 2 * width : n;
            status = merge(dict, order, room, from, from + width, to);
        }
    }
    nprt_mem_free(room);
    return status;
}

int32_t nprt_dict_value_order(NprtDict *dict, void **out)
{
    NprtList *list = nprt_list_new(&nprt_desc_list_int, dict->len);
    list->len = dict->len;
    *out = NULL;
    if (nprt_dict_by_value(dict, (int64_t *)(void *)list->data) != 0) {
        nprt_release(list);
        return 1;
    }
    *out = list;
    return 0;
}

int32_t nprt_dict_move_to_end(NprtDict *dict, const NprtDesc *desc, const void *key, uint8_t last)
{
    const NprtDesc *key_desc = dict->obj.desc->elems[0], *value_desc = dict->obj.desc->elems[1];
    /* The entry is taken out and put in again; for the front, all others follow it. */
    NprtDict *rest = last ? NULL : nprt_dict_copy(dict);
    char small[64];
    char *value = value_desc->size <= sizeof small ? small : nprt_realloc(NULL, value_desc->size);
    int32_t status = nprt_dict_pop(dict, desc, key, value_desc, value);
    if (status == 0) {
        if (rest) {
            nprt_dict_clear(dict);
        }
        status = nprt_dict_set(dict, key_desc, key, value_desc, value);
        if (status == 0 && rest) {
            status = nprt_dict_update(dict, rest);
        }
        nprt_value_release(value_desc, value);
    }
    nprt_release(rest);
    if (value != small) {
        nprt_mem_free(value);
    }
    return status;
}

/* ---- deques ---- */

int64_t nprt_deque_maxlen(NprtList *deque)
{
    return (int64_t)deque->obj.flags - 1;
}

static void drop(NprtList *deque, uint8_t from_left)
{
    const NprtDesc *elem = deque->obj.desc->elems[0];
    char small[64];
    char *value = elem->size <= sizeof small ? small : nprt_realloc(NULL, elem->size);
    if (nprt_list_pop(deque, from_left ? 0 : -1, elem, value) == 0) {
        nprt_value_release(elem, value);
    }
    if (value != small) {
        nprt_mem_free(value);
    }
}

void nprt_deque_trim(NprtList *deque, uint8_t from_left)
{
    while (deque->obj.flags > 0 && deque->len > nprt_deque_maxlen(deque)) {
        drop(deque, from_left);
    }
}

int32_t nprt_deque_limit(NprtList *deque, int64_t limit)
{
    if (limit >= UINT32_MAX) {
        return nprt_raise(NPRT_EXC_VALUE_ERROR, "maxlen is too large");
    }
    deque->obj.flags = limit < 0 ? 0 : (uint32_t)limit + 1;
    nprt_deque_trim(deque, 1);
    return 0;
}

int32_t nprt_deque_pop(NprtList *deque, uint8_t from_left, const NprtDesc *desc, void *out)
{
    if (deque->len == 0) {
        return nprt_raise(NPRT_EXC_INDEX_ERROR, "pop from an empty deque");
    }
    return nprt_list_pop(deque, from_left ? 0 : -1, desc, out);
}

void nprt_deque_rotate(NprtList *deque, int64_t n)
{
    size_t size = deque->obj.desc->elems[0]->size, len = (size_t)deque->len;
    if (len < 2 || size == 0) {
        return;
    }
    n %= deque->len;
    size_t by = (size_t)(n < 0 ? n + deque->len : n);
    char *room = nprt_realloc(NULL, len * size);
    memcpy(room, deque->data + (len - by) * size, by * size);
    memcpy(room + by * size, deque->data, (len - by) * size);
    memcpy(deque->data, room, len * size);
    nprt_mem_free(room);
}

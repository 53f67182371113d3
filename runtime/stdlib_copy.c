/* Copies, by descriptor. */
#include "runtime/stdlib_copy.h"

#include "runtime/array.h"
#include "runtime/dict.h"
#include "runtime/list.h"
#include "runtime/memory.h"
#include "runtime/set.h"
#include "runtime/value.h"

#include <stdbool.h>
#include <string.h>

/* Objects already copied: cycles end there, and what was shared stays shared. */
typedef struct Memo {
    void **pairs; /* original, copy */
    size_t n, room;
} Memo;

static void *find(const Memo *memo, const void *object)
{
    for (size_t i = 0; i < memo->n; i++) {
        if (memo->pairs[2 * i] == object) {
            return memo->pairs[2 * i + 1];
        }
    }
    return NULL;
}

static void remember(Memo *memo, void *object, void *copy)
{
    if (memo->n == memo->room) {
        memo->room = memo->room * 2 + 16;
        memo->pairs = nprt_realloc(memo->pairs, 2 * memo->room * sizeof *memo->pairs);
    }
    memo->pairs[2 * memo->n] = object;
    memo->pairs[2 * memo->n + 1] = copy;
    memo->n++;
}

static void deep(const NprtDesc *desc, void *to, const void *from, Memo *memo);

static NprtList *copy_list(NprtList *list, Memo *memo)
{
    const NprtDesc *elem = list->obj.desc->elems[0];
    NprtList *copy = nprt_list_new(list->obj.desc, list->len);
    copy->obj.flags = list->obj.flags;
    remember(memo, list, copy);
    for (int64_t i = 0; i < list->len; i++) {
        void *place = nprt_list_push(copy);
        deep(elem, place, list->data + i * elem->size, memo);
    }
    return copy;
}

static NprtDict *copy_dict(NprtDict *dict, Memo *memo)
{
    const NprtDesc *key = dict->obj.desc->elems[0], *value = dict->obj.desc->elems[1];
    NprtDict *copy = nprt_dict_copy(dict); /* keys do not change; values are replaced */
    remember(memo, dict, copy);
    (void)key;
    for (int64_t i = nprt_dict_next(copy, 0); value->is_managed && i >= 0;
         i = nprt_dict_next(copy, i + 1)) {
        char *at = copy->entries + i * copy->entry_size + copy->value_offset;
        char small[64];
        char *made = value->size <= sizeof small ? small : nprt_realloc(NULL, value->size);
        deep(value, made, at, memo);
        nprt_value_release(value, at);
        memcpy(at, made, value->size);
        if (made != small) {
            nprt_mem_free(made);
        }
    }
    return copy;
}

static NprtObj *copy_object(NprtObj *object, const NprtDesc *desc, Memo *memo)
{
    NprtObj *copy = nprt_new_object(desc);
    remember(memo, object, copy);
    for (uint32_t i = 0; i < desc->n; i++) {
        deep(desc->elems[i], (char *)copy + desc->offsets[i], (char *)object + desc->offsets[i],
             memo);
    }
    return copy;
}

/* The copy of a heap object, owned; NULL: of a kind that does not change, which is shared. */
static void *copy_heap(const NprtDesc *desc, NprtObj *object, Memo *memo)
{
    void *known = find(memo, object);
    if (known) {
        nprt_retain(known);
        return known;
    }
    switch ((NprtKind)desc->kind) {
    case NPRT_K_LIST:
        return copy_list((NprtList *)object, memo);
    case NPRT_K_DICT:
        return copy_dict((NprtDict *)object, memo);
    case NPRT_K_SET:
        return nprt_set_copy((NprtSet *)object);
    case NPRT_K_OBJECT:
        return object->desc ? copy_object(object, object->desc, memo) : NULL;
    default:
        return NULL;
    }
}

static void deep(const NprtDesc *desc, void *to, const void *from, Memo *memo)
{
    NprtObj *object, *copy;
    switch ((NprtKind)desc->kind) {
    case NPRT_K_TUPLE:
    case NPRT_K_FUNCTION:
        memcpy(to, from, desc->size);
        for (uint32_t i = 0; i < desc->n && desc->offsets; i++) {
            deep(desc->elems[i], (char *)to + desc->offsets[i],
                 (const char *)from + desc->offsets[i], memo);
        }
        return;
    case NPRT_K_OPTIONAL:
        memcpy(to, from, desc->size);
        if (*(const uint8_t *)from) {
            deep(desc->elems[0], (char *)to + desc->offsets[0],
                 (const char *)from + desc->offsets[0], memo);
        }
        return;
    case NPRT_K_ARRAY:
        nprt_array_copy(desc, from, desc, to);
        return;
    case NPRT_K_LIST:
    case NPRT_K_DICT:
    case NPRT_K_SET:
    case NPRT_K_OBJECT:
        memcpy(&object, from, sizeof object);
        copy = object ? copy_heap(desc, object, memo) : NULL;
        if (copy || !object) {
            memcpy(to, &copy, sizeof copy);
            return;
        }
        break;
    default:
        break;
    }
    nprt_value_copy(desc, to, from);
}

void nprt_value_deep_copy(const NprtDesc *desc, const void *value, const NprtDesc *out_desc,
                          void *out)
{
    Memo memo = {0};
    (void)out_desc;
    deep(desc, out, value, &memo);
    nprt_mem_free(memo.pairs);
}

void nprt_value_shallow_copy(const NprtDesc *desc, const void *value, const NprtDesc *out_desc,
                             void *out)
{
    NprtObj *object;
    void *copy = NULL;
    (void)out_desc;
    switch ((NprtKind)desc->kind) {
    case NPRT_K_LIST:
        memcpy(&object, value, sizeof object);
        copy = nprt_list_copy((NprtList *)object);
        ((NprtObj *)copy)->flags = object->flags;
        break;
    case NPRT_K_DICT:
        memcpy(&object, value, sizeof object);
        copy = nprt_dict_copy((NprtDict *)object);
        break;
    case NPRT_K_SET:
        memcpy(&object, value, sizeof object);
        copy = nprt_set_copy((NprtSet *)object);
        break;
    case NPRT_K_OBJECT:
        memcpy(&object, value, sizeof object);
        if (object && object->desc) {
            const NprtDesc *own = object->desc;
            copy = nprt_new_object(own);
            for (uint32_t i = 0; i < own->n; i++) {
                nprt_value_copy(own->elems[i], (char *)copy + own->offsets[i],
                                (char *)object + own->offsets[i]);
            }
        }
        break;
    default:
        break;
    }
    if (copy) {
        memcpy(out, &copy, sizeof copy);
    } else {
        nprt_value_copy(desc, out, value);
    }
}

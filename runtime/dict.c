/* Dicts. The hash of an entry is kept, so that rebuilding the index never calls into keys. */
#include "runtime/dict.h"

#include "runtime/errors.h"
#include "runtime/memory.h"
#include "runtime/set.h"
#include "runtime/str.h"
#include "runtime/value.h"

#include <string.h>

#define EMPTY     (-1)
#define DELETED   (-2)
#define MIN_SLOTS 8

static char *entry_at(const NprtDict *dict, int64_t i)
{
    return dict->entries + i * dict->entry_size;
}

static uint64_t hash_at(const NprtDict *dict, int64_t i)
{
    uint64_t hash;
    memcpy(&hash, entry_at(dict, i), sizeof hash);
    return hash;
}

static void set_hash_at(NprtDict *dict, int64_t i, uint64_t hash)
{
    memcpy(entry_at(dict, i), &hash, sizeof hash);
}

static uint32_t align_up(uint32_t offset, uint32_t align)
{
    align = align ? align : 1;
    return (offset + align - 1) / align * align;
}

void nprt_dict_layout(NprtDict *dict, const NprtDesc *key, const NprtDesc *value)
{
    uint32_t key_offset = align_up(sizeof(uint64_t), key->align);
    uint32_t end = key_offset + key->size;
    uint32_t value_offset = value ? align_up(end, value->align) : 0;
    end = value ? value_offset + value->size : end;
    dict->key_offset = (int32_t)key_offset;
    dict->value_offset = (int32_t)value_offset;
    dict->entry_size = (int32_t)align_up(end, sizeof(uint64_t));
}

/* Entries that an index of this many slots serves: at most 5/8 full. */
static int64_t entries_for(int64_t slots)
{
    return slots / 2 + slots / 8;
}

/* Fibonacci hashing: ints hash to themselves and would pile up in runs. */
static int64_t first_slot(const NprtDict *dict, uint64_t hash)
{
    return (int64_t)(hash * 0x9E3779B97F4A7C15u >> 32) & dict->mask;
}

static void index_entry(NprtDict *dict, int64_t i)
{
    int64_t slot = first_slot(dict, hash_at(dict, i));
    while (dict->index[slot] >= 0) {
        slot = (slot + 1) & dict->mask;
    }
    dict->index[slot] = (int32_t)i;
}

/* Moves the live entries to fresh tables with room for `room` of them. */
static void rebuild(NprtDict *dict, int64_t room)
{
    int64_t slots = MIN_SLOTS;
    while (entries_for(slots) < room) {
        slots *= 2;
    }
    if (slots > INT32_MAX) {
        nprt_out_of_memory();
    }
    char *old = dict->entries;
    int64_t old_used = dict->used;
    dict->cap = entries_for(slots);
    dict->mask = slots - 1;
    dict->index = nprt_realloc(dict->index, (size_t)slots * sizeof *dict->index);
    memset(dict->index, 0xFF, (size_t)slots * sizeof *dict->index); /* EMPTY */
    size_t size = (size_t)dict->entry_size;
    dict->entries = nprt_realloc(NULL, (size_t)dict->cap * size);
    dict->used = 0;
    for (int64_t i = 0; i < old_used; i++) {
        uint64_t hash;
        memcpy(&hash, old + (size_t)i * size, sizeof hash);
        if (hash != 0) {
            memcpy(entry_at(dict, dict->used), old + (size_t)i * size, size);
            index_entry(dict, dict->used++);
        }
    }
    nprt_mem_free(old);
}

NprtDict *nprt_dict_new(const NprtDesc *desc, int64_t cap)
{
    NprtDict *dict = nprt_alloc_obj(NPRT_O_DICT, sizeof *dict, desc);
    nprt_dict_layout(dict, desc->elems[0], desc->elems[1]);
    rebuild(dict, cap);
    return dict;
}

static const NprtDesc *key_type(const NprtDict *dict)
{
    return dict->obj.desc->elems[0];
}

static const NprtDesc *value_type(const NprtDict *dict)
{
    return dict->obj.desc->elems[1];
}

static int is_i64(const NprtDesc *desc)
{
    return desc->kind == NPRT_K_SCALAR && desc->dtype == NPRT_I64;
}

/* Is the key of entry i this one? The common kinds without a call through descriptors. */
static int32_t key_matches(const NprtDict *dict, int64_t i, const NprtDesc *desc, const void *key,
                           uint8_t *out)
{
    const NprtDesc *own = key_type(dict);
    const void *stored = entry_at(dict, i) + dict->key_offset;
    if (desc->kind == NPRT_K_STR && own->kind == NPRT_K_STR) {
        *out = nprt_str_equal(*(NprtStr *const *)key, *(NprtStr *const *)stored);
        return 0;
    }
    if (is_i64(desc) && is_i64(own)) {
        *out = memcmp(key, stored, sizeof(int64_t)) == 0;
        return 0;
    }
    return nprt_value_same(own, stored, desc, key, out);
}

/* Entry and slot of a key, -1 when missing. */
static int32_t look_up(NprtDict *dict, uint64_t hash, const NprtDesc *desc, const void *key,
                       int64_t *out_entry, int64_t *out_slot)
{
    *out_entry = *out_slot = -1;
    for (int64_t slot = first_slot(dict, hash); dict->index[slot] != EMPTY;
         slot = (slot + 1) & dict->mask) {
        int64_t i = dict->index[slot];
        if (i < 0 || hash_at(dict, i) != hash) {
            continue;
        }
        uint8_t is_found;
        if (key_matches(dict, i, desc, key, &is_found) != 0) {
            return 1;
        }
        if (is_found) {
            *out_entry = i;
            *out_slot = slot;
            return 0;
        }
    }
    return 0;
}

static int32_t hash_key(const NprtDesc *desc, const void *key, uint64_t *out)
{
    int64_t hash;
    *out = 0;
    if (nprt_value_hash(desc, key, &hash) != 0) {
        return 1;
    }
    *out = nprt_entry_hash(hash);
    return 0;
}

static int32_t find(NprtDict *dict, const NprtDesc *desc, const void *key, int64_t *out_entry,
                    int64_t *out_slot)
{
    uint64_t hash;
    *out_entry = *out_slot = -1;
    return hash_key(desc, key, &hash) || look_up(dict, hash, desc, key, out_entry, out_slot);
}

static int32_t raise_key_error(const NprtDesc *desc, const void *key)
{
    void *exc;
    if (nprt_exc_new_value(NPRT_EXC_KEY_ERROR, desc, key, &exc) == 0) {
        nprt_exc_raise(exc);
        nprt_release(exc);
    }
    return 1;
}

int32_t nprt_dict_find(NprtDict *dict, const NprtDesc *key_desc, const void *key, int64_t *out)
{
    int64_t slot;
    if (dict->obj.kind == NPRT_O_SET) {
        return nprt_set_find(dict, key_desc, key, out);
    }
    return find(dict, key_desc, key, out, &slot);
}

int32_t nprt_dict_get(NprtDict *dict, const NprtDesc *key_desc, const void *key,
                      const NprtDesc *desc, void *out)
{
    (void)desc;
    int64_t entry, slot;
    if (find(dict, key_desc, key, &entry, &slot) != 0) {
        return 1;
    }
    if (entry < 0) {
        return raise_key_error(key_desc, key);
    }
    nprt_value_copy(value_type(dict), out, entry_at(dict, entry) + dict->value_offset);
    return 0;
}

/* Replaces what is at `to` by a copy of `value`, which may be the same object. */
static void store(const NprtDesc *desc, void *to, const void *value)
{
    char old[64];
    int is_small = desc->size <= sizeof old;
    char *kept = is_small ? old : nprt_realloc(NULL, desc->size);
    memcpy(kept, to, desc->size);
    nprt_value_copy(desc, to, value);
    nprt_value_release(desc, kept);
    if (!is_small) {
        nprt_mem_free(kept);
    }
}

/* Appends an entry that is known to be new; key and value are retained. */
static void append(NprtDict *dict, uint64_t hash, const void *key, const void *value)
{
    if (dict->used == dict->cap) {
        /* Grow by two, or keep the size when many entries were deleted. */
        rebuild(dict, dict->len * 2 > dict->cap ? dict->len * 2 : dict->cap);
    }
    int64_t i = dict->used++;
    set_hash_at(dict, i, hash);
    nprt_value_copy(key_type(dict), entry_at(dict, i) + dict->key_offset, key);
    nprt_value_copy(value_type(dict), entry_at(dict, i) + dict->value_offset, value);
    index_entry(dict, i);
    dict->len++;
}

int32_t nprt_dict_set(NprtDict *dict, const NprtDesc *key_desc, const void *key,
                      const NprtDesc *value_desc, const void *value)
{
    (void)value_desc;
    uint64_t hash;
    int64_t entry, slot;
    if (hash_key(key_desc, key, &hash) || look_up(dict, hash, key_desc, key, &entry, &slot)) {
        return 1;
    }
    if (entry >= 0) {
        store(value_type(dict), entry_at(dict, entry) + dict->value_offset, value);
    } else {
        append(dict, hash, key, value);
    }
    return 0;
}

/* Takes an entry out; its key and value are no longer owned by the dict. */
static void unlink_entry(NprtDict *dict, int64_t entry, int64_t slot)
{
    /* A chain that ends here needs no mark. */
    int32_t next = dict->index[(slot + 1) & dict->mask];
    dict->index[slot] = next == EMPTY ? EMPTY : DELETED;
    set_hash_at(dict, entry, 0);
    dict->len--;
}

int32_t nprt_dict_delete(NprtDict *dict, const NprtDesc *key_desc, const void *key)
{
    int64_t entry, slot;
    if (find(dict, key_desc, key, &entry, &slot) != 0) {
        return 1;
    }
    if (entry < 0) {
        return raise_key_error(key_desc, key);
    }
    unlink_entry(dict, entry, slot);
    nprt_value_release(key_type(dict), entry_at(dict, entry) + dict->key_offset);
    nprt_value_release(value_type(dict), entry_at(dict, entry) + dict->value_offset);
    return 0;
}

int32_t nprt_dict_pop(NprtDict *dict, const NprtDesc *key_desc, const void *key,
                      const NprtDesc *desc, void *out)
{
    (void)desc;
    int64_t entry, slot;
    if (find(dict, key_desc, key, &entry, &slot) != 0) {
        return 1;
    }
    if (entry < 0) {
        return raise_key_error(key_desc, key);
    }
    unlink_entry(dict, entry, slot);
    nprt_value_release(key_type(dict), entry_at(dict, entry) + dict->key_offset);
    memcpy(out, entry_at(dict, entry) + dict->value_offset, value_type(dict)->size);
    return 0;
}

int32_t nprt_dict_popitem(NprtDict *dict, const NprtDesc *desc, void *out)
{
    if (dict->len == 0) {
        return nprt_raise(NPRT_EXC_KEY_ERROR, "popitem(): dictionary is empty");
    }
    int64_t entry = nprt_dict_prev(dict, dict->used - 1);
    int64_t slot = first_slot(dict, hash_at(dict, entry));
    while (dict->index[slot] != entry) {
        slot = (slot + 1) & dict->mask;
    }
    unlink_entry(dict, entry, slot);
    dict->used = entry; /* all behind it are deleted */
    const char *from = entry_at(dict, entry);
    memcpy((char *)out + desc->offsets[0], from + dict->key_offset, key_type(dict)->size);
    memcpy((char *)out + desc->offsets[1], from + dict->value_offset, value_type(dict)->size);
    return 0;
}

int64_t nprt_dict_next(NprtDict *dict, int64_t from)
{
    for (int64_t i = from; i < dict->used; i++) {
        if (hash_at(dict, i) != 0) {
            return i;
        }
    }
    return -1;
}

int64_t nprt_dict_prev(NprtDict *dict, int64_t from)
{
    for (int64_t i = from < dict->used ? from : dict->used - 1; i >= 0; i--) {
        if (hash_at(dict, i) != 0) {
            return i;
        }
    }
    return -1;
}

void nprt_dict_clear(NprtDict *dict)
{
    if (dict->obj.kind == NPRT_O_SET) {
        nprt_set_clear(dict);
        return;
    }
    /* Emptied before its parts go: releasing them may come back here. */
    NprtDict old = *dict;
    dict->index = NULL;
    dict->entries = NULL;
    dict->len = dict->used = 0;
    rebuild(dict, 0);
    for (int64_t i = nprt_dict_next(&old, 0); i >= 0; i = nprt_dict_next(&old, i + 1)) {
        nprt_value_release(key_type(&old), entry_at(&old, i) + old.key_offset);
        nprt_value_release(value_type(&old), entry_at(&old, i) + old.value_offset);
    }
    nprt_mem_free(old.index);
    nprt_mem_free(old.entries);
}

NprtDict *nprt_dict_copy(NprtDict *dict)
{
    if (dict->obj.kind == NPRT_O_SET) {
        return nprt_set_copy(dict);
    }
    NprtDict *copy = nprt_dict_new(dict->obj.desc, dict->len);
    for (int64_t i = nprt_dict_next(dict, 0); i >= 0; i = nprt_dict_next(dict, i + 1)) {
        const char *entry = entry_at(dict, i);
        append(copy, hash_at(dict, i), entry + dict->key_offset, entry + dict->value_offset);
    }
    return copy;
}

int32_t nprt_dict_update(NprtDict *dict, NprtDict *other)
{
    if (dict == other) {
        return 0;
    }
    for (int64_t i = nprt_dict_next(other, 0); i >= 0; i = nprt_dict_next(other, i + 1)) {
        const char *entry = entry_at(other, i);
        if (nprt_dict_set(dict, key_type(other), entry + other->key_offset, value_type(other),
                          entry + other->value_offset) != 0) {
            return 1;
        }
    }
    return 0;
}

int32_t nprt_dict_check_size(NprtDict *dict, int64_t len)
{
    if (dict->len == len) {
        return 0;
    }
    return nprt_raise(NPRT_EXC_RUNTIME_ERROR, "%s changed size during iteration",
                      dict->obj.kind == NPRT_O_SET ? "Set" : "dictionary");
}

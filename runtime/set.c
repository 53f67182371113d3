/* Sets. Probing and growth follow CPython 3.13's Objects/setobject.c step by step, because they
 * decide the order of iteration, which programs print. */
#include "runtime/set.h"

#include "runtime/dict.h"
#include "runtime/errors.h"
#include "runtime/memory.h"
#include "runtime/value.h"

#include <string.h>

#define EMPTY         (-1)
#define DELETED       (-2)
#define MIN_SLOTS     8
#define LINEAR_PROBES 9
#define PERTURB_SHIFT 5

/* CPython's so->fill and so->finger live in fields that sets do not need. */
#define FILL(set)   ((set)->pad)
#define FINGER(set) ((set)->cap)

static char *slot_at(const NprtSet *set, int64_t i)
{
    return set->entries + i * set->entry_size;
}

static char *key_at(const NprtSet *set, int64_t i)
{
    return slot_at(set, i) + set->key_offset;
}

static uint64_t hash_at(const NprtSet *set, int64_t i)
{
    uint64_t hash;
    memcpy(&hash, slot_at(set, i), sizeof hash);
    return hash;
}

static const NprtDesc *key_type(const NprtSet *set)
{
    return set->obj.desc->elems[0];
}

/* A walk over the slots where a key may be: runs of up to ten neighbours, then a jump. */
typedef struct Probe {
    uint64_t perturb;
    uint64_t start; /* of the run */
    uint64_t at;
    uint64_t mask;
    int left;
} Probe;

static void start_run(Probe *p)
{
    p->at = p->start;
    p->left = p->start + LINEAR_PROBES <= p->mask ? LINEAR_PROBES : 0;
}

static Probe probe_first(const NprtSet *set, uint64_t hash)
{
    uint64_t python_hash = hash - 1;
    Probe p = {.perturb = python_hash, .mask = (uint64_t)set->mask};
    p.start = python_hash & p.mask;
    start_run(&p);
    return p;
}

static void probe_next(Probe *p)
{
    if (p->left-- > 0) {
        p->at++;
        return;
    }
    p->perturb >>= PERTURB_SHIFT;
    p->start = (p->start * 5 + 1 + p->perturb) & p->mask;
    start_run(p);
}

/* Puts a key (taken over) in an empty slot; it is not in the set and no slot is deleted. */
static void insert_clean(NprtSet *set, uint64_t hash, const char *key)
{
    Probe p = probe_first(set, hash);
    while (set->index[p.at] != EMPTY) {
        probe_next(&p);
    }
    set->index[p.at] = (int32_t)p.at;
    memcpy(slot_at(set, (int64_t)p.at), &hash, sizeof hash);
    memcpy(key_at(set, (int64_t)p.at), key, key_type(set)->size);
}

static void allocate(NprtSet *set, int64_t slots)
{
    if (slots > INT32_MAX / 2) {
        nprt_out_of_memory();
    }
    size_t size = (size_t)set->entry_size;
    set->mask = slots - 1;
    set->used = slots;
    set->index = nprt_realloc(NULL, (size_t)slots * sizeof *set->index);
    memset(set->index, 0xFF, (size_t)slots * sizeof *set->index); /* EMPTY */
    set->entries = nprt_realloc(NULL, (size_t)slots * size);
    memset(set->entries, 0, (size_t)slots * size);
}

static void resize(NprtSet *set, int64_t min_used)
{
    NprtSet old = *set;
    int64_t slots = MIN_SLOTS;
    while (slots <= min_used) {
        slots *= 2;
    }
    allocate(set, slots);
    for (int64_t i = nprt_dict_next(&old, 0); i >= 0; i = nprt_dict_next(&old, i + 1)) {
        insert_clean(set, hash_at(&old, i), key_at(&old, i));
    }
    FILL(set) = (int32_t)set->len;
    nprt_mem_free(old.index);
    nprt_mem_free(old.entries);
}

static int64_t grown(const NprtSet *set)
{
    return set->len > 50000 ? set->len * 2 : set->len * 4;
}

NprtSet *nprt_set_new(const NprtDesc *desc)
{
    NprtSet *set = nprt_alloc_obj(NPRT_O_SET, sizeof *set, desc);
    nprt_dict_layout(set, desc->elems[0], NULL);
    allocate(set, MIN_SLOTS);
    return set;
}

/* Slot of the key, or with *is_found 0 the slot for it: the last deleted one on the way, else the
 * empty one at its end. */
static int32_t look_up(NprtSet *set, uint64_t hash, const NprtDesc *desc, const void *key,
                       int64_t *out_slot, uint8_t *is_found)
{
    *is_found = 0;
    int64_t deleted = -1;
    Probe p = probe_first(set, hash);
    for (; set->index[p.at] != EMPTY; probe_next(&p)) {
        int64_t at = (int64_t)p.at;
        if (set->index[at] == DELETED) {
            deleted = at;
            continue;
        }
        if (hash_at(set, at) != hash) {
            continue;
        }
        if (nprt_value_same(key_type(set), key_at(set, at), desc, key, is_found) != 0) {
            return 1;
        }
        if (*is_found) {
            break;
        }
    }
    *out_slot = !*is_found && deleted >= 0 ? deleted : (int64_t)p.at;
    return 0;
}

/* Adds a key, retained, unless it is there. */
static int32_t add_hashed(NprtSet *set, uint64_t hash, const NprtDesc *desc, const void *key)
{
    int64_t slot;
    uint8_t is_found;
    if (look_up(set, hash, desc, key, &slot, &is_found) != 0) {
        return 1;
    }
    if (is_found) {
        return 0;
    }
    int is_reused = set->index[slot] == DELETED;
    set->index[slot] = (int32_t)slot;
    memcpy(slot_at(set, slot), &hash, sizeof hash);
    nprt_value_copy(key_type(set), key_at(set, slot), key);
    set->len++;
    if (is_reused) {
        return 0;
    }
    FILL(set)++;
    if ((int64_t)FILL(set) * 5 >= set->mask * 3) {
        resize(set, grown(set));
    }
    return 0;
}

/* Empties a slot; the key is no longer owned. */
static void vacate(NprtSet *set, int64_t slot)
{
    uint64_t none = 0;
    set->index[slot] = DELETED;
    memcpy(slot_at(set, slot), &none, sizeof none);
    set->len--;
}

static int32_t discard_hashed(NprtSet *set, uint64_t hash, const NprtDesc *desc, const void *key,
                              uint8_t *was_there)
{
    int64_t slot;
    if (look_up(set, hash, desc, key, &slot, was_there) != 0) {
        return 1;
    }
    if (*was_there) {
        vacate(set, slot);
        nprt_value_release(key_type(set), key_at(set, slot));
    }
    return 0;
}

/* ---- elements ---- */

static int32_t hash_value(const NprtDesc *desc, const void *value, uint64_t *out)
{
    int64_t hash;
    *out = 0;
    if (nprt_value_hash(desc, value, &hash) != 0) {
        return 1;
    }
    *out = nprt_entry_hash(hash);
    return 0;
}

int32_t nprt_set_add(NprtSet *set, const NprtDesc *desc, const void *value)
{
    uint64_t hash;
    return hash_value(desc, value, &hash) || add_hashed(set, hash, desc, value);
}

int32_t nprt_set_discard(NprtSet *set, const NprtDesc *desc, const void *value)
{
    uint64_t hash;
    uint8_t was_there;
    return hash_value(desc, value, &hash) || discard_hashed(set, hash, desc, value, &was_there);
}

int32_t nprt_set_remove(NprtSet *set, const NprtDesc *desc, const void *value)
{
    uint64_t hash;
    uint8_t was_there;
    if (hash_value(desc, value, &hash) || discard_hashed(set, hash, desc, value, &was_there)) {
        return 1;
    }
    if (!was_there) {
        void *exc;
        if (nprt_exc_new_value(NPRT_EXC_KEY_ERROR, desc, value, &exc) == 0) {
            nprt_exc_raise(exc);
            nprt_release(exc);
        }
        return 1;
    }
    return 0;
}

int32_t nprt_set_find(NprtSet *set, const NprtDesc *desc, const void *value, int64_t *out)
{
    uint64_t hash;
    uint8_t is_found;
    *out = -1;
    if (hash_value(desc, value, &hash) || look_up(set, hash, desc, value, out, &is_found)) {
        return 1;
    }
    *out = is_found ? *out : -1;
    return 0;
}

int32_t nprt_set_pop(NprtSet *set, const NprtDesc *desc, void *out)
{
    (void)desc;
    if (set->len == 0) {
        return nprt_raise(NPRT_EXC_KEY_ERROR, "pop from an empty set");
    }
    int64_t slot = FINGER(set) & set->mask;
    while (set->index[slot] < 0) {
        slot = slot == set->mask ? 0 : slot + 1;
    }
    memcpy(out, key_at(set, slot), key_type(set)->size);
    vacate(set, slot);
    FINGER(set) = slot + 1;
    return 0;
}

static void release_all(NprtSet *set)
{
    for (int64_t i = nprt_dict_next(set, 0); i >= 0; i = nprt_dict_next(set, i + 1)) {
        nprt_value_release(key_type(set), key_at(set, i));
    }
    nprt_mem_free(set->index);
    nprt_mem_free(set->entries);
}

void nprt_set_clear(NprtSet *set)
{
    NprtSet old = *set;
    set->len = 0;
    FILL(set) = 0;
    allocate(set, MIN_SLOTS);
    release_all(&old);
}

/* ---- whole sets ---- */

/* CPython's set_merge. */
static int32_t merge(NprtSet *set, NprtSet *other)
{
    if (other == set || other->len == 0) {
        return 0;
    }
    if ((FILL(set) + other->len) * 5 >= set->mask * 3) {
        resize(set, (set->len + other->len) * 2);
    }
    int is_empty = FILL(set) == 0;
    int is_same_layout = is_empty && set->mask == other->mask && FILL(other) == other->len;
    const NprtDesc *desc = key_type(other);
    for (int64_t i = nprt_dict_next(other, 0); i >= 0; i = nprt_dict_next(other, i + 1)) {
        if (is_same_layout) {
            set->index[i] = (int32_t)i;
            memcpy(slot_at(set, i), slot_at(other, i), (size_t)set->entry_size);
            nprt_value_retain(desc, key_at(set, i));
        } else if (is_empty) {
            insert_clean(set, hash_at(other, i), key_at(other, i));
            nprt_value_retain(desc, key_at(other, i));
        } else if (add_hashed(set, hash_at(other, i), desc, key_at(other, i)) != 0) {
            return 1;
        }
    }
    if (is_empty) {
        set->len = other->len;
        FILL(set) = (int32_t)other->len;
    }
    return 0;
}

NprtSet *nprt_set_copy(NprtSet *set)
{
    NprtSet *copy = nprt_set_new(set->obj.desc);
    merge(copy, set); /* compares no keys, so that it cannot raise */
    return copy;
}

static int32_t contains(NprtSet *set, NprtSet *other, int64_t i, uint8_t *out)
{
    int64_t slot;
    return look_up(set, hash_at(other, i), key_type(other), key_at(other, i), &slot, out);
}

/* Adds to `result` the elements of `from` whose presence in `other` is `wanted`. */
static int32_t add_where(NprtSet *result, NprtSet *from, NprtSet *other, uint8_t wanted)
{
    for (int64_t i = nprt_dict_next(from, 0); i >= 0; i = nprt_dict_next(from, i + 1)) {
        uint8_t is_in;
        if (contains(other, from, i, &is_in) != 0) {
            return 1;
        }
        if (is_in == wanted &&
            add_hashed(result, hash_at(from, i), key_type(from), key_at(from, i)) != 0) {
            return 1;
        }
    }
    return 0;
}

static int32_t intersect_into(NprtSet *result, NprtSet *a, NprtSet *b)
{
    if (a == b) {
        return merge(result, a);
    }
    /* CPython walks the smaller one, the second when they are equally large. */
    return b->len > a->len ? add_where(result, a, b, 1) : add_where(result, b, a, 1);
}

static int32_t subtract(NprtSet *set, NprtSet *other)
{
    if (set == other) {
        nprt_set_clear(set);
        return 0;
    }
    NprtSet *common = NULL;
    if (other->len >> 3 > set->len) {
        common = nprt_set_new(set->obj.desc);
        if (intersect_into(common, set, other) != 0) {
            nprt_release(common);
            return 1;
        }
        other = common;
    }
    int32_t status = 0;
    for (int64_t i = nprt_dict_next(other, 0); i >= 0 && status == 0;
         i = nprt_dict_next(other, i + 1)) {
        uint8_t was_there;
        status =
            discard_hashed(set, hash_at(other, i), key_type(other), key_at(other, i), &was_there);
    }
    nprt_release(common);
    if (status == 0 && FILL(set) - set->len > set->mask / 4) {
        resize(set, grown(set));
    }
    return status;
}

static int32_t symmetric_update(NprtSet *set, NprtSet *other)
{
    if (set == other) {
        nprt_set_clear(set);
        return 0;
    }
    for (int64_t i = nprt_dict_next(other, 0); i >= 0; i = nprt_dict_next(other, i + 1)) {
        uint8_t was_there;
        uint64_t hash = hash_at(other, i);
        if (discard_hashed(set, hash, key_type(other), key_at(other, i), &was_there) != 0) {
            return 1;
        }
        if (!was_there && add_hashed(set, hash, key_type(other), key_at(other, i)) != 0) {
            return 1;
        }
    }
    return 0;
}

/* The result of an operation in `result`, a new set; what it starts from is CPython's choice. */
static int32_t combine(NprtSet *result, NprtSet *a, NprtSet *b, int64_t op)
{
    switch (op) {
    case NPRT_SET_OR:
        return merge(result, a) || merge(result, b);
    case NPRT_SET_AND:
        return intersect_into(result, a, b);
    case NPRT_SET_SUB:
        if (a->len >> 2 > b->len) {
            return merge(result, a) || subtract(result, b);
        }
        return add_where(result, a, b, 0);
    default:
        return merge(result, b) || symmetric_update(result, a);
    }
}

int32_t nprt_set_binary(NprtSet *a, NprtSet *b, int64_t op, void **out)
{
    NprtSet *result = nprt_set_new(a->obj.desc);
    *out = NULL;
    if (combine(result, a, b, op) != 0) {
        nprt_release(result);
        return 1;
    }
    *out = result;
    return 0;
}

/* Exchanges the tables; where pop() looks next stays, as in CPython. */
static void swap_bodies(NprtSet *a, NprtSet *b)
{
    NprtSet old_a = *a, old_b = *b;
    *a = old_b;
    a->obj = old_a.obj;
    FINGER(a) = FINGER(&old_a);
    *b = old_a;
    b->obj = old_b.obj;
    FINGER(b) = FINGER(&old_b);
}

int32_t nprt_set_update(NprtSet *a, NprtSet *b, int64_t op)
{
    switch (op) {
    case NPRT_SET_OR:
        return merge(a, b);
    case NPRT_SET_AND: {
        NprtSet *common = nprt_set_new(a->obj.desc);
        int32_t status = intersect_into(common, a, b);
        if (status == 0) {
            swap_bodies(a, common);
        }
        nprt_release(common);
        return status;
    }
    case NPRT_SET_SUB:
        return subtract(a, b);
    default:
        return symmetric_update(a, b);
    }
}

int32_t nprt_set_compare(NprtSet *a, NprtSet *b, int64_t test, uint8_t *out)
{
    *out = 0;
    if ((test == NPRT_SET_EQUAL && a->len != b->len) ||
        (test == NPRT_SET_SUBSET && a->len > b->len) ||
        (test == NPRT_SET_PROPER_SUBSET && a->len >= b->len)) {
        return 0;
    }
    /* Every element of `a` must be in `b`, or none of the smaller one in the other. */
    uint8_t wanted = test != NPRT_SET_DISJOINT;
    if (!wanted && a->len > b->len) {
        NprtSet *larger = a;
        a = b;
        b = larger;
    }
    for (int64_t i = nprt_dict_next(a, 0); i >= 0; i = nprt_dict_next(a, i + 1)) {
        uint8_t is_in;
        if (contains(b, a, i, &is_in) != 0) {
            return 1;
        }
        if (is_in != wanted) {
            return 0;
        }
    }
    *out = 1;
    return 0;
}

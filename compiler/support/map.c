/* Pointer map: entries in order of insertion plus an open-addressed index into them with linear
 * probing, at most two thirds full. */

#include "compiler/support/map.h"

#include <assert.h>
#include <string.h>

#define FIRST_SLOTS 16u

static uint32_t hash_pointer(const void *key)
{
    /* Fibonacci hashing; the low bits of addresses are constant, so take the high half of the
     * product. */
    return (uint32_t)(((uint64_t)(uintptr_t)key * 0x9E3779B97F4A7C15u) >> 32);
}

/* The slot that holds `key`, or the free one where it belongs. The map must have slots. */
static uint32_t *find_slot(const NjMap *map, const void *key)
{
    uint32_t mask = map->nslots - 1;
    uint32_t at = hash_pointer(key) & mask;
    while (map->slots[at] && map->entries[map->slots[at] - 1].key != key)
        at = (at + 1) & mask;
    return &map->slots[at];
}

static uint32_t entries_for(uint32_t nslots)
{
    return nslots / 3 * 2;
}

static void grow(NjArena *arena, NjMap *map)
{
    uint32_t nslots = map->nslots ? map->nslots * 2 : FIRST_SLOTS;
    if (nslots < map->nslots)
        nslots = 0; /* 2^32 slots: no arena has that much, let it say so */
    NjMapEntry *entries =
        nj_arena_alloc_array(arena, nslots ? entries_for(nslots) : SIZE_MAX, sizeof *entries);
    if (map->n)
        memcpy(entries, map->entries, map->n * sizeof *entries);
    map->slots = NJ_NEW_ARRAY(arena, uint32_t, nslots);
    map->entries = entries;
    map->nslots = nslots;
    for (uint32_t i = 0; i < map->n; i++)
        *find_slot(map, entries[i].key) = i + 1;
}

void **nj_map_at(NjArena *arena, NjMap *map, const void *key)
{
    assert(key);
    if (map->n == entries_for(map->nslots) && !nj_map_has(map, key))
        grow(arena, map);
    uint32_t *slot = find_slot(map, key);
    if (!*slot) {
        map->entries[map->n] = (NjMapEntry){.key = key};
        *slot = ++map->n;
    }
    return &map->entries[*slot - 1].value;
}

void nj_map_put(NjArena *arena, NjMap *map, const void *key, void *value)
{
    *nj_map_at(arena, map, key) = value;
}

void *nj_map_get(const NjMap *map, const void *key)
{
    if (!map->nslots)
        return NULL;
    uint32_t slot = *find_slot(map, key);
    return slot ? map->entries[slot - 1].value : NULL;
}

bool nj_map_has(const NjMap *map, const void *key)
{
    return map->nslots && *find_slot(map, key) != 0;
}

#ifndef NPJIT_COMPILER_SUPPORT_MAP_H
#define NPJIT_COMPILER_SUPPORT_MAP_H

/* Hash map from pointer to pointer in an arena; keys are compared by address (interned names,
 * types, nodes). A zeroed map is a valid empty one. Entries keep the order of insertion, so that
 * walking a map is deterministic:
 *
 *     for (uint32_t i = 0; i < map.n; i++)
 *         visit(map.entries[i].key, map.entries[i].value);
 *
 * There is no removal: put NULL. */

#include <stdbool.h>

#include "compiler/support/arena.h"

typedef struct NjMapEntry {
    const void *key;
    void *value;
} NjMapEntry;

typedef struct NjMap {
    NjMapEntry *entries; /* arena, in order of insertion */
    uint32_t *slots;     /* arena; index into entries plus one, 0 is free */
    uint32_t n;          /* number of entries */
    uint32_t nslots;     /* power of two, or 0 */
} NjMap;

/* Sets the value of `key`, which must not be NULL; replaces an earlier one. */
void nj_map_put(NjArena *arena, NjMap *map, const void *key, void *value);

/* The value of `key`, or NULL when there is none. */
void *nj_map_get(const NjMap *map, const void *key);

/* Tells whether `key` was put (also with NULL). */
bool nj_map_has(const NjMap *map, const void *key);

/* The address of the value of `key`, inserted as NULL when absent. Valid until the next insertion.
 */
void **nj_map_at(NjArena *arena, NjMap *map, const void *key);

#endif

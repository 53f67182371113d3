/* Growing of the typed vectors of vec.h: by doubling, so the memory left behind in the arena is
 * less than what the vector holds in the end. */

#include "compiler/support/vec.h"

#include <string.h>

void *nj_vec_grow(NjArena *arena, void *items, uint32_t *room, uint32_t needed, size_t item_size)
{
    uint64_t grown = *room ? (uint64_t)*room * 2 : 8;
    if (grown < needed)
        grown = needed;
    /* The index type bounds the count: past it the request below is one that no arena can meet. */
    void *copy = nj_arena_alloc_array(arena, grown > UINT32_MAX ? SIZE_MAX : grown, item_size);
    if (*room)
        memcpy(copy, items, (size_t)*room * item_size);
    *room = (uint32_t)grown;
    return copy;
}

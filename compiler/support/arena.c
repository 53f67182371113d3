/* The bump allocator. Chunks come from calloc, so that memory is zeroed by the kernel where
 * possible; they double in size up to a bound. A large request gets a chunk of its own, put behind
 * the current one, so that it does not waste the rest of it. Under the address sanitizer every
 * request is such a chunk, which makes the sanitizer see each object's bounds. */

#include "compiler/support/arena.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(__SANITIZE_ADDRESS__)
#define ONE_CHUNK_EACH 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define ONE_CHUNK_EACH 1
#endif
#endif
#ifndef ONE_CHUNK_EACH
#define ONE_CHUNK_EACH 0
#endif

#define ALIGNMENT   16u
#define FIRST_CHUNK ((size_t)32 << 10)
#define LARGEST     ((size_t)1 << 20)

struct NjArenaChunk {
    NjArenaChunk *next;
    size_t size; /* bytes of payload behind this header */
};

_Static_assert(sizeof(NjArenaChunk) % ALIGNMENT == 0, "the payload must be aligned");

void nj_arena_init(NjArena *arena, NjArenaOomFn *oom, void *oom_data)
{
    *arena = (NjArena){.oom = oom, .oom_data = oom_data};
}

void nj_arena_fini(NjArena *arena)
{
    NjArenaChunk *next;
    for (NjArenaChunk *chunk = arena->chunks; chunk; chunk = next) {
        next = chunk->next;
        free(chunk);
    }
    nj_arena_init(arena, arena->oom, arena->oom_data);
}

static _Noreturn void exhausted(NjArena *arena)
{
    if (arena->oom)
        arena->oom(arena->oom_data);
    abort();
}

static NjArenaChunk *new_chunk(NjArena *arena, size_t size)
{
    size_t total = sizeof(NjArenaChunk) + size;
    if (total < size || (arena->budget && total > arena->budget - arena->reserved))
        exhausted(arena);
    NjArenaChunk *chunk = calloc(1, total);
    if (!chunk)
        exhausted(arena);
    chunk->size = size;
    arena->reserved += total;
    return chunk;
}

/* The request does not fit in the current chunk. */
static void *alloc_slow(NjArena *arena, size_t size)
{
    size_t grown = arena->chunks ? arena->chunks->size * 2 : FIRST_CHUNK;
    if (grown > LARGEST)
        grown = LARGEST;
    if (grown < FIRST_CHUNK)
        grown = FIRST_CHUNK;

    if (ONE_CHUNK_EACH || size > grown / 4) {
        NjArenaChunk *chunk = new_chunk(arena, size);
        if (arena->chunks) {
            chunk->next = arena->chunks->next;
            arena->chunks->next = chunk;
        } else {
            /* No current chunk: this one plays its part, full. */
            arena->chunks = chunk;
            arena->cursor = arena->limit = (char *)(chunk + 1) + size;
        }
        return chunk + 1;
    }
    NjArenaChunk *chunk = new_chunk(arena, grown);
    chunk->next = arena->chunks;
    arena->chunks = chunk;
    arena->cursor = (char *)(chunk + 1) + size;
    arena->limit = (char *)(chunk + 1) + grown;
    return chunk + 1;
}

void *nj_arena_alloc(NjArena *arena, size_t size)
{
    if (size > SIZE_MAX / 2)
        exhausted(arena);
    if (ONE_CHUNK_EACH)
        size += !size;
    else
        size = (size + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1);
    arena->used += size;
    if (size > (size_t)(arena->limit - arena->cursor) || !arena->chunks)
        return alloc_slow(arena, size);
    void *memory = arena->cursor;
    arena->cursor += size;
    return memory;
}

void *nj_arena_alloc_array(NjArena *arena, size_t count, size_t size)
{
    if (size && count > SIZE_MAX / size)
        exhausted(arena);
    return nj_arena_alloc(arena, count * size);
}

void *nj_arena_copy(NjArena *arena, const void *bytes, size_t size)
{
    void *copy = nj_arena_alloc(arena, size);
    if (size)
        memcpy(copy, bytes, size);
    return copy;
}

char *nj_arena_strndup(NjArena *arena, const char *text, size_t len)
{
    char *copy = nj_arena_alloc(arena, len + 1);
    if (len)
        memcpy(copy, text, len);
    return copy;
}

char *nj_arena_strdup(NjArena *arena, const char *text)
{
    return nj_arena_strndup(arena, text, strlen(text));
}

char *nj_arena_vprintf(NjArena *arena, const char *format, va_list args)
{
    va_list again;
    va_copy(again, args);
    int len = vsnprintf(NULL, 0, format, again);
    va_end(again);
    if (len < 0)
        exhausted(arena);
    char *text = nj_arena_alloc(arena, (size_t)len + 1);
    vsnprintf(text, (size_t)len + 1, format, args);
    return text;
}

char *nj_arena_printf(NjArena *arena, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    char *text = nj_arena_vprintf(arena, format, args);
    va_end(args);
    return text;
}

#ifndef NPJIT_COMPILER_SUPPORT_ARENA_H
#define NPJIT_COMPILER_SUPPORT_ARENA_H

/* Bump allocator: memory that lives and dies together. Nothing is freed one by one. All pointers
 * are aligned to 16 bytes. Not thread-safe: an arena belongs to one compilation or one module. */

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

typedef struct NjArenaChunk NjArenaChunk;

/* Called when memory runs out. It must not return (it unwinds to the recovery point of the unit);
 * should it return all the same, or be NULL, the process aborts. */
typedef void NjArenaOomFn(void *data);

typedef struct NjArena {
    NjArenaChunk *chunks; /* owned, newest first */
    char *cursor;         /* next free byte in the newest chunk */
    char *limit;          /* its end */
    size_t used;          /* bytes handed out, for statistics */
    size_t budget;        /* most bytes to take from the system; 0: no bound */
    size_t reserved;      /* bytes taken from the system */
    NjArenaOomFn *oom;
    void *oom_data; /* borrowed */
} NjArena;

/* Makes an empty arena in caller's storage; takes no memory yet. */
void nj_arena_init(NjArena *arena, NjArenaOomFn *oom, void *oom_data);

/* Frees everything ever allocated; the arena may then be initialised again. */
void nj_arena_fini(NjArena *arena);

/* Returns `size` zeroed bytes, never NULL. A size of 0 gives a valid pointer. */
void *nj_arena_alloc(NjArena *arena, size_t size);

/* Returns `count * size` zeroed bytes; an overflow of the product counts as exhaustion. */
void *nj_arena_alloc_array(NjArena *arena, size_t count, size_t size);

/* Returns a copy of `size` bytes at `bytes` (which may be NULL when `size` is 0). */
void *nj_arena_copy(NjArena *arena, const void *bytes, size_t size);

/* Copies of text, NUL-terminated. */
char *nj_arena_strdup(NjArena *arena, const char *text);
char *nj_arena_strndup(NjArena *arena, const char *text, size_t len);
char *nj_arena_printf(NjArena *arena, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
char *nj_arena_vprintf(NjArena *arena, const char *format, va_list args)
    __attribute__((format(printf, 2, 0)));

/* One zeroed object, or an array of `n`, of a type. */
#define NJ_NEW(arena, type)          ((type *)nj_arena_alloc((arena), sizeof(type)))
#define NJ_NEW_ARRAY(arena, type, n) ((type *)nj_arena_alloc_array((arena), (n), sizeof(type)))

#endif

#ifndef NPJIT_COMPILER_SUPPORT_INTERN_H
#define NPJIT_COMPILER_SUPPORT_INTERN_H

/* Interned names: equal text gives the same pointer, so names are compared as pointers. They live
 * as long as the interner, which belongs to the context (or to a unit on its own). */

#include "compiler/support/arena.h"

typedef struct NjName {
    const char *text; /* UTF-8, NUL-terminated */
    uint32_t len;     /* bytes */
    uint32_t hash;
    uint32_t id; /* dense from 0, in order of first sight */
} NjName;

typedef struct NjInterner {
    NjArena arena;        /* owned: the names and their text */
    const NjName **slots; /* owned by the arena; NULL is free */
    uint32_t n;
    uint32_t nslots; /* power of two, or 0 */
} NjInterner;

void nj_interner_init(NjInterner *names, NjArenaOomFn *oom, void *oom_data);
void nj_interner_fini(NjInterner *names);

/* The one name with this text. Never NULL. */
const NjName *nj_intern(NjInterner *names, const char *text, size_t len);
const NjName *nj_intern_str(NjInterner *names, const char *text);

/* The same, but NULL when the text has not been interned yet. */
const NjName *nj_intern_find(const NjInterner *names, const char *text, size_t len);

#endif

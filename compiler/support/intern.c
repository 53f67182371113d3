/* The interner: an open-addressed table of pointers to names, hashed with FNV-1a, at most half
 * full. */

#include "compiler/support/intern.h"

#include <string.h>

#define FIRST_SLOTS 256u

static uint32_t hash_text(const char *text, size_t len)
{
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < len; i++)
        hash = (hash ^ (unsigned char)text[i]) * 16777619u;
    return hash ^ hash >> 15; /* FNV's low bits alone are weak for a power of two of slots */
}

void nj_interner_init(NjInterner *names, NjArenaOomFn *oom, void *oom_data)
{
    *names = (NjInterner){0};
    nj_arena_init(&names->arena, oom, oom_data);
}

void nj_interner_fini(NjInterner *names)
{
    nj_arena_fini(&names->arena);
    names->slots = NULL;
    names->n = names->nslots = 0;
}

/* The index of the slot with this text, or of the free one where it belongs. */
static uint32_t find_slot(const NjInterner *names, const char *text, size_t len, uint32_t hash)
{
    uint32_t mask = names->nslots - 1;
    uint32_t at = hash & mask;
    for (const NjName *name; (name = names->slots[at]); at = (at + 1) & mask) {
        if (name->hash == hash && name->len == len && memcmp(name->text, text, len) == 0)
            break;
    }
    return at;
}

static void grow(NjInterner *names)
{
    uint32_t nslots = names->nslots ? names->nslots * 2 : FIRST_SLOTS;
    const NjName **slots = NJ_NEW_ARRAY(&names->arena, const NjName *, nslots);
    for (uint32_t i = 0; i < names->nslots; i++) {
        if (!names->slots[i])
            continue;
        uint32_t at = names->slots[i]->hash & (nslots - 1);
        while (slots[at])
            at = (at + 1) & (nslots - 1);
        slots[at] = names->slots[i];
    }
    names->slots = slots;
    names->nslots = nslots;
}

const NjName *nj_intern(NjInterner *names, const char *text, size_t len)
{
    if (names->n >= names->nslots / 2)
        grow(names);
    uint32_t hash = hash_text(text, len);
    uint32_t at = find_slot(names, text, len, hash);
    if (names->slots[at])
        return names->slots[at];
    NjName *name = NJ_NEW(&names->arena, NjName);
    name->text = nj_arena_strndup(&names->arena, text, len);
    name->len = (uint32_t)len;
    name->hash = hash;
    name->id = names->n++;
    names->slots[at] = name;
    return name;
}

const NjName *nj_intern_str(NjInterner *names, const char *text)
{
    return nj_intern(names, text, strlen(text));
}

const NjName *nj_intern_find(const NjInterner *names, const char *text, size_t len)
{
    if (!names->nslots)
        return NULL;
    return names->slots[find_slot(names, text, len, hash_text(text, len))];
}

/* dict.h - dicts: insertion-ordered hash tables (the layout is in nprt.h).
 *
 * Entries stand in the order of insertion; `index` is an open-addressing table of entry numbers. A
 * deleted entry keeps its place (hash 0) until the table is rebuilt. Keys handed over as (desc,
 * value) may be of another type than the dict's, they are found when equal; a key that is stored
 * has the dict's type. The dict owns keys and values. Not thread-safe. Status functions return 1
 * with an exception pending. Sets share the struct but not the order: set.h. */
#ifndef NPRT_DICT_H
#define NPRT_DICT_H

#include "runtime/nprt.h"

#include <stdint.h>

/* An empty dict of type `desc` (DICT) with room for `cap` entries. */
NprtDict *nprt_dict_new(const NprtDesc *desc, int64_t cap);

/* How entries keep a hash: never 0, which marks what is not there. */
static inline uint64_t nprt_entry_hash(int64_t hash)
{
    return (uint64_t)hash + 1; /* hashes are never -1 */
}

/* Offsets of key and value in an entry, its size; for dict and set. */
void nprt_dict_layout(NprtDict *dict, const NprtDesc *key, const NprtDesc *value);

/* ---- called by generated code ---- */

/* The value of a key, written to *out and retained. KeyError when missing. */
int32_t nprt_dict_get(NprtDict *dict, const NprtDesc *key_desc, const void *key,
                      const NprtDesc *desc, void *out);
/* Entry number or -1. */
int32_t nprt_dict_find(NprtDict *dict, const NprtDesc *key_desc, const void *key, int64_t *out);
int32_t nprt_dict_set(NprtDict *dict, const NprtDesc *key_desc, const void *key,
                      const NprtDesc *value_desc, const void *value);
int32_t nprt_dict_delete(NprtDict *dict, const NprtDesc *key_desc, const void *key);
int32_t nprt_dict_pop(NprtDict *dict, const NprtDesc *key_desc, const void *key,
                      const NprtDesc *desc, void *out);
/* Removes the last entry and writes the tuple (key, value) of type `desc`. */
int32_t nprt_dict_popitem(NprtDict *dict, const NprtDesc *desc, void *out);
/* First live entry number >= from, or -1; for dicts and sets. */
int64_t nprt_dict_next(NprtDict *dict, int64_t from);
/* Last live entry number <= from, or -1; for reversed(). */
int64_t nprt_dict_prev(NprtDict *dict, int64_t from);
void nprt_dict_clear(NprtDict *dict);
NprtDict *nprt_dict_copy(NprtDict *dict);
int32_t nprt_dict_update(NprtDict *dict, NprtDict *other);
/* RuntimeError unless the dict or set still has `len` entries. */
int32_t nprt_dict_check_size(NprtDict *dict, int64_t len);

#endif

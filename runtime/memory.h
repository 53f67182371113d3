/* memory.h - reference-counted heap objects and the memory of arrays.
 *
 * Every heap object starts with an NprtObj (nprt.h). Containers and objects know their parts
 * through their descriptor, so that freeing one releases what it holds. Array memory comes from its
 * own allocator: first touch of fresh pages costs far more than most array operations, so blocks
 * are kept and reused.
 *
 * Exhaustion: nprt_block_new returns NULL with MemoryError pending. Small objects have no such path
 * (most callers in generated code cannot raise): nprt_out_of_memory ends the process. */
#ifndef NPRT_MEMORY_H
#define NPRT_MEMORY_H

#include "runtime/nprt.h"

#include <stddef.h>
#include <stdint.h>

/* Nonzero while more than one thread may run generated code or call the runtime. Set it before the
 * second thread starts and clear it after the last one is gone; counts and free lists are then
 * changed atomically. */
extern uint8_t nprt_threads_active;

/* ---- objects ---- */

/* A zeroed object of `bytes` bytes (header included) with one reference. Never NULL. */
void *nprt_alloc_obj(uint32_t kind, size_t bytes, const NprtDesc *desc);

/* Add or drop a reference. NULL and immortal objects are left alone. The last release frees. */
void nprt_retain(void *obj);
void nprt_release(void *obj);

/* Frees an object whatever its count, after releasing its parts. */
void nprt_free(NprtObj *obj);

/* Add or drop the references that the value of type `desc` at `addr` holds. */
void nprt_value_retain(const NprtDesc *desc, const void *addr);
void nprt_value_release(const NprtDesc *desc, void *addr);

/* A zeroed class instance (OBJECT) or cell (CELL): desc->body_size bytes. Never NULL. */
NprtObj *nprt_new_object(const NprtDesc *desc);
NprtObj *nprt_new_cell(const NprtDesc *desc);

/* Is the instance of exactly this class? Descriptors of one class in two modules have one name. */
uint8_t nprt_obj_is(const NprtObj *obj, const NprtDesc *desc);

/* An owner for memory of somebody else: `destroy(context)` runs when the last reference goes. */
NprtObj *nprt_foreign_new(void (*destroy)(void *context), void *context);

/* ---- plain memory ---- */

/* realloc and its release, for parts of objects. Never NULL. */
void *nprt_realloc(void *old, size_t bytes);
void nprt_mem_free(void *old);

/* Writes "MemoryError" to stderr after flushing the output and ends the process, status 1. */
_Noreturn void nprt_out_of_memory(void);

/* ---- array memory ---- */

/* Blocks of at least this size are mappings of their own, with huge pages. */
#define NPRT_BLOCK_BIG (2 << 20)

/* Memory for `nbytes` >= 0 bytes, 64-byte aligned, zeroed when `zero` is nonzero. One reference.
 * NULL with MemoryError pending when there is none. */
NprtBlock *nprt_block_new(int64_t nbytes, int32_t zero);

/* Gives the memory kept for reuse back to the system. */
void nprt_block_trim(void);

#endif

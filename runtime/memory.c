/* Objects, reference counts and array memory.
 *
 * Array memory has two regimes. Blocks below NPRT_BLOCK_BIG come from malloc in size classes (four
 * per power of two) with a bounded free list each. Larger ones are mappings with MADV_HUGEPAGE;
 * freed mappings are kept, up to a quarter of the memory there is, and the best fitting one is
 * taken again. Zeroing a kept mapping with memset beats fresh zero pages, whose faults cost more
 * than the stores, so that zeroed blocks are reused like others. */
#include "runtime/memory.h"

#include "runtime/errors.h"
#include "runtime/print.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

uint8_t nprt_threads_active;

/* ---- plain memory ---- */

void nprt_out_of_memory(void)
{
    nprt_print_flush();
    fputs("MemoryError\n", stderr);
    _exit(1);
}

void *nprt_realloc(void *old, size_t bytes)
{
    void *grown = bytes <= PTRDIFF_MAX ? realloc(old, bytes ? bytes : 1) : NULL;
    if (!grown) {
        nprt_out_of_memory();
    }
    return grown;
}

void nprt_mem_free(void *old)
{
    free(old);
}

/* ---- objects ---- */

void *nprt_alloc_obj(uint32_t kind, size_t bytes, const NprtDesc *desc)
{
    NprtObj *obj = bytes <= PTRDIFF_MAX ? calloc(1, bytes) : NULL;
    if (!obj) {
        nprt_out_of_memory();
    }
    obj->refcount = 1;
    obj->desc = desc;
    obj->kind = kind;
    return obj;
}

/* Counts of immortal objects stay as they are, so that threads do not share their cache lines for
 * writing. The margin lets code that does not ask add and drop references. */
static int is_immortal(const NprtObj *obj)
{
    return obj->refcount >= NPRT_IMMORTAL / 2;
}

void nprt_retain(void *p)
{
    NprtObj *obj = p;
    if (!obj || is_immortal(obj)) {
        return;
    }
    if (nprt_threads_active) {
        atomic_fetch_add_explicit((_Atomic int64_t *)&obj->refcount, 1, memory_order_relaxed);
    } else {
        obj->refcount++;
    }
}

void nprt_release(void *p)
{
    NprtObj *obj = p;
    if (!obj || is_immortal(obj)) {
        return;
    }
    if (nprt_threads_active) {
        if (atomic_fetch_sub_explicit((_Atomic int64_t *)&obj->refcount, 1, memory_order_acq_rel) ==
            1) {
            nprt_free(obj);
        }
    } else if (--obj->refcount == 0) {
        nprt_free(obj);
    }
}

NprtObj *nprt_new_object(const NprtDesc *desc)
{
    return nprt_alloc_obj(NPRT_O_OBJECT, desc->body_size, desc);
}

NprtObj *nprt_new_cell(const NprtDesc *desc)
{
    return nprt_alloc_obj(NPRT_O_CELL, desc->body_size, desc);
}

typedef struct Foreign {
    NprtObj obj;
    void (*destroy)(void *context);
    void *context;
} Foreign;

NprtObj *nprt_foreign_new(void (*destroy)(void *context), void *context)
{
    Foreign *foreign = nprt_alloc_obj(NPRT_O_FOREIGN, sizeof *foreign, NULL);
    foreign->destroy = destroy;
    foreign->context = context;
    return &foreign->obj;
}

/* Calls `visit` for every reference in the value at `addr`. */
static void visit_value(const NprtDesc *desc, char *addr, void (*visit)(void *))
{
    if (!desc->is_managed) {
        return;
    }
    switch ((NprtKind)desc->kind) {
    case NPRT_K_STR:
    case NPRT_K_BYTES:
    case NPRT_K_LIST:
    case NPRT_K_DICT:
    case NPRT_K_SET:
    case NPRT_K_FROZENSET:
    case NPRT_K_ARRAY: /* the owner comes first */
    case NPRT_K_OBJECT:
    case NPRT_K_CELL:
    case NPRT_K_EXC:
    case NPRT_K_RNG:
        visit(*(void **)addr);
        break;
    case NPRT_K_TUPLE:
    case NPRT_K_FUNCTION:
        for (uint32_t i = 0; i < desc->n; i++) {
            visit_value(desc->elems[i], addr + desc->offsets[i], visit);
        }
        break;
    case NPRT_K_OPTIONAL:
        if (*(uint8_t *)addr) {
            visit_value(desc->elems[0], addr + desc->offsets[0], visit);
        }
        break;
    case NPRT_K_NONE:
    case NPRT_K_SCALAR:
    case NPRT_K_RANGE:
    case NPRT_K_SLICE:
    case NPRT_K_DTYPE:
    case NPRT_K_TYPE:
    case NPRT_K_MODULE:
    case NPRT_K_ELLIPSIS:
        break;
    }
}

void nprt_value_retain(const NprtDesc *desc, const void *addr)
{
    visit_value(desc, (char *)addr, nprt_retain);
}

void nprt_value_release(const NprtDesc *desc, void *addr)
{
    visit_value(desc, addr, nprt_release);
}

static void block_free(NprtBlock *block);

static void free_list(NprtList *list)
{
    const NprtDesc *elem = list->obj.desc->elems[0];
    if (elem->is_managed) {
        for (int64_t i = 0; i < list->len; i++) {
            visit_value(elem, list->data + i * elem->size, nprt_release);
        }
    }
    if (list->data) {
        free(list->data - list->head * elem->size);
    }
}

static void free_dict(NprtDict *dict)
{
    const NprtDesc *key = dict->obj.desc->elems[0];
    const NprtDesc *value = dict->obj.kind == NPRT_O_DICT ? dict->obj.desc->elems[1] : NULL;
    if (key->is_managed || (value && value->is_managed)) {
        for (int64_t i = 0; i < dict->used; i++) {
            char *entry = dict->entries + i * dict->entry_size;
            if (*(uint64_t *)entry == 0) {
                continue;
            }
            visit_value(key, entry + dict->key_offset, nprt_release);
            if (value) {
                visit_value(value, entry + dict->value_offset, nprt_release);
            }
        }
    }
    free(dict->index);
    free(dict->entries);
}

static void free_fields(NprtObj *obj)
{
    const NprtDesc *desc = obj->desc;
    for (uint32_t i = 0; i < desc->n; i++) {
        visit_value(desc->elems[i], (char *)obj + desc->offsets[i], nprt_release);
    }
}

void nprt_free(NprtObj *obj)
{
    switch ((NprtObjKind)obj->kind) {
    case NPRT_O_BLOCK:
        block_free((NprtBlock *)obj);
        return;
    case NPRT_O_LIST:
        free_list((NprtList *)obj);
        break;
    case NPRT_O_DICT:
    case NPRT_O_SET:
        free_dict((NprtDict *)obj);
        break;
    case NPRT_O_OBJECT:
    case NPRT_O_CELL:
        free_fields(obj);
        break;
    case NPRT_O_EXC:
        nprt_exc_release_parts((NprtExc *)obj);
        break;
    case NPRT_O_FOREIGN:
        ((Foreign *)obj)->destroy(((Foreign *)obj)->context);
        break;
    case NPRT_O_STR:
    case NPRT_O_RNG:
        break;
    }
    free(obj);
}

/* ---- array memory ---- */

#define ALIGNMENT      64
#define SMALL_MIN_LOG2 6
#define STEPS          4 /* classes per power of two */
#define CLASSES        (STEPS * (21 - SMALL_MIN_LOG2) + 1)
#define SMALL_KEPT_MAX ((int64_t)64 << 20) /* bytes kept over all classes */
#define BIG_SLOTS      64

/* AddressSanitizer must see every free, so nothing is kept under it. */
#if defined(__SANITIZE_ADDRESS__)
#define KEEP_BLOCKS 0
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define KEEP_BLOCKS 0
#endif
#endif
#ifndef KEEP_BLOCKS
#define KEEP_BLOCKS 1
#endif

/* A free small block holds the link to the next in its data. */
static struct {
    pthread_mutex_t lock;
    NprtBlock *small[CLASSES];
    int64_t small_bytes;
    NprtBlock *big[BIG_SLOTS]; /* oldest first */
    int n_big;
    int64_t big_bytes;
    int64_t big_max; /* 0: not asked yet */
} pool = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* Returns whether the lock was taken, for unlock_pool. */
static int lock_pool(void)
{
    if (!nprt_threads_active) {
        return 0;
    }
    pthread_mutex_lock(&pool.lock);
    return 1;
}

static void unlock_pool(int locked)
{
    if (locked) {
        pthread_mutex_unlock(&pool.lock);
    }
}

/* Class of a size in (0, NPRT_BLOCK_BIG) and its capacity: 64, 80, 96, 112, 128 ... */
static int size_class(int64_t nbytes, int64_t *out_capacity)
{
    int log2 = SMALL_MIN_LOG2;
    while (((int64_t)2 << log2) <= nbytes) {
        log2++;
    }
    int64_t step = ((int64_t)1 << log2) / STEPS;
    int64_t over = nbytes - ((int64_t)1 << log2);
    int64_t steps = over > 0 ? (over + step - 1) / step : 0;
    *out_capacity = ((int64_t)1 << log2) + steps * step;
    return (log2 - SMALL_MIN_LOG2) * STEPS + (int)steps;
}

static NprtBlock *small_new(int64_t nbytes, int32_t zero)
{
    int64_t capacity;
    int class = size_class(nbytes, &capacity);
    int locked = lock_pool();
    NprtBlock *block = pool.small[class];
    if (block) {
        memcpy(&pool.small[class], block->data, sizeof block);
        pool.small_bytes -= capacity;
    }
    unlock_pool(locked);
    if (!block) {
        size_t bytes = sizeof *block + ALIGNMENT + (size_t)capacity;
        block = zero ? calloc(1, bytes) : malloc(bytes);
        if (!block) {
            return NULL;
        }
        uintptr_t at = (uintptr_t)(block + 1);
        block->data = (char *)(block + 1) + (-at & (ALIGNMENT - 1));
        block->capacity = capacity;
    } else if (zero) {
        memset(block->data, 0, (size_t)nbytes);
    }
    return block;
}

static void small_free(NprtBlock *block)
{
    int64_t capacity;
    int class = size_class(block->capacity, &capacity);
    int locked = lock_pool();
    int keep = KEEP_BLOCKS && pool.small_bytes + capacity <= SMALL_KEPT_MAX;
    if (keep) {
        memcpy(block->data, &pool.small[class], sizeof block);
        pool.small[class] = block;
        pool.small_bytes += capacity;
    }
    unlock_pool(locked);
    if (!keep) {
        free(block);
    }
}

/* A quarter of the memory that this process may use: the machine's or its control group's. */
static int64_t big_kept_max(void)
{
    int64_t total = (int64_t)sysconf(_SC_PHYS_PAGES) * (int64_t)sysconf(_SC_PAGESIZE);
    FILE *file = fopen("/sys/fs/cgroup/memory.max", "re");
    if (file) {
        long long limit;
        if (fscanf(file, "%lld", &limit) == 1 && limit > 0 && limit < total) {
            total = limit;
        }
        fclose(file);
    }
    return total / 4;
}

/* Takes the best fitting kept mapping that wastes at most a quarter, or NULL. */
static NprtBlock *big_take(int64_t nbytes)
{
    int best = -1;
    for (int i = 0; i < pool.n_big; i++) {
        int64_t capacity = pool.big[i]->capacity;
        if (capacity >= nbytes && capacity - capacity / 4 <= nbytes + NPRT_BLOCK_BIG &&
            (best < 0 || capacity < pool.big[best]->capacity)) {
            best = i;
        }
    }
    if (best < 0) {
        return NULL;
    }
    NprtBlock *block = pool.big[best];
    pool.n_big--;
    memmove(&pool.big[best], &pool.big[best + 1], sizeof block * (size_t)(pool.n_big - best));
    pool.big_bytes -= block->capacity;
    return block;
}

/* A fresh mapping of `capacity` bytes at a multiple of the huge page size, or NULL. */
static char *map_pages(int64_t capacity)
{
    size_t bytes = (size_t)capacity, span = bytes + NPRT_BLOCK_BIG;
    char *base = mmap(NULL, span, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (base == MAP_FAILED) {
        return NULL;
    }
    size_t head = -(uintptr_t)base & (NPRT_BLOCK_BIG - 1);
    if (head) {
        munmap(base, head);
    }
    if (span - head > bytes) {
        munmap(base + head + bytes, span - head - bytes);
    }
    madvise(base + head, bytes, MADV_HUGEPAGE);
    return base + head;
}

static NprtBlock *big_new(int64_t nbytes, int32_t zero)
{
    if (nbytes > INT64_MAX - 2 * (int64_t)NPRT_BLOCK_BIG) {
        return NULL;
    }
    int locked = lock_pool();
    NprtBlock *block = big_take(nbytes);
    unlock_pool(locked);
    if (block) {
        if (zero) {
            memset(block->data, 0, (size_t)nbytes);
        }
        return block;
    }
    int64_t capacity = (nbytes + NPRT_BLOCK_BIG - 1) & -(int64_t)NPRT_BLOCK_BIG;
    char *data = map_pages(capacity);
    if (!data) {
        nprt_block_trim();
        data = map_pages(capacity);
    }
    block = data ? malloc(sizeof *block) : NULL;
    if (!block) {
        if (data) {
            munmap(data, (size_t)capacity);
        }
        return NULL;
    }
    block->data = data;
    block->capacity = capacity;
    return block;
}

static void big_unmap(NprtBlock *block)
{
    munmap(block->data, (size_t)block->capacity);
    free(block);
}

static void big_free(NprtBlock *block)
{
    NprtBlock *evicted[BIG_SLOTS];
    int n_evicted = 0;
    int locked = lock_pool();
    if (pool.big_max == 0) {
        pool.big_max = big_kept_max();
    }
    int keep = KEEP_BLOCKS && block->capacity <= pool.big_max;
    while (keep && (pool.n_big == BIG_SLOTS || pool.big_bytes + block->capacity > pool.big_max)) {
        NprtBlock *oldest = pool.big[0];
        pool.n_big--;
        memmove(&pool.big[0], &pool.big[1], sizeof oldest * (size_t)pool.n_big);
        pool.big_bytes -= oldest->capacity;
        evicted[n_evicted++] = oldest;
    }
    if (keep) {
        pool.big[pool.n_big++] = block;
        pool.big_bytes += block->capacity;
    }
    unlock_pool(locked);
    while (n_evicted > 0) {
        big_unmap(evicted[--n_evicted]);
    }
    if (!keep) {
        big_unmap(block);
    }
}

static void block_free(NprtBlock *block)
{
    if (block->capacity >= NPRT_BLOCK_BIG) {
        big_free(block);
    } else {
        small_free(block);
    }
}

/* NumPy's text without the shape, which is not known here. */
static void raise_no_memory(int64_t nbytes)
{
    static const char *const units[] = {"bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    double amount = (double)nbytes;
    int unit = 0;
    while (amount >= 1024.0 && unit < 6) {
        amount /= 1024.0;
        unit++;
    }
    nprt_raise(NPRT_EXC_MEMORY_ERROR, "Unable to allocate %.3g %s for an array", amount,
               units[unit]);
}

NprtBlock *nprt_block_new(int64_t nbytes, int32_t zero)
{
    NprtBlock *block = NULL;
    if (nbytes >= 0) {
        /* The largest small class is as large as the smallest mapping. */
        int is_small = nbytes <= NPRT_BLOCK_BIG - NPRT_BLOCK_BIG / 8;
        block = is_small ? small_new(nbytes ? nbytes : 1, zero) : big_new(nbytes, zero);
    }
    if (!block) {
        raise_no_memory(nbytes < 0 ? INT64_MAX : nbytes);
        return NULL;
    }
    block->obj = (NprtObj){.refcount = 1, .kind = NPRT_O_BLOCK};
    block->nbytes = nbytes;
    return block;
}

void nprt_block_trim(void)
{
    int locked = lock_pool();
    for (int class = 0; class < CLASSES; class ++) {
        NprtBlock *block = pool.small[class];
        while (block) {
            NprtBlock *next;
            memcpy(&next, block->data, sizeof next);
            free(block);
            block = next;
        }
        pool.small[class] = NULL;
    }
    while (pool.n_big > 0) {
        big_unmap(pool.big[--pool.n_big]);
    }
    pool.small_bytes = pool.big_bytes = 0;
    unlock_pool(locked);
}

uint8_t nprt_obj_is(const NprtObj *obj, const NprtDesc *desc)
{
    if (!obj || !obj->desc)
        return 0;
    return obj->desc == desc || (obj->desc->name && desc->name && strcmp(obj->desc->name, desc->name) == 0);
}

/* fake_memory.c - memory of the fake device, and pinned memory of the host. */
#include "tests/support/fake_cuda/fake_cuda.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* No address of a process has this bit: what the host reads or writes by mistake faults. */
static const CudaAddress device_bit = UINT64_C(1) << 62;

typedef struct Block {
    struct Block *next;
    char *bytes; /* malloc */
    size_t size;
    bool is_pinned;
} Block;

static struct {
    pthread_mutex_t lock;
    Block *first;
    size_t used; /* by device memory */
} memory = {.lock = PTHREAD_MUTEX_INITIALIZER};

static Block **find(const char *bytes, bool is_pinned)
{
    Block **at = &memory.first;
    while (*at && !((*at)->is_pinned == is_pinned && bytes >= (*at)->bytes &&
                    bytes < (*at)->bytes + (*at)->size))
        at = &(*at)->next;
    return at;
}

static char *add_block(size_t size, bool is_pinned)
{
    pthread_mutex_lock(&memory.lock);
    size_t room = (size_t)fake_option("FAKE_CUDA_MEMORY", 1 << 30) - memory.used;
    char *bytes = is_pinned || size <= room ? malloc(size) : NULL;
    if (bytes) {
        Block *block = malloc(sizeof *block);
        *block = (Block){memory.first, bytes, size, is_pinned};
        memory.first = block;
        memory.used += is_pinned ? 0 : size;
        memset(bytes, 0xA5, size); /* new memory is not zero */
    }
    pthread_mutex_unlock(&memory.lock);
    if (bytes)
        fake_count(is_pinned ? FAKE_PINNED : FAKE_MEMORY, 1);
    return bytes;
}

static bool remove_block(char *bytes, bool is_pinned)
{
    pthread_mutex_lock(&memory.lock);
    Block **at = find(bytes, is_pinned), *block = *at;
    bool is_start = block && block->bytes == bytes;
    if (is_start) {
        *at = block->next;
        memory.used -= is_pinned ? 0 : block->size;
        free(block->bytes);
        free(block);
    }
    pthread_mutex_unlock(&memory.lock);
    if (is_start)
        fake_count(is_pinned ? FAKE_PINNED : FAKE_MEMORY, -1);
    else
        fake_fault("memory is freed that is not allocated");
    return is_start;
}

static char *host_of(CudaAddress address)
{
    return (char *)(uintptr_t)(address & ~device_bit);
}

CudaAddress fake_alloc(size_t bytes)
{
    char *block = add_block(bytes, false);
    return block ? (CudaAddress)(uintptr_t)block | device_bit : 0;
}

void fake_free(CudaAddress address)
{
    remove_block(host_of(address), false);
}

bool fake_is_block(CudaAddress address)
{
    pthread_mutex_lock(&memory.lock);
    const Block *block = *find(host_of(address), false);
    bool is_start = address & device_bit && block && block->bytes == host_of(address);
    pthread_mutex_unlock(&memory.lock);
    return is_start;
}

void *fake_memory(CudaAddress address, size_t bytes)
{
    char *host = host_of(address);
    pthread_mutex_lock(&memory.lock);
    const Block *block = *find(host, false);
    bool is_inside = address & device_bit && block && host + bytes <= block->bytes + block->size;
    pthread_mutex_unlock(&memory.lock);
    if (!is_inside)
        fake_fault("memory of the device is used that is not allocated");
    return is_inside ? host : NULL;
}

bool fake_is_pinned(const void *address)
{
    pthread_mutex_lock(&memory.lock);
    bool is_pinned = *find(address, true) != NULL;
    pthread_mutex_unlock(&memory.lock);
    return is_pinned;
}

/* ---- the driver's functions ----------------------------------------------------------------- */

static CudaResult allocate(CudaAddress *out, size_t bytes)
{
    if (bytes == 0)
        return CUDA_INVALID_VALUE;
    *out = fake_alloc(bytes);
    return *out ? CUDA_OK : CUDA_OUT_OF_MEMORY;
}

FAKE_FN(cuMemAlloc_v2, (CudaAddress * out, size_t bytes))
{
    FAKE_ENTER(true);
    return allocate(out, bytes);
}

FAKE_FN(cuMemAllocAsync, (CudaAddress * out, size_t bytes, void *stream))
{
    FAKE_ENTER(true);
    CudaResult result = allocate(out, bytes);
    if (result != CUDA_OUT_OF_MEMORY)
        return result;
    fake_drain_stream(stream); /* what is about to be freed can be had again */
    return allocate(out, bytes);
}

FAKE_FN(cuMemFree_v2, (CudaAddress address))
{
    FAKE_ENTER(true);
    fake_drain();
    fake_free(address);
    return CUDA_OK;
}

FAKE_FN(cuMemFreeAsync, (CudaAddress address, void *stream))
{
    FAKE_ENTER(true);
    if (!fake_is_block(address))
        fake_fault("memory is freed that is not allocated");
    return fake_queue_free(address, stream);
}

FAKE_FN(cuMemHostAlloc, (void **out, size_t bytes, unsigned flags))
{
    (void)flags;
    FAKE_ENTER(true);
    *out = bytes ? add_block(bytes, true) : NULL;
    return *out ? CUDA_OK : bytes ? CUDA_OUT_OF_MEMORY : CUDA_INVALID_VALUE;
}

FAKE_FN(cuMemFreeHost, (void *address))
{
    FAKE_ENTER(true);
    fake_drain();
    return remove_block(address, true) ? CUDA_OK : CUDA_INVALID_VALUE;
}

FAKE_FN(cuMemGetInfo_v2, (size_t * out_free, size_t *out_total))
{
    FAKE_ENTER(true);
    *out_total = (size_t)fake_option("FAKE_CUDA_MEMORY", 1 << 30);
    *out_free = *out_total - memory.used;
    return CUDA_OK;
}

FAKE_FN(cuPointerGetAttribute, (void *out, int attribute, CudaAddress address))
{
    enum { MEMORY_TYPE = 2, RANGE_START = 11, RANGE_SIZE = 12 };
    FAKE_ENTER(true);
    pthread_mutex_lock(&memory.lock);
    const Block *block = address & device_bit ? *find(host_of(address), false) : NULL;
    const Block *pinned = *find((const char *)(uintptr_t)address, true);
    pthread_mutex_unlock(&memory.lock);
    if (!block && !pinned)
        return CUDA_INVALID_VALUE;
    if (attribute == MEMORY_TYPE)
        *(unsigned *)out = pinned ? CUDA_HOST_MEMORY : CUDA_DEVICE_MEMORY;
    else if (attribute == RANGE_START)
        *(CudaAddress *)out =
            (CudaAddress)(uintptr_t)(pinned ? pinned : block)->bytes | (pinned ? 0 : device_bit);
    else if (attribute == RANGE_SIZE)
        *(size_t *)out = (pinned ? pinned : block)->size;
    else
        return CUDA_INVALID_VALUE;
    return CUDA_OK;
}

FAKE_FN(cuDeviceGetDefaultMemPool, (void **out, CudaDevice device))
{
    (void)device;
    FAKE_ENTER(false);
    *out = &memory;
    return CUDA_OK;
}

FAKE_FN(cuMemPoolSetAttribute, (void *pool, int attribute, void *value))
{
    (void)attribute, (void)value;
    FAKE_ENTER(false);
    return pool == &memory ? CUDA_OK : CUDA_INVALID_VALUE;
}

FAKE_FN(cuMemPoolTrimTo, (void *pool, size_t bytes))
{
    (void)bytes;
    FAKE_ENTER(false);
    return pool == &memory ? CUDA_OK : CUDA_INVALID_VALUE;
}

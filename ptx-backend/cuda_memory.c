/* cuda_memory.c - device memory from the driver's stream-ordered pool, and copies.
 *
 * The driver moves pageable memory at a tenth of the bus's speed, because it copies it by one thread
 * into a small buffer. Large copies go through a ring of pinned buffers here, filled and emptied by
 * all threads of the pool while the device's copy engine works on the next buffer. */
#include "ptx-backend/cuda_internal.h"
#include "runtime/errors.h"
#include "runtime/threads.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

enum {
    N_BUFFERS = 4,
    BUFFER = 16 << 20,
    LARGE_COPY = 2 << 20, /* from here on the ring pays */
    PIECE = 1 << 20,      /* what one thread copies at least */
    PIN_PORTABLE = 1,
    PIN_MAPPED = 2,
    POINTER_MEMORY_TYPE = 2
};

/* ---- allocation ----------------------------------------------------------------------------- */

static CudaResult take_memory(size_t bytes, CudaAddress *out)
{
    NjCudaDevice *d = nj_gpu_device();
    return d->has_pools ? d->api.alloc_async(out, bytes, NULL) : d->api.alloc(out, bytes);
}

/* Gives back what the pool keeps. False: there was nothing to do. */
static bool empty_pool(void)
{
    NjCudaDevice *d = nj_gpu_device();
    return d->has_pools && d->api.context_sync() == CUDA_OK && d->api.pool_trim(d->pool, 0) == CUDA_OK;
}

int32_t nj_gpu_alloc(int64_t nbytes, void *stream, char **out)
{
    CudaAddress address = 0;
    size_t bytes = nbytes > 0 ? (size_t)nbytes : 1;
    (void)stream; /* the default stream orders it before all later work */
    CudaResult result = take_memory(bytes, &address);
    if (result == CUDA_OUT_OF_MEMORY && empty_pool())
        result = take_memory(bytes, &address);
    if (result != CUDA_OK) {
        char what[64];
        snprintf(what, sizeof what, "allocating %lld bytes", (long long)nbytes);
        return nj_gpu_check(result, what);
    }
    *out = (char *)(uintptr_t)address;
    return 0;
}

void nj_gpu_free(char *address)
{
    NjCudaDevice *d = nj_gpu_device();
    if (d->has_pools)
        d->api.free_async((CudaAddress)(uintptr_t)address, NULL);
    else
        d->api.free((CudaAddress)(uintptr_t)address);
}

int32_t nj_gpu_alloc_pinned(int64_t nbytes, char **out)
{
    void *address = NULL;
    CudaResult result = nj_gpu_device()->api.host_alloc(&address, nbytes > 0 ? (size_t)nbytes : 1,
                                                         PIN_PORTABLE | PIN_MAPPED);
    *out = address;
    return nj_gpu_check(result, "allocating pinned memory");
}

void nj_gpu_free_pinned(char *address)
{
    nj_gpu_device()->api.host_free(address);
}

/* ---- the ring ------------------------------------------------------------------------------- */

typedef struct Ring {
    pthread_mutex_t lock;     /* one copy at a time uses it */
    char *buffers[N_BUFFERS]; /* pinned */
    void *events[N_BUFFERS];  /* the copy of that buffer is over */
    bool is_open;
} Ring;

static Ring ring = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* False where the system gives no pinned memory: copies are slower then. */
static bool open_ring(void)
{
    enum { NO_TIMING = 2 };
    const NjCudaApi *api = &nj_gpu_device()->api;
    for (int i = 0; i < N_BUFFERS && !ring.is_open; i++) {
        void *buffer = NULL;
        if (!ring.buffers[i] && api->host_alloc(&buffer, BUFFER, PIN_PORTABLE) != CUDA_OK)
            return false;
        ring.buffers[i] = ring.buffers[i] ? ring.buffers[i] : buffer;
        if (!ring.events[i] && api->event_new(&ring.events[i], NO_TIMING) != CUDA_OK)
            return false;
    }
    ring.is_open = true;
    return true;
}

typedef struct Move {
    char *to;
    const char *from;
    int64_t bytes;
} Move;

static int32_t move_pieces(void *context, int64_t begin, int64_t end, int64_t chunk)
{
    const Move *move = context;
    (void)chunk;
    int64_t low = begin * PIECE, high = end * PIECE < move->bytes ? end * PIECE : move->bytes;
    memcpy(move->to + low, move->from + low, (size_t)(high - low));
    return 0;
}

static void move_bytes(char *to, const char *from, int64_t bytes)
{
    Move move = {to, from, bytes};
    nprt_parallel_for(move_pieces, &move, (bytes + PIECE - 1) / PIECE, 0);
}

static int32_t ring_to_device(char *to, const char *from, int64_t bytes, void *stream)
{
    const NjCudaApi *api = &nj_gpu_device()->api;
    int at = 0;
    for (int64_t done = 0; done < bytes; at = (at + 1) % N_BUFFERS) {
        int64_t n = bytes - done < BUFFER ? bytes - done : BUFFER;
        if (done >= (int64_t)N_BUFFERS * BUFFER &&
            nj_gpu_check(api->event_sync(ring.events[at]), "a copy to the device"))
            return 1;
        move_bytes(ring.buffers[at], from + done, n);
        CudaResult result = api->to_device((CudaAddress)(uintptr_t)(to + done), ring.buffers[at],
                                           (size_t)n, stream);
        if (result == CUDA_OK)
            result = api->event_record(ring.events[at], stream);
        if (nj_gpu_check(result, "a copy to the device"))
            return 1;
        done += n;
    }
    /* The buffers are free for the next copy once the last one has left. */
    return nj_gpu_check(api->stream_sync(stream), "a copy to the device");
}

static int32_t ring_to_host(char *to, const char *from, int64_t bytes, void *stream)
{
    const NjCudaApi *api = &nj_gpu_device()->api;
    int64_t asked = 0, n_chunks = (bytes + BUFFER - 1) / BUFFER;
    for (int64_t k = 0; k < n_chunks; k++) {
        for (; asked < n_chunks && asked < k + N_BUFFERS; asked++) {
            int64_t start = asked * BUFFER, n = bytes - start < BUFFER ? bytes - start : BUFFER;
            int at = (int)(asked % N_BUFFERS);
            CudaResult result = api->to_host(
                ring.buffers[at], (CudaAddress)(uintptr_t)(from + start), (size_t)n, stream);
            if (result == CUDA_OK)
                result = api->event_record(ring.events[at], stream);
            if (nj_gpu_check(result, "a copy to the host"))
                return 1;
        }
        int64_t start = k * BUFFER, n = bytes - start < BUFFER ? bytes - start : BUFFER;
        int at = (int)(k % N_BUFFERS);
        if (nj_gpu_check(api->event_sync(ring.events[at]), "a copy to the host"))
            return 1;
        move_bytes(to + start, ring.buffers[at], n);
    }
    return 0;
}

/* Copies through the ring. False: it is not to be had. */
static bool copy_by_ring(const NprtCudaRows *rows, NprtCudaCopy direction, void *stream, int32_t *out_status)
{
    pthread_mutex_lock(&ring.lock);
    bool is_open = open_ring();
    if (is_open)
        *out_status = direction == NPRT_CUDA_TO_DEVICE
                          ? ring_to_device(rows->to, rows->from, rows->row_bytes, stream)
                          : ring_to_host(rows->to, rows->from, rows->row_bytes, stream);
    if (is_open && *out_status)
        nj_gpu_device()->api.stream_sync(stream); /* nothing must use the buffers any more */
    pthread_mutex_unlock(&ring.lock);
    return is_open;
}

/* ---- copies --------------------------------------------------------------------------------- */

static bool is_pinned(const char *host)
{
    unsigned type = 0;
    return nj_gpu_device()->api.pointer_attribute(&type, POINTER_MEMORY_TYPE,
                                                   (CudaAddress)(uintptr_t)host) == CUDA_OK &&
           type == CUDA_HOST_MEMORY;
}

static CudaResult copy_one(const NprtCudaRows *rows, NprtCudaCopy direction, void *stream)
{
    const NjCudaApi *api = &nj_gpu_device()->api;
    size_t bytes = (size_t)rows->row_bytes;
    CudaAddress to = (CudaAddress)(uintptr_t)rows->to, from = (CudaAddress)(uintptr_t)rows->from;
    switch (direction) {
    case NPRT_CUDA_TO_DEVICE:
        return api->to_device(to, rows->from, bytes, stream);
    case NPRT_CUDA_TO_HOST:
        return api->to_host(rows->to, from, bytes, stream);
    case NPRT_CUDA_ON_DEVICE:
        return api->on_device(to, from, bytes, stream);
    }
    return CUDA_INVALID_VALUE;
}

static CudaResult copy_many(const NprtCudaRows *rows, NprtCudaCopy direction, void *stream)
{
    CudaRows r = {.from_pitch = (size_t)rows->from_pitch,
                  .to_pitch = (size_t)rows->to_pitch,
                  .row_bytes = (size_t)rows->row_bytes,
                  .n_rows = (size_t)rows->n_rows,
                  .from_type = direction == NPRT_CUDA_TO_DEVICE ? CUDA_HOST_MEMORY
                                                                : CUDA_DEVICE_MEMORY,
                  .to_type = direction == NPRT_CUDA_TO_HOST ? CUDA_HOST_MEMORY
                                                            : CUDA_DEVICE_MEMORY};
    r.from_host = rows->from;
    r.from_device = (CudaAddress)(uintptr_t)rows->from;
    r.to_host = rows->to;
    r.to_device = (CudaAddress)(uintptr_t)rows->to;
    return nj_gpu_device()->api.copy_rows(&r, stream);
}

int32_t nj_gpu_copy(const NprtCudaRows *rows, NprtCudaCopy direction, void *stream)
{
    const char *what = direction == NPRT_CUDA_TO_DEVICE ? "a copy to the device"
                       : direction == NPRT_CUDA_TO_HOST ? "a copy to the host"
                                                        : "a copy on the device";
    const char *host = direction == NPRT_CUDA_TO_DEVICE ? rows->from : rows->to;
    int32_t status;
    if (direction != NPRT_CUDA_ON_DEVICE && rows->n_rows == 1 && rows->row_bytes >= LARGE_COPY &&
        !is_pinned(host) && copy_by_ring(rows, direction, stream, &status))
        return status ? status : nj_gpu_report();
    CudaResult result = rows->n_rows == 1 ? copy_one(rows, direction, stream)
                                          : copy_many(rows, direction, stream);
    if (result == CUDA_OK && direction != NPRT_CUDA_ON_DEVICE)
        result = nj_gpu_device()->api.stream_sync(stream);
    if (nj_gpu_check(result, what))
        return 1;
    return direction == NPRT_CUDA_TO_HOST ? nj_gpu_report() : 0;
}

/* ---- fills ---------------------------------------------------------------------------------- */

static bool is_zero(const void *element, int32_t size)
{
    static const char zeros[16];
    return memcmp(element, zeros, (size_t)size) == 0;
}

/* Wide elements: one is written, then what is there doubles. */
static int32_t fill_wide(char *to, const void *element, int32_t size, int64_t count, void *stream)
{
    const NjCudaApi *api = &nj_gpu_device()->api;
    CudaAddress base = (CudaAddress)(uintptr_t)to;
    CudaResult result = api->to_device(base, element, (size_t)size, stream);
    int64_t total = count * size;
    for (int64_t done = size; result == CUDA_OK && done < total; done *= 2) {
        int64_t n = total - done < done ? total - done : done;
        result = api->on_device(base + (CudaAddress)done, base, (size_t)n, stream);
    }
    return nj_gpu_check(result, "filling an array");
}

int32_t nj_gpu_fill(char *to, const void *element, int32_t size, int64_t count, void *stream)
{
    const NjCudaApi *api = &nj_gpu_device()->api;
    CudaAddress base = (CudaAddress)(uintptr_t)to;
    CudaResult result;
    if (is_zero(element, size)) {
        result = api->fill8(base, 0, (size_t)(count * size), stream);
    } else if (size == 1) {
        result = api->fill8(base, *(const uint8_t *)element, (size_t)count, stream);
    } else if (size == 2) {
        uint16_t value;
        memcpy(&value, element, sizeof value);
        result = api->fill16(base, value, (size_t)count, stream);
    } else if (size == 4) {
        uint32_t value;
        memcpy(&value, element, sizeof value);
        result = api->fill32(base, value, (size_t)count, stream);
    } else {
        return fill_wide(to, element, size, count, stream);
    }
    return nj_gpu_check(result, "filling an array");
}

/* fake_stream.c - streams and events of the fake device.
 *
 * Work waits in one list until something asks for it. Then all that comes before it in its stream
 * is done first, and what other streams have to have done: the default stream (NULL) waits for all,
 * and all wait for it. What nothing asks for is done last. */
#include "tests/support/fake_cuda/fake_cuda.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

typedef enum WorkKind { COPY, FILL, FREE, LAUNCH, RECORD, WAIT } WorkKind;

typedef struct Event {
    long recorded; /* number of the work that records it last, 0: none */
    bool is_timed;
} Event;

typedef struct Work {
    struct Work *next;
    long number;
    WorkKind kind;
    void *stream;
    FakeRows rows;
    CudaAddress address;
    char element[16];
    size_t size, count;
    long waits_for; /* work of another stream */
} Work;

static struct {
    pthread_mutex_t lock;
    Work *first;
    long n;
} queue = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* ---- doing work ----------------------------------------------------------------------------- */

static void do_copy(FakeRows *r)
{
    size_t to_span = (r->n_rows - 1) * r->to_pitch + r->row_bytes;
    size_t from_span = (r->n_rows - 1) * r->from_pitch + r->row_bytes;
    char *to = r->to_is_device ? fake_memory((CudaAddress)(uintptr_t)r->to, to_span) : r->to;
    const char *from = r->staged           ? r->staged
                       : r->from_is_device ? fake_memory((CudaAddress)(uintptr_t)r->from, from_span)
                                           : r->from;
    for (size_t i = 0; to && from && i < r->n_rows; i++)
        memmove(to + i * r->to_pitch, from + i * r->from_pitch, r->row_bytes);
    free(r->staged);
}

static void do_fill(const Work *w)
{
    char *to = fake_memory(w->address, w->size * w->count);
    for (size_t i = 0; to && i < w->count; i++)
        memcpy(to + i * w->size, w->element, w->size);
}

static void do_launch(void)
{
    int64_t code = fake_option("FAKE_CUDA_CRASH", 0);
    if (code)
        fake_break((CudaResult)code);
}

static void do_work(Work *w)
{
    switch (w->kind) {
    case COPY:
        do_copy(&w->rows);
        break;
    case FILL:
        do_fill(w);
        break;
    case FREE:
        fake_free(w->address);
        break;
    case LAUNCH:
        do_launch();
        break;
    case RECORD:
    case WAIT:
        break;
    }
    free(w);
}

static Work *find_work(long number)
{
    Work *w = queue.first;
    while (w && w->number != number)
        w = w->next;
    return w;
}

/* Work that has to be done before that of the number in the stream. */
static const Work *first_before(long number, const void *stream)
{
    for (const Work *w = queue.first; w && w->number < number; w = w->next)
        if (w->stream == stream || !w->stream || !stream)
            return w;
    return NULL;
}

/* Does the work of that number after all that it depends on. */
static void reach(long number)
{
    Work *w = find_work(number);
    if (!w)
        return;
    void *stream = w->stream;
    long other = w->waits_for;
    if (other)
        reach(other);
    for (const Work *before; (before = first_before(number, stream)) != NULL;)
        reach(before->number);
    for (Work **at = &queue.first; *at; at = &(*at)->next)
        if ((*at)->number == number) {
            w = *at;
            *at = w->next;
            do_work(w);
            return;
        }
}

static Work *add_work(WorkKind kind, void *stream)
{
    Work *w = calloc(1, sizeof *w), **at = &queue.first;
    w->kind = kind;
    w->stream = stream;
    w->number = ++queue.n;
    while (*at)
        at = &(*at)->next;
    *at = w;
    return w;
}

void fake_drain(void)
{
    pthread_mutex_lock(&queue.lock);
    while (queue.first) {
        long last = queue.first->number;
        for (const Work *w = queue.first; w; w = w->next)
            last = w->number;
        reach(last);
    }
    pthread_mutex_unlock(&queue.lock);
}

void fake_drain_stream(void *stream)
{
    long last = 0;
    pthread_mutex_lock(&queue.lock);
    for (const Work *w = queue.first; w; w = w->next)
        if (w->stream == stream || !w->stream || !stream)
            last = w->number;
    if (last)
        reach(last);
    pthread_mutex_unlock(&queue.lock);
}

/* ---- queueing ------------------------------------------------------------------------------- */

CudaResult fake_queue_copy(const FakeRows *rows, void *stream)
{
    bool from_host = !rows->from_is_device, to_host = !rows->to_is_device;
    bool is_late =
        (!from_host || fake_is_pinned(rows->from)) && (!to_host || fake_is_pinned(rows->to));
    pthread_mutex_lock(&queue.lock);
    Work *w = add_work(COPY, stream);
    w->rows = *rows;
    long number = w->number;
    if (from_host && !is_late) { /* pageable memory has left when the call returns */
        size_t span = (rows->n_rows - 1) * rows->from_pitch + rows->row_bytes;
        w->rows.staged = memcpy(malloc(span), rows->from, span);
    }
    if (to_host && !is_late)
        reach(number);
    pthread_mutex_unlock(&queue.lock);
    return CUDA_OK;
}

CudaResult fake_queue_fill(CudaAddress to, const void *element, size_t size, size_t count,
                           void *stream)
{
    pthread_mutex_lock(&queue.lock);
    Work *w = add_work(FILL, stream);
    w->address = to;
    w->size = size;
    w->count = count;
    memcpy(w->element, element, size);
    pthread_mutex_unlock(&queue.lock);
    return CUDA_OK;
}

CudaResult fake_queue_free(CudaAddress address, void *stream)
{
    pthread_mutex_lock(&queue.lock);
    add_work(FREE, stream)->address = address;
    pthread_mutex_unlock(&queue.lock);
    return CUDA_OK;
}

CudaResult fake_queue_launch(void *stream)
{
    pthread_mutex_lock(&queue.lock);
    add_work(LAUNCH, stream);
    pthread_mutex_unlock(&queue.lock);
    return CUDA_OK;
}

/* ---- copies and fills ----------------------------------------------------------------------- */

static FakeRows one_row(CudaAddress to, CudaAddress from, size_t bytes, bool to_is_device,
                        bool from_is_device)
{
    return (FakeRows){.to = (char *)(uintptr_t)to,
                      .from = (const char *)(uintptr_t)from,
                      .row_bytes = bytes,
                      .n_rows = 1,
                      .to_pitch = bytes,
                      .from_pitch = bytes,
                      .to_is_device = to_is_device,
                      .from_is_device = from_is_device};
}

FAKE_FN(cuMemcpyHtoDAsync_v2, (CudaAddress to, const void *from, size_t bytes, void *stream))
{
    FAKE_ENTER(true);
    FakeRows rows = one_row(to, (CudaAddress)(uintptr_t)from, bytes, true, false);
    return fake_queue_copy(&rows, stream);
}

FAKE_FN(cuMemcpyDtoHAsync_v2, (void *to, CudaAddress from, size_t bytes, void *stream))
{
    FAKE_ENTER(true);
    FakeRows rows = one_row((CudaAddress)(uintptr_t)to, from, bytes, false, true);
    return fake_queue_copy(&rows, stream);
}

FAKE_FN(cuMemcpyDtoDAsync_v2, (CudaAddress to, CudaAddress from, size_t bytes, void *stream))
{
    FAKE_ENTER(true);
    FakeRows rows = one_row(to, from, bytes, true, true);
    return fake_queue_copy(&rows, stream);
}

FAKE_FN(cuMemcpy2DAsync_v2, (const CudaRows *r, void *stream))
{
    FAKE_ENTER(true);
    bool from_device = r->from_type == CUDA_DEVICE_MEMORY,
         to_device = r->to_type == CUDA_DEVICE_MEMORY;
    if (r->from_pitch < r->row_bytes || r->to_pitch < r->row_bytes || r->n_rows == 0)
        return CUDA_INVALID_VALUE;
    FakeRows rows = {.to = to_device ? (char *)(uintptr_t)r->to_device : r->to_host,
                     .from = from_device ? (const char *)(uintptr_t)r->from_device : r->from_host,
                     .row_bytes = r->row_bytes,
                     .n_rows = r->n_rows,
                     .to_pitch = r->to_pitch,
                     .from_pitch = r->from_pitch,
                     .to_is_device = to_device,
                     .from_is_device = from_device};
    return fake_queue_copy(&rows, stream);
}

FAKE_FN(cuMemsetD8Async, (CudaAddress to, unsigned char value, size_t count, void *stream))
{
    FAKE_ENTER(true);
    return fake_queue_fill(to, &value, sizeof value, count, stream);
}

FAKE_FN(cuMemsetD16Async, (CudaAddress to, unsigned short value, size_t count, void *stream))
{
    FAKE_ENTER(true);
    return fake_queue_fill(to, &value, sizeof value, count, stream);
}

FAKE_FN(cuMemsetD32Async, (CudaAddress to, unsigned value, size_t count, void *stream))
{
    FAKE_ENTER(true);
    return fake_queue_fill(to, &value, sizeof value, count, stream);
}

/* ---- streams -------------------------------------------------------------------------------- */

FAKE_FN(cuStreamCreate, (void **out, unsigned flags))
{
    (void)flags;
    FAKE_ENTER(true);
    *out = malloc(1);
    fake_count(FAKE_STREAM, 1);
    return CUDA_OK;
}

FAKE_FN(cuStreamDestroy_v2, (void *stream))
{
    FAKE_ENTER(true);
    fake_drain_stream(stream);
    free(stream);
    fake_count(FAKE_STREAM, -1);
    return CUDA_OK;
}

FAKE_FN(cuStreamSynchronize, (void *stream))
{
    FAKE_ENTER(true);
    fake_drain_stream(stream);
    return fake_broken();
}

FAKE_FN(cuStreamWaitEvent, (void *stream, void *handle, unsigned flags))
{
    const Event *event = handle;
    (void)flags;
    FAKE_ENTER(true);
    pthread_mutex_lock(&queue.lock);
    add_work(WAIT, stream)->waits_for = event->recorded;
    pthread_mutex_unlock(&queue.lock);
    return CUDA_OK;
}

/* ---- events --------------------------------------------------------------------------------- */

FAKE_FN(cuEventCreate, (void **out, unsigned flags))
{
    enum { NO_TIMING = 2 };
    FAKE_ENTER(true);
    Event *event = calloc(1, sizeof *event);
    event->is_timed = !(flags & NO_TIMING);
    *out = event;
    fake_count(FAKE_EVENT, 1);
    return CUDA_OK;
}

FAKE_FN(cuEventDestroy_v2, (void *event))
{
    FAKE_ENTER(true);
    free(event);
    fake_count(FAKE_EVENT, -1);
    return CUDA_OK;
}

FAKE_FN(cuEventRecord, (void *handle, void *stream))
{
    Event *event = handle;
    FAKE_ENTER(true);
    pthread_mutex_lock(&queue.lock);
    event->recorded = add_work(RECORD, stream)->number;
    pthread_mutex_unlock(&queue.lock);
    return CUDA_OK;
}

FAKE_FN(cuEventSynchronize, (void *handle))
{
    const Event *event = handle;
    FAKE_ENTER(true);
    pthread_mutex_lock(&queue.lock);
    reach(event->recorded);
    pthread_mutex_unlock(&queue.lock);
    return CUDA_OK;
}

FAKE_FN(cuEventQuery, (void *handle))
{
    const Event *event = handle;
    FAKE_ENTER(true);
    pthread_mutex_lock(&queue.lock);
    bool is_done = !find_work(event->recorded);
    pthread_mutex_unlock(&queue.lock);
    return is_done ? CUDA_OK : CUDA_NOT_READY;
}

FAKE_FN(cuEventElapsedTime, (float *out_ms, void *from, void *to))
{
    const Event *a = from, *b = to;
    FAKE_ENTER(true);
    if (!a->recorded || !b->recorded || !a->is_timed || !b->is_timed)
        return CUDA_INVALID_HANDLE;
    *out_ms = 1.0f;
    return find_work(a->recorded) || find_work(b->recorded) ? CUDA_NOT_READY : CUDA_OK;
}

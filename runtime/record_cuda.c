/* record_cuda.c - how long copies and kernels take on the device, by its own events, so that
 * nothing waits that would not wait without them. Kernels on the CPU have a clock of their own
 * (nprt_record_kernel). */
#include "runtime/record.h"

#include "runtime/cuda_internal.h"
#include "runtime/errors.h"
#include "runtime/memory.h"

enum { MANY = 1024 };

/* Work between two events. */
typedef struct Span {
    void *from, *to;
    NprtTime what;
} Span;

static struct {
    const NprtCudaDriver *base;
    NprtCudaDriver driver; /* the same with clocks */
    Span *spans;           /* owned; not added yet */
    uint32_t n, cap;
    bool is_off; /* the device is in no state to measure */
} state;

static void give_up(void)
{
    nprt_exc_clear();
    state.is_off = true;
}

static void add_span(const Span *span)
{
    double ms;
    if (state.base->event_elapsed(span->from, span->to, &ms))
        give_up();
    else
        nprt_record_time(span->what, ms);
    state.base->event_free(span->from);
    state.base->event_free(span->to);
}

/* Adds the spans that are over, oldest first. */
static void collect(void)
{
    uint32_t done = 0;
    for (; done < state.n; done++) {
        uint8_t is_over = 0;
        if (state.base->event_done(state.spans[done].to, &is_over))
            give_up();
        if (!is_over || state.is_off)
            break;
        add_span(&state.spans[done]);
    }
    for (uint32_t i = done; i < state.n; i++)
        state.spans[i - done] = state.spans[i];
    state.n -= done;
}

static void *mark(void *stream)
{
    void *event = NULL;
    if (state.is_off)
        return NULL;
    if (state.base->event_new(true, &event) || state.base->event_record(event, stream))
        give_up();
    return event;
}

/* Work that failed has left an exception: it stays, and nothing is measured. */
static void end_span(void *from, NprtTime what, void *stream, int32_t status)
{
    if (status) {
        if (from)
            state.base->event_free(from);
        return;
    }
    void *to = mark(stream);
    if (state.is_off)
        return;
    if (state.n == state.cap) {
        collect();
        if (2 * state.n >= state.cap) {
            state.cap = state.cap ? 2 * state.cap : MANY;
            state.spans = nprt_realloc(state.spans, state.cap * sizeof *state.spans);
        }
    }
    state.spans[state.n++] = (Span){from, to, what};
}

static int32_t timed_launch(const NprtCudaLaunch *launch)
{
    void *from = mark(launch->stream);
    int32_t status = state.base->launch(launch);
    end_span(from, NPRT_TIME_KERNELS, launch->stream, status);
    return status;
}

static int32_t timed_copy(const NprtCudaRows *rows, NprtCudaCopy direction, void *stream)
{
    void *from = mark(stream);
    int32_t status = state.base->copy(rows, direction, stream);
    end_span(from, NPRT_TIME_TRANSFER, stream, status);
    return status;
}

void nprt_record_watch_cuda(void)
{
    state.base = nprt_cuda_driver();
    state.driver = *state.base;
    state.driver.copy = timed_copy;
    if (!state.base->is_host)
        state.driver.launch = timed_launch;
    state.is_off = false;
    nprt_cuda_install(&state.driver);
}

void nprt_record_add_cuda(void)
{
    for (uint32_t i = 0; i < state.n && !state.is_off; i++)
        add_span(&state.spans[i]);
    nprt_mem_free(state.spans);
    state.spans = NULL;
    state.n = state.cap = 0;
}

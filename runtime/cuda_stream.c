/* Streams, events and devices: objects around the driver's handles. */
#include "runtime/cuda.h"
#include "runtime/cuda_internal.h"
#include "runtime/errors.h"
#include "runtime/memory.h"
#include "runtime/str.h"

#include <string.h>

static void free_stream(void *context)
{
    NprtCudaHandle *stream = context;
    stream->driver->stream_free(stream->handle);
    nprt_mem_free(stream);
}

static void free_event(void *context)
{
    NprtCudaHandle *event = context;
    event->driver->event_free(event->handle);
    nprt_mem_free(event);
}

int32_t nprt_cuda_synchronize(void)
{
    return nprt_cuda_driver()->synchronize();
}

int32_t nprt_cuda_stream_new(void **out)
{
    void *handle;
    if (nprt_cuda_driver()->stream_new(&handle))
        return 1;
    *out = nprt_cuda_object(free_stream, handle);
    return 0;
}

int32_t nprt_cuda_stream_sync(NprtObj *stream)
{
    return nprt_cuda_driver()->stream_wait(nprt_cuda_handle(stream));
}

int32_t nprt_cuda_event_new(uint8_t is_timed, void **out)
{
    void *handle;
    if (nprt_cuda_driver()->event_new(is_timed, &handle))
        return 1;
    *out = nprt_cuda_object(free_event, handle);
    return 0;
}

int32_t nprt_cuda_event_record(NprtObj *event, NprtObj *stream)
{
    return nprt_cuda_driver()->event_record(nprt_cuda_handle(event), nprt_cuda_handle(stream));
}

int32_t nprt_cuda_event_sync(NprtObj *event)
{
    return nprt_cuda_driver()->event_wait(nprt_cuda_handle(event));
}

int32_t nprt_cuda_event_query(NprtObj *event, uint8_t *out)
{
    return nprt_cuda_driver()->event_done(nprt_cuda_handle(event), out);
}

int32_t nprt_cuda_event_wait(NprtObj *event, NprtObj *stream)
{
    return nprt_cuda_driver()->event_before(nprt_cuda_handle(event), nprt_cuda_handle(stream));
}

int32_t nprt_cuda_event_elapsed(NprtObj *from, NprtObj *to, double *out_ms)
{
    return nprt_cuda_driver()->event_elapsed(nprt_cuda_handle(from), nprt_cuda_handle(to), out_ms);
}

/* ---- devices -------------------------------------------------------------------------------- */

uint8_t nprt_cuda_is_available(void)
{
    return nprt_cuda_driver()->device_count() > 0;
}

int64_t nprt_cuda_device_count(void)
{
    return nprt_cuda_driver()->device_count();
}

int32_t nprt_cuda_select_device(int64_t device)
{
    return nprt_cuda_driver()->select(device);
}

int32_t nprt_cuda_device_attribute(int64_t what, int64_t *out)
{
    return nprt_cuda_driver()->attribute(what, out);
}

int32_t nprt_cuda_device_name(void **out)
{
    *out = nprt_str_from_c(nprt_cuda_driver()->device_name());
    return 0;
}

int32_t nprt_cuda_memory_info(const NprtDesc *out_desc, void *out)
{
    int64_t sizes[2];
    if (nprt_cuda_driver()->memory_info(&sizes[0], &sizes[1]))
        return 1;
    for (uint32_t i = 0; i < 2 && i < out_desc->n; i++)
        memcpy((char *)out + out_desc->offsets[i], &sizes[i], sizeof sizes[i]);
    return 0;
}

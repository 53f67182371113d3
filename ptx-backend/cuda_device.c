/* cuda_device.c - starting the driver, and the driver's table for the run-time library.
 *
 * Starting takes a fifth of a second, most of it in cuInit and the creation of a context. So a thread
 * of its own does it while the front end compiles; it first tells the compute capability, which code
 * generation asks for, then that all is ready. */
#include "ptx-backend/cuda_internal.h"
#include "runtime/errors.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

typedef enum Stage { NOT_STARTED, STARTING, HAS_CAPABILITY, READY, FAILED } Stage;

static struct {
    NjCudaDevice device;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    Stage stage;
    char error[NJ_BACKEND_ERROR_SIZE];
} shared = {.lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};

NjCudaDevice *nj_gpu_device(void)
{
    return &shared.device;
}

static void set_stage(Stage stage)
{
    pthread_mutex_lock(&shared.lock);
    shared.stage = stage;
    pthread_cond_broadcast(&shared.changed);
    pthread_mutex_unlock(&shared.lock);
}

static Stage wait_for(Stage stage)
{
    pthread_mutex_lock(&shared.lock);
    while (shared.stage != NOT_STARTED && shared.stage < stage)
        pthread_cond_wait(&shared.changed, &shared.lock);
    Stage reached = shared.stage;
    pthread_mutex_unlock(&shared.lock);
    return reached;
}

/* ---- starting ------------------------------------------------------------------------------- */

static CudaResult open_device(NjCudaDevice *d)
{
    int major = 0, minor = 0;
    CudaResult result = d->api.device_get(&d->device, d->ordinal);
    if (result == CUDA_OK)
        result = d->api.device_attribute(&major, CUDA_CAPABILITY_MAJOR, d->device);
    if (result == CUDA_OK)
        result = d->api.device_attribute(&minor, CUDA_CAPABILITY_MINOR, d->device);
    d->capability = (uint32_t)(10 * major + minor);
    return result;
}

/* The pool keeps what programs free, instead of giving it back at every synchronisation. */
static CudaResult open_context(NjCudaDevice *d)
{
    enum { RELEASE_THRESHOLD = 4, PORTABLE_MAPPED = 3, LEAST_SHARED = 48 << 10 };
    int pools = 0;
    void *error = NULL;
    uint64_t threshold = UINT64_MAX;
    CudaResult result = d->api.context_retain(&d->context, d->device);
    if (result == CUDA_OK)
        result = d->api.context_use(d->context);
    if (result != CUDA_OK)
        return result;
    /* Where the driver does not answer, the least that devices have will do. */
    if (d->api.device_attribute(&pools, CUDA_MEMORY_POOLS, d->device) != CUDA_OK)
        pools = 0;
    if (d->api.device_attribute(&d->max_shared, CUDA_MAX_SHARED_OPTIN, d->device) != CUDA_OK)
        d->max_shared = LEAST_SHARED;
    if (d->api.device_attribute(&d->multiprocessors, CUDA_MULTIPROCESSORS, d->device) != CUDA_OK)
        d->multiprocessors = 1;
    if (d->api.device_name(d->name, (int)sizeof d->name, d->device) != CUDA_OK)
        snprintf(d->name, sizeof d->name, "CUDA device %d", d->ordinal);
    d->has_pools = pools && d->api.device_pool(&d->pool, d->device) == CUDA_OK;
    if (d->has_pools)
        d->api.pool_set(d->pool, RELEASE_THRESHOLD, &threshold);
    if (d->error)
        return CUDA_OK;
    result = d->api.host_alloc(&error, sizeof *d->error, PORTABLE_MAPPED);
    if (result == CUDA_OK)
        d->error = memset(error, 0, sizeof *d->error);
    return result;
}

static void *start(void *unused)
{
    NjCudaDevice *d = &shared.device;
    (void)unused;
    CudaResult result = d->api.init(0);
    if (result == CUDA_OK)
        result = d->api.device_count(&d->count);
    if (result == CUDA_OK && d->count == 0)
        result = CUDA_NO_DEVICE;
    if (result == CUDA_OK)
        result = open_device(d);
    if (result == CUDA_OK) {
        set_stage(HAS_CAPABILITY);
        result = open_context(d);
    }
    if (result != CUDA_OK)
        nj_gpu_explain(result, "starting CUDA", shared.error);
    set_stage(result == CUDA_OK ? READY : FAILED);
    return NULL;
}

bool nj_ptx_start_device(char *error)
{
    if (shared.stage != NOT_STARTED)
        return true;
    if (!nj_gpu_api_open(&shared.device.api, error, NJ_BACKEND_ERROR_SIZE))
        return false;
    set_stage(STARTING);
    pthread_t thread;
    if (pthread_create(&thread, NULL, start, NULL) != 0)
        start(NULL);
    else
        pthread_detach(thread);
    return true;
}

bool nj_ptx_wait_device(char *error)
{
    if (shared.stage == NOT_STARTED && !nj_ptx_start_device(error))
        return false;
    if (wait_for(READY) == FAILED)
        return nj_ptx_fail(error, "%s", shared.error);
    CudaResult result = shared.device.api.context_use(shared.device.context);
    if (result == CUDA_OK) {
        nprt_cuda_install(&nj_gpu_driver);
        return true;
    }
    nj_gpu_explain(result, "starting CUDA", error);
    return false;
}

void nj_ptx_settle_device(void)
{
    wait_for(READY);
}

uint32_t nj_gpu_compute_capability(void)
{
    Stage reached = wait_for(HAS_CAPABILITY);
    return reached == HAS_CAPABILITY || reached == READY ? shared.device.capability : 0;
}

/* ---- the run-time library's driver ---------------------------------------------------------- */

static int32_t synchronize(void)
{
    if (nj_gpu_check(nj_gpu_device()->api.context_sync(), "waiting for the device"))
        return 1;
    return nj_gpu_report();
}

static int32_t stream_new(void **out)
{
    return nj_gpu_check(nj_gpu_device()->api.stream_new(out, 0), "making a stream");
}

static int32_t stream_wait(void *stream)
{
    if (nj_gpu_check(nj_gpu_device()->api.stream_sync(stream), "waiting for a stream"))
        return 1;
    return nj_gpu_report();
}

static void stream_free(void *stream)
{
    nj_gpu_device()->api.stream_free(stream);
}

static int32_t event_new(bool is_timed, void **out)
{
    enum { NO_TIMING = 2 };
    return nj_gpu_check(nj_gpu_device()->api.event_new(out, is_timed ? 0 : NO_TIMING),
                         "making an event");
}

static int32_t event_record(void *event, void *stream)
{
    return nj_gpu_check(nj_gpu_device()->api.event_record(event, stream), "recording an event");
}

static int32_t event_wait(void *event)
{
    if (nj_gpu_check(nj_gpu_device()->api.event_sync(event), "waiting for an event"))
        return 1;
    return nj_gpu_report();
}

static int32_t event_done(void *event, uint8_t *out)
{
    CudaResult result = nj_gpu_device()->api.event_query(event);
    *out = result == CUDA_OK;
    return result == CUDA_NOT_READY ? 0 : nj_gpu_check(result, "asking an event");
}

static int32_t event_before(void *event, void *stream)
{
    return nj_gpu_check(nj_gpu_device()->api.stream_wait_event(stream, event, 0),
                         "making a stream wait");
}

static int32_t event_elapsed(void *from, void *to, double *out_ms)
{
    float ms = 0;
    CudaResult result = nj_gpu_device()->api.event_elapsed(&ms, from, to);
    *out_ms = ms;
    if (result == CUDA_INVALID_HANDLE)
        return nprt_raise(NPRT_EXC_RUNTIME_ERROR,
                          "an event that was never recorded, or made with timing=False, has no time");
    if (result == CUDA_NOT_READY)
        return nprt_raise(NPRT_EXC_RUNTIME_ERROR, "an event that is not over has no time; synchronize() waits for it");
    return nj_gpu_check(result, "the time between two events");
}

static void event_free(void *event)
{
    nj_gpu_device()->api.event_free(event);
}

static int64_t device_count(void)
{
    return nj_gpu_device()->count;
}

/* Kernels live in the context of the device they were loaded for: there is one device a process. */
static int32_t select_device(int64_t device)
{
    const NjCudaDevice *d = nj_gpu_device();
    if (device == d->ordinal)
        return 0;
    if (device < 0 || device >= d->count)
        return nprt_raise(NPRT_EXC_INDEX_ERROR, "there is no CUDA device %lld", (long long)device);
    return nprt_raise(NPRT_EXC_NOT_IMPLEMENTED_ERROR,
                      "npjit uses one device a process: choose it by CUDA_VISIBLE_DEVICES=%lld",
                      (long long)device);
}

static int32_t attribute(int64_t what, int64_t *out)
{
    int value = 0;
    CudaResult result =
        nj_gpu_device()->api.device_attribute(&value, (int)what, nj_gpu_device()->device);
    *out = value;
    return nj_gpu_check(result, "asking for a device attribute");
}

static const char *device_name(void)
{
    return nj_gpu_device()->name;
}

static int32_t memory_info(int64_t *out_free, int64_t *out_total)
{
    size_t available = 0, total = 0;
    CudaResult result = nj_gpu_device()->api.memory_info(&available, &total);
    *out_free = (int64_t)available;
    *out_total = (int64_t)total;
    return nj_gpu_check(result, "asking for the device's memory");
}

const NprtCudaDriver nj_gpu_driver = {
    .name = "cuda",
    .alloc = nj_gpu_alloc,
    .free = nj_gpu_free,
    .alloc_pinned = nj_gpu_alloc_pinned,
    .free_pinned = nj_gpu_free_pinned,
    .copy = nj_gpu_copy,
    .fill = nj_gpu_fill,
    .launch = nj_gpu_launch,
    .kernel_info = nj_gpu_kernel_info,
    .synchronize = synchronize,
    .stream_new = stream_new,
    .stream_wait = stream_wait,
    .stream_free = stream_free,
    .event_new = event_new,
    .event_record = event_record,
    .event_wait = event_wait,
    .event_done = event_done,
    .event_before = event_before,
    .event_elapsed = event_elapsed,
    .event_free = event_free,
    .device_count = device_count,
    .select = select_device,
    .attribute = attribute,
    .device_name = device_name,
    .memory_info = memory_info,
};

/* fake_cuda.c - devices, contexts, modules, launches; failing on request, and the report. */
#include "tests/support/fake_cuda/fake_cuda.h"

#include "ptx-backend/device/device_abi.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MAX_SYMBOLS = 64, SHARED_OPTIN = 227 << 10, SHARED = 48 << 10 };

static struct {
    pthread_mutex_t lock;
    struct {
        const char *name;
        long calls;
    } symbols[MAX_SYMBOLS];
    size_t n_symbols;
    long calls, faults, live[FAKE_KINDS];
    bool is_initialized, is_starting;
    CudaResult broken;
} fake = {.lock = PTHREAD_MUTEX_INITIALIZER};

static _Thread_local void *current;
static int the_context;

int64_t fake_option(const char *name, int64_t otherwise)
{
    const char *text = getenv(name);
    return text ? strtoll(text, NULL, 10) : otherwise;
}

void fake_fault(const char *what)
{
    pthread_mutex_lock(&fake.lock);
    fake.faults++;
    pthread_mutex_unlock(&fake.lock);
    fprintf(stderr, "fake_cuda: FAULT: %s\n", what);
}

void fake_break(CudaResult code)
{
    fake.broken = code;
}

CudaResult fake_broken(void)
{
    return fake.broken;
}

void fake_count(FakeKind kind, int change)
{
    pthread_mutex_lock(&fake.lock);
    fake.live[kind] += change;
    pthread_mutex_unlock(&fake.lock);
}

/* ---- failing on request --------------------------------------------------------------------- */

static long count_call(const char *symbol)
{
    size_t i = 0;
    while (i < fake.n_symbols && strcmp(fake.symbols[i].name, symbol) != 0)
        i++;
    if (i == fake.n_symbols && i < MAX_SYMBOLS)
        fake.symbols[fake.n_symbols++].name = symbol;
    fake.calls++;
    return i < MAX_SYMBOLS ? ++fake.symbols[i].calls : 0;
}

/* What the call, the n-th of its function, is told to return. */
static CudaResult wanted_failure(const char *symbol, long n)
{
    const char *text = getenv("FAKE_CUDA_FAIL");
    char name[64];
    long which = 1;
    int code = 0;
    if (!text || sscanf(text, "%63[^:]:%ld=%d", name, &which, &code) != 3)
        return CUDA_OK;
    if (strcmp(name, "*") == 0) {
        if (fake.calls != which)
            return CUDA_OK;
        fprintf(stderr, "fake_cuda: %s fails\n", symbol);
        return code;
    }
    return strcmp(name, symbol) == 0 && n == which ? code : CUDA_OK;
}

CudaResult fake_enter(const char *symbol, bool needs_context)
{
    pthread_mutex_lock(&fake.lock);
    CudaResult result = wanted_failure(symbol, count_call(symbol));
    bool is_ready = fake.is_initialized || strcmp(symbol, "cuInit") == 0;
    pthread_mutex_unlock(&fake.lock);
    if (result != CUDA_OK)
        return result;
    if (!is_ready)
        return FAKE_NOT_INITIALIZED;
    if (needs_context && !current) {
        fake_fault("a thread without a context calls the driver");
        return FAKE_INVALID_CONTEXT;
    }
    return needs_context ? fake.broken : CUDA_OK;
}

/* ---- the report ----------------------------------------------------------------------------- */

__attribute__((destructor)) static void report(void)
{
    static const char *const names[FAKE_KINDS] = {"allocations", "pinned blocks", "streams",
                                                  "events", "modules"};
    if (!getenv("FAKE_CUDA_REPORT"))
        return;
    if (fake.is_starting)
        fake_fault("the process ends while the driver starts");
    fprintf(stderr, "fake_cuda: %ld calls, %ld faults; left:", fake.calls, fake.faults);
    for (int i = 0; i < FAKE_KINDS; i++)
        fprintf(stderr, "%s %ld %s", i ? "," : "", fake.live[i], names[i]);
    fprintf(stderr, "\n");
}

/* ---- errors, devices, contexts -------------------------------------------------------------- */

static const struct {
    CudaResult code;
    const char *name, *text;
} errors[] = {{CUDA_INVALID_VALUE, "CUDA_ERROR_INVALID_VALUE", "invalid argument"},
              {CUDA_OUT_OF_MEMORY, "CUDA_ERROR_OUT_OF_MEMORY", "out of memory"},
              {CUDA_NO_DEVICE, "CUDA_ERROR_NO_DEVICE", "no CUDA-capable device is detected"},
              {CUDA_INVALID_PTX, "CUDA_ERROR_INVALID_PTX", "a PTX JIT compilation failed"},
              {CUDA_UNSUPPORTED_PTX, "CUDA_ERROR_UNSUPPORTED_PTX_VERSION",
               "the provided PTX was compiled with an unsupported toolchain."},
              {CUDA_INVALID_HANDLE, "CUDA_ERROR_INVALID_HANDLE", "invalid resource handle"},
              {CUDA_NOT_FOUND, "CUDA_ERROR_NOT_FOUND", "named symbol not found"},
              {CUDA_ILLEGAL_ADDRESS, "CUDA_ERROR_ILLEGAL_ADDRESS",
               "an illegal memory access was encountered"},
              {CUDA_LAUNCH_FAILED, "CUDA_ERROR_LAUNCH_FAILED", "unspecified launch failure"}};

static CudaResult find_error(CudaResult code, bool wants_name, const char **out)
{
    *out = NULL;
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
        if (errors[i].code == code)
            *out = wants_name ? errors[i].name : errors[i].text;
    return *out ? CUDA_OK : CUDA_INVALID_VALUE;
}

FAKE_FN(cuGetErrorName, (CudaResult result, const char **out))
{
    return find_error(result, true, out);
}

FAKE_FN(cuGetErrorString, (CudaResult result, const char **out))
{
    return find_error(result, false, out);
}

FAKE_FN(cuInit, (unsigned flags))
{
    (void)flags;
    FAKE_ENTER(false);
    fake.is_starting = true;
    int64_t ms = fake_option("FAKE_CUDA_SLOW", 0);
    nanosleep(&(struct timespec){.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000}, NULL);
    fake.is_starting = false;
    fake.is_initialized = true;
    return fake_option("FAKE_CUDA_DEVICES", 1) ? CUDA_OK : CUDA_NO_DEVICE;
}

FAKE_FN(cuDriverGetVersion, (int *out))
{
    FAKE_ENTER(false);
    *out = 12040;
    return CUDA_OK;
}

FAKE_FN(cuDeviceGetCount, (int *out))
{
    FAKE_ENTER(false);
    *out = (int)fake_option("FAKE_CUDA_DEVICES", 1);
    return CUDA_OK;
}

FAKE_FN(cuDeviceGet, (CudaDevice * out, int ordinal))
{
    FAKE_ENTER(false);
    *out = ordinal;
    return ordinal < fake_option("FAKE_CUDA_DEVICES", 1) ? CUDA_OK : FAKE_INVALID_DEVICE;
}

FAKE_FN(cuDeviceGetName, (char *name, int size, CudaDevice device))
{
    (void)device;
    FAKE_ENTER(false);
    snprintf(name, (size_t)size, "Fake");
    return CUDA_OK;
}

FAKE_FN(cuDeviceGetAttribute, (int *out, int attribute, CudaDevice device))
{
    int64_t capability = fake_option("FAKE_CUDA_CAPABILITY", 90);
    (void)device;
    FAKE_ENTER(false);
    switch (attribute) {
    case CUDA_MAX_SHARED:
        *out = SHARED;
        break;
    case CUDA_CAPABILITY_MAJOR:
        *out = (int)capability / 10;
        break;
    case CUDA_CAPABILITY_MINOR:
        *out = (int)capability % 10;
        break;
    case CUDA_MAX_SHARED_OPTIN:
        *out = SHARED_OPTIN;
        break;
    case CUDA_MEMORY_POOLS:
        *out = fake_option("FAKE_CUDA_POOLS", 1) != 0;
        break;
    default:
        *out = 1;
    }
    return CUDA_OK;
}

FAKE_FN(cuDevicePrimaryCtxRetain, (void **out, CudaDevice device))
{
    (void)device;
    FAKE_ENTER(false);
    *out = &the_context;
    return CUDA_OK;
}

FAKE_FN(cuCtxSetCurrent, (void *context))
{
    FAKE_ENTER(false);
    if (context && context != &the_context)
        return FAKE_INVALID_CONTEXT;
    current = context;
    return CUDA_OK;
}

FAKE_FN(cuCtxSynchronize, (void))
{
    FAKE_ENTER(true);
    fake_drain();
    return fake.broken;
}

/* ---- modules -------------------------------------------------------------------------------- */

typedef struct Module {
    char *text;
    CudaAddress state;
} Module;

typedef struct Function {
    struct Function *next;
    Module *module;
    char name[128];
    int dynamic_shared; /* opted in to */
} Function;

static Function *functions;

FAKE_FN(cuModuleLoadDataEx,
        (void **out, const void *image, unsigned n, int *options, void **values))
{
    enum { ERROR_LOG = 5 };
    FAKE_ENTER(true);
    if (!strstr(image, ".version ") || !strstr(image, ".target sm_")) {
        if (n > 0 && options[0] == ERROR_LOG)
            strcpy(values[0], "ptxas fatal   : this is no PTX");
        return CUDA_INVALID_PTX;
    }
    Module *module = calloc(1, sizeof *module);
    module->text = strdup(image);
    if (strstr(image, NJ_DEVICE_STATE))
        module->state = fake_alloc(sizeof(NjDeviceState));
    if (module->state)
        memset(fake_memory(module->state, sizeof(NjDeviceState)), 0, sizeof(NjDeviceState));
    fake_count(FAKE_MODULE, 1);
    *out = module;
    return CUDA_OK;
}

FAKE_FN(cuModuleUnload, (void *handle))
{
    Module *module = handle;
    FAKE_ENTER(true);
    fake_drain();
    for (Function **at = &functions; *at;) {
        Function *function = *at;
        if (function->module != module) {
            at = &function->next;
            continue;
        }
        *at = function->next;
        free(function);
    }
    if (module->state)
        fake_free(module->state);
    free(module->text);
    free(module);
    fake_count(FAKE_MODULE, -1);
    return CUDA_OK;
}

FAKE_FN(cuModuleGetFunction, (void **out, void *handle, const char *name))
{
    Module *module = handle;
    char entry[160];
    FAKE_ENTER(true);
    snprintf(entry, sizeof entry, ".entry %s(", name);
    if (!strstr(module->text, entry))
        return CUDA_NOT_FOUND;
    Function *function = calloc(1, sizeof *function);
    snprintf(function->name, sizeof function->name, "%s", name);
    function->module = module;
    function->next = functions;
    functions = function;
    *out = function;
    return CUDA_OK;
}

FAKE_FN(cuModuleGetGlobal_v2, (CudaAddress * out, size_t *bytes, void *handle, const char *name))
{
    const Module *module = handle;
    FAKE_ENTER(true);
    if (strcmp(name, NJ_DEVICE_STATE) != 0 || !module->state)
        return CUDA_NOT_FOUND;
    *out = module->state;
    *bytes = sizeof(NjDeviceState);
    return CUDA_OK;
}

FAKE_FN(cuFuncGetAttribute, (int *out, int attribute, void *function))
{
    (void)function;
    FAKE_ENTER(true);
    *out = attribute == CUDA_FN_MAX_THREADS ? (int)fake_option("FAKE_CUDA_THREADS", 1024)
           : attribute == CUDA_FN_REGISTERS ? 32
                                            : 0;
    return CUDA_OK;
}

FAKE_FN(cuFuncSetAttribute, (void *handle, int attribute, int value))
{
    Function *function = handle;
    FAKE_ENTER(true);
    if (attribute == CUDA_FN_MAX_DYNAMIC_SHARED && (value < 0 || value > SHARED_OPTIN))
        return CUDA_INVALID_VALUE;
    if (attribute == CUDA_FN_MAX_DYNAMIC_SHARED)
        function->dynamic_shared = value;
    return CUDA_OK;
}

FAKE_FN(cuOccupancyMaxPotentialBlockSize,
        (int *grid, int *block, void *function, void *shared_of_block, size_t shared, int limit))
{
    (void)function, (void)shared_of_block, (void)shared, (void)limit;
    FAKE_ENTER(true);
    *grid = 4;
    *block = 256;
    return CUDA_OK;
}

FAKE_FN(cuOccupancyMaxActiveBlocksPerMultiprocessor,
        (int *out, void *function, int block, size_t shared))
{
    (void)function, (void)block, (void)shared;
    FAKE_ENTER(true);
    *out = 2;
    return CUDA_OK;
}

/* ---- launches ------------------------------------------------------------------------------- */

/* What a driver checks itself. */
static CudaResult check_launch(const Function *f, const unsigned *grid, const unsigned *block,
                               unsigned shared)
{
    uint64_t threads = (uint64_t)block[0] * block[1] * block[2];
    int allowed = f->dynamic_shared > SHARED ? f->dynamic_shared : SHARED;
    bool has_grid = grid[0] && grid[0] <= INT32_MAX && grid[1] && grid[1] <= 65535 && grid[2] &&
                    grid[2] <= 65535;
    bool has_block =
        threads && block[0] <= 1024 && block[1] <= 1024 && block[2] <= 64 && threads <= 1024;
    if (!has_grid || !has_block || shared > (unsigned)allowed)
        return CUDA_INVALID_VALUE;
    return threads <= (uint64_t)fake_option("FAKE_CUDA_THREADS", 1024) ? CUDA_OK
                                                                       : CUDA_OUT_OF_RESOURCES;
}

FAKE_FN(cuLaunchKernel,
        (void *function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by,
         unsigned bz, unsigned shared, void *stream, void **params, void **extra))
{
    FAKE_ENTER(true);
    if (params && extra)
        return CUDA_INVALID_VALUE;
    CudaResult result =
        check_launch(function, (unsigned[]){gx, gy, gz}, (unsigned[]){bx, by, bz}, shared);
    return result == CUDA_OK ? fake_queue_launch(stream) : result;
}

FAKE_FN(cuLaunchCooperativeKernel,
        (void *function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by,
         unsigned bz, unsigned shared, void *stream, void **params))
{
    (void)params;
    FAKE_ENTER(true);
    if (gx * gy * gz > 64)
        return CUDA_COOPERATIVE_TOO_LARGE;
    CudaResult result =
        check_launch(function, (unsigned[]){gx, gy, gz}, (unsigned[]){bx, by, bz}, shared);
    return result == CUDA_OK ? fake_queue_launch(stream) : result;
}

/* cuda_module.c - loading PTX into the device. Modules are loaded once, and their kernels are found
 * by name from then on. */
#include "ptx-backend/cuda_internal.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct NjCode {
    NjCode *next;
    void *module;
    CudaAddress state; /* of its NjDeviceState, 0: it has none */
};

/* All loaded modules, newest first. */
static struct {
    pthread_mutex_t lock;
    NjCode *first;
} loaded = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* JIT options: CU_JIT_ERROR_LOG_BUFFER and its size. */
static CudaResult load_module(const char *image, void **out, char *log, size_t log_size)
{
    enum { ERROR_LOG = 5, ERROR_LOG_SIZE = 6 };
    int options[] = {ERROR_LOG, ERROR_LOG_SIZE};
    void *values[] = {log, (void *)log_size};
    log[0] = '\0';
    return nj_gpu_device()->api.module_load(out, image, 2, options, values);
}

/* Tells the module's code where to leave errors and prints. */
static CudaResult connect(NjCode *code, bool has_prints)
{
    const NjCudaApi *api = &nj_gpu_device()->api;
    size_t size = 0;
    CudaResult result = api->module_global(&code->state, &size, code->module, NJ_DEVICE_STATE);
    if (result != CUDA_OK)
        code->state = 0;
    if (result == CUDA_NOT_FOUND)
        return CUDA_OK;
    if (result == CUDA_OK && size != sizeof(NjDeviceState))
        result = CUDA_INVALID_PTX;
    if (result != CUDA_OK)
        return result;
    NjDeviceState state = {.error = (uint64_t)(uintptr_t)nj_gpu_device()->error};
    if (has_prints && !nj_gpu_open_print(&state.print_buffer, &state.print_room))
        return CUDA_OUT_OF_MEMORY;
    result = api->to_device(code->state, &state, sizeof state, NULL);
    return result == CUDA_OK ? api->stream_sync(NULL) : result;
}

/* What the driver's assembler had to say. */
static void append(char *error, const char *log)
{
    size_t n = strlen(error);
    if (log[0])
        snprintf(error + n, NJ_BACKEND_ERROR_SIZE - n, ": %s", log);
}

bool nj_ptx_load(NjBackendState *state, const void *bytes, size_t size, NjCode **out_code,
                 char *error)
{
    (void)state;
    *out_code = NULL;
    if (!nj_ptx_wait_device(error))
        return false;
    char *image = malloc(size + 1);
    NjCode *code = calloc(1, sizeof *code);
    if (!image || !code) {
        free(image);
        free(code);
        return nj_ptx_fail(error, "out of memory");
    }
    memcpy(image, bytes, size);
    image[size] = '\0'; /* PTX is a C string */
    char log[1024];
    CudaResult result = load_module(image, &code->module, log, sizeof log);
    if (result == CUDA_OK)
        result = connect(code, strstr(image, "print_piece") != NULL);
    free(image);
    if (result != CUDA_OK) {
        nj_gpu_explain(result, "loading device code", error);
        append(error, log);
        if (code->module)
            nj_gpu_device()->api.module_unload(code->module);
        free(code);
        return false;
    }
    pthread_mutex_lock(&loaded.lock);
    code->next = loaded.first;
    loaded.first = code;
    pthread_mutex_unlock(&loaded.lock);
    *out_code = code;
    return true;
}

void *nj_ptx_symbol(NjCode *code, const char *name)
{
    void *function = NULL;
    CudaResult result = nj_gpu_device()->api.module_function(&function, code->module, name);
    return result == CUDA_OK ? function : NULL;
}

void nj_ptx_unload(NjBackendState *state, NjCode *code)
{
    (void)state;
    pthread_mutex_lock(&loaded.lock);
    for (NjCode **at = &loaded.first; *at; at = &(*at)->next) {
        if (*at == code) {
            *at = code->next;
            break;
        }
    }
    pthread_mutex_unlock(&loaded.lock);
    nj_gpu_forget_kernels();
    nj_gpu_forget_launch();
    nj_gpu_forget_constants();
    nj_gpu_device()->api.module_unload(code->module);
    free(code);
}

CudaResult nj_gpu_find_function(const char *name, void **out)
{
    CudaResult result = CUDA_NOT_FOUND;
    pthread_mutex_lock(&loaded.lock);
    for (NjCode *code = loaded.first; code && result == CUDA_NOT_FOUND; code = code->next)
        result = nj_gpu_device()->api.module_function(out, code->module, name);
    pthread_mutex_unlock(&loaded.lock);
    return result;
}

void nj_gpu_each_state(void (*visit)(void *context, CudaAddress state), void *context)
{
    pthread_mutex_lock(&loaded.lock);
    for (NjCode *code = loaded.first; code; code = code->next)
        if (code->state)
            visit(context, code->state);
    pthread_mutex_unlock(&loaded.lock);
}

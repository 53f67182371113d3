/* cuda_api.c - dlopen of the driver. The library stays loaded for good: it starts threads. */
#include "ptx-backend/cuda_api.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

typedef struct Row {
    const char *symbol;
    size_t offset;
} Row;

static const Row rows[] = {
#define CUDA_FN(name, symbol, params) {symbol, offsetof(NjCudaApi, name)},
#include "ptx-backend/cuda_api.def"
#undef CUDA_FN
};

bool nj_gpu_api_open_file(NjCudaApi *api, const char *path, char *error, size_t size)
{
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        const char *why = dlerror();
        if (!why || strstr(why, "No such file"))
            snprintf(error, size, "there is no NVIDIA driver (%s was not found)", path);
        else
            snprintf(error, size, "the NVIDIA driver cannot be loaded (%s)", why);
        return false;
    }
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        void *address = dlsym(library, rows[i].symbol);
        if (!address) {
            snprintf(error, size, "the NVIDIA driver is too old: it lacks %s (CUDA 11.2 has it)",
                     rows[i].symbol);
            return false;
        }
        memcpy((char *)api + rows[i].offset, &address, sizeof address);
    }
    return true;
}

bool nj_gpu_api_open(NjCudaApi *api, char *error, size_t size)
{
    return nj_gpu_api_open_file(api, "libcuda.so.1", error, size);
}

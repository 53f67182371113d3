/* cuda_api.h - the CUDA driver, found at run time. Types and numbers are those of the driver's
 * documented binary interface; no header of CUDA is needed. */
#ifndef NJ_PTX_BACKEND_CUDA_API_H
#define NJ_PTX_BACKEND_CUDA_API_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef int CudaResult;
typedef int CudaDevice;
typedef unsigned long long CudaAddress;

/* CUDA_MEMCPY2D */
typedef struct CudaRows {
    size_t from_x, from_y;
    unsigned from_type;
    const void *from_host;
    CudaAddress from_device;
    void *from_array;
    size_t from_pitch;
    size_t to_x, to_y;
    unsigned to_type;
    void *to_host;
    CudaAddress to_device;
    void *to_array;
    size_t to_pitch;
    size_t row_bytes, n_rows;
} CudaRows;

enum { CUDA_HOST_MEMORY = 1, CUDA_DEVICE_MEMORY = 2 };

/* Results with a text of their own. */
enum {
    CUDA_OK = 0,
    CUDA_INVALID_VALUE = 1,
    CUDA_OUT_OF_MEMORY = 2,
    CUDA_NO_DEVICE = 100,
    CUDA_INVALID_PTX = 218,
    CUDA_UNSUPPORTED_PTX = 222,
    CUDA_INVALID_HANDLE = 400,
    CUDA_NOT_FOUND = 500,
    CUDA_NOT_READY = 600,
    CUDA_ILLEGAL_ADDRESS = 700,
    CUDA_OUT_OF_RESOURCES = 701,
    CUDA_LAUNCH_TIMEOUT = 702,
    CUDA_ILLEGAL_INSTRUCTION = 715,
    CUDA_MISALIGNED_ADDRESS = 716,
    CUDA_LAUNCH_FAILED = 719,
    CUDA_COOPERATIVE_TOO_LARGE = 720
};

/* CUdevice_attribute */
enum {
    CUDA_MAX_SHARED = 8,
    CUDA_MULTIPROCESSORS = 16,
    CUDA_CAPABILITY_MAJOR = 75,
    CUDA_CAPABILITY_MINOR = 76,
    CUDA_MAX_SHARED_OPTIN = 97,
    CUDA_MEMORY_POOLS = 115
};

/* CUfunction_attribute */
enum {
    CUDA_FN_MAX_THREADS = 0,
    CUDA_FN_SHARED = 1,
    CUDA_FN_CONST = 2,
    CUDA_FN_LOCAL = 3,
    CUDA_FN_REGISTERS = 4,
    CUDA_FN_MAX_DYNAMIC_SHARED = 8
};

typedef struct NjCudaApi {
#define CUDA_FN(name, symbol, params) CudaResult(*name) params;
#include "ptx-backend/cuda_api.def"
#undef CUDA_FN
} NjCudaApi;

/* Loads the driver's library and fills the table. False: `error` (of `size` bytes) says why. */
bool nj_gpu_api_open(NjCudaApi *api, char *error, size_t size);
/* Fills the table from any library with the driver's functions. */
bool nj_gpu_api_open_file(NjCudaApi *api, const char *path, char *error, size_t size);

#endif

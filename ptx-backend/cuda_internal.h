/* cuda_internal.h - what the driving parts of the PTX backend share. A process has one device in use,
 * and its state is a variable of the process, as in the driver itself. */
#ifndef NJ_PTX_BACKEND_CUDA_INTERNAL_H
#define NJ_PTX_BACKEND_CUDA_INTERNAL_H

#include "ptx-backend/cuda_api.h"
#include "ptx-backend/device/device_abi.h"
#include "ptx-backend/ptx_internal.h"
#include "runtime/cuda.h"

typedef struct NjCudaDevice {
    NjCudaApi api;
    CudaDevice device;
    int ordinal, count;
    uint32_t capability; /* 90 for 9.0 */
    void *context;
    bool has_pools;
    void *pool;
    char name[128];
    int multiprocessors;
    int max_shared; /* dynamic shared memory that a kernel may opt in to */
    NjDeviceError *error; /* pinned, of all modules */
} NjCudaDevice;

/* The device in use; its context is current on the calling thread. Only after nj_ptx_wait_device. */
NjCudaDevice *nj_gpu_device(void);

/* cuda_error.c: 0, or raises an exception that says what to do and gives 1. `what` names the work. */
int32_t nj_gpu_check(CudaResult result, const char *what);
/* The same as a line of text, for what happens outside of a program. */
void nj_gpu_explain(CudaResult result, const char *what, char *error);
/* Remembers the launch that a later error is probably due to. */
void nj_gpu_note_launch(const NprtCudaLaunch *launch);
const char *nj_gpu_last_kernel(char *out); /* its name, "?": none; `out` of NPRT_CUDA_NAME bytes */
void nj_gpu_forget_launch(void); /* its program is unloaded */

/* cuda_device.c: what the run-time library calls. */
extern const NprtCudaDriver nj_gpu_driver;

/* cuda_memory.c */
int32_t nj_gpu_alloc(int64_t nbytes, void *stream, char **out);
void nj_gpu_free(char *address);
int32_t nj_gpu_alloc_pinned(int64_t nbytes, char **out);
void nj_gpu_free_pinned(char *address);
int32_t nj_gpu_copy(const NprtCudaRows *rows, NprtCudaCopy direction, void *stream);
int32_t nj_gpu_fill(char *to, const void *element, int32_t size, int64_t count, void *stream);

/* cuda_launch.c */
int32_t nj_gpu_launch(const NprtCudaLaunch *launch);
int32_t nj_gpu_kernel_info(const NprtStr *kernel, NprtCudaKernelInfo what, int64_t *out);
/* The function of that symbol in the loaded modules is known no longer. */
void nj_gpu_forget_kernels(void);

/* cuda_module.c: the kernel of that name in the loaded modules, or what the driver says. */
CudaResult nj_gpu_find_function(const char *name, void **out);
/* Calls `visit` for the state of every loaded module: its device address. */
void nj_gpu_each_state(void (*visit)(void *context, CudaAddress state), void *context);

/* cuda_report.c: after waiting for the device: shows what kernels printed and raises what they
 * raised. */
int32_t nj_gpu_report(void);
/* Texts and places of device code are to be fetched again: a module is unloaded. */
void nj_gpu_forget_constants(void);
/* Host memory for the prints of a module, or 0 when there is none. */
bool nj_gpu_open_print(uint64_t *out_address, uint64_t *out_room);

#endif

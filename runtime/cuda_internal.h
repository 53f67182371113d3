/* cuda_internal.h - what the cuda*.c files share. */
#ifndef NPRT_CUDA_INTERNAL_H
#define NPRT_CUDA_INTERNAL_H

#include "runtime/cuda.h"
#include "runtime/view.h"

/* The driver in use. Calling it counts as using a device. */
const NprtCudaDriver *nprt_cuda_driver(void);

/* An object that owns a driver's handle: memory, a stream or an event. */
typedef struct NprtCudaHandle {
    const NprtCudaDriver *driver;
    void *handle;
} NprtCudaHandle;

/* An object whose last release calls `destroy` with an NprtCudaHandle of its own. */
NprtObj *nprt_cuda_object(void (*destroy)(void *handle), void *handle);
/* The handle of a stream or event; NULL for NULL. */
void *nprt_cuda_handle(const NprtObj *object);

bool nprt_cuda_view_is_device(const NprtView *view);

/* A new device array whose dtype, rank and shape stand in `view`: sets owner (owned by the caller),
 * address and contiguous strides. */
int32_t nprt_cuda_make_array(NprtView *view, bool is_fortran, void *stream);

/* to[...] = from, of one shape and dtype, wherever the two are. */
int32_t nprt_cuda_transfer(const NprtView *to, const NprtView *from, void *stream);

#endif

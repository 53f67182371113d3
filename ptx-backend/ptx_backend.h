/* ptx_backend.h - the backend for NVIDIA GPUs: PTX text by LLVM, loaded by the CUDA driver.
 *
 * Emitting needs no GPU and no CUDA toolkit. The order of work for a program:
 *     nj_ptx_start_device();                    the driver starts on a thread of its own
 *     NjKernels *kernels = nj_kernels_split(...);
 *     nj_ptx_backend.open(&options, &state, error); nj_ptx_use_kernels(state, kernels);
 *     module = nj_lower_module(u, nj_ptx_backend.target(state), &kernels->device, ...);
 *     nj_ptx_backend.emit(state, module, NJ_EMIT_CODE, &ptx, error);
 *     nj_ptx_backend.load(state, ptx.data, ptx.size, &code, error);
 * Loading waits for the device; from then on launches find the kernels of all loaded code by their
 * symbols. */
#ifndef NJ_PTX_BACKEND_PTX_BACKEND_H
#define NJ_PTX_BACKEND_PTX_BACKEND_H

#include "compiler/analysis/kernels.h"
#include "compiler/target.h"

/* options.cpu: "sm_90", or NULL for the device found, else sm_75. */
extern const NjBackend nj_ptx_backend;

/* What is known of the kernels in the module to be lowered next; borrowed until it is lowered. */
void nj_ptx_use_kernels(NjBackendState *state, const NjKernels *kernels);

/* Starts the driver on a helper thread. Returns at once; false: there is no driver or no device, and
 * `error` (NJ_BACKEND_ERROR_SIZE) says so. */
bool nj_ptx_start_device(char *error);
/* Waits for the helper thread, if there is one: a process must not end in the middle of its work. */
void nj_ptx_settle_device(void);
/* Waits for the device and installs its driver in the run-time library (runtime/cuda.h). */
bool nj_ptx_wait_device(char *error);

/* Where --libdevice takes functions from. */
typedef enum NjLibdevice { NJ_LIBDEVICE_NONE, NJ_LIBDEVICE_LIBCLC, NJ_LIBDEVICE_NVIDIA } NjLibdevice;
NjLibdevice nj_ptx_libdevice(void);

/* Machine code of PTX as text, through ptxas and nvdisasm of a CUDA toolkit. */
bool nj_ptx_disassemble(NjBackendState *state, const NjBytes *ptx, NjBytes *out, char *error);

#endif

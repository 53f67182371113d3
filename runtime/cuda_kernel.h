/* cuda_kernel.h - what kernels that were compiled for the CPU, and numba.cuda.random, ask of the
 * runtime. */
#ifndef NPRT_CUDA_KERNEL_H
#define NPRT_CUDA_KERNEL_H

#include "runtime/nprt.h"

#include <stdint.h>

/* Adds to the exception's message which thread of which block of the kernel raised it; thread_x <
 * 0: no single one did. */
void nprt_cuda_locate(NprtExc *exc, NprtStr *kernel, int64_t block_x, int64_t block_y,
                      int64_t block_z, int64_t thread_x, int64_t thread_y, int64_t thread_z);

/* create_xoroshiro128p_states: `n` states as a host array of complex128, 16 bytes each. */
int32_t nprt_cuda_random_states(int64_t n, int64_t seed, int64_t subsequence_start,
                                const NprtDesc *out_desc, void *out);

#endif

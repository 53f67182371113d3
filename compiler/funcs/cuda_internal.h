/* cuda_internal.h - what the handlers of numba.cuda (cuda_*.c) share. */
#ifndef NJ_COMPILER_FUNCS_CUDA_INTERNAL_H
#define NJ_COMPILER_FUNCS_CUDA_INTERNAL_H

#include "compiler/funcs/func.h"
#include "compiler/ir/cuda.h"
#include "compiler/sema/sema.h"

/* Reports a name that only kernels may use, outside of one: false. */
bool nj_cuda_want_kernel(NjWalk *w, const NjCall *c);
/* Emits the operation; its result, of `type`, in a temporary. */
NjVal nj_cuda_op(NjWalk *w, NjCudaOp op, const NjType *type, const NjVal *args, uint32_t n,
                 NjSpan span);
/* The element ary[index] as an array of rank 0; `ary` has to be an array. */
NjVal nj_cuda_element(NjWalk *w, NjVal ary, NjVal index, NjSpan span);

#endif

/* cuda.c - names and kinds of the CUDA operations. */
#include "compiler/ir/cuda.h"

static const char *const names[] = {
#define CUDA_OP(name, purity) #name,
#include "compiler/funcs/cuda_ops.def"
#undef CUDA_OP
};

static const NjCudaKind kinds[] = {
#define CUDA_OP(name, purity) NJ_CUDA_##purity,
#include "compiler/funcs/cuda_ops.def"
#undef CUDA_OP
};

NjCudaKind nj_cuda_kind(NjCudaOp op)
{
    return kinds[op];
}

const char *nj_cuda_name(NjCudaOp op)
{
    return names[op];
}

/* cuda.h - the operations of CUDA kernels, as TARGET_CALL names them: rows of funcs/cuda_ops.def.
 */
#ifndef NJ_COMPILER_IR_CUDA_H
#define NJ_COMPILER_IR_CUDA_H

#include "compiler/support/arena.h"

#include <stdbool.h>
#include <stdint.h>

typedef enum NjCudaOp {
#define CUDA_OP(name, purity) NJ_CU_##name,
#include "compiler/funcs/cuda_ops.def"
#undef CUDA_OP
    NJ_CU_COUNT
} NjCudaOp;

typedef enum NjCudaKind {
    NJ_CUDA_SREG,   /* the same value whenever this thread asks */
    NJ_CUDA_PURE,   /* a function of its operands alone */
    NJ_CUDA_MEMORY, /* an array in shared or local memory */
    NJ_CUDA_WARP,   /* exchanges values between the lanes of a warp */
    NJ_CUDA_ATOMIC, /* reads and changes one array element */
    NJ_CUDA_SYNC,   /* a barrier or fence */
    NJ_CUDA_HOST    /* host code only */
} NjCudaKind;

NjCudaKind nj_cuda_kind(NjCudaOp op);
const char *nj_cuda_name(NjCudaOp op);

/* The name in device code of the function with this name. Assemblers take letters, digits and underscores; "." becomes "$". */
const char *nj_cuda_symbol(NjArena *arena, const char *name);

/* What @cuda.jit asks of the code generator; 0: nothing. */
typedef struct NjKernelOptions {
    uint32_t max_registers; /* of a thread */
    uint32_t max_threads;   /* launch_bounds: of a block, blocks of a multiprocessor, of a cluster */
    uint32_t min_blocks;
    uint32_t max_cluster;
    bool no_opt;   /* opt=False */
    bool lineinfo; /* source lines for profilers */
    bool debug;    /* source lines for debuggers */
} NjKernelOptions;

/* Limits that every device has; launches are checked against them. Of memory per block and thread some
 * devices have less. */
enum {
    NJ_CUDA_MAX_THREADS = 1024,
    NJ_CUDA_LANES = 32,
    NJ_CUDA_MAX_SHARED = 227 << 10,
    NJ_CUDA_MAX_LOCAL = 512 << 10,
    NJ_CUDA_MAX_WORDS = 500 /* of arguments */
};

#endif

/* kernels.h - splits a program into host code and device code.
 *
 * Needs a module after `effects`. Kernels (is_kernel) leave the module; the launches in it become
 * calls of nprt_cuda_launch by the kernel's symbol. The kernels and all that they call form a
 * module of their own, for a target whose TARGET_CALLs are those of funcs/cuda_ops.def:
 *   - module-level variables that device code reads are parameters, filled at each launch;
 *   - loops around barriers are WHILE loops: nothing may make two versions of them.
 * Functions called from both sides are shared by the two modules. */
#ifndef NJ_COMPILER_ANALYSIS_KERNELS_H
#define NJ_COMPILER_ANALYSIS_KERNELS_H

#include "compiler/ir/cuda.h"
#include "compiler/ir/tir.h"
#include "compiler/support/map.h"
#include "compiler/support/unit.h"
#include "runtime/cuda.h"

/* TARGET_CALLs of device code that no program asks for, on 1-d C arrays. */
enum {
    NJ_DEVICE_APART = NJ_CU_COUNT, /* do the two share no memory? bool */
    NJ_DEVICE_APART_OR_SAME,       /* or are they the very same? */
    NJ_DEVICE_IS_ALIGNED,          /* is the address a multiple of 16? */
    NJ_DEVICE_ALIGNED              /* the array, whose address is known to be one */
};

/* As many neighbours a thread may stand for (kernels_coarse.c). */
enum { NJ_KERNEL_COPIES = NPRT_CUDA_COPIES };

typedef struct NjKernel {
    const NjTirFn *fn;
    const char *symbol;  /* its name in the device code; arena */
    uint32_t block[3];   /* of every launch, when all agree at compile time; else 0 */
    uint32_t n_launches; /* places that launch it */
    bool is_coarse;      /* a thread may stand for several neighbours, along the coordinate */
    uint32_t coarse_dim; /* 0: x; launches pass NPRT_CUDA_COARSE */
} NjKernel;

typedef struct NjKernels {
    NjTirModule device; /* no main */
    NjKernel *items;    /* arena */
    uint32_t n;
    NjMap shared_places; /* TARGET_CALL shared_array -> int64_t: where it is in dynamic shared memory */
    int64_t shared_bytes; /* what these take of every launch, in front of what the program asks for */
} NjKernels;

/* Reports what kernels and the functions that they call contain and no device can do: containers, new
 * arrays, text, try, functions of the host. Needs TIR after loopify, for any target. Exceptions
 * without arguments and short lists become what devices have. */
void nj_kernels_check(NjUnit *u, NjTypes *types, NjTirModule *module);

/* Never NULL; n is 0 in a program without kernels, which stays as it is. Errors are reported in
 * `u`. */
NjKernels *nj_kernels_split(NjUnit *u, NjTypes *types, NjTirModule *module);

/* The same division for a device that the processor stands in for (runtime/cuda_executor.c): needs a
 * module after `loopify`. Kernels and device functions stay in the module, and every kernel gets a
 * function that launches it, whose code the program gives to nprt_cuda_kernel_code when it starts. */
void nj_kernels_name(NjUnit *u, NjTypes *types, NjTirModule *module);

/* Takes out exported functions that the host does not use. Needs TIR before pass "spmd". */
void nj_kernels_drop_unused(NjUnit *u, NjTirModule *module);

/* Leaves in the device module only the kernels of this name and what they call; an error when there is
 * none. */
void nj_kernels_keep(NjUnit *u, NjKernels *kernels, const char *name);

/* The entry of a kernel's function, or NULL. */
const NjKernel *nj_kernels_find(const NjKernels *kernels, const NjTirFn *fn);

#endif

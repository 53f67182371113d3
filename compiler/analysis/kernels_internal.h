/* kernels_internal.h - shared by the parts of kernels.c. */
#ifndef NJ_COMPILER_ANALYSIS_KERNELS_INTERNAL_H
#define NJ_COMPILER_ANALYSIS_KERNELS_INTERNAL_H

#include "compiler/analysis/kernels.h"
#include "compiler/support/map.h"

/* Makes a function fit for a device: rewrites its loops around barriers, puts constants for the
 * block's extents where `block` (of three, or NULL) knows them. */
void nj_kernel_prepare(NjUnit *u, NjTypes *types, NjTirFn *fn, const uint32_t *block);

/* kernels_join.c: puts the device functions back into the module, with a function that launches
 * each kernel; `main` begins by telling their addresses. */
void nj_kernels_join(NjUnit *u, NjTypes *types, NjTirModule *module, const NjKernels *kernels);

/* kernels_memory.c: reports more shared or local memory than any device has. */
void nj_kernel_check_memory(NjUnit *u, const NjTirFn *kernel);
/* Reports more arguments than a launch takes. */
void nj_kernel_check_params(NjUnit *u, const NjTirFn *kernel);
/* Gives the shared arrays of kernels that have too many of them places in dynamic memory. */
void nj_kernels_place_shared(NjArena *arena, NjKernels *kernels, const NjKernel *items, uint32_t n);

/* Reorders a grid-stride loop, if `s` is one (kernels_batch.c). */
void nj_kernel_batch(NjArena *arena, NjTypes *types, NjTirFn *fn, NjTirStmt *s);

/* kernels_quad.c: is `start` the thread's number in a grid of one dimension, and `step` the number
 * of threads? Does the loop `s` with this body do the same for an iteration in every thread, when
 * all that it knows of the thread is in `names`, and does nothing else read what it assigns? */
bool nj_kernel_is_grid_loop(const NjTirFn *fn, const NjTirStmt *s, const NjTirExpr *start,
                            const NjTirExpr *step);
bool nj_kernel_is_uniform_body(NjArena *arena, const NjTirFn *fn, NjTirStmt *s,
                               const NjTirBlock *body, NjTirLocal *const *names, uint32_t n_names);

/* The value of a local that is assigned once (outside of the statement `except`, which may be
 * NULL), seen through copies and casts of whole numbers; else the expression itself. */
const NjTirExpr *nj_kernel_value_of(const NjTirFn *fn, const NjTirStmt *except, const NjTirExpr *x);
bool nj_kernel_is_op(const NjTirExpr *x, NjCudaOp op);
/* Is it the product of the two, in either order? */
bool nj_kernel_is_product(const NjTirFn *fn, const NjTirStmt *except, const NjTirExpr *x,
                          NjCudaOp a, NjCudaOp b);

/* kernels_coarse.c: lets a thread do the work of NJ_KERNEL_COPIES neighbours along the coordinate
 * *out_dim (0: x), if it gains and nothing can tell. The kernel gets two more int64 parameters: the
 * number of threads asked for along the coordinate, and how many of them one thread stands for: 1
 * or NJ_KERNEL_COPIES. Only a GPU has instructions for aligned accesses. */
bool nj_kernel_coarsen(NjArena *arena, NjTypes *types, NjTirFn *fn, bool is_gpu, uint32_t *out_dim);

/* kernels.c: a new last parameter. */
NjTirLocal *nj_kernel_add_param(NjArena *arena, NjTirFn *fn, const char *name, const NjType *type);

/* Short lists of numbers become local arrays (kernels_lists.c). */
void nj_kernel_lists(NjArena *arena, NjTypes *types, NjTirFn *fn);

/* Lets loads overtake stores to shared memory (kernels_stage.c), also those of the round before
 * (kernels_ahead.c; `shared`: locals that are arrays in shared memory). */
void nj_kernel_stage(NjArena *arena, NjTirFn *fn);
void nj_kernel_load_ahead(NjArena *arena, NjTirFn *fn, NjMap shared);

/* Bits of the parameters whose elements the kernel may write: 1 << k for parameter k below 31. */
uint32_t nj_kernel_written(NjUnit *u, const NjTirFn *fn);

#endif

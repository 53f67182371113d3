/* ptx_internal.h - what the emitting parts of the PTX backend share. */
#ifndef NJ_PTX_BACKEND_PTX_INTERNAL_H
#define NJ_PTX_BACKEND_PTX_INTERNAL_H

#include "compiler/support/map.h"
#include "ptx-backend/ptx_backend.h"

#include <llvm-c/TargetMachine.h>

struct NjBackendState {
    NjBackendOptions options;
    NjTarget target;
    LLVMTargetMachineRef machine; /* owned; NULL until LLVM is needed */
    char *data_layout;            /* LLVM's memory */
    char cpu[16]; /* "sm_90" */
    uint32_t sm;
    unsigned ptx_version; /* 78: 7.8 */
    const NjKernels *kernels; /* borrowed, or NULL */
    NjMap shared;             /* TARGET_CALL shared_array -> its global; of the module in work */
};

/* The bitcode of ptx-backend/device (cmake/device.cmake). */
extern const unsigned char nj_device_runtime[];
extern const size_t nj_device_runtime_len;

/* libclc's functions under libdevice's names (cmake/libclc.cmake); empty where it was not built in. */
extern const unsigned char nj_libclc[];
extern const size_t nj_libclc_len;

/* ptx_target.c: starts LLVM on first use and fills `target`. */
bool nj_ptx_start_llvm(NjBackendState *state, char *error);
void nj_ptx_stop_llvm(NjBackendState *state);
/* Asks for a newer PTX where the module has instructions that the present one lacks. */
bool nj_ptx_choose_version(NjBackendState *state, LLVMModuleRef module, char *error);

/* ptx_entry.c: the kernel that callers see, around the function `fn` of a kernel. */
void nj_ptx_add_entry(const NjTarget *target, NjEmit *e, LLVMValueRef fn, const NjTirFn *tir);

/* The same around a function that is exported for other code. */
void nj_ptx_add_export(NjEmit *e, LLVMValueRef fn, const NjTirFn *tir);

/* ptx_math.c: NjTarget.own_math */
LLVMValueRef nj_ptx_own_math(const NjTarget *target, NjEmit *e, NjMathId id, LLVMValueRef *args);

/* ptx_ops.c: TARGET_CALL and BARRIER. */
LLVMValueRef nj_ptx_target_call(const NjTarget *target, NjEmit *e, const NjTirExpr *call,
                                LLVMValueRef *args);
void nj_ptx_barrier(const NjTarget *target, NjEmit *e);
void nj_ptx_note_copy(const NjTarget *target, NjEmit *e, LLVMValueRef copy, LLVMValueRef copies,
                      uint32_t dim);
/* ptx_atomics.c: the old value of the element at `address`. */
LLVMValueRef nj_ptx_atomic(NjEmit *e, const NjTirExpr *call, LLVMValueRef address,
                           LLVMValueRef *operands);

/* ptx_passes.c: links what the module calls, optimises. */
bool nj_ptx_run_passes(NjBackendState *state, LLVMModuleRef module, char *error);

/* ptx_thread.c: paths that have raised leave the function at once. */
void nj_ptx_thread_raises(LLVMModuleRef module);

/* ptx_compare.c: comparisons of doubles become such of integers where that is the same. */
void nj_ptx_compare_bits(LLVMModuleRef module);

/* ptx_errors.c: copies shared error code into the checks; critical edges must be split. False: no
 * memory. */
bool nj_ptx_split_errors(LLVMModuleRef module);

/* libdevice.c: links what the module needs of NVIDIA's library (__nv_*), if anything. */
bool nj_ptx_link_libdevice(LLVMModuleRef module, char *error);
/* Links the definitions that the module's declarations name from bitcode, lazily; what comes in is
 * internal and bound to no processor. `data` must outlive the call. */
bool nj_ptx_link_bitcode(LLVMModuleRef module, const char *data, size_t size, char *error);

/* ptx_emit.c */
bool nj_ptx_emit(NjBackendState *state, LLVMModuleRef module, NjEmitKind kind, NjBytes *out,
                 char *error);

/* cuda_module.c */
bool nj_ptx_load(NjBackendState *state, const void *bytes, size_t size, NjCode **out_code,
                 char *error);
void *nj_ptx_symbol(NjCode *code, const char *name);
void nj_ptx_unload(NjBackendState *state, NjCode *code);

/* cuda_device.c: the compute capability of the device, 90 for 9.0; 0: there is none (yet). */
uint32_t nj_gpu_compute_capability(void);

/* Writes a formatted text to a backend error buffer; returns false. */
bool nj_ptx_fail(char *error, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif

/* target.h - all that the compiler knows of a target machine and of a backend.
 *
 * NjTarget is consulted while TIR is lowered to LLVM IR: only where the *same* TIR needs different
 * IR. NjBackend turns the finished module into bytes (object file, PTX), loads such bytes and calls
 * them. `emit` and `load` stay apart because the disk cache and `--emit` live in the gap between
 * them. */
#ifndef NJ_COMPILER_TARGET_H
#define NJ_COMPILER_TARGET_H

#include "compiler/ir/tir.h"
#include "compiler/support/unit.h"

#include <llvm-c/Types.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct NjEmit NjEmit; /* compiler/lower/emit.h */
typedef struct NjTarget NjTarget;
typedef struct NjBackend NjBackend;
typedef struct NjBackendState NjBackendState; /* defined by each backend */
typedef struct NjCode NjCode;                 /* loaded code, defined by each backend */

/* ---- lowering hooks ---------------------------------------------------------------------- */

struct NjTarget {
    const char *name; /* "cpu", "cuda" */
    const char *triple;
    const char *data_layout;
    void *state; /* borrowed; for the hooks */

    bool counts_references; /* values on the heap are owned; else all memory belongs to the caller */
    bool has_mathlib; /* `emit` links compiler/mathlib: nj_<name>_f64 and _f32 may be called */

    /* Adds what each function of the module needs: processor, features, calling convention.
     * `tir` is NULL for helper functions made by lowering and for linked-in ones. */
    void (*mark_function)(const NjTarget *target, NjEmit *e, LLVMValueRef fn, const NjTirFn *tir);

    /* Symbol of a row of math.def for float32 or float64 when the mathlib lacks it; never NULL. */
    const char *(*math_symbol)(const NjTarget *target, NjMathId id, bool is_f32);

    /* A form of a row of math.def that goes before all others: a cheap one under fastmath, one that the
     * user asked for. NULL, also as the result: there is none. */
    LLVMValueRef (*own_math)(const NjTarget *target, NjEmit *e, NjMathId id, LLVMValueRef *args);

    /* Raises instead of nprt_raise_*: NULL on targets that call the runtime. Emits code that
     * records the exception `kind` with the source line; the caller then leaves the function. */
    void (*raise)(const NjTarget *target, NjEmit *e, NprtExcKind kind, uint32_t line);

    /* A thread of a coarse kernel has just raised: notes that it did so as number `copy` of the
     * `copies` (both i64) that it stands for along the coordinate `dim`. NULL: it does not matter. */
    void (*note_copy)(const NjTarget *target, NjEmit *e, LLVMValueRef copy, LLVMValueRef copies,
                      uint32_t dim);

    /* Runs `int32_t body(context, begin, end, chunk)` over [0, count) on the target's threads and gives
     * the i32 status; NULL: one thread. `max_chunks` as in runtime/threads.h. */
    LLVMValueRef (*parallel_for)(const NjTarget *target, NjEmit *e, LLVMValueRef body,
                                 LLVMValueRef context, LLVMValueRef count, int32_t max_chunks);

    /* TARGET_CALL and BARRIER; NULL where the target has none. `args` are lowered in order. */
    LLVMValueRef (*target_call)(const NjTarget *target, NjEmit *e, const NjTirExpr *call,
                                LLVMValueRef *args);
    void (*barrier)(const NjTarget *target, NjEmit *e);
};

/* ---- backends ---------------------------------------------------------------------------- */

typedef enum NjEmitKind {
    NJ_EMIT_CODE,     /* what `load` takes: an object file, PTX */
    NJ_EMIT_LLVM,     /* LLVM IR as lowered, text */
    NJ_EMIT_LLVM_OPT, /* LLVM IR after the passes, text */
    NJ_EMIT_ASM       /* assembly text */
} NjEmitKind;

typedef struct NjBytes {
    char *data; /* owned: free(); NUL-terminated beyond `size` */
    size_t size;
} NjBytes;

typedef struct NjBackendOptions {
    const char *cpu;           /* NULL: the host's */
    const char *features;      /* NULL: the host's */
    uint8_t opt_level;         /* 0 .. 3; 2 is the default strength, 3 spends more time */
    uint8_t vector_width;      /* bytes a vector register holds; 0: the processor's full width */
    uint32_t threads;          /* of the pool; 0: as many as the machine has */
    bool verify;               /* verify the module after the passes too */
    bool position_independent; /* the bytes go into a shared object */
    bool libdevice;            /* kernels take their math from NVIDIA's library */
} NjBackendOptions;

/* Every function returns false after writing a one-line text to `error` (NJ_BACKEND_ERROR_SIZE
 * bytes). */
#define NJ_BACKEND_ERROR_SIZE 256

struct NjBackend {
    const char *name;

    /* Makes a state; the caller passes it to all others and closes it. Not thread-safe per state.
     */
    bool (*open)(const NjBackendOptions *options, NjBackendState **out_state, char *error);

    /* The target description for nj_lower_module; lives as long as the state. */
    const NjTarget *(*target)(NjBackendState *state);

    /* Optimises and translates the module, which is changed but stays the caller's. */
    bool (*emit)(NjBackendState *state, LLVMModuleRef module, NjEmitKind kind, NjBytes *out,
                 char *error);

    /* Makes emitted code callable. `bytes` may be freed afterwards. Needs no LLVM. */
    bool (*load)(NjBackendState *state, const void *bytes, size_t size, NjCode **out_code,
                 char *error);

    /* The address of an external function of the code, or NULL. Thread-safe. */
    void *(*symbol)(NjCode *code, const char *name);

    void (*unload)(NjBackendState *state, NjCode *code);
    void (*close)(NjBackendState *state);
};

#endif

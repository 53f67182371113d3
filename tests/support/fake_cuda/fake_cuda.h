/* fake_cuda.h - a CUDA driver without a device, for tests of what is done with the real one.
 *
 * The shared library libcuda.so.1 that is built from this folder has the functions of
 * ptx-backend/cuda_api.def. Memory of the device is host memory at addresses that fault when the
 * host uses them. Work is done as late as the rules of streams allow, so a missing wait shows;
 * kernels do nothing. What a driver would refuse is refused, what it would not notice (a leak, a
 * copy outside of an allocation, a thread without a context) is counted.
 *
 * Environment:
 *   FAKE_CUDA_FAIL=SYMBOL:N=CODE   the N-th call of the function fails; "*" counts calls of all
 *   FAKE_CUDA_CRASH=CODE           the first launch breaks the context with this error
 *   FAKE_CUDA_DEVICES=N            number of devices (1)
 *   FAKE_CUDA_MEMORY=BYTES         of the device (1 GiB)
 *   FAKE_CUDA_CAPABILITY=NN        90
 *   FAKE_CUDA_POOLS=0              a device without stream-ordered memory
 *   FAKE_CUDA_THREADS=N            threads a block that every kernel runs with at most (1024)
 *   FAKE_CUDA_SLOW=MS              what starting the driver takes (0)
 *   FAKE_CUDA_REPORT=1             when the process ends, says on stderr what was called and what
 * is left */
#ifndef NJ_TESTS_FAKE_CUDA_H
#define NJ_TESTS_FAKE_CUDA_H

#include "ptx-backend/cuda_api.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Begins the definition of one of the driver's functions. */
#define FAKE_FN(name, params)                                                                      \
    __attribute__((visibility("default"))) CudaResult name params;                                 \
    CudaResult name params

/* More of the driver's result codes. */
enum { FAKE_NOT_INITIALIZED = 3, FAKE_INVALID_DEVICE = 101, FAKE_INVALID_CONTEXT = 201 };

/* ---- fake_cuda.c ---------------------------------------------------------------------------- */

/* Begins a call: gives what it has to return at once, or CUDA_OK. `needs_context`: it works in the
 * calling thread's. */
CudaResult fake_enter(const char *symbol, bool needs_context);
#define FAKE_ENTER(needs_context)                                                                  \
    do {                                                                                           \
        CudaResult refused = fake_enter(__func__, needs_context);                                  \
        if (refused != CUDA_OK)                                                                    \
            return refused;                                                                        \
    } while (0)

/* Something a driver does not notice and a test must. */
void fake_fault(const char *what);
/* Breaks the context: all later calls give `code`. */
void fake_break(CudaResult code);
CudaResult fake_broken(void);
int64_t fake_option(const char *name, int64_t otherwise);

typedef enum FakeKind {
    FAKE_MEMORY,
    FAKE_PINNED,
    FAKE_STREAM,
    FAKE_EVENT,
    FAKE_MODULE,
    FAKE_KINDS
} FakeKind;
/* One more or one less that lives. */
void fake_count(FakeKind kind, int change);

/* ---- fake_memory.c -------------------------------------------------------------------------- */

CudaAddress fake_alloc(size_t bytes); /* 0: out of memory */
void fake_free(CudaAddress address);
/* Is that the start of an allocation? */
bool fake_is_block(CudaAddress address);
/* Host memory behind the range, or NULL with a fault when it is not all in one allocation. */
void *fake_memory(CudaAddress address, size_t bytes);
bool fake_is_pinned(const void *address);

/* ---- fake_stream.c -------------------------------------------------------------------------- */

typedef struct FakeRows {
    char *to;
    const char *from;
    size_t row_bytes, n_rows, to_pitch, from_pitch;
    char *staged; /* owned copy of the source, or NULL */
    bool to_is_device, from_is_device;
} FakeRows;

/* Queues the work in the stream. */
CudaResult fake_queue_copy(const FakeRows *rows, void *stream);
CudaResult fake_queue_fill(CudaAddress to, const void *element, size_t size, size_t count,
                           void *stream);
CudaResult fake_queue_free(CudaAddress address, void *stream);
CudaResult fake_queue_launch(void *stream);
/* Does all that was queued. */
void fake_drain(void);
/* Does what the stream's work needs. */
void fake_drain_stream(void *stream);

#endif

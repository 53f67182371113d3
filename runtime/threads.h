/* threads.h - parallel loops on a pool of threads.
 *
 * The pool starts with the first parallel loop and sleeps between loops. A loop is cut into chunks
 * of consecutive iterations; every thread begins with its own share of them, always the same one
 * (memory that it touched first stays near), and helps others when done. The calling thread takes
 * part. */
#ifndef NPRT_THREADS_H
#define NPRT_THREADS_H

#include "runtime/nprt.h"

#include <stdint.h>

/* Chunks of a loop with scalar reductions. */
#define NPRT_FIXED_CHUNKS 256

/* Iterations [begin, end) of a loop, chunk number `chunk`. Returns 0, or 1 with an exception
 * pending. */
typedef int32_t NprtLoopBody(void *context, int64_t begin, int64_t end, int64_t chunk);

/* Runs `body` over [0, n). With `max_chunks` > 0 the chunks are the same for any number of threads,
 * min(n, max_chunks) of nearly equal size, as reductions need; 0: the pool chooses. Of several
 * exceptions the one of the lowest chunk is raised: 1, with it pending. Inside of a parallel loop
 * the chunks run one after the other on the calling thread. */
int32_t nprt_parallel_for(NprtLoopBody *body, void *context, int64_t n, int32_t max_chunks);

/* numba.set_num_threads, get_num_threads: between 1 and the number of processors (or what
 * NPJIT_NUM_THREADS, else NUMBA_NUM_THREADS says). ValueError otherwise. */
int32_t nprt_set_num_threads(int64_t n);
int64_t nprt_get_num_threads(void);
/* numba.get_thread_id: 0 for the thread that runs the program. */
int64_t nprt_get_thread_id(void);

#endif

/* cuda_race.h - finds races of CUDA kernels that run on the CPU, for --check=race.
 *
 * The kernel tells what it does, thread by thread and in any order that the barriers allow. For
 * every element is kept which threads have used it last, and where in the program. Two uses race
 * when they are of different threads, one of them at least writes, not both are atomic, and nothing
 * orders them: no barrier of the block, no syncwarp that both threads take part in, no barrier of
 * the grid, and no fence before an atomic operation of the first thread that is followed by an
 * atomic operation of the second one. Two writes of the same value do not race.
 *
 * Every pair of places in the program is reported once, on standard error, and the program goes
 * on. One thread at a time may run kernels. */
#ifndef NPRT_CUDA_RACE_H
#define NPRT_CUDA_RACE_H

#include "runtime/nprt.h"

#include <stdint.h>

/* A launch begins: extents of the grid and of its blocks. `is_grid`: threads are numbered over the
 * whole grid and all blocks run at once; else block after block, each announced. */
void nprt_race_launch(NprtStr *kernel, uint8_t is_grid, int64_t blocks_x, int64_t blocks_y,
                      int64_t blocks_z, int64_t threads_x, int64_t threads_y, int64_t threads_z);
/* The launch is over: until the next one nothing that is used counts. */
void nprt_race_end(void);
void nprt_race_block(int64_t x, int64_t y, int64_t z);
/* What follows is done by this thread of the block, or of the grid. */
void nprt_race_thread(int64_t number);
/* All threads of the block, or of the grid, have met. */
void nprt_race_barrier(void);
void nprt_race_grid_barrier(void);
/* The thread waits in a syncwarp; later, when all have come: it goes on, with the lanes of `mask`.
 */
void nprt_race_warp_arrive(void);
void nprt_race_warp_leave(int64_t mask);
void nprt_race_fence(void);
/* The elements of the array are new memory, which nobody has used yet. */
void nprt_race_fresh(const NprtDesc *desc, const void *array);

typedef enum NprtRaceKind {
    NPRT_RACE_READ,
    NPRT_RACE_POLL, /* a read ahead of a compare-and-swap, which finds out when it is out of date */
    NPRT_RACE_WRITE,
    NPRT_RACE_ATOMIC
} NprtRaceKind;

/* The thread uses an element (an array of rank 0) of the array `base`. `place` is constant: the
 * place in the program, the text of the line and what the array is, on a line each. */
void nprt_race_use(const NprtDesc *desc, const void *element, const NprtDesc *base_desc,
                   const void *base, int64_t kind, NprtStr *place);

/* The same for a write of the scalar `value`. */
void nprt_race_write(const NprtDesc *desc, const void *element, const NprtDesc *base_desc,
                     const void *base, const NprtDesc *value_desc, const void *value,
                     NprtStr *place);

/* How many pairs of places have raced since the program started. Prints the sum when there is one.
 */
uint32_t nprt_race_finish(void);

#endif

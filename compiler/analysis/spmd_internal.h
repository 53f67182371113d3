/* spmd_internal.h - what the parts of the pass `spmd` share.
 *
 * spmd.c          the order of work; launches
 * spmd_inline.c   calls of device functions that ask for their thread become part of the kernel
 * spmd_exit.c     `return` becomes structured control flow
 * spmd_copy.c     forwards single assignments, so that positions and guards are seen where they are
 * used spmd_uniform.c  which values are equal in all threads of a block, and which control flow
 * spmd_unroll.c   loops around syncs with few, known rounds
 * spmd_fission.c  cuts the body at barriers and warp operations into regions
 * spmd_barrier.c  barriers, and tests that all threads reach them
 * spmd_warp.c     shuffles, votes, matches
 * spmd_live.c     values that live from one region to the next
 * spmd_order.c    which coordinate the innermost loops run over
 * spmd_lanes.c    threads in step through the loops that they share
 * spmd_threads.c  the loops over the threads of a region
 * spmd_grid.c     the loop over the blocks
 * spmd_race.c     calls that tell what threads do, to find races
 *
 * Words: a *sync* is a barrier or a warp operation; a *region* is a run of statements without one,
 * executed by all threads before the next region begins; a statement is at *block level* when it
 * runs once for the block. */
#ifndef NJ_COMPILER_ANALYSIS_SPMD_INTERNAL_H
#define NJ_COMPILER_ANALYSIS_SPMD_INTERNAL_H

#include "compiler/ir/cuda.h"
#include "compiler/ir/tir.h"
#include "compiler/support/map.h"
#include "compiler/support/unit.h"
#include "compiler/support/vec.h"

/* Numbers of the first and the last statement of a statement, itself included, in textual order. */
typedef struct NjRange {
    uint32_t first, last;
} NjRange;

/* What is known of a local of the kernel, by id. */
typedef struct NjLocalFacts {
    uint32_t n_assigns, n_reads;
    NjRange range;  /* of the statements that mention it */
    NjTirStmt *def; /* the assignment, when there is one */
    const NjTirStmt
        *owner; /* when the first mention assigns it: the statement whose block that stands in */
    bool is_varying; /* may differ between the threads of a block */
    bool is_block;   /* assigned at block level only */
    void *slots;     /* spmd_live.c: where it lives between regions, or NULL */
} NjLocalFacts;

/* A kernel that is launched. */
typedef struct NjSpmdKernel {
    int64_t extent[3]; /* of a block, in every launch; -1: not known */
    bool is_launched;
    NjTirFn *grid;               /* runs all blocks */
    NjTirLocal *tid[3], *bid[3]; /* in the block function: the thread in work, its block */
} NjSpmdKernel;

typedef struct NjSpmd {
    NjUnit *u;
    NjArena *arena;
    NjTypes *types;
    NjTirModule *module;
    NjTirFn *fn; /* the kernel in work */
    NjSpan span; /* of the statement in work */
    const NjType *int_type, *bool_type;
    /* Positions, as locals of the kernel: thread x y z, block, threads per block, blocks. */
    NjTirLocal *tid[3], *bid[3], *bdim[3], *gdim[3];
    NjTirLocal *base[3];   /* bid * bdim, where bdim is not known; NULL */
    int64_t known_bdim[3]; /* of every launch; -1: not known */
    unsigned inner;        /* the coordinate of the innermost loops */
    bool asks_lane;        /* the kernel knows the lanes of its threads: inner is 0 */
    bool keeps_order;      /* the order of threads shows */
    NjTirLocal *row;     /* of the row in work, threads that differ in tid[inner]: the place of the
                            first among all threads */
    bool is_grid;        /* blocks meet: regions run over all threads of the grid, not of a block */
    NjTirLocal *block;   /* is_grid: number of the block in work */
    NjTirLocal *first;   /* is_grid: number in the grid of its first thread */
    NjTirLocal *dynamic; /* parameter: dynamic shared memory, uint8 */
    NjTirLocal *exited;  /* bool of a thread: it has returned; NULL: no barrier asks */
    bool has_barrier, has_warp; /* the kernel has such syncs */
    NjLocalFacts *facts;
    uint32_t n_facts;
    NjMap controls;  /* NjTirStmt: control flow that runs at block level */
    NjMap dependent; /* NjTirStmt: stores that threads of one region may make to one element in turn
                      */
    NjTirBlock entry;            /* the positions: no part of the kernel */
    NjTirBlock prologue;         /* runs before everything else */
    NJ_VEC(NjTirStmt *) regions; /* BLOCK: what one thread does, later the loops over the threads */
    NjMap kernels;               /* NjTirFn -> NjSpmdKernel *, in order of their first launch */
    NjMap inlined;               /* NjTirFn that have been looked at -> non-NULL while in work */
    NjMap threaded; /* NjTirFn -> not NULL: asks for its thread, so that calls are inlined */
    NjMap leaving;  /* NjTirStmt: jumps that come of a `return` */
    NjMap telling;  /* NjTirFn that tell what they use, with --check=race */
    NjMap ranges;   /* NjTirStmt -> NjRange *: where it stands in the kernel */
} NjSpmd;

/* ---- building (spmd.c) ---- */
NjTirExpr *nj_sp_int(NjSpmd *c, int64_t value);
NjTirExpr *nj_sp_bool(NjSpmd *c, bool value);
NjTirExpr *nj_sp_use(NjSpmd *c, NjTirLocal *local);
NjTirLocal *nj_sp_temp(NjSpmd *c, const NjType *type);
NjTirExpr *nj_sp_bin(NjSpmd *c, NjTirBinop op, NjTirExpr *a,
                     NjTirExpr *b); /* ints and bools, folding */
NjTirExpr *nj_sp_cmp(NjSpmd *c, NjTirCmpop op, NjTirExpr *a, NjTirExpr *b);
NjTirExpr *nj_sp_not(NjSpmd *c, NjTirExpr *a);
NjTirStmt *nj_sp_assign(NjSpmd *c, NjTirLocal *local, NjTirExpr *value);
NjTirStmt *nj_sp_store(NjSpmd *c, NjTirLocal *array, NjTirExpr *index, NjTirExpr *value);
NjTirExpr *nj_sp_load(NjSpmd *c, NjTirLocal *array, NjTirExpr *index);
NjTirStmt *nj_sp_if(NjSpmd *c, NjTirExpr *cond);
NjTirStmt *nj_sp_for(NjSpmd *c, NjTirLocal *var, NjTirExpr *start, NjTirExpr *stop);
/* An array made at the start of the kernel; a new local. */
NjTirLocal *nj_sp_array(NjSpmd *c, NprtDtype dtype, const int64_t *extents, unsigned n);
NjTirLocal *nj_sp_alloc(NjSpmd *c, const NjType *type, NjTirExpr **extents);
/* One with an element for each thread that a region runs over; its index for the thread in work. */
NjTirLocal *nj_sp_thread_array(NjSpmd *c, NprtDtype dtype);
NjTirExpr *nj_sp_slot(NjSpmd *c);
/* The number of the thread, among those that a region runs over. */
NjTirExpr *nj_sp_thread_of_all(NjSpmd *c);
/* The number of the thread in its block; the number of threads; those along one dimension. */
NjTirExpr *nj_sp_thread(NjSpmd *c);
NjTirExpr *nj_sp_n_threads(NjSpmd *c);
NjTirExpr *nj_sp_n_blocks(NjSpmd *c);
NjTirExpr *nj_sp_bdim(NjSpmd *c, unsigned dim);
/* The greatest number of threads that a block can have, and of its warps. */
int64_t nj_sp_max_threads(const NjSpmd *c);
NjTirExpr *nj_sp_n_warps(NjSpmd *c);
bool nj_sp_is_op(const NjTirStmt *s, NjCudaOp *out); /* `x = target_call` or the call alone */
const NjTirExpr *nj_sp_call_of(const NjTirStmt *s);  /* the right side of ASSIGN or EXPR, or NULL */

/* ---- spmd_inline.c ---- */
/* Puts the bodies of threaded functions in place of their calls, in `fn` itself. */
void nj_sp_inline_calls(NjSpmd *c, NjTirFn *fn);
/* A deep copy of the block; `map`: local -> local for those that differ, may be NULL. */
void nj_sp_clone_block(NjSpmd *c, const NjMap *map, const NjTirBlock *from, NjTirBlock *to);

/* ---- spmd_exit.c ---- */
/* Rewrites the block so that it holds no RETURN: control reaches its end instead. A returned value
 * goes to `result` (may be NULL), `exited` (may be NULL) becomes true. */
void nj_sp_remove_returns(NjSpmd *c, NjTirFn *fn, NjTirBlock *block, NjTirLocal *result,
                          NjTirLocal *exited);
/* Dissolves BLOCK statements. */
void nj_sp_flatten(NjSpmd *c, NjTirBlock *block);

/* ---- spmd_copy.c ---- */
void nj_sp_forward(NjSpmd *c);
/* Fills c->facts (counts, positions, def) anew. */
void nj_sp_count(NjSpmd *c);
NjLocalFacts *nj_sp_facts(NjSpmd *c, const NjTirLocal *local);
/* No evaluation order matters: arithmetic on constants, locals and extents that cannot raise. */
bool nj_sp_is_pure(const NjTirExpr *e);

/* ---- spmd_uniform.c ---- */
typedef enum NjSync {
    NJ_SYNC_NONE = 0,
    NJ_SYNC_WARP = 1,
    NJ_SYNC_BARRIER = 2,
    NJ_SYNC_JUMP = 4
} NjSync;
/* What a statement holds: syncs, and jumps that leave it for a loop around that holds syncs. */
unsigned nj_sp_sync_of(const NjTirStmt *s);
unsigned nj_sp_block_sync(const NjTirBlock *block);
void nj_sp_find_uniform(NjSpmd *c);
bool nj_sp_is_varying(NjSpmd *c, const NjTirExpr *e);
/* Does it read only locals that are assigned at block level, or never? */
bool nj_sp_is_block_level(NjSpmd *c, const NjTirExpr *e);
/* Does the test hold for a statement or an expression of the function, or of one that it calls? */
typedef bool NjSpTest(const NjTirStmt *s,
                      const NjTirExpr *e); /* one of the two, the other is NULL */
bool nj_sp_fn_has(NjSpmd *c, NjTirFn *fn, NjSpTest *test);
/* Does its value depend on array elements or globals? */
bool nj_sp_reads_memory(NjSpmd *c, const NjTirExpr *e);

/* ---- spmd_fission.c ---- */
/* Where statements go while the kernel is cut. */
typedef struct NjCut NjCut;
/* A new local that is assigned at block level only; threads may accumulate into it (x = x op
 * value). */
NjTirLocal *nj_sp_block_local(NjSpmd *c, const NjType *type);
void nj_sp_cut(NjSpmd *c);
void nj_sp_cut_here(NjCut *cut);                 /* ends the region in work */
void nj_sp_add_thread(NjCut *cut, NjTirStmt *s); /* to the region in work, under its mask */
void nj_sp_add_every(NjCut *cut, NjTirStmt *s);  /* the same for all threads, whatever the mask */
void nj_sp_add_block(NjCut *cut, NjTirStmt *s);  /* at block level, after the region in work */
void nj_sp_add_before(NjCut *cut, NjTirStmt *s); /* at block level, before the region in work */
NjTirExpr *nj_sp_mask(NjCut *cut);               /* the thread runs; NULL: all do */
/* A block-level bool: does `value` hold for any thread? Accumulated in the region in work. */
NjTirLocal *nj_sp_any_thread(NjCut *cut, NjTirExpr *value);
NjSpmd *nj_sp_of_cut(NjCut *cut);

/* ---- spmd_barrier.c ---- */
/* Where the threads that a mask leaves out go, for messages. */
typedef struct NjSpDetour {
    NjSpan from;
    NjSpan barrier; /* the next one that they reach; no source: none */
    NjSpan loop;    /* where a `continue` leads */
} NjSpDetour;

/* Masks around the statement in work, innermost first. */
typedef struct NjSpMask {
    const struct NjSpMask *outer;
    NjTirLocal *local;
    const NjSpDetour *detour;
    bool others_exit; /* threads left out by this mask have returned */
} NjSpMask;

const NjSpMask *nj_sp_masks(NjCut *cut);
/* From `from` to a branch of the statement (may be NULL), and to what follows it. */
NjSpDetour nj_sp_detour(NjSpmd *c, NjSpan from, const NjTirStmt *s, const NjTirBlock *branch);
/* The detour begins with this `break` or `continue`. */
void nj_sp_jumps(NjSpDetour *detour, const NjTirStmt *jump);
void nj_sp_barrier(NjCut *cut, NjSpan span);
void nj_sp_grid_barrier(NjCut *cut, NjSpan span);

/* ---- spmd_warp.c ---- */
/* `s` is an assignment of (or just) a warp operation, or of one of syncthreads_*. */
void nj_sp_warp_op(NjCut *cut, NjTirStmt *s, NjCudaOp op);

/* ---- spmd_live.c ---- */
void nj_sp_keep_live(NjSpmd *c);
/* A set of locals. */
typedef struct NjSpBits {
    uint64_t *words;
    uint32_t n; /* words */
} NjSpBits;
bool nj_sp_has_bit(NjSpBits b, const NjTirLocal *local);
/* What one thread does with its locals in the block: assigned on every path; read before they are
 * assigned; assigned somewhere. */
typedef struct NjSpUses {
    NjSpBits assigned, exposed, touched;
} NjSpUses;
NjSpUses nj_sp_uses_of(NjSpmd *c, const NjTirBlock *block);

/* ---- spmd_order.c ---- */
void nj_sp_choose_order(NjSpmd *c);
/* Does every access in the block move by one element at most along the innermost coordinate? */
bool nj_sp_stays_near(NjSpmd *c, const NjTirBlock *block);

/* ---- spmd_lanes.c ---- */
/* Writes what threads low .. high of a row do, when that is worth it; it may change `threads`. */
bool nj_sp_run_in_step(NjSpmd *c, NjTirBlock *out, NjTirBlock *threads, NjTirExpr *low,
                       NjTirExpr *high);

/* ---- spmd_threads.c ---- */
void nj_sp_thread_loops(NjSpmd *c);

/* ---- spmd_unroll.c ---- */
/* Did it change the kernel? What is known of its locals is out of date then. */
bool nj_sp_unroll(NjSpmd *c);

/* ---- spmd_race.c: with --check=race ---- */
bool nj_sp_finds_races(const NjSpmd *c);
/* The kernel and its device functions tell which elements they use; the start of the block, what
 * memory is new. */
void nj_sp_tell_uses(NjSpmd *c);
void nj_sp_tell_shared(NjSpmd *c, NjTirBlock *out);
/* Calls of the runtime, race_*; `arg` may be NULL. */
NjTirStmt *nj_sp_tell(NjSpmd *c, NjRtId id, NjTirExpr *arg);
NjTirStmt *nj_sp_tell_launch(NjSpmd *c, const char *kernel, NjTirLocal *const grid[3],
                             NjTirLocal *const block[3]);

/* ---- spmd_grid.c ---- */
/* The function that runs the whole grid with the kernel as it is now. */
NjTirFn *nj_sp_grid_fn(NjSpmd *c);
/* Exceptions that leave the block function tell which thread of which block raised. */
void nj_sp_locate_errors(NjSpmd *c, NjTirFn *fn, const NjSpmdKernel *kernel);

#endif

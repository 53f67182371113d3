#ifndef NPJIT_COMPILER_SUPPORT_UNIT_H
#define NPJIT_COMPILER_SUPPORT_UNIT_H

/* NjUnit: one compilation. It owns the arena of everything made on the way, collects the
 * diagnostics and holds the project's only recovery point: running out of memory, or a broken
 * invariant, unwinds to nj_unit_run from wherever it happens. A unit is used by one thread at a
 * time. */

#include <setjmp.h>
#include <stdbool.h>

#include "compiler/support/arena.h"
#include "compiler/support/diag.h"
#include "compiler/support/intern.h"
#include "compiler/support/source.h"

/* What the user asked of this compilation. Zero is the default of each. */
typedef struct NjOptions {
    bool no_bounds_checks; /* --unsafe */
    bool check_overflow;   /* --check=overflow: also where the semantics say wrap */
    bool check_race;       /* --check=race */
    bool fastmath;         /* --fastmath: for all functions */
    bool no_auto_parallel; /* leave loops that nobody asked to run in parallel alone */
    bool record;           /* --record: tell the run-time library variables and times */
    bool eager_kernels;    /* compile CUDA kernels with signatures that nothing launches, too */
    bool explain;          /* --explain: keep the reasons of verdicts */
} NjOptions;

typedef enum NjUnitStatus {
    NJ_UNIT_OK,     /* warnings at most */
    NJ_UNIT_ERRORS, /* the user's program is wrong: see the diagnostics */
    NJ_UNIT_OUT_OF_MEMORY,
    NJ_UNIT_INTERNAL, /* npjit is wrong: see `failure` */
} NjUnitStatus;

/* A foreign object to destroy at the end of a unit. */
typedef struct NjCleanup {
    struct NjCleanup *next;
    void (*destroy)(void *object);
    void *object; /* NULL: taken back */
} NjCleanup;

typedef struct NjUnit {
    NjArena arena;
    NjDiags diags;
    NjInterner *names; /* borrowed, or own_names */
    NjInterner own_names;
    NjOptions options;
    NjCleanup *cleanups; /* newest first */
    NjCleanup *spare;    /* made in advance, so that nj_unit_defer cannot lose its object */
    NjCleanup first_cleanup;
    jmp_buf recovery; /* valid while is_running */
    bool is_running;
    bool owns_names;
    NjUnitStatus unwound; /* why the recovery point was reached */
    char failure[240];    /* text of an internal error, "" otherwise */
} NjUnit;

/* Makes a unit in caller's storage. `shared_names` outlives the unit (the context's interner);
 * NULL: the unit has names of its own. `options` may be NULL. */
void nj_unit_init(NjUnit *u, NjInterner *shared_names, const NjOptions *options);

/* Runs the clean-ups that are left, newest first, and frees everything. */
void nj_unit_fini(NjUnit *u);

/* Calls `body(u, data)` with the recovery point set; may be called again, but not within itself. */
NjUnitStatus nj_unit_run(NjUnit *u, void (*body)(NjUnit *u, void *data), void *data);

/* Makes `arena` (a module's) unwind to this unit when memory runs out. */
void nj_unit_guard_arena(NjUnit *u, NjArena *arena);

/* Hands a foreign object to the unit: `destroy(object)` is called at the end of the unit, also
 * after unwinding. `destroy` must neither allocate from the unit nor assert. */
void nj_unit_defer(NjUnit *u, void (*destroy)(void *object), void *object);

/* Takes a deferred object back (its owner is now someone else). */
void nj_unit_undefer(NjUnit *u, void *object);

/* Report the user's mistakes; the text has no severity in front. Never NULL. A note explains the
 * latest error or warning. */
NjDiag *nj_error(NjUnit *u, NjSpan span, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
NjDiag *nj_warning(NjUnit *u, NjSpan span, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
NjDiag *nj_note(NjUnit *u, NjSpan span, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Reads a source into the unit's arena; reports the error and returns NULL when that fails. */
NjSource *nj_unit_load(NjUnit *u, const char *path);
NjSource *nj_unit_source(NjUnit *u, const char *path, const char *bytes, size_t len);

/* Unwind to the recovery point; abort the process when there is none. They do not return. */
_Noreturn void nj_unit_out_of_memory(NjUnit *u);
_Noreturn void nj_unit_internal_error(NjUnit *u, const char *file, int line, const char *what);

/* States a precondition. A debug build stops at once with the text; a release build (NDEBUG)
 * unwinds, and the compilation ends with NJ_UNIT_INTERNAL. */
#define NJ_ASSERT(u, condition)                                                                    \
    ((condition) ? (void)0 : nj_unit_internal_error((u), __FILE__, __LINE__, #condition))

/* Marks what no execution reaches. */
#define NJ_UNREACHABLE(u) nj_unit_internal_error((u), __FILE__, __LINE__, "unreachable")

#endif

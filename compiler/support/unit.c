/* The recovery point and the lifetime of one compilation. */

#include "compiler/support/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void on_oom(void *data)
{
    nj_unit_out_of_memory(data);
}

void nj_unit_init(NjUnit *u, NjInterner *shared_names, const NjOptions *options)
{
    memset(u, 0, sizeof *u);
    nj_arena_init(&u->arena, on_oom, u);
    nj_diags_init(&u->diags, &u->arena);
    if (options)
        u->options = *options;
    u->spare = &u->first_cleanup;
    u->owns_names = !shared_names;
    u->names = shared_names ? shared_names : &u->own_names;
    if (u->owns_names)
        nj_interner_init(&u->own_names, on_oom, u);
}

void nj_unit_fini(NjUnit *u)
{
    for (NjCleanup *cleanup = u->cleanups; cleanup; cleanup = cleanup->next) {
        if (cleanup->object)
            cleanup->destroy(cleanup->object);
    }
    u->cleanups = NULL;
    if (u->owns_names)
        nj_interner_fini(&u->own_names);
    nj_arena_fini(&u->arena);
}

NjUnitStatus nj_unit_run(NjUnit *u, void (*body)(NjUnit *u, void *data), void *data)
{
    if (u->is_running)
        abort(); /* a nested run would lose the outer recovery point */

    /* Shared names outlive this unit; while it runs they unwind to it. */
    NjInterner *names = u->names;
    NjArenaOomFn *outer_oom = names->arena.oom;
    void *outer_data = names->arena.oom_data;
    names->arena.oom = on_oom;
    names->arena.oom_data = u;

    u->unwound = NJ_UNIT_OK;
    u->is_running = true;
    if (setjmp(u->recovery) == 0)
        body(u, data);
    u->is_running = false;

    u->names->arena.oom = outer_oom;
    u->names->arena.oom_data = outer_data;
    if (u->unwound != NJ_UNIT_OK)
        return u->unwound;
    return u->diags.nerrors ? NJ_UNIT_ERRORS : NJ_UNIT_OK;
}

static _Noreturn void unwind(NjUnit *u, NjUnitStatus why)
{
    if (!u->is_running)
        abort();
    u->unwound = why;
    longjmp(u->recovery, 1);
}

void nj_unit_out_of_memory(NjUnit *u)
{
    unwind(u, NJ_UNIT_OUT_OF_MEMORY);
}

void nj_unit_internal_error(NjUnit *u, const char *file, int line, const char *what)
{
    snprintf(u->failure, sizeof u->failure, "internal error: %s:%d: %s", file, line, what);
#ifndef NDEBUG
    fprintf(stderr, "npjit: %s\n", u->failure);
    abort();
#else
    unwind(u, NJ_UNIT_INTERNAL);
#endif
}

void nj_unit_guard_arena(NjUnit *u, NjArena *arena)
{
    arena->oom = on_oom;
    arena->oom_data = u;
}

void nj_unit_defer(NjUnit *u, void (*destroy)(void *object), void *object)
{
    /* Link first, allocate the next spare after: when that unwinds, the object is in good hands. */
    NjCleanup *cleanup = u->spare ? u->spare : NJ_NEW(&u->arena, NjCleanup);
    *cleanup = (NjCleanup){u->cleanups, destroy, object};
    u->cleanups = cleanup;
    u->spare = NULL;
    u->spare = NJ_NEW(&u->arena, NjCleanup);
}

void nj_unit_undefer(NjUnit *u, void *object)
{
    for (NjCleanup *cleanup = u->cleanups; cleanup; cleanup = cleanup->next) {
        if (cleanup->object == object) {
            cleanup->object = NULL;
            return;
        }
    }
}

NjDiag *nj_error(NjUnit *u, NjSpan span, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    NjDiag *diag = nj_diags_add(&u->diags, NJ_SEVERITY_ERROR, span, format, args);
    va_end(args);
    return diag;
}

NjDiag *nj_warning(NjUnit *u, NjSpan span, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    NjDiag *diag = nj_diags_add(&u->diags, NJ_SEVERITY_WARNING, span, format, args);
    va_end(args);
    return diag;
}

NjDiag *nj_note(NjUnit *u, NjSpan span, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    NjDiag *diag = nj_diags_add(&u->diags, NJ_SEVERITY_NOTE, span, format, args);
    va_end(args);
    return diag;
}

/* Reports why a source could not be had. */
static NjSource *check_source(NjUnit *u, NjSource *source, const NjSourceError *error)
{
    if (!source)
        nj_error(u, error->span, "%s", error->text);
    return source;
}

NjSource *nj_unit_load(NjUnit *u, const char *path)
{
    NjSourceError error;
    NjSource *source = nj_source_load(&u->arena, path, &error);
    return check_source(u, source, &error);
}

NjSource *nj_unit_source(NjUnit *u, const char *path, const char *bytes, size_t len)
{
    NjSourceError error;
    NjSource *source = nj_source_from_memory(&u->arena, path, bytes, len, &error);
    return check_source(u, source, &error);
}

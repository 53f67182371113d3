/* sema_kit.h - what inference finds out about a program given as text.
 *
 *     expect_type("def f(x):\n    return x / 2\nf(3)\n", "f", "float");
 *
 * A place is "x" for a variable of the module, "f" for the result of a function, "f.x" for a
 * variable or parameter of one. What several specialisations or slots hold is listed once each, in
 * order, with " | " between. A unit value (None, a function, a constant beyond int64) is in no
 * variable: "". */
#ifndef NJ_TESTS_UNIT_COMPILER_SEMA_KIT_H
#define NJ_TESTS_UNIT_COMPILER_SEMA_KIT_H

#include "compiler/pipeline.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct SemaKit {
    const char *text;  /* in */
    const char *place; /* in: of a type, or NULL: the first error and its notes */
    char *out;         /* owned */
} SemaKit;

static inline bool sema_is_named(const char *given, const char *name, size_t n)
{
    /* the second slot of x is called x.1, the specialisations of f are f.0, f.1 ... */
    if (strncmp(given, name, n) != 0)
        return false;
    return !given[n] ||
           (given[n] == '.' && strspn(given + n + 1, "0123456789") == strlen(given + n + 1));
}

static inline void sema_add(NjUnit *u, const char **list, const NjType *type)
{
    const char *text = nj_type_str_of(&u->arena, type), *at = *list;
    for (size_t n = strlen(text); *at; at += strcspn(at, "|") + 2) {
        if (strncmp(at, text, n) == 0 && (!at[n] || strncmp(at + n, " | ", 3) == 0))
            return;
        if (!strchr(at, '|'))
            break;
    }
    *list = nj_arena_printf(&u->arena, "%s%s%s", *list, **list ? " | " : "", text);
}

static inline const char *sema_types_of(NjUnit *u, const NjTirModule *m, const char *place)
{
    const char *dot = strchr(place, '.'), *list = "";
    const char *var = dot ? dot + 1 : place;
    for (uint32_t i = 0; i < m->n_globals && !dot; i++)
        if (sema_is_named(m->globals[i]->name, var, strlen(var)))
            sema_add(u, &list, m->globals[i]->type);
    for (uint32_t i = 0; i < m->n_fns; i++) {
        const NjTirFn *fn = m->fns[i];
        bool is_main = fn == m->main;
        bool is_it = !is_main && sema_is_named(fn->name, place, strcspn(place, "."));
        if (is_it && !dot)
            sema_add(u, &list, fn->result);
        if (dot ? !is_it : !is_main)
            continue;
        for (uint32_t k = 0; k < fn->n_locals; k++)
            if (!fn->locals[k]->is_temp && sema_is_named(fn->locals[k]->name, var, strlen(var)))
                sema_add(u, &list, fn->locals[k]->type);
    }
    return list;
}

static inline const char *sema_errors(NjUnit *u)
{
    const char *list = "";
    uint32_t n_errors = 0;
    for (uint32_t i = 0; i < u->diags.items.n; i++) {
        const NjDiag *d = u->diags.items.items[i];
        n_errors += d->severity == NJ_SEVERITY_ERROR;
        if (d->is_suppressed || n_errors > 1)
            continue;
        list = nj_arena_printf(&u->arena, "%s%s%u:%u: %s", list, *list ? "\n" : "",
                               nj_span_line(d->span), nj_span_column(d->span), d->text);
    }
    return list;
}

static inline void sema_body(NjUnit *u, void *data)
{
    SemaKit *kit = data;
    NjSource *source = nj_unit_source(u, "test.py", kit->text, strlen(kit->text));
    cr_assert_not_null(source);
    NjPipeline p = {.types = nj_types_new(&u->arena), .stop_after = "infer"};
    bool ok = nj_pipeline_run(u, source, &p);
    if (ok && kit->place)
        kit->out = strdup(sema_types_of(u, p.tir, kit->place));
    else
        kit->out = strdup(sema_errors(u));
}

static inline void sema_expect(const char *text, const char *place, const char *expected)
{
    static NjUnit u;
    SemaKit kit = {.text = text, .place = place};
    nj_unit_init(&u, NULL, NULL);
    NjUnitStatus status = nj_unit_run(&u, sema_body, &kit);
    cr_assert(status == NJ_UNIT_OK || status == NJ_UNIT_ERRORS, "%s", u.failure);
    nj_unit_fini(&u);
    cr_expect_str_eq(kit.out, expected, "%s\n%s\ngave     %s\nexpected %s", text,
                     place ? place : "errors", kit.out, expected);
    free(kit.out);
}

static inline void expect_type(const char *text, const char *place, const char *expected)
{
    sema_expect(text, place, expected);
}

/* The first error with its notes, "LINE:COLUMN: text" each, a line each; "" when there is none. */
static inline void expect_errors(const char *text, const char *expected)
{
    sema_expect(text, NULL, expected);
}

#endif

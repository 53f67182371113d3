/* The unit: recovery, clean-ups, names. */

#include <criterion/criterion.h>
#include <signal.h>
#include <string.h>

#include "compiler/support/unit.h"
#include "compiler/syntax/parse.h"

static void do_nothing(NjUnit *u, void *data)
{
    (void)u;
    (void)data;
}

static void report(NjUnit *u, void *data)
{
    nj_error(u, NJ_NO_SPAN, "%s", (const char *)data);
}

static void exhaust(NjUnit *u, void *data)
{
    int *nreached = data;
    u->arena.budget = u->arena.reserved + (1 << 20);
    for (;;) {
        nj_arena_alloc(&u->arena, 10000);
        ++*nreached;
    }
}

static void assert_false(NjUnit *u, void *data)
{
    NJ_ASSERT(u, data == u);
}

Test(unit, reports_how_it_went)
{
    NjUnit u;
    int nreached = 0;
    char text[] = "wrong";
    nj_unit_init(&u, NULL, NULL);
    cr_expect_eq(nj_unit_run(&u, do_nothing, NULL), NJ_UNIT_OK);
    cr_expect_eq(nj_unit_run(&u, exhaust, &nreached), NJ_UNIT_OUT_OF_MEMORY);
    cr_expect_gt(nreached, 10);
    u.arena.budget = 0;
    cr_expect_eq(nj_unit_run(&u, report, text), NJ_UNIT_ERRORS);
    nj_unit_fini(&u);
}

#ifdef NDEBUG
Test(unit, assertions_unwind)
{
    NjUnit u;
    nj_unit_init(&u, NULL, NULL);
    cr_expect_eq(nj_unit_run(&u, assert_false, NULL), NJ_UNIT_INTERNAL);
    cr_expect_not_null(strstr(u.failure, "data == u"));
    nj_unit_fini(&u);
}
#else
Test(unit, assertions_stop, .signal = SIGABRT)
{
    NjUnit u;
    nj_unit_init(&u, NULL, NULL);
    nj_unit_run(&u, assert_false, NULL);
}
#endif

static char order[8];

static void note_destroyed(void *object)
{
    strncat(order, object, 1);
}

static void defer_some(NjUnit *u, void *data)
{
    (void)data;
    nj_unit_defer(u, note_destroyed, "a");
    nj_unit_defer(u, note_destroyed, "b");
    static char taken_back[] = "c";
    nj_unit_defer(u, note_destroyed, taken_back);
    nj_unit_undefer(u, taken_back);
    nj_unit_defer(u, note_destroyed, "d");
    nj_unit_out_of_memory(u);
}

Test(unit, destroys_what_was_deferred)
{
    NjUnit u;
    nj_unit_init(&u, NULL, NULL);
    cr_expect_eq(nj_unit_run(&u, defer_some, NULL), NJ_UNIT_OUT_OF_MEMORY);
    cr_expect_str_eq(order, "");
    nj_unit_fini(&u);
    cr_expect_str_eq(order, "dba");
}

static const NjName *interned;

static void intern_name(NjUnit *u, void *data)
{
    (void)data;
    interned = nj_intern_str(u->names, "shared");
}

static void exhaust_names(NjUnit *u, void *data)
{
    (void)data;
    char text[1000];
    memset(text, 'x', sizeof text);
    u->names->arena.budget = u->names->arena.reserved + (1 << 18);
    for (size_t len = 1; len < sizeof text; len++)
        nj_intern(u->names, text, len);
}

Test(unit, shares_names)
{
    NjInterner names;
    NjUnit first, second;
    nj_interner_init(&names, NULL, NULL);
    nj_unit_init(&first, &names, NULL);
    nj_unit_init(&second, &names, NULL);
    nj_unit_run(&first, intern_name, NULL);
    const NjName *kept = interned;
    nj_unit_fini(&first);
    nj_unit_run(&second, intern_name, NULL);
    cr_expect_eq(interned, kept);
    cr_expect_eq(nj_unit_run(&second, exhaust_names, NULL), NJ_UNIT_OUT_OF_MEMORY);
    nj_unit_fini(&second);
    cr_expect_str_eq(kept->text, "shared");
    nj_interner_fini(&names);
}

/* ---- every failing allocation on the way through the front end ---- */

static void parse_some(NjUnit *u, void *data)
{
    static const char text[] =
        "@d\ndef f(a, b=[1, 2], *c):\n    'doc'\n    return f'{a!r:>{b}}' + {c: 1}\n"
        "class A(B): x: int = 0x1FFFFFFFFFFFFFFFFFFFF\n"
        "match f(1, k=2)[::2]:\n    case [a, *_] | {'k': a}: print(a\n";
    (void)data;
    NjSource *source = nj_unit_source(u, "test.py", text, sizeof text - 1);
    nj_parse(u, source);
}

Test(unit, survives_exhaustion_anywhere)
{
    size_t budget = 64;
    NjUnitStatus status;
    do {
        NjUnit u;
        nj_unit_init(&u, NULL, NULL);
        u.arena.budget = budget;
        status = nj_unit_run(&u, parse_some, NULL);
        nj_unit_fini(&u);
        budget += 160;
    } while (status == NJ_UNIT_OUT_OF_MEMORY);
    cr_expect_eq(status, NJ_UNIT_ERRORS); /* the bracket of print is open */
}

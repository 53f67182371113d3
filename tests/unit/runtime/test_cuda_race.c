/* Which uses of one element race. */
#include "runtime/cuda_race.h"

#include "runtime/memory.h"
#include "runtime/str.h"

#include <criterion/criterion.h>
#include <string.h>

enum { THREADS = 64, SIZE = 4 };

static int32_t elements[SIZE];

static const NprtDesc array_desc = {.kind = NPRT_K_ARRAY, .dtype = NPRT_I32, .ndim = 1};
static const NprtDesc element_desc = {.kind = NPRT_K_ARRAY, .dtype = NPRT_I32, .ndim = 0};
static const NprtDesc scalar_desc = {
    .kind = NPRT_K_SCALAR, .dtype = NPRT_I32, .size = 4, .align = 4};

static NprtArrayBuf whole(void)
{
    return (NprtArrayBuf){.data = (char *)elements, .dims = {SIZE, sizeof elements[0]}};
}

static NprtStr *places[32];
static unsigned n_places;

/* Lives until the end of the test, as the constants of a program do. */
static NprtStr *place(const char *text)
{
    cr_assert(n_places < sizeof places / sizeof places[0]);
    return places[n_places++] = nprt_str_new(text, (int64_t)strlen(text));
}

static void release_places(void)
{
    while (n_places > 0)
        nprt_release(places[--n_places]);
}

static void use(int64_t thread, NprtRaceKind kind, NprtStr *where)
{
    NprtArrayBuf base = whole(), element = {.data = (char *)&elements[1]};
    nprt_race_thread(thread);
    nprt_race_use(&element_desc, &element, &array_desc, &base, kind, where);
}

static void write_value(int64_t thread, int32_t value, NprtStr *where)
{
    NprtArrayBuf base = whole(), element = {.data = (char *)&elements[1]};
    nprt_race_thread(thread);
    nprt_race_write(&element_desc, &element, &array_desc, &base, &scalar_desc, &value, where);
    elements[1] = value;
}

static void launch(void)
{
    nprt_race_launch(place("k"), 0, 2, 1, 1, THREADS, 1, 1);
    nprt_race_block(0, 0, 0);
}

/* Thread 0 writes; then `meet` happens, and thread 1 reads. */
static uint32_t races_after(void (*meet)(void))
{
    launch();
    write_value(0, 7, place("a:1\nx\narray 'a'"));
    meet();
    use(1, NPRT_RACE_READ, place("a:2\ny\narray 'a'"));
    nprt_race_end();
    return nprt_race_finish();
}

static void nothing(void)
{
}

static void meet_in_warp(void)
{
    for (int64_t t = 0; t < 32; t++) {
        nprt_race_thread(t);
        nprt_race_warp_arrive();
    }
    for (int64_t t = 0; t < 32; t++) {
        nprt_race_thread(t);
        nprt_race_warp_leave(UINT32_MAX);
    }
}

static void meet_without_zero(void)
{
    for (int64_t t = 1; t < 32; t++) {
        nprt_race_thread(t);
        nprt_race_warp_arrive();
    }
    nprt_race_thread(1);
    nprt_race_warp_leave(0xfffffffe);
}

static void make_anew(void)
{
    NprtArrayBuf base = whole();
    nprt_race_fresh(&array_desc, &base);
}

TestSuite(cuda_race, .fini = release_places);

Test(cuda_race, unordered_threads)
{
    cr_expect_eq(races_after(nothing), 1u);
}

Test(cuda_race, a_barrier_orders)
{
    cr_expect_eq(races_after(nprt_race_barrier), 0u);
}

Test(cuda_race, syncwarp_orders_who_takes_part)
{
    cr_expect_eq(races_after(meet_in_warp), 0u);
    cr_expect_eq(races_after(meet_without_zero), 1u);
}

Test(cuda_race, launches_and_new_memory_start_afresh)
{
    cr_expect_eq(races_after(launch), 0u);
    cr_expect_eq(races_after(make_anew), 0u);
}

Test(cuda_race, blocks_are_not_ordered)
{
    launch();
    use(3, NPRT_RACE_READ, place("a:1\nx\narray 'a'"));
    nprt_race_barrier();
    nprt_race_block(1, 0, 0);
    write_value(3, 9, place("a:2\ny\narray 'a'"));
    cr_expect_eq(nprt_race_finish(), 1u);
}

Test(cuda_race, atomics_and_equal_values_do_not_race)
{
    launch();
    use(0, NPRT_RACE_ATOMIC, place("a:1\nx\narray 'a'"));
    use(1, NPRT_RACE_ATOMIC, place("a:2\nx\narray 'a'"));
    use(2, NPRT_RACE_POLL, place("a:3\nx\narray 'a'"));
    cr_expect_eq(nprt_race_finish(), 0u);
    nprt_race_barrier();
    write_value(0, 5, place("a:4\nx\narray 'a'"));
    write_value(1, 5, place("a:5\nx\narray 'a'"));
    cr_expect_eq(nprt_race_finish(), 0u);
    write_value(2, 6, place("a:6\nx\narray 'a'"));
    cr_expect_eq(nprt_race_finish(), 1u);
}

/* The fence of the writer, its atomic operation, and one of the reader. */
Test(cuda_race, fences_publish)
{
    launch();
    NprtStr *counter = place("a:9\nx\narray 'counter'");
    NprtArrayBuf base = whole(), element = {.data = (char *)&elements[2]};
    write_value(0, 3, place("a:1\nx\narray 'a'"));
    nprt_race_fence();
    nprt_race_use(&element_desc, &element, &array_desc, &base, NPRT_RACE_ATOMIC, counter);
    nprt_race_block(1, 0, 0);
    nprt_race_thread(0);
    nprt_race_use(&element_desc, &element, &array_desc, &base, NPRT_RACE_ATOMIC, counter);
    use(0, NPRT_RACE_READ, place("a:2\nx\narray 'a'"));
    cr_expect_eq(nprt_race_finish(), 0u);
    use(1, NPRT_RACE_READ, place("a:3\nx\narray 'a'"));
    cr_expect_eq(nprt_race_finish(), 1u);
}

/* Arena, vectors and text buffers. */

#include <criterion/criterion.h>
#include <setjmp.h>
#include <string.h>

#include "compiler/support/strbuf.h"
#include "compiler/support/vec.h"

typedef NJ_VEC(int) IntVec;

static bool is_zero(const unsigned char *bytes, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        if (bytes[i])
            return false;
    }
    return true;
}

Test(arena, gives_zeroed_aligned_memory)
{
    NjArena arena;
    nj_arena_init(&arena, NULL, NULL);
    static const size_t sizes[] = {1, 0, 15, 16, 17, 4096, 100000, 3, 5000000, 8};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        unsigned char *memory = nj_arena_alloc(&arena, sizes[i]);
        cr_assert_not_null(memory);
        cr_expect_eq((uintptr_t)memory % 16, 0);
        cr_expect(is_zero(memory, sizes[i]));
        memset(memory, 0xAB, sizes[i]);
    }
    nj_arena_fini(&arena);
    cr_expect_null(arena.chunks);
}

Test(arena, copies_text)
{
    NjArena arena;
    nj_arena_init(&arena, NULL, NULL);
    cr_expect_str_eq(nj_arena_strdup(&arena, "abc"), "abc");
    cr_expect_str_eq(nj_arena_strndup(&arena, "abcdef", 2), "ab");
    cr_expect_str_eq(nj_arena_printf(&arena, "%d-%s", 7, "x"), "7-x");
    char *long_text = nj_arena_printf(&arena, "%2000d", 1);
    cr_expect_eq(strlen(long_text), 2000);
    cr_expect_not_null(nj_arena_copy(&arena, NULL, 0));
    nj_arena_fini(&arena);
}

static jmp_buf recovery;

static void unwind(void *data)
{
    *(int *)data += 1;
    longjmp(recovery, 1);
}

Test(arena, calls_the_handler_when_exhausted)
{
    static int ncalls = 0;
    NjArena arena;
    nj_arena_init(&arena, unwind, &ncalls);
    arena.budget = 1 << 16;
    if (setjmp(recovery) == 0) {
        for (int i = 0; i < 1000; i++)
            nj_arena_alloc(&arena, 1000);
    }
    cr_expect_eq(ncalls, 1);
    if (setjmp(recovery) == 0)
        nj_arena_alloc_array(&arena, SIZE_MAX / 2, 16); /* the product overflows */
    cr_expect_eq(ncalls, 2);
    if (setjmp(recovery) == 0)
        nj_arena_alloc(&arena, SIZE_MAX - 8);
    cr_expect_eq(ncalls, 3);
    nj_arena_fini(&arena);
}

Test(vec, grows)
{
    NjArena arena;
    nj_arena_init(&arena, NULL, NULL);
    IntVec numbers = {0};
    for (int i = 0; i < 1000; i++)
        nj_vec_push(&arena, &numbers, i * 3);
    cr_assert_eq(numbers.n, 1000);
    for (int i = 0; i < 1000; i++)
        cr_assert_eq(numbers.items[i], i * 3);
    cr_expect_eq(nj_vec_last(&numbers), 2997);
    cr_expect_eq(nj_vec_pop(&numbers), 2997);
    cr_expect_eq(numbers.n, 999);
    nj_vec_clear(&numbers);
    cr_expect_eq(numbers.n, 0);
    nj_vec_reserve(&arena, &numbers, 5000);
    cr_expect_geq(numbers.room, 5000);
    nj_arena_fini(&arena);
}

Test(strbuf, grows)
{
    NjArena arena;
    NjStrBuf text;
    nj_arena_init(&arena, NULL, NULL);
    nj_strbuf_init(&text, &arena);
    cr_expect_str_eq(text.text, "");
    nj_strbuf_puts(&text, "ab");
    nj_strbuf_putc(&text, 'c');
    nj_strbuf_write(&text, "defg", 2);
    nj_strbuf_write(&text, NULL, 0);
    nj_strbuf_fill(&text, '-', 3);
    nj_strbuf_printf(&text, "%05.1f", 2.25);
    cr_expect_str_eq(text.text, "abcde---002.2");
    for (int i = 0; i < 500; i++)
        nj_strbuf_printf(&text, "%d,", i);
    cr_expect_eq(text.n, strlen(text.text));
    cr_expect_str_eq(text.text + text.n - 8, "498,499,");
    nj_strbuf_clear(&text);
    cr_expect_str_eq(text.text, "");
    nj_arena_fini(&arena);
}

Test(strbuf, encodes_utf8)
{
    NjArena arena;
    NjStrBuf text;
    nj_arena_init(&arena, NULL, NULL);
    nj_strbuf_init(&text, &arena);
    nj_strbuf_put_utf8(&text, 'A');
    nj_strbuf_put_utf8(&text, 0xE9);
    nj_strbuf_put_utf8(&text, 0x20AC);
    nj_strbuf_put_utf8(&text, 0x1F600);
    nj_strbuf_put_utf8(&text, 0xD800);
    cr_expect_str_eq(text.text, "A\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80\xED\xA0\x80");
    nj_arena_fini(&arena);
}

/* Pointer maps and interned names. */

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "compiler/support/intern.h"
#include "compiler/support/map.h"

Test(map, empty)
{
    NjMap map = {0};
    int key = 0;
    cr_expect_null(nj_map_get(&map, &key));
    cr_expect_not(nj_map_has(&map, &key));
}

Test(map, keeps_what_was_put_in_order)
{
    enum { COUNT = 5000 };
    static int keys[COUNT], values[COUNT];
    NjArena arena;
    NjMap map = {0};
    nj_arena_init(&arena, NULL, NULL);
    for (int i = 0; i < COUNT; i++)
        nj_map_put(&arena, &map, &keys[i], &values[i]);
    cr_assert_eq(map.n, COUNT);
    for (int i = 0; i < COUNT; i++) {
        cr_assert_eq(nj_map_get(&map, &keys[i]), &values[i]);
        cr_assert_eq(map.entries[i].key, &keys[i]);
    }
    cr_expect_null(nj_map_get(&map, &values[0]));

    nj_map_put(&arena, &map, &keys[7], NULL);
    cr_expect_eq(map.n, COUNT);
    cr_expect_null(nj_map_get(&map, &keys[7]));
    cr_expect(nj_map_has(&map, &keys[7]));

    void **place = nj_map_at(&arena, &map, &values[3]);
    cr_expect_null(*place);
    *place = &keys[3];
    cr_expect_eq(nj_map_get(&map, &values[3]), &keys[3]);
    nj_arena_fini(&arena);
}

Test(intern, same_text_same_pointer)
{
    NjInterner names;
    nj_interner_init(&names, NULL, NULL);
    cr_expect_null(nj_intern_find(&names, "x", 1));
    const NjName *first = nj_intern_str(&names, "alpha");
    cr_expect_eq(nj_intern(&names, "alphabet", 5), first);
    cr_expect_str_eq(first->text, "alpha");
    cr_expect_eq(first->len, 5);
    cr_expect_eq(first->id, 0);
    cr_expect_neq(nj_intern_str(&names, "alphabet"), first);
    cr_expect_eq(nj_intern_find(&names, "alpha", 5), first);
    cr_expect_eq(nj_intern_str(&names, "")->len, 0);
    nj_interner_fini(&names);
}

Test(intern, many)
{
    NjInterner names;
    nj_interner_init(&names, NULL, NULL);
    const NjName *kept[4000];
    char text[16];
    for (int i = 0; i < 4000; i++) {
        snprintf(text, sizeof text, "name%d", i);
        kept[i] = nj_intern_str(&names, text);
        cr_assert_eq(kept[i]->id, (uint32_t)i);
    }
    for (int i = 0; i < 4000; i++) {
        snprintf(text, sizeof text, "name%d", i);
        cr_assert_eq(nj_intern_str(&names, text), kept[i]);
        cr_assert_str_eq(kept[i]->text, text);
    }
    nj_interner_fini(&names);
}

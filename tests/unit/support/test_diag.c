/* Diagnostics: collecting and rendering. */

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/support/unit.h"

static NjUnit u;

static void open_unit(void)
{
    nj_unit_init(&u, NULL, NULL);
}

static void close_unit(void)
{
    nj_unit_fini(&u);
}

TestSuite(diag, .init = open_unit, .fini = close_unit);

/* The first place of `part` in the source. */
static NjSpan find(const NjSource *source, const char *part)
{
    const char *at = strstr(source->text, part);
    cr_assert_not_null(at);
    uint32_t start = (uint32_t)(at - source->text);
    return (NjSpan){source, start, start + (uint32_t)strlen(part)};
}

static NjSource *source_of(const char *text)
{
    NjSource *source = nj_unit_source(&u, "saxpy.py", text, strlen(text));
    cr_assert_not_null(source);
    return source;
}

static void expect_rendered(NjRenderOptions options, const char *expected)
{
    NjStrBuf out;
    nj_strbuf_init(&out, &u.arena);
    nj_diags_render(&u.diags, options, &out);
    cr_expect_str_eq(out.text, expected, "gave\n%s\nexpected\n%s", out.text, expected);
}

Test(diag, shows_operator_and_operands)
{
    NjSource *source = source_of("def saxpy(a, x, y, n):\n"
                                 "    name = 'x'\n"
                                 "    y[i] = a * x[i] + name\n");
    NjDiag *diag = nj_error(&u, find(source, "+"), "cannot add %s and %s", "float64", "unicode");
    nj_diag_underline(diag, find(source, "a * x[i]"));
    nj_diag_underline(
        diag, (NjSpan){source, find(source, "+ name").start + 2, find(source, "+ name").end});
    nj_note(&u, find(source, "name ="), "'%s' became unicode here", "name");
    expect_rendered((NjRenderOptions){0}, "saxpy.py:3:21: error: cannot add float64 and unicode\n"
                                          "    3 |     y[i] = a * x[i] + name\n"
                                          "      |            ~~~~~~~~ ^ ~~~~\n"
                                          "saxpy.py:2:5: note: 'name' became unicode here\n"
                                          "    2 |     name = 'x'\n"
                                          "      |     ^~~~~~\n");
    cr_expect_eq(u.diags.nerrors, 1);
}

Test(diag, colours)
{
    NjSource *source = source_of("x\n");
    nj_warning(&u, find(source, "x"), "odd");
    expect_rendered((NjRenderOptions){.colour = true},
                    "\033[1msaxpy.py:1:1: \033[1;35mwarning: \033[0m\033[1modd\033[0m\n"
                    "    1 | x\n"
                    "      | \033[1;32m^\033[0m\n");
    cr_expect_eq(u.diags.nwarnings, 1);
}

Test(diag, about_no_place)
{
    nj_error(&u, NJ_NO_SPAN, "no GPU");
    expect_rendered((NjRenderOptions){0}, "npjit: error: no GPU\n");
}

Test(diag, columns_of_wide_and_hidden_characters)
{
    NjSource *source = source_of("\tb = \"日本e\xCC\x81\" + \xC2\xA0z\n");
    nj_error(&u, find(source, "z"), "here");
    expect_rendered((NjRenderOptions){0}, "saxpy.py:1:16: error: here\n"
                                          "    1 |     b = \"日本e\xCC\x81\" + \xEF\xBF\xBDz\n"
                                          "      |                    ^\n");
}

Test(diag, end_of_line_and_of_file)
{
    NjSource *source = source_of("if x\ny");
    nj_error(&u, (NjSpan){source, 4, 4}, "expected ':'");
    nj_error(&u, (NjSpan){source, 6, 6}, "at the end");
    expect_rendered((NjRenderOptions){0}, "saxpy.py:1:5: error: expected ':'\n"
                                          "    1 | if x\n"
                                          "      |     ^\n"
                                          "saxpy.py:2:2: error: at the end\n"
                                          "    2 | y\n"
                                          "      |  ^\n");
}

Test(diag, span_of_several_lines_shows_the_first)
{
    NjSource *source = source_of("f(a,\n  b)\n");
    nj_error(&u, find(source, "f(a,\n  b)"), "here");
    expect_rendered((NjRenderOptions){0}, "saxpy.py:1:1: error: here\n"
                                          "    1 | f(a,\n"
                                          "      | ^~~~\n");
}

Test(diag, cuts_long_lines_around_the_caret)
{
    size_t len = 1 << 20;
    char *text = malloc(len);
    cr_assert_not_null(text);
    memset(text, 'a', len);
    memcpy(text + len / 2, "-bcd-", 5);
    NjSource *source = nj_unit_source(&u, "long.py", text, len);
    free(text);
    nj_error(&u, find(source, "bcd"), "here");
    nj_error(&u, (NjSpan){source, 0, 1}, "at the start");
    nj_error(&u, (NjSpan){source, (uint32_t)len - 1, (uint32_t)len}, "at the end");
    expect_rendered((NjRenderOptions){.width = 20}, "long.py:1:524290: error: here\n"
                                                    "    1 | ...aaaaaaaaa-bcd-aaaaaa...\n"
                                                    "      |              ^~~\n"
                                                    "long.py:1:1: error: at the start\n"
                                                    "    1 | aaaaaaaaaaaaaaaaaaaa...\n"
                                                    "      | ^\n"
                                                    "long.py:1:1048576: error: at the end\n"
                                                    "    1 | ...aaaaaaaaaaaaaaaaaaaa\n"
                                                    "      |                       ^\n");
}

Test(diag, suppresses_duplicates_with_their_notes)
{
    NjSource *source = source_of("x y\n");
    for (int i = 0; i < 3; i++) {
        nj_error(&u, find(source, "x"), "bad");
        nj_note(&u, find(source, "y"), "because");
    }
    nj_error(&u, find(source, "y"), "bad");
    cr_expect_eq(u.diags.nerrors, 2);
    expect_rendered((NjRenderOptions){0}, "saxpy.py:1:1: error: bad\n"
                                          "    1 | x y\n"
                                          "      | ^\n"
                                          "saxpy.py:1:3: note: because\n"
                                          "    1 | x y\n"
                                          "      |   ^\n"
                                          "saxpy.py:1:3: error: bad\n"
                                          "    1 | x y\n"
                                          "      |   ^\n");
}

Test(diag, renders_at_most_so_many_errors)
{
    for (int i = 0; i < 100; i++)
        nj_error(&u, NJ_NO_SPAN, "number %d", i);
    expect_rendered((NjRenderOptions){.max_errors = 2}, "npjit: error: number 0\n"
                                                        "npjit: error: number 1\n"
                                                        "npjit: 98 more errors not shown\n");
    NjStrBuf out;
    nj_strbuf_init(&out, &u.arena);
    nj_diags_render(&u.diags, (NjRenderOptions){0}, &out);
    cr_expect_not_null(strstr(out.text, "number 19\n"));
    cr_expect_null(strstr(out.text, "number 20\n"));
}

/* Sources: encodings, line ends, places; and the properties of code points. */

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "compiler/support/source.h"
#include "compiler/support/unicode.h"

static NjArena arena;

static void open_arena(void)
{
    nj_arena_init(&arena, NULL, NULL);
}

static void close_arena(void)
{
    nj_arena_fini(&arena);
}

TestSuite(source, .init = open_arena, .fini = close_arena);

static void expect_source(const char *bytes, size_t len, const char *expected)
{
    NjSourceError error;
    NjSource *source = nj_source_from_memory(&arena, "t.py", bytes, len, &error);
    cr_assert_not_null(source, "%s", error.text);
    cr_expect_str_eq(source->text, expected);
    cr_expect_eq(source->len, strlen(expected));
}

static void expect_malformed(const char *bytes, size_t len, uint32_t line, uint32_t column,
                             const char *expected)
{
    NjSourceError error;
    cr_assert_null(nj_source_from_memory(&arena, "t.py", bytes, len, &error));
    cr_expect_eq(error.kind, NJ_SOURCE_MALFORMED);
    cr_expect_str_eq(error.text, expected);
    cr_expect_eq(nj_span_line(error.span), line);
    cr_expect_eq(nj_span_column(error.span), column);
}

#define TEXT(literal) literal, sizeof(literal) - 1

Test(source, unifies_line_ends)
{
    expect_source(TEXT("a\r\nb\rc\nd\r"), "a\nb\nc\nd\n");
    expect_source(TEXT(""), "");
    expect_source(TEXT("\xEF\xBB\xBFx = 1"), "x = 1");
}

Test(source, honours_encoding_declarations)
{
    expect_source(TEXT("# coding: latin-1\n\xE9"), "# coding: latin-1\n\xC3\xA9");
    expect_source(TEXT("#!/bin/sh\n# vim: set fileencoding=cp1252 :\n\x80"),
                  "#!/bin/sh\n# vim: set fileencoding=cp1252 :\n\xE2\x82\xAC");
    expect_source(TEXT("# -*- coding: UTF_8 -*-\n\xC3\xA9"), "# -*- coding: UTF_8 -*-\n\xC3\xA9");
    /* Only comments in the first two lines count. */
    expect_source(TEXT("x\n# coding: latin-1\n\xC3\xA9"), "x\n# coding: latin-1\n\xC3\xA9");
    expect_malformed(TEXT("\n# coding: klingon\n"), 2, 11,
                     "SyntaxError: unknown encoding: klingon");
    expect_malformed(TEXT("\xEF\xBB\xBF# coding: latin-1\n"), 1, 11,
                     "SyntaxError: encoding problem: latin-1 with BOM");
    expect_malformed(TEXT("# coding: ascii\n\xC3\xA9"), 2, 1,
                     "SyntaxError: (unicode error) 'ascii' codec can't decode byte 0xc3");
}

Test(source, rejects_what_is_not_text)
{
    expect_malformed(TEXT("a\nb\0c"), 2, 2, "SyntaxError: source code cannot contain null bytes");
    static const char *const bad[] = {
        "\xFF",         "\xC3",
        "\xC3(",        "\xC0\xAF",
        "\xE0\x80\xAF", "\xED\xA0\x80",
        "\xE2\x82",     "\xF5\x80\x80\x80",
        "\x80",         "\xF4\x90\x80\x80",
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char expected[100];
        snprintf(expected, sizeof expected,
                 "SyntaxError: Non-UTF-8 code starting with '\\x%02x', but no encoding declared",
                 (unsigned char)bad[i][0]);
        expect_malformed(bad[i], strlen(bad[i]), 1, 1, expected);
    }
}

Test(source, knows_places)
{
    NjSourceError error;
    NjSource *source = nj_source_from_memory(&arena, "t.py", TEXT("ab\n\xC3\xA9x\n\nz"), &error);
    cr_assert_not_null(source);
    cr_expect_eq(source->nlines, 4);
    cr_expect_eq(nj_source_line(source, 0), 1);
    cr_expect_eq(nj_source_line(source, 2), 1);
    cr_expect_eq(nj_source_line(source, 3), 2);
    cr_expect_eq(nj_source_column(source, 5), 2); /* behind a character of two bytes */
    cr_expect_eq(nj_source_line(source, 7), 3);
    cr_expect_eq(nj_source_line(source, 8), 4);
    cr_expect_eq(nj_source_line(source, 100), 4);
    cr_expect_eq(nj_source_column(source, 100), 2);
    uint32_t len;
    const char *line = nj_source_line_text(source, 2, &len);
    cr_expect_eq(len, 3);
    cr_expect_eq(strncmp(line, "\xC3\xA9x", 3), 0);
    nj_source_line_text(source, 3, &len);
    cr_expect_eq(len, 0);
    nj_source_line_text(source, 9, &len);
    cr_expect_eq(len, 0);

    NjSpan span = nj_span_join((NjSpan){source, 5, 6}, (NjSpan){source, 1, 2});
    cr_expect_eq(span.start, 1);
    cr_expect_eq(span.end, 6);
    cr_expect_eq(nj_span_line(NJ_NO_SPAN), 0);
}

Test(source, loads_files)
{
    char path[] = "/tmp/npjit-test-XXXXXX";
    int fd = mkstemp(path);
    cr_assert_geq(fd, 0);
    cr_assert_eq(write(fd, "x = 1\r\n", 7), 7);
    close(fd);
    NjSourceError error;
    NjSource *source = nj_source_load(&arena, path, &error);
    unlink(path);
    cr_assert_not_null(source);
    cr_expect_str_eq(source->text, "x = 1\n");
    cr_expect_str_eq(source->path, path);

    cr_assert_null(nj_source_load(&arena, "/nonexistent/x.py", &error));
    cr_expect_eq(error.kind, NJ_SOURCE_UNREADABLE);
    cr_expect_str_eq(error.text, "cannot read '/nonexistent/x.py': No such file or directory");
    cr_assert_null(nj_source_load(&arena, "/", &error));
    cr_expect_str_eq(error.text, "cannot read '/': Is a directory");
    cr_assert_not_null(nj_source_load(&arena, "/dev/null", &error));
}

Test(unicode, properties)
{
    cr_expect(nj_unicode_is_id_start('_'));
    cr_expect(nj_unicode_is_id_start(0xE9));
    cr_expect_not(nj_unicode_is_id_start('1'));
    cr_expect(nj_unicode_is_id_continue('1'));
    cr_expect(nj_unicode_is_id_continue(0x301));
    cr_expect_not(nj_unicode_is_id_start(0x301));
    cr_expect_not(nj_unicode_is_id_continue(0x20AC));
    cr_expect(nj_unicode_is_hidden(0xA0));
    cr_expect(nj_unicode_is_hidden(0x202E));
    cr_expect_not(nj_unicode_is_hidden(' '));
    cr_expect_eq(nj_unicode_width('a'), 1);
    cr_expect_eq(nj_unicode_width(0x65E5), 2);
    cr_expect_eq(nj_unicode_width(0x301), 0);
    cr_expect_eq(nj_unicode_width(0x10FFFF), 1);
}

Test(unicode, decodes_utf8)
{
    uint32_t code_point = 0;
    cr_expect_eq(nj_utf8_decode("\xF0\x9F\x98\x80", 4, &code_point), 4);
    cr_expect_eq(code_point, 0x1F600);
    cr_expect_eq(nj_utf8_decode("\xF0\x9F\x98\x80", 3, &code_point), 0);
    cr_expect_eq(nj_utf8_decode("", 0, &code_point), 0);
    cr_expect_eq(nj_utf8_count("a\xC3\xA9z", 4), 3);
}

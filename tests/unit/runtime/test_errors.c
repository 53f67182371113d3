/* Exceptions: classes, messages, matching, tracebacks. */
#include "tests/unit/runtime/values.h"

#include <stdlib.h>
#include <unistd.h>

static const NprtDesc exc_desc = {.kind = NPRT_K_EXC, .size = 8, .align = 8, .is_managed = 1};

Test(errors, str_and_repr)
{
    NprtStr *text = nprt_str_from_c("it's");
    NprtExc *exc = nprt_exc_new(NPRT_EXC_VALUE_ERROR, text);
    expect_shown(&exc_desc, &exc, "it's", "ValueError(\"it's\")");
    nprt_release(exc);
    exc = nprt_exc_new(NPRT_EXC_KEY_ERROR, text);
    expect_shown(&exc_desc, &exc, "\"it's\"", "KeyError(\"it's\")");
    nprt_release(exc);
    exc = nprt_exc_new(NPRT_EXC_STOP_ITERATION, NULL);
    expect_shown(&exc_desc, &exc, "", "StopIteration()");
    expect_text(nprt_exc_message(exc), "", "message");
    expect_text(nprt_exc_kind_name(exc), "StopIteration", "name");
    nprt_release(exc);
    void *out;
    int64_t code = 3;
    cr_assert_eq(nprt_exc_new_value(NPRT_EXC_RUNTIME_ERROR, &nprt_desc_int, &code, &out), 0);
    expect_shown(&exc_desc, &out, "3", "RuntimeError(3)");
    nprt_release(out);
    static const NprtDesc *const elems[] = {&nprt_desc_str, &nprt_desc_int};
    static const uint32_t offsets[] = {0, 8};
    NprtDesc args = {.kind = NPRT_K_TUPLE,
                     .size = 16,
                     .align = 8,
                     .n = 2,
                     .elems = elems,
                     .offsets = offsets,
                     .is_managed = 1};
    struct {
        NprtStr *text;
        int64_t number;
    } value = {text, 5};
    cr_assert_eq(nprt_exc_new_args(NPRT_EXC_OS_ERROR, &args, &value, &out), 0);
    expect_shown(&exc_desc, &out, "(\"it's\", 5)", "OSError(\"it's\", 5)");
    nprt_release(out);
    nprt_release(text);
}

Test(errors, matching_follows_the_parents)
{
    static const char *const names[] = {"AppError", "DeepError"};
    static const int32_t parents[] = {NPRT_EXC_KEY_ERROR, NPRT_EXC_USER};
    nprt_exc_register(names, parents, 2);
    NprtExc *exc = nprt_exc_new(NPRT_EXC_USER + 1, NULL);
    cr_expect(nprt_exc_matches(exc, NPRT_EXC_USER + 1));
    cr_expect(nprt_exc_matches(exc, NPRT_EXC_USER));
    cr_expect(nprt_exc_matches(exc, NPRT_EXC_LOOKUP_ERROR));
    cr_expect(nprt_exc_matches(exc, NPRT_EXC_BASE_EXCEPTION));
    cr_expect_not(nprt_exc_matches(exc, NPRT_EXC_VALUE_ERROR));
    expect_text(nprt_exc_kind_name(exc), "DeepError", "name");
    nprt_release(exc);
    exc = nprt_exc_new(NPRT_EXC_AXIS_ERROR, NULL); /* ValueError and IndexError */
    cr_expect(nprt_exc_matches(exc, NPRT_EXC_VALUE_ERROR));
    cr_expect(nprt_exc_matches(exc, NPRT_EXC_INDEX_ERROR));
    nprt_release(exc);
    nprt_exc_register(NULL, NULL, 0);
}

Test(errors, raising_texts)
{
    expect_raised(nprt_raise_index(7, 5, 1, 2),
                  "IndexError: index 7 is out of bounds for axis 1 with size 5");
    expect_raised(nprt_raise_index(7, 5, 0, 0), "IndexError: list index out of range");
    expect_raised(nprt_raise_zero_division(NPRT_ZD_TRUE_DIVISION),
                  "ZeroDivisionError: division by zero");
    expect_raised(nprt_raise_zero_division(NPRT_ZD_INT_FLOORDIV),
                  "ZeroDivisionError: integer division or modulo by zero");
    expect_raised(
        nprt_raise_check(NPRT_EXC_VALUE_ERROR, "%lld of %lld, 100%%", 2, (const int64_t[]){-3, 4}),
        "ValueError: -3 of 4, 100%");
    expect_raised(nprt_exc_raise(NULL), "RuntimeError: No active exception to reraise");
    nprt_raise(NPRT_EXC_VALUE_ERROR, "first");
    expect_raised(nprt_raise(NPRT_EXC_TYPE_ERROR, "second"), "TypeError: second");
    cr_expect_null(nprt_exc_pending());
}

/* What nprt_print_uncaught writes; the status goes to *out_status. */
static char *uncaught(int32_t *out_status)
{
    char *text = NULL;
    size_t n = 0;
    FILE *stream = open_memstream(&text, &n);
    cr_assert_not_null(stream);
    *out_status = nprt_print_uncaught(stream);
    fclose(stream);
    cr_expect_null(nprt_exc_pending());
    return text;
}

Test(errors, tracebacks)
{
    char path[] = "/tmp/nprt-test-XXXXXX";
    int fd = mkstemp(path);
    cr_assert_geq(fd, 0);
    static const char source[] = "def f(x):\n    return 1 / x   \n\nf(0)\n";
    cr_assert_eq(write(fd, source, sizeof source - 1), (ssize_t)sizeof source - 1);
    close(fd);
    nprt_raise_zero_division(NPRT_ZD_TRUE_DIVISION);
    nprt_traceback(&(const NprtSite){path, "f", 2});
    cr_expect_eq(nprt_exc_pending()->line, 2);
    nprt_traceback(&(const NprtSite){path, "<module>", 4});
    int32_t status;
    char *text = uncaught(&status);
    char wanted[400];
    snprintf(wanted, sizeof wanted,
             "Traceback (most recent call last):\n"
             "  File \"%s\", line 4, in <module>\n    f(0)\n"
             "  File \"%s\", line 2, in f\n    return 1 / x\n"
             "ZeroDivisionError: division by zero\n",
             path, path);
    cr_expect_str_eq(text, wanted);
    cr_expect_eq(status, 1);
    free(text);
    unlink(path);
}

Test(errors, repeated_frames_are_counted)
{
    nprt_raise(NPRT_EXC_RECURSION_ERROR, "deep");
    for (int i = 0; i < 10; i++) {
        nprt_traceback(&(const NprtSite){"none.py", "f", 2});
    }
    nprt_traceback(&(const NprtSite){"none.py", "<module>", 4});
    int32_t status;
    char *text = uncaught(&status);
    cr_expect_str_eq(text, "Traceback (most recent call last):\n"
                           "  File \"none.py\", line 4, in <module>\n"
                           "  File \"none.py\", line 2, in f\n"
                           "  File \"none.py\", line 2, in f\n"
                           "  File \"none.py\", line 2, in f\n"
                           "  [Previous line repeated 7 more times]\n"
                           "RecursionError: deep\n");
    free(text);
}

Test(errors, a_caught_exception_keeps_its_frames)
{
    nprt_raise(NPRT_EXC_LINALG_ERROR, "Singular matrix");
    nprt_traceback(&(const NprtSite){"none.py", "f", 2});
    NprtExc *exc = nprt_exc_take();
    nprt_exc_raise(exc);
    nprt_release(exc);
    nprt_traceback(&(const NprtSite){"none.py", "<module>", 4});
    int32_t status;
    char *text = uncaught(&status);
    cr_expect_str_eq(text, "Traceback (most recent call last):\n"
                           "  File \"none.py\", line 4, in <module>\n"
                           "  File \"none.py\", line 2, in f\n"
                           "numpy.linalg.LinAlgError: Singular matrix\n");
    free(text);
}

static void expect_exit(const NprtDesc *desc, const void *value, int32_t wanted, const char *text)
{
    void *exc;
    cr_assert_eq(nprt_exc_new_value(NPRT_EXC_SYSTEM_EXIT, desc, value, &exc), 0);
    nprt_exc_raise(exc);
    nprt_release(exc);
    int32_t status;
    char *shown = uncaught(&status);
    cr_expect_eq(status, wanted);
    cr_expect_str_eq(shown, text);
    free(shown);
}

Test(errors, system_exit)
{
    NprtDesc none = {.kind = NPRT_K_NONE};
    expect_exit(&none, NULL, 0, "");
    expect_exit(&nprt_desc_int, &(int64_t){3}, 3, "");
    expect_exit(&nprt_desc_bool, &(uint8_t){1}, 1, "");
    NprtStr *text = nprt_str_from_c("bye");
    expect_exit(&nprt_desc_str, &text, 1, "bye\n");
    nprt_release(text);
    int32_t status;
    free(uncaught(&status));
    cr_expect_eq(status, 0);
}

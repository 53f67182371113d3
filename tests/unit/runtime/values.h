/* values.h - small helpers of the runtime's tests: values, texts and pending exceptions. */
#ifndef TESTS_UNIT_RUNTIME_VALUES_H
#define TESTS_UNIT_RUNTIME_VALUES_H

#include "runtime/errors.h"
#include "runtime/memory.h"
#include "runtime/str.h"
#include "runtime/str_value.h"
#include "runtime/value.h"

#include <criterion/criterion.h>
#include <string.h>

/* Expects that `owned`, a str, holds the text, and releases it. */
static inline void expect_text(void *owned, const char *wanted, const char *what)
{
    NprtStr *str = owned;
    cr_assert_not_null(str, "%s: no str", what);
    cr_expect_str_eq(str->text, wanted, "%s: '%s', expected '%s'", what, str->text, wanted);
    nprt_release(str);
}

/* Expects str(value) and, unless NULL, repr(value). */
static inline void expect_shown(const NprtDesc *desc, const void *value, const char *str,
                                const char *repr)
{
    void *shown;
    cr_assert_eq(nprt_str_of(desc, value, &shown), 0);
    expect_text(shown, str, "str");
    if (repr) {
        cr_assert_eq(nprt_repr_of(desc, value, &shown), 0);
        expect_text(shown, repr, "repr");
    }
}

/* Expects the status of a call that raised "Kind: text", and clears the exception. */
static inline void expect_raised(int32_t status, const char *wanted)
{
    cr_expect_eq(status, 1, "nothing raised, expected %s", wanted);
    NprtExc *exc = nprt_exc_take();
    cr_assert_not_null(exc, "nothing pending, expected %s", wanted);
    char text[512];
    snprintf(text, sizeof text, "%s: %s", nprt_exc_name(exc->kind),
             exc->message ? exc->message->text : "");
    cr_expect_str_eq(text, wanted);
    nprt_release(exc);
}

/* A NaN-safe double from its bits. */
static inline double double_of(uint64_t bits)
{
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

#endif

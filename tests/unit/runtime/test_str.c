/* str and bytes: sequence operations, methods, numbers from text. */
#include "tests/unit/runtime/values.h"

#include "runtime/list.h"
#include "runtime/process.h"
#include "runtime/str_methods.h"
#include "runtime/str_parse.h"

#include <math.h>

/* "héllo wörld" */
#define HELLO "h\xc3\xa9llo w\xc3\xb6rld"

/* Expects repr(list) and releases it. */
static void expect_list(void *list, const NprtDesc *desc, const char *wanted)
{
    void *shown;
    cr_assert_eq(nprt_repr_of(desc, &list, &shown), 0);
    expect_text(shown, wanted, "list");
    nprt_release(list);
}

static void expect_words(void *list, const char *wanted)
{
    expect_list(list, &nprt_desc_list_str, wanted);
}

Test(str, index_and_slice)
{
    NprtStr *s = nprt_str_from_c(HELLO);
    cr_expect_eq(s->len, 11);
    cr_expect_eq(s->ascii, 0);
    void *out;
    cr_assert_eq(nprt_str_index(s, 1, &out), 0);
    expect_text(out, "\xc3\xa9", "s[1]");
    cr_assert_eq(nprt_str_index(s, -4, &out), 0);
    expect_text(out, "\xc3\xb6", "s[-4]");
    expect_raised(nprt_str_index(s, 11, &out), "IndexError: string index out of range");
    static const struct {
        NprtSlice slice;
        const char *wanted;
    } slices[] = {
        {{.start = 1, .stop = 4, .has = 3}, "\xc3\xa9ll"},
        {{.step = -1, .has = 4}, "dlr\xc3\xb6w oll\xc3\xa9h"},
        {{.start = -100, .stop = 100, .step = 4, .has = 7}, "hor"},
        {{.start = 5, .stop = 2, .has = 3}, ""},
    };
    NprtDesc desc = {.kind = NPRT_K_SLICE, .size = 32};
    for (size_t i = 0; i < sizeof slices / sizeof *slices; i++) {
        cr_assert_eq(nprt_str_slice(s, &desc, &slices[i].slice, &out), 0);
        expect_text(out, slices[i].wanted, "slice");
    }
    expect_raised(nprt_str_slice(s, &desc, &(NprtSlice){.has = 4}, &out),
                  "ValueError: slice step cannot be zero");
    nprt_release(s);
}

Test(str, case_mappings)
{
    NprtStr *s = nprt_str_from_c("stra\xc3\x9f"
                                 "e \xce\xa3\xce\x99\xce\xa3"); /* straße ΣΙΣ */
    expect_text(nprt_str_upper(s), "STRASSE \xce\xa3\xce\x99\xce\xa3", "upper");
    expect_text(nprt_str_lower(s),
                "stra\xc3\x9f"
                "e \xcf\x83\xce\xb9\xcf\x82",
                "lower");
    expect_text(nprt_str_title(s),
                "Stra\xc3\x9f"
                "e \xce\xa3\xce\xb9\xcf\x82",
                "title");
    expect_text(nprt_str_casefold(s), "strasse \xcf\x83\xce\xb9\xcf\x83", "casefold");
    nprt_release(s);
    s = nprt_str_from_c("hello World");
    expect_text(nprt_str_capitalize(s), "Hello world", "capitalize");
    expect_text(nprt_str_swapcase(s), "HELLO wORLD", "swapcase");
    nprt_release(s);
}

Test(str, tests_of_kind)
{
    static const struct {
        const char *text;
        uint8_t alpha, alnum, digit, decimal, space, upper, lower, identifier;
    } rows[] = {
        {"", 0, 0, 0, 0, 0, 0, 0, 0},
        {"abc", 1, 1, 0, 0, 0, 0, 1, 1},
        {"ABC1", 0, 1, 0, 0, 0, 1, 0, 1},
        {"12", 0, 1, 1, 1, 0, 0, 0, 0},
        {"\xc2\xb2", 0, 1, 1, 0, 0, 0, 0, 0},
        {" \t\n", 0, 0, 0, 0, 1, 0, 0, 0},
        {"\xe6\x97\xa5", 1, 1, 0, 0, 0, 0, 0, 1},
        {"_x", 0, 0, 0, 0, 0, 0, 1, 1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        NprtStr *s = nprt_str_from_c(rows[i].text);
        cr_expect_eq(nprt_str_isalpha(s), rows[i].alpha, "isalpha %s", rows[i].text);
        cr_expect_eq(nprt_str_isalnum(s), rows[i].alnum, "isalnum %s", rows[i].text);
        cr_expect_eq(nprt_str_isdigit(s), rows[i].digit, "isdigit %s", rows[i].text);
        cr_expect_eq(nprt_str_isdecimal(s), rows[i].decimal, "isdecimal %s", rows[i].text);
        cr_expect_eq(nprt_str_isspace(s), rows[i].space, "isspace %s", rows[i].text);
        cr_expect_eq(nprt_str_isupper(s), rows[i].upper, "isupper %s", rows[i].text);
        cr_expect_eq(nprt_str_islower(s), rows[i].lower, "islower %s", rows[i].text);
        cr_expect_eq(nprt_str_isidentifier(s), rows[i].identifier, "isidentifier %s", rows[i].text);
        nprt_release(s);
    }
}

Test(str, splitting)
{
    NprtStr *s = nprt_str_from_c("  a,b  c,,d "), *comma = nprt_str_from_c(",");
    expect_words(nprt_str_split_space(s, -1), "['a,b', 'c,,d']");
    expect_words(nprt_str_split_space(s, 1), "['a,b', 'c,,d ']");
    expect_words(nprt_str_rsplit_space(s, 1), "['  a,b', 'c,,d']");
    void *out;
    cr_assert_eq(nprt_str_split(s, comma, -1, &out), 0);
    expect_words(out, "['  a', 'b  c', '', 'd ']");
    cr_assert_eq(nprt_str_rsplit(s, comma, 1, &out), 0);
    expect_words(out, "['  a,b  c,', 'd ']");
    NprtStr *empty = nprt_str_empty();
    expect_raised(nprt_str_split(s, empty, -1, &out), "ValueError: empty separator");
    NprtStr *lines = nprt_str_from_c("one\ntwo\r\n\nthree");
    expect_words(nprt_str_splitlines(lines, 0), "['one', 'two', '', 'three']");
    expect_words(nprt_str_splitlines(lines, 1), "['one\\n', 'two\\r\\n', '\\n', 'three']");
    NprtList *parts = nprt_str_split_space(lines, -1);
    cr_assert_eq(nprt_str_join(comma, &nprt_desc_list_str, &parts, &out), 0);
    expect_text(out, "one,two,three", "join");
    nprt_release(parts);
    nprt_release(lines);
    nprt_release(s);
    nprt_release(comma);
}

Test(str, searching_and_replacing)
{
    NprtStr *s = nprt_str_from_c(HELLO), *needle = nprt_str_from_c("l"), *o = nprt_str_from_c("0");
    cr_expect_eq(nprt_str_find(s, needle, 0, INT64_MAX), 2);
    cr_expect_eq(nprt_str_find(s, needle, 4, INT64_MAX), 9);
    cr_expect_eq(nprt_str_find(s, needle, 4, 9), -1);
    cr_expect_eq(nprt_str_rfind(s, needle, 0, -2), 3);
    cr_expect_eq(nprt_str_count(s, needle, 0, INT64_MAX), 3);
    cr_expect_eq(nprt_str_count(s, nprt_str_empty(), 0, INT64_MAX), 12);
    int64_t at;
    expect_raised(nprt_str_index_of(s, o, 0, INT64_MAX, &at), "ValueError: substring not found");
    expect_text(nprt_str_replace(s, needle, o, 2),
                "h\xc3\xa9"
                "00o w\xc3\xb6rld",
                "replace");
    expect_text(nprt_str_replace(s, nprt_str_empty(), o, 3),
                "0h0\xc3\xa9"
                "0llo w\xc3\xb6rld",
                "replace empty");
    uint8_t answer;
    cr_assert_eq(nprt_str_startswith(s, &nprt_desc_str, &needle, 2, INT64_MAX, &answer), 0);
    cr_expect(answer);
    cr_assert_eq(nprt_str_endswith(s, &nprt_desc_str, &needle, 0, -1, &answer), 0);
    cr_expect(answer);
    nprt_release(s);
    nprt_release(needle);
    nprt_release(o);
}

Test(str, stripping_and_padding)
{
    NprtStr *s = nprt_str_from_c(" \xe3\x80\x80 -5 \n"), *fill = nprt_str_from_c("*");
    NprtStr *bare = nprt_str_strip_space(s, 3);
    cr_expect_str_eq(bare->text, "-5");
    expect_text(nprt_str_zfill(bare, 5), "-0005", "zfill");
    void *out;
    cr_assert_eq(nprt_str_center(bare, 5, fill, &out), 0);
    expect_text(out, "**-5*", "center");
    cr_assert_eq(nprt_str_ljust(bare, 4, fill, &out), 0);
    expect_text(out, "-5**", "ljust");
    expect_raised(nprt_str_rjust(bare, 4, s, &out),
                  "TypeError: The fill character must be exactly one character long");
    expect_text(nprt_str_strip(bare, bare, 1), "", "lstrip of its own characters");
    nprt_release(s);
    nprt_release(bare);
    nprt_release(fill);
}

Test(str, encoding)
{
    NprtStr *s = nprt_str_from_c(HELLO), *utf8 = nprt_str_from_c("utf-8");
    NprtStr *ascii = nprt_str_from_c("ascii");
    void *bytes, *back;
    cr_assert_eq(nprt_str_encode(s, utf8, &bytes), 0);
    cr_expect_eq(((NprtStr *)bytes)->len, 13);
    cr_assert_eq(nprt_bytes_decode(bytes, utf8, &back), 0);
    expect_text(back, HELLO, "decode");
    nprt_release(bytes);
    expect_raised(nprt_str_encode(s, ascii, &bytes),
                  "UnicodeError: 'ascii' codec can't encode character '\\xe9' in position 1: "
                  "ordinal not in range(128)");
    nprt_release(s);
    nprt_release(utf8);
    nprt_release(ascii);
}

static int32_t to_int(const char *text, int64_t base, int64_t *out)
{
    NprtStr *s = nprt_str_from_c(text);
    int32_t status = nprt_str_to_int(s, base, out);
    nprt_release(s);
    return status;
}

Test(str, numbers_from_text)
{
    static const struct {
        const char *text;
        int64_t base, wanted;
    } rows[] = {
        {"42", 10, 42},      {" -1_000\n", 10, -1000},
        {"0x1F", 16, 31},    {"0b101", 0, 5},
        {"zz", 36, 1295},    {"-9223372036854775808", 10, INT64_MIN},
        {"\xd9\xa3", 10, 3}, {"00", 0, 0},
    };
    int64_t x;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        cr_assert_eq(to_int(rows[i].text, rows[i].base, &x), 0, "%s", rows[i].text);
        cr_expect_eq(x, rows[i].wanted, "%s", rows[i].text);
    }
    expect_raised(to_int("1__0", 10, &x),
                  "ValueError: invalid literal for int() with base 10: '1__0'");
    expect_raised(to_int("010", 0, &x), "ValueError: invalid literal for int() with base 0: '010'");
    cr_expect_eq(to_int("9223372036854775808", 10, &x), 1);
    nprt_exc_clear();
    static const struct {
        const char *text;
        double wanted;
    } floats[] = {{" 1_0.5e-1 ", 1.05},
                  {".5", 0.5},
                  {"-inf", -INFINITY},
                  {"1e400", INFINITY},
                  {"2.4703282292062327e-324", 0.0},
                  {"2.4703282292062328e-324", 5e-324}};
    for (size_t i = 0; i < sizeof floats / sizeof *floats; i++) {
        NprtStr *s = nprt_str_from_c(floats[i].text);
        double y;
        cr_assert_eq(nprt_str_to_float(s, &y), 0);
        cr_expect(y == floats[i].wanted, "%s: %a", floats[i].text, y);
        nprt_release(s);
    }
    NprtStr *bad = nprt_str_from_c("1e");
    double y;
    expect_raised(nprt_str_to_float(bad, &y),
                  "ValueError: could not convert string to float: '1e'");
    nprt_release(bad);
}

Test(str, integer_powers_and_rounding)
{
    int64_t x;
    cr_assert_eq(nprt_int_pow(-2, 63, &x), 0);
    cr_expect_eq(x, INT64_MIN);
    cr_expect_eq(nprt_int_pow(2, 63, &x), 1);
    nprt_exc_clear();
    cr_assert_eq(nprt_int_pow_mod(3, -1, 7, &x), 0);
    cr_expect_eq(x, 5);
    cr_assert_eq(nprt_int_pow_mod(2, 10, -7, &x), 0);
    cr_expect_eq(x, -5);
    expect_raised(nprt_int_pow_mod(2, -1, 4, &x),
                  "ValueError: base is not invertible for the given modulus");
    cr_expect(nprt_round_digits(2.675, 2) == 2.67);
    cr_expect(nprt_round_digits(25.0, -1) == 20.0);
    cr_expect(nprt_round_digits(15.0, -1) == 20.0);
    cr_expect(nprt_round_digits(5.0, -1) == 0.0);
    cr_expect(nprt_round_digits(5.1, -1) == 10.0);
    cr_expect(signbit(nprt_round_digits(-0.001, 2)));
}

Test(str, hash_is_cpythons_with_seed_0)
{
    NprtStr *s = nprt_str_from_c("abc"), *e = nprt_str_from_c(HELLO);
    cr_expect_eq(nprt_str_hash(s), INT64_C(-4594863902769663758));
    cr_expect_eq(nprt_str_hash(e), INT64_C(2851654936439523187));
    cr_expect_eq(nprt_str_hash(nprt_str_empty()), 0);
    nprt_release(s);
    nprt_release(e);
}

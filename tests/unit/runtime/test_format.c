/* format(), the % operator and str.format. */
#include "tests/unit/runtime/values.h"

#include "runtime/format.h"

static void check_format(const NprtDesc *desc, const void *value, const char *spec,
                         const char *wanted)
{
    NprtStr *text = nprt_str_from_c(spec);
    void *out;
    cr_assert_eq(nprt_format(desc, value, text, &out), 0, "format %s", spec);
    expect_text(out, wanted, spec);
    nprt_release(text);
}

static void check_percent(const char *template, const NprtDesc *desc, const void *value,
                          const char *wanted)
{
    NprtStr *text = nprt_str_from_c(template);
    void *out;
    cr_assert_eq(nprt_percent_format(text, desc, value, &out), 0, "%s", template);
    expect_text(out, wanted, template);
    nprt_release(text);
}

static void check_str(const char *value, const char *spec, const char *wanted)
{
    NprtStr *str = nprt_str_from_c(value);
    check_format(&nprt_desc_str, &str, spec, wanted);
    nprt_release(str);
}

Test(format, matches_cpython)
{
#define P_FORMAT_INT(value, spec, wanted)                                                          \
    check_format(&nprt_desc_int, &(int64_t){value}, spec, wanted);
#define P_FORMAT_FLOAT(bits, spec, wanted)                                                         \
    check_format(&nprt_desc_float, &(double){double_of(bits)}, spec, wanted);
#define P_FORMAT_STR(value, spec, wanted) check_str(value, spec, wanted);
#define P_PERCENT_INT(template, value, wanted)                                                     \
    check_percent(template, &nprt_desc_int, &(int64_t){value}, wanted);
#define P_PERCENT_FLOAT(template, bits, wanted)                                                    \
    check_percent(template, &nprt_desc_float, &(double){double_of(bits)}, wanted);
#include "tests/unit/runtime/print_expected.def"
}

static int32_t try_format(const NprtDesc *desc, const void *value, const char *spec)
{
    NprtStr *text = nprt_str_from_c(spec);
    void *out;
    int32_t status = nprt_format(desc, value, text, &out);
    nprt_release(text);
    return status;
}

Test(format, errors)
{
    int64_t x = 5;
    double y = 1.5;
    NprtStr *s = nprt_str_from_c("abc");
    expect_raised(try_format(&nprt_desc_int, &x, "s"),
                  "ValueError: Unknown format code 's' for object of type 'int'");
    expect_raised(try_format(&nprt_desc_int, &x, ".2d"),
                  "ValueError: Precision not allowed in integer format specifier");
    expect_raised(try_format(&nprt_desc_int, &x, ",b"), "ValueError: Cannot specify ',' with 'b'.");
    expect_raised(try_format(&nprt_desc_int, &x, "5x5"),
                  "ValueError: Invalid format specifier '5x5' for object of type 'int'");
    expect_raised(try_format(&nprt_desc_float, &y, "d"),
                  "ValueError: Unknown format code 'd' for object of type 'float'");
    expect_raised(try_format(&nprt_desc_float, &y, "10."),
                  "ValueError: Format specifier missing precision");
    expect_raised(try_format(&nprt_desc_str, &s, "=5"),
                  "ValueError: '=' alignment not allowed in string format specifier");
    NprtDesc none = {.kind = NPRT_K_NONE};
    expect_raised(try_format(&none, NULL, "d"),
                  "TypeError: unsupported format string passed to NoneType.__format__");
    nprt_release(s);
}

Test(format, percent_with_tuple_and_errors)
{
    static const NprtDesc *const elems[] = {&nprt_desc_int, &nprt_desc_float};
    static const uint32_t offsets[] = {0, 8};
    NprtDesc desc = {
        .kind = NPRT_K_TUPLE, .size = 16, .align = 8, .n = 2, .elems = elems, .offsets = offsets};
    struct {
        int64_t a;
        double b;
    } value = {7, 2.5};
    check_percent("%03d and %.2f%%", &desc, &value, "007 and 2.50%");
    check_percent("%*.1f", &desc, &value, "    2.5");
    static const struct {
        const char *template, *message;
    } errors[] = {
        {"%d", "TypeError: not all arguments converted during string formatting"},
        {"%d %d %d", "TypeError: not enough arguments for format string"},
        {"%d %x", "TypeError: %x format: an integer is required, not float"},
        {"%d %z", "ValueError: unsupported format character 'z' (0x7a) at index 4"},
        {"%(a)s", "TypeError: format requires a mapping"},
        {"%d %", "ValueError: incomplete format"},
    };
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++) {
        NprtStr *template = nprt_str_from_c(errors[i].template);
        void *out;
        expect_raised(nprt_percent_format(template, &desc, &value, &out), errors[i].message);
        nprt_release(template);
    }
}

/* template.format(7, "é", width=6) */
static int32_t run_template(const char *template, void **out)
{
    static const NprtDesc *const elems[] = {&nprt_desc_int, &nprt_desc_str};
    static const uint32_t offsets[] = {0, 8};
    static const char *const names[] = {"width"};
    static const NprtDesc args = {.kind = NPRT_K_TUPLE,
                                  .size = 16,
                                  .align = 8,
                                  .n = 2,
                                  .elems = elems,
                                  .offsets = offsets,
                                  .is_managed = 1};
    static const NprtDesc keywords = {.kind = NPRT_K_TUPLE,
                                      .size = 8,
                                      .align = 8,
                                      .n = 1,
                                      .elems = elems,
                                      .offsets = offsets,
                                      .field_names = names};
    struct {
        int64_t number;
        NprtStr *text;
    } value = {7, nprt_str_from_c("\xc3\xa9")};
    int64_t width = 6;
    NprtStr *text = nprt_str_from_c(template);
    int32_t status = nprt_str_format(text, &args, &value, &keywords, &width, out);
    nprt_release(text);
    nprt_release(value.text);
    return status;
}

Test(format, templates)
{
    static const struct {
        const char *template, *wanted;
    } cases[] = {
        {"{} {}", "7 \xc3\xa9"},
        {"{1}{0}{1}", "\xc3\xa9"
                      "7\xc3\xa9"},
        {"{{{0:03d}}}", "{007}"},
        {"{1:*^{width}}|", "**\xc3\xa9***|"},
        {"{1!r:>5}", "  '\xc3\xa9'"},
        {"{1!a}", "'\\xe9'"},
        {"{0.real} {1[0]}", "7 \xc3\xa9"},
    };
    void *out;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cr_assert_eq(run_template(cases[i].template, &out), 0, "%s", cases[i].template);
        expect_text(out, cases[i].wanted, cases[i].template);
    }
    static const struct {
        const char *template, *message;
    } errors[] = {
        {"{2}", "IndexError: Replacement index 2 out of range for positional args tuple"},
        {"{height}", "KeyError: 'height'"},
        {"{}{1}", "ValueError: cannot switch from automatic field numbering to manual field "
                  "specification"},
        {"{", "ValueError: Single '{' encountered in format string"},
        {"}", "ValueError: Single '}' encountered in format string"},
        {"{0", "ValueError: expected '}' before end of string"},
        {"{0!x}", "ValueError: Unknown conversion specifier x"},
        {"{0:{1:{0}}}", "ValueError: Max string recursion exceeded"},
        {"{0.y}", "AttributeError: 'int' object has no attribute 'y'"},
    };
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++) {
        expect_raised(run_template(errors[i].template, &out), errors[i].message);
    }
}

Test(format, bases)
{
    expect_text(nprt_int_to_base(-10, 2), "-0b1010", "bin");
    expect_text(nprt_int_to_base(INT64_MIN, 16), "-0x8000000000000000", "hex");
    expect_text(nprt_int_to_base(8, 8), "0o10", "oct");
}

/* Texts of values, against what CPython and NumPy printed, and the output buffer. */
#include "tests/unit/runtime/values.h"

#include "runtime/list.h"
#include "runtime/print.h"
#include "runtime/print_array.h"
#include "runtime/set.h"

static const NprtDesc py_complex = {
    .kind = NPRT_K_SCALAR, .dtype = NPRT_C128, .py = 1, .size = 16, .align = 8};

static void check_float(uint64_t bits, const char *python, const char *numpy)
{
    double x = double_of(bits);
    expect_shown(&nprt_desc_float, &x, python, python);
    char named[64];
    snprintf(named, sizeof named, "np.float64(%s)", numpy);
    expect_shown(&nprt_desc_numpy[NPRT_F64], &x, numpy, named);
}

static void check_complex(uint64_t re, uint64_t im, const char *python, const char *numpy)
{
    NprtC128 z = {double_of(re), double_of(im)};
    expect_shown(&py_complex, &z, python, python);
    void *shown;
    cr_assert_eq(nprt_repr_of(&nprt_desc_numpy[NPRT_C128], &z, &shown), 0);
    expect_text(shown, numpy, "complex128");
}

static void check_small(NprtDtype dtype, uint32_t bits, const char *wanted)
{
    uint16_t half = (uint16_t)bits;
    expect_shown(&nprt_desc_numpy[dtype], dtype == NPRT_F16 ? (void *)&half : (void *)&bits, wanted,
                 NULL);
}

Test(print, scalars_match_python_and_numpy)
{
#define P_FLOAT(bits, python, numpy)     check_float(bits, python, numpy);
#define P_FLOAT32(bits, wanted)          check_small(NPRT_F32, bits, wanted);
#define P_HALF(bits, wanted)             check_small(NPRT_F16, bits, wanted);
#define P_COMPLEX(re, im, python, numpy) check_complex(re, im, python, numpy);
#include "tests/unit/runtime/print_expected.def"
}

static void check_array(NprtDtype dtype, int ndim, const int64_t *shape, const char *bytes,
                        size_t n, const char *str, const char *repr)
{
    NprtDesc desc = {.kind = NPRT_K_ARRAY, .dtype = dtype, .ndim = (uint8_t)ndim, .is_managed = 1};
    NprtBlock *block = nprt_block_new((int64_t)n, 0);
    memcpy(block->data, bytes, n);
    NprtArrayBuf array = {.owner = &block->obj, .data = block->data};
    int64_t stride = nprt_dtype_size(dtype);
    for (int i = ndim - 1; i >= 0; i--) {
        array.dims[i] = shape[i];
        array.dims[ndim + i] = stride;
        stride *= shape[i];
    }
    expect_shown(&desc, &array, str, repr);
    nprt_release(block);
}

/* dtypes.def by NumPy's name. */
enum {
#define DTYPE(E, name, ctype, nbytes, letter, nbits, chr) dtype_##name = NPRT_##E,
#include "runtime/dtypes.def"
#undef DTYPE
};

#define SHAPE(...) {__VA_ARGS__}

Test(print, arrays_match_numpy)
{
    NprtPrintOptions *o = nprt_print_options();
#define P_OPTIONS(digits, limit, edge, width, is_suppressed, sign_char, mode)                      \
    o->precision = digits;                                                                         \
    o->threshold = limit;                                                                          \
    o->edgeitems = edge;                                                                           \
    o->linewidth = width;                                                                          \
    o->suppress = is_suppressed;                                                                   \
    o->sign = sign_char;                                                                           \
    o->floatmode = mode;
#define P_ARRAY(dtype, ndim, shape, bytes, str, repr)                                              \
    {                                                                                              \
        const int64_t extents[] = SHAPE shape;                                                     \
        check_array((NprtDtype)dtype_##dtype, ndim, extents, bytes, sizeof bytes - 1, str, repr);  \
    }
#include "tests/unit/runtime/print_expected.def"
}

Test(print, options_nest)
{
    nprt_printoptions_save();
    nprt_printoptions_set_int(NPRT_PRINTOPT_PRECISION, 3);
    nprt_printoptions_save();
    nprt_printoptions_set_int(NPRT_PRINTOPT_PRECISION, 1);
    nprt_printoptions_restore();
    cr_expect_eq(nprt_printoptions_get_int(NPRT_PRINTOPT_PRECISION), 3);
    nprt_printoptions_restore();
    cr_expect_eq(nprt_printoptions_get_int(NPRT_PRINTOPT_PRECISION), 8);
    NprtStr *mode = nprt_str_from_c("some");
    expect_raised(nprt_printoptions_set_text(NPRT_PRINTOPT_SIGN, mode),
                  "ValueError: sign option must be one of ' ', '+', or '-'");
    nprt_release(mode);
}

/* ---- values of other kinds ---- */

Test(print, tuples_and_namedtuples)
{
    static const NprtDesc *const elems[] = {&nprt_desc_int, &nprt_desc_float};
    static const uint32_t offsets[] = {0, 8};
    static const char *const names[] = {"x", "y"};
    NprtDesc desc = {
        .kind = NPRT_K_TUPLE, .size = 16, .align = 8, .n = 2, .elems = elems, .offsets = offsets};
    struct {
        int64_t x;
        double y;
    } value = {1, 2.5};
    expect_shown(&desc, &value, "(1, 2.5)", "(1, 2.5)");
    desc.n = 1;
    expect_shown(&desc, &value, "(1,)", NULL);
    desc.n = 0;
    expect_shown(&desc, &value, "()", NULL);
    desc.n = 2;
    desc.name = "list"; /* a list of mixed types */
    expect_shown(&desc, &value, "[1, 2.5]", NULL);
    desc.name = "Point";
    desc.field_names = names;
    expect_shown(&desc, &value, "Point(x=1, y=2.5)", NULL);
}

Test(print, strings_are_quoted_inside_containers)
{
    NprtList *list = nprt_list_new(&nprt_desc_list_str, 0);
    static const char *const parts[] = {"a", "it's", "\"'", "tab\t\\",
                                        "\xc3\xa9\xc2\xa0\xf0\x9f\x98\x80"};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        nprt_list_push_ref(list, nprt_str_from_c(parts[i]));
    }
    expect_shown(&nprt_desc_list_str, &list,
                 "['a', \"it's\", '\"\\'', 'tab\\t\\\\', '\xc3\xa9\\xa0\xf0\x9f\x98\x80']", NULL);
    void *ascii;
    cr_assert_eq(nprt_ascii_of(&nprt_desc_list_str, &list, &ascii), 0);
    expect_text(ascii, "['a', \"it's\", '\"\\'', 'tab\\t\\\\', '\\xe9\\xa0\\U0001f600']", "ascii");
    nprt_release(list);
}

Test(print, other_kinds)
{
    NprtDesc none = {.kind = NPRT_K_NONE}, ellipsis = {.kind = NPRT_K_ELLIPSIS};
    expect_shown(&none, NULL, "None", "None");
    expect_shown(&ellipsis, NULL, "Ellipsis", NULL);
    NprtDesc range = {.kind = NPRT_K_RANGE, .size = 24};
    expect_shown(&range, (int64_t[]){0, 5, 1}, "range(0, 5)", NULL);
    expect_shown(&range, (int64_t[]){5, 0, -2}, "range(5, 0, -2)", NULL);
    NprtDesc slice = {.kind = NPRT_K_SLICE, .size = 32};
    expect_shown(&slice, &(NprtSlice){.stop = 3, .has = 2}, "slice(None, 3, None)", NULL);
    NprtDesc dtype = {.kind = NPRT_K_DTYPE, .dtype = NPRT_F32};
    expect_shown(&dtype, NULL, "float32", "dtype('float32')");
    NprtDesc type = {.kind = NPRT_K_TYPE, .name = "int"};
    expect_shown(&type, NULL, "<class 'int'>", NULL);
    NprtStr *bytes = nprt_bytes_new("a'\n\xff", 4);
    expect_shown(&nprt_desc_bytes, &bytes, "b\"a'\\n\\xff\"", NULL);
    nprt_release(bytes);
    uint8_t yes = 1;
    expect_shown(&nprt_desc_bool, &yes, "True", "True");
    expect_shown(&nprt_desc_numpy[NPRT_BOOL], &yes, "True", "np.True_");
}

Test(print, sets_in_cpython_order)
{
    static const NprtDesc *const elems[] = {&nprt_desc_int};
    NprtDesc desc = {
        .kind = NPRT_K_SET, .size = 8, .align = 8, .n = 1, .elems = elems, .is_managed = 1};
    NprtSet *set = nprt_set_new(&desc);
    expect_shown(&desc, &set, "set()", NULL);
    static const int64_t values[] = {17, 3, -1, 100, 0, 9, -50};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        cr_assert_eq(nprt_set_add(set, &nprt_desc_int, &values[i]), 0);
    }
    expect_shown(&desc, &set, "{0, 3, 100, 9, -50, 17, -1}", NULL);
    nprt_release(set);
}

/* ---- special methods ---- */

static int32_t say_hello(void *self, NprtStr **out)
{
    (void)self;
    *out = nprt_str_from_c("hello");
    return 0;
}

static int32_t refuse(void *self, NprtStr **out)
{
    (void)self;
    (void)out;
    return nprt_raise(NPRT_EXC_VALUE_ERROR, "no");
}

Test(print, special_methods)
{
    NprtMethods methods = {.repr = say_hello};
    NprtDesc desc = {.kind = NPRT_K_OBJECT,
                     .size = 8,
                     .name = "Thing",
                     .methods = &methods,
                     .body_size = sizeof(NprtObj),
                     .is_managed = 1};
    NprtObj *object = nprt_new_object(&desc);
    expect_shown(&desc, &object, "hello", "hello");
    methods.str = refuse;
    void *shown;
    expect_raised(nprt_str_of(&desc, &object, &shown), "ValueError: no");
    cr_expect_null(shown);
    nprt_release(object);
}

/* ---- the output buffer ---- */

static void collect(void *context, const char *bytes, size_t n)
{
    strncat(context, bytes, n);
}

Test(print, output_is_buffered_and_redirected)
{
    char seen[200] = "";
    nprt_print_redirect(collect, seen);
    int64_t x = 42;
    nprt_print_value(&nprt_desc_int, &x);
    NprtStr *end = nprt_str_from_c(" is it\n");
    nprt_print_text(end);
    nprt_release(end);
    cr_expect_str_empty(seen);
    nprt_print_flush();
    cr_expect_str_eq(seen, "42 is it\n");
    nprt_print_redirect(NULL, NULL);
}

/* Checks that the lines are the numbers from 0 on. */
typedef struct Lines {
    int64_t next, number;
    int is_wrong;
} Lines;

static void check_lines(void *context, const char *bytes, size_t n)
{
    Lines *lines = context;
    for (size_t i = 0; i < n; i++) {
        if (bytes[i] != '\n') {
            lines->number = lines->number * 10 + (bytes[i] - '0');
        } else {
            lines->is_wrong |= lines->number != lines->next;
            lines->next++;
            lines->number = 0;
        }
    }
}

Test(print, large_output_arrives)
{
    Lines lines = {0};
    nprt_print_redirect(check_lines, &lines);
    for (int64_t i = 0; i < 30000; i++) {
        nprt_print_value(&nprt_desc_int, &i);
        nprt_print_bytes("\n", 1);
    }
    nprt_print_redirect(NULL, NULL);
    cr_expect_eq(lines.next, 30000);
    cr_expect_not(lines.is_wrong);
}

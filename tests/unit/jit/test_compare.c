/* What --compare calls equal, close and different: numbers, texts, records of runs, the report. */
#include "jit/compare/record_file.h"
#include "jit/compare/report.h"
#include "runtime/half.h"
#include "runtime/memory.h"
#include "runtime/str.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define N(array) ((int64_t)(sizeof(array) / sizeof *(array)))

static const NjTolerance by_dtype = {-1, -1};

/* ---- ULPs ----------------------------------------------------------------------------------- */

Test(compare_ulp, f64)
{
    cr_expect_eq(nj_ulp_f64(1.0, 1.0), 0u);
    cr_expect_eq(nj_ulp_f64(1.0, nextafter(1.0, 2.0)), 1u);
    cr_expect_eq(nj_ulp_f64(nextafter(1.0, 0.0), 1.0), 1u);
    cr_expect_eq(nj_ulp_f64(0.0, -0.0), 0u);
    cr_expect_eq(nj_ulp_f64(-0x1p-1074, 0x1p-1074), 2u, "from one subnormal through zero");
    cr_expect_eq(nj_ulp_f64(1.7976931348623157e308, INFINITY), 1u);
    cr_expect_eq(nj_ulp_f64(NAN, -NAN), 0u);
    cr_expect_eq(nj_ulp_f64(NAN, 1.0), UINT64_MAX);
    cr_expect_eq(nj_ulp_f64(-INFINITY, INFINITY), UINT64_C(0xffe0000000000000));
}

Test(compare_ulp, f32_and_f16)
{
    cr_expect_eq(nj_ulp_f32(1.0f, 1.0f + 0x1p-23f), 1u);
    cr_expect_eq(nj_ulp_f32(-1.0f, 1.0f), 2u * 0x3f800000u);
    cr_expect_eq(nj_ulp_f32(1.0f, NAN), UINT64_MAX);
    cr_expect_eq(nj_ulp_f16(nprt_float_to_half(1.0f), nprt_float_to_half(1.0f + 0x1p-10f)), 1u);
    cr_expect_eq(nj_ulp_f16(0x8000, 0), 0u);
    cr_expect_eq(nj_ulp_f16(0x7e00, 0x7c01), 0u, "two NaNs");
    cr_expect_eq(nj_ulp_f16(0x7e00, 0), UINT64_MAX);
}

/* ---- arrays --------------------------------------------------------------------------------- */

static NjDifference diff(NprtDtype dtype, NjTolerance given, const void *a, const void *b,
                         int64_t n)
{
    NjDifference d = NJ_NO_DIFFERENCE;
    nj_difference_add(&d, dtype, nj_tolerance_of(dtype, given), a, b, n);
    return d;
}

Test(compare_arrays, equal_values)
{
    double a[] = {NAN, INFINITY, -INFINITY, 0.0, 1.5}, b[] = {-NAN, INFINITY, -INFINITY, -0.0, 1.5};
    NjDifference d = diff(NPRT_F64, by_dtype, a, b, N(a));
    cr_expect_eq(d.n, 5);
    cr_expect_eq(d.n_unequal, 0);
    cr_expect_eq(d.first, -1);
    cr_expect(d.has_ulp);
}

Test(compare_arrays, tolerance_is_relative_to_the_first)
{
    double a[] = {1.0, 100.0, 0.0}, b[] = {1.0 + 1e-10, 100.0 + 1e-6, 1e-13};
    NjDifference d = diff(NPRT_F64, by_dtype, a, b, N(a));
    cr_expect_eq(d.n_unequal, 3);
    cr_expect_eq(d.n_beyond, 1);
    cr_expect_eq(d.first, 1, "the first beyond the tolerance");
    cr_expect_float_eq(d.max_abs, 1e-6, 1e-12);
    cr_expect_eq(d.max_rel, 1.0, "0 against 1e-13");
    cr_expect_eq(diff(NPRT_F64, (NjTolerance){1e-7, -1}, a, b, N(a)).n_beyond, 0);
    cr_expect_eq(diff(NPRT_F64, (NjTolerance){0, 0}, a, b, N(a)).n_beyond, 3);
}

Test(compare_arrays, defaults_by_dtype)
{
    float a[] = {1.0f}, b[] = {1.0f + 0x1p-20f};
    uint16_t c[] = {nprt_float_to_half(1.0f)}, d[] = {nprt_float_to_half(1.0f + 0x1p-10f)};
    double e[] = {1.0}, f[] = {1.0 + 0x1p-20};
    cr_expect_eq(diff(NPRT_F32, by_dtype, a, b, 1).n_beyond, 0);
    cr_expect_eq(diff(NPRT_F32, by_dtype, a, b, 1).max_ulp, 8u);
    cr_expect_eq(diff(NPRT_F16, by_dtype, c, d, 1).n_beyond, 0);
    cr_expect_eq(diff(NPRT_F64, by_dtype, e, f, 1).n_beyond, 1);
}

Test(compare_arrays, not_finite_against_finite)
{
    float a[] = {1, NAN, INFINITY}, b[] = {NAN, 1, -INFINITY};
    NjDifference d = diff(NPRT_F32, (NjTolerance){1e30, 1e30}, a, b, 3);
    cr_expect_eq(d.n_beyond, 3);
    cr_expect(isinf(d.max_abs) && isinf(d.max_rel));
    cr_expect_eq(d.max_ulp, UINT64_MAX);
    double x[] = {1.7e308}, y[] = {-1.7e308};
    cr_expect_eq(diff(NPRT_F64, by_dtype, x, y, 1).max_rel, 2.0, "the difference is too large");
}

Test(compare_arrays, ints_are_exact)
{
    int64_t a[] = {1, INT64_MIN, 5}, b[] = {1, INT64_MAX, 6};
    NjDifference d = diff(NPRT_I64, (NjTolerance){1, 1}, a, b, 3);
    cr_expect_eq(d.n_beyond, 2);
    cr_expect_eq(d.first, 1);
    cr_expect_eq(d.max_abs, 0x1p64);
    cr_expect_not(d.has_ulp);
    uint64_t u[] = {UINT64_MAX}, v[] = {1};
    cr_expect_eq(diff(NPRT_U64, by_dtype, u, v, 1).max_abs, 0x1p64);
    uint8_t t[] = {0, 1}, f[] = {0, 0};
    cr_expect_eq(diff(NPRT_BOOL, by_dtype, t, f, 2).first, 1);
}

Test(compare_arrays, complex_by_parts)
{
    NprtC128 a[] = {{1, 2}, {NAN, 3}}, b[] = {{1, 2.5}, {NAN, 3}};
    NjDifference d = diff(NPRT_C128, by_dtype, a, b, 2);
    cr_expect_eq(d.n, 2);
    cr_expect_eq(d.n_beyond, 1);
    cr_expect_eq(d.max_abs, 0.5);
    NprtC64 x[] = {{1, 0}}, y[] = {{1, 0x1p-149f}};
    d = diff(NPRT_C64, by_dtype, x, y, 1);
    cr_expect_eq(d.n_beyond, 0);
    cr_expect_eq(d.max_ulp, 1u);
}

Test(compare_arrays, blocks_keep_their_numbers)
{
    enum { LARGE = 10000 };
    int32_t *a = calloc(LARGE, sizeof *a), *b = calloc(LARGE, sizeof *b);
    b[9000] = 1;
    NjDifference d = diff(NPRT_I32, by_dtype, a, b, LARGE);
    nj_difference_add(&d, NPRT_I32, (NjTolerance){0, 0}, a, b, LARGE);
    cr_expect_eq(d.first, 9000);
    cr_expect_eq(d.n, 2 * LARGE);
    cr_expect_eq(d.n_beyond, 2);
    NjDifference all = NJ_NO_DIFFERENCE, none = {.n = 7, .first = -1};
    nj_difference_join(&all, &none);
    nj_difference_join(&all, &d);
    cr_expect_eq(all.first, 9007);
    cr_expect_eq(all.n, 2 * LARGE + 7);
    free(a);
    free(b);
}

/* ---- texts ---------------------------------------------------------------------------------- */

static NjText text(const char *s)
{
    return (NjText){s, strlen(s)};
}

/* 0: the words differ; else the number of numbers, negative when some are beyond the tolerance. */
static int64_t texts(const char *a, const char *b)
{
    NjDifference d = NJ_NO_DIFFERENCE;
    if (!nj_text_compare(text(a), text(b), nj_tolerance_of_text(by_dtype), &d))
        return 0;
    return d.n_beyond ? -d.n : d.n;
}

Test(compare_texts, words_and_numbers)
{
    cr_expect_eq(texts("sum = 1.0000001 at 3", "sum = 1.0000002 at 3"), 2);
    cr_expect_eq(texts("sum = 1.0", "max = 1.0"), 0);
    cr_expect_eq(texts("1.5", "2.5"), -1);
    cr_expect_eq(texts("[1.  2.5]", "[1.         2.50000001]"), 2);
    cr_expect_eq(texts("[ 1. -2.]", "[1. -2.]"), 2);
    cr_expect_eq(texts("-1e-9", "1e-9"), 1, "both are zero by the tolerance");
    cr_expect_eq(texts("1", "2"), -1);
    cr_expect_eq(texts("100000000", "100000001"), -1, "integers are exact");
    cr_expect_eq(texts("9007199254740993", "9007199254740992"), 0, "beyond double");
    cr_expect_eq(texts("1 2", "1 2 3"), 0);
    cr_expect_eq(texts("1.5", "x"), 0);
    cr_expect_eq(texts("nan inf -inf", "nan inf -inf"), 3);
    cr_expect_eq(texts("nan", "1.0"), -1);
    cr_expect_eq(texts("nano", "nanx"), 0);
    cr_expect_eq(texts("(1+2.5j)", "(1+2.500001j)"), 2);
    cr_expect_eq(texts("x1 float32", "x1 float64"), 0, "digits in a word are no number");
    cr_expect_eq(texts(".5 5. 1e3 1E-3", "0.5 5.0 1000. 0.001"), 4);
    cr_expect_eq(texts("... . e", "... . e") != 0, false, "no numbers");
    cr_expect_eq(texts("", ""), 0);
}

Test(compare_texts, lines)
{
    NjText t = text("a\n\nb"), line;
    cr_assert(nj_text_line(&t, &line));
    cr_expect_eq(line.n, 1u);
    cr_assert(nj_text_line(&t, &line));
    cr_expect_eq(line.n, 0u);
    cr_assert(nj_text_line(&t, &line));
    cr_expect_eq(line.at[0], 'b');
    cr_expect_not(nj_text_line(&t, &line));
}

static bool same_exception(const char *a, const char *b)
{
    return nj_same_exception(text(a), text(b));
}

Test(compare_texts, exceptions)
{
    cr_expect(same_exception("Traceback\n  File 1\nValueError: no\n", "ValueError: no\n\n"));
    cr_expect_not(same_exception("ValueError: no", "TypeError: no"));
    cr_expect_not(same_exception("IndexError: 8 of 7", "IndexError: 9 of 7"));
    cr_expect(
        same_exception("IndexError: 8 of 7 (in kernel 'k', block (0, 0, 0), thread (8, 0, 0))",
                       "IndexError: 9 of 7 (in kernel 'k', block (0, 0, 0), thread (9, 0, 0))"));
    cr_expect_not(same_exception("IndexError: 8 of 7 (in kernel 'k', block (0, 0, 0))",
                                 "IndexError: 8 of 7 (in kernel 'm', block (0, 0, 0))"));
    cr_expect_not(same_exception("IndexError: 8 of 7 (in kernel 'k', block (0, 0, 0))",
                                 "IndexError: 8 of 7"));
    cr_expect(same_exception("", ""), "sys.exit");
}

/* ---- records -------------------------------------------------------------------------------- */

typedef struct Row {
    NprtObj *owner;
    char *data;
    int64_t shape, stride;
} Row;

static const NprtDesc row_desc = {
    .kind = NPRT_K_ARRAY, .dtype = NPRT_F64, .ndim = 1, .size = sizeof(Row), .align = 8};
static const NprtDesc int_desc = {
    .kind = NPRT_K_SCALAR, .dtype = NPRT_I64, .py = 1, .size = 8, .align = 8};

static void record(const char *name, const NprtDesc *desc, const void *value)
{
    NprtStr *str = nprt_str_from_c(name);
    nprt_record_value(str, desc, value);
    nprt_release(str);
}

/* Writes the record of a run that left the array and an int. */
static void write_record(const char *path, double *data, int64_t stride, int64_t number)
{
    Row row = {NULL, (char *)data, 2, stride};
    cr_assert(nprt_record_open(path, 1.5));
    record("array", &row_desc, &row);
    record("number", &int_desc, &number);
    nprt_record_time(NPRT_TIME_TRANSFER, 2);
    nprt_record_time(NPRT_TIME_TRANSFER, 3);
    cr_assert(nprt_record_close());
}

static void temporary(char *path)
{
    strcpy(path, "/tmp/npjit-test-XXXXXX");
    int fd = mkstemp(path);
    cr_assert_geq(fd, 0);
    close(fd);
}

Test(compare_records, write_and_load)
{
    char path[64];
    double data[] = {1, 2, 3};
    NjRecord r;
    temporary(path);
    write_record(path, data, 16, 7);
    cr_assert(nj_record_load(&r, path));
    cr_expect(r.has_started && r.has_ended);
    cr_assert_eq(r.n, 2u);
    const NjRecordItem *item = nj_record_find(&r, "array", 1);
    cr_assert_eq(item, &r.items[0]);
    cr_expect_str_eq(item->type, "float64");
    cr_expect_eq(item->nbytes, 16);
    cr_expect_eq(((const double *)item->data)[1], 3.0, "every second element");
    cr_expect_str_eq(nj_record_find(&r, "number", 1)->type, "int");
    cr_expect_null(nj_record_find(&r, "other", 0));
    cr_expect_eq(r.ms[NPRT_TIME_COMPILE], 1.5);
    cr_expect_eq(r.ms[NPRT_TIME_TRANSFER], 5.0);
    nj_record_fini(&r);
    unlink(path);
}

Test(compare_records, cut_off_and_foreign_files)
{
    char path[64];
    double data[] = {1, 2};
    NjRecord r;
    temporary(path);
    write_record(path, data, 8, 7);
    FILE *f = fopen(path, "rb");
    char bytes[1024];
    size_t size = fread(bytes, 1, sizeof bytes, f);
    fclose(f);
    for (size_t n = 0; n < size; n++) {
        f = fopen(path, "wb");
        fwrite(bytes, 1, n, f);
        fclose(f);
        cr_expect_eq(nj_record_load(&r, path), n == 0 || n >= 8);
        cr_expect_not(r.has_ended);
        nj_record_fini(&r);
    }
    memset(bytes, 0xff, sizeof bytes);
    memcpy(bytes, NPRT_RECORD_MAGIC, 8);
    f = fopen(path, "wb");
    fwrite(bytes, 1, sizeof bytes, f);
    fclose(f);
    cr_expect(nj_record_load(&r, path));
    cr_expect_eq(r.n, 0u);
    nj_record_fini(&r);
    unlink(path);
    cr_expect(nj_record_load(&r, path), "a missing file is an empty one");
    nj_record_fini(&r);
}

/* ---- reports -------------------------------------------------------------------------------- */

static bool report(const char *a, const char *b, int status, char **out)
{
    size_t size;
    FILE *f = open_memstream(out, &size);
    NjSide x = {.name = "cpu", .out = text(a), .err = text("E: x")};
    NjSide y = {.name = "cuda", .out = text(b), .err = text("E: x"), .status = status};
    bool is_equal = nj_report(f, &x, &y, by_dtype);
    fclose(f);
    return is_equal;
}

Test(compare_report, outputs)
{
    char *out;
    cr_expect(report("1\n2\n3.0\n", "1\n2\n3.0000001\n", 0, &out));
    cr_expect(strstr(out, "output 1-2  2 lines  text  yes"));
    cr_expect(strstr(out, "output 3    1 line   text  close"));
    cr_expect(strstr(out, "equal within the tolerance: 1 of 3 rows"));
    free(out);
    cr_expect_not(report("1\n2\n", "1\n", 0, &out));
    cr_expect(strstr(out, "on cpu alone"));
    cr_expect(strstr(out, "different: 1 of 3 rows"));
    free(out);
    cr_expect_not(report("1\n", "1\n", 1, &out));
    cr_expect(strstr(out, "0 | 1"));
    free(out);
}

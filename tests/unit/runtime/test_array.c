/* Arrays: casts, copies, assignment, reshape, masks, index arrays, lists, products. */
#include "tests/unit/runtime/arrays.h"

#include "runtime/array.h"
#include "runtime/convert.h"
#include "runtime/half.h"
#include "runtime/list.h"

#include <math.h>

/* ---- casts ---------------------------------------------------------------------------------- */

Test(convert, halves_round_to_even)
{
    for (uint32_t bits = 0; bits < 0x10000; bits++) {
        float value = nprt_half_to_float((uint16_t)bits);
        if (!isnan(value)) {
            cr_assert_eq(nprt_float_to_half(value), bits);
            cr_assert_eq(nprt_double_to_half((double)value), bits);
        }
    }
    cr_expect_eq(nprt_float_to_half(2049.0f), 0x6800); /* half-way, down to even */
    cr_expect_eq(nprt_float_to_half(2051.0f), 0x6802);
    cr_expect_eq(nprt_float_to_half(65519.9f), 0x7bff);
    cr_expect_eq(nprt_float_to_half(65520.0f), 0x7c00);
    cr_expect_eq(nprt_double_to_half(0x1p-25), 0);
    cr_expect_eq(nprt_double_to_half(0x1.0000001p-25), 1); /* a float would be half-way */
    cr_expect_eq(nprt_double_to_half(-0.0), 0x8000);
}

Test(convert, floats_to_integers)
{
    double x[] = {-1.5, 300.7, 3e9, -3e9, 1e19, 1e20, NAN};
    int64_t i64[7];
    uint8_t u8[7];
    int32_t i32[7];
    uint64_t u64[7];
    nprt_cast_loop(NPRT_I64, NPRT_F64)((char *)i64, 8, (char *)x, 8, 7);
    nprt_cast_loop(NPRT_U8, NPRT_F64)((char *)u8, 1, (char *)x, 8, 7);
    nprt_cast_loop(NPRT_I32, NPRT_F64)((char *)i32, 4, (char *)x, 8, 7);
    nprt_cast_loop(NPRT_U64, NPRT_F64)((char *)u64, 8, (char *)x, 8, 7);
    cr_expect_eq(i64[0], -1);
    cr_expect_eq(i64[4], INT64_MIN);
    cr_expect_eq(i64[6], INT64_MIN);
    cr_expect_eq(u8[0], 255);
    cr_expect_eq(u8[1], 44);
    cr_expect_eq(i32[2], INT32_MIN);
    cr_expect_eq(u64[0], UINT64_MAX);
    cr_expect_eq(u64[4], 10000000000000000000u);
}

Test(convert, transposed_and_reversed)
{
    int32_t from[96 * 80];
    double to[80 * 96];
    for (int i = 0; i < 96 * 80; i++)
        from[i] = i;
    int64_t shape[2] = {80, 96}, to_strides[2] = {96 * 8, -8}, from_strides[2] = {4, 320};
    NprtStrided dst = {NPRT_F64, (char *)(to + 95), to_strides};
    NprtStrided src = {NPRT_I32, (char *)from, from_strides};
    nprt_copy_strided(&dst, &src, 2, shape);
    for (int i = 0; i < 80; i++)
        for (int j = 0; j < 96; j++)
            cr_assert_eq(to[i * 96 + 95 - j], from[j * 80 + i]);
}

/* ---- assignment ----------------------------------------------------------------------------- */

Test(array, assigns_with_broadcast_and_overlap)
{
    double data[6] = {1, 2, 3, 4, 5, 6}, row[3] = {7, 8, 9};
    NprtArrayBuf a = borrow(NPRT_F64, data, 2, SHAPE(2, 3));
    NprtArrayBuf r = borrow(NPRT_F64, row, 1, SHAPE(3));
    cr_assert_eq(nprt_array_assign(array_desc(NPRT_F64, 2), &a, array_desc(NPRT_F64, 1), &r), 0);
    cr_expect_eq(data[0], 7);
    cr_expect_eq(data[5], 9);

    double line[5] = {1, 2, 3, 4, 5};
    NprtArrayBuf to = borrow(NPRT_F64, line + 1, 1, SHAPE(4));
    NprtArrayBuf from = borrow(NPRT_F64, line, 1, SHAPE(4));
    cr_expect_eq(nprt_array_overlaps(array_desc(NPRT_F64, 1), &to, array_desc(NPRT_F64, 1), &from),
                 1);
    cr_assert_eq(nprt_array_assign(array_desc(NPRT_F64, 1), &to, array_desc(NPRT_F64, 1), &from),
                 0);
    cr_expect_eq(line[4], 4);
    cr_expect_eq(line[1], 1);

    NprtArrayBuf two = borrow(NPRT_F64, data, 2, SHAPE(2, 2));
    expect_raised(nprt_array_assign(array_desc(NPRT_F64, 2), &two, array_desc(NPRT_F64, 1), &r),
                  "ValueError: could not broadcast input array from shape (3,) into shape (2,2)");
}

Test(array, checks_python_scalars)
{
    uint8_t data[2] = {1, 2};
    int64_t big = 300;
    double nan = NAN, real = 2.9;
    NprtArrayBuf a = borrow(NPRT_U8, data, 1, SHAPE(2));
    const NprtDesc *desc = array_desc(NPRT_U8, 1);
    expect_raised(nprt_array_assign(desc, &a, &nprt_desc_int, &big),
                  "OverflowError: Python integer 300 out of bounds for uint8");
    expect_raised(nprt_array_assign(desc, &a, &nprt_desc_float, &nan),
                  "ValueError: cannot convert float NaN to integer");
    cr_assert_eq(nprt_array_assign(desc, &a, &nprt_desc_float, &real), 0);
    cr_expect_eq(data[1], 2);
    cr_assert_eq(nprt_array_assign(desc, &a, &nprt_desc_numpy[NPRT_I64], &big), 0);
    cr_expect_eq(data[0], 44);
}

/* ---- shape ---------------------------------------------------------------------------------- */

typedef struct Pair {
    int64_t a, b;
} Pair;

static const NprtDesc *const two_ints[] = {&nprt_desc_int, &nprt_desc_int};
static const uint32_t pair_offsets[] = {0, 8};
static const NprtDesc pair_desc = {.kind = NPRT_K_TUPLE,
                                   .size = 16,
                                   .align = 8,
                                   .n = 2,
                                   .elems = two_ints,
                                   .offsets = pair_offsets};

Test(array, reshapes_without_copy_where_possible)
{
    int64_t data[6] = {1, 2, 3, 4, 5, 6};
    NprtArrayBuf a = borrow(NPRT_I64, data, 2, SHAPE(2, 3)), out;
    const NprtDesc *desc = array_desc(NPRT_I64, 2);
    Pair shape = {3, -1};
    cr_assert_eq(nprt_array_reshape(desc, &a, &pair_desc, &shape, desc, &out), 0);
    cr_expect_eq(out.data, a.data);
    expect_array(NPRT_I64, 2, &out, "[[1 2]\n [3 4]\n [5 6]]");
    NprtArrayBuf transposed = {.data = a.data, .dims = {3, 2, 8, 24}};
    shape = (Pair){2, 3};
    cr_assert_eq(nprt_array_reshape(desc, &transposed, &pair_desc, &shape, desc, &out), 0);
    cr_expect_neq(out.data, a.data);
    expect_array(NPRT_I64, 2, &out, "[[1 4 2]\n [5 3 6]]");
    shape = (Pair){4, 2};
    expect_raised(nprt_array_reshape(desc, &a, &pair_desc, &shape, desc, &out),
                  "ValueError: cannot reshape array of size 6 into shape (4,2)");
}

Test(array, copies_and_compares)
{
    int64_t data[6] = {1, 2, 3, 4, 5, 6};
    double same[6] = {1, 2, 3, 4, 5, 6}, nan[1] = {NAN};
    NprtArrayBuf a = borrow(NPRT_I64, data, 2, SHAPE(2, 3)), out;
    NprtArrayBuf b = borrow(NPRT_F64, same, 2, SHAPE(2, 3));
    NprtArrayBuf n = borrow(NPRT_F64, nan, 1, SHAPE(1));
    nprt_array_copy_f(array_desc(NPRT_I64, 2), &a, array_desc(NPRT_F64, 2), &out);
    cr_expect_eq(out.dims[2], 8);
    cr_expect_eq(out.dims[3], 16);
    cr_expect_eq(nprt_array_equal(array_desc(NPRT_I64, 2), &a, array_desc(NPRT_F64, 2), &out), 1);
    cr_expect_eq(nprt_array_equal(array_desc(NPRT_F64, 2), &b, array_desc(NPRT_F64, 2), &out), 1);
    same[5] = 7;
    cr_expect_eq(nprt_array_equal(array_desc(NPRT_F64, 2), &b, array_desc(NPRT_F64, 2), &out), 0);
    cr_expect_eq(nprt_array_equal(array_desc(NPRT_F64, 1), &n, array_desc(NPRT_F64, 1), &n), 0);
    nprt_value_release(array_desc(NPRT_F64, 2), &out);
}

/* ---- masks and index arrays ----------------------------------------------------------------- */

Test(array, masks)
{
    int64_t data[6] = {1, 2, 3, 4, 5, 6}, nine = 9;
    uint8_t bits[6] = {1, 0, 1, 0, 0, 1}, rows[2] = {0, 1};
    NprtArrayBuf a = borrow(NPRT_I64, data, 2, SHAPE(2, 3)), out;
    NprtArrayBuf mask = borrow(NPRT_BOOL, bits, 2, SHAPE(2, 3));
    NprtArrayBuf row_mask = borrow(NPRT_BOOL, rows, 1, SHAPE(2));
    NprtArrayBuf short_mask = borrow(NPRT_BOOL, bits, 1, SHAPE(3));
    const NprtDesc *desc = array_desc(NPRT_I64, 2), *mask_desc = array_desc(NPRT_BOOL, 2);
    cr_assert_eq(nprt_array_take_mask(desc, &a, mask_desc, &mask, array_desc(NPRT_I64, 1), &out),
                 0);
    expect_array(NPRT_I64, 1, &out, "[1 3 6]");
    cr_assert_eq(nprt_array_take_mask(desc, &a, array_desc(NPRT_BOOL, 1), &row_mask, desc, &out),
                 0);
    expect_array(NPRT_I64, 2, &out, "[[4 5 6]]");
    cr_expect_eq(nprt_array_count_true(mask_desc, &mask), 3);
    nprt_array_nonzero(mask_desc, &mask, desc, &out);
    expect_array(NPRT_I64, 2, &out, "[[0 0 1]\n [0 2 2]]");
    expect_raised(
        nprt_array_take_mask(desc, &a, array_desc(NPRT_BOOL, 1), &short_mask, desc, &out),
        "IndexError: boolean index did not match indexed array along axis 0; size of axis is 2 but "
        "size of corresponding boolean axis is 3");
    cr_assert_eq(nprt_array_put_mask(desc, &a, mask_desc, &mask, &nprt_desc_int, &nine), 0);
    cr_expect_eq(data[2], 9);
    cr_expect_eq(data[1], 2);
    NprtArrayBuf two = borrow(NPRT_I64, data, 1, SHAPE(2));
    expect_raised(
        nprt_array_put_mask(desc, &a, mask_desc, &mask, array_desc(NPRT_I64, 1), &two),
        "ValueError: NumPy boolean array indexing assignment cannot assign 2 input values "
        "to the 3 output values where the mask is true");
}

Test(array, index_arrays)
{
    int64_t data[6] = {1, 2, 3, 4, 5, 6}, where[3] = {-1, 0, 1}, far[1] = {5};
    NprtArrayBuf a = borrow(NPRT_I64, data, 2, SHAPE(2, 3)), out;
    NprtArrayBuf index = borrow(NPRT_I64, where, 1, SHAPE(3));
    NprtArrayBuf bad = borrow(NPRT_I64, far, 1, SHAPE(1));
    const NprtDesc *desc = array_desc(NPRT_I64, 2), *line = array_desc(NPRT_I64, 1);
    cr_assert_eq(nprt_array_take(desc, &a, line, &index, 1, desc, &out), 0);
    expect_array(NPRT_I64, 2, &out, "[[3 1 2]\n [6 4 5]]");
    expect_raised(nprt_array_take(desc, &a, line, &bad, 1, desc, &out),
                  "IndexError: index 5 is out of bounds for axis 1 with size 3");

    /* a[1, index] and a[:, index] through one tuple type */
    struct {
        int64_t row;
        NprtObj *owner;
        char *values;
        int64_t dims[2];
    } pick = {1, NULL, index.data, {3, 8}};
    const NprtDesc *elems[] = {&nprt_desc_int, line};
    NprtDesc tuple = {.kind = NPRT_K_TUPLE, .n = 2, .elems = elems, .offsets = pair_offsets};
    cr_assert_eq(nprt_array_fancy_get(desc, &a, &tuple, &pick, line, &out), 0);
    expect_array(NPRT_I64, 1, &out, "[6 4 5]");
    int64_t zero = 0;
    cr_assert_eq(nprt_array_fancy_set(desc, &a, &tuple, &pick, &nprt_desc_int, &zero), 0);
    cr_expect_eq(data[3] + data[4] + data[5], 0);
    cr_expect_eq(data[2], 3);
    pick.row = 2;
    expect_raised(nprt_array_fancy_get(desc, &a, &tuple, &pick, line, &out),
                  "IndexError: index 2 is out of bounds for axis 0 with size 2");
}

/* ---- lists ---------------------------------------------------------------------------------- */

static const NprtDesc *const list_elem[] = {&nprt_desc_list_int};
static const NprtDesc nested_desc = {
    .kind = NPRT_K_LIST, .size = 8, .align = 8, .n = 1, .elems = list_elem, .is_managed = 1};

static NprtList *nested(int64_t second_len)
{
    NprtList *outer = nprt_list_new(&nested_desc, 2);
    for (int64_t i = 0; i < 2; i++) {
        NprtList *inner = nprt_list_new(&nprt_desc_list_int, 2);
        for (int64_t k = 0; k < (i == 0 ? 2 : second_len); k++) {
            int64_t x = 10 * i + k;
            nprt_list_append(inner, &nprt_desc_int, &x);
        }
        nprt_list_push_ref(outer, inner);
    }
    return outer;
}

Test(array, from_and_to_lists)
{
    NprtList *list = nested(2), *ragged = nested(1);
    NprtArrayBuf out;
    const NprtDesc *desc = array_desc(NPRT_F32, 2);
    cr_assert_eq(nprt_array_from_list(&nested_desc, &list, desc, &out), 0);
    NprtList *back;
    nprt_array_to_list(desc, &out, &nested_desc, &back);
    expect_shown(&nested_desc, &back, "[[0, 1], [10, 11]]", NULL);
    expect_array(NPRT_F32, 2, &out, "[[ 0.  1.]\n [10. 11.]]");
    expect_raised(
        nprt_array_from_list(&nested_desc, &ragged, desc, &out),
        "ValueError: setting an array element with a sequence. The requested array has an "
        "inhomogeneous shape after 1 dimensions. The detected shape was (2,) + "
        "inhomogeneous part.");
    nprt_release(back);
    nprt_release(list);
    nprt_release(ragged);
}

/* ---- products ------------------------------------------------------------------------------- */

Test(array, products)
{
    int64_t data[6] = {1, 2, 3, 4, 5, 6};
    NprtArrayBuf a = borrow(NPRT_I64, data, 2, SHAPE(2, 3)),
                 b = borrow(NPRT_I64, data, 2, SHAPE(3, 2));
    NprtArrayBuf v = borrow(NPRT_I64, data, 1, SHAPE(3)), out;
    const NprtDesc *desc = array_desc(NPRT_I64, 2), *line = array_desc(NPRT_I64, 1);
    cr_assert_eq(nprt_array_matmul(desc, &a, desc, &b, desc, &out), 0);
    expect_array(NPRT_I64, 2, &out, "[[22 28]\n [49 64]]");
    cr_assert_eq(nprt_array_dot(desc, &a, line, &v, line, &out), 0);
    expect_array(NPRT_I64, 1, &out, "[14 32]");
    int64_t scalar;
    cr_assert_eq(nprt_array_dot(line, &v, line, &v, &nprt_desc_numpy[NPRT_I64], &scalar), 0);
    cr_expect_eq(scalar, 14);
    expect_raised(
        nprt_array_matmul(desc, &a, desc, &a, desc, &out),
        "ValueError: matmul: Input operand 1 has a mismatch in its core dimension 0, with "
        "gufunc signature (n?,k),(k,m?)->(n?,m?) (size 2 is different from 3)");
    expect_raised(nprt_array_dot(desc, &a, desc, &a, desc, &out),
                  "ValueError: shapes (2,3) and (2,3) not aligned: 3 (dim 1) != 2 (dim 0)");
}

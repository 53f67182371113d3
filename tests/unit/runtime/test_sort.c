/* Sorting against the plain definition: ordered, and the same elements. */
#include "tests/unit/runtime/arrays.h"

#include "runtime/convert.h"
#include "runtime/sort.h"
#include "runtime/sort_internal.h"

#include <math.h>
#include <stdlib.h>

static uint64_t next_random(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

enum { MAX_N = 3000, PATTERNS = 6 };

/* Keys of many sorts: random, few values, equal, ascending, descending, extremes. */
static int64_t pattern(int kind, int64_t i, uint64_t *state)
{
    uint64_t x = next_random(state);
    switch (kind) {
    case 0:
        return (int64_t)x;
    case 1:
        return (int64_t)(x % 7);
    case 2:
        return 5;
    case 3:
        return i;
    case 4:
        return -i;
    default:
        return x % 3 == 0 ? INT64_MAX : x % 3 == 1 ? INT64_MIN : (int64_t)x;
    }
}

static int compare_i64(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

Test(sort, keys)
{
    static int64_t keys[MAX_N], wanted[MAX_N], scratch[MAX_N];
    static int32_t narrow[MAX_N], narrow_scratch[MAX_N];
    uint64_t state = 88172645463325252u;
    for (int64_t n = 0; n < MAX_N; n += n < 300 ? 1 : 97) {
        for (int kind = 0; kind < PATTERNS; kind++) {
            for (int64_t i = 0; i < n; i++)
                keys[i] = wanted[i] = pattern(kind, i, &state);
            qsort(wanted, (size_t)n, sizeof *wanted, compare_i64);
            nprt_sort_i64(keys, n, scratch);
            cr_assert_arr_eq(keys, wanted, (size_t)n * sizeof *keys, "n %d, pattern %d", (int)n,
                             kind);
            for (int64_t i = 0; i < n; i++) {
                narrow[i] = (int32_t)pattern(kind, i, &state);
                wanted[i] = narrow[i];
            }
            qsort(wanted, (size_t)n, sizeof *wanted, compare_i64);
            nprt_sort_i32(narrow, n, narrow_scratch);
            for (int64_t i = 0; i < n; i++)
                cr_assert_eq(narrow[i], wanted[i], "n %d, pattern %d", (int)n, kind);
            int64_t k = n / 3;
            if (n > 0) {
                for (int64_t i = 0; i < n; i++)
                    keys[i] = wanted[n - 1 - i];
                nprt_select_i64(keys, n, k, scratch);
                cr_assert_eq(keys[k], wanted[k]);
            }
        }
    }
}

/* Sorts n elements of a dtype and checks order and argsort; NaNs at the end. */
static void check_dtype(NprtDtype dtype, int64_t n, uint64_t *state)
{
    char *data = calloc((size_t)n + 1, 16), *kept = calloc((size_t)n + 1, 16);
    int64_t size = nprt_dtype_size(dtype);
    for (int64_t i = 0; i < n; i++) {
        double x = (double)(int64_t)(next_random(state) % 200) / 4 - 20;
        x = i % 11 == 3 ? (double)NAN : i % 13 == 5 ? (double)INFINITY : x;
        nprt_cast(dtype, data + i * size, NPRT_F64, &x);
    }
    memcpy(kept, data, (size_t)(n * size));
    NprtArrayBuf a = borrow(dtype, data, 1, SHAPE(n)), order;
    const NprtDesc *desc = array_desc(dtype, 1);
    nprt_array_argsort(desc, &a, 0, array_desc(NPRT_I64, 1), &order);
    nprt_array_sort(desc, &a, 0);
    const int64_t *positions = (const int64_t *)(const void *)order.data;
    for (int64_t i = 0; i < n; i++) {
        double x = 0, y = 0;
        nprt_cast(NPRT_F64, &x, dtype, data + i * size);
        nprt_cast(NPRT_F64, &y, dtype, kept + positions[i] * size);
        cr_assert(x == y || (isnan(x) && isnan(y)), "%s at %d", nprt_dtype_name(dtype), (int)i);
        if (i == 0)
            continue;
        nprt_cast(NPRT_F64, &y, dtype, data + (i - 1) * size);
        cr_assert(y <= x || isnan(x), "%s at %d", nprt_dtype_name(dtype), (int)i);
        if (memcmp(data + i * size, data + (i - 1) * size, (size_t)size) == 0)
            cr_assert_lt(positions[i - 1], positions[i], "not stable");
    }
    nprt_value_release(array_desc(NPRT_I64, 1), &order);
    free(data);
    free(kept);
}

Test(sort, every_dtype)
{
    uint64_t state = 12345;
    for (int dtype = 0; dtype < NPRT_DTYPE_COUNT; dtype++) {
        check_dtype((NprtDtype)dtype, 1, &state);
        check_dtype((NprtDtype)dtype, 20, &state);
        check_dtype((NprtDtype)dtype, 1000, &state);
        check_dtype((NprtDtype)dtype, 40000, &state);
    }
}

Test(sort, along_an_axis)
{
    double data[6] = {3, 1, 2, 0, 5, 4};
    NprtArrayBuf a = borrow(NPRT_F64, data, 2, SHAPE(2, 3)), order;
    const NprtDesc *desc = array_desc(NPRT_F64, 2);
    nprt_array_argsort(desc, &a, 0, array_desc(NPRT_I64, 2), &order);
    expect_array(NPRT_I64, 2, &order, "[[1 0 0]\n [0 1 1]]");
    nprt_array_sort(desc, &a, -1);
    expect_shown(desc, &a, "[[1. 2. 3.]\n [0. 4. 5.]]", NULL);
    nprt_array_sort(desc, &a, 0);
    expect_shown(desc, &a, "[[0. 2. 3.]\n [1. 4. 5.]]", NULL);
    expect_raised(nprt_array_partition(desc, &a, 3, 1), "ValueError: kth(=3) out of bounds (3)");
}

Test(sort, searches)
{
    double data[5] = {1, 2, 2, 4, NAN};
    int64_t sought[4] = {0, 2, 3, 9};
    NprtArrayBuf a = borrow(NPRT_F64, data, 1, SHAPE(5)), out;
    NprtArrayBuf v = borrow(NPRT_I64, sought, 1, SHAPE(4));
    const NprtDesc *line = array_desc(NPRT_I64, 1);
    nprt_array_searchsorted(array_desc(NPRT_F64, 1), &a, line, &v, 0, line, &out);
    expect_array(NPRT_I64, 1, &out, "[0 1 3 4]");
    nprt_array_searchsorted(array_desc(NPRT_F64, 1), &a, line, &v, 1, line, &out);
    expect_array(NPRT_I64, 1, &out, "[0 3 3 4]");
}

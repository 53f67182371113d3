/* Lists, dicts, sets; equality, order and hash of values. */
#include "tests/unit/runtime/values.h"

#include "runtime/dict.h"
#include "runtime/list.h"
#include "runtime/set.h"

#include <math.h>

static const NprtDesc *const str_int[] = {&nprt_desc_str, &nprt_desc_int};
static const NprtDesc dict_desc = {
    .kind = NPRT_K_DICT, .size = 8, .align = 8, .n = 2, .elems = str_int, .is_managed = 1};
static const NprtDesc *const int_elem[] = {&nprt_desc_int};
static const NprtDesc set_desc = {
    .kind = NPRT_K_SET, .size = 8, .align = 8, .n = 1, .elems = int_elem, .is_managed = 1};

static NprtList *list_of(const int64_t *values, int64_t n)
{
    NprtList *list = nprt_list_new(&nprt_desc_list_int, 0);
    for (int64_t i = 0; i < n; i++) {
        nprt_list_append(list, &nprt_desc_int, &values[i]);
    }
    return list;
}

#define LIST(...)                                                                                  \
    list_of((const int64_t[]){__VA_ARGS__}, sizeof((const int64_t[]){__VA_ARGS__}) / 8)

static void expect_ints(NprtList *list, const char *wanted)
{
    expect_shown(&nprt_desc_list_int, &list, wanted, NULL);
}

/* ---- lists ---- */

Test(list, grows_and_shrinks)
{
    NprtList *list = LIST(1, 2, 3);
    int64_t x = 9;
    nprt_list_insert(list, 0, &nprt_desc_int, &x);
    nprt_list_insert(list, -1, &nprt_desc_int, &x);
    nprt_list_insert(list, 100, &nprt_desc_int, &x);
    expect_ints(list, "[9, 1, 2, 9, 3, 9]");
    cr_assert_eq(nprt_list_pop(list, -1, &nprt_desc_int, &x), 0);
    cr_assert_eq(nprt_list_pop(list, 1, &nprt_desc_int, &x), 0);
    cr_expect_eq(x, 1);
    expect_ints(list, "[9, 2, 9, 3]");
    nprt_list_append(list, &nprt_desc_int, list->data); /* an element of its own */
    nprt_list_extend(list, list);
    expect_ints(list, "[9, 2, 9, 3, 9, 9, 2, 9, 3, 9]");
    int64_t count;
    x = 9;
    cr_assert_eq(nprt_list_count(list, &nprt_desc_int, &x, &count), 0);
    cr_expect_eq(count, 6);
    double two = 2.0;
    cr_assert_eq(nprt_list_index(list, &nprt_desc_float, &two, &count), 0);
    cr_expect_eq(count, 1);
    nprt_list_reverse(list);
    cr_assert_eq(nprt_list_remove(list, &nprt_desc_float, &two), 0);
    expect_ints(list, "[9, 3, 9, 9, 9, 3, 9, 2, 9]");
    nprt_list_clear(list);
    expect_raised(nprt_list_pop(list, -1, &nprt_desc_int, &x), "IndexError: pop from empty list");
    x = 5;
    expect_raised(nprt_list_remove(list, &nprt_desc_int, &x),
                  "ValueError: list.remove(x): x not in list");
    expect_raised(nprt_list_index(list, &nprt_desc_int, &x, &count),
                  "ValueError: 5 is not in list");
    nprt_release(list);
}

Test(list, slices)
{
    NprtDesc desc = {.kind = NPRT_K_SLICE, .size = 32};
    NprtList *list = LIST(0, 1, 2, 3, 4, 5), *two = LIST(7, 8);
    void *part;
    cr_assert_eq(
        nprt_list_slice(list, &desc, &(NprtSlice){.start = 4, .step = -2, .has = 5}, &part), 0);
    expect_ints(part, "[4, 2, 0]");
    nprt_release(part);
    cr_assert_eq(
        nprt_list_slice_set(list, &desc, &(NprtSlice){.start = 1, .stop = 5, .has = 3}, two), 0);
    expect_ints(list, "[0, 7, 8, 5]");
    cr_assert_eq(
        nprt_list_slice_set(list, &desc, &(NprtSlice){.start = 1, .stop = 1, .has = 3}, list), 0);
    expect_ints(list, "[0, 0, 7, 8, 5, 7, 8, 5]");
    expect_raised(nprt_list_slice_set(list, &desc, &(NprtSlice){.step = 2, .has = 4}, two),
                  "ValueError: attempt to assign sequence of size 2 to extended slice of size 4");
    cr_assert_eq(nprt_list_delete(list, &desc, &(NprtSlice){.step = 2, .has = 4}), 0);
    expect_ints(list, "[0, 8, 7, 5]");
    int64_t index = -2;
    cr_assert_eq(nprt_list_delete(list, &nprt_desc_int, &index), 0);
    expect_ints(list, "[0, 8, 5]");
    index = 3;
    expect_raised(nprt_list_delete(list, &nprt_desc_int, &index),
                  "IndexError: list assignment index out of range");
    nprt_release(list);
    nprt_release(two);
}

Test(list, sorting_is_stable)
{
    /* Tuples that differ in a field no comparison sees: (key, position) as floats of equal key. */
    static const NprtDesc *const elems[] = {&nprt_desc_int, &nprt_desc_str};
    static const uint32_t offsets[] = {0, 8};
    NprtDesc pair = {
        .kind = NPRT_K_TUPLE, .size = 16, .align = 8, .n = 1, .elems = elems, .offsets = offsets};
    const NprtDesc *pair_elem[] = {&pair};
    NprtDesc desc = {.kind = NPRT_K_LIST, .size = 8, .n = 1, .elems = pair_elem, .is_managed = 1};
    for (int reverse = 0; reverse < 2; reverse++) {
        NprtList *list = nprt_list_new(&desc, 0);
        for (int64_t i = 0; i < 500; i++) {
            int64_t value[2] = {i * 7919 % 10, i};
            nprt_list_append(list, &pair, value);
        }
        void *positions;
        cr_assert_eq(nprt_list_argsort(list, (uint8_t)reverse, &positions), 0);
        NprtList *permuted = nprt_list_copy(list);
        nprt_list_permute(permuted, positions);
        cr_assert_eq(nprt_list_sort(list, (uint8_t)reverse), 0);
        cr_expect_arr_eq(list->data, permuted->data, 500 * 16);
        const int64_t *at = (const int64_t *)list->data;
        for (int64_t i = 1; i < 500; i++) {
            int64_t before = at[2 * i - 2], now = at[2 * i];
            cr_assert(reverse ? before >= now : before <= now);
            cr_assert(before != now || at[2 * i - 1] < at[2 * i + 1]);
        }
        nprt_release(positions);
        nprt_release(permuted);
        nprt_release(list);
    }
}

Test(list, elements_are_counted)
{
    NprtStr *s = nprt_str_from_c("shared");
    NprtList *list = nprt_list_new(&nprt_desc_list_str, 0);
    for (int i = 0; i < 3; i++) {
        nprt_list_append(list, &nprt_desc_str, &s);
    }
    cr_expect_eq(s->obj.refcount, 4);
    NprtList *twice = nprt_list_repeat(list, 2);
    cr_expect_eq(s->obj.refcount, 10);
    nprt_release(twice);
    NprtStr *out;
    cr_assert_eq(nprt_list_pop(list, 0, &nprt_desc_str, &out), 0);
    cr_expect_eq(s->obj.refcount, 4);
    nprt_release(out);
    nprt_release(list);
    cr_expect_eq(s->obj.refcount, 1);
    nprt_release(s);
}

/* ---- dicts ---- */

static NprtStr *key_of(int64_t i)
{
    char text[24];
    snprintf(text, sizeof text, "k%lld", (long long)i);
    return nprt_str_from_c(text);
}

static void put(NprtDict *dict, int64_t i, int64_t value)
{
    NprtStr *key = key_of(i);
    cr_assert_eq(nprt_dict_set(dict, &nprt_desc_str, &key, &nprt_desc_int, &value), 0);
    nprt_release(key);
}

Test(dict, keeps_insertion_order)
{
    NprtDict *dict = nprt_dict_new(&dict_desc, 0);
    for (int64_t i = 0; i < 5; i++) {
        put(dict, i, i * i);
    }
    NprtStr *key = key_of(1);
    cr_assert_eq(nprt_dict_delete(dict, &nprt_desc_str, &key), 0);
    expect_raised(nprt_dict_delete(dict, &nprt_desc_str, &key), "KeyError: 'k1'");
    put(dict, 3, -1);
    put(dict, 1, 7);
    expect_shown(&dict_desc, &dict, "{'k0': 0, 'k2': 4, 'k3': -1, 'k4': 16, 'k1': 7}", NULL);
    int64_t value;
    cr_assert_eq(nprt_dict_pop(dict, &nprt_desc_str, &key, &nprt_desc_int, &value), 0);
    cr_expect_eq(value, 7);
    expect_raised(nprt_dict_get(dict, &nprt_desc_str, &key, &nprt_desc_int, &value),
                  "KeyError: 'k1'");
    expect_raised(nprt_dict_check_size(dict, 5),
                  "RuntimeError: dictionary changed size during iteration");
    nprt_release(key);
    nprt_release(dict);
}

Test(dict, survives_many_insertions_and_deletions)
{
    NprtDict *dict = nprt_dict_new(&dict_desc, 0);
    for (int64_t i = 0; i < 20000; i++) {
        put(dict, i, i);
        if (i >= 50) { /* a window of 50 keys moves on: the table must not grow */
            NprtStr *key = key_of(i - 50);
            cr_assert_eq(nprt_dict_delete(dict, &nprt_desc_str, &key), 0);
            nprt_release(key);
        }
    }
    cr_expect_eq(dict->len, 50);
    cr_expect_leq(dict->cap, 200);
    NprtDict *copy = nprt_dict_copy(dict);
    uint8_t is_equal;
    cr_assert_eq(nprt_value_eq(&dict_desc, &dict, &dict_desc, &copy, &is_equal), 0);
    cr_expect(is_equal);
    nprt_dict_clear(copy);
    cr_expect_eq(nprt_dict_next(copy, 0), -1);
    put(copy, 1, 1);
    cr_assert_eq(nprt_dict_update(copy, dict), 0);
    cr_expect_eq(copy->len, 51);
    nprt_release(copy);
    nprt_release(dict);
}

/* ---- sets ---- */

static NprtSet *set_of(int64_t from, int64_t to)
{
    NprtSet *set = nprt_set_new(&set_desc);
    for (int64_t i = from; i < to; i++) {
        cr_assert_eq(nprt_set_add(set, &nprt_desc_int, &i), 0);
    }
    return set;
}

Test(set, operations)
{
    NprtSet *a = set_of(0, 6), *b = set_of(4, 9);
    static const char *const wanted[] = {"{0, 1, 2, 3, 4, 5, 6, 7, 8}", "{4, 5}", "{0, 1, 2, 3}",
                                         "{0, 1, 2, 3, 6, 7, 8}"};
    for (int64_t op = 0; op < 4; op++) {
        void *result;
        cr_assert_eq(nprt_set_binary(a, b, op, &result), 0);
        expect_shown(&set_desc, &result, wanted[op], NULL);
        NprtSet *changed = nprt_set_copy(a);
        cr_assert_eq(nprt_set_update(changed, b, op), 0);
        uint8_t is_equal;
        cr_assert_eq(nprt_set_compare(changed, result, NPRT_SET_EQUAL, &is_equal), 0);
        cr_expect(is_equal);
        nprt_release(changed);
        nprt_release(result);
    }
    uint8_t answer;
    cr_assert_eq(nprt_set_compare(a, b, NPRT_SET_DISJOINT, &answer), 0);
    cr_expect_not(answer);
    int64_t x = 100;
    expect_raised(nprt_set_remove(a, &nprt_desc_int, &x), "KeyError: 100");
    for (int64_t i = 0; i < 6; i++) {
        cr_assert_eq(nprt_set_pop(a, &nprt_desc_int, &x), 0);
        cr_expect_eq(x, i);
    }
    expect_raised(nprt_set_pop(a, &nprt_desc_int, &x), "KeyError: 'pop from an empty set'");
    nprt_release(a);
    nprt_release(b);
}

/* ---- values ---- */

static int64_t compare(const NprtDesc *a_desc, const void *a, const NprtDesc *b_desc, const void *b)
{
    int64_t order;
    cr_assert_eq(nprt_value_compare(a_desc, a, b_desc, b, &order), 0);
    return order;
}

Test(value, numbers_compare_exactly_across_types)
{
    int64_t big = INT64_C(9007199254740993), low = -1;
    double near = 9007199254740992.0, top = 0x1p63, nan = NAN, one = 1.0;
    uint64_t high = UINT64_MAX;
    uint8_t yes = 1;
    const NprtDesc *u64 = &nprt_desc_numpy[NPRT_U64];
    cr_expect_eq(compare(&nprt_desc_int, &big, &nprt_desc_float, &near), 1);
    cr_expect_eq(compare(&nprt_desc_int, &big, &nprt_desc_float, &top), -1);
    cr_expect_eq(compare(&nprt_desc_int, &low, u64, &high), -1);
    cr_expect_eq(compare(u64, &high, &nprt_desc_float, &top), 1);
    cr_expect_eq(compare(&nprt_desc_float, &one, &nprt_desc_bool, &yes), 0);
    cr_expect_eq(compare(&nprt_desc_float, &one, &nprt_desc_float, &nan), 2);
    NprtStr *s = nprt_str_from_c("a");
    int64_t order;
    expect_raised(nprt_value_compare(&nprt_desc_int, &big, &nprt_desc_str, &s, &order),
                  "TypeError: '<' not supported between instances of 'int' and 'str'");
    nprt_release(s);
}

Test(value, equal_values_have_equal_hashes)
{
    int64_t i = 1, minus = -1, prime = ((int64_t)1 << 61) - 1;
    double d = 1.0, half = 0.5;
    uint8_t yes = 1;
    int64_t a, b, c;
    cr_assert_eq(nprt_value_hash(&nprt_desc_int, &i, &a), 0);
    cr_assert_eq(nprt_value_hash(&nprt_desc_float, &d, &b), 0);
    cr_assert_eq(nprt_value_hash(&nprt_desc_bool, &yes, &c), 0);
    cr_expect(a == 1 && b == 1 && c == 1);
    cr_expect_eq(nprt_hash_int(minus), -2);
    cr_expect_eq(nprt_hash_int(prime), 0);
    cr_assert_eq(nprt_value_hash(&nprt_desc_float, &half, &a), 0);
    cr_expect_eq(a, INT64_C(1152921504606846976));
    static const NprtDesc *const elems[] = {&nprt_desc_int, &nprt_desc_int};
    static const uint32_t offsets[] = {0, 8};
    NprtDesc pair = {
        .kind = NPRT_K_TUPLE, .size = 16, .align = 8, .n = 2, .elems = elems, .offsets = offsets};
    cr_assert_eq(nprt_value_hash(&pair, (int64_t[]){1, 2}, &a), 0);
    cr_expect_eq(a, INT64_C(-3550055125485641917)); /* hash((1, 2)) */
    NprtList *list = LIST(1);
    expect_raised(nprt_value_hash(&nprt_desc_list_int, &list, &a),
                  "TypeError: unhashable type: 'list'");
    nprt_release(list);
}

/* ---- memory ---- */

Test(memory, blocks_are_aligned_and_zeroed)
{
    static const int64_t sizes[] = {0, 1, 64, 65, 1000, 70000, 1800000, 1900000, 5 << 20};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        for (int round = 0; round < 3; round++) {
            NprtBlock *block = nprt_block_new(sizes[i], 1);
            cr_assert_not_null(block);
            cr_expect_eq((uintptr_t)block->data % 64, 0);
            cr_expect_geq(block->capacity, sizes[i]);
            for (int64_t k = 0; k < sizes[i]; k++) {
                cr_assert_eq(block->data[k], 0);
            }
            memset(block->data, 1, (size_t)sizes[i]);
            nprt_release(block);
        }
    }
    nprt_block_trim();
    cr_expect_null(nprt_block_new(INT64_MAX / 2, 0));
    expect_raised(1, "MemoryError: Unable to allocate 4 EiB for an array");
}

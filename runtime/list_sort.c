/* Sorting of lists: a stable bottom-up merge sort on runs sorted by insertion. Ints and floats that
 * fill the element compare directly, str by its bytes; all else goes through nprt_value_less, which
 * may raise. Descending order is ascending order with the comparison turned round, so that equal
 * elements keep their order, as in Python. */
#include "runtime/list.h"

#include "runtime/errors.h"
#include "runtime/memory.h"
#include "runtime/str.h"
#include "runtime/value.h"

#include <stdbool.h>
#include <string.h>

/* Is the element at `a` less than the one at `b`? Sets *failed when an exception is pending. */
typedef bool (*Less)(const NprtDesc *desc, const void *a, const void *b, bool *failed);

static bool less_i64(const NprtDesc *desc, const void *a, const void *b, bool *failed)
{
    (void)desc;
    (void)failed;
    int64_t x, y;
    memcpy(&x, a, sizeof x);
    memcpy(&y, b, sizeof y);
    return x < y;
}

static bool less_f64(const NprtDesc *desc, const void *a, const void *b, bool *failed)
{
    (void)desc;
    (void)failed;
    double x, y;
    memcpy(&x, a, sizeof x);
    memcpy(&y, b, sizeof y);
    return x < y;
}

static bool less_str(const NprtDesc *desc, const void *a, const void *b, bool *failed)
{
    (void)desc;
    (void)failed;
    NprtStr *x, *y;
    memcpy(&x, a, sizeof x);
    memcpy(&y, b, sizeof y);
    return nprt_str_compare(x, y) < 0;
}

static bool less_any(const NprtDesc *desc, const void *a, const void *b, bool *failed)
{
    uint8_t answer;
    if (*failed || nprt_value_less(desc, a, desc, b, &answer) != 0) {
        *failed = true;
        return false;
    }
    return answer;
}

/* What is sorted: elements themselves, or positions (int64) that stand for elements of `data`. */
typedef struct Sort {
    const NprtDesc *desc;
    const char *data; /* for positions */
    Less less;
    size_t size; /* of what moves */
    bool by_position;
    bool reverse;
    bool failed;
} Sort;

static bool comes_before(Sort *s, const char *a, const char *b)
{
    if (s->by_position) {
        int64_t i, j;
        memcpy(&i, a, sizeof i);
        memcpy(&j, b, sizeof j);
        a = s->data + (size_t)i * s->desc->size;
        b = s->data + (size_t)j * s->desc->size;
    }
    return s->reverse ? s->less(s->desc, b, a, &s->failed) : s->less(s->desc, a, b, &s->failed);
}

#define RUN 16

/* Sorts n <= RUN items by insertion; `spare` holds one. */
static void sort_run(Sort *s, char *items, int64_t n, char *spare)
{
    for (int64_t i = 1; i < n; i++) {
        char *item = items + (size_t)i * s->size;
        int64_t to = i;
        while (to > 0 && comes_before(s, item, items + (size_t)(to - 1) * s->size)) {
            to--;
        }
        if (to < i) {
            memcpy(spare, item, s->size);
            char *place = items + (size_t)to * s->size;
            memmove(place + s->size, place, (size_t)(i - to) * s->size);
            memcpy(place, spare, s->size);
        }
    }
}

/* Merges from[0..mid) and from[mid..n) to `to`. */
static void merge(Sort *s, const char *from, int64_t mid, int64_t n, char *to)
{
    const char *a = from, *a_end = from + (size_t)mid * s->size;
    const char *b = a_end, *b_end = from + (size_t)n * s->size;
    while (a < a_end && b < b_end) {
        const char **next = comes_before(s, b, a) ? &b : &a;
        memcpy(to, *next, s->size);
        *next += s->size;
        to += s->size;
    }
    memcpy(to, a, (size_t)(a_end - a));
    to += a_end - a;
    memcpy(to, b, (size_t)(b_end - b));
}

/* Items stay a permutation of what they were, even when a comparison raises. */
static void sort_items(Sort *s, char *items, int64_t n)
{
    if (n < 2 || s->size == 0) {
        return;
    }
    char *spare = nprt_realloc(NULL, (size_t)n * s->size);
    for (int64_t at = 0; at < n; at += RUN) {
        sort_run(s, items + (size_t)at * s->size, n - at < RUN ? n - at : RUN, spare);
    }
    char *from = items, *to = spare;
    for (int64_t width = RUN; width < n; width *= 2) {
        for (int64_t at = 0; at < n; at += 2 * width) {
            int64_t count = n - at < 2 * width ? n - at : 2 * width;
            int64_t mid = width < count ? width : count;
            merge(s, from + (size_t)at * s->size, mid, count, to + (size_t)at * s->size);
        }
        char *sorted = to;
        to = from;
        from = sorted;
    }
    if (from != items) {
        memcpy(items, from, (size_t)n * s->size);
    }
    nprt_mem_free(spare);
}

static Less less_for(const NprtDesc *desc)
{
    if (desc->kind == NPRT_K_STR) {
        return less_str;
    }
    if (desc->kind == NPRT_K_SCALAR && desc->dtype == NPRT_I64) {
        return less_i64;
    }
    if (desc->kind == NPRT_K_SCALAR && desc->dtype == NPRT_F64) {
        return less_f64;
    }
    return less_any;
}

int32_t nprt_list_sort(NprtList *list, uint8_t reverse)
{
    const NprtDesc *desc = list->obj.desc->elems[0];
    Sort s = {.desc = desc, .less = less_for(desc), .size = desc->size, .reverse = reverse};
    sort_items(&s, list->data, list->len);
    return s.failed;
}

int32_t nprt_list_argsort(NprtList *list, uint8_t reverse, void **out)
{
    const NprtDesc *desc = list->obj.desc->elems[0];
    NprtList *positions = nprt_list_new(&nprt_desc_list_int, list->len);
    for (int64_t i = 0; i < list->len; i++) {
        memcpy(nprt_list_push(positions), &i, sizeof i);
    }
    Sort s = {.desc = desc,
              .data = list->data,
              .less = less_for(desc),
              .size = sizeof(int64_t),
              .by_position = true,
              .reverse = reverse};
    sort_items(&s, positions->data, positions->len);
    *out = positions;
    if (s.failed) {
        nprt_release(positions);
        *out = NULL;
    }
    return s.failed;
}

void nprt_list_permute(NprtList *list, NprtList *positions)
{
    size_t size = list->obj.desc->elems[0]->size;
    if (size == 0 || list->len == 0) {
        return;
    }
    char *permuted = nprt_realloc(NULL, (size_t)list->len * size);
    for (int64_t i = 0; i < list->len; i++) {
        int64_t from;
        memcpy(&from, positions->data + (size_t)i * sizeof from, sizeof from);
        memcpy(permuted + (size_t)i * size, list->data + (size_t)from * size, size);
    }
    memcpy(list->data, permuted, (size_t)list->len * size);
    nprt_mem_free(permuted);
}

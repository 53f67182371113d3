/* Arrangements, one after another, in the order of CPython's itertoolsmodule.c. */
#include "runtime/stdlib_itertools.h"

#include "runtime/list.h"

#include <stdbool.h>

static int64_t *ints(const NprtList *list)
{
    return (int64_t *)(void *)list->data;
}

static void push(NprtList *list, int64_t value)
{
    *(int64_t *)nprt_list_push(list) = value;
}

/* The last position moves fastest. */
static bool next_product(const NprtList *limits, NprtList *state)
{
    int64_t *at = ints(state);
    for (int64_t i = limits->len; i-- > 0;) {
        if (++at[i] < ints(limits)[i]) {
            return true;
        }
        at[i] = 0;
    }
    return false;
}

static bool next_combination(int64_t n, int64_t r, int64_t *at)
{
    int64_t i = r - 1;
    while (i >= 0 && at[i] == i + n - r) {
        i--;
    }
    if (i < 0) {
        return false;
    }
    at[i]++;
    for (int64_t k = i + 1; k < r; k++) {
        at[k] = at[k - 1] + 1;
    }
    return true;
}

static bool next_replacement(int64_t n, int64_t r, int64_t *at)
{
    int64_t i = r - 1;
    while (i >= 0 && at[i] == n - 1) {
        i--;
    }
    if (i < 0) {
        return false;
    }
    int64_t value = at[i] + 1;
    for (int64_t k = i; k < r; k++) {
        at[k] = value;
    }
    return true;
}

/* Behind the n positions stand r counters: how often position i is still to change. */
static bool next_permutation(int64_t n, int64_t r, int64_t *at)
{
    int64_t *cycles = at + n;
    for (int64_t i = r; i-- > 0;) {
        if (--cycles[i] > 0) {
            int64_t j = n - cycles[i], kept = at[i];
            at[i] = at[j];
            at[j] = kept;
            return true;
        }
        int64_t first = at[i]; /* goes to the end */
        for (int64_t k = i; k < n - 1; k++) {
            at[k] = at[k + 1];
        }
        at[n - 1] = first;
        cycles[i] = n - i;
    }
    return false;
}

static bool start(NprtArrangement kind, const NprtList *limits, NprtList *state)
{
    const int64_t *limit = ints(limits);
    bool any = true;
    switch (kind) {
    case NPRT_ARRANGE_PRODUCT:
        for (int64_t i = 0; i < limits->len; i++) {
            any &= limit[i] > 0;
            push(state, 0);
        }
        return any;
    case NPRT_ARRANGE_COMBINATIONS:
        for (int64_t i = 0; i < limit[1]; i++) {
            push(state, i);
        }
        return limit[1] <= limit[0];
    case NPRT_ARRANGE_REPLACEMENT:
        for (int64_t i = 0; i < limit[1]; i++) {
            push(state, 0);
        }
        return limit[0] > 0 || limit[1] == 0;
    case NPRT_ARRANGE_PERMUTATIONS:
        for (int64_t i = 0; i < limit[0]; i++) {
            push(state, i);
        }
        for (int64_t i = 0; i < limit[1]; i++) {
            push(state, limit[0] - i);
        }
        return limit[1] <= limit[0];
    }
    return false;
}

uint8_t nprt_itertools_next(int64_t kind, NprtList *limits, NprtList *state)
{
    if (state->obj.flags == 0) { /* not started */
        state->obj.flags = 1;
        return start((NprtArrangement)kind, limits, state);
    }
    const int64_t *limit = ints(limits);
    switch ((NprtArrangement)kind) {
    case NPRT_ARRANGE_PRODUCT:
        return next_product(limits, state);
    case NPRT_ARRANGE_COMBINATIONS:
        return next_combination(limit[0], limit[1], ints(state));
    case NPRT_ARRANGE_REPLACEMENT:
        return next_replacement(limit[0], limit[1], ints(state));
    case NPRT_ARRANGE_PERMUTATIONS:
        return next_permutation(limit[0], limit[1], ints(state));
    }
    return 0;
}

/* Look-ups in str_unicode.def by binary search; ASCII has tables of its own elsewhere. */
#include "runtime/str_unicode.h"

#include "runtime/str.h"

#include <stddef.h>
#include <string.h>

static const struct {
    uint32_t first;
    uint32_t flags;
} runs[] = {
#define U_RUN(first, flags) {first, flags},
#include "runtime/str_unicode.def"
#undef U_RUN
};

static const struct {
    uint32_t first, last, step;
    int32_t delta[3]; /* by NprtCase */
} cases[] = {
#define U_CASE(first, last, step, up, low, title) {first, last, step, {up, low, title}},
#include "runtime/str_unicode.def"
#undef U_CASE
};

static const struct {
    uint32_t code;
    const char *text[4]; /* by NprtCase */
} specials[] = {
#define U_SPECIAL(code, up, low, title, fold) {code, {up, low, title, fold}},
#include "runtime/str_unicode.def"
#undef U_SPECIAL
};

#define COUNT(table) (sizeof(table) / sizeof((table)[0]))

static size_t run_of(uint32_t code)
{
    size_t low = 0, high = COUNT(runs);
    while (high - low > 1) {
        size_t middle = (low + high) / 2;
        if (runs[middle].first <= code) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

uint32_t nprt_unicode_flags(uint32_t code)
{
    return runs[run_of(code)].flags;
}

int32_t nprt_unicode_decimal(uint32_t code)
{
    if (code < 0x80) {
        return code >= '0' && code <= '9' ? (int32_t)(code - '0') : -1;
    }
    size_t run = run_of(code);
    /* Decimal digits stand in tens, whole runs of them. */
    return runs[run].flags & NPRT_U_DECIMAL ? (int32_t)((code - runs[run].first) % 10) : -1;
}

static uint32_t map_simple(uint32_t code, NprtCase to)
{
    size_t low = 0, high = COUNT(cases);
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (cases[middle].last < code) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    if (low == COUNT(cases) || code < cases[low].first ||
        (code - cases[low].first) % cases[low].step != 0) {
        return code;
    }
    return code + (uint32_t)cases[low].delta[to];
}

int32_t nprt_unicode_map(uint32_t code, NprtCase to, char out[12])
{
    size_t low = 0, high = COUNT(specials);
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (specials[middle].code < code) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    if (low < COUNT(specials) && specials[low].code == code) {
        const char *text = specials[low].text[to];
        if (!text && to == NPRT_CASE_FOLD) {
            text = specials[low].text[NPRT_CASE_LOWER];
        }
        if (text) {
            size_t n = strlen(text);
            memcpy(out, text, n);
            return (int32_t)n;
        }
    }
    return nprt_utf8_encode(map_simple(code, to == NPRT_CASE_FOLD ? NPRT_CASE_LOWER : to), out);
}

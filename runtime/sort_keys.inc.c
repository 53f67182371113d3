/* Sorting keys of one integer type without vector instructions; sort_keys.c includes this per type.
 *
 * Insertion for a few keys, merging for some, and for many a radix sort from the lowest digit on,
 * over the bits that differ at all.
 * Parameters: KEY, UNSIGNED, BITS, NAME(f). */

static void NAME(insertion_sort)(KEY *keys, int64_t n)
{
    for (int64_t i = 1; i < n; i++) {
        KEY key = keys[i];
        int64_t at = i;
        for (; at > 0 && keys[at - 1] > key; at--)
            keys[at] = keys[at - 1];
        keys[at] = key;
    }
}

/* Merges two neighbouring runs of `from` into `to`, without a branch on the keys. */
static void NAME(merge)(KEY *to, const KEY *from, int64_t middle, int64_t n)
{
    const KEY *a = from, *a_end = from + middle, *b = a_end, *b_end = from + n;
    while (a < a_end && b < b_end) {
        bool take_b = *b < *a;
        *to++ = take_b ? *b : *a;
        b += take_b;
        a += !take_b;
    }
    memcpy(to, a, (size_t)(a_end - a) * sizeof *a);
    memcpy(to + (a_end - a), b, (size_t)(b_end - b) * sizeof *b);
}

static void NAME(merge_sort)(KEY *keys, int64_t n, KEY *scratch)
{
    for (int64_t i = 0; i < n; i += RUN)
        NAME(insertion_sort)(keys + i, n - i < RUN ? n - i : RUN);
    KEY *from = keys, *to = scratch;
    for (int64_t run = RUN; run < n; run *= 2) {
        for (int64_t i = 0; i < n; i += 2 * run) {
            int64_t length = n - i < 2 * run ? n - i : 2 * run;
            NAME(merge)(to + i, from + i, length < run ? length : run, length);
        }
        KEY *swap = from;
        from = to;
        to = swap;
    }
    if (from != keys)
        memcpy(keys, from, (size_t)n * sizeof *keys);
}

/* One pass over the digit of `width` bits at `shift`; the sign bit counts turned round. */
static void NAME(radix_pass)(KEY *to, const KEY *from, int64_t n, int shift, int width)
{
    int64_t place[1 << DIGIT_BITS] = {0};
    const UNSIGNED sign = (UNSIGNED)1 << (BITS - 1), mask = ((UNSIGNED)1 << width) - 1;
    for (int64_t i = 0; i < n; i++)
        place[((UNSIGNED)from[i] ^ sign) >> shift & mask]++;
    int64_t total = 0;
    for (int64_t digit = 0; digit <= (int64_t)mask; digit++) {
        int64_t count = place[digit];
        place[digit] = total;
        total += count;
    }
    for (int64_t i = 0; i < n; i++)
        to[place[((UNSIGNED)from[i] ^ sign) >> shift & mask]++] = from[i];
}

static void NAME(radix_sort)(KEY *keys, int64_t n, KEY *scratch)
{
    UNSIGNED differing = 0;
    for (int64_t i = 1; i < n; i++)
        differing |= (UNSIGNED)keys[i] ^ (UNSIGNED)keys[0];
    if (differing == 0)
        return;
    int low = __builtin_ctzll(differing), bits = 64 - __builtin_clzll(differing) - low;
    int passes = (bits + DIGIT_BITS - 1) / DIGIT_BITS, width = (bits + passes - 1) / passes;
    KEY *from = keys, *to = scratch;
    for (int pass = 0; pass < passes; pass++) {
        int shift = low + pass * width;
        NAME(radix_pass)(to, from, n, shift, shift + width > BITS ? BITS - shift : width);
        KEY *swap = from;
        from = to;
        to = swap;
    }
    if (from != keys)
        memcpy(keys, from, (size_t)n * sizeof *keys);
}

void NAME(nprt_sort)(KEY *keys, int64_t n, KEY *scratch)
{
    if (n <= RUN)
        NAME(insertion_sort)(keys, n);
    else if (NAME(nprt_sort_avx512)(keys, n))
        return;
    else if (n < RADIX_MIN)
        NAME(merge_sort)(keys, n, scratch);
    else
        NAME(radix_sort)(keys, n, scratch);
}

void NAME(nprt_select)(KEY *keys, int64_t n, int64_t k, KEY *scratch)
{
    if (!NAME(nprt_select_avx512)(keys, n, k))
        NAME(nprt_sort)(keys, n, scratch);
}

#undef KEY
#undef UNSIGNED
#undef BITS
#undef NAME

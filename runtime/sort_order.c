/* The stable order of keys, by sorting plain integers.
 *
 * The leading bits of a key (less the smallest one) and its position share one 64-bit word; sorting
 * these words sorts the positions stably, as no two are equal. Where the bits that did not fit
 * differ too, runs of equal leading bits are sorted again by what is left; as that has at most as
 * many bits as a position, two rounds do. Compared with sorting pairs this halves the memory that
 * moves, and it runs on the fastest sort there is. */
#include "runtime/sort_internal.h"

#include "runtime/convert.h"

#include <string.h>

enum { FEW = 24 };

static int bits_of(uint64_t x)
{
    return x == 0 ? 0 : 64 - __builtin_clzll(x);
}

static void order_few(int64_t *order, int64_t n, const int64_t *keys)
{
    for (int64_t i = 1; i < n; i++) {
        int64_t position = order[i], key = keys[position], at = i;
        for (; at > 0 && keys[order[at - 1]] > key; at--)
            order[at] = order[at - 1];
        order[at] = position;
    }
}

/* Leading bits of every key, less `min`, beside its place in `order`. */
static void pack(int64_t *packed, const int64_t *order, int64_t n, const int64_t *keys, int64_t min,
                 int dropped, int place_bits)
{
    const uint64_t sign = (uint64_t)1 << 63;
    for (int64_t i = 0; i < n; i++) {
        uint64_t key = (uint64_t)keys[order ? order[i] : i] - (uint64_t)min;
        packed[i] = (int64_t)((key >> dropped << place_bits | (uint64_t)i) ^ sign);
    }
}

/* `is_new`: `order` is to be 0 to n - 1 before, and is only written. */
static void order_by(int64_t *order, bool is_new, int64_t n, const int64_t *keys, int64_t *packed,
                     int64_t *scratch)
{
    int64_t min = keys[is_new ? 0 : order[0]], max = min;
    for (int64_t i = 1; i < n; i++) {
        int64_t key = keys[is_new ? i : order[i]];
        min = key < min ? key : min;
        max = key > max ? key : max;
    }
    int key_bits = bits_of((uint64_t)max - (uint64_t)min), place_bits = bits_of((uint64_t)n - 1);
    int dropped = key_bits + place_bits > 64 ? key_bits + place_bits - 64 : 0;
    const int64_t mask = ((int64_t)1 << place_bits) - 1;
    pack(packed, is_new ? NULL : order, n, keys, min, dropped, place_bits);
    nprt_sort_i64(packed, n, scratch);
    if (!is_new)
        memcpy(scratch, order, (size_t)n * sizeof *order);
    for (int64_t i = 0; i < n; i++)
        order[i] = is_new ? packed[i] & mask : scratch[packed[i] & mask];
    for (int64_t i = 0, end; dropped > 0 && i < n; i = end) {
        int64_t leading = packed[i] >> place_bits;
        for (end = i + 1; end < n && packed[end] >> place_bits == leading;)
            end++;
        if (end - i > 1)
            nprt_order_by(order + i, end - i, keys, packed + i, scratch + i);
    }
}

void nprt_order_by(int64_t *order, int64_t n, const int64_t *keys, int64_t *packed,
                   int64_t *scratch)
{
    if (n <= FEW)
        order_few(order, n, keys);
    else
        order_by(order, false, n, keys, packed, scratch);
}

/* Reorders by the imaginary or real parts of complex128 elements: `part` points to the first one.
 */
static void order_by_parts(int64_t *order, const char *part, int64_t n, int64_t *work)
{
    nprt_keys_of(work, NPRT_F64, NPRT_F64, part, sizeof(NprtC128), n);
    nprt_order_by(order, n, work, work + n, work + 2 * n);
}

/* NumPy's order of complex numbers: those without NaN, with a NaN imaginary part, with a NaN real
 * part, with both; then by real and imaginary part. Sorts by the last criterion first. */
static void order_complex(int64_t *order, NprtDtype dtype, const char *at, int64_t stride,
                          int64_t n, int64_t *work)
{
    /* The elements as complex128 take the place of two rows of work behind the three. */
    NprtC128 *elements = (NprtC128 *)(void *)(work + 3 * n);
    nprt_cast_loop(NPRT_C128, dtype)((char *)elements, sizeof *elements, at, stride, n);
    order_by_parts(order, (const char *)&elements->im, n, work);
    order_by_parts(order, (const char *)&elements->re, n, work);
    for (int64_t i = 0; i < n; i++)
        work[i] = 2 * (elements[i].re != elements[i].re) + (elements[i].im != elements[i].im);
    nprt_order_by(order, n, work, work + n, work + 2 * n);
}

void nprt_order_of(int64_t *order, NprtDtype dtype, const char *at, int64_t stride, int64_t n,
                   int64_t *work)
{
    if (dtype < NPRT_C64) {
        nprt_keys_of(work, dtype, dtype, at, stride, n);
        if (n > FEW) {
            order_by(order, true, n, work, work + n, work + 2 * n);
            return;
        }
    }
    for (int64_t i = 0; i < n; i++)
        order[i] = i;
    if (dtype < NPRT_C64)
        order_few(order, n, work);
    else
        order_complex(order, dtype, at, stride, n, work);
}

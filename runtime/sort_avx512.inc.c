/* Quicksort of one key type with 512-bit vectors; sort_avx512.c includes this once per type.
 *
 * Small arrays are sorted in registers: seen as a matrix of REGS rows and LANES columns, first
 * every column by a network of whole-register minima and maxima (the cheapest exchanges there are),
 * then pairs of columns are merged, two becoming four and so on (Batcher's bitonic merge; the
 * registers of a column are its low-order positions, so that only the steps between lanes shuffle),
 * last the matrix is transposed into memory order. Shuffles, not comparisons, are what such sorts
 * spend their time on. Larger arrays are partitioned in place with vector compression: two buffered
 * blocks make room at both ends, and each further block is read from the end with less room. Cf. J.
 * Wassenberg et al., "Vectorized and performance-portable Quicksort", 2022.
 *
 * Parameters: KEY, KEY_MAX, NAME(f), LANES, LOG_LANES, MASK, V_* (see sort_avx512.c). */

#define ALL_LANES ((MASK) - 1)

/* Lanes whose number has bit k set. */
static const MASK NAME(bit_lanes)[] = {
    (MASK)0xaaaa,
    (MASK)0xcccc,
    (MASK)0xf0f0,
    (MASK)0xff00,
};

#define CMP(i, j)                                                                                  \
    do {                                                                                           \
        V low_ = V_MIN(v[i], v[j]);                                                                \
        v[j] = V_MAX(v[i], v[j]);                                                                  \
        v[i] = low_;                                                                               \
    } while (0);

/* Sorts the columns by Batcher's odd-even merge networks. */
INLINE void NAME(sort_columns)(V *v, int regs)
{
    if (regs == 2) {
        CMP(0, 1)
    } else if (regs == 4) {
        NETWORK_4(CMP)
    } else if (regs == 8) {
        NETWORK_8(CMP)
    } else if (regs == 16) {
        NETWORK_16(CMP)
    }
}

/* Exchanges the element of each lane with that of its partner in `index`, the larger to the lanes
 * in `high`. */
INLINE V NAME(exchange)(V v, V index, MASK high)
{
    V partner = V_PERMUTE(index, v);
    return V_MASK_MAX(V_MIN(v, partner), high, v, partner);
}

/* Merges groups of 2**k sorted columns pairwise: the second group is reversed by reading it
 * backwards in registers and lanes. */
INLINE void NAME(merge_columns)(V *v, int regs, int k)
{
    const MASK *bits = NAME(bit_lanes);
    V reverse = V_LOAD(NAME(reverse)[k]);
    if (regs == 1)
        v[0] = NAME(exchange)(v[0], reverse, bits[k]);
    UNROLL
    for (int r = 0; r < regs / 2; r++) {
        V a = v[r], b = V_PERMUTE(reverse, v[regs - 1 - r]), low = V_MIN(a, b);
        v[r] = V_MASK_MAX(low, bits[k], a, b);
        v[regs - 1 - r] = V_PERMUTE(reverse, V_MASK_MAX(low, (MASK)~bits[k], a, b));
    }
    UNROLL
    for (int lane_bit = k - 1; lane_bit >= 0; lane_bit--) {
        V partner = V_LOAD(NAME(partner)[lane_bit]);
        UNROLL
        for (int r = 0; r < regs; r++)
            v[r] = NAME(exchange)(v[r], partner, bits[lane_bit]);
    }
    UNROLL
    for (int distance = 8; distance >= 1; distance /= 2) {
        UNROLL
        for (int r = 0; r < regs; r++) {
            if (distance < regs && !(r & distance)) {
                CMP(r, r + distance)
            }
        }
    }
}

/* Exchanges a bit of the register number with a bit of the lane number, for all elements. */
INLINE void NAME(swap_bits)(V *v, int regs, int reg_bit, int lane_bit)
{
    V partner = V_LOAD(NAME(partner)[lane_bit]);
    MASK set = NAME(bit_lanes)[lane_bit];
    UNROLL
    for (int r = 0; r < regs; r++) {
        if (!(r & 1 << reg_bit)) {
            V a = v[r], b = v[r | 1 << reg_bit];
            v[r] = V_MASK_PERMUTE(a, set, partner, b);
            v[r | 1 << reg_bit] = V_MASK_PERMUTE(b, (MASK)~set, partner, a);
        }
    }
}

/* The lanes in [0, LANES) that are inside n elements. */
INLINE MASK NAME(lanes_below)(int64_t n)
{
    return n >= LANES ? ALL_LANES : n <= 0 ? 0 : (MASK)((1u << n) - 1);
}

/* Sorts n <= regs * LANES keys; `regs` (a power of two) and its logarithm are constants. */
INLINE void NAME(sort_regs)(KEY *keys, int64_t n, int regs, int log_regs)
{
    V v[16], pad = V_SET(KEY_MAX);
    UNROLL
    for (int r = 0; r < regs; r++)
        v[r] = V_MASK_LOAD(pad, NAME(lanes_below)(n - r * LANES), keys + r * LANES);
    NAME(sort_columns)(v, regs);
    UNROLL
    for (int k = 0; k < LOG_LANES; k++)
        NAME(merge_columns)(v, regs, k);
    /* An element's place is lane * regs + register: its low LOG_LANES bits must become the lane. */
    int bits = log_regs < LOG_LANES ? log_regs : LOG_LANES;
    UNROLL
    for (int b = 0; b < bits; b++)
        NAME(swap_bits)(v, regs, b, LOG_LANES - bits + b);
    V rotate = V_LOAD(NAME(rotate)[bits]);
    UNROLL
    for (int r = 0; r < regs; r++) {
        int place = regs > LANES ? (r & (LANES - 1)) * (regs / LANES) + r / LANES : r;
        if (regs < LANES)
            v[r] = V_PERMUTE(rotate, v[r]);
        V_MASK_STORE(keys + place * LANES, NAME(lanes_below)(n - place * LANES), v[r]);
    }
}

TARGET static void NAME(sort_1)(KEY *keys, int64_t n)
{
    NAME(sort_regs)(keys, n, 1, 0);
}

TARGET static void NAME(sort_2)(KEY *keys, int64_t n)
{
    NAME(sort_regs)(keys, n, 2, 1);
}

TARGET static void NAME(sort_4)(KEY *keys, int64_t n)
{
    NAME(sort_regs)(keys, n, 4, 2);
}

TARGET static void NAME(sort_8)(KEY *keys, int64_t n)
{
    NAME(sort_regs)(keys, n, 8, 3);
}

TARGET static void NAME(sort_16)(KEY *keys, int64_t n)
{
    NAME(sort_regs)(keys, n, 16, 4);
}

#define SMALL (16 * LANES)

static void NAME(sort_small)(KEY *keys, int64_t n)
{
    if (n <= LANES)
        NAME(sort_1)(keys, n);
    else if (n <= 2 * LANES)
        NAME(sort_2)(keys, n);
    else if (n <= 4 * LANES)
        NAME(sort_4)(keys, n);
    else if (n <= 8 * LANES)
        NAME(sort_8)(keys, n);
    else
        NAME(sort_16)(keys, n);
}

/* ---- partition ------------------------------------------------------------------------------ */

/* The ends of the room between the written keys; smaller ones are added at `left`, others before
 * `right`. */
typedef struct NAME(Room) {
    KEY *left, *right;
} NAME(Room);

/* Writes the keys of `v` in `valid`. */
INLINE void NAME(put)(NAME(Room) * room, V v, MASK valid, V pivot)
{
    MASK ge = V_GE(valid, v, pivot);
    MASK lt = (MASK)(valid & ~ge);
    int n_ge = __builtin_popcount(ge), n_lt = __builtin_popcount(lt);
    V_MASK_STORE(room->left, NAME(lanes_below)(n_lt), V_COMPRESS(lt, v));
    room->left += n_lt;
    room->right -= n_ge;
    V_MASK_STORE(room->right, NAME(lanes_below)(n_ge), V_COMPRESS(ge, v));
}

/* The same for whole vectors with room for LANES more keys at `left`: what is stored beyond the
 * smaller ones is overwritten later. */
INLINE void NAME(put_all)(NAME(Room) * room, V v, V pivot)
{
    MASK ge = V_GE(ALL_LANES, v, pivot);
    int n_ge = __builtin_popcount(ge);
    V_STORE(room->left, V_COMPRESS((MASK)~ge, v));
    room->left += LANES - n_ge;
    room->right -= n_ge;
    V_MASK_STORE(room->right, NAME(lanes_below)(n_ge), V_COMPRESS(ge, v));
}

enum { NAME(BLOCK) = 4 * LANES };

/* Reorders n >= 2 * BLOCK keys so that those below the pivot come first; returns their number. */
TARGET static int64_t NAME(partition)(KEY *keys, int64_t n, KEY pivot_key)
{
    V pivot = V_SET(pivot_key), first[4], last[4];
    KEY *from = keys, *to = keys + n; /* what is not read yet */
    NAME(Room) room = {keys, keys + n};
    to -= NAME(BLOCK);
    UNROLL
    for (int i = 0; i < 4; i++) {
        first[i] = V_LOAD(from + i * LANES);
        last[i] = V_LOAD(to + i * LANES);
    }
    from += NAME(BLOCK);
    while (to - from >= NAME(BLOCK)) {
        V v[4];
        bool take_left = from - room.left <= room.right - to;
        KEY *at = take_left ? from : to - NAME(BLOCK);
        from += take_left ? NAME(BLOCK) : 0;
        to -= take_left ? 0 : NAME(BLOCK);
        UNROLL
        for (int i = 0; i < 4; i++)
            v[i] = V_LOAD(at + i * LANES);
        UNROLL
        for (int i = 0; i < 4; i++)
            NAME(put_all)(&room, v[i], pivot);
    }
    V rest[4];
    MASK valid[4];
    UNROLL
    for (int i = 0; i < 4; i++) {
        valid[i] = NAME(lanes_below)(to - from - i * LANES);
        rest[i] = V_MASK_LOAD(pivot, valid[i], from + i * LANES);
    }
    UNROLL
    for (int i = 0; i < 4; i++)
        NAME(put)(&room, rest[i], valid[i], pivot);
    UNROLL
    for (int i = 0; i < 4; i++) {
        NAME(put)(&room, first[i], ALL_LANES, pivot);
        NAME(put)(&room, last[i], ALL_LANES, pivot);
    }
    return room.left - keys;
}

/* The median of keys at even distances. */
static KEY NAME(choose_pivot)(const KEY *keys, int64_t n)
{
    KEY sample[4 * LANES];
    int64_t count = n < 64 * LANES ? 2 * LANES : 4 * LANES;
    int64_t step = n / count;
    for (int64_t i = 0; i < count; i++)
        sample[i] = keys[i * step + step / 2];
    NAME(sort_small)(sample, count);
    return sample[count / 2];
}

/* `depth`: partitions allowed before giving up on the samples; false when they did not do. */
static bool NAME(quicksort)(KEY *keys, int64_t n, int depth)
{
    while (n > SMALL) {
        if (depth-- == 0)
            return false;
        KEY pivot = NAME(choose_pivot)(keys, n);
        int64_t less = NAME(partition)(keys, n, pivot);
        if (less == 0) { /* the pivot is the smallest key: part those equal to it off */
            if (pivot == KEY_MAX)
                return true;
            less = NAME(partition)(keys, n, pivot + 1);
        } else if (!NAME(quicksort)(keys, less, depth)) {
            return false;
        }
        keys += less;
        n -= less;
    }
    NAME(sort_small)(keys, n);
    return true;
}

/* Reorders so that the key at `k` is the one sorting would put there, smaller ones before and
 * larger ones after it. */
static bool NAME(quickselect)(KEY *keys, int64_t n, int64_t k, int depth)
{
    while (n > SMALL) {
        if (depth-- == 0)
            return false;
        KEY pivot = NAME(choose_pivot)(keys, n);
        int64_t less = NAME(partition)(keys, n, pivot);
        if (less == 0) {
            if (pivot == KEY_MAX)
                return true;
            less = NAME(partition)(keys, n, pivot + 1);
            if (k < less)
                return true;
        }
        if (k < less) {
            n = less;
        } else {
            keys += less;
            n -= less;
            k -= less;
        }
    }
    NAME(sort_small)(keys, n);
    return true;
}

#undef CMP
#undef SMALL
#undef ALL_LANES
#undef KEY
#undef KEY_MAX
#undef NAME
#undef LANES
#undef LOG_LANES
#undef MASK
#undef V_MIN
#undef V_MAX
#undef V_SET
#undef V_LOAD
#undef V_STORE
#undef V_MASK_LOAD
#undef V_MASK_STORE
#undef V_PERMUTE
#undef V_MASK_PERMUTE
#undef V_MASK_MAX
#undef V_GE
#undef V_COMPRESS

/* bigint.c - see bigint.h. */
#include "compiler/sema/bigint.h"

#include <stdlib.h>
#include <string.h>

static NjBig trim(NjBig a)
{
    while (a.n > 0 && a.limbs[a.n - 1] == 0)
        a.n--;
    if (a.n == 0)
        a.negative = false;
    return a;
}

static NjBig with_room(NjArena *arena, uint32_t n, bool negative)
{
    return (NjBig){negative, n, NJ_NEW_ARRAY(arena, uint32_t, n ? n : 1)};
}

NjBig nj_big_from_int(NjArena *arena, int64_t value)
{
    NjBig a = with_room(arena, 2, value < 0);
    uint64_t m = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    a.limbs[0] = (uint32_t)m;
    a.limbs[1] = (uint32_t)(m >> 32);
    return trim(a);
}

/* a = a * factor + add, in place; `a` has room for one limb more. */
static void mul_small(NjBig *a, uint32_t factor, uint32_t add)
{
    uint64_t carry = add;
    for (uint32_t i = 0; i < a->n; i++) {
        carry += (uint64_t)a->limbs[i] * factor;
        a->limbs[i] = (uint32_t)carry;
        carry >>= 32;
    }
    if (carry)
        a->limbs[a->n++] = (uint32_t)carry;
}

NjBig nj_big_from_text(NjArena *arena, const char *digits, unsigned base)
{
    bool negative = *digits == '-';
    digits += negative;
    size_t len = strlen(digits);
    NjBig a = with_room(arena, (uint32_t)(len / 6 + 2), negative);
    a.n = 0;
    for (size_t i = 0; i < len; i++) {
        char c = digits[i];
        uint32_t d = c <= '9' ? (uint32_t)(c - '0') : (uint32_t)((c | 32) - 'a' + 10);
        mul_small(&a, base, d);
    }
    return trim(a);
}

static uint32_t div_small(NjBig *a, uint32_t divisor)
{
    uint64_t rest = 0;
    for (uint32_t i = a->n; i-- > 0;) {
        rest = rest << 32 | a->limbs[i];
        a->limbs[i] = (uint32_t)(rest / divisor);
        rest %= divisor;
    }
    *a = trim(*a);
    return (uint32_t)rest;
}

char *nj_big_to_text(NjArena *arena, NjBig a)
{
    if (a.n == 0)
        return nj_arena_strdup(arena, "0");
    NjBig rest = a;
    rest.limbs = nj_arena_copy(arena, a.limbs, a.n * sizeof *a.limbs);
    size_t room = (size_t)a.n * 10 + 2;
    char *text = nj_arena_alloc(arena, room + 1);
    char *p = text + room;
    while (rest.n > 0) {
        uint32_t chunk = div_small(&rest, 1000000000);
        for (int i = 0; i < 9 && (rest.n > 0 || chunk > 0); i++) {
            *--p = (char)('0' + chunk % 10);
            chunk /= 10;
        }
    }
    if (a.negative)
        *--p = '-';
    return p;
}

bool nj_big_to_int(NjBig a, int64_t *out)
{
    if (a.n > 2)
        return false;
    uint64_t m = 0;
    for (uint32_t i = a.n; i-- > 0;)
        m = m << 32 | a.limbs[i];
    if (m > (uint64_t)INT64_MAX + a.negative)
        return false;
    *out = a.negative ? (int64_t)(0 - m) : (int64_t)m;
    return true;
}

double nj_big_to_double(NjBig a)
{
    /* strtod rounds a decimal text correctly */
    NjArena scratch;
    nj_arena_init(&scratch, NULL, NULL);
    double d = strtod(nj_big_to_text(&scratch, a), NULL);
    nj_arena_fini(&scratch);
    return d;
}

static int compare_magnitude(NjBig a, NjBig b)
{
    if (a.n != b.n)
        return a.n < b.n ? -1 : 1;
    for (uint32_t i = a.n; i-- > 0;)
        if (a.limbs[i] != b.limbs[i])
            return a.limbs[i] < b.limbs[i] ? -1 : 1;
    return 0;
}

int nj_big_compare(NjBig a, NjBig b)
{
    if (a.negative != b.negative)
        return a.negative ? -1 : 1;
    int c = compare_magnitude(a, b);
    return a.negative ? -c : c;
}

NjBig nj_big_neg(NjBig a)
{
    a.negative = !a.negative && a.n > 0;
    return a;
}

static NjBig add_magnitude(NjArena *arena, NjBig a, NjBig b, bool negative)
{
    uint32_t n = (a.n > b.n ? a.n : b.n) + 1;
    NjBig r = with_room(arena, n, negative);
    uint64_t carry = 0;
    for (uint32_t i = 0; i < n; i++) {
        carry += (i < a.n ? a.limbs[i] : 0) + (uint64_t)(i < b.n ? b.limbs[i] : 0);
        r.limbs[i] = (uint32_t)carry;
        carry >>= 32;
    }
    return trim(r);
}

/* |a| - |b| where |a| >= |b| */
static NjBig sub_magnitude(NjArena *arena, NjBig a, NjBig b, bool negative)
{
    NjBig r = with_room(arena, a.n, negative);
    int64_t borrow = 0;
    for (uint32_t i = 0; i < a.n; i++) {
        int64_t d = (int64_t)a.limbs[i] - (i < b.n ? b.limbs[i] : 0) + borrow;
        r.limbs[i] = (uint32_t)d;
        borrow = d < 0 ? -1 : 0;
    }
    return trim(r);
}

NjBig nj_big_add(NjArena *arena, NjBig a, NjBig b)
{
    if (a.negative == b.negative)
        return add_magnitude(arena, a, b, a.negative);
    if (compare_magnitude(a, b) >= 0)
        return sub_magnitude(arena, a, b, a.negative);
    return sub_magnitude(arena, b, a, b.negative);
}

NjBig nj_big_sub(NjArena *arena, NjBig a, NjBig b)
{
    return nj_big_add(arena, a, nj_big_neg(b));
}

NjBig nj_big_mul(NjArena *arena, NjBig a, NjBig b)
{
    NjBig r = with_room(arena, a.n + b.n, a.negative != b.negative);
    for (uint32_t i = 0; i < a.n; i++) {
        uint64_t carry = 0;
        for (uint32_t k = 0; k < b.n; k++) {
            carry += r.limbs[i + k] + (uint64_t)a.limbs[i] * b.limbs[k];
            r.limbs[i + k] = (uint32_t)carry;
            carry >>= 32;
        }
        r.limbs[i + b.n] = (uint32_t)carry;
    }
    return trim(r);
}

uint32_t nj_big_bits(NjBig a)
{
    if (a.n == 0)
        return 0;
    return a.n * 32 - (uint32_t)__builtin_clz(a.limbs[a.n - 1]);
}

NjBig nj_big_shift_left(NjArena *arena, NjBig a, uint32_t bits)
{
    uint32_t words = bits / 32, shift = bits % 32;
    NjBig r = with_room(arena, a.n + words + 1, a.negative);
    for (uint32_t i = 0; i < a.n; i++) {
        uint64_t v = (uint64_t)a.limbs[i] << shift;
        r.limbs[i + words] |= (uint32_t)v;
        r.limbs[i + words + 1] |= (uint32_t)(v >> 32);
    }
    return trim(r);
}

void nj_big_divmod(NjArena *arena, NjBig a, NjBig b, NjBig *out_quotient, NjBig *out_remainder)
{
    /* bit by bit: constants are short */
    NjBig q = with_room(arena, a.n, false), r = with_room(arena, b.n + 1, false);
    NjBig divisor = b;
    divisor.negative = false;
    r.n = 0;
    for (uint32_t bit = nj_big_bits(a); bit-- > 0;) {
        r = nj_big_shift_left(arena, r, 1);
        if (a.limbs[bit / 32] >> (bit % 32) & 1)
            r = nj_big_add(arena, r, nj_big_from_int(arena, 1));
        if (compare_magnitude(r, divisor) >= 0) {
            r = sub_magnitude(arena, r, divisor, false);
            q.limbs[bit / 32] |= 1u << (bit % 32);
        }
    }
    q = trim(q);
    if (a.negative != b.negative && r.n > 0) { /* floor */
        q = nj_big_add(arena, q, nj_big_from_int(arena, 1));
        r = sub_magnitude(arena, divisor, r, false);
    }
    q.negative = a.negative != b.negative && q.n > 0;
    r.negative = b.negative && r.n > 0;
    *out_quotient = q;
    *out_remainder = r;
}

NjBig nj_big_pow(NjArena *arena, NjBig a, uint32_t exponent)
{
    NjBig r = nj_big_from_int(arena, 1);
    for (; exponent; exponent >>= 1) {
        if (exponent & 1)
            r = nj_big_mul(arena, r, a);
        if (exponent > 1)
            a = nj_big_mul(arena, a, a);
    }
    return r;
}

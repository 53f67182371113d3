/* Equality, order and hash. Optionals and cells are looked through first; then one function per
 * kind. Containers compare elements by "same or equal", so that a NaN is found where it was put:
 * values have no identity here, so the same bits count as the same Python float. */
#include "runtime/value.h"

#include "runtime/dict.h"
#include "runtime/errors.h"
#include "runtime/memory.h"
#include "runtime/print_scalar.h"
#include "runtime/set.h"
#include "runtime/str.h"

#include <math.h>
#include <string.h>

/* ---- descriptors ---- */

const NprtDesc nprt_desc_bool = {
    .kind = NPRT_K_SCALAR, .dtype = NPRT_BOOL, .py = 1, .size = 1, .align = 1};
const NprtDesc nprt_desc_int = {
    .kind = NPRT_K_SCALAR, .dtype = NPRT_I64, .py = 1, .size = 8, .align = 8};
const NprtDesc nprt_desc_float = {
    .kind = NPRT_K_SCALAR, .dtype = NPRT_F64, .py = 1, .size = 8, .align = 8};
const NprtDesc nprt_desc_str = {.kind = NPRT_K_STR, .size = 8, .align = 8, .is_managed = 1};
const NprtDesc nprt_desc_bytes = {.kind = NPRT_K_BYTES, .size = 8, .align = 8, .is_managed = 1};

static const NprtDesc *const int_elems[] = {&nprt_desc_int};
static const NprtDesc *const str_elems[] = {&nprt_desc_str};
static const NprtDesc *const bytes_elems[] = {&nprt_desc_bytes};
const NprtDesc nprt_desc_list_int = {
    .kind = NPRT_K_LIST, .size = 8, .align = 8, .n = 1, .elems = int_elems, .is_managed = 1};
const NprtDesc nprt_desc_list_str = {
    .kind = NPRT_K_LIST, .size = 8, .align = 8, .n = 1, .elems = str_elems, .is_managed = 1};
const NprtDesc nprt_desc_list_bytes = {
    .kind = NPRT_K_LIST, .size = 8, .align = 8, .n = 1, .elems = bytes_elems, .is_managed = 1};

const NprtDesc nprt_desc_numpy[NPRT_DTYPE_COUNT] = {
#define DTYPE(E, name, ctype, nbytes, letter, nbits, chr)                                          \
    {.kind = NPRT_K_SCALAR, .dtype = NPRT_##E, .size = sizeof(ctype), .align = _Alignof(ctype)},
#include "runtime/dtypes.def"
#undef DTYPE
};

static const NprtDesc desc_none = {.kind = NPRT_K_NONE, .align = 1};

void nprt_value_copy(const NprtDesc *desc, void *to, const void *from)
{
    if (desc->size > 0) {
        memcpy(to, from, desc->size);
        nprt_value_retain(desc, to);
    }
}

/* A value with optionals and cells looked through. */
typedef struct Value {
    const NprtDesc *desc;
    const char *at;
} Value;

bool nprt_desc_is_union(const NprtDesc *desc)
{
    return desc->kind == NPRT_K_TUPLE && desc->name && desc->name[0] == '|';
}

const NprtDesc *nprt_union_held(const NprtDesc *desc, const void **at)
{
    int64_t k = *(const int64_t *)*at + 1;
    *at = (const char *)*at + desc->offsets[k];
    return desc->elems[k];
}

static Value look_through(const NprtDesc *desc, const void *at)
{
    Value v = {desc, at};
    while (v.desc->kind == NPRT_K_OPTIONAL || v.desc->kind == NPRT_K_CELL || nprt_desc_is_union(v.desc)) {
        if (nprt_desc_is_union(v.desc)) {
            const void *held = v.at;
            v.desc = nprt_union_held(v.desc, &held);
            v.at = held;
            continue;
        }
        const NprtDesc *inner = v.desc->elems[0];
        if (v.desc->kind == NPRT_K_CELL) {
            v.at = *(char *const *)v.at + v.desc->offsets[0];
        } else if (*(const uint8_t *)v.at) {
            v.at += v.desc->offsets[0];
        } else {
            return (Value){&desc_none, NULL};
        }
        v.desc = inner;
    }
    return v;
}

static Value item_of(Value v, int64_t i)
{
    if (v.desc->kind == NPRT_K_LIST) {
        const NprtDesc *elem = v.desc->elems[0];
        return (Value){elem, (*(NprtList *const *)v.at)->data + i * elem->size};
    }
    return (Value){v.desc->elems[i], v.at + v.desc->offsets[i]};
}

/* The type as Python sees it: tuples that stand for lists of mixed types are lists, and a tuple of a
 * length known at run time is a list in memory. */
static NprtKind kind_of(Value v)
{
    if (v.desc->kind != NPRT_K_LIST && v.desc->kind != NPRT_K_TUPLE) {
        return (NprtKind)v.desc->kind;
    }
    return nprt_desc_is_list(v.desc) ? NPRT_K_LIST : NPRT_K_TUPLE;
}

static int64_t length_of(Value v)
{
    return v.desc->kind == NPRT_K_LIST ? (*(NprtList *const *)v.at)->len : v.desc->n;
}

/* ---- numbers ---- */

enum { UNORDERED = 2 };

static int compare_i64(int64_t a, int64_t b)
{
    return (a > b) - (a < b);
}

static int compare_doubles(double a, double b)
{
    return isnan(a) || isnan(b) ? UNORDERED : (a > b) - (a < b);
}

/* An integer against a float, exactly. `is_unsigned`: i is a uint64. */
static int compare_int_double(int64_t i, int is_unsigned, double d)
{
    if (isnan(d)) {
        return UNORDERED;
    }
    double top = is_unsigned ? 0x1p64 : 0x1p63, bottom = is_unsigned ? 0.0 : -0x1p63;
    if (d >= top) {
        return -1;
    }
    if (d < bottom) {
        return 1;
    }
    double whole = floor(d);
    int order = is_unsigned ? ((uint64_t)i > (uint64_t)whole) - ((uint64_t)i < (uint64_t)whole)
                            : compare_i64(i, (int64_t)whole);
    return order == 0 && d > whole ? -1 : order;
}

static int compare_scalars(Value a, Value b)
{
    char a_kind = nprt_dtype_kind(a.desc->dtype), b_kind = nprt_dtype_kind(b.desc->dtype);
    if (a_kind == 'f' && b_kind == 'f') {
        return compare_doubles(nprt_scalar_double(a.desc->dtype, a.at),
                               nprt_scalar_double(b.desc->dtype, b.at));
    }
    if (a_kind == 'f') {
        int order = compare_int_double(nprt_scalar_int(b.desc->dtype, b.at), b_kind == 'u',
                                       nprt_scalar_double(a.desc->dtype, a.at));
        return order == UNORDERED ? order : -order;
    }
    int64_t x = nprt_scalar_int(a.desc->dtype, a.at);
    if (b_kind == 'f') {
        return compare_int_double(x, a_kind == 'u', nprt_scalar_double(b.desc->dtype, b.at));
    }
    int64_t y = nprt_scalar_int(b.desc->dtype, b.at);
    /* A value of the upper half is above everything signed. */
    int x_high = a_kind == 'u' && x < 0, y_high = b_kind == 'u' && y < 0;
    return x_high != y_high ? x_high - y_high : compare_i64(x, y);
}

static int is_complex(Value v)
{
    return nprt_dtype_kind(v.desc->dtype) == 'c';
}

static int scalars_equal(Value a, Value b)
{
    if (!is_complex(a) && !is_complex(b)) {
        return compare_scalars(a, b) == 0;
    }
    NprtC128 x = nprt_scalar_complex(a.desc->dtype, a.at);
    NprtC128 y = nprt_scalar_complex(b.desc->dtype, b.at);
    return x.re == y.re && x.im == y.im;
}

/* ---- equality ---- */

static int32_t same(Value a, Value b, uint8_t *out)
{
    return nprt_value_same(a.desc, a.at, b.desc, b.at, out);
}

static int32_t sequences_equal(Value a, Value b, uint8_t *out)
{
    int64_t n = length_of(a);
    *out = n == length_of(b);
    for (int64_t i = 0; i < n && *out; i++) {
        if (same(item_of(a, i), item_of(b, i), out) != 0) {
            return 1;
        }
    }
    return 0;
}

static int32_t dicts_equal(Value a, Value b, uint8_t *out)
{
    NprtDict *x = *(NprtDict *const *)a.at, *y = *(NprtDict *const *)b.at;
    *out = x->len == y->len;
    for (int64_t i = nprt_dict_next(x, 0); i >= 0 && *out; i = nprt_dict_next(x, i + 1)) {
        const char *entry = x->entries + i * x->entry_size;
        int64_t found;
        if (nprt_dict_find(y, a.desc->elems[0], entry + x->key_offset, &found) != 0) {
            return 1;
        }
        *out = found >= 0;
        if (found < 0) {
            break;
        }
        const char *other = y->entries + found * y->entry_size;
        if (nprt_value_same(a.desc->elems[1], entry + x->value_offset, b.desc->elems[1],
                            other + y->value_offset, out) != 0) {
            return 1;
        }
    }
    return 0;
}

static int64_t range_length(const int64_t r[3])
{
    if (r[2] > 0 && r[0] < r[1]) {
        return (int64_t)(((uint64_t)r[1] - (uint64_t)r[0] - 1) / (uint64_t)r[2]) + 1;
    }
    if (r[2] < 0 && r[0] > r[1]) {
        return (int64_t)(((uint64_t)r[0] - (uint64_t)r[1] - 1) / (0 - (uint64_t)r[2])) + 1;
    }
    return 0;
}

static int ranges_equal(const int64_t *a, const int64_t *b)
{
    int64_t n = range_length(a);
    return n == range_length(b) && (n == 0 || a[0] == b[0]) && (n < 2 || a[2] == b[2]);
}

static int slices_equal(const NprtSlice *a, const NprtSlice *b)
{
    return a->has == b->has && (!(a->has & 1) || a->start == b->start) &&
           (!(a->has & 2) || a->stop == b->stop) && (!(a->has & 4) || a->step == b->step);
}

/* An array's truth value decides, as in Python; arrays of one element are too rare to serve. */
static int32_t arrays_equal(Value a, Value b, uint8_t *out)
{
    if (a.desc->kind == b.desc->kind && a.desc->ndim == b.desc->ndim &&
        memcmp(a.at, b.at, a.desc->size) == 0) {
        *out = 1;
        return 0;
    }
    return nprt_raise(NPRT_EXC_VALUE_ERROR,
                      "The truth value of an array with more than one element is ambiguous. Use "
                      "a.any() or a.all()");
}

static int32_t objects_equal(Value a, Value b, uint8_t *out)
{
    void *x = *(void *const *)a.at, *y = *(void *const *)b.at;
    if (a.desc->methods && a.desc->methods->eq && b.desc->kind == NPRT_K_OBJECT) {
        return a.desc->methods->eq(x, y, out);
    }
    *out = x == y;
    return 0;
}

static int is_set(Value v)
{
    return v.desc->kind == NPRT_K_SET || v.desc->kind == NPRT_K_FROZENSET;
}

/* Both of one kind. */
static int32_t equal_of_kind(Value a, Value b, uint8_t *out)
{
    switch ((NprtKind)a.desc->kind) {
    case NPRT_K_SCALAR:
        *out = scalars_equal(a, b) != 0;
        return 0;
    case NPRT_K_STR:
    case NPRT_K_BYTES:
        *out = nprt_str_equal(*(NprtStr *const *)a.at, *(NprtStr *const *)b.at);
        return 0;
    case NPRT_K_TUPLE:
    case NPRT_K_LIST:
        return sequences_equal(a, b, out);
    case NPRT_K_DICT:
        return dicts_equal(a, b, out);
    case NPRT_K_SET:
    case NPRT_K_FROZENSET:
        return nprt_set_compare(*(NprtSet *const *)a.at, *(NprtSet *const *)b.at, NPRT_SET_EQUAL,
                                out);
    case NPRT_K_RANGE:
        *out = ranges_equal((const int64_t *)a.at, (const int64_t *)b.at) != 0;
        return 0;
    case NPRT_K_SLICE:
        *out = slices_equal((const NprtSlice *)a.at, (const NprtSlice *)b.at) != 0;
        return 0;
    case NPRT_K_ARRAY:
        return arrays_equal(a, b, out);
    case NPRT_K_OBJECT:
        return objects_equal(a, b, out);
    case NPRT_K_EXC:
    case NPRT_K_RNG:
        *out = *(void *const *)a.at == *(void *const *)b.at;
        return 0;
    case NPRT_K_DTYPE:
        *out = a.desc->dtype == b.desc->dtype;
        return 0;
    case NPRT_K_FUNCTION:
    case NPRT_K_TYPE:
    case NPRT_K_MODULE:
        *out = a.desc->name == b.desc->name || strcmp(a.desc->name, b.desc->name) == 0;
        return 0;
    case NPRT_K_NONE:
    case NPRT_K_ELLIPSIS:
        *out = 1;
        return 0;
    case NPRT_K_OPTIONAL: /* looked through */
    case NPRT_K_CELL:
        break;
    }
    return 0;
}

int32_t nprt_value_eq(const NprtDesc *a_desc, const void *a, const NprtDesc *b_desc, const void *b,
                      uint8_t *out)
{
    Value x = look_through(a_desc, a), y = look_through(b_desc, b);
    *out = 0;
    if (kind_of(x) == kind_of(y) || (is_set(x) && is_set(y))) {
        return equal_of_kind(x, y, out);
    }
    if (x.desc->kind == NPRT_K_ARRAY || y.desc->kind == NPRT_K_ARRAY) {
        return arrays_equal(x, y, out);
    }
    return 0;
}

int32_t nprt_value_same(const NprtDesc *a_desc, const void *a, const NprtDesc *b_desc,
                        const void *b, uint8_t *out)
{
    Value x = look_through(a_desc, a), y = look_through(b_desc, b);
    if (x.desc->kind == NPRT_K_SCALAR && y.desc->kind == NPRT_K_SCALAR && x.desc->py &&
        y.desc->py && x.desc->dtype == y.desc->dtype && memcmp(x.at, y.at, x.desc->size) == 0) {
        *out = 1;
        return 0;
    }
    if (x.desc->kind == NPRT_K_OBJECT && y.desc->kind == NPRT_K_OBJECT &&
        *(void *const *)x.at == *(void *const *)y.at) {
        *out = 1;
        return 0;
    }
    return nprt_value_eq(x.desc, x.at, y.desc, y.at, out);
}

/* Tuples have no object of their own: they are one when their elements are. */
static int tuples_are_one(Value a, Value b)
{
    if (a.desc->n != b.desc->n) {
        return 0;
    }
    for (uint32_t i = 0; i < a.desc->n; i++) {
        Value x = item_of(a, i), y = item_of(b, i);
        if (!nprt_value_is(x.desc, x.at, y.desc, y.at)) {
            return 0;
        }
    }
    return 1;
}

uint8_t nprt_value_is(const NprtDesc *a_desc, const void *a, const NprtDesc *b_desc, const void *b)
{
    Value x = look_through(a_desc, a), y = look_through(b_desc, b);
    uint8_t answer = 0;
    if (x.desc->kind != y.desc->kind) {
        return 0;
    }
    switch ((NprtKind)x.desc->kind) {
    case NPRT_K_LIST:
    case NPRT_K_DICT:
    case NPRT_K_SET:
    case NPRT_K_FROZENSET:
    case NPRT_K_OBJECT:
    case NPRT_K_EXC:
    case NPRT_K_RNG:
        return *(void *const *)x.at == *(void *const *)y.at;
    case NPRT_K_SCALAR:
        return x.desc->py == y.desc->py && x.desc->dtype == y.desc->dtype &&
               memcmp(x.at, y.at, x.desc->size) == 0;
    case NPRT_K_ARRAY:
        return x.desc->dtype == y.desc->dtype && x.desc->ndim == y.desc->ndim &&
               memcmp(x.at, y.at, x.desc->size) == 0;
    case NPRT_K_TUPLE:
        return tuples_are_one(x, y) != 0;
    default: /* these cannot raise */
        equal_of_kind(x, y, &answer);
        return answer;
    }
}

/* ---- order ---- */

static int32_t raise_no_order(Value a, Value b)
{
    return nprt_raise(NPRT_EXC_TYPE_ERROR, "'<' not supported between instances of '%s' and '%s'",
                      nprt_desc_type_name(a.desc), nprt_desc_type_name(b.desc));
}

/* The first pair that differs decides. */
static int32_t sequence_less(Value a, Value b, uint8_t *out)
{
    int64_t n = length_of(a), m = length_of(b);
    for (int64_t i = 0; i < n && i < m; i++) {
        Value x = item_of(a, i), y = item_of(b, i);
        uint8_t is_same;
        if (same(x, y, &is_same) != 0) {
            return 1;
        }
        if (!is_same) {
            return nprt_value_less(x.desc, x.at, y.desc, y.at, out);
        }
    }
    *out = n < m;
    return 0;
}

int32_t nprt_value_less(const NprtDesc *a_desc, const void *a, const NprtDesc *b_desc,
                        const void *b, uint8_t *out)
{
    Value x = look_through(a_desc, a), y = look_through(b_desc, b);
    *out = 0;
    if (kind_of(x) != kind_of(y) && !(is_set(x) && is_set(y))) {
        return raise_no_order(x, y);
    }
    switch (x.desc->kind) {
    case NPRT_K_SCALAR:
        if (is_complex(x) || is_complex(y)) {
            return raise_no_order(x, y);
        }
        *out = compare_scalars(x, y) == -1;
        return 0;
    case NPRT_K_STR:
    case NPRT_K_BYTES:
        *out = nprt_str_compare(*(NprtStr *const *)x.at, *(NprtStr *const *)y.at) < 0;
        return 0;
    case NPRT_K_TUPLE:
    case NPRT_K_LIST:
        return sequence_less(x, y, out);
    case NPRT_K_SET:
    case NPRT_K_FROZENSET:
        return nprt_set_compare(*(NprtSet *const *)x.at, *(NprtSet *const *)y.at,
                                NPRT_SET_PROPER_SUBSET, out);
    case NPRT_K_OBJECT:
        if (x.desc->methods && x.desc->methods->lt) {
            return x.desc->methods->lt(*(void *const *)x.at, *(void *const *)y.at, out);
        }
        return raise_no_order(x, y);
    default:
        return raise_no_order(x, y);
    }
}

int32_t nprt_value_compare(const NprtDesc *a_desc, const void *a, const NprtDesc *b_desc,
                           const void *b, int64_t *out)
{
    uint8_t answer;
    *out = 0;
    if (nprt_value_less(a_desc, a, b_desc, b, &answer) != 0) {
        return 1;
    }
    if (answer) {
        *out = -1;
        return 0;
    }
    if (nprt_value_eq(a_desc, a, b_desc, b, &answer) != 0) {
        return 1;
    }
    if (answer) {
        return 0;
    }
    if (nprt_value_less(b_desc, b, a_desc, a, &answer) != 0) {
        return 1;
    }
    *out = answer ? 1 : UNORDERED;
    return 0;
}

/* ---- hash: CPython's, all modulo the prime 2^61 - 1 ---- */

#define HASH_BITS    61
#define HASH_MODULUS (((uint64_t)1 << HASH_BITS) - 1)

static int64_t not_minus_one(int64_t hash)
{
    return hash == -1 ? -2 : hash;
}

static int64_t hash_magnitude(uint64_t magnitude, int is_negative)
{
    int64_t hash = (int64_t)(magnitude % HASH_MODULUS);
    return not_minus_one(is_negative ? -hash : hash);
}

int64_t nprt_hash_int(int64_t x)
{
    return hash_magnitude(x < 0 ? 0 - (uint64_t)x : (uint64_t)x, x < 0);
}

/* _Py_HashDouble: the fraction 28 bits at a time, then the exponent as a rotation. */
int64_t nprt_hash_double(double x)
{
    if (!isfinite(x)) {
        return isnan(x) ? 0 : x > 0 ? 314159 : -314159;
    }
    int exponent;
    double fraction = frexp(x, &exponent);
    int is_negative = fraction < 0;
    fraction = fabs(fraction);
    uint64_t hash = 0;
    while (fraction != 0.0) {
        hash = (hash << 28 & HASH_MODULUS) | hash >> (HASH_BITS - 28);
        fraction *= 0x1p28;
        exponent -= 28;
        uint64_t part = (uint64_t)fraction;
        fraction -= (double)part;
        hash += part;
        if (hash >= HASH_MODULUS) {
            hash -= HASH_MODULUS;
        }
    }
    exponent = exponent >= 0 ? exponent % HASH_BITS : HASH_BITS - 1 - (-1 - exponent) % HASH_BITS;
    hash = (hash << exponent & HASH_MODULUS) | hash >> (HASH_BITS - exponent);
    return not_minus_one(is_negative ? -(int64_t)hash : (int64_t)hash);
}

static int64_t hash_scalar(Value v)
{
    NprtDtype dtype = v.desc->dtype;
    switch (nprt_dtype_kind(dtype)) {
    case 'u':
        return hash_magnitude((uint64_t)nprt_scalar_int(dtype, v.at), 0);
    case 'f':
        return nprt_hash_double(nprt_scalar_double(dtype, v.at));
    case 'c': {
        NprtC128 z = nprt_scalar_complex(dtype, v.at);
        uint64_t hash =
            (uint64_t)nprt_hash_double(z.re) + 1000003u * (uint64_t)nprt_hash_double(z.im);
        return not_minus_one((int64_t)hash);
    }
    default:
        return nprt_hash_int(nprt_scalar_int(dtype, v.at));
    }
}

/* The tuple hash is xxHash's mixing of the elements' hashes. */
typedef struct TupleHash {
    uint64_t state;
    uint64_t n;
} TupleHash;

#define XX_PRIME_1 11400714785074694791u
#define XX_PRIME_2 14029467366897019727u
#define XX_PRIME_5 2870177450012600261u

static void tuple_hash_add(TupleHash *h, int64_t hash)
{
    h->state += (uint64_t)hash * XX_PRIME_2;
    h->state = h->state << 31 | h->state >> 33;
    h->state *= XX_PRIME_1;
    h->n++;
}

static int64_t tuple_hash_end(TupleHash *h)
{
    h->state += h->n ^ (XX_PRIME_5 ^ 3527539u);
    return h->state == UINT64_MAX ? 1546275796 : (int64_t)h->state;
}

static int32_t hash_tuple(Value v, int64_t *out)
{
    TupleHash h = {XX_PRIME_5, 0};
    for (int64_t i = 0, n = length_of(v); i < n; i++) {
        Value item = item_of(v, i);
        int64_t hash;
        if (nprt_value_hash(item.desc, item.at, &hash) != 0) {
            return 1;
        }
        tuple_hash_add(&h, hash);
    }
    *out = tuple_hash_end(&h);
    return 0;
}

#define HASH_NONE 0xFCA86420

static int64_t hash_range(const int64_t r[3])
{
    int64_t n = range_length(r);
    TupleHash h = {XX_PRIME_5, 0};
    tuple_hash_add(&h, nprt_hash_int(n));
    tuple_hash_add(&h, n > 0 ? nprt_hash_int(r[0]) : HASH_NONE);
    tuple_hash_add(&h, n > 1 ? nprt_hash_int(r[2]) : HASH_NONE);
    return tuple_hash_end(&h);
}

static int64_t hash_frozenset(NprtSet *set)
{
    uint64_t hash = 0;
    for (int64_t i = nprt_dict_next(set, 0); i >= 0; i = nprt_dict_next(set, i + 1)) {
        uint64_t entry;
        memcpy(&entry, set->entries + i * set->entry_size, sizeof entry);
        entry -= 1;
        hash ^= ((entry ^ 89869747u) ^ entry << 16) * 3644798167u;
    }
    hash ^= ((uint64_t)set->len + 1) * 1927868237u;
    hash ^= hash >> 11 ^ hash >> 25;
    hash = hash * 69069u + 907133923u;
    return hash == UINT64_MAX ? 590923713 : (int64_t)hash;
}

static int64_t hash_pointer(const void *pointer)
{
    uint64_t bits = (uintptr_t)pointer;
    return not_minus_one((int64_t)(bits >> 4 | bits << 60));
}

static int64_t hash_name(const char *name)
{
    NprtStr *str = nprt_str_from_c(name ? name : "");
    int64_t hash = nprt_str_hash(str);
    nprt_release(str);
    return hash;
}

int32_t nprt_value_hash(const NprtDesc *desc, const void *value, int64_t *out)
{
    Value v = look_through(desc, value);
    *out = 0;
    switch ((NprtKind)v.desc->kind) {
    case NPRT_K_NONE:
        *out = HASH_NONE;
        return 0;
    case NPRT_K_SCALAR:
        *out = hash_scalar(v);
        return 0;
    case NPRT_K_STR:
    case NPRT_K_BYTES:
        *out = nprt_str_hash(*(NprtStr *const *)v.at);
        return 0;
    case NPRT_K_TUPLE:
    case NPRT_K_LIST:
        if (nprt_desc_is_list(v.desc)) {
            break;
        }
        return hash_tuple(v, out);
    case NPRT_K_FROZENSET:
        *out = hash_frozenset(*(NprtSet *const *)v.at);
        return 0;
    case NPRT_K_RANGE:
        *out = hash_range((const int64_t *)v.at);
        return 0;
    case NPRT_K_OBJECT:
        if (v.desc->methods && v.desc->methods->hash) {
            int32_t status = v.desc->methods->hash(*(void *const *)v.at, out);
            *out = not_minus_one(*out);
            return status;
        }
        if (!v.desc->methods || !v.desc->methods->eq) {
            *out = hash_pointer(*(void *const *)v.at);
            return 0;
        }
        break; /* a class with __eq__ alone is unhashable */
    case NPRT_K_EXC:
    case NPRT_K_RNG:
        *out = hash_pointer(*(void *const *)v.at);
        return 0;
    case NPRT_K_DTYPE:
        *out = hash_name(nprt_dtype_name(v.desc->dtype));
        return 0;
    case NPRT_K_FUNCTION:
    case NPRT_K_TYPE:
    case NPRT_K_MODULE:
    case NPRT_K_ELLIPSIS:
        *out = hash_name(v.desc->name);
        return 0;
    case NPRT_K_DICT:
    case NPRT_K_SET:
    case NPRT_K_SLICE:
    case NPRT_K_ARRAY:
    case NPRT_K_OPTIONAL:
    case NPRT_K_CELL:
        break;
    }
    return nprt_raise(NPRT_EXC_TYPE_ERROR, "unhashable type: '%s'", nprt_desc_type_name(v.desc));
}

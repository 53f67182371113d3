/* str and bytes: creation, UTF-8 and sequence operations. */
#include "runtime/str.h"

#include "runtime/errors.h"
#include "runtime/memory.h"
#include "runtime/print_scalar.h"
#include "runtime/str_text.h"

#include <string.h>

/* ---- UTF-8 ---- */

int32_t nprt_utf8_encode(uint32_t code, char *out)
{
    if (code < 0x80) {
        out[0] = (char)code;
        return 1;
    }
    if (code < 0x800) {
        out[0] = (char)(0xC0 | code >> 6);
        out[1] = (char)(0x80 | (code & 0x3F));
        return 2;
    }
    if (code < 0x10000) {
        out[0] = (char)(0xE0 | code >> 12);
        out[1] = (char)(0x80 | (code >> 6 & 0x3F));
        out[2] = (char)(0x80 | (code & 0x3F));
        return 3;
    }
    out[0] = (char)(0xF0 | code >> 18);
    out[1] = (char)(0x80 | (code >> 12 & 0x3F));
    out[2] = (char)(0x80 | (code >> 6 & 0x3F));
    out[3] = (char)(0x80 | (code & 0x3F));
    return 4;
}

uint32_t nprt_utf8_next(const char **at)
{
    const unsigned char *s = (const unsigned char *)*at;
    if (s[0] < 0x80) {
        *at += 1;
        return s[0];
    }
    if (s[0] < 0xE0) {
        *at += 2;
        return (uint32_t)(s[0] & 0x1F) << 6 | (s[1] & 0x3F);
    }
    if (s[0] < 0xF0) {
        *at += 3;
        return (uint32_t)(s[0] & 0x0F) << 12 | (uint32_t)(s[1] & 0x3F) << 6 | (s[2] & 0x3F);
    }
    *at += 4;
    return (uint32_t)(s[0] & 0x07) << 18 | (uint32_t)(s[1] & 0x3F) << 12 |
           (uint32_t)(s[2] & 0x3F) << 6 | (s[3] & 0x3F);
}

static int is_continuation(char byte)
{
    return ((unsigned char)byte & 0xC0) == 0x80;
}

uint32_t nprt_utf8_prev(const char **at)
{
    do {
        (*at)--;
    } while (is_continuation(**at));
    const char *start = *at;
    return nprt_utf8_next(&start);
}

int64_t nprt_utf8_count(const char *text, int64_t nbytes)
{
    int64_t n = 0;
    for (int64_t i = 0; i < nbytes; i++) {
        n += !is_continuation(text[i]);
    }
    return n;
}

int64_t nprt_str_offset(const NprtStr *str, int64_t index)
{
    if (str->ascii) {
        return index;
    }
    /* From the nearer end. */
    const char *at = str->text;
    if (index <= str->len / 2) {
        for (; index > 0; index--) {
            at++;
            while (is_continuation(*at)) {
                at++;
            }
        }
    } else {
        at += str->nbytes;
        for (int64_t left = str->len - index; left > 0; left--) {
            do {
                at--;
            } while (is_continuation(*at));
        }
    }
    return at - str->text;
}

int64_t nprt_str_position(const NprtStr *str, int64_t offset)
{
    return str->ascii ? offset : nprt_utf8_count(str->text, offset);
}

/* ---- creation ---- */

NprtStr *nprt_str_raw(int64_t nbytes, int64_t len)
{
    NprtStr *str = nprt_alloc_obj(NPRT_O_STR, sizeof *str + (size_t)nbytes + 1, NULL);
    str->len = len;
    str->nbytes = nbytes;
    str->ascii = len == nbytes;
    return str;
}

NprtStr *nprt_str_part(const NprtStr *source, int64_t at, int64_t nbytes, int64_t len)
{
    NprtStr *str = nprt_str_raw(nbytes, len);
    memcpy(str->text, source->text + at, (size_t)nbytes);
    str->obj.flags = source->obj.flags & NPRT_STR_BYTES;
    return str;
}

NprtStr *nprt_str_new(const char *text, int64_t nbytes)
{
    NprtStr *str = nprt_str_raw(nbytes, nprt_utf8_count(text, nbytes));
    memcpy(str->text, text, (size_t)nbytes);
    return str;
}

NprtStr *nprt_str_from_c(const char *c_string)
{
    return nprt_str_new(c_string, (int64_t)strlen(c_string));
}

NprtStr *nprt_bytes_new(const char *bytes, int64_t nbytes)
{
    NprtStr *str = nprt_str_raw(nbytes, nbytes);
    if (nbytes > 0) {
        memcpy(str->text, bytes, (size_t)nbytes);
    }
    str->obj.flags = NPRT_STR_BYTES;
    return str;
}

NprtStr *nprt_str_empty(void)
{
    /* NprtStr with room for the NUL, which a flexible member cannot be given here. Not constant:
     * generated code counts references without asking. */
    static struct {
        NprtObj obj;
        int64_t len, nbytes;
        uint64_t hash;
        uint32_t ascii, pad;
        char text[8];
    } empty = {.obj = {.refcount = NPRT_IMMORTAL, .kind = NPRT_O_STR}, .ascii = 1};
    return (NprtStr *)(void *)&empty;
}

/* ---- comparison and hash ---- */

uint8_t nprt_str_equal(const NprtStr *a, const NprtStr *b)
{
    return a == b || (a->nbytes == b->nbytes && memcmp(a->text, b->text, (size_t)a->nbytes) == 0);
}

/* UTF-8 orders like its code points. */
int64_t nprt_str_compare(NprtStr *a, NprtStr *b)
{
    int64_t n = a->nbytes < b->nbytes ? a->nbytes : b->nbytes;
    int order = memcmp(a->text, b->text, (size_t)n);
    if (order == 0) {
        return (a->nbytes > b->nbytes) - (a->nbytes < b->nbytes);
    }
    return order < 0 ? -1 : 1;
}

static uint64_t rotate(uint64_t x, int by)
{
    return x << by | x >> (64 - by);
}

static void sip_round(uint64_t v[4])
{
    v[0] += v[1];
    v[2] += v[3];
    v[1] = rotate(v[1], 13) ^ v[0];
    v[3] = rotate(v[3], 16) ^ v[2];
    v[0] = rotate(v[0], 32);
    v[2] += v[1];
    v[0] += v[3];
    v[1] = rotate(v[1], 17) ^ v[2];
    v[3] = rotate(v[3], 21) ^ v[0];
    v[2] = rotate(v[2], 32);
}

/* SipHash-1-3 (J.-P. Aumasson, D. J. Bernstein, 2012) with the key 0. */
static uint64_t sip_hash(const unsigned char *data, size_t n)
{
    uint64_t v[4] = {0x736f6d6570736575, 0x646f72616e646f6d, 0x6c7967656e657261,
                     0x7465646279746573};
    uint64_t word;
    size_t left = n;
    for (; left >= 8; left -= 8, data += 8) {
        memcpy(&word, data, 8);
        v[3] ^= word;
        sip_round(v);
        v[0] ^= word;
    }
    word = 0;
    if (left > 0) {
        memcpy(&word, data, left);
    }
    word |= (uint64_t)n << 56;
    v[3] ^= word;
    sip_round(v);
    v[0] ^= word;
    v[2] ^= 0xff;
    sip_round(v);
    sip_round(v);
    sip_round(v);
    return v[0] ^ v[1] ^ v[2] ^ v[3];
}

/* CPython hashes its own storage: 1, 2 or 4 bytes per code point by the largest one. */
static uint64_t hash_wide(const NprtStr *str)
{
    const char *end = str->text + str->nbytes;
    uint32_t largest = 0;
    for (const char *at = str->text; at < end;) {
        uint32_t code = nprt_utf8_next(&at);
        largest = code > largest ? code : largest;
    }
    size_t width = largest < 0x100 ? 1 : largest < 0x10000 ? 2 : 4;
    NprtText wide;
    nprt_text_init(&wide);
    for (const char *at = str->text; at < end;) {
        uint32_t code = nprt_utf8_next(&at); /* little-endian: the low bytes come first */
        nprt_text_add(&wide, (const char *)&code, width);
    }
    uint64_t hash = sip_hash((const unsigned char *)wide.data, wide.len);
    nprt_text_fini(&wide);
    return hash;
}

int64_t nprt_str_hash(NprtStr *str)
{
    if (str->hash != 0) {
        return (int64_t)(str->hash - 1); /* kept plus one: -1 never occurs */
    }
    if (str->nbytes == 0) {
        return 0;
    }
    uint64_t hash = str->ascii ? sip_hash((const unsigned char *)str->text, (size_t)str->nbytes)
                               : hash_wide(str);
    hash = hash == UINT64_MAX ? UINT64_MAX - 1 : hash;
    str->hash = hash + 1;
    return (int64_t)hash;
}

/* ---- searching ---- */

int64_t nprt_bytes_find(const char *text, int64_t from, int64_t to, const char *needle, int64_t n)
{
    if (from > to || n > to - from) {
        return -1;
    }
    if (n == 0) {
        return from;
    }
    const char *found = memmem(text + from, (size_t)(to - from), needle, (size_t)n);
    return found ? found - text : -1;
}

int64_t nprt_bytes_rfind(const char *text, int64_t from, int64_t to, const char *needle, int64_t n)
{
    if (from > to) {
        return -1;
    }
    for (int64_t at = to - n; at >= from; at--) {
        if (n == 0 || (text[at] == needle[0] && memcmp(text + at, needle, (size_t)n) == 0)) {
            return at;
        }
    }
    return -1;
}

uint8_t nprt_str_contains(NprtStr *str, NprtStr *needle)
{
    return nprt_bytes_find(str->text, 0, str->nbytes, needle->text, needle->nbytes) >= 0;
}

/* ---- slices ---- */

static int64_t clip(int64_t x, int64_t len, int64_t low, int64_t high)
{
    if (x < 0) {
        x = x < -len ? low : x + len;
        return x < low ? low : x;
    }
    return x > high ? high : x;
}

int32_t nprt_slice_resolve(const NprtSlice *slice, int64_t len, NprtSliceRange *out)
{
    int64_t step = slice->has & 4 ? slice->step : 1;
    if (step == 0) {
        return nprt_raise(NPRT_EXC_VALUE_ERROR, "slice step cannot be zero");
    }
    if (step < -INT64_MAX) {
        step = -INT64_MAX;
    }
    int64_t low = step < 0 ? -1 : 0, high = step < 0 ? len - 1 : len;
    int64_t start = slice->has & 1 ? clip(slice->start, len, low, high) : step < 0 ? high : low;
    int64_t stop = slice->has & 2 ? clip(slice->stop, len, low, high) : step < 0 ? low : high;
    int64_t count = 0;
    if (step < 0 && stop < start) {
        count = (start - stop - 1) / -step + 1;
    } else if (step > 0 && start < stop) {
        count = (stop - start - 1) / step + 1;
    }
    *out = (NprtSliceRange){.start = start, .step = step, .count = count, .stop = stop};
    return 0;
}

/* ---- sequence operations ---- */

NprtStr *nprt_str_concat(NprtStr *a, NprtStr *b)
{
    if (a->nbytes == 0 || b->nbytes == 0) {
        NprtStr *whole = a->nbytes == 0 ? b : a;
        nprt_retain(whole);
        return whole;
    }
    NprtStr *str = nprt_str_raw(a->nbytes + b->nbytes, a->len + b->len);
    memcpy(str->text, a->text, (size_t)a->nbytes);
    memcpy(str->text + a->nbytes, b->text, (size_t)b->nbytes);
    str->obj.flags = a->obj.flags & NPRT_STR_BYTES;
    return str;
}

NprtStr *nprt_str_repeat(NprtStr *source, int64_t times)
{
    if (times < 0) {
        times = 0;
    }
    if (source->nbytes > 0 && times > PTRDIFF_MAX / 2 / source->nbytes) {
        nprt_out_of_memory();
    }
    NprtStr *str = nprt_str_raw(source->nbytes * times, source->len * times);
    if (source->nbytes == 1) {
        memset(str->text, source->text[0], (size_t)times);
    } else {
        for (int64_t i = 0; i < times; i++) {
            memcpy(str->text + i * source->nbytes, source->text, (size_t)source->nbytes);
        }
    }
    str->obj.flags = source->obj.flags & NPRT_STR_BYTES;
    return str;
}

int32_t nprt_str_index(NprtStr *str, int64_t index, void **out)
{
    *out = NULL;
    if (index < 0) {
        index += str->len;
    }
    if (index < 0 || index >= str->len) {
        return nprt_raise(NPRT_EXC_INDEX_ERROR, "%s index out of range",
                          str->obj.flags & NPRT_STR_BYTES ? "bytes" : "string");
    }
    int64_t at = nprt_str_offset(str, index);
    const char *end = str->text + at;
    nprt_utf8_next(&end);
    *out = nprt_str_part(str, at, str->ascii ? 1 : end - str->text - at, 1);
    return 0;
}

int32_t nprt_bytes_index(NprtStr *bytes, int64_t index, int64_t *out)
{
    *out = 0;
    if (index < 0) {
        index += bytes->nbytes;
    }
    if (index < 0 || index >= bytes->nbytes) {
        return nprt_raise(NPRT_EXC_INDEX_ERROR, "index out of range");
    }
    *out = (unsigned char)bytes->text[index];
    return 0;
}

/* The code points of a range with any step; `range` is not empty. */
static NprtStr *slice_steps(const NprtStr *str, const NprtSliceRange *range)
{
    NprtText text;
    nprt_text_init(&text);
    if (str->ascii) {
        char *out = nprt_text_reserve(&text, (size_t)range->count);
        for (int64_t i = 0; i < range->count; i++) {
            out[i] = str->text[range->start + i * range->step];
        }
        text.len = (size_t)range->count;
    } else {
        int64_t position = range->start;
        const char *at = str->text + nprt_str_offset(str, position);
        for (int64_t i = 0; i < range->count; i++) {
            const char *end = at;
            nprt_text_add_code(&text, nprt_utf8_next(&end));
            for (int64_t k = range->step; k > 0 && i + 1 < range->count; k--) {
                nprt_utf8_next(&at);
            }
            for (int64_t k = range->step; k < 0 && i + 1 < range->count; k++) {
                nprt_utf8_prev(&at);
            }
        }
    }
    NprtStr *part = nprt_str_raw((int64_t)text.len, range->count);
    memcpy(part->text, text.data, text.len);
    part->obj.flags = str->obj.flags & NPRT_STR_BYTES;
    nprt_text_fini(&text);
    return part;
}

int32_t nprt_str_slice(NprtStr *str, const NprtDesc *desc, const void *slice, void **out)
{
    (void)desc;
    *out = NULL;
    NprtSliceRange range;
    if (nprt_slice_resolve(slice, str->len, &range) != 0) {
        return 1;
    }
    if (range.count == str->len && range.step == 1) {
        nprt_retain(str);
        *out = str;
    } else if (range.count == 0) {
        *out = nprt_str_part(str, 0, 0, 0);
    } else if (range.step == 1) {
        int64_t at = nprt_str_offset(str, range.start);
        int64_t end = nprt_str_offset(str, range.start + range.count);
        *out = nprt_str_part(str, at, end - at, range.count);
    } else {
        *out = slice_steps(str, &range);
    }
    return 0;
}

/* Element `i` of a list or tuple value. */
static const void *sequence_item(const NprtDesc *desc, const void *value, int64_t i,
                                 const NprtDesc **out_desc)
{
    if (desc->kind == NPRT_K_LIST) {
        *out_desc = desc->elems[0];
        return (*(NprtList *const *)value)->data + i * desc->elems[0]->size;
    }
    *out_desc = desc->elems[i];
    return (const char *)value + desc->offsets[i];
}

int32_t nprt_str_join(NprtStr *separator, const NprtDesc *desc, const void *parts, void **out)
{
    *out = NULL;
    int64_t n = desc->kind == NPRT_K_LIST ? (*(NprtList *const *)parts)->len : desc->n;
    int64_t nbytes = 0, len = 0;
    for (int64_t i = 0; i < n; i++) {
        const NprtDesc *item_desc;
        const void *item = sequence_item(desc, parts, i, &item_desc);
        if (item_desc->kind != NPRT_K_STR && item_desc->kind != NPRT_K_BYTES) {
            return nprt_raise(NPRT_EXC_TYPE_ERROR,
                              "sequence item %lld: expected str instance, %s found", (long long)i,
                              nprt_desc_type_name(item_desc));
        }
        const NprtStr *part = *(NprtStr *const *)item;
        nbytes += part->nbytes + (i > 0 ? separator->nbytes : 0);
        len += part->len + (i > 0 ? separator->len : 0);
    }
    NprtStr *str = nprt_str_raw(nbytes, len);
    char *at = str->text;
    for (int64_t i = 0; i < n; i++) {
        const NprtDesc *item_desc;
        const NprtStr *part = *(NprtStr *const *)sequence_item(desc, parts, i, &item_desc);
        if (i > 0) {
            memcpy(at, separator->text, (size_t)separator->nbytes);
            at += separator->nbytes;
        }
        memcpy(at, part->text, (size_t)part->nbytes);
        at += part->nbytes;
    }
    str->obj.flags = separator->obj.flags & NPRT_STR_BYTES;
    *out = str;
    return 0;
}

int32_t nprt_str_ord(NprtStr *str, int64_t *out)
{
    *out = 0;
    if (str->len != 1) {
        return nprt_raise(NPRT_EXC_TYPE_ERROR,
                          "ord() expected a character, but string of length %lld found",
                          (long long)str->len);
    }
    const char *at = str->text;
    *out = str->ascii ? (unsigned char)*at : nprt_utf8_next(&at);
    return 0;
}

int32_t nprt_str_chr(int64_t code, void **out)
{
    *out = NULL;
    if (code < 0 || code > 0x10FFFF) {
        return nprt_raise(NPRT_EXC_VALUE_ERROR, "chr() arg not in range(0x110000)");
    }
    char text[4];
    int32_t n = nprt_utf8_encode((uint32_t)code, text);
    NprtStr *str = nprt_str_raw(n, 1);
    memcpy(str->text, text, (size_t)n);
    *out = str;
    return 0;
}

NprtStr *nprt_str_repr(const NprtStr *str)
{
    NprtText text;
    nprt_text_init(&text);
    nprt_text_add_str_repr(&text, str);
    return nprt_text_finish(&text);
}

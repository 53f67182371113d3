/* UTF-8 decoding after table 3-7 of the Unicode Standard, and a binary search in unicode.def. */

#include "compiler/support/unicode.h"

enum { START = 1, CONT = 2, HIDDEN = 4, WIDE = 8, ZERO = 16 };

typedef struct CodeRange {
    uint32_t first, last;
    uint32_t properties;
} CodeRange;

static const CodeRange ranges[] = {
#define RANGE(first, last, properties) {first, last, properties},
#include "compiler/support/unicode.def"
#undef RANGE
};

static uint32_t properties(uint32_t code_point)
{
    size_t low = 0, high = sizeof ranges / sizeof *ranges;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (code_point > ranges[middle].last)
            low = middle + 1;
        else if (code_point < ranges[middle].first)
            high = middle;
        else
            return ranges[middle].properties;
    }
    return 0;
}

uint32_t nj_utf8_length(char first_byte)
{
    unsigned char byte = (unsigned char)first_byte;
    return byte < 0xC0 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4;
}

uint32_t nj_utf8_decode(const char *text, size_t len, uint32_t *out_code_point)
{
    const unsigned char *bytes = (const unsigned char *)text;
    if (!len)
        return 0;
    if (bytes[0] < 0x80) {
        *out_code_point = bytes[0];
        return 1;
    }
    if (bytes[0] < 0xC2 || bytes[0] > 0xF4)
        return 0;
    uint32_t size = nj_utf8_length(text[0]);
    if (len < size)
        return 0;
    uint32_t code_point = bytes[0] & (0x7Fu >> size);
    for (uint32_t i = 1; i < size; i++) {
        if ((bytes[i] & 0xC0) != 0x80)
            return 0;
        code_point = code_point << 6 | (bytes[i] & 0x3Fu);
    }
    bool is_overlong = (size == 3 && code_point < 0x800) || (size == 4 && code_point < 0x10000);
    bool is_surrogate = code_point >= 0xD800 && code_point <= 0xDFFF;
    if (is_overlong || is_surrogate || code_point > 0x10FFFF)
        return 0;
    *out_code_point = code_point;
    return size;
}

uint32_t nj_utf8_count(const char *text, size_t len)
{
    uint32_t count = 0;
    for (size_t i = 0; i < len; i++)
        count += ((unsigned char)text[i] & 0xC0) != 0x80;
    return count;
}

static bool is_ascii_letter(uint32_t code_point)
{
    uint32_t lower = code_point | 0x20;
    return (lower >= 'a' && lower <= 'z') || code_point == '_';
}

bool nj_unicode_is_id_start(uint32_t code_point)
{
    if (code_point < 0x80)
        return is_ascii_letter(code_point);
    return (properties(code_point) & START) != 0;
}

bool nj_unicode_is_id_continue(uint32_t code_point)
{
    if (code_point < 0x80)
        return is_ascii_letter(code_point) || (code_point >= '0' && code_point <= '9');
    return (properties(code_point) & (START | CONT)) != 0;
}

bool nj_unicode_is_hidden(uint32_t code_point)
{
    if (code_point < 0x80)
        return code_point < 0x20 || code_point == 0x7F;
    return (properties(code_point) & HIDDEN) != 0;
}

uint32_t nj_unicode_width(uint32_t code_point)
{
    if (code_point < 0x80)
        return 1;
    uint32_t found = properties(code_point);
    return found & ZERO ? 0 : found & WIDE ? 2 : 1;
}

/* ---- normalisation ---- */

typedef struct Shift {
    uint32_t first, last, to;
} Shift;

typedef struct Spelling {
    uint32_t from;
    const char *text;
} Spelling;

static const Shift shifts[] = {
#define SHIFT(first, last, to) {first, last, to},
#define SPELL(from, text)
#include "compiler/support/nfkc.def"
#undef SHIFT
#undef SPELL
};

static const Spelling spellings[] = {
#define SHIFT(first, last, to)
#define SPELL(from, text) {from, text},
#include "compiler/support/nfkc.def"
#undef SHIFT
#undef SPELL
};

/* Linear searches: characters beyond ASCII are rare in names. */
void nj_unicode_fold(NjStrBuf *out, uint32_t code_point)
{
    for (size_t i = 0; code_point >= 0x80 && i < sizeof spellings / sizeof *spellings; i++) {
        if (spellings[i].from == code_point) {
            nj_strbuf_puts(out, spellings[i].text);
            return;
        }
    }
    for (size_t i = 0; code_point >= 0x80 && i < sizeof shifts / sizeof *shifts; i++) {
        if (code_point >= shifts[i].first && code_point <= shifts[i].last) {
            code_point = shifts[i].to + (code_point - shifts[i].first);
            break;
        }
    }
    nj_strbuf_put_utf8(out, code_point);
}

/* text.c - see text.h. */
#include "jit/compare/text.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_NUMBER = 64 };

typedef struct Token {
    NjText text;
    bool is_number, is_int;
    double value;
} Token;

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_word(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) || c == '_' ||
           (unsigned char)c >= 0x80;
}

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f' || c == '\v';
}

static size_t digits(NjText t, size_t i)
{
    while (i < t.n && is_digit(t.at[i]))
        i++;
    return i;
}

static size_t word(NjText t, size_t i)
{
    while (i < t.n && is_word(t.at[i]))
        i++;
    return i;
}

/* Length of the number at the start of the text; 0: there is none. */
static size_t number(NjText t, bool *out_is_int)
{
    size_t i = t.n && (t.at[0] == '-' || t.at[0] == '+');
    size_t name = word(t, i) - i;
    *out_is_int = false;
    if (name == 3 && (memcmp(t.at + i, "nan", 3) == 0 || memcmp(t.at + i, "inf", 3) == 0))
        return i + 3;
    size_t start = i, end = digits(t, i);
    size_t n_digits = end - start;
    *out_is_int = true;
    if (end < t.n && t.at[end] == '.') {
        size_t fraction = digits(t, end + 1);
        if (n_digits == 0 && fraction == end + 1)
            return 0; /* a point alone */
        n_digits += fraction - end - 1;
        end = fraction;
        *out_is_int = false;
    }
    if (n_digits == 0)
        return 0;
    if (end < t.n && (t.at[end] == 'e' || t.at[end] == 'E')) {
        size_t at = end + 1;
        at += at < t.n && (t.at[at] == '-' || t.at[at] == '+');
        if (digits(t, at) > at) {
            end = digits(t, at);
            *out_is_int = false;
        }
    }
    return end;
}

static void advance(NjText *t, size_t n)
{
    t->at += n;
    t->n -= n;
}

/* False at the end of the text. */
static bool next_token(NjText *t, Token *out)
{
    while (t->n && is_space(t->at[0]))
        advance(t, 1);
    if (t->n == 0)
        return false;
    char copy[MAX_NUMBER];
    *out = (Token){0};
    size_t n = number(*t, &out->is_int);
    if (n > 0 && n < sizeof copy) {
        memcpy(copy, t->at, n);
        copy[n] = '\0';
        out->is_number = true;
        out->value = strtod(copy, NULL);
    } else {
        n = word(*t, 0);
        n = n ? n : 1;
    }
    out->text = (NjText){t->at, n};
    advance(t, n);
    return true;
}

static bool is_same_text(NjText a, NjText b)
{
    return a.n == b.n && memcmp(a.at, b.at, a.n) == 0;
}

bool nj_text_compare(NjText a, NjText b, NjTolerance tolerance, NjDifference *d)
{
    for (;;) {
        Token x, y;
        bool has_x = next_token(&a, &x), has_y = next_token(&b, &y);
        if (!has_x || !has_y)
            return has_x == has_y;
        if (x.is_number != y.is_number || (!x.is_number && !is_same_text(x.text, y.text)))
            return false;
        if (!x.is_number)
            continue;
        bool is_int = x.is_int && y.is_int;
        if (is_int && x.value == y.value && !is_same_text(x.text, y.text)) {
            /* more digits than a double has, or a "+" */
            const NjText *longer = x.text.n > y.text.n ? &x.text : &y.text;
            enum { EXACT_DIGITS = 15 };
            if (longer->n > EXACT_DIGITS)
                return false;
        }
        nj_difference_add_number(d, tolerance, x.value, y.value, is_int);
    }
}

bool nj_text_line(NjText *text, NjText *out_line)
{
    if (text->n == 0)
        return false;
    const char *end = memchr(text->at, '\n', text->n);
    size_t n = end ? (size_t)(end - text->at) : text->n;
    *out_line = (NjText){text->at, n};
    advance(text, n + (end != NULL));
    return true;
}

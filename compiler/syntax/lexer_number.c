/* Number literals. The rules and the texts of the errors are those of "Numeric literals" in
 * Python's reference manual and of CPython's tokenizer; values are computed later, by the parser.
 */

#include <string.h>

#include "compiler/syntax/lexer_internal.h"

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_digit_of(char c, unsigned base)
{
    char lower = (char)(c | 0x20);
    if (base == 16)
        return is_digit(c) || (lower >= 'a' && lower <= 'f');
    return is_digit(c) && (unsigned)(c - '0') < base;
}

static bool is_name_char(char c)
{
    char lower = (char)(c | 0x20);
    return is_digit(c) || (lower >= 'a' && lower <= 'z') || c == '_';
}

/* Is one of the keywords here that may follow an operand directly: "1if x else y"? CPython wants a
 * whole word except for the short ones. */
static bool at_follower(const char *at)
{
    static const char *const words[] = {"and", "else", "for", "not", "or"};
    if (at[0] == 'i' && (at[1] == 'f' || at[1] == 'n' || at[1] == 's'))
        return true;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        size_t len = strlen(words[i]);
        if (strncmp(at, words[i], len) == 0 && !is_name_char(at[len]))
            return true;
    }
    return false;
}

static bool check_end(NjLexer *lexer, const char *kind)
{
    if (is_name_char(*lexer->at) && !at_follower(lexer->at))
        return nj_lexer_fail_here(lexer, "SyntaxError: invalid %s literal", kind);
    return true;
}

/* Digits of 0x, 0o and 0b literals; `at` is behind the prefix. */
static bool lex_based(NjLexer *lexer, unsigned base, const char *kind)
{
    do {
        if (*lexer->at == '_')
            lexer->at++;
        if (!is_digit_of(*lexer->at, base)) {
            if (!is_digit(*lexer->at))
                return nj_lexer_fail_here(lexer, "SyntaxError: invalid %s literal", kind);
            lexer->at++;
            return nj_lexer_fail_here(lexer, "SyntaxError: invalid digit '%c' in %s literal",
                                      lexer->at[-1], kind);
        }
        while (is_digit_of(*lexer->at, base))
            lexer->at++;
    } while (*lexer->at == '_');
    if (is_digit(*lexer->at)) {
        lexer->at++;
        return nj_lexer_fail_here(lexer, "SyntaxError: invalid digit '%c' in %s literal",
                                  lexer->at[-1], kind);
    }
    return check_end(lexer, kind);
}

/* Decimal digits with single underscores between them; at least one digit must be there already. */
static bool skip_decimals(NjLexer *lexer)
{
    for (;;) {
        while (is_digit(*lexer->at))
            lexer->at++;
        if (*lexer->at != '_')
            return true;
        lexer->at++;
        if (!is_digit(*lexer->at))
            return nj_lexer_fail_here(lexer, "SyntaxError: invalid decimal literal");
    }
}

/* An exponent, if there is one: `at` is at 'e'. What merely begins with 'e' ("1else") is left
 * alone. */
static bool skip_exponent(NjLexer *lexer, bool *out_found)
{
    const char *mark = lexer->at++;
    *out_found = true;
    if (*lexer->at == '+' || *lexer->at == '-') {
        lexer->at++;
        if (!is_digit(*lexer->at))
            return nj_lexer_fail_here(lexer, "SyntaxError: invalid decimal literal");
    } else if (!is_digit(*lexer->at)) {
        lexer->at = mark;
        *out_found = false;
        return check_end(lexer, "decimal");
    }
    return skip_decimals(lexer);
}

/* Behind the whole part: fraction, exponent, imaginary unit. `zeros_end` is set for 0123. */
static bool lex_tail(NjLexer *lexer, const char *start, const char *zeros_end)
{
    NjTokenKind kind = NJ_TOK_INT;
    if (*lexer->at == '.') {
        kind = NJ_TOK_FLOAT;
        lexer->at++;
        if (is_digit(*lexer->at) && !skip_decimals(lexer))
            return false;
    }
    if ((*lexer->at | 0x20) == 'e') {
        bool found;
        if (!skip_exponent(lexer, &found))
            return false;
        if (found)
            kind = NJ_TOK_FLOAT;
    }
    const char *what = "decimal";
    if ((*lexer->at | 0x20) == 'j') {
        lexer->at++;
        kind = NJ_TOK_IMAGINARY;
        what = "imaginary";
    } else if (kind == NJ_TOK_INT && zeros_end) {
        return nj_lexer_fail(lexer, start, zeros_end,
                             "SyntaxError: leading zeros in decimal integer literals are not "
                             "permitted; use an 0o prefix for octal integers");
    }
    if (!check_end(lexer, what))
        return false;
    nj_lexer_push(lexer, kind, start);
    return true;
}

/* After a leading zero: "0", "0_0", "0.5", "00j", or the error of "0123". */
static bool lex_zero(NjLexer *lexer, const char *start)
{
    for (;;) {
        if (*lexer->at == '_') {
            lexer->at++;
            if (!is_digit(*lexer->at))
                return nj_lexer_fail_here(lexer, "SyntaxError: invalid decimal literal");
        }
        if (*lexer->at != '0')
            break;
        lexer->at++;
    }
    const char *zeros_end = lexer->at;
    bool is_nonzero = is_digit(*lexer->at);
    if (is_nonzero && !skip_decimals(lexer))
        return false;
    return lex_tail(lexer, start, is_nonzero ? zeros_end : NULL);
}

bool nj_lex_number(NjLexer *lexer)
{
    const char *start = lexer->at;
    if (*start == '0') {
        unsigned base = 0;
        const char *kind = "";
        switch (start[1] | 0x20) {
        case 'x':
            base = 16;
            kind = "hexadecimal";
            break;
        case 'o':
            base = 8;
            kind = "octal";
            break;
        case 'b':
            base = 2;
            kind = "binary";
            break;
        }
        lexer->at += base ? 2 : 1;
        if (!base)
            return lex_zero(lexer, start);
        if (!lex_based(lexer, base, kind))
            return false;
        nj_lexer_push(lexer, NJ_TOK_INT, start);
        return true;
    }
    if (*start != '.' && !skip_decimals(lexer))
        return false;
    return lex_tail(lexer, start, NULL);
}

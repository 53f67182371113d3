/* String literals, and the text of f-strings after PEP 701: an f-string is cut into its opening
 * quotes, runs of text, the tokens of its replacement fields, and its closing quotes. Prefixes,
 * escapes and doubled braces are left in the tokens for the parser to interpret. */

#include <string.h>

#include "compiler/support/unicode.h"
#include "compiler/syntax/lexer_internal.h"

#define MAX_FIELD_NESTING 3 /* fields in format specs of fields, as in CPython */

static bool at_quotes(const char *at, char quote, uint32_t quote_len)
{
    return at[0] == quote && (quote_len == 1 || (at[1] == quote && at[2] == quote));
}

/* ---- plain strings ---- */

static bool fail_unterminated(NjLexer *lexer, const char *start, const char *quotes,
                              uint32_t quote_len, bool has_escaped_quote)
{
    /* f"{x" ends here too, and then the string that seems unterminated closes the f-string. */
    if (lexer->nfstrings) {
        const NjFString *outer = &lexer->fstrings[lexer->nfstrings - 1];
        if (outer->quote == *quotes && outer->quote_len == quote_len)
            return nj_lexer_fail(lexer, quotes, quotes + 1, "SyntaxError: f-string: expecting '}'");
    }
    uint32_t line = nj_source_line(lexer->source, (uint32_t)(lexer->at - lexer->text));
    const char *triple = quote_len == 3 ? "triple-quoted " : "";
    const char *hint = has_escaped_quote ? "; perhaps you escaped the end quote?" : "";
    return nj_lexer_fail(lexer, start, quotes + quote_len,
                         "SyntaxError: unterminated %sstring literal (detected at line %u)%s",
                         triple, line, hint);
}

static bool lex_plain(NjLexer *lexer, const char *start)
{
    const char *quotes = lexer->at;
    char quote = *quotes;
    uint32_t quote_len = at_quotes(quotes, quote, 3) ? 3 : 1;
    bool has_escaped_quote = false;
    lexer->at += quote_len;
    while (!at_quotes(lexer->at, quote, quote_len)) {
        if (!*lexer->at || (*lexer->at == '\n' && quote_len == 1))
            return fail_unterminated(lexer, start, quotes, quote_len, has_escaped_quote);
        if (*lexer->at == '\\' && lexer->at[1]) {
            has_escaped_quote = has_escaped_quote || lexer->at[1] == quote;
            lexer->at++;
        }
        lexer->at++;
    }
    lexer->at += quote_len;
    nj_lexer_push(lexer, NJ_TOK_STRING, start);
    return true;
}

/* ---- f-strings ---- */

bool nj_lexer_in_fstring_text(const NjLexer *lexer)
{
    if (!lexer->nfstrings)
        return false;
    if (lexer->nbrackets == lexer->fstrings[lexer->nfstrings - 1].base)
        return true;
    return lexer->brackets[lexer->nbrackets - 1].in_spec;
}

NjBracket *nj_lexer_field(NjLexer *lexer)
{
    if (!lexer->nfstrings || lexer->nbrackets == lexer->fstrings[lexer->nfstrings - 1].base)
        return NULL;
    NjBracket *innermost = &lexer->brackets[lexer->nbrackets - 1];
    return innermost->is_field ? innermost : NULL;
}

static bool start_fstring(NjLexer *lexer, const char *start)
{
    if (lexer->nfstrings == NJ_MAX_FSTRINGS)
        return nj_lexer_fail_here(lexer, "SyntaxError: too many nested f-strings");
    NjFString *fstring = &lexer->fstrings[lexer->nfstrings++];
    char quote = *lexer->at;
    *fstring = (NjFString){
        .start = (uint32_t)(start - lexer->text),
        .quote = quote,
        .quote_len = at_quotes(lexer->at, quote, 3) ? 3 : 1,
        .base = lexer->nbrackets,
    };
    for (const char *prefix = start; prefix < lexer->at; prefix++)
        fstring->is_raw = fstring->is_raw || *prefix == 'r' || *prefix == 'R';
    lexer->at += fstring->quote_len;
    nj_lexer_push(lexer, NJ_TOK_FSTRING_START, start);
    return true;
}

static bool fail_unterminated_fstring(NjLexer *lexer, const NjFString *fstring, bool in_spec)
{
    if (in_spec) {
        const char *brace = lexer->text + lexer->brackets[lexer->nbrackets - 1].start;
        return nj_lexer_fail(lexer, brace, brace + 1, "SyntaxError: '{' was never closed");
    }
    const char *start = lexer->text + fstring->start;
    uint32_t line = nj_source_line(lexer->source, (uint32_t)(lexer->at - lexer->text));
    return nj_lexer_fail(lexer, start, start + 1,
                         "SyntaxError: unterminated %sf-string literal (detected at line %u)",
                         fstring->quote_len == 3 ? "triple-quoted " : "", line);
}

static uint32_t field_nesting(const NjLexer *lexer, const NjFString *fstring)
{
    uint32_t nesting = 0;
    for (uint32_t i = fstring->base; i < lexer->nbrackets; i++)
        nesting += lexer->brackets[i].is_field;
    return nesting;
}

/* Skips a backslash and what it escapes; braces are never escaped by it. */
static void skip_escape(NjLexer *lexer, const NjFString *fstring)
{
    const char *at = lexer->at + 1;
    if (*at == 'N' && at[1] == '{' && !fstring->is_raw) {
        const char *end = at + 2;
        while (*end && *end != '}' && *end != '\n' && *end != fstring->quote && *end != '{')
            end++;
        if (*end == '}') {
            lexer->at = end + 1;
            return;
        }
    }
    lexer->at = *at && *at != '{' && *at != '}' ? at + 1 : at;
}

/* Moves to the end of a run of text: a brace that counts, the closing quotes, or the end (false).
 */
static bool skip_text(NjLexer *lexer, const NjFString *fstring, bool in_spec)
{
    for (;;) {
        char c = *lexer->at;
        if (!c || (c == '\n' && fstring->quote_len == 1))
            return false;
        if (at_quotes(lexer->at, fstring->quote, fstring->quote_len))
            return true;
        if (c == '{' || c == '}') {
            if (in_spec || lexer->at[1] != c)
                return true;
            lexer->at += 2;
        } else if (c == '\\') {
            skip_escape(lexer, fstring);
        } else {
            lexer->at++;
        }
    }
}

bool nj_lex_fstring_text(NjLexer *lexer)
{
    NJ_ASSERT(lexer->u, lexer->nfstrings > 0);
    NjFString *fstring = &lexer->fstrings[lexer->nfstrings - 1];
    bool in_spec = lexer->nbrackets > fstring->base;
    const char *start = lexer->at;
    bool found_end = skip_text(lexer, fstring, in_spec);
    bool ends_spec = !found_end && in_spec && *lexer->at == '\n';
    if (!found_end && !ends_spec)
        return fail_unterminated_fstring(lexer, fstring, in_spec);
    if (lexer->at > start)
        nj_lexer_push(lexer, NJ_TOK_FSTRING_MIDDLE, start);
    if (ends_spec) {
        /* As in CPython 3.13, a line end ends the format spec of a single-quoted f-string. */
        lexer->brackets[lexer->nbrackets - 1].in_spec = false;
        return true;
    }

    start = lexer->at;
    if (*start == '{') {
        if (field_nesting(lexer, fstring) >= MAX_FIELD_NESTING) {
            lexer->at++;
            return nj_lexer_fail_here(lexer,
                                      "SyntaxError: f-string: expressions nested too deeply");
        }
        lexer->at++;
        if (!nj_lexer_open(lexer, '{', true))
            return false;
        nj_lexer_push(lexer, NJ_TOK_LBRACE, start);
        return true;
    }
    if (*start == '}') {
        lexer->at++;
        if (!in_spec)
            return nj_lexer_fail_here(lexer, "SyntaxError: f-string: single '}' is not allowed");
        nj_lexer_push(lexer, NJ_TOK_RBRACE, start);
        lexer->nbrackets--;
        return true;
    }
    lexer->at += fstring->quote_len;
    if (in_spec) {
        return nj_lexer_fail(lexer, start, start + 1,
                             "SyntaxError: f-string: expecting '}', or format specs");
    }
    lexer->nfstrings--;
    nj_lexer_push(lexer, NJ_TOK_FSTRING_END, start);
    return true;
}

bool nj_lex_string(NjLexer *lexer, const char *start)
{
    for (const char *prefix = start; prefix < lexer->at; prefix++) {
        if (*prefix == 'f' || *prefix == 'F')
            return start_fstring(lexer, start);
    }
    return lex_plain(lexer, start);
}

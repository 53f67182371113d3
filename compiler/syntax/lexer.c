/* The lexer's main part: lines and indentation, names, operators, brackets. The whole file is cut
 * at once, so the parser may look ahead freely. Rules after "Lexical analysis" of Python's
 * reference manual; limits and error texts are those of CPython's tokenizer. */

#include "compiler/syntax/lexer_internal.h"

#include <stdarg.h>
#include <string.h>

#include "compiler/support/unicode.h"

#define TAB_STOP 8u

/* ---- tokens and errors ---- */

static uint32_t offset_of(const NjLexer *lexer, const char *at)
{
    return (uint32_t)(at - lexer->text);
}

static void push_token(NjLexer *lexer, NjTokenKind kind, const char *start, const NjName *name)
{
    NjToken token = {kind, offset_of(lexer, start), offset_of(lexer, lexer->at), name};
    nj_vec_push(&lexer->u->arena, &lexer->tokens, token);
}

void nj_lexer_push(NjLexer *lexer, NjTokenKind kind, const char *start)
{
    push_token(lexer, kind, start, NULL);
}

__attribute__((format(printf, 4, 0))) static bool
fail_at(NjLexer *lexer, const char *start, const char *end, const char *format, va_list args)
{
    lexer->error.text = nj_arena_vprintf(&lexer->u->arena, format, args);
    lexer->error.span = (NjSpan){lexer->source, offset_of(lexer, start), offset_of(lexer, end)};
    return false;
}

bool nj_lexer_fail(NjLexer *lexer, const char *start, const char *end, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fail_at(lexer, start, end, format, args);
    va_end(args);
    return false;
}

bool nj_lexer_fail_local(NjLexer *lexer, const char *start, const char *end, const char *text)
{
    lexer->failure = NJ_LEX_EXPLAINS_NONE;
    return nj_lexer_fail(lexer, start, end, "%s", text);
}

bool nj_lexer_fail_here(NjLexer *lexer, const char *format, ...)
{
    const char *start = lexer->at;
    if (start > lexer->text)
        start--;
    while (start > lexer->text && ((unsigned char)*start & 0xC0) == 0x80)
        start--;
    va_list args;
    va_start(args, format);
    fail_at(lexer, start, lexer->at, format, args);
    va_end(args);
    return false;
}

/* ---- brackets ---- */

bool nj_lexer_open(NjLexer *lexer, char bracket, bool is_field)
{
    NJ_ASSERT(lexer->u, lexer->at > lexer->text && lexer->at[-1] == bracket);
    if (lexer->nbrackets == NJ_MAX_BRACKETS)
        return nj_lexer_fail_here(lexer, "SyntaxError: too many nested parentheses");
    lexer->brackets[lexer->nbrackets++] =
        (NjBracket){bracket, is_field, false, offset_of(lexer, lexer->at - 1)};
    return true;
}

bool nj_lexer_close(NjLexer *lexer, char bracket)
{
    uint32_t base = lexer->nfstrings ? lexer->fstrings[lexer->nfstrings - 1].base : 0;
    if (lexer->nbrackets == base)
        return nj_lexer_fail_here(lexer, "SyntaxError: unmatched '%c'", bracket);

    const NjBracket *open = &lexer->brackets[lexer->nbrackets - 1];
    char expected = open->open == '(' ? ')' : open->open == '[' ? ']' : '}';
    if (bracket == expected) {
        lexer->nbrackets--;
        return true;
    }
    if (open->is_field)
        return nj_lexer_fail_here(lexer, "SyntaxError: f-string: unmatched '%c'", bracket);
    uint32_t open_line = nj_source_line(lexer->source, open->start);
    uint32_t line = nj_source_line(lexer->source, offset_of(lexer, lexer->at - 1));
    if (open_line != line) {
        return nj_lexer_fail_here(lexer,
                                  "SyntaxError: closing parenthesis '%c' does not match opening "
                                  "parenthesis '%c' on line %u",
                                  bracket, open->open, open_line);
    }
    return nj_lexer_fail_here(
        lexer, "SyntaxError: closing parenthesis '%c' does not match opening parenthesis '%c'",
        bracket, open->open);
}

/* ---- lines ---- */

static void skip_comment(NjLexer *lexer)
{
    while (*lexer->at && *lexer->at != '\n')
        lexer->at++;
}

static bool fail_end(NjLexer *lexer)
{
    const char *start = lexer->at[-1] == '\n' ? lexer->at - 1 : lexer->at;
    return nj_lexer_fail_local(lexer, start, lexer->at,
                               "SyntaxError: unexpected EOF while parsing");
}

/* A backslash must end its line. */
static bool skip_continuation(NjLexer *lexer)
{
    lexer->at++;
    if (!*lexer->at)
        return fail_end(lexer);
    const char *start = lexer->at;
    if (*start != '\n') {
        return nj_lexer_fail_local(
            lexer, start, start + nj_utf8_length(*start),
            "SyntaxError: unexpected character after line continuation character");
    }
    lexer->at++;
    return *lexer->at || fail_end(lexer);
}

typedef struct Indent {
    uint32_t column, alt_column;
    bool is_blank; /* nothing but a comment on the line */
} Indent;

/* Measures the white space at the start of a line; a continued line counts where it begins. */
static bool measure_indent(NjLexer *lexer, Indent *out)
{
    uint32_t column = 0, alt = 0, continued = 0;
    for (;;) {
        switch (*lexer->at) {
        case ' ':
            column++;
            alt++;
            break;
        case '\t':
            column = (column / TAB_STOP + 1) * TAB_STOP;
            alt++;
            break;
        case '\f':
            column = alt = 0;
            break;
        case '\\':
            continued = continued ? continued : column;
            if (!skip_continuation(lexer))
                return false;
            lexer->at--;
            break;
        default:
            out->column = out->alt_column = continued;
            if (!continued)
                *out = (Indent){column, alt, false};
            out->is_blank = !*lexer->at || *lexer->at == '\n' || *lexer->at == '#';
            return true;
        }
        lexer->at++;
    }
}

static bool fail_tabs(NjLexer *lexer, const char *line)
{
    return nj_lexer_fail_local(lexer, line, lexer->at,
                               "TabError: inconsistent use of tabs and spaces in indentation");
}

/* Compares the indentation of a logical line with the enclosing ones; pushes INDENT and DEDENT. */
static bool apply_indent(NjLexer *lexer, Indent indent, const char *line)
{
    uint32_t *top = &lexer->nindents;
    uint32_t column = lexer->indents[*top], alt = lexer->alt_indents[*top];
    if (indent.column == column)
        return indent.alt_column == alt || fail_tabs(lexer, line);
    if (indent.column > column) {
        if (*top + 1 >= NJ_MAX_INDENTS)
            return nj_lexer_fail_local(lexer, line, lexer->at,
                                       "IndentationError: too many levels of indentation");
        if (indent.alt_column <= alt)
            return fail_tabs(lexer, line);
        ++*top;
        lexer->indents[*top] = indent.column;
        lexer->alt_indents[*top] = indent.alt_column;
        nj_lexer_push(lexer, NJ_TOK_INDENT, line);
        return true;
    }
    while (*top > 0 && indent.column < lexer->indents[*top]) {
        --*top;
        nj_lexer_push(lexer, NJ_TOK_DEDENT, lexer->at);
    }
    if (indent.column != lexer->indents[*top]) {
        const char *end = lexer->at;
        while (*end && *end != '\n')
            end++;
        return nj_lexer_fail_local(
            lexer, lexer->at, end,
            "IndentationError: unindent does not match any outer indentation level");
    }
    return indent.alt_column == lexer->alt_indents[*top] || fail_tabs(lexer, line);
}

/* At the start of a line outside brackets: skips blank lines, then handles the indentation. */
static bool lex_line_start(NjLexer *lexer)
{
    for (;;) {
        const char *line = lexer->at;
        Indent indent;
        if (!measure_indent(lexer, &indent))
            return false;
        if (!indent.is_blank) {
            lexer->at_line_start = false;
            return apply_indent(lexer, indent, line);
        }
        skip_comment(lexer);
        if (!*lexer->at) {
            lexer->at_line_start = false;
            return true;
        }
        lexer->at++;
    }
}

static bool lex_end(NjLexer *lexer)
{
    if (lexer->nbrackets) {
        const NjBracket *open = &lexer->brackets[lexer->nbrackets - 1];
        const char *at = lexer->text + open->start;
        lexer->failure = NJ_LEX_UNCLOSED;
        return nj_lexer_fail(lexer, at, at + 1, "SyntaxError: '%c' was never closed", open->open);
    }
    if (lexer->tokens.n && nj_vec_last(&lexer->tokens).kind != NJ_TOK_NEWLINE &&
        nj_vec_last(&lexer->tokens).kind != NJ_TOK_DEDENT)
        nj_lexer_push(lexer, NJ_TOK_NEWLINE, lexer->at);
    for (; lexer->nindents > 0; lexer->nindents--)
        nj_lexer_push(lexer, NJ_TOK_DEDENT, lexer->at);
    nj_lexer_push(lexer, NJ_TOK_END, lexer->at);
    lexer->is_done = true;
    return true;
}

/* ---- names ---- */

static bool is_name_byte(char c)
{
    char lower = (char)(c | 0x20);
    return (lower >= 'a' && lower <= 'z') || (c >= '0' && c <= '9') || c == '_' ||
           (unsigned char)c >= 0x80;
}

typedef struct Keyword {
    const char *text;
    uint32_t len;
    NjTokenKind kind;
} Keyword;

static const Keyword keywords[] = {
#define TOKEN(name, text)
#define KEYWORD(name, text) {text, sizeof(text) - 1, NJ_TOK_##name},
#define OPERATOR(name, text)
#include "compiler/syntax/tokens.def"
#undef TOKEN
#undef KEYWORD
#undef OPERATOR
};

static NjTokenKind keyword_kind(const char *text, size_t len)
{
    if (len < 2 || len > 8)
        return NJ_TOK_NAME;
    for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++) {
        const Keyword *keyword = &keywords[i];
        if (*keyword->text == *text && keyword->len == len && !memcmp(keyword->text, text, len))
            return keyword->kind;
    }
    return NJ_TOK_NAME;
}

/* Tells whether the bytes so far are a string prefix: any case and order of what Python combines.
 */
static bool is_string_prefix(const char *text, size_t len)
{
    static const char *const prefixes[] = {"r", "u", "b", "f", "br", "rb", "fr", "rf"};
    if (len > 2)
        return false;
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
        const char *prefix = prefixes[i];
        if (strlen(prefix) == len && (text[0] | 0x20) == prefix[0] &&
            (len == 1 || (text[1] | 0x20) == prefix[1]))
            return true;
    }
    return false;
}

static bool fail_character(NjLexer *lexer, const char *at, uint32_t code_point)
{
    int size = (int)nj_utf8_length(*at);
    if (nj_unicode_is_hidden(code_point))
        return nj_lexer_fail(lexer, at, at + size,
                             "SyntaxError: invalid non-printable character U+%04X", code_point);
    return nj_lexer_fail(lexer, at, at + size, "SyntaxError: invalid character '%.*s' (U+%04X)",
                         size, at, code_point);
}

/* Checks the characters of a name that is not ASCII alone. */
static bool check_name(NjLexer *lexer, const char *start)
{
    for (const char *at = start; at < lexer->at; at += nj_utf8_length(*at)) {
        uint32_t code_point = 0;
        nj_utf8_decode(at, (size_t)(lexer->at - at), &code_point);
        bool is_valid = at == start ? nj_unicode_is_id_start(code_point)
                                    : nj_unicode_is_id_continue(code_point);
        if (!is_valid)
            return fail_character(lexer, at, code_point);
    }
    return true;
}

/* Names are compared in the normal form NFKC. */
static const NjName *intern_normalised(NjLexer *lexer, const char *start)
{
    NjStrBuf text;
    nj_strbuf_init(&text, &lexer->u->arena);
    for (const char *at = start; at < lexer->at; at += nj_utf8_length(*at)) {
        uint32_t code_point = 0;
        nj_utf8_decode(at, (size_t)(lexer->at - at), &code_point);
        nj_unicode_fold(&text, code_point);
    }
    return nj_intern(lexer->u->names, text.text, text.n);
}

static bool lex_name(NjLexer *lexer)
{
    const char *start = lexer->at;
    bool is_ascii = true;
    while (is_name_byte(*lexer->at))
        is_ascii = (unsigned char)*lexer->at++ < 0x80 && is_ascii;
    size_t len = (size_t)(lexer->at - start);
    if ((*lexer->at == '"' || *lexer->at == '\'') && is_string_prefix(start, len))
        return nj_lex_string(lexer, start);
    if (!is_ascii && !check_name(lexer, start))
        return false;
    NjTokenKind kind = is_ascii ? keyword_kind(start, len) : NJ_TOK_NAME;
    const NjName *name = NULL;
    if (kind == NJ_TOK_NAME)
        name = is_ascii ? nj_intern(lexer->u->names, start, len) : intern_normalised(lexer, start);
    push_token(lexer, kind, start, name);
    return true;
}

/* ---- operators ---- */

/* The longest operator at `at`; `*out_len` bytes. */
static NjTokenKind operator_at(const char *at, uint32_t *out_len)
{
#define ONE(kind)   (*out_len = 1, NJ_TOK_##kind)
#define TWO(kind)   (*out_len = 2, NJ_TOK_##kind)
#define THREE(kind) (*out_len = 3, NJ_TOK_##kind)
    bool is_doubled = at[1] == at[0];
    bool is_assigning = at[1] == '=';
    bool is_doubled_assigning = is_doubled && at[2] == '=';
    switch (*at) {
    case '(':
        return ONE(LPAREN);
    case ')':
        return ONE(RPAREN);
    case '[':
        return ONE(LBRACKET);
    case ']':
        return ONE(RBRACKET);
    case '{':
        return ONE(LBRACE);
    case '}':
        return ONE(RBRACE);
    case ',':
        return ONE(COMMA);
    case ';':
        return ONE(SEMICOLON);
    case '~':
        return ONE(TILDE);
    case ':':
        return is_assigning ? TWO(COLON_EQUAL) : ONE(COLON);
    case '.':
        return is_doubled && at[2] == '.' ? THREE(ELLIPSIS) : ONE(DOT);
    case '!':
        return is_assigning ? TWO(NOT_EQUAL) : ONE(EXCLAMATION);
    case '=':
        return is_doubled ? TWO(EQUAL_EQUAL) : ONE(EQUAL);
    case '+':
        return is_assigning ? TWO(PLUS_EQUAL) : ONE(PLUS);
    case '-':
        return is_assigning ? TWO(MINUS_EQUAL) : at[1] == '>' ? TWO(ARROW) : ONE(MINUS);
    case '@':
        return is_assigning ? TWO(AT_EQUAL) : ONE(AT);
    case '%':
        return is_assigning ? TWO(PERCENT_EQUAL) : ONE(PERCENT);
    case '&':
        return is_assigning ? TWO(AMPER_EQUAL) : ONE(AMPER);
    case '|':
        return is_assigning ? TWO(VBAR_EQUAL) : ONE(VBAR);
    case '^':
        return is_assigning ? TWO(CIRCUMFLEX_EQUAL) : ONE(CIRCUMFLEX);
    case '*':
        return is_doubled_assigning ? THREE(DOUBLE_STAR_EQUAL)
               : is_doubled         ? TWO(DOUBLE_STAR)
               : is_assigning       ? TWO(STAR_EQUAL)
                                    : ONE(STAR);
    case '/':
        return is_doubled_assigning ? THREE(DOUBLE_SLASH_EQUAL)
               : is_doubled         ? TWO(DOUBLE_SLASH)
               : is_assigning       ? TWO(SLASH_EQUAL)
                                    : ONE(SLASH);
    case '<':
        return at[1] == '>'           ? TWO(UNKNOWN) /* Python 2's != */
               : is_doubled_assigning ? THREE(LSHIFT_EQUAL)
               : is_doubled           ? TWO(LSHIFT)
               : is_assigning         ? TWO(LESS_EQUAL)
                                      : ONE(LESS);
    case '>':
        return is_doubled_assigning ? THREE(RSHIFT_EQUAL)
               : is_doubled         ? TWO(RSHIFT)
               : is_assigning       ? TWO(GREATER_EQUAL)
                                    : ONE(GREATER);
    default:
        return ONE(UNKNOWN);
    }
#undef ONE
#undef TWO
#undef THREE
}

/* In a replacement field, outside inner brackets, ':' starts the format spec, whatever follows it.
 */
static NjTokenKind adjust_in_field(NjLexer *lexer, NjTokenKind kind, uint32_t *len)
{
    NjBracket *field = nj_lexer_field(lexer);
    if (field && *lexer->at == ':') {
        field->in_spec = true;
        *len = 1;
        return NJ_TOK_COLON;
    }
    return kind;
}

static bool lex_operator(NjLexer *lexer)
{
    const char *start = lexer->at;
    uint32_t len;
    NjTokenKind kind = adjust_in_field(lexer, operator_at(start, &len), &len);
    lexer->at += len;
    if (kind == NJ_TOK_UNKNOWN && !strchr("$?`<", *start))
        return fail_character(lexer, start, (unsigned char)*start);
    bool is_ok = true;
    if (kind == NJ_TOK_LPAREN || kind == NJ_TOK_LBRACKET || kind == NJ_TOK_LBRACE)
        is_ok = nj_lexer_open(lexer, *start, false);
    else if (kind == NJ_TOK_RPAREN || kind == NJ_TOK_RBRACKET || kind == NJ_TOK_RBRACE)
        is_ok = nj_lexer_close(lexer, *start);
    if (is_ok)
        nj_lexer_push(lexer, kind, start);
    return is_ok;
}

/* ---- driver ---- */

static bool lex_newline(NjLexer *lexer)
{
    /* The end of a line with a comment is where the comment begins: errors point there. */
    const char *start = lexer->comment ? lexer->comment : lexer->at;
    lexer->at++;
    lexer->comment = NULL;
    if (lexer->nbrackets)
        return true;
    nj_lexer_push(lexer, NJ_TOK_NEWLINE, start);
    lexer->at_line_start = true;
    return true;
}

/* Takes one token, or some white space. */
static bool lex_step(NjLexer *lexer)
{
    if (nj_lexer_in_fstring_text(lexer))
        return nj_lex_fstring_text(lexer);
    if (lexer->at_line_start && !lex_line_start(lexer))
        return false;
    char c = *lexer->at;
    switch (c) {
    case '\0':
        return lex_end(lexer);
    case ' ':
    case '\t':
    case '\f':
        lexer->at++;
        return true;
    case '\n':
        return lex_newline(lexer);
    case '#':
        lexer->comment = lexer->at;
        skip_comment(lexer);
        return true;
    case '\\':
        return skip_continuation(lexer);
    case '"':
    case '\'':
        return nj_lex_string(lexer, lexer->at);
    }
    if ((c >= '0' && c <= '9') || (c == '.' && lexer->at[1] >= '0' && lexer->at[1] <= '9'))
        return nj_lex_number(lexer);
    return is_name_byte(c) ? lex_name(lexer) : lex_operator(lexer);
}

NjTokens nj_lex(NjUnit *u, const NjSource *source)
{
    NjLexer *lexer = NJ_NEW(&u->arena, NjLexer);
    lexer->u = u;
    lexer->source = source;
    lexer->text = lexer->at = source->text;
    lexer->at_line_start = true;
    nj_vec_reserve(&u->arena, &lexer->tokens, source->len / 5 + 16);
    while (!lexer->is_done && lex_step(lexer))
        continue;
    if (!lexer->is_done)
        nj_lexer_push(lexer, NJ_TOK_ERROR, lexer->at);
    NJ_ASSERT(u, lexer->is_done != (lexer->error.text != NULL));
    NJ_ASSERT(u, !lexer->is_done || (!lexer->nbrackets && !lexer->nfstrings));
    return (NjTokens){
        .source = source,
        .items = lexer->tokens.items,
        .n = lexer->tokens.n,
        .error = lexer->error,
        .failure = lexer->failure,
    };
}

const char *nj_token_kind_name(NjTokenKind kind)
{
    static const char *const names[] = {
#define TOKEN(name, text)    #name,
#define KEYWORD(name, text)  #name,
#define OPERATOR(name, text) #name,
#include "compiler/syntax/tokens.def"
#undef TOKEN
#undef KEYWORD
#undef OPERATOR
    };
    return names[kind];
}

const char *nj_token_kind_text(NjTokenKind kind)
{
    static const char *const texts[] = {
#define TOKEN(name, text)    text,
#define KEYWORD(name, text)  text,
#define OPERATOR(name, text) text,
#include "compiler/syntax/tokens.def"
#undef TOKEN
#undef KEYWORD
#undef OPERATOR
    };
    return texts[kind];
}

#ifndef NPJIT_COMPILER_SYNTAX_LEXER_INTERNAL_H
#define NPJIT_COMPILER_SYNTAX_LEXER_INTERNAL_H

/* State shared by the parts of the lexer: lexer.c (lines, names, operators), lexer_number.c and
 * lexer_string.c. All of them advance `at` and either push tokens or fail. The text ends with a NUL
 * and has none inside, so looking one byte ahead is always safe. */

#include "compiler/support/vec.h"
#include "compiler/syntax/lexer.h"

#define NJ_MAX_BRACKETS 200 /* as in CPython */
#define NJ_MAX_INDENTS  100
#define NJ_MAX_FSTRINGS 150

typedef NJ_VEC(NjToken) NjTokenVec;

/* An open bracket. `{` that starts a replacement field of an f-string is one too. */
typedef struct NjBracket {
    char open;
    bool is_field;  /* of the innermost f-string that is open */
    bool in_spec;   /* of a field: its ':' was seen, the lexer is in the format spec */
    uint32_t start; /* offset */
} NjBracket;

/* An open f-string. */
typedef struct NjFString {
    uint32_t start;
    char quote;
    uint32_t quote_len; /* 1 or 3 */
    bool is_raw;
    uint32_t base; /* number of brackets open where it started */
} NjFString;

typedef struct NjLexer {
    NjUnit *u;
    const NjSource *source;
    const char *text;    /* start of the source */
    const char *at;      /* next byte */
    const char *comment; /* of the current line, behind code; NULL: none */
    NjTokenVec tokens;
    NjSyntaxError error; /* text is set once it failed */
    NjLexFailure failure;
    bool at_line_start;
    bool is_done;
    uint32_t nindents;
    uint32_t indents[NJ_MAX_INDENTS];     /* columns with tabs to multiples of 8 */
    uint32_t alt_indents[NJ_MAX_INDENTS]; /* columns with tabs of 1: both must agree */
    uint32_t nbrackets;
    NjBracket brackets[NJ_MAX_BRACKETS];
    uint32_t nfstrings;
    NjFString fstrings[NJ_MAX_FSTRINGS];
} NjLexer;

/* Pushes the token from `start` up to `at`. */
void nj_lexer_push(NjLexer *lexer, NjTokenKind kind, const char *start);

/* Records the error, which ends the lexing; bytes from `start` to `end`. Always false. */
bool nj_lexer_fail(NjLexer *lexer, const char *start, const char *end, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* The same for an error that explains nothing before it. */
bool nj_lexer_fail_local(NjLexer *lexer, const char *start, const char *end, const char *text);

/* nj_lexer_fail at the last character that was consumed, where CPython's tokenizer puts most
 * errors. */
bool nj_lexer_fail_here(NjLexer *lexer, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Opens and closes brackets; false after an error. */
bool nj_lexer_open(NjLexer *lexer, char bracket, bool is_field);
bool nj_lexer_close(NjLexer *lexer, char bracket);

/* At a digit, or at '.' before a digit. */
bool nj_lex_number(NjLexer *lexer);

/* `at` is behind the prefix that began at `start`, at the opening quote. */
bool nj_lex_string(NjLexer *lexer, const char *start);

/* In the text of an f-string or in a format spec. */
bool nj_lex_fstring_text(NjLexer *lexer);

/* Is the next byte text of an f-string (or of a format spec), as opposed to code? */
bool nj_lexer_in_fstring_text(const NjLexer *lexer);

/* The innermost replacement field if no other bracket is open in it, otherwise NULL. */
NjBracket *nj_lexer_field(NjLexer *lexer);

#endif

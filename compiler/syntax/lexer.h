#ifndef NPJIT_COMPILER_SYNTAX_LEXER_H
#define NPJIT_COMPILER_SYNTAX_LEXER_H

/* Source text to tokens, the whole file at once. Comments and blank lines vanish; indentation
 * becomes INDENT and DEDENT; an f-string becomes FSTRING_START, MIDDLE and expression tokens,
 * FSTRING_END (PEP 701). The lexer stops at the first error, which it does not report: the parser
 * decides whether an earlier syntax error explains more. */

#include "compiler/support/unit.h"

typedef enum NjTokenKind {
#define TOKEN(name, text)    NJ_TOK_##name,
#define KEYWORD(name, text)  NJ_TOK_##name,
#define OPERATOR(name, text) NJ_TOK_##name,
#include "compiler/syntax/tokens.def"
#undef TOKEN
#undef KEYWORD
#undef OPERATOR
    NJ_TOK_COUNT
} NjTokenKind;

typedef struct NjToken {
    NjTokenKind kind;
    uint32_t start, end; /* byte offsets in the source */
    const NjName *name;  /* of NAME, otherwise NULL */
} NjToken;

typedef struct NjSyntaxError {
    const char *text; /* arena; with the exception's name in front; NULL: no error */
    NjSpan span;
} NjSyntaxError;

/* How far back an error of the lexer explains errors of the parser: one that stands before it. */
typedef enum NjLexFailure {
    NJ_LEX_EXPLAINS_ALL,  /* anywhere before it */
    NJ_LEX_EXPLAINS_NONE, /* it counts only when the parser gets there */
    NJ_LEX_UNCLOSED, /* a bracket is open at the end of the file: on the lines behind the bracket */
} NjLexFailure;

typedef struct NjTokens {
    const NjSource *source;
    const NjToken *items; /* the unit's arena; the last one is END or ERROR */
    uint32_t n;
    NjSyntaxError error; /* of the ERROR token */
    NjLexFailure failure;
} NjTokens;

/* Cuts the source into tokens. */
NjTokens nj_lex(NjUnit *u, const NjSource *source);

/* "NAME", "COLON", ...; and the spelling or description: "name", ":". */
const char *nj_token_kind_name(NjTokenKind kind);
const char *nj_token_kind_text(NjTokenKind kind);

#endif

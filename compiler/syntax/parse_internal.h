#ifndef NPJIT_COMPILER_SYNTAX_PARSE_INTERNAL_H
#define NPJIT_COMPILER_SYNTAX_PARSE_INTERNAL_H

/* The parser: recursive descent over the token array, one function per rule of Python's grammar.
 *
 * Failing. The first syntax error ends the parse, without a jump: nj_parser_fail() reports it and
 * moves to an END token that is never left. What runs on from there finds nothing it could consume,
 * so every rule returns soon; the nodes it makes are valid but meaningless, and nj_parse drops
 * them. Hence a rule never returns NULL for a required node, callers check nothing, and a loop must
 * consume a token per turn.
 *
 * Looking ahead. nj_parser_try/nj_parser_undo bracket a speculative parse, which reports nothing.
 *
 * Lists are collected on `scratch`: remember its height, push children, then take the slice. */

#include "compiler/support/vec.h"
#include "compiler/syntax/lexer.h"
#include "compiler/syntax/parse.h"

typedef NJ_VEC(void *) NjScratch;

typedef struct NjParser {
    NjUnit *u;
    NjArena *arena; /* of the source */
    NjSource *source;
    NjTokens tokens;
    const NjToken *tok;       /* the current token; tok[-1] is the one before and always exists */
    const NjToken *failed_at; /* in a speculative parse */
    const NjToken *reached;   /* the furthest token that any speculative parse got to */
    NjToken dead[2];          /* a NEWLINE and the END where a failed parser stands */
    bool has_failed;
    bool is_quiet;    /* speculating: errors are not reported */
    uint32_t depth;   /* of recursion through expressions */
    uint32_t nesting; /* brackets open around the current token */
    bool has_yield;   /* the function being parsed has a yield of its own */
    const NjToken
        *field; /* in a replacement field of an f-string: its first token, otherwise NULL */
    const NjToken *furthest; /* where a speculative parse failed that was the better reading */
    NjStrBuf text;           /* of the string literal being read; empty whenever a rule recurs */
    NjScratch scratch;
    NjModule *module; /* counts the ids */
    struct {
        const NjName *match, *case_, *type, *underscore, *print, *exec;
    } names;
} NjParser;

/* What a speculative parse has to restore. */
typedef struct NjParserMark {
    const NjToken *tok;
    const NjToken *field;
    bool is_quiet;
    uint32_t depth, nesting, nscratch, nexprs, nstmts, npatterns;
} NjParserMark;

/* ---- parse.c: tokens, errors, nodes ---- */

bool nj_parser_at(const NjParser *p, NjTokenKind kind);
bool nj_parser_at_name(const NjParser *p, const NjName *name);

/* Moves on. Does nothing at END. */
void nj_parser_next(NjParser *p);

/* Consumes the token if it is of this kind. */
bool nj_parser_accept(NjParser *p, NjTokenKind kind);

/* Consumes the token or fails with "invalid syntax"; forced: with "expected ':'". The ':' of a
 * statement is forced at the end of a line only. */
void nj_parser_expect(NjParser *p, NjTokenKind kind);
void nj_parser_expect_forced(NjParser *p, NjTokenKind kind);
void nj_parser_expect_colon(NjParser *p);

/* Consumes a NAME and returns it. */
const NjName *nj_parser_expect_name(NjParser *p);

/* The line of the current token. */
uint32_t nj_parser_line(const NjParser *p);

/* From `start` to the end of the last token consumed; of one token. */
NjSpan nj_parser_span(const NjParser *p, uint32_t start);
NjSpan nj_parser_token_span(const NjParser *p, const NjToken *token);

/* Fails at a place with a text ("SyntaxError: " included). */
void nj_parser_fail(NjParser *p, NjSpan span, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Fails at the current token: "invalid syntax", or what the lexer has to say. */
void nj_parser_unexpected(NjParser *p);

/* Starts a speculative parse; ends it and goes back. undo() tells whether it had succeeded. */
NjParserMark nj_parser_try(NjParser *p);
bool nj_parser_undo(NjParser *p, NjParserMark mark);

/* Ends a speculative parse: keeps what was parsed if it succeeded (true), goes back if not. */
bool nj_parser_keep(NjParser *p, NjParserMark mark);

/* New nodes; the span ends with the last token consumed. */
NjExpr *nj_parser_expr(NjParser *p, NjExprKind kind, uint32_t start);
NjStmt *nj_parser_stmt(NjParser *p, NjStmtKind kind, uint32_t start);
NjPattern *nj_parser_pattern(NjParser *p, NjPatternKind kind, uint32_t start);

/* Pushes a child; takes all since `height` as an array in the arena. */
void nj_parser_push(NjParser *p, void *child);
NjExprs nj_parser_take_exprs(NjParser *p, uint32_t height);
void *nj_parser_take(NjParser *p, uint32_t height, uint32_t *out_n);

/* Guards recursion: enter() fails past a bound and returns false; leave() in any case. */
bool nj_parser_enter(NjParser *p);
void nj_parser_leave(NjParser *p);

/* ---- parse_expr.c ---- */

NjExpr *nj_parse_expression(NjParser *p);
NjExpr *nj_parse_named_expr(NjParser *p);
NjExpr *nj_parse_star_expressions(NjParser *p); /* a, *b: a tuple if there is a comma */
NjExpr *nj_parse_star_expression(NjParser *p);
NjExpr *nj_parse_star_named_expr(NjParser *p);
NjExpr *nj_parse_yield_or_star_expressions(NjParser *p);
NjExpr *nj_parse_disjunction(NjParser *p);
NjExpr *nj_parse_bitwise_or(NjParser *p);
NjExpr *nj_parse_starred(NjParser *p); /* at '*': a starred bitwise_or */

/* Can the token be the first of an operand? */
bool nj_starts_operand(NjTokenKind kind);

/* ---- parse_atom.c ---- */

NjExpr *nj_parse_primary(NjParser *p); /* an atom with its calls, subscripts and attributes */

/* Behind '(' : the arguments of a call or the bases of a class, up to and with ')'. */
void nj_parse_call_arguments(NjParser *p, NjExprs *out_args, NjKeywords *out_keywords);

/* ---- parse_display.c ---- */

NjExpr *nj_parse_paren(NjParser *p); /* at '(': group, tuple or generator */
NjExpr *nj_parse_list(NjParser *p);
NjExpr *nj_parse_brace(NjParser *p); /* set or dict */
bool nj_at_comprehension(const NjParser *p);
NjComprehensions nj_parse_comprehensions(NjParser *p);

/* ---- parse_string.c, parse_escape.c, parse_number.c ---- */

NjExpr *nj_parse_strings(NjParser *p); /* adjacent literals, f-strings too */
void nj_parse_number(NjParser *p, const NjToken *token, NjConst *out);

/* Appends the bytes [start, end) of the source to p->text with the escapes interpreted. */
typedef struct NjLiteral {
    bool is_raw, is_bytes;
    bool is_fstring; /* braces are doubled */
} NjLiteral;
void nj_decode_literal(NjParser *p, NjLiteral literal, uint32_t start, uint32_t end);

/* ---- parse_target.c ---- */

/* Turns an expression into a target; fails with "cannot assign to ..." or "cannot delete ...". */
void nj_set_context(NjParser *p, NjExpr *expr, NjExprContext ctx);

/* What an expression is called in error messages: "function call". */
const char *nj_expr_description(const NjExpr *expr);

/* The targets of `for`, up to `in`; one target of `with ... as`. */
NjExpr *nj_parse_for_target(NjParser *p);
NjExpr *nj_parse_star_target(NjParser *p);

/* At '=' behind what cannot be assigned to, or behind any expression where no assignment may be:
 * fails with advice if the rest fits it, otherwise does nothing. */
void nj_fail_assignment(NjParser *p, const NjExpr *expr);
void nj_fail_assignment_in_expr(NjParser *p, const NjExpr *expr);

/* The same at ':=', which is for names within expressions. */
void nj_fail_walrus(NjParser *p, const NjExpr *target);

/* ---- parse_stmt.c ---- */

/* Statements up to `closing`, which stays: the whole file or an indented block. */
NjBlock nj_parse_statements(NjParser *p, NjTokenKind closing);

/* What follows the ':' of a compound statement. `what` ("'if' statement") began on `line`. */
NjBlock nj_parse_block(NjParser *p, const char *what, uint32_t line);

/* ---- parse_compound.c ---- */

/* NULL when no compound statement starts here. */
NjStmt *nj_parse_compound(NjParser *p);

/* Extends a statement to the end of its last block. */
void nj_end_at_block(NjStmt *stmt, NjBlock block);

/* ---- parse_def.c ---- */

NjStmt *nj_parse_decorated(NjParser *p);
NjStmt *nj_parse_def(NjParser *p, NjExprs decorators, bool is_async); /* at `def` or `async` */
NjStmt *nj_parse_class(NjParser *p, NjExprs decorators);
NjTypeParams nj_parse_type_params(NjParser *p); /* none when there is no '[' */

/* Parameters up to `closing` (')' of a def, ':' of a lambda), which stays. */
NjArguments *nj_parse_parameters(NjParser *p, NjTokenKind closing);

/* ---- parse_match.c ---- */

NjStmt *nj_parse_match(NjParser *p); /* NULL when `match` is a plain name here */

/* ---- check.c ---- */

/* What is wrong with a tree that follows the grammar: return outside of a function and the like.
 * Reports in `u`; false if there were errors. Also bounds the depth. */
bool nj_check_module(NjUnit *u, const NjModule *module);

#endif

/* The parser's foundation: the token cursor, failing, speculation, making nodes, and nj_parse
 * itself. */

#include <stdarg.h>
#include <string.h>

#include "compiler/syntax/parse_internal.h"

#define MAX_PARSE_DEPTH 1000 /* C recursion; brackets are bounded by the lexer already */

/* ---- tokens ---- */

bool nj_parser_at(const NjParser *p, NjTokenKind kind)
{
    return p->tok->kind == kind;
}

bool nj_parser_at_name(const NjParser *p, const NjName *name)
{
    return p->tok->name == name;
}

void nj_parser_next(NjParser *p)
{
    if (p->tok->kind == NJ_TOK_ERROR)
        nj_parser_unexpected(p);
    else if (p->tok->kind != NJ_TOK_END)
        p->tok++;
}

bool nj_parser_accept(NjParser *p, NjTokenKind kind)
{
    if (p->tok->kind != kind)
        return false;
    nj_parser_next(p);
    return true;
}

void nj_parser_expect(NjParser *p, NjTokenKind kind)
{
    if (!nj_parser_accept(p, kind))
        nj_parser_unexpected(p);
}

void nj_parser_expect_forced(NjParser *p, NjTokenKind kind)
{
    if (nj_parser_accept(p, kind))
        return;
    if (nj_parser_at(p, NJ_TOK_ERROR))
        nj_parser_unexpected(p);
    else
        nj_parser_fail(p, nj_parser_token_span(p, p->tok), "SyntaxError: expected '%s'",
                       nj_token_kind_text(kind));
}

void nj_parser_expect_colon(NjParser *p)
{
    if (nj_parser_at(p, NJ_TOK_NEWLINE))
        nj_parser_expect_forced(p, NJ_TOK_COLON);
    else
        nj_parser_expect(p, NJ_TOK_COLON);
}

const NjName *nj_parser_expect_name(NjParser *p)
{
    const NjName *name = p->tok->name;
    nj_parser_expect(p, NJ_TOK_NAME);
    return name ? name : p->names.underscore;
}

NjSpan nj_parser_span(const NjParser *p, uint32_t start)
{
    NJ_ASSERT(p->u, p->tok != p->tokens.items);
    uint32_t end = p->tok[-1].end;
    return (NjSpan){p->source, start, end > start ? end : start};
}

NjSpan nj_parser_token_span(const NjParser *p, const NjToken *token)
{
    uint32_t start = token->start;
    /* The end of the file is shown at the end of its last line. */
    if (start > 0 && start == p->source->len && p->source->text[start - 1] == '\n')
        start--;
    return (NjSpan){p->source, start, token->kind == NJ_TOK_NEWLINE ? start : token->end};
}

uint32_t nj_parser_line(const NjParser *p)
{
    return nj_source_line(p->source, p->tok->start);
}

/* ---- errors ---- */

/* Stands still from now on. */
static void go_dead(NjParser *p)
{
    NJ_ASSERT(p->u, !p->has_failed);
    uint32_t at = p->tok->start;
    p->has_failed = true;
    p->failed_at = p->tok;
    p->dead[0] = (NjToken){NJ_TOK_NEWLINE, at, at, NULL};
    p->dead[1] = (NjToken){NJ_TOK_END, at, at, NULL};
    p->tok = &p->dead[1];
}

/* The line of the last token that was looked at. */
static uint32_t reached_line(const NjParser *p)
{
    const NjToken *last = p->reached > p->tok ? p->reached : p->tok;
    return nj_source_line(p->source, last->start);
}

/* Does an error of the lexer explain more than one of the parser at the current token? As in
 * CPython; a bracket that is never closed explains what fails on later lines. */
static bool lexer_explains(const NjParser *p)
{
    if (!p->tokens.error.text || p->tokens.failure == NJ_LEX_EXPLAINS_NONE)
        return false;
    return p->tokens.failure == NJ_LEX_EXPLAINS_ALL ||
           reached_line(p) > nj_span_line(p->tokens.error.span);
}

void nj_parser_fail(NjParser *p, NjSpan span, const char *format, ...)
{
    if (p->has_failed)
        return;
    if (!p->is_quiet && lexer_explains(p)) {
        nj_error(p->u, p->tokens.error.span, "%s", p->tokens.error.text);
    } else if (!p->is_quiet) {
        va_list args;
        va_start(args, format);
        nj_diags_add(&p->u->diags, NJ_SEVERITY_ERROR, span, format, args);
        va_end(args);
    }
    go_dead(p);
}

/* Reports in any case, unless it speculates. */
static void fail_here(NjParser *p, NjSpan span, const char *text)
{
    if (!p->is_quiet)
        nj_error(p->u, span, "%s", text);
    go_dead(p);
}

void nj_parser_unexpected(NjParser *p)
{
    if (p->has_failed)
        return;
    if (p->furthest > p->tok)
        p->tok = p->furthest;
    NjSpan span = nj_parser_token_span(p, p->tok);
    switch ((int)p->tok->kind) {
    case NJ_TOK_ERROR:
        fail_here(p, p->tokens.error.span, p->tokens.error.text);
        break;
    case NJ_TOK_INDENT:
        span.start = span.end - 1;
        fail_here(p, span, "IndentationError: unexpected indent");
        break;
    case NJ_TOK_DEDENT:
        fail_here(p, span, "IndentationError: unexpected unindent");
        break;
    default:
        if (p->field) {
            nj_parser_fail(p, nj_parser_token_span(p, p->field),
                           "SyntaxError: f-string: expecting a valid expression after '{'");
        } else {
            nj_parser_fail(p, span, "SyntaxError: invalid syntax");
        }
    }
}

/* ---- speculation ---- */

NjParserMark nj_parser_try(NjParser *p)
{
    NjParserMark mark = {
        .tok = p->tok,
        .is_quiet = p->is_quiet,
        .field = p->field,
        .depth = p->depth,
        .nesting = p->nesting,
        .nscratch = p->scratch.n,
        .nexprs = p->module->nexprs,
        .nstmts = p->module->nstmts,
        .npatterns = p->module->npatterns,
    };
    p->is_quiet = true;
    return mark;
}

bool nj_parser_undo(NjParser *p, NjParserMark mark)
{
    NJ_ASSERT(p->u, p->is_quiet && p->scratch.n >= mark.nscratch);
    /* Whoever had failed before it began stays failed. */
    bool had_failed = mark.tok == &p->dead[1];
    bool succeeded = !p->has_failed;
    const NjToken *last = p->has_failed ? p->failed_at : p->tok;
    if (last > p->reached && !had_failed)
        p->reached = last;
    p->tok = mark.tok;
    p->is_quiet = mark.is_quiet;
    p->field = mark.field;
    p->has_failed = had_failed;
    nj_strbuf_clear(&p->text);
    p->depth = mark.depth;
    p->nesting = mark.nesting;
    p->scratch.n = mark.nscratch;
    p->module->nexprs = mark.nexprs;
    p->module->nstmts = mark.nstmts;
    p->module->npatterns = mark.npatterns;
    return succeeded;
}

bool nj_parser_keep(NjParser *p, NjParserMark mark)
{
    if (p->has_failed) {
        nj_parser_undo(p, mark);
        return false;
    }
    p->is_quiet = mark.is_quiet;
    return true;
}

/* ---- nodes ---- */

NjExpr *nj_parser_expr(NjParser *p, NjExprKind kind, uint32_t start)
{
    NjExpr *expr = NJ_NEW(p->arena, NjExpr);
    expr->kind = kind;
    expr->id = p->module->nexprs++;
    expr->span = nj_parser_span(p, start);
    return expr;
}

NjStmt *nj_parser_stmt(NjParser *p, NjStmtKind kind, uint32_t start)
{
    NjStmt *stmt = NJ_NEW(p->arena, NjStmt);
    stmt->kind = kind;
    stmt->id = p->module->nstmts++;
    stmt->span = nj_parser_span(p, start);
    stmt->line = nj_source_line(p->source, start);
    return stmt;
}

NjPattern *nj_parser_pattern(NjParser *p, NjPatternKind kind, uint32_t start)
{
    NjPattern *pattern = NJ_NEW(p->arena, NjPattern);
    pattern->kind = kind;
    pattern->id = p->module->npatterns++;
    pattern->span = nj_parser_span(p, start);
    return pattern;
}

void nj_parser_push(NjParser *p, void *child)
{
    nj_vec_push(&p->u->arena, &p->scratch, child);
}

void *nj_parser_take(NjParser *p, uint32_t height, uint32_t *out_n)
{
    NJ_ASSERT(p->u, height <= p->scratch.n);
    *out_n = p->scratch.n - height;
    p->scratch.n = height;
    if (!*out_n)
        return NULL;
    return nj_arena_copy(p->arena, p->scratch.items + height, *out_n * sizeof(void *));
}

NjExprs nj_parser_take_exprs(NjParser *p, uint32_t height)
{
    NjExprs exprs;
    exprs.items = nj_parser_take(p, height, &exprs.n);
    return exprs;
}

bool nj_parser_enter(NjParser *p)
{
    if (++p->depth <= MAX_PARSE_DEPTH)
        return true;
    nj_parser_fail(p, nj_parser_token_span(p, p->tok),
                   "SyntaxError: expression is nested too deeply");
    return false;
}

void nj_parser_leave(NjParser *p)
{
    NJ_ASSERT(p->u, p->depth > 0);
    p->depth--;
}

/* ---- the whole ---- */

static void intern_names(NjParser *p)
{
    NjInterner *names = p->u->names;
    p->names.match = nj_intern_str(names, "match");
    p->names.case_ = nj_intern_str(names, "case");
    p->names.type = nj_intern_str(names, "type");
    p->names.underscore = nj_intern_str(names, "_");
    p->names.print = nj_intern_str(names, "print");
    p->names.exec = nj_intern_str(names, "exec");
}

NjModule *nj_parse(NjUnit *u, NjSource *source)
{
    NJ_ASSERT(u, u->is_running && source->arena);
    NjParser *p = NJ_NEW(&u->arena, NjParser);
    p->u = u;
    p->arena = source->arena;
    p->source = source;
    p->tokens = nj_lex(u, source);
    p->module = NJ_NEW(p->arena, NjModule);
    p->module->source = source;
    intern_names(p);
    nj_strbuf_init(&p->text, &u->arena);

    p->tok = p->tokens.items;
    p->module->body = nj_parse_statements(p, NJ_TOK_END);
    if (!p->has_failed && p->tok->kind != NJ_TOK_END)
        nj_parser_unexpected(p);
    NJ_ASSERT(u, !p->is_quiet && !p->depth && !p->scratch.n);
    NJ_ASSERT(u, p->has_failed || (!p->nesting && !p->text.n && !p->field));
    if (p->has_failed || !nj_check_module(u, p->module))
        return NULL;
    return p->module;
}

/* String literals: adjacent ones become one constant, or one JOINED_STR if any is an f-string. An
 * f-string arrives as tokens (see lexer_string.c); its text and those of plain literals beside it
 * are gathered in p->text until a replacement field, or the end, makes a constant of them. */

#include <string.h>

#include "compiler/syntax/parse_internal.h"

/* Where the text gathered so far comes from. */
typedef struct Run {
    uint32_t start, end;
    bool is_empty;
} Run;

static void extend_run(Run *run, uint32_t start, uint32_t end)
{
    if (run->is_empty)
        run->start = start;
    run->end = end;
    run->is_empty = false;
}

/* Makes a constant of p->text. */
static NjExpr *new_text(NjParser *p, bool is_bytes, uint32_t start)
{
    NjExpr *expr = nj_parser_expr(p, NJ_EXPR_CONSTANT, start);
    expr->as.constant.kind = is_bytes ? NJ_CONST_BYTES : NJ_CONST_STR;
    expr->as.constant.as.string.text = nj_arena_strndup(p->arena, p->text.text, p->text.n);
    expr->as.constant.as.string.len = (uint32_t)p->text.n;
    nj_strbuf_clear(&p->text);
    return expr;
}

/* Pushes the text gathered so far, if there is any, as a value of the JOINED_STR. */
static void flush_run(NjParser *p, Run *run)
{
    if (p->text.n) {
        NjExpr *text = new_text(p, false, run->start);
        text->span.end = run->end;
        nj_parser_push(p, text);
    }
    run->is_empty = true;
}

/* ---- replacement fields ---- */

static void parse_field(NjParser *p, NjLiteral literal, Run *run);

static bool at_field_end(const NjParser *p)
{
    return nj_parser_at(p, NJ_TOK_EQUAL) || nj_parser_at(p, NJ_TOK_EXCLAMATION) ||
           nj_parser_at(p, NJ_TOK_COLON) || nj_parser_at(p, NJ_TOK_RBRACE);
}

static NjExpr *parse_field_value(NjParser *p)
{
    NjSpan span = nj_parser_token_span(p, p->tok);
    if (at_field_end(p)) {
        nj_parser_fail(p, span, "SyntaxError: f-string: valid expression required before '%s'",
                       nj_token_kind_text(p->tok->kind));
    }
    const NjToken *outer = p->field;
    p->field = p->tok;
    NjExpr *value = nj_parse_yield_or_star_expressions(p);
    p->field = outer;
    if (nj_parser_at(p, NJ_TOK_ERROR)) {
        nj_parser_unexpected(p);
    } else if (!at_field_end(p)) {
        nj_parser_fail(p, nj_parser_token_span(p, p->tok),
                       "SyntaxError: f-string: expecting '=', or '!', or ':', or '}'");
    }
    return value;
}

/* `{value = }`: appends the text between the brace and the end of what follows '=', without
 * comments. */
static void append_debug_text(NjParser *p, const NjToken *brace, Run *run)
{
    const char *text = p->source->text;
    for (const NjToken *token = brace + 1; token <= p->tok; token++) {
        for (uint32_t i = token[-1].end; i < token->start; i++) {
            if (text[i] == '#')
                i += (uint32_t)strcspn(text + i, "\n");
            nj_strbuf_putc(&p->text, text[i]);
        }
        if (token < p->tok)
            nj_strbuf_write(&p->text, text + token->start, token->end - token->start);
    }
    extend_run(run, brace->end, p->tok->start);
}

static char parse_conversion(NjParser *p)
{
    nj_parser_next(p);
    const NjToken *letter = p->tok;
    NjSpan span = nj_parser_token_span(p, letter);
    if (letter->kind == NJ_TOK_COLON || letter->kind == NJ_TOK_RBRACE)
        nj_parser_fail(p, span, "SyntaxError: f-string: missing conversion character");
    if (letter->kind != NJ_TOK_NAME) {
        nj_parser_fail(p, span, "SyntaxError: f-string: invalid conversion character");
        return 0;
    }
    if (letter->start != letter[-1].end) {
        nj_parser_fail(p, nj_span_join(nj_parser_token_span(p, letter - 1), span),
                       "SyntaxError: f-string: conversion type must come right after the "
                       "exclamation mark");
    } else if (letter->name->len != 1 || !strchr("rsa", letter->name->text[0])) {
        nj_parser_fail(p, span,
                       "SyntaxError: f-string: invalid conversion character '%s': expected 's', "
                       "'r', or 'a'",
                       letter->name->text);
    }
    nj_parser_next(p);
    return letter->name->text[0];
}

static NjExpr *parse_format_spec(NjParser *p, NjLiteral literal)
{
    uint32_t start = p->tok->start;
    uint32_t height = p->scratch.n;
    nj_parser_next(p);
    Run run = {.is_empty = true};
    for (;;) {
        const NjToken *token = p->tok;
        if (nj_parser_accept(p, NJ_TOK_FSTRING_MIDDLE)) {
            nj_decode_literal(p, literal, token->start, token->end);
            extend_run(&run, token->start, token->end);
        } else if (nj_parser_at(p, NJ_TOK_LBRACE)) {
            parse_field(p, literal, &run);
        } else {
            break;
        }
    }
    flush_run(p, &run);
    NjExpr *spec = nj_parser_expr(p, NJ_EXPR_JOINED_STR, start);
    spec->as.joined_str.values = nj_parser_take_exprs(p, height);
    return spec;
}

static void expect_field_close(NjParser *p, bool has_debug, bool has_conversion, bool has_spec)
{
    if (nj_parser_accept(p, NJ_TOK_RBRACE))
        return;
    if (nj_parser_at(p, NJ_TOK_ERROR)) {
        nj_parser_unexpected(p);
        return;
    }
    const char *expected = has_spec         ? "'}', or format specs"
                           : has_conversion ? "':' or '}'"
                           : has_debug      ? "'!', or ':', or '}'"
                                            : "'}'";
    nj_parser_fail(p, nj_parser_token_span(p, p->tok), "SyntaxError: f-string: expecting %s",
                   expected);
}

/* Takes the constant that flush_run pushed back into p->text. */
static void unflush_run(NjParser *p, Run *run)
{
    const NjExpr *text = nj_vec_pop(&p->scratch);
    NJ_ASSERT(p->u, text->kind == NJ_EXPR_CONSTANT && !p->text.n);
    nj_strbuf_write(&p->text, text->as.constant.as.string.text, text->as.constant.as.string.len);
    extend_run(run, text->span.start, text->span.end);
}

/* At '{'. Pushes the text before it and the field. */
static void parse_field(NjParser *p, NjLiteral literal, Run *run)
{
    const NjToken *brace = p->tok;
    NJ_ASSERT(p->u, brace->kind == NJ_TOK_LBRACE);
    uint32_t height = p->scratch.n;
    flush_run(p, run);
    bool has_text = p->scratch.n > height;

    nj_parser_next(p);
    p->nesting++;
    NjExpr *value = parse_field_value(p);
    bool has_debug = nj_parser_accept(p, NJ_TOK_EQUAL);
    if (has_debug && !p->has_failed) {
        /* `=` adds to the text in front of the field. */
        if (has_text)
            unflush_run(p, run);
        append_debug_text(p, brace, run);
        flush_run(p, run);
    }
    bool has_conversion = nj_parser_at(p, NJ_TOK_EXCLAMATION);
    char conversion = has_conversion ? parse_conversion(p) : 0;
    bool has_spec = nj_parser_at(p, NJ_TOK_COLON);
    NjExpr *spec = has_spec ? parse_format_spec(p, literal) : NULL;
    expect_field_close(p, has_debug, has_conversion, has_spec);
    p->nesting--;

    NjExpr *field = nj_parser_expr(p, NJ_EXPR_FORMATTED_VALUE, brace->start);
    field->as.formatted_value.value = value;
    field->as.formatted_value.conversion =
        has_debug && !has_conversion && !has_spec ? 'r' : conversion;
    field->as.formatted_value.format_spec = spec;
    nj_parser_push(p, field);
}

/* ---- whole literals ---- */

/* What the prefix says; `*out_len` is its length. */
static NjLiteral read_prefix(const NjParser *p, const NjToken *token, bool *out_has_u,
                             uint32_t *out_len)
{
    NjLiteral literal = {.is_fstring = token->kind == NJ_TOK_FSTRING_START};
    const char *start = p->source->text + token->start;
    const char *at = start;
    *out_has_u = false;
    for (; *at != '"' && *at != '\''; at++) {
        literal.is_raw = literal.is_raw || (*at | 0x20) == 'r';
        literal.is_bytes = literal.is_bytes || (*at | 0x20) == 'b';
        *out_has_u = *out_has_u || *at == 'u';
    }
    *out_len = (uint32_t)(at - start);
    return literal;
}

static void parse_plain(NjParser *p, NjLiteral literal, uint32_t prefix_len, Run *run)
{
    const NjToken *token = p->tok;
    const char *quotes = p->source->text + token->start + prefix_len;
    uint32_t len = token->end - token->start - prefix_len;
    uint32_t quote_len = len >= 6 && quotes[1] == *quotes && quotes[2] == *quotes ? 3 : 1;
    nj_parser_next(p);
    nj_decode_literal(p, literal, token->start + prefix_len + quote_len, token->end - quote_len);
    extend_run(run, token->start, token->end);
}

static void parse_fstring(NjParser *p, NjLiteral literal, Run *run)
{
    nj_parser_next(p);
    for (;;) {
        const NjToken *token = p->tok;
        if (nj_parser_accept(p, NJ_TOK_FSTRING_MIDDLE)) {
            nj_decode_literal(p, literal, token->start, token->end);
            extend_run(run, token->start, token->end);
        } else if (nj_parser_at(p, NJ_TOK_LBRACE)) {
            parse_field(p, literal, run);
        } else {
            break;
        }
    }
    nj_parser_expect(p, NJ_TOK_FSTRING_END);
}

NjExpr *nj_parse_strings(NjParser *p)
{
    uint32_t start = p->tok->start;
    uint32_t height = p->scratch.n;
    Run run = {.is_empty = true};
    bool has_u, is_bytes, is_joined = false;
    NJ_ASSERT(p->u, !p->text.n);
    uint32_t prefix_len;
    is_bytes = read_prefix(p, p->tok, &has_u, &prefix_len).is_bytes;
    bool starts_with_u = has_u;
    while (nj_parser_at(p, NJ_TOK_STRING) || nj_parser_at(p, NJ_TOK_FSTRING_START)) {
        NjLiteral literal = read_prefix(p, p->tok, &has_u, &prefix_len);
        if (literal.is_bytes != is_bytes) {
            nj_parser_fail(p, nj_parser_token_span(p, p->tok),
                           "SyntaxError: cannot mix bytes and nonbytes literals");
            break;
        }
        is_joined = is_joined || literal.is_fstring;
        if (literal.is_fstring)
            parse_fstring(p, literal, &run);
        else
            parse_plain(p, literal, prefix_len, &run);
    }
    if (!is_joined) {
        NjExpr *text = new_text(p, is_bytes, start);
        text->as.constant.as.string.has_u_prefix = starts_with_u;
        return text;
    }
    flush_run(p, &run);
    NjExpr *joined = nj_parser_expr(p, NJ_EXPR_JOINED_STR, start);
    joined->as.joined_str.values = nj_parser_take_exprs(p, height);
    return joined;
}

#ifndef NPJIT_TESTS_UNIT_SYNTAX_KIT_H
#define NPJIT_TESTS_UNIT_SYNTAX_KIT_H

/* Runs the front end on a text and gives back what came out as text of its own (to be freed). */

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/syntax/ast_print.h"
#include "compiler/syntax/parse.h"

typedef struct NjKit {
    const char *text; /* in */
    size_t len;
    void (*on_module)(NjUnit *u, const NjModule *module); /* or NULL */
    bool wants_tokens;
    char *out; /* the dump, or "line:column: message" of the first error */
} NjKit;

static inline void nj_kit_tokens(NjUnit *u, const NjSource *source, NjStrBuf *out)
{
    NjTokens tokens = nj_lex(u, source);
    for (uint32_t i = 0; i < tokens.n; i++) {
        const NjToken *token = &tokens.items[i];
        nj_strbuf_printf(out, "%s%s", i ? " " : "", nj_token_kind_name(token->kind));
        bool has_text = token->kind >= NJ_TOK_NAME && token->kind <= NJ_TOK_FSTRING_END;
        if (has_text && token->kind != NJ_TOK_FSTRING_END) {
            nj_strbuf_putc(out, ':');
            nj_strbuf_write(out, source->text + token->start, token->end - token->start);
        }
    }
    if (tokens.error.text)
        nj_strbuf_printf(out, " %s", tokens.error.text);
}

static inline void nj_kit_body(NjUnit *u, void *data)
{
    NjKit *kit = data;
    NjStrBuf out;
    nj_strbuf_init(&out, &u->arena);
    NjSource *source = nj_unit_source(u, "test.py", kit->text, kit->len);
    if (source && kit->wants_tokens) {
        nj_kit_tokens(u, source, &out);
    } else if (source) {
        NjModule *module = nj_parse(u, source);
        cr_assert_eq(module != NULL, u->diags.nerrors == 0);
        if (module) {
            nj_ast_print(module, &out);
            if (kit->on_module)
                kit->on_module(u, module);
        }
    }
    for (uint32_t i = 0; i < u->diags.items.n; i++) {
        const NjDiag *diag = u->diags.items.items[i];
        if (diag->severity != NJ_SEVERITY_ERROR)
            continue;
        nj_strbuf_clear(&out);
        nj_strbuf_printf(&out, "%u:%u: %s", nj_span_line(diag->span), nj_span_column(diag->span),
                         diag->text);
        break;
    }
    kit->out = strdup(out.text);
}

static inline char *nj_kit_run(NjKit kit)
{
    static NjUnit u;
    nj_unit_init(&u, NULL, NULL);
    NjUnitStatus status = nj_unit_run(&u, nj_kit_body, &kit);
    cr_assert(status == NJ_UNIT_OK || status == NJ_UNIT_ERRORS, "%s", u.failure);
    nj_unit_fini(&u);
    return kit.out;
}

static inline void nj_expect_tokens(const char *text, const char *expected)
{
    char *out = nj_kit_run((NjKit){.text = text, .len = strlen(text), .wants_tokens = true});
    cr_expect_str_eq(out, expected, "%s\ngave     %s\nexpected %s", text, out, expected);
    free(out);
}

/* Takes line breaks and indentation out of a dump. */
static inline void nj_kit_flatten(char *dump)
{
    char *to = dump;
    for (const char *at = dump; *at; at++) {
        if (*at != '\n') {
            *to++ = *at;
            continue;
        }
        bool is_separator = to > dump && to[-1] == ',';
        while (at[1] == ' ')
            at++;
        if (is_separator)
            *to++ = ' ';
    }
    *to = '\0';
}

/* Writes Name(id='x', ctx=Load()) as x, with Store() as x! and with Del() as x~. */
static inline void nj_kit_shorten(char *dump)
{
    static const char *const contexts[][2] = {
        {"', ctx=Load())", ""}, {"', ctx=Store())", "!"}, {"', ctx=Del())", "~"}};
    char *to = dump;
    for (const char *at = dump; *at;) {
        if (strncmp(at, "Name(id='", 9) != 0) {
            *to++ = *at++;
            continue;
        }
        at += 9;
        while (*at != '\'')
            *to++ = *at++;
        for (size_t i = 0; i < 3; i++) {
            size_t len = strlen(contexts[i][0]);
            if (strncmp(at, contexts[i][0], len) == 0) {
                at += len;
                if (*contexts[i][1])
                    *to++ = *contexts[i][1];
                break;
            }
        }
    }
    *to = '\0';
}

/* The dump on one line, with names in short. */
static inline void nj_expect_ast(const char *text, const char *expected)
{
    char *out = nj_kit_run((NjKit){.text = text, .len = strlen(text)});
    nj_kit_flatten(out);
    nj_kit_shorten(out);
    cr_expect_str_eq(out, expected, "%s\ngave     %s\nexpected %s", text, out, expected);
    free(out);
}

static inline void nj_expect_error(const char *text, const char *expected)
{
    char *out = nj_kit_run((NjKit){.text = text, .len = strlen(text)});
    cr_expect_str_eq(out, expected, "%s\ngave     %s\nexpected %s", text, out, expected);
    free(out);
}

static inline void nj_expect_module(const char *text,
                                    void (*check)(NjUnit *u, const NjModule *module))
{
    char *out = nj_kit_run((NjKit){.text = text, .len = strlen(text), .on_module = check});
    cr_expect(strncmp(out, "Module(", 7) == 0, "%s\ngave %s", text, out);
    free(out);
}

#endif

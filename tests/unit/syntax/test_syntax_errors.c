/* Wrong programs: each gives one clear diagnostic at the right place; and programs that only look
 * wrong. */

#include "tests/unit/syntax/syntax_kit.h"

typedef struct WrongProgram {
    unsigned line, column;
    const char *text, *message;
} WrongProgram;

static const WrongProgram wrong_programs[] = {
#define SYNTAX_ERROR(line, column, text, message) {line, column, text, message},
#include "tests/unit/syntax/syntax_errors.def"
#undef SYNTAX_ERROR
};

Test(syntax_errors, table)
{
    for (size_t i = 0; i < sizeof wrong_programs / sizeof *wrong_programs; i++) {
        const WrongProgram *wrong = &wrong_programs[i];
        char expected[300];
        snprintf(expected, sizeof expected, "%u:%u: %s", wrong->line, wrong->column,
                 wrong->message);
        nj_expect_error(wrong->text, expected);
    }
}

static const char *const right_programs[] = {
    "f'{a:{b:{c}}}'",
    "async def f(): return [x async for x in y]",
    "()",
    "lambda: (yield)",
    "def f[T: int = 3](): pass",
    "print(*a)",
    "x = (*a, b)",
    "x[*a]",
    "x = {*a}",
    "{**a}",
    "*a, = b",
    "from .. x import y",
    "from . import *",
    "del x,",
    "del (x), (y,), [z]",
    "f(**a, **b, c=1)",
    "f(*a, b, *c, d=1, *e, **f)",
    "with (a, b) as c, d: pass",
    "with (a, b as c): pass",
    "with (a := b): pass",
    "with (*a, b): pass",
    "with (a for a in b): pass",
    "with (a): pass",
    "with (a).b: pass",
    "with (a, b) if c else d: pass",
    "(await x for x in y)",
    "def f(): return (x async for x in y)",
    "for x in *a, b: pass",
    "def f(): return *a, b",
    "print",
    "x = 1;",
    "if x: pass; y",
    "\n\n  # comment\nx\n",
    "'''docstring'''\nfrom __future__ import annotations\n",
    "for x in y:\n try: pass\n except* A:\n  for z in w: break",
};

Test(syntax_errors, none)
{
    for (size_t i = 0; i < sizeof right_programs / sizeof *right_programs; i++)
        nj_expect_module(right_programs[i], NULL);
}

/* ---- limits ---- */

/* `head`, then `count` times `part`, then `tail`. */
static char *repeat(const char *head, const char *part, size_t count, const char *tail)
{
    size_t head_len = strlen(head), part_len = strlen(part);
    char *text = malloc(head_len + part_len * count + strlen(tail) + 1);
    cr_assert_not_null(text);
    memcpy(text, head, head_len);
    for (size_t i = 0; i < count; i++)
        memcpy(text + head_len + i * part_len, part, part_len);
    strcpy(text + head_len + part_len * count, tail);
    return text;
}

static void expect_error_of(char *text, const char *message)
{
    char *out = nj_kit_run((NjKit){.text = text, .len = strlen(text)});
    cr_expect_not_null(strstr(out, message), "%.60s...\ngave %.200s", text, out);
    free(out);
    free(text);
}

static void expect_accepted(char *text)
{
    char *out = nj_kit_run((NjKit){.text = text, .len = strlen(text)});
    cr_expect(strncmp(out, "Module(", 7) == 0, "%.60s...\ngave %.200s", text, out);
    free(out);
    free(text);
}

Test(syntax_errors, nesting_is_bounded)
{
    const char *parens = "too many nested parentheses";
    expect_error_of(repeat("", "(", 10000, ""), parens);
    expect_error_of(repeat("", "[", 10000, ""), parens);
    expect_error_of(repeat("", "{1:", 10000, ""), parens);
    expect_error_of(repeat("", "f'{", 10000, ""), "too many nested f-strings");
    const char *deep = "expression is nested too deeply";
    expect_error_of(repeat("", "-", 10000, "1"), deep);
    expect_error_of(repeat("", "not ", 10000, "1"), deep);
    expect_error_of(repeat("", "lambda:", 10000, "1"), deep);
    expect_error_of(repeat("", "1 if 1 else ", 10000, "1"), deep);
    expect_error_of(repeat("", "2 ** ", 10000, "1"), deep);
    const char *program = "the program is nested too deeply";
    expect_error_of(repeat("a", " + a", 10000, ""), program);
    expect_error_of(repeat("a", ".b", 10000, ""), program);
    expect_error_of(repeat("a", "()", 10000, ""), program);
    expect_error_of(repeat("if a: pass\n", "elif a: pass\n", 10000, ""), program);
    expect_error_of(repeat("match x:\n case a", ".b", 10000, ": pass"), program);
}

Test(syntax_errors, length_is_not)
{
    expect_accepted(repeat("x = [", "1,", 20000, "]"));
    expect_accepted(repeat("a", " < a", 20000, ""));
    expect_accepted(repeat("a", " and a", 20000, ""));
    expect_accepted(repeat("", "a = ", 20000, "1"));
    expect_accepted(repeat("", "'a' ", 20000, ""));
    expect_accepted(repeat("", "\\\n", 20000, "x"));
    expect_accepted(repeat("a", " + a", 1900, ""));
    expect_accepted(repeat("", "a;", 20000, ""));
}

Test(syntax_errors, indentation_is_bounded)
{
    char text[16000];
    size_t n = 0;
    for (int depth = 0; depth < 120; depth++)
        n += (size_t)snprintf(text + n, sizeof text - n, "%*sif a:\n", depth, "");
    expect_error_of(strdup(text), "IndentationError: too many levels of indentation");
}

/* ---- any bytes ---- */

static uint32_t next_random(uint32_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state;
}

Test(syntax_errors, survives_random_programs)
{
    static const char *const parts[] = {
        "f'",         "f'''",
        "{",          "}",
        "(",          ")",
        "[",          "]",
        ":",          "=",
        ":=",         "\\",
        "\n",         "\n  ",
        "\t",         "lambda ",
        "if ",        "else ",
        "@",          "*",
        "**",         "match x:\n case ",
        "def f(",     "class A(",
        "for x in ",  "async ",
        "await ",     "yield ",
        "try:\n x\n", "except ",
        "with (",     " as ",
        "import ",    "from . ",
        "x",          "1",
        "\"",         "'",
        "!r",         "\xE2\x82\xAC",
        "\\N{",       "0x",
        "1e",         "#",
        ";",          ",",
        ".",          "not ",
        " in ",       "is ",
        "print ",     "del ",
        "type X[",    "-",
        "|",          "case _",
        "rb'",        "\r",
        "\f",         "\\x",
        "\xFF",       "return ",
    };
    uint32_t state = 12345;
    for (int round = 0; round < 3000; round++) {
        char text[1024];
        size_t len = 0;
        uint32_t nparts = next_random(&state) % 60;
        for (uint32_t i = 0; i < nparts; i++) {
            const char *part = parts[next_random(&state) % (sizeof parts / sizeof *parts)];
            memcpy(text + len, part, strlen(part));
            len += strlen(part);
        }
        free(nj_kit_run((NjKit){.text = text, .len = len}));
        free(nj_kit_run((NjKit){.text = text, .len = len, .wants_tokens = true}));
    }
}

Test(syntax_errors, survives_random_bytes)
{
    uint32_t state = 54321;
    for (int round = 0; round < 2000; round++) {
        char text[256];
        size_t len = next_random(&state) % sizeof text;
        for (size_t i = 0; i < len; i++) {
            uint32_t byte = next_random(&state);
            text[i] = (char)(round % 2 ? byte : byte % 95 + 32);
        }
        free(nj_kit_run((NjKit){.text = text, .len = len}));
    }
}

/* ---- warnings ---- */

static void check_warning(NjUnit *u, const NjModule *module)
{
    (void)module;
    cr_assert_eq(u->diags.items.n, 1);
    const NjDiag *diag = u->diags.items.items[0];
    cr_expect_eq(diag->severity, NJ_SEVERITY_WARNING);
    cr_expect_str_eq(diag->text, "SyntaxWarning: invalid escape sequence '\\d'");
    cr_expect_eq(nj_span_column(diag->span), 7);
}

Test(syntax_errors, warns_of_unknown_escapes)
{
    nj_expect_module("x = 'a\\d'\n", check_warning);
}

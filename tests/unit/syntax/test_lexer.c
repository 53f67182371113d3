/* The lexer: what text becomes which tokens. Errors are in test_syntax_errors.c. */

#include "tests/unit/syntax/syntax_kit.h"

Test(lexer, empty_text)
{
    nj_expect_tokens("", "END");
    nj_expect_tokens("\n\n", "END");
    nj_expect_tokens("# only a comment", "END");
    nj_expect_tokens("   \n\t# comment\n", "END");
}

Test(lexer, names_and_keywords)
{
    nj_expect_tokens("x _y1 None nonlocal ifx matchbox",
                     "NAME:x NAME:_y1 NONE NONLOCAL NAME:ifx NAME:matchbox NEWLINE END");
    nj_expect_tokens("match case type _", "NAME:match NAME:case NAME:type NAME:_ NEWLINE END");
    nj_expect_tokens("größe 变量", "NAME:größe NAME:变量 NEWLINE END");
}

Test(lexer, numbers)
{
    nj_expect_tokens("0 00 1_000 0xFF 0o17 0b1_0",
                     "INT:0 INT:00 INT:1_000 INT:0xFF INT:0o17 INT:0b1_0 NEWLINE END");
    nj_expect_tokens("1. .5 1e5 1E-5 1_0.0_1 09.5",
                     "FLOAT:1. FLOAT:.5 FLOAT:1e5 FLOAT:1E-5 FLOAT:1_0.0_1 FLOAT:09.5 NEWLINE END");
    nj_expect_tokens("1j 1.5J 1e3j 09j",
                     "IMAGINARY:1j IMAGINARY:1.5J IMAGINARY:1e3j IMAGINARY:09j NEWLINE END");
    nj_expect_tokens("1if 2else 3or 4in", "INT:1 IF INT:2 ELSE INT:3 OR INT:4 IN NEWLINE END");
    nj_expect_tokens("1..real 1...x", "FLOAT:1. DOT NAME:real FLOAT:1. DOT DOT NAME:x NEWLINE END");
}

Test(lexer, operators_take_the_longest)
{
    nj_expect_tokens("a<<=b>>=c**=d//=e",
                     "NAME:a LSHIFT_EQUAL NAME:b RSHIFT_EQUAL NAME:c DOUBLE_STAR_EQUAL NAME:d "
                     "DOUBLE_SLASH_EQUAL NAME:e NEWLINE END");
    nj_expect_tokens("a->b:=c!=d==e", "NAME:a ARROW NAME:b COLON_EQUAL NAME:c NOT_EQUAL NAME:d "
                                      "EQUAL_EQUAL NAME:e NEWLINE END");
    nj_expect_tokens("x....y", "NAME:x ELLIPSIS DOT NAME:y NEWLINE END");
    nj_expect_tokens("$", "UNKNOWN NEWLINE END");
}

Test(lexer, indentation)
{
    nj_expect_tokens("if x:\n  y\n\n  # c\n  z\nw\n",
                     "IF NAME:x COLON NEWLINE INDENT NAME:y NEWLINE NAME:z NEWLINE DEDENT NAME:w "
                     "NEWLINE END");
    nj_expect_tokens("a:\n b:\n  c",
                     "NAME:a COLON NEWLINE INDENT NAME:b COLON NEWLINE INDENT NAME:c "
                     "NEWLINE DEDENT DEDENT END");
    /* A tab goes to the next multiple of eight; a form feed starts over. */
    nj_expect_tokens("if x:\n\ty\n\tz\n", "IF NAME:x COLON NEWLINE INDENT NAME:y NEWLINE NAME:z "
                                          "NEWLINE DEDENT END");
    nj_expect_tokens("  \fx\n", "NAME:x NEWLINE END");
}

Test(lexer, lines_join_in_brackets_and_after_backslash)
{
    nj_expect_tokens("(a,\n  b)\n", "LPAREN NAME:a COMMA NAME:b RPAREN NEWLINE END");
    nj_expect_tokens("x = \\\n  1\n", "NAME:x EQUAL INT:1 NEWLINE END");
    nj_expect_tokens("[ # c\n]\r\nx\ry",
                     "LBRACKET RBRACKET NEWLINE NAME:x NEWLINE NAME:y NEWLINE END");
}

Test(lexer, strings)
{
    nj_expect_tokens("'a' \"b\" '''c\n'd' ''' r'\\' b",
                     "STRING:'a' STRING:\"b\" STRING:'''c\n'd' ''' ERROR SyntaxError: unterminated "
                     "string literal (detected at line 2); perhaps you escaped the end quote?");
    nj_expect_tokens(
        "rb'x' Br'x' u'x' R'\\'' bar'x'",
        "STRING:rb'x' STRING:Br'x' STRING:u'x' STRING:R'\\'' NAME:bar STRING:'x' NEWLINE "
        "END");
    nj_expect_tokens("'a\\\nb'", "STRING:'a\\\nb' NEWLINE END");
}

Test(lexer, f_strings)
{
    nj_expect_tokens("f'a{b}c'", "FSTRING_START:f' FSTRING_MIDDLE:a LBRACE NAME:b RBRACE "
                                 "FSTRING_MIDDLE:c FSTRING_END NEWLINE END");
    nj_expect_tokens("f'{{}}'", "FSTRING_START:f' FSTRING_MIDDLE:{{}} FSTRING_END NEWLINE END");
    nj_expect_tokens(
        "f'{x!r:>{w}}'",
        "FSTRING_START:f' LBRACE NAME:x EXCLAMATION NAME:r COLON FSTRING_MIDDLE:> LBRACE "
        "NAME:w RBRACE RBRACE FSTRING_END NEWLINE END");
    /* The quotes of the outer string may be used again inside (PEP 701). */
    nj_expect_tokens(
        "f'{a['b']}'",
        "FSTRING_START:f' LBRACE NAME:a LBRACKET STRING:'b' RBRACKET RBRACE FSTRING_END "
        "NEWLINE END");
    nj_expect_tokens(
        "f'{f'{1}'}'",
        "FSTRING_START:f' LBRACE FSTRING_START:f' LBRACE INT:1 RBRACE FSTRING_END RBRACE "
        "FSTRING_END NEWLINE END");
    /* ':' outside of inner brackets starts the format spec; ':=' and '!=' do not. */
    nj_expect_tokens("f'{x:=5}{a!=b}{(y:=1)}'",
                     "FSTRING_START:f' LBRACE NAME:x COLON FSTRING_MIDDLE:=5 RBRACE LBRACE NAME:a "
                     "NOT_EQUAL NAME:b RBRACE LBRACE LPAREN NAME:y COLON_EQUAL INT:1 RPAREN RBRACE "
                     "FSTRING_END NEWLINE END");
    nj_expect_tokens("f'''{\na # c\n}'''",
                     "FSTRING_START:f''' LBRACE NAME:a RBRACE FSTRING_END NEWLINE END");
    nj_expect_tokens(
        "f'\\{x}' rf'\\{y}'",
        "FSTRING_START:f' FSTRING_MIDDLE:\\ LBRACE NAME:x RBRACE FSTRING_END "
        "FSTRING_START:rf' FSTRING_MIDDLE:\\ LBRACE NAME:y RBRACE FSTRING_END NEWLINE END");
    nj_expect_tokens("f'\\N{DASH}'",
                     "FSTRING_START:f' FSTRING_MIDDLE:\\N{DASH} FSTRING_END NEWLINE END");
}

Test(lexer, normalises_names)
{
    /* A subscript n is an n, the micro sign a mu (NFKC). */
    nj_expect_ast("xₙ", "Module(body=[Expr(value=xn)])");
    nj_expect_ast("µ", "Module(body=[Expr(value=\\u03bc)])");
    nj_expect_ast("ﬁn", "Module(body=[Expr(value=fin)])");
}

Test(lexer, knows_its_kinds)
{
    cr_expect_str_eq(nj_token_kind_name(NJ_TOK_DOUBLE_STAR), "DOUBLE_STAR");
    cr_expect_str_eq(nj_token_kind_text(NJ_TOK_DOUBLE_STAR), "**");
    cr_expect_str_eq(nj_token_kind_text(NJ_TOK_LAMBDA), "lambda");
}

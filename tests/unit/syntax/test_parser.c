/* The parser: what each construct becomes, and what nodes carry besides: ids, places, lines. */

#include "tests/unit/syntax/syntax_kit.h"

#define EXPECT_EXPR(text, expected) nj_expect_ast(text, "Module(body=[Expr(value=" expected ")])")
#define INT(value)                  "Constant(value=" value ")"

Test(parser, empty_module)
{
    nj_expect_ast("", "Module()");
    nj_expect_ast("# nothing\n", "Module()");
}

Test(parser, precedence)
{
    EXPECT_EXPR("a + b * c", "BinOp(left=a, op=Add(), right=BinOp(left=b, op=Mult(), right=c))");
    EXPECT_EXPR("a - b - c", "BinOp(left=BinOp(left=a, op=Sub(), right=b), op=Sub(), right=c)");
    EXPECT_EXPR(
        "-a ** -b",
        "UnaryOp(op=USub(), operand=BinOp(left=a, op=Pow(), right=UnaryOp(op=USub(), operand=b)))");
    EXPECT_EXPR("a ** b ** c", "BinOp(left=a, op=Pow(), right=BinOp(left=b, op=Pow(), right=c))");
    EXPECT_EXPR(
        "not a or b and c",
        "BoolOp(op=Or(), values=[UnaryOp(op=Not(), operand=a), BoolOp(op=And(), values=[b, c])])");
    EXPECT_EXPR("a | b ^ c & d << e", "BinOp(left=a, op=BitOr(), right=BinOp(left=b, op=BitXor(), "
                                      "right=BinOp(left=c, op=BitAnd(), right=BinOp("
                                      "left=d, op=LShift(), "
                                      "right=e))))");
}

Test(parser, chains)
{
    EXPECT_EXPR("a < b is not c not in d",
                "Compare(left=a, ops=[Lt(), IsNot(), NotIn()], comparators=[b, c, d])");
    EXPECT_EXPR("a and b and c", "BoolOp(op=And(), values=[a, b, c])");
    EXPECT_EXPR("a if b else c", "IfExp(test=b, body=a, orelse=c)");
}

Test(parser, constants)
{
    EXPECT_EXPR("0xFF", INT("255"));
    EXPECT_EXPR("0b1_01", INT("5"));
    EXPECT_EXPR("9223372036854775807", INT("9223372036854775807"));
    EXPECT_EXPR("9223372036854775808", INT("9223372036854775808"));
    EXPECT_EXPR("0xFFFFFFFFFFFFFFFFFFFFFFFF", INT("79228162514264337593543950335"));
    EXPECT_EXPR("0o7777777777777777777777777", INT("37778931862957161709567"));
    EXPECT_EXPR("1e16", INT("1e+16"));
    EXPECT_EXPR("1e15", INT("1000000000000000.0"));
    EXPECT_EXPR("0.0001", INT("0.0001"));
    EXPECT_EXPR("0.00001", INT("1e-05"));
    EXPECT_EXPR("1_0.1", INT("10.1"));
    EXPECT_EXPR("5e-324", INT("5e-324"));
    EXPECT_EXPR("1.7976931348623157e308", INT("1.7976931348623157e+308"));
    EXPECT_EXPR("2j", INT("2j"));
    EXPECT_EXPR("1.5e3J", INT("1500j"));
    EXPECT_EXPR("None", INT("None"));
    EXPECT_EXPR("True", INT("True"));
    EXPECT_EXPR("...", INT("Ellipsis"));
}

Test(parser, strings)
{
    EXPECT_EXPR("'a' \"b\"", INT("'ab'"));
    EXPECT_EXPR("'\\n\\t\\\\\\x41\\101\\u00e9\\U0001F600\\0'",
                INT("'\\n\\t\\\\AA\\xe9\\U0001f600\\x00'"));
    EXPECT_EXPR("'a\\\nb'", INT("'ab'"));
    EXPECT_EXPR("r'a\\n'", INT("'a\\\\n'"));
    EXPECT_EXPR("b'\\xff\\u1234'", INT("b'\\xff\\\\u1234'"));
    EXPECT_EXPR("u'x'", "Constant(value='x', kind='u')");
    EXPECT_EXPR("'\\ud800'", INT("'\\ud800'"));
    EXPECT_EXPR("'\\N{GREEK SMALL LETTER ALPHA}\\N{degree sign}'", INT("'\\u03b1\\xb0'"));
    EXPECT_EXPR("\"it's\"", INT("\"it's\""));
    EXPECT_EXPR("'''a\r\nb'''", INT("'a\\nb'"));
}

Test(parser, f_strings)
{
    EXPECT_EXPR("f'a{x}b'", "JoinedStr(values=[Constant(value='a'), FormattedValue(value=x, "
                            "conversion=-1), Constant(value='b')])");
    EXPECT_EXPR("f'{{{x!r}}}'", "JoinedStr(values=[Constant(value='{'), FormattedValue(value=x, "
                                "conversion=114), Constant(value='}')])");
    EXPECT_EXPR(
        "f'{x = }'",
        "JoinedStr(values=[Constant(value='x = '), FormattedValue(value=x, conversion=114)])");
    EXPECT_EXPR("f'a{x=:5}'",
                "JoinedStr(values=[Constant(value='ax='), FormattedValue(value=x, conversion=-1, "
                "format_spec=JoinedStr(values=[Constant(value='5')]))])");
    EXPECT_EXPR("'a' f'{x}' 'b' f'c'",
                "JoinedStr(values=[Constant(value='a'), FormattedValue(value=x, conversion=-1), "
                "Constant(value='bc')])");
    EXPECT_EXPR("f'{x:{w}.{p}}'",
                "JoinedStr(values=[FormattedValue(value=x, conversion=-1, "
                "format_spec=JoinedStr(values=[FormattedValue(value=w, conversion=-1), "
                "Constant(value='.'), FormattedValue(value=p, conversion=-1)]))])");
    EXPECT_EXPR("f''", "JoinedStr()");
    EXPECT_EXPR(
        "f'{x:}'",
        "JoinedStr(values=[FormattedValue(value=x, conversion=-1, format_spec=JoinedStr())])");
}

Test(parser, displays)
{
    EXPECT_EXPR("()", "Tuple(ctx=Load())");
    EXPECT_EXPR("(a)", "a");
    EXPECT_EXPR("(a,)", "Tuple(elts=[a], ctx=Load())");
    EXPECT_EXPR("[1, *a]",
                "List(elts=[Constant(value=1), Starred(value=a, ctx=Load())], ctx=Load())");
    EXPECT_EXPR("{}", "Dict()");
    EXPECT_EXPR("{1: a, **b}", "Dict(keys=[Constant(value=1), None], values=[a, b])");
    EXPECT_EXPR("{1, 2}", "Set(elts=[Constant(value=1), Constant(value=2)])");
    EXPECT_EXPR(
        "{(a := 1): 2}",
        "Dict(keys=[NamedExpr(target=a!, value=Constant(value=1))], values=[Constant(value=2)])");
}

Test(parser, comprehensions)
{
    EXPECT_EXPR(
        "[x for x, y in a if b if c for d in e]",
        "ListComp(elt=x, generators=[comprehension(target=Tuple(elts=[x!, y!], ctx=Store()), "
        "iter=a, ifs=[b, c], is_async=0), comprehension(target=d!, iter=e, is_async=0)])");
    EXPECT_EXPR("{x for x in a}",
                "SetComp(elt=x, generators=[comprehension(target=x!, iter=a, is_async=0)])");
    EXPECT_EXPR(
        "{k: v for k in a}",
        "DictComp(key=k, value=v, generators=[comprehension(target=k!, iter=a, is_async=0)])");
    EXPECT_EXPR("f(x for x in a)", "Call(func=f, args=[GeneratorExp(elt=x, "
                                   "generators=[comprehension(target=x!, iter=a, is_async=0)])])");
}

Test(parser, calls_and_subscripts)
{
    EXPECT_EXPR("f(a, *b, c=1, **d)", "Call(func=f, args=[a, Starred(value=b, ctx=Load())], "
                                      "keywords=[keyword(arg='c', value=Constant(value=1)), "
                                      "keyword(value=d)])");
    EXPECT_EXPR("a[1:, ::2, b]",
                "Subscript(value=a, slice=Tuple(elts=[Slice(lower=Constant(value=1)), "
                "Slice(step=Constant(value=2)), b], "
                "ctx=Load()), ctx=Load())");
    EXPECT_EXPR("a[*b]", "Subscript(value=a, slice=Tuple(elts=[Starred(value=b, ctx=Load())], "
                         "ctx=Load()), ctx=Load())");
    EXPECT_EXPR("a.b().c", "Attribute(value=Call(func=Attribute(value=a, attr='b', ctx=Load())), "
                           "attr='c', ctx=Load())");
}

Test(parser, parameters)
{
    nj_expect_ast(
        "lambda a, /, b=1, *c, d, e=2, **f: 0",
        "Module(body=[Expr(value=Lambda(args=arguments(posonlyargs=[arg(arg='a')], "
        "args=[arg(arg='b')], vararg=arg(arg='c'), kwonlyargs=[arg(arg='d'), arg(arg='e')], "
        "kw_defaults=[None, Constant(value=2)], kwarg=arg(arg='f'), "
        "defaults=[Constant(value=1)]), body=Constant(value=0)))])");
    nj_expect_ast("def f(a: int = 1, *, b) -> str: pass",
                  "Module(body=[FunctionDef(name='f', args=arguments(args=[arg(arg='a', "
                  "annotation=int)], kwonlyargs=[arg(arg='b')], "
                  "kw_defaults=[None], defaults=[Constant(value=1)]), body=[Pass()], "
                  "returns=str)])");
}

Test(parser, assignments)
{
    nj_expect_ast("a = b, *c = d", "Module(body=[Assign(targets=[a!, Tuple(elts=[b!, "
                                   "Starred(value=c!, ctx=Store())], ctx=Store())], value=d)])");
    nj_expect_ast("a[0] //= 2", "Module(body=[AugAssign(target=Subscript(value=a, "
                                "slice=Constant(value=0), ctx=Store()), op=FloorDiv(), "
                                "value=Constant(value=2))])");
    nj_expect_ast("x: int", "Module(body=[AnnAssign(target=x!, annotation=int, simple=1)])");
    nj_expect_ast(
        "(x): int = 1",
        "Module(body=[AnnAssign(target=x!, annotation=int, value=Constant(value=1), simple=0)])");
    nj_expect_ast("del a, (b, c)", "Module(body=[Delete(targets=[a~, Tuple(elts=[b~"
                                   ", c~], ctx=Del())])])");
}

Test(parser, simple_statements)
{
    nj_expect_ast("import a.b as c, d", "Module(body=[Import(names=[alias(name='a.b', asname='c'), "
                                        "alias(name='d')])])");
    nj_expect_ast("from ...a import (b as c, d,)",
                  "Module(body=[ImportFrom(module='a', names=[alias(name='b', asname='c'), "
                  "alias(name='d')], level=3)])");
    nj_expect_ast("from . import *", "Module(body=[ImportFrom(names=[alias(name='*')], level=1)])");
    nj_expect_ast("pass; x; raise a from b",
                  "Module(body=[Pass(), Expr(value=x), Raise(exc=a, cause=b)])");
    nj_expect_ast("assert a, 'b'", "Module(body=[Assert(test=a, msg=Constant(value='b'))])");
    nj_expect_ast("type X[T: int, *U, **P] = T",
                  "Module(body=[TypeAlias(name=X!, type_params=[TypeVar(name='T', "
                  "bound=int), TypeVarTuple(name='U'), ParamSpec(name='P')], value=T)])");
}

Test(parser, compound_statements)
{
    nj_expect_ast("if a: x\nelif b: y\nelse: z",
                  "Module(body=[If(test=a, body=[Expr(value=x)], orelse=[If(test=b, "
                  "body=[Expr(value=y)], orelse=[Expr(value=z)])])])");
    nj_expect_ast("for i, in a:\n break\nelse:\n pass",
                  "Module(body=[For(target=Tuple(elts=[i!], ctx=Store()), iter=a, body=[Break()], "
                  "orelse=[Pass()])])");
    nj_expect_ast("with (a as b, c): pass",
                  "Module(body=[With(items=[withitem(context_expr=a, optional_vars=b!), "
                  "withitem(context_expr=c)], body=[Pass()])])");
    nj_expect_ast("with (a, b) as c: pass",
                  "Module(body=[With(items=[withitem(context_expr=Tuple(elts=[a, b], ctx=Load()), "
                  "optional_vars=c!)], body=[Pass()])])");
    nj_expect_ast(
        "try: a\nexcept* E as e: b\nelse: c\nfinally: d",
        "Module(body=[TryStar(body=[Expr(value=a)], handlers=[ExceptHandler(type=E, name='e', "
        "body=[Expr(value=b)])], orelse=[Expr(value=c)], finalbody=[Expr(value=d)])])");
    nj_expect_ast("@a\nclass C(B, m=1): pass",
                  "Module(body=[ClassDef(name='C', bases=[B], keywords=[keyword(arg='m', "
                  "value=Constant(value=1))], body=[Pass()], decorator_list=[a])])");
    nj_expect_ast(
        "async def f():\n async with a: await b",
        "Module(body=[AsyncFunctionDef(name='f', args=arguments(), body=[AsyncWith(items=["
        "withitem(context_expr=a)], body=[Expr(value=Await(value=b))])])])");
}

Test(parser, match_is_a_soft_keyword)
{
    nj_expect_ast(
        "match x:\n case 1 | None: pass\n case [a, *_] if b: pass\n case {'k': v, **r}: pass\n"
        " case C(p, q=_) as m: pass\n",
        "Module(body=[Match(subject=x, cases=[match_case(pattern=MatchOr(patterns=["
        "MatchValue(value=Constant(value=1)), MatchSingleton(value=None)]), body=[Pass()]), "
        "match_case(pattern=MatchSequence(patterns=[MatchAs(name='a'), MatchStar()]), guard=b, "
        "body=[Pass()]), match_case(pattern=MatchMapping(keys=[Constant(value='k')], "
        "patterns=[MatchAs(name='v')], rest='r'), body=[Pass()]), match_case("
        "pattern=MatchAs(pattern=MatchClass(cls=C, patterns=[MatchAs(name='p')], kwd_attrs=['q'], "
        "kwd_patterns=["
        "MatchAs()]), name='m'), body=[Pass()])])])");
    nj_expect_ast("match = match[1]", "Module(body=[Assign(targets=[match!], value=Subscript("
                                      "value=match, slice=Constant(value=1), ctx=Load()))])");
    EXPECT_EXPR("match(x)", "Call(func=match, args=[x])");
    EXPECT_EXPR("match - x", "BinOp(left=match, op=Sub(), right=x)");
    EXPECT_EXPR("match not in x", "Compare(left=match, ops=[NotIn()], comparators=[x])");
    nj_expect_ast("match[0]: int",
                  "Module(body=[AnnAssign(target=Subscript(value=match, slice=Constant(value=0), "
                  "ctx=Store()), annotation=int, simple=0)])");
    nj_expect_ast("type = 1\ntype.x",
                  "Module(body=[Assign(targets=[type!], value=Constant(value=1)), Expr("
                  "value=Attribute(value=type, attr='x', ctx=Load()))])");
}

/* ---- what nodes carry ---- */

static void expect_text(NjSpan span, const char *expected)
{
    char text[64] = "";
    cr_assert(span.end - span.start < sizeof text);
    memcpy(text, span.source->text + span.start, span.end - span.start);
    cr_expect_str_eq(text, expected);
}

static const NjExpr *value_of(const NjModule *module, uint32_t index)
{
    cr_assert_eq(module->body.items[index]->kind, NJ_STMT_EXPR);
    return module->body.items[index]->as.expr.value;
}

static void check_spans(NjUnit *u, const NjModule *module)
{
    (void)u;
    const NjExpr *sum = value_of(module, 0);
    expect_text(sum->span, "(a) + b * c");
    expect_text(sum->as.bin_op.op_span, "+");
    expect_text(sum->as.bin_op.lhs->span, "a");
    expect_text(sum->as.bin_op.rhs->span, "b * c");
    const NjExpr *compare = value_of(module, 1);
    expect_text(compare->as.compare.op_spans[0], "not  in");
    const NjExpr *attribute = value_of(module, 2);
    expect_text(attribute->as.attribute.attr_span, "real");
    const NjStmt *def = module->body.items[3];
    expect_text(def->as.function_def.name_span, "f");
    expect_text(def->span, "def f():\n    pass");
    cr_expect_eq(def->line, 5);
}

Test(parser, spans)
{
    nj_expect_module("(a) + b * c\nx not  in y\nz.real\n@d\ndef f():\n    pass\n", check_spans);
}

static void check_ids(NjUnit *u, const NjModule *module)
{
    (void)u;
    cr_expect_eq(module->nstmts, 3);
    cr_expect_eq(module->nexprs, 5);
    uint32_t seen = 0;
    const NjStmt *loop = module->body.items[0];
    seen |= 1u << loop->as.for_loop.target->id | 1u << loop->as.for_loop.iter->id;
    const NjExpr *sum = loop->as.for_loop.body.items[0]->as.expr.value;
    seen |= 1u << sum->id | 1u << sum->as.bin_op.lhs->id | 1u << sum->as.bin_op.rhs->id;
    cr_expect_eq(seen, 31u);
}

Test(parser, ids_are_dense)
{
    nj_expect_module("for i in n: i + 1\npass\n", check_ids);
}

static void check_generators(NjUnit *u, const NjModule *module)
{
    (void)u;
    cr_expect(module->body.items[0]->as.function_def.has_yield);
    cr_expect_not(module->body.items[1]->as.function_def.has_yield);
    cr_expect_not(module->body.items[2]->as.function_def.has_yield);
}

Test(parser, marks_generators)
{
    nj_expect_module(
        "def a(): yield\ndef b():\n def c(): yield 1\ndef d(): return lambda: (yield)\n",
        check_generators);
}

static void check_integers(NjUnit *u, const NjModule *module)
{
    (void)u;
    const NjConst *small = &value_of(module, 0)->as.constant;
    cr_expect(small->as.integer.fits);
    cr_expect_eq(small->as.integer.value, 15);
    cr_expect_eq(small->as.integer.base, 16);
    const NjConst *big = &value_of(module, 1)->as.constant;
    cr_expect_not(big->as.integer.fits);
    cr_expect_str_eq(big->as.integer.digits, "100000000000000000000");
    cr_expect_eq(big->as.integer.ndigits, 21);
}

Test(parser, big_integers_keep_their_digits)
{
    nj_expect_module("0x0_0F\n100_000_000_000_000_000_000\n", check_integers);
}

static void check_docstring(NjUnit *u, const NjModule *module)
{
    (void)u;
    const NjExpr *doc = nj_block_docstring(module->body);
    cr_assert_not_null(doc);
    cr_expect_str_eq(doc->as.constant.as.string.text, "about");
    cr_expect_null(nj_block_docstring(module->body.items[1]->as.function_def.body));
}

Test(parser, finds_docstrings)
{
    nj_expect_module("'about'\ndef f():\n b'no'\n", check_docstring);
}

/* ---- printing as source ---- */

static void check_source(NjUnit *u, const NjModule *module)
{
    for (uint32_t i = 0; i + 1 < module->body.n; i += 2) {
        const NjExpr *expected = value_of(module, i + 1);
        NjStrBuf out;
        nj_strbuf_init(&out, &u->arena);
        nj_expr_print_source(value_of(module, i), 200, &out);
        cr_expect_str_eq(out.text, expected->as.constant.as.string.text);
        nj_strbuf_clear(&out);
        nj_expr_print_source(value_of(module, i), 12, &out);
        cr_expect_leq(out.n, 12);
    }
}

Test(parser, prints_expressions_as_source)
{
    nj_expect_module(
        "(a+b)*c - (d-e)\n'(a + b) * c - (d - e)'\n"
        "a**-b**c\n'a**-b**c'\n"
        "(-a)**b\n'(-a)**b'\n"
        "not (a==b) in [c, *d,]\n'not (a == b) in [c, *d]'\n"
        "a[ 1: ,::2,...]\n'a[1:, ::2, ...]'\n"
        "f(x,*y,k=(1,),**z).w\n'f(x, *y, k=(1,), **z).w'\n"
        "lambda a,/,b=1,*,c:(a,b)\n'lambda a, /, b=1, *, c: (a, b)'\n"
        "[x for x in (y if z else w) if not v]\n'[x for x in (y if z else w) if not v]'\n"
        "{1:2,**a}\n'{1: 2, **a}'\n"
        "(1).real\n'(1).real'\n"
        "(x:=3)\n'x := 3'\n"
        "(a,b)\n'a, b'\n",
        check_source);
}

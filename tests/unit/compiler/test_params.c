/* Matching arguments to the parameter text of a row. */
#include "compiler/funcs/params.h"
#include "compiler/sema/sema.h"

#include <criterion/criterion.h>
#include <stdarg.h>
#include <string.h>

/* One call: up to three positional arguments, the ints 1, 2, 3, and keywords with values from 10.
 */
typedef struct Kit {
    const char *params, *keywords[4];
    uint32_t n;
    NjWalk walk;
    NjSema sema;
    NjCall call;
    bool ok;
    void (*check)(struct Kit *k); /* while the unit lives */
    const char *error;            /* expected, NULL: none */
} Kit;

static void match(NjUnit *u, void *data)
{
    Kit *k = data;
    NjVal vals[3], kw_vals[4];
    NjSpan spans[3] = {{0}};
    const NjName *names[4];
    uint32_t n_kw = 0;
    k->sema = (NjSema){.u = u, .arena = &u->arena, .types = nj_types_new(&u->arena)};
    k->walk = (NjWalk){.s = &k->sema, .u = u, .arena = &u->arena, .types = k->sema.types};
    NjWalk *w = &k->walk;
    for (uint32_t i = 0; i < 3; i++)
        vals[i] = nj_val_int(w, i + 1, spans[0]);
    for (; n_kw < 4 && k->keywords[n_kw]; n_kw++) {
        names[n_kw] = nj_name(w, k->keywords[n_kw]);
        kw_vals[n_kw] = nj_val_int(w, 10 + n_kw, spans[0]);
    }
    NjFuncRow row = {.kind = NJ_ROW_FUNC, .module = "m", .name = "f", .params = k->params};
    k->ok = nj_params_match(w, &row, vals, spans, k->n, names, kw_vals, n_kw, &k->call);
    if (k->check)
        k->check(k);
    if (k->error) {
        cr_assert_eq(u->diags.items.n, 1u);
        cr_expect_str_eq(u->diags.items.items[0]->text, k->error);
    } else {
        cr_expect_eq(u->diags.items.n, 0u);
    }
}

static void run(Kit *k)
{
    NjUnit u;
    nj_unit_init(&u, NULL, NULL);
    NjUnitStatus status = nj_unit_run(&u, match, k);
    cr_assert_eq(status, k->error ? NJ_UNIT_ERRORS : NJ_UNIT_OK, "%s", u.failure);
    nj_unit_fini(&u);
    cr_expect_eq(k->ok, k->error == NULL);
}

static int64_t int_of(NjVal v)
{
    int64_t value = -1;
    cr_expect(nj_known_int(v, &value));
    return value;
}

static void expect_ints(Kit *k, uint32_t n, ...)
{
    va_list list;
    va_start(list, n);
    cr_assert_eq(k->call.n, n);
    for (uint32_t i = 0; i < n; i++)
        cr_expect_eq(int_of(k->call.args[i]), va_arg(list, int), "argument %u of f(%s)", i,
                     k->params);
    va_end(list);
}

/* ---- what is given ---- */

static void check_order(Kit *k)
{
    expect_ints(k, 3, 1, 2, 10);
}

Test(params, by_position_and_by_name)
{
    run(&(Kit){.params = "a, b, c", .n = 2, .keywords = {"c"}, .check = check_order});
}

static void check_names(Kit *k)
{
    expect_ints(k, 2, 11, 10);
}

Test(params, names_in_any_order)
{
    run(&(Kit){.params = "first, second", .keywords = {"second", "first"}, .check = check_names});
}

static void check_rest(Kit *k)
{
    expect_ints(k, 2, 1, 10);
    cr_assert_eq(k->call.n_rest, 2u);
    cr_expect_eq(int_of(k->call.rest[0]), 2);
    cr_expect_eq(int_of(k->call.rest[1]), 3);
}

Test(params, the_rest)
{
    run(&(Kit){.params = "a, *args, key=None", .n = 3, .keywords = {"key"}, .check = check_rest});
}

static void check_keywords(Kit *k)
{
    expect_ints(k, 1, 10);
    cr_assert_eq(k->call.n_kw, 2u);
    cr_expect_str_eq(k->call.kw_names[0]->text, "x");
    cr_expect_str_eq(k->call.kw_names[1]->text, "y");
    cr_expect_eq(int_of(k->call.kw_vals[1]), 12);
}

Test(params, other_keywords)
{
    run(&(Kit){.params = "a, **kw", .keywords = {"a", "x", "y"}, .check = check_keywords});
}

/* A parameter before the slash is a keyword like any other to **kw. */
static void check_slash(Kit *k)
{
    expect_ints(k, 1, 1);
    cr_assert_eq(k->call.n_kw, 1u);
    cr_expect_str_eq(k->call.kw_names[0]->text, "a");
}

Test(params, positional_only)
{
    run(&(Kit){.params = "a, /, **kw", .n = 1, .keywords = {"a"}, .check = check_slash});
    run(&(Kit){.params = "a, /",
               .keywords = {"a"},
               .error = "TypeError: m.f() got an unexpected keyword argument 'a'"});
}

/* ---- defaults ---- */

static void check_defaults(Kit *k)
{
    NjCall *c = &k->call;
    bool flag = false;
    double number = 0;
    cr_assert_eq(c->n, 9u);
    cr_expect(nj_is_none(c->args[0]));
    cr_expect(nj_known_bool(c->args[1], &flag) && flag);
    cr_expect(nj_known_bool(c->args[2], &flag) && !flag);
    cr_expect_eq(int_of(c->args[3]), -1);
    cr_expect(nj_known_float(c->args[4], &number) && number == 1e-09);
    cr_expect(c->args[4].type == nj_type_pyfloat(k->walk.types));
    cr_expect(nj_known_float(c->args[5], &number) && number == 0.5);
    cr_expect(nj_known_is(c->args[6], "utf-8"));
    cr_expect(nj_known_is(c->args[7], ""));
    cr_expect(!nj_is_given(c->args[8]), "a default without a value is not given");
}

Test(params, defaults)
{
    run(&(Kit){.params = "a=None, b=True, c=False, d=-1, e=1e-09, f=0.5, g='utf-8', h='', i=",
               .check = check_defaults});
}

static void check_keyword_only(Kit *k)
{
    expect_ints(k, 2, 1, 7);
}

Test(params, keyword_only)
{
    run(&(Kit){.params = "a, *, b=7", .n = 1, .check = check_keyword_only});
    run(&(Kit){.params = "a, *, b=7",
               .n = 2,
               .error = "TypeError: m.f() takes at most 1 argument (2 given)"});
}

/* ---- what does not match ---- */

Test(params, wrong_calls)
{
    run(&(Kit){.params = "a, b",
               .n = 1,
               .error = "TypeError: m.f() missing required argument 'b' (pos 2)"});
    run(&(Kit){.params = "", .n = 1, .error = "TypeError: m.f() takes no arguments (1 given)"});
    run(&(Kit){.params = "a, b=0",
               .n = 3,
               .error = "TypeError: m.f() takes at most 2 arguments (3 given)"});
    run(&(Kit){.params = "a, /",
               .n = 2,
               .error = "TypeError: m.f() takes exactly one argument (2 given)"});
    run(&(Kit){.params = "a",
               .n = 1,
               .keywords = {"a"},
               .error = "TypeError: m.f() got multiple values for argument 'a'"});
    run(&(Kit){.params = "a",
               .n = 1,
               .keywords = {"aa"},
               .error = "TypeError: m.f() got an unexpected keyword argument 'aa'"});
}

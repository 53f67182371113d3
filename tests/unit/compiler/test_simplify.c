/* The passes simplify and interchange: what they prove, as text, and that results and exceptions
 * stay. */
#include "compiler/analysis/affine.h"
#include "compiler/analysis/interchange.h"
#include "compiler/analysis/simplify.h"
#include "compiler/ir/tir_print.h"
#include "tests/unit/compiler/tir_kit.h"

static const NjType *array_type(Kit *k, unsigned ndim)
{
    return nj_type_array(k->types, NPRT_F64, ndim, NJ_LAYOUT_C);
}

static NjTirExpr *extent(NjTirLocal *a, uint32_t dim)
{
    return nj_tir_shape(kit->arena, kit->i64, kit_get(a), dim);
}

static NjTirExpr *load(NjTirLocal *a, NjTirExpr *i, NjTirExpr *j)
{
    return nj_tir_cast(kit->arena, kit->f64, kit_load(kit_get(a), i, j));
}

static NjTirExpr *plus(NjTirExpr *i, int64_t n)
{
    return kit_bin(NJ_BIN_ADD, i, kit_int(n));
}

/* The statements of the function, without places. */
static const char *body_text(Kit *k, const NjTirFn *fn)
{
    NjStrBuf text, plain;
    nj_strbuf_init(&text, k->arena);
    nj_strbuf_init(&plain, k->arena);
    for (uint32_t i = 0; i < fn->body.n; i++)
        nj_tir_print_stmt(&text, fn->body.items[i], 0);
    for (const char *at = text.text; *at; at++) {
        const char *end = strncmp(at, "  ; loop", 8) == 0 ? strchr(at, '\n') : NULL;
        at = end ? end : at;
        nj_strbuf_putc(&plain, *at);
    }
    return plain.text;
}

/* ---- the prover ----------------------------------------------------------------------------- */

Test(affine, combines_facts)
{
    NjArena arena;
    nj_arena_init(&arena, NULL, NULL);
    NjFacts f;
    nj_facts_init(&f, &arena);
    NjAffine n = nj_facts_symbol(&f, 0, 1000), i = nj_facts_symbol(&f, INT64_MIN, INT64_MAX);
    NjAffine j = nj_facts_symbol(&f, INT64_MIN, INT64_MAX);
    cr_expect(nj_facts_prove(&f, n));
    cr_expect_not(nj_facts_prove(&f, i));
    nj_facts_assume(&f, i);                                       /* 0 <= i */
    nj_facts_assume(&f, nj_affine_plus(nj_affine_sub(n, i), -1)); /* i < n */
    nj_facts_assume(&f, nj_affine_plus(nj_affine_sub(j, i), -1)); /* i < j */
    nj_facts_assume(&f, nj_affine_plus(nj_affine_sub(n, j), -1)); /* j < n */
    cr_expect(nj_facts_prove(&f, j));
    cr_expect(nj_facts_prove(&f, nj_affine_plus(n, -2))); /* n >= 2 */
    cr_expect_not(nj_facts_prove(&f, nj_affine_plus(n, -3)));
    cr_expect(nj_facts_within(&f, nj_affine_scale(i, 2), 0, 2000));
    nj_arena_fini(&arena);
}

/* ---- subscripts ----------------------------------------------------------------------------- */

Test(simplify, drops_what_loops_and_conditions_prove)
{
    Kit k;
    kit_open(&k);
    NjTirFn *fn = kit_fn(&k, "f", k.f64);
    NjTirLocal *a = kit_param(fn, "a", array_type(&k, 1)),
               *b = kit_param(fn, "b", array_type(&k, 1));
    NjTirLocal *i = kit_local(fn, "i", k.i64), *s = kit_local(fn, "s", k.f64),
               *n = kit_local(fn, "n", k.i64);
    kit_set(&fn->body, s, kit_float(0.0));
    kit_set(&fn->body, n, extent(a, 0));
    NjTirBlock *loop = kit_for(&fn->body, i, kit_int(0), kit_get(n), kit_int(1), 1);
    kit_set(loop, s, kit_bin(NJ_BIN_ADD, kit_get(s), load(a, kit_get(i), NULL)));
    NjTirStmt *guard = kit_stmt(loop, NJ_S_IF);
    guard->as.if_.cond = kit_cmp(NJ_CMP_GT, kit_get(i), kit_int(0));
    NjTirBlock *then = &guard->as.if_.then_block;
    kit_set(then, s, kit_bin(NJ_BIN_ADD, kit_get(s), load(a, plus(kit_get(i), -1), NULL)));
    kit_set(loop, s, kit_bin(NJ_BIN_ADD, kit_get(s), load(b, plus(kit_get(i), 1), NULL)));
    kit_set(loop, s, kit_bin(NJ_BIN_ADD, kit_get(s), load(b, plus(kit_get(i), 1), NULL)));
    NjTirExpr *next = kit_bin(NJ_BIN_MOD, plus(kit_get(i), 1), kit_get(n));
    kit_set(loop, s, kit_bin(NJ_BIN_ADD, kit_get(s), load(a, next, NULL)));
    kit_return(&fn->body, kit_get(s));
    nj_simplify(&k.u, k.types, &k.module);
    cr_expect_str_eq(body_text(&k, fn), "s = 0.0\n"
                                        "n = shape(a, 0)\n"
                                        "for i in 0 .. n\n"
                                        "  s = s + float(a[i])\n"
                                        "  if i > 0\n"
                                        "    s = s + float(a[i + -1])\n"
                                        "  s = s + float(b[(i + 1)!])\n"
                                        "  s = s + float(b[i + 1])\n"
                                        "  s = s + float(a[(i + 1) % n])\n"
                                        "return s\n");
    kit_close(&k);
}

Test(simplify, knows_what_counts_upwards)
{
    Kit k;
    kit_open(&k);
    NjTirFn *fn = kit_fn(&k, "f", k.i64);
    NjTirLocal *a = kit_param(fn, "a", array_type(&k, 1)), *i = kit_local(fn, "i", k.i64);
    kit_set(&fn->body, i, kit_int(0));
    NjTirStmt *loop = kit_stmt(&fn->body, NJ_S_WHILE);
    loop->as.while_.cond = kit_cmp(NJ_CMP_LT, kit_get(i), extent(a, 0));
    NjTirStmt *store = kit_stmt(&loop->as.while_.body, NJ_S_STORE);
    store->as.store.base = kit_get(a);
    store->as.store.n = 1;
    store->as.store.subs = kit_subs(1, kit_get(i), NULL);
    store->as.store.value =
        nj_tir_float(k.arena, nj_type_scalar(k.types, NPRT_F64, false), 1.0, kit_line(2));
    kit_set(&loop->as.while_.body, i, kit_checked(NJ_BIN_ADD, kit_get(i), kit_int(1)));
    kit_return(&fn->body, kit_get(i));
    nj_simplify(&k.u, k.types, &k.module);
    cr_expect_str_eq(body_text(&k, fn), "i = 0\n"
                                        "while i < shape(a, 0)\n"
                                        "  a[i] = 1.0\n"
                                        "  i = i + 1\n"
                                        "return i\n");
    kit_close(&k);
}

Test(simplify, leaves_what_it_cannot_prove)
{
    Kit k;
    kit_open(&k);
    NjTirFn *fn = kit_fn(&k, "f", k.f64);
    NjTirLocal *a = kit_param(fn, "a", array_type(&k, 1)), *n = kit_param(fn, "n", k.i64);
    NjTirLocal *i = kit_local(fn, "i", k.i64), *s = kit_local(fn, "s", k.f64),
               *t = kit_local(fn, "t", k.i64);
    kit_set(&fn->body, s, kit_float(0.0));
    NjTirBlock *loop = kit_for(&fn->body, i, kit_int(-1), kit_get(n), kit_int(1), 1);
    kit_set(loop, s, kit_bin(NJ_BIN_ADD, kit_get(s), load(a, kit_get(i), NULL)));
    kit_set(&fn->body, t, kit_checked(NJ_BIN_MUL, kit_get(n), kit_int(2)));
    kit_return(&fn->body, kit_get(s));
    nj_simplify(&k.u, k.types, &k.module);
    cr_expect_str_eq(body_text(&k, fn), "s = 0.0\n"
                                        "for i in -1 .. n\n"
                                        "  s = s + float(a[~i!])\n"
                                        "t = n *! 2\n"
                                        "return s\n");
    kit_close(&k);
}

/* ---- interchange ---------------------------------------------------------------------------- */

/* c[i, j] = sum of a[i, k] * b[k, j] by three loops. */
static NjTirFn *build_product(Kit *k)
{
    NjTirFn *fn = kit_fn(k, "product", k->none);
    NjTirLocal *a = kit_param(fn, "a", array_type(k, 2)), *b = kit_param(fn, "b", array_type(k, 2));
    NjTirLocal *c = kit_param(fn, "c", array_type(k, 2));
    NjTirLocal *i = kit_local(fn, "i", k->i64), *j = kit_local(fn, "j", k->i64),
               *m = kit_local(fn, "k", k->i64);
    NjTirLocal *s = kit_local(fn, "s", k->f64);
    NjTirBlock *rows = kit_for(&fn->body, i, kit_int(0), extent(c, 0), kit_int(1), 1);
    NjTirBlock *columns = kit_for(rows, j, kit_int(0), extent(c, 1), kit_int(1), 1);
    kit_set(columns, s, kit_float(0.0));
    NjTirBlock *terms = kit_for(columns, m, kit_int(0), extent(a, 1), kit_int(1), 1);
    NjTirExpr *term =
        kit_bin(NJ_BIN_MUL, load(a, kit_get(i), kit_get(m)), load(b, kit_get(m), kit_get(j)));
    kit_set(terms, s, kit_bin(NJ_BIN_ADD, kit_get(s), term));
    NjTirStmt *store = kit_stmt(columns, NJ_S_STORE);
    store->as.store.base = kit_get(c);
    store->as.store.n = 2;
    store->as.store.subs = kit_subs(2, kit_get(i), kit_get(j));
    store->as.store.value =
        nj_tir_cast(k->arena, nj_type_scalar(k->types, NPRT_F64, false), kit_get(s));
    kit_return(&fn->body, NULL);
    return fn;
}

static KitArray matrix(double *data, int64_t rows, int64_t columns)
{
    return (KitArray){
        NULL, data, {rows, columns, columns * (int64_t)sizeof(double), sizeof(double)}};
}

Test(interchange, keeps_sums_and_exceptions_of_a_matrix_product)
{
    Kit k;
    kit_open(&k);
    NjTirFn *fn = build_product(&k);
    nj_simplify(&k.u, k.types, &k.module);
    nj_interchange(&k.u, k.types, &k.module);
    const char *text = body_text(&k, fn);
    cr_expect(strstr(text, "rt array_overlaps(c, a)") && strstr(text, "step 4"), "%s", text);
    kit_compile(&k);
    enum { N = 7, M = 9, L = 11 };
    double a[N * L], b[L * M], c[N * M];
    for (int i = 0; i < N * L; i++)
        a[i] = 1.0 / (i + 1);
    for (int i = 0; i < L * M; i++)
        b[i] = 0.3 * i - 7;
    KitArray x = matrix(a, N, L), y = matrix(b, L, M), z = matrix(c, N, M);
    cr_assert_eq(kit_call(&k, "product", NULL, &x, &y, &z), 0);
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < M; j++) {
            double s = 0.0;
            for (int m = 0; m < L; m++)
                s += a[i * L + m] * b[m * M + j];
            cr_assert_eq(c[i * M + j], s);
        }
    }
    /* too few rows in b: the exception comes where it did before */
    KitArray few = matrix(b, L - 1, M);
    cr_assert_eq(kit_call(&k, "product", NULL, &x, &few, &z), 1);
    NprtExc *exc = nprt_exc_take();
    cr_expect_str_eq(exc->message->text, "index 10 is out of bounds for axis 0 with size 10");
    nprt_release(exc);
    kit_close(&k);
}

/* The product into one of its own factors: each element changes what the next ones read. */
Test(interchange, respects_overlap)
{
    Kit k;
    kit_open(&k);
    build_product(&k);
    nj_simplify(&k.u, k.types, &k.module);
    nj_interchange(&k.u, k.types, &k.module);
    kit_compile(&k);
    enum { N = 6 };
    double a[N * N], b[N * N], want[N * N];
    for (int i = 0; i < N * N; i++) {
        a[i] = want[i] = i % 5 + 1;
        b[i] = 1.0 + i % 3;
    }
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++) {
            double s = 0.0;
            for (int m = 0; m < N; m++)
                s += want[i * N + m] * b[m * N + j];
            want[i * N + j] = s;
        }
    }
    KitArray x = matrix(a, N, N), y = matrix(b, N, N);
    cr_assert_eq(kit_call(&k, "product", NULL, &x, &y, &x), 0);
    cr_expect_arr_eq(a, want, sizeof a);
    kit_close(&k);
}

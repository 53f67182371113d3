/* The pass loopify: array expressions built by hand, the loops that come out as text, and their
 * results. */
#include "compiler/analysis/effects.h"
#include "compiler/analysis/loopify.h"
#include "compiler/ir/tir_print.h"
#include "tests/unit/compiler/tir_kit.h"

#include <math.h>

/* ---- building ------------------------------------------------------------------------------- */

static const NjType *array_type(Kit *k, unsigned ndim)
{
    return nj_type_array(k->types, NPRT_F64, ndim, NJ_LAYOUT_C);
}

static const NjType *scalar_type(Kit *k)
{
    return nj_type_scalar(k->types, NPRT_F64, false);
}

static NjTirExpr *lazy(NjTirBinop op, unsigned ndim, NjTirExpr *a, NjTirExpr *b)
{
    return nj_tir_binary(kit->arena, op, NJ_ARITH_WRAP, array_type(kit, ndim), a, b);
}

static NjTirExpr *half_of(NjTirExpr *a)
{
    return lazy(NJ_BIN_MUL, a->type->ndim, kit_float(0.5), a);
}

/* a[start:stop] of one dimension; INT64_MAX: not given. */
static NjTirExpr *slice(NjTirExpr *a, int64_t start, int64_t stop)
{
    NjTirExpr *view = kit_expr(NJ_X_VIEW, a->type);
    view->as.view.base = a;
    view->as.view.n = 1;
    view->as.view.specs = NJ_NEW(kit->arena, NjTirSpec);
    view->as.view.specs[0].kind = NJ_SPEC_SLICE;
    if (start != INT64_MAX)
        view->as.view.specs[0].start = kit_int(start);
    if (stop != INT64_MAX)
        view->as.view.specs[0].stop = kit_int(stop);
    return view;
}

static NjTirExpr *reduction(NjTirRedop op, NjTirExpr *a, uint32_t axes, bool keepdims)
{
    uint32_t all = (1u << a->type->ndim) - 1u;
    unsigned ndim = keepdims ? a->type->ndim : a->type->ndim - (unsigned)__builtin_popcount(axes);
    NjTirExpr *e =
        kit_expr(NJ_X_REDUCE, axes == all && !keepdims ? scalar_type(kit) : array_type(kit, ndim));
    e->as.reduce.op = op;
    e->as.reduce.a = a;
    e->as.reduce.axes = axes;
    e->as.reduce.keepdims = keepdims;
    return e;
}

static void array_store(NjTirBlock *block, NjTirExpr *view, NjTirExpr *value)
{
    NjTirStmt *s = kit_stmt(block, NJ_S_ARRAY_STORE);
    s->as.array_store.view = view;
    s->as.array_store.value = value;
}

/* ---- checking ------------------------------------------------------------------------------- */

/* Runs the pass; functions that it adds are callable like the others. */
static void loopify(Kit *k)
{
    const char *fault = nj_tir_verify(k->arena, &k->module, NJ_TIR_BUILT);
    cr_assert_null(fault, "before: %s", fault);
    uint32_t n = k->module.n_fns;
    nj_loopify(&k->u, k->types, &k->module);
    for (; n < k->module.n_fns; n++)
        k->entries[n] =
            (NjLowerEntry){k->module.fns[n], nj_arena_printf(k->arena, "call_extra%u", n)};
    fault = nj_tir_verify(k->arena, &k->module, NJ_TIR_LOOPIFIED);
    cr_assert_null(fault, "after: %s", fault);
}

/* The statements of the function, as the dump has them; places in the source left out. */
static void expect_body(Kit *k, const NjTirFn *fn, const char *expected)
{
    NjStrBuf text;
    nj_strbuf_init(&text, k->arena);
    for (uint32_t i = 0; i < fn->body.n; i++)
        nj_tir_print_stmt(&text, fn->body.items[i], 0);
    NjStrBuf plain;
    nj_strbuf_init(&plain, k->arena);
    for (const char *at = text.text; *at; at++) {
        const char *end = strncmp(at, "  ; loop", 8) == 0 ? strchr(at, '\n') : NULL;
        at = end ? end : at;
        nj_strbuf_putc(&plain, *at);
    }
    cr_expect_str_eq(plain.text, expected, "got:\n%s", plain.text);
}

static KitArray row_of(double *data, int64_t n)
{
    return (KitArray){NULL, data, {n, (int64_t)sizeof(double)}};
}

/* ---- shapes --------------------------------------------------------------------------------- */

Test(loopify, known_shapes_need_one_loop)
{
    Kit k;
    kit_open(&k);
    NjTirFn *fn = kit_fn(&k, "f", array_type(&k, 2));
    NjTirLocal *a = kit_param(fn, "a", array_type(&k, 2));
    kit_return(&fn->body, lazy(NJ_BIN_ADD, 2, kit_get(a), half_of(kit_get(a))));
    loopify(&k);
    expect_body(&k, fn,
                "%1 = shape(a, 0)\n"
                "%2 = shape(a, 1)\n"
                "%3 = alloc f64[%1, %2]\n"
                "%4 = %1 * %2\n"
                "%5 = flatten(%3)\n"
                "%6 = flatten(a)\n"
                "lanes for %7 in 0 .. %4\n"
                "  %5[%7] = %6[%7] + (0.5 * %6[%7])\n"
                "return %3\n");
    kit_close(&k);
}

Test(loopify, unknown_shapes_are_tested)
{
    Kit k;
    kit_open(&k);
    NjTirFn *fn = kit_fn(&k, "f", array_type(&k, 1));
    NjTirLocal *a = kit_param(fn, "a", array_type(&k, 1)),
               *b = kit_param(fn, "b", array_type(&k, 1));
    kit_return(&fn->body, lazy(NJ_BIN_ADD, 1, kit_get(a), kit_get(b)));
    loopify(&k);
    expect_body(
        &k, fn,
        "%2 = shape(a, 0)\n"
        "%3 = shape(b, 0)\n"
        "%4 = select(%2 == 1, %3, %2)\n"
        "check ((%2 == %3) | (%2 == 1)) | (%3 == 1) else ValueError \"operands could not be "
        "broadcast together with shapes (%lld,) (%lld,) \", %2, %3\n"
        "%5 = alloc f64[%4]\n"
        "if (%2 == %4) & (%3 == %4)\n"
        "  lanes for %6 in 0 .. %4\n"
        "    %5[%6] = a[%6] + b[%6]\n"
        "else\n"
        "  %7 = int(%2 != 1)\n"
        "  %8 = int(%3 != 1)\n"
        "  lanes for %9 in 0 .. %4 cold\n"
        "    %5[%9] = a[%9 * %7] + b[%9 * %8]\n"
        "return %5\n");
    kit_compile(&k);
    double x[3] = {1, 2, 3}, y[4] = {10, 20, 30, 40};
    KitArray three = row_of(x, 3), four = row_of(y, 4), one = row_of(y, 1), result;
    cr_assert_eq(kit_call(&k, "f", &result, &three, &one, NULL), 0);
    const double *sum = result.data;
    cr_expect(result.dims[0] == 3 && sum[0] == 11 && sum[1] == 12 && sum[2] == 13);
    nprt_release(result.owner);
    kit_raises(&k, "f", NPRT_EXC_VALUE_ERROR,
               "operands could not be broadcast together with shapes (3,) (4,) ", &three, &four);
    kit_close(&k);
}

/* keepdims makes a dimension of 1 that stays known, and a name for the other one. */
Test(loopify, extents_are_remembered)
{
    Kit k;
    kit_open(&k);
    NjTirFn *fn = kit_fn(&k, "f", array_type(&k, 2));
    NjTirLocal *a = kit_param(fn, "a", array_type(&k, 2)),
               *m = kit_local(fn, "m", array_type(&k, 2));
    kit_set(&fn->body, m, reduction(NJ_RED_MAX, kit_get(a), 2, true));
    kit_return(&fn->body, lazy(NJ_BIN_SUB, 2, kit_get(a), kit_get(m)));
    loopify(&k);
    expect_body(
        &k, fn,
        "%2 = shape(a, 0)\n"
        "%3 = shape(a, 1)\n"
        "check (%3 != 0) | (%2 == 0) else ValueError \"zero-size array to reduction operation "
        "maximum which has no identity\"\n"
        "%4 = alloc f64[%2, 1]\n"
        "for %5 in 0 .. %2\n"
        "  %6 = -inf\n"
        "  for %7 in 0 .. %3\n"
        "    %6 = max(%6, a[%5, %7])\n"
        "  %4[%5, 0] = %6\n"
        "%8 = alloc f64[%2, %3]\n"
        "lanes for %9 in 0 .. %2\n"
        "  %11 = %4[%9, 0]\n"
        "  lanes for %10 in 0 .. %3\n"
        "    %8[%9, %10] = a[%9, %10] - %11\n"
        "return %8\n");
    kit_close(&k);
}

Test(loopify, one_element_of_a_lazy_array)
{
    Kit k;
    kit_open(&k);
    NjTirFn *fn = kit_fn(&k, "f", scalar_type(&k));
    NjTirLocal *a = kit_param(fn, "a", array_type(&k, 1)), *i = kit_param(fn, "i", k.i64);
    kit_return(&fn->body, kit_load(half_of(kit_get(a)), kit_get(i), NULL));
    loopify(&k);
    expect_body(
        &k, fn,
        "%2 = shape(a, 0)\n"
        "%3 = i\n"
        "%4 = select(%3 < 0, %3 + %2, %3)\n"
        "check (%4 >= 0) & (%4 < %2) else IndexError \"index %lld is out of bounds for axis %lld "
        "with size %lld\", %3, 0, %2\n"
        "return 0.5 * a[%4]\n");
    kit_close(&k);
}

/* ---- stores --------------------------------------------------------------------------------- */

Test(loopify, overlapping_slices_go_through_a_temporary)
{
    Kit k;
    kit_open(&k);
    NjTirFn *fn = kit_fn(&k, "f", k.none);
    NjTirLocal *u = kit_param(fn, "u", array_type(&k, 1));
    NjTirExpr *sum =
        lazy(NJ_BIN_ADD, 1, slice(kit_get(u), INT64_MAX, -2), slice(kit_get(u), 2, INT64_MAX));
    array_store(&fn->body, slice(kit_get(u), 1, -1), half_of(sum));
    kit_return(&fn->body, NULL);
    loopify(&k);
    expect_body(&k, fn,
                "%1 = shape(u, 0)\n"
                "%2 = max(%1 - 2, 0)\n"
                "%3 = alloc f64[%2]\n"
                "lanes for %4 in 0 .. %2\n"
                "  %3[%4] = 0.5 * (u[%4] + u[%4 + 2])\n"
                "lanes for %5 in 0 .. %2\n"
                "  u[%5 + 1] = %3[%5]\n"
                "return\n");
    kit_compile(&k);
    double data[5] = {0, 0, 8, 0, 0};
    KitArray array = row_of(data, 5);
    cr_assert_eq(kit_call(&k, "f", NULL, &array, NULL, NULL), 0);
    cr_expect(data[1] == 4 && data[2] == 0 && data[3] == 4);
    kit_close(&k);
}

Test(loopify, other_arrays_are_tested_for_overlap)
{
    Kit k;
    kit_open(&k);
    NjTirFn *fn = kit_fn(&k, "f", k.none);
    NjTirLocal *u = kit_param(fn, "u", array_type(&k, 1)),
               *v = kit_param(fn, "v", array_type(&k, 1));
    array_store(&fn->body, kit_get(u), half_of(kit_get(v)));
    array_store(&fn->body, kit_get(u), lazy(NJ_BIN_ADD, 1, kit_get(u), kit_float(1.0)));
    kit_return(&fn->body, NULL);
    loopify(&k);
    expect_body(
        &k, fn,
        "%2 = shape(v, 0)\n"
        "%3 = shape(u, 0)\n"
        "check (%2 == %3) | (%2 == 1) else ValueError \"could not broadcast input array from shape "
        "(%lld,) into shape (%lld,)\", %2, %3\n"
        "%4 = v\n"
        "%5 = rt array_overlaps(u, v)\n"
        "if %5\n"
        "  %4 = rt array_copy(v)\n"
        "if %2 == %3\n"
        "  lanes for %6 in 0 .. %3\n"
        "    u[%6] = 0.5 * %4[%6]\n"
        "else\n"
        "  %7 = int(%2 != 1)\n"
        "  lanes for %8 in 0 .. %3 cold\n"
        "    u[%8] = 0.5 * %4[%8 * %7]\n"
        "lanes for %9 in 0 .. %3\n"
        "  u[%9] = u[%9] + 1.0\n"
        "return\n");
    kit_close(&k);
}

/* ---- sums ----------------------------------------------------------------------------------- */

/* NumPy's pairwise sum, as the comment in loopify_sum.c has it. */
static double pairwise(const double *x, int64_t n)
{
    if (n > 128) {
        int64_t half = n / 2 / 8 * 8;
        return pairwise(x, half) + pairwise(x + half, n - half);
    }
    double r[8], sum = -0.0;
    int64_t i = 0;
    if (n >= 8) {
        memcpy(r, x, sizeof r);
        for (i = 8; i < n - n % 8; i++)
            r[i % 8] += x[i];
        sum = ((r[0] + r[1]) + (r[2] + r[3])) + ((r[4] + r[5]) + (r[6] + r[7]));
    }
    for (; i < n; i++)
        sum += x[i];
    return sum;
}

Test(loopify, sums_are_numpys_bit_for_bit)
{
    Kit k;
    kit_open(&k);
    NjTirFn *plain = kit_fn(&k, "plain", scalar_type(&k));
    NjTirLocal *a = kit_param(plain, "a", array_type(&k, 1));
    kit_return(&plain->body, reduction(NJ_RED_SUM, kit_get(a), 1, false));
    NjTirFn *fused = kit_fn(&k, "fused", scalar_type(&k));
    NjTirLocal *b = kit_param(fused, "b", array_type(&k, 1));
    kit_return(&fused->body,
               reduction(NJ_RED_SUM, lazy(NJ_BIN_MUL, 1, kit_get(b), kit_get(b)), 1, false));
    loopify(&k);
    expect_body(&k, plain,
                "%1 = shape(a, 0)\n"
                "%2 = 0.0\n"
                "%3 = row_sum(a, 0, %1)\n"
                "%2 = %2 + %3\n"
                "return %2\n");
    kit_compile(&k);
    enum { N = 3000 };
    double x[N], squares[N], sum;
    uint64_t state = 1;
    for (int i = 0; i < N; i++) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        x[i] = (double)(state >> 11) * 0x1p-53 - 0.25;
        squares[i] = x[i] * x[i];
    }
    for (int64_t n = 0; n <= N; n += n < 300 ? 1 : 111) {
        KitArray array = row_of(x, n);
        cr_assert_eq(kit_call(&k, "plain", &sum, &array, NULL, NULL), 0);
        cr_assert_eq(sum, 0.0 + pairwise(x, n), "%ld elements", (long)n);
        cr_assert_eq(kit_call(&k, "fused", &sum, &array, NULL, NULL), 0);
        cr_assert_eq(sum, 0.0 + pairwise(squares, n), "%ld squares", (long)n);
    }
    kit_close(&k);
}

Test(loopify, extremes_of_nothing_raise)
{
    Kit k;
    kit_open(&k);
    NjTirFn *fn = kit_fn(&k, "f", scalar_type(&k));
    NjTirLocal *a = kit_param(fn, "a", array_type(&k, 1));
    kit_return(&fn->body, reduction(NJ_RED_MIN, kit_get(a), 1, false));
    loopify(&k);
    kit_compile(&k);
    double data[3] = {2, NAN, 1}, result;
    KitArray none = row_of(data, 0), one = row_of(data, 1), all = row_of(data, 3);
    kit_raises(&k, "f", NPRT_EXC_VALUE_ERROR,
               "zero-size array to reduction operation minimum which has no identity", &none, NULL);
    cr_expect_eq(kit_call(&k, "f", &result, &one, NULL, NULL), 0);
    cr_expect_eq(result, 2.0);
    cr_expect_eq(kit_call(&k, "f", &result, &all, NULL, NULL), 0);
    cr_expect(isnan(result));
    kit_close(&k);
}

/* ---- effects -------------------------------------------------------------------------------- */

Test(effects, follow_calls_and_handlers)
{
    Kit k;
    kit_open(&k);
    NjTirFn *safe = kit_fn(&k, "safe", k.i64), *risky = kit_fn(&k, "risky", k.i64);
    NjTirFn *caller = kit_fn(&k, "caller", k.i64), *guarded = kit_fn(&k, "guarded", k.none);
    kit_return(&safe->body, kit_bin(NJ_BIN_ADD, kit_int(1), kit_int(2)));
    kit_return(&risky->body, kit_checked(NJ_BIN_ADD, kit_int(1), kit_int(2)));
    NjTirLocal *x = kit_local(caller, "x", k.i64), *y = kit_local(guarded, "y", k.i64);
    kit_set(&caller->body, x, kit_callx(risky, 0, NULL, NULL));
    kit_return(&caller->body, kit_get(x));
    NjTirStmt *try_stmt = kit_stmt(&guarded->body, NJ_S_TRY);
    kit_set(&try_stmt->as.try_.body, y, kit_callx(caller, 0, NULL, NULL));
    kit_return(&guarded->body, NULL);
    nj_effects(&k.u, &k.module);
    cr_expect_not(safe->may_raise);
    cr_expect(risky->may_raise);
    cr_expect(caller->may_raise);
    cr_expect_not(guarded->may_raise);
    kit_close(&k);
}

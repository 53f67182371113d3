/* Lowering and the CPU backend together: TIR built by hand, compiled, loaded, called. */
#include "runtime/str.h"
#include "tests/unit/compiler/tir_kit.h"

#include <math.h>

/* ---- integers ------------------------------------------------------------------------------- */

/* A function of two ints by the operation. */
static void add_int_fn(Kit *k, const char *name, NjTirBinop op, NjArith arith)
{
    NjTirFn *fn = kit_fn(k, name, k->i64);
    NjTirLocal *a = kit_param(fn, "a", k->i64), *b = kit_param(fn, "b", k->i64);
    NjTirExpr *x = nj_tir_binary(k->arena, op, arith, k->i64, kit_get(a), kit_get(b));
    x->span = kit_line(3);
    kit_return(&fn->body, x);
}

static int64_t call_int(Kit *k, const char *name, int64_t a, int64_t b)
{
    int64_t result = 0;
    cr_assert_eq(kit_call(k, name, &result, &a, &b, NULL), 0, "%s raised", name);
    return result;
}

Test(lower, wrapping_integers)
{
    Kit k;
    kit_open(&k);
    add_int_fn(&k, "add", NJ_BIN_ADD, NJ_ARITH_WRAP);
    add_int_fn(&k, "floordiv", NJ_BIN_FLOORDIV, NJ_ARITH_WRAP);
    add_int_fn(&k, "mod", NJ_BIN_MOD, NJ_ARITH_WRAP);
    add_int_fn(&k, "fmod", NJ_BIN_FMOD, NJ_ARITH_WRAP);
    add_int_fn(&k, "power", NJ_BIN_POW, NJ_ARITH_WRAP);
    add_int_fn(&k, "shl", NJ_BIN_SHL, NJ_ARITH_WRAP);
    add_int_fn(&k, "shr", NJ_BIN_SHR, NJ_ARITH_WRAP);
    kit_compile(&k);
    cr_expect_eq(call_int(&k, "add", INT64_MAX, 1), INT64_MIN);
    static const int64_t rows[][4] = {
        /* a, b, a // b, a % b */
        {7, 2, 3, 1}, {-7, 2, -4, 1}, {7, -2, -4, -1}, {-7, -2, 3, -1},
        {6, 3, 2, 0}, {-6, 3, -2, 0}, {5, 0, 0, 0},    {INT64_MIN, -1, INT64_MIN, 0}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        cr_expect_eq(call_int(&k, "floordiv", rows[i][0], rows[i][1]), rows[i][2]);
        cr_expect_eq(call_int(&k, "mod", rows[i][0], rows[i][1]), rows[i][3]);
    }
    cr_expect_eq(call_int(&k, "fmod", -7, 2), -1);
    cr_expect_eq(call_int(&k, "power", 3, 40), INT64_C(-6289078614652622815));
    cr_expect_eq(call_int(&k, "power", -2, 63), INT64_MIN);
    cr_expect_eq(call_int(&k, "shl", 1, 63), INT64_MIN);
    cr_expect_eq(call_int(&k, "shl", 1, 64), 0);
    cr_expect_eq(call_int(&k, "shr", -8, 1), -4);
    cr_expect_eq(call_int(&k, "shr", -8, 100), -1);
    kit_close(&k);
}

Test(lower, checked_integers_raise)
{
    Kit k;
    kit_open(&k);
    add_int_fn(&k, "add", NJ_BIN_ADD, NJ_ARITH_CHECKED);
    add_int_fn(&k, "mul", NJ_BIN_MUL, NJ_ARITH_CHECKED);
    add_int_fn(&k, "floordiv", NJ_BIN_FLOORDIV, NJ_ARITH_CHECKED);
    add_int_fn(&k, "mod", NJ_BIN_MOD, NJ_ARITH_CHECKED);
    add_int_fn(&k, "shl", NJ_BIN_SHL, NJ_ARITH_CHECKED);
    kit_compile(&k);
    int64_t max = INT64_MAX, min = INT64_MIN, one = 1, zero = 0, minus_one = -1, big = 63;
    cr_expect_eq(call_int(&k, "add", 40, 2), 42);
    kit_raises(&k, "add", NPRT_EXC_OVERFLOW_ERROR, NULL, &max, &one);
    kit_raises(&k, "mul", NPRT_EXC_OVERFLOW_ERROR, NULL, &max, &max);
    cr_expect_eq(call_int(&k, "floordiv", -7, 2), -4);
    kit_raises(&k, "floordiv", NPRT_EXC_OVERFLOW_ERROR, NULL, &min, &minus_one);
    kit_raises(&k, "floordiv", NPRT_EXC_ZERO_DIVISION_ERROR, "integer division or modulo by zero",
               &one, &zero);
    cr_expect_eq(call_int(&k, "mod", INT64_MIN, -1), 0);
    kit_raises(&k, "mod", NPRT_EXC_ZERO_DIVISION_ERROR, "integer modulo by zero", &one, &zero);
    cr_expect_eq(call_int(&k, "shl", 3, 61), INT64_C(3) << 61);
    kit_raises(&k, "shl", NPRT_EXC_OVERFLOW_ERROR, NULL, &one, &big);
    kit_raises(&k, "shl", NPRT_EXC_VALUE_ERROR, "negative shift count", &one, &minus_one);
    kit_close(&k);
}

/* ---- floats --------------------------------------------------------------------------------- */

static void add_float_fn(Kit *k, const char *name, NjTirBinop op, NjArith arith)
{
    NjTirFn *fn = kit_fn(k, name, k->f64);
    NjTirLocal *a = kit_param(fn, "a", k->f64), *b = kit_param(fn, "b", k->f64);
    kit_return(&fn->body, nj_tir_binary(k->arena, op, arith, k->f64, kit_get(a), kit_get(b)));
}

static double call_float(Kit *k, const char *name, double a, double b)
{
    double result = 0;
    cr_assert_eq(kit_call(k, name, &result, &a, &b, NULL), 0, "%s raised", name);
    return result;
}

Test(lower, floor_division_of_floats)
{
    Kit k;
    kit_open(&k);
    add_float_fn(&k, "floordiv", NJ_BIN_FLOORDIV, NJ_ARITH_WRAP);
    add_float_fn(&k, "mod", NJ_BIN_MOD, NJ_ARITH_WRAP);
    add_float_fn(&k, "checked", NJ_BIN_MOD, NJ_ARITH_CHECKED);
    add_float_fn(&k, "divide", NJ_BIN_DIV, NJ_ARITH_CHECKED);
    kit_compile(&k);
    cr_expect_eq(call_float(&k, "floordiv", 1.0, 0.1), 9.0);
    cr_expect_eq(call_float(&k, "floordiv", -7.5, 2.0), -4.0);
    cr_expect_eq(call_float(&k, "mod", -7.5, 2.0), 0.5);
    cr_expect_eq(call_float(&k, "mod", 7.5, -2.0), -0.5);
    cr_expect(signbit(call_float(&k, "mod", 4.0, -2.0)));
    cr_expect(isinf(call_float(&k, "floordiv", 1.0, 0.0)));
    cr_expect(isnan(call_float(&k, "mod", 1.0, 0.0)));
    double one = 1.0, zero = 0.0;
    kit_raises(&k, "checked", NPRT_EXC_ZERO_DIVISION_ERROR, "float modulo by zero", &one, &zero);
    kit_raises(&k, "divide", NPRT_EXC_ZERO_DIVISION_ERROR, "float division by zero", &one, &zero);
    kit_close(&k);
}

/* x ** 2 of a Python float is glibc's pow, which differs from x * x now and then. */
Test(lower, python_square_is_pow)
{
    Kit k;
    kit_open(&k);
    NjTirFn *fn = kit_fn(&k, "square", k.f64);
    NjTirLocal *x = kit_param(fn, "x", k.f64);
    kit_return(&fn->body, kit_bin(NJ_BIN_POW, kit_get(x), kit_float(2.0)));
    kit_compile(&k);
    double (*volatile pow_fn)(double, double) = pow; /* not to be folded */
    uint64_t bits = 88172645463325252u;
    int n_special = 0;
    for (int i = 0; i < 100000; i++) {
        bits ^= bits << 13;
        bits ^= bits >> 7;
        bits ^= bits << 17;
        double v = (double)(bits >> 11) * 0x1p-50, got;
        kit_call(&k, "square", &got, &v, NULL, NULL);
        cr_assert_eq(got, pow_fn(v, 2.0), "%a", v);
        n_special += got != v * v;
    }
    cr_expect_gt(n_special, 0);
    double edges[] = {0.0, -0.0, INFINITY, 1e200, 1e-200, 5e-324};
    for (size_t i = 0; i < sizeof edges / sizeof *edges; i++) {
        double got;
        kit_call(&k, "square", &got, &edges[i], NULL, NULL);
        cr_expect_eq(got, pow_fn(edges[i], 2.0));
    }
    kit_close(&k);
}

Test(lower, float_to_int)
{
    Kit k;
    kit_open(&k);
    const NjType *u8 = nj_type_scalar(k.types, NPRT_U8, false);
    NjTirFn *fn = kit_fn(&k, "cast", k.i64);
    NjTirLocal *x = kit_param(fn, "x", k.f64);
    kit_return(&fn->body, nj_tir_cast(k.arena, k.i64, kit_get(x)));
    fn = kit_fn(&k, "checked", k.i64);
    x = kit_param(fn, "x", k.f64);
    NjTirExpr *cast = nj_tir_cast(k.arena, k.i64, kit_get(x));
    cast->as.cast.arith = NJ_ARITH_CHECKED;
    kit_return(&fn->body, cast);
    fn = kit_fn(&k, "narrow", u8);
    x = kit_param(fn, "x", k.i64);
    cast = nj_tir_cast(k.arena, u8, kit_get(x));
    cast->as.cast.arith = NJ_ARITH_CHECKED;
    kit_return(&fn->body, cast);
    kit_compile(&k);
    double in[] = {-2.9, 1e300, NAN};
    int64_t want[] = {-2, INT64_MIN, INT64_MIN}, got;
    for (int i = 0; i < 3; i++) {
        kit_call(&k, "cast", &got, &in[i], NULL, NULL);
        cr_expect_eq(got, want[i]);
    }
    double inf = INFINITY;
    kit_raises(&k, "checked", NPRT_EXC_VALUE_ERROR, "cannot convert float NaN to integer", &in[2],
               NULL);
    kit_raises(&k, "checked", NPRT_EXC_OVERFLOW_ERROR, "cannot convert float infinity to integer",
               &inf, NULL);
    int64_t wide = 300, fits = 255;
    uint8_t narrow;
    cr_expect_eq(kit_call(&k, "narrow", &narrow, &fits, NULL, NULL), 0);
    cr_expect_eq(narrow, 255);
    kit_raises(&k, "narrow", NPRT_EXC_OVERFLOW_ERROR, "Python integer 300 out of bounds for uint8",
               &wide, NULL);
    kit_close(&k);
}

/* ---- loops ---------------------------------------------------------------------------------- */

/* sum of i over range(a, b, step), with the variable changed in the body */
static void add_loop(Kit *k, const char *name, NjTirExpr *step, int sign)
{
    NjTirFn *fn = kit_fn(k, name, k->i64);
    NjTirLocal *a = kit_param(fn, "a", k->i64), *b = kit_param(fn, "b", k->i64);
    NjTirLocal *s = kit_local(fn, "s", k->i64), *i = kit_local(fn, "i", k->i64);
    if (!step)
        step = kit_get(kit_param(fn, "step", k->i64));
    kit_set(&fn->body, s, kit_int(0));
    NjTirBlock *body = kit_for(&fn->body, i, kit_get(a), kit_get(b), step, sign);
    kit_set(body, s, kit_bin(NJ_BIN_ADD, kit_get(s), kit_get(i)));
    kit_set(body, i, kit_int(1000));
    kit_return(&fn->body, kit_get(s));
}

static int64_t sum_range(int64_t a, int64_t b, int64_t step)
{
    int64_t sum = 0;
    for (int64_t i = a; step > 0 ? i < b : i > b; i += step) {
        sum = (int64_t)((uint64_t)sum + (uint64_t)i);
        if (step > 0 ? i > INT64_MAX - step : i < INT64_MIN - step)
            break;
    }
    return sum;
}

Test(lower, counted_loops)
{
    static const int64_t steps[] = {1, -1, 2, -3};
    static const int64_t ends[][2] = {{0, 10},
                                      {10, 0},
                                      {0, 0},
                                      {-5, 6},
                                      {6, -5},
                                      {3, 4},
                                      {INT64_MAX - 3, INT64_MAX},
                                      {INT64_MIN + 3, INT64_MIN},
                                      {INT64_MIN, INT64_MIN + 2}};
    Kit k;
    kit_open(&k);
    for (int i = 0; i < 4; i++)
        add_loop(&k, nj_arena_printf(k.arena, "step%d", i), kit_int(steps[i]),
                 steps[i] > 0 ? 1 : -1);
    add_loop(&k, "any_step", NULL, 0);
    kit_compile(&k);
    for (int i = 0; i < 4; i++) {
        for (size_t r = 0; r < sizeof ends / sizeof *ends; r++) {
            int64_t a = ends[r][0], b = ends[r][1], step = steps[i], got;
            kit_call(&k, nj_arena_printf(k.arena, "step%d", i), &got, &a, &b, NULL);
            cr_expect_eq(got, sum_range(a, b, step), "range(%ld, %ld, %ld)", a, b, step);
            kit_call(&k, "any_step", &got, &a, &b, &step);
            cr_expect_eq(got, sum_range(a, b, step), "range(%ld, %ld, %ld)", a, b, step);
        }
    }
    kit_close(&k);
}

/* n, steps = ..., 0; while True: if n == 1: break; n = n // 2 if n % 2 == 0 else 3n + 1 */
Test(lower, while_loop)
{
    Kit k;
    kit_open(&k);
    NjTirFn *fn = kit_fn(&k, "collatz", k.i64);
    NjTirLocal *n = kit_param(fn, "n", k.i64), *steps = kit_local(fn, "steps", k.i64);
    kit_set(&fn->body, steps, kit_int(0));
    NjTirStmt *loop = kit_stmt(&fn->body, NJ_S_WHILE);
    loop->as.while_.cond = nj_tir_int(k.arena, k.b, 1, kit_line(2));
    NjTirBlock *body = &loop->as.while_.body;
    NjTirStmt *end = kit_stmt(body, NJ_S_IF);
    end->as.if_.cond = kit_cmp(NJ_CMP_EQ, kit_get(n), kit_int(1));
    kit_stmt(&end->as.if_.then_block, NJ_S_BREAK);
    kit_set(body, steps, kit_bin(NJ_BIN_ADD, kit_get(steps), kit_int(1)));
    NjTirStmt *even = kit_stmt(body, NJ_S_IF);
    even->as.if_.cond = kit_cmp(NJ_CMP_EQ, kit_bin(NJ_BIN_MOD, kit_get(n), kit_int(2)), kit_int(0));
    kit_set(&even->as.if_.then_block, n, kit_bin(NJ_BIN_FLOORDIV, kit_get(n), kit_int(2)));
    kit_stmt(&even->as.if_.then_block, NJ_S_CONTINUE);
    kit_set(body, n, kit_bin(NJ_BIN_ADD, kit_bin(NJ_BIN_MUL, kit_get(n), kit_int(3)), kit_int(1)));
    kit_return(&fn->body, kit_get(steps));
    kit_compile(&k);
    int64_t start = 27, got;
    kit_call(&k, "collatz", &got, &start, NULL, NULL);
    cr_expect_eq(got, 111);
    kit_close(&k);
}

/* ---- arrays --------------------------------------------------------------------------------- */

Test(lower, subscripts_wrap_and_are_checked)
{
    Kit k;
    kit_open(&k);
    static const NjLayout layouts[] = {NJ_LAYOUT_C, NJ_LAYOUT_F, NJ_LAYOUT_A};
    for (int l = 0; l < 3; l++) {
        const NjType *t = nj_type_array(k.types, NPRT_I32, 2, layouts[l]);
        const NjType *i32 = nj_type_scalar(k.types, NPRT_I32, false);
        NjTirFn *fn = kit_fn(&k, nj_arena_printf(k.arena, "get%d", l), i32);
        NjTirLocal *a = kit_param(fn, "a", t), *i = kit_param(fn, "i", k.i64);
        NjTirLocal *j = kit_param(fn, "j", k.i64);
        kit_return(&fn->body, kit_load(kit_get(a), kit_get(i), kit_get(j)));
    }
    kit_compile(&k);
    int32_t data[6] = {0, 1, 2, 10, 11, 12}, by_column[6] = {0, 10, 1, 11, 2, 12}, got;
    KitArray c = {NULL, data, {2, 3, 12, 4}}, f = {NULL, by_column, {2, 3, 4, 8}};
    KitArray *arrays[] = {&c, &f, &f};
    for (int l = 0; l < 3; l++) {
        const char *name = nj_arena_printf(k.arena, "get%d", l);
        for (int64_t i = -2; i < 2; i++) {
            for (int64_t j = -3; j < 3; j++) {
                cr_assert_eq(kit_call(&k, name, &got, arrays[l], &i, &j), 0);
                cr_expect_eq(got, 10 * ((i + 2) % 2) + (j + 3) % 3);
            }
        }
        int64_t bad = 3, good = 0, below = -3;
        void *result = &got;
        cr_expect_eq(kit_call(&k, name, result, arrays[l], &good, &bad), 1);
        NprtExc *exc = nprt_exc_take();
        cr_expect_str_eq(exc->message->text, "index 3 is out of bounds for axis 1 with size 3");
        cr_expect_eq(exc->line, 2);
        nprt_release(exc);
        cr_expect_eq(kit_call(&k, name, result, arrays[l], &below, &good), 1);
        exc = nprt_exc_take();
        cr_expect_str_eq(exc->message->text, "index -3 is out of bounds for axis 0 with size 2");
        nprt_release(exc);
    }
    kit_close(&k);
}

/* a[start:stop:step] of every bound, against Python's rules worked out by hand in C */
Test(lower, slices)
{
    Kit k;
    kit_open(&k);
    const NjType *c = nj_type_array(k.types, NPRT_I64, 1, NJ_LAYOUT_C);
    const NjType *any = nj_type_array(k.types, NPRT_I64, 1, NJ_LAYOUT_A);
    const NjType *triple = nj_type_tuple(k.types, (const NjType *[]){k.i64, k.i64, k.i64}, 3);
    NjTirFn *fn = kit_fn(&k, "slice", k.i64);
    NjTirLocal *a = kit_param(fn, "a", c), *bounds = kit_param(fn, "bounds", triple);
    NjTirLocal *view = kit_local(fn, "view", any), *sum = kit_local(fn, "sum", k.i64);
    NjTirLocal *i = kit_local(fn, "i", k.i64);
    NjTirExpr *x = kit_expr(NJ_X_VIEW, any);
    x->as.view.base = kit_get(a);
    x->as.view.n = 1;
    x->as.view.specs = NJ_NEW(k.arena, NjTirSpec);
    x->as.view.specs->kind = NJ_SPEC_SLICE;
    x->as.view.specs->start = nj_tir_tuple_get(k.arena, kit_get(bounds), 0, k.i64);
    x->as.view.specs->stop = nj_tir_tuple_get(k.arena, kit_get(bounds), 1, k.i64);
    x->as.view.specs->step = nj_tir_tuple_get(k.arena, kit_get(bounds), 2, k.i64);
    kit_set(&fn->body, view, x);
    kit_set(&fn->body, sum, kit_int(0));
    NjTirBlock *body = kit_for(&fn->body, i, kit_int(0),
                               nj_tir_shape(k.arena, k.i64, kit_get(view), 0), kit_int(1), 1);
    NjTirExpr *item = nj_tir_cast(k.arena, k.i64, kit_load(kit_get(view), kit_get(i), NULL));
    kit_set(body, sum, kit_bin(NJ_BIN_ADD, kit_bin(NJ_BIN_MUL, kit_get(sum), kit_int(8)), item));
    kit_return(&fn->body, kit_get(sum));
    kit_compile(&k);
    int64_t data[5] = {1, 2, 3, 4, 5};
    KitArray array = {NULL, data, {5, 8}};
    for (int64_t start = -7; start <= 7; start++) {
        for (int64_t stop = -7; stop <= 7; stop++) {
            for (int64_t step = -3; step <= 3; step++) {
                int64_t three[] = {start, stop, step}, got, want = 0;
                int32_t status = kit_call(&k, "slice", &got, &array, three, NULL);
                if (step == 0) {
                    cr_assert_eq(status, 1);
                    nprt_exc_clear();
                    continue;
                }
                int64_t low = step > 0 ? 0 : -1, high = step > 0 ? 5 : 4;
                int64_t from = start < 0 ? start + 5 : start, to = stop < 0 ? stop + 5 : stop;
                from = from < low ? low : from > high ? high : from;
                to = to < low ? low : to > high ? high : to;
                for (int64_t at = from; step > 0 ? at < to : at > to; at += step)
                    want = want * 8 + data[at];
                cr_assert_eq(got, want, "[%ld:%ld:%ld]", start, stop, step);
            }
        }
    }
    kit_close(&k);
}

Test(lower, new_arrays_belong_to_the_caller)
{
    Kit k;
    kit_open(&k);
    const NjType *t = nj_type_array(k.types, NPRT_F64, 2, NJ_LAYOUT_C);
    NjTirFn *fn = kit_fn(&k, "make", t);
    NjTirLocal *n = kit_param(fn, "n", k.i64), *m = kit_param(fn, "m", k.i64);
    NjTirLocal *a = kit_local(fn, "a", t), *again = kit_local(fn, "again", t);
    NjTirExpr *x = kit_expr(NJ_X_ALLOC, t);
    x->as.alloc.shape = kit_list(2, kit_get(n), kit_get(m), NULL);
    x->as.alloc.n = 2;
    x->as.alloc.zero = true;
    kit_set(&fn->body, a, x);
    kit_set(&fn->body, again, kit_get(a));
    kit_store(&fn->body, kit_get(again), kit_int(1), kit_int(-1),
              nj_tir_float(k.arena, nj_type_scalar(k.types, NPRT_F64, false), 7.5, kit_line(2)));
    kit_return(&fn->body, kit_get(a));
    kit_compile(&k);
    int64_t two = 2, three = 3, negative = -1, huge = INT64_C(1) << 40;
    KitArray out;
    cr_assert_eq(kit_call(&k, "make", &out, &two, &three, NULL), 0);
    cr_expect_eq(out.owner->refcount, 1);
    cr_expect_eq(((double *)out.data)[5], 7.5);
    cr_expect_eq(((double *)out.data)[0], 0.0);
    int64_t dims[] = {2, 3, 24, 8};
    cr_expect_arr_eq(out.dims, dims, sizeof dims);
    nprt_release(out.owner);
    kit_raises(&k, "make", NPRT_EXC_VALUE_ERROR, "negative dimensions are not allowed", &negative,
               &three);
    kit_raises(&k, "make", NPRT_EXC_VALUE_ERROR, NULL, &huge, &huge);
    int64_t one = 1;
    kit_raises(&k, "make", NPRT_EXC_INDEX_ERROR, "index 1 is out of bounds for axis 0 with size 1",
               &one, &three);
    kit_close(&k);
}

/* Bounds checks must not keep a loop from being vectorised. */
Test(lower, checked_loop_is_vectorised)
{
    Kit k;
    kit_open(&k);
    const NjType *t = nj_type_array(k.types, NPRT_F64, 1, NJ_LAYOUT_C);
    NjTirFn *fn = kit_fn(&k, "saxpy", k.none);
    NjTirLocal *x = kit_param(fn, "x", t), *y = kit_param(fn, "y", t),
               *n = kit_param(fn, "n", k.i64);
    NjTirLocal *i = kit_local(fn, "i", k.i64);
    NjTirBlock *body = kit_for(&fn->body, i, kit_int(0), kit_get(n), kit_int(1), 1);
    NjTirExpr *product = kit_bin(NJ_BIN_MUL, kit_load(kit_get(x), kit_get(i), NULL),
                                 kit_load(kit_get(x), kit_get(i), NULL));
    kit_store(body, kit_get(y), kit_get(i), NULL,
              kit_bin(NJ_BIN_ADD, product, kit_load(kit_get(y), kit_get(i), NULL)));
    kit_compile(&k);
    double xs[40], ys[40];
    for (int r = 0; r < 40; r++) {
        xs[r] = r;
        ys[r] = 0.5;
    }
    KitArray ax = {NULL, xs, {40, 8}}, ay = {NULL, ys, {38, 8}};
    int64_t all = 40;
    cr_expect_eq(kit_call(&k, "saxpy", NULL, &ax, &ay, &all), 1);
    NprtExc *exc = nprt_exc_take();
    cr_expect_str_eq(exc->message->text, "index 38 is out of bounds for axis 0 with size 38");
    nprt_release(exc);
    for (int r = 0; r < 40; r++)
        cr_expect_eq(ys[r], r < 38 ? r * r + 0.5 : 0.5);
    kit_close(&k);
}

/* for i in range(start, stop): for j in range(i): out[i] += a[i - 1, j + shift], in the two
 * versions of the nest: subscripts that wrap or leave the array take the checked one */
Test(lower, versioned_nest)
{
    Kit k;
    kit_open(&k);
    const NjType *i64 = nj_type_scalar(k.types, NPRT_I64, false);
    const NjType *t1 = nj_type_array(k.types, NPRT_I64, 1, NJ_LAYOUT_C);
    const NjType *t2 = nj_type_array(k.types, NPRT_I64, 2, NJ_LAYOUT_C);
    const NjType *bounds_type = nj_type_tuple(k.types, (const NjType *[]){k.i64, k.i64, k.i64}, 3);
    NjTirFn *fn = kit_fn(&k, "nest", k.none);
    NjTirLocal *out = kit_param(fn, "out", t1), *a = kit_param(fn, "a", t2);
    NjTirLocal *bounds = kit_param(fn, "bounds", bounds_type);
    NjTirLocal *i = kit_local(fn, "i", k.i64), *j = kit_local(fn, "j", k.i64);
    NjTirLocal *part[3];
    for (int p = 0; p < 3; p++) {
        part[p] = kit_local(fn, "part", k.i64);
        kit_set(&fn->body, part[p], nj_tir_tuple_get(k.arena, kit_get(bounds), (uint32_t)p, k.i64));
    }
    NjTirBlock *outer = kit_for(&fn->body, i, kit_get(part[0]), kit_get(part[1]), kit_int(1), 1);
    NjTirBlock *inner = kit_for(outer, j, kit_int(0), kit_get(i), kit_int(1), 1);
    NjTirExpr *item = kit_load(kit_get(a), kit_checked(NJ_BIN_SUB, kit_get(i), kit_int(1)),
                               kit_checked(NJ_BIN_ADD, kit_get(j), kit_get(part[2])));
    NjTirExpr *old = kit_load(kit_get(out), kit_get(i), NULL);
    kit_store(inner, kit_get(out), kit_get(i), NULL,
              nj_tir_binary(k.arena, NJ_BIN_ADD, NJ_ARITH_WRAP, i64, old, item));
    kit_compile(&k);
    enum { N = 6 };
    int64_t data[N * N], sums[N];
    for (int r = 0; r < N * N; r++)
        data[r] = r * r;
    KitArray array = {NULL, data, {N, N, 8 * N, 8}}, result = {NULL, sums, {N, 8}};
    for (int64_t start = -2; start < 3; start++) {
        for (int64_t stop = 0; stop <= N + 1; stop++) {
            for (int64_t shift = -2; shift < 3; shift++) {
                int64_t three[] = {start, stop, shift}, want[N] = {0};
                bool raises = false;
                memset(sums, 0, sizeof sums);
                for (int64_t x = start; x < stop && !raises; x++) {
                    for (int64_t y = 0; y < x && !raises; y++) {
                        int64_t row = x - 1 < 0 ? x - 1 + N : x - 1;
                        int64_t column = y + shift < 0 ? y + shift + N : y + shift;
                        raises = x >= N || column >= N;
                        if (!raises)
                            want[x] += data[row * N + column];
                    }
                }
                int32_t status = kit_call(&k, "nest", NULL, &result, &array, three);
                cr_assert_eq(status, raises, "%ld %ld %ld", start, stop, shift);
                nprt_exc_clear();
                cr_assert_arr_eq(sums, want, sizeof want, "%ld %ld %ld", start, stop, shift);
            }
        }
    }
    kit_close(&k);
}

/* ---- objects on the heap -------------------------------------------------------------------- */

Test(lower, lists_count_references)
{
    Kit k;
    kit_open(&k);
    const NjType *list = nj_type_list(k.types, k.str);
    NjTirFn *fn = kit_fn(&k, "pick", k.str);
    NjTirLocal *a = kit_param(fn, "a", k.str), *b = kit_param(fn, "b", k.str);
    NjTirLocal *i = kit_param(fn, "i", k.i64), *items = kit_local(fn, "items", list);
    NjTirExpr *x = kit_expr(NJ_X_NEW_LIST, list);
    x->as.new_list.items = kit_list(2, kit_get(a), kit_get(b), NULL);
    x->as.new_list.n = 2;
    kit_set(&fn->body, items, x);
    kit_do(&fn->body, kit_rt(NJ_RT_list_append, k.none, 2, kit_get(items), kit_text("last"), NULL));
    NjTirStmt *set = kit_stmt(&fn->body, NJ_S_LIST_SET);
    set->as.list_set.base = kit_get(items);
    set->as.list_set.sub = *kit_subs(1, kit_int(0), NULL);
    set->as.list_set.value = kit_get(b);
    NjTirExpr *get = kit_expr(NJ_X_LIST_GET, k.str);
    get->as.list_get.base = kit_get(items);
    get->as.list_get.sub = *kit_subs(1, kit_get(i), NULL);
    kit_return(&fn->body, get);
    kit_compile(&k);
    NprtStr *one = nprt_str_from_c("one"), *two = nprt_str_from_c("two"), *got;
    for (int64_t at = -3; at < 3; at++) {
        cr_assert_eq(kit_call(&k, "pick", &got, &one, &two, &at), 0);
        cr_expect_str_eq(got->text, (at + 3) % 3 == 2 ? "last" : "two");
        nprt_release(got);
    }
    int64_t bad = 3;
    cr_expect_eq(kit_call(&k, "pick", &got, &one, &two, &bad), 1);
    NprtExc *exc = nprt_exc_take();
    cr_expect_str_eq(exc->message->text, "list index out of range");
    nprt_release(exc);
    cr_expect_eq(one->obj.refcount, 1);
    cr_expect_eq(two->obj.refcount, 1);
    nprt_release(one);
    nprt_release(two);
    kit_close(&k);
}

/* d = {text: 1, "b": 2}; d[text] twice, once missing */
Test(lower, dicts_and_status_results)
{
    Kit k;
    kit_open(&k);
    const NjType *dict = nj_type_dict(k.types, k.str, k.i64);
    NjTirFn *fn = kit_fn(&k, "find", k.i64);
    NjTirLocal *key = kit_param(fn, "key", k.str), *wanted = kit_param(fn, "wanted", k.str);
    NjTirLocal *d = kit_local(fn, "d", dict), *v = kit_local(fn, "v", k.i64);
    NjTirExpr *x = kit_expr(NJ_X_NEW_DICT, dict);
    x->as.new_dict.keys = kit_list(2, kit_get(key), kit_text("b"), NULL);
    x->as.new_dict.values = kit_list(2, kit_int(1), kit_int(2), NULL);
    x->as.new_dict.n = 2;
    kit_set(&fn->body, d, x);
    kit_set(&fn->body, v, kit_rt(NJ_RT_dict_get, k.i64, 2, kit_get(d), kit_get(wanted), NULL));
    NjTirExpr *len = kit_expr(NJ_X_LEN, k.i64);
    len->as.len.a = kit_get(d);
    NjTirExpr *value = kit_expr(NJ_X_ENTRY_VALUE, k.i64);
    value->as.entry.base = kit_get(d);
    value->as.entry.index = kit_int(1);
    NjTirExpr *sum = kit_bin(NJ_BIN_ADD, kit_bin(NJ_BIN_MUL, kit_get(v), kit_int(100)),
                             kit_bin(NJ_BIN_MUL, len, kit_int(10)));
    kit_return(&fn->body, kit_bin(NJ_BIN_ADD, sum, value));
    kit_compile(&k);
    NprtStr *a = nprt_str_from_c("a"), *b = nprt_str_from_c("b"), *c = nprt_str_from_c("c");
    int64_t got;
    cr_assert_eq(kit_call(&k, "find", &got, &a, &b, NULL), 0);
    cr_expect_eq(got, 222);
    cr_assert_eq(kit_call(&k, "find", &got, &a, &a, NULL), 0);
    cr_expect_eq(got, 122);
    kit_raises(&k, "find", NPRT_EXC_KEY_ERROR, NULL, &a, &c);
    cr_expect_eq(a->obj.refcount, 1);
    nprt_release(a);
    nprt_release(b);
    nprt_release(c);
    kit_close(&k);
}

/* def f(flag, text): return text + "!" if flag else None, as optional str; then its length or -1 */
Test(lower, optionals_and_calls)
{
    Kit k;
    kit_open(&k);
    const NjType *maybe = nj_type_optional(k.types, k.str);
    NjTirFn *inner = kit_fn(&k, "inner", maybe);
    NjTirLocal *flag = kit_param(inner, "flag", k.b), *text = kit_param(inner, "text", k.str);
    NjTirLocal *joined = kit_local(inner, "joined", k.str);
    NjTirStmt *test = kit_stmt(&inner->body, NJ_S_IF);
    test->as.if_.cond = kit_get(flag);
    kit_set(&test->as.if_.then_block, joined,
            kit_rt(NJ_RT_str_concat, k.str, 2, kit_get(text), kit_text("!"), NULL));
    NjTirExpr *some = kit_expr(NJ_X_OPT_SOME, maybe);
    some->as.opt.a = kit_get(joined);
    kit_return(&test->as.if_.then_block, some);
    kit_return(&inner->body, kit_expr(NJ_X_OPT_NONE, maybe));

    NjTirFn *outer = kit_fn(&k, "outer", k.i64);
    flag = kit_param(outer, "flag", k.b);
    text = kit_param(outer, "text", k.str);
    NjTirLocal *got = kit_local(outer, "got", maybe);
    kit_set(&outer->body, got, kit_callx(inner, 2, kit_get(flag), kit_get(text)));
    NjTirExpr *has = kit_expr(NJ_X_OPT_HAS, k.b), *value = kit_expr(NJ_X_OPT_GET, k.str);
    has->as.opt.a = kit_get(got);
    value->as.opt.a = kit_get(got);
    test = kit_stmt(&outer->body, NJ_S_IF);
    test->as.if_.cond = has;
    NjTirExpr *len = kit_expr(NJ_X_LEN, k.i64);
    len->as.len.a = value;
    kit_return(&test->as.if_.then_block, len);
    kit_return(&outer->body, kit_int(-1));
    kit_compile(&k);
    NprtStr *word = nprt_str_from_c("word");
    uint8_t yes = 1, no = 0;
    int64_t result;
    kit_call(&k, "outer", &result, &yes, &word, NULL);
    cr_expect_eq(result, 5);
    kit_call(&k, "outer", &result, &no, &word, NULL);
    cr_expect_eq(result, -1);
    cr_expect_eq(word->obj.refcount, 1);
    nprt_release(word);
    kit_close(&k);
}

/* ---- exceptions ----------------------------------------------------------------------------- */

/* inner(n) raises ValueError for n < 0, IndexError for n > 9; outer catches ValueError: -1 */
static void add_raising(Kit *k)
{
    const NjType *exc_type = nj_type_exc(k->types);
    NjTirFn *inner = kit_fn(k, "inner", k->i64);
    NjTirLocal *n = kit_param(inner, "n", k->i64);
    for (int i = 0; i < 2; i++) {
        NjTirStmt *check = kit_stmt(&inner->body, NJ_S_CHECK);
        check->span = kit_line(3 + (uint32_t)i);
        check->as.check.cond = kit_cmp(i ? NJ_CMP_LE : NJ_CMP_GE, kit_get(n), kit_int(i ? 9 : 0));
        check->as.check.exc = i ? NPRT_EXC_INDEX_ERROR : NPRT_EXC_VALUE_ERROR;
        check->as.check.format = i ? "%lld is too much" : "negative";
        check->as.check.args = kit_list(1, kit_get(n), NULL, NULL);
        check->as.check.n = i ? 1 : 0;
    }
    kit_return(&inner->body, kit_get(n));

    NjTirFn *outer = kit_fn(k, "outer", k->i64);
    n = kit_param(outer, "n", k->i64);
    NjTirLocal *exc = kit_local(outer, "exc", exc_type), *v = kit_local(outer, "v", k->i64);
    NjTirLocal *matches = kit_local(outer, "matches", k->b);
    NjTirStmt *s = kit_stmt(&outer->body, NJ_S_TRY);
    s->as.try_.exc = exc;
    NjTirExpr *call = kit_callx(inner, 1, kit_get(n), NULL);
    call->span = kit_line(6);
    kit_set(&s->as.try_.body, v, call);
    kit_set(&s->as.try_.handler, matches,
            kit_rt(NJ_RT_exc_matches, k->b, 2, kit_get(exc), kit_int(NPRT_EXC_VALUE_ERROR), NULL));
    NjTirStmt *test = kit_stmt(&s->as.try_.handler, NJ_S_IF);
    test->as.if_.cond = kit_get(matches);
    kit_return(&test->as.if_.then_block, kit_int(-1));
    NjTirStmt *raise = kit_stmt(&s->as.try_.handler, NJ_S_RAISE);
    raise->as.raise.exc = kit_get(exc);
    raise->as.raise.is_reraise = true;
    kit_return(&outer->body, kit_get(v));
}

Test(lower, exceptions_are_caught_and_raised_again)
{
    Kit k;
    kit_open(&k);
    add_raising(&k);
    kit_compile(&k);
    int64_t in[] = {5, -3, 10}, got;
    cr_assert_eq(kit_call(&k, "outer", &got, &in[0], NULL, NULL), 0);
    cr_expect_eq(got, 5);
    cr_assert_eq(kit_call(&k, "outer", &got, &in[1], NULL, NULL), 0);
    cr_expect_eq(got, -1);
    cr_expect_null(nprt_exc_pending());
    cr_assert_eq(kit_call(&k, "outer", &got, &in[2], NULL, NULL), 1);
    NprtExc *exc = nprt_exc_take();
    cr_expect_eq(exc->kind, NPRT_EXC_INDEX_ERROR);
    cr_expect_str_eq(exc->message->text, "10 is too much");
    cr_expect_eq(exc->line, 4);
    cr_expect_eq(exc->obj.refcount, 1);
    nprt_release(exc);
    kit_close(&k);
}

/* ---- temporaries ---------------------------------------------------------------------------- */

/* A temporary array of each round is dead before the next: its memory is reused, so that the data
 * pointers of all rounds are one. */
Test(lower, temporaries_die_early)
{
    Kit k;
    kit_open(&k);
    const NjType *t = nj_type_array(k.types, NPRT_F64, 1, NJ_LAYOUT_C);
    NjTirFn *fn = kit_fn(&k, "rounds", k.i64);
    NjTirLocal *out = kit_param(fn, "out", nj_type_array(k.types, NPRT_I64, 1, NJ_LAYOUT_C));
    NjTirLocal *i = kit_local(fn, "i", k.i64), *temp = kit_local(fn, NULL, t);
    NjTirLocal *keep = kit_local(fn, "keep", t);
    NjTirBlock *body = kit_for(&fn->body, i, kit_int(0), kit_int(4), kit_int(1), 1);
    NjTirExpr *x = kit_expr(NJ_X_ALLOC, t);
    x->as.alloc.shape = kit_list(1, kit_int(1000), NULL, NULL);
    x->as.alloc.n = 1;
    kit_set(body, temp, x);
    kit_set(body, keep, kit_get(temp)); /* moved, not copied */
    kit_store(body, kit_get(out), kit_get(i), NULL,
              nj_tir_cast(k.arena, nj_type_scalar(k.types, NPRT_I64, false),
                          nj_tir_shape(k.arena, k.i64, kit_get(keep), 0)));
    kit_return(&fn->body, kit_int(0));
    kit_compile(&k);
    int64_t data[4] = {0}, got;
    KitArray array = {NULL, data, {4, 8}};
    cr_assert_eq(kit_call(&k, "rounds", &got, &array, NULL, NULL), 0);
    cr_expect_eq(data[3], 1000);
    kit_close(&k);
}

/* ---- the loader and the verifier ------------------------------------------------------------ */

Test(lower, damaged_objects_are_refused)
{
    char error[NJ_BACKEND_ERROR_SIZE];
    NjBackendState *state;
    NjCode *code;
    _Alignas(8) char bytes[256] = "not an object";
    cr_assert(nj_cpu_backend.open(NULL, &state, error));
    cr_expect_not(nj_cpu_backend.load(state, bytes, sizeof bytes, &code, error));
    cr_expect_not(nj_cpu_backend.load(state, bytes, 3, &code, error));
    nj_cpu_backend.close(state);
}

Test(tir_verify, states_the_first_fault)
{
    Kit k;
    kit_open(&k);
    NjTirFn *fn = kit_fn(&k, "f", k.i64);
    NjTirLocal *x = kit_param(fn, "x", k.f64);
    NjTirExpr *sum = kit_bin(NJ_BIN_ADD, kit_get(x), kit_get(x));
    kit_return(&fn->body, sum);
    const char *fault = nj_tir_verify(k.arena, &k.module, NJ_TIR_LOOPIFIED);
    cr_assert_not_null(fault);
    cr_expect_str_eq(fault, "f, line 2: return: the result is float, not int");
    sum->as.binary.b = kit_int(1);
    fault = nj_tir_verify(k.arena, &k.module, NJ_TIR_LOOPIFIED);
    cr_expect_str_eq(fault, "f, line 2: binary: operands are float and int");
    sum->as.binary.b = sum->as.binary.a;
    fault = nj_tir_verify(k.arena, &k.module, NJ_TIR_LOOPIFIED);
    cr_expect_str_eq(fault, "f, line 2: local: a node with two parents");
    kit_close(&k);
}

/* Cold and hot code in two object files, and loops on several threads. */
#include "runtime/str.h"
#include "runtime/threads.h"
#include "tests/unit/compiler/tir_kit.h"

/* total = 0; for i in range(2000): total += i * i, at the top level: the loop becomes a hot
 * function in an object file of its own, and module-level variables are shared between the two
 * files. */
Test(lower, top_level_loops_are_outlined)
{
    Kit k;
    kit_open(&k);
    NjTirGlobal total = {.id = 0, .type = k.i64, .name = "total"};
    NjTirGlobal *globals[] = {&total};
    k.module.globals = globals;
    k.module.n_globals = 1;
    NjTirFn *get = kit_fn(&k, "get", k.i64);
    kit_return(&get->body, nj_tir_global(k.arena, &total, kit_line(2)));
    NjTirFn *main_fn = kit_fn(&k, "main", k.none);
    k.module.main = main_fn;
    NjTirLocal *s = kit_local(main_fn, "s", k.i64), *i = kit_local(main_fn, "i", k.i64);
    kit_set(&main_fn->body, s, kit_int(0));
    NjTirBlock *body = kit_for(&main_fn->body, i, kit_int(0), kit_int(2000), kit_int(1), 1);
    kit_set(body, s,
            kit_checked(NJ_BIN_ADD, kit_get(s), kit_checked(NJ_BIN_MUL, kit_get(i), kit_get(i))));
    NjTirStmt *set = kit_stmt(&main_fn->body, NJ_S_GLOBAL_SET);
    set->as.global_set.global = &total;
    set->as.global_set.value = kit_get(s);
    kit_compile(&k);
    void *address = nj_cpu_backend.symbol(k.code, NJ_MAIN_SYMBOL);
    cr_assert_not_null(address);
    int32_t (*run)(void);
    memcpy(&run, &address, sizeof run);
    cr_assert_eq(run(), 0);
    int64_t got;
    kit_call(&k, "get", &got, NULL, NULL, NULL);
    cr_expect_eq(got, INT64_C(2664667000));
    kit_close(&k);
}

/* for i in prange(n): s += a[i]; least = min(least, a[i]); counts[i % 4] += 1 */
static void add_parallel(Kit *k)
{
    const NjType *floats = nj_type_array(k->types, NPRT_F64, 1, NJ_LAYOUT_C);
    const NjType *ints = nj_type_array(k->types, NPRT_I64, 1, NJ_LAYOUT_C);
    const NjType *f64 = nj_type_scalar(k->types, NPRT_F64, false);
    const NjType *i64 = nj_type_scalar(k->types, NPRT_I64, false);
    NjTirFn *fn = kit_fn(k, "reduce", f64);
    fn->is_parallel = true;
    fn->model = NJ_MODEL_NUMBA;
    NjTirLocal *a = kit_param(fn, "a", floats), *counts = kit_param(fn, "counts", ints);
    NjTirLocal *n = kit_param(fn, "n", k->i64), *i = kit_local(fn, "i", k->i64);
    NjTirLocal *s = kit_local(fn, "s", f64), *least = kit_local(fn, "least", f64);
    kit_set(&fn->body, s, nj_tir_float(k->arena, f64, 0.0, kit_line(2)));
    kit_set(&fn->body, least, nj_tir_float(k->arena, f64, 1e9, kit_line(2)));
    NjTirBlock *body = kit_for(&fn->body, i, kit_int(0), kit_get(n), kit_int(1), 1);
    fn->body.items[fn->body.n - 1]->as.for_.is_parallel = true;
    kit_set(body, s, kit_bin(NJ_BIN_ADD, kit_get(s), kit_load(kit_get(a), kit_get(i), NULL)));
    kit_set(body, least,
            kit_bin(NJ_BIN_MIN, kit_get(least), kit_load(kit_get(a), kit_get(i), NULL)));
    NjTirExpr *bin[2];
    for (int t = 0; t < 2; t++)
        bin[t] = kit_bin(NJ_BIN_MOD, kit_get(i), kit_int(4));
    NjTirExpr *old = kit_load(kit_get(counts), bin[0], NULL);
    kit_store(body, kit_get(counts), bin[1], NULL,
              kit_bin(NJ_BIN_ADD, old, nj_tir_int(k->arena, i64, 1, kit_line(2))));
    kit_return(&fn->body, kit_bin(NJ_BIN_ADD, kit_get(s), kit_get(least)));
}

Test(lower, parallel_reductions)
{
    enum { N = 10007 };
    Kit k;
    kit_open(&k);
    add_parallel(&k);
    kit_compile(&k);
    double *data = malloc(N * sizeof *data), first = 0.0;
    for (int r = 0; r < N; r++)
        data[r] = 0.1 * (r + 1);
    KitArray a = {NULL, data, {N, 8}};
    for (int64_t threads = 1; threads <= nprt_get_num_threads(); threads++) {
        int64_t counts[4] = {0, 0, 0, 1000}, n = N, want[4] = {2502, 2502, 2502, 3501};
        KitArray c = {NULL, counts, {4, 8}};
        double got;
        nprt_set_num_threads(threads);
        cr_assert_eq(kit_call(&k, "reduce", &got, &a, &c, &n), 0);
        first = threads == 1 ? got : first;
        cr_expect_eq(got, first); /* to the last bit */
        cr_expect_float_eq(got, 0.05 * N * (N + 1) + 0.1, 1e-4);
        cr_expect_arr_eq(counts, want, sizeof want);
        n = N + 5;
        cr_expect_eq(kit_call(&k, "reduce", &got, &a, &c, &n), 1);
        NprtExc *exc = nprt_exc_take();
        cr_expect_str_eq(exc->message->text,
                         "index 10007 is out of bounds for axis 0 with size 10007");
        nprt_release(exc);
    }
    free(data);
    kit_close(&k);
}

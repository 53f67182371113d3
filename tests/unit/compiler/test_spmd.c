/* The pass `spmd`: kernels become loops over threads and blocks. */
#include "compiler/ir/cuda.h"
#include "compiler/pipeline.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#define HEAD   "import numpy as np\nfrom numba import cuda, float32\n"
#define LAUNCH "k[2, 64](np.zeros(128))\n"

typedef struct Kit {
    const char *body; /* in: lines of the kernel k(x), line 5 on */
    bool keep;        /* in: the target runs kernels itself */
    char *out;        /* owned: the TIR, or the first error */
    unsigned n_ops;   /* operations of CUDA that are left, memory aside */
    unsigned n_lanes, n_loops, n_parallel;
} Kit;

static void count_expr(void *data, const NjTirExpr *e)
{
    Kit *k = data;
    if (e->kind == NJ_X_TARGET_CALL && e->as.target_call.id != NJ_CU_local_array &&
        e->as.target_call.id != NJ_CU_dynamic_shared)
        k->n_ops++;
}

static void count_blocks(void *data, NjTirBlock *block)
{
    Kit *k = data;
    for (uint32_t i = 0; i < block->n; i++) {
        NjTirStmt *s = block->items[i];
        if (s->kind == NJ_S_EXPR)
            count_expr(k, s->as.expr.value);
        if (s->kind == NJ_S_ASSIGN)
            count_expr(k, s->as.assign.value);
        k->n_ops += s->kind == NJ_S_BARRIER;
        if (s->kind == NJ_S_FOR) {
            k->n_loops++;
            k->n_lanes += s->as.for_.is_unit_lanes;
            k->n_parallel += s->as.for_.is_parallel;
        }
        nj_tir_stmt_blocks(s, count_blocks, k);
    }
}

static void run_body(NjUnit *u, void *data)
{
    Kit *k = data;
    const char *text =
        nj_arena_printf(&u->arena, "%s@cuda.jit\ndef k(x):\n%s%s", HEAD, k->body, LAUNCH);
    NjSource *source = nj_unit_source(u, "test.py", text, strlen(text));
    cr_assert_not_null(source);
    NjPipeline p = {.types = nj_types_new(&u->arena),
                    .stop_after = "spmd",
                    .kernels = k->keep ? NJ_KERNELS_KEPT : NJ_KERNELS_CALLED,
                    .verify = true};
    if (k->keep)
        p.stop_after = NULL;
    if (!nj_pipeline_run(u, source, &p)) {
        const NjDiag *d = u->diags.items.items[0];
        k->out = strdup(nj_arena_printf(&u->arena, "%u: %s", nj_span_line(d->span), d->text));
        return;
    }
    for (uint32_t i = 0; i < p.tir->n_fns; i++)
        count_blocks(k, &p.tir->fns[i]->body);
    k->out = strdup("");
}

static Kit run(const char *body, bool keep)
{
    static NjUnit u;
    Kit k = {.body = body, .keep = keep};
    nj_unit_init(&u, NULL, NULL);
    NjUnitStatus status = nj_unit_run(&u, run_body, &k);
    cr_assert(status == NJ_UNIT_OK || status == NJ_UNIT_ERRORS, "%s", u.failure);
    nj_unit_fini(&u);
    return k;
}

static void expect_error(const char *body, const char *expected)
{
    Kit k = run(body, false);
    cr_expect_str_eq(k.out, expected, "%s gave %s", body, k.out);
    free(k.out);
}

/* Each program without an operation left; `n_lanes`: loops over threads in any order. */
static void expect_loops(const char *body, unsigned n_lanes, unsigned n_parallel)
{
    Kit k = run(body, false);
    cr_expect_str_eq(k.out, "");
    cr_expect_eq(k.n_ops, 0u, "%s leaves %u operations", body, k.n_ops);
    cr_expect_eq(k.n_lanes, n_lanes, "%s: %u loops of lanes", body, k.n_lanes);
    cr_expect_eq(k.n_parallel, n_parallel);
    free(k.out);
}

Test(spmd, one_loop_without_barriers)
{
    expect_loops("    i = cuda.grid(1)\n    x[i] = i\n", 1, 1);
}

Test(spmd, a_barrier_makes_two)
{
    expect_loops(
        "    i = cuda.grid(1)\n    x[i] = i\n    cuda.syncthreads()\n    x[i] += x[i ^ 1]\n", 2, 1);
}

Test(spmd, kernels_that_print_run_in_order)
{
    Kit k = run("    print(cuda.grid(1))\n", false);
    cr_expect_str_eq(k.out, "");
    cr_expect_eq(k.n_parallel, 0u);
    free(k.out);
}

/* Threads leave their values, lanes move or stay, threads take what they get. */
Test(spmd, warp_operations_leave_nothing)
{
    expect_loops("    i = cuda.grid(1)\n    x[i] = cuda.shfl_down_sync(0xffffffff, x[i], 1)\n", 4,
                 1);
}

Test(spmd, known_rounds_are_unrolled)
{
    expect_loops("    i = cuda.grid(1)\n    s = 4\n    while s > 0:\n        x[i] = s\n"
                 "        cuda.syncthreads()\n        s //= 2\n",
                 3, 1);
}

/* One thread after the other where several may add to one element. */
Test(spmd, counting_barriers_add_in_order)
{
    Kit k = run("    i = cuda.grid(1)\n    x[i] = cuda.syncthreads_count(i < 5)\n", false);
    cr_expect_str_eq(k.out, "");
    cr_expect_eq(k.n_ops, 0u);
    free(k.out);
}

Test(spmd, targets_may_keep_kernels)
{
    Kit k = run("    x[cuda.grid(1)] = 1\n    cuda.syncthreads()\n", true);
    cr_expect_str_eq(k.out, "");
    cr_expect_gt(k.n_ops, 1u);
    cr_expect_eq(k.n_parallel, 0u);
    free(k.out);
}

Test(spmd, errors)
{
    expect_error("    try:\n        cuda.syncthreads()\n    except ValueError:\n        x[0] = 1\n",
                 "5: try cannot be used in a kernel");
    expect_error("    i = cuda.threadIdx.x\n"
                 "    v = x[i:] if i < 3 else x\n"
                 "    cuda.syncthreads()\n    v[0] = 1\n",
                 "6: array(float64, 1d, C) 'v' differs between the threads and is used behind a "
                 "barrier or warp "
                 "operation; only numbers and tuples of them can");
}

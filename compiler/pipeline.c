/* pipeline.c - the pass table and the loop that runs it. Knows what each pass is called and what
 * has to hold after it, and nothing of what it does. */
#include "compiler/pipeline.h"

#include "compiler/analysis/effects.h"
#include "compiler/analysis/interchange.h"
#include "compiler/analysis/kernels.h"
#include "compiler/analysis/loopify.h"
#include "compiler/analysis/simplify.h"
#include "compiler/analysis/spmd.h"
#include "compiler/ir/tir_print.h"
#include "compiler/ir/tir_verify.h"
#include "compiler/sema/sema.h"
#include "compiler/syntax/ast_print.h"
#include "compiler/syntax/parse.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

typedef struct PassState {
    NjUnit *u;
    NjSource *source;
    NjPipeline *p;
} PassState;

typedef struct Pass {
    const char *name;
    void (*run)(PassState *s);
    const char *(*verify)(PassState *s); /* NULL or what is wrong */
    void (*dump)(PassState *s);
} Pass;

/* ---- rows -------------------------------------------------------------------------------------
 */

static void run_parse(PassState *s)
{
    s->p->ast = nj_parse(s->u, s->source);
}

static void run_infer(PassState *s)
{
    s->p->tir = nj_sema_run(s->u, s->p->types, s->p->ast);
}

static void run_loopify(PassState *s)
{
    nj_loopify(s->u, s->p->types, s->p->tir);
}

static void run_kernels(PassState *s)
{
    nj_kernels_check(s->u, s->p->types, s->p->tir);
    if (s->p->kernels != NJ_KERNELS_KEPT)
        nj_kernels_drop_unused(s->u, s->p->tir);
    if (s->p->kernels == NJ_KERNELS_BY_NAME && s->u->diags.nerrors == 0)
        nj_kernels_name(s->u, s->p->types, s->p->tir);
}

static void run_spmd(PassState *s)
{
    if (s->p->kernels != NJ_KERNELS_KEPT && s->u->diags.nerrors == 0)
        nj_spmd(s->u, s->p->types, s->p->tir);
}

static void run_simplify(PassState *s)
{
    nj_simplify(s->u, s->p->types, s->p->tir);
}

static void run_interchange(PassState *s)
{
    nj_interchange(s->u, s->p->types, s->p->tir);
}

static void run_effects(PassState *s)
{
    nj_effects(s->u, s->p->tir);
}

static const char *verify_nothing(PassState *s)
{
    (void)s;
    return NULL;
}

static const char *verify_built(PassState *s)
{
    return nj_tir_verify(&s->u->arena, s->p->tir, NJ_TIR_BUILT);
}

static const char *verify_loops(PassState *s)
{
    return nj_tir_verify(&s->u->arena, s->p->tir, NJ_TIR_LOOPIFIED);
}

static void dump_ast(PassState *s)
{
    nj_ast_print(s->p->ast, s->p->dump);
}

static void dump_tir(PassState *s)
{
    nj_tir_print_module(s->p->dump, s->p->tir);
}

/* clang-format off */
static const Pass passes[] = {
    { "parse",    run_parse,    verify_nothing, dump_ast },
    { "infer",    run_infer,    verify_built,   dump_tir },
    { "loopify",  run_loopify,  verify_loops,   dump_tir },
    { "kernels",  run_kernels,  verify_loops,   dump_tir },
    { "spmd",     run_spmd,     verify_loops,   dump_tir },
    { "simplify", run_simplify, verify_loops,   dump_tir },
    { "interchange", run_interchange, verify_loops, dump_tir },
    { "effects",  run_effects,  verify_loops,   dump_tir },
};
/* clang-format on */

enum { N_PASSES = sizeof passes / sizeof *passes };
_Static_assert((int)N_PASSES <= (int)NJ_MAX_PASSES, "NjPipeline.ms is too small");

/* ---- running ----------------------------------------------------------------------------------
 */

const char *nj_pass_name(unsigned i)
{
    return i < N_PASSES ? passes[i].name : NULL;
}

static bool is_pass(NjUnit *u, const char *name)
{
    if (!name || strcmp(name, "all") == 0)
        return true;
    const char *known = "";
    for (unsigned i = 0; i < N_PASSES; i++) {
        if (strcmp(name, passes[i].name) == 0)
            return true;
        known = nj_arena_printf(&u->arena, "%s%s%s", known, i ? ", " : "", passes[i].name);
    }
    nj_error(u, NJ_NO_SPAN, "there is no pass '%s'; the passes are %s", name, known);
    return false;
}

static double now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static bool wants_verify(const NjPipeline *p)
{
#ifdef NDEBUG
    return p->verify;
#else
    (void)p;
    return true;
#endif
}

static void check(PassState *s, const Pass *pass)
{
    if (!wants_verify(s->p))
        return;
    const char *fault = pass->verify(s);
    if (fault)
        nj_unit_internal_error(s->u, __FILE__, __LINE__,
                               nj_arena_printf(&s->u->arena, "after %s: %s", pass->name, fault));
}

static bool is_named(const char *given, const Pass *pass)
{
    return given && (strcmp(given, pass->name) == 0 || strcmp(given, "all") == 0);
}

bool nj_pipeline_run(NjUnit *u, NjSource *source, NjPipeline *p)
{
    if (!is_pass(u, p->stop_after) || !is_pass(u, p->dump_after))
        return false;
    PassState s = {u, source, p};
    for (unsigned i = 0; i < N_PASSES; i++) {
        const Pass *pass = &passes[i];
        double start = now_ms();
        pass->run(&s);
        p->ms[i] = now_ms() - start;
        p->n_run = i + 1;
        if (u->diags.nerrors)
            return false;
        check(&s, pass);
        if (p->dump && is_named(p->dump_after, pass)) {
            if (strcmp(p->dump_after, "all") == 0)
                nj_strbuf_printf(p->dump, ";; after %s\n", pass->name);
            pass->dump(&s);
        }
        if (p->stop_after && strcmp(p->stop_after, pass->name) == 0)
            break;
    }
    return true;
}

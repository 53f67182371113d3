/* cmd_emit.c - npjit --emit=WHAT: print what would run. npjit info: what this machine offers. */
#include "jit/cli/command.h"

#include "compiler/ir/tir_print.h"
#include "compiler/pipeline.h"
#include "compiler/syntax/ast_print.h"
#include "compiler/syntax/lexer.h"
#include "jit/cli/compile.h"
#include "ptx-backend/ptx_backend.h"
#include "runtime/linalg.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *last_pass(NjEmitWhat what)
{
    switch (what) {
    case NJ_EMIT_WHAT_TOKENS:
    case NJ_EMIT_WHAT_AST:
        return "parse";
    case NJ_EMIT_WHAT_TYPES:
        return "infer";
    default:
        return NULL;
    }
}

static NjEmitKind backend_kind(NjEmitWhat what)
{
    switch (what) {
    case NJ_EMIT_WHAT_LLVM:
        return NJ_EMIT_LLVM;
    case NJ_EMIT_WHAT_LLVM_OPT:
        return NJ_EMIT_LLVM_OPT;
    case NJ_EMIT_WHAT_ASM:
    case NJ_EMIT_WHAT_PTX:
        return NJ_EMIT_ASM;
    default:
        return NJ_EMIT_CODE;
    }
}

static bool is_wanted(const NjCliOptions *o, const NjTirFn *fn)
{
    return !o->function || strcmp(o->function, fn->source_name) == 0 || strcmp(o->function, fn->name) == 0;
}

/* The signature of every specialisation, with the types of its variables. */
static void print_types(const NjCliOptions *o, NjUnit *u, const NjTirModule *m, NjStrBuf *out)
{
    for (uint32_t i = 0; i < m->n_fns; i++) {
        const NjTirFn *fn = m->fns[i];
        if (!is_wanted(o, fn))
            continue;
        nj_strbuf_printf(out, "%s(", fn->name);
        for (uint32_t k = 0; k < fn->n_params; k++)
            nj_strbuf_printf(out, "%s%s: %s", k ? ", " : "", fn->params[k]->name,
                             nj_type_str_of(&u->arena, fn->params[k]->type));
        nj_strbuf_printf(out, ") -> %s\n", nj_type_str_of(&u->arena, fn->result));
        for (uint32_t k = fn->n_params; k < fn->n_locals; k++)
            if (!fn->locals[k]->is_temp)
                nj_strbuf_printf(out, "    %s: %s\n", fn->locals[k]->name,
                                 nj_type_str_of(&u->arena, fn->locals[k]->type));
    }
}

static void print_tir(const NjCliOptions *o, const NjTirModule *m, NjStrBuf *out)
{
    if (!o->function) {
        nj_tir_print_module(out, m);
        return;
    }
    for (uint32_t i = 0; i < m->n_fns; i++)
        if (is_wanted(o, m->fns[i]))
            nj_tir_print_fn(out, m->fns[i]);
}

/* The text of a job that stops before machine code. */
static void render(NjJob *job, NjUnit *u)
{
    const NjCliOptions *o = job->options;
    NjPipeline *p = job->pipeline;
    switch (o->emit) {
    case NJ_EMIT_WHAT_TOKENS: {
        NjTokens tokens = nj_lex(u, job->source);
        nj_tokens_print(&tokens, &job->dump);
        return;
    }
    case NJ_EMIT_WHAT_AST:
        nj_ast_print(p->ast, &job->dump);
        return;
    case NJ_EMIT_WHAT_TYPES:
        print_types(o, u, p->tir, &job->dump);
        return;
    case NJ_EMIT_WHAT_TIR:
        print_tir(o, p->tir, &job->dump);
        return;
    default:
        return;
    }
}

static int write_out(const NjCliOptions *o, const char *bytes, size_t n)
{
    FILE *f = o->output ? fopen(o->output, "wb") : stdout;
    if (!f) {
        fprintf(stderr, "npjit: cannot write %s\n", o->output);
        return 1;
    }
    bool ok = fwrite(bytes, 1, n, f) == n;
    ok &= fflush(f) == 0;
    if (f != stdout)
        ok &= fclose(f) == 0;
    if (!ok)
        fprintf(stderr, "npjit: writing failed\n");
    return ok ? 0 : 1;
}

char *nj_emit_text(const NjCliOptions *options, size_t *out_n)
{
    NjUnit u;
    NjJob job = {.options = options,
                 .stop_after = last_pass(options->emit),
                 .wants_code = options->emit >= NJ_EMIT_WHAT_LLVM,
                 .kind = backend_kind(options->emit)};
    char *text = NULL;
    NjOptions how = options->compile;
    how.eager_kernels = options->target == NJ_TARGET_CUDA;
    nj_unit_init(&u, NULL, &how);
    if (nj_job_compile(&job, &u)) {
        if (!job.wants_code)
            render(&job, &u);
        const char *from = job.wants_code ? job.code.data : job.dump.text;
        *out_n = job.wants_code ? job.code.size : job.dump.n;
        text = malloc(*out_n + 1);
        if (text) {
            memcpy(text, from, *out_n);
            text[*out_n] = '\0';
        }
    }
    nj_job_fini(&job);
    nj_unit_fini(&u);
    return text;
}

int nj_cmd_emit(const NjCliOptions *options)
{
    if (options->emit == NJ_EMIT_WHAT_OBJ && !options->output && isatty(1)) {
        fprintf(stderr, "npjit: an object file needs -o FILE\n");
        return 2;
    }
    size_t n;
    char *text = nj_emit_text(options, &n);
    int status = text ? write_out(options, text, n) : 1;
    free(text);
    return status;
}

int nj_cmd_info(void)
{
    static const char *const libdevice[] = {[NJ_LIBDEVICE_NONE] = "not found",
                                            [NJ_LIBDEVICE_LIBCLC] = "not found: libclc's functions",
                                            [NJ_LIBDEVICE_NVIDIA] = "NVIDIA's"};
    printf("npjit %s\n", NPJIT_VERSION);
    printf("processors      %ld\n", sysconf(_SC_NPROCESSORS_ONLN));
    printf("linear algebra  %s\n", nprt_la_backend_name());
    printf("--libdevice     %s\n", libdevice[nj_ptx_libdevice()]);
    return 0;
}

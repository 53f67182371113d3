/* compile.c - the steps that run and emit share: source to TIR to machine code. */
#include "jit/cli/command.h"

#include "compiler/lower/lower.h"
#include "compiler/pipeline.h"
#include "cpu-backend/cpu_backend.h"
#include "jit/cli/compile.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void compile_body(NjUnit *u, void *data)
{
    NjJob *job = data;
    const NjCliOptions *o = job->options;
    NjSource *source = nj_unit_load(u, o->file);
    if (!source)
        return;
    job->source = source;
    NjPipeline *p = NJ_NEW(&u->arena, NjPipeline);
    p->types = nj_types_new(&u->arena);
    p->dump_after = o->dump_after;
    p->stop_after = job->stop_after ? job->stop_after : o->stop_after;
    p->dump = &job->dump;
    nj_strbuf_init(&job->dump, &u->arena);
    job->pipeline = p;
    if (!nj_pipeline_run(u, source, p) || !job->wants_code || o->stop_after)
        return;
    double start = nj_now_ms();
    NjLowerOptions how = {.keep_names = o->command == NJ_COMMAND_EMIT};
    LLVMModuleRef module = nj_lower_module(u, nj_cpu_backend.target(job->backend), p->tir, &how);
    job->lower_ms = nj_now_ms() - start;
    start = nj_now_ms();
    job->ok = nj_cpu_backend.emit(job->backend, module, job->kind, &job->code, job->error);
    job->emit_ms = nj_now_ms() - start;
    if (!job->ok)
        nj_error(u, NJ_NO_SPAN, "%s", job->error);
}

static void print_times(const NjJob *job)
{
    const NjPipeline *p = job->pipeline;
    for (unsigned i = 0; p && i < p->n_run; i++)
        fprintf(stderr, "%-10s %9.3f ms\n", nj_pass_name(i), p->ms[i]);
    fprintf(stderr, "%-10s %9.3f ms\n", "lower", job->lower_ms);
    fprintf(stderr, "%-10s %9.3f ms\n", "llvm", job->emit_ms);
}

bool nj_job_compile(NjJob *job, NjUnit *u)
{
    NjBackendOptions how = {.opt_level = job->options->opt_level < 0 ? 2 : (uint8_t)job->options->opt_level};
    if (job->wants_code && !nj_cpu_backend.open(&how, &job->backend, job->error)) {
        fprintf(stderr, "npjit: %s\n", job->error);
        return false;
    }
    NjUnitStatus status = nj_unit_run(u, compile_body, job);
    nj_show_diagnostics(u, job->options);
    if (status == NJ_UNIT_OUT_OF_MEMORY)
        fprintf(stderr, "npjit: out of memory\n");
    else if (status == NJ_UNIT_INTERNAL)
        fprintf(stderr, "npjit: internal error: %s\n", u->failure);
    if (job->options->time)
        print_times(job);
    return status == NJ_UNIT_OK;
}

void nj_job_fini(NjJob *job)
{
    free(job->code.data);
    if (job->backend)
        nj_cpu_backend.close(job->backend);
}

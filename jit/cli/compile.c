/* compile.c - the steps that run and emit share: source to TIR to machine code. */
#include "jit/cli/command.h"

#include "compiler/lower/lower.h"
#include "compiler/pipeline.h"
#include "cpu-backend/cpu_backend.h"
#include "jit/cli/compile.h"
#include "ptx-backend/ptx_backend.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint8_t level_of(const NjCliOptions *o)
{
    return o->opt_level < 0 ? 2 : (uint8_t)o->opt_level;
}

static bool emit_host(NjUnit *u, NjJob *job)
{
    const NjCliOptions *o = job->options;
    double start = nj_now_ms();
    NjLowerOptions how = {.keep_names = o->command == NJ_COMMAND_EMIT};
    LLVMModuleRef module =
        nj_lower_module(u, nj_cpu_backend.target(job->backend), job->pipeline->tir, &how);
    job->lower_ms = nj_now_ms() - start;
    start = nj_now_ms();
    bool ok = nj_cpu_backend.emit(job->backend, module, job->kind, &job->code, job->error);
    job->emit_ms = nj_now_ms() - start;
    return ok;
}

/* Lines of all functions when one wants them. */
static NjLines lines_of(const NjCliOptions *o, const NjKernels *kernels)
{
    NjLines lines = o->lineinfo ? NJ_LINES_DIRECTIVES : NJ_LINES_NONE;
    for (uint32_t i = 0; i < kernels->device.n_fns; i++) {
        const NjKernelOptions *wanted = &kernels->device.fns[i]->kernel;
        if (wanted->debug)
            return NJ_LINES_DEBUG;
        if (wanted->lineinfo)
            lines = NJ_LINES_DIRECTIVES;
    }
    return lines;
}

static bool emit_device(NjUnit *u, NjJob *job, NjEmitKind kind, NjBytes *out)
{
    const NjCliOptions *o = job->options;
    double start = nj_now_ms();
    if (job->kernels->device.n_fns == 0) {
        snprintf(job->error, sizeof job->error, "the program has no CUDA kernels that are launched");
        return false;
    }
    NjBackendOptions options = {
        .cpu = o->gpu, .opt_level = level_of(o), .libdevice = o->libdevice};
    if (!nj_ptx_backend.open(&options, &job->gpu, job->error))
        return false;
    if (o->libdevice && nj_ptx_libdevice() == NJ_LIBDEVICE_LIBCLC)
        nj_warning(u, NJ_NO_SPAN, "no libdevice found (CUDA_HOME, NPJIT_LIBDEVICE): taking libclc's functions");
    nj_cpu_backend.target(job->backend); /* its flags of LLVM hold for the process: print what would run */
    nj_ptx_use_kernels(job->gpu, job->kernels);
    NjLowerOptions how = {.keep_names = o->command == NJ_COMMAND_EMIT,
                          .lines = lines_of(o, job->kernels)};
    LLVMModuleRef module =
        nj_lower_module(u, nj_ptx_backend.target(job->gpu), &job->kernels->device, &how);
    bool ok = nj_ptx_backend.emit(job->gpu, module, kind, out, job->error);
    job->gpu_ms = nj_now_ms() - start;
    if (!ok || o->emit != NJ_EMIT_WHAT_SASS || o->command != NJ_COMMAND_EMIT)
        return ok;
    NjBytes ptx = *out;
    ok = nj_ptx_disassemble(job->gpu, &ptx, out, job->error);
    free(ptx.data);
    return ok;
}

/* Device code of a program that runs. */
static bool emit_device_code(NjUnit *u, NjJob *job)
{
    bool is_needed = job->kernels && job->kernels->n && job->options->command == NJ_COMMAND_RUN;
    return !is_needed || emit_device(u, job, NJ_EMIT_CODE, &job->ptx);
}

/* What --emit prints is code of the device. */
static bool wants_device_text(const NjCliOptions *o)
{
    return o->command == NJ_COMMAND_EMIT && o->target == NJ_TARGET_CUDA &&
           o->emit != NJ_EMIT_WHAT_OBJ;
}

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
    p->kernels = o->target == NJ_TARGET_CUDA       ? NJ_KERNELS_KEPT
                 : o->target == NJ_TARGET_CUDA_CPU ? NJ_KERNELS_BY_NAME
                                                   : NJ_KERNELS_CALLED;
    p->dump = &job->dump;
    nj_strbuf_init(&job->dump, &u->arena);
    job->pipeline = p;
    if (!nj_pipeline_run(u, source, p) || !job->wants_code || o->stop_after)
        return;
    if (o->target == NJ_TARGET_CUDA) {
        job->kernels = nj_kernels_split(u, p->types, p->tir);
        if (o->function && job->kernels->n && wants_device_text(o))
            nj_kernels_keep(u, job->kernels, o->function);
        if (u->diags.nerrors)
            return;
    }
    job->ok = wants_device_text(o) ? emit_device(u, job, job->kind, &job->code)
                                   : emit_host(u, job) && emit_device_code(u, job);
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
    if (job->gpu)
        fprintf(stderr, "%-10s %9.3f ms\n", "ptx", job->gpu_ms);
}

bool nj_job_compile(NjJob *job, NjUnit *u)
{
    NjBackendOptions how = {.opt_level = level_of(job->options),
                            .position_independent = job->options->emit == NJ_EMIT_WHAT_OBJ};
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
    free(job->ptx.data);
    if (job->gpu)
        nj_ptx_backend.close(job->gpu);
    if (job->backend)
        nj_cpu_backend.close(job->backend);
}

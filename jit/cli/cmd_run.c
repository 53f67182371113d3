/* cmd_run.c - npjit file.py: compile, load, run, report an uncaught exception. */
#include "jit/cli/command.h"

#include "cpu-backend/cpu_backend.h"
#include "jit/cli/compile.h"
#include "ptx-backend/ptx_backend.h"
#include "runtime/cuda.h"
#include "runtime/cuda_race.h"
#include "runtime/errors.h"
#include "runtime/print.h"
#include "runtime/record.h"
#include "runtime/stdlib_system.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <ucontext.h>
#include <unistd.h>

typedef int32_t MainFn(void);
typedef void FiniFn(void);

enum { FAULT_STACK = 64 << 10, FAULT_RANGE = 64 << 10 };

/* Ctrl-C ends the program at once, as an uncaught KeyboardInterrupt would. */
static void on_interrupt(int signal_number)
{
    static const char text[] = "KeyboardInterrupt\n";
    ssize_t written = write(2, text, sizeof text - 1);
    (void)written;
    _exit(128 + signal_number);
}

/* A recursion that is not checked (compiled by Numba's rules) ran into the guard page below the stack. Other
 * faults are what they are. Runs on a stack of its own. */
static void on_fault(int signal_number, siginfo_t *info, void *context)
{
    static const char text[] = "RecursionError: maximum recursion depth exceeded\n";
    char *sp = (char *)((ucontext_t *)context)->uc_mcontext.gregs[REG_RSP];
    char *at = info->si_addr;
    if (at > sp - FAULT_RANGE && at < sp + FAULT_RANGE) {
        nprt_print_flush();
        ssize_t written = write(2, text, sizeof text - 1);
        (void)written;
        _exit(1);
    }
    signal(signal_number, SIG_DFL); /* the instruction faults again */
}

static void watch_stack(void)
{
    static char memory[FAULT_STACK];
    stack_t stack = {.ss_sp = memory, .ss_size = sizeof memory};
    struct sigaction action = {.sa_flags = SA_SIGINFO | SA_ONSTACK};
    action.sa_sigaction = on_fault;
    sigaltstack(&stack, NULL);
    sigaction(SIGSEGV, &action, NULL);
}

/* Status of a process that found no GPU. */
enum { NO_GPU = 3 };

static int no_gpu(const char *error)
{
    fprintf(stderr, "npjit: %s: run with --target=cpu, or print the code with --emit=ptx\n", error);
    return NO_GPU;
}

/* Loads the kernels, if any, into the device, which has been starting meanwhile. */
static int load_kernels(NjJob *job, NjCode **out_code)
{
    *out_code = NULL;
    if (!nj_ptx_wait_device(job->error))
        return no_gpu(job->error);
    if (!job->ptx.data)
        return 0;
    if (nj_ptx_backend.load(job->gpu, job->ptx.data, job->ptx.size, out_code, job->error))
        return 0;
    fprintf(stderr, "npjit: %s\n", job->error);
    return 1;
}

static bool start_record(const NjJob *job, double now)
{
    const char *path = job->options->record;
    if (!path)
        return true;
    if (!nprt_record_open(path, now - job->start_ms)) {
        fprintf(stderr, "npjit: cannot write %s\n", path);
        return false;
    }
    nprt_record_watch_cuda();
    return true;
}

static bool end_record(const NjJob *job)
{
    const char *path = job->options->record;
    if (!path)
        return true;
    nprt_record_add_cuda();
    if (nprt_record_close())
        return true;
    fprintf(stderr, "npjit: writing %s failed\n", path);
    return false;
}

static int run_host(NjJob *job)
{
    NjCode *code;
    if (!nj_cpu_backend.load(job->backend, job->code.data, job->code.size, &code, job->error)) {
        fprintf(stderr, "npjit: %s\n", job->error);
        return 1;
    }
    MainFn *run;
    FiniFn *fini;
    void *main_address = nj_cpu_backend.symbol(code, "npjit_main");
    void *fini_address = nj_cpu_backend.symbol(code, "npjit_fini");
    memcpy(&run, &main_address, sizeof run);
    memcpy(&fini, &fini_address, sizeof fini);
    signal(SIGINT, on_interrupt);
    watch_stack();
    nprt_set_argv(job->options->n_args, job->options->args);
    if (job->options->target == NJ_TARGET_CUDA_CPU)
        nprt_cuda_use_executor();
    nj_offer_code(job->options);
    double start = nj_now_ms();
    if (!start_record(job, start))
        return 1;
    int32_t failed = run();
    int status = nprt_cuda_finish() || failed ? nprt_print_uncaught(stderr) : 0;
    nprt_print_flush();
    if (!end_record(job))
        status = 1;
    if (nprt_race_finish() && status == 0)
        status = 1;
    if (job->options->time)
        fprintf(stderr, "%-10s %9.3f ms\n", "run", nj_now_ms() - start);
    if (fini)
        fini();
    nj_cpu_backend.unload(job->backend, code);
    return status;
}

static int run_code(NjJob *job)
{
    NjCode *kernels = NULL;
    int status = job->options->target == NJ_TARGET_CUDA ? load_kernels(job, &kernels) : 0;
    if (status == 0)
        status = run_host(job);
    if (kernels)
        nj_ptx_backend.unload(job->gpu, kernels);
    return status;
}

int nj_cmd_run(const NjCliOptions *options)
{
    NjUnit u;
    NjJob job = {.options = options,
                 .wants_code = true,
                 .kind = NJ_EMIT_CODE,
                 .start_ms = nj_now_ms()};
    if (options->target == NJ_TARGET_CUDA && !nj_ptx_start_device(job.error))
        return no_gpu(job.error);
    nj_unit_init(&u, NULL, &options->compile);
    int status = 1;
    if (nj_job_compile(&job, &u)) {
        if (job.dump.n)
            fwrite(job.dump.text, 1, job.dump.n, stdout);
        status = job.ok ? run_code(&job) : 0;
    }
    nj_job_fini(&job);
    nj_unit_fini(&u);
    nj_ptx_settle_device();
    return status;
}

/* cmd_run.c - npjit file.py: compile, load, run, report an uncaught exception. */
#include "jit/cli/command.h"

#include "cpu-backend/cpu_backend.h"
#include "jit/cli/compile.h"
#include "runtime/errors.h"
#include "runtime/print.h"
#include "runtime/stdlib_system.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

typedef int32_t MainFn(void);
typedef void FiniFn(void);

/* Ctrl-C ends the program at once, as an uncaught KeyboardInterrupt would. */
static void on_interrupt(int signal_number)
{
    static const char text[] = "KeyboardInterrupt\n";
    ssize_t written = write(2, text, sizeof text - 1);
    (void)written;
    _exit(128 + signal_number);
}

static int run_code(NjJob *job)
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
    nprt_set_argv(job->options->n_args, job->options->args);
    double start = nj_now_ms();
    int status = run() ? nprt_print_uncaught(stderr) : 0;
    nprt_print_flush();
    if (job->options->time)
        fprintf(stderr, "%-10s %9.3f ms\n", "run", nj_now_ms() - start);
    if (fini)
        fini();
    nj_cpu_backend.unload(job->backend, code);
    return status;
}

int nj_cmd_run(const NjCliOptions *options)
{
    NjUnit u;
    NjJob job = {.options = options, .wants_code = true, .kind = NJ_EMIT_CODE};
    nj_unit_init(&u, NULL, &options->compile);
    int status = 1;
    if (nj_job_compile(&job, &u)) {
        if (job.dump.n)
            fwrite(job.dump.text, 1, job.dump.n, stdout);
        status = job.ok ? run_code(&job) : 0;
    }
    nj_job_fini(&job);
    nj_unit_fini(&u);
    return status;
}

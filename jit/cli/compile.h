/* compile.h - the steps that run and emit share. */
#ifndef NJ_JIT_CLI_COMPILE_H
#define NJ_JIT_CLI_COMPILE_H

#include "jit/cli/command.h"

/* Compiles job->options->file as the job says, shows diagnostics, and tells whether it went well. */
bool nj_job_compile(NjJob *job, NjUnit *u);
void nj_job_fini(NjJob *job);

#endif

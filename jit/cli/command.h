/* command.h - the commands of npjit; each returns the process's exit status. */
#ifndef NJ_JIT_CLI_COMMAND_H
#define NJ_JIT_CLI_COMMAND_H

#include "compiler/analysis/kernels.h"
#include "compiler/support/strbuf.h"
#include "jit/cli/options.h"

/* A compilation as the command line runs it. */
typedef struct NjJob {
    const NjCliOptions *options;
    const char *stop_after; /* instead of the option's */
    bool wants_code;
    NjEmitKind kind;
    NjSource *source;
    struct NjPipeline *pipeline;
    NjStrBuf dump;
    NjBackendState *backend; /* owned */
    NjBytes code;            /* owned: what `emit` made for the host, or the text to print */
    NjBackendState *gpu;     /* owned; NULL unless the target is CUDA */
    NjKernels *kernels;      /* --target=cuda; arena */
    NjBytes ptx;             /* owned: device code, data NULL: no kernels */
    bool ok;
    double start_ms; /* when the command began, by nj_now_ms */
    double lower_ms, emit_ms, gpu_ms;
    char error[NJ_BACKEND_ERROR_SIZE];
} NjJob;

int nj_cmd_run(const NjCliOptions *options);
int nj_cmd_emit(const NjCliOptions *options);
int nj_cmd_compare(const NjCliOptions *options);
int nj_cmd_info(void);

/* What --emit prints, from malloc and with a NUL behind it; NULL after showing errors. */
char *nj_emit_text(const NjCliOptions *options, size_t *out_n);

/* Lets the program that runs with these options, which stay borrowed, ask for its device code (code.c). */
void nj_offer_code(const NjCliOptions *options);

/* Renders the unit's diagnostics to standard error. */
void nj_show_diagnostics(NjUnit *u, const NjCliOptions *options);
double nj_now_ms(void);

#endif

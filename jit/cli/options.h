/* options.h - the command line of npjit. */
#ifndef NJ_JIT_CLI_OPTIONS_H
#define NJ_JIT_CLI_OPTIONS_H

#include "compiler/support/unit.h"
#include "compiler/target.h"

#include <stdbool.h>

typedef enum NjCommand {
    NJ_COMMAND_RUN,
    NJ_COMMAND_EMIT,
    NJ_COMMAND_COMPARE,
    NJ_COMMAND_INFO,
    NJ_COMMAND_HELP,
    NJ_COMMAND_VERSION
} NjCommand;

typedef enum NjEmitWhat {
    NJ_EMIT_WHAT_TOKENS,
    NJ_EMIT_WHAT_AST,
    NJ_EMIT_WHAT_TYPES,
    NJ_EMIT_WHAT_TIR,
    NJ_EMIT_WHAT_LLVM,
    NJ_EMIT_WHAT_LLVM_OPT,
    NJ_EMIT_WHAT_ASM,
    NJ_EMIT_WHAT_OBJ,
    NJ_EMIT_WHAT_PTX,
    NJ_EMIT_WHAT_SASS
} NjEmitWhat;

typedef enum NjTargetKind {
    NJ_TARGET_CPU,
    NJ_TARGET_CUDA,
    NJ_TARGET_CUDA_CPU /* as for CUDA, the device being the CPU */
} NjTargetKind;

typedef struct NjCliOptions {
    NjCommand command;
    NjEmitWhat emit;
    NjTargetKind target;
    const char *gpu;        /* --sm=NN as "sm_NN"; NULL: the device found */
    const char *file;
    const char *output;     /* -o; NULL: standard output */
    const char *function;   /* --function=NAME */
    const char *dump_after, *stop_after;
    const char *record;     /* --record=FILE; NULL: none */
    double rtol, atol;      /* --rtol, --atol; negative: not given */
    bool has_target;        /* --target was given */
    bool compares;          /* --compare */
    bool time;
    bool no_color;
    bool is_quiet;          /* a program looks at its own code: it has been told of its warnings */
    bool libdevice;         /* NVIDIA's math in device code */
    bool lineinfo;          /* source lines in device code */
    int opt_level;          /* -O0 .. -O3; -1: default */
    NjOptions compile;
    char gpu_text[16];
    char **args;            /* of the program, from its name on */
    int n_args;
    char **given;           /* the options before it */
    int n_given;
} NjCliOptions;

/* Parses argv. False after writing one line to standard error: a usage error. */
bool nj_cli_parse(int argc, char **argv, NjCliOptions *out);
void nj_cli_help(void);

#endif

/* main.c - npjit the program. */
#include "jit/cli/command.h"

#include "compiler/support/strbuf.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

double nj_now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

void nj_show_diagnostics(NjUnit *u, const NjCliOptions *options)
{
    if (options->is_quiet && u->diags.nerrors == 0)
        return;
    NjStrBuf text;
    NjRenderOptions how = {.colour = !options->no_color && isatty(2)};
    nj_strbuf_init(&text, &u->arena);
    nj_diags_render(&u->diags, how, &text);
    fwrite(text.text, 1, text.n, stderr);
}

int main(int argc, char **argv)
{
    NjCliOptions options;
    if (!nj_cli_parse(argc, argv, &options))
        return 2;
    switch (options.command) {
    case NJ_COMMAND_HELP:
        nj_cli_help();
        return 0;
    case NJ_COMMAND_VERSION:
        puts("npjit " NPJIT_VERSION);
        return 0;
    case NJ_COMMAND_INFO:
        return nj_cmd_info();
    case NJ_COMMAND_EMIT:
        return nj_cmd_emit(&options);
    case NJ_COMMAND_COMPARE:
        return nj_cmd_compare(&options);
    case NJ_COMMAND_RUN:
        break;
    }
    return nj_cmd_run(&options);
}

/* stdlib_system.h - what Python's modules sys, os and time ask of the system.
 *
 * Results are owned by the caller. Status functions return 1 with an exception pending. */
#ifndef NPRT_STDLIB_SYSTEM_H
#define NPRT_STDLIB_SYSTEM_H

#include "runtime/nprt.h"

#include <stdint.h>

/* The program's name and arguments for sys.argv; borrowed, must stay valid. Before any program
 * runs. */
void nprt_set_argv(int argc, char *const *argv);

/* ---- called by generated code ---- */

NprtList *nprt_sys_argv(void);                                       /* list of str */
void nprt_os_environ(const NprtDesc *desc, void *out);               /* dict from str to str */
void nprt_os_getenv(NprtStr *name, const NprtDesc *desc, void *out); /* optional str */
int64_t nprt_os_cpu_count(void);
int64_t nprt_os_getpid(void);
NprtStr *nprt_os_getcwd(void);
uint8_t nprt_os_path_exists(NprtStr *path);
/* One line of the standard input without its end, after writing the prompt. EOFError. */
int32_t nprt_input(NprtStr *prompt, void **out);
/* One line with its end, or "" at the end of the input; with a negative limit all that is left. */
NprtStr *nprt_stdin_read(int64_t limit);
int64_t nprt_time_wall_ns(void);
int64_t nprt_time_process_ns(void);
/* time.strftime of the local time now. */
NprtStr *nprt_time_format(NprtStr *format);

#endif

/* System services behind sys, os and time. */
#include "runtime/stdlib_system.h"

#include "runtime/dict.h"
#include "runtime/errors.h"
#include "runtime/list.h"
#include "runtime/memory.h"
#include "runtime/print.h"
#include "runtime/str.h"
#include "runtime/str_text.h"
#include "runtime/value.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

/* The process has one command line. */
static int arg_count;
static char *const *args;

void nprt_set_argv(int argc, char *const *argv)
{
    arg_count = argc;
    args = argv;
}

NprtList *nprt_sys_argv(void)
{
    NprtList *list = nprt_list_new(&nprt_desc_list_str, arg_count);
    for (int i = 0; i < arg_count; i++) {
        nprt_list_push_ref(list, nprt_str_from_c(args[i]));
    }
    return list;
}

void nprt_os_environ(const NprtDesc *desc, void *out)
{
    NprtDict *dict = nprt_dict_new(desc, 64);
    for (char **entry = environ; entry && *entry; entry++) {
        const char *equals = strchr(*entry, '=');
        if (!equals) {
            continue;
        }
        NprtStr *name = nprt_str_new(*entry, equals - *entry);
        NprtStr *value = nprt_str_from_c(equals + 1);
        nprt_dict_set(dict, &nprt_desc_str, &name, &nprt_desc_str, &value);
        nprt_release(name);
        nprt_release(value);
    }
    memcpy(out, &dict, sizeof dict);
}

void nprt_os_getenv(NprtStr *name, const NprtDesc *desc, void *out)
{
    const char *value = getenv(name->text);
    NprtStr *str = value ? nprt_str_from_c(value) : NULL;
    *(uint8_t *)out = value != NULL;
    memcpy((char *)out + desc->offsets[0], &str, sizeof str);
}

int64_t nprt_os_cpu_count(void)
{
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0) {
        return CPU_COUNT(&set);
    }
    return sysconf(_SC_NPROCESSORS_ONLN);
}

int64_t nprt_os_getpid(void)
{
    return getpid();
}

NprtStr *nprt_os_getcwd(void)
{
    char *path = getcwd(NULL, 0);
    NprtStr *str = nprt_str_from_c(path ? path : "");
    free(path);
    return str;
}

uint8_t nprt_os_path_exists(NprtStr *path)
{
    return access(path->text, F_OK) == 0;
}

/* ---- standard input ---- */

/* A line with its end; "" at the end of the input. */
static NprtStr *read_line(void)
{
    char *line = NULL;
    size_t room = 0;
    ssize_t n = getline(&line, &room, stdin);
    NprtStr *str = nprt_str_new(line ? line : "", n > 0 ? n : 0);
    free(line);
    return str;
}

int32_t nprt_input(NprtStr *prompt, void **out)
{
    nprt_print_text(prompt);
    nprt_print_flush();
    NprtStr *line = read_line();
    *out = NULL;
    if (line->nbytes == 0) {
        nprt_release(line);
        return nprt_raise(NPRT_EXC_EOF_ERROR, "EOF when reading a line");
    }
    int64_t n = line->nbytes;
    *out = nprt_str_new(line->text, line->text[n - 1] == '\n' ? n - 1 : n);
    nprt_release(line);
    return 0;
}

NprtStr *nprt_stdin_read(int64_t limit)
{
    if (limit >= 0) {
        return read_line();
    }
    NprtText text;
    nprt_text_init(&text);
    char buffer[4096];
    for (size_t n; (n = fread(buffer, 1, sizeof buffer, stdin)) > 0;) {
        nprt_text_add(&text, buffer, n);
    }
    NprtStr *str = nprt_text_finish(&text);
    nprt_text_fini(&text);
    return str;
}

/* ---- time ---- */

static int64_t clock_ns(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

int64_t nprt_time_wall_ns(void)
{
    return clock_ns(CLOCK_REALTIME);
}

int64_t nprt_time_process_ns(void)
{
    return clock_ns(CLOCK_PROCESS_CPUTIME_ID);
}

NprtStr *nprt_time_format(NprtStr *format)
{
    time_t now = time(NULL);
    struct tm local;
    localtime_r(&now, &local);
    size_t room = (size_t)format->nbytes * 16 + 64;
    char *text = nprt_realloc(NULL, room);
    size_t n = strftime(text, room, format->text, &local);
    NprtStr *str = nprt_str_new(text, (int64_t)n);
    nprt_mem_free(text);
    return str;
}

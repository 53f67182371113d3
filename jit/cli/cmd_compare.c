/* cmd_compare.c - npjit --compare file.py: runs the program in two processes, one for each target,
 * and reports how they differ.
 *
 * The processes are npjit itself with --target and --record; what they print goes to files. They
 * run one after the other, so that neither takes time from the other. */
#include "jit/cli/command.h"

#include "jit/compare/report.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    PATH = 512,
    NO_GPU = 3,  /* exit status of a process that found none */
    BROKEN = 128 /* and above: ended by a signal */
};

typedef struct Comparison {
    const NjCliOptions *options;
    char folder[PATH / 2]; /* temporary */
    bool has_input;        /* "input" in the folder is what standard input had */
    char **command;        /* owned: of the process in work */
} Comparison;

static const char *const file_names[] = {"out", "err", "record", "input"};

static void path_of(const Comparison *c, const char *name, char *out)
{
    snprintf(out, PATH, "%s/%s", c->folder, name);
}

/* ---- files ---------------------------------------------------------------------------------- */

static bool make_folder(Comparison *c)
{
    const char *base = getenv("TMPDIR");
    snprintf(c->folder, sizeof c->folder, "%.200s/npjit-XXXXXX", base && *base ? base : "/tmp");
    if (mkdtemp(c->folder))
        return true;
    fprintf(stderr, "npjit: cannot make a folder in %.200s: %s\n", base ? base : "/tmp",
            strerror(errno));
    return false;
}

static void remove_folder(const Comparison *c)
{
    for (size_t i = 0; i < sizeof file_names / sizeof *file_names; i++) {
        char path[PATH];
        path_of(c, file_names[i], path);
        unlink(path);
    }
    rmdir(c->folder);
}

static bool copy_all(int from, int to)
{
    static char buffer[1 << 16];
    for (;;) {
        ssize_t n = read(from, buffer, sizeof buffer);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return n == 0;
        for (ssize_t done = 0; done < n;) {
            ssize_t written = write(to, buffer + done, (size_t)(n - done));
            if (written < 0 && errno != EINTR)
                return false;
            done += written > 0 ? written : 0;
        }
    }
}

/* Both processes read the same: what is on standard input now, up to its end. A terminal, and a
 * pipe that nobody writes to, have nothing. */
static bool keep_input(Comparison *c)
{
    enum { PATIENCE_MS = 100 };
    struct stat info;
    struct pollfd waits = {0, POLLIN, 0};
    if (fstat(0, &info) || S_ISCHR(info.st_mode) || poll(&waits, 1, PATIENCE_MS) <= 0)
        return true;
    char path[PATH];
    path_of(c, "input", path);
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    c->has_input = true;
    bool ok = fd >= 0 && copy_all(0, fd);
    if (fd >= 0)
        close(fd);
    return ok;
}

/* The text is owned by the caller. */
static bool load_text(const Comparison *c, const char *name, NjText *out)
{
    char path[PATH];
    path_of(c, name, path);
    FILE *f = fopen(path, "rb");
    struct stat info;
    bool ok = f && fstat(fileno(f), &info) == 0;
    char *bytes = ok ? malloc((size_t)info.st_size + 1) : NULL;
    *out = (NjText){bytes, 0};
    if (bytes)
        out->n = fread(bytes, 1, (size_t)info.st_size, f);
    if (f)
        fclose(f);
    return bytes != NULL;
}

/* ---- a process ------------------------------------------------------------------------------ */

static bool is_own_option(const char *arg)
{
    static const char *const own[] = {"--compare", "--target=", "--rtol=", "--atol=", "--record="};
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        if (strncmp(arg, own[i], strlen(own[i])) == 0)
            return true;
    return false;
}

/* npjit, the options given, --target and --record, the program and its arguments. */
static bool make_command(Comparison *c, const char *target, char *target_option,
                         char *record_option)
{
    const NjCliOptions *o = c->options;
    char path[PATH];
    size_t n = 0;
    path_of(c, "record", path);
    snprintf(target_option, PATH, "--target=%s", target);
    snprintf(record_option, 2 * PATH, "--record=%s", path);
    c->command = calloc((size_t)(o->n_given + o->n_args) + 4, sizeof *c->command);
    if (!c->command)
        return false;
    c->command[n++] = "npjit";
    for (int i = 0; i < o->n_given; i++)
        if (!is_own_option(o->given[i]))
            c->command[n++] = o->given[i];
    c->command[n++] = target_option;
    c->command[n++] = record_option;
    for (int i = 0; i < o->n_args; i++)
        c->command[n++] = o->args[i];
    return true;
}

static int open_output(const Comparison *c, const char *name)
{
    char path[PATH];
    path_of(c, name, path);
    return open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
}

static _Noreturn void become_process(const Comparison *c)
{
    char input[PATH] = "/dev/null";
    if (c->has_input)
        path_of(c, "input", input);
    int in = open(input, O_RDONLY), out = open_output(c, "out"), err = open_output(c, "err");
    if (in >= 0 && out >= 0 && err >= 0 && dup2(in, 0) == 0 && dup2(out, 1) == 1 &&
        dup2(err, 2) == 2) {
        signal(SIGINT, SIG_DFL);
        execv("/proc/self/exe", c->command);
    }
    _exit(127);
}

static int wait_for(pid_t child)
{
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    return WIFSIGNALED(status) ? BROKEN + WTERMSIG(status) : WEXITSTATUS(status);
}

static bool fail(const char *what)
{
    fprintf(stderr, "npjit: --compare: %s: %s\n", what, strerror(errno));
    return false;
}

/* Runs the program for the target. */
static bool run_side(Comparison *c, const char *target, NjSide *out)
{
    char target_option[PATH], record_option[2 * PATH], path[PATH];
    *out = (NjSide){.name = target};
    path_of(c, "record", path);
    unlink(path);
    if (!make_command(c, target, target_option, record_option))
        return fail("a process");
    double start = nj_now_ms();
    fflush(NULL);
    pid_t child = fork();
    if (child == 0)
        become_process(c);
    if (child > 0)
        out->status = wait_for(child);
    out->total_ms = nj_now_ms() - start;
    free(c->command);
    if (child < 0)
        return fail("a process");
    if (!load_text(c, "out", &out->out) || !load_text(c, "err", &out->err) ||
        !nj_record_load(&out->record, path))
        return fail("the result of a run");
    return true;
}

static void side_fini(NjSide *side)
{
    free((char *)side->out.at);
    free((char *)side->err.at);
    nj_record_fini(&side->record);
}

/* ---- the command ---------------------------------------------------------------------------- */

static const char *second_target(const NjCliOptions *o)
{
    static const char *const names[] = {
        [NJ_TARGET_CPU] = "cpu", [NJ_TARGET_CUDA] = "cuda", [NJ_TARGET_CUDA_CPU] = "cuda-cpu"};
    return o->has_target ? names[o->target] : "cuda";
}

static void show(const char *what, const NjSide *side, NjText text)
{
    if (text.n == 0)
        return;
    printf("---- %s: %s\n", side->name, what);
    fwrite(text.at, 1, text.n, stdout);
    if (text.at[text.n - 1] != '\n')
        putchar('\n');
}

/* Did the program run to its end, be it an exception? */
static bool has_run(const NjSide *side)
{
    return side->record.has_started && side->status < BROKEN &&
           (side->record.has_ended || side->status != 0);
}

/* One of the two has nothing to compare. */
static int report_broken(const NjSide *a, const NjSide *b)
{
    const NjSide *broken = has_run(a) ? b : a;
    if (!broken->record.has_started)
        printf("with --target=%s the program does not run: exit status %d\n", broken->name,
               broken->status);
    else if (broken->status >= BROKEN)
        printf("with --target=%s the program is ended by signal %d (%s)\n", broken->name,
               broken->status - BROKEN, strsignal(broken->status - BROKEN));
    else
        printf("with --target=%s the record of the run is not complete\n", broken->name);
    const NjSide *sides[] = {a, b};
    for (int i = 0; i < 2; i++) {
        show("output", sides[i], sides[i]->out);
        show("errors", sides[i], sides[i]->err);
    }
    return broken->status ? broken->status : 1;
}

/* The process that found no GPU says why, and then what to do instead: that is being done. */
static void tell_reason(NjText err)
{
    static const char advice[] = ": run with";
    const char *end = memmem(err.at, err.n, advice, sizeof advice - 1);
    size_t n = end ? (size_t)(end - err.at) : err.n;
    fprintf(stderr, "%.*s%s", (int)n, err.at, end ? "\n" : "");
}

static int compare(Comparison *c, NjSide *a, NjSide *b)
{
    const NjCliOptions *o = c->options;
    if (!keep_input(c))
        return fail("standard input"), 1;
    if (!run_side(c, "cpu", a) || !run_side(c, second_target(o), b))
        return 1;
    if (b->status == NO_GPU && !b->record.has_started && !o->has_target) {
        puts("no CUDA device: comparing with --target=cuda-cpu, which runs the kernels on the CPU");
        fflush(stdout);
        tell_reason(b->err);
        side_fini(b);
        if (!run_side(c, "cuda-cpu", b))
            return 1;
    }
    if (!has_run(a) || !has_run(b))
        return report_broken(a, b);
    printf("%s: %s and %s\n\n", o->file, a->name, b->name);
    return nj_report(stdout, a, b, (NjTolerance){o->rtol, o->atol}) ? 0 : 1;
}

int nj_cmd_compare(const NjCliOptions *options)
{
    Comparison c = {.options = options};
    NjSide a = {0}, b = {0};
    if (!make_folder(&c))
        return 1;
    signal(SIGINT, SIG_IGN); /* the process in work ends, then this one */
    int status = compare(&c, &a, &b);
    side_fini(&a);
    side_fini(&b);
    remove_folder(&c);
    return status;
}

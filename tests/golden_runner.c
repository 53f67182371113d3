/* Runs one golden test: npjit on one Python file, and compares what it prints.
 *
 *     golden_runner [--npjit PATH] [--timeout SECONDS] [--twice] [--target TARGET] [--check CHECK]
 *                   MODE FILE.py
 *
 * MODE run      stdout equals FILE.expected byte for byte, exit status 0
 *      errors   exit status 1, and each line of FILE.expected occurs in stderr
 *      pattern  the file's check lines match, in order, what --emit prints
 *      compare  as run, for `# args: --compare`: without the times, and no GPU is seen
 *
 * Directives are comment lines of the Python file:
 *     # args: --target=cuda-cpu    options, before the file name
 *     # argv: 10 20                arguments of the script, after it
 *     # env: NAME=VALUE ...        environment variables
 *     # exit: 3                    exit status (modes run and errors)
 *     # stderr: text               must occur in stderr (mode run; repeatable)
 *     # timeout: 120               seconds (default 60)
 *     # requires: gpu              skip (exit status 77) without an NVIDIA device
 *     # emit: ptx                  what the check lines after it look at
 *     # check: text                occurs after the match before
 *     # check-not: text            does not occur between its neighbours
 *     # check-ptx: text, # check-ptx-not: text      emit and check in one (tir, llvm, ptx, ...)
 * --target and --check give npjit these options, before those of the file.
 * In a check text blanks match any blanks and {{...}} is an extended regular expression.
 *
 * npjit runs in the file's folder, so diagnostics show the bare file name, and with an empty cache
 * directory, so no stale entry can answer. --twice runs it again on the cache that the first run
 * filled: both must print the same. The environment variable NPJIT overrides --npjit. */
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <poll.h>
#include <regex.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { EXIT_SKIP = 77, MAX_ARGS = 64, MAX_CHECKS = 256, DIFF_CONTEXT = 2 };

typedef struct {
    char *data; /* owned, NUL-terminated */
    size_t len;
} Text;

typedef struct {
    const char *kind;    /* "ptx", ...; borrowed from the source text */
    const char *pattern; /* borrowed from the source text */
    int line;
    bool is_not;
} Check;

typedef struct {
    const char *npjit;
    const char *mode;
    const char *target;   /* NULL: npjit's own choice */
    const char *check;    /* NULL: none */
    char folder[4096];    /* of the Python file */
    char name[256];       /* its base name */
    char cache_dir[64];   /* fresh, removed at the end */
    Text source;          /* cut into strings by read_directives */
    char *args[MAX_ARGS]; /* before the file name, NULL-terminated */
    char *argv[MAX_ARGS]; /* after it, NULL-terminated */
    const char *stderr_texts[MAX_ARGS];
    char *env[MAX_ARGS];
    int n_args, n_argv, n_env, n_stderr, n_checks;
    Check checks[MAX_CHECKS];
    int timeout_s;
    int exit_status;
    bool needs_gpu, runs_twice;
} Test;

typedef struct {
    Text out, err;
    int status; /* exit status, or 128 + signal */
    bool timed_out;
} Outcome;

static void die(const char *what)
{
    fprintf(stderr, "golden_runner: %s: %s\n", what, strerror(errno));
    exit(2);
}

static void usage(const char *problem)
{
    fprintf(stderr,
            "golden_runner: %s\nusage: golden_runner [--npjit PATH] [--timeout SECONDS] "
            "[--twice] [--target TARGET] [--check CHECK] run|errors|pattern|compare FILE.py\n",
            problem);
    exit(2);
}

/* ---- text ------------------------------------------------------------------------------------ */

static void text_append(Text *text, const char *bytes, size_t len)
{
    char *data = realloc(text->data, text->len + len + 1);
    if (!data) {
        die("memory");
    }
    memcpy(data + text->len, bytes, len);
    text->data = data;
    text->len += len;
    data[text->len] = '\0';
}

/* Appends what is left in `fd`; false at its end. */
static bool text_read(Text *text, int fd)
{
    char buffer[65536];
    ssize_t got = read(fd, buffer, sizeof buffer);
    if (got < 0) {
        return errno == EINTR || errno == EAGAIN;
    }
    text_append(text, buffer, (size_t)got);
    return got > 0;
}

static bool text_load(Text *text, const char *path)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) {
        return false;
    }
    text_append(text, "", 0);
    while (text_read(text, fd)) {
    }
    close(fd);
    return true;
}

/* ---- running npjit --------------------------------------------------------------------------- */

static void exec_npjit(const Test *test, const char *emit)
{
    char option[64], target[64], check[64];
    const char *command[2 * MAX_ARGS + 6];
    int n = 0;
    command[n++] = test->npjit;
    if (test->target) {
        snprintf(target, sizeof target, "--target=%s", test->target);
        command[n++] = target;
    }
    if (test->check) {
        snprintf(check, sizeof check, "--check=%s", test->check);
        command[n++] = check;
    }
    for (int i = 0; i < test->n_args; i++) {
        command[n++] = test->args[i];
    }
    if (emit) {
        snprintf(option, sizeof option, "--emit=%s", emit);
        command[n++] = option;
    }
    command[n++] = test->name;
    for (int i = 0; i < test->n_argv; i++) {
        command[n++] = test->argv[i];
    }
    command[n] = NULL;
    setpgid(0, 0);
    setenv("NPJIT_CACHE_DIR", test->cache_dir, 1);
    if (strcmp(test->mode, "compare") == 0) {
        setenv("CUDA_VISIBLE_DEVICES", "", 1);
    }
    for (int i = 0; i < test->n_env; i++) {
        putenv(test->env[i]);
    }
    if (chdir(test->folder) == 0) {
        execv(test->npjit, (char *const *)command);
    }
    fprintf(stderr, "cannot run %s: %s\n", test->npjit, strerror(errno));
    _exit(127);
}

static int milliseconds_left(const struct timespec *deadline)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    long left =
        (deadline->tv_sec - now.tv_sec) * 1000 + (deadline->tv_nsec - now.tv_nsec) / 1000000;
    return left > 0 ? (int)left : 0;
}

/* Collects both streams until they end or the time is over. */
static void collect(Outcome *outcome, int out_fd, int err_fd, const struct timespec *deadline)
{
    struct pollfd fds[2] = {{out_fd, POLLIN, 0}, {err_fd, POLLIN, 0}};
    Text *texts[2] = {&outcome->out, &outcome->err};
    int n_open = 2;
    text_append(&outcome->out, "", 0);
    text_append(&outcome->err, "", 0);
    while (n_open > 0) {
        int left = milliseconds_left(deadline);
        if (left == 0) {
            outcome->timed_out = true;
            return;
        }
        if (poll(fds, 2, left) < 0 && errno != EINTR) {
            die("poll");
        }
        for (int i = 0; i < 2; i++) {
            if (fds[i].fd >= 0 && fds[i].revents && !text_read(texts[i], fds[i].fd)) {
                fds[i].fd = -1;
                n_open--;
            }
        }
    }
}

static Outcome run_npjit(const Test *test, const char *emit)
{
    Outcome outcome = {0};
    int out_pipe[2], err_pipe[2];
    struct timespec deadline;
    clock_gettime(CLOCK_MONOTONIC, &deadline);
    deadline.tv_sec += test->timeout_s;
    if (pipe2(out_pipe, O_CLOEXEC) != 0 || pipe2(err_pipe, O_CLOEXEC) != 0) {
        die("pipe");
    }
    fflush(NULL);
    pid_t child = fork();
    if (child < 0) {
        die("fork");
    }
    if (child == 0) {
        int null = open("/dev/null", O_RDONLY);
        dup2(null, 0);
        dup2(out_pipe[1], 1);
        dup2(err_pipe[1], 2);
        exec_npjit(test, emit);
    }
    close(out_pipe[1]);
    close(err_pipe[1]);
    collect(&outcome, out_pipe[0], err_pipe[0], &deadline);
    if (outcome.timed_out) {
        kill(-child, SIGKILL);
        kill(child, SIGKILL);
    }
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    close(out_pipe[0]);
    close(err_pipe[0]);
    outcome.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    return outcome;
}

static void outcome_fini(Outcome *outcome)
{
    free(outcome->out.data);
    free(outcome->err.data);
}

/* True when the run ended in time with the status expected; says what is wrong otherwise. */
static bool check_status(const Test *test, const Outcome *outcome, int expected)
{
    if (outcome->timed_out) {
        printf("timed out after %d s\n", test->timeout_s);
    } else if (outcome->status > 128 && outcome->status != expected) {
        printf("killed by signal %d (%s)\n", outcome->status - 128,
               strsignal(outcome->status - 128));
    } else if (outcome->status != expected) {
        printf("exit status %d, expected %d\n", outcome->status, expected);
    } else {
        return true;
    }
    printf("---- stderr\n%.4000s", outcome->err.data);
    return false;
}

/* ---- mode run -------------------------------------------------------------------------------- */

/* Prints lines first..last (from 0) of `text`, each after `mark`. */
static void print_lines(const char *text, int first, int last, char mark)
{
    const char *at = text;
    for (int line = 0; *at && line <= last; line++) {
        size_t len = strcspn(at, "\n");
        if (line >= first) {
            printf("%c%.*s%s\n", mark, (int)len, at, at[len] ? "" : "  (no newline at end)");
        }
        at += len + (at[len] == '\n');
    }
}

/* Shows the first lines that differ, with those before them. */
static void print_difference(const Text *expected, const Text *actual)
{
    size_t at = 0;
    int line = 0;
    while (at < expected->len && at < actual->len && expected->data[at] == actual->data[at]) {
        line += expected->data[at] == '\n';
        at++;
    }
    int first = line > DIFF_CONTEXT ? line - DIFF_CONTEXT : 0;
    printf("--- expected\n+++ actual\n@@ line %d @@\n", line + 1);
    print_lines(expected->data, first, line - 1, ' ');
    print_lines(expected->data, line, line + DIFF_CONTEXT, '-');
    print_lines(actual->data, line, line + DIFF_CONTEXT, '+');
    if (memchr(expected->data, '\0', expected->len) || memchr(actual->data, '\0', actual->len)) {
        printf("(NUL bytes in the output)\n");
    }
}

static bool load_expected(const Test *test, Text *expected)
{
    char path[sizeof test->folder + sizeof test->name + 16];
    size_t stem = strlen(test->name) - strlen(".py");
    snprintf(path, sizeof path, "%s/%.*s.expected", test->folder, (int)stem, test->name);
    if (!text_load(expected, path)) {
        printf("%s: %s\n", path, strerror(errno));
        return false;
    }
    return true;
}

/* Cuts the numbers off the table of times that --compare prints. */
static void cut_times(Text *out)
{
    char *at = strstr(out->data, "\ntime (ms)");
    char *to = at = at ? at + 1 : out->data + out->len;
    while (*at && *at != '\n') {
        size_t word = strcspn(at, " \n"), line = strcspn(at, "\n");
        line += at[line] == '\n';
        memmove(to, at, word);
        to += word;
        *to++ = '\n';
        at += line;
    }
    memmove(to, at, strlen(at) + 1);
    out->len = strlen(out->data);
}

static bool run_once(const Test *test, const Text *expected)
{
    Outcome outcome = run_npjit(test, NULL);
    if (strcmp(test->mode, "compare") == 0) {
        cut_times(&outcome.out);
    }
    bool ok = check_status(test, &outcome, test->exit_status);
    if (outcome.out.len != expected->len ||
        memcmp(outcome.out.data, expected->data, expected->len) != 0) {
        print_difference(expected, &outcome.out);
        ok = false;
    }
    for (int i = 0; i < test->n_stderr; i++) {
        if (!strstr(outcome.err.data, test->stderr_texts[i])) {
            printf("not in stderr: %s\n---- stderr\n%.4000s", test->stderr_texts[i],
                   outcome.err.data);
            ok = false;
        }
    }
    outcome_fini(&outcome);
    return ok;
}

static bool test_run(const Test *test)
{
    Text expected = {0};
    bool ok = load_expected(test, &expected) && run_once(test, &expected);
    if (ok && test->runs_twice && !run_once(test, &expected)) {
        printf("(the second run, on a filled cache, differs from the first)\n");
        ok = false;
    }
    free(expected.data);
    return ok;
}

/* ---- mode errors ----------------------------------------------------------------------------- */

static bool test_errors(const Test *test)
{
    Text expected = {0};
    if (!load_expected(test, &expected)) {
        return false;
    }
    Outcome outcome = run_npjit(test, NULL);
    bool ok = check_status(test, &outcome, test->exit_status);
    char *rest = expected.data;
    for (char *line; ok && (line = strsep(&rest, "\n"));) {
        if (*line && !strstr(outcome.err.data, line)) {
            printf("not in stderr: %s\n---- stderr\n%.4000s", line, outcome.err.data);
            ok = false;
        }
    }
    outcome_fini(&outcome);
    free(expected.data);
    return ok;
}

/* ---- mode pattern ---------------------------------------------------------------------------- */

/* Turns a check text into an extended regular expression. */
static void compile_pattern(const Check *check, regex_t *out_regex)
{
    Text ere = {0};
    text_append(&ere, "", 0);
    for (const char *at = check->pattern; *at; at++) {
        const char *end = strncmp(at, "{{", 2) == 0 ? strstr(at, "}}") : NULL;
        if (end) {
            text_append(&ere, "(", 1);
            text_append(&ere, at + 2, (size_t)(end - at - 2));
            text_append(&ere, ")", 1);
            at = end + 1;
        } else if (*at == ' ' || *at == '\t') {
            text_append(&ere, "[ \t]+", 5);
            at += strspn(at, " \t") - 1;
        } else if (strchr("\\^$.[|()?*+{", *at)) {
            text_append(&ere, "\\", 1);
            text_append(&ere, at, 1);
        } else {
            text_append(&ere, at, 1);
        }
    }
    if (regcomp(out_regex, ere.data, REG_EXTENDED | REG_NEWLINE) != 0) {
        printf("line %d: bad regular expression: %s\n", check->line, check->pattern);
        exit(2);
    }
    free(ere.data);
}

static bool find_pattern(const Check *check, const char *text, regmatch_t *out_match)
{
    regex_t regex;
    compile_pattern(check, &regex);
    bool found = regexec(&regex, text, 1, out_match, 0) == 0;
    regfree(&regex);
    return found;
}

/* Fails when a check-not among checks[first..last) occurs in `text` before `end`. */
static bool check_absent(const Test *test, int first, int last, const char *kind, const char *text,
                         const char *end)
{
    for (int i = first; i < last; i++) {
        const Check *check = &test->checks[i];
        regmatch_t match;
        if (check->is_not && strcmp(check->kind, kind) == 0 && find_pattern(check, text, &match) &&
            (!end || text + match.rm_so < end)) {
            printf("%s:%d: found, but must not be: %s\n", test->name, check->line, check->pattern);
            return false;
        }
    }
    return true;
}

/* Matches the checks of one kind against what --emit=kind printed. */
static bool check_kind(const Test *test, const char *kind, const char *text)
{
    int after = 0; /* index of the first check behind the last match */
    for (int i = 0; i < test->n_checks; i++) {
        const Check *check = &test->checks[i];
        if (check->is_not || strcmp(check->kind, kind) != 0) {
            continue;
        }
        regmatch_t match;
        if (!find_pattern(check, text, &match)) {
            printf("%s:%d: not found after the match before: %s\n", test->name, check->line,
                   check->pattern);
            return false;
        }
        if (!check_absent(test, after, i, kind, text, text + match.rm_so)) {
            return false;
        }
        text += match.rm_eo;
        after = i + 1;
    }
    return check_absent(test, after, test->n_checks, kind, text, NULL);
}

/* True when an earlier check is of the same kind, so that it has been dealt with. */
static bool is_repeated_kind(const Test *test, int index)
{
    for (int i = 0; i < index; i++) {
        if (strcmp(test->checks[i].kind, test->checks[index].kind) == 0) {
            return true;
        }
    }
    return false;
}

static bool test_pattern(const Test *test)
{
    if (test->n_checks == 0) {
        printf("%s has no check lines\n", test->name);
        return false;
    }
    bool ok = true;
    for (int i = 0; i < test->n_checks; i++) {
        const char *kind = test->checks[i].kind;
        if (is_repeated_kind(test, i)) {
            continue;
        }
        Outcome outcome = run_npjit(test, kind);
        bool kind_ok = check_status(test, &outcome, 0) && check_kind(test, kind, outcome.out.data);
        if (!kind_ok) {
            printf("---- --emit=%s\n%.20000s\n", kind, outcome.out.data);
        }
        ok = ok && kind_ok;
        outcome_fini(&outcome);
    }
    return ok;
}

/* ---- directives ------------------------------------------------------------------------------ */

/* If `line` is the comment "# word: value", cuts it in two and returns the value. */
static char *split_directive(char *line, char **out_word)
{
    char *word = line + strspn(line, " \t");
    if (*word != '#') {
        return NULL;
    }
    word += 1 + strspn(word + 1, " \t");
    size_t len = strspn(word, "abcdefghijklmnopqrstuvwxyz-");
    if (len == 0 || word[len] != ':') {
        return NULL;
    }
    word[len] = '\0';
    char *value = word + len + 1;
    value += strspn(value, " \t");
    for (size_t n = strlen(value); n > 0 && strchr(" \t\r", value[n - 1]); n--) {
        value[n - 1] = '\0';
    }
    *out_word = word;
    return value;
}

static int split_words(char *text, char **out_words)
{
    int n = 0;
    for (char *word = strtok(text, " \t"); word; word = strtok(NULL, " \t")) {
        if (n == MAX_ARGS - 1) {
            usage("too many arguments");
        }
        out_words[n++] = word;
    }
    return n;
}

/* "check", "check-not", "check-ptx" and "check-ptx-not"; `emit` is the kind of the first two. */
static void add_check(Test *test, char *word, const char *pattern, const char *emit, int line)
{
    if (test->n_checks == MAX_CHECKS) {
        usage("too many check lines");
    }
    Check *check = &test->checks[test->n_checks++];
    char *kind = word[5] ? word + 6 : word + 5;
    char *suffix = strstr(word, "-not");
    check->is_not = suffix && strcmp(suffix, "-not") == 0;
    if (check->is_not) {
        *suffix = '\0';
    }
    check->kind = *kind && kind - 1 != suffix ? kind : emit;
    check->pattern = pattern;
    check->line = line;
    if (!check->kind) {
        usage("a check line without \"# emit: KIND\" above it");
    }
}

static void read_directives(Test *test)
{
    const char *emit = NULL;
    char *rest = test->source.data;
    char *line;
    for (int number = 1; (line = strsep(&rest, "\n")); number++) {
        char *word;
        char *value = split_directive(line, &word);
        if (!value) {
            continue;
        }
        if (strcmp(word, "args") == 0) {
            test->n_args = split_words(value, test->args);
        } else if (strcmp(word, "argv") == 0) {
            test->n_argv = split_words(value, test->argv);
        } else if (strcmp(word, "env") == 0) {
            test->n_env = split_words(value, test->env);
        } else if (strcmp(word, "exit") == 0) {
            test->exit_status = atoi(value);
        } else if (strcmp(word, "timeout") == 0) {
            test->timeout_s = atoi(value);
        } else if (strcmp(word, "requires") == 0) {
            test->needs_gpu = strcmp(value, "gpu") == 0;
        } else if (strcmp(word, "emit") == 0) {
            emit = value;
        } else if (strcmp(word, "stderr") == 0 && test->n_stderr < MAX_ARGS) {
            test->stderr_texts[test->n_stderr++] = value;
        } else if (strcmp(test->mode, "pattern") == 0 && strncmp(word, "check", 5) == 0 &&
                   (word[5] == '\0' || word[5] == '-')) {
            add_check(test, word, value, emit, number);
        }
    }
}

/* ---- main ------------------------------------------------------------------------------------ */

static void set_file(Test *test, const char *path)
{
    char full[sizeof test->folder];
    if (!realpath(path, full)) {
        die(path);
    }
    char *slash = strrchr(full, '/');
    size_t len = strlen(slash + 1);
    if (len >= sizeof test->name || len < 4 || strcmp(slash + 1 + len - 3, ".py") != 0) {
        usage("FILE must end in .py");
    }
    strcpy(test->name, slash + 1);
    *slash = '\0';
    strcpy(test->folder, full);
    if (!text_load(&test->source, path)) {
        die(path);
    }
}

static void parse_arguments(Test *test, int argc, char **argv)
{
    int at = 1;
    for (; at < argc && strncmp(argv[at], "--", 2) == 0; at++) {
        if (strcmp(argv[at], "--twice") == 0) {
            test->runs_twice = true;
        } else if (strcmp(argv[at], "--npjit") == 0 && at + 1 < argc) {
            test->npjit = argv[++at];
        } else if (strcmp(argv[at], "--target") == 0 && at + 1 < argc) {
            test->target = argv[++at];
        } else if (strcmp(argv[at], "--check") == 0 && at + 1 < argc) {
            test->check = argv[++at];
        } else if (strcmp(argv[at], "--timeout") == 0 && at + 1 < argc) {
            test->timeout_s = atoi(argv[++at]);
        } else {
            usage(argv[at]);
        }
    }
    if (argc - at != 2) {
        usage("MODE and FILE expected");
    }
    test->mode = argv[at];
    set_file(test, argv[at + 1]);
    test->exit_status = strcmp(test->mode, "errors") == 0;
    const char *chosen = getenv("NPJIT");
    if (chosen && *chosen) {
        test->npjit = chosen;
    }
    test->npjit = test->npjit ? realpath(test->npjit, NULL) : NULL;
    if (!test->npjit) {
        usage("no npjit: give --npjit PATH or set NPJIT");
    }
}

static int remove_entry(const char *path, const struct stat *info, int type, struct FTW *walk)
{
    (void)info;
    (void)type;
    (void)walk;
    return remove(path);
}

int main(int argc, char **argv)
{
    static Test test;
    test.timeout_s = 60;
    parse_arguments(&test, argc, argv);
    read_directives(&test);
    if (test.needs_gpu && access("/dev/nvidiactl", F_OK) != 0) {
        printf("skipped: no NVIDIA device\n");
        return EXIT_SKIP;
    }
    const char *base = getenv("TMPDIR");
    snprintf(test.cache_dir, sizeof test.cache_dir, "%.40s/npjit-XXXXXX", base ? base : "/tmp");
    if (!mkdtemp(test.cache_dir)) {
        die(test.cache_dir);
    }
    bool ok;
    if (strcmp(test.mode, "run") == 0 || strcmp(test.mode, "compare") == 0) {
        ok = test_run(&test);
    } else if (strcmp(test.mode, "errors") == 0) {
        ok = test_errors(&test);
    } else if (strcmp(test.mode, "pattern") == 0) {
        ok = test_pattern(&test);
    } else {
        remove(test.cache_dir);
        usage("MODE is run, errors, pattern or compare");
        return 2;
    }
    nftw(test.cache_dir, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
    free(test.source.data);
    free((char *)test.npjit);
    return ok ? 0 : 1;
}

/* Exceptions. Values are allocated with their traceback behind the public part, so that an
 * exception that is caught, stored and raised again keeps its frames, as in Python. */
#include "runtime/errors.h"

#include "runtime/memory.h"
#include "runtime/print.h"
#include "runtime/str.h"
#include "runtime/str_text.h"
#include "runtime/str_value.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

typedef struct Exception {
    NprtExc exc;
    NprtSite *frames; /* owned, innermost first */
    uint32_t n_frames, cap_frames;
} Exception;

static _Thread_local NprtExc *pending;

/* ---- classes ---- */

static const struct {
    const char *name;
    const char *module;
    int32_t parent;
} builtin_classes[] = {
#define EXC(E, name, parent) {#name, "", NPRT_EXC_##parent},
#include "runtime/exceptions.def"
#undef EXC
};

static struct {
    const char *const *names;
    const int32_t *parents;
    uint32_t n;
} user_classes;

void nprt_exc_register(const char *const *names, const int32_t *parents, uint32_t n)
{
    user_classes.names = names;
    user_classes.parents = parents;
    user_classes.n = n;
}

const char *nprt_exc_name(int32_t kind)
{
    if (kind >= 0 && kind < NPRT_EXC_USER) {
        return builtin_classes[kind].name;
    }
    uint32_t user = (uint32_t)kind - NPRT_EXC_USER;
    return user < user_classes.n ? user_classes.names[user] : "Exception";
}

const char *nprt_exc_module(int32_t kind)
{
    switch (kind) {
    case NPRT_EXC_LINALG_ERROR:
        return "numpy.linalg.";
    case NPRT_EXC_UFUNC_TYPE_ERROR:
        return "numpy._core._exceptions.";
    case NPRT_EXC_AXIS_ERROR:
        return "numpy.exceptions.";
    default:
        return "";
    }
}

static int32_t parent_of(int32_t kind)
{
    if (kind >= 0 && kind < NPRT_EXC_USER) {
        return builtin_classes[kind].parent;
    }
    uint32_t user = (uint32_t)kind - NPRT_EXC_USER;
    return user < user_classes.n ? user_classes.parents[user] : NPRT_EXC_EXCEPTION;
}

static int is_subclass(int32_t kind, int64_t of)
{
    while (kind != of && kind != NPRT_EXC_NONE) {
        /* AxisError has two bases, and the table room for one. */
        if (kind == NPRT_EXC_AXIS_ERROR && of == NPRT_EXC_INDEX_ERROR) {
            return 1;
        }
        kind = parent_of(kind);
    }
    return kind == of;
}

/* ---- values ---- */

static NprtExc *new_exception(int64_t kind)
{
    Exception *e = nprt_alloc_obj(NPRT_O_EXC, sizeof *e, NULL);
    e->exc.kind = (int32_t)kind;
    return &e->exc;
}

NprtExc *nprt_exc_new(int64_t kind, NprtStr *message)
{
    NprtExc *exc = new_exception(kind);
    if (message && is_subclass((int32_t)kind, NPRT_EXC_KEY_ERROR)) {
        /* str(KeyError(x)) is repr(x). */
        exc->message = nprt_str_repr(message);
        nprt_retain(exc->message);
        exc->args_repr = exc->message;
        exc->nargs = 1;
    } else {
        nprt_retain(message);
        exc->message = message;
        exc->nargs = message != NULL;
    }
    return exc;
}

int32_t nprt_exc_new_value(int64_t kind, const NprtDesc *desc, const void *value, void **out)
{
    *out = NULL;
    if (desc->kind == NPRT_K_STR) {
        *out = nprt_exc_new(kind, *(NprtStr *const *)value);
        return 0;
    }
    void *shown, *message;
    if (nprt_repr_of(desc, value, &shown) != 0) {
        return 1;
    }
    if (is_subclass((int32_t)kind, NPRT_EXC_KEY_ERROR)) {
        nprt_retain(shown);
        message = shown;
    } else if (nprt_str_of(desc, value, &message) != 0) {
        nprt_release(shown);
        return 1;
    }
    NprtExc *exc = new_exception(kind);
    exc->message = message;
    exc->args_repr = shown;
    exc->nargs = 1;
    *out = exc;
    return 0;
}

int32_t nprt_exc_new_args(int64_t kind, const NprtDesc *desc, const void *value, void **out)
{
    *out = NULL;
    if (desc->n == 0) {
        *out = nprt_exc_new(kind, NULL);
        return 0;
    }
    if (desc->n == 1) {
        return nprt_exc_new_value(kind, desc->elems[0], (const char *)value + desc->offsets[0],
                                  out);
    }
    void *shown;
    if (nprt_repr_of(desc, value, &shown) != 0) {
        return 1;
    }
    NprtStr *message = shown;
    NprtExc *exc = new_exception(kind);
    exc->message = message;
    exc->args_repr = nprt_str_new(message->text + 1, message->nbytes - 2);
    exc->nargs = desc->n;
    *out = exc;
    return 0;
}

uint8_t nprt_exc_matches(NprtExc *exc, int64_t kind)
{
    /* Numba has this class for all that a driver refuses; here these have classes that say more. */
    bool is_refusal = kind == NPRT_EXC_CUDA_API_ERROR &&
                      (exc->kind == NPRT_EXC_MEMORY_ERROR || exc->kind == NPRT_EXC_VALUE_ERROR ||
                       exc->kind == NPRT_EXC_RUNTIME_ERROR);
    return is_refusal || is_subclass(exc->kind, kind) != 0;
}

NprtStr *nprt_exc_message(NprtExc *exc)
{
    NprtStr *message = exc->message ? exc->message : nprt_str_empty();
    nprt_retain(message);
    return message;
}

NprtStr *nprt_exc_kind_name(NprtExc *exc)
{
    return nprt_str_from_c(nprt_exc_name(exc->kind));
}

NprtObj *nprt_exc_payload(NprtExc *exc)
{
    nprt_retain(exc->payload);
    return exc->payload;
}

void nprt_exc_set_payload(NprtExc *exc, NprtObj *payload)
{
    nprt_retain(payload);
    nprt_release(exc->payload);
    exc->payload = payload;
}

NprtExc *nprt_exc_args(NprtExc *exc)
{
    nprt_retain(exc);
    return exc;
}

void nprt_exc_set_cause(NprtExc *exc, NprtExc *cause)
{
    nprt_retain(cause);
    nprt_release(exc->cause);
    exc->cause = (NprtObj *)cause;
}

void nprt_exc_cause(NprtExc *exc, const NprtDesc *desc, void *out)
{
    *(uint8_t *)out = exc->cause != NULL;
    nprt_retain(exc->cause);
    memcpy((char *)out + desc->offsets[0], &exc->cause, sizeof exc->cause);
}

void nprt_exc_release_parts(NprtExc *exc)
{
    nprt_release(exc->cause);
    nprt_release(exc->message);
    nprt_release(exc->payload);
    nprt_release(exc->args_repr);
    nprt_mem_free(((Exception *)exc)->frames);
}

/* ---- the pending exception ---- */

/* Takes over the reference. */
static int32_t set_pending(NprtExc *exc)
{
    nprt_release(pending);
    pending = exc;
    return 1;
}

NprtExc *nprt_exc_pending(void)
{
    return pending;
}

NprtExc *nprt_exc_take(void)
{
    NprtExc *exc = pending;
    pending = NULL;
    return exc;
}

void nprt_exc_clear(void)
{
    nprt_release(pending);
    pending = NULL;
}

int32_t nprt_exc_raise(NprtExc *exc)
{
    if (!exc) {
        return nprt_raise(NPRT_EXC_RUNTIME_ERROR, "No active exception to reraise");
    }
    nprt_retain(exc);
    return set_pending(exc);
}

static int32_t raise_text(int32_t kind, NprtText *text)
{
    NprtStr *message = nprt_text_finish(text);
    NprtExc *exc = nprt_exc_new(kind, message);
    nprt_release(message);
    return set_pending(exc);
}

int32_t nprt_raise(int32_t kind, const char *format, ...)
{
    NprtText text;
    nprt_text_init(&text);
    va_list args;
    va_start(args, format);
    nprt_text_addv(&text, format, args);
    va_end(args);
    return raise_text(kind, &text);
}

int32_t nprt_raise_check(int32_t kind, const char *format, int32_t nargs, const int64_t *args)
{
    static const char slot[] = "%lld";
    NprtText text;
    nprt_text_init(&text);
    int32_t next = 0;
    for (const char *at = format; *at;) {
        if (strncmp(at, slot, sizeof slot - 1) == 0 && next < nargs) {
            nprt_text_add_i64(&text, args[next++]);
            at += sizeof slot - 1;
        } else {
            at += at[0] == '%' && at[1] == '%';
            nprt_text_add_char(&text, *at++);
        }
    }
    return raise_text(kind, &text);
}

int32_t nprt_raise_index(int64_t index, int64_t size, int32_t axis, int32_t ndim)
{
    if (ndim == 0) {
        return nprt_raise(NPRT_EXC_INDEX_ERROR, "list index out of range");
    }
    return nprt_raise(NPRT_EXC_INDEX_ERROR,
                      "index %lld is out of bounds for axis %d with size %lld", (long long)index,
                      (int)axis, (long long)size);
}

int32_t nprt_raise_overflow(void)
{
    return nprt_raise(NPRT_EXC_OVERFLOW_ERROR,
                      "integer overflow: the result does not fit in int64");
}

int32_t nprt_raise_zero_division(int32_t what)
{
    static const char *const texts[] = {
        [NPRT_ZD_TRUE_DIVISION] = "division by zero",
        [NPRT_ZD_FLOAT_DIVISION] = "float division by zero",
        [NPRT_ZD_NUMBA_FLOORDIV] = "integer division by zero",
        [NPRT_ZD_NUMBA_MODULO] = "modulo by zero",
        [NPRT_ZD_INT_FLOORDIV] = "integer division or modulo by zero",
        [NPRT_ZD_INT_MODULO] = "integer modulo by zero",
        [NPRT_ZD_FLOAT_FLOORDIV] = "float floor division by zero",
        [NPRT_ZD_FLOAT_MODULO] = "float modulo by zero",
        [NPRT_ZD_COMPLEX_DIVISION] = "complex division by zero",
    };
    int is_known = what >= 0 && what < (int32_t)(sizeof texts / sizeof texts[0]);
    return nprt_raise(NPRT_EXC_ZERO_DIVISION_ERROR, "%s", texts[is_known ? what : 0]);
}

/* ---- tracebacks ---- */

/* Deeper ones lose their outermost frames; a runaway recursion ends long before. */
#define MAX_FRAMES 100000

void nprt_traceback(const NprtSite *site)
{
    Exception *e = (Exception *)pending;
    if (!e || e->n_frames >= MAX_FRAMES) {
        return;
    }
    if (e->n_frames == e->cap_frames) {
        e->cap_frames = e->cap_frames ? e->cap_frames * 2 : 8;
        e->frames = nprt_realloc(e->frames, e->cap_frames * sizeof *e->frames);
    }
    if (e->n_frames == 0) {
        e->exc.line = site->line;
    }
    e->frames[e->n_frames++] = *site;
}

/* Writes line `number` of the file without its indentation, or nothing. */
static void print_source_line(FILE *stream, const char *path, uint32_t number)
{
    FILE *file = fopen(path, "re");
    if (!file) {
        return;
    }
    char *line = NULL;
    size_t cap = 0;
    ssize_t len = -1;
    for (uint32_t i = 0; i < number; i++) {
        len = getline(&line, &cap, file);
        if (len < 0) {
            break;
        }
    }
    if (len > 0) {
        size_t start = strspn(line, " \t\f");
        while (len > 0 && strchr(" \t\r\n\f", line[len - 1])) {
            len--;
        }
        if ((size_t)len > start) {
            fprintf(stream, "    %.*s\n", (int)((size_t)len - start), line + start);
        }
    }
    free(line);
    fclose(file);
}

static int is_same_site(const NprtSite *a, const NprtSite *b)
{
    return a->line == b->line && strcmp(a->file, b->file) == 0 && strcmp(a->func, b->func) == 0;
}

/* CPython shows three equal frames and counts the rest. */
#define REPEATS_SHOWN 3

static void print_repeats(FILE *stream, uint32_t n)
{
    if (n > REPEATS_SHOWN) {
        n -= REPEATS_SHOWN;
        fprintf(stream, "  [Previous line repeated %u more time%s]\n", n, n == 1 ? "" : "s");
    }
}

static void print_frames(FILE *stream, const Exception *e)
{
    if (e->n_frames == 0) {
        return;
    }
    fputs("Traceback (most recent call last):\n", stream);
    uint32_t repeats = 0;
    for (uint32_t i = e->n_frames; i-- > 0;) {
        const NprtSite *site = &e->frames[i];
        if (i + 1 < e->n_frames && is_same_site(site, site + 1)) {
            repeats++;
        } else {
            print_repeats(stream, repeats);
            repeats = 1;
        }
        if (repeats <= REPEATS_SHOWN) {
            fprintf(stream, "  File \"%s\", line %u, in %s\n", site->file, site->line, site->func);
            print_source_line(stream, site->file, site->line);
        }
    }
    print_repeats(stream, repeats);
}

/* SystemExit: no argument or None is success, an int is the status, all else is shown. */
static int32_t exit_status(FILE *stream, const NprtExc *exc)
{
    if (!exc->message || (exc->args_repr && strcmp(exc->args_repr->text, "None") == 0)) {
        return 0;
    }
    const char *text = exc->message->text;
    char *end;
    if (exc->args_repr) {
        long long status = strtoll(text, &end, 10);
        if (end != text && *end == '\0') {
            return status >= INT_MIN && status <= INT_MAX ? (int32_t)status : -1;
        }
        if (strcmp(text, "True") == 0 || strcmp(text, "False") == 0) {
            return text[0] == 'T';
        }
    }
    fprintf(stream, "%s\n", text);
    return 1;
}

int32_t nprt_print_uncaught(FILE *stream)
{
    NprtExc *exc = nprt_exc_take();
    if (!exc) {
        return 0;
    }
    nprt_print_flush();
    int32_t status = 1;
    if (is_subclass(exc->kind, NPRT_EXC_SYSTEM_EXIT)) {
        status = exit_status(stream, exc);
    } else {
        print_frames(stream, (const Exception *)exc);
        fprintf(stream, "%s%s", nprt_exc_module(exc->kind), nprt_exc_name(exc->kind));
        if (exc->message && exc->message->nbytes > 0) {
            fputs(": ", stream);
            fwrite(exc->message->text, 1, (size_t)exc->message->nbytes, stream);
        }
        fputc('\n', stream);
    }
    fflush(stream);
    nprt_release(exc);
    return status;
}

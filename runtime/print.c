/* The output buffer. */
#include "runtime/print.h"

#include "runtime/errors.h"
#include "runtime/memory.h"
#include "runtime/str_text.h"
#include "runtime/str_value.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct {
    pthread_mutex_t lock;
    size_t len;
    int is_ready;
    int is_terminal;
    void (*write)(void *context, const char *bytes, size_t n);
    void *context;
    char data[1 << 16];
} output = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* Writes the buffer out; the caller holds the lock where one is needed. A closed or full output is
 * not reported: there is nobody to tell, and Python's print would have failed earlier. */
static void drain(void)
{
    const char *at = output.data;
    size_t left = output.len;
    output.len = 0;
    if (output.write) {
        if (left > 0) {
            output.write(output.context, at, left);
        }
        return;
    }
    while (left > 0) {
        ssize_t n = write(STDOUT_FILENO, at, left);
        if (n < 0 && errno == EINTR) {
            continue;
        }
        if (n < 0 && errno == EAGAIN) { /* somebody made it non-blocking */
            struct pollfd writable = {.fd = STDOUT_FILENO, .events = POLLOUT};
            poll(&writable, 1, -1);
            continue;
        }
        if (n <= 0) {
            return;
        }
        at += n;
        left -= (size_t)n;
    }
}

static int lock_output(void)
{
    if (!nprt_threads_active) {
        return 0;
    }
    pthread_mutex_lock(&output.lock);
    return 1;
}

static void unlock_output(int locked)
{
    if (locked) {
        pthread_mutex_unlock(&output.lock);
    }
}

void nprt_print_flush(void)
{
    int locked = lock_output();
    drain();
    unlock_output(locked);
}

void nprt_print_bytes(const char *bytes, size_t n)
{
    int locked = lock_output();
    if (!output.is_ready) {
        output.is_ready = 1;
        output.is_terminal = isatty(STDOUT_FILENO);
        atexit(nprt_print_flush);
    }
    int ends_line = n > 0 && output.is_terminal && memchr(bytes, '\n', n) != NULL;
    while (n > 0) {
        if (output.len == sizeof output.data) {
            drain();
        }
        size_t room = sizeof output.data - output.len;
        size_t part = n < room ? n : room;
        memcpy(output.data + output.len, bytes, part);
        output.len += part;
        bytes += part;
        n -= part;
    }
    if (ends_line) {
        drain();
    }
    unlock_output(locked);
}

void nprt_print_text(const NprtStr *text)
{
    nprt_print_bytes(text->text, (size_t)text->nbytes);
}

void nprt_print_stderr(const NprtStr *text)
{
    nprt_print_flush();
    fwrite(text->text, 1, (size_t)text->nbytes, stderr);
}

void nprt_print_value(const NprtDesc *desc, const void *value)
{
    NprtText text;
    nprt_text_init(&text);
    if (nprt_text_add_value(&text, desc, value, NPRT_TEXT_STR) != 0) {
        nprt_exc_clear();
        text.len = 0;
        nprt_text_addf(&text, "<unprintable %s object>", desc->name ? desc->name : "");
    }
    nprt_print_bytes(text.data, text.len);
    nprt_text_fini(&text);
}

void nprt_print_redirect(void (*write)(void *context, const char *bytes, size_t n), void *context)
{
    int locked = lock_output();
    drain();
    output.write = write;
    output.context = context;
    unlock_output(locked);
}

/* errors.h - exceptions: the pending one of each thread, raising, matching, tracebacks.
 *
 * Status functions return 0, or 1 with an exception pending. Only one is pending per thread;
 * raising replaces it. Nothing here unwinds: generated code tests the status and leaves. */
#ifndef NPRT_ERRORS_H
#define NPRT_ERRORS_H

#include "runtime/nprt.h"

#include <stdint.h>
#include <stdio.h>

/* A place in the program that an exception passed; constant data of the generated module, which
 * must outlive the exception. */
typedef struct NprtSite {
    const char *file;
    const char *func; /* "<module>" for the top level */
    uint32_t line;
} NprtSite;

/* ---- raising: all return 1 ---- */

/* Raises `kind` (NprtExcKind or a user class) with one str argument made by the format. */
int32_t nprt_raise(int32_t kind, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Raises with text from the program: every "%lld" in `format` takes the next of `args`, "%%" is a
 * percent sign. */
int32_t nprt_raise_check(int32_t kind, const char *format, int32_t nargs, const int64_t *args);

/* IndexError. ndim 0: "list index out of range"; else NumPy's "index 7 is out of bounds for axis 0
 * with size 5". */
int32_t nprt_raise_index(int64_t index, int64_t size, int32_t axis, int32_t ndim);

/* OverflowError of a Python int that left int64. */
int32_t nprt_raise_overflow(void);

/* ZeroDivisionError with CPython's text. */
typedef enum NprtZeroDivision {
    NPRT_ZD_TRUE_DIVISION,   /* division by zero */
    NPRT_ZD_FLOAT_DIVISION,  /* float division by zero */
    NPRT_ZD_INT_FLOORDIV,    /* integer division or modulo by zero */
    NPRT_ZD_INT_MODULO,      /* integer modulo by zero */
    NPRT_ZD_FLOAT_FLOORDIV,  /* float floor division by zero */
    NPRT_ZD_FLOAT_MODULO,    /* float modulo by zero */
    NPRT_ZD_COMPLEX_DIVISION, /* complex division by zero */
    NPRT_ZD_NUMBA_FLOORDIV,  /* integer division by zero */
    NPRT_ZD_NUMBA_MODULO     /* modulo by zero */
} NprtZeroDivision;
int32_t nprt_raise_zero_division(int32_t what);

/* Makes `exc` (borrowed) the pending exception. NULL: RuntimeError, nothing to raise again. */
int32_t nprt_exc_raise(NprtExc *exc);

/* ---- the pending exception ---- */

/* Borrowed, or NULL. */
NprtExc *nprt_exc_pending(void);
/* Takes it (owned by the caller) and leaves none pending. NULL when there is none. */
NprtExc *nprt_exc_take(void);
void nprt_exc_clear(void);

/* ---- exception values ---- */

/* Classes of the program, numbered from NPRT_EXC_USER on; the arrays are borrowed and stay valid.
 * Replaces an earlier registration. */
void nprt_exc_register(const char *const *names, const int32_t *parents, uint32_t n);

/* A new exception with the str `message` (borrowed) as its one argument; NULL: no argument. */
NprtExc *nprt_exc_new(int64_t kind, NprtStr *message);
/* With one argument of any type. */
int32_t nprt_exc_new_value(int64_t kind, const NprtDesc *desc, const void *value, void **out);
/* With the elements of a tuple as arguments. */
int32_t nprt_exc_new_args(int64_t kind, const NprtDesc *desc, const void *value, void **out);

/* Is the exception of this class or a subclass? */
uint8_t nprt_exc_matches(NprtExc *exc, int64_t kind);
NprtStr *nprt_exc_message(NprtExc *exc);   /* str(e), "" without argument */
NprtStr *nprt_exc_kind_name(NprtExc *exc); /* type(e).__name__ */

/* The instance of a user class that was raised, owned by the caller, or NULL. */
NprtObj *nprt_exc_payload(NprtExc *exc);
/* Attaches it, retained. */
void nprt_exc_set_payload(NprtExc *exc, NprtObj *payload);

/* Name of a class; static or borrowed from the registration. */
const char *nprt_exc_name(int32_t kind);
/* Module of a class as a traceback shows it, with a dot ("numpy.linalg."), or "". */
const char *nprt_exc_module(int32_t kind);

/* e.args: the exception itself, retained, whose descriptor of name "args" shows it as that tuple. */
NprtExc *nprt_exc_args(NprtExc *exc);
/* raise exc from cause; both borrowed. */
void nprt_exc_set_cause(NprtExc *exc, NprtExc *cause);
/* e.__cause__, an optional exception. */
void nprt_exc_cause(NprtExc *exc, const NprtDesc *desc, void *out);

/* Releases what an exception holds; for nprt_free. */
void nprt_exc_release_parts(NprtExc *exc);

/* ---- tracebacks ---- */

/* Adds a frame, innermost first, to the pending exception. Nothing when none is pending. */
void nprt_traceback(const NprtSite *site);

/* Writes the pending exception as Python does ("Traceback (most recent call last):" ...), flushing
 * the standard output before, clears it and returns the process's exit status: 1, for SystemExit
 * its code (and then only a str argument is written). 0 when nothing is pending. */
int32_t nprt_print_uncaught(FILE *stream);

#endif

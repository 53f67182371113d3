/* record.h - what `npjit --record=FILE` writes of a run, for `npjit --compare`: the program's
 * module-level variables at its end, and how long transfers and kernels took.
 *
 * The file is NPRT_RECORD_MAGIC and then items. An item is an NprtRecordHead, its shape (`ndim`
 * extents of 8 bytes), its name, the name of its type, both with a NUL, and its data; name and data
 * are padded with zeros to a multiple of 8 bytes. Arrays are in C order. A file that ends without
 * NPRT_RECORD_TIMES is of a run that broke off. */
#ifndef NPRT_RECORD_H
#define NPRT_RECORD_H

#include "runtime/nprt.h"

#include <stdbool.h>
#include <stdint.h>

#define NPRT_RECORD_MAGIC "npjit-r1"

typedef enum NprtRecordKind {
    NPRT_RECORD_START = 1, /* the program begins to run; no data */
    NPRT_RECORD_NUMBERS,   /* a scalar or an array: dtype, ndim */
    NPRT_RECORD_TEXT,      /* another value, as its repr; a str as it is */
    NPRT_RECORD_TIMES      /* the last item: NPRT_TIME_COUNT doubles, milliseconds */
} NprtRecordKind;

typedef struct NprtRecordHead {
    uint8_t kind, dtype, ndim, pad;
    uint32_t name_bytes; /* of both names, padding included */
    int64_t nbytes;      /* of the data, without padding */
} NprtRecordHead;

typedef enum NprtTime {
    NPRT_TIME_COMPILE, /* until the program starts */
    NPRT_TIME_TRANSFER,
    NPRT_TIME_KERNELS,
    NPRT_TIME_COUNT
} NprtTime;

/* Begins the record. False: the file cannot be written. */
bool nprt_record_open(const char *path, double compile_ms);
/* Adds to a time. */
void nprt_record_time(NprtTime what, double ms);
/* Writes the times and ends the record. False when something could not be written. */
bool nprt_record_close(void);

/* ---- called by generated code, when the program is compiled to be recorded ---- */

/* Before the first variable: waits for the device, as the end of a program does. */
int32_t nprt_record_variables(void);
/* One variable; parts of tuples get a name of their own. What has no text that another process
 * would print as well is left out. */
void nprt_record_value(NprtStr *name, const NprtDesc *desc, const void *value);
/* A kernel that runs on the CPU begins (true) or is over. */
void nprt_record_kernel(uint8_t begins);

/* ---- record_cuda.c ---- */

/* Puts a clock around the launches and copies of the CUDA driver in use. Before the program starts.
 */
void nprt_record_watch_cuda(void);
/* Adds what is not added yet. The device is idle. */
void nprt_record_add_cuda(void);

#endif

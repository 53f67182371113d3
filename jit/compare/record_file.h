/* record_file.h - reads what --record wrote (runtime/record.h). The file is mapped, not read:
 * arrays may be larger than the memory that is free. */
#ifndef NJ_JIT_COMPARE_RECORD_FILE_H
#define NJ_JIT_COMPARE_RECORD_FILE_H

#include "runtime/record.h"

#include <stddef.h>

/* A variable; all borrowed from the file. */
typedef struct NjRecordItem {
    const char *name, *type;
    bool is_text;
    NprtDtype dtype; /* of numbers */
    int32_t ndim;
    const int64_t *shape;
    const void *data;
    int64_t nbytes;
} NjRecordItem;

typedef struct NjRecord {
    NjRecordItem *items; /* owned */
    uint32_t n;
    bool has_started, has_ended; /* the program ran; to its end, or to an exception that left it */
    double ms[NPRT_TIME_COUNT];  /* when it has ended */
    void *bytes;                 /* the mapping, or NULL */
    size_t size;
} NjRecord;

/* A file that is missing or cut off gives what is there. False: it is no record. */
bool nj_record_load(NjRecord *record, const char *path);
void nj_record_fini(NjRecord *record);

/* The variable of that name, or NULL. `hint` is where it probably stands. */
const NjRecordItem *nj_record_find(const NjRecord *record, const char *name, uint32_t hint);

#endif

/* report.h - what --compare prints of two runs of one program: a table of outputs and module-level
 * variables with their differences, the texts that differ, and the times. */
#ifndef NJ_JIT_COMPARE_REPORT_H
#define NJ_JIT_COMPARE_REPORT_H

#include "jit/compare/record_file.h"
#include "jit/compare/text.h"

#include <stdio.h>

/* One run. */
typedef struct NjSide {
    const char *name; /* of the target */
    int status;       /* exit status; 128 + the number of the signal that ended it */
    NjText out, err;  /* owned by the caller */
    NjRecord record;
    double total_ms;
} NjSide;

/* Do the two texts on standard error end with the same exception? Where several threads of a kernel
 * raise, it is not the same one each time: the place in the grid, and the numbers in the message,
 * do not count. */
bool nj_same_exception(NjText a, NjText b);

/* Prints the report. True when nothing differs by more than the tolerance. */
bool nj_report(FILE *out, const NjSide *a, const NjSide *b, NjTolerance given);

#endif

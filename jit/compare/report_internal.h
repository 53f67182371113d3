/* report_internal.h - the rows of a report: found in report.c, printed in report_table.c. */
#ifndef NJ_JIT_COMPARE_REPORT_INTERNAL_H
#define NJ_JIT_COMPARE_REPORT_INTERNAL_H

#include "jit/compare/report.h"

enum { NJ_CELL = 64, NJ_PLACE = 160 };

typedef enum NjVerdict { NJ_SAME, NJ_CLOSE, NJ_DIFFERENT } NjVerdict;

typedef struct NjRow {
    char name[NJ_CELL], shape[NJ_CELL], type[NJ_CELL];
    NjVerdict verdict;
    NjDifference d;
    char place[NJ_PLACE]; /* of the first difference, with both values */
    NjText a, b;          /* texts to be shown when they differ, or empty */
    bool has_texts;
} NjRow;

typedef struct NjRows {
    NjRow *items; /* owned */
    uint32_t n, cap;
} NjRows;

NjRow *nj_rows_add(NjRows *rows, NjVerdict verdict, const char *type);
void nj_rows_print(FILE *out, const NjRows *rows, const char *a, const char *b);
void nj_times_print(FILE *out, const NjSide *a, const NjSide *b);

#endif

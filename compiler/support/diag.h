#ifndef NPJIT_COMPILER_SUPPORT_DIAG_H
#define NPJIT_COMPILER_SUPPORT_DIAG_H

/* Diagnostics of one compilation: collected by the passes, rendered in one place.
 *
 *     saxpy.py:7:21: error: cannot add float64 and unicode
 *         7 |     y[i] = a * x[i] + name
 *           |            ~~~~~~~~ ^ ~~~~
 *     saxpy.py:3:11: note: 'name' became unicode here
 *
 * The first is nj_error(u, op_span, ...) with two nj_diag_underline() on its result; the second is
 * nj_note(u, span, ...), which belongs to the latest error or warning (see unit.h for both). */

#include <stdbool.h>

#include "compiler/support/map.h"
#include "compiler/support/source.h"
#include "compiler/support/strbuf.h"
#include "compiler/support/vec.h"

typedef enum NjSeverity { NJ_SEVERITY_ERROR, NJ_SEVERITY_WARNING, NJ_SEVERITY_NOTE } NjSeverity;

#define NJ_DIAG_MAX_RANGES 4

typedef struct NjDiag {
    NjSeverity severity;
    NjSpan span;                       /* the caret; NJ_NO_SPAN: about no place */
    NjSpan ranges[NJ_DIAG_MAX_RANGES]; /* further text underlined with '~' */
    uint32_t nranges;
    const char *text;      /* arena; no severity in front, no line end */
    struct NjDiag *parent; /* of a note: the error or warning that it explains */
    bool is_suppressed;    /* a duplicate, or the note of one: not rendered */
} NjDiag;

typedef NJ_VEC(NjDiag *) NjDiagVec;

typedef struct NjDiags {
    NjArena *arena;              /* borrowed */
    NjDiagVec items;             /* in order of report, notes behind their parents */
    NjDiag *latest;              /* the error or warning that notes go to; NULL at first */
    uint32_t nerrors, nwarnings; /* without duplicates */
    uint64_t *seen;              /* arena: hashes of what was reported, to suppress duplicates */
    uint32_t nseen, seen_room;
} NjDiags;

typedef struct NjRenderOptions {
    bool colour;         /* with ANSI escape sequences */
    uint32_t max_errors; /* 0: 20 */
    uint32_t width;      /* columns of source text shown; 0: 100 */
} NjRenderOptions;

void nj_diags_init(NjDiags *diags, NjArena *arena);

/* Adds a diagnostic; never NULL. A repeat (severity, place, text) is kept but marked suppressed. */
NjDiag *nj_diags_add(NjDiags *diags, NjSeverity severity, NjSpan span, const char *format,
                     va_list args) __attribute__((format(printf, 4, 0)));

/* Underlines more text on the caret's line (an operand, say). Silently full after four. Returns
 * `diag`. */
NjDiag *nj_diag_underline(NjDiag *diag, NjSpan range);

/* Renders all in order of report; ends with a line that counts what was left out, if anything was.
 */
void nj_diags_render(const NjDiags *diags, NjRenderOptions options, NjStrBuf *out);

/* Renders one. */
void nj_diag_render(const NjDiag *diag, NjRenderOptions options, NjStrBuf *out);

const char *nj_severity_name(NjSeverity severity);

#endif

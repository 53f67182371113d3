/* report.c - the rows of a report: lines printed, exit status, module-level variables. */
#include "jit/compare/report.h"

#include "jit/compare/report_internal.h"
#include "runtime/print_scalar.h"
#include "runtime/str_text.h"

#include <stdlib.h>
#include <string.h>

static NjVerdict verdict_of(const NjDifference *d)
{
    return d->n_beyond ? NJ_DIFFERENT : d->n_unequal ? NJ_CLOSE : NJ_SAME;
}

/* ---- printed lines -------------------------------------------------------------------------- */

static NjVerdict compare_texts(NjText a, NjText b, NjTolerance t, NjDifference *d)
{
    *d = NJ_NO_DIFFERENCE;
    if (a.n == b.n && (a.n == 0 || memcmp(a.at, b.at, a.n) == 0))
        return NJ_SAME;
    return nj_text_compare(a, b, t, d) ? verdict_of(d) : NJ_DIFFERENT;
}

/* A run of lines with one verdict. */
typedef struct Lines {
    const char *stream;
    NjRows *rows;
    int64_t at; /* the line in work, from 1 */
    int64_t first;
    NjRow *row;       /* NULL: none yet */
    const char *only; /* the side that has them, when the other has ended */
} Lines;

static void close_lines(Lines *l)
{
    if (!l->row)
        return;
    int64_t n = l->at - l->first;
    const char *stream = l->stream;
    if (n == 1)
        snprintf(l->row->name, NJ_CELL, "%s %lld", stream, (long long)l->first);
    else
        snprintf(l->row->name, NJ_CELL, "%s %lld-%lld", stream, (long long)l->first,
                 (long long)(l->at - 1));
    snprintf(l->row->shape, NJ_CELL, "%lld line%s", (long long)n, n == 1 ? "" : "s");
    l->row = NULL;
}

static void add_line(Lines *l, NjVerdict verdict, const NjDifference *d, const char *only, NjText a,
                     NjText b)
{
    enum { MAX_ROWS = 200 }; /* then lines that differ stand with others */
    bool is_other = l->row && (l->row->verdict != verdict || l->only != only);
    if (is_other && l->rows->n < MAX_ROWS)
        close_lines(l);
    else if (is_other && verdict > l->row->verdict)
        l->row->verdict = verdict;
    if (!l->row) {
        l->row = nj_rows_add(l->rows, verdict, "text");
        l->first = l->at;
        l->only = only;
        l->row->a = a;
        l->row->b = b;
        l->row->has_texts = !only;
        if (only)
            snprintf(l->row->place, NJ_PLACE, "on %s alone", only);
        else if (verdict != NJ_SAME)
            snprintf(l->row->place, NJ_PLACE, "line %lld", (long long)l->at);
    }
    nj_difference_join(&l->row->d, d);
    l->at++;
}

static void add_lines(NjRows *rows, const char *stream, const NjSide *a, const NjSide *b, NjText x,
                      NjText y, NjTolerance t)
{
    Lines l = {.stream = stream, .rows = rows, .at = 1};
    for (;;) {
        NjText p = {0}, q = {0};
        NjDifference d = NJ_NO_DIFFERENCE;
        bool has_p = nj_text_line(&x, &p), has_q = nj_text_line(&y, &q);
        if (!has_p && !has_q)
            break;
        bool has_both = has_p && has_q;
        NjVerdict verdict = has_both ? compare_texts(p, q, t, &d) : NJ_DIFFERENT;
        add_line(&l, verdict, &d, has_both ? NULL : has_p ? a->name : b->name, p, q);
    }
    close_lines(&l);
}

/* ---- how the runs ended --------------------------------------------------------------------- */

static NjText last_line(NjText text)
{
    NjText line, last = {0};
    while (nj_text_line(&text, &line))
        if (line.n > 0)
            last = line;
    return last;
}

/* Cuts " (in kernel 'k', block ..." off and returns the kernel's name. */
static NjText take_kernel(NjText *line)
{
    static const char mark[] = "(in kernel '";
    for (size_t i = 0; i + sizeof mark <= line->n; i++) {
        if (memcmp(line->at + i, mark, sizeof mark - 1) != 0)
            continue;
        NjText name = {line->at + i + sizeof mark - 1, line->n - i - (sizeof mark - 1)};
        const char *end = memchr(name.at, '\'', name.n);
        if (!end)
            break;
        name.n = (size_t)(end - name.at);
        line->n = i;
        return name;
    }
    return (NjText){0};
}

bool nj_same_exception(NjText a, NjText b)
{
    NjText x = last_line(a), y = last_line(b);
    NjText kernel_x = take_kernel(&x), kernel_y = take_kernel(&y);
    NjDifference d = NJ_NO_DIFFERENCE;
    if (kernel_x.n != kernel_y.n ||
        (kernel_x.n && memcmp(kernel_x.at, kernel_y.at, kernel_x.n) != 0))
        return false;
    bool is_same = nj_text_compare(x, y, (NjTolerance){0, 0}, &d);
    return is_same && (kernel_x.n > 0 || d.n_unequal == 0);
}

static void add_status(NjRows *rows, const NjSide *a, const NjSide *b)
{
    bool is_same = a->status == b->status && nj_same_exception(a->err, b->err);
    NjRow *row = nj_rows_add(rows, is_same ? NJ_SAME : NJ_DIFFERENT, "");
    NjText exception = row->a = last_line(a->err);
    snprintf(row->name, NJ_CELL, "exit status");
    row->has_texts = true;
    row->b = last_line(b->err);
    take_kernel(&exception);
    if (!is_same)
        snprintf(row->place, NJ_PLACE, "%d | %d", a->status, b->status);
    else if (exception.n == 0)
        snprintf(row->place, NJ_PLACE, "both %d", a->status);
    else
        snprintf(row->place, NJ_PLACE, "both %d: %.*s", a->status, (int)exception.n, exception.at);
}

/* ---- variables ------------------------------------------------------------------------------ */

static void shape_text(const NjRecordItem *item, char *out, size_t size)
{
    size_t n = (size_t)snprintf(out, size, "(");
    for (int32_t i = 0; i < item->ndim && n < size; i++)
        n +=
            (size_t)snprintf(out + n, size - n, "%s%lld", i ? ", " : "", (long long)item->shape[i]);
    if (n < size)
        snprintf(out + n, size - n, item->ndim == 1 ? ",)" : ")");
}

static int add_value(char *out, size_t size, const NjRecordItem *item, int64_t at)
{
    NprtText text;
    const char *data = (const char *)item->data + at * nprt_dtype_size(item->dtype);
    nprt_text_init(&text);
    nprt_text_add_scalar(&text, item->dtype, false, data, NPRT_TEXT_STR);
    int n = snprintf(out, size, "%s", nprt_text_c_str(&text));
    nprt_text_fini(&text);
    return n;
}

/* "[3, 0]: 1.0 | 1.5" */
static void value_place(char *out, const NjRecordItem *a, const NjRecordItem *b, int64_t at)
{
    int64_t position[NPRT_MAX_DIMS], left = at;
    size_t n = 0;
    for (int32_t i = a->ndim; i-- > 0; left /= a->shape[i])
        position[i] = left % a->shape[i];
    for (int32_t i = 0; i < a->ndim && n < NJ_CELL; i++)
        n += (size_t)snprintf(out + n, NJ_PLACE - n, "%s%lld%s", i ? ", " : "[",
                              (long long)position[i], i + 1 == a->ndim ? "]: " : "");
    if (n >= NJ_CELL)
        return;
    n += (size_t)add_value(out + n, NJ_CELL, a, at);
    n += (size_t)snprintf(out + n, NJ_PLACE - n, " | ");
    add_value(out + n, NJ_PLACE - n, b, at);
}

static bool same_shape(const NjRecordItem *a, const NjRecordItem *b)
{
    return a->ndim == b->ndim &&
           (a->ndim == 0 || memcmp(a->shape, b->shape, (size_t)a->ndim * sizeof *a->shape) == 0);
}

static void compare_items(NjRow *row, const NjRecordItem *a, const NjRecordItem *b,
                          NjTolerance given)
{
    if (strcmp(a->type, b->type) != 0 || a->is_text != b->is_text) {
        row->verdict = NJ_DIFFERENT;
        snprintf(row->place, NJ_PLACE, "%.60s | %.60s", a->type, b->type);
    } else if (a->is_text) {
        row->a = (NjText){a->data, (size_t)a->nbytes};
        row->b = (NjText){b->data, (size_t)b->nbytes};
        row->has_texts = true;
        row->verdict = compare_texts(row->a, row->b, nj_tolerance_of_text(given), &row->d);
    } else if (!same_shape(a, b)) {
        char other[NJ_CELL];
        row->verdict = NJ_DIFFERENT;
        shape_text(b, other, sizeof other);
        snprintf(row->place, NJ_PLACE, "%s | %s", row->shape, other);
    } else {
        nj_difference_add(&row->d, a->dtype, nj_tolerance_of(a->dtype, given), a->data, b->data,
                          a->nbytes / nprt_dtype_size(a->dtype));
        row->verdict = verdict_of(&row->d);
        if (row->d.first >= 0)
            value_place(row->place, a, b, row->d.first);
    }
}

static NjRow *add_variable(NjRows *rows, const NjRecordItem *item)
{
    NjRow *row = nj_rows_add(rows, NJ_SAME, item->type);
    snprintf(row->name, NJ_CELL, "%s", item->name);
    if (!item->is_text && item->ndim > 0)
        shape_text(item, row->shape, sizeof row->shape);
    return row;
}

static void add_variables(NjRows *rows, const NjSide *a, const NjSide *b, NjTolerance given)
{
    for (uint32_t i = 0; i < a->record.n; i++) {
        const NjRecordItem *item = &a->record.items[i];
        const NjRecordItem *other = nj_record_find(&b->record, item->name, i);
        NjRow *row = add_variable(rows, item);
        if (other) {
            compare_items(row, item, other, given);
            continue;
        }
        row->verdict = NJ_DIFFERENT;
        snprintf(row->place, NJ_PLACE, "on %s alone", a->name);
    }
    for (uint32_t i = 0; i < b->record.n; i++) {
        if (nj_record_find(&a->record, b->record.items[i].name, i))
            continue;
        NjRow *row = add_variable(rows, &b->record.items[i]);
        row->verdict = NJ_DIFFERENT;
        snprintf(row->place, NJ_PLACE, "on %s alone", b->name);
    }
}

/* ---- all of it ------------------------------------------------------------------------------ */

bool nj_report(FILE *out, const NjSide *a, const NjSide *b, NjTolerance given)
{
    NjRows rows = {0};
    NjTolerance text = nj_tolerance_of_text(given);
    add_lines(&rows, "output", a, b, a->out, b->out, text);
    bool has_failed = a->status != 0 || b->status != 0;
    if (has_failed)
        add_status(&rows, a, b);
    else
        add_lines(&rows, "errors", a, b, a->err, b->err, text);
    bool have_variables = a->record.n > 0 && b->record.n > 0;
    if (have_variables || !has_failed) /* an exception leaves none */
        add_variables(&rows, a, b, given);
    uint32_t n[NJ_DIFFERENT + 1] = {0};
    for (uint32_t i = 0; i < rows.n; i++)
        n[rows.items[i].verdict]++;
    if (rows.n > 0)
        nj_rows_print(out, &rows, a->name, b->name);
    nj_times_print(out, a, b);
    if (n[NJ_DIFFERENT])
        fprintf(out, "\ndifferent: %u of %u rows\n", n[NJ_DIFFERENT], rows.n);
    else if (n[NJ_CLOSE])
        fprintf(out, "\nequal within the tolerance: %u of %u rows are not the same bits\n",
                n[NJ_CLOSE], rows.n);
    else
        fprintf(out, "\nequal\n");
    free(rows.items);
    return n[NJ_DIFFERENT] == 0;
}

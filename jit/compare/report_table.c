/* report_table.c - columns as wide as what stands in them. */
#include "jit/compare/report_internal.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    COL_NAME,
    COL_SHAPE,
    COL_TYPE,
    COL_VERDICT,
    COL_ABS,
    COL_REL,
    COL_ULP,
    COL_PLACE,
    N_COLS,
    FIRST_RIGHT = COL_ABS, /* numbers stand to the right */
    FIRST_LEFT = COL_PLACE
};

enum { MAX_SHOWN = 10, MAX_TEXT = 300, MANY_ULP = 1000000 };

NjRow *nj_rows_add(NjRows *rows, NjVerdict verdict, const char *type)
{
    if (rows->n == rows->cap) {
        rows->cap = rows->cap ? 2 * rows->cap : 32;
        rows->items = realloc(rows->items, rows->cap * sizeof *rows->items);
        if (!rows->items) {
            fputs("npjit: out of memory\n", stderr);
            exit(1);
        }
    }
    NjRow *row = &rows->items[rows->n++];
    *row = (NjRow){.verdict = verdict, .d = NJ_NO_DIFFERENCE};
    snprintf(row->type, sizeof row->type, "%s", type);
    return row;
}

static void number_cell(char *cell, double value)
{
    snprintf(cell, NJ_PLACE, value == 0 ? "0" : "%.2e", value);
}

static void fill_cells(const NjRow *row, char cells[N_COLS][NJ_PLACE])
{
    static const char *const verdicts[] = {
        [NJ_SAME] = "yes", [NJ_CLOSE] = "close", [NJ_DIFFERENT] = "NO"};
    memset(cells, 0, N_COLS * sizeof *cells);
    strcpy(cells[COL_NAME], row->name);
    strcpy(cells[COL_SHAPE], row->shape);
    strcpy(cells[COL_TYPE], row->type);
    strcpy(cells[COL_VERDICT], verdicts[row->verdict]);
    strcpy(cells[COL_PLACE], row->place);
    if (row->d.n_unequal == 0)
        return;
    number_cell(cells[COL_ABS], row->d.max_abs);
    number_cell(cells[COL_REL], row->d.max_rel);
    if (row->d.has_ulp && row->d.max_ulp == UINT64_MAX)
        strcpy(cells[COL_ULP], "nan");
    else if (row->d.has_ulp && row->d.max_ulp >= MANY_ULP)
        number_cell(cells[COL_ULP], (double)row->d.max_ulp);
    else if (row->d.has_ulp)
        snprintf(cells[COL_ULP], NJ_PLACE, "%" PRIu64, row->d.max_ulp);
}

static void print_cells(FILE *out, char cells[N_COLS][NJ_PLACE], const size_t *widths)
{
    char line[N_COLS * (NJ_PLACE + 2)];
    size_t n = 0;
    for (int i = 0; i < N_COLS; i++) {
        bool is_right = i >= FIRST_RIGHT && i < FIRST_LEFT;
        n += (size_t)snprintf(line + n, sizeof line - n, is_right ? "%*s  " : "%-*s  ",
                              (int)widths[i], cells[i]);
    }
    while (n > 0 && line[n - 1] == ' ')
        n--;
    fprintf(out, "%.*s\n", (int)n, line);
}

static void measure(char cells[N_COLS][NJ_PLACE], size_t *widths)
{
    for (int i = 0; i < N_COLS; i++)
        if (strlen(cells[i]) > widths[i])
            widths[i] = strlen(cells[i]);
}

static void print_table(FILE *out, const NjRows *rows, const char *a, const char *b)
{
    char header[N_COLS][NJ_PLACE] = {"",        "shape",   "type",    "equal",
                                     "max abs", "max rel", "max ulp", ""};
    char cells[N_COLS][NJ_PLACE];
    size_t widths[N_COLS] = {0};
    snprintf(header[COL_PLACE], NJ_PLACE, "first difference: %s | %s", a, b);
    measure(header, widths);
    for (uint32_t i = 0; i < rows->n; i++) {
        fill_cells(&rows->items[i], cells);
        measure(cells, widths);
    }
    print_cells(out, header, widths);
    for (uint32_t i = 0; i < rows->n; i++) {
        fill_cells(&rows->items[i], cells);
        print_cells(out, cells, widths);
    }
}

static void print_text(FILE *out, int width, const char *name, NjText text)
{
    bool is_long = text.n > MAX_TEXT;
    if (text.n == 0)
        text = (NjText){"(nothing)", strlen("(nothing)")};
    fprintf(out, "  %-*s  %.*s%s\n", width, name, (int)(is_long ? MAX_TEXT : text.n), text.at,
            is_long ? " ..." : "");
}

static void print_texts(FILE *out, const NjRows *rows, const char *a, const char *b)
{
    int width = (int)(strlen(a) > strlen(b) ? strlen(a) : strlen(b)), shown = 0;
    for (uint32_t i = 0; i < rows->n; i++) {
        const NjRow *row = &rows->items[i];
        if (row->verdict != NJ_DIFFERENT || !row->has_texts || shown++ >= MAX_SHOWN)
            continue;
        fprintf(out, "\n%s\n", row->name);
        print_text(out, width, a, row->a);
        print_text(out, width, b, row->b);
    }
}

void nj_rows_print(FILE *out, const NjRows *rows, const char *a, const char *b)
{
    print_table(out, rows, a, b);
    print_texts(out, rows, a, b);
}

/* A run that broke off has told no times. */
static void time_cell(char *cell, const NjSide *side, NprtTime what)
{
    if (side->record.has_ended)
        snprintf(cell, NJ_CELL, "%.1f", side->record.ms[what]);
    else
        strcpy(cell, "-");
}

void nj_times_print(FILE *out, const NjSide *a, const NjSide *b)
{
    static const char *const names[] = {[NPRT_TIME_COMPILE] = "compile",
                                        [NPRT_TIME_TRANSFER] = "transfer",
                                        [NPRT_TIME_KERNELS] = "kernels"};
    fprintf(out, "\n%-9s  %10s  %10s\n", "time (ms)", a->name, b->name);
    for (int i = 0; i < NPRT_TIME_COUNT; i++) {
        char x[NJ_CELL], y[NJ_CELL];
        time_cell(x, a, (NprtTime)i);
        time_cell(y, b, (NprtTime)i);
        fprintf(out, "%-9s  %10s  %10s\n", names[i], x, y);
    }
    fprintf(out, "%-9s  %10.1f  %10.1f\n", "total", a->total_ms, b->total_ms);
}

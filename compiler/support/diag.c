/* Collecting and rendering of diagnostics. A snippet shows one line: the one where the span starts.
 * Tabs are expanded, characters take the columns that a terminal gives them, invisible ones are
 * replaced (also those that would reorder the text), and a long line is cut to a window around the
 * caret. */

#include "compiler/support/diag.h"

#include <string.h>

#include "compiler/support/unicode.h"

#define DEFAULT_MAX_ERRORS 20u
#define DEFAULT_WIDTH      100u
#define TAB_WIDTH          4u
#define REPLACEMENT        "\xEF\xBF\xBD" /* U+FFFD */
#define CUT                "..."

void nj_diags_init(NjDiags *diags, NjArena *arena)
{
    *diags = (NjDiags){.arena = arena};
}

/* ---- collecting ---- */

static uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t len)
{
    const unsigned char *at = bytes;
    for (size_t i = 0; i < len; i++)
        hash = (hash ^ at[i]) * 1099511628211u; /* FNV-1a */
    return hash;
}

static uint64_t hash_diag(const NjDiag *diag)
{
    uint64_t hash = 14695981039346656037u;
    hash = hash_bytes(hash, &diag->severity, sizeof diag->severity);
    hash = hash_bytes(hash, &diag->parent, sizeof(void *));
    hash = hash_bytes(hash, &diag->span.source, sizeof(void *));
    hash = hash_bytes(hash, &diag->span.start, sizeof diag->span.start);
    hash = hash_bytes(hash, &diag->span.end, sizeof diag->span.end);
    hash = hash_bytes(hash, diag->text, strlen(diag->text));
    return hash ? hash : 1;
}

/* The slot of `hash`, or the free one (0) where it belongs. */
static uint64_t *seen_slot(uint64_t *seen, uint32_t room, uint64_t hash)
{
    uint32_t at = (uint32_t)hash & (room - 1);
    while (seen[at] && seen[at] != hash)
        at = (at + 1) & (room - 1);
    return &seen[at];
}

/* Notes that `hash` was reported; tells whether it had been before. */
static bool was_seen(NjDiags *diags, uint64_t hash)
{
    if (diags->nseen >= diags->seen_room / 2) {
        uint32_t room = diags->seen_room ? diags->seen_room * 2 : 32;
        uint64_t *seen = NJ_NEW_ARRAY(diags->arena, uint64_t, room);
        for (uint32_t i = 0; i < diags->seen_room; i++) {
            if (diags->seen[i])
                *seen_slot(seen, room, diags->seen[i]) = diags->seen[i];
        }
        diags->seen = seen;
        diags->seen_room = room;
    }
    uint64_t *slot = seen_slot(diags->seen, diags->seen_room, hash);
    if (*slot)
        return true;
    *slot = hash;
    diags->nseen++;
    return false;
}

NjDiag *nj_diags_add(NjDiags *diags, NjSeverity severity, NjSpan span, const char *format,
                     va_list args)
{
    NjDiag *diag = NJ_NEW(diags->arena, NjDiag);
    diag->severity = severity;
    diag->span = span;
    diag->text = nj_arena_vprintf(diags->arena, format, args);
    if (severity == NJ_SEVERITY_NOTE)
        diag->parent = diags->latest;
    else
        diags->latest = diag;
    diag->is_suppressed =
        (diag->parent && diag->parent->is_suppressed) || was_seen(diags, hash_diag(diag));
    if (!diag->is_suppressed) {
        diags->nerrors += severity == NJ_SEVERITY_ERROR;
        diags->nwarnings += severity == NJ_SEVERITY_WARNING;
    }
    nj_vec_push(diags->arena, &diags->items, diag);
    return diag;
}

NjDiag *nj_diag_underline(NjDiag *diag, NjSpan range)
{
    if (diag->nranges < NJ_DIAG_MAX_RANGES)
        diag->ranges[diag->nranges++] = range;
    return diag;
}

const char *nj_severity_name(NjSeverity severity)
{
    static const char *const names[] = {"error", "warning", "note"};
    return names[severity];
}

/* ---- rendering ---- */

#define RESET "\033[0m"
#define BOLD  "\033[1m"

static const char *severity_colour(NjSeverity severity)
{
    static const char *const colours[] = {"\033[1;31m", "\033[1;35m", "\033[1;36m"};
    return colours[severity];
}

/* A code point as shown: some bytes in some columns. */
typedef struct Cell {
    const char *text;
    uint32_t len;
    uint32_t width;
    bool is_blank; /* `width` spaces instead of text */
} Cell;

/* Takes one code point of a line that has reached `column`; `*out_size` is its length in the
 * source. */
static Cell cell_at(const char *text, uint32_t len, uint32_t column, uint32_t *out_size)
{
    uint32_t code_point = 0;
    uint32_t size = nj_utf8_decode(text, len, &code_point);
    *out_size = size ? size : 1;
    if (code_point == '\t')
        return (Cell){.width = TAB_WIDTH - column % TAB_WIDTH, .is_blank = true};
    if (code_point == '\f')
        return (Cell){.width = 1, .is_blank = true};
    if (!size || nj_unicode_is_hidden(code_point))
        return (Cell){REPLACEMENT, (uint32_t)strlen(REPLACEMENT), 1, false};
    return (Cell){text, size, nj_unicode_width(code_point), false};
}

/* The line under a caret and what of it is shown. */
typedef struct Snippet {
    const char *text;
    uint32_t start, len; /* offset in the source, bytes */
    uint32_t from, to;   /* columns shown, half open */
    uint32_t width;      /* columns of the whole line */
} Snippet;

static uint32_t columns_before(const Snippet *line, uint32_t offset)
{
    uint32_t column = 0, size;
    for (uint32_t at = 0; at < line->len && line->start + at < offset; at += size)
        column += cell_at(line->text + at, line->len - at, column, &size).width;
    return column;
}

/* Chooses the columns to show so that the caret is among them. */
static void choose_window(Snippet *line, uint32_t caret, uint32_t room)
{
    line->from = 0;
    line->to = line->width;
    if (line->width <= room)
        return;
    if (caret >= room - room / 4)
        line->from = caret - room / 2;
    if (line->from + room > line->width && line->width > caret)
        line->from = line->width - room;
    line->to = line->from + room;
}

static bool is_in(NjSpan span, const NjSource *source, uint32_t offset)
{
    return span.source == source && offset >= span.start && offset < span.end;
}

static char mark_of(const NjDiag *diag, uint32_t offset)
{
    if (offset == diag->span.start)
        return '^';
    if (is_in(diag->span, diag->span.source, offset))
        return '~';
    for (uint32_t i = 0; i < diag->nranges; i++) {
        if (is_in(diag->ranges[i], diag->span.source, offset))
            return '~';
    }
    return ' ';
}

static void put_cell(const Cell *cell, NjStrBuf *out)
{
    if (cell->is_blank)
        nj_strbuf_fill(out, ' ', cell->width);
    else
        nj_strbuf_write(out, cell->text, cell->len);
}

static void put_text_row(const Snippet *line, NjStrBuf *out)
{
    if (line->from)
        nj_strbuf_puts(out, CUT);
    uint32_t column = 0, size;
    for (uint32_t at = 0; at < line->len && column < line->to; at += size) {
        Cell cell = cell_at(line->text + at, line->len - at, column, &size);
        if (column >= line->from && column + cell.width <= line->to)
            put_cell(&cell, out);
        else if (column < line->from && column + cell.width > line->from)
            nj_strbuf_fill(out, ' ', column + cell.width - line->from); /* cut through */
        column += cell.width;
    }
    if (line->to < line->width)
        nj_strbuf_puts(out, CUT);
    nj_strbuf_putc(out, '\n');
}

static void put_mark_row(const Snippet *line, const NjDiag *diag, bool colour, NjStrBuf *out)
{
    if (line->from)
        nj_strbuf_fill(out, ' ', strlen(CUT));
    uint32_t column = 0, size;
    size_t end = out->n; /* behind the last mark: the spaces after it are dropped */
    for (uint32_t at = 0; at < line->len && column < line->to; at += size) {
        Cell cell = cell_at(line->text + at, line->len - at, column, &size);
        char mark = mark_of(diag, line->start + at);
        for (uint32_t i = 0; i < cell.width; i++, column++) {
            if (column < line->from || column >= line->to)
                continue;
            nj_strbuf_putc(out, mark == '^' && i > 0 ? '~' : mark);
            if (mark != ' ')
                end = out->n;
        }
    }
    if (diag->span.start >= line->start + line->len) {
        nj_strbuf_putc(out, '^');
        end = out->n;
    }
    out->n = end;
    out->text[end] = '\0';
    if (colour)
        nj_strbuf_puts(out, RESET);
    nj_strbuf_putc(out, '\n');
}

static void put_snippet(const NjDiag *diag, NjRenderOptions options, NjStrBuf *out)
{
    const NjSource *source = diag->span.source;
    uint32_t number = nj_source_line(source, diag->span.start);
    Snippet line = {.start = source->line_starts[number - 1]};
    line.text = nj_source_line_text(source, number, &line.len);
    line.width = columns_before(&line, UINT32_MAX);
    uint32_t room = options.width ? options.width : DEFAULT_WIDTH;
    choose_window(&line, columns_before(&line, diag->span.start), room < 20 ? 20 : room);

    nj_strbuf_printf(out, "%5u | ", number);
    put_text_row(&line, out);
    nj_strbuf_puts(out, "      | ");
    if (options.colour)
        nj_strbuf_puts(out, "\033[1;32m");
    put_mark_row(&line, diag, options.colour, out);
}

void nj_diag_render(const NjDiag *diag, NjRenderOptions options, NjStrBuf *out)
{
    const char *severity = nj_severity_name(diag->severity);
    NjSpan span = diag->span;
    if (options.colour)
        nj_strbuf_puts(out, BOLD);
    if (span.source) {
        nj_strbuf_printf(out, "%s:%u:%u: ", span.source->path, nj_span_line(span),
                         nj_span_column(span));
    } else {
        nj_strbuf_puts(out, "npjit: ");
    }
    if (options.colour) {
        nj_strbuf_printf(out, "%s%s: " RESET BOLD "%s" RESET "\n", severity_colour(diag->severity),
                         severity, diag->text);
    } else {
        nj_strbuf_printf(out, "%s: %s\n", severity, diag->text);
    }
    if (span.source)
        put_snippet(diag, options, out);
}

void nj_diags_render(const NjDiags *diags, NjRenderOptions options, NjStrBuf *out)
{
    uint32_t max_errors = options.max_errors ? options.max_errors : DEFAULT_MAX_ERRORS;
    uint32_t nerrors = 0;
    for (uint32_t i = 0; i < diags->items.n; i++) {
        const NjDiag *diag = diags->items.items[i];
        if (diag->is_suppressed)
            continue;
        nerrors += diag->severity == NJ_SEVERITY_ERROR;
        if (nerrors > max_errors)
            break;
        nj_diag_render(diag, options, out);
    }
    if (diags->nerrors > max_errors) {
        uint32_t more = diags->nerrors - max_errors;
        nj_strbuf_printf(out, "npjit: %u more error%s not shown\n", more, more == 1 ? "" : "s");
    }
}

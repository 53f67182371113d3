/* Loading of source text: reads bytes, honours a byte order mark and an encoding declaration (PEP
 * 263; UTF-8, ASCII, Latin-1 and Windows-1252 are understood), checks the encoding, turns "\r\n"
 * and "\r" into "\n" as CPython's tokenizer does, and notes where lines start. Later passes see
 * clean UTF-8 only. */

#include "compiler/support/source.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "compiler/support/strbuf.h"
#include "compiler/support/unicode.h"
#include "compiler/support/vec.h"

#define MAX_SOURCE ((size_t)1 << 30)
#define MAX_STREAM ((size_t)16 << 20) /* what is read of a pipe, whose length is not known */

typedef enum Encoding {
    ENCODING_UTF8,
    ENCODING_ASCII,
    ENCODING_LATIN1,
    ENCODING_CP1252,
    ENCODING_UNKNOWN
} Encoding;

typedef struct Bytes {
    const char *at;
    size_t len;
} Bytes;

typedef struct Declaration {
    Encoding encoding;
    const char *name; /* as written; NULL: none */
    size_t name_len;
    size_t end; /* offset behind the name */
} Declaration;

/* ---- encoding declaration ---- */

static Bytes line_at(Bytes bytes, size_t start)
{
    size_t end = start;
    while (end < bytes.len && bytes.at[end] != '\n' && bytes.at[end] != '\r')
        end++;
    return (Bytes){bytes.at + start, end - start};
}

static bool is_encoding_char(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '_' || c == '.';
}

static Encoding encoding_named(const char *name, size_t len)
{
    static const struct {
        const char *name;
        Encoding encoding;
    } known[] = {
        {"utf-8", ENCODING_UTF8},       {"utf8", ENCODING_UTF8},
        {"utf-8-sig", ENCODING_UTF8},   {"ascii", ENCODING_ASCII},
        {"us-ascii", ENCODING_ASCII},   {"latin-1", ENCODING_LATIN1},
        {"latin1", ENCODING_LATIN1},    {"iso-8859-1", ENCODING_LATIN1},
        {"iso8859-1", ENCODING_LATIN1}, {"iso-latin-1", ENCODING_LATIN1},
        {"cp1252", ENCODING_CP1252},    {"windows-1252", ENCODING_CP1252},
    };
    char plain[32];
    if (len >= sizeof plain)
        return ENCODING_UNKNOWN;
    for (size_t i = 0; i < len; i++)
        plain[i] = name[i] == '_' ? '-' : name[i];
    plain[len] = '\0';
    /* Suffixes after the known names are an editor's: "utf-8-unix". */
    if (strncasecmp(plain, "utf-8-", 6) == 0)
        return ENCODING_UTF8;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (strcasecmp(plain, known[i].name) == 0)
            return known[i].encoding;
    }
    return ENCODING_UNKNOWN;
}

/* Looks for "coding[:=] name" in a comment line; `*out_is_blank` tells whether the next line counts
 * too. */
static bool declaration_in(Bytes line, Declaration *out, bool *out_is_blank)
{
    size_t i = 0;
    while (i < line.len && (line.at[i] == ' ' || line.at[i] == '\t' || line.at[i] == '\f'))
        i++;
    *out_is_blank = i == line.len || line.at[i] == '#';
    if (i == line.len || line.at[i] != '#')
        return false;
    for (; i + 7 <= line.len; i++) {
        if (memcmp(line.at + i, "coding", 6) != 0 ||
            (line.at[i + 6] != ':' && line.at[i + 6] != '='))
            continue;
        size_t start = i + 7;
        while (start < line.len && (line.at[start] == ' ' || line.at[start] == '\t'))
            start++;
        size_t end = start;
        while (end < line.len && is_encoding_char(line.at[end]))
            end++;
        if (end == start)
            continue;
        out->name = line.at + start;
        out->name_len = end - start;
        out->encoding = encoding_named(out->name, out->name_len);
        return true;
    }
    return false;
}

static Declaration find_declaration(Bytes bytes)
{
    Declaration found = {.encoding = ENCODING_UTF8};
    bool is_blank;
    Bytes line = line_at(bytes, 0);
    if (!declaration_in(line, &found, &is_blank) && is_blank) {
        size_t next = line.len;
        if (next < bytes.len && bytes.at[next] == '\r')
            next++;
        if (next < bytes.len && bytes.at[next] == '\n')
            next++;
        declaration_in(line_at(bytes, next), &found, &is_blank);
    }
    if (found.name)
        found.end = (size_t)(found.name - bytes.at) + found.name_len;
    return found;
}

/* ---- text ---- */

static void index_lines(NjSource *source)
{
    NJ_VEC(uint32_t) starts = {0};
    nj_vec_push(source->arena, &starts, 0);
    const char *end = source->text + source->len;
    for (const char *at = source->text; (at = memchr(at, '\n', (size_t)(end - at))); at++) {
        if (at + 1 < end)
            nj_vec_push(source->arena, &starts, (uint32_t)(at + 1 - source->text));
    }
    source->line_starts = starts.items;
    source->nlines = starts.n;
}

/* Takes `text` (arena, NUL-terminated), unifies its line ends in place. */
static NjSource *make_source(NjArena *arena, const char *path, char *text, size_t len)
{
    if (memchr(text, '\r', len)) {
        size_t to = 0;
        for (size_t from = 0; from < len; from++) {
            bool is_pair = text[from] == '\r' && from + 1 < len && text[from + 1] == '\n';
            if (!is_pair)
                text[to++] = text[from] == '\r' ? '\n' : text[from];
        }
        text[to] = '\0';
        len = to;
    }
    NjSource *source = NJ_NEW(arena, NjSource);
    source->arena = arena;
    source->path = nj_arena_strdup(arena, path);
    source->text = text;
    source->len = (uint32_t)len;
    index_lines(source);
    return source;
}

/* Fails at the last `len` bytes before `end`. The error shows the text up to there; when `len` is
 * 0, with a sign for what comes next and is no text. */
static NjSource *malformed(NjArena *arena, const char *path, Bytes bytes, size_t end, size_t len,
                           NjSourceError *out_error)
{
    NjStrBuf text;
    nj_strbuf_init(&text, arena);
    nj_strbuf_write(&text, bytes.at, end);
    if (!len)
        nj_strbuf_put_utf8(&text, 0xFFFD);
    NjSource *shown = make_source(arena, path, text.text, text.n);
    uint32_t start = shown->len - (uint32_t)(len ? len : strlen("\uFFFD"));
    out_error->kind = NJ_SOURCE_MALFORMED;
    out_error->span = (NjSpan){shown, start, shown->len};
    return NULL;
}

static size_t first_bad_byte(Bytes bytes, Encoding encoding)
{
    size_t i = 0;
    while (i < bytes.len) {
        uint32_t code_point;
        uint32_t size = nj_utf8_decode(bytes.at + i, bytes.len - i, &code_point);
        if (!size || (encoding == ENCODING_ASCII && code_point >= 0x80))
            break;
        i += size;
    }
    return i;
}

/* What Windows-1252 has at 0x80 to 0x9F, where Latin-1 has control characters; 0 is unused. */
static const uint16_t cp1252[32] = {
    0x20AC, 0,      0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
    0x2039, 0x0152, 0,      0x017D, 0,      0,      0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0,      0x017E, 0x0178,
};

static bool is_single_byte(Encoding encoding)
{
    return encoding == ENCODING_LATIN1 || encoding == ENCODING_CP1252;
}

/* Transcodes text of a single-byte encoding. */
static NjStrBuf from_single_byte(NjArena *arena, Bytes bytes, Encoding encoding)
{
    NjStrBuf text;
    nj_strbuf_init(&text, arena);
    for (size_t i = 0; i < bytes.len; i++) {
        uint32_t code_point = (unsigned char)bytes.at[i];
        if (encoding == ENCODING_CP1252 && code_point >= 0x80 && code_point < 0xA0)
            code_point = cp1252[code_point - 0x80] ? cp1252[code_point - 0x80] : 0xFFFD;
        nj_strbuf_put_utf8(&text, code_point);
    }
    return text;
}

NjSource *nj_source_from_memory(NjArena *arena, const char *path, const char *bytes, size_t len,
                                NjSourceError *out_error)
{
    *out_error = (NjSourceError){0};
    if (len > MAX_SOURCE) {
        out_error->kind = NJ_SOURCE_UNREADABLE;
        out_error->text = "the file is too large (more than 1 GiB)";
        return NULL;
    }
    Bytes input = {bytes, len};
    bool has_bom = len >= 3 && memcmp(bytes, "\xEF\xBB\xBF", 3) == 0;
    if (has_bom)
        input = (Bytes){bytes + 3, len - 3};

    Declaration declared = find_declaration(input);
    int name_len = declared.name_len > 100 ? 100 : (int)declared.name_len;
    if (declared.encoding == ENCODING_UNKNOWN) {
        out_error->text =
            nj_arena_printf(arena, "SyntaxError: unknown encoding: %.*s", name_len, declared.name);
        return malformed(arena, path, input, declared.end, declared.name_len, out_error);
    }
    if (has_bom && declared.encoding != ENCODING_UTF8) {
        out_error->text = nj_arena_printf(arena, "SyntaxError: encoding problem: %.*s with BOM",
                                          name_len, declared.name);
        return malformed(arena, path, input, declared.end, declared.name_len, out_error);
    }
    const char *nul = input.len ? memchr(input.at, '\0', input.len) : NULL;
    size_t bad =
        is_single_byte(declared.encoding) ? input.len : first_bad_byte(input, declared.encoding);
    if (nul && (size_t)(nul - input.at) < bad) {
        out_error->text = "SyntaxError: source code cannot contain null bytes";
        return malformed(arena, path, input, (size_t)(nul - input.at), 0, out_error);
    }
    if (bad < input.len) {
        unsigned byte = (unsigned char)input.at[bad];
        if (declared.name) {
            out_error->text = nj_arena_printf(
                arena, "SyntaxError: (unicode error) '%.*s' codec can't decode byte 0x%02x",
                name_len, declared.name, byte);
        } else {
            out_error->text = nj_arena_printf(
                arena,
                "SyntaxError: Non-UTF-8 code starting with '\\x%02x', but no encoding declared",
                byte);
        }
        return malformed(arena, path, input, bad, 0, out_error);
    }
    if (is_single_byte(declared.encoding)) {
        NjStrBuf text = from_single_byte(arena, input, declared.encoding);
        return make_source(arena, path, text.text, text.n);
    }
    return make_source(arena, path, nj_arena_strndup(arena, input.at, input.len), input.len);
}

/* Reads a file into `bytes` up to `room`. Returns the length, or -1 with `errno` set. */
static ssize_t read_file(const char *path, char *bytes, size_t room)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return -1;
    size_t len = 0;
    ssize_t got;
    do {
        got = read(fd, bytes + len, room - len);
        len += got > 0 ? (size_t)got : 0;
    } while ((got > 0 && len < room) || (got < 0 && errno == EINTR));
    int failed = errno;
    close(fd);
    errno = failed;
    return got < 0 ? -1 : (ssize_t)len;
}

NjSource *nj_source_load(NjArena *arena, const char *path, NjSourceError *out_error)
{
    *out_error = (NjSourceError){0};
    struct stat status;
    ssize_t len = -1;
    char *bytes = NULL;
    if (stat(path, &status) < 0) {
        /* errno says why */
    } else if (S_ISDIR(status.st_mode)) {
        errno = EISDIR;
    } else if (status.st_size > (off_t)MAX_SOURCE) {
        errno = EFBIG;
    } else {
        /* The buffer comes first: no file is open where the arena may unwind. */
        bool has_size = S_ISREG(status.st_mode) && status.st_size > 0;
        size_t room = has_size ? (size_t)status.st_size : MAX_STREAM;
        bytes = nj_arena_alloc(arena, room);
        len = read_file(path, bytes, room);
    }
    if (len < 0) {
        out_error->kind = NJ_SOURCE_UNREADABLE;
        out_error->text = nj_arena_printf(arena, "cannot read '%s': %s", path, strerror(errno));
        return NULL;
    }
    return nj_source_from_memory(arena, path, bytes, (size_t)len, out_error);
}

/* ---- places ---- */

uint32_t nj_source_line(const NjSource *source, uint32_t offset)
{
    uint32_t low = 0, high = source->nlines;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (source->line_starts[middle] <= offset)
            low = middle;
        else
            high = middle;
    }
    return low + 1;
}

uint32_t nj_source_column(const NjSource *source, uint32_t offset)
{
    if (offset > source->len)
        offset = source->len;
    uint32_t start = source->line_starts[nj_source_line(source, offset) - 1];
    return nj_utf8_count(source->text + start, offset - start) + 1;
}

const char *nj_source_line_text(const NjSource *source, uint32_t line, uint32_t *out_len)
{
    if (line < 1 || line > source->nlines) {
        *out_len = 0;
        return "";
    }
    uint32_t start = source->line_starts[line - 1];
    uint32_t end = line < source->nlines ? source->line_starts[line] : source->len;
    if (end > start && source->text[end - 1] == '\n')
        end--;
    *out_len = end - start;
    return source->text + start;
}

uint32_t nj_span_line(NjSpan span)
{
    return span.source ? nj_source_line(span.source, span.start) : 0;
}

uint32_t nj_span_column(NjSpan span)
{
    return span.source ? nj_source_column(span.source, span.start) : 0;
}

NjSpan nj_span_join(NjSpan first, NjSpan second)
{
    return (NjSpan){
        .source = first.source,
        .start = first.start < second.start ? first.start : second.start,
        .end = first.end > second.end ? first.end : second.end,
    };
}

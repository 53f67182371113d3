/* record_file.c - see record_file.h. Trusts nothing in the file. */
#include "jit/compare/record_file.h"

#include "runtime/print_scalar.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { UNIT = 8 };

typedef struct Reader {
    const char *at;
    size_t left;
} Reader;

/* The next bytes, or NULL when there are fewer. */
static const void *take(Reader *r, size_t n)
{
    if (n > r->left)
        return NULL;
    const char *at = r->at;
    r->at += n;
    r->left -= n;
    return at;
}

/* Do the extents of the item make its bytes? */
static bool is_whole(const NjRecordItem *item)
{
    int64_t bytes = nprt_dtype_size(item->dtype);
    for (int32_t i = 0; i < item->ndim; i++)
        if (item->shape[i] < 0 || __builtin_mul_overflow(bytes, item->shape[i], &bytes))
            return false;
    return bytes == item->nbytes;
}

static bool read_item(Reader *r, NjRecordItem *out, uint8_t *out_kind)
{
    const NprtRecordHead *head = take(r, sizeof *head);
    if (!head || head->nbytes < 0 || (size_t)head->nbytes > r->left || head->name_bytes % UNIT ||
        head->dtype >= NPRT_DTYPE_COUNT || head->ndim > NPRT_MAX_DIMS)
        return false;
    *out_kind = head->kind;
    *out = (NjRecordItem){.is_text = head->kind == NPRT_RECORD_TEXT,
                          .dtype = (NprtDtype)head->dtype,
                          .ndim = head->ndim,
                          .nbytes = head->nbytes};
    out->shape = take(r, head->ndim * sizeof *out->shape);
    out->name = take(r, head->name_bytes);
    out->data = take(r, ((size_t)head->nbytes + UNIT - 1) / UNIT * UNIT);
    if (!out->shape || !out->name || !out->data)
        return false;
    const char *end = memchr(out->name, '\0', head->name_bytes);
    if (!end)
        return false;
    out->type = end + 1;
    size_t left = head->name_bytes - (size_t)(out->type - out->name);
    return memchr(out->type, '\0', left) && (head->kind != NPRT_RECORD_NUMBERS || is_whole(out));
}

static bool add_item(NjRecord *record, const NjRecordItem *item)
{
    enum { STEP = 64 };
    if (record->n % STEP == 0) {
        NjRecordItem *grown = realloc(record->items, (record->n + STEP) * sizeof *grown);
        if (!grown)
            return false;
        record->items = grown;
    }
    record->items[record->n++] = *item;
    return true;
}

static bool read_all(NjRecord *record)
{
    Reader r = {record->bytes, record->size};
    const char *magic = take(&r, UNIT);
    if (!magic || memcmp(magic, NPRT_RECORD_MAGIC, UNIT) != 0)
        return false;
    NjRecordItem item;
    uint8_t kind;
    while (read_item(&r, &item, &kind)) {
        if (kind == NPRT_RECORD_START) {
            record->has_started = true;
        } else if (kind == NPRT_RECORD_TIMES && item.nbytes == sizeof record->ms) {
            memcpy(record->ms, item.data, sizeof record->ms);
            record->has_ended = true;
            break;
        } else if (!add_item(record, &item)) {
            return false;
        }
    }
    return true;
}

bool nj_record_load(NjRecord *record, const char *path)
{
    *record = (NjRecord){0};
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    struct stat info;
    if (fd < 0)
        return true;
    if (fstat(fd, &info) == 0 && info.st_size > 0) {
        record->size = (size_t)info.st_size;
        record->bytes = mmap(NULL, record->size, PROT_READ, MAP_PRIVATE, fd, 0);
        if (record->bytes == MAP_FAILED)
            record->bytes = NULL;
    }
    close(fd);
    return record->size == 0 || (record->bytes && read_all(record));
}

void nj_record_fini(NjRecord *record)
{
    free(record->items);
    if (record->bytes)
        munmap(record->bytes, record->size);
    *record = (NjRecord){0};
}

const NjRecordItem *nj_record_find(const NjRecord *record, const char *name, uint32_t hint)
{
    if (hint < record->n && strcmp(record->items[hint].name, name) == 0)
        return &record->items[hint];
    for (uint32_t i = 0; i < record->n; i++)
        if (strcmp(record->items[i].name, name) == 0)
            return &record->items[i];
    return NULL;
}

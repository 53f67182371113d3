/* record.c - writing the record of a run: see record.h. */
#include "runtime/record.h"

#include "runtime/cuda.h"
#include "runtime/cuda_internal.h"
#include "runtime/errors.h"
#include "runtime/memory.h"
#include "runtime/print_scalar.h"
#include "runtime/process.h"
#include "runtime/str_value.h"
#include "runtime/value.h"

#include <stdio.h>
#include <string.h>

enum { MAX_NAME = 200, UNIT = 8 };

static struct {
    FILE *file; /* NULL: nothing is recorded */
    double ms[NPRT_TIME_COUNT];
    double kernel_start;
    bool has_failed;
} state;

/* ---- the file ------------------------------------------------------------------------------- */

static void put(const void *bytes, size_t n)
{
    if (n && fwrite(bytes, 1, n, state.file) != n)
        state.has_failed = true;
}

static void put_padding(size_t n)
{
    static const char zeros[UNIT];
    put(zeros, (UNIT - n % UNIT) % UNIT);
}

typedef struct Item {
    NprtRecordKind kind;
    NprtDtype dtype;
    int32_t ndim;
    const int64_t *shape;
    const char *name, *type;
    const void *data;
    int64_t nbytes;
} Item;

static void put_item(const Item *item)
{
    size_t name = strlen(item->name) + 1, type = strlen(item->type) + 1, both = name + type;
    NprtRecordHead head = {.kind = (uint8_t)item->kind,
                           .dtype = (uint8_t)item->dtype,
                           .ndim = (uint8_t)item->ndim,
                           .name_bytes = (uint32_t)((both + UNIT - 1) / UNIT * UNIT),
                           .nbytes = item->nbytes};
    put(&head, sizeof head);
    put(item->shape, (size_t)item->ndim * sizeof *item->shape);
    put(item->name, name);
    put(item->type, type);
    put_padding(both);
    put(item->data, (size_t)item->nbytes);
    put_padding((size_t)item->nbytes);
}

bool nprt_record_open(const char *path, double compile_ms)
{
    memset(&state, 0, sizeof state);
    state.file = fopen(path, "wb");
    if (!state.file)
        return false;
    state.ms[NPRT_TIME_COMPILE] = compile_ms;
    put(NPRT_RECORD_MAGIC, UNIT);
    put_item(&(Item){.kind = NPRT_RECORD_START, .name = "", .type = ""});
    fflush(state.file); /* the program may end in many ways */
    return true;
}

void nprt_record_time(NprtTime what, double ms)
{
    state.ms[what] += ms;
}

bool nprt_record_close(void)
{
    if (!state.file)
        return true;
    put_item(&(Item){.kind = NPRT_RECORD_TIMES,
                     .name = "",
                     .type = "",
                     .data = state.ms,
                     .nbytes = sizeof state.ms});
    bool ok = fclose(state.file) == 0 && !state.has_failed;
    state.file = NULL;
    return ok;
}

/* ---- variables ------------------------------------------------------------------------------ */

int32_t nprt_record_variables(void)
{
    return nprt_cuda_finish();
}

static void put_view(const NprtView *view, const char *name, const char *type)
{
    put_item(&(Item){.kind = NPRT_RECORD_NUMBERS,
                     .dtype = view->dtype,
                     .ndim = view->ndim,
                     .shape = view->shape,
                     .name = name,
                     .type = type,
                     .data = view->data,
                     .nbytes = nprt_view_size(view) * nprt_view_itemsize(view)});
}

static void record_numbers(const char *name, const NprtDesc *desc, const void *value)
{
    NprtView view, copy;
    nprt_view_of(&view, desc, value);
    const char *type = desc->kind == NPRT_K_SCALAR && desc->py ? nprt_desc_type_name(desc)
                                                               : nprt_dtype_name(view.dtype);
    if (!nprt_cuda_view_is_device(&view) && nprt_view_is_contiguous(&view)) {
        put_view(&view, name, type);
        return;
    }
    if (nprt_view_temp_new(view.dtype, view.ndim, view.shape, &copy))
        return;
    if (nprt_cuda_transfer(&copy, &view, NULL) == 0)
        put_view(&copy, name, type);
    nprt_release(copy.owner);
}

static void record_text(const char *name, const NprtDesc *desc, const void *value)
{
    void *shown = NULL;
    bool is_str = desc->kind == NPRT_K_STR;
    if (is_str ? nprt_str_of(desc, value, &shown) : nprt_repr_of(desc, value, &shown))
        return;
    const NprtStr *text = shown;
    put_item(&(Item){.kind = NPRT_RECORD_TEXT,
                     .name = name,
                     .type = nprt_desc_type_name(desc),
                     .data = text->text,
                     .nbytes = text->nbytes});
    nprt_release(shown);
}

static void record_value(const char *name, const NprtDesc *desc, const void *value);

static void record_tuple(const char *name, const NprtDesc *desc, const char *value)
{
    for (uint32_t i = 0; i < desc->n; i++) {
        char part[MAX_NAME];
        if (desc->field_names)
            snprintf(part, sizeof part, "%s.%s", name, desc->field_names[i]);
        else
            snprintf(part, sizeof part, "%s[%u]", name, i);
        record_value(part, desc->elems[i], value + desc->offsets[i]);
    }
}

static void record_value(const char *name, const NprtDesc *desc, const void *value)
{
    if (nprt_desc_is_union(desc)) {
        const NprtDesc *held = nprt_union_held(desc, &value);
        record_value(name, held, value);
        return;
    }
    switch ((NprtKind)desc->kind) {
    case NPRT_K_SCALAR:
    case NPRT_K_ARRAY:
        record_numbers(name, desc, value);
        return;
    case NPRT_K_OPTIONAL:
        if (*(const uint8_t *)value)
            record_value(name, desc->elems[0], (const char *)value + desc->offsets[0]);
        else
            put_item(&(Item){.kind = NPRT_RECORD_TEXT, .name = name, .type = "NoneType"});
        return;
    case NPRT_K_TUPLE:
        record_tuple(name, desc, value);
        return;
    case NPRT_K_STR:
    case NPRT_K_BYTES:
    case NPRT_K_LIST:
    case NPRT_K_DICT:
    case NPRT_K_SET:
    case NPRT_K_FROZENSET:
    case NPRT_K_RANGE:
        record_text(name, desc, value);
        return;
    default:
        return;
    }
}

void nprt_record_value(NprtStr *name, const NprtDesc *desc, const void *value)
{
    if (!state.file)
        return;
    record_value(name->text, desc, value);
    nprt_exc_clear(); /* a copy or a __repr__ that failed */
}

/* ---- kernels on the CPU --------------------------------------------------------------------- */

void nprt_record_kernel(uint8_t begins)
{
    double now = nprt_time_perf() * 1e3;
    if (begins)
        state.kernel_start = now;
    else
        state.ms[NPRT_TIME_KERNELS] += now - state.kernel_start;
}

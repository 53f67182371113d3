/* cuda_report.c - what kernels left for the host: printed text and the first exception.
 *
 * Both lie in host memory that devices write to, so asking costs a load. Strings and source places
 * lie on the device and are fetched when needed. */
#include "ptx-backend/cuda_internal.h"
#include "runtime/cuda_kernel.h"
#include "runtime/errors.h"
#include "runtime/memory.h"
#include "runtime/print.h"
#include "runtime/str.h"

#include <stdlib.h>
#include <string.h>

/* ---- reading device memory ------------------------------------------------------------------ */

static bool fetch(void *to, uint64_t address, size_t bytes)
{
    const NjCudaApi *api = &nj_gpu_device()->api;
    return api->to_host(to, address, bytes, NULL) == CUDA_OK && api->stream_sync(NULL) == CUDA_OK;
}

/* Bytes from the address to the end of the variable or allocation that it lies in; 0: unknown. */
static size_t bytes_behind(uint64_t address)
{
    enum { RANGE_START = 11, RANGE_SIZE = 12 }; /* CU_POINTER_ATTRIBUTE_* */
    const NjCudaApi *api = &nj_gpu_device()->api;
    CudaAddress start = 0;
    size_t size = 0;
    if (!api->pointer_attribute ||
        api->pointer_attribute(&start, RANGE_START, address) != CUDA_OK ||
        api->pointer_attribute(&size, RANGE_SIZE, address) != CUDA_OK ||
        address < start || address >= start + size)
        return 0;
    return (size_t)(start + size - address);
}

/* Constants of the device are fetched once. Never freed: tracebacks keep their addresses. */
typedef struct Constant {
    struct Constant *next;
    uint64_t address; /* on the device, 0: of a module that is unloaded */
    NprtSite site;    /* one of the two */
    char text[];
} Constant;

static Constant *constants;

void nj_gpu_forget_constants(void)
{
    for (Constant *c = constants; c; c = c->next)
        c->address = 0;
}

static Constant *find_constant(uint64_t address)
{
    Constant *c = constants;
    while (c && c->address != address)
        c = c->next;
    return c;
}

static Constant *add_constant(uint64_t address, const char *text, size_t n)
{
    Constant *c = calloc(1, sizeof *c + n + 1);
    if (!c)
        return NULL;
    c->address = address;
    if (n)
        memcpy(c->text, text, n);
    c->next = constants;
    constants = c;
    return c;
}

/* A C string. The driver refuses copies that leave the variable: where its size is not known, the
 * steps get smaller towards the end. */
static const char *fetch_text(uint64_t address)
{
    enum { STEP = 64, LONGEST = 4096 };
    char text[LONGEST + STEP];
    const Constant *found = address ? find_constant(address) : NULL;
    if (found)
        return found->text;
    size_t n = 0, step = STEP, known = address ? bytes_behind(address) : 0;
    if (known && known < STEP)
        step = known;
    while (address && step && n < LONGEST) {
        if (!fetch(text + n, address + n, step)) {
            step /= 2;
            continue;
        }
        if (memchr(text + n, '\0', step)) {
            found = add_constant(address, text, strlen(text));
            return found ? found->text : "?";
        }
        n += step;
        if (known && known - n < step)
            step = known - n;
    }
    return "?";
}

static const NprtSite *fetch_site(uint64_t address)
{
    struct {
        uint64_t file, func;
        uint32_t line, pad;
    } place;
    Constant *site = find_constant(address);
    if (site)
        return &site->site;
    if (!fetch(&place, address, sizeof place))
        return NULL;
    const char *file = fetch_text(place.file), *func = fetch_text(place.func);
    site = add_constant(address, NULL, 0);
    if (!site)
        return NULL;
    site->site = (NprtSite){file, func, place.line};
    return &site->site;
}

/* The text of an NprtStr. */
static const char *fetch_str(uint64_t address)
{
    return address ? fetch_text(address + offsetof(NprtStr, text)) : "";
}

/* ---- exceptions ----------------------------------------------------------------------------- */

static void raise_plain(const NjDeviceError *error)
{
    const int64_t *args = error->args;
    switch ((NjDeviceText)error->text_form) {
    case NJ_DEVICE_TEXT_FORMAT:
        nprt_raise_check(error->kind, fetch_text(error->text), (int32_t)error->n_args, args);
        return;
    case NJ_DEVICE_TEXT_STR:
        nprt_raise(error->kind, "%s", fetch_str(error->text));
        return;
    case NJ_DEVICE_TEXT_INDEX:
        nprt_raise_index(args[0], args[1], (int32_t)args[2], (int32_t)args[3]);
        return;
    case NJ_DEVICE_TEXT_ZERO:
        nprt_raise_zero_division((int32_t)args[0]);
        return;
    case NJ_DEVICE_TEXT_OVERFLOW:
        nprt_raise_overflow();
        return;
    }
}

/* Block and thread as the program launched them. */
static void find_thread(NjDeviceError *error)
{
    uint32_t dim = error->copy_dim;
    if (error->n_copies == 0 || dim > 2 || error->extent[dim] == 0)
        return;
    uint64_t extent = error->extent[dim];
    uint64_t at = (error->block[dim] * extent + error->thread[dim]) * error->n_copies + error->copy;
    error->block[dim] = (uint32_t)(at / extent);
    error->thread[dim] = (uint32_t)(at % extent);
}

/* Adds the entries of the traceback. Gives the function of the last one, the kernel itself; NULL: unknown. */
static const char *add_traceback(const NjDeviceError *error)
{
    const char *kernel = NULL;
    for (uint32_t i = 0; i < error->n_frames && i < NJ_DEVICE_MAX_FRAMES; i++) {
        const NprtSite *site = fetch_site(error->frames[i]);
        if (!site)
            return kernel;
        nprt_traceback(site);
        kernel = i + 1 < NJ_DEVICE_MAX_FRAMES ? site->func : NULL;
    }
    return kernel;
}

/* The exception's text says where it was raised, in the words that kernels on the CPU use. */
static void add_place(const NjDeviceError *error, const char *kernel)
{
    const uint32_t *b = error->block, *t = error->thread;
    char last[NPRT_CUDA_NAME];
    NprtStr *name = nprt_str_from_c(kernel ? kernel : nj_gpu_last_kernel(last));
    nprt_cuda_locate(nprt_exc_pending(), name, b[0], b[1], b[2], t[0], t[1], t[2]);
    nprt_release(name);
}

static void clear_claim(void *context, CudaAddress state)
{
    static const uint64_t none = 0;
    const NjCudaApi *api = &nj_gpu_device()->api;
    (void)context;
    api->to_device(state + offsetof(NjDeviceState, error_claimed), &none, sizeof none, NULL);
}

static int32_t raise_error(NjDeviceError *shared)
{
    NjDeviceError error = *shared;
    shared->kind = 0;
    nj_gpu_each_state(clear_claim, NULL);
    find_thread(&error);
    raise_plain(&error);
    const char *kernel = add_traceback(&error);
    add_place(&error, kernel);
    return 1;
}

/* ---- print ---------------------------------------------------------------------------------- */

enum { PRINT_ROOM = 4 << 20 };

static char *print_buffer; /* pinned, of all modules; NULL: none prints */

bool nj_gpu_open_print(uint64_t *out_address, uint64_t *out_room)
{
    if (!print_buffer && nj_gpu_alloc_pinned(PRINT_ROOM, &print_buffer)) {
        nprt_exc_clear();
        return false;
    }
    memset(print_buffer, 0, PRINT_ROOM);
    *out_address = (uint64_t)(uintptr_t)print_buffer;
    *out_room = PRINT_ROOM;
    return true;
}

typedef struct Pieces {
    NjDevicePiece **items;
    int64_t *before; /* the piece of the same thread before it, not printed yet, or -1 */
    int64_t *last;   /* hash table: the last such piece of a thread */
    size_t n, n_slots;
} Pieces;

static void print_one(const NjDevicePiece *piece)
{
    const char *bytes = (const char *)(piece + 1);
    if (piece->bytes == 0) /* empty text, or a piece that had no room */
        return;
    if (piece->kind == NPRT_K_SCALAR) {
        NprtDesc desc = {.kind = NPRT_K_SCALAR,
                         .dtype = piece->dtype,
                         .py = piece->py,
                         .size = piece->bytes,
                         .align = piece->bytes};
        nprt_print_value(&desc, bytes);
        return;
    }
    NprtStr *text = nprt_str_new(bytes, piece->bytes);
    nprt_print_text(text);
    nprt_release(text);
}

static int64_t *slot_of(Pieces *p, uint64_t thread)
{
    size_t at = (size_t)(thread * UINT64_C(0x9e3779b97f4a7c15) >> 20) & (p->n_slots - 1);
    while (p->last[at] >= 0 && p->items[p->last[at]]->thread != thread)
        at = (at + 1) & (p->n_slots - 1);
    return &p->last[at];
}

/* Prints the chain that ends in piece `at`, oldest first. */
static void print_chain(Pieces *p, int64_t at)
{
    int64_t newer = -1;
    while (at >= 0) { /* turn the links around */
        int64_t older = p->before[at];
        p->before[at] = newer;
        newer = at;
        at = older;
    }
    for (; newer >= 0; newer = p->before[newer])
        print_one(p->items[newer]);
}

static bool ends_line(const NjDevicePiece *piece)
{
    return piece->kind == NPRT_K_STR && piece->bytes > 0 &&
           ((const char *)(piece + 1))[piece->bytes - 1] == '\n';
}

/* Lines of different threads do not mix: each is shown when its end arrives. */
static void print_pieces(Pieces *p)
{
    for (size_t i = 0; i < p->n; i++) {
        int64_t *last = slot_of(p, p->items[i]->thread);
        bool is_open = *last >= 0 && p->before[*last] != -2;
        p->before[i] = is_open ? *last : -1;
        *last = (int64_t)i;
        if (!ends_line(p->items[i]))
            continue;
        print_chain(p, (int64_t)i);
        p->before[i] = -2; /* the thread's line is over */
    }
    for (size_t k = 0; k < p->n_slots; k++)
        if (p->last[k] >= 0 && p->before[p->last[k]] != -2)
            print_chain(p, p->last[k]);
}

static size_t count_pieces(size_t used, NjDevicePiece **items)
{
    size_t n = 0;
    for (size_t at = 0; at + sizeof(NjDevicePiece) <= used;) {
        NjDevicePiece *piece = (NjDevicePiece *)(print_buffer + at);
        if (items)
            items[n] = piece;
        n++;
        at += (sizeof *piece + piece->bytes + 15) / 16 * 16;
    }
    return n;
}

static void show_prints(size_t used)
{
    Pieces p = {.n = count_pieces(used, NULL), .n_slots = 16};
    while (p.n_slots < 2 * p.n)
        p.n_slots *= 2;
    p.items = malloc((p.n + 1) * sizeof *p.items);
    p.before = malloc((p.n + 1) * sizeof *p.before);
    p.last = malloc(p.n_slots * sizeof *p.last);
    if (p.items && p.before && p.last) {
        count_pieces(used, p.items);
        for (size_t i = 0; i < p.n_slots; i++)
            p.last[i] = -1;
        print_pieces(&p);
    }
    free(p.items);
    free(p.before);
    free(p.last);
}

/* Every module counts by itself from the start of the buffer, so only one may print at a time: what
 * each has used is shown in turn. */
static void show_module(void *context, CudaAddress state)
{
    uint64_t used = 0, none = 0;
    CudaAddress counter = state + offsetof(NjDeviceState, print_used);
    (void)context;
    if (!fetch(&used, counter, sizeof used) || used == 0)
        return;
    size_t shown = used < PRINT_ROOM ? (size_t)used : (size_t)PRINT_ROOM;
    show_prints(shown);
    if (used > PRINT_ROOM) {
        static const char lost[] = "... (more output of kernels was lost)\n";
        NprtStr *text = nprt_str_new(lost, sizeof lost - 1);
        nprt_print_text(text);
        nprt_release(text);
    }
    memset(print_buffer, 0, shown);
    nj_gpu_device()->api.to_device(counter, &none, sizeof none, NULL);
}

int32_t nj_gpu_report(void)
{
    NjDeviceError *error = nj_gpu_device()->error;
    if (print_buffer)
        nj_gpu_each_state(show_module, NULL);
    return error && __atomic_load_n(&error->kind, __ATOMIC_ACQUIRE) ? raise_error(error) : 0;
}

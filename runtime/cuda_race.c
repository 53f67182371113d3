/* cuda_race.c - see cuda_race.h.
 *
 * Memory is known by pages; a page has a cell per unit, the smallest element it has been used by.
 * A cell has its last write, and four reads: with the last one, the last of another thread, of
 * another warp and of another block there is one that a later write races with whenever there is
 * any. Atomic operations, and polls, are kept in the same way. Time counts the events that order
 * something; what happened before the launch, or before the memory was made, is told by its time as
 * well, so that nothing is cleared. */
#include "runtime/cuda_race.h"

#include "runtime/cuda.h"
#include "runtime/print.h"
#include "runtime/view.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    PAGE_BITS = 12,
    PAGE_SIZE = 1 << PAGE_BITS,
    LANES = 32,
    N_KEPT = 4,
    MAX_PLACES = 4096,
    MAX_REPORTS = 64,
    NEAR_PAGES = 256
};

#define NO_THREAD UINT32_MAX

/* place 0: none */
typedef struct Use {
    uint16_t place, kind; /* NprtRaceKind */
    uint32_t thread, time, warp_time;
} Use;

/* The last use; the last of another thread, of another warp, of another block. */
typedef struct Uses {
    Use kept[N_KEPT];
} Uses;

typedef struct Cell {
    Use write;
    Uses reads;
} Cell;

typedef struct Page {
    uintptr_t number;
    unsigned shift; /* of the unit */
    Cell *cells;    /* PAGE_SIZE >> shift */
    Uses *atomics;  /* as many, or NULL */
} Page;

/* What one thread has told others, and learnt of them, by syncwarp and by fences. */
typedef struct Thread {
    uint32_t warp_time;    /* counts its syncwarps */
    uint32_t known[LANES]; /* uses of a lane before this warp_time of it come before what follows */
} Thread;

typedef struct Fence {
    uint32_t fenced, acquired;  /* times of its last ones; 0: never */
    uint32_t released, covered; /* at the one time what it had done before the other */
} Fence;

typedef struct BlockFence {
    uint32_t before, released; /* uses before the one time were released at the other */
} BlockFence;

static struct {
    Page **pages; /* a hash table, owned */
    size_t n_pages, cap_pages;
    Page *near[NEAR_PAGES];
    const NprtStr *places[MAX_PLACES]; /* a hash table */
    uint32_t n_reports, reported[MAX_REPORTS][2];
    NprtStr *kernel;
    int64_t blocks[3], threads[3];
    uint32_t n_threads; /* of a block */
    bool is_grid;
    uint32_t block, thread; /* in work, numbered over the grid */
    uint32_t time, launched, met, block_acquired;
    Thread *warps; /* of the threads of the block, or of the grid */
    size_t n_warps;
    bool has_warps; /* some syncwarp has been met in the block */
    Fence *fences;  /* by thread; NULL: the launch has no fence */
    BlockFence *block_fences;
    bool has_failed; /* no memory: it is of no use to go on */
} race;

static void give_up(void)
{
    if (!race.has_failed)
        fputs("npjit: no memory to look for races\n", stderr);
    race.has_failed = true;
    race.thread = NO_THREAD;
}

static uint64_t n_all_threads(void)
{
    return (uint64_t)(race.blocks[0] * race.blocks[1] * race.blocks[2]) * race.n_threads;
}

/* ---- where the kernel is -------------------------------------------------------------------- */

static void clear_warps(size_t n)
{
    if (race.has_warps && race.warps)
        memset(race.warps, 0, race.n_warps * sizeof *race.warps);
    race.has_warps = false;
    if (n <= race.n_warps)
        return;
    free(race.warps);
    race.warps = calloc(n, sizeof *race.warps);
    race.n_warps = race.warps ? n : 0;
    if (!race.warps)
        give_up();
}

void nprt_race_launch(NprtStr *kernel, uint8_t is_grid, int64_t blocks_x, int64_t blocks_y,
                      int64_t blocks_z, int64_t threads_x, int64_t threads_y, int64_t threads_z)
{
    race.kernel = kernel;
    race.blocks[0] = blocks_x;
    race.blocks[1] = blocks_y;
    race.blocks[2] = blocks_z;
    race.threads[0] = threads_x;
    race.threads[1] = threads_y;
    race.threads[2] = threads_z;
    race.n_threads = (uint32_t)(threads_x * threads_y * threads_z);
    race.is_grid = is_grid;
    race.launched = race.met = ++race.time;
    race.block = race.block_acquired = 0;
    race.thread = NO_THREAD;
    free(race.fences);
    free(race.block_fences);
    race.fences = NULL;
    race.block_fences = NULL;
    clear_warps(is_grid ? n_all_threads() : race.n_threads);
}

void nprt_race_end(void)
{
    race.thread = NO_THREAD;
}

void nprt_race_block(int64_t x, int64_t y, int64_t z)
{
    race.block = (uint32_t)(x + race.blocks[0] * (y + race.blocks[1] * z));
    race.met = ++race.time;
    race.block_acquired = 0;
    clear_warps(race.n_threads);
}

void nprt_race_thread(int64_t number)
{
    if (race.has_failed)
        return;
    if (race.is_grid)
        race.block = (uint32_t)number / race.n_threads;
    race.thread = race.is_grid ? (uint32_t)number : race.block * race.n_threads + (uint32_t)number;
}

/* What one thread of the block has acquired, all have. */
static void spread_acquired(void)
{
    if (!race.fences || race.is_grid)
        return;
    for (uint32_t i = 0; i < race.n_threads; i++) {
        uint32_t acquired = race.fences[race.block * race.n_threads + i].acquired;
        if (acquired > race.block_acquired)
            race.block_acquired = acquired;
    }
}

void nprt_race_barrier(void)
{
    spread_acquired();
    race.met = ++race.time;
    race.thread = NO_THREAD;
}

void nprt_race_grid_barrier(void)
{
    race.launched = race.met = ++race.time;
    race.thread = NO_THREAD;
}

/* ---- what orders threads -------------------------------------------------------------------- */

static Thread *warp_state(uint32_t thread)
{
    return &race.warps[race.is_grid ? thread : thread % race.n_threads];
}

void nprt_race_warp_arrive(void)
{
    if (race.thread == NO_THREAD)
        return;
    race.has_warps = true;
    warp_state(race.thread)->warp_time++;
}

void nprt_race_warp_leave(int64_t mask)
{
    if (race.thread == NO_THREAD)
        return;
    uint32_t in_block = race.thread % race.n_threads, lane = in_block % LANES;
    Thread *own = warp_state(race.thread), *first = own - lane;
    for (uint32_t k = 0; k < LANES && in_block - lane + k < race.n_threads; k++) {
        if (k == lane || !(mask >> k & 1))
            continue;
        for (uint32_t i = 0; i < LANES; i++)
            if (first[k].known[i] > own->known[i])
                own->known[i] = first[k].known[i];
        if (first[k].warp_time > own->known[k])
            own->known[k] = first[k].warp_time;
    }
}

void nprt_race_fence(void)
{
    if (race.thread == NO_THREAD)
        return;
    if (!race.fences) {
        race.fences = calloc(n_all_threads(), sizeof *race.fences);
        race.block_fences = calloc(n_all_threads() / race.n_threads, sizeof *race.block_fences);
        if (!race.fences || !race.block_fences) {
            give_up();
            return;
        }
    }
    race.fences[race.thread].fenced = ++race.time;
}

/* An atomic operation publishes what its thread had fenced, and all that the block had done before
 * its last barrier; and it may have seen what others have published. */
static void note_atomic(void)
{
    if (!race.fences)
        return;
    Fence *own = &race.fences[race.thread];
    own->acquired = ++race.time;
    if (own->fenced > own->covered) {
        own->released = race.time;
        own->covered = own->fenced;
        race.block_fences[race.block] = (BlockFence){race.met, race.time};
    }
}

static bool is_fenced(const Use *u)
{
    if (!race.fences)
        return false;
    uint32_t acquired = race.fences[race.thread].acquired;
    if (race.block_acquired > acquired)
        acquired = race.block_acquired;
    const Fence *theirs = &race.fences[u->thread];
    if (theirs->covered > u->time && acquired >= theirs->released)
        return true;
    const BlockFence *all = &race.block_fences[u->thread / race.n_threads];
    return all->before > u->time && acquired >= all->released;
}

/* Does the use come before what the thread in work does now? */
static bool is_before(const Use *u)
{
    if (!u->place || u->time < race.launched || u->thread == race.thread)
        return true;
    if (u->thread / race.n_threads == race.block) {
        uint32_t lane = u->thread % race.n_threads, own = race.thread % race.n_threads;
        if (u->time < race.met)
            return true;
        if (race.has_warps && lane / LANES == own / LANES &&
            warp_state(race.thread)->known[lane % LANES] > u->warp_time)
            return true;
    }
    return is_fenced(u);
}

/* ---- memory --------------------------------------------------------------------------------- */

static size_t hash_of(uintptr_t number)
{
    return (size_t)(((uint64_t)number * UINT64_C(0x9e3779b97f4a7c15)) >> 20);
}

static bool grow_pages(void)
{
    size_t cap = race.cap_pages ? 2 * race.cap_pages : 1024;
    Page **grown = calloc(cap, sizeof(Page *));
    if (!grown)
        return false;
    for (size_t i = 0; i < race.cap_pages; i++) {
        Page *page = race.pages[i];
        size_t at = page ? hash_of(page->number) : 0;
        while (page && grown[at % cap])
            at++;
        if (page)
            grown[at % cap] = page;
    }
    free(race.pages);
    race.pages = grown;
    race.cap_pages = cap;
    return true;
}

/* Units become smaller: each part of an old one starts with what was known of it. */
static bool split_page(Page *page, unsigned shift)
{
    size_t n = (size_t)PAGE_SIZE >> shift;
    unsigned parts = page->shift - shift;
    Cell *cells = malloc(n * sizeof *cells);
    Uses *atomics = page->atomics ? malloc(n * sizeof *atomics) : NULL;
    if (!cells || (page->atomics && !atomics)) {
        free(cells);
        return false;
    }
    for (size_t i = 0; i < n; i++) {
        cells[i] = page->cells[i >> parts];
        if (atomics)
            atomics[i] = page->atomics[i >> parts];
    }
    free(page->cells);
    free(page->atomics);
    page->cells = cells;
    page->atomics = atomics;
    page->shift = shift;
    return true;
}

static Page *new_page(uintptr_t number, unsigned shift)
{
    if (2 * race.n_pages >= race.cap_pages && !grow_pages())
        return NULL;
    Page *page = malloc(sizeof *page);
    Cell *cells = calloc((size_t)PAGE_SIZE >> shift, sizeof *cells);
    if (!page || !cells) {
        free(page);
        free(cells);
        return NULL;
    }
    *page = (Page){number, shift, cells, NULL};
    size_t at = hash_of(number);
    while (race.pages[at % race.cap_pages])
        at++;
    race.pages[at % race.cap_pages] = page;
    race.n_pages++;
    return page;
}

static Page *find_page(uintptr_t number)
{
    Page **near = &race.near[number % NEAR_PAGES];
    if (*near && (*near)->number == number)
        return *near;
    for (size_t at = hash_of(number); race.cap_pages && race.pages[at % race.cap_pages]; at++)
        if (race.pages[at % race.cap_pages]->number == number)
            return *near = race.pages[at % race.cap_pages];
    return NULL;
}

/* The page with units of at most 1 << shift bytes; NULL: no memory. */
static Page *page_of(uintptr_t address, unsigned shift)
{
    Page *page = find_page(address >> PAGE_BITS);
    if (!page)
        page = new_page(address >> PAGE_BITS, shift);
    if (page && page->shift > shift && !split_page(page, shift))
        return NULL;
    return page;
}

void nprt_race_fresh(const NprtDesc *desc, const void *array)
{
    NprtView view;
    const char *low, *high;
    nprt_view_of(&view, desc, array);
    nprt_view_bounds(&view, &low, &high);
    for (uintptr_t at = (uintptr_t)low; at < (uintptr_t)high;) {
        uintptr_t end = (at | (PAGE_SIZE - 1)) + 1;
        if (end > (uintptr_t)high)
            end = (uintptr_t)high;
        Page *page = find_page(at >> PAGE_BITS);
        if (page) {
            size_t first = (at % PAGE_SIZE) >> page->shift;
            size_t last = ((end - 1) % PAGE_SIZE) >> page->shift;
            memset(&page->cells[first], 0, (last - first + 1) * sizeof *page->cells);
            if (page->atomics)
                memset(&page->atomics[first], 0, (last - first + 1) * sizeof *page->atomics);
        }
        at = end;
    }
}

/* ---- reports -------------------------------------------------------------------------------- */

/* A number for the place, from 1; 0: there are too many. */
static uint32_t number_of(const NprtStr *place)
{
    size_t at = hash_of((uintptr_t)place);
    for (uint32_t i = 0; i < MAX_PLACES - 1; i++, at++) {
        uint32_t number = (uint32_t)(at % (MAX_PLACES - 1)) + 1;
        if (!race.places[number])
            race.places[number] = place;
        if (race.places[number] == place)
            return number;
    }
    return 0;
}

static void print_position(const char *what, int64_t number, const int64_t *extents)
{
    fprintf(stderr, "%s (%lld, %lld, %lld)", what, (long long)(number % extents[0]),
            (long long)(number / extents[0] % extents[1]),
            (long long)(number / extents[0] / extents[1]));
}

static void print_use(uint32_t number, uint32_t thread, const char *what)
{
    const char *place = race.places[number]->text, *text = strchr(place, '\n') + 1;
    fprintf(stderr, "  %.*s: %s", (int)(text - 1 - place), place, what);
    print_position(" by thread", thread % race.n_threads, race.threads);
    print_position(" of block", thread / race.n_threads, race.blocks);
    fprintf(stderr, "\n      %.*s\n", (int)(strchr(text, '\n') - text), text);
}

/* The subscripts of the element: its distance from the array's start, taken apart by strides. */
static void print_element(const char *element, const NprtDesc *base_desc, const void *base)
{
    NprtView view;
    nprt_view_of(&view, base_desc, base);
    int64_t left = element - view.data, subs[NPRT_MAX_DIMS] = {0};
    bool is_taken[NPRT_MAX_DIMS] = {0};
    for (int32_t round = 0; round < view.ndim; round++) {
        int32_t dim = -1;
        for (int32_t i = 0; i < view.ndim; i++) {
            bool is_larger = dim < 0 || llabs(view.strides[i]) > llabs(view.strides[dim]);
            if (!is_taken[i] && is_larger)
                dim = i;
        }
        is_taken[dim] = true;
        if (view.strides[dim] == 0)
            continue;
        subs[dim] = left / view.strides[dim];
        left -= subs[dim] * view.strides[dim];
    }
    for (int32_t i = 0; i < view.ndim; i++)
        fprintf(stderr, "%s%lld%s", i ? ", " : "[", (long long)subs[i],
                i + 1 == view.ndim ? "]" : "");
}

static bool is_new_pair(uint32_t a, uint32_t b)
{
    uint32_t low = a < b ? a : b, high = a < b ? b : a;
    uint32_t n = race.n_reports < MAX_REPORTS ? race.n_reports : MAX_REPORTS;
    for (uint32_t i = 0; i < n; i++)
        if (race.reported[i][0] == low && race.reported[i][1] == high)
            return false;
    if (n == MAX_REPORTS)
        return false;
    race.reported[n][0] = low;
    race.reported[n][1] = high;
    race.n_reports++;
    return true;
}

/* The use in work, for the report. */
typedef struct Now {
    Use use;
    const char *element;
    const NprtDesc *base_desc;
    const void *base;
    bool changes; /* a write of another value than the element has */
} Now;

static void check(const Now *now, const Use *u)
{
    static const char *const words[] = {"read", "read", "write", "atomic operation"};
    if (is_before(u) || !is_new_pair(now->use.place, u->place))
        return;
    const char *place = race.places[now->use.place]->text;
    const char *array = strchr(strchr(place, '\n') + 1, '\n') + 1;
    nprt_print_flush();
    fprintf(stderr, "npjit: race in kernel '%s': %s, element ", race.kernel->text, array);
    print_element(now->element, now->base_desc, now->base);
    fputc('\n', stderr);
    print_use(u->place, u->thread, words[u->kind]);
    print_use(now->use.place, race.thread, words[now->use.kind]);
}

uint32_t nprt_race_finish(void)
{
    uint32_t n = race.n_reports;
    if (n)
        fprintf(stderr, "npjit: %u race%s found\n", n, n == 1 ? "" : "s");
    return n;
}

/* ---- uses ----------------------------------------------------------------------------------- */

static void check_all(const Now *now, const Uses *uses)
{
    for (int i = 0; i < N_KEPT; i++)
        check(now, &uses->kept[i]);
}

static void keep(Uses *uses, Use u)
{
    Use *kept = uses->kept, last = kept[0];
    if (last.place && last.time >= race.launched && last.thread != u.thread) {
        uint32_t last_block = last.thread / race.n_threads;
        kept[1] = last;
        if (last_block != race.block)
            kept[2] = kept[3] = last;
        else if (last.thread % race.n_threads / LANES != u.thread % race.n_threads / LANES)
            kept[2] = last;
    }
    kept[0] = u;
}

static void use_unit(Page *page, size_t at, const Now *now)
{
    Cell *cell = &page->cells[at];
    Use u = now->use;
    if (u.kind != NPRT_RACE_WRITE || now->changes)
        check(now, &cell->write);
    if (u.kind == NPRT_RACE_WRITE || u.kind == NPRT_RACE_ATOMIC)
        check_all(now, &cell->reads);
    if ((u.kind == NPRT_RACE_READ || u.kind == NPRT_RACE_WRITE) && page->atomics)
        check_all(now, &page->atomics[at]);
    if (u.kind == NPRT_RACE_READ)
        keep(&cell->reads, u);
    else if (u.kind == NPRT_RACE_WRITE)
        cell->write = u;
    else if (page->atomics)
        keep(&page->atomics[at], u);
}

static void use_element(const NprtView *view, const Now *now)
{
    int64_t size = nprt_view_itemsize(view);
    bool is_shared = now->use.kind == NPRT_RACE_ATOMIC || now->use.kind == NPRT_RACE_POLL;
    unsigned shift = (unsigned)__builtin_ctzll((uint64_t)size | (uint64_t)PAGE_SIZE);
    while (((uintptr_t)view->data & ((UINT64_C(1) << shift) - 1)) != 0)
        shift--;
    for (int64_t done = 0; done < size; done += INT64_C(1) << shift) {
        uintptr_t address = (uintptr_t)view->data + (uintptr_t)done;
        Page *page = page_of(address, shift);
        if (page && is_shared && !page->atomics)
            page->atomics = calloc((size_t)PAGE_SIZE >> page->shift, sizeof *page->atomics);
        if (!page || (is_shared && !page->atomics)) {
            give_up();
            return;
        }
        size_t n = (size_t)1 << (shift - page->shift), first = (address % PAGE_SIZE) >> page->shift;
        for (size_t i = 0; i < n; i++)
            use_unit(page, first + i, now);
    }
}

/* Fills what both kinds of use have; false when nothing is to be done. */
static bool begin_use(Now *now, const NprtView *view, int64_t kind, const NprtStr *place)
{
    uint32_t number = race.thread == NO_THREAD ? 0 : number_of(place);
    if (number == 0)
        return false;
    if (kind == NPRT_RACE_ATOMIC)
        note_atomic();
    uint32_t warp_time = race.has_warps ? warp_state(race.thread)->warp_time : 0;
    now->use = (Use){(uint16_t)number, (uint16_t)kind, race.thread, race.time, warp_time};
    now->element = view->data;
    now->changes = true;
    return true;
}

void nprt_race_use(const NprtDesc *desc, const void *element, const NprtDesc *base_desc,
                   const void *base, int64_t kind, NprtStr *place)
{
    NprtView view;
    nprt_view_of(&view, desc, element);
    Now now = {.base_desc = base_desc, .base = base};
    if (begin_use(&now, &view, kind, place))
        use_element(&view, &now);
}

void nprt_race_write(const NprtDesc *desc, const void *element, const NprtDesc *base_desc,
                     const void *base, const NprtDesc *value_desc, const void *value,
                     NprtStr *place)
{
    NprtView view;
    nprt_view_of(&view, desc, element);
    Now now = {.base_desc = base_desc, .base = base};
    if (!begin_use(&now, &view, NPRT_RACE_WRITE, place))
        return;
    size_t size = (size_t)nprt_view_itemsize(&view);
    now.changes = value_desc->size != size || memcmp(view.data, value, size) != 0;
    use_element(&view, &now);
}

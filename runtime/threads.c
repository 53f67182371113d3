/* threads.c - the thread pool.
 *
 * A loop is announced by counting up `generation`, on which idle workers wait: a few microseconds
 * spinning, then in a futex, so that back-to-back loops start within a microsecond and an idle pool
 * costs nothing. Spinning is left out where there are no processors to spare. Chunks are handed out
 * per thread by an atomic counter over the thread's own share; a thread that is done takes from the
 * others. */
#include "runtime/threads.h"

#include "runtime/errors.h"
#include "runtime/memory.h"

#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum {
    MAX_THREADS = 512,
    THREAD_BITS = 10, /* of a generation: the two must change together */
    CHUNKS_PER_THREAD = 8,
    SPIN_NS = 4000
};

/* A thread's share of the chunks, on a cache line of its own. */
typedef struct Share {
    _Alignas(64) _Atomic int64_t next;
    int64_t end;
} Share;

static struct Pool {
    pthread_mutex_t lock; /* one parallel loop at a time; also guards starting and resizing */
    int n_max;            /* threads that may be asked for; 0: not known yet */
    int n_wanted;         /* threads that loops use, the caller included */
    int n_started;        /* workers that exist */
    bool may_spin;
    _Atomic uint32_t generation; /* futex: counts loops in the upper bits, below: their threads */
    _Atomic uint32_t n_working;  /* futex: workers of this loop that are not done */
    /* the loop in work */
    NprtLoopBody *body;
    void *context;
    int64_t n, n_chunks;
    int n_threads;
    Share shares[MAX_THREADS];
    _Atomic int64_t first_failed;     /* lowest chunk that raised */
    NprtExc *exceptions[MAX_THREADS]; /* of each thread: of the lowest chunk that it saw fail */
    int64_t failed[MAX_THREADS];
} pool = {.lock = PTHREAD_MUTEX_INITIALIZER};

static _Thread_local int thread_id;
static _Thread_local int is_in_loop;

/* ---- waiting -------------------------------------------------------------------------------- */

static void futex_wait(_Atomic uint32_t *word, uint32_t value)
{
    syscall(SYS_futex, (uint32_t *)word, FUTEX_WAIT_PRIVATE, value, NULL, NULL, 0);
}

static void futex_wake(_Atomic uint32_t *word)
{
    syscall(SYS_futex, (uint32_t *)word, FUTEX_WAKE_PRIVATE, INT_MAX, NULL, NULL, 0);
}

static int64_t now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * INT64_C(1000000000) + t.tv_nsec;
}

/* Returns when the word differs from `value`. */
static void wait_for_change(_Atomic uint32_t *word, uint32_t value)
{
    if (pool.may_spin) {
        int64_t until = now_ns() + SPIN_NS;
        do {
            for (int i = 0; i < 32; i++) {
                if (atomic_load_explicit(word, memory_order_acquire) != value)
                    return;
                __builtin_ia32_pause();
            }
        } while (now_ns() < until);
    }
    while (atomic_load_explicit(word, memory_order_acquire) == value)
        futex_wait(word, value);
}

/* ---- a loop --------------------------------------------------------------------------------- */

/* First iteration of a chunk: the chunks differ in size by one at most. */
static int64_t chunk_begin(int64_t n, int64_t n_chunks, int64_t chunk)
{
    int64_t size = n / n_chunks, longer = n % n_chunks;
    return chunk * size + (chunk < longer ? chunk : longer);
}

/* Keeps the exception of the lowest chunk that this thread saw fail. */
static void keep_exception(int thread, int64_t chunk)
{
    NprtExc *exc = nprt_exc_take();
    if (pool.exceptions[thread] && pool.failed[thread] < chunk) {
        nprt_release(exc);
        return;
    }
    nprt_release(pool.exceptions[thread]);
    pool.exceptions[thread] = exc;
    pool.failed[thread] = chunk;
    int64_t first = atomic_load(&pool.first_failed);
    while (chunk < first && !atomic_compare_exchange_weak(&pool.first_failed, &first, chunk))
        continue;
}

static void run_chunk(int thread, int64_t chunk)
{
    /* A sequential loop would have stopped at the exception. */
    if (chunk > atomic_load_explicit(&pool.first_failed, memory_order_relaxed))
        return;
    int64_t begin = chunk_begin(pool.n, pool.n_chunks, chunk);
    int64_t end = chunk_begin(pool.n, pool.n_chunks, chunk + 1);
    if (pool.body(pool.context, begin, end, chunk))
        keep_exception(thread, chunk);
}

/* Runs the thread's own chunks, then what is left of the others'. */
static void work(int thread)
{
    for (int i = 0; i < pool.n_threads; i++) {
        Share *share = &pool.shares[(thread + i) % pool.n_threads];
        for (;;) {
            if (atomic_load_explicit(&share->next, memory_order_relaxed) >= share->end)
                break;
            int64_t chunk = atomic_fetch_add_explicit(&share->next, 1, memory_order_relaxed);
            if (chunk >= share->end)
                break;
            run_chunk(thread, chunk);
        }
    }
}

static void *worker_main(void *arg)
{
    enum { FAULT_STACK = 64 << 10 };
    char memory[FAULT_STACK]; /* for the program's handler of an overflow of this stack */
    sigaltstack(&(stack_t){.ss_sp = memory, .ss_size = sizeof memory}, NULL);
    thread_id = (int)(intptr_t)arg;
    is_in_loop = 1; /* loops inside of this one run in sequence */
    uint32_t seen = 0;
    for (;;) {
        wait_for_change(&pool.generation, seen);
        seen = atomic_load_explicit(&pool.generation, memory_order_acquire);
        if (thread_id >= (int)(seen & ((1u << THREAD_BITS) - 1)))
            continue; /* not needed this time; the loop may be over already */
        work(thread_id);
        if (atomic_fetch_sub_explicit(&pool.n_working, 1, memory_order_acq_rel) == 1)
            futex_wake(&pool.n_working);
    }
    return NULL;
}

/* Chunks of a loop on the calling thread alone. */
static int32_t run_in_sequence(NprtLoopBody *body, void *context, int64_t n, int64_t n_chunks)
{
    for (int64_t chunk = 0; chunk < n_chunks; chunk++)
        if (body(context, chunk_begin(n, n_chunks, chunk), chunk_begin(n, n_chunks, chunk + 1),
                 chunk))
            return 1;
    return 0;
}

/* ---- the pool ------------------------------------------------------------------------------- */

static int processor_count(void)
{
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0)
        return CPU_COUNT(&set);
    long n = sysconf(_SC_NPROCESSORS_ONLN);
    return n > 0 ? (int)n : 1;
}

static int read_environment(const char *name)
{
    const char *text = getenv(name);
    return text ? atoi(text) : 0;
}

/* The lock is held. */
static void find_limits(void)
{
    if (pool.n_max)
        return;
    int processors = processor_count();
    int n = read_environment("NPJIT_NUM_THREADS");
    if (n <= 0)
        n = read_environment("NUMBA_NUM_THREADS");
    if (n <= 0)
        n = processors;
    pool.n_max = n < MAX_THREADS ? n : MAX_THREADS;
    pool.n_wanted = pool.n_max;
    pool.may_spin = pool.n_max <= processors;
}

/* Starts workers until the loop has its threads or no more can be made; signals stay with the
 * program's own threads, but for those that a thread causes itself. The lock is held. */
static void start_workers(void)
{
    sigset_t all, old;
    sigfillset(&all);
    sigdelset(&all, SIGSEGV);
    sigdelset(&all, SIGBUS);
    sigdelset(&all, SIGFPE);
    sigdelset(&all, SIGILL);
    pthread_sigmask(SIG_SETMASK, &all, &old);
    while (pool.n_started + 1 < pool.n_wanted) {
        pthread_t thread;
        pthread_attr_t attributes;
        pthread_attr_init(&attributes);
        pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
        int failed = pthread_create(&thread, &attributes, worker_main,
                                    (void *)(intptr_t)(pool.n_started + 1));
        pthread_attr_destroy(&attributes);
        if (failed)
            break;
        pool.n_started++;
    }
    pthread_sigmask(SIG_SETMASK, &old, NULL);
}

static void announce(NprtLoopBody *body, void *context, int64_t n, int64_t n_chunks, int n_threads)
{
    pool.body = body;
    pool.context = context;
    pool.n = n;
    pool.n_chunks = n_chunks;
    pool.n_threads = n_threads;
    for (int i = 0; i < n_threads; i++) {
        atomic_store_explicit(&pool.shares[i].next, chunk_begin(n_chunks, n_threads, i),
                              memory_order_relaxed);
        pool.shares[i].end = chunk_begin(n_chunks, n_threads, i + 1);
        pool.exceptions[i] = NULL;
    }
    atomic_store(&pool.first_failed, INT64_MAX);
    atomic_store(&pool.n_working, (uint32_t)n_threads - 1);
    nprt_threads_active = 1;
    uint32_t count = (atomic_load(&pool.generation) >> THREAD_BITS) + 1;
    atomic_store_explicit(&pool.generation, count << THREAD_BITS | (uint32_t)n_threads,
                          memory_order_release);
    futex_wake(&pool.generation);
}

/* Raises the exception of the lowest chunk, drops the others. */
static int32_t collect_exceptions(void)
{
    NprtExc *raised = NULL;
    int64_t lowest = INT64_MAX;
    for (int i = 0; i < pool.n_threads; i++) {
        NprtExc *exc = pool.exceptions[i];
        if (!exc)
            continue;
        if (pool.failed[i] < lowest) {
            nprt_release(raised);
            raised = exc;
            lowest = pool.failed[i];
        } else {
            nprt_release(exc);
        }
    }
    if (!raised)
        return 0;
    nprt_exc_raise(raised);
    nprt_release(raised);
    return 1;
}

int32_t nprt_parallel_for(NprtLoopBody *body, void *context, int64_t n, int32_t max_chunks)
{
    if (n <= 0)
        return 0;
    int64_t n_chunks = max_chunks > 0 ? max_chunks : 1;
    if (n_chunks > n)
        n_chunks = n;
    if (is_in_loop)
        return run_in_sequence(body, context, n, n_chunks);
    pthread_mutex_lock(&pool.lock);
    find_limits();
    start_workers();
    int n_threads = pool.n_started + 1 < pool.n_wanted ? pool.n_started + 1 : pool.n_wanted;
    if (max_chunks <= 0) {
        n_chunks = (int64_t)CHUNKS_PER_THREAD * n_threads;
        n_chunks = n_threads == 1 ? 1 : n_chunks < n ? n_chunks : n;
    }
    int32_t status;
    is_in_loop = 1;
    if (n_threads == 1 || n_chunks == 1) {
        status = run_in_sequence(body, context, n, n_chunks);
    } else {
        announce(body, context, n, n_chunks, n_threads);
        work(0);
        uint32_t left;
        while ((left = atomic_load_explicit(&pool.n_working, memory_order_acquire)) != 0)
            wait_for_change(&pool.n_working, left);
        nprt_threads_active = 0;
        status = collect_exceptions();
    }
    is_in_loop = 0;
    pthread_mutex_unlock(&pool.lock);
    return status;
}

/* ---- numba's functions ---------------------------------------------------------------------- */

int32_t nprt_set_num_threads(int64_t n)
{
    pthread_mutex_lock(&pool.lock);
    find_limits();
    int most = pool.n_max;
    bool fits = n >= 1 && n <= most;
    if (fits)
        pool.n_wanted = (int)n;
    pthread_mutex_unlock(&pool.lock);
    return fits ? 0
                : nprt_raise(NPRT_EXC_VALUE_ERROR, "The number of threads must be between 1 and %d",
                             most);
}

int64_t nprt_get_num_threads(void)
{
    pthread_mutex_lock(&pool.lock);
    find_limits();
    int n = pool.n_wanted;
    pthread_mutex_unlock(&pool.lock);
    return n;
}

int64_t nprt_get_thread_id(void)
{
    return thread_id;
}

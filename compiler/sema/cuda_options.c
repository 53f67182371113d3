/* cuda_options.c - options of @cuda.jit that reach the code generator, as numba-cuda has them:
 * max_registers, launch_bounds, lineinfo, debug, opt; and hints to its linker and its driver. */
#include "compiler/sema/sema.h"

#include <string.h>
#include <strings.h>

/* shared_memory_carveout: a percentage or a name. It is a hint to the driver, which decides without
 * it. */
static void check_carveout(NjWalk *w, NjVal v, NjSpan span)
{
    static const char *const names[] = {"default", "maxl1", "maxshared"};
    int64_t n;
    bool ok = nj_is_none(v) || (nj_known_int(v, &n) && n >= -1 && n <= 100);
    const char *name;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        ok |= nj_known_str(v, &name, NULL) && strcasecmp(name, names[i]) == 0;
    if (!ok && !nj_is_error(v))
        nj_fail(w, span,
                "ValueError: shared_memory_carveout must be a constant from -1 to 100, 'default', "
                "'maxl1' or 'maxshared'");
}

enum { MAX_REGISTERS = 255, MAX_BLOCKS = 32, MAX_CLUSTER = 16 };

/* A constant of low .. high, or None for 0. */
static uint32_t small_number(NjWalk *w, NjVal v, const char *what, int64_t low, int64_t high,
                             NjSpan span)
{
    int64_t n = 0;
    if (nj_is_none(v) || nj_is_error(v))
        return 0;
    if (nj_known_int(v, &n) && n >= low && n <= high)
        return (uint32_t)n;
    nj_fail(w, span, "ValueError: %s must be a constant from %lld to %lld", what, (long long)low,
            (long long)high);
    return 0;
}

/* threads, (threads, blocks) or (threads, blocks, cluster) */
static void set_bounds(NjWalk *w, NjKernelOptions *o, NjVal v, NjSpan span)
{
    NjVal parts[3];
    uint32_t n = 1;
    if (v.type->kind == NJ_T_TUPLE)
        n = v.type->n;
    if (n < 1 || n > 3) {
        nj_fail(w, span,
                "ValueError: launch_bounds must be a number of threads or a tuple of up to three "
                "numbers (threads, blocks, cluster), not %u",
                (unsigned)n);
        return;
    }
    for (uint32_t i = 0; i < n; i++)
        parts[i] = v.type->kind == NJ_T_TUPLE ? nj_tuple_item(w, v, i, span) : v;
    o->max_threads = small_number(w, parts[0], "the number of threads in launch_bounds", 1,
                                  NJ_CUDA_MAX_THREADS, span);
    if (n > 1)
        o->min_blocks =
            small_number(w, parts[1], "the number of blocks in launch_bounds", 0, MAX_BLOCKS, span);
    if (n > 2)
        o->max_cluster =
            small_number(w, parts[2], "the cluster size in launch_bounds", 0, MAX_CLUSTER, span);
}

static bool flag(NjWalk *w, NjVal v, const char *name, NjSpan span)
{
    int known;
    nj_truth(w, v, span, &known);
    if (known < 0 && !nj_is_error(v))
        nj_fail(w, span, "%s must be a constant", name);
    return known == 1;
}

bool nj_cuda_option(NjWalk *w, NjKernelOptions *o, const char *name, NjVal v, NjSpan span)
{
    if (strcmp(name, "max_registers") == 0)
        o->max_registers = small_number(w, v, "max_registers", 0, MAX_REGISTERS, span);
    else if (strcmp(name, "launch_bounds") == 0)
        set_bounds(w, o, v, span);
    else if (strcmp(name, "lineinfo") == 0)
        o->lineinfo = flag(w, v, name, span);
    else if (strcmp(name, "debug") == 0)
        o->debug = flag(w, v, name, span);
    else if (strcmp(name, "opt") == 0)
        o->no_opt = !flag(w, v, name, span);
    else if (strcmp(name, "shared_memory_carveout") == 0)
        check_carveout(w, v, span);
    else if (strcmp(name, "lto") == 0)
        flag(w, v, name, span); /* there is one module */
    else
        return false;
    return true;
}

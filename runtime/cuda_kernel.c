/* cuda_kernel.c - where a kernel raised; states of random generators. */
#include "runtime/cuda_kernel.h"

#include "runtime/cuda_race.h"
#include "runtime/errors.h"
#include "runtime/memory.h"
#include "runtime/rng_xoroshiro.h"
#include "runtime/str.h"
#include "runtime/view.h"

#include <stdio.h>

void nprt_cuda_locate(NprtExc *exc, NprtStr *kernel, int64_t block_x, int64_t block_y,
                      int64_t block_z, int64_t thread_x, int64_t thread_y, int64_t thread_z)
{
    char text[320];
    nprt_race_end();
    int n = snprintf(text, sizeof text, "%s(in kernel '%.80s', block (%lld, %lld, %lld)",
                     exc->message && exc->message->nbytes ? " " : "", kernel->text,
                     (long long)block_x, (long long)block_y, (long long)block_z);
    if (thread_x >= 0)
        n += snprintf(text + n, sizeof text - (size_t)n, ", thread (%lld, %lld, %lld)",
                      (long long)thread_x, (long long)thread_y, (long long)thread_z);
    n += snprintf(text + n, sizeof text - (size_t)n, ")");
    NprtStr *place = nprt_str_new(text, n);
    if (exc->message) { /* an empty one gives `place` itself, with one reference more */
        NprtStr *message = nprt_str_concat(exc->message, place);
        nprt_release(place);
        nprt_release(exc->message);
        place = message;
    }
    exc->message = place;
    if (exc->nargs == 0)
        exc->nargs = 1;
}

int32_t nprt_cuda_random_states(int64_t n, int64_t seed, int64_t subsequence_start,
                                const NprtDesc *out_desc, void *out)
{
    NprtView view;
    if (n < 0)
        return nprt_raise(NPRT_EXC_VALUE_ERROR, "negative dimensions are not allowed");
    if (nprt_view_temp_new(NPRT_C128, 1, &n, &view))
        return 1;
    nprt_rng_xoroshiro_init((NprtXoroshiro *)view.data, n, (uint64_t)seed,
                            (uint64_t)subsequence_start);
    nprt_view_store(&view, out_desc, out);
    nprt_release(view.owner);
    return 0;
}

/* The end of the stack is worked out at a thread's first question, which is asked near its start. */
#include "runtime/stack.h"

#include <stddef.h>
#include <sys/resource.h>

enum { RESERVE_BYTES = 64 << 10, MARGIN_BYTES = 512 << 10, MOST_BYTES = 64 << 20 };

static _Thread_local char *limit;      /* of the stack in use */
static _Thread_local char *own_limit;  /* of the thread's own stack */

static char *find_own_limit(char *here)
{
    struct rlimit size;
    size_t bytes = 8 << 20;
    if (getrlimit(RLIMIT_STACK, &size) == 0 && size.rlim_cur != RLIM_INFINITY)
        bytes = size.rlim_cur < MOST_BYTES ? (size_t)size.rlim_cur : MOST_BYTES;
    return here - (bytes > 2 * MARGIN_BYTES ? bytes - MARGIN_BYTES : bytes / 2);
}

uint8_t nprt_stack_left(void)
{
    char *here = __builtin_frame_address(0);
    if (!limit) {
        if (!own_limit)
            own_limit = find_own_limit(here);
        limit = own_limit;
    }
    return here > limit;
}

char *nprt_stack_switch(char *low)
{
    char *before = limit;
    limit = low ? low + RESERVE_BYTES : NULL;
    return before ? before - RESERVE_BYTES : NULL;
}

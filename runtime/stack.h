/* stack.h - how much of a thread's stack is left, for functions that call themselves.
 *
 * The depth of a recursion is bound by the memory of the stack, not by a count: RecursionError is raised
 * where Python's own functions would have used it up. */
#ifndef NPRT_STACK_H
#define NPRT_STACK_H

#include <stdint.h>

/* 1 while there is room for another call, with a reserve for the runtime. */
uint8_t nprt_stack_left(void);
/* The code that runs from now on has a stack that ends at `low`; NULL: the thread's own. Returns what
 * was set before. For those who switch stacks. */
char *nprt_stack_switch(char *low);

#endif

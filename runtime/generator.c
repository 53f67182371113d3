/* generator.c - see generator.h. The switch saves the callee-saved registers of the System V ABI on the
 * stack that is left and takes them from the one that is entered. */
#include "runtime/generator.h"

#include "runtime/errors.h"
#include "runtime/memory.h"
#include "runtime/stack.h"

#include <stdbool.h>
#include <string.h>
#include <sys/mman.h>

#ifndef __x86_64__
#error "generators need a context switch for this processor"
#endif

enum { STACK_BYTES = 256 << 10, GUARD_BYTES = 4096, MAX_CACHED = 16 };

typedef int32_t EntryFn(void **args, void *result);

typedef struct Gen {
    EntryFn *entry;
    NprtObj *cell;  /* owned: the arguments */
    char *stack;    /* mapping with a guard page below; NULL once finished */
    void *sp;       /* of the side that is not running */
    struct Gen *outer; /* generator that called next() on this one */
    void *value;    /* owned room for the yielded value */
    const NprtDesc *desc;
    NprtExc *thrown; /* owned: what the waiting yield raises */
    void *sent;      /* owned: an optional that was sent to the waiting yield */
    const NprtDesc *sent_desc; /* NULL: nothing was */
    uint32_t room, sent_room;
    bool has_value, is_started, is_done, is_closing, is_running;
    int32_t status;
} Gen;

static _Thread_local Gen *current;
static _Thread_local char *cached[MAX_CACHED];
static _Thread_local unsigned n_cached;

void nprt_gen_switch(void **save, void *load);
__asm__(".text\n"
        ".globl nprt_gen_switch\n"
        ".type nprt_gen_switch, @function\n"
        "nprt_gen_switch:\n"
        "  pushq %rbx\n"
        "  pushq %rbp\n"
        "  pushq %r12\n"
        "  pushq %r13\n"
        "  pushq %r14\n"
        "  pushq %r15\n"
        "  movq %rsp, (%rdi)\n"
        "  movq %rsi, %rsp\n"
        "  popq %r15\n"
        "  popq %r14\n"
        "  popq %r13\n"
        "  popq %r12\n"
        "  popq %rbp\n"
        "  popq %rbx\n"
        "  ret\n"
        ".size nprt_gen_switch, .-nprt_gen_switch\n");

static char *take_stack(void)
{
    if (n_cached > 0)
        return cached[--n_cached];
    char *stack = mmap(NULL, STACK_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (stack == MAP_FAILED)
        nprt_out_of_memory();
    mprotect(stack, GUARD_BYTES, PROT_NONE);
    return stack;
}

static void give_stack(Gen *g)
{
    if (!g->stack)
        return;
    if (n_cached < MAX_CACHED)
        cached[n_cached++] = g->stack;
    else
        munmap(g->stack, STACK_BYTES);
    g->stack = NULL;
}

/* First frame on a generator's stack; never returns. */
static void gen_start(void)
{
    Gen *g = current;
    void *args[1] = {&g->cell};
    g->status = g->entry(args, NULL);
    g->is_done = true;
    nprt_gen_switch(&g->sp, g->sp);
}

static void prepare(Gen *g)
{
    g->stack = take_stack();
    void **top = (void **)(void *)(g->stack + STACK_BYTES);
    *--top = NULL; /* the frame above: none */
    void (*start)(void) = gen_start;
    memcpy(--top, &start, sizeof start);
    for (int i = 0; i < 6; i++)
        *--top = NULL;
    g->sp = top;
    g->is_started = true;
}

/* Runs the body until it yields or ends. */
static void resume(Gen *g)
{
    g->outer = current;
    current = g;
    g->is_running = true;
    char *outer_stack = nprt_stack_switch(g->stack + GUARD_BYTES);
    nprt_gen_switch(&g->sp, g->sp);
    nprt_stack_switch(outer_stack);
    g->is_running = false;
    current = g->outer;
    if (g->is_done)
        give_stack(g);
}

static void drop_value(Gen *g)
{
    if (g->has_value)
        nprt_value_release(g->desc, g->value);
    g->has_value = false;
}

static void drop_sent(Gen *g)
{
    if (g->sent_desc)
        nprt_value_release(g->sent_desc, g->sent);
    g->sent_desc = NULL;
}

static void close_gen(Gen *g)
{
    if (g->is_started && !g->is_done && !g->is_running) {
        NprtExc *pending = nprt_exc_take(); /* closing must not lose an exception on its way out */
        g->is_closing = true;
        while (!g->is_done)
            resume(g);
        nprt_exc_clear();
        if (pending) {
            nprt_exc_raise(pending);
            nprt_release(pending);
        }
    }
    g->is_done = true;
}

static void destroy(void *context)
{
    Gen *g = context;
    close_gen(g);
    drop_value(g);
    drop_sent(g);
    nprt_release(g->cell);
    nprt_mem_free(g->sent);
    nprt_mem_free(g->value);
    nprt_mem_free(g);
}

/* The generator behind its object: nprt_foreign_new keeps the context behind the header. */
typedef struct Foreign {
    NprtObj obj;
    void (*destroy)(void *context);
    void *context;
} Foreign;

static Gen *gen_of(NprtObj *obj)
{
    return ((Foreign *)(void *)obj)->context;
}

NprtObj *nprt_gen_new(void *entry, NprtObj *cell)
{
    Gen *g = nprt_realloc(NULL, sizeof *g);
    memset(g, 0, sizeof *g);
    memcpy(&g->entry, &entry, sizeof entry);
    g->cell = cell;
    nprt_retain(cell);
    return nprt_foreign_new(destroy, g);
}

int32_t nprt_gen_next(NprtObj *obj, uint8_t *out)
{
    Gen *g = gen_of(obj);
    *out = 0;
    if (g->is_running)
        return nprt_raise(NPRT_EXC_VALUE_ERROR, "generator already executing");
    drop_value(g);
    if (g->is_done)
        return 0;
    if (!g->is_started)
        prepare(g);
    resume(g);
    if (!g->is_done) {
        *out = 1;
        return 0;
    }
    return g->status;
}

int32_t nprt_gen_send(NprtObj *obj, const NprtDesc *desc, const void *value, uint8_t *out)
{
    Gen *g = gen_of(obj);
    *out = 0;
    if (!g->is_started && !g->is_done)
        return nprt_raise(NPRT_EXC_TYPE_ERROR,
                          "can't send non-None value to a just-started generator");
    if (g->is_done || g->is_running)
        return nprt_gen_next(obj, out);
    drop_sent(g);
    if (desc->size > g->sent_room) {
        g->sent = nprt_realloc(g->sent, desc->size);
        g->sent_room = desc->size;
    }
    memcpy(g->sent, value, desc->size);
    nprt_value_retain(desc, g->sent);
    g->sent_desc = desc;
    return nprt_gen_next(obj, out);
}

void nprt_gen_sent(const NprtDesc *desc, void *out)
{
    Gen *g = current;
    if (g->sent_desc)
        memcpy(out, g->sent, desc->size);
    else
        memset(out, 0, desc->size);
    g->sent_desc = NULL;
}

int32_t nprt_gen_throw(NprtObj *obj, NprtExc *exc, uint8_t *out)
{
    Gen *g = gen_of(obj);
    *out = 0;
    if (g->is_started && !g->is_done && !g->is_running) {
        nprt_retain(exc);
        g->thrown = exc;
        return nprt_gen_next(obj, out);
    }
    g->is_done |= !g->is_started;
    return nprt_exc_raise(exc);
}

void nprt_gen_value(NprtObj *obj, const NprtDesc *desc, void *out)
{
    Gen *g = gen_of(obj);
    memcpy(out, g->value, desc->size);
    g->has_value = false;
}

int32_t nprt_gen_yield(const NprtDesc *desc, const void *value)
{
    Gen *g = current;
    if (desc->size > g->room) {
        g->value = nprt_realloc(g->value, desc->size);
        g->room = desc->size;
    }
    if (desc->size)
        memcpy(g->value, value, desc->size);
    g->desc = desc;
    nprt_value_retain(desc, g->value);
    g->has_value = true;
    nprt_gen_switch(&g->sp, g->sp);
    if (g->is_closing)
        return nprt_raise(NPRT_EXC_GENERATOR_EXIT, "%s", "");
    if (g->thrown) {
        NprtExc *exc = g->thrown;
        g->thrown = NULL;
        nprt_exc_raise(exc);
        nprt_release(exc);
        return 1;
    }
    return 0;
}

void nprt_gen_close(NprtObj *obj)
{
    close_gen(gen_of(obj));
}

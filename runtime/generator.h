/* generator.h - generator objects: functions with yield on stacks of their own.
 *
 * The body runs as ordinary generated code on a separate stack; next() switches to it and yield switches
 * back. A generator that is dropped before its end is resumed once with GeneratorExit pending, so that the
 * body leaves through its usual error edges and releases what it holds. A generator belongs to the thread
 * that made it. */
#ifndef NPRT_GENERATOR_H
#define NPRT_GENERATOR_H

#include "runtime/nprt.h"

/* A new generator: `entry(args, NULL)` with args[0] = the address of `cell` (retained) is its body. */
NprtObj *nprt_gen_new(void *entry, NprtObj *cell);
/* Runs to the next yield: *out = 1, or to the end: *out = 0. Returns 1 when the body raised. */
int32_t nprt_gen_next(NprtObj *gen, uint8_t *out);
/* The value of the last yield, owned by the caller; asked for once after each next. */
void nprt_gen_value(NprtObj *gen, const NprtDesc *desc, void *out);
/* generator.send(value): as nprt_gen_next, but the yield that waits gives the value, an optional
 * (retained). */
int32_t nprt_gen_send(NprtObj *gen, const NprtDesc *desc, const void *value, uint8_t *out);
/* In the body, after a yield: what was sent to it, owned by the caller; None after next(). */
void nprt_gen_sent(const NprtDesc *desc, void *out);
/* generator.throw(exc): as nprt_gen_next, but the yield that waits raises the exception. */
int32_t nprt_gen_throw(NprtObj *gen, NprtExc *exc, uint8_t *out);
/* In the body: hands a value out (retained) and waits. Returns 1 with GeneratorExit pending when the
 * generator is being dropped. */
int32_t nprt_gen_yield(const NprtDesc *desc, const void *value);
/* generator.close() */
void nprt_gen_close(NprtObj *gen);

#endif

/* generators.c - methods of generator objects; throw() is in std_contextlib.c. */
#include "compiler/funcs/func.h"
#include "compiler/sema/sema.h"

NJ_HANDLER(gen_close)
{
    return nj_rtcall1(w, NJ_RT_gen_close, nj_type_none(w->types), c->span, c->self);
}

NJ_HANDLER(gen_send)
{
    NjVal gen = nj_spill(w, c->self), value = c->args[0];
    if (nj_is_error(value))
        return value;
    if (!nj_type_is_generator(gen.type))
        return nj_fail(w, c->span, "AttributeError: %s has no attribute 'send'",
                       nj_ty(w, gen.type));
    const NjType *yielded = gen.type->elems[0];
    if (yielded->kind == NJ_T_NEVER)
        return nj_val_unit(w, yielded, c->span);
    NjVal has;
    if (nj_is_none(value)) {
        has = nj_gen_next(w, gen, c->span);
    } else {
        const NjType *type = value.type->kind == NJ_T_OPTIONAL ? value.type->elems[0] : value.type;
        const NjType *joined = nj_gen_send_type(w, yielded, type);
        if (!joined)
            return nj_fail(w, c->span,
                           "TypeError: generators like this one are sent other types than %s, too",
                           nj_ty(w, value.type));
        value = nj_coerce(w, value, nj_type_optional(w->types, joined), c->span);
        has = nj_rtcall2(w, NJ_RT_gen_send, nj_type_pybool(w->types), c->span, gen, value);
    }
    nj_check(w, has.expr, NPRT_EXC_STOP_ITERATION, c->span, "", 0, NULL);
    return nj_gen_value(w, gen, c->span);
}

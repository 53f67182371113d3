/* std_contextlib.c - contextlib, and what with statements need of generators.
 *
 * A function with @contextmanager is left as it is: the generator that it returns is the context.
 */
#include "compiler/sema/sema.h"

#include "compiler/funcs/func.h"
#include "compiler/funcs/std_internal.h"

/* The exception that `raise v` would raise. */
static NjVal exception_of(NjWalk *w, NjVal v, NjSpan span)
{
    int32_t kind = nj_exc_kind_of(w, v);
    if (v.type->kind == NJ_T_CLASS && kind >= 0)
        v = nj_construct(w, v.type->cls, NULL, 0, NULL, NULL, 0, span);
    else if (kind >= 0)
        v = nj_new_exception(w, kind, NULL, 0, span);
    if (v.type->kind == NJ_T_OBJECT && v.type->cls->exc_kind >= 0)
        v = nj_exception_of_object(w, v, span);
    if (v.type->kind == NJ_T_EXC || nj_is_error(v))
        return v;
    return nj_raises(w, span, NPRT_EXC_TYPE_ERROR,
                     "exceptions must be classes or instances deriving from BaseException, not %s",
                     nj_py(w, v.type));
}

NJ_HANDLER(gen_throw)
{
    if (!nj_type_is_generator(c->self.type))
        return nj_raises(w, c->span, NPRT_EXC_ATTRIBUTE_ERROR,
                         "'%s' object has no attribute 'throw'", nj_py(w, c->self.type));
    NjVal error = exception_of(w, c->args[0], c->span), gen = nj_spill(w, c->self);
    if (nj_is_error(error))
        return error;
    NjVal has = nj_rtcall2(w, NJ_RT_gen_throw, nj_type_pybool(w->types), c->span, gen, error);
    nj_check(w, has.expr, NPRT_EXC_STOP_ITERATION, c->span, "", 0, NULL);
    return nj_gen_value(w, gen, c->span);
}

NJ_HANDLER(gen_exit)
{
    NjVal args[2] = {c->self, c->args[1]};
    if (!nj_type_is_generator(c->self.type))
        return nj_cuda_leave(w, c->self, c->span);
    bool clean = !nj_is_given(args[1]) || nj_is_none(args[1]);
    return clean ? nj_call_prelude(w, "std_contextlib", "leave", args, 1, c->span)
                 : nj_call_prelude(w, "std_contextlib", "leave_with", args, 2, c->span);
}

NJ_HANDLER(ctx_suppress)
{
    NjVal kinds = nj_val_tuple(w, c->rest, c->n_rest, c->span);
    return nj_call_prelude(w, "std_contextlib", "suppress", &kinds, 1, c->span);
}

NJ_HANDLER(ctx_null)
{
    return nj_call_prelude(w, "std_contextlib", "nullcontext", c->args, 1, c->span);
}

NJ_HANDLER(ctx_closing)
{
    return nj_call_prelude(w, "std_contextlib", "closing", c->args, 1, c->span);
}
